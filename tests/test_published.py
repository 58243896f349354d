"""What a built site has beside the words of its pages: heads, addresses, pages for what is not there, the archive."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from lxml import html

from sitegen.assets import POLICY
from sitegen.render import DESCRIPTION, shortened
from tests.tiny import Tiny

Element = Any  # an element of lxml.html, which the stubs of lxml do not describe
BASE = "https://example.org/r/"
NOT_FOUND = """\
+++
title = "There is no such page"
rules = "maison"
+++

/// summary
The address leads to no page.
///

[Home](index.md)
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Tiny:
    """The small site, built for an address, with a page for what is not there and a search."""
    tiny = Tiny(tmp_path_factory.mktemp("published") / "site")
    tiny.change("content/site.toml", '"play"]', '"play", "search", "404"]')
    tiny.write("content/pages/404.md", NOT_FOUND)
    search = NOT_FOUND.replace("There is no such page", "Search").replace(
        "[Home](index.md)", "/// search\n///"
    )
    tiny.write("content/pages/search.md", search)
    tiny.change("content/site.toml", "coverage = 1.0", "coverage = 0.7")
    tiny.update()
    tiny.accept_words()
    result = tiny.build("--base-url", BASE)
    assert result.exit_code == 0, result.output
    return tiny


def page_of(tiny: Tiny, name: str) -> Element:
    return html.document_fromstring(tiny.page(name).encode())


def head(tiny: Tiny, name: str) -> Element:
    return page_of(tiny, name).find("head")


def metas(element: Element) -> dict[str, str]:
    keys = ("name", "property", "http-equiv")
    return {m.get(k): m.get("content") for m in element.xpath("meta") for k in keys if m.get(k)}


@pytest.mark.parametrize("name", ["index", "404", "en/play", "fr/play", "en/404", "en/search"])
def test_every_page_has_the_policy(name: str, site: Tiny) -> None:
    """The policy stands before anything that it is about, and nothing on the page is against it."""
    found = head(site, name)
    assert found.xpath("meta/@http-equiv") == ["Content-Security-Policy"]
    assert metas(found)["Content-Security-Policy"] == POLICY
    first = found.xpath("link | script")[0]
    assert first.getparent().index(first) > found.index(found.xpath("meta[@http-equiv]")[0])
    page = page_of(site, name)
    assert page.xpath("//style | //@style | //script[not(@src)] | //@*[starts-with(name(), 'on')]") == []


def test_each_version_lists_itself_and_the_others(site: Tiny) -> None:
    """Canonical addresses by language; alternates both ways, with the chooser as default, which lists all."""
    both = [("en", f"{BASE}en/play.html"), ("fr", f"{BASE}fr/play.html"), ("x-default", BASE)]
    for lang in ("en", "fr"):
        found = head(site, f"{lang}/play")
        assert [(e.get("hreflang"), e.get("href")) for e in found.xpath("link[@rel='alternate']")] == both
        assert found.xpath("link[@rel='canonical']/@href") == [f"{BASE}{lang}/play.html"]
    found = head(site, "index")
    assert found.xpath("link[@rel='canonical']/@href") == [BASE]
    assert found.xpath("link[@rel='alternate']/@href") == [
        f"{BASE}en/index.html",
        f"{BASE}fr/index.html",
        BASE,
    ]


def test_other_sites_are_told_what_the_page_says(site: Tiny) -> None:
    """Title, summary, picture and language for other sites; the description is that of search engines."""
    told = metas(head(site, "fr/play"))
    assert told["og:title"] == page_of(site, "fr/play").xpath("string(//h1)")
    assert told["og:description"] == told["description"]
    assert 20 < len(told["description"]) <= DESCRIPTION
    assert (told["og:locale"], told["og:locale:alternate"]) == ("fr_FR", "en_US")
    assert told["og:url"] == f"{BASE}fr/play.html"
    picture = told["og:image"].removeprefix(BASE)
    assert re.fullmatch(r"assets/social-fr\.[0-9a-f]{8}\.png", picture)
    assert site.path(f"output/{picture}").is_file()


def test_without_an_address_nothing_claims_one(tmp_path: Path) -> None:
    """No canonical, no alternates, no sitemap: they have to be absolute."""
    tiny = Tiny(tmp_path / "site")
    assert tiny.build().exit_code == 0
    assert head(tiny, "en/play").xpath("link[@rel='canonical' or @rel='alternate']") == []
    assert not tiny.path("output/sitemap.xml").exists()
    assert "Sitemap" not in tiny.read("output/robots.txt")


def test_the_sitemap_has_every_page_that_is_listed(site: Tiny) -> None:
    """Every page in both languages and the chooser; not the pages for what is not there."""
    found = set(re.findall("<loc>(.*?)</loc>", site.read("output/sitemap.xml")))
    pages = {f"{BASE}{lang}/{page}.html" for lang in ("en", "fr") for page in ("index", "play", "search")}
    assert found == {BASE, *pages}


