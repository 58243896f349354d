"""One notion, one word: rivals, genders and plural forms, in the languages of the site that list them."""

from __future__ import annotations

import pytest

from sitegen.prose.check import Scope, check_message
from tests.prose import lexicon, text, vocabulary

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
