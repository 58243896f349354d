"""Practice pages: seeded positions for each rule set, chosen to teach, the same in every build.

Nothing of them is written by hand: `content/site.toml` says how many there are, the engine finds them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from sitegen.content.examples import LoadedExample
from sitegen.content.pages import Block, Html, Message, Page, Part
from sitegen.content.site import Practice
from sitegen.diagnostics import Place
from sitegen.engine import (
    CARDS,
    RUFF_SUIT,
    SEATS,
    SUITS,
    Card,
    Legal,
    Play,
    PlayExample,
    RuleSet,
    Seat,
    Trump,
    legal_cards,
    solve,
)

T = TypeVar("T")
SUIT_TRUMPS: tuple[Trump, ...] = ("spades", "hearts", "diamonds", "clubs")
LEAST, MOST = 4, 8
"""Cards in a hand."""
DRAWS = 1500
"""So many positions are drawn for one page; a wish that none of them fulfils is given up for its rule set."""


@dataclass(frozen=True)
class Wish:
    """What a position has to show: a duty, or that rule sets differ; and the trumps it may come up at."""

    what: str
    trumps: tuple[Trump, ...] = SUIT_TRUMPS


CONTESTED = Wish("contested", (*SUIT_TRUMPS, "all-trump"))
"""A position in which another rule set of the site allows other cards."""
WISHES: tuple[Wish, ...] = (
    Wish("follow"),
    Wish("ruff"),
    Wish("overtrump"),
    Wish("overruff"),
    Wish("undertrump"),
    Wish("free"),
    CONTESTED,
    Wish("follow", ("no-trump",)),
    Wish("overtrump", ("all-trump",)),
    Wish("overruff"),
    Wish("ruff"),
    Wish("overtrump"),
)
"""What the positions of a page show, before they are shuffled; a longer page begins anew."""


@dataclass(frozen=True)
class Position:
    """A player to act, and what is legal."""

    trump: Trump
    trick: tuple[Play, ...]
    seat: Seat
    hand: tuple[Card, ...]
    legal: Legal

    @property
    def key(self) -> tuple[Trump, tuple[Play, ...], frozenset[Card]]:
        """What tells one position from another."""
        return (self.trump, self.trick, frozenset(self.hand))

    def teaches(self) -> bool:
        """Whether there is something to find: a card that may not be played, or one that need not ruff."""
        ruff = RUFF_SUIT[self.trump]
        return bool(self.legal.illegal) or (
            self.legal.duty == "free" and any(card.suit == ruff for card in self.hand)
        )

    def fulfils(self, wish: Wish, others: Sequence[RuleSet]) -> bool:
        """Whether the position shows what is wished for; `others` are the other rule sets of the site."""
        if self.trump not in wish.trumps:
            return False
        if wish != CONTESTED:
            return wish.what == self.legal.duty
        return any(
            legal_cards(rules, self.trump, self.trick, self.seat, self.hand).cards != self.legal.cards
            for rules in others
        )


def pages_of(
    rules: RuleSet, others: Sequence[RuleSet], pages: int, size: int
) -> Iterator[tuple[Position, ...]]:
    """The positions of each practice page of a rule set; `others` are the other sets of the site.

    Positions are drawn at random: a hand of four to eight cards, as many as each hand had that played before
    it, and one to three cards in the trick, each legal for the hand it comes from. A page takes those that
    fulfil `WISHES`: every duty comes up, and so do no-trump and all-trump. Except where the wish is to be
    free, some card may not be played; and a hand that is free could ruff, so that one has to think. What a
    rule set never asks for, such as to undertrump, gives way to a position that other sets answer otherwise,
    and where there is none of these to any that bars a card. No position comes twice.

    The same arguments give the same positions under every version of Python: of `random` nothing but
    `Random.random()` is used, whose numbers for a seed are promised to stay.
    """
    seen: set[object] = set()
    given_up: set[Wish] = set()
    for page in range(1, pages + 1):
        rng = Random(f"{rules.id}/{page}")
        wished = [WISHES[n % len(WISHES)] for n in range(size)]
        wished = [CONTESTED if wish in given_up else wish for wish in wished]
        left = [wish for wish in wished if wish not in given_up]
        found: list[Position] = []
        spare: list[Position] = []
        for _ in range(DRAWS):
            if not left and len(found) + len(spare) >= size:
                break
            trumps = _one_of(left, rng).trumps if left else SUIT_TRUMPS
            position = _drawn(rules, _one_of(trumps, rng), rng)
            if position.key in seen or not position.teaches():
                continue
            wish = next((wish for wish in left if position.fulfils(wish, others)), None)
            if wish is not None:
                left.remove(wish)
                found.append(position)
                seen.add(position.key)
            elif position.legal.illegal and len(spare) < size:
                spare.append(position)
        given_up.update(left)
        for position in spare:
            if position.key not in seen and len(found) < size:
                found.append(position)
                seen.add(position.key)
        yield tuple(_shuffled(found, len(found), rng))


def _drawn(rules: RuleSet, trump: Trump, rng: Random) -> Position:
    """A random position at a trump, the hand sorted as players sort it."""
    size = LEAST + int(rng.random() * (MOST - LEAST + 1))
    seats = rules.seats_from(_one_of(SEATS, rng))[: 2 + int(rng.random() * 3)]
    cards = _shuffled(tuple(CARDS.values()), size * len(seats), rng)
    *before, own = (cards[n * size : (n + 1) * size] for n in range(len(seats)))
    trick: tuple[Play, ...] = ()
    for seat, hand in zip(seats, before, strict=False):
        trick = (*trick, Play(seat, _one_of(legal_cards(rules, trump, trick, seat, hand).cards, rng)))
    strength = rules.strength(trump)
    hand = sorted(own, key=lambda card: (SUITS.index(card.suit), -strength[card]))
    return Position(trump, trick, seats[-1], tuple(hand), legal_cards(rules, trump, trick, seats[-1], hand))


def _one_of(items: Sequence[T], rng: Random) -> T:
    return items[int(rng.random() * len(items))]


def _shuffled(items: Sequence[T], count: int, rng: Random) -> list[T]:
    """The first `count` of the items in random order."""
    out = list(items)
    for n in range(count):
        other = n + int(rng.random() * (len(out) - n))
        out[n], out[other] = out[other], out[n]
    return out[:count]


def practice(
    settings: Practice, listing: Page, rule_sets: Mapping[str, RuleSet]
) -> tuple[tuple[Page, ...], dict[str, LoadedExample]]:
    """The practice pages of a site, and their positions by id; their title is that of the page that lists them."""
    pages: list[Page] = []
    examples: dict[str, LoadedExample] = {}
    place = Place("content/site.toml")
    for rules in rule_sets.values():
        others = [other for other in rule_sets.values() if other is not rules and other.turn == rules.turn]
        for number, found in enumerate(pages_of(rules, others, settings.pages, settings.positions), start=1):
            slug = f"practice-{rules.id}-{number}"
            parts: list[Part] = [Html('<ol class="positions">')]
            for n, position in enumerate(found, start=1):
                id = f"practice/{rules.id}/{number}/{n}"
                asked = PlayExample(
                    id, rules, position.trump, position.trick, position.seat, position.hand, None, {}
                )
                examples[id] = LoadedExample(solve(asked), place, {})
                parts += [Html("<li>"), Block("position", (id,), place), Html("</li>")]
            neighbours = tuple(
                f"practice-{rules.id}-{n}" if 1 <= n <= settings.pages else ""
                for n in (number - 1, number + 1)
            )
            parts += [Html("</ol>"), Block("pager", (listing.slug, *neighbours), place)]
            title, nav = (
                Message(message.text, message.role, rules.id, comment=message.comment)
                for message in (listing.title, listing.nav)
            )
            series = (number, settings.pages)
            pages.append(
                Page(slug, place.path, title, nav, rules.id, tuple(parts), "none", listing.slug, series)
            )
    return tuple(pages), examples
