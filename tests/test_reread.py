"""The second reading: clean pages give no problem, and every change to what a page shows is caught.

The mutants are made on the built English pages, from the HTML alone: each kind is a generator that yields
one changed page after another, with a word for what was changed. By default a sample of each kind is tried;
`REREAD_ALL=1` tries them all.
"""

from __future__ import annotations

import copy
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

import pytest
from lxml import etree, html

from sitegen import site
from sitegen.catalog import label_key
from sitegen.content import rule_title
from sitegen.diagnostics import Problem
from sitegen.render import environment
from sitegen.reread import parse, reread
from sitegen.site import Project
from tests.deals import ROOT

SAMPLE = 0 if os.environ.get("REREAD_ALL") else 3
"""How many mutants of each kind and page are tried; 0 for all."""
SUITS = ("s", "h", "d", "c")
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7")
Element = Any  # an element of lxml.html, which the stubs of lxml do not describe
Mutant = tuple[str, Callable[[], Element]]
Kind = Callable[[Element, Random], Iterator[Mutant]]


@cache
def project() -> Project:
    found, problems = site.load(ROOT)
    assert found is not None, problems
    return site.first_of_series(found)


@cache
def files() -> dict[str, str]:
    pages, problems = site.render_site(project())
    assert problems == []
    return pages


@cache
def languages() -> list[str]:
    return list(project().languages)


@cache
def slugs() -> list[str]:
    """Every page, and the first practice page of each rule set."""
    return [page.slug for page in project().content.every_page]


def problems(page: str, lang: str, slug: str) -> list[Problem]:
    """What the second reading says of a page that stands for `lang/slug`."""
    content = project().content
    [wanted] = [p for p in content.every_page if p.slug == slug]
    return reread(
        page,
        f"{lang}/{slug}.html",
        site.expected(project(), lang, wanted),
        project().vocabulary,
        project().lexicons[lang],
        {id: file.rules for id, file in content.rules.items()},
    )


def written(root: Element) -> str:
    return str(html.tostring(root, encoding="unicode", doctype="<!DOCTYPE html>"))


@pytest.mark.parametrize("lang", [*project().languages])
def test_clean_pages_have_no_problem(lang: str) -> None:
    """No false alarm on any page of any language."""
    for slug in slugs():
        assert problems(files()[f"{lang}/{slug}.html"], lang, slug) == []


@pytest.mark.parametrize("slug", slugs())
def test_writing_a_page_anew_changes_nothing(slug: str) -> None:
    """Control: the way in which the mutants below are written is not what is caught."""
    root: Element = html.document_fromstring(files()[f"en/{slug}.html"])
    assert problems(written(root), "en", slug) == []


# kinds of mutants ---------------------------------------------------------------------------------------


def facts(root: Element) -> list[Element]:
    """Marked facts of a page that are shown."""
    return list(root.xpath("//*[@data-fact]"))


def shown(element: Element) -> str:
    return " ".join(str(element.text_content()).split())


def set_text(element: Element, text: str) -> None:
    """Put a text in the place of an element's words: of a card, its name."""
    names = element.xpath(".//*[contains(@class, 'name')]")
    target = names[0] if names else element
    for child in list(target):
        target.remove(child)
    target.text = text


def set_own_text(element: Element, text: str) -> None:
    element.text = text


def set_attribute(element: Element, key: str, value: str) -> None:
    element.set(key, value)


def lose_attribute(element: Element, key: str) -> None:
    element.attrib.pop(key)


def append(element: Element, text: str) -> None:
    element.append(html.fromstring(f"<span> {text} </span>"))


def wrap(element: Element, tag: str) -> None:
    """Put an element around another."""
    around = html.Element(tag)
    element.addprevious(around)
    around.tail, element.tail = element.tail, None
    around.append(element)


def name_of(element: Element) -> str:
    names = element.xpath(".//*[contains(@class, 'name')]")
    return shown(names[0] if names else element)


def edited(root: Element, element: Element, change: Callable[[Element], None]) -> Callable[[], Element]:
    """Makes a copy of the page in which one element is changed."""

    def make() -> Element:
        new = copy.deepcopy(root)
        change(new.getroottree().xpath(root.getroottree().getpath(element))[0])
        return new

    return make


