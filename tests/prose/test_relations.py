"""What single spans cannot tell: negation, owner, role, equation and order, each with its code and place."""

from __future__ import annotations

import pytest

from sitegen.facts import Fact
from sitegen.prose.check import Scope, check_message
from sitegen.prose.relations import Mention, out_of_order, role, seal, sentences
from sitegen.prose.spans import spans
from tests.prose import lexicon, text, vocabulary

TRICK = Scope("belote-maison", "who-takes-the-trick")  # S:AS W:10S N:7S E:JH, trump hearts: 41
MADE = Scope("belote-maison", "trump-made-with-belote")  # 82 + 10 + 20 = 112 against 70
PAGE = Scope("belote-maison")


def told(
    message: str, scope: Scope, source: str | None = None, seals: tuple[str, ...] = ()
) -> list[tuple[str, str]]:
    found = check_message(text(message), scope, vocabulary(), lexicon("en"), source, seals)
    return [(p.code, p.said) for p in found]


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("One. Two! Three? Four।", 4),
        ("A bound [ace](#1.card). Another", 2),
        ("No end, so one", 1),
        ("«Deux.» Trois.", 2),
        ("3.14 stays whole", 1),
        ("", 0),
        ("  ", 0),
    ],
)
def test_messages_are_cut_at_the_ends_of_sentences(message: str, expected: int) -> None:
    """A sentence ends at a mark of any script that white space, a quotation mark or the end follows."""
    assert expected == len(sentences(message))


WRONG = [
    # negation: beside a fact it stands inside claims only
    ("It is not true that [South](#1.seat) leads.", TRICK, [("F302", "not")]),
    ("[South](#1.seat) leads, and nobody else.", TRICK, [("F302", "nobody")]),
    ("Nothing is said here. [South](#1.seat) leads.", TRICK, []),
    ("Played at no-trump it would be [11](#k.no-trump.ace).", PAGE, []),
    # owner: a play's card, action and points belong to the player named before them
    ("[South](#1.seat) leads the [ace](#1.card), [West](#2.seat) adds the [ten](#2.card).", TRICK, []),
    ("[South](#1.seat) leads the [ten](#2.card), [West](#2.seat) adds the [ace](#1.card).", TRICK, [("F501", "ten")]),
    ("[South](#1.seat) gets [0](#3.points), [North](#3.seat) gets [11](#1.points).", TRICK, [("F501", "0")]),
    ("[South](#1.seat) [ruffs](#4.action), [East](#4.seat) [leads](#1.action).", TRICK, [("F501", "leads")]),
    ("[East](#4.seat) saw the [ace](#1.card).", TRICK, []),  # the ace's player is not named: nothing to mistake
    # role: the noun right behind a number is what the number counts
    ("[41](#trick.points) points", TRICK, []),
    ("[41](#trick.points) tricks", TRICK, [("F502", "41")]),
    ("[eight](#k.tricks) cards", PAGE, [("F502", "eight")]),
    ("[four](#k.players) players, [four](#k.trick.cards) cards", PAGE, []),
    # equation: both sides are the same
    ("[82](#ns.cards) + [10](#ns.last-trick) + [20](#ns.belote) = [112](#ns.total)", MADE, []),
    ("[82](#ns.cards) + [10](#ns.last-trick) = [112](#ns.total)", MADE, [("F503", "82 + 10 = 112")]),
    ("([82](#ns.cards) + [10](#ns.last-trick)) × [20](#ns.belote) = [112](#ns.total)", MADE, [("F503", "(82 + 10) × 20 = 112")]),
    ("[112](#ns.total) − [20](#ns.belote) = [82](#ns.cards) + [10](#ns.last-trick)", MADE, []),
]  # fmt: skip


@pytest.mark.parametrize(("message", "scope", "expected"), WRONG)
def test_relations_inside_a_sentence(message: str, scope: Scope, expected: list[tuple[str, str]]) -> None:
    """What is true span by span and false as a sentence is told once, at the words that are wrong."""
    assert expected == told(message, scope)


SOURCE = "[82](#ns.cards) against [70](#ew.cards), and so [112](#ns.total) to [70](#ew.total)."


@pytest.mark.parametrize(
    ("translation", "codes"),
    [
        (SOURCE, []),
        ("[70](#ew.cards) against [82](#ns.cards), and so [112](#ns.total) to [70](#ew.total).", ["F504"]),
        # what is equal cannot be confused
        ("[82](#ns.cards) against [70](#ew.total), and so [112](#ns.total) to [70](#ew.cards).", []),
        ("[82](#ns.cards), [82](#ns.cards) against [70](#ew.cards): [112](#ns.total), [70](#ew.total).", []),
    ],
)
def test_values_keep_the_order_of_the_source(translation: str, codes: list[str]) -> None:
    """Values of one kind that differ come in the source's order; repeats and equal values are free."""
    assert codes == [code for code, _ in told(translation, MADE, SOURCE)]


def test_a_seal_confirms_an_order_until_the_text_changes() -> None:
    """A sealed order is accepted; after any edit the seal is void, and that is told."""
    other = "[70](#ew.cards) against [82](#ns.cards), and so [112](#ns.total) to [70](#ew.total)."
    mark = seal(SOURCE, other)
    assert told(other, MADE, SOURCE, (mark,)) == []
    assert [code for code, _ in told(other + " ", MADE, SOURCE, (mark,))] == ["F504"]
    assert [code for code, _ in told(SOURCE, MADE, SOURCE, (mark,))] == ["F504"]


def test_order_is_symmetric() -> None:
    """Two texts differ in order whichever of them is called the source."""

    def mentions(message: str) -> list[Mention]:
        found = ((n, vocabulary().resolve(n.target, MADE)) for n in spans(message))
        return [Mention(n, f) for n, f in found if isinstance(f, Fact)]

    one, other = mentions(SOURCE), mentions(SOURCE.replace("82](#ns.cards", "70](#ew.cards", 1))
    assert out_of_order(one, one) is None
    assert (out_of_order(one, other) is None) == (out_of_order(other, one) is None)


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("ns.total", "points"), ("me.trumps", "cards"), ("example/legal.count", "cards"), ("k.tricks", "tricks"),
        ("k.players", "players"), ("coinche-maison/k.multiplier.coinche", ""), ("k.trump.jack", "points"),
    ],
)  # fmt: skip
def test_what_a_number_counts_follows_from_its_address(address: str, expected: str) -> None:
    """Points, unless the address says cards, tricks or players; multipliers count nothing."""
    assert expected == role(address)
