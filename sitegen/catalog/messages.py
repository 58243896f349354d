"""The messages of a site as gettext wants them, and the files they stand in.

`locales/messages.pot` is extracted from the very messages that pages are rendered from, so the two cannot
disagree; `locales/<lang>/LC_MESSAGES/messages.po` are the translations. No dates, no line numbers.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.dates import format_date
from babel.localedata import locale_identifiers
from babel.numbers import format_decimal, format_percent
from jinja2 import Environment
from jinja2.exceptions import TemplateSyntaxError
from jinja2.ext import extract_from_ast

from sitegen.catalog.header import check_header, header
from sitegen.catalog.po import NOWHERE, Catalog, Entry, Key, parse_po, render_entry
from sitegen.content import Content, Message, context_of
from sitegen.diagnostics import Place, Problem, Text
from sitegen.prose.spans import spans

POT = "locales/messages.pot"
NOTE = "Numbers and names in links are computed: keep what stands in ( ), translate what stands in [ ]."


def po_path(lang: str) -> str:
    """Where the translations of a language stand, from the project's root."""
    return f"locales/{lang}/LC_MESSAGES/messages.po"


@dataclass(frozen=True)
class Language:
    """A language: its tag, its own name for itself, its direction of writing (`ltr` or `rtl`).

    `pseudo` if nobody speaks it: a site that has such a language is for looking at, not for readers.
    """

    lang: str
    name: str
    direction: str
    pseudo: bool = False


def language(lang: str) -> Language:
    """What CLDR says of a language. ValueError if it does not know it."""
    try:
        locale = Locale.parse(lang, sep="-")
    except (UnknownLocaleError, ValueError) as error:
        raise ValueError(f"CLDR knows no language {lang}") from error
    return Language(lang, locale.get_display_name() or lang, locale.text_direction)


def percent(lang: str, hundredths: int) -> str:
    """A share as a language writes it: 87%, 87 %, %87. A made language writes as the one that its tag begins with."""
    return format_percent(hundredths / 100, locale=_known_locale(lang))


def _known_locale(lang: str) -> Locale:
    """What CLDR knows a language by; a made language is the one that its tag begins with."""
    try:
        return Locale.parse(lang, sep="-")
    except UnknownLocaleError:
        return Locale.parse(lang.partition("-")[0])


def number(lang: str, value: int) -> str:
    """A whole number as a language writes it: 12,345 or 12 345."""
    return format_decimal(value, locale=_known_locale(lang))


def day_in_words(lang: str, day: datetime.date) -> str:
    """A day as a language writes it: 30 November 2026."""
    return format_date(day, format="long", locale=_known_locale(lang))


def locale_name(lang: str) -> str:
    """A language with the country where most of its readers are, as other sites name it: fr_FR, hi_IN."""
    base, *rest = lang.split("-")
    known = get_global("likely_subtags").get(base, base).split("_")
    country = next((part for part in rest if len(part) == 2), known[-1] if len(known) > 1 else "")
    return f"{base}_{country.upper()}" if country else base


def known_languages() -> list[str]:
    """The tags of the languages that CLDR knows."""
    return sorted(tag.replace("_", "-") for tag in locale_identifiers())


# messages -------------------------------------------------------------------------------------------


@dataclass
class Use:
    """A message of the site: all the places that use one (context, msgid). `examples` say examples in words."""

    key: Key
    messages: list[Message]
    examples: Mapping[str, str] = field(default_factory=dict)

    @property
    def text(self) -> Text:
        return self.messages[0].text


_NOTE = re.compile(r"\{#-?\s*translators:\s*(.*?)\s*-?#\}")
"""What a template tells the translators of the label on the next line."""


def labels(root: Path, rules: str) -> tuple[list[Message], list[Problem]]:
    """The texts of the templates, `_("…")` and in attributes `_plain("…")`, as messages."""
    out: list[Message] = []
    problems: list[Problem] = []
    environment = Environment(autoescape=True)
    for path in sorted((root / "templates").glob("**/*.html")):
        name = path.relative_to(root).as_posix()
        try:
            source = path.read_text("utf-8")
            tree = environment.parse(source)
        except (OSError, UnicodeDecodeError) as error:
            problems.append(Problem("C101", Place(name), f"the template cannot be read: {error}"))
            continue
        except TemplateSyntaxError as error:
            problems.append(Problem("C107", Place(name, error.lineno, 1), f"not a template: {error.message}"))
            continue
        for line, _, text in extract_from_ast(tree, gettext_functions=("_", "_plain"), babel_style=False):
            value = text if isinstance(text, str) else str((text or ("",))[0])
            if not value.strip():  # there is nothing to translate
                continue
            lines = source.splitlines()
            column = lines[line - 1].find(value) + 1
            note = _NOTE.search(lines[line - 2]) if line > 1 else None
            out.append(
                Message(
                    Text(value, name, ((0, line, max(column, 1)),)),
                    "label",
                    rules,
                    comment=f"a label of {path.name}" + (f": {note[1]}" if note else ""),
                )
            )
    return out, problems


def uses(messages: Iterable[Message], examples: Mapping[str, str] | None = None) -> dict[Key, Use]:
    """Messages by key, in order of first use. `examples` says each example in words, for translators."""
    table: dict[Key, Use] = {}
    for message in messages:
        table.setdefault(message.key, Use(message.key, [], examples or {})).messages.append(message)
    return table


def site_messages(content: Content, root: Path) -> tuple[dict[Key, Use], list[Problem]]:
    """Every message of a site: of its content and of its templates."""
    rules = content.pages[0].rules if content.pages else ""
    texts, problems = labels(root, rules)
    examples = {id: loaded.words for id, loaded in content.examples.items()}
    return uses([*content.messages(), *texts], examples), problems


