"""`content/site.toml`: the title, the languages and their status, the order of the pages."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sitegen.diagnostics import Place, Problem, Text
from sitegen.files import read_inside

STATUSES = ("published", "draft")
LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
ADDRESS = re.compile(r"https?://[^\s\"'<>]+/")
REPORT = re.compile(r"(?:https?://|mailto:)[^\s\"'<>{}]*\{id\}[^\s\"'<>{}]*")
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True)
class LocaleSettings:
    """How far a language is: its status, and the share of messages that a page needs to count as translated."""

    status: str = "published"
    coverage: float = 1.0


@dataclass(frozen=True)
class Practice:
    """Practice pages: the page that lists them, how many each rule set has, and positions a page."""

    page: str
    pages: int
    positions: int


@dataclass(frozen=True)
class Site:
    """The settings of a site. `locales` has the source language first; `equal_values` names the examples in
    which equal values are the point; `report` is where readers tell of an error, with `{id}` for the place."""

    title: Text
    base_url: str
    source: str
    pages: tuple[str, ...]
    equal_values: frozenset[str] = frozenset()
    report: str = ""
    locales: dict[str, LocaleSettings] = field(default_factory=dict)
    practice: Practice | None = None


def read_toml(path: Path, root: Path) -> tuple[str, dict[str, Any] | None, list[Problem]]:
    """The text and the data of a TOML file; problems instead of data where it cannot be read."""
    name = path.relative_to(root).as_posix()
    try:
        source = read_inside(path, root)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        return "", None, [Problem("C101", Place(name), f"the file cannot be read: {reason}")]
    data, problems = parse_toml(source, name)
    return source, data, problems


def parse_toml(source: str, name: str, first_line: int = 1) -> tuple[dict[str, Any] | None, list[Problem]]:
    """The data of a TOML text that begins at `first_line` of the file `name`."""
    try:
        return tomllib.loads(source), []
    except tomllib.TOMLDecodeError as error:
        m = re.search(r"line (\d+), column (\d+)", str(error))
        line, column = (int(m[1]), int(m[2])) if m else (source.count("\n") + 1, 1)
        reason = re.sub(r" \(at .*", "", str(error))
        place = Place(name, first_line + line - 1, column)
        return None, [Problem("C101", place, f"not TOML: {reason}")]
    except RecursionError:
        return None, [
            Problem("C101", Place(name, first_line), "not TOML that can be read: nested too deeply")
        ]
    except ValueError as error:  # a number of thousands of digits
        return None, [Problem("C101", Place(name, first_line), f"not TOML that can be read: {error}")]


def key_text(source: str, name: str, key: str, value: str, first_line: int = 1) -> Text:
    """A string value of a TOML text, each character of it with its place; of another value the first character.

    The key is looked for at the beginnings of lines, and found where it is no part of a string or comment.
    Where the text does not give it, the place is the first of the text.
    """
    pattern = rf"^[ \t]*(?:{re.escape(key)}|\"{re.escape(key)}\"|'{re.escape(key)}')[ \t]*=[ \t]*"
    covered = [m.span() for m in _COVERED.finditer(source)]
    for m in re.finditer(pattern, source, re.MULTILINE):
        if not any(start < m.start() < end for start, end in covered):
            return Text(value, name, _spots(source, m.end(), value, first_line))
    return Text(value, name, ((0, first_line, 1),))


_COVERED = re.compile(
    r'"""(?:[^\\]|\\.)*?"""|' + r"'''.*?'''|" + r'"(?:[^"\\\n]|\\.)*"|' + r"'[^'\n]*'|#[^\n]*", re.DOTALL
)
"""Strings and comments of a TOML text: what stands in them is no key."""

_PIECE = re.compile(r"\\[ \t]*\n\s*|\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8}|\\.|\n|[^\\\n]+")
"""What a basic string is made of: folded line ends, escaped characters, line ends, and what stands for itself."""


def _spots(source: str, at: int, value: str, first_line: int) -> tuple[tuple[int, int, int], ...]:
    """Where the characters of a string stand whose literal begins at `at` (see `Text`)."""
    quotes = next((q for q in ('"""', "'''", '"', "'") if source.startswith(q, at)), "")
    at += len(quotes)
    if len(quotes) == 3 and source.startswith(
        "\n", at
    ):  # a line end behind the opening is none of the string
        at += 1

    def spot(offset: int, at: int) -> tuple[int, int, int]:
        line_start = source.rfind("\n", 0, at) + 1
        return offset, first_line + source.count("\n", 0, at), at - line_start + 1

    spots = [spot(0, at)]
    offset = 0
    while quotes and offset < len(value) and (piece := _PIECE.match(source, at)):
        said = piece[0]
        at = piece.end()
        if said.startswith("\\") and quotes[0] == '"':
            offset += 0 if "\n" in said else 1
        else:
            offset += len(said)
        if offset < len(value) and spot(offset, at) != (
            offset,
            spots[-1][1],
            spots[-1][2] + offset - spots[-1][0],
        ):
            spots.append(spot(offset, at))
    # A fold may be followed by another escape: the last spot of an offset is the one that holds.
    return tuple({s[0]: s for s in spots}.values())


def table_text(source: str, *names: str) -> tuple[str, int]:
    """The lines of a TOML table with its header, and the number of the first; ("", 1) if it has no header."""
    dotted = r"\s*\.\s*".join(rf"[\"']?{re.escape(name)}[\"']?" for name in names)
    header = re.search(rf"^[ \t]*\[\s*{dotted}\s*\]", source, re.MULTILINE)
    if header is None:
        return "", 1
    following = re.search(r"^[ \t]*\[", source[header.end() :], re.MULTILINE)
    end = header.end() + following.start() if following else len(source)
    return source[header.start() : end], source.count("\n", 0, header.start()) + 1


