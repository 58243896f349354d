"""Files that nobody should write: each gives clear problems with a place, no traceback, and soon."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from sitegen import site
from sitegen.diagnostics import CODES, Problem
from sitegen.files import LARGEST_FILE
from sitegen.prose.lexicon import MOST_FORMS, expand, listed
from sitegen.prose.patterns import MOST_WAYS, too_slow, ways
from sitegen.solve import solve_lines, solve_toml
from tests.prose import LANGUAGES, lexicon, read_lexicon, small
from tests.tiny import Tiny

SITE = "content/site.toml"
RULES = "content/rules/maison.toml"
PLAY = "content/pages/play.md"
EXAMPLES = "content/examples/more.toml"
LEXICON = "locales/fr/lexicon.toml"
WORDS = "locales/fr/words.txt"
SECONDS = 60
"""Far more than any of these takes on a busy machine; a hang is minutes or for ever."""
BIG = 4_000_000

PAGE = '+++\ntitle = "The play"\nrules = "maison"\n+++\n\n'
A_SITE = 'title = "T"\npages = ["index", "play"]\n'
MANY = 100_000


def appended(text: str) -> tuple[str, str]:
    return ("append", text)


HOSTILE: list[tuple[str, str, bytes | str | tuple[str, str], str]] = [
    # what it is, file, content (or what is put behind the content that is there), the code that tells of it
    # site.toml
    ("title is a number", SITE, 'title = 3\npages = ["index", "play"]\n', "C102"),
    ("title is an array of tables", SITE, '[[title]]\na = 1\n', "C102"),
    ("no title", SITE, 'pages = ["index", "play"]\n', "C102"),
    ("an unknown field", SITE, A_SITE + "colour = 1\n", "C102"),
    ("a key twice", SITE, A_SITE + 'title = "U"\n', "C101"),
    ("a table twice", SITE, A_SITE + "[locales.fr]\n[locales.fr]\n", "C101"),
    ("no pages", SITE, 'title = "T"\npages = []\n', "C102"),
    ("pages of tables", SITE, 'title = "T"\npages = [{a = 1}]\n', "C102"),
    ("a page twice", SITE, 'title = "T"\npages = ["index", "play", "play"]\n', "C102"),
    ("a page outside", SITE, 'title = "T"\npages = ["../../etc/passwd"]\n', "C102"),
    ("a page with a backslash", SITE, "title = 'T'\npages = ['sub\\play']\n", "C102"),
    ("a page that is not there", SITE, 'title = "T"\npages = ["index", "play", "nothing"]\n', "C101"),
    ("a source outside", SITE, A_SITE + 'source = "../.."\n', "C102"),
    ("a source nobody speaks", SITE, A_SITE + 'source = "xx-yy"\n', "C102"),
    ("a language outside", SITE, A_SITE + '[locales."../fr"]\n', "C102"),
    ("a language with a dot", SITE, A_SITE + "[locales.fr.ca]\n", "C102"),
    ("an empty key", SITE, A_SITE + '"" = 1\n', "C102"),
    ("a dotted key", SITE, A_SITE + "a.b.c = 1\n", "C102"),
    ("negative coverage", SITE, A_SITE + "[locales.fr]\ncoverage = -1\n", "C102"),
    ("coverage nan", SITE, A_SITE + "[locales.fr]\ncoverage = nan\n", "C102"),
    ("coverage inf", SITE, A_SITE + "[locales.fr]\ncoverage = inf\n", "C102"),
    ("coverage true", SITE, A_SITE + "[locales.fr]\ncoverage = true\n", "C102"),
    ("status of a list", SITE, A_SITE + '[locales.fr]\nstatus = ["draft"]\n', "C102"),
    ("locales is a date", SITE, A_SITE + "locales = 2026-01-01\n", "C102"),
    ("a date that is none", SITE, A_SITE + "base_url = 2026-13-41\n", "C101"),
    ("an address with a script", SITE, A_SITE + 'base_url = "javascript:alert(1)//"\n', "C102"),
    ("brackets without end", SITE, A_SITE + "x = " + "[" * MANY, "C101"),
    ("tables without end", SITE, A_SITE + "x = " + "{a=" * MANY, "C101"),
    ("dots without end", SITE, A_SITE + "a" + ".a" * 5000 + " = 1\n", "C102"),
    ("a number without end", SITE, A_SITE + "x = 1" + "0" * 5000, "C101"),
    ("a line without end", SITE, A_SITE + 'x = "' + "a" * BIG + '"\n', "C102"),
    ("a zero byte", SITE, (A_SITE + 'x = "\0"\n').encode(), "C101"),
    ("not UTF-8", SITE, b'title = "\xff\xfe"\n', "C101"),
    ("UTF-16", SITE, A_SITE.encode("utf-16"), "C101"),
    ("a byte-order mark", SITE, b"\xef\xbb\xbf" + A_SITE.encode(), "C101"),
    ("half written", SITE, A_SITE + '[locales.f', "C101"),
    ("half a string", SITE, 'title = "French Bel', "C101"),
    ("half a character", SITE, 'title = "é"\n'.encode()[:-3], "C101"),
    ("empty", SITE, b"", "C102"),
    # rule sets
    ("it extends itself", RULES, 'extends = "maison"\ntitle = "A"\n', "C301"),
    ("it extends what extends it", RULES, 'extends = "coinche"\ntitle = "A"\n', "C301"),
    ("it extends a path", RULES, 'extends = "../maison"\ntitle = "A"\n', "C301"),
    ("it extends a list", RULES, 'extends = ["maison"]\ntitle = "A"\n', "C301"),
    ("cards are a list", RULES, 'title = "A"\ngame = "belote"\ncards = []\n', "C301"),
    ("points are nan", RULES, appended("\n[cards.more]\nA = nan\n"), "C301"),
    ("a switch is a date", RULES, appended("\n[switches.nothing]\nvalue = 2026-01-01\n"), "C301"),
    ("rules not UTF-8", RULES, b"\xff", "C101"),
    ("rules nested", RULES, "x = " + "[" * MANY, "C101"),
    # examples
    ("an example is a number", EXAMPLES, "a = 3\n", "C201"),
    ("an example is a list of tables", EXAMPLES, "[[a]]\nrules = 1\n", "C201"),
    ("an empty name", EXAMPLES, '[""]\nrules = "maison"\n', "C201"),
    ("a name with dots", EXAMPLES, '["a.b.c"]\nrules = "maison"\n', "C201"),
    ("every value is wrong", EXAMPLES, '[a]\nrules = []\ntrump = {}\ntrick = nan\nseat = inf\nhand = 1979-05-27\n', "C201"),
    ("a hand of a million cards", EXAMPLES, f'[a]\nrules = "maison"\ntrump = "hearts"\ntrick = ""\nhand = "{"AS " * MANY}"\n', "C201"),
    ("points without end", EXAMPLES, '[a]\nrules = "maison"\ncards = {NS = 9223372036854775808, EW = -1}\n', "C201"),
    ("an example nested", EXAMPLES, "[a]\nhand = " + "[" * MANY, "C101"),
    ("examples half written", EXAMPLES, '[a]\nrules = "mai', "C101"),
    # lexicons
    ("braces without end", LEXICON, appended('[term2]\nx = ["' + "{a,b}" * 200 + '"]\n'), "L102"),
    ("a term with too many forms", LEXICON, '[term]\nx = ["' + "{a,b}" * 60 + '"]\n', "L102"),
    ("braces in braces", LEXICON, '[term]\nx = ["' + "{a," * 400 + "}" * 400 + '"]\n', "L102"),
    ("half a brace", LEXICON, '[term]\nx = ["{a,b"]\n', "L102"),
    ("a form without end", LEXICON, '[term]\nx = ["' + "a" * BIG + '"]\n', "L102"),
    ("an ending that takes for ever", LEXICON, "[affix]\nsuffix = '(a+)+$'\n", "L102"),
    ("an ending of a thousand groups", LEXICON, "[affix]\nprefix = '" + "(" * 1000 + ")" * 1000 + "'\n", "L102"),
    ("an ending that repeats too often", LEXICON, "[affix]\nprefix = 'a{99999999999}'\n", "L102"),
    ("an ending that is none", LEXICON, "[affix]\nprefix = '[a'\n", "L102"),
    ("a slot that takes for ever", LEXICON, "[claim]\nwins = ['<seat:(.*)*x> wins']\n", "L102"),
    ("a phrase of slots", LEXICON, f"[claim]\nwins = ['{'<seat> ' * 40}']\n", "L102"),
    ("a slot that is none", LEXICON, "[claim]\nwins = ['<<seat>> {a,b}<']\n", "L102"),
    ("classes of wrong types", LEXICON, "suit = 3\nrank = []\nseat = nan\nglue = 1979-05-27\nneg = {}\n", "L102"),
    ("a number that is none", LEXICON, '[num]\n"-1" = ["x"]\n"1e9" = ["y"]\n', "L102"),
    ("a lexicon not UTF-8", LEXICON, b"\xff", "L101"),
    ("a lexicon nested", LEXICON, "x = " + "[" * MANY, "L101"),
    ("a lexicon's number", LEXICON, "x = 1" + "0" * 5000, "L101"),
    ("an empty lexicon", LEXICON, b"", "L103"),
    # word lists
    ("words not UTF-8", WORDS, b"\xff\xfe", "L101"),
    ("a word without end", WORDS, "a" * BIG, "F303"),
    ("words with zero bytes", WORDS, b"\0\n" * 100, "F303"),
    # pages
    ("no front matter", PLAY, "Hello\n", "C102"),
    ("front matter without end", PLAY, '+++\ntitle = "a"\n', "C102"),
    ("an empty page", PLAY, b"", "C102"),
    ("a page not UTF-8", PLAY, b"+++\n\xff\n+++\n", "C101"),
    ("a page with a byte-order mark", PLAY, b"\xef\xbb\xbf" + PAGE.encode(), "C102"),
    ("front matter of wrong types", PLAY, "+++\ntitle = []\nrules = nan\nnav = 1979-05-27\n+++\n", "C102"),
    ("unknown rules", PLAY, '+++\ntitle = "a"\nrules = "../maison"\n+++\n', "C102"),
    ("HTML", PLAY, PAGE + "<b>bold</b>\n", "C105"),
    ("HTML in capitals", PLAY, PAGE + "<SCRIPT>alert(1)</SCRIPT>\n", "C105"),
    ("HTML half open", PLAY, PAGE + "text <img src=x onerror=alert(1)\n", "C105"),
    ("HTML with a slash", PLAY, PAGE + "a <svg/onload=alert(1)> b\n", "C105"),
    ("an HTML comment", PLAY, PAGE + "a <!-- b --> c\n", "C105"),
    ("a processing instruction", PLAY, PAGE + "a <?php b ?> c\n", "C105"),
    ("HTML in a heading", PLAY, PAGE + "## a <b>b</b>\n", "C105"),
    ("HTML in a table", PLAY, PAGE + "| a |\n|---|\n| <i>x</i> |\n", "C105"),
    ("HTML in a list", PLAY, PAGE + "- a\n    - <iframe src=x>\n", "C105"),
    ("an HTML entity", PLAY, PAGE + "a &lt;b&gt; c\n", "F601"),
    ("code", PLAY, PAGE + "    <b>code</b>\n", "C105"),
    ("a link with a script", PLAY, PAGE + "[a](javascript:alert)\n", "F203"),
    ("a link with data", PLAY, PAGE + "[a](data:text/html;base64,AAAA)\n", "F203"),
    ("a link out", PLAY, PAGE + "[a](../../etc/passwd)\n", "F203"),
    ("a link to a page outside", PLAY, PAGE + "[a](../play.md)\n", "F203"),
    ("a picture", PLAY, PAGE + "![a](b.png)\n", "F601"),
    ("a block that is not closed", PLAY, PAGE + "/// summary\na\n", "C103"),
    ("a block that was not opened", PLAY, PAGE + "a\n\n///\n", "C103"),
    ("an unknown block", PLAY, PAGE + "/// nothing\na\n///\n", "C103"),
    ("a block in a block", PLAY, PAGE + "//// summary\n/// summary\na\n///\n////\n", "C103"),
    ("blocks without end", PLAY, PAGE + "\n".join("/" * n + " summary" for n in range(3, 300)), "C103"),
    ("a block without argument", PLAY, PAGE + "/// play\na\n///\n", "C103"),
    ("a block of another example", PLAY, PAGE + "/// play | ../../x\na\n///\n", "C104"),
    ("quotations without end", PLAY, PAGE + "> " * 20_000 + "a\n", "C103"),
    ("lists in lists", PLAY, PAGE + "\n".join("    " * n + "- a" for n in range(300)), "C103"),
    ("marks of lists", PLAY, PAGE + "- " * 5000 + "a\n", "C103"),
    ("a paragraph without end", PLAY, PAGE + "word " * (BIG // 5), "C103"),
    ("a heading of spaces", PLAY, PAGE + "# a" + " " * MANY + "{\n", "C103"),
    ("brackets in a page", PLAY, PAGE + "[" * 15_000 + "\n", "F601"),
    ("stars in a page", PLAY, PAGE + "a *" * 5_000 + "\n", "F601"),
    ("an id twice", PLAY, PAGE + "## a {#x}\n\n## b {#x}\n", "C103"),
    ("a number without end in prose", PLAY, PAGE + "9" * 15_000 + "\n", "F301"),
    ("a product without end", PLAY, PAGE + "[" + "9" * 12 + " × 9" * 1000 + "](#k.deal)\n", "F103"),
]  # fmt: skip


ELSEWHERE = {
    "F303": ("content/site.toml", "content/pages/play.md", "locales/fr/LC_MESSAGES/messages.po"),  # the words
    "C101": ("content/pages/nothing.md",),  # the page that is listed
    "C301": ("content/rules/coinche.toml",),  # of files in a circle the first by name is to blame
}
"""Where a fault of one file is told, if not in it."""


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Tiny:
    return Tiny(tmp_path_factory.mktemp("hostile") / "site")


def checked(tiny: Tiny) -> list[Problem]:
    """What `check` says, as text and as JSON, within the time."""
    before = time.monotonic()
    problems = tiny.problems()
    assert time.monotonic() - before < SECONDS
    return problems


@pytest.mark.parametrize(
    ("content", "name", "code"), [(c, n, k) for _, n, c, k in HOSTILE], ids=[h[0] for h in HOSTILE]
)
def test_a_hostile_file(content: bytes | str | tuple[str, str], name: str, code: str, tiny: Tiny) -> None:
    """It is told with its code, in that file; every problem has a message and a way to mend it."""
    files = [name] if tiny.path(name).exists() else []
    try:
        with tiny.changed(*files):
            tiny.write(name, tiny.read(name) + content[1] if isinstance(content, tuple) else content)
            problems = checked(tiny)
    finally:
        if not files:
            tiny.path(name).unlink(missing_ok=True)
    own = [p for p in problems if p.code == code and p.place.path in (name, *ELSEWHERE.get(code, ()))]
    assert own, sorted({(p.code, p.place.path) for p in problems})
    for problem in own:
        assert problem.message
        assert CODES[problem.code].fix
        assert len(problem.message) < 1000


def test_the_site_is_sound_without_them(tiny: Tiny) -> None:
    """Positive control: the site that those files were put into has no problem of its own."""
    assert checked(tiny) == []


def test_old_line_ends(tmp_path: Path) -> None:
    """Files whose lines end as they did on old machines are read as if they ended in a line feed."""
    tiny = Tiny(tmp_path / "site")
    for name in (SITE, RULES, PLAY, LEXICON, WORDS):
        tiny.write(name, tiny.path(name).read_bytes().replace(b"\n", b"\r"))
    assert tiny.problems() == []


PROSE = [
    "{{ 7 * 7 }}",
    "{% include 'base.html' %}",
    "{# gone #}",
    "${7*7}",
    "<%= x %>",
    "{{ config.__class__ }}",
]


@pytest.mark.parametrize("said", PROSE)
def test_template_syntax_in_prose_is_text(said: str, tmp_path: Path) -> None:
    """What is code to a template stands on the page as it was typed, or is told: it never runs."""
    tiny = Tiny(tmp_path / "site")
    tiny.change(PLAY, "Belote is worth", f"{said} Belote is worth")
    tiny.update()
    tiny.accept_words()
    problems = tiny.problems()
    assert {p.code for p in problems} <= {"P104", "P105", "F301", "F601", "F304"}
    assert all("49" not in p.message for p in problems)


# links and what is no file ------------------------------------------------------------------------------

LINKED = [
    (SITE, "C101"), (RULES, "C101"), (PLAY, "C101"), ("content/examples/all.toml", "C101"), (LEXICON, "L101"),
    (WORDS, "L101"), ("templates/assets/site.css", "C101"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "code"), LINKED, ids=[n for n, _ in LINKED])
def test_a_link_that_leads_out(name: str, code: str, tmp_path: Path) -> None:
    """A file that is a link to something outside the project is not read: it is not the project's to publish."""
    tiny = Tiny(tmp_path / "site")
    outside = tmp_path / "secret"
    outside.write_bytes(tiny.path(name).read_bytes())
    tiny.path(name).unlink()
    tiny.path(name).symlink_to(outside)
    found = [p for p in tiny.problems() if p.place.path == name]
    assert [code] == sorted({p.code for p in found})
    assert "it is a link that leads out of the project" in found[0].message


