"""Rule sets as data: the switches of RULES.md section 1, and what follows from them for cards and turns.

A switch is defined once, as an annotated field of `RuleSet`: its name, the values it can take, the game
that uses it, what it decides and where RULES.md says so. `SWITCHES` is read off those fields; the loader
of `content/rules`, the `switches` of an example and the documentation read `SWITCHES`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Annotated, Any, Literal, cast, get_args, get_origin, get_type_hints

from sitegen.engine.cards import CARDS, RANKS, RUFF_SUIT, SEATS, TRUMP_SUITS, Card, Rank, Seat, Suit, Trump

Game = Literal["belote", "coinche"]
GAMES: tuple[Game, ...] = ("belote", "coinche")

_CARD_TABLES = ("trump_order", "plain_order", "trump_points", "plain_points")
_MOST_POINTS = 9_999  # of a card, bonus or contract: far above any table's, and it keeps every sum small


@dataclass(frozen=True)
class _About:
    """What a switch decides, its source, and the one game that reads it (None: both)."""

    text: str
    source: str
    game: Game | None = None


_YesNo = Literal["yes", "no"]
_Points = Mapping[Rank, int]


@dataclass(frozen=True, kw_only=True)
class RuleSet:
    """One table's rules: order and points of the cards, and a value for every switch.

    A switch that only the other game reads holds its `Switch.idle` value. Make one with `rule_set`,
    which checks it.
    """

    id: str
    game: Game
    trump_order: tuple[Rank, ...]
    plain_order: tuple[Rank, ...]
    trump_points: _Points = field(hash=False)
    plain_points: _Points = field(hash=False)

    turn: Annotated[
        Literal["clockwise", "anticlockwise"],
        _About("the direction in which the turn passes", "RULES.md 2"),
    ]
    no_trump_ace: Annotated[int, _About("points of an ace at no-trump", "RULES.md 6")]
    all_trump_points: Annotated[_Points, _About("points of each rank at all-trump", "RULES.md 6")] = field(
        hash=False
    )
    raise_over_partner: Annotated[
        _YesNo, _About("trump led, partner holding the trick: beat the partner if one can", "RULES.md 7.2a")
    ]
    all_trump_raise: Annotated[
        _YesNo, _About("all-trump: beat the best card of the suit led if one can", "RULES.md 7.2b")
    ]
    undertrump: Annotated[
        Literal["must", "free"],
        _About("an opponent's ruff cannot be beaten: a trump all the same, or any card", "RULES.md 7.6c"),
    ]
    under_partner_ruff: Annotated[
        Literal["allowed", "barred"],
        _About("a lower trump under the partner's winning ruff, with a higher one in hand", "RULES.md 7.4"),
    ]
    last_trick: Annotated[int, _About("points of the last trick", "RULES.md 11")]
    capot: Annotated[int, _About("points of all eight tricks, instead of the last trick's", "RULES.md 11")]
    belote: Annotated[int, _About("points of king and queen of trumps in one hand", "RULES.md 10")]
    tie: Annotated[
        Literal["held", "failed"],
        _About("equal totals: the taker's points are held, or the taker has failed", "RULES.md 12", "belote"),
    ]
    tie_belote: Annotated[
        Literal["held", "kept", "excluded"],
        _About(
            "the belote in a tie: held too, kept by its owner, or left out of the tie",
            "RULES.md 12",
            "belote",
        ),
    ]
    loser_declarations: Annotated[
        Literal["winner", "lost"],
        _About("declarations of a side that loses the whole deal: the winner's, or nobody's", "RULES.md 9"),
    ]
    must_lead: Annotated[
        _YesNo, _About("a made contract also needs more points than the defence", "RULES.md 13", "coinche")
    ]
    belote_counts: Annotated[_YesNo, _About("the belote counts toward success", "RULES.md 10")]
    rounding: Annotated[
        Literal["none", "half-up", "half-down", "complement"],
        _About(
            "how trick points become tens when the contract is made, not doubled", "RULES.md 15", "coinche"
        ),
    ]
    base: Annotated[int, _About("points beside the contract, failed or doubled", "RULES.md 14", "coinche")]
    base_all_tricks: Annotated[
        int, _About("the base, doubled and made with all tricks taken", "RULES.md 14", "coinche")
    ]
    base_failed_all_tricks: Annotated[
        int, _About("the base when a contract of all tricks fails", "RULES.md 14", "coinche")
    ]
    base_defence_all_tricks: Annotated[
        int, _About("the base when the defence takes all tricks", "RULES.md 17.12", "coinche")
    ]
    belote_multiplied: Annotated[
        _YesNo, _About("a double multiplies the winner's belote", "RULES.md 17.5", "coinche")
    ]
    declarations_multiplied: Annotated[
        _YesNo, _About("a double multiplies the winner's declarations", "RULES.md 17.6", "coinche")
    ]
    contracts: Annotated[
        tuple[int, ...], _About("the contracts that may be bid in points, rising", "RULES.md 5", "coinche")
    ]
    capot_contract: Annotated[int, _About("points of a capot contract", "RULES.md 5", "coinche")]
    generale_contract: Annotated[int, _About("points of a générale contract", "RULES.md 17.8", "coinche")]

    # Tables by trump, made when first asked for: the hot loops look cards up in them.
    _strength: dict[Trump, dict[Card, int]] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )
    _points: dict[Trump, dict[Card, int]] = field(init=False, repr=False, compare=False, default_factory=dict)
    _trick_strength: dict[tuple[Trump, Suit], dict[Card, int]] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )

    def order(self, trump: Trump, suit: Suit) -> tuple[Rank, ...]:
        """The ranks of a suit, strongest first (RULES.md 6)."""
        return self.trump_order if suit in TRUMP_SUITS[trump] else self.plain_order

    def strength(self, trump: Trump) -> Mapping[Card, int]:
        """Every card's strength: 0 to 7 inside its suit, 8 to 15 for the trump suit (RULES.md 6).

        Comparable among cards of the suit led and of the trump suit; see `trick_strength`.
        """
        table = self._strength.get(trump)
        if table is None:
            table = self._strength[trump] = {
                card: 7
                - self.order(trump, card.suit).index(card.rank)
                + (8 if card.suit == RUFF_SUIT[trump] else 0)
                for card in CARDS.values()
            }
        return table

    def trick_strength(self, trump: Trump, led: Suit) -> Mapping[Card, int]:
        """Every card's strength in a trick where `led` was led, -1 if it cannot win (RULES.md 8)."""
        table = self._trick_strength.get((trump, led))
        if table is None:
            wins = (led, RUFF_SUIT[trump])
            table = self._trick_strength[trump, led] = {
                card: strength if card.suit in wins else -1 for card, strength in self.strength(trump).items()
            }
        return table

    def points(self, trump: Trump) -> Mapping[Card, int]:
        """Every card's points (RULES.md 6)."""
        table = self._points.get(trump)
        if table is None:
            plain: _Points = self.plain_points
            if trump == "no-trump":
                plain = {**plain, "A": self.no_trump_ace}
            trumps = self.all_trump_points if trump == "all-trump" else self.trump_points
            suits = TRUMP_SUITS[trump]
            table = self._points[trump] = {
                card: (trumps if card.suit in suits else plain)[card.rank] for card in CARDS.values()
            }
        return table

    def cards_total(self, trump: Trump) -> int:
        """Points of all 32 cards: 152 with a trump suit."""
        return sum(self.points(trump).values())

    def deal_total(self, trump: Trump, *, capot: bool = False) -> int:
        """Points of a whole deal: the cards and the last trick, or the capot instead of it (RULES.md 11)."""
        return self.cards_total(trump) + (self.capot if capot else self.last_trick)

    def seats_from(self, seat: Seat) -> tuple[Seat, ...]:
        """The four seats in turn order, from `seat` (RULES.md 2)."""
        return _SEATS_FROM[self.turn][seat]

    def next(self, seat: Seat) -> Seat:
        """The seat whose turn comes after `seat` (RULES.md 2)."""
        return _SEATS_FROM[self.turn][seat][1]


