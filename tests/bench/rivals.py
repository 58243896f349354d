"""The site of `tests.bench.large` as a Hugo and as an Eleventy project: the same pages, made as each does best.

Both get what `sitegen` works out: Markdown in every language, with the spans as the `<data>` elements that
our pages have; the engine's answers as data; the words of each language as its strings. They neither solve
nor check anything. Their templates are in `hugo` and `eleventy` beside this file.

Of the forms that each tool offers the fastest is used. In processor seconds, a build of 20 pages in 20
locales, two cores shared with other work, the best of three, so that a tenth more or less tells nothing:

- Hugo: blocks as a pair of shortcodes that open and close them 4.0; as one with its Markdown inside and
  `{{% %}}` 4.6, with `RenderString` 5.8. Words from `i18n` 4.0 to 4.5, from data files 4.2 to 5.1.
  Spans, 15 pages in 15 locales: as HTML 3.0 to 3.2, as links that a render hook turns into it 3.1, left as
  links 3.2. Without the extensions of Goldmark that the pages do not need 3.4.
- Eleventy: blocks as a rule of markdown-it, without a template language for Markdown 3.0; as shortcodes of
  Liquid 5.1. The layout is JavaScript.

In both the menus are put together once for each language. `content/pages` is read as `large` writes it,
line by line; text of another kind is an error.
"""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from sitegen import catalog as catalogs
from sitegen import render, site
from sitegen.content import Page, rule_title
from sitegen.facts import FactTable
from sitegen.prose.check import Scope
from sitegen.prose.claims import Claim, sentence
from sitegen.prose.spans import name

HERE = Path(__file__).parent
PIPS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

LABELS = {
    "checked": "Every example is computed by a rules engine and checked again on the finished page.",
    "deal": "Deal", "hand": "Hand to play:", "languages": "Languages", "last": "Last trick",
    "legal": "May be played", "outcome": "Outcome", "pages": "Pages", "points": "Card points",
    "rules": "Rules", "score": "Score", "settings": "Settings", "skip": "Skip to the content",
    "speaks": "Unless a page says otherwise, it speaks for:", "summary": "Summary", "taker": "Taker:",
    "trick": "Trick", "trump": "Trump",
}  # fmt: skip
"""The texts of our templates that the pages show."""

Data = dict[str, object]


class Line(NamedTuple):
    """A line of Markdown, or the name and the argument of a block that it opens or closes."""

    text: str
    fence: bool = False


@dataclass
class Localized:
    """A page in a language: its Markdown, and what stands in its front matter."""

    page: Page
    weight: int
    title: str
    lines: list[Line] = field(default_factory=list)
    titles: dict[str, str] = field(default_factory=dict)
    tables: dict[str, list[str]] = field(default_factory=dict)

    def text(self, fence: Callable[[str], str]) -> str:
        """The Markdown; `fence` writes a line that opens or closes a block. It stands alone, as a paragraph."""
        lines = [f"\n{fence(line.text)}\n" if line.fence else line.text for line in self.lines]
        return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"

    def matter(self) -> Data:
        return {
            "title": self.title,
            "slug": self.page.slug,
            "weight": self.weight,
            "rules": self.page.rules,
            "titles": self.titles,
            "tables": self.tables,
        }


@dataclass
class Shared:
    """What both projects are made of: the site, the engine's answers by example, the words by language."""

    project: site.Project
    examples: dict[str, Data]
    words: dict[str, dict[str, str]]

    @property
    def languages(self) -> list[dict[str, str]]:
        return [
            {"lang": own.lang, "dir": own.direction, "name": own.name} for own in self.project.shown.values()
        ]

    def pages(self) -> Iterator[tuple[str, Localized]]:
        """Every page in every language, each with its language."""
        templates = render.environment(self.project.root)
        sources = {
            page.path: (self.project.root / page.path).read_text("utf-8")
            for page in self.project.content.pages
        }
        for lang in self.words:
            renderer = site.renderer_of(self.project, lang, templates)
            for weight, page in enumerate(self.project.content.pages, 1):
                yield lang, _localized(sources[page.path], renderer, page, weight)


def read(root: Path) -> Shared:
    """A site as the rivals need it."""
    project, problems = site.load(root)
    if project is None or problems:
        raise SystemExit(f"the site cannot be read: {problems}")
    tables = project.vocabulary.examples
    examples = {id: _play(table) if "duty" in table else _score(table) for id, table in tables.items()}
    return Shared(project, examples, {lang: _words(project, lang) for lang in project.shown})


