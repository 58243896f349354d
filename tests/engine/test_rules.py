"""Rule sets: the registry of switches, tables of strength and points, turns, and what is no rule set."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from sitegen.engine import (
    CARDS,
    GAMES,
    SEATS,
    SWITCHES,
    RuleSetError,
    Seat,
    Trump,
    rule_set,
    switch_values,
    with_switches,
)
from tests.deals import RULE_SETS, other_values

TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
PLAIN_POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}


def data(game: str = "belote", **switches: object) -> dict[str, Any]:
    """A sound rule set as data, with some switches set otherwise."""
    values = switch_values(RULE_SETS[f"{game}-maison"])
    return {
        "game": game,
        "cards": {
            "trump_order": "J 9 A 10 K Q 8 7",
            "plain_order": ["A", "10", "K", "Q", "J", "9", "8", "7"],
            "trump_points": TRUMP_POINTS,
            "plain_points": PLAIN_POINTS,
        },
        "switches": values | switches,
    }


def test_switches_are_those_of_the_rule_book() -> None:
    """The registry has the switches of RULES.md 1, with the values, kinds and games given there."""
    both = GAMES
    assert {
        "turn": (("clockwise", "anticlockwise"), both),
        "no_trump_ace": ("points", both),
        "all_trump_points": ("table", both),
        "raise_over_partner": (("yes", "no"), both),
        "all_trump_raise": (("yes", "no"), both),
        "undertrump": (("must", "free"), both),
        "under_partner_ruff": (("allowed", "barred"), both),
        "last_trick": ("points", both),
        "capot": ("points", both),
        "belote": ("points", both),
        "tie": (("held", "failed"), ("belote",)),
        "tie_belote": (("held", "kept", "excluded"), ("belote",)),
        "loser_declarations": (("winner", "lost"), both),
        "must_lead": (("yes", "no"), ("coinche",)),
        "belote_counts": (("yes", "no"), both),
        "rounding": (("none", "half-up", "half-down", "complement"), ("coinche",)),
        "base": ("points", ("coinche",)),
        "base_all_tricks": ("points", ("coinche",)),
        "base_failed_all_tricks": ("points", ("coinche",)),
        "base_defence_all_tricks": ("points", ("coinche",)),
        "belote_multiplied": (("yes", "no"), ("coinche",)),
        "declarations_multiplied": (("yes", "no"), ("coinche",)),
        "contracts": ("contracts", ("coinche",)),
        "capot_contract": ("points", ("coinche",)),
        "generale_contract": ("points", ("coinche",)),
    } == {name: (switch.values or switch.kind, switch.games) for name, switch in SWITCHES.items()}
    assert all(switch.about and switch.source.startswith("RULES.md") for switch in SWITCHES.values())


@pytest.mark.parametrize(
    ("id", "trump", "cards", "deal", "capot"),
    [
        ("belote-maison", "hearts", 152, 162, 252),
        ("belote-maison", "no-trump", 120, 130, 220),
        ("belote-maison", "all-trump", 248, 258, 348),
        ("belote-officielles", "spades", 152, 162, 252),
        ("belote-officielles", "no-trump", 152, 162, 252),
        ("belote-officielles", "all-trump", 152, 162, 252),
        ("coinche-maison", "no-trump", 120, 130, 220),
        ("coinche-officielles", "all-trump", 152, 162, 252),
    ],
)
def test_deal_totals(id: str, trump: Trump, cards: int, deal: int, capot: int) -> None:
    """The whole deal is worth what RULES.md 6 and 11 say."""
    rules = RULE_SETS[id]
    assert (cards, deal, capot) == (
        rules.cards_total(trump),
        rules.deal_total(trump),
        rules.deal_total(trump, capot=True),
    )


@pytest.mark.parametrize("trump", ["hearts", "no-trump", "all-trump"])
def test_strength_is_order(trump: Trump) -> None:
    """Inside a suit the stronger card is the one earlier in the order, a trump above any plain card."""
    rules = RULE_SETS["belote-maison"]
    strength = rules.strength(trump)
    for suit in ("S", "H"):
        by_strength = sorted((c for c in CARDS.values() if c.suit == suit), key=lambda c: -strength[c])
        assert list(rules.order(trump, suit)) == [card.rank for card in by_strength]
    if trump == "hearts":
        assert strength[CARDS["7H"]] > strength[CARDS["AS"]]


def test_a_discard_has_no_strength_in_the_trick() -> None:
    """Cards of neither the suit led nor the trump suit are below every card that can win (RULES.md 8)."""
    rules = RULE_SETS["belote-maison"]
    for trump, can_win in (("hearts", "SH"), ("no-trump", "S"), ("all-trump", "S"), ("spades", "S")):
        strength = rules.trick_strength(trump, "S")  # type: ignore[arg-type]
        assert {card for card in CARDS.values() if card.suit in can_win} == {
            card for card in CARDS.values() if strength[card] >= 0
        }


def test_turn_order() -> None:
    """Clockwise is south, west, north, east; anticlockwise the reverse; `next` is the second of the four."""
    rules = RULE_SETS["belote-maison"]
    assert rules.seats_from("S") == ("S", "W", "N", "E")
    back = with_switches(rules, {"turn": "anticlockwise"})
    assert back.seats_from("S") == ("S", "E", "N", "W")
    seat: Seat
    for seat in SEATS:
        assert rules.seats_from(seat)[1] == rules.next(seat)
        assert seat == back.next(rules.next(seat))


def test_rule_set_reads_what_it_is_given() -> None:
    """Equal data make equal rule sets, which hash and survive pickling; switches of the other game idle."""
    rules = rule_set("belote-maison", data())
    assert RULE_SETS["belote-maison"] == rules
    assert hash(RULE_SETS["belote-maison"]) == hash(rules)
    rules.points("hearts")
    assert rules == pickle.loads(pickle.dumps(rules))
    assert (rules.contracts, rules.base, rules.must_lead) == ((), 0, "yes")


def test_with_switches_changes_nothing_else() -> None:
    """A switch set otherwise differs, everything else and the original stay; every switch can be set."""
    for rules in RULE_SETS.values():
        for name, value in switch_values(rules).items():
            for new in other_values(rules, name):
                changed = switch_values(with_switches(rules, {name: new}))
                assert value != changed[name]
                assert {**changed, name: value} == switch_values(rules)


def without(table: dict[str, Any], *path: str) -> dict[str, Any]:
    """`table` without the key at `path`."""
    first, *rest = path
    if not rest:
        return {key: value for key, value in table.items() if key != first}
    return table | {first: without(table[first], *rest)}


def with_card(key: str, value: object) -> dict[str, Any]:
    """A rule set with one of its card tables set to something else."""
    return data() | {"cards": data()["cards"] | {key: value}}


NO_CARDS = ["cards.trump_order", "cards.plain_order", "cards.trump_points", "cards.plain_points"]


@pytest.mark.parametrize(
    ("given", "keys"),
    [
        ({}, ["game", *NO_CARDS]),
        (data() | {"game": "bridge"}, ["game"]),
        (data() | {"colour": 1}, ["colour"]),
        (data() | {"cards": []}, ["cards", *NO_CARDS]),
        (with_card("trump_order", "J 9 A 10 K Q 8"), ["cards.trump_order"]),
        (with_card("plain_order", "A A 10 K Q J 9 8"), ["cards.plain_order"]),
        (with_card("plain_order", 7), ["cards.plain_order"]),
        (with_card("plain_order", [["A"], 10]), ["cards.plain_order"]),
        (with_card("trump_points", {"J": 20}), ["cards.trump_points"]),
        (with_card("trump_points", TRUMP_POINTS | {"J": -1}), ["cards.trump_points"]),
        (with_card("trump_points", TRUMP_POINTS | {"J": 2.5}), ["cards.trump_points"]),
        (with_card("joker", 1), ["cards.joker"]),
        (without(data(), "cards", "plain_points"), ["cards.plain_points"]),
        (without(data(), "switches", "tie"), ["switches.tie"]),
        (data(tie="never"), ["switches.tie"]),
        (data(tie=True), ["switches.tie"]),
        (data(tie=["held"]), ["switches.tie"]),
        (data(last_trick=True), ["switches.last_trick"]),
        (data(last_trick="10"), ["switches.last_trick"]),
        (data(last_trick=10_000), ["switches.last_trick"]),
        (data(all_trump_points=13), ["switches.all_trump_points"]),
        (data(joker="wild"), ["switches.joker"]),
        (data(rounding="none"), ["switches.rounding"]),
        (data("coinche", tie="held"), ["switches.tie"]),
        (data("coinche", contracts=[]), ["switches.contracts"]),
        (data("coinche", contracts=[80, 80]), ["switches.contracts"]),
        (data("coinche", contracts=[80, "90"]), ["switches.contracts"]),
        (data("coinche", contracts=80), ["switches.contracts"]),
        (data(tie="never", turn=1, belote=-20), ["switches.turn", "switches.belote", "switches.tie"]),
    ],
)  # fmt: skip
def test_all_faults_of_a_rule_set_are_told(given: dict[str, Any], keys: list[str]) -> None:
    """A rule set that cannot be is refused, with the key of every fault."""
    with pytest.raises(RuleSetError) as refused:
        rule_set("table", given)
    told = [fault.key for fault in refused.value.faults]
    assert sorted(keys) == sorted(told)


def test_overrides_are_checked() -> None:
    """`with_switches` tells every unknown switch, every one of the other game and every impossible value."""
    with pytest.raises(RuleSetError) as refused:
        with_switches(RULE_SETS["belote-maison"], {"joker": 1, "base": 160, "tie": "never", "belote": 30})
    assert [f.key for f in refused.value.faults] == ["switches.joker", "switches.base", "switches.tie"]
