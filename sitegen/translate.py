"""The translator's work on a language: added, its spans bound, its words, terms and seals recorded.

Nothing here writes: each function gives the `Change`s of files that it would make, so that they can be shown
before they are made. A change that is made already is none.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from textwrap import indent
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from sitegen import catalog as catalogs
from sitegen import site
from sitegen.catalog import Catalog, Entry, Key, Use
from sitegen.diagnostics import Problem, Text, sorted_problems
from sitegen.facts import Fact
from sitegen.prose import relations, words
from sitegen.prose.bind import bind
from sitegen.prose.check import Scope, Vocabulary, accepted_forms, another_phrase
from sitegen.prose.claims import Claim, phrases
from sitegen.prose.lexicon import CLASSES, KEYS, Lexicon, build_lexicon, plural_categories, spelled
from sitegen.prose.spans import links, name, parse, spans
from sitegen.prose.text import tokens

LISTS = ("glue", "conj", "neg")
"""Keys of a lexicon that hold words without a value."""


class Refused(Exception):  # noqa: N818  # an answer to the user, not a failure of the program
    """What was asked for cannot be done; the message says why and what can."""


@dataclass(frozen=True)
class Change:
    """A file as it is and as it would be. `before` is empty where there is none yet."""

    path: str
    before: str
    after: str

    def diff(self) -> str:
        """What changes, as a unified difference."""
        old, new = (text.splitlines(keepends=True) for text in (self.before, self.after))
        return "".join(
            difflib.unified_diff(old, new, self.path if self.before else "/dev/null", self.path, n=1)
        )


def _changes(*changes: Change) -> list[Change]:
    return [c for c in changes if c.before != c.after]


def lexicon_path(lang: str) -> str:
    """Where the lexicon of a language stands, from the project's root."""
    return f"locales/{lang}/lexicon.toml"


