"""The words of a language: forms, capitals, endings, numbers, and every fault of the file told with its line."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitegen.prose.claims import PREDICATES
from sitegen.prose.laws import FORMULAS, LAWS
from sitegen.prose.lexicon import (
    CARD,
    CLASSES,
    LITERAL_CLASSES,
    NUMBERS_UP_TO,
    Lexicon,
    expand,
    load_lexicon,
    spelled,
)
from sitegen.prose.spans import name, read
from sitegen.prose.text import tokens
from tests.prose import (
    DATA,
    LANGUAGES,
    ROOT,
    fill,
    lexicon,
    project,
    read_lexicon,
    small,
    spans_of,
    vocabulary,
)

every_language = pytest.mark.parametrize("lang", LANGUAGES)
ENGLISH = (ROOT / "locales" / "en" / "lexicon.toml").read_text("utf-8")


def literals(text: str, words: Lexicon) -> list[tuple[str, str, str]]:
    """(words, class, value) of what stands unbound in a text."""
    found = tokens(text, words.lang)
    return [
        (text[found[m.first].start : found[m.last - 1].end], m.cls, m.value) for m in words.literals(found)
    ]


# forms ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("ace", ["ace"]),
        ("spade{s,}", ["spades", "spade"]),
        ("c{œ,oe}ur{,s}", ["cœur", "cœurs", "coeur", "coeurs"]),
        ("{a,b}{c,d}", ["ac", "ad", "bc", "bd"]),
        ("p{a{b,c},d}", ["pab", "pd", "pac"]),
        ("x{ a,}", ["x a", "x"]),
        ("a{}b", ["ab"]),
        ("", [""]),
    ],
)
def test_braces(form: str, expected: list[str]) -> None:
    """Shell braces list forms, in order."""
    assert expected == list(dict.fromkeys(expand(form)))


@given(st.text("ab{},", max_size=12))
def test_braces_that_match_leave_none_behind(form: str) -> None:
    """Whatever is written, what is left over holds braces only if one had no other half."""
    depth, matched = 0, True
    for c in form:
        depth += (c == "{") - (c == "}")
        matched = matched and depth >= 0
    assert (matched and depth == 0) == (not re.search(r"[{}]", "".join(expand(form))))


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("en", "the ace of spades beats two", [("ace", "rank", "A"), ("spades", "suit", "S"), ("two", "num", "2")]),
        ("en", "North north NORTH", [("North", "seat", "N"), ("NORTH", "seat", "N")]),
        ("en", "ACE Ace's", [("ACE", "rank", "A"), ("Ace's", "rank", "A")]),
        ("en", "North–South", [("North–South", "side", "NS")]),
        ("en", "one of both 1st", [("1st", "num", "1st")]),
        ("en", "twenty-one hundred-and-two", [("twenty-one", "num", "21"), ("two", "num", "2")]),
        ("fr", "Est est l’est d'Est d'est qu'est", [("Est", "seat", "E"), ("d'Est", "seat", "E")]),
        ("fr", "L'as, l’AS", [("L'as", "rank", "A"), ("l’AS", "rank", "A")]),
        ("fr", "dix de der, dix de pique", [("dix", "num", "10"), ("pique", "suit", "S")]),
        ("fr", "un coeur, un cœur", [("coeur", "suit", "H"), ("cœur", "suit", "H")]),
        ("fr", "Nord-Sud et Nord", [("Nord-Sud", "side", "NS"), ("Nord", "seat", "N")]),
        ("tr", "Kuzey’in maçası", [("Kuzey’in", "seat", "N"), ("maçası", "suit", "S")]),
        ("tr", "kuzeyin Kuzeyin", [("Kuzeyin", "seat", "N")]),
        ("tr", "as As ASI", [("As", "rank", "A"), ("ASI", "rank", "A")]),
        ("tr", "KIZ kız Kız'ı", [("KIZ", "rank", "Q"), ("Kız'ı", "rank", "Q")]),
        ("tr", "bir iki dört gözle dört", [("iki", "num", "2"), ("dört", "num", "4")]),
        ("tr", "162’den", [("162’den", "num", "162'den")]),
        ("hi", "हुकुम का इक्का", [("हुकुम", "suit", "S"), ("इक्का", "rank", "A")]),
        ("hi", "१६२ चिडी एक", [("१६२", "num", "१६२"), ("चिडी", "suit", "C")]),
        ("ar", "وبالآس، والملك", [("وبالآس", "rank", "A"), ("والملك", "rank", "K")]),
        ("ar", "٨٢-٨٠", [("٨٢", "num", "٨٢"), ("٨٠", "num", "٨٠")]),
    ],
)  # fmt: skip
def test_literals(lang: str, text: str, expected: list[tuple[str, str, str]]) -> None:
    """Cards, suits, seats, sides and numbers are found in running text, and homographs only where they are meant."""
    words = lexicon("en") if lang == "en" else small(lang)
    assert expected == literals(text, words)


@pytest.mark.parametrize(
    ("lang", "kind", "text", "values"),
    [
        ("fr", "card", "l’as de pique", {"rank": "A", "suit": "S"}),
        ("fr", "card", "pique, as", {"rank": "A", "suit": "S"}),
        ("tr", "card", "maça ASI", {"rank": "A", "suit": "S"}),
        ("tr", "card", "maçanın valesi", {"rank": "J", "suit": "S"}),
        ("tr", "num", "162’den", {"num": "162"}),
        ("tr", "num", "yüz altmış iki", {"num": "162"}),
        ("hi", "card", "हुकुम का इक्का", {"rank": "A", "suit": "S"}),
        ("hi", "num", "१६२", {"num": "162"}),
        ("ar", "card", "آس البستوني", {"rank": "A", "suit": "S"}),
        ("ar", "num", "١٦٢", {"num": "162"}),
    ],
)
def test_words_with_endings_and_articles(lang: str, kind: str, text: str, values: dict[str, str]) -> None:
    """Endings, elided articles and clitics are read away; native digits are numbers; order does not matter."""
    reading = read(kind, text, small(lang))
    assert (values, [], {}) == (reading.values, reading.unknown, reading.contradicted)


# numbers --------------------------------------------------------------------------------------------

SOME_NUMBERS = [*range(131), *range(131, NUMBERS_UP_TO + 1, 23), NUMBERS_UP_TO]


@pytest.mark.parametrize("lang", ["en", "fr", "tr", "hi", "ar", "es", "de", "it", "nl", "hu"])
def test_numbers_in_words_read_back(lang: str) -> None:
    """Every spelling of a number that CLDR knows, up to two thousand, is read as that number and as one literal."""
    words = small(lang, "")
    wrong = []
    for run, number in spelled(lang, SOME_NUMBERS).items():
        text = " ".join(run)
        if [(text, "num", str(number))] != literals(text, words):
            wrong.append((text, number))
    assert wrong == []


def test_a_language_without_number_words_has_none() -> None:
    """Of a language that unicode-rbnf does not know, only digits are numbers."""
    assert spelled("tlh", range(10)) == {}


@pytest.mark.parametrize(
    ("lang", "word", "number"),
    [
        ("pt-BR", "três", 3),
        ("pt-PT", "dezassete", 17),
        ("zh-Hant-HK", "三", 3),
        ("nb", "tre", 3),
        ("fr-BE", "septante", 70),
    ],
)
def test_number_words_of_a_region(lang: str, word: str, number: int) -> None:
    """A language of a region has its own number words, or those of the language."""
    assert spelled(lang, [number])[(word,)] == number


@pytest.mark.parametrize("lang", ["en-XA", "ar-XB"])
def test_a_pseudo_language_has_no_number_words_of_cldr(lang: str) -> None:
    """They are made of the source's."""
    assert spelled(lang, range(10)) == {}
    assert literals("seven 7", small("tlh", "")) == [("7", "num", "7")]


