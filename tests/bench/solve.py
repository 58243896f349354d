"""How long `solve` takes for 100,000 random positions, beside reading and writing the same lines as JSON.

Run from the root: `PYTHONPATH=. python tests/bench/solve.py`. Exit 1 when the ratio is above the target.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from random import Random
from time import perf_counter

from sitegen.solve import solve
from tests.deals import RULE_SETS, random_positions

POSITIONS = 100_000
TARGET = 12.0


def lines() -> list[str]:
    """Plays as JSON Lines: every rule set, every trump, tricks of none to three."""
    return [
        json.dumps(
            {
                "id": f"p{n}",
                "rules": rules.id,
                "trump": trump,
                "trick": [str(play) for play in plays],
                "seat": seat,
                "hand": [card.text for card in hand],
            }
        )
        for n, (rules, trump, plays, seat, hand) in enumerate(
            random_positions(Random(1), POSITIONS, list(RULE_SETS.values()))
        )
    ]


def best_of(times: int, work: Callable[[], object]) -> float:
    """The shortest of several runs, in seconds."""
    seconds = []
    for _ in range(times):
        start = perf_counter()
        work()
        seconds.append(perf_counter() - start)
    return min(seconds)


def main() -> int:
    given = lines()
    source = "\n".join(given)
    answers: list[str] = []
    solving = best_of(3, lambda: solve(source, False, RULE_SETS, answers.append))
    passing = best_of(3, lambda: [json.dumps(json.loads(line)) for line in given])
    ratio = solving / passing
    print(f"solve: {POSITIONS} positions in {solving:.2f} s, {solving / POSITIONS * 1e6:.1f} µs each")
    print(f"json: the same lines read and written in {passing:.2f} s; ratio {ratio:.2f}, target {TARGET:g}")
    return int(ratio > TARGET)


if __name__ == "__main__":
    sys.exit(main())