def test_a_link_that_stays_inside(tmp_path: Path) -> None:
    """A link to a file of the project is read as that file."""
    tiny = Tiny(tmp_path / "site")
    tiny.path(WORDS).rename(tiny.path("locales/fr/list.txt"))
    tiny.path(WORDS).symlink_to("list.txt")
    assert tiny.problems() == []


@pytest.mark.parametrize(
    ("name", "code"),
    [n for n in LINKED if n[0] != "templates/assets/site.css"],
    ids=[n for n, _ in LINKED[:-1]],
)
@pytest.mark.parametrize("kind", ["folder", "pipe", "large"])
def test_what_is_no_file(kind: str, name: str, code: str, tmp_path: Path) -> None:
    """A folder, a pipe and a file of more than ten megabytes in the place of a file are told, not waited for."""
    tiny = Tiny(tmp_path / "site")
    tiny.path(name).unlink(missing_ok=True)
    if kind == "folder":
        tiny.path(name).mkdir()
    elif kind == "pipe":
        os.mkfifo(tiny.path(name))
    else:
        with tiny.path(name).open("wb") as file:
            file.truncate(LARGEST_FILE + 1)
    before = time.monotonic()
    project, problems = site.load(tiny.root)
    problems = site.check(project) if project else problems
    assert time.monotonic() - before < SECONDS
    assert code in {p.code for p in problems if p.place.path == name}


