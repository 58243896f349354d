"""The second reading: finished HTML, checked again from what a reader sees.

It knows nothing of how pages are made. It reads the words on the page with the page's own language, rebuilds
each trick, hand and score row from those words, lets the engine solve them again, and compares everything:
words, `value` attributes, the engine's answer and the example's file.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from itertools import pairwise

from sitegen.diagnostics import Place, Problem
from sitegen.engine import RuleSet, read_example, solve
from sitegen.engine.example import ExampleError
from sitegen.facts import Fact, FactTable, facts
from sitegen.prose.check import Scope, Vocabulary
from sitegen.prose.claims import Claim, agrees, check_phrase, formulas_in
from sitegen.prose.formulas import FormulaError, disagreement
from sitegen.prose.lexicon import Lexicon
from sitegen.prose.spans import name, read, read_as
from sitegen.prose.terms import Term, forms_of
from sitegen.prose.text import digits_value, fold, tokens

_VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)
_PIPS = "♠♥♦♣♤♡♢♧"
_SUITS = {"suit-s": "S", "suit-h": "H", "suit-d": "D", "suit-c": "C"}
"""The drawings of suits, by their ids on the page; a drawing that shows one has it as its class as well."""
_TRUMPS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
_SILENT = frozenset(("script", "style"))
_UNREADABLE = frozenset((
    "audio", "canvas", "del", "dialog", "embed", "iframe", "ins", "math", "noscript", "object", "s", "strike",
    "template", "textarea", "video",
))  # fmt: skip
"""Elements whose content is not seen, is seen struck out, or comes from elsewhere."""
_WORDY_ATTRIBUTES = (
    "alt", "title", "aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "placeholder",
    "label", "summary", "content",
)  # fmt: skip


_DUTIES = {
    "lead": "free.me", "free": "free.me", "follow": "must-follow.me", "overtrump": "must-overtrump.me",
    "ruff": "must-ruff.me", "overruff": "must-overruff.me", "undertrump": "must-undertrump.me",
}  # fmt: skip
"""Duty → the claim by which a page states it."""


@dataclass
class Element:
    """An element of a page: its tag, attributes, the elements and texts in it, and its line in the page."""

    tag: str
    attributes: dict[str, str]
    parent: Element | None = None
    line: int = 0
    children: list[Element | str] = field(default_factory=list)

    def text(self) -> str:
        """All text inside, as it stands."""
        return "".join(c if isinstance(c, str) else c.text() for c in self.children)

    def walk(self) -> Iterator[Element]:
        """This element and all inside it, in order."""
        return iter(self._everything)

    @cached_property
    def _everything(self) -> list[Element]:
        # A page is walked through many times, and stays as it was parsed.
        found: list[Element] = []
        left = [self]
        while left:
            element = left.pop()
            found.append(element)
            left += [child for child in reversed(element.children) if isinstance(child, Element)]
        return found

    def classes(self) -> list[str]:
        return self.attributes.get("class", "").split()

    @cached_property
    def around(self) -> frozenset[str]:
        """The classes of this element and of all around it; an element stays in its place."""
        outer = self.parent.around if self.parent else frozenset[str]()
        return outer.union(self.classes()) if "class" in self.attributes else outer

    def inside(self, attribute: str) -> Element | None:
        """The nearest element around this one, itself included, that has an attribute."""
        at: Element | None = self
        while at is not None and attribute not in at.attributes:
            at = at.parent
        return at

    def inside_class(self, name: str) -> Element | None:
        """The nearest element around this one, itself included, of a class."""
        at: Element | None = self if name in self.around else None
        while at is not None and name not in at.classes():
            at = at.parent
        return at

    def inside_tag(self, tag: str) -> Element | None:
        """The nearest element around this one, itself included, of a tag."""
        at: Element | None = self
        while at is not None and at.tag != tag:
            at = at.parent
        return at

    def alone(self, parent: Element | None = None) -> Element:
        """A copy of this element, in its place, without what inside it speaks of another example."""
        copy = Element(self.tag, self.attributes, parent or self.parent, self.line)
        copy.children = [
            child if isinstance(child, str) else child.alone(copy)
            for child in self.children
            if isinstance(child, str) or "data-example" not in child.attributes
        ]
        return copy

    def find(self, **attributes: str) -> list[Element]:
        """Elements inside with these attributes (`_` for `-`)."""
        wanted = {k.replace("_", "-"): v for k, v in attributes.items()}
        return [e for e in self.walk() if all(e.attributes.get(k) == v for k, v in wanted.items())]


class _Tree(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = self.at = Element("", {})

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {k: v or "" for k, v in attrs}, self.at, self.getpos()[0])
        self.at.children.append(element)
        if tag not in _VOID:
            self.at = element

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {k: v or "" for k, v in attrs}, self.at, self.getpos()[0])
        self.at.children.append(element)

    def handle_endtag(self, tag: str) -> None:
        at: Element | None = self.at
        while at is not None and at.tag != tag:
            at = at.parent
        if at is not None and at.parent is not None:
            self.at = at.parent

    def handle_data(self, data: str) -> None:
        self.at.children.append(data)


def parse(html: str) -> Element:
    """A page as a tree of elements and texts."""
    tree = _Tree()
    tree.feed(html)
    tree.close()
    return tree.root


@dataclass(frozen=True)
class Expected:
    """What is known of a page before it is read: its language and direction, the titles of the rule sets in
    its words, how often each fact of its text must come up: (example or rule set, address) → times; the rule
    set that it speaks for; and how often it shows each example or rule set: (what, example or rules) → times,
    `what` one of example, picture, row, score, values; answer, what another rule set says to an example that
    is shown (`EXAMPLE@RULES`), and alike, such a rule set that is said to agree.

    `counts` are the numbers that it tells of the site, by name: shares in hundredths, `page` its own in a
    notice, `pl` that of a language, `pl/play` that of another page; `facts`, `spans` and other figures; `number` and `numbers`, which of how many pages it is, as
    its title says too; the number of another by its name. `links` are the addresses that it leads
    to, by kind (`LINKS`); `terms` what its links to words of the game may lead to, by address, and those that
    it explains itself, by id; `sheets` its tables to tick, in order; `days` the days of changes, by id. `complete` says whether it is translated as far as its language asks; if not, it must say so, to
    readers and to search engines. `listed` says whether search engines may list a complete page. `fallback` tells of the texts that stand on it in the source language."""

    lang: str
    direction: str
    rules_titles: Mapping[str, str]
    facts: Mapping[tuple[str, str], int] = field(default_factory=dict)
    rules: str = ""
    blocks: Mapping[tuple[str, str], int] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    links: Mapping[str, Sequence[str]] = field(default_factory=dict)
    terms: Mapping[str, Term] = field(default_factory=dict)
    sheets: Sequence[Sheet] = ()
    days: Mapping[str, str] = field(default_factory=dict)
    complete: bool = True
    listed: bool = True
    fallback: Fallback | None = None


@dataclass(frozen=True)
class Choice:
    """A line of a sheet to tick: the switch, for each answer its rule set and the addresses that its words
    bind, and where the example stands that the switch decides (nothing if there is none)."""

    switch: str
    answers: Sequence[tuple[str, Sequence[str]]]
    example: str


@dataclass(frozen=True)
class Sheet:
    """A table to tick: the rule sets that head its columns, and its lines."""

    rules: Sequence[str]
    choices: Sequence[Choice]


LINKS = ("permalink", "related", "az", "decided", "breadcrumbs", "report")
"""The kinds of links of a page that follow from the text: to a section itself, at its end to related ones, of an
index, of a sheet to examples, the way here from the first page, to where an error is told."""


@dataclass(frozen=True)
class Fallback:
    """The source language: its tag, direction and words; and the texts that a page shows in it for want of a
    translation: their words → how often they must stand there, marked, at least (0: wherever they stand).

    `shared` are those that are the words of some translation as well, and so may stand there unmarked.
    """

    lang: str
    direction: str
    lexicon: Lexicon
    texts: Mapping[str, int]
    shared: frozenset[str] = frozenset()


def reread(
    html: str,
    path: str,
    expected: Expected,
    vocabulary: Vocabulary,
    lexicon: Lexicon,
    rule_sets: Mapping[str, RuleSet],
) -> list[Problem]:
    """Every problem of a finished page. `path` is where it will stand in the site."""
    return list(_Reader(parse(html), path, expected, vocabulary, lexicon, rule_sets).read())


@dataclass
class _Reader:
    root: Element
    path: str
    expected: Expected
    vocabulary: Vocabulary
    lexicon: Lexicon
    rule_sets: Mapping[str, RuleSet]

    def problem(self, code: str, element: Element, message: str, **more: str) -> Problem:
        place = Place(self.path, element.line, 0)
        return Problem(
            code,
            place,
            message,
            said=" ".join(more.get("said", element.text()).split()),
            true=more.get("true", ""),
            locale=self.expected.lang,
            address=more.get("address", element.attributes.get("data-fact", "")),
        )

    def read(self) -> Iterator[Problem]:
        yield from self.language()
        seen: Counter[tuple[str, str]] = Counter()
        wrong: list[Element] = []
        for element in self.root.walk():
            if "data-fact" in element.attributes:
                scope = self.scope(element)
                if not _is_label(element):
                    seen[(scope.example or scope.rules, element.attributes["data-fact"])] += 1
                faults = list(self.fact(element, scope))
                wrong += [element] * bool(faults)
                yield from faults
            elif "data-word" in element.attributes:
                yield from self.word(element)
        for (scope_name, address), times in self.expected.facts.items():
            if seen[(scope_name, address)] < times:
                message = f"{address} of {scope_name} stands {times} times in the text, {seen[(scope_name, address)]} times on the page"
                yield self.problem("H104", self.root, message, said="", address=address)
        yield from self.fallbacks()
        yield from self.counts()
        yield from self.links()
        yield from self.glossary()
        yield from self.sheets()
        yield from self.days()
        yield from self.notice()
        yield from self.told_outside()
        yield from self.literals()
        yield from self.unseen()
        yield from self.drawings()
        yield from self.joined()
        yield from self.blocks()
        # An example that shows a wrong fact cannot come out right: that is told once.
        yield from self.examples([id(e.inside("data-example")) for e in wrong])

    def language(self) -> Iterator[Problem]:
        for element in self.root.walk():
            if element.tag == "html":
                said = (element.attributes.get("lang", ""), element.attributes.get("dir", ""))
                true = (self.expected.lang, self.expected.direction)
                if said != true:
                    yield self.problem(
                        "H106",
                        element,
                        f"the page says {said[0]} {said[1]}; it is {true[0]} {true[1]}",
                        said=" ".join(said),
                        true=" ".join(true),
                    )
                return
        yield self.problem("H106", self.root, "the page has no html element", said="")

    def scope(self, element: Element) -> Scope:
        example = element.inside("data-example")
        rules = element.inside("data-rules")
        return Scope(
            rules.attributes["data-rules"] if rules else "",
            example.attributes["data-example"] if example else "",
        )

    def words_of(self, element: Element) -> Lexicon:
        """The words of the language that an element is written in."""
        fallback = self.expected.fallback
        return fallback.lexicon if fallback and element.inside_class("fallback") else self.lexicon

    # the source language --------------------------------------------------------------------------

    def fallbacks(self) -> Iterator[Problem]:
        """What stands on the page in the source language is marked so, and nothing else is."""
        known = self.expected.fallback
        there: Counter[str] = Counter()
        for element in self.root.walk():
            if "fallback" not in element.classes():
                continue
            words = " ".join(element.text().split())
            there[words] += 1
            if known is None or words not in known.texts:
                yield self.problem(
                    "H108", element, "is marked as a text of the source language; it is none that stands here"
                )
                continue
            said = (element.attributes.get("lang", ""), element.attributes.get("dir", ""))
            if said != (known.lang, known.direction):
                message = f"this text says {' '.join(said)}; it is {known.lang} {known.direction}"
                yield self.problem("H108", element, message, true=f"{known.lang} {known.direction}")
        if known is None:
            return
        for words, times in known.texts.items():
            if there[words] < times:
                message = (
                    f"stands {times} times on the page in the source language, {there[words]} times marked so"
                )
                yield self.problem("H108", self.root, message, said=words)
        for element, text in _texts(self.root):
            words = " ".join(text.split())
            if words in known.texts and words not in known.shared and any(map(str.isalpha, words)):
                yield self.problem("H108", element, "is in the source language and not marked so", said=words)

    def counts(self) -> Iterator[Problem]:
        """Each number of the site that the page tells is the one that it is; a share stands in the row of its
        language."""
        there = [e for e in self.root.walk() if "data-count" in e.attributes]
        for element in there:
            name, value = element.attributes["data-count"], element.attributes.get("value", "")
            words = " ".join(_visible(element).split())
            true = self.expected.counts.get(name)
            digits = [digits_value(re.sub(r"\D", "", m)) for m in _GROUPED.findall(words)]
            row = element.inside_tag("tr")
            named = (
                [e.attributes["lang"] for e in row.walk() if e.tag == "bdi" and "lang" in e.attributes]
                if row
                else []
            )
            if true is None:
                yield self.problem("H101", element, f"there is no number {name} on this page", address=name)
            elif value != str(true):
                message = f"the page holds {value}; it is {true}"
                yield self.problem("H101", element, message, true=str(true), address=name)
            elif digits != [true]:
                message = f"the words do not say {true}"
                yield self.problem("H102", element, message, true=str(true), address=name)
            elif row is not None and named != [name.partition("/")[0]]:
                yield self.problem(
                    "H103", element, f"{name} stands in the row of another language", address=name
                )
        told = [e.attributes["data-count"] for e in there]
        if told != list(self.expected.counts):
            message = f"the page tells the numbers {' '.join(told) or 'of nothing'}; it must tell {' '.join(self.expected.counts) or 'none'}, in this order"
            yield self.problem("H104", self.root, message, said="")

    def links(self) -> Iterator[Problem]:
        """The links that follow from the text are there, each as often as it must be, and no others of their kinds."""
        there: dict[str, Counter[str]] = {kind: Counter() for kind in LINKS}
        for element in self.root.walk():
            if kind := _kind_of_link(element):
                there[kind][element.attributes.get("href", "")] += 1
        for kind in LINKS:
            wanted = Counter(self.expected.links.get(kind, ()))
            for href in sorted(wanted - there[kind]):
                yield self.problem("H104", self.root, f"the {kind} link to {href} is missing", said=href)
            for href in sorted(there[kind] - wanted):
                yield self.problem("H104", self.root, f"there must be no {kind} link to {href}", said=href)

    def glossary(self) -> Iterator[Problem]:
        """A link to a word of the game is in a form of that word, once on a page; what a page explains is there."""
        seen = set()
        explained = Counter(e.attributes.get("id", "") for e in self.root.walk() if e.tag == "dfn")
        for element in self.root.walk():
            href = element.attributes.get("href", "")
            if "term" not in element.classes():
                continue
            term = self.expected.terms.get(href)
            if term is None:
                yield self.problem("H104", element, "leads to no word that the site explains", said=href)
            elif not self.is_form(element.text(), term):
                yield self.problem("H102", element, f"these words do not name {term.value}", true=term.value)
            elif href in seen:
                yield self.problem("H104", element, f"leads to {href} a second time")
            seen.add(href)
        for id, term in self.expected.terms.items():
            if "#" in id:
                continue
            if explained[id] != 1:
                message = f"the page explains {term.value} {explained[id]} times; it must be once"
                yield self.problem("H104", self.root, message, said="", address=id)
            for element in self.root.find(id=id):
                marks = [e for e in element.walk() if "data-word" in e.attributes]
                named = [(e.attributes["data-word"], e.attributes.get("value")) for e in marks]
                if named != [(term.cls, term.value)]:
                    yield self.problem("H103", element, f"explains another word than {term.value}")

    def is_form(self, words: str, term: Term) -> bool:
        """Whether words are a form of a word of the game."""
        said = [t.word for t in tokens(words, self.lexicon.lang)]
        forms = forms_of(term, self.lexicon)
        return said in ([t.word for t in tokens(form, self.lexicon.lang)] for form in forms)

    def sheets(self) -> Iterator[Problem]:
        """Each table to tick has its lines, each line its answers, each answer a box and its own words."""
        tables = [e for e in self.root.walk() if e.tag == "table" and "agreement" in e.classes()]
        if len(tables) != len(self.expected.sheets):
            message = f"the page has {len(tables)} sheets; it must have {len(self.expected.sheets)}"
            yield self.problem("H104", self.root, message, said="")
            return
        for table, sheet in zip(tables, self.expected.sheets, strict=True):
            for part in ("caption", "thead"):
                named = [e for e in table.find(data_fact="rules") if e.inside_tag(part)]
                if [e.attributes.get("value") for e in named] != list(sheet.rules):
                    yield self.problem("H104", table, f"the {part} names other rule sets", said="")
            rows = [e for e in table.walk() if "data-switch" in e.attributes]
            said = [row.attributes["data-switch"] for row in rows]
            if said != [choice.switch for choice in sheet.choices]:
                yield self.problem("H104", table, "the sheet has other lines than the rules", said="")
                continue
            for row, choice in zip(rows, sheet.choices, strict=True):
                yield from self.answers(row, choice)

    def answers(self, row: Element, choice: Choice) -> Iterator[Problem]:
        cells = [c for c in _cells(row) if "data-rules" in c.attributes]
        said = [
            (
                c.attributes["data-rules"],
                [e.attributes["data-fact"] for e in c.walk() if "data-fact" in e.attributes],
            )
            for c in cells
        ]
        if said != [(rules, list(addresses)) for rules, addresses in choice.answers]:
            yield self.problem("H103", row, f"{choice.switch} has other answers", address=choice.switch)
        for cell in _cells(row):
            boxes = [e for e in cell.walk() if e.tag == "input" and e.attributes.get("type") == "checkbox"]
            wanted = "other" in cell.classes() or any(map(str.strip, [cell.text()] if cell in cells else []))
            if len(boxes) != wanted or not all(_labelled(box) for box in boxes):
                yield self.problem("H104", cell, "an answer has a box to tick, and it alone", said="")
        led = [e.attributes.get("href", "") for e in row.walk() if "decided" in e.classes()]
        if led != [choice.example] * bool(choice.example):
            yield self.problem("H103", row, f"{choice.switch} decides {choice.example or 'no example'}")

    def days(self) -> Iterator[Problem]:
        """Each change stands under its day, in figures and in words."""
        there = [e for e in self.root.walk() if "data-date" in e.attributes]
        told = {}
        for element in there:
            around = element.inside_tag("li")
            id = around.attributes.get("id", "") if around else ""
            told[id] = element.attributes["data-date"]
            true = self.expected.days.get(id, "")
            numbers = {digits_value(m) for m in re.findall(r"\d+", element.text())}
            year, month, day = map(int, true.split("-")) if true else (0, 0, 0)
            if not {year, day} <= numbers or not numbers <= {year, month, day}:
                yield self.problem("H102", element, f"the words do not say {true}", true=true)
            if element.attributes.get("datetime") != true:
                yield self.problem("H101", element, f"the page holds another day than {true}", true=true)
        if told != dict(self.expected.days) or len(there) != len(told):
            yield self.problem(
                "H104", self.root, "the page tells other days than the changes are of", said=""
            )

    def notice(self) -> Iterator[Problem]:
        """A page that is not complete says so, to readers and to search engines, and no other page does."""
        notices = [e for e in self.root.walk() if "notice" in e.classes()]
        shown = [e for e in notices if e.text().strip() and not e.inside("hidden")]
        robots = [e for e in self.root.find(name="robots") if e.tag == "meta"]
        barred = [e for e in robots if e.attributes.get("content") == "noindex"]
        alternates = [e for e in self.root.walk() if e.tag == "link" and "hreflang" in e.attributes]
        true = not self.expected.complete
        what = "is not" if true else "is"
        unlisted = true or not self.expected.listed
        for there, sign, wanted in ((shown, "a notice", true), (barred, "noindex", unlisted)):
            if len(there) != wanted:
                has = "has" if there else "lacks"
                message = f"the page {what} translated as far as its language asks, and it {has} {sign}"
                yield self.problem("H109", there[0] if there else self.root, message, said="")
        if len(robots) != len(barred) or (true and alternates):
            yield self.problem(
                "H109", self.root, f"the page {what} complete, and tells search engines otherwise", said=""
            )

    def told_outside(self) -> Iterator[Problem]:
        """What search engines and other sites are told of the page is what it begins with: its heading, and its
        summary. There it has been read."""
        heading = next((e for e in self.root.walk() if e.tag == "h1"), None)
        summary = next((e for e in self.root.walk() if "summary" in e.classes()), None)
        wanted = {"og:title": heading, "description": summary, "og:description": summary}
        for element in self.root.walk():
            what = element.attributes.get("name") or element.attributes.get("property") or ""
            if element.tag != "meta" or what not in wanted:
                continue
            source = wanted[what]
            there = "".join(text or " " for _, text in _stream(source)) if source else ""
            words = " ".join(element.attributes.get("content", "").split())
            if not words or not " ".join(there.split()).startswith(words.removesuffix("…")):
                message = "is told of the page, which does not begin so"
                yield self.problem("H105", element, message, said=words)

    # facts ----------------------------------------------------------------------------------------

    def fact(self, element: Element, scope: Scope) -> Iterator[Problem]:
        address = element.attributes["data-fact"]
        value = element.attributes.get("value", element.attributes.get("data-value", ""))
        words = _visible(element)
        if address == "rules":
            yield from self.rules_title(element, scope, value, words)
            return
        found = self.vocabulary.resolve(address, scope)
        if found is None:
            yield self.problem(
                "H101", element, f"there is no {address} in {scope.example or scope.rules or 'this page'}"
            )
        elif isinstance(found, Claim):
            if found.predicate.startswith("formula."):
                yield from self.formula(element, scope, found, value, words)
            elif found.truth is not True or value != "true":
                yield self.problem("H101", element, "the page claims what the engine denies", true="not so")
            elif check_phrase(words, found, self.words_of(element)):
                yield self.problem("H102", element, f"these words do not state {found.predicate}")
        elif value != str(found.value):
            yield self.problem(
                "H101",
                element,
                f"the page holds {value}; the engine says {found.value}",
                true=str(found.value),
            )
        elif not self.says(element, words, found):
            yield self.problem(
                "H102",
                element,
                f"the words do not say {name(found, self.words_of(element))}",
                true=name(found, self.words_of(element)),
            )

    def formula(
        self, element: Element, scope: Scope, found: Claim, value: str, words: str
    ) -> Iterator[Problem]:
        """A formula on the page gives what the engine gives."""
        table = self.vocabulary.table(element.attributes["data-fact"], scope)[0]
        lexicon = self.words_of(element)
        written = formulas_in(words, found, lexicon)
        name = found.predicate.removeprefix("formula.")
        try:
            wrong = not written or table is None or disagreement(written[0], name, table.rules, lexicon)
        except FormulaError:
            wrong = True
        if wrong or value != "true":
            yield self.problem("H101", element, "the page's formula does not give what the engine gives")

    def says(self, element: Element, words: str, fact: Fact) -> bool:
        """Whether the words of a fact, and the face of a card, state its value."""
        faces = [e for e in element.walk() if "face" in e.classes()]
        for face in faces:
            if self.card_of_face(face) != fact.value:
                return False
        for sign in (e for e in element.walk() if "pip" in e.classes()):
            if fact.kind != "trump" or _TRUMPS.get(_drawn(sign)) != fact.value:
                return False
        if faces and not words:
            return True
        if fact.kind == "num" and re.match(r"[-−]?0\d", words):
            return False
        reading = read(fact.kind, words, self.words_of(element))
        return bool(reading.values) and not reading.unknown and agrees(reading, fact)

    def card_of_face(self, face: Element) -> str:
        """The card that a drawing shows: R and a spade is KS on a French page."""
        letters = {self.lexicon.index(rank): rank for rank in self.lexicon.labels["rank"]}
        return letters.get("".join(face.text().split()), "?") + _drawn(face)

    def rules_title(self, element: Element, scope: Scope, value: str, words: str) -> Iterator[Problem]:
        title = self.expected.rules_titles.get(value, "")
        if not title or _folded(words) != _folded(title):
            yield self.problem("H102", element, f"the rule set {value} is called {title}", true=title)
        table = self.vocabulary.examples.get(scope.example)
        if table is not None and table.rules.id != value:
            yield self.problem(
                "H103", element, f"the example is one of {table.rules.id}", true=table.rules.id
            )

    def word(self, element: Element) -> Iterator[Problem]:
        cls, value = element.attributes["data-word"], element.attributes.get("value", "")
        words = " ".join(element.text().split())
        signs = [e for e in element.walk() if "pip" in e.classes()]
        if signs:
            right = cls == "suit" and not words and {_drawn(sign) for sign in signs} == {value}
        elif "face" in element.classes():
            right = cls == "rank" and words == self.lexicon.index(value)
        elif cls == "term":
            right = self.is_form(words, Term(cls, value))
        else:
            reading = read(cls, words, self.lexicon)
            right = not reading.unknown and reading.values.get(cls) == value
        if not right:
            yield self.problem("H102", element, f"these words do not name {value}", true=value, address=cls)

    # outside facts --------------------------------------------------------------------------------

    def literals(self) -> Iterator[Problem]:
        series = "/".join(str(self.expected.counts[n]) for n in _SERIES if n in self.expected.counts)
        for element, whole in _outside(self.root):
            if element.tag == "title" and series:
                parts = whole.split(" · ")
                if series not in parts:
                    yield self.problem("H104", element, f"the title does not say {series}", true=series)
                whole = " · ".join(part for part in parts if part != series)  # what is left to read
            for text, lexicon in self.readings(element, whole):
                words = tokens(text, lexicon.lang)
                for m in lexicon.literals(words):
                    said = text[words[m.first].start : words[m.last - 1].end]
                    yield self.problem("H105", element, "stands on the page unmarked", said=said)
            for pip in _PIPS:
                if pip in whole:
                    yield self.problem("H105", element, "a suit stands on the page unmarked", said=pip)

    def readings(self, element: Element, text: str) -> Iterator[tuple[str, Lexicon]]:
        """A text in parts, each with the words that it is read by. What cannot be marked, in an attribute or
        the title of the page, is in the source language where it is a text without a translation."""
        known = self.expected.fallback
        if known is None or (element.tag != "title" and text in element.children):
            yield text, self.words_of(element)
            return
        for part in text.split(" · "):
            yield part, known.lexicon if " ".join(part.split()) in known.texts else self.lexicon

    def unseen(self) -> Iterator[Problem]:
        """Facts that are in the page and that a reader does not see or hear, or sees struck out."""
        for element in self.root.walk():
            if element.tag in _UNREADABLE:
                yield self.problem(
                    "H105", element, f"a page cannot hold <{element.tag}>: nobody can check it"
                )
            if "data-fact" not in element.attributes and "data-word" not in element.attributes:
                continue
            silent = element.inside("aria-hidden")
            drawn = element.inside_tag("svg") or "face" in element.classes()
            if element.inside("hidden") or element.inside("style") or (silent and not drawn):
                yield self.problem("H104", element, "this fact is hidden from readers")

    def drawings(self) -> Iterator[Problem]:
        """Each drawing of a suit that the page uses is on it once, differs from the others, and stands in what
        a fact or a word holds to it."""
        used = [e for e in self.root.walk() if e.tag == "use"]
        there = [e for e in self.root.walk() if e.attributes.get("id") in _SUITS]
        shapes = Counter(e.attributes.get("d", "") for e in there)
        for element in used:
            name = element.attributes.get("href", "").removeprefix("#")
            found = [e for e in there if e.attributes["id"] == name]
            if len(found) != 1 or not found[0].attributes.get("d") or shapes[found[0].attributes["d"]] > 1:
                yield self.problem("H104", element, f"the page draws no {name or 'such thing'}", said=name)
            mark = element.inside("data-fact") or element.inside("data-word")
            sign = element.inside_class("face") or element.inside_class("pip")
            if mark is None or sign is None:
                yield self.problem("H105", element, "a suit stands on the page unmarked", said=name)

    def joined(self) -> Iterator[Problem]:
        """Faces of cards that run together with the words beside them: searched or read out they are one word."""
        stream = list(_stream(self.root))
        for (element, text), (other, following) in pairwise(stream):
            faces = [e for e in (element, other) if e.inside_class("face")]
            parted = not text or not following or text[-1].isspace() or following[0].isspace()
            if faces and not parted and element.inside_class("face") is not other.inside_class("face"):
                yield self.problem("H102", faces[0], "runs together with what stands beside it")

    def blocks(self) -> Iterator[Problem]:
        """Examples and tables that the text asks for and the page does not show, or shows more often."""
        there = Counter(found for e in self.root.walk() for found in _block(e))
        answered = {found: 0 for found in there if found[0] in ("answer", "alike")}
        for (what, which), times in (answered | dict(self.expected.blocks)).items():
            if there[(what, which)] != times:
                message = f"{what} of {which} stands {times} times in the text, {there[(what, which)]} times on the page"
                yield self.problem("H104", self.root, message, said="", address=which)
        named = [
            e.attributes.get("value")
            for e in self.root.find(data_fact="rules")
            if not any(e.inside(a) for a in ("data-example", "data-rules")) and not e.inside_tag("table")
        ]
        if self.expected.rules and self.expected.rules not in named:
            yield self.problem(
                "H104", self.root, "the page does not say which rule set it speaks for", said=""
            )

    # examples -------------------------------------------------------------------------------------

    def examples(self, wrong: Collection[int]) -> Iterator[Problem]:
        rows = {e.attributes["data-example"]: e for e in self.root.walk() if _is_row(e)}
        for whole in self.root.walk():
            if id(whole) in wrong:
                continue
            example = "data-example" in whole.attributes
            element = whole.alone() if example else whole
            if example and "answer" in element.classes():
                yield from self.answer(element, rows)
            elif example and "alike" in element.classes():
                yield from self.alike(element)
            elif example and "own" in element.classes():
                yield from self.choice(element)
            elif "exercises" in whole.classes():
                yield from self.exercises(whole)
            elif element.tag == "figure" and "example" in element.classes():
                yield from self.example(element, self.play(element))
                yield from self.shows(element, self.needed(element), "the example")
                yield from self.legal(element)
                yield from self.table(element)
            elif element.tag == "figure" and example:
                yield from self.picture(element)
            elif element.tag == "tr" and example:
                yield from self.example(element, self.row(element))
                yield from self.shows(element, self.needed(element), "the row")
            elif element.tag == "th" and element.attributes.get("scope") in ("col", "colgroup"):
                yield from self.heading(element)
            elif element.tag == "li" and example:
                yield from self.lines(element)
            elif element.tag == "table" and "values" in element.classes():
                yield from self.values(element)
            elif element.tag == "table" and "switches" in element.classes():
                yield from self.switches(element)
            elif element.tag == "table" and "scores" in element.classes():
                yield from self.columns(element)

    def shows(self, element: Element, needed: Iterable[str], what: str) -> Iterator[Problem]:
        """Facts that a reader must find here, beside the author's explanation."""
        there = {
            e.attributes["data-fact"]
            for e in element.walk()
            if "data-fact" in e.attributes and not e.inside_class("explanation")
        }
        for address in needed:
            if address not in there:
                yield self.problem(
                    "H104", element, f"{what} does not show {address}", said="", address=address
                )

    def needed(self, element: Element) -> list[str]:
        """What a reader must find in an example: all that the engine needs to know of it, and its answer."""
        table = self.vocabulary.examples.get(element.attributes["data-example"])
        if table is None:
            return []
        if "outcome" in table:
            any_trump = table.rules.game == "belote" and table["trump"].value not in ("no-trump", "all-trump")
            given = [a for a in ("held", "carried") if table[a].value]
            for side in ("ns", "ew"):
                if table[f"{side}.declarations"].value:
                    given += [f"{side}.side", f"{side}.declarations"]
            return [*_ROW, *given] if any_trump else [*_ROW, *given, "trump"]
        shown = re.compile(
            r"trump|me\.seat|me\.card|\d\.(seat|card)|(hand|legal)\.\d\.card|illegal\.\d\.reason|trick\.points"
        )
        stated = [_DUTIES[str(table["duty"].value)]] if "duty" in table else []
        if "winner.seat" in table:
            stated += ["wins.winner", *(a for a in table if re.fullmatch(r"\d\.points", a))]
        played = next((a for a in table if "me.card" in table and a == f"{len(_plays(table))}.card"), "")
        return [
            "rules",
            *stated,
            *(a for a in table if shown.fullmatch(a) and a.split(".")[0] != played.split(".")[0]),
        ]

    # answers of other rule sets

    def answer(self, panel: Element, rows: Mapping[str, Element]) -> Iterator[Problem]:
        """What another rule set answers: the example around it, as the page shows it, solved under the rule set that
        the page names here."""
        table = self.vocabulary.examples.get(panel.attributes["data-example"])
        around = panel.parent.inside("data-example") if panel.parent else None
        if table is None or around is None:
            message = "this answer belongs to no example of the page"
            yield self.problem("H103", panel, message, said=panel.attributes["data-example"])
            return
        row = rows.get(around.attributes["data-example"], around)
        given = self.row(row.alone()) if _is_row(row) else self.play(around.alone())
        if "plays" in given and "me.card" not in table:  # it may not be played there
            given.pop("plays")
        yield from self.example(panel, given | {"rules": self.said_rules(panel)})
        yield from self.shows(panel, _answer(table), "the answer")
        yield from self.listed(panel, table, "legal", "list")
        yield from self.listed(panel, table, "illegal", "denied")
        yield from self.reasons(panel, table)

    def listed(self, element: Element, table: FactTable, kind: str, items: str) -> Iterator[Problem]:
        """The cards of a list, marked by its class, are the legal or illegal ones, in the hand's order, once."""
        true = [str(table[a].value) for a in table if re.fullmatch(rf"{kind}\.\d+\.card", a)]
        said = [
            self.said(e, "card")
            for e in element.walk()
            if e.attributes.get("data-fact", "").endswith(".card") and e.inside_class(items)
        ]
        if said != true:
            message = f"the cards of {items} are {' '.join(said)}; the engine says {' '.join(true)}"
            yield self.problem("H103", element, message, said=" ".join(said), true=" ".join(true))

    def reasons(self, element: Element, table: FactTable) -> Iterator[Problem]:
        """Beside each card that may not be played stands why, wherever it is shown as such."""
        number = {str(table[a].value): a for a in table if re.fullmatch(r"illegal\.\d+\.card", a)}
        for item in element.walk():
            if item.tag == "li" and (item.inside_class("denied") or {"barred", "no"} & set(item.classes())):
                cards = [e for e in item.walk() if e.attributes.get("data-fact", "").endswith(".card")]
                known = [number[card] for e in cards if (card := self.said(e, "card")) in number]
                yield from self.shows(item, [a.replace("card", "reason") for a in known], "the card")

    def choice(self, own: Element) -> Iterator[Problem]:
        """The choice of an example's own rules names them."""
        yield from self.shows(own, ["rules"], "the choice")

    def exercises(self, section: Element) -> Iterator[Problem]:
        """Links to practice pages stand under the name of the rule set that these pages are of."""
        rules = section.attributes.get("data-rules", "")
        named = [e.attributes.get("value") for e in section.find(data_fact="rules")]
        told = [e.attributes["data-count"] for e in section.walk() if "data-count" in e.attributes]
        if named != [rules] or not all(name.rpartition("-")[0] == f"practice-{rules}" for name in told):
            message = f"links to the practice pages of {rules} do not stand under its name"
            yield self.problem("H103", section, message, address=rules)

    def alike(self, mark: Element) -> Iterator[Problem]:
        """A rule set that is said to answer alike does."""
        table = self.vocabulary.examples.get(mark.attributes["data-example"])
        around = mark.parent.inside("data-example") if mark.parent else None
        other = self.vocabulary.examples.get(around.attributes["data-example"]) if around else None
        yield from self.shows(mark, ["rules"], "the rule set")
        if table is None or other is None or _answer(table) != _answer(other):
            message = "this rule set does not give the answer that is shown"
            yield self.problem("H103", mark, message, address=mark.attributes["data-example"])

    def heading(self, heading: Element) -> Iterator[Problem]:
        """The headings that name a rule set or an order of cards say so by a fact."""
        table = heading.parent
        while table is not None and table.tag != "table":
            table = table.parent
        classes = table.classes() if table is not None else []
        marked = any("data-fact" in e.attributes for e in heading.walk())
        group = heading.attributes["scope"] == "colgroup"
        if not marked and ("switches" in classes or ("values" in classes and group)):
            yield self.problem("H104", heading, "this heading names no rule set or order by a fact")

    def legal(self, figure: Element) -> Iterator[Problem]:
        """The legal cards are listed in the hand's order, once, and each card of the hand is marked rightly. A
        position without an explanation lists them among all cards and reasons alone."""
        table = self.vocabulary.examples.get(figure.attributes["data-example"])
        if table is None or "legal.count" not in table:
            return
        if any({"explanation", "list"} & set(e.classes()) for e in figure.walk()):
            yield from self.listed(figure, table, "legal", "list")
        yield from self.listed(figure, table, "legal", "allowed")
        yield from self.listed(figure, table, "legal", "yes")
        yield from self.listed(figure, table, "illegal", "no")
        yield from self.reasons(figure, table)

    def table(self, figure: Element) -> Iterator[Problem]:
        """Each play lies at its player's side of the table, the mark of who holds the trick at that player's,
        and each reason beside the card that it speaks of."""
        facts = self.vocabulary.examples.get(figure.attributes["data-example"])
        if facts is None:
            return
        for item in (e for e in figure.walk() if e.tag == "li"):
            there = [e.attributes["data-fact"] for e in item.walk() if "data-fact" in e.attributes]
            values = {a: str(facts[a].value) for a in there if a in facts}
            if item.parent is not None and "plays" in item.parent.classes():
                [seat] = [v for a, v in values.items() if a.endswith(".seat")][:1] or [""]
                if f"at-{seat.lower()}" not in item.classes():
                    yield self.problem("H103", item, "lies at another side of the table than its player's")
                master = seat == str(facts["master.seat"].value) and "turn" not in item.classes()
                if ("holder" in item.classes()) != master:
                    yield self.problem("H103", item, "is not what holds the trick, or is not marked so")
                if "turn" in item.classes() and (
                    item is not _items(item.parent)[-1] or [*values] != ["me.seat"]
                ):
                    yield self.problem("H103", item, "is not the seat whose turn it is after all plays")
            for address in (a for a in values if a.endswith(".reason")):
                if facts[address.replace(".reason", ".card")].value not in values.values():
                    yield self.problem("H103", item, "is the reason of another card", address=address)

    def columns(self, table: Element) -> Iterator[Problem]:
        """Each column of a table of scores holds one fact in all its rows: that of the side that it names."""
        rows = [e for e in table.walk() if e.tag == "tr"]
        heads = [e for e in table.walk() if e.tag == "th" and e.attributes.get("scope") == "col"]
        sides = [e.attributes.get("value", "") for head in heads for e in head.find(data_word="side")]
        body = [row for row in rows if "data-example" in row.attributes]
        columns = {id(row): [_column(cell) for cell in _cells(row)] for row in body}
        for row in body:
            cells = columns[id(row)]
            misplaced = _misplaced(cells, sides)
            for n, address in enumerate(cells):
                there = {c[n] for c in columns.values() if n < len(c) and c[n]}
                if not address and there <= {"held", "carried"} and there:
                    yield self.problem("H104", row, f"the row does not show {next(iter(there))}", said="")
                if address and (len(there) > 1 or address in misplaced):
                    message = f"{address} stands in another column than its own"
                    yield self.problem("H103", row, message, address=address)

    def lines(self, item: Element) -> Iterator[Problem]:
        """Each line of a score, its name and its points, and what each side writes."""
        table = self.vocabulary.examples.get(item.attributes["data-example"])
        needed = [a for a in table or () if ".line." in a and a[:2] in ("ns", "ew")]
        needed += ["ns.side", "ew.side", "ns.score", "ew.score"]
        yield from self.shows(item, needed, "the score")

    def picture(self, figure: Element) -> Iterator[Problem]:
        """A drawn table shows each play, who is to play, and who comes after that."""
        table = self.vocabulary.examples.get(figure.attributes["data-example"])
        drawn = re.compile(r"\d\.(seat|card)|(me|next)\.seat")
        played = sorted(a for a in table or () if drawn.fullmatch(a))
        seats = {table[a].value: a for a in reversed(played) if a.endswith(".seat")} if table else {}
        needed = [*seats.values(), *(a for a in played if a.endswith(".card"))]
        for svg in (e for e in figure.walk() if e.tag == "svg"):
            yield from self.shows(svg, needed, "the picture")

    def switches(self, table: Element) -> Iterator[Problem]:
        """The caption names the rule sets that the columns are headed by."""
        named = [e for e in table.find(data_fact="rules") if e.inside_tag("caption")]
        heads = [e for e in table.find(data_fact="rules") if e.inside_tag("thead")]
        if [e.attributes.get("value") for e in named] != [e.attributes.get("value") for e in heads]:
            yield self.problem("H104", table, "the caption names other rule sets than the columns", said="")

    def values(self, table: Element) -> Iterator[Problem]:
        """Each order that a table of card values shows, whole."""
        there = {e.attributes["data-fact"] for e in table.walk() if "data-fact" in e.attributes}
        orders = {a.split(".")[1] for a in there if a.startswith("k.") and a.count(".") == 3}
        captions = [c for c in table.walk() if c.tag == "caption"]
        for caption in captions:
            yield from self.shows(
                caption, ["rules", *(f"k.{order}.name" for order in sorted(orders))], "the caption"
            )
        rows = [e for e in table.walk() if e.tag == "tr" and e.inside_tag("tbody")]
        for place, row in enumerate(rows, start=1):
            for address in (e.attributes.get("data-fact", "") for e in row.walk()):
                if address and address.split(".")[2:3] != [str(place)]:
                    yield self.problem("H103", row, f"{address} stands in row {place}", address=address)
        for order in sorted(orders):
            needed = [f"k.{order}.{n}.{what}" for n in range(1, 9) for what in ("rank", "points")]
            whole = f"k.{order}" if order in ("no-trump", "all-trump") else "k"
            needed += [f"k.{order}.name", f"k.{order}.suit", f"{whole}.cards", f"{whole}.deal"]
            yield from self.shows(table, needed, "the table")

    def example(self, element: Element, shown: dict[str, object]) -> Iterator[Problem]:
        """The example that the page shows, solved again, against the one of the file."""
        id = element.attributes["data-example"]
        true = self.vocabulary.examples.get(id)
        if true is None:
            yield self.problem("H103", element, f"there is no example {id}", said=id)
            return
        try:
            solved = solve(read_example({"id": id, **shown}, self.rule_sets))
        except ExampleError as error:
            yield self.problem("H103", element, f"what the page shows of {id} cannot be: {error}", said=id)
            return
        again = facts(solved)
        for address in sorted(set(true) | set(again)):
            if _value(true, address) != _value(again, address) and not self.hidden(true, address):
                yield self.problem(
                    "H103",
                    element,
                    f"from what the page shows, {address} is {_value(again, address)}; the file says {_value(true, address)}",
                    said=id,
                    true=_value(true, address),
                    address=address,
                )
                return

    @staticmethod
    def hidden(table: FactTable, address: str) -> bool:
        """Belote with a trump shows no suit: which of the four is trump cannot be seen, and does not matter."""
        return address == "trump" and table.rules.game == "belote" and "outcome" in table

    def said(self, element: Element, kind: str) -> str:
        """What the words of a fact on the page name: read from the words alone."""
        reading = read(kind, _visible(element), self.words_of(element))
        if kind == "card":
            return reading.values.get("rank", "?") + reading.values.get("suit", "?")
        if kind == "trump" and (suit := reading.values.get("suit")):
            return _TRUMPS[suit]
        cls = "trump" if kind == "trump" else kind
        return reading.values.get(cls, "?")

    def said_rules(self, element: Element) -> str:
        """The rule set whose title the page shows."""
        for found in element.find(data_fact="rules"):
            for rules, title in self.expected.rules_titles.items():
                if _folded(_visible(found)) == _folded(title):
                    return rules
        return "?"

    def first(self, element: Element, address: str, kind: str) -> str | None:
        found = element.find(data_fact=address)
        return self.said(found[0], kind) if found else None

    def play(self, figure: Element) -> dict[str, object]:
        """A play example from the words of its figure."""
        shown: dict[str, object] = {
            "rules": self.said_rules(figure),
            "trump": self.first(figure, "trump", "trump"),
        }
        by_class = {
            c: e for e in figure.walk() for c in e.classes() if c in ("plays", "whole", "hand", "played")
        }
        trick = []
        for item in _items(by_class.get("plays")):
            marks = [e for e in item.walk() if "data-fact" in e.attributes]
            kinds = [(e, e.attributes["data-fact"].rpartition(".")[2]) for e in marks]
            if "turn" not in item.classes():
                trick.append(":".join(self.said(e, kind) for e, kind in kinds if kind in ("seat", "card")))
        shown["trick"] = trick
        if "whole" in by_class:
            shown["hand"] = [self.said(e, "card") for e in by_class["whole"].walk() if "card" in e.classes()]
            shown["seat"] = self.first(by_class["hand"], "me.seat", "seat")
        true = self.vocabulary.examples.get(figure.attributes["data-example"])
        if true is not None and "me.card" in true:
            shown["plays"] = (
                self.first(by_class["played"], "me.card", "card") if "played" in by_class else "?"
            )
        return shown

    def row(self, row: Element) -> dict[str, object]:
        """A score example from the words of its row."""

        def number(address: str) -> int | str:
            said = self.first(row, address, "num")
            return 0 if said is None else int(said) if said.lstrip("-").isdigit() else said

        rules = self.said_rules(row)
        shown: dict[str, object] = {
            "rules": rules,
            "trump": self.first(row, "trump", "trump") or "hearts",
            "taker": self.first(row, "taker.seat", "seat"),
            "cards": {"NS": number("ns.cards"), "EW": number("ew.cards")},
            "last_trick": self.first(row, "last-trick.side", "side"),
        }
        if belote := self.first(row, "belote.side", "side"):
            shown["belote"] = belote
        declared = {s: number(f"{s.lower()}.declarations") for s in ("NS", "EW")}
        if any(declared.values()):
            shown["declarations"] = declared
        claims = [e for side in ("ns", "ew") for e in row.find(data_fact=f"all-tricks.{side}")]
        if claims:
            shown["capot"] = read_as(("side",), _visible(claims[0]), self.words_of(claims[0])).values.get(
                "side"
            )
        if self.first(row, "outcome", "outcome") == "capot":
            alone = self.first(row, "contract.name", "contract") == "generale"
            shown["all_tricks_by" if alone else "capot"] = shown["taker" if alone else "last_trick"]
        if row.find(data_fact="contract"):
            shown["contract"] = self.first(row, "contract.name", "contract") or number("contract")
            shown["double"] = self.first(row, "double", "double")
        elif carried := number("carried"):
            shown["carried"] = carried
        return shown


