"""The built site, read with lxml: every reference case comes out exactly, on the pages of every language.

Nothing here uses the second reading or the renderer: what a page shows is taken from its HTML.
"""

from __future__ import annotations

import json
import posixpath
import re
import tomllib
from functools import cache
from typing import Any

import pytest
from lxml import html

from sitegen import site
from tests.deals import DATA, ROOT

Element = Any  # an element of lxml.html, which the stubs of lxml do not describe
CASES = [json.loads(line) for line in (DATA / "examples.jsonl").read_text("utf-8").splitlines()]
PLAYS = [case for case in CASES if "hand" in case or len(case.get("trick", ())) == 4]
SCORES = [case for case in CASES if "cards" in case]
SITE = tomllib.loads((ROOT / "content" / "site.toml").read_text("utf-8"))
PRACTICE = [
    f"practice-{path.stem}-{n + 1}"
    for path in (ROOT / "content" / "rules").glob("*.toml")
    for n in range(SITE["practice"]["pages"])
]
SLUGS = [*SITE["pages"], *PRACTICE]
LANGUAGES = [SITE["source"], *SITE["locales"]]
RIGHT_TO_LEFT = {"ar", "fa", "he", "ur"}

DUTIES = {
    "lead": "free.me", "free": "free.me", "follow": "must-follow.me", "overtrump": "must-overtrump.me",
    "ruff": "must-ruff.me", "overruff": "must-overruff.me", "undertrump": "must-undertrump.me",
}  # fmt: skip
"""Duty → the claim that the page states for it."""
NAMES: dict[str, tuple[dict[str, str], dict[str, str], str]] = {
    "en": (
        {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "10": "ten", "9": "nine", "8": "eight", "7": "seven"},
        {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"},
        "of",
    ),
    "fr": (
        {"A": "as", "K": "roi", "Q": "dame", "J": "valet", "10": "dix", "9": "neuf", "8": "huit", "7": "sept"},
        {"S": "pique", "H": "cœur", "D": "carreau", "C": "trèfle"},
        "de",
    ),
}  # fmt: skip
"""What cards are called, written here by hand: ranks, suits, and the word between them."""


@cache
def files() -> dict[str, bytes]:
    """Every file of the site, built in memory."""
    project, problems = site.load(ROOT)
    assert project is not None, problems
    contents, problems = site.finish(project)
    assert problems == []
    return contents


@cache
def page(path: str) -> Element:
    return html.document_fromstring(files()[path].decode())


def pages() -> list[str]:
    return sorted(path for path in files() if path.endswith(".html"))


def text(element: Element) -> str:
    """What a reader sees of an element."""
    return " ".join(element.text_content().split())


def words(element: Element) -> str:
    """The words of a card without the face that is drawn for the eye."""
    names = element.xpath(".//*[contains(@class, 'name')]")
    return text(names[0]) if names else text(element)


def number(element: Element) -> int:
    """A number as it stands on the page."""
    return int(text(element).replace("−", "-"))


def figure(lang: str, example: str) -> Element:
    found = page(f"{lang}/play.html").xpath(
        f"//figure[contains(@class, 'example')][@data-example='{example}']"
    )
    assert len(found) == 1
    return found[0]


def row(lang: str, example: str) -> Element:
    found = page(f"{lang}/scoring.html").xpath(f"//tr[@data-example='{example}']")
    assert len(found) == 1
    return found[0]


def values(element: Element, path: str) -> list[str]:
    """The `value` of each fact at a path below an element."""
    return [str(fact.get("value")) for fact in element.xpath(path)]


def fact(element: Element, address: str) -> Element | None:
    found = element.xpath(f".//*[@data-fact='{address}']")
    return found[0] if found else None


def ids(cases: list[dict[str, Any]]) -> list[str]:
    return [case["id"] for case in cases]


def test_the_cases_are_nine_positions_and_fifteen_deals() -> None:
    """Every reference case is looked at below."""
    assert (len(PLAYS), len(SCORES), len(CASES)) == (9, 15, 24)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("case", PLAYS, ids=ids(PLAYS))
def test_a_position(case: dict[str, Any], lang: str) -> None:
    """Trick, hand, legal cards, duty, winner and points of each position."""
    shown, expect = figure(lang, case["id"]), case["expect"]
    trick = [
        f"{seat}:{card}"
        for seat, card in zip(
            values(
                shown,
                ".//ol[@class='plays']/li[not(contains(@class, 'turn'))]//*[contains(@data-fact, '.seat')]",
            ),
            values(shown, ".//ol[contains(@class, 'plays')]//*[contains(@class, 'card')][@data-fact]"),
            strict=True,
        )
    ]
    assert trick == case["trick"]
    if "hand" not in case:
        return
    assert values(shown, ".//div[@class='hand']//h3//*[@data-fact]") == [case["seat"]]
    assert (
        values(shown, ".//ul[contains(@class, 'whole')]//*[contains(@class, 'card')][@data-fact]")
        == case["hand"]
    )
    if "legal" in expect:
        assert values(shown, "./section[contains(@class, 'legal')]//li/*[@data-fact]") == expect["legal"]
        assert (
            values(shown, ".//li[contains(@class, 'allowed')]//*[contains(@class, 'card')]")
            == expect["legal"]
        )
        barred = [card for card in case["hand"] if card not in expect["legal"]]
        assert values(shown, ".//li[contains(@class, 'barred')]//*[contains(@class, 'card')]") == barred
    if "duty" in expect:
        claims = shown.xpath("./p[contains(@class, 'result')]//*[@data-fact]/@data-fact")
        assert claims[0] == DUTIES[expect["duty"]]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_why_each_other_card_is_barred(lang: str) -> None:
    """Each card that may not be played has the engine's reason beside it, as the golden answers have it."""
    golden = [json.loads(line) for line in (DATA / "golden" / "play.jsonl").read_text("utf-8").splitlines()]
    for answer in golden:
        shown = figure(lang, answer["id"]).xpath(".//li[contains(@class, 'barred')]")
        reasons = {
            item.xpath(".//*[contains(@class, 'card')]")[0].get("value"): item.xpath(
                ".//*[@class='verdict']/*"
            )[0].get("value")
            for item in shown
        }
        assert reasons == answer.get("illegal", {})
        assert all(text(item.xpath(".//*[@class='verdict']")[0]) for item in shown)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_trick_of_41_points(lang: str) -> None:
    """Who takes it, and the sum 11 + 10 + 0 + 20 = 41, as text."""
    case = next(case for case in PLAYS if case["expect"].get("points") == 41)
    shown = figure(lang, case["id"])
    assert case["expect"]["winner"] == "E"
    assert values(shown, ".//section[contains(@class, 'played')]//*[@data-fact]") == [case["plays"]]
    [total] = shown.xpath(".//*[contains(@class, 'sum')]")
    assert text(total) == "11 + 10 + 0 + 20 = 41"
    assert values(total, ".//*[@data-fact]") == ["11", "10", "0", "20", "41"]
    claim = fact(shown, "wins.winner")
    assert claim is not None
    if lang == "en":
        assert text(claim) == "East takes the trick"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("case", SCORES, ids=ids(SCORES))
def test_a_deal(case: dict[str, Any], lang: str) -> None:
    """Settings, card points, scores, outcome and held points of each deal: values and what is read agree."""
    shown, expect = row(lang, case["id"]), case["expect"]
    score = expect.get("score", {})
    wanted = {
        "taker.seat": case["taker"],
        "ns.cards": case["cards"]["NS"],
        "ew.cards": case["cards"]["EW"],
        "last-trick.side": case["last_trick"],
        **{f"{side.lower()}.score": points for side, points in score.items()},
        **({"outcome": expect["outcome"]} if "outcome" in expect else {}),
        **({"belote.side": case["belote"]} if "belote" in case else {}),
        **({"double": case["double"]} if "double" in case else {}),
    }
    for address, value in wanted.items():
        found = fact(shown, address)
        assert found is not None, address
        assert found.get("value") == str(value), address
        if isinstance(value, int):
            assert number(found) == value, address
        else:
            assert text(found), address
    for address, value in (("held", expect.get("held", 0)), ("carried", case.get("carried", 0))):
        found = fact(shown, address)
        assert (0 if found is None else number(found)) == value, address
    contract = case.get("contract")
    if contract is not None:
        [found] = shown.xpath(".//*[@data-fact='contract.name']") or shown.xpath(
            ".//*[@data-fact='contract']"
        )
        assert found.get("value") == str(contract)
    for side, points in case.get("declarations", {}).items():
        found = fact(shown, f"{side.lower()}.declarations")
        assert (0 if found is None else number(found)) == points


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("case", SCORES, ids=ids(SCORES))
def test_the_lines_of_a_deal_add_up(case: dict[str, Any], lang: str) -> None:
    """Below its table each deal has the lines of both sides; they add up to the score that the table shows."""
    [item] = page(f"{lang}/scoring.html").xpath(f"//li[@data-example='{case['id']}']")
    assert len(item.xpath("./dl[contains(@class, 'lines')]/div")) == 2
    for side in item.xpath("./dl[contains(@class, 'lines')]/div"):
        name = side.xpath("./dt/*[@data-fact]")[0].get("value").lower()
        lines = [
            number(line)
            for line in side.xpath(".//*[@data-fact]")
            if re.fullmatch(rf"{name}\.line\.[a-z-]+", line.get("data-fact"))
        ]
        score = fact(side, f"{name}.score")
        assert score is not None
        assert sum(lines) == number(score)
        assert score.get("value") == fact_value(row(lang, case["id"]), f"{name}.score")


def fact_value(element: Element, address: str) -> str | None:
    found = fact(element, address)
    return None if found is None else found.get("value")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_and_values_are_one_to_one(lang: str) -> None:
    """On all pages of a language a card always has the same face and name, and no two cards share one."""
    seen: dict[str, set[tuple[str, str]]] = {}
    for path in pages():
        if path.startswith(f"{lang}/"):
            for card in page(path).xpath("//data[contains(@class, 'card')]"):
                [drawn] = card.xpath("./svg")
                face = text(drawn) + drawn.xpath("./use")[0].get("href")
                seen.setdefault(card.get("value"), set()).add((face, words(card)))
    assert len(seen) > 15
    assert [value for value, shown in seen.items() if len(shown) > 1] == []
    shown = [next(iter(pairs)) for pairs in seen.values()]
    assert len({face for face, _ in shown}) == len({name for _, name in shown}) == len(seen)
    for value, pairs in seen.items():
        assert next(iter(pairs))[0].endswith(f"#suit-{value[-1].lower()}")


@pytest.mark.parametrize("lang", NAMES)
def test_cards_have_their_names(lang: str) -> None:
    """Each card on the pages is called what it is called at a table."""
    ranks, suits, between = NAMES[lang]
    for path in pages():
        if path.startswith(f"{lang}/"):
            for card in page(path).xpath("//data[contains(@class, 'card')]"):
                value = card.get("value")
                assert words(card) == f"{ranks[value[:-1]]} {between} {suits[value[-1]]}"


# the whole site -----------------------------------------------------------------------------------------


def test_there_is_a_page_for_each_page_and_language() -> None:
    """The chooser, what is shown for what is not there, and every page in every language."""
    assert pages() == sorted(
        ["index.html", "404.html", *(f"{lang}/{slug}.html" for lang in LANGUAGES for slug in SLUGS)]
    )


def test_two_builds_give_the_same_bytes() -> None:
    """Nothing depends on the clock, on memory addresses or on the order of a set."""
    project, _ = site.load(ROOT)
    assert project is not None
    again, _ = site.finish(project)
    assert files() == again


@pytest.mark.parametrize("lang", LANGUAGES)
def test_language_and_direction(lang: str) -> None:
    """Each page says its language and the direction of its writing."""
    for slug in SITE["pages"]:
        root = page(f"{lang}/{slug}.html")
        assert (root.get("lang"), root.get("dir")) == (lang, "rtl" if lang in RIGHT_TO_LEFT else "ltr")


def test_links_are_relative_and_lead_somewhere() -> None:
    """The folder works from disk: each link, style sheet and picture is a file of it, each anchor an element."""
    for path in pages():
        for target in page(path).xpath("//a/@href | //link/@href | //img/@src | //script/@src"):
            if target.startswith(("http://", "https://")):
                continue
            name, _, anchor = target.partition("#")
            assert not name.startswith("/"), target
            goal = posixpath.normpath(posixpath.join(posixpath.dirname(path), name)) if name else path
            assert goal in files(), f"{path}: {target}"
            if anchor:
                assert page(goal).xpath(f"//*[@id='{anchor}']"), f"{path}: {target}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_language_switch_stays_on_the_page(lang: str) -> None:
    """From each page there is a link to the same page in each language, in its own name and marked as such."""
    for slug in SITE["pages"]:
        links = page(f"{lang}/{slug}.html").xpath("//nav[contains(@class, 'languages')]//a")
        assert [link.get("hreflang") for link in links] == LANGUAGES
        assert [link.get("lang") for link in links] == LANGUAGES
        assert [link.get("href") for link in links] == [f"../{other}/{slug}.html" for other in LANGUAGES]
        assert [link.get("hreflang") for link in links if link.get("aria-current")] == [lang]
        assert len({text(link) for link in links}) == len(LANGUAGES)


def test_the_chooser_has_every_language() -> None:
    """The page at the root leads to each language's own index, each in its own words."""
    links = page("index.html").xpath("//main//a")
    assert [link.get("href") for link in links] == [f"{lang}/index.html" for lang in LANGUAGES]
    assert [link.get("dir") for link in links] == [
        "rtl" if lang in RIGHT_TO_LEFT else "ltr" for lang in LANGUAGES
    ]


def test_no_id_stands_twice_and_every_reference_is_met() -> None:
    """Ids are unique on a page, and what `aria-labelledby` names is there."""
    for path in pages():
        found = page(path).xpath("//@id")
        assert len(found) == len(set(found)), path
        for names in page(path).xpath("//@aria-labelledby"):
            assert set(names.split()) <= set(found), path


def test_tables_have_real_headers() -> None:
    """Each table has a caption; each header cell says what it heads; rows are as wide as the head."""
    tables = [(path, table) for path in pages() for table in page(path).xpath("//table")]
    assert tables
    for path, table in tables:
        assert text(table.xpath("./caption")[0]), path
        headers = table.xpath(".//th")
        assert headers, path
        assert {th.get("scope") for th in headers} <= {"col", "row", "colgroup", "rowgroup"}, path
        assert len({width(rows) for rows in body_rows(table)}) == 1, path
        assert all(cell.tag == "th" for cell in table.xpath("./thead/tr/*")), path


def body_rows(table: Element) -> list[Element]:
    found: list[Element] = table.xpath("./tbody/tr | ./tfoot/tr")
    return found


def width(cells: Element) -> int:
    return sum(int(cell.get("colspan", "1")) for cell in cells)


def test_score_tables_have_one_value_a_cell() -> None:
    """A row of scores begins with its title as a header, and no number shares its cell with another."""
    for lang in LANGUAGES:
        for shown in page(f"{lang}/scoring.html").xpath("//table[contains(@class, 'scores')]/tbody/tr"):
            assert (shown[0].tag, shown[0].get("scope")) == ("th", "row")
            assert not shown[0].xpath(".//*[@data-fact]")
            for cell in shown.xpath("./td[contains(@class, 'number')]"):
                assert len(cell.xpath(".//*[@data-fact]")) == 1
                assert re.fullmatch(r"−?\d+", text(cell))


def test_cards_and_cells_do_not_run_together() -> None:
    """Read as plain text, neighbouring cards, names and numbers have white space between them."""
    for path in pages():
        for element in page(path).xpath("//data[contains(@class, 'card')]"):
            face, name = element
            assert (face.tail or "").isspace(), path
            assert text(name) in text(element.getparent()), path


def test_values_never_reach_a_page_unmarked() -> None:
    """Outside marked facts, links and attributes of form, no digit stands on a page."""
    for path in pages():
        root: Element = html.document_fromstring(files()[path].decode())
        for marked in root.xpath("//*[@data-fact] | //*[@data-word] | //*[@data-count] | //script | //style"):
            tail = marked.tail or ""
            parent, before = marked.getparent(), marked.getprevious()
            if before is not None:
                before.tail = (before.tail or "") + tail
            else:
                parent.text = (parent.text or "") + tail
            marked.drop_tree()
        assert re.findall(r"[^\s]*\d[^\s]*", root.text_content()) == [], path


def test_the_style_sheet_writes_no_words() -> None:
    """What a style sheet puts on a page is ornament: no letter and no digit, for nothing checks it."""
    for path, data in files().items():
        if path.endswith(".css"):
            written = re.findall(r"(?<![-\w])content:\s*([^;}]*)", data.decode())
            assert written, path
            assert [w for w in written if re.search(r"[^\W_]|attr|counter|url", w)] == [], path


def test_budgets() -> None:
    """A page stays small: at most 100 KB and 2,000 elements; the style sheet is one file."""
    for path in pages():
        assert len(files()[path]) <= 100_000, path
        assert sum(1 for _ in page(path).iter()) <= 2_000, path
        assert b"http://" not in files()[path].replace(b"http://www.w3.org/", b""), path