# bounds -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "most"),
    [
        ("a", 1),
        ("{a,b}", 2),
        ("{a,b}{c,d,e}", 6),
        ("{a,b{c,d}}", 4),
        ("{,}", 2),
        ("{a", 1),
        ("}a,b{", 1),
        ("a,b", 1),
    ],
)
def test_how_many_forms_braces_list(form: str, most: int) -> None:
    """The number is known before the forms are made, and is never too small."""
    assert most == listed(form)
    assert len(expand(form)) <= most


def test_forms_without_end_are_counted_at_once() -> None:
    """A million alternatives are refused by their number alone."""
    before = time.monotonic()
    assert listed("{a,b}" * MANY) > MOST_FORMS
    assert time.monotonic() - before < 5


@pytest.mark.parametrize(
    ("pattern", "slow"),
    [
        ("'s?", False),
        ("(?:l|d|qu)'", False),
        ("[^ ]{2,}m(?:az[^ ]*|ez[^ ]*)", False),
        ("'?(?:l[ae]r)?(?:s?[iu])?", False),
        (r"\(+\)*[]a]", False),
        ("(a+)+", True),
        ("(a*)*b", True),
        ("(a|a)*b", True),
        ("(?:a|aa)+$", True),
        ("a?" * 30 + "a" * 30, True),
        (".*.*.*.*x", True),
        ("(.*){3}", True),
        ("(a{1,9}){9}", True),
        ("(" * 60 + ")" * 60, True),
        ("a" * 2001, True),
    ],
)
def test_expressions_that_take_too_long(pattern: str, slow: bool) -> None:
    """An expression is judged by the number of ways in which it can be tried, without running it."""
    assert slow == too_slow(pattern)


