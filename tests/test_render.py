"""Rendering: what of a message, a fact and a block becomes HTML, and what a template's mistake becomes."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import UndefinedError
from lxml import html

from sitegen import render, site
from sitegen.content import Block, Message, Page
from sitegen.diagnostics import Place, Problem, Text
from sitegen.prose.spans import plain
from sitegen.render import Renderer, TemplateProblem, environment, labels_by_block, mark, mark_word
from sitegen.reread import Expected, reread
from tests.deals import ROOT

RULES = "belote-maison"
EXAMPLE = "who-takes-the-trick"


@cache
def renderer(lang: str = "en") -> Renderer:
    """The renderer of the project's own site; a message is its own translation."""
    project, problems = site.load(ROOT)
    assert project is not None, problems
    return Renderer(
        project.content,
        project.vocabulary,
        project.lexicons[lang],
        project.languages[lang],
        tuple(project.languages.values()),
        lambda message: message.text.value,
        str,
        environment(ROOT),
        project.publication,
        project.references,
        lambda: project.figures,
    )


def message(text: str, example: str = EXAMPLE) -> Message:
    return Message(Text(text, "page.md", ((0, 1, 1),)), "text", RULES, example)


def test_the_game_does_not_lead_to_the_pair() -> None:
    """In no language, with capitals or without, does a word of a sentence about the game Belote lead to the king
    and queen of trump; some word of each language does."""
    project, _ = site.load(ROOT)
    assert project is not None
    references, seen = project.references, set()
    for lang in project.languages:
        shown = site.renderer_of(project, lang, environment(ROOT))
        for page in project.content.pages:
            for message in page.messages():
                shown._current, shown._linked = page, set()
                leads = 'href="glossary.html#term-belote"' in shown.words(message)
                assert not (leads and references.names(message, "belote-game")), (lang, message.text.value)
                seen |= {lang} if leads else set()
    assert seen == project.languages.keys()


def test_words_of_the_game_are_linked_where_they_stand_whole() -> None:
    """A word that begins in a span or a link, or is linked already, stays as it is; emphasis does not part it."""
    shown = renderer()
    shown._current, shown._linked = shown.content.pages[0], set()
    found = shown.words(
        message("The last [trick](#1.card), a **trick**, [a ruff](play.md), a ruff and a trick")
    )
    links = [(a.text_content(), a.get("href")) for a in html.fragment_fromstring(found, "p").findall(".//a")]
    shown._current = None
    assert links == [
        ("trick", "glossary.html#term-trick"), ("a ruff", "play.html"), ("ruff", "glossary.html#term-ruff"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", "plain"),
        ("*soft* and **loud**", "<em>soft</em> and <strong>loud</strong>"),
        ("**all of *it***", "<strong>all of *it</strong>*"),
        ("`code & more`", "<code>code &amp; more</code>"),
        ("a < b & c > d \" '", "a &lt; b &amp; c &gt; d &#34; &#39;"),
        ("&amp; stays", "&amp;amp; stays"),
        ("<b>no</b>", "&lt;b&gt;no&lt;/b&gt;"),
        (r"\*no\*", "*no*"),
        ("[ace](#1.card)", '<data data-fact="1.card" value="AS">ace</data>'),
        ("[it](#wins.me)", '<data data-fact="wins.me" value="true">it</data>'),
        ("*[ace](#1.card)*", '<em><data data-fact="1.card" value="AS">ace</data></em>'),
        ("[page](play.md)", '<a href="play.html">page</a>'),
        ("[part](play.md#trick)", '<a href="play.html#trick">part</a>'),
        ("[far](https://example.org/a.md)", '<a href="https://example.org/a.md">far</a>'),
        ('["q"](#1.card)', '<data data-fact="1.card" value="AS">&#34;q&#34;</data>'),
        ('[x](play.md"onclick="y)', '<a href="play.md&#34;onclick=&#34;y">x</a>'),
    ],
)
def test_words_of_a_message(text: str, expected: str) -> None:
    """Mark-up becomes elements, spans become marked facts, all else is text: nothing of it can be HTML."""
    assert renderer().words(message(text)) == expected