# labels ---------------------------------------------------------------------------------------------


@every_language
def test_labels_read_back(lang: str) -> None:
    """Every fact of every example and rule set, named as labels name it, is read as what it is."""
    words = lexicon(lang)
    seen = set()
    for table in (*vocabulary().rules.values(), *vocabulary().examples.values()):
        for fact in table.values():
            if fact.kind == "duty" or fact in seen:
                continue
            seen.add(fact)
            label = name(fact, words)
            reading = read(fact.kind, label, words)
            # A number may be negative: rounding takes points away.
            said = {k: int(v) if k == "num" else v for k, v in reading.values.items()}
            value = {"num": fact.value} if fact.kind == "num" else None
            assert (reading.unknown, reading.contradicted) == ([], {}), (fact, label)
            assert said, (fact, label)
            assert value in (None, said), (fact, label)
            if fact.kind == "card":
                assert {"rank": str(fact.value)[:-1], "suit": str(fact.value)[-1]} == said
    assert len(seen) > 150


@every_language
def test_labels_of_every_value_read_back(lang: str) -> None:
    """In each class the label of a value is read as that value, alone or as the longest reading."""
    words = lexicon(lang)
    for cls, values in CLASSES.items():
        for value in values:
            found = tokens(words.label(cls, value), lang)
            match = words.matches(found, 0, (cls,))[0]
            assert (cls, value, len(found)) == (match.cls, match.value, match.last), words.label(cls, value)


