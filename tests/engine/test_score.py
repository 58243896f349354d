"""Scores of Belote and Coinche: tables by hand from RULES.md 11 to 15 and 17, and what holds for all."""

# A case is a line of its table, however long: that is how one compares them.

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from sitegen.engine import (
    LINE_NAMES,
    MULTIPLIERS,
    SEATS,
    SIDES,
    TRUMP_SUITS,
    TRUMPS,
    RuleSet,
    Score,
    ScoreInput,
    Seat,
    Side,
    Trump,
    other,
    score,
    side,
    with_switches,
)
from tests.deals import RULE_SETS, all_rule_sets


def by_side(ns: int, ew: int) -> dict[Side, int]:
    return {"NS": ns, "EW": ew}


def scored(
    rules: str,
    cards: tuple[int, int],
    last: Side,
    switches: Mapping[str, object],
    *,
    trump: Trump = "hearts",
    belote: tuple[int, int] = (0, 0),
    declarations: tuple[int, int] = (0, 0),
    **more: Any,
) -> Score:
    given = ScoreInput(
        trump=trump,
        taker="S",
        cards=by_side(*cards),
        last_trick=last,
        belote=by_side(*belote),
        declarations=by_side(*declarations),
        **more,
    )
    return score(with_switches(RULE_SETS[rules], switches), given)


@pytest.mark.parametrize(
    ("cards", "last", "switches", "more", "outcome", "expected", "held"),
    [
        ((82, 70), "NS", {}, {"belote": (1, 0)}, "made", (112, 70), 0),
        ((66, 86), "EW", {}, {"belote": (1, 0)}, "failed", (20, 162), 0),
        ((66, 86), "EW", {}, {"belote": (0, 1)}, "failed", (0, 182), 0),
        ((66, 86), "EW", {}, {"declarations": (20, 50)}, "failed", (0, 232), 0),
        ((66, 86), "EW", {"loser_declarations": "lost"}, {"declarations": (20, 50)}, "failed", (0, 212), 0),
        ((66, 86), "EW", {}, {"carried": 81}, "failed", (0, 243), 0),
        ((66, 86), "EW", {}, {"carried": 162}, "failed", (0, 324), 0),
        ((90, 62), "NS", {}, {"carried": 81}, "made", (181, 62), 0),
        ((71, 81), "NS", {}, {}, "tied", (0, 81), 81),
        ((71, 81), "NS", {}, {"carried": 81}, "tied", (0, 81), 162),
        ((71, 81), "NS", {"tie": "failed"}, {"carried": 81}, "failed", (0, 243), 0),
        ((71, 81), "EW", {}, {"belote": (1, 0)}, "tied", (0, 91), 91),
        ((71, 81), "EW", {"tie_belote": "kept"}, {"belote": (1, 0)}, "tied", (20, 91), 71),
        ((71, 81), "EW", {"tie_belote": "excluded"}, {"belote": (1, 0)}, "failed", (20, 162), 0),
        ((71, 81), "NS", {"tie_belote": "excluded"}, {"belote": (1, 0)}, "tied", (20, 81), 81),
        ((71, 81), "NS", {"tie_belote": "excluded"}, {"belote": (0, 1)}, "tied", (0, 101), 81),
        ((71, 81), "NS", {"tie_belote": "excluded", "tie": "failed"}, {"belote": (1, 0)}, "failed", (20, 162), 0),
        ((71, 81), "NS", {}, {"belote": (1, 0)}, "made", (101, 81), 0),
        ((71, 81), "NS", {"belote_counts": "no"}, {"belote": (1, 0)}, "tied", (0, 81), 101),
        ((71, 81), "NS", {"belote_counts": "no", "tie_belote": "kept"}, {"belote": (1, 0)}, "tied", (20, 81), 81),
        ((75, 77), "EW", {}, {"belote": (1, 0)}, "made", (95, 87), 0),
        ((75, 77), "EW", {"belote_counts": "no"}, {"belote": (1, 0)}, "failed", (20, 162), 0),
        ((152, 0), "NS", {}, {"capot": "NS"}, "capot", (252, 0), 0),
        ((152, 0), "NS", {}, {"capot": "NS", "belote": (0, 1), "declarations": (0, 300)}, "capot", (552, 20), 0),
        ((152, 0), "NS", {"loser_declarations": "lost"}, {"capot": "NS", "declarations": (20, 300)}, "capot", (272, 0), 0),
        ((152, 0), "NS", {}, {"capot": "NS", "carried": 81}, "capot", (333, 0), 0),
        ((0, 152), "EW", {}, {"capot": "EW", "belote": (1, 0), "carried": 81}, "capot", (20, 333), 0),
        ((152, 0), "NS", {}, {}, "made", (162, 0), 0),
        ((60, 60), "NS", {}, {"trump": "no-trump"}, "made", (70, 60), 0),
        ((55, 65), "NS", {}, {"trump": "no-trump"}, "tied", (0, 65), 65),
        ((50, 70), "NS", {}, {"trump": "no-trump"}, "failed", (0, 130), 0),
        ((120, 0), "NS", {}, {"trump": "no-trump", "capot": "NS"}, "capot", (220, 0), 0),
        ((124, 124), "NS", {}, {"trump": "all-trump", "belote": (1, 3)}, "failed", (20, 318), 0),
    ],
)  # fmt: skip
def test_belote(
    cards: tuple[int, int],
    last: Side,
    switches: dict[str, object],
    more: dict[str, Any],
    outcome: str,
    expected: tuple[int, int],
    held: int,
) -> None:
    """RULES.md 12, every case and every value of the switches that it reads."""
    result = scored("belote-maison", cards, last, switches, **more)
    assert (outcome, by_side(*expected), held) == (result.outcome, result.score, result.held)


