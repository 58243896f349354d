"""A lexicon checked by itself: every claim has a phrase, every label reads back as what it names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sitegen.diagnostics import Problem
from sitegen.prose.claims import PREDICATES
from sitegen.prose.laws import FORMULAS, LAWS
from sitegen.prose.lexicon import CLASSES, Lexicon, expand
from sitegen.prose.spans import read, read_as
from sitegen.prose.text import fold, tokens

_SLOT = re.compile(r"<([^<>:]*)(?::[^<>]*)?>")

LEFT_OUT = (
    "A phrase may leave out one player, card or side that its sentence names already (“the jack, which is a "
    "trump”), but never a suit, and none of two where it matters which is which (who beats whom)."
)
"""What a phrase may leave out, as translators are told: see `Predicate.lacking`."""


class _Fault(NamedTuple):
    """A fault of a lexicon: `where` names a key of it (`claim.void`), `said` are the words at fault."""

    code: str
    where: str
    said: str
    message: str
    fix: str = ""


def lint(lexicon: Lexicon, source: Lexicon | None = None) -> Iterator[Problem]:
    """Every fault of a lexicon that its file alone does not show, at the line of its key. The `source`
    language's phrases serve as examples."""
    for fault in _faults(lexicon, source):
        place = lexicon.places.of(fault.where)
        yield Problem(fault.code, place, fault.message, said=fault.said, locale=lexicon.lang, fix=fault.fix)


def _faults(lexicon: Lexicon, source: Lexicon | None) -> Iterator[_Fault]:
    yield from _claims(lexicon, source)
    yield from _shared_phrases(lexicon)
    yield from _shared_terms(lexicon)
    yield from _two_names(lexicon)
    yield from _labels(lexicon)


# phrases --------------------------------------------------------------------------------------------------


def _claims(lexicon: Lexicon, source: Lexicon | None) -> Iterator[_Fault]:
    for name in (*PREDICATES, *(f"law.{law}" for law in LAWS), *(f"formula.{f}" for f in FORMULAS)):
        if name not in lexicon.claims:  # one that is listed without phrases is told when the file is read
            yield _Fault("L103", f"claim.{name}", name, f"the claim {name} has no words")
    for name, patterns in lexicon.claims.items():
        if name not in PREDICATES and not name.startswith(("law.", "switch.", "formula.")):
            yield _Fault("L102", f"claim.{name}", name, f"there is no claim {name}")
            continue
        for pattern in patterns:
            yield from _phrase(name, pattern, lexicon, source)


def _phrase(name: str, pattern: str, lexicon: Lexicon, source: Lexicon | None) -> Iterator[_Fault]:
    spec, where = PREDICATES.get(name), f"claim.{name}"
    types = _types(name)
    for form in dict.fromkeys(expand(pattern)):
        slots = _SLOT.findall(form)
        surplus, lacking = _surplus(name, slots), _lacking(name, slots)
        if surplus:
            more = "other " if surplus[0] in types else ""
            yield _Fault("L102", where, pattern, f"{name} has no {more}argument for <{surplus[0]}>")
            break
        if lacking:
            wanted = " and ".join(f"{'a second ' * (slot in slots)}<{slot}>" for slot in lacking)
            meaning = f"that {spec.meaning}" if spec else "how much is written"
            message = f"lacks {wanted}: the claim {name} says {meaning}"
            yield _Fault("L106", where, pattern, message, _example(name, source))
            break
    for cls, word in _named(pattern, types, lexicon):
        message = f"{name}: {word} stands where any may be meant; write <{cls}>"
        yield _Fault("L102", where, pattern, message)


def _types(name: str) -> tuple[str, ...]:
    """What the slots of a claim may name. Laws and switches speak of nothing that a slot could name."""
    if name.startswith("formula."):
        return ("formula",)
    return PREDICATES[name].types if name in PREDICATES else ()


def _surplus(name: str, slots: Sequence[str]) -> list[str]:
    spec = PREDICATES.get(name)
    return spec.surplus(slots) if spec else [slot for slot in slots if slot not in _types(name)]


