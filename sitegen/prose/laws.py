"""Laws: general rules, such as "you must follow suit if you can", checked on seeded random positions and deals.

A law is a claim about a rule set. It holds if every position or deal that it speaks of agrees, and it must
speak of some. Formulas are arithmetic over named quantities, checked against the scores they stand for.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from sitegen.engine import (
    CARDS,
    RUFF_SUIT,
    SEATS,
    SIDES,
    TRUMP_SUITS,
    TRUMPS,
    Card,
    Double,
    Legal,
    Play,
    RuleSet,
    Score,
    ScoreInput,
    Seat,
    Side,
    Trump,
    holder,
    legal_cards,
    other,
    partner,
    score,
    side,
)

SEED = 32
DEALS = 12
"""Random deals for each trump; every one of their 32 positions is looked at."""
ROWS = 800
"""Random score rows."""


@dataclass(frozen=True)
class Position:
    """A player to act: the trick so far, the hand, and what is legal."""

    trump: Trump
    trick: tuple[Play, ...]
    seat: Seat
    hand: tuple[Card, ...]
    legal: Legal
    master: Play | None

    @property
    def led(self) -> str | None:
        return self.trick[0].card.suit if self.trick else None

    @property
    def void(self) -> bool:
        """A card was led, and the hand has none of its suit."""
        return bool(self.trick) and all(c.suit != self.led for c in self.hand)

    @property
    def trumps(self) -> list[Card]:
        return [c for c in self.hand if c.suit == RUFF_SUIT[self.trump]]

    @property
    def partner_holds(self) -> bool:
        return self.master is not None and self.master.seat == partner(self.seat)

    @property
    def ruffed(self) -> bool:
        """A trump on a plain suit holds the trick."""
        return self.master is not None and self.master.card.suit == RUFF_SUIT[self.trump] != self.led

    def free(self) -> bool:
        return self.legal.cards == self.hand


@dataclass(frozen=True)
class Row:
    """A deal as a score needs it, and its score."""

    given: ScoreInput
    result: Score

    @property
    def taker(self) -> Side:
        return side(self.given.taker)

    @property
    def defence(self) -> Side:
        return other(self.taker)

    def total(self, s: Side) -> int:
        return self.result.totals[s]

    def line(self, s: Side, name: str) -> int:
        return sum(line.points for line in self.result.lines if line.side == s and line.name == name)

    @property
    def declared(self) -> int:
        return sum(self.given.declarations.values())

    @property
    def tied(self) -> bool:
        return self.given.capot is None and self.total("NS") == self.total("EW")


@lru_cache(maxsize=12)
def positions(rules: RuleSet) -> tuple[Position, ...]:
    """Positions of seeded random deals, played with legal cards only, in every trump."""
    rng = random.Random(SEED)
    out: list[Position] = []
    for trump in TRUMPS:
        for _ in range(DEALS):
            deck = list(CARDS.values())
            rng.shuffle(deck)
            hands = {seat: deck[8 * n : 8 * n + 8] for n, seat in enumerate(SEATS)}
            leader: Seat = rng.choice(SEATS)
            for _trick in range(8):
                trick: list[Play] = []
                for seat in rules.seats_from(leader):
                    hand = tuple(hands[seat])
                    legal = legal_cards(rules, trump, trick, seat, hand)
                    master = trick[holder(rules, trump, trick)] if trick else None
                    out.append(Position(trump, tuple(trick), seat, hand, legal, master))
                    card = rng.choice(legal.cards)
                    hands[seat].remove(card)
                    trick.append(Play(seat, card))
                leader = trick[holder(rules, trump, trick)].seat
    return tuple(out)


@lru_cache(maxsize=12)
def rows(rules: RuleSet) -> tuple[Row, ...]:
    """Score rows of every kind: plain, tied, capot, with belote, declarations, held points, doubled."""
    rng = random.Random(SEED)
    out: list[Row] = []
    for _ in range(ROWS):
        trump: Trump = rng.choice(("hearts", "no-trump"))
        total = rules.cards_total(trump)
        taker: Seat = rng.choice(SEATS)
        last: Side = rng.choice(SIDES)
        belote = dict.fromkeys(SIDES, 0)
        if trump == "hearts" and rng.random() < 0.5:
            belote[rng.choice(SIDES)] = 1
        declarations = {s: rng.choice((0, 0, 0, 20, 50, 100)) for s in SIDES}
        capot: Side | None = None
        kind = rng.random()
        ours = rng.randint(0, total)
        if kind < 0.2:  # a tie: the totals of both sides come out equal if that can be
            extra = {
                s: rules.belote * belote[s] + declarations[s] + (rules.last_trick if s == last else 0)
                for s in SIDES
            }
            ours = (total + extra["EW"] - extra["NS"]) // 2
            if not 0 <= ours <= total:
                continue
        elif kind < 0.35:
            capot = last
            ours = total if capot == "NS" else 0
        given = ScoreInput(
            trump=trump,
            taker=taker,
            cards={"NS": ours, "EW": total - ours},
            last_trick=last,
            belote=belote,
            declarations=declarations,
            capot=capot,
            all_tricks_by=rng.choice([s for s in SEATS if side(s) == capot])
            if capot and rng.random() < 0.5
            else None,
            carried=rng.choice((0, 0, 81)) if rules.game == "belote" else 0,
            contract=rng.choice((*rules.contracts, "capot", "generale")) if rules.game == "coinche" else None,
            double=rng.choice(_DOUBLES) if rules.game == "coinche" else "none",
        )
        out.append(Row(given, score(rules, given)))
    return tuple(out)


_DOUBLES: tuple[Double, ...] = ("none", "coinche", "surcoinche")


@dataclass(frozen=True)
class Law:
    """A general rule. Exactly one of the two tests is given; it answers None where the law says nothing."""

    meaning: str
    play: Callable[[RuleSet, Position], bool | None] | None = None
    score: Callable[[RuleSet, Row], bool | None] | None = None
    game: str = ""

    def counterexample(self, rules: RuleSet) -> str | None:
        """A position or deal of `rules` in which the law does not hold, in words; None if it holds."""
        if self.game and rules.game != self.game:
            return f"{rules.id} is not a rule set of {self.game}"
        return _counterexample(self, rules)


@lru_cache(maxsize=1024)
def _counterexample(law: Law, rules: RuleSet) -> str | None:
    seen = False
    if law.play is not None:
        for position in positions(rules):
            answer = law.play(rules, position)
            seen = seen or answer is not None
            if answer is False:
                trick = " ".join(f"{p.seat}:{p.card.text}" for p in position.trick)
                hand = " ".join(c.text for c in position.hand)
                legal = " ".join(c.text for c in position.legal.cards)
                return f"trump {position.trump}, trick {trick or '(none)'}, {position.seat} holds {hand}: legal is {legal}"
    if law.score is not None:
        for row in rows(rules):
            answer = law.score(rules, row)
            seen = seen or answer is not None
            if answer is False:
                given, result = row.given, row.result
                return (
                    f"taker {row.taker}, totals {result.totals['NS']} to {result.totals['EW']}, "
                    f"{result.outcome}: the score is {result.score['NS']} to {result.score['EW']}, "
                    f"{result.held} held"
                    + (f", contract {given.contract}, {given.double}" if given.contract else "")
                )
    return None if seen else "no position or deal that the law speaks of came up"


# play -----------------------------------------------------------------------------------------------


def _follow(rules: RuleSet, p: Position) -> bool | None:
    if not p.trick or p.void:
        return None
    return all(c.suit == p.led for c in p.legal.cards)


def _overtrump_led(rules: RuleSet, p: Position) -> bool | None:
    if p.master is None or p.void or p.led != RUFF_SUIT[p.trump]:
        return None
    strength = rules.strength(p.trump)
    higher = tuple(c for c in p.hand if c.suit == p.led and strength[c] > strength[p.master.card])
    return p.legal.cards == higher if higher else None


def _all_trump_raise(rules: RuleSet, p: Position) -> bool | None:
    if p.trump != "all-trump" or p.master is None or p.void:
        return None
    strength = rules.trick_strength(p.trump, p.trick[0].card.suit)
    higher = tuple(c for c in p.hand if c.suit == p.led and strength[c] > strength[p.master.card])
    return p.legal.cards == higher if higher else None


def _plain_suit_any(rules: RuleSet, p: Position) -> bool | None:
    if not p.trick or p.void or p.led in TRUMP_SUITS[p.trump]:
        return None
    return p.legal.cards == tuple(c for c in p.hand if c.suit == p.led)


def _must_ruff(rules: RuleSet, p: Position) -> bool | None:
    if not p.void or p.partner_holds or not p.trumps or p.led == RUFF_SUIT[p.trump] or p.ruffed:
        return None
    return set(p.legal.cards) == set(p.trumps)


def _higher_trumps(rules: RuleSet, p: Position) -> list[Card]:
    strength = rules.strength(p.trump)
    return [c for c in p.trumps if p.master is not None and strength[c] > strength[p.master.card]]


def _overruff(rules: RuleSet, p: Position) -> bool | None:
    if not p.void or not p.ruffed or p.partner_holds or not _higher_trumps(rules, p):
        return None
    return list(p.legal.cards) == _higher_trumps(rules, p)


def _beaten_by_ruff(rules: RuleSet, p: Position) -> bool:
    return p.void and p.ruffed and not p.partner_holds and bool(p.trumps) and not _higher_trumps(rules, p)


def _undertrump(rules: RuleSet, p: Position) -> bool | None:
    return list(p.legal.cards) == p.trumps if _beaten_by_ruff(rules, p) else None


def _undertrump_free(rules: RuleSet, p: Position) -> bool | None:
    return p.free() if _beaten_by_ruff(rules, p) else None


def _partner_free(rules: RuleSet, p: Position) -> bool | None:
    return p.free() if p.void and p.partner_holds else None


def _discard_when_free(rules: RuleSet, p: Position) -> bool | None:
    return p.free() if p.void and not p.trumps else None


def _no_ruff(rules: RuleSet, p: Position) -> bool | None:
    return p.free() if p.void and p.trump == "no-trump" else None


def _winner(rules: RuleSet, p: Position) -> bool | None:
    """The card that holds a trick of a suit game: the highest trump, else the highest of the suit led."""
    ruff = RUFF_SUIT[p.trump]
    if p.master is None or ruff is None:
        return None
    trumps = [q.card for q in p.trick if q.card.suit == ruff]
    among = trumps or [q.card for q in p.trick if q.card.suit == p.led]
    order = rules.order(p.trump, among[0].suit)
    return p.master.card == min(among, key=lambda c: order.index(c.rank))


def _no_trump_winner(rules: RuleSet, p: Position) -> bool | None:
    return p.master.card.suit == p.led if p.trump == "no-trump" and p.master else None


# scores ---------------------------------------------------------------------------------------------


def _strictly_ahead(rules: RuleSet, r: Row) -> bool | None:
    if r.given.capot is not None:
        return None
    return (r.result.outcome == "made") == (r.total(r.taker) > r.total(r.defence))


def _failed_all(rules: RuleSet, r: Row) -> bool | None:
    if r.given.capot is not None or r.total(r.taker) >= r.total(r.defence):
        return None
    belote = rules.belote * r.given.belote[r.defence]
    deal = rules.deal_total(r.given.trump)
    return r.result.score[r.defence] == deal + belote + r.declared + r.given.carried


def _tie_held(rules: RuleSet, r: Row) -> bool | None:
    if not r.tied or r.given.belote[r.taker]:
        return None
    return r.result.held == r.given.carried + r.total(r.taker) and r.result.score[r.defence] == r.total(
        r.defence
    )


def _tie_belote_held(rules: RuleSet, r: Row) -> bool | None:
    if not r.tied or not r.given.belote[r.taker]:
        return None
    return r.result.held == r.given.carried + r.total(r.taker) and r.result.score[r.taker] == 0


def _belote_kept(rules: RuleSet, r: Row) -> bool | None:
    """Each side's belote is written by that side, once, whoever wins; a tie is another law's."""
    if not sum(r.given.belote.values()) or r.result.outcome == "tied":
        return None
    own = all(r.line(s, "belote") == rules.belote * r.given.belote[s] for s in SIDES)
    winner = r.taker if _made(r) else r.defence
    multiplied = r.result.base + r.result.contract
    if rules.declarations_multiplied == "yes":
        multiplied += r.line(winner, "declarations")
    return own and r.line(winner, "multiplier") == multiplied * (r.result.multiplier - 1)


def _declarations_count(rules: RuleSet, r: Row) -> bool | None:
    if r.given.capot is not None or not r.declared:
        return None
    last = {s: rules.last_trick if r.given.last_trick == s else 0 for s in SIDES}
    belote = {s: rules.belote * r.given.belote[s] for s in SIDES}
    full = {s: r.given.cards[s] + last[s] + belote[s] + r.given.declarations[s] for s in SIDES}
    return r.result.totals == full


def _declarations_to_winner(rules: RuleSet, r: Row) -> bool | None:
    """The side that loses the whole deal loses its declarations too."""
    lost = r.result.outcome == "failed" or r.given.capot is not None or r.result.multiplier > 1
    if not lost or not r.declared:
        return None
    winner = r.defence if r.result.outcome == "failed" else r.given.capot or r.taker
    return r.line(winner, "declarations") == r.declared and r.line(other(winner), "declarations") == 0


def _capot(rules: RuleSet, r: Row) -> bool | None:
    """All tricks: the capot bonus instead of the last trick's, and the other side has its belote at most."""
    if r.given.capot is None:
        return None
    belote = {s: rules.belote * r.given.belote[s] for s in SIDES}
    loser = other(r.given.capot)
    whole = (
        rules.cards_total(r.given.trump) + rules.capot + r.declared + belote[r.given.capot] + r.given.carried
    )
    return r.result.score[r.given.capot] == whole and r.result.score[loser] == belote[loser]