def _read(root: Path, path: str) -> str:
    """The text of a file of the project; nothing where there is none. Refused if it cannot be read."""
    try:
        return (root / path).read_text("utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"{path} cannot be read: {error}") from error


# a language added ----------------------------------------------------------------------------------------


def tag(text: str) -> str:
    """A tag of a language as it is written: `pt_br` is pt-BR, `zh-hant` zh-Hant."""
    first, *others = text.replace("_", "-").split("-")
    return "-".join([first.lower(), *(o.title() if len(o) == 4 else o.upper() for o in others)])


def add(project: site.Project, lang: str) -> list[Change]:
    """A language listed as a draft, with a lexicon to fill and a catalogue to translate. What is there stays.

    Refused if CLDR does not know it, or if it is the source.
    """
    if lang == project.source:
        raise Refused(f"{lang} is the language that the pages are written in")
    try:
        language = catalogs.language(lang)
    except ValueError as error:
        close = difflib.get_close_matches(lang.casefold(), catalogs.known_languages(), 3)
        hint = f" Did you mean {' or '.join(close)}?" if close else ""
        raise Refused(f"{error}.{hint} Tags are like de, pt-BR, zh-Hant.") from error
    settings = _read(project.root, site.MARKER)
    document = tomlkit.parse(settings)
    if lang not in document.setdefault("locales", tomlkit.table(is_super_table=True)):
        table = tomlkit.table()
        table["status"] = "draft"
        document["locales"][lang] = table
    lexicon, po = lexicon_path(lang), catalogs.po_path(lang)
    old_lexicon, old_po = _read(project.root, lexicon), _read(project.root, po)
    fresh = catalogs.update(Catalog(lang, po, None, {}), project.messages, project.content.site.title.value)
    source = _read(project.root, lexicon_path(project.source))
    return _changes(
        Change(site.MARKER, settings, _spaced(tomlkit.dumps(document))),
        Change(
            lexicon, old_lexicon, old_lexicon or skeleton(language.name, lang, tomlkit.parse(source).unwrap())
        ),
        Change(po, old_po, old_po or catalogs.render_po(fresh)),
    )


NEXT_STEPS = """
Next:
 1. Fill locales/{lang}/lexicon.toml; `sitegen check --locale {lang}` lists what it still lacks.
 2. Translate locales/{lang}/LC_MESSAGES/messages.po as plain text, then `sitegen locale bind {lang}`.
 3. Look at it with `sitegen serve`, see what is left with `sitegen locale status {lang}`; when nothing is, set
    status = "published" in content/site.toml.
"""
"""What a translator does after `add`."""


def _spaced(text: str) -> str:
    """A TOML text with an empty line before each table."""
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith("[") and lines and lines[-1].strip() and not lines[-1].startswith("#"):
            lines.append("")
        lines.append(line)
    return "".join(f"{line}\n" for line in lines)


def skeleton(title: str, lang: str, source: dict[str, Any]) -> str:
    """A lexicon to fill: every key of the source's, without words, with the source's beside it as a comment."""
    numbers = sorted((n, " ".join(run)) for run, n in spelled(lang, range(1, 13)).items())
    shown = ", ".join(f"{n} {word}" for n, word in numbers) or "none: list them here"
    out = [
        f"# The words of {title} ({lang}). sitegen/docs/lexicon.md says what each table is for.",
        "# {a,b} lists forms: trump{s,} is trumps, trump. The first form is the one that labels use, so give",
        "# the one that stands alone first, then the others. A form with a capital demands one in the text.",
        "# Behind each # stands what the source says.",
    ]
    for key in ("glue", "conj", "neg"):
        out += ["", f"# {KEYS[key]}", f'{key} = ""  # {source.get(key, "")}']
    out += ["", f"# {KEYS['affix']}", "[affix]"]
    out += [f"# {key} = {pattern!r}" for key, pattern in source.get("affix", {}).items()]
    for table in (*CLASSES, "term", "claim"):
        out += ["", f"# {KEYS[table]}", f"[{table}]"]
        if table == "num":
            out.append(f"# CLDR has for {lang}: {shown}")
        for value, forms in source.get(table, {}).items():
            out.append(f"{_key(value)} = []  # {'; '.join(forms)}")
    for table in ("avoid", "plural", "gender"):
        out += ["", f"# {KEYS[table]}", f"[{table}]"]
        if table == "plural":
            forms = ", ".join(f'{category} = [""]' for category in plural_categories(lang))
            out.append(f"# points = {{ {forms} }}")
        elif table == "gender":
            out.append('# noun = "its determiners, with spaces between them"')
        else:
            for notion, forms in source.get("avoid", {}).items():
                out.append(f"# {_key(notion)} = []  # {'; '.join(forms)}")
    label = source.get("label", {})
    letters = ", ".join(f'{rank} = "{letter}"' for rank, letter in label.get("indices", {}).items())
    out += ["", f"# {KEYS['label']}", "[label]"]
    out.append(f'card = "<rank> <suit>"  # {label.get("card", "<rank> <suit>")}')
    out.append(f"indices = {{}}  # {{ {letters} }}" if letters else "indices = {}")
    out += [
        "",
        f"# {KEYS['scan']}",
        "[scan]",
    ]
    for key in ("span_only", "require_upper", "ignore", "never"):
        listed = [", ".join(source.get("scan", {}).get(key, []))]
        if key == "span_only" and (small := [word for n, word in numbers if n <= 2]):
            listed.append(f"if they are everyday words here as well: {', '.join(small)}")
        note = "; ".join(filter(None, listed))
        out.append(f"{key} = []  # {note}" if note else f"{key} = []")
    return "\n".join(out) + "\n"


def _key(key: str) -> str:
    return key if key.replace("-", "").isalnum() and key.isascii() else f'"{key}"'


# spans put in --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Unbound:
    """What `bind` leaves to the translator in one message: `line` of the PO file, what, and how to mend it."""

    line: int
    what: str
    fix: str


@dataclass(frozen=True)
class Tally:
    """The facts that the sources of translations bind, each once a message, by what became of them.

    `before` had their spans, `now` got theirs, `in_claims` are said by the phrase of a claim and need none,
    `left` were not found: together they are all. `repeats` are words that say one of them once more, and were
    bound as well.
    """

    before: int = 0
    now: int = 0
    in_claims: int = 0
    left: int = 0
    repeats: int = 0

    @property
    def facts(self) -> int:
        return self.before + self.now + self.in_claims + self.left

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))


