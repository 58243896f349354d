"""One notion, one word: rivals of a preferred term, determiners of the wrong gender, nouns in the wrong number."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sitegen.prose.lexicon import Lexicon
from sitegen.prose.spans import Node, leaves, parse, read
from sitegen.prose.text import Token, tokens, visible


@dataclass(frozen=True)
class TermFault:
    """A word that does not fit: where it stands in the message, as it stands, and what would."""

    offset: int
    said: str
    true: str
    notion: str


def rivals(message: str, lexicon: Lexicon) -> Iterator[TermFault]:
    """Words that another word of this site stands for, in spans and outside."""
    for node in leaves(parse(message)):
        words = tokens(node.text, lexicon.lang)
        at = 0
        while at < len(words):
            found = lexicon.rival(words, at)
            idiom = lexicon.idiom(words, at)
            if found is None or idiom:
                at += idiom or 1
                continue
            notion, last = found
            said = node.text[words[at].start : words[last - 1].end]
            preferred = lexicon.terms.get(notion, (notion,))[0]
            yield TermFault(node.start + words[at].start, said, preferred, notion)
            at = last


@dataclass(frozen=True)
class Term:
    """A word of the game: a notion of `[term]`, whose class is `term`, or a value of another class."""

    cls: str
    value: str

    @classmethod
    def named(cls, name: str) -> Term:
        """The term that a page calls `taker` or `outcome.failed`."""
        first, dot, value = name.partition(".")
        return cls(first, value) if dot else cls("term", first)


def forms_of(term: Term, lexicon: Lexicon) -> Sequence[str]:
    """The forms that name a term, the preferred one first."""
    if term.cls == "term":
        return lexicon.terms.get(term.value, (term.value,))
    listed = lexicon.accepted(term.cls, term.value, _EVERY)
    return tuple(dict.fromkeys((lexicon.label(term.cls, term.value), *listed)))


_EVERY = 1000
_SENTENCE_END = re.compile(r"(?:^|[.!?:;।؟؛])[\s\W]*\Z")
_NOTION_CLASSES = ("trump", "order", "action", "outcome", "contract")
"""Classes whose values are notions of the game; an inflected form of several words may stand here alone."""
_NOTION = {"follow": "follow-suit"}
"""The notion that a value of these classes is, where it is not called as that is."""


class TermFinder:
    """Finds the words of the game in texts of one language: the notions of its lexicon, and the terms given by
    the names that pages call them.

    A longer word is never taken apart: `koz` in `koz dışı renk` is not the notion trump, though no page may
    explain what a plain suit is. A word of one notion alone is found in every spelling. Where two notions part
    by a capital, as Coinche the game and coinche the call, a capital at the head of a sentence tells nothing.
    """

    def __init__(self, named: Mapping[str, Term], lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._runs: dict[tuple[str, ...], list[tuple[str, bool]]] = {}
        names = {term.value: name for name, term in named.items()}
        forms = {name: forms_of(term, lexicon) for name, term in named.items()}
        others = {notion: listed for notion, listed in lexicon.terms.items() if notion not in names}
        for notion, listed in (forms | others).items():
            for form in listed:
                words = tokens(form, lexicon.lang)
                run = tuple(w.word for w in words)
                if run and not any(n == notion for n, _ in self._runs.get(run, ())):
                    self._runs.setdefault(run, []).append((notion, words[0].capital))
        self._longest = max(map(len, self._runs), default=0)

    def twins(self, notion: str) -> frozenset[str]:
        """The notions that have a word with this one in common, but for capitals."""
        shared = (
            names for names in ([n for n, _ in named] for named in self._runs.values()) if notion in names
        )
        return frozenset(name for names in shared for name in names) - {notion}

    def find(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Where words of the game stand in a text: (start, end, notion), in order, the longest of several."""
        found = tokens(text, self._lexicon.lang)
        at = 0
        while at < len(found):
            if step := self._lexicon.idiom(found, at):
                at += step
                continue
            size = self._size(text, found, at)
            notion = self._notion(text, found[at : at + size])
            longer = self._longer(text, found, at, notion)
            if notion and size >= longer:
                yield found[at].start, found[at + size - 1].end, notion
            at += max(size, longer, 1)

    def _size(self, text: str, found: Sequence[Token], at: int) -> int:
        """How many words from `at` on are a word of the game; 0 if none is."""
        for size in range(min(self._longest, len(found) - at), 0, -1):
            part = found[at : at + size]
            if tuple(w.word for w in part) in self._runs and _together(text, part):
                return size
        return 0

    def _notion(self, text: str, part: Sequence[Token]) -> str:
        """The one notion that a word of the game names where it stands in a text; nothing if it may be another."""
        named = self._runs.get(tuple(w.word for w in part), [])
        if len(named) > 1:
            unsure = part[0].capital and _SENTENCE_END.search(text[: part[0].start])
            named = [] if unsure else [n for n in named if n[1] == part[0].capital]
        return named[0][0] if len(named) == 1 else ""

    def _longer(self, text: str, found: Sequence[Token], at: int, notion: str) -> int:
        """How many words from `at` on, two or more, name another notion of a class, with any regular ending."""
        return max(
            (
                m.last - m.first
                for m in self._lexicon.matches(found, at, _NOTION_CLASSES)
                if m.last - m.first > 1
                and _NOTION.get(m.value, m.value) != notion.rpartition(".")[2]
                and _together(text, found[m.first : m.last])
            ),
            default=0,
        )


def _together(text: str, words: Sequence[Token]) -> bool:
    """Whether nothing but space and hyphens parts some words."""
    gaps = (text[a.end : b.start] for a, b in pairwise(words))
    return not any(visible(gap).strip(" \u00a0-\u2010\u2011") for gap in gaps)


def misgendered(message: str, lexicon: Lexicon) -> Iterator[TermFault]:
    """A determiner of another gender right before a term whose gender the lexicon gives, in spans and across
    their edges."""
    words = [
        (token, node.start + token.start)
        for node in leaves(parse(message))
        for token in tokens(node.text, lexicon.lang)
    ]
    for (one, start), (other, at) in pairwise(words):
        between = message[start + one.end - one.start : at]
        if visible(between).strip(" [*"):
            continue
        for stem in dict.fromkeys((other.word, *lexicon.stems(other.word))):
            own = lexicon.genders.get(stem)
            if own and one.word in lexicon.determiners and one.word not in own:
                yield TermFault(start, f"{one.said} {other.said}", "/".join(sorted(own)), stem)


def misnumbered(sentence: Sequence[Node], lexicon: Lexicon) -> Iterator[TermFault]:
    """A noun that does not have the number which the number before it asks for (CLDR plural category)."""
    for node, following in pairwise(sentence):
        if node.kind != "span" or following.kind != "text":
            continue
        said = read("num", node.text, lexicon)
        words = tokens(following.text, lexicon.lang)
        if (
            said.unknown
            or "num" not in said.values
            or not words
            or visible(following.text[: words[0].start]).strip()
        ):
            continue
        for notion, by_category in lexicon.plurals.items():
            every = {w for forms in by_category.values() for w in forms}
            if words[0].word not in every:
                continue
            category = lexicon.plural_category(int(said.values["num"]))
            fitting = by_category.get(category, ()) + by_category.get("any", ())
            if words[0].word not in fitting:
                yield TermFault(
                    following.start + words[0].start,
                    f"{node.text} {following.text[words[0].start : words[0].end]}",
                    f"{node.text} {'/'.join(fitting)}",
                    notion,
                )
