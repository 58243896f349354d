"""What the preview shows: one page of one language, made from the files as they are now, and its problems.

Nothing is made ahead. A page reads what it shows: the content, the language's lexicon, and of the catalogue
the entries that it needs; what did not change since the last page is remembered. A file that cannot be read
never stops anything: what the page would be is told as a list of problems.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from threading import RLock

from markupsafe import Markup

from sitegen import catalog as catalogs
from sitegen import render, site
from sitegen.catalog import Catalog, Language
from sitegen.content import Content, LoadedExample, Message, Page, load_content, rule_title
from sitegen.diagnostics import CODES, Place, Problem, sorted_problems
from sitegen.facts import FactTable, constants, facts
from sitegen.prose.check import Vocabulary
from sitegen.prose.lexicon import Lexicon, load_lexicon
from sitegen.prose.lint import lint
from sitegen.publication import Publication
from sitegen.reread import reread
from sitegen.serve.memory import Memory
from sitegen.site import MARKER, Project


@dataclass(frozen=True)
class Shown:
    """What a browser gets: HTTP status and a document."""

    status: int
    html: str


class PlacedRenderer(render.Renderer):
    """Renders pages on which each message says where it stands."""

    def words(self, message: Message) -> Markup:
        place = shown_place(message, self.catalog)
        shape = Markup('<span data-place="{}:{}" data-message="{}">{}</span>')
        return shape.format(place.path, place.line, mark_of(message), super().words(message))

    catalog: Catalog | None = None


def shown_place(message: Message, catalog: Catalog | None) -> Place:
    """Where the words that a language has for a message stand, or would: its entry, or the source."""
    entry = catalog.entries.get(message.key) if catalog else None
    return (entry.msgstr if entry else message.text).place()


def mark_of(message: Message) -> str:
    """What tells a message of a page from every other."""
    place = message.text.place()
    return f"{place.path}:{place.line}:{place.column}"


class EveryPage(Publication):
    """In the preview every page of every language is linked, also those of drafts."""

    def linked(self, lang: str, slug: str) -> bool:
        return lang in self.languages

    def complete(self, slug: str) -> list[str]:
        return []


@dataclass
class View:
    """A page of a language, read; what is None could not be, and `problems` say why."""

    lang: str
    slug: str
    project: Project | None = None
    page: Page | None = None
    problems: list[Problem] = field(default_factory=list)

    @property
    def exists(self) -> bool:
        """Whether the site has such a page, as far as one can tell."""
        if self.project is None:
            return True
        settings = self.project.content.site
        return self.slug in settings.pages and self.lang in settings.locales


class Tables(Mapping[str, FactTable]):
    """The facts of examples, each found out when it is asked for and kept while the example is the same."""

    def __init__(self, examples: Mapping[str, LoadedExample], before: Tables | None) -> None:
        self._examples = examples
        self._made: dict[str, tuple[LoadedExample, FactTable]] = {}
        if before is not None:
            kept = before._made.items()
            self._made = {id: made for id, made in kept if examples.get(id) is made[0]}

    def __getitem__(self, id: str) -> FactTable:
        if id not in self._made:
            example = self._examples[id]
            self._made[id] = (example, facts(example.solved))
        return self._made[id][1]

    def __iter__(self) -> Iterator[str]:
        return iter(self._examples)

    def __len__(self) -> int:
        return len(self._examples)


class Preview:
    """The pages of a project as they are now. Its methods may be called from several threads."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._lock = RLock()
        self._remember = Memory()
        self._templates = render.environment(root)
        self._languages: dict[str, Language] = {}
        self._tables: Tables | None = None
        self._vocabulary: tuple[list[object], Vocabulary] | None = None

    # reading --------------------------------------------------------------------------------------

    def view(self, lang: str, slug: str) -> View:
        """Read what a page of a language shows."""
        view = View(lang, slug)
        content, view.problems = load_content(self.root, self._remember, {slug})
        if content is None:
            return view
        languages: dict[str, Language] = {}
        for tag in content.site.locales:
            try:
                languages[tag] = self._languages.get(tag) or catalogs.language(tag)
            except ValueError as error:
                view.problems.append(Problem("C102", Place(MARKER, 1, 1), str(error), said=tag))
        self._languages |= languages
        project = Project(self.root, content, languages, (lang,), {}, {}, {}, [])
        project.vocabulary = self._read_vocabulary(content)
        project.shown = {tag: languages[tag] for tag in (content.site.source, *languages) if tag in languages}
        project.publication = self._publication(None, project)
        project.source_lexicon = self._lexicon(content.site.source)[0]
        view.project = project
        view.page = next((page for page in content.pages if page.slug == slug), None)
        if not view.exists:
            return view
        lexicon, faults = self._lexicon(lang)
        view.problems += faults
        if lexicon:
            project.lexicons[lang] = lexicon
        if lang != content.site.source and view.page:
            project.catalogs[lang], faults = self._catalog(lang, content, view.page, project)
            view.problems += faults
        project.publication = self._publication(view.page, project)
        return view

    def _publication(self, page: Page | None, project: Project) -> Publication:
        """How far the page is; of the other pages that is read only where the page tells it."""
        content, read = project.content, project.catalogs
        if page is not None and any(block.name == "languages" for block in page.blocks()):
            content = load_content(self.root, self._remember)[0] or content
            read = {tag: self._whole_catalog(tag)[0] for tag in project.languages if tag != project.source}
        templates = tuple(sorted((self.root / "templates").glob("**/*.html")))
        labels = self._remember(
            "shown labels", templates, (), lambda: render.labels_by_block(self._templates)
        )
        return EveryPage(content, tuple(project.shown), labels, read)

    def _whole_catalog(self, lang: str) -> tuple[Catalog, list[Problem]]:
        path = self.root / catalogs.po_path(lang)
        return self._remember("po", (path,), (), lambda: catalogs.load_catalog(self.root, lang))

    def _lexicon(self, lang: str) -> tuple[Lexicon | None, list[Problem]]:
        path = self.root / "locales" / lang / "lexicon.toml"
        return self._remember("lexicon", (path,), (), lambda: load_lexicon(path, self.root, lang))

    def _catalog(
        self, lang: str, content: Content, page: Page, project: Project
    ) -> tuple[Catalog, list[Problem]]:
        """What a page needs of a catalogue."""
        messages = [*site.messages_of(project, page), *(p.nav for p in content.pages)]
        messages += [Message(content.site.title, "heading", ""), *map(rule_title, content.rules.values())]
        msgids = {message.text.value for message in messages}
        path = self.root / catalogs.po_path(lang)

        def read() -> tuple[Catalog, list[Problem]]:
            try:
                source = path.read_text("utf-8")
            except (OSError, UnicodeDecodeError):
                return catalogs.load_catalog(self.root, lang)
            return catalogs.read_po(catalogs.excerpt(source, msgids), catalogs.po_path(lang), lang)

        return self._remember(f"catalogue of {page.slug}", (path,), msgids, read)

    def _read_vocabulary(self, content: Content) -> Vocabulary:
        parts: list[object] = [*content.rules.values(), *content.examples.values()]
        kept = self._vocabulary
        if kept and len(kept[0]) == len(parts) and all(a is b for a, b in zip(kept[0], parts, strict=True)):
            return kept[1]
        self._tables = Tables(content.examples, self._tables)
        rules = {id: constants(rule_file.rules) for id, rule_file in content.rules.items()}
        self._vocabulary = (parts, Vocabulary(rules, self._tables))
        return self._vocabulary[1]

    # pages ----------------------------------------------------------------------------------------

    def page(self, lang: str, slug: str) -> Shown:
        """A page of a language. If it cannot be shown: the problems that are in the way, with status 500."""
        with self._lock:
            view = self.view(lang, slug)
            if not view.exists:
                return self._missing(view)
            html, problems = self._render(view)
            return Shown(200, html) if html is not None else self._hindered(view, problems)

    def _render(self, view: View) -> tuple[str | None, list[Problem]]:
        """A page as HTML; None, with the problems that are in the way, if it cannot be made."""
        if view.project is None or view.page is None or view.lang not in view.project.lexicons:
            return None, view.problems
        try:
            renderer = site.renderer_of(view.project, view.lang, self._templates, PlacedRenderer)
            assert isinstance(renderer, PlacedRenderer)
            renderer.catalog = view.project.catalogs.get(view.lang)
            return renderer.page(view.page), view.problems
        except render.TemplateProblem as error:
            # What a template lacks may only follow from a rule set or an example that cannot be read.
            grave = [p for p in view.problems if p.severity == "error" and not p.locale]
            return None, [*view.problems] if grave else [*view.problems, error.problem]
        except Exception as error:  # whatever a half-written file leads to: the preview goes on
            found = [*view.problems, *self._of_files(view)]
            if not any(p.severity == "error" for p in found):
                found.append(unforeseen(error))
            return None, found

    def chooser(self) -> Shown:
        """The page at the root: the languages."""
        with self._lock:
            view = self.view("", "")
            project = view.project
            if project is None:
                return self._hindered(view, view.problems)
            lexicons = [lexicon for lang in project.languages if (lexicon := self._lexicon(lang)[0])]
            renderers = []
            for lang in project.languages if lexicons else ():
                if lang != project.source:
                    project.catalogs[lang] = self._titles(lang, project.content)
                own = replace(project, lexicons={lang: self._lexicon(lang)[0] or lexicons[0]})
                own.vocabulary, own.publication, own.shown = (
                    project.vocabulary,
                    project.publication,
                    project.shown,
                )
                renderers.append(site.renderer_of(own, lang, self._templates))
            if not renderers:
                return self._hindered(view, [*view.problems, *self._lexicon(project.source)[1]])
            try:
                return Shown(200, render.chooser(renderers, self._templates))
            except render.TemplateProblem as error:
                return self._hindered(view, [*view.problems, error.problem])

    def _titles(self, lang: str, content: Content) -> Catalog:
        """Of a catalogue, what stands on no page."""
        path = self.root / catalogs.po_path(lang)

        def read() -> Catalog:
            try:
                source = catalogs.excerpt(path.read_text("utf-8"), {content.site.title.value})
            except (OSError, UnicodeDecodeError):
                source = ""
            return catalogs.parse_po(source, catalogs.po_path(lang), lang)[0]

        return self._remember("titles of the catalogue", (path,), content.site.title.value, read)

    def _hindered(self, view: View, problems: Sequence[Problem]) -> Shown:
        note = "It comes back by itself as soon as the files are mended."
        return Shown(500, document("This page cannot be shown", listed(sorted_problems(problems)), note))

    def _missing(self, view: View) -> Shown:
        assert view.project is not None
        settings = view.project.content.site
        links = Markup("").join(
            Markup('<li><a href="/{0}/{1}.html">{0}/{1}.html</a></li>').format(view.lang, slug)
            for slug in settings.pages
            if view.lang in settings.locales
        )
        about = [p for p in view.problems if p.place.path == f"content/pages/{view.slug}.md"]
        body = listed(about) + Markup("<ul>{}</ul>").format(links)
        note = "Languages and pages are listed in content/site.toml."
        return Shown(404, document(f"There is no page {view.lang}/{view.slug}.html", body, note))

    # problems -------------------------------------------------------------------------------------

    def problems(self, lang: str, slug: str, give_up: Callable[[], bool]) -> dict[str, object] | None:
        """The problems of a page as JSON data: `beside` those of its sentences, `above` all others that are
        known without reading the whole site. None if `give_up` says that nobody waits for them any more.

        A row of `beside` is a problem and, as `message_at`, the `data-message` of the sentence's element.
        """
        with self._lock:
            view = self.view(lang, slug)
            html, above = self._render(view) if view.exists else (None, view.problems)
            if view.exists:
                above = [*above, *self._of_files(view)]
            project, page = view.project, view.page
        beside: list[tuple[str, Problem]] = []
        if html is not None and project is not None and page is not None:
            own = [p for p in above if p.place.path == page.path]
            above = [p for p in above if p.place.path != page.path]
            beside += [(_nearest(page, p.place), p) for p in own]
            if lang in project.lexicons and (lang == project.source or project.catalogs[lang].header):
                for message, problem in site.check_page(project, lang, page):
                    if give_up():
                        return None
                    if message is None:
                        above.append(problem)
                    else:
                        beside.append((mark_of(message), problem))
            above += self._finished(project, lang, page, html, [p for _, p in beside])
        rows = [as_row(p) | {"message_at": mark} for mark, p in dict.fromkeys(beside)]
        return {
            "beside": sorted(
                rows, key=lambda r: (str(r["path"]), int(str(r["line"])), int(str(r["column"])))
            ),
            "above": [as_row(p) for p in sorted_problems(above)],
        }

    def _of_files(self, view: View) -> list[Problem]:
        """What is wrong with the files of a language and with the templates, wherever in them."""
        problems: list[Problem] = []
        lang, project = view.lang, view.project
        templates = tuple(sorted((self.root / "templates").glob("**/*.html")))
        problems += self._remember("labels", templates, (), lambda: catalogs.labels(self.root, ""))[1]
        if project is not None and lang != project.source:
            problems += self._whole_catalog(lang)[1]
        if project is not None and (lexicon := project.lexicons.get(lang)):
            source = project.source_lexicon
            paths = tuple(self.root / own.path for own in (lexicon, source) if own)
            problems += self._remember("lint", paths, (), lambda: list(lint(lexicon, source)))
        return problems

    def _finished(
        self, project: Project, lang: str, page: Page, html: str, known: Sequence[Problem]
    ) -> list[Problem]:
        """What the second reading says of the page; of one with wrong sentences it would say that again."""
        if any(p.severity == "error" for p in known):
            return []
        rules = {id: rule_file.rules for id, rule_file in project.content.rules.items()}
        wanted = site.expected(project, lang, page)
        path = f"{lang}/{page.slug}.html"
        return list(reread(html, path, wanted, project.vocabulary, project.lexicons[lang], rules))