def _tally(source: str, before: str, after: str, nowhere: Sequence[str]) -> Tally:
    """What became of the facts of one message; `nowhere` are the addresses that were not found."""
    old, new = (Counter(s.target for s in spans(text)) for text in (before, after))
    wanted = {s.target for s in spans(source)}
    lost = wanted & set(nowhere)
    bound = (wanted & new.keys()) - lost
    return Tally(
        before=len(bound & old.keys()),
        now=len(bound - old.keys()),
        in_claims=len(wanted - bound - lost),
        left=len(lost),
        repeats=sum(max(0, new[address] - max(1, old[address])) for address in wanted),
    )


@dataclass(frozen=True)
class Bound:
    """What `bind` makes of a language: the change, what became of the facts, what is left to the translator."""

    changes: list[Change]
    tally: Tally
    unbound: list[Unbound]


def bind_catalog(project: site.Project, lang: str) -> Bound:
    """Spans put into every translation that lacks some."""
    lexicon, catalog = _lexicon(project, lang), _catalog(project, lang)
    entries: dict[Key, Entry] = {}
    unbound: list[Unbound] = []
    tally = Tally()
    for key, entry in catalog.entries.items():
        entries[key] = entry
        use = project.messages.get(key)
        if use is None or not entry.msgstr.value.strip():
            continue
        scope = _scope(use, project.vocabulary)
        found = bind(entry.msgstr.value, use.text.value, scope, project.vocabulary, lexicon)
        tally += _tally(use.text.value, entry.msgstr.value, found.text, found.nowhere)
        line = entry.msgstr.place().line
        present = {node.target for node in links(parse(entry.msgstr.value))}
        for target in dict.fromkeys(node.target for node in links(parse(use.text.value))):
            if target not in present:
                unbound.append(Unbound(line, f"the link to {target} is missing", f"Write [words]({target})."))
        for address in found.nowhere:
            unbound.append(_nowhere(line, address, scope, project.vocabulary, lexicon))
        for said, addresses in found.doubtful:
            choice = " or ".join(f"[{said}](#{address})" for address in addresses)
            unbound.append(
                Unbound(
                    line, f'"{said}" was found more than once or could be several facts', f"Write {choice}."
                )
            )
        if found.placed:
            entries[key] = replace(entry, msgstr=Text(found.text, catalog.path, entry.msgstr.spots))
    after = catalogs.render_po(replace(catalog, entries=entries))
    return Bound(_changes(Change(catalog.path, catalogs.render_po(catalog), after)), tally, unbound)


def _nowhere(line: int, address: str, scope: Scope, vocabulary: Vocabulary, lexicon: Lexicon) -> Unbound:
    found = vocabulary.resolve(address, scope)
    if isinstance(found, Fact):
        what = f"#{address} was not found: it stands for {name(found, lexicon)}"
        return Unbound(line, what, f"Words for it: {accepted_forms(found, lexicon)}")
    shown = phrases(found, lexicon) if isinstance(found, Claim) else []
    listed = "; ".join(shown) or "none yet"
    if isinstance(found, Claim):
        listed += f"\n    {another_phrase(found, lexicon)}"
    return Unbound(line, f"#{address} was not found: none of its phrases stands here", f"Phrases: {listed}")


def _scope(use: Use, vocabulary: Vocabulary) -> Scope:
    """What the spans of a message read."""
    scopes = [Scope(m.rules, m.example) for m in use.messages]
    return next((s for s in scopes if vocabulary.table("", s)[0] is not None), scopes[0])


def _lexicon(project: site.Project, lang: str) -> Lexicon:
    lexicon = project.lexicons.get(lang)
    if lexicon is None:
        raise Refused(
            f"{lexicon_path(lang)} is not finished: sitegen check --locale {lang} says what it lacks."
        )
    return lexicon


def _catalog(project: site.Project, lang: str) -> Catalog:
    if lang == project.source:
        raise Refused(f"{lang} is the language that the pages are written in: it has no catalogue")
    return project.catalogs[lang]


# words, terms --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Recorded:
    """A change of a lexicon: the file, the problems of the language that it mends and those that it makes."""

    changes: list[Change]
    mended: list[Problem]
    made: list[Problem]


