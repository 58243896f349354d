"""What single spans cannot tell: negations beside a claim, who did what, what a number counts, sums, order.

Whole spans that change places are true one by one; these checks look at them sentence by sentence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise

from sitegen.facts import Fact
from sitegen.prose import formulas
from sitegen.prose.claims import Claim
from sitegen.prose.lexicon import Lexicon
from sitegen.prose.spans import Node, leaves, parse, read
from sitegen.prose.text import INVISIBLE, tokens, visible

_SENTENCE_END = re.compile(rf"[.!?।؟۔][{INVISIBLE}]*(?=[\s\"'”’»)\]]|$)")

ROLES = (
    (re.compile(r"(.*/)?(me\.trumps|(il)?legal\.count|k\.deck|k\.trick\.cards)"), "cards"),
    (re.compile(r"(.*/)?k\.tricks"), "tricks"),
    (re.compile(r"(.*/)?k\.players"), "players"),
    (re.compile(r"(.*/)?(multiplier|k\.multiplier\..*|k\.rounding\.half|.*\.rank)"), ""),
)
"""What numbers count, where it is not points; "" for those that count nothing."""


def role(address: str) -> str:
    """What the number at an address counts: points, cards, tricks, players, or nothing ("")."""
    return next((r for pattern, r in ROLES if pattern.fullmatch(address)), "points")


@dataclass(frozen=True)
class Mention:
    """A span in a sentence with what its address holds."""

    node: Node
    found: Fact | Claim

    @property
    def address(self) -> str:
        return self.node.target


def sentences(message: str) -> list[list[Node]]:
    """The leaves of a message, cut at the ends of sentences."""
    out: list[list[Node]] = [[]]
    for node in leaves(parse(message)):
        if node.kind != "text":
            out[-1].append(node)
            continue
        at = 0
        for m in _SENTENCE_END.finditer(node.text):
            out[-1].append(Node("text", node.start + at, node.text[at : m.end()]))
            out.append([])
            at = m.end()
        if node.text[at:]:
            out[-1].append(Node("text", node.start + at, node.text[at:]))
    return [sentence for sentence in out if any(n.text.strip() for n in sentence)]


def negations(sentence: Sequence[Node], lexicon: Lexicon) -> Iterator[tuple[int, str]]:
    """(offset, word) of each negator outside spans, in a sentence that holds a span."""
    if not any(n.kind == "span" for n in sentence):
        return
    for node in sentence:
        if node.kind == "text":
            for token in lexicon.negators(tokens(node.text, lexicon.lang)):
                yield node.start + token.start, node.text[token.start : token.end]


# owner ----------------------------------------------------------------------------------------------

_PLAY = re.compile(r"((?:[a-z0-9-]+/)?)(\d|me|master)\.(seat|card|rank|suit|action|points)")
_SIDE = re.compile(r"((?:[a-z0-9-]+/)?)(ns|ew|taker|defence)\.(.*)")


def strays(mentions: Sequence[Mention], named: Collection[str]) -> Iterator[tuple[Mention, Mention]]:
    """(span, name): a play's card, action or points that stands with another player's name, or the first
    number behind a side's name that is the other side's.

    A span belongs to the player named before it in the sentence. It strays if its own player is named too,
    but somewhere else: `named` are the addresses of the whole message. A side's name asks for that side's
    number first only in a sentence that has numbers of both.
    """
    last: Mention | None = None
    for n, mention in enumerate(mentions):
        following = mentions[n + 1].address if n + 1 < len(mentions) else ""
        m = _PLAY.fullmatch(mention.address)
        if m is None or not isinstance(mention.found, Fact):
            continue
        own = f"{m[1]}{m[2]}.seat"
        if m[3] == "seat":
            last = mention
        elif m[3] == "action" and following == own:
            continue  # a verb may stand before its player
        elif last is not None and own in named and _player(last) != _player(mention):
            yield mention, last
            return
    yield from _strayed_number(mentions)


def _player(mention: Mention) -> str:
    m = _PLAY.fullmatch(mention.address)
    return f"{m[1]}{m[2]}" if m else ""


def _side(mention: Mention) -> str:
    """The reference of the side that a span names or that a number of a score belongs to."""
    if isinstance(mention.found, Claim):
        sides = [reference for reference, kind, _ in mention.found.arguments if kind == "side"]
        return sides[0] if len(sides) == 1 else ""
    m = _SIDE.fullmatch(mention.address)
    return m[2] if m else ""


def _strayed_number(mentions: Sequence[Mention]) -> Iterator[tuple[Mention, Mention]]:
    numbers = [m for m in mentions if isinstance(m.found, Fact) and m.found.kind == "num" and _side(m)]
    if {_side(m) for m in numbers} != {"ns", "ew"}:
        return
    for one, other in pairwise(mentions):
        names_side = isinstance(one.found, Claim) or one.found.kind == "side"
        if names_side and other in numbers and _side(one) in ("ns", "ew") and _side(one) != _side(other):
            yield other, one
            return


# role -----------------------------------------------------------------------------------------------


def miscounts(
    sentence: Sequence[Node], mentions: Sequence[Mention], lexicon: Lexicon
) -> Iterator[tuple[Mention, str, str]]:
    """(span, role said, true role): a number with the noun of something else right behind it."""
    by_start = {m.node.start: m for m in mentions}
    for node, following in pairwise(sentence):
        mention = by_start.get(node.start) if node.kind == "span" else None
        if mention is None or not isinstance(mention.found, Fact) or mention.found.kind != "num":
            continue
        words = tokens(following.text, lexicon.lang) if following.kind == "text" else ()
        if not words or visible(following.text[: words[0].start]).strip():
            continue
        found = lexicon.matches(words, 0, ("role",))
        true = role(mention.address)
        # A noun behind a preposition that is written with it is not what the number counts.
        counted = found and words[0].word.startswith(found[0].form.partition(" ")[0])
        if counted and true and found[0].value != true:
            yield mention, found[0].value, true


# equation -------------------------------------------------------------------------------------------


def wrong_sums(sentence: Sequence[Node], lexicon: Lexicon) -> Iterator[tuple[int, str, int, int]]:
    """(offset, text, left, right): an equation whose two sides differ."""
    for start, text in _equations(sentence, lexicon):
        sides = text.split("=")
        try:
            values = [formulas.value(side, lexicon, {}) for side in sides]
        except formulas.FormulaError:
            continue
        for one, other in pairwise(values):
            if one != other:
                yield start, " ".join(text.split()), one, other
                break


def _equations(sentence: Sequence[Node], lexicon: Lexicon) -> Iterator[tuple[int, str]]:
    """Runs of numbers and signs with an `=` in them."""
    run, start = "", 0

    def flush() -> Iterator[tuple[int, str]]:
        nonlocal run
        if "=" in run and re.search(r"[\d)]\s*=\s*\(?\d", run):
            yield start, run.strip(" ()") if run.count("(") != run.count(")") else run
        run = ""

    for node in sentence:
        if node.kind == "span":
            number = read("num", node.text, lexicon).values.get("num")
            if number is None:
                yield from flush()
                continue
            start = start if run.strip() else node.start
            run += number
            continue
        for n, c in enumerate(node.text):
            if c in INVISIBLE:  # a mark of direction parts no sum
                continue
            if c in "+-−–×*·=()" or c.isspace():
                start = start if run.strip() else node.start + n
                run += c
            else:
                yield from flush()
    yield from flush()


# enumerations ---------------------------------------------------------------------------------------

_ORDINAL = re.compile(r"((?:[a-z0-9-]+/)?k\.(?:turn|[a-z-]+))\.(\d)(\.(?:rank|points))?")


def unordered(mentions: Sequence[Mention]) -> Iterator[Mention]:
    """The first span that breaks an enumeration: places of the turn or of an order of cards, three or more,
    come as they are numbered."""
    runs: dict[tuple[str, str], list[tuple[int, Mention]]] = {}
    for mention in mentions:
        if m := _ORDINAL.fullmatch(mention.address):
            runs.setdefault((m[1], m[3] or ""), []).append((int(m[2]), mention))
    for run in runs.values():
        if len(run) > 2:
            for (one, _), (other, mention) in pairwise(run):
                if other < one:
                    yield mention
                    return


# order ----------------------------------------------------------------------------------------------


def out_of_order(source: Sequence[Mention], translation: Sequence[Mention]) -> tuple[Mention, str] | None:
    """The first span of a translation that comes before another which the source has before it.

    Only values of one kind that differ can be confused. Addresses that both name equally often are compared
    use by use, others where they first stand.
    """
    for kind in sorted({m.found.kind for m in source if isinstance(m.found, Fact)}):
        wanted, found = _of_kind(source, kind), _of_kind(translation, kind)
        often = Counter(m.address for m in wanted), Counter(m.address for m in found)
        common = {a for a in often[0] if a in often[1]}
        for true, said in zip(
            _comparable(wanted, common, often), _comparable(found, common, often), strict=True
        ):
            if true.address != said.address and true.found != said.found:
                return said, true.address
    return None


def _of_kind(mentions: Sequence[Mention], kind: str) -> list[Mention]:
    return [m for m in mentions if isinstance(m.found, Fact) and m.found.kind == kind]


def _comparable(
    mentions: Sequence[Mention], common: set[str], often: tuple[Counter[str], Counter[str]]
) -> list[Mention]:
    """The uses that can be compared: all of an address that both texts name equally often, else its first."""
    seen: set[str] = set()
    out = []
    for m in mentions:
        if m.address in common and (m.address not in seen or often[0][m.address] == often[1][m.address]):
            out.append(m)
        seen.add(m.address)
    return out


def seal(msgid: str, msgstr: str) -> str:
    """The mark by which a human says that this translation rightly has another order: void after any edit."""
    return sha256(f"{msgid}\0{msgstr}".encode()).hexdigest()[:8]
