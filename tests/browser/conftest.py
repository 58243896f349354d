"""The built site, served, and a browser to look at it: Chromium as the system has it.

These tests need more than Python, so they are not part of the default run: `.ci/run` starts them, with
AXE_CORE naming the file axe.min.js. What is missing fails them; nothing is skipped.
"""

from __future__ import annotations

import functools
import os
import shutil
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from sitegen import site
from tests.deals import ROOT

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
Scheme = Literal["light", "dark"]


def addresses() -> list[str]:
    """Every page of the site: the chooser, and each page in each language; of a series its first."""
    project, problems = site.load(ROOT)
    assert project is not None, problems
    pages = site.first_of_series(project).content.every_page
    addresses = [f"{lang}/{page.slug}.html" for lang in project.languages for page in pages]
    return ["index.html", *addresses]


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="session")
def output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole site, built from the tree as it is."""
    target = tmp_path_factory.mktemp("site") / "output"
    project, _ = site.load(ROOT)
    assert project is not None
    assert site.build(project, target) == []
    return target


@pytest.fixture(scope="session")
def server(output: Path) -> Iterator[str]:
    """The address at which the site is served."""
    handler = functools.partial(Quiet, directory=str(output))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as httpd:
        threading.Thread(target=httpd.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{httpd.server_port}/"
        httpd.shutdown()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert path is not None, "there is no Chromium on this machine"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core."""
    path = os.environ.get("AXE_CORE", "")
    assert path, "AXE_CORE must name the file axe.min.js of the npm package axe-core"
    return Path(path).read_text("utf-8")


@dataclass
class Visit:
    """A page in a browser window, and what it said and asked for while loading."""

    page: Page
    console: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def strays(self, origin: str) -> list[str]:
        """Requests to anything but the site."""
        return [url for url in self.requests if not url.startswith((origin, "data:"))]


class Visitor:
    """Opens pages in windows of some width and scheme, one context for each."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: dict[tuple[int, Scheme], BrowserContext] = {}

    def open(self, url: str, width: int = 1280, scheme: Scheme = "light") -> Visit:
        """A new window at an address; `data:` and `file:` addresses as well."""
        key = (width, scheme)
        if key not in self._contexts:
            self._contexts[key] = self._browser.new_context(
                viewport={"width": width, "height": 800}, color_scheme=scheme, reduced_motion="reduce"
            )
        page = self._contexts[key].new_page()
        visit = Visit(page)
        page.on("console", lambda message: visit.console.append(message.text))
        page.on("pageerror", lambda error: visit.console.append(str(error)))
        page.on("request", lambda request: visit.requests.append(request.url))
        page.on("requestfailed", lambda request: visit.console.append(f"failed: {request.url}"))
        page.goto(url, wait_until="load")
        return visit

    def close(self) -> None:
        for context in self._contexts.values():
            context.close()


@pytest.fixture(scope="session")
def visitor(browser: Browser) -> Iterator[Visitor]:
    it = Visitor(browser)
    yield it
    it.close()
