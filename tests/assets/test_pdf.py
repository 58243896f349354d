"""All pages in one document, before it is printed; tests/browser prints it."""

from __future__ import annotations

import re

import pytest

from sitegen.assets import pdf


def page(main: str) -> str:
    return (
        '<head><link rel="stylesheet" href="../assets/s.1.css"></head><body>'
        '<svg><symbol id="S"></symbol></svg><header>Menu</header>'
        f'<main id="content" data-rules="x">{main}</main></body>'
    )


def document(*mains: str) -> str:
    return pdf.document(
        "T & t", "ar", "rtl", [(f"p{n}", f"P{n}", page(main)) for n, main in enumerate(mains)]
    )


def test_pages_stand_in_order_below_the_contents() -> None:
    """The main parts alone, each led to from the contents; language, direction, style sheets and the drawn suits."""
    html = document("<h1>a</h1>", "<h1>b</h1>")
    assert '<html lang="ar" dir="rtl">' in html
    assert '<link rel="stylesheet" href="assets/s.1.css">' in html
    assert html.count("<symbol") == 1
    assert "Menu" not in html
    assert re.findall(r'<a href="#(p\d--)">(P\d)</a>', html) == [("p0--", "P0"), ("p1--", "P1")]
    assert re.findall(r'<main id="(p\d--)" data-rules="x"><h1>(\w)</h1></main>', html) == [
        ("p0--", "a"),
        ("p1--", "b"),
    ]
    assert "<title>T &amp; t</title>" in html


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ('<h2 id="x">', '<h2 id="p0--x">'),
        ('<a id="x" href="#x">', '<a id="p0--x" href="#p0--x">'),
        ('<a href="p1.html">', '<a href="#p1--">'),
        ('<a href="p1.html#y">', '<a href="#p1--y">'),
        ('<use href="#S">', '<use href="#S">'),
        ('<a href="https://e.org/">', '<a href="https://e.org/">'),
        ('<a href="../fr/p1.html">', '<a data-href="">'),
        ('<p id="x"><i aria-labelledby="x other">', '<p id="p0--x"><i aria-labelledby="p0--x other">'),
        ('<input id="x" name="n"><label for="x">', '<input id="p0--x" name="p0--n"><label for="p0--x">'),
    ],
)
def test_ids_and_links_are_those_of_the_whole(written: str, read: str) -> None:
    """Two pages may have an id in common; links between pages stay inside, others that lead to files are none."""
    assert read in document(written, '<p id="x"></p>')


def test_without_a_browser_nothing_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said what is needed, and which variable names it."""
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CHROME_PATH", raising=False)
    with pytest.raises(pdf.NoPdf, match="Chromium"):
        pdf.browser()
    monkeypatch.setenv("CHROME_PATH", "/nowhere/chrome")
    with pytest.raises(pdf.NoPdf, match="/nowhere/chrome"):
        pdf.browser()
