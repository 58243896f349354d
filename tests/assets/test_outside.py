"""What is meant for servers, search engines, a browser without a network, and the archive."""

from __future__ import annotations

import json
from io import BytesIO
from zipfile import ZipFile

import pytest

from sitegen.assets import POLICY, outside

PAGE = (
    '<html><head>\n<link rel="canonical" href="https://e.org/r/en/a.html">\n'
    '<link rel="preload" href="../assets/f.1.woff2" as="font" type="font/woff2" crossorigin>\n'
    '<link rel="stylesheet" href="../assets/s.1.css">\n<script src="../assets/offline.1.js" defer></script>\n'
    '</head><body><a href="b.html#x">b</a>\n<p class="download"><a href="../x.zip">x</a></p>\n</body></html>'
)


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("French Belote", "french-belote"),
        ("Belote & Coinche!", "belote-coinche"),
        ("Été", "ete"),
        ("البيلوت", "site"),
    ],
)
def test_slug(title: str, slug: str) -> None:
    assert slug == outside.slug(title)


def test_headers_have_the_policy_of_the_pages() -> None:
    """One policy for all files; assets are kept for ever, the service worker is asked for each time."""
    rules = {block.split("\n")[0]: block for block in outside.headers().replace("\n/", "\n\n/").split("\n\n")}
    assert f"Content-Security-Policy: {POLICY}\n" in rules["/*"]
    assert "immutable" in rules["/assets/*"]
    assert "no-cache" in rules["/sw.js"]


def test_the_sitemap_has_what_pages_say_of_themselves() -> None:
    """Each canonical address once, sorted, escaped; a page without one is left out."""
    pages = [PAGE, PAGE, "<html></html>", PAGE.replace("a.html", "a.html?b&amp;c")]
    found = outside.sitemap(pages)
    assert found.count("<loc>") == 2
    assert "<loc>https://e.org/r/en/a.html?b&amp;c</loc>" in found


def test_robots() -> None:
    assert "Sitemap: https://e.org/r/sitemap.xml\n" in outside.robots("https://e.org/r/")
    assert "Sitemap" not in outside.robots("")


@pytest.mark.parametrize(
    ("target", "base", "shown"),
    [
        ("b.html#x", "", "/en/b.html#x"),
        ("../assets/s.css", "https://e.org/r/", "/r/assets/s.css"),
        ("../fr/404.html", "https://e.org/", "/fr/404.html"),
        ("#x", "https://e.org/r/", "#x"),
        ("https://e.org/", "", "https://e.org/"),
        ("mailto:a@e.org", "", "mailto:a@e.org"),
    ],
)
def test_a_page_shown_anywhere(target: str, base: str, shown: str) -> None:
    """Links of the page for what is not there lead on from any depth."""
    assert f'<a href="{shown}">' == outside.anywhere("en/404.html", f'<a href="{target}">', base)


def test_the_worker_knows_what_each_language_needs() -> None:
    """Its pages, what these load, and what their style sheets load; not the pictures, not other languages'."""
    pages = {
        "en/a.html": PAGE,
        "fr/a.html": '<link rel="stylesheet" href="../assets/t.1.css">',
        "index.html": '<img alt="" src="assets/i.svg"><meta content="assets/social.png">',
    }
    assets = dict.fromkeys(("f.1.woff2", "g.woff2", "offline.1.js", "t.1.css", "i.svg", "social.png"), b"")
    assets["s.1.css"] = b'@font-face{src:url("g.woff2")}'
    script = outside.worker("// the worker", pages, assets)
    listed = json.loads(script.partition("FILES = ")[2].partition(";\n")[0])
    own = ["assets/f.1.woff2", "assets/g.woff2", "assets/offline.1.js", "assets/s.1.css", "en/a.html"]
    assert listed == {"": ["assets/i.svg", "index.html"], "en": own, "fr": ["assets/t.1.css", "fr/a.html"]}
    assert script.endswith("// the worker")


def test_the_worker_changes_with_any_page() -> None:
    """A browser asks for the worker alone: it must differ whenever anything does, and not otherwise."""
    one, same, other = (outside.worker("", {"en/a.html": text}, {}) for text in ("a", "a", "b"))
    assert one == same
    assert one != other


def test_the_archive() -> None:
    """What a reader needs, in a folder, without what only works or only matters on a server; the same bytes."""
    files = {
        "sw.js": b"x",
        "404.html": b"x",
        "en/404.html": b"x",
        "_headers": b"x",
        "en/a.html": PAGE.encode(),
    }
    data = outside.archive("rules", files | {"assets/s.1.css": b"y"})
    with ZipFile(BytesIO(data)) as archive:
        assert archive.namelist() == ["rules/assets/s.1.css", "rules/en/a.html"]
        html = archive.read("rules/en/a.html").decode()
    for gone in ("preload", "download", "offline"):
        assert gone in PAGE
        assert gone not in html
    assert "s.1.css" in html
    assert data == outside.archive("rules", files | {"assets/s.1.css": b"y"})
