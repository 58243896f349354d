"""What builds are measured with: our large site is right, the rivals have all that it has, figures are true.

The other builders run in `python -m tests.bench.build` alone.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from sitegen import catalog, site
from sitegen.diagnostics import Text
from sitegen.facts import constants
from sitegen.prose.check import Scope, Vocabulary, check_message
from sitegen.prose.spans import plain
from tests.bench import build, large
from tests.bench.build import Builder, Failure, Late, Report, Result, Size
from tests.deals import RULE_SETS
from tests.tiny import Tiny, lexicon

PAGES, LOCALES = 2, 3  # the third language is Turkish, where a word that means nothing may seem to deny
TAGS, SLUGS = large.tags(LOCALES), large.slugs(PAGES)


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site in all three forms."""
    folder = tmp_path_factory.mktemp("bench")
    build.generate(folder, PAGES, LOCALES)
    return folder


@pytest.fixture(scope="module")
def ours(work: Path) -> Tiny:
    """Our form, built."""
    tiny = Tiny(work / "sitegen", {})
    assert tiny.build().exit_code == 0
    return tiny


# the large site -----------------------------------------------------------------------------------------


def test_it_has_no_problem(ours: Tiny) -> None:
    """Neither errors nor warnings, and an update of its catalogues changes no byte."""
    code, told = ours.check()
    assert (code, told["problems"]) == (0, [])
    assert (told["counts"]["pages"], told["counts"]["locales"]) == (PAGES, LOCALES)
    before = ours.tree()
    assert ours.run("locale", "update").exit_code == 0
    assert ours.tree() == before


def test_its_shape(ours: Tiny) -> None:
    """10 tricks, 2 tables of 7 deals and about 1,000 words of prose a page; no two texts are the same."""
    project, _ = site.load(ours.root)
    assert project is not None
    texts = [(lang, m) for page in project.content.pages for lang in TAGS for m in page.messages()]
    told = [plain(project.translate(lang, m)) for lang, m in texts if m.role != "nav"]
    assert len(set(told)) == len(told)
    for page in project.content.pages:
        names = [block.name for block in page.blocks()]
        assert [names.count(n) for n in ("play", "scores", "row")] == [10, 2, 14]
        assert 900 < sum(len(plain(m.text.value).split()) for m in page.messages()) < 1100


def test_it_reaches_a_hundred_locales() -> None:
    """CLDR knows each of them, and each has a lexicon; more there are not."""
    tags = large.tags(100)
    assert len(set(tags)) == 100
    assert [catalog.language(tag).lang for tag in tags] == list(tags)
    assert {large.base(tag) for tag in tags} == set(large.LANGUAGES)
    with pytest.raises(SystemExit):
        large.tags(1000)


def test_regions_have_no_problem(tmp_path: Path) -> None:
    """Neither has a region of a language, whatever words of the project's own texts it does not know."""
    large.make(tmp_path / "site", PAGES, 11)
    project, problems = site.load(tmp_path / "site", ("en", "fr-BE", "ar-EG"))
    assert project is not None
    assert project.selected == ("en", "fr-BE", "ar-EG")
    assert [*problems, *site.check(project)] == []


def test_pairs_of_words_come_once() -> None:
    """Steps that share no factor with the number of pairs reach every pair before one comes again."""
    seen = list(large.pairs("en"))
    assert len(seen) == len(set(seen)) == large.VOCABULARY**2


@pytest.mark.parametrize("lang", large.LANGUAGES)
def test_made_up_words_are_plain(lang: str) -> None:
    """Beside a fact no check minds one of them; one that denies is minded."""
    vocabulary = Vocabulary({id: constants(rules) for id, rules in RULE_SETS.items()}, {})

    def codes(words: str) -> list[str]:
        text = Text(f"{words}: [20](#k.belote).", "page", ((0, 1, 1),))
        return [p.code for p in check_message(text, Scope(large.RULES), vocabulary, lexicon(lang))]

    assert codes(" ".join(large.plain_words(lang))) == []
    denial = sorted(word for word in lexicon(lang).negations() if word.isalpha())[0]
    assert codes(f"{large.plain_words(lang)[0]} {denial}") == ["F302"]


