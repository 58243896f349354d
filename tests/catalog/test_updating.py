"""Bringing catalogues up to a site: kept, taken back, given other numbers, made fuzzy, put away; never lost."""

from __future__ import annotations

import difflib
import re
import shutil
from pathlib import Path

import polib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen import site
from sitegen.catalog import Catalog, Entry, po_path, read_po, render_po, update
from sitegen.prose.relations import seal
from tests.catalog import HEADER, catalog, entry, messages, read
from tests.catalog.test_po import ENTRIES, steps
from tests.prose import ROOT, TRANSLATIONS, lexicon, project

# alike ----------------------------------------------------------------------------------------------


def test_a_changed_message_keeps_its_translation_as_fuzzy() -> None:
    """A message much like one that is gone takes its translation, with the old words, until someone looks."""
    old = catalog(
        entry("The ace of spades wins the trick.", "L'as gagne.", comments=["hand"], flags=["no-wrap"], others=["#= x"])
    )  # fmt: skip
    new = update(old, messages("The ace of spades takes the trick."), "p")
    (found,) = new.entries.values()
    assert (found.msgstr.value, found.flags, found.comments, found.others) == (
        "L'as gagne.", ["no-wrap", "fuzzy"], ["hand"], ["#= x"],
    )  # fmt: skip
    assert found.previous == ['msgid "The ace of spades wins the trick."']
    assert new.obsolete == []
    assert read_po(render_po(new), "x.po", "fr")[1] == []


def test_what_was_fuzzy_remembers_what_it_was_translated_from() -> None:
    """A fuzzy message that changes again keeps its first msgid, as gettext does; a context is remembered too."""
    first = update(
        catalog(entry("Card values", "Valeurs", "heading")), messages(("Card valuez", "heading")), "p"
    )
    remembered = ['msgctxt "heading"', 'msgid "Card values"']
    assert [e.previous for e in first.entries.values()] == [remembered]
    second = update(first, messages(("Card valuezz", "heading")), "p")
    assert [(e.previous, e.flags) for e in second.entries.values()] == [(remembered, ["fuzzy"])]


def test_a_changed_message_of_two_lines_is_written_rightly() -> None:
    """The old words of a fuzzy entry may hold line breaks: every line of them stays a comment."""
    old = catalog(entry("The ace of spades\nwins the trick.", "L'as gagne."))
    new = update(old, messages("The ace of spades\nwins the whole trick."), "p")
    found, problems = read_po(render_po(new), "x.po", "fr")
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


def test_the_likest_is_taken() -> None:
    """Of several old messages the one most like a new one serves it, wherever it stands."""
    texts = [
        f"The {word} of the long sentence about the game"
        for word in ("first part", "second part", "third part")
    ]
    old = catalog(*(entry(t, t.upper()) for t in texts))
    new = update(old, messages("The second park of the long sentence about the game"), "p")
    assert [e.msgstr.value for e in new.entries.values()] == [texts[1].upper()]


