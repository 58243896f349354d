"""The built files, read without a browser: budgets, heads, links, and what other validators say of them."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

import brotli
import pytest
from lxml import etree

from tests.browser.built import BuiltPage, BuiltSite, served
from tests.browser.conftest import package, tool
from tests.browser.measures import GATES, KB, SITE, Ledger

POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; object-src 'none'"
XDEFAULT = "x-default"

# budgets ----------------------------------------------------------------------------------------------


def packed(*files: Path) -> float:
    """KB of files as sent: brotli, as static hosts send them, a file at a time."""
    return sum(len(brotli.compress(file.read_bytes())) for file in files) / KB


def is_data(script: Path) -> bool:
    """A script that holds no function: an index of the search."""
    return not re.search(r"\bfunction\b|=>", script.read_text("utf-8"))


def sizes(page: BuiltPage) -> dict[str, float]:
    """The figures of a page, by gate. A page that loads an index may have a script to search it besides its own."""
    scripts = page.linked("//script/@src")
    programs = [script for script in scripts if not is_data(script)]
    budget = 6 if len(programs) < len(scripts) else 3
    return {
        "html": page.file.stat().st_size / KB,
        "html-sent": packed(page.file),
        "css-sent": packed(*page.linked("//link[@rel='stylesheet']/@href")),
        "script-sent": 100 * packed(*programs) / budget,
    }


def test_a_page_is_small(built_page: BuiltPage, ledger: Ledger) -> None:
    """HTML, style sheets and scripts stay within the budgets."""
    figures = sizes(built_page)
    for gate, figure in figures.items():
        ledger.note(gate, built_page.lang, built_page.path, figure)
    assert {gate: figure for gate, figure in figures.items() if not GATES[gate].holds(figure)} == {}


# what stands in a page --------------------------------------------------------------------------------


def inline(page: BuiltPage) -> list[str]:
    """Styles, scripts and handlers that stand in the HTML, where the content policy forbids them."""
    found = [f"<{e.tag}>" for e in page.found("//style | //script[not(@src)]")]
    found += [f"<script> with text: {e.get('src')}" for e in page.found("//script[@src][normalize-space()]")]
    for element in page.tree.iter(etree.Element):
        for attribute, value in ((str(a), str(v)) for a, v in element.attrib.items()):
            if attribute == "style" or attribute.startswith("on"):
                found.append(f"<{element.tag} {attribute}>")
            if value.strip().lower().startswith("javascript:"):
                found.append(value[:40])
    return found


def one(page: BuiltPage, what: str, path: str, found: list[str]) -> str:
    """The value that has to stand there once and say something; a fault otherwise."""
    values = [str(value).strip() for value in page.found(path)]
    if len(values) != 1 or not values[0]:
        found.append(f"{what}: {values}")
        return ""
    return values[0]


def addresses_of(page: BuiltPage) -> set[str]:
    """The absolute addresses that a page may be called by: its file's, and its folder's for an index."""
    return {page.url, page.url.removesuffix("index.html")}


def head(page: BuiltPage) -> list[str]:
    """What search engines, other sites and the browser are told before the page begins."""
    found: list[str] = []
    policy = one(page, "content policy", "//meta[@http-equiv='Content-Security-Policy']/@content", found)
    if policy and policy != POLICY:
        found.append("content policy: another than agreed")
    if page.found("//meta[@http-equiv='Content-Security-Policy']/preceding::*[self::link or self::script]"):
        found.append("content policy: after what it speaks of")
    one(page, "title", "//head/title/text()", found)
    if page.slug == "404":
        return found + ([] if not page.indexed else ["not-found page: may be indexed"])
    if (
        page.lang != SITE
        and len(one(page, "description", "//meta[@name='description']/@content", found)) > 160
    ):
        found.append("description: longer than 160 characters")
    if page.indexed:
        canonical = one(page, "canonical", "//link[@rel='canonical']/@href", found)
        if canonical and canonical not in addresses_of(page):
            found.append(f"canonical: {canonical}")
    for name in ("title", "description", "image", "locale"):
        if page.lang == SITE and name in ("locale", "description"):
            continue  # it says the same in every language
        value = one(page, f"og:{name}", f"//meta[@property='og:{name}']/@content", found)
        if name == "image" and value:
            target, _ = page.target(value)
            if not value.startswith(page.site.url) or target is None or not target.is_file():
                found.append(f"og:image: {value}")
    if page.lang != SITE:
        found += hreflang(page) if page.indexed else []
        crumbs = page.found("//nav//*[@itemtype='https://schema.org/BreadcrumbList']//*[@itemprop='name']")
        if page.slug != "index" and not crumbs:
            found.append("breadcrumbs: none")
    return found


def hreflang(page: BuiltPage) -> list[str]:
    """Each version names itself, all others that may be indexed, and the chooser, by absolute addresses."""
    told = {
        e.get("hreflang", ""): e.get("href", "") for e in page.found("//link[@rel='alternate'][@hreflang]")
    }
    others = [p for p in page.site.pages if p.slug == page.slug and p.lang != SITE and p.indexed]
    expected = {other.lang: addresses_of(other) for other in others}
    expected[XDEFAULT] = addresses_of(page.site.page("index.html"))
    found = [f"hreflang: {sorted(map(str, told))}"] if told.keys() != expected.keys() else []
    return found + [
        f"hreflang {lang}: {told[lang]}"
        for lang in sorted(told.keys() & expected)
        if told[lang] not in expected[lang]
    ]


def broken(page: BuiltPage) -> list[str]:
    """Links, pictures and scripts that lead to no file of the site, and fragments to no element."""
    found = []
    for attribute in ("href", "src", "action"):
        for value in page.found(f"//@{attribute}"):
            file, fragment = page.target(str(value))
            if file is None:
                if str(getattr(value, "getparent", lambda: page.tree)().tag) in (
                    "link",
                    "script",
                    "img",
                    "use",
                ):
                    found.append(f"from elsewhere: {value}")
                continue
            if not file.is_file():
                found.append(str(value))
            elif fragment and file.suffix == ".html":
                ids = (
                    BuiltPage(page.site, file.relative_to(page.site.folder).as_posix())
                    if file != page.file
                    else page
                )
                if not ids.tree.xpath("//*[@id=$id]", id=fragment):
                    found.append(str(value))
    return found


def test_a_page_is_well_connected(built_page: BuiltPage, ledger: Ledger) -> None:
    """Nothing inline, a whole head, and no link that leads nowhere."""
    found = {"inline": inline(built_page), "head": head(built_page), "links": broken(built_page)}
    assert ledger.faults(built_page.lang, built_page.path, found) == {}


def site_files(built: BuiltSite) -> list[str]:
    """The sitemap names the pages that may be indexed, robots name the sitemap, the headers send the same policy,
    feeds are well-formed."""
    found = []
    files = {name: built.folder / name for name in ("sitemap.xml", "robots.txt", "_headers")}
    for name, path in files.items():
        if not path.is_file():
            found.append(f"no {name}")
    if files["sitemap.xml"].is_file():
        told = {str(loc.text) for loc in etree.parse(files["sitemap.xml"]).getroot().iter("{*}loc")}
        canonical = {
            str(v) for p in built.pages if p.indexed for v in p.found("//link[@rel='canonical']/@href")
        }
        found += [f"sitemap: {url}" for url in sorted(told ^ canonical)]
    if files["robots.txt"].is_file() and f"Sitemap: {built.url}sitemap.xml" not in files[
        "robots.txt"
    ].read_text("utf-8"):
        found.append("robots.txt does not name the sitemap")
    if files["_headers"].is_file() and f"Content-Security-Policy: {POLICY}" not in files[
        "_headers"
    ].read_text("utf-8"):
        found.append("_headers: another policy")
    for feed in built.folder.rglob("*.xml"):
        etree.parse(feed)
    for page in built.pages:
        found += [
            f"no feed {href}"
            for href in page.linked("//link[@type='application/atom+xml']/@href")
            if not href.is_file()
        ]
    for lang in built.languages:
        if not (built.folder / lang / "404.html").is_file():
            found.append(f"no page for what is not found: {lang}")
    return found


def test_the_files_beside_the_pages(built: BuiltSite, ledger: Ledger) -> None:
    assert ledger.faults(SITE, "files", {"site-files": site_files(built)}) == {}


# other validators -------------------------------------------------------------------------------------

OWN_FILE = re.compile(
    r"Resource violates Content Security Policy \(meta tag\): external \w+ “(?![\w+.-]+:|//)"
)
"""Nu says so of every file of the site, since it reads pages from disk, where it knows no 'self'. Whether the policy
lets a page have its files is told by the browser."""


def nu(*arguments: str | Path) -> list[tuple[str, str]]:
    """What the Nu validator says: the address of the file, and the message. The jar is in the package as it comes."""
    jar = package("vnu-jar/build/dist/vnu.jar")
    command = [
        tool("java"),
        "-jar",
        str(jar),
        "--Werror",
        "--format",
        "json",
        "--exit-zero-always",
        *map(str, arguments),
    ]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    found = json.loads(answer.stderr or answer.stdout)["messages"]
    return [
        (m.get("url", ""), f"{m.get('lastLine', '?')}: {m['type']}: {m['message']}")
        for m in found
        if not OWN_FILE.match(m["message"])
    ]


def test_nu_has_nothing_to_say_of_pages(built: BuiltSite, ledger: Ledger) -> None:
    """Every page of every language is valid HTML, without a warning."""
    told = defaultdict(list)
    for url, message in nu("--skip-non-html", built.folder):
        told[url.rpartition(f"{quote(str(built.folder))}/")[2]].append(message)
    found = {p.path: ledger.faults(p.lang, p.path, {"nu": told.pop(p.path, [])}) for p in built.pages}
    assert told == {}, "messages of no page"
    assert {path: faults for path, faults in found.items() if faults} == {}


@pytest.mark.parametrize("kind", ["css", "svg"])
def test_nu_has_nothing_to_say_of_assets(kind: str, built: BuiltSite, ledger: Ledger) -> None:
    """Every style sheet and picture is valid, without a warning."""
    files = sorted(built.folder.rglob(f"*.{kind}"))
    assert files
    assert ledger.faults(SITE, kind, {"nu-assets": [m for _, m in nu(f"--{kind}", *files)]}) == {}


def linkinator(*urls: str) -> list[str]:
    """Links and fragments that linkinator finds broken, from some pages on; other sites are left alone."""
    origin = re.escape(urls[0].split("/")[2])
    command = [tool("node"), str(package("linkinator/build/src/cli.js")), *urls]
    command += [
        "--recurse",
        "--check-fragments",
        "--check-css",
        "--format",
        "json",
        "--skip",
        f"^(?!https?://{origin}/)",
    ]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    links = json.loads(answer.stdout)["links"]
    assert len(links) > 1, answer.stderr
    return [
        f"{link['parent']} → {link['url']}: {link['status']}" for link in links if link["state"] == "BROKEN"
    ]


def test_linkinator_finds_no_broken_link(built: BuiltSite, ledger: Ledger) -> None:
    """From the chooser on, and from the pages that only the sitemap names."""
    starts = [built.url, *(page.url for page in built.pages if page.slug == "404")]
    assert ledger.faults(SITE, "all", {"linkinator": linkinator(*starts)}) == {}


# positive controls ------------------------------------------------------------------------------------


def made(folder: Path, pages: dict[str, str]) -> BuiltSite:
    """A site of files that a test wrote."""
    for path, text in pages.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    return BuiltSite(folder.resolve(), "https://example.org/", ("en", "fr"))


def page_of(head: str = "", body: str = "") -> str:
    return f"<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>t</title>{head}</head><body>{body}</body></html>"


GOOD_HEAD = f"""<meta http-equiv="Content-Security-Policy" content="{POLICY}"><meta name=description content=words>
<link rel=canonical href=https://example.org/en/a.html>
<link rel=alternate hreflang=en href=https://example.org/en/a.html>
<link rel=alternate hreflang=fr href=https://example.org/fr/a.html>
<link rel=alternate hreflang=x-default href=https://example.org/>
<meta property=og:title content=t><meta property=og:description content=d>
<meta property=og:image content=https://example.org/i.png><meta property=og:locale content=en>"""
CRUMBS = "<nav><ol itemscope itemtype=https://schema.org/BreadcrumbList><li><b itemprop=name>x</b></ol></nav>"