_SEATS_FROM: dict[str, dict[Seat, tuple[Seat, ...]]] = {
    turn: {seat: tuple(SEATS[(i + step * n) % 4] for n in range(4)) for i, seat in enumerate(SEATS)}
    for turn, step in (("clockwise", 1), ("anticlockwise", -1))
}


@dataclass(frozen=True)
class Switch:
    """What can be set about one rule.

    `kind` is `choice` (one of `values`), `points` (a whole number from 0), `table` (points of each rank)
    or `contracts` (rising points); `games` are the games that read it; `about` says in a phrase what it
    decides; `source` is the paragraph of RULES.md.
    """

    name: str
    kind: Literal["choice", "points", "table", "contracts"]
    values: tuple[str, ...]
    games: tuple[Game, ...]
    about: str
    source: str

    @property
    def idle(self) -> Any:
        """The value in a rule set of a game that does not read this switch."""
        if self.kind == "choice":
            return self.values[0]
        return {"points": 0, "table": {}, "contracts": ()}[self.kind]

    def read(self, value: object) -> Any:
        """`value` as the field holds it; ValueError says what the switch can take."""
        if self.kind == "choice":
            if not isinstance(value, str) or value not in self.values:
                raise ValueError(f"takes {' or '.join(self.values)}")
            return value
        if self.kind == "points":
            return _read_points(value)
        if self.kind == "table":
            return _read_table(value)
        if not isinstance(value, list | tuple) or not value:
            raise ValueError("takes a list of points")
        contracts = tuple(map(_read_points, value))
        if any(a >= b for a, b in pairwise(contracts)):
            raise ValueError("takes points that rise")
        return contracts


