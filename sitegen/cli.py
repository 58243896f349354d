"""The command `sitegen`."""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from sitegen import __doc__ as about
from sitegen import __version__

if TYPE_CHECKING:  # a command imports what it needs when it runs: `--help` answers at once
    from sitegen.diagnostics import Problem
    from sitegen.site import Project, Standing
    from sitegen.translate import Change, Recorded


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


EXIT_CODES = {
    0: "nothing is wrong; there may be warnings",
    1: "there are problems, or a file or the answer could not be written",
    2: "the command was called wrongly",
    130: "interrupted, as by Ctrl-C; nothing is half written",
}
"""What every command says by its exit code. A traceback, and only that, is a mistake of `sitegen` itself."""


class _Command(click.Group):
    """Ends as a command should that is interrupted or cannot say what it has to say; what is a mistake of
    our own stays visible."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            try:
                return super().invoke(ctx)
            finally:
                if sys.stdout is not None:
                    sys.stdout.flush()
        except (KeyboardInterrupt, click.Abort):
            click.echo("interrupted", err=True)
            sys.exit(130)
        except OSError as error:
            # A stream that nobody reads any more is for click, which is silent; one that is full is told.
            if error.errno == errno.EPIPE or error.filename is not None:
                raise
            sys.stdout = None  # what it still holds cannot be said either
            raise click.ClickException(f"cannot write the answer: {error.strerror}") from None


@click.group(cls=_Command, help=about)
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
_format = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github", "sarif"]),
    default="text",
    show_default=True,
    help="How to tell problems: to a person, a program, GitHub Actions, or code scanning.",
)


def _tell(problems: list[Problem], project: Project | None, root: _Root, form: str) -> None:
    """All problems on standard output, in one of the forms."""
    from sitegen import diagnostics, site

    if form == "json":
        told = diagnostics.as_json(problems, _counts(project))
    elif form == "github":
        told = diagnostics.as_github(problems, site.folder_in_repository(root.path))
    elif form == "sarif":
        told = diagnostics.as_sarif(problems, __version__, site.folder_in_repository(root.path))
    else:
        told = diagnostics.as_text(problems)
    click.echo(told, nl=False)


def _counts(project: Project | None) -> dict[str, int]:
    from sitegen import site

    if project is None:
        return dict.fromkeys(("pages", "locales", "messages", "spans", "facts"), 0)
    return site.counts(project)


_degrade = click.option(
    "--degrade",
    is_flag=True,
    help="Show the source, marked, in the place of each translation that is wrong, and warn.",
)


@main.command("check")
@click.option("--locale", "locales", multiple=True, metavar="L", help="Only these languages.")
@_format
@_degrade
@_pass_root
def check_command(root: _Root, locales: tuple[str, ...], form: str, degrade: bool) -> None:
    """Check everything that a build checks; write nothing.

    In CI, `--format github` sets the problems beside the lines of a pull request, and `--format sarif` is
    for code scanning; both give paths from the root of the repository. Warnings alone are exit code 0.

    Example: sitegen check --locale fr
    """
    from sitegen import site

    project, problems = _load(root, locales)
    if project is not None:
        _, problems = site.finish(project, degrade)
    _tell(problems, project, root, form)
    if form in ("text", "github"):  # the other two are for programs
        summary = ", ".join(f"{n} {what if n != 1 else what[:-1]}" for what, n in _counts(project).items())
        click.echo(f"{_many(problems)} in {summary}", err=True)
    sys.exit(_exit_code(problems))


def _address(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    from sitegen.content.site import ADDRESS

    if value is not None and not ADDRESS.fullmatch(value):
        raise click.BadParameter("give an http address that ends in /, as https://example.org/rules/")
    return value


@main.command("build")
@click.option(
    "--output", type=click.Path(file_okay=False, path_type=Path), help="Where to; `output` by default."
)
@click.option("--locale", "locales", multiple=True, metavar="L", help="Only these languages.")
@click.option(
    "--pseudo",
    is_flag=True,
    help="With two made languages, en-XA and ar-XB, in other letters and 40 % longer; needs --output.",
)
@click.option(
    "--base-url",
    metavar="URL",
    callback=_address,
    help="The address of the site; that of content/site.toml by default.",
)
@_degrade
@_format
@_pass_root
def build_command(
    root: _Root,
    output: Path | None,
    locales: tuple[str, ...],
    pseudo: bool,
    base_url: str | None,
    degrade: bool,
    form: str,
) -> None:
    """Check everything, render the site, read it again, and put it into place.

    If anything is wrong nothing is written: the old site stays. Formats as for `check`. With `--degrade`
    what is wrong in a translation stops nothing: the source stands in its place, marked, and a language whose
    files cannot be used is left out. A mistake in the source, in content or templates still stops everything.

    With `--pseudo` the site shows what cannot be translated and what does not fit. It is for looking at:
    each of its pages asks search engines not to list it, and it has to go to a folder of its own.

    Example: sitegen build --output /srv/rules
    """
    from sitegen import site

    usual = root.path / "output"
    target = output or usual
    if pseudo and target.resolve() == usual.resolve():
        raise click.UsageError(
            "a site with pseudo-languages is not for publishing: name a folder, --output DIR"
        )
    project, problems = _load(root, locales, pseudo)
    if root.path.resolve().is_relative_to(target.resolve()) or not site.is_site(target):
        raise click.UsageError(f"{target} holds other things than a built site, which would be lost")
    if project is not None:
        if base_url:
            project = site.at(project, base_url)
        with _writing():
            problems = site.build(project, target, degrade)
    _tell(problems, project, root, form)
    code = _exit_code(problems)
    if code == 0 and project is not None:
        languages = len(set(project.selected) - {p.locale for p in problems if p.code == "C108"})
        pages = len(project.content.pages) * languages
        click.echo(f"built {pages} pages in {languages} languages into {target}", err=form != "text")
    else:
        click.echo(f"{_many(problems)}; nothing was written", err=True)
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
@click.option("--dry-run", is_flag=True, help="Tell which files would change; write nothing.")
@_pass_root
def locale_update(root: _Root, dry_run: bool) -> None:
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
        changed, problems = site.update_catalogs(project, dry_run)
    for path in changed:
        click.echo(f"{'would update' if dry_run else 'updated'} {path}")
    click.echo(as_text(problems), nl=False)
    sys.exit(_exit_code(problems))


def _changing(command: Callable[..., None]) -> Callable[..., None]:
    """The options of a command that shows what it changes before it writes."""
    command = click.option("--dry-run", is_flag=True, help="Show the change; write nothing.")(command)
    return click.option("--yes", is_flag=True, help="Write without asking.")(command)


def _make(root: _Root, changes: Sequence[Change], dry_run: bool, yes: bool) -> bool:
    """Show changes; write them unless it is a dry run, or a person at a terminal says no. Says whether it wrote."""
    from sitegen import site

    for change in changes:
        lines = change.after.count("\n")
        click.echo(change.diff() if change.before else f"new file {change.path}, {lines} lines\n", nl=False)
    if not changes or dry_run:
        return False
    if not yes and sys.stdin.isatty() and not click.confirm("Write this?", default=True):
        click.echo("nothing was written", err=True)
        return False
    with _writing():
        for change in changes:
            site.write_file(root.path / change.path, change.after)
    return True


@contextmanager
def _refusing() -> Iterator[None]:
    """What a command cannot do is told, with exit code 1."""
    from sitegen.translate import Refused

    try:
        yield
    except Refused as error:
        raise click.ClickException(str(error)) from None


def _language(root: _Root, lang: str) -> Project:
    """A project with one of its languages. Ends the command where content or its catalogue cannot be read."""
    from sitegen.diagnostics import as_text

    project, problems = _load(root, (lang,))
    unread = project is not None and lang in project.catalogs and not project.catalogs[lang].whole
    if project is None or unread or any(p.code.startswith("C") for p in problems):
        click.echo(as_text(problems), nl=False)
        click.echo("nothing was changed: mend these first", err=True)
        sys.exit(1)
    return project


@locale_group.command("add")
@click.argument("lang")
@_changing
@_pass_root
def locale_add(root: _Root, lang: str, dry_run: bool, yes: bool) -> None:
    """Add a language: list it as a draft, write a lexicon to fill and a PO file to translate.

    Run again it writes what is missing and leaves what is there.

    Example: sitegen locale add de
    """
    from sitegen import translate
    from sitegen.diagnostics import as_text

    project, problems = _load(root, ())
    if project is None or any(p.code.startswith("C") for p in problems):
        click.echo(as_text(problems), nl=False)
        sys.exit(1)
    lang = translate.tag(lang)
    with _refusing():
        changes = translate.add(project, lang)
    if not changes:
        click.echo(f"{lang} is there already; nothing to add")
        return
    if _make(root, changes, dry_run, yes):
        click.echo(translate.NEXT_STEPS.format(lang=lang), nl=False)


@locale_group.command("bind")
@click.argument("lang")
@_changing
@_pass_root
def locale_bind(root: _Root, lang: str, dry_run: bool, yes: bool) -> None:
    """Put the spans into translations written as plain text; list what was not found, or found twice.

    Translations that have their spans stay as they are. At the end the facts that the sources of the
    translated messages bind are counted, each once a message, by what became of them: bound now, bound before,
    said by the phrase of a claim (so that they need no span), not found. What says one of them once more is
    bound too, and counted apart.

    Example: sitegen locale bind de
    """
    from sitegen import translate

    project = _language(root, lang)
    with _refusing():
        bound = translate.bind_catalog(project, lang)
    _make(root, bound.changes, dry_run, yes)
    for left in bound.unbound:
        click.echo(f"{project.catalogs[lang].path}:{left.line}: {left.what}\n    {left.fix}")
    tally, others = bound.tally, len(bound.unbound) - bound.tally.left
    parts = [
        f"{tally.now} bound now",
        f"{tally.before} bound before",
        f"{tally.in_claims} said by a claim's phrase",
        f"{tally.left} not found and left to you",
    ]
    click.echo(f"{tally.facts} facts of the translated messages: {', '.join(parts)}", err=True)
    if tally.repeats:
        click.echo(f"Words that say one of them once more, bound as well: {tally.repeats}", err=True)
    if others:
        click.echo(
            f"Links that are missing and words that may mean several facts, left to you: {others}", err=True
        )


@locale_group.command("word")
@click.argument("lang")
@click.argument("words", nargs=-1, metavar="[CLASS.VALUE] [WORD]…")
@click.option("--all", "every", is_flag=True, help="Record every word that nobody has looked at: look first.")
@click.option("--prune", is_flag=True, help="Strike plain words that no text uses any more.")
@_changing
@_pass_root
def locale_word(
    root: _Root, lang: str, words: tuple[str, ...], every: bool, prune: bool, dry_run: bool, yes: bool
) -> None:
    """Record words of a language: plain ones, or forms of a value in its lexicon.

    Without words it lists those that nobody has looked at. `CLASS.VALUE` names a value (`outcome.failed`),
    a claim (`claim.must-ruff`), or one of the lists `glue`, `conj`, `neg`; the change and what it does to the
    problems of the language are shown.

    Example: sitegen locale word pl outcome.failed leży
    """
    from sitegen import site, translate
    from sitegen.diagnostics import as_text

    project = _language(root, lang)
    if prune:
        with _refusing():
            changes = translate.prune_words(project, lang)
        if not changes:
            click.echo("every word that is recorded stands in a text")
        _make(root, changes, dry_run, yes)
        return
    if not words:
        if lang not in project.lexicons:
            click.echo(as_text(p for p in project.problems if p.locale == lang), nl=False)
            sys.exit(1)
        fresh = site.new_words(project, lang)
        if not fresh:
            click.echo("there are no new words", err=True)
        if every:
            _make(root, translate.plain_words(project, lang, [new.word for new in fresh]), dry_run, yes)
            return
        for new in fresh:
            place = new.text.place(new.offset)
            click.echo(f"{place.path}:{place.line}: {new.said}")
        return
    with _refusing():
        if len(words) > 1 and translate.is_name(words[0]):
            _record(root, translate.add_forms(project, lang, words[0], words[1:]), dry_run, yes)
            return
        changes = translate.plain_words(project, lang, words)
    if not changes:
        click.echo("recorded already")
    _make(root, changes, dry_run, yes)


@locale_group.command("term")
@click.argument("lang")
@click.argument("notion", required=False)
@click.argument("words", nargs=-1, metavar="[WORD]…")
@click.option("--avoid", is_flag=True, help="The words are those that the site does not use.")
@_changing
@_pass_root
def locale_term(
    root: _Root, lang: str, notion: str | None, words: tuple[str, ...], avoid: bool, dry_run: bool, yes: bool
) -> None:
    """Record the word of a notion of the game: the first WORD is the one that the site uses.

    Without words it lists every notion with the source's word, this language's and those to avoid.

    Example: sitegen locale term pl taker rozgrywający
    """
    from sitegen import translate

    project = _language(root, lang)
    with _refusing():
        if words and notion:
            _record(root, translate.set_term(project, lang, notion, words, avoid), dry_run, yes)
            return
        rows = [row for row in translate.terms(project, lang) if notion in (None, row[0])]
    from rich.console import Console
    from rich.table import Table

    table = Table("notion", project.source, lang, "avoid", box=None, pad_edge=False)
    for row in rows:
        table.add_row(*row)
    Console(width=None if sys.stdout.isatty() else 160).print(table)


def _record(root: _Root, recorded: Recorded, dry_run: bool, yes: bool) -> None:
    """Show a change of a lexicon and what it does to the problems of its language; write it."""
    from sitegen.diagnostics import as_text

    if not recorded.changes:
        click.echo("recorded already")
        return
    for title, problems in (("mended", recorded.mended), ("new problems", recorded.made)):
        if problems:
            click.echo(f"{title}: {len(problems)}")
            click.echo(as_text(problems), nl=False)
    _make(root, recorded.changes, dry_run, yes)


@locale_group.command("seal")
@click.argument("lang")
@click.argument("lines", nargs=-1, type=int, metavar="[LINE]…")
@_changing
@_pass_root
def locale_seal(root: _Root, lang: str, lines: tuple[int, ...], dry_run: bool, yes: bool) -> None:
    """Confirm that a translation rightly has its values in another order than the source.

    Without lines it lists the messages that ask for it, with both texts. LINE is a line of the PO file. The
    seal is void after any change of either text.

    Example: sitegen locale seal tr 412
    """
    from sitegen import translate

    project = _language(root, lang)
    with _refusing():
        if not lines:
            others = translate.other_orders(project, lang)
            if not others:
                click.echo("no message asks for a seal", err=True)
            for other in others:
                path = project.catalogs[lang].path
                click.echo(f"{path}:{other.line}:\n    {other.source}\n    {other.text}")
            return
        changes = translate.seal(project, lang, lines)
    _make(root, changes, dry_run, yes)


@locale_group.command("status")
@click.argument("langs", metavar="[LANG]...", nargs=-1)
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", show_default=True)
@click.option(
    "--page", metavar="PAGE", help="List what this page lacks instead, by the lines of the PO file."
)
@_pass_root
def locale_status(root: _Root, langs: tuple[str, ...], form: str, page: str | None) -> None:
    """Tell how far each page is in each language.

    Of its messages are told: how many are translated, out of date (fuzzy), missing, and how many have an error
    (failing); the share that is translated; and whether the page is published, a draft, or below the threshold
    of a published language. JSON has `languages`: each with `lang`, `status` and `coverage` of
    content/site.toml, `messages`, `translated`, `fuzzy`, `missing`, `failing`, `share` from 0 to 1, and
    `pages`: each with `page`, the same numbers, and `state`.

    Example: sitegen locale status pl --format json
    """
    from sitegen import site
    from sitegen.diagnostics import as_text

    project, problems = _load(root, langs)
    if project is None:
        click.echo(as_text(problems), nl=False)
        sys.exit(1)
    if page is not None:
        known = [p.slug for p in project.content.pages]
        if page not in known:
            raise click.UsageError(f"there is no page {page}; known are {', '.join(known)}")
        for text in site.lacking(project, page):
            click.echo(f"{text.path}:{text.place().line}: {text.value}")
        return
    standings = site.status(project)
    click.echo(_status_json(project, standings) if form == "json" else _status_table(standings), nl=False)


def _status_json(project: Project, standings: list[Standing]) -> str:
    import json

    languages: list[dict[str, object]] = []
    pages: list[dict[str, object]] = []
    for s in standings:
        numbers = {
            "messages": s.count.messages,
            "translated": s.count.translated,
            "fuzzy": s.count.fuzzy,
            "missing": s.count.missing,
            "failing": s.failing,
            "share": round(s.count.share, 4),
        }
        if s.slug:
            pages.append({"page": s.slug, **numbers, "state": s.state})
            continue
        own = project.content.site.locales[s.lang]
        pages = []
        head = {"lang": s.lang, "status": own.status, "coverage": own.coverage}
        languages.append({**head, **numbers, "pages": pages})
    return json.dumps({"languages": languages}, indent=2) + "\n"


def _status_table(standings: list[Standing]) -> str:
    """Languages and their pages as a table."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    for head in ("language", "page"):
        table.add_column(head, no_wrap=True)
    for head in ("messages", "translated", "fuzzy", "missing", "failing", "share"):
        table.add_column(head, justify="right")
    table.add_column("state", no_wrap=True)
    for n, s in enumerate(standings):
        if n and not s.slug:
            table.add_section()
        c = s.count
        numbers = map(str, (c.messages, c.translated, c.fuzzy, c.missing, s.failing))
        table.add_row("" if s.slug else s.lang, s.slug, *numbers, f"{c.hundredths}%", s.state)
    console = Console(width=100, color_system=None, force_terminal=False)
    with console.capture() as captured:
        console.print(table)
    return "".join(f"{line.rstrip()}\n" for line in captured.get().strip("\n").split("\n"))


def _load(
    root: _Root, locales: tuple[str, ...], pseudo: bool = False
) -> tuple[Project | None, list[Problem]]:
    from sitegen import site

    project, problems = site.load(root.path, locales, pseudo)
    if project is not None:
        known = dict.fromkeys((*project.content.site.locales, *project.languages))
        for lang in locales:
            if lang not in known:
                raise click.UsageError(f"there is no language {lang}; known are {', '.join(known)}")
    return project, problems


def _many(problems: list[Problem]) -> str:
    """How many problems there are, warnings apart from errors."""
    errors = sum(p.severity == "error" for p in problems)
    warnings = len(problems) - errors
    told = f"{errors} problem{'' if errors == 1 else 's'}"
    return told + (f" and {warnings} warning{'' if warnings == 1 else 's'}" if warnings else "")


def _exit_code(problems: list[Problem]) -> int:
    return 1 if any(p.severity == "error" for p in problems) else 0
