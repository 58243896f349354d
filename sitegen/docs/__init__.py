"""The reference documentation, made from the registries that the code itself uses.

`python -m sitegen.docs` writes the pages beside this file, `--check` says whether they are what it would
write. `failing.toml` has, for each diagnostic code, a change to a small site that brings it about: the
pages show it, `explain` prints it, and a test makes it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import click

from sitegen.diagnostics import CODES
from sitegen.engine import ERRORS, SWITCHES
from sitegen.facts import ADDRESSES, REFERENCES
from sitegen.prose.claims import PREDICATES
from sitegen.prose.laws import FORMULAS, LAWS
from sitegen.prose.lexicon import CLASSES, KEYS
from sitegen.prose.lint import LEFT_OUT

FOLDER = Path(__file__).parent

FAMILIES: Mapping[str, str] = {
    "C1": "Pages, site.toml and templates",
    "C2": "Examples",
    "C3": "Rule sets",
    "L1": "Lexicons",
    "P1": "PO files",
    "F1": "Prose: words and values",
    "F2": "Prose: bindings",
    "F3": "Prose: what is not marked",
    "F4": "Prose: claims, laws and formulas",
    "F5": "Prose: relations between spans",
    "F6": "Prose: mark-up",
    "F7": "Prose: terms",
    "H1": "Finished pages",
}
"""The first two characters of a code → what the family is about."""


@dataclass(frozen=True)
class Change:
    """A change to a file of a site: `find` becomes `replace`, or the whole file does where `find` is empty;
    a file whose `replace` is None is removed."""

    path: str
    find: str
    replace: str | None


@dataclass(frozen=True)
class Failing:
    """Changes to the small site of the tests that bring a diagnostic about, and what they are about."""

    code: str
    about: str
    changes: tuple[Change, ...]


@cache
def failing_examples() -> dict[str, Failing]:
    """The failing example of each diagnostic code."""
    data = tomllib.loads((FOLDER / "failing.toml").read_text("utf-8"))
    return {
        code: Failing(code, table["about"], tuple(_changes(table["files"]))) for code, table in data.items()
    }


def _changes(files: Mapping[str, object]) -> Iterator[Change]:
    for path, change in files.items():
        if isinstance(change, dict):
            yield Change(path, change["find"], change["replace"])
        else:
            yield Change(path, "", change if isinstance(change, str) else None)


def failing_example(code: str) -> Failing | None:
    """The failing example of a code; None for a code that no change to a site's own files can bring about."""
    return failing_examples().get(code)


def change_lines(change: Change) -> Iterator[str]:
    """A change as a reader sees it: the file, the lines that go, the lines that come."""
    yield change.path
    if change.replace is None:
        yield "(removed)"
        return
    yield from (f"- {line}" for line in change.find.strip("\n").split("\n") if change.find)
    yield from (f"+ {line}" for line in change.replace.strip("\n").split("\n"))


# pages ----------------------------------------------------------------------------------------------


def pages() -> dict[str, str]:
    """Every page of the reference documentation: file name → Markdown."""
    makers: dict[str, Callable[[], str]] = {
        "addresses.md": addresses,
        "claims.md": claims,
        "codes.md": codes,
        "commands.md": commands,
        "lexicon.md": lexicon,
        "switches.md": switches,
    }
    return {name: make() for name, make in makers.items()}


def stale() -> list[str]:
    """The pages that are not what the registries say now."""
    return [
        name
        for name, text in pages().items()
        if not (FOLDER / name).is_file() or (FOLDER / name).read_text("utf-8") != text
    ]


def write() -> list[str]:
    """Write the pages anew. Returns those that changed."""
    changed = stale()
    for name in changed:
        (FOLDER / name).write_text(pages()[name], "utf-8")
    return changed


