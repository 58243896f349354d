"""All checks of one message against the engine: its spans, its bindings, and what stands outside them.

One mistake gives one problem. A message is checked in its own language, at each place where the site uses it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Protocol

from sitegen.diagnostics import Problem, Text
from sitegen.facts import Fact, FactTable
from sitegen.prose import formulas
from sitegen.prose.claims import Claim, agrees, check_phrase, resolve_claim
from sitegen.prose.lexicon import Lexicon, Match
from sitegen.prose.spans import Node, describe, leaves, name, parse, plain, read, truth
from sitegen.prose.text import tokens


class _Make(Protocol):
    """Makes a problem of a span; `start` is an offset inside its words."""

    def __call__(self, code: str, message: str, start: int = 0, **more: str) -> Problem: ...


@dataclass(frozen=True)
class Scope:
    """What the spans of a message read: an example, or the rule set of a page."""

    rules: str
    example: str = ""


class Vocabulary:
    """Every address of the project: the fact tables of its examples and rule sets."""

    def __init__(self, rules: Mapping[str, FactTable], examples: Mapping[str, FactTable]) -> None:
        self.rules = rules
        self.examples = examples
        self._claims: dict[tuple[int, str], Claim | None] = {}

    def table(self, address: str, scope: Scope) -> tuple[FactTable | None, str, str]:
        """The table that an address reads, its scope prefix (with `/`) and its name inside the table."""
        prefix, slash, rest = address.partition("/")
        if slash:
            return self.examples.get(prefix) or self.rules.get(prefix), prefix + slash, rest
        if scope.example:
            return self.examples.get(scope.example), "", address
        return self.rules.get(scope.rules), "", address

    def resolve(self, address: str, scope: Scope) -> Fact | Claim | None:
        """The fact or claim at an address; None if there is none."""
        table, _, rest = self.table(address, scope)
        if table is None:
            return None
        if rest in table:
            return table[rest]
        key = (id(table), rest)
        if key not in self._claims:
            self._claims[key] = resolve_claim(rest, table)
        return self._claims[key]

    def nearest(self, address: str, scope: Scope) -> str:
        """A known address that an unknown one may be meant for, or nothing."""
        table, prefix, rest = self.table(address, scope)
        if table is None:
            close = get_close_matches(address.partition("/")[0], [*self.rules, *self.examples], 1)
            return f"{close[0]}/…" if close else ""
        close = get_close_matches(rest, list(table), 1)
        return prefix + close[0] if close else ""

    def covered(self, address: str, scope: Scope) -> set[str]:
        """The addresses that a span states: its own, and those that the slots of a claim state."""
        found = self.resolve(address, scope)
        if isinstance(found, Claim):
            prefix = self.table(address, scope)[1]
            return {address} | {prefix + covered for covered in found.covers()}
        return {address}


def check_message(
    text: Text, scope: Scope, vocabulary: Vocabulary, lexicon: Lexicon, source: str | None = None
) -> Iterator[Problem]:
    """Every problem of a message. `source` is the English of a translation: its bindings must not be lost."""
    nodes = parse(text.value)
    spans = [n for n in leaves(nodes) if n.kind == "span"]
    stated: set[str] = set()
    for span in spans:
        stated |= vocabulary.covered(span.target, scope)
        yield from check_span(span, text, scope, vocabulary, lexicon)
    missing = [] if source is None else _missing(source, stated, scope, vocabulary)
    yield from _check_outside(nodes, text, scope, vocabulary, lexicon, missing)
    yield from _check_markup(nodes, text, lexicon)
    for address in missing:  # those that no unbound literal accounts for
        wanted = _wanted(address, scope, vocabulary, lexicon)
        yield Problem(
            "F201",
            text.place(),
            f"the binding to {address} is missing{f': it stands for {wanted}' if wanted else ''}",
            said=_short(plain(text.value)),
            true=wanted,
            fix=f"Write the words for it as [words](#{address}).",
            locale=lexicon.lang,
            address=address,
        )


def _missing(source: str, stated: set[str], scope: Scope, vocabulary: Vocabulary) -> list[str]:
    wanted = dict.fromkeys(n.target for n in leaves(parse(source)) if n.kind == "span")
    return [a for a in wanted if a not in stated]


def _wanted(address: str, scope: Scope, vocabulary: Vocabulary, lexicon: Lexicon) -> str:
    found = vocabulary.resolve(address, scope)
    return name(found, lexicon) if isinstance(found, Fact) else ""


def check_span(
    span: Node, text: Text, scope: Scope, vocabulary: Vocabulary, lexicon: Lexicon
) -> Iterator[Problem]:
    """Whether a span's words say what its address holds: at most one problem."""
    found = vocabulary.resolve(span.target, scope)

    def problem(code: str, message: str, start: int = 0, **more: str) -> Problem:
        return Problem(
            code,
            text.place(span.start + start),
            message,
            said=more.get("said", span.text),
            true=more.get("true", ""),
            fix=more.get("fix", ""),
            locale=lexicon.lang,
            address=span.target,
        )

    if found is None:
        near = vocabulary.nearest(span.target, scope)
        hint = f"Did you mean #{near}?" if near else ""
        yield problem("F202", f"there is no address #{span.target}", fix=hint)
    elif isinstance(found, Claim):
        yield from _check_claim(span, found, scope, vocabulary, lexicon, problem)
    else:
        yield from _check_value(span, found, lexicon, problem)


