"""All checks of one message against the engine: its spans, its bindings, and what stands outside them.

One mistake gives one problem. A message is checked in its own language, at each place where the site uses it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Protocol

from sitegen.diagnostics import Problem, Text
from sitegen.facts import Fact, FactTable, in_words
from sitegen.prose import claims, formulas, relations, terms
from sitegen.prose.claims import Claim, agrees, check_phrase, formulas_in, resolve_claim
from sitegen.prose.lexicon import CARD, Lexicon, Match
from sitegen.prose.relations import Mention
from sitegen.prose.spans import (
    KINDS,
    Node,
    describe,
    leaves,
    links,
    name,
    parse,
    plain,
    read,
    stretches,
    truth,
)
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
            return table[rest] if table[rest].kind in KINDS else None  # what binds a player only claims state
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
        close = get_close_matches(rest, [a for a, fact in table.items() if fact.kind in KINDS], 1)
        return prefix + close[0] if close else ""

    def stated(self, message: str, scope: Scope) -> set[str]:
        """Every address that a message states, by spans and by slots of claims."""
        return set().union(
            *(self.covered(s.target, scope) for s in leaves(parse(message)) if s.kind == "span")
        )

    def covered(self, address: str, scope: Scope) -> set[str]:
        """The addresses that a span states: its own, and those that the slots of a claim state."""
        found = self.resolve(address, scope)
        if isinstance(found, Claim):
            prefix = self.table(address, scope)[1]
            return {address} | {prefix + covered for covered in found.covers()}
        return {address}


def check_message(
    text: Text,
    scope: Scope,
    vocabulary: Vocabulary,
    lexicon: Lexicon,
    source: str | None = None,
    seals: Collection[str] = (),
) -> Iterator[Problem]:
    """Every problem of a message. `source` is the original of a translation: its bindings and its order must
    not be lost; `seals` are those of its catalogue entry (`relations.seal`)."""
    return _MessageCheck(text, scope, vocabulary, lexicon, source, seals).problems()


@dataclass
class _MessageCheck:
    text: Text
    scope: Scope
    vocabulary: Vocabulary
    lexicon: Lexicon
    source: str | None
    seals: Collection[str]

    def problem(self, code: str, offset: int, message: str, **more: str) -> Problem:
        return Problem(code, self.text.place(offset), message, locale=self.lexicon.lang, **more)  # type: ignore[arg-type]  # texts alone are given

    def problems(self) -> Iterator[Problem]:
        message = self.text.value
        nodes = parse(message)
        spans = [n for n in leaves(nodes) if n.kind == "span"]
        wrong: list[Problem] = []
        for span in spans:
            # A forbidden word or mark-up in a span is reported as such, and not as unreadable too.
            forbidden = any(self.lexicon.forbidden(tokens(span.text, self.lexicon.lang)))
            if not forbidden and not _IN_SPAN.search(span.text):
                wrong += check_span(span, self.text, self.scope, self.vocabulary, self.lexicon)
        yield from wrong
        broken = [*self.markup(nodes), *self.pageless(nodes)]
        if broken:  # what broke the mark-up also unbinds words: one mistake, one problem
            yield min(broken, key=lambda p: (p.place.line, p.place.column))
            return
        missing = self.missing(spans, wrong)
        unbound = list(self.outside(nodes, missing))
        yield from unbound
        yield from (self.lost(address) for address in missing)
        yield from self.added(spans, wrong, len(missing))
        yield from self.links(nodes)
        yield from self.emphasis(nodes)
        yield from self.words(nodes)
        if not (wrong or missing or unbound):
            yield from self.genders(message)
            yield from self.relations(message)

    # bindings

    def missing(self, spans: Sequence[Node], wrong: Sequence[Problem]) -> list[str]:
        """Addresses of the source that the translation does not state.

        A span with another address than the source's, which is reported already, stands for one of them.
        """
        if self.source is None:
            return []
        wanted = dict.fromkeys(n.target for n in leaves(parse(self.source)) if n.kind == "span")
        faulty = {p.address for p in wrong}
        stated = set().union(*(self.stated(s, s.target in faulty) for s in spans))
        missing = [address for address in wanted if address not in stated]
        strange = {p.address for p in wrong if p.address not in wanted}
        return missing[len(strange) :]

    def added(self, spans: Sequence[Node], wrong: Sequence[Problem], lost: int) -> Iterator[Problem]:
        """Facts that the source does not state. So many as are `lost` may have taken the place of those."""
        if self.source is None:
            return
        known = self.vocabulary.stated(self.source, self.scope) | {p.address for p in wrong}
        named = {address.removesuffix(".card") for address in known if address.endswith(".card")}
        known |= {f"{card}.{part}" for card in named for part in ("rank", "suit")}  # a name in two spans
        strange = {s.target: s for s in reversed(spans) if s.target not in known}
        for address, span in [*reversed(strange.items())][lost:]:
            message = f"the source does not state #{address}"
            yield self.problem("F205", span.start, message, said=span.text, address=address)

    def stated(self, span: Node, faulty: bool) -> set[str]:
        """The addresses that a span states; one that is reported already states all that it might."""
        found = self.vocabulary.resolve(span.target, self.scope)
        if isinstance(found, Claim) and not faulty:
            prefix = self.vocabulary.table(span.target, self.scope)[1]
            return {span.target} | {prefix + a for a in claims.stated(span.text, found, self.lexicon)}
        return self.vocabulary.covered(span.target, self.scope)

    def lost(self, address: str) -> Problem:
        found = self.vocabulary.resolve(address, self.scope)
        wanted = name(found, self.lexicon) if isinstance(found, Fact) else ""
        fix = f"Write the words for it as [words](#{address}), or let `sitegen locale bind` find them."
        if isinstance(found, Claim):
            fix = f"Write one of these as [words](#{address}):\n{_phrases(found, self.lexicon)}"
        return self.problem(
            "F201",
            0,
            f"the binding to {address} is missing{f': it stands for {wanted}' if wanted else ''}",
            said=_short(plain(self.text.value)),
            true=wanted,
            fix=fix,
            address=address,
        )

    def pageless(self, nodes: Sequence[Node]) -> Iterator[Problem]:
        """A link leads to a page."""
        for node in links(nodes):
            if not _LINK.fullmatch(node.target):
                message = "leads to no page; an address of a fact begins with #"
                yield self.problem("F203", node.start, message, said=f"[{node.text}]({node.target})")

    def links(self, nodes: Sequence[Node]) -> Iterator[Problem]:
        """A link of a translation leads where the source's leads."""
        if self.source is None:
            return
        wanted = [n.target for n in links(parse(self.source))]
        for node in links(nodes):
            if node.target in wanted:
                wanted.remove(node.target)
            else:
                true = ", ".join(wanted) or "no link"
                yield self.problem(
                    "F203", node.start, f"the source has no link to {node.target}", said=node.text, true=true
                )
                wanted = wanted[1:]
        for target in wanted:
            yield self.problem(
                "F203",
                0,
                f"the link to {target} is missing",
                said=_short(plain(self.text.value)),
                true=target,
            )

    def emphasis(self, nodes: Sequence[Node]) -> Iterator[Problem]:
        """Words that the source emphasises are emphasised in a translation: as many stretches, in `*` or `**`.

        A language may introduce a word more than the source does (its own for a call that the source leaves
        in French), so more is no fault.
        """
        if self.source is None:
            return
        wanted, there = stretches(parse(self.source)), stretches(nodes)
        if len(there) < len(wanted):
            marked = ", ".join(self.source[n.start - n.stars : n.end + n.stars] for n in wanted)
            message = f"emphasises fewer words with * or ** than the source, which has {marked}"
            yield self.problem("F602", 0, message, said=_short(plain(self.text.value)), true=marked)

    # outside the spans

    def outside(self, nodes: Sequence[Node], missing: list[str]) -> Iterator[Problem]:
        """Unbound literals. One that says what a lost binding stands for takes that address out of `missing`."""
        for node in leaves(nodes):
            if node.kind == "span":
                continue
            words = tokens(node.text, self.lexicon.lang)
            for group in _groups(self.lexicon.literals(words)):
                start, end = words[group[0].first].start, words[group[-1].last - 1].end
                said = node.text[start:end]
                address = _lost(said, missing, self.scope, self.vocabulary, self.lexicon)
                found = self.vocabulary.resolve(address, self.scope) if address else None
                if address:
                    missing.remove(address)
                    message = f"stands without its link to {address}"
                    fix = f"Write it as [{said}](#{address})."
                    if isinstance(found, Claim):
                        fix = f"Write one of these as [words](#{address}):\n{_phrases(found, self.lexicon)}"
                else:
                    message = f"states {_literal(group)}, but nothing binds it to the engine"
                    fix = self.binding(said)
                yield self.problem("F301", node.start + start, message, said=said, fix=fix, address=address)

    def binding(self, said: str) -> str:
        """What to do about a literal: the addresses that hold what it says, as far as there are some."""
        table, _, _ = self.vocabulary.table("", self.scope)
        known = self.vocabulary.stated(self.source, self.scope) if self.source is not None else None
        fitting = []
        for address, fact in (table or {}).items():
            if known is not None and address not in known:
                continue
            if fact.kind in KINDS and not (self.scope.example and address.startswith("k.")):
                reading = read(fact.kind, said, self.lexicon)
                if reading.values and not reading.unknown and agrees(reading, fact):
                    fitting.append(f"[{said}](#{address})")
        everyday = (
            f"say it in other words, or put an everyday word into `span_only` under [scan] of "
            f"{self.lexicon.path}: then it states something in spans alone."
        )
        if fitting:
            return f"Bind it: {' or '.join(fitting[:3])}. If it is no fact, {everyday}"
        whose = "this example has" if known is None else "the source of this message states"
        return f"Nothing that {whose} is said by it: {everyday}"

    def words(self, nodes: Sequence[Node]) -> Iterator[Problem]:
        """Words that may stand nowhere, and words for which the site has another."""
        for node in leaves(nodes):
            words = tokens(node.text, self.lexicon.lang)
            for first, last in self.lexicon.forbidden(words):
                start, end = words[first].start, words[last - 1].end
                yield self.problem(
                    "F305", node.start + start, "the lexicon forbids this word", said=node.text[start:end]
                )
        for fault in terms.rivals(self.text.value, self.lexicon):
            yield self.problem(
                "F701",
                fault.offset,
                f"this site says {fault.true} for {fault.notion}",
                said=fault.said,
                true=fault.true,
            )

    def genders(self, message: str) -> Iterator[Problem]:
        for fault in terms.misgendered(message, self.lexicon):
            yield self.problem(
                "F703",
                fault.offset,
                f"{fault.notion} goes with {fault.true}",
                said=fault.said,
                true=fault.true,
            )

    def markup(self, nodes: Sequence[Node]) -> Iterator[Problem]:
        """Pieces of mark-up that stand as text: a link that is none, an emphasis that does not close, HTML."""
        for node in leaves(nodes):
            if node.kind not in ("text", "span") or self.escaped(node):
                continue
            pattern = _BROKEN if node.kind == "text" else _IN_SPAN  # a span holds words alone
            if m := pattern.search(node.text):
                said = _short(node.text[max(0, m.start() - 20) : m.end() + 20])
                message = "this mark-up is broken and would stand on the page as text"
                yield self.problem("F601", node.start + m.start(), message, said=said)

    def escaped(self, node: Node) -> bool:
        """Whether a text node is the character behind a backslash."""
        before = self.text.value[: node.start]
        return len(node.text) == 1 and (len(before) - len(before.rstrip("\\"))) % 2 == 1

    # sentence by sentence

    def mentions(self, sentence: Sequence[Node]) -> list[Mention]:
        found = ((n, self.vocabulary.resolve(n.target, self.scope)) for n in sentence if n.kind == "span")
        return [Mention(n, f) for n, f in found if f is not None]

    def relations(self, message: str) -> Iterator[Problem]:
        strayed = False
        named = {n.target for n in leaves(parse(message)) if n.kind == "span"}
        for sentence in relations.sentences(message):
            mentions = self.mentions(sentence)
            for offset, word in relations.negations(sentence, self.lexicon):
                yield self.problem(
                    "F302", offset, "denies something beside a fact, where nothing checks it", said=word
                )
                break
            for stray, seat in relations.strays(mentions, named):
                strayed = True
                yield self.problem(
                    "F501",
                    stray.node.start,
                    f"stands with {seat.node.text}, but {stray.address} is another player's",
                    said=stray.node.text,
                    address=stray.address,
                )
            sealed = self.source is not None and relations.seal(self.source, message) in self.seals
            for mention in () if sealed else relations.unordered(mentions):
                strayed = True
                yield self.problem(
                    "F504",
                    mention.node.start,
                    "this enumeration is out of order",
                    said=mention.node.text,
                    address=mention.address,
                )
            for mention, said, true in relations.miscounts(sentence, mentions, self.lexicon):
                yield self.problem(
                    "F502",
                    mention.node.start,
                    f"counts {self.lexicon.label('role', true)}, not {self.lexicon.label('role', said)}",
                    said=mention.node.text,
                    true=self.lexicon.label("role", true),
                    address=mention.address,
                )
            for offset, said, left, right in relations.wrong_sums(sentence, self.lexicon):
                yield self.problem("F503", offset, f"{left} is not {right}", said=said, true=str(left))
            for fault in terms.misnumbered(sentence, self.lexicon):
                yield self.problem(
                    "F704",
                    fault.offset,
                    f"this number asks for {fault.true}",
                    said=fault.said,
                    true=fault.true,
                )
        if not strayed:
            yield from self.order(message)

    def order(self, message: str) -> Iterator[Problem]:
        if self.source is None:
            return
        command = f"sitegen locale seal {self.lexicon.lang} {self.text.place().line}"
        if relations.seal(self.source, message) in self.seals:
            return
        if self.seals:
            yield self.problem(
                "F504",
                0,
                "the text changed after its order was sealed",
                said=_short(plain(message)),
                fix=f"Look at the order of its values again, then: {command}",
            )
            return
        source = self.mentions(list(leaves(parse(self.source))))
        found = relations.out_of_order(source, self.mentions(list(leaves(parse(message)))))
        if found:
            mention, before = found
            yield self.problem(
                "F504",
                mention.node.start,
                f"the source has {before} before {mention.address}",
                said=mention.node.text,
                fix=f"Exchange them if they changed places. If the language asks for this order: {command}",
                address=mention.address,
            )