def _is_row(element: Element) -> bool:
    """Whether an element is the row of a table that gives a score example."""
    return element.tag == "tr" and "data-example" in element.attributes


_ANSWER = re.compile(
    r"(legal|illegal)\.\d\.card|illegal\.\d\.reason|outcome|(ns|ew)\.(score|side|line\.[a-z-]+(\.name)?)"
)


def _answer(table: FactTable) -> dict[str, str]:
    """What a reader must find of an answer, by address, with its value."""
    needed = ["rules", *(a for a in table if _ANSWER.fullmatch(a))]
    if "duty" in table:
        needed.append(_DUTIES[str(table["duty"].value)])
    if "winner.seat" in table:
        needed += ["wins.winner", *(a for a in table if re.fullmatch(r"\d\.points|trick\.points", a))]
    if "held" in table and table["held"].value:
        needed.append("held")
    shown = {address: _value(table, address) for address in needed}
    return shown | ({"wins.winner": _value(table, "winner.seat")} if "winner.seat" in table else {})


def _plays(table: FactTable) -> list[str]:
    return [a for a in table if re.fullmatch(r"\d\.seat", a)]


def _drawn(sign: Element) -> str:
    """The suit that a drawing shows, in its own colour; `?` if it shows none, several, or another colour."""
    shown = {e.attributes.get("href", "").removeprefix("#") for e in sign.walk() if e.tag == "use"}
    colours = {c for c in sign.classes() if c.startswith("suit-")}
    return _SUITS.get(next(iter(shown)), "?") if len(shown) == 1 and shown == colours else "?"