def test_many_changed_messages_are_little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Comparing letter by letter is done for a few old messages each; all other work grows with the length."""
    compared = 0

    class Counted(difflib.SequenceMatcher[str]):
        def ratio(self) -> float:
            nonlocal compared
            compared += 1
            return super().ratio()

    monkeypatch.setattr("sitegen.catalog.updating.SequenceMatcher", Counted)

    def work(n: int) -> int:
        names = [f"{i:05d}".translate(str.maketrans("0123456789", "abcdefghij")) for i in range(n)]
        old = catalog(*(entry(f"Whoever holds {x} plays it on {x} tricks", "x") for x in names))
        wanted = messages(*(f"Whoever has {x} must play it on {x} tricks" for x in names))
        return steps(lambda: update(old, wanted, "p"))

    small, large = work(200), work(400)
    assert large < 2.6 * small
    assert 0 < compared <= 600 * 6


def test_long_messages_are_little_work() -> None:
    """A message of a million letters is compared by its beginning."""
    old = catalog(entry("ab cd ef " * 100_000, "x"))
    new = update(old, messages("ab cd eg " * 100_000), "p")
    assert [e.fuzzy for e in new.entries.values()] == [True]


def test_a_rewritten_site_finds_its_translations() -> None:
    """Though every message of the site be changed a little, most find their old translation."""
    texts = list(dict.fromkeys(u.text.value for u in project().messages.values() if len(u.text.value) > 40))
    old = catalog(*(entry(t, f"<{t}>") for t in texts))
    wanted = {t.replace(" the ", " a ", 1) + " Or so.": t for t in texts}
    new = update(old, messages(*wanted), "p")
    right = [e for e in new.entries.values() if e.msgstr.value == f"<{wanted[e.msgid.value]}>"]
    assert len(right) >= 0.95 * len(texts)


# obsolete -------------------------------------------------------------------------------------------


def test_what_is_gone_becomes_obsolete_and_nothing_is_lost() -> None:
    """A translation whose message is gone is kept, with its comments and flags, where gettext tools keep it."""
    old = read(
        '# by hand\n#= x\n#, fuzzy\n#| msgid "x"\nmsgid "An entirely different sentence"\nmsgstr "Une autre"\n\n'
        'msgid "Never translated"\nmsgstr ""\n\n# but spoken of\nmsgid "Not translated either"\nmsgstr ""\n\n'
        '#~ msgid "Older"\n#~ msgstr "Vieux"\n\n# the end\n'
    )
    new = update(old, messages("Quite new here, this"), "p")
    assert [k.lines for k in new.obsolete] == [
        ['#~ msgid "Older"', '#~ msgstr "Vieux"'],
        ["# the end"],
        ["# by hand", "#= x", "#, fuzzy", '#~| msgid "x"', '#~ msgid "An entirely different sentence"', '#~ msgstr "Une autre"'],
        ["# but spoken of", '#~ msgid "Not translated either"', '#~ msgstr ""'],
    ]  # fmt: skip
    written = render_po(new)
    assert written.endswith("\n\n# the end\n")
    assert [(e.msgid, bool(e.obsolete)) for e in polib.pofile(written.replace("#= x\n", ""))] == [
        ("Quite new here, this", False), ("Older", True), ("An entirely different sentence", True), ("Not translated either", True),
    ]  # fmt: skip
    assert render_po(read_po(written, "x.po", "fr")[0]) == written


def test_what_comes_back_is_translated_again() -> None:
    """A message that is obsolete and comes back has its translation: not fuzzy, unless it was; contexts apart."""
    old = read(
        '# by hand\n#~ msgid "one of the old messages"\n#~ msgstr "un"\n\n'
        '#, fuzzy\n#~| msgid "before"\n#~ msgid "two of the old messages"\n#~ msgstr "deux"\n\n'
        '#~ msgctxt "nav"\n#~ msgid "Three"\n#~ msgstr "trois"\n'
    )
    wanted = messages("one of the old messages", "two of the old messages", ("Three", "heading"))
    new = update(old, wanted, "p")
    assert [(e.msgstr.value, e.fuzzy, e.comments, e.previous) for e in new.entries.values()] == [
        ("un", False, ["by hand"], []),
        ("deux", True, [], ['msgid "before"']),
        ("", False, [], []),
    ]
    assert [k.key for k in new.obsolete] == [("nav", "Three")]


def test_there_and_back_again() -> None:
    """Taking messages away and putting them back gives the same file."""
    texts = messages("one of the old messages", "two of the old messages", ("Three", "nav"))
    old = update(
        catalog(
            entry("one of the old messages", "un", comments=["c"], flags=["no-wrap"]),
            entry("two of the old messages", "deux\n\"x\"", flags=["fuzzy"], previous=['msgid "z"']),
            entry("Three", "trois", "nav"),
        ),
        texts,
        "p",
    )  # fmt: skip
    without = read_po(render_po(update(old, {}, "p")), "x.po", "fr")[0]
    assert len(without.obsolete) == 3
    assert render_po(update(without, texts, "p")) == render_po(old)


def test_what_is_obsolete_serves_a_like_message() -> None:
    """A translation put away long ago helps with a new message that is much like its own."""
    old = read('#~ msgid "The ace of spades wins the trick."\n#~ msgstr "L\'as gagne."\n')
    new = update(old, messages("The ace of spades takes the trick."), "p")
    assert [(e.msgstr.value, e.fuzzy) for e in new.entries.values()] == [("L'as gagne.", True)]
    assert new.obsolete == []


PLURAL = '# by hand\n#, no-wrap\n{0}msgid "one more of the points"\n{0}msgid_plural "%d points"\n{0}msgstr[0] "un"\n{0}msgstr[1] "deux\\n"\n'


@pytest.mark.parametrize("sign", ["", "#~ "])
def test_plural_forms_are_kept(sign: str) -> None:
    """A message with plural forms becomes obsolete as it stands; if the site has its singular, its last form is
    that one's fuzzy translation, and all of it a comment."""
    found, _ = read_po(f"{HEADER}\n{PLURAL.format(sign)}", "x.po", "fr")
    new = update(found, messages("quite another message"), "p")
    assert ["\n".join(k.lines) + "\n" for k in new.obsolete] == [PLURAL.format("#~ ")]
    taken = update(found, messages("one more of the points"), "p")
    assert taken.obsolete == []
    assert [(e.msgstr.value, e.flags, e.comments) for e in taken.entries.values()] == [
        (
            "deux\n",
            ["no-wrap", "fuzzy"],
            ["by hand", 'msgid_plural "%d points"', 'msgstr[0] "un"', 'msgstr[1] "deux\\n"'],
        )
    ]
    for result in (new, taken):
        again, problems = read_po(render_po(result), "x.po", "fr")
        assert problems == []
        assert render_po(again) == render_po(result)


