"""Pages as HTML, in memory: blocks and translations through Jinja templates, every fact marked.

A fact on a page is `<data class="fact" data-fact="2.card" value="10C">dziesiątkę</data>`; templates get
facts, words and `_()`, never engine objects, so that no value can reach a page unmarked. `reread` looks at
the result without knowing how it was made.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from unicodedata import combining, east_asian_width
from urllib.parse import quote
from uuid import NAMESPACE_URL, uuid5

from jinja2 import (
    Environment,
    FileSystemLoader,
    StrictUndefined,
    Template,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
)
from markupsafe import Markup, escape

from sitegen.assets import POLICY, fonts, images
from sitegen.assets.outside import NOT_FOUND
from sitegen.assets.search import index_file
from sitegen.catalog import Language, day_in_words, locale_name, number, percent
from sitegen.collation import by_letter, in_order
from sitegen.content import (
    AT,
    Block,
    Change,
    Content,
    Heading,
    Html,
    Message,
    Page,
    Part,
    RuleFile,
    Words,
    rule_title,
    switch_meaning,
    walk,
)
from sitegen.crossrefs import CrossReferences, Explained, anchor_of
from sitegen.diagnostics import Place, Problem
from sitegen.facts import Fact, FactTable
from sitegen.prose.check import Scope, Vocabulary
from sitegen.prose.claims import Claim, formulas_in, sentence
from sitegen.prose.lexicon import Lexicon
from sitegen.prose.spans import Node, leaves, name, parse, plain
from sitegen.prose.terms import TermFinder, forms_of
from sitegen.prose.text import INVISIBLE, digits_value, visible
from sitegen.publication import Publication

DUTY_CLAIMS = {
    "lead": "free", "free": "free", "follow": "must-follow", "overtrump": "must-overtrump", "ruff": "must-ruff",
    "overruff": "must-overruff", "undertrump": "must-undertrump",
}  # fmt: skip

SEARCH, A_TO_Z = "search", "index-a-z"
"""Pages that others lead to by name."""
DESCRIPTION = 160
"""Characters of a page's description, at most: search engines show no more."""

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
    found: Place | None = None
    for frame, line in traceback.walk_tb(error.__traceback__):
        name = Path(frame.f_code.co_filename)
        if name.suffix == ".html":
            # In what is rendered Jinja has put the template's lines into the traceback; in a macro that is called
            # from outside stand those of the compiled code, and the template tells which of its lines they are.
            template = frame.f_globals.get("__jinja_template__")
            own = template.get_corresponding_lineno(line) if isinstance(template, Template) else line
            found = Place(f"templates/{name.name}", own, 1)
    if found:
        return found
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


def shortened(text: str) -> str:
    """A text that is not longer than a description may be: cut at the end of a word, with a sign of that."""
    if len(text) <= DESCRIPTION:
        return text
    kept, _, _ = text[:DESCRIPTION].rpartition(" ")
    return f"{(kept or text[: DESCRIPTION - 1]).rstrip(' ,;:.–—')}…"


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
            found[block] = frozenset().union(*(_labels(bodies[name]) for name in _called(block, bodies)))
    return found


def _called(macro: str, bodies: Mapping[str, str]) -> set[str]:
    """A macro and the macros of the same file that it calls, and those that these call."""
    found: set[str] = set()
    left = [macro]
    while left:
        name = left.pop()
        found.add(name)
        left += [m[1] for m in _CALL.finditer(bodies[name]) if m[1] in bodies and m[1] not in found]
    return found


_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
_MACRO = re.compile(r"\{%-?\s*macro\s+(\w+)")
_CALL = re.compile(r"(?<![.\w])(\w+)\(")
_LABEL = re.compile(r"""\b_(?:plain)?\(\s*(?:"([^"]*)"|'([^']*)')\s*\)""")


def _labels(source: str) -> frozenset[str]:
    return frozenset(m[1] or m[2] for m in _LABEL.finditer(source) if m[1] or m[2])


