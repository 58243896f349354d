"""Facts: every address is documented and made, every fact made is documented, and values are the engine's."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from sitegen.engine import CARDS, SEATS, Card, read_table, solve
from sitegen.facts import (
    ADDRESSES,
    ORDERS,
    RANK_NAMES,
    REFERENCES,
    FactTable,
    constants,
    facts,
    in_words,
    is_trump,
)
from sitegen.prose.check import Scope
from sitegen.prose.lexicon import CLASSES
from sitegen.prose.spans import KINDS, TRUMP_SUITS, spans
from tests.deals import RULE_SETS
from tests.prose import project, vocabulary

LINES = "|".join(CLASSES["line"])
PLACES: dict[str, str] = {
    "<play>": "[1-4]|me|master",
    "<card>": r"hand\.[1-8]|legal\.[1-8]|best",
    "<n>": "[1-8]",
    "<line>": LINES,
    "<side>": "ns|ew|taker|defence",
    "<order>": "|".join(order for order, _, _ in ORDERS),
    "<rank>": "|".join(RANK_NAMES.values()),
    "<turn>": "[1-4]",
    "<place>": "[1-8]",
}
"""What may stand for each reference of a pattern."""


def pattern(documented: str) -> re.Pattern[str]:
    out = re.escape(documented)
    for reference, choices in PLACES.items():
        out = out.replace(re.escape(reference), f"(?:{choices})")
    return re.compile(out)


PATTERNS = {documented: pattern(documented) for documented in ADDRESSES}


def documented(address: str) -> list[str]:
    return [d for d, p in PATTERNS.items() if p.fullmatch(address)]


def tables() -> dict[str, FactTable]:
    """Every table of the project."""
    return {**vocabulary().rules, **vocabulary().examples}


# the documented table -------------------------------------------------------------------------------


def test_references_are_explained() -> None:
    """What stands in angle brackets in an address is explained, and what is explained stands in one."""
    used = {reference for address in ADDRESSES for reference in re.findall("<[a-z]+>", address)}
    assert used == set(REFERENCES) == set(PLACES)
    assert all(REFERENCES.values())


def test_kinds_can_be_said() -> None:
    """Every kind of fact has words that state it; what binds a player is stated by claims alone."""
    assert {kind for kind, _ in ADDRESSES.values()} - set(KINDS) == {"duty"}
    assert all(meaning for _, meaning in ADDRESSES.values())


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_address_is_made(address: str) -> None:
    """Each documented address is one of some example or rule set of the project."""
    assert any(PATTERNS[address].fullmatch(made) for table in tables().values() for made in table)


@pytest.mark.parametrize("id", tables())
def test_every_fact_is_documented(id: str) -> None:
    """Each fact of each example and rule set is at a documented address, has its kind and a value of that kind."""
    for address, fact in tables()[id].items():
        found = documented(address)
        assert found, address
        assert fact.kind in {ADDRESSES[d][0] for d in found}
        assert len({ADDRESSES[d][0] for d in found}) == 1, found
        assert re.fullmatch("[a-z0-9.-]+", address), address
        value = fact.value
        if fact.kind == "num":
            assert type(value) is int
        elif fact.kind == "card":
            assert value in CARDS
        elif fact.kind == "trump":
            assert value in (*TRUMP_SUITS, "no-trump", "all-trump")
        elif fact.kind != "duty":
            assert value in CLASSES[KINDS[fact.kind][0]], (address, fact)
        assert not fact.is_trump or fact.kind == "card"


def test_references_of_claims_are_facts() -> None:
    """What a claim may name has the facts that it stands for, with the same values."""
    for id, table in tables().items():
        for reference, ref in table.refs.items():
            for name, value in (
                ("seat", ref.seat),
                ("card", ref.card),
                ("suit", ref.suit),
                ("side", ref.side),
            ):
                fact = table.get(f"{reference}.{name}")
                if fact is not None and value is not None:
                    assert str(value) == fact.value, (id, reference)


def test_pages_use_addresses_of_their_scope() -> None:
    """Every span of the source names a fact or a claim that there is."""
    lost = [
        node.target
        for page in project().content.pages
        for message in page.messages()
        for node in spans(message.text.value)
        if vocabulary().resolve(node.target, Scope(message.rules, message.example)) is None
    ]
    assert lost == []


# values ---------------------------------------------------------------------------------------------


@cache
def made(id: str) -> FactTable:
    return facts(solve(read_table(id, {"rules": "belote-maison", **EXAMPLES[id]}, RULE_SETS)))


EXAMPLES: dict[str, dict[str, Any]] = {
    "to-play": {"trump": "spades", "trick": "W:AD N:JS", "seat": "E", "hand": "7S 9S KH QC"},
    "played": {"trump": "hearts", "trick": "S:AS W:10S N:7S", "seat": "E", "hand": "JH KD", "plays": "JH"},
    "whole": {"trump": "no-trump", "trick": "S:AS W:10S N:7S E:KD"},
    "all-trump": {"trump": "all-trump", "trick": "S:10C", "seat": "W", "hand": "QC AD"},
    "leading": {"trump": "hearts", "seat": "S", "hand": "JH KS"},
    "anticlockwise": {"trump": "hearts", "trick": "S:AS", "seat": "E", "hand": "KS", "switches": {"turn": "anticlockwise"}},
    "belote": {"trump": "hearts", "taker": "W", "cards": {"NS": 71, "EW": 81}, "last_trick": "NS", "belote": "EW", "declarations": {"NS": 20}},
    "capot": {"trump": "no-trump", "taker": "S", "cards": {"NS": 120, "EW": 0}, "last_trick": "NS", "capot": "NS"},
    "both-belotes": {"trump": "all-trump", "taker": "S", "cards": {"NS": 130, "EW": 118}, "last_trick": "NS", "belote": {"NS": 1, "EW": 1}},
    "rounded": {"rules": "coinche-officielles", "trump": "clubs", "taker": "N", "cards": {"NS": 97, "EW": 55}, "last_trick": "NS", "contract": 90, "double": "none"},
    "doubled": {"rules": "coinche-maison", "trump": "clubs", "taker": "N", "cards": {"NS": 97, "EW": 55}, "last_trick": "NS", "contract": 90, "double": "surcoinche"},
    "generale": {"rules": "coinche-maison", "trump": "clubs", "taker": "N", "cards": {"NS": 97, "EW": 55}, "last_trick": "NS", "contract": "generale"},
}  # fmt: skip

VALUES: dict[str, dict[str, str | int | None]] = {
    # None: there is no such fact
    "to-play": {
        "trump": "spades", "1.seat": "W", "1.card": "AD", "1.rank": "A", "1.suit": "D", "1.action": "lead", "1.points": 11,
        "2.action": "ruff", "2.points": 20, "3.seat": None, "master.seat": "N", "master.card": "JS", "me.seat": "E", "me.card": None,
        "me.trumps": 2, "next.seat": "S", "hand.1.card": "7S", "hand.4.suit": "C", "hand.2.points": 14, "legal.1.card": "7S", "legal.2.card": "9S",
        "legal.3.card": None, "legal.count": 2, "best.card": None, "illegal.1.card": "KH", "illegal.2.reason": "must-undertrump", "duty": "undertrump",
        "winner.seat": None, "trick.points": None,
    },
    "played": {
        "me.card": "JH", "me.action": "ruff", "me.points": 20, "4.card": "JH", "4.seat": "E", "master.seat": "S", "best.card": "JH",
        "winner.seat": "E", "winner.side": "EW", "trick.points": 41, "hand.1.card": "JH", "me.trumps": 1, "duty": "ruff", "legal.count": 1,
    },
    "whole": {"winner.seat": "S", "winner.side": "NS", "trick.points": 25, "master.card": "AS", "4.action": "discard", "me.seat": None, "duty": None},
    "all-trump": {"me.trumps": 2, "1.points": 10, "hand.1.points": 3, "legal.1.card": "QC", "best.card": "QC", "duty": "follow"},
    "leading": {"legal.count": 2, "duty": "lead", "master.seat": None, "1.seat": None, "illegal.1.card": None, "next.seat": "W"},
    "anticlockwise": {"next.seat": "N", "k.turn.1": "S", "k.turn.2": "E", "k.turn.3": "N", "k.turn.4": "W"},
    "belote": {
        "taker.seat": "W", "taker.side": "EW", "defence.side": "NS", "belote.side": "EW", "ew.belote": 20, "ns.belote": 0, "ns.last-trick": 10,
        "ew.last-trick": 0, "ns.trick-points": 81, "ns.total": 101, "ew.total": 101, "taker.total": 101, "outcome": "tied", "held": 101,
        "carried": 0, "deal": 162, "last-trick.side": "NS", "ns.declarations": 20, "ns.score": 101, "ew.score": 0, "contract": None,
        "multiplier": None, "ns.line.cards": 71, "ns.line.cards.name": "cards", "ew.line.cards": None,
    },
    "capot": {"outcome": "capot", "deal": 220, "ns.last-trick": 100, "ns.score": 220, "ns.line.capot": 100, "ew.total": 0, "belote.side": None},
    "both-belotes": {"belote.side": None, "ns.belote": 20, "ew.belote": 20, "deal": 258},
    "rounded": {
        "ns.trick-points": 107, "ns.rounded": 110, "ew.rounded": 60, "ns.line.rounding": 3, "ew.line.rounding": 5, "contract": 90, "contract.name": None,
        "ns.score": 200, "ew.score": 60, "multiplier": 1, "double": "none", "base": 0,
    },
    "doubled": {"base": 160, "multiplier": 4, "ns.score": 1000, "ns.line.multiplier": 750, "double": "surcoinche", "ns.rounded": 107},
    "generale": {"contract": 500, "contract.name": "generale", "outcome": "failed", "ew.score": 660},
}  # fmt: skip


@pytest.mark.parametrize("id", VALUES)
def test_values_of_an_example(id: str) -> None:
    """What a hand-made example gives, fact by fact; what it does not tell is no fact."""
    table = made(id)
    assert VALUES[id] == {a: table[a].value if a in table else None for a in VALUES[id]}


CONSTANTS: dict[str, tuple[int | str, int | str | None]] = {
    # address: (belote-maison, coinche-officielles)
    "k.cards": (152, 152), "k.deal": (162, 162), "k.capot.deal": (252, 252), "k.no-trump.cards": (120, 152), "k.no-trump.deal": (130, 162),
    "k.no-trump.capot.deal": (220, 252), "k.all-trump.cards": (248, 152), "k.all-trump.deal": (258, 162), "k.last-trick": (10, 10),
    "k.capot": (100, 100), "k.belote": (20, 20), "k.belote.king": ("K", "K"), "k.belote.queen": ("Q", "Q"), "k.tie": (81, 81), "k.tie.belote": (91, 91),
    "k.no-trump.tie": (65, 81), "k.turn.2": ("W", "W"), "k.tricks": (8, 8), "k.trick.cards": (4, 4), "k.players": (4, 4), "k.deck": (32, 32),
    "k.trump.suit": (62, 62), "k.plain.suit": (30, 30), "k.no-trump.suit": (30, 38), "k.all-trump.suit": (62, 38), "k.trump.jack": (20, 20),
    "k.trump.1.rank": ("J", "J"), "k.trump.8.points": (0, 0), "k.plain.1.rank": ("A", "A"), "k.plain.2.points": (10, 10), "k.no-trump.ace": (11, 19),
    "k.all-trump.nine": (14, 9), "k.trump.name": ("trump", "trump"),
}  # fmt: skip


def test_constants_of_rule_sets() -> None:
    """What the rule sets give, as RULES.md has it."""
    for at, id in enumerate(("belote-maison", "coinche-officielles")):
        table = constants(RULE_SETS[id])
        assert {a: values[at] for a, values in CONSTANTS.items()} == {a: table[a].value for a in CONSTANTS}
    assert not any(a.startswith(("k.base", "k.contract")) for a in constants(RULE_SETS["belote-maison"]))


@pytest.mark.parametrize("rules", RULE_SETS)
def test_constants_agree_with_each_other(rules: str) -> None:
    """Suits add up to the cards, orders name every rank once, places have the points of their ranks."""
    table = constants(RULE_SETS[rules])
    value = {a: fact.value for a, fact in table.items()}
    assert value["k.cards"] == int(value["k.trump.suit"]) + 3 * int(value["k.plain.suit"])
    assert value["k.no-trump.cards"] == 4 * int(value["k.no-trump.suit"])
    assert value["k.all-trump.cards"] == 4 * int(value["k.all-trump.suit"])
    for prefix in ("k", "k.no-trump", "k.all-trump"):
        assert value[f"{prefix}.deal"] == int(value[f"{prefix}.cards"]) + int(value["k.last-trick"])
    for order, _, _ in ORDERS:
        ranks = [value[f"k.{order}.{place}.rank"] for place in range(1, 9)]
        assert sorted(map(str, ranks)) == sorted(RANK_NAMES)
        for place, rank in enumerate(ranks, start=1):
            assert value[f"k.{order}.{place}.points"] == value[f"k.{order}.{RANK_NAMES[rank]}"]  # type: ignore[index]
        assert value[f"k.{order}.suit"] == sum(
            int(value[f"k.{order}.{name}"]) for name in RANK_NAMES.values()
        )
    assert sorted(str(value[f"k.turn.{n}"]) for n in range(1, 5)) == sorted(SEATS)


def test_examples_have_the_constants_of_their_rules() -> None:
    """An example has all facts of its rule set, with any switches of its own."""
    for table in vocabulary().examples.values():
        own = constants(table.rules)
        assert {a: table[a] for a in own} == dict(own)


def test_scores_add_up() -> None:
    """The lines of a side add up to its score, in the facts as in the engine."""
    for id, table in vocabulary().examples.items():
        for side in ("ns", "ew", "taker", "defence"):
            if f"{side}.score" in table:
                lines = [
                    int(f.value) for a, f in table.items() if re.fullmatch(rf"{side}\.line\.({LINES})", a)
                ]
                assert sum(lines) == table[f"{side}.score"].value, (id, side)


def test_whole_deals_have_facts() -> None:
    """A deal with its hands and plays gives the facts of its score."""
    hands = {
        "N": "7S 8S 9S 10S JS QS KS AS",
        "E": "7H 8H 9H 10H JH QH KH AH",
        "S": "7D 8D 9D 10D JD QD KD AD",
        "W": "7C 8C 9C 10C JC QC KC AC",
    }
    example = {
        "rules": "belote-maison",
        "trump": "hearts",
        "taker": "E",
        "leader": "E",
        "hands": {s: h.split() for s, h in hands.items()},
    }
    order = [c for n in range(8) for seat in ("E", "S", "W", "N") for c in [hands[seat].split()[n]]]
    table = facts(solve(read_table("deal", {**example, "plays": order}, RULE_SETS)))
    assert (table["outcome"].value, table["ew.score"].value) == ("capot", 252 + 20)
    assert len(order) == 32
    assert all(documented(address) for address in table)


def test_which_cards_are_trumps() -> None:
    """With a trump its suit, at all-trump every card, at no-trump none."""

    def trumps(trump: Any) -> set[Card]:
        return {card for card in CARDS.values() if is_trump(card, trump)}

    assert {c.suit for c in trumps("spades")} == {"S"}
    assert len(trumps("spades")) == 8
    assert trumps("all-trump") == set(CARDS.values())
    assert trumps("no-trump") == set()
    assert {a: f.is_trump for a, f in made("to-play").items() if f.kind == "card" and a[0].isdigit()} == {
        "1.card": False,
        "2.card": True,
    }


def test_every_reference_can_be_said_in_words() -> None:
    """What claims are said of is told to translators in words, in every example."""
    for table in vocabulary().examples.values():
        for reference in table.refs:
            said = in_words(reference)
            assert said.startswith(f"{reference}, ")
            assert len(said) > len(reference) + 5
    assert in_words("hand.3") == "hand.3, number 3 of the hand"
    assert in_words("2") == "2, play 2 of the trick"
