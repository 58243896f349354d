"""Claims: spans that say more than a value, such as `[West must ruff](#must-ruff.me)`.

A claim's address is a predicate of a closed table and its arguments; nothing from content is evaluated.
Its words are not free: the lexicon lists phrase patterns for each predicate, with typed slots, the whole
span must match one of them, and each slot must equal the engine's argument.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from sitegen.engine import (
    RUFF_SUIT,
    SIDES,
    SWITCHES,
    Card,
    PlayExample,
    Score,
    ScoreInput,
    SolvedPlay,
    holder,
    legal_cards,
    other,
    partner,
    score,
)
from sitegen.facts import Fact, FactTable, Ref, is_trump
from sitegen.prose import formulas
from sitegen.prose.laws import FORMULAS, LAWS
from sitegen.prose.lexicon import Lexicon, expand
from sitegen.prose.patterns import LONGEST_WORD
from sitegen.prose.spans import KINDS, Reading, name, read, truth
from sitegen.prose.text import Token, fold, tokens


@dataclass(frozen=True)
class Predicate:
    """A predicate: what its arguments are, what it means, and whether it holds of an example.

    `types` name the attribute of each reference that the predicate speaks of: seat, card, suit or side.
    `holds` answers None where the example cannot tell. One that `repeats` takes any number of arguments of
    its one type and says the same of each; its phrases have a slot for each. One that is `mutual` says the
    same with its two arguments exchanged.
    """

    types: tuple[str, ...]
    meaning: str
    holds: Callable[[FactTable, Sequence[Ref]], bool | None]
    repeats: bool = False
    mutual: bool = False

    def lacking(self, slots: Sequence[str]) -> list[str]:
        """The slots that a phrase with these ones lacks; none where what it leaves out is legitimate.

        It may leave out one player, card or side, which its sentence names already (`which is a trump`, a
        verb without its pronoun), unless another of the kind is there and it matters which is which: then
        nobody could tell the one that is named from the other. A suit is never left out: it is what is said.
        """
        if self.repeats:
            return [kind for kind in self.types if kind not in slots]
        missing = list((Counter(self.types) - Counter(slots)).elements())
        if len(missing) == 1 and missing[0] != "suit" and (self.mutual or self.types.count(missing[0]) == 1):
            return []
        return missing

    def surplus(self, slots: Sequence[str]) -> list[str]:
        """The slots of a phrase that the predicate has nothing to fill with. Of a card the suit may be named, too."""
        known = [*self.types, *(["suit"] * len(slots) if "card" in self.types else [])]
        return list((Counter(slots) - Counter(known * (len(slots) if self.repeats else 1))).elements())


class Undecidable(Exception):  # noqa: N818  # not an error of the program: the example cannot tell
    """A predicate asks what the example does not say."""


def _play(table: FactTable) -> tuple[SolvedPlay, PlayExample]:
    if not isinstance(table.solved, SolvedPlay):
        raise Undecidable
    return table.solved, table.solved.example


def _hand(table: FactTable, ref: Ref) -> tuple[Card, ...]:
    """The hand of a player: known only of the player to act."""
    _, example = _play(table)
    if example.seat is None or ref.seat != example.seat:
        raise Undecidable
    return example.hand


def _trick_before(table: FactTable) -> tuple[SolvedPlay, PlayExample]:
    solved, example = _play(table)
    if not example.trick:
        raise Undecidable
    return solved, example


def _master(table: FactTable) -> Ref:
    if "master" not in table.refs:
        raise Undecidable
    return table.refs["master"]


def _wins(table: FactTable, args: Sequence[Ref]) -> bool:
    solved, _ = _play(table)
    if solved.winner is None:
        raise Undecidable
    return solved.winner == args[0].seat


def _holds_suit(table: FactTable, args: Sequence[Ref]) -> bool:
    return any(card.suit == args[1].suit for card in _hand(table, args[0]))


def _duty(*duties: str) -> Callable[[FactTable, Sequence[Ref]], bool]:
    def holds(table: FactTable, args: Sequence[Ref]) -> bool:
        _hand(table, args[0])
        solved, _ = _play(table)
        return solved.legal is not None and solved.legal.duty in duties

    return holds


def _beats(table: FactTable, args: Sequence[Ref]) -> bool:
    _, example = _trick_before(table)
    strength = table.rules.trick_strength(example.trump, example.trick[0].card.suit)
    one, two = args[0].card, args[1].card
    if one is None or two is None:
        raise Undecidable
    return strength[one] > strength[two]


def _highest(table: FactTable, args: Sequence[Ref]) -> bool:
    _, example = _play(table)
    card = args[0].card
    if card is None:
        raise Undecidable
    return is_trump(card, example.trump) and card.rank == table.rules.trump_order[0]


def _is_trump(table: FactTable, args: Sequence[Ref]) -> bool:
    _, example = _play(table)
    if args[0].card is None:
        raise Undecidable
    return is_trump(args[0].card, example.trump)


def _only(table: FactTable, args: Sequence[Ref]) -> bool:
    return [c for c in _hand(table, args[1]) if c.suit == args[0].suit] == [args[0].card]


def _cannot_overruff(table: FactTable, args: Sequence[Ref]) -> bool:
    """A trump that an opponent played holds the trick, the hand lacks the suit led and has no better trump."""
    _, example = _trick_before(table)
    hand = _hand(table, args[0])
    ruff, led = RUFF_SUIT[example.trump], example.trick[0].card.suit
    best = example.trick[holder(table.rules, example.trump, example.trick)]
    if ruff in (None, led) or best.card.suit != ruff or best.seat == partner(example.seat or best.seat):
        return False
    strength = table.rules.strength(example.trump)
    lower = [c for c in hand if c.suit == ruff]
    return bool(lower) and not any(
        c.suit == led or (c.suit == ruff and strength[c] > strength[best.card]) for c in hand
    )


def _need_not_ruff(table: FactTable, args: Sequence[Ref]) -> bool:
    solved, example = _trick_before(table)
    hand = _hand(table, args[0])
    return (
        solved.legal is not None
        and solved.legal.duty == "free"
        and any(c.suit == RUFF_SUIT[example.trump] for c in hand)
    )


def _would_be_free(table: FactTable, args: Sequence[Ref]) -> bool:
    """Without the suit led in hand the rest of the hand would be free, and now it is not."""
    solved, example = _trick_before(table)
    hand = _hand(table, args[0])
    rest = [c for c in hand if c.suit != args[1].suit]
    if not rest or example.seat is None or len(rest) == len(hand):
        return False
    without = legal_cards(table.rules, example.trump, example.trick, example.seat, rest)
    return without.duty == "free" and solved.legal is not None and solved.legal.duty != "free"


def _unruffed(table: FactTable, args: Sequence[Ref]) -> bool:
    _, example = _trick_before(table)
    return not any(is_trump(play.card, example.trump) for play in example.trick)


def _barred(table: FactTable, args: Sequence[Ref]) -> bool:
    solved, _ = _play(table)
    return solved.legal is not None and all(ref.card in solved.legal.illegal for ref in args)


def _cannot_win(table: FactTable, args: Sequence[Ref]) -> bool:
    """Played now, none of the cards would hold the trick."""
    _, example = _trick_before(table)
    strength = table.rules.trick_strength(example.trump, example.trick[0].card.suit)
    best = max(strength[play.card] for play in example.trick)
    return all(ref.card is not None and strength[ref.card] < best for ref in args)


def _scored(table: FactTable) -> tuple[ScoreInput, Score]:
    if table.solved is None or isinstance(table.solved, SolvedPlay):
        raise Undecidable
    return table.solved.example.given, table.solved.score


def _compare(sign: int) -> Callable[[FactTable, Sequence[Ref]], bool]:
    def holds(table: FactTable, args: Sequence[Ref]) -> bool:
        _, result = _scored(table)
        if args[0].side is None:
            raise Undecidable
        ours, theirs = result.totals[args[0].side], result.totals[other(args[0].side)]
        return (ours > theirs) - (ours < theirs) == sign

    return holds


def _all_tricks(table: FactTable, args: Sequence[Ref]) -> bool:
    given, _ = _scored(table)
    return given.capot is not None and given.capot == args[0].side


def _belote_kept(table: FactTable, args: Sequence[Ref]) -> bool:
    """The side lost the deal, and its belote is all that it writes."""
    given, result = _scored(table)
    s = args[0].side
    lines = [line.name for line in result.lines if line.side == s]
    return s is not None and given.belote[s] > 0 and lines == ["belote"]


def _counts_toward(part: str) -> Callable[[FactTable, Sequence[Ref]], bool]:
    """Without that part the deal would have come out otherwise."""

    def holds(table: FactTable, args: Sequence[Ref]) -> bool:
        given, result = _scored(table)
        nothing = dict.fromkeys(SIDES, 0)
        without = (
            replace(given, declarations=nothing) if part == "declarations" else replace(given, belote=nothing)
        )
        return score(table.rules, without).outcome != result.outcome

    return holds


PREDICATES: dict[str, Predicate] = {
    "void": Predicate(("seat", "suit"), "the player has no card of the suit",
                      lambda t, a: not _holds_suit(t, a)),
    "has": Predicate(("seat", "suit"), "the player has a card of the suit", _holds_suit),
    "partner": Predicate(("seat", "seat"), "the two players are partners",
                         lambda t, a: a[0].seat is not None and partner(a[0].seat) == a[1].seat, mutual=True),
    "opponent": Predicate(("seat", "seat"), "the first player is an opponent of the second",
                          lambda t, a: a[0].side is not None and a[1].side is not None and a[0].side != a[1].side,
                          mutual=True),
    "holds": Predicate(("seat",), "the player holds the trick so far", lambda t, a: _master(t).seat == a[0].seat),
    "wins": Predicate(("seat",), "the player takes the complete trick", _wins),
    "is-trump": Predicate(("card",), "the card is a trump", _is_trump),
    "highest": Predicate(("card",), "the card is the highest trump", _highest),
    "beats": Predicate(("card", "card"), "the first card beats the second in this trick", _beats),
    "only": Predicate(("card", "seat"), "the card is the player's only one of its suit", _only),
    "must-follow": Predicate(("seat",), "the player must follow suit", _duty("follow")),
    "must-overtrump": Predicate(("seat",), "trump led: the player must play a higher one", _duty("overtrump")),
    "must-ruff": Predicate(("seat",), "the player must ruff", _duty("ruff")),
    "must-overruff": Predicate(("seat",), "the player must overruff", _duty("overruff")),
    "must-undertrump": Predicate(("seat",), "the player must play a lower trump", _duty("undertrump")),
    "cannot-overruff": Predicate(("seat",), "the player has trumps, but none above the opponent's",
                                 _cannot_overruff),
    "free": Predicate(("seat",), "the player may play any card", _duty("free", "lead")),
    "need-not-ruff": Predicate(("seat",), "the player has a trump and may leave it in hand", _need_not_ruff),
    "would-be-free": Predicate(("seat", "suit"), "without that suit the player could play any card",
                               _would_be_free),
    "unruffed": Predicate((), "no trump has been played to the trick", _unruffed),
    "barred": Predicate(("card",), "the card, or each of the cards, may not be played", _barred, repeats=True),
    "cannot-win": Predicate(("card",), "the card, or none of the cards, could take the trick", _cannot_win,
                            repeats=True),
    "ahead": Predicate(("side",), "the side has more than the other", _compare(1)),
    "behind": Predicate(("side",), "the side has less than the other", _compare(-1)),
    "level": Predicate(("side",), "the side has as much as the other", _compare(0)),
    "all-tricks": Predicate(("side",), "the side took all the tricks", _all_tricks),
    "belote-kept": Predicate(("side",), "the side lost and writes its belote alone", _belote_kept),
    "counts-toward.declarations": Predicate((), "without the declarations the outcome would differ",
                                            _counts_toward("declarations")),
    "counts-toward.belote": Predicate((), "without belote the outcome would differ", _counts_toward("belote")),
}  # fmt: skip
"""Every predicate of an example. `law.*` and `formula.*` speak of a rule set: see `laws`."""


@dataclass(frozen=True)
class Claim:
    """A resolved claim: its predicate, whether it is true, its arguments and what the slots must say.

    `truth` is None where the example cannot tell. `arguments` are (reference, type, fact).
    """

    predicate: str
    truth: bool | None
    arguments: tuple[tuple[str, str, Fact], ...]
    counterexample: str = ""

    def covers(self) -> set[str]:
        """The addresses that the claim's slots state: `must-ruff.me` states `me.seat`."""
        return {f"{reference}.{kind}" for reference, kind, _ in self.arguments}