def exchanged(
    root: Element, one: Element, two: Element, change: Callable[[Element, Element], None]
) -> Callable[[], Element]:
    """Makes a copy of the page in which two elements are changed together."""

    def make() -> Element:
        new = copy.deepcopy(root)
        tree, at = new.getroottree(), root.getroottree()
        change(tree.xpath(at.getpath(one))[0], tree.xpath(at.getpath(two))[0])
        return new

    return make


def value_of(element: Element) -> str:
    """The value that an element says it holds."""
    return str(element.get("value") or element.get("data-value") or "")


def kind_of(element: Element) -> str:
    """What kind of words an element holds: the end of its address, or that it is a claim."""
    if "claim" in (element.get("class") or ""):
        return "claim"
    value = value_of(element)
    if re.fullmatch(r"-?\d+", value):
        return "number"
    if re.fullmatch(r"(10|[AKQJ987])[SHDC]", value):
        return "card"
    return str(element.get("data-fact")).rpartition(".")[2]


def other_words(root: Element, rng: Random) -> Iterator[Mutant]:
    """The words of a fact become those of another value of its kind."""
    pools: dict[str, dict[str, str]] = {}
    for element in facts(root):
        if name_of(element):
            pools.setdefault(kind_of(element), {}).setdefault(value_of(element), name_of(element))
    for element in facts(root):
        pool = [
            words for value, words in pools.get(kind_of(element), {}).items() if value != value_of(element)
        ]
        if kind_of(element) != "claim" and name_of(element) and pool:
            said = rng.choice(pool)
            yield f"{name_of(element)} -> {said}", edited(root, element, partial(set_text, text=said))


def other_claims(root: Element, rng: Random) -> Iterator[Mutant]:
    """The words of a claim become those of another."""
    every = [name_of(e) for e in facts(root) if kind_of(e) == "claim"]
    for element in facts(root):
        if kind_of(element) == "claim":
            pool = [w for w in every if w.lower() != name_of(element).lower()]
            addresses = {
                shown(e).lower() for e in facts(root) if e.get("data-fact") == element.get("data-fact")
            }
            pool = [w for w in pool if w.lower() not in addresses]
            if pool:
                said = rng.choice(pool)
                yield (
                    f"{name_of(element)} -> {said}",
                    edited(root, element, partial(set_text, text=said)),
                )


def denials(root: Element, rng: Random) -> Iterator[Mutant]:
    """A `not` in the middle of a claim."""
    for element in facts(root):
        words = name_of(element).split()
        if kind_of(element) == "claim" and len(words) > 1:
            at = rng.randrange(1, len(words))
            said = " ".join([*words[:at], "not", *words[at:]])
            yield said, edited(root, element, partial(set_text, text=said))


def other_numbers(root: Element, rng: Random) -> Iterator[Mutant]:
    """A number one more or less, or with another sign."""
    for element in facts(root):
        if re.fullmatch(r"\d+", shown(element)):
            number = int(shown(element))
            for said in (str(number + 1), f"−{number}" if number else "1", f"{number}0"):
                yield f"{number} -> {said}", edited(root, element, partial(set_text, text=said))


def other_values(root: Element, rng: Random) -> Iterator[Mutant]:
    """The value attribute says another value."""
    values = sorted({e.get("value") for e in facts(root) if e.get("value")})
    for element in facts(root):
        key = "value" if element.get("value") is not None else "data-value"
        said = rng.choice([v for v in values if v != element.get(key)] or ["another"])
        yield (
            f"{element.get(key)} -> {said}",
            edited(root, element, partial(set_attribute, key=key, value=said)),
        )


def lost_values(root: Element, rng: Random) -> Iterator[Mutant]:
    """The value attribute is gone."""
    for element in facts(root):
        key = "value" if element.get("value") is not None else "data-value"
        yield f"no {key} of {shown(element)}", edited(root, element, partial(lose_attribute, key=key))


def lost_facts(root: Element, rng: Random) -> Iterator[Mutant]:
    """A fact is gone from the page, words and all."""
    for element in facts(root):
        yield (
            f"no {element.get('data-fact')} {shown(element)}",
            edited(root, element, lambda e: e.drop_tree()),
        )


