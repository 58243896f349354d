"""content/changes.toml, read: each change with its day, what it is about, and its words; every fault told."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from sitegen.content.changes import Change, load_changes

RULES = ("belote-maison", "coinche-maison")
ONE = 'date = 2026-11-30\nrules = ["belote-maison"]\ntext = "A rule."\n'


def read(root: Path, text: str) -> tuple[tuple[Change, ...], list[str]]:
    (root / "content").mkdir(exist_ok=True)
    (root / "content" / "changes.toml").write_text(text, "utf-8")
    changes, problems = load_changes(root, RULES)
    return changes, [str(p.code) for p in problems]


def test_a_site_without_changes_has_none(tmp_path: Path) -> None:
    """The file may be missing."""
    assert load_changes(tmp_path, RULES) == ((), [])


def test_changes_are_named_by_their_day_from_the_oldest_on(tmp_path: Path) -> None:
    """A later entry of the same day renames none that is there already: feeds and links go on."""
    older = f"[[change]]\n{ONE}"
    first, _ = read(tmp_path, older)
    newer, codes = read(tmp_path, f"[[change]]\n{ONE.replace('A rule.', 'Another rule.')}\n{older}")
    assert codes == []
    assert [c.id for c in first] == ["change-2026-11-30"]
    assert [(c.id, c.text.text.value) for c in newer] == [
        ("change-2026-11-30-2", "Another rule."),
        ("change-2026-11-30", "A rule."),
    ]
    assert newer[0].date == datetime.date(2026, 11, 30)
    assert newer[1].text.text.place().line == 9


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (f"[[change]]\n{ONE.replace('2026-11-30', '2026-11-31')}", ["C101"]),
        (f"[[change]]\n{ONE.replace('2026-11-30', '2026-11-30T10:00:00')}", ["C102"]),
        (f"[[change]]\n{ONE.replace('belote-maison', 'belote-club')}", ["C102"]),
        ('[[change]]\ndate = 2026-11-30\ntext = "A rule."\n', ["C102"]),
        (f'[[change]]\n{ONE}switches = ["undertrumps"]\n', ["C102"]),
        (f"[[change]]\n{ONE}where = 1\n", ["C102"]),
        ('[[change]]\ndate = 2026-11-30\nrules = ["belote-maison"]\n', ["C102"]),
        ("change = 1\n", ["C102"]),
        ("[other]\na = 1\n", ["C102"]),
        (f"[[change]]\n{ONE}\n[[change]]\n{ONE.replace('11-30', '12-30')}", ["C102"]),
    ],
)
def test_what_is_wrong_is_told(text: str, codes: list[str], tmp_path: Path) -> None:
    """A day that is none, unknown rules, switches and fields, no text, an order that is not the latest first."""
    assert read(tmp_path, text)[1] == codes
