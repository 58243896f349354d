"""The score of the checks: change rules, engine, prose, lexicons and pages, and count what is noticed.

A mutant is one small change. It is caught in a language if the checks of that language report a problem;
the text itself has none. A mutant of the engine that changes no answer to thousands of random positions and
deals under the site's rule sets is equivalent, and is left out. The score is committed and may only rise.
"""

from __future__ import annotations

import ast
import copy
import inspect
import json
import math
import random
import re
import sys
import tempfile
import textwrap
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, is_dataclass, replace
from functools import cached_property, partial
from itertools import combinations, pairwise
from multiprocessing import get_context
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from sitegen import site
from sitegen.catalog import Key
from sitegen.content.rules import load_rule_sets
from sitegen.diagnostics import Text
from sitegen.engine import (
    SWITCHES,
    RuleSet,
    action,
    card_points,
    holder,
    legal_cards,
    score,
    solve,
)
from sitegen.facts import Fact, constants, facts
from sitegen.prose import laws
from sitegen.prose import words as word_lists
from sitegen.prose.check import Scope, Vocabulary, check_message, dropped
from sitegen.prose.claims import PREDICATES, Claim, sentence
from sitegen.prose.lexicon import CLASSES, Lexicon, build_lexicon
from sitegen.prose.relations import Mention, out_of_order, sentences
from sitegen.prose.spans import Node, leaves, parse, read, spans, stretches, truth
from sitegen.prose.text import tokens
from sitegen.reread import reread
from sitegen.site import Project

BASELINE = "content/audit.json"
"""The committed score, from the project's root."""

FAMILIES = ("engine", "prose", "lexicon", "pages")


@dataclass(frozen=True)
class Outcome:
    """What became of one mutant in one language. `by_construction`: its words come from the lexicon itself."""

    family: str
    cls: str
    lang: str
    change: str
    caught: bool
    by_construction: bool = False


@dataclass(frozen=True)
class Report:
    """All outcomes, and how many mutants were proved equivalent."""

    outcomes: tuple[Outcome, ...]
    equivalent: int

    def rates(self) -> dict[str, dict[str, tuple[int, int]]]:
        """`family/class` → language → (caught, all)."""
        table: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
        for o in self.outcomes:
            cell = table[f"{o.family}/{o.cls}"][o.lang]
            cell[0] += o.caught
            cell[1] += 1
        return {k: {lang: (c, n) for lang, (c, n) in row.items()} for k, row in sorted(table.items())}

    def survivors(self) -> list[Outcome]:
        return [o for o in self.outcomes if not o.caught]


def audit(project: Project, seed: int = 0, sample: int = 0, families: Sequence[str] = FAMILIES) -> Report:
    """Run mutants of each family; `sample` limits each class in each language, 0 is all of them.

    The site must have no problem to begin with.
    """
    jobs = [(family, lang) for family in families if family != "engine" for lang in project.selected]
    engine_jobs = [("engine", str(n)) for n in range(_ENGINE_PARTS)] if "engine" in families else []
    with ProcessPoolExecutor(mp_context=get_context("fork")) as pool:
        results = list(pool.map(partial(_run, project, seed, sample), [*engine_jobs, *jobs]))
    outcomes = [o for found, _ in results for o in found]
    return Report(tuple(outcomes), sum(equivalent for _, equivalent in results))


def load_baseline(root: Path) -> dict[str, Any]:
    """The committed score: `rates` (class → language → [caught, all]) and `survivors`; empty if there is none."""
    try:
        data = json.loads((root / BASELINE).read_text("utf-8"))
    except (OSError, ValueError):
        return {"rates": {}, "survivors": []}
    return data if isinstance(data, dict) else {"rates": {}, "survivors": []}


def save_baseline(root: Path, report: Report) -> None:
    """Commit a full score."""
    (root / BASELINE).write_text(as_json(report), "utf-8")


def worse(report: Report, baseline: Mapping[str, Any], sampled: bool) -> list[str]:
    """What got worse than the baseline.

    A full run compares rates. A sample looks at survivors that nobody knew: where the baseline has none there
    may be none; where it has some, no more than three times its share, since texts change and samples vary.
    """
    known = set(baseline["survivors"])
    out = []
    for cls, row in report.rates().items():
        for lang, (caught, every) in row.items():
            before = baseline["rates"].get(cls, {}).get(lang)
            if not sampled:
                if before and caught * before[1] < before[0] * every:
                    out.append(
                        f"{cls} in {lang}: {caught} of {every} caught, {before[0]} of {before[1]} before"
                    )
                continue
            fresh = [
                o
                for o in report.survivors()
                if (f"{o.family}/{o.cls}", o.lang) == (cls, lang) and _id(o) not in known
            ]
            share = 1 - before[0] / before[1] if before else 0.0
            if len(fresh) > math.ceil(3 * share * every):
                out += [f"a mutant survives, as none did before: {_id(o)}" for o in fresh]
    return out


def _id(outcome: Outcome) -> str:
    return f"{outcome.family}/{outcome.cls} {outcome.lang}: {outcome.change}"


