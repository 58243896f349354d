"""The search index: which sections a page has, what stands in each, and how the index is written."""

from __future__ import annotations

import json

import pytest

from sitegen.assets.search import Section, index, sections
from tests.tiny import lexicon


def page(main: str) -> str:
    return f"<!DOCTYPE html><html><body><header>Menu</header><main>{main}</main><footer>Foot</footer></body></html>"


@pytest.mark.parametrize(
    ("main", "found"),
    [
        ("<h1>Title</h1><p>Text.</p>", [("Title", "", "Text.")]),
        ('<h1>T</h1><p>a</p><h2 id="x">H</h2><p>b</p>', [("T", "", "a"), ("H", "x", "b")]),
        ("<h1>T</h1><h2>No address</h2><p>b</p>", [("T", "", "No address b")]),
        (
            '<h1>T</h1><figure><figcaption id="e">E</figcaption><p>in</p></figure><p>behind</p>',
            [("T", "", "behind"), ("E", "e", "in")],
        ),
        (
            '<h1>T</h1><dl><dt><dfn id="a">A</dfn></dt><dd>x</dd><dt><dfn id="b">B</dfn></dt><dd>y</dd></dl>z',
            [("T", "", "z"), ("A", "a", "x"), ("B", "b", "y")],
        ),
        ('<h1>T <a class="permalink" href="#">#</a></h1><nav>no</nav>a', [("T", "", "a")]),
        (
            "<h1>T</h1><p>one</p><p>two <em>th</em>ree</p><svg><text>A</text></svg>",
            [("T", "", "one two three")],
        ),
        ("<h1>T</h1><p>a<br>b &amp; c</p><p hidden>d</p>", [("T", "", "a b & c")]),
        ("<p>no heading</p>", []),
    ],
)
def test_sections(main: str, found: list[tuple[str, str, str]]) -> None:
    """A heading, caption or term that can be linked to begins a section; one in a figure or list ends with it."""
    assert [Section(*parts) for parts in found] == sections(page(main))


def test_the_index_is_a_script_that_sets_a_variable() -> None:
    """What follows the assignment is JSON: pages in order with their sections, and families of words."""
    written = index({"a.html": page("<h1>Ä</h1>ß")}, [["pli", "plis"]]).decode()
    assert written.startswith("self.searchIndex=")
    data = json.loads(written.removeprefix("self.searchIndex=").removesuffix(";\n"))
    assert data == {"pages": [["a.html", [["Ä", "", "ß"]]]], "families": [["pli", "plis"]]}


def test_families_have_forms_and_other_names() -> None:
    """The inflected forms of a card's name are a family; a notion has the names that players use elsewhere."""
    families = [set(words) for words in lexicon("fr").families()]
    assert any({"roi", "rois"} <= words for words in families)
    assert any({"pli", "plis", "levée"} <= words for words in families)
    assert all(len(words) > 1 for words in families)