def label_key(text: str) -> Key:
    """The key of a template's text."""
    return (context_of(text, "label"), text)


# files ----------------------------------------------------------------------------------------------


def read_po(source: str, path: str, lang: str) -> tuple[Catalog, list[Problem]]:
    """Read the text of a PO file and check its header; everything wrong with it is a problem with its line."""
    catalog, problems = parse_po(source, path, lang)
    return catalog, problems + check_header(catalog)


def load_catalog(root: Path, lang: str) -> tuple[Catalog, list[Problem]]:
    """The translations of a language; empty, with a problem, where the file cannot be read."""
    path = po_path(lang)
    unread = Catalog(lang, path, None, {}, whole=False)
    try:
        data = (root / path).read_bytes()
    except OSError as error:
        fix = "Run `sitegen locale update`." if isinstance(error, FileNotFoundError) else ""
        message = f"the file cannot be read: {error.strerror}"
        return unread, [Problem("P101", Place(path), message, locale=lang, fix=fix)]
    try:
        return read_po(data.decode("utf-8"), path, lang)
    except UnicodeDecodeError as error:
        return unread, [_no_utf_8(data, error, path, lang)]


_CHARSET = re.compile(rb"charset=([A-Za-z0-9_.:-]+)")
_MARKS = {"UTF-16": (b"\xff\xfe", b"\xfe\xff"), "UTF-32": (b"\xff\xfe\0\0", b"\0\0\xfe\xff")}


def _no_utf_8(data: bytes, error: UnicodeDecodeError, path: str, lang: str) -> Problem:
    """The problem of a file in another encoding, at its first byte that is not UTF-8."""
    before = data[: error.start]
    line = before.count(b"\n") + 1
    column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
    declared = _CHARSET.search(data)
    name = declared[1].decode("ascii") if declared else ""
    marked = [kind for kind, marks in _MARKS.items() if data.startswith(marks)]
    message, fix = "the file is not UTF-8 text", "Save it as UTF-8."
    if marked:
        message = f"the file is {marked[-1]}, not UTF-8"
    elif name and name.upper() not in ("UTF-8", "UTF8", "CHARSET"):
        message = f"the file is not UTF-8: its header says {name}"
        fix = f"Convert it: msgconv --to-code=UTF-8 --output-file={path} {path}"
    elif re.match(rb"\xed[\xa0-\xbf]", data[error.start : error.start + 2]):
        message = "half a character (a surrogate) stands here, which is not UTF-8"
        fix = "Write the character anew."
    said = f"byte 0x{data[error.start]:02X}"
    return Problem("P109", Place(path, line, column), message, said=said, locale=lang, fix=fix)


# what a catalogue lacks -----------------------------------------------------------------------------


def check_catalog(
    catalog: Catalog, messages: dict[Key, Use], excused: Collection[Key] = frozenset()
) -> Iterator[Problem]:
    """Messages without a translation that may be shown (a warning for those excused), and translations of no
    message."""
    fix = f"Translate it in {catalog.path}; `sitegen locale update` adds entries that are not there."
    for key, use in messages.items():
        entry = catalog.entries.get(key)
        if key in catalog.broken:
            continue
        if entry is None:
            yield Problem(
                "P104",
                Place(catalog.path),
                f"a message of {use.text.place().path}:{use.text.place().line} is not in the file",
                said=_short(key[1]),
                locale=catalog.lang,
                fix=fix,
                mild=key in excused,
            )
        elif entry.fuzzy:
            yield Problem(
                "P105",
                Place(catalog.path, entry.line, 1),
                "the source has changed since this was translated",
                said=_short(key[1]),
                locale=catalog.lang,
                mild=key in excused,
            )
        elif not entry.translated:
            yield Problem(
                "P104",
                entry.msgstr.place(),
                "this message has no translation",
                said=_short(key[1]),
                locale=catalog.lang,
                fix=fix,
                mild=key in excused,
            )
    for key, entry in catalog.entries.items():
        if key not in messages:
            yield Problem(
                "P106",
                Place(catalog.path, entry.line, 1),
                "the site has no such message",
                said=_short(key[1]),
                locale=catalog.lang,
            )


def check_pot(root: Path, messages: dict[Key, Use], project: str) -> list[Problem]:
    """Whether the committed template is what extraction gives now."""
    try:
        found = (root / POT).read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        found = ""
    if found == render_pot(messages, project):
        return []
    line = next(
        (
            n
            for n, (a, b) in enumerate(
                zip(found.split("\n"), render_pot(messages, project).split("\n"), strict=False), 1
            )
            if a != b
        ),
        found.count("\n"),
    )
    return [Problem("P107", Place(POT, line, 1), "the template is not what the pages say now")]


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "…"


# the template ---------------------------------------------------------------------------------------


def template_entries(messages: dict[Key, Use]) -> list[Entry]:
    """The messages as entries without translation, with what translators should know of each."""
    entries = []
    for use in messages.values():
        extracted = list(dict.fromkeys(m.comment for m in use.messages if m.comment))
        extracted += dict.fromkeys(_example(m.example, use.examples) for m in use.messages if m.example)
        if spans(use.text.value):
            extracted.append(NOTE)
        references = sorted({m.text.path for m in use.messages})
        empty = Text("", "", NOWHERE)
        entries.append(Entry(use.text, empty, use.key[0], [], extracted, references))
    return entries


def render_pot(messages: dict[Key, Use], project: str) -> str:
    """The template of all catalogues."""
    return "\n".join(render_entry(e) for e in [header("", project), *template_entries(messages)])


def _example(id: str, examples: Mapping[str, str]) -> str:
    return f"example {id}: {examples[id]}" if id in examples else f"example {id}"
