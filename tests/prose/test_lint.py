"""A lexicon checked by itself: the site's have no fault, and each kind of fault is told with its line."""

from __future__ import annotations

import re
import tomllib
from contextlib import suppress
from itertools import permutations

import pytest
import tomlkit
from hypothesis import assume, given
from hypothesis import strategies as st

from sitegen.prose.claims import PREDICATES, Undecidable
from sitegen.prose.lint import LEFT_OUT, lint
from sitegen.prose.places import key_places
from tests.prose import LANGUAGES, ROOT, lexicon, read_lexicon, vocabulary


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
        ('wins = ["<seat> takes the trick"]', 'wins = ["<seat> takes <seat> trick"]', "L102", "<seat> takes <seat> trick"),
    ],
)  # fmt: skip
def test_a_fault_is_told(find: str, replace: str, code: str, said: str) -> None:
    """A missing phrase, a slot without an argument, a phrase of two claims or with a name of its own, a label
    that is no name, a word for two notions or for a suit and a rank."""
    assert find in ENGLISH
    found, problems = read_lexicon(ENGLISH.replace(find, replace, 1))
    assert found is not None, problems
    assert (code, said) in [(p.code, p.said) for p in lint(found)]


BEATS = "the claim beats says that the first card beats the second in this trick"


@pytest.mark.parametrize(
    ("claim", "phrase", "message"),
    [
        ("beats", "<card> wins", f"lacks a second <card>: {BEATS}"),
        ("beats", "{<card> beats <card>,<card:.*en> wins}", f"lacks a second <card>: {BEATS}"),
        ("beats", "beats it", f"lacks <card> and <card>: {BEATS}"),
        ("void", "<seat> has none", "lacks <suit>: the claim void says that the player has no card of the suit"),
        ("void", "has none", "lacks <seat> and <suit>: the claim void says that the player has no card of the suit"),
        ("only", "the only <suit>", "lacks <card> and <seat>: the claim only says that the card is the player's only one of its suit"),
        ("barred", "it may not be played", "lacks <card>: the claim barred says that the card, or each of the cards, may not be played"),
        ("formula.coinche", "the taker writes it", "lacks <formula>: the claim formula.coinche says how much is written"),
        ("beats", "<card> beats <card>", ""),
        ("void", "having no <suit>", ""),
        ("only", "<seat> only <suit>", ""),
        ("only", "<card> is the only one of its suit", ""),
        ("is-trump", "which is a trump", ""),
        ("opponent", "<seat> is an opponent", ""),
        ("partner", "<seat> is the partner", ""),
        ("must-ruff", "has to ruff", ""),
        ("ahead", "are ahead", ""),
        ("barred", "<card>, <card> and <card> may not be played", ""),
        ("unruffed", "nobody has ruffed", ""),
        ("law.follow", "follow suit", ""),
    ],
)  # fmt: skip
def test_what_a_phrase_has_to_name(claim: str, phrase: str, message: str) -> None:
    """All that its claim speaks of, but for one player, card or side that cannot be taken for another."""
    key = f'"{claim}"' if "." in claim else claim
    line = re.findall(rf"(?m)^{re.escape(key)} = .*$", ENGLISH)[-1]
    found, problems = read_lexicon(ENGLISH.replace(line, f'{key} = ["{phrase}"]'))
    assert found is not None, problems
    told = [p for p in lint(found, lexicon("en")) if p.code == "L106"]
    assert [p.message for p in told] == ([message] if message else [])
    for p in told:
        ((example, *_),) = tomllib.loads(line).values()
        assert p.how.startswith(f'The source (en) has "{example}".')
        assert (LEFT_OUT in p.how) == (not claim.startswith("formula."))