@every_language
def test_every_card_has_its_own_name(lang: str) -> None:
    """The thirty-two cards have thirty-two names, each read as its card."""
    words = lexicon(lang)
    names = {words.card(rank, suit): (rank, suit) for rank in CLASSES["rank"] for suit in CLASSES["suit"]}
    assert len(names) == 32
    for said, (rank, suit) in names.items():
        reading = read("card", said, words)
        assert ({"rank": rank, "suit": suit}, []) == (reading.values, reading.unknown), said
    assert len({words.index(rank) for rank in CLASSES["rank"]}) == 8


# claims ---------------------------------------------------------------------------------------------


@every_language
def test_every_predicate_has_a_phrase_and_no_other_has(lang: str) -> None:
    """Predicates, laws and the switches that pages state have phrases; what has phrases is one of them."""
    switches = {n.target.rpartition("/")[2] for _, _, n in spans_of("en") if "switch." in n.target}
    general = [*(f"law.{law}" for law in LAWS), *(f"formula.{formula}" for formula in FORMULAS)]
    wanted = {*PREDICATES, *general, *switches}
    assert wanted == {claim for claim, phrases in lexicon(lang).claims.items() if phrases}


@every_language
def test_slots_are_the_arguments(lang: str) -> None:
    """The slots of a phrase are among the arguments of its predicate; general rules have none."""
    for claim, phrases in lexicon(lang).claims.items():
        spec = PREDICATES.get(claim)
        for phrase in phrases:
            slots = re.findall("<([a-z]+)(?::.*?)?>", phrase)
            left = [*(spec.types if spec else ())] * (len(slots) if spec and spec.repeats else 1)
            left += ["suit"] if "card" in left else ["formula"] if claim.startswith("formula.") else []
            for slot in slots:
                assert slot in left, (claim, phrase)
                left.remove(slot)


@every_language
def test_no_phrase_states_two_things(lang: str) -> None:
    """No phrase is listed for two predicates: they could not be told apart."""
    seen: dict[str, str] = {}
    for claim, phrases in lexicon(lang).claims.items():
        for form in {" ".join(t.word for t in tokens(f, lang)) for p in phrases for f in expand(p)}:
            if claim.startswith(("switch.", "formula.")):
                # A switch may state what a law states; a formula states its numbers.
                form = f"{claim}: {form}"
            assert claim == seen.setdefault(form, claim), form


# the file -------------------------------------------------------------------------------------------


def faults(source: str, lang: str = "en") -> list[tuple[str, int, str]]:
    """(code, line, said) of everything wrong with a lexicon."""
    found, problems = read_lexicon(source, lang)
    assert (found is None) == bool(problems)
    return [(p.code, p.place.line, p.said) for p in problems]


def line_of(source: str, text: str) -> int:
    assert source.count(text) == 1, text
    return source.count("\n", 0, source.index(text)) + 1


