"""`content/site.toml` and the reading of TOML: every field, every fault, and where it is told."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.content.site import LocaleSettings, key_text, load_site, parse_toml, read_toml, table_text
from sitegen.diagnostics import Place

GOOD = """\
title = "A game"
base_url = "https://example.org/rules/"
source = "en"
pages = ["index", "how-to-play"]

[locales.fr]
status = "draft"
coverage = 0.5

[locales.pt-BR]
"""


def load(tmp_path: Path, text: str | bytes) -> tuple[object, list[tuple[str, int, str]]]:
    """The site of such a file, and the code, line and words of each problem."""
    path = tmp_path / "content" / "site.toml"
    path.parent.mkdir()
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    site, problems = load_site(tmp_path)
    assert all(p.place.path == "content/site.toml" for p in problems)
    return site, [(p.code, p.place.line, p.message) for p in problems]


def test_a_whole_file(tmp_path: Path) -> None:
    """Every field is read; the source language comes first, and a locale's table may be empty."""
    site, problems = load(tmp_path, GOOD)
    assert problems == []
    assert site is not None
    assert (getattr(site, "source", ""), getattr(site, "pages", ())) == ("en", ("index", "how-to-play"))
    assert getattr(site, "base_url", "") == "https://example.org/rules/"
    assert getattr(site, "locales", {}) == {
        "en": LocaleSettings(),
        "fr": LocaleSettings("draft", 0.5),
        "pt-BR": LocaleSettings(),
    }
    assert getattr(site, "title", None).place() == Place("content/site.toml", 1, 10)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("find", "replace", "line", "message"),
    [
        ('title = "A game"', "", 1, "title must be a text"),
        ('title = "A game"', 'title = " "', 1, "title must be a text"),
        ('title = "A game"', "title = 3", 1, "title must be a text"),
        ('title = "A game"', 'titel = "A game"', 1, "there is no field titel"),
        (
            '"https://example.org/rules/"',
            '"https://example.org/rules"',
            2,
            "base_url must be an http address",
        ),
        ('"https://example.org/rules/"', '"ftp://example.org/"', 2, "base_url must be an http address"),
        ('"https://example.org/rules/"', '"https://a\\"b/"', 2, "base_url must be an http address"),
        ('source = "en"', "source = []", 3, "source must be a text"),
        ('["index", "how-to-play"]', "[]", 4, "pages must be a list of names"),
        ('["index", "how-to-play"]', '"index"', 4, "pages must be a list of names"),
        ('["index", "how-to-play"]', '["index", 1]', 4, "pages must be a list of names"),
        ('["index", "how-to-play"]', '["Index"]', 4, "pages must be a list of names"),
        ('["index", "how-to-play"]', '["../index"]', 4, "pages must be a list of names"),
        ('["index", "how-to-play"]', '["index", "index"]', 4, "a page is listed twice"),
        ("[locales.fr]", "[locales.'f r']", 1, "f r is not a language tag"),
        ('status = "draft"', 'status = "done"', 1, "fr: status must be one of published, draft"),
        ("coverage = 0.5", "coverage = 2", 1, "fr: coverage must be a number from 0 to 1"),
        ("coverage = 0.5", "coverage = nan", 1, "fr: coverage must be a number from 0 to 1"),
        ("coverage = 0.5", 'coverage = "all"', 1, "fr: coverage must be a number from 0 to 1"),
        ("coverage = 0.5", "colour = 1", 1, "fr: known fields are status and coverage"),
    ],
)
def test_a_fault(find: str, replace: str, line: int, message: str, tmp_path: Path) -> None:
    """Each fault is a problem that names the field, at its line where the file has it."""
    assert GOOD.count(find) == 1
    site, problems = load(tmp_path, GOOD.replace(find, replace))
    assert site is None
    found = [p for p in problems if message in p[2]]
    assert len(found) == 1, problems
    assert found[0][0] == "C102"
    if replace and "locales" not in find and not find.startswith(("status", "coverage")):
        assert line == found[0][1]


def test_all_faults_at_once(tmp_path: Path) -> None:
    """A file with three faults has three problems."""
    _, problems = load(tmp_path, "title = 1\nsource = 2\npages = 3\n")
    assert [line for _, line, _ in problems] == [1, 2, 3]


@pytest.mark.parametrize(
    ("data", "line", "message"),
    [
        (b"title = ", 1, "not TOML"),
        (b"title = 'a'\n\ntitle = 'b'\n", 3, "not TOML"),
        (b"\xff\xfe", 0, "not UTF-8 text"),
        (b"a = " + b"[" * 100_000, 1, "nested too deeply"),
    ],
)
def test_a_file_that_cannot_be_read(data: bytes, line: int, message: str, tmp_path: Path) -> None:
    """Broken TOML is told at its line; text in another encoding and endless nesting are told, too."""
    site, problems = load(tmp_path, data)
    assert site is None
    assert [(code, at) for code, at, _ in problems] == [("C101", line)]
    assert message in problems[0][2]


