"""Words of any script: where they begin and end, and when two are one word."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.prose.text import APOSTROPHES, INVISIBLE, digits_value, fold, tokens

SCRIPTS = st.sampled_from(
    "aZéÉİıIißœΣğşक्षिीँ़ाعآأةلـًтЙ中ー7٣३² ½-–'’ʼ.,،。!?()[]*#\u200c\u200d\u00ad\u200f\u0301\u0307 "
)
TEXTS = st.text(SCRIPTS, max_size=30) | st.text(max_size=20)
LANGS = st.sampled_from(["en", "fr", "tr", "az", "pl", "hi", "ar", "de", "el"])


def words(text: str, lang: str = "en") -> list[str]:
    return [t.word for t in tokens(text, lang)]


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("en", "North leads the ace, West ruffs.", ["north", "leads", "the", "ace", "west", "ruffs"]),
        ("en", "no-trump North–South", ["no", "trump", "north", "south"]),
        ("en", "South's 'ace'", ["south's", "ace"]),
        ("fr", "l’as d'Est, aujourd’hui", ["l'as", "d'est", "aujourd'hui"]),
        ("fr", "« cœur »", ["cœur"]),
        ("tr", "Kuzey’in ASI, IRMAK İki", ["kuzey'in", "ası", "ırmak", "iki"]),
        ("tr", "KIZ kız Kız", ["kız"] * 3),
        ("en", "KIZ İki", ["kiz", "i\u0307ki"]),
        ("hi", "हुकुम का इक्का, चिड़ी।", ["हुकुम", "का", "इक्का", fold("चिड़ी", "hi")]),
        ("hi", "क्\u200dष और क्ष", ["क्ष", "और", "क्ष"]),
        ("ar", "الآس، ثم الملك؛ 82-80", [fold("الآس", "ar"), "ثم", "الملك", "82", "80"]),
        ("ar", "مُثَلَّث مثلث", ["مثلث", "مثلث"]),
        ("ar", "آس ـ آس", [fold("آس", "ar")] * 2),
        ("en", "10H 162 ٣٤ ३२", ["10h", "162", "٣٤", "३२"]),
        ("en", "", []),
        ("en", "— … ★ ♠️", []),
    ],
)  # fmt: skip
def test_words_of_a_text(lang: str, text: str, expected: list[str]) -> None:
    """A word is letters, marks and numbers, with the apostrophes inside it; a hyphen parts words."""
    assert expected == words(text, lang)


@pytest.mark.parametrize("hidden", INVISIBLE)
@pytest.mark.parametrize("text", ["South", "pique", "१०", "الملك", "l'as"])
def test_what_no_reader_sees_hides_no_word(text: str, hidden: str) -> None:
    """Soft hyphens, joiners and controls of direction between any two letters leave the word as it is."""
    for at in range(1, len(text)):
        broken = text[:at] + hidden + text[at:]
        assert words(text) == words(broken)
    assert words(text) == words(hidden + text + hidden)
    assert (1, 1 + len(text)) == tokens(f" {text}{hidden} x", "en")[0][1:3]


@pytest.mark.parametrize("mark", APOSTROPHES)
def test_apostrophes_are_one(mark: str) -> None:
    """Every form of the apostrophe is the same letter, and none begins or ends a word."""
    assert words(f"l{mark}as", "fr") == ["l'as"]
    assert words(f"{mark}as{mark}", "fr") == ["as"]
    assert words(f"l{mark} as", "fr") == ["l", "as"]


@pytest.mark.parametrize(
    ("lang", "one", "other", "same"),
    [
        ("tr", "I", "ı", True),
        ("tr", "İ", "i", True),
        ("tr", "I\u0307", "i", True),
        ("tr", "I", "i", False),
        ("en", "I", "i", True),
        ("tr-TR", "IZGARA", "ızgara", True),
        ("az", "QIZ", "qız", True),
        ("fr", "TRÈFLE", "trèfle", True),
        ("fr", "trefle", "trèfle", False),
        ("ar", "الْآس", "الاس", True),
        ("hi", "चिड़ी", "चिडी", True),
        ("hi", "पाँच", "पांच", True),
    ],
)
def test_when_two_spellings_are_one_word(lang: str, one: str, other: str, same: bool) -> None:
    """Case folds by the language's own rules; what a script leaves open is one word, other marks are not."""
    assert same == (fold(one, lang) == fold(other, lang))


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("0", 0),
        ("007", 7),
        ("162", 162),
        ("٨١", 81),
        ("१६२", 162),
        ("１０", 10),
        ("²", None),
        ("10²", None),
        ("", None),
    ]
    + [(w, None) for w in ("", "10h", "ten", "½", "1.5", "-1", "Ⅷ", "9" * 5000)],
)
def test_digits(word: str, value: int | None) -> None:
    """Decimal digits of any script are a number; anything else is none."""
    assert value == digits_value(word)


@pytest.mark.parametrize(
    ("text", "capitals"),
    [("Est est EST", [True, False, True]), ("İki ışık", [True, False]), ("الآس 10", [False, False])],
)
def test_capitals(text: str, capitals: list[bool]) -> None:
    """A word begins with a capital or not; scripts without capitals have none."""
    assert capitals == [t.capital for t in tokens(text, "fr")]


def test_a_capital_behind_an_elided_article() -> None:
    """The capital of a name is seen behind `d'` too."""
    assert [t.capital_at(2) for t in tokens("d’Est qu'est d'est", "fr")[::2]] == [True, False]


@given(TEXTS, LANGS)
def test_tokens_stand_where_they_say(text: str, lang: str) -> None:
    """Tokens lie in order, without overlap, each is what the text has at its place, no word is left out."""
    found = tokens(text, lang)
    last = 0
    for token in found:
        assert last <= token.start < token.end <= len(text)
        assert text[token.start : token.end] == token.said
        assert fold(token.said, lang).strip("'") == token.word != ""
        assert token.word[0] not in "'"
        assert token.word[-1] not in "'"
        last = token.end
    between = "".join(text[a:b] for a, b in zip([0, *(t.end for t in found)], [*(t.start for t in found), len(text)], strict=True))  # fmt: skip
    left = [c for c in between if unicodedata.category(c)[0] in "LN" and c not in APOSTROPHES]
    assert [c for c in left if fold(c, lang)] == []


@given(TEXTS, LANGS)
def test_composed_and_decomposed_texts_have_the_same_words(text: str, lang: str) -> None:
    """NFC and NFD of a text are the same words."""
    composed, decomposed = (unicodedata.normalize(form, text) for form in ("NFC", "NFD"))
    assert words(composed, lang) == words(decomposed, lang)


@given(TEXTS, LANGS)
def test_folding_twice_is_folding_once(text: str, lang: str) -> None:
    """A folded word is folded already."""
    assert fold(text, lang) == fold(fold(text, lang), lang)


@given(
    st.lists(st.text("abcéş'", min_size=1, max_size=6).filter(lambda w: w.strip("'") == w), max_size=6), LANGS
)
def test_words_between_spaces_are_the_tokens(listed: list[str], lang: str) -> None:
    """Simple words between spaces come back one by one, in order."""
    listed = [w for w in listed if "''" not in w]
    assert [fold(w, lang) for w in listed] == words(" ".join(listed), lang)