# the rivals -------------------------------------------------------------------------------------------------


def rival_words(work: Path, rival: str, lang: str, slug: str, strings: bool = True) -> set[str]:
    """Every word that a rival has for a page: its Markdown, its data, the strings of its language."""
    folder = work / rival
    page = "_index" if (rival, slug) == ("hugo", "index") else slug
    data = "data/examples.json" if rival == "hugo" else "examples.json"
    settings = "hugo.json" if rival == "hugo" else "_data/site.json"
    files = [f"content/{lang}/{page}.md", data, settings, *([f"i18n/{lang}.json"] if strings else [])]
    text = " ".join((folder / name).read_text("utf-8") for name in files)
    # The title of every page stands in every menu.
    titles = [p.read_text("utf-8") for p in (folder / "content" / lang).glob("*.md")]
    text += " ".join(re.findall(r'"title": "(.*)"', " ".join(titles)))
    return set(re.findall(r"[^\s\"<>{},:·=]+", " ".join(build.visible_words(text))))


@pytest.mark.parametrize("rival", ["hugo", "eleventy"])
@pytest.mark.parametrize("lang", TAGS)
@pytest.mark.parametrize("slug", SLUGS)
def test_a_rival_has_every_word(work: Path, ours: Tiny, rival: str, lang: str, slug: str) -> None:
    """Each word of our finished page is in the rival's files; without its strings some are not."""
    page = ours.page(f"{lang}/{slug}")
    wanted = {w for text in build.visible_words(page) for w in re.findall(r"[^\s\"<>{},:·=]+", text)} - {"+"}
    assert wanted - rival_words(work, rival, lang, slug) == set()
    assert wanted - rival_words(work, rival, lang, slug, strings=False)


@pytest.mark.parametrize("rival", ["hugo", "eleventy"])
def test_a_rival_has_every_text(work: Path, rival: str) -> None:
    """Each message of each page stands in the rival's page, in its language, whole."""
    project, _ = site.load(work / "sitegen")
    assert project is not None
    for page in project.content.pages:
        for lang in TAGS:
            name = "_index" if (rival, page.slug) == ("hugo", "index") else page.slug
            text = (work / rival / "content" / lang / f"{name}.md").read_text("utf-8")
            said = "".join(build.visible_words(text))
            for message in page.messages():
                assert "".join(plain(project.translate(lang, message)).split()) in said


def test_templates_of_rivals_find_what_they_ask_for(work: Path) -> None:
    """Each string that a template names is there in every language, and so is each block that a page opens."""
    shortcodes = {p.stem for p in (work / "hugo/layouts/_shortcodes").iterdir()}
    pages = " ".join(p.read_text("utf-8") for p in (work / "hugo/content").rglob("*.md"))
    assert set(re.findall(r"\{\{< ([\w-]+)", pages)) == shortcodes
    for rival, pattern in (("hugo", r'T "(label_\w+)"'), ("eleventy", r"\bt\.(label_\w+)")):
        files = [*(work / rival).rglob("*.html"), *(work / rival).rglob("*.js")]
        named = {n for p in files for n in re.findall(pattern, p.read_text("utf-8"))}
        for lang in TAGS:
            strings = json.loads((work / rival / f"i18n/{lang}.json").read_text("utf-8"))
            assert named == {key for key in strings if key.startswith("label_")}


# measuring ------------------------------------------------------------------------------------------------


def fake(root: Path, script: str, environment: Mapping[str, str] | None = None) -> Builder:
    """A builder that is a Python script, with a page of its own to read."""
    root.mkdir(parents=True, exist_ok=True)
    (root / "page.md").write_text("zaza zeze: <data>7</data>\n", "utf-8")
    home = {"HOME": str(root.parent / "home")}
    return Builder(
        "hugo", root, [sys.executable, "-c", script], "out", root / "page.md", home | dict(environment or {})
    )


