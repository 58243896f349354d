"""Practice pages: what they hold, that they are the same in every build, and that they cannot be misnamed."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from sitegen.content import Block, Content, load_content
from sitegen.content.practice import LEAST, MOST, SUIT_TRUMPS, WISHES, Position, pages_of
from sitegen.engine import RuleSet, legal_cards
from tests.deals import ROOT, RULE_SETS
from tests.tiny import Tiny

PAGES, SIZE = 5, 12
RULES = list(RULE_SETS.values())


@cache
def made(id: str) -> tuple[tuple[Position, ...], ...]:
    rules = RULE_SETS[id]
    return tuple(pages_of(rules, [other for other in RULES if other is not rules], PAGES, SIZE))


@cache
def content() -> Content:
    found, problems = load_content(ROOT)
    assert found is not None, problems
    return found


def written(id: str) -> str:
    return "\n".join(
        f"{p.trump} {' '.join(map(str, p.trick))} {p.seat} {' '.join(map(str, p.hand))}"
        for page in made(id)
        for p in page
    )


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.id)
def test_what_the_pages_hold(rules: RuleSet) -> None:
    """Twelve positions a page: one to three cards on the table, four to eight in hand, and no position twice."""
    pages = made(rules.id)
    every = [position for page in pages for position in page]
    assert [len(page) for page in pages] == [SIZE] * PAGES
    assert len({position.key for position in every}) == PAGES * SIZE
    assert {len(position.trick) for position in every} == {1, 2, 3}
    assert {len(position.hand) for position in every} == set(range(LEAST, MOST + 1))
    for position in every:
        cards = [*(play.card for play in position.trick), *position.hand]
        assert len(set(cards)) == len(cards)
        seats = [*(play.seat for play in position.trick), position.seat]
        assert seats == [*rules.seats_from(seats[0])][: len(seats)]
        assert position.legal == legal_cards(
            rules, position.trump, position.trick, position.seat, position.hand
        )


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.id)
def test_the_pages_teach(rules: RuleSet) -> None:
    """On each page each duty that the rule set knows comes up, all kinds of trump do, and few hands are free."""
    wanted = {wish.what for wish in WISHES} - {"contested"}
    if rules.undertrump == "free":
        wanted -= {"undertrump"}
    trumps: Counter[str] = Counter()
    for page in made(rules.id):
        assert wanted <= {position.legal.duty for position in page}
        kinds = {"suit" if position.trump in SUIT_TRUMPS else position.trump for position in page}
        assert kinds == {"suit", "no-trump", "all-trump"}
        assert sum(not position.legal.illegal for position in page) <= SIZE // 4
        assert all(position.teaches() for position in page)
        trumps.update(position.trump for position in page)
    assert len(trumps) == 6


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.id)
def test_rule_sets_differ_on_each_page(rules: RuleSet) -> None:
    """Some position of each page is answered otherwise under another rule set of the site."""
    others = [other for other in RULES if other is not rules]
    for page in made(rules.id):
        assert any(position.fulfils(WISHES[6], others) for position in page)
    assert WISHES[6].what == "contested"


def test_positions_are_those_that_were_published() -> None:
    """The same positions in every build and under every Python: who shares "the fifth of page 3" finds it again.

    A rule that changes legal cards, and another way of choosing, change them: then new digests stand here.
    """
    assert {id: sha256(written(id).encode()).hexdigest()[:12] for id in RULE_SETS} == {
        "belote-maison": "56e15fc8dc2a",
        "belote-officielles": "9c69a35d10f0",
        "coinche-maison": "51da04ba5453",
        "coinche-officielles": "42eba59a5a44",
    }


def test_nothing_depends_on_the_hash_seed() -> None:
    """Two interpreters with other hash seeds make the same positions."""
    code = (
        "from tests.content.test_practice import written\n"
        "print(written('belote-maison') + written('coinche-officielles'))"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert said[0] == said[1]
    assert len(said[0].splitlines()) == 2 * PAGES * SIZE - 1


def test_only_the_promised_source_of_chance_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of `Random` nothing is used but `random()`, whose numbers are promised to stay."""
    for name in ("shuffle", "choice", "randrange", "randint", "sample"):
        monkeypatch.delattr(Random, name, raising=False)
    rules = RULE_SETS["belote-maison"]
    assert tuple(pages_of(rules, [], 1, SIZE))


def test_a_rule_set_alone_fills_its_pages() -> None:
    """Without other rule sets nothing is contested, and a set that never undertrumps has no such position."""
    alone = RULE_SETS["coinche-officielles"]
    pages = list(pages_of(alone, [], 2, SIZE))
    assert [len(page) for page in pages] == [SIZE, SIZE]
    assert not any(position.legal.duty == "undertrump" for page in pages for position in page)


