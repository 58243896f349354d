"""The traps of text in many scripts: each is a table of what a translator may type and what becomes of it."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from sitegen import render, site
from sitegen.catalog import load_catalog, parse_po, render_po
from sitegen.content import Message
from sitegen.diagnostics import Text
from sitegen.prose import relations, terms
from sitegen.prose.check import Scope, check_message
from sitegen.prose.spans import parse, plain, read
from sitegen.prose.text import INVISIBLE, digits_value, fold, tokens
from sitegen.prose.words import load_words
from sitegen.render import Renderer, environment
from tests.deals import ROOT
from tests.prose import lexicon, project, read_lexicon, small, vocabulary
from tests.tiny import Tiny

RULES = "belote-maison"
EXAMPLE = "who-takes-the-trick"  # West leads the ace of spades
Form = Literal["NFC", "NFD"]
SCORE = "trump-made-with-belote"  # 82 card points to 70


@cache
def renderer(lang: str) -> Renderer:
    """The renderer of the project's own site; a message is its own translation."""
    return Renderer(
        project().content,
        vocabulary(),
        lexicon(lang),
        project().languages[lang],
        tuple(project().languages.values()),
        lambda message: message.text.value,
        str,
        environment(ROOT),
        project().publication,
        project().references,
        lambda: project().figures,
    )


def text(value: str) -> Text:
    return Text(value, "messages.po", ((0, 1, 1),))


def shown(value: str, lang: str, example: str = EXAMPLE) -> str:
    """A message as HTML on a page of a language."""
    return str(renderer(lang).words(Message(text(value), "text", RULES, example)))


def codes(value: str, lang: str, source: str | None = None, example: str = EXAMPLE) -> list[str]:
    """The codes of what is wrong with a message."""
    found = check_message(text(value), Scope(RULES, example), vocabulary(), lexicon(lang), source)
    return sorted(p.code for p in found)


# composed and decomposed letters ------------------------------------------------------------------------

NFD = [
    ("fr", "card", "dame de trèfle", {"rank": "Q", "suit": "C"}),
    ("fr", "contract", "générale", {"contract": "generale"}),
    ("tr", "card", "maça kızı", {"suit": "S", "rank": "Q"}),
    ("pl", "rank", "dziesiątkę", {"rank": "10"}),
    ("hi", "suit", "हुकुम", {"suit": "S"}),
    ("ar", "rank", "آص", {"rank": "A"}),
]


@pytest.mark.parametrize(("lang", "kind", "words", "values"), NFD, ids=[n[2] for n in NFD])
def test_composed_and_decomposed_are_one_word(
    lang: str, kind: str, words: str, values: dict[str, str]
) -> None:
    """A span reads alike in every normal form."""
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        written = unicodedata.normalize(form, words)
        reading = read(kind, written, lexicon(lang))
        assert (reading.values, reading.unknown) == (values, [])


@pytest.mark.parametrize("forms", [("NFC", "NFD"), ("NFD", "NFC")])
def test_decomposed_in_lexicon_list_and_claim(forms: tuple[Form, Form], tmp_path: Path) -> None:
    """A lexicon, a phrase of a claim and a word list in one form know the text in the other."""

    def one(text: str) -> str:
        return unicodedata.normalize(forms[0], text)

    def other(text: str) -> str:
        return unicodedata.normalize(forms[1], text)

    found = small(
        "fr",
        one(
            '[suit]\nS = ["pique"]\nH = ["cœur"]\nD = ["carreau"]\nC = ["trèfle"]\n[claim]\nwins = ["<seat> prend la levée"]\n'
        ),
    )
    assert read("suit", other("trèfle"), found).values == {"suit": "C"}
    assert found.knows(tokens(other("levée"), "fr")[0].word)
    path = tmp_path / "locales/fr/words.txt"
    path.parent.mkdir(parents=True)
    path.write_text(one("déjà\n"), "utf-8")
    words, problems = load_words(tmp_path, "fr")
    assert problems == []
    assert tokens(other("Déjà"), "fr")[0].word in words


