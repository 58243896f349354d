"""The layers of the design, read off the imports: who may import whom, and who may touch what."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deals import ROOT

PACKAGE = ROOT / "sitegen"

OWN: dict[str, set[str]] = {
    "__init__": set(),
    "__main__": {"cli"},
    "diagnostics": set(),
    "files": set(),
    "assets": {"diagnostics", "files"},
    "engine": set(),
    "facts": {"engine"},
    "content": {"engine", "diagnostics", "files"},
    "prose": {"engine", "facts", "diagnostics", "files"},
    "catalog": {"content", "prose", "diagnostics"},
    "pseudo": {"catalog", "diagnostics", "prose"},
    "collation": set(),
    "crossrefs": {"content", "engine", "prose"},
    "publication": {"catalog", "content", "crossrefs"},
    "render": {
        "assets",
        "catalog",
        "collation",
        "content",
        "crossrefs",
        "diagnostics",
        "facts",
        "prose",
        "publication",
    },
    "reread": {"engine", "facts", "prose", "diagnostics"},
    "solve": {"engine"},
    "site": {
        "assets",
        "catalog",
        "content",
        "crossrefs",
        "diagnostics",
        "facts",
        "prose",
        "pseudo",
        "publication",
        "render",
        "reread",
    },
    "audit": {"catalog", "content", "diagnostics", "engine", "facts", "prose", "reread", "site"},
    "translate": {"catalog", "diagnostics", "facts", "prose", "site"},
    "explain": {"content", "diagnostics", "docs", "engine", "facts"},
    "docs": {"cli", "content", "diagnostics", "engine", "facts", "prose"},
    "serve": {
        "__init__",
        "assets",
        "catalog",
        "content",
        "diagnostics",
        "explain",
        "facts",
        "prose",
        "publication",
        "render",
        "reread",
        "site",
    },
    "cli": {
        "__init__",
        "assets",
        "audit",
        "content",
        "diagnostics",
        "explain",
        "serve",
        "site",
        "solve",
        "translate",
    },
}
"""Layer → the layers it may import; the design's table. A new module is added here on purpose."""

PACKAGES: dict[str, set[str]] = {
    "assets": {"PIL", "brotli", "fontTools", "fontpkg", "rcssmin"},
    "content": {"markdown", "pymdownx"},
    "prose": {"babel", "unicode_rbnf"},
    "catalog": {"babel", "jinja2"},
    "collation": {"icu"},
    "render": {"jinja2", "markupsafe"},
    "translate": {"tomlkit"},
    "docs": {"click"},
    "serve": {"markupsafe", "watchfiles"},
    "cli": {"click", "rich"},
}
"""Layer → packages of others that it may use; all others use the standard library alone."""

BABEL = {"sitegen/catalog/header.py", "sitegen/catalog/messages.py", "sitegen/prose/lexicon.py"}
FILES = {"assets", "files", "content", "catalog", "render", "site", "translate", "audit", "docs", "serve"}
"""Layers that may touch files; of `prose` the readers of a language's own files alone."""
LANGUAGE_FILES = {"prose/lexicon.py", "prose/words.py"}
TOUCHING = {
    "open",
    "read_text",
    "read_bytes",
    "write_text",
    "write_bytes",
    "glob",
    "rglob",
    "mkdir",
    "unlink",
}
MODULES = sorted(PACKAGE.rglob("*.py"))


def layer(path: Path) -> str:
    """The layer that a module belongs to: the module itself, or the package it is in."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return parts[0]


def imports(path: Path) -> Iterator[str]:
    """Every module that a module imports, also inside functions, as a full name."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: an import names its package"
            module = str(node.module)
            yield module
            if module == "sitegen":
                yield from (f"sitegen.{alias.name}" for alias in node.names)


