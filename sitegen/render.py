"""Pages as HTML, in memory: blocks and translations through Jinja templates, every fact marked.

A fact on a page is `<data class="fact" data-fact="2.card" value="10C">dziesiątkę</data>`; templates get
facts, words and `_()`, never engine objects, so that no value can reach a page unmarked. `reread` looks at
the result without knowing how it was made.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from unicodedata import combining, east_asian_width

from jinja2 import (
    Environment,
    FileSystemLoader,
    StrictUndefined,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
)
from markupsafe import Markup, escape

from sitegen.catalog import Language, percent
from sitegen.content import (
    Block,
    Content,
    Html,
    Message,
    Page,
    Part,
    RuleFile,
    Words,
    rule_title,
    switch_meaning,
)
from sitegen.diagnostics import Place, Problem
from sitegen.facts import Fact, FactTable
from sitegen.prose.check import Scope, Vocabulary
from sitegen.prose.claims import Claim, formulas_in, sentence
from sitegen.prose.lexicon import Lexicon
from sitegen.prose.spans import Node, name, parse, plain
from sitegen.prose.text import INVISIBLE, digits_value, visible
from sitegen.publication import Publication

DUTY_CLAIMS = {
    "lead": "free", "free": "free", "follow": "must-follow", "overtrump": "must-overtrump", "ruff": "must-ruff",
    "overruff": "must-overruff", "undertrump": "must-undertrump",
}  # fmt: skip

Templates = Environment
Translate = Callable[[Message], str | None]
"""A message → its text in the language of the page; None: it has none to show, and the source stands there."""


class TemplateProblem(Exception):  # noqa: N818  # carries what to tell the user
    """A template failed: `problem` says where."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


@contextmanager
def _template_problems() -> Iterator[None]:
    """What goes wrong in a template becomes a TemplateProblem at its line; all else is passed on."""
    try:
        yield
    except TemplateProblem:
        raise
    except Exception as error:
        place = _template_place(error)
        if place is None:
            raise
        message = f"the template cannot be rendered: {error}"
        raise TemplateProblem(Problem("C107", place, message)) from error


def _template_place(error: Exception) -> Place | None:
    """Where in a template an error was raised; None if it comes from elsewhere."""
    if isinstance(error, TemplateSyntaxError):
        return Place(f"templates/{error.name}", error.lineno, 1)
    # Jinja puts the template's own file and line into the traceback of an error.
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename.endswith(".html")]
    if frames:
        return Place(f"templates/{Path(frames[-1].filename).name}", frames[-1].lineno or 0, 1)
    return Place(f"templates/{error.name}") if isinstance(error, TemplateNotFound) else None


class _Loader(FileSystemLoader):
    """Loads a template anew when its text changed; Jinja's own looks at the time alone, which may be the same."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        source, name, _ = super().get_source(environment, template)

        def current() -> bool:
            try:
                return bool(super(_Loader, self).get_source(environment, template)[0] == source)
            except (TemplateNotFound, UnicodeDecodeError):
                return False

        return source, name, current


def environment(root: Path) -> Templates:
    """The templates of a project, strict and escaping."""
    return Environment(
        loader=_Loader(root / "templates"),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def labels_by_block(templates: Templates) -> dict[str, frozenset[str]]:
    """The texts of the templates by the block whose macro shows them, under "" those of every page.

    A template that cannot be read has none: that is told when its texts are extracted. They are found without
    parsing, which takes longer than all else that a changed template asks for; a test compares the two.
    """
    found: dict[str, frozenset[str]] = {"": frozenset()}
    for file in ("base.html", "page.html", "blocks.html"):
        try:
            source = templates.loader.get_source(templates, file)[0] if templates.loader else ""
        except (TemplateError, OSError, UnicodeDecodeError):
            continue
        before, *macros = _MACRO.split(_COMMENT.sub("", source))
        found[""] |= _labels(before)
        bodies = dict(zip(macros[::2], macros[1::2], strict=True))
        for block in bodies:
            shown, called = set[str](), [block]
            while called:
                name = called.pop()
                shown.add(name)
                called += [n for n in _CALL.findall(bodies[name]) if n in bodies and n not in shown]
            found[block] = frozenset().union(*(_labels(bodies[name]) for name in shown))
    return found


_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
_MACRO = re.compile(r"\{%-?\s*macro\s+(\w+)")
_CALL = re.compile(r"\{\{-?\s*(\w+)\(")
"""A macro that another one shows."""
_LABEL = re.compile(r"""\b_(?:plain)?\(\s*(?:"([^"]*)"|'([^']*)')\s*\)""")