@given(
    st.lists(ENTRIES, max_size=4),
    st.lists(st.sampled_from(["a", "ab", "some words of it", "some word of it"]), max_size=3),
    st.lists(st.sampled_from(["a", "some words of it", "some word for it"]), max_size=3),
)
def test_a_second_update_changes_no_byte(entries: list[Entry], texts: list[str], later: list[str]) -> None:
    """Twice is once; and no translation is lost, not even over an update to another site."""
    held = catalog(*entries)
    said = {e.msgstr.value for e in held.entries.values() if not e.blank}
    for wanted in (messages(*texts), messages(*later)):
        once = update(held, wanted, "p")
        held, problems = read_po(render_po(once), "x.po", "fr")
        assert {p.code for p in problems} <= {"P111"}
        assert render_po(update(held, wanted, "p")) == render_po(once)
        gone = {k.entry.msgstr.value for k in held.obsolete if k.entry}
        assert said <= gone | {e.msgstr.value for e in held.entries.values()}


# numbers --------------------------------------------------------------------------------------------

OLD, NEW = "It is worth [162](#k.deal) points.", "It is worth [165](#k.deal) points."
NUMBERS: tuple[tuple[str, str, str, str, str, str, bool], ...] = (
    # what, language, old and new source, translation before and after, sure
    ("digits", "fr", OLD, NEW, "Elle vaut [162](#k.deal) points.", "Elle vaut [165](#k.deal) points.", True),
    ("another plural category", "pl", OLD, NEW, "Warte [162](#k.deal) punkty.", "Warte [165](#k.deal) punkty.", False),
    ("the same plural category", "pl", OLD, OLD.replace("162", "163"), "Warte [162](#k.deal) punkty.", "Warte [163](#k.deal) punkty.", True),
    ("native digits", "hi", OLD, NEW, "[१६२](#k.deal) अंक", "[१६५](#k.deal) अंक", True),
    ("Arabic digits, another category", "ar", OLD, OLD.replace("162", "103"), "[١٦٢](#k.deal) نقطة", "[١٠٣](#k.deal) نقطة", False),
    ("Arabic digits, the same category", "ar", OLD, NEW, "[١٦٢](#k.deal) نقطة", "[١٦٥](#k.deal) نقطة", True),
    ("a conjunction written with it", "ar", OLD, NEW, "[و162](#k.deal) نقطة", "[و165](#k.deal) نقطة", True),
    ("an ending in the span", "tr", OLD, NEW, "[162'den](#k.deal) fazla", "[162'den](#k.deal) fazla", False),
    ("an ending behind the span", "tr", OLD, NEW, "[162](#k.deal)'den fazla", "[165](#k.deal)'den fazla", False),
    ("an ending behind strong words", "tr", OLD, NEW, "**[162](#k.deal)**'den fazla", "**[165](#k.deal)**'den fazla", False),
    ("an elided word before it", "fr", OLD, OLD.replace("162", "11"), "plus d'[162](#k.deal)", "plus d'[11](#k.deal)", False),
    ("no ending", "tr", OLD, NEW, "[162](#k.deal) puan", "[165](#k.deal) puan", True),
    ("words in the source", "fr", "For [four](#k.players) of the players", "For [six](#k.players) of the players", "À [4](#k.players)", "À [6](#k.players)", True),
    ("words in both", "fr", "For [four](#k.players) of the players", "For [six](#k.players) of the players", "À [quatre](#k.players)", "À [six](#k.players)", True),
    ("words with a capital", "fr", "For [four](#k.players) of the players", "For [5](#k.players) of the players", "[Quatre](#k.players) ici", "[Cinq](#k.players) ici", True),
    ("a Turkish capital", "tr", "For [four](#k.players) of the players", "For [2](#k.players) of the players", "[Dört](#k.players) kişi", "[İki](#k.players) kişi", True),
    ("words of several genders", "fr", "For [four](#k.players) of the players", "For [21](#k.players) of the players", "À [quatre](#k.players)", "À [quatre](#k.players)", False),
    ("words in a form that CLDR has not", "pl", "For [two](#k.players) of the players", "For [3](#k.players) of the players", "We [dwoje](#k.players)", "We [dwoje](#k.players)", False),
    ("digits become words", "fr", "For [4](#k.players) of the players", "For [four](#k.players) of the players", "À [4](#k.players)", "À [4](#k.players)", True),
    ("several numbers", "fr", "[86](#ns.total) against [96](#ew.total), and no [more](x.md)", "[82](#ns.total) against [100](#ew.total), and no [more](x.md)", "[96](#ew.total) contre [86](#ns.total), sans [plus](x.md)", "[100](#ew.total) contre [82](#ns.total), sans [plus](x.md)", True),
    ("one of several", "fr", "[86](#ns.total) points against [96](#ew.total)", "[86](#ns.total) points against [100](#ew.total)", "[86](#ns.total) contre [96](#ew.total)", "[86](#ns.total) contre [100](#ew.total)", True),
    ("exchanged numbers", "fr", "[86](#ns.total) points against [96](#ew.total)", "[96](#ns.total) points against [86](#ew.total)", "[86](#ns.total) contre [96](#ew.total)", "[96](#ns.total) contre [86](#ew.total)", True),
    ("a number twice", "fr", "[11](#1.points) and once again [11](#1.points)", "[10](#1.points) and once again [10](#1.points)", "[11](#1.points) et [11](#1.points)", "[10](#1.points) et [10](#1.points)", True),
    ("a number twice, said once", "fr", "[11](#1.points) and once again [11](#1.points)", "[10](#1.points) and once again [10](#1.points)", "deux fois [11](#1.points)", "deux fois [10](#1.points)", True),
    ("twice, changed once", "fr", "[11](#1.points) and once again [11](#1.points)", "[11](#1.points) and once again [10](#1.points)", "[11](#1.points) et [11](#1.points)", "[11](#1.points) et [11](#1.points)", False),
    ("below zero", "fr", "Rounding gives [-4](#k.x) of the points", "Rounding gives [-2](#k.x) of the points", "[−4](#k.x) points", "[−2](#k.x) points", True),
    ("from below zero", "fr", "Rounding gives [-4](#k.x) of the points", "Rounding gives [2](#k.x) of the points", "[-4](#k.x) points", "[2](#k.x) points", True),
    ("to below zero", "fr", "Rounding gives [4](#k.x) of the points", "Rounding gives [-2](#k.x) of the points", "[4](#k.x) points", "[−2](#k.x) points", True),
    ("native digits below zero", "hi", "Rounding gives [-4](#k.x) of the points", "Rounding gives [-2](#k.x) of the points", "[-४](#k.x) अंक", "[-२](#k.x) अंक", True),
    ("no such span", "fr", OLD, NEW, "Elle vaut autant de points.", "Elle vaut autant de points.", False),
    ("another address", "fr", OLD, NEW, "Elle vaut [162](#k.cards) points.", "Elle vaut [162](#k.cards) points.", False),
    ("another number", "fr", OLD, NEW, "Elle vaut [152](#k.deal) points.", "Elle vaut [152](#k.deal) points.", False),
    ("more than the number", "fr", OLD, NEW, "Elle vaut [162 points](#k.deal).", "Elle vaut [162 points](#k.deal).", False),
    ("two numbers in a span", "fr", OLD, NEW, "Elle vaut [162 (162)](#k.deal).", "Elle vaut [162 (162)](#k.deal).", False),
)  # fmt: skip


