"""Every page of every language as a reader meets it: narrow and wide, light and dark, seen and heard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Scheme, Visitor, addresses

PAGES = addresses()
WIDTHS = (360, 1280)
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
NAMED_ROLES = {"table", "figure", "region", "image", "navigation"}
SPACED = "* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }"

OVERFLOW = """() => {
  const root = document.scrollingElement, width = root.clientWidth, wide = [];
  if (root.scrollWidth > width) wide.push(`page ${root.scrollWidth} > ${width}`);
  for (const element of document.body.querySelectorAll('*')) {
    let inside = element.parentElement;  // what scrolls may hold wide things, and the skip link hides
    while (inside && !['auto', 'scroll', 'hidden'].includes(getComputedStyle(inside).overflowX)) inside = inside.parentElement;
    const box = element.getBoundingClientRect();
    if (!inside && box.width && box.bottom > 0 && (box.right > width + 0.5 || box.left < -0.5)) wide.push(`${element.tagName} ${element.className}`);
  }
  return wide;
}"""


def document(body: str) -> str:
    """A page of its own, for positive controls."""
    html = f"<!DOCTYPE html><html lang=en><title>t</title><body>{body}</body></html>"
    return f"data:text/html;charset=utf-8,{quote(html)}"


def overflow(page: Page) -> list[str]:
    """What reaches beyond an edge of the window, in either direction of writing."""
    found: list[str] = page.evaluate(OVERFLOW)
    return found


def accessible(page: Page) -> list[dict[str, Any]]:
    """The accessibility tree in reading order."""
    session = page.context.new_cdp_session(page)
    nodes: list[dict[str, Any]] = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    by_id = {node["nodeId"]: node for node in nodes}

    def walk(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
        yield node
        for child in node.get("childIds", ()):
            if child in by_id:
                yield from walk(by_id[child])

    return [node for node in walk(nodes[0]) if not node["ignored"]]


def nameless(page: Page) -> list[str]:
    """Tables, figures, pictures and regions that a screen reader could not name."""
    nodes = accessible(page)
    found = [
        node["role"]["value"]
        for node in nodes
        if node["role"]["value"] in NAMED_ROLES and not node.get("name", {}).get("value", "").strip()
    ]
    # Chromium does not tell of a region that has no name.
    regions = page.locator("[role=region], section[aria-label], section[aria-labelledby]").count()
    told = sum(node["role"]["value"] == "region" for node in nodes)
    return found + ["region"] * (regions - told)


def spoken(page: Page) -> str:
    """All that a screen reader says of a page's text, in order."""
    return " ".join(
        " ".join(node["name"]["value"].split())
        for node in accessible(page)
        if node["role"]["value"] == "StaticText"
    )


def violations(page: Page, axe: str) -> list[str]:
    """What axe finds, each with its first element."""
    page.evaluate(axe)
    result = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
    return [f"{v['id']}: {v['nodes'][0]['html'][:120]}" for v in result["violations"]]


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("path", PAGES)
def test_a_page(path: str, width: int, scheme: Scheme, server: str, visitor: Visitor, axe: str) -> None:
    """No overflow, no console message, no request outside the site, a name for everything, axe content."""
    visit = visitor.open(server + path, width, scheme)
    page = visit.page
    assert overflow(page) == []
    assert nameless(page) == []
    assert violations(page, axe) == []
    assert visit.console == []
    assert visit.strays(server) == []
    page.close()


@pytest.mark.parametrize("path", PAGES)
def test_a_small_window_with_wide_text(path: str, server: str, visitor: Visitor) -> None:
    """At 320 pixels, with the text spacing of WCAG 1.4.12, nothing reaches beyond the window."""
    visit = visitor.open(server + path, 320)
    assert overflow(visit.page) == []
    visit.page.add_style_tag(content=SPACED)
    assert overflow(visit.page) == []
    visit.page.close()


def test_what_scrolls_can_be_reached_by_keyboard(server: str, visitor: Visitor) -> None:
    """Each table that scrolls at 360 pixels takes the focus."""
    page = visitor.open(server + "en/scoring.html", 360).page
    tabbable = page.evaluate(
        "() => [...document.querySelectorAll('.scroll')].filter(e => e.scrollWidth > e.clientWidth).map(e => e.tabIndex)"
    )
    assert tabbable
    assert set(tabbable) == {0}
    page.close()


