"""A lexicon checked by itself: every claim has a phrase, every label reads back as what it names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sitegen.diagnostics import Place, Problem
from sitegen.prose.claims import PREDICATES
from sitegen.prose.laws import FORMULAS, LAWS
from sitegen.prose.lexicon import CLASSES, Lexicon, expand
from sitegen.prose.spans import read, read_as
from sitegen.prose.text import fold, tokens

_SLOT = re.compile(r"<([^<>:]*)(?::[^<>]*)?>")


def lint(lexicon: Lexicon) -> Iterator[Problem]:
    """Every fault of a lexicon that its file alone does not show."""

    def problem(code: str, message: str, said: str) -> Problem:
        return Problem(code, Place(lexicon.path, 0, 0), message, said=said, locale=lexicon.lang)

    for name in (*PREDICATES, *(f"law.{law}" for law in LAWS), *(f"formula.{f}" for f in FORMULAS)):
        if name not in lexicon.claims:  # one that is listed without phrases is told when the file is read
            yield problem("L103", f"the claim {name} has no words", name)
    for name, patterns in lexicon.claims.items():
        predicate = PREDICATES.get(name)
        if predicate is None and not name.startswith(("law.", "switch.", "formula.")):
            yield problem("L102", f"there is no claim {name}", name)
            continue
        types = list(predicate.types) if predicate else ["formula"] if name.startswith("formula.") else []
        for pattern in patterns:
            for slot in _SLOT.findall(pattern):
                if slot not in types and not (slot == "suit" and "card" in types):
                    yield problem("L102", f"{name} has no argument for <{slot}>", pattern)
            yield from (
                problem("L102", f"{name}: {word} stands where any may be meant; write <{cls}>", pattern)
                for cls, word in _named(pattern, types, lexicon)
            )
    yield from _shared_phrases(lexicon)
    notions: dict[str, str] = {}
    for notion, forms in lexicon.terms.items():
        for form in forms:
            other = notions.setdefault(form, notion)
            if other != notion:  # the game Coinche and the call coinche, say
                fix = "Use another word for one of them; a capital tells them apart, too. A notion that the source lacks may go."
                yield replace(
                    problem("L104", f"this word stands for both {other} and {notion}", form), fix=fix
                )
    yield from _two_names(lexicon)
    for cls in CLASSES:
        for value, label in lexicon.labels[cls].items():
            reading = read_as((cls,), label, lexicon)
            if reading.unknown or reading.values.get(cls) != value:
                yield problem("L105", f"the label of {cls}.{value} does not read back", label)
    for rank in CLASSES["rank"]:
        for suit in CLASSES["suit"]:
            label = lexicon.card(rank, suit)
            reading = read("card", label, lexicon)
            if reading.unknown or reading.contradicted or reading.values != {"rank": rank, "suit": suit}:
                yield problem("L105", f"the name of the card {rank}{suit} does not read back", label)
    if len({fold(lexicon.index(rank), "") for rank in CLASSES["rank"]}) != len(CLASSES["rank"]):
        yield problem("L105", "two ranks have one index", "label.indices")


def _named(pattern: str, types: Sequence[str], lexicon: Lexicon) -> Iterator[tuple[str, str]]:
    """Players, suits and sides that a phrase names itself although its claim leaves them open."""
    words = tokens(_SLOT.sub(" ", pattern), lexicon.lang)
    for m in lexicon.literals(words):
        if m.cls in types and m.cls in ("seat", "suit", "side"):
            yield m.cls, " ".join(w.said for w in words[m.first : m.last])


def _two_names(lexicon: Lexicon) -> Iterator[Problem]:
    """Words that name both a suit and a rank, a seat or a side: in a text nobody could tell which."""
    seen: dict[tuple[str, ...], tuple[str, str]] = {}
    for cls in ("suit", "rank", "seat", "side"):
        for value in CLASSES[cls]:
            for form in lexicon.accepted(cls, value, 1000):
                words = tuple(t.word for t in tokens(form, lexicon.lang))
                other = seen.setdefault(words, (cls, value))
                if other[0] != cls:
                    yield Problem(
                        "L104",
                        Place(lexicon.path, 0, 0),
                        f"this word stands for both {'.'.join(other)} and {cls}.{value}",
                        said=form,
                        locale=lexicon.lang,
                    )


def _shared_phrases(lexicon: Lexicon) -> Iterator[Problem]:
    """A phrase that states two claims lets one pass for the other."""
    seen: dict[tuple[str, ...], str] = {}
    for name, patterns in lexicon.claims.items():
        for pattern in patterns:
            for form in expand(pattern):
                words = tuple(t.word for t in tokens(form, lexicon.lang))
                other = seen.setdefault(words, name)
                if other != name and not {name.split(".")[0], other.split(".")[0]} & {"switch", "formula"}:
                    yield Problem(
                        "L104",
                        Place(lexicon.path, 0, 0),
                        f"this phrase states both {other} and {name}",
                        said=form,
                        locale=lexicon.lang,
                    )