def _card(table: FactTable, at: str) -> Data:
    text = str(table[f"{at}.card"].value)
    rank, suit = text[:-1], text[-1]
    return {"at": at, "card": text, "rank": rank, "suit": suit.lower(), "pip": PIPS[suit]}


def _numbered(table: FactTable, kind: str) -> list[str]:
    return [f"{kind}.{n}" for n in range(1, 9) if f"{kind}.{n}.card" in table]


def _play(table: FactTable) -> Data:
    """A trick that is not complete, and the hand to play: what the shortcode shows of it."""
    barred = {table[f"{at}.card"].value: at for at in _numbered(table, "illegal")}
    hand = []
    for at in _numbered(table, "hand"):
        entry = _card(table, at)
        if other := barred.get(str(entry["card"])):
            entry |= {"barred": other, "reason": table[f"{other}.reason"].value}
        hand.append({"barred": "", **entry})
    seat = table["me.seat"].value
    claim = render.DUTY_CLAIMS[str(table["duty"].value)]
    return {
        "rules": table.rules.id,
        "trump": table["trump"].value,
        "seat": seat,
        "trick": [
            {**_card(table, str(n)), "seat": table[f"{n}.seat"].value}
            for n in range(1, 5)
            if f"{n}.card" in table
        ],
        "hand": hand,
        "legal": [{"at": at, "card": table[f"{at}.card"].value} for at in _numbered(table, "legal")],
        "duty": f"{claim}.me",
        "claim": f"{claim}_{seat}",
    }


def _score(table: FactTable) -> Data:
    sides = []
    for at in ("ns", "ew"):
        named = [a for a in table if a.startswith(f"{at}.line.") and a.endswith(".name")]
        lines: list[Data] = []
        for a in named:
            points = int(table[a.removesuffix(".name")].value)
            plus = bool(lines) and points > 0
            lines.append(
                {"at": a.removesuffix(".name"), "points": points, "name": table[a].value, "plus": plus}
            )
            assert points >= 0, "a negative line is written in another way"
        score = table[f"{at}.score"].value
        sides.append({"at": at, "side": table[f"{at}.side"].value, "lines": lines, "score": score})
    return {
        "rules": table.rules.id,
        "taker": table["taker.seat"].value,
        "cards": {at: table[f"{at}.cards"].value for at in ("ns", "ew")},
        "last": table["last-trick.side"].value,
        "score": {at: table[f"{at}.score"].value for at in ("ns", "ew")},
        "outcome": table["outcome"].value,
        "sides": sides,
    }


def _words(project: site.Project, lang: str) -> dict[str, str]:
    """The strings of a language: labels, and the words of every value that the examples have."""
    lexicon = project.lexicons[lang]
    words = {"title": project.translate(lang, next(project.content.messages()))}
    for key, text in LABELS.items():
        said = project.translation(lang, catalogs.label_key(text))
        if said is None:
            raise SystemExit(f"our templates have no text {text!r}: mend tests/bench/rivals.py")
        words[f"label_{key}"] = said
    for id, rules in project.content.rules.items():
        words[f"rules_{id}"] = project.translate(lang, rule_title(rules))
    for rank in ("7", "8", "9", "10", "J", "Q", "K", "A"):
        words[f"index_{rank}"] = lexicon.index(rank)
    for id, table in project.vocabulary.examples.items():
        for fact in table.values():
            if fact.kind != "num" and fact.kind in _KINDS:
                words.setdefault(f"{_KINDS[fact.kind]}_{fact.value}", name(fact, lexicon))
        if "duty" in table:
            claim = render.DUTY_CLAIMS[str(table["duty"].value)]
            found = project.vocabulary.resolve(f"{claim}.me", Scope(table.rules.id, id))
            assert isinstance(found, Claim)
            words.setdefault(f"claim_{claim}_{table['me.seat'].value}", sentence(found, lexicon))
    return words


_KINDS = {k: k for k in ("card", "seat", "side", "trump", "outcome", "reason", "line")}
"""Kinds of facts whose words the pages need → what their keys begin with."""

_BLOCK = re.compile(r"/{3,4} (summary|play|scores|row)(?: \| (\S+))?")
_HEADING = re.compile(r"## (.*) (\{#[a-z0-9-]+\})")