def plain_words(project: site.Project, lang: str, plain: Sequence[str]) -> list[Change]:
    """Words recorded as plain in a language. Refused for what names a place in no lexicon, or is to be avoided."""
    lexicon = project.lexicons.get(lang)
    if len(plain) > 2 and plain[0] in (*CLASSES, "claim", "term"):
        raise Refused(f"to add to the lexicon write sitegen locale word {lang} {plain[0]}.{plain[1]} …")
    for text in plain:
        if re.fullmatch(r"[a-z]+\.[\w-]+", text):
            raise Refused(
                f"{text}: the places of a lexicon are {', '.join((*CLASSES, 'claim'))}, each with a value; and {', '.join(LISTS)}"
            )
        found = tokens(text, lang)
        if lexicon and any(lexicon.rival(found, at) for at in range(len(found))):
            raise Refused(f"{text} is a word that the site avoids: sitegen locale term {lang}")
    path = words.words_path(lang)
    accepted, _ = words.load_words(project.root, lang)
    folded = {t.word for text in plain for t in tokens(text, lang) if not (lexicon and lexicon.knows(t.word))}
    after = words.render_words(accepted.accepted | folded)
    return _changes(Change(path, _read(project.root, path), after)) if folded - accepted.accepted else []


def prune_words(project: site.Project, lang: str) -> list[Change]:
    """Plain words struck that no text of a language uses any more, or that its lexicon has now."""
    lexicon = _lexicon(project, lang)
    path = words.words_path(lang)
    accepted, _ = words.load_words(project.root, lang)
    nothing = words.Words(lang, frozenset())
    asked = {new.word for new in words.new_words(site.texts(project, lang), lexicon, nothing)}
    kept = {w for w in accepted.accepted & asked if not accepted.accepted & (lexicon.unjoined(w) - {w})}
    return _changes(Change(path, _read(project.root, path), words.render_words(kept)))


def is_name(text: str) -> bool:
    """Whether a text names a place in a lexicon: `outcome.failed`, `claim.void`, `neg`."""
    table, dot, value = text.partition(".")
    return text in LISTS or bool(dot and value and table in KEYS)


def add_forms(project: site.Project, lang: str, where: str, forms: Sequence[str]) -> Recorded:
    """Forms added to a value of a class, phrases to a claim, or words to a list such as `neg`."""
    table, _, value = where.partition(".")
    if table not in (*CLASSES, "claim", "term", "avoid", *LISTS):
        raise Refused(f"{where}: classes with words are {', '.join((*CLASSES, 'claim', *LISTS))}")
    if CLASSES.get(table) and value not in CLASSES[table]:
        raise Refused(f"class {table} has no value {value}: there are {', '.join(CLASSES[table])}")

    def edit(document: tomlkit.TOMLDocument) -> None:
        if table in LISTS:
            listed = str(document.get(table, "")).split()
            document[table] = " ".join([*listed, *(f for f in forms if f not in listed)])
        else:
            _append(document, table, value, forms)

    return _recorded(project, lang, edit)


def set_term(project: site.Project, lang: str, notion: str, forms: Sequence[str], avoid: bool) -> Recorded:
    """The words of a notion: the first becomes the preferred one, or all become words to avoid."""
    source = tomlkit.parse(_read(project.root, lexicon_path(project.source))).get("term", {})
    if notion not in source:
        raise Refused(f"there is no notion {notion}: there are {', '.join(source)}")

    def edit(document: tomlkit.TOMLDocument) -> None:
        table, other = ("avoid", "term") if avoid else ("term", "avoid")
        others = document.get(other, {}).get(notion, [])
        for form in [form for form in others if form in forms]:
            others.remove(form)
        _append(document, table, notion, forms, first=not avoid)

    return _recorded(project, lang, edit)


def terms(project: site.Project, lang: str) -> Iterator[tuple[str, str, str, str]]:
    """Each notion: the source's word, the language's words, those to avoid."""
    source, own = (
        tomlkit.parse(_read(project.root, lexicon_path(tag))).unwrap() for tag in (project.source, lang)
    )
    for notion, forms in source.get("term", {}).items():
        said, avoided = (", ".join(own.get(table, {}).get(notion, [])) for table in ("term", "avoid"))
        yield notion, forms[0], said, avoided


