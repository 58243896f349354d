"""The words of a language for cards, suits, seats, numbers, outcomes and claims: `locales/<lang>/lexicon.toml`.

A lexicon maps forms (words as they stand in a text) to values, class by class. Shell braces list forms
(`spade{s,}`); the first form listed is the one that labels use. A form with a capital demands one in the
text (`Est`, not `est`); a form without matches any case. `[affix]` holds regular expressions for regular
endings and beginnings of words, so that Turkish and French need no list of every form.
"""

from __future__ import annotations

import itertools
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from babel import Locale
from babel.core import get_global

from sitegen.diagnostics import Place, Problem
from sitegen.files import read_inside
from sitegen.prose.patterns import LONGEST_WORD, too_slow
from sitegen.prose.places import KeyPlaces, key_places
from sitegen.prose.text import Token, digits_value, fold, tokens

if TYPE_CHECKING:
    from unicode_rbnf import RbnfEngine

CLASSES: Mapping[str, tuple[str, ...]] = {
    "suit": ("S", "H", "D", "C"),
    "rank": ("A", "K", "Q", "J", "10", "9", "8", "7"),
    "trump": ("card", "no-trump", "all-trump"),
    "seat": ("S", "W", "N", "E"),
    "side": ("NS", "EW"),
    "action": ("lead", "follow", "overtrump", "ruff", "overruff", "undertrump", "discard"),
    "outcome": ("made", "failed", "tied", "capot"),
    "double": ("none", "coinche", "surcoinche"),
    "contract": ("capot", "generale"),
    "reason": (
        "must-follow", "must-overtrump", "must-ruff", "must-overruff", "must-undertrump", "below-partner",
    ),
    "line": (
        "cards", "last-trick", "capot", "belote", "declarations", "rounding", "contract", "base", "multiplier",
        "deal", "carried",
    ),
    "order": ("trump", "plain", "no-trump", "all-trump"),
    "role": ("points", "tricks", "cards", "players"),
    "quantity": ("contract",),
    "num": (),  # any number; what unicode-rbnf knows need not be listed
}  # fmt: skip
"""The classes of words and the values each must name; `num` takes any whole number, `quantity` what formulas name."""

KEYS: Mapping[str, str] = {
    "glue": "words without a meaning of their own, allowed inside spans: articles, prepositions",
    "conj": "words that join sentences or belong to what stands before; `locale bind` leaves them outside spans",
    "neg": "words that deny: beside a fact they may stand inside claims only, with all their forms",
    "affix": "regular expressions for regular endings (suffix) and beginnings (prefix) of words, for what is "
    "written together with a conjunction (joined), for words that deny by their ending (negation)",
    "suit": "the suits",
    "rank": "the ranks of cards",
    "trump": "what can be trump beside a suit; `card`: a card that is trump",
    "seat": "the seats at the table",
    "side": "the sides, North–South and East–West",
    "action": "what a play does",
    "outcome": "how a contract ends",
    "double": "whether a contract was coinched, as an adjective of the contract",
    "contract": "contracts that are not a number",
    "reason": "why a card may not be played, as said behind the card",
    "line": "the lines of a score; a number follows",
    "order": "how the cards of a suit count",
    "role": "what a number counts, as said right beside it",
    "quantity": "what formulas name",
    "num": "number words that CLDR lacks; what is an everyday word as well goes into span_only of [scan], too",
    "term": "the words of the game, the preferred form first: one notion, one word",
    "avoid": "words that other writers use for a notion of [term], and this site does not",
    "plural": "the forms that a noun has beside a number, by CLDR plural category; a noun that is not listed is not checked",
    "gender": "nouns, each with the determiners that it may stand with, elided ones without apostrophe; what is listed with "
    "one noun is a determiner to all",
    "claim": "every phrase that may state a claim; <seat> <card> <suit> <side> <formula> are slots, and "
    "<card:.*en> is one whose last word must end so",
    "label": "how a card is named (card), names of ranks and suits in it where they differ from those that stand "
    "alone (ranks, suits), letters in the corner (indices)",
    "scan": "homographs: span_only (means a value inside spans alone), require_upper (with a capital alone), "
    "ignore (idioms that state no fact), never (words that may stand nowhere)",
}  # fmt: skip
"""Every key and table of a lexicon, and what it is for."""

