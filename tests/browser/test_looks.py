"""What has to be seen: drawn cards in each scheme and with forced colours, the focus, four suits to colour-blind eyes,
the sheet on paper, the page for what is not found."""

from __future__ import annotations

import io
import itertools
import re
import subprocess
from collections.abc import Sequence
from math import dist
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page

from tests.browser import checks
from tests.browser.built import BuiltPage, BuiltSite
from tests.browser.conftest import Scheme, Visitor, tool
from tests.browser.measures import GATES, SITE, Ledger

Colour = tuple[int, int, int]
DRAWN = """() => {
  document.querySelectorAll('[data-drawn]').forEach(e => delete e.dataset.drawn);
  for (const card of document.querySelectorAll('[data-fact$=".card"]')) {
    const drawing = card.querySelector('[aria-hidden=true]'), suit = card.getAttribute('value')?.slice(-1);
    if (drawing && suit && card.checkVisibility() && !document.querySelector(`[data-drawn="${suit}"]`)) drawing.dataset.drawn = suit;
  }
  return [...document.querySelectorAll('[data-drawn]')].map(e => e.dataset.drawn);
}"""
"""Marks the first drawn card of each suit."""


# colours ----------------------------------------------------------------------------------------------


def linear(colour: Colour) -> list[float]:
    """Red, green and blue as light."""
    return [v / 255 / 12.92 if v <= 10 else ((v / 255 + 0.055) / 1.055) ** 2.4 for v in colour]


def luminance(colour: Colour) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """As WCAG has it."""
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def lab(colour: Colour) -> tuple[float, float, float]:
    """Lightness and the two axes of colour, as eyes tell them apart (CIE 1976)."""
    red, green, blue = linear(colour)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: Colour, other: Colour) -> float:
    return dist(lab(one), lab(other))


def paper_and_ink(png: bytes) -> tuple[Colour, Colour]:
    """The colour that there is most of, and of those that fill a hundredth at least, the one that differs most."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    room = picture.width * picture.height
    counts: dict[Colour, int] = {colour: count for count, colour in picture.getcolors(room)}  # type: ignore[misc,union-attr]
    paper = max(counts, key=lambda colour: counts[colour])
    much = [colour for colour, count in counts.items() if count * 100 >= room]
    return paper, max(much, key=lambda colour: contrast(paper, colour))


def inks(page: Page) -> dict[str, tuple[Colour, Colour]]:
    """Paper and ink of the first drawn card of each suit that a page shows. The frame is left out."""
    found = {}
    for suit in page.evaluate(DRAWN):
        drawing = page.locator(f"[data-drawn={suit}]")
        drawing.scroll_into_view_if_needed()
        box = drawing.bounding_box()
        assert box is not None
        inset = min(box["width"], box["height"]) / 8
        clip = {"x": box["x"] + inset, "y": box["y"] + inset, "width": box["width"] - 2 * inset, "height": box["height"] - 2 * inset}  # fmt: skip
        found[suit] = paper_and_ink(page.screenshot(clip=clip))  # type: ignore[arg-type]
    return found


def faint(page: Page, where: str) -> list[str]:
    """Drawn cards that stand out from their paper by less than 3 : 1."""
    return [
        f"{where}: {suit} {ink} on {paper}"
        for suit, (paper, ink) in inks(page).items()
        if contrast(paper, ink) < 3
    ]


FRAMES = """() => [...document.querySelectorAll('.example [data-fact^="hand."][data-fact$=".card"]')].filter(card => {
  if (!card.checkVisibility() || !card.querySelector('[aria-hidden=true]')) return false;
  const framed = e => {
    const s = getComputedStyle(e), svg = e.namespaceURI.endsWith('svg') && s.stroke !== 'none' && parseFloat(s.strokeWidth) > 0;
    return svg || ['border', 'outline'].some(k => !['none', 'hidden'].includes(s[`${k}Style`] || s.borderTopStyle) && parseFloat(k === 'border' ? s.borderTopWidth : s.outlineWidth) > 0);
  };
  return ![card, ...card.querySelectorAll('*'), card.parentElement, card.closest('li') ?? card].some(framed);
}).map(card => `no frame: ${card.textContent.trim()}`)"""
"""Cards of a hand that no line frames: where colours are forced, a ground alone would not show."""


def test_cards_and_forced_colours(model_page: BuiltPage, visitor: Visitor, axe: str, ledger: Ledger) -> None:
    """In a light and a dark scheme, with the page's colours and with the reader's own, index and pip of each suit
    stand out; with the reader's colours texts stand out, nothing overflows and each card of a hand has a frame."""
    found: dict[str, list[str]] = {"cards": [], "forced": []}
    schemes: tuple[Scheme, ...] = ("light", "dark")
    for scheme, forced in itertools.product(schemes, (False, True)):
        page = visitor.open(model_page.url, 360, scheme, forced=forced).page
        found["cards"] += faint(page, f"{scheme}{' forced' * forced}")
        if forced:
            page.evaluate(checks.OPENED)
            faults = checks.violations(page, axe, ("color-contrast",)) + checks.overflow(page)
            found["forced"] += [f"{scheme}: {fault}" for fault in (*faults, *page.evaluate(FRAMES))]
        page.close()
    assert ledger.faults(model_page.lang, model_page.path, found) == {}


