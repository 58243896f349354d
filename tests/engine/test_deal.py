"""Whole deals: tricks, and what the engine finds in them for the score."""

from __future__ import annotations

from random import Random

import pytest

from sitegen.engine import (
    CARDS,
    RANKS,
    SEATS,
    SIDES,
    TRUMP_SUITS,
    TRUMPS,
    Card,
    IllegalPlayError,
    RuleSet,
    Seat,
    Suit,
    Trump,
    belotes,
    play_deal,
    score,
    side,
    tally,
)
from tests.deals import RULE_SETS, Hands, random_hands, random_plays

RULES = RULE_SETS["belote-maison"]
HELD: dict[Seat, Suit] = {"S": "H", "W": "S", "N": "D", "E": "C"}
ONE_SUIT_EACH: Hands = {seat: tuple(CARDS[rank + suit] for rank in RANKS) for seat, suit in HELD.items()}


def in_turn(rules: RuleSet, leader: Seat, hands: Hands) -> list[Card]:
    """The plays of a deal in which one seat always leads and everyone plays down the hand."""
    return [hands[seat][n] for n in range(8) for seat in rules.seats_from(leader)]


@pytest.mark.parametrize(
    ("trump", "leader", "winner", "belote"),
    [
        ("hearts", "S", "S", {"NS": 1, "EW": 0}),
        ("hearts", "W", "S", {"NS": 1, "EW": 0}),
        ("spades", "S", "W", {"NS": 0, "EW": 1}),
        ("no-trump", "N", "N", {"NS": 0, "EW": 0}),
        ("all-trump", "E", "E", {"NS": 2, "EW": 2}),
    ],
)
def test_a_suit_in_each_hand(trump: Trump, leader: Seat, winner: Seat, belote: dict[str, int]) -> None:
    """The hand that holds all trumps, or leads where none ruffs, takes all eight tricks alone; belotes are
    those of the hands as dealt."""
    cards = in_turn(RULES, leader, ONE_SUIT_EACH)
    if winner != leader:
        first = cards[:4]
        cards = (
            first + in_turn(RULES, winner, {s: hand[1:] + hand[:1] for s, hand in ONE_SUIT_EACH.items()})[:28]
        )
    tricks = play_deal(RULES, trump, leader, ONE_SUIT_EACH, cards)
    assert [leader] + [winner] * 7 == [trick.leader for trick in tricks]
    assert [winner] * 8 == [trick.winner for trick in tricks]
    given = tally(trump=trump, taker="S", hands=ONE_SUIT_EACH, tricks=tricks, declarations={"NS": 0, "EW": 0})
    assert (side(winner), winner, side(winner)) == (given.capot, given.all_tricks_by, given.last_trick)
    assert RULES.cards_total(trump) == given.cards[side(winner)]
    assert belote == given.belote
    assert score(RULES, given).outcome == "capot"


def test_what_a_deal_gives_to_score() -> None:
    """In 3,000 random deals the sides' card points are those of their tricks, the last trick is the eighth's
    winner's, capot and all-tricks-by follow from the winners, and a belote is in one hand as dealt."""
    random = Random(3)
    for n in range(3_000):
        trump = TRUMPS[n % 6]
        hands = random_hands(random)
        leader = random.choice(SEATS)
        tricks = play_deal(RULES, trump, leader, hands, random_plays(random, RULES, trump, leader, hands))
        given = tally(trump=trump, taker="N", hands=hands, tricks=tricks, declarations={"NS": 0, "EW": 0})
        for s in SIDES:
            assert given.cards[s] == sum(t.points for t in tricks if t.winner in s)
            pairs = [{CARDS["K" + suit], CARDS["Q" + suit]} for suit in TRUMP_SUITS[trump]]
            assert given.belote[s] == sum(
                pair <= set(hands[seat]) for pair in pairs for seat in SEATS if seat in s
            )
        assert tricks[-1].winner in given.last_trick
        assert (given.capot is not None) == (len({side(t.winner) for t in tricks}) == 1)
        assert (given.all_tricks_by is not None) == (len({t.winner for t in tricks}) == 1)


def test_belotes_are_in_one_hand() -> None:
    """King and queen of trumps in two hands are no belote, though the hands be partners'."""
    hands: Hands = {"N": (CARDS["KH"],), "S": (CARDS["QH"],), "E": (CARDS["KS"], CARDS["QS"]), "W": ()}
    assert belotes("hearts", hands) == {"NS": 0, "EW": 0}
    assert belotes("spades", hands) == {"NS": 0, "EW": 1}


def test_the_first_illegal_play_is_named() -> None:
    """A card that is not in the hand, or not legal, stops the deal, with its number and the reason."""
    cards = in_turn(RULES, "S", ONE_SUIT_EACH)
    with pytest.raises(IllegalPlayError, match=r"play 2, W:8D, is not in that hand") as refused:
        play_deal(RULES, "hearts", "S", ONE_SUIT_EACH, [cards[0], CARDS["8D"], *cards[2:]])
    assert (refused.value.index, refused.value.legal) == (1, None)

    hands: Hands = {
        seat: tuple(CARDS[rank + suit] for suit in "SHDC" for rank in ranks)
        for seat, ranks in zip(SEATS, (("7", "8"), ("9", "10"), ("J", "Q"), ("K", "A")), strict=True)
    }
    with pytest.raises(IllegalPlayError, match=r"play 2, W:KD, is illegal: must-follow") as refused:
        play_deal(RULES, "hearts", "S", hands, [CARDS["JS"], CARDS["KD"], CARDS["7S"], CARDS["9S"]])
    assert refused.value.index == 1
