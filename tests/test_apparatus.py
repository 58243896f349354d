"""Glossary, index, sheets to tick, figures, changes, related sections, links to report an error: what the built
pages show of them is right, and every change to it is caught by the second reading."""

from __future__ import annotations

import datetime
import re
import uuid
from collections.abc import Callable
from functools import cache, partial
from typing import Any
from urllib.parse import unquote, urljoin

import pytest
from lxml import etree, html

from sitegen import site
from sitegen.diagnostics import Problem
from sitegen.prose.terms import Term, TermFinder
from sitegen.reread import reread
from sitegen.site import Project
from tests.deals import ROOT
from tests.prose import lexicon

Element = Any  # an element of lxml.html, which the stubs of lxml do not describe
REPORT = "https://example.org/new?title={id}"


@cache
def project() -> Project:
    """The site in its source language, with an address for telling of errors."""
    found, problems = site.load(ROOT, ["en"])
    assert found is not None, problems
    return site.at(found, report=REPORT)


@cache
def files() -> dict[str, str]:
    contents, problems = site.finish(project())
    assert [p for p in problems if p.code != "P107"] == []
    return {path: data.decode() for path, data in contents.items() if path.endswith((".html", ".xml"))}


def page(slug: str) -> Element:
    return html.document_fromstring(files()[f"en/{slug}.html"])


def problems(root: Element, slug: str) -> list[Problem]:
    content = project().content
    [wanted] = [p for p in content.pages if p.slug == slug]
    return reread(
        str(html.tostring(root, encoding="unicode", doctype="<!DOCTYPE html>")),
        f"en/{slug}.html",
        site.expected(project(), "en", wanted),
        project().vocabulary,
        project().lexicons["en"],
        {id: file.rules for id, file in content.rules.items()},
    )


# what the pages show ---------------------------------------------------------------------------------------


def test_every_heading_with_an_id_has_a_link_to_itself() -> None:
    """A permalink beside each, to it and to nothing else, with a name."""
    for path in (p for p in files() if p.startswith("en/") and p.endswith(".html")):
        root: Element = html.document_fromstring(files()[path])
        headings = [h.get("id") for h in root.xpath("//main//div[@class='headed']/*[@id]")]
        links = root.xpath("//a[@class='permalink']")
        assert [a.get("href") for a in links] == [f"#{id}" for id in headings], path
        assert all(a.get("aria-label") for a in links)


def test_breadcrumbs_lead_back_and_are_told_to_machines() -> None:
    """The first page has none; a page under another has that one on its way."""
    assert page("index").xpath("//nav[@class='breadcrumbs']") == []
    steps = page("questions-points").xpath("//nav[@class='breadcrumbs']/ol/li")
    assert [li.xpath("string()").strip() for li in steps] == ["Home", "Questions", "Questions of points"]
    assert [li.xpath("string(.//a/@href)") for li in steps] == ["index.html", "questions.html", ""]
    assert [li.xpath("string(meta[@itemprop='position']/@content)") for li in steps] == ["1", "2", "3"]
    assert page("play").xpath("string(//nav[@class='breadcrumbs']/ol/@itemtype)").endswith("BreadcrumbList")


def test_pages_are_listed_where_their_front_matter_says() -> None:
    """The head has the main pages, the foot the others, and those of neither are in neither."""
    root = page("play")
    head = [a.get("href") for a in root.xpath("//header//nav[@class='pages']//a")]
    foot = [a.get("href") for a in root.xpath("//footer/nav[@class='foot']//a")]
    places: dict[str, list[str]] = {}
    for own in project().content.pages:
        places.setdefault(own.place, []).append(f"{own.slug}.html")
    assert (head, foot) == (places["main"], places["foot"])
    assert not set(places["none"]) & {*head, *foot}