def _labels(source: str) -> frozenset[str]:
    return frozenset(m[1] or m[2] for m in _LABEL.finditer(source) if m[1] or m[2])


@dataclass
class Renderer:
    """Renders the pages of one language.

    `translate` gives a message of the content in that language, `label` a text of the templates; None where
    there is no translation to show: then the text of the source stands in its place, marked. `languages` are
    all that are built, the source first.
    """

    content: Content
    vocabulary: Vocabulary
    lexicon: Lexicon
    language: Language
    languages: Sequence[Language]
    translate: Translate
    label: Callable[[str], str | None]
    templates: Environment
    publication: Publication
    _ids: int = field(default=0, init=False)

    # words ----------------------------------------------------------------------------------------

    def words(self, message: Message) -> Markup:
        """A message in the page's language, as inline HTML with its facts marked."""
        translation = self.translate(message)
        language = self.source if translation is None else self.language
        scope = Scope(message.rules, message.example)
        parsed = parse(message.text.value if translation is None else translation)
        if language.direction == "ltr":
            shown = Markup("").join(self._inline(parsed, scope, language))
        else:
            shown = Markup("").join(
                Markup('<bdi dir="ltr">{}</bdi>').format(Markup("").join(self._inline(run, scope, language)))
                if isolated
                else Markup("").join(self._inline(run, scope, language))
                for run, isolated in _sums(parsed)
            )
        return self.fallback(shown) if translation is None else shown

    def text(self, message: Message) -> str:
        """The words of a message alone, for titles."""
        translation = self.translate(message)
        return plain(message.text.value if translation is None else translation)

    def name(self, message: Message) -> Markup:
        """The words of a message alone, for a text such as an entry of a menu."""
        words = escape(self.text(message))
        return self.fallback(words) if self.translate(message) is None else words

    def fallback(self, words: Markup) -> Markup:
        """Words of the source language, marked as such: there is no translation of them to show."""
        shape = Markup('<span class="fallback" lang="{}" dir="{}">{}</span>')
        return shape.format(self.source.lang, self.source.direction, words)

    @property
    def source(self) -> Language:
        """The language that the site is written in."""
        return self.languages[0]

    def _label(self, text: str) -> Markup:
        """A text of the templates where a page has text."""
        if not text.strip():  # nothing to translate
            return escape(text)
        translation = self.label(text)
        return self.fallback(escape(text)) if translation is None else escape(plain(translation))

    def _plain(self, text: str) -> str:
        """A text of the templates where a page can have no element, as in an attribute."""
        translation = self.label(text)
        return text if translation is None else plain(translation)  # labels are words, without mark-up

    def _inline(self, nodes: Sequence[Node], scope: Scope, language: Language) -> Iterator[Markup]:
        for node in nodes:
            if node.kind == "text":
                yield escape(node.text)
            elif node.kind == "span":
                yield self._span(node.target, node.text, scope, language)
            elif node.kind == "code":
                yield Markup("<code>{}</code>").format(node.text)
            else:
                inner = Markup("").join(self._inline(node.children, scope, language))
                if node.kind == "link":
                    yield Markup('<a href="{}">{}</a>').format(self.href(node.target), inner)
                else:
                    tag = Markup({"emphasis": "em", "strong": "strong"}[node.kind])
                    yield Markup("<{0}>{1}</{0}>").format(tag, inner)

    def _span(self, address: str, words: str, scope: Scope, language: Language) -> Markup:
        found = self.vocabulary.resolve(address, scope)
        if isinstance(found, Fact):
            return mark(address, found.value, words)
        shown: Markup | str = words
        if isinstance(found, Claim) and language.direction == "rtl":
            for formula in formulas_in(words, found, self.lexicon)[:1]:
                before, _, after = words.partition(formula)
                shown = Markup('{}<bdi dir="ltr">{}</bdi>{}').format(before, formula, after)
        return Markup('<data class="claim" data-fact="{}" value="true">{}</data>').format(address, shown)

    @staticmethod
    def href(target: str) -> str:
        """The target of a link of a page: another page's source name becomes its address."""
        page, sign, anchor = target.partition("#")
        if ":" in page or not page.endswith(".md"):
            return target
        return page.removesuffix(".md") + ".html" + sign + anchor

    def rules_name(self, rules: str) -> Markup:
        """The title of a rule set, marked."""
        title = rule_title(self.content.rules[rules])
        shown = Markup('<data class="rules" data-fact="rules" value="{}">{}</data>')
        named = shown.format(rules, self.text(title))
        return self.fallback(named) if self.translate(title) is None else named

    def next_id(self) -> str:
        self._ids += 1
        return f"t{self._ids}"

    # pages ----------------------------------------------------------------------------------------

    def page(self, page: Page) -> str:
        """The whole page. TemplateProblem if a template fails."""
        with _template_problems():
            return self._page(page)

    def _page(self, page: Page) -> str:
        self._ids = 0
        title = self.text(page.title)
        return self.templates.get_template("page.html").render(
            **self._common("../"),
            page={
                "title": self.words(page.title),
                "title_text": title,
                "rules": page.rules,
                "rules_name": self.rules_name(page.rules),
                "body": self.body(page.parts),
            },
            home=self._home(page),
            navigation=[
                {"title": self.name(p.nav), "href": f"{p.slug}.html", "current": p is page}
                for p in self._reachable(page)
            ],
            languages=[
                {
                    "lang": other.lang,
                    "dir": other.direction,
                    "name": other.name,
                    "href": f"../{other.lang}/{page.slug}.html",
                    "current": other.lang == self.language.lang,
                }
                for other in self.languages
                if other.lang == self.language.lang or self.publication.linked(other.lang, page.slug)
            ],
            notice=self._notice(page),
            alternates=self._alternates(page),
        )

    def _complete(self, page: Page) -> bool:
        return self.publication.reaches(self.language.lang, page.slug)

    def _reachable(self, page: Page) -> list[Page]:
        """The pages that a page's navigation leads to: from a published page to no unpublished one."""
        if not self._complete(page):
            return list(self.content.pages)
        lang = self.language.lang
        return [p for p in self.content.pages if p is page or self.publication.linked(lang, p.slug)]

    def _home(self, page: Page) -> str:
        """Where the name of the site leads: to the first page, of the source where this language's is no goal."""
        first = self.content.pages[0].slug
        if not self._complete(page) or self.publication.linked(self.language.lang, first):
            return f"{first}.html"
        return f"../{self.source.lang}/{first}.html"

    def _notice(self, page: Page) -> Markup:
        """What a page says of itself that is not translated as far as its language asks; else nothing."""
        if self._complete(page):
            return Markup("")
        share = self.publication.count(self.language.lang, page.slug).hundredths
        return self._macro("notice", {"share": self.share("page", share)})

    def share(self, name: str, hundredths: int) -> Markup:
        """A share as the page's language writes it, marked."""
        shape = Markup('<data class="count" data-count="{}" value="{}">{}</data>')
        return shape.format(name, hundredths, percent(self.language.lang, hundredths))

    def _alternates(self, page: Page) -> list[dict[str, str]]:
        """The addresses of a complete page in each language in which it is complete; only if the site has one."""
        base_url = self.content.site.base_url
        if not base_url or not self._complete(page):
            return []
        complete = self.publication.complete(page.slug)
        named = [*((lang, lang) for lang in complete), ("x-default", self.source.lang)]
        return [{"hreflang": n, "href": f"{base_url}{lang}/{page.slug}.html"} for n, lang in named]

    def _common(self, root: str) -> dict[str, object]:
        return {
            "_": self._label,
            "_plain": self._plain,
            "lang": self.language.lang,
            "dir": self.language.direction,
            "noindex": any(language.pseudo for language in self.languages),
            "root": root,
            "site_title": self.text(self._title),
            "site_name": self.name(self._title),
        }

    @cached_property
    def _title(self) -> Message:
        return next(self.content.messages())

    def body(self, parts: Sequence[Part]) -> Markup:
        """Parts as HTML, in order."""
        out = []
        for part in parts:
            if isinstance(part, Html):
                out.append(Markup(part.html))
            elif isinstance(part, Words):
                out.append(self.words(part.message))
            else:
                out.append(self.block(part))
        return Markup("").join(out)

    def block(self, block: Block) -> Markup:
        """A block through its template."""
        return self._macro(block.name, getattr(self, f"_view_{block.name}")(block))

    def _macro(self, name: str, view: object) -> Markup:
        macro = getattr(self._blocks, name, None)
        if macro is None:
            place = Place("templates/blocks.html")
            raise TemplateProblem(Problem("C107", place, f"there is no macro {name}", said=name))
        return Markup(macro(view))

    @cached_property
    def _blocks(self) -> object:
        return self.templates.get_template("blocks.html").make_module(
            {"_": self._label, "_plain": self._plain}
        )

    def _view_summary(self, block: Block) -> object:
        return {"body": self.body(block.parts)}

    def _view_play(self, block: Block) -> ExampleView:
        return ExampleView(self, block)

    def _view_position(self, block: Block) -> ExampleView:
        return ExampleView(self, block)

    def _view_picture(self, block: Block) -> PictureView:
        return PictureView(self, block)

    def _view_scores(self, block: Block) -> object:
        rows = [ExampleView(self, row) for row in block.parts if isinstance(row, Block)]
        return {
            "id": self.next_id(),
            "title": self.words(block.title) if block.title else "",
            "rows": rows,
            "sides": [mark_word("side", s, self.lexicon.label("side", s)) for s in ("NS", "EW")],
            "columns": {
                "belote": any(row.has("belote.side") for row in rows),
                "declarations": any(row.declared for row in rows),
                "carried": any(row.value("carried") for row in rows),
                "held": any(row.value("held") for row in rows),
            },
        }

    def _view_values(self, block: Block) -> ValuesView:
        return ValuesView(self, block)

    def _view_switches(self, block: Block) -> object:
        files = [self.content.rules[rules] for rules in block.arguments]
        names = dict.fromkeys(switch for file in files for switch in file.meanings)
        return {
            "id": self.next_id(),
            "sets": [{"name": self.rules_name(file.rules.id)} for file in files],
            "rows": [self._switch_row(files, switch) for switch in names],
        }

    def _switch_row(self, files: Sequence[RuleFile], switch: str) -> dict[str, object]:
        """One switch in several rule sets: neighbours that say the same share a cell."""
        cells: list[dict[str, object]] = []
        for file in files:
            meaning = file.meanings.get(switch)  # None: the game of this set does not read the switch
            text = meaning.value if meaning else ""
            if cells and cells[-1]["text"] == text:
                cells[-1]["span"] = int(str(cells[-1]["span"])) + 1
                continue
            cells.append(
                {
                    "text": text,
                    "meaning": self.words(switch_meaning(file, switch)) if meaning else "",
                    "rules": file.rules.id,
                    "span": 1,
                    "tables_differ": switch in file.tables_differ,
                }
            )
        return {"cells": cells, "differs": len(cells) > 1}

    def _view_names(self, block: Block) -> object:
        groups = []
        for cls in block.arguments:
            names = [
                {"sign": self._sign(cls, value), "word": mark_word(cls, value, word)}
                for value, word in self.lexicon.labels[cls].items()
            ]
            groups.append({"cls": cls, "names": names})
        return {"groups": groups}

    def _view_languages(self, block: Block) -> object:
        rows = [
            {
                "lang": other.lang,
                "dir": other.direction,
                "name": other.name,
                "draft": self.publication.is_draft(other.lang),
                "cells": [self._share_cell(other.lang, page) for page in self.content.pages],
            }
            for other in self.languages
        ]
        return {
            "id": self.next_id(),
            "pages": [self.name(page.nav) for page in self.content.pages],
            "rows": rows,
        }

    def _share_cell(self, lang: str, page: Page) -> dict[str, object]:
        share = self.publication.count(lang, page.slug).hundredths
        below = not self.publication.reaches(lang, page.slug)
        return {"share": self.share(f"{lang}/{page.slug}", share), "below": below}

    def _sign(self, cls: str, value: str) -> Markup:
        """What stands for a word on a card: its suit or its index; nothing for seats and sides."""
        if cls == "suit":
            return mark_word(cls, value, drawn_suit(value))
        if cls == "rank":
            shape = Markup('<data class="word face" data-word="rank" value="{}">{}</data>')
            return shape.format(value, self.lexicon.index(value))
        return Markup("")


