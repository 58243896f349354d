"""All checks of one message: which mistakes are told, with which code, where, and each of them once."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitegen.diagnostics import CODES, Problem, Text
from sitegen.prose.check import Scope, Vocabulary, accepted_forms, check_message
from sitegen.prose.claims import Claim
from sitegen.prose.spans import parse, spans, stretches
from sitegen.prose.text import tokens
from tests.prose import (
    LANGUAGES,
    TRANSLATIONS,
    in_text,
    lexicon,
    problems_of,
    small,
    text,
    translated,
    vocabulary,
)

PLAY = Scope(
    "belote-maison", "who-takes-the-trick"
)  # S:AS W:10S N:7S, East holds JH KD and plays JH; trump hearts
RUFF = Scope("belote-maison", "opponent-ruffed-overruff")  # W:AD N:8S, East holds 7S 9S KH; trump spades
TIED = Scope("belote-maison", "trump-tied")
PAGE = Scope("belote-maison")
COINCHE = Scope("coinche-maison")
UNDERTRUMP, FREE = (lexicon("en").claims[f"switch.undertrump.{value}"][0] for value in ("must", "free"))


def problems(message: str, scope: Scope = PLAY, source: str | None = None) -> list[Problem]:
    return list(check_message(text(message), scope, vocabulary(), lexicon("en"), source))


def told(message: str, scope: Scope = PLAY, source: str | None = None) -> list[tuple[str, str]]:
    return [(p.code, p.said) for p in problems(message, scope, source)]


RIGHT = [
    ("[South](#1.seat) leads the [ace of spades](#1.card).", PLAY),
    (
        "The [jack of trump](#4.card), [jack of hearts](#me.card) or [the jack](#me.rank) of [hearts](#me.suit).",
        PLAY,
    ),
    ("[East takes the trick](#wins.me): [41](#trick.points), [forty-one](#trick.points).", PLAY),
    ("[East–West](#winner.side) and [East West](#winner.side)", PLAY),
    ("[clubs](#trump-led-raise-over-partner/2.suit) in another example", PLAY),
    ("[20](#k.belote) and [19](#belote-officielles/k.no-trump.ace)", PLAY),
    ("[19](#belote-officielles/k.no-trump.ace) and [81](#trump-tied/ns.total)", PAGE),
    ("In a [tie](#outcome) [81](#held) stay.", TIED),
    (f"[{UNDERTRUMP}](#switch.undertrump.must)", PAGE),
    ("See [Counting points](scoring.md#trick).", PLAY),
    ("No fact at all.", PLAY),
    ("", PLAY),
]


@pytest.mark.parametrize(("message", "scope"), RIGHT)
def test_what_is_right_is_not_told(message: str, scope: Scope) -> None:
    """Facts in any of their forms, of other examples and rule sets too, claims, links, and words without facts."""
    assert told(message, scope) == []


WRONG: list[tuple[str, Scope, str, str]] = [
    # (message, scope, code, what is said)
    ("The [king](#1.card)", PLAY, "F101", "king"),
    ("The [ace of hearts](#1.card)", PLAY, "F101", "ace of hearts"),
    ("The [ace of trump](#1.card)", PLAY, "F101", "ace of trump"),
    ("[North](#1.seat)", PLAY, "F101", "North"),
    ("[42](#trick.points)", PLAY, "F101", "42"),
    ("[−41](#trick.points)", PLAY, "F101", "−41"),
    ("[North–South](#winner.side)", PLAY, "F101", "North–South"),
    ("[spades](#trump)", PLAY, "F101", "spades"),
    ("[no-trump](#trump)", PLAY, "F101", "no-trump"),
    ("[made](#outcome)", TIED, "F101", "made"),
    ("The [big one](#1.card)", PLAY, "F102", "big one"),
    ("[the](#1.card)", PLAY, "F102", "the"),
    ("[](#1.card)", PLAY, "F102", ""),
    ("[south](#1.seat)", PLAY, "F102", "south"),
    ("[4 1](#trick.points)", PLAY, "F103", "4 1"),
    ("[ace of spades or hearts](#1.card)", PLAY, "F102", "ace of spades or hearts"),
    ("[ace of spades and hearts](#1.card)", PLAY, "F103", "ace of spades and hearts"),
    ("[ace](#5.card)", PLAY, "F202", "ace"),
    ("[ace](#1.cart)", PLAY, "F202", "ace"),
    ("[ace](#)", PLAY, "F202", "ace"),
    ("[ace](#nowhere/1.card)", PLAY, "F202", "ace"),
    ("[ace](#1.card)", PAGE, "F202", "ace"),
    ("[overtrump](#duty)", RUFF, "F202", "overtrump"),
    ("[x](#must-ruff.7)", PLAY, "F202", "x"),
    ("[x](#law.nothing)", PAGE, "F202", "x"),
    ("Then 41 points", PLAY, "F301", "41"),
    ("Then forty-one points", PLAY, "F301", "forty-one"),
    ("Then South plays", PLAY, "F301", "South"),
    ("the ace wins", PLAY, "F301", "ace"),
    ("the ace of spades wins", PLAY, "F301", "ace of spades"),
    ("the 10 of spades wins", PLAY, "F301", "10 of spades"),
    ("North–South win", PLAY, "F301", "North–South"),
    ("so *South*", PLAY, "F301", "South"),
    ("so `South`", PLAY, "F301", "South"),
    ("see [South](play.md)", PLAY, "F301", "South"),
    ("1[41](#trick.points)", PLAY, "F301", "1"),
    ("٤١", PLAY, "F301", "٤١"),
    ("So\u200buth", PLAY, "F301", "So\u200buth"),
    ("[East holds the trick](#holds.me)", RUFF, "F401", "East holds the trick"),
    ("[West must ruff](#must-ruff.1)", RUFF, "F401", "West must ruff"),
    ("[East must ruff](#must-overruff.me)", RUFF, "F402", "East must ruff"),
    ("[East must not overruff](#must-overruff.me)", RUFF, "F402", "East must not overruff"),
    ("[West must overruff](#must-overruff.me)", RUFF, "F403", "West"),
    ("[East has no clubs](#void.me.1)", RUFF, "F403", "clubs"),
    ("[official Coinche frees the card](#law.undertrump-free)", PAGE, "F404", "official Coinche frees the card"),
    (f"[{FREE}](#switch.undertrump.free)", PAGE, "F401", FREE),
    ("[if you can follow suit you must not](#law.follow)", PAGE, "F402", "if you can follow suit you must not"),
]  # fmt: skip


@pytest.mark.parametrize(("message", "scope", "code", "said"), WRONG)
def test_one_mistake_is_one_problem(message: str, scope: Scope, code: str, said: str) -> None:
    """Each kind of mistake has its code and is told once, with the words that make it."""
    assert told(message, scope) == [(code, said)]


@pytest.mark.parametrize(("message", "scope", "code", "said"), WRONG)
def test_a_problem_stands_at_its_words(message: str, scope: Scope, code: str, said: str) -> None:
    """The column is that of the words said; the problem knows its language and has something to do about it."""
    (problem,) = problems(message, scope)
    assert message[problem.place.column - 1 :].startswith(said)
    assert (problem.locale, problem.place.line) == ("en", 1)
    assert problem.fix or CODES[code].fix
    assert problem.message


def test_a_literal_is_offered_what_it_may_be_bound_to() -> None:
    """The addresses of its example that hold what it says; none where nothing does."""
    (problem,) = problems("Then 41 points", PLAY)
    assert problem.fix.startswith("Bind it: [41](#trick.points). ")
    (problem,) = problems("Then 999 points", PLAY)
    assert problem.fix.startswith("Nothing that this example has is said by it: say it in other words")


def test_the_phrase_of_another_claim_is_named() -> None:
    """Who writes one duty in the words of another is told which claim these state."""
    (problem,) = problems("[East must ruff](#must-overruff.me)", RUFF)
    assert problem.message == "these words are no phrase for must-overruff; they state must-ruff"


def test_two_mistakes_are_two_problems() -> None:
    """Every wrong span and every literal of a message is told, in order."""
    message = "[North](#1.seat) leads the [king](#1.card), then West the ten, [42](#trick.points)."
    found = problems(message)
    assert {(p.code, p.said) for p in found} == {
        ("F101", "North"), ("F101", "king"), ("F301", "West"), ("F301", "ten"), ("F101", "42"),
    }  # fmt: skip
    assert len(found) == 5


def test_what_a_problem_says_is_true() -> None:
    """A wrong value is told with the engine's, in the words of the language, and the accepted forms."""
    (problem,) = problems("the [king of hearts](#1.card)")
    assert (problem.true, problem.address) == ("ace of spades", "1.card")
    assert problem.message == "says king and hearts; the engine says ace of spades"
    assert problem.fix == (
        "What may stand for #1.card: a word for its rank (ace, aces), one for its suit (spades, spade), "
        "or both in any order."
    )
    (problem,) = problems("[West must overruff](#must-overruff.me)", RUFF)
    assert problem.message == (
        "stands where the claim has its player: that is East, says the engine (me, the player to act)"
    )
    assert problem.fix == "What may stand there: East."
    (problem,) = problems("[East has no clubs](#void.me.1)", RUFF)
    assert problem.message == (
        "stands where the claim has its suit: that is diamonds, says the engine (1, play 1 of the trick)"
    )
    (problem,) = problems("[the nine beats the ten](#beats.best.2)", RUFF)
    assert problem.message == (
        "stands where the claim has its second card: that is eight of spades, says the engine "
        "(2, play 2 of the trick)"
    )
    (problem,) = problems("[the ten beats the eight](#beats.best.2)", RUFF)
    assert problem.message == (
        "stands where the claim has its first card: that is nine of spades, says the engine "
        "(best, the only legal card)"
    )
    (problem,) = problems("[East must not overruff](#must-overruff.me)", RUFF)
    assert problem.fix == (
        "phrases for must-overruff in locales/en/lexicon.toml:\n    East must overruff\n"
        'Record another one, with <seat> for the names: sitegen locale word en claim.must-overruff "…"'
    )
    (problem,) = problems("[42](#trick.points)")
    assert (problem.true, problem.message) == ("41", "says 42; the engine says 41")


