"""Whether every rule that a page uses is stated on it: a number that follows from an unstated rule is an error.

The rules that an example uses follow from what the engine did with it. A page states a law by a bound
sentence, in any rule set, as long as the law holds in the example's too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Set
from dataclasses import dataclass

from sitegen.engine import Score, ScoreInput, SolvedPlay, partner, side
from sitegen.facts import FactTable
from sitegen.prose.laws import FORMULAS, LAWS

OUTCOME_LAWS: Mapping[tuple[str, str], str] = {
    ("belote", "made"): "law.strictly-ahead",
    ("belote", "failed"): "law.failed-all-to-defence",
    ("belote", "tied"): "law.tie-held",
    ("belote", "capot"): "law.capot-all-tricks",
    ("coinche", "made"): "law.contract-reached-and-ahead",
    ("coinche", "failed"): "law.coinche-failed",
}
"""The law that says how a deal of a game comes to an outcome."""

_DUTY_LAWS = {
    "follow": "law.follow",
    "overtrump": "law.overtrump-led",
    "ruff": "law.must-ruff",
    "overruff": "law.overruff-if-possible",
    "undertrump": "law.undertrump",
}


def rules_used(table: FactTable) -> list[str]:
    """The laws, formulas and constants from which the engine's answer to an example follows."""
    solved = table.solved
    if solved is None:
        return []
    if isinstance(solved, SolvedPlay):
        return list(dict.fromkeys(_used_in_play(solved)))
    return list(dict.fromkeys(_used_in_score(table, solved.example.given, solved.score)))


def _used_in_play(solved: SolvedPlay) -> Iterator[str]:
    example = solved.example
    if solved.legal is not None and example.seat is not None:
        duty = solved.legal.duty
        if duty in _DUTY_LAWS:
            yield _DUTY_LAWS[duty]
            if duty == "follow" and _low_card_will_do(solved):
                yield "law.plain-suit-any"
        elif duty == "free":
            yield _free(solved)
    if solved.winner is not None:
        yield "law.no-trump-winner" if example.trump == "no-trump" else "law.winner"


def _low_card_will_do(solved: SolvedPlay) -> bool:
    """Whether the hand may follow suit with a lower card than one that would take the trick."""
    example = solved.example
    if solved.legal is None or not example.trick:
        return False
    strength = example.rules.trick_strength(example.trump, example.trick[0].card.suit)
    best = max(strength[play.card] for play in example.trick)
    legal = [strength[card] for card in solved.legal.cards]
    return min(legal) < best < max(legal)


def _free(solved: SolvedPlay) -> str:
    """Why the hand is free: the trump decides first, then who holds the trick."""
    example = solved.example
    if example.trump in ("no-trump", "all-trump"):
        return "law.no-ruff-at-no-trump"
    if example.seat is not None and solved.example.trick:
        master = max(
            solved.example.trick,
            key=lambda p: example.rules.trick_strength(example.trump, example.trick[0].card.suit)[p.card],
        )
        if master.seat == partner(example.seat):
            return "law.partner-free"
    strength = example.rules.strength(example.trump)
    has_trump = any(strength[card] >= 8 for card in example.hand)
    return "law.undertrump-free" if has_trump else "law.discard-when-free"


def _used_in_score(table: FactTable, given: ScoreInput, result: Score) -> Iterator[str]:
    rules = table.rules
    names = {line.name for line in result.lines if line.points}
    if law := OUTCOME_LAWS.get((rules.game, result.outcome)):
        yield law
    if "belote" in names:
        yield from ("law.belote-kept", "k.belote")
    if "last-trick" in names:
        yield "k.last-trick"
    if "capot" in names:
        yield "k.capot"
    if any(given.declarations.values()):
        yield "law.declarations-count"
    if result.outcome == "tied" and given.belote[side(given.taker)]:
        yield "law.tie-belote-held"
    if given.carried and result.outcome != "tied":
        yield "law.held-to-next-winner"
    if given.trump == "no-trump":
        yield "k.no-trump.ace"
    if rules.game == "coinche":
        yield from _used_at_coinche(table, given, result)


def _used_at_coinche(table: FactTable, given: ScoreInput, result: Score) -> Iterator[str]:
    if result.outcome == "failed":
        yield "formula.failed" if given.double == "none" else f"formula.failed-{given.double}"
    elif given.double == "none":
        yield "law.coinche-plain" if table.rules.rounding == "none" else "law.rounding"
    else:
        yield f"formula.{given.double}"
        yield "law.coinche-doubled"
    if result.base and result.base != table.rules.base:
        yield "law.base-all-tricks"
    if given.contract == "generale":
        yield "law.generale-alone"


@dataclass(frozen=True)
class Stated:
    """A law, formula or constant that a sentence states, and the rule set of which it states it."""

    name: str
    rules: str


def unstated(table: FactTable, stated: Collection[Stated]) -> list[str]:
    """Which rules that an example uses no sentence states."""
    return [name for name in rules_used(table) if not _is_stated(name, table, stated)]


def _is_stated(name: str, table: FactTable, stated: Collection[Stated]) -> bool:
    of = {s.rules for s in stated if s.name == name}
    if name == "k.no-trump.ace":  # the one constant in which the rule sets part: each states its own
        return table.rules.id in of
    return bool(of) and _holds(name, table)


def _holds(name: str, table: FactTable) -> bool:
    """Whether a law that is stated of some rule set is true of this one too; formulas are told apart by name."""
    return not name.startswith("law.") or LAWS[name[4:]].counterexample(table.rules) is None


def never_stated(names: Set[str]) -> list[str]:
    """Laws and formulas that no page states."""
    every = [*(f"law.{name}" for name in LAWS), *(f"formula.{name}" for name in FORMULAS)]
    return [name for name in every if name not in names]