_SIGNS = re.compile(rf"[\s+\-−–×=·(){INVISIBLE}]*")


def _sums(nodes: Sequence[Node]) -> list[tuple[list[Node], bool]]:
    """Nodes in runs; a run of numbers with nothing but signs between them reads from left to right in every
    language, so it is isolated (True) in one that does not. Brackets that it opens belong to it."""
    out: list[tuple[list[Node], bool]] = []
    at = 0
    while at < len(nodes):
        end, numbers = at, 0
        while end < len(nodes) and (_is_number(nodes[end]) or (numbers and _is_sign(nodes[end]))):
            numbers += _is_number(nodes[end])
            end += 1
        while end > at and not _is_number(nodes[end - 1]):
            end -= 1
        if numbers > 1:
            run = list(nodes[at:end])
            signs = "".join(n.text for n in run if n.kind == "text")
            before = out[-1][0][-1] if out and not out[-1][1] else None
            if signs.count(")") > signs.count("(") and before and before.text.endswith("("):
                out[-1] = ([*out[-1][0][:-1], replace(before, text=before.text[:-1])], False)
                run.insert(0, Node("text", before.end - 1, "("))
            out.append((run, True))
            at = end
        else:
            out.append(([nodes[at]], False))
            at += 1
    return out


def _is_number(node: Node) -> bool:
    return node.kind == "span" and digits_value(visible(node.text).strip()) is not None


