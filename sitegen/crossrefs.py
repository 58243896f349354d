"""What belongs together on the pages: sections that speak of the same rule, terms and where they are explained,
the example that a switch decides. All of it is found from what the text binds and what the engine answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from sitegen.content import Block, Content, Heading, Message, Page, Part, Words, walk
from sitegen.engine import SWITCHES, RuleSet, answer, switch_values, with_switches
from sitegen.prose.check import Scope, Vocabulary
from sitegen.prose.coverage import rules_used
from sitegen.prose.lexicon import Lexicon
from sitegen.prose.spans import plain, spans
from sitegen.prose.terms import Term, TermFinder

MOST_RELATED = 3
"""Sections that a section is told to be related to, at most."""


@dataclass(frozen=True)
class Section:
    """A part of a page under a heading with an id, up to the next such heading of its level or above."""

    page: Page
    heading: Heading
    parts: tuple[Part, ...]

    @property
    def name(self) -> str:
        """`play#ruff`: what no other section of the site is called."""
        return f"{self.page.slug}#{self.heading.id}"

    @property
    def href(self) -> str:
        return f"{self.page.slug}.html#{self.heading.id}"

    @property
    def states(self) -> bool:
        """Whether it binds or shows anything: rules, examples, tables, terms."""
        return any(isinstance(part, Block) for part in self.parts) or any(
            spans(message.text.value) for message in messages_in((self.heading, *self.parts))
        )


@dataclass(frozen=True)
class Shown:
    """An example where a page shows it for the first time."""

    page: Page
    block: Block
    section: Section | None

    @property
    def example(self) -> str:
        return self.block.arguments[0]

    @property
    def title(self) -> Message | None:
        """What it is called: its title, or, of a picture, the heading that it stands under."""
        if self.block.name == "picture":
            return self.section.heading.message if self.section else None
        return self.block.title

    @property
    def context(self) -> Message | None:
        """The heading that it stands under, if it is called otherwise itself: titles such as “Contract made” say
        little elsewhere."""
        heading = self.section.heading.message if self.section else None
        return heading if heading != self.title else None

    @property
    def href(self) -> str:
        return f"{self.page.slug}.html#{anchor_of(self.example)}"


@dataclass(frozen=True)
class Explained:
    """A word of the game where a page explains it; `name` is what the page calls it: `taker`, `outcome.failed`."""

    page: Page
    name: str
    body: tuple[Part, ...]

    @property
    def term(self) -> Term:
        return Term.named(self.name)

    @property
    def id(self) -> str:
        return f"term-{self.term.value}"

    @property
    def href(self) -> str:
        return f"{self.page.slug}.html#{self.id}"


def anchor_of(example: str) -> str:
    """The id of an example on the page that shows it."""
    return f"example-{example}"


def sections_of(page: Page) -> Iterator[Section]:
    """The sections of a page, in order: those of level two, which is that of rules and questions."""
    heading: Heading | None = None
    parts: list[Part] = []
    for part in page.parts:
        if isinstance(part, Heading) and part.level <= 2:
            if heading is not None and heading.id:
                yield Section(page, heading, tuple(parts))
            heading, parts = part, []
        else:
            parts.append(part)
    if heading is not None and heading.id:
        yield Section(page, heading, tuple(parts))


def titles_of(page: Page) -> Iterator[tuple[str, Message]]:
    """What an index lists of a page: its sections that state something and its examples, each with its id."""
    yield from ((s.heading.id, s.heading.message) for s in sections_of(page) if s.states)
    titles: dict[str, Message] = {}
    for block in page.blocks():
        if block.name in ("play", "row") and block.title:
            titles.setdefault(anchor_of(block.arguments[0]), block.title)
    yield from titles.items()


class CrossReferences:
    """What belongs together on the pages of a site."""

    def __init__(self, content: Content, vocabulary: Vocabulary, lexicon: Lexicon | None) -> None:
        """`lexicon` is that of the source; without it no two notions are twins."""
        self._content = content
        self._vocabulary = vocabulary
        self._lexicon = lexicon
        self._named: dict[str, frozenset[str]] = {}
        self._changed: dict[tuple[str, str], frozenset[str]] = {}
        self._flipped: dict[str, tuple[tuple[str, RuleSet], ...]] = {}

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """Every section of the site, page by page."""
        return tuple(s for page in self._content.pages for s in sections_of(page))

    @cached_property
    def terms(self) -> tuple[Explained, ...]:
        """Every word that is explained, where it is explained first."""
        found: dict[str, Explained] = {}
        for page in self._content.pages:
            for block in page.blocks():
                if block.name == "term":
                    found.setdefault(block.arguments[0], Explained(page, block.arguments[0], block.parts))
        return tuple(found.values())

    @cached_property
    def _finder(self) -> TermFinder | None:
        if self._lexicon is None:
            return None
        return TermFinder({t.name: t.term for t in self.terms}, self._lexicon)

    def twins(self, notion: str) -> frozenset[str]:
        """The notions that the source tells from this one by a capital alone: belote, and Belote the game."""
        return self._finder.twins(notion) if self._finder else frozenset()

    def names(self, message: Message, notion: str) -> bool:
        """Whether the source's words of a message name a notion and none of its twins. Many languages have one
        word for both, and no capitals to tell them apart; what a translation means is what its source means."""
        source = message.text.value
        if source not in self._named:
            found = self._finder.find(plain(source)) if self._finder else ()
            self._named[source] = frozenset(name for _, _, name in found)
        return notion in self._named[source] and not self._named[source] & self.twins(notion)

    @cached_property
    def shown(self) -> tuple[Shown, ...]:
        """Every example that a page shows, page by page, where the page shows it first."""
        out = []
        for page in self._content.pages:
            of: dict[int, Section] = {}
            for section in sections_of(page):
                of |= {id(part): section for part in walk(section.parts)}
            seen = set()
            for block in page.blocks():
                if block.name in ("play", "row", "picture") and block.arguments[0] not in seen:
                    seen.add(block.arguments[0])
                    out.append(Shown(page, block, of.get(id(block))))
        return tuple(out)

    @cached_property
    def titles(self) -> tuple[tuple[Page, str, Message], ...]:
        """What an index lists: the titles of all pages, each with its page and address."""
        pages = self._content.pages
        return tuple((p, f"{p.slug}.html#{id}", message) for p in pages for id, message in titles_of(p))

    # related sections -----------------------------------------------------------------------------

    def related(self, page: Page, heading: str) -> tuple[Section, ...]:
        """The sections of other pages that share most with one: laws, formulas and switches that both state,
        or that their examples use; what few sections speak of counts for more."""
        return self._related.get(f"{page.slug}#{heading}", ())

    @cached_property
    def _related(self) -> dict[str, tuple[Section, ...]]:
        speaks = {section.name: self._spoken_of(section) for section in self.sections}
        common = Counter(name for names in speaks.values() for name in names)
        out = {}
        for section in self.sections:
            shares: list[tuple[float, int, Section]] = []
            for place, other in enumerate(self.sections):
                both = speaks[section.name] & speaks[other.name]
                if both and other.page.slug != section.page.slug and other.page.place != "foot":
                    shares.append((-sum(1 / common[name] for name in sorted(both)), place, other))
            out[section.name] = tuple(s for _, _, s in sorted(shares, key=lambda s: s[:2])[:MOST_RELATED])
        return out

    def _spoken_of(self, section: Section) -> frozenset[str]:
        """The laws, formulas and switches that a section states, and the laws that its examples use."""
        found = set(self.stated(section))
        for part in walk(section.parts):
            if isinstance(part, Block) and part.name in ("play", "row"):
                table = self._vocabulary.examples[part.arguments[0]]
                found |= {name for name in rules_used(table) if name.startswith(("law.", "formula."))}
        return frozenset(found)

    def stated(self, section: Section) -> Iterator[str]:
        """The laws, formulas and switches that the words of a section state: `switch.tie.held` as `switch.tie`."""
        for message in messages_in((section.heading, *section.parts)):
            for span in spans(message.text.value):
                _, _, name = self._vocabulary.table(span.target, Scope(message.rules, message.example))
                if name.startswith(("law.", "formula.")):
                    yield name
                elif name.startswith("switch."):
                    yield name.rpartition(".")[0]

    # what a switch decides ------------------------------------------------------------------------

    def decided(self, rules: Sequence[str], switch: str) -> Shown | None:
        """An example on a page that comes out otherwise, or cannot be at all, when one of the rule sets sets a
        switch otherwise. Of several it is one in a section that speaks of what the switch sets, best before all else,
        then one of these rule sets, then one that the fewest other switches change, then the first."""
        best: tuple[tuple[int, bool, int, int], Shown] | None = None
        for place, shown in enumerate(self.shown):
            example = self._content.examples.get(shown.example)
            if example is None:
                continue
            own = example.example.rules.id
            changing = self._changing(shown.example, own if own in rules else rules[0])
            if switch not in changing:
                continue
            bound = self._bound(shown.section) if shown.section else ()
            rank = (_distance(switch, bound), own not in rules, len(changing), place)
            if best is None or rank < best[0]:
                best = rank, shown
        return best[1] if best else None

    def _bound(self, section: Section) -> Iterator[str]:
        """What the words of a section bind: addresses without the example or rule set that they are read in."""
        for message in messages_in((section.heading, *section.parts)):
            if not message.example:
                yield from (span.target.rpartition("/")[2] for span in spans(message.text.value))

    def _changing(self, id: str, under: str) -> frozenset[str]:
        """The switches that change an example under a rule set; none if it cannot be asked there."""
        if (id, under) not in self._changed:
            example, rules = self._content.examples[id], self._content.rules[under].rules
            found = set()
            if (before := example.under(rules)) is not None:
                for switch, other in self._flips(rules):
                    if switch not in found:
                        after = example.under(other)
                        if after is None or answer(after) != answer(before):
                            found.add(switch)
            self._changed[id, under] = frozenset(found)
        return self._changed[id, under]

    def _flips(self, rules: RuleSet) -> Sequence[tuple[str, RuleSet]]:
        if rules.id not in self._flipped:
            self._flipped[rules.id] = tuple(_flipped(rules))
        return self._flipped[rules.id]


def _distance(switch: str, bound: Iterable[str]) -> int:
    """How far a section that binds some addresses is from a switch: 0 if it speaks of it first, 1 if it does so
    later, 2 if not at all."""
    speaks = [_switch_of(address) == switch for address in bound]
    return 0 if speaks[:1] == [True] else 1 if True in speaks else 2


def _switch_of(address: str) -> str:
    """The switch that an address speaks of, nothing if none: `switch.tie-belote.held`, `law.tie-belote-held` and
    `k.tie.belote` speak of `tie_belote`, and not of `tie`."""
    kind, _, rest = address.replace(".", "-").replace("-", "_").partition("_")
    said = [name for name in SWITCHES if f"{rest}_".startswith(f"{name}_")]
    return max(said, key=len, default="") if kind in ("switch", "law", "k") else ""


def _flipped(rules: RuleSet) -> Iterator[tuple[str, RuleSet]]:
    """A rule set with each of its switches set otherwise, in each way that tells something."""
    for name, value in switch_values(rules).items():
        switch = SWITCHES[name]
        others: list[object] = []
        if switch.kind == "choice":
            others = [v for v in switch.values if v != value]
        elif switch.kind == "points":
            others = [value + 10]
        elif switch.kind == "table":
            others = [{rank: points + 1 for rank, points in value.items()}]
        elif switch.kind == "contracts":
            others = [[v for v in value if v != left_out] for left_out in value if len(value) > 1]
        yield from ((name, with_switches(rules, {name: other})) for other in others)


def messages_in(parts: Sequence[Part]) -> Iterator[Message]:
    """The messages of some parts and of all that they contain, in order."""
    for part in walk(tuple(parts)):
        if isinstance(part, Words | Heading):
            yield part.message
        elif isinstance(part, Block) and part.title:
            yield part.title
