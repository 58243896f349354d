"""Reads the files of a project, and nothing that only a link leads to."""

from __future__ import annotations

from pathlib import Path

LARGEST_FILE = 10_000_000
"""Bytes of a file of a project, at most."""


def read_inside(path: Path, root: Path) -> str:
    """The text of a file of the project at `root`.

    FileNotFoundError if there is none, OSError if it is no file, too large, or a link that leads out of the
    project: what it leads to is not the project's to publish. UnicodeDecodeError if it is not UTF-8.
    """
    if not path.resolve().is_relative_to(root.resolve()):
        raise OSError(0, "it is a link that leads out of the project")
    if path.exists() and not path.is_file():
        raise OSError(0, "it is not a file")
    if path.exists() and path.stat().st_size > LARGEST_FILE:
        raise OSError(0, f"it is larger than {LARGEST_FILE // 1_000_000} MB")
    return path.read_text("utf-8")
