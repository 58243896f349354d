"""A maintainer changes a rule: one problem lists every sentence of every language that became false."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copytree

import pytest

from sitegen import site
from sitegen.diagnostics import Problem
from tests.prose import LANGUAGES, ROOT, project, spans_of


def changed(folder: Path, file: str, find: str, replace: str, *only: str) -> list[Problem]:
    """The problems of the site with one line of a rule file changed."""
    for name in ("content", "locales", "templates"):
        copytree(ROOT / name, folder / name)
    path = folder / "content" / "rules" / file
    source = path.read_text("utf-8")
    assert source.count(find) == 1, find
    path.write_text(source.replace(find, replace), "utf-8")
    found, problems = site.load(folder, only)
    return problems if found is None else site.check(found)


CAPOT = "[switches.capot]\nvalue = 100"
"""All the tricks with a trump make 252."""


def test_one_changed_rule_is_one_problem(tmp_path: Path) -> None:
    """The capot from 252 to 250: one problem, at the source, with the place of each false sentence under it."""
    problems = changed(tmp_path, "belote-maison.toml", CAPOT, CAPOT.replace("100", "98"))
    assert [p.code for p in problems] == ["F100"]
    problem = problems[0]
    assert problem.place.path == "content/pages/scoring.md"
    listed = re.findall(r"^(\S+):\d+:\d+: (\S+): \"(\S+)\"", problem.fix, re.MULTILINE)
    assert set(LANGUAGES) == {lang for _, lang, _ in listed}
    for lang in LANGUAGES:
        here = sorted(said for _, where, said in listed if where == lang)
        # Every span of the language that says what depends on the capot, and no other.
        values = {"k.capot", "k.capot.deal", "ns.last-trick", "ns.score", "ns.trick-points"}
        true = sorted(
            node.text
            for _, _, node in spans_of(lang)
            if node.target in values and node.text in ("100", "252", "502")
        )
        assert true == here, lang


def test_in_one_language_it_is_told_sentence_by_sentence(tmp_path: Path) -> None:
    """A single language cannot tell a changed rule from wrong words: each place is a problem of its own."""
    problems = changed(tmp_path, "belote-maison.toml", CAPOT, CAPOT.replace("100", "98"), "fr")
    assert {"F101"} == {p.code for p in problems}
    assert len(problems) > 5


def test_a_mistake_in_one_language_is_no_changed_rule(tmp_path: Path) -> None:
    """Where one translation alone is wrong, it alone is told."""
    for name in ("content", "locales", "templates"):
        copytree(ROOT / name, tmp_path / name)
    path = tmp_path / "locales" / "fr" / "LC_MESSAGES" / "messages.po"
    lines = path.read_text("utf-8").splitlines(keepends=True)
    wrong = [
        line.replace("[252](#k.capot.deal)", "[250](#k.capot.deal)") if line.startswith("msgstr") else line
        for line in lines
    ]
    assert wrong != lines
    path.write_text("".join(wrong), "utf-8")
    found, _ = site.load(tmp_path)
    assert found is not None
    problems = site.check(found)
    assert {("F101", "fr")} == {(p.code, p.locale) for p in problems}


def test_the_site_itself_has_no_problem() -> None:
    """Zero problems in every language: whatever a change brings about is the change's."""
    assert site.check(project()) == []


@pytest.mark.parametrize(
    ("find", "replace"),
    [
        ('[switches.undertrump]\nvalue = "must"', '[switches.undertrump]\nvalue = "free"'),
        ('[switches.tie]\nvalue = "held"', '[switches.tie]\nvalue = "failed"'),
        ("[switches.last_trick]\nvalue = 10", "[switches.last_trick]\nvalue = 11"),
        ('trump_order = "J 9 A', 'trump_order = "J A 9'),
    ],
)
def test_a_changed_switch_or_order_is_grouped_too(find: str, replace: str, tmp_path: Path) -> None:
    """Claims, laws and orders that all languages state alike come under the same one problem."""
    problems = changed(tmp_path, "belote-maison.toml", find, replace)
    assert len([p for p in problems if p.code == "F100"]) == 1
    assert [p for p in problems if p.code.startswith("F1") and p.code != "F100"] == []
