"""The names of the suits agree with CLDR's names of ♠ ♥ ♦ ♣ (npm: cldr-annotations-full)."""

from __future__ import annotations

import json

import pytest

from sitegen.prose.lexicon import CLASSES
from sitegen.prose.text import tokens
from tests.browser.conftest import package
from tests.prose import LANGUAGES, lexicon

PIPS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
OTHER_NAMES = {
    ("ar", "H"): "CLDR names the drawing, a heart; players from Egypt to Iraq say كبة",
    ("ar", "D"): "CLDR names the drawing, a diamond; players say ديناري",
    ("hi", "C"): "CLDR says चिड़िया, a bird, of which ordinary prose is full; players say चिड़ी",
}
"""Where our word for a suit is none of CLDR's, and why."""


def names(lang: str) -> dict[str, dict[str, list[str]]]:
    file = package(f"cldr-annotations-full/annotations/{lang}/annotations.json")
    found = json.loads(file.read_text("utf-8"))
    table: dict[str, dict[str, list[str]]] = found["annotations"]["annotations"]
    return table


def suits_named(lang: str, pip: str) -> set[str]:
    """The suits that our lexicon reads in CLDR's names and keywords of a pip."""
    entry = names(lang)[pip]
    found = set()
    for text in (*entry["tts"], *entry["default"]):
        words = tokens(text, lang)
        for at in range(len(words)):
            found |= {m.value for m in lexicon(lang).matches(words, at, ("suit",))}
    return found


@pytest.mark.parametrize("suit", CLASSES["suit"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_suits_are_called_as_cldr_calls_them(lang: str, suit: str) -> None:
    """CLDR's words for a pip name that suit in our lexicon, and no other; the exceptions are real ones."""
    expected = set() if (lang, suit) in OTHER_NAMES else {suit}
    assert suits_named(lang, PIPS[suit]) == expected


def test_exchanged_suits_would_be_noticed() -> None:
    """The check can fail: CLDR's words for spades do not name hearts."""
    assert suits_named("en", PIPS["S"]) != {"H"}
