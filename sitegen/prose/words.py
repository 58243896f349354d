"""The vocabulary ratchet: each word that stands outside spans was looked at once by a person.

`locales/<lang>/words.txt` lists the words accepted as plain in a language, one a line, sorted. What is not
in it, in the lexicon, or in a phrase of a claim is new: a card word that no lexicon knows, a foreign word
left in, or plain, and then it is recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from sitegen.diagnostics import Place, Problem, Text
from sitegen.files import read_inside
from sitegen.prose.lexicon import Lexicon
from sitegen.prose.spans import leaves, parse
from sitegen.prose.text import fold, tokens


def words_path(lang: str) -> str:
    """Where the accepted words of a language stand, from the project's root."""
    return f"locales/{lang}/words.txt"


@dataclass(frozen=True)
class Words:
    """The words accepted as plain in a language."""

    lang: str
    accepted: frozenset[str]

    def __contains__(self, word: str) -> bool:
        return word in self.accepted


def load_words(root: Path, lang: str) -> tuple[Words, list[Problem]]:
    """The accepted words of a language; none, without a problem, if there is no file yet."""
    path = words_path(lang)
    try:
        source = read_inside(root / path, root)
    except FileNotFoundError:
        return Words(lang, frozenset()), []
    except (OSError, UnicodeDecodeError) as error:
        return Words(lang, frozenset()), [
            Problem("L101", Place(path), f"the file cannot be read: {error}", locale=lang)
        ]
    lines = [line.strip() for line in source.split("\n")]
    return Words(lang, frozenset(fold(line, lang) for line in lines if line and not line.startswith("#"))), []


def render_words(words: Iterable[str]) -> str:
    """The text of a word list."""
    return "".join(f"{word}\n" for word in sorted(set(words)))


@dataclass(frozen=True)
class NewWord:
    """A word that nobody has looked at: as it stands, folded, and where it stands first."""

    said: str
    word: str
    text: Text
    offset: int


def new_words(texts: Iterable[Text], lexicon: Lexicon, words: Words) -> Iterator[NewWord]:
    """Each new word of some messages once, at its first place."""
    seen: set[str] = set()
    for text in texts:
        for node in leaves(parse(text.value)):
            if node.kind == "span":
                continue
            found = tokens(node.text, lexicon.lang)
            forbidden = {n for first, last in lexicon.forbidden(found) for n in range(first, last)}
            for number, token in enumerate(found):
                if number in forbidden:  # reported as such
                    continue
                if token.word in seen or token.has_digit:
                    continue
                if any(word in words or lexicon.knows(word) for word in lexicon.unjoined(token.word)):
                    continue
                seen.add(token.word)
                yield NewWord(node.text[token.start : token.end], token.word, text, node.start + token.start)
