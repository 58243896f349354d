"""The social image: size, budget, the same bytes again, and letters that the font has."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, features

from sitegen.assets import images
from sitegen.assets.cache import Cache

TITLES = {"fr": "Belote française", "hi": "फ़्रांसीसी बेलोत", "ar": "البيلوت الفرنسي", "ru": "Французский белот"}
RIGHT = {"ar"}


def drawn(lang: str, title: str, folder: Path, letters: tuple[str, str] = ("K", "Q")) -> bytes:
    return images.social(title, "French Belote", lang, lang in RIGHT, letters, Cache(folder))


def test_letters_are_joined() -> None:
    """Pillow has raqm: without it Arabic would stand in single letters, in the wrong order."""
    assert features.check("raqm")


@pytest.mark.parametrize("lang", TITLES)
def test_an_image(lang: str, tmp_path: Path) -> None:
    """1200 × 630, at most 60 KB, and the same bytes when made again elsewhere."""
    data = drawn(lang, TITLES[lang], tmp_path / "a")
    assert Image.open(BytesIO(data)).size == (1200, 630)
    assert 5_000 < len(data) <= 60_000
    assert data == drawn(lang, TITLES[lang], tmp_path / "b")


def test_each_title_has_its_image(tmp_path: Path) -> None:
    """Another title, and other letters on the cards, are other pictures; the title stands beside the cards."""
    found = {drawn(lang, title, tmp_path) for lang, title in TITLES.items()}
    assert len(found) == len(TITLES)
    assert drawn("fr", "x", tmp_path) != drawn("fr", "x", tmp_path, ("R", "D"))


def test_a_long_title_is_made_to_fit(tmp_path: Path) -> None:
    """The longest title of three lines stays left of the cards: between them and it is nothing but cloth."""
    data = drawn("de", "Die französische Belote und die Coinche am Küchentisch", tmp_path)
    picture = Image.open(BytesIO(data)).convert("RGB")
    strip = picture.crop((632, 120, 644, 500))
    assert len(strip.getcolors() or []) == 1


def test_a_title_without_a_font_is_that_of_the_source(tmp_path: Path) -> None:
    """Where no installed font has the letters, boxes would stand in their place."""
    assert drawn("bn", "ফরাসি বেলোট", tmp_path) == drawn("bn", "French Belote", tmp_path)
