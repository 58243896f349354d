"""Webfonts for scripts that not every device has a good face for, cut down to the characters of the site.

Pages in such a script get its whole face, all other pages a small one with the letters that they show of it: the
names of the languages in the menu. Both go by the family name, so style sheets need not know which they get.
Latin and Cyrillic have none: every device has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from functools import cache
from html import unescape
from io import BytesIO
from itertools import pairwise
from pathlib import Path

from sitegen.assets.cache import Cache

WEIGHTS = (400, 700)
_ALWAYS = frozenset((*range(0x20, 0x7F), 0x200C, 0x200D))
"""Space, ASCII and the joiners, which a text may come to need without a new build: in a search field."""


@dataclass(frozen=True)
class Face:
    """A family of a script: its name, and the characters that belong to the script."""

    family: str
    script: str
    ranges: tuple[tuple[int, int], ...]

    def has(self, character: str) -> bool:
        """Whether a character belongs to the script."""
        return any(first <= ord(character) <= last for first, last in self.ranges)

    @property
    def file(self) -> str:
        """The asset with the whole face."""
        return f"noto-sans-{self.script}.woff2"

    @property
    def names_file(self) -> str:
        """The asset with the letters that pages in other scripts show."""
        return f"noto-sans-{self.script}-names.woff2"

    @property
    def path(self) -> Path:
        """Where the installed package has the face."""
        return font_path(self.family)


FACES = (
    Face("Noto Sans Devanagari", "devanagari", ((0x0900, 0x097F), (0xA8E0, 0xA8FF))),
    Face(
        "Noto Sans Arabic",
        "arabic",
        ((0x0600, 0x06FF), (0x0750, 0x077F), (0x08A0, 0x08FF), (0xFB50, 0xFDFF), (0xFE70, 0xFEFE)),
    ),
)


def font_path(family: str) -> Path:
    """The file of an installed family."""
    import fontpkg

    return Path(fontpkg.path(family))


def face_of(words: str) -> Face | None:
    """The face for a text: that of the script of its first letter; None if the script needs none."""
    first = next((c for c in words if c.isalpha()), "")
    return next((face for face in FACES if first and face.has(first)), None)


def sheet_of(face: Face | None) -> str:
    """The style sheet that gives pages in a script their faces."""
    return f"fonts-{face.script}.css" if face else "fonts.css"


def names(languages: Iterable[str]) -> set[str]:
    """The assets that a site gets whose languages have these names of their own: none without such a script."""
    faces = [face_of(language) for language in languages]
    if not any(faces):
        return set()
    sheets = {sheet_of(face) for face in (*faces, None)}
    return sheets | {face.file for face in faces if face}


def made(pages: Mapping[str, str], faces: Mapping[str, Face | None], cache: Cache) -> dict[str, bytes]:
    """The style sheets and fonts of a site, from all its pages: path → HTML.

    `faces` has the face of each language, by the first folder of a path. Pages outside have none of their own.
    """
    if not any(faces.values()):
        return {}
    shown: dict[Face | None, set[str]] = {face: set() for face in (*faces.values(), None)}
    for path, html in pages.items():
        shown[faces.get(path.partition("/")[0])] |= set(unescape(html))
    out: dict[str, bytes] = {}
    kept: Set[int]
    for own, characters in shown.items():
        rules = []
        for face in FACES:
            if face is own:
                kept = (_ALWAYS | set(map(ord, characters))) & _characters(face.path)
                out[face.file] = _subset(face, kept, WEIGHTS, cache)
                rules.append(_rule(face, face.file, kept))
            else:
                elsewhere = {c for other, there in shown.items() if other is not face for c in there}
                kept = {ord(c) for c in elsewhere if face.has(c)} & _characters(face.path)
                if kept:
                    # Names of languages need one weight.
                    out[face.names_file] = _subset(face, kept, (WEIGHTS[0], WEIGHTS[0]), cache)
                    rules.append(_rule(face, face.names_file, kept))
        out[sheet_of(own)] = "".join(rules).encode()
    return out


def uncut(name: str) -> bytes | None:
    """A style sheet or font with the whole faces as the packages have them, for a preview; None of another name.

    Browsers go by what a font file holds, not by its name.
    """
    for face in FACES:
        if name in (face.file, face.names_file):
            return face.path.read_bytes()
    if name not in {sheet_of(face) for face in (*FACES, None)}:
        return None
    rules = (_rule(f, f.file, (n for a, b in f.ranges for n in range(a, b + 1))) for f in FACES)
    return "".join(rules).encode()


def _rule(face: Face, file: str, characters: Iterable[int]) -> str:
    kind = Path(file).suffix[1:]
    return (
        f'@font-face {{\n  font-family: "{face.family}";\n  src: url("{file}") format("{kind}");\n'
        f"  font-weight: {WEIGHTS[0]} {WEIGHTS[1]};\n  font-display: swap;\n"
        f"  unicode-range: {unicode_range(characters)};\n}}\n"
    )


def unicode_range(characters: Iterable[int]) -> str:
    """Characters as a style sheet writes them: `U+20-7E, U+915`."""
    ordered = sorted(characters)
    starts = [n for i, n in enumerate(ordered) if i == 0 or ordered[i - 1] != n - 1]
    ends = [a for a, b in pairwise(ordered) if b != a + 1] + ordered[-1:]
    return ", ".join(f"U+{a:X}" if a == b else f"U+{a:X}-{b:X}" for a, b in zip(starts, ends, strict=True))


@cache
def _characters(path: Path) -> Set[int]:
    """The characters that a font file has."""
    from fontTools.ttLib import TTFont

    with TTFont(path, lazy=True) as font:
        return frozenset(font.getBestCmap())


def covers(family: str, words: str) -> bool:
    """Whether an installed family has every character of a text."""
    return set(map(ord, words)) <= _characters(font_path(family))


def _subset(face: Face, characters: Set[int], weights: tuple[int, int], cache: Cache) -> bytes:
    import brotli
    import fontTools

    given = (
        face.path.read_bytes(),
        Path(__file__).read_bytes(),
        fontTools.version,
        brotli.__version__,
        unicode_range(characters),
        str(weights),
    )
    return cache.get("font", given, lambda: _cut(face.path, characters, weights))


def _cut(path: Path, characters: Set[int], weights: tuple[int, int]) -> bytes:
    """A font with these characters, all that joins and places them, and weights from the first to the second.

    Subset first: limiting the axes of the whole font takes many times longer.
    """
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont
    from fontTools.varLib import instancer

    options = Options()
    options.layout_features = ["*"]
    options.hinting = False
    options.notdef_outline = True
    options.recalc_timestamp = False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]  # with copyright and licence
    font = TTFont(path, recalcTimestamp=False)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    font = instancer.instantiateVariableFont(
        font, {"wght": weights[0] if weights[0] == weights[1] else (weights[0], *weights), "wdth": 100}
    )
    font.flavor = "woff2"
    out = BytesIO()
    font.save(out)
    return out.getvalue()