def _is_sign(node: Node) -> bool:
    return node.kind == "text" and _SIGNS.fullmatch(node.text) is not None


def mark(address: str, value: str | int, words: str) -> Markup:
    """A fact on the page. A sign stays before its number in every direction of writing."""
    direction = ' dir="ltr"' if isinstance(value, int) and value < 0 else ""
    # Pieces put together: Markup.format takes most of the time of a page.
    opening = f'<data class="fact" data-fact="{escape(address)}" value="{escape(value)}"{direction}>'
    return Markup(f"{opening}{escape(words)}</data>")


def drawn_suit(suit: str) -> Markup:
    """The drawing of a suit, to stand in a fact or a word that names it."""
    shape = Markup(
        '<svg class="pip suit-{0}" viewBox="0 0 32 32" aria-hidden="true"><use href="#suit-{0}"/></svg>'
    )
    return shape.format(suit.lower())


def mark_word(cls: str, value: str, word: str) -> Markup:
    """A word of the lexicon on the page, with what it names."""
    return Markup('<data class="word" data-word="{}" value="{}">{}</data>').format(cls, value, word)


class FactView:
    """What templates see of an example or a rule set: its facts by address, marked, in the page's words."""

    def __init__(self, renderer: Renderer, table: FactTable) -> None:
        self._renderer = renderer
        self._table = table

    def has(self, address: str) -> bool:
        """Whether the example has such a fact."""
        return address in self._table

    def value(self, address: str) -> str | int:
        """The value itself, to decide what to show; it never reaches the page."""
        return self._table[address].value

    def fact(self, address: str) -> Markup:
        """A fact in the words that labels use."""
        fact = self._table[address]
        return mark(address, fact.value, name(fact, self._renderer.lexicon))

    @property
    def rules_name(self) -> Markup:
        return self._renderer.rules_name(self._table.rules.id)