@pytest.mark.parametrize(
    ("lang", "old", "new", "before", "after", "sure"),
    [row[1:] for row in NUMBERS],
    ids=[row[0].replace(" ", "-") for row in NUMBERS],
)
def test_a_change_of_numbers(lang: str, old: str, new: str, before: str, after: str, sure: bool) -> None:
    """A message that only gives other numbers keeps its translation with them; what is not sure is fuzzy."""
    held = catalog(entry(old, before, comments=["c"], flags=["x-foo"]), lang=lang)
    result = update(held, messages(new), "p", lexicon("en"), lexicon(lang))
    (found,) = result.entries.values()
    flags = ["x-foo"] if sure else ["x-foo", "fuzzy"]
    previous = [] if sure else [f'msgid "{old}"']
    assert (found.msgstr.value, found.flags, found.comments, found.previous) == (
        after,
        flags,
        ["c"],
        previous,
    )
    assert result.obsolete == []


OTHER_WORDS = (
    ("a word changed too", "It is worth [165](#k.deal) of points."),
    ("another address", "It is worth [165](#k.cards) points."),
    ("no number", "It is worth [many](#k.deal) points."),
    ("words in the span", "It is worth [165 points](#k.deal)."),
)


@pytest.mark.parametrize(
    "new", [n for _, n in OTHER_WORDS], ids=[n.replace(" ", "-") for n, _ in OTHER_WORDS]
)
def test_a_change_of_more_than_numbers_is_fuzzy(new: str) -> None:
    """Nothing is rewritten where anything but numbers changed."""
    held = catalog(entry(OLD, "Elle vaut [162](#k.deal) points."))
    (found,) = update(held, messages(new), "p", lexicon("en"), lexicon("fr")).entries.values()
    assert (found.msgstr.value, found.fuzzy) == ("Elle vaut [162](#k.deal) points.", True)


