"""Coverage: every rule that a page uses is stated on it, in its summary too, and every law is stated somewhere."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copytree

import pytest

from sitegen import site
from sitegen.prose.coverage import OUTCOME_LAWS, Stated, never_stated, rules_used, unstated
from sitegen.prose.laws import FORMULAS, LAWS
from tests.prose import ROOT, project, vocabulary


@pytest.mark.parametrize(
    ("example", "expected"),
    [
        ("follow-suit", ["law.follow"]),
        ("trump-led-raise-over-partner", ["law.overtrump-led"]),
        ("void-opponent-holds-ruff", ["law.must-ruff"]),
        ("void-partner-holds-free", ["law.partner-free"]),
        ("opponent-ruffed-overruff", ["law.overruff-if-possible"]),
        ("cannot-overruff-undertrump", ["law.undertrump"]),
        ("cannot-overruff-official-coinche-free", ["law.undertrump-free"]),
        ("who-takes-the-trick", ["law.must-ruff", "law.winner"]),
        ("trump-made-with-belote", ["law.strictly-ahead", "law.belote-kept", "k.belote", "k.last-trick"]),
        ("trump-tied", ["law.tie-held"]),
        ("trump-capot", ["law.capot-all-tricks", "k.capot"]),
        ("no-trump-maison", ["law.strictly-ahead", "k.last-trick", "k.no-trump.ace"]),
        ("coinche-made-officielles-rounded", ["law.contract-reached-and-ahead", "k.last-trick", "law.rounding"]),
        ("coinche-redoubled-made", ["law.contract-reached-and-ahead", "formula.surcoinche", "law.coinche-doubled"]),
        ("coinche-doubled-capot-officielles", ["formula.coinche", "law.coinche-doubled", "law.base-all-tricks"]),
    ],
)  # fmt: skip
def test_the_rules_that_an_example_uses(example: str, expected: list[str]) -> None:
    """They follow from what the engine did: its duty, the lines of its score, its outcome."""
    assert expected == rules_used(vocabulary().examples[example])


def test_a_law_stated_of_another_rule_set_counts_if_it_holds_here_too() -> None:
    """The undertrump law of house Belote says nothing about official Coinche."""
    free = vocabulary().examples["cannot-overruff-official-coinche-free"]
    assert unstated(free, [Stated("law.undertrump-free", "coinche-officielles")]) == []
    assert unstated(free, [Stated("law.undertrump", "belote-maison")]) == ["law.undertrump-free"]
    duty = vocabulary().examples["follow-suit"]
    assert unstated(duty, [Stated("law.follow", "coinche-officielles")]) == []


def test_every_law_and_formula_is_stated_by_the_site() -> None:
    """The site has no coverage problem, and without its pages every law would be missing."""
    assert [p for p in site.check(project()) if p.code == "F406"] == []
    assert len(LAWS) + len(FORMULAS) == len(never_stated(set()))
    assert set(OUTCOME_LAWS.values()) <= {f"law.{name}" for name in LAWS}


def stated_laws(page: str) -> list[str]:
    return sorted(set(re.findall(r"#((?:[a-z-]+/)?law\.[a-z-]+)", page)))


@pytest.mark.parametrize("slug", ["play", "scoring"])
def test_taking_a_law_out_of_a_page_is_noticed(slug: str, tmp_path: Path) -> None:
    """Each law that an example of the page uses: unbound everywhere on the page, it is reported as not stated."""
    copytree(ROOT / "content", tmp_path / "content")
    copytree(ROOT / "locales", tmp_path / "locales")
    copytree(ROOT / "templates", tmp_path / "templates")
    path = tmp_path / "content" / "pages" / f"{slug}.md"
    page = path.read_text("utf-8")
    shown = re.findall(r"/// (?:play|row) \| (\S+)", page)
    used = {rule for example in shown for rule in rules_used(vocabulary().examples[example])}
    silent = []
    for law in stated_laws(page):
        name = law.rpartition("/")[2]
        if name not in used:
            continue
        unbound = re.sub(rf"\[([^\]]*)\]\(#(?:[a-z-]+/)?{re.escape(name)}\)", r"\1", page)
        path.write_text(unbound, "utf-8")
        found, problems = site.load(tmp_path, ["en"])
        assert found is not None, problems
        if not [p for p in site.check(found) if p.code == "F406" and p.address == name]:
            silent.append(name)
    assert silent == []