def _localized(source: str, renderer: render.Renderer, page: Page, weight: int) -> Localized:
    """A page in the language of a renderer, from its source."""
    known = {message.text.value: message for message in page.messages()}

    def words(text: str) -> str:
        return str(renderer.words(known[text]))

    _, front, body = source.split("+++\n", 2)
    out = Localized(page, weight, words(tomllib.loads(front)["title"]))
    within: list[tuple[str, str]] = []  # the blocks that are open
    untitled = ""  # the block whose title comes next
    for line in body.splitlines():
        if begun := _BLOCK.fullmatch(line):
            kind, id = begun[1], begun[2] or ""
            if kind == "scores":
                id = f"table-{len(out.tables)}"
                out.tables[id] = []
            elif kind == "row":
                out.tables[within[-1][1]].append(id)
            within.append((kind, id))
            untitled = id
            out.lines.append(Line(f"{kind} {id}".strip(), fence=True))
        elif line in ("///", "////"):
            kind, id = within.pop()
            out.lines.append(Line(f"end-{kind} {id if kind == 'row' else ''}".strip(), fence=True))
        elif untitled and line:
            out.titles[untitled], untitled = words(line), ""
        elif heading := _HEADING.fullmatch(line):
            out.lines.append(Line(f"## {words(heading[1])} {heading[2]}"))
        elif line.startswith("- "):
            out.lines.append(Line(f"- {words(line[2:])}"))
        else:
            out.lines.append(Line(words(line) if line else ""))
    return out


def write(root: Path, hugo: Path, eleventy: Path) -> None:
    """Write both projects of the site in `root`; neither folder may be there."""
    shared = read(root)
    write_hugo(shared, hugo)
    write_eleventy(shared, eleventy)
    for lang, page in shared.pages():
        slug, matter = page.page.slug, page.matter()
        text = page.text(lambda said: f"{{{{< {said} >}}}}")
        name = "_index" if slug == "index" else slug
        _write(hugo / f"content/{lang}/{name}.md", f"{_json(matter)}\n\n{text}")
        matter["permalink"] = f"{lang}/{slug}.html"
        text = page.text(lambda said: f"/// {said}")
        _write(eleventy / f"content/{lang}/{slug}.md", f"---json\n{_json(matter)}\n---\n\n{text}")


def write_hugo(shared: Shared, root: Path) -> None:
    """Write the Hugo project but its pages."""
    shutil.copytree(HERE / "hugo", root)
    shutil.copytree(shared.project.root / "templates" / "assets", root / "static" / "assets")
    languages = shared.languages
    settings = {
        "baseURL": shared.project.content.site.base_url,
        "defaultContentLanguage": languages[0]["lang"],
        "defaultContentLanguageInSubdir": True,
        "disableDefaultLanguageRedirect": True,  # it takes the place of en/index.html
        "uglyURLs": True,
        "disableKinds": ["404", "rss", "section", "sitemap", "taxonomy", "term"],
        # Raw HTML as it stands; quotation marks stay as they are written.
        "markup": {
            "goldmark": {"renderer": {"unsafe": True}, "extensions": {"typographer": {"disable": True}}}
        },
        "params": {"languages": languages},
        "languages": {
            own["lang"].lower(): {
                "contentDir": f"content/{own['lang']}",
                "title": shared.words[own["lang"]]["title"],
                "weight": weight,
                "params": {"lang": own["lang"], "dir": own["dir"]},
            }
            for weight, own in enumerate(languages, 1)
        },
    }
    _write_json(root / "hugo.json", settings)
    _write_json(root / "data/examples.json", shared.examples)
    for lang, words in shared.words.items():
        _write_json(root / f"i18n/{lang.lower()}.json", words)


def write_eleventy(shared: Shared, root: Path) -> None:
    """Write the Eleventy project but its pages."""
    shutil.copytree(HERE / "eleventy", root)
    shutil.copytree(shared.project.root / "templates" / "assets", root / "assets")
    _write_json(root / "package.json", {"private": True, "type": "module"})
    site_data = {"url": shared.project.content.site.base_url, "languages": shared.languages}
    _write_json(root / "_data/site.json", site_data)
    _write_json(root / "examples.json", shared.examples)
    for lang, words in shared.words.items():
        _write_json(root / f"i18n/{lang}.json", words)
        own = {"lang": lang, "layout": "page.11ty.js"}
        _write_json(root / f"content/{lang}/{lang}.json", own)


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1)


def _write_json(path: Path, data: object) -> None:
    _write(path, _json(data) + "\n")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