@pytest.mark.parametrize(
    ("find", "put", "faults"),
    [
        ("", "", []),
        ("form-action 'self'", "form-action *", ["content policy: another than agreed"]),
        ("content=words", f"content={'w' * 161}", ["description: longer than 160 characters"]),
        ("canonical href=https://example.org/en", "canonical href=https://example.org/fr", ["canonical: https://example.org/fr/a.html"]),
        ("canonical href=https://example.org/", "canonical href=/", ["canonical: /en/a.html"]),
        ("hreflang=fr", "hreflang=de", ["hreflang: ['de', 'en', 'x-default']"]),
        ("x-default href=https://example.org/", "x-default href=/", ["hreflang x-default: /"]),
        ("i.png", "none.png", ["og:image: https://example.org/none.png"]),
        ("<meta property=og:title content=t>", "", ["og:title: []"]),
        (CRUMBS, "", ["breadcrumbs: none"]),
    ],
)  # fmt: skip
def test_a_bad_head_is_seen(find: str, put: str, faults: list[str], tmp_path: Path) -> None:
    """Positive control: each part of the head that is wrong or missing is reported, a good one is not."""
    whole = page_of(GOOD_HEAD, CRUMBS)
    assert not find or whole.count(find) == 1
    text = whole.replace(find, put, 1) if find else whole
    built = made(tmp_path, {"en/a.html": text, "fr/a.html": page_of(), "index.html": page_of(), "i.png": ""})
    assert head(built.page("en/a.html")) == faults


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ("<p style='color:red'>x</p>", ["<p style>"]),
        ("<p onclick='x()'>x</p>", ["<p onclick>"]),
        ("<script>x()</script>", ["<script>"]),
        ("<script type=application/ld+json>{}</script>", ["<script>"]),
        ("<style>p{}</style>", ["<style>"]),
        ("<a href='javascript:x()'>x</a>", ["javascript:x()"]),
        ("<script src=a.js></script><p class=style>x</p>", []),
    ],
)
def test_what_stands_inline_is_seen(body: str, faults: list[str], tmp_path: Path) -> None:
    """Positive control."""
    assert inline(made(tmp_path, {"a.html": page_of(body=body)}).page("a.html")) == faults


