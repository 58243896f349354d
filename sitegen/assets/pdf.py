"""The whole site of a language as one PDF, printed by Chromium."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from sitegen.assets.naming import FOLDER

BROWSERS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
PATIENCE = 300
"""Seconds that one document may take."""
_FLAGS = (
    "--headless", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--no-pdf-header-footer",
    "--export-tagged-pdf", "--generate-pdf-document-outline",
)  # fmt: skip
_SHEET = """\
@page { size: A4; margin: 18mm 16mm; @bottom-center { content: counter(page); font: 9pt system-ui, sans-serif; } }
@page :first { @bottom-center { content: none; } }
html { font-size: 10.5pt; }
body { background: none; }
main { max-width: none; padding: 0; }
main + main { break-before: page; }
nav.contents { break-after: page; }
nav.contents h1 { margin-block: 35% 2rem; }
h1, h2, h3, figcaption, caption { break-after: avoid; }
.checked, .notice { display: none; }
"""
_MAIN = re.compile(r"<main\b([^>]*)>(.*)</main>", re.DOTALL)
_SPRITE = re.compile(r"<svg\b(?:(?!</svg>).)*<symbol\b.*?</svg>", re.DOTALL)
_ID = re.compile(r'(?<=\s)id="([^"]+)"')
_REFERENCE = re.compile(r'(?<=\s)(id|for|name|form|aria-labelledby|aria-describedby|aria-controls)="([^"]*)"')
_LINK = re.compile(r'(?<=\s)href="([^"]*)"')
_SCHEME = re.compile(r"(?:https?|mailto):")
_DATES = re.compile(rb"/(CreationDate|ModDate) \(D:\d{14}")


class NoPdf(Exception):  # noqa: N818  # tells the user what to do
    """No PDF can be made; the text says why and what to do."""


def browser() -> str:
    """The program that prints. NoPdf if there is none."""
    named = os.environ.get("CHROME_PATH")
    found = next((path for name in ([named] if named else BROWSERS) if (path := shutil.which(name))), None)
    if found is None:
        where = f"CHROME_PATH names {named}, which is none" if named else "there is none on the path"
        raise NoPdf(
            f"a PDF is printed by Chromium or Chrome, and {where}.\n"
            "Install it (Debian: apt-get install chromium), or name it: CHROME_PATH=/path/to/chrome."
        )
    return found


def document(title: str, lang: str, direction: str, pages: Sequence[tuple[str, str, str]]) -> str:
    """All pages in one: (name, title, HTML) in reading order. Their ids are told apart by the name of the page."""
    names = {f"{name}.html": name for name, _, _ in pages}
    head = _head(pages[0][2])
    sprite = _SPRITE.search(pages[0][2])
    contents = "".join(f'<li><a href="#{name}--">{escape(heading)}</a></li>\n' for name, heading, _ in pages)
    body = "".join(_part(name, html, names) for name, _, html in pages)
    return (
        f'<!DOCTYPE html>\n<html lang="{lang}" dir="{direction}">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(title)}</title>\n{head}<style>\n{_SHEET}</style>\n</head>\n<body>\n"
        f"{sprite[0] if sprite else ''}"
        f'<nav class="contents">\n<h1>{escape(title)}</h1>\n<ol>\n{contents}</ol>\n</nav>\n{body}</body>\n</html>\n'
    )


def _head(html: str) -> str:
    """The style sheets of a page, as they are found from beside the folder of assets."""
    links = re.findall(r'<link rel="stylesheet" href="[^"]*?(assets/[^"]+)">', html)
    return "".join(f'<link rel="stylesheet" href="{path}">\n' for path in links)


def _part(name: str, html: str, names: Mapping[str, str]) -> str:
    """The main part of a page, its ids and links as they are in the whole document."""
    found = _MAIN.search(html)
    if found is None:
        return ""
    attributes, inner = found.groups()
    own = set(_ID.findall(inner))

    def reference(m: re.Match[str]) -> str:
        words = [f"{name}--{word}" if word in own or m[1] == "name" else word for word in m[2].split()]
        return f'{m[1]}="{" ".join(words)}"'

    def link(m: re.Match[str]) -> str:
        page, _, anchor = m[1].partition("#")
        if not page:
            return f'href="#{name}--{anchor}"' if anchor in own or not anchor else m[0]
        if page in names:
            return f'href="#{names[page]}--{anchor}"'
        return m[0] if _SCHEME.match(page) else 'data-href=""'

    inner = _LINK.sub(link, _REFERENCE.sub(reference, inner))
    attributes = _ID.sub(f'id="{name}--"', attributes)
    return f"<main{attributes}>{inner}</main>\n"


def printed(html: str, assets: Mapping[str, bytes], program: str) -> bytes:
    """A document as PDF. NoPdf if the browser makes none. `assets` are what it loads, by their published names."""
    with TemporaryDirectory(prefix="sitegen-pdf-") as folder:
        root = Path(folder)
        (root / FOLDER).mkdir()
        for name, data in assets.items():
            path = root / FOLDER / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        (root / "all.html").write_text(html, "utf-8")
        out = root / "all.pdf"
        rights = (
            ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        )  # root has no sandbox
        command = [program, *_FLAGS, *rights, f"--user-data-dir={root / 'profile'}"]
        command += [f"--print-to-pdf={out}", (root / "all.html").as_uri()]
        try:
            done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise NoPdf(f"{program} did not print: {error}") from None
        if not out.is_file():
            said = done.stderr.decode("utf-8", "replace").strip().splitlines()
            raise NoPdf(f"{program} did not print, exit code {done.returncode}: {said[-1] if said else ''}")
        return _DATES.sub(rb"/\1 (D:20000101000000", out.read_bytes())
