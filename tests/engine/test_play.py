"""Legal cards, trick winners, actions and card points, over tables, random positions and random deals."""

# A case is a line of its table, however long: that is how one compares them.

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random

import pytest

from sitegen.engine import (
    CARDS,
    PLAYS,
    SEATS,
    SUITS,
    TRUMPS,
    Card,
    Legal,
    Play,
    RuleSet,
    Seat,
    Suit,
    Trump,
    action,
    answer,
    card_points,
    holder,
    legal_cards,
    play_deal,
    read_example,
    solve,
    with_switches,
)
from tests.deals import DATA, RULE_SETS, all_rule_sets, random_hands, random_plays, random_positions

CASES = [json.loads(line) for line in (DATA / "examples.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_reference_cases(case: dict[str, dict[str, object]]) -> None:
    """The 24 positions and score rows of the reference pages come out exactly."""
    result = answer(solve(read_example(case, RULE_SETS)))
    expect = case["expect"]
    assert expect == {key: result[key] for key in expect}


def legal(rules: RuleSet, trump: Trump, trick: str, hand: str) -> Legal:
    plays = [PLAYS[text] for text in trick.split()]
    seat: Seat = rules.seats_from(plays[0].seat)[len(plays)] if plays else "S"
    return legal_cards(rules, trump, plays, seat, [CARDS[text] for text in hand.split()])


F, T, R, V, U, B = (
    "must-follow",
    "must-overtrump",
    "must-ruff",
    "must-overruff",
    "must-undertrump",
    "below-partner",
)


@pytest.mark.parametrize(
    ("clause", "trump", "switches", "trick", "hand", "duty", "illegal"),
    [
        ("7.1", "hearts", {}, "", "7S JH", "lead", {}),
        ("7.2a over an opponent", "hearts", {}, "S:9H", "JH 8H AS", "overtrump", {"8H": T, "AS": F}),
        ("7.2a none higher", "hearts", {}, "S:JH", "9H 8H AS", "follow", {"AS": F}),
        ("7.2a over the partner", "hearts", {}, "S:QH W:8H", "JH 7H", "overtrump", {"7H": T}),
        ("7.2a partner exempt", "hearts", {"raise_over_partner": "no"}, "S:QH W:8H", "JH 7H AS", "follow", {"AS": F}),
        ("7.2a opponent not", "hearts", {"raise_over_partner": "no"}, "S:8H W:QH", "JH 7H", "overtrump", {"7H": T}),
        ("7.2b", "all-trump", {}, "S:10C W:7C", "QC JC AD", "overtrump", {"QC": T, "AD": F}),
        ("7.2b partner exempt", "all-trump", {"raise_over_partner": "no"}, "S:10C W:7C", "QC JC", "follow", {}),
        ("7.2b no duty", "all-trump", {"all_trump_raise": "no"}, "S:10C", "QC JC AD", "follow", {"AD": F}),
        ("7.2c plain", "hearts", {}, "S:KS", "7S AS JH", "follow", {"JH": F}),
        ("7.2c no-trump", "no-trump", {}, "S:KS", "7S AS JH", "follow", {"JH": F}),
        ("7.2c although ruffed", "hearts", {}, "S:KS W:7H", "7S AS JH", "follow", {"JH": F}),
        ("7.3 trump led", "hearts", {}, "S:7H", "7S AS", "free", {}),
        ("7.3 no-trump", "no-trump", {}, "S:7H", "7S AS", "free", {}),
        ("7.3 all-trump", "all-trump", {}, "S:7H", "7S JS", "free", {}),
        ("7.4", "hearts", {}, "S:AS W:7S", "7H 7C", "free", {}),
        ("7.4 ruff of the partner", "hearts", {}, "E:AS S:QH W:7S", "7H JH 7C", "free", {}),
        ("7.4 barred", "hearts", {"under_partner_ruff": "barred"}, "E:AS S:QH W:7S", "7H JH 7C", "free", {"7H": B}),
        ("7.4 barred, none higher", "hearts", {"under_partner_ruff": "barred"}, "E:AS S:QH W:7S", "7H 8H 7C", "free", {}),
        ("7.4 barred, no ruff", "hearts", {"under_partner_ruff": "barred"}, "S:AS W:7S", "7H JH 7C", "free", {}),
        ("7.5", "hearts", {}, "S:AS", "7C AD", "free", {}),
        ("7.6a", "hearts", {}, "S:AS", "7H AD", "ruff", {"AD": R}),
        ("7.6a partner not master", "hearts", {}, "S:7S W:8S", "7H AD", "ruff", {"AD": R}),
        ("7.6b", "hearts", {}, "S:AS W:9H", "JH 7H AD", "overruff", {"7H": V, "AD": V}),
        ("7.6b over partner's suit", "hearts", {}, "E:7S S:AS W:8H", "JH 7H AD", "overruff", {"7H": V, "AD": V}),
        ("7.6c must", "hearts", {}, "S:AS W:9H", "AH 7H AD", "undertrump", {"AD": U}),
        ("7.6c free", "hearts", {"undertrump": "free"}, "S:AS W:9H", "AH 7H AD", "free", {}),
        ("7.6c free, but higher", "hearts", {"undertrump": "free"}, "S:AS W:9H", "JH 7H AD", "overruff", {"7H": V, "AD": V}),
        ("7.7 partner has not played", "hearts", {}, "W:AS", "7H AD", "ruff", {"AD": R}),
    ],
)  # fmt: skip
def test_duties_and_reasons(
    clause: str,
    trump: Trump,
    switches: dict[str, object],
    trick: str,
    hand: str,
    duty: str,
    illegal: dict[str, str],
) -> None:
    """Each clause of RULES.md 7 gives its duty, its legal cards in the hand's order, and the reasons."""
    found = legal(with_switches(RULE_SETS["belote-maison"], switches), trump, trick, hand)
    assert (clause, duty, illegal) == (clause, found.duty, {c.text: why for c, why in found.illegal.items()})
    assert [text for text in hand.split() if text not in illegal] == [card.text for card in found.cards]


LETTER: dict[Trump, Suit] = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
NAMED: dict[Suit, Trump] = {suit: trump for trump, suit in LETTER.items()}
TRUMPS_UP = ["7", "8", "Q", "K", "10", "A", "9", "J"]
PLAIN_UP = ["7", "8", "9", "J", "Q", "K", "10", "A"]
ACROSS: dict[Seat, Seat] = {"N": "S", "S": "N", "E": "W", "W": "E"}


def beats(card: Card, best: Card, trump: Trump) -> bool:
    """Whether a card takes the trick from the best card so far: said of two cards, by ranks in a row."""
    if card.suit != best.suit:
        return card.suit == LETTER.get(trump)
    up = TRUMPS_UP if trump == "all-trump" or card.suit == LETTER.get(trump) else PLAIN_UP
    return up.index(card.rank) > up.index(best.rank)


def plainly_legal(
    rules: RuleSet, trump: Trump, plays: Sequence[Play], seat: Seat, hand: Sequence[Card]
) -> list[Card]:
    """The legal cards, worded once more as one walks through them at the table."""
    if not plays:
        return list(hand)
    master = plays[0]
    for play in plays[1:]:
        if beats(play.card, master.card, trump):
            master = play
    with_partner = master.seat == ACROSS[seat]
    led = plays[0].card.suit
    same = [card for card in hand if card.suit == led]
    mine = [card for card in hand if card.suit == LETTER.get(trump)]
    winning = [card for card in hand if beats(card, master.card, trump)]
    if same:
        raising = led == LETTER.get(trump) or (trump == "all-trump" and rules.all_trump_raise == "yes")
        if with_partner and rules.raise_over_partner == "no":
            raising = False
        return [card for card in same if card in winning] or same if raising else same
    if not mine or led == LETTER.get(trump):
        return list(hand)
    if with_partner:
        if rules.under_partner_ruff == "allowed" or master.card.suit == led or not winning:
            return list(hand)
        return [card for card in hand if card not in mine or card in winning]
    if winning:
        return winning
    return list(hand) if rules.undertrump == "free" else mine


def test_a_second_wording_agrees() -> None:
    """On 50,000 positions over all rule sets, their switches and all trumps, two wordings of the rule agree;
    the legal cards are never none, and with the illegal ones they are the hand."""
    duties = set()
    for rules, trump, plays, seat, hand in random_positions(Random(7), 50_000, all_rule_sets()):
        found = legal_cards(rules, trump, plays, seat, hand)
        assert plainly_legal(rules, trump, plays, seat, hand) == list(found.cards)
        assert found.cards
        assert set(hand) == {*found.cards, *found.illegal}
        assert len(hand) == len(found.cards) + len(found.illegal)
        duties.add(found.duty)
    assert len(duties) == 7


@pytest.mark.parametrize(
    ("trump", "trick", "actions", "winner", "points"),
    [
        ("hearts", "S:AS W:10S N:7S E:JH", "lead follow follow ruff", 3, (11, 10, 0, 20)),
        ("hearts", "S:8H W:9H N:7H E:JH", "lead overtrump follow overtrump", 3, (0, 14, 0, 20)),
        ("hearts", "S:8S W:7H N:9H E:8H", "lead ruff overruff undertrump", 2, (0, 0, 14, 0)),
        ("hearts", "S:8S W:7H N:AC E:AS", "lead ruff discard follow", 1, (0, 0, 11, 11)),
        ("hearts", "S:7H W:AS N:AC E:AD", "lead discard discard discard", 0, (0, 11, 11, 11)),
        ("no-trump", "S:7S W:JH N:8S E:AC", "lead discard follow discard", 2, (0, 2, 0, 11)),
        ("all-trump", "S:10C W:AC N:9C E:JC", "lead overtrump overtrump overtrump", 3, (10, 11, 14, 20)),
        ("all-trump", "S:7C W:JS N:8C E:JD", "lead discard overtrump discard", 2, (0, 20, 0, 20)),
    ],
)
def test_tricks(trump: Trump, trick: str, actions: str, winner: int, points: tuple[int, ...]) -> None:
    """What each play did, who holds the complete trick (RULES.md 8), and what each card is worth."""
    rules = RULE_SETS["belote-maison"]
    plays = [PLAYS[text] for text in trick.split()]
    assert actions.split() == [action(rules, trump, plays, i) for i in range(4)]
    assert winner == holder(rules, trump, plays)
    assert points == card_points(rules, trump, plays)


def test_deals_keep_their_points_and_their_shape() -> None:
    """In 10,000 random deals the tricks' points add up to the cards of the deal, no winner is a discard or an
    undertrump, and the same deal with suits permuted and seats turned is played alike."""
    random = Random(11)
    sets = list(RULE_SETS.values())
    for n in range(10_000):
        rules, trump = sets[n % 4], TRUMPS[n // 4 % 6]
        hands = random_hands(random)
        leader: Seat = random.choice(SEATS)
        cards = random_plays(random, rules, trump, leader, hands)
        tricks = play_deal(rules, trump, leader, hands, cards)
        assert rules.cards_total(trump) == sum(trick.points for trick in tricks)
        for trick in tricks:
            index = [play.seat for play in trick.plays].index(trick.winner)
            assert action(rules, trump, trick.plays, index) not in ("discard", "undertrump")

        suits: dict[Suit, Suit] = dict(zip(SUITS, random.sample(SUITS, 4), strict=True))
        turned = rules.seats_from(random.choice(SEATS))
        seats: dict[Seat, Seat] = dict(zip(rules.seats_from("N"), turned, strict=True))
        moved = {card: CARDS[card.rank + suits[card.suit]] for card in CARDS.values()}
        moved_trump = NAMED[suits[LETTER[trump]]] if trump in LETTER else trump
        moved_hands = {seats[seat]: tuple(moved[card] for card in hand) for seat, hand in hands.items()}
        again = play_deal(rules, moved_trump, seats[leader], moved_hands, [moved[card] for card in cards])
        assert [(seats[t.winner], t.points) for t in tricks] == [(t.winner, t.points) for t in again]