def resolve_claim(name: str, table: FactTable) -> Claim | None:
    """The claim at an address (its scope cut off); None if there is no such predicate or argument."""
    if name.startswith("law."):
        law = LAWS.get(name[4:])
        if law is None:
            return None
        failure = law.counterexample(table.rules)
        return Claim(name, failure is None, (), failure or "")
    if name.startswith("switch."):
        return _switch(name, table)
    if name.startswith("formula."):
        return Claim(name, None, ()) if name[8:] in FORMULAS else None
    for predicate in sorted(PREDICATES, key=len, reverse=True):
        if name == predicate or name.startswith(predicate + "."):
            break
    else:
        return None
    references = _references(name[len(predicate) + 1 :], table)
    spec = PREDICATES[predicate]
    if references is None:
        return None
    types = spec.types * len(references) if spec.repeats else spec.types
    if len(references) != len(types) or (spec.repeats and not references):
        return None
    refs = [table.refs[r] for r in references]
    arguments = []
    for reference, kind, ref in zip(references, types, refs, strict=True):
        value = getattr(ref, kind)
        if value is None:
            return None
        trump = table.get("trump")
        is_a_trump = isinstance(value, Card) and trump is not None and is_trump(value, trump.value)  # type: ignore[arg-type]
        arguments.append((reference, kind, Fact(kind, str(value), is_a_trump)))
    try:
        truth = spec.holds(table, refs)
    except Undecidable:
        truth = None
    return Claim(predicate, truth, tuple(arguments))