def as_json(report: Report) -> str:
    """The score as JSON: rates, those of independent prose mutants apart, equivalents, survivors."""
    data = {
        "rates": {
            cls: {lang: list(pair) for lang, pair in row.items()} for cls, row in report.rates().items()
        },
        "totals": {name: list(pair) for name, pair in totals(report).items()},
        "equivalent": report.equivalent,
        "survivors": sorted({_id(o) for o in report.survivors()}),
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def totals(report: Report) -> dict[str, tuple[int, int]]:
    """(caught, all) of each family; of prose also apart what is caught by construction and what is not."""
    out: dict[str, tuple[int, int]] = {}
    for family in FAMILIES:
        found = [o for o in report.outcomes if o.family == family]
        out[family] = (sum(o.caught for o in found), len(found))
    for label, built in (("prose, words of the lexicon", True), ("prose, independent", False)):
        found = [o for o in report.outcomes if o.family == "prose" and o.by_construction == built]
        out[label] = (sum(o.caught for o in found), len(found))
    return {name: pair for name, pair in out.items() if pair[1]}


def as_text(report: Report, worse: Sequence[str]) -> str:
    """The score as a table, the survivors, and what got worse."""
    langs = list(dict.fromkeys(o.lang for o in report.outcomes))
    lines = [f"{'':24}" + "".join(f"{lang:>12}" for lang in langs)]
    for cls, row in report.rates().items():
        cells = (f"{row[lang][0]}/{row[lang][1]}" if lang in row else "" for lang in langs)
        lines.append(f"{cls:24}" + "".join(f"{cell:>12}" for cell in cells))
    lines.append("")
    for label, (caught, every) in totals(report).items():
        lines.append(f"{label:28} {caught} of {every}, {100 * caught / every:.2f} %")
    lines.append(f"{'equivalent, left out':28} {report.equivalent}")
    lines += [f"survives: {_id(o)}" for o in report.survivors()]
    lines += list(worse)
    return "\n".join(lines) + "\n"


_ENGINE_PARTS = 8


def _run(project: Project, seed: int, sample: int, job: tuple[str, str]) -> tuple[list[Outcome], int]:
    family, part = job
    if family == "engine":
        return _EngineAudit(project, seed, sample).run(int(part))
    rng = random.Random(f"{seed}/{family}/{part}")
    if family == "prose":
        return list(_ProseAudit(project, part, rng, sample).run()), 0
    if family == "lexicon":
        return list(_LexiconAudit(project, part, rng, sample).run()), 0
    return list(_PageAudit(project, part, rng, sample).run()), 0


def _sampled(mutants: Sequence[Any], sample: int, rng: random.Random) -> list[Any]:
    """A sample of each class of mutants; a mutant's class is its first item."""
    if not sample:
        return list(mutants)
    by_class: dict[str, list[Any]] = defaultdict(list)
    for mutant in mutants:
        by_class[mutant[0]].append(mutant)
    return [m for found in by_class.values() for m in rng.sample(found, min(sample, len(found)))]


# engine ---------------------------------------------------------------------------------------------


class _EngineAudit:
    """Changes in rule files and in the engine's code, checked against the prose of each language alone."""

    def __init__(self, project: Project, seed: int, sample: int) -> None:
        self.project, self.sample = project, sample
        self.rng = random.Random(f"{seed}/engine")
        self.before = project.vocabulary
        self.rule_sets = {id: f.rules for id, f in project.content.rules.items()}
        self.uses: dict[tuple[Scope, str], set[Key]] = defaultdict(set)
        for key, use in project.messages.items():
            for message in use.messages:
                for span in spans(message.text.value):
                    self.uses[(Scope(message.rules, message.example), span.target)].add(key)
        self.values = {use: self.before.resolve(use[1], use[0]) for use in self.uses}

    def run(self, part: int) -> tuple[list[Outcome], int]:
        mutants = _sampled([*self.data_mutants(), *self.code_mutants()], self.sample, self.rng)
        outcomes: list[Outcome] = []
        equivalent = 0
        for number, (cls, change, apply) in enumerate(mutants):
            if number % _ENGINE_PARTS != part:
                continue
            with apply() as rule_sets:
                # A rule file that is refused is noticed by everybody.
                caught = set(self.project.selected) if rule_sets is None else self.caught(rule_sets)
                if not caught and cls == "code" and self.same_answers():
                    equivalent += 1
                    continue
            for lang in self.project.selected:
                outcomes.append(Outcome("engine", cls, lang, change, lang in caught))
        return outcomes, equivalent

    def caught(self, rule_sets: Mapping[str, RuleSet]) -> set[str]:
        """The languages whose sentences no longer agree with the engine."""
        try:
            after = Vocabulary(
                {id: constants(r) for id, r in rule_sets.items()},
                {
                    id: facts(solve(replace(e.example, rules=rule_sets[e.example.rules.id])))
                    for id, e in self.project.content.examples.items()
                },
            )
            caught: set[str] = set()
            for general in (False, True):  # laws cost most: they are asked only where no value tells
                uses = [u for u in self.values if _is_general(u[1]) == general]
                # What a formula gives shows only when its words are read.
                changed = {
                    u for u in uses if "formula." in u[1] or after.resolve(u[1], u[0]) != self.values[u]
                }
                caught |= {
                    lang
                    for lang in self.project.selected
                    if lang not in caught and self.notices(lang, changed, after)
                }
                if len(caught) == len(self.project.selected):
                    break
        except Exception:  # a mutated engine may fail in any way: then nobody can miss it
            return set(self.project.selected)
        return caught

    def notices(self, lang: str, changed: set[tuple[Scope, str]], after: Vocabulary) -> bool:
        for scope, address in changed:
            for key in self.uses[(scope, address)]:
                text = _text(self.project, lang, key)
                if text and any(check_message(text, scope, after, self.project.lexicons[lang])):
                    return True
        return False

    def same_answers(self) -> bool:
        """Whether the engine answers as before to random positions and deals under the site's rule sets."""
        return _answers(self.rule_sets) == self.answers_before

    @cached_property
    def answers_before(self) -> list[object]:
        raise AssertionError  # set before any mutant is applied

    # data

    def data_mutants(self) -> Iterator[tuple[str, str, Any]]:
        folder = self.project.root / "content" / "rules"
        sources = {path.name: path.read_text("utf-8") for path in sorted(folder.glob("*.toml"))}
        for file, source in sources.items():
            for where, line, changed in _changed_lines(source):
                text = source.replace(line, changed, 1)
                yield (
                    "data",
                    f"{file}: {where}: {changed.strip()}",
                    partial(self.with_files, sources | {file: text}),
                )

    @contextmanager
    def with_files(self, sources: Mapping[str, str]) -> Iterator[Mapping[str, RuleSet] | None]:
        with tempfile.TemporaryDirectory() as name:
            root = Path(name)
            for file, text in sources.items():
                (root / file).write_text(text, "utf-8")
            loaded, _ = load_rule_sets(root, root)
        usable = set(loaded) == set(self.rule_sets)
        yield {id: f.rules for id, f in loaded.items()} if usable else None

    # code

    def code_mutants(self) -> Iterator[tuple[str, str, Any]]:
        self.answers_before = _answers(self.rule_sets)
        for function in _FUNCTIONS:
            for change, code in _code_mutants(function):
                yield "code", f"{function.__qualname__}: {change}", partial(self.with_code, function, code)

    @contextmanager
    def with_code(self, function: FunctionType, code: CodeType) -> Iterator[Mapping[str, RuleSet]]:
        original = function.__code__
        function.__code__ = code
        _forget()
        try:
            yield {id: replace(r) for id, r in self.rule_sets.items()}
        finally:
            function.__code__ = original
            _forget()


def _is_general(address: str) -> bool:
    return address.rpartition("/")[2].startswith(("law.", "formula."))


def _forget() -> None:
    """Drop every answer that the engine gave so far."""
    for cache in (laws.positions, laws.rows, laws._counterexample):
        cache.cache_clear()


def _changed_lines(source: str) -> Iterator[tuple[str, str, str]]:
    """(where, line, changed line) for every value of a rule file: each number up and down, each word of a
    switch to each other that it takes, each order with two neighbours exchanged, each contract left out."""
    where = ""
    for line in source.splitlines():
        if m := re.match(r"\[(.*)\]", line):
            where = m[1]
        m = re.match(r"(\w+) = (.*)", line)
        if m is None or m[1] in ("game", "title", "meaning", "source", "extends", "tables_differ"):
            continue
        key, value = m[1], tomllib.loads(f"v = {m[2]}")["v"]
        place = where if key == "value" else f"{where}.{key}"
        for changed in _other_values(where.removeprefix("switches."), key, value):
            yield place, line, f"{key} = {_toml(changed)}"


def _other_values(switch: str, key: str, value: object) -> Iterator[object]:
    if isinstance(value, int):
        yield value + 1
        if value:
            yield value - 1
    elif isinstance(value, dict):
        for rank, points in value.items():
            yield value | {rank: points + 1}
            if points:
                yield value | {rank: points - 1}
    elif isinstance(value, list):
        for n in range(len(value)):
            yield value[:n] + value[n + 1 :]
    elif key.endswith("_order"):
        ranks = str(value).split()
        for n in range(len(ranks) - 1):
            yield " ".join([*ranks[:n], ranks[n + 1], ranks[n], *ranks[n + 2 :]])
    elif switch in SWITCHES:
        yield from (v for v in SWITCHES[switch].values if v != value)


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{k} = {v}" for k, v in value.items()) + " }"
    return json.dumps(value)