def _visible(element: Element) -> str:
    """The words of a fact: those of a card without its drawing."""
    out = []
    for child in element.children:
        if isinstance(child, str):
            out.append(child)
        elif "face" not in child.classes():
            out.append(_visible(child))
    return "" if "face" in element.classes() else " ".join("".join(out).split())


_ROW = (
    "rules", "taker.seat", "ns.cards", "ew.cards", "last-trick.side", "ns.score", "ew.score", "outcome",
)  # fmt: skip
"""What a reader must find in every row of a score table."""
_SERIES = ("number", "numbers")
"""What counts say of a page that is one of a series: 3 of 5."""
_LABELS = frozenset(("deal", "trick", "hand", "legal", "reasons", "denied", "played", "result", "lines"))


def _is_label(element: Element) -> bool:
    """Whether a fact stands where the template shows it by itself, not in the author's prose."""
    at: Element | None = element
    while at is not None:
        if at.tag == "caption" or (at.tag == "td" and "data-rules" in at.attributes):
            return False
        if at.tag in ("table", "svg") or _LABELS & set(at.classes()):
            return True
        at = at.parent
    return False


def _outside(root: Element) -> Iterator[tuple[Element, str]]:
    """Every text of a page that no fact holds, and every attribute that is words."""
    stack: list[Element] = [root]
    while stack:
        element = stack.pop()
        if element.tag in _SILENT or "hreflang" in element.attributes:  # languages in their own words
            continue
        for key in _WORDY_ATTRIBUTES:
            if key in element.attributes and element.tag != "meta":
                yield element, element.attributes[key]
        held = any(element.inside(mark) for mark in ("data-fact", "data-word", "data-count", "data-date"))
        for child in element.children:
            if isinstance(child, Element):
                stack.append(child)
            elif not held:
                yield element, child


