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
from functools import cached_property
from pathlib import Path

from sitegen import catalog as catalogs
from sitegen import pseudo as pseudos
from sitegen import render
from sitegen.catalog import Catalog, Key, Language, Use
from sitegen.content import (
    Block,
    Content,
    LocaleSettings,
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
from sitegen.prose.lexicon import Lexicon, load_lexicon, read_lexicon
from sitegen.prose.lint import lint
from sitegen.prose.spans import plain, spans
from sitegen.publication import Count, Publication, count, shown_meanings, shown_messages
from sitegen.reread import Expected, Fallback, parse, reread

MARKER = "content/site.toml"


class NoProject(Exception):  # noqa: N818  # a fact about a folder, not a failure of the program
    """There is no project in this folder or above it."""


def find_root(start: Path) -> Path:
    """The project that a folder belongs to: the nearest one upwards that has `content/site.toml`."""
    for folder in (start, *start.parents):
        if (folder / MARKER).is_file():
            return folder
    raise NoProject(f"there is no {MARKER} in {start} or above it")


def folder_in_repository(root: Path) -> str:
    """The path of the project inside its repository, with a `/` at its end; nothing for the whole of it.

    The repository is where git says so. GitHub may check out without git: then it is the workspace.
    """
    root = root.resolve()
    top = next((folder for folder in (root, *root.parents) if (folder / ".git").exists()), None)
    workspace = os.environ.get("GITHUB_WORKSPACE")
    if top is None and workspace and root.is_relative_to(Path(workspace).resolve()):
        top = Path(workspace).resolve()
    inside = root.relative_to(top or root).as_posix()
    return "" if inside == "." else f"{inside}/"


@dataclass
class Project:
    """A project, read: its content, languages and every message; and the problems of reading it.

    `languages` are all of the site, `selected` those that a command works on, the source first. With `degrade`
    a translation's faults are warnings: what is wrong is not shown, and the source stands in its place;
    `given_up` are then the languages whose files cannot be used at all.
    """

    root: Path
    content: Content
    languages: dict[str, Language]
    selected: tuple[str, ...]
    lexicons: dict[str, Lexicon]
    catalogs: dict[str, Catalog]
    messages: dict[Key, Use]
    problems: list[Problem] = field(default_factory=list)
    made_words: dict[str, words.Words] = field(default_factory=dict)
    degrade: bool = False
    given_up: frozenset[str] = frozenset()

    def accepted_words(self, lang: str) -> tuple[words.Words, list[Problem]]:
        """The words that are accepted as plain in a language: those of its file, or made in memory."""
        made = self.made_words.get(lang)
        return (made, []) if made else words.load_words(self.root, lang)

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

    def translation(self, lang: str, key: Key) -> str | None:
        """A message in a language; None where there is nothing to show but the source."""
        if lang == self.source:
            return key[1]
        text = self.catalogs[lang].get(key)
        return text.value if text else None

    def translate(self, lang: str, message: Message) -> str:
        """A message in a language: its translation, or the source where there is none to show."""
        text = self.translation(lang, message.key)
        return message.text.value if text is None else text

    def is_draft(self, lang: str) -> bool:
        return lang != self.source and self.content.site.locales.get(lang, LocaleSettings()).status == "draft"

    @cached_property
    def source_lexicon(self) -> Lexicon | None:
        """The words of the source language, also where it is not worked on; None if they cannot be read."""
        if self.source in self.lexicons:
            return self.lexicons[self.source]
        path = self.root / "locales" / self.source / "lexicon.toml"
        return load_lexicon(path, self.root, self.source)[0]

    @cached_property
    def unfinished(self) -> frozenset[str]:
        """Drafts that cannot be rendered yet: their lexicons lack words. Also of those not worked on."""
        found = set()
        for lang in self.languages:
            if self.is_draft(lang) and lang not in self.given_up:
                lexicon = self.lexicons.get(lang)
                if lexicon is None and lang not in self.selected:
                    lexicon, _ = load_lexicon(self.root / "locales" / lang / "lexicon.toml", self.root, lang)
                if lexicon is None or any(p.code == "L103" for p in lint(lexicon)):
                    found.add(lang)
        return frozenset(found)

    @cached_property
    def shown(self) -> dict[str, Language]:
        """The languages that the site is built in, the source first."""
        absent = self.unfinished | self.given_up
        kept = {lang: own for lang, own in self.languages.items() if lang not in absent}
        return {self.source: kept[self.source], **kept} if self.source in kept else kept

    @cached_property
    def publication(self) -> Publication:
        """Where each page stands in each language that is built, whichever of them are worked on."""
        read = {lang: c for lang, c in self.catalogs.items() if lang in self.languages}
        for lang in self.languages:
            if lang not in read and lang != self.source:
                read[lang], _ = catalogs.load_catalog(self.root, lang)
        labels = render.labels_by_block(render.environment(self.root))
        return Publication(self.content, tuple(self.shown), labels, read)


def load(root: Path, only: Sequence[str] = (), pseudo: bool = False) -> tuple[Project | None, list[Problem]]:
    """Read a project; `only` names the languages wanted, none for all. None if it cannot be read at all.

    With `pseudo` it has the pseudo-languages as well, made of the source.
    """
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
    project = Project(root, content, languages, selected, lexicons, translations, messages, problems)
    if pseudo:
        _add_pseudo(project, only)
    return project, problems


def _add_pseudo(project: Project, only: Sequence[str]) -> None:
    """Add the pseudo-languages that are wanted. A source whose lexicon is faulty has none."""
    source = project.source
    path = project.root / "locales" / source / "lexicon.toml"
    text, data, faults = read_lexicon(path, project.root, source)
    if data is None or (source in project.selected and source not in project.lexicons):
        if source not in project.selected:
            project.problems += faults
        return
    for pseudo in pseudos.PSEUDO:
        lang = pseudo.lang
        project.languages[lang] = pseudo.language
        if only and lang not in only:
            continue
        name = path.relative_to(project.root).as_posix()
        lexicon, faults = pseudo.lexicon(source, name, text, data)
        project.problems += faults
        if lexicon:
            project.lexicons[lang] = lexicon
        project.catalogs[lang] = pseudo.catalog(project.messages)
        project.made_words[lang] = pseudo.accepted(project.accepted_words(source)[0])
        project.selected = (*project.selected, lang)


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
    unbound = list(_check_source(project))
    lost = {(f.key, f.problem.address) for f in unbound}  # told once, of the source
    found = [f for lang in project.selected for f in _check_prose(project, lang)]
    found = [f for f in found if f.problem.code != "F205" or (f.key, f.problem.address) not in lost]
    problems += _grouped(found, project)
    for lang in project.selected:
        if lang != project.source and project.catalogs[lang].header is not None:
            excused = project.publication.excused(lang, project.messages)
            faults = catalogs.check_catalog(project.catalogs[lang], project.messages, excused)
            problems += [p for p in faults if whole or p.code != "P106"]
    for lang in project.selected:
        if lang in project.lexicons:
            problems += lint(project.lexicons[lang], project.source_lexicon)
    problems += [f.problem for f in unbound]
    problems += _check_words(project)
    if whole:
        problems += _check_coverage(project)
    problems += _check_equal_values(project)
    problems = [_judged(project, problem) for problem in problems]
    return sorted_problems([*_gathered(project, problems), *_left_out(project)])


MANY = 10
"""So many messages that a draft lacks, or words that it has new, are told one by one; more are told as one."""


def _gathered(project: Project, problems: Sequence[Problem]) -> Iterator[Problem]:
    """Problems, but what a draft has hardly begun with is told in one line."""
    told = {
        "P104": (
            "messages have no translation yet",
            "sitegen locale status {lang} --page PAGE lists those of a page.",
        ),
        "F303": ("words are new", "sitegen locale word {lang} lists them; with --all it records them."),
    }
    drafts = {lang for lang in project.selected if project.is_draft(lang)}
    of = {
        (lang, code): [p for p in problems if p.locale == lang and p.code == code]
        for lang in drafts
        for code in told
    }
    many = {key: found for key, found in of.items() if len(found) > MANY}
    yield from (p for p in problems if (p.locale, p.code) not in many)
    for (lang, code), found in many.items():
        what, fix = told[code]
        message = f"{len(found)} {what}; this is the first"
        yield replace(sorted_problems(found)[0], message=message, fix=fix.format(lang=lang))


_PATIENCE = frozenset(("L103", "P104", "P105", "F303", "F602", "F701", "F703", "F704"))
"""What a draft may still lack: words, translations, style. A wrong fact is an error everywhere."""


def _judged(project: Project, problem: Problem) -> Problem:
    """A problem, as a warning where its language is a draft that may have it, or where the source stands in."""
    lang = problem.locale
    if problem.severity == "warning" or lang not in project.languages or lang == project.source:
        return problem
    lacking = problem.code in ("L101", "P101") and not (project.root / problem.place.path).exists()
    if project.is_draft(lang) and (problem.code in _PATIENCE or lacking):
        return replace(problem, mild=True)
    if project.degrade and _stands_in(problem):
        return _replaced(problem)
    return problem


def _stands_in(problem: Problem) -> bool:
    """Whether a problem is one of an entry that is not shown anyway: the source stands in its place."""
    return problem.code in ("P104", "P105", "P106") or (problem.code == "P101" and problem.place.line > 0)


def _replaced(problem: Problem) -> Problem:
    """A problem of a message that is not shown, as a warning that says so."""
    return replace(problem, mild=True, message=f"{problem.message}; the source is shown in its place")


def _left_out(project: Project) -> Iterator[Problem]:
    """The languages worked on that the site is built without."""
    for lang in project.unfinished:
        if lang in project.selected:
            message = "is left out of the site: its lexicon is not finished"
            yield Problem("C108", Place(MARKER), message, said=lang, locale=lang)
    for lang in project.given_up:
        message = "is left out of the site: its files cannot be used"
        yield Problem("C108", Place(MARKER), message, said=lang, locale=lang)


def degraded(project: Project) -> tuple[Project, list[Problem]]:
    """A project without what is wrong in its translations, and every problem that was found on the way.

    Each message with an error falls back to the source; a language whose files cannot be used is left out.
    Each of these errors is told as a warning that says so. What is wrong in the source, in content, rules or
    templates remains an error, and then nothing is taken away.
    """
    first = project = replace(project, degrade=True)
    told: list[Problem] = []
    while True:
        # What "every translation" says is judged while all of them are there.
        problems = [p for p in check(project) if p.code != "F204" or project is first]
        errors = [p for p in problems if p.severity == "error"]
        if not errors:
            return project, sorted_problems([*told, *problems])
        if any(p.locale in ("", project.source) for p in errors):
            return first, check(first)
        dropped: dict[str, set[Key]] = {}
        given_up = set()
        for problem in errors:
            keys = _keys_at(project, problem)
            told.append(_replaced(problem) if keys else replace(problem, mild=True))
            if keys:
                dropped.setdefault(problem.locale, set()).update(keys)
            else:
                given_up.add(problem.locale)
        told += [p for p in problems if p.locale in given_up and p.severity == "warning"]
        project = _without(project, dropped, given_up, errors)


def _keys_at(project: Project, problem: Problem) -> set[Key]:
    """The messages of a translation that a problem is about: the entry that its place is in; none if it is
    about more than an entry. Of two entries for one message it cannot be known which is right."""
    catalog = project.catalogs.get(problem.locale)
    if catalog is None or problem.place.path != catalog.path or problem.code in ("P103", "P113", "P114"):
        return set()
    if problem.code == "P102":
        return {key for key in catalog.entries if problem.said and key[1].startswith(problem.said)}
    before = [e for e in catalog.entries.values() if e.line <= problem.place.line]
    return {max(before, key=lambda e: e.line).key} if before else set()


def _without(
    project: Project, dropped: Mapping[str, Set[Key]], given_up: Set[str], told: Sequence[Problem]
) -> Project:
    """A project without some translations, without some languages, and without what was told of them."""
    kept = {lang: c for lang, c in project.catalogs.items() if lang not in given_up}
    for lang, keys in dropped.items():
        if lang in kept:
            entries = {k: e for k, e in kept[lang].entries.items() if k not in keys}
            kept[lang] = replace(kept[lang], entries=entries, broken=kept[lang].broken | keys)
    return replace(
        project,
        selected=tuple(lang for lang in project.selected if lang not in given_up),
        lexicons={lang: own for lang, own in project.lexicons.items() if lang not in given_up},
        catalogs=kept,
        problems=[p for p in project.problems if p.locale not in given_up and p not in told],
        given_up=project.given_up | given_up,
    )


def _check_prose(project: Project, lang: str) -> Iterator[_Found]:
    """Every problem of the messages of one language against the engine."""
    lexicon = project.lexicons.get(lang)
    if lexicon is None:
        return
    for key, use in project.messages.items():
        entry = None if lang == project.source else project.catalogs[lang].entries.get(key)
        if lang != project.source and (entry is None or not entry.translated):
            continue
        told = set()  # a message that is used in several places has one mistake
        for scope, message in _scopes(use).items():
            if project.vocabulary.table("", scope)[0] is None:
                continue
            if entry is None:
                found = check_message(message.text, scope, project.vocabulary, lexicon)
            else:
                source = use.text.value
                found = check_message(entry.msgstr, scope, project.vocabulary, lexicon, source, entry.seals)
            for problem in found:
                mark = (problem.code, problem.place, problem.message)
                if mark not in told and not _follows(problem, project):
                    told.add(mark)
                    yield _Found(key, problem)


def _whole(project: Project) -> bool:
    """Whether every message of the site was found: what cannot be read in content or templates hides some."""
    return not any(p.code.startswith("C") for p in project.problems)


def _follows(problem: Problem, project: Project) -> bool:
    """Whether a problem only follows from a rule set or an example that cannot be used, which is told already."""
    return problem.code == "F202" and problem.address.partition("/")[0] in project.content.broken


def _check_source(project: Project) -> Iterator[_Found]:
    """Facts that the source lost: all translations still state them."""
    if project.source not in project.selected:
        return
    for key, use in project.messages.items():
        texts = [t.value for c in project.catalogs.values() if (t := c.get(key))]
        for scope, message in _scopes(use).items():
            for address in dropped(message.text.value, texts, scope, project.vocabulary):
                said = message.text.value
                problem = Problem(
                    "F204",
                    message.text.place(),
                    f"every translation binds {address}, the source does not",
                    said=said if len(said) <= 60 else said[:57] + "…",
                    locale=project.source,
                    address=address,
                )
                yield _Found(key, problem)


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
        if len(langs) > 1 and langs == _said_in(project, k[0]) and k[2] in _OF_THE_ENGINE
    }
    changed = [f.problem for f in found if (f.key, f.problem.address, f.problem.code) in everywhere]
    rest = [f.problem for f in found if (f.key, f.problem.address, f.problem.code) not in everywhere]
    if not changed:
        return rest
    changed = sorted_problems(changed)
    first = next((p for p in changed if p.locale == project.source), changed[0])
    listed = "\n".join(
        f'{p.place.path}:{p.place.line}:{p.place.column}: {p.locale}: "{p.said}" {p.message}' for p in changed
    )
    languages = len({p.locale for p in changed})
    message = f"{len(changed)} sentences in {languages} languages agree with each other, but the engine now says otherwise"
    fix = f"A rule, an example or the engine changed. Take that back, or mend every sentence:\n{listed}"
    return [*rest, replace(first, code="F100", message=message, fix=fix, locale="")]


