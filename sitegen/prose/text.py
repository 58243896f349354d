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
INVISIBLE = (
    "\u00ad\u034f\u061c\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\ufe0e\ufe0f"  # hyphenation, joiners, variants
    "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # direction of writing
)
"""What no reader sees: it neither parts a word nor is part of one."""
_UNSEEN = dict.fromkeys(map(ord, INVISIBLE))
_MOST_DIGITS = 12
_TURKIC = ("tr", "az")
_HARAKAT = dict.fromkeys([*range(0x064B, 0x0660), 0x0670, 0x0640])  # short vowels and tatweel
_HAMZA = str.maketrans("أإآٱ", "اااا")
_CANDRABINDU = str.maketrans("ँ", "ं")
_NUKTA = "\u093c"


def visible(text: str) -> str:
    """A text without what no reader sees."""
    return text.translate(_UNSEEN)


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
        """Whether the letter at an offset of the folded word is a capital: behind an elided article, say."""
        letter = unicodedata.normalize("NFC", visible(self.said))[offset : offset + 1]
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
    text = unicodedata.normalize("NFC", text).translate(_UNSEEN)
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
    return unicodedata.category(c)[0] in "LMN" and c not in INVISIBLE + APOSTROPHES


def _next_part(text: str, at: int) -> int:
    """Where a word goes on behind an apostrophe and what is invisible; `at` itself if it ends here."""
    ahead, size = at, len(text)
    while ahead < size and text[ahead] in INVISIBLE:
        ahead += 1
    if ahead < size and text[ahead] in APOSTROPHES:
        ahead += 1
    while ahead < size and text[ahead] in INVISIBLE:
        ahead += 1
    return ahead if ahead < size and _is_word_character(text[ahead]) else at


@lru_cache(maxsize=8192)
def tokens(text: str, lang: str) -> tuple[Token, ...]:
    """The words of a text, in order."""
    out: list[Token] = []
    at, size = 0, len(text)
    while at < size:
        if not _is_word_character(text[at]) or unicodedata.category(text[at])[0] == "M":
            at += 1
            continue
        start = at
        while at < size:
            if _is_word_character(text[at]):
                at += 1
            elif (further := _next_part(text, at)) > at:
                at = further
            else:
                break
        word = text[start:at]
        if folded := fold(word, lang).strip("'"):  # a tatweel alone is no word
            out.append(Token(folded, start, at, word))
    return tuple(out)


def digits_value(word: str) -> int | None:
    """The number that a token of decimal digits (of any script) writes; None for any other token: `10²` is none,
    nor are more digits than a number here can have."""
    if len(word) > _MOST_DIGITS:
        return None
    try:
        return int("".join(str(unicodedata.decimal(c)) for c in word)) if word else None
    except ValueError:
        return None