def _classes(module: str) -> list[type]:
    """The classes that a module defines and whose methods are written out in it."""
    found = [c for c in vars(sys.modules[module]).values() if isinstance(c, type) and c.__module__ == module]
    return [c for c in found if not is_dataclass(c)]


_FUNCTIONS: tuple[FunctionType, ...] = tuple(
    member
    for entry in (legal_cards, score)
    for owner in (sys.modules[entry.__module__], *_classes(entry.__module__))
    for member in vars(owner).values()
    if isinstance(member, FunctionType) and member.__module__ == entry.__module__
)
"""The functions of legality and of scoring: those of the modules `play` and `score`."""


def _code_mutants(function: FunctionType) -> Iterator[tuple[str, CodeType]]:
    """Every small change of a function: comparisons, conditions, arithmetic, constants."""
    source = textwrap.dedent(inspect.getsource(function))
    tree = ast.parse(source)
    first = function.__code__.co_firstlineno
    for number, _ in enumerate(_places(tree)):
        for variant in range(3):
            mutated = copy.deepcopy(tree)
            node, parent, attribute, index = list(_places(mutated))[number]
            change = _mutate(node, variant)
            if change is None:
                break
            new, label = change
            if index is None:
                setattr(parent, attribute, new)
            else:
                getattr(parent, attribute)[index] = new
            ast.fix_missing_locations(mutated)
            code = _compiled(mutated, function)
            line = first + getattr(node, "lineno", 1) - 1
            yield f"line {line}: {label}", code