def test_the_small_lexicons_are_sound() -> None:
    """The lexicons that these tests use have no faults."""
    for path in DATA.glob("*.toml"):
        if path.stem in ("ar", "fr", "hi", "tr"):
            assert faults(fill(path.read_text("utf-8")), path.stem) == []


FAULTS: list[tuple[str, str, str]] = [
    # (line of the English lexicon, what stands there instead, code)
    ('S = ["spade{s,}"]', 'S = ["spade{s,"]', "L102"),
    ('S = ["spade{s,}"]', 'S = ["spade}s"]', "L102"),
    ('S = ["spade{s,}"]', 'S = "spades"', "L102"),
    ('S = ["spade{s,}"]', "S = [7]", "L102"),
    ('S = ["spade{s,}"]', 'S = ["—"]', "L102"),
    ('H = ["heart{s,}"]', 'H = ["spade"]', "L104"),
    ('N = ["North"]', 'N = ["South"]', "L104"),
    ('S = ["South"]', 'X = ["South"]', "L102"),
    ('2 = ["both"]', 'two = ["both"]', "L102"),
    ('2 = ["both"]', '-2 = ["both"]', "L102"),
    ("[quantity]", "[quantities]", "L102"),
    ('void = ["<seat> has no <suit>"]', 'void = ["<seet> has no <suit>"]', "L102"),
    ('void = ["<seat> has no <suit>"]', 'void = ["<seat has no <suit>"]', "L102"),
    ('void = ["<seat> has no <suit>"]', 'void = "<seat> has no <suit>"', "L102"),
    ('suffix = "\'s?"', 'suffix = "(s"', "L102"),
    ('suffix = "\'s?"', 'suffix = "s\\\\"', "L102"),
    ('suffix = "\'s?"', "suffix = 5", "L102"),
    ("ignore = []", 'ignore = "x"', "L102"),
    ("indices =", 'indices = ["A"] #', "L102"),
    ('card = "<rank> of <suit>"', "card = 5", "L102"),
    ('glue = "the', 'glue = ["the"] #', "L102"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "code"), FAULTS)
def test_a_fault_is_told_at_its_line(before: str, after: str, code: str) -> None:
    """Each kind of fault of a lexicon is a problem at the line where it stands."""
    line = line_of(ENGLISH, f"\n{before}") + 1
    found = faults(ENGLISH.replace(f"\n{before}", f"\n{after}", 1))
    assert (code, line) in [(c, at) for c, at, _ in found], found


@pytest.mark.parametrize("cls", CLASSES)
def test_a_class_that_is_missing_is_told(cls: str) -> None:
    """Without its words a class is a problem; each value that lacks its words is named."""
    data = tomllib.loads(ENGLISH)
    for value in CLASSES[cls]:
        start = re.search(rf"(?m)^\[{cls}\]", ENGLISH)
        assert start is not None
        line = re.compile(rf'(?m)^"?{re.escape(value)}"? = .*\n').search(ENGLISH, start.end())
        assert line is not None
        assert value in data[cls]
        without = ENGLISH[: line.start()] + ENGLISH[line.end() :]
        found, problems = read_lexicon(without)
        assert found is None
        assert [p.code for p in problems] == ["L103"]
        assert value in problems[0].message
        assert cls in problems[0].message
        assert without.split("\n")[problems[0].place.line - 1].startswith(f"[{cls}]")


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("a = 1\nb =", 2),
        ("[suit\n", 1),
        ("\n\n[suit]\nS = [", 4),
        ("x = 1\nx = 2", 2),
        ("a = " + "[" * 9000, 0),
    ],
)
def test_a_file_that_is_not_toml_is_told(source: str, line: int) -> None:
    """A syntax error is a problem at its line, and no traceback, however the file is broken."""
    assert [("L101", line)] == [(code, at) for code, at, _ in faults(source)]


def test_a_file_that_is_not_there_or_no_text_is_told(tmp_path: Any) -> None:
    """A missing file and one that is not UTF-8 are problems."""
    for path, content in (("a.toml", None), ("b.toml", b"\xff\xfe"), ("c.toml", b"\xef\xbb\xbf[suit]\n")):
        if content is not None:
            (tmp_path / path).write_bytes(content)
        found, problems = load_lexicon(tmp_path / path, tmp_path, "en")
        assert (None, ["L101"], path) == (found, [p.code for p in problems], problems[0].place.path)


