"""Independent evidence: messages written without sight of the checks, with planted errors recorded apart.

`python -m tests.evidence [SET]` prints, language by language, the false alarms on the true messages and the
share of planted errors that is found, by kind. A set is a folder under tests/data/evidence: its examples, and
for each language its messages and its errors. A translation is checked against the English of its set.
"""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from sitegen.content.examples import load_examples
from sitegen.content.rules import load_rule_sets
from sitegen.diagnostics import Problem, Text
from sitegen.facts import constants, facts
from sitegen.prose.check import Scope, Vocabulary, check_message, dropped
from sitegen.prose.coverage import Stated, unstated
from sitegen.prose.laws import FORMULAS, LAWS
from sitegen.prose.lexicon import Lexicon, load_lexicon
from sitegen.prose.relations import Mention, out_of_order
from sitegen.prose.spans import spans
from sitegen.prose.words import Words, load_words, new_words

ROOT = Path(__file__).resolve().parent.parent
SETS = ROOT / "tests" / "data" / "evidence"


@dataclass
class Result:
    """What came of one language of a set: false alarms, and planted errors by kind with those that escaped."""

    spans: int = 0
    alarms: list[Problem] = field(default_factory=list)
    planted: Counter[str] = field(default_factory=Counter)
    escaped: list[dict[str, str]] = field(default_factory=list)

    @property
    def found(self) -> float:
        """The share of the planted errors that is found, in per cent."""
        every = sum(self.planted.values())
        return 100 * (every - len(self.escaped)) / every


@dataclass
class Evidence:
    """A set, read: its vocabulary, and for each language its messages and its errors."""

    folder: Path
    vocabulary: Vocabulary
    messages: dict[str, dict[str, dict[str, str]]]
    errors: dict[str, list[dict[str, str]]]


def load(name: str) -> Evidence:
    """Read a set of evidence."""
    folder = SETS / name
    files, _ = load_rule_sets(ROOT / "content" / "rules", ROOT)
    rules = {id: f.rules for id, f in files.items()}
    site, _ = load_examples(ROOT / "content" / "examples", ROOT, rules)
    own, problems = load_examples(folder / "examples", ROOT, rules)
    assert not problems, problems
    vocabulary = Vocabulary(
        {id: constants(r) for id, r in rules.items()},
        {id: facts(e.solved) for id, e in {**site, **own}.items()},
    )
    languages = sorted(p.stem for p in folder.glob("??.toml"))
    return Evidence(
        folder,
        vocabulary,
        {lang: tomllib.loads((folder / f"{lang}.toml").read_text("utf-8")) for lang in languages},
        {
            lang: tomllib.loads((folder / f"{lang}-errors.toml").read_text("utf-8"))["error"]
            for lang in languages
        },
    )


def _text(value: str) -> Text:
    return Text(value, "evidence", ((0, 1, 1),))


def judge(evidence: Evidence, lang: str) -> Result:
    """Check the true messages of a language and every planted error."""
    lexicon, _ = load_lexicon(ROOT / "locales" / lang / "lexicon.toml", ROOT, lang)
    assert lexicon is not None
    words, _ = load_words(ROOT, lang)
    messages = evidence.messages[lang]
    result = Result()
    # A translator would look at the plain words of new sentences once and record them.
    fresh = {n.word for m in messages.values() for n in new_words([_text(m["text"])], lexicon, words)}
    known = Words(lang, words.accepted | fresh)
    for id, message in messages.items():
        result.spans += len(spans(message["text"]))
        result.alarms += _problems(evidence, lang, id, message["text"], lexicon)
    for error in evidence.errors[lang]:
        result.planted[error["kind"]] += 1
        if not any(_found(evidence, lang, error, lexicon, known)):
            result.escaped.append(error)
    return result


def _problems(evidence: Evidence, lang: str, id: str, text: str, lexicon: Lexicon) -> Iterator[Problem]:
    message = evidence.messages[lang][id]
    source = evidence.messages["en"][id]["text"] if lang != "en" else None
    scope = Scope(message.get("rules", "belote-maison"), message.get("example", ""))
    return check_message(_text(text), scope, evidence.vocabulary, lexicon, source)


def _found(
    evidence: Evidence, lang: str, error: dict[str, str], lexicon: Lexicon, known: Words
) -> Iterator[object]:
    if "law" in error:
        table = evidence.vocabulary.examples[error["example"]]
        every = [
            *(f"law.{n}" for n in LAWS),
            *(f"formula.{n}" for n in FORMULAS),
            *(a for a in table if a[:2] == "k."),
        ]
        others = [Stated(n, table.rules.id) for n in every if n != error["law"]]
        yield from unstated(table, others)
        return
    text = evidence.messages[lang][error["message"]]["text"]
    assert text.count(error["find"]) == 1, error
    changed = text.replace(error["find"], error["replace"])
    yield from _problems(evidence, lang, error["message"], changed, lexicon)
    if lang == "en":
        yield from _against_translations(evidence, error["message"], changed)
    yield from new_words([_text(changed)], lexicon, known)


def _against_translations(evidence: Evidence, id: str, changed: str) -> Iterator[object]:
    """What the site's check finds when the translations do not follow a change of the source."""
    message = evidence.messages["en"][id]
    scope = Scope(message.get("rules", "belote-maison"), message.get("example", ""))
    texts = [m[id]["text"] for lang, m in evidence.messages.items() if lang != "en" and id in m]
    yield from dropped(changed, texts, scope, evidence.vocabulary)

    def mentions(text: str) -> list[Mention]:
        found = ((n, evidence.vocabulary.resolve(n.target, scope)) for n in spans(text))
        return [Mention(n, f) for n, f in found if f is not None]

    for text in texts:
        if found := out_of_order(mentions(changed), mentions(text)):
            yield found


def main() -> None:
    for name in sys.argv[1:] or sorted(p.name for p in SETS.iterdir() if p.is_dir()):
        evidence = load(name)
        for lang in evidence.messages:
            result = judge(evidence, lang)
            every = sum(result.planted.values())
            print(
                f"{name} {lang}: {len(evidence.messages[lang])} messages, {result.spans} spans, "
                f"{len(result.alarms)} false alarms; {every - len(result.escaped)} of {every} errors found, "
                f"{result.found:.1f} %"
            )
            escaped = Counter(e["kind"] for e in result.escaped)
            print("   " + ", ".join(f"{k} {n - escaped[k]}/{n}" for k, n in sorted(result.planted.items())))
            for p in result.alarms:
                print(f"   alarm {p.code} {p.said!r}: {p.message}")
            for e in result.escaped:
                print(
                    f"   escaped {e['kind']}: {e.get('message', e.get('example'))} {e.get('find', e.get('law'))!r} -> {e.get('replace', '')!r}"
                )


if __name__ == "__main__":
    main()