def _check_value(span: Node, fact: Fact, lexicon: Lexicon, problem: _Make) -> Iterator[Problem]:
    reading = read(fact.kind, span.text, lexicon)
    true = name(fact, lexicon)
    accepted = f"accepted for #{span.target}: {accepted_forms(fact, lexicon)}"
    if reading.unknown or not reading.values:
        what = f'"{reading.unknown[0]}"' if reading.unknown else "these words"
        yield problem(
            "F102",
            f"{what} cannot be read as {_a(fact.kind)}; the engine says {true}",
            true=true,
            fix=f"{accepted}\nOr add the word form to {lexicon.path}.",
        )
    elif reading.contradicted:
        one, other = next(iter(reading.contradicted.values()))
        yield problem("F103", f"says both {one} and {other}; the engine says {true}", true=true, fix=accepted)
    elif not agrees(reading, fact):
        yield problem(
            "F101", f"says {describe(reading, lexicon)}; the engine says {true}", true=true, fix=accepted
        )


def _check_claim(
    span: Node, claim: Claim, scope: Scope, vocabulary: Vocabulary, lexicon: Lexicon, problem: _Make
) -> Iterator[Problem]:
    if claim.predicate.startswith("formula."):
        yield from _check_formula(span, claim, scope, vocabulary, lexicon, problem)
        return
    if claim.truth is not True:
        if claim.predicate.startswith("law."):
            yield problem("F404", f"this rule does not hold: {claim.counterexample}", true="not so")
        elif claim.truth is None:
            yield problem("F401", "the example does not tell whether this is true")
        else:
            yield problem("F401", f"the engine says that this is not true ({claim.predicate})", true="not so")
        return
    fault = check_phrase(span.text, claim, lexicon)
    if fault is None:
        return
    if fault.slot and fault.fact:
        true = name(fault.fact, lexicon)
        yield problem(
            "F403",
            f"the engine says {true}",
            fault.start,
            said=fault.said,
            true=true,
            fix=f"accepted: {accepted_forms(fault.fact, lexicon)}",
        )
        return
    patterns = lexicon.claims.get(claim.predicate, ())
    listed = "\n".join(f"    {p}" for p in patterns) or "    (none)"
    yield problem(
        "F402",
        f"these words are no phrase for {claim.predicate}",
        fix=f"phrases for {claim.predicate} in {lexicon.path}:\n{listed}\nUse one of them, or add yours.",
    )


def _check_formula(
    span: Node, claim: Claim, scope: Scope, vocabulary: Vocabulary, lexicon: Lexicon, problem: _Make
) -> Iterator[Problem]:
    table, _, _ = vocabulary.table(span.target, scope)
    if table is None:
        return
    try:
        parted = formulas.disagreement(
            span.text, claim.predicate.removeprefix("formula."), table.rules, lexicon
        )
    except formulas.FormulaError as error:
        yield problem(
            "F402", f'"{error}" cannot be read in a formula', fix="Numbers, + − × ( ) and quantity words."
        )
        return
    if parted:
        contract, said, true = parted
        yield problem(
            "F405", f"gives {said} for a contract of {contract}; the engine says {true}", true=str(true)
        )