_SLOTS = {"seat": "player", "card": "card", "suit": "suit", "side": "side"}
_ORDINALS = ("first", "second", "third", "fourth")


def _phrases(claim: Claim, lexicon: Lexicon) -> str:
    """The phrases of a claim, one a line, and the command that records another."""
    shown = "\n".join(f"    {p}" for p in claims.phrases(claim, lexicon)) or "    (none)"
    return f"{shown}\n{another_phrase(claim, lexicon)}"


def another_phrase(claim: Claim, lexicon: Lexicon) -> str:
    """How a translator records a further phrase of a claim."""
    kinds = ["formula"] if claim.predicate.startswith("formula.") else [k for _, k, _ in claim.arguments]
    slots = " … ".join(f"<{kind}>" for kind in kinds)
    with_slots = f", with {slots} for the names" if slots else ""
    return f'Record another one{with_slots}: sitegen locale word {lexicon.lang} claim.{claim.predicate} "…"'


def _literal(group: Sequence[Match]) -> str:
    """What an unbound literal states: a suit beside a number makes it a card."""
    classes = {m.cls for m in group}
    if classes & {"rank", CARD} or classes >= {"num", "suit"}:
        return "a card"
    if group[0].cls == "num" and group[0].form:
        return "a number or a card"
    return {"num": "a number", "suit": "a suit", "seat": "a seat", "side": "a side"}[group[0].cls]


