"""Words of any script: tokens with their place in the text, and one folded form for comparing them.

Tokens follow Unicode categories (letters, marks, numbers), never `\\w`, which splits Devanagari at its
vowel signs. An apostrophe between word characters belongs to the word (`l'as`, `Kuzey'in`); a hyphen
separates words, so `sans-atout` and `sans atout` are the same two tokens.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import NamedTuple

APOSTROPHES = "'’ʼ"
JOINERS = "\u200c\u200d\u00ad"  # zero-width non-joiner, joiner, soft hyphen: inside a word, never its end
_INVISIBLE = dict.fromkeys(
    map(ord, JOINERS + "\u200b\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
)
_TURKIC = ("tr", "az")
_HARAKAT = dict.fromkeys([*range(0x064B, 0x0660), 0x0670, 0x0640])  # short vowels and tatweel
_HAMZA = str.maketrans("أإآٱ", "اااا")
_CANDRABINDU = str.maketrans("ँ", "ं")
_NUKTA = "\u093c"


class Token(NamedTuple):
    """A word: its folded form, its place [start, end) in the text, and the word as it stands there."""

    word: str
    start: int
    end: int
    said: str

    @property
    def capital(self) -> bool:
        return self.capital_at(0)

    def capital_at(self, offset: int) -> bool:
        """Whether the letter at an offset of the word is a capital: behind an elided article, say."""
        letter = self.said[offset : offset + 1]
        return letter != letter.lower()

    @property
    def has_digit(self) -> bool:
        return any(unicodedata.category(c) == "Nd" for c in self.word)


@lru_cache(maxsize=65536)
def fold(text: str, lang: str) -> str:
    """NFC, lower case by the language's own rules, straight apostrophes, nothing invisible.

    Spellings that writers leave open are one: Arabic without short vowels and with bare alif, Hindi without
    nukta and with anusvara for candrabindu.
    """
    text = unicodedata.normalize("NFC", text).translate(_INVISIBLE)
    for mark in APOSTROPHES:
        text = text.replace(mark, "'")
    base = lang.partition("-")[0]
    if base in _TURKIC:
        text = text.replace("I", "ı").replace("İ", "i")
    elif base == "ar":
        text = text.translate(_HARAKAT).translate(_HAMZA)
    elif base == "hi":
        text = unicodedata.normalize("NFD", text).replace(_NUKTA, "").translate(_CANDRABINDU)
    return unicodedata.normalize("NFC", text.lower())


@lru_cache(maxsize=4096)
def _is_word_character(c: str) -> bool:
    return unicodedata.category(c)[0] in "LMN"


def tokens(text: str, lang: str) -> list[Token]:
    """The words of a text, in order."""
    out: list[Token] = []
    at, size = 0, len(text)
    while at < size:
        if not _is_word_character(text[at]):
            at += 1
            continue
        start = at
        while at < size and (
            _is_word_character(text[at])
            or (
                text[at] in APOSTROPHES + JOINERS
                and at + 1 < size
                and (_is_word_character(text[at + 1]) or text[at + 1] in JOINERS)
            )
        ):
            at += 1
        word = text[start:at]
        out.append(Token(fold(word, lang), start, at, word))
    return out


def digits_value(word: str) -> int | None:
    """The number that a token of decimal digits (of any script) writes; None for any other token."""
    try:
        return int("".join(str(unicodedata.digit(c)) for c in word)) if word else None
    except ValueError:
        return None