@pytest.mark.parametrize("name", [name for name, spec in PREDICATES.items() if len(spec.types) == 2])
def test_a_claim_is_mutual_if_it_holds_the_other_way_round(name: str) -> None:
    """Over all examples of the site: exchanged arguments change nothing of a mutual claim, and something of others."""
    spec = PREDICATES[name]
    if spec.types[0] != spec.types[1]:
        assert not spec.mutual
        return
    same = set()
    for table in vocabulary().examples.values():
        for one, other in permutations(table.refs.values(), 2):
            if getattr(one, spec.types[0]) and getattr(other, spec.types[0]):
                with suppress(Undecidable):
                    same.add(spec.holds(table, [one, other]) == spec.holds(table, [other, one]))
    assert same == ({True} if spec.mutual else {True, False})


# places ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("find", "replace", "code", "key"),
    [
        ('void = ["<seat> has no <suit>"]\n', "", "L103", "[claim]"),
        ('wins = ["<seat> takes the trick"]', '  wins = ["<side> takes the trick"]', "L102", "wins = "),
        ('wins = ["<seat> takes the trick"]', "wins = []", "L103", "wins = "),
        ('beats = ["<card> beats <card>"]', 'beats = [\n  "<card> wins", # [\n]', "L106", "beats = "),
        ('"law.follow" = [', "'law.follow' = []\n\"law.winner \" = [", "L103", "'law.follow' = "),
        ("[claim]\n", '[claim]\nmust-dance = ["<seat> must dance"]\n', "L102", "must-dance = "),
        ('card = "<rank> of <suit>"', 'card = "<rank> upon <suit>"', "L105", 'card = "<rank> upon'),
        ('coinche = ["coinche"]', 'coinche = ["Coinche"]', "L104", 'coinche = ["Coinche"]'),
        ('W = ["West"]', 'W = ["West", "king"]', "L104", "W = "),
        ('K = "K", Q = "Q"', 'K = "K", Q = "K"', "L105", "indices = "),
        ('[suit]\nS = ["spade{s,}"]', "[suit]\nS = []", "L103", "S = []"),
        ('glue = "', 'glue = 7 # "', "L102", "glue = "),
    ],
)
def test_a_fault_has_the_place_of_its_key(find: str, replace: str, code: str, key: str) -> None:
    """Line and column; of a key that is not there those of its table."""
    assert ENGLISH.count(find) == 1
    source = ENGLISH.replace(find, replace)
    found, problems = read_lexicon(source)
    problems += lint(found) if found else []
    at = source.index(f"\n{key}" if not replace.startswith("  ") else key) + (not replace.startswith("  "))
    line = source[:at].count("\n") + 1
    column = at - (source.rfind("\n", 0, at) + 1) + 1
    assert (line, column) in [(p.place.line, p.place.column) for p in problems if p.code == code]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_key_of_the_site_has_its_place(lang: str) -> None:
    """The place of each key of each lexicon is where its name stands in the file."""
    source = (ROOT / lexicon(lang).path).read_text("utf-8")
    lines = source.split("\n")
    places = key_places(source)
    data = tomllib.loads(source)
    keys = {(t,) for t in data} | {(t, k) for t, v in data.items() if isinstance(v, dict) for k in v}
    assert places.keys() == keys
    for path, (line, column) in places.items():
        assert lines[line - 1][column - 1 :].lstrip("[\"'").startswith(path[-1])


@given(
    st.dictionaries(
        st.text(st.characters(exclude_categories=["Cs"]), min_size=1),
        st.text(st.characters(exclude_categories=["Cs"])),
        max_size=4,
    )
)
def test_keys_of_any_form_are_found(table: dict[str, str]) -> None:
    """Whatever a key or a value is made of: quotation marks, brackets, signs of comment, line breaks."""
    document = tomlkit.document()
    document["first"] = "a"
    document["t"] = table
    source = tomlkit.dumps(document).replace("\r\n", "\n")
    assume(tomllib.loads(source) == {"first": "a", "t": table})
    assert key_places(source).keys() == {("first",), ("t",), *(("t", key) for key in table)}
