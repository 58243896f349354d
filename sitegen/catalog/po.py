"""The PO format: a strict reader that knows the place of every character, and one stable way of writing.

Whatever is not as PO files are written becomes a problem with its line; nothing raises. What a catalogue
holds is written back: entries in one form (one string a line), and what the site has no use for (obsolete
entries, messages with plural forms, comments at the end) in the very lines in which it stood.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from typing import NamedTuple

from sitegen.diagnostics import Place, Problem, Text
from sitegen.prose.text import visible

Key = tuple[str | None, str]
"""What a translation is found by: message context, msgid."""

SEAL = re.compile(r"prose: order-ok ([0-9a-f]{8})")
"""The comment of a translator who confirmed the order of a message's values."""

NOWHERE = ((0, 0, 0),)
"""The spots of a text that stands in no file."""


def is_blank(text: str) -> bool:
    """Whether a text shows nothing: white space and what no reader sees."""
    return not text[:1].isalnum() and not visible(text).strip()


@dataclass
class Entry:
    """An entry of a PO file. `comments` are translators', `extracted` and `references` ours; `flags` any.

    `others` are comments of kinds that we do not know, as they stand; `previous` the lines after `#|`.
    """

    msgid: Text
    msgstr: Text
    context: str | None = None
    comments: list[str] = field(default_factory=list)
    extracted: list[str] = field(default_factory=list)
    references: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    previous: list[str] = field(default_factory=list)
    line: int = 0
    others: list[str] = field(default_factory=list)

    @property
    def key(self) -> Key:
        return (self.context, self.msgid.value)

    @property
    def seals(self) -> frozenset[str]:
        """The marks `# prose: order-ok HASH` of a translator who confirmed the order of its values."""
        return frozenset(m[1] for c in self.comments if (m := SEAL.fullmatch(c)))

    @property
    def fuzzy(self) -> bool:
        return "fuzzy" in self.flags

    @property
    def blank(self) -> bool:
        return is_blank(self.msgstr.value)

    @property
    def translated(self) -> bool:
        return not self.blank and not self.fuzzy


@dataclass
class Kept:
    """Lines of a file that are written as they were read: an obsolete entry, a message with plural forms, or
    comments that belong to nothing.

    `entry` is what an obsolete entry says, None if it has plural forms; `key` the message that the lines are
    about; `plural` the strings of a message with plural forms by keyword.
    """

    lines: list[str]
    entry: Entry | None = None
    key: Key | None = None
    plural: dict[str, str] = field(default_factory=dict)


@dataclass
class Catalog:
    """A PO file: its header and entries, what is obsolete, and messages with plural forms, which the site has not.

    `broken` are the messages whose entries cannot be read. `whole` says that all of the file is in the
    catalogue: only then may it be written anew.
    """

    lang: str
    path: str
    header: Entry | None
    entries: dict[Key, Entry]
    obsolete: list[Kept] = field(default_factory=list)
    broken: set[Key] = field(default_factory=set)
    plural: list[Kept] = field(default_factory=list)
    whole: bool = True

    def get(self, key: Key) -> Text | None:
        """The translation of a message; None if it has none that may be shown."""
        entry = self.entries.get(key)
        return entry.msgstr if entry and entry.translated else None


# writing --------------------------------------------------------------------------------------------


def quoted(text: str) -> str:
    """A text as the strings of a PO file: one a line."""
    out = text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t").replace("\r", "\\r")
    lines = out.split("\n")
    if len(lines) == 1:
        return f'"{out}"'
    pieces = [f'"{line}\\n"' for line in lines[:-1]] + ([f'"{lines[-1]}"'] if lines[-1] else [])
    return "\n".join(['""', *pieces])