def _said_in(project: Project, key: Key) -> set[str]:
    """The languages in which a message is there to be checked."""
    return {lang for lang in project.lexicons if project.translation(lang, key) is not None}


def _check_words(project: Project) -> Iterator[Problem]:
    """Words that nobody has looked at, and words of another language left in."""
    known = {lang: project.accepted_words(lang) for lang in {*project.selected, project.source, "fr"}}
    for lang in project.selected:
        yield from known[lang][1]
        lexicon = project.lexicons.get(lang)
        if lexicon is None:
            continue
        others = [known[o][0] for o in (project.source, "fr") if o != lang]
        for new in words.new_words(texts(project, lang), lexicon, known[lang][0]):
            foreign = lang != project.source and any(new.word in other for other in others)
            code = "F304" if foreign else "F303"
            message = (
                "is a word of another language" if foreign else "is a word that nobody has looked at yet"
            )
            fix = f"If it is a plain word of this language: sitegen locale word {lang} {new.said}"
            if new.word in lexicon.span_only:
                message = "stands under scan.span_only, but no class lists what it says"
                fix = f"List it, as a number: sitegen locale word {lang} num.1 {new.said}"
            yield Problem(code, new.text.place(new.offset), message, said=new.said, fix=fix, locale=lang)


def texts(project: Project, lang: str) -> Iterator[Text]:
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
    """Every page of the selected languages in memory, path → HTML, and the problems of making and rereading it.

    Languages that cannot be rendered yet, or that are given up, are left out.
    """
    templates = render.environment(project.root)
    files: dict[str, str] = {}
    problems: list[Problem] = []
    renderers = []
    for lang in project.selected:
        if lang not in project.shown:
            continue
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
        tuple(project.shown.values()),
        lambda message: project.translation(lang, message.key),
        lambda text: project.translation(lang, catalogs.label_key(text)),
        templates,
        project.publication,
    )


