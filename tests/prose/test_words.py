"""The vocabulary ratchet: what nobody has looked at is told once, and recording it is safe to do twice."""

from __future__ import annotations

from pathlib import Path

from sitegen.prose.words import Words, load_words, new_words, render_words, words_path
from tests.prose import LANGUAGES, ROOT, lexicon, text, translated


def told(message: str, *accepted: str) -> list[str]:
    return [n.said for n in new_words([text(message)], lexicon("en"), Words("en", frozenset(accepted)))]


def test_a_new_word_is_told_once_at_its_first_place() -> None:
    """Words of the lexicon, of spans and those recorded are known; any other is new, once."""
    message = "Quux the [ace](#1.card): quux, trump and frobnicate 41 [grault](#x)."
    assert told(message) == ["Quux", "frobnicate"]
    assert told(message, "quux") == ["frobnicate"]
    first = next(iter(new_words([text(message)], lexicon("en"), Words("en", frozenset()))))
    assert (first.text.place(first.offset).line, first.text.place(first.offset).column) == (1, 1)


def test_the_lists_of_the_site_are_kept_small() -> None:
    """Each list is sorted, without repeats, and holds no word that the lexicon knows or that no text uses."""
    for lang in LANGUAGES:
        lines = (ROOT / words_path(lang)).read_text("utf-8").splitlines()
        assert lines == sorted(set(lines)), lang
        assert [w for w in lines if lexicon(lang).stems(w)] == [], lang
        texts = [found for _, found in translated(lang)]
        used = {n.word for n in new_words(texts, lexicon(lang), Words(lang, frozenset()))}
        assert [w for w in lines if w not in used] == [], lang


def test_a_list_is_read_as_it_was_written(tmp_path: Path) -> None:
    """Writing and reading a list gives the same words; no file is an empty list."""
    assert frozenset() == load_words(tmp_path, "en")[0].accepted
    path = tmp_path / words_path("en")
    path.parent.mkdir(parents=True)
    path.write_text(render_words(["b", "a", "b"]), "utf-8")
    assert path.read_text("utf-8") == "a\nb\n"
    assert frozenset("ab") == load_words(tmp_path, "en")[0].accepted
    path.write_bytes(b"\xff")
    assert [p.code for p in load_words(tmp_path, "en")[1]] == ["L101"]