@dataclass
class Renderer:
    """Renders the pages of one language.

    `translate` gives a message of the content in that language, `label` a text of the templates; None where
    there is no translation to show: then the text of the source stands in its place, marked. `languages` are
    all that are built, the source first; `figures` gives what a `checks` block tells, by name. `assets` are the files
    that pages may name, `download` is where the site can be had as one file,
    `document` where a language can be had as one document.
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
    references: CrossReferences
    figures: Callable[[], Mapping[str, int]]
    assets: Set[str] = frozenset()
    download: str = ""
    document: str = ""
    _ids: int = field(default=0, init=False)
    _current: Page | None = field(default=None, init=False)
    _linked: set[str] = field(default_factory=set, init=False)
    _anchored: set[str] = field(default_factory=set, init=False)

    # words ----------------------------------------------------------------------------------------

    def words(self, message: Message) -> Markup:
        """A message in the page's language, as inline HTML with its facts marked."""
        translation = self.translate(message)
        language = self.source if translation is None else self.language
        scope = Scope(message.rules, message.example)
        parsed = parse(message.text.value if translation is None else translation)
        if self._current and message.role in _LINKING and language.lang == self.lexicon.lang:
            found = self._found_terms("".join(node.text for node in leaves(parsed)), message)
            parsed = tuple(_with_terms(parsed, found, self._linked)[0])
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

    def heading_words(self, message: Message) -> Markup:
        """The words of a heading or title inside a link to it: facts marked, links of its own undone."""
        translation = self.translate(message)
        language = self.source if translation is None else self.language
        parsed = parse(message.text.value if translation is None else translation)
        scope = Scope(message.rules, message.example)
        shown = Markup("").join(self._inline(tuple(_unlinked(parsed)), scope, language))
        return self.fallback(shown) if translation is None else shown

    def _found_terms(self, text: str, message: Message) -> list[tuple[int, int, str]]:
        """Where the words of a message name what the site explains: (start, end, notion), in order."""
        return [
            (start, end, notion)
            for start, end, notion in self._finder.find(text)
            if notion in self._terms and self._surely_names(message, notion)
        ]

    def _surely_names(self, message: Message, notion: str) -> bool:
        """Whether a word of a notion names that notion here, and not a twin of it that the language has no word
        of its own for: then the source decides."""
        twins = self.references.twins(notion)
        return twins <= self.lexicon.terms.keys() or self.references.names(message, notion)

    @cached_property
    def _finder(self) -> TermFinder:
        return TermFinder({name: explained.term for name, explained in self._terms.items()}, self.lexicon)

    @cached_property
    def _terms(self) -> Mapping[str, Explained]:
        """The words of the game that the site explains."""
        return {explained.name: explained for explained in self.references.terms}

    @cached_property
    def _term_forms(self) -> Mapping[str, Sequence[str]]:
        """The forms of each of these words in the page's language."""
        return {name: forms_of(explained.term, self.lexicon) for name, explained in self._terms.items()}

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
            elif node.kind == "term":
                href = self._terms[node.target].href
                yield Markup('<a class="term" href="{}">{}</a>').format(href, node.text)
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
        self._current = page
        self._anchored = set()
        led = self._led(page)
        terms = self.references.terms
        self._linked = {t.name for t in terms if t.page.slug == page.slug or t.page.slug not in led}
        title = self.text(page.title)
        if page.series:
            rules = self.text(rule_title(self.content.rules[page.rules]))
            title = f"{title} · {rules} · {page.series[0]}/{page.series[1]}"
        whole = self.templates.get_template("page.html").render(
            **self._common("../", page),
            search=f"{SEARCH}.html" if page.slug != SEARCH and self._leads_to(page, SEARCH) else "",
            download=f"../{self.download}" if self.download else "",
            document=self.document,
            page={
                "title": self.words(page.title),
                "title_text": title,
                "numbers": self._numbers(page),
                "rules": page.rules,
                "rules_name": self.rules_name(page.rules),
                "body": self.body(page.parts),
            },
            home=self.publication.home(self.language.lang, page),
            navigation=self._navigation(page, "main"),
            foot=self._navigation(page, "foot"),
            trail=self._trail(page),
            report=self.report(page.slug),
            feed=any(b.name == "changes" for p in self.content.pages for b in p.blocks()),
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
        )
        self._current = None
        return whole

    def _complete(self, page: Page) -> bool:
        return self.publication.reaches(self.language.lang, page.slug)

    def _led(self, page: Page | None) -> set[str]:
        """The names of the pages that a page may lead to."""
        return {p.slug for p in self.publication.led_to(self.language.lang, page)} if page else set()

    def _leads_to(self, page: Page, slug: str) -> bool:
        """Whether a page's navigation may lead to another, if the site has that at all."""
        return slug in self._led(page)

    def _navigation(self, page: Page, place: str) -> list[dict[str, object]]:
        """The entries of a navigation: the pages that belong there and that this page leads to."""
        return [
            {"title": self.name(p.nav), "href": f"{p.slug}.html", "current": p is page}
            for p in self.publication.led_to(self.language.lang, page)
            if p.place == place
        ]

    def _trail(self, page: Page) -> list[dict[str, object]]:
        """The way from the first page to this one, over the pages that it is under; none on the first page."""
        first = self.content.pages[0]
        if page is first:
            return []
        steps: list[dict[str, object]] = []
        steps.append({"name": self.name(first.nav), "href": self.publication.home(self.language.lang, page)})
        led = self._led(page)
        for above in self.content.above(page):
            if above is not first and above.slug in led:
                steps.append({"name": self.name(above.nav), "href": f"{above.slug}.html"})
        return [*steps, {"name": self.name(page.nav), "href": ""}]

    def report(self, place: str) -> Markup:
        """A link for telling of an error at a place, `play#ruff`; nothing if the site has no address for that."""
        if not self.content.site.report:
            return Markup("")
        href = report_address(self.content.site.report, place, self.language.lang)
        return self._macro("report", {"href": href})

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

    # what a page says of itself to browsers, search engines and other sites ------------------------

    def _head(self, root: str, page: Page | None, title: str) -> dict[str, object]:
        """What stands in the head of a page; of the chooser, if there is no `page`.

        Addresses are absolute, and a page that is not complete, or stands for another, has none.
        """
        base_url = self.content.site.base_url
        lang = self.language.lang
        own = fonts.face_of(self.language.name) if page else None
        sheet = fonts.sheet_of(own)
        # A block that few pages have may bring a style sheet, named as the block is.
        own_sheets = dict.fromkeys(f"{block.name}.css" for block in page.blocks()) if page else ()
        scripts = ["site.js", "offline.js"]
        if page and page.slug == SEARCH:
            scripts += [index_file(lang), "search.js"]
        slug = page.slug if page else self.content.pages[0].slug
        listed = self.publication.complete(slug) if base_url and slug != NOT_FOUND else []
        if page and lang not in listed:
            listed = []
        canonical = (f"{base_url}{lang}/{slug}.html" if page else base_url) if listed else ""
        alternates = [{"hreflang": tag, "href": f"{base_url}{tag}/{slug}.html"} for tag in listed]
        return {
            "policy": POLICY,
            "title": title,
            "description": self._description(page),
            "canonical": canonical,
            "alternates": [*alternates, {"hreflang": "x-default", "href": base_url}] if listed else [],
            "locale": locale_name(lang),
            "other_locales": [locale_name(tag) for tag in listed if tag != lang],
            "image": f"{base_url or root}assets/{images.file(lang)}"
            if images.file(lang) in self.assets
            else "",
            "width": images.SIZE[0],
            "height": images.SIZE[1],
            "preload": [own.file] if own else [],
            "styles": [name for name in ("site.css", sheet, *own_sheets) if name in self.assets],
            "scripts": [name for name in scripts if name in self.assets],
        }

    def _description(self, page: Page | None) -> str:
        """The beginning of a page's summary, for search engines."""
        blocks = page.blocks() if page else ()
        summary = next((block for block in blocks if block.name == "summary"), None)
        said = [self.text(p.message) for p in walk(summary.parts) if isinstance(p, Words)] if summary else []
        return shortened(" ".join(" ".join(said).split()))

    def _asset(self, name: str) -> str:
        if name not in self.assets:
            raise LookupError(f"there is no asset {name}; known are {', '.join(sorted(self.assets))}")
        return name

    def _common(self, root: str, page: Page | None = None) -> dict[str, object]:
        unlisted = page is not None and page.slug == NOT_FOUND
        return {
            "_": self._label,
            "_plain": self._plain,
            "lang": self.language.lang,
            "dir": self.language.direction,
            "noindex": unlisted or any(language.pseudo for language in self.languages),
            "asset": lambda name: f"{root}assets/{self._asset(name)}",
            "head": self._head(root, page, self.text(page.title if page else self.title)),
            "site_title": self.text(self.title),
            "site_name": self.name(self.title),
        }

    def _numbers(self, page: Page) -> list[Markup]:
        """Which of how many pages a page is, marked; nothing of a page that stands alone."""
        return [
            self.number(name, n) for name, n in zip(("number", "numbers"), page.series or (), strict=False)
        ]

    @staticmethod
    def number(name: str, n: int) -> Markup:
        """A number of the site itself, marked."""
        return Markup('<data class="count" data-count="{}" value="{}">{}</data>').format(name, n, n)

    @cached_property
    def title(self) -> Message:
        """The title of the site."""
        return next(self.content.messages())

    def body(self, parts: Sequence[Part]) -> Markup:
        """Parts as HTML, in order."""
        out = []
        section = ""
        for part in parts:
            if isinstance(part, Html):
                out.append(Markup(part.html))
            elif isinstance(part, Words):
                out.append(self.words(part.message))
            elif isinstance(part, Heading):
                if part.level <= 2:
                    out.append(self._section_end(section))
                    section = part.id
                out.append(self._heading(part))
            else:
                out.append(self.block(part))
        out.append(self._section_end(section))
        return Markup("").join(out)

    def _heading(self, heading: Heading) -> Markup:
        """A heading; one with an id has a link to itself beside it."""
        words = self.words(heading.message)
        if not heading.id:
            return Markup("<h{0}>{1}</h{0}>").format(heading.level, words)
        shape = Markup('<div class="headed"><h{0} id="{1}">{2}</h{0}>{3}</div>')
        return shape.format(heading.level, heading.id, words, self._macro("permalink", {"id": heading.id}))

    def _section_end(self, id: str) -> Markup:
        """What stands at the end of a section: where other pages state the same, and how to report an error."""
        if not id or self._current is None:
            return Markup("")
        led = self._led(self._current)
        found = [s for s in self.references.related(self._current, id) if s.page.slug in led]
        report = self.report(f"{self._current.slug}#{id}")
        if not found and not report:
            return Markup("")
        entries = [self._entry(s.href, s.heading.message) for s in found]
        return self._macro("related", {"entries": entries, "report": report})

    def _entry(self, href: str, message: Message) -> dict[str, object]:
        """A link to a section or an example, in its words; `scope` says what the facts in them are read under."""
        scope = Markup('data-rules="{}"').format(message.rules)
        if message.example:
            scope += Markup(' data-example="{}"').format(message.example)
        return {"href": href, "words": self.heading_words(message), "scope": scope}

    def anchor(self, example: str) -> str:
        """The id of an example that the page shows; nothing for one that it has shown already."""
        if example in self._anchored:
            return ""
        self._anchored.add(example)
        return anchor_of(example)

    @property
    def current(self) -> str:
        """The name of the page that is being rendered."""
        return self._current.slug if self._current else ""

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

    def _view_practice(self, block: Block) -> object:
        rows: dict[str, list[dict[str, object]]] = {}
        for page in self.content.practice:
            number = self.number(page.slug, page.series[0] if page.series else 1)
            rows.setdefault(page.rules, []).append({"href": f"{page.slug}.html", "number": number})
        return {
            "sets": [
                {"rules": rules, "name": self.rules_name(rules), "pages": pages}
                for rules, pages in rows.items()
            ]
        }

    def _view_pager(self, block: Block) -> object:
        listing, before, after = block.arguments
        return {
            "before": f"{before}.html" if before else "",
            "after": f"{after}.html" if after else "",
            "listing": f"{listing}.html",
            "name": self.name(next(page for page in self.content.pages if page.slug == listing).nav),
        }

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

    def _view_glossary(self, block: Block) -> object:
        terms = [self._terms[b.arguments[0]] for b in block.parts if isinstance(b, Block)]
        words = [self._term_forms[explained.name][0] for explained in terms]
        return {
            "entries": [
                {
                    "id": terms[n].id,
                    "word": mark_word(terms[n].term.cls, terms[n].term.value, words[n]),
                    "body": self.body(terms[n].body),
                }
                for n in in_order(words, self.language.lang)
            ]
        }

    def _view_az(self, block: Block) -> object:
        led = self._led(self._current)
        found: list[tuple[str, dict[str, object]]] = []
        for explained in self.references.terms:
            if explained.page.slug in led:
                word = self._term_forms[explained.name][0]
                marked = mark_word(explained.term.cls, explained.term.value, word)
                entry = {"href": explained.href, "words": marked, "scope": ""}
                found.append((word, {**entry, "page": ""}))
        for page, href, message in self.references.titles:
            if page.slug in led:
                found.append(
                    (self.text(message), {**self._entry(href, message), "page": self.name(page.nav)})
                )
        letters = by_letter([words for words, _ in found], self.language.lang)
        return {
            "groups": [
                {"id": f"letter-{n}", "letter": letter, "entries": [found[place][1] for place in places]}
                for n, (letter, places) in enumerate(letters, start=1)
            ]
        }

    def _view_agreement(self, block: Block) -> object:
        files = [self.content.rules[rules] for rules in block.arguments]
        led = self._led(self._current)
        rows = []
        for switch in dict.fromkeys(switch for file in files for switch in file.meanings):
            shown = self.references.decided(block.arguments, switch)
            title = shown.title if shown and shown.page.slug in led else None
            rows.append(
                {
                    "switch": switch,
                    "answers": self._switch_row(files, switch)["cells"],
                    "example": self._entry(shown.href, title) if shown and title else None,
                    "under": self._entry("", shown.context) if shown and shown.context else None,
                }
            )
        sets = [self.rules_name(file.rules.id) for file in files]
        return {"id": self.next_id(), "sets": sets, "rows": rows}

    def _view_checks(self, block: Block) -> object:
        shape = Markup('<data class="count" data-count="{}" value="{}">{}</data>')
        lang = self.language.lang
        return {name: shape.format(name, n, number(lang, n)) for name, n in self.figures().items()}

    def _view_changes(self, block: Block) -> object:
        return {
            "changes": [
                {
                    "id": change.id,
                    "date": change.date.isoformat(),
                    "day": day_in_words(self.language.lang, change.date),
                    "rules": change.rules[0],
                    "sets": [self.rules_name(id) for id in change.rules if id in self.content.rules],
                    "words": self.words(change.text),
                }
                for change in self.content.changes
            ]
        }

    def _view_names(self, block: Block) -> object:
        groups = []
        for cls in block.arguments:
            names = [
                {"sign": self._sign(cls, value), "word": mark_word(cls, value, word)}
                for value, word in self.lexicon.labels[cls].items()
            ]
            groups.append({"cls": cls, "names": names})
        return {"groups": groups}

    def _view_search(self, block: Block) -> object:
        page = next(p for p in self.content.pages if p.slug == A_TO_Z) if self._has(A_TO_Z) else None
        return {
            "id": self.next_id(),
            "a_to_z": {"href": f"{page.slug}.html", "title": self.name(page.title)} if page else None,
        }

    def _has(self, slug: str) -> bool:
        """Whether there is a page that this language's pages may lead to."""
        there = any(page.slug == slug for page in self.content.pages)
        return there and self.publication.linked(self.language.lang, slug)

    def _view_languages(self, block: Block) -> object:
        rows = [
            {
                "lang": other.lang,
                "dir": other.direction,
                "name": other.name,
                "draft": self.publication.is_draft(other.lang),
                "whole": self.share(other.lang, self.publication.whole(other.lang).hundredths),
                "lacking": [
                    {
                        "name": self.name(page.nav),
                        "share": self.share(f"{other.lang}/{page.slug}", share),
                        "below": not self.publication.reaches(other.lang, page.slug),
                    }
                    for page, share in self.publication.lacking(other.lang)
                ],
            }
            for other in self.languages
        ]
        return {"id": self.next_id(), "rows": rows}

    def _sign(self, cls: str, value: str) -> Markup:
        """What stands for a word on a card: its suit or its index; nothing for seats and sides."""
        if cls == "suit":
            return mark_word(cls, value, drawn_suit(value))
        if cls == "rank":
            shape = Markup('<data class="word face" data-word="rank" value="{}">{}</data>')
            return shape.format(value, self.lexicon.index(value))
        return Markup("")


