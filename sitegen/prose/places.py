"""Where the keys of a lexicon stand in its file, so that a problem of a word leads to its line."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from sitegen.diagnostics import Place

_TOKEN = re.compile(
    r"""
      (?P<comment>\#[^\n]*)
    | (?P<string>\"{3}(?:\\.|[^\\])*?\"{3,5}|'{3}.*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*')
    | (?P<newline>\n)
    | (?P<bare>[A-Za-z0-9_-]+)
    | (?P<sign>[^\s])
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True)
class KeyPlaces:
    """The places of the keys of one file, by their path: `("claim", "law.follow")`."""

    path: str
    keys: Mapping[tuple[str, ...], tuple[int, int]]

    def of(self, where: str) -> Place:
        """The place of a table or of a key in one: `seat`, `seat.S`, `claim.law.follow`.

        Of a key that is not there: that of its table, or else the beginning of the file.
        """
        table, _, key = where.partition(".")
        line, column = self.keys.get((table, key)) or self.keys.get((table,)) or (1, 1)
        return Place(self.path, line, column)


@lru_cache(maxsize=64)
def key_places(source: str) -> Mapping[tuple[str, ...], tuple[int, int]]:
    """Line and column of every table and every key of a TOML text that can be read, inline tables left out."""
    starts = [0, *(m.end() for m in re.finditer("\n", source))]
    places: dict[tuple[str, ...], tuple[int, int]] = {}
    table: tuple[str, ...] = ()
    path: list[str] = []
    start = depth = 0
    in_value = in_header = False

    def put(key: tuple[str, ...]) -> None:
        line = bisect_right(starts, start)
        places.setdefault(key, (line, start - starts[line - 1] + 1))

    for m in _TOKEN.finditer(source):
        kind, text = m.lastgroup, m[0]
        if in_value:
            depth += (text in "[{") - (text in "]}") if kind == "sign" else 0
            in_value = kind != "newline" or depth > 0
        elif kind in ("bare", "string"):
            if not path and not in_header:
                start = m.start()
            path.append(text if kind == "bare" else tomllib.loads(f"key = {text}")["key"])
        elif text == "[" and not in_header:
            start, in_header = m.start(), True
        elif text == "]" and in_header:
            table, in_header = tuple(path), bool(not path)
            if path:
                put(table)
            path = []
        elif text == "=":
            for size in range(1, len(path) + 1):  # `indices.A = …` stands for `indices`, too
                put((*table, *path[:size]))
            path, in_value = [], True
    return places
