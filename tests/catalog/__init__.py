"""What the tests of catalogues share: a header, a file with one of everything, and entries made of a few words."""

from __future__ import annotations

from collections.abc import Sequence

from sitegen.catalog import Catalog, Entry, Kept, Key, Use, read_po, uses
from sitegen.content import Message
from sitegen.diagnostics import Text

HEADER = (
    'msgid ""\nmsgstr ""\n"Language: fr\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    '"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n'
)
"""Five lines: with a blank line behind them, what follows begins in line 7."""

FULL = (
    "# translators, one line each\n#\n#  and an indented one\n"
    + HEADER.replace('"Content', '"X-Editor: of somebody\\n"\n"Content')
    + r"""
# of the translator
#= a kind of comment that nobody knows yet
#without a blank
#. of the program
#: content/pages/play.md
#, fuzzy, no-wrap, python-format, x-foo
#| msgctxt ""
#| "head"
#| "ing"
#| msgid ""
#| "Old\n"
#| "and older"
msgctxt "heading"
msgid "“one”\\ \"two\"\tthree"
msgstr "Neuf"

#: content/pages/index.md
msgid ""
"first line\n"
"second of it"
msgstr ""
"première ligne\n"
"seconde"

msgctxt "nav"
msgid "New"
msgstr ""

# kept with it
#, fuzzy, x-foo
#~| msgctxt "cell"
#~| msgid ""
#~| "Gone "
#~| "before"
#~ msgctxt "cell"
#~ msgid "Gone"
#~ msgstr "Parti"

#~ msgid "Gone too"
#~ msgstr ""
#~ "Parti\n"
#~ "aussi"

#~ msgid "One point"
#~ msgid_plural "%d points"
#~ msgstr[0] "Un point"
#~ msgstr[1] "%d points"

# last words
#
# and the very last
"""
)
"""A file with one of everything that survives, as it is written."""

SPOTS = ((0, 0, 0),)


def entry(
    msgid: str,
    msgstr: str = "",
    context: str | None = None,
    comments: Sequence[str] = (),
    extracted: Sequence[str] = (),
    references: Sequence[str] = (),
    flags: Sequence[str] = (),
    previous: Sequence[str] = (),
    others: Sequence[str] = (),
) -> Entry:
    """An entry that stands in no file."""
    return Entry(
        Text(msgid, "", SPOTS), Text(msgstr, "", SPOTS), context, list(comments), list(extracted),
        list(references), list(flags), list(previous), 0, list(others),
    )  # fmt: skip


def catalog(*entries: Entry, lang: str = "fr", obsolete: Sequence[Kept] = ()) -> Catalog:
    """A catalogue of some entries."""
    header, problems = read_po(HEADER, "x.po", "fr")
    assert problems == []
    return Catalog(lang, "x.po", header.header, {e.key: e for e in entries}, list(obsolete))


def read(body: str, lang: str = "fr") -> Catalog:
    """The catalogue of a file without faults: a header and a body."""
    found, problems = read_po(f"{HEADER}\n{body}", "x.po", "fr")
    assert problems == []
    found.lang = lang
    return found


def message(value: str, role: str = "text") -> Message:
    return Message(Text(value, "page.md", ((0, 1, 1),)), role, "belote-maison")


def messages(*texts: str | tuple[str, str]) -> dict[Key, Use]:
    """Messages of a page: texts, or texts with their role."""
    return uses(message(t) if isinstance(t, str) else message(*t) for t in texts)
