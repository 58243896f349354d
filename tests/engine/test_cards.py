"""Cards, seats, sides and trumps."""

from __future__ import annotations

import copy
import pickle

import pytest

from sitegen.engine import (
    CARDS,
    RANKS,
    RUFF_SUIT,
    SEATS,
    SUITS,
    TRUMP_SUITS,
    TRUMPS,
    Seat,
    Side,
    other,
    partner,
    side,
)


def test_card_texts() -> None:
    """There are 32 cards, each under its text, rank then suit."""
    assert 32 == len(CARDS) == len(RANKS) * len(SUITS)
    for text, card in CARDS.items():
        assert text == str(card) == card.text == card.rank + card.suit


def test_a_card_is_one_object() -> None:
    """A copied or unpickled card is the card itself, since cards compare by identity."""
    card = CARDS["10H"]
    assert card is copy.deepcopy(card)
    assert card is pickle.loads(pickle.dumps(card))


@pytest.mark.parametrize(
    ("seat", "opposite", "of"), [("N", "S", "NS"), ("S", "N", "NS"), ("E", "W", "EW"), ("W", "E", "EW")]
)
def test_partners(seat: Seat, opposite: Seat, of: Side) -> None:
    """Partners sit opposite and play for one side."""
    assert opposite == partner(seat)
    assert of == side(seat) == side(opposite)
    assert {"NS", "EW"} == {of, other(of)}
    assert set(SEATS) - {seat, opposite} == {s for s in SEATS if side(s) == other(of)}


def test_trump_suits() -> None:
    """A trump suit alone ruffs; at no-trump and all-trump none does, and no or all suits are trumps."""
    assert {trump: (RUFF_SUIT[trump], TRUMP_SUITS[trump]) for trump in TRUMPS} == {
        "spades": ("S", ("S",)),
        "hearts": ("H", ("H",)),
        "diamonds": ("D", ("D",)),
        "clubs": ("C", ("C",)),
        "no-trump": (None, ()),
        "all-trump": (None, SUITS),
    }