def render_entry(entry: Entry) -> str:
    """An entry as it stands in a file, with the line end."""
    out = [f"# {c}".rstrip(" ") for c in entry.comments]
    out += entry.others
    out += [f"#. {c}".rstrip(" ") for c in entry.extracted]
    out += [f"#: {c}" for c in entry.references]
    out += [f"#, {', '.join(entry.flags)}"] if entry.flags else []
    out += [f"#| {c}".rstrip(" ") for c in entry.previous]
    if entry.context is not None:
        out.append(f"msgctxt {quoted(entry.context)}")
    out.append(f"msgid {quoted(entry.msgid.value)}")
    out.append(f"msgstr {quoted(entry.msgstr.value)}")
    return "\n".join(out) + "\n"


def render_po(catalog: Catalog) -> str:
    """A catalogue as a PO file."""
    header = [catalog.header] if catalog.header else []
    out = [render_entry(e) for e in [*header, *catalog.entries.values()]]
    last = sorted(catalog.obsolete, key=lambda kept: kept.key is None)  # comments would go with what follows
    out += ["\n".join(kept.lines) + "\n" for kept in [*catalog.plural, *last]]
    return "\n".join(out)


def put_away(entry: Entry) -> Kept:
    """An entry as gettext writes it when its message is gone; comments and flags stay as they are."""
    bare = Entry(
        entry.msgid, entry.msgstr, entry.context, entry.comments, [], [], entry.flags, entry.previous,
        entry.line, entry.others,
    )  # fmt: skip
    lines = render_entry(bare).rstrip("\n").split("\n")
    return Kept([_obsolete(line) for line in lines], bare, bare.key)


def put_away_plural(kept: Kept) -> Kept:
    """A message with plural forms as gettext writes it when it is gone."""
    lines = [_obsolete(line) for line in kept.lines if not line.startswith(("#.", "#:"))]
    return Kept(lines, None, kept.key, kept.plural)


def _obsolete(line: str) -> str:
    if line.startswith("#|"):
        return f"#~{line[1:]}"
    return line if line.startswith("#") else f"#~ {line}"


# reading --------------------------------------------------------------------------------------------

_BLANKS = " \t"
_PLAIN = re.compile(
    r"(?P<extracted>(?:#\.(?: [^\n]*)?\n)*)(?P<references>(?:#:(?: [^\n]*)?\n)*)(?:#,(?P<flags>[^\n]*)\n)?"
    r'(?:msgctxt "(?P<context>[^"\\\n]*)"\n)?msgid "(?P<msgid>[^"\\\n]+)"\nmsgstr "(?P<msgstr>[^"\\\n]*)"\n(?:\n|\Z)'
)
"""An entry as most are: nothing of the translator's but one string, in which nothing is escaped."""
_STRING = re.compile(r'"((?:[^"\\]++|\\.)*+)"[ \t]*$')
_KEYWORD = re.compile(r"(msgctxt|msgid_plural|msgid|msgstr(?:\[\d{1,3}\])?)[ \t]+(?=\")")
_WORD = re.compile(r"[A-Za-z_]+(?:\[[^\]]*\])?(?=[ \t]*\")")
_WORDS = ("msgctxt", "msgid", "msgid_plural", "msgstr")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}
_CONFLICT = re.compile(r"(<{7}|\|{7}|={7}|>{7})(?: .*)?$")
_BOM = "\ufeff"
_REPLACEMENT = "\ufffd"
_UNFIT = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff\ud800-\udfff" + _BOM + _REPLACEMENT
_FORBIDDEN = re.compile(f"[{_UNFIT}]")
_AROUND = re.compile(f"^[ \t{_UNFIT}]+|[ \t{_UNFIT}]+$")
"""What no PO file may have in it: control characters, line separators, halves of characters, damage."""
_ZEROS = 10
"""A text with a NUL among so few characters is no UTF-8."""

_OPEN = {"\u202a": "\u202c", "\u202b": "\u202c", "\u2066": "\u2069", "\u2067": "\u2069", "\u2068": "\u2069"}
"""Controls of the direction of writing that go on until they are closed, and what closes each."""
_OVERRIDES = "\u202d\u202e"
_DIRECTED = re.compile("[\u202a-\u202e\u2066-\u2069]")

