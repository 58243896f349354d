"""Examples: positions, scores and whole deals as plain data, read with all their faults told, and solved.

An example is a JSON object or a TOML table. What it is follows from its keys: `hands` is a deal, `cards` a
score, `hand` or a `trick` of four a play. `read_example` makes it typed values, `solve` runs the engine on
it, `answer` gives the result as data again; `differences` compares an answer with what was expected.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

from sitegen.engine.cards import (
    CARDS,
    SEATS,
    SIDES,
    TRUMP_SUITS,
    TRUMPS,
    Card,
    Seat,
    Side,
    Trump,
    other,
    side,
)
from sitegen.engine.deal import IllegalPlayError, Trick, play_deal, tally
from sitegen.engine.play import PLAYS, Legal, Play, card_points, holder, legal_cards
from sitegen.engine.rules import SWITCHES, RuleSet, RuleSetError, with_switches
from sitegen.engine.score import MULTIPLIERS, Contract, Double, Score, ScoreInput, score

ERRORS: dict[str, str] = {
    "malformed": "The line is no JSON object or TOML table, or a value is of the wrong kind or size.",
    "unknown-key": "A key that this kind of example, or this game, does not have.",
    "missing-key": "A key that this kind of example needs is not there.",
    "unknown-card": "A text that is no card: rank then suit, as 10H JS 7C AD.",
    "duplicate-card": "A card stands twice.",
    "unknown-rules": "No rule set has this name.",
    "unknown-trump": "The trump is none of spades, hearts, diamonds, clubs, no-trump, all-trump.",
    "unknown-seat": "A seat is none of N E S W, or a side none of NS EW.",
    "out-of-turn": "A play or the seat to play is not the next in turn order.",
    "hand-size": "A hand has no card or more than eight; in a whole deal, not eight.",
    "illegal-play": "A card that is played is not in the hand, or the rules forbid it.",
    "revoke": "A play does not follow the suit led although the hand holds it.",
    "points-sum": "The card points of the two sides do not add up to those of the cards.",
    "negative": "A number of points is below zero.",
    "capot-against-points": "A capot does not agree with the card points, the last trick or all_tricks_by.",
    "belote-at-no-trump": "A belote is given at no-trump, where there is none.",
    "unknown-contract": "The rule set has no such contract.",
    "carried-in-coinche": "Points are carried in at Coinche, which holds none.",
    "expect-differs": "The answer is not the one that the example expects.",
}
"""Everything that can be wrong with an example: code -> meaning."""

_MOST_POINTS = 999_999  # of anything given: no game comes near it, and every result stays printable
_MOST_TOLD = 5  # faults beside the first, in the message of an error


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with an example: a code of `ERRORS`, the key ("" for the whole), a sentence."""

    code: str
    key: str
    message: str


class ExampleError(ValueError):
    """An example that cannot be, with all its faults in the order in which they are checked."""

    def __init__(self, id: str | None, faults: Sequence[Fault]) -> None:
        self.id = id
        self.faults = tuple(faults)
        first, *others = self.faults
        more = "".join(f"; also {fault.code}: {fault.message}" for fault in others[:_MOST_TOLD])
        if len(others) > _MOST_TOLD:
            more += f"; and {len(others) - _MOST_TOLD} more"
        super().__init__(first.message + more)


@dataclass(frozen=True, slots=True)
class PlayExample:
    """A trick and, unless it is complete, a hand that has to play to it; `added` is the card it plays."""

    id: str | None
    rules: RuleSet
    trump: Trump
    trick: tuple[Play, ...]
    seat: Seat | None
    hand: tuple[Card, ...]
    added: Card | None
    expect: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ScoreExample:
    """A deal that has been played, given by its points."""

    id: str | None
    rules: RuleSet
    given: ScoreInput
    expect: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class DealExample:
    """A whole deal, card by card; `given` is what its tricks give to score."""

    id: str | None
    rules: RuleSet
    hands: Mapping[Seat, tuple[Card, ...]]
    tricks: tuple[Trick, ...]
    given: ScoreInput
    expect: Mapping[str, object]


Example = PlayExample | ScoreExample | DealExample