def test_the_first_use_of_a_word_leads_to_its_meaning() -> None:
    """Once on a page, outside facts, links and headings, in a form of the word; the glossary has none."""
    seen = 0
    for own in project().content.pages:
        links = page(own.slug).xpath("//a[@class='term']")
        seen += len(links)
        hrefs = [a.get("href") for a in links]
        assert len(set(hrefs)) == len(hrefs)
        for a in links:
            assert not a.xpath("ancestor::data | ancestor::a | ancestor::h2 | ancestor::figcaption")
        if own.slug == "glossary":
            assert links == []
    assert seen > 40


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("en", "A trick at no-trump, the last trick.", "trick:trick no-trump:no-trump last-trick:last_trick"),
        ("en", "At Coinche a coinche counts. Coinche!", "coinche-game:Coinche coinche:coinche"),
        ("en", "At all-trump a trump", "trump.all-trump:all-trump trump:trump"),
        ("fr", "Un sans-atout, un atout.", "no-trump:sans-atout trump:atout"),
        ("tr", "Koz ve el.", "trump:Koz trick:el"),
        ("en", "A tricky truncheon.", ""),
    ],
)
def test_words_of_the_game_are_found_in_a_text(lang: str, text: str, expected: str) -> None:
    """The longest of several, whole words, and of two words that a capital tells apart the right one."""
    own = lexicon(lang)
    notions = ("trick", "trump", "no-trump", "last-trick", "coinche-game", "coinche", "trump.all-trump")
    finder = TermFinder({name: Term.named(name) for name in notions}, own)
    found = [f"{n}:{text[start:end].replace(' ', '_')}" for start, end, n in finder.find(text)]
    assert found == expected.split()


def test_a_link_changes_no_words() -> None:
    """A page with its links to meanings undone has the words that it has with them."""
    for own in project().content.pages:
        root = page(own.slug)
        before = " ".join(root.xpath("string(//main)").split())
        for a in root.xpath("//a[@class='term']"):
            a.drop_tag()
        assert " ".join(root.xpath("string(//main)").split()) == before


def test_the_glossary_stands_in_the_order_of_the_alphabet() -> None:
    """Each word once, as the lexicon prefers it."""
    words = [dfn.xpath("string()") for dfn in page("glossary").xpath("//dl[@class='glossary']//dfn")]
    assert words == sorted(words, key=lambda w: (w.casefold(), w.swapcase()))
    own = project().lexicons["en"]
    assert set(words) >= {forms[0] for notion, forms in own.terms.items() if notion != "belote-game"}


def test_figures_are_those_of_the_site() -> None:
    """What the page tells is what `check` counts and what the audit committed."""
    told = {
        d.get("data-count"): int(d.get("value")) for d in page("checked").xpath("//dl[@class='checks']//data")
    }
    assert told == project().figures
    assert told["laws"] == 36
    assert told["examples"] == len(project().content.examples)
    assert 0.95 * told["mutants"] < told["caught"] <= told["mutants"]


def test_an_error_can_be_told_of_each_page_section_and_example() -> None:
    """The address has what it is about and the language, encoded; without an address there is no link."""
    links = [a.get("href") for a in page("play").xpath("//a[@class='report']")]
    assert all(a.startswith("https://example.org/new?title=") for a in links)
    told = [unquote(a.partition("=")[2]) for a in links]
    assert {"play (en)", "play#ruff (en)", "play#example-follow-suit (en)"} <= set(told)
    assert len(told) == len(set(told))
    quiet, _ = site.load(ROOT, ["en"])
    assert quiet is not None
    pages, _ = site.render_site(quiet)
    assert 'class="report"' not in pages["en/play.html"]