def test_a_capital_is_seen_in_every_form() -> None:
    """A form that demands a capital finds it behind an article, with a soft hyphen or a decomposed letter before it."""
    for written in ("l'Est", "l\u00ad’Est", "l\u200b'Est", "L'Est"):
        assert read("seat", written, lexicon("fr")).values == {"seat": "E"}
    assert read("seat", "l'est", lexicon("fr")).values == {}


# letters of one language --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "one", "other", "same"),
    [
        ("tr", "KIZ", "kız", True),
        ("tr", "KİZ", "kiz", True),
        ("tr", "KIZ", "kiz", False),
        ("tr", "İKİ", "iki", True),
        ("en", "KING", "king", True),
        ("en", "SIDE", "sıde", False),
        ("hi", "फ़", "फ", True),
        ("hi", "चाँद", "चांद", True),
        ("ar", "أَخَذَ", "اخذ", True),
        ("ar", "حكـــم", "حكم", True),
    ],
)
def test_folding(lang: str, one: str, other: str, same: bool) -> None:
    """Small and capital letters by the language's own rules; spellings that writers leave open are one."""
    assert same == (fold(one, lang) == fold(other, lang))


def test_slugs_come_from_the_source(tmp_path: Path) -> None:
    """Addresses and anchors are the source's in every language, whatever letters its titles have."""
    tiny = Tiny(tmp_path / "site")
    assert tiny.build().exit_code == 0
    anchors = [
        {e.get("id") for e in html.fromstring(tiny.page(f"{lang}/play")).iter() if e.tag in ("h1", "h2")}
        for lang in ("en", "fr")
    ]
    assert anchors[0] == anchors[1]
    assert {"tricks", "scores", "rules"} <= anchors[0]


# what nobody sees ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("mark", INVISIBLE)
def test_an_unseen_character_changes_no_word(mark: str) -> None:
    """Joiners, soft hyphens and marks of direction part no word and make no other."""
    assert [t.word for t in tokens("हुकुम का इक्का", "hi")] == [
        t.word for t in tokens(f"हुकु{mark}म का{mark} इक्{mark}का", "hi")
    ]
    for lang, words in (("fr", f"{mark}as{mark} de p{mark}ique"), ("ar", f"آ{mark}ص")):
        assert read("card", words, lexicon(lang)).values["rank"] == "A"
    assert digits_value(tokens(f"1{mark}62", "en")[0].word) == 162


@pytest.mark.parametrize("mark", INVISIBLE)
def test_an_unseen_character_hides_nothing(mark: str) -> None:
    """A sign before a number, a noun behind it, a sum, the end of a sentence are found across it."""
    arabic = lexicon("ar")
    assert read("num", f"−{mark}20", arabic).values == {"num": "-20"}
    (sentence,) = relations.sentences(f"[82](#ns.cards) +{mark} [10](#a){mark} = {mark}[93](#ns.total)")
    assert [s[2:] for s in relations.wrong_sums(sentence, arabic)] == [(92, 93)]
    assert len(relations.sentences(f"نعم.{mark} لا.")) == 2
    polish = lexicon("pl")
    for said in (f"[162](#k.deal){mark} punktów", f"[162](#k.deal) {mark}punktów"):
        faults = list(terms.misnumbered(relations.sentences(said)[0], polish))
        assert [f.true.split("/")[0] for f in faults] == ["162 punkty"]
        assert codes(said.replace("punktów", "lewy"), "pl") == ["F502"]


@pytest.mark.parametrize("mark", INVISIBLE)
def test_an_unseen_character_breaks_no_link_unnoticed(mark: str) -> None:
    """Between the brackets of a span, or in its address, it is an error: the words would stand unbound."""
    for said in (
        f"[as de pique]{mark}(#1.card)",
        f"[as de pique](#1.{mark}card)",
        f"[as de pique]({mark}#1.card)",
    ):
        assert codes(said, "fr", "[ace of spades](#1.card)") != []