def _switches() -> dict[str, Switch]:
    table: dict[str, Switch] = {}
    for name, hint in get_type_hints(RuleSet, include_extras=True).items():
        if get_origin(hint) is not Annotated:
            continue
        value_type, about = get_args(hint)
        values: tuple[str, ...] = ()
        kind: Any = {int: "points", tuple[int, ...]: "contracts", _Points: "table"}.get(value_type, "choice")
        if kind == "choice":
            values = get_args(value_type)
        games = (about.game,) if about.game else GAMES
        table[name] = Switch(name, kind, values, games, about.text, about.source)
    return table


SWITCHES: dict[str, Switch] = _switches()
"""Every switch by name, in the order of RULES.md 1."""


@dataclass(frozen=True)
class RuleFault:
    """One thing wrong with a rule set: the key (`switches.tie`, `cards.trump_order`) and what is wrong."""

    key: str
    message: str


class RuleSetError(ValueError):
    """A rule set that cannot be, with all its faults."""

    def __init__(self, faults: list[RuleFault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(f"{f.key} {f.message}" for f in faults))


def rule_set(id: str, data: Mapping[str, object]) -> RuleSet:
    """The rule set that `data` describes.

    `data` has `game`, `cards` (`trump_order`, `plain_order`: the eight ranks strongest first, a list or a
    string with spaces; `trump_points`, `plain_points`: points of each rank) and `switches` (name -> value,
    all those that the game reads). RuleSetError has every fault.
    """
    faults = [
        RuleFault(key, "is not a key of a rule set")
        for key in data
        if key not in ("game", "cards", "switches")
    ]
    game = data.get("game")
    if game not in GAMES:
        faults.append(RuleFault("game", f"is {' or '.join(GAMES)}"))
    given: dict[str, Mapping[str, object]] = {}
    for key in ("cards", "switches"):
        table = data.get(key, {})
        if not isinstance(table, Mapping):
            faults.append(RuleFault(key, "is a table"))
            table = {}
        given[key] = table

    cards: dict[str, Any] = {}
    for key in given["cards"]:
        if key not in _CARD_TABLES:
            faults.append(RuleFault(f"cards.{key}", "is not a key of the cards"))
    for key in _CARD_TABLES:
        if key not in given["cards"]:
            faults.append(RuleFault(f"cards.{key}", "is missing"))
            continue
        try:
            cards[key] = (_read_order if key.endswith("order") else _read_table)(given["cards"][key])
        except ValueError as error:
            faults.append(RuleFault(f"cards.{key}", str(error)))

    switches = _read_switches(given["switches"], game, faults)
    for name, switch in SWITCHES.items():
        if game in switch.games and name not in given["switches"]:
            faults.append(RuleFault(f"switches.{name}", "is missing"))
        elif game in GAMES and game not in switch.games:
            switches[name] = switch.idle
    if faults:
        raise RuleSetError(faults)
    return RuleSet(id=id, game=cast(Game, game), **cards, **switches)


def with_switches(rules: RuleSet, overrides: Mapping[str, object]) -> RuleSet:
    """`rules` with some switches set otherwise, under the same id; RuleSetError has every fault."""
    faults: list[RuleFault] = []
    switches = _read_switches(overrides, rules.game, faults)
    if faults:
        raise RuleSetError(faults)
    return replace(rules, **switches)


def switch_values(rules: RuleSet) -> dict[str, Any]:
    """The value of each switch that the game of `rules` reads, by name."""
    return {name: getattr(rules, name) for name, switch in SWITCHES.items() if rules.game in switch.games}


def _read_switches(given: Mapping[str, object], game: object, faults: list[RuleFault]) -> dict[str, Any]:
    switches: dict[str, Any] = {}
    for name, value in given.items():
        switch = SWITCHES.get(name)
        if switch is None:
            faults.append(RuleFault(f"switches.{name}", "is not a switch"))
        elif game in GAMES and game not in switch.games:
            faults.append(RuleFault(f"switches.{name}", f"is not a switch of {game}"))
        else:
            try:
                switches[name] = switch.read(value)
            except ValueError as error:
                faults.append(RuleFault(f"switches.{name}", str(error)))
    return switches


def _read_points(value: object) -> int:
    if type(value) is not int or not 0 <= value <= _MOST_POINTS:  # a bool is no number of points
        raise ValueError(f"takes a whole number of points, 0 to {_MOST_POINTS}")
    return value


def _read_table(value: object) -> dict[Rank, int]:
    if not isinstance(value, Mapping) or set(value) != set(RANKS):
        raise ValueError(f"takes points of each rank: {' '.join(RANKS)}")
    return {rank: _read_points(value[rank]) for rank in RANKS}


def _read_order(value: object) -> tuple[Rank, ...]:
    ranks = value.split() if isinstance(value, str) else value
    if not isinstance(ranks, list | tuple) or sorted(map(str, ranks)) != sorted(RANKS):
        raise ValueError(f"takes the eight ranks, strongest first: {' '.join(RANKS)} in some order")
    return tuple(cast(Rank, str(rank)) for rank in ranks)