_LINKING = frozenset(("text", "item", "cell"))
"""The roles of messages in which a word of the game leads to its meaning: no headings, titles, captions."""


def report_address(pattern: str, place: str, lang: str) -> str:
    """Where to tell of an error: the address that the site has for that, with the place and language in it."""
    return pattern.replace("{id}", quote(f"{place} ({lang})", safe=""))


def _unlinked(nodes: Sequence[Node]) -> Iterator[Node]:
    """Nodes with the words of links in the place of the links."""
    for node in nodes:
        if node.kind == "link":
            yield from _unlinked(node.children)
        else:
            yield replace(node, children=tuple(_unlinked(node.children)))


def _with_terms(
    nodes: Sequence[Node], found: Sequence[tuple[int, int, str]], linked: set[str], at: int = 0
) -> tuple[list[Node], int]:
    """Nodes with the words of the game in them as links, and where they end in the text of the message, of which
    they begin at `at`. `found` are the words in that text; a notion that is `linked` already, a word that stands in
    a link or span, even in part, is left as it is."""
    out: list[Node] = []
    for node in nodes:
        if node.children:
            within = found if node.kind != "link" else ()
            children, at = _with_terms(node.children, within, linked, at)
            out.append(replace(node, children=tuple(children)))
            continue
        done, end = at, at + len(node.text)
        for start, stop, notion in found if node.kind == "text" else ():
            if done <= start and stop <= end and notion not in linked:
                linked.add(notion)
                if start > done:
                    out.append(
                        replace(node, text=node.text[done - at : start - at], start=node.start + done - at)
                    )
                out.append(Node("term", node.start + start - at, node.text[start - at : stop - at], notion))
                done = stop
        if done < end:
            out.append(replace(node, text=node.text[done - at :], start=node.start + done - at))
        at = end
    return out, at


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