def check_page(project: Project, lang: str, page: Page) -> Iterator[tuple[Message | None, Problem]]:
    """The problems of a page's text in one language, each with the message that it is about, if there is one.

    Of the project no more is looked at than what the page shows; what only the whole site tells is left out.
    """
    shown = messages_of(project, page)
    whole = project
    project = replace(project, content=replace(project.content, pages=(page,)), selected=(lang,), problems=[])
    project.vocabulary = whole.vocabulary
    excused = frozenset[Key]()
    if lang != project.source:
        excused = whole.publication.excused(lang, (m.key for m in shown))
    lines: dict[tuple[str, int], Message] = {}
    for message in shown:
        use = Use(message.key, [message])
        project.messages = {message.key: use}
        for found in _check_prose(project, lang):
            yield message, _judged(project, found.problem)
        if lang != project.source:
            for problem in catalogs.check_catalog(project.catalogs[lang], project.messages, excused):
                if problem.code != "P106":
                    yield message, problem
        for text in texts(project, lang):
            lines |= {(text.path, line): message for _, line, _ in text.spots}
    project.messages = catalogs.uses(shown)
    titles = {block.place: block.title for block in page.blocks()}
    for problem in _check_words(project):
        yield lines.get((problem.place.path, problem.place.line)), _judged(project, problem)
    for problem in (*_check_coverage(project), *_check_equal_values(project)):
        if problem.place.path == page.path:
            yield titles.get(problem.place), problem


