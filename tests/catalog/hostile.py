"""Files that are not as PO files should be: what stands in them, and what must be told of each.

Each row is a name, the bytes of the file, and the problems: code, line, column (0: whatever), a part of the
message. `body` puts a header before the text, which then begins in line 7.
"""

from __future__ import annotations

from tests.catalog import HEADER

Told = tuple[str, int, int, str]

GOOD = 'msgid "a"\nmsgstr "b"\n'
OTHER = 'msgid "c"\nmsgstr "d"\n'


def body(text: str) -> bytes:
    return f"{HEADER}\n{text}".encode()


def header(*fields: str) -> bytes:
    lines = "".join(f'"{f}\\n"\n' for f in fields)
    return f'msgid ""\nmsgstr ""\n{lines}\n{GOOD}'.encode()


LANG, TYPE, PLURAL = (
    "Language: fr",
    "Content-Type: text/plain; charset=UTF-8",
    "Plural-Forms: nplurals=2; plural=n>1;",
)
MINE, BASE, SIDES, THEIRS = "<<<<<<< HEAD\n", "||||||| 1234567\n", "=======\n", ">>>>>>> theirs\n"

HOSTILE: tuple[tuple[str, bytes, list[Told]], ...] = (
    # lines and strings
    ("a stray line", body(f"nonsense\n\n{GOOD}"), [("P101", 7, 1, "no part of a PO file")]),
    ("stray lines are told once", body(f"<html>\n<body>\nmore\n\n{GOOD}"), [("P101", 7, 1, "no part")]),
    ("a stray line in an entry", body('msgid "a"\nnonsense\nmsgstr "b"\n'), [("P101", 8, 1, "no part")]),
    ("a stray quote", body('msgid "a"\nmsgstr "say "no" twice"\n'), [("P101", 8, 8, 'between two "')]),
    ("a string without an end", body('msgid "a\nmsgstr "d"\n'), [("P101", 7, 7, 'between two "')]),
    ("a string that is only a quote", body('msgid "a"\nmsgstr "\n'), [("P101", 8, 8, 'between two "')]),
    ("an escaped end", body('msgid "a\\"\nmsgstr "d"\n'), [("P101", 7, 7, 'between two "')]),
    ("words behind a string", body('msgid "a" b\nmsgstr "d"\n'), [("P101", 7, 7, 'between two "')]),
    ("typographic quotes", body("msgid “a”\nmsgstr “b”\n"), [("P101", 7, 1, "no part")]),
    ("unknown escapes", body('msgid "a"\nmsgstr "\\d x \\q"\n'), [("P101", 8, 9, "no escape \\d"), ("P101", 8, 14, "no escape \\q")]),
    ("escapes of C", body('msgid "a"\nmsgstr "\\x41"\n'), [("P101", 8, 9, "no escape \\x")]),
    ("no blank before a string", body('msgid"a"\nmsgstr "d"\n'), [("P101", 7, 1, "no blank between msgid")]),
    ("no string", body('msgid\nmsgstr "d"\n'), [("P101", 7, 1, "no part")]),
    ("a string alone", body(f'"a"\n\n{GOOD}'), [("P101", 7, 1, "belongs to no keyword")]),
    ("an unknown keyword", body(f'domain "x"\n\n{GOOD}'), [("P101", 7, 1, "no keyword domain")]),
    ("a mistyped keyword", body('msgid "a"\nmsgst "b"\n\n' + OTHER), [("P101", 8, 1, "no keyword msgst")]),
    ("a capital keyword", body('Msgid "a"\nmsgstr "b"\n'), [("P101", 7, 1, "no keyword Msgid")]),
    ("a form that is no number", body('msgid "a"\nmsgstr[x] "b"\n'), [("P101", 8, 1, "no keyword msgstr[x]")]),
    # entries
    ("no msgstr", body(f'msgid "x"\n\n{GOOD}'), [("P101", 7, 1, "the entry has no msgstr")]),
    ("no msgstr at the end", body('msgid "x"\n'), [("P101", 7, 1, "the entry has no msgstr")]),
    ("no msgid", body(f'msgstr "x"\n\n{GOOD}'), [("P101", 7, 1, "the entry has no msgid")]),
    ("only a context", body(f'msgctxt "x"\n\n{GOOD}'), [("P101", 7, 1, "the entry has no msgid")]),
    ("two msgstr", body('msgid "x"\nmsgstr "a"\nmsgstr "b"\n'), [("P101", 9, 1, "msgstr stands twice")]),
    ("two msgid", body('msgid "x"\nmsgid "y"\nmsgstr "b"\n'), [("P101", 8, 1, "msgid stands twice")]),
    ("two contexts", body('msgctxt "x"\nmsgctxt "y"\nmsgid "a"\nmsgstr "b"\n'), [("P101", 8, 1, "msgctxt stands twice")]),
    ("a previous msgid without quotes", body(f"#| msgid Old\n{GOOD}"), [("P101", 7, 1, "no previous msgid")]),
    ("an obsolete line without string", body("#~ msgid\n#~ msgstr \"b\"\n"), [("P101", 7, 4, "no part")]),
    ("an obsolete entry without msgstr", body(f'#~ msgid "x"\n\n{GOOD}'), [("P101", 7, 1, "the obsolete entry has no msgstr")]),
    ("an obsolete entry without msgid", body('#~ msgstr "x"\n'), [("P101", 7, 1, "the obsolete entry has no msgid")]),
    ("only a previous obsolete msgid", body(f'#~| msgid "x"\n\n{GOOD}'), [("P101", 7, 1, "the obsolete entry has no msgid")]),
    ("an entry that turns obsolete", body('msgid "x"\n#~ msgstr "y"\n'), [("P101", 7, 1, "the entry has no msgstr"), ("P101", 8, 1, "the obsolete entry has no msgid")]),
    # twice
    ("a message twice", body(f"{GOOD}\n{GOOD}"), [("P102", 10, 1, "already stands in line 7")]),
    ("a message thrice", body(f"{GOOD}\n{GOOD}\n{GOOD}"), [("P102", 10, 1, "line 7"), ("P102", 13, 1, "line 7")]),
    ("twice in a context", body(f'msgctxt "c"\n{GOOD}\nmsgctxt "d"\n{GOOD}\nmsgctxt "c"\n{GOOD}'), [("P102", 15, 1, "line 7")]),
    ("twice, written otherwise", body(f'{GOOD}\nmsgid ""\n"a"\nmsgstr "e"\n'), [("P102", 10, 1, "line 7")]),
    ("twice, once fuzzy", body(f"{GOOD}\n#, fuzzy\n{GOOD}"), [("P102", 11, 1, "line 7")]),
    ("an obsolete one that stands", body(f'{GOOD}\n#~ msgid "a"\n#~ msgstr "c"\n'), [("P102", 10, 1, "line 7")]),
    ("obsolete before it stands", body(f'#~ msgid "a"\n#~ msgstr "c"\n\n{GOOD}'), [("P102", 10, 1, "line 7")]),
    ("obsolete twice", body('#~ msgid "a"\n#~ msgstr "c"\n\n#~ msgid "a"\n#~ msgstr "d"\n'), [("P102", 10, 1, "line 7")]),
    ("two headers", f"{HEADER}\n{HEADER}".encode(), [("P102", 7, 1, "two headers; the first is in line 1")]),
    # merge conflicts
    ("a conflict of entries", body(f"{MINE}{GOOD}{SIDES}{GOOD}{THEIRS}\n{OTHER}"), [("P108", 7, 1, "lines 7 to 13")]),
    ("a conflict of one line", body(f'msgid "a"\n{MINE}msgstr "b"\n{SIDES}msgstr "B"\n{THEIRS}\n{OTHER}'), [("P108", 8, 1, "lines 8 to 12")]),
    ("a conflict in a string", body(f'msgid "a"\nmsgstr ""\n{MINE}"b"\n{SIDES}"B"\n{THEIRS}"c"\n\n{OTHER}'), [("P108", 9, 1, "lines 9 to 13")]),
    ("a conflict with its base", body(f"{MINE}{GOOD}{BASE}{GOOD}{SIDES}{GOOD}{THEIRS}\n{OTHER}"), [("P108", 7, 1, "lines 7 to 16")]),
    ("two conflicts", body(f"{MINE}{GOOD}{SIDES}{THEIRS}\n{OTHER}\n{MINE}{SIDES}{THEIRS}"), [("P108", 7, 1, "lines 7 to 11"), ("P108", 16, 1, "lines 16 to 18")]),
    ("a conflict without end", body(f"{MINE}\n{GOOD}"), [("P108", 7, 1, "its mark")]),
    ("the middle of a conflict", body(f"{SIDES}\n{GOOD}"), [("P108", 7, 1, "its mark")]),
    ("the end of a conflict", body(f"{THEIRS}\n{GOOD}"), [("P108", 7, 1, "its mark")]),
    ("a conflict in the header", f'msgid ""\nmsgstr ""\n{MINE}"Language: fr\\n"\n{SIDES}"Language: de\\n"\n{THEIRS}\n{GOOD}'.encode(), [("P108", 3, 1, "lines 3 to 7")]),
    # characters
    ("a byte-order mark", b"\xef\xbb\xbf" + body(GOOD), [("P109", 1, 1, "begins with a byte-order mark")]),
    ("a byte-order mark inside", body(f"\ufeff{GOOD}"), [("P109", 7, 1, "inside the file")]),
    ("CR alone", body(GOOD).replace(b"\n", b"\r"), [("P109", 1, 1, "lines end in CR alone")]),
    ("CR alone here and there", body(GOOD).replace(b'"a"\n', b'"a"\r'), [("P109", 7, 1, "lines end in CR alone")]),
    ("CR in a string", body('msgid "a"\nmsgstr "b\rc"\n'), [("P109", 8, 10, "U+000D is a control character")]),
    ("NUL", body('msgid "a"\nmsgstr "b\0"\n'), [("P109", 8, 10, "U+0000 is a control character")]),
    ("a control character", body('msgid "a"\nmsgstr "b\x1b[0m"\n'), [("P109", 8, 10, "U+001B")]),
    ("a form feed between entries", body(f"{GOOD}\f\n{OTHER}"), [("P109", 9, 1, "U+000C")]),
    ("a control character of Latin 1", body('msgid "a"\nmsgstr "l\x92as"\n'), [("P109", 8, 10, "U+0092")]),
    ("a line separator", body('msgid "a"\nmsgstr "b\u2028c"\n'), [("P109", 8, 10, "U+2028")]),
    ("a lost letter", body('msgid "a"\nmsgstr "c\ufffdur"\n'), [("P109", 8, 10, "a letter was lost")]),
    ("half a character", body('msgid "a"\nmsgstr "') + b'\xed\xa0\x80"\n', [("P109", 8, 9, "half a character")]),
    ("UTF-16", (HEADER + GOOD).encode("utf-16"), [("P109", 1, 1, "the file is UTF-16")]),
    ("UTF-16 without a mark", (HEADER + GOOD).encode("utf-16-le"), [("P109", 1, 1, "every other byte is zero")]),
    ("UTF-32", (HEADER + GOOD).encode("utf-32"), [("P109", 1, 1, "the file is UTF-32")]),
    ("Latin 1 that says so", header(LANG, TYPE.replace("UTF-8", "ISO-8859-1"), PLURAL).replace(b'"b"', b'"\xe9"'), [("P109", 8, 9, "its header says ISO-8859-1")]),
    ("Latin 1 that says UTF-8", body('msgid "a"\nmsgstr "') + b'\xe9"\n', [("P109", 8, 9, "not UTF-8 text")]),
    ("a file that was cut off", body('msgid "a"\nmsgstr "') + "é".encode()[:1], [("P109", 8, 9, "not UTF-8 text")]),
    # plural forms
    ("a message with plural forms", body('msgid "x"\nmsgid_plural "y"\nmsgstr[0] "b"\nmsgstr[1] "c"\n'), [("P110", 7, 1, "no messages with plural forms")]),
    ("too few plural forms", body('msgid "x"\nmsgid_plural "y"\nmsgstr[0] "b"\n'), [("P110", 7, 1, "has 1 of 2 forms")]),
    ("plural forms out of order", body('msgid "x"\nmsgid_plural "y"\nmsgstr[1] "b"\nmsgstr[0] "b"\n'), [("P110", 7, 1, "not numbered 0, 1, 2")]),
    ("a form without plural", body('msgid "x"\nmsgstr[0] "b"\n'), [("P110", 7, 1, "not whole")]),
    ("a plural without forms", body('msgid "x"\nmsgid_plural "y"\nmsgstr "b"\n'), [("P110", 7, 1, "not whole")]),
    ("a form twice", body('msgid "x"\nmsgid_plural "y"\nmsgstr[0] "b"\nmsgstr[0] "b"\n'), [("P101", 10, 1, "msgstr[0] stands twice")]),
    ("plural forms of a message that stands", body(f'{GOOD}\nmsgid "a"\nmsgid_plural "y"\nmsgstr[0] "b"\nmsgstr[1] "c"\n'), [("P102", 10, 1, "line 7"), ("P110", 10, 1, "plural")]),
    ("a header with plural forms", b'msgid ""\nmsgid_plural "b"\nmsgstr[0] "c"\nmsgstr[1] "d"\n', [("P101", 1, 1, "header has plural forms")]),
    # placeholders and line breaks
    ("a renamed placeholder", body('msgid "{count} tricks"\nmsgstr "plis : {nombre}"\n'), [("P111", 8, 16, "lacks {count} and has {nombre}")]),
    ("a lost placeholder", body('msgid "%(name)s wins"\nmsgstr "gagne"\n'), [("P111", 8, 9, "lacks %(name)s")]),
    ("a placeholder too many", body('msgid "%s of it"\nmsgstr "%s de %s"\n'), [("P111", 8, 9, "has %s, which")]),
    ("a placeholder in capitals", body('msgid "{n}"\nmsgstr "{N}"\n'), [("P111", 8, 9, "lacks {n} and has {N}")]),
    ("a line break lost at the end", body('msgid "a\\n"\nmsgstr "b"\n'), [("P111", 8, 9, "both begin, or end")]),
    # direction of writing
    ("an embedding left open", body('msgid "a"\nmsgstr "x \u202bb"\n'), [("P112", 8, 11, "never closed")]),
    ("an isolate left open", body('msgid "a"\nmsgstr "\u2067b \u2067c\u2069"\n'), [("P112", 8, 9, "never closed")]),
    ("a control that closes nothing", body('msgid "a"\nmsgstr "b\u2069"\n'), [("P112", 8, 10, "closes no other")]),
    ("controls that cross", body('msgid "a"\nmsgstr "\u2067b\u202ac\u2069\u202c"\n'), [("P112", 8, 13, "closes no other")]),
    ("letters turned round", body('msgid "a"\nmsgstr "\u202e162\u202c"\n'), [("P112", 8, 9, "turns letters")]),
    # the header
    ("no header", GOOD.encode(), [("P103", 1, 1, "no header")]),
    ("nothing", b"", [("P103", 1, 1, "no header")]),
    ("only a comment", b"# nothing\n", [("P103", 1, 1, "no header")]),
    ("an empty header", f'msgid ""\nmsgstr ""\n\n{GOOD}'.encode(), [("P103", 1, 1, "no header")]),
    ("a blank header", f'msgid ""\nmsgstr " "\n\n{GOOD}'.encode(), [("P103", 1, 1, "no header")]),
    ("the header of a template", header("Language: ", "Content-Type: text/plain; charset=CHARSET", "Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;"), [("P113", 3, 2, "does not say Language, Content-Type, Plural-Forms")]),
    ("another encoding", header(LANG, TYPE.replace("UTF-8", "ISO-8859-1"), PLURAL), [("P113", 4, 2, "says Content-Type: text/plain; charset=ISO-8859-1")]),
    ("another language", header(LANG.replace("fr", "tr"), TYPE, PLURAL), [("P113", 3, 2, "says Language: tr")]),
    ("no language", header(TYPE, PLURAL), [("P113", 3, 2, "does not say Language")]),
    ("no encoding", header(LANG, PLURAL), [("P113", 3, 2, "does not say Content-Type")]),
    ("a fuzzy header", b"#, fuzzy\n" + header(LANG, TYPE, PLURAL), [("P113", 2, 1, "header is fuzzy")]),
    ("a field twice", header(LANG, TYPE, PLURAL, LANG), [("P113", 6, 2, "says Language twice")]),
    ("no field", header(LANG, TYPE, PLURAL, "of the translators"), [("P113", 6, 2, "is no field")]),
    ("no rule of plurals", header(LANG, TYPE), [("P114", 3, 2, "does not say Plural-Forms")]),
    ("the rule of another language", header(LANG, TYPE, "Plural-Forms: nplurals=2; plural=n != 1;"), [("P114", 5, 2, "says Plural-Forms: nplurals=2")]),
    ("fewer forms than the rule gives", header(LANG, TYPE, "Plural-Forms: nplurals=1; plural=n>1;"), [("P113", 5, 2, "which is no rule")]),
    ("a rule that is no rule", header(LANG, TYPE, "Plural-Forms: nplurals=2; plural=__import__('os');"), [("P113", 5, 2, "which is no rule")]),
    ("a rule that divides by zero", header(LANG, TYPE, "Plural-Forms: nplurals=2; plural=1/n;"), [("P113", 5, 2, "which is no rule")]),
)  # fmt: skip

