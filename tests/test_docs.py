"""The reference documentation is what the registries say, in both directions, and so is the README."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from sitegen import docs
from sitegen.cli import main
from sitegen.diagnostics import CODES
from sitegen.docs.__main__ import main as write_docs
from sitegen.engine import ERRORS, SWITCHES
from sitegen.facts import ADDRESSES, REFERENCES
from sitegen.prose.claims import PREDICATES
from sitegen.prose.laws import FORMULAS, LAWS
from tests.deals import ROOT

PAGES = {name: (docs.FOLDER / name).read_text("utf-8") for name in docs.pages()}


def first_cells(page: str) -> list[str]:
    """What the rows of a page's tables are about: the code in each first cell."""
    return re.findall(r"^\| `([^`]+)`", PAGES[page], re.MULTILINE)


def test_the_pages_are_fresh() -> None:
    """What is committed is what `python -m sitegen.docs` writes."""
    assert docs.stale() == []


def test_no_page_is_left_over() -> None:
    """There is no page in the folder that is not made."""
    assert {path.name for path in docs.FOLDER.glob("*.md")} - docs.pages().keys() - HAND_WRITTEN == set()


HAND_WRITTEN = {"bench.md"}
"""Pages that are measured or written by hand."""


def test_staleness_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--check` exits 1 as long as a page is missing or old; writing them makes it exit 0."""
    for name in ("failing.toml",):
        (tmp_path / name).write_bytes((docs.FOLDER / name).read_bytes())
    monkeypatch.setattr(docs, "FOLDER", tmp_path)
    assert write_docs(["--check"]) == 1
    assert write_docs([]) == 0
    assert write_docs(["--check"]) == 0
    (tmp_path / "codes.md").write_text("old", "utf-8")
    assert write_docs(["--check"]) == 1
    assert write_docs(["--nonsense"]) == 2


def test_the_module_runs() -> None:
    """`python -m sitegen.docs --check` is what CI runs."""
    command = [sys.executable, "-m", "sitegen.docs", "--check"]
    assert subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode == 0


def test_addresses() -> None:
    """Every address and every reference is on its page, and nothing else is."""
    assert first_cells("addresses.md") == [*ADDRESSES, *REFERENCES]


def test_references_are_those_that_addresses_use() -> None:
    """Each `<name>` in an address is explained, and each explanation is of one that is used."""
    used = {name for pattern in ADDRESSES for name in re.findall(r"<[a-z-]+>", pattern)}
    assert used == REFERENCES.keys()


def test_claims() -> None:
    """Every predicate, law and formula is on its page, in the form in which spans name it."""
    wanted = [".".join([name, *(f"<{t}>" for t in p.types)]) for name, p in PREDICATES.items()]
    assert first_cells("claims.md") == [
        *wanted,
        *(f"law.{name}" for name in LAWS),
        *(f"formula.{name}" for name in FORMULAS),
    ]


def test_switches() -> None:
    """Every switch, with each value that it can take."""
    assert first_cells("switches.md") == list(SWITCHES)
    for switch in SWITCHES.values():
        assert all(f"`{value}`" in PAGES["switches.md"] for value in switch.values)


def test_codes() -> None:
    """Every diagnostic has its heading, meaning, fix and failing example; every error of `solve` its row."""
    headings = re.findall(r"^### (\S+) (\S+)$", PAGES["codes.md"], re.MULTILINE)
    assert sorted(headings) == sorted((c.code, c.name) for c in CODES.values())
    assert PAGES["codes.md"].count("```diff") == len(CODES)
    assert first_cells("codes.md") == list(ERRORS)


def test_commands() -> None:
    """Every command has its heading, and every option of it is in a table."""
    headings = re.findall(r"^## (.+)$", PAGES["commands.md"], re.MULTILINE)
    found = [(name, command) for name, command in docs._commands(main, "sitegen")]
    assert headings == [name for name, _ in found]
    for name, command in found:
        section = PAGES["commands.md"].partition(f"## {name}\n")[2].partition("\n## ")[0]
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert all(option in section for option in parameter.opts), name


def test_tables_are_whole() -> None:
    """Each row of a table has as many cells as its head, and no cell is empty."""
    for name, text in PAGES.items():
        width = 0
        for line in text.splitlines():
            if line.startswith("| "):
                cells = re.split(r"(?<!\\)\|", line)[1:-1]
                width = width or len(cells)
                assert len(cells) == width, (name, line)
                assert all(cell.strip() for cell in cells[:1]), (name, line)
            else:
                width = 0


def test_links_in_documents_lead_somewhere() -> None:
    """A relative link of a document is a file of the repository."""
    documents = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
    for path in [*documents, *docs.FOLDER.glob("*.md")]:
        for target in re.findall(
            r"\]\(([^)#]+)[^)]*\)", re.sub(r"`[^`]*`|```.*?```", "", path.read_text("utf-8"), flags=re.DOTALL)
        ):
            if not target.startswith(("http", "mailto")):
                assert (path.parent / target).exists(), (path.name, target)


# the README -----------------------------------------------------------------------------------------------


def commands_of(text: str) -> list[str]:
    """The lines of the shell blocks of a document."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    return [line for block in blocks for line in block.splitlines()]


def test_the_two_commands_are_those_that_ci_runs() -> None:
    """The README has exactly two commands in its shell blocks; `.ci/run` runs the same two, in this order."""
    readme = commands_of((ROOT / "README.md").read_text("utf-8"))
    ci = (ROOT / ".ci" / "run").read_text("utf-8")
    own = [re.findall(rf'^{name}="(.*)"$', ci, re.MULTILINE) for name in ("setup", "tests")]
    assert len(readme) == 2
    assert [[line] for line in readme] == own
    assert ci.index('bash -euo pipefail -c "$setup"') < ci.index('bash -euo pipefail -c "$tests"')


def test_commands_that_documents_name_exist() -> None:
    """Each `sitegen …` in the documents is a command, and each option named with it is one of its options."""
    known = dict(docs._commands(main, "sitegen"))
    for document in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"):
        for words in re.findall(r"`sitegen ([^`]+)`", (ROOT / document).read_text("utf-8")):
            named = [name for name in known if f"sitegen {words} ".startswith(f"{name} ")]
            assert named, (document, words)
            options = {o for p in known[named[0]].params if isinstance(p, click.Option) for o in p.opts}
            assert set(re.findall(r"--[a-z-]+", words)) <= options, (document, words)


def test_the_picture_is_there_and_small() -> None:
    """The README shows a built page; the picture is a file of the repository that loads quickly."""
    [(alt, target)] = re.findall(r"!\[([^\]]+)\]\(([^)]+)\)", (ROOT / "README.md").read_text("utf-8"))
    assert alt
    assert target.startswith(".github/")
    assert (ROOT / target).stat().st_size < 200_000