def _switch(name: str, table: FactTable) -> Claim | None:
    """`switch.undertrump.must`: a rule set has this value at this switch."""
    _, switch, value = [*name.split("."), "", ""][:3]
    spec = SWITCHES.get(switch.replace("-", "_"))
    if spec is None or value not in spec.values or name.count(".") != 2:
        return None
    if table.rules.game not in spec.games:
        return Claim(name, None, ())
    return Claim(name, getattr(table.rules, spec.name) == value, ())


def _references(text: str, table: FactTable) -> list[str] | None:
    """Split arguments left to right, longest reference first."""
    out: list[str] = []
    whole = text
    while text:
        found = [r for r in table.refs if text == r or text.startswith(r + ".")]
        if not found:
            return None
        longest = max(found, key=len)
        out.append(longest)
        text = text[len(longest) + 1 :]
        if text == "" and not whole.endswith(longest):
            return None
    return out


# phrases --------------------------------------------------------------------------------------------


class _Item(NamedTuple):
    """A word of a phrase, or a slot: its type and, where the language tells roles by case, what its last
    word must look like: `<card:.*yi>`."""

    text: str
    is_slot: bool = False
    ending: re.Pattern[str] | None = None


@lru_cache(maxsize=4096)
def _compiled(pattern: str, lang: str) -> tuple[tuple[_Item, ...], ...]:
    """A phrase pattern as sequences of words and slots."""
    out = []
    for form in expand(pattern):
        items: list[_Item] = []
        for piece in form.replace("<", "\0<").replace(">", ">\0").split("\0"):
            if piece.startswith("<"):
                kind, _, ending = piece[1:-1].partition(":")
                items.append(_Item(kind, True, re.compile(fold(ending, lang)) if ending else None))
            else:
                items.extend(_Item(t.word) for t in tokens(piece, lang))
        out.append(tuple(items))
    return tuple(out)


