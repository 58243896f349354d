"""The live preview: what a browser gets after each kind of edit, whatever state the files are in."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import lxml.html
import pytest

from sitegen import site
from sitegen.content import load_content
from sitegen.serve import CannotServe, Server, serving
from sitegen.serve.changes import Changes, News, is_read
from sitegen.serve.memory import Memory
from tests.deals import ROOT
from tests.tiny import Tiny

PATIENCE = 20.0
"""Seconds after which something that must happen has not: the tests measure no time."""
PO = "locales/fr/LC_MESSAGES/messages.po"
PLAY = "content/pages/play.md"
NEVER = 1e6


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: str

    @property
    def tree(self) -> Any:
        return lxml.html.document_fromstring(self.body)


class Browser:
    """A client of a preview: one connection for each request, one that listens to the changes."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self._connection = HTTPConnection("127.0.0.1", server.server_port, timeout=PATIENCE)
        self.events: HTTPResponse | None = None

    def request(self, path: str, method: str = "GET", host: str | None = None) -> Answer:
        connection = HTTPConnection("127.0.0.1", self.server.server_port, timeout=PATIENCE)
        connection.putrequest(method, path, skip_host=True)
        connection.putheader("Host", f"127.0.0.1:{self.server.server_port}" if host is None else host)
        connection.endheaders()
        answer = connection.getresponse()
        found = Answer(answer.status, dict(answer.getheaders()), answer.read().decode())
        connection.close()
        return found

    def listen(self, known: str = "") -> None:
        """Listen to the changes since a version."""
        self._connection.request("GET", f"/-/events?from={known}")
        self.events = self._connection.getresponse()

    def event(self) -> tuple[str, dict[str, Any]]:
        """The next event: its name and data."""
        assert self.events is not None
        fields: dict[str, str] = {}
        deadline = time.monotonic() + PATIENCE
        while True:
            assert time.monotonic() < deadline, "there is no event"
            line = self.events.readline().decode().rstrip("\n")
            if not line and "event" in fields:
                return fields["event"], json.loads(fields["data"])
            name, _, value = line.partition(": ")
            if name:
                fields[name] = value

    def changed(self, path: str) -> None:
        """Wait until a change of a file is told."""
        while True:
            name, data = self.event()
            if name == "change" and (data["paths"] is None or path in data["paths"]):
                return

    def problems(self, page: str) -> dict[str, Any]:
        """The problems of a page, of the files as they stand when nothing changes any more."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            found: dict[str, Any] = json.loads(self.request(f"/-/problems/{page}.json").body)
            if not found["outdated"]:
                return found
        raise AssertionError("the problems never come")

    def codes(self, page: str) -> list[str]:
        """The codes of a page's problems."""
        found = self.problems(page)
        return sorted(p["code"] for p in (*found["beside"], *found["above"]))

    def close(self) -> None:
        self._connection.close()


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Tiny:
    return Tiny(tmp_path_factory.mktemp("served") / "site")


@pytest.fixture(scope="module")
def server(tiny: Tiny) -> Iterator[Server]:
    with serving(tiny.root, port=0, quiet=NEVER) as server:
        yield server


@pytest.fixture
def browser(server: Server) -> Iterator[Browser]:
    browser = Browser(server)
    browser.listen(f"{server.changes.stamp}-{server.changes.version}")
    yield browser
    browser.close()


def until(browser: Browser, path: str, holds: Callable[[Answer], bool]) -> Answer:
    """What a page is when it is as it must be; asked for at once and again at each change."""
    while True:
        answer = browser.request(path)
        if holds(answer):
            return answer
        browser.event()


# pages ----------------------------------------------------------------------------------------------


def bare(html: str) -> bytes:
    """A page without what the preview adds."""
    tree: Any = lxml.html.document_fromstring(html)
    for element in tree.xpath("//*[@data-place]"):
        element.drop_tag()
    for element in tree.xpath("//script[@src='/-/preview.js'] | //link[@href='/-/preview.css']"):
        element.drop_tree()
    text = lxml.html.tostring(tree, encoding="utf-8")
    assert isinstance(text, bytes)
    return re.sub(rb"\s+", b" ", text)