@pytest.mark.parametrize("size", [1, 5, 12])
def test_pages_of_any_size(size: int) -> None:
    """A page has as many positions as are asked for."""
    rules = RULE_SETS["belote-maison"]
    assert [len(page) for page in pages_of(rules, [], 2, size)] == [size, size]


def test_pages_of_the_site() -> None:
    """Five pages a rule set, in order, each with its twelve positions under its own rules; none is written."""
    pages = content().practice
    assert [page.slug for page in pages] == [
        f"practice-{id}-{n}" for id in RULE_SETS for n in range(1, PAGES + 1)
    ]
    assert [page.series for page in pages] == [(n, PAGES) for _ in RULE_SETS for n in range(1, PAGES + 1)]
    listing = next(page for page in content().pages if page.slug == "practice")
    for page in pages:
        positions = [block.arguments[0] for block in page.blocks() if block.name == "position"]
        number = page.series and page.series[0]
        assert positions == [f"practice/{page.rules}/{number}/{n}" for n in range(1, SIZE + 1)]
        assert {content().positions[id].example.rules.id for id in positions} == {page.rules}
        assert (page.title.key, page.nav.key) == (listing.title.key, listing.nav.key)
    assert not set(content().examples) & set(content().positions)
    assert content().every_page == (*content().pages, *pages)


def test_neighbours_are_linked() -> None:
    """Each page leads to the one before it and the one after it, within its rule set."""
    first, second = content().practice[:2]
    last = content().practice[PAGES - 1]
    found = [next(b for b in page.blocks() if b.name == "pager").arguments for page in (first, second, last)]
    id = first.rules
    assert found == [
        ("practice", "", f"practice-{id}-2"),
        ("practice", f"practice-{id}-1", f"practice-{id}-3"),
        ("practice", f"practice-{id}-{PAGES - 1}", ""),
    ]
    assert isinstance(next(first.blocks()), Block)


SETTINGS = """
[practice]
page = "index"
pages = 2
positions = 3
"""


def with_practice(tiny: Tiny, settings: str = SETTINGS) -> Tiny:
    tiny.change("content/site.toml", "\n[locales.fr]", f"{settings}\n[locales.fr]")
    return tiny


def test_a_small_site_with_practice(tmp_path: Path) -> None:
    """Any site can have practice pages: it is built with them, linked or not."""
    tiny = with_practice(Tiny(tmp_path / "tiny"))
    assert tiny.problems() == []


@pytest.mark.parametrize(
    "settings",
    [
        'practice = 5\n',
        '[practice]\npage = "index"\n',
        '[practice]\npage = "nowhere"\npages = 2\npositions = 3\n',
        '[practice]\npage = "index"\npages = 0\npositions = 3\n',
        '[practice]\npage = "index"\npages = 2\npositions = 13\n',
        '[practice]\npage = "index"\npages = true\npositions = 3\n',
        '[practice]\npage = 1\npages = 2\npositions = 3\n',
        '[practice]\npage = "index"\npages = 2\npositions = 3\nmore = 1\n',
    ],
)  # fmt: skip
def test_settings_that_cannot_be(tmp_path: Path, settings: str) -> None:
    """A faulty table is one problem at its place."""
    tiny = with_practice(Tiny(tmp_path / "tiny"), settings)
    found = tiny.problems()
    assert [(p.code, p.place.path, p.said) for p in found] == [("C102", "content/site.toml", "practice")]


def test_a_list_without_practice(tmp_path: Path) -> None:
    """A page cannot list practice pages where there are none."""
    tiny = Tiny(tmp_path / "tiny")
    page = tiny.read("content/pages/index.md")
    tiny.write("content/pages/index.md", f"{page}\n/// practice\n///\n")
    assert [(p.code, p.said) for p in tiny.problems()] == [("C103", "practice")]


def test_a_page_that_is_called_as_one_of_them(tmp_path: Path) -> None:
    """A written page and a practice page cannot have one address."""
    tiny = with_practice(Tiny(tmp_path / "tiny"))
    tiny.change(
        "content/site.toml", 'pages = ["index", "play"]', 'pages = ["index", "play", "practice-maison-1"]'
    )
    tiny.write("content/pages/practice-maison-1.md", '+++\ntitle = "Tricks"\nrules = "maison"\n+++\n')
    assert ("C102", "practice-maison-1") in {(p.code, p.said) for p in tiny.problems()}


def test_other_settings_keep_the_first_positions() -> None:
    """More pages do not change those that are there."""
    rules = RULE_SETS["belote-maison"]
    fewer, more = ([*pages_of(rules, [], n, SIZE)] for n in (1, 3))
    assert fewer == more[:1]