ROUNDED: dict[str, object] = {"rounding": "half-up"}
DOUBLED_ALL = {"capot": "NS", "double": "coinche"}
DEFENCE_ALL = {"capot": "EW"}


@pytest.mark.parametrize(
    ("cards", "last", "switches", "contract", "more", "outcome", "expected"),
    [
        # made or not, RULES.md 13
        ((98, 54), "NS", {}, 100, {}, "made", (208, 54)),
        ((98, 54), "NS", {}, 110, {}, "failed", (0, 270)),
        ((79, 73), "NS", {}, 90, {}, "failed", (0, 250)),
        ((79, 73), "NS", ROUNDED, 90, {}, "failed", (0, 250)),
        ((71, 81), "NS", {}, 80, {}, "failed", (0, 240)),
        ((71, 81), "NS", {"must_lead": "no"}, 80, {}, "made", (161, 81)),
        ((80, 72), "NS", {}, 90, {"belote": (0, 1)}, "failed", (0, 270)),
        ((80, 72), "NS", {"must_lead": "no"}, 90, {"belote": (0, 1)}, "made", (180, 92)),
        ((80, 72), "NS", {"belote_counts": "no"}, 90, {"belote": (0, 1)}, "made", (180, 92)),
        ((75, 77), "NS", {}, 100, {"belote": (1, 0)}, "made", (205, 77)),
        ((75, 77), "NS", {"belote_counts": "no"}, 100, {"belote": (1, 0)}, "failed", (20, 260)),
        ((80, 72), "NS", {}, 120, {"declarations": (50, 0)}, "made", (260, 72)),
        ((0, 248), "EW", {"must_lead": "no"}, 80, {"capot": "EW", "belote": (4, 0), "trump": "all-trump"}, "failed", (80, 240)),
        # made, not doubled, RULES.md 14 and 15
        ((98, 54), "NS", ROUNDED, 100, {}, "made", (210, 50)),
        ((85, 67), "EW", ROUNDED, 80, {}, "made", (170, 80)),
        ((84, 68), "EW", ROUNDED, 80, {}, "made", (160, 80)),
        ((85, 67), "EW", {"rounding": "half-down"}, 80, {}, "made", (160, 80)),
        ((85, 67), "EW", {"rounding": "complement"}, 80, {}, "made", (170, 70)),
        ((86, 66), "EW", ROUNDED, 80, {}, "made", (170, 80)),
        ((86, 66), "EW", {"rounding": "complement"}, 80, {}, "made", (170, 70)),
        ((86, 66), "EW", {"rounding": "half-down"}, 80, {}, "made", (170, 80)),
        ((98, 54), "NS", ROUNDED, 100, {"belote": (0, 1), "declarations": (20, 50)}, "made", (230, 120)),
        ((152, 0), "NS", {}, 100, {"capot": "NS"}, "capot", (352, 0)),
        ((152, 0), "NS", ROUNDED, 100, {"capot": "NS"}, "capot", (350, 0)),
        ((152, 0), "NS", {"rounding": "complement"}, 100, {"capot": "NS"}, "capot", (350, 0)),
        ((152, 0), "NS", {}, 100, {"capot": "NS", "belote": (0, 1), "declarations": (0, 50)}, "capot", (402, 20)),
        ((152, 0), "NS", {"loser_declarations": "lost"}, 100, {"capot": "NS", "declarations": (0, 50)}, "capot", (352, 0)),
        ((120, 0), "NS", {}, 100, {"capot": "NS", "trump": "no-trump"}, "capot", (320, 0)),
        # contracts of all the tricks
        ((152, 0), "NS", {}, "capot", {"capot": "NS"}, "capot", (502, 0)),
        ((152, 0), "NS", {}, "capot", {}, "failed", (0, 410)),
        ((152, 0), "NS", {}, "generale", {"capot": "NS", "all_tricks_by": "S"}, "capot", (752, 0)),
        ((152, 0), "NS", {}, "generale", {"capot": "NS", "all_tricks_by": "N"}, "failed", (0, 660)),
        ((152, 0), "NS", {}, "generale", {"capot": "NS"}, "failed", (0, 660)),
        ((152, 0), "NS", {"generale_contract": 700}, "generale", {"capot": "NS", "all_tricks_by": "S"}, "capot", (952, 0)),
        ((140, 12), "NS", {}, "capot", {"double": "coinche"}, "failed", (0, 820)),
        ((140, 12), "NS", {}, "capot", {"double": "surcoinche"}, "failed", (0, 1640)),
        ((140, 12), "NS", {"base_failed_all_tricks": 250}, "capot", {}, "failed", (0, 500)),
        # doubled
        ((98, 54), "NS", {}, 100, {"double": "coinche"}, "made", (520, 0)),
        ((98, 54), "NS", ROUNDED, 100, {"double": "surcoinche"}, "made", (1040, 0)),
        ((80, 72), "EW", {}, 100, {"double": "coinche"}, "failed", (0, 520)),
        ((152, 0), "NS", {}, "capot", DOUBLED_ALL, "capot", (820, 0)),
        ((152, 0), "NS", {"base_all_tricks": 250}, "capot", DOUBLED_ALL, "capot", (1000, 0)),
        ((152, 0), "NS", {"base_all_tricks": 250}, 100, DOUBLED_ALL, "capot", (700, 0)),
        ((0, 152), "EW", {}, 100, DEFENCE_ALL, "failed", (0, 260)),
        ((0, 152), "EW", {"base_defence_all_tricks": 252}, 100, DEFENCE_ALL, "failed", (0, 352)),
        ((0, 152), "EW", {"base_defence_all_tricks": 252}, "capot", DEFENCE_ALL, "failed", (0, 502)),
        ((0, 152), "EW", {"base_failed_all_tricks": 300}, "capot", DEFENCE_ALL, "failed", (0, 550)),
        ((98, 54), "NS", {}, 100, {"double": "coinche", "belote": (1, 0)}, "made", (540, 0)),
        ((98, 54), "NS", {}, 100, {"double": "coinche", "belote": (0, 1)}, "made", (520, 20)),
        ((98, 54), "NS", {"belote_multiplied": "yes"}, 100, {"double": "coinche", "belote": (1, 0)}, "made", (560, 0)),
        ((98, 54), "NS", {"belote_multiplied": "yes"}, 100, {"double": "coinche", "belote": (0, 1)}, "made", (520, 20)),
        ((98, 54), "NS", {}, 100, {"double": "coinche", "declarations": (50, 20)}, "made", (590, 0)),
        ((98, 54), "NS", {"declarations_multiplied": "yes"}, 100, {"double": "coinche", "declarations": (50, 20)}, "made", (660, 0)),
        ((98, 54), "NS", {"loser_declarations": "lost"}, 100, {"double": "coinche", "declarations": (50, 20)}, "made", (570, 0)),
        ((60, 92), "EW", {"declarations_multiplied": "yes"}, 100, {"double": "surcoinche", "declarations": (20, 0)}, "failed", (0, 1120)),
        # failed, not doubled
        ((60, 92), "EW", {}, 90, {"belote": (1, 0), "declarations": (20, 0)}, "failed", (20, 270)),
        ((60, 92), "EW", {"loser_declarations": "lost"}, 90, {"declarations": (20, 20)}, "failed", (0, 270)),
        ((60, 92), "EW", {"base": 162}, 90, {}, "failed", (0, 252)),
    ],
)  # fmt: skip
def test_coinche(
    cards: tuple[int, int],
    last: Side,
    switches: dict[str, object],
    contract: Any,
    more: dict[str, Any],
    outcome: str,
    expected: tuple[int, int],
) -> None:
    """RULES.md 13 to 15 and 17, every case and every value of the switches that they read."""
    result = scored("coinche-maison", cards, last, switches, contract=contract, **more)
    assert (outcome, by_side(*expected), 0) == (result.outcome, result.score, result.held)