def addresses() -> str:
    """What spans may be bound to."""
    return _page(
        "Addresses",
        "A span `[words](#address)` is bound to a fact of the engine. These are all addresses, the kind of "
        "words that may state them, and what they hold. `k.…` are constants of a rule set, all others facts "
        "of an example. Of another rule set or example: `#belote-officielles/k.no-trump.ace`, "
        "`#trump-tied/ns.total`.",
        _table(
            ("Address", "Kind", "Meaning"),
            ((_code(pattern), kind, meaning) for pattern, (kind, meaning) in ADDRESSES.items()),
        ),
        "## References",
        "What stands between `<` and `>`:",
        _table(("Reference", "Stands for"), ((_code(name), what) for name, what in REFERENCES.items())),
    )


def claims() -> str:
    """What sentences may state beyond a value."""
    return _page(
        "Claims",
        "A span can also state that something is so: `[West must ruff](#must-ruff.me)`. Its words must be "
        "one of the phrases that the language's lexicon lists for it under `[claim]`, and every slot of the "
        "phrase must name what the address names.",
        "## Predicates",
        "True or false of one example.",
        _table(
            ("Address", "Meaning"),
            (
                (_code(".".join([name, *(f"<{kind}>" for kind in predicate.types)])), predicate.meaning)
                for name, predicate in PREDICATES.items()
            ),
        ),
        "## Laws",
        "General rules, tried on thousands of positions and deals of the rule set that the page speaks for.",
        _table(
            ("Address", "Game", "Meaning"),
            ((_code(f"law.{name}"), law.game or "both", law.meaning) for name, law in LAWS.items()),
        ),
        "## Formulas",
        "Arithmetic, tried on every contract of the rule set: `[160 + contract](#formula.failed)`.",
        _table(
            ("Address", "Meaning"),
            ((_code(f"formula.{name}"), meaning) for name, (meaning, _) in FORMULAS.items()),
        ),
        "## Switches",
        "`#switch.NAME.VALUE` states the value of a switch that is a choice: see [switches](switches.md).",
    )


def lexicon() -> str:
    """What a lexicon holds."""
    return _page(
        "Lexicons",
        "`locales/LANG/lexicon.toml` holds the words of a language for all that prose may state: TOML, UTF-8, "
        "keys with letters beyond a–z in quotation marks. `locales/en/lexicon.toml` is the model.",
        "- **Forms.** A value has a list of forms. The first one labels the pages, the others may stand in "
        "texts. Shell braces list endings: `spade{s,}` is *spades*, *spade*; the form in front labels. Give "
        "every form that a text uses: cases, plurals, genders.\n"
        "- **Capitals.** A form with a capital demands one in the text (*East*, not *east*); one without takes "
        "either. Accents count; apostrophes, Turkish i, Arabic vowel signs and hamza, Hindi nukta are folded.\n"
        "- **Card names.** Inside a span the words of a card may stand in any order, with `glue` between them.\n"
        "- **Claims.** A claim may be stated by its listed phrases alone, word for word, whatever their "
        "punctuation. Slots (`<seat>`) take any form of what the address names. Where endings tell who does "
        "what, a slot asks for one: `<card:.*en>` is a card whose last word ends in *en*. Braces work here, too.\n"
        f"- **What a phrase names.** All that its claim speaks of ([claims](claims.md)). {LEFT_OUT} The only suit "
        "that may be named besides is that of the claim’s card. `formula.…` needs its `<formula>`.\n"
        "- **Homographs.** A card word, seat or number outside spans is an error, so everyday words that look "
        "like one need a policy under `[scan]`.",
        _table(("Key", "Holds", "Values"), ((_code(k), about, _values(k)) for k, about in KEYS.items())),
        "What claims, laws, formulas and switches mean: [claims](claims.md).",
    )


def _values(key: str) -> str:
    if key in ("claim", "term", "avoid"):
        return "as in English"
    return ", ".join(map(_code, CLASSES.get(key, ())))