TOML_VALUES = st.recursive(
    st.text("aS{}<>,", max_size=5) | st.integers(-3, 3) | st.booleans() | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("SabX"), inner, max_size=3),
    max_leaves=5,
)
TABLES = st.sampled_from(
    [*CLASSES, "claim", "term", "avoid", "gender", "plural", "label", "affix", "scan", "glue", "neg", "x"]
)
KEYS = st.sampled_from(["S", "A", "10", "card", "ranks", "indices", "suffix", "prefix", "negation", "ignore", "never",
                        "span_only", "require_upper", "void", "law.follow", "x"])  # fmt: skip


def toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{k} = {toml(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return repr(value) if value == value and abs(value) != float("inf") else "1.5"
    return f'"{value}"' if isinstance(value, str) else str(value)


@settings(deadline=None, max_examples=60)
@given(TABLES, KEYS, TOML_VALUES)
def test_any_value_anywhere_is_read_or_told(table: str, key: str, value: object) -> None:
    """Whatever stands at a key, the lexicon is read or its faults are told with their place; never a traceback."""
    data: dict[str, Any] = {
        t: dict(v) if isinstance(v, dict) else v for t, v in tomllib.loads(ENGLISH).items()
    }
    if isinstance(data.get(table, {}), dict):
        data[table] = {**data.get(table, {}), key: value}
    else:
        data[table] = value
    tops = [f"{k} = {toml(v)}" for k, v in data.items() if not isinstance(v, dict)]
    tables = [
        line
        for k, v in data.items()
        if isinstance(v, dict)
        for line in (f"[{k}]", *(f'"{inner}" = {toml(x)}' for inner, x in v.items()))
    ]
    source = "\n".join([*tops, *tables])
    found, problems = read_lexicon(source)
    faults = [p for p in problems if not re.match("the (claim|notion) .* has no words", p.message)]
    assert (found is None) == bool(faults)  # a list that waits for its words stops nothing
    assert all(p.code.startswith("L1") and 1 <= p.place.line <= source.count("\n") + 1 for p in problems)
    if found is not None:  # what was read can be used
        words = tokens("the ace of spades, one hundred and 7 S a Sa", "en")
        found.literals(words)
        found.negators(words)
        list(found.forbidden(words))
        assert [found.rival(words, at) for at in range(len(words))]
        assert found.card("A", "S")


@settings(deadline=None, max_examples=40)
@given(st.integers(0, len(ENGLISH)), st.integers(0, 3), st.text('[]{}="\\\n\x00#<>é', max_size=3))
def test_a_lexicon_with_a_piece_changed_is_read_or_told(at: int, size: int, piece: str) -> None:
    """Any few characters of the file replaced by others: it is read, or told; never a traceback."""
    found, problems = read_lexicon(ENGLISH[:at] + piece + ENGLISH[at + size :])
    faults = [p for p in problems if not re.match("the (claim|notion) .* has no words", p.message)]
    assert (found is None) == bool(faults)  # a list that waits for its words stops nothing
    assert all(p.code.startswith("L1") for p in problems)


def test_regular_expressions_keep_their_meaning() -> None:
    """Folding the words of a pattern leaves its escapes and groups alone."""
    words = small(
        "en",
        '[affix]\nsuffix = "(?P<x>\\\\Sx)|\'S"\n[suit]\nS = ["spade"]\nH = ["heart"]\nD = ["tile"]\nC = ["club"]\n',
    )
    assert literals("spadeéx spadex club's", words) == [("spadeéx", "suit", "S"), ("club's", "suit", "C")]


def test_every_literal_class_is_a_class() -> None:
    """What is a literal outside spans is a class of words, and the languages of the site have it."""
    assert set(LITERAL_CLASSES) <= {*CLASSES, CARD}
    assert set(project().lexicons) == set(LANGUAGES)