def _compiled(tree: ast.Module, function: FunctionType) -> CodeType:
    module = compile(tree, inspect.getfile(function), "exec", flags=annotations.compiler_flag)
    return next(c for c in module.co_consts if isinstance(c, CodeType) and c.co_name == function.__name__)


def _places(tree: ast.AST) -> Iterator[tuple[ast.AST, ast.AST, str, int | None]]:
    """Every node that can be changed, with where it hangs. Docstrings and annotations are left alone."""
    stack: list[ast.AST] = [tree]
    while stack:
        parent = stack.pop()
        for attribute, value in ast.iter_fields(parent):
            if attribute in ("annotation", "returns", "decorator_list", "args"):
                if isinstance(parent, ast.Call) and attribute == "args":
                    pass
                else:
                    continue
            for index, node in enumerate(value) if isinstance(value, list) else ((None, value),):
                if not isinstance(node, ast.AST):
                    continue
                if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                    continue
                if isinstance(
                    node,
                    ast.Compare | ast.BoolOp | ast.BinOp | ast.UnaryOp | ast.Constant | ast.If | ast.IfExp,
                ):
                    yield node, parent, attribute, index
                stack.append(node)


_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Gt: (ast.GtE, ast.Lt), ast.GtE: (ast.Gt, ast.Lt), ast.Lt: (ast.LtE, ast.Gt), ast.LtE: (ast.Lt, ast.Gt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
}  # fmt: skip
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult,
}  # fmt: skip


def _mutate(node: ast.AST, variant: int) -> tuple[ast.AST, str] | None:
    """The n-th change of a node and what it is; None if there is none."""
    before = ast.unparse(node) if not isinstance(node, ast.If) else f"if {ast.unparse(node.test)}"
    new = copy.deepcopy(node)
    if isinstance(new, ast.Compare):
        others = _COMPARISONS.get(type(new.ops[0]), ())
        if variant >= len(others):
            return None
        new.ops[0] = others[variant]()
    elif isinstance(new, ast.BoolOp) and variant == 0:
        new.op = ast.Or() if isinstance(new.op, ast.And) else ast.And()
    elif isinstance(new, ast.BinOp) and variant == 0 and type(new.op) in _OPERATORS:
        new.op = _OPERATORS[type(new.op)]()
    elif isinstance(new, ast.UnaryOp) and variant == 0 and isinstance(new.op, ast.Not):
        return new.operand, f"{before} -> {ast.unparse(new.operand)}"
    elif isinstance(new, ast.Constant) and variant == 0 and type(new.value) is int:
        new.value += 1
    elif isinstance(new, ast.If | ast.IfExp) and variant < 2:
        new.test = ast.Constant(value=variant == 0)
    else:
        return None
    after = ast.unparse(new) if not isinstance(new, ast.If) else f"if {ast.unparse(new.test)}"
    return new, f"{before} -> {after}"


def _answers(rule_sets: Mapping[str, RuleSet]) -> list[object]:
    """What the engine answers to random positions and deals of every rule set."""
    out: list[object] = []
    for rule_set in rule_sets.values():
        fresh = replace(rule_set)
        for p in laws.positions(rule_set):
            # The positions were made once; the mutated engine answers them anew.
            legal = legal_cards(fresh, p.trump, p.trick, p.seat, p.hand)
            out.append((legal.duty, legal.cards, tuple(legal.illegal.items())))
            if p.trick:
                out.append(holder(fresh, p.trump, p.trick))
                out.append(action(fresh, p.trump, p.trick, len(p.trick) - 1))
                out.append(card_points(fresh, p.trump, p.trick))
        for row in laws.rows(rule_set):
            result = score(fresh, row.given)
            out.append((result.outcome, result.totals, result.score, result.held, result.lines))
    return out


# prose ----------------------------------------------------------------------------------------------


def _text(project: Project, lang: str, key: Key) -> Text | None:
    return project.messages[key].text if lang == project.source else project.catalogs[lang].get(key)


