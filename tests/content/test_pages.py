"""Pages: how Markdown becomes parts and messages, where each message stands, and every fault of a page."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitegen.content import Block, Heading, Html, Page, Words
from sitegen.content.pages import BLOCKS, block_tree, context_of, load_page
from sitegen.diagnostics import Problem

RULES = {"home", "club"}
EXAMPLES = {"trick": True, "row": False}
HEAD = '+++\ntitle = "The title"\nrules = "home"\n+++\n'
HEAD_LINES = HEAD.count("\n")


def load(folder: Path, body: str, head: str = HEAD) -> tuple[Page | None, list[Problem]]:
    """The page with this body, and its problems."""
    path = folder / "content" / "pages" / "page.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(head + body, "utf-8", newline="")
    return load_page(path, folder, RULES, EXAMPLES)


def read(folder: Path, body: str) -> Page:
    """A page without problems."""
    page, problems = load(folder, body)
    assert problems == []
    assert page is not None
    return page


def texts(page: Page) -> list[tuple[str, str]]:
    """(role, words) of every message after title and navigation title."""
    return [(m.role, m.text.value) for m in list(page.messages())[2:]]


def test_front_matter(tmp_path: Path) -> None:
    """Title, rule set, and a navigation title that is the title where none is given."""
    page = read(tmp_path, "")
    assert (page.slug, page.path, page.rules) == ("page", "content/pages/page.md", "home")
    assert [(m.role, m.text.value) for m in page.messages()] == [
        ("heading", "The title"),
        ("nav", "The title"),
    ]
    assert [(m.text.place().line, m.text.place().column) for m in page.messages()] == [(2, 10), (2, 10)]


def test_roles(tmp_path: Path) -> None:
    """Each block element is a message with its role; inline Markdown stays as it is written."""
    body = (
        "A *paragraph* with a [span](#1.card).\n\n## Heading {#here}\n\n- one\n- two\n\n"
        "Text.\n\n1. first\n\n> quoted\n\n| a | b |\n|---|---|\n| c | d |\n"
    )
    assert texts(read(tmp_path, body)) == [
        ("text", "A *paragraph* with a [span](#1.card)."),
        ("heading", "Heading"),
        ("item", "one"),
        ("item", "two"),
        ("text", "Text."),
        ("item", "first"),
        ("text", "quoted"),
        ("cell", "a"),
        ("cell", "b"),
        ("cell", "c"),
        ("cell", "d"),
    ]


def test_heading_ids_come_from_the_source(tmp_path: Path) -> None:
    """`{#id}` is cut off the message and becomes the element's id; a heading without it has none."""
    page = read(tmp_path, "## With {#an-id}\n\n## Without\n")
    found = [(p.level, p.id, p.message.text.value) for p in page.parts if isinstance(p, Heading)]
    assert found == [(2, "an-id", "With"), (2, "", "Without")]


def test_blocks(tmp_path: Path) -> None:
    """A block has its arguments, its title, and the parts inside it with the example that they speak of."""
    page = read(
        tmp_path,
        "/// play | trick\nThe title\n\nThe *explanation*.\n///\n\n"
        "//// scores\nThe caption\n\n/// row | row\nThe row\n\nIts text.\n///\n////\n",
    )
    play, scores, row = page.blocks()
    assert (play.name, play.arguments) == ("play", ("trick",))
    assert play.title is not None
    assert (play.title.role, play.title.text.value, play.title.example) == ("title", "The title", "trick")
    assert [(m.role, m.text.value, m.example) for m in list(page.messages())[3:]] == [
        ("text", "The *explanation*.", "trick"),
        ("caption", "The caption", ""),
        ("row", "The row", "row"),
        ("text", "Its text.", "row"),
    ]
    assert [b.place.line for b in (play, scores, row)] == [HEAD_LINES + 1, HEAD_LINES + 7, HEAD_LINES + 10]


def test_places_follow_the_source(tmp_path: Path) -> None:
    """Every word of a message stands where its place says, also on continued, quoted and indented lines."""
    body = "Same words.\n\nSame words\nand more.\n\n> quoted and\n> continued\n\n- an item that\n  goes on\n"
    page = read(tmp_path, body)
    lines = (HEAD + body).splitlines()
    for message in list(page.messages())[2:]:
        offset = 0
        for word in message.text.value.split():
            place = message.text.place(offset)
            assert lines[place.line - 1][place.column - 1 :].startswith(word), (word, place)
            offset += len(word) + 1
    assert [m.text.place().line - HEAD_LINES for m in list(page.messages())[2:]] == [1, 3, 6, 9]