def lost_marks(root: Element, rng: Random) -> Iterator[Mutant]:
    """The words of a fact stand on the page as mere text."""
    for element in facts(root):
        yield (
            f"{element.get('data-fact')} {shown(element)} unmarked",
            edited(root, element, lambda e: e.drop_tag()),
        )


def emptied_facts(root: Element, rng: Random) -> Iterator[Mutant]:
    """A fact keeps its mark and loses its words."""
    for element in facts(root):
        yield f"{element.get('data-fact')} without words", edited(root, element, empty)


def empty(element: Element) -> None:
    for child in list(element):
        element.remove(child)
    element.text = ""


def other_addresses(root: Element, rng: Random) -> Iterator[Mutant]:
    """A fact is said to be another one, with another value."""
    for element in facts(root):
        pool = [e for e in facts(root) if e.get("value") != element.get("value")]
        said = rng.choice(pool or [element]).get("data-fact")
        if said != element.get("data-fact"):
            yield (
                f"{element.get('data-fact')} -> {said}",
                edited(
                    root,
                    element,
                    partial(set_attribute, key="data-fact", value=said),
                ),
            )


def other_indices(root: Element, rng: Random) -> Iterator[Mutant]:
    """The index of a drawn card is another's, or gone."""
    for element in root.xpath("//*[contains(@class, 'face')]/text | //data[contains(@class, 'face')]"):
        changed = rng.choice(["", *(rank for rank in RANKS if rank != shown(element))])
        yield f"{shown(element)} -> {changed}", edited(root, element, partial(set_own_text, text=changed))


def other_suits(root: Element, rng: Random) -> Iterator[Mutant]:
    """The suit that a drawing shows is another's, or gone, or shown twice."""
    for element in root.xpath("//use"):
        suit = rng.choice([f"#suit-{s}" for s in SUITS if f"#suit-{s}" != element.get("href")])
        for said in (suit, "", "#none"):
            changed = partial(set_attribute, key="href", value=said)
            yield f"{element.get('href')} -> {said}", edited(root, element, changed)
        yield f"no {element.get('href')}", edited(root, element, lambda e: e.drop_tree())

        def second(e: Element, suit: str = suit) -> None:
            e.addnext(html.fromstring(f'<use href="{suit}"></use>'))

        yield f"{suit} over {element.get('href')}", edited(root, element, second)


def other_colours(root: Element, rng: Random) -> Iterator[Mutant]:
    """A drawing has the colour of another suit, or none."""
    for element in root.xpath("//*[contains(@class, 'suit-')]"):
        kind, own = str(element.get("class")).split()
        for colour in (rng.choice([f"suit-{s}" for s in SUITS if f"suit-{s}" != own]), ""):
            changed = partial(set_attribute, key="class", value=f"{kind} {colour}")
            yield f"{own} -> {colour}", edited(root, element, changed)


def other_drawings(root: Element, rng: Random) -> Iterator[Mutant]:
    """The page's drawing of a suit is gone, empty, there twice, or that of another."""
    drawings = [e for e in root.xpath("//path[@id]") if root.xpath(f"//use[@href='#{e.get('id')}']")]
    for element in drawings:
        name = element.get("id")
        other = rng.choice([e.get("d") for e in root.xpath("//path[@id]") if e.get("id") != name])
        yield f"no {name}", edited(root, element, lambda e: e.drop_tree())
        yield f"{name} empty", edited(root, element, partial(lose_attribute, key="d"))
        yield f"{name} twice", edited(root, element, lambda e: e.addnext(copy.deepcopy(e)))
        yield f"{name} as another", edited(root, element, partial(set_attribute, key="d", value=other))


def loose_drawings(root: Element, rng: Random) -> Iterator[Mutant]:
    """A card or a suit is drawn where no fact holds it."""
    for element in root.xpath("//main//p | //main//li"):
        suit = rng.choice(SUITS)

        def draw(e: Element, suit: str = suit) -> None:
            drawn = f'<svg class="pip suit-{suit}"><use href="#suit-{suit}"></use></svg>'
            e.append(html.fromstring(drawn))

        yield f"suit-{suit} after {shown(element)[:30]}", edited(root, element, draw)