class ExampleView(FactView):
    """An example: which plays, cards and lines there are, and what the author says of it."""

    def __init__(self, renderer: Renderer, block: Block) -> None:
        self.example = block.arguments[0]
        super().__init__(renderer, renderer.vocabulary.examples[self.example])
        self.title = renderer.words(block.title) if block.title else Markup("")
        self.body = renderer.body(block.parts)
        self.id = renderer.next_id()

    @property
    def trump(self) -> Markup:
        """The trump, with its suit drawn beside it if it has one."""
        fact = self._table["trump"]
        words = escape(name(fact, self._renderer.lexicon))
        suit = str(fact.value)
        return mark("trump", suit, words if suit.endswith("-trump") else drawn_suit(suit[0]) + " " + words)

    # plays

    @property
    def trick(self) -> list[str]:
        """The plays before the player to act."""
        played = [str(n) for n in range(1, 5) if self.has(f"{n}.seat")]
        return played[:-1] if self.has("me.card") else played

    @property
    def trick_with_play(self) -> list[str]:
        return [str(n) for n in range(1, 5) if self.has(f"{n}.seat")]

    @property
    def complete(self) -> bool:
        return self.has("winner.seat")

    def at(self, reference: str) -> str:
        """The side of the table at which a play's seat is: a compass point."""
        return str(self.value(f"{reference}.seat")).lower()

    def holds(self, reference: str) -> bool:
        """Whether a play holds the trick before the player to act."""
        return self.value(f"{reference}.seat") == self.value("master.seat")

    def _numbered(self, pattern: str) -> list[str]:
        return [f"{pattern}.{n}" for n in range(1, 9) if self.has(f"{pattern}.{n}.card")]

    @property
    def hand(self) -> list[str]:
        return self._numbered("hand")

    @property
    def legal(self) -> list[str]:
        return self._numbered("legal")

    @property
    def held(self) -> list[dict[str, str]]:
        """The hand, card by card; `legal` and `barred` refer to the same card among those that may be played and
        those that may not: one of the two is empty."""
        cards = {
            kind: {self.value(f"{r}.card"): r for r in self._numbered(kind)} for kind in ("legal", "illegal")
        }
        return [
            {"reference": r, "legal": cards["legal"].get(card, ""), "barred": cards["illegal"].get(card, "")}
            for r in self.hand
            for card in [self.value(f"{r}.card")]
        ]

    @property
    def duty(self) -> str:
        """The claim that states the duty of the player to act, if there is one."""
        return f"{DUTY_CLAIMS[str(self.value('duty'))]}.me" if self.has("duty") else ""

    def card(self, reference: str) -> Markup:
        """A card, drawn, and its name."""
        address = f"{reference}.card"
        fact = self._table[address]
        text = str(fact.value)
        lexicon = self._renderer.lexicon
        index, suit = escape(lexicon.index(text[:-1])), text[-1].lower()
        # The suit stands at the origin of the drawing, so that <use> needs no place of its own.
        return Markup(
            f'<data class="fact card" data-fact="{escape(address)}" value="{text}">'
            f'<svg class="face suit-{suit}" viewBox="-16 -30 48 66" aria-hidden="true">'
            f'<text x="-11" y="-6">{index}</text><use href="#suit-{suit}"/></svg> '
            f'<span class="name">{escape(name(fact, lexicon))}</span></data>'
        )

    def claim(self, address: str) -> Markup:
        """A claim in the first phrase that the language has for it."""
        claim = self._renderer.vocabulary.resolve(address, Scope(self._table.rules.id, self.example))
        if not isinstance(claim, Claim):
            raise KeyError(address)
        phrase = sentence(claim, self._renderer.lexicon)
        return Markup('<data class="claim" data-fact="{}" value="true">{}</data>').format(address, phrase)

    # scores

    @property
    def names_trump(self) -> bool:
        """Belote with a trump names no suit: any will do."""
        return self._table.rules.game == "coinche" or self.value("trump") in ("no-trump", "all-trump")

    @property
    def contract_name(self) -> bool:
        return self.has("contract.name")

    @property
    def declared(self) -> list[str]:
        return [s for s in ("ns", "ew") if self.value(f"{s}.declarations")]

    @property
    def sides(self) -> list[dict[str, object]]:
        out: list[dict[str, object]] = []
        for reference in ("ns", "ew"):
            lines = [
                a.removesuffix(".name")
                for a in self._table
                if a.startswith(f"{reference}.line.") and a.endswith(".name")
            ]
            shown = [{"address": a, "plus": n > 0 and int(self.value(a)) > 0} for n, a in enumerate(lines)]
            out.append({"reference": reference, "lines": shown})
        return out


