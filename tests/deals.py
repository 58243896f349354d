"""Seeded random deals and positions, and the committed rule sets, for the tests and the bench."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from sitegen.content.rules import load_rule_sets
from sitegen.engine import (
    CARDS,
    SEATS,
    SWITCHES,
    TRUMPS,
    Card,
    Play,
    RuleSet,
    Seat,
    Trump,
    holder,
    legal_cards,
    switch_values,
    with_switches,
)

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "tests" / "data"
RULE_FILES, RULE_PROBLEMS = load_rule_sets(ROOT / "content" / "rules", ROOT)
RULE_SETS: dict[str, RuleSet] = {id: file.rules for id, file in RULE_FILES.items()}

Hands = dict[Seat, tuple[Card, ...]]


def other_values(rules: RuleSet, name: str) -> list[object]:
    """What switch `name` can be set to instead: every other word, or other numbers."""
    switch, value = SWITCHES[name], switch_values(rules)[name]
    if switch.kind == "choice":
        return [word for word in switch.values if word != value]
    if switch.kind == "points":
        return [value + 10]
    if switch.kind == "table":
        return [{**value, "J": value["J"] + 1}]
    return [[points + 5 for points in value]]


def all_rule_sets() -> list[RuleSet]:
    """The committed rule sets, and each of them with one switch of RULES.md 7 set otherwise."""
    play_switches = ("raise_over_partner", "all_trump_raise", "undertrump", "under_partner_ruff", "turn")
    varied = [
        with_switches(rules, {name: value})
        for rules in RULE_SETS.values()
        for name in play_switches
        for value in other_values(rules, name)
    ]
    return [*RULE_SETS.values(), *varied]


def random_hands(random: Random) -> Hands:
    """The 32 cards, dealt."""
    cards = random.sample(list(CARDS.values()), 32)
    return {seat: tuple(cards[8 * i : 8 * i + 8]) for i, seat in enumerate(SEATS)}


def random_plays(random: Random, rules: RuleSet, trump: Trump, leader: Seat, hands: Hands) -> list[Card]:
    """32 cards in an order in which the deal can be played, each picked from the legal ones."""
    left = {seat: list(hand) for seat, hand in hands.items()}
    cards: list[Card] = []
    for _ in range(8):
        plays: list[Play] = []
        for seat in rules.seats_from(leader):
            card = random.choice(legal_cards(rules, trump, plays, seat, left[seat]).cards)
            left[seat].remove(card)
            plays.append(Play(seat, card))
        cards += [play.card for play in plays]
        leader = plays[holder(rules, trump, plays)].seat
    return cards


def random_positions(
    random: Random, count: int, rule_sets: list[RuleSet]
) -> Iterator[tuple[RuleSet, Trump, list[Play], Seat, tuple[Card, ...]]]:
    """Tricks of none to three plays and a hand of the next seat, any cards, over all rule sets and trumps."""
    cards = list(CARDS.values())
    for n in range(count):
        rules = rule_sets[n % len(rule_sets)]
        trump = TRUMPS[n // len(rule_sets) % len(TRUMPS)]
        played = random.choice((0, 1, 1, 2, 2, 2, 3, 3, 3))
        drawn = random.sample(cards, played + random.randint(1, 8))
        turn = rules.seats_from(random.choice(SEATS))
        plays = [Play(seat, card) for seat, card in zip(turn, drawn[:played], strict=False)]
        yield rules, trump, plays, turn[played], tuple(drawn[played:])