def test_pages_are_those_of_the_built_site(tiny: Tiny, browser: Browser) -> None:
    """Every page, the chooser too, is what a build writes, apart from the marks of places and the script."""
    project, _ = site.load(tiny.root)
    assert project is not None
    files, problems = site.finish(project)
    assert problems == []
    pages = [path for path in files if path.endswith(".html")]
    assert len(pages) == 5
    for path in pages:
        assert bare(files[path].decode()) == bare(browser.request(f"/{path}").body), path
    for path in files.keys() - pages:
        assert files[path].decode() == browser.request(f"/{path}").body, path
    assert bare(browser.request("/").body) == bare(files["index.html"].decode())
    assert bare(browser.request("/fr/").body) == bare(files["fr/index.html"].decode())


def test_what_a_build_makes_is_there(browser: Browser) -> None:
    """The search has an index, fonts are whole, and the worker of an earlier site is sent away."""
    index = browser.request("/assets/search-fr.js")
    assert (index.status, index.headers["Content-Type"]) == (200, "text/javascript; charset=utf-8")
    assert index.body.startswith("self.searchIndex=")
    assert "play.html" in index.body
    assert "font-face" in browser.request("/assets/fonts.css").body
    assert browser.request("/assets/noto-sans-arabic.woff2", "HEAD").headers["Content-Type"] == "font/woff2"
    assert "unregister" in browser.request("/sw.js").body
    for path in ("/assets/search-xx.js", "/assets/fonts-none.css", "/tiny-belote.zip"):
        assert browser.request(path).status == 404


def test_a_page_without_problems_has_none(browser: Browser) -> None:
    """No problem is told of a sound site: neither beside sentences nor above the page."""
    for lang in ("en", "fr"):
        for slug in ("index", "play"):
            found = browser.problems(f"{lang}/{slug}")
            assert (found["beside"], found["above"]) == ([], []), (lang, slug)


EDITS = {
    "PO": (PO, "La table :", "Voici la table :", "/fr/play.html", "Voici la table"),
    "page": (PLAY, "Following suit\n", "How to follow\n", "/en/play.html", "How to follow"),
    "title in the navigation of another page": (PLAY, "The play", "The tricks", "/en/index.html", "The tricks"),
    "example": ("content/examples/all.toml", 'trick = "W:AS"', 'trick = "W:8S"', "/en/play.html", 'value="8S"'),
    "rule set": ("content/rules/maison.toml", 'title = "', 'title = "Our ', "/en/play.html", ">Our "),
    "lexicon": ("locales/fr/lexicon.toml", 'S = ["pique', 'S = ["zique", "pique', "/fr/index.html", "zique"),
    "template": ("templates/base.html", "<body>", '<body class="new">', "/fr/index.html", '<body class="new">'),
    "block template": ("templates/blocks.html", 'section class="legal"', 'section class="legal x"', "/fr/play.html", "legal x"),
    "css": ("templates/assets/site.css", "body {", "body { /* new */", "/assets/site.css", "/* new */"),
    "svg": ("templates/assets/icon.svg", "</svg>", "<!-- new --></svg>", "/assets/icon.svg", "<!-- new -->"),
    "site title": ("content/site.toml", "Tiny Belote", "Small Belote", "/en/index.html", "Small Belote"),
    "order of pages": ("content/site.toml", '"index", "play"', '"play", "index"', "/", "Tiny Belote"),
}  # fmt: skip


@pytest.mark.parametrize("kind", EDITS)
def test_an_edit_is_shown(kind: str, tiny: Tiny, browser: Browser) -> None:
    """After a file of any kind is saved, a change of it is told, and the page asked for then is the new one."""
    name, find, replace, path, expected = EDITS[kind]
    with tiny.changed(name):
        assert expected not in browser.request(path).body or kind == "order of pages"
        tiny.change(name, find, replace)
        browser.changed(name)
        answer = until(browser, path, lambda a: expected in a.body)
        assert answer.status == 200
    browser.changed(name)
    if kind != "order of pages":
        until(browser, path, lambda a: expected not in a.body)