def _held_to_winner(rules: RuleSet, r: Row) -> bool | None:
    if not r.given.carried or r.result.outcome == "tied":
        return None
    winner = r.given.capot or (r.taker if r.result.outcome == "made" else r.defence)
    made_without = r.total(r.taker) > r.total(r.defence)
    right = r.given.capot is not None or made_without == (r.result.outcome == "made")
    return right and r.line(winner, "carried") == r.given.carried and r.result.held == 0


def _contract_reached(rules: RuleSet, r: Row) -> bool | None:
    if not isinstance(r.given.contract, int) or r.given.capot is not None:
        return None
    made = r.total(r.taker) >= r.given.contract and r.total(r.taker) > r.total(r.defence)
    return (r.result.outcome == "made") == made


def _coinche_tie_fails(rules: RuleSet, r: Row) -> bool | None:
    if not isinstance(r.given.contract, int) or not r.tied:
        return None
    return r.result.outcome == "failed"


def _made(r: Row) -> bool:
    return r.result.outcome in ("made", "capot")


def _coinche_plain(rules: RuleSet, r: Row) -> bool | None:
    if not _made(r) or r.given.double != "none":
        return None
    return r.result.score == {
        r.taker: r.total(r.taker) + r.result.contract,
        r.defence: r.total(r.defence),
    }