def messages_of(project: Project, page: Page) -> list[Message]:
    """Every message that a page shows."""
    meanings = [m for b in page.blocks() if b.name == "switches" for m in shown_meanings(project.content, b)]
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
            for message in shown_meanings(project.content, block):
                for span in spans(project.translate(lang, message)):
                    wanted[(message.rules, span.target)] += 1
    titles = {
        id: project.translate(lang, rule_title(rule_file)) for id, rule_file in project.content.rules.items()
    }
    shows: Counter[tuple[str, str]] = Counter()
    for block in page.blocks():
        for what in _SHOWN.get(block.name, ()):
            shows[(what, block.arguments[0])] += 1
    return Expected(
        lang,
        project.languages[lang].direction,
        titles,
        wanted,
        page.rules,
        shows,
        _shares(project, lang, page),
        project.publication.reaches(lang, page.slug),
        not any(language.pseudo for language in project.languages.values()),
        _fallback(project, lang, page),
    )


def _shares(project: Project, lang: str, page: Page) -> dict[str, int]:
    """The shares that a page tells, in its order: its own if it is not complete, and those of a table of all."""
    publication = project.publication
    told = {} if publication.reaches(lang, page.slug) else {"page": lang}
    shares = {name: publication.count(lang, page.slug).hundredths for name, lang in told.items()}
    if any(block.name == "languages" for block in page.blocks()):
        for other in project.shown:
            for p in project.content.pages:
                shares[f"{other}/{p.slug}"] = publication.count(other, p.slug).hundredths
    return shares