def dropped(source: str, translations: Sequence[str], scope: Scope, vocabulary: Vocabulary) -> list[str]:
    """Addresses that every one of several translations states and the source does not: it lost them."""
    if len(translations) < 2:
        return []
    common = set.intersection(*(vocabulary.stated(t, scope) for t in translations))
    return sorted(common - vocabulary.stated(source, scope))


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
    accepted = f"What may stand for #{span.target}: {accepted_forms(fact, lexicon)}."
    if reading.unknown or not reading.values:
        what = f'"{reading.unknown[0]}"' if reading.unknown else "these words"
        yield problem(
            "F102",
            f"{what} cannot be read as {_a(fact.kind)}; the engine says {true}",
            true=true,
            fix=f"{accepted}\nOr add the word form to {lexicon.path}.",
        )
    elif reading.contradicted:
        cls, said = next(iter(reading.contradicted.items()))
        one, other = (value if cls == "num" else lexicon.labels[cls].get(value, value) for value in said)
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
    if fault is None or not (lexicon.claims.get(claim.predicate) or claim.predicate.startswith("switch.")):
        return  # a claim without any phrase is told of the lexicon, once
    if fault.slot and fault.fact:
        true = name(fault.fact, lexicon)
        yield problem(
            "F403",
            f"stands where the claim has its {_ordinal(fault, claim)}{_SLOTS[fault.slot]}: that is {true}, "
            f"says the engine ({in_words(fault.reference)})",
            fault.start,
            said=fault.said,
            true=true,
            fix=f"What may stand there: {accepted_forms(fault.fact, lexicon)}.",
        )
        return
    meant = claims.stating(span.text, lexicon)
    yield problem(
        "F402",
        f"these words are no phrase for {claim.predicate}" + (f"; they state {meant}" if meant else ""),
        fix=f"phrases for {claim.predicate} in {lexicon.path}:\n{_phrases(claim, lexicon)}",
    )


