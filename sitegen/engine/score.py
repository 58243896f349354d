"""What a deal scores: a list of named lines that add up, for Belote and for Coinche (RULES.md 11 to 15)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from sitegen.engine.cards import SIDES, Seat, Side, Trump, other, side
from sitegen.engine.rules import RuleSet

Outcome = Literal["made", "failed", "tied", "capot"]
Double = Literal["none", "coinche", "surcoinche"]
Contract = int | Literal["capot", "generale"]
LineName = Literal[
    "cards", "last-trick", "capot", "belote", "declarations", "rounding", "contract", "base", "multiplier",
    "deal", "carried",
]  # fmt: skip

LINE_NAMES: tuple[LineName, ...] = (
    "cards", "last-trick", "capot", "belote", "declarations", "rounding", "contract", "base", "multiplier",
    "deal", "carried",
)  # fmt: skip
"""The names of score lines, in the order in which a score lists them."""
MULTIPLIERS: dict[Double, int] = {"none": 1, "coinche": 2, "surcoinche": 4}
"""What a double multiplies by (RULES.md 5)."""

_NOTHING: Mapping[Side, int] = {"NS": 0, "EW": 0}


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreInput:
    """A deal that has been played, as a score needs it.

    `cards` are the card points of each side, without the last trick; `belote` how many belotes each side
    holds; `declarations` points already judged (RULES.md 9); `capot` the side that took all eight tricks,
    `all_tricks_by` the seat that took all eight alone; `carried` (Belote) the points that an earlier tie
    holds; `contract` and `double` belong to Coinche.
    """

    trump: Trump
    taker: Seat
    cards: Mapping[Side, int]
    last_trick: Side
    belote: Mapping[Side, int] = field(default_factory=lambda: _NOTHING)
    declarations: Mapping[Side, int] = field(default_factory=lambda: _NOTHING)
    capot: Side | None = None
    all_tricks_by: Seat | None = None
    carried: int = 0
    contract: Contract | None = None
    double: Double = "none"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score: what a side writes for one thing, in points."""

    side: Side
    name: LineName
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """What a deal scores.

    `totals` is what the comparison uses (cards, last trick or capot, declarations, and the belote where
    it counts); `score` what each side writes, the sum of its `lines`; `held` the points that stay for the
    next deal. Lines of 0 points are left out; `rounding` and `multiplier` lines are the amount added.

    For whoever checks a sentence about it: `deal` the points of the whole deal, `base` (0 where none is
    used), `contract` (points, 0 in Belote) and `multiplier` (1, 2 or 4) that were used.
    """

    outcome: Outcome
    totals: dict[Side, int]
    score: dict[Side, int]
    held: int
    lines: tuple[Line, ...]
    deal: int
    base: int = 0
    contract: int = 0
    multiplier: int = 1


class _Sheet:
    """A score being written: what both games need, by side, and in `written` the lines of each side."""

    def __init__(self, rules: RuleSet, given: ScoreInput) -> None:
        self.rules = rules
        self.given = given
        self.taker = side(given.taker)
        self.defence = other(self.taker)
        self.deal = rules.deal_total(given.trump, capot=given.capot is not None)
        self.belote = {s: rules.belote * given.belote[s] for s in SIDES}
        # A side without tricks loses its declarations before the comparison (RULES.md 12, 14).
        self.declared = dict(given.declarations)
        if given.capot is not None:
            self.declared = {given.capot: self.spoils(given.capot), other(given.capot): 0}
        self.bonus: tuple[Side, LineName, int] = (
            (given.last_trick, "last-trick", rules.last_trick)
            if given.capot is None
            else (given.capot, "capot", rules.capot)
        )
        self.tricks = {s: given.cards[s] + (self.bonus[2] if s == self.bonus[0] else 0) for s in SIDES}
        self.plain_totals = {s: self.tricks[s] + self.declared[s] for s in SIDES}
        counted = rules.belote_counts == "yes"
        self.totals = {s: self.plain_totals[s] + (self.belote[s] if counted else 0) for s in SIDES}
        self.written: dict[Side, dict[LineName, int]] = {"NS": {}, "EW": {}}

    def spoils(self, winner: Side) -> int:
        """Declarations of a side that wins the whole deal (RULES.md 9; `loser_declarations`)."""
        declared = self.given.declarations
        return declared[winner] + declared[other(winner)] * (self.rules.loser_declarations == "winner")

    def write(self, side: Side, name: LineName, points: int) -> None:
        self.written[side][name] = points

    def write_own(self, side: Side) -> None:
        """The side writes what it took and holds."""
        self.write(side, "cards", self.given.cards[side])
        self.write(side, "belote", self.belote[side])
        self.write(side, "declarations", self.declared[side])
        if side == self.bonus[0]:
            self.write(*self.bonus)

    def write_spoils(self, winner: Side) -> None:
        """One side wins the whole deal: the other keeps its belote, and loses its declarations."""
        self.write(winner, "belote", self.belote[winner])
        self.write(winner, "declarations", self.spoils(winner))
        self.write(other(winner), "belote", self.belote[other(winner)])

    def lines(self) -> tuple[Line, ...]:
        return tuple(
            Line(s, name, self.written[s][name])
            for s in SIDES
            for name in LINE_NAMES
            if self.written[s].get(name)
        )

    def score(self) -> dict[Side, int]:
        return {s: sum(self.written[s].values()) for s in SIDES}