@pytest.mark.parametrize(
    ("address", "near"),
    [
        ("1.cart", "#1.card"),
        ("trick.point", "#trick.points"),
        ("who-takes-the-trik/1.card", "#who-takes-the-trick/"),
        ("zzzz", ""),
    ],
)
def test_an_unknown_address_names_the_nearest(address: str, near: str) -> None:
    """A known address that may have been meant is named."""
    (problem,) = problems(f"[ace](#{address})")
    assert problem.code == "F202"
    assert near in problem.fix
    assert bool(near) == bool(problem.fix)


def test_what_binds_a_player_is_never_offered() -> None:
    """`duty` is no address of prose: it is not offered in the place of one that is unknown."""
    (problem,) = problems("[x](#dutyy)", RUFF)
    assert "duty" not in problem.fix


# translations ---------------------------------------------------------------------------------------

SOURCE_TEXT = "[South](#1.seat) leads the [ace of spades](#1.card), and [East must ruff](#must-ruff.me)."

LOST: list[tuple[str, list[tuple[str, str]]]] = [
    (SOURCE_TEXT, []),
    ("[East must ruff](#must-ruff.me), for [South](#1.seat) leads the [ace](#1.card).", []),
    ("South leads the [ace of spades](#1.card), and [East must ruff](#must-ruff.me).", [("F301", "1.seat")]),
    ("[South](#1.seat) leads the ace of spades, and [East must ruff](#must-ruff.me).", [("F301", "1.card")]),
    ("[South](#1.seat) leads the [ace of spades](#1.card), and East must ruff.", [("F301", "must-ruff.me")]),
    ("[South](#1.seat) leads the [ace of spades](#1.card).", [("F201", "must-ruff.me")]),
    ("[South](#1.seat) leads, and [East must ruff](#must-ruff.me).", [("F201", "1.card")]),
    ("The [ace of spades](#1.card), and [East must ruff](#must-ruff.me).", [("F201", "1.seat")]),
    ("", [("F201", "1.seat"), ("F201", "1.card"), ("F201", "must-ruff.me")]),
    ("[South](#1.seat) leads the [ace of spades](#2.card), and [East must ruff](#must-ruff.me).", [("F101", "2.card")]),
    ("[South](#1.seat) leads the [ace of spades](#1.carte), and [East must ruff](#must-ruff.me).", [("F202", "1.carte")]),
    ("[South](#1.seat) leads the [king of spades](#1.card), and [West must ruff](#must-ruff.me).", [("F101", "1.card"), ("F403", "must-ruff.me")]),
    ("[South](#1.seat) leads the [ace](#1.card) of [spades](#1.suit), and [East must ruff](#must-ruff.me).", []),
]  # fmt: skip


