"""The command `sitegen`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from sitegen import __doc__ as about
from sitegen import __version__

if TYPE_CHECKING:  # a command imports what it needs when it runs: `--help` answers at once
    from sitegen.diagnostics import Problem
    from sitegen.site import Project


class _Root:
    """Where the command works: the root given, or the one found when first needed."""

    def __init__(self, given: Path | None) -> None:
        self.given = given

    @property
    def path(self) -> Path:
        from sitegen.site import MARKER, NoProject, find_root

        try:
            if self.given is None:
                return find_root(Path.cwd())
            if not (self.given / MARKER).is_file():
                raise NoProject(f"there is no {MARKER} in {self.given}")
        except NoProject as error:
            raise click.UsageError(
                f"{error}\nRun the command inside a project, or name one: --root DIR."
            ) from None
        return self.given


@click.group(help=about)
@click.option(
    "--root",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The project; found upwards from the current folder if not given.",
)
@click.version_option(__version__, prog_name="sitegen")
@click.pass_context
def main(context: click.Context, root: Path | None) -> None:
    for stream in (sys.stdout, sys.stderr):  # what is said is in many scripts, whatever the machine's locale
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(encoding="utf-8")
    context.obj = _Root(root)


@contextmanager
def _writing() -> Iterator[None]:
    """A file that cannot be written is told, with exit code 1."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise click.ClickException(f"cannot write {error.filename or ''}: {reason}") from None


_pass_root = click.make_pass_decorator(_Root)


@main.command("check")
@click.option("--locale", "locales", multiple=True, metavar="L", help="Only these languages.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@_pass_root
def check_command(root: _Root, locales: tuple[str, ...], form: str) -> None:
    """Check everything that a build checks; write nothing.

    Exit code 0: nothing is wrong. 1: there are problems. 2: the command was called wrongly.

    Example: sitegen check --locale fr
    """
    from sitegen import site
    from sitegen.diagnostics import as_json, as_text

    project, problems = _load(root, locales)
    counts = {"pages": 0, "locales": 0, "messages": 0, "spans": 0, "facts": 0}
    if project is not None:
        _, problems = site.finish(project)
        counts = site.counts(project)
    if form == "json":
        click.echo(as_json(problems, counts), nl=False)
    else:
        click.echo(as_text(problems), nl=False)
        summary = ", ".join(f"{n} {what}" for what, n in counts.items())
        click.echo(f"{len(problems)} problem{'' if len(problems) == 1 else 's'} in {summary}", err=True)
    sys.exit(_exit_code(problems))


@main.command("build")
@click.option(
    "--output", type=click.Path(file_okay=False, path_type=Path), help="Where to; `output` by default."
)
@click.option("--locale", "locales", multiple=True, metavar="L", help="Only these languages.")
@_pass_root
def build_command(root: _Root, output: Path | None, locales: tuple[str, ...]) -> None:
    """Check everything, render the site, read it again, and put it into place.

    If anything is wrong nothing is written: the old site stays. Exit codes as for `check`.

    Example: sitegen build --output /srv/rules
    """
    from sitegen import site
    from sitegen.diagnostics import as_text

    project, problems = _load(root, locales)
    target = output or root.path / "output"
    if root.path.resolve().is_relative_to(target.resolve()) or not site.is_site(target):
        raise click.UsageError(f"{target} holds other things than a built site, which would be lost")
    if project is not None:
        with _writing():
            problems = site.build(project, target)
    click.echo(as_text(problems), nl=False)
    code = _exit_code(problems)
    if code == 0 and project is not None:
        pages = len(project.content.pages) * len(project.selected)
        click.echo(f"built {pages} pages in {len(project.selected)} languages into {target}")
    else:
        click.echo(f"{len(problems)} problems; nothing was written", err=True)
    sys.exit(code)


@main.command("solve")
@click.argument("file", type=click.File("rb"), default="-")
@_pass_root
def solve_command(root: _Root, file: BinaryIO) -> None:
    """Run the engine on examples: TOML, or JSON Lines in and JSON Lines out.

    A bad example is answered with an error, the rest goes on, and the exit code is 1.

    Example: sitegen solve content/examples/play.toml
    """
    from sitegen.content.rules import load_rule_sets
    from sitegen.diagnostics import as_text
    from sitegen.solve import solve

    rules, problems = load_rule_sets(root.path / "content" / "rules", root.path)
    if problems:
        click.echo(as_text(problems), nl=False, err=True)
        sys.exit(1)
    source = file.read().decode("utf-8", errors="surrogateescape")
    rule_sets = {id: rule_file.rules for id, rule_file in rules.items()}
    sys.exit(solve(source, str(getattr(file, "name", "")).endswith(".toml"), rule_sets, sys.stdout.write))


@main.command("explain")
@click.argument("what", metavar="EXAMPLE|CODE")
@_pass_root
def explain_command(root: _Root, what: str) -> None:
    """Tell how the engine comes to its answer to an example, or what a diagnostic means.

    Example: sitegen explain who-takes-the-trick
    """
    from sitegen import explain

    if what in explain.KNOWN_CODES:
        click.echo(explain.explain_code(what), nl=False)
        return
    from sitegen.content.examples import load_examples
    from sitegen.content.rules import load_rule_sets

    content = root.path / "content"
    rules, _ = load_rule_sets(content / "rules", root.path)
    examples, _ = load_examples(
        content / "examples", root.path, {id: rule_file.rules for id, rule_file in rules.items()}
    )
    if what not in examples:
        raise click.UsageError(explain.unknown(what, examples))
    click.echo(explain.explain_example(what, examples[what]), nl=False)


@main.command("audit")
@click.option("--locale", "locales", multiple=True, metavar="L", help="Only these languages.")
@click.option("--seed", default=0, show_default=True, help="Which sample, where one is taken.")
@click.option("--sample", default=0, help="At most so many mutants of each class in each language; 0: all.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--accept", is_flag=True, help="Write the score as the new baseline, if nothing got worse.")
@_pass_root
def audit_command(
    root: _Root, locales: tuple[str, ...], seed: int, sample: int, form: str, accept: bool
) -> None:
    """Change rules, engine, prose, lexicons and pages, and count what the checks notice.

    Survivors are listed. Exit code 1 if a rate is below the committed baseline, or, in a sample, if mutants
    survive of a kind that was caught before.

    Example: sitegen audit --sample 20 --seed 7
    """
    from sitegen import audit, site
    from sitegen.diagnostics import as_text

    project, problems = _load(root, locales)
    if project is not None:
        problems = site.check(project)
    if project is None or _exit_code(problems):
        click.echo(as_text(problems), nl=False)
        click.echo("the site has problems: mend them before its checks are audited", err=True)
        sys.exit(1)
    report = audit.audit(project, seed, sample)
    baseline = audit.load_baseline(root.path)
    worse = audit.worse(report, baseline, sampled=bool(sample))
    click.echo(audit.as_json(report) if form == "json" else audit.as_text(report, worse), nl=False)
    if accept and not worse and not sample and not locales:
        audit.save_baseline(root.path, report)
        click.echo(f"wrote {audit.BASELINE}", err=True)
    sys.exit(1 if worse else 0)


@main.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to serve at.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port; 0: any free one.",
)
@_pass_root
def serve_command(root: _Root, host: str, port: int) -> None:
    """Show every page of every language as the files are now, and again after each change.

    Problems stand in the page, each beside its sentence. Ctrl-C ends it, with exit code 130.

    Example: sitegen serve --port 0
    """
    import signal
    from threading import Event

    from sitegen.serve import CannotServe, serving

    def end(number: int, frame: object) -> None:
        sys.exit(128 + number)

    path = root.path
    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    try:
        with serving(path, host, port) as server:
            click.echo(f"serving {path} at {server.url} (Ctrl-C ends it)")
            while not Event().wait(0.2):  # a signal that another thread gets wakes no wait without an end
                pass
    except CannotServe as error:
        raise click.ClickException(str(error)) from None