@dataclass(frozen=True, slots=True)
class SolvedPlay:
    """`legal` speaks of the hand before `example.added`, the rest of the trick with it.

    `legal` is None when the trick was given complete, `holder` when nothing is played, `winner` until the
    trick is complete. `card_points` are in order of play.
    """

    example: PlayExample
    legal: Legal | None
    trick: tuple[Play, ...]
    holder: Seat | None
    winner: Seat | None
    card_points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SolvedScore:
    """The score of a deal given by its points."""

    example: ScoreExample
    score: Score


@dataclass(frozen=True, slots=True)
class SolvedDeal:
    """The score of a whole deal; its tricks are the example's."""

    example: DealExample
    score: Score


Solved = SolvedPlay | SolvedScore | SolvedDeal


def solve(example: Example) -> Solved:
    """What the engine makes of an example."""
    if isinstance(example, ScoreExample):
        return SolvedScore(example, score(example.rules, example.given))
    if isinstance(example, DealExample):
        return SolvedDeal(example, score(example.rules, example.given))
    rules, trump, trick = example.rules, example.trump, example.trick
    legal = None
    if example.seat is not None:
        legal = legal_cards(rules, trump, trick, example.seat, example.hand)
        if example.added is not None:
            trick = (*trick, Play(example.seat, example.added))
    held_by = trick[holder(rules, trump, trick)].seat if trick else None
    winner = held_by if len(trick) == 4 else None
    return SolvedPlay(example, legal, trick, held_by, winner, card_points(rules, trump, trick))


def answer(solved: Solved) -> dict[str, object]:
    """A result as JSON-able data, keys in their fixed order: `id`, `kind`, then the kind's own.

    A play: `duty legal illegal` unless the trick was given complete, `holder` (null before the lead), and
    `winner points card_points` once it is complete. A score: `outcome totals score held lines`. A deal:
    `tricks`, then the keys of a score.
    """
    example = solved.example
    if isinstance(solved, SolvedPlay):
        result: dict[str, object] = {"id": example.id, "kind": "play"}
        legal = solved.legal
        if legal is not None:
            result["duty"] = legal.duty
            result["legal"] = [card.text for card in legal.cards]
            result["illegal"] = {card.text: reason for card, reason in legal.illegal.items()}
        result["holder"] = solved.holder
        if solved.winner is not None:
            result["winner"] = solved.winner
            result["points"] = sum(solved.card_points)
            result["card_points"] = list(solved.card_points)
        return result
    if isinstance(solved, SolvedScore):
        return {"id": example.id, "kind": "score"} | _score_answer(solved.score)
    tricks = [
        {
            "leader": trick.leader,
            "plays": [play.card.text for play in trick.plays],
            "winner": trick.winner,
            "points": trick.points,
        }
        for trick in solved.example.tricks
    ]
    return {"id": example.id, "kind": "deal", "tricks": tricks} | _score_answer(solved.score)


def _score_answer(result: Score) -> dict[str, object]:
    return {
        "outcome": result.outcome,
        "totals": {s: result.totals[s] for s in SIDES},
        "score": {s: result.score[s] for s in SIDES},
        "held": result.held,
        "lines": [{"side": line.side, "name": line.name, "points": line.points} for line in result.lines],
    }


def differences(answer: Mapping[str, object], expect: Mapping[str, object]) -> list[Fault]:
    """Each key of `expect` whose value the answer does not have, exactly and of the same kind."""
    faults = []
    for key, expected in expect.items():
        said, true = _canonical(expected), _canonical(answer[key]) if key in answer else "nothing"
        if said != true:
            message = f"expected {key} {_shorten(said)}, the answer has {_shorten(true)}"
            faults.append(Fault("expect-differs", f"expect.{key}", message))
    return faults


def _canonical(value: object) -> str:
    """A text that tells values apart as JSON does: 1 from true and from 1.0, which `==` does not."""
    try:
        return json.dumps(value, sort_keys=True, default=str)
    except (ValueError, RecursionError):
        return "something too large to write"  # no answer is


# Reading ------------------------------------------------------------------------------------------------

