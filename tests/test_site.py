"""The order of things on a small site: load, check, build, change a file, build again."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from sitegen import site
from sitegen.diagnostics import Problem
from sitegen.site import NoProject, check_links, find_root, swap_in
from tests.tiny import SOURCE, Tiny

PO = "locales/fr/LC_MESSAGES/messages.po"


@pytest.fixture
def tiny(tmp_path: Path) -> Tiny:
    return Tiny(tmp_path / "tiny")


def outside_output(tiny: Tiny) -> dict[str, bytes]:
    return {name: data for name, data in tiny.tree().items() if not name.startswith("output/")}


def test_the_small_site_is_whole(tiny: Tiny) -> None:
    """Nothing is wrong with it, so what a test reports comes from what it changed."""
    assert tiny.codes() == []


def test_a_build_writes_every_page_and_nothing_else(tiny: Tiny) -> None:
    """A page for each page and language, the chooser, what is for servers and others, and the assets, their own
    and those that are made, each with a hash in its name; nothing outside `output` changes."""
    before = outside_output(tiny)
    assert tiny.build().exit_code == 0
    pages = {f"{lang}/{page}.html" for lang in ("en", "fr") for page in ("index", "play")}
    others = {"index.html", "_headers", "robots.txt", "sw.js", "tiny-belote.zip"}
    own = {
        p.relative_to(tiny.root / "templates/assets").as_posix()
        for p in (tiny.root / "templates/assets").rglob("*")
        if p.is_file()
    }
    made = {name for lang in ("en", "fr") for name in (f"search-{lang}.js", f"social-{lang}.png")}
    built = {n.removeprefix("output/") for n in tiny.tree() if n.startswith("output/")}
    assert pages | others == {name for name in built if not name.startswith("assets/")}
    stamped = {name.removeprefix("assets/") for name in built if name.startswith("assets/")}
    assert own | made == {re.sub(r"\.[0-9a-f]{8}(?=\.\w+$)", "", name, count=1) for name in stamped}
    assert len(stamped) == len(own | made)
    assert before == outside_output(tiny)


def test_two_builds_give_the_same_bytes(tiny: Tiny) -> None:
    """Built twice, also from another folder, the tree is the same byte for byte."""
    tiny.build()
    first = tiny.tree()
    tiny.build()
    assert first == tiny.tree()
    other = Tiny(tiny.root.parent / "elsewhere")
    other.build()
    assert first == other.tree()


def test_check_writes_nothing(tiny: Tiny) -> None:
    """`check` changes no file, whether all is well or not, and makes no folder."""
    for change in (False, True):
        if change:
            tiny.change(PO, 'msgstr "Les plis"', 'msgstr "Les as"')
        before = tiny.tree(), sorted(p.name for p in tiny.root.rglob("*"))
        assert int(change) == tiny.run("check").exit_code
        assert before == (tiny.tree(), sorted(p.name for p in tiny.root.rglob("*")))
        assert [tiny.root.name] == [p.name for p in tiny.root.parent.iterdir()]


def test_check_finds_what_build_finds(tiny: Tiny) -> None:
    """A fault that only the finished page shows makes `check` fail as well."""
    tiny.change("templates/page.html", "{{ page.body }}", "{{ page.body }} 32")
    code, found = tiny.check()
    assert (1, {"H105"}) == (code, {p["code"] for p in found["problems"]})


def test_a_changed_page_is_built_anew(tiny: Tiny) -> None:
    """A sentence changed in source and translation stands on the next build's pages, and only there."""
    tiny.build()
    before = tiny.tree()
    tiny.change("content/pages/play.md", "and what it is worth", "and what that is worth")
    tiny.change(
        PO, "How a card is played, and what it is worth.", "How a card is played, and what that is worth."
    )
    tiny.update()
    tiny.accept_words()
    assert tiny.build().exit_code == 0
    changed = {n for n, data in tiny.tree().items() if before.get(n) != data and n.startswith("output/")}
    pages = {n for n in changed if n.endswith(".html")}
    assert {"output/en/play.html"} == pages
    made = {re.sub(r"\.[0-9a-f]{8}\.", ".", n) for n in changed - pages}
    assert {"output/assets/search-en.js", "output/sw.js", "output/tiny-belote.zip"} == made
    assert "what that is worth" in tiny.page("en/play")


def test_a_page_that_is_gone_leaves_the_output(tiny: Tiny) -> None:
    """The tree is swapped whole: a file that is no longer built is no longer there."""
    tiny.build()
    tiny.write("output/en/old.html", "old")
    tiny.build()
    assert not tiny.path("output/en/old.html").exists()


