"""What is meant for others than readers: servers, search engines, a browser without a network, an archive."""

from __future__ import annotations

import json
import posixpath
import re
import unicodedata
from collections.abc import Iterable, Mapping
from hashlib import sha256
from html import escape, unescape
from io import BytesIO
from urllib.parse import urlsplit
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from sitegen.assets import POLICY
from sitegen.assets.naming import FOLDER, css_files, used

NOT_FOUND = "404"
"""The page that a server shows in the place of one that there is not."""
WORKER = "sw.js"
_ONLY_SERVED = frozenset(("_headers", "robots.txt", "sitemap.xml", WORKER, "404.html"))
"""What is of no use to somebody who has the site on disk."""
_ADDRESS = re.compile(r'(?<=[ \n])(href|src|action)="(?![a-z][a-z0-9+.-]*:|/|#)([^"]+)"')
_CANONICAL = re.compile(r'<link rel="canonical" href="([^"]+)">')
_ONLINE = re.compile(
    r'<link rel="preload"[^>]*>\n?|<p class="download">.*?</p>\n?|<script src="[^"]*offline\.[^"]*"[^>]*></script>\n?',
    re.DOTALL,
)
"""What a page has for those who read it on a server: what is loaded ahead, what can be taken along."""


def slug(title: str) -> str:
    """A title as the name of a file, in small Latin letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "site"


def headers() -> str:
    """What a server says with each file, as Netlify and Cloudflare Pages read it."""
    return (
        f"/*\n  Content-Security-Policy: {POLICY}\n"
        "  X-Content-Type-Options: nosniff\n  Referrer-Policy: strict-origin-when-cross-origin\n"
        f"/{FOLDER}*\n  Cache-Control: public, max-age=31536000, immutable\n"
        f"/{WORKER}\n  Cache-Control: no-cache\n"
    )


def sitemap(pages: Iterable[str]) -> str:
    """The addresses of all pages that name one, for search engines."""
    addresses = sorted({unescape(m[1]) for html in pages for m in _CANONICAL.finditer(html)})
    rows = "".join(f"<url><loc>{escape(address)}</loc></url>\n" for address in addresses)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{rows}</urlset>\n'
    )


def robots(base_url: str) -> str:
    """What search engines may read: everything. A site with an address says where its list of pages is."""
    where = f"\nSitemap: {base_url}sitemap.xml\n" if base_url else ""
    return f"User-agent: *\nAllow: /\n{where}"


def anywhere(path: str, html: str, base_url: str) -> str:
    """A page whose links lead to where they lead from its own place, at whatever address it is shown."""
    root = urlsplit(base_url).path or "/"

    def absolute(m: re.Match[str]) -> str:
        target, sign, anchor = m[2].partition("#")
        goal = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
        return f'{m[1]}="{root}{goal}{sign}{anchor}"'

    return _ADDRESS.sub(absolute, html)


def worker(source: str, pages: Mapping[str, str], assets: Mapping[str, bytes]) -> str:
    """The service worker: `templates/sw.js` with the files that each language needs, and a version of them all.

    `pages` and `assets` are as they are published, the assets by their names below `assets/`.
    """
    files: dict[str, list[str]] = {}
    for path, html in pages.items():
        lang = path.partition("/")[0] if "/" in path else ""
        needed = set(used(html)) & assets.keys()
        for name in [n for n in needed if n.endswith(".css")]:
            sheet = assets[name].decode()
            needed |= {file for file, _ in css_files(sheet)}
        found = [path, *(f"{FOLDER}{name}" for name in needed)]
        files.setdefault(lang, []).extend(found)
    listed = {lang: sorted(set(names)) for lang, names in sorted(files.items())}
    digest = sha256()
    for path in sorted(pages):
        digest.update(path.encode() + b"\0" + pages[path].encode() + b"\0")
    digest.update("\0".join(sorted(assets)).encode() + source.encode())
    head = f"const VERSION = {json.dumps(digest.hexdigest()[:8])};\nconst FILES = {json.dumps(listed, indent=0)};\n"
    return head + source


def archive(name: str, files: Mapping[str, bytes]) -> bytes:
    """The site in a zip file that unpacks into a folder of this name, for reading from disk.

    The same files give the same bytes, whenever and wherever.
    """
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED, compresslevel=6) as archive:
        for path in sorted(files):
            if path in _ONLY_SERVED or path.endswith(f"/{NOT_FOUND}.html"):
                continue
            data = files[path]
            if path.endswith(".html"):
                data = _ONLINE.sub("", data.decode()).encode()
            info = ZipInfo(f"{name}/{path}", (1980, 1, 1, 0, 0, 0))
            info.compress_type = ZIP_DEFLATED
            info.create_system = 3
            info.external_attr = 0o644 << 16
            archive.writestr(info, data)
    return out.getvalue()