def lines(result: Score) -> list[tuple[str, str, int]]:
    return [(line.side, line.name, line.points) for line in result.lines]


def test_lines() -> None:
    """Lines name what each side writes, NS first, in one order; lines of 0 points are left out."""
    assert lines(
        scored("coinche-officielles", (98, 54), "NS", {}, belote=(0, 1), declarations=(20, 0), contract=100)
    ) == [
        ("NS", "cards", 98),
        ("NS", "last-trick", 10),
        ("NS", "declarations", 20),
        ("NS", "rounding", 2),
        ("NS", "contract", 100),
        ("EW", "cards", 54),
        ("EW", "belote", 20),
        ("EW", "rounding", -4),
    ]
    assert lines(scored("belote-maison", (66, 86), "EW", {}, belote=(1, 0), carried=81)) == [
        ("NS", "belote", 20),
        ("EW", "deal", 162),
        ("EW", "carried", 81),
    ]
    assert lines(scored("belote-maison", (152, 0), "NS", {}, capot="NS")) == [
        ("NS", "cards", 152),
        ("NS", "capot", 100),
    ]
    doubled = scored("coinche-maison", (98, 54), "NS", {}, belote=(1, 0), contract=100, double="surcoinche")
    assert lines(doubled) == [
        ("NS", "belote", 20),
        ("NS", "contract", 100),
        ("NS", "base", 160),
        ("NS", "multiplier", 780),
    ]
    assert (doubled.base, doubled.contract, doubled.multiplier, doubled.deal) == (160, 100, 4, 162)


