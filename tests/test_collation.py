"""The order of the alphabet of each language."""

from __future__ import annotations

import pytest

from sitegen.collation import by_letter, in_order


@pytest.mark.parametrize(
    ("lang", "words", "expected"),
    [
        ("en", ["trump", "Coinche", "ace", "The costly raise"], "ace Coinche The_costly_raise trump"),
        ("tr", ["ırmak", "ihale", "çakmak", "cevap", "el"], "cevap çakmak el ırmak ihale"),
        ("es", ["ñu", "nada", "La baza", "olla"], "La_baza nada ñu olla"),
        ("pl", ["łatwo", "lewa", "zrzucić", "żart"], "lewa łatwo zrzucić żart"),
        ("de", ["Übertrumpfen", "Trumpf", "Überstechen", "Abwerfen"], "Abwerfen Trumpf Überstechen Übertrumpfen"),
        ("fr", ["L’atout", "belote", "Le pli", "à sans-atout"], "à_sans-atout L’atout belote Le_pli"),
        ("ru", ["ёж", "если", "жир", "взятка"], "взятка ёж если жир"),
        ("ar", ["الحكم", "بيلوت", "الأكلة"], "الأكلة بيلوت الحكم"),
        ("hi", ["काटना", "अंक", "दौर"], "अंक काटना दौर"),
    ],
)  # fmt: skip
def test_words_stand_in_the_order_of_their_language(lang: str, words: list[str], expected: str) -> None:
    """Letters of their own, accents, articles that an index passes over."""
    assert [words[n].replace(" ", "_") for n in in_order(words, lang)] == expected.split()


def test_each_word_stands_under_its_letter_once() -> None:
    """Turkish has i with and without a dot, ç after c; what begins with no letter stands before all."""
    words = ["ihale", "ırmak", "çakmak", "cevap", "32 kâğıt", "Irmak"]
    found = by_letter(words, "tr")
    assert [letter for letter, _ in found] == ["…", "C", "Ç", "I", "İ"]
    assert sorted(n for _, places in found for n in places) == list(range(len(words)))


def test_an_article_alone_or_before_a_number_is_no_article() -> None:
    """`A 5 goes up` begins with A; so does a title that is nothing but an article."""
    assert [letter for letter, _ in by_letter(["A 5 goes up", "A"], "en")] == ["A"]