_EVERY_KIND = ("id", "rules", "trump", "switches", "expect", "title", "note")
_STAKES = ("taker", "declarations", "carried", "contract", "double")
_KEYS: dict[str, frozenset[str]] = {
    "play": frozenset((*_EVERY_KIND, "trick", "seat", "hand", "plays")),
    "score": frozenset((*_EVERY_KIND, *_STAKES, "cards", "last_trick", "belote", "capot", "all_tricks_by")),
    "deal": frozenset((*_EVERY_KIND, *_STAKES, "leader", "hands", "plays")),
}
_NEEDED: dict[str, tuple[str, ...]] = {
    "play": ("rules", "trump"),
    "score": ("rules", "trump", "taker", "cards", "last_trick"),
    "deal": ("rules", "trump", "taker", "leader", "hands", "plays"),
}
_TRUMP_WORDS: dict[str, Trump] = {trump: trump for trump in TRUMPS}
_SEAT_WORDS: dict[str, Seat] = {seat: seat for seat in SEATS}
_SIDE_WORDS: dict[str, Side] = {s: s for s in SIDES}
_DOUBLE_WORDS: dict[str, Double] = {double: double for double in MULTIPLIERS}

_T = TypeVar("_T")


def read_example(data: object, rule_sets: Mapping[str, RuleSet]) -> Example:
    """The example that `data` (of JSON or TOML) describes; ExampleError has every fault.

    `id` is a text or missing. A list of cards or plays may be one text with spaces. A hand may be short: a
    position shows what it wants to show. `title` and `note` are not looked at.
    """
    reading = _Reading(data)
    kind = reading.kind()
    rules = reading.rules(rule_sets)
    reading.keys(kind, rules)
    trump = reading.word("trump", _TRUMP_WORDS, "unknown-trump")
    expect = reading.expect()
    if kind == "play":
        return reading.play(rules, trump, expect)
    if kind == "score":
        return reading.score(rules, trump, expect)
    return reading.deal(rules, trump, expect)


def read_table(id: str, table: object, rule_sets: Mapping[str, RuleSet]) -> Example:
    """The example of a TOML table whose name is `id`; ExampleError has every fault."""
    if not isinstance(table, dict):
        raise ExampleError(id, [Fault("malformed", "", f"an example is a table: [{_shorten(id)}]")])
    if "id" in table:
        raise ExampleError(id, [Fault("unknown-key", "id", "the name of the table is the id")])
    return read_example({"id": id, **table}, rule_sets)


def _quoted(value: object) -> str:
    return _shorten(value if isinstance(value, str) else _canonical(value))


