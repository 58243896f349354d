"""One notion, one word: rivals of a preferred term, determiners of the wrong gender, nouns in the wrong number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
