"""The site as it was built: its pages as files, read without a browser, and a server that sends them as a host does."""

from __future__ import annotations

import functools
import gzip
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlsplit
from zlib import crc32

from babel.core import get_global
from lxml import etree, html

from tests.browser.measures import SITE


class Quiet(SimpleHTTPRequestHandler):
    """Sends files compressed, a page of the site for what is not found, and says nothing."""

    protocol_version = "HTTP/1.1"
    TEXTS = (".html", ".css", ".js", ".svg", ".xml", ".txt", ".json")

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_GET(self) -> None:  # the name that http.server calls
        path = Path(self.translate_path(self.path))
        if path.is_dir():
            path /= "index.html"
        status = HTTPStatus.OK
        if not path.is_file():  # the nearest page for it, upwards
            root, status = Path(self.directory), HTTPStatus.NOT_FOUND
            folders = [folder for folder in path.parents if folder == root or root in folder.parents]
            path = next((f / "404.html" for f in folders if (f / "404.html").is_file()), Path())
        body = path.read_bytes() if path.is_file() else b"not found"
        self.send_response(status)
        self.send_header("Content-Type", self.guess_type(str(path)) if path.is_file() else "text/plain")
        if path.suffix in self.TEXTS and "gzip" in self.headers.get("Accept-Encoding", ""):
            body = gzip.compress(body, 6, mtime=0)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Server(ThreadingHTTPServer):
    """Ends quietly where a browser hangs up, and waits for no connection that is kept open."""

    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: object, client_address: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A folder, served at the address."""
    with Server(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder))) as httpd:
        threading.Thread(target=httpd.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{httpd.server_port}/"
        httpd.shutdown()


def script_of(lang: str) -> str:
    """The script that a language is written in."""
    return str(get_global("likely_subtags")[lang]).split("_")[1]


@dataclass(frozen=True)
class BuiltPage:
    """A page of the site, as a file."""

    site: BuiltSite
    path: str

    @property
    def file(self) -> Path:
        return self.site.folder / self.path

    @property
    def lang(self) -> str:
        """Its language, or the column of what belongs to none."""
        folder = self.path.partition("/")[0]
        return folder if folder in self.site.languages else SITE

    @property
    def slug(self) -> str:
        return PurePosixPath(self.path).stem

    @property
    def url(self) -> str:
        return self.site.url + self.path

    @cached_property
    def tree(self) -> etree._Element:
        return html.document_fromstring(self.file.read_bytes(), parser=html.HTMLParser(encoding="utf-8"))

    @property
    def indexed(self) -> bool:
        """Search engines are not asked to leave it out."""
        return not self.found("//meta[@name='robots'][contains(@content, 'noindex')]")

    @property
    def draw(self) -> int:
        """A number that depends on the address alone: what is looked at in one way only is spread by it."""
        return crc32(self.path.encode())

    @cached_property
    def parts(self) -> frozenset[str]:
        """The kinds of elements that it is made of."""
        return frozenset(
            f"{element.tag}.{name}"
            for element in self.tree.iter(etree.Element)
            for name in (
                "",
                *element.get("class", "").split(),
                element.get("type", ""),
                element.get("role", ""),
            )
        )

    def found(self, path: str) -> list[Any]:
        """Elements of the page, or texts and attributes, by XPath."""
        result: list[Any] = self.tree.xpath(path)  # type: ignore[assignment]
        return result

    def linked(self, path: str) -> list[Path]:
        """The files of the site that attributes, found by XPath, lead to."""
        return [file for value in self.found(path) if (file := self.target(str(value))[0]) is not None]

    def target(self, address: str) -> tuple[Path | None, str]:
        """The file that a link leads to and the fragment in it; no file outside the site."""
        if address.startswith(self.site.url):
            address = "/" + address.removeprefix(self.site.url)
        parts = urlsplit(address)
        if parts.scheme or parts.netloc:
            return None, parts.fragment
        if not parts.path:
            return self.file, parts.fragment
        start = self.site.folder if parts.path.startswith("/") else self.file.parent
        file = (start / parts.path.lstrip("/")).resolve()
        return (file / "index.html" if file.is_dir() else file), parts.fragment


@dataclass(frozen=True)
class BuiltSite:
    """A folder with a built site, and where it is served."""

    folder: Path
    url: str
    languages: tuple[str, ...]

    @cached_property
    def pages(self) -> list[BuiltPage]:
        """All of them, by their addresses."""
        files = sorted(file.relative_to(self.folder).as_posix() for file in self.folder.rglob("*.html"))
        return [BuiltPage(self, path) for path in files]

    def page(self, path: str) -> BuiltPage:
        """The page at an address, which has to be there."""
        found = [page for page in self.pages if page.path == path]
        assert found, f"there is no page {path}"
        return found[0]

    def of(self, lang: str) -> list[BuiltPage]:
        return [page for page in self.pages if page.lang == lang]

    def selected(self, slugs: Sequence[str], languages: Sequence[str]) -> list[BuiltPage]:
        """Pages by patterns of their names and by language; without any, all."""
        return [
            page
            for page in self.pages
            if (not slugs or any(fnmatchcase(page.slug, slug) for slug in slugs))
            and (not languages or page.lang in languages)
        ]

    @cached_property
    def models(self) -> frozenset[BuiltPage]:
        """Few pages of each language that together have every kind of element which any page of it has."""
        return frozenset(page for lang in (*self.languages, SITE) for page in cover(self.of(lang)))

    @property
    def scripts(self) -> dict[str, str]:
        """The first language of each script."""
        return {script_of(lang): lang for lang in reversed(self.languages)}


def cover(pages: Sequence[BuiltPage]) -> list[BuiltPage]:
    """The fewest pages, nearly, that together have all parts: always the one that adds most."""
    missing = frozenset[str]().union(*(page.parts for page in pages))
    chosen = []
    while missing:
        best = max(pages, key=lambda page: (len(page.parts & missing), page.path))
        chosen.append(best)
        missing -= best.parts
    return chosen