# numbers on right-to-left pages -------------------------------------------------------------------------

SUMS = [
    ("[82](#ns.cards)–[70](#ew.cards)", "82</data>–<data"),
    ("[82](#ns.cards)\u200f – [70](#ew.cards)", "82</data>\u200f – <data"),
    ("[82](#ns.cards) + [10](#k.last-trick) = [92](#x)", "82</data> + <data"),
]


@pytest.mark.parametrize(("said", "inside"), SUMS)
def test_a_pair_or_a_sum_is_one_piece(said: str, inside: str) -> None:
    """In Arabic each pair and each sum stands in one `<bdi dir="ltr">`; in English there is none to be seen."""
    page = html.fragment_fromstring(shown(f"قبل {said} بعد", "ar", SCORE), create_parent="p")
    (bdi,) = page.iter("bdi")
    assert bdi.get("dir") == "ltr"
    assert "".join(plain(said).split()) == "".join("".join(map(str, bdi.itertext())).split())
    assert inside in html.tostring(bdi, encoding="unicode")
    assert "<bdi" not in shown(said, "fr", SCORE)


def test_numbers_of_the_finished_arabic_pages() -> None:
    """On every Arabic page no two numbers have only signs between them outside one `<bdi>`; cards do not run together."""
    found = replace(project(), selected=("ar",))
    files, problems = site.render_site(found)
    assert problems == []
    pairs = 0
    for page in files.values():
        tree = html.fromstring(page)
        for bdi in tree.iter("bdi"):
            pairs += (
                sum(
                    1
                    for e in bdi.iter("data")
                    if digits_value("".join("".join(map(str, e.itertext())).split())) is not None
                )
                > 1
            )
        assert loose_pairs(page) == []
    assert pairs >= 30


def loose_pairs(page: str) -> list[str]:
    """Two numbers with nothing but a sign between them that no common `<bdi>` holds."""
    out = []
    for element in html.fromstring(page).iter("data"):
        after = element.getnext()
        sign = (element.tail or "").strip(INVISIBLE + " \n")
        if after is None or after.tag != "data" or sign not in tuple("+-−–×="):
            continue
        numbers = [digits_value("".join("".join(map(str, e.itertext())).split())) for e in (element, after)]
        if None not in numbers and next(element.iterancestors("bdi"), None) is None:
            out.append(f"{numbers[0]}{sign}{numbers[1]}")
    return out


def test_a_loose_pair_is_seen() -> None:
    """Positive control: a pair outside `<bdi>` is found, one inside and two numbers in a list are not."""
    pair = "<data>82</data>–<data>80</data>"
    assert loose_pairs(f"<p>{pair}</p>") == ["82–80"]
    assert loose_pairs(f"<p><bdi dir=ltr>{pair}</bdi> <data>1</data>, <data>2</data></p>") == []


@pytest.mark.parametrize("stop", [".", "؟", "?", "!", "۔"])
@pytest.mark.parametrize("comma", [",", "،", ";", "؛", ":"])
def test_punctuation_of_another_script(stop: str, comma: str) -> None:
    """Latin punctuation in Arabic, and Arabic in Latin text, ends sentences and parts words as its own does."""
    assert len(relations.sentences(f"نعم{comma} لا{stop} ثم")) == 2
    assert [t.word for t in tokens(f"نعم{comma}لا{stop} ثم", "ar")] == ["نعم", "لا", "ثم"]