def random_input(random: Random, rules: RuleSet) -> ScoreInput:
    """Any possible score, ties, capots and belotes among them."""
    trump = random.choice(TRUMPS)
    total = rules.cards_total(trump)
    ns = random.choice((0, total, total // 2, total // 2 - 5, total // 2 + 5, random.randint(0, total)))
    last = random.choice(SIDES)
    belotes = by_side(0, 0)
    for _ in range(random.randint(0, len(TRUMP_SUITS[trump]))):
        belotes[random.choice(SIDES)] += 1
    capot: Side | None = None
    if ns in (0, total) and random.random() < 0.7:
        capot = last = "EW" if ns == 0 else "NS"
    alone: list[Seat | None] = [None, *[seat for seat in SEATS if side(seat) == capot]]
    coinche: dict[str, Any] = {"carried": random.choice((0, 0, 81))}
    if rules.game == "coinche":
        coinche = {
            "contract": random.choice((*rules.contracts, "capot", "generale")),
            "double": random.choice(tuple(MULTIPLIERS)),
        }
    return ScoreInput(
        trump=trump,
        taker=random.choice(SEATS),
        cards=by_side(ns, total - ns),
        last_trick=last,
        belote=belotes,
        declarations=by_side(random.choice((0, 20, 50)), random.choice((0, 0, 100))),
        capot=capot,
        all_tricks_by=random.choice(alone),
        **coinche,
    )


def test_what_holds_for_every_score() -> None:
    """In 20,000 random scores: lines add up to the score, each in its order; Belote keeps all points, in the
    scores or held; Coinche pays what RULES.md 14 says; changing the seats' names changes only the names."""
    random = Random(5)
    sets = all_rule_sets()
    outcomes = set()
    for n in range(20_000):
        rules = sets[n % len(sets)]
        given = random_input(random, rules)
        result = score(rules, given)
        outcomes.add((rules.game, result.outcome))
        for s in SIDES:
            assert result.score[s] == sum(line.points for line in result.lines if line.side == s)
            names = [line.name for line in result.lines if line.side == s]
            assert sorted(names, key=LINE_NAMES.index) == names
        belotes = rules.belote * sum(given.belote.values())
        declared = sum(given.declarations.values())
        written = sum(result.score.values())
        taker = side(given.taker)
        won = result.outcome != "failed"
        if rules.game == "belote":
            assert result.deal + belotes + declared + given.carried == written + result.held
        elif won and given.double == "none":
            taken = result.deal + sum(line.points for line in result.lines if line.name == "rounding")
            assert taken + belotes + declared + result.contract == written
        else:
            winner = taker if won else other(taker)
            assert rules.belote * given.belote[other(winner)] == result.score[other(winner)]
            assert (result.base + result.contract) * result.multiplier + belotes + declared == written
        if given.capot is not None:
            assert result.totals[given.capot] > result.totals[other(given.capot)]

        turned = ScoreInput(
            trump=given.trump,
            taker=rules.next(given.taker),
            cards={other(s): points for s, points in given.cards.items()},
            last_trick=other(given.last_trick),
            belote={other(s): count for s, count in given.belote.items()},
            declarations={other(s): points for s, points in given.declarations.items()},
            capot=other(given.capot) if given.capot else None,
            all_tricks_by=rules.next(given.all_tricks_by) if given.all_tricks_by else None,
            carried=given.carried,
            contract=given.contract,
            double=given.double,
        )
        again = score(rules, turned)
        assert (result.outcome, result.held) == (again.outcome, again.held)
        assert result.score == {other(s): points for s, points in again.score.items()}
    assert len(outcomes) == 7
