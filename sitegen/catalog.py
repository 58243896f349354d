"""gettext catalogues: `locales/messages.pot` and `locales/<lang>/LC_MESSAGES/messages.po`.

Extraction takes the messages that pages are rendered from, so the two cannot disagree. PO files are read
strictly, with the place of every character, and written in one stable form: one string a line, no dates, no
line numbers, whatever stood in the file kept.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages.plurals import get_plural
from jinja2 import Environment
from jinja2.exceptions import TemplateSyntaxError
from jinja2.ext import extract_from_ast

from sitegen.content import Content, Message, context_of
from sitegen.diagnostics import Place, Problem, Text
from sitegen.prose.spans import spans

Key = tuple[str | None, str]
"""What a translation is found by: message context, msgid."""

POT = "locales/messages.pot"
NOTE = "Numbers and names in links are computed: keep what stands in ( ), translate what stands in [ ]."


def po_path(lang: str) -> str:
    """Where the translations of a language stand, from the project's root."""
    return f"locales/{lang}/LC_MESSAGES/messages.po"


@dataclass(frozen=True)
class Language:
    """A language: its tag, its own name for itself, its direction of writing (`ltr` or `rtl`)."""

    lang: str
    name: str
    direction: str


def language(lang: str) -> Language:
    """What CLDR says of a language. ValueError if it does not know it."""
    try:
        locale = Locale.parse(lang, sep="-")
    except (UnknownLocaleError, ValueError) as error:
        raise ValueError(f"CLDR knows no language {lang}") from error
    return Language(lang, locale.get_display_name() or lang, locale.text_direction)


# messages -------------------------------------------------------------------------------------------


@dataclass
class Use:
    """A message of the site: all the places that use one (context, msgid)."""

    key: Key
    messages: list[Message]

    @property
    def text(self) -> Text:
        return self.messages[0].text


def labels(root: Path, rules: str) -> tuple[list[Message], list[Problem]]:
    """The texts of the templates, `_("…")`, as messages."""
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
        for line, _, text in extract_from_ast(tree, gettext_functions=("_",), babel_style=False):
            value = text if isinstance(text, str) else str((text or ("",))[0])
            column = source.splitlines()[line - 1].find(value) + 1
            out.append(
                Message(
                    Text(value, name, ((0, line, max(column, 1)),)),
                    "label",
                    rules,
                    comment=f"a label of {path.name}",
                )
            )
    return out, problems


def uses(messages: Iterable[Message]) -> dict[Key, Use]:
    """Messages by key, in order of first use."""
    table: dict[Key, Use] = {}
    for message in messages:
        table.setdefault(message.key, Use(message.key, [])).messages.append(message)
    return table


def site_messages(content: Content, root: Path) -> tuple[dict[Key, Use], list[Problem]]:
    """Every message of a site: of its content and of its templates."""
    rules = content.pages[0].rules if content.pages else ""
    texts, problems = labels(root, rules)
    return uses([*content.messages(), *texts]), problems


def label_key(text: str) -> Key:
    """The key of a template's text."""
    return (context_of(text, "label"), text)


# entries and files ----------------------------------------------------------------------------------


@dataclass
class Entry:
    """An entry of a PO file. `comments` are translators', `extracted` and `references` ours; `flags` any."""

    msgid: Text
    msgstr: Text
    context: str | None = None
    comments: list[str] = field(default_factory=list)
    extracted: list[str] = field(default_factory=list)
    references: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    previous: list[str] = field(default_factory=list)
    line: int = 0

    @property
    def key(self) -> Key:
        return (self.context, self.msgid.value)

    @property
    def seals(self) -> frozenset[str]:
        """The marks `# prose: order-ok HASH` of a translator who confirmed the order of its values."""
        found = (re.fullmatch(r"prose: order-ok ([0-9a-f]{8})", c) for c in self.comments)
        return frozenset(m[1] for m in found if m)

    @property
    def fuzzy(self) -> bool:
        return "fuzzy" in self.flags

    @property
    def translated(self) -> bool:
        return bool(self.msgstr.value.strip()) and not self.fuzzy


@dataclass
class Catalog:
    """A PO file: its header and entries; obsolete entries are kept as they stand.

    `broken` are the messages whose entries cannot be read.
    """

    lang: str
    path: str
    header: Entry | None
    entries: dict[Key, Entry]
    obsolete: list[str] = field(default_factory=list)
    broken: set[Key] = field(default_factory=set)

    def get(self, key: Key) -> Text | None:
        """The translation of a message; None if it has none that may be shown."""
        entry = self.entries.get(key)
        return entry.msgstr if entry and entry.translated else None


_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"\s*$')
_KEYWORD = re.compile(r"(msgctxt|msgid_plural|msgid|msgstr(?:\[\d+\])?)\s+(?=\")")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}