def _fallback(project: Project, lang: str, page: Page) -> Fallback | None:
    """What a page shows in the source language, and how often at least; None of a page that lacks nothing."""
    lacking: Counter[str] = Counter()
    there: set[str] = set()
    own = [*shown_messages(project.content, page)]
    for message in own:
        text = project.translation(lang, message.key)
        if text is None:
            lacking[plain(message.text.value)] += 1
        else:
            there.add(plain(text))
    elsewhere = [(p.nav.key, plain(p.nav.text.value)) for p in project.content.pages if p is not page]
    elsewhere += [(rule_title(f).key, plain(f.title.value)) for f in project.content.rules.values()]
    labels = {text for texts in project.publication.labels.values() for text in texts}
    elsewhere += [(catalogs.label_key(text), text) for text in labels]
    for key, words_alone in elsewhere:
        text = project.translation(lang, key)
        if text is None:
            lacking.setdefault(words_alone, 0)
        else:
            there.add(plain(text))
    if not lacking:
        return None
    return Fallback(
        project.source,
        project.languages[project.source].direction,
        project.source_lexicon or project.lexicons[lang],
        {_folded(text): times for text, times in lacking.items()},
        frozenset(map(_folded, there)),
    )


def _folded(text: str) -> str:
    return " ".join(text.split())


