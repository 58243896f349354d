"""The order of things: read, check, render, read again, write. The only writer of `output/`."""

from __future__ import annotations

import contextlib
import os
import posixpath
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path

from sitegen import catalog as catalogs
from sitegen import render
from sitegen.catalog import Catalog, Key, Language, Use
from sitegen.content import Content, Message, Page, load_content, rule_title
from sitegen.diagnostics import Place, Problem, sorted_problems
from sitegen.facts import constants, facts
from sitegen.prose.check import Scope, Vocabulary, check_message
from sitegen.prose.lexicon import Lexicon, load_lexicon
from sitegen.prose.spans import spans
from sitegen.reread import Expected, parse, reread

MARKER = "content/site.toml"


class NoProject(Exception):  # noqa: N818  # a fact about a folder, not a failure of the program
    """There is no project in this folder or above it."""


def find_root(start: Path) -> Path:
    """The project that a folder belongs to: the nearest one upwards that has `content/site.toml`."""
    for folder in (start, *start.parents):
        if (folder / MARKER).is_file():
            return folder
    raise NoProject(f"there is no {MARKER} in {start} or above it")


@dataclass
class Project:
    """A project, read: its content, languages and every message; and the problems of reading it.

    `languages` are all of the site, `selected` those that a command works on, the source first.
    """

    root: Path
    content: Content
    languages: dict[str, Language]
    selected: tuple[str, ...]
    lexicons: dict[str, Lexicon]
    catalogs: dict[str, Catalog]
    messages: dict[Key, Use]
    problems: list[Problem] = field(default_factory=list)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """Every address that prose may name."""
        return Vocabulary(
            {id: constants(rule_file.rules) for id, rule_file in self.content.rules.items()},
            {id: facts(example.solved) for id, example in self.content.examples.items()},
        )

    @property
    def source(self) -> str:
        return self.content.site.source

    def translate(self, lang: str, message: Message) -> str:
        """A message in a language: its translation, or the source where there is none to show."""
        if lang == self.source:
            return message.text.value
        text = self.catalogs[lang].get(message.key)
        return text.value if text else message.text.value

    def label(self, lang: str, text: str) -> str:
        """A text of the templates in a language."""
        if lang == self.source:
            return text
        found = self.catalogs[lang].get(catalogs.label_key(text))
        return found.value if found else text


def load(root: Path, only: Sequence[str] = ()) -> tuple[Project | None, list[Problem]]:
    """Read a project; `only` names the languages wanted, none for all. None if it cannot be read at all."""
    content, problems = load_content(root)
    if content is None:
        return None, problems
    messages, faults = catalogs.site_messages(content, root)
    problems += faults
    languages: dict[str, Language] = {}
    lexicons: dict[str, Lexicon] = {}
    translations: dict[str, Catalog] = {}
    for lang in content.site.locales:
        try:
            languages[lang] = catalogs.language(lang)
        except ValueError as error:
            problems.append(Problem("C102", Place(MARKER, 1, 1), str(error), said=lang))
            continue
        if only and lang not in only:
            continue
        lexicon, faults = load_lexicon(root / "locales" / lang / "lexicon.toml", root, lang)
        problems += faults
        if lexicon:
            lexicons[lang] = lexicon
        if lang != content.site.source:
            translations[lang], faults = catalogs.load_catalog(root, lang)
            problems += faults
    selected = tuple(lang for lang in languages if not only or lang in only)
    return Project(root, content, languages, selected, lexicons, translations, messages, problems), problems


def check(project: Project) -> list[Problem]:
    """Every problem of a project's text in every language that was read, sorted by place."""
    problems = list(project.problems)
    site = project.content.site
    problems += catalogs.check_pot(project.root, project.messages, site.title.value)
    for lang in project.selected:
        problems += _check_language(project, lang)
    return sorted_problems(problems)


def _check_language(project: Project, lang: str) -> Iterator[Problem]:
    lexicon = project.lexicons.get(lang)
    if lang == project.source:
        if lexicon:
            for use in project.messages.values():
                for scope, message in _scopes(use).items():
                    yield from check_message(message.text, scope, project.vocabulary, lexicon)
        return
    translations = project.catalogs[lang]
    if translations.header is not None:
        yield from catalogs.check_catalog(translations, project.messages)
    if lexicon is None:
        return
    for key, use in project.messages.items():
        text = translations.get(key)
        if text is not None:
            for scope in _scopes(use):
                yield from check_message(text, scope, project.vocabulary, lexicon, use.text.value)


def _scopes(use: Use) -> dict[Scope, Message]:
    """What the spans of a message read, place by place; once for all if it has none."""
    if not spans(use.text.value):
        return {Scope(use.messages[0].rules): use.messages[0]}
    return {Scope(m.rules, m.example): m for m in reversed(use.messages)}


def counts(project: Project) -> dict[str, int]:
    """What a check looked at."""
    texts = [use.text.value for use in project.messages.values()]
    per_language = sum(len(spans(text)) for text in texts)
    return {
        "pages": len(project.content.pages),
        "locales": len(project.selected),
        "messages": len(texts) * len(project.selected),
        "spans": per_language * len(project.selected),
        "facts": sum(len(t) for t in project.vocabulary.examples.values())
        + sum(len(t) for t in project.vocabulary.rules.values()),
    }