HARMLESS: tuple[tuple[str, bytes], ...] = (
    ("a header behind a message", f"{GOOD}\n{HEADER}".encode()),
    ("Windows line ends", body(GOOD).replace(b"\n", b"\r\n")),
    ("Windows line ends here and there", body(GOOD).replace(b'"a"\n', b'"a"\r\n')),
    ("blanks at the ends of lines", body(GOOD).replace(b"\n", b" \n")),
    ("blanks before lines", body(GOOD).replace(b"\n", b"\n\t ")),
    ("no blank lines", (HEADER + GOOD + 'msgctxt "c"\n' + GOOD).encode()),
    ("no line end at the end", body(GOOD).rstrip()),
    ("a percent sign", body('msgid "100 % of it"\nmsgstr "100 % de cela, 50% d’abord"\n')),
    ("braces of the other kind", body('msgid "{{n}} and %%s"\nmsgstr "accolades"\n')),
    ("placeholders in another order", body('msgid "{a} and {b}"\nmsgstr "{b} et {a}"\n')),
    ("placeholders of a fuzzy entry", body('#, fuzzy\nmsgid "{a}"\nmsgstr "rien"\n')),
    ("joiners, soft hyphens, marks", body('msgid "a"\nmsgstr "क्\u200dष می\u200cخواهم sur\u00adcoinche \u200e162\u200f\u061c"\n')),
    ("directions that are closed", body('msgid "a"\nmsgstr "\u2067b \u202ac\u202c\u2069 \u2068d\u2069"\n')),
    ("other comments", body(f"#= sticky\n#foo\n#!\n{GOOD}")),
    ("one msgid in several contexts", body(f'{GOOD}\nmsgctxt ""\n{GOOD}\nmsgctxt "x"\n{GOOD}')),
    ("obsolete plural forms", body('#~ msgid "x"\n#~ msgid_plural "y"\n#~ msgstr[0] "b"\n')),
    ("a longer rule that comes to the same", header(LANG, TYPE, "Plural-Forms: nplurals=3; plural=n<2 ? 0 : n==1000000 ? 1 : 2")),
    ("marks that are no conflict", body(f"# <<<<<<< HEAD\n# =======\n{GOOD}")),
    ("many lines of a string", body('msgid ""\n' + '"a"\n' * 50 + 'msgstr ""\n' + '"b"\n' * 50)),
)  # fmt: skip
"""Files that are unusual, and of which nothing must be told."""

NAMES = [name.replace(" ", "-") for name in [*(n for n, _, _ in HOSTILE), *(n for n, _ in HARMLESS)]]
"""The names of both tables, as tests show them."""
