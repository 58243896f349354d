"""The repository: nothing in it belongs to one machine, and a clone has all that it needs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from sitegen import __version__
from tests.deals import ROOT

SKIPPED = {".git", ".venv", "venv", "node_modules", "output", ".gates", "__pycache__", "build", "dist"}
PATHS = re.compile(r"(?<![\w.~])/(?:work|tmp|root|home|Users|usr/local)/[\w.]")
HOSTS = re.compile(
    r"\b(?:pypi\.org|pythonhosted\.org|npmjs\.(?:org|com)|deb\.debian\.org|debian\.org/debian|crates\.io|"
    r"proxy\.golang\.org|registry\.[a-z.-]+)\b"
)


def texts() -> Iterator[tuple[str, str]]:
    """Every text file of the repository: its path and what it says."""
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [f for f in folders if f not in SKIPPED and not f.endswith(("_cache", ".egg-info"))]
        folders[:] = [f for f in folders if f not in (".hypothesis", ".cache", ".gates")]
        for name in sorted(set(names) - SKIPPED):  # `.git` may be a file
            path = Path(folder) / name
            try:
                yield path.relative_to(ROOT).as_posix(), path.read_text("utf-8")
            except UnicodeDecodeError:
                assert path.suffix in (".png", ".webp", ".jpg"), f"{path} is not UTF-8 text"


@pytest.mark.parametrize(
    ("pattern", "what"), [(PATHS, "a path of one machine"), (HOSTS, "a host of a registry")]
)
def test_nothing_belongs_to_one_machine(pattern: re.Pattern[str], what: str) -> None:
    """No file names a folder of somebody's machine or the host of a package registry."""
    own = Path(__file__).relative_to(ROOT).as_posix()
    found = [
        (path, number, m[0])
        for path, text in texts()
        if path != own
        for number, line in enumerate(text.splitlines(), start=1)
        if (m := pattern.search(line))
    ]
    assert found == [], what


@pytest.mark.parametrize(
    ("pattern", "line", "found"),
    [
        (PATHS, 'open("/home/me/x")', True),
        (PATHS, "see /tmp/x", True),
        (PATHS, "a/home/b, ~/tmp/x, https://example.org/home/x", False),
        (HOSTS, "https://pypi.org/simple", True),
        (HOSTS, "the registry of codes", False),
    ],
)
def test_what_is_looked_for_is_found(pattern: re.Pattern[str], line: str, found: bool) -> None:
    """Positive control of the two patterns."""
    assert bool(pattern.search(line)) == found


def test_texts_are_clean() -> None:
    """No Windows line ends, no tabs in Python, no trailing white space, a line end at the end of each file."""
    for path, text in texts():
        assert "\r" not in text, path
        if text and not path.startswith("tests/data/"):
            assert text.endswith("\n"), path
        if path.endswith((".py", ".toml", ".html", ".css")):
            assert [n for n, line in enumerate(text.splitlines(), start=1) if line != line.rstrip()] == [], (
                path
            )


def test_the_version_is_one() -> None:
    """The package, `pyproject.toml` and the changelog agree."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == __version__
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_what_a_clone_needs_is_there() -> None:
    """Licence, documents, the CI script, which can be run, and an output folder that is not committed."""
    for name in ("LICENSE", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", ".ci/run", "output/.gitignore"):
        assert (ROOT / name).is_file(), name
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    assert (ROOT / "output" / ".gitignore").read_text("utf-8").split() == ["*", "!.gitignore"]


# workflow and hook --------------------------------------------------------------------------------------

WORKFLOW = ".github/workflows/site.yml"
HOOKS = ".pre-commit-hooks.yaml"


def readme_commands() -> list[str]:
    """The two commands of the README."""
    return re.findall(r"```sh\n(.*?)\n```", (ROOT / "README.md").read_text("utf-8"))


def test_the_commands_are_the_readmes() -> None:
    """The workflow and the CI script run the two commands of the README, word for word and in this order. What
    the workflow publishes it then builds for its address, with links for telling of errors."""
    commands = readme_commands()
    assert len(commands) == 2
    workflow = yaml.safe_load((ROOT / WORKFLOW).read_text("utf-8"))
    run = [step["run"] for step in workflow["jobs"]["build"]["steps"] if "run" in step]
    assert run[:2] == commands
    assert [command.partition(" --")[0] for command in run[2:]] == [".venv/bin/sitegen build"]
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    assert re.findall(r'^(?:setup|tests)="(.*)"$', script, re.MULTILINE) == commands


def test_the_workflow_gives_each_job_what_it_needs() -> None:
    """Nothing may write but to code scanning and to Pages; what is published has passed everything; actions
    are the official ones, of a major version."""
    workflow = yaml.safe_load((ROOT / WORKFLOW).read_text("utf-8"))
    assert workflow["permissions"] == {"contents": "read"}
    jobs = workflow["jobs"]
    assert {
        name: [k for k, v in job["permissions"].items() if v == "write"] for name, job in jobs.items()
    } == {
        "check": ["security-events"],
        "build": [],
        "publish": ["pages", "id-token"],
    }
    assert sorted(jobs["publish"]["needs"]) == ["build", "check"]
    used = [step["uses"] for job in jobs.values() for step in job["steps"] if "uses" in step]
    assert [
        u for u in used if not re.fullmatch(r"(actions/[a-z-]+|github/codeql-action/[a-z-]+)@v\d+", u)
    ] == []


def valid(tool: str, *arguments: str) -> bool:
    """What a checker that comes with the tests says of a file."""
    command = [str(Path(sys.executable).with_name(tool)), *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize(
    ("tool", "arguments", "path", "find", "replace"),
    [
        (
            "check-jsonschema",
            ["--builtin-schema", "vendor.github-workflows"],
            WORKFLOW,
            "runs-on: ubuntu-latest",
            "runs-at: ubuntu-latest",
        ),
        ("pre-commit", ["validate-manifest"], HOOKS, "language: python", "language: none-such"),
    ],
)
def test_a_file_for_another_program_is_valid(
    tool: str, arguments: list[str], path: str, find: str, replace: str, tmp_path: Path
) -> None:
    """The workflow and the hook are as their readers want them; a broken one is refused."""
    assert valid(tool, *arguments, path)
    text = (ROOT / path).read_text("utf-8")
    assert find in text
    (tmp_path / "broken.yaml").write_text(text.replace(find, replace), "utf-8")
    assert not valid(tool, *arguments, str(tmp_path / "broken.yaml"))


@pytest.mark.parametrize(
    ("path", "checked"),
    [
        ("content/pages/play.md", True),
        ("site/locales/fr/lexicon.toml", True),
        ("templates/base.html", True),
        ("README.md", False),
        ("sitegen/content/site.py", True),
        ("tests/test_cli.py", False),
    ],
)
def test_which_files_the_hook_waits_for(path: str, checked: bool) -> None:
    """The hook runs when a file of a site changes, also in a folder of the repository."""
    [hook] = yaml.safe_load((ROOT / HOOKS).read_text("utf-8"))
    assert (hook["id"], hook["entry"], hook["args"], hook["pass_filenames"]) == (
        "sitegen-check",
        "sitegen",
        ["check"],
        False,
    )
    assert bool(re.search(hook["files"], path)) == checked
