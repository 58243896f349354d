"""The command line: every command, its exit codes, its text and JSON, and no traceback whatever it is given."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from sitegen import site
from sitegen.cli import EXIT_CODES, main
from sitegen.diagnostics import CODES
from sitegen.engine import ERRORS
from tests.deals import ROOT
from tests.tiny import Tiny

KEYS = ["code", "severity", "path", "line", "column", "locale", "address", "said", "true", "message", "fix"]
COUNTS = ["pages", "locales", "messages", "spans", "facts"]
PO = "locales/fr/LC_MESSAGES/messages.po"


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Tiny:
    """One small site for many tests: each puts back what it changes."""
    return Tiny(tmp_path_factory.mktemp("cli") / "tiny")


@pytest.fixture
def tiny(tmp_path: Path) -> Tiny:
    return Tiny(tmp_path / "tiny")


def run(*arguments: str, text: str | None = None) -> Result:
    """The command, without a root. Anything but an exit code is a failure of the test."""
    result = CliRunner().invoke(main, list(arguments), input=text)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


# check ------------------------------------------------------------------------------------------------


def test_check_of_a_good_site(tiny: Tiny) -> None:
    """Exit 0, nothing on standard output, the counts on standard error."""
    result = tiny.run("check")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr.startswith("0 problems in 2 pages, 2 locales, ")


def test_check_as_text(tiny: Tiny) -> None:
    """A problem is a line with its place, code, name and words, and its fix indented below; exit 1."""
    tiny.change("content/pages/play.md", "leads the [ace of spades]", "leads the [ace of hearts]")
    result = tiny.run("check", "--locale", "en")
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    wrong = [line for line in lines if "F101" in line]
    assert len(wrong) == 1
    line = (
        tiny.read("content/pages/play.md")
        .splitlines()
        .index(
            "[West](#1.seat) leads the [ace of hearts](#1.card): [North must follow suit](#must-follow.me)."
        )
    )
    column = len("[West](#1.seat) leads the [") + 1
    assert wrong[0].startswith(
        f'content/pages/play.md:{line + 1}:{column}: F101 wrong-value: "ace of hearts" '
    )
    assert lines[lines.index(wrong[0]) + 1].startswith("    What may stand for #1.card: ")


def test_check_as_json(tiny: Tiny) -> None:
    """One object with exactly the documented keys, problems sorted by place, counts as numbers."""
    tiny.change("content/pages/play.md", "leads the [ace of spades]", "leads the [ace of hearts]")
    tiny.change(PO, 'msgstr "Les plis"', 'msgstr ""')
    code, found = tiny.check()
    assert code == 1
    assert list(found) == ["problems", "counts"]
    assert list(found["counts"]) == COUNTS
    assert all(isinstance(n, int) and n > 0 for n in found["counts"].values())
    assert found["problems"]
    for problem in found["problems"]:
        assert list(problem) == KEYS
        assert problem["severity"] == CODES[problem["code"]].severity
        assert [str, str, str, int, int, str, str, str, str, str, str] == [type(v) for v in problem.values()]
        assert problem["fix"]
    places = [(p["path"], p["line"], p["column"]) for p in found["problems"]]
    assert sorted(places) == places
    [wrong] = [p for p in found["problems"] if p["code"] == "F101"]
    assert tuple(wrong[k] for k in ("locale", "address", "said", "true")) == (
        "en",
        "1.card",
        "ace of hearts",
        "ace of spades",
    )


FORMS = ["text", "json", "github", "sarif"]


@pytest.mark.parametrize("command", ["check", "build"])
@pytest.mark.parametrize("form", FORMS)
def test_forms_of_a_good_site(command: str, form: str, tiny: Tiny) -> None:
    """Exit 0; for programs standard output is one whole document, for people there is nothing to tell."""
    result = tiny.run(command, "--format", form)
    assert result.exit_code == 0
    if form in ("json", "sarif"):
        json.loads(result.stdout)
    else:
        assert result.stdout == (
            "" if (command, form) != ("build", "text") else BUILT.format(tiny.path("output"))
        )
    assert ("built" in result.stderr) == (command == "build" and form != "text")


BUILT = "built 4 pages in 2 languages into {}\n"


@pytest.mark.parametrize("command", ["check", "build"])
@pytest.mark.parametrize("git", ["site/.git", ".git", "workspace", "nothing"])
def test_paths_from_the_root_of_the_repository(
    command: str, git: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A project in a folder of its repository: annotations and SARIF name the file, and the very line, by its
    path from the repository's root, as git or, without it, GitHub tells it; text and JSON by the project's."""
    tiny = Tiny(tmp_path / "re po" / "site")
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    if git == "workspace":
        monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path / "re po"))
    elif git == "site/.git":
        monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path / "re po"))
        tiny.path(".git").mkdir()
    elif git == ".git":
        (tmp_path / "re po" / ".git").write_text("gitdir: elsewhere\n")
    folder = "site/" if git in (".git", "workspace") else ""
    tiny.change(PO, "entame de l'[as de pique]", "entame de l'[as de cœur]")
    number = next(n for n, line in enumerate(tiny.read(PO).splitlines(), 1) if "as de cœur" in line)
    column = tiny.read(PO).splitlines()[number - 1].index("as de cœur") + 1
    github = tiny.run(command, "--format", "github")
    assert github.exit_code == 1
    assert github.stdout.startswith(
        f'::error file={folder}{PO},line={number},col={column},title=F101 wrong-value::"as de cœur" says '
    )
    assert f"\n{PO}:{number}:{column}: F101 wrong-value: " in github.stdout
    [result] = json.loads(tiny.run(command, "--format", "sarif").stdout)["runs"][0]["results"]
    physical = result["locations"][0]["physicalLocation"]
    assert (physical["artifactLocation"]["uri"], physical["region"]) == (
        f"{folder}{PO}",
        {"startLine": number, "startColumn": column},
    )
    [row] = json.loads(tiny.run(command, "--format", "json").stdout)["problems"]
    assert (row["path"], row["line"], row["column"]) == (PO, number, column)


