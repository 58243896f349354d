"""What a translation may lack, where a page then stands, and what a reader sees of it.

Each row of the tables changes the French of the small site and says what `build` answers: the exit code, the
codes with their severity, and on the pages the notice, `noindex` and the links.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from lxml import html

from sitegen import site
from sitegen.catalog import check_catalog, labels, load_catalog
from sitegen.content import load_content
from sitegen.publication import Count, Publication, count
from sitegen.render import environment, labels_by_block
from tests.deals import ROOT
from tests.tiny import Tiny

PO = "locales/fr/LC_MESSAGES/messages.po"
LEXICON = "locales/fr/lexicon.toml"
SITE = "content/site.toml"
Element = Any  # an element of lxml.html, which the stubs of lxml do not describe
Change = Callable[[Tiny], None]


@pytest.fixture
def tiny(tmp_path: Path) -> Tiny:
    return Tiny(tmp_path / "tiny")


def settings(tiny: Tiny, status: str, coverage: float) -> None:
    tiny.change(SITE, 'status = "published"\ncoverage = 1.0', f'status = "{status}"\ncoverage = {coverage}')


def change(path: str, find: str, replace: str) -> Change:
    return lambda tiny: tiny.change(path, find, replace)


def remove(path: str) -> Change:
    return lambda tiny: tiny.path(path).unlink()


def empty(tiny: Tiny) -> None:
    """A locale just added: no translation, and a lexicon whose classes and claims have no words."""
    header, *entries = tiny.read(PO).split("\n\n")
    blank = [re.sub(r'^msgstr .*(\n".*)*', 'msgstr ""', entry, flags=re.MULTILINE) for entry in entries]
    tiny.write(PO, "\n\n".join([header, *blank]).rstrip("\n") + "\n")
    tiny.write(LEXICON, re.sub(r"= \[.*?\]", "= []", tiny.read(LEXICON), flags=re.DOTALL))


NOTHING: Change = lambda tiny: None  # noqa: E731  # a row of a table
MISSING = change(PO, 'msgstr "Les plis"', 'msgstr ""')  # a heading of the page `play`
FUZZY = change(PO, 'msgctxt "heading"\nmsgid "Tricks"', '#, fuzzy\nmsgctxt "heading"\nmsgid "Tricks"')
BROKEN = change(PO, 'msgstr "Les plis"', 'msgstr "Les plis')
WRONG = change(PO, "entame de l'[as de pique]", "entame de l'[as de cœur]")
LITERAL = change(PO, 'msgstr "Les plis"', 'msgstr "Les plis, trois as"')
NEW_WORD = change(PO, 'msgstr "Les plis"', 'msgstr "Les plis zigzaguent"')
NO_LABEL = change(PO, 'msgid "May be played"\nmsgstr', '#, fuzzy\nmsgid "May be played"\nmsgstr')


class Row(NamedTuple):
    status: str
    coverage: float
    lacking: Change
    exit: int
    problems: set[tuple[str, str]]
    incomplete: tuple[str, ...] = ()  # pages with a notice
    unlinked: tuple[str, ...] = ()  # pages that nothing leads to
    arguments: tuple[str, ...] = ()
    left_out: bool = False


WARN, FAIL = "warning", "error"
ROWS = {
    "whole": Row("published", 1.0, NOTHING, 0, set()),
    "whole draft": Row("draft", 1.0, NOTHING, 0, set()),
    "missing": Row("published", 1.0, MISSING, 1, {("P104", FAIL)}),
    "fuzzy": Row("published", 1.0, FUZZY, 1, {("P105", FAIL)}),
    "missing above": Row("published", 0.9, MISSING, 0, {("P104", WARN)}),
    "fuzzy above": Row("published", 0.9, FUZZY, 0, {("P105", WARN)}),
    "a label": Row("published", 1.0, NO_LABEL, 1, {("P105", FAIL)}),
    "a label above": Row("published", 0.9, NO_LABEL, 0, {("P105", WARN)}),
    "draft missing": Row("draft", 1.0, MISSING, 0, {("P104", WARN)}, ("play",), ("play",)),
    "draft fuzzy": Row("draft", 1.0, FUZZY, 0, {("P105", WARN)}, ("play",), ("play",)),
    "draft above": Row("draft", 0.9, MISSING, 0, {("P104", WARN)}),
    "draft label": Row("draft", 1.0, NO_LABEL, 0, {("P105", WARN)}, ("play",), ("play",)),
    "draft title": Row(
        "draft", 1.0, change(PO, 'msgid "Home"\nmsgstr', '#, fuzzy\nmsgid "Home"\nmsgstr'),
        0, {("P105", WARN)}, ("index",), ("index",)),
    "new word": Row("published", 1.0, NEW_WORD, 1, {("F303", FAIL)}),
    "draft new word": Row("draft", 1.0, NEW_WORD, 0, {("F303", WARN)}),
    "draft wrong": Row("draft", 1.0, WRONG, 1, {("F101", FAIL)}),
    "draft literal": Row("draft", 1.0, LITERAL, 1, {("F301", FAIL)}),
    "draft broken": Row("draft", 1.0, BROKEN, 1, {("P101", FAIL)}),
    "draft without a lexicon": Row(
        "draft", 1.0, remove(LEXICON), 0, {("L101", WARN), ("C108", WARN)}, left_out=True),
    "no lexicon": Row("published", 1.0, remove(LEXICON), 1, {("L101", FAIL)}),
    "draft without a PO file": Row(
        "draft", 1.0, remove(PO), 0, {("P101", WARN)}, ("index", "play"), ("index", "play")),
    "no PO file": Row("published", 1.0, remove(PO), 1, {("P101", FAIL)}),
    "draft lacks a word": Row(
        "draft", 1.0, change(LEXICON, 'S = ["pique{,s}"]', "S = []"), 0,
        {("L103", WARN), ("C108", WARN)}, left_out=True),
    "draft just added": Row(
        "draft", 1.0, empty, 0, {("L103", WARN), ("P104", WARN), ("C108", WARN)}, left_out=True),
    "degrade whole": Row("published", 1.0, NOTHING, 0, set(), arguments=("--degrade",)),
    "degrade missing": Row(
        "published", 1.0, MISSING, 0, {("P104", WARN)}, ("play",), arguments=("--degrade",)),
    "degrade wrong": Row(
        "published", 1.0, WRONG, 0, {("F101", WARN)}, ("play",), arguments=("--degrade",)),
    "degrade wrong above": Row(
        "published", 0.9, WRONG, 0, {("F101", WARN)}, arguments=("--degrade",)),
    "degrade new word": Row(
        "published", 1.0, NEW_WORD, 0, {("F303", WARN)}, ("play",), arguments=("--degrade",)),
    "degrade broken": Row(
        "published", 1.0, BROKEN, 0, {("P101", WARN)}, ("play",), arguments=("--degrade",)),
    "degrade twice": Row(
        "published", 1.0,
        lambda tiny: tiny.write(PO, tiny.read(PO) + '\nmsgctxt "heading"\nmsgid "Tricks"\nmsgstr "Plis"\n'),
        0, {("P102", WARN)}, ("play",), arguments=("--degrade",)),
    "degrade header": Row(
        "published", 1.0, change(PO, "Language: fr", "Language: pl"), 0,
        {("P113", WARN), ("C108", WARN)}, arguments=("--degrade",), left_out=True),
    "degrade draft wrong": Row(
        "draft", 1.0, WRONG, 0, {("F101", WARN)}, ("play",), ("play",), arguments=("--degrade",)),
    "degrade no PO file": Row(
        "published", 1.0, remove(PO), 0, {("P101", WARN), ("C108", WARN)},
        arguments=("--degrade",), left_out=True),
    "degrade lexicon": Row(
        "published", 1.0, change(LEXICON, 'S = ["pique{,s}"]', "S = ["), 0,
        {("L101", WARN), ("C108", WARN)}, arguments=("--degrade",), left_out=True),
    "degrade source": Row(
        "published", 1.0, change("content/pages/play.md", "leads the [ace of spades]", "leads the [ace of hearts]"),
        1, {("F101", FAIL), ("P104", WARN), ("P106", WARN), ("P107", FAIL)}, arguments=("--degrade",)),
    "degrade rules": Row(
        "published", 1.0, change("content/rules/maison.toml", "value = 20\n", "value = 30\n"), 1,
        {("F100", FAIL)}, arguments=("--degrade",)),
    "degrade template": Row(
        "published", 1.0, change("templates/page.html", "{{ page.body }}", "{{ page.body }} 32"), 1,
        {("H105", FAIL)}, arguments=("--degrade",)),
}  # fmt: skip


@pytest.mark.parametrize("name", ROWS)
def test_what_may_be_lacking(name: str, tiny: Tiny) -> None:
    """Each row: what is told and how severely, and what then stands on the pages."""
    row = ROWS[name]
    settings(tiny, row.status, row.coverage)
    row.lacking(tiny)
    code, found = tiny.check(*row.arguments)
    told = {(p["code"], p["severity"]) for p in found["problems"]}
    if name == "degrade rules":
        assert {("F100", FAIL)} <= told
    else:
        assert told == row.problems, found["problems"]
    result = tiny.build("--base-url", "https://example.org/r/", *row.arguments)
    assert (code, result.exit_code) == (row.exit, row.exit)
    if row.exit:
        assert not tiny.path("output").exists()
        return
    assert ("output/fr/play.html" in tiny.tree()) is not row.left_out
    for slug in ("index", "play"):
        pages = {"en": tree(tiny, f"en/{slug}")}
        if not row.left_out:
            pages["fr"] = tree(tiny, f"fr/{slug}")
            incomplete = slug in row.incomplete
            assert bool(pages["fr"].xpath("//*[@class='notice']")) is incomplete
            assert bool(pages["fr"].xpath("//meta[@name='robots'][@content='noindex']")) is incomplete
            reached = {a.get("href") for a in pages["fr"].xpath("//nav[@class='pages']//a")}
            both = {"index.html", "play.html"}
            wanted = both if incomplete else both - {f"{s}.html" for s in row.unlinked}
            assert wanted == reached
        assert not pages["en"].xpath("//*[@class='notice']")
        switch = [a.get("hreflang") for a in pages["en"].xpath("//nav[@class='languages']//a")]
        assert switch == ["en"] + ["fr"] * (not row.left_out and slug not in row.unlinked)
        complete = not row.left_out and slug not in row.incomplete
        for lang, page in pages.items():
            named = [(e.get("hreflang"), e.get("href")) for e in page.xpath("//link[@rel='alternate']")]
            here = [(lg, f"https://example.org/r/{lg}/{slug}.html") for lg in ("en", "fr")]
            default = ("x-default", f"https://example.org/r/en/{slug}.html")
            wanted_links = [*(here if complete else here[:1]), default]
            assert named == ([] if lang == "fr" and not complete else wanted_links)
    root: Element = html.document_fromstring(tiny.read("output/index.html"))
    chooser = [a.get("hreflang") for a in root.xpath("//a")]
    assert chooser == ["en"] + ["fr"] * (not row.left_out and "index" not in row.unlinked)


def tree(tiny: Tiny, name: str) -> Element:
    return html.document_fromstring(tiny.page(name))


def test_a_draft_just_added_is_told_in_few_lines(tiny: Tiny) -> None:
    """What a draft has hardly begun with is one warning with its number, not one for each message or word."""
    tiny.run("locale", "add", "de")
    tiny.write("locales/de/lexicon.toml", tiny.read(LEXICON))
    code, answer = tiny.check("--locale", "de")
    missing = [p for p in answer["problems"] if p["code"] == "P104"]
    assert (code, len(missing), missing[0]["severity"]) == (0, 1, "warning")
    messages = answer["counts"]["messages"]
    assert missing[0]["message"].startswith(f"{messages} messages have no translation yet")
    po = "locales/de/LC_MESSAGES/messages.po"
    words = " ".join(f"Wort{chr(97 + n)}x" for n in range(12))
    tiny.write(po, tiny.read(po).replace('msgid "Tricks"\nmsgstr ""', f'msgid "Tricks"\nmsgstr "{words}"', 1))
    new = [p for p in tiny.check("--locale", "de")[1]["problems"] if p["code"] == "F303"]
    assert [p["message"] for p in new] == ["12 words are new; this is the first"]
    assert "sitegen locale word de" in new[0]["fix"]


def test_a_fallback_is_told(tiny: Tiny) -> None:
    """With `--degrade` the problem says that the source is shown, and the page shows it, marked, with its facts."""
    WRONG(tiny)
    result = tiny.build("--degrade")
    assert "F101 wrong-value (warning)" in result.stdout
    assert "; the source is shown in its place" in result.stdout
    [shown] = tree(tiny, "fr/play").xpath("//div[@class='explanation']//span[@class='fallback']")
    assert (shown.get("lang"), shown.get("dir")) == ("en", "ltr")
    assert " ".join(shown.text_content().split()) == "West leads the ace of spades: North must follow suit."
    assert [e.get("data-fact") for e in shown.xpath(".//data")] == ["1.seat", "1.card", "must-follow.me"]


def test_a_label_falls_back(tiny: Tiny) -> None:
    """In text a label is marked; in an attribute it can be words alone."""
    settings(tiny, "draft", 1.0)
    for text in ("May be played", "Pages"):
        tiny.change(PO, f'msgid "{text}"\nmsgstr', f'#, fuzzy\nmsgid "{text}"\nmsgstr')
    assert tiny.build().exit_code == 0
    page = tree(tiny, "fr/play")
    assert {e.text_content() for e in page.xpath("//h3/span[@class='fallback']")} == {"May be played"}
    assert "Pages" in page.xpath("//nav/@aria-label")


def test_without_an_address_there_are_no_alternates(tiny: Tiny) -> None:
    """Without a base URL, given or in site.toml, a page names no other addresses of its own."""
    assert tiny.build().exit_code == 0
    assert tree(tiny, "en/play").xpath("//link[@rel='alternate']") == []


@pytest.mark.parametrize("address", ["example.org", "ftp://example.org/", "https://example.org"])
def test_a_base_url_is_an_address(address: str, tiny: Tiny) -> None:
    """Anything else is a wrong call."""
    assert tiny.build("--base-url", address).exit_code == 2


def test_one_language_alone_knows_of_the_others(tiny: Tiny) -> None:
    """Built by itself a language has the same pages as built with all: drafts are judged all the same."""
    settings(tiny, "draft", 1.0)
    MISSING(tiny)
    tiny.build()
    whole = tiny.tree()
    for lang in ("en", "fr"):
        assert tiny.build("--locale", lang).exit_code == 0
        assert whole[f"output/{lang}/play.html"] == tiny.tree()[f"output/{lang}/play.html"]


def test_attributes_take_plain_words() -> None:
    """No template puts `_()`, which may be an element, into an attribute or a title."""
    for path in (ROOT / "templates").glob("*.html"):
        assert not re.search(r"=\"[^\"]*\{\{ _\(|<title>[^<]*\b_\(", path.read_text("utf-8")), path


def test_labels_by_block() -> None:
    """The texts of the templates belong to the blocks that show them; those of a page to every page."""
    found = labels_by_block(environment(ROOT))
    assert {"Skip to the content", "Pages"} <= found[""]
    assert found["summary"] == {"Summary"}
    assert "May be played" in found["play"]
    assert "May be played" not in found[""] | found["scores"]


def test_labels_of_blocks_are_those_that_are_extracted() -> None:
    """What is found in the templates a page goes through is what extraction finds by parsing them."""
    found = frozenset().union(*labels_by_block(environment(ROOT)).values())
    extracted, _ = labels(ROOT, "")
    pages = [f"templates/{name}.html" for name in ("base", "page", "blocks")]
    assert found == {m.text.value for m in extracted if m.text.path in pages}
    assert {m.text.path for m in extracted} <= set(pages)


# status -------------------------------------------------------------------------------------------------


def test_counts(tiny: Tiny) -> None:
    """Every message is translated, fuzzy, missing or broken."""
    MISSING(tiny)
    tiny.change(
        PO,
        'msgctxt "heading"\nmsgid "The play"\nmsgstr',
        '#, fuzzy\nmsgctxt "heading"\nmsgid "The play"\nmsgstr',
    )
    catalog, _ = load_catalog(tiny.root, "fr")
    keys = [("heading", "Tricks"), ("heading", "The play"), ("heading", "Tiny Belote"), (None, "no such")]
    assert count(keys, catalog) == Count(4, 1, 1, 2, 0)
    catalog.broken.add((None, "no such"))
    assert count(keys, catalog) == Count(4, 1, 1, 1, 1)
    assert count(keys, None) == Count(4, 4, 0, 0, 0)
    assert (count([], catalog).share, Count(3, 2, 0, 1, 0).hundredths) == (1.0, 66)


def test_excused(tiny: Tiny) -> None:
    """In a published language what stands on a page below its threshold is not excused, nor what no page shows."""
    content, _ = load_content(tiny.root)
    catalog, _ = load_catalog(tiny.root, "fr")
    assert content is not None
    publication = Publication(content, ("en", "fr"), {}, {"fr": catalog})
    play, unshown = ("heading", "Tricks"), (None, "on no page")
    keys = [play, unshown]
    assert publication.excused("fr", keys) == {play}
    del catalog.entries[play]
    fresh = Publication(content, ("en", "fr"), {}, {"fr": catalog})
    assert fresh.excused("fr", keys) == frozenset()
    project, _ = site.load(tiny.root)
    assert project is not None
    found = check_catalog(catalog, {play: project.messages[play]}, {play})
    assert [(p.code, p.severity) for p in found if p.code == "P104"] == [("P104", "warning")]


def test_status(tiny: Tiny) -> None:
    """Per language and page: messages, translated, fuzzy, missing, failing, share, state; as JSON and as a table."""
    settings(tiny, "draft", 0.9)
    MISSING(tiny)
    WRONG(tiny)
    tiny.change(PO, 'msgid "Home"\nmsgstr', '#, fuzzy\nmsgid "Home"\nmsgstr')
    result = tiny.run("locale", "status", "--format", "json")
    assert result.exit_code == 0
    [french] = json.loads(result.stdout)["languages"]
    pages = {p.pop("page"): p for p in french.pop("pages")}
    assert (french["lang"], french["status"], french["coverage"]) == ("fr", "draft", 0.9)
    assert [french[k] for k in ("fuzzy", "missing", "failing")] == [1, 1, 1]
    numbers = {slug: [p[k] for k in ("fuzzy", "missing", "failing")] for slug, p in pages.items()}
    assert numbers == {"index": [1, 0, 0], "play": [0, 1, 1]}
    for row in (french, *pages.values()):
        assert row["translated"] + row["fuzzy"] + row["missing"] == row["messages"]
        assert row["share"] == round(row["translated"] / row["messages"], 4)
    table = tiny.run("locale", "status", "fr").stdout
    assert [line.split()[0] for line in table.splitlines() if line.strip()][1:] != []
    for slug, page in pages.items():
        assert re.search(rf"{slug} +{page['messages']} +{page['translated']} .*{page['state']}", table)


@pytest.mark.parametrize(
    ("status", "coverage", "states"),
    [
        ("published", 1.0, ["published", "published", "below threshold"]),
        ("published", 0.5, ["published", "published", "published"]),
        ("draft", 1.0, ["draft", "complete", "draft"]),
        ("draft", 0.5, ["draft", "complete", "complete"]),
    ],
)
def test_states(status: str, coverage: float, states: list[str], tiny: Tiny) -> None:
    """A page that reaches the threshold is published, of a draft it is complete; another is a draft, or below what its language asks."""
    settings(tiny, status, coverage)
    MISSING(tiny)
    project, _ = site.load(tiny.root)
    assert project is not None
    assert [s.state for s in site.status(project)] == states


def test_status_of_no_language(tiny: Tiny) -> None:
    """A language that the site does not have is a wrong call."""
    assert tiny.run("locale", "status", "xx").exit_code == 2
