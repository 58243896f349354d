"""A small site of its own for tests: copied, changed file by file, checked and built.

Its content and French translation are in `tests/data/tiny`; templates and lexicons are the project's, and so
are the translations of the templates' labels.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from sitegen import catalog as catalogs
from sitegen import site
from sitegen.cli import main
from sitegen.diagnostics import Problem
from tests.deals import DATA, ROOT

SOURCE = DATA / "tiny"
TRANSLATION = "fr"


class Tiny:
    """A copy of the small site in `root`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        shutil.copytree(SOURCE, root, dirs_exist_ok=True)
        shutil.copytree(ROOT / "templates", root / "templates")
        for lang in ("en", TRANSLATION):
            target = root / "locales" / lang / "lexicon.toml"
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / "locales" / lang / "lexicon.toml", target)
        self.update()

    def update(self) -> None:
        """Bring the catalogues up to the content; labels of templates get the project's translations."""
        project, _ = site.load(self.root)
        assert project is not None
        site.update_catalogs(project)
        known, _ = catalogs.load_catalog(ROOT, TRANSLATION)
        own, _ = catalogs.load_catalog(self.root, TRANSLATION)
        for key, entry in own.entries.items():
            if not entry.msgstr.value and any(r.startswith("templates/") for r in entry.references):
                text = known.get(key) or entry.msgid
                own.entries[key] = replace(entry, msgstr=text)
        (self.root / own.path).write_text(catalogs.render_po(own), "utf-8")

    # files

    def path(self, name: str) -> Path:
        return self.root / name

    def read(self, name: str) -> str:
        return self.path(name).read_text("utf-8")

    def write(self, name: str, text: str | bytes) -> None:
        """Write a file, whole."""
        self.path(name).parent.mkdir(parents=True, exist_ok=True)
        self.path(name).write_bytes(text if isinstance(text, bytes) else text.encode())

    def change(self, name: str, find: str, replace: str) -> None:
        """Replace a text that must stand once in a file."""
        text = self.read(name)
        assert text.count(find) == 1, f"{find!r} stands {text.count(find)} times in {name}"
        self.write(name, text.replace(find, replace))

    @contextmanager
    def changed(self, *names: str) -> Iterator[None]:
        """Put the named files back afterwards, as they were."""
        before = {name: self.path(name).read_bytes() for name in names}
        try:
            yield
        finally:
            for name, data in before.items():
                if self.path(name).is_dir():
                    shutil.rmtree(self.path(name))
                self.write(name, data)

    def tree(self) -> dict[str, bytes]:
        """Every file below the root and what it holds."""
        files = sorted(p for p in self.root.rglob("*") if p.is_file())
        return {p.relative_to(self.root).as_posix(): p.read_bytes() for p in files}

    # commands

    def run(self, *arguments: str) -> Result:
        """The command `sitegen` on this site. Anything but an exit code is a failure of the test."""
        result = CliRunner().invoke(main, ["--root", str(self.root), *arguments])
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    def check(self, *arguments: str) -> tuple[int, dict[str, Any]]:
        """The exit code and the JSON of `check`."""
        result = self.run("check", "--format", "json", *arguments)
        return result.exit_code, json.loads(result.stdout)

    def problems(self) -> list[Problem]:
        """Every problem of a build, which is written nowhere."""
        project, problems = site.load(self.root)
        if project is None:
            return problems
        problems = site.check(project)
        if not any(p.severity == "error" for p in problems):
            _, found = site.render_site(project)
            problems = [*problems, *found]
        return problems

    def codes(self) -> list[str]:
        """The codes of those problems."""
        return sorted(p.code for p in self.problems())

    def build(self, *arguments: str) -> Result:
        return self.run("build", *arguments)

    def page(self, name: str) -> str:
        """A built page, such as `en/play`."""
        return self.read(f"output/{name}.html")
