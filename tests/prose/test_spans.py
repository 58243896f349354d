"""The mark-up of a message: where each piece stands, the same HTML as Python-Markdown's, broken mark-up told."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from html import escape

import markdown
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitegen.facts import Fact
from sitegen.prose.check import Scope, check_message
from sitegen.prose.lexicon import CARD, CLASSES
from sitegen.prose.spans import (
    KINDS,
    Node,
    describe,
    leaves,
    name,
    parse,
    plain,
    read,
    same_words,
    spans,
    truth,
)
from sitegen.prose.text import tokens
from tests.prose import LANGUAGES, lexicon, small, text, translated, vocabulary

# what parse gives -----------------------------------------------------------------------------------


def shape(nodes: Sequence[Node]) -> list[object]:
    """Nodes as plain data: kind, words, target, children."""
    out: list[object] = []
    for n in nodes:
        inner = [shape(n.children)] if n.children else []
        out.append((n.kind, *([n.text] if not inner else []), *([n.target] if n.target else []), *inner))
    return out


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("", []),
        ("plain", [("text", "plain")]),
        ("[ace](#1.card)", [("span", "ace", "1.card")]),
        ("[a](#x)[b](#y/z.1)", [("span", "a", "x"), ("span", "b", "y/z.1")]),
        ("a [b](play.md#x) c", [("text", "a "), ("link", "play.md#x", [("text", "b")]), ("text", " c")]),
        ("*a* **b** `c*`", [("emphasis", [("text", "a")]), ("text", " "), ("strong", [("text", "b")]), ("text", " "), ("code", "c*")]),
        ("**[a](#x)** b", [("strong", [("span", "a", "x")]), ("text", " b")]),
        ("[*a*](play.md)", [("link", "play.md", [("emphasis", [("text", "a")])])]),
        (r"\*a\* \[b\](#c)", [("text", "*"), ("text", "a"), ("text", "*"), ("text", " "), ("text", "["), ("text", "b"), ("text", "]"), ("text", "(#c)")]),
        (r"\\*a*", [("text", "\\"), ("emphasis", [("text", "a")])]),
        ("[]( #x)", [("text", "[]( #x)")]),
        ("2 * 3 * 4", [("text", "2 * 3 * 4")]),
        ("`[a](#x)`", [("code", "[a](#x)")]),
        ("![a](#x)", [("text", "![a](#x)")]),
        ("[(160 + contract) × 2](#f)", [("span", "(160 + contract) × 2", "f")]),
    ],
)  # fmt: skip
def test_pieces_of_a_message(message: str, expected: list[object]) -> None:
    """Text, emphasis, strong, code, links and spans, nested as they may be."""
    assert expected == shape(parse(message))


MARKUP = st.text(st.sampled_from("abé १*_`[]()#\\!<&;.|~" + "（］ "), max_size=24)
PIECES = st.recursive(
    st.sampled_from(["a", " b ", "été", "अ", "1.", "!", "(", ")", "<", "&", '"', "'", "#", "+", " - ", "×", "`c*_`", r"\*", r"\[", r"\_",
                     "[ace](#1.card)", "[p](play.md#x)", "[(1 + 2) × 3](#f.x)"]),
    lambda inner: st.lists(inner, min_size=1, max_size=3).map("".join)
    | inner.map(lambda s: f"**x{s}x**" if "**" not in s else s)
    | inner.map(lambda s: f"*x{s}x*" if "*" not in s else s),
    max_leaves=8,
)  # fmt: skip


def standing(nodes: Sequence[Node], message: str) -> None:
    for node in nodes:
        there = message[node.start : node.end]
        assert (
            node.text == (there.strip() if node.kind == "code" else there)[: len(node.text)]
            or node.kind == "code"
        )
        standing(node.children, message)


@given(MARKUP | PIECES)
def test_every_piece_stands_where_it_says(message: str) -> None:
    """The words of each node are found at its place, in order, and nothing of the message is left out."""
    nodes = parse(message)
    last = 0
    for node in leaves(nodes):
        if node.kind != "code":
            assert node.text == message[node.start : node.end]
        else:
            assert message[node.start :].strip().startswith(node.text)
        assert last <= node.start
        last = node.end
    standing(nodes, message)
    assert "".join(n.text for n in leaves(nodes)) == plain(message)
    assert [n for n in leaves(nodes) if n.kind == "span"] == spans(message)


# what Python-Markdown makes of it -------------------------------------------------------------------


def rendered(nodes: Sequence[Node]) -> str:
    """What sitegen.render makes of nodes, with spans as the links that they are written as."""
    out = []
    for node in nodes:
        if node.kind == "text":
            out.append(escape(node.text, quote=False))
        elif node.kind == "code":
            out.append(f"<code>{escape(node.text, quote=False)}</code>")
        elif node.kind == "span":
            out.append(f'<a href="#{node.target}">{escape(node.text, quote=False)}</a>')
        elif node.kind == "link":
            out.append(f'<a href="{escape(node.target)}">{rendered(node.children)}</a>')
        else:
            tag = {"emphasis": "em", "strong": "strong"}[node.kind]
            out.append(f"<{tag}>{rendered(node.children)}</{tag}>")
    return "".join(out)


_MARKDOWN = markdown.Markdown(extensions=["tables"])


def by_markdown(message: str) -> str:
    _MARKDOWN.reset()
    return _MARKDOWN.convert(message)


def canonical(html: str) -> str:
    """HTML as a tree written in one way: entities and quotes do not matter."""
    return ET.tostring(ET.fromstring(html), encoding="unicode")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_messages_of_the_site_are_rendered_as_markdown_renders_them(lang: str) -> None:
    """For every message of the site, in every language, the project's parser gives what Python-Markdown gives."""
    checked = 0
    for _, message in translated(lang):
        mine = canonical(f"<p>x {rendered(parse(message.value))}</p>")
        assert canonical(by_markdown(f"x {message.value}")) == mine, message.value
        checked += 1
    assert checked > 150


