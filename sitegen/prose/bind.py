"""Binding: spans put into the plain text of a translation, where its words say what the source's spans say.

A translator writes natural text; `bind` finds in it the words for each address of the source and makes them
spans. A span is as short as it can be: it begins and ends with a word that says something. Claims are found
by the phrases of the lexicon, values by its words. Where several places could be meant, the order of the
source decides; what is found nowhere, or could be meant twice, is told and left to the translator.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from sitegen.facts import Fact
from sitegen.prose.check import Scope, Vocabulary
from sitegen.prose.claims import Claim, agrees, occurrences, stated
from sitegen.prose.lexicon import CARD, LITERAL_CLASSES, Lexicon
from sitegen.prose.spans import KINDS, Node, parse, read, spans, truth
from sitegen.prose.text import Token, tokens

UNCERTAIN = 0.25
"""The weight of words that often mean something else: they serve where nothing better is found."""


@dataclass(frozen=True)
class Candidate:
    """A run of words, offsets [start, end) in the message, that may stand for any of `addresses`.

    `weight` says how much speaks for it: a claim's whole phrase more than a card's name, that more than a
    number, that more than a word that often means something else. Words that are `literal` state a fact
    wherever they stand, so none of them may stay unbound.
    """

    start: int
    end: int
    addresses: frozenset[str]
    weight: float
    literal: bool

    def overlaps(self, other: Candidate) -> bool:
        return self.start < other.end and other.start < self.end


@dataclass
class Binding:
    """A message with its spans put in: what was `placed` (address, words), the addresses that were found
    `nowhere`, and words left alone because they could be meant for several addresses (`doubtful`)."""

    text: str
    placed: list[tuple[str, str]] = field(default_factory=list)
    nowhere: list[str] = field(default_factory=list)
    doubtful: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)


def bind(text: str, source: str, scope: Scope, vocabulary: Vocabulary, lexicon: Lexicon) -> Binding:
    """Put the spans of `source` into its translation `text`.

    Spans that are there already stay, unless one of them is in the way of what else is not found: the player
    bound by itself inside words that state a claim.
    """
    result = _bind(text, source, scope, vocabulary, lexicon)
    present = {s.target for s in spans(text)}
    if result.nowhere and present:
        anew = _bind(unbound(text), source, scope, vocabulary, lexicon)
        stated = vocabulary.stated(anew.text, scope)
        if len(anew.nowhere) < len(result.nowhere) and present <= stated:
            return anew
    return result


def unbound(text: str) -> str:
    """A message without its spans: their words alone."""
    for span in reversed(spans(text)):
        text = text[: span.start - 1] + span.text + text[span.end + len(f"](#{span.target})") :]
    return text


def _bind(text: str, source: str, scope: Scope, vocabulary: Vocabulary, lexicon: Lexicon) -> Binding:
    wanted = [s.target for s in spans(source)]
    present = spans(text)
    done = [s.target for s in present]
    for target in done:
        if target in wanted:
            wanted.remove(target)
    candidates = _candidates(text, dict.fromkeys(s.target for s in spans(source)), scope, vocabulary, lexicon)
    certain = [c for c in candidates if c.weight > UNCERTAIN]
    chosen = _in_order(wanted, certain)
    left = list(wanted)
    for _, address in chosen:
        left.remove(address)
    _out_of_order(left, certain, chosen)
    _out_of_order(left, candidates, chosen)
    covered = {*done, *(address for _, address in chosen)} | _stated(
        text, present, chosen, scope, vocabulary, lexicon
    )
    result = Binding(text)
    for c in _repeated(candidates, chosen):
        result.doubtful.append((text[c.start : c.end], tuple(sorted(c.addresses))))
    result.nowhere = [a for a in dict.fromkeys(left) if a not in covered]
    for candidate, address in sorted(chosen, key=lambda c: -c[0].start):
        words = text[candidate.start : candidate.end]
        result.text = f"{result.text[: candidate.start]}[{words}](#{address}){result.text[candidate.end :]}"
        result.placed.insert(0, (address, words))
    return result


# where an address may be meant -------------------------------------------------------------------------


def _candidates(
    text: str, addresses: Iterable[str], scope: Scope, vocabulary: Vocabulary, lexicon: Lexicon
) -> list[Candidate]:
    """Every run of words outside spans that says what one of the addresses holds, in the order of the text."""
    found: dict[tuple[int, int, float, bool], set[str]] = {}
    for node in _plain(parse(text)):
        for address in addresses:
            fact = vocabulary.resolve(address, scope)
            if isinstance(fact, Claim):
                runs = _claimed(node, fact, lexicon)
            elif fact is not None:
                runs = _valued(node, fact, lexicon)
            else:
                continue
            for start, end, weight, literal in runs:
                found.setdefault((node.start + start, node.start + end, weight, literal), set()).add(address)
    return [
        Candidate(start, end, frozenset(addresses), weight, literal)
        for (start, end, weight, literal), addresses in sorted(found.items())
    ]


def _plain(nodes: Sequence[Node]) -> Iterator[Node]:
    """The text that a span may stand in: not that of spans, links and code."""
    for node in nodes:
        if node.kind == "text":
            yield node
        elif node.kind in ("emphasis", "strong"):
            yield from _plain(node.children)


_Run = tuple[int, int, float, bool]
"""Offsets in a node, weight, whether the words are literals."""


def _claimed(node: Node, claim: Claim, lexicon: Lexicon) -> Iterator[_Run]:
    for start, end in occurrences(node.text, claim, lexicon):
        yield start, end, 4 + (end - start) / 100, bool(claim.arguments)  # of two phrases the longer


def _valued(node: Node, fact: Fact, lexicon: Lexicon) -> Iterator[_Run]:
    """Every longest run of words of the fact's kind that says what the fact is.

    A run has no class of words twice, unless the same is said again at once (Turkish `onar onar`).
    """
    words = tokens(node.text, lexicon.lang)
    literals = {m.first for m in lexicon.literals(words)}
    classes = (
        tuple(truth(fact)) if fact.kind == "trump" else KINDS[fact.kind]
    )  # "spades are trump": two facts
    first = 0
    while first < len(words):
        last, said = _run(node.text, words, first, classes, lexicon)
        if last == first:
            first += 1
            continue
        start, end = words[first].start + lexicon.elided(words[first].word), words[last - 1].end
        if str(fact.value).startswith("-"):
            start -= _sign(node.text, start)
        reading = read(fact.kind, node.text[start:end], lexicon)
        if not reading.unknown and reading.values and agrees(reading, fact):
            alone = said == {"trump"} and fact.kind == "card"  # "the trump" is seldom one card's name
            certain = not alone and (first in literals or not said & set(LITERAL_CLASSES))
            yield (
                start,
                end,
                len(said) + (CARD in said) if certain else UNCERTAIN,
                certain and first in literals,
            )
        first = last


_TOGETHER = re.compile(r"\s+|[-‐‑]")
"""What stands between two words of one name: `Karo-Acht` is one, `Karo, Acht` is not."""


def _run(
    text: str, words: Sequence[Token], first: int, classes: Sequence[str], lexicon: Lexicon
) -> tuple[int, set[str]]:
    """Where the run of words that begins at `first` ends, and the classes of its words."""
    said: dict[str, str] = {}
    at = last = first
    while at < len(words) and (at == first or _TOGETHER.fullmatch(text, words[at - 1].end, words[at].start)):
        match = next(iter(lexicon.matches(words, at, classes)), None)
        again = at > first and words[at].word == words[at - 1].word and not words[at].has_digit
        if match is not None and (match.cls not in said or again):
            said[match.cls] = match.value
            at = last = match.last
        elif (
            match is None and said and lexicon.is_glue(words[at].word) and words[at].word not in lexicon.conj
        ):
            at += 1
        else:
            break
    return last, set(said)


def _sign(text: str, at: int) -> int:
    """How many characters a minus before `at` takes, with a space after it."""
    before = text[:at]
    bare = before.rstrip()
    return len(before) - len(bare) + 1 if bare[-1:] in ("-", "−", "–") and len(before) - len(bare) < 2 else 0


# which one is meant -------------------------------------------------------------------------------------


def _in_order(wanted: Sequence[str], candidates: Sequence[Candidate]) -> list[tuple[Candidate, str]]:
    """The heaviest choice of candidates, none over another, that keeps the order of the source."""
    ends = sorted({c.end for c in candidates})
    best: list[list[float]] = [[0.0] * (len(wanted) + 1)]
    step: list[list[Candidate | None]] = [[None] * (len(wanted) + 1)]
    # best[n][k]: with the text up to the n-th end and the first k spans of the source.
    position = {end: n for n, end in enumerate(ends, start=1)}
    finishing: dict[int, list[Candidate]] = {}
    for c in candidates:
        finishing.setdefault(position[c.end], []).append(c)
    before = {c: sum(end <= c.start for end in ends) for c in candidates}
    for n in range(1, len(ends) + 1):
        row, steps = list(best[n - 1]), list[Candidate | None]([None] * (len(wanted) + 1))
        for k in range(1, len(wanted) + 1):
            if row[k - 1] > row[k]:
                row[k], steps[k] = row[k - 1], None
            for c in finishing[n]:
                value = best[before[c]][k - 1] + c.weight
                if wanted[k - 1] in c.addresses and value > row[k]:
                    row[k], steps[k] = value, c
        best.append(row)
        step.append(steps)
    chosen: list[tuple[Candidate, str]] = []
    n, k = len(ends), len(wanted)
    while n and k:
        taken = step[n][k]
        if taken is not None:
            chosen.append((taken, wanted[k - 1]))
            n, k = before[taken], k - 1
        elif best[n][k] == best[n - 1][k]:
            n -= 1
        else:
            k -= 1
    return chosen[::-1]


def _out_of_order(
    left: list[str], candidates: Sequence[Candidate], chosen: list[tuple[Candidate, str]]
) -> None:
    """Place what is `left` of the source where the translation says it in another order: the heaviest first."""
    for address in list(left):
        free = [
            c
            for c in candidates
            if address in c.addresses and not any(c.overlaps(other) for other, _ in chosen)
        ]
        if free:
            chosen.append((max(free, key=lambda c: c.weight), address))
            left.remove(address)


def _stated(
    text: str,
    present: Sequence[Node],
    chosen: Sequence[tuple[Candidate, str]],
    scope: Scope,
    vocabulary: Vocabulary,
    lexicon: Lexicon,
) -> set[str]:
    """The addresses that the slots of claims state."""
    out = set[str]()
    said = [(s.target, s.text) for s in present] + [(a, text[c.start : c.end]) for c, a in chosen]
    for address, words in said:
        claim = vocabulary.resolve(address, scope)
        if isinstance(claim, Claim):
            prefix = vocabulary.table(address, scope)[1]
            out |= {prefix + slot for slot in stated(words, claim, lexicon)}
    return out


def _repeated(candidates: Sequence[Candidate], chosen: list[tuple[Candidate, str]]) -> Iterator[Candidate]:
    """Literals that say once more what is bound: bound to it, too, where one address alone can be meant.

    Gives those that could be meant for several.
    """
    taken = [c for c, _ in chosen]
    for c in sorted(candidates, key=lambda c: (-c.weight, c.start)):
        if c.literal and not any(c.overlaps(other) for other in taken):
            taken.append(c)
            if len(c.addresses) == 1:
                chosen.append((c, next(iter(c.addresses))))
            else:
                yield c
