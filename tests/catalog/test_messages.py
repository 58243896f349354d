"""Extraction, what a catalogue lacks, and languages."""

from __future__ import annotations

import re
from pathlib import Path

import polib
import pytest

from sitegen.catalog import (
    NOTE,
    POT,
    check_catalog,
    check_pot,
    label_key,
    labels,
    language,
    read_po,
    render_pot,
    site_messages,
    uses,
)
from tests.catalog import HEADER, messages
from tests.prose import LANGUAGES, ROOT, SOURCE, project

# what a catalogue lacks -----------------------------------------------------------------------------


def test_what_a_catalogue_lacks() -> None:
    """Missing, empty, blank, fuzzy and unknown messages are told, at the entry where there is one."""
    source = HEADER + "".join(
        f'\n{flags}msgid "{msgid} of the messages of it"\nmsgstr "{msgstr}"\n'
        for msgid, msgstr, flags in (
            ("one", "un", ""),
            ("two", "", ""),
            ("three", " ", ""),
            ("four", "x", "#, fuzzy\n"),
            ("six", "x", ""),
        )
    )
    found, problems = read_po(source, "x.po", "fr")
    assert problems == []
    wanted = messages(*(f"{n} of the messages of it" for n in ("one", "two", "three", "four", "five")))
    expected = [
        ("P104", 11, "two"),
        ("P104", 14, "three"),
        ("P105", 17, "four"),
        ("P104", 0, "five"),
        ("P106", 20, "six"),
    ]
    assert [(p.code, p.place.line, p.said.split()[0]) for p in check_catalog(found, wanted)] == expected
    assert [bool(found.get(key)) for key in wanted] == [True, False, False, False, False]


def test_a_stale_template_is_told_at_the_first_line_that_differs(tmp_path: Path) -> None:
    """A template that is missing or not what extraction gives is one problem."""
    wanted = messages("some words of the page", "other words of the page")
    assert [(p.code, p.place.path) for p in check_pot(tmp_path, wanted, "p")] == [("P107", POT)]
    (tmp_path / POT).parent.mkdir()
    written = render_pot(wanted, "p")
    (tmp_path / POT).write_text(written, "utf-8")
    assert check_pot(tmp_path, wanted, "p") == []
    (tmp_path / POT).write_text(written.replace("other words", "others"), "utf-8")
    line = written[: written.index("other words")].count("\n") + 1
    assert [(p.code, p.place.line) for p in check_pot(tmp_path, wanted, "p")] == [("P107", line)]
    (tmp_path / POT).write_text(written + "\n", "utf-8")
    assert [p.code for p in check_pot(tmp_path, wanted, "p")] == ["P107"]


def test_the_template_is_up_to_date() -> None:
    """The committed template is what extraction gives now, byte for byte."""
    assert check_pot(ROOT, project().messages, project().content.site.title.value) == []


# extraction -----------------------------------------------------------------------------------------


def test_every_message_of_pages_and_templates_is_in_the_template_once() -> None:
    """Each message of the content and each `_()` of a template is in the POT, once, and nothing else is."""
    theirs = polib.pofile(str(ROOT / POT))
    listed = [(e.msgctxt, e.msgid) for e in theirs]
    wanted = {m.key for m in project().content.messages()}
    for path in (ROOT / "templates").glob("**/*.html"):
        for quoted in re.findall(r"""\b(?:_|_plain)\(\s*("[^"]*"|'[^']*')""", path.read_text("utf-8")):
            wanted.add(label_key(quoted[1:-1]))
    assert sorted(map(str, listed)) == sorted(map(str, wanted))
    assert all(e.msgstr == "" for e in theirs)


def test_entries_say_where_they_come_from() -> None:
    """Each entry has its files, without line numbers, and a comment for the translator."""
    for found in polib.pofile(str(ROOT / POT)):
        assert found.occurrences, found.msgid
        assert all((ROOT / path).is_file() and not line for path, line in found.occurrences), found.msgid
        assert found.comment
        assert ("computed" in found.comment) == ("](#" in found.msgid)


def test_short_texts_are_told_apart_by_their_role() -> None:
    """Three words or fewer have a context, longer texts share one translation."""
    table = messages(
        ("Card values", "nav"),
        ("Card values", "heading"),
        ("The values of the cards", "cell"),
        ("The values of the cards", "text"),
    )
    assert [(k, len(u.messages)) for k, u in table.items()] == [
        (("nav", "Card values"), 1), (("heading", "Card values"), 1), ((None, "The values of the cards"), 2),
    ]  # fmt: skip