def _rounding(rules: RuleSet, r: Row) -> bool | None:
    """Tricks rounded to the nearest multiple of ten, a five upwards, each side for itself."""
    if not _made(r) or r.given.double != "none":
        return None
    for s in SIDES:
        exact = r.given.cards[s] + r.line(s, "last-trick") + r.line(s, "capot")
        rest = r.line(s, "belote") + r.line(s, "declarations") + r.line(s, "contract")
        written = r.result.score[s] - rest
        if written % 10 or not -5 < exact - written + 0.5 <= 5:
            return False
    return True


def _coinche_doubled(rules: RuleSet, r: Row) -> bool | None:
    if not _made(r) or r.given.double == "none":
        return None
    return r.result.score[r.defence] == rules.belote * r.given.belote[r.defence]


def _coinche_failed(rules: RuleSet, r: Row) -> bool | None:
    if _made(r):
        return None
    points = (rules.base + r.result.contract) * r.result.multiplier
    belote = rules.belote * r.given.belote[r.defence]
    return r.result.score[r.defence] == points + belote + r.declared


def _doubled_points(r: Row) -> int:
    return r.line(r.taker, "base") + r.line(r.taker, "contract") + r.line(r.taker, "multiplier")


def _base_all_tricks(rules: RuleSet, r: Row) -> bool | None:
    if not _made(r) or r.given.double == "none" or r.given.capot is None:
        return None
    points = (rules.base_all_tricks + r.result.contract) * r.result.multiplier
    return rules.base_all_tricks != rules.base and _doubled_points(r) == points