def other_sides(root: Element, rng: Random) -> Iterator[Mutant]:
    """A play lies at another side of the table, or another play is marked as the one that holds the trick."""
    for element in root.xpath("//ol[contains(@class, 'plays')]/li"):
        at, *more = str(element.get("class")).replace("turn ", "").split()
        side = rng.choice([f"at-{s}" for s in "nesw" if f"at-{s}" != at])
        changed = str(element.get("class")).replace(at, side)
        yield f"{at} -> {side}", edited(root, element, partial(set_attribute, key="class", value=changed))
        turned = " ".join([at, *({"holder"} ^ set(more))])
        if "turn" not in element.get("class"):
            yield (
                f"{at} {more} turned",
                edited(root, element, partial(set_attribute, key="class", value=turned)),
            )


def other_reasons(root: Element, rng: Random) -> Iterator[Mutant]:
    """A reason stands with a card that may be played, or with another than its own."""
    for figure in root.xpath("//figure"):
        reasons = figure.xpath(".//*[contains(@data-fact, '.reason')]")
        for element in reasons:
            items = [
                i
                for i in figure.xpath(".//ul[@class='whole']/li")
                if not i.xpath(f".//*[@data-fact='{element.get('data-fact')}']")
            ]
            if items:
                yield (
                    f"{element.get('data-fact')} elsewhere",
                    exchanged(root, element, rng.choice(items), lambda one, two: two.append(one)),
                )


def siblings(root: Element, path: str) -> Iterator[tuple[Element, Element]]:
    """Neighbouring elements of one parent that show different things."""
    for one in root.xpath(path):
        two = one.getnext()
        if two is not None and two.tag == one.tag and shown(one) != shown(two):
            yield one, two


def swap_places(one: Element, two: Element) -> None:
    """Put two neighbours in each other's place."""
    one.tail, two.tail = two.tail, one.tail
    two.addnext(one)


def swap_words(one: Element, two: Element) -> None:
    words = name_of(one), name_of(two)
    set_text(one, words[1])
    set_text(two, words[0])


def swapped_items(root: Element, rng: Random) -> Iterator[Mutant]:
    """Two neighbours in the trick or the legal cards, two cells of a row, have changed places."""
    for path in (
        "//*[contains(@class, 'plays')]/li",
        "//tr[@data-example]/td",
        "//table[contains(@class, 'values')]//tbody/tr",
    ):
        for one, two in siblings(root, path):
            if one.xpath(".//*[@data-fact]") and two.xpath(".//*[@data-fact]"):
                yield f"{shown(one)} <-> {shown(two)}", exchanged(root, one, two, swap_places)


def swapped_facts(root: Element, rng: Random) -> Iterator[Mutant]:
    """Two neighbouring facts of one kind have exchanged their words."""
    every = facts(root)
    for one, two in pairwise(every):
        if kind_of(one) == kind_of(two) != "claim" and value_of(one) != value_of(two):
            yield f"{name_of(one)} <-> {name_of(two)}", exchanged(root, one, two, swap_words)


def lost_parts(root: Element, rng: Random) -> Iterator[Mutant]:
    """A card, a row, a cell, a list item, a figure or a table is gone."""
    for path in (
        "//main//li",
        "//tr[@data-example]",
        "//table[contains(@class, 'values')]//tbody/tr",
        "//figure",
        "//main//table",
        "//main//section",
        "//dl",
    ):
        for element in root.xpath(path):
            if element.xpath(".//*[@data-fact]"):
                yield (
                    f"no {element.tag} {shown(element)[:40]}",
                    edited(root, element, lambda e: e.drop_tree()),
                )


def doubled_parts(root: Element, rng: Random) -> Iterator[Mutant]:
    """A card of the trick, of the hand or of the legal cards stands twice."""
    for element in root.xpath(
        "//ul[@class='whole']/li | //ol[@class='plays']/li[not(contains(@class, 'turn'))] | //ul[@class='list']/li"
    ):
        yield f"twice {shown(element)}", edited(root, element, lambda e: e.addnext(copy.deepcopy(e)))


def other_examples(root: Element, rng: Random) -> Iterator[Mutant]:
    """A figure or a row is said to show another example."""
    every = sorted({e.get("data-example") for e in root.xpath("//*[@data-example]")})
    for element in root.xpath("//*[@data-example]"):
        said = rng.choice([e for e in every if e != element.get("data-example")])
        yield (
            f"{element.get('data-example')} -> {said}",
            edited(
                root,
                element,
                partial(set_attribute, key="data-example", value=said),
            ),
        )


