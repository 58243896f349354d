"""Names by content: each asset is published under a name that changes with what it holds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from hashlib import sha256

import rcssmin

FOLDER = "assets/"
_NAMED = re.compile(r'(?<=[ \n])(href|src|content)="([^"]*?)assets/([\w./-]+)"')
_URL = re.compile(r"url\(\s*[\"']?(?!data:|#|[a-z]+:)([^\"')]+)[\"']?\s*\)")


def css_files(css: str) -> Iterator[tuple[str, int]]:
    """The files that a style sheet names, each with the line that it stands in."""
    return ((m[1], css.count("\n", 0, m.start()) + 1) for m in _URL.finditer(css))


def stamped(assets: Mapping[str, bytes]) -> dict[str, str]:
    """Asset → the name that it is published under: `site.css` → `site.1a2b3c4d.css`.

    What a style sheet names is part of what it holds.
    """
    names: dict[str, str] = {}
    for name in sorted(assets, key=lambda name: (name.endswith(".css"), name)):
        data = with_names(assets[name], names) if name.endswith(".css") else assets[name]
        stem, dot, suffix = name.rpartition(".")
        hashed = sha256(data).hexdigest()[:8]
        names[name] = f"{stem}.{hashed}.{suffix}" if dot else f"{name}.{hashed}"
    return names


def with_names(css: bytes, names: Mapping[str, str]) -> bytes:
    """A style sheet as it is published: it names files as they are, and has no comments."""
    named = _URL.sub(lambda m: f'url("{names.get(m[1], m[1])}")', css.decode())
    return str(rcssmin.cssmin(named)).encode()


def renamed(html: str, names: Mapping[str, str], base_url: str = "") -> str:
    """A page that names assets as they are published; the site's own assets, and no other site's."""

    def replace(m: re.Match[str]) -> str:
        attribute, before, name = m.groups()
        own = re.fullmatch(r"/?(?:\.\./)*", before) or (base_url and before == base_url)
        return f'{attribute}="{before}{FOLDER}{names[name]}"' if own and name in names else m[0]

    return _NAMED.sub(replace, html)


def used(html: str) -> Iterator[str]:
    """The assets that a page loads, by the names that it gives them; those that only other sites load apart."""
    return (m[3] for m in _NAMED.finditer(html) if m[1] != "content")
