"""Fonts cut down: what they hold, how large they are, that they come out the same, and when they are needed."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from sitegen.assets import fonts
from sitegen.assets.cache import Cache

DEVANAGARI, ARABIC = fonts.FACES
PAGES = {
    "hi/a.html": "<p>हिन्दी में &#x0915; 42 العربية</p>",
    "ar/a.html": "<p>العربية 42 हिन्दी</p>",
    "en/a.html": "<p>हिन्दी العربية</p>",
    "index.html": "<p>français</p>",
}
OF = {"hi": DEVANAGARI, "ar": ARABIC, "en": None}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return fonts.made(PAGES, OF, Cache(tmp_path_factory.mktemp("cache")))


def characters(data: bytes) -> set[str]:
    return set(map(chr, TTFont(BytesIO(data)).getBestCmap()))


def test_a_face_holds_what_its_pages_show(made: dict[str, bytes]) -> None:
    """Every character of pages in the script, ASCII and the joiners, and nothing else of the script."""
    held = characters(made["noto-sans-devanagari.woff2"])
    assert set("हिन्दी में क") | set("azAZ09 ") | {"\u200c", "\u200d"} <= held
    assert {c for c in held if DEVANAGARI.has(c)} == set("हिन्दीमेंक")


def test_a_names_face_holds_what_other_pages_show(made: dict[str, bytes]) -> None:
    """The letters of the script on pages in other scripts, nothing else: no Latin text makes a browser load it."""
    assert characters(made["noto-sans-devanagari-names.woff2"]) == set("हिन्दी")
    assert characters(made["noto-sans-arabic-names.woff2"]) == set("العربية")


def test_each_script_has_its_style_sheet(made: dict[str, bytes]) -> None:
    """Pages in a script load its whole face, all others the names; one family name for both, and its range."""
    for sheet, whole in (
        ("fonts.css", ()),
        ("fonts-devanagari.css", (DEVANAGARI,)),
        ("fonts-arabic.css", (ARABIC,)),
    ):
        css = made[sheet].decode()
        for face in fonts.FACES:
            assert f'font-family: "{face.family}"' in css
            assert (f'url("{face.file}")' in css) is (face in whole)
            assert (f'url("{face.names_file}")' in css) is (face not in whole)
        assert css.count("font-display: swap") == css.count("unicode-range: U+") == 2


def test_weights_are_those_that_pages_use(made: dict[str, bytes]) -> None:
    """One axis, from regular to bold; what joins and places letters is there, and the licence."""
    font = TTFont(BytesIO(made["noto-sans-devanagari.woff2"]))
    assert [(a.axisTag, a.minValue, a.maxValue) for a in font["fvar"].axes] == [("wght", 400, 700)]
    features = {r.FeatureTag for r in font["GSUB"].table.FeatureList.FeatureRecord}
    assert {"half", "pres", "abvs"} <= features
    assert "Open Font License" in str(font["name"].getDebugName(13))


def test_fonts_come_out_the_same(made: dict[str, bytes], tmp_path: Path) -> None:
    """Made again in another place they are the same, byte for byte."""
    assert made == fonts.made(PAGES, OF, Cache(tmp_path))


def test_a_site_without_such_a_script_has_no_fonts(tmp_path: Path) -> None:
    """Latin and Cyrillic ask for nothing, and nothing is made."""
    assert fonts.names(["English", "русский", "Türkçe"]) == set()
    assert fonts.made({"en/a.html": "x"}, {"en": None}, Cache(tmp_path)) == {}


@pytest.mark.parametrize(
    ("name", "face"),
    [
        ("हिन्दी", DEVANAGARI),
        ("मराठी", DEVANAGARI),
        ("العربية", ARABIC),
        ("فارسی", ARABIC),
        ("Türkçe", None),
        ("", None),
    ],
)
def test_the_face_of_a_language(name: str, face: fonts.Face | None) -> None:
    """That of the script in which it writes its own name."""
    assert fonts.face_of(name) is face


@pytest.mark.parametrize(
    ("characters", "said"),
    [("A", "U+41"), ("ABC", "U+41-43"), ("ACD", "U+41, U+43-44"), ("", "")],
)
def test_a_unicode_range(characters: str, said: str) -> None:
    assert said == fonts.unicode_range(map(ord, characters))


def test_a_preview_has_the_whole_faces() -> None:
    """Under the names that a build has: sheets with all of a script, fonts as the packages have them."""
    assert b"U+900-97F" in (fonts.uncut("fonts.css") or b"")
    assert fonts.uncut("noto-sans-arabic.woff2") == ARABIC.path.read_bytes()
    assert fonts.uncut("site.css") is None
