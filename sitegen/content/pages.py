"""`content/pages/*.md`: source prose as blocks and messages.

Python-Markdown parses the blocks of a page; one treeprocessor, which runs before the inline patterns, takes
the raw inline Markdown of each block element as a message. A page becomes a tree of parts: fixed HTML,
messages, and blocks that speak of examples and rule sets. Its structure is the same in every language, so a
translation can change words, never structure.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from itertools import pairwise
from pathlib import Path

import markdown
from markdown.treeprocessors import Treeprocessor
from pymdownx.blocks import BlocksExtension
from pymdownx.blocks import block as blocks

from sitegen.content.site import FieldReader, parse_toml
from sitegen.diagnostics import Place, Problem, Text
from sitegen.files import read_inside

SHORT = 3
"""Texts of so many words or fewer get a message context by role: short words must not share a translation."""


@dataclass(frozen=True)
class Message:
    """One block of prose: its words with their place, its role, and what its spans read.

    `role` is heading, title, row, caption, alt, cell, item or text; `example` the id of the example that it
    stands in (empty outside), `rules` the rule set of its page; `comment` tells translators where it stands.
    """

    text: Text
    role: str
    rules: str
    example: str = ""
    comment: str = ""

    @property
    def context(self) -> str | None:
        return context_of(self.text.value, self.role)

    @property
    def key(self) -> tuple[str | None, str]:
        """What a catalogue finds its translation by."""
        return (self.context, self.text.value)


def context_of(text: str, role: str) -> str | None:
    """The message context of a text: its role if it is short, none otherwise."""
    return role if len(text.split()) <= SHORT else None


@dataclass(frozen=True)
class Html:
    """Fixed mark-up between messages."""

    html: str


@dataclass(frozen=True)
class Words:
    """A message in its place."""

    message: Message


@dataclass(frozen=True)
class Heading:
    """A heading inside a page: its level, its id (empty if it has none), its words."""

    level: int
    id: str
    message: Message


@dataclass(frozen=True)
class Block:
    """A block that shows an example or a rule set: its name, its arguments, its title, what it contains."""

    name: str
    arguments: tuple[str, ...]
    place: Place
    title: Message | None = None
    parts: tuple[Part, ...] = ()


Part = Html | Words | Heading | Block


@dataclass(frozen=True)
class Page:
    """A page: its name, title, the rule set that it speaks for, and its parts.

    `place` says which navigation lists it (`PLACES`); `under` names the page that it belongs to, if any.
    `series` says which of how many pages of its kind it is, of a page that nobody wrote: 3 of 5.
    """

    slug: str
    path: str
    title: Message
    nav: Message
    rules: str
    parts: tuple[Part, ...]
    place: str = "main"
    under: str = ""
    series: tuple[int, int] | None = None

    def blocks(self) -> Iterator[Block]:
        """Every block of the page, outer ones first."""
        return (p for p in walk(self.parts) if isinstance(p, Block))

    def messages(self) -> Iterator[Message]:
        """Every message of the page, in order, title and navigation title first."""
        yield self.title
        yield self.nav
        for part in walk(self.parts):
            if isinstance(part, Words | Heading):
                yield part.message
            elif isinstance(part, Block) and part.title:
                yield part.title


def walk(parts: tuple[Part, ...]) -> Iterator[Part]:
    """The parts and all that they contain, in order."""
    for part in parts:
        yield part
        if isinstance(part, Block):
            yield from walk(part.parts)


@dataclass(frozen=True)
class BlockKind:
    """A kind of block: how many arguments it takes, and whether it contains prose with a title."""

    arguments: tuple[int, int]
    titled: bool
    example: bool
    meaning: str


BLOCKS: dict[str, BlockKind] = {
    "summary": BlockKind((0, 0), False, False, "the answer in a few sentences, first on the page"),
    "play": BlockKind((1, 1), True, True, "a play example: its id; first line the title, then the explanation"),
    "picture": BlockKind((1, 1), True, True, "a play example drawn as a table: first line the text alternative, then the caption"),
    "scores": BlockKind((0, 0), True, False, "a table of score rows: first line its caption, then `row` blocks"),
    "row": BlockKind((1, 1), True, True, "a score example: its id; first line the row's title, then the explanation"),
    "values": BlockKind((2, 5), False, False, "order and points of the cards: a rule set, then trump, plain, no-trump, all-trump"),
    "switches": BlockKind((1, 4), False, False, "what each rule set says, switch by switch: rule sets"),
    "languages": BlockKind((0, 0), False, False, "how much of each page is translated, language by language"),
    "search": BlockKind((0, 0), False, False, "the search, on the page named search"),
    "practice": BlockKind((0, 0), False, False, "links to the practice pages of each rule set"),
    "names": BlockKind((1, 9), False, False, "the language's own names: classes of its lexicon"),
    "glossary": BlockKind((0, 0), False, False, "the words of the game: `term` blocks, shown in the order of the alphabet"),
    "term": BlockKind((1, 1), False, False, "a notion and what it means: one of `[term]` in the lexicons, or CLASS.VALUE"),
    "az": BlockKind((0, 0), False, False, "terms, rules and examples of all pages in the order of the alphabet"),
    "agreement": BlockKind((1, 4), False, False, "a sheet to tick: every switch of rule sets of one game, with its answers"),
    "checks": BlockKind((0, 0), False, False, "how many facts, spans, laws, examples there are, and what the audit found"),
    "changes": BlockKind((0, 0), False, False, "what changed in the rules: all of content/changes.toml"),
}  # fmt: skip


PLACES = ("main", "foot", "none")
"""Where a page is listed: in the navigation at the head, in that at the foot, in none."""
HOLDS = {"scores": "row", "glossary": "term"}
"""Blocks that hold others, and which: those stand nowhere else."""
ORDERS = ("trump", "plain", "no-trump", "all-trump")
"""The orders of cards that a `values` block may show."""
NAMED = ("suit", "rank", "seat", "side")
"""The classes of words that a `names` block may show."""


def _block_class(name: str) -> type[blocks.Block]:
    def on_create(self: blocks.Block, parent: ET.Element) -> ET.Element:
        return ET.SubElement(parent, "block", {"name": name, "argument": self.argument or ""})

    def on_markdown(self: blocks.Block) -> str:
        return "block"

    members = {"NAME": name, "ARGUMENT": None, "on_create": on_create, "on_markdown": on_markdown}
    return type(f"{name.title()}Block", (blocks.Block,), members)


class _Blocks(BlocksExtension):  # type: ignore[misc]  # pymdownx has no types
    def extendMarkdownBlocks(self, md: markdown.Markdown, block_mgr: object) -> None:  # noqa: N802  # their name
        for name in BLOCKS:
            block_mgr.register(_block_class(name), {})  # type: ignore[attr-defined]


class _Messages(Treeprocessor):
    """The one treeprocessor: before `inline` (priority 20) the text of a block element is raw Markdown."""

    take: Callable[[ET.Element], None]

    def run(self, root: ET.Element) -> ET.Element:
        self.take(root)
        return ET.Element("div")


_parser: tuple[markdown.Markdown, _Messages] | None = None


def block_tree(source: str) -> ET.Element:
    """The tree of a page's block elements, each with its raw inline Markdown as text."""
    global _parser
    if _parser is None:
        md = markdown.Markdown(extensions=["tables", _Blocks()])
        # Nothing may pass as HTML, and nothing may be consumed that is prose.
        md.preprocessors.deregister("html_block")
        md.parser.blockprocessors.deregister("reference")
        processor = _Messages(md)
        md.treeprocessors.register(processor, "messages", 25)
        _parser = (md, processor)
    md, processor = _parser
    taken: list[ET.Element] = []
    processor.take = taken.append
    md.reset()
    md.convert(source)
    return taken[0] if taken else ET.Element("div")


