"""How far each page is in each language, and what follows: what is published, linked, excused.

A page shows messages: its own, the meanings of its `switches` blocks, the titles of its rule sets, the title
of the site and the labels of the templates that it goes through. Its share in a language is the part of them
that has a translation which may be shown. `content/site.toml` says of each language whether it is published
or a draft, and the share from which on a page counts as translated (`coverage`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from sitegen.catalog import Catalog, Key, label_key
from sitegen.content import Block, Content, LocaleSettings, Message, Page, rule_title, switch_meaning
from sitegen.crossrefs import titles_of


@dataclass(frozen=True)
class Count:
    """How many messages there are, and how many of them have a translation that may be shown, one that is
    out of date, none, or one that cannot be read. The last four add up to the first."""

    messages: int
    translated: int
    fuzzy: int
    missing: int
    broken: int

    @property
    def share(self) -> float:
        """The part that is translated, from 0 to 1; 1 of nothing."""
        return self.translated / self.messages if self.messages else 1.0

    @property
    def hundredths(self) -> int:
        """The share as readers are told it: rounded down, so that 100 is said of what is whole alone."""
        return self.translated * 100 // self.messages if self.messages else 100


def count(keys: Iterable[Key], catalog: Catalog | None) -> Count:
    """How far some messages are in a catalogue; None stands for the source, in which they are written."""
    wanted = set(keys)
    if catalog is None:
        return Count(len(wanted), len(wanted), 0, 0, 0)
    broken = {k for k in wanted if k in catalog.broken and k not in catalog.entries}
    shown = {k for k in wanted if catalog.get(k) is not None}
    fuzzy = {k for k in wanted - shown - broken if k in catalog.entries and catalog.entries[k].fuzzy}
    missing = len(wanted) - len(broken) - len(shown) - len(fuzzy)
    return Count(len(wanted), len(shown), len(fuzzy), missing, len(broken))


def shown_meanings(content: Content, block: Block) -> Iterator[Message]:
    """The meanings of a `switches` or `agreement` block that have a cell of their own: neighbours that say the same share one."""
    files = [content.rules[rules] for rules in block.arguments if rules in content.rules]
    for switch in dict.fromkeys(s for file in files for s in file.meanings):
        before = ""
        for file in files:
            meaning = file.meanings.get(switch)  # None: the game of this set does not read the switch
            if meaning and meaning.value != before:
                yield switch_meaning(file, switch)
            before = meaning.value if meaning else ""


MEANING = ("switches", "agreement")
"""Blocks that show what the switches of rule sets mean."""


def shown_rules(content: Content, page: Page) -> Iterator[Message]:
    """The titles of the rule sets that a page names: its own, and those of its examples and tables."""
    named = [page.rules]
    for block in page.blocks():
        if block.name in ("play", "row") and block.arguments[0] in content.examples:
            named += [rules for alike in content.answers.alike(block.arguments[0]) for rules in alike]
        elif block.name == "practice":
            named += [exercise.rules for exercise in content.practice]
        elif block.name == "values":
            named.append(block.arguments[0])
        elif block.name in MEANING:
            named += block.arguments
        elif block.name == "changes":
            named += [id for change in content.changes for id in change.rules]
    return (rule_title(content.rules[id]) for id in dict.fromkeys(named) if id in content.rules)


def shown_messages(content: Content, page: Page) -> Iterator[Message]:
    """Every message of the content that a page shows, in the order of the page; navigation apart."""
    yield next(content.messages())  # the title of the site
    yield from page.messages()
    for block in page.blocks():
        if block.name in MEANING:
            yield from shown_meanings(content, block)
        elif block.name == "changes":
            yield from (change.text for change in content.changes)
        elif block.name == "az":
            yield from (message for other in content.pages for _, message in titles_of(other))
    yield from shown_rules(content, page)


@dataclass(frozen=True)
class Publication:
    """Where each page stands in each language that is built.

    `languages` are those, the source first; `labels` gives the texts of the templates by the block that shows
    them, under "" those of every page; `catalogs` has every language but the source.
    """

    content: Content
    languages: tuple[str, ...]
    labels: Mapping[str, frozenset[str]]
    catalogs: Mapping[str, Catalog]

    @property
    def source(self) -> str:
        return self.content.site.source

    def settings(self, lang: str) -> LocaleSettings:
        """What the site says of a language. Of the source nothing is wanting."""
        known = {} if lang == self.source else self.content.site.locales
        return known.get(lang, LocaleSettings())

    def is_draft(self, lang: str) -> bool:
        return self.settings(lang).status == "draft"

    def labels_of(self, page: Page) -> frozenset[str]:
        """The texts of the templates that a page shows."""
        blocks = {block.name for block in page.blocks()}
        return frozenset().union(*(self.labels.get(name, frozenset()) for name in ("", *blocks)))

    @cached_property
    def keys(self) -> dict[str, frozenset[Key]]:
        """Page → the messages that it shows."""
        return {
            page.slug: frozenset(m.key for m in shown_messages(self.content, page))
            | frozenset(map(label_key, self.labels_of(page)))
            for page in self.content.every_page
        }

    def count(self, lang: str, slug: str) -> Count:
        """How far a page is in a language."""
        return self._counts[lang, slug]

    def whole(self, lang: str) -> Count:
        """How far a language is: all messages that a page shows, each once."""
        keys = frozenset[Key]().union(*self.keys.values())
        return count(keys, None if lang == self.source else self.catalogs[lang])

    def lacking(self, lang: str) -> list[tuple[Page, int]]:
        """The pages of the site that are not translated to the last word, each with its share in hundredths."""
        shares = [(page, self.count(lang, page.slug).hundredths) for page in self.content.pages]
        return [(page, share) for page, share in shares if share < 100]

    @cached_property
    def _counts(self) -> dict[tuple[str, str], Count]:
        return {
            (lang, slug): count(keys, None if lang == self.source else self.catalogs[lang])
            for lang in (self.source, *self.catalogs)
            for slug, keys in self.keys.items()
        }

    def reaches(self, lang: str, slug: str) -> bool:
        """Whether enough of a page is translated for it to be published as complete."""
        return self.count(lang, slug).share >= self.settings(lang).coverage

    def linked(self, lang: str, slug: str) -> bool:
        """Whether other pages lead to a page. What a draft lacks is built, and nothing leads there."""
        return lang in self.languages and (self.reaches(lang, slug) or not self.is_draft(lang))

    def led_to(self, lang: str, page: Page) -> list[Page]:
        """The pages that a page leads to: from a published page to no unpublished one."""
        if not self.reaches(lang, page.slug):
            return list(self.content.pages)
        return [p for p in self.content.pages if p is page or self.linked(lang, p.slug)]

    def home(self, lang: str, page: Page) -> str:
        """Where the name of the site leads: to the first page, of the source where this language's is no goal."""
        first = self.content.pages[0].slug
        if not self.reaches(lang, page.slug) or self.linked(lang, first):
            return f"{first}.html"
        return f"../{self.source}/{first}.html"

    def complete(self, slug: str) -> list[str]:
        """The languages in which a page is published as complete."""
        return [lang for lang in self.languages if self.reaches(lang, slug)]

    def excused(self, lang: str, keys: Iterable[Key]) -> frozenset[Key]:
        """Those of the site's messages whose lack only warns in a language.

        In a draft all of them; elsewhere those that stand on no page below its threshold. What no page shows
        counts as a page of its own.
        """
        everything = frozenset(keys)
        if self.is_draft(lang):
            return everything
        unshown = everything.difference(*self.keys.values())
        rest = count(unshown, self.catalogs[lang])
        wanted = set() if rest.share >= self.settings(lang).coverage else set(unshown)
        for slug, shown in self.keys.items():
            if not self.reaches(lang, slug):
                wanted |= shown
        return everything - wanted