@pytest.mark.parametrize(("message", "expected"), LOST)
def test_bindings_of_the_source_must_not_be_lost(message: str, expected: list[tuple[str, str]]) -> None:
    """The addresses of the source stand in a translation in any order; a lost one is one problem, at its words."""
    found = problems(message, PLAY, SOURCE_TEXT)
    assert sorted((p.code, p.address) for p in found) == sorted(expected)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("[South](#1.seat) leads the [ace](#1.card) of [spades](#1.suit).", []),
        ("[South](#1.seat) leads the [ace](#1.card) for [11](#1.points).", [("F205", "1.points")]),
        ("[South](#1.seat) leads the [ace](#1.card), [West](#2.seat) the [ten](#2.card).", [("F205", "2.seat"), ("F205", "2.card")]),
        ("[South](#1.seat) leads the [ten](#2.card).", [("F201", "1.card")]),
        ("[South](#1.seat) leads.", [("F201", "1.card")]),
    ],
)  # fmt: skip
def test_a_fact_that_the_source_does_not_state(message: str, expected: list[tuple[str, str]]) -> None:
    """It is an error, since no language can be compared with it; in the place of another, that one is missing."""
    found = problems(message, PLAY, "[South](#1.seat) leads the [ace](#1.card).")
    assert [(p.code, p.address) for p in found] == expected