def _defence_all(rules: RuleSet, r: Row) -> bool | None:
    if r.given.capot != r.defence:
        return None
    return r.line(r.defence, "base") == rules.base


def _generale_alone(rules: RuleSet, r: Row) -> bool | None:
    if r.given.contract != "generale":
        return None
    return _made(r) == (r.given.all_tricks_by == r.given.taker)


LAWS: dict[str, Law] = {
    "follow": Law("a hand that holds the suit led plays it", play=_follow),
    "plain-suit-any": Law("in a plain suit any card of the suit led may be played", play=_plain_suit_any),
    "overtrump-led": Law(
        "trump led: a higher trump if there is one, over the partner too", play=_overtrump_led
    ),
    "all-trump-raise": Law("all-trump: a higher card of the suit led if there is one", play=_all_trump_raise),
    "must-ruff": Law("void, an opponent holds the trick, no trump on it: a trump", play=_must_ruff),
    "overruff-if-possible": Law(
        "void, an opponent has ruffed: a higher trump if there is one", play=_overruff
    ),
    "undertrump": Law("void, an opponent has ruffed higher: a trump all the same", play=_undertrump),
    "undertrump-free": Law("void, an opponent has ruffed higher: any card", play=_undertrump_free),
    "partner-free": Law("void, the partner holds the trick: any card", play=_partner_free),
    "discard-when-free": Law("void and no trump in hand: any card", play=_discard_when_free),
    "no-ruff-at-no-trump": Law("void at no-trump: any card", play=_no_ruff),
    "winner": Law("the highest trump holds the trick, else the highest card of the suit led", play=_winner),
    "no-trump-winner": Law("at no-trump a card of the suit led holds the trick", play=_no_trump_winner),
    "strictly-ahead": Law(
        "made if and only if the taker's side has more", score=_strictly_ahead, game="belote"
    ),
    "failed-all-to-defence": Law(
        "behind: the defence writes the whole deal", score=_failed_all, game="belote"
    ),
    "tie-held": Law("equal: the taker's points are held", score=_tie_held, game="belote"),
    "tie-belote-held": Law(
        "equal: the taker's belote is held with the rest", score=_tie_belote_held, game="belote"
    ),
    "belote-kept": Law("each side writes its own belote, unmultiplied", score=_belote_kept),
    "declarations-count": Law(
        "declarations are part of the totals that are compared", score=_declarations_count
    ),
    "declarations-to-their-winner": Law(
        "the winner of a deal that one side loses whole writes all declarations",
        score=_declarations_to_winner,
    ),
    "capot-all-tricks": Law(
        "all the tricks: the capot bonus instead of the last trick", score=_capot, game="belote"
    ),
    "held-to-next-winner": Law(
        "held points go to the winner and help no contract", score=_held_to_winner, game="belote"
    ),
    "contract-reached-and-ahead": Law(
        "made if and only if the contract is reached and the side ahead",
        score=_contract_reached,
        game="coinche",
    ),
    "coinche-tie-fails": Law("equal totals are a failure", score=_coinche_tie_fails, game="coinche"),
    "coinche-plain": Law(
        "made, not doubled: own points, and the contract", score=_coinche_plain, game="coinche"
    ),
    "rounding": Law(
        "made, not doubled: trick points to the nearest ten, five up", score=_rounding, game="coinche"
    ),
    "coinche-doubled": Law(
        "made, doubled: the defence writes its belote alone", score=_coinche_doubled, game="coinche"
    ),
    "coinche-failed": Law(
        "failed: the defence writes base and contract, multiplied", score=_coinche_failed, game="coinche"
    ),
    "defence-all-tricks": Law(
        "failed, all the tricks to the defence: the same base", score=_defence_all, game="coinche"
    ),
    "base-all-tricks": Law(
        "made, doubled, all the tricks: another base than usual", score=_base_all_tricks, game="coinche"
    ),
    "generale-alone": Law(
        "generale is made by the taker's own eight tricks", score=_generale_alone, game="coinche"
    ),
}
"""Every law: name → what it says and how it is tested."""