def _alignments(
    items: Sequence[_Item], words: Sequence[Token], lexicon: Lexicon, at: int = 0, whole: bool = True
) -> Iterator[tuple[list[tuple[str, int, int]], int]]:
    """Every way in which a pattern can cover the words from `at` on: slots with their token ranges, and where
    it ends. It covers all the words if `whole`, else what it may."""
    if not items:
        if at == len(words) or not whole:
            yield [], at
        return
    item, rest = items[0], items[1:]
    if not item.is_slot:
        if at < len(words) and _same_word(words[at].word, item.text, lexicon, at == 0):
            yield from _alignments(rest, words, lexicon, at + 1, whole)
        return
    furthest = len(words) - len(rest)
    if not whole:
        furthest = min(furthest, at + _LONGEST_SLOT)
    for end in range(at + 1, furthest + 1):
        ending = words[end - 1].word
        if item.ending is None or (len(ending) <= LONGEST_WORD and item.ending.fullmatch(ending)):
            for tail, last in _alignments(rest, words, lexicon, end, whole):
                yield [(item.text, at, end), *tail], last


_LONGEST_SLOT = 12
"""Words that a slot holds at most where phrases are looked for in a running text."""


def _same_word(word: str, wanted: str, lexicon: Lexicon, first: bool) -> bool:
    """Whether a word is that of a phrase. At its beginning it may be joined to what stands before it: a
    sentence that goes on with Arabic `و` states the same."""
    return word == wanted or (first and bool(lexicon.unjoined(word) & lexicon.unjoined(wanted)))


