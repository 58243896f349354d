"""`solve`: streams of examples, the golden answers to every committed example, and input of any kind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitegen.engine import ERRORS
from sitegen.solve import solve, solve_lines, solve_toml
from tests.deals import DATA, ROOT, RULE_SETS

EXAMPLES = sorted((ROOT / "content" / "examples").glob("*.toml"))
CASES = (DATA / "examples.jsonl").read_text("utf-8").splitlines()
GOOD = '{"id":"t","rules":"belote-maison","trump":"hearts","trick":"S:AS W:10S N:7S E:JH"}'
ANSWER = '{"id":"t","kind":"play","holder":"E","winner":"E","points":41,"card_points":[11,10,0,20]}\n'
DEEP = 100_000


def run(source: str, is_toml: bool = False) -> tuple[int, list[dict[str, Any]]]:
    """The exit code and the answers."""
    written: list[str] = []
    code = solve(source, is_toml, RULE_SETS, written.append)
    assert all(line.endswith("\n") and line.isascii() and line.count("\n") == 1 for line in written)
    return code, [json.loads(line) for line in written]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: str(path.stem))
def test_golden_answers(path: Path) -> None:
    """`solve` answers the committed examples as the golden files say, line by line; refresh one with
    `sitegen solve content/examples/NAME.toml > tests/data/golden/NAME.jsonl`."""
    written: list[str] = []
    assert solve(path.read_text("utf-8"), True, RULE_SETS, written.append) == 0
    golden = DATA / "golden" / f"{path.stem}.jsonl"
    assert golden.read_text("utf-8").splitlines(keepends=True) == written


def test_golden_files_are_those_of_the_examples() -> None:
    """There is a golden file for every file of examples, and none besides."""
    assert [path.stem for path in EXAMPLES] == sorted(path.stem for path in (DATA / "golden").glob("*.jsonl"))


def test_the_reference_cases_with_their_expectations() -> None:
    """The 24 cases, solved as lines with `expect` in them, are all answered without an error."""
    code, answers = run("\n".join(CASES))
    assert (code, len(answers)) == (0, 24)
    assert [json.loads(case)["id"] for case in CASES] == [answer["id"] for answer in answers]


def wrong(value: object) -> object:
    """Something of the same kind that the engine would not answer."""
    if isinstance(value, dict):
        return {key: wrong(part) for key, part in value.items()}
    if isinstance(value, list):
        return [*value, value[0]]
    return value + 1 if isinstance(value, int) else f"{value}-not"


def test_a_wrong_expectation_is_an_error() -> None:
    """Each expectation of the 24 cases, made wrong, is answered with `expect-differs` and names the key."""
    for case in CASES:
        data = json.loads(case)
        for key, value in data["expect"].items():
            code, [answer] = run(json.dumps(data | {"expect": data["expect"] | {key: wrong(value)}}))
            assert (1, data["id"], "expect-differs") == (code, answer["id"], answer["error"]["code"])
            assert f"expected {key} " in answer["error"]["message"]


@pytest.mark.parametrize(
    "line",
    [
        "x",
        "{",
        "{}}",
        "[" * DEEP,
        '{"a":' * DEEP,
        "[" * 300 + "]" * 300,
        "null",
        "7",
        '"text"',
        "[]",
        "NaN",
        GOOD.replace('"S:AS W:10S N:7S E:JH"', "Infinity"),
        GOOD.replace("}", ',"trump":"spades"}'),
        GOOD.replace("}", ',"expect":{"winner":"E","winner":"N"}}'),
        GOOD.replace("}", f',"hand":{"9" * 5000}}}'),
        GOOD.replace('"t"', "7"),
        GOOD.replace('"t"', "NaN"),
        GOOD + GOOD,
        '{"id":"\x00"}',
        "\ufeff\ufeff{}",
        "'single'",
    ],
    ids=lambda line: repr(line[:20]),
)
def test_a_malformed_line_is_answered_and_the_others_are_solved(line: str) -> None:
    """What is no JSON object with distinct keys gives `malformed` and no id; other lines are solved."""
    code, answers = run(f"{GOOD}\n{line}\n\n  \r\n{GOOD}\r\n")
    assert (code, len(answers)) == (1, 3)
    assert json.loads(ANSWER) == answers[0] == answers[2]
    assert [answers[1]["id"], answers[1]["error"]["code"]] == [None, "malformed"]
    assert answers[1]["error"]["message"]


def test_line_ends_and_marks() -> None:
    """A byte order mark, CRLF and blank lines do not matter; U+2028 inside a text is no line end."""
    assert run("") == (0, [])
    assert run("\n \r\n\t\n") == (0, [])
    title = GOOD.replace('"id"', '"title":"a\u2028b\x85","id"')
    code, answers = run(f"\ufeff{title}\r\n{GOOD}")
    assert (0, [json.loads(ANSWER)] * 2) == (code, answers)


def test_ids_are_kept() -> None:
    """An answer has the id of its line, null if it has none; any text will do, also half a surrogate."""
    odd = "\ud800 \U0001f0a1 \n"
    code, answers = run(GOOD.replace('"t"', json.dumps(odd)))
    assert (0, odd) == (code, answers[0]["id"])
    code, answers = run(GOOD.replace('"id":"t",', ""))
    assert (code, answers[0]["id"]) == (0, None)
    code, answers = run(GOOD.replace("hearts", "swords"))
    assert (code, answers[0]["id"], answers[0]["error"]["code"]) == (1, "t", "unknown-trump")


def test_lines_are_answered_as_they_come() -> None:
    """The stream is lazy: an answer does not wait for the lines after it."""

    def lines() -> Any:
        yield GOOD
        raise AssertionError("asked for a second line")

    assert json.loads(ANSWER) == next(solve_lines(lines(), RULE_SETS))


def test_toml() -> None:
    """A table is an example under its name; a bad one is answered, the others are solved."""
    source = '[t]\nrules = "belote-maison"\ntrump = "hearts"\ntrick = "S:AS W:10S N:7S E:JH"\n'
    assert (0, [json.loads(ANSWER)]) == run(source, is_toml=True)
    code, answers = run(
        f'loose = 1\n{source}[u]\nid = "v"\n[w]\nhand = 1979-05-27\nexpect.legal = 07:32:00', is_toml=True
    )
    assert code == 1
    assert [(answer["id"], answer.get("error", {}).get("code")) for answer in answers] == [
        ("loose", "malformed"),
        ("t", None),
        ("u", "unknown-key"),
        ("w", "missing-key"),
    ]


@pytest.mark.parametrize(
    "source",
    [
        "x",
        "[a",
        "a = " + "[" * DEEP,
        "[a]\nb = 1\nb = 2",
        "a = 1" + "0" * 5000,
        "[a]\n[a]",
        "a = nan nan",
        "\x00",
    ],
    ids=lambda source: repr(source[:20]),
)
def test_malformed_toml(source: str) -> None:
    """What is no TOML is answered by one `malformed`."""
    code, [answer] = run(source, is_toml=True)
    assert (code, answer["id"], answer["error"]["code"]) == (1, None, "malformed")


def test_toml_of_odd_values() -> None:
    """Dates, not-a-numbers and numbers too long to print are answered like any other wrong value."""
    head = '[t]\nrules = "coinche-maison"\ntrump = "hearts"\ntaker = "S"\n'
    head += 'last_trick = "NS"\ncards = { NS = 82, EW = 70 }\n'
    huge = "0x" + "f" * 5000
    for line, code in (
        (f"contract = {huge}", "unknown-contract"),
        ("contract = nan", "malformed"),
        ("contract = 1979-05-27", "malformed"),
        (f"contract = 90\ndeclarations = {{ NS = {huge} }}", "malformed"),
        (f"contract = 90\nexpect = {{ held = {huge} }}", "expect-differs"),
        ("contract = 90\nexpect = { held = nan, score = 1979-05-27 }", "expect-differs"),
    ):
        exit_code, [answer] = run(f"{head}{line}\n", is_toml=True)
        assert (1, code) == (exit_code, answer["error"]["code"])


SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(
        ["7S", "10H", "W:AS", "N", "NS", "hearts", "capot", "belote-maison", "held", 0, 90, 152, -1]
    )
)
ANY = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=6,
)
KEYS = sorted(
    {key for case in CASES for key in json.loads(case)}
    | {"switches", "hands", "leader", "all_tricks_by", "plays"}
)
GOLDEN_LINES = [json.loads(case) for case in CASES]


def answered(line: str) -> None:
    """One line gives one answer: a result, or an error of the closed list."""
    [answer] = list(solve_lines([line], RULE_SETS))
    error = answer.get("error")
    assert (error is None) != ("kind" not in answer)
    if isinstance(error, dict):
        assert list(answer) == ["id", "error"]
        assert error["code"] in ERRORS
        assert error["message"]
    json.dumps(answer)


@settings(max_examples=1000, deadline=None, derandomize=True, database=None)
@given(ANY | st.dictionaries(st.sampled_from(KEYS), ANY, max_size=10))
def test_any_json_is_answered(data: object) -> None:
    """Whatever JSON a line holds, there is one answer and no exception."""
    answered(json.dumps(data))


@settings(max_examples=1500, deadline=None, derandomize=True, database=None)
@given(
    st.sampled_from(GOLDEN_LINES),
    st.dictionaries(st.sampled_from(KEYS), ANY, max_size=3),
    st.sets(st.sampled_from(KEYS), max_size=2),
)
def test_mutated_examples_are_answered(
    case: dict[str, Any], changed: dict[str, object], dropped: set[str]
) -> None:
    """A good line with values put in and keys taken out is answered, without an exception."""
    answered(json.dumps({key: value for key, value in (case | changed).items() if key not in dropped}))


@settings(max_examples=1000, deadline=None, derandomize=True, database=None)
@given(st.sampled_from(CASES), st.integers(0, 400), st.integers(0, 3), st.text(max_size=2))
def test_broken_text_is_answered(case: str, at: int, cut: int, put: str) -> None:
    """A good line with a few characters cut out and put in is answered, without an exception."""
    line = case[:at] + put + case[at + cut :]
    if line.strip():
        answered(line.replace("\n", " "))


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(st.sampled_from(EXAMPLES), st.integers(0, 6000), st.integers(0, 3), st.text(max_size=2))
def test_broken_toml_is_answered(path: Path, at: int, cut: int, put: str) -> None:
    """A file of examples with a few characters changed gives answers, without an exception."""
    source = path.read_text("utf-8")[:1500]
    answers = list(solve_toml(source[:at] + put + source[at + cut :], RULE_SETS))
    assert answers
    json.dumps(answers)