def other_rules(root: Element, rng: Random) -> Iterator[Mutant]:
    """The title of a rule set is another's."""
    titles = sorted(project().translate("en", rule_title(file)) for file in project().content.rules.values())
    for element in root.xpath("//*[@data-fact='rules']"):
        said = rng.choice([t for t in titles if t != shown(element)])
        yield f"{shown(element)} -> {said}", edited(root, element, partial(set_text, text=said))


LITERALS = ("7", "nine", "ace", "North", "hearts", "ace of spades", "81", "♠", "East–West")


def extra_words(root: Element, rng: Random) -> Iterator[Mutant]:
    """A number, card, suit, seat or pip stands somewhere as mere text."""
    for element in root.xpath(
        "//main//p | //main//li | //main//td | //main//th | //h1 | //h2 | //h3 | //figcaption | //caption | //footer//p | //a"
    ):
        said = rng.choice(LITERALS)
        if "languages" in "".join(a.get("class") or "" for a in element.iterancestors()):
            continue
        yield (
            f"{said} after {shown(element)[:30]}",
            edited(
                root,
                element,
                partial(append, text=said),
            ),
        )


def hidden_words(root: Element, rng: Random) -> Iterator[Mutant]:
    """The same in attributes that are read out or shown on demand."""
    for element in root.xpath("//main//*"):
        key = rng.choice(("aria-label", "title", "alt", "placeholder", "aria-description"))
        said = rng.choice(LITERALS[:-2])
        if rng.random() < 0.15 and not element.xpath("ancestor-or-self::svg"):
            yield (
                f"{key}={said} on {element.tag}",
                edited(
                    root,
                    element,
                    partial(set_attribute, key=key, value=said),
                ),
            )


def languages_and_directions(root: Element, rng: Random) -> Iterator[Mutant]:
    """The page says another language or direction, or none."""
    for key, value in (("lang", "fr"), ("lang", ""), ("dir", "rtl"), ("dir", "")):
        yield f"{key}={value}", edited(root, root, partial(set_attribute, key=key, value=value))
    for key in ("lang", "dir"):
        yield f"no {key}", edited(root, root, partial(lose_attribute, key=key))


def joined_cards(root: Element, rng: Random) -> Iterator[Mutant]:
    """The white space between a card's face and its name is gone."""
    for element in root.xpath("//data[contains(@class, 'card')]"):
        yield f"joined {shown(element)}", edited(root, element, lambda e: setattr(e[0], "tail", ""))


def written_marks(root: Element, rng: Random) -> Iterator[Mutant]:
    """A binding that was not rendered stands on the page as text."""
    for element in root.xpath("//main//p")[:20]:
        yield (
            "a span as text",
            edited(root, element, lambda e: setattr(e, "text", "[it](#1.seat) " + (e.text or ""))),
        )


def other_marks(root: Element, rng: Random) -> Iterator[Mutant]:
    """A card of the hand is marked as legal that is not, or the other way round."""
    turned = {"allowed": "barred", "barred": "allowed", "yes": "no", "no": "yes"}
    for mark, said in turned.items():
        for element in root.xpath(f"//li[@class='{mark}']"):
            yield (
                f"{shown(element)} {said}",
                edited(root, element, partial(set_attribute, key="class", value=said)),
            )


def hidden_parts(root: Element, rng: Random) -> Iterator[Mutant]:
    """A fact, or what is around it, is hidden from the eye or from the ear."""
    for element in root.xpath(
        "//main//*[@data-fact] | //main//li | //main//section | //figure | //tr[@data-example]"
    ):
        if not element.xpath("ancestor::svg") and (
            element.get("data-fact") or element.xpath(".//*[@data-fact]")
        ):
            key, value = rng.choice((("hidden", ""), ("aria-hidden", "true"), ("style", "display: none")))
            yield (
                f"{key} {shown(element)[:40]}",
                edited(root, element, partial(set_attribute, key=key, value=value)),
            )


def struck_out(root: Element, rng: Random) -> Iterator[Mutant]:
    """A fact stands struck out, or in an element that no browser shows."""
    for element in facts(root):
        tag = rng.choice(("s", "del", "template", "noscript"))
        if not element.xpath("ancestor::svg"):
            yield f"{tag} {shown(element)}", edited(root, element, partial(wrap, tag=tag))


