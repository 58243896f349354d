"""The one way in which anything that is wrong is told: `Problem`, the registry of codes, the reporters.

A code is defined once, in `CODES`, with its name, what it means and how to mend it.
A `Problem` is one mistake at one place; reporters print lists of them, sorted by place.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Literal
from urllib.parse import quote

Severity = Literal["error", "warning"]


@dataclass(frozen=True)
class Code:
    """A kind of mistake: its code, its name, what it means, how to mend it."""

    code: str
    name: str
    meaning: str
    fix: str
    severity: Severity = "error"


@dataclass(frozen=True)
class Place:
    """A place in a file of the project: path from its root with `/`, line and column from 1 (0: the whole)."""

    path: str
    line: int = 0
    column: int = 0


@dataclass(frozen=True)
class Text:
    """A text that knows where each of its characters stands in a file.

    `spots` are (offset in the text, line, column) from which on the text and the file run in step: one spot
    for a text written on one line, more where a line break was folded or a character was escaped.
    """

    value: str
    path: str
    spots: tuple[tuple[int, int, int], ...]

    def place(self, offset: int = 0) -> Place:
        """The place in the file of the character at `offset`."""
        at, line, column = self.spots[max(0, bisect_right(self.spots, (offset, 1 << 60, 0)) - 1)]
        return Place(self.path, line, column + offset - at)

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Problem:
    """One mistake at one place.

    `said` is the text as it stands, `true` what the engine (or the format) says instead, `message` a
    sentence for the person who has to mend it, `fix` what to do. `locale` and `address` are empty where
    the mistake belongs to none. `mild` makes a warning of it where the site's policy lets it pass: a draft
    that is not complete, say.
    """

    code: str
    place: Place
    message: str
    said: str = ""
    true: str = ""
    fix: str = ""
    locale: str = ""
    address: str = ""
    mild: bool = False

    @property
    def severity(self) -> Severity:
        return "warning" if self.mild else CODES[self.code].severity

    @property
    def name(self) -> str:
        return CODES[self.code].name

    @property
    def how(self) -> str:
        """What to do: of this problem, or else of its kind."""
        return self.fix or CODES[self.code].fix

    @property
    def told(self) -> str:
        """The words as they stand, where there are any, and the sentence about them."""
        return f'"{self.said}" {self.message}' if self.said else self.message


def sorted_problems(problems: Iterable[Problem]) -> list[Problem]:
    """Each problem once, in the order of their places."""

    def key(p: Problem) -> tuple[str, int, int, str, str, str]:
        return (p.place.path, p.place.line, p.place.column, p.code, p.address, p.message)

    return sorted(dict.fromkeys(problems), key=key)


def as_text(problems: Iterable[Problem]) -> str:
    """`path:line:column: CODE name: "words" message`, then the fix, indented. Behind the name of a problem
    that stops nothing stands `(warning)`."""
    out = []
    found = sorted_problems(problems)
    for p, following in zip(found, [*found[1:], None], strict=False):
        at = ":".join([p.place.path, *(str(n) for n in (p.place.line, p.place.column) if n)])
        name = f"{p.name} (warning)" if p.severity == "warning" else p.name
        out.append(f"{at}: {p.code} {name}: {p.told}")
        if following is None or (following.code, following.how) != (
            p.code,
            p.how,
        ):  # said once for a run of them
            out.extend(f"    {line}" for line in p.how.splitlines())
    return "".join(line + "\n" for line in out)


def as_json(problems: Iterable[Problem], counts: Mapping[str, int]) -> str:
    """One JSON object: `problems` (sorted) and `counts` of pages, locales, messages, spans and facts."""
    rows = []
    for p in sorted_problems(problems):
        row = asdict(p)
        row.pop("place")
        row |= asdict(p.place) | {"severity": p.severity, "fix": p.how}
        keys = ("code", "severity", "path", "line", "column", "locale", "address")
        rows.append({k: row[k] for k in (*keys, "said", "true", "message", "fix")})
    return json.dumps({"problems": rows, "counts": dict(counts)}, ensure_ascii=False, indent=2) + "\n"


def as_github(problems: Iterable[Problem], folder: str = "") -> str:
    """Workflow commands of GitHub Actions: an annotation for each problem, then all of them as text.

    `folder` is the path of the project inside its repository, `""` or with a `/` at its end. GitHub shows no
    more than ten annotations of a kind, so the text tells them all, in a group that opens at a click. What
    the text quotes is no command: commands stop before it, until a mark that it cannot contain.
    """
    found = sorted_problems(problems)
    if not found:
        return ""
    out = []
    for p in found:
        properties = {"file": folder + p.place.path, "line": str(max(1, p.place.line))}
        if p.place.column:
            properties["col"] = str(p.place.column)
        properties["title"] = f"{p.code} {p.name}"
        told = f"{p.told}\n{p.how}"
        given = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
        out.append(f"::{p.severity} {given}::{_data(told)}\n")
    text = as_text(found)
    mark = sha256(text.encode("utf-8", "backslashreplace")).hexdigest()
    count = f"{len(found)} problem{'' if len(found) == 1 else 's'} as text"
    return "".join(
        [*out, f"::group::{count}\n::stop-commands::{mark}\n", text, f"::{mark}::\n::endgroup::\n"]
    )


def _data(text: str) -> str:
    """The message of a workflow command, which is one line."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """A property of a workflow command, which ends at a comma or at colons."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def as_sarif(problems: Iterable[Problem], version: str, folder: str = "") -> str:
    """A SARIF 2.1.0 log of one run of this `version`: every code a rule, every problem a result.

    `folder` as in `as_github`. A result's fingerprint is of what is wrong and not of its line, so that it
    stays when lines move; the same mistake made twice in a file is numbered.
    """
    rules = sorted(CODES)
    seen: Counter[str] = Counter()
    results = []
    for p in sorted_problems(problems):
        same = json.dumps([p.code, folder + p.place.path, p.locale, p.address, p.said or p.message, p.true])
        seen[same] += 1
        region = {"startLine": max(1, p.place.line)}  # code scanning asks for a line, also of a whole file
        if p.place.column:
            region["startColumn"] = p.place.column
        location = {"artifactLocation": _artifact(folder + p.place.path), "region": region}
        results.append(
            {
                "ruleId": p.code,
                "ruleIndex": rules.index(p.code),
                "level": p.severity,
                "message": {"text": f"{p.told}\n{p.how}"},
                "locations": [{"physicalLocation": location}],
                "partialFingerprints": {"sitegen/v1": sha256(f"{same} {seen[same]}".encode()).hexdigest()},
            }
        )
    driver = {"name": "sitegen", "semanticVersion": version, "rules": [_rule(CODES[code]) for code in rules]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_ROOT: {"description": {"text": "The root of the repository."}}},
        "results": results,
    }
    return (
        json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2)
        + "\n"
    )