_ROLES = {"td": "cell", "th": "cell", "li": "item", **{f"h{n}": "heading" for n in range(1, 7)}}
_INSIDE = {"p", "li", "td", "th", "h1", "h2", "h3", "h4", "h5", "h6", "dt", "dd"}
_FENCE = re.compile(r"^[ \t>]*(?P<fence>/{3,})[ \t]*(?P<name>[^\s/|]+)?.*$", re.MULTILINE)
_NESTING = re.compile(r"^(?:[ \t]|>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))+", re.MULTILINE)
MOST_NESTED = 10
"""Lists and quotations in each other, at most; a step of a list is four spaces or a mark."""
LONGEST_TEXT = 20_000
"""Characters of one paragraph, at most."""
_BETWEEN = re.compile(r"\s+(?:>\s*)*")
"""What stands between two words of a message: `>` and indentation may begin a continued line."""
_HEADING_TAG = re.compile(r"h[1-6]")
_HEADING_ID = re.compile(r"\{\s*#([a-z][a-z0-9-]*)\s*\}")


_SHOWS = re.compile(r"^[ \t>]*/{3,}[ \t]*(?:play|picture|row)\b([^\r\n]*)", re.MULTILINE)


def named_examples(path: Path, root: Path) -> tuple[str, ...]:
    """What the blocks of a page name as examples; nothing if it cannot be read."""
    try:
        source = read_inside(path, root)
    except (OSError, UnicodeDecodeError):
        return ()
    return tuple(word for m in _SHOWS.finditer(source) for word in m[1].replace("|", " ").split())


