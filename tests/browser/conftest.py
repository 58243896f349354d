"""The built site, served, and a browser to look at it: Chromium as the system has it.

These tests need more than Python, so they are not part of the default run: `.ci/run` starts them, with NODE_MODULES
naming the folder of the npm packages (`node_modules` by default). What is missing fails them; nothing is skipped.
`--pages` and `--langs` choose some of the pages; GATES names the folder that figures go to, by default `.gates`.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Response, sync_playwright

from sitegen import site
from sitegen.diagnostics import Problem
from tests.browser.built import BuiltSite, served
from tests.browser.measures import SITE, Ledger, table
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

# the site, built and served once for all processes ------------------------------------------------------

BUILT = pytest.StashKey[BuiltSite]()
LEDGER = pytest.StashKey[Ledger]()
OPEN = pytest.StashKey[ExitStack]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("gates")
    group.addoption("--degrade", action="store_true", help="show the source where a translation is wrong")
    group.addoption("--pages", default="", help="only these pages, as play,practice-*")
    group.addoption(
        "--langs", default="", help=f"only these languages, as fr,ar; {SITE}: what belongs to none"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Build the site for the address that it is served at; another process of the same run uses the first's."""
    handed = getattr(config, "workerinput", None)
    if handed:
        config.stash[BUILT] = BuiltSite(Path(handed["folder"]), handed["url"], tuple(handed["languages"]))
        config.stash[LEDGER] = Ledger(Path(handed["gates"]), handed["workerid"])
        return
    if config.option.help:
        return
    kept = os.environ.get("GATES")
    gates = Path(kept) if kept else ROOT / ".gates"
    if not kept:
        shutil.rmtree(gates, ignore_errors=True)
    gates.mkdir(parents=True, exist_ok=True)
    config.stash[OPEN] = stack = ExitStack()
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory())).resolve() / "output"
    folder.mkdir()
    url = stack.enter_context(served(folder))
    project, problems = site.load(ROOT)
    if project is not None:
        project = site.at(project, url)
        problems = site.build(project, folder, bool(config.option.degrade))
    errors = [told(problem) for problem in problems if problem.severity == "error"]
    if project is None or errors:
        raise pytest.UsageError(
            "the site cannot be built: `sitegen check` tells why\n" + "\n".join(errors[:9])
        )
    config.stash[BUILT] = BuiltSite(folder, url, tuple(project.shown))
    config.stash[LEDGER] = Ledger(gates, f"main-{os.getpid()}")
    (gates / "languages.json").write_text(json.dumps(list(project.shown)), "utf-8")


def told(problem: Problem) -> str:
    return f"{problem.place.path}:{problem.place.line}: {problem.code} {problem.message}"


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell another process of the run where the site is."""
    built, gates = node.config.stash[BUILT], node.config.stash[LEDGER].folder
    node.workerinput |= {
        "folder": str(built.folder),
        "url": built.url,
        "languages": list(built.languages),
        "gates": str(gates),
    }


def pytest_unconfigure(config: pytest.Config) -> None:
    if stack := config.stash.get(OPEN, None):
        stack.close()


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """The table of what was measured."""
    ledger = config.stash[LEDGER]
    text, _ = table(ledger.folder, config.stash[BUILT].languages)
    (ledger.folder / "table.md").write_text(text + "\n", "utf-8")
    terminalreporter.section("gates")
    terminalreporter.write_line(text)


def chosen(config: pytest.Config, option: str) -> list[str]:
    return [part for part in str(config.getoption(option)).split(",") if part]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test of `built_page` runs for each page, one of `model_page` for those that are looked at in every way, one
    of `language` for each language."""
    built = metafunc.config.stash[BUILT]
    languages = chosen(metafunc.config, "--langs")
    for name in {"built_page", "model_page"} & set(metafunc.fixturenames):
        pages = built.selected(chosen(metafunc.config, "--pages"), languages)
        kept = pages if name == "built_page" else [page for page in pages if page in built.models]
        metafunc.parametrize(name, kept, ids=[page.path for page in kept])
    if "language" in metafunc.fixturenames:
        metafunc.parametrize(
            "language", [lang for lang in built.languages if not languages or lang in languages]
        )