def _texts(root: Element) -> Iterator[tuple[Element, str]]:
    """Every text of a page that can be marked as one of the source language and is not: outside facts, or the
    title of a rule set."""
    for element in root.walk():
        if (
            element.tag in (*_SILENT, "title")
            or element.inside_class("fallback")
            or element.inside("hreflang")
        ):
            continue
        if any(element.inside(mark) for mark in ("data-word", "data-count", "data-date")):
            continue
        if element.inside("data-fact") and element.attributes.get("data-fact") != "rules":
            continue
        yield from ((element, child) for child in element.children if isinstance(child, str))


_GROUPED = re.compile(r"\d+(?:[.,'’ \u00a0\u202f\u066c]\d{2,3})*")
"""A whole number, its digits in groups perhaps."""


def _labelled(box: Element) -> bool:
    """Whether a box to tick has words."""
    around = box.inside_tag("label")
    return bool(box.attributes.get("aria-label", "").strip() or (around and around.text().strip()))


def _kind_of_link(element: Element) -> str:
    """Which of `LINKS` a link is; nothing if it is none of them."""
    if element.tag != "a" or "href" not in element.attributes:
        return ""
    for kind in ("permalink", "report", "decided"):
        if kind in element.classes():
            return kind
    return next(
        (
            k
            for k in ("related", "az", "breadcrumbs")
            if "letter" not in element.classes() and element.inside_class(k)
        ),
        "",
    )