COPY = """
from pathlib import Path
page = Path("out/en/page-01.html")
page.parent.mkdir(parents=True, exist_ok=True)
page.write_text(Path("page.md").read_text())
"""


def test_a_builder_is_timed(tmp_path: Path) -> None:
    """One build of each kind; afterwards the sentence is as before, and nothing written is left by `clear`."""
    builder = fake(tmp_path / "site", COPY)
    before = builder.edited.read_text("utf-8")
    found = dict(build.timed(builder, "en", "zaza zeze", "zozo", 60))
    assert list(found) == list(build.KINDS)
    assert all(0 < once.seconds < 60 and once.memory > 1 for once in found.values())
    assert builder.edited.read_text("utf-8") == before
    assert builder.page("en", "page-01").read_text("utf-8").startswith("zaza zozo: ")
    builder.clear()
    assert [p.name for p in builder.root.rglob("*")] == ["page.md"]


def test_a_build_that_does_not_do_its_work_is_told(tmp_path: Path) -> None:
    """A page that is not brought up to date, an error, a build that takes too long, a sentence that is not there."""
    once = fake(
        tmp_path / "once", f"import os\nif not os.path.exists('out'):\n{COPY.replace(chr(10), chr(10) + ' ')}"
    )
    with pytest.raises(Failure, match="did not bring the changed sentence"):
        list(build.timed(once, "en", "zaza zeze", "zozo", 60))
    with pytest.raises(Failure, match=r"(?s)ends with 3:\nno luck"):
        build.run(fake(tmp_path / "bad", "import sys\nprint('no luck')\nsys.exit(3)"), 60)
    with pytest.raises(Late):
        build.run(fake(tmp_path / "slow", "import time\ntime.sleep(60)"), 0.3)
    with pytest.raises(Failure, match="0 times"):
        once.change("zuzu", "zozo")


HOLD = "held = b'x' * 60_000_000\nimport time\ntime.sleep(1)\n"
FORK = f"import os\nchild = os.fork()\n{HOLD}\nif child:\n os.waitpid(child, 0)\n"


def test_memory_is_that_of_all_processes(tmp_path: Path) -> None:
    """Two processes that hold 60 MB each held 120 MB together; one alone is what `wait4` tells."""
    builder = fake(tmp_path / "site", FORK)
    assert 60 < build.run(builder, 60).memory < 100
    assert 115 < build.run(builder, 60, watched=True).memory < 200


def test_pages_are_compared(tmp_path: Path) -> None:
    """Pages too few are told; the share of common words is that of the page that has least."""
    one, other = fake(tmp_path / "one", COPY), fake(tmp_path / "other", COPY)
    one.name = "sitegen"
    for builder, second in ((one, "d e f"), (other, "d e x")):
        for slug, text in (("index", "<p>a b</p> c"), ("page-01", f"<b>{second}</b>")):
            path = builder.page("en", slug)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    found = build.compare([one, other], ["en"], SLUGS)
    assert [round(alike, 3) for _, alike in found.values()] == [1.0, 0.667]
    with pytest.raises(Failure, match="wrote 2 pages, not these 3"):
        build.compare([one, other], ["en"], large.slugs(3))


def report() -> Report:
    """A report of two sizes: ours grows with the power 1.5, Hugo as the number of pages."""

    def result(*seconds: float) -> Result:
        times = {kind: list(seconds) for kind in build.KINDS}
        return Result(times, times, peak_mib=50, kilobytes=20.04, alike=0.99999)

    first = {"sitegen": result(1, 2, 9), "hugo": result(1, 1, 1), "eleventy": result(3)}
    second = {
        "sitegen": result(16),
        "hugo": result(4),
        "eleventy": Result(failure="Eleventy takes more than 9 s"),
    }
    sizes = [Size(10, 10, 3, 0.1, first), Size(20, 20, 1, 0.2, second)]
    return Report("2026-12-01", {"cores": "2"}, {"Hugo": "0.1"}, sizes)