@pytest.mark.parametrize(
    ("path", "find", "replace"),
    [
        ("content/pages/play.md", "leads the [ace of spades]", "leads the [ace of hearts]"),
        (PO, "entame de l'[as de pique]", "entame de l'[as de cœur]"),
        ("templates/page.html", "{{ page.body }}", "{{ page.bodi }}"),
        ("templates/page.html", "{{ page.body }}", "{{ page.body }} 32"),
        ("templates/chooser.html", "{{ language.title }}", "{{ language.titel }}"),
        ("content/site.toml", 'title = "Tiny Belote"', "title = 1"),
        ("content/rules/maison.toml", "value = 20\n", "value = 30\n"),
        ("content/pages/index.md", "(play.md#tricks)", "(nowhere.md)"),
    ],
)
def test_a_failing_build_leaves_the_old_site(path: str, find: str, replace: str, tiny: Tiny) -> None:
    """Whatever is wrong, exit code 1, the output stays as it was, and no other file is left behind."""
    tiny.build()
    tiny.change(path, find, replace)
    before = tiny.tree()
    result = tiny.build()
    assert result.exit_code == 1, result.output
    assert before == tiny.tree()
    assert [tiny.root.name] == [p.name for p in tiny.root.parent.iterdir()]


def test_a_build_of_one_language_trusts_links_to_the_others(tiny: Tiny) -> None:
    """With `--locale en` only English pages are built; without the source there is no chooser."""
    assert tiny.build("--locale", "en", "--output", str(tiny.path("one"))).exit_code == 0
    others = {"assets", "_headers", "robots.txt", "sw.js", "tiny-belote.zip"}
    assert others | {"en", "index.html"} == {p.name for p in tiny.path("one").iterdir()}
    assert tiny.build("--locale", "fr", "--output", str(tiny.path("two"))).exit_code == 0
    assert others | {"fr"} == {p.name for p in tiny.path("two").iterdir()}


def test_a_broken_language_does_not_stop_another(tiny: Tiny) -> None:
    """With `--locale en`, faults of the French files are none of its business."""
    tiny.path("locales/fr/lexicon.toml").unlink()
    tiny.path(PO).unlink()
    assert tiny.build("--locale", "en").exit_code == 0
    assert tiny.build().exit_code == 1


def test_the_ignore_file_of_the_output_is_kept(tiny: Tiny) -> None:
    """`output/.gitignore` outlives every build."""
    tiny.write("output/.gitignore", "*\n!.gitignore\n")
    for _ in range(2):
        assert tiny.build().exit_code == 0
        assert tiny.read("output/.gitignore") == "*\n!.gitignore\n"


def test_swap_in_is_whole_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If writing fails in the middle the old tree stays, and nothing half-written is left."""
    output = tmp_path / "output"
    swap_in({"a.html": b"old"}, output)
    written = 0

    def fail(self: Path, data: bytes) -> int:
        nonlocal written
        written += 1
        if written == 2:
            raise OSError("disk full")
        return 0

    monkeypatch.setattr(Path, "write_bytes", fail)
    with pytest.raises(OSError, match="disk full"):
        swap_in({"a.html": b"new", "b.html": b"new"}, output)
    monkeypatch.undo()
    assert [p.name for p in tmp_path.iterdir()] == ["output"]
    assert (output / "a.html").read_bytes() == b"old"


def test_swap_in_keeps_the_old_tree_if_it_cannot_be_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the new tree cannot take its place, the old one is put back."""
    output = tmp_path / "output"
    swap_in({"a.html": b"old"}, output)
    rename = os.rename

    def fail(source: Path, target: Path) -> None:
        if Path(target) == output and (Path(source) / "a.html").read_bytes() == b"new":
            raise OSError("busy")
        rename(source, target)

    monkeypatch.setattr(os, "rename", fail)
    with pytest.raises(OSError, match="busy"):
        swap_in({"a.html": b"new"}, output)
    monkeypatch.undo()
    assert (output / "a.html").read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["output"]


def test_swapped_files_can_be_read_by_a_web_server(tmp_path: Path) -> None:
    """Folders and files of the new tree are readable by others."""
    swap_in({"a/b.html": b"x"}, tmp_path / "output")
    for path in [tmp_path / "output", *(tmp_path / "output").rglob("*")]:
        wanted = 0o755 if path.is_dir() else 0o644
        assert wanted == path.stat().st_mode & wanted, path


