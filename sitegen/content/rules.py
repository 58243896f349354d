"""`content/rules/*.toml`: rule sets, with a title and, for each switch, a sentence for readers and a source.

A file gives `title`, `game`, a `[cards]` table and a `[switches.NAME]` table of `value`, `meaning` and
`source` for every switch that its game reads. A file that `extends` another gives only its title and what
differs; from a set of the other game it takes the switches that both games read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sitegen.content.site import SLUG, key_text, read_toml, table_text
from sitegen.diagnostics import Place, Problem, Text
from sitegen.engine import SWITCHES, RuleSet, RuleSetError, rule_set

_KEYS = ("extends", "game", "title", "cards", "switches")
_SWITCH_KEYS = ("value", "meaning", "source", "tables_differ")


@dataclass(frozen=True)
class RuleFile:
    """A rule set and what its file says about it to readers.

    `tables_differ` names the switches that other tables set otherwise (OPEN in RULES.md 1). `meanings` and
    `sources` have every switch that the game reads, in the order of `SWITCHES`; a meaning
    may hold fact spans, and its place is where it is written, in a file that is extended perhaps.
    """

    rules: RuleSet
    title: Text
    meanings: dict[str, Text]
    sources: dict[str, str]
    tables_differ: frozenset[str]
    extends: str
    place: Place


def load_rule_sets(folder: Path, root: Path) -> tuple[dict[str, RuleFile], list[Problem]]:
    """The rule sets of `folder` by id, the name of the file, in alphabetical order; and all problems.

    A set with a problem is left out, and so is one that extends it, which gets no problem for that.
    """
    files: dict[str, _File] = {}
    problems: list[Problem] = []
    for path in sorted(folder.glob("*.toml")):
        source, data, faults = read_toml(path, root)
        problems += faults
        if data is not None:
            files[path.stem] = _File(path.stem, path.relative_to(root).as_posix(), source, data)
    unread = {path.stem for path in folder.glob("*.toml")} - files.keys()
    loaded: dict[str, RuleFile] = {}
    lines = [line for file in files.values() if (line := _lineage(file, files, unread))]
    for line in sorted(lines, key=len):  # those that are extended come first, and their problems are known
        if not any(ancestor.problems for ancestor in line[1:]):
            rule_file = line[0].load(line)
            if rule_file is not None:
                loaded[line[0].id] = rule_file
    for file in files.values():
        problems += file.problems
    return {id: loaded[id] for id in files if id in loaded}, problems


class _File:
    """One file: what it gives, and the problems that are its own."""

    def __init__(self, id: str, path: str, source: str, data: dict[str, Any]) -> None:
        self.id, self.path, self.source, self.data = id, path, source, data
        self.problems: list[Problem] = []
        if not SLUG.fullmatch(id):
            self.fault("", f"the name {id} is not small letters, digits and hyphens")
        for key in data:
            if key not in _KEYS:
                self.fault(key, f"there is no field {key}; known are {', '.join(_KEYS)}")
        if not _is_text(data.get("title")):
            self.fault("title", "title must be a text")
        self.extends = data.get("extends", "")
        if not isinstance(self.extends, str):
            self.fault("extends", "extends must be the name of a rule set")
            self.extends = ""
        self.cards = self.table("cards")
        self.switches = {
            name: table for name, table in self.table("switches").items() if self.is_switch_table(name, table)
        }

    def table(self, key: str) -> dict[str, Any]:
        table = self.data.get(key, {})
        if isinstance(table, dict):
            return table
        self.fault(key, f"{key} must be a table")
        return {}

    def is_switch_table(self, name: str, table: object) -> bool:
        if name not in SWITCHES:
            self.fault(f"switches.{name}", f"there is no switch {name}; known are {', '.join(SWITCHES)}")
            return False
        if not isinstance(table, dict):
            self.fault(f"switches.{name}", f"switch {name} must be a table of {', '.join(_SWITCH_KEYS)}")
            return False
        whole = True
        for key in table:
            if key not in _SWITCH_KEYS:
                self.fault(f"switches.{name}.{key}", f"switch {name} has no field {key}")
                whole = False
        if "value" not in table:
            self.fault(f"switches.{name}", f"switch {name} needs a value")
            whole = False
        if not isinstance(table.get("tables_differ", False), bool):
            self.fault(f"switches.{name}.tables_differ", "tables_differ must be true or false")
            whole = False
        for key in ("meaning", "source"):
            if not _is_text(table.get(key)):
                self.fault(f"switches.{name}.{key}", f"switch {name} needs a {key}, a text")
                whole = False
        return whole

    def text(self, key: str, value: str) -> Text:
        """A text of the file with its place: `title`, `switches.tie.meaning`."""
        *names, last = key.split(".")
        part, line = table_text(self.source, *names) if names else (self.source, 1)
        return key_text(part, self.path, last, value, line)

    def fault(self, key: str, message: str) -> None:
        """A problem at the table or key that `key` names, as far as the file has it."""
        names = key.split(".")
        for n in range(len(names), 0, -1):
            part, line = table_text(self.source, *names[:n])
            if part:
                if n < len(names):
                    line = key_text(part, self.path, names[n], "", line).place().line
                break
        else:
            line = key_text(self.source, self.path, names[0], "").place().line if key else 1
        self.problems.append(Problem("C301", Place(self.path, line, 1), message, said=key))

    def load(self, line: list[_File]) -> RuleFile | None:
        """The rule set that this file describes with those it extends, `line`, itself first."""
        game = next((file.data["game"] for file in line if "game" in file.data), None)
        cards: dict[str, object] = {}
        tables: dict[str, Mapping[str, object]] = {}
        giver: dict[str, _File] = {}
        for file in reversed(line):
            cards |= file.cards
            for name, table in file.switches.items():
                if file is self or game in SWITCHES[name].games:
                    tables[name] = table
                    giver[name] = file
        switches = {name: table["value"] for name, table in tables.items()}
        try:
            rules = rule_set(self.id, {"game": game, "cards": cards, "switches": switches})
        except RuleSetError as error:
            for fault in error.faults:
                if not any(f"{p.said}.".startswith(f"{fault.key}.") for p in self.problems):
                    # A switch whose table has been found faulty is not missing as well.
                    self.fault(fault.key, f"{fault.key} {fault.message}")
            return None
        if self.problems:
            return None
        names = [name for name in SWITCHES if name in tables]
        meanings = {
            name: giver[name].text(f"switches.{name}.meaning", str(tables[name]["meaning"])) for name in names
        }
        sources = {name: str(tables[name]["source"]) for name in names}
        title = self.text("title", str(self.data["title"]))
        differ = frozenset(name for name in names if tables[name].get("tables_differ"))
        return RuleFile(rules, title, meanings, sources, differ, self.extends, Place(self.path, 1, 1))


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _lineage(file: _File, files: Mapping[str, _File], unread: set[str]) -> list[_File] | None:
    """`file` and those it extends, nearest first; None if that comes to no end, with a problem of its own if
    it is the file to blame: of files in a circle the first by name.
    """
    line = [file]
    while line[-1].extends:
        last = line[-1]
        parent = files.get(last.extends)
        if parent is None:
            if last is file and last.extends not in unread:
                known = ", ".join(sorted(files.keys() - {file.id}))
                file.fault("extends", f"there is no rule set {last.extends} to extend; known are {known}")
            return None
        if parent in line:
            if parent is file and file.id == min(f.id for f in line):
                file.fault("extends", f"{file.id} extends itself, by {', '.join(f.id for f in line)}")
            return None
        line.append(parent)
    return line