@dataclass(frozen=True)
class PhraseFault:
    """Why a claim's words do not state it. `slot` is empty when no phrase of the predicate fits at all;
    else it is what the slot names, a seat or a card, and `reference` whose or which."""

    slot: str = ""
    reference: str = ""
    said: str = ""
    start: int = 0
    fact: Fact | None = None


def check_phrase(text: str, claim: Claim, lexicon: Lexicon) -> PhraseFault | None:
    """Whether the words state the claim: a whole phrase of the predicate, every slot as the engine has it."""
    words = tokens(text, lexicon.lang)
    wrong: PhraseFault | None = None
    for pattern in lexicon.claims.get(claim.predicate, ()):
        for items in _compiled(pattern, lexicon.lang):
            for slots, _ in _alignments(items, words, lexicon):
                fault = _wrong_slot(text, words, slots, claim, lexicon)
                if fault is None:
                    return None
                if fault.slot:
                    wrong = wrong or fault
    return wrong or PhraseFault()


def stated(text: str, claim: Claim, lexicon: Lexicon) -> set[str]:
    """The addresses that a claim's words state: those for which its phrase has a slot."""
    words = tokens(text, lexicon.lang)
    for pattern in lexicon.claims.get(claim.predicate, ()):
        for items in _compiled(pattern, lexicon.lang):
            for slots, _ in _alignments(items, words, lexicon):
                if _wrong_slot(text, words, slots, claim, lexicon) is None:
                    kinds = [kind for kind, _, _ in slots]
                    out = set()
                    for reference, kind, _ in claim.arguments:
                        if kind in kinds:
                            kinds.remove(kind)
                            out.add(f"{reference}.{kind}")
                    return out
    return set()


def formulas_in(text: str, claim: Claim, lexicon: Lexicon) -> list[str]:
    """The arithmetic in the words of a formula claim, for every phrase that fits: what `<formula>` stands for."""
    words = tokens(text, lexicon.lang)
    out = []
    for pattern in lexicon.claims.get(claim.predicate, ()):
        for items in _compiled(pattern, lexicon.lang):
            for slots, _ in _alignments(items, words, lexicon):
                for kind, first, last in slots:
                    if kind == "formula":
                        start, end = words[first].start, words[last - 1].end
                        while start and text[start - 1] in "( ":
                            start -= 1
                        while end < len(text) and text[end] in ") ":
                            end += 1
                        out.append(text[start:end].strip())
    return out


