"""Prove that the alarm rings: what is true now is made wrong in one place, and exactly that place is told.

All of the real site, in every language of content/site.toml.
"""

from __future__ import annotations

import re
import shutil
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

import pytest
from click.testing import CliRunner

from sitegen import catalog as catalogs
from sitegen import site
from sitegen.catalog import Use
from sitegen.cli import main
from sitegen.content.examples import load_examples
from sitegen.content.rules import load_rule_sets
from sitegen.diagnostics import Problem, Text
from sitegen.engine import SWITCHES, switch_values
from sitegen.facts import Fact, constants, facts
from sitegen.prose.check import Scope, Vocabulary, check_span
from sitegen.prose.claims import Claim, sentence
from sitegen.prose.lexicon import CLASSES, Lexicon, Match, spelled
from sitegen.prose.spans import KINDS, Node, leaves, parse, read, spans, truth
from sitegen.prose.text import tokens
from tests.prose import (
    LANGUAGES,
    ROOT,
    SOURCE,
    TRANSLATIONS,
    bounds,
    file_lines,
    in_text,
    lexicon,
    problems_of,
    project,
    replaced,
    scopes,
    spans_of,
    translated,
    unbound,
    vocabulary,
)

T = TypeVar("T")
every_language = pytest.mark.parametrize("lang", LANGUAGES)
every_translation = pytest.mark.parametrize("lang", TRANSLATIONS)


def told(problems: list[Problem]) -> list[tuple[str, str, int, int]]:
    return [(p.code, p.place.path, p.place.line, p.place.column) for p in problems]


def words_at(problem: Problem) -> str:
    """What stands in the unchanged file where a problem is told."""
    return file_lines(problem.place.path)[problem.place.line - 1][problem.place.column - 1 :]


def first_word(words: str) -> str:
    return words.split()[0]


def some(listed: Sequence[T], lang: str, turn: int, count: int = 3) -> list[T]:
    """All of what is listed in the source; in a translation a few, each time the next."""
    if lang == SOURCE or len(listed) <= count:
        return list(listed)
    return [listed[(turn * count + n) % len(listed)] for n in range(count)]


# wrong words ----------------------------------------------------------------------------------------


@cache
def spelled_out(number: int, lang: str) -> list[str]:
    return [" ".join(run) for run, n in spelled(lang, [number]).items() if n == number][:1]


def wrong_words(node: Node, fact: Fact, words: Lexicon) -> list[str]:
    """Words of the language that name another value of the same kind as a span's."""
    if fact.kind == "num":
        n = int(fact.value)
        others = [k for k in (n + 1, n + 10, 2 * n + 1, n - 1, 0) if k not in (n, -n)]
        return [*map(str, others), *(w for k in others[:2] for w in spelled_out(abs(k), words.lang))]
    out = []
    true = truth(fact)
    said = read(fact.kind, node.text, words).values
    for cls in said:
        for value in CLASSES[cls]:
            if value == true[cls]:
                continue
            if cls == "trump" and fact.kind == "card":
                continue
            rest = {k: v for k, v in said.items() if k != cls} if fact.kind == "card" else {}
            for form in words.accepted(cls, value, 2):
                out.append(" ".join([form, *(words.label(k, v) for k, v in rest.items())]))
    if fact.kind == "card" and "trump" not in true:
        out.append(f"{node.text} {words.label('trump', 'card')}")
    if fact.kind == "trump":
        out += [words.label("trump", v) for v in ("no-trump", "all-trump") if v != fact.value]
    return out