class _PoReader:
    """Reads a PO file line by line; everything that is not as it must be becomes a problem with its line."""

    def __init__(self, source: str, path: str, lang: str) -> None:
        self.source, self.path, self.lang = source, path, lang
        self.problems: list[Problem] = []
        self.catalog = Catalog(lang, path, None, {})
        self.start()

    def fault(self, code: str, line: int, message: str, said: str = "", fix: str = "") -> None:
        self.problems.append(
            Problem(code, Place(self.path, line, 1), message, said=said, fix=fix, locale=self.lang)
        )

    def start(self) -> None:
        self.notes: dict[str, list[str]] = {}
        self.raw_notes: list[str] = []
        self.parts: dict[str, tuple[list[str], list[tuple[int, int, int]]]] = {}
        self.current = ""
        self.first = 0
        self.faulty = False

    def read(self) -> tuple[Catalog, list[Problem]]:
        if self.source.startswith("\ufeff"):
            self.fault(
                "P101", 1, "the file begins with a byte-order mark", fix="Save it as UTF-8 without one."
            )
            self.source = self.source[1:]
        for number, line in enumerate(self.source.split("\n"), start=1):
            self.line(number, line)
        self.finish()
        self.keep_notes()
        while self.catalog.obsolete and not self.catalog.obsolete[-1]:
            self.catalog.obsolete.pop()
        self.check_header()
        return self.catalog, self.problems

    def check_header(self) -> None:
        """The header is there, and says nothing else of the file than what is so."""
        header = self.catalog.header
        if header is None or not header.msgstr.value.strip():
            self.fault(
                "P103",
                header.line if header else 1,
                "the file has no header",
                fix='It begins with msgid "" and msgstr "", then the fields.',
            )
            return
        for field_name, pattern, true in (
            ("Content-Type", r"text/plain; *charset=utf-?8", "text/plain; charset=UTF-8"),
            ("Language", re.escape(self.lang.replace("-", "_")), self.lang),
        ):
            m = re.search(rf"^{field_name}:[ \t]*(.*?)[ \t]*$", header.msgstr.value, re.MULTILINE)
            if (
                m
                and m[1]
                and not re.fullmatch(
                    pattern, m[1].replace("-", "_") if field_name == "Language" else m[1], re.IGNORECASE
                )
            ):
                line = header.msgstr.place(m.start()).line
                self.fault(
                    "P103",
                    line,
                    f"the header says {field_name}: {m[1]}",
                    m[1],
                    f"Write {field_name}: {true}.",
                )

    def line(self, number: int, line: str) -> None:
        stripped = line.strip()
        if not stripped:
            self.finish()
            kept = self.raw_notes or self.catalog.obsolete
            if kept and kept[-1]:
                kept.append("")  # between two comments or obsolete entries
        elif stripped.startswith("#~"):
            self.finish()
            self.keep_notes()
            self.catalog.obsolete.append(stripped)
        elif stripped.startswith("#"):
            if "msgstr" in self.parts:
                self.finish()
            sign = stripped[1:2] if stripped[1:2] in (":", ".", ",", "|") else ""
            self.raw_notes.append(stripped)
            self.notes.setdefault(sign, []).append(stripped[1 + len(sign) :].removeprefix(" "))
        elif m := _KEYWORD.match(stripped):
            keyword = m[1]
            if "msgstr" in self.parts and keyword in ("msgctxt", "msgid"):
                self.finish()
            if keyword in self.parts:
                self.fault("P101", number, f"{keyword} stands twice in one entry", said=stripped[:40])
                self.faulty = True
            self.first = self.first or number
            self.current = keyword
            self.parts[keyword] = ([], [])
            self.string(number, line, line.index('"', line.index(keyword)))
        elif stripped.startswith('"') and self.current:
            self.string(number, line, line.index('"'))
        else:
            self.fault(
                "P101",
                number,
                "this line is no part of a PO file",
                said=stripped[:40],
                fix="Remove it, or restore the entry.",
            )
            self.faulty = True

    def string(self, number: int, line: str, at: int) -> None:
        m = _STRING.match(line, at)
        if m is None:
            self.fault(
                "P101",
                number,
                'a string must stand between two " on one line',
                said=line.strip()[:40],
                fix=r"Write a quotation mark inside it as \".",
            )
            self.faulty = True
            return
        pieces, spots = self.parts[self.current]
        offset = sum(map(len, pieces))
        column = at + 2
        spots.append((offset, number, column))
        raw = m[1]
        i = 0
        while i < len(raw):
            if raw[i] == "\\":
                character = _ESCAPES.get(raw[i + 1])
                if character is None:
                    self.fault("P101", number, f"there is no escape \\{raw[i + 1]}", said=raw[i : i + 2])
                    self.faulty = True
                    character = raw[i + 1]
                pieces.append(character)
                i += 2
                offset += 1
                spots.append((offset, number, column + i))
            else:
                end = raw.find("\\", i)
                end = len(raw) if end < 0 else end
                pieces.append(raw[i:end])
                offset += end - i
                i = end

    def text(self, keyword: str) -> Text:
        pieces, spots = self.parts[keyword]
        return Text("".join(pieces), self.path, tuple(spots) or ((0, self.first, 1),))

    def finish(self) -> None:
        parts, faulty, first = self.parts, self.faulty, self.first
        if not parts:  # comments that stand alone belong to the entry that follows; a stray line to none
            self.faulty = False
            return
        if faulty:
            if "msgid" in parts:
                context = self.text("msgctxt").value if "msgctxt" in parts else None
                self.catalog.broken.add((context, self.text("msgid").value))
        elif "msgid" not in parts or "msgstr" not in parts:
            lacking = "msgid" if "msgid" not in parts else "msgstr"
            self.fault("P101", first, f"the entry has no {lacking}", fix=f"Add its {lacking}.")
        else:
            entry = Entry(
                self.text("msgid"),
                self.text("msgstr"),
                self.text("msgctxt").value if "msgctxt" in parts else None,
                self.notes.get("", []),
                self.notes.get(".", []),
                self.notes.get(":", []),
                [f.strip() for flags in self.notes.get(",", []) for f in flags.split(",") if f.strip()],
                self.notes.get("|", []),
                first,
            )
            self.add(entry)
        self.start()

    def keep_notes(self) -> None:
        """Comments before an obsolete entry, or at the end of the file, are kept as they stand."""
        self.catalog.obsolete += self.raw_notes
        self.start()

    def add(self, entry: Entry) -> None:
        if entry.key == (None, ""):
            if self.catalog.header is not None:
                self.fault("P102", entry.line, "the file has two headers")
            self.catalog.header = entry
        elif entry.key in self.catalog.entries:
            other = self.catalog.entries[entry.key].line
            self.fault(
                "P102",
                entry.line,
                f"this message already stands in line {other}",
                said=entry.msgid.value[:40],
                fix="Keep one of the two.",
            )
        else:
            self.catalog.entries[entry.key] = entry


