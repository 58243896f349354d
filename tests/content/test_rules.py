"""`content/rules`: the committed rule sets, what extending means, and every fault of a file at its place."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from sitegen.content.rules import RuleFile, load_rule_sets
from sitegen.diagnostics import Problem
from sitegen.engine import SWITCHES, switch_values
from tests.deals import ROOT, RULE_FILES, RULE_PROBLEMS

COMMITTED = ROOT / "content" / "rules"

TIE = '[switches.tie]\nvalue = "failed"\nmeaning = "Equality fails."\nsource = "the club"\n'


def load(folder: Path, **files: str) -> tuple[dict[str, RuleFile], list[Problem]]:
    """The rule sets of a project with the committed files and some others, `_` for `-` in their names."""
    rules = folder / "content" / "rules"
    rules.mkdir(parents=True)
    for path in COMMITTED.glob("*.toml"):
        (rules / path.name).write_bytes(path.read_bytes())
    for name, source in files.items():
        (rules / f"{name.replace('_', '-')}.toml").write_text(source, "utf-8")
    return load_rule_sets(rules, folder)


def test_committed_rule_sets() -> None:
    """The four sets are sound and have the titles and the differences of RULES.md 1."""
    assert RULE_PROBLEMS == []
    assert {id: (file.rules.game, file.title.value) for id, file in RULE_FILES.items()} == {
        "belote-maison": ("belote", "Belote, house rules"),
        "belote-officielles": ("belote", "Belote, official rules"),
        "coinche-maison": ("coinche", "Coinche, house rules"),
        "coinche-officielles": ("coinche", "Coinche, official rules"),
    }
    scaled = {"J": 13, "9": 9, "A": 6, "10": 5, "K": 3, "Q": 2, "8": 0, "7": 0}
    assert {"no_trump_ace": 19, "all_trump_points": scaled} == differing(
        "belote-maison", "belote-officielles"
    )
    assert {
        "no_trump_ace": 19,
        "all_trump_points": scaled,
        "undertrump": "free",
        "rounding": "half-up",
        "base_all_tricks": 250,
    } == differing("coinche-maison", "coinche-officielles")
    house: dict[str, Any] = {
        "turn": "clockwise",
        "no_trump_ace": 11,
        "all_trump_points": {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3, "8": 0, "7": 0},
        "raise_over_partner": "yes",
        "all_trump_raise": "yes",
        "undertrump": "must",
        "under_partner_ruff": "allowed",
        "last_trick": 10,
        "capot": 100,
        "belote": 20,
        "loser_declarations": "winner",
        "belote_counts": "yes",
    }
    assert house | {"tie": "held", "tie_belote": "held"} == switch_values(RULE_FILES["belote-maison"].rules)
    assert house | {
        "must_lead": "yes",
        "rounding": "none",
        "base": 160,
        "base_all_tricks": 160,
        "base_failed_all_tricks": 160,
        "base_defence_all_tricks": 160,
        "belote_multiplied": "no",
        "declarations_multiplied": "no",
        "contracts": (80, 90, 100, 110, 120, 130, 140, 150, 160),
        "capot_contract": 250,
        "generale_contract": 500,
    } == switch_values(RULE_FILES["coinche-maison"].rules)
    cards = RULE_FILES["belote-maison"].rules
    for file in RULE_FILES.values():
        assert file.rules.trump_order == ("J", "9", "A", "10", "K", "Q", "8", "7")
        assert file.rules.plain_order == ("A", "10", "K", "Q", "J", "9", "8", "7")
        assert (cards.trump_points, cards.plain_points) == (file.rules.trump_points, file.rules.plain_points)


def differing(id: str, other: str) -> dict[str, Any]:
    values = switch_values(RULE_FILES[id].rules)
    return {n: v for n, v in switch_values(RULE_FILES[other].rules).items() if v != values[n]}


def test_every_switch_has_a_meaning_at_its_place() -> None:
    """Each switch that a game reads has a source and a sentence, which stands at its place in the file, and
    every number in it is bound."""
    for file in RULE_FILES.values():
        read = [name for name, switch in SWITCHES.items() if file.rules.game in switch.games]
        assert read == list(file.meanings) == list(file.sources)
        for text in (file.title, *file.meanings.values()):
            place = text.place()
            line = (ROOT / place.path).read_text("utf-8").splitlines()[place.line - 1]
            assert line[place.column - 1 :].startswith(text.value)
            assert not re.search(r"\d", re.sub(r"\[[^]]*\]\(#[^)]*\)", "", text.value))


def test_a_club_writes_down_its_own_table(tmp_path: Path) -> None:
    """A file that extends another changes the switches it gives, with their meanings, and keeps the rest."""
    loaded, problems = load(tmp_path, club=f'extends = "belote-officielles"\ntitle = "The club"\n{TIE}')
    assert problems == []
    club, parent = loaded["club"], loaded["belote-officielles"]
    assert (club.rules.id, club.extends, str(club.title)) == ("club", "belote-officielles", "The club")
    assert switch_values(parent.rules) | {"tie": "failed"} == switch_values(club.rules)
    assert parent.meanings | {"tie": club.meanings["tie"]} == club.meanings
    assert (str(club.meanings["tie"]), club.sources["tie"]) == ("Equality fails.", "the club")
    assert (
        club.meanings["tie"].path,
        club.meanings["tie"].place().line,
        club.meanings["tie"].place().column,
    ) == ("content/rules/club.toml", 5, 12)
    assert club.meanings["turn"].path == "content/rules/belote-maison.toml"


HEAD = 'extends = "belote-maison"\ntitle = "T"\n'


@pytest.mark.parametrize(
    ("source", "line", "words"),
    [
        ("title = ", 1, "TOML"),
        ('extends = "belote-maison"\n', 1, "title must be a text"),
        ('title = 7\nextends = "belote-maison"\n', 1, "title must be a text"),
        ('title = "T"\nextends = "whist"\n', 2, "there is no rule set whist"),
        ('title = "T"\nextends = 7\ngame = "belote"\n', 2, "extends must be the name"),
        ('title = "T"\nextends = "x"\n', 2, "x extends itself"),
        (HEAD + 'game = "bridge"\n', 3, "game is belote or coinche"),
        (HEAD + "colour = 1\n", 3, "there is no field colour"),
        (HEAD + "cards = 1\n", 3, "cards must be a table"),
        (HEAD + "[cards]\njoker = 1\n", 4, "cards.joker is not a key"),
        (HEAD + "\n[cards]\ntrump_order = 'J 9'\n", 5, "cards.trump_order takes the eight ranks"),
        (HEAD + "switches = 1\n", 3, "switches must be a table"),
        (HEAD + "[switches]\ntie = 'held'\n", 4, "switch tie must be a table"),
        (HEAD + TIE.replace("tie", "knot"), 3, "there is no switch knot"),
        (HEAD + TIE.replace("failed", "never"), 3, "switches.tie takes held or failed"),
        (HEAD + TIE.replace('value = "failed"\n', ""), 3, "switch tie needs a value"),
        (HEAD + TIE.replace('"Equality fails."', '" "'), 5, "switch tie needs a meaning"),
        (HEAD + TIE.replace('source = "the club"\n', ""), 3, "switch tie needs a source"),
        (HEAD + TIE + "colour = 1\n", 7, "switch tie has no field colour"),
        (HEAD + TIE.replace("tie", "rounding").replace("failed", "none"), 3, "is not a switch of belote"),
        (HEAD + 'game = "coinche"\n' + TIE, 4, "is not a switch of coinche"),
    ],
)
def test_a_fault_is_told_where_it_stands(tmp_path: Path, source: str, line: int, words: str) -> None:
    """One mistake in a file gives one problem, at its line, and takes only that rule set away."""
    loaded, problems = load(tmp_path, x=source)
    told = [p for p in problems if words in p.message]
    assert [line] == [p.place.line for p in told]
    assert {("content/rules/x.toml", "C101" if words == "TOML" else "C301")} == {
        (p.place.path, p.code) for p in problems
    }
    missing = [p for p in problems if p.message.endswith("is missing")]
    assert problems == told or problems == told + missing
    assert RULE_FILES.keys() == loaded.keys()


def test_all_faults_of_all_files_are_told(tmp_path: Path) -> None:
    """Several faults, in several files, are all told; a set whose parent has a fault has none."""
    loaded, problems = load(
        tmp_path,
        child='extends = "parent"\ntitle = "C"\n',
        parent=HEAD
        + TIE.replace("failed", "never")
        + "[switches.turn]\nvalue = 1\nmeaning = 'M'\nsource = 'S'\n",
        Odd_Name=HEAD,
    )
    assert sorted((Path(p.place.path).stem, p.place.line) for p in problems) == [
        ("Odd-Name", 1),
        ("parent", 3),
        ("parent", 7),
    ]
    assert RULE_FILES.keys() == loaded.keys()


def test_a_circle_is_one_problem(tmp_path: Path) -> None:
    """Files that extend one another in a circle give one problem, and one that extends them none."""
    loaded, problems = load(
        tmp_path,
        a='extends = "b"\ntitle = "A"\n',
        b='extends = "c"\ntitle = "B"\n',
        c='extends = "a"\ntitle = "C"\n',
        d='extends = "a"\ntitle = "D"\n',
    )
    assert [(p.place.path, p.message) for p in problems] == [
        ("content/rules/a.toml", "a extends itself, by a, b, c")
    ]
    assert RULE_FILES.keys() == loaded.keys()


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    """A file that is not UTF-8 is a problem of its own, and what extends it has none."""
    rules = tmp_path / "rules"
    rules.mkdir()
    (rules / "a.toml").write_bytes(b"title = '\xff'")
    (rules / "b.toml").write_text('extends = "a"\ntitle = "B"\n')
    loaded, problems = load_rule_sets(rules, tmp_path)
    assert (loaded, [p.code for p in problems]) == ({}, ["C101"])
    assert load_rule_sets(tmp_path / "nowhere", tmp_path) == ({}, [])