def test_numbers_need_both_lexicons() -> None:
    """Without lexicons, as when one cannot be read, a change of numbers is a change like any other."""
    held = catalog(entry(OLD, "Elle vaut [162](#k.deal) points."))
    for pair in ((None, lexicon("fr")), (lexicon("en"), None), (None, None)):
        (found,) = update(held, messages(NEW), "p", *pair).entries.values()
        assert (found.msgstr.value, found.fuzzy) == ("Elle vaut [162](#k.deal) points.", True)


def test_a_message_that_still_stands_keeps_its_translation() -> None:
    """A second message with another number does not take the translation of one that still stands."""
    held = catalog(entry(OLD, "Elle vaut [162](#k.deal) points."))
    found = update(held, messages(OLD, NEW), "p", lexicon("en"), lexicon("fr")).entries
    assert [(e.msgstr.value, e.fuzzy) for e in found.values()] == [
        ("Elle vaut [162](#k.deal) points.", False),
        ("", False),
    ]


def test_of_several_the_nearest_is_taken() -> None:
    """Where several old messages differ in numbers only, the one with fewest other numbers serves."""
    text = "[{}](#ns.total) points against [{}](#ew.total)"
    held = catalog(
        entry(text.format(1, 2), "A [1](#ns.total) [2](#ew.total)"),
        entry(text.format(86, 96), "B [86](#ns.total) [96](#ew.total)"),
    )
    new = update(held, messages(text.format(86, 100)), "p", lexicon("en"), lexicon("fr"))
    assert [(e.msgstr.value, e.fuzzy) for e in new.entries.values()] == [
        ("B [86](#ns.total) [100](#ew.total)", False)
    ]
    assert [k.key for k in new.obsolete] == [(None, text.format(1, 2))]