def lost_answers(root: Element, rng: Random) -> Iterator[Mutant]:
    """The answer of another rule set is gone, or that it is the same."""
    for element in root.xpath("//*[@class='answer'] | //*[@class='alike'] | //fieldset"):
        yield f"no {shown(element)[:40]}", edited(root, element, lambda e: e.drop_tree())


def other_answers(root: Element, rng: Random) -> Iterator[Mutant]:
    """An answer is said to be another rule set's, in words or mark-up, or a rule set to agree that does not."""
    sets = project().content.rules
    for element in root.xpath("//*[@class='answer'] | //*[@class='alike']"):
        example, _, rules = element.get("data-example").partition("@")
        other = rng.choice([id for id in sets if id != rules])
        said = f"{example}@{other}"
        yield (
            f"{rules} -> {other}",
            edited(root, element, partial(set_attribute, key="data-example", value=said)),
        )
        yield f"all of {rules} -> {other}", edited(root, element, partial(say_rules, rules=other))
        yield f"{rules} twice", edited(root, element, lambda e: e.addnext(copy.deepcopy(e)))


def say_rules(element: Element, rules: str) -> None:
    """Everything that names the rule set of an answer names another."""
    element.set("data-example", f"{element.get('data-example').partition('@')[0]}@{rules}")
    element.set("data-rules", rules)
    name = element.xpath(".//*[@data-fact='rules']")[0]
    name.set("value", rules)
    name.text = project().translate("en", rule_title(project().content.rules[rules]))


def moved_cards(root: Element, rng: Random) -> Iterator[Mutant]:
    """A card of an answer stands among the others: one that may be played among those that may not, or back."""
    for element in root.xpath("//*[@class='answer']//ul[@class='list']/li"):
        for other in element.getparent().getparent().xpath("./ul[@class='denied']"):
            yield f"{shown(element)} may not", exchanged(root, element, other, lambda e, to: to.append(e))
    for element in root.xpath("//*[@class='answer']//ul[@class='denied']/li"):
        for other in element.getparent().getparent().xpath("./ul[@class='list']"):
            yield f"{shown(element)} may", exchanged(root, element, other, lambda e, to: to.append(e))


def other_numbers_of_pages(root: Element, rng: Random) -> Iterator[Mutant]:
    """A page says that it is another of its series, in its title or its heading."""
    for element in root.xpath("//title[contains(text(), '/')]"):
        for said in (element.text.replace("1/5", "2/5"), element.text.replace(" · 1/5", "")):
            yield said, edited(root, element, partial(set_own_text, text=said))
    for element in root.xpath("//data[@data-count]"):
        yield f"7 for {shown(element)}", edited(root, element, partial(set_own_text, text="7"))
        yield f"no {shown(element)}", edited(root, element, lambda e: e.drop_tree())


KINDS: list[Kind] = [
    lost_answers, other_answers, moved_cards, other_numbers_of_pages,
    other_marks, hidden_parts, struck_out,
    other_words, other_claims, denials, other_numbers, other_values, lost_values, lost_facts, lost_marks,
    emptied_facts, other_addresses, other_indices, other_suits, other_colours, other_drawings, loose_drawings,
    other_sides, other_reasons, swapped_items, swapped_facts, lost_parts, doubled_parts,
    other_examples, other_rules, extra_words, hidden_words, languages_and_directions, joined_cards, written_marks,
]  # fmt: skip


class Tried(NamedTuple):
    """How many mutants of a kind were made, and those that were not caught."""

    made: int
    survivors: list[str]


def attempt(kind: Kind, slug: str) -> Tried:
    rng = Random(f"{kind.__name__} {slug}")
    root: Element = html.document_fromstring(files()[f"en/{slug}.html"])
    every = list(kind(root, rng))
    if SAMPLE and len(every) > SAMPLE:
        every = rng.sample(every, SAMPLE)
    return Tried(len(every), [what for what, make in every if problems(written(make()), "en", slug) == []])


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.__name__))
def test_mutants_are_caught(kind: Kind) -> None:
    """Each change of a kind, on each page, is a problem."""
    results = {slug: attempt(kind, slug) for slug in slugs()}
    made = sum(r.made for r in results.values())
    survivors = [f"{slug}: {what}" for slug, r in results.items() for what in r.survivors]
    assert made, f"there is no {kind.__name__} on any page"
    assert survivors == [], f"{len(survivors)} of {made} were not caught"


