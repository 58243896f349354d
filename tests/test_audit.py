"""The audit: its mutants are real, its score is committed and holds, and it finds what escapes."""

from __future__ import annotations

import json
import random
import tomllib
from dataclasses import replace

import pytest

from sitegen import audit
from sitegen.audit import Outcome, Report
from sitegen.content.rules import load_rule_sets
from tests.prose import LANGUAGES, ROOT, project

BASELINE = json.loads((ROOT / audit.BASELINE).read_text("utf-8"))


def rate(pairs: list[list[int]]) -> float:
    return 100 * sum(c for c, _ in pairs) / sum(n for _, n in pairs)


def rows(family: str, *classes: str) -> dict[str, dict[str, list[int]]]:
    """The committed rates of a family, by class."""
    found = {k.partition("/")[2]: row for k, row in BASELINE["rates"].items() if k.startswith(family + "/")}
    return {k: row for k, row in found.items() if not classes or k in classes}


def test_the_committed_score_is_of_this_site() -> None:
    """Every family and every language of the site is in it."""
    assert set(audit.FAMILIES) == {k.partition("/")[0] for k in BASELINE["rates"]}
    for cls in ("engine/data", "engine/code", "prose/value", "lexicon/suit", "pages/words"):
        assert set(LANGUAGES) == set(BASELINE["rates"][cls]), cls


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_committed_score_reaches_its_floors(lang: str) -> None:
    """Engine, pages and the lexicon's values: all. Prose: 98.5 % in each language, no class below 95."""
    for family, classes in (
        ("engine", ()),
        ("pages", ()),
        ("lexicon", ("suit", "rank", "seat", "side", "outcome")),
    ):
        for cls, row in rows(family, *classes).items():
            assert row[lang][0] == row[lang][1], f"{family}/{cls}"
    for cls, row in rows("lexicon", "action", "claim").items():
        assert rate([row[lang]]) >= 95, cls
    prose = [row[lang] for row in rows("prose").values() if lang in row]
    assert rate(prose) >= 98.5
    for cls, row in rows("prose").items():
        assert lang not in row or rate([row[lang]]) >= 95, cls


def test_the_committed_score_as_a_whole() -> None:
    """Prose in all languages: 99 %. At least 120 mutants of the engine in each language."""
    assert rate([pair for row in rows("prose").values() for pair in row.values()]) >= 99
    for lang in LANGUAGES:
        assert sum(row[lang][1] for row in rows("engine").values()) >= 120


def test_a_sample_holds_the_committed_score() -> None:
    """Two mutants of each class in each language: none survives that was caught before."""
    report = audit.audit(project(), seed=1, sample=2, families=("prose", "lexicon", "engine"))
    assert audit.worse(report, BASELINE, sampled=True) == []
    assert len(report.outcomes) > 200


def test_every_value_of_every_rule_file_is_changed() -> None:
    """Each key of each file with a value, and each of its numbers, ranks and contracts, has a mutant that loads
    to other rule sets or is refused."""
    folder = ROOT / "content" / "rules"
    known, _ = load_rule_sets(folder, ROOT)
    engine = audit._EngineAudit(project(), 0, 0)
    mutants = list(engine.data_mutants())
    changed = {tuple(label.split(": ")[:2]) for _, label, _ in mutants}
    for path in folder.glob("*.toml"):
        data = tomllib.loads(path.read_text("utf-8"))
        wanted = {f"cards.{key}" for key in data.get("cards", {})}
        wanted |= {f"switches.{name}" for name in data.get("switches", {})}
        assert wanted == {where for file, where in changed if file == path.name}, path.name
    rules = {id: f.rules for id, f in known.items()}
    same = [label for _, label, apply in mutants if _loads_as(apply, rules)]
    assert same == []


def _loads_as(apply: object, rules: object) -> bool:
    with apply() as found:  # type: ignore[operator]  # a partial of a context manager
        return bool(found == rules)


def test_a_changed_function_is_put_back() -> None:
    """Code mutants change the engine's answers while they are applied, and leave no trace."""
    engine = audit._EngineAudit(project(), 0, 0)
    before = audit._answers(engine.rule_sets)
    differ = 0
    for _, _, apply in random.Random(3).sample(list(engine.code_mutants()), 8):
        with apply():
            try:
                differ += audit._answers(engine.rule_sets) != before
            except Exception:  # a mutant may fail in any way
                differ += 1
        assert audit._answers(engine.rule_sets) == before
    assert differ >= 4


def test_what_is_not_checked_survives(monkeypatch: pytest.MonkeyPatch) -> None:
    """The audit can fail: without the check of order, exchanged spans get through; with it, none does."""

    def swapped() -> list[Outcome]:
        only = replace(project(), selected=("fr",))
        report = audit.audit(only, seed=2, sample=30, families=("prose",))
        return [o for o in report.survivors() if o.cls == "spans swapped"]

    assert swapped() == []
    monkeypatch.setattr("sitegen.prose.relations.out_of_order", lambda source, translation: None)
    assert len(swapped()) > 3


def test_a_fallen_rate_and_a_new_survivor_are_told() -> None:
    """A full run compares rates, a sample compares survivors; what was known before is no news."""
    one = Outcome("prose", "seat", "fr", "Sud -> Nord", False)
    other = Outcome("prose", "seat", "fr", "Est -> Nord", True)
    report = Report((one, other), 0)
    baseline = {"rates": {"prose/seat": {"fr": [2, 2]}}, "survivors": []}
    assert audit.worse(report, baseline, sampled=False) == ["prose/seat in fr: 1 of 2 caught, 2 of 2 before"]
    assert len(audit.worse(report, baseline, sampled=True)) == 1
    loose = {"rates": {"prose/seat": {"fr": [9, 10]}}, "survivors": []}  # a survivor in ten is no news
    assert audit.worse(report, loose, sampled=True) == []
    known = {"rates": {"prose/seat": {"fr": [1, 2]}}, "survivors": ["prose/seat fr: Sud -> Nord"]}
    assert audit.worse(report, known, sampled=False) == []
    assert audit.worse(report, known, sampled=True) == []