def test_what_was_fuzzy_stays_fuzzy() -> None:
    """Other numbers do not make a translation right that nobody has looked at."""
    held = catalog(entry(OLD, "[162](#k.deal) points", flags=["fuzzy"], previous=['msgid "z"']))
    (found,) = update(held, messages(NEW), "p", lexicon("en"), lexicon("fr")).entries.values()
    assert (found.msgstr.value, found.flags, found.previous) == (
        "[165](#k.deal) points",
        ["fuzzy"],
        ['msgid "z"'],
    )


def test_seals_follow_the_numbers() -> None:
    """A seal that was good is made anew for the new numbers; one that was void is dropped."""
    said, after = "Elle vaut [162](#k.deal) points.", "Elle vaut [165](#k.deal) points."
    comments = ["c", f"prose: order-ok {seal(OLD, said)}", "prose: order-ok 01234567", "d"]
    held = catalog(entry(OLD, said, comments=comments))
    (found,) = update(held, messages(NEW), "p", lexicon("en"), lexicon("fr")).entries.values()
    assert found.comments == ["c", f"prose: order-ok {seal(NEW, after)}", "d"]


@pytest.mark.parametrize("lang", TRANSLATIONS)
def test_every_number_of_the_site_can_change(lang: str) -> None:
    """Each message of the site with other numbers keeps its translation; it is fuzzy, or gives the new ones alone."""
    numbers = re.compile(r"\[(\d+)\](?=\(#)")
    held = project().catalogs[lang]
    old = [e for e in held.entries.values() if numbers.search(e.msgid.value) and e.context is None]
    assert len(old) > 20

    def other(text: str) -> str:
        return numbers.sub(lambda m: f"[{int(m[1]) + 100_000}]", text)

    wanted = messages(*(other(e.msgid.value) for e in old))
    new = update(catalog(*old, lang=lang), wanted, "p", lexicon("en"), lexicon(lang))
    sure = 0
    for before, after in zip(old, new.entries.values(), strict=True):
        assert not after.blank
        changed = numbers.findall(before.msgid.value)
        if not after.fuzzy:
            sure += 1
            assert not [n for n in numbers.findall(after.msgstr.value) if int(n) < 100_000]
            assert {int(n) for n in numbers.findall(after.msgstr.value)} <= {
                int(n) + 100_000 for n in changed
            }
    assert sure >= 1
    assert new.obsolete == []


