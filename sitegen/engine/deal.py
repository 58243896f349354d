"""A whole deal: 32 plays become eight tricks, and the tricks what a score needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sitegen.engine.cards import CARDS, SIDES, TRUMP_SUITS, Card, Seat, Side, Trump, side
from sitegen.engine.play import Legal, Play, card_points, holder, legal_cards
from sitegen.engine.rules import RuleSet
from sitegen.engine.score import Contract, Double, ScoreInput


@dataclass(frozen=True, slots=True)
class Trick:
    """A complete trick: who led, the four plays in order, who won, the points of its cards."""

    leader: Seat
    plays: tuple[Play, ...]
    winner: Seat
    points: int


class IllegalPlayError(ValueError):
    """A play that the hand or the rules do not allow.

    `index` counts the deal's plays from 0; `legal` is what the hand could play, or None where the card is
    not in the hand.
    """

    def __init__(self, index: int, play: Play, legal: Legal | None) -> None:
        self.index = index
        self.play = play
        self.legal = legal
        why = "is not in that hand" if legal is None else f"is illegal: {legal.illegal[play.card]}"
        super().__init__(f"play {index + 1}, {play}, {why}")


def play_deal(
    rules: RuleSet, trump: Trump, leader: Seat, hands: Mapping[Seat, Sequence[Card]], cards: Sequence[Card]
) -> tuple[Trick, ...]:
    """The tricks of a deal; `hands` as dealt, `cards` in order of play, a multiple of four (RULES.md 7, 8).

    The winner of a trick leads the next. IllegalPlayError names the first play that is not allowed.
    """
    left = {seat: list(hand) for seat, hand in hands.items()}
    tricks: list[Trick] = []
    for start in range(0, len(cards), 4):
        plays: list[Play] = []
        for n, seat in enumerate(rules.seats_from(leader)):
            play = Play(seat, cards[start + n])
            if play.card not in left[seat]:
                raise IllegalPlayError(start + n, play, None)
            legal = legal_cards(rules, trump, plays, seat, left[seat])
            if play.card in legal.illegal:
                raise IllegalPlayError(start + n, play, legal)
            left[seat].remove(play.card)
            plays.append(play)
        winner = plays[holder(rules, trump, plays)].seat
        tricks.append(Trick(leader, tuple(plays), winner, sum(card_points(rules, trump, plays))))
        leader = winner
    return tuple(tricks)


def belotes(trump: Trump, hands: Mapping[Seat, Sequence[Card]]) -> dict[Side, int]:
    """How many belotes each side was dealt: king and queen of a trump suit in one hand (RULES.md 10)."""
    count: dict[Side, int] = dict.fromkeys(SIDES, 0)
    for suit in TRUMP_SUITS[trump]:
        king, queen = CARDS["K" + suit], CARDS["Q" + suit]
        for seat, hand in hands.items():
            if king in hand and queen in hand:
                count[side(seat)] += 1
    return count


def tally(
    *,
    trump: Trump,
    taker: Seat,
    hands: Mapping[Seat, Sequence[Card]],
    tricks: Sequence[Trick],
    declarations: Mapping[Side, int],
    carried: int = 0,
    contract: Contract | None = None,
    double: Double = "none",
) -> ScoreInput:
    """What the tricks of a whole deal give to score: points, last trick, belote, capot (RULES.md 10, 11).

    `hands` are as dealt, so that a belote counts though its cards are played.
    """
    cards: dict[Side, int] = dict.fromkeys(SIDES, 0)
    for trick in tricks:
        cards[side(trick.winner)] += trick.points
    winners = {trick.winner for trick in tricks}
    sides = {side(seat) for seat in winners}
    return ScoreInput(
        trump=trump,
        taker=taker,
        cards=cards,
        last_trick=side(tricks[-1].winner),
        belote=belotes(trump, hands),
        declarations=declarations,
        capot=sides.pop() if len(sides) == 1 else None,
        all_tricks_by=winners.pop() if len(winners) == 1 else None,
        carried=carried,
        contract=contract,
        double=double,
    )
