"""Cards, seats, sides and trumps: the words that every other part of the engine is written in.

A card's canonical text is rank then suit: `10H JS 7C AD`. There are 32 cards, made once, in `CARDS`.
Strength and points are no property of a card: they depend on the trump and the rule set (`RuleSet`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Seat = Literal["N", "E", "S", "W"]
Side = Literal["NS", "EW"]
Suit = Literal["S", "H", "D", "C"]
Rank = Literal["7", "8", "9", "10", "J", "Q", "K", "A"]
Trump = Literal["spades", "hearts", "diamonds", "clubs", "no-trump", "all-trump"]

SEATS: tuple[Seat, ...] = ("N", "E", "S", "W")
"""The seats clockwise; the turn order of a game is `RuleSet.seats_from`."""
SIDES: tuple[Side, ...] = ("NS", "EW")
SUITS: tuple[Suit, ...] = ("S", "H", "D", "C")
RANKS: tuple[Rank, ...] = ("7", "8", "9", "10", "J", "Q", "K", "A")
TRUMPS: tuple[Trump, ...] = ("spades", "hearts", "diamonds", "clubs", "no-trump", "all-trump")

RUFF_SUIT: dict[Trump, Suit | None] = {
    "spades": "S",
    "hearts": "H",
    "diamonds": "D",
    "clubs": "C",
    "no-trump": None,
    "all-trump": None,
}
"""The suit that beats another suit that was led; none at no-trump and all-trump (RULES.md 7.3, 8)."""

TRUMP_SUITS: dict[Trump, tuple[Suit, ...]] = {
    trump: SUITS if trump == "all-trump" else (suit,) if suit else () for trump, suit in RUFF_SUIT.items()
}
"""The suits whose cards are trumps, with trump order, trump points and a belote each (RULES.md 6, 10)."""


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One of the 32 cards. Take it from `CARDS`: cards compare by identity, which keeps look-ups fast."""

    rank: Rank
    suit: Suit
    text: str

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[Callable[[str], Card], tuple[str]]:
        # A copy or an unpickled card must be the one card of that text.
        return _card, (self.text,)


CARDS: dict[str, Card] = {rank + suit: Card(rank, suit, rank + suit) for suit in SUITS for rank in RANKS}
"""Canonical text -> the one card."""


def _card(text: str) -> Card:
    return CARDS[text]


_PARTNER: dict[Seat, Seat] = {seat: SEATS[(i + 2) % 4] for i, seat in enumerate(SEATS)}
_SIDE: dict[Seat, Side] = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}


def partner(seat: Seat) -> Seat:
    """The seat opposite (RULES.md 2)."""
    return _PARTNER[seat]


def side(seat: Seat) -> Side:
    """The side a seat plays for (RULES.md 2)."""
    return _SIDE[seat]


def other(side: Side) -> Side:
    """The opposing side."""
    return "EW" if side == "NS" else "NS"
