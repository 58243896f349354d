"""What a reader can search for: the sections of all pages of a language, as a script that sets a variable.

A script, since pages that are opened from disk may load no other kind of data. Texts stand in it as they stand
on the pages: `search.js` folds them and the query alike.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser

_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
)
_INLINE = frozenset(
    ("a", "abbr", "b", "bdi", "code", "data", "dfn", "em", "i", "mark", "small", "span", "strong", "time")
)
"""Elements that part no words."""
_HEADS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "figcaption", "caption", "dfn"))
"""Elements that begin a section, if they can be linked to; the first heading also if not."""
_WITHIN = {"figcaption": "figure", "caption": "table", "dfn": "dl"}
"""Those whose section ends with an element around them."""
_SILENT = frozenset(("script", "style", "svg", "nav", "form", "template", "button"))
_SILENT_CLASSES = frozenset(("permalink", "related", "report", "breadcrumbs"))


@dataclass
class Section:
    """A part of a page that a search can find: the heading, its address in the page, the text below it."""

    heading: str = ""
    anchor: str = ""
    text: str = ""


@dataclass
class _Open:
    """An element that is being read: whether its text counts, and the section to go on with behind it."""

    tag: str
    silent: bool
    after: Section | None = None
    heads: Section | None = None


@dataclass
class _Reader(HTMLParser):
    """Reads the sections of a page, in order; the first is that of the page's own heading."""

    sections: list[Section] = field(default_factory=list)
    opened: list[_Open] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    @property
    def inside(self) -> bool:
        return any(o.tag == "main" for o in self.opened)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag in _VOID:
            self.space(tag)
            return
        given = dict(attributes)
        classes = set((given.get("class") or "").split())
        silent = (
            tag in _SILENT
            or bool(classes & _SILENT_CLASSES)
            or "hidden" in given
            or given.get("aria-hidden") == "true"
            or (bool(self.opened) and self.opened[-1].silent)
        )
        element = _Open(tag, silent)
        self.opened.append(element)
        self.space(tag)
        if silent or not self.inside:
            return
        anchor = given.get("id") or ""
        if tag in _HEADS and (anchor or tag == "h1"):
            section = Section(anchor=anchor)
            around = next((o for o in reversed(self.opened) if o.tag == _WITHIN.get(tag)), None)
            if around and self.sections:
                around.after = around.after or self.sections[-1]
            self.sections.append(section)
            element.heads = section

    @property
    def head(self) -> Section | None:
        """The section whose heading is being read."""
        return next((o.heads for o in reversed(self.opened) if o.heads), None)

    def handle_endtag(self, tag: str) -> None:
        if not any(o.tag == tag for o in self.opened):
            return
        while True:
            element = self.opened.pop()
            if element.after is not None:  # goes on with the section around it
                self.sections.append(element.after)
            if element.tag == tag:
                break
        self.space(tag)

    def handle_data(self, data: str) -> None:
        if not self.inside or self.opened[-1].silent:
            return
        if head := self.head:
            head.heading += data
        elif self.sections:
            self.sections[-1].text += data

    def space(self, tag: str) -> None:
        if tag not in _INLINE:
            self.handle_data(" ")


def sections(html: str) -> list[Section]:
    """The sections of a page's main part, in order. A section that has no address of its own is its page's."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    unique = {id(section): section for section in reader.sections}
    out = []
    for section in unique.values():
        section.heading, section.text = " ".join(section.heading.split()), " ".join(section.text.split())
        if section.heading:
            out.append(section)
    return out


def index_file(lang: str) -> str:
    """The asset with the index of a language."""
    return f"search-{lang}.js"


def index(pages: Mapping[str, str], families: Iterable[Sequence[str]]) -> bytes:
    """The index of a language from its pages: file name → HTML.

    A page is its name and its sections, each heading, anchor and text. `families` are words of the language
    that say the same.
    """
    data = {
        "pages": [
            [name, [[s.heading, s.anchor, s.text] for s in sections(html)]] for name, html in pages.items()
        ],
        "families": [list(words) for words in families],
    }
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"self.searchIndex={written};\n".encode()
