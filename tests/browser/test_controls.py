"""Positive controls of the checks that every page goes through: a page with the fault, which has to be reported."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from tests.browser import checks
from tests.browser.built import served
from tests.browser.checks import document
from tests.browser.conftest import Visitor
from tests.browser.measures import GATES, SITE, Ledger, table


def test_overflow_is_seen(visitor: Visitor) -> None:
    """A wide element is reported, one inside what scrolls is not."""
    for body, wide in [
        ("<p style='width:900px'>wide</p>", True),
        ("<div style='overflow-x:auto'><p style='width:900px'>wide</p></div>", False),
        ("<p style='position:absolute;left:-40px;top:10px'>cut</p>", True),
    ]:
        page = visitor.open(document(body), 320).page
        assert bool(checks.overflow(page)) == wide
        page.close()


def test_text_that_has_no_room_is_seen(visitor: Visitor) -> None:
    """What fits only without the text spacing of WCAG is reported with it, under a strict content policy as well."""
    policy = "<meta http-equiv=Content-Security-Policy content=\"style-src 'none'\">"
    for head in ("", policy):
        page = visitor.open(document(f"<tt>{'x' * 35}&nbsp;x</tt>", head), 320).page
        assert checks.overflow(page) == []
        page.evaluate(checks.SPACED)
        assert checks.overflow(page)
        page.close()


def test_console_and_requests_are_seen(server: str, visitor: Visitor) -> None:
    """A message, a missing file, a request elsewhere and a breach of the content policy are reported."""
    policy = "<meta http-equiv=Content-Security-Policy content=\"style-src 'none'\">"
    visit = visitor.open(
        document(
            "<script>console.log('hello')</script><p style='color:red'>x</p><img src='http://127.0.0.1:9/picture.png' alt=''>",
            policy,
        )
    )
    assert "hello" in visit.console
    assert "policy: style-src-attr inline" in visit.console
    assert "failed: http://127.0.0.1:9/picture.png" in visit.console
    assert visit.strays(server) == ["http://127.0.0.1:9/picture.png"]
    visit.page.close()


@pytest.mark.parametrize(
    ("body", "roles"),
    [
        ("<table><tr><th>a</th></tr><tr><td>1</td></tr></table>", ["table"]),
        ("<table><caption>x</caption><tr><th>a</th></tr><tr><td>1</td></tr></table>", []),
        ("<figure><p>x</p></figure>", ["figure"]),
        ("<div role=region>x</div>", ["region"]),
        ("<div role=img>x</div>", ["image"]),
        ("<nav>x</nav>", ["navigation"]),
    ],
)
def test_missing_names_are_seen(body: str, roles: list[str], visitor: Visitor) -> None:
    """A table, figure, region, picture or navigation without a name is reported."""
    page = visitor.open(document(body)).page
    assert checks.nameless(page) == roles
    page.close()


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        ("<img src='data:,'>", "image-alt"),
        ("<p style='color:#ccc'>faint</p>", "color-contrast"),
        ("<input>", "label"),
        ("<h1>a</h1><h3>b</h3>", "heading-order"),  # best practice
        (
            "<a href=#a style='font-size:8px'>a</a><br><a href=#b style='font-size:8px'>b</a>",
            "target-size",
        ),  # WCAG 2.2
        ("<p lang=xx-invalid-tag-of-none>x</p>", "valid-lang"),
        ("<div>outside any landmark</div>", "region"),
    ],
)
def test_axe_sees_faults(body: str, rule: str, visitor: Visitor, axe: str) -> None:
    """A fault of each set of rules is a violation."""
    page = visitor.open(document(body)).page
    assert rule in {line.partition(":")[0] for line in checks.violations(page, axe)}
    page.close()


def test_what_is_closed_or_off_is_opened(visitor: Visitor, axe: str) -> None:
    """A fault inside closed details, or behind a switch, is reported once they are opened."""
    faint = "<p style='color:#ccc'>faint</p>"
    body = (
        f"<main><h1>t</h1><details><summary>s</summary>{faint}</details><label><input type=checkbox>x</label>"
    )
    page = visitor.open(
        document(f"{body}<style>:not(:has(:checked)) > b {{ display: none }}</style><b>{faint}</b></main>")
    ).page
    counts = []
    for script in ("() => 0", checks.OPENED, checks.TRIED):
        page.evaluate(script)
        counts.append(sum(line.startswith("color-contrast") for line in checks.violations(page, axe)))
    page.close()
    assert counts == [0, 1, 2]


def test_words_behind_script_are_seen(visitor: Visitor) -> None:
    """Words that a script writes are not there without it."""
    seen = []
    for script in (True, False):
        page = visitor.open(document("<p>one</p><script>document.write('two')</script>"), script=script).page
        seen.append(sorted(checks.words(page)))
        page.close()
    assert seen == [["one", "two"], ["one"]]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("<p>abc é ♠ ✓ हिन्दी العربية</p>", []),
        ("<p>a\u0378b</p>", ["U+378"]),
        ("<p>a\U000f1234b</p>", ["U+f1234"]),
        ("<style>p::before { content: '\\\\f1235' }</style><p>a</p>".replace("\\\\", "\\"), ["U+f1235"]),
    ],
)
def test_missing_glyphs_are_seen(body: str, found: list[str], visitor: Visitor) -> None:
    """A character that no font has is reported, in text and in what a style sheet writes."""
    page = visitor.open(document(body)).page
    assert [line.split()[1] for line in checks.tofu(page)] == found
    page.close()


def font_of(family: str) -> bytes:
    """The system's font of a family, as a file."""
    import subprocess

    path = subprocess.run(
        ["fc-match", "-f", "%{file}", family], capture_output=True, text=True, check=True
    ).stdout
    return Path(path).read_bytes()