def _shorten(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"


class _Reading:
    """One example being read: its data, and the faults found so far.

    Each reader returns None for what is missing or wrong, so that the others still have their say; the
    makers (`play`, `score`, `deal`) raise when there is a fault.
    """

    __slots__ = ("data", "faults", "id")

    def __init__(self, data: object) -> None:
        self.id: str | None = None
        self.faults: list[Fault] = []
        if not isinstance(data, dict):
            self.fault("malformed", "", "an example is an object of keys and values")
            self.fail()
        self.data: dict[str, object] = data
        id = data.get("id")
        if id is None or isinstance(id, str):
            self.id = id
        else:
            self.fault("malformed", "id", "id is a text")

    def fault(self, code: str, key: str, message: str) -> None:
        self.faults.append(Fault(code, key, message))

    def fail(self) -> NoReturn:
        raise ExampleError(self.id, self.faults)

    def kind(self) -> str:
        data = self.data
        if "hands" in data:
            return "deal"
        if "cards" in data:
            return "score"
        if "hand" not in data and "trick" not in data:
            self.fault("missing-key", "", "needs hand or trick (a play), cards (a score) or hands (a deal)")
            self.fail()
        return "play"

    def keys(self, kind: str, rules: RuleSet | None) -> None:
        data = self.data
        if not data.keys() <= _KEYS[kind]:
            for key in data:
                if key not in _KEYS[kind]:
                    self.fault("unknown-key", key, f"{_quoted(key)} is not a key of a {kind}")
        for key in _NEEDED[kind]:
            if key not in data:
                self.fault("missing-key", key, f"a {kind} needs {key}")
        if kind == "play" or rules is None:
            return
        if rules.game == "belote":
            for key in ("contract", "double"):
                if key in data:
                    self.fault("unknown-key", key, f"{key} belongs to Coinche")
        else:
            if "contract" not in data:
                self.fault("missing-key", "contract", f"a {kind} at Coinche needs contract")
            if "carried" in data:
                self.fault("carried-in-coinche", "carried", "Coinche holds no points, so none are carried")

    def rules(self, rule_sets: Mapping[str, RuleSet]) -> RuleSet | None:
        rules = self.word("rules", rule_sets, "unknown-rules")
        if "switches" not in self.data or rules is None:
            return rules
        overrides = self.data["switches"]
        if not isinstance(overrides, dict):
            self.fault("malformed", "switches", "switches is an object of switches and values")
            return rules
        try:
            return with_switches(rules, overrides)
        except RuleSetError as error:
            for fault in error.faults:
                switch = SWITCHES.get(fault.key.removeprefix("switches."))
                code = "malformed" if switch and rules.game in switch.games else "unknown-key"
                self.fault(code, fault.key, f"{_quoted(fault.key)} {fault.message}")
            return rules

    def expect(self) -> dict[str, object]:
        expect = self.data.get("expect", {})
        if isinstance(expect, dict):
            return expect
        self.fault("malformed", "expect", "expect is an object of keys of the answer")
        return {}

    def word(self, key: str, words: Mapping[str, _T], unknown: str) -> _T | None:
        """What the text under `key` names; a missing key is no fault here."""
        if key not in self.data:
            return None
        value = self.data[key]
        if not isinstance(value, str):
            self.fault("malformed", key, f"{key} is a text")
            return None
        if value not in words:
            self.fault(unknown, key, f"{key} {_quoted(value)} is none of {' '.join(words)}")
            return None
        return words[value]

    def texts(self, key: str, value: object) -> list[Any] | None:
        """A list, or a text split at spaces. Its items may be of any kind."""
        if isinstance(value, str):
            return value.split()
        if isinstance(value, list):
            return value
        self.fault("malformed", key, f"{key} is a list, or a text with spaces")
        return None

    def cards(self, key: str, value: object, least: int, most: int, size: str) -> tuple[Card, ...]:
        """The cards of a list that has `least` to `most` of them; `size` is the code of one that has not."""
        texts = self.texts(key, value)
        if texts is None:
            return ()
        if not least <= len(texts) <= most:
            span = f"{least} to {most} cards" if least < most else f"{most} cards" if most > 1 else "one card"
            self.fault(size, key, f"{key} needs {span}, it has {len(texts)}")
        try:
            return tuple([CARDS[text] for text in texts])
        except (KeyError, TypeError):
            pass
        for text in texts:
            if not isinstance(text, str):
                self.fault("malformed", key, f"a card in {key} is not a text")
            elif text not in CARDS:
                self.fault("unknown-card", key, f"{_quoted(text)} in {key} is no card")
        return tuple([CARDS[text] for text in texts if isinstance(text, str) and text in CARDS])

    def trick(self) -> tuple[Play, ...] | None:
        texts = self.texts("trick", self.data.get("trick", ""))
        if texts is None:
            return None
        try:
            return tuple([PLAYS[text] for text in texts])
        except (KeyError, TypeError):
            pass
        for text in texts:
            if not isinstance(text, str) or ":" not in text:
                self.fault("malformed", "trick", "a play in trick is seat, colon, card: W:AS")
                continue
            seat, card = text.split(":", 1)
            if seat not in _SEAT_WORDS:
                self.fault("unknown-seat", "trick", f"{_quoted(seat)} in trick is none of {' '.join(SEATS)}")
            if card not in CARDS:
                self.fault("unknown-card", "trick", f"{_quoted(card)} in trick is no card")
        return None

    def once(self, key: str, cards: Sequence[Card]) -> None:
        """No card may stand twice."""
        if len(set(cards)) != len(cards):
            twice = [card.text for card in dict.fromkeys(cards) if cards.count(card) > 1]
            self.fault("duplicate-card", key, f"stands twice: {' '.join(twice)}")

    def number(self, key: str, value: object) -> int:
        if type(value) is not int or value > _MOST_POINTS:  # a bool is no number
            self.fault("malformed", key, f"{key} is a whole number, at most {_MOST_POINTS}")
            return 0
        if value < 0:
            self.fault("negative", key, f"{key} is below zero")
            return 0
        return value

    def by_side(self, key: str) -> dict[Side, int]:
        """Numbers of the two sides; a side that is not given has 0."""
        table: dict[Side, int] = dict.fromkeys(SIDES, 0)
        value = self.data.get(key, {})
        if not isinstance(value, dict):
            self.fault("malformed", key, f"{key} is an object with NS and EW")
            return table
        for name, number in value.items():
            if name in _SIDE_WORDS:
                table[_SIDE_WORDS[name]] = self.number(f"{key}.{name}", number)
            else:
                self.fault("unknown-seat", key, f"{_quoted(name)} in {key} is none of {' '.join(SIDES)}")
        return table

    # The three kinds

    def play(self, rules: RuleSet | None, trump: Trump | None, expect: dict[str, object]) -> PlayExample:
        data = self.data
        trick = self.trick()
        hand = self.cards("hand", data["hand"], 1, 8, "hand-size") if "hand" in data else ()
        seat = self.word("seat", _SEAT_WORDS, "unknown-seat")
        added = self.cards("plays", data["plays"], 1, 1, "malformed") if "plays" in data else ()
        self.once("hand" if hand else "trick", [*[play.card for play in trick or ()], *hand])
        if trick is not None:
            self.check_turns(rules, trick, seat)
        if self.faults or rules is None or trump is None or trick is None:
            self.fail()
        if added:
            self.check_added(rules, trump, trick, seat, hand, added[0])
        return PlayExample(self.id, rules, trump, trick, seat, hand, added[0] if added else None, expect)

    def check_turns(self, rules: RuleSet | None, trick: tuple[Play, ...], seat: Seat | None) -> None:
        """Everyone plays in turn, and the seat whose hand is given is the next."""
        if len(trick) > 4:
            self.fault("malformed", "trick", "a trick has at most four plays")
            return
        for key in ("seat", "hand", "plays"):
            if len(trick) == 4 and key in self.data:
                self.fault("out-of-turn", key, f"the trick is complete, so {key} has no turn")
            elif len(trick) < 4 and key not in self.data and key != "plays":
                self.fault("missing-key", key, f"a play to a trick that is not complete needs {key}")
        if not rules or not trick:
            return
        turn = rules.seats_from(trick[0].seat)
        for play, due in zip(trick, turn, strict=False):
            if play.seat != due:
                self.fault("out-of-turn", "trick", f"{play} is played in the turn of {due}")
                return
        if seat and len(trick) < 4 and seat != turn[len(trick)]:
            self.fault("out-of-turn", "seat", f"{seat} is to play in the turn of {turn[len(trick)]}")

    def check_added(
        self,
        rules: RuleSet,
        trump: Trump,
        trick: tuple[Play, ...],
        seat: Seat | None,
        hand: tuple[Card, ...],
        card: Card,
    ) -> None:
        if card not in hand:
            self.illegal(None, card, f"{card} is not in the hand")
        elif seat is not None:
            legal = legal_cards(rules, trump, trick, seat, hand)
            if card in legal.illegal:
                self.illegal(legal, card, f"{card} is illegal: {legal.illegal[card]}")
        if self.faults:
            self.fail()

    def illegal(self, legal: Legal | None, card: Card, message: str) -> None:
        """The fault of a card played that is not in the hand (`legal` is None) or not legal."""
        revoked = legal is not None and legal.illegal[card] == "must-follow"
        self.fault("revoke" if revoked else "illegal-play", "plays", message)

    def stakes(self, rules: RuleSet | None) -> dict[str, Any]:
        """The keys that a score and a deal share."""
        data = self.data
        stakes: dict[str, Any] = {
            "taker": self.word("taker", _SEAT_WORDS, "unknown-seat"),
            "declarations": self.by_side("declarations"),
        }
        if rules is None:
            return stakes
        if rules.game == "belote":
            stakes["carried"] = self.number("carried", data.get("carried", 0))
        else:
            stakes["contract"] = self.contract(rules)
            if "double" in data:
                stakes["double"] = self.word("double", _DOUBLE_WORDS, "malformed")
        return stakes

    def contract(self, rules: RuleSet) -> Contract | None:
        value = self.data.get("contract")
        if value == "capot":
            return "capot"
        if value == "generale":
            return "generale"
        if type(value) is int and value in rules.contracts:
            return value
        if type(value) is int or isinstance(value, str):
            known = " ".join(map(str, (*rules.contracts, "capot", "generale")))
            self.fault("unknown-contract", "contract", f"contract {_quoted(value)} is none of {known}")
        elif "contract" in self.data:
            self.fault("malformed", "contract", "contract is a number of points, capot or generale")
        return None

    def belote(self, trump: Trump | None) -> dict[Side, int]:
        value = self.data.get("belote")
        if isinstance(value, str):
            holder = self.word("belote", _SIDE_WORDS, "unknown-seat")
            count: dict[Side, int] = {s: int(s == holder) for s in SIDES}
        else:
            count = self.by_side("belote")
        if trump is not None and sum(count.values()) > len(TRUMP_SUITS[trump]):
            if trump == "no-trump":
                self.fault("belote-at-no-trump", "belote", "there is no belote at no-trump")
            else:
                most = len(TRUMP_SUITS[trump])
                self.fault("malformed", "belote", f"at {trump} there can be {most} belote at most")
        return count

    def score(self, rules: RuleSet | None, trump: Trump | None, expect: dict[str, object]) -> ScoreExample:
        stakes = self.stakes(rules)
        faults_before = len(self.faults)
        cards = self.by_side("cards")
        if isinstance(self.data["cards"], dict):
            for s in SIDES:
                if s not in self.data["cards"]:
                    self.fault("missing-key", f"cards.{s}", f"cards needs {s}")
        if rules and trump and len(self.faults) == faults_before:
            total = rules.cards_total(trump)
            if sum(cards.values()) != total:
                self.fault(
                    "points-sum", "cards", f"cards add up to {sum(cards.values())}, the deal has {total}"
                )
        last_trick = self.word("last_trick", _SIDE_WORDS, "unknown-seat")
        belote = self.belote(trump)
        capot = self.word("capot", _SIDE_WORDS, "unknown-seat")
        all_tricks_by = self.word("all_tricks_by", _SEAT_WORDS, "unknown-seat")
        if all_tricks_by and "capot" not in self.data:
            capot = side(all_tricks_by)
        if capot:
            self.check_capot(capot, cards, last_trick, all_tricks_by)
        if self.faults or rules is None or trump is None or last_trick is None:
            self.fail()
        given = ScoreInput(
            trump=trump,
            cards=cards,
            last_trick=last_trick,
            belote=belote,
            capot=capot,
            all_tricks_by=all_tricks_by,
            **stakes,
        )
        return ScoreExample(self.id, rules, given, expect)

    def check_capot(
        self, capot: Side, cards: Mapping[Side, int], last_trick: Side | None, all_tricks_by: Seat | None
    ) -> None:
        against = []
        if cards[other(capot)]:
            against.append(f"{other(capot)} has card points")
        if last_trick == other(capot):
            against.append(f"{last_trick} has the last trick")
        if all_tricks_by and side(all_tricks_by) != capot:
            against.append(f"{all_tricks_by} has all the tricks")
        if against:
            self.fault("capot-against-points", "capot", f"{capot} is capot, but {' and '.join(against)}")

    def deal(self, rules: RuleSet | None, trump: Trump | None, expect: dict[str, object]) -> DealExample:
        stakes = self.stakes(rules)
        leader = self.word("leader", _SEAT_WORDS, "unknown-seat")
        hands = self.hands()
        plays = self.cards("plays", self.data["plays"], 32, 32, "malformed") if "plays" in self.data else ()
        self.once("plays", plays)
        if self.faults or rules is None or trump is None or leader is None:
            self.fail()
        try:
            tricks = play_deal(rules, trump, leader, hands, plays)
        except IllegalPlayError as error:
            self.illegal(error.legal, error.play.card, str(error))
            self.fail()
        given = tally(trump=trump, hands=hands, tricks=tricks, **stakes)
        return DealExample(self.id, rules, hands, tricks, given, expect)

    def hands(self) -> dict[Seat, tuple[Card, ...]]:
        hands: dict[Seat, tuple[Card, ...]] = {}
        value = self.data["hands"]
        if not isinstance(value, dict):
            self.fault("malformed", "hands", "hands is an object with a hand for each seat")
            return hands
        for name in value:
            if name not in _SEAT_WORDS:
                self.fault("unknown-seat", "hands", f"{_quoted(name)} in hands is none of {' '.join(SEATS)}")
        for seat in SEATS:
            if seat not in value:
                self.fault("missing-key", f"hands.{seat}", f"hands needs {seat}")
                continue
            hands[seat] = self.cards(f"hands.{seat}", value[seat], 8, 8, "hand-size")
        self.once("hands", [card for hand in hands.values() for card in hand])
        return hands
