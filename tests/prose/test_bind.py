"""Binding: a translation whose spans were taken out gets them back where a person had put them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pytest

from sitegen import site
from sitegen.prose.bind import Binding, bind
from sitegen.prose.check import Scope, Vocabulary
from sitegen.prose.lexicon import Lexicon
from sitegen.prose.spans import spans
from tests.deals import ROOT
from tests.evidence import SETS, load
from tests.tiny import lexicon

FLOOR = 0.95
"""The share of spans that `bind` must place exactly as they are committed, in each language."""


@dataclass(frozen=True)
class Sample:
    """A bound message of a language, with its source and what its spans read."""

    lang: str
    text: str
    source: str
    scope: Scope
    vocabulary: Vocabulary


def plain(text: str) -> tuple[str, set[tuple[int, str, str]]]:
    """A message without its spans, and where in it which words were bound to what."""
    out, at, where = "", 0, set()
    for span in spans(text):
        out += text[at : span.start - 1]
        where.add((len(out), span.text, span.target))
        out += span.text
        at = span.end + len(f"](#{span.target})")
    return out + text[at:], where


@cache
def project() -> site.Project:
    found, problems = site.load(ROOT)
    assert found is not None, problems
    return found


LANGUAGES = tuple(lang for lang in project().content.site.locales if lang != project().source)


def committed(lang: str) -> Iterator[Sample]:
    """Every bound message of the site in a language."""
    for key, use in project().messages.items():
        text = project().catalogs[lang].get(key)
        first = use.messages[0]
        if text is not None and spans(text.value):
            scope = Scope(first.rules, first.example)
            yield Sample(lang, text.value, use.text.value, scope, project().vocabulary)


def held_out(lang: str) -> Iterator[Sample]:
    """Every bound message of the independent evidence in a language."""
    for folder in sorted(p.name for p in SETS.iterdir() if p.is_dir()):
        evidence = load(folder)
        for id, message in evidence.messages.get(lang, {}).items():
            scope = Scope(message.get("rules", "belote-maison"), message.get("example", ""))
            source = evidence.messages["en"][id]["text"]
            yield Sample(lang, message["text"], source, scope, evidence.vocabulary)


def again(sample: Sample, words: Lexicon) -> tuple[int, int, int]:
    """How many spans a message has, how many of them `bind` finds again, and how many others it puts."""
    bare, wanted = plain(sample.text)
    found = plain(bind(bare, sample.source, sample.scope, sample.vocabulary, words).text)
    assert found[0] == bare
    return len(wanted), len(wanted & found[1]), len(found[1] - wanted)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_committed_spans(lang: str) -> None:
    """In each language of the site at least 95 % of the spans are placed as committed, and few elsewhere."""
    every, found, others = map(sum, zip(*(again(s, lexicon(lang)) for s in committed(lang)), strict=True))
    assert found >= FLOOR * every
    assert others <= (1 - FLOOR) * every


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if next(held_out(lang), None)])
def test_held_out_spans(lang: str) -> None:
    """The same holds of messages that were written without sight of the binder."""
    every, found, others = map(sum, zip(*(again(s, lexicon(lang)) for s in held_out(lang)), strict=True))
    assert found >= FLOOR * every
    assert others <= (1 - FLOOR) * every


# single messages --------------------------------------------------------------------------------------------

PAGE = Scope("belote-maison")


def bound(text: str, source: str, scope: Scope = PAGE, lang: str = "en") -> Binding:
    return bind(text, source, scope, project().vocabulary, lexicon(lang))


@pytest.mark.parametrize(
    ("text", "source", "wanted"),
    [
        ("162 points, 10 of them", "[162](#k.deal) [10](#k.last-trick)", "[162](#k.deal) points, [10](#k.last-trick) of them"),
        ("10 of 162 points", "[162](#k.deal) [10](#k.last-trick)", "[10](#k.last-trick) of [162](#k.deal) points"),
        ("ten of 162", "[162](#k.deal) [10](#k.last-trick)", "[ten](#k.last-trick) of [162](#k.deal)"),
        ("**162** and *10*", "[162](#k.deal) [10](#k.last-trick)", "**[162](#k.deal)** and *[10](#k.last-trick)*"),
        ("[162](#k.deal) and 10", "[162](#k.deal) [10](#k.last-trick)", "[162](#k.deal) and [10](#k.last-trick)"),
        ("162, once more 162", "[162](#k.deal)", "[162](#k.deal), once more [162](#k.deal)"),
        ("see [162](play.md) or 162", "[162](#k.deal)", "see [162](play.md) or [162](#k.deal)"),
        ("`162` is code, 162 is not", "[162](#k.deal)", "`162` is code, [162](#k.deal) is not"),
        ("one hundred and sixty-two", "[162](#k.deal)", "[one hundred and sixty-two](#k.deal)"),
        ("nothing at all", "[162](#k.deal)", "nothing at all"),
        ("", "[162](#k.deal)", ""),
        ("Only the suit led can win.", "[only the suit led can win](#law.no-trump-winner)", "[Only the suit led can win](#law.no-trump-winner)."),
    ],
)  # fmt: skip
def test_a_message_is_bound(text: str, source: str, wanted: str) -> None:
    """Values are found in digits and words, in any order, in emphasis, beside spans that are there already."""
    assert bound(text, source).text == wanted
    assert bound(wanted, source).text == wanted


@pytest.mark.parametrize(
    ("text", "source", "nowhere", "doubtful"),
    [
        ("nothing", "[162](#k.deal)", ["k.deal"], []),
        ("ten", "[162](#k.deal) [10](#k.last-trick)", ["k.deal"], []),
        ("10 and 10", "[10](#k.last-trick) [10](#k.trump.ten)", [], []),
        ("10", "[10](#k.last-trick) [10](#k.trump.ten)", ["k.trump.ten"], []),
        (
            "10, 10, 10",
            "[10](#k.last-trick) [10](#k.trump.ten)",
            [],
            [("10", ("k.last-trick", "k.trump.ten"))],
        ),
    ],
)
def test_what_is_left_to_the_translator(
    text: str, source: str, nowhere: list[str], doubtful: list[tuple[str, tuple[str, ...]]]
) -> None:
    """Addresses without words, and words that several addresses could mean, are told and stay as they are."""
    found = bound(text, source)
    assert (found.nowhere, found.doubtful) == (nowhere, doubtful)
    assert plain(found.text)[0] == text


def test_a_span_in_the_way_of_a_claim_is_taken_back() -> None:
    """A player bound by himself inside words that have become a phrase: the claim is bound in his place."""
    table = next(s for s in committed("fr") if "](#wins." in s.text)
    bare, wanted = plain(table.text)
    start, words, address = next(w for w in wanted if w[2].startswith("wins."))
    seat = words.split()[0]
    half = f"{bare[:start]}[{seat}](#{address.partition('.')[2]}.seat){bare[start + len(seat) :]}"
    found = bind(half, table.source, table.scope, table.vocabulary, lexicon("fr"))
    assert found.nowhere == []
    assert plain(found.text)[1] == wanted


@pytest.mark.parametrize("lang", LANGUAGES)
def test_binding_twice_changes_nothing(lang: str) -> None:
    """A message that has its spans stays as it is."""
    for s in committed(lang):
        assert bind(s.text, s.source, s.scope, s.vocabulary, lexicon(lang)).text == s.text
