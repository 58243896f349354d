"""Lighthouse. It measures time, so nothing else may run beside it: `.ci/run` starts this file by itself.

One page of each script three times over, of which the median counts; the page of each other language once, for what
does not depend on time.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from statistics import median

from tests.browser.built import BuiltSite, script_of, served
from tests.browser.conftest import FLAGS, package, tool
from tests.browser.measures import GATES, Ledger

STEADY = ("accessibility", "best-practices", "seo")
PAGE = "play"


def audits(
    url: str, chromium: str, folder: Path, categories: tuple[str, ...]
) -> tuple[dict[str, float], list[str]]:
    """The scores of a page out of 100, and the audits that cost points."""
    flags = ["--headless", *FLAGS, f"--user-data-dir={folder}"]
    command = [tool("node"), str(package("lighthouse/cli/index.js")), url, "--quiet", "--output=json"]
    command += [f"--only-categories={','.join(categories)}", f"--chrome-flags={' '.join(flags)}"]
    environment = os.environ | {"CHROME_PATH": chromium}
    answer = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert answer.returncode == 0, answer.stderr[-2000:]
    result = json.loads(answer.stdout)
    assert "runtimeError" not in result, result["runtimeError"]
    scores = {name: 100 * category["score"] for name, category in result["categories"].items()}
    costly = {
        ref["id"]
        for category in result["categories"].values()
        for ref in category["auditRefs"]
        if ref["weight"]
    }
    lost = [
        f"{id}: {audit['title']} {audit.get('displayValue', '')}".strip()
        for id, audit in result["audits"].items()
        if id in costly and audit["score"] is not None and audit["score"] < 1
    ]
    return scores, lost


def test_lighthouse(language: str, built: BuiltSite, chromium: str, tmp_path: Path, ledger: Ledger) -> None:
    """100 for accessibility, best practices and search engines, 99 for performance."""
    model = built.scripts[script_of(language)] == language
    categories = ("performance", *STEADY) if model else STEADY
    page = built.page(f"{language}/{PAGE}.html")
    runs = [audits(page.url, chromium, tmp_path / str(n), categories) for n in range(3 if model else 1)]
    scores = {f"lighthouse-{name}": median(run[name] for run, _ in runs) for name in categories}
    for gate, score in scores.items():
        ledger.note(gate, language, page.path, score)
    missed = {gate: score for gate, score in scores.items() if not GATES[gate].holds(score)}
    assert missed == {}, runs[0][1]


def test_lighthouse_sees_faults(chromium: str, tmp_path: Path) -> None:
    """Positive control: a page that is slow, faint, without description, and that complains."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text(
        "<!DOCTYPE html><html><head><title>t</title><script>const end = Date.now() + 1500; while (Date.now() < end); "
        "console.error('x'); undefined.x</script></head><body><p style='color:#ddd'>faint</p><img src=none.png></body></html>",
        "utf-8",
    )
    with served(tmp_path / "site") as url:
        scores, lost = audits(url, chromium, tmp_path / "profile", ("performance", *STEADY))
    assert {name for name, score in scores.items() if score >= 99} == set()
    assert {line.split(":")[0] for line in lost} >= {
        "color-contrast",
        "image-alt",
        "meta-description",
        "errors-in-console",
    }