_PLACEHOLDER = re.compile(
    r"(?P<none>%%|\{\{|\}\})|\{[A-Za-z_][A-Za-z0-9_.]*\}|\{\d*\}|%\([A-Za-z_]\w*\)[sdif]|%[sd](?!\w)"
)
"""`{name}`, `{}`, `%(name)s` and `%s`; a percent sign before a blank is only a percent sign."""


class _String:
    """A string of an entry, line by line, with the places of its characters."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.spots: list[tuple[int, int, int]] = []
        self.length = 0

    def add(self, piece: str) -> None:
        self.pieces.append(piece)
        self.length += len(piece)

    def spot(self, line: int, column: int) -> None:
        self.spots.append((self.length, line, column))

    @property
    def value(self) -> str:
        return "".join(self.pieces)


@dataclass
class _Draft:
    """An entry that is being read. A `quiet` one is told already: it stands in a merge conflict."""

    lines: list[str] = field(default_factory=list)
    parts: dict[str, _String] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    extracted: list[str] = field(default_factory=list)
    references: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    previous: list[str] = field(default_factory=list)
    first: int = 0
    current: str = ""
    obsolete: bool = False
    faulty: bool = False
    quiet: bool = False

    @property
    def ended(self) -> bool:
        """Whether its msgstr was seen: whatever follows but more of it belongs to the next entry."""
        return any(keyword.startswith("msgstr") for keyword in self.parts)

    @property
    def plural(self) -> bool:
        return any(keyword == "msgid_plural" or "[" in keyword for keyword in self.parts)


class _Conflict(NamedTuple):
    first: int
    last: int


class _Reader:
    """Reads a PO file line by line; everything that is not as it must be becomes a problem with its line."""

    def __init__(self, source: str, path: str, lang: str) -> None:
        self.source, self.path, self.lang = source, path, lang
        self.problems: list[Problem] = []
        self.catalog = Catalog(lang, path, None, {})
        self.draft = _Draft()
        self.before: _Draft | None = None  # the entry that a merge conflict began in
        self.kept: dict[Key, int] = {}  # obsolete messages and those with plural forms, with their lines
        self.stray = -1

    def fault(
        self, code: str, line: int, message: str, said: str = "", fix: str = "", column: int = 1
    ) -> None:
        if code in ("P101", "P102", "P108"):
            self.catalog.whole = False
        place = Place(self.path, line, column)
        self.problems.append(Problem(code, place, message, said=said, fix=fix, locale=self.lang))

    def broken(self, line: int, message: str, said: str = "", fix: str = "", column: int = 1) -> None:
        """The entry that is being read is not as PO files are written."""
        self.draft.faulty = True
        if not self.draft.quiet:
            self.fault("P101", line, message, said, fix, column)

    # the file --------------------------------------------------------------------------------------

    def read(self) -> tuple[Catalog, list[Problem]]:
        if self.source.count("\0") * _ZEROS > len(self.source):
            self.fault(
                "P109",
                1,
                "the file is no UTF-8 text: every other byte is zero, as in UTF-16",
                fix="Save it as UTF-8.",
            )
            self.catalog.whole = False
            self.catalog.broken.add((None, ""))
            return self.catalog, self.problems
        if self.source.startswith(_BOM):
            self.fault(
                "P109",
                1,
                "the file begins with a byte-order mark",
                fix="Save it as UTF-8 without one; `sitegen locale update` does so too.",
            )
            self.source = self.source[1:]
        checked = _FORBIDDEN.search(self.source) is None  # no CR either
        lines = self.lines()
        conflicts = {c.first: c for c in _conflicts(lines)}
        open_conflict: _Conflict | None = None
        plain = self.plain() if checked and not conflicts else {}
        number = 0
        while number < len(lines):
            if not self.draft.lines and (m := plain.get(number + 1)):
                number += self.entry(number + 1, m)
                continue
            line = lines[number]
            number += 1
            if conflict := conflicts.get(number):
                open_conflict = conflict
                self.begin_conflict(conflict, lines[number : number + 1])
            if open_conflict is None:
                if not checked:
                    line = self.clean(number, line)
                self.line(number, line)
                continue
            if _CONFLICT.match(line) is None:
                self.line(number, line)
            elif number != open_conflict.first:
                self.next_side()
            if number == open_conflict.last:
                open_conflict = self.before = None
        self.close()
        self.keep_comments()
        return self.catalog, self.problems

    def plain(self) -> dict[int, re.Match[str]]:
        """The entries of the usual form by their first lines: they need not be read line by line."""
        out: dict[int, re.Match[str]] = {}
        line, at = 1, 0
        for m in _PLAIN.finditer(self.source):
            line += self.source.count("\n", at, m.start())
            at = m.start()
            if at == 0 or self.source.startswith("\n\n", at - 2):
                out[line] = m
        return out

    def entry(self, line: int, m: re.Match[str]) -> int:
        """Take an entry of the usual form; gives the number of its lines, the empty one behind it included."""
        extracted, references, flags, context, msgid, msgstr = m.groups()
        own = [c[3:].rstrip(_BLANKS) for c in extracted.splitlines()] if extracted else []
        used = [r[3:].rstrip(_BLANKS) for r in references.splitlines()] if references else []
        flagged = [f.strip() for f in flags.split(",") if f.strip()] if flags else []
        first = line + len(own) + len(used) + (flags is not None)
        at = first + (context is not None)
        self.add(
            Entry(
                Text(msgid, self.path, ((0, at, 8),)), Text(msgstr, self.path, ((0, at + 1, 9),)), context,
                extracted=own, references=used, flags=flagged, line=first,
            )
        )  # fmt: skip
        return at + 2 - line + (m.end() > m.end("msgstr") + 2)

    def lines(self) -> list[str]:
        """The lines of the file. CR alone ends a line only where it stands between lines of a PO file."""
        out: list[str] = []
        told = False
        for line in self.source.replace("\r\n", "\n").split("\n"):
            if "\r" not in line:
                out.append(line)
                continue
            parts = line.split("\r")
            if all(_like_a_line(part) for part in parts):
                if not told:
                    self.fault(
                        "P109",
                        len(out) + 1,
                        "lines end in CR alone, which most tools do not take for a line end",
                        fix="Save the file with LF or CRLF line ends; `sitegen locale update` does so too.",
                    )
                    told = True
                out += parts
            else:
                out.append(line)
        return out

    def clean(self, number: int, line: str) -> str:
        """Tell the first character of a line that no PO file may have in it."""
        m = _FORBIDDEN.search(line)
        if m is None:
            return line
        code = f"U+{ord(m[0]):04X}"
        if m[0] == _REPLACEMENT:
            message = f"a letter was lost when the text was converted ({code} stands for it)"
            fix = "Restore it from an older version of the file."
        elif m[0] == _BOM:
            message = f"a byte-order mark ({code}) stands inside the file"
            fix = "Remove it: files that were joined leave one."
        else:
            kind = "half a character" if unicodedata.category(m[0]) == "Cs" else "a control character"
            message, fix = f"{code} is {kind}, which no reader sees", "Remove it; write a line break as \\n."
        self.fault("P109", number, message, code, fix, m.start() + 1)
        return _AROUND.sub("", line)

    # merge conflicts -------------------------------------------------------------------------------

    def begin_conflict(self, conflict: _Conflict, following: list[str]) -> None:
        """One problem for all of a conflict; no entry that it touches is read. `following` is its first line."""
        lines = f"lines {conflict.first} to {conflict.last}" if conflict.last > conflict.first else "its mark"
        self.fault(
            "P108",
            conflict.first,
            f"a merge conflict was left in the file: {lines}",
            fix="Decide for one side, and remove the lines <<<<<<<, ======= and >>>>>>>.",
        )
        if self.draft.ended and not any(line.lstrip(_BLANKS).startswith('"') for line in following):
            self.close()  # the entry before the conflict does not go on in it
        self.draft.faulty = self.draft.quiet = True
        self.before = deepcopy(self.draft)

    def next_side(self) -> None:
        """The other side of a conflict begins where the first began."""
        self.close()
        self.draft = deepcopy(self.before) if self.before else _Draft()

    def next(self) -> _Draft:
        """An entry with nothing in it yet."""
        return _Draft(faulty=self.before is not None, quiet=self.before is not None)

    # lines -----------------------------------------------------------------------------------------

    def line(self, number: int, line: str) -> None:
        stripped = line.strip(_BLANKS)
        if not stripped:
            self.close()
            if self.draft.lines and self.draft.lines[-1]:
                self.draft.lines.append("")  # between comments
        elif stripped.startswith("#~"):
            if self.draft.parts and (not self.draft.obsolete or (self.draft.ended and stripped[2:3] == "|")):
                self.close()
            self.draft.obsolete = True
            self.draft.first = self.draft.first or number
            if stripped.startswith("#~|"):
                self.before_it(number, stripped[3:], stripped)
            else:
                at = line.index("#~") + 2
                self.text(number, line, len(line) - len(line[at:].lstrip(_BLANKS)), stripped)
        elif stripped.startswith("#"):
            if self.draft.ended:
                self.close()
            self.comment(number, stripped)
        else:
            if self.draft.obsolete:
                self.close()
                self.keep_comments()
            self.text(number, line, len(line) - len(line.lstrip(_BLANKS)), stripped)

    def comment(self, number: int, stripped: str) -> None:
        sign = stripped[1:2]
        rest = stripped[2:].removeprefix(" ")
        if sign in ("", " "):
            self.draft.comments.append(stripped[2:])
        elif sign == ".":
            self.draft.extracted.append(rest)
        elif sign == ":":
            self.draft.references.append(rest)
        elif sign == ",":
            self.draft.flags += [f.strip() for f in rest.split(",") if f.strip()]
        elif sign == "|":
            self.before_it(number, rest, stripped)
            return
        else:
            self.draft.others.append(stripped)
        self.draft.lines.append(stripped)

    def before_it(self, number: int, rest: str, stripped: str) -> None:
        """A line of the previous msgid."""
        self.draft.lines.append(stripped)
        self.draft.previous.append(rest.strip(_BLANKS))
        keyword = _KEYWORD.match(rest.strip(_BLANKS))
        at = keyword.end() if keyword else 0
        if _STRING.match(rest.strip(_BLANKS), at) is None:
            fix = 'Write it as #| msgid "…", or remove it.'
            self.broken(number, "this line is no previous msgid", _short(stripped), fix)

    def text(self, number: int, line: str, at: int, stripped: str) -> None:
        """A line of an entry: a keyword with its string, or a string that goes on."""
        m = _KEYWORD.match(line, at)
        if m is None and line.startswith('"', at) and self.draft.current:
            self.draft.lines.append(stripped)
            self.string(number, line, at)
            return
        if m is None:
            self.no_line(number, line, at, stripped)
            return
        keyword = m[1]
        if self.draft.ended and keyword in ("msgctxt", "msgid"):
            obsolete = self.draft.obsolete
            self.close()
            self.draft.obsolete = obsolete
        twice = keyword in self.draft.parts
        self.draft.lines.append(stripped)
        if twice:
            self.broken(number, f"{keyword} stands twice in one entry", _short(stripped),
                        "Remove one of the two, or restore the lines between them.")  # fmt: skip
        if not self.draft.parts:
            self.draft.first = number
        self.draft.current = keyword
        self.draft.parts[keyword] = _String()
        self.string(number, line, m.end())

    def no_line(self, number: int, line: str, at: int, stripped: str) -> None:
        """A line that belongs to no entry; of lines that follow each other only the first is told."""
        follows, self.stray = self.stray == number - 1, number
        self.draft.lines.append(stripped)
        self.catalog.whole = False
        if follows:
            self.draft.faulty = True
            return
        word = _WORD.match(line, at)
        message, fix = "this line is no part of a PO file", "Remove it, or restore the entry."
        if word and word[0].partition("[")[0] in _WORDS:
            message, fix = f"there is no blank between {word[0]} and its string", "Write one."
            if "[" in word[0] and not re.fullmatch(r"msgstr\[\d{1,3}\]", word[0]):
                message, fix = f"there is no keyword {word[0]}", "Write msgstr."
        elif word:
            message, fix = f"there is no keyword {word[0]}", f"Known are {', '.join(_WORDS)}."
        elif stripped.startswith('"'):
            message, fix = "this string belongs to no keyword", "Remove it, or restore the line before it."
        self.broken(number, message, _short(stripped), fix, at + 1)

    def string(self, number: int, line: str, at: int) -> None:
        m = _STRING.match(line, at)
        if m is None:
            self.broken(
                number,
                'a string must stand between two " on one line',
                _short(line.strip(_BLANKS)),
                r"Write a quotation mark inside it as \".",
                at + 1,
            )
            return
        string = self.draft.parts[self.draft.current]
        column = at + 2
        string.spot(number, column)
        raw = m[1]
        if "\\" not in raw:
            string.add(raw)
            return
        i = 0
        while i < len(raw):
            if raw[i] == "\\":
                character = _ESCAPES.get(raw[i + 1])
                if character is None:
                    fix = r"Known are \n \t \r \" and \\; write a backslash as \\."
                    self.broken(number, f"there is no escape \\{raw[i + 1]}", raw[i : i + 2], fix, column + i)
                    character = raw[i + 1]
                string.add(character)
                i += 2
                string.spot(number, column + i)
            else:
                end = raw.find("\\", i)
                end = len(raw) if end < 0 else end
                string.add(raw[i:end])
                i = end

    # entries ---------------------------------------------------------------------------------------

    def placed(self, keyword: str) -> Text:
        string = self.draft.parts[keyword]
        return Text(string.value, self.path, tuple(string.spots) or ((0, self.draft.first, 1),))

    def close(self) -> None:
        """The entry ends here. Comments that stand alone belong to the entry that follows."""
        draft = self.draft
        if not draft.parts:
            if any(line.startswith("#") for line in draft.lines):
                draft.faulty = draft.quiet  # comments outlive a stray line
            else:
                self.draft = self.next()
            return
        context = draft.parts["msgctxt"].value if "msgctxt" in draft.parts else None
        if not draft.faulty and not draft.plural:
            lacking = [k for k in ("msgid", "msgstr") if k not in draft.parts]
            if lacking:
                kind = "obsolete entry" if draft.obsolete else "entry"
                self.broken(draft.first, f"the {kind} has no {lacking[0]}", fix=f"Add its {lacking[0]}.")
        if draft.plural and not draft.faulty and "msgid" not in draft.parts:
            self.broken(draft.first, "the entry has no msgid", fix="Add its msgid.")
        if draft.plural and not draft.faulty and context is None and not draft.parts["msgid"].value:
            self.broken(draft.first, "the header has plural forms", fix="Write its fields in one msgstr.")
            self.catalog.broken.add((None, ""))
        if draft.faulty:
            if "msgid" in draft.parts and not draft.obsolete:
                self.catalog.broken.add((context, draft.parts["msgid"].value))
        elif draft.plural:
            self.add_plural(context)
        else:
            entry = Entry(
                self.placed("msgid"), self.placed("msgstr"), context, draft.comments, draft.extracted,
                draft.references, draft.flags, draft.previous, draft.first, draft.others,
            )  # fmt: skip
            if draft.obsolete:
                self.add_obsolete(entry)
            else:
                self.add(entry)
        self.draft = self.next()

    def keep_comments(self) -> None:
        """Comments at the end of the file, or before nothing, are kept as they stand."""
        lines = self.draft.lines
        while lines and not lines[-1]:
            lines.pop()
        if self.draft.obsolete and lines and not self.draft.faulty:
            self.broken(self.draft.first, "the obsolete entry has no msgid", fix="Remove it.")
        elif lines and all(not line or line.startswith("#") for line in lines):
            self.catalog.obsolete.append(Kept(lines))
        self.draft = self.next()

    def twice(self, line: int, key: Key, other: int) -> None:
        if key == (None, ""):
            self.fault("P102", line, f"the file has two headers; the first is in line {other}")
            return
        self.fault(
            "P102",
            line,
            f"this message already stands in line {other}",
            _short(key[1]),
            "Keep one of the two, obsolete ones (#~) included; gettext's own tools refuse such a file.",
        )

    def first_line(self, key: Key) -> int | None:
        """Where a message stands already, in whatever form."""
        header = self.catalog.header
        if key == (None, "") and header is not None:
            return header.line
        if key in self.catalog.entries:
            return self.catalog.entries[key].line
        return self.kept.get(key)

    def add(self, entry: Entry) -> None:
        if (other := self.first_line(entry.key)) is not None:
            self.twice(entry.line, entry.key, other)
        if entry.key == (None, ""):
            self.catalog.header = self.catalog.header or entry
        elif entry.key not in self.catalog.entries:
            self.catalog.entries[entry.key] = entry
            if entry.translated:
                self.check_translation(entry)

    def add_obsolete(self, entry: Entry) -> None:
        lines = [line for line in self.draft.lines if line]
        self.catalog.obsolete.append(Kept(lines, entry, entry.key))
        if (other := self.first_line(entry.key)) is not None:
            self.twice(entry.line, entry.key, other)
        self.kept.setdefault(entry.key, entry.line)

    def add_plural(self, context: str | None) -> None:
        """A message with plural forms: the site has none, so it is told, and kept."""
        draft = self.draft
        key = (context, draft.parts["msgid"].value)
        forms = [k for k in draft.parts if "[" in k]
        kept = Kept(
            [line for line in draft.lines if line], None, key, {k: s.value for k, s in draft.parts.items()}
        )
        if draft.obsolete:
            self.catalog.obsolete.append(kept)
        else:
            self.catalog.plural.append(kept)
            self.catalog.broken.add(key)
        if (other := self.first_line(key)) is not None:
            self.twice(draft.first, key, other)
        self.kept.setdefault(key, draft.first)
        if draft.obsolete:
            return
        count = len(forms)
        wanted = _nplurals(self.catalog.header)
        lack = f"; this one has {count} of {wanted} forms" if wanted is not None and count < wanted else ""
        if "msgid_plural" not in draft.parts or "msgstr" in draft.parts or not count:
            lack = "; this one is not whole: it needs msgid_plural, msgstr[0] and so on"
            self.catalog.whole = False
        elif forms != [f"msgstr[{n}]" for n in range(count)]:
            lack = "; the forms of this one are not numbered 0, 1, 2"
            self.catalog.whole = False
        self.fault(
            "P110",
            draft.first,
            f"the site has no messages with plural forms{lack}",
            _short(key[1]),
            "Remove it: the site binds each number to a fact, and its noun is translated in the sentence. "
            "`sitegen locale update` puts it away with what is obsolete.",
        )

    # translations ----------------------------------------------------------------------------------

    def check_translation(self, entry: Entry) -> None:
        """Placeholders, line breaks at the ends, and controls of the direction of writing."""
        source, said = entry.msgid.value, entry.msgstr.value
        none: Counter[str] = Counter()
        wanted, found = (placeholders(t) if "{" in t or "%" in t else none for t in (source, said))
        if wanted and wanted != found:
            lost, new = sorted((wanted - found).elements()), sorted((found - wanted).elements())
            what = [f"lacks {', '.join(lost)}"] if lost else []
            what += [f"has {', '.join(new)}, which the source has not"] if new else []
            place = entry.msgstr.place(said.index(new[0]) if new else 0)
            self.fault(
                "P111",
                place.line,
                f"the translation {' and '.join(what)}",
                ", ".join(new) or ", ".join(lost),
                f"Write {', '.join(sorted(wanted.elements()))} as in the source: words are put there.",
                place.column,
            )
        elif source.startswith("\n") != said.startswith("\n") or source.endswith("\n") != said.endswith("\n"):
            place = entry.msgstr.place()
            self.fault(
                "P111",
                place.line,
                "the source and the translation do not both begin, or end, with \\n",
                fix="Begin and end the translation as the source.",
                column=place.column,
            )
        if (wrong := misdirected(said)) is not None:
            offset, message = wrong
            place = entry.msgstr.place(offset)
            self.fault(
                "P112", place.line, message, f"U+{ord(said[offset]):04X}",
                "Remove it: the page sets the direction of each number and name; the marks U+200E, U+200F "
                "and U+061C may stand anywhere.", place.column,
            )  # fmt: skip


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


def _nplurals(header: Entry | None) -> int | None:
    m = re.search(r"nplurals=(\d{1,2})\b", header.msgstr.value) if header else None
    return int(m[1]) if m else None


def _like_a_line(part: str) -> bool:
    """Whether a text could be a whole line of a PO file."""
    part = part.strip(_BLANKS)
    return not part or part.startswith("#") or bool(re.match(r'(msg[a-z_\[\]0-9]*[ \t]*)?"(.*)"$', part))


def _conflicts(lines: list[str]) -> Iterator[_Conflict]:
    """The merge conflicts of a file: from `<<<<<<<` to the next `>>>>>>>`; a mark without its partner alone."""
    marks = [(n, m[1][0]) for n, line in enumerate(lines, start=1) if (m := _CONFLICT.match(line))]
    at = 0
    while at < len(marks):
        number, sign = marks[at]
        end = next((i for i in range(at + 1, len(marks)) if marks[i][1] in "<>"), None)
        if sign == "<" and end is not None and marks[end][1] == ">":
            yield _Conflict(number, marks[end][0])
            at = end + 1
        else:
            yield _Conflict(number, number)
            at += 1


def placeholders(text: str) -> Counter[str]:
    """The places of a text that words are put into, with how often each stands."""
    return Counter(m[0] for m in _PLACEHOLDER.finditer(text) if not m["none"])


def misdirected(text: str) -> tuple[int, str] | None:
    """The first control of the direction of writing that is not closed, closes nothing or turns letters round."""
    if not _DIRECTED.search(text):
        return None
    open_: list[tuple[str, int]] = []
    for offset, c in enumerate(text):
        if c in _OVERRIDES:
            return offset, "this control turns letters and digits round: readers see 261 for 162"
        if c in _OPEN:
            open_.append((_OPEN[c], offset))
        elif c in _OPEN.values():
            if not open_ or open_[-1][0] != c:
                return offset, "this control closes no other: what follows may be shown in wrong order"
            open_.pop()
    if open_:
        return open_[0][1], "this control is never closed: what follows may be shown in wrong order"
    return None


def parse_po(source: str, path: str, lang: str) -> tuple[Catalog, list[Problem]]:
    """Read the text of a PO file but its header's fields; everything wrong with it is a problem with its line."""
    return _Reader(source, path, lang).read()


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