def switches() -> str:
    """What a rule set can set."""
    kinds = {
        "points": "a number of points",
        "table": "points of each rank",
        "contracts": "a list of rising points",
    }
    return _page(
        "Switches",
        "A rule set is a file of `content/rules`. It gives every switch that its game reads a `value`, a "
        "`meaning` for readers and a `source`; `tables_differ = true` marks what other tables set otherwise. "
        "A file may `extends` another and give only what differs.",
        _table(
            ("Switch", "Values", "Games", "Decides", "Rule book"),
            (
                (
                    _code(name),
                    ", ".join(map(_code, switch.values)) or kinds[switch.kind],
                    ", ".join(switch.games),
                    switch.about,
                    switch.source.removeprefix("RULES.md "),
                )
                for name, switch in SWITCHES.items()
            ),
        ),
    )


def codes() -> str:
    """What diagnostics mean."""
    parts = [
        "Every problem that `sitegen` reports has a code. `sitegen explain CODE` prints what stands here. "
        "The failing examples are changes to the small site in `tests/data/tiny`; each is run by the tests.",
    ]
    for family, title in FAMILIES.items():
        members = sorted(code for code in CODES if code.startswith(family))
        if members:
            parts.append(f"## {title}")
            parts += [part for code in members for part in _code_parts(code)]
    parts += [
        "## Errors of `solve`",
        "`sitegen solve` answers a bad line with one of these; `check` reports them as C201.",
        _table(("Code", "Meaning"), ((_code(code), meaning) for code, meaning in ERRORS.items())),
    ]
    return _page("Diagnostics", *parts)


def _code_parts(code: str) -> Iterator[str]:
    about = CODES[code]
    yield f"### {code} {about.name}"
    yield about.meaning if about.severity == "error" else f"{about.meaning} It is a warning."
    failing = failing_example(code)
    if failing is not None:
        yield failing.about
        lines = [line for change in failing.changes for line in change_lines(change)]
        yield "\n".join(["```diff", *lines, "```"])
    yield f"To mend it: {about.fix}"


def commands() -> str:
    """What the command line offers."""
    from sitegen.cli import EXIT_CODES, main

    parts = [
        "`sitegen [--root DIR] COMMAND`. The project is found upwards from the current folder by "
        "`content/site.toml`.",
        _table(("Exit code", "Of every command"), ((str(code), what) for code, what in EXIT_CODES.items())),
    ]
    for name, command in _commands(main, "sitegen"):
        context = click.Context(command, info_name=name)
        usage = " ".join(command.collect_usage_pieces(context))
        parts += [f"## {name}", f"`{name} {usage}`"]
        parts += [_joined(block) for block in (command.help or "").split("\n\n")]
        options = [p for p in command.params if isinstance(p, click.Option)]
        if options:
            parts.append(_table(("Option", "Meaning"), (_option(option, context) for option in options)))
    return _page("Commands", *parts)


def _commands(group: click.Group, name: str) -> Iterator[tuple[str, click.Command]]:
    for word, command in sorted(group.commands.items()):
        if isinstance(command, click.Group):
            yield from _commands(command, f"{name} {word}")
        else:
            yield f"{name} {word}", command


def _option(option: click.Option, context: click.Context) -> tuple[str, str]:
    value = "" if option.is_flag else f" {option.make_metavar(context)}"
    default = f" Default: {option.default}." if option.show_default else ""
    return _code(", ".join(option.opts) + value), (option.help or "") + default


# Markdown -------------------------------------------------------------------------------------------


def _page(title: str, *parts: str) -> str:
    note = "<!-- Written by `python -m sitegen.docs`: change the code that it describes, not this file. -->"
    return "\n\n".join([f"# {title}", note, *parts]) + "\n"


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    def line(cells: Iterable[str]) -> str:
        return f"| {' | '.join(_joined(cell).replace('|', chr(92) + '|') for cell in cells)} |"

    titles = list(head)
    return "\n".join([line(titles), line("---" for _ in titles), *map(line, rows)])


def _code(text: str) -> str:
    return f"`{text}`"


def _joined(text: str) -> str:
    return " ".join(text.split())
