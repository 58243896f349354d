"""What the tests of prose share: the project as it is, its languages, and small lexicons made of a few lines."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from sitegen import site
from sitegen.catalog import Use
from sitegen.content import load_content
from sitegen.diagnostics import Problem, Text, sorted_problems
from sitegen.prose.check import Scope, Vocabulary, check_message
from sitegen.prose.lexicon import CLASSES, Lexicon, load_lexicon
from sitegen.prose.spans import Node, spans
from sitegen.site import Project

ROOT = Path(__file__).resolve().parent.parent.parent
DATA = ROOT / "tests" / "data" / "prose"


@cache
def project() -> Project:
    """The project itself, read once."""
    found, problems = site.load(ROOT)
    assert found is not None, problems
    return found


def _languages() -> tuple[str, ...]:
    content, problems = load_content(ROOT)
    assert content is not None, problems
    return tuple(content.site.locales)


LANGUAGES = _languages()
"""Every language of content/site.toml, the source first."""
SOURCE, TRANSLATIONS = LANGUAGES[0], LANGUAGES[1:]


def vocabulary() -> Vocabulary:
    """Every address of the project."""
    return project().vocabulary


@cache
def lexicon(lang: str) -> Lexicon:
    """The lexicon of a language of the site."""
    found, problems = load_lexicon(ROOT / "locales" / lang / "lexicon.toml", ROOT, lang)
    assert found is not None, problems
    return found


def read_lexicon(source: str, lang: str = "en") -> tuple[Lexicon | None, list[Problem]]:
    """Reads a lexicon from its text."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "lexicon.toml"
        path.write_text(source, "utf-8")
        return load_lexicon(path, Path(folder), lang)


def fill(source: str) -> str:
    """A lexicon of a few lines with made-up words for every value that it leaves out."""
    given = tomllib.loads(source)
    lines = [source]
    for n, (cls, values) in enumerate(CLASSES.items()):
        missing = [v for v in values if v not in given.get(cls, {})]
        if missing and cls in given:
            raise ValueError(f"{cls} lacks {missing}: a class is given whole or not at all")
        if cls not in given:
            lines.append(f"[{cls}]")
            lines += [
                f'"{v}" = ["zz{"abcdefghijklmnopq"[n]}{"abcdefghijklm"[i]}zz"]' for i, v in enumerate(missing)
            ]
    return "\n".join(lines) + "\n"


@cache
def small(lang: str, source: str | None = None) -> Lexicon:
    """A small lexicon: of `tests/data/prose/<lang>.toml`, or of a text."""
    text = (DATA / f"{lang}.toml").read_text("utf-8") if source is None else source
    found, problems = read_lexicon(fill(text), lang)
    assert found is not None, problems
    return found


def text(value: str, path: str = "page.md") -> Text:
    """A text that stands alone on the first line of a file."""
    return Text(value, path, ((0, 1, 1),))


def scopes(use: Use) -> tuple[Scope, ...]:
    """Everything that the spans of a message read, place by place."""
    return tuple(dict.fromkeys(Scope(m.rules, m.example) for m in use.messages))


def problems_of(
    message: Text, use: Use, lang: str, words: Lexicon | None = None, known: Vocabulary | None = None
) -> list[Problem]:
    """What is wrong with a message of the site, said in a language in one way or another."""
    source = None if lang == SOURCE else use.text.value
    return sorted_problems(
        problem
        for scope in scopes(use)
        for problem in check_message(message, scope, known or vocabulary(), words or lexicon(lang), source)
    )


def in_text(message: Text, value: str) -> Text:
    """Another value at the place of a message."""
    return Text(value, message.path, message.spots)


def replaced(message: str, node: Node, words: str) -> str:
    """A message with other words in one of its spans."""
    return message[: node.start] + words + message[node.end :]


def bounds(node: Node) -> tuple[int, int]:
    """Where a span begins and ends in its message, with brackets and address."""
    return node.start - 1, node.end + len("](#") + len(node.target) + len(")")


def unbound(message: str, node: Node) -> str:
    """A message in which the words of one span stand without their link."""
    start, end = bounds(node)
    return message[:start] + node.text + message[end:]


def translated(lang: str) -> Iterator[tuple[Use, Text]]:
    """Every message of the site with its text in a language; without those that have none."""
    for key, use in project().messages.items():
        found = use.text if lang == SOURCE else project().catalogs[lang].get(key)
        if found is not None:
            yield use, found


def spans_of(lang: str) -> Iterator[tuple[Use, Text, Node]]:
    """Every span of the site in a language."""
    for use, message in translated(lang):
        for node in spans(message.value):
            yield use, message, node


@cache
def file_lines(path: str) -> tuple[str, ...]:
    """The lines of a file of the project."""
    return tuple((ROOT / path).read_text("utf-8").split("\n"))
