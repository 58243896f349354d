"""`content/examples/*.toml`: example positions, scores and deals. The name of a table is the example's id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sitegen.content.site import key_text, read_toml, table_text
from sitegen.diagnostics import Place, Problem
from sitegen.engine import (
    Example,
    ExampleError,
    Fault,
    RuleSet,
    Solved,
    answer,
    differences,
    read_table,
    solve,
)


@dataclass(frozen=True)
class LoadedExample:
    """An example, solved, and the place of its table."""

    solved: Solved
    place: Place

    @property
    def example(self) -> Example:
        return self.solved.example


def load_examples(
    folder: Path, root: Path, rule_sets: Mapping[str, RuleSet]
) -> tuple[dict[str, LoadedExample], list[Problem]]:
    """The examples of `folder` by id, in the order of the files' names and of the tables; and all problems.

    An example with a problem, also one whose answer is not what it expects, is left out.
    """
    loaded: dict[str, LoadedExample] = {}
    problems: list[Problem] = []
    places: dict[str, Place] = {}
    for path in sorted(folder.glob("*.toml")):
        source, data, faults = read_toml(path, root)
        problems += faults
        name = path.relative_to(root).as_posix()
        for id, table in (data or {}).items():
            place = _place(source, name, id)
            if id in places:
                first = places[id]
                message = f"{id} is already an example, at {first.path}:{first.line}"
                problems.append(Problem("C202", place, message, said=id))
                continue
            places[id] = place
            try:
                solved = solve(read_table(id, table, rule_sets))
            except ExampleError as error:
                problems += [_problem(source, name, id, fault) for fault in error.faults]
                continue
            found = differences(answer(solved), solved.example.expect)
            problems += [_problem(source, name, id, fault) for fault in found]
            if not found:
                loaded[id] = LoadedExample(solved, place)
    return loaded, problems


def _problem(source: str, name: str, id: str, fault: Fault) -> Problem:
    place = _place(source, name, id, fault.key)
    return Problem("C201", place, f"{id}: {fault.code}: {fault.message}", address=id)


def _place(source: str, name: str, id: str, key: str = "") -> Place:
    """The line of the example's table, or of the key in it that `key` (`cards.NS`) begins with."""
    part, line = table_text(source, id)
    if not part:
        line = key_text(source, name, id, "").place().line
    elif key:
        line = key_text(part, name, key.split(".")[0], "", line).place().line
    return Place(name, line, 1)
