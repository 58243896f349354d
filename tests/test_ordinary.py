"""Ordinary prose without cards: how often the closed world cries on words that state nothing."""

from __future__ import annotations

import pytest

from sitegen.prose.text import tokens
from tests.prose import LANGUAGES, ROOT, lexicon

MOST = 6
"""Flags for 1000 words, numbers in digits apart."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_ordinary_prose_is_left_alone(lang: str) -> None:
    """At most six words in a thousand are taken for a card, a suit, a seat or a number that is none.

    What says a number, in digits or in words, is one: it is counted apart.
    """
    text = (ROOT / "tests" / "data" / "ordinary" / f"{lang}.txt").read_text("utf-8")
    words = tokens(text, lang)
    assert len(words) > 2000
    found = [m for m in lexicon(lang).literals(words) if m.cls != "num"]
    said = [" ".join(w.said for w in words[m.first : m.last]) for m in found]
    assert 1000 * len(found) / len(words) <= MOST, said
