"""Claims: what each predicate says of an example, and which words may say it."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from sitegen.engine import SWITCHES, read_table, solve
from sitegen.facts import Fact, FactTable, constants, facts
from sitegen.prose.check import Scope
from sitegen.prose.claims import (
    PREDICATES,
    Claim,
    agrees,
    check_phrase,
    phrases,
    resolve_claim,
    sentence,
    stated,
)
from sitegen.prose.laws import FORMULAS, LAWS
from sitegen.prose.spans import Reading
from tests.deals import RULE_SETS
from tests.prose import LANGUAGES, fill, lexicon, read_lexicon, small, spans_of, vocabulary

EXAMPLES: dict[str, dict[str, Any]] = {
    # E leads a plain ace, S ruffs, W holds trumps: all below the queen of S but the jack.
    "ruffed": {"trump": "clubs", "trick": "E:AH S:QC", "seat": "W", "hand": "KC 8C 10S"},
    "beaten": {"trump": "clubs", "trick": "E:AH S:AC", "seat": "W", "hand": "KC 8C 10S"},
    "beaten-free": {"rules": "coinche-officielles", "trump": "clubs", "trick": "E:AH S:AC", "seat": "W", "hand": "KC 8C 10S"},
    "ruff": {"trump": "hearts", "trick": "E:AC", "seat": "S", "hand": "8H QH KS 9D"},
    "partner": {"trump": "hearts", "trick": "N:AC E:7C", "seat": "S", "hand": "8H QH KS 9D"},
    "follow": {"trump": "hearts", "trick": "W:AS", "seat": "N", "hand": "KS 7S JH"},
    "overtrump": {"trump": "diamonds", "trick": "N:8D E:9C", "seat": "S", "hand": "QS 9D 7D"},
    "leading": {"trump": "hearts", "seat": "S", "hand": "JH KS", "trick": ""},
    "all-trump": {"trump": "all-trump", "trick": "S:10C W:7C", "seat": "N", "hand": "QC JC AD"},
    "no-trump": {"trump": "no-trump", "trick": "S:KD", "seat": "W", "hand": "7D AS AC"},
    "whole": {"trump": "hearts", "trick": "S:AS W:10S N:7S E:JH"},
    "played": {"trump": "hearts", "trick": "S:AS W:10S N:7S", "seat": "E", "hand": "JH KD", "plays": "JH"},
    "made": {"trump": "hearts", "taker": "S", "cards": {"NS": 82, "EW": 70}, "last_trick": "NS", "belote": "NS"},
    "failed": {"trump": "hearts", "taker": "S", "cards": {"NS": 66, "EW": 86}, "last_trick": "EW", "belote": "NS"},
    "tied": {"trump": "hearts", "taker": "E", "cards": {"NS": 71, "EW": 81}, "last_trick": "NS"},
    "capot": {"trump": "hearts", "taker": "S", "cards": {"NS": 152, "EW": 0}, "last_trick": "NS", "capot": "NS"},
    "saved": {"trump": "hearts", "taker": "S", "cards": {"NS": 72, "EW": 80}, "last_trick": "EW", "declarations": {"NS": 50}},
    "belote": {"trump": "hearts", "taker": "S", "cards": {"NS": 70, "EW": 82}, "last_trick": "NS", "belote": "NS"},
}  # fmt: skip


@cache
def table(id: str) -> FactTable:
    example = {"rules": "belote-maison", **EXAMPLES[id]}
    if example.get("trick") == "":
        del example["trick"]
    return facts(solve(read_table(id, example, RULE_SETS)))


TRUTHS: list[tuple[str, str, bool | str | None]] = [
    # (example, claim, whether it is true; None where the example cannot tell, "no such" where it is no claim)
    ("ruff", "void.me.1", True), ("follow", "void.me.1", False), ("ruff", "void.1.1", None), ("made", "void.ns.ns", "no such"),
    ("follow", "has.me.1", True), ("ruff", "has.me.1", False), ("ruff", "has.1.1", None), ("ruff", "has.me.hand.3", True),
    ("partner", "partner.1.me", True), ("partner", "partner.2.me", False), ("partner", "partner.next.2", True),
    ("partner", "opponent.2.me", True), ("partner", "opponent.1.me", False), ("whole", "opponent.1.2", True),
    ("partner", "holds.1", True), ("partner", "holds.2", False), ("ruffed", "holds.2", True),
    ("whole", "wins.4", True), ("whole", "wins.1", False), ("ruff", "wins.1", None), ("played", "wins.me", True), ("played", "wins.winner", True),
    ("ruff", "is-trump.hand.1", True), ("ruff", "is-trump.1", False), ("all-trump", "is-trump.1", True), ("no-trump", "is-trump.1", False),
    ("whole", "highest.4", True), ("whole", "highest.1", False), ("leading", "highest.hand.1", True), ("ruffed", "highest.2", False),
    ("overtrump", "beats.best.1", True), ("overtrump", "beats.1.best", False), ("overtrump", "beats.hand.1.1", False), ("leading", "beats.hand.1.hand.2", None),
    ("no-trump", "only.best.me", True), ("follow", "only.legal.1.me", False), ("no-trump", "only.best.1", None),
    ("follow", "must-follow.me", True), ("ruff", "must-follow.me", False), ("ruff", "must-follow.1", None), ("whole", "must-follow.1", None), ("all-trump", "must-follow.me", False),
    ("overtrump", "must-overtrump.me", True), ("follow", "must-overtrump.me", False), ("all-trump", "must-overtrump.me", True), ("whole", "must-overtrump.4", None),
    ("ruff", "must-ruff.me", True), ("ruffed", "must-ruff.me", False), ("partner", "must-ruff.me", False), ("ruff", "must-ruff.1", None),
    ("ruffed", "must-overruff.me", True), ("beaten", "must-overruff.me", False), ("ruffed", "must-overruff.2", None),
    ("beaten", "must-undertrump.me", True), ("beaten-free", "must-undertrump.me", False), ("beaten", "must-undertrump.2", None),
    ("beaten", "cannot-overruff.me", True), ("beaten-free", "cannot-overruff.me", True), ("ruffed", "cannot-overruff.me", False), ("ruff", "cannot-overruff.me", False),
    ("no-trump", "cannot-overruff.me", False), ("leading", "cannot-overruff.me", None), ("beaten", "cannot-overruff.1", None),
    ("partner", "free.me", True), ("leading", "free.me", True), ("beaten-free", "free.me", True), ("ruff", "free.me", False), ("ruff", "free.1", None),
    ("beaten-free", "need-not-ruff.me", True), ("partner", "need-not-ruff.me", True), ("ruff", "need-not-ruff.me", False), ("leading", "need-not-ruff.me", None),
    ("no-trump", "would-be-free.me.1", True), ("follow", "would-be-free.me.1", False), ("partner", "would-be-free.me.1", False), ("leading", "would-be-free.me.hand.1", None),
    ("ruff", "unruffed", True), ("ruffed", "unruffed", False), ("leading", "unruffed", None), ("made", "unruffed", None),
    ("ruff", "barred.hand.3", True), ("ruff", "barred.hand.3.hand.4", True), ("ruff", "barred.hand.3.hand.1", False), ("made", "barred.ns", "no such"),
    ("no-trump", "cannot-win.hand.2.hand.3", True), ("no-trump", "cannot-win.hand.1", True), ("ruff", "cannot-win.hand.1", False), ("leading", "cannot-win.hand.1", None),
    ("made", "ahead.ns", True), ("made", "ahead.ew", False), ("tied", "ahead.ns", False), ("ruff", "ahead.1", None), ("made", "ahead.taker", True),
    ("failed", "behind.ns", True), ("failed", "behind.defence", False), ("tied", "behind.ns", False), ("ruff", "behind.1", None),
    ("tied", "level.ns", True), ("made", "level.ns", False), ("ruff", "level.1", None),
    ("capot", "all-tricks.ns", True), ("capot", "all-tricks.ew", False), ("made", "all-tricks.ns", False), ("ruff", "all-tricks.1", None),
    ("failed", "belote-kept.ns", True), ("failed", "belote-kept.ew", False), ("made", "belote-kept.ns", False), ("capot", "belote-kept.ew", False), ("ruff", "belote-kept.1", None),
    ("saved", "counts-toward.declarations", True), ("made", "counts-toward.declarations", False), ("ruff", "counts-toward.declarations", None),
    ("belote", "counts-toward.belote", True), ("made", "counts-toward.belote", False), ("ruff", "counts-toward.belote", None),
]  # fmt: skip


@pytest.mark.parametrize(("example", "address", "truth"), TRUTHS)
def test_whether_a_claim_is_true(example: str, address: str, truth: bool | str | None) -> None:
    """Each predicate is true, false or not to be told, as the cards or the points say."""
    claim = resolve_claim(address, table(example))
    if truth == "no such":
        assert claim is None
        return
    assert claim is not None
    assert (truth, address) == (claim.truth, ".".join([claim.predicate, *(r for r, _, _ in claim.arguments)]))


def test_every_predicate_is_tried_in_every_way() -> None:
    """The table above has each predicate true and false, and not to be told if that can be."""
    seen: dict[str, set[object]] = {}
    for example, address, truth in TRUTHS:
        claim = resolve_claim(address, table(example))
        if claim:
            seen.setdefault(claim.predicate, set()).add(truth)
    assert set(PREDICATES) == set(seen)
    never_unknown = {"partner", "opponent", "holds", "is-trump", "highest", "barred"}
    assert {p for p, truths in seen.items() if not truths >= {True, False}} == set()
    assert {p for p, truths in seen.items() if None not in truths} <= never_unknown


@pytest.mark.parametrize(
    "address",
    ["", ".", "nothing", "must-ruff", "must-ruff.", "must-ruff.5", "must-ruff.me.me", "must-ruff.me.", "must-ruff..me", "must-ruffme",
     "beats.1", "beats.1.me", "has.me", "void.me.", "barred", "law", "law.", "law.nothing", "formula.nothing", "switch.nothing.must",
     "switch.undertrump", "switch.undertrump.perhaps", "switch.undertrump.must.x", "switch.no-trump-ace.11", "ahead.1.2", "counts-toward",
     "counts-toward.belote.me", "duty", "me.seat"],
)  # fmt: skip
def test_what_is_no_claim(address: str) -> None:
    """An unknown predicate, a wrong number of arguments or one of another kind is no claim; nothing is evaluated."""
    assert resolve_claim(address, table("ruff")) is None


@pytest.mark.parametrize(
    ("rules", "address", "truth"),
    [
        ("belote-maison", "switch.undertrump.must", True),
        ("coinche-officielles", "switch.undertrump.must", False),
        ("coinche-officielles", "switch.undertrump.free", True),
        ("belote-maison", "switch.must-lead.yes", None),
        ("belote-maison", "law.undertrump", True),
        ("coinche-officielles", "law.undertrump", False),
        ("belote-maison", "law.coinche-plain", False),
    ],
)
def test_claims_about_rule_sets(rules: str, address: str, truth: bool | None) -> None:
    """A switch has the value that is said, a law holds or has a counterexample."""
    claim = resolve_claim(address, constants(RULE_SETS[rules]))
    assert claim is not None
    assert truth == claim.truth
    assert (truth is False and address.startswith("law.")) == bool(claim.counterexample)


def test_every_law_formula_and_switch_can_be_claimed() -> None:
    """Each law, formula and word of a switch is an address of a rule set, and of an example under it."""
    for name in (*(f"law.{law}" for law in LAWS), *(f"formula.{formula}" for formula in FORMULAS)):
        for where in (constants(RULE_SETS["coinche-maison"]), table("ruff")):
            claim = resolve_claim(name, where)
            assert claim is not None
            assert claim.predicate == name
    for switch in SWITCHES.values():
        for value in switch.values:
            address = f"switch.{switch.name.replace('_', '-')}.{value}"
            assert resolve_claim(address, table("ruff")) is not None


# phrases --------------------------------------------------------------------------------------------


def claim(example: str, address: str) -> Claim:
    found = resolve_claim(address, table(example))
    assert found is not None
    return found


PHRASES: list[tuple[str, str, str, tuple[str, str] | None]] = [
    # (example, claim, words, None if they state it, else the slot that is wrong and what it says)
    ("ruff", "must-ruff.me", "South must ruff", None),
    ("ruff", "must-ruff.me", "so SOUTH must ruff", ("", "")),
    ("ruff", "must-ruff.me", "South, must ruff!", None),
    ("ruff", "must-ruff.me", "North must ruff", ("seat", "North")),
    ("ruff", "must-ruff.me", "South need not ruff", ("", "")),
    ("ruff", "must-ruff.me", "South must not ruff", ("", "")),
    ("ruff", "must-ruff.me", "must ruff", ("", "")),
    ("ruff", "must-ruff.me", "South and West must ruff", ("seat", "South and West")),
    ("ruff", "must-ruff.me", "", ("", "")),
    ("ruff", "void.me.1", "South has no clubs", None),
    ("ruff", "void.me.1", "South has no hearts", ("suit", "hearts")),
    ("ruff", "void.me.1", "South has no clubs or hearts", ("", "")),
    ("overtrump", "beats.best.1", "the nine beats the eight", None),
    ("overtrump", "beats.best.1", "the nine of diamonds beats the eight of diamonds", None),
    ("overtrump", "beats.best.1", "the eight beats the nine", ("card", "the eight")),
    ("overtrump", "beats.best.1", "the nine of hearts beats the eight", ("card", "the nine of hearts")),
    ("partner", "partner.1.me", "North is South's partner", None),
    ("partner", "partner.1.me", "South is North's partner", ("seat", "South")),
    ("no-trump", "only.best.me", "The seven is West's only diamond", None),
    ("no-trump", "only.best.me", "The seven is West's only heart", ("suit", "heart")),
    ("made", "ahead.ns", "North–South are ahead", None),
    ("made", "ahead.ns", "North South are ahead", None),
    ("made", "ahead.ns", "East–West are ahead", ("side", "East–West")),
    ("made", "ahead.ns", "North–South are behind", ("", "")),
]


@pytest.mark.parametrize(("example", "address", "words", "fault"), PHRASES)
def test_which_words_state_a_claim(
    example: str, address: str, words: str, fault: tuple[str, str] | None
) -> None:
    """The whole of a span is a phrase of its predicate, and each slot is what the engine says."""
    found = check_phrase(words, claim(example, address), lexicon("en"))
    assert fault == (None if found is None else (found.slot, found.said))
    if found and found.slot:
        assert words[found.start :].startswith(found.said)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sentence_made_of_a_claim_states_it(lang: str) -> None:
    """In every language the first phrase of each predicate, with the labels in its slots, states its claim."""
    tried = set()
    for example, address, _ in TRUTHS:
        found = resolve_claim(address, table(example))
        if found is None:
            continue
        words = sentence(found, lexicon(lang))
        fault = check_phrase(words, found, lexicon(lang))
        pattern = lexicon(lang).claims[found.predicate][0]
        if fault is None:
            tried.add(found.predicate)
        elif "<" not in words:  # the phrase asks for an ending of the name, or for two names and not for one
            assert ":" in pattern or PREDICATES[found.predicate].repeats, words
    assert len(tried) > len(PREDICATES) // 2


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("South has no clubs", {"me.seat", "1.suit"}),
        ("no clubs there", {"1.suit"}),
        ("it has none", set()),
        ("South has no hearts", set()),
        ("nothing of the kind", set()),
    ],
)
def test_what_the_words_of_a_claim_state(words: str, expected: set[str]) -> None:
    """A claim states the addresses of those of its arguments that its words name, and no other."""
    source = '[claim]\nvoid = ["<seat> has no <suit>", "no <suit> there", "it has none"]\n[suit]\nS = ["spades"]\nH = ["hearts"]\nD = ["diamonds"]\nC = ["clubs"]\n[seat]\nS = ["South"]\nW = ["West"]\nN = ["North"]\nE = ["East"]\n'
    assert expected == stated(words, claim("ruff", "void.me.1"), small("en", source))
    assert {"me.seat", "1.suit"} == claim("ruff", "void.me.1").covers()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_claim_of_the_site_is_left_to_a_phrase_that_is_not_used(lang: str) -> None:
    """Each predicate that the site claims has a phrase in the language; without it the claim cannot be said."""
    claimed = set()
    for use, _, node in spans_of("en"):
        for message in use.messages:
            where, _, name = vocabulary().table(node.target, Scope(message.rules, message.example))
            if where is not None and name not in where and (found := resolve_claim(name, where)):
                claimed.add(found.predicate)
    assert claimed - {name for name, phrases in lexicon(lang).claims.items() if phrases} == set()


def test_a_pattern_with_many_slots_is_quick() -> None:
    """Long spans and phrases with several slots are matched without trying too long."""
    found, problems = read_lexicon(fill('[claim]\nbeats = ["<card> <card> x <card> <card>"]\n'))
    assert problems == []
    assert found is not None
    words = " ".join(["y"] * 30)
    assert check_phrase(words, claim("overtrump", "beats.best.1"), found) is not None


WEST, EAST = ("1", "seat", Fact("seat", "W")), ("me", "seat", Fact("seat", "E"))
HEARTS = ("1", "suit", Fact("suit", "H"))
SEVEN, JACK = ("me.1", "card", Fact("card", "7H")), ("me.2", "card", Fact("card", "JS"))


@pytest.mark.parametrize(
    ("lang", "predicate", "arguments", "expected"),
    [
        ("en", "void", (WEST, HEARTS), ["West has no hearts"]),
        ("en", "barred", (SEVEN,), ["seven of hearts may not be played"]),
        ("en", "barred", (SEVEN, JACK), ["seven of hearts and jack of spades may not be played"]),
        ("en", "only", (SEVEN, EAST), ["seven of hearts is East only hearts"]),
        ("en", "formula.failed", (), ["the defence writes …formula…"]),
        ("en", "no-such-claim", (), []),
        ("fr", "partner", (WEST, EAST), ["Ouest est le partenaire d'Est"]),
        ("pl", "partner", (WEST, EAST), ["Zachód jest partnerem Wschodu"]),
        ("pl", "beats", (SEVEN, JACK), ["siódemka bije waleta"]),
        ("pl", "would-be-free", (WEST, HEARTS), ["bez kierów Zachód mógłby zagrać dowolną kartę"]),
        ("tr", "beats", (SEVEN, JACK), ["kupa yedilisi …card… geçer"]),
    ],
)
def test_phrases_as_they_may_be_written(
    lang: str, predicate: str, arguments: tuple[tuple[str, str, Fact], ...], expected: list[str]
) -> None:
    """Slots say what the engine says, in the form that the phrase asks for, or what kind of word belongs there."""
    assert phrases(Claim(predicate, True, arguments), lexicon(lang)) == expected


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_phrase_that_is_offered_states_its_claim(lang: str) -> None:
    """A phrase without a gap, written as it is offered, is right."""
    tried = set()
    for example, address, _ in TRUTHS:
        found = resolve_claim(address, table(example))
        for phrase in phrases(found, lexicon(lang)) if found else ():
            if found and "…" not in phrase:
                assert check_phrase(phrase, found, lexicon(lang)) is None, (address, phrase)
                tried.add(found.predicate)
    assert len(tried) > len(PREDICATES) // 2


def test_agreement() -> None:
    """Words agree with a fact if all that they say is true of it and nothing contradicts."""
    fact = table("ruff")["1.card"]
    assert agrees(Reading({"rank": "A"}), fact)
    assert agrees(Reading({"rank": "A", "suit": "C"}), fact)
    assert not agrees(Reading({"rank": "A", "suit": "S"}), fact)
    assert not agrees(Reading({"rank": "A"}, [], {"rank": ("A", "K")}), fact)
    assert not agrees(Reading({"rank": "A", "trump": "card"}), fact)