@pytest.mark.parametrize(
    "broken",
    [
        "",
        "<",
        "<html>",
        "<p>x",
        "</p></p>",
        "<html lang=en dir=ltr><data data-fact>",
        "\0",
        "<!--",
        "<![CDATA[",
    ],
)
def test_any_page_is_read(broken: str) -> None:
    """Whatever stands there is read to its end, and is not a page of the site."""
    parse(broken)
    assert problems(broken, "en", slugs()[0]) != []


def test_lxml_reads_the_same_facts() -> None:
    """A second parser finds the same facts with the same words: nothing hides from the second reading."""
    for path, page in files().items():
        root: Element = etree.HTML(page)
        others = [
            (e.get("data-fact"), " ".join("".join(e.itertext()).split()))
            for e in root.iter()
            if e.get("data-fact")
        ]
        own = [
            (e.attributes["data-fact"], " ".join(e.text().split()))
            for e in parse(page).walk()
            if "data-fact" in e.attributes
        ]
        assert own == others, path


# what stands in the source language ----------------------------------------------------------------------

LACKING = "ar"


@cache
def incomplete() -> tuple[Project, str]:
    """The project with every other message of one page untranslated, and that page."""
    whole = project()
    catalog = whole.catalogs[LACKING]
    [page] = [p for p in whole.content.pages if p.slug == "play"]
    gone = {m.key for n, m in enumerate(page.messages()) if n % 2 == 0}
    gone |= {(m.key) for m in map(rule_title, whole.content.rules.values())}
    gone |= {label_key("May be played"), label_key("Summary")}
    entries = {k: e for k, e in catalog.entries.items() if k not in gone}
    own = replace(
        whole, selected=(LACKING,), catalogs={**whole.catalogs, LACKING: replace(catalog, entries=entries)}
    )
    pages, problems = site.render_site(own)
    assert problems == []
    return own, pages[f"{LACKING}/play.html"]


def reread_incomplete(page: str) -> list[Problem]:
    own, _ = incomplete()
    [wanted] = [p for p in own.content.pages if p.slug == "play"]
    return reread(
        page,
        "page.html",
        site.expected(own, LACKING, wanted),
        own.vocabulary,
        own.lexicons[LACKING],
        {id: file.rules for id, file in own.content.rules.items()},
    )


def unwrap(element: Element) -> None:
    element.drop_tag()


FALLBACKS: dict[str, tuple[str, Callable[[Element], Any], set[str]]] = {
    "mark lost": ("//*[@class='fallback']", unwrap, {"H108"}),
    "class lost": ("//*[@class='fallback']", partial(lose_attribute, key="class"), {"H108"}),
    "lang lost": ("//*[@class='fallback']", partial(lose_attribute, key="lang"), {"H108"}),
    "other lang": ("//*[@class='fallback']", partial(set_attribute, key="lang", value="ar"), {"H108"}),
    "dir lost": ("//*[@class='fallback']", partial(lose_attribute, key="dir"), {"H108"}),
    "other dir": ("//*[@class='fallback']", partial(set_attribute, key="dir", value="rtl"), {"H108"}),
    "a word more": ("//*[@class='fallback']", partial(append, text="indeed"), {"H108"}),
    "too much marked": (
        "//main/p[not(.//*[@class='fallback'])]",
        partial(set_attribute, key="class", value="fallback"),
        {"H108"},
    ),
    "a fact of it": (
        "//*[@class='fallback']//data[@data-fact='1.card']",
        partial(set_text, text="ace of hearts"),
        {"H102"},
    ),
    "notice lost": ("//*[@class='notice']", lambda e: e.drop_tree(), {"H109"}),
    "notice hidden": ("//*[@class='notice']", partial(set_attribute, key="hidden", value=""), {"H109"}),
    "may be indexed": ("//meta[@name='robots']", lambda e: e.drop_tree(), {"H109"}),
    "indexed": ("//meta[@name='robots']", partial(set_attribute, key="content", value="all"), {"H109"}),
    "other share": ("//*[@data-count]", partial(set_attribute, key="value", value="99"), {"H101"}),
    "other words of a share": ("//*[@data-count]", partial(set_text, text="99%"), {"H102"}),
    "unknown share": ("//*[@data-count]", partial(set_attribute, key="data-count", value="x"), {"H101"}),
    "share lost": ("//*[@data-count]", partial(lose_attribute, key="data-count"), {"H104", "H105"}),
}