def occurrences(text: str, claim: Claim, lexicon: Lexicon) -> Iterator[tuple[int, int]]:
    """Where a running text states a claim: the offsets [start, end) of every phrase of it whose slots are true.

    Words that only join (`conj`) stand outside; what a formula gives is not looked at.
    """
    words = tokens(text, lexicon.lang)
    found = set()
    for pattern in lexicon.claims.get(claim.predicate, ()):
        for items in _compiled(pattern, lexicon.lang):
            for first in range(len(words)):
                ahead = words[first : first + _LONGEST_PHRASE]
                if items[0].is_slot and ahead[0].word in lexicon.conj:
                    continue
                for slots, last in _alignments(items, ahead, lexicon, whole=False):
                    if items[-1].is_slot and lexicon.is_glue(ahead[last - 1].word):
                        continue
                    elided = lexicon.elided(ahead[0].word) if items[0].is_slot else 0
                    if ahead[0].word[:elided].strip("'") not in lexicon.conj:  # `l'as`, but not `qu'Est`
                        elided = 0
                    start, end = _closed(text, ahead[0].start + elided, ahead[last - 1].end)
                    if _SENTENCE_END.search(text, start, end) or not _true_slots(
                        text, ahead, slots, claim, lexicon
                    ):
                        continue
                    found.add((start, end))
    yield from sorted(found)


_LONGEST_PHRASE = 60
_SENTENCE_END = re.compile(r"[.!?؟।]\s")


def _closed(text: str, start: int, end: int) -> tuple[int, int]:
    """A run of words with the brackets before and after it that belong to it."""
    if text[start:end].count("(") > text[start:end].count(")") and text[end : end + 1] == ")":
        end += 1
    if text[start:end].count(")") > text[start:end].count("(") and text[start - 1 : start] == "(":
        start -= 1
    return start, end


def _true_slots(
    text: str, words: Sequence[Token], slots: Sequence[tuple[str, int, int]], claim: Claim, lexicon: Lexicon
) -> bool:
    """Whether every slot holds what the claim says, and every formula can be read."""
    for kind, first, last in slots:
        if kind == "formula":
            start, end = _closed(text, words[first].start, words[last - 1].end)
            if not formulas.readable(text[start:end], lexicon):
                return False
    return _wrong_slot(text, words, [s for s in slots if s[0] != "formula"], claim, lexicon) is None


def _wrong_slot(
    text: str, words: Sequence[Token], slots: Sequence[tuple[str, int, int]], claim: Claim, lexicon: Lexicon
) -> PhraseFault | None:
    predicate = PREDICATES.get(claim.predicate)
    if predicate is not None and predicate.repeats and len(slots) != len(claim.arguments):
        return PhraseFault()
    left = list(claim.arguments)
    for kind, first, last in slots:
        argument = next((a for a in left if a[1] == kind), None)
        if argument is not None:
            left.remove(argument)
        else:
            argument = next((a for a in _slot_arguments(claim) if a[1] == kind == "suit"), None)
        if argument is None:
            return PhraseFault()
        reference, _, fact = argument
        said = text[words[first].start : words[last - 1].end]
        reading = read(fact.kind, said, lexicon)
        if reading.unknown or not reading.values:
            return PhraseFault()
        if not agrees(reading, fact):
            return PhraseFault(kind, reference, said, words[first].start, fact)
    return None


def sentence(claim: Claim, lexicon: Lexicon) -> str:
    """A claim in the first phrase that the lexicon has for it, its slots filled with labels."""
    phrase = expand(lexicon.claims[claim.predicate][0])[0]
    arguments = [(kind, fact) for _, kind, fact in _slot_arguments(claim)]
    for kind, fact in arguments:
        phrase = re.sub(rf"<{kind}(:[^<>]*)?>", lambda _, f=fact: name(f, lexicon), phrase, count=1)  # type: ignore[misc]
    return phrase


