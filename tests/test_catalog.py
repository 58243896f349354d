"""Catalogues: extraction, strict reading with the place of every character, and files that keep what stood in them."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

import polib
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitegen import site
from sitegen.catalog import (
    POT,
    Catalog,
    Entry,
    Key,
    Use,
    check_catalog,
    check_pot,
    label_key,
    labels,
    language,
    load_catalog,
    parse_po,
    po_path,
    render_po,
    render_pot,
    site_messages,
    update,
    uses,
)
from sitegen.content import Message
from sitegen.diagnostics import Text
from tests.prose import LANGUAGES, ROOT, SOURCE, TRANSLATIONS, project

HEADER = 'msgid ""\nmsgstr ""\n"Language: fr\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
FULL = (
    "# translators, one line each\n#\n#  and an indented one\n"
    + HEADER
    + r"""
# of the translator
#. of the program
#: content/pages/play.md
#, fuzzy, no-wrap
#| msgctxt "heading"
#| msgid "Old"
msgctxt "heading"
msgid "New “one” \\ \"two\"\tthree"
msgstr "Neuf"

#: content/pages/index.md
msgid ""
"first line\n"
"second"
msgstr ""
"première ligne\n"
"seconde"

msgctxt "nav"
msgid "New"
msgstr ""

# kept with it
#, fuzzy
#~| msgid "Gone before"
#~ msgctxt "cell"
#~ msgid "Gone"
#~ msgstr "Parti"

#~ msgid "Gone too"
#~ msgstr ""
#~ "Parti\n"
#~ "aussi"