def test_a_claim_states_what_its_words_name() -> None:
    """A player named in a claim need not be named once more; one that a claim does not name must."""
    source = "[East](#me.seat) waits: [East must ruff](#must-ruff.me)."
    assert told("[East must ruff](#must-ruff.me)!", PLAY, source) == []
    source = "The [jack of hearts](#me.card), [the highest trump](#highest.me)."
    assert [code for code, _ in told("It is [the highest trump](#highest.me).", PLAY, source)] == ["F201"]


def test_a_link_of_the_source_must_not_be_lost() -> None:
    """Links lead where those of the source lead, in any order, as often."""
    source = "See [here](play.md) and [there](values.md#x)."
    assert told("[There](values.md#x), [here](play.md).", PLAY, source) == []
    for wrong in (
        "See [here](play.md).",
        "See [here](play.md) and [there](values.md).",
        "[a](play.md) [b](values.md#x) [c](play.md)",
    ):
        assert [code for code, _ in told(wrong, PLAY, source)] == ["F203"]


# scopes ---------------------------------------------------------------------------------------------


def test_what_a_span_reads() -> None:
    """An example where a message stands in one, the rule set of its page elsewhere, others by name."""
    known = vocabulary()
    for address, scope, prefix in (
        ("1.card", PLAY, ""), ("k.deal", PAGE, ""), ("trump-tied/held", PLAY, "trump-tied/"), ("coinche-maison/k.base", PAGE, "coinche-maison/"),
    ):  # fmt: skip
        assert known.resolve(address, scope) is not None
        assert known.table(address, scope)[1] == prefix
    for address, scope in (
        ("1.card", PAGE),
        ("held", PLAY),
        ("k.base", PAGE),
        ("trump-tied/1.card", PLAY),
        ("1.card", Scope("belote-maison", "nowhere")),
    ):
        assert known.resolve(address, scope) is None
    assert known.covered("trump-tied/ahead.ns", PLAY) == {"trump-tied/ahead.ns", "trump-tied/ns.side"}
    assert isinstance(known.resolve("law.follow", PLAY), Claim)


def test_an_empty_vocabulary() -> None:
    """Without any example or rule set every address is unknown, and nothing fails."""
    found = list(check_message(text(SOURCE_TEXT), PLAY, Vocabulary({}, {}), lexicon("en"), SOURCE_TEXT))
    assert {p.code for p in found} == {"F202"}


# whatever stands in a message -----------------------------------------------------------------------

ADDRESSES = st.sampled_from(
    ["1.card", "1.seat", "2.points", "trick.points", "must-ruff.me", "wins.me", "holds.1", "law.follow", "k.deal", "duty", "winner.side", "trump",
     "formula.failed", "coinche-maison/formula.failed", "switch.undertrump.must", "trump-tied/held", "x/y", "", ".", "/", "beats.1", "hand.1.card"]
)  # fmt: skip
WORDS = st.lists(
    st.sampled_from(["South", "East", "ace", "of", "spades", "must", "ruff", "not", "41", "10", "ten", "−", "+", "×", "=", "(", ")", "made", "", "é",
                     "contract", "the", "points", "tricks", "1.", "\u200b", "'s", "—"]),
    max_size=5,
).map(" ".join)  # fmt: skip
MESSAGES = st.lists(
    st.builds("[{}](#{})".format, WORDS, ADDRESSES) | WORDS | st.text("*_`[]()#\\<&!.", max_size=4),
    max_size=5,
).map(" ".join)
SCOPES = st.sampled_from(
    [PLAY, RUFF, TIED, PAGE, COINCHE, Scope("nothing"), Scope("belote-maison", "nothing")]
)