UNKNOWN_CARD_WORDS = ("unter", "ober", "bube", "sota", "caballo", "fante", "spadille", "matador", "bauer")
"""Words for cards of other games. A language that has one of them as its own is not given that one."""


class _ProseAudit:
    """Changes in the sentences of one language."""

    def __init__(self, project: Project, lang: str, rng: random.Random, sample: int) -> None:
        self.project, self.lang, self.rng, self.sample = project, lang, rng, sample
        self.lexicon = project.lexicons[lang]
        self.vocabulary = project.vocabulary
        self.words, _ = word_lists.load_words(project.root, lang)
        self.others = self.foreign_words()
        self.unknown_words = [
            word for word in UNKNOWN_CARD_WORDS if word not in self.words and not self.lexicon.knows(word)
        ]

    def foreign_words(self) -> list[str]:
        """Words of the source language and of French that this language does not have."""
        found: set[str] = set()
        for other in {self.project.source, "fr"} - {self.lang}:
            found |= word_lists.load_words(self.project.root, other)[0].accepted
        return sorted(w for w in found if w not in self.words and not self.lexicon.knows(w) and len(w) > 3)

    def run(self) -> Iterator[Outcome]:
        mutants = [m for key in self.project.messages for m in self.mutants(key)]
        for cls, key, scope, change, text, by_construction in _sampled(mutants, self.sample, self.rng):
            yield Outcome(
                "prose",
                cls,
                self.lang,
                f"{change}: {_brief(key[1])}",
                self.caught(key, scope, text),
                by_construction,
            )

    def caught(self, key: Key, scope: Scope, changed: str) -> bool:
        text = Text(changed, "", ((0, 1, 1),))
        if self.lang == self.project.source:
            if any(check_message(text, scope, self.vocabulary, self.lexicon)):
                return True
            if self.other_order(key, scope, changed):
                return True
            texts = [t.value for c in self.project.catalogs.values() if (t := c.get(key))]
            if dropped(changed, texts, scope, self.vocabulary):
                return True
        else:
            entry = self.project.catalogs[self.lang].entries[key]
            if any(check_message(text, scope, self.vocabulary, self.lexicon, key[1], entry.seals)):
                return True
        return any(word_lists.new_words([text], self.lexicon, self.words))

    def other_order(self, key: Key, scope: Scope, changed: str) -> bool:
        """Whether a translation has the values of a changed source in another order than the source now has.

        Where the translation's order is its own, by seal, it says nothing.
        """
        wrong = self.mentions(changed, scope)
        for catalog in self.project.catalogs.values():
            entry = catalog.entries.get(key)
            if (
                entry
                and entry.translated
                and not entry.seals
                and out_of_order(wrong, self.mentions(entry.msgstr.value, scope))
            ):
                return True
        return False

    def mentions(self, message: str, scope: Scope) -> list[Mention]:
        found = ((n, self.vocabulary.resolve(n.target, scope)) for n in spans(message))
        return [Mention(n, f) for n, f in found if f is not None]

    def mutants(self, key: Key) -> Iterator[tuple[str, Key, Scope, str, str, bool]]:
        text = _text(self.project, self.lang, key)
        if text is None:
            return
        message = text.value
        use = self.project.messages[key]
        for scope in {Scope(m.rules, m.example): None for m in use.messages}:
            found = [(s, self.vocabulary.resolve(s.target, scope)) for s in spans(message)]
            for span, fact in found:
                for cls, change, words, construction in self.wrong_words(span, fact):
                    yield cls, key, scope, change, _put(message, span, words), construction
                for change, changed in _lost_markup(message, span):
                    yield "markup lost", key, scope, change, changed, False
                yield "span deleted", key, scope, f"{span.text} deleted", _cut(message, span), False
                if fact is not None and isinstance(fact, Fact) and self.is_literal(span.text):
                    yield "binding lost", key, scope, f"{span.text} unbound", _unbound(message, span), False
            if self.lang != self.project.source:
                for change, changed in _lost_emphasis(message, use.text.value):
                    yield "markup lost", key, scope, change, changed, False
            yield from self.exchanged(key, scope, message, found)
            yield from self.inserted(key, scope, message, bool(found))
            if not found:
                break

    def is_literal(self, words: str) -> bool:
        return bool(self.lexicon.literals(tokens(words, self.lang)))

    def wrong_words(self, span: Node, found: Fact | Claim | None) -> Iterator[tuple[str, str, str, bool]]:
        """(class, change, words, by construction) for every wrong value or claim that a span may state."""
        if isinstance(found, Claim):
            yield from self.wrong_claims(span, found)
            return
        if found is None:
            return
        if found.kind == "num":
            n = int(found.value)
            for other in (n + 1, n + 10, abs(n - 10), n * 2 + 1):
                if other != n:
                    yield "value", f"{span.text} -> {other}", str(other), True
            return
        said = read(found.kind, span.text, self.lexicon).values
        true = truth(found)
        for cls in said:
            for value, word in self.lexicon.labels[cls].items():
                if value != true.get(cls) and (cls, found.kind) != ("trump", "card"):
                    rest = [self.lexicon.labels[c][v] for c, v in said.items() if c != cls]
                    kind = {"rank": "card", "suit": "suit"}.get(cls, cls)
                    yield kind, f"{span.text} -> {word}", " ".join([word, *rest]), True

    def wrong_claims(self, span: Node, found: Claim) -> Iterator[tuple[str, str, str, bool]]:
        for _, kind, fact in found.arguments:
            if kind not in CLASSES:
                continue
            said = self.lexicon.label(kind, str(fact.value))
            for value, word in self.lexicon.labels[kind].items():
                changed = _swap_word(span.text, said, word, self.lexicon)
                if value != str(fact.value) and changed:
                    yield "claim", f"{said} -> {word} in {span.text}", changed, True
        types = [kind for _, kind, _ in found.arguments]
        for other, spec in PREDICATES.items():
            if (
                other != found.predicate
                and list(spec.types) == types
                and self.lexicon.claims.get(other)
                and types
            ):
                phrase = sentence(replace(found, predicate=other), self.lexicon)
                yield "claim", f"{span.text} -> {phrase}", phrase, False
        pieces = span.text.split(" ")
        for negator in self.negators()[:3]:
            at = min(2, len(pieces))
            yield (
                "negation",
                f"{negator} into {span.text}",
                " ".join([*pieces[:at], negator, *pieces[at:]]),
                False,
            )
        for token in self.lexicon.negators(tokens(span.text, self.lang)):
            without = (span.text[: token.start] + span.text[token.end :]).replace("  ", " ").strip()
            if without:
                yield "negation", f"{token.word} out of {span.text}", without, False

    def negators(self) -> list[str]:
        return sorted(self.lexicon.negations())

    def exchanged(
        self, key: Key, scope: Scope, message: str, found: Sequence[tuple[Node, Fact | Claim | None]]
    ) -> Iterator[tuple[str, Key, Scope, str, str, bool]]:
        """Words of two spans exchanged, and whole spans."""
        for (one, a), (two, b) in combinations(found, 2):
            if not (isinstance(a, Fact) and isinstance(b, Fact)) or a.kind != b.kind or a == b:
                continue
            if one.target == two.target or one.text == two.text:
                continue
            label = f"{one.text} <-> {two.text}"
            words = _exchange(message, (one.start, one.end), (two.start, two.end))
            if not (self.states(one.text, b) and self.states(two.text, a)):
                yield "words swapped", key, scope, label, words, False
            whole = _exchange(message, _extent(one), _extent(two))
            yield "spans swapped", key, scope, label, whole, False

    def states(self, words: str, fact: Fact) -> bool:
        reading = read(fact.kind, words, self.lexicon)
        true = truth(fact)
        return not reading.unknown and all(true.get(c) == v for c, v in reading.values.items())

    def inserted(
        self, key: Key, scope: Scope, message: str, bound: bool
    ) -> Iterator[tuple[str, Key, Scope, str, str, bool]]:
        """Words put between others: literals known and unknown, negations, foreign words, rivals of terms."""
        gaps = _gaps(message)
        if not gaps:
            return
        rng = random.Random(f"{self.lang}/{key[1]}")

        def put(word: str) -> str:
            at = rng.choice(gaps)
            return f"{message[:at]}{word} {message[at:]}"

        cls = rng.choice(("suit", "rank", "seat"))
        value = rng.choice(CLASSES[cls])
        for word in (self.lexicon.label(cls, value), str(rng.choice((7, 20, 41, 90, 162)))):
            if self.is_literal(word):
                yield "known literal", key, scope, f"{word} inserted", put(word), True
        unknown = rng.choice(self.unknown_words)
        yield "unknown literal", key, scope, f"{unknown} inserted", put(unknown), False
        if self.others:
            foreign = rng.choice(self.others)
            yield "residue", key, scope, f"{foreign} inserted", put(foreign), False
        if bound and self.negators():
            negator = rng.choice(self.negators())
            yield "negation", key, scope, f"{negator} inserted", self.negated(message, negator, rng), False
        for notion, rivals in self.lexicon.rivals.items():
            for preferred in self.lexicon.terms.get(notion, ()):
                if place := _find_words(message, preferred, self.lang):
                    changed = message[: place[0]] + rivals[0] + message[place[1] :]
                    yield "wrong term", key, scope, f"{preferred} -> {rivals[0]}", changed, True
                    break

    def negated(self, message: str, negator: str, rng: random.Random) -> str:
        """A negator put into a sentence that holds a span, outside it."""
        for sentence_nodes in sentences(message):
            if not any(n.kind == "span" for n in sentence_nodes):
                continue
            texts = [n for n in sentence_nodes if n.kind == "text" and " " in n.text.strip(" ")]
            texts = texts or [n for n in sentence_nodes if n.kind == "text" and n.text.strip()]
            if texts:
                node = rng.choice(texts)
                places = [node.start + m.end() for m in re.finditer(r"\s", node.text)] or [node.start]
                at = rng.choice(places)
                return f"{message[:at]}{negator} {message[at:]}"
        return f"{negator} {message}"