# markup beside letters of any script --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("यह**बहुत**है", "यह<strong>बहुत</strong>है"),
        ("यह*कम*है", "यह<em>कम</em>है"),
        ("这是**重点**。", "这是<strong>重点</strong>。"),
        ("这是**「重点」**的", "这是<strong>「重点」</strong>的"),
        ("هذا**مهم**جدا", "هذا<strong>مهم</strong>جدا"),
    ],
)
def test_emphasis_beside_letters(said: str, expected: str) -> None:
    """Emphasis begins and ends directly beside letters of scripts that write without spaces."""
    assert expected == shown(said, "hi")
    assert codes(said, "hi") == []


def test_a_span_beside_letters() -> None:
    """A span in emphasis, directly beside letters, is bound."""
    nodes = parse("पश्चिम**[इक्का](#1.card)**चलता")
    assert [n.kind for n in nodes] == ["text", "strong", "text"]
    assert [n.target for n in nodes[1].children] == ["1.card"]


@pytest.mark.parametrize(
    "said",
    [
        "[as de pique]（#1.card）",
        "[as de pique］(#1.card)",
        "［as de pique](#1.card)",
        "［as de pique］（#1.card）",
        "[as de pique](＃1.card)",
        "[as de pique] (#1.card)",
        "[as de pique]\u00a0(#1.card)",
        "[as de pique]\u200b(#1.card)",
        "[as de pique]( #1.card)",
        "[as de pique](#1.card )",
        "[as de pique](# 1.card)",
        "[as de pique](#1.card",
        "[as de pique]#1.card)",
        "as de pique](#1.card)",
        "【as de pique】(#1.card)",
        "[as de pique]\\(#1.card)",
        "\\[as de pique](#1.card)",
        "[[as de pique](#1.card)",
        "[as de pique](#１.card)",
    ],
)
def test_a_broken_binding_is_never_silent(said: str) -> None:
    """Full-width brackets, spaces and lost brackets unbind words: always an error, and one."""
    found = codes(said, "fr", "[ace of spades](#1.card)")
    assert len(found) == 1, found
    assert found[0] in ("F601", "F202", "F203")


# what formats and templates take for their own ----------------------------------------------------------

ODD = [
    "100 % sur",
    "50%",
    "%s %d %(x)s %(num)d",
    "{x} {0} {} {{ lang }} {% raw %}",
    "a & b < c > d \" ' é",
    "${x} $x \\n",
]


@pytest.mark.parametrize("said", ODD)
def test_what_looks_like_a_format_is_text(said: str, tmp_path: Path) -> None:
    """Percent signs, braces and `&<>` of a translation reach labels, titles and paragraphs as typed: escaped
    once, never twice, never filled in."""
    tiny = Tiny(tmp_path / "site")
    catalog, _ = load_catalog(tiny.root, "fr")
    wanted = {"Summary", "Pages", "The play", "Following suit", "Trick"}
    for key, entry in catalog.entries.items():
        if key[1] in wanted:
            catalog.entries[key] = replace(entry, msgstr=text(said))
    found, _ = site.load(tiny.root)
    assert found is not None
    changed = replace(found, catalogs={**found.catalogs, "fr": catalog}, selected=("fr",))
    files, _ = site.render_site(changed)
    page = html.fromstring(files["fr/play.html"])
    true = plain(said)
    assert f"{true} · {plain(catalog.entries[('heading', 'Tiny Belote')].msgstr.value)}" == page.findtext(
        "head/title"
    )
    assert true == page.findtext("body/main/h1")
    assert true in {e.get("aria-label") for e in page.iter("nav")}
    assert true in {e.get("aria-label") for e in page.iter("section")}
    assert true in {"".join(map(str, e.itertext())) for e in page.iter("figcaption")}
    assert true in {"".join(map(str, e.itertext())) for e in page.iter("h3")}
    assert "&amp;amp;" not in files["fr/play.html"]
    assert "&amp;lt;" not in files["fr/play.html"]


