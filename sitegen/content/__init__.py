"""Reads `content/`: the site's settings, rule sets and examples as engine values, pages as blocks and messages."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from sitegen.content.answers import AT, Answers
from sitegen.content.changes import FILE, Change, load_changes
from sitegen.content.examples import LoadedExample, load_examples
from sitegen.content.pages import (
    Block,
    Heading,
    Html,
    Message,
    Page,
    Part,
    Words,
    context_of,
    load_page,
    named_examples,
    walk,
)
from sitegen.content.practice import practice
from sitegen.content.remember import Remember, afresh
from sitegen.content.rules import RuleFile, load_rule_sets
from sitegen.content.site import LocaleSettings, Site, load_site
from sitegen.diagnostics import Place, Problem
from sitegen.engine import Solved, SolvedPlay

__all__ = [
    "AT", "Block", "Change", "Content", "Heading", "Html", "LoadedExample", "LocaleSettings", "Message", "Page", "Part", "Remember",
    "RuleFile", "Site", "Words", "context_of", "load_content", "walk",
]  # fmt: skip


@dataclass(frozen=True)
class Content:
    """All that `content/` says. `broken` names the rule sets and examples that are there but cannot be used.

    `pages` were written by somebody; `practice` are the pages that nobody wrote, and `positions` their examples.
    """

    site: Site
    rules: dict[str, RuleFile]
    examples: dict[str, LoadedExample]
    pages: tuple[Page, ...]
    broken: frozenset[str] = frozenset()
    changes: tuple[Change, ...] = ()
    practice: tuple[Page, ...] = ()
    positions: dict[str, LoadedExample] = field(default_factory=dict)

    def above(self, page: Page) -> list[Page]:
        """The pages that a page is under, the outermost first."""
        by_slug = {p.slug: p for p in self.pages}
        found: list[Page] = []
        at = by_slug.get(page.under)
        while at is not None and at is not page and at not in found:
            found.insert(0, at)
            at = by_slug.get(at.under)
        return found

    @property
    def every_page(self) -> tuple[Page, ...]:
        """All pages of the site, those that were written first."""
        return (*self.pages, *self.practice)

    @cached_property
    def answers(self) -> Answers:
        """What other rule sets answer to the examples."""
        return Answers(self.examples, {id: rule_file.rules for id, rule_file in self.rules.items()})

    def solved(self, id: str) -> Solved | None:
        """An example, one asked again under another rule set (`EXAMPLE@RULES`), or a position of practice."""
        found = self.examples.get(id) or self.positions.get(id)
        return found.solved if found else self.answers.solved(id)

    def messages(self) -> Iterator[Message]:
        """Every message of the content, in the order in which a reader meets them."""
        source_rules = next(iter(self.rules), "")
        yield Message(self.site.title, "heading", source_rules, comment="the title of the site")
        for page in self.pages:
            yield from page.messages()
        for rule_file in self.rules.values():
            yield rule_title(rule_file)
            for name in rule_file.meanings:
                yield switch_meaning(rule_file, name)
        for change in self.changes:
            yield change.text


def rule_title(rule_file: RuleFile) -> Message:
    """The title of a rule set as a message."""
    return Message(rule_file.title, "rules", rule_file.rules.id, comment=f"the rule set {rule_file.rules.id}")


def switch_meaning(rule_file: RuleFile, switch: str) -> Message:
    """What a rule set says about a switch, as a message."""
    comment = f"rule set {rule_file.rules.id}, switch {switch}"
    return Message(rule_file.meanings[switch], "switch", rule_file.rules.id, comment=comment)


def load_content(
    root: Path, remember: Remember = afresh, only: Collection[str] | None = None
) -> tuple[Content | None, list[Problem]]:
    """Read `content/` of a project. All its problems are told; None if it cannot be used at all.

    Of pages that are not in `only`, if it is given, the titles alone are read.
    """
    folder = root / "content"
    site, faults = remember("site", (root / "content" / "site.toml",), (), lambda: load_site(root))
    problems = list(faults)
    files = tuple(sorted((folder / "rules").glob("*.toml")))
    rules, faults = remember("rules", files, (), lambda: load_rule_sets(folder / "rules", root))
    problems += faults
    if not rules and not faults:
        problems.append(Problem("C301", Place("content/rules"), "there is no rule set"))
    broken = {path.stem for path in (folder / "rules").glob("*.toml")} - set(rules)
    known_rules = set(rules) | broken
    rule_sets = {id: f.rules for id, f in rules.items()}
    examples, faults = load_examples(folder / "examples", root, rule_sets, remember)
    unread = any(p.code == "C101" for p in faults)
    broken |= {p.address for p in faults if p.address}
    # An example of a rule set that cannot be read is not to blame, nor a page that shows such an example.
    problems += [p for p in faults if not (known_rules - set(rules) and ": unknown-rules: " in p.message)]
    problems += _names(rules, examples)
    is_trick = {id: isinstance(example.solved, SolvedPlay) for id, example in examples.items()}
    pages = []
    for slug in site.pages if site else ():
        path = folder / "pages" / f"{slug}.md"
        page, faults = _load_page(path, root, known_rules, is_trick, remember, only is None or slug in only)
        problems += [p for p in faults if not (p.code == "C104" and (unread or p.said in broken))]
        if page:
            pages.append(page)
    exercises, positions = _practice(site, pages, rules, files, remember)
    problems += _practised(site, pages, exercises)
    for page in pages:
        if page.under and page.under not in {other.slug for other in pages} - {page.slug}:
            message = f"this page is under {page.under}, which is no other page of the site"
            problems.append(Problem("C102", Place(page.path, 1, 1), message, said=page.under))
    known = {f"{slug}.md" for slug in site.pages} if site else set()
    for path in sorted((folder / "pages").glob("*.md")):
        if site and path.name not in known:
            place = Place(path.relative_to(root).as_posix())
            problems.append(
                Problem("C106", place, "this page is not listed in content/site.toml", said=path.stem)
            )
    changes, faults = remember(
        "changes", (root / FILE,), sorted(known_rules), lambda: load_changes(root, known_rules)
    )
    problems += faults
    if site is None:
        return None, problems
    content = Content(site, rules, examples, tuple(pages), frozenset(broken), changes, exercises, positions)
    return content, problems


def _practice(
    site: Site | None,
    pages: Sequence[Page],
    rules: dict[str, RuleFile],
    files: Sequence[Path],
    remember: Remember,
) -> tuple[tuple[Page, ...], dict[str, LoadedExample]]:
    """The practice pages; none as long as the page that lists them cannot be read."""
    settings = site.practice if site else None
    listing = next((page for page in pages if settings and page.slug == settings.page), None)
    if settings is None or listing is None:
        return (), {}
    rule_sets = {id: rule_file.rules for id, rule_file in rules.items()}
    given = (settings, listing.title, listing.nav)
    return remember("practice", tuple(files), given, lambda: practice(settings, listing, rule_sets))


def _practised(site: Site | None, pages: Sequence[Page], exercises: Sequence[Page]) -> Iterator[Problem]:
    """A list of practice pages where there are none, and a page that is called as one of them."""
    for page in pages:
        for block in page.blocks():
            if block.name == "practice" and site and not site.practice:
                message = "there are no practice pages to list: content/site.toml has no table [practice]"
                yield Problem("C103", block.place, message, said="practice")
    taken = {page.slug for page in exercises}
    for page in pages:
        if page.slug in taken:
            message = f"{page.slug} is the name of a practice page"
            yield Problem("C102", Place(page.path), message, said=page.slug)


def _load_page(
    path: Path, root: Path, rules: set[str], is_trick: Mapping[str, bool], remember: Remember, whole: bool
) -> tuple[Page | None, list[Problem]]:
    """A page. What it says depends on the examples that it shows, and on no other."""
    shown = remember("named", (path,), (), lambda: named_examples(path, root)) if whole else ()
    given = (sorted(rules), [(id, is_trick.get(id)) for id in shown])
    return remember(
        "page" if whole else "titles", (path,), given, lambda: load_page(path, root, rules, is_trick, whole)
    )


def _names(rules: dict[str, RuleFile], examples: dict[str, LoadedExample]) -> Iterator[Problem]:
    """Names that cannot be told apart: an example called as a rule set is, or as one asked again or a position of
    practice may be; a title that two rule sets have."""
    for id, example in examples.items():
        if AT in id or "/" in id:
            message = f"{id} cannot name an example: {AT} and / stand in the names of those that are made"
            yield Problem("C202", example.place, message, said=id)
        if id in rules:
            message = f"{id} is already a rule set, in {rules[id].place.path}"
            yield Problem("C202", example.place, message, said=id)
    titles: dict[str, str] = {}
    for id, file in rules.items():
        first = titles.setdefault(file.title.value.casefold(), id)
        if first != id:
            message = f"the rule set {first} has the same title: readers could not tell them apart"
            yield Problem("C301", file.title.place(), message, said=file.title.value)