def _find_words(message: str, words: str, lang: str) -> tuple[int, int] | None:
    """Where whole words stand in the plain text of a message."""
    wanted = [t.word for t in tokens(words, lang)]
    for node in leaves(parse(message)):
        found = tokens(node.text, lang) if node.kind == "text" else ()
        for n in range(len(found) - len(wanted) + 1):
            if [t.word for t in found[n : n + len(wanted)]] == wanted:
                return node.start + found[n].start, node.start + found[n + len(wanted) - 1].end
    return None


def _extent(span: Node) -> tuple[int, int]:
    """Where a span stands with its mark-up."""
    return span.start - 1, span.end + 1 + len(span.target) + 3


def _put(message: str, span: Node, words: str) -> str:
    return message[: span.start] + words + message[span.end :]


def _cut(message: str, span: Node) -> str:
    start, end = _extent(span)
    return message[:start] + message[end:]


def _unbound(message: str, span: Node) -> str:
    start, end = _extent(span)
    return message[:start] + span.text + message[end:]


def _exchange(message: str, one: tuple[int, int], two: tuple[int, int]) -> str:
    (a, b), (c, d) = sorted((one, two))
    return message[:a] + message[c:d] + message[b:c] + message[a:b] + message[d:]


def _lost_markup(message: str, span: Node) -> Iterator[tuple[str, str]]:
    start, end = _extent(span)
    whole = message[start:end]
    for label, changed in (
        ("space before (", whole.replace("](", "] (")),
        ("full-width (", whole.replace("](", "]（").replace(")", "）")),
        ("no #", whole.replace("(#", "(")),
        ("no ]", whole.replace("](", "(")),
    ):
        yield f"{label} in {whole}", message[:start] + changed + message[end:]