@dataclass(frozen=True)
class Choice:
    """What one or more rule sets answer to an example: `answer` in the first of them, and whoever answers alike.

    `own` says that it is the answer which the example's block shows anyway.
    """

    answer: FactView
    alike: Sequence[FactView]
    own: bool


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
    def rules(self) -> str:
        """The rule set, as attributes name it."""
        return self._table.rules.id

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
        self._place = block.place
        self.anchor = renderer.anchor(self.example)

    @property
    def report(self) -> Markup:
        """A link for telling of an error in this example."""
        return self._renderer.report(f"{self._renderer.current}#{anchor_of(self.example)}")

    @cached_property
    def choices(self) -> list[Choice]:
        """The answers of all rule sets that can be asked, first the one which the block shows."""
        groups = self._renderer.content.answers.alike(self.example)
        return [
            Choice(self._under(first), [self._under(rules) for rules in rest], n == 0)
            for n, (first, *rest) in enumerate(groups)
        ]

    def _under(self, rules: str) -> ExampleView:
        if rules == self._table.rules.id:
            return self
        return ExampleView(self._renderer, Block("answer", (f"{self.example}{AT}{rules}",), self._place))

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
    def barred(self) -> list[str]:
        """The cards that may not be played."""
        return [f"illegal.{n}" for n in range(1, 9) if self.has(f"illegal.{n}.card")]

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
            f'<text x="-11" y="-8">{index}</text><use href="#suit-{suit}"/></svg> '
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
    def all_tricks(self) -> str:
        """The claim that a side took all the tricks, where the outcome does not say so; else nothing."""
        if self.value("outcome") == "capot":
            return ""
        scope = Scope(self._table.rules.id, self.example)
        claims = [
            (a, self._renderer.vocabulary.resolve(a, scope)) for a in ("all-tricks.ns", "all-tricks.ew")
        ]
        return next((a for a, claim in claims if isinstance(claim, Claim) and claim.truth is True), "")

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
    "N": (180, 32, 172, 72),
    "E": (290, 107, 282, 147),
    "S": (180, 182, 172, 222),
    "W": (70, 107, 62, 147),
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
            '<text class="index" x="-11" y="-8">{3}</text><use href="#suit-{0}"/></g>'
        ).format(text[-1].lower(), address, text, self._renderer.lexicon.index(text[:-1]))