def parse_po(source: str, path: str, lang: str) -> tuple[Catalog, list[Problem]]:
    """Read the text of a PO file; everything that is wrong with it is a problem with its line."""
    return _PoReader(source.replace("\r\n", "\n"), path, lang).read()


def excerpt(source: str, msgids: Collection[str]) -> str:
    """The text of a PO file without most entries that only belong to pages and have none of these msgids.

    Every line that is left stands where it stood. Reading a whole file takes ten times as long.
    """
    out = []
    for entries in source.replace("\r\n", "\n").split("\n\n"):
        out.append("\n" * entries.count("\n") if _is_foreign("\n" + entries, msgids) else entries)
    return "\n\n".join(out)


def _is_foreign(entry: str, msgids: Collection[str]) -> bool:
    """Whether an entry says that it is used on pages and nowhere else, and has none of these msgids."""
    at = entry.find("\nmsgid ")
    if at < 0 or entry.find("\nmsgid ", at + 1) >= 0:
        return False
    references = [line for line in entry[:at].split("\n") if line.startswith("#:")]
    if not references or not all(n.startswith("content/pages/") for r in references for n in r[2:].split()):
        return False
    strings = entry[at + 7 : entry.find("\nmsgstr", at)]
    value = "".join(line.strip()[1:-1] for line in strings.split("\n"))
    if "\\" in value:
        value = re.sub(r"\\(.)", lambda m: _ESCAPES.get(m[1], m[1]), value)
    return value not in msgids