def test_a_page_that_lacks_translations_is_clean() -> None:
    """What stands in the source language is read as that: no false alarm."""
    assert reread_incomplete(incomplete()[1]) == []
    assert reread_incomplete(written(html.document_fromstring(incomplete()[1]))) == []


@pytest.mark.parametrize("kind", FALLBACKS)
def test_a_changed_fallback_is_caught(kind: str) -> None:
    """Each mark of what is untranslated, one at a time: what is lost or wrong is told by its code."""
    path, change, codes = FALLBACKS[kind]
    whole: Element = html.document_fromstring(incomplete()[1])
    number = len(whole.xpath(path))
    assert number
    for n in sorted({0, number // 2, number - 1}) if SAMPLE else range(number):
        root: Element = html.document_fromstring(incomplete()[1])
        element = root.xpath(path)[n]
        change(element)
        found = {p.code for p in reread_incomplete(written(root))}
        assert codes & found, (kind, n, written(element)[:200])


def test_a_complete_page_says_nothing_of_the_kind() -> None:
    """A notice, `noindex` or a fallback on a page that lacks nothing is told."""
    page = files()["ar/play.html"]
    for find, put, code in (
        ("</h1>", '</h1><p class="notice">x</p>', "H109"),
        ("</head>", '<meta name="robots" content="noindex"></head>', "H109"),
        ("</h1>", '</h1><p class="fallback" lang="en" dir="ltr">x</p>', "H108"),
    ):
        assert {code} == {p.code for p in problems(page.replace(find, put, 1), "ar", "play")}


@pytest.mark.parametrize("lang", ["en", "ar"])
def test_shares_are_verified(lang: str) -> None:
    """Each share of the table of languages is compared, in its row and in its order: that of the whole, and those
    of the pages that lack something."""
    page = files()[f"{lang}/languages.html"]
    root: Element = html.document_fromstring(page)
    publication = project().publication
    lacking = [f"{of}/{p.slug}" for of in languages() for p, _ in publication.lacking(of)]
    told = root.xpath("//td//data/@data-count")
    assert sorted(told) == sorted([*languages(), *lacking])
    for n in (0, len(told) - 1):
        for change, code in (
            (partial(set_attribute, key="value", value="7"), "H101"),
            (partial(set_own_text, text="7%"), "H102"),
            (lambda e: e.drop_tree(), "H104"),
        ):
            root = html.document_fromstring(page)
            change(root.xpath("//td//data")[n])
            assert code in {p.code for p in problems(written(root), lang, "languages")}
    root = html.document_fromstring(page)
    first, second = root.xpath("//tbody/tr/th//bdi")[:2]
    first.set("lang", second.get("lang"))
    assert {p.code for p in problems(written(root), lang, "languages")} == {"H103"}


def test_pages_that_lack_something_are_listed() -> None:
    """The line of a language names each page that is not translated to the last word, with its share, and no other."""
    own, _ = incomplete()
    [page] = [p for p in own.content.pages if p.slug == "languages"]
    root: Element = html.document_fromstring(site.renderer_of(own, LACKING, environment(ROOT)).page(page))
    [row] = root.xpath(f"//tr[th/bdi[@lang='{LACKING}']]")
    publication = own.publication
    assert [data.get("data-count") for data in row.xpath(".//data")] == [
        LACKING,
        *(f"{LACKING}/{p.slug}" for p in own.content.pages if publication.count(LACKING, p.slug).share < 1),
    ]
    [play] = row.xpath(f".//div[data[@data-count='{LACKING}/play']]")
    share = publication.count(LACKING, "play").hundredths
    assert 0 < share < 100
    assert play.xpath("data/@value") == [str(share)]
    assert play.get("class") == "below"
    [nav] = [own.translate(LACKING, p.nav) for p in own.content.pages if p.slug == "play"]
    assert play.text.strip() == nav