def test_short_texts_get_a_context() -> None:
    """Three words or fewer are told apart by their role; longer ones are not."""
    assert [context_of(text, "row") for text in ("A tie", "One two three", "a b c d")] == ["row", "row", None]


def test_comments_tell_where_a_message_stands(tmp_path: Path) -> None:
    """A translator reads the page and the heading that a message stands under."""
    page = read(tmp_path, "First.\n\n## Part\n\nSecond.\n")
    assert [m.comment for m in page.messages()] == ["page", "page", "page", "page > Part", "page > Part"]


@pytest.mark.parametrize(
    ("body", "code", "line", "message"),
    [
        ("Text with <b>HTML</b>.\n", "C105", 1, "raw HTML"),
        ("One.\n\n<div>\nblock\n</div>\n", "C105", 3, "raw HTML"),
        ("<!-- a comment -->\n", "C105", 1, "raw HTML"),
        ("One.\n\n    code\n", "C105", 3, "cannot hold <code>"),
        ("/// nothing\nText\n///\n", "C103", 1, "no block nothing"),
        ("One.\n\n/// play | trick\nTitle\n", "C103", 3, "not closed"),
        ("One.\n\n///\n", "C103", 3, "closes no block"),
        ("- One.\n\n    /// play | trick\n", "C103", 3, "not closed"),
        ("/// play\nTitle\n///\n", "C103", 1, "takes 1 to 1 arguments, not 0"),
        ("/// play | trick trick\nTitle\n///\n", "C103", 1, "takes 1 to 1 arguments, not 2"),
        ("/// play | trick\n///\n", "C103", 1, "has no first line"),
        ("/// play | trick\n- item\n///\n", "C103", 1, "has no first line"),
        ("One.\n\n/// play | trik\nTitle\n///\n", "C104", 3, "no example trik"),
        ("/// play | row\nTitle\n///\n", "C103", 1, "a play block shows a trick, and row is a score"),
        ("/// picture | row\nTitle\n///\n", "C103", 1, "a picture block shows a trick, and row is a score"),
        ("//// scores\nTitle\n\n/// row | trick\nRow\n///\n////\n", "C103", 4, "shows a score, and trick is a trick"),
        ("//// scores\nTitle\n\nText.\n////\n", "C103", 2, "only row blocks"),
        ("/// row | row\nRow\n///\n", "C103", 1, "stands in a scores block"),
        ("//// summary\n\n/// summary\nText.\n///\n////\n", "C103", 3, "a summary block holds no summary block"),
        ("/// play | trick\nTitle\n\n/// play | trick\nTitle\n///\n", "C103", 1, "not closed"),
        ("//// scores\nTitle\n\n/// row | row\nRow\n////\n", "C103", 4, "not closed"),
        ("/// values | hoem trump\n///\n", "C103", 1, "no rule set hoem"),
        ("/// values | home trumps\n///\n", "C103", 1, "no order trumps"),
        ("/// switches | home hoem\n///\n", "C103", 1, "no rule set hoem"),
        ("/// names | suit suits\n///\n", "C103", 1, "no class of names suits"),
        ("## One {#x}\n\n## Two {#x}\n", "C103", 3, "two headings with the id x"),
    ],
)  # fmt: skip
def test_a_fault(body: str, code: str, line: int, message: str, tmp_path: Path) -> None:
    """Each fault of a page is one problem, at its line."""
    page, problems = load(tmp_path, body)
    assert [(p.code, p.place.line - HEAD_LINES) for p in problems] == [(code, line)]
    assert message in problems[0].message
    assert page is not None


@pytest.mark.parametrize(
    ("head", "code", "line", "message"),
    [
        ("", "C102", 1, "front matter"),
        ("+++\ntitle = 'x'\n", "C102", 1, "front matter"),
        ("+++\ntitle = \n+++\n", "C101", 2, "not TOML"),
        ('+++\nrules = "home"\n+++\n', "C102", 2, "title must be a text"),
        ('+++\ntitle = "x"\nrules = "hoem"\n+++\n', "C102", 3, "no rule set hoem"),
        ('+++\ntitle = "x"\nrules = "home"\nnaw = "y"\n+++\n', "C102", 4, "no field naw"),
        ('+++\ntitle = "x"\nrules = "home"\nnav = 3\n+++\n', "C102", 4, "nav must be a text"),
    ],
)
def test_a_fault_of_the_front_matter(head: str, code: str, line: int, message: str, tmp_path: Path) -> None:
    """Each fault of the front matter is one problem, at its line in the file."""
    _, problems = load(tmp_path, "Text.\n", head)
    assert [(p.code, p.place.line) for p in problems] == [(code, line)]
    assert message in problems[0].message