def test_the_projects_expressions_are_quick() -> None:
    """Every language of the site is far from the bound."""
    patterns = [
        p.pattern
        for lang in LANGUAGES
        for p in (lexicon(lang)._suffix, lexicon(lang)._prefix, lexicon(lang)._negation)
        if p
    ]
    assert patterns
    assert max(map(ways, patterns)) * 2 < MOST_WAYS


def test_a_long_word_is_read_quickly() -> None:
    """A word of a million letters has no endings: the expressions of a lexicon are not asked."""
    found = small("en", "[affix]\nsuffix = '.*.*x'\nprefix = '.*'\nnegation = '.*.*n'\njoined = '.*y'\n")
    before = time.monotonic()
    word = "a" * 1_000_000
    assert found.stems(word) == ()
    assert found.unjoined(word) == {word}
    assert time.monotonic() - before < 5


def test_a_lexicon_with_every_fault_tells_all() -> None:
    """One run tells every fault of a file."""
    source = "[affix]\nsuffix = '(a+)+'\nprefix = '['\n[term]\nx = ['{a,b}{', '" + "{a,b}" * 20 + "']\n"
    _, problems = read_lexicon(source)
    assert {"suffix", "prefix", "x"} <= {p.said for p in problems}


# solve --------------------------------------------------------------------------------------------------

