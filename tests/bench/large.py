"""A large site that passes `check`: python -m tests.bench.large FOLDER PAGES LOCALES

Each page has about 1,000 words: a summary and a section that state every rule, 10 tricks and 2 tables of 7
deals, a span in every sentence. Examples are random and unlike each other; every sentence of every page and
locale begins with a pair of words that no other has, so that nothing is translated or checked once for many.
Templates, rule sets, lexicons and the translations of what stands in those are the project's; further
locales, up to 100, are regions of its languages. The site has no problem: `check` of it ends with exit code 0.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count, islice, product
from pathlib import Path
from random import Random

from sitegen import catalog as catalogs
from sitegen import site
from sitegen.catalog.messages import template_entries
from sitegen.catalog.po import quoted
from sitegen.engine import SolvedPlay, read_table, solve
from sitegen.facts import FactTable, constants, facts
from sitegen.prose.check import Scope, Vocabulary
from sitegen.prose.claims import Claim, sentence
from sitegen.prose.laws import FORMULAS, LAWS
from sitegen.prose.spans import name, plain
from sitegen.prose.text import tokens
from sitegen.prose.words import load_words, render_words
from tests.deals import ROOT, RULE_SETS, random_positions
from tests.tiny import formula, lexicon, phrase

LANGUAGES = ("en", "fr", "tr", "pl", "hi", "ar", "de", "es", "ru")
REGIONS = {
    "fr": "BE CH CA LU MC SN CI ML CM MA TN BJ TG NE BF CD CG DJ DZ GA GN HT MG RW",
    "ar": "EG DZ MA TN SA IQ JO LB LY SY YE OM QA KW AE BH SD SO",
    "es": "MX AR CL CO PE UY VE EC BO CR CU DO GT HN NI PA PY SV",
    "en": "GB IE AU CA NZ ZA IN SG MT KE NG GH JM PK BW FJ HK ZM",
    "de": "AT CH LU LI BE IT",
    "ru": "UA BY KZ KG MD",
    "tr": "CY TR",
    "hi": "IN",
    "pl": "PL",
}
"""Regions of which CLDR knows that a language of the project is spoken there."""
RULES = "belote-maison"
PLAYS, TABLES, ROWS = 10, 2, 7

BASE_URL = "https://example.org/"
"""Where the site says it stands: its pages name their other languages by it."""

SYLLABLES = {
    "hi": [c + v for c in "कगचजटडतदनपबमरलवसह" for v in ("ा", "ि", "ी", "ु", "ू", "ो")],
    "ar": [a + b for a in "دذرزطظ" for b in "خغشضصثج"],
    "ru": [c + v for c in "збдгжвф" for v in "аоуые"],
}
LATIN = [c + v for c in "zvkmbdgj" for v in "aeiou"]
VOCABULARY = 1201
"""So many made-up words has a language; pairs of them are enough for 100 pages in every region of it."""
_STEP = 610_007
"""Pairs are taken in steps of so many, which shares no factor with their number: neighbours are unlike."""


def tags(most: int) -> tuple[str, ...]:
    """So many locales: the project's languages, then their regions, each language in turn."""
    lists = [[f"{lang}-{region}" for region in regions.split()] for lang, regions in REGIONS.items()]
    regional = [row[n] for n in range(max(map(len, lists))) for row in lists if n < len(row)]
    found = (*LANGUAGES, *regional)[:most]
    if len(found) < most:
        raise SystemExit(f"there are words for {len(found)} locales, not for {most}")
    return found


def slugs(pages: int) -> list[str]:
    """The names of so many pages."""
    return ["index", *(f"page-{n:02}" for n in range(1, pages))]


def base(tag: str) -> str:
    """The language whose words a locale uses."""
    return tag.partition("-")[0]


@cache
def plain_words(lang: str) -> tuple[str, ...]:
    """Words of the script of a language that mean nothing in it: the checks take them as plain. No other
    language has one of them."""
    accepted, own = load_words(ROOT, lang)[0], lexicon(lang)

    def means_nothing(word: str) -> bool:
        said = tokens(word, lang)
        told = own.negators(said) or own.literals(said) or list(own.forbidden(said)) or own.rival(said, 0)
        return len(said) == 1 and word not in accepted and not own.knows(word) and not told

    made = ("".join(parts) for size in count(3) for parts in product(SYLLABLES.get(lang, LATIN), repeat=size))
    own_share = islice(made, LANGUAGES.index(lang), None, len(LANGUAGES))
    found = (word for word in own_share if means_nothing(word))
    return tuple(next(found) for _ in range(VOCABULARY))


def pairs(lang: str) -> Iterator[str]:
    """Two plain words, no pair of which comes twice."""
    words = plain_words(lang)
    for n in range(VOCABULARY**2):
        one, other = divmod(n * _STEP % VOCABULARY**2, VOCABULARY)
        yield f"{words[one]} {words[other]}"


