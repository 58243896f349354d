"""The registry of diagnostics: every code is defined, documented, emitted, and has an example that fails."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from pathlib import Path

import pytest

from sitegen import docs
from sitegen.diagnostics import CODES, Code, Place, Problem, Text, _codes, as_json, as_text, sorted_problems
from tests.deals import ROOT
from tests.tiny import Tiny

CODE = re.compile(r"[CLPFH]\d{3}")
FALLOUT = {"P104", "P106", "P107"}
"""What a change of a source text brings about besides: its translation has to follow."""
MANY = {
    "C101": {"C101", "H107"},
    "C104": {"C104", "F406"},
    "C108": {"L101", "P101"},
}
"""Codes whose example brings about others as well, because a page or a block is missing then."""
KEYS = ["code", "severity", "path", "line", "column", "locale", "address", "said", "true", "message", "fix"]


def emitted() -> set[str]:
    """Every code that stands in the source outside the registry and its documentation."""
    found: set[str] = set()
    for path in (ROOT / "sitegen").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Code":
                continue
            for value in ast.iter_child_nodes(node):
                if isinstance(value, ast.Constant) and isinstance(value.value, str):
                    found |= set(CODE.findall(value.value)) if CODE.fullmatch(value.value) else set()
    return found


def test_codes_are_emitted_and_defined() -> None:
    """A code that the source names is defined, and a code that is defined is named by the source."""
    assert emitted() == set(CODES)


def test_every_code_has_a_failing_example() -> None:
    """The documentation shows for each code a change that brings it about, and for no other."""
    assert set(docs.failing_examples()) == set(CODES)


def test_every_code_has_a_family() -> None:
    """The page of codes lists every code: none falls between its families."""
    assert {code[:2] for code in CODES} <= set(docs.FAMILIES)


@pytest.mark.parametrize("code", CODES)
def test_the_failing_example_fails(code: str, tmp_path: Path) -> None:
    """The change that the documentation shows brings its code about, and no other."""
    tiny = Tiny(tmp_path / "tiny")
    if any("fr-BE" in change.path for change in docs.failing_examples()[code].changes):
        tiny.add_translation("fr-BE")
    for change in docs.failing_examples()[code].changes:
        if change.replace is None:
            tiny.path(change.path).unlink()
        elif change.find:
            tiny.change(change.path, change.find.strip("\n"), change.replace.strip("\n"))
        else:
            tiny.write(change.path, change.replace)
    found = set(tiny.codes())
    assert code in found
    assert found - FALLOUT - MANY.get(code, set()) - {code} == set()


@pytest.mark.parametrize("code", CODES.values(), ids=lambda c: str(c.code))
def test_a_code_says_what_to_do(code: Code) -> None:
    """A name of words with hyphens, a meaning and a fix that are whole sentences, in the user's words."""
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", code.name)
    for text in (code.meaning, code.fix):
        assert text[0].isupper(), text
        assert text[-1] in ".`", text


def test_names_are_distinct() -> None:
    """No two codes have one name."""
    assert [n for n, times in Counter(c.name for c in CODES.values()).items() if times > 1] == []


def test_a_code_cannot_be_defined_twice() -> None:
    """The registry refuses a second definition."""
    with pytest.raises(ValueError, match="twice"):
        _codes(Code("C101", "a", "A.", "B."), Code("C101", "b", "A.", "B."))


def test_problems_are_sorted_by_place_and_told_once() -> None:
    """By path, line and column as numbers; the same problem twice is one."""
    places = [("b.md", 1, 1), ("a.md", 10, 1), ("a.md", 9, 2), ("a.md", 9, 10), ("a.md", 0, 0)]
    problems = [Problem("C103", Place(*place), "wrong") for place in [*places, *places]]
    assert [(p.place.path, p.place.line, p.place.column) for p in sorted_problems(problems)] == sorted(places)


def test_text_form() -> None:
    """`path:line:column: CODE name: "words" message`, then the fix; a place without a line is the whole file."""
    problems = [
        Problem("F101", Place("b.po", 13, 8), "says nine", said="nine", fix="one\ntwo"),
        Problem("P103", Place("a.po"), "the file has no header"),
    ]
    expected = (
        "a.po: P103 missing-header: the file has no header\n"
        f"    {CODES['P103'].fix}\n"
        'b.po:13:8: F101 wrong-value: "nine" says nine\n'
        "    one\n"
        "    two\n"
    )
    assert expected == as_text(problems)


def test_json_form() -> None:
    """One object: each problem with the eleven keys in the documented order, and the counts."""
    problem = Problem("F505", Place("a.md", 2, 3), "equal", said="s", true="t", locale="fr", address="1.card")
    data = json.loads(as_json([problem], {"pages": 1}))
    assert data["counts"] == {"pages": 1}
    assert [list(row) for row in data["problems"]] == [KEYS]
    assert list(data["problems"][0].values()) == [
        "F505", "warning", "a.md", 2, 3, "fr", "1.card", "s", "t", "equal", CODES["F505"].fix,
    ]  # fmt: skip


@pytest.mark.parametrize(("code", "mild"), [("P104", True), ("P104", False), ("F505", False)])
def test_a_problem_may_be_mild(code: str, mild: bool) -> None:
    """A problem that the policy lets pass is a warning in text and JSON, as are those of a code that only warns."""
    problem = Problem(code, Place("a.po", 1, 1), "lacks", mild=mild)
    warns = mild or code == "F505"
    assert problem.severity == ("warning" if warns else "error")
    assert json.loads(as_json([problem], {}))["problems"][0]["severity"] == problem.severity
    name = CODES[code].name
    assert as_text([problem]).startswith(f"a.po:1:1: {code} {name}{' (warning)' if warns else ''}: lacks\n")


def test_places_of_characters() -> None:
    """A text knows where each of its characters stands, also behind a fold and an escape."""
    text = Text("ab cd", "f", ((0, 3, 5), (3, 4, 1)))
    places = [text.place(n) for n in range(5)]
    assert places == [
        Place("f", 3, 5),
        Place("f", 3, 6),
        Place("f", 3, 7),
        Place("f", 4, 1),
        Place("f", 4, 2),
    ]