@main.group("locale")
def locale_group() -> None:
    """Work on translations."""


@locale_group.command("update")
@_pass_root
def locale_update(root: _Root) -> None:
    """Bring messages.pot and every PO file up to what the pages and templates say now.

    Translations of messages that changed become fuzzy, those of messages that are gone obsolete.

    Example: sitegen locale update
    """
    from sitegen import site
    from sitegen.diagnostics import as_text

    project, problems = _load(root, ())
    if project is None:
        click.echo(as_text(problems), nl=False)
        sys.exit(1)
    with _writing():
        changed, problems = site.update_catalogs(project)
    for path in changed:
        click.echo(f"updated {path}")
    click.echo(as_text(problems), nl=False)
    sys.exit(_exit_code(problems))


@locale_group.command("word")
@click.argument("lang")
@click.argument("words", nargs=-1)
@_pass_root
def locale_word(root: _Root, lang: str, words: tuple[str, ...]) -> None:
    """Record plain words of a language; without words, list those that nobody has looked at.

    Example: sitegen locale word fr néanmoins
    """
    from sitegen import site
    from sitegen.diagnostics import as_text

    project, problems = _load(root, (lang,))
    if project is None or lang not in project.lexicons:
        click.echo(as_text(problems), nl=False)
        sys.exit(1)
    if words:
        with _writing():
            added = site.accept_words(project, lang, words)
        click.echo(f"recorded {len(added)} word{'' if len(added) == 1 else 's'}")
    else:
        for new in site.new_words(project, lang):
            click.echo(new.said)


def _load(root: _Root, locales: tuple[str, ...]) -> tuple[Project | None, list[Problem]]:
    from sitegen import site

    project, problems = site.load(root.path, locales)
    if project is not None:
        known = project.content.site.locales
        for lang in locales:
            if lang not in known:
                raise click.UsageError(f"there is no language {lang}; known are {', '.join(known)}")
    return project, problems


def _exit_code(problems: list[Problem]) -> int:
    return 1 if any(p.severity == "error" for p in problems) else 0