LINES = [
    "", "null", "[]", "3", '"a"', "{", "{}", '{"id": 1}', "[" * MANY, '{"a":' * MANY, "1" * 5000, "NaN", "-Infinity",
    '{"id":"a","id":"b"}', '{"id":"a","rules":null}', '{"id":"a","rules":{"a":[]},"trump":[],"trick":{}}',
    '{"id":"a","hand":["AS",3,null,{},[]]}', '{"id":"a","cards":{"NS":1e400}}', '{"id":"\\ud800"}', "\ufeff{}", "\0",
    '{"id":"a","switches":{"undertrump":[]}}', '{"id":"a","hands":{"N":"AS","X":{}},"plays":[[[]]]}',
]  # fmt: skip


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[:20])
def test_a_hostile_line(line: str) -> None:
    """Every line that is no example is answered with an error that is JSON, and the next line is read."""
    answers = list(solve_lines([line, "also wrong"], {}))
    assert len(answers) == (2 if line.strip() else 1)
    for answer in answers:
        error = answer["error"]
        assert isinstance(error, dict)
        assert error["code"]
        assert json.loads(json.dumps(answer)) == answer


@pytest.mark.parametrize(
    "source", ["[" * MANY, "a = 1" + "0" * 5000, "a = 3", "[[a]]", '[""]', "a = nan", "\0", "[a]\n[a]"]
)
def test_a_hostile_table(source: str) -> None:
    """So are TOML texts."""
    answers = list(solve_toml(source, {}))
    assert answers
    assert all("error" in answer for answer in answers)
