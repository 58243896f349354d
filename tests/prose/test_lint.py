"""A lexicon checked by itself: the site's have no fault, and each kind of fault is told with its line."""

from __future__ import annotations

import pytest

from sitegen.prose.lint import lint
from tests.prose import LANGUAGES, ROOT, lexicon, read_lexicon


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_lexicons_of_the_site_have_no_fault(lang: str) -> None:
    """Every claim has a phrase, every label reads back, no phrase states two claims."""
    assert list(lint(lexicon(lang))) == []


ENGLISH = (ROOT / "locales" / "en" / "lexicon.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("find", "replace", "code", "said"),
    [
        ('void = ["<seat> has no <suit>"]\n', "", "L103", "void"),
        ('wins = ["<seat> takes the trick"]', 'wins = ["<side> takes the trick"]', "L102", "<side> takes the trick"),
        ('wins = ["<seat> takes the trick"]', 'wins = ["<seat> holds the trick"]', "L104", "<seat> holds the trick"),
        ("[claim]\n", '[claim]\nmust-dance = ["<seat> must dance"]\n', "L102", "must-dance"),
        ('card = "<rank> of <suit>"', 'card = "<rank>"', "L105", "ace"),
        ('card = "<rank> of <suit>"', 'card = "<rank> upon <suit>"', "L105", "ace upon spades"),
        ('S = ["spade{s,}"]', 'S = ["spade{s,}", "ace"]', "L104", "ace"),
        ('W = ["West"]', 'W = ["West", "king"]', "L104", "king"),
        ('wins = ["<seat> takes the trick"]', 'wins = ["East takes it"]', "L102", "East takes it"),
        ('wins = ["<seat> takes the trick"]', 'wins = ["the trick is for North"]', "L102", "the trick is for North"),
        ('coinche = ["coinche"]', 'coinche = ["Coinche"]', "L104", "Coinche"),
        ('K = "K", Q = "Q"', 'K = "K", Q = "K"', "L105", "label.indices"),
    ],
)  # fmt: skip
def test_a_fault_is_told(find: str, replace: str, code: str, said: str) -> None:
    """A missing phrase, a slot without an argument, a phrase of two claims or with a name of its own, a label
    that is no name, a word for two notions or for a suit and a rank."""
    assert find in ENGLISH
    found, problems = read_lexicon(ENGLISH.replace(find, replace, 1))
    assert found is not None, problems
    assert (code, said) in [(p.code, p.said) for p in lint(found)]