@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ("<a href=none.html>x</a>", ["none.html"]),
        ("<a href=b.html#none>x</a>", ["b.html#none"]),
        ("<a href='#none'>x</a>", ["#none"]),
        ("<img src=https://example.com/i.png>", ["from elsewhere: https://example.com/i.png"]),
        ("<svg><use href='#none'/></svg>", ["#none"]),
        ("<a href=b.html#there>x</a> <a href=/b.html>x</a> <a href=https://example.com/>x</a> <a href=.>x</a>", []),
    ],
)  # fmt: skip
def test_links_that_lead_nowhere_are_seen(body: str, faults: list[str], tmp_path: Path) -> None:
    """Positive control, of our own check and, over a server, of linkinator."""
    files = {
        "index.html": page_of(body=body),
        "b.html": page_of(body="<p id=there>x</p><a href=index.html>x</a>"),
    }
    assert broken(made(tmp_path, files).page("index.html")) == faults


def test_linkinator_sees_what_is_broken(tmp_path: Path) -> None:
    """Positive control: a missing page, a missing fragment, a missing picture of a style sheet."""
    body = "<a href=none.html>x</a> <a href=b.html#none>x</a> <a href=b.html#there>x</a>"
    style = "<link rel=stylesheet href=s.css>"
    made(tmp_path, {"index.html": page_of(style, body), "b.html": page_of(body="<p id=there>x</p>"), "s.css": "p { background: url(none.png) }"})  # fmt: skip
    with served(tmp_path) as url:
        found = {line.split(" → ")[1].removeprefix(url).split(":")[0] for line in linkinator(url)}
    assert found == {"b.html#none", "none.html", "none.png"}


