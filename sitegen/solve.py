"""The work of the command `solve`: a stream of examples in, a stream of answers out.

A bad example is answered with `{"id", "error": {"code", "message"}}`: its first fault, the others named in
the message. The rest goes on.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NoReturn

from sitegen.engine import (
    Example,
    ExampleError,
    Fault,
    RuleSet,
    answer,
    differences,
    read_example,
    read_table,
)
from sitegen.engine import solve as solve_example

Answer = dict[str, object]


def solve(
    source: str, is_toml: bool, rule_sets: Mapping[str, RuleSet], write: Callable[[str], object]
) -> int:
    """Solves every example of `source` and writes an answer a line, as JSON in ASCII.

    Returns the exit code: 0, or 1 if an example was bad.
    """
    if is_toml:
        answers = solve_toml(source, rule_sets)
    else:
        # Not `splitlines`: a JSON text may hold U+2028 and other characters that it takes for line ends.
        answers = solve_lines(source.removeprefix("\ufeff").split("\n"), rule_sets)
    code = 0
    for result in answers:
        if "error" in result:
            code = 1
        write(_ENCODER.encode(result) + "\n")
    return code


def solve_lines(lines: Iterable[str], rule_sets: Mapping[str, RuleSet]) -> Iterator[Answer]:
    """The answer to each line of JSON Lines; blank lines have none."""
    for line in lines:
        if line and not line.isspace():
            yield _answer_line(line, rule_sets)


def solve_toml(source: str, rule_sets: Mapping[str, RuleSet]) -> Iterator[Answer]:
    """The answer to each table of a TOML text; a single error if it is no TOML."""
    try:
        tables = tomllib.loads(source)
    except (ValueError, RecursionError) as error:
        yield _error(None, "malformed", f"not TOML: {_reason(error)}")
        return
    for id, table in tables.items():
        try:
            yield _answer(read_table(id, table, rule_sets))
        except ExampleError as error:
            yield _error(error.id, error.faults[0].code, str(error))


def _answer_line(line: str, rule_sets: Mapping[str, RuleSet]) -> Answer:
    try:
        data = _DECODER.decode(line)
    except (ValueError, RecursionError) as error:
        return _error(None, "malformed", f"not JSON: {_reason(error)}")
    try:
        return _answer(read_example(data, rule_sets))
    except ExampleError as error:
        return _error(error.id, error.faults[0].code, str(error))


def _answer(example: Example) -> Answer:
    result = answer(solve_example(example))
    if example.expect:
        faults: list[Fault] = differences(result, example.expect)
        if faults:
            raise ExampleError(example.id, faults)
    return result


def _error(id: str | None, code: str, message: str) -> Answer:
    return {"id": id, "error": {"code": code, "message": message}}


def _reason(error: Exception) -> str:
    return "nested too deeply" if isinstance(error, RecursionError) else str(error)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        raise ValueError("a key stands twice in an object")
    return table


def _constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant)
_ENCODER = json.JSONEncoder(separators=(",", ":"))