@given(st.text(alphabet=st.sampled_from("ab <>&\"'`*_[]()#\\/.1é\n"), max_size=40))
def test_a_message_can_only_be_text_and_known_elements(text: str) -> None:
    """Whatever a translation holds, no element and no attribute comes from it, and its words are what is read."""
    found = html.fragment_fromstring(str(renderer().words(message(text))), create_parent="div")
    for element in found.iterdescendants():
        assert element.tag in {"em", "strong", "code", "a", "data"}
        assert set(element.attrib) <= {"href", "class", "data-fact", "value"}
    assert " ".join(found.text_content().split()) == " ".join(plain(text).split())


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("play.md", "play.html"),
        ("play.md#x", "play.html#x"),
        ("#x", "#x"),
        ("https://example.org/", "https://example.org/"),
        ("https://example.org/README.md", "https://example.org/README.md"),
        ("a.txt", "a.txt"),
    ],
)
def test_links(target: str, expected: str) -> None:
    """The name of a page's source becomes its address; other targets stay."""
    assert Renderer.href(target) == expected


def test_marks_escape_what_they_hold() -> None:
    """An address, a value and words are text in any case."""
    assert mark('a"b', '<"', "<i>") == '<data data-fact="a&#34;b" value="&lt;&#34;">&lt;i&gt;</data>'
    assert mark_word("suit", "S", "a&b") == '<data class="word" data-word="suit" value="S">a&amp;b</data>'


def test_titles_are_words_alone() -> None:
    """In the head of a page and in menus a title has no mark-up."""
    assert renderer().text(message("The *last* [ace](#1.card)")) == "The last ace"


@pytest.mark.parametrize(
    ("template", "line"),
    [
        ("{{ nothing }}", 1),
        ("\n\n{{ 1 / 0 }}", 3),
        ("\n{{ page.nothing }}", 2),
        ("{% include 'none.html' %}", 1),
        ("\n{% if %}", 2),
        ("{{ page.title() }}", 1),
    ],
)
def test_a_template_that_fails_is_told_at_its_line(template: str, line: int, tmp_path: Path) -> None:
    """Any error that a template raises is a C107 with file and line."""
    problem = failure(tmp_path, "page.html", template, renderer().content.pages[0])
    assert (problem.code, problem.place.path, problem.place.line) == ("C107", "templates/page.html", line)


def failure(root: Path, name: str, template: str, page: Page) -> Problem:
    """The problem of a page whose templates are those of the site but for one."""
    shutil.copytree(ROOT / "templates", root / "templates")
    (root / "templates" / name).write_text(template, "utf-8")
    own = renderer()
    other = Renderer(
        own.content,
        own.vocabulary,
        own.lexicon,
        own.language,
        own.languages,
        own.translate,
        str,
        environment(root),
        own.publication,
        own.references,
        own.figures,
    )
    with pytest.raises(TemplateProblem) as caught:
        other.page(page)
    return caught.value.problem


@pytest.mark.parametrize(
    ("line", "slug"),
    [
        ("""<section class="summary" aria-label="{{ _plain('Summary') }}">""", "index"),
        (
            """<figcaption id="{{ block.id }}">{{ block.title }}</figcaption>""",
            "play",
        ),  # called by another macro
        ("""<p class="head">{{ _("May be played") }}</p>""", "play"),  # in what a call hands over
        ("""<ol class="changes">""", "changes"),
    ],
)
def test_the_line_of_a_problem_in_a_macro_is_that_of_the_template(
    tmp_path: Path, line: str, slug: str
) -> None:
    """Macros are called from outside of their template: Jinja leaves the lines of its own code in the traceback."""
    whole = (ROOT / "templates" / "blocks.html").read_text("utf-8")
    before, found, after = whole.partition(line)
    assert found
    page = next(page for page in renderer().content.pages if page.slug == slug)
    problem = failure(tmp_path, "blocks.html", before + line + "{{ nothing.there }}" + after, page)
    assert problem.place == Place("templates/blocks.html", before.count("\n") + 1, 1)
    assert problem.message == "the template cannot be rendered: 'nothing' is undefined"


