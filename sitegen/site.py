"""The order of things: read, check, render, read again, write. The only writer of `output/`."""

from __future__ import annotations

import contextlib
import os
import posixpath
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path

from sitegen import catalog as catalogs
from sitegen import render
from sitegen.catalog import Catalog, Key, Language, Use
from sitegen.content import (
    Block,
    Content,
    Message,
    Page,
    Words,
    load_content,
    rule_title,
    switch_meaning,
    walk,
)
from sitegen.diagnostics import Place, Problem, Text, sorted_problems
from sitegen.facts import constants, facts
from sitegen.prose import coverage, words
from sitegen.prose.check import Scope, Vocabulary, check_message, dropped
from sitegen.prose.lexicon import Lexicon, load_lexicon
from sitegen.prose.lint import lint
from sitegen.prose.spans import spans
from sitegen.prose.text import tokens
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


@dataclass(frozen=True)
class _Found:
    """A problem of a message, with the message it is about: for telling what all languages share."""

    key: Key
    problem: Problem


def check(project: Project) -> list[Problem]:
    """Every problem of a project's text in every language that was read, sorted by place."""
    problems = list(project.problems)
    whole = _whole(project)
    if whole:
        problems += catalogs.check_pot(project.root, project.messages, project.content.site.title.value)
    found = [f for lang in project.selected for f in _check_prose(project, lang)]
    problems += _grouped(found, project)
    for lang in project.selected:
        if lang != project.source and project.catalogs[lang].header is not None:
            faults = catalogs.check_catalog(project.catalogs[lang], project.messages)
            problems += [p for p in faults if whole or p.code != "P106"]
    for lang in project.selected:
        if lang in project.lexicons:
            problems += lint(project.lexicons[lang])
    problems += _check_source(project)
    problems += _check_words(project)
    if whole:
        problems += _check_coverage(project)
    problems += _check_equal_values(project)
    return sorted_problems(problems)


def _check_prose(project: Project, lang: str) -> Iterator[_Found]:
    """Every problem of the messages of one language against the engine."""
    lexicon = project.lexicons.get(lang)
    if lexicon is None:
        return
    for key, use in project.messages.items():
        scopes = {s: m for s, m in _scopes(use).items() if project.vocabulary.table("", s)[0] is not None}
        if lang == project.source:
            for scope, message in scopes.items():
                for problem in check_message(message.text, scope, project.vocabulary, lexicon):
                    if not _follows(problem, project):
                        yield _Found(key, problem)
            continue
        entry = project.catalogs[lang].entries.get(key)
        if entry is not None and entry.translated:
            for scope in scopes:
                for problem in check_message(
                    entry.msgstr, scope, project.vocabulary, lexicon, use.text.value, entry.seals
                ):
                    if not _follows(problem, project):
                        yield _Found(key, problem)


def _whole(project: Project) -> bool:
    """Whether every message of the site was found: what cannot be read in content or templates hides some."""
    return not any(p.code.startswith("C") for p in project.problems)


def _follows(problem: Problem, project: Project) -> bool:
    """Whether a problem only follows from a rule set or an example that cannot be used, which is told already."""
    return problem.code == "F202" and problem.address.partition("/")[0] in project.content.broken


def _check_source(project: Project) -> Iterator[Problem]:
    """Facts that the source lost: all translations still state them."""
    if project.source not in project.selected:
        return
    for key, use in project.messages.items():
        texts = [t.value for c in project.catalogs.values() if (t := c.get(key))]
        for scope, message in _scopes(use).items():
            for address in dropped(message.text.value, texts, scope, project.vocabulary):
                said = message.text.value
                yield Problem(
                    "F204",
                    message.text.place(),
                    f"every translation binds {address}, the source does not",
                    said=said if len(said) <= 60 else said[:57] + "…",
                    locale=project.source,
                    address=address,
                )


_OF_THE_ENGINE = frozenset(("F101", "F401", "F403", "F404", "F405", "F503"))
"""Problems that a change of a rule, of an example or of the engine makes in every language at once."""