@pytest.fixture(scope="session")
def built(pytestconfig: pytest.Config) -> BuiltSite:
    """The whole site, built from the tree as it is."""
    return pytestconfig.stash[BUILT]


@pytest.fixture(scope="session")
def output(built: BuiltSite) -> Path:
    """The folder of the built site."""
    return built.folder


@pytest.fixture(scope="session")
def server(built: BuiltSite) -> str:
    """The address at which the site is served."""
    return built.url


@pytest.fixture(scope="session")
def ledger(pytestconfig: pytest.Config) -> Ledger:
    """Where figures are noted."""
    return pytestconfig.stash[LEDGER]


@pytest.fixture(scope="session")
def project() -> site.Project:
    """The project that the site is built from."""
    project, problems = site.load(ROOT)
    assert project is not None, problems
    return project


# tools ------------------------------------------------------------------------------------------------


def tool(*names: str) -> str:
    """A program of the system, by one of its names."""
    path = next(filter(None, map(shutil.which, names)), None)
    assert path is not None, f"there is no {names[0]} on this machine"
    return path


def package(path: str) -> Path:
    """A file of an npm package."""
    folder = Path(os.environ.get("NODE_MODULES") or ROOT / "node_modules")
    file = folder / path
    assert file.exists(), (
        f"there is no {path} in {folder}: NODE_MODULES must name the folder of the npm packages"
    )
    return file


@pytest.fixture(scope="session")
def chromium() -> str:
    return tool("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core."""
    return package("axe-core/axe.min.js").read_text("utf-8")


# visits -----------------------------------------------------------------------------------------------

BLOCKED = "Service Worker registration blocked by Playwright"
LISTEN = "addEventListener('securitypolicyviolation', e => console.error(`policy: ${e.violatedDirective} ${e.blockedURI}`))"


@dataclass
class Visit:
    """A page in a browser window, and what it said and asked for while loading."""

    page: Page
    console: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    fonts: dict[str, int] = field(default_factory=dict)

    def strays(self, origin: str) -> list[str]:
        """Requests to anything but the site."""
        return [url for url in self.requests if not url.startswith((origin, "data:", "blob:"))]

    def said(self, message: str) -> None:
        """Keep a message; what Playwright says of itself is none of the page."""
        if BLOCKED not in message:
            self.console.append(message)

    def answered(self, response: Response) -> None:
        """Keep the size of each font."""
        if response.request.resource_type == "font":
            self.fonts[response.url] = int(response.headers.get("content-length", 0))


class Visitor:
    """Opens pages in windows of some width and scheme, one context for each.

    The contexts have no service workers: what they keep for later would hide what a page asks for.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: dict[tuple[object, ...], BrowserContext] = {}

    def open(
        self,
        url: str,
        width: int = 1280,
        scheme: Scheme = "light",
        script: bool = True,
        forced: bool = False,
    ) -> Visit:
        """A new window at an address; `data:` and `file:` addresses as well."""
        key = (width, scheme, script, forced)
        if key not in self._contexts:
            self._contexts[key] = self._browser.new_context(
                viewport={"width": width, "height": 800},
                color_scheme=scheme,
                reduced_motion="reduce",
                java_script_enabled=script,
                forced_colors="active" if forced else "none",
                service_workers="block",
            )
            self._contexts[key].add_init_script(LISTEN)
        page = self._contexts[key].new_page()
        visit = Visit(page)
        page.on("console", lambda message: visit.said(message.text))
        page.on("pageerror", lambda error: visit.console.append(str(error)))
        page.on("request", lambda request: visit.requests.append(request.url))
        page.on("requestfailed", lambda request: visit.console.append(f"failed: {request.url}"))
        page.on("response", visit.answered)
        page.goto(url, wait_until="load")
        if script:
            page.evaluate("() => document.fonts.ready.then(() => true)")
        return visit

    def close(self) -> None:
        for context in self._contexts.values():
            context.close()


@pytest.fixture(scope="session")
def visitor(browser: Browser) -> Iterator[Visitor]:
    it = Visitor(browser)
    yield it
    it.close()
