"""The public vocabulary of prose: what the engine found, as a flat table `{address: Fact(kind, value)}`.

Each address is defined once, in `ADDRESSES`, with its kind and meaning; the code that makes a fact names
the address it makes, so the documented table and the real one cannot part. `<play>` and the like stand for
a reference: see `REFERENCES`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from sitegen.engine import (
    CARDS,
    MULTIPLIERS,
    SEATS,
    SIDES,
    TRUMP_SUITS,
    Card,
    Play,
    Rank,
    RuleSet,
    Score,
    ScoreInput,
    Seat,
    Side,
    Solved,
    SolvedPlay,
    Suit,
    Trump,
    action,
    holder,
    other,
    side,
)

RANK_NAMES: dict[Rank, str] = {
    "A": "ace", "K": "king", "Q": "queen", "J": "jack", "10": "ten", "9": "nine", "8": "eight", "7": "seven",
}  # fmt: skip
ORDERS: tuple[tuple[str, Trump, Suit], ...] = (
    ("trump", "hearts", "H"),
    ("plain", "hearts", "S"),
    ("no-trump", "no-trump", "S"),
    ("all-trump", "all-trump", "S"),
)
"""The ways in which cards count, each with a trump and a suit in which they count so."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A value that prose may state. `kind` says which words can state it; `is_trump` is for cards."""

    kind: str
    value: str | int
    is_trump: bool = False


REFERENCES: dict[str, str] = {
    "<play>": "a play: `1`…`4` in order, `me` (the card played now), `master` (the play that holds the trick before `me` plays)",
    "<card>": "a card in hand: `hand.N`, `legal.N` (the N-th legal card), `best` (the only legal card)",
    "<n>": "a number from 1",
    "<line>": "a line of a score: `cards last-trick capot belote declarations rounding contract base multiplier deal carried`",
    "<side>": "a side: `ns`, `ew`, `taker`, `defence`",
    "<order>": "how cards count: `trump`, `plain`, `no-trump`, `all-trump`",
    "<rank>": "a rank: `ace king queen jack ten nine eight seven`",
    "<turn>": "a place in the order of play: `1` to `4`",
    "<place>": "a place in an order of cards: `1` the strongest … `8` the weakest",
}

_MEANT = {
    "me": "me, the player to act",
    "master": "master, the play that holds the trick",
    "best": "best, the only legal card",
    "hand": "{}, number {} of the hand",
    "legal": "{}, number {} of the legal cards",
    "taker": "taker, the taker's side",
    "defence": "defence, the other side",
    "next": "next, the player whose turn comes after that",
    "winner": "winner, the player who takes the trick",
    "ns": "ns, North–South",
    "ew": "ew, East–West",
}


def in_words(reference: str) -> str:
    """A reference of an address in words: hand.3 is number 3 of the hand."""
    name, _, number = reference.partition(".")
    if reference.isdecimal():
        return f"{reference}, play {reference} of the trick"
    return _MEANT.get(name, "{}").format(reference, number)