@given(PIECES)
def test_generated_text_is_rendered_as_markdown_renders_it(message: str) -> None:
    """So too for text put together from every kind of piece, nested."""
    message = f"x {' '.join(message.split())} x"
    if told(message) or "&#" in message:  # Markdown leaves `&#1` as it stands, which is no XML to compare
        return
    assert canonical(by_markdown(message)) == canonical(f"<p>{rendered(parse(message))}</p>")


def told(message: str) -> list[str]:
    """The codes of what is wrong with the mark-up of a message."""
    found = check_message(text(message), Scope("belote-maison"), vocabulary(), lexicon("en"))
    return [p.code for p in found if p.code == "F601"]


@settings(max_examples=400)
@given(MARKUP)
def test_what_is_rendered_otherwise_is_told(message: str) -> None:
    """Any text whatever: rendered as Python-Markdown renders it, or told as broken."""
    message = f"x{' '.join(f' {message} '.split())}x"
    if not told(message):
        assert canonical(by_markdown(message)) == canonical(f"<p>{rendered(parse(message))}</p>"), message


BROKEN = [
    "[ace] (#1.card)", "［ace］(#1.card)", "[ace]（#1.card）", "[ace](＃1.card)", "[ace] （#1.card)", "[ace](#1.card", "ace](#1.card)",
    "[ace]( #1.card)", "[ace](#1.card )", "[ace](#1 card)", "[[ace](#1.card)]", "[ace]\n(#1.card)", "[ace]:(#1.card)",
    "【ace】(#1.card)", "(#1.card)", "*[ace](#1.card)", "[ace](#1.card)*", "*ace", "ace*", "**ace*", "*ace**", "* ace *", "***ace***",
    "_ace_", "__ace__", "`ace", "ace`", "``ace``", "[*ace*](#1.card)", "[`ace`](#1.card)", r"[ace\.](#1.card)", "[a_](#1.card)",
    "[&amp;](#1.card)", "<b>ace</b>", "<!-- ace", "<https://x.y>", "&amp;", "&#160;", "&nbsp;", "![ace](#1.card)", "![ace](x.png)",
    "[ace][1]", "[ace](#1.card \"title\")", "[ace](<#1.card>)", "[a](b(c))", "*a `b* c`",
    "[ace](1.card)", "[ace]()",
]  # fmt: skip


@pytest.mark.parametrize("message", BROKEN)
@pytest.mark.parametrize("frame", ["{}", "so {} it is", "**so** {}, so"])
def test_broken_markup_is_told_once(message: str, frame: str) -> None:
    """A link that is none, an emphasis that does not close, HTML, an entity: one problem, and no other beside it."""
    scope = Scope("belote-maison", "who-takes-the-trick")
    found = list(check_message(text(frame.format(message)), scope, vocabulary(), lexicon("en")))
    assert [p.code for p in found] in (["F601"], ["F203"]), found


@pytest.mark.parametrize(
    "message",
    [
        "2 < 3",
        "a & b",
        "a_b",
        "(so)",
        "5 # 6",
        "a] b"[:1],
        r"\*",
        r"a \_ b",
        "x (a) y",
        "“a” ‘b’",
        "a ~ b",
        "a | b",
        "-",
        "!",
    ],
)
def test_sound_text_is_not_told(message: str) -> None:
    """What stands for itself is no broken mark-up."""
    assert told(message) == []


def test_the_place_of_broken_markup() -> None:
    """It is told where it begins."""
    found = list(check_message(text("so *it [is"), Scope("belote-maison"), vocabulary(), lexicon("en")))
    assert [(p.code, p.place.column) for p in found] == [("F601", 4)]