def test_a_link_to_the_output_stays_a_link(tmp_path: Path) -> None:
    """Where `output` is a link to the folder that is served, that folder gets the new site."""
    swap_in({"a.html": b"old"}, tmp_path / "served")
    (tmp_path / "output").symlink_to(tmp_path / "served")
    swap_in({"a.html": b"new"}, tmp_path / "output")
    assert (tmp_path / "output").is_symlink()
    assert (tmp_path / "served" / "a.html").read_bytes() == b"new"


@pytest.mark.parametrize(
    ("path", "find", "replace", "code"),
    [
        ("content/examples/all.toml", "[failed]", "[maison]", "C202"),
        ("content/rules/exact.toml", '"Coinche without rounding"', '"Coinche at home"', "C301"),
    ],
)
def test_names_that_cannot_be_told_apart(path: str, find: str, replace: str, code: str, tiny: Tiny) -> None:
    """An example must not be called as a rule set is, nor two rule sets alike."""
    tiny.change(path, find, replace)
    assert code in tiny.codes()


def test_the_root_is_found_upwards(tiny: Tiny) -> None:
    """From any folder inside the project; outside there is none."""
    assert tiny.root == find_root(tiny.path("content/pages"))
    assert tiny.root == find_root(tiny.root)
    with pytest.raises(NoProject):
        find_root(tiny.root.parent)


@pytest.mark.parametrize(
    ("href", "problems"),
    [
        ("b.html", 0),
        ("b.html#there", 0),
        ("#here", 0),
        ("../en/b.html", 0),
        ("https://example.org/", 0),
        ("mailto:someone@example.org", 0),
        ("../fr/a.html", 0),
        ("c.html", 1),
        ("b.html#nowhere", 1),
        ("#nowhere", 1),
        ("../../b.html", 1),
        ("/en/b.html", 1),
        ("../assets/site.css", 0),
        ("../assets/none.css", 1),
    ],
)
def test_links(href: str, problems: int) -> None:
    """A link leads to a page, an element of it or a file of the site; elsewhere it is not our business."""
    page = f'<html><a id="here" href="{href}">x</a></html>'
    files = {"en/a.html": page, "en/b.html": '<p id="there">x</p>'}
    found = list(check_links(files, frozenset({"fr"}), frozenset({"assets/site.css"})))
    assert problems == len(found)
    assert {"H107"} >= {p.code for p in found}


@pytest.mark.parametrize(
    "tag", ['<link rel="stylesheet" href="{}">', '<img src="{}" alt="">', '<script src="{}"></script>']
)
def test_assets_that_pages_name_exist(tag: str) -> None:
    """A style sheet, picture or script that is not built is a broken link as well."""
    for target, problems in (("../assets/site.css", 0), ("../assets/gone.css", 1)):
        found = list(
            check_links({"en/a.html": tag.format(target)}, frozenset(), frozenset({"assets/site.css"}))
        )
        assert problems == len(found)


# catalogues -------------------------------------------------------------------------------------------


def test_a_second_update_changes_nothing(tiny: Tiny) -> None:
    """`locale update` is done after the first time."""
    assert tiny.run("locale", "update").stdout == ""


def test_an_update_keeps_translations_while_the_source_is_broken(tiny: Tiny) -> None:
    """A mistyped block hides messages for a while; their translations must not become obsolete."""
    tiny.change("content/pages/play.md", "/// play | trick", "/// play | trik")
    before = tiny.tree()
    result = tiny.run("locale", "update")
    assert result.exit_code == 1
    assert "C104" in result.stdout
    assert before == tiny.tree()


def test_a_changed_message_becomes_fuzzy_and_a_lost_one_obsolete(tiny: Tiny) -> None:
    """Nothing that was translated is lost, and `check` says what is to be done."""
    tiny.change(
        "content/pages/play.md",
        "How a card is played, and what it is worth.",
        "How a card is played, and what it counts.",
    )
    tiny.change("content/pages/play.md", "A trick with a ruff", "Bonjour")
    assert tiny.run("locale", "update").exit_code == 0
    text = tiny.read(PO)
    assert "#, fuzzy" in text
    assert '#| msgid "How a card is played, and what it is worth."' in text
    assert '#~ msgstr "Un pli coupé"' in text
    _, found = tiny.check("--locale", "fr")
    assert sorted(p["code"] for p in found["problems"] if p["code"].startswith("P")) == ["P104", "P105"]


# one mistake, one problem -------------------------------------------------------------------------------


