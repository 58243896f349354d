"""Formulas: arithmetic in words of a language, compared with the engine's score for every contract."""

from __future__ import annotations

import operator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitegen.prose.formulas import FormulaError, disagreement, value
from sitegen.prose.laws import FORMULAS
from tests.deals import RULE_SETS
from tests.prose import LANGUAGES, lexicon, small

ENGLISH = lexicon("en")
QUANTITIES = {"contract": 100}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7", 7),
        ("160 + contract", 260),
        ("(160 + contract) × 2", 520),
        ("160 + contract × 2", 360),
        ("2 × (160 + contract)", 520),
        ("2·(3+4)", 14),
        ("2 x 3 * 4", 24),
        ("10 − 3 – 2 - 1", 4),
        ("10 - (3 - 2)", 9),
        ("((7))", 7),
        ("the contract", 100),
        ("160 and 4"[:3], 160),
        ("١٦٠ + १०", 170),
        ("\u2066160 + contract\u2069", 260),
        ("Contract", 100),
    ],
)
def test_what_a_formula_gives(text: str, expected: int) -> None:
    """Sums, differences, products and brackets, in the usual order, with the quantities' words."""
    assert expected == value(text, ENGLISH, QUANTITIES)


@pytest.mark.parametrize(
    "text",
    ["", "+", "7 +", "(7", "7)", "7 7", "7 (8)", "seven", "7 / 2", "7 points", "()", "7 + + 8", "−7", "7 = 7", "2x", "×", "contract contract", "7.5"],
)  # fmt: skip
def test_what_is_no_formula(text: str) -> None:
    """Anything that is not whole arithmetic over known quantities is an error that names a part."""
    with pytest.raises(FormulaError):
        value(text, ENGLISH, QUANTITIES)


@given(st.text("0123 +-−×*().xcontract", max_size=24))
def test_any_text_is_a_formula_or_an_error(text: str) -> None:
    """No text makes anything but a number or a FormulaError."""
    try:
        found: object = value(text, ENGLISH, QUANTITIES)
    except FormulaError as error:
        found = error
    assert isinstance(found, int | FormulaError)
    assert isinstance(found, int) or str(found) in text + "+-*()"


@pytest.mark.parametrize("text", ["(" * 5000 + "7" + ")" * 5000, "9" * 5000, "7" + " + 7" * 5000])
def test_an_enormous_formula(text: str) -> None:
    """However long or deep a text is, it gives a number or an error."""
    try:
        found: object = value(text, ENGLISH, QUANTITIES)
    except FormulaError:
        found = None
    assert found in (None, 7 * 5001)


SUMS = st.recursive(
    st.integers(0, 99).map(lambda n: (str(n), n)) | st.just(("contract", 100)),
    lambda inner: st.tuples(inner, st.sampled_from("+−×"), inner).map(
        lambda t: (
            f"({t[0][0]} {t[1]} {t[2][0]})",
            {"+": operator.add, "−": operator.sub, "×": operator.mul}[t[1]](t[0][1], t[2][1]),
        )
    ),
    max_leaves=6,  # no more than 10 to the 12th: what is larger is no formula
)


@given(SUMS)
def test_generated_arithmetic(formula: tuple[str, int]) -> None:
    """Arithmetic put together from its parts gives what Python gives."""
    assert formula[1] == value(formula[0], ENGLISH, QUANTITIES)


RIGHT = {
    "coinche": ["(160 + contract) × 2", "160 × 2 + contract × 2", "320 + 2 × contract"],
    "surcoinche": ["(160 + contract) × 4"],
    "failed": ["160 + contract", "contract + 160"],
    "failed-coinche": ["(160 + contract) × 2"],
    "failed-surcoinche": ["(160 + contract) × 4"],
}
WRONG = {
    "coinche": ["(160 + contract) × 4", "160 + contract × 2", "(162 + contract) × 2", "520"],
    "surcoinche": ["(160 + contract) × 2"],
    "failed": ["162 + contract", "260", "contract"],
    "failed-coinche": ["160 + contract", "(160 + contract) × 4"],
    "failed-surcoinche": ["160 + contract", "(160 + contract) × 2"],
}


def test_every_formula_is_tried() -> None:
    """The tables of this test have every formula, and each says what it stands for."""
    assert set(FORMULAS) == set(RIGHT) == set(WRONG)
    assert all(meaning for meaning, _ in FORMULAS.values())


@pytest.mark.parametrize("name", FORMULAS)
@pytest.mark.parametrize("rules", ["coinche-maison", "coinche-officielles"])
def test_a_formula_agrees_with_the_engine(name: str, rules: str) -> None:
    """A right formula never parts from the engine; a wrong one does, at a contract that is named."""
    for text in RIGHT[name]:
        assert disagreement(text, name, RULE_SETS[rules], ENGLISH) is None
    for text in WRONG[name]:
        found = disagreement(text, name, RULE_SETS[rules], ENGLISH)
        assert found is not None, text
        contract, said, true = found
        assert contract in RULE_SETS[rules].contracts
        assert said == value(text, ENGLISH, {"contract": contract}) != true


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_quantities_of_every_language(lang: str) -> None:
    """The word that a lexicon has for a quantity is read in a formula, and so are native digits."""
    word = lexicon(lang).label("quantity", "contract")
    assert value(f"(160 + {word}) × 2", lexicon(lang), QUANTITIES) == 520


def test_a_small_language() -> None:
    """Only the words of the language itself are quantities."""
    with pytest.raises(FormulaError):
        value("160 + contract", small("fr"), QUANTITIES)