_SHOWN = {"play": ("example",), "picture": ("picture",), "row": ("row", "score"), "values": ("values",)}
"""What a page shows for a block of the text."""


@dataclass(frozen=True)
class Standing:
    """Where a page of a language stands, or with an empty `slug` all that the language has to translate.

    `failing` messages have an error, those whose entries cannot be read included; `state` is `published`,
    `draft`, or `below threshold`: of a published language, and not translated as far as that asks.
    """

    lang: str
    slug: str
    count: Count
    failing: int
    state: str


def status(project: Project) -> list[Standing]:
    """How far each page is in each selected language but the source, the language as a whole before them."""
    failing: dict[str, set[Key]] = {lang: set() for lang in project.selected}
    for problem in check(project):
        if problem.severity == "error" and not _stands_in(problem) and problem.locale in failing:
            failing[problem.locale] |= _keys_at(project, problem)
    out = []
    publication = project.publication
    for lang in project.selected:
        if lang == project.source:
            continue
        wrong = failing[lang] | project.catalogs[lang].broken
        draft, built = publication.is_draft(lang), lang in project.shown
        whole = Standing(
            lang,
            "",
            count(project.messages, project.catalogs[lang]),
            len(wrong & project.messages.keys()),
            "draft" if draft else "published",
        )
        out.append(whole)
        for page in project.content.pages:
            reaches = built and publication.reaches(lang, page.slug)
            keys = publication.keys[page.slug]
            state = "complete" if reaches else "draft" if draft else "below threshold"
            state = "published" if reaches and not draft else state
            state = "has errors" if wrong & keys else state
            out.append(
                Standing(lang, page.slug, publication.count(lang, page.slug), len(wrong & keys), state)
            )
    return out


def lacking(project: Project, slug: str) -> Iterator[Text]:
    """The messages of a page that a selected language cannot show, as they stand in its catalogue, by line."""
    keys = project.publication.keys[slug]
    for lang in project.selected:
        if lang != project.source:
            entries = project.catalogs[lang].entries.values()
            yield from (e.msgid for e in entries if e.key in keys and not e.translated)