def test_a_report() -> None:
    """Medians, multiples of Hugo's, exponents; the same when it is read again; a builder that was late has none."""
    told = report()
    assert Report.read(told.json()) == told
    assert list(build.rows(told)) == [
        ["10 × 10", "sitegen", *["2.00 (2.00)"] * 3, "50", "20", "99.9 %"],
        ["10 × 10", "Hugo", *["1.00 (1.00)"] * 3, "50", "20", "99.9 %"],
        ["10 × 10", "Eleventy", *["3.00 (3.00)"] * 3, "50", "20", "99.9 %"],
        ["20 × 20", "sitegen", *["16.00 (4.00)"] * 3, "50", "20", "99.9 %"],
        ["20 × 20", "Hugo", *["4.00 (1.00)"] * 3, "50", "20", "99.9 %"],
        ["20 × 20", "Eleventy", "Eleventy takes more than 9 s", *["–"] * 5],
    ]
    assert list(build.growth_rows(told)) == [
        ["sitegen", *["1.50"] * 3],
        ["Hugo", *["1.00"] * 3],
        ["Eleventy", *["–"] * 3],
    ]


def test_the_page_of_the_documentation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--read FILE --docs` writes the tables, the date and how to repeat it; each row is as wide as its head."""
    path, page = tmp_path / "bench.json", tmp_path / "bench.md"
    path.write_text(report().json(), "utf-8")
    monkeypatch.setattr(build, "PAGE", page)
    assert build.main(["--read", str(path), "--docs"]) == 0
    text = page.read_text("utf-8")
    for part in ("2026-12-01", "cores 2", "Hugo 0.1", "| 16.00 (4.00) |", "python -m tests.bench.build"):
        assert part in text
    tables = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    widths = [{line.count("|") for line in table.splitlines()} for table in tables]
    assert [len(w) for w in widths] == [1, 1]


def test_the_command_wants_a_ram_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another disk is refused; so are sizes and builders that are none."""
    mounts = tmp_path / "mounts"
    mounts.write_text(f"disk / ext4 rw 0 0\ntmpfs {tmp_path}/ram tmpfs rw 0 0\n", "utf-8")
    monkeypatch.setattr(build, "MOUNTS", mounts)
    (tmp_path / "ram").mkdir()
    assert [build.on_ram_disk(tmp_path / name) for name in ("ram", "ram/x", ".", "ramp")] == [
        True, True, False, False,
    ]  # fmt: skip
    wrong = [["--folder", str(tmp_path)], ["--sizes", "6"], ["--sizes", "1x5"], ["--builders", "hugo,make"]]
    for arguments in wrong:
        with pytest.raises(SystemExit) as ended:
            build.main(arguments)
        assert ended.value.code == 2
    assert "is no RAM disk" in capsys.readouterr().err


def test_where_eleventy_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """ELEVENTY names the npm folder, the package or its script; without it and on no path there is none."""
    script = tmp_path / "node_modules/@11ty/eleventy/cmd.cjs"
    script.parent.mkdir(parents=True)
    script.write_text("", "utf-8")
    node = tmp_path / "node"
    node.write_text("#!/bin/sh\n", "utf-8")
    node.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    for given in (tmp_path, script.parent, script):
        monkeypatch.setenv("ELEVENTY", str(given))
        assert build.eleventy_command() == [str(node), str(script)]
    monkeypatch.delenv("ELEVENTY")
    with pytest.raises(Failure, match="there is no Eleventy"):
        build.eleventy_command()


def test_modules_of_a_profile() -> None:
    """A file of ours, of a package, of Python's library, and what is no file."""
    files = [build.__file__, pytest.__file__, json.__file__, "~", "<string>"]
    names = ["tests.bench.build", "pytest", "python: json.__init__", "(built in)", "(built in)"]
    assert [build.module_of(path) for path in files] == names
