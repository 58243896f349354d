"""How long `check` takes in processor time, and how it grows: python -m tests.bench.check

A check of the whole site in all its languages, after start-up (imports), in a fresh process each time; the
laws apart, since they depend on the rule sets alone. Growth: the messages of the site taken once, twice and
four times. Printed beside the time that parsing and printing the same catalogues as JSON takes.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent.parent
RUNS = 5


def once() -> dict[str, float]:
    """One measurement, in this process."""
    from sitegen import site
    from sitegen.prose.laws import FORMULAS, LAWS
    from sitegen.site import _check_prose

    start = time.process_time()
    project, _ = site.load(ROOT)
    if project is None:
        raise SystemExit("the project cannot be read")
    loaded = time.process_time()
    rules = [f.rules for f in project.content.rules.values()]
    for law in LAWS.values():
        for rule_set in rules:
            law.counterexample(rule_set)
    laws = time.process_time()
    problems = site.check(project)
    checked = time.process_time()
    texts = {lang: [e.msgstr.value for e in c.entries.values()] for lang, c in project.catalogs.items()}
    json.loads(json.dumps(texts))
    plain = time.process_time()
    growth = []
    for times in (1, 2, 4):
        begin = time.process_time()
        for _ in range(times):
            for lang in project.selected:
                list(_check_prose(project, lang))
        growth.append(time.process_time() - begin)
    return {
        "load": loaded - start,
        "laws": laws - loaded,
        "check": checked - laws,
        "json": plain - checked,
        "x1": growth[0],
        "x2": growth[1],
        "x4": growth[2],
        "problems": len(problems),
        "messages": len(project.messages) * len(project.selected),
        "formulas": len(FORMULAS),
    }


def main() -> None:
    runs = [
        json.loads(
            subprocess.run(
                [sys.executable, __file__, "once"], capture_output=True, check=True, cwd=ROOT
            ).stdout
        )
        for _ in range(RUNS)
    ]
    result = {key: median(run[key] for run in runs) for key in runs[0]}
    print(
        f"{result['messages']:.0f} messages, {result['problems']:.0f} problems; processor seconds, median of {RUNS}"
    )
    print(f"  reading {result['load']:.2f}, laws {result['laws']:.2f}, checking {result['check']:.2f}")
    print(f"  reading and checking without the laws: {result['load'] + result['check']:.2f}")
    print(f"  checking / JSON of the same texts: {result['check'] / result['json']:.0f}")
    print(f"  checked once, twice, four times: {result['x1']:.2f} {result['x2']:.2f} {result['x4']:.2f}")


if __name__ == "__main__":
    if sys.argv[1:] == ["once"]:
        sys.path.insert(0, str(ROOT))
        print(json.dumps(once()))
    else:
        main()