def _grouped(found: Sequence[_Found], project: Project) -> list[Problem]:
    """One problem for all sentences that agree with each other in every language, and no more with the engine."""
    by_fact: dict[tuple[Key, str, str], set[str]] = {}
    for f in found:
        by_fact.setdefault((f.key, f.problem.address, f.problem.code), set()).add(f.problem.locale)
    everywhere = {
        k
        for k, langs in by_fact.items()
        if len(langs) > 1 and langs == set(project.lexicons) and k[2] in _OF_THE_ENGINE
    }
    changed = [f.problem for f in found if (f.key, f.problem.address, f.problem.code) in everywhere]
    rest = [f.problem for f in found if (f.key, f.problem.address, f.problem.code) not in everywhere]
    if not changed:
        return rest
    changed = sorted_problems(changed)
    first = next(p for p in changed if p.locale == project.source)
    listed = "\n".join(
        f'{p.place.path}:{p.place.line}:{p.place.column}: {p.locale}: "{p.said}" {p.message}' for p in changed
    )
    languages = len({p.locale for p in changed})
    message = f"{len(changed)} sentences in {languages} languages agree with each other, but the engine now says otherwise"
    fix = f"A rule, an example or the engine changed. Take that back, or mend every sentence:\n{listed}"
    return [*rest, replace(first, code="F100", message=message, fix=fix, locale="")]


def _check_words(project: Project) -> Iterator[Problem]:
    """Words that nobody has looked at, and words of another language left in."""
    known = {lang: words.load_words(project.root, lang) for lang in {*project.selected, project.source, "fr"}}
    for lang in project.selected:
        yield from known[lang][1]
        lexicon = project.lexicons.get(lang)
        if lexicon is None:
            continue
        others = [known[o][0] for o in (project.source, "fr") if o != lang]
        for new in words.new_words(_texts(project, lang), lexicon, known[lang][0]):
            foreign = lang != project.source and any(new.word in other for other in others)
            code = "F304" if foreign else "F303"
            message = (
                "is a word of another language" if foreign else "is a word that nobody has looked at yet"
            )
            fix = f"If it is a plain word of this language: sitegen locale word {lang} {new.word}"
            yield Problem(code, new.text.place(new.offset), message, said=new.said, fix=fix, locale=lang)


def _texts(project: Project, lang: str) -> Iterator[Text]:
    """Every text of a language that may be shown."""
    for key, use in project.messages.items():
        text = use.text if lang == project.source else project.catalogs[lang].get(key)
        if text is not None:
            yield text


def _check_coverage(project: Project) -> Iterator[Problem]:
    """Rules that a page uses and does not state, outcomes that its summary forgets, laws that no page states."""
    everywhere: set[str] = set()
    for page in project.content.pages:
        shown = [m for b in page.blocks() if b.name == "switches" for m in _meanings(project, b)]
        stated = set(_stated(project, [*page.messages(), *shown]))
        everywhere |= {s.name for s in stated}
        in_summary = {
            s.name
            for block in page.blocks()
            if block.name == "summary"
            for s in _stated(project, (p.message for p in walk(block.parts) if isinstance(p, Words)))
        }
        for block in page.blocks():
            if block.name not in ("play", "row"):
                continue
            table = project.vocabulary.examples[block.arguments[0]]
            for name in coverage.unstated(table, stated):
                yield _unstated(block, name, "no sentence of the page states it")
            outcome = table.get("outcome")
            law = coverage.OUTCOME_LAWS.get((table.rules.game, str(outcome.value))) if outcome else None
            if (
                outcome
                and outcome.value in ("made", "failed", "tied")
                and law not in in_summary
                and in_summary
            ):
                yield _unstated(block, str(law), "the summary of the page leaves this outcome out")
    for name in coverage.never_stated(everywhere):
        yield Problem("F406", Place("content/pages"), f"no page states {name}", said=name, address=name)


def _meanings(project: Project, block: Block) -> list[Message]:
    """What a `switches` block shows: the meaning of every switch of its rule sets."""
    files = [project.content.rules[rules] for rules in block.arguments]
    return [switch_meaning(file, switch) for file in files for switch in file.meanings]


def _shown_meanings(project: Project, block: Block) -> Iterator[Message]:
    """The meanings that have a cell of their own: neighbours that say the same share one."""
    files = [project.content.rules[rules] for rules in block.arguments]
    for switch in dict.fromkeys(s for file in files for s in file.meanings):
        before = ""
        for file in files:
            meaning = file.meanings.get(switch)  # None: the game of this set does not read the switch
            if meaning and meaning.value != before:
                yield switch_meaning(file, switch)
            before = meaning.value if meaning else ""


def _unstated(block: Block, name: str, message: str) -> Problem:
    return Problem(
        "F406", block.place, f"{block.arguments[0]} uses {name}; {message}", said=name, address=name
    )


def _stated(project: Project, messages: Iterable[Message]) -> Iterator[coverage.Stated]:
    for message in messages:
        for span in spans(message.text.value):
            table, _, name = project.vocabulary.table(span.target, Scope(message.rules, message.example))
            if table is not None:
                yield coverage.Stated(name, table.rules.id)