ADDRESSES: dict[str, tuple[str, str]] = {
    # play examples
    "trump": ("trump", "the trump of the deal"),
    "me.seat": ("seat", "the player to act"),
    "next.seat": ("seat", "the player whose turn comes after that"),
    "me.trumps": ("num", "how many trumps the player to act holds"),
    "<play>.seat": ("seat", "who made the play"),
    "<play>.card": ("card", "the card played"),
    "<play>.rank": ("rank", "the rank of the card played"),
    "<play>.suit": ("suit", "the suit of the card played"),
    "<play>.action": ("action", "what the play did: lead, follow, ruff …"),
    "<play>.points": ("num", "what the card played is worth"),
    "<card>.card": ("card", "a card in the hand of the player to act"),
    "<card>.rank": ("rank", "its rank"),
    "<card>.suit": ("suit", "its suit"),
    "<card>.points": ("num", "what it is worth"),
    "illegal.<n>.card": ("card", "the N-th card that may not be played"),
    "illegal.<n>.reason": ("reason", "why it may not be played"),
    "illegal.count": ("num", "how many cards may not be played"),
    "legal.count": ("num", "how many cards may be played"),
    "duty": ("duty", "what binds the player to act: never in words, claims state it"),
    "trick.points": ("num", "what the complete trick is worth"),
    "winner.seat": ("seat", "who wins the complete trick"),
    "winner.side": ("side", "the side that wins the complete trick"),
    # scores
    "taker.seat": ("seat", "the taker"),
    "<side>.cards": ("num", "card points of a side"),
    "<side>.last-trick": ("num", "what the last trick brings a side, capot included"),
    "<side>.belote": ("num", "what belote brings a side"),
    "<side>.declarations": ("num", "what a side declared"),
    "<side>.total": ("num", "what the comparison uses: cards, last trick or capot, belote, declarations"),
    "<side>.trick-points": ("num", "cards and last trick or capot of a side"),
    "<side>.rounded": ("num", "trick points of a side after rounding"),
    "<side>.score": ("num", "what a side writes down"),
    "<side>.side": ("side", "the side itself"),
    "<side>.line.<line>": ("num", "what a line of the score adds to a side"),
    "<side>.line.<line>.name": ("line", "the name of that line"),
    "last-trick.side": ("side", "the side that took the last trick"),
    "belote.side": ("side", "the side that holds belote, if only one does"),
    "outcome": ("outcome", "made, failed, tied, capot"),
    "held": ("num", "points that stay for the winner of the next deal"),
    "carried": ("num", "points that an earlier tie left and that come in now"),
    "contract": ("num", "the value of the contract"),
    "contract.name": ("contract", "capot or générale, for a contract that is not a number"),
    "double": ("double", "not doubled, coinched, surcoinched"),
    "multiplier": ("num", "1, 2 or 4"),
    "base": ("num", "what stands for the tricks in a failed or doubled contract"),
    "deal": ("num", "all points of this deal: its cards and the last trick or capot"),
    # constants of the rule set in force
    "k.cards": ("num", "points of all cards, with a trump"),
    "k.deal": ("num", "the same with the last trick"),
    "k.capot.deal": ("num", "points of all cards with the capot bonus, with a trump"),
    "k.no-trump.cards": ("num", "points of all cards at no-trump"),
    "k.no-trump.deal": ("num", "the same with the last trick"),
    "k.no-trump.capot.deal": ("num", "points of all cards at no-trump with the capot bonus"),
    "k.all-trump.cards": ("num", "points of all cards at all-trump"),
    "k.all-trump.deal": ("num", "the same with the last trick"),
    "k.last-trick": ("num", "the bonus for the last trick"),
    "k.capot": ("num", "the bonus for all the tricks, instead of the last trick"),
    "k.belote": ("num", "what belote is worth"),
    "k.belote.king": ("rank", "the one card of belote"),
    "k.belote.queen": ("rank", "the other card of belote"),
    "k.tie": ("num", "half of a deal with trump"),
    "k.tie.belote": ("num", "half of a deal with trump and belote"),
    "k.no-trump.tie": ("num", "half of a deal at no-trump"),
    "k.turn.<turn>": ("seat", "the seats in the order in which they play, South first"),
    "k.tricks": ("num", "tricks in a deal"),
    "k.trick.cards": ("num", "cards in a trick"),
    "k.players": ("num", "players at the table"),
    "k.deck": ("num", "cards in the deck"),
    "k.base": ("num", "what stands for the tricks in a failed or doubled contract"),
    "k.base-all-tricks": ("num", "the same when a doubled contract is made with all the tricks"),
    "k.base-failed-all-tricks": ("num", "the same when a contract of all the tricks fails"),
    "k.base-defence-all-tricks": ("num", "the same when the defence takes all the tricks"),
    "k.contract.lowest": ("num", "the lowest contract in points"),
    "k.contract.highest": ("num", "the highest contract in points"),
    "k.contract.step": ("num", "the step from one contract in points to the next; 0 if they differ"),
    "k.contract.capot": ("num", "the value of the contract to take all the tricks"),
    "k.contract.generale": ("num", "the value of the contract to take all the tricks alone"),
    "k.multiplier.coinche": ("num", "what coinche multiplies by"),
    "k.multiplier.surcoinche": ("num", "what surcoinche multiplies by"),
    "k.rounding.step": ("num", "scores are rounded to a multiple of this"),
    "k.rounding.half": ("num", "the last digit that lies exactly between two multiples"),
    "k.<order>.suit": ("num", "points of the eight cards of a suit"),
    "k.<order>.name": ("order", "how the cards count"),
    "k.<order>.<rank>": ("num", "points of a rank"),
    "k.<order>.<place>.points": ("num", "points of the rank at a place in the order"),
    "k.<order>.<place>.rank": ("rank", "the rank at a place in the order, strongest first"),
}
"""Every address of prose: pattern → kind of the fact, meaning."""


BELOTE: tuple[Rank, Rank] = ("K", "Q")
"""The ranks of trump that make a belote (RULES.md 10)."""
ROUNDING_STEP = 10
"""Scores at Coinche are rounded to a multiple of this (RULES.md 15)."""