def finish(project: Project, degrade: bool = False) -> tuple[dict[str, bytes], list[Problem]]:
    """Every file of the site in memory, and every problem of its text and of its finished pages.

    A language whose text has errors is not rendered: its pages would only tell the same again. With `degrade`
    what is wrong in a translation falls back to the source, see `degraded`.
    """
    project, problems = degraded(project) if degrade else (project, check(project))
    wrong = {p.locale for p in problems if p.severity == "error"}
    sound = [] if wrong & {"", project.source} else [lang for lang in project.selected if lang not in wrong]
    files, faults = render_site(replace(project, selected=tuple(sound)))
    problems += faults
    assets = project.root / "templates" / "assets"
    contents: dict[str, bytes] = {}
    for path in sorted(assets.rglob("*")):
        if not path.resolve().is_relative_to(project.root.resolve()):
            place = Place(path.relative_to(project.root).as_posix())
            problems.append(Problem("C101", place, "it is a link that leads out of the project"))
        elif path.is_file():
            contents[f"assets/{path.relative_to(assets).as_posix()}"] = path.read_bytes()
    elsewhere = set(project.shown) - set(sound)
    if not any(p.code == "C107" for p in faults):
        problems += check_links(files, elsewhere, contents.keys(), project.content.site.base_url)
    contents |= {path: text.encode() for path, text in files.items()}
    return contents, sorted_problems(problems)


def build(project: Project, output: Path, degrade: bool = False) -> list[Problem]:
    """Check, render, read again; if nothing is wrong, put the new site in the place of the old one."""
    contents, problems = finish(project, degrade)
    if not any(p.severity == "error" for p in problems):
        swap_in(contents, output)
    return problems


def at(project: Project, base_url: str) -> Project:
    """The project as it is built for an address."""
    content = replace(project.content, site=replace(project.content.site, base_url=base_url))
    return replace(project, content=content)


_LINKS = {"a": "href", "link": "href", "img": "src", "script": "src"}
"""Elements that lead to another file, and the attribute that says where."""


def check_links(
    pages: Mapping[str, str],
    elsewhere: Set[str] = frozenset(),
    files: Set[str] = frozenset(),
    base_url: str = "",
) -> Iterator[Problem]:
    """Links of the finished pages that lead to no page, to no element of it and to none of the other `files`.

    Addresses that begin with `base_url` are the site's own. Languages `elsewhere` are not built this time: links to them are taken on trust.
    """
    trees = {path: parse(html) for path, html in pages.items()}
    ids = {
        path: {e.attributes["id"] for e in tree.walk() if "id" in e.attributes}
        for path, tree in trees.items()
    }
    for path, tree in trees.items():
        for element in tree.walk():
            href = element.attributes.get(_LINKS.get(element.tag, ""))
            if href is None:
                continue
            target, _, anchor = href.partition("#")
            if base_url and target.startswith(base_url):
                target = "../" * path.count("/") + target.removeprefix(base_url)
            elif re.match(r"[a-z]+:", href):
                continue
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
    return list(words.new_words(texts(project, lang), project.lexicons[lang], accepted))


def update_catalogs(project: Project, dry_run: bool = False) -> tuple[list[str], list[Problem]]:
    """Write messages.pot and every PO file anew from the messages. Returns what changed, or would.

    A file of which anything cannot be read is left as it is, and its problems are returned. Nothing is
    written while content or templates hide messages: their translations would be put away as obsolete.
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
            if not old.whole:
                problems += faults
                continue
        source, own = (project.lexicons.get(name) for name in (project.source, lang))
        new = catalogs.update(old, project.messages, title, source, own)
        texts[old.path] = catalogs.render_po(new)
    changed = []
    for name, text in texts.items():
        path = project.root / name
        if not path.exists() or path.read_bytes().replace(b"\r\n", b"\n") != text.encode():
            changed.append(name)
            if not dry_run:
                write_file(path, text)
    return changed, problems


def write_file(path: Path, text: str) -> None:
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