def _ordinal(fault: claims.PhraseFault, claim: Claim) -> str:
    """Which one of several: `first `; nothing of what the claim has but once."""
    alike = [reference for reference, kind, _ in claim.arguments if kind == fault.slot]
    return (
        f"{_ORDINALS[alike.index(fault.reference)]} "
        if len(alike) > 1 and alike.index(fault.reference) < 4
        else ""
    )


def _check_formula(
    span: Node, claim: Claim, scope: Scope, vocabulary: Vocabulary, lexicon: Lexicon, problem: _Make
) -> Iterator[Problem]:
    table, _, _ = vocabulary.table(span.target, scope)
    if table is None:
        return
    written = formulas_in(span.text, claim, lexicon)
    if not written:
        yield problem(
            "F402",
            f"these words are no phrase for {claim.predicate}",
            fix=f"phrases for {claim.predicate} in {lexicon.path}:\n{_phrases(claim, lexicon)}",
        )
        return
    try:
        parted = formulas.disagreement(
            written[0], claim.predicate.removeprefix("formula."), table.rules, lexicon
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


def _groups(found: list[Match]) -> list[list[Match]]:
    """Neighbouring literals of one card, such as rank and suit, are one mistake; so is a word said twice."""
    groups: list[list[Match]] = []
    for m in found:
        last = groups[-1] if groups else None
        if (
            last
            and m.first - last[-1].last <= 1
            and ({m.cls, last[-1].cls} in ({"rank", "suit"}, {"num", "suit"}) or m[2:4] == last[-1][2:4])
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


_LINK = re.compile(r"[a-z0-9-]+\.md(#[a-z0-9-]+)?|https?://\S+")
_BROKEN = re.compile(r"[\]］]\s*[(（]|[(（]\s*[#＃]|[\[\]［］]|`|\*|<[A-Za-z/!]|&#?\w+;|!\[|(?<!\w)_|_(?!\w)")
_IN_SPAN = re.compile(rf"{_BROKEN.pattern}|\\")


def accepted_forms(fact: Fact, lexicon: Lexicon) -> str:
    """The words that a fact of this kind may be named with, as translators are told them."""
    if fact.kind == "num":
        return f"{fact.value}, in digits or in words"
    forms = {cls: ", ".join(lexicon.accepted(cls, value)) for cls, value in truth(fact).items()}
    if fact.kind != "card":
        return "; ".join(forms.values())
    told = f"a word for its rank ({forms['rank']}), one for its suit ({forms['suit']}), or both in any order"
    return f"{told}; or that it is a trump ({forms['trump']})" if "trump" in forms else told


def _a(kind: str) -> str:
    words = {"num": "number", "trump": "trump", "double": "doubling"}
    return "an " + kind if kind[0] in "ao" else "a " + words.get(kind, kind)


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "…"
