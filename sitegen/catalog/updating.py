"""Bringing a catalogue up to the site: what is kept, what is rewritten, what becomes fuzzy or obsolete.

Nothing that somebody wrote is lost, and a second update changes no byte.
"""

from __future__ import annotations

import heapq
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from sitegen.catalog.header import completed, header
from sitegen.catalog.messages import Use, template_entries
from sitegen.catalog.po import (
    NOWHERE,
    SEAL,
    Catalog,
    Entry,
    Kept,
    Key,
    is_blank,
    put_away,
    put_away_plural,
    quoted,
)
from sitegen.diagnostics import Text
from sitegen.prose.lexicon import Lexicon, spellings
from sitegen.prose.relations import seal
from sitegen.prose.spans import Node, read, same_words, spans
from sitegen.prose.text import APOSTROPHES, INVISIBLE

ALIKE = 0.6
"""From this similarity on, a translation of a changed message is kept as fuzzy."""
_TRIED = 6
"""How many old messages a new one is compared with, letter by letter: the likeliest."""
_STEPS = 4000
"""How many places of shared letters are looked at to find the likeliest old messages of a new one."""
_COMPARED = 2000
"""How many letters of a message are compared with another's."""


def update(
    catalog: Catalog,
    messages: dict[Key, Use],
    project: str,
    source: Lexicon | None = None,
    own: Lexicon | None = None,
) -> Catalog:
    """A catalogue brought up to the site's messages, in their order.

    A translation is kept where its message still stands, and taken back from what is obsolete where its
    message has come back. A new message that differs from one that is gone only in numbers that stand in
    spans gets its translation with the new numbers (with `source` and `own`, the lexicons of both languages);
    one that is much like another of the same context gets that one's translation, as fuzzy. What is then
    left over becomes obsolete.
    """
    return _Update(catalog, messages, project, source, own).updated()


class _Update:
    def __init__(
        self,
        catalog: Catalog,
        messages: dict[Key, Use],
        project: str,
        source: Lexicon | None,
        own: Lexicon | None,
    ) -> None:
        self.catalog, self.messages, self.project = catalog, messages, project
        self.source, self.own = source, own
        self.taken: set[int] = set()  # the ids of the old entries that a new message uses

    def updated(self) -> Catalog:
        catalog = self.catalog
        plural = {kept.key: kept for kept in [*catalog.obsolete, *catalog.plural] if kept.plural}
        fresh = template_entries(self.messages)
        found: dict[Key, Entry] = {}
        for entry in fresh:
            old = catalog.entries.get(entry.key)
            if old is None:
                old = self.revived(entry.key)
            if old is None and entry.key in plural:
                old = _from_plural(plural[entry.key])
            if old is not None:
                found[entry.key] = old
        gone = [e for k, e in catalog.entries.items() if k not in self.messages and not e.blank]
        gone += [
            kept.entry
            for kept in catalog.obsolete
            if kept.entry and kept.key not in self.messages and not kept.entry.blank
        ]
        new = [entry for entry in fresh if entry.key not in found]
        found |= self.renumbered(new, gone)
        found |= self.alike([entry for entry in new if entry.key not in found], gone)
        entries = {entry.key: _filled(entry, found.get(entry.key)) for entry in fresh}
        head = completed(catalog.header, catalog.lang, self.project) if catalog.header else None
        return Catalog(
            catalog.lang,
            catalog.path,
            head or header(catalog.lang, self.project),
            entries,
            list(self.obsolete()),
        )

    def obsolete(self) -> Iterator[Kept]:
        """What was obsolete and still is, and what is so now."""
        for kept in self.catalog.obsolete:
            back = id(kept.entry) in self.taken if kept.entry else kept.key in self.messages
            if not back:
                yield kept
        yield from (put_away_plural(k) for k in self.catalog.plural if k.key not in self.messages)
        for key, entry in self.catalog.entries.items():
            written = not entry.blank or entry.comments or entry.others
            if key not in self.messages and written and id(entry) not in self.taken:
                yield put_away(entry)

    def revived(self, key: Key) -> Entry | None:
        """The entry of a message that has come back."""
        for kept in self.catalog.obsolete:
            if kept.key == key and kept.entry is not None:
                self.taken.add(id(kept.entry))
                return kept.entry
        return None

    def renumbered(self, new: Sequence[Entry], gone: Sequence[Entry]) -> dict[Key, Entry]:
        """New messages that only give other numbers than one that is gone: the translation gives them too."""
        if self.source is None or self.own is None:
            return {}
        waiting: dict[tuple[str | None, str], list[Entry]] = defaultdict(list)
        for entry in gone:
            frame, numbers = _numbers(entry.msgid.value, self.source)
            if numbers:
                waiting[(entry.context, frame)].append(entry)
        found: dict[Key, Entry] = {}
        for entry in new:
            frame, numbers = _numbers(entry.msgid.value, self.source)
            candidates = [e for e in waiting.get((entry.context, frame), ()) if id(e) not in self.taken]
            if not candidates:
                continue

            def changed(old: Entry, numbers: Sequence[_Number] = numbers) -> int:
                assert self.source is not None
                before = _numbers(old.msgid.value, self.source)[1]
                return sum(a.value != b.value for a, b in zip(before, numbers, strict=True))

            old = min(candidates, key=changed)
            self.taken.add(id(old))
            before = _numbers(old.msgid.value, self.source)[1]
            msgstr, sure = _with_numbers(old.msgstr.value, before, numbers, self.own)
            mark = seal(old.msgid.value, old.msgstr.value)
            comments = [
                f"prose: order-ok {seal(entry.msgid.value, msgstr)}" if m and m[1] == mark else comment
                for comment in old.comments
                if not (m := SEAL.fullmatch(comment)) or m[1] == mark
            ]
            rewritten = replace(old, msgstr=Text(msgstr, "", NOWHERE), comments=comments)
            found[entry.key] = rewritten if sure else _as_fuzzy(rewritten)
        return found

    def alike(self, new: Sequence[Entry], gone: Sequence[Entry]) -> dict[Key, Entry]:
        """New messages that are much like one of the same context that is gone: its translation, as fuzzy."""
        indices: dict[str | None, _Index] = {}
        for entry in gone:
            if id(entry) not in self.taken:
                indices.setdefault(entry.context, _Index()).add(entry)
        found: dict[Key, Entry] = {}
        for entry in new:
            index = indices.get(entry.context)
            if index and (like := index.most_alike(entry.msgid.value, self.taken)):
                self.taken.add(id(like))
                found[entry.key] = _as_fuzzy(like)
        return found


