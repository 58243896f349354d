"""PO files: read strictly with the place of every character, and written so that what stood in them stays."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import polib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.catalog import Catalog, Entry, load_catalog, po_path, read_po, render_po, update
from sitegen.diagnostics import Problem
from tests.catalog import FULL, HEADER, catalog, entry, messages
from tests.catalog.hostile import GOOD, HARMLESS, HOSTILE, NAMES, OTHER, Told
from tests.prose import ROOT, TRANSLATIONS, project

# files that keep what stood in them -----------------------------------------------------------------


def test_a_file_is_written_as_it_was_read() -> None:
    """Comments of any kind, flags, previous msgids, contexts, escapes, header fields, obsolete entries: byte for byte."""
    found, problems = read_po(FULL, "x.po", "fr")
    assert problems == []
    assert render_po(found) == FULL
    assert [e.key for e in found.entries.values()] == [
        ("heading", '“one”\\ "two"\tthree'),
        (None, "first line\nsecond of it"),
        ("nav", "New"),
    ]
    assert [k.key for k in found.obsolete] == [
        ("cell", "Gone"),
        (None, "Gone too"),
        (None, "One point"),
        None,
    ]


def test_what_survives_an_update() -> None:
    """Whatever the site: a second update changes no byte, and what is not ours stands in the file as before."""
    found, _ = read_po(FULL, "x.po", "fr")
    wanted = messages(
        ('“one”\\ "two"\tthree', "heading"), "first line\nsecond of it", "quite another text of it"
    )
    once = render_po(update(found, wanted, "p"))
    again, problems = read_po(once, "x.po", "fr")
    assert problems == []
    assert render_po(update(again, wanted, "p")) == once
    foreign = FULL.split("\n\n")
    start = foreign[1].index("# of the translator")
    assert foreign[1][start : foreign[1].index("#. ")] in once
    assert foreign[1][foreign[1].index("#, fuzzy") :] in once
    assert "X-Editor: of somebody" in once
    for block in [foreign[2].partition("\n")[2], *foreign[4:]]:
        assert block.strip("\n") in once


@pytest.mark.parametrize("lang", TRANSLATIONS)
def test_the_files_of_the_site_are_written_as_they_are(lang: str) -> None:
    """Reading and writing a catalogue of the site changes no byte, nor does bringing it up to date."""
    source = (ROOT / po_path(lang)).read_text("utf-8")
    found, problems = load_catalog(ROOT, lang)
    assert problems == []
    assert render_po(found) == source
    words = project().lexicons
    title = project().content.site.title.value
    again = update(found, project().messages, title, words[project().source], words[lang])
    assert render_po(again) == source


WORDS = st.text(st.sampled_from('aé"\\\n\t\r#~[]();: %{अع'), max_size=12)
LINES = st.lists(st.text("ab: -,é", max_size=8).map(str.strip), max_size=2)


def _same_ends(msgid: str, msgstr: str) -> str:
    """A translation that begins and ends with a line break where its source does."""
    bare = msgstr.strip("\n")
    return bare and "\n" * msgid.startswith("\n") + bare + "\n" * msgid.endswith("\n")


def made(msgid: str, msgstr: str, *rest: list[str], context: str | None) -> Entry:
    return entry(msgid, _same_ends(msgid, msgstr), context, *rest)


ENTRIES = st.builds(
    made, WORDS.filter(bool), WORDS, LINES, LINES, LINES,
    st.lists(st.sampled_from(["fuzzy", "no-wrap", "x-foo"]), max_size=2, unique=True),
    st.sampled_from([[], ['msgid "a"'], ['msgctxt "b"', 'msgid ""', '"c\\n"', '"d"']]),
    st.lists(st.sampled_from(["#= x", "#foo", "#!"]), max_size=2),
    context=st.none() | st.sampled_from(["heading", "nav"]),
)  # fmt: skip


def _plain(found: Entry) -> tuple[object, ...]:
    """An entry without the places of its texts."""
    return (
        found.key, found.msgstr.value, found.comments, found.extracted, found.references, found.flags,
        found.previous, found.others,
    )  # fmt: skip


@given(st.lists(ENTRIES, max_size=4))
def test_any_catalogue_reads_back(entries: list[Entry]) -> None:
    """Whatever words and comments a catalogue has, its file is read back as the same, and written the same."""
    mine = catalog(*entries)
    written = render_po(mine)
    found, problems = read_po(written, "x.po", "fr")
    assert problems == []
    assert [_plain(e) for e in found.entries.values()] == [_plain(e) for e in mine.entries.values()]
    assert (found.obsolete, found.plural, found.broken, found.whole) == ([], [], set(), True)
    assert render_po(found) == written


@given(st.lists(ENTRIES, max_size=3))
def test_polib_reads_what_is_written(entries: list[Entry]) -> None:
    """polib finds the same messages, contexts, translations and flags in what is written."""
    mine = catalog(*entries)
    for one in mine.entries.values():
        one.others.clear()  # polib reads no comments of other kinds
    theirs = polib.pofile(render_po(mine))
    assert [(e.msgctxt, e.msgid, e.msgstr, e.flags) for e in theirs] == [
        (e.context, e.msgid.value, e.msgstr.value, e.flags) for e in mine.entries.values()
    ]


def test_polib_reads_a_full_file() -> None:
    """polib sees the entries, those that are obsolete too, with their previous msgids."""
    theirs = polib.pofile(re.sub("\n#(=|without).*", "", FULL))
    assert [(e.msgctxt, e.msgid, e.previous_msgid, bool(e.obsolete), e.fuzzy) for e in theirs] == [
        ("heading", '“one”\\ "two"\tthree', "Old\nand older", False, True),
        (None, "first line\nsecond of it", None, False, False),
        ("nav", "New", None, False, False),
        ("cell", "Gone", None, True, True),  # it reads no previous msgid of several lines there
        (None, "Gone too", None, True, False),
        (None, "One point", None, True, False),
    ]


@pytest.mark.parametrize("lang", TRANSLATIONS)
def test_polib_agrees_on_every_entry_of_the_site(lang: str) -> None:
    """Contexts, messages, translations, flags and comments of each entry are what polib finds in the file."""
    found, _ = load_catalog(ROOT, lang)
    assert [(e.context, e.msgid.value, e.msgstr.value, e.flags, "\n".join(e.comments)) for e in found.entries.values()] == [
        (e.msgctxt, e.msgid, e.msgstr, e.flags, e.tcomment) for e in polib.pofile(str(ROOT / po_path(lang))) if not e.obsolete
    ]  # fmt: skip


# hostile files --------------------------------------------------------------------------------------


def on_disk(data: bytes, root: Path) -> tuple[Catalog, list[Problem]]:
    """What is read from a file of these bytes."""
    path = root / po_path("fr")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return load_catalog(root, "fr")


@pytest.mark.parametrize(
    ("data", "expected"), [(d, e) for _, d, e in HOSTILE], ids=[n.replace(" ", "-") for n, _, _ in HOSTILE]
)
def test_what_is_no_po_file_is_told_at_its_place(data: bytes, expected: list[Told], tmp_path: Path) -> None:
    """Every kind of broken file gives its problems, one for each mistake, at their places, each with its fix."""
    found, problems = on_disk(data, tmp_path)
    assert [(p.code, p.place.line, p.place.column) for p in problems] == [
        (code, line, column) for code, line, column, _ in expected
    ]
    for problem, (*_, part) in zip(problems, expected, strict=True):
        assert part in problem.message
        assert problem.place.path == po_path("fr")
        assert problem.locale == "fr"
        assert problem.fix or problem.code in ("P102", "P109")
    behind = b"\n\n" + GOOD.encode(), b"\n\n" + OTHER.encode()
    if data.endswith(behind) and not any(code == "P102" for code, *_ in expected):
        last = (None, "c" if data.endswith(OTHER.encode()) else "a")
        assert found.get(last) is not None, "an entry behind the mistake is read"


@pytest.mark.parametrize("data", [d for _, d in HARMLESS], ids=[n.replace(" ", "-") for n, _ in HARMLESS])
def test_what_is_unusual_is_no_mistake(data: bytes, tmp_path: Path) -> None:
    """Nothing is told of files that are written otherwise, but rightly."""
    found, problems = on_disk(data, tmp_path)
    assert problems == []
    assert found.whole


def _words(source: str) -> Counter[str]:
    """The words of a file, whatever lines its strings are broken into."""
    source = re.sub(r"(?<=\w)\r(?=\w)", r"\\r", source)  # written as an escape
    joined = re.sub(r'"[ \t]*(\r\n?|\n)([ \t]|#~[ \t]*(?=["]))*"', "", source)
    return Counter(re.findall(r"[\w%{}]+", joined))


@pytest.mark.parametrize(
    "data",
    [*(d for _, d, _ in HOSTILE), *(d for _, d in HARMLESS)],
    ids=NAMES,
)
def test_nothing_of_a_file_that_can_be_read_is_lost(data: bytes, tmp_path: Path) -> None:
    """What is read whole stands in what is written, word for word; after an update too, but for references."""
    found, problems = on_disk(data, tmp_path)
    if not found.whole:
        assert problems, "what is not whole has a problem"
        return
    source = data.decode()
    written = render_po(found)
    assert _words(source) - _words(written) == Counter()
    once = render_po(update(found, messages("a", ("a", "nav")), "p"))
    kept = Counter({w: n for w, n in _words(source).items() if w not in ("CHARSET", "INTEGER", "EXPRESSION")})
    assert kept - _words(once) - Counter(("nplurals", "plural", "n")) == Counter()
    assert render_po(update(read_po(once, "x.po", "fr")[0], messages("a", ("a", "nav")), "p")) == once


def test_there_are_enough_hostile_files() -> None:
    """No row of the tables was lost, and none stands twice."""
    names = [name for name, *_ in (*HOSTILE, *HARMLESS)]
    assert len(HOSTILE) >= 90
    assert len(set(names)) == len(names)
    assert {p[0] for _, _, told in HOSTILE for p in told} == {
        "P101", "P102", "P103", "P108", "P109", "P110", "P111", "P112", "P113", "P114",
    }  # fmt: skip


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    """A missing file, and a folder in its place, is one problem, and an empty catalogue that must not be written."""
    found, problems = load_catalog(tmp_path, "fr")
    assert ([p.code for p in problems], found.entries, found.whole) == (["P101"], {}, False)
    (tmp_path / po_path("fr")).mkdir(parents=True)
    assert [p.code for p in load_catalog(tmp_path, "fr")[1]] == ["P101"]


def test_a_surrogate_in_a_text_is_told() -> None:
    """Half a character in a text (no file can hold one) is told, and so is a noncharacter."""
    for c in "\ud800\uffff":
        _, problems = read_po(f'{HEADER}\nmsgid "a"\nmsgstr "{c}"\n', "x.po", "fr")
        assert [(p.code, p.place.line, p.place.column) for p in problems] == [("P109", 8, 9)]


@pytest.mark.parametrize(
    ("msgstr", "translated"),
    [("b", True), ("", False), (" \u00a0\u3000", False), ("\u200b\u200e", False), ("\u00ad", False), (".", True)],
)  # fmt: skip
def test_what_shows_nothing_is_no_translation(msgstr: str, translated: bool) -> None:
    """A msgstr of white space, of marks of direction or of soft hyphens only is untranslated."""
    found, problems = read_po(f'{HEADER}\nmsgid "a"\nmsgstr "{msgstr}"\n', "x.po", "fr")
    assert problems == []
    assert (found.get((None, "a")) is not None) == translated


# any text -------------------------------------------------------------------------------------------

PIECES = st.sampled_from(
    ["msgid", "msgstr", "msgctxt", "msgid_plural", "msgstr[0]", "msgstr[1]", " ", "\n", "\r", "\n\n", '"', '""', '"a"', '"b\\n"',
     "#", "#~ ", "#~| ", "#| ", "#, fuzzy\n", "#. ", "# x\n", "\\", "\\n", "a", "é", "\ufeff", "\0", "\u202e", "\u2067",
     "{n}", "%s", "<<<<<<< a\n", "=======\n", ">>>>>>> b\n", "||||||| c\n", "\n" + GOOD, "\n" + OTHER, HEADER, "\ud800", "\f",
     "Language: de\\n", "Plural-Forms: nplurals=1; plural=0;\\n"]
)  # fmt: skip


def _whole_or_told(source: str) -> Catalog:
    """What must hold of any text: no traceback, places in the file, nothing lost without a problem."""
    found, problems = read_po(source, "x.po", "fr")
    lines = 1 + len(re.findall("\r\n?|\n", source))
    assert all(1 <= p.place.line <= lines and p.place.column >= 1 for p in problems)
    assert found.whole or any(p.code in ("P101", "P102", "P108", "P109", "P110") for p in problems)
    for held in found.entries.values():
        assert held.key == (held.context, held.msgid.value)
    if found.whole:
        once = render_po(found)
        again, _ = read_po(once, "x.po", "fr")
        assert again.whole
        assert render_po(again) == once
        assert [_plain(e) for e in again.entries.values()] == [_plain(e) for e in found.entries.values()]
        assert [k.lines for k in again.obsolete] == [k.lines for k in found.obsolete]
        assert [k.lines for k in again.plural] == [k.lines for k in found.plural]
    return found


@given(st.lists(PIECES, max_size=30).map("".join))
def test_any_pieces_are_read_or_told(source: str) -> None:
    """No text whatever makes a traceback; what is read whole is written so that it reads back as the same."""
    _whole_or_told(source)


@given(st.text(st.characters(), max_size=80))
def test_any_text_is_read_or_told(source: str) -> None:
    """The same for texts of any characters; a text without header is never without problem."""
    found = _whole_or_told(source)
    assert found.header is None


@given(st.binary(max_size=80), st.integers(0, 400))
def test_any_bytes_are_read_or_told(data: bytes, at: int) -> None:
    """Any bytes in the place of a piece of a file are read or told."""
    from tempfile import TemporaryDirectory

    source = FULL.encode()
    with TemporaryDirectory() as folder:
        found, problems = on_disk(source[:at] + data + source[at + len(data) :], Path(folder))
    assert found.whole or problems


TRANSLATION = re.compile(r'^msgstr "(.+)"$', re.MULTILINE)


@given(st.integers(0, len(FULL)), st.integers(0, 40), st.lists(PIECES, max_size=3).map("".join))
def test_a_file_with_a_piece_changed_loses_nothing_silently(at: int, size: int, piece: str) -> None:
    """Any piece of a file replaced: a second writing is stable; a translation that the piece does not touch is
    read as it was, is kept in another form, or something is told."""
    source = FULL[:at] + piece + FULL[at + size :]
    found = _whole_or_told(source)
    _, problems = read_po(source, "x.po", "fr")
    if found.whole:
        for words in ("Neuf", "première ligne", "Parti", "aussi", "Un point"):
            if words in source:
                assert words in render_po(found), problems
        wanted = messages("first line\nsecond of it", "Neuf", "x")
        updated = update(found, wanted, "p")
        for words in ("Neuf", "seconde", "Parti", "aussi", "Un point"):
            if words in source and not (words == "Neuf" and "msgstr" not in source):
                assert words in render_po(updated), problems
        once = render_po(updated)
        assert render_po(update(read_po(once, "x.po", "fr")[0], wanted, "p")) == once


# how much work it is --------------------------------------------------------------------------------


def steps(work: Callable[[], object]) -> int:
    """How many functions a piece of work calls, of Python and of C: the same on every machine."""
    count = 0

    def profile(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


BIG: dict[str, Callable[[int], str]] = {
    "entries": lambda n: "".join(f'\nmsgid "m{i}"\nmsgstr "t{i}"\n' for i in range(n)),
    "obsolete entries": lambda n: "".join(f'\n#~ msgid "m{i}"\n#~ msgstr "t{i}"\n' for i in range(n)),
    "the same entry": lambda n: f"\n{GOOD}" * n,
    "lines of a string": lambda n: '\nmsgid "a"\nmsgstr ""\n' + '"b"\n' * n,
    "escapes": lambda n: '\nmsgid "a"\nmsgstr "' + "\\n\\t" * n + 'b"\n',
    "comments": lambda n: "\n" + "# c\n" * n + GOOD,
    "conflicts": lambda n: f"\n<<<<<<< a\n{GOOD}=======\n{GOOD}>>>>>>> b\n" * n,
    "conflict marks without end": lambda n: "\n<<<<<<< a\n" * n,
    "stray lines": lambda n: "\nnonsense\n\n" * n,
    "quotes": lambda n: '\nmsgid "a"\nmsgstr "' + '"' * n + '"\n',
    "backslashes": lambda n: '\nmsgid "a"\nmsgstr "' + "\\\\" * n + "\n",
    "control characters": lambda n: "\n# \0\n" + "# a\n" * 20 + "# \0 of some words and more of them\n" * n,
    "CR": lambda n: "\r# c" * n + "\n" + GOOD,
    "directions": lambda n: '\nmsgid "a"\nmsgstr "' + "\u2067" * n + "b" + "\u2069" * n + '"\n',
    "placeholders": lambda n: '\nmsgid "' + "{a}%s" * n + '"\nmsgstr "' + "{a}%s" * n + '"\n',
}
"""Files that grow."""


@pytest.mark.parametrize("name", BIG)
def test_work_grows_with_the_file(name: str) -> None:
    """Twice as much of anything is no more than about twice the work of reading and writing."""

    def work(n: int) -> int:
        source = HEADER + BIG[name](n)
        return steps(lambda: render_po(read_po(source, "x.po", "fr")[0]))

    small, large = work(300), work(600)
    assert large < 2.2 * small + 2000


def test_a_long_line_is_read() -> None:
    """A line of five million letters, good or without an end, is read or told."""
    long = "abcde\\n" * 700_000
    found, problems = read_po(f'{HEADER}\nmsgid "a"\nmsgstr "{long}x"\n', "x.po", "fr")
    assert problems == []
    assert len(found.entries[(None, "a")].msgstr.value) == 6 * 700_000 + 1
    _, problems = read_po(f'{HEADER}\nmsgid "a"\nmsgstr "{long}x\n', "x.po", "fr")
    assert [(p.code, p.place.line, len(p.said)) for p in problems] == [("P101", 8, 40)]


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
    found, problems = read_po(source, "x.po", "fr")
    assert {p.code for p in problems} <= {"P111"}  # line breaks at the ends, which the source has not
    text = found.entries[(None, "a")].msgstr
    rows = source.split("\n")
    plain = {"\n": "\\n", "\t": "\\t", '"': '\\"', "\\": "\\\\"}
    for offset, character in enumerate(text.value):
        place = text.place(offset)
        there = rows[place.line - 1][place.column - 1 :]
        assert there.startswith(plain.get(character, character)), (source, offset)


def test_msgids_and_contexts_know_their_place_too() -> None:
    """A msgid over several lines is placed as a msgstr is; an entry knows its first line."""
    found, _ = read_po(FULL, "x.po", "fr")
    lines = FULL.split("\n")
    second = found.entries[(None, "first line\nsecond of it")]
    place = second.msgid.place(len("first line\n"))
    assert lines[place.line - 1][place.column - 1 :] == 'second of it"'
    assert lines[second.line - 1] == 'msgid ""'
    assert lines[found.entries[("nav", "New")].line - 1] == 'msgctxt "nav"'


def test_the_controls_of_direction_are_those_of_unicode() -> None:
    """What opens, closes and turns round is what Unicode's bidirectional classes say."""
    from sitegen.catalog.po import _OPEN, _OVERRIDES

    classes = {c: unicodedata.bidirectional(c) for c in map(chr, range(0x2000, 0x2100))}
    assert set(_OPEN) == {c for c, kind in classes.items() if kind in ("LRE", "RLE", "LRI", "RLI", "FSI")}
    assert set(_OVERRIDES) == {c for c, kind in classes.items() if kind in ("LRO", "RLO")}
    assert set(_OPEN.values()) == {c for c, kind in classes.items() if kind in ("PDF", "PDI")}
