"""Pseudo-languages: the same site in other letters, longer, checked as every language is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from sitegen import pseudo, site
from sitegen.cli import main
from sitegen.diagnostics import Text
from sitegen.prose.lexicon import build_lexicon, spelled
from sitegen.prose.spans import spans
from sitegen.prose.text import fold, tokens
from sitegen.reread import Element, parse
from sitegen.site import Project
from tests.deals import ROOT
from tests.tiny import Tiny, lexicon

TAGS = [p.lang for p in pseudo.PSEUDO]
BY_TAG = {p.lang: p for p in pseudo.PSEUDO}
SHORTEST = 1.35
"""The least length of a text in a pseudo-language, in letters of the source."""


@pytest.fixture(scope="module")
def project() -> Project:
    """The project in the two pseudo-languages."""
    found, problems = site.load(ROOT, TAGS, pseudo=True)
    assert found is not None
    assert problems == []
    return found


@pytest.fixture(scope="module")
def files(project: Project) -> dict[str, str]:
    """Every finished page of them: no check and no second reading finds anything."""
    contents, problems = site.finish(project)
    assert problems == []
    return {path: data.decode() for path, data in contents.items() if path.endswith(".html")}


# the made languages pass as real ones -------------------------------------------------------------------


def test_every_page_is_made(files: dict[str, str], project: Project) -> None:
    """Both languages have every page; they pass every check of the prose and the second reading."""
    assert set(files) == {f"{lang}/{page.slug}.html" for lang in TAGS for page in project.content.every_page}


@pytest.mark.parametrize("tag", TAGS)
def test_a_wrong_fact_is_found_in_them(tag: str, project: Project) -> None:
    """A binding of a pseudo-translation that says something else than the engine is a problem as in any language."""
    catalog = project.catalogs[tag]
    key, entry = next((k, e) for k, e in catalog.entries.items() if "](#k.players)" in k[1])
    words = next(s.text for s in spans(entry.msgstr.value) if s.target == "k.players")
    wrong = entry.msgstr.value.replace(f"[{words}]", f"[{BY_TAG[tag].words('seven')}]")
    entries = {**catalog.entries, key: replace(entry, msgstr=Text(wrong, "x", ((0, 1, 1),)))}
    broken = replace(project, catalogs={**project.catalogs, tag: replace(catalog, entries=entries)})
    assert [p.code for p in site.check(broken) if p.locale == tag] == ["F101"]


# nothing is left in the source's words ------------------------------------------------------------------

WORDY = ("alt", "title", "aria-label", "aria-description", "placeholder", "label")


def untranslated(html: str, lang: str) -> list[str]:
    """Words of a page that stand there in plain Latin letters.

    Left out: links to other languages, which name them in their own words; the faces of cards, whose letters
    are those of printed decks; the letters of an index; styles and scripts. Digits, signs and pips have no letters.
    """
    return [
        token.said
        for text in _shown(parse(html))
        for token in tokens(text, lang)
        if re.search("[A-Za-z]", token.said)
    ]


def _shown(element: Element) -> Iterator[str]:
    if element.tag in ("style", "script") or "hreflang" in element.attributes or "face" in element.classes():
        return
    if element.tag == "bdi" and "lang" in element.attributes:  # a language's own name for itself
        return
    letter = element.attributes.get("id" if element.tag == "h2" else "href", "").lstrip("#")
    if letter.startswith("letter-"):  # one of the alphabet
        return
    yield from (element.attributes[a] for a in WORDY if a in element.attributes)
    if element.tag == "meta" and element.attributes.get("name") in ("description", "author"):
        yield element.attributes.get("content", "")
    for child in element.children:
        if isinstance(child, str):
            yield child
        else:
            yield from _shown(child)


def test_nothing_on_a_page_is_left_untranslated(files: dict[str, str]) -> None:
    """Every text, title, label and alternative on every page comes from a message or from the lexicon."""
    assert {path: [] for path in files} == {
        path: untranslated(html, path[:5]) for path, html in files.items()
    }


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<p>Hello</p>", ["Hello"]),
        ("<title>Belote</title>", ["Belote"]),
        ('<nav aria-label="Pages">ƒööö</nav>', ["Pages"]),
        ('<img alt="a card" src=x>', ["a", "card"]),
        ('<p title="tip">12</p>', ["tip"]),
        ("<svg><text><tspan>North</tspan></text></svg>", ["North"]),
        ('<svg><tspan class="face">K♠</tspan></svg>', []),
        ('<a hreflang="en">English</a><style>p {}</style>', []),
        ("<p>82 + 80 = 162 · ♠</p>", []),
    ],
)
def test_untranslated_text_is_seen(html: str, found: list[str]) -> None:
    """Positive control: text that nobody can translate is found, what is no text is not."""
    assert found == untranslated(html, "en-XA")


def test_a_text_that_a_template_holds_is_seen(tmp_path: Path) -> None:
    """Positive control on a whole site: a label that is not marked for translation is found on the pages."""
    tiny = Tiny(tmp_path / "site")
    tiny.change("templates/page.html", "<h1>", "<p>Print this</p>\n<h1>")
    found, _ = site.load(tiny.root, ["en-XA"], pseudo=True)
    assert found is not None
    contents, problems = site.finish(found)
    assert problems == []
    assert {"Print", "this"} == set(untranslated(contents["en-XA/play.html"].decode(), "en-XA"))


# longer -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tag", TAGS)
def test_every_message_is_longer(tag: str, project: Project) -> None:
    """Each message has at least 1.35 times the letters of its source, short ones as well."""
    short = {
        key[1]: text.value
        for key in project.messages
        if (text := project.catalogs[tag].get(key))
        and pseudo.letters(text.value) < SHORTEST * pseudo.letters(key[1])
    }
    assert short == {}
    assert all(project.catalogs[tag].get(key) for key in project.messages)


@pytest.mark.parametrize("tag", TAGS)
def test_every_label_is_longer(tag: str, project: Project) -> None:
    """So has each word of the lexicon that a label shows."""
    source = lexicon("en")
    short = [
        (cls, value, label)
        for cls, labels in source.labels.items()
        if cls not in ("num", "role", "quantity")
        for value, label in labels.items()
        if pseudo.letters(project.lexicons[tag].label(cls, value)) < SHORTEST * pseudo.letters(label)
    ]
    assert short == []


# letters ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tag", TAGS)
def test_words_stay_apart(tag: str) -> None:
    """Words that differ in the source differ in the pseudo-language, and each stays one word, folded alike."""
    made = BY_TAG[tag]
    words = (ROOT / "locales/en/words.txt").read_text("utf-8").split()
    words += [w for run in spelled("en", range(2001)) for w in run]
    folded = {word: fold(made.words(word), tag) for word in words}
    assert len(set(words)) == len(set(folded.values()))
    for word in words:
        assert [folded[word]] == [t.word for t in tokens(made.words(word), tag)]
        if word.upper().lower() == word:  # not so of the Turkish dotless i
            assert folded[word] == fold(made.words(word.upper()), tag)
            assert folded[word] == fold(made.words(word.title()), tag)


CASES = [
    ("Trick", "Ţŕîîçķ ļööŕëëɱ"),
    ("Trump:", "Ţŕûûɱþ ļööŕëëɱ:"),
    ("North–South", "Ñööŕţĥ–Šööûûţĥ ļööŕëëɱ"),
    ("**[West](#1.seat)** leads.", "**[Ŵëëšţ](#1.seat)** ļëëååðš ļööŕëëɱ."),
    ("See [values](values.md#belote).", "Šëëëë [ṽååļûûëëš](values.md#belote)."),
    ("[82](#ns.cards) %(n)s {name}: one", "[82](#ns.cards) %(n)s {name}: ööñëë ļööŕëëɱ"),
    ("`code` here", "`code` ĥëëŕëë ļööŕëëɱ"),
    (r"a \* b", r"åå \* ƀ"),
    (r"Gr. 1\.", r"Ĝŕ. 1\. ļööŕëëɱ"),
    ("générale", "ĝėėñėėŕååļëë"),
]


@pytest.mark.parametrize(("source", "made"), CASES)
def test_a_message_keeps_what_is_no_word(source: str, made: str) -> None:
    """Markup, targets of spans and links, placeholders, digits and code stay; the stop stays last."""
    assert made == BY_TAG["en-XA"].message(source)


def test_letters_of_the_other_direction() -> None:
    """Every letter of the right-to-left language is one that is written so, also behind a capital."""
    assert BY_TAG["ar-XB"].words("South") == "\u200fسووععتح"
    assert fold(BY_TAG["ar-XB"].words("South"), "ar-XB") == "سووععتح"


@pytest.mark.parametrize(
    ("pattern", "matches", "differs"),
    [
        ("'s?", ["'š", "'"], ["š", "'s"]),
        ("(?:un)?", ["ûûñ", ""], ["ûñ", "ûû"]),
        ("a{2}", ["åååå"], ["åå"]),
        ("[ae]s+", ["ååš", "ëëšš"], ["åš", "ååëë"]),
        (r"\w*(?P<x>e)?", ["ëë", "x"], ["-"]),
        ("[^a]", ["b"], ["a"]),
    ],
)
def test_a_regular_expression_of_the_lexicon(pattern: str, matches: list[str], differs: list[str]) -> None:
    """Endings are read in the pseudo-language as they are in the source: what is written twice stays together."""
    made = re.compile(BY_TAG["en-XA"].pattern(pattern))
    assert matches == [text for text in [*matches, *differs] if made.fullmatch(text)]


def test_a_lexicon_with_a_fault_has_its_problems() -> None:
    """What is wrong with the source's lexicon is wrong with one made of it: nothing is hidden."""
    made, problems = BY_TAG["en-XA"].lexicon("en", "locales/en/lexicon.toml", "", {"suit": {"S": ["spade"]}})
    plain, same = build_lexicon("en", "locales/en/lexicon.toml", "", {"suit": {"S": ["spade"]}})
    assert made is None
    assert plain is None
    assert [p.message for p in same] == [p.message for p in problems]