@every_language
def test_a_wrong_value_in_any_span_is_told_once_at_its_place(lang: str) -> None:
    """Another card, suit, seat, number, outcome or action in the place of the right one is one problem there."""
    tried = 0
    for turn, (use, message, node) in enumerate(spans_of(lang)):
        fact = vocabulary().resolve(node.target, scopes(use)[0])
        if not isinstance(fact, Fact):
            continue
        wrong = wrong_words(node, fact, lexicon(lang))
        assert len(wrong) >= min(2, len(CLASSES[KINDS[fact.kind][0]]) - 1 or 2)
        for words in some(wrong, lang, turn):
            found = problems_of(in_text(message, replaced(message.value, node, words)), use, lang)
            assert [("F101", words)] == [(p.code, p.said) for p in found], (message.value, node, words, found)
            assert words_at(found[0]).startswith(first_word(node.text)), found
            tried += 1
    assert tried > 500


# claims ---------------------------------------------------------------------------------------------


def claims(lang: str) -> Iterator[tuple[Use, Text, Node, Claim]]:
    """Every claim of the site in a language; formulas stand apart."""
    for use, message, node in spans_of(lang):
        found = vocabulary().resolve(node.target, scopes(use)[0])
        if isinstance(found, Claim) and not found.predicate.startswith("formula."):
            yield use, message, node, found


def named(words: str, lang: str, classes: tuple[str, ...]) -> Iterator[Match]:
    """The words of some classes in a text, each once, the longest where several could be meant."""
    found = tokens(words, lang)
    at = 0
    while at < len(found):
        matches = lexicon(lang).matches(found, at, classes)
        yield from matches[:1]
        at = matches[0].last if matches else at + 1


def other_names(words: str, lang: str) -> Iterator[tuple[int, str]]:
    """Each player, card, suit or side that some words name, named otherwise: (where, the words then)."""
    found = tokens(words, lang)
    for match in named(words, lang, ("seat", "side", "rank", "suit")):
        start, end = found[match.first].start, found[match.last - 1].end
        for value in CLASSES[match.cls]:
            if value != match.value:
                yield start, words[:start] + lexicon(lang).label(match.cls, value) + words[end:]


@every_language
def test_another_name_in_a_claim_is_told_once_at_its_place(lang: str) -> None:
    """Another player, card, suit or side in a slot of a claim is one problem, at that slot."""
    tried = 0
    for use, message, node, claim in claims(lang):
        if not claim.arguments:
            continue
        for start, wrong in other_names(node.text, lang):
            found = problems_of(in_text(message, replaced(message.value, node, wrong)), use, lang)
            assert [p.code for p in found] in (["F403"], ["F402"]), (message.value, wrong, found)
            if (
                found[0].code == "F402"
            ):  # the phrase asks for an ending or an article that the other name lacks
                phrases = lexicon(lang).claims[claim.predicate]
                assert len(phrases) > 1 or ":" in phrases[0], found
                continue
            place = found[0].place
            assert place.line == message.place(node.start + start).line
            # A slot may begin with an article or another word of glue before the name.
            first, last = message.place(node.start), message.place(node.start + start)
            assert first.column <= place.column <= last.column
            tried += 1
    assert tried > 50


def filled(predicate: str, claim: Claim, lang: str) -> str | None:
    """The phrase of a predicate with the names of a claim in it; None if it has a slot that the claim cannot fill."""
    out = sentence(replace(claim, predicate=predicate), lexicon(lang))
    return None if "<" in out else out


@every_language
def test_the_words_of_another_claim_are_told_once(lang: str) -> None:
    """A phrase of any other claim in the place of a claim's is one problem, at the claim."""
    tried = 0
    for turn, (use, message, node, claim) in enumerate(claims(lang)):
        for predicate in some([*lexicon(lang).claims], lang, turn, 6):
            wrong = filled(predicate, claim, lang) if predicate != claim.predicate else None
            if wrong is None:
                continue
            found = problems_of(in_text(message, replaced(message.value, node, wrong)), use, lang)
            assert [p.code for p in found] == ["F402"], (message.value, wrong, found)
            assert words_at(found[0]).startswith(first_word(node.text))
            tried += 1
    assert tried > 300


# formulas -------------------------------------------------------------------------------------------


