"""What the gates measured, gate by gate and language by language: records of the tests, and the table made of them.

`python -m tests.browser.measures FOLDER` prints the table, and fails where a figure is beyond its limit or missing.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

SITE = "site"
"""The column of what belongs to no language: the chooser, the page for what is not found, the assets."""


@dataclass(frozen=True)
class Gate:
    """What is measured: faults, of which there may be none; or a figure, of which the worst place counts."""

    title: str
    kind: Literal["faults", "most", "least"] = "faults"
    limit: float = 0
    unit: str = ""
    everywhere: bool = True  # False: on one language of each script, or only for what belongs to no language

    def holds(self, figure: float) -> bool:
        return figure >= self.limit if self.kind == "least" else figure <= self.limit

    @property
    def bound(self) -> str:
        sign = {"faults": "", "most": "≤ ", "least": "≥ "}[self.kind]
        return f"{sign}{self.limit:g}{self.unit}"


KB = 1024
GATES = {
    "axe": Gate("axe: WCAG 2.2 A and AA, best practices"),
    "names": Gate("Tables, figures, regions, pictures, navigations without a name"),
    "console": Gate("Console messages, failed requests, breaches of the content policy"),
    "foreign": Gate("Requests to other hosts"),
    "overflow": Gate("Overflow at 320 and 1280 pixels"),
    "spacing": Gate("Overflow at 320 pixels with the text spacing of WCAG 1.4.12"),
    "tofu": Gate("Characters without a glyph"),
    "fonts": Gate("Texts of a script in another font than the site’s own"),
    "cards": Gate("Drawn cards below 3 : 1: light, dark, forced colours"),
    "forced": Gate("Forced colours: contrast, overflow, frames of the cards"),
    "no-script": Gate("Words that only show with script"),
    "focus": Gate("Stops of the Tab key without a visible focus"),
    "elements": Gate("Elements of a page", "most", 2000),
    "font-bytes": Gate(
        "Bytes of fonts that a page loads, as a share of its script’s budget", "most", 100, " %"
    ),
    "html": Gate("HTML of a page", "most", 100, " KB"),
    "html-sent": Gate("HTML of a page, brotli", "most", 12, " KB"),
    "css-sent": Gate("Style sheets of a page, brotli", "most", 3, " KB"),
    "script-sent": Gate("Script of a page, brotli, as a share of its budget", "most", 100, " %"),
    "inline": Gate("Styles, scripts and handlers in HTML"),
    "head": Gate("Head: content policy, description, canonical, hreflang, cards for sharing, breadcrumbs"),
    "links": Gate("Links and fragments that lead nowhere"),
    "linkinator": Gate("The same by linkinator, from the chooser and the sitemap on", everywhere=False),
    "nu": Gate("Nu validator: HTML, errors and warnings"),
    "nu-assets": Gate("Nu validator: CSS and SVG, errors and warnings", everywhere=False),
    "site-files": Gate("Sitemap, robots, headers, feed", everywhere=False),
    "tree": Gate("Examples whose accessibility tree does not tell trick, hand, verdicts, result in order"),
    "quiz": Gate("Quiz by keyboard, with and without script"),
    "colours": Gate(
        "Four colours: least distance of two suits to colour-blind eyes (ΔE)", "least", 30, "", False
    ),
    "print": Gate("Agreement sheet: pages beyond one A4 a game"),
    "lighthouse-accessibility": Gate("Lighthouse accessibility", "least", 100),
    "lighthouse-best-practices": Gate("Lighthouse best practices", "least", 100),
    "lighthouse-seo": Gate("Lighthouse SEO", "least", 100),
    "lighthouse-performance": Gate("Lighthouse performance, median of three", "least", 99, "", False),
}
"""Every gate, in the order of the table. KB are of 1,024 bytes."""


class Record(NamedTuple):
    """One figure: of which gate, for which language, at which place."""

    gate: str
    lang: str
    place: str
    figure: float


class Ledger:
    """Writes records to a folder; each process has its own file in it."""

    def __init__(self, folder: Path, writer: str) -> None:
        self.folder = folder
        self._path = folder / f"{writer}.jsonl"

    def note(self, gate: str, lang: str, place: str, figure: float) -> float:
        """Keep a figure, and hand it back."""
        assert gate in GATES, gate
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(Record(gate, lang, place, figure)) + "\n")
        return figure

    def faults(self, lang: str, place: str, found: dict[str, list[str]]) -> dict[str, list[str]]:
        """Keep how many faults each gate found, and hand back those that found any."""
        for gate, faults in found.items():
            self.note(gate, lang, place, len(faults))
        return {gate: faults for gate, faults in found.items() if faults}


def records(folder: Path) -> Iterator[Record]:
    """Everything that was measured."""
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            yield Record(*json.loads(line))


class Cell(NamedTuple):
    """What stands in the table for one gate and language."""

    text: str
    holds: bool


def cell(gate: Gate, found: Sequence[Record]) -> Cell:
    """The faults and the places looked at, or the worst figure."""
    if not found:
        return Cell("–", not gate.everywhere)
    if gate.kind == "faults":
        count = sum(record.figure for record in found)
        return Cell(f"{count:g}/{len({record.place for record in found})}", count == 0)
    worst = (min if gate.kind == "least" else max)(record.figure for record in found)
    return Cell(f"{worst:.4g}{gate.unit}", gate.holds(worst))


def table(folder: Path, languages: Sequence[str]) -> tuple[str, list[str]]:
    """The table in Markdown, and what does not hold: a figure beyond its limit, or one that is missing."""
    found: dict[tuple[str, str], list[Record]] = defaultdict(list)
    for record in records(folder):
        found[record.gate, record.lang] = [*found[record.gate, record.lang], record]
    columns = [*languages, SITE]
    lines = [
        "| gate | limit | " + " | ".join(columns) + " |",
        "| --- | ---: |" + " ---: |" * len(columns),
    ]
    broken = []
    for id, gate in GATES.items():
        cells = {lang: cell(gate, found[id, lang]) for lang in columns}
        if not any(found[id, lang] for lang in columns):
            broken.append(f"{gate.title}: nothing was measured")
        for lang, one in cells.items():
            if not one.holds and (lang != SITE or found[id, lang]):
                broken.append(f"{gate.title}, {lang}: {one.text}")
        told = [one.text if one.holds or one.text == "–" else f"**{one.text}**" for one in cells.values()]
        lines.append(f"| {gate.title} | {gate.bound} | " + " | ".join(told) + " |")
    lines += [
        "",
        "n/m: n faults at m places looked at. –: not measured there. Other figures: the worst place.",
    ]
    return "\n".join(lines), broken


def main(folder: Path) -> int:
    """Print the table and what does not hold."""
    languages = json.loads((folder / "languages.json").read_text("utf-8"))
    text, broken = table(folder, languages)
    print(text)
    for line in broken:
        print(f"does not hold: {line}", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