# outside the spans ----------------------------------------------------------------------------------


def _check_outside(
    nodes: Sequence[Node],
    text: Text,
    scope: Scope,
    vocabulary: Vocabulary,
    lexicon: Lexicon,
    missing: list[str],
) -> Iterator[Problem]:
    """Unbound literals. One that says what a lost binding stands for takes that address out of `missing`."""
    for node in leaves(nodes):
        if node.kind == "span":
            continue
        words = tokens(node.text, lexicon.lang)
        for group in _groups(lexicon.literals(words)):
            start, end = words[group[0].first].start, words[group[-1].last - 1].end
            said = node.text[start:end]
            address = _lost(said, missing, scope, vocabulary, lexicon)
            if address:
                missing.remove(address)
                message = f"stands without its link to {address}"
                fix = f"Write it as [{said}](#{address})."
            else:
                what = {
                    "num": "a number",
                    "suit": "a suit",
                    "rank": "a card",
                    "seat": "a seat",
                    "side": "a side",
                }
                message = f"states {what[group[0].cls]}, but nothing binds it to the engine"
                fix = f"Bind it: [{said}](#address). If it is no fact, say it in other words."
            yield Problem(
                "F301",
                text.place(node.start + start),
                message,
                said=said,
                fix=fix,
                locale=lexicon.lang,
                address=address,
            )


def _groups(found: list[Match]) -> list[list[Match]]:
    """Neighbouring literals of one card, such as rank and suit, are one mistake."""
    groups: list[list[Match]] = []
    for m in found:
        last = groups[-1] if groups else None
        if (
            last
            and m.first - last[-1].last <= 1
            and m.cls not in {g.cls for g in last}
            and {m.cls, last[-1].cls} <= {"rank", "suit", "num"}
        ):
            last.append(m)
        else:
            groups.append([m])
    return groups


def _lost(said: str, missing: list[str], scope: Scope, vocabulary: Vocabulary, lexicon: Lexicon) -> str:
    for address in missing:
        found = vocabulary.resolve(address, scope)
        if isinstance(found, Fact):
            reading = read(found.kind, said, lexicon)
            if reading.values and agrees(reading, found):
                return address
        elif isinstance(found, Claim):
            for _, kind, fact in found.arguments:
                reading = read(kind, said, lexicon)
                if reading.values and agrees(reading, fact):
                    return address
    return ""


_BROKEN = re.compile(r"[\]］]\s*[(（]|[(（]\s*[#＃]|[\[\]［］]|`|\*|<[A-Za-z/!]|&#?\w+;|!\[")


def _check_markup(nodes: Sequence[Node], text: Text, lexicon: Lexicon) -> Iterator[Problem]:
    """Pieces of mark-up that stand as text: a link that is none, an emphasis that does not close, HTML."""
    for node in leaves(nodes):
        if node.kind != "text" or len(node.text) == 1:  # a single character may be an escaped one
            continue
        if m := _BROKEN.search(node.text):
            yield Problem(
                "F601", text.place(node.start + m.start()), "this mark-up is broken and would stand on the page as text",
                said=_short(node.text[max(0, m.start() - 20) : m.end() + 20]), locale=lexicon.lang,
            )  # fmt: skip


def accepted_forms(fact: Fact, lexicon: Lexicon) -> str:
    """The words that a fact of this kind may be named with."""
    if fact.kind == "num":
        return str(fact.value)
    parts = []
    for cls, value in truth(fact).items():
        if (cls, value) != ("trump", "card") or fact.kind == "trump":
            parts.append(", ".join(lexicon.accepted(cls, value)))
    return " + ".join(parts)


def _a(kind: str) -> str:
    words = {"num": "number", "trump": "trump", "double": "doubling"}
    return "an " + kind if kind[0] in "ao" else "a " + words.get(kind, kind)


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "…"