class Writer:
    """Writes a message in every locale, each sentence with a pair of words of its own, and remembers what
    translates what."""

    def __init__(self, locales: Sequence[str]) -> None:
        self.locales = locales
        self.pairs = {lang: pairs(lang) for lang in map(base, locales)}
        self.translations: dict[str, dict[str, str]] = {}
        self.vocabulary = Vocabulary({id: constants(rules) for id, rules in RULE_SETS.items()}, {})

    def write(self, addresses: Sequence[str] = (), scope: Scope | None = None) -> str:
        """The message in the source language: a sentence for each address, or a title without any."""
        said = {
            lang: [f": {self.span(lang, address, scope or Scope(RULES))}." for address in addresses] or [""]
            for lang in self.pairs
        }
        texts = {}
        for tag in self.locales:
            lang = base(tag)
            text = " ".join(next(self.pairs[lang]) + span for span in said[lang])
            texts[tag] = text[0].upper() + text[1:] if lang != "tr" else text
        source = texts[self.locales[0]]
        self.translations[source] = texts
        return source

    def span(self, lang: str, address: str, scope: Scope) -> str:
        predicate = address.rpartition("/")[2]
        if predicate.startswith("law."):
            return f"[{phrase(predicate, lang)}](#{address})"
        if predicate.startswith("formula."):
            rules = RULE_SETS[address.partition("/")[0]]
            arithmetic = formula(predicate.removeprefix("formula."), rules, lang)
            return f"[{phrase(predicate, lang).replace('<formula>', arithmetic)}](#{address})"
        found = self.vocabulary.resolve(address, scope)
        if found is None:
            raise KeyError(address)
        words = sentence(found, lexicon(lang)) if isinstance(found, Claim) else name(found, lexicon(lang))
        return f"[{words}](#{address})"


def rules_stated() -> list[str]:
    """An address for every law and formula, in a rule set in which it holds."""
    sets = [RULE_SETS[RULES], *RULE_SETS.values()]
    laws = []
    for law_name, law in LAWS.items():
        rules = next(rules for rules in sets if law.counterexample(rules) is None)
        laws.append(f"{rules.id}/law.{law_name}")
    coinche = next(rules for rules in sets if rules.game == "coinche")
    return [*laws, *(f"{coinche.id}/formula.{n}" for n in FORMULAS), f"{RULES}/k.belote"]


SUMMARY = ("law.strictly-ahead", "law.failed-all-to-defence", "law.tie-held", "law.capot-all-tricks")
CONSTANTS = ("k.last-trick", "k.capot", "k.no-trump.ace")
DUTIES = {
    "lead": "free.me", "free": "free.me", "follow": "must-follow.me", "overtrump": "must-overtrump.me",
    "ruff": "must-ruff.me", "overruff": "must-overruff.me", "undertrump": "must-undertrump.me",
}  # fmt: skip


def plays(random: Random) -> Iterator[dict[str, object]]:
    """Tricks with a hand to play: the tables of examples."""
    for _, trump, played, seat, hand in random_positions(random, 1 << 40, [RULE_SETS[RULES]]):
        if not played:
            continue
        yield {
            "rules": RULES,
            "trump": trump,
            "trick": " ".join(map(str, played)),
            "seat": seat,
            "hand": " ".join(card.text for card in hand),
        }


def deals(random: Random) -> Iterator[dict[str, object]]:
    """Deals at a trump, no two values of which can be exchanged unnoticed."""
    while True:
        ours = random.randint(20, 132)
        last = random.choice(("NS", "EW"))
        totals = (ours + 10 * (last == "NS"), 152 - ours + 10 * (last == "EW"))
        if ours == 76 or totals[0] == totals[1]:
            continue
        trump = random.choice(("hearts", "spades", "clubs", "diamonds"))
        cards = {"NS": ours, "EW": 152 - ours}
        yield {
            "rules": RULES,
            "trump": trump,
            "taker": random.choice("NESW"),
            "cards": cards,
            "last_trick": last,
        }


def toml(id: str, table: dict[str, object]) -> str:
    def value(v: object) -> str:
        if isinstance(v, dict):
            return "{ " + ", ".join(f"{k} = {value(x)}" for k, x in v.items()) + " }"
        return f'"{v}"' if isinstance(v, str) else str(v)

    return "\n".join([f"[{id}]", *(f"{k} = {value(v)}" for k, v in table.items())]) + "\n"


def play_addresses(table: FactTable) -> list[str]:
    solved = table.solved
    assert isinstance(solved, SolvedPlay)
    addresses = ["trump", "1.seat", "1.card", "me.seat"]
    addresses.append(DUTIES[str(table["duty"].value)])
    return [*addresses, "legal.1.card"]