def test_all_faults_at_once(tmp_path: Path) -> None:
    """A page with several faults tells them all."""
    _, problems = load(tmp_path, "<b>a</b>\n\n/// play | trik\nT\n///\n\n/// names | suits\n///\n")
    assert [p.code for p in problems] == ["C105", "C104", "C103"]


def test_nothing_that_is_prose_is_consumed(tmp_path: Path) -> None:
    """What looks like a reference or an abbreviation stays text: a message can never vanish."""
    body = "[note]: this stays\n\n*[HTML]: and this\n\n[^1]: and that\n"
    assert [t for _, t in texts(read(tmp_path, body))] == [
        "[note]: this stays",
        "*[HTML]: and this",
        "[^1]: and that",
    ]


def test_windows_line_ends(tmp_path: Path) -> None:
    """A page with Windows line ends is the same page."""
    body = "One\nline.\n\n## Two {#two}\n\n/// play | trick\nTitle\n\nText.\n///\n"
    unix = read(tmp_path, body)
    page, problems = load(tmp_path, body.replace("\n", "\r\n"), HEAD.replace("\n", "\r\n"))
    assert problems == []
    assert page is not None
    assert texts(unix) == texts(page)


WORDS = st.text(alphabet=st.sampled_from("ab é*_`[]()#|>-+/\\<&!.:1 \n"), min_size=1, max_size=60)


@settings(max_examples=300, deadline=None)
@given(WORDS)
def test_any_text_is_read(body: str) -> None:
    """Any Markdown gives a tree; nothing raises, and every letter of it is in a text of the tree."""
    tree = block_tree(body)
    whole = "".join(tree.itertext())
    assert {c for c in body if c.isalpha()} <= set(whole) | {"a", "b"}


def test_every_block_is_documented() -> None:
    """Each kind of block says what it is for, and takes a sensible number of arguments."""
    for name, kind in BLOCKS.items():
        least, most = kind.arguments
        assert 0 <= least <= most, name
        assert kind.meaning, name
        assert not kind.example or (least, most) == (1, 1), name


def test_parts_are_words_html_and_blocks(tmp_path: Path) -> None:
    """Neighbouring mark-up is one part, so that a page is a short list."""
    page = read(tmp_path, "One.\n\n- two\n\n/// summary\nThree.\n///\n")
    assert [type(part) for part in page.parts] == [Html, Words, Html, Words, Html, Block]


def test_front_matter_says_where_a_page_is_listed(tmp_path: Path) -> None:
    """At the head by default; a place that there is not is told."""
    assert (read(tmp_path, "").place, read(tmp_path, "").under) == ("main", "")
    head = HEAD.replace("+++\n", '+++\nplace = "foot"\nunder = "index"\n', 1)
    page, problems = load(tmp_path, "", head)
    assert page is not None
    assert (page.place, page.under, problems) == ("foot", "index", [])
    _, problems = load(tmp_path, "", head.replace("foot", "side"))
    assert [(p.code, p.said) for p in problems] == [("C102", "place")]


def test_a_glossary_holds_terms_alone(tmp_path: Path) -> None:
    """Each with its notion; a term stands nowhere else, and prose beside the terms is told."""
    page = read(tmp_path, "//// glossary\n/// term | taker\nWho *takes*.\n///\n////\n")
    assert [(b.name, b.arguments) for b in page.blocks()] == [("glossary", ()), ("term", ("taker",))]
    assert texts(page) == [("text", "Who *takes*.")]
    for body in ("/// term | taker\nx\n///\n", "//// glossary\nProse.\n\n/// term | taker\nx\n///\n////\n"):
        assert [p.code for p in load(tmp_path, body)[1]] == ["C103"]
    assert [p.code for p in load(tmp_path, "/// agreement | nowhere\n///\n")[1]] == ["C103"]