def stating(text: str, lexicon: Lexicon) -> str:
    """The name of a claim of which words are a phrase, whatever its slots hold; nothing if they are none."""
    words = tokens(text, lexicon.lang)
    for predicate, patterns in lexicon.claims.items():
        for pattern in patterns:
            for items in _compiled(pattern, lexicon.lang):
                if not items[0].is_slot or len(items) > 1:
                    for slots, _ in _alignments(items, words, lexicon):
                        if all(
                            not (r := read(kind, text[words[a].start : words[b - 1].end], lexicon)).unknown
                            and r.values
                            for kind, a, b in slots
                            if kind in KINDS
                        ):
                            return predicate
    return ""


def phrases(claim: Claim, lexicon: Lexicon) -> list[str]:
    """The phrases that a language has for a claim, each in its first form, as they may be written here.

    A slot says what the engine says, in a form that the phrase asks for. Where the lexicon has no such form,
    or the slot is arithmetic, it is `…card…`: whatever names a card so; such phrases are given where there
    are no others.
    """
    listed = [expand(pattern)[0] for pattern in lexicon.claims.get(claim.predicate, ())]
    predicate = PREDICATES.get(claim.predicate)
    if predicate is not None and predicate.repeats:
        fitting = [phrase for phrase in listed if phrase.count("<") == len(claim.arguments)]
        listed = fitting or listed
    filled = list(dict.fromkeys(_filled(phrase, claim, lexicon) for phrase in listed))
    return [phrase for phrase in filled if "…" not in phrase] or filled


def _filled(phrase: str, claim: Claim, lexicon: Lexicon) -> str:
    left = _slot_arguments(claim)

    def fill(slot: re.Match[str]) -> str:
        argument = next((a for a in left if a[1] == slot[1]), None)
        if argument is None:
            return f"…{slot[1]}…"
        left.remove(argument)
        return _in_form(argument[2], slot[2] or "", lexicon) or f"…{slot[1]}…"

    return re.sub(r"<([^<>:]+)(?::([^<>]*))?>", fill, phrase)


def _in_form(fact: Fact, ending: str, lexicon: Lexicon) -> str:
    """Words for a fact of which the last looks as a slot asks; nothing if there are none to be had."""
    words = [name(fact, lexicon)]
    if ending:  # of a card, the rank alone
        (cls, value), *_ = truth(fact).items()
        words += lexicon.accepted(cls, value, 100)
        plain = re.sub(
            r"(.*)\(\?:(.*)\)", lambda m: "|".join(m[1] + part for part in m[2].split("|")), ending
        )
        label = words[0]  # endings are written small, and a small name may be another word
        for word in plain.split("|"):
            if not re.search(r"[.*+?\[\](){}\\]", word):
                words += [word.replace(fold(label, lexicon.lang), label), word]
    for said in words:
        last = [t.word for t in tokens(said, lexicon.lang)][-1:]
        fits = not ending or (last and re.fullmatch(fold(ending, lexicon.lang), last[0]))
        reading = read(fact.kind, said, lexicon)
        if fits and reading.values and not reading.unknown and agrees(reading, fact):
            return said
    return ""


def _slot_arguments(claim: Claim) -> list[tuple[str, str, Fact]]:
    """The arguments of a claim, and the suit of its first card, which phrases may name too."""
    arguments = list(claim.arguments)
    if card := next((a for a in arguments if a[1] == "card"), None):
        arguments.append((card[0], "suit", Fact("suit", str(card[2].value)[-1])))
    return arguments


def agrees(reading: Reading, fact: Fact) -> bool:
    """Whether everything that a reading says is true of the fact, and nothing in it contradicts itself."""
    true = truth(fact)
    return not reading.contradicted and all(true.get(cls) == said for cls, said in reading.values.items())