# last words
"""
)


def told(source: str, lang: str = "fr") -> list[tuple[str, int]]:
    """(code, line) of everything wrong with the text of a PO file."""
    return [(p.code, p.place.line) for p in parse_po(source, "x.po", lang)[1]]


def entry(
    msgid: str,
    msgstr: str = "",
    context: str | None = None,
    comments: Sequence[str] = (),
    extracted: Sequence[str] = (),
    references: Sequence[str] = (),
    flags: Sequence[str] = (),
    previous: Sequence[str] = (),
) -> Entry:
    spots = ((0, 0, 0),)
    return Entry(
        Text(msgid, "", spots),
        Text(msgstr, "", spots),
        context,
        list(comments),
        list(extracted),
        list(references),
        list(flags),
        list(previous),
    )


def catalog(*entries: Entry, lang: str = "fr", obsolete: tuple[str, ...] = ()) -> Catalog:
    header, problems = parse_po(HEADER.replace("fr", lang, 1), "x.po", lang)
    assert problems == []
    return Catalog(lang, "x.po", header.header, {e.key: e for e in entries}, list(obsolete))


def message(value: str, role: str = "text") -> Message:
    return Message(Text(value, "page.md", ((0, 1, 1),)), role, "belote-maison")


def messages(*texts: str | tuple[str, str]) -> dict[Key, Use]:
    return uses(message(t) if isinstance(t, str) else message(*t) for t in texts)


# files that keep what stood in them -----------------------------------------------------------------


def test_a_file_is_written_as_it_was_read() -> None:
    """Comments, flags, previous msgids, contexts, escapes, line breaks and obsolete entries: byte for byte."""
    found, problems = parse_po(FULL, "x.po", "fr")
    assert problems == []
    assert render_po(found) == FULL
    assert [e.key for e in found.entries.values()] == [
        ("heading", 'New “one” \\ "two"\tthree'),
        (None, "first line\nsecond"),
        ("nav", "New"),
    ]


@pytest.mark.parametrize("lang", TRANSLATIONS)
def test_the_files_of_the_site_are_written_as_they_are(lang: str) -> None:
    """Reading and writing a catalogue of the site changes no byte, nor does bringing it up to date."""
    source = (ROOT / po_path(lang)).read_text("utf-8")
    found, problems = load_catalog(ROOT, lang)
    assert problems == []
    assert render_po(found) == source
    again = update(found, project().messages, project().content.site.title.value)
    assert render_po(again) == source


def test_the_template_is_up_to_date() -> None:
    """The committed template is what extraction gives now, byte for byte."""
    assert check_pot(ROOT, project().messages, project().content.site.title.value) == []


WORDS = st.text(st.sampled_from('aé"\\\n\t\r#~[]();: %{}अع'), max_size=12)
LINES = st.lists(st.text("ab: -,é", max_size=8).map(str.strip), max_size=2)
ENTRIES = st.builds(
    entry, WORDS.filter(bool), WORDS, st.none() | st.sampled_from(["heading", "nav"]),
    comments=LINES, extracted=LINES, references=LINES,
    flags=st.lists(st.sampled_from(["fuzzy", "no-wrap"]), max_size=2, unique=True),
    previous=st.lists(st.sampled_from(['msgid "a"', 'msgctxt "b"']), max_size=2),
)  # fmt: skip


@given(st.lists(ENTRIES, max_size=4))
def test_any_catalogue_reads_back(entries: list[Entry]) -> None:
    """Whatever words and comments a catalogue has, its file is read back as the same, and written the same."""
    written = render_po(catalog(*entries))
    found, problems = parse_po(written, "x.po", "fr")
    assert problems == []
    assert render_po(found) == written
    for mine, theirs in zip(catalog(*entries).entries.values(), found.entries.values(), strict=True):
        assert (mine.key, mine.msgstr.value, mine.flags) == (theirs.key, theirs.msgstr.value, theirs.flags)
        assert (mine.comments, mine.previous) == (theirs.comments, theirs.previous)


@given(st.lists(ENTRIES, max_size=3))
def test_polib_reads_what_is_written(entries: list[Entry]) -> None:
    """polib finds the same messages, contexts, translations and flags in what is written."""
    mine = catalog(*entries)
    theirs = polib.pofile(render_po(mine))
    assert [(e.msgctxt, e.msgid, e.msgstr, e.flags) for e in theirs] == [
        (e.context, e.msgid.value, e.msgstr.value, e.flags) for e in mine.entries.values()
    ]


def test_polib_and_gettext_read_a_full_file(tmp_path: Path) -> None:
    """polib sees the entries, those that are obsolete too; GNU msgfmt finds nothing wrong, where there is one."""
    theirs = polib.pofile(FULL)
    assert [(e.msgctxt, e.msgid, e.obsolete, e.fuzzy) for e in theirs] == [
        ("heading", 'New “one” \\ "two"\tthree', False, True),
        (None, "first line\nsecond", False, False),
        ("nav", "New", False, False),
        ("cell", "Gone", True, True),
        (None, "Gone too", True, False),
    ]
    msgfmt = shutil.which("msgfmt")
    for lang in ("", *TRANSLATIONS):
        source = (ROOT / po_path(lang)).read_text("utf-8") if lang else FULL
        (tmp_path / "x.po").write_text(source, "utf-8")
        if msgfmt:
            done = subprocess.run([msgfmt, "--check-format", "-o", "/dev/null", "x.po"], cwd=tmp_path, capture_output=True, text=True, check=False)  # fmt: skip
            assert (done.returncode, done.stderr) == (0, "")
        assert len(polib.pofile(source)) > 4


# strict reading -------------------------------------------------------------------------------------

GOOD = 'msgid "a"\nmsgstr "b"\n'
BROKEN: list[tuple[str, str, list[tuple[str, int]]]] = [
    ("a stray line", f"{HEADER}\nnonsense\n\n{GOOD}", [("P101", 6)]),
    ("a stray line in an entry", f'{HEADER}\nmsgid "a"\nnonsense\nmsgstr "b"\n', [("P101", 7)]),
    ("merge-conflict marks", f"{HEADER}\n<<<<<<< mine\n{GOOD}=======\n{GOOD}>>>>>>> theirs\n", [("P101", 6), ("P101", 9), ("P101", 12)]),
    ("a stray quote", f'{HEADER}\nmsgid "a "b" c"\nmsgstr "d"\n', [("P101", 6)]),
    ("a string without an end", f'{HEADER}\nmsgid "a\nmsgstr "d"\n', [("P101", 6)]),
    ("an escaped end", f'{HEADER}\nmsgid "a\\"\nmsgstr "d"\n', [("P101", 6)]),
    ("an unknown escape", f'{HEADER}\nmsgid "a"\nmsgstr "\\d \\q"\n', [("P101", 7), ("P101", 7)]),
    ("words behind a string", f'{HEADER}\nmsgid "a" b\nmsgstr "d"\n', [("P101", 6)]),
    ("no space before a string", f'{HEADER}\nmsgid"a"\nmsgstr "d"\n', [("P101", 6)]),
    ("no string", f'{HEADER}\nmsgid\nmsgstr "d"\n', [("P101", 6)]),
    ("a string alone", f'{HEADER}\n"a"\n\n{GOOD}', [("P101", 6)]),
    ("no msgstr", f'{HEADER}\nmsgid "x"\n\n{GOOD}', [("P101", 6)]),
    ("no msgid", f'{HEADER}\nmsgstr "x"\n\n{GOOD}', [("P101", 6)]),
    ("two msgstr", f'{HEADER}\nmsgid "x"\nmsgstr "a"\nmsgstr "b"\n', [("P101", 8)]),
    ("two msgid", f'{HEADER}\nmsgid "x"\nmsgid "y"\nmsgstr "b"\n', [("P101", 7)]),
    ("plural forms, of which no message has any", f'{HEADER}\nmsgid "x"\nmsgid_plural "y"\nmsgstr[0] "b"\n', [("P101", 6)]),
    ("a message twice", f"{HEADER}\n{GOOD}\n{GOOD}", [("P102", 9)]),
    ("two headers", f"{HEADER}\n{HEADER}", [("P102", 6)]),
    ("no header", GOOD, [("P103", 1)]),
    ("nothing", "", [("P103", 1)]),
    ("an empty header", f'msgid ""\nmsgstr ""\n\n{GOOD}', [("P103", 1)]),
    ("the header of the template", HEADER.replace("UTF-8", "CHARSET"), [("P103", 4)]),
    ("another encoding", HEADER.replace("UTF-8", "ISO-8859-1"), [("P103", 4)]),
    ("another language", HEADER.replace("fr", "tr"), [("P103", 3)]),
    ("a byte-order mark", f"\ufeff{HEADER}\n{GOOD}", [("P101", 1)]),
    ("a header behind a message", f"{GOOD}\n{HEADER}", []),
    ("Windows line ends", f"{HEADER}\n{GOOD}".replace("\n", "\r\n"), []),
    ("blanks at the ends of lines", f"{HEADER}\n{GOOD}".replace("\n", " \n"), []),
    ("no blank lines", HEADER + GOOD + 'msgctxt "c"\n' + GOOD, []),
]  # fmt: skip


@pytest.mark.parametrize(
    ("source", "expected"), [(s, e) for _, s, e in BROKEN], ids=[n for n, _, _ in BROKEN]
)
def test_what_is_no_po_file_is_told_at_its_line(source: str, expected: list[tuple[str, int]]) -> None:
    """Every kind of broken file gives its problems, at their lines; the other entries are read."""
    assert told(source) == expected
    found, _ = parse_po(source, "x.po", "fr")
    if GOOD in source and source.endswith(GOOD) and expected:
        assert found.get((None, "a")) is not None


@settings(deadline=None)
@given(
    st.integers(0, len(FULL)), st.integers(0, 40), st.text('"\\#~|,:. \n\rmsgidstr[]0aé\ufeff', max_size=6)
)
def test_a_file_with_a_piece_changed_is_read_or_told(at: int, size: int, piece: str) -> None:
    """Any piece of a file replaced by another: no traceback, problems at lines of the file, a stable second writing."""
    source = FULL[:at] + piece + FULL[at + size :]
    found, problems = parse_po(source, "x.po", "fr")
    assert all(1 <= p.place.line <= source.count("\n") + 1 for p in problems)
    once = render_po(found)
    again, _ = parse_po(once, "x.po", "fr")
    assert render_po(again) == once
    assert list(again.entries) == list(found.entries)
    updated = update(found, messages("first line second", "Neuf", "x"), "p")
    assert render_po(parse_po(render_po(updated), "x.po", "fr")[0]) == render_po(updated)


@given(st.text('"\\#~|, \nmsgidr[]0a\u2028\x0b', max_size=80))
def test_any_text_is_read_or_told(source: str) -> None:
    """No text whatever makes a traceback."""
    found, problems = parse_po(source, "x.po", "fr")
    assert problems or found.entries or found.header


def test_a_file_that_is_not_there_or_no_text_is_told(tmp_path: Path) -> None:
    """A missing file, and one in another encoding, is one problem, and an empty catalogue."""
    found, problems = load_catalog(tmp_path, "fr")
    assert ([p.code for p in problems], found.entries) == (["P101"], {})
    path = tmp_path / po_path("fr")
    path.parent.mkdir(parents=True)
    path.write_bytes((HEADER + GOOD).encode("utf-16"))
    assert [p.code for p in load_catalog(tmp_path, "fr")[1]] == ["P101"]
    path.write_bytes((HEADER + "\n" + GOOD).replace("\n", "\r").encode())
    assert load_catalog(tmp_path, "fr")[1] == []


# the place of every character -----------------------------------------------------------------------


@given(
    st.lists(
        st.lists(st.sampled_from(["a", "é", " ", '\\"', "\\\\", "\\n", "\\t", "[b](#c)"]), max_size=5),
        min_size=1,
        max_size=4,
    ),
    st.booleans(),
)
def test_every_character_of_a_translation_knows_its_place(lines: list[list[str]], split: bool) -> None:
    """Over escapes and strings of several lines, each character of a msgstr is placed where it stands."""
    written = [f'msgstr "{"".join(lines[0])}"', *(f'"{"".join(line)}"' for line in lines[1:])]
    if split:
        written = ['msgstr ""', f'"{"".join(lines[0])}"', *written[1:]]
    source = f'{HEADER}\nmsgid "a"\n' + "\n".join(written) + "\n"
    found, problems = parse_po(source, "x.po", "fr")
    assert problems == []
    text = found.entries[(None, "a")].msgstr
    rows = source.split("\n")
    plain = {"\n": "\\n", "\t": "\\t", '"': '\\"', "\\": "\\\\"}
    for offset, character in enumerate(text.value):
        place = text.place(offset)
        there = rows[place.line - 1][place.column - 1 :]
        assert there.startswith(plain.get(character, character)), (source, offset)


def test_msgids_and_contexts_know_their_place_too() -> None:
    """A msgid over several lines is placed as a msgstr is; an entry knows its first line."""
    found, _ = parse_po(FULL, "x.po", "fr")
    lines = FULL.split("\n")
    second = found.entries[(None, "first line\nsecond")]
    place = second.msgid.place(len("first line\n"))
    assert lines[place.line - 1][place.column - 1 :] == 'second"'
    assert lines[second.line - 1] == 'msgid ""'
    assert lines[found.entries[("nav", "New")].line - 1] == 'msgctxt "nav"'


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
    found, problems = parse_po(source, "x.po", "fr")
    assert problems == []
    wanted = messages(*(f"{n} of the messages of it" for n in ("one", "two", "three", "four", "five")))
    expected = [
        ("P104", 10, "two"),
        ("P104", 13, "three"),
        ("P105", 16, "four"),
        ("P104", 0, "five"),
        ("P106", 19, "six"),
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


# bringing up to date --------------------------------------------------------------------------------


def test_a_changed_message_keeps_its_translation_as_fuzzy() -> None:
    """A message much like one that is gone takes its translation, with the old words, until someone looks."""
    old = catalog(
        entry("The ace of spades wins the trick.", "L'as gagne.", comments=["hand"], flags=["no-wrap"])
    )
    new = update(old, messages("The ace of spades takes the trick."), "p")
    (found,) = new.entries.values()
    assert (found.msgstr.value, found.flags, found.comments) == (
        "L'as gagne.",
        ["no-wrap", "fuzzy"],
        ["hand"],
    )
    assert found.previous == ['msgid "The ace of spades wins the trick."']
    assert new.obsolete == []
    assert parse_po(render_po(new), "x.po", "fr")[1] == []


def test_a_changed_message_of_two_lines_is_written_rightly() -> None:
    """The old words of a fuzzy entry may hold line breaks: every line of them stays a comment."""
    old = catalog(entry("The ace of spades\nwins the trick.", "L'as gagne."))
    new = update(old, messages("The ace of spades\nwins the whole trick."), "p")
    found, problems = parse_po(render_po(new), "x.po", "fr")
    assert problems == []
    assert [e.flags for e in found.entries.values()] == [["fuzzy"]]
    assert render_po(found) == render_po(new)


def test_fuzzy_matching_keeps_contexts_apart() -> None:
    """A heading does not take the translation of a cell, nor a text that of a heading."""
    old = catalog(entry("Card values", "Valeurs", "heading"), entry("The value of all the cards", "Toutes"))
    new = update(
        old,
        messages(
            ("Card value", "cell"), ("The value of all the card", "heading"), ("Card valuez", "heading")
        ),
        "p",
    )
    texts = {e.key: (e.msgstr.value, e.fuzzy) for e in new.entries.values()}
    assert texts == {
        ("cell", "Card value"): ("", False),
        (None, "The value of all the card"): ("Toutes", True),
        ("heading", "Card valuez"): ("Valeurs", True),
    }


def test_what_is_gone_becomes_obsolete_and_nothing_is_lost() -> None:
    """A translation whose message is gone is kept, with its comments and flags, where gettext tools keep it."""
    old = catalog(
        entry("An entirely different sentence", "Une autre", comments=["by hand"], flags=["fuzzy"], previous=['msgid "x"'], references=["a.md"]),
        entry("Never translated", ""),
        obsolete=('#~ msgid "Older"', '#~ msgstr "Vieux"'),
    )  # fmt: skip
    new = update(old, messages("Quite new here, this"), "p")
    assert new.obsolete == [
        '#~ msgid "Older"', '#~ msgstr "Vieux"', "",
        "# by hand", "#, fuzzy", '#~| msgid "x"', '#~ msgid "An entirely different sentence"', '#~ msgstr "Une autre"',
    ]  # fmt: skip
    written = render_po(new)
    assert [(e.msgid, e.obsolete) for e in polib.pofile(written)] == [
        ("Quite new here, this", False), ("Older", True), ("An entirely different sentence", True),
    ]  # fmt: skip
    assert render_po(parse_po(written, "x.po", "fr")[0]) == written


@settings(deadline=None)
@given(
    st.lists(ENTRIES, max_size=4),
    st.lists(st.sampled_from(["a", "ab", "some words of it", "some word of it"]), max_size=3),
)
def test_a_second_update_changes_no_byte(entries: list[Entry], texts: list[str]) -> None:
    """Bringing a catalogue up to date twice is bringing it up to date once, and loses no translation."""
    wanted = messages(*texts)
    once = update(catalog(*entries), wanted, "p")
    read, problems = parse_po(render_po(once), "x.po", "fr")
    assert problems == []
    assert render_po(update(read, wanted, "p")) == render_po(once)
    kept = render_po(once)
    for e in catalog(*entries).entries.values():
        if e.msgstr.value.strip():
            assert all(word in kept for word in re.findall("[aéअع]+", e.msgstr.value))


def test_updating_a_rewritten_site_is_quick() -> None:
    """Though every message be another, matching them with their old translations takes little time."""
    texts = [use.text.value for use in project().messages.values()]
    old = catalog(*(entry(t.replace("e", "x"), "traduction") for t in dict.fromkeys(texts)))
    start = time.process_time()
    update(old, messages(*(t.replace("a", "y") for t in texts)), "p")
    assert time.process_time() - start < 10


def test_a_new_language_gets_its_header() -> None:
    """The header names the language, UTF-8 and the plural rule of CLDR, and reads back without a problem."""
    for lang in ("fr", "pl", "ar", "pt-BR", "zh-Hant"):
        new = update(
            Catalog(lang, po_path(lang), None, {}), messages("some words of the page"), "French Belote"
        )
        written = render_po(new)
        assert parse_po(written, po_path(lang), lang)[1] == []
        meta = polib.pofile(written).metadata
        assert (meta["Content-Type"], meta["Project-Id-Version"]) == (
            "text/plain; charset=UTF-8",
            "French Belote",
        )
        assert "nplurals=" in meta["Plural-Forms"]


def test_updating_the_project_writes_nothing_anew(tmp_path: Path) -> None:
    """On a copy of the project as it is committed, `locale update` changes no file; a broken file is left alone."""
    for folder in ("content", "locales", "templates"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    found, _ = site.load(tmp_path)
    assert found is not None
    assert site.update_catalogs(found) == ([], [])
    path = tmp_path / po_path(TRANSLATIONS[0])
    path.write_text(path.read_text("utf-8") + "nonsense\n", "utf-8")
    before = path.read_bytes()
    found, _ = site.load(tmp_path)
    assert found is not None
    changed, problems = site.update_catalogs(found)
    assert (changed, [p.code for p in problems]) == ([], ["P101"])
    assert path.read_bytes() == before


# extraction -----------------------------------------------------------------------------------------


def test_every_message_of_pages_and_templates_is_in_the_template_once() -> None:
    """Each message of the content and each `_()` of a template is in the POT, once, and nothing else is."""
    theirs = polib.pofile(str(ROOT / POT))
    listed = [(e.msgctxt, e.msgid) for e in theirs]
    wanted = {m.key for m in project().content.messages()}
    for path in (ROOT / "templates").glob("**/*.html"):
        for quoted in re.findall(r"""_\(\s*("[^"]*"|'[^']*')""", path.read_text("utf-8")):
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


def test_extraction_twice_is_the_same() -> None:
    """A second extraction gives the same template."""
    title = project().content.site.title.value
    again, problems = site_messages(project().content, ROOT)
    assert problems == []
    assert render_pot(again, title) == render_pot(project().messages, title)


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