PLACES: Mapping[str, tuple[int, int, int, int]] = {
    "N": (180, 28, 172, 72),
    "E": (290, 102, 282, 147),
    "S": (180, 177, 172, 222),
    "W": (70, 102, 62, 147),
}
"""Where a seat's name and the suit of its card are drawn on a table of 360 by 280: compass positions in every
language."""
SEAT_WIDTH = 124
"""What a seat's name may take of the table's width, beside the edge and the card across."""
LETTER_WIDTH = 8.4
"""What a letter of a seat's name takes on average; those of East Asian scripts take twice as much."""


class PictureView(ExampleView):
    """A trick drawn as seen from above."""

    @property
    def places(self) -> list[dict[str, object]]:
        plays = {self.value(f"{n}.seat"): str(n) for n in self.trick_with_play}
        seats = {**{s: f"{n}.seat" for s, n in plays.items()}}
        for reference in ("me", "next"):
            if self.has(f"{reference}.seat"):
                seats.setdefault(self.value(f"{reference}.seat"), f"{reference}.seat")
        out = []
        for seat, (seat_x, seat_y, card_x, card_y) in PLACES.items():
            card = f"{plays[seat]}.card" if seat in plays else ""
            out.append(
                {
                    "seat": seats.get(seat, ""),
                    "seat_x": seat_x,
                    "seat_y": seat_y,
                    "seat_width": self._seat_width(seats.get(seat, "")),
                    "card": card,
                    "card_x": card_x,
                    "card_y": card_y,
                }
            )
        return [place for place in out if place["seat"]]

    def _seat_width(self, address: str) -> int:
        """The width that a seat's name is drawn in, 0 for its own: a long one is pressed together to fit."""
        words = name(self._table[address], self._renderer.lexicon) if address else ""
        wide = sum(2 if east_asian_width(c) in "WF" else not combining(c) for c in words)
        return SEAT_WIDTH if wide * LETTER_WIDTH > SEAT_WIDTH else 0

    def drawn_seat(self, place: Mapping[str, object]) -> Markup:
        """A seat's name in the picture, marked."""
        address = str(place["seat"])
        return Markup('<tspan data-fact="{}" data-value="{}">{}</tspan>').format(
            address, self.value(address), name(self._table[address], self._renderer.lexicon)
        )

    def drawn_card(self, address: str) -> Markup:
        """A card in the picture, marked, with its suit at the origin."""
        text = str(self.value(address))
        return Markup(
            '<g class="face suit-{0}" data-fact="{1}" data-value="{2}">'
            '<rect class="paper" x="-16" y="-30" width="48" height="66" rx="5"/>'
            '<text class="index" x="-11" y="-6">{3}</text><use href="#suit-{0}"/></g>'
        ).format(text[-1].lower(), address, text, self._renderer.lexicon.index(text[:-1]))