FORMULAS: dict[str, tuple[str, Callable[[RuleSet, int], int]]] = {
    "coinche": (
        "made, coinched: what the taker's side writes",
        lambda rules, c: _doubled(rules, c, "coinche"),
    ),
    "surcoinche": (
        "made, surcoinched: what the taker's side writes",
        lambda rules, c: _doubled(rules, c, "surcoinche"),
    ),
    "failed": ("failed, not coinched: what the defence writes", lambda rules, c: _failed(rules, c, "none")),
    "failed-coinche": (
        "failed, coinched: what the defence writes",
        lambda rules, c: _failed(rules, c, "coinche"),
    ),
    "failed-surcoinche": (
        "failed, surcoinched: what the defence writes",
        lambda rules, c: _failed(rules, c, "surcoinche"),
    ),
}
"""Every formula: name → what it stands for, and the engine's points for a contract."""


def _points(rules: RuleSet, contract: int, double: Double, ours: int) -> Score:
    total = rules.cards_total("hearts")
    given = ScoreInput(
        trump="hearts",
        taker="S",
        cards={"NS": ours, "EW": total - ours},
        last_trick="NS",
        contract=contract,
        double=double,
    )
    return score(rules, given)


def _doubled(rules: RuleSet, contract: int, double: Double) -> int:
    """The score of a doubled contract that is just made (RULES.md 14)."""
    return _points(rules, contract, double, rules.cards_total("hearts")).score["NS"]


def _failed(rules: RuleSet, contract: int, double: Double) -> int:
    """The score of a contract that fails by far (RULES.md 14)."""
    return _points(rules, contract, double, 0).score["EW"]
