"""`content/examples/*.toml`: example positions, scores and deals. The name of a table is the example's id."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sitegen.content.remember import Remember, afresh
from sitegen.content.site import key_text, read_toml, table_text
from sitegen.diagnostics import Place, Problem
from sitegen.engine import (
    Card,
    Example,
    ExampleError,
    Fault,
    PlayExample,
    RuleSet,
    ScoreInput,
    Solved,
    answer,
    differences,
    read_table,
    solve,
)

_OWN = ("rules", "switches", "expect")
"""Keys of an example that belong to its own rule set."""


@dataclass(frozen=True)
class LoadedExample:
    """An example, solved, the place of its table, and the table itself."""

    solved: Solved
    place: Place
    table: Mapping[str, object] = field(default_factory=dict, compare=False, repr=False)

    def under(self, rules: RuleSet, id: str = "") -> Solved | None:
        """The same table solved under a rule set that takes the place of its own, called `id` if that is given;
        None where it cannot be: its deal has other points, its turns run the other way. A card that may not be
        played there is not played."""
        given = {key: value for key, value in self.table.items() if key not in _OWN}
        without_play = {key: value for key, value in given.items() if key != "plays"}
        for table in (given, without_play):
            try:
                named = {**table, "rules": rules.id}
                return solve(read_table(id or self.example.id or "", named, {rules.id: rules}))
            except ExampleError:
                continue
        return None

    @property
    def example(self) -> Example:
        return self.solved.example

    @property
    def words(self) -> str:
        """What is given in the example, in plain English: for translators, who see no table."""
        example = self.example
        return _play_words(example) if isinstance(example, PlayExample) else _score_words(example.given)


_SEATS = {"N": "North", "E": "East", "S": "South", "W": "West"}
_SIDES = {"NS": "North–South", "EW": "East–West"}
_SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
_RANKS = {
    "A": "ace",
    "K": "king",
    "Q": "queen",
    "J": "jack",
    "10": "ten",
    "9": "nine",
    "8": "eight",
    "7": "seven",
}


def _card_words(card: Card) -> str:
    return f"{_RANKS[card.rank]} of {_SUITS[card.suit]}"


def _trump_words(trump: str) -> str:
    return f"{trump} are trump" if trump in _SUITS.values() else trump.replace("-", " ", 1)


def _play_words(example: PlayExample) -> str:
    out = [_trump_words(example.trump)]
    plays = [f"{_SEATS[play.seat]} {_card_words(play.card)}" for play in example.trick]
    if plays:
        out.append("played so far: " + ", ".join(plays))
    if example.seat is not None and example.hand:
        out.append(f"{_SEATS[example.seat]} holds " + ", ".join(map(_card_words, example.hand)))
    if example.added is not None:
        out.append(f"and plays the {_card_words(example.added)}")
    return "; ".join(out)


def _score_words(given: ScoreInput) -> str:
    out = [_trump_words(given.trump), f"{_SEATS[given.taker]} is the taker"]
    if given.contract is not None:
        out.append(f"contract {given.contract}" + (f", {given.double}" if given.double != "none" else ""))
    out.append("cards: " + ", ".join(f"{_SIDES[side]} {points}" for side, points in given.cards.items()))
    out.append(f"last trick: {_SIDES[given.last_trick]}")
    out += [f"belote: {_SIDES[side]}" for side, count in given.belote.items() if count]
    out += [f"declarations: {_SIDES[side]} {points}" for side, points in given.declarations.items() if points]
    if given.capot is not None:
        out.append(f"all tricks: {_SIDES[given.capot]}")
    if given.carried:
        out.append(f"{given.carried} points held before")
    return "; ".join(out)


@dataclass(frozen=True)
class FileExample:
    """A table of a file: its place, and the example, or what is wrong with it."""

    place: Place
    loaded: LoadedExample | None
    problems: tuple[Problem, ...] = ()


def load_examples(
    folder: Path, root: Path, rule_sets: Mapping[str, RuleSet], remember: Remember = afresh
) -> tuple[dict[str, LoadedExample], list[Problem]]:
    """The examples of `folder` by id, in the order of the files' names and of the tables; and all problems.

    An example with a problem, also one whose answer is not what it expects, is left out.
    """
    loaded: dict[str, LoadedExample] = {}
    problems: list[Problem] = []
    places: dict[str, Place] = {}
    for path in sorted(folder.glob("*.toml")):
        tables, faults = _load_file(path, root, rule_sets, remember)
        problems += faults
        for id, found in tables.items():
            if id in places:
                first = places[id]
                message = f"{id} is already an example, at {first.path}:{first.line}"
                problems.append(Problem("C202", found.place, message, said=id))
                continue
            places[id] = found.place
            problems += found.problems
            if found.loaded:
                loaded[id] = found.loaded
    return loaded, problems


def _load_file(
    path: Path, root: Path, rule_sets: Mapping[str, RuleSet], remember: Remember
) -> tuple[dict[str, FileExample], list[Problem]]:
    """The examples of one file. What TOML says of it does not depend on the rule sets."""
    source, data, faults = remember("toml", (path,), (), lambda: read_toml(path, root))

    def read() -> dict[str, FileExample]:
        return read_examples(source, data or {}, path.relative_to(root).as_posix(), rule_sets)

    return remember("examples", (path,), (rule_sets, source), read), faults


def read_examples(
    source: str, data: Mapping[str, Any], name: str, rule_sets: Mapping[str, RuleSet]
) -> dict[str, FileExample]:
    """The examples of the file `name`, given as text and as data, solved."""
    headers = {m[1]: source.count("\n", 0, m.start(1)) + 1 for m in reversed([*_HEADER.finditer(source)])}
    found = {}
    for id, table in data.items():
        place = Place(name, headers[id], 1) if id in headers else _place(source, name, id)
        try:
            solved = solve(read_table(id, table, rule_sets))
        except ExampleError as error:
            faults = tuple(_problem(source, name, id, fault) for fault in error.faults)
        else:
            differing = differences(answer(solved), solved.example.expect)
            faults = tuple(_problem(source, name, id, fault) for fault in differing)
        given = table if isinstance(table, dict) else {}
        loaded = None if faults else LoadedExample(solved, place, given)
        found[id] = FileExample(place, loaded, faults)
    return found


_HEADER = re.compile(r"^[ \t]*\[[ \t]*([A-Za-z0-9_-]+)[ \t]*\]", re.MULTILINE)
"""The header of a table as they are mostly written; `_place` finds every other."""


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