@every_language
def test_another_number_in_a_formula_is_told_once(lang: str) -> None:
    """Each number of a formula changed, and each sign, is one problem at the formula."""
    tried = 0
    for use, message, node in spans_of(lang):
        if ".formula." not in f".{node.target.rpartition('/')[2]}":
            continue
        for token in tokens(node.text, lang):
            if not token.has_digit:
                continue
            for number in (int(token.word) + 1, int(token.word) * 2):
                wrong = node.text[: token.start] + str(number) + node.text[token.end :]
                found = problems_of(in_text(message, replaced(message.value, node, wrong)), use, lang)
                assert [("F405", wrong)] == [(p.code, p.said) for p in found], found
                assert words_at(found[0]).startswith(node.text)
                tried += 1
        for sign, other in (("+", "−"), ("×", "+"), ("+", "×"), ("(", ""), (")", ""), ("+", "")):
            if sign in node.text:
                wrong = node.text.replace(sign, other, 1)
                found = problems_of(in_text(message, replaced(message.value, node, wrong)), use, lang)
                assert len(found) == 1, (wrong, found)
    assert tried >= 10


# bindings -------------------------------------------------------------------------------------------


def is_literal(node: Node, found: Fact | Claim | None, lang: str) -> bool:
    """Whether the words of a value span state a fact wherever they stand."""
    words = tokens(node.text, lang)
    whole = lexicon(lang).literals(words)
    return isinstance(found, Fact) and bool(whole)


@every_translation
def test_a_binding_lost_in_a_translation_is_told(lang: str) -> None:
    """The words stay and the link goes: a problem, and one problem at the words where they are a literal."""
    for use, message, node in spans_of(lang):
        value = vocabulary().resolve(node.target, scopes(use)[0])
        found = problems_of(in_text(message, unbound(message.value, node)), use, lang)
        assert found, (message.value, node)
        if is_literal(node, value, lang):
            assert [p.code for p in found] == ["F301"], (message.value, node, found)
            # An elided article before the link, or an ending behind it, belongs to the word.
            assert found[0].said in node.text or node.text in found[0].said
            assert message.place(node.start).line == found[0].place.line


@every_translation
def test_a_span_left_out_of_a_translation_is_told(lang: str) -> None:
    """Words and link go: a problem, unless another span of the message states the same, itself or in a slot."""
    for use, message, node in spans_of(lang):
        start, end = bounds(node)
        without = message.value[:start] + message.value[end:]
        again = any(states(n, node.target, use, lang) for n in spans(without))
        if node.target not in {n.target for n in spans(use.text.value)}:
            continue  # a span that the translation has of itself
        found = problems_of(in_text(message, without), use, lang)
        assert again or found, (message.value, node)


def states(span: Node, address: str, use: Use, lang: str) -> bool:
    """Whether a span has an address, or is a claim that names the value at it."""
    claim = vocabulary().resolve(span.target, scopes(use)[0])
    if span.target == address:
        return True
    wanted = [
        fact for reference, kind, fact in getattr(claim, "arguments", ()) if address == f"{reference}.{kind}"
    ]
    said = {(m.cls, m.value) for m in named(span.text, lang, ("seat", "side", "rank", "suit"))}
    return any(said & set(truth(fact).items()) for fact in wanted)


def test_a_literal_without_its_binding_in_the_source_is_told_once() -> None:
    """In the source too: a number, card, suit or seat whose link goes is one problem at its words."""
    tried = 0
    for use, message, node in spans_of(SOURCE):
        value = vocabulary().resolve(node.target, scopes(use)[0])
        if not is_literal(node, value, SOURCE):
            continue
        found = problems_of(in_text(message, unbound(message.value, node)), use, SOURCE)
        told = {(p.code, p.place) for p in found}  # what it may be bound to differs where the message is used
        assert told == {("F301", found[0].place)}, (message.value, node, found)
        tried += 1
    assert tried > 200


WORDS_ALONE = {"action", "outcome", "double", "reason"}
"""Kinds of facts whose words mean something else elsewhere: in the source they may stand without a link."""