def _filled(fresh: Entry, old: Entry | None) -> Entry:
    """An entry of the template with what was written for it."""
    if old is None:
        return fresh
    return replace(
        fresh,
        msgstr=old.msgstr,
        comments=old.comments,
        flags=old.flags,
        previous=old.previous,
        others=old.others,
    )


def _as_fuzzy(entry: Entry) -> Entry:
    """An entry whose message is another now. Of one that was fuzzy already, the first msgid is remembered."""
    previous = entry.previous if entry.fuzzy and entry.previous else []
    if not previous:
        if entry.context is not None:
            previous = f"msgctxt {quoted(entry.context)}".split("\n")
        previous = [*previous, *f"msgid {quoted(entry.msgid.value)}".split("\n")]
    return replace(entry, flags=list(dict.fromkeys([*entry.flags, "fuzzy"])), previous=previous)


def _from_plural(kept: Kept) -> Entry:
    """What stood for a message with plural forms: its last form, as fuzzy, and all of it as comments."""
    forms = [text for keyword, text in kept.plural.items() if keyword.startswith("msgstr[")]
    comments = [line[2:] for line in kept.lines if line == "#" or line.startswith("# ")]
    comments += [
        f"{keyword} {_one_line(text)}"
        for keyword, text in kept.plural.items()
        if keyword not in ("msgctxt", "msgid")
    ]
    flags = [f.strip() for line in kept.lines if line.startswith("#,") for f in line[2:].split(",")]
    others = [line for line in kept.lines if re.match(r"#[^ .:,|~]", line)]
    said = Text(forms[-1] if forms else "", "", NOWHERE)
    flags = [f for f in dict.fromkeys([*flags, "fuzzy"]) if f and (f != "fuzzy" or not is_blank(said.value))]
    return Entry(said, said, None, comments, [], [], flags, [], 0, others)


def _one_line(text: str) -> str:
    return quoted(text).replace('""\n', "", 1).replace('"\n"', "")


# numbers --------------------------------------------------------------------------------------------

_DIGITS = re.compile(r"\d+")
_SIGN = re.compile(r"[-−–]\s?$")


@dataclass(frozen=True)
class _Number:
    """A span that gives a number."""

    address: str
    value: int


def _number(words: str, lexicon: Lexicon) -> int | None:
    """The number that the words of a span give; None if they say anything else as well."""
    reading = read("num", words, lexicon)
    if reading.unknown or reading.contradicted or "num" not in reading.values:
        return None
    return int(reading.values["num"])


def _numbers(message: str, lexicon: Lexicon) -> tuple[str, list[_Number]]:
    """A message without the words of its spans that give numbers; and the numbers, in order."""
    out: list[str] = []
    numbers = []
    at = 0
    for node in spans(message):
        if (value := _number(node.text, lexicon)) is not None:
            out += [message[at : node.start], "\0"]
            at = node.end
            numbers.append(_Number(node.target, value))
    return "".join([*out, message[at:]]), numbers


