"""Without a network: after one visit a language is there, and a new version takes the place of the old one."""

from __future__ import annotations

import functools
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page

KEPT = """async (path) => {
  for (const name of await caches.keys()) {
    for (const request of await (await caches.open(name)).keys()) if (request.url.endsWith(path)) return true;
  }
  return false;
}"""

NUMBER = """async () => {
  let number = 0;
  for (const name of await caches.keys()) number += (await (await caches.open(name)).keys()).length;
  return number;
}"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, format: str, *args: object) -> None:
        pass

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")  # what the browser itself keeps is not meant here
        super().end_headers()


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The site in a folder below its server's root, as on GitHub Pages; what ends with the block is the network."""
    handler = functools.partial(Quiet, directory=str(folder.parent))
    httpd = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=httpd.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{httpd.server_port}/{folder.name}/"
    finally:
        httpd.shutdown()
        httpd.server_close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context()
    yield context
    context.close()


@pytest.fixture
def copy(output: Path, tmp_path: Path) -> Path:
    """The built site in a folder of its own, to be changed."""
    return Path(shutil.copytree(output, tmp_path / "rules"))


def until(page: Page, script: str, argument: str) -> None:
    """Wait until a script says yes: it may have to wait itself, which Playwright's own way does not do."""
    for _ in range(600):
        if page.evaluate(script, argument):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"it never comes: {script} of {argument}")


def visit(context: BrowserContext, address: str, last: str) -> Page:
    """A page, looked at until the worker has kept a path."""
    page = context.new_page()
    page.goto(address)
    until(page, KEPT, last)
    for _ in range(100):  # and until no more comes
        before = page.evaluate(NUMBER)
        page.wait_for_timeout(700)
        if before == page.evaluate(NUMBER):
            break
    return page


def test_a_language_is_there_without_a_network(copy: Path, context: BrowserContext) -> None:
    """After one page was visited: every other page of the language, its style, its search; no other language."""
    with serving(copy) as url:
        page = visit(context, f"{url}hi/index.html", "hi/values.html")
    context.set_offline(True)
    for path in sorted(set((copy / "hi").glob("*.html")) - {copy / "hi" / "404.html"}):
        page.goto(f"{url}hi/{path.name}")
        assert page.evaluate("() => document.documentElement.lang") == "hi"
        assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") != "rgba(0, 0, 0, 0)"
    page.goto(f"{url}hi/search.html?q=%E0%A4%85%E0%A4%82%E0%A4%95")
    page.wait_for_selector(".search-results a")
    page.goto(f"{url}hi/")
    assert page.evaluate("() => document.documentElement.lang") == "hi"
    with pytest.raises(Error):
        page.goto(f"{url}pl/play.html")


def test_while_there_is_a_network_pages_are_new(copy: Path, context: BrowserContext) -> None:
    """A page that changed on the server is shown as it is now, though it was kept."""
    with serving(copy) as url:
        page = visit(context, f"{url}en/index.html", "en/values.html")
        file = copy / "en" / "play.html"
        file.write_text(file.read_text("utf-8").replace("<h1>", "<h1>New: "), "utf-8")
        page.goto(f"{url}en/play.html")
        assert page.locator("h1").inner_text().startswith("New: ")
    page.goto(f"{url}en/play.html")
    assert page.locator("h1").inner_text().startswith("New: ")


def test_a_new_version_takes_the_place_of_the_old(copy: Path, context: BrowserContext) -> None:
    """The old caches are deleted, assets that no page names any more too, and the language is there anew."""
    with serving(copy) as url:
        page = visit(context, f"{url}en/index.html", "en/values.html")
        [old] = [name for name in page.evaluate("() => caches.keys()") if name.startswith("pages ")]
        [sheet] = (copy / "assets").glob("site.*.css")
        renamed = sheet.with_name("site.00000000.css")
        sheet.rename(renamed)
        worker = (copy / "sw.js").read_text("utf-8").replace(sheet.name, renamed.name)
        version = worker.partition('VERSION = "')[2][:8]
        assert version in old
        (copy / "sw.js").write_text(worker.replace(f'"{version}"', '"11111111"'), "utf-8")
        for file in copy.rglob("*.html"):
            file.write_text(file.read_text("utf-8").replace(sheet.name, renamed.name), "utf-8")
        page.goto(f"{url}en/index.html")
        until(page, "async (old) => !(await caches.keys()).includes(old)", old)
        until(page, KEPT, "en/values.html")
        names = page.evaluate("() => caches.keys()")
        assert [n.split()[:2] for n in sorted(names) if n.startswith("pages ")] == [["pages", "11111111"]]
        assert page.evaluate(KEPT, renamed.name)
        until(page, f"async (name) => !(await ({KEPT})(name))", sheet.name)
    context.set_offline(True)
    page.goto(f"{url}en/values.html")
    assert page.locator("h1").count() == 1


def test_from_disk_there_is_no_worker(output: Path, context: BrowserContext) -> None:
    """A file keeps nothing, and has nothing to complain about."""
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto((output / "en" / "index.html").as_uri())
    assert said == []
