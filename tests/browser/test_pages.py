"""What a reader does with pages: scroll by keyboard, open them from disk, change the language, choose a scheme."""

from __future__ import annotations

from pathlib import Path

from tests.browser.conftest import Scheme, Visitor

SCHEMES: tuple[Scheme, ...] = ("light", "dark")


def test_what_scrolls_can_be_reached_by_keyboard(server: str, visitor: Visitor) -> None:
    """Each table that scrolls at 360 pixels takes the focus."""
    page = visitor.open(server + "en/scoring.html", 360).page
    tabbable = page.evaluate(
        "() => [...document.querySelectorAll('.scroll')].filter(e => e.scrollWidth > e.clientWidth).map(e => e.tabIndex)"
    )
    assert tabbable
    assert set(tabbable) == {0}
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