def test_a_label_is_words(tmp_path: Path) -> None:
    """Markup of a label's translation is read as in every message: no star and no backslash reaches the page."""
    tiny = Tiny(tmp_path / "site")
    catalog, _ = load_catalog(tiny.root, "fr")
    key = ("label", "Trick")
    catalog.entries[key] = replace(catalog.entries[key], msgstr=text(r"*Le* pli n\. **un**"))
    tiny.write(catalog.path, render_po(catalog))
    assert tiny.build().exit_code == 0
    assert "<h3>Le pli n. un</h3>" in tiny.page("fr/play")


@pytest.mark.parametrize("said", ["", " ", "\\t", "\u00a0", "\u2003", "\u200b", "\u200e \u00ad"])
def test_a_translation_of_spaces_is_none(said: str) -> None:
    """What a reader would not see is no translation: the message is missing."""
    header = 'msgid ""\nmsgstr "Language: fr\\n"\n\n'
    catalog, problems = parse_po(f'{header}msgid "Trick"\nmsgstr "{said}"\n', "x.po", "fr")
    assert problems == []
    assert catalog.get((None, "Trick")) is None


def test_an_empty_label_prints_nothing(tmp_path: Path) -> None:
    """`_("")` never prints the header of the catalogue, and is no message."""
    tiny = Tiny(tmp_path / "site")
    tiny.change("templates/page.html", "<h1>", '<p class="x">{{ _("") }}{{ _(" ") }}</p><h1>')
    assert tiny.build().exit_code == 0
    assert '<p class="x"></p>' in tiny.page("fr/play").replace(" </p>", "</p>")
    assert "Content-Type" not in tiny.page("fr/play")


BEGINNINGS = [
    "1. Stich",
    "162. točka",
    "1) Stich",
    r"\[note\]: Stich",
    "# Stich",
    "#Stich",
    "- Stich",
    "+ Stich",
    "> Stich",
    "=== Stich",
    "| a | b |",
    "    Stich",
    "/// play | x",
    "~~~ Stich",
    ": Stich",
    "!!! note",
]


@pytest.mark.parametrize("said", BEGINNINGS)
def test_a_translation_makes_no_block(said: str, tmp_path: Path) -> None:
    """However a translation begins, it stays what the source is: a paragraph with those words."""
    tiny = Tiny(tmp_path / "site")
    found, _ = site.load(tiny.root)
    assert found is not None
    key = next(k for k in found.messages if k[1].startswith("Belote is worth"))
    catalog = found.catalogs["fr"]
    catalog.entries[key] = replace(catalog.entries[key], msgstr=text(said))
    files, _ = site.render_site(replace(found, selected=("fr",)))
    page = html.fromstring(files["fr/play.html"])
    assert [" ".join(plain(said).split())] == [
        " ".join("".join(map(str, p.itertext())).split())
        for p in page.iter("p")
        if (before := p.getprevious()) is not None and before.xpath("h2/@id") == ["scores"]
    ]


def test_a_reference_is_an_error() -> None:
    """`[note]: …` would be a reference in other Markdown: here it is broken markup, told as such."""
    assert codes("[note]: Stich", "fr") == ["F601"]


# numbers ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("82", 82),
        ("٨٢", 82),
        ("۸۲", 82),
        ("८२", 82),
        ("８２", 82),
        ("𝟪𝟤", 82),
        ("10²", None),
        ("①", None),
        ("Ⅷ", None),
        ("½", None),
    ],
)
def test_digits_of_any_script(said: str, value: int | None) -> None:
    """Decimal digits of every script write a number; superscripts, circles and Roman numerals do not."""
    assert value == digits_value(said)


@pytest.mark.parametrize(
    ("lang", "said"), [("hi", "८२"), ("ar", "٨٢"), ("ar", "۸۲"), ("ar", "و٨٢"), ("fr", "82")]
)
def test_native_digits_in_a_span(lang: str, said: str) -> None:
    """A score in native digits is read, and a wrong one is found wrong; outside a span it is a literal."""
    assert codes(f"[{said}](#ns.cards)", lang, example=SCORE) == []
    assert codes(f"[{said}](#ew.cards)", lang, example=SCORE) == ["F101"]
    assert codes(said, lang, example=SCORE) == ["F301"]


