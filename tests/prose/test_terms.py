"""One notion, one word: rivals, genders and plural forms, in the languages of the site that list them."""

from __future__ import annotations

import pytest

from sitegen.prose.check import Scope, check_message
from sitegen.prose.terms import Term, TermFinder
from tests.prose import lexicon, small, text, vocabulary

PAGE = Scope("belote-maison")
MADE = Scope("belote-maison", "trump-made-with-belote")


@pytest.mark.parametrize(
    ("lang", "message", "scope", "expected"),
    [
        ("fr", "La défense prend le pli.", PAGE, []),
        ("fr", "La défense prend la levée.", PAGE, [("F701", "levée")]),
        ("fr", "Le capot et la belote", PAGE, []),
        ("fr", "La capot", PAGE, [("F703", "La capot")]),
        ("fr", "Une [capot](#trump-capot/outcome)", PAGE, [("F703", "Une capot")]),
        ("pl", "[162](#k.deal) punkty", PAGE, []),
        ("pl", "[162](#k.deal) punktów", PAGE, [("F704", "162 punktów")]),
        ("pl", "[81](#k.tie) punktów", PAGE, []),
        ("pl", "[81](#k.tie) punkty", PAGE, [("F704", "81 punkty")]),
    ],
)
def test_words_that_do_not_fit(
    lang: str, message: str, scope: Scope, expected: list[tuple[str, str]]
) -> None:
    """A rival of a term, a determiner of another gender, a noun in another number: each once, at its place."""
    found = check_message(text(message), scope, vocabulary(), lexicon(lang))
    assert expected == [(p.code, p.said) for p in found]


EXPLAINED = {
    name: Term.named(name) for name in ("trump", "lead", "trick", "ruff", "belote", "trump.all-trump")
}
SMALL = """
[term]
trump = ["koz"]
ruff = ["çak", "çaktı"]
plain-suit = ["koz dışı renk"]
belote = ["belote"]
belote-game = ["Belote"]

[order]
trump = ["koz sırası"]
plain = ["koz dışı renk"]
no-trump = ["kozsuz"]
all-trump = ["hepsi koz"]

[affix]
suffix = "'?(te|ler|lerin|de)"
"""


def words_found(message: str, lang: str, source: str | None = None) -> list[tuple[str, str]]:
    finder = TermFinder(EXPLAINED, lexicon(lang) if source is None else small(lang, source))
    return [(message[start:end], notion) for start, end, notion in finder.find(message)]


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Önce koz, sonra koz", [("koz", "trump"), ("koz", "trump")]),
        ("koz dışı renk", [("koz dışı renk", "plain-suit")]),
        ("koz, dışı renk", [("koz", "trump")]),  # no longer word goes over a comma
        ("koz dışı renkler", []),  # known by a regular ending alone: not one of the listed words
        ("hem koz dışı renklerin hem koz", [("koz", "trump")]),
        ("bu belote, o Belote", [("belote", "belote"), ("Belote", "belote-game")]),
        ("Belote var. Belote", []),
        ("belote var; belote", [("belote", "belote"), ("belote", "belote")]),
    ],
)
def test_a_longer_word_is_not_taken_apart(message: str, expected: list[tuple[str, str]]) -> None:
    """The longest word is found, whatever notion it is; what two notions share is told by a capital or not at all."""
    assert words_found(message, "tr", SMALL) == expected


@pytest.mark.parametrize(
    ("lang", "message", "expected"),
    [
        ("tr", "koz dışı renkte", [("koz dışı renkte", "plain-suit")]),
        ("tr", "üstten çaktı", []),
        ("pl", "kolor wyjścia", [("kolor wyjścia", "suit-led")]),
        ("pl", "lewa; wyjście", [("lewa", "trick"), ("wyjście", "lead")]),
        ("ru", "масть захода", [("масть захода", "suit-led")]),
        ("hi", "रंग निभाता है", [("रंग निभाता", "follow-suit")]),  # the longer form names the same notion
        ("fr", "la Fédération française de belote et la belote", [("belote", "belote")]),
        ("fr", "la belote à la Belote", [("belote", "belote"), ("Belote", "belote-game")]),
        ("en", "Belote, then belote at Belote", [("belote", "belote"), ("Belote", "belote-game")]),
    ],
)
def test_longer_words_of_the_languages(lang: str, message: str, expected: list[tuple[str, str]]) -> None:
    """Notions without an entry in the glossary keep their words together, too."""
    assert words_found(message, lang) == expected