def _check_equal_values(project: Project) -> Iterator[Problem]:
    """Examples shown on pages in which two values are equal that should be told apart."""
    for page in project.content.pages:
        for block in page.blocks():
            if block.name != "row" or block.arguments[0] in project.content.site.equal_values:
                continue
            table = project.vocabulary.examples[block.arguments[0]]
            for what in ("cards", "total"):
                if table[f"ns.{what}"] == table[f"ew.{what}"]:
                    value = table[f"ns.{what}"].value
                    message = (
                        f"ns.{what} and ew.{what} are both {value}: a sentence could exchange them unnoticed"
                    )
                    yield Problem("F505", block.place, message, said=block.arguments[0])


def _scopes(use: Use) -> dict[Scope, Message]:
    """What the spans of a message read, place by place. Where the source has no span a translation may."""
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
        renderer = renderer_of(project, lang, templates)
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
                expected(project, lang, page),
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


def renderer_of(
    project: Project, lang: str, templates: render.Templates, kind: type[render.Renderer] = render.Renderer
) -> render.Renderer:
    """What renders the pages of a language; `kind` may show more than a built page does."""
    return kind(
        project.content,
        project.vocabulary,
        project.lexicons[lang],
        project.languages[lang],
        tuple(project.languages.values()),
        partial(project.translate, lang),
        partial(project.label, lang),
        templates,
    )


def check_page(project: Project, lang: str, page: Page) -> Iterator[tuple[Message | None, Problem]]:
    """The problems of a page's text in one language, each with the message that it is about, if there is one.

    Of the project no more is looked at than what the page shows; what only the whole site tells is left out.
    """
    shown = messages_of(project, page)
    vocabulary = project.vocabulary
    project = replace(project, content=replace(project.content, pages=(page,)), selected=(lang,), problems=[])
    project.vocabulary = vocabulary
    lines: dict[tuple[str, int], Message] = {}
    for message in shown:
        use = Use(message.key, [message])
        project.messages = {message.key: use}
        for found in _check_prose(project, lang):
            yield message, found.problem
        if lang != project.source:
            for problem in catalogs.check_catalog(project.catalogs[lang], project.messages):
                if problem.code != "P106":
                    yield message, problem
        for text in _texts(project, lang):
            lines |= {(text.path, line): message for _, line, _ in text.spots}
    project.messages = catalogs.uses(shown)
    titles = {block.place: block.title for block in page.blocks()}
    for problem in _check_words(project):
        yield lines.get((problem.place.path, problem.place.line)), problem
    for problem in (*_check_coverage(project), *_check_equal_values(project)):
        if problem.place.path == page.path:
            yield titles.get(problem.place), problem


def messages_of(project: Project, page: Page) -> list[Message]:
    """Every message that a page shows."""
    meanings = [m for b in page.blocks() if b.name == "switches" for m in _shown_meanings(project, b)]
    return [*page.messages(), *meanings]


def expected(project: Project, lang: str, page: Page) -> Expected:
    """What a finished page must show, known from the text alone."""
    wanted: Counter[tuple[str, str]] = Counter()
    for message in page.messages():
        if message.role != "nav":
            for span in spans(project.translate(lang, message)):
                wanted[(message.example or message.rules, span.target)] += 1
    for block in page.blocks():
        if block.name == "switches":
            for message in _shown_meanings(project, block):
                for span in spans(project.translate(lang, message)):
                    wanted[(message.rules, span.target)] += 1
    titles = {
        id: project.translate(lang, rule_title(rule_file)) for id, rule_file in project.content.rules.items()
    }
    shows: Counter[tuple[str, str]] = Counter()
    for block in page.blocks():
        for what in _SHOWN.get(block.name, ()):
            shows[(what, block.arguments[0])] += 1
    direction = project.languages[lang].direction
    return Expected(lang, direction, titles, wanted, page.rules, shows)


_SHOWN = {"play": ("example",), "picture": ("picture",), "row": ("row", "score"), "values": ("values",)}
"""What a page shows for a block of the text."""