def _with_numbers(
    msgstr: str, before: Sequence[_Number], after: Sequence[_Number], own: Lexicon
) -> tuple[str, bool]:
    """A translation with other numbers, and whether it is sure to be right: no word around them must change."""
    changes: dict[str, set[tuple[int, int]]] = defaultdict(set)
    for old, new in zip(before, after, strict=True):
        changes[new.address].add((old.value, new.value))
    changes = {address: pairs for address, pairs in changes.items() if any(a != b for a, b in pairs)}
    sure = all(
        len(pairs) == 1 and own.plural_category(a) == own.plural_category(b)
        for pairs in changes.values()
        for a, b in pairs
    )
    missing = set(changes)
    for node in reversed(spans(msgstr)):
        pairs = changes.get(node.target, set())
        missing.discard(node.target)
        if len(pairs) != 1:
            continue
        ((old_value, new_value),) = pairs
        if _number(node.text, own) != old_value:
            sure = False
            continue
        written = _written_anew(node.text, old_value, new_value, own)
        sure = sure and written is not None and not _leans(msgstr, node)
        if written is not None:
            msgstr = msgstr[: node.start] + written + msgstr[node.end :]
    return msgstr, sure and not missing


def _leans(message: str, node: Node) -> bool:
    """Whether a letter touches a span behind it, or an apostrophe before it: a form that goes with its sound."""
    unseen = "*" + INVISIBLE
    before = message[: node.start - 1].rstrip(unseen)
    behind = message[node.end + len(node.target) + len("](#)") :].lstrip(unseen)
    return before.endswith(tuple(APOSTROPHES)) or _joins(behind)


def _joins(behind: str) -> bool:
    return bool(behind) and (behind[0] in APOSTROPHES or unicodedata.category(behind[0])[0] in "LM")


def _written_anew(words: str, old: int, new: int, lexicon: Lexicon) -> str | None:
    """The words of a span with a new number, in the way in which the old one is written; None if that is not known."""
    runs = list(_DIGITS.finditer(words))
    if len(runs) > 1:
        return None
    written = _in_digits(words, runs[0], new) if runs else _in_words(words, old, new, lexicon.lang)
    return written if written is not None and _number(written, lexicon) == new else None


def _in_digits(words: str, run: re.Match[str], new: int) -> str | None:
    before, behind = words[: run.start()], words[run.end() :]
    if _joins(behind):
        return None  # an ending that goes with the sound of the number: Turkish 162'den, 165'ten
    zeros = {ord(c) - unicodedata.digit(c) for c in run[0]}
    if len(zeros) > 1:
        return None
    (zero,) = zeros
    sign = _SIGN.search(before)
    if sign and new >= 0:
        before = before[: sign.start()]
    elif new < 0 and not sign:
        before += "−"
    return before + "".join(chr(zero + int(d)) for d in str(abs(new))) + behind


def _in_words(words: str, old: int, new: int, lang: str) -> str | None:
    bare = words.strip()
    if old < 0 or new < 0 or not bare:
        return None
    said, wanted = spellings(lang, old), spellings(lang, new)
    named = {wanted.get(rule) for rule, text in said.items() if same_words(text, bare, lang)}
    text = named.pop() if len(named) == 1 else None
    if text is None:
        return None
    if bare[0] != bare[0].lower():
        first = "İ" if text[0] == "i" and lang.partition("-")[0] in ("tr", "az") else text[0].upper()
        text = first + text[1:]
    return words.replace(bare, text)


# what is alike --------------------------------------------------------------------------------------


class _Index:
    """Messages that are gone, found by the runs of three letters that they share with another."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.sizes: list[int] = []
        self.places: dict[str, list[int]] = defaultdict(list)

    def add(self, entry: Entry) -> None:
        runs = _runs(entry.msgid.value)
        for run in runs:
            self.places[run].append(len(self.entries))
        self.entries.append(entry)
        self.sizes.append(len(runs))

    def most_alike(self, text: str, taken: set[int]) -> Entry | None:
        """The entry most like a text, of those not taken; None if none is like enough.

        The rarest runs say most, so they are looked at first, and no more than `_STEPS` places in all: the
        time for a whole catalogue grows with its length, not with the square of it.
        """
        runs = _runs(text)
        shared: dict[int, int] = defaultdict(int)
        steps = 0
        for run in sorted((r for r in runs if r in self.places), key=lambda r: (len(self.places[r]), r)):
            steps += len(self.places[run])
            if steps > _STEPS and shared:
                break
            for place in self.places[run][:_STEPS]:
                shared[place] += 1
        free = (p for p in shared if id(self.entries[p]) not in taken)
        likely = heapq.nlargest(_TRIED, free, key=lambda p: (shared[p] / (self.sizes[p] + len(runs)), -p))
        best, score = None, ALIKE
        matcher = SequenceMatcher(None, "", text[:_COMPARED], autojunk=False)
        for place in sorted(likely):
            matcher.set_seq1(self.entries[place].msgid.value[:_COMPARED])
            if matcher.real_quick_ratio() > score and matcher.quick_ratio() > score:
                ratio = matcher.ratio()
                if ratio > score:
                    best, score = self.entries[place], ratio
        return best


def _runs(text: str) -> set[str]:
    """The runs of three letters of the beginning of a text; a short text is one itself."""
    text = text[:_COMPARED]
    return {text[i : i + 3] for i in range(max(1, len(text) - 2))}
