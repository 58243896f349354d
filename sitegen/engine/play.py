"""Playing a card: what is legal and why, who holds the trick, what a play did, what a trick is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sitegen.engine.cards import CARDS, RUFF_SUIT, SEATS, TRUMP_SUITS, Card, Seat, Suit, Trump, partner
from sitegen.engine.rules import RuleSet

Duty = Literal["lead", "follow", "overtrump", "ruff", "overruff", "undertrump", "free"]
Reason = Literal[
    "must-follow", "must-overtrump", "must-ruff", "must-overruff", "must-undertrump", "below-partner"
]
Action = Literal["lead", "follow", "overtrump", "ruff", "overruff", "undertrump", "discard"]


@dataclass(frozen=True, slots=True)
class Play:
    """A card played from a seat; its text is `W:AD`."""

    seat: Seat
    card: Card

    def __str__(self) -> str:
        return f"{self.seat}:{self.card.text}"


PLAYS: dict[str, Play] = {
    f"{seat}:{text}": Play(seat, card) for seat in SEATS for text, card in CARDS.items()
}
"""Text -> play, all 128."""


@dataclass(slots=True)
class Legal:
    """What a hand may play: the duty that rules it, the legal cards and, for each illegal one, the reason.

    Both in the order of the hand.
    """

    duty: Duty
    cards: tuple[Card, ...]
    illegal: dict[Card, Reason]


def legal_cards(
    rules: RuleSet, trump: Trump, plays: Sequence[Play], seat: Seat, hand: Sequence[Card]
) -> Legal:
    """What `seat` may play from `hand` (not empty) onto the trick of `plays` (none to three), RULES.md 7."""
    if not plays:
        return Legal("lead", tuple(hand), {})  # 7.1
    led = plays[0].card.suit
    strength = rules.trick_strength(trump, led)
    held_by = plays[holder(rules, trump, plays)]
    best = strength[held_by.card]
    partner_holds = held_by.seat == partner(seat)

    of_led = [card for card in hand if card.suit == led]
    if of_led:
        if _must_raise(rules, trump, led, partner_holds):  # 7.2a, 7.2b
            higher = [card for card in of_led if strength[card] > best]
            if higher:
                legal = _only(hand, higher, "overtrump", "must-follow")
                for card in of_led:
                    if card in legal.illegal:
                        legal.illegal[card] = "must-overtrump"
                return legal
        return _only(hand, of_led, "follow", "must-follow")  # 7.2c

    ruff = RUFF_SUIT[trump]
    trumps = [card for card in hand if card.suit == ruff]
    if not trumps:
        return Legal("free", tuple(hand), {})  # 7.3 (no suit ruffs, or the trump suit was led), 7.5
    higher = [card for card in trumps if strength[card] > best]
    ruffed = held_by.card.suit == ruff
    if partner_holds:  # 7.4
        if ruffed and higher and rules.under_partner_ruff == "barred":
            below = [card for card in trumps if strength[card] < best]
            return _only(hand, [card for card in hand if card not in below], "free", "below-partner")
        return Legal("free", tuple(hand), {})
    if not ruffed:
        return _only(hand, trumps, "ruff", "must-ruff")  # 7.6a
    if higher:
        return _only(hand, higher, "overruff", "must-overruff")  # 7.6b
    if rules.undertrump == "free":
        return Legal("free", tuple(hand), {})  # 7.6c
    return _only(hand, trumps, "undertrump", "must-undertrump")  # 7.6c


def _must_raise(rules: RuleSet, trump: Trump, led: Suit, partner_holds: bool) -> bool:
    """Whether one who follows `led` must beat the best card of it (RULES.md 7.2).

    At all-trump every suit led is a trump, so `raise_over_partner = no` exempts the partner's card there too.
    """
    if led not in TRUMP_SUITS[trump]:
        return False
    if trump == "all-trump" and rules.all_trump_raise == "no":
        return False
    return not partner_holds or rules.raise_over_partner == "yes"


def _only(hand: Sequence[Card], legal: list[Card], duty: Duty, reason: Reason) -> Legal:
    return Legal(duty, tuple(legal), {card: reason for card in hand if card not in legal})


def holder(rules: RuleSet, trump: Trump, plays: Sequence[Play]) -> int:
    """The index of the play that holds the trick of `plays` (not empty), RULES.md 8."""
    strength = rules.trick_strength(trump, plays[0].card.suit)
    strengths = [strength[play.card] for play in plays]
    return strengths.index(max(strengths))


def card_points(rules: RuleSet, trump: Trump, plays: Sequence[Play]) -> tuple[int, ...]:
    """The points of each card of a trick, in order of play; their sum is the trick's (RULES.md 8)."""
    points = rules.points(trump)
    return tuple([points[play.card] for play in plays])


def action(rules: RuleSet, trump: Trump, plays: Sequence[Play], index: int) -> Action:
    """What play `index` did, given those before it.

    `overtrump`: trump was led and the card beats the best trump on the table; trump led and not beaten is
    `follow`. `ruff` is the first trump on a plain suit, `overruff` a trump above those on the table,
    `undertrump` one below the best of them.
    """
    if index == 0:
        return "lead"
    before = plays[:index]
    card, led = plays[index].card, plays[0].card.suit
    best = before[holder(rules, trump, before)].card
    strength = rules.trick_strength(trump, led)
    beats = strength[card] > strength[best]
    if card.suit == led:
        return "overtrump" if beats and led in TRUMP_SUITS[trump] else "follow"
    if card.suit != RUFF_SUIT[trump]:
        return "discard"
    if best.suit != card.suit:
        return "ruff"
    return "overruff" if beats else "undertrump"