@pytest.mark.parametrize(
    ("name", "text", "options"),
    [
        ("a.html", page_of(body="<p><div>x</div></p>"), ["--skip-non-html"]),
        ("a.html", page_of(body="<section><p>x</p></section>"), ["--skip-non-html"]),  # a warning: no heading
        (
            "a.html",
            page_of(f"{GOOD_HEAD}<script src=https://example.org/a.js></script>"),
            ["--skip-non-html"],
        ),
        ("a.css", "p { colour: red }", ["--css"]),
        ("a.svg", "<svg xmlns='http://www.w3.org/2000/svg'><circle radius='3'/></svg>", ["--svg"]),
    ],
)
def test_nu_sees_faults(name: str, text: str, options: Sequence[str], tmp_path: Path) -> None:
    """Positive control: wrong nesting, a warning, an unknown property, an unknown attribute."""
    (tmp_path / name).write_text(text, "utf-8")
    assert nu(*options, tmp_path / name)


def test_large_files_are_seen(tmp_path: Path) -> None:
    """Positive control: each budget is exceeded by what exceeds it; an index of the search is no script."""
    noise = os.urandom(13 * KB).hex()
    style, script = "<link rel=stylesheet href=s.css>", "<script src=a.js></script><script src=i.js></script>"
    built = made(
        tmp_path,
        {
            "a.html": page_of(style + script, noise * 4),
            "s.css": noise,
            "a.js": f"()=>{noise}",
            "i.js": f"x={noise}",
        },
    )
    figures = sizes(built.page("a.html"))
    assert [gate for gate, figure in figures.items() if not GATES[gate].holds(figure)] == list(figures)
    (tmp_path / "a.js").write_text("()=>1", "utf-8")
    assert GATES["script-sent"].holds(sizes(built.page("a.html"))["script-sent"])


def test_files_beside_the_pages_are_missed(tmp_path: Path) -> None:
    """Positive control: a page that the sitemap leaves out, a policy of its own, a robots file without sitemap."""
    built = made(
        tmp_path,
        {
            "index.html": page_of("<link rel=canonical href=https://example.org/>"),
            "sitemap.xml": "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'/>",
            "robots.txt": "User-agent: *\n",
            "_headers": "/*\n  Content-Security-Policy: default-src *\n",
            "en/404.html": page_of(),
        },
    )
    assert site_files(built) == [
        "sitemap: https://example.org/",
        "robots.txt does not name the sitemap",
        "_headers: another policy",
        "no page for what is not found: fr",
    ]