def test_the_feed_names_each_change_for_ever() -> None:
    """The names are absolute and the same wherever the site is; addresses are right for a reader of the feed."""
    atom = "{http://www.w3.org/2005/Atom}"
    names = []
    for own, base in (
        (project(), ""),
        (site.at(project(), "https://example.org/b/"), "https://example.org/b/"),
    ):
        feed = etree.fromstring(site.feeds(own)["en/feed.xml"])
        ids = [e.text or "" for e in feed.iter(f"{atom}id")]
        assert len(set(ids)) == len(ids) == 1 + len(own.content.changes)
        for id in ids:
            assert id.startswith("urn:uuid:")
            uuid.UUID(id.removeprefix("urn:uuid:"))
        names.append(ids)
        for updated in feed.iter(f"{atom}updated"):
            datetime.datetime.fromisoformat((updated.text or "").replace("Z", "+00:00"))
        hrefs = [e.get("href", "") for e in feed.iter(f"{atom}link")]
        assert all(urljoin(f"{base}en/feed.xml", h).startswith(f"{base}en/") for h in hrefs)
        assert bool(base) == any(e.get("rel") == "self" for e in feed.iter(f"{atom}link"))
        anchors = {h.partition("#")[2] for h in hrefs if "#" in h}
        assert anchors == {li.get("id") for li in page("changes").xpath("//ol[@class='changes']/li")}
    assert names[0] == names[1]


# the second reading ------------------------------------------------------------------------------------------


def put(key: str, value: str) -> Callable[[Element], None]:
    return lambda e: e.set(key, value)


def lose(key: str) -> Callable[[Element], None]:
    return lambda e: e.attrib.pop(key)


def say(text: str) -> Callable[[Element], None]:
    def change(e: Element) -> None:
        for child in list(e):
            e.remove(child)
        e.text = text

    return change


def gone(e: Element) -> None:
    e.drop_tree()


def bare(e: Element) -> None:
    e.drop_tag()


def twice(e: Element) -> None:
    e.addnext(html.fromstring(html.tostring(e, encoding="unicode", with_tail=False)))


def exchanged(path: str, e: Element) -> None:
    """The words of the first two elements at a path below, each in the place of the other."""
    one, two = e.xpath(path)[:2]
    first, second = list(one), list(two)
    one.text, two.text = two.text, one.text
    one[:], two[:] = second, first