def _nearest(page: Page, place: Place) -> str:
    """The message of a page that stands at a line or last before it; the title, if there is none."""
    messages = [m for m in page.messages() if m.role != "nav" and m.text.path == place.path]
    before = [m for m in messages if m.text.place().line <= place.line]
    return mark_of(max(before, key=lambda m: m.text.place().line, default=page.title))


def unforeseen(error: Exception) -> Problem:
    """An error of the program itself, told where it happened."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    message = f"this is a mistake of sitegen, please report it: {type(error).__name__}: {error}"
    return Problem("C107", Place("templates"), message, said=f"{frame.name}, line {frame.lineno}")


# as data and as HTML --------------------------------------------------------------------------------


def as_row(problem: Problem) -> dict[str, object]:
    """A problem as JSON data, with its name, its severity and where it is explained."""
    row = asdict(problem)
    row |= row.pop("place")
    row["fix"] = problem.fix or CODES[problem.code].fix
    return row | {
        "name": problem.name,
        "severity": problem.severity,
        "explain": f"/-/explain/{problem.code}",
    }


def listed(problems: Sequence[Problem]) -> Markup:
    """Problems as a list."""
    return rows_listed([as_row(p) for p in problems])


def rows_listed(rows: Sequence[Mapping[str, object]]) -> Markup:
    """Rows of JSON data, also those of `check --format json`, as a list."""
    items = Markup("").join(map(_item, rows))
    return Markup('<ul class="preview-problems">{}</ul>').format(items) if rows else Markup("")


def _item(row: Mapping[str, object]) -> Markup:
    numbers = [str(n) for n in (row["line"], row["column"]) if n]
    at = ":".join([str(row["path"]), *numbers])
    said = Markup('<q><bdi dir="auto">{}</bdi></q> ').format(row["said"]) if row["said"] else ""
    true = Markup(' <span class="preview-true">true: <bdi dir="auto">{}</bdi></span>').format(row["true"])
    shape = Markup(
        '<li class="preview-{}"><p><code>{}</code> <a href="{}">{} {}</a></p>'
        '<p>{}{}{}</p><p class="preview-fix">{}</p></li>'
    )
    return shape.format(
        row["severity"],
        at,
        f"/-/explain/{row['code']}",
        row["code"],
        CODES[str(row["code"])].name,
        said,
        row["message"],
        true if row["true"] else "",
        row["fix"],
    )


def document(title: str, body: Markup, note: str = "") -> str:
    """A page of the preview itself."""
    shape = Markup(
        '<!DOCTYPE html>\n<html lang="en" dir="ltr">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{0}</title>\n'
        '<meta name="color-scheme" content="light dark">\n<link rel="icon" href="data:,">\n</head>\n'
        '<body class="preview-own">\n<main>\n<h1>{0}</h1>\n<p>{1}</p>\n{2}\n</main>\n</body>\n</html>\n'
    )
    return str(shape.format(title, note, body))