def _lost_emphasis(message: str, source: str) -> Iterator[tuple[str, str]]:
    """A translation that emphasises as much as its source, without the stars of one stretch."""
    found, wanted = stretches(parse(message)), len(stretches(parse(source)))
    for node in found if 0 < wanted == len(found) else ():
        changed = message[: node.start - node.stars] + node.text + message[node.end + node.stars :]
        yield f"no stars about {node.text}", changed


def _gaps(message: str) -> list[int]:
    """Where a word can be put between two words outside spans."""
    return [
        node.start + m.end()
        for node in leaves(parse(message))
        if node.kind == "text" and len(node.text) > 1
        for m in re.finditer(r"(?<=\w)\s(?=\w)", node.text)
    ]


def _swap_word(phrase: str, said: str, word: str, lexicon: Lexicon) -> str:
    """A phrase with one word of a class in place of another; nothing if it does not stand there."""
    for token in tokens(phrase, lexicon.lang):
        if any(s in lexicon.stems(token.word) for s in (t.word for t in tokens(said, lexicon.lang))):
            return phrase[: token.start] + word + phrase[token.end :]
    return ""


def _brief(text: str) -> str:
    return text if len(text) <= 50 else text[:49] + "…"


# lexicons -------------------------------------------------------------------------------------------


class _LexiconAudit:
    """Two values of a lexicon exchanged: the texts of the language must notice."""

    def __init__(self, project: Project, lang: str, rng: random.Random, sample: int) -> None:
        self.project, self.lang, self.rng, self.sample = project, lang, rng, sample
        self.path = project.root / "locales" / lang / "lexicon.toml"
        self.source = self.path.read_text("utf-8")
        self.data = tomllib.loads(self.source)

    def run(self) -> Iterator[Outcome]:
        for cls, one, two in _sampled(list(self.mutants()), self.sample, self.rng):
            data = copy.deepcopy(self.data)
            table = data["claim" if cls == "claim" else cls]
            table[one], table[two] = table[two], table[one]
            lexicon, problems = build_lexicon(self.lang, "", self.source, data)
            caught = lexicon is None or bool(problems) or self.notices(lexicon)
            yield Outcome("lexicon", cls, self.lang, f"{one} <-> {two}", caught)

    def mutants(self) -> Iterator[tuple[str, str, str]]:
        for cls in ("suit", "rank", "seat", "side", "outcome", "action"):
            used = [v for v in CLASSES[cls] if v in self.data.get(cls, {}) and self.is_used(cls, v)]
            for one, two in combinations(used, 2):
                yield cls, one, two
        claims = [c for c in self.data.get("claim", {}) if c in self.used_claims]
        for one, two in pairwise(claims):
            yield "claim", one, two

    @cached_property
    def used_claims(self) -> set[str]:
        found = set()
        for use in self.project.messages.values():
            for message in use.messages:
                for span in spans(message.text.value):
                    claim = self.project.vocabulary.resolve(
                        span.target, Scope(message.rules, message.example)
                    )
                    if isinstance(claim, Claim):
                        found.add(claim.predicate)
        return found

    @cached_property
    def used_values(self) -> set[tuple[str, str]]:
        found = set()
        for key, use in self.project.messages.items():
            text = _text(self.project, self.lang, key)
            for message in use.messages if text else ():
                for span in spans(text.value if text else ""):
                    fact = self.project.vocabulary.resolve(span.target, Scope(message.rules, message.example))
                    if isinstance(fact, Fact):
                        found |= set(
                            read(fact.kind, span.text, self.project.lexicons[self.lang]).values.items()
                        )
                    elif isinstance(fact, Claim):
                        for _, kind, argument in fact.arguments:
                            found |= (
                                set(truth(argument).items())
                                if kind in ("seat", "suit", "card", "side")
                                else set()
                            )
        return found

    def is_used(self, cls: str, value: str) -> bool:
        """Whether the texts of the site say this value at all."""
        return (cls, value) in self.used_values

    def notices(self, lexicon: Lexicon) -> bool:
        for key, use in self.project.messages.items():
            text = _text(self.project, self.lang, key)
            if text is None:
                continue
            for scope in {Scope(m.rules, m.example): None for m in use.messages}:
                if any(check_message(text, scope, self.project.vocabulary, lexicon)):
                    return True
        return False