def load_catalog(root: Path, lang: str) -> tuple[Catalog, list[Problem]]:
    """The translations of a language; empty, with a problem, where the file cannot be read."""
    path = po_path(lang)
    try:
        source = (root / path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        problem = Problem("P101", Place(path), f"the file cannot be read: {reason}", locale=lang)
        return Catalog(lang, path, None, {}), [problem]
    return parse_po(source, path, lang)


# what a catalogue lacks -----------------------------------------------------------------------------


def check_catalog(catalog: Catalog, messages: dict[Key, Use]) -> Iterator[Problem]:
    """Messages without a translation that may be shown, and translations of no message."""
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
            )
        elif entry.fuzzy:
            yield Problem(
                "P105",
                Place(catalog.path, entry.line, 1),
                "the source has changed since this was translated",
                said=_short(key[1]),
                locale=catalog.lang,
            )
        elif not entry.translated:
            yield Problem(
                "P104",
                entry.msgstr.place(),
                "this message has no translation",
                said=_short(key[1]),
                locale=catalog.lang,
                fix=fix,
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


# writing --------------------------------------------------------------------------------------------


def _quoted(text: str) -> str:
    out = text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t").replace("\r", "\\r")
    lines = out.split("\n")
    if len(lines) == 1:
        return f'"{out}"'
    pieces = [f'"{line}\\n"' for line in lines[:-1]] + ([f'"{lines[-1]}"'] if lines[-1] else [])
    return "\n".join(['""', *pieces])


def _render_entry(entry: Entry) -> str:
    out = [f"# {c}".rstrip() for c in entry.comments]
    out += [f"#. {c}" for c in entry.extracted]
    out += [f"#: {c}" for c in entry.references]
    out += [f"#, {', '.join(entry.flags)}"] if entry.flags else []
    out += [f"#| {c}".rstrip() for c in entry.previous]
    if entry.context is not None:
        out.append(f"msgctxt {_quoted(entry.context)}")
    out.append(f"msgid {_quoted(entry.msgid.value)}")
    out.append(f"msgstr {_quoted(entry.msgstr.value)}")
    return "\n".join(out) + "\n"


def _header(lang: str, project: str, plural: str) -> Entry:
    fields = {
        "Project-Id-Version": project,
        "Language": lang,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": plural,
    }
    text = "".join(f"{k}: {v}\n" for k, v in fields.items() if v)
    return Entry(Text("", "", ((0, 0, 0),)), Text(text, "", ((0, 0, 0),)))


def _template_entries(messages: dict[Key, Use]) -> list[Entry]:
    entries = []
    for use in messages.values():
        extracted = list(dict.fromkeys(m.comment for m in use.messages if m.comment))
        extracted += dict.fromkeys(f"example {m.example}" for m in use.messages if m.example)
        if spans(use.text.value):
            extracted.append(NOTE)
        references = sorted({m.text.path for m in use.messages})
        empty = Text("", "", ((0, 0, 0),))
        entries.append(Entry(use.text, empty, use.key[0], [], extracted, references))
    return entries


def render_pot(messages: dict[Key, Use], project: str) -> str:
    """The template of all catalogues."""
    return "\n".join(_render_entry(e) for e in [_header("", project, ""), *_template_entries(messages)])


def render_po(catalog: Catalog) -> str:
    """A catalogue as a PO file."""
    header = [catalog.header] if catalog.header else []
    out = "\n".join(_render_entry(e) for e in [*header, *catalog.entries.values()])
    if catalog.obsolete:
        out += "\n" + "\n".join(catalog.obsolete) + "\n"
    return out


ALIKE = 0.6
"""From this similarity on, a translation of a changed message is kept as fuzzy."""


def update(catalog: Catalog, messages: dict[Key, Use], project: str) -> Catalog:
    """A catalogue brought up to the site's messages, in their order.

    A translation is kept where its message still stands. One whose message is gone serves a new message of
    the same context that is much like it, as fuzzy, or becomes obsolete. Nothing is lost.
    """
    unused = {k: e for k, e in catalog.entries.items() if k not in messages and e.msgstr.value.strip()}
    entries: dict[Key, Entry] = {}
    for fresh in _template_entries(messages):
        old = catalog.entries.get(fresh.key)
        if old is None and (like := _most_alike(fresh, unused)):
            unused.pop(like.key)
            old = replace(
                like,
                flags=list(dict.fromkeys([*like.flags, "fuzzy"])),
                previous=f"msgid {_quoted(like.msgid.value)}".split("\n"),
            )
        if old is not None:
            fresh = replace(
                fresh, msgstr=old.msgstr, comments=old.comments, flags=old.flags, previous=old.previous
            )
        entries[fresh.key] = fresh
    obsolete = list(catalog.obsolete)
    for entry in unused.values():
        plain = replace(entry, extracted=[], references=[])
        obsolete += [
            *([""] if obsolete else []),
            *map(_obsolete, _render_entry(plain).rstrip("\n").split("\n")),
        ]
    header = catalog.header or _header(
        catalog.lang, project, get_plural(catalog.lang.replace("-", "_")).plural_forms
    )
    return Catalog(catalog.lang, catalog.path, header, entries, obsolete)


def _obsolete(line: str) -> str:
    """A line of an entry as gettext writes it when the entry is obsolete: comments and flags stay as they are."""
    if line.startswith("#|"):
        return f"#~{line[1:]}"
    return line if line.startswith("#") else f"#~ {line}"


def _most_alike(fresh: Entry, unused: dict[Key, Entry]) -> Entry | None:
    best, score = None, ALIKE
    for entry in unused.values():
        if entry.context == fresh.context:
            matcher = SequenceMatcher(None, entry.msgid.value, fresh.msgid.value, autojunk=False)
            if (
                matcher.real_quick_ratio() > score
                and matcher.quick_ratio() > score
                and matcher.ratio() > score
            ):
                best, score = entry, matcher.ratio()
    return best
