"""Formulas in prose: `(160 + contract) × 2`, read as arithmetic over numbers and named quantities."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from sitegen.engine import RuleSet
from sitegen.prose.laws import FORMULAS
from sitegen.prose.lexicon import Lexicon
from sitegen.prose.text import Token, digits_value, tokens

_SIGNS = {"+": "+", "-": "-", "−": "-", "–": "-", "×": "*", "*": "*", "·": "*", "x": "*", "(": "(", ")": ")"}


class FormulaError(ValueError):
    """A text that is no formula: the message names the part that cannot be read."""


def _symbols(text: str, lexicon: Lexicon) -> list[int | str]:
    """The text as numbers, names of quantities and signs."""
    out: list[int | str] = []
    words = {t.start: t for t in tokens(text, lexicon.lang)}
    at = 0
    while at < len(text):
        if at in words:
            word = words[at]
            at = word.end
            if (value := digits_value(word.word)) is not None:
                out.append(value)
            elif quantity := _quantity(word, lexicon):
                out.append(quantity)
            elif word.word in _SIGNS:
                out.append(_SIGNS[word.word])
            elif word.word not in lexicon.glue:
                raise FormulaError(text[word.start : word.end])
        elif text[at] in _SIGNS:
            out.append(_SIGNS[text[at]])
            at += 1
        elif text[at].isspace() or unicodedata.category(text[at]) == "Cf":
            at += 1
        else:
            raise FormulaError(text[at])
    return out


def _quantity(word: Token, lexicon: Lexicon) -> str | None:
    found = lexicon.matches([word], 0, ("quantity",))
    return found[0].value if found else None


_LARGEST = 10**12
"""Points stay far below; numbers without end would take as long."""


def value(text: str, lexicon: Lexicon, quantities: Mapping[str, int]) -> int:
    """What a formula gives when its quantities have these values. FormulaError if it is none."""
    symbols = _symbols(text, lexicon)
    at = 0

    def take(*wanted: str) -> str | None:
        nonlocal at
        if at < len(symbols) and symbols[at] in wanted:
            at += 1
            return str(symbols[at - 1])
        return None

    def atom() -> int:
        nonlocal at
        if at >= len(symbols):
            raise FormulaError(text)
        if take("("):
            inner = total()
            if not take(")"):
                raise FormulaError(text)
            return inner
        symbol = symbols[at]
        at += 1
        if isinstance(symbol, int):
            return symbol
        if symbol in quantities:
            return quantities[symbol]
        raise FormulaError(symbol)

    def product() -> int:
        result = atom()
        while take("*"):
            result = max(-_LARGEST - 1, min(result * atom(), _LARGEST + 1))
        return result

    def total() -> int:
        result = product()
        while sign := take("+", "-"):
            result += product() if sign == "+" else -product()
        return result

    try:
        result = total()
    except RecursionError as error:
        raise FormulaError(text) from error
    if at != len(symbols) or abs(result) > _LARGEST:
        raise FormulaError(text)
    return result


def readable(text: str, lexicon: Lexicon) -> bool:
    """Whether a text is a formula."""
    try:
        value(text, lexicon, dict.fromkeys(lexicon.labels["quantity"], 1))
    except FormulaError:
        return False
    return True


def disagreement(text: str, name: str, rules: RuleSet, lexicon: Lexicon) -> tuple[int, int, int] | None:
    """(contract, what the formula gives, what the engine gives) where they part; None if they never do.

    FormulaError if the text is no formula. Every contract of the rule set is tried.
    """
    _, engine = FORMULAS[name]
    for contract in rules.contracts:
        said = value(text, lexicon, {"contract": contract})
        true = engine(rules, contract)
        if said != true:
            return contract, said, true
    return None