def render_site(project: Project) -> tuple[dict[str, str], list[Problem]]:
    """Every page of the selected languages in memory, path → HTML, and the problems of making and rereading it."""
    templates = render.environment(project.root)
    files: dict[str, str] = {}
    problems: list[Problem] = []
    renderers = []
    for lang in project.selected:
        renderer = render.Renderer(
            project.content,
            project.vocabulary,
            project.lexicons[lang],
            project.languages[lang],
            tuple(project.languages.values()),
            partial(project.translate, lang),
            partial(project.label, lang),
            templates,
        )
        renderers.append(renderer)
        for page in project.content.pages:
            path = f"{lang}/{page.slug}.html"
            try:
                files[path] = renderer.page(page)
            except render.TemplateProblem as error:
                problems.append(error.problem)
                continue
            problems += reread(
                files[path],
                path,
                _expected(project, lang, page),
                project.vocabulary,
                project.lexicons[lang],
                {id: rule_file.rules for id, rule_file in project.content.rules.items()},
            )
    if project.source in project.selected and not problems:
        try:
            files["index.html"] = render.chooser(renderers, templates)
        except render.TemplateProblem as error:
            problems.append(error.problem)
    return files, problems


def _expected(project: Project, lang: str, page: Page) -> Expected:
    """What a finished page must show, known from the text alone."""
    wanted: Counter[tuple[str, str]] = Counter()
    for message in page.messages():
        if message.role != "nav":
            for span in spans(project.translate(lang, message)):
                wanted[(message.example or message.rules, span.target)] += 1
    titles = {
        id: project.translate(lang, rule_title(rule_file)) for id, rule_file in project.content.rules.items()
    }
    language = project.languages[lang]
    return Expected(lang, language.direction, titles, wanted)


def build(project: Project, output: Path) -> list[Problem]:
    """Check, render, read again; if nothing is wrong, put the new site in the place of the old one."""
    problems = check(project)
    if any(p.severity == "error" for p in problems):
        return problems
    files, faults = render_site(project)
    problems += faults
    problems += check_links(files, set(project.languages) - set(project.selected))
    if not any(p.severity == "error" for p in problems):
        assets = project.root / "templates" / "assets"
        contents: dict[str, bytes] = {path: text.encode() for path, text in files.items()}
        for path in sorted(p for p in assets.rglob("*") if p.is_file()):
            contents[f"assets/{path.relative_to(assets).as_posix()}"] = path.read_bytes()
        swap_in(contents, output)
    return sorted_problems(problems)


def check_links(files: Mapping[str, str], elsewhere: Set[str] = frozenset()) -> Iterator[Problem]:
    """Links of the finished pages that lead to no page or to no element of it.

    Languages `elsewhere` are not built this time: links to them are taken on trust.
    """
    trees = {path: parse(html) for path, html in files.items()}
    ids = {
        path: {e.attributes["id"] for e in tree.walk() if "id" in e.attributes}
        for path, tree in trees.items()
    }
    for path, tree in trees.items():
        for element in tree.walk():
            href = element.attributes.get("href", "")
            if element.tag != "a" or re.match(r"[a-z]+:", href):
                continue
            target, _, anchor = href.partition("#")
            goal = posixpath.normpath(posixpath.join(posixpath.dirname(path), target)) if target else path
            if goal.split("/")[0] in elsewhere:
                continue
            if goal not in files:
                yield Problem("H107", Place(path, element.line), f"there is no page {goal}", said=href)
            elif anchor and anchor not in ids[goal]:
                yield Problem("H107", Place(path, element.line), f"{goal} has no {anchor}", said=href)


def swap_in(contents: Mapping[str, bytes], output: Path) -> None:
    """Write a tree beside `output` and put it in its place; an ignore file in the old tree is kept."""
    output.parent.mkdir(parents=True, exist_ok=True)
    new = Path(tempfile.mkdtemp(prefix=f".{output.name}.", dir=output.parent))
    try:
        new.chmod(0o755)
        ignore = output / ".gitignore"
        if ignore.is_file():
            shutil.copy(ignore, new / ".gitignore")
        for path, content in contents.items():
            (new / path).parent.mkdir(parents=True, exist_ok=True)
            (new / path).write_bytes(content)
        old = Path(tempfile.mkdtemp(prefix=f".{output.name}.old.", dir=output.parent))
        if output.exists():
            os.rename(output, old / "site")
        os.rename(new, output)
    except BaseException:
        shutil.rmtree(new, ignore_errors=True)
        raise
    shutil.rmtree(old, ignore_errors=True)


def update_catalogs(project: Project) -> tuple[list[str], list[Problem]]:
    """Write messages.pot and every PO file anew from the messages. Returns what changed.

    A file that cannot be read is left as it is, and its problems are returned.
    """
    title = project.content.site.title.value
    texts = {catalogs.POT: catalogs.render_pot(project.messages, title)}
    problems: list[Problem] = []
    for lang in project.content.site.locales:
        if lang == project.source:
            continue
        path = project.root / catalogs.po_path(lang)
        old = Catalog(lang, catalogs.po_path(lang), None, {})
        if path.exists():
            old, faults = catalogs.load_catalog(project.root, lang)
            if faults:
                problems += faults
                continue
        texts[old.path] = catalogs.render_po(catalogs.update(old, project.messages, title))
    changed = []
    for name, text in texts.items():
        path = project.root / name
        if not path.exists() or path.read_text("utf-8") != text:
            _write(path, text)
            changed.append(name)
    return changed, problems


def _write(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