# headers and the project ----------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["fr", "pl", "ar", "pt-BR", "zh-Hant"])
def test_a_new_language_gets_its_header(lang: str) -> None:
    """The header names the language, UTF-8 and the plural rule of CLDR, and reads back without a problem."""
    empty = Catalog(lang, po_path(lang), None, {})
    written = render_po(update(empty, messages("some words of the page"), "French Belote"))
    assert read_po(written, po_path(lang), lang)[1] == []
    meta = polib.pofile(written).metadata
    assert meta["Project-Id-Version"] == "French Belote"
    assert meta["Content-Type"] == "text/plain; charset=UTF-8"
    assert "nplurals=" in meta["Plural-Forms"]
    assert not [name for name in meta if "Date" in name]


def test_a_header_is_completed_and_otherwise_kept() -> None:
    """Fields that lack or are still the template's are filled in; others, also wrong ones, stay as they are."""
    source = (
        'msgid ""\nmsgstr ""\n"X-Mine:  as it is \\n"\n"Language: \\n"\n"Project-Id-Version: other\\n"\n'
        '"PO-Revision-Date: 2020-01-01 00:00+0000\\n"\n"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"\n'
    )
    new = update(read_po(source, "x.po", "tr")[0], {}, "p")
    assert new.header is not None
    assert new.header.msgstr.value.split("\n") == [
        "X-Mine:  as it is ",
        "Language: tr",
        "Project-Id-Version: other",
        "PO-Revision-Date: 2020-01-01 00:00+0000",
        "Plural-Forms: nplurals=2; plural=(n != 1);",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=UTF-8",
        "Content-Transfer-Encoding: 8bit",
        "",
    ]
    assert read_po(render_po(new), "x.po", "tr")[1] == []


def copy_of_the_project(root: Path) -> None:
    for folder in ("content", "locales", "templates"):
        shutil.copytree(ROOT / folder, root / folder)


def test_updating_the_project_writes_nothing_anew(tmp_path: Path) -> None:
    """On a copy of the project as it is committed, `locale update` changes no file; Windows line ends are no change;
    a file that cannot be read is left alone; what can be read whole is mended."""
    copy_of_the_project(tmp_path)

    def updated() -> tuple[list[str], list[str]]:
        found, _ = site.load(tmp_path)
        assert found is not None
        changed, problems = site.update_catalogs(found)
        return changed, [p.code for p in problems]

    assert updated() == ([], [])
    name = po_path(TRANSLATIONS[0])
    path = tmp_path / name
    good = path.read_bytes()
    path.write_bytes(good.replace(b"\n", b"\r\n"))
    assert updated() == ([], [])
    for mendable in (b"\xef\xbb\xbf" + good, good.replace(b"\n", b"\r")):
        path.write_bytes(mendable)
        assert updated() == ([name], [])
        assert path.read_bytes() == good
    for data, code in (
        (good + b"nonsense\n", "P101"),
        (good + b"\xff", "P109"),
        (good + b"=======\n", "P108"),
    ):
        path.write_bytes(data)
        assert updated() == ([], [code])
        assert path.read_bytes() == data


def test_a_rule_that_changes_a_number_leaves_translations_as_they_are(tmp_path: Path) -> None:
    """A number changed in a sentence of a page is changed in every translation, and only where it must be fuzzy."""
    copy_of_the_project(tmp_path)
    page = tmp_path / "content" / "pages" / "values.md"
    text = page.read_text("utf-8")
    assert "[162](#k.deal)" in text
    page.write_text(text.replace("[162](#k.deal)", "[165](#k.deal)", 1), "utf-8")
    found, _ = site.load(tmp_path)
    assert found is not None
    site.update_catalogs(found)
    again, _ = site.load(tmp_path)
    assert again is not None
    key = next(k for k in again.messages if "[165](#k.deal)" in k[1])
    states = {
        lang: (c.entries[key].fuzzy, "165](#k.deal)" in c.entries[key].msgstr.value)
        for lang, c in again.catalogs.items()
    }
    assert states["fr"] == (False, True)
    assert states["pl"] == (True, True)  # 162 punkty, 165 punktów
    assert all(there or fuzzy for fuzzy, there in states.values())