def test_a_word_list_counts(tiny: Tiny, browser: Browser) -> None:
    """A word that is taken from the list of accepted words is a problem beside the sentence that uses it."""
    with tiny.changed("locales/en/words.txt"):
        tiny.write("locales/en/words.txt", "")
        browser.changed("locales/en/words.txt")
        found = browser.problems("en/play")["beside"]
        assert {p["code"] for p in found} == {"F303"}
        assert "Following" in [p["said"] for p in found]
    browser.changed("locales/en/words.txt")
    assert browser.codes("en/play") == []


def test_a_new_page_and_a_page_that_goes(tiny: Tiny, browser: Browser) -> None:
    """A page that site.toml lists anew is there; a page that is removed while it is open is told, and returns."""
    assert browser.request("/en/more.html").status == 404
    with tiny.changed("content/site.toml"):
        tiny.write("content/pages/more.md", '+++\ntitle = "More"\nrules = "maison"\n+++\n\nWords.\n')
        tiny.change("content/site.toml", '"play"]', '"play", "more"]')
        assert "Words." in until(browser, "/en/more.html", lambda a: a.status == 200).body
        tiny.path("content/pages/more.md").unlink()
        gone = until(browser, "/en/more.html", lambda a: a.status == 500)
        assert "C101" in gone.body
        assert "content/pages/more.md" in gone.body
    until(browser, "/en/more.html", lambda a: a.status == 404)


# problems -------------------------------------------------------------------------------------------


WRONG = {
    "a wrong value in a translation": (
        PO, "[atout](#trump)", "[pique](#trump)", "fr/play", "F101", "pique",
    ),
    "a wrong card": (PLAY, "[ace of spades](#1.card): [North", "[king of spades](#1.card): [North", "en/play", "F101", "king of spades"),
    "a missing binding": (PLAY, "[Hearts](#trump) are trump.", "Hearts are trump.", "en/play", "F301", "Hearts"),
    "a false law": (PLAY, "[West](#k.turn.2)", "[East](#k.turn.2)", "en/play", "F101", "East"),
}  # fmt: skip


@pytest.mark.parametrize("kind", list(WRONG)[1:])
def test_a_problem_stands_beside_its_sentence(kind: str, tiny: Tiny, browser: Browser) -> None:
    """Each problem names the element of the sentence that it is about, with place, words, truth and fix."""
    name, find, replace, page, code, said = WRONG[kind]
    with tiny.changed(name):
        tiny.change(name, find, replace)
        browser.changed(name)
        answer = until(browser, f"/{page}.html", lambda a: said in a.body)
        (problem,) = [p for p in browser.problems(page)["beside"] if p["code"] == code]
        (element,) = answer.tree.xpath(f"//*[@data-message='{problem['message_at']}']")
        line = next(n for n, text in enumerate(tiny.read(name).splitlines(), 1) if replace in text)
        assert (name, line, said) == (problem["path"], problem["line"], problem["said"])
        assert element.get("data-place") == f"{name}:{line}"
        assert said in element.text_content()
        assert problem["fix"]
        assert f"/-/explain/{code}" == problem["explain"]
        assert code in browser.request(problem["explain"]).body
    browser.changed(name)


def test_a_problem_of_a_translation_stands_beside_its_sentence(tiny: Tiny, browser: Browser) -> None:
    """The place is the line of the PO file; the same page in the source language has no problem."""
    text = tiny.read(PO)
    m = re.search(r"\[as de pique\]\(#1\.card\)", text)
    assert m is not None
    with tiny.changed(PO):
        tiny.write(PO, text[: m.start()] + "[roi de pique](#1.card)" + text[m.end() :])
        browser.changed(PO)
        answer = until(browser, "/fr/play.html", lambda a: "roi de pique" in a.body)
        (problem,) = browser.problems("fr/play")["beside"]
        line = text.count("\n", 0, m.start()) + 1
        assert ("F101", PO, line, "roi de pique") == tuple(
            problem[k] for k in ("code", "path", "line", "said")
        )
        assert problem["true"] == "as de pique"
        (element,) = answer.tree.xpath(f"//*[@data-message='{problem['message_at']}']")
        assert element.get("data-place") == f"{PO}:{line}"
        assert "roi de pique" in element.text_content()
        assert browser.codes("en/play") == []
    browser.changed(PO)