def _append(
    document: tomlkit.TOMLDocument, table: str, value: str, forms: Sequence[str], first: bool = False
) -> None:
    """Put forms into a list of a table, behind the others or before them; those that are there move or stay."""
    values = document.setdefault(table, tomlkit.table())
    listed = values.setdefault(value, tomlkit.array())
    old = list(listed)
    others = [form for form in old if not (first and form in forms)]
    new = [*forms, *others] if first else [*others, *(form for form in forms if form not in old)]
    if new != old:
        listed.clear()
        listed.extend(new)


def _recorded(project: site.Project, lang: str, edit: Any) -> Recorded:
    """A lexicon after an edit, with what the edit does to the problems of its language.

    Refused if the file is not TOML, or if the edit makes a fault in the lexicon itself.
    """
    path = lexicon_path(lang)
    before = _read(project.root, path)
    try:
        document = tomlkit.parse(before)
    except TOMLKitError as error:
        raise Refused(f"{path} is not TOML: {error}") from error
    edit(document)
    after = tomlkit.dumps(document)
    lexicon, faults = build_lexicon(lang, path, after, tomlkit.parse(after).unwrap())
    old_faults = [p for p in project.problems if p.place.path == path]
    new = replace(
        project,
        lexicons={**project.lexicons, **({lang: lexicon} if lexicon else {})},
        problems=[p for p in project.problems if p not in old_faults] + faults,
    )
    old_problems, new_problems = ({_unplaced(p, path): p for p in site.check(x)} for x in (project, new))
    mended = [p for k, p in old_problems.items() if k not in new_problems]
    made = [p for k, p in new_problems.items() if k not in old_problems]
    if wrong := [p for p in made if p.code.startswith("L") and p.code != "L103"]:
        raise Refused("\n".join(f"{p.code} {p.name}: {p.told}\n{indent(p.how, '    ')}" for p in wrong))
    return Recorded(_changes(Change(path, before, after)), sorted_problems(mended), sorted_problems(made))


def _unplaced(problem: Problem, path: str) -> Problem:
    """A problem without what an edit of the lexicon changes of it: its line there, and the words that would do."""
    place = replace(problem.place, line=0, column=0) if problem.place.path == path else problem.place
    return replace(problem, place=place, fix="", message="" if problem.code[0] == "F" else problem.message)


# seals ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OtherOrder:
    """A translation whose values come in another order than the source's: its line and both texts."""

    key: Key
    line: int
    source: str
    text: str


def other_orders(project: site.Project, lang: str) -> list[OtherOrder]:
    """The translations that ask for a seal, or whose seal is void, in the order of the file."""
    wrong = {(p.place.line) for p in site.check(project) if p.code == "F504" and p.locale == lang}
    out = []
    for key, entry in _catalog(project, lang).entries.items():
        first = entry.msgstr.place().line
        lines = {line for _, line, _ in entry.msgstr.spots} | {first}
        if wrong & lines and key in project.messages:
            out.append(OtherOrder(key, entry.line, project.messages[key].text.value, entry.msgstr.value))
    return out


def seal(project: site.Project, lang: str, lines: Sequence[int]) -> list[Change]:
    """The orders of the messages at some lines of the PO file confirmed. Refused where none is in question."""
    catalog = _catalog(project, lang)
    asking = {o.key: o for o in other_orders(project, lang)}
    entries = dict(catalog.entries)
    ends = sorted((entry.msgstr.spots[-1][1], key) for key, entry in entries.items())
    for line in lines:
        key = next((k for last, k in ends if line <= last), None)
        if key is None or key not in asking:
            known = ", ".join(str(o.line) for o in asking.values()) or "none"
            raise Refused(
                f"{catalog.path}:{line}: no order to confirm here; lines of messages that ask for it: {known}"
            )
        entry = entries[key]
        mark = f"prose: order-ok {relations.seal(asking[key].source, entry.msgstr.value)}"
        others = [c for c in entry.comments if not c.startswith("prose: order-ok ")]
        entries[key] = replace(entry, comments=[*others, mark])
    before, after = (catalogs.render_po(c) for c in (catalog, replace(catalog, entries=entries)))
    return _changes(Change(catalog.path, before, after))
