"""Laws: each holds where the pages say so, speaks of something, and is false when its clause is switched off."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from sitegen.engine import (
    SWITCHES,
    Card,
    Legal,
    Play,
    RuleSet,
    Score,
    ScoreInput,
    Seat,
    Trump,
    legal_cards,
    partner,
    score,
    switch_values,
    with_switches,
)
from sitegen.prose import laws
from sitegen.prose.laws import LAWS, positions, rows
from tests.deals import RULE_SETS, other_values
from tests.prose import SOURCE, project, scopes, spans_of, vocabulary

VACUOUS = "no position or deal that the law speaks of came up"


def holds(law: str, rules: RuleSet) -> bool:
    return LAWS[law].counterexample(rules) is None


def said_on_pages() -> set[tuple[str, str]]:
    """(law, rule set) of every sentence of the pages that states a law."""
    out = set()
    for use, _, node in spans_of(SOURCE):
        if "law." in node.target:
            for scope in scopes(use):
                table, _, name = vocabulary().table(node.target, scope)
                assert table is not None
                out.add((name.removeprefix("law."), table.rules.id))
    return out


# where laws hold ------------------------------------------------------------------------------------


def test_laws_hold_where_the_pages_say_so() -> None:
    """Each law that a page states of a rule set holds in it; every law is stated of some."""
    said = said_on_pages()
    assert [pair for pair in sorted(said) if not holds(pair[0], project().content.rules[pair[1]].rules)] == []
    assert {law for law, _ in said} == set(LAWS)


@pytest.mark.parametrize("law", LAWS)
def test_a_law_speaks_of_something_and_has_a_meaning(law: str) -> None:
    """No law is vacuous in a rule set of its game; in one of the other game it does not hold."""
    assert LAWS[law].meaning
    assert (LAWS[law].play is None) != (LAWS[law].score is None)
    for rules in RULE_SETS.values():
        found = LAWS[law].counterexample(rules)
        assert found != VACUOUS, rules.id
        if LAWS[law].game not in ("", rules.game):
            assert found == f"{rules.id} is not a rule set of {LAWS[law].game}"


def test_a_law_that_says_nothing_does_not_hold() -> None:
    """A law of which no position is an instance is not taken for true."""
    nothing = laws.Law("nothing", play=lambda _rules, _position: None)
    assert nothing.counterexample(RULE_SETS["belote-maison"]) == VACUOUS


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_positions_and_rows_are_of_every_kind(rules: RuleSet) -> None:
    """The seeded positions and rows have every trump, place, duty, reason, outcome and double in them."""
    seen = positions(rules)
    assert {p.trump for p in seen} == {"spades", "hearts", "diamonds", "clubs", "no-trump", "all-trump"}
    assert {len(p.trick) for p in seen} == {0, 1, 2, 3}
    duties = {"lead", "follow", "overtrump", "ruff", "overruff", "free"}
    assert duties | ({"undertrump"} if rules.undertrump == "must" else set()) == {p.legal.duty for p in seen}
    assert any(p.partner_holds and p.ruffed for p in seen)
    results = rows(rules)
    assert {"made", "failed", "capot"} <= {r.result.outcome for r in results}
    assert any(r.tied for r in results)
    assert {True, False} == {bool(r.declared) for r in results} == {bool(r.given.capot) for r in results}
    if rules.game == "belote":
        assert any(r.result.outcome == "tied" and r.given.belote[r.taker] for r in results)
        assert any(r.given.carried for r in results)
    else:
        assert {"none", "coinche", "surcoinche"} == {r.given.double for r in results}
        assert {"capot", "generale", *rules.contracts} == {r.given.contract for r in results}
        assert any(r.given.capot == r.defence for r in results)


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_the_same_rules_give_the_same_positions(rules: RuleSet) -> None:
    """Seeded: a second look sees the same positions and rows, under another id too."""
    again = replace(rules, id="again")
    assert [(p.trick, p.hand) for p in positions(rules)] == [(p.trick, p.hand) for p in positions(again)]
    assert [r.given for r in rows(rules)] == [r.given for r in rows(again)]


# clauses switched off -------------------------------------------------------------------------------

CLAUSES: list[tuple[str, str, object, tuple[str, ...]]] = [
    # (rule set, switch, value that switches the clause off, laws that become false)
    ("belote-maison", "raise_over_partner", "no", ("overtrump-led",)),
    ("belote-maison", "all_trump_raise", "no", ("all-trump-raise",)),
    ("belote-maison", "undertrump", "free", ("undertrump",)),
    ("coinche-officielles", "undertrump", "must", ("undertrump-free",)),
    ("belote-maison", "under_partner_ruff", "barred", ("partner-free",)),
    ("belote-maison", "tie", "failed", ("tie-held", "tie-belote-held")),
    ("belote-maison", "tie_belote", "kept", ("tie-belote-held",)),
    ("belote-maison", "tie_belote", "excluded", ("tie-belote-held",)),
    ("belote-maison", "loser_declarations", "lost", ("declarations-to-their-winner", "failed-all-to-defence", "capot-all-tricks")),
    ("coinche-maison", "loser_declarations", "lost", ("declarations-to-their-winner", "coinche-failed")),
    ("belote-maison", "belote_counts", "no", ("declarations-count",)),
    ("coinche-maison", "must_lead", "no", ("contract-reached-and-ahead", "coinche-tie-fails")),
    ("coinche-maison", "rounding", "half-up", ("coinche-plain",)),
    ("coinche-maison", "rounding", "half-down", ("coinche-plain",)),
    ("coinche-maison", "rounding", "complement", ("coinche-plain",)),
    ("coinche-officielles", "rounding", "none", ("rounding",)),
    ("coinche-officielles", "rounding", "half-down", ("rounding",)),
    ("coinche-officielles", "rounding", "complement", ("rounding",)),
    ("coinche-officielles", "base_all_tricks", 160, ("base-all-tricks",)),
    ("coinche-maison", "base_failed_all_tricks", 250, ("coinche-failed",)),
    ("coinche-maison", "base_defence_all_tricks", 250, ("defence-all-tricks",)),
    ("coinche-maison", "belote_multiplied", "yes", ("belote-kept",)),
    ("coinche-maison", "declarations_multiplied", "yes", ("coinche-failed",)),
]  # fmt: skip


@pytest.mark.parametrize(("id", "switch", "value", "false"), CLAUSES)
def test_a_law_is_false_when_its_clause_is_switched_off(
    id: str, switch: str, value: object, false: tuple[str, ...]
) -> None:
    """The laws of a clause hold, and fail with a counterexample once the switch is set otherwise."""
    rules = RULE_SETS[id]
    off = with_switches(rules, {switch: value})
    for law in false:
        assert holds(law, rules)
        found = LAWS[law].counterexample(off)
        assert found not in (None, VACUOUS)


def test_every_choice_has_a_law() -> None:
    """Each value of each switch of words falsifies some law; the turn is stated by facts instead."""
    tried = {(RULE_SETS[id].game, switch, value) for id, switch, value, _ in CLAUSES}
    games = {switch: {game for game, name, _ in tried if name == switch} for _, switch, _ in tried}
    for rules in (RULE_SETS["belote-maison"], RULE_SETS["coinche-maison"]):
        for switch in switch_values(rules):
            if SWITCHES[switch].kind == "choice" and switch != "turn":
                assert switch in games, switch
                for value in other_values(rules, switch):
                    assert any((game, switch, value) in tried for game in SWITCHES[switch].games)


# rules of the engine mutated ------------------------------------------------------------------------


def _free(_rules: RuleSet, _trump: Trump, _plays: Sequence[Play], _seat: Seat, hand: Sequence[Card]) -> Legal:
    return Legal("free", tuple(hand), {})


def _first_when_void(
    rules: RuleSet, trump: Trump, plays: Sequence[Play], seat: Seat, hand: Sequence[Card]
) -> Legal:
    legal = legal_cards(rules, trump, plays, seat, hand)
    return replace(legal, cards=legal.cards[:1]) if legal.duty == "free" else legal


def _last_holds(_rules: RuleSet, _trump: Trump, plays: Sequence[Play]) -> int:
    return len(plays) - 1


def _changed(change: Callable[[Score], Score]) -> Callable[[RuleSet, ScoreInput], Score]:
    return lambda rules, given: change(score(rules, given))


def _without(name: str) -> Callable[[RuleSet, ScoreInput], Score]:
    return _changed(lambda s: replace(s, lines=tuple(line for line in s.lines if line.name != name)))


def _more(side: Mapping[Any, int]) -> dict[Any, int]:
    return {s: points + 1 for s, points in side.items()}


_OTHER: dict[Any, Any] = {"made": "failed", "failed": "made", "tied": "made", "capot": "failed"}
_outcome = _changed(lambda s: replace(s, outcome=_OTHER[s.outcome]))
_score = _changed(lambda s: replace(s, score=_more(s.score)))
_totals = _changed(lambda s: replace(s, totals=_more(s.totals)))
_held = _changed(lambda s: replace(s, held=s.held + 1))

MUTANTS: dict[str, tuple[str, str, Callable[..., object]]] = {
    # law: (rule set, what of the engine is replaced, by what)
    "follow": ("belote-maison", "legal_cards", _free),
    "plain-suit-any": ("belote-maison", "legal_cards", _free),
    "overtrump-led": ("belote-maison", "legal_cards", _free),
    "all-trump-raise": ("belote-maison", "legal_cards", _free),
    "must-ruff": ("belote-maison", "legal_cards", _free),
    "overruff-if-possible": ("belote-maison", "legal_cards", _free),
    "undertrump": ("belote-maison", "legal_cards", _free),
    "undertrump-free": ("coinche-officielles", "legal_cards", _first_when_void),
    "partner-free": ("belote-maison", "legal_cards", _first_when_void),
    "discard-when-free": ("belote-maison", "legal_cards", _first_when_void),
    "no-ruff-at-no-trump": ("belote-maison", "legal_cards", _first_when_void),
    "winner": ("belote-maison", "holder", _last_holds),
    "no-trump-winner": ("belote-maison", "holder", _last_holds),
    "strictly-ahead": ("belote-maison", "score", _outcome),
    "failed-all-to-defence": ("belote-maison", "score", _score),
    "tie-held": ("belote-maison", "score", _held),
    "tie-belote-held": ("belote-maison", "score", _score),
    "belote-kept": ("belote-maison", "score", _without("belote")),
    "declarations-count": ("belote-maison", "score", _totals),
    "declarations-to-their-winner": ("belote-maison", "score", _without("declarations")),
    "capot-all-tricks": ("belote-maison", "score", _score),
    "held-to-next-winner": ("belote-maison", "score", _held),
    "contract-reached-and-ahead": ("coinche-maison", "score", _outcome),
    "coinche-tie-fails": ("coinche-maison", "score", _outcome),
    "coinche-plain": ("coinche-maison", "score", _score),
    "rounding": ("coinche-officielles", "score", _score),
    "coinche-doubled": ("coinche-maison", "score", _score),
    "coinche-failed": ("coinche-maison", "score", _score),
    "defence-all-tricks": ("coinche-maison", "score", _without("base")),
    "base-all-tricks": ("coinche-officielles", "score", _without("base")),
    "generale-alone": ("coinche-maison", "score", _outcome),
}


@pytest.mark.parametrize("law", LAWS)
def test_a_law_is_false_of_an_engine_that_breaks_it(law: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each law holds, and fails with a counterexample where the engine does otherwise."""
    id, name, mutant = MUTANTS[law]
    assert holds(law, RULE_SETS[id])
    monkeypatch.setattr(laws, name, mutant)
    # Another id: positions and answers are remembered by rule set.
    found = LAWS[law].counterexample(replace(RULE_SETS[id], id=f"{id}-{law}-mutant"))
    assert found not in (None, VACUOUS)


