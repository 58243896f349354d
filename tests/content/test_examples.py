"""`content/examples`: the committed examples, what they cover, and every fault of a file at its place."""

# A case is a line of its table, however long: that is how one compares them.

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from sitegen.content.examples import LoadedExample, load_examples
from sitegen.diagnostics import Problem
from sitegen.engine import ExampleError, SolvedScore, answer, read_table, solve, switch_values
from tests.deals import DATA, ROOT, RULE_SETS, other_values

COMMITTED = ROOT / "content" / "examples"
TABLES: dict[str, dict[str, Any]] = {
    id: table
    for path in sorted(COMMITTED.glob("*.toml"))
    for id, table in tomllib.loads(path.read_text("utf-8")).items()
}


def load(folder: Path, *sources: str) -> tuple[dict[str, LoadedExample], list[Problem]]:
    """The examples of files `0.toml`, `1.toml`…"""
    for n, source in enumerate(sources):
        (folder / f"{n}.toml").write_text(source, "utf-8")
    return load_examples(folder, folder, RULE_SETS)


def test_committed_examples() -> None:
    """Every example of every file is loaded, in order, without a problem, and each is at its table."""
    loaded, problems = load_examples(COMMITTED, ROOT, RULE_SETS)
    assert problems == []
    assert list(TABLES) == list(loaded)
    for id, example in loaded.items():
        lines = (ROOT / example.place.path).read_text("utf-8").splitlines()
        assert f"[{id}]" == lines[example.place.line - 1]
        assert id == example.example.id


def test_the_reference_cases_are_among_them() -> None:
    """The committed examples hold the 24 cases, key by key, without titles, and answer as expected."""
    loaded, _ = load_examples(COMMITTED, ROOT, RULE_SETS)
    for line in (DATA / "examples.jsonl").read_text("utf-8").splitlines():
        case = json.loads(line)
        expect = case.pop("expect")
        given = {key: value for key, value in case.items() if key not in ("id", "title")}
        table = {
            key: value.split() if key in ("trick", "hand") else value
            for key, value in TABLES[case["id"]].items()
        }
        assert given == table
        result = answer(loaded[case["id"]].solved)
        assert expect == {key: result[key] for key in expect}


def result_of(id: str, table: dict[str, Any]) -> object:
    try:
        return answer(solve(read_table(id, table, RULE_SETS)))
    except ExampleError as error:
        return [fault.code for fault in error.faults]


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: str(rules.id))
def test_every_switch_shows_in_an_example(rules: Any) -> None:
    """Whatever switch of a rule set is set otherwise, to whatever value, some example of that set changes."""
    tables = {id: table for id, table in TABLES.items() if table["rules"] == rules.id}
    results = {id: result_of(id, table) for id, table in tables.items()}
    unseen = [
        (name, value)
        for name in switch_values(rules)
        for value in other_values(rules, name)
        if all(
            results[id] == result_of(id, table | {"switches": {name: value}}) for id, table in tables.items()
        )
    ]
    assert unseen == []


GOOD = """\
[good]
rules = "belote-maison"
trump = "hearts"
taker = "S"
cards = { NS = 82, EW = 70 }
last_trick = "NS"
"""


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("[a", [("C101", 1, "not TOML")]),
        ("a = 1\n", [("C201", 1, "malformed")]),
        ("\n[a]\n", [("C201", 2, "missing-key")]),
        (GOOD.replace("good", "bad").replace("82", "83"), [("C201", 5, "points-sum")]),
        (GOOD.replace("good", "bad").replace("hearts", "swords") + 'belote = "N"\n', [("C201", 3, "unknown-trump"), ("C201", 7, "unknown-seat")]),
        (GOOD.replace("good", "bad").replace("NS = 82, ", ""), [("C201", 5, "missing-key")]),
        (GOOD.replace("good", "bad").replace('taker = "S"\n', ""), [("C201", 1, "missing-key")]),
        (GOOD.replace("good", "fine") + '[bad]\nid = "x"\n', [("C201", 8, "unknown-key")]),
        (GOOD.replace("good", "bad") + "expect = { held = 0, score = { NS = 1 } }\n", [("C201", 7, "expect-differs")]),
        (GOOD, [("C202", 1, "0.toml:1")]),
    ],
)  # fmt: skip
def test_a_fault_is_told_where_it_stands(
    tmp_path: Path, source: str, told: list[tuple[str, int, str]]
) -> None:
    """Each fault of an example is one problem, at the line of its key or of its table; the others are loaded."""
    loaded, problems = load(tmp_path, GOOD, source)
    assert [(code, "1.toml", line) for code, line, _ in told] == [
        (p.code, p.place.path, p.place.line) for p in problems
    ]
    for problem, (_, _, words) in zip(problems, told, strict=True):
        assert words in problem.message
    assert isinstance(loaded["good"].solved, SolvedScore)
    assert "bad" not in loaded


def test_expectations_that_hold(tmp_path: Path) -> None:
    """An example may say what it expects; ids may be quoted, and files be empty or none."""
    quoted = (
        GOOD.replace("[good]", '["a b"]') + "expect = { score = { NS = 92, EW = 70 }, outcome = 'made' }\n"
    )
    loaded, problems = load(tmp_path, "", quoted)
    assert (problems, list(loaded), loaded["a b"].place.line) == ([], ["a b"], 1)
    assert load_examples(tmp_path / "nowhere", tmp_path, RULE_SETS) == ({}, [])
