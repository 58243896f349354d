"""Pseudo-languages: the source in other letters and 40 % longer, one written from left to right, one from right
to left. They show what cannot be translated and what does not fit, before anybody translates.

Each letter becomes one other letter, each vowel two: so a word stays one word, its endings stay endings, and
messages, lexicon, number words and word list can be changed by one and the same function. What has been
checked in the source is then checked in a pseudo-language as in any other, by the same checks. Nothing of
them is stored.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import cycle
from math import ceil
from typing import Any

from sitegen.catalog import Catalog, Entry, Key, Language, Use
from sitegen.diagnostics import Problem, Text
from sitegen.prose.lexicon import CLASSES, NUMBERS_UP_TO, Lexicon, build_lexicon, expand, spelled
from sitegen.prose.spans import leaves, parse
from sitegen.prose.text import fold
from sitegen.prose.words import Words

LONGER = 1.4
"""How much longer a text is than its source, in letters: what translators from English have to expect."""

_LATIN = "abcdefghijklmnopqrstuvwxyzé"
_ACCENTED = "åƀçðëƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžė"
_ARABIC = "ابثدهفغحيجكلمنوصقرستعطشخضزذ"  # none that `fold` drops or takes for another
_TWICE = frozenset("aeiouyé")
_CAPITAL = "\u200f"
"""Stands before what was a capital where the script has none: unseen, and not read."""
_PADDING = ("lorem", "ipsum", "dolor", "sit", "amet")
_PLACEHOLDER = re.compile(r"(%\([^()]*\)[a-zA-Z]|%[a-zA-Z%]|\{[^{}]*\})")
_SLOT = re.compile(r"(<[^<>]*>)")
_SOUNDLESS = ("num", "role", "quantity")
"""Classes whose words no label uses: nothing has to be made longer there."""


@dataclass(frozen=True)
class Pseudo:
    """A pseudo-language: its tag, its direction of writing, and what becomes of each Latin letter."""

    lang: str
    direction: str
    letters: Mapping[int, str]

    @property
    def language(self) -> Language:
        """What CLDR would say of it."""
        return Language(self.lang, f"{self.words('Pseudo')} {self.lang}", self.direction, pseudo=True)

    # texts ----------------------------------------------------------------------------------------

    def words(self, text: str) -> str:
        """A text in the letters of the pseudo-language; what is no Latin letter stays as it is."""
        return text.translate(self.letters)

    def message(self, message: str) -> str:
        """A message with its markup, the targets of its spans, its placeholders and its digits as they were;
        pseudo-words at its end, outside every span, make it as long as it has to be."""
        out, at = [], 0
        for leaf in leaves(parse(message)):
            if leaf.kind == "code":
                continue
            out.append(message[at : leaf.start])
            parts = _PLACEHOLDER.split(leaf.text)
            out += [part if n % 2 else self.words(part) for n, part in enumerate(parts)]
            at = leaf.end
        whole = "".join(out) + message[at:]
        return self._padded(whole, message)

    def _padded(self, text: str, source: str) -> str:
        """A text with as many pseudo-words before its last stop as make it `LONGER` than its source."""
        lacking = ceil(letters(source) * LONGER) - letters(text)
        if lacking <= 0:
            return text
        stop = re.search(r"(?<!\\)[.:!?…]*$", text)
        end = stop.start() if stop else len(text)
        return f"{text[:end]} {self.padding(lacking)}{text[end:]}"

    def padding(self, least: int) -> str:
        """Pseudo-words of at least so many letters, and as few as will do."""
        words: list[str] = []
        for word in cycle(_PADDING):
            if sum(map(len, words)) >= least:
                break
            words.append(self.words(word))
        return " ".join(words)

    # what a language has --------------------------------------------------------------------------

    def catalog(self, messages: Mapping[Key, Use]) -> Catalog:
        """Every message, translated. A problem of a translation is placed at its source."""
        entries = {key: self._entry(use) for key, use in messages.items()}
        header = Entry(Text("", "", ((0, 0, 0),)), Text(f"Language: {self.lang}\n", "", ((0, 0, 0),)))
        return Catalog(self.lang, f"{self.lang} (made of the source)", header, entries)

    def _entry(self, use: Use) -> Entry:
        place = use.text.place()
        said = Text(self.message(use.text.value), place.path, ((0, place.line, place.column),))
        return Entry(use.text, said, use.key[0])

    def accepted(self, source: Words) -> Words:
        """The word list: the source's words, and what messages are made longer with."""
        words = {fold(self.words(word), self.lang) for word in (*source.accepted, *_PADDING)}
        return Words(self.lang, frozenset(words))

    def lexicon(
        self, source: str, path: str, text: str, data: Mapping[str, Any]
    ) -> tuple[Lexicon | None, list[Problem]]:
        """The lexicon, made of that of the language `source`: the `data` and the `text` of the file `path`."""
        made = {key: self._table(key, value) for key, value in data.items()}
        numbers = made.setdefault("num", {})
        for run, value in spelled(source, range(NUMBERS_UP_TO + 1)).items():
            numbers.setdefault(str(value), []).append(self.words(" ".join(run)))
        lexicon, problems = build_lexicon(self.lang, path, text, made)
        return lexicon and replace(lexicon, plural_rules=source), problems

    def _table(self, key: str, value: Any) -> Any:
        """One class of a lexicon. Names that the program knows stay as they are: values, claims, notions."""
        if key in CLASSES and key not in _SOUNDLESS:
            return {v: self._labelled(forms) for v, forms in value.items()}
        if key == "claim":
            return {name: self._phrases(name, phrases) for name, phrases in value.items()}
        if key == "affix":
            return {name: self.pattern(pattern) for name, pattern in value.items()}
        if key == "gender":
            return {self.words(noun): self.words(own) for noun, own in value.items()}
        if key == "label":
            return {k: v if k == "indices" else self._within(v) for k, v in value.items()}
        return self._within(value)

    def _within(self, value: Any) -> Any:
        """Every text in a value, slots as they are."""
        if isinstance(value, str):
            return "".join(p if n % 2 else self.words(p) for n, p in enumerate(_SLOT.split(value)))
        if isinstance(value, list):
            return [self._within(v) for v in value]
        return {k: self._within(v) for k, v in value.items()} if isinstance(value, dict) else value

    def _labelled(self, forms: list[str]) -> list[str]:
        """The forms of a value; before them the one for labels, where the first is too short for one."""
        label = expand(forms[0])[0]
        longer = self._padded(self.words(label), label)
        return [*([longer] if longer != self.words(label) else []), *map(self.words, forms)]

    def _phrases(self, name: str, phrases: list[str]) -> list[str]:
        """The phrases of a claim, a longer one first for claims that pages state by themselves."""
        first = expand(phrases[0])[0]
        longer = self._padded(self._phrase(first), first)
        pads = "." not in name and longer != self._phrase(first)
        return [*([longer] if pads else []), *map(self._phrase, phrases)]

    def _phrase(self, phrase: str) -> str:
        return "".join(self._slot(p) if n % 2 else self.words(p) for n, p in enumerate(_SLOT.split(phrase)))

    def _slot(self, slot: str) -> str:
        name, colon, ending = slot.strip("<>").partition(":")
        return f"<{name}{colon}{self.pattern(ending)}>"

    def pattern(self, source: str) -> str:
        """A regular expression for the same words in other letters."""
        return "".join(self._piece(m[0]) for m in _PIECE.finditer(source))

    def _piece(self, piece: str) -> str:
        if piece.startswith(("\\", "(?")):
            return piece
        if piece.startswith("[") and len(piece) > 1:
            if piece.startswith("[^") or "-" in piece or "\\" in piece:
                return piece
            return f"(?:{'|'.join(map(re.escape, map(self.words, piece[1:-1])))})"
        made = self.words(piece)
        return f"(?:{made})" if len(made) > 1 else made


_PIECE = re.compile(r"\\.|\(\?P<\w+>|\(\?[:=!<]*|\[\^?\]?[^\]]*\]|.", re.DOTALL)
"""A piece of a regular expression: an escape, the beginning of a group, a class of characters, a character."""


def letters(text: str) -> int:
    """How many letters of a message or of a phrase a reader sees: not those of addresses and slots."""
    return sum(c.isalpha() for leaf in leaves(parse(text)) for c in _SLOT.sub("", leaf.text))


def _letters(to: str, capital: str = "") -> Mapping[int, str]:
    """What becomes of each letter, small and capital; `capital` stands before the latter in a script without."""
    table: dict[int, str] = {}
    for one, other in zip(_LATIN, to, strict=True):
        more = other if one in _TWICE else ""
        table[ord(one)] = other + more
        table[ord(one.upper())] = (capital + other if capital else other.upper()) + more
    return table


PSEUDO = (
    Pseudo("en-XA", "ltr", _letters(_ACCENTED)),
    Pseudo("ar-XB", "rtl", _letters(_ARABIC, _CAPITAL)),
)
"""The pseudo-languages, under the tags that are usual for them."""