KINDS: dict[str, tuple[str, str, Callable[[Element], Any], set[str]]] = {
    "permalink lost": ("play", "//a[@class='permalink']", gone, {"H104"}),
    "permalink elsewhere": ("play", "//a[@class='permalink']", put("href", "#winner2"), {"H104"}),
    "related lost": ("play", "//p[@class='related']/a[@class='entry']", gone, {"H104"}),
    "related elsewhere": ("play", "//p[@class='related']/a[@class='entry']", put("href", "index.html"), {"H104"}),
    "related twice": ("play", "//p[@class='related']/a[@class='entry']", twice, {"H104"}),
    "breadcrumb lost": ("questions-points", "//nav[@class='breadcrumbs']//a", gone, {"H104"}),
    "breadcrumb elsewhere": ("play", "//nav[@class='breadcrumbs']//a", put("href", "play.html"), {"H104"}),
    "report lost": ("scoring", "//a[@class='report']", gone, {"H104"}),
    "report elsewhere": ("scoring", "//a[@class='report']", put("href", "mailto:x"), {"H104"}),
    "term elsewhere": ("play", "//a[@class='term']", put("href", "glossary.html#term-x"), {"H104"}),
    "term in other words": ("play", "//a[@class='term']", say("hand"), {"H102"}),
    "term twice": ("play", "//a[@class='term']", twice, {"H104"}),
    "term exchanged": ("scoring", "//main", partial(exchanged, ".//a[@class='term']"), {"H102"}),
    "explained word lost": ("glossary", "//dl[@class='glossary']/div", gone, {"H104"}),
    "explained word twice": ("glossary", "//dl[@class='glossary']/div", twice, {"H104"}),
    "explained in other words": ("glossary", "//dfn/data", say("hand"), {"H102"}),
    "explained word unmarked": ("glossary", "//dfn/data", bare, {"H103"}),
    "another word marked": ("glossary", "//dfn/data", put("value", "x"), {"H102", "H103"}),
    "words exchanged": ("glossary", "//dl[@class='glossary']", partial(exchanged, ".//dfn"), {"H103"}),
    "entry lost": ("index-a-z", "//section[@class='az']//a[@class='entry']", gone, {"H104"}),
    "entry elsewhere": ("index-a-z", "//section[@class='az']//a[@class='entry']", put("href", "x"), {"H104"}),
    "entry twice": ("index-a-z", "//section[@class='az']//a[@class='entry']", twice, {"H104"}),
    "line lost": ("agreement", "//tr[@data-switch]", gone, {"H104"}),
    "line twice": ("agreement", "//tr[@data-switch]", twice, {"H104"}),
    "line of another switch": ("agreement", "//tr[@data-switch]", put("data-switch", "x"), {"H104"}),
    "answer lost": ("agreement", "//tr/td[@data-rules]", gone, {"H103", "H104"}),
    "answer of another rule set": ("agreement", "//tr/td[@data-rules]", put("data-rules", "coinche-officielles"), {"H101", "H102", "H103", "H104"}),
    "answers exchanged": ("agreement", "//tr[@data-switch='no_trump_ace']", partial(exchanged, "./td"), {"H101", "H102"}),
    "box lost": ("agreement", "//tr/td/label/input", gone, {"H104"}),
    "box twice": ("agreement", "//tr/td/label/input", twice, {"H104"}),
    "room for another lost": ("agreement", "//td[@class='other']/input", gone, {"H104"}),
    "box without words": ("agreement", "//td[@class='other']/input", lose("aria-label"), {"H104"}),
    "example lost": ("agreement", "//a[@class='decided']", gone, {"H103", "H104"}),
    "another example": ("agreement", "//a[@class='decided']", put("href", "play.html#follow"), {"H103"}),
    "sheet lost": ("agreement", "//table", gone, {"H104"}),
    "column of another rule set": ("agreement", "//thead//data", put("value", "x"), {"H102", "H104"}),
    "figure in other words": ("checked", "//dl[@class='checks']//data", say("77"), {"H102"}),
    "another figure": ("checked", "//dl[@class='checks']//data", put("value", "77"), {"H101"}),
    "figure lost": ("checked", "//dl[@class='checks']/div", gone, {"H104"}),
    "figure unmarked": ("checked", "//dl[@class='checks']//data", bare, {"H104"}),
    "another name of a figure": ("checked", "//dl[@class='checks']//data", put("data-count", "x"), {"H101"}),
    "change lost": ("changes", "//ol[@class='changes']/li", gone, {"H104"}),
    "day in other words": ("changes", "//time", say("29 November 2026"), {"H102"}),
    "year in other words": ("changes", "//time", say("30 November 2025"), {"H102"}),
    "another day for machines": ("changes", "//time", put("datetime", "2026-11-29"), {"H101"}),
    "day unmarked": ("changes", "//time", bare, {"H104", "H105"}),
}  # fmt: skip


@pytest.mark.parametrize("slug", [p.slug for p in project().content.pages])
def test_clean_pages_have_no_problem(slug: str) -> None:
    """No false alarm, with an address for telling of errors too."""
    assert problems(page(slug), slug) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_change_is_caught(kind: str) -> None:
    """Each thing that these blocks show, lost, doubled, exchanged or otherwise, is told by its code."""
    slug, path, change, codes = KINDS[kind]
    number = len(page(slug).xpath(path))
    assert number
    for n in sorted({0, number // 2, number - 1}):
        root = page(slug)
        change(root.xpath(path)[n])
        found = {p.code for p in problems(root, slug)}
        assert codes & found, (kind, n, found)


def test_a_glossary_of_unknown_words_is_told() -> None:
    """A notion that the source's lexicon does not have is told at its place; one that a language lacks, of it."""
    own = project()
    before = dict(own.lexicons["en"].terms)
    try:
        del own.lexicons["en"].terms["taker"]
        found = [p for p in site.check(own) if p.code == "C103"]
    finally:
        own.lexicons["en"].terms.clear()
        own.lexicons["en"].terms.update(before)
    assert [(p.place.path, p.said) for p in found] == [("content/pages/glossary.md", "taker")]


def test_terms_are_named_in_two_ways() -> None:
    """A notion by itself, a value with its class."""
    assert Term.named("taker") == Term("term", "taker")
    assert Term.named("outcome.failed") == Term("outcome", "failed")
    assert re.fullmatch(r"[a-z-]+", Term.named("trump.all-trump").value)