@dataclass(frozen=True)
class Ref:
    """What a reference inside an address stands for: any of a seat, a card, a side."""

    seat: Seat | None = None
    card: Card | None = None
    side: Side | None = None
    suit: Suit | None = None


class FactTable(dict[str, Fact]):
    """The facts of one example or rule set, by address, and the references that claims may name."""

    def __init__(self, rules: RuleSet, solved: Solved | None = None) -> None:
        super().__init__()
        self.rules = rules
        self.solved = solved
        self.refs: dict[str, Ref] = {}

    def put(self, pattern: str, value: str | int | Card, is_trump: bool = False, **references: str) -> None:
        """Add a fact at a documented address; `references` fill the pattern's places."""
        kind, _ = ADDRESSES[pattern]
        address = pattern
        for key, reference in references.items():
            address = address.replace(f"<{key}>", reference)
        self[address] = Fact(kind, value.text if isinstance(value, Card) else value, is_trump)


def is_trump(card: Card, trump: Trump) -> bool:
    """Whether a card is a trump; at all-trump every card is (RULES.md 6)."""
    return card.suit in TRUMP_SUITS[trump]


@lru_cache(maxsize=64)
def constants(rules: RuleSet) -> FactTable:
    """The facts of a rule set: `k.*`."""
    table = FactTable(rules)
    put = table.put
    for prefix, trump in (("k", "hearts"), ("k.no-trump", "no-trump"), ("k.all-trump", "all-trump")):
        cards = rules.cards_total(trump)  # type: ignore[arg-type]  # a loop over literals loses their type
        put(f"{prefix}.cards", cards)
        put(f"{prefix}.deal", cards + rules.last_trick)
        if trump != "all-trump":
            put(f"{prefix}.capot.deal", cards + rules.capot)
            put(f"{prefix}.tie", (cards + rules.last_trick) // 2)
    put("k.tie.belote", (rules.deal_total("hearts") + rules.belote) // 2)
    put("k.last-trick", rules.last_trick)
    put("k.capot", rules.capot)
    put("k.belote", rules.belote)
    put("k.belote.king", BELOTE[0])
    put("k.belote.queen", BELOTE[1])
    put("k.tricks", len(CARDS) // len(SEATS))
    put("k.trick.cards", len(SEATS))
    put("k.players", len(SEATS))
    put("k.deck", len(CARDS))
    for turn, seat in enumerate(rules.seats_from("S"), start=1):
        put("k.turn.<turn>", seat, turn=str(turn))
    if rules.game == "coinche":
        put("k.base", rules.base)
        put("k.base-all-tricks", rules.base_all_tricks)
        put("k.base-failed-all-tricks", rules.base_failed_all_tricks)
        put("k.base-defence-all-tricks", rules.base_defence_all_tricks)
        put("k.contract.lowest", min(rules.contracts))
        put("k.contract.highest", max(rules.contracts))
        steps = {b - a for a, b in pairwise(rules.contracts)}
        put("k.contract.step", steps.pop() if len(steps) == 1 else 0)
        put("k.contract.capot", rules.capot_contract)
        put("k.contract.generale", rules.generale_contract)
        put("k.multiplier.coinche", MULTIPLIERS["coinche"])
        put("k.multiplier.surcoinche", MULTIPLIERS["surcoinche"])
        put("k.rounding.step", ROUNDING_STEP)
        put("k.rounding.half", ROUNDING_STEP // 2)
    for order, trump, suit in ORDERS:
        points = rules.points(trump)
        put("k.<order>.name", order, order=order)
        put("k.<order>.suit", sum(points[CARDS[rank + suit]] for rank in RANK_NAMES), order=order)
        for place, rank in enumerate(rules.order(trump, suit), start=1):
            put("k.<order>.<rank>", points[CARDS[rank + suit]], order=order, rank=RANK_NAMES[rank])
            put("k.<order>.<place>.rank", rank, order=order, place=str(place))
            put("k.<order>.<place>.points", points[CARDS[rank + suit]], order=order, place=str(place))
    return table


def facts(solved: Solved) -> FactTable:
    """All facts of a solved example, the constants of its rule set among them."""
    table = FactTable(solved.example.rules, solved)
    table.update(constants(table.rules))
    if isinstance(solved, SolvedPlay):
        _play_facts(table, solved)
    else:
        _score_facts(table, solved.example.given, solved.score)
    return table


def _play_facts(table: FactTable, solved: SolvedPlay) -> None:
    example, rules = solved.example, table.rules
    trump = example.trump
    points = rules.points(trump)
    put = table.put
    put("trump", trump)

    def put_play(reference: str, plays: tuple[Play, ...], index: int) -> None:
        play = plays[index]
        card = play.card
        table.refs[reference] = Ref(play.seat, card, side(play.seat), card.suit)
        put("<play>.seat", play.seat, play=reference)
        put("<play>.card", card, is_trump(card, trump), play=reference)
        put("<play>.rank", card.rank, play=reference)
        put("<play>.suit", card.suit, play=reference)
        put("<play>.action", action(rules, trump, plays, index), play=reference)
        put("<play>.points", points[card], play=reference)

    def put_card(reference: str, card: Card) -> None:
        table.refs[reference] = Ref(example.seat, card, None, card.suit)
        put("<card>.card", card, is_trump(card, trump), card=reference)
        put("<card>.rank", card.rank, card=reference)
        put("<card>.suit", card.suit, card=reference)
        put("<card>.points", points[card], card=reference)

    for index in range(len(solved.trick)):
        put_play(str(index + 1), solved.trick, index)
    if example.trick:
        put_play("master", example.trick, holder(rules, trump, example.trick))
    if example.seat is not None:
        seat = example.seat
        if example.added is not None:
            put_play("me", solved.trick, len(solved.trick) - 1)
        else:
            table.refs["me"] = Ref(seat, None, side(seat))
            put("me.seat", seat)
        put("next.seat", rules.next(seat))
        table.refs["next"] = Ref(rules.next(seat), None, side(rules.next(seat)))
        put("me.trumps", sum(is_trump(card, trump) for card in example.hand))
        for n, card in enumerate(example.hand, start=1):
            put_card(f"hand.{n}", card)
    if solved.legal is not None:
        for n, card in enumerate(solved.legal.cards, start=1):
            put_card(f"legal.{n}", card)
        if len(solved.legal.cards) == 1:
            put_card("best", solved.legal.cards[0])
        for n, (card, reason) in enumerate(solved.legal.illegal.items(), start=1):
            put("illegal.<n>.card", card, is_trump(card, trump), n=str(n))
            put("illegal.<n>.reason", reason, n=str(n))
        put("duty", solved.legal.duty)
        put("illegal.count", len(solved.legal.illegal))
        put("legal.count", len(solved.legal.cards))
    if solved.winner is not None:
        put("trick.points", sum(solved.card_points))
        put("winner.seat", solved.winner)
        put("winner.side", side(solved.winner))
        table.refs["winner"] = Ref(solved.winner, None, side(solved.winner))


def _score_facts(table: FactTable, given: ScoreInput, result: Score) -> None:
    put = table.put
    taker = side(given.taker)
    put("trump", given.trump)
    put("taker.seat", given.taker)
    put("last-trick.side", given.last_trick)
    holders = [s for s in SIDES if given.belote[s]]
    if len(holders) == 1:
        put("belote.side", holders[0])
    put("outcome", result.outcome)
    put("held", result.held)
    put("carried", given.carried)
    put("deal", result.deal)
    if table.rules.game == "coinche":
        put("contract", result.contract)
        if isinstance(given.contract, str):
            put("contract.name", given.contract)
        put("double", given.double)
        put("multiplier", result.multiplier)
        put("base", result.base)
    for reference, s in (("ns", "NS"), ("ew", "EW"), ("taker", taker), ("defence", other(taker))):
        table.refs[reference] = Ref(given.taker if s == taker else None, None, s)  # type: ignore[arg-type]
        _side_facts(table, reference, s, given, result)  # type: ignore[arg-type]  # as above


def _side_facts(table: FactTable, reference: str, s: Side, given: ScoreInput, result: Score) -> None:
    rules = table.rules
    last_trick = (
        (rules.last_trick if given.last_trick == s else 0)
        if given.capot is None
        else (rules.capot if given.capot == s else 0)
    )
    rounding = sum(line.points for line in result.lines if line.side == s and line.name == "rounding")
    tricks = given.cards[s] + last_trick
    for pattern, value in (
        ("<side>.cards", given.cards[s]),
        ("<side>.last-trick", last_trick),
        ("<side>.belote", rules.belote * given.belote[s]),
        ("<side>.declarations", given.declarations[s]),
        ("<side>.total", result.totals[s]),
        ("<side>.trick-points", tricks),
        ("<side>.rounded", tricks + rounding),
        ("<side>.score", result.score[s]),
    ):
        table.put(pattern, value, side=reference)
    table.put("<side>.side", s, side=reference)
    for line in result.lines:
        if line.side == s:
            table.put("<side>.line.<line>", line.points, side=reference, line=line.name)
            table.put("<side>.line.<line>.name", line.name, side=reference, line=line.name)