def test_a_folder_in_the_place_of_a_file(tmp_path: Path) -> None:
    """A folder of that name is a problem, not a traceback."""
    (tmp_path / "site.toml").mkdir()
    _, data, problems = read_toml(tmp_path / "site.toml", tmp_path)
    assert data is None
    assert [p.code for p in problems] == ["C101"]


def test_toml_inside_another_file() -> None:
    """Lines are counted from where the text begins in its file."""
    _, problems = parse_toml("a = 1\nb = \n", "page.md", 2)
    assert problems[0].place == Place("page.md", 3, 5)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('a = 1\nkey = "text"\n', (2, 8)),
        ('"key" = "text"\n', (1, 10)),
        ("key = 'text'\n", (1, 8)),
        ('key = """text"""\n', (1, 10)),
        ('  key="text"\n', (1, 8)),
        ("keys = 1\n", (1, 1)),
        ("# key = 1\n'key' = \"text\"\n", (2, 10)),
        ('other = """\nkey = "no"\n"""\nkey = "text"\n', (4, 8)),
        ("other = '''\nkey = 'no'\n'''\nkey = 'text'\n", (4, 8)),
        ('other = "\\"" # "\nkey = "text"\n', (2, 8)),
        ("key = 3\n", (1, 7)),
    ],
)
def test_where_a_value_begins(source: str, expected: tuple[int, int]) -> None:
    """The column of a value is that of its first character, after the quotation mark."""
    place = key_text(source, "f", "key", "text").place()
    assert expected == (place.line, place.column)


LITERALS = [
    # (a TOML string, and below each of its characters that stand for themselves: the line and column)
    (r'"ab"', "a 1 8, b 1 9"),
    (r'"é😀b"', "b 1 10"),
    (r'"\"b"', "b 1 10"),
    (r'"\\\\n"', "n 1 12"),
    (r'"\u00e9b\t\U0001F600c"', "b 1 14, c 1 27"),
    (r"'a\tb'", "a 1 8, t 1 10, b 1 11"),
    ("'''\na\\\nb'''", "a 2 1, b 3 1"),
    ('"""ab\ncd"""', "a 1 10, b 1 11, c 2 1, d 2 2"),
    ('"""\n\nab\n"""', "a 3 1, b 3 2"),
    ('"""a \\\n\n   b\\u00e9\nc"""', "a 1 10, b 3 4, c 4 1"),
    ('"""\\\n   \\"b"""', "b 2 6"),
    ('"""\\  \n  b"" c"""', "b 2 3, c 2 7"),
]


@pytest.mark.parametrize(("literal", "expected"), LITERALS)
@pytest.mark.parametrize("before", ["", "# a line\n"])
def test_where_the_characters_of_a_string_stand(literal: str, expected: str, before: str) -> None:
    """Behind escapes, folds and line ends, in all four kinds of strings, each character has its own place."""
    source = f"{before}key = {literal}\n"
    value = tomllib.loads(source)["key"]
    text = key_text(source, "f", "key", value, 5)
    for word in expected.split(", "):
        character, line, column = word.split()
        assert value.count(character) == 1
        place = text.place(value.index(character))
        assert (place.line, place.column) == (4 + before.count("\n") + int(line), int(column)), (value, word)


@given(
    st.lists(
        st.sampled_from(
            [
                ("a", "a"),
                ("é", "é"),
                ("\\n", "\n"),
                ("\\\\", "\\"),
                ('\\"', '"'),
                ("\\u2660", "♠"),
                ("\\\n  ", ""),
                ("\n", "\n"),
                (" ", " "),
            ]
        )
    )
)
def test_places_in_strings_made_of_anything(pieces: list[tuple[str, str]]) -> None:
    """A string of many lines put together from pieces: each piece of the text is where it was put."""
    source, value, places = 'key = """', "", []
    for written, said in [("x", "x"), *pieces, ("y", "y")]:
        if said not in ("", " ", "\n"):
            places.append((len(value), source.count("\n") + 1, len(source) - source.rfind("\n")))
        source, value = source + written, value + said
    source += '"""\n'
    found = tomllib.loads(source)["key"]
    if found == value:  # not where a fold swallows what follows it
        text = key_text(source, "f", "key", value)
        assert places == [(at, text.place(at).line, text.place(at).column) for at, _, _ in places]


def test_where_a_table_stands() -> None:
    """A table's text begins with its header and ends before the next; dotted and quoted names are found."""
    source = 'a = 1\n[x]\nb = 2\n\n[ x . "y-z" ]\nc = 3\n'
    assert table_text(source, "x") == ("[x]\nb = 2\n\n", 2)
    assert table_text(source, "x", "y-z") == ('[ x . "y-z" ]\nc = 3\n', 5)
    assert table_text(source, "y") == ("", 1)