def finish(project: Project) -> tuple[dict[str, bytes], list[Problem]]:
    """Every file of the site in memory, and every problem of its text and of its finished pages.

    A language whose text has errors is not rendered: its pages would only tell the same again.
    """
    problems = check(project)
    wrong = {p.locale for p in problems if p.severity == "error"}
    sound = [] if wrong & {"", project.source} else [lang for lang in project.selected if lang not in wrong]
    files, faults = render_site(replace(project, selected=tuple(sound)))
    problems += faults
    assets = project.root / "templates" / "assets"
    contents = {
        f"assets/{path.relative_to(assets).as_posix()}": path.read_bytes()
        for path in sorted(assets.rglob("*"))
        if path.is_file()
    }
    elsewhere = set(project.languages) - set(sound)
    if not any(p.code == "C107" for p in faults):
        problems += check_links(files, elsewhere, contents.keys())
    contents |= {path: text.encode() for path, text in files.items()}
    return contents, sorted_problems(problems)


def build(project: Project, output: Path) -> list[Problem]:
    """Check, render, read again; if nothing is wrong, put the new site in the place of the old one."""
    contents, problems = finish(project)
    if not any(p.severity == "error" for p in problems):
        swap_in(contents, output)
    return problems


_LINKS = {"a": "href", "link": "href", "img": "src", "script": "src"}
"""Elements that lead to another file, and the attribute that says where."""


def check_links(
    pages: Mapping[str, str], elsewhere: Set[str] = frozenset(), files: Set[str] = frozenset()
) -> Iterator[Problem]:
    """Links of the finished pages that lead to no page, to no element of it and to none of the other `files`.

    Languages `elsewhere` are not built this time: links to them are taken on trust.
    """
    trees = {path: parse(html) for path, html in pages.items()}
    ids = {
        path: {e.attributes["id"] for e in tree.walk() if "id" in e.attributes}
        for path, tree in trees.items()
    }
    for path, tree in trees.items():
        for element in tree.walk():
            href = element.attributes.get(_LINKS.get(element.tag, ""))
            if href is None or re.match(r"[a-z]+:", href):
                continue
            target, _, anchor = href.partition("#")
            goal = posixpath.normpath(posixpath.join(posixpath.dirname(path), target)) if target else path
            if goal.split("/")[0] in elsewhere or goal in files:
                continue
            if goal not in pages:
                yield Problem("H107", Place(path, element.line), f"there is no page {goal}", said=href)
            elif anchor and anchor not in ids[goal]:
                yield Problem("H107", Place(path, element.line), f"{goal} has no {anchor}", said=href)


def is_site(folder: Path) -> bool:
    """Whether a folder may be replaced by a built site: it is one, or there is nothing in it."""
    if not folder.exists():
        return True
    if not {path.name for path in folder.iterdir()} - {".gitignore"}:
        return True
    pages = [*folder.glob("index.html"), *folder.glob("*/*.html")]
    return bool(pages) and (folder / "assets").is_dir()


def swap_in(contents: Mapping[str, bytes], output: Path) -> None:
    """Write a tree beside `output` and put it in its place; an ignore file in the old tree is kept.

    Whatever goes wrong, `output` is the old tree or the new one, whole. A link to a folder stays a link.
    """
    output = output.resolve()
    output.parent.mkdir(parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(prefix=f".{output.name}.", dir=output.parent))
    new, old = beside / "new", beside / "old"
    try:
        new.mkdir()
        ignore = output / ".gitignore"
        if ignore.is_file():
            shutil.copy(ignore, new / ".gitignore")
        for path, content in contents.items():
            (new / path).parent.mkdir(parents=True, exist_ok=True)
            (new / path).write_bytes(content)
        if output.exists():
            os.rename(output, old)
        try:
            os.rename(new, output)
        except BaseException:
            if old.exists():
                os.rename(old, output)
            raise
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def new_words(project: Project, lang: str) -> list[words.NewWord]:
    """The words of a language that nobody has looked at."""
    accepted, _ = words.load_words(project.root, lang)
    return list(words.new_words(_texts(project, lang), project.lexicons[lang], accepted))


def accept_words(project: Project, lang: str, plain: Sequence[str]) -> list[str]:
    """Record words as plain in a language. Returns those that were not recorded before."""
    accepted, _ = words.load_words(project.root, lang)
    folded = {t.word for text in plain for t in tokens(text, lang)}
    added = sorted(folded - accepted.accepted)
    if added:
        _write(project.root / words.words_path(lang), words.render_words(accepted.accepted | folded))
    return added


def update_catalogs(project: Project) -> tuple[list[str], list[Problem]]:
    """Write messages.pot and every PO file anew from the messages. Returns what changed.

    A file that cannot be read is left as it is, and its problems are returned. Nothing is written while
    content or templates hide messages: their translations would be put away as obsolete.
    """
    if not _whole(project):
        return [], [p for p in project.problems if p.code.startswith("C")]
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
        os.chmod(name, 0o644)  # mkstemp makes files that only their owner reads
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
