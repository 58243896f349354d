"""Every page of every language as a reader meets it. One visit checks everything that can be checked in it.

Pages that together have every kind of element of their language (`BuiltSite.models`) are visited in the full matrix:
narrow and wide, light and dark, with forced colours and by keyboard; each other page in one combination, which its
address chooses.
"""

from __future__ import annotations

import itertools

import pytest

from tests.browser import checks
from tests.browser.built import BuiltPage, BuiltSite, cover, script_of
from tests.browser.conftest import Scheme, Visit, Visitor
from tests.browser.measures import GATES, KB, Ledger

WIDTHS = (320, 1280)
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
MATRIX = tuple(itertools.product(WIDTHS, SCHEMES))
FONT_BUDGETS = {"Latn": 10, "Cyrl": 10, "Deva": 75 + 10, "Arab": 40 + 10}
"""KB by the script of a page; 10 of them for the native names of languages in other scripts."""


def combinations(page: BuiltPage, built: BuiltSite) -> list[tuple[int, Scheme]]:
    """How a page is looked at: in every way, or in one that its address chooses."""
    return list(MATRIX) if page in built.models else [MATRIX[page.draw % len(MATRIX)]]


TRIED = ((320, "light"), (1280, "dark"))
"""Where all switches are put on as well: each width and each scheme once."""


def looked_at(visit: Visit, axe: str, tries: bool) -> dict[str, list[str]]:
    """What has to hold at any width and in any scheme: as the page loads, with all details open, and with all
    switches on."""
    page = visit.page
    found = {"overflow": checks.overflow(page)}
    page.evaluate(checks.OPENED)
    found["axe"] = checks.violations(page, axe)
    found["overflow"] += checks.overflow(page)
    if tries and page.evaluate(checks.TRIED):
        found["axe"] += checks.violations(page, axe)
        found["overflow"] += checks.overflow(page)
    return found


def looked_into(visit: Visit, lang: str) -> dict[str, list[str]]:
    """What has to hold once: the window changes neither names nor letters."""
    page = visit.page
    return {
        "names": checks.nameless(page),
        "tofu": checks.tofu(page),
        "fonts": checks.strange_fonts(page, lang),
    }


def weighed(visit: Visit, lang: str) -> dict[str, float]:
    """The figures of a page as it is loaded, by gate."""
    budget = FONT_BUDGETS[script_of(lang)] * KB
    return {
        "elements": visit.page.evaluate("() => document.querySelectorAll('*').length"),
        "font-bytes": 100 * sum(visit.fonts.values()) / budget,
    }


def test_a_page(built_page: BuiltPage, built: BuiltSite, visitor: Visitor, axe: str, ledger: Ledger) -> None:
    """No overflow, a name for everything, axe content, silence on the console, nothing from elsewhere, every letter
    drawn, in the font of its script; no more elements and bytes of fonts than the budget."""
    lang = str(built_page.tree.get("lang"))
    beyond: list[object] = []
    for number, (width, scheme) in enumerate(combinations(built_page, built)):
        visit = visitor.open(built_page.url, width, scheme)
        tries = built_page in built.models and (width, scheme) in TRIED
        found = looked_at(visit, axe, tries)
        if number == 0:
            found |= looked_into(visit, lang)
            for gate, figure in weighed(visit, lang).items():
                if not GATES[gate].holds(ledger.note(gate, built_page.lang, built_page.path, figure)):
                    beyond.append((gate, figure))
        if width == min(WIDTHS):
            visit.page.evaluate(checks.SPACED)
            found["spacing"] = checks.overflow(visit.page)
        found |= {"foreign": visit.strays(built.url), "console": visit.console}
        visit.page.close()
        if faults := ledger.faults(built_page.lang, f"{built_page.path} {width} {scheme}", found):
            beyond.append((width, scheme, faults))
    assert beyond == []


def test_without_script(built_page: BuiltPage, visitor: Visitor, ledger: Ledger) -> None:
    """Every word that can be seen with script can be seen without; but for the field of the search, which only a
    script can answer."""
    page = visitor.open(built_page.url).page
    expected = checks.words(page) - checks.words(page, "main form")
    page.close()
    page = visitor.open(built_page.url, script=False).page
    seen = checks.words(page)
    page.close()
    lost = sorted((expected - seen).elements())
    assert seen
    assert ledger.faults(built_page.lang, built_page.path, {"no-script": lost}) == {}


def test_the_models_have_every_part(built: BuiltSite) -> None:
    """What any page of a language is made of is on one that is visited in the full matrix."""
    for lang in built.languages:
        pages = built.of(lang)
        models = [page for page in pages if page in built.models]
        assert frozenset().union(*(p.parts for p in models)) == frozenset().union(*(p.parts for p in pages))
    page = built.page("en/play.html")
    assert cover([page, page]) == [page]  # what adds nothing is left out


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_all_combinations_are_drawn(width: int, scheme: Scheme, built: BuiltSite) -> None:
    """Over the site, pages are looked at in each combination of width and scheme."""
    assert sum((width, scheme) in combinations(page, built) for page in built.pages) > len(built.languages)