def calls(path: Path) -> Iterator[str]:
    """The name of each function or method that a module calls."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name):
                yield node.func.id
            elif isinstance(node.func, ast.Attribute):
                yield node.func.attr


def own(path: Path) -> set[str]:
    """The other layers that a module imports."""
    names = {name.split(".")[1] for name in imports(path) if name.startswith("sitegen.")}
    if "sitegen" in imports(path) and any(name == "sitegen.__doc__" for name in imports(path)):
        names = (names - {"__doc__", "__version__"}) | {"__init__"}
    return names - {layer(path)}


def foreign(path: Path) -> set[str]:
    """The packages outside the standard library that a module imports."""
    tops = {name.split(".")[0] for name in imports(path)}
    return tops - sys.stdlib_module_names - {"sitegen"}


def test_every_layer_is_in_the_table() -> None:
    """The tables name the layers that there are, and no other."""
    assert {layer(path) for path in MODULES} == OWN.keys()
    assert PACKAGES.keys() <= OWN.keys()


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_a_module_imports_only_layers_below_it(path: Path) -> None:
    """A module imports no layer that the design does not allow it."""
    assert own(path) - OWN[layer(path)] == set()


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_a_module_uses_only_its_packages(path: Path) -> None:
    """The engine uses the standard library alone; markdown, jinja2 and babel have one or two users each."""
    assert foreign(path) - PACKAGES.get(layer(path), set()) == set()


def test_babel_is_used_by_the_catalogue_and_the_lexicon_alone() -> None:
    """CLDR comes in at two places."""
    users = {path.relative_to(ROOT).as_posix() for path in MODULES if "babel" in foreign(path)}
    assert users - BABEL == set()


def test_the_two_witnesses_do_not_know_each_other() -> None:
    """`render` and `reread` share no module that makes or reads HTML: neither imports the other, even indirectly."""
    reached = {name: closure(name) for name in ("render", "reread")}
    assert "reread" not in reached["render"]
    assert "render" not in reached["reread"]
    assert "content" not in reached["reread"], "the second reading knows nothing of blocks and messages"


def closure(name: str) -> set[str]:
    """The layers that a layer imports, and those that they import, and so on."""
    found: set[str] = set()
    left = [name]
    while left:
        at = left.pop()
        for path in MODULES:
            if layer(path) == at:
                new = own(path) - found
                found |= new
                left += new
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_only_some_layers_touch_files(path: Path) -> None:
    """The engine, the facts, the checks of prose and the second reading work in memory."""
    name = path.relative_to(PACKAGE).as_posix()
    if layer(path) in FILES or name in LANGUAGE_FILES:
        return
    assert TOUCHING & set(calls(path)) == set()
    assert {"os", "shutil", "tempfile", "io"} & set(imports(path)) == set()


def test_only_the_site_writes_output() -> None:
    """Of the layers below the commands, `site` alone writes files; assets keep their cache, the audit writes its
    baseline, docs its pages."""
    writing = {"write_text", "write_bytes", "mkdir", "mkdtemp", "mkstemp", "replace_file", "copy", "rmtree"}
    writers = {layer(path) for path in MODULES if writing & set(calls(path))}
    assert writers - {"site", "assets", "audit", "docs"} == set()


def test_only_the_commands_print_and_exit() -> None:
    """Everything below the commands returns its problems; nothing prints, exits or swallows every exception."""
    for path in MODULES:
        if layer(path) in ("cli", "docs", "__main__"):
            continue
        assert "print" not in calls(path), path
        assert not {"exit", "quit"} & set(calls(path)), path
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            assert not (isinstance(node, ast.ExceptHandler) and node.type is None), path


def test_templates_get_no_engine_objects() -> None:
    """`render` imports nothing of the engine: templates can only be given facts and words."""
    assert "engine" not in own(PACKAGE / "render.py")


def test_the_rules_are_noticed_when_broken(tmp_path: Path) -> None:
    """Positive control: imports inside functions and calls of methods are seen."""
    path = tmp_path / "bad.py"
    path.write_text(
        "def f():\n    from sitegen import render\n    import babel.core\n    p.read_text()\n    open('x')\n"
    )
    assert {"sitegen.render", "babel.core"} <= set(imports(path))
    assert {"read_text", "open"} <= set(calls(path))