@pytest.mark.parametrize("lang", [path.split("/")[0] for path in PAGES if path.endswith("/play.html")])
def test_an_example_is_told_in_order(lang: str, server: str, visitor: Visitor) -> None:
    """A screen reader tells trick, hand, legal cards, card played and result, in this order, with each card's name."""
    page = visitor.open(f"{server}{lang}/play.html").page
    figure = page.locator('figure.example[data-example="who-takes-the-trick"]')
    told = [
        figure.locator(".plays .name").all_text_contents(),
        figure.locator(".whole .name").all_text_contents(),
        figure.locator(".legal .list li").all_text_contents(),
        figure.locator(".played .name").all_text_contents(),
        figure.locator(".result [data-fact='wins.winner']").all_text_contents(),
        figure.locator(".result [data-fact='trick.points']").all_text_contents(),
    ]
    assert [len(part) for part in told] == [3, 2, 1, 1, 1, 1]
    heard = spoken(page)
    at = heard.index(" ".join(figure.locator("figcaption").inner_text().split()))
    for words in (word for part in told for word in part):
        found = heard.find(" ".join(words.split()), at)
        assert found >= 0, f"{words!r} is not told in its place"
        at = found + len(words.split()[0])
    page.close()


def test_works_from_disk(output: Path, visitor: Visitor) -> None:
    """Opened as a file, a page finds its style sheet, and its links lead to files."""
    visit = visitor.open((output / "en" / "play.html").as_uri())
    assert visit.console == []
    ground = visit.page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    assert ground not in ("rgba(0, 0, 0, 0)", "rgb(255, 255, 255)")
    for link in visit.page.locator("a").all():
        target = str(link.evaluate("a => a.href")).partition("#")[0]
        assert Path(target.removeprefix("file://")).is_file(), target
    visit.page.close()


def test_the_language_switch_stays_on_the_page(server: str, visitor: Visitor) -> None:
    """From a page in one language a click leads to the same page in the next, through all of them and back."""
    page = visitor.open(server + "en/scoring.html").page
    langs = page.locator("nav.languages a").evaluate_all("links => links.map(a => a.hreflang)")
    for lang in [*langs[1:], langs[0]]:
        page.locator("nav.languages summary").click()
        page.locator(f'nav.languages a[hreflang="{lang}"]').click()
        assert f"{server}{lang}/scoring.html" == page.url
        assert lang == page.evaluate("() => document.documentElement.lang")
    page.close()


def test_schemes_differ(server: str, visitor: Visitor) -> None:
    """The page is light in a light scheme and dark in a dark one."""
    grounds = []
    for scheme in SCHEMES:
        page = visitor.open(server + "en/play.html", 1280, scheme).page
        grounds.append(page.evaluate("() => getComputedStyle(document.body).backgroundColor"))
        page.close()
    assert len(set(grounds)) == 2


# positive controls ------------------------------------------------------------------------------------


def test_overflow_is_seen(visitor: Visitor) -> None:
    """Positive control: a wide element is reported, one inside what scrolls is not."""
    page = visitor.open(document("<p style='width:900px'>wide</p>"), 360).page
    assert overflow(page)
    page.close()
    page = visitor.open(
        document("<div style='overflow-x:auto'><p style='width:900px'>wide</p></div>"), 360
    ).page
    assert overflow(page) == []
    page.close()


def test_console_and_requests_are_seen(server: str, visitor: Visitor) -> None:
    """Positive control: a message, a missing file and a request elsewhere are reported."""
    visit = visitor.open(
        document("<script>console.log('hello')</script><img src='http://127.0.0.1:9/picture.png' alt=''>")
    )
    assert "hello" in visit.console
    assert "http://127.0.0.1:9/picture.png" in visit.strays(server)
    assert len(visit.console) > 1
    visit.page.close()


@pytest.mark.parametrize(
    ("body", "roles"),
    [
        ("<table><tr><th>a</th></tr><tr><td>1</td></tr></table>", ["table"]),
        ("<table><caption>x</caption><tr><th>a</th></tr><tr><td>1</td></tr></table>", []),
        ("<figure><p>x</p></figure>", ["figure"]),
        ("<div role=region>x</div>", ["region"]),
        ("<div role=img>x</div>", ["image"]),
        ("<nav>x</nav>", ["navigation"]),
    ],
)
def test_missing_names_are_seen(body: str, roles: list[str], visitor: Visitor) -> None:
    """Positive control: a table, figure, region, picture or navigation without a name is reported."""
    page = visitor.open(document(body)).page
    assert roles == nameless(page)
    page.close()


def test_axe_sees_faults(visitor: Visitor, axe: str) -> None:
    """Positive control: a picture without alternative and faint text are violations."""
    page = visitor.open(
        document("<main><h1>t</h1><img src='data:,'><p style='color:#ccc'>faint</p></main>")
    ).page
    found = {v.partition(":")[0] for v in violations(page, axe)}
    assert {"image-alt", "color-contrast"} <= found
    page.close()


def test_a_page_of_every_file(output: Path) -> None:
    """The pages looked at here are all pages that are built."""
    built = sorted(p.relative_to(output).as_posix() for p in output.rglob("*.html"))
    assert sorted(PAGES) == built
