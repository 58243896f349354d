"""The inline markup of a message, with places; and the value that the words of a span say.

A message is one block of inline Markdown: text, `*emphasis*`, `**strong**`, `` `code` ``, links and spans.
A span is a link whose target begins with `#`: `[ace of spades](#1.card)`. The same parse serves the checker
and the renderer, so what is checked is what is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from sitegen.facts import Fact
from sitegen.prose.lexicon import CARD, Lexicon
from sitegen.prose.text import fold, tokens, visible

NodeKind = Literal["text", "emphasis", "strong", "code", "link", "span"]


@dataclass(frozen=True)
class Node:
    """A piece of a message. `start` is where its words begin in the message, `text` the words themselves
    (unescaped; of a container: as written), `target` the address of a span (without `#`) or of a link."""

    kind: NodeKind
    start: int
    text: str
    target: str = ""
    children: tuple[Node, ...] = ()

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def stars(self) -> int:
        """How many stars stand on each side of the words."""
        return {"strong": 2, "emphasis": 1}.get(self.kind, 0)


_MARKUP = re.compile(
    r"""
      \\(?P<escaped>[\\`*_{}\[\]()>\#+\-.!|])
    | (?<!`)`(?P<code>[^`]+)`(?!`)
    | (?<!!)\[(?P<words>(?:\\.|[^\[\]\\])*)\]\((?P<target>[^()\s<>＃]*)\)
    | \*\*(?P<strong>(?=\S)(?:\\.|[^\\])+?(?<=\S))\*\*
    | (?<!\*)\*(?P<emphasis>(?=[^\s*])(?:\\.|[^*\\])*(?<=\S))\*(?!\*)
    """,
    re.VERBOSE | re.DOTALL,
)


@lru_cache(maxsize=16384)
def parse(message: str) -> tuple[Node, ...]:
    """A message as a sequence of nodes. Text nodes between mark-up keep their place; nothing raises."""
    return tuple(_parse(message, 0))


def _parse(text: str, offset: int) -> Iterator[Node]:
    at = 0
    for m in _MARKUP.finditer(text):
        if m.start() > at:
            yield Node("text", offset + at, text[at : m.start()])
        at = m.end()
        kind = m.lastgroup
        if kind == "escaped":
            yield Node("text", offset + m.start("escaped"), m["escaped"])
        elif kind == "code":
            yield Node("code", offset + m.start("code"), m["code"].strip())
        elif kind == "target":
            start, words, target = offset + m.start("words"), m["words"], m["target"]
            if target.startswith("#"):
                yield Node("span", start, words, target[1:])
            else:
                yield Node("link", start, words, target, tuple(_parse(words, start)))
        elif kind == "strong":
            start = offset + m.start("strong")
            yield Node("strong", start, m["strong"], "", tuple(_parse(m["strong"], start)))
        else:
            start = offset + m.start("emphasis")
            yield Node("emphasis", start, m["emphasis"], "", tuple(_parse(m["emphasis"], start)))
    if at < len(text):
        yield Node("text", offset + at, text[at:])


def leaves(nodes: Sequence[Node]) -> Iterator[Node]:
    """The text, code and span nodes of a message, in order, out of their containers."""
    for node in nodes:
        if node.children:
            yield from leaves(node.children)
        else:
            yield node


def spans(message: str) -> list[Node]:
    """The spans of a message, in order."""
    return [n for n in leaves(parse(message)) if n.kind == "span"]


def links(nodes: Sequence[Node]) -> Iterator[Node]:
    """The links among the nodes of a message that are no spans, in order."""
    for node in nodes:
        if node.kind == "link":
            yield node
        yield from links(node.children)


def stretches(nodes: Sequence[Node]) -> list[Node]:
    """The emphasised stretches among the nodes of a message, in order; one inside another is the same."""
    found = ([node] if node.stars else stretches(node.children) for node in nodes)
    return [node for nodes in found for node in nodes]


def plain(message: str) -> str:
    """The words of a message without its markup."""
    return "".join(n.text for n in leaves(parse(message)))


# what a span says -----------------------------------------------------------------------------------

KINDS: Mapping[str, tuple[str, ...]] = {
    "card": ("rank", "suit", "trump", CARD),
    "rank": ("rank",),
    "suit": ("suit",),
    "trump": ("suit", "trump"),
    "seat": ("seat",),
    "side": ("side",),
    "num": ("num",),
    "action": ("action",),
    "outcome": ("outcome",),
    "double": ("double",),
    "contract": ("contract",),
    "reason": ("reason",),
    "line": ("line",),
    "order": ("order",),
}
"""The classes of words that may state a fact of each kind."""

TRUMP_SUITS = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}


@dataclass
class Reading:
    """What the words of a span say: values by class, words that say nothing known, classes said twice."""

    values: dict[str, str] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)
    contradicted: dict[str, tuple[str, str]] = field(default_factory=dict)


def read(kind: str, text: str, lexicon: Lexicon) -> Reading:
    """Read a span's words as a fact of a kind: a bag of attributes, in any order, and glue."""
    return read_as(KINDS[kind], text, lexicon)


def read_as(classes: Sequence[str], text: str, lexicon: Lexicon) -> Reading:
    """Read words as values of some classes of the lexicon."""
    words = tokens(text, lexicon.lang)
    reading = Reading()
    at = 0
    while at < len(words):
        found = lexicon.matches(words, at, classes)
        if not found:
            if not lexicon.is_glue(words[at].word):
                reading.unknown.append(text[words[at].start : words[at].end])
            at += 1
            continue
        match = found[0]
        value = match.value
        if match.cls == "num" and re.search(r"[-−–]\s?$", visible(text[: words[at].start])):
            value = str(-int(value))
        parts = {"rank": value[:-1], "suit": value[-1]} if match.cls == CARD else {match.cls: value}
        for cls, part in parts.items():
            before = reading.values.setdefault(cls, part)
            if before != part:
                reading.contradicted.setdefault(cls, (before, part))
        at = match.last
    return reading


def truth(fact: Fact) -> dict[str, str]:
    """What a fact's words may say, class by class."""
    value = str(fact.value)
    if fact.kind == "card":
        bag = {"rank": value[:-1], "suit": value[-1]}
        return bag | {"trump": "card"} if fact.is_trump else bag
    if fact.kind == "trump":
        return {"suit": TRUMP_SUITS[value]} if value in TRUMP_SUITS else {"trump": value}
    return {KINDS[fact.kind][0]: value}


def name(fact: Fact, lexicon: Lexicon) -> str:
    """The words by which labels name a fact's value."""
    value = str(fact.value)
    if fact.kind == "card":
        return lexicon.card(value[:-1], value[-1])
    if fact.kind == "num":
        return value.replace("-", "−")
    (cls, said), *_ = truth(fact).items()
    return lexicon.label(cls, said)


def describe(reading: Reading, lexicon: Lexicon) -> str:
    """What a reading says, in the language's own words."""
    return " and ".join(
        value if cls == "num" else lexicon.labels[cls].get(value, value)
        for cls, value in reading.values.items()
    )


def same_words(one: str, other: str, lang: str) -> bool:
    """Whether two texts are the same words, whatever their case and the form of their apostrophes."""
    return fold(" ".join(one.split()), lang) == fold(" ".join(other.split()), lang)
