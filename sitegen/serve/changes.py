"""What changed, and when: the watcher of the project's files and the check of the whole site behind it."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Condition, Event

from watchfiles import watch

import sitegen

FOLDERS = ("content", "locales", "templates")
TEXTS = frozenset((".md", ".toml", ".po", ".pot", ".txt", ".html"))
"""What stands in these folders and is read; all but hidden and backup files in `templates/assets`."""
STEP, GROUP, LOOK = 5, 40, 500
"""Milliseconds: no more changes for so long ends a group, the longest group, how often folders are looked at."""
QUIET = 0.7
"""Seconds without a change before the whole site is checked."""


@dataclass(frozen=True)
class News:
    """What a listener has not heard of yet: the files that changed (None: it cannot be told which), and
    whether the whole site was checked meanwhile."""

    version: int
    paths: frozenset[str] | None
    checked: int


@dataclass
class Changes:
    """Counts the changes of the project's files, and wakes those who wait for the next.

    `stamp` is of this run: what was shown by an earlier one is as good as changed.
    """

    stamp: str = field(default_factory=lambda: secrets.token_hex(4))
    version: int = 0
    checked: int = 0
    closed: bool = False
    _log: deque[tuple[int, frozenset[str]]] = field(default_factory=lambda: deque(maxlen=1000))
    _condition: Condition = field(default_factory=Condition)

    def add(self, paths: Iterable[str]) -> None:
        """Files, from the root, have changed."""
        with self._condition:
            self.version += 1
            self._log.append((self.version, frozenset(paths)))
            self._condition.notify_all()

    def add_check(self) -> None:
        """The whole site has been checked."""
        with self._condition:
            self.checked += 1
            self._condition.notify_all()

    def close(self) -> None:
        """Everybody stops waiting."""
        with self._condition:
            self.closed = True
            self._condition.notify_all()

    def since(self, version: int, checked: int, timeout: float) -> News | None:
        """What is new since a version and a check; None if nothing is within `timeout` seconds."""

        def new() -> bool:
            return self.closed or self.version != version or self.checked != checked

        with self._condition:
            if not self._condition.wait_for(new, timeout) or self.closed:
                return None
            return News(self.version, self._paths(version), self.checked)

    def _paths(self, version: int) -> frozenset[str] | None:
        known = [paths for n, paths in self._log if n > version]
        whole = 0 <= version <= self.version and len(known) == self.version - version
        return frozenset().union(*known) if whole else None


def is_read(path: str) -> bool:
    """Whether a file of the project, by its path from the root, is read; editors' own files are not."""
    *folders, name = path.split("/")
    if any(part.startswith((".", "#")) for part in (*folders, name)) or name.endswith(
        ("~", "#", ".tmp", ".swp")
    ):
        return False
    if folders[:2] == ["templates", "assets"]:
        return "." in name
    return Path(name).suffix in TEXTS


def watch_files(root: Path, changes: Changes, stop: Event) -> None:
    """Tell `changes` of every change until `stop` is set. Folders may come, go and be replaced meanwhile."""
    root = root.resolve()
    polling = False
    before: list[object] | None = None
    while not stop.is_set():
        now = _identities(root)
        if before is not None and before != now:
            changes.add(f"{folder}/" for folder in FOLDERS)
        before = now
        folders = [root / folder for folder in FOLDERS if (root / folder).is_dir()]
        if not folders:
            stop.wait(LOOK / 1000)
            continue
        try:
            for found in watch(
                *folders,
                watch_filter=lambda _, path: is_read(_name(path, root)),
                debounce=GROUP,
                step=STEP,
                stop_event=stop,
                rust_timeout=LOOK,
                yield_on_timeout=True,
                raise_interrupt=False,
                force_polling=polling or None,
                poll_delay_ms=100,
            ):
                if found:
                    changes.add(_name(path, root) for _, path in found)
                if _identities(root) != before:
                    break
        except Exception:  # no more watches to be had, a folder that went away just now: look again and again
            polling = polling or all(folder.is_dir() for folder in folders)
            stop.wait(0.1)


def _name(path: str, root: Path) -> str:
    """A file's path from the root."""
    return Path(os.path.relpath(path, root)).as_posix()


def _identities(root: Path) -> list[object]:
    """Which folders there are: a folder that was replaced is watched no more."""
    out: list[object] = []
    for folder in FOLDERS:
        try:
            found = (root / folder).stat()
        except OSError:
            out.append(None)
        else:
            out.append((found.st_dev, found.st_ino))
    return out


class WholeCheck:
    """`sitegen check` of the whole site, in a process of its own, each time that nothing has changed for a while.

    `result` is what the last one printed: `problems` and `counts`; None before the first. `version` is the
    version of the files that it speaks of.
    """

    def __init__(self, root: Path, changes: Changes, quiet: float = QUIET) -> None:
        self.root, self.changes, self.quiet = root, changes, quiet
        self.result: Mapping[str, object] | None = None
        self.version = -1
        self.error = ""

    @property
    def current(self) -> bool:
        """Whether the result speaks of the files as they are."""
        return self.version == self.changes.version

    def run(self) -> None:
        """Check again and again until `changes` are closed."""
        while not self.changes.closed:
            version = self.changes.version
            if self._changed(version, self.quiet):
                continue
            self._check(version)
            while not self._changed(version, 3600):
                if self.changes.closed:
                    return

    def _changed(self, version: int, timeout: float) -> bool:
        """Whether the files change within so many seconds."""
        return self.changes.since(version, self.changes.checked, timeout) is not None or self.changes.closed

    def _check(self, version: int) -> None:
        package = str(Path(sitegen.__file__).parent.parent)
        search = os.pathsep.join([package, *filter(None, [os.environ.get("PYTHONPATH")])])
        command = [
            sys.executable,
            "-P",
            "-m",
            "sitegen",
            "--root",
            str(self.root),
            "check",
            "--format",
            "json",
        ]
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": search},
            start_new_session=True,  # Ctrl-C is ours to handle
        )
        try:
            while True:
                try:
                    out, err = process.communicate(timeout=0.05)
                    break
                except subprocess.TimeoutExpired:
                    if self.changes.closed or self.changes.version != version:
                        return
        finally:
            if process.poll() is None:
                process.kill()
                process.communicate()
        try:
            self.result = json.loads(out)
            self.error = ""
        except ValueError:
            lines = err.decode("utf-8", "replace").strip().splitlines()
            self.error = lines[-1] if lines else f"it ended with exit code {process.returncode}"
        self.version = version
        self.changes.add_check()
