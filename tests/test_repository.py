"""The repository: nothing in it belongs to one machine, and a clone has all that it needs."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from sitegen import __version__
from tests.deals import ROOT

SKIPPED = {".git", ".venv", "venv", "node_modules", "output", "__pycache__", "build", "dist"}
PATHS = re.compile(r"(?<![\w.~])/(?:work|tmp|root|home|Users|usr/local)/[\w.]")
HOSTS = re.compile(
    r"\b(?:pypi\.org|pythonhosted\.org|npmjs\.(?:org|com)|deb\.debian\.org|debian\.org/debian|crates\.io|"
    r"proxy\.golang\.org|registry\.[a-z.-]+)\b"
)


def texts() -> Iterator[tuple[str, str]]:
    """Every text file of the repository: its path and what it says."""
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [f for f in folders if f not in SKIPPED and not f.endswith(("_cache", ".egg-info"))]
        folders[:] = [f for f in folders if f != ".hypothesis"]
        for name in sorted(names):
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