def score(rules: RuleSet, given: ScoreInput) -> Score:
    """The score of a deal under `rules`; `given` is taken to be possible (`read_example` checks that)."""
    return (_score_belote if rules.game == "belote" else _score_coinche)(rules, given)


def _score_belote(rules: RuleSet, given: ScoreInput) -> Score:
    """RULES.md 12.

    `tie_belote`, a tie at 91/91 with the taker's belote: `held` 0/91 and 91 held; `kept` 20/91 and 71 held.
    `excluded` judges the tie on the totals without belotes, whose owners then keep them; totals that are
    equal only with the belote are then a failure.
    """
    sheet = _Sheet(rules, given)
    taker, defence = sheet.taker, sheet.defence
    tie_totals = sheet.plain_totals if rules.tie_belote == "excluded" else sheet.totals
    outcome: Outcome
    if given.capot is not None:
        outcome, winner = "capot", given.capot
    elif tie_totals[taker] == tie_totals[defence] and rules.tie == "held":
        outcome, winner = "tied", None
    elif sheet.totals[taker] > sheet.totals[defence] and tie_totals[taker] != tie_totals[defence]:
        outcome, winner = "made", taker
    else:
        outcome, winner = "failed", defence

    held = 0
    if outcome == "failed":
        sheet.write_spoils(defence)
        sheet.write(defence, "deal", sheet.deal)
    elif outcome == "tied":
        held = given.carried + sheet.plain_totals[taker]
        if rules.tie_belote == "held":
            held += sheet.belote[taker]
        else:
            sheet.write(taker, "belote", sheet.belote[taker])
        sheet.write_own(defence)
    else:
        sheet.write_own(taker)
        sheet.write_own(defence)
    if winner is not None:
        sheet.write(winner, "carried", given.carried)
    return Score(
        outcome=outcome,
        totals=sheet.totals,
        score=sheet.score(),
        held=held,
        lines=sheet.lines(),
        deal=sheet.deal,
    )


def _score_coinche(rules: RuleSet, given: ScoreInput) -> Score:
    """RULES.md 13 to 15."""
    sheet = _Sheet(rules, given)
    taker, defence = sheet.taker, sheet.defence
    contract, made = _contract(rules, given, sheet)
    multiplier = MULTIPLIERS[given.double]
    base = 0
    if made and multiplier == 1:
        rounded = _rounded(rules, sheet)
        for s in SIDES:
            sheet.write_own(s)
            sheet.write(s, "rounding", rounded[s] - sheet.tricks[s])
        sheet.write(taker, "contract", contract)
    else:
        winner = taker if made else defence
        base = _base(rules, given, made, defence)
        multiplied = base + contract
        if rules.belote_multiplied == "yes":
            multiplied += sheet.belote[winner]
        if rules.declarations_multiplied == "yes":
            multiplied += sheet.spoils(winner)
        sheet.write_spoils(winner)
        sheet.write(winner, "contract", contract)
        sheet.write(winner, "base", base)
        sheet.write(winner, "multiplier", multiplied * (multiplier - 1))
    outcome: Outcome = "failed" if not made else "capot" if given.capot is not None else "made"
    return Score(
        outcome=outcome,
        totals=sheet.totals,
        score=sheet.score(),
        held=0,
        lines=sheet.lines(),
        deal=sheet.deal,
        base=base,
        contract=contract,
        multiplier=multiplier,
    )


def _contract(rules: RuleSet, given: ScoreInput, sheet: _Sheet) -> tuple[int, bool]:
    """The points of the contract and whether it is made, by exact points, before rounding (RULES.md 13).

    A side that took no trick has made nothing, whatever it holds.
    """
    if given.contract == "capot":
        return rules.capot_contract, given.capot == sheet.taker
    if given.contract == "generale":
        return rules.generale_contract, given.all_tricks_by == given.taker
    if given.contract is None:
        raise ValueError("a score at Coinche needs a contract")
    taken, against = sheet.totals[sheet.taker], sheet.totals[sheet.defence]
    ahead = taken > against or rules.must_lead == "no"
    return given.contract, taken >= given.contract and ahead and given.capot != sheet.defence


def _base(rules: RuleSet, given: ScoreInput, made: bool, defence: Side) -> int:
    """The points beside the contract (RULES.md 14, 17.7, 17.12).

    Where two apply (a capot contract fails, and the defence takes all tricks) the larger one is used.
    """
    if made:
        return rules.base if given.capot is None else rules.base_all_tricks
    special = []
    if not isinstance(given.contract, int):
        special.append(rules.base_failed_all_tricks)
    if given.capot == defence:
        special.append(rules.base_defence_all_tricks)
    return max(special, default=rules.base)


def _rounded(rules: RuleSet, sheet: _Sheet) -> dict[Side, int]:
    """The trick points of each side as tens (RULES.md 15).

    `complement`: the taker's side to the nearest ten, the defence the rest of the deal's tens.
    """
    if rules.rounding == "none":
        return dict(sheet.tricks)
    if rules.rounding == "complement":
        taken = _tens(sheet.tricks[sheet.taker], 5)
        return {sheet.taker: taken, sheet.defence: _tens(sheet.deal, 5) - taken}
    return {s: _tens(sheet.tricks[s], 5 if rules.rounding == "half-up" else 4) for s in SIDES}


def _tens(points: int, added: int) -> int:
    # Not `round`, which sends a half to the even side.
    return (points + added) // 10 * 10
