"""GNU gettext as a second opinion on catalogues: `msgfmt -c` takes what is written, and what it refuses is told."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from sitegen.catalog import Catalog, po_path, read_po, render_po, update
from tests.catalog import FULL, HEADER, entry, messages
from tests.catalog.hostile import HARMLESS, HOSTILE, NAMES
from tests.catalog.test_updating import PLURAL
from tests.prose import ROOT, TRANSLATIONS

MISSING = re.compile(r".*: warning: header field '[\w-]+' missing in header\n")
"""We write no dates and no names of people, so these fields are not in our headers."""


def msgfmt(data: bytes, folder: Path) -> tuple[int, str]:
    """What `msgfmt -c` says of a file: its exit code, and its words but for fields that the header lacks."""
    (folder / "x.po").write_bytes(data)
    command = ["msgfmt", "--check", "--output-file=/dev/null", "x.po"]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    return done.returncode, MISSING.sub("", done.stderr.decode("utf-8", "replace"))


@pytest.mark.parametrize("lang", ["", *TRANSLATIONS])
def test_the_files_of_the_site_are_accepted(lang: str, tmp_path: Path) -> None:
    """The template and every catalogue pass without a word."""
    path = ROOT / (po_path(lang) if lang else "locales/messages.pot")
    assert msgfmt(path.read_bytes(), tmp_path) == (0, "")


def test_what_is_updated_is_accepted(tmp_path: Path) -> None:
    """Fuzzy, obsolete, revived and plural entries, and a new file, are written as gettext wants them."""
    wanted = messages(
        "first line\nsecond of that", ("Gone", "cell"), "one more of the points", "a new message of it"
    )
    sources = [FULL, *(f"{HEADER}\n{PLURAL.format(sign)}" for sign in ("", "#~ "))]
    for source in sources:
        found, _ = read_po(source, "x.po", "fr")
        for texts in (wanted, messages("quite another one")):
            written = render_po(update(found, texts, "p"))
            code, said = msgfmt(written.encode(), tmp_path)
            assert code == 0, (said, written)
    new = Catalog("pl", "x.po", None, {e.key: e for e in [entry("a", "b")]})
    assert msgfmt(render_po(update(new, wanted, "p")).encode(), tmp_path) == (0, "")


@pytest.mark.parametrize(
    ("data", "told"),
    [*((d, True) for _, d, _ in HOSTILE), *((d, False) for _, d in HARMLESS)],
    ids=NAMES,
)
def test_what_gettext_refuses_is_told(data: bytes, told: bool, tmp_path: Path) -> None:
    """No file of which we say nothing is refused by `msgfmt -c`."""
    code, said = msgfmt(data, tmp_path)
    assert code == 0 or told, said
