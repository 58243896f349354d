"""An example asked again under the other rule sets of the site, and which of them answer alike.

A position can be asked under every rule set; a deal's score under those of the same game. The example as it
is asked again is called `EXAMPLE@RULES`; no file and no prose can name it so.
"""

from __future__ import annotations

from collections.abc import Mapping

from sitegen.content.examples import LoadedExample
from sitegen.engine import PlayExample, RuleSet, Solved, answer

AT = "@"
"""Stands between an example and the rule set that it is asked again under."""
_SHOWN = ("duty", "legal", "illegal", "winner", "card_points", "outcome", "score", "held", "lines")
"""Keys of an answer that readers are shown."""


def can_ask(example: LoadedExample, rules: RuleSet) -> bool:
    """Whether a rule set is one of those that an example is asked again under."""
    own = example.example.rules
    return rules.id != own.id and (isinstance(example.example, PlayExample) or rules.game == own.game)


class Answers:
    """The answers that the rule sets of a site give to its examples, each found out when it is asked for."""

    def __init__(self, examples: Mapping[str, LoadedExample], rule_sets: Mapping[str, RuleSet]) -> None:
        self._examples = examples
        self._rule_sets = rule_sets
        self._made: dict[str, Solved | None] = {}

    def solved(self, id: str) -> Solved | None:
        """What `EXAMPLE@RULES` comes to; None of any other name, and where the example cannot be asked."""
        if id not in self._made:
            name, _, rules = id.rpartition(AT)
            example, rule_set = self._examples.get(name), self._rule_sets.get(rules)
            if example is None or rule_set is None or not can_ask(example, rule_set):
                self._made[id] = None
            else:
                self._made[id] = example.under(rule_set, id)
        return self._made[id]

    def alike(self, id: str) -> tuple[tuple[str, ...], ...]:
        """The rule sets that an example can be asked under, those together that give the same answer: first
        its own and whoever agrees with it."""
        example = self._examples[id]
        groups: list[tuple[dict[str, object], list[str]]] = [
            (_shown(example.solved), [example.example.rules.id])
        ]
        for rules in self._rule_sets:
            solved = self.solved(f"{id}{AT}{rules}")
            if solved is None:
                continue
            said = _shown(solved)
            same = next((sets for known, sets in groups if known == said), None)
            if same is None:
                groups.append((said, [rules]))
            else:
                same.append(rules)
        return tuple(tuple(sets) for _, sets in groups)


def _shown(solved: Solved) -> dict[str, object]:
    said = answer(solved)
    return {key: said[key] for key in _SHOWN if key in said}
