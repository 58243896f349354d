"""The header of a PO file: what it must say of its language, checked and made whole."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from gettext import c2py

from babel.messages.plurals import get_plural

from sitegen.catalog.po import NOWHERE, Catalog, Entry
from sitegen.diagnostics import Place, Problem, Text

_FIELD = re.compile(r"([A-Za-z][A-Za-z0-9-]*):(.*)")
_PLURAL = re.compile(r"nplurals[ \t]*=[ \t]*(\d{1,2})[ \t]*;[ \t]*plural[ \t]*=[ \t]*([^;]{1,1000}?)[ \t]*;?")
_TEMPLATE = re.compile(r"|.*\bCHARSET\b.*|.*\b(?:INTEGER|EXPRESSION)\b.*|LANGUAGE|ENCODING")
"""What stands in the header of a template that nobody has filled in."""
_NUMBERS = range(1000)
"""Two plural rules that part these numbers in the same way are one rule here: no score comes near a million."""

NEEDED = ("Language", "Content-Type")
"""Without these fields tools guess; the rule of plurals only warns, for the site has no plural messages."""


def fields(lang: str, project: str) -> dict[str, str]:
    """The header of a language's file. `lang` is empty for the template."""
    plural = get_plural(lang.replace("-", "_")).plural_forms if lang else ""
    said = {
        "Project-Id-Version": project,
        "Language": lang.replace("-", "_"),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": plural,
    }
    return {k: v for k, v in said.items() if v}


def header(lang: str, project: str) -> Entry:
    """A new header. It has no dates: they would change a file in which nothing else has changed."""
    text = "".join(f"{k}: {v}\n" for k, v in fields(lang, project).items())
    return Entry(Text("", "", NOWHERE), Text(text, "", NOWHERE))


def completed(old: Entry, lang: str, project: str) -> Entry:
    """A header with the fields that it lacks, or that still say what the template says; all else is kept."""
    lines = old.msgstr.value.split("\n")
    if lines[-1] == "":
        lines.pop()
    for name, value in fields(lang, project).items():
        at = next((i for i, line in enumerate(lines) if _named(line, name)), None)
        if at is None:
            lines.append(f"{name}: {value}")
        elif (m := _FIELD.fullmatch(lines[at])) and _TEMPLATE.fullmatch(m[2].strip()):
            lines[at] = f"{name}: {value}"
    text = "".join(f"{line}\n" for line in lines)
    return old if text == old.msgstr.value else replace(old, msgstr=Text(text, "", NOWHERE))


def _named(line: str, name: str) -> bool:
    m = _FIELD.fullmatch(line)
    return m is not None and m[1].lower() == name.lower()


def check_header(catalog: Catalog) -> list[Problem]:
    """The header is there, and says nothing else of the file than what is so."""
    if (None, "") in catalog.broken:
        return []
    found = catalog.header
    if found is None or found.blank:
        place = Place(catalog.path, found.line if found else 1, 1)
        fix = 'It begins with msgid "" and msgstr "", then the fields; `sitegen locale update` writes them.'
        return [Problem("P103", place, "the file has no header", locale=catalog.lang, fix=fix)]
    return _Check(catalog, found).problems


class _Check:
    """The problems of a header, field by field."""

    def __init__(self, catalog: Catalog, found: Entry) -> None:
        self.catalog, self.header = catalog, found
        self.problems: list[Problem] = []
        self.said: dict[str, tuple[int, str]] = {}
        self.read()
        self.empty()
        self.wrong()
        self.plural()

    def fault(self, at: int, message: str, said: str = "", fix: str = "", code: str = "P113") -> None:
        place = self.header.msgstr.place(at)
        self.problems.append(Problem(code, place, message, said=said, fix=fix, locale=self.catalog.lang))

    def read(self) -> None:
        at = 0
        for line in self.header.msgstr.value.split("\n"):
            m = _FIELD.fullmatch(line)
            if m and m[1].lower() in self.said:
                self.fault(at, f"the header says {m[1]} twice", m[2].strip(), "Keep one of the two.")
            elif m:
                self.said[m[1].lower()] = (at, m[2].strip())
            elif line.strip():
                self.fault(
                    at,
                    "this line of the header is no field",
                    line if len(line) <= 40 else line[:39] + "…",
                    "A field is written Name: value, and ends with \\n.",
                )
            at += len(line) + 1
        if self.header.fuzzy:
            place = Place(self.catalog.path, self.header.line, 1)
            fix = "Remove the word fuzzy before it: some tools leave out a header that is fuzzy."
            self.problems.append(
                Problem("P113", place, "the header is fuzzy", locale=self.catalog.lang, fix=fix)
            )

    def empty(self) -> None:
        """Fields that are missing, or as in a template: all together are one mistake."""
        wanted = fields(self.catalog.lang, "")
        lacking = []
        places = []
        for name in wanted:
            at, value = self.said.get(name.lower(), (None, ""))
            if (at is None and name in NEEDED) or (at is not None and _TEMPLATE.fullmatch(value)):
                lacking.append(name)
                places += [] if at is None else [at]
        if lacking:
            given = " ".join(f"{name}: {wanted[name]}." for name in lacking)
            fix = f"`sitegen locale update` writes it, or write {given}"
            self.fault(min(places, default=0), f"the header does not say {', '.join(lacking)}", "", fix)

    def wrong(self) -> None:
        lang = self.catalog.lang
        for name, pattern, true in (
            ("Content-Type", r"text/plain; *charset=\"?utf-?8\"?", "text/plain; charset=UTF-8"),
            ("Language", re.escape(lang.replace("-", "_")), lang),
        ):
            at, value = self.said.get(name.lower(), (0, ""))
            compared = value.replace("-", "_") if name == "Language" else value
            if not _TEMPLATE.fullmatch(value) and not re.fullmatch(pattern, compared, re.IGNORECASE):
                self.fault(at, f"the header says {name}: {value}", value, f"Write {name}: {true}.")

    def plural(self) -> None:
        """The rule of plurals is the language's own."""
        at, value = self.said.get("plural-forms", (None, ""))
        if at is not None and _TEMPLATE.fullmatch(value):
            return
        true = get_plural(self.catalog.lang.replace("-", "_")).plural_forms
        rule = _rule(value) if at is not None else _rule("nplurals=2; plural=n != 1;")
        if rule is None:
            said = f"Plural-Forms: {value}"
            self.fault(at or 0, f"the header says {said}, which is no rule", value, f"Write {true}")
        elif rule != _rule(true):
            said = "does not say Plural-Forms" if at is None else f"says Plural-Forms: {value}"
            consequence = "tools that know it will ask for other forms than the language has"
            self.fault(
                at or 0, f"the header {said}; {consequence}", value, f"Write Plural-Forms: {true}", "P114"
            )


@cache
def _rule(forms: str) -> tuple[int, ...] | None:
    """How a plural rule parts the numbers, forms named in order of appearance; None for what is no rule."""
    m = _PLURAL.fullmatch(forms)
    if m is None:
        return None
    try:
        form: Callable[[int], int] = c2py(m[2])
        found = [form(n) for n in _NUMBERS]
    except (ValueError, ZeroDivisionError, RecursionError, MemoryError, SyntaxError):
        return None
    if not all(0 <= n < int(m[1]) for n in found):
        return None
    order = {f: i for i, f in enumerate(dict.fromkeys(found))}
    return tuple(order[f] for f in found)
