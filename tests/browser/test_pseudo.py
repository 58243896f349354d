"""Pseudo-languages in a browser: pages whose words are 40 % longer, in both directions of writing, still fit."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from sitegen import site
from sitegen.pseudo import PSEUDO
from tests.browser.built import served
from tests.browser.checks import document, overflow
from tests.browser.conftest import Visitor
from tests.deals import ROOT

TAGS = [p.lang for p in PSEUDO]
WIDTHS = (320, 360, 768, 1280)


def pages() -> list[str]:
    """Every page of the pseudo-languages."""
    project, problems = site.load(ROOT, TAGS, pseudo=True)
    assert project is not None, problems
    pages = site.first_of_series(project).content.every_page
    return [f"{lang}/{page.slug}.html" for lang in TAGS for page in pages]


@pytest.fixture(scope="module")
def pseudo_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The site in the pseudo-languages, served."""
    target = tmp_path_factory.mktemp("pseudo") / "output"
    project, _ = site.load(ROOT, TAGS, pseudo=True)
    assert project is not None
    assert site.build(project, target) == []
    with served(target) as url:
        yield url


CLIPPED = """() => {
  const cut = [];
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest('svg') || !element.textContent.trim()) continue;
    const style = getComputedStyle(element);
    const name = `${element.tagName} ${element.className}: ${element.textContent.trim().slice(0, 40)}`;
    for (const [axis, has, room] of [
      ['X', element.scrollWidth, element.clientWidth], ['Y', element.scrollHeight, element.clientHeight]])
      if (['hidden', 'clip'].includes(style[`overflow${axis}`]) && has > room) cut.push(name);
    if (style.textOverflow === 'ellipsis' || (style.webkitLineClamp ?? 'none') !== 'none') cut.push(name);
    // A word that leaves its own box stands on its neighbour's.
    if (['block', 'flex', 'grid', 'list-item', 'table-cell'].includes(style.display) &&
        style.overflowX === 'visible' && element.clientWidth && element.scrollWidth > element.clientWidth + 1 &&
        !element.querySelector('.scroll, table')) cut.push(`leaves its box: ${name}`);
  }
  return cut;
}"""
"""Words that are cut off, or that leave the box that they belong to."""

DRAWN = """() => {
  const out = [];
  for (const svg of document.querySelectorAll('svg')) {
    const frame = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll('text')].map(t => [t, t.getBoundingClientRect()]);
    const papers = [...svg.querySelectorAll('rect:not(.cloth)')].map(r => r.getBoundingClientRect());
    for (const [text, box] of texts) {
      if (!text.textContent.trim()) continue;
      const edge = text.classList.contains('seat') ? 4 * frame.width / svg.viewBox.baseVal.width : 0;
      if (box.left < frame.left + edge || box.right > frame.right - edge || box.top < frame.top || box.bottom > frame.bottom)
        out.push(`outside: ${text.textContent}`);
      const meets = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
      for (const [other, its] of texts) if (other !== text && meets(box, its)) out.push(`on another: ${text.textContent}`);
      if (!text.closest('.face'))
        for (const paper of papers) if (meets(box, paper)) out.push(`on a card: ${text.textContent}`);
    }
  }
  return out;
}"""
"""Texts of a picture that leave it, or that stand on a card or on another text."""

MIRRORED = """() => {
  const found = {};
  const box = selector => document.querySelector(selector)?.getBoundingClientRect();
  const items = [...document.querySelectorAll('header .pages li')].map(e => e.getBoundingClientRect());
  const row = items.filter(b => Math.abs(b.top - items[0].top) < 2);
  if (row.length > 1) found.navigation = row[0].left > row[1].left ? 'rtl' : 'ltr';
  const summary = document.querySelector('.summary');
  if (summary) found.summary = parseFloat(getComputedStyle(summary).borderRightWidth) > 0 ? 'rtl' : 'ltr';
  const cards = [...document.querySelectorAll('.whole li')].map(e => e.getBoundingClientRect());
  if (cards.length > 1 && cards[0].top === cards[1].top) found.hand = cards[0].left > cards[1].left ? 'rtl' : 'ltr';
  const heads = [...document.querySelectorAll('table.scores thead th, table.switches thead th')].map(e => e.getBoundingClientRect());
  if (heads.length > 1) found.table = heads[0].left > heads[1].left ? 'rtl' : 'ltr';
  const turned = [['svg [data-value="W"]', 'svg [data-value="E"]'], ['.plays .at-w', '.plays .at-e']].map(pair => {
    const [west, east] = pair.map(box);
    return west && east ? (west.left < east.left ? 'west is left' : 'turned') : '';
  }).filter(Boolean);
  if (turned.length) found.compass = [...new Set(turned)].join();
  const h1 = document.querySelector('h1'), range = document.createRange();
  range.selectNodeContents(h1);
  const words = range.getBoundingClientRect(), room = h1.getBoundingClientRect();
  found.heading = room.right - words.right < words.left - room.left ? 'rtl' : 'ltr';
  return found;
}"""
"""Which way the parts of a page run, as they are seen."""