def test_warnings_alone_are_no_failure(tiny: Tiny) -> None:
    """Warnings are told, and the exit code is 0."""
    tiny.change("content/examples/all.toml", "[failed]", EQUAL + "[failed]")
    tiny.change(
        "content/pages/play.md",
        "/// row | failed",
        "/// row | equal\nThe contract fails\n///\n\n/// row | failed",
    )
    tiny.update()
    code, found = tiny.check()
    assert (code, [(p["code"], p["severity"]) for p in found["problems"]]) == (0, [("F505", "warning")])
    assert tiny.run("check").stderr.startswith("0 problems and 1 warning in ")
    assert tiny.build().exit_code == 0


EQUAL = """\
[equal]
rules = "maison"
trump = "hearts"
taker = "S"
cards = { NS = 76, EW = 76 }
last_trick = "EW"

"""


def test_check_of_one_language(tiny: Tiny) -> None:
    """`--locale` looks at that language alone, and may be given more than once."""
    tiny.change(PO, 'msgstr "Les plis"', 'msgstr ""')
    assert tiny.check("--locale", "en")[0] == 0
    assert tiny.check("--locale", "fr")[0] == 1
    assert tiny.check("--locale", "en", "--locale", "fr")[0] == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "--locale", "xx"],
        ["check", "--format", "xml"],
        ["check", "extra"],
        ["build", "--locale", "xx"],
        ["build", "--jobs"],
        ["solve", "no-such-file.toml"],
        ["explain"],
        ["explain", "F999"],
        ["explain", "no-such-example"],
        ["locale", "update", "extra"],
        ["locale", "nothing"],
        ["nothing"],
    ],
)
def test_wrong_calls(arguments: list[str], shared: Tiny) -> None:
    """A command called wrongly says so on standard error, with exit code 2, and writes nothing."""
    before = shared.tree()
    result = shared.run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr
    assert before == shared.tree()