def test_the_focus_shows(model_page: BuiltPage, visitor: Visitor, ledger: Ledger) -> None:
    """Wherever the Tab key leads, it shows."""
    page = visitor.open(model_page.url).page
    found = checks.unseen_stops(page)
    page.close()
    assert ledger.faults(model_page.lang, model_page.path, {"focus": found}) == {}


DEFICIENCIES = ("protanopia", "deuteranopia", "tritanopia")


def least_distance(page: Page) -> float:
    """Of two suits, over the kinds of colour blindness; the suits have to be all four."""
    session = page.context.new_cdp_session(page)
    found = []
    for kind in DEFICIENCIES:
        session.send("Emulation.setEmulatedVisionDeficiency", {"type": kind})
        colours = {suit: ink for suit, (_, ink) in inks(page).items()}
        assert sorted(colours) == ["C", "D", "H", "S"]
        found += [distance(a, b) for a, b in itertools.combinations(colours.values(), 2)]
    session.detach()
    return min(found)


def test_four_colours_are_four_to_all(built: BuiltSite, visitor: Visitor, ledger: Ledger) -> None:
    """With the four-colour deck, which one checkbox beside the examples chooses, no two suits look alike to readers
    who do not see red, green or blue."""
    page = visitor.open(built.page("en/play.html").url).page
    boxes = page.locator("input[type=checkbox]")
    deck = boxes.evaluate_all("all => all.findIndex(box => !box.closest('.example'))")
    assert deck >= 0, "no checkbox chooses the four-colour deck"
    boxes.nth(deck).focus()
    page.keyboard.press("Space")
    assert boxes.nth(deck).is_checked()
    figure = ledger.note("colours", SITE, "en/play.html", least_distance(page))
    page.close()
    assert GATES["colours"].holds(figure)


# paper ------------------------------------------------------------------------------------------------


def sheets(pdf: bytes, folder: Path) -> list[tuple[float, float]]:
    """Width and height of each page of a PDF, in points."""
    path = folder / "sheet.pdf"
    path.write_bytes(pdf)
    told = subprocess.run(
        [tool("pdfinfo"), "-l", "999", path], capture_output=True, text=True, check=True
    ).stdout
    return [
        (float(w), float(h))
        for w, h in re.findall(r"^Page\s+\d+ size:\s+([\d.]+) x ([\d.]+)", told, re.MULTILINE)
    ]


def test_the_agreement_is_one_sheet_a_game(
    language: str, built: BuiltSite, visitor: Visitor, tmp_path: Path, ledger: Ledger
) -> None:
    """On A4 the sheet of each game is one page."""
    page = visitor.open(built.page(f"{language}/agreement.html").url).page
    games = page.locator("table.agreement").count()
    pages = sheets(page.pdf(format="A4"), tmp_path)
    page.close()
    assert games
    found = [f"page {number}" for number in range(games + 1, len(pages) + 1)]
    found += [
        f"{width} x {height}" for width, height in pages if abs(width - 595) > 2 or abs(height - 842) > 2
    ]
    assert ledger.faults(language, "agreement", {"print": found}) == {}


