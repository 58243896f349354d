"""Fuzzing of every reader: `python -m tests.fuzz READER SECONDS [FOLDER]` (needs `pip install atheris`).

Readers: po, site, rules, examples, lexicon, page, spans, solve. Nothing that they read may raise, and nothing
short may take long; of a PO file nothing may be lost by reading it, bringing it up to date and writing it.
What is found is kept in FOLDER (`.fuzz` by default), as is what the fuzzer learned; it prints how many inputs
it tried. Each find becomes a row of a table of the tests, with all of its kind.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path

SLOW = 2.0
"""Seconds that an input of some 10 KB may take."""
FILES = {
    "site": "content/site.toml",
    "rules": "content/rules/a.toml",
    "examples": "content/examples/a.toml",
    "lexicon": "locales/en/lexicon.toml",
    "page": "content/pages/a.md",
}
READERS = ("po", *FILES, "spans", "solve")

Judge = Callable[[bytes], None]


def judge(reader: str, folder: Path) -> Judge:
    """What is done with an input. Whatever it raises is a find."""
    from sitegen import catalog, solve
    from sitegen.content.examples import load_examples
    from sitegen.content.pages import load_page
    from sitegen.content.rules import load_rule_sets
    from sitegen.content.site import load_site
    from sitegen.diagnostics import Text
    from sitegen.engine import SolvedPlay
    from sitegen.prose.check import Scope, check_message
    from sitegen.prose.lexicon import load_lexicon
    from sitegen.prose.lint import lint
    from sitegen.prose.text import tokens
    from sitegen.prose.words import Words, new_words
    from tests.prose import lexicon, project, vocabulary

    rules = {id: file.rules for id, file in project().content.rules.items()}
    tricks = {id: isinstance(e.solved, SolvedPlay) for id, e in project().content.examples.items()}
    few = dict(list(project().messages.items())[:12])
    examples = list(vocabulary().examples)
    languages = list(project().languages)

    def file(data: bytes) -> None:
        path = folder / FILES[reader]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        if reader == "site":
            load_site(folder)
        elif reader == "rules":
            load_rule_sets(path.parent, folder)
        elif reader == "examples":
            load_examples(path.parent, folder, rules)
        elif reader == "page":
            load_page(path, folder, set(rules), tricks)
        else:
            found, _ = load_lexicon(path, folder, "en")
            if found:
                list(lint(found))
                found.literals(tokens("The king of spades takes 82 points, ten and two hundred", "en"))

    def po(data: bytes) -> None:
        read, _ = catalog.parse_po(data.decode("utf-8", "replace"), "x.po", "fr")
        if not read.whole:
            return
        once = catalog.render_po(catalog.update(read, few, "x"))
        again, problems = catalog.parse_po(once, "x.po", "fr")
        assert again.whole, problems
        assert catalog.render_po(catalog.update(again, few, "x")) == once, "not stable"
        for entry in read.entries.values():
            said = entry.msgstr.value
            assert (
                not said.strip()
                or any(e.msgstr.value == said for e in again.entries.values())
                or any(k.entry and k.entry.msgstr.value == said for k in again.obsolete)
            ), "a translation is lost"

    def spans(data: bytes) -> None:
        lang = languages[data[0] % len(languages)] if data else "en"
        example = examples[data[1] % len(examples)] if len(data) > 1 else ""
        text = Text(data[2:].decode("utf-8", "replace"), "x", ((0, 1, 1),))
        scope = Scope("belote-maison", example)
        list(check_message(text, scope, vocabulary(), lexicon(lang), "[a](#1.card)"))
        list(new_words([text], lexicon(lang), Words(lang, frozenset())))

    def lines(data: bytes) -> None:
        out: list[str] = []
        solve.solve(data.decode("utf-8", "surrogateescape"), False, rules, out.append)

    return {"po": po, "spans": spans, "solve": lines}.get(reader, file)


def seeds(reader: str) -> list[bytes]:
    """Inputs to begin with: the files of the project, whole and in pieces."""
    from tests.deals import ROOT

    globs = {
        "po": "locales/*/LC_MESSAGES/*.po", "site": "content/site.toml", "rules": "content/rules/*.toml",
        "examples": "content/examples/*.toml", "lexicon": "locales/*/lexicon.toml", "page": "content/pages/*.md",
        "spans": "locales/*/LC_MESSAGES/*.po", "solve": "tests/data/examples.jsonl",
    }  # fmt: skip
    texts = [path.read_bytes() for path in sorted(ROOT.glob(globs[reader]))]
    if reader == "spans":
        return [b"\0\0" + m for text in texts for m in re.findall(rb'msgstr "(.+)"', text)]
    between = b"\n" if reader == "solve" else b"\n\n"
    whole = [] if reader == "po" else texts
    return [*whole, *(piece for text in texts for piece in text.split(between))]


def main() -> None:
    reader, seconds, *rest = sys.argv[1:]
    import atheris

    with atheris.instrument_imports(include=["sitegen"]):  # before anything else imports it
        judged = judge(reader, Path(tempfile.mkdtemp()))
    kept = Path(rest[0] if rest else ".fuzz") / reader
    (kept / "corpus").mkdir(parents=True, exist_ok=True)
    for seed in seeds(reader):
        (kept / "corpus" / hashlib.sha1(seed).hexdigest()).write_bytes(seed)
    finds: set[str] = set()
    tried, began = 0, time.time()

    def one(data: bytes) -> None:
        nonlocal tried
        tried += 1
        start = time.process_time()
        find = ""
        try:
            judged(data)
        except Exception as error:  # whatever it is, it is what we look for
            frames = traceback.extract_tb(error.__traceback__)[-3:]
            find = f"{type(error).__name__} {[f'{Path(f.filename).name}:{f.lineno}' for f in frames]}"
        if not find and (took := time.process_time() - start) > SLOW:
            find = f"slow {took:.0f}"
        if find and find not in finds:
            finds.add(find)
            name = hashlib.sha1(data).hexdigest()[:10]
            (kept / f"find-{name}").write_bytes(data)
            print(f"{reader}: {find}: {kept}/find-{name}", flush=True)
        if time.time() - began > float(seconds):
            print(f"{reader}: {tried} inputs, {len(finds)} finds", flush=True)
            os._exit(1 if finds else 0)

    atheris.Setup(
        [sys.argv[0], str(kept / "corpus"), "-max_len=12000", "-timeout=60", f"-artifact_prefix={kept}/"], one
    )
    atheris.Fuzz()


if __name__ == "__main__":
    main()