_ROOT = "%SRCROOT%"
_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def _artifact(path: str) -> dict[str, str]:
    """A file by its path from the root of the repository, which a URI spells with percent signs."""
    return {"uri": quote(path, errors="surrogateescape"), "uriBaseId": _ROOT}


def _rule(code: Code) -> dict[str, object]:
    return {
        "id": code.code,
        "name": code.name,
        "shortDescription": {"text": code.meaning},
        "fullDescription": {"text": f"{code.meaning} {code.fix}"},
        "help": {"text": f"{code.meaning}\n\nTo mend it: {code.fix}\n\nMore: sitegen explain {code.code}"},
        "defaultConfiguration": {"level": code.severity},
    }


def _codes(*codes: Code) -> dict[str, Code]:
    table = {c.code: c for c in codes}
    if len(table) != len(codes):
        raise ValueError("a code is defined twice")
    return table


CODES = _codes(
    # C1xx: pages and site.toml
    Code("C101", "unreadable-file", "A file of the project is missing, is not UTF-8 text or TOML, or leads out of the project.",
         "Mend the file, or restore it."),
    Code("C102", "site-field", "A field of content/site.toml or of a page's front matter is missing, unknown or of the wrong kind.",
         "Give the field as content/site.toml and the pages of the sitegen repository do."),
    Code("C103", "page-block", "A block of a page is unknown, not closed, lacks what it needs, or is nested too deeply or too long.",
         "Write the block as `/// name | argument`, its content, and `///` on a line of its own."),
    Code("C104", "unknown-example", "A page names an example that no file in content/examples has.",
         "Name an example that exists, or add it."),
    Code("C106", "unlisted-page", "A page stands in content/pages that site.toml does not list.",
         "List it in content/site.toml, or remove it."),
    Code("C107", "template-error", "A template cannot be read, or uses something that does not exist.",
         "Mend the template."),
    Code("C108", "locale-left-out", "A language is left out of the site: its lexicon is not finished or, with --degrade, its files cannot be used.",
         "Finish the language's files: a check of this language lists what is wanting.", "warning"),
    Code("C105", "raw-html", "A page contains raw HTML, which translations could not carry safely.",
         "Write it in Markdown."),
    # C2xx: examples
    Code("C201", "bad-example", "An example cannot be: a card twice, a hand too large, a turn skipped, points that do not add up.",
         "Mend the example; each fault is listed."),
    Code("C202", "duplicate-example", "Two examples, or an example and a rule set, have one name.", "Rename one of them."),
    # C3xx: rule sets
    Code("C301", "bad-rule-set", "A rule set lacks a field, has an unknown one, or a value that the field cannot take.",
         "Give the field a value it can take; each fault is listed."),
    # L1xx: lexicons
    Code("L101", "unreadable-lexicon", "A lexicon is missing, or is not UTF-8 text or TOML.",
         "Mend the file, or restore it."),
    Code("L102", "lexicon-field", "A lexicon has an unknown class or value, or a value of the wrong kind.",
         "Compare it with locales/en/lexicon.toml, which has every class."),
    Code("L103", "missing-word", "A lexicon has no word for a value or a claim that the site needs.",
         "Add the word; the first form listed is the one that labels use."),
    Code("L104", "ambiguous-word", "A form of a lexicon means two values of one class.",
         "Keep it with one of them."),
    Code("L105", "unreadable-label", "A label that the lexicon makes cannot be read back as what it names.",
         "Add its form to the words of its class."),
    Code("L106", "phrase-without-slot", "A phrase of a claim does not name all that its claim speaks of: nothing would tell whether the rest is right.",
         "Put the slot where the phrase has its name."),
    # P1xx: catalogues
    Code("P101", "po-syntax", "A line of a PO file is not as PO files are written.",
         "Mend the line; Poedit and msgfmt show it too."),
    Code("P102", "duplicate-message", "A message stands twice in a PO file.", "Keep one of the two."),
    Code("P103", "missing-header", "A PO file has no header.",
         "Begin it with an empty msgid and the header fields."),
    Code("P104", "untranslated", "A message has no translation. A warning in a draft, and where a page reaches the share that its language asks for.",
         "Translate it; `sitegen locale update` adds entries that are not there."),
    Code("P105", "fuzzy", "A message changed after it was translated, so its translation is not shown. A warning where P104 is one.",
         "Compare it with the source, mend it, and remove the flag `fuzzy`."),
    Code("P106", "unknown-message", "A translation belongs to no message of the site.",
         "Run `sitegen locale update`: it keeps such translations as obsolete."),
    Code("P107", "stale-template", "The file locales/messages.pot is not what the pages and templates say now.",
         "Run `sitegen locale update` and commit the result."),
    Code("P108", "merge-conflict", "The marks of a merge conflict were left in a PO file.",
         "Decide for one side, and remove the lines <<<<<<<, ======= and >>>>>>>."),
    Code("P109", "po-characters", "A PO file is not plain UTF-8 text: another encoding, a byte-order mark, control characters, or lines that end in CR alone.",
         "Save it as UTF-8 without byte-order mark."),
    Code("P110", "plural-message", "An entry of a PO file has plural forms. The site has no such messages: it binds each number to a fact.",
         "Remove it; `sitegen locale update` keeps it as obsolete."),
    Code("P111", "changed-format", "A translation lost or renamed a placeholder ({name}, %(name)s, %s) of its source, or a line break at its begin or end.",
         "Write placeholders as in the source: words are put there."),
    Code("P112", "text-direction", "A translation has a control of the direction of writing that turns letters round, is not closed or closes nothing.",
         "Remove it: the page sets the direction of each number and name."),
    Code("P113", "wrong-header", "The header of a PO file says something that is not so, or nothing where it must.",
         "Mend the field; `sitegen locale update` fills those that are empty or still the template's."),
    Code("P114", "plural-rule", "The header of a PO file lacks the plural rule of its language, or has another's.",
         "Write the rule that CLDR has for the language.", "warning"),
    # Fxxx: prose
    Code("F100", "rule-changed", "Sentences that agree with each other in every language disagree with the engine: a rule, an example or the engine changed.",
         "Take the change back, or mend every sentence that is listed."),
    Code("F101", "wrong-value", "The words of a span name another value than the engine's.",
         "Mend the words, or the data if they are wrong."),
    Code("F102", "unreadable-value", "The words of a span cannot be read as the kind of value that its address holds.",
         "Use other words, or add the form to the lexicon."),
    Code("F103", "contradiction", "The words of a span name two values at once.", "Keep the one that is true."),
    Code("F201", "missing-binding", "The source binds a fact that the translation does not.",
         "Write the words for it as [words](#address)."),
    Code("F202", "unknown-address", "A span names an address that does not exist in its example or rule set.",
         "Use an address of the table in sitegen/docs/addresses.md."),
    Code("F203", "changed-link", "A link of a translation leads elsewhere than the source's, or is missing.",
         "Keep the target of the link as it is in the source."),
    Code("F204", "source-unbound", "Every translation binds a fact that the source does not.",
         "Bind it in the source too, or take the sentence out of the translations."),
    Code("F205", "added-binding", "A translation binds a fact that the source does not state.",
         "Leave it out, or state it in the source too: what one language adds, no other can be compared with."),
    Code("F302", "negation", "A sentence that states facts also denies something outside its spans.",
         "Move the denial into a claim, or say it in a sentence of its own that states no fact."),
    Code("F303", "new-word", "Nobody has looked at this word yet: it may be a card word that the lexicon lacks.",
         "If it is a plain word, record it: sitegen locale word LANG WORD. If not, put it into the lexicon."),
    Code("F304", "residue", "A word of another language was left in a translation.",
         "Translate it, or record it as a word of this language."),
    Code("F305", "forbidden-word", "The lexicon forbids this word.", "Say it in other words."),
    Code("F406", "rule-not-stated", "A page uses a rule that none of its bound sentences states.",
         "State the rule on the page, bound to its law."),
    Code("F501", "wrong-owner", "A card, an action or points stand with another player's name.",
         "Put each with the player whose it is."),
    Code("F502", "wrong-role", "A number stands before a noun of something else than it counts.",
         "Mend the noun or the address."),
    Code("F503", "wrong-sum", "The two sides of an equation differ.", "Mend the sum."),
    Code("F504", "other-order", "Values that can be confused come in another order than in the source.",
         "Exchange them, or seal the order if the language asks for it."),
    Code("F505", "equal-values", "An example has equal values where names could be exchanged unnoticed.",
         "Choose data with distinct values.", "warning"),
    Code("F701", "rival-term", "A notion is named by another word than the site's.", "Use the site's word."),
    Code("F703", "wrong-gender", "A term stands with a determiner of another gender.", "Mend the determiner, or list it with the noun under [gender]."),
    Code("F704", "wrong-number", "A noun does not have the form that its number asks for.", "Mend the noun."),
    Code("F301", "unbound-literal", "A number, card, suit, seat or side stands outside spans, so nothing checks it.",
         "Bind it, or say it in other words."),
    Code("F401", "false-claim", "The engine says that a claim is not true.", "Mend the sentence, or the data."),
    Code("F402", "unknown-phrase", "The words of a claim are none of the phrases that its language lists for it.",
         "Use a listed phrase, or add yours to the lexicon."),
    Code("F403", "wrong-slot", "A claim names another player, card, suit or side than the engine's.",
         "Mend the name."),
    Code("F404", "false-law", "A general rule does not hold in the rule set that it is said of.",
         "Mend the sentence, or the rule set."),
    Code("F405", "false-formula", "A formula gives another result than the engine.", "Mend the formula."),
    Code("F601", "broken-markup", "Mark-up is broken and would stand on the page as text.",
         "Mend it: a span is [words](#address), without spaces between ] and (."),
    Code("F602", "lost-emphasis", "A translation has fewer stretches of words in `*` or `**` than its source. More are no fault: a language may have more words to introduce.",
         "Put `**` or `*` around the words for those of the source."),
    # H1xx: finished pages
    Code("H101", "page-value", "A fact on the finished page is not what the engine says.",
         "Look at the template that shows it."),
    Code("H102", "page-words", "The words of a fact on the finished page do not say its value.",
         "Look at the lexicon's labels and at the template."),
    Code("H103", "page-example", "The example that the finished page shows is not the example of the file.",
         "Look at the template that shows it."),
    Code("H104", "page-fact-lost", "A fact of the text did not reach the finished page.",
         "Look at the template and at the mark-up of the message."),
    Code("H105", "page-literal", "A number, card, suit, seat or side stands unmarked on the finished page.",
         "Show it through fact(), or bind it in the text."),
    Code("H106", "page-language", "The finished page does not say its language or direction rightly.",
         "Look at templates/base.html."),
    Code("H107", "page-link", "A link of the finished page leads nowhere.",
         "Mend the link in the page it comes from."),
    Code("H108", "page-fallback", "A text that stands on the finished page in the source language is not marked so, or what is marked so is another text.",
         "Show labels with _() in texts, with _plain() in attributes alone."),
    Code("H109", "page-notice", "The finished page does not say rightly whether it is translated as far as its language asks, to readers or to search engines.",
         "Look at the notice and the robots field in templates/page.html and templates/base.html."),
)  # fmt: skip