class ValuesView(FactView):
    """Order and points of the cards under one rule set."""

    def __init__(self, renderer: Renderer, block: Block) -> None:
        rules, *self.orders = block.arguments
        super().__init__(renderer, renderer.vocabulary.rules[rules])
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


def feed(renderer: Renderer) -> str:
    """The changes of the rules as an Atom feed in one language. Its names hold for ever: they depend on the
    title of the site in its source language, the language and the change, not on where the site is."""
    lang, content = renderer.language.lang, renderer.content
    site = content.site
    page = next(p for p in content.pages if any(b.name == "changes" for b in p.blocks()))

    def named(what: str) -> str:
        return f"urn:uuid:{uuid5(NAMESPACE_URL, f'{site.title.value}/{lang}/{what}')}"

    def updated(change: Change) -> str:
        return f"{change.date.isoformat()}T00:00:00Z"

    here = f"{site.base_url}{lang}/" if site.base_url else ""
    lines = [
        Markup('<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{}">').format(lang),
        Markup("<title>{} · {}</title>").format(renderer.text(page.title), renderer.text(renderer.title)),
        Markup("<id>{}</id>").format(named("changes")),
        Markup("<updated>{}</updated>").format(updated(content.changes[0])),
        Markup("<author><name>{}</name></author>").format(renderer.text(renderer.title)),
        Markup('<link rel="alternate" type="text/html" href="{}{}.html"/>').format(here, page.slug),
    ]
    if here:
        lines.append(Markup('<link rel="self" type="application/atom+xml" href="{}feed.xml"/>').format(here))
    for change in content.changes:
        about = " · ".join(renderer.text(rule_title(content.rules[id])) for id in change.rules)
        address = f"{here}{page.slug}.html#{change.id}"
        lines += [
            Markup("<entry>"),
            Markup("<title>{}</title>").format(about),
            Markup("<id>{}</id>").format(named(change.id)),
            Markup("<updated>{}</updated>").format(updated(change)),
            Markup('<link rel="alternate" type="text/html" href="{}"/>').format(address),
            Markup('<content type="text">{}</content>').format(renderer.text(change.text)),
            Markup("</entry>"),
        ]
    return "\n".join(['<?xml version="1.0" encoding="utf-8"?>', *map(str, lines), "</feed>", ""])


def chooser(renderers: Sequence[Renderer], templates: Environment, slug: str = "") -> str:
    """The page at the root of the site: the languages, each in its own words, without drafts whose first page
    is not complete. With a `slug` it leads to that page in each language, and is called as that is.
    TemplateProblem as for pages."""
    with _template_problems():
        return _chooser(renderers, templates, slug)


def _chooser(renderers: Sequence[Renderer], templates: Environment, slug: str) -> str:
    source = renderers[0]
    page = next((page for page in source.content.pages if page.slug == slug), None)
    goal = page or source.content.pages[0]
    common = source._common("")
    if page:
        common |= {"noindex": True, "head": source._head("", page, source.text(page.title))}
    return templates.get_template("chooser.html").render(
        **common,
        notice="",
        feed=False,
        languages=[
            {
                "lang": r.language.lang,
                "dir": r.language.direction,
                "name": r.language.name,
                "title": r.name(page.title if page else r.title),
                "href": f"{r.language.lang}/{goal.slug}.html",
            }
            for r in renderers
            if r.publication.linked(r.language.lang, goal.slug)
        ],
    )