def make(root: Path, pages: int, locales: int) -> None:
    """Write a site of so many pages and locales into `root`, which must be empty or not there."""
    chosen = tags(locales)
    random = Random(pages * 1000 + locales)
    for part in ("templates", "content/rules"):
        shutil.copytree(ROOT / part, root / part)
    for folder in ("content/pages", "content/examples"):
        (root / folder).mkdir(parents=True)
    for tag in chosen:
        (root / "locales" / tag).mkdir(parents=True)
        shutil.copy(ROOT / "locales" / base(tag) / "lexicon.toml", root / "locales" / tag / "lexicon.toml")
    writer = Writer(chosen)
    some_plays, some_deals = plays(random), deals(random)
    stated = rules_stated()
    for slug in slugs(pages):
        examples = {f"{slug}-play-{n}": next(some_plays) for n in range(PLAYS)}
        examples |= {f"{slug}-deal-{n}": next(some_deals) for n in range(TABLES * ROWS)}
        text = "\n".join(toml(id, table) for id, table in examples.items())
        (root / "content/examples" / f"{slug}.toml").write_text(text, "utf-8")
        solved = {id: facts(solve(read_table(id, table, RULE_SETS))) for id, table in examples.items()}
        writer.vocabulary = Vocabulary(writer.vocabulary.rules, solved)
        (root / "content/pages" / f"{slug}.md").write_text(page(writer, slug, stated, solved), "utf-8")
    listed = ", ".join(f'"{slug}"' for slug in slugs(pages))
    title = "French Belote"
    tables = "".join(f"\n[locales.{tag}]\n" for tag in chosen[1:])
    settings = f'title = "{title}"\nbase_url = "{BASE_URL}"\nsource = "en"\npages = [{listed}]\n{tables}'
    (root / "content/site.toml").write_text(settings, "utf-8")
    translate(root, chosen, writer)


def page(writer: Writer, slug: str, stated: Sequence[str], solved: dict[str, FactTable]) -> str:
    """A page as it stands in `content/pages`."""
    out = [f'+++\ntitle = "{writer.write()}"\nrules = "{RULES}"\n+++\n', "/// summary"]
    out += [*(f"- {writer.write([address])}" for address in SUMMARY), "///\n"]
    out += [f"## {writer.write()} {{#tricks}}\n"]
    for id in list(solved)[:PLAYS]:
        scope = Scope(RULES, id)
        addresses = play_addresses(solved[id])
        out += [f"/// play | {id}", writer.write(), ""]
        out += [writer.write(addresses[:3], scope), "", writer.write(addresses[3:], scope), "///\n"]
    for table in range(TABLES):
        out += [f"## {writer.write()} {{#deals-{table}}}\n", "//// scores", writer.write(), ""]
        for id in list(solved)[PLAYS + table * ROWS :][:ROWS]:
            addresses = ["taker.seat", "ns.cards", "ew.score", "outcome"]
            out += [f"/// row | {id}", writer.write(), "", writer.write(addresses, Scope(RULES, id)), "///\n"]
        out += ["////\n"]
    out += [f"## {writer.write()} {{#rules}}\n"]
    out += [f"{writer.write([address])}\n" for address in (*stated, *CONSTANTS)]
    return "\n".join(out)


def translate(root: Path, chosen: Sequence[str], writer: Writer) -> None:
    """Write the catalogues, the writer's translations and the project's own, and the words that are plain."""
    project, problems = site.load(root)
    if project is None:
        raise SystemExit(f"the site cannot be read: {problems}")
    title = project.content.site.title.value
    (root / catalogs.POT).write_text(catalogs.render_pot(project.messages, title), "utf-8")
    # All that is the same in every language is written once: entries without their translations.
    entries = [(e.key, catalogs.render_entry(e)) for e in template_entries(project.messages)]
    assert all(text.endswith('\nmsgstr ""\n') for _, text in entries)
    known = {lang: catalogs.load_catalog(ROOT, lang)[0] for lang in set(map(base, chosen)) - {chosen[0]}}
    for tag in chosen:
        accepted = {*load_words(ROOT, base(tag))[0].accepted, *plain_words(base(tag))}
        # A region does not know the number words of its language: those of the project's texts are plain there.
        if tag not in LANGUAGES and base(tag) in known:
            texts = [found.value for key, _ in entries if (found := known[base(tag)].get(key))]
            accepted |= {t.word for text in texts for t in tokens(plain(text), tag) if not t.has_digit}
        (root / "locales" / tag / "words.txt").write_text(render_words(accepted), "utf-8")
    for tag in chosen[1:]:
        parts = [catalogs.render_entry(catalogs.header(tag, title))]
        for key, text in entries:
            if key[1] in writer.translations:
                said = writer.translations[key[1]][tag]
            else:
                found = known[base(tag)].get(key) if base(tag) in known else None
                said = found.value if found else key[1]
            parts.append(f"{text[:-3]}{quoted(said)}\n")
        path = root / catalogs.po_path(tag)
        path.parent.mkdir()
        path.write_text("\n".join(parts), "utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    make(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
