"""Names by content, in style sheets and pages."""

from __future__ import annotations

import re

import pytest

from sitegen.assets.naming import css_files, renamed, stamped, used, with_names

NAMES = {"site.css": "site.11111111.css", "a/b.png": "a/b.22222222.png"}


def test_a_name_changes_with_what_the_file_holds() -> None:
    """Equal bytes give equal names, others other names; the suffix stays the last part."""
    one, other = stamped({"site.css": b"a", "x": b""}), stamped({"site.css": b"b", "x": b""})
    assert re.fullmatch(r"site\.[0-9a-f]{8}\.css", one["site.css"])
    assert re.fullmatch(r"x\.[0-9a-f]{8}", one["x"])
    assert one["site.css"] != other["site.css"]
    assert one == stamped({"x": b"", "site.css": b"a"})


def test_a_style_sheet_changes_with_what_it_names() -> None:
    """A changed font changes the name of the sheet that loads it, which would be kept for ever otherwise. What is
    published has no comments."""
    sheet = b'/* why */ @font-face { src: url("f.woff2") }'
    one, other = (stamped({"s.css": sheet, "f.woff2": font}) for font in (b"1", b"2"))
    assert one["s.css"] != other["s.css"]
    assert with_names(sheet, one) == f'@font-face{{src:url("{one["f.woff2"]}")}}'.encode()


@pytest.mark.parametrize(
    ("css", "found"),
    [
        ("a{background:url(x.svg)}\nb{background:url('y.svg')}", [("x.svg", 1), ("y.svg", 2)]),
        ("a{background:url(data:image/png,x)}b{fill:url(#x)}c{background:url(https://e.org/a)}", []),
    ],
)
def test_files_of_a_style_sheet(css: str, found: list[tuple[str, int]]) -> None:
    """Files of the site with their lines, and nothing that stands in the sheet itself or elsewhere."""
    assert found == list(css_files(css))


@pytest.mark.parametrize(
    ("html", "after"),
    [
        ('<link href="../assets/site.css">', '<link href="../assets/site.11111111.css">'),
        ('<link href="assets/site.css">', '<link href="assets/site.11111111.css">'),
        ('<img alt="" src="../assets/a/b.png">', '<img alt="" src="../assets/a/b.22222222.png">'),
        (
            '<meta content="https://e.org/r/assets/a/b.png">',
            '<meta content="https://e.org/r/assets/a/b.22222222.png">',
        ),
        ('<a href="https://other.org/assets/site.css">', '<a href="https://other.org/assets/site.css">'),
        ('<a href="../assets/none.css">', '<a href="../assets/none.css">'),
        ("<p>../assets/site.css</p>", "<p>../assets/site.css</p>"),
    ],
)
def test_pages_name_what_is_published(html: str, after: str) -> None:
    """The site's own assets in attributes, however deep the page, and no other text."""
    assert after == renamed(html, NAMES, "https://e.org/r/")


def test_what_a_page_loads() -> None:
    """Style sheets and scripts, not the picture that other sites show."""
    html = '<link rel="x" href="../assets/a.css"><script src="../assets/b.js"></script><meta content="../assets/c.png">'
    assert list(used(html)) == ["a.css", "b.js"]