def test_an_error_of_the_program_is_no_template_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    """What fails outside templates is not blamed on them."""
    own = renderer()
    monkeypatch.setattr(Renderer, "rules_name", lambda self, rules: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        own.page(own.content.pages[0])


def test_templates_are_strict_and_escape() -> None:
    """An unknown name is an error; what is no mark-up is escaped."""
    templates = environment(ROOT)
    assert templates.from_string("{{ x }}").render(x="<&>") == "&lt;&amp;&gt;"
    with pytest.raises(UndefinedError):
        templates.from_string("{{ y }}").render()


def test_views_give_templates_facts_and_words_alone() -> None:
    """What a template can print of an example is marked: the view's texts are mark-up that holds its value."""
    page = next(page for page in renderer().content.pages if page.slug == "play")
    block = next(block for block in page.blocks() if block.arguments == (EXAMPLE,))
    view = render.ExampleView(renderer(), block)
    for address in view._table:
        if view._table[address].kind != "duty":
            assert f'data-fact="{address}"' in view.fact(address)
            assert f'value="{view.value(address)}"' in view.fact(address)
    assert 'value="AS"' in view.card("1")
    assert '#suit-s"' in view.card("1")
    assert view.duty == "must-ruff.me"
    assert (
        view.claim("wins.winner") == '<data data-fact="wins.winner" value="true">East takes the trick</data>'
    )
    with pytest.raises(KeyError):
        view.fact("no.such.address")


def shown(kind: str) -> tuple[Block, html.HtmlElement]:
    """A block that shows the first example with a hand as `kind` does, and its figure."""
    page = next(page for page in renderer().content.pages if page.slug == "play")
    found = next(block for block in page.blocks() if block.name == "play")
    bare = Block(kind, found.arguments, found.place)
    block = found if kind == "play" else bare
    return block, html.fragment_fromstring(str(renderer().block(block)))


def test_a_position_is_a_quiz_from_the_start() -> None:
    """It has the switch of an example, turned on, no title and no explanation; its reasons are told in a list."""
    _, example = shown("play")
    _, position = shown("position")
    assert [len(f.xpath(".//input[@type='checkbox'][@checked]")) for f in (example, position)] == [0, 1]
    assert [len(f.xpath(".//figcaption | .//div[@class='explanation']")) for f in (example, position)] == [
        2,
        0,
    ]
    assert position.get("aria-labelledby") in position.xpath(".//@id")
    cards = [len(f.xpath(".//details//li")) for f in (example, position)]
    assert cards == [len(f.xpath(".//ul[@class='whole']/li")) for f in (example, position)]


def test_a_position_is_small() -> None:
    """Twelve positions fit on a page of 2,000 elements: a card of a hand takes nine, ten with its reason."""
    _, position = shown("position")
    sizes = {item.get("class"): len(list(item.iter())) for item in position.xpath(".//ul[@class='whole']/li")}
    assert sizes == {"allowed": 9, "barred": 10}


def test_a_position_is_read_again_without_a_problem() -> None:
    """What it shows is what the engine says, in every part."""
    block, position = shown("position")
    own = renderer()
    text = html.tostring(position, encoding="unicode")
    suits = "".join(f'<path id="suit-{suit}" d="M{n}"/>' for n, suit in enumerate("shdc"))
    page = f'<html lang="en" dir="ltr"><svg>{suits}</svg>{text}</html>'
    titles = {id: file.title.value for id, file in own.content.rules.items()}
    expected = Expected("en", "ltr", titles, blocks={("example", block.arguments[0]): 1})
    sets = {id: file.rules for id, file in own.content.rules.items()}
    assert reread(page, "x", expected, own.vocabulary, own.lexicon, sets) == []
    assert (
        reread(page.replace("allowed", "barred", 1), "x", expected, own.vocabulary, own.lexicon, sets) != []
    )


def test_labels_of_a_macro_that_another_shows() -> None:
    """A block has the labels of every macro that it is made with."""
    found = labels_by_block(environment(ROOT))
    assert found["play"] == found["position"]
    assert "Try it yourself" in found["position"]