# what a span says -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "words", "values", "unknown", "contradicted"),
    [
        ("card", "ace of spades", {"rank": "A", "suit": "S"}, [], []),
        ("card", "spades, the ace", {"rank": "A", "suit": "S"}, [], []),
        ("card", "jack of trump", {"rank": "J", "trump": "card"}, [], []),
        ("card", "ace of spades and hearts", {"rank": "A", "suit": "S"}, [], ["suit"]),
        ("card", "ace, ace of spades", {"rank": "A", "suit": "S"}, [], []),
        ("card", "big ace", {"rank": "A"}, ["big"], []),
        ("card", "the", {}, [], []),
        ("card", "10", {}, ["10"], []),
        ("num", "162", {"num": "162"}, [], []),
        ("num", "−7", {"num": "-7"}, [], []),
        ("num", "-7", {"num": "-7"}, [], []),
        ("num", "one hundred sixty-two", {"num": "162"}, [], []),
        ("num", "one hundred and sixty-two", {"num": "162"}, [], []),
        ("num", "1 040", {"num": "1"}, [], ["num"]),
        ("num", "162 points", {"num": "162"}, ["points"], []),
        ("side", "North–South", {"side": "NS"}, [], []),
        ("seat", "North–South", {"seat": "N"}, [], ["seat"]),
        ("seat", "north", {}, ["north"], []),
        ("trump", "hearts", {"suit": "H"}, [], []),
        ("trump", "no-trump", {"trump": "no-trump"}, [], []),
        ("action", "follows suit", {"action": "follow"}, [], []),
        ("outcome", "", {}, [], []),
    ],
)  # fmt: skip
def test_what_words_say(
    kind: str, words: str, values: dict[str, str], unknown: list[str], contradicted: list[str]
) -> None:
    """A span is a bag of attributes in any order; glue says nothing, other words are unknown, two values clash."""
    reading = read(kind, words, lexicon("en"))
    assert (values, unknown, contradicted) == (reading.values, reading.unknown, list(reading.contradicted))


@pytest.mark.parametrize(
    ("fact", "expected", "label"),
    [
        (Fact("card", "10C"), {"rank": "10", "suit": "C"}, "ten of clubs"),
        (Fact("card", "JH", True), {"rank": "J", "suit": "H", "trump": "card"}, "jack of hearts"),
        (Fact("rank", "10"), {"rank": "10"}, "ten"),
        (Fact("trump", "spades"), {"suit": "S"}, "spades"),
        (Fact("trump", "all-trump"), {"trump": "all-trump"}, "all-trump"),
        (Fact("num", -4), {"num": "-4"}, "−4"),
        (Fact("side", "EW"), {"side": "EW"}, "East–West"),
    ],
)
def test_what_is_true_of_a_fact(fact: Fact, expected: dict[str, str], label: str) -> None:
    """What the words of a fact may say, and the words by which labels name it."""
    assert (expected, label) == (truth(fact), name(fact, lexicon("en")))


def test_kinds_are_read_by_classes_of_the_lexicon() -> None:
    """Every class that can state a fact is a class of lexicons."""
    assert {cls for classes in KINDS.values() for cls in classes} <= {*CLASSES, CARD}


@given(st.sampled_from(sorted(KINDS)), st.text("acekingsofSouth10−, 'é", max_size=20))
def test_reading_never_fails(kind: str, words: str) -> None:
    """Any words can be read as any kind; what a reading says can be described."""
    assert isinstance(describe(read(kind, words, lexicon("en")), lexicon("en")), str)


@pytest.mark.parametrize(
    ("one", "other", "lang", "same"),
    [
        ("L’as  de pique", "l'as de pique", "fr", True),
        ("KIZ", "kız", "tr", True),
        ("ace", "aces", "en", False),
    ],
)
def test_same_words(one: str, other: str, lang: str, same: bool) -> None:
    """Case, spaces and the form of apostrophes do not make words differ."""
    assert same == same_words(one, other, lang)


def test_a_small_language_reads_cards() -> None:
    """A lexicon of a few lines is enough to read a card in another script, in either order."""
    for words in ("हुकुम का इक्का", "इक्का हुकुम"):
        assert read("card", words, small("hi")).values == {"rank": "A", "suit": "S"}


DUTCH = """
[suit]
S = ["schoppen"]
H = ["harten"]
D = ["ruiten"]
C = ["klaveren"]
[rank]
A = ["aas", "azen"]
K = ["heer"]
Q = ["vrouw"]
J = ["boer"]
10 = ["tien"]
9 = ["negen"]
8 = ["acht"]
7 = ["zeven"]
[label]
card = "<suit><rank>"
"""


def test_card_names_of_one_word() -> None:
    """Where cards are named in one word, every such word says its rank and its suit, labels too."""
    words = small("nl", DUTCH)
    assert words.card("A", "S") == "schoppenaas"
    for said in ("schoppenaas", "Schoppenazen", "schoppen aas"):
        assert read("card", said, words).values == {"rank": "A", "suit": "S"}, said
    assert read("card", "schoppenaas harten", words).contradicted == {"suit": ("S", "H")}
    assert [(m.cls, m.value) for m in words.literals(tokens("de hartenboer", "nl"))] == [(CARD, "JH")]
    spread = small("nl", DUTCH.replace("<suit><rank>", "<suit> <rank>"))
    assert read("card", "schoppenaas", spread).unknown == ["schoppenaas"]
