"""Ordinary prose without cards: how often the closed world cries on words that state nothing."""

from __future__ import annotations

import pytest

from sitegen.prose.text import tokens
from tests.prose import LANGUAGES, ROOT, lexicon

MOST = {"ordinary": 6, "homographs": 25}
"""Flags for 1000 words, numbers apart. `homographs` are texts written to hold as many of the words that also
name cards as ordinary life allows: a girl, a king in a tale, a club, the west."""


@pytest.mark.parametrize("folder", MOST)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_ordinary_prose_is_left_alone(lang: str, folder: str) -> None:
    """Few words in a thousand are taken for a card, a suit or a seat that is none.

    What says a number, in digits or in words, is one: it is counted apart.
    """
    text = (ROOT / "tests" / "data" / folder / f"{lang}.txt").read_text("utf-8")
    words = tokens(text, lang)
    assert len(words) > 2000
    found = [m for m in lexicon(lang).literals(words) if m.cls != "num"]
    said = [" ".join(w.said for w in words[m.first : m.last]) for m in found]
    assert 1000 * len(found) / len(words) <= MOST[folder], said