def test_letters_that_a_reader_sees() -> None:
    """Lengths are counted without targets, slots and markup."""
    assert pseudo.letters("[ace](#1.card)") == 3
    assert pseudo.letters("**[Ñööŕ](#ns.cards)** 82") == 4
    assert pseudo.letters("<seat> has <suit>") == 3


# the command --------------------------------------------------------------------------------------------


def run(tiny: Tiny, *arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["--root", str(tiny.root), *arguments])
    return result.exit_code, result.output


def test_a_build_with_them(tmp_path: Path) -> None:
    """`build --pseudo` makes both languages beside the others; every page asks not to be indexed, and leads to them."""
    tiny = Tiny(tmp_path / "site")
    code, said = run(tiny, "build", "--pseudo", "--output", str(tmp_path / "looked-at"))
    assert (code, said) == (0, f"built 8 pages in 4 languages into {tmp_path / 'looked-at'}\n")
    pages = {
        p.relative_to(tmp_path / "looked-at").as_posix(): p for p in (tmp_path / "looked-at").rglob("*.html")
    }
    assert len(pages) == 9
    for path, page in pages.items():
        html = page.read_text("utf-8")
        assert '<meta name="robots" content="noindex">' in html, path
        assert ("ar-XB/" in html) or path.startswith("ar-XB/"), path
    assert tiny.path("output/index.html").exists() is False