# what is not found ------------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", ["none.html", "none/deeper/none.html"])
def test_what_is_not_found(depth: str, language: str, built: BuiltSite, visitor: Visitor) -> None:
    """At any depth the page for it is in the language of the address, has its style, and its links lead on."""
    visit = visitor.open(f"{built.url}{language}/{depth}")
    page = visit.page
    assert page.evaluate("() => document.documentElement.lang") == language
    assert page.evaluate("() => document.styleSheets.length && document.styleSheets[0].cssRules.length") > 0
    assert len(visit.console) == 1  # that the address itself was not found
    links = set(page.locator("a[href]").evaluate_all("all => all.map(a => a.href.split('#')[0])"))
    found = [url for url in sorted(links) if url.startswith(built.url) and url != page.url]
    assert found
    assert [url for url in found if not visit.page.request.get(url).ok] == []
    page.close()


# positive controls ------------------------------------------------------------------------------------


def card(suit: str, colour: str, ground: str = "#fff", extra: str = "") -> str:
    pip = f"<i style='display:inline-block;width:24px;height:24px;margin:12px;background:{colour}'></i>"
    drawing = f"<span aria-hidden=true style='display:inline-block;background:{ground};{extra}'>{pip}</span>"
    return f"<data data-fact=hand.1.card value=A{suit}>{drawing}</data> "


def deck(*colours: str) -> str:
    return "".join(card(suit, colour) for suit, colour in zip("SHDC", colours, strict=True))


@pytest.mark.parametrize(
    ("body", "suits"),
    [
        (card("S", "#000"), []),
        (card("S", "#ccc"), ["S"]),
        (card("H", "#c00", "#a22") + card("D", "#00f"), ["H"]),
    ],
)
def test_faint_cards_are_seen(body: str, suits: list[str], visitor: Visitor) -> None:
    """Positive control: a card whose ink is nearly its paper is reported, another is not."""
    page = visitor.open(checks.document(body)).page
    assert [line.split()[1] for line in faint(page, "x:")] == suits
    page.close()


@pytest.mark.parametrize(
    ("colours", "alike"),
    [
        (("#16181d", "#c8102e", "#003aad", "#a3297a"), False),
        (("#000", "#d00", "#00c", "#080"), True),  # the usual deck of poker rooms: red and green
        (("#000", "#c00", "#c00", "#000"), True),
    ],
)
def test_suits_that_look_alike_are_seen(colours: Sequence[str], alike: bool, visitor: Visitor) -> None:
    """Positive control: red and green are one colour to many; four chosen with care are four to all."""
    page = visitor.open(checks.document(deck(*colours))).page
    assert GATES["colours"].holds(least_distance(page)) != alike
    page.close()


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("<a href=#x>one</a> <button>two</button>", 0),
        ("<a href=#x style='outline:none'>one</a> <button>two</button>", 1),
        ("<input type=checkbox style='outline:none' id=a><label for=a>three</label>", 1),
        ("<a href=#x style='position:absolute;left:-999px'>one</a>", 1),
    ],
)
def test_a_focus_that_does_not_show_is_seen(body: str, found: int, visitor: Visitor) -> None:
    """Positive control: a link, an input without a ring, one outside the window."""
    page = visitor.open(checks.document(body)).page
    assert len(checks.unseen_stops(page)) == found
    page.close()


@pytest.mark.parametrize(("style", "found"), [("border:1px solid", 0), ("background:#eee", 1)])
def test_a_card_without_a_frame_is_seen(style: str, found: int, visitor: Visitor) -> None:
    """Positive control: a ground is no frame."""
    body = f"<div class=example><div>{card('S', '#000', extra=style)}</div></div>"
    page = visitor.open(checks.document(body), forced=True).page
    assert len(page.evaluate(FRAMES)) == found
    page.close()


def test_two_sheets_are_two(visitor: Visitor, tmp_path: Path) -> None:
    """Positive control: what does not fit on a sheet goes on to the next, and other paper is noticed."""
    page = visitor.open(checks.document("<p style='height:1500px'>x</p>")).page
    assert [w // 10 for w, _ in sheets(page.pdf(format="A4"), tmp_path)] == [59, 59]
    assert [w // 10 for w, _ in sheets(page.pdf(format="A3"), tmp_path)] == [84]
    page.close()
