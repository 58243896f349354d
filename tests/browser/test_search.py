"""The search as a reader uses it: in every language, by keyboard, heard, from disk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext, Page

QUERIES: list[tuple[str, str, str]] = [
    ("en", "undertrumping", "play"), ("en", "trumps led", "play"), ("en", "rounded", "scoring"),
    ("en", "may I ruff my partner's trick", "play"),
    ("fr", "surcoupes", "play"), ("fr", "levées", "play"), ("fr", "arrondis", "scoring"), ("fr", "L’ATOUT", "play"),
    ("tr", "çakmam", "play"), ("tr", "KIZ", "values"), ("tr", "yuvarlama", "scoring"), ("tr", "kozlarım", "play"),
    ("pl", "przebijam", "play"), ("pl", "atutem", "values"), ("pl", "zaokrąglenie", "scoring"),
    ("pl", "zaokraglenie", "scoring"),
    ("hi", "तुरुपों", "play"), ("hi", "अंकों", "scoring"), ("hi", "क़ीमत", "values"), ("hi", "कीमत", "values"),
    ("ar", "بالحكم", "play"), ("ar", "طرنيب", "play"), ("ar", "النقاط", "scoring"), ("ar", "حُكم", "play"),
    ("de", "Trümpfe", "play"), ("de", "trumpfe", "play"), ("de", "gerundet", "scoring"), ("de", "Stichen", "play"),
    ("es", "triunfos", "play"), ("es", "bazas", "play"), ("es", "redondeo", "scoring"),
    ("ru", "козырем", "play"), ("ru", "взятками", "play"), ("ru", "очков", "scoring"),
]  # fmt: skip
"""A language, words as a reader writes them (inflected, without accents or short vowels, a name that other players
use), and a page that must be among the places found first."""
FIRST = 10


@pytest.fixture
def window(browser: object) -> Iterator[Page]:
    """A phone, which has never seen the site and has nothing to complain about."""
    context: BrowserContext = browser.new_context(viewport={"width": 390, "height": 800})  # type: ignore[attr-defined]
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    yield page
    assert said == []
    context.close()


def found(page: Page) -> list[str]:
    """The places that were found, in order."""
    page.wait_for_function("() => document.querySelector('.search-status').textContent")
    targets: list[str] = page.eval_on_selector_all(
        ".search-results a", "links => links.map(link => link.getAttribute('href'))"
    )
    return targets


@pytest.mark.parametrize(("lang", "query", "slug"), QUERIES)
def test_words_as_readers_write_them(lang: str, query: str, slug: str, server: str, window: Page) -> None:
    """The page is among the first places, each place exists, and the number of places is announced."""
    window.goto(f"{server}{lang}/search.html?q={quote(query)}")
    targets = found(window)
    assert slug in [target.partition(".html")[0] for target in targets[:FIRST]]
    assert str(len(targets)) in window.locator("[role=status]").inner_text()
    assert window.locator("input[name=q]").input_value() == query


def test_every_language_has_queries(output: Path) -> None:
    """At least three for each language that is built."""
    for folder in (path for path in output.iterdir() if (path / "search.html").is_file()):
        assert sum(lang == folder.name for lang, _, _ in QUERIES) >= 3, folder.name


def test_what_is_not_there_is_not_found(server: str, window: Page) -> None:
    """It is said that nothing was found; an empty query says nothing at all."""
    window.goto(f"{server}en/search.html?q=zzzyx")
    assert found(window) == []
    window.fill("input[name=q]", "")
    window.wait_for_function("() => !document.querySelector('.search-status').textContent")
    assert window.locator(".search-results li").count() == 0


def test_by_keyboard(server: str, window: Page) -> None:
    """From the header of a page, by typing and the keys Enter and Tab alone, to a section that was found."""
    window.goto(f"{server}en/play.html")
    window.focus("header input[name=q]")
    window.keyboard.type("undertrump")
    window.keyboard.press("Enter")
    window.wait_for_url("**/search.html?q=undertrump")
    target = found(window)[0]
    window.focus("main input[name=q]")
    for _ in range(5):
        window.keyboard.press("Tab")
        if window.evaluate("() => document.activeElement.closest('.search-results') !== null"):
            break
    window.keyboard.press("Enter")
    window.wait_for_url(f"**/{target}")
    if "#" in target:
        assert window.locator(f"[id='{target.partition('#')[2]}']").count() == 1


def test_while_typing(server: str, window: Page) -> None:
    """What is found follows the words, the address too once they are sent: it can be passed on."""
    window.goto(f"{server}en/search.html")
    assert window.locator(".search-results li").count() == 0
    window.focus("main input[name=q]")
    window.keyboard.type("rounde")
    window.wait_for_selector(".search-results a[href^='scoring.html']")
    assert "q=" not in window.url
    window.keyboard.press("Enter")
    assert window.url.endswith("?q=rounde")


def test_from_disk(output: Path, window: Page) -> None:
    """Opened as a file, the search finds as on a server."""
    window.goto(f"{(output / 'en' / 'search.html').as_uri()}?q=rounded")
    assert "scoring" in [t.partition(".html")[0] for t in found(window)]


def test_without_script(server: str, browser: object) -> None:
    """The form that would do nothing is not shown; the page still leads on."""
    context = browser.new_context(java_script_enabled=False)  # type: ignore[attr-defined]
    page = context.new_page()
    page.goto(f"{server}en/search.html")
    assert not page.locator("form.search").is_visible()
    assert page.locator("main").inner_text().strip()
    context.close()
