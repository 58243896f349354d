"""The picture that other sites show beside a link to this one: its title, four suits, the belote on two cards."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from sitegen.assets import fonts
from sitegen.assets.cache import Cache

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont

SIZE = (1200, 630)
LATIN = "Noto Sans"
_CLOTH, _EDGE, _PAPER, _PAPER_LINE, _INK = "#1f5c46", "#2f7a5f", "#fffefb", "#b9b4a8", "#ffffff"
_RED, _BLACK = "#c8102e", "#16181d"
_FINE = 3
"""Shapes are drawn so many times larger, then made small: Pillow draws edges without shades."""
_MARGIN, _TEXT_WIDTH, _LINES = 84, 545, 3


def file(lang: str) -> str:
    """The asset with the picture of a language."""
    return f"social-{lang}.png"


def social(title: str, spare: str, lang: str, rtl: bool, letters: tuple[str, str], cache: Cache) -> bytes:
    """The picture for a language as PNG: the title, or `spare` where no font has its letters, and the letters
    of king and queen. In languages written from right to left the title stands on the right."""
    from PIL import __version__ as pillow

    family = _family(title)
    if family is None:
        title, family, rtl = spare, LATIN, False
    letters = letters if all(_family(letter) == LATIN for letter in letters) else ("K", "Q")
    given = (
        Path(__file__).read_bytes(),
        fonts.font_path(LATIN).read_bytes(),
        fonts.font_path(family).read_bytes(),
        pillow,
        *(title, lang, str(rtl), *letters),
    )
    return cache.get("social", given, lambda: _png(_draw(title, family, lang, rtl, letters)))


def _family(words: str) -> str | None:
    """The family that a text is written in: the first that has all its letters."""
    families = (LATIN, *(face.family for face in fonts.FACES))
    return next((family for family in families if fonts.covers(family, words)), None)


def _png(picture: Image) -> bytes:
    from PIL.Image import Dither

    out = BytesIO()
    picture.quantize(64, dither=Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def _draw(title: str, family: str, lang: str, rtl: bool, letters: tuple[str, str]) -> Image:
    from PIL import Image, ImageDraw

    width, height = SIZE
    picture = Image.new("RGB", SIZE, _CLOTH)
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((24, 24, width - 25, height - 25), 36, outline=_EDGE, width=6)
    for n, (letter, turn, x) in enumerate(zip(letters, (9, -7), (805, 965), strict=True)):
        card = _card(letter).rotate(turn, Image.Resampling.BICUBIC, expand=True)
        left = (x - 570 if rtl else x) - card.width // 2  # the letter in the upper left corner stays in sight
        picture.paste(card, (left, 130 + 18 * n), card)

    text, size = _fitted(title, family, lang, rtl)
    font = _font(family, size)
    line = round(size * (1.32 if family == LATIN else 1.55))
    top = (height - line * len(text) - 120) // 2
    style = {"direction": "rtl" if rtl else "ltr", "language": lang, "font": font, "fill": _INK}
    for n, words in enumerate(text):
        x = width - _MARGIN if rtl else _MARGIN
        draw.text((x, top + line * n), words, anchor="ra" if rtl else "la", **style)  # type: ignore[arg-type]
    for n, suit in enumerate("SHDC"):
        drawn = _suit(suit, 76, "#f2b8bf" if suit in "HD" else _INK)
        x = _MARGIN + n * 104
        picture.paste(drawn, (width - x - 76 if rtl else x, top + line * len(text) + 44), drawn)
    return picture


@cache
def _font(family: str, size: int) -> FreeTypeFont:
    from PIL import ImageFont

    font = ImageFont.truetype(fonts.font_path(family), size, layout_engine=ImageFont.Layout.RAQM)
    font.set_variation_by_axes([700, 100])
    return font


def _fitted(title: str, family: str, lang: str, rtl: bool) -> tuple[list[str], int]:
    """The title in lines, and the largest size in which they fit beside the cards."""
    for size in range(104, 30, -4):
        font = _font(family, size)

        def wide(words: str, font: FreeTypeFont = font) -> float:
            return font.getlength(words, direction="rtl" if rtl else "ltr", language=lang)

        lines: list[str] = []
        for word in title.split():
            if lines and wide(f"{lines[-1]} {word}") <= _TEXT_WIDTH:
                lines[-1] += f" {word}"
            else:
                lines.append(word)
        if len(lines) <= _LINES and all(wide(words) <= _TEXT_WIDTH for words in lines):
            return lines, size
    return [title], 32


def _card(letter: str) -> Image:
    """A card of hearts: its letter in the corners, its suit in the middle."""
    from PIL import Image, ImageDraw

    width, height = 236, 336
    card = Image.new("RGBA", (width * _FINE, height * _FINE))
    box = (0, 0, width * _FINE - 1, height * _FINE - 1)
    ImageDraw.Draw(card).rounded_rectangle(box, 22 * _FINE, fill=_PAPER, outline=_PAPER_LINE, width=3 * _FINE)
    card = card.resize((width, height), Image.Resampling.LANCZOS)
    corner = Image.new("RGBA", (width, height))
    font = _font(LATIN, 58)
    ImageDraw.Draw(corner).text((44, 48), letter, font=font, fill=_RED, anchor="mm")
    small = _suit("H", 40, _RED)
    corner.paste(small, (24, 84), small)
    for turned in (corner, corner.rotate(180)):
        card.alpha_composite(turned)
    large = _suit("H", 132, _RED)
    card.alpha_composite(large, ((width - 132) // 2, (height - 132) // 2))
    return card


def _suit(suit: str, size: int, fill: str) -> Image:
    """A suit in a square of this size."""
    from PIL import Image, ImageDraw

    full = size * _FINE
    picture = Image.new("RGBA", (full, full))
    draw = ImageDraw.Draw(picture)

    def at(*points: float) -> list[float]:
        return [p * full / 100 for p in points]

    if suit == "D":
        draw.polygon(at(50, 2, 86, 50, 50, 98, 14, 50), fill=fill)
    elif suit == "H":
        draw.ellipse(at(4, 8, 54, 58), fill=fill)
        draw.ellipse(at(46, 8, 96, 58), fill=fill)
        draw.polygon(at(9, 48, 50, 34, 91, 48, 50, 96), fill=fill)
    elif suit == "S":
        draw.ellipse(at(4, 34, 52, 82), fill=fill)
        draw.ellipse(at(48, 34, 96, 82), fill=fill)
        draw.polygon(at(50, 2, 91, 47, 50, 66, 9, 47), fill=fill)
    else:
        draw.ellipse(at(28, 2, 72, 46), fill=fill)
        draw.ellipse(at(4, 36, 48, 80), fill=fill)
        draw.ellipse(at(52, 36, 96, 80), fill=fill)
        draw.rectangle(at(40, 34, 60, 66), fill=fill)
    if suit in "SC":
        draw.polygon(at(46, 56, 54, 56, 58, 84, 68, 98, 32, 98, 42, 84), fill=fill)
    return picture.resize((size, size), Image.Resampling.LANCZOS)
