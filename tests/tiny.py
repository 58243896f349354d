"""A small site of its own for tests: copied, changed file by file, checked and built.

Its content and French translation are in `tests/data/tiny`; templates and lexicons are the project's, and so
are the translations of the templates' labels. A section that states every law and formula, in the first
phrase that each lexicon has for it, is written when the site is made: a site has to state them all.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from click.testing import CliRunner, Result

from sitegen import catalog as catalogs
from sitegen import site, translate
from sitegen.cli import main
from sitegen.content.rules import load_rule_sets
from sitegen.diagnostics import Problem, Text
from sitegen.engine import RuleSet
from sitegen.prose.laws import FORMULAS, LAWS
from sitegen.prose.lexicon import Lexicon, expand, load_lexicon
from tests.deals import DATA, ROOT

SOURCE = DATA / "tiny"
TRANSLATION = "fr"
LANGUAGES = ("en", TRANSLATION)


@cache
def lexicon(lang: str) -> Lexicon:
    """The project's lexicon of a language."""
    found, problems = load_lexicon(ROOT / "locales" / lang / "lexicon.toml", ROOT, lang)
    assert found is not None, problems
    return found


@cache
def rules_stated() -> list[tuple[str, str]]:
    """A sentence for every law and formula, of a rule set of the small site in which it holds: English, French."""
    files, problems = load_rule_sets(SOURCE / "content" / "rules", SOURCE)
    assert problems == []
    sets = [file.rules for file in files.values()]
    out = []
    for name, law in LAWS.items():
        rules = next(rules for rules in sets if law.counterexample(rules) is None)
        english, french = (f"[{phrase(f'law.{name}', lang)}](#{rules.id}/law.{name})" for lang in LANGUAGES)
        out.append((english, french))
    rules = next(rules for rules in sets if rules.game == "coinche")
    for name in FORMULAS:
        english, french = (
            f"[{phrase(f'formula.{name}', lang).replace('<formula>', formula(name, rules, lang))}]"
            f"(#{rules.id}/formula.{name})"
            for lang in LANGUAGES
        )
        out.append((english, french))
    return out


def phrase(claim: str, lang: str) -> str:
    """The first phrase that a lexicon has for a claim."""
    return expand(lexicon(lang).claims[claim][0])[0]


def formula(name: str, rules: RuleSet, lang: str) -> str:
    """A formula as arithmetic: what it gives for two contracts tells all, for it is linear."""
    engine = FORMULAS[name][1]
    one, other = rules.contracts[:2]
    factor = (engine(rules, other) - engine(rules, one)) // (other - one)
    base = engine(rules, one) // factor - one
    contract = lexicon(lang).label("quantity", "contract")
    return f"{base} + {contract}" if factor == 1 else f"({base} + {contract}) × {factor}"


@cache
def prepared() -> dict[str, bytes]:
    """The files of the small site, made whole once."""
    with TemporaryDirectory() as folder:
        root = Path(folder)
        shutil.copytree(SOURCE, root, dirs_exist_ok=True)
        shutil.copytree(ROOT / "templates", root / "templates")
        for lang in LANGUAGES:
            target = root / "locales" / lang / "lexicon.toml"
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / "locales" / lang / "lexicon.toml", target)
        whole = Tiny(root, {})
        page = whole.read("content/pages/play.md")
        section = "\n\n".join(english for english, _ in rules_stated())
        whole.write("content/pages/play.md", f"{page}\n## All the rules {{#rules}}\n\n{section}\n")
        whole.update()
        whole.accept_words()
        return whole.tree()


class Tiny:
    """A copy of the small site in `root`."""

    def __init__(self, root: Path, files: Mapping[str, bytes] | None = None) -> None:
        self.root = root
        for name, data in (prepared() if files is None else files).items():
            self.write(name, data)

    def update(self) -> None:
        """Bring the catalogues up to the content; what the project or this module can translate, they do."""
        project, _ = site.load(self.root)
        assert project is not None
        site.update_catalogs(project)
        known, _ = catalogs.load_catalog(ROOT, TRANSLATION)
        own, _ = catalogs.load_catalog(self.root, TRANSLATION)
        stated = dict(rules_stated())
        for key, entry in own.entries.items():
            if entry.msgstr.value:
                continue
            if key[1] in stated:
                own.entries[key] = replace(entry, msgstr=Text(stated[key[1]], "", ((0, 0, 0),)))
            elif any(r.startswith("templates/") for r in entry.references):
                own.entries[key] = replace(entry, msgstr=known.get(key) or entry.msgid)
        self.write(own.path, catalogs.render_po(own))

    def accept_words(self) -> None:
        """Record every word of the site as it stands now."""
        for lang in LANGUAGES:
            project, _ = site.load(self.root)
            assert project is not None
            fresh = [new.word for new in site.new_words(project, lang)]
            for change in translate.plain_words(project, lang, fresh):
                self.write(change.path, change.after)

    def add_translation(self, lang: str) -> None:
        """A second translation: the French one under another name."""
        shutil.copytree(self.root / "locales" / TRANSLATION, self.root / "locales" / lang)
        header = f"Language: {TRANSLATION}\\n"
        self.change(catalogs.po_path(lang), header, f"Language: {lang}\\n")
        self.write("content/site.toml", self.read("content/site.toml") + f"\n[locales.{lang}]\n")

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
        """Every problem of a build, which goes into a folder beside the site that is removed again."""
        project, problems = site.load(self.root)
        if project is None:
            return problems
        target = self.root.parent / f"{self.root.name}.tried"
        try:
            return site.build(project, target)
        finally:
            shutil.rmtree(target, ignore_errors=True)

    def codes(self) -> list[str]:
        """The codes of those problems."""
        return sorted(p.code for p in self.problems())

    def build(self, *arguments: str) -> Result:
        return self.run("build", *arguments)

    def page(self, name: str) -> str:
        """A built page, such as `en/play`."""
        return self.read(f"output/{name}.html")
