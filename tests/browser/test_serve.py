"""The preview in a browser: it reloads after a save and shows each problem beside its sentence."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from sitegen.serve import serving
from tests.tiny import Tiny

PO = "locales/fr/LC_MESSAGES/messages.po"


def test_a_save_reloads_the_page(tmp_path: Path, browser: Browser) -> None:
    """After a save the page is the new one, its problem stands right behind its sentence, with words, truth and
    a link to the explanation; mended, the problem is gone. The browser has nothing to complain about."""
    tiny = Tiny(tmp_path / "site")
    with serving(tiny.root, port=0, quiet=1e6) as server:
        page = browser.new_page(viewport={"width": 900, "height": 500})
        console: list[str] = []
        page.on("console", lambda message: console.append(message.text))
        page.on("pageerror", lambda error: console.append(str(error)))
        page.goto(f"{server.url}fr/play.html")
        page.wait_for_selector("html[data-problems='0']")
        page.evaluate("scrollTo(0, 300)")
        with tiny.changed(PO):
            tiny.change(PO, "[as de pique](#1.card) :", "[roi de pique](#1.card) :")
            box = page.wait_for_selector(".preview-problem[data-code='F101']")
            assert box is not None
            text = box.inner_text()
            assert "roi de pique" in text
            assert "as de pique" in text
            assert PO in text
            sentence = box.evaluate("box => box.previousElementSibling.textContent")
            assert "roi de pique" in sentence
            assert page.evaluate("scrollY") > 100
            link = box.query_selector("a")
            assert link is not None
            assert link.get_attribute("href") == "/-/explain/F101"
        page.wait_for_selector("html[data-problems='0']")
        assert page.query_selector(".preview-problem") is None
        tiny.write("content/site.toml", "title = ")
        page.wait_for_selector("text=This page cannot be shown")
        assert console == [
            "Failed to load resource: the server responded with a status of 500 (Internal Server Error)"
        ]
        page.close()
