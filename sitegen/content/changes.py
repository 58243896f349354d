"""`content/changes.toml`: what changed in the rules that the site states, the latest first.

Each `[[change]]` has a `date`, the rule sets (`rules`) or switches (`switches`) that it is about, and a `text`,
which is a message: it may hold fact spans, read under the first of its rule sets.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from sitegen.content.pages import Message
from sitegen.content.site import FieldReader, read_toml
from sitegen.diagnostics import Place, Problem
from sitegen.engine import SWITCHES

FILE = "content/changes.toml"
_KEYS = ("date", "rules", "switches", "text")


@dataclass(frozen=True)
class Change:
    """A change of the rules: its day, what it is about, and what is said of it.

    `id` is its name on the page and in the feed: its day, and for the second and later ones of a day a number,
    counted from the oldest, so that a later entry renames none.
    """

    id: str
    date: datetime.date
    rules: tuple[str, ...]
    switches: tuple[str, ...]
    text: Message


def load_changes(root: Path, rules: Collection[str]) -> tuple[tuple[Change, ...], list[Problem]]:
    """The changes of a project, as the file has them; none, and no problem, where it has no such file."""
    path = root / FILE
    if not path.exists():
        return (), []
    source, data, problems = read_toml(path, root)
    if data is None:
        return (), problems
    for key in data:
        if key != "change":
            problems.append(Problem("C102", Place(FILE, 1, 1), f"there is no field {key}", said=key))
    tables = data.get("change", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        fault = Problem("C102", Place(FILE, 1, 1), "changes are tables: [[change]]", said="change")
        return (), [*problems, fault]
    found: list[Change] = []
    earlier: dict[datetime.date, int] = {}
    for table, (part, line) in reversed(list(zip(tables, _parts(source), strict=False))):
        change, faults = _change(table, part, line, rules, earlier)
        problems += faults
        if change:
            found.insert(0, change)
    for before, after in pairwise(found):
        if before.date < after.date:
            message = f"this change is of {after.date}, later than the one before it"
            place = Place(FILE, after.text.text.place().line, 1)
            problems.append(Problem("C102", place, message, fix="Write the latest change first."))
    return tuple(found), problems


def _parts(source: str) -> Iterator[tuple[str, int]]:
    """The text of each table, and the number of its first line."""
    starts = [m.start() for m in re.finditer(r"^[ \t]*\[\[\s*change\s*\]\]", source, re.MULTILINE)]
    for start, end in zip(starts, [*starts[1:], len(source)], strict=True):
        yield source[start:end], source.count("\n", 0, start) + 1


def _change(
    table: dict[str, Any],
    source: str,
    line: int,
    known: Collection[str],
    earlier: dict[datetime.date, int],
) -> tuple[Change | None, list[Problem]]:
    fields = FieldReader(table, source, FILE, line)
    fields.only(*_KEYS)
    date = table.get("date")
    if not isinstance(date, datetime.date) or isinstance(date, datetime.datetime):
        fields.fault("date", "date must be a day", "Write date = 2026-11-30.")
    lists: dict[str, tuple[str, ...]] = {}
    for key, names in (("rules", known), ("switches", SWITCHES)):
        listed = table.get(key, [])
        if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
            fields.fault(key, f"{key} must be a list of names")
            listed = []
        for name in listed:
            if name not in names:
                fields.fault(key, f"there is no {name}", f"Known are: {', '.join(sorted(names))}.")
        lists[key] = tuple(listed)
    if not lists["rules"]:
        fields.fault("rules", "rules must name the rule sets that changed")
    text = fields.text("text")
    if fields.problems:
        return None, fields.problems
    assert isinstance(date, datetime.date)
    earlier[date] = earlier.get(date, 0) + 1
    id = date.isoformat() + (f"-{earlier[date]}" if earlier[date] > 1 else "")
    message = Message(text, "change", lists["rules"][0], comment=f"what changed on {date}")
    return Change(f"change-{id}", date, lists["rules"], lists["switches"], message), []