@pytest.mark.parametrize("command", [["check"], ["build"], ["solve"], ["explain", "x"], ["locale", "update"]])
def test_without_a_project(command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Outside a project, and with a root that is none, exit 2 and a hint."""
    monkeypatch.chdir(tmp_path)
    for arguments in (command, ["--root", str(tmp_path), *command]):
        result = run(*arguments, text="")
        assert result.exit_code == 2
        assert "--root DIR" in result.stderr


def test_the_root_is_found_upwards(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command works from any folder of the project; the output stands at the root."""
    monkeypatch.chdir(tiny.path("content/pages"))
    assert run("build").exit_code == 0
    assert tiny.path("output/index.html").is_file()


def test_help_is_for_every_command() -> None:
    """Each command has a help text of whole sentences, and each option says what it does."""
    for name, command in commands(main, "sitegen"):
        assert command.help, name
        assert command.help.strip()[-1].isalnum() or command.help.strip()[-1] in ".`|", name
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert parameter.help or isinstance(parameter.type, click.Choice), (name, parameter.name)
        assert run(*name.split()[1:], "--help").exit_code == 0


def commands(group: click.Group, name: str) -> Iterator[tuple[str, click.Command]]:
    """Every command below a group, by its full name."""
    for word, command in group.commands.items():
        yield f"{name} {word}", command
        if isinstance(command, click.Group):
            yield from commands(command, f"{name} {word}")


def test_as_a_module() -> None:
    """`python -m sitegen` is the same command; `--version` is the package's."""
    result = subprocess.run(
        [sys.executable, "-m", "sitegen", "--version"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert (result.returncode, result.stdout.strip().endswith(version)) == (0, True)


# how it ends ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [["check"], ["build"], ["locale", "update"]])
def test_an_interrupted_command(command: list[str], tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C: exit code 130, a word and no traceback, and nothing is written."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    tiny.change("content/pages/play.md", "and what it is worth", "and what it counts")
    before = tiny.tree()
    monkeypatch.setattr(site, "finish", interrupt)
    monkeypatch.setattr(site, "update_catalogs", interrupt)
    result = tiny.run(*command) if command != ["build"] else tiny.build()
    assert (result.exit_code, result.stdout, result.stderr) == (130, "", "interrupted\n")
    assert before == tiny.tree()


def test_a_build_that_is_interrupted_while_it_writes(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    """The old site stays whole, and nothing is left beside it."""
    assert tiny.build().exit_code == 0
    before = tiny.tree()
    write, written = Path.write_bytes, []

    def interrupt(path: Path, data: bytes) -> int:
        written.append(path)
        if len(written) == 3:
            raise KeyboardInterrupt
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", interrupt)
    assert tiny.build().exit_code == 130
    monkeypatch.undo()
    assert len(written) == 3
    assert before == tiny.tree()


def process(*arguments: str, root: Path = ROOT, **more: Any) -> subprocess.Popen[bytes]:
    """The command as a process of its own."""
    command = [sys.executable, "-m", "sitegen", "--root", str(root), *arguments]
    return subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, **more)


def test_a_signal_interrupts(tiny: Tiny) -> None:
    """A process that waits for its input and gets the signal of Ctrl-C ends with 130 and one line."""
    fifo = tiny.path("examples.jsonl")
    os.mkfifo(fifo)
    running = process("solve", str(fifo), root=tiny.root, stdout=subprocess.PIPE)
    with fifo.open("wb"):  # opened once the command opens it, which then waits for a line
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert (running.returncode, out, err) == (130, b"", b"interrupted\n")


@pytest.mark.parametrize("arguments", [("check",), ("check", "--format", "json"), ("explain", "F101")])
def test_a_reader_that_leaves(arguments: tuple[str, ...], tiny: Tiny) -> None:
    """As with `| head`: no traceback; it is not told as success."""
    tiny.change(PO, 'msgstr "Les plis"', 'msgstr ""')
    end, start = os.pipe()
    os.close(end)
    running = process(*arguments, root=tiny.root, stdout=start)
    os.close(start)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 1
    assert re.fullmatch(rb"(\d+ problems? in .*\n)?", err), err


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a device that is always full")
@pytest.mark.parametrize("arguments", [("solve", "content/examples/play.toml"), ("explain", "F101")])
def test_an_answer_that_cannot_be_written(arguments: tuple[str, ...]) -> None:
    """A disk that is full is told, with exit code 1."""
    with Path("/dev/full").open("wb") as full:
        running = process(*arguments, stdout=full)
        _, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (1, b"Error: cannot write the answer: No space left on device\n")


def test_a_mistake_of_our_own_stays_visible(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception that no user can bring about is not hidden behind an exit code."""
    monkeypatch.setattr(site, "finish", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        tiny.run("check")


def test_exit_codes_are_documented() -> None:
    """The README's table and the page of commands have every exit code, word for word."""
    for name in ("README.md", "sitegen/docs/commands.md"):
        rows = re.findall(r"^\| (\d+) \| (.*) \|$", (ROOT / name).read_text("utf-8"), re.MULTILINE)
        assert rows == [(str(code), what) for code, what in EXIT_CODES.items()], name


# build ------------------------------------------------------------------------------------------------


def test_build_tells_what_it_built(tiny: Tiny) -> None:
    """Exit 0 and a line with pages, languages and place."""
    result = tiny.build("--output", str(tiny.path("elsewhere")))
    assert result.exit_code == 0
    assert f"built 4 pages in 2 languages into {tiny.path('elsewhere')}\n" == result.stdout
    assert not tiny.path("output").exists()


def test_build_of_a_broken_site(tiny: Tiny) -> None:
    """Exit 1, the problems, and a line that says that nothing was written."""
    tiny.change(PO, 'msgstr "Les plis"', 'msgstr ""')
    result = tiny.build()
    assert result.exit_code == 1
    assert "P104 untranslated" in result.stdout
    assert "nothing was written" in result.stderr
    assert not tiny.path("output").exists()


@pytest.mark.parametrize("place", [".", "..", "content", "locales", "templates"])
def test_build_does_not_replace_what_is_no_site(place: str, tiny: Tiny) -> None:
    """An output folder that holds other things than a built site is refused: they would be lost."""
    before = tiny.tree()
    result = tiny.build("--output", str(tiny.path(place)))
    assert result.exit_code == 2
    assert before == tiny.tree()


def test_build_into_an_empty_folder_or_an_old_site(tiny: Tiny) -> None:
    """A folder that is new, empty, or a built site may become the output."""
    tiny.path("new").mkdir()
    for _ in range(2):
        assert tiny.build("--output", str(tiny.path("new"))).exit_code == 0


def test_build_where_nothing_can_be_written(tiny: Tiny) -> None:
    """A folder that cannot be made is told, with exit code 1."""
    tiny.write("file", "x")
    result = tiny.build("--output", str(tiny.path("file/output")))
    assert (result.exit_code, "cannot write" in result.stderr) == (1, True)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_what_is_said_is_utf8(encoding: str, tiny: Tiny) -> None:
    """Whatever the machine's locale, the words of every script are told."""
    tiny.change(PO, 'msgstr "Les plis"', 'msgstr "Les plis, ♠ काला"')
    result = subprocess.run(
        [sys.executable, "-m", "sitegen", "--root", str(tiny.root), "check", "--format", "json"],
        cwd=ROOT,
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        check=False,
    )
    said = [p["said"] for p in json.loads(result.stdout.decode("utf-8"))["problems"]]
    assert (result.returncode, "काला" in said) == (1, True), result.stderr


# solve ------------------------------------------------------------------------------------------------

PLAY = {"id": "a", "rules": "maison", "trump": "hearts", "trick": ["W:AS"], "seat": "N", "hand": ["KS", "JH"]}


def test_solve_reads_lines_and_tables(tiny: Tiny) -> None:
    """JSON Lines from standard input, TOML from a file; one answer a line; exit 0."""
    result = CliRunner().invoke(main, ["--root", str(tiny.root), "solve"], input=json.dumps(PLAY) + "\n\n")
    assert result.exit_code == 0
    assert json.loads(result.stdout) == {
        "id": "a", "kind": "play", "duty": "follow", "legal": ["KS"], "illegal": {"JH": "must-follow"}, "holder": "W",
    }  # fmt: skip
    result = tiny.run("solve", str(tiny.path("content/examples/all.toml")))
    assert result.exit_code == 0
    assert [json.loads(line)["id"] for line in result.stdout.splitlines()] == ["follow", "trick", "failed"]


def test_solve_answers_every_line(tiny: Tiny) -> None:
    """A bad line is answered with an error, the others are solved, and the exit code is 1."""
    bad = PLAY | {"id": "b", "hand": ["KS", "KS"]}
    lines = [json.dumps(PLAY), "{", json.dumps(bad), json.dumps(PLAY | {"id": "c"})]
    result = CliRunner().invoke(main, ["--root", str(tiny.root), "solve", "-"], input="\n".join(lines))
    answers: list[dict[str, Any]] = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 1
    assert [answer["id"] for answer in answers] == ["a", None, "b", "c"]
    assert [a.get("error", {}).get("code", "") for a in answers] == ["", "malformed", "duplicate-card", ""]


@pytest.mark.parametrize("data", [b"\xff\xfe\x00", b"\x00", b"[" * 100_000, b"\xef\xbb\xbf{}", b""])
@pytest.mark.parametrize("name", ["x.toml", "x.jsonl"])
def test_solve_of_any_bytes(data: bytes, name: str, shared: Tiny, tmp_path: Path) -> None:
    """Whatever a file holds, the answers are lines of JSON and the exit code is 0 or 1."""
    path = tmp_path / name
    path.write_bytes(data)
    result = shared.run("solve", str(path))
    assert result.exit_code in (0, 1)
    for line in result.stdout.splitlines():
        assert json.loads(line)["error"]["code"] in ERRORS


def test_solve_with_a_broken_rule_set(tiny: Tiny) -> None:
    """Rule sets that cannot be read are told, and nothing is solved."""
    tiny.change("content/rules/coinche.toml", 'value = "free"', 'value = "perhaps"')
    result = tiny.run("solve", str(tiny.path("content/examples/all.toml")))
    assert (result.exit_code, result.stdout) == (1, "")
    assert "C301" in result.stderr


# explain ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", CODES)
def test_explain_a_code(code: str, shared: Tiny) -> None:
    """Meaning, failing example and fix of each code, as the documentation has them."""
    result = shared.run("explain", code)
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{code} {CODES[code].name}, ")
    assert CODES[code].meaning in result.stdout
    assert f"To mend it: {CODES[code].fix}" in result.stdout
    assert "For example: " in result.stdout


@pytest.mark.parametrize("code", ERRORS)
def test_explain_an_error_of_solve(code: str, shared: Tiny) -> None:
    """The errors of `solve` are explained as well."""
    assert ERRORS[code] in shared.run("explain", code).stdout


def test_explain_works_without_a_project_for_codes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a code means does not depend on a project."""
    monkeypatch.chdir(tmp_path)
    assert run("explain", "F101").exit_code == 0


TRICK = """\
trick (content/examples/all.toml:8)
rules    maison
trump    hearts
play 1   S AS: lead, 11 points, holds the trick
play 2   W 10S: follow, 10 points
play 3   N 7S: follow, 0 points
hand     E: JH KD
holder   S with AS, an opponent of E
duty     ruff: the hand lacks the suit led, an opponent holds the trick: it must ruff
legal    JH
illegal  KD: must-ruff
play 4   E JH: ruff, 20 points, holds the trick
winner   E
points   11 + 10 + 0 + 20 = 41
"""
SCORE = """\
failed (content/examples/all.toml:16)
rules    maison
trump    hearts
taker    S
cards    NS 66, EW 86; last trick EW
compared NS 86 with EW 96
outcome  failed
NS         +20 belote
NS          20 written
EW        +162 deal
EW         162 written
"""


@pytest.mark.parametrize(("example", "expected"), [("trick", TRICK), ("failed", SCORE)])
def test_explain_an_example(example: str, expected: str, shared: Tiny) -> None:
    """The reasoning step by step: plays, hand, holder, duty, legal and illegal cards, or totals and lines."""
    result = shared.run("explain", example)
    assert (0, expected) == (result.exit_code, result.stdout)


def test_explain_every_example_of_the_site() -> None:
    """Each committed example is explained, and the legal cards or the outcome are part of it."""
    for path in (ROOT / "content" / "examples").glob("*.toml"):
        for example in tomllib.loads(path.read_text("utf-8")):
            result = run("--root", str(ROOT), "explain", example)
            assert result.exit_code == 0
            assert (
                "\noutcome  " in result.stdout
                or "\nlegal    " in result.stdout
                or "\nwinner " in result.stdout
            )


def test_explain_gives_a_hint(shared: Tiny) -> None:
    """A name that is nearly right is answered with the right one."""
    assert "Did you mean trick?" in shared.run("explain", "trik").stderr


# locale -------------------------------------------------------------------------------------------------


def test_new_words_are_listed_and_recorded(tiny: Tiny) -> None:
    """Without words, what nobody has looked at; with words, they are recorded once, and the list stays sorted."""
    tiny.change(PO, 'msgstr "Les plis"', 'msgstr "Les plis, néanmoins"')
    assert tiny.run("locale", "word", "fr").stdout.endswith(": néanmoins\n")
    assert tiny.check("--locale", "fr")[0] == 1
    assert "+néanmoins\n" in tiny.run("locale", "word", "fr", "Néanmoins").stdout
    assert tiny.run("locale", "word", "fr", "néanmoins").stdout == "recorded already\n"
    words = tiny.read("locales/fr/words.txt").splitlines()
    assert "néanmoins" in words
    assert words == sorted(set(words))
    assert tiny.check("--locale", "fr")[0] == 0


def test_a_word_is_recorded_for_one_language(tiny: Tiny) -> None:
    """The word lists of the other languages stay as they are; an unknown language is refused."""
    before = tiny.read("locales/en/words.txt")
    tiny.run("locale", "word", "fr", "néanmoins")
    assert tiny.read("locales/en/words.txt") == before
    assert tiny.run("locale", "word", "xx", "word").exit_code == 2


@pytest.mark.parametrize("name", ["locales/fr/lexicon.toml", "content/site.toml"])
def test_words_of_a_project_that_cannot_be_read(name: str, tiny: Tiny) -> None:
    """The problems are told, with exit code 1."""
    tiny.write(name, "[")
    result = tiny.run("locale", "word", "fr")
    assert (result.exit_code, "not TOML" in result.stdout) == (1, True)


def test_a_dry_update_writes_nothing(tiny: Tiny) -> None:
    """It names the files that an update would change."""
    tiny.change("content/pages/play.md", "and what it is worth", "and what it counts")
    before = tiny.tree()
    result = tiny.run("locale", "update", "--dry-run")
    assert result.stdout == f"would update locales/messages.pot\nwould update {PO}\n"
    assert tiny.tree() == before


def test_an_update_tells_what_it_changed(tiny: Tiny) -> None:
    """The files that were written, one a line; a file that cannot be read is left as it is."""
    tiny.change("content/pages/play.md", "and what it is worth", "and what it counts")
    assert tiny.run("locale", "update").stdout == f"updated locales/messages.pot\nupdated {PO}\n"
    tiny.write(PO, tiny.read(PO) + "nonsense\n")
    before = tiny.read(PO)
    result = tiny.run("locale", "update")
    assert (result.exit_code, "P101" in result.stdout, tiny.read(PO)) == (1, True, before)


# broken files -----------------------------------------------------------------------------------------


def breakages(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """Ways in which a file can be broken: as a whole, and a line of it lost, doubled, or cut."""
    yield "not UTF-8", b"\xff\xfe" + data
    yield "empty", b""
    yield "a NUL", data[:50] + b"\0" + data[50:]
    yield "nonsense", b'{{{[[[ "'
    yield "a conflict", data.replace(b"\n", b"\n<<<<<<< HEAD\n", 3)
    if name.endswith((".po", ".md", "site.toml")):
        yield "not UTF-8 in the middle", data[: len(data) // 2] + b"\xe9" + data[len(data) // 2 :]
        yield "a byte order mark", b"\xef\xbb\xbf" + data
        yield "Macintosh line ends", data.replace(b"\n", b"\r")
        yield "Windows line ends", data.replace(b"\n", b"\r\n")
    if name.endswith(".toml"):
        yield "nested deeply", b"a = " + b"[" * 100_000
    lines = data.split(b"\n")
    at = len(lines) // 3
    yield f"line {at + 1} lost", b"\n".join(lines[:at] + lines[at + 1 :])
    yield f"line {at + 1} doubled", b"\n".join(lines[: at + 1] + lines[at:])
    yield f"cut in line {at + 1}", b"\n".join(lines[:at]) + lines[at][: len(lines[at]) // 2]


FILES = [
    "content/site.toml",
    "content/rules/maison.toml",
    "content/examples/all.toml",
    "content/pages/index.md",
    "content/pages/play.md",
    "locales/en/lexicon.toml",
    "locales/fr/lexicon.toml",
    "locales/fr/words.txt",
    "locales/messages.pot",
    PO,
    "templates/base.html",
    "templates/blocks.html",
    "templates/chooser.html",
    "templates/page.html",
]


@pytest.mark.parametrize("name", FILES)
def test_a_broken_file_is_never_a_traceback(name: str, shared: Tiny) -> None:
    """Whatever happens to a file: exit 0 or 1, JSON with sorted problems, and an output that stays whole."""
    data = shared.path(name).read_bytes()
    for what, broken in breakages(name, data):
        shared.write(name, broken)
        check_it(shared, f"{name}: {what}")
    shared.path(name).unlink()
    check_it(shared, f"{name}: missing")
    shared.path(name).mkdir()
    check_it(shared, f"{name}: a folder")
    shared.path(name).rmdir()
    shared.write(name, data)
    code, found = shared.check()
    assert (code, found["problems"]) == (0, [])


def check_it(site: Tiny, what: str) -> None:
    if not site.path("content/site.toml").is_file():
        assert site.run("check", "--format", "json").exit_code == 2, what
        return
    code, found = site.check()
    errors = [p for p in found["problems"] if p["severity"] == "error"]
    assert bool(errors) == bool(code), what
    places = [(p["path"], p["line"], p["column"]) for p in found["problems"]]
    assert sorted(places) == places, what
    assert all(p["message"] and p["path"] for p in found["problems"]), what


VALUES = [1, -1, 10**30, "x", "", [], {}, True, 1.5, [1], [[]], ["x"], {"x": 1}]


def toml(value: object) -> str:
    """A value as TOML, tables inline."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(k)} = {toml(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)


def variants(data: dict[str, Any], depth: int) -> Iterator[dict[str, Any]]:
    """The data with each key, down to a depth, given each wrong value, and left out."""
    for key, value in data.items():
        for wrong in VALUES:
            yield data | {key: wrong}
        yield {k: v for k, v in data.items() if k != key}
        if isinstance(value, dict) and depth > 1:
            for inner in variants(value, depth - 1):
                yield data | {key: inner}


@pytest.mark.parametrize(
    ("name", "depth", "step"),
    [
        ("content/site.toml", 3, 3),
        ("content/examples/all.toml", 2, 23),
        ("content/rules/coinche.toml", 3, 67),
        ("locales/en/lexicon.toml", 2, 197),
    ],
)
def test_values_of_wrong_kinds_are_never_a_traceback(name: str, depth: int, step: int, shared: Tiny) -> None:
    """Each field of a TOML file with a value of another kind, and without it."""
    text = shared.read(name)
    for number, data in enumerate(variants(tomllib.loads(text), depth)):
        if number % step == 0:
            shared.write(name, "".join(f"{json.dumps(k)} = {toml(v)}\n" for k, v in data.items()))
            check_it(shared, f"{name}: variant {number}")
    shared.write(name, text)


@pytest.mark.parametrize(
    "broken",
    [
        "{{ 1 / 0 }}",
        "{{ nothing }}",
        "{{ page.nothing }}",
        "{% include 'nothing.html' %}",
        "{{ block }}",
        "{% for x in 3 %}{% endfor %}",
        "{{ page.title() }}",
        "{{ 'a' + 1 }}",
        "{% if %}",
    ],
)
def test_a_broken_template_is_told_at_its_line(broken: str, tiny: Tiny) -> None:
    """Whatever a template does wrong is a C107 at its own file and line."""
    text = tiny.read("templates/page.html")
    line = text[: text.index("{{ page.body }}")].count("\n") + 1
    tiny.change("templates/page.html", "{{ page.body }}", broken)
    code, found = tiny.check()
    assert code == 1
    assert [("C107", "templates/page.html", line)] == [
        (p["code"], p["path"], p["line"]) for p in found["problems"]
    ]