def _lacking(name: str, slots: Sequence[str]) -> list[str]:
    spec = PREDICATES.get(name)
    return spec.lacking(slots) if spec else [slot for slot in _types(name) if slot not in slots]


def _example(name: str, source: Lexicon | None) -> str:
    """How to write the phrase of a claim: as the source does, and what may be left out."""
    phrases = [expand(p)[0] for p in source.claims.get(name, ())] if source else []
    whole = next((p for p in phrases if not _lacking(name, _SLOT.findall(p))), "")
    shown = [f'The source ({source.lang}) has "{whole}".'] if source and whole else []
    return "\n".join([*shown, *([LEFT_OUT] if name in PREDICATES else [])])


def _named(pattern: str, types: Sequence[str], lexicon: Lexicon) -> Iterator[tuple[str, str]]:
    """Players, suits and sides that a phrase names itself although its claim leaves them open."""
    words = tokens(_SLOT.sub(" ", pattern), lexicon.lang)
    for m in lexicon.literals(words):
        if m.cls in types and m.cls in ("seat", "suit", "side"):
            yield m.cls, " ".join(w.said for w in words[m.first : m.last])


def _shared_phrases(lexicon: Lexicon) -> Iterator[_Fault]:
    """A phrase that states two claims lets one pass for the other."""
    seen: dict[tuple[str, ...], str] = {}
    for name, patterns in lexicon.claims.items():
        for pattern in patterns:
            for form in expand(pattern):
                words = tuple(t.word for t in tokens(form, lexicon.lang))
                other = seen.setdefault(words, name)
                if other != name and not {name.split(".")[0], other.split(".")[0]} & {"switch", "formula"}:
                    message = f"this phrase states both {other} and {name}"
                    yield _Fault("L104", f"claim.{name}", form, message)


# words ----------------------------------------------------------------------------------------------------


def _shared_terms(lexicon: Lexicon) -> Iterator[_Fault]:
    """A word for two notions: the game Coinche and the call coinche, say."""
    fix = "Use another word for one of them; a capital tells them apart, too. A notion that the source lacks may go."
    notions: dict[str, str] = {}
    for notion, forms in lexicon.terms.items():
        for form in forms:
            other = notions.setdefault(form, notion)
            if other != notion:
                yield _Fault(
                    "L104", f"term.{notion}", form, f"this word stands for both {other} and {notion}", fix
                )


def _two_names(lexicon: Lexicon) -> Iterator[_Fault]:
    """Words that name both a suit and a rank, a seat or a side: in a text nobody could tell which."""
    seen: dict[tuple[str, ...], tuple[str, str]] = {}
    for cls in ("suit", "rank", "seat", "side"):
        for value in CLASSES[cls]:
            for form in lexicon.accepted(cls, value, 1000):
                words = tuple(t.word for t in tokens(form, lexicon.lang))
                other = seen.setdefault(words, (cls, value))
                if other[0] != cls:
                    where = f"{cls}.{value}"
                    message = f"this word stands for both {'.'.join(other)} and {where}"
                    yield _Fault("L104", where, form, message)


def _labels(lexicon: Lexicon) -> Iterator[_Fault]:
    for cls in CLASSES:
        for value, label in lexicon.labels[cls].items():
            reading = read_as((cls,), label, lexicon)
            if reading.unknown or reading.values.get(cls) != value:
                where = f"{cls}.{value}"
                yield _Fault("L105", where, label, f"the label of {where} does not read back")
    for rank in CLASSES["rank"]:
        for suit in CLASSES["suit"]:
            label = lexicon.card(rank, suit)
            reading = read("card", label, lexicon)
            if reading.unknown or reading.contradicted or reading.values != {"rank": rank, "suit": suit}:
                message = f"the name of the card {rank}{suit} does not read back"
                yield _Fault("L105", "label.card", label, message)
    if len({fold(lexicon.index(rank), "") for rank in CLASSES["rank"]}) != len(CLASSES["rank"]):
        yield _Fault("L105", "label.indices", "label.indices", "two ranks have one index")