@settings(deadline=None)
@given(MESSAGES, SCOPES, st.none() | MESSAGES)
def test_no_message_makes_a_traceback(message: str, scope: Scope, source: str | None) -> None:
    """Whatever is written, each problem has a code, a place in the message, and is not told twice."""
    found = problems(message, scope, source)
    for problem in found:
        assert problem.code in CODES
        assert 1 <= problem.place.column <= len(message) + 1
    assert len(set(found)) == len(found)


@settings(deadline=None, max_examples=50)
@given(st.sampled_from(["tr", "fr", "hi", "ar"]), st.text(max_size=40), SCOPES)
def test_no_text_of_any_script_makes_a_traceback(lang: str, message: str, scope: Scope) -> None:
    """Any Unicode text in any language is checked."""
    found = list(check_message(text(message), scope, vocabulary(), small(lang), SOURCE_TEXT))
    assert all(p.code in CODES for p in found)


# the site -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_messages_of_the_site_are_right(lang: str) -> None:
    """No message of the site has anything wrong but what its catalogue seals: the order of values."""
    wrong = [
        p for use, message in translated(lang) for p in problems_of(message, use, lang) if p.code != "F504"
    ]
    assert wrong == []


@pytest.mark.parametrize("lang", TRANSLATIONS)
def test_the_source_in_the_place_of_a_translation_is_told(lang: str) -> None:
    """A message whose facts are in words that the language does not know is told if it is left as it was."""
    tried = 0
    for use, message in translated(lang):
        words = [t.word for n in spans(use.text.value) for t in tokens(n.text, lang)]
        if any(not lexicon(lang).knows(word) and not word.isdigit() for word in words):
            left = in_text(message, use.text.value)
            assert problems_of(left, use, lang), use.text.value
            tried += 1
    assert tried > 40


def test_the_place_over_several_lines() -> None:
    """A problem in a message that runs over lines of its file stands in the line of its words."""
    message = Text("[South](#1.seat) leads the [king](#1.card).", "page.md", ((0, 7, 1), (17, 8, 3)))
    (problem,) = check_message(message, PLAY, vocabulary(), lexicon("en"))
    assert (problem.place.line, problem.place.column) == (8, 3 + len("leads the ["))


def test_accepted_forms() -> None:
    """The forms that a fact may be named with: of each of its attributes some, of numbers the number."""
    table = vocabulary().examples["who-takes-the-trick"]
    assert accepted_forms(table["trick.points"], lexicon("en")) == "41, in digits or in words"
    assert accepted_forms(table["1.seat"], lexicon("en")) == "South"
    assert accepted_forms(table["me.card"], lexicon("en")) == (
        "a word for its rank (jack, jacks), one for its suit (hearts, heart), or both in any order; "
        "or that it is a trump (trump, trumps)"
    )


# emphasis -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "translation", "emphasised"),
    [
        ("**Taker** and *side*", "**Taker** and side", "**Taker**, *side*"),
        ("a **taker**", "a taker", "**taker**"),
        ("a **taker**", "a *taker*", ""),
        ("a **taker**", "a [**taker**](play.md)", ""),
        ("a **taker**", "a ***taker***", ""),
        ("a **taker**", "**a** *taker*", ""),
        ("a taker", "a **taker**", ""),
        ("a **taker**", r"a \*\*taker\*\*", "**taker**"),
    ],
)  # fmt: skip
def test_lost_emphasis(source: str, translation: str, emphasised: str) -> None:
    """A translation emphasises as many words as its source, or more, with one star or two; escaped ones are none."""
    found = [p for p in problems(translation, PAGE, source) if p.code == "F602"]
    wanted = f"emphasises fewer words with * or ** than the source, which has {emphasised}"
    assert [(p.message, p.true) for p in found] == ([(wanted, emphasised)] if emphasised else [])


@pytest.mark.parametrize("lang", TRANSLATIONS)
def test_every_lost_emphasis_of_the_site_is_told(lang: str) -> None:
    """Where a translation has as much as its source, each stretch that loses its stars gives one F602, alone."""
    tried = 0
    for use, message in translated(lang):
        found = stretches(parse(message.value))
        if len(found) != len(stretches(parse(use.text.value))):
            continue
        for node in found:
            value = message.value
            bare = value[: node.start - node.stars] + node.text + value[node.end + node.stars :]
            unsealed = [p.code for p in problems_of(message, use, lang)]
            told = [p.code for p in problems_of(in_text(message, bare), use, lang)]
            assert Counter(told) - Counter(unsealed) == Counter(["F602"])
            tried += 1
    assert tried > 10