def test_mutants_are_those_of_the_laws() -> None:
    """Each law has its mutant, and each mutant its law."""
    assert list(MUTANTS) == [law for law in MUTANTS if law in LAWS]
    assert set(LAWS) == set(MUTANTS)


def test_a_counterexample_names_its_position() -> None:
    """What a counterexample says is the position or the deal, so that it can be checked by hand."""
    off = with_switches(RULE_SETS["belote-maison"], {"undertrump": "free", "tie": "failed"})
    play = LAWS["undertrump"].counterexample(off) or ""
    assert all(part in play for part in ("trump ", "trick ", " holds ", "legal is "))
    row = LAWS["tie-held"].counterexample(off) or ""
    assert all(part in row for part in ("taker ", "totals ", "failed", "the score is ", " held"))


def test_a_position_knows_who_holds_the_trick() -> None:
    """Position by position: void, ruffed and the partner's trick are what the cards say."""
    for p in positions(RULE_SETS["belote-maison"])[::7]:
        led = p.trick[0].card.suit if p.trick else None
        assert led == p.led
        assert (led is not None and led not in {c.suit for c in p.hand}) == p.void
        assert (p.master is not None and p.master.seat == partner(p.seat)) == p.partner_holds
        assert (p.legal.cards == p.hand) == p.free()