_INLINE = frozenset((
    "a", "abbr", "b", "bdi", "code", "data", "em", "i", "small", "span", "strong", "svg", "text", "tspan", "use",
))  # fmt: skip
"""Elements that part no words; all others do."""


def _stream(root: Element) -> Iterator[tuple[Element, str]]:
    """The texts of a page in order; an empty one where a block begins or ends, which parts words."""
    for child in root.children:
        if isinstance(child, str):
            yield root, child
            continue
        if child.tag not in _INLINE:
            yield child, ""
        yield from _stream(child)
        if child.tag not in _INLINE:
            yield child, ""


def _block(element: Element) -> Iterator[tuple[str, str]]:
    """What an element shows as a whole: (what, example or rule set)."""
    example = element.attributes.get("data-example", "")
    made = [name for name in ("answer", "alike") if example and name in element.classes()]
    if made:
        yield made[0], example
    elif element.tag == "figure" and example:
        yield ("example" if "example" in element.classes() else "picture"), example
    elif example:
        yield {"tr": "row", "li": "score"}.get(element.tag, element.tag), example
    elif "exercises" in element.classes():
        yield "exercises", element.attributes.get("data-rules", "")
    elif element.tag == "table" and "values" in element.classes():
        yield "values", element.attributes.get("data-rules", "")


def _cells(row: Element) -> list[Element]:
    return [e for e in row.children if isinstance(e, Element) and e.tag == "td"]


def _column(cell: Element) -> str:
    """The fact that a cell holds; of a list in a cell, what its entries have in common."""
    found = [e.attributes["data-fact"] for e in cell.walk() if "data-fact" in e.attributes]
    if len(found) > 1:
        return "rules" if found[0] == "rules" else "declarations"
    return found[0] if found else ""


def _misplaced(cells: Sequence[str], sides: Sequence[str]) -> set[str]:
    """The facts of one side that stand in the column of the other."""
    own = [c for c in cells if re.fullmatch(r"(ns|ew)\.(cards|score)", c)]
    return {c for c, side in zip(own, sides, strict=False) if c[:2].upper() != side}


def _items(element: Element | None) -> Sequence[Element]:
    return [e for e in element.children if isinstance(e, Element) and e.tag == "li"] if element else []


def _folded(text: str) -> str:
    return fold(" ".join(text.split()), "")


def _value(table: FactTable, address: str) -> str:
    fact = table.get(address)
    return "not there" if fact is None else str(fact.value)