def test_a_page_for_what_is_not_there(site: Tiny) -> None:
    """In each language, and at the root with all of them; found from any depth, listed nowhere."""
    for name in ("404", "en/404", "fr/404"):
        page = page_of(site, name)
        assert page.xpath("//meta[@name='robots']/@content") == ["noindex"]
        for target in page.xpath("//@href | //@src | //@action"):
            assert re.match("(#|/r/)", target), (name, target)
            file = target.removeprefix("/r/").partition("#")[0]
            assert not file or site.path(f"output/{file}").is_file(), target
    links = page_of(site, "404").xpath("//main//a")
    assert [(a.get("href"), a.get("hreflang")) for a in links] == [
        ("/r/en/404.html", "en"),
        ("/r/fr/404.html", "fr"),
    ]
    others = page_of(site, "en/play")
    assert not [href for href in others.xpath("//@href") if "404" in href]


def test_the_search_page_alone_loads_the_search(site: Tiny) -> None:
    """Index and script stand on the page that searches, the index of its language; all others lead there."""
    scripts = {
        name: [*head(site, name).xpath("script/@src")] for name in ("en/search", "fr/search", "en/play")
    }
    loaded = {
        name: [re.sub(r"\.[0-9a-f]{8}\.", ".", src.rpartition("/")[2]) for src in found]
        for name, found in scripts.items()
    }
    always = (
        ["offline.js"]
        if not Path(site.path("templates/assets/site.js")).exists()
        else ["site.js", "offline.js"]
    )
    assert loaded == {
        "en/search": [*always, "search-en.js", "search.js"],
        "fr/search": [*always, "search-fr.js", "search.js"],
        "en/play": always,
    }
    page = page_of(site, "en/play")
    assert page.xpath("//header//form/@action") == ["search.html"]
    assert page_of(site, "en/search").xpath("//header//form") == []


def test_the_archive_is_a_whole_site(site: Tiny) -> None:
    """Unpacked, every address in every page leads to a file of it."""
    with ZipFile(BytesIO(site.path("output/tiny-belote.zip").read_bytes())) as archive:
        names = set(archive.namelist())
        assert "tiny-belote/en/play.html" in names
        for name in names:
            if not name.endswith(".html"):
                continue
            page: Element = html.document_fromstring(archive.read(name))
            for target in page.xpath("//@href | //@src | //@action"):
                if target.startswith(("#", BASE)):
                    continue
                file = (Path("/") / Path(name).parent / target.partition("#")[0]).resolve()
                assert file.relative_to("/").as_posix() in names, (name, target)
    page = page_of(site, "en/play")
    assert page.xpath("//p[@class='download']/a/@href") == ["../tiny-belote.zip"]


@pytest.mark.parametrize(
    ("path", "find", "replace", "line"),
    [
        ("templates/base.html", "asset('icon.svg')", "asset('none.svg')", True),
        ("templates/assets/site.css", "body{", 'body{background: url("none.png");', True),
    ],
)
def test_an_asset_that_is_not_there(path: str, find: str, replace: str, line: bool, tmp_path: Path) -> None:
    """A template or a style sheet that names one is told where it does, once."""
    tiny = Tiny(tmp_path / "site")
    tiny.change(path, find, replace)
    [problem] = tiny.problems()
    assert (problem.code, problem.place.path, bool(problem.place.line)) == ("C107", path, line)
    assert "none." in problem.message


@pytest.mark.parametrize(
    ("find", "replace"),
    [
        ('name="description" content="{{ head.description }}"', 'name="description" content="Anything"'),
        (
            'property="og:description" content="{{ head.description }}"',
            'property="og:description" content="7"',
        ),
        ('content="{{ head.title }}"', 'content="Another title"'),
    ],
)
def test_what_stands_on_no_page_is_not_told_outside(find: str, replace: str, tmp_path: Path) -> None:
    """A description or title that is not the page's own is a problem of each finished page."""
    tiny = Tiny(tmp_path / "site")
    tiny.change("templates/base.html", find, replace)
    assert set(tiny.codes()) == {"H105"}
    assert len(tiny.codes()) == 4


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("", ""),
        ("A sentence.", "A sentence."),
        ("x" * 160, "x" * 160),
        ("x" * 161, "x" * 159 + "…"),
        ("ab " * 53 + "abcd", "ab " * 52 + "ab…"),
        ("ab " * 52 + "a, bcdef", "ab " * 52 + "a…"),
    ],
)
def test_shortened(text: str, short: str) -> None:
    """No longer than a description may be, cut behind a word, without the comma that stood there."""
    assert short == shortened(text)
    assert len(short) <= DESCRIPTION


def test_a_pdf_wants_a_browser(site: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without one nothing is built, and the command says what is needed."""
    before = site.tree()
    monkeypatch.setenv("CHROME_PATH", "/nowhere/chrome")
    result = site.build("--pdf")
    assert result.exit_code == 1
    assert "CHROME_PATH=" in result.output
    assert before == site.tree()