def evaluated(page: Page, script: str) -> list[str]:
    found: list[str] = page.evaluate(script)
    return found


@pytest.mark.parametrize("path", pages())
def test_long_words_fit(path: str, pseudo_server: str, visitor: Visitor) -> None:
    """At every width nothing reaches beyond the window, no word is cut off, and pictures hold their words."""
    found: dict[int, list[str]] = {}
    for width in WIDTHS:
        page = visitor.open(pseudo_server + path, width).page
        found[width] = overflow(page) + evaluated(page, CLIPPED) + evaluated(page, DRAWN)
        page.close()
    assert {key: [] for key in WIDTHS} == found


@pytest.mark.parametrize("path", pages())
def test_pages_run_as_they_are_read(path: str, pseudo_server: str, visitor: Visitor) -> None:
    """Headings, navigation, summaries, hands and tables begin where reading begins; the compass never turns."""
    direction = {p.lang: p.direction for p in PSEUDO}[path.split("/")[0]]
    page = visitor.open(pseudo_server + path, 1280).page
    found = page.evaluate(MIRRORED)
    page.close()
    assert "heading" in found
    compass = {"compass": "west is left"} if "compass" in found else {}
    assert {**dict.fromkeys(found, direction), **compass} == found


def test_each_part_is_looked_at(pseudo_server: str, visitor: Visitor) -> None:
    """The pages have every part whose direction is measured."""
    seen: set[str] = set()
    for path in pages():
        page = visitor.open(pseudo_server + path, 1280).page
        seen |= set(page.evaluate(MIRRORED))
        page.close()
    assert {"heading", "navigation", "summary", "hand", "table", "compass"} == seen


# positive controls ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "cut"),
    [
        ("<p style='width:4em;overflow:hidden;white-space:nowrap'>many words that go on</p>", 1),
        ("<p style='height:1em;overflow:hidden;width:4em'>many words that go on</p>", 1),
        ("<p style='text-overflow:ellipsis'>many words</p>", 1),
        ("<div style='width:4em'>Unbreakablewordofsomelength</div>", 1),
        ("<p style='width:20em;overflow:hidden'>few words</p>", 0),
    ],
)
def test_cut_words_are_seen(body: str, cut: int, visitor: Visitor) -> None:
    """Positive control: words that are cut off or leave their box are reported, others are not."""
    page = visitor.open(document(body), 1280).page
    assert cut == len(evaluated(page, CLIPPED))
    page.close()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "<text class=seat x=5 y=50 font-size=14 text-anchor=middle>Somewhere</text>",
            ["outside: Somewhere"],
        ),
        ("<rect x=80 y=40 width=40 height=20 /><text x=80 y=55>Nord</text>", ["on a card: Nord"]),
        ("<text x=80 y=50>Nord</text><text x=82 y=52>Ost</text>", ["on another: Nord", "on another: Ost"]),
        ("<text x=100 y=50>Nord</text>", []),
    ],
)
def test_misplaced_drawing_is_seen(text: str, found: list[str], visitor: Visitor) -> None:
    """Positive control: a name beyond the edge, on a card or on another name is reported."""
    page = visitor.open(document(f"<svg viewBox='0 0 200 100' width=200 height=100>{text}</svg>")).page
    assert found == evaluated(page, DRAWN)
    page.close()


def test_a_page_that_is_not_mirrored_is_seen(visitor: Visitor) -> None:
    """Positive control: a right-to-left page with a heading set to the left reads as left to right."""
    page = visitor.open(document("<h1 dir=rtl style='text-align:left'>Titre</h1>")).page
    assert page.evaluate(MIRRORED) == {"heading": "ltr"}
    page.close()