def load_page(
    path: Path, root: Path, source_rules: set[str], examples: Mapping[str, bool], whole: bool = True
) -> tuple[Page | None, list[Problem]]:
    """Read a page. Every fault of it is a problem; None if it cannot be used at all.

    `examples` tells of each example whether it is a trick; the others are scores. If not `whole`, the page
    has its titles and no parts.
    """
    name = path.relative_to(root).as_posix()
    try:
        source = read_inside(path, root)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        return None, [Problem("C101", Place(name), f"the page cannot be read: {reason}")]
    return _PageReader(path.stem, name, source, source_rules, examples).read(whole)


@dataclass
class _PageReader:
    slug: str
    path: str
    source: str
    known_rules: set[str]
    known_examples: Mapping[str, bool]
    problems: list[Problem] = field(default_factory=list)
    rules: str = ""
    headings: list[str] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)
    cursor: int = 0

    def read(self, whole: bool) -> tuple[Page | None, list[Problem]]:
        m = re.match(r"\+\+\+\r?\n(.*?)^\+\+\+\r?\n", self.source, re.DOTALL | re.MULTILINE)
        if m is None:
            self.fault(
                "C102",
                0,
                "the page does not begin with front matter",
                fix='Begin it with `+++`, title = "…", rules = "…", `+++`.',
            )
            return None, self.problems
        data, problems = parse_toml(m[1], self.path, 2)
        if data is None:
            return None, problems
        fields = FieldReader(data, m[1], self.path, 2)
        fields.only("title", "nav", "rules", "place", "under")
        title = fields.text("title")
        nav = fields.text("nav") if "nav" in data else title
        self.rules = fields.text("rules").value
        if self.rules not in self.known_rules and "rules" in data:
            fields.fault(
                "rules",
                f"there is no rule set {self.rules}",
                f"Known are: {', '.join(sorted(self.known_rules))}.",
            )
        place = fields.text("place", "main").value
        if place not in PLACES:
            fields.fault("place", f"place must be one of {', '.join(PLACES)}")
        under = fields.text("under").value if "under" in data else ""
        self.problems += fields.problems
        self.cursor = m.end()
        parts: tuple[Part, ...] = ()
        if whole and self.fenced(m.end()) and self.shallow(m.end()):
            parts = tuple(self.parts(block_tree(self.source[m.end() :]), ""))
        page = Page(
            self.slug,
            self.path,
            Message(title, "heading", self.rules, comment=self.slug),
            Message(nav, "nav", self.rules, comment=self.slug),
            self.rules,
            parts,
            place,
            under,
        )
        return page, self.problems

    def fault(self, code: str, offset: int, message: str, said: str = "", fix: str = "") -> None:
        line = self.source.count("\n", 0, offset) + 1
        column = offset - (self.source.rfind("\n", 0, offset) + 1) + 1
        self.problems.append(Problem(code, Place(self.path, line, column), message, said=said, fix=fix))

    def fenced(self, start: int) -> bool:
        """Whether every block from `start` on is known, opened and closed; a problem for each that is not."""
        before = len(self.problems)
        opened: list[re.Match[str]] = []
        unclosed: list[re.Match[str]] = []
        for m in _FENCE.finditer(self.source, start):
            if m["name"]:
                while opened and len(opened[-1]["fence"]) <= len(m["fence"]):
                    unclosed.append(opened.pop())
                opened.append(m)
                if m["name"] not in BLOCKS:
                    fix = f"Known blocks: {', '.join(BLOCKS)}."
                    self.fault("C103", m.start(), f"there is no block {m['name']}", m[0].strip(), fix)
            elif any(len(o["fence"]) == len(m["fence"]) for o in opened):
                while len(opened[-1]["fence"]) != len(m["fence"]):
                    unclosed.append(opened.pop())
                opened.pop()
            else:
                self.fault("C103", m.start(), "this closes no block", m[0].strip(), "Remove the line.")
        for m in [*unclosed, *opened]:
            fix = f"Write `{m['fence']}` on a line of its own behind it; a block around others has more slashes."
            self.fault("C103", m.start(), "this block is not closed", m[0].strip(), fix)
        return len(self.problems) == before

    def shallow(self, start: int) -> bool:
        """Whether nothing from `start` on is nested so deeply, or so long, that reading it would take for ever."""
        for m in _NESTING.finditer(self.source, start):
            spaces = m[0].expandtabs(4).count(" ")
            if spaces // 4 > MOST_NESTED or len(re.findall(r"[>*+-]|\d+", m[0])) > MOST_NESTED:
                self.fault(
                    "C103", m.start(), f"a page cannot nest more than {MOST_NESTED} lists or quotations"
                )
                return False
        at = start
        for paragraph in re.split(r"(\n[ \t]*\n)", self.source[start:]):
            if len(paragraph) > LONGEST_TEXT:
                message = f"a paragraph, list or table has more than {LONGEST_TEXT} characters"
                self.fault("C103", at, message, fix="Part it by empty lines.")
                return False
            at += len(paragraph)
        return True

    # parts ----------------------------------------------------------------------------------------

    def parts(self, parent: ET.Element, example: str, inside: str = "") -> Iterator[Part]:
        """What an element contains; `inside` names the block around it."""
        out: list[Part] = []
        for element in parent:
            out += self.element(element, example, inside)
        return iter(_merged(out))

    def element(self, element: ET.Element, example: str, inside: str) -> Iterator[Part]:
        if element.tag == "block":
            block = self.block(element, example, inside)
            if block:
                yield block
            return
        attributes = {k: v for k, v in element.attrib.items() if k == "start"}
        # Markdown aligns a column by a style, which a page's policy forbids; a class says the same.
        if m := re.fullmatch(r"text-align: (left|center|right);?", element.get("style", "")):
            attributes["class"] = {"left": "start", "center": "center", "right": "end"}[m[1]]
        text = (element.text or "").strip()
        if element.tag in _INSIDE:
            brace = text.rfind("{") if element.tag[0] == "h" and text.endswith("}") else -1
            if brace >= 0 and (m := _HEADING_ID.fullmatch(text, brace)):
                text = text[:brace].rstrip()
                attributes["id"] = m[1]
                if m[1] in self.anchors:
                    at = self.source.find(text, self.cursor)
                    self.fault("C103", at, f"the page has two headings with the id {m[1]}", said=m[1])
                self.anchors.add(m[1])
            tag = element.tag
        else:
            tag = element.tag
            if text:
                at = self.offset_of(self.locate(text))
                self.fault("C105", at, f"a page cannot hold <{tag}> with text", said=text[:40])
                text = ""
        if _HEADING_TAG.fullmatch(tag):
            if text and (message := self.message(text, "heading", example)):
                yield Heading(int(tag[1]), attributes.get("id", ""), message)
            return
        attrs = "".join(f' {k}="{escape(v)}"' for k, v in attributes.items())
        yield Html(f"<{tag}{attrs}>")
        if text and (message := self.message(text, _ROLES.get(element.tag, "text"), example)):
            yield Words(message)
        yield from self.parts(element, example, inside)
        if tag not in ("hr", "br"):
            yield Html(f"</{tag}>")

    def message(self, text: str, role: str, example: str) -> Message | None:
        """A text as a message; None, with a problem, if it cannot be one."""
        located = self.locate(text)
        if re.search(r"<[a-zA-Z/!?]", text):
            self.fault("C105", self.offset_of(located), "raw HTML is not allowed in pages", said=text[:40])
            return None
        if text.startswith("///"):
            self.fault(
                "C103",
                self.offset_of(located),
                "there is no such block, or it is not closed",
                said=text.splitlines()[0],
                fix=f"Known blocks: {', '.join(BLOCKS)}.",
            )
            return None
        if role == "heading":
            self.headings = [*self.headings[:0], located.value]
        comment = " > ".join([self.slug, *self.headings])
        return Message(located, role, self.rules, example, comment)

    def offset_of(self, text: Text) -> int:
        place = text.place()
        lines = self.source.splitlines(keepends=True)
        return sum(len(line) for line in lines[: place.line - 1]) + place.column - 1

    def locate(self, text: str) -> Text:
        """Find a message in the source, from the last one on, and fold its white space."""
        words = text.split()
        value = " ".join(words)
        places = self.find(words, self.cursor) or self.find(words, 0)
        if not places:  # a text that Markdown put together itself: its block is as near as we come
            return Text(value, self.path, ((0, bisect_right(self.lines, self.cursor), 1),))
        self.cursor = places[-1] + len(words[-1])
        spots = []
        offset = 0
        for word, at in zip(words, places, strict=True):
            line = bisect_right(self.lines, at)
            spots.append((offset, line, at - self.lines[line - 1] + 1))
            offset += len(word) + 1
        return Text(value, self.path, tuple(spots))

    @cached_property
    def lines(self) -> list[int]:
        """Where each line of the source begins."""
        return [0, *(m.end() for m in re.finditer("\n", self.source))]

    def find(self, words: Sequence[str], start: int) -> list[int]:
        """Where each word of a message stands in the source, from `start` on; nothing if it is not there."""
        at = self.source.find(words[0], start)
        while at >= 0:
            places = [at]
            for before, word in pairwise(words):
                m = _BETWEEN.match(self.source, places[-1] + len(before))
                # A sign that continues a quotation may be the word that is looked for.
                starts = [m.end(), *(g for g in range(m.end() - 1, m.start(), -1))] if m else []
                following = next((n for n in starts if self.source.startswith(word, n)), None)
                if following is None:
                    break
                places.append(following)
            else:
                return places
            at = self.source.find(words[0], at + 1)
        return []

    # blocks ---------------------------------------------------------------------------------------

    def block(self, element: ET.Element, example: str, inside: str) -> Block | None:
        name = element.get("name", "")
        arguments = tuple(element.get("argument", "").split())
        kind = BLOCKS[name]
        m = re.compile(rf"^[ \t>]*/{{3,}}[ \t]*{name}\b.*$", re.MULTILINE).search(self.source, self.cursor)
        offset = m.start() if m else self.cursor
        if m:
            self.cursor = m.end()
        place = Place(self.path, self.source.count("\n", 0, offset) + 1, 1)
        around = next((outer for outer, inner in HOLDS.items() if inner == name), "")
        if around and inside != around:
            self.fault("C103", offset, f"a {name} block stands in a {around} block")
            return None
        if inside and not around:
            self.fault("C103", offset, f"a {inside} block holds no {name} block")
            return None
        least, most = kind.arguments
        if not least <= len(arguments) <= most:
            self.fault(
                "C103",
                offset,
                f"the block {name} takes {least} to {most} arguments, not {len(arguments)}",
                said=" ".join(arguments),
                fix=f"A {name} block is {kind.meaning}.",
            )
            return None
        if kind.example:
            example = arguments[0]
            if example not in self.known_examples:
                self.fault("C104", offset, f"there is no example {example}", said=example)
                return None
            if self.known_examples[example] != (name != "row"):
                kinds = ("a score", "a trick")[:: 1 if name == "row" else -1]
                message = f"a {name} block shows {kinds[0]}, and {example} is {kinds[1]}"
                self.fault("C103", offset, message, said=example)
                return None
        for argument, what, known in self.named(name, arguments):
            if argument not in known:
                self.fault(
                    "C103",
                    offset,
                    f"there is no {what} {argument}",
                    said=argument,
                    fix=f"Known are: {', '.join(sorted(known))}.",
                )
                return None
        children = list(element)
        title = None
        if kind.titled:
            if not children or children[0].tag != "p" or not (children[0].text or "").strip():
                self.fault(
                    "C103",
                    offset,
                    f"the block {name} has no first line",
                    fix=f"A {name} block is {kind.meaning}.",
                )
                return None
            role = {"scores": "caption", "picture": "alt", "row": "row"}.get(name, "title")
            title = self.message((children[0].text or "").strip(), role, example)
            if title is None:
                return None
            element.remove(children[0])
        if name in HOLDS:
            behind = " after its caption" if kind.titled else ""
            for child in [c for c in element if c.tag != "block"]:
                self.fault("C103", self.cursor, f"a {name} block holds only {HOLDS[name]} blocks{behind}")
                element.remove(child)
        return Block(name, arguments, place, title, tuple(self.parts(element, example, name)))

    def named(self, name: str, arguments: tuple[str, ...]) -> Iterator[tuple[str, str, Collection[str]]]:
        """What each argument of a block that shows no example must be one of, and what that is called."""
        if name == "values":
            yield arguments[0], "rule set", self.known_rules
            yield from ((argument, "order", ORDERS) for argument in arguments[1:])
        elif name == "switches":
            yield from ((argument, "rule set", self.known_rules) for argument in arguments)
        elif name == "names":
            yield from ((argument, "class of names", NAMED) for argument in arguments)
        elif name == "agreement":
            yield from ((argument, "rule set", self.known_rules) for argument in arguments)


def _merged(parts: list[Part]) -> list[Part]:
    """Neighbouring pieces of fixed mark-up as one."""
    out: list[Part] = []
    for part in parts:
        if isinstance(part, Html) and out and isinstance(out[-1], Html):
            out[-1] = Html(out[-1].html + part.html)
        else:
            out.append(part)
    return out