ONE: list[tuple[str, str, str]] = [
    ("content/rules/coinche.toml", 'value = "free"', 'value = "perhaps"'),
    ("content/rules/maison.toml", "value = 100\n", 'value = "hundred"\n'),
    ("content/examples/all.toml", "EW = 86", "EW = 87"),
    ("content/examples/all.toml", "EW = 86", "EW = "),
    ("content/pages/play.md", 'rules = "maison"', 'rules = "mansion"'),
    ("content/pages/play.md", 'rules = "maison"', ""),
    ("content/pages/play.md", "/// play | trick", "/// play | trik"),
    ("content/pages/play.md", "/// play | trick", "/// plai | trick"),
    ("content/pages/play.md", "\n////\n", "\n"),
    ("content/pages/play.md", "///\n\n/// play | trick", "\n/// play | trick"),
    ("content/pages/index.md", "/// switches | maison coinche", "/// switches | maison conche"),
    ("content/pages/index.md", "/// values | maison trump plain", "/// values | maison trump plane"),
    ("locales/en/lexicon.toml", 'S = ["spade{s,}"]', 'S = "spades"'),
    ("locales/fr/lexicon.toml", 'S = ["pique{,s}"]', "S = ["),
    (PO, 'msgstr "Les plis"', 'msgstr "Les plis'),
    ("templates/page.html", "{{ page.body }}", "{{ page.bodi }}"),
    ("templates/page.html", "{{ page.body }}", "{{ page.body }"),
    ("templates/page.html", "{{ page.body }}", "{{ 1 / 0 }}"),
    ("templates/blocks.html", "{% macro summary(block) %}", "{% macro summery(block) %}"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "find", "replace"), ONE)
def test_one_mistake_gives_one_problem(path: str, find: str, replace: str, tiny: Tiny) -> None:
    """What follows from a mistake is not told as well: the problem is in the file that has it."""
    tiny.change(path, find, replace)
    code, found = tiny.check()
    assert [path] == [p["path"] for p in found["problems"]], problems_text(tiny.problems())
    assert code == 1


def problems_text(problems: list[Problem]) -> str:
    return "\n".join(f"{p.place.path}:{p.place.line}: {p.code} {p.message}" for p in problems)


def test_mistakes_in_many_files_are_told_in_one_run(tiny: Tiny) -> None:
    """One run tells them all, sorted by place."""
    tiny.change("content/examples/all.toml", "EW = 86", "EW = 87")
    tiny.change("content/pages/index.md", "/// names | suit rank", "/// names | suit runk")
    tiny.change("content/pages/play.md", "leads the [ace of spades]", "leads the [ace of hearts]")
    tiny.change("content/rules/coinche.toml", 'title = "Coinche at home"', "title = 1")
    tiny.change("locales/fr/lexicon.toml", 'S = ["pique{,s}"]', "S = []")
    tiny.change("templates/page.html", "{{ page.body }}", "{{ page.body }")
    _, found = tiny.check()
    places = [(p["path"], p["line"], p["column"]) for p in found["problems"]]
    assert sorted(places) == places
    assert {
        "content/examples/all.toml", "content/pages/index.md", "content/pages/play.md",
        "content/rules/coinche.toml", "locales/fr/lexicon.toml", "templates/page.html",
    } <= {path for path, _, _ in places}  # fmt: skip


def test_counts(tiny: Tiny) -> None:
    """A check says how much it looked at."""
    _, found = tiny.check()
    counts = found["counts"]
    assert (counts["pages"], counts["locales"]) == (2, 2)
    project, _ = site.load(tiny.root)
    assert project is not None
    assert 2 * len(project.messages) == counts["messages"]
    _, english = tiny.check("--locale", "en")
    assert (1, counts["messages"] // 2, counts["spans"] // 2) == tuple(
        english["counts"][k] for k in ("locales", "messages", "spans")
    )


def test_the_small_site_has_no_copy_of_the_templates() -> None:
    """Templates and lexicons are the project's own: there is one of each."""
    assert not (SOURCE / "templates").exists()
    assert not list(SOURCE.rglob("lexicon.toml"))


def test_a_switch_that_one_game_lacks_has_an_empty_cell(tiny: Tiny) -> None:
    """Rule sets of two games can stand side by side."""
    tiny.build()
    rows = re.findall(r"<tr[^>]*>\s*(<td.*?)</tr>", tiny.page("en/index"), re.DOTALL)
    assert any(re.search(r'data-rules="coinche"></td>', row) for row in rows)
