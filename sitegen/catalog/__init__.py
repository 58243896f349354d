"""gettext catalogues: what is extracted from a site, strict reading, stable writing, bringing up to date."""

from sitegen.catalog.header import check_header, header
from sitegen.catalog.messages import (
    NOTE,
    POT,
    Language,
    Use,
    check_catalog,
    check_pot,
    known_languages,
    label_key,
    labels,
    language,
    load_catalog,
    po_path,
    read_po,
    render_pot,
    site_messages,
    uses,
)
from sitegen.catalog.po import Catalog, Entry, Kept, Key, parse_po, render_entry, render_po
from sitegen.catalog.updating import ALIKE, update

__all__ = [
    "ALIKE",
    "NOTE",
    "POT",
    "Catalog",
    "Entry",
    "Kept",
    "Key",
    "Language",
    "Use",
    "check_catalog",
    "check_header",
    "check_pot",
    "header",
    "known_languages",
    "label_key",
    "labels",
    "language",
    "load_catalog",
    "parse_po",
    "po_path",
    "read_po",
    "render_entry",
    "render_po",
    "render_pot",
    "site_messages",
    "update",
    "uses",
]
