"""Examples under other rule sets: what each answers, who agrees, and what cannot be asked."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from sitegen.content import Content, load_content
from sitegen.content.answers import Answers
from sitegen.content.examples import load_examples
from sitegen.engine import ExampleError, PlayExample, SolvedPlay, answer, read_table, solve, with_switches
from tests.deals import ROOT, RULE_SETS
from tests.tiny import Tiny


@cache
def content() -> Content:
    found, problems = load_content(ROOT)
    assert found is not None, problems
    return found


def answers(folder: Path, source: str) -> Answers:
    (folder / "examples.toml").write_text(source, "utf-8")
    examples, problems = load_examples(folder, folder, RULE_SETS)
    assert problems == []
    return Answers(examples, RULE_SETS)


UNDERTRUMP = """
[a]
rules = "belote-maison"
trump = "spades"
trick = "W:AD N:JS"
seat = "E"
hand = "7S 9S KH QC"
"""


def test_who_answers_alike(tmp_path: Path) -> None:
    """The example's own set comes first with those that agree, then the others by their answers."""
    found = answers(tmp_path, UNDERTRUMP)
    assert found.alike("a") == (
        ("belote-maison", "belote-officielles", "coinche-maison"),
        ("coinche-officielles",),
    )
    solved = found.solved("a@coinche-officielles")
    assert solved is not None
    assert answer(solved) == {
        "id": "a@coinche-officielles",
        "kind": "play",
        "duty": "free",
        "legal": ["7S", "9S", "KH", "QC"],
        "illegal": {},
        "holder": "N",
    }


@pytest.mark.parametrize("id", ["a@belote-maison", "a@nowhere", "b@coinche-maison", "a", "@", "a@"])
def test_what_is_not_asked_again(tmp_path: Path, id: str) -> None:
    """An example is not asked again under its own rule set, nor under one that there is not."""
    assert answers(tmp_path, UNDERTRUMP).solved(id) is None


def test_a_score_stays_in_its_game(tmp_path: Path) -> None:
    """A deal of Belote is none of Coinche; where the cards have other points it cannot be at all."""
    found = answers(
        tmp_path,
        """
[with-trump]
rules = "belote-maison"
trump = "hearts"
taker = "S"
cards = { NS = 82, EW = 70 }
last_trick = "NS"

[without]
rules = "belote-maison"
trump = "no-trump"
taker = "S"
cards = { NS = 56, EW = 64 }
last_trick = "NS"
""",
    )
    assert found.alike("with-trump") == (("belote-maison", "belote-officielles"),)
    assert found.alike("without") == (("belote-maison",),)
    assert found.solved("with-trump@coinche-maison") is None


def test_a_card_that_may_not_be_played_is_not_played(tmp_path: Path) -> None:
    """Under a rule set that bars the card played, the position is asked before it."""
    table = UNDERTRUMP.replace("belote-maison", "coinche-officielles") + 'plays = "KH"\n'
    found = answers(tmp_path, table)
    free, bound = found.solved("a"), found.solved("a@belote-maison")
    assert free is None  # the example itself is no answer of another set
    assert isinstance(bound, SolvedPlay)
    assert (bound.example.added, bound.legal and bound.legal.duty, bound.winner) == (None, "undertrump", None)


def test_turns_the_other_way_cannot_be_asked(tmp_path: Path) -> None:
    """A trick that was played in one direction is none where they play in the other."""
    (tmp_path / "examples.toml").write_text(UNDERTRUMP, "utf-8")
    examples, _ = load_examples(tmp_path, tmp_path, RULE_SETS)
    known = replace(RULE_SETS["belote-maison"], id="known")
    turned = replace(with_switches(known, {"turn": "anticlockwise"}), id="turned")
    found = Answers(examples, {"known": known, "turned": turned})
    assert found.solved("a@known") is not None
    assert found.solved("a@turned") is None


def test_every_committed_example_is_asked_as_its_table_says() -> None:
    """Each answer of another set is what the engine makes of the same table with that set's name."""
    asked = 0
    for id, example in content().examples.items():
        for rules in RULE_SETS:
            solved = content().solved(f"{id}@{rules}")
            if solved is None or (isinstance(example.example, PlayExample) and example.example.added):
                continue
            given = {k: v for k, v in example.table.items() if k not in ("switches", "expect")}
            again = solve(read_table(f"{id}@{rules}", {**given, "rules": rules}, RULE_SETS))
            assert answer(again) == answer(solved)
            asked += 1
    assert asked > len(content().examples)


def test_what_cannot_be_asked_cannot_be_read() -> None:
    """Where no answer is given, the example is no example under that rule set, or it is of the other game."""
    for id, example in content().examples.items():
        own = example.example.rules
        for rules, rule_set in RULE_SETS.items():
            if rules == own.id or content().solved(f"{id}@{rules}") is not None:
                continue
            if rule_set.game == own.game:
                with pytest.raises(ExampleError):
                    read_table(id, {**example.table, "rules": rules}, RULE_SETS)


@pytest.mark.parametrize("name", ["a@b", "practice/maison/1/1"])
def test_names_of_made_examples_are_taken(tmp_path: Path, name: str) -> None:
    """A file cannot give an example a name that a made one may have."""
    tiny = Tiny(tmp_path / "tiny")
    tiny.write(
        "content/examples/more.toml",
        f'["{name}"]\nrules = "maison"\ntrump = "hearts"\nseat = "N"\nhand = "KS"\n',
    )
    assert [(p.code, p.said) for p in tiny.problems()] == [("C202", name)]