def test_a_sum_in_native_digits() -> None:
    """Sums in native digits are added up, and their pairs are kept together."""
    said = "[٨٢](#ns.cards) + [١٠](#k.last-trick) = [٩٣](#x)"
    (sentence,) = relations.sentences(said)
    assert [s[2:] for s in relations.wrong_sums(sentence, lexicon("ar"))] == [(92, 93)]
    assert shown("[٨٢](#ns.cards)–[٧٠](#ew.cards)", "ar", SCORE).count("<bdi") == 1


@pytest.mark.parametrize("said", ["1,000", "1.000", "1 000", "1\u202f000", "1٬000", "1'000"])
def test_no_grouping(said: str) -> None:
    """A number with a separator is no number of this site: it never passes for its first part."""
    for value in ("1", "0", "1000"):
        reading = read("num", said, lexicon("en"))
        assert reading.unknown or reading.contradicted or reading.values != {"num": value}


def test_numbers_are_printed_plainly() -> None:
    """Labels print a number in Latin digits, without grouping, in every language."""
    for lang in project().languages:
        view = render.FactView(renderer(lang), vocabulary().rules["coinche-officielles"])
        assert view.fact("k.generale" if view.has("k.generale") else "k.capot").endswith("</data>")
        assert ">152<" in view.fact("k.cards")


# line ends ----------------------------------------------------------------------------------------------


def test_windows_line_ends(tmp_path: Path) -> None:
    """A project whose every text file ends its lines as Windows does is the same site, byte by byte."""
    one, other = Tiny(tmp_path / "one"), Tiny(tmp_path / "other")
    for name, data in other.tree().items():
        if name.endswith((".po", ".pot", ".toml", ".md", ".html", ".txt")):
            other.write(name, data.replace(b"\n", b"\r\n"))
    assert other.problems() == []
    assert (one.build().exit_code, other.build().exit_code) == (0, 0)
    pages = {n: d for n, d in one.tree().items() if n.startswith("output/")}
    assert pages == {n: d for n, d in other.tree().items() if n.startswith("output/")}
    assert any(n.endswith(".html") for n in pages)


@pytest.mark.parametrize(
    "target", ["sub\\play.md", "..\\play.md", "C:\\play.md", "play.md\\#x", "\\\\host\\play.md"]
)
def test_a_windows_path_leads_to_no_page(target: str) -> None:
    """A link with backslashes is an error, not a dead link."""
    assert codes(f"[page]({target})", "en") == ["F203"]


def test_places_are_written_with_slashes(tmp_path: Path) -> None:
    """Problems name files with `/` from the project's root on every machine."""
    tiny = Tiny(tmp_path / "site")
    tiny.change("content/pages/play.md", "[20](#k.belote)", "[21](#k.belote)")
    assert {"content/pages/play.md"} == {p.place.path for p in tiny.problems() if p.code == "F101"}


# any text -----------------------------------------------------------------------------------------------


@given(st.text(alphabet=st.sampled_from("a82-–+=() .,،*[]#1card\u200f\u200dأحक्षİıß"), max_size=30))
def test_any_text_keeps_its_words(said: str) -> None:
    """Whatever stands in a translation, the Arabic page shows its words in their order, and nothing else."""
    page = html.fragment_fromstring(shown(said, "ar"), create_parent="p")
    assert " ".join(plain(said).split()) == " ".join("".join(map(str, page.itertext())).split())


def test_a_lexicon_that_reads_a_word_two_ways() -> None:
    """Positive control: words that only folding makes equal are one word to the lexicon, so two values are a fault."""
    _, problems = read_lexicon('[suit]\nS = ["trèfle"]\nH = ["tre\u0300fle"]\n', "fr")
    assert "L104" in {p.code for p in problems}