class FieldReader:
    """Reads fields of a TOML table, collecting a problem for each that is missing, unknown or of a wrong type."""

    def __init__(self, data: dict[str, Any], source: str, path: str, first_line: int = 1) -> None:
        self.data, self.source, self.path, self.first_line = data, source, path, first_line
        self.problems: list[Problem] = []

    def fault(self, key: str, message: str, fix: str = "") -> None:
        place = key_text(self.source, self.path, key, "", self.first_line).place()
        self.problems.append(Problem("C102", Place(place.path, place.line, 1), message, said=key, fix=fix))

    def text(self, key: str, default: str | None = None) -> Text:
        value = self.data.get(key, default)
        if not isinstance(value, str) or not value.strip():
            self.fault(key, f"{key} must be a text", fix=f'Write {key} = "…".')
            value = default or "?"
        return key_text(self.source, self.path, key, value, self.first_line)

    def only(self, *keys: str) -> None:
        for key in self.data:
            if key not in keys:
                self.fault(key, f"there is no field {key}", fix=f"Known are: {', '.join(keys)}.")


def load_site(root: Path) -> tuple[Site | None, list[Problem]]:
    """Read `content/site.toml`. Every fault of it is a problem; None if there is no using it."""
    path = root / "content" / "site.toml"
    name = path.relative_to(root).as_posix()
    source, data, problems = read_toml(path, root)
    if data is None:
        return None, problems
    fields = FieldReader(data, source, name)
    fields.only("title", "base_url", "source", "pages", "equal_values", "report", "practice", "locales")
    title = fields.text("title")
    base_url = fields.text("base_url", "") if data.get("base_url") else Text("", name, ((0, 1, 1),))
    language = fields.text("source", "en")
    if language.value != "?" and not LANGUAGE.fullmatch(language.value):
        fields.fault("source", f"{language.value} is not a language tag")
    pages = data.get("pages")
    if (
        not isinstance(pages, list)
        or not pages
        or not all(isinstance(p, str) and SLUG.fullmatch(p) for p in pages)
    ):
        fields.fault("pages", "pages must be a list of names in small letters, digits and hyphens")
        pages = []
    if len(set(pages)) != len(pages):
        fields.fault("pages", "a page is listed twice")
    equal = data.get("equal_values", [])
    if not isinstance(equal, list) or not all(isinstance(e, str) for e in equal):
        fields.fault("equal_values", "equal_values must be a list of examples")
        equal = []
    practice = _practice(fields, pages)
    locales = {language.value: LocaleSettings()}
    tables = data.get("locales", {})
    if not isinstance(tables, dict):
        fields.fault("locales", "locales must be tables: [locales.fr]")
        tables = {}
    for lang, table in tables.items():
        if not LANGUAGE.fullmatch(lang):
            fields.fault("locales", f"{lang} is not a language tag")
        elif not isinstance(table, dict) or table.get("status", "published") not in STATUSES:
            fields.fault("locales", f"{lang}: status must be one of {', '.join(STATUSES)}")
        elif (
            not isinstance(table.get("coverage", 1.0), int | float)
            or isinstance(table.get("coverage"), bool)
            or not 0 <= table.get("coverage", 1.0) <= 1
        ):
            fields.fault("locales", f"{lang}: coverage must be a number from 0 to 1")
        elif set(table) - {"status", "coverage"}:
            fields.fault("locales", f"{lang}: known fields are status and coverage")
        else:
            locales[lang] = LocaleSettings(
                table.get("status", "published"), float(table.get("coverage", 1.0))
            )
    if base_url.value and not ADDRESS.fullmatch(base_url.value):
        fields.fault("base_url", "base_url must be an http address that ends in /")
    report = fields.text("report").value if data.get("report") else ""
    if report and not REPORT.fullmatch(report):
        fields.fault("report", "report must be an http or mailto address with {id} in it")
    problems += fields.problems
    if problems:
        return None, problems
    settings = Site(
        title, base_url.value, language.value, tuple(pages), frozenset(equal), report, locales, practice
    )
    return settings, []


MOST_PRACTICE = {"pages": 20, "positions": 12}
"""How many practice pages a rule set may have, and positions a page: more would be too much for a phone."""


def _practice(fields: FieldReader, pages: list[str]) -> Practice | None:
    """The table `[practice]`; None if there is none, or with a problem if it cannot be used."""
    table = fields.data.get("practice")
    if table is None:
        return None
    if not isinstance(table, dict) or set(table) != {"page", *MOST_PRACTICE}:
        fields.fault("practice", f"practice must be a table of page, {', '.join(MOST_PRACTICE)}")
        return None
    page, numbers = table["page"], [table[key] for key in MOST_PRACTICE]
    if page not in pages:
        fields.fault("practice", f"practice.page must be one of pages: {', '.join(pages)}")
    elif not all(
        type(n) is int and 1 <= n <= most for n, most in zip(numbers, MOST_PRACTICE.values(), strict=True)
    ):
        limits = ", ".join(f"{key} from 1 to {most}" for key, most in MOST_PRACTICE.items())
        fields.fault("practice", f"practice must have whole numbers: {limits}")
    else:
        return Practice(page, *numbers)
    return None
