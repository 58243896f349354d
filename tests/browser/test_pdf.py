"""The PDF of each language, read with the tools of poppler: its pages, its order, its letters; and the archive."""

from __future__ import annotations

import re
import shutil
import subprocess
import unicodedata
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Literal
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser

from sitegen import site
from sitegen.assets import pdf
from tests.deals import ROOT

SAMPLES = {
    "hi": ["हर उदाहरण का हिसाब", "बेलोत"],
    "ar": ["البيلوت الفرنسي", "حساب النقاط"],
    "en": ["Every example is computed"],
}
"""Words that must be read from the document, in the order of the letters as they are written."""

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def tool(name: str, *arguments: str) -> str:
    path = shutil.which(name)
    assert path, f"{name} of poppler-utils is not on this machine"
    return subprocess.run([path, *arguments], capture_output=True, check=True).stdout.decode()


def folded(text: str) -> str:
    """A text as it is read: without marks of direction and without spaces, which a PDF has only between words
    that stand apart."""
    return re.sub(r"[\s\u200b-\u200f\u202a-\u202e\u2066-\u2069]", "", unicodedata.normalize("NFC", text))


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of three languages, built with documents."""
    project, problems = site.load(ROOT, tuple(SAMPLES))
    assert project is not None, problems
    target = tmp_path_factory.mktemp("pdf") / "output"
    built = site.build(replace(project, pdf=True), target)
    assert [p for p in built if p.severity == "error"] == []
    return target


@pytest.mark.parametrize("lang", SAMPLES)
def test_a_document(lang: str, documents: Path) -> None:
    """All pages in the order of the site, titled and tagged, its words as they are on the pages."""
    [path] = (documents / lang).glob("*.pdf")
    info = tool("pdfinfo", str(path))
    assert re.search(r"Tagged: +yes", info)
    assert re.search(r"Page size: .*A4", info)
    pages = int(re.findall(r"Pages: +(\d+)", info)[0])
    slugs = [p.slug for p in site.load(ROOT)[0].content.pages if p.slug not in ("404", "search")]  # type: ignore[union-attr]
    assert pages > len(slugs)
    text = folded(tool("pdftotext", str(path), "-"))
    for sample in SAMPLES[lang]:
        assert folded(sample) in text, sample
    page = (documents / lang / "index.html").read_text("utf-8")
    assert f'href="{path.name}"' in page


def test_pages_stand_in_order(documents: Path) -> None:
    """The heading of each page stands behind that of the page before."""
    text = folded(tool("pdftotext", "-f", "2", str(next((documents / "en").glob("*.pdf"))), "-"))
    at = -1
    for slug in ("play", "scoring", "values", "conventions"):
        page = (documents / "en" / f"{slug}.html").read_text("utf-8")
        heading = re.sub("<[^>]*>", "", re.findall(r"<h1.*?</h1>", page)[0])
        summary = re.sub("<[^>]*>", "", re.findall(r'<meta name="description" content="(.{30})', page)[0])
        found = text.find(folded(heading + summary))
        assert found > at, slug
        at = found


def test_a_document_is_the_same_again(output: Path) -> None:
    """Printed twice, it is the same byte for byte: no date, no number by chance."""
    assets = {p.name: p.read_bytes() for p in (output / "assets").iterdir()}
    html = pdf.document("t", "en", "ltr", [("play", "P", (output / "en" / "play.html").read_text("utf-8"))])
    one, other = (pdf.printed(html, assets, pdf.browser()) for _ in range(2))
    assert one == other


def test_the_archive_works_from_disk(output: Path, tmp_path: Path, browser: Browser) -> None:
    """Unpacked and opened as files, pages have their style and their fonts, and nothing to complain about."""
    [path] = output.glob("*.zip")
    with ZipFile(BytesIO(path.read_bytes())) as archive:
        archive.extractall(tmp_path)
    [folder] = tmp_path.iterdir()
    page = browser.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    for name in ("index.html", "hi/play.html", "ar/play.html", "en/search.html"):
        page.goto((folder / name).as_uri())
        assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") != "rgba(0, 0, 0, 0)"
    page.goto((folder / "hi" / "play.html").as_uri())
    loaded = page.evaluate(
        "() => document.fonts.load('1em \"Noto Sans Devanagari\"', 'हिन्दी').then(faces => faces.length)"
    )
    assert loaded == 1
    assert said == []
    page.close()


def test_the_theme_is_that_of_the_page(server: str, browser: Browser) -> None:
    """The colour that a browser gives its own frame is the page's ground, in both schemes."""
    for scheme in SCHEMES:
        context = browser.new_context(color_scheme=scheme)
        page = context.new_page()
        page.goto(f"{server}en/index.html")
        told = page.get_attribute(f"meta[name=theme-color][media*={scheme}]", "content")
        shown = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
        assert told is not None
        assert [int(told[n : n + 2], 16) for n in (1, 3, 5)] == [int(n) for n in re.findall(r"\d+", shown)][
            :3
        ]
        context.close()