class ValuesView(FactView):
    """Order and points of the cards under one rule set."""

    def __init__(self, renderer: Renderer, block: Block) -> None:
        self.rules, *self.orders = block.arguments
        super().__init__(renderer, renderer.vocabulary.rules[self.rules])
        self.id = renderer.next_id()
        self.places = [str(n) for n in range(1, 9)]

    @property
    def prefix(self) -> str:
        """Where the totals of the deal stand: those of a deal with a trump, or of the one order shown."""
        return f"k.{self.orders[0]}" if self.orders[0] in ("no-trump", "all-trump") else "k"

    def rank(self, order: str, place: str) -> Markup:
        """The card at a place of an order."""
        return self.fact(f"k.{order}.{place}.rank")

    def points(self, order: str, place: str) -> Markup:
        """What that card is worth."""
        return self.fact(f"k.{order}.{place}.points")


def chooser(renderers: Sequence[Renderer], templates: Environment) -> str:
    """The page at the root of the site: the languages, each in its own words, without drafts whose first page
    is not complete. TemplateProblem as for pages."""
    with _template_problems():
        return _chooser(renderers, templates)


def _chooser(renderers: Sequence[Renderer], templates: Environment) -> str:
    source = renderers[0]
    first = source.content.pages[0].slug
    return templates.get_template("chooser.html").render(
        **source._common(""),
        notice="",
        alternates=[],
        languages=[
            {
                "lang": r.language.lang,
                "dir": r.language.direction,
                "name": r.language.name,
                "title": r.name(next(r.content.messages())),
                "href": f"{r.language.lang}/{first}.html",
            }
            for r in renderers
            if r.publication.linked(r.language.lang, first)
        ],
    )