@pytest.mark.parametrize(
    ("lang", "text", "family", "strange"),
    [
        ("hi", "नमस्ते 12", "", True),
        ("hi", "नमस्ते 12", "Noto Sans Devanagari", False),
        ("hi", "नमस्ते 12", "Noto Serif Devanagari", True),
        ("ar", "السلام 12", "Noto Sans Arabic", False),
        ("ar", "السلام 12", "Noto Sans Devanagari", True),
        ("fr", "<b lang=hi>हिन्दी</b>", "Noto Serif Devanagari", False),  # a name, in any font of the site
        ("fr", "<b lang=hi>हिन्दी</b>", "", True),
        ("fr", "texte", "", False),
    ],
)
def test_other_fonts_are_seen(lang: str, text: str, family: str, strange: bool, visitor: Visitor) -> None:
    """A script that has a font of the site, drawn in the system's or in another one of the site's, is reported."""
    face = ""
    if family:
        data = base64.b64encode(font_of(family)).decode()
        face = f"<style>@font-face {{ font-family: own; src: url(data:font/ttf;base64,{data}) }} body {{ font-family: own }}</style>"
    page = visitor.open("about:blank").page
    page.set_content(
        f"<!DOCTYPE html><html lang={lang}><title>t</title>{face}<body><p>{text}</p></body></html>"
    )
    page.evaluate("() => document.fonts.ready.then(() => true)")
    assert bool(checks.strange_fonts(page, lang)) == strange
    page.close()


def test_fonts_are_weighed(tmp_path: Path, visitor: Visitor) -> None:
    """The bytes of a font that a page loads are counted."""
    (tmp_path / "f.ttf").write_bytes(font_of("Noto Sans Devanagari"))
    (tmp_path / "index.html").write_text(
        "<!DOCTYPE html><html lang=hi><title>t</title><style>@font-face { font-family: own; src: url(f.ttf) } p { font-family: own }</style><p>नमस्ते</p></html>",
        "utf-8",
    )
    with served(tmp_path) as url:
        visit = visitor.open(url)
        assert visit.fonts == {f"{url}f.ttf": (tmp_path / "f.ttf").stat().st_size}
        visit.page.close()


# the table --------------------------------------------------------------------------------------------


def complete(folder: Path) -> Ledger:
    """A folder in which every gate holds in English and for the site."""
    ledger = Ledger(folder, "made")
    for id, gate in GATES.items():
        for lang in ("en", SITE):
            ledger.note(id, lang, "a place", gate.limit)
    return ledger


def test_a_table_in_which_all_holds(tmp_path: Path) -> None:
    """Nothing is reported, and each gate has its line."""
    complete(tmp_path)
    text, broken = table(tmp_path, ["en"])
    assert broken == []
    assert len([line for line in text.splitlines() if line.startswith("| ")]) == len(GATES) + 2
    assert "| axe: WCAG 2.2 A and AA, best practices | 0 | 0/1 | 0/1 |" in text


def test_what_does_not_hold_stands_out(tmp_path: Path) -> None:
    """A fault, a figure beyond its limit, and a language in which nothing was measured are told."""
    ledger = complete(tmp_path)
    ledger.faults("en", "another place", {"axe": ["a", "b"]})
    ledger.note("html", "en", "another place", 101)
    text, broken = table(tmp_path, ["en", "fr"])
    assert "**2/2**" in text
    assert "**101 KB**" in text
    assert "HTML of a page, en: 101 KB" in broken
    assert "axe: WCAG 2.2 A and AA, best practices, en: 2/2" in broken
    assert "axe: WCAG 2.2 A and AA, best practices, fr: –" in broken
    assert (
        table(tmp_path / "none", ["en"])[1][0]
        == "axe: WCAG 2.2 A and AA, best practices: nothing was measured"
    )
