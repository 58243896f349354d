"""One notion, one word: rivals of a preferred term, determiners of the wrong gender, nouns in the wrong number."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sitegen.prose.lexicon import Lexicon
from sitegen.prose.spans import Node, leaves, parse, read
from sitegen.prose.text import tokens, visible


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


def occurrences(
    text: str, forms: Mapping[str, Sequence[str]], lexicon: Lexicon
) -> Iterator[tuple[int, int, str]]:
    """Where words of the game stand in a text: (start, end, notion), in order, the longest of several.

    A word of one notion alone is found in every spelling. Where two notions part by a capital, as Coinche the
    game and coinche the call, only a word in the middle of a sentence tells which it is.
    """
    runs: dict[tuple[str, ...], list[tuple[str, bool]]] = {}
    for notion, listed in forms.items():
        for form in listed:
            words = tokens(form, lexicon.lang)
            if words and not any(n == notion for n, _ in runs.get(tuple(w.word for w in words), ())):
                runs.setdefault(tuple(w.word for w in words), []).append((notion, words[0].capital))
    longest = max(map(len, runs), default=0)
    found = tokens(text, lexicon.lang)
    at = 0
    while at < len(found):
        step = lexicon.idiom(found, at)
        for length in range(0 if step else min(longest, len(found) - at), 0, -1):
            part = found[at : at + length]
            named = runs.get(tuple(w.word for w in part), [])
            gaps = (text[a.end : b.start] for a, b in pairwise(part))
            if not named or any(visible(gap).strip(" \u00a0-\u2010\u2011") for gap in gaps):
                continue
            if len(named) > 1:
                opens = _SENTENCE_END.search(text[: part[0].start]) is not None
                named = [] if opens else [n for n in named if n[1] == part[0].capital]
            if len(named) == 1:
                yield part[0].start, part[-1].end, named[0][0]
            step = length
            break
        at += step or 1


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