def test_an_unfinished_language_is_shown(tiny: Tiny, browser: Browser) -> None:
    """Where a translation is missing the source is shown, and each gap is told beside it."""
    with tiny.changed(PO):
        header, _, _ = tiny.read(PO).partition("\n\n")
        tiny.write(PO, header + "\n")
        browser.changed(PO)
        answer = until(browser, "/fr/play.html", lambda a: "Following suit" in a.body)
        assert answer.status == 200
        assert {p["code"] for p in browser.problems("fr/play")["beside"]} == {"P104"}
    browser.changed(PO)


# never dies -----------------------------------------------------------------------------------------

SHOWN, HINDERED = 200, 500


def cut(name: str) -> Callable[[Tiny], bytes | None]:
    """Half of a file, as an editor may leave it between two writes."""
    return lambda tiny: tiny.read(name).encode()[: len(tiny.read(name).encode()) // 2]


def edited(name: str, find: str, replace: str) -> Callable[[Tiny], bytes | None]:
    def change(tiny: Tiny) -> bytes:
        text = tiny.read(name)
        assert find in text
        return text.replace(find, replace, 1).encode()

    return change


def gone(tiny: Tiny) -> bytes | None:
    return None


BAD: dict[str, tuple[str, Callable[[Tiny], bytes | None], str, int, str]] = {
    "site.toml broken": ("content/site.toml", lambda t: b"title = \n", "en/play", HINDERED, "C101"),
    "site.toml empty": ("content/site.toml", lambda t: b"", "en/play", HINDERED, "C102"),
    "site.toml gone": ("content/site.toml", gone, "en/play", HINDERED, "C101"),
    "site.toml not UTF-8": ("content/site.toml", lambda t: b'title = "\xff"', "fr/play", HINDERED, "C101"),
    "page gone": (PLAY, gone, "en/play", HINDERED, "C101"),
    "page empty": (PLAY, lambda t: b"", "en/play", HINDERED, "C102"),
    "page not UTF-8": (PLAY, lambda t: b"+++\n\xff\xfe", "en/play", HINDERED, "C101"),
    "page front matter broken": (PLAY, edited(PLAY, 'title = "', "title = "), "fr/play", HINDERED, "C101"),
    "page block not closed": (PLAY, edited(PLAY, "/// summary", "//// summary"), "en/play", SHOWN, "C103"),
    "page raw HTML": (PLAY, edited(PLAY, "The turn", "<b>The</b> turn"), "en/play", SHOWN, "C105"),
    "page of an unknown rule set": (PLAY, edited(PLAY, 'rules = "maison"', 'rules = "none"'), "en/play", HINDERED, "C102"),
    "page cut": (PLAY, lambda t: t.read(PLAY).partition("leads the")[0].encode(), "en/play", SHOWN, "C103"),
    "page with conflict markers": (PLAY, edited(PLAY, "The turn", "<<<<<<< HEAD\nThe turn"), "en/play", SHOWN, "F303"),
    "examples broken": ("content/examples/all.toml", lambda t: b"[follow\n", "en/play", SHOWN, "C101"),
    "example impossible": ("content/examples/all.toml", edited("content/examples/all.toml", '"W:AS"', '"W:AS N:AS"'), "en/play", SHOWN, "C201"),
    "examples gone": ("content/examples/all.toml", gone, "en/play", SHOWN, "C104"),
    "rule set broken": ("content/rules/maison.toml", lambda t: b"title", "en/play", HINDERED, "C101"),
    "rule set gone": ("content/rules/maison.toml", gone, "en/play", HINDERED, "C102"),
    "lexicon broken": ("locales/fr/lexicon.toml", lambda t: b"[suit\n", "fr/play", HINDERED, "L101"),
    "lexicon gone": ("locales/fr/lexicon.toml", gone, "fr/play", HINDERED, "L101"),
    "lexicon empty": ("locales/fr/lexicon.toml", lambda t: b"", "fr/play", HINDERED, "L103"),
    "lexicon cut": ("locales/fr/lexicon.toml", cut("locales/fr/lexicon.toml"), "fr/play", HINDERED, "L101"),
    "PO gone": (PO, gone, "fr/play", SHOWN, "P101"),
    "PO empty": (PO, lambda t: b"", "fr/play", SHOWN, "P103"),
    "PO not UTF-8": (PO, lambda t: b"\xff\xfe", "fr/play", SHOWN, "P109"),
    "PO with conflict markers": (PO, edited(PO, "\n\n", "\n\n<<<<<<< HEAD\n"), "fr/play", SHOWN, "P108"),
    "PO with a stray quote": (PO, lambda t: t.read(PO).encode() + b'\nmsgid "a" b"\nmsgstr "c"\n', "fr/play", SHOWN, "P101"),
    "words not UTF-8": ("locales/fr/words.txt", lambda t: b"\xff", "fr/play", SHOWN, "L101"),
    "template syntax": ("templates/page.html", lambda t: b"{% if %}", "en/play", HINDERED, "C107"),
    "template unknown name": ("templates/page.html", edited("templates/page.html", "{{ page.title }}", "{{ page.nothing }}"), "fr/play", HINDERED, "C107"),
    "template gone": ("templates/page.html", gone, "en/play", HINDERED, "C107"),
    "template not UTF-8": ("templates/page.html", lambda t: b"\xff", "en/play", HINDERED, "C101"),
    "base template without a head": ("templates/base.html", lambda t: b"{% block body %}{% endblock %}", "en/play", SHOWN, "H106"),
    "block template syntax": ("templates/blocks.html", lambda t: b"{% macro play( %}", "fr/play", HINDERED, "C107"),
    "block template empty": ("templates/blocks.html", lambda t: b"", "fr/play", HINDERED, "C107"),
}  # fmt: skip
"""What happened → the file, what stands in it then, the page looked at, its status, a problem that is told."""


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_file_is_told_and_mended(kind: str, tiny: Tiny, browser: Browser) -> None:
    """The preview answers whatever a file holds: a page, and a problem of that file with its fix; once the file
    is mended everything is as it was."""
    name, bad, page, status, code = BAD[kind]
    before = browser.request(f"/{page}.html")
    with tiny.changed(name):
        data = bad(tiny)
        if data is None:
            tiny.path(name).unlink()
        else:
            tiny.write(name, data)
        browser.changed(name)
        answer = until(browser, f"/{page}.html", lambda a: a.body.split("data-version")[0] != before.body.split("data-version")[0] or code in browser.codes(page))  # fmt: skip
        assert status == answer.status
        assert "data-version" in answer.body, "the page waits for the next change"
        assert code in browser.codes(page)
        if status == HINDERED:
            assert code in answer.body
            assert "mistake of sitegen" not in answer.body
        assert browser.request("/").status in (200, 500)
    until(browser, f"/{page}.html", lambda a: bare(a.body) == bare(before.body))
    assert browser.codes(page) == []


def test_editors_leave_no_trace(tiny: Tiny, browser: Browser) -> None:
    """A file that is replaced, written in two steps, or saved beside temporary files is shown as it stands at
    the end, without a problem that stays."""
    text = tiny.read(PLAY)
    with tiny.changed(PLAY):
        for number, save in enumerate((replaced, in_two_steps, as_vim_does)):
            save(tiny.path(PLAY), text.replace("Following suit\n", f"Following {'suit ' * number}now\n"))
            expected = f"Following {'suit ' * number}now"
            until(browser, "/en/play.html", lambda a, e=expected: a.status == 200 and e in a.body)  # type: ignore[misc]
    until(
        browser, "/en/play.html", lambda a: "now" not in a.tree.text_content().split("Following", 1)[1][:20]
    )
    assert browser.codes("en/play") == []
    assert browser.codes("fr/play") == []


def replaced(path: Path, text: str) -> None:
    beside = path.with_name(f".{path.name}.tmp")
    beside.write_text(text, "utf-8")
    os.replace(beside, path)


def in_two_steps(path: Path, text: str) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.write(text[: len(text) // 2])
        file.flush()
        time.sleep(0.05)
        file.write(text[len(text) // 2 :])


def as_vim_does(path: Path, text: str) -> None:
    (path.parent / "4913").write_text("")
    (path.parent / "4913").unlink()
    swap = path.with_name(f".{path.name}.swp")
    swap.write_bytes(b"b0VIM")
    backup = path.with_name(f"{path.name}~")
    os.rename(path, backup)
    path.write_text(text, "utf-8")
    backup.unlink()
    swap.unlink()


READ = {
    PLAY: True,
    PO: True,
    "locales/messages.pot": True,
    "locales/fr/words.txt": True,
    "templates/assets/site.css": True,
    "templates/assets/fonts/a.woff2": True,
    "content/pages/.play.md.swp": False,
    "content/pages/4913": False,
    "content/pages/play.md~": False,
    "content/pages/#play.md#": False,
    "content/pages/.#play.md": False,
    "content/pages/play.md.tmp": False,
    "templates/assets/site.css~": False,
    "templates/assets/.site.css.kate-swp": False,
    "templates/assets/4913": False,
    "content/.git/x.md": False,
}


def test_which_files_are_read() -> None:
    """Files that editors put beside those of the project wake nobody."""
    assert {path: is_read(path) for path in READ} == READ


def test_a_folder_that_is_replaced_is_watched(tmp_path: Path) -> None:
    """Folders may be renamed away and come back, as a version control system does it."""
    tiny = Tiny(tmp_path / "site")
    with serving(tiny.root, port=0, quiet=NEVER) as server:
        browser = Browser(server)
        browser.listen(f"{server.changes.stamp}-0")
        os.rename(tiny.path("content"), tiny.path("content.old"))
        until(browser, "/en/play.html", lambda a: a.status == 500)
        os.rename(tiny.path("content.old"), tiny.path("content"))
        until(browser, "/en/play.html", lambda a: a.status == 200)
        tiny.path("locales/fr").rename(tmp_path / "fr")
        until(browser, "/fr/play.html", lambda a: a.status == 500)
        (tmp_path / "fr").rename(tiny.path("locales/fr"))
        until(browser, "/fr/play.html", lambda a: a.status == 200)
        tiny.change(PLAY, "Following suit\n", "Following now\n")
        until(browser, "/en/play.html", lambda a: "Following now" in a.body)
        browser.close()


# changes --------------------------------------------------------------------------------------------


def test_what_was_missed_is_told_at_once(tiny: Tiny, server: Server) -> None:
    """A browser that shows an older version, or one of an earlier run, hears of the change when it connects."""
    page = Browser(server).request("/en/play.html")
    (shown,) = re.findall(r'data-version="([^"]+)"', page.body)
    with tiny.changed(PLAY):
        tiny.change(PLAY, "Following suit\n", "Following now\n")
        late, old = Browser(server), Browser(server)
        until_version(server, int(shown.split("-")[1]) + 1)
        late.listen(shown)
        name, data = late.event()
        assert (name, PLAY in data["paths"]) == ("change", True)
        old.listen("0123abcd-7")
        assert (lambda e: (e[0], e[1]["paths"]))(old.event()) == ("change", None)
        late.close()
        old.close()


def until_version(server: Server, version: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while server.changes.version < version:
        assert time.monotonic() < deadline
        time.sleep(0.005)


def test_changes_since() -> None:
    """Those who wait hear which files changed since their version, and nothing when nothing did."""
    changes = Changes(stamp="x")
    assert changes.since(0, 0, 0) is None
    changes.add(["a"])
    changes.add(["b", "c"])
    assert changes.since(0, 0, 0) == News(2, frozenset("abc"), 0)
    assert changes.since(1, 0, 0) == News(2, frozenset("bc"), 0)
    assert changes.since(7, 0, 0) == News(2, None, 0)
    assert changes.since(-1, 0, 0) == News(2, None, 0)
    changes.add_check()
    assert changes.since(2, 0, 0) == News(2, frozenset(), 1)
    changes.close()
    assert changes.since(0, 0, 60) is None


def test_memory(tmp_path: Path) -> None:
    """What was read is kept while the bytes of its files are the same, whatever their times; what was read
    while a file was being written is not kept."""
    path = tmp_path / "a"
    memory, made = Memory(), []

    def make() -> str:
        made.append(1)
        return path.read_text("utf-8")

    path.write_text("one")
    assert [memory("x", (path,), 0, make) for _ in range(2)] == ["one", "one"]
    times = (path.stat().st_atime_ns, path.stat().st_mtime_ns)
    path.write_text("two")
    os.utime(path, ns=times)
    assert memory("x", (path,), 0, make) == "two"
    assert memory("y", (path,), 0, make) == "two"
    assert memory("x", (path,), 1, make) == "two"
    assert len(made) == 4

    def racing() -> int:
        made.append(1)
        path.write_text(f"{len(made)}")
        return len(made)

    first = memory("z", (path,), 0, racing)
    assert memory("z", (path,), 0, racing) > first


def test_remembered_content_is_the_content(tiny: Tiny) -> None:
    """Reading with a memory gives what reading afresh gives, before and after a change, and pages that are not
    asked for have their titles."""
    memory = Memory()
    for change in (("Following suit\n", "Following now\n"), ("The turn", "A turn")):
        with tiny.changed(PLAY):
            assert load_content(tiny.root, memory) == load_content(tiny.root)
            tiny.change(PLAY, *change)
            assert load_content(tiny.root, memory) == load_content(tiny.root)
    content, _ = load_content(tiny.root, memory, {"index"})
    whole, _ = load_content(tiny.root)
    assert content is not None
    assert whole is not None
    assert [(p.slug, p.title, p.nav) for p in content.pages] == [
        (p.slug, p.title, p.nav) for p in whole.pages
    ]
    assert content.pages[0] == whole.pages[0]
    assert content.pages[1].parts == ()


def test_the_whole_site_is_checked(tmp_path: Path) -> None:
    """After a quiet moment every problem of every page is known, counted by language, listed, and told to the
    browsers; after a change it is out of date until the next check."""
    tiny = Tiny(tmp_path / "site")
    tiny.change(PLAY, "[West](#k.turn.2)", "[East](#k.turn.2)")
    with serving(tiny.root, port=0, quiet=0.2) as server:
        browser = Browser(server)
        browser.listen(f"{server.changes.stamp}-0")
        assert browser.event()[0] == "checked"
        state = json.loads(browser.request("/-/problems.json").body)
        assert (state["checked"], state["current"], state["error"]) == (True, True, "")
        _, truth = tiny.check()
        assert truth["problems"] == state["problems"]
        assert sum(state["languages"].values()) == len(truth["problems"])
        listed = browser.request("/-/problems")
        for problem in truth["problems"]:
            assert str(problem["path"]) in listed.body
        assert browser.problems("fr/index")["whole"]["languages"] == state["languages"]
        tiny.change(PLAY, "[East](#k.turn.2)", "[West](#k.turn.2)")
        browser.changed(PLAY)
        assert not json.loads(browser.request("/-/problems.json").body)["current"]
        while browser.event()[0] != "checked":
            pass
        state = json.loads(browser.request("/-/problems.json").body)
        assert (state["problems"], state["current"]) == ([], True)
        browser.close()


# the server -----------------------------------------------------------------------------------------

HOSTS = {
    "127.0.0.1:{port}": 200,
    "localhost:{port}": 200,
    "LOCALHOST:{port}": 200,
    "[::1]:{port}": 200,
    "127.0.0.1": 403,
    "127.0.0.1:1": 403,
    "evil.example:{port}": 403,
    "127.0.0.1.evil.example:{port}": 403,
    "localhost.evil.example:{port}": 403,
    "user@127.0.0.1:{port}": 403,
    "127.0.0.1:{port}/x": 403,
    "192.168.1.7:{port}": 403,
    "127.0.0.1:port": 403,
    "": 403,
}


def test_only_its_own_names_are_answered(browser: Browser) -> None:
    """A page elsewhere whose name is made to lead here (DNS rebinding) reads nothing: no page, no problems."""
    port = browser.server.server_port
    for path in ("/en/play.html", "/-/problems.json", "/-/events?from=x", "/assets/site.css"):
        for host, status in HOSTS.items():
            if status == 200 and "events" in path:
                continue
            found = browser.request(path, host=host.format(port=port))
            assert (host, status) == (host, found.status)


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../page.html", "/assets/%2e%2e/page.html", "/assets/..%2fpage.html", "/assets/%2e%2e%2f%2e%2e%2fcontent/site.toml",
        "/assets//etc/passwd", "/assets/..\\page.html", "/assets/./site.css", "/assets/", "/assets", "/assets/site.css%00",
        "/content/site.toml", "/../content/site.toml", "/templates/page.html", "/en/../../x.html", "/en/play.html/",
        "/-/../content/site.toml", "/-/preview.py", "/-/explain/..", "/assets/out.css", "/%ff%fe", "//etc/passwd",
    ],
)  # fmt: skip
def test_no_other_file_is_served(path: str, tiny: Tiny, browser: Browser) -> None:
    """Nothing but pages, assets and the preview's own files is answered, however the address is written."""
    link = tiny.path("templates/assets/out.css")
    if not link.is_symlink():
        link.symlink_to(tiny.path("content/site.toml"))
    try:
        answer = browser.request(path)
        assert answer.status in (404, 301)
        assert "equal_values" not in answer.body
        assert 'source = "en"' not in answer.body
        assert "root:" not in answer.body
    finally:
        link.unlink()


def test_every_answer_is_guarded(browser: Browser) -> None:
    """No answer is stored, only scripts of this server run, and nothing is taken but GET and HEAD."""
    for path in (
        "/",
        "/en/play.html",
        "/en/none.html",
        "/assets/site.css",
        "/-/preview.js",
        "/-/problems",
        "/-/explain/F101",
    ):
        headers = browser.request(path).headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'; script-src 'self';" in policy, path
        assert headers["Cache-Control"] == "no-store"
        assert headers["X-Content-Type-Options"] == "nosniff"
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
        answer = browser.request("/en/play.html", method)
        assert (answer.status, answer.headers["Allow"]) == (405, "GET, HEAD")
    head = browser.request("/assets/site.css", "HEAD")
    assert (head.body, head.status) == ("", 200)


def test_a_connection_serves_many_requests(server: Server) -> None:
    """HTTP/1.1: the connection stays open."""
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=PATIENCE)
    statuses = []
    for path in ("/en/play.html", "/en/none.html", "/assets/site.css"):
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        statuses.append((answer.status, answer.will_close))
    connection.close()
    assert statuses == [(200, False), (404, False), (200, False)]


def command(root: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "sitegen", "--root", str(root), "serve", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_it_ends_at_once(tiny: Tiny, number: signal.Signals, code: int) -> None:
    """Ctrl-C ends the command with exit code 130, without a traceback, while browsers listen and connections
    are open; the address was printed."""
    process = command(tiny.root, "--port", "0")
    assert process.stdout is not None
    m = re.search(r"http://127\.0\.0\.1:(\d+)/", process.stdout.readline())
    assert m is not None
    listening = HTTPConnection("127.0.0.1", int(m[1]), timeout=PATIENCE)
    listening.request("GET", "/-/events")
    events = listening.getresponse()
    assert events.readline() == b"retry: 500\n"
    idle = socket.create_connection(("127.0.0.1", int(m[1])))
    process.send_signal(number)
    _, err = process.communicate(timeout=PATIENCE)
    assert (code, "") == (process.returncode, err)
    events.read()
    idle.close()
    listening.close()


def test_addresses_that_are_not_to_be_had(tiny: Tiny) -> None:
    """A port in use, or a foreign address, is told with what to do; nothing runs."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        process = command(tiny.root, "--port", str(port))
        out, err = process.communicate(timeout=PATIENCE)
        expected = f"Error: port {port} is in use already: choose another, or let one be chosen: sitegen serve --port 0\n"
        assert (1, "", expected) == (process.returncode, out, err)
    with pytest.raises(CannotServe, match="no address of this machine"), serving(tiny.root, "192.0.2.1", 0):
        raise AssertionError