# pages ----------------------------------------------------------------------------------------------

_FACT = re.compile(r'<(data|tspan)([^>]*?data-fact="([^"]*)"[^>]*)>(.*?)</\1>', re.DOTALL)


class _PageAudit:
    """Changes in the finished pages of one language."""

    def __init__(self, project: Project, lang: str, rng: random.Random, sample: int) -> None:
        self.project, self.lang, self.rng, self.sample = project, lang, rng, sample
        self.lexicon = project.lexicons[lang]
        only = replace(project, selected=(lang,))
        self.pages, _ = site.render_site(only)
        self.rule_sets = {id: f.rules for id, f in project.content.rules.items()}

    def run(self) -> Iterator[Outcome]:
        mutants = [m for path in self.pages if path != "index.html" for m in self.mutants(path)]
        for cls, path, change, html in _sampled(mutants, self.sample or 120, self.rng):
            yield Outcome("pages", cls, self.lang, f"{path}: {change}", self.caught(path, html))

    def caught(self, path: str, html: str) -> bool:
        slug = path.split("/")[1].removesuffix(".html")
        page = next(p for p in self.project.content.pages if p.slug == slug)
        expected = site.expected(self.project, self.lang, page)
        return bool(reread(html, path, expected, self.project.vocabulary, self.lexicon, self.rule_sets))

    def mutants(self, path: str) -> Iterator[tuple[str, str, str, str]]:
        html = self.pages[path]
        found = list(_FACT.finditer(html))
        for m in found:
            tag, attributes, address, inner = m[1], m[2], m[3], m[4]
            whole = f"<{tag}{attributes}>"
            if 'value="' in attributes:
                wrong = re.sub(r'value="[^"]*"', 'value="wrong"', attributes, count=1)
                yield (
                    "value",
                    path,
                    address,
                    html[: m.start()] + f"<{tag}{wrong}>" + html[m.start() + len(whole) :],
                )
            for word in self.other_words(inner):
                changed = html[: m.start(4)] + word + html[m.end(4) :]
                yield (
                    "words",
                    path,
                    f"{address}: {re.sub('<[^>]*>', '', inner)} -> {re.sub('<[^>]*>', '', word)}",
                    changed,
                )
            yield "mark lost", path, address, html[: m.start()] + inner + html[m.end() :]
        for one, two in pairwise(found):
            if one[3] != two[3] and one[4] != two[4] and one.end() <= two.start():
                changed = (
                    html[: one.start(4)]
                    + two[4]
                    + html[one.end(4) : two.start(4)]
                    + one[4]
                    + html[two.end(4) :]
                )
                yield "exchanged", path, f"{one[3]} <-> {two[3]}", changed
        for place in re.finditer(r"</p>|</td>|</h2>|(?<!</a>)</li>", html):
            word = self.rng.choice(
                [self.lexicon.label("suit", "S"), self.lexicon.label("seat", "E"), "41", "♣"]
            )
            yield (
                "literal",
                path,
                f"{word} inserted",
                html[: place.start()] + f" {word}" + html[place.start() :],
            )
        for label, changed in (
            ("lang", html.replace(f'<html lang="{self.lang}"', '<html lang="xx"', 1)),
            ("dir", re.sub(r'(<html lang="[^"]*") dir="[a-z]*"', r'\1 dir="up"', html, count=1)),
        ):
            yield "language", path, label, changed

    def other_words(self, inner: str) -> Iterator[str]:
        """What stands in a fact with one word of a card, seat, suit or number changed."""
        plain = re.sub(r"<[^>]*>|&[#\w]+;", " ", inner)
        for token in tokens(plain, self.lang):
            said = plain[token.start : token.end]
            if token.has_digit:
                yield inner.replace(said, str(int(said) + 1) if said.isdigit() else "3", 1)
                return
        for cls in ("rank", "suit", "seat", "side", "outcome"):
            for value, word in self.lexicon.labels[cls].items():
                if word in plain:
                    other = self.rng.choice([w for v, w in self.lexicon.labels[cls].items() if v != value])
                    yield re.sub(rf"(^|>)([^<]*?){re.escape(word)}", rf"\g<1>\g<2>{other}", inner, count=1)
                    return