CARD = "card"
"""The class of card names written as one word, where a language has them: Dutch `schoppenaas`."""

LITERAL_CLASSES = ("suit", "rank", CARD, "seat", "side", "num")
"""Words of these classes state a fact wherever they stand: outside a span they are unbound literals."""

NUMBERS_UP_TO = 2000

SLOTS = ("<seat>", "<card>", "<suit>", "<side>", "<formula>")
"""What the phrase of a claim leaves open."""


class Match(NamedTuple):
    """A form found in a text: tokens [first, last), its class and value, and its words as folded in the list."""

    first: int
    last: int
    cls: str
    value: str
    form: str = ""


@dataclass(frozen=True)
class _Form:
    words: tuple[str, ...]
    cls: str
    value: str
    capital: bool
    listed: str


@dataclass
class Lexicon:
    """The words of one language. `labels[class][value]` is the form that labels use; `plural_rules` names the
    language whose CLDR plural rules hold, where it is another (a pseudo-language has none of its own)."""

    lang: str
    places: KeyPlaces
    labels: dict[str, dict[str, str]]
    claims: dict[str, tuple[str, ...]]
    terms: dict[str, tuple[str, ...]]
    plurals: dict[str, dict[str, tuple[str, ...]]]
    genders: dict[str, frozenset[str]]
    glue: frozenset[str]
    conj: frozenset[str]
    card_label: str
    card_ranks: dict[str, str]
    card_suits: dict[str, str]
    indices: dict[str, str]
    _forms: dict[str, list[_Form]] = field(repr=False)
    span_only: frozenset[str] = field(repr=False)
    _require_upper: frozenset[str] = field(repr=False)
    _ignore: dict[str, list[tuple[str, ...]]] = field(repr=False)
    rivals: dict[str, tuple[str, ...]]
    _never: dict[str, list[tuple[str, ...]]] = field(repr=False)
    _avoid: dict[str, list[tuple[tuple[str, ...], str]]] = field(repr=False)
    _neg: frozenset[str] = field(repr=False)
    _negation: re.Pattern[str] | None = field(repr=False)
    _joined: re.Pattern[str] | None = field(repr=False)
    _suffix: re.Pattern[str] | None = field(repr=False)
    _prefix: re.Pattern[str] | None = field(repr=False)
    _stems: dict[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    _pairs: dict[tuple[str, ...], int | None] = field(default_factory=dict, repr=False)
    plural_rules: str = ""

    @property
    def path(self) -> str:
        """The file of the lexicon."""
        return self.places.path

    # labels ---------------------------------------------------------------------------------------

    def label(self, cls: str, value: str) -> str:
        """The word that labels use for a value of a class."""
        return self.labels[cls][value]

    def card(self, rank: str, suit: str) -> str:
        """The name of a card, as labels use it."""
        name = self.card_label.replace("<suit>", self.card_suits.get(suit) or self.labels["suit"][suit])
        return name.replace("<rank>", self.card_ranks.get(rank) or self.labels["rank"][rank])

    def index(self, rank: str) -> str:
        """The letter or number in the corner of a card."""
        return self.indices.get(rank, rank)

    def accepted(self, cls: str, value: str, most: int = 6) -> list[str]:
        """Some forms that name a value, the first listed first: for messages."""
        words = [f for forms in self._forms.values() for f in forms if f.cls == cls and f.value == value]
        return list(dict.fromkeys(f.listed for f in words))[:most]

    # reading --------------------------------------------------------------------------------------

    def stems(self, word: str) -> tuple[str, ...]:
        """The words of the lexicon's own list that a word of a text may be, itself first."""
        known = self._stems.get(word)
        if known is None:
            known = self._stems[word] = tuple(self._find_stems(word))
        return known

    def _find_stems(self, word: str) -> Iterator[str]:
        vocabulary = self._vocabulary
        if len(word) > LONGEST_WORD:
            if word in vocabulary:
                yield word
            return
        seen = set()
        starts = [
            n for n in range(len(word)) if n == 0 or (self._prefix and self._prefix.fullmatch(word, 0, n))
        ]
        for start in starts:
            for end in range(len(word), start, -1):
                stem = word[start:end]
                if stem not in vocabulary or stem in seen:
                    continue
                if end == len(word) or (self._suffix and self._suffix.fullmatch(word, end)):
                    seen.add(stem)
                    yield stem

    @cached_property
    def _vocabulary(self) -> set[str]:
        listed = {w for forms in self._forms.values() for f in forms for w in f.words}
        runs = [*self._ignore.values(), *([run for run, _ in pairs] for pairs in self._avoid.values())]
        ignored = {w for listed_runs in runs for run in listed_runs for w in run}
        return listed | ignored | self.glue | self.conj | self._number_words

    def elided(self, word: str) -> int:
        """How many characters of a word belong to the one before it: an elided article or conjunction before
        a word of the lexicon (`l'as`: 2), Arabic `و` before digits; 0 where it is written in one (`والشمال`)."""
        for size in range(1, len(word) if self._prefix else 0):
            if self._prefix and self._prefix.fullmatch(word, 0, size):
                rest = word[size:]
                if self._digits(rest) is not None or (word[size - 1] == "'" and self.stems(rest)):
                    return size
        return 0

    def is_glue(self, word: str) -> bool:
        """Whether a word says nothing inside a span."""
        return any(s in self.glue for s in self.stems(word))

    def matches(self, words: Sequence[Token], at: int, classes: Iterable[str]) -> list[Match]:
        """What of these classes the text may say at token `at`: longest first, then in listed order."""
        wanted = set(classes)
        found: list[Match] = []
        if "num" in wanted:
            if (value := self._digits(words[at].word)) is not None:
                return [Match(at, at + 1, "num", str(value))]
            if number := self._number(words, at):
                found.append(number)
        stems = [self.stems(words[at].word)]
        for stem in stems[0]:
            for form in self._forms.get(stem, ()):
                if form.cls not in wanted or at + len(form.words) > len(words):
                    continue
                if form.capital and not words[at].capital_at(max(0, words[at].word.find(stem))):
                    continue
                if all(w in self.stems(words[at + i].word) for i, w in enumerate(form.words[1:], start=1)):
                    found.append(Match(at, at + len(form.words), form.cls, form.value, " ".join(form.words)))
        found.sort(key=lambda m: m.first - m.last)
        return found

    def literals(self, words: Sequence[Token]) -> list[Match]:
        """Words of `LITERAL_CLASSES` in a run of text outside spans, by the lexicon's homograph policies."""
        out: list[Match] = []
        at = 0
        while at < len(words):
            if skip := self.idiom(words, at):
                at += skip
                continue
            token = words[at]
            if token.has_digit:
                out.append(Match(at, at + 1, "num", token.word))
                at += 1
                continue
            for m in self.matches(words, at, LITERAL_CLASSES):
                if m.form in self.span_only or (m.form in self._require_upper and not token.capital):
                    continue
                out.append(m)
                at = m.last
                break
            else:
                at += 1
        return out

    def idiom(self, words: Sequence[Token], at: int) -> int:
        """How many words from `at` on are one that states no fact (`[scan] ignore`); 0 if they are none."""
        for stem in self.stems(words[at].word):
            for run in self._ignore.get(stem, ()):
                if at + len(run) <= len(words) and all(
                    w in self.stems(words[at + i].word) for i, w in enumerate(run)
                ):
                    return len(run)
        return 0

    # words that are not values ------------------------------------------------------------------------

    @cached_property
    def _known(self) -> frozenset[str]:
        """Every word that the lexicon lists anywhere."""
        phrases = [p for listed in (*self.claims.values(), *self.terms.values()) for p in listed]
        words = {
            t.word
            for p in phrases
            for form in expand(p)
            for t in tokens(re.sub(r"<\w+>", " ", form), self.lang)
        }
        nouns = {w for by_category in self.plurals.values() for forms in by_category.values() for w in forms}
        return frozenset(words | nouns | self._vocabulary | self._neg)

    def knows(self, word: str) -> bool:
        """Whether a word stands in the lexicon, with its regular endings."""
        return word in self._known or bool(self.stems(word))

    def negators(self, words: Sequence[Token]) -> list[Token]:
        """The words that deny something; those inside a term (`sans-atout`) or an idiom are none."""
        out: list[Token] = []
        at = 0
        while at < len(words):
            longer = [m.last - m.first for m in self.matches(words, at, CLASSES)]
            if (skip := max([self.idiom(words, at), *longer], default=0)) > 1:
                at += skip
                continue
            word = words[at].word
            denies = self._negation and len(word) <= LONGEST_WORD and self._negation.fullmatch(word)
            if word in self._neg or denies:
                out.append(words[at])
            at += 1
        return out

    def negations(self) -> frozenset[str]:
        """The words that deny, as listed."""
        return self._neg

    def unjoined(self, word: str) -> frozenset[str]:
        """A word, and what is left of it without a conjunction written with it (`[affix] joined`)."""
        if len(word) > LONGEST_WORD:
            return frozenset((word,))
        if self._joined and (m := self._joined.match(word)) and 0 < m.end() < len(word):
            return frozenset((word, word[m.end() :]))
        return frozenset((word,))

    def forbidden(self, words: Sequence[Token]) -> Iterator[tuple[int, int]]:
        """Token ranges of words that may stand nowhere."""
        for at in range(len(words)):
            for run in self._never.get(words[at].word, ()):
                if tuple(t.word for t in words[at : at + len(run)]) == run:
                    yield at, at + len(run)

    def rival(self, words: Sequence[Token], at: int) -> tuple[str, int] | None:
        """(notion, end) where a word to avoid stands for a notion that has a preferred term."""
        for stem in self.stems(words[at].word)[:1]:  # the longest reading: `kontrata` is no `kontra`
            for run, notion in self._avoid.get(stem, ()):
                if len(run) == 1 or tuple(t.word for t in words[at + 1 : at + len(run)]) == run[1:]:
                    return notion, at + len(run)
        return None

    @cached_property
    def determiners(self) -> frozenset[str]:
        """Every determiner that a gender is told by."""
        return frozenset(w for own in self.genders.values() for w in own)

    def plural_category(self, number: int) -> str:
        """The CLDR plural category of a number: one, two, few, many, other."""
        return str(Locale.parse(self.plural_rules or self.lang, sep="-").plural_form(abs(number)))

    def _digits(self, word: str) -> int | None:
        """The number that a token writes in digits, with an ending where words have them: Turkish `11'den`."""
        if (value := digits_value(word)) is not None:
            return value
        if len(word) > LONGEST_WORD:
            return None
        start = m.end() if self._prefix and (m := self._prefix.match(word)) else 0  # Arabic `و10`
        end = next((i for i in range(start, len(word)) if digits_value(word[i]) is None), len(word))
        if start == end or any(digits_value(c) is not None for c in word[end:]):  # `1'000` is not 1
            return None
        if end < len(word) and not (self._suffix and (word[end] == "'" or self._suffix.fullmatch(word, end))):
            return None
        return digits_value(word[start:end])

    # numbers in words -----------------------------------------------------------------------------

    @cached_property
    def _numbers(self) -> dict[tuple[str, ...], int]:
        """The number words that all others are made of; every number where a language writes it as one word."""
        if any(len(run) == 1 for run in spelled(self.lang, [321])):
            return self._all_numbers
        return spelled(self.lang, [*range(200), *range(200, NUMBERS_UP_TO + 1, 100), 1001])

    @cached_property
    def _number_words(self) -> set[str]:
        return {w for run in self._numbers for w in run}

    @cached_property
    def _number_starts(self) -> set[str]:
        """The words that a number can begin with."""
        return {run[0] for run in self._numbers}

    @cached_property
    def _all_numbers(self) -> dict[tuple[str, ...], int]:
        """Every number to `NUMBERS_UP_TO`: made only for a text with three number words in a row."""
        return spelled(self.lang, range(NUMBERS_UP_TO + 1))

    def _spelled_number(self, spelling: tuple[str, ...]) -> int | None:
        """The number that words spell. Of two words only what they add or multiply up to is tried: spelling
        every number takes longer than all other checks of a language."""
        if spelling in self._numbers or len(spelling) == 1:
            return self._numbers.get(spelling)
        if len(spelling) > 2:
            return self._all_numbers.get(spelling)
        if spelling not in self._pairs:
            one, other = (
                next((self._numbers[(s,)] for s in self.stems(word) if (s,) in self._numbers), 0)
                for word in spelling
            )
            sums = range(one + 1, one + 100) if one >= 100 and not other else (one + other, one * other)
            tried = [n for n in sums if n <= NUMBERS_UP_TO]  # `other` may be no number alone: `ألف وخمسة`
            self._pairs[spelling] = spelled(self.lang, tried).get(spelling)
        return self._pairs[spelling]

    def _number(self, words: Sequence[Token], at: int) -> Match | None:
        known = self._number_words
        if not any(s in self._number_starts for s in self.stems(words[at].word)):
            return None
        run: list[tuple[str, ...]] = []
        for token in words[at : at + 10]:
            stems = tuple(s for s in self.stems(token.word) if s in known)
            if not stems:
                break
            run.append(stems)
        for size in range(len(run), 0, -1):
            for spelling in itertools.product(*run[:size]):
                if (value := self._spelled_number(spelling)) is not None:
                    return Match(at, at + size, "num", str(value), " ".join(spelling))
        return None


def plural_categories(lang: str) -> list[str]:
    """The CLDR plural categories of a language: `one`, `few`, `other`."""
    tags = Locale.parse(lang, sep="-").plural_form.tags
    return [c for c in ("zero", "one", "two", "few", "many", "other") if c in tags or c == "other"]


def spelled(lang: str, numbers: Iterable[int]) -> dict[tuple[str, ...], int]:
    """Numbers by their spellings (as folded words) in a language, from the CLDR rules; {} if it has none."""
    return dict(_spelled(lang, tuple(numbers)))


@cache
def _number_rules(lang: str) -> RbnfEngine | None:
    """The CLDR rules that spell numbers in a language, or in the nearest that has them: pt for pt-BR, no for nb."""
    from unicode_rbnf import RbnfEngine  # 0.1 s to import: only where number words are read

    parents = get_global("parent_exceptions")
    tag = "" if lang.endswith(("-XA", "-XB")) else lang.replace("-", "_")  # pseudo-languages have their own
    while tag:
        with suppress(ValueError):
            engine = RbnfEngine.for_language(tag)
            if engine.rulesets:  # CLDR has files without rules, such as that of nb
                return engine
        tag = parents.get(tag) or tag.rpartition("_")[0]
    return None


@cache
def _spelled(lang: str, numbers: tuple[int, ...]) -> dict[tuple[str, ...], int]:
    engine = _number_rules(lang)
    if engine is None:
        return {}
    table: dict[tuple[str, ...], int] = {}
    usual = engine.format_number(1).text_by_ruleset
    verbose = [rules for rules in engine.rulesets if rules.endswith("-verbose")]  # "one hundred and two"
    cardinal = [r for r in (*usual, *verbose) if not re.search("ordinal|year|fraction", r)]
    for n in numbers:
        for text in engine.format_number(n, ruleset_names=cardinal).text_by_ruleset.values():
            run = tuple(t.word for t in tokens(text, lang))
            table.setdefault(run, n)
    return table


def spellings(lang: str, number: int) -> dict[str, str]:
    """A number in words as CLDR writes it, by the name of each rule that spells it; {} if it has no rules."""
    engine = _number_rules(lang)
    if engine is None:
        return {}
    found = engine.format_number(number).text_by_ruleset
    plain = {rule: text.replace("\u00ad", "") for rule, text in found.items()}
    return {rule: text for rule, text in plain.items() if not re.search("ordinal|year|fraction", rule)}


# the file ------------------------------------------------------------------------------------------


MOST_FORMS = 1000
LONGEST_FORM = 1000
"""What braces may list, and how long a form or phrase may be: no language comes near."""
MOST_SLOTS = 6
"""A phrase with more slots has too many ways to be read."""


def listed(form: str) -> int:
    """How many forms braces list, at most."""
    total = 1
    opened: list[int] = []
    for sign in re.findall("[{},]", form):
        if sign == "{":
            opened.append(1)
        elif opened and sign == ",":
            opened[-1] += 1
        elif opened:
            total = min(total * opened.pop(), MOST_FORMS + 1)
    return total


def expand(form: str) -> list[str]:
    """Shell braces: `{a,b}c` is `ac`, `bc`."""
    m = re.search(r"\{([^{}]*)\}", form)
    if m is None:
        return [form]
    return [
        whole
        for part in m.group(1).split(",")
        for whole in expand(form[: m.start()] + part + form[m.end() :])
    ]


def load_lexicon(path: Path, root: Path, lang: str) -> tuple[Lexicon | None, list[Problem]]:
    """Read a language's lexicon. Every fault of the file is a problem (L1xx); None if it cannot be used."""
    source, data, problems = read_lexicon(path, root, lang)
    if data is None:
        return None, problems
    return build_lexicon(lang, path.relative_to(root).as_posix(), source, data)


def read_lexicon(path: Path, root: Path, lang: str) -> tuple[str, dict[str, Any] | None, list[Problem]]:
    """The text and the data of a lexicon's file; problems instead of data where it cannot be read."""
    name = path.relative_to(root).as_posix()
    try:
        source = read_inside(path, root)
        return source, tomllib.loads(source), []
    except FileNotFoundError:
        return "", None, [
            Problem("L101", Place(name), f"the language {lang} has no lexicon", locale=lang,
                    fix=f"Write {name}; locales/en/lexicon.toml shows every class.")
        ]  # fmt: skip
    except (OSError, UnicodeDecodeError) as error:
        return "", None, [Problem("L101", Place(name), f"the file cannot be read: {error}", locale=lang)]
    except RecursionError:
        return (
            "",
            None,
            [Problem("L101", Place(name), "not TOML that can be read: nested too deeply", locale=lang)],
        )
    except tomllib.TOMLDecodeError as error:
        line, column = _toml_place(str(error), source)
        return "", None, [Problem("L101", Place(name, line, column), f"not TOML: {error}", locale=lang)]
    except ValueError as error:  # a number of thousands of digits
        return "", None, [Problem("L101", Place(name), f"not TOML that can be read: {error}", locale=lang)]


def build_lexicon(
    lang: str, path: str, source: str, data: dict[str, Any]
) -> tuple[Lexicon | None, list[Problem]]:
    """A lexicon from the data of its file; `source` is the file's text, to place problems in."""
    return _Builder(lang, path, source, data).build()


def _toml_place(error: str, source: str) -> tuple[int, int]:
    m = re.search(r"line (\d+), column (\d+)", error)
    return (int(m[1]), int(m[2])) if m else (source.count("\n") + 1, 1)  # at the end of the document


class _Builder:
    """Turns the data of one file into a `Lexicon`, collecting every fault on the way."""

    def __init__(self, lang: str, path: str, source: str, data: dict[str, Any]) -> None:
        self.lang, self.data = lang, data
        self.places = KeyPlaces(path, key_places(source))
        self.problems: list[Problem] = []

    def fault(self, code: str, where: str, message: str, fix: str = "") -> None:
        """A problem of a table or of a key in one: `seat`, `seat.S`, `claim.law.follow`."""
        table, _, key = where.partition(".")
        place = self.places.of(where)
        self.problems.append(Problem(code, place, message, said=key or table, locale=self.lang, fix=fix))

    def build(self) -> tuple[Lexicon | None, list[Problem]]:
        data = self.data
        for key in sorted(set(data) - set(KEYS)):
            self.fault("L102", key, f"unknown class {key}", fix=f"Known are: {', '.join(sorted(KEYS))}.")
        forms: dict[str, list[_Form]] = {}
        labels: dict[str, dict[str, str]] = {}
        seen: dict[tuple[str, tuple[str, ...]], str] = {}
        for cls, values in CLASSES.items():
            table = self.table(cls)
            labels[cls] = {}
            for value in values:
                if table.get(value, []) == []:
                    self.fault("L103", f"{cls}.{value}", f"class {cls} has no words for {value}")
            for value, listed in table.items():
                if (values and value not in values) or (
                    cls == "num" and not re.fullmatch("[0-9]{1,9}", value)
                ):
                    self.fault("L102", f"{cls}.{value}", f"class {cls} has no value {value}")
                    continue
                for form in self.strings(f"{cls}.{value}", listed):
                    words = tuple(t.word for t in tokens(form, self.lang))
                    if not words:
                        self.fault("L102", f"{cls}.{value}", f"{cls}.{value} has an empty form")
                        continue
                    labels[cls].setdefault(value, form)
                    capital = form[0] != form[0].lower()
                    other = seen.setdefault((cls, words), value)
                    if other != value:
                        self.fault(
                            "L104",
                            f"{cls}.{value}",
                            f'"{form}" means both {other} and {value} in class {cls}',
                        )
                        continue
                    entry = _Form(words, cls, value, capital, form)
                    if entry not in forms.setdefault(words[0], []):
                        forms[words[0]].append(entry)
        label = self.table("label")
        if re.fullmatch(r"<(suit|rank)><(suit|rank)>", str(label.get("card", ""))):
            self.fuse(forms, label["card"].startswith("<suit>"))
        scan = self.table("scan")
        affix = self.table("affix")
        ignore = self.runs("scan.ignore", scan.get("ignore", []))
        avoid: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for notion, listed in self.table("avoid").items():
            for first, runs in self.runs(f"avoid.{notion}", listed).items():
                avoid.setdefault(first, []).extend((run, notion) for run in runs)
        claims = {k: tuple(self.phrases(f"claim.{k}", v)) for k, v in self.table("claim").items()}
        lexicon = Lexicon(
            lang=self.lang,
            places=self.places,
            labels=labels,
            claims=claims,
            terms={k: tuple(self.strings(f"term.{k}", v)) for k, v in self.table("term").items()},
            plurals={
                notion: {
                    str(category): tuple(fold(w, self.lang) for w in self.strings(f"plural.{notion}", forms))
                    for category, forms in self.inner(f"plural.{notion}", by_category).items()
                }
                for notion, by_category in self.table("plural").items()
            },
            genders={
                fold(noun, self.lang): frozenset(
                    fold(w, self.lang) for w in self.text(f"gender.{noun}", own).split()
                )
                for noun, own in self.table("gender").items()
            },
            glue=frozenset(fold(w, self.lang) for w in self.text("glue", data.get("glue", "")).split()),
            conj=frozenset(fold(w, self.lang) for w in self.text("conj", data.get("conj", "")).split()),
            card_label=self.text("label.card", label.get("card", "<rank> <suit>")),
            card_ranks=self.texts("label.ranks", label.get("ranks", {})),
            card_suits=self.texts("label.suits", label.get("suits", {})),
            indices=self.texts("label.indices", label.get("indices", {})),
            _forms=forms,
            span_only=self.folded("scan.span_only", scan.get("span_only", [])),
            _require_upper=self.folded("scan.require_upper", scan.get("require_upper", [])),
            _ignore=ignore,
            rivals={k: tuple(self.strings(f"avoid.{k}", v)) for k, v in self.table("avoid").items()},
            _never=self.runs("scan.never", scan.get("never", [])),
            _avoid=avoid,
            _neg=frozenset(fold(w, self.lang) for w in self.text("neg", data.get("neg", "")).split()),
            _negation=self.pattern("negation", affix),
            _joined=self.pattern("joined", affix),
            _suffix=self.pattern("suffix", affix),
            _prefix=self.pattern("prefix", affix),
        )
        return (None if self.problems else lexicon), [*self.problems, *self.wanting()]

    def fuse(self, forms: dict[str, list[_Form]], suit_first: bool) -> None:
        """Card names written as one word, of every form of a suit and of a rank that is one word."""
        single = [f for listed in [*forms.values()] for f in listed if len(f.words) == 1]
        suits, ranks = ([f for f in single if f.cls == cls] for cls in ("suit", "rank"))
        for suit, rank in itertools.product(suits, ranks):
            one, other = (suit, rank) if suit_first else (rank, suit)
            word = one.words[0] + other.words[0]
            entry = _Form((word,), CARD, rank.value + suit.value, False, one.listed + other.listed)
            if entry not in forms.setdefault(word, []):
                forms[word].append(entry)

    def wanting(self) -> Iterator[Problem]:
        """Claims and notions that are listed and have no words yet: nothing that the file cannot be read without."""
        before, self.problems = self.problems, []
        for table in ("claim", "term"):
            for name, forms in self.table(table).items():
                if forms == []:
                    self.fault(
                        "L103",
                        f"{table}.{name}",
                        f"the {'claim' if table == 'claim' else 'notion'} {name} has no words",
                    )
        found, self.problems = self.problems, before
        yield from found

    def table(self, name: str) -> dict[str, Any]:
        return self.inner(name, self.data.get(name, {}))

    def inner(self, where: str, value: object) -> dict[str, Any]:
        if not isinstance(value, dict):
            self.fault("L102", where, f"[{where}] must be a table")
            return {}
        return value

    def strings(self, where: str, value: object, braces: bool = True) -> list[str]:
        if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
            self.fault("L102", where, f"{where} must be a list of strings")
            return []
        for form in value:
            if len(form) > LONGEST_FORM or listed(form) > MOST_FORMS:
                short = form if len(form) <= 40 else form[:37] + "…"
                fix = f"At most {MOST_FORMS} forms and {LONGEST_FORM} letters: write some of them apart."
                self.fault("L102", where, f'"{short}" is too long, or its braces list too many forms', fix)
                return []
            if re.search(r"[{}]", "".join(expand(form))):
                self.fault("L102", where, f'"{form}" has a brace without its other half')
        return [w for v in value for w in (expand(v) if braces else [v])]

    def phrases(self, where: str, value: object) -> list[str]:
        """The phrases of a claim, with their slots."""
        phrases = self.strings(where, value, braces=False)
        for phrase in phrases:
            if phrase.count("<") > MOST_SLOTS:
                self.fault("L102", where, f'"{phrase}" has more than {MOST_SLOTS} slots')
            for slot in re.findall(r"<[^<>]*>|[<>]", phrase):
                name, _, ending = slot.strip("<>").partition(":")
                if f"<{name}>" not in SLOTS:
                    self.fault("L102", where, f'"{phrase}" has {slot}; slots are {", ".join(SLOTS)}')
                self.regular(where, ending)
        return phrases

    def regular(self, where: str, source: str) -> re.Pattern[str] | None:
        """A regular expression of the file. Its letters are folded as words are; `\\S` or `(?P<` are left,
        since they mean something else in small letters."""
        if too_slow(source):
            fix = "No group that repeats what repeats, no long row of `x?`: list the endings."
            self.fault("L102", where, f"{where} has a regular expression that may take for ever", fix)
            return None
        parts = re.sub(
            r"(\\.|\(\?P)|[^\\(]+", lambda m: m[1] or fold(m[0], self.lang), source, flags=re.DOTALL
        )
        try:
            return re.compile(parts)
        except (re.error, OverflowError) as error:
            self.fault("L102", where, f"{where} is not a regular expression: {error}")
            return None

    def text(self, where: str, value: object) -> str:
        if not isinstance(value, str):
            self.fault("L102", where, f"{where} must be a text")
            return ""
        return value

    def texts(self, where: str, value: object) -> dict[str, str]:
        """A table of texts."""
        return {k: self.text(where, v) for k, v in self.inner(where, value).items()}

    def runs(self, where: str, value: object) -> dict[str, list[tuple[str, ...]]]:
        """Listed words and phrases as folded words, by their first word."""
        out: dict[str, list[tuple[str, ...]]] = {}
        for form in self.strings(where, value):
            run = tuple(t.word for t in tokens(form, self.lang))
            if run:
                out.setdefault(run[0], []).append(run)
        return out

    def folded(self, where: str, value: object) -> frozenset[str]:
        return frozenset(" ".join(t.word for t in tokens(f, self.lang)) for f in self.strings(where, value))

    def pattern(self, name: str, affix: dict[str, Any]) -> re.Pattern[str] | None:
        if name not in affix:
            return None
        return self.regular(f"affix.{name}", self.text(f"affix.{name}", affix[name]))