def test_what_may_lose_its_binding_in_the_source_unnoticed() -> None:
    """Of the source's bindings only claims without a name in them and words of a few kinds can go unnoticed by
    the message alone; that the template and every translation are then out of date is noticed."""
    for use, message, node in spans_of(SOURCE):
        value = vocabulary().resolve(node.target, scopes(use)[0])
        without = in_text(message, unbound(message.value, node))
        if problems_of(without, use, SOURCE):
            continue
        literals = lexicon(SOURCE).literals(tokens(node.text, SOURCE))
        assert isinstance(value, Claim) or (value is not None and value.kind in WORDS_ALONE), node
        assert literals == []
        changed = Use((use.key[0], without.value), [replace(m, text=without) for m in use.messages])
        messages = {(k if k != use.key else changed.key): u for k, u in project().messages.items()}
        messages[changed.key] = changed
        found = [
            *catalogs.check_pot(ROOT, messages, project().content.site.title.value),
            *(p for c in project().catalogs.values() for p in catalogs.check_catalog(c, messages)),
        ]
        expected = {"P107": 1, "P104": len(TRANSLATIONS), "P106": len(TRANSLATIONS)}
        assert expected == dict(Counter(p.code for p in found))


@every_translation
def test_another_address_in_a_translation_is_told(lang: str) -> None:
    """The words stay and another address of the message takes the place of theirs: a problem, if it is
    nowhere else."""
    for turn, (use, message, node) in enumerate(spans_of(lang)):
        targets = [*dict.fromkeys(n.target for n in spans(message.value) if n.target != node.target)]
        for target in some(targets, lang, turn, 2):
            end = bounds(node)[1]
            moved = message.value[: node.end] + f"](#{target})" + message.value[end:]
            again = any(states(n, node.target, use, lang) for n in spans(moved))
            found = problems_of(in_text(message, moved), use, lang)
            assert again or found, (message.value, node, target)


# words anywhere in a translation --------------------------------------------------------------------


def changed_words(message: str, lang: str) -> Iterator[str]:
    """A message with one number, suit or seat in it named otherwise, inside spans and outside."""
    for node in leaves(parse(message)):
        for match in named(node.text, lang, ("num", "suit", "seat")):
            found = tokens(node.text, lang)
            start, end = node.start + found[match.first].start, node.start + found[match.last - 1].end
            if match.cls == "num":
                other = str(int(match.value) + 1)
            else:
                values = [v for v in CLASSES[match.cls] if v != match.value]
                other = lexicon(lang).label(match.cls, values[start % len(values)])
            yield message[:start] + other + message[end:]


@every_translation
def test_another_number_suit_or_seat_in_a_translation_is_told(lang: str) -> None:
    """Any one number of a msgstr changed, any suit or seat named otherwise: a problem."""
    tried = 0
    for use, message in translated(lang):
        for wrong in changed_words(message.value, lang):
            assert problems_of(in_text(message, wrong), use, lang), (message.value, wrong)
            tried += 1
    assert tried > 300


# rules ----------------------------------------------------------------------------------------------


def lineage(rules: str) -> list[str]:
    """A rule set and those that it extends, nearest first."""
    out = [rules]
    while parent := project().content.rules[out[-1]].extends:
        out.append(parent)
    return out


def other_values(value: object, name: str) -> list[object]:
    """What a value of a rule file can be instead: all other words, all neighbours exchanged, other numbers."""
    if name in SWITCHES and SWITCHES[name].kind == "choice":
        return [word for word in SWITCHES[name].values if word != value]
    if isinstance(value, str):  # an order of cards
        ranks = value.split()
        return [
            " ".join([*ranks[:n], ranks[n + 1], ranks[n], *ranks[n + 2 :]]) for n in range(len(ranks) - 1)
        ]
    if isinstance(value, int):
        return [n for n in (value + 1, value + 10, 0) if n != value]
    if isinstance(value, dict):  # points: of one rank, and of two ranks exchanged, so that the sum stays
        pairs = [(a, b) for a, b in pairwise(value) if value[a] != value[b]]
        return [
            *({**value, rank: value[rank] + 1} for rank in value),
            *({**value, a: value[b], b: value[a]} for a, b in pairs),
        ]
    assert isinstance(value, list)
    return [value[1:], value[:-1], [*value[:3], *value[4:]], [n + 5 for n in value], [value[0] - 10, *value]]


def toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{k} = {toml(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


@dataclass(frozen=True)
class Change:
    """A rule file with one value changed: what is changed to what, and the file's new text."""

    rules: str
    name: str
    value: str
    source: str


def rule_changes(rules: str) -> Iterator[Change]:
    """Every value that holds in a rule set, its own or one that it extends, changed in its own file."""
    sources = {id: (ROOT / "content/rules" / f"{id}.toml").read_text("utf-8") for id in lineage(rules)}
    data = {id: tomllib.loads(source) for id, source in sources.items()}
    own = sources[rules]
    for name, value in data[rules].get("cards", {}).items():
        for other in other_values(value, name):
            new = re.sub(rf"(?m)^{name} = .*$", f"{name} = {toml(other)}", own)
            yield Change(rules, name, toml(other), new)
    for name in switch_values(project().content.rules[rules].rules):
        giver = next(id for id in lineage(rules) if name in data[id].get("switches", {}))
        table = data[giver]["switches"][name]
        for other in other_values(table["value"], name):
            if giver == rules:
                new = re.sub(rf"(?m)(^\[switches\.{name}\]\nvalue = ).*$", rf"\g<1>{toml(other)}", own)
            else:
                lines = [
                    f"{k} = {toml(v)}" for k, v in {**table, "value": other}.items() if k != "tables_differ"
                ]
                new = "\n".join([own, f"[switches.{name}]", *lines, ""])
            yield Change(rules, name, toml(other), new)


SILENT = {
    ("coinche-maison", "all_trump_points"): "the pages give the sum, not what each card of Coinche counts",
    ("coinche-officielles", "all_trump_points"): "as in the house rules",
}
"""Values of which some changes pass, because no sentence speaks of them."""


@cache
def spans_by_place() -> tuple[tuple[Text, Scope, Node], ...]:
    """Every span of the source with what it reads; laws, which take longest to check, stand last."""
    found = [(m, s, n) for use, m, n in spans_of(SOURCE) for s in scopes(use)]
    return tuple(sorted(found, key=lambda place: "law." in place[2].target))


@cache
def examples_in_use() -> frozenset[str]:
    named = {n.target.partition("/")[0] for _, _, n in spans_by_place()}
    return frozenset(named | {scope.example for _, scope, _ in spans_by_place()})


def noticed(change: Change, tree: Path) -> bool:
    """Whether a check of the English pages finds something wrong after a change of a rule file."""
    path = tree / "content/rules" / f"{change.rules}.toml"
    before = path.read_text("utf-8")
    assert change.source != before, change
    path.write_text(change.source, "utf-8")
    try:
        files, problems = load_rule_sets(path.parent, tree)
        if problems:
            return True
        sets = {id: file.rules for id, file in files.items()}
        examples, problems = load_examples(tree / "content/examples", tree, sets)
        if problems:
            return True
        known = Vocabulary(
            {id: constants(rules) for id, rules in sets.items()},
            {id: facts(example.solved) for id, example in examples.items() if id in examples_in_use()},
        )
        return any(
            list(check_span(node, text, scope, known, lexicon(SOURCE)))
            for text, scope, node in spans_by_place()
        )
    finally:
        path.write_text(before, "utf-8")


@pytest.mark.parametrize("rules", project().content.rules)
def test_a_change_of_any_rule_is_noticed(rules: str, tmp_path: Path) -> None:
    """Every switch and card table of every rule set, set to other values: the pages no longer hold."""
    shutil.copytree(ROOT / "content", tmp_path / "content")
    changes = list(rule_changes(rules))
    silent = [c for c in changes if not noticed(c, tmp_path)]
    assert {c.name for c in changes} >= set(switch_values(project().content.rules[rules].rules))
    assert [(c.name, c.value) for c in silent if (c.rules, c.name) not in SILENT] == []
    # What is excused passes indeed, so that the table does not outlive its reason.
    assert {(c.rules, c.name) for c in silent} == {key for key in SILENT if key[0] == rules}


# files ----------------------------------------------------------------------------------------------


def copy_tree(to: Path, lang: str) -> Path:
    """A copy of the project with the source and one other language."""
    for folder in ("content", "locales", "templates"):
        shutil.copytree(ROOT / folder, to / folder)
    settings = to / "content/site.toml"
    kept = re.sub(rf"(?ms)^\[locales\.(?!{lang}\]).*?(?=^\[|\Z)", "", settings.read_text("utf-8"))
    settings.write_text(kept, "utf-8")
    return to


def check_tree(tree: Path) -> list[Problem]:
    found, problems = site.load(tree)
    return problems if found is None else site.check(found)


def in_files(lang: str, count: int) -> list[tuple[str, int, str, Node, str]]:
    """Some spans that stand once in their file: path, offset, how they stand there, span, other words."""
    out = []
    for use, message, node in spans_of(lang):
        fact = vocabulary().resolve(node.target, scopes(use)[0])
        whole = message.value[slice(*bounds(node))]
        source = "\n".join(file_lines(message.path))
        if isinstance(fact, Fact) and source.count(whole) == 1:
            out.append(
                (message.path, source.index(whole), whole, node, wrong_words(node, fact, lexicon(lang))[0])
            )
    return out[len(out) // (2 * count) :: len(out) // count]


@every_language
def test_a_wrong_word_in_a_file_is_the_one_problem_of_the_project(lang: str, tmp_path: Path) -> None:
    """In a copy of the project: one wrong word in a page, a rule file or a PO file is the one problem of `check`."""
    tree = copy_tree(tmp_path, lang)
    site.update_catalogs(_loaded(tree))
    assert check_tree(tree) == []
    for path, offset, whole, node, words in in_files(lang, 4 if lang == SOURCE else 2):
        before = (tree / path).read_text("utf-8")
        (tree / path).write_text(before.replace(whole, whole.replace(node.text, words, 1)), "utf-8")
        if lang == SOURCE:
            site.update_catalogs(_loaded(tree))
        line, column = before.count("\n", 0, offset) + 1, offset - before.rfind("\n", 0, offset)
        assert [("F101", path, line, column + 1)] == told(check_tree(tree))
        (tree / path).write_text(before, "utf-8")


def _loaded(tree: Path) -> site.Project:
    found, problems = site.load(tree)
    assert found is not None, problems
    return found


def test_the_command_fails_when_a_rule_changes(tmp_path: Path) -> None:
    """`sitegen check` exits 0, and 1 after a value of a rule file was changed; so does `build`, writing nothing."""
    tree = copy_tree(tmp_path, SOURCE)
    site.update_catalogs(_loaded(tree))
    run = CliRunner()
    assert run.invoke(main, ["--root", str(tree), "check"]).exit_code == 0
    path = tree / "content/rules/belote-maison.toml"
    before = path.read_text("utf-8")
    for old, new in (
        ('value = "must"', 'value = "free"'),
        ("J = 20, 9 = 14", "J = 14, 9 = 20"),
        ("value = 100", "value = 90"),
    ):
        path.write_text(before.replace(old, new, 1), "utf-8")
        assert before != path.read_text("utf-8")
        result = run.invoke(main, ["--root", str(tree), "check"])
        assert (1, SystemExit) == (result.exit_code, type(result.exception))
    assert run.invoke(main, ["--root", str(tree), "build"]).exit_code == 1
    assert not (tree / "output").exists()