def test_a_build_without_them(tmp_path: Path) -> None:
    """No page of the site that one publishes knows of them."""
    tiny = Tiny(tmp_path / "site")
    assert tiny.build().exit_code == 0
    for path in tiny.path("output").rglob("*.html"):
        html = path.read_text("utf-8")
        assert not re.search("noindex|-XA|-XB", html), path


@pytest.mark.parametrize("where", [(), ("--output", "output")])
def test_never_where_one_publishes(where: tuple[str, ...], tmp_path: Path) -> None:
    """A site with pseudo-languages does not go where the published one is built."""
    tiny = Tiny(tmp_path / "site")
    arguments = [str(tiny.path(a)) if a == "output" else a for a in where]
    code, said = run(tiny, "build", "--pseudo", *arguments)
    assert code == 2
    assert "a site with pseudo-languages is not for publishing" in said
    assert not tiny.path("output/index.html").exists()


def test_one_of_them_alone(tmp_path: Path) -> None:
    """`--locale` chooses among them as among all languages."""
    tiny = Tiny(tmp_path / "site")
    code, _ = run(tiny, "build", "--pseudo", "--locale", "ar-XB", "--output", str(tmp_path / "o"))
    assert code == 0
    assert {"ar-XB", "assets", "_headers", "robots.txt", "sw.js"} == {
        p.name for p in (tmp_path / "o").iterdir()
    }
    code, said = run(tiny, "build", "--locale", "ar-XB")
    assert code == 2
    assert "there is no language ar-XB" in said


def test_a_source_without_a_lexicon(tmp_path: Path) -> None:
    """Where the source's lexicon cannot be read, that is told, once."""
    tiny = Tiny(tmp_path / "site")
    tiny.write("locales/en/lexicon.toml", "[suit")
    for locales in ([], ["ar-XB"]):
        found, _ = site.load(tiny.root, locales, pseudo=True)
        assert found is not None
        assert [p.code for p in site.check(found) if p.code.startswith("L")] == ["L101"]