def test_labels_of_templates(tmp_path: Path) -> None:
    """Every text in `_()` is a message with its line and column; a template that cannot be read is told."""
    folder = tmp_path / "templates"
    folder.mkdir()
    (folder / "a.html").write_text(
        "<p>{{ _('One') }}</p>\n{% set x = _(\"Two words\") %}{{ _('One') }}{{ _(name) }}\n", "utf-8"
    )
    (folder / "b.html").write_text("\n{% if %}", "utf-8")
    (folder / "c.html").write_bytes(b"\xff")
    found, problems = labels(tmp_path, "r")
    assert [(m.text.value, m.text.place().line, m.text.place().column) for m in found] == [
        ("One", 1, 10),
        ("Two words", 2, 15),
        ("One", 2, 35),
    ]
    assert [(p.code, p.place.path, p.place.line) for p in problems] == [
        ("C107", "templates/b.html", 2),
        ("C101", "templates/c.html", 0),
    ]


def test_a_template_tells_translators_of_a_label(tmp_path: Path) -> None:
    """A comment `translators:` on the line before goes with the label, and with no other."""
    folder = tmp_path / "templates"
    folder.mkdir()
    (folder / "a.html").write_text(
        "{# translators: a heading #}\n<h3>{{ _('One') }}</h3>\n{{ _('Two') }}\n{# of ours #}\n{{ _('Three') }}\n",
        "utf-8",
    )
    found, _ = labels(tmp_path, "r")
    assert [(m.text.value, m.comment) for m in found] == [
        ("One", "a label of a.html: a heading"),
        ("Two", "a label of a.html"),
        ("Three", "a label of a.html"),
    ]


def test_extraction_twice_is_the_same() -> None:
    """A second extraction gives the same template."""
    title = project().content.site.title.value
    again, problems = site_messages(project().content, ROOT)
    assert problems == []
    assert render_pot(again, title) == render_pot(project().messages, title)


def test_translators_see_the_example_in_words() -> None:
    """A message in an example has its heading and the example in words; whoever moves a card changes them."""
    (use,) = (
        u
        for u in project().messages.values()
        if any(m.example == "follow-suit" for m in u.messages) and "](#" in u.text.value
    )
    assert any(m.comment.count(" > ") for m in use.messages)
    written = render_pot({use.key: use}, "p")
    assert (
        "#. example follow-suit: hearts are trump; played so far: West ace of spades; North holds king of spades, "
        "seven of spades, jack of hearts, nine of clubs, ten of diamonds\n" in written
    )
    assert f"#. {NOTE}\n" in written
    for id, loaded in project().content.examples.items():
        assert loaded.words, id
        assert not re.search(r"\b(?:[2-9]|10|[JQKA])[SHDC]\b", loaded.words), id


def test_two_examples_of_one_message_are_both_told() -> None:
    """A message that stands in two examples has both in its comments, once each."""
    from dataclasses import replace

    (plain,) = messages("some words of the page").values()
    both = [replace(plain.messages[0], example=id) for id in ("one", "two", "one", "three")]
    entry = render_pot(uses(both, {"one": "hearts are trump", "two": "no trump"}), "p").split("\n\n")[1]
    assert entry.split("\n")[:3] == [
        "#. example one: hearts are trump",
        "#. example two: no trump",
        "#. example three",
    ]


# languages ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "name", "direction"),
    [
        ("fr", "français", "ltr"),
        ("ar", "العربية", "rtl"),
        ("tr", "Türkçe", "ltr"),
        ("zh-Hant", "中文 (繁體)", "ltr"),
    ],
)
def test_languages(lang: str, name: str, direction: str) -> None:
    """CLDR says what a language calls itself and how it is written."""
    found = language(lang)
    assert (found.direction, found.lang) == (direction, lang)
    assert found.name.startswith(name[:2])


@pytest.mark.parametrize("lang", ["xx", "", "english", "fr_FR_x"])
def test_no_language(lang: str) -> None:
    """What CLDR does not know is an error."""
    with pytest.raises(ValueError, match="CLDR knows no language"):
        language(lang)


def test_the_source_has_no_catalogue() -> None:
    """Translations are all languages of the site but the source."""
    assert set(project().catalogs) == set(LANGUAGES) - {SOURCE}
