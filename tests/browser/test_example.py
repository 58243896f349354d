"""Examples as they are heard and as they are tried: the accessibility tree in order, the quiz by keyboard.

What is expected is the engine's: which cards lie on the table and in the hand, which may be played, and why not.
Only the words are the page's, whose marks (`data-fact`) are read again against the engine at each build.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from unicodedata import category

import pytest
from playwright.sync_api import Page

from sitegen.site import Project
from tests.browser import checks
from tests.browser.built import BuiltSite, script_of
from tests.browser.conftest import Visitor
from tests.browser.measures import Ledger

FIGURES = "figure.example[data-example]"
HANDS = "//figure[contains(@class, 'example')][.//*[@data-fact='hand.1.card']]"
TREE_OF = "cannot-overruff-undertrump"
"""The example whose tree is kept as text for each language: a trick, a hand, cards that are barred."""

FACTS = """figures => figures.map(figure => {
  const seen = element => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const text = node => node.nodeType === 3 ? node.data
    : node.nodeType !== 1 || node.getAttribute('aria-hidden') === 'true' ? '' : [...node.childNodes].map(text).join('');
  const told = element => text(element).trim().split(/\\s+/).join(' ');
  const facts = {}, result = [];
  for (const element of figure.querySelectorAll('[data-fact]')) {
    if (!seen(element)) continue;
    facts[element.dataset.fact] ??= told(element);
    if (element.closest('.result')) result.push(told(element));
  }
  return { example: figure.dataset.example, title: told(figure.querySelector('figcaption') ?? document.createElement('i')), facts, result };
})"""
"""What each example shows, by the addresses of its facts."""


class Figure(NamedTuple):
    """An example on a page: its words by address, and what the engine says of each card in the hand."""

    example: str
    title: str
    words: Mapping[str, str]
    result: list[str]
    hand: list[tuple[str, str | None]]  # address of each card, and of the reason why it may not be played


def hand_of(facts: Mapping[str, str]) -> list[tuple[str, str | None]]:
    """The hand as the engine judges it: addresses of the cards and of the reasons."""
    barred = {
        value: f"illegal.{number}.reason"
        for number in range(1, 9)
        if (value := facts.get(f"illegal.{number}.card"))
    }
    cards = [f"hand.{number}.card" for number in range(1, 9) if f"hand.{number}.card" in facts]
    return [(card, barred.get(facts[card])) for card in cards]


def bare(text: str) -> str:
    """Words without the marks and signs around them."""
    spoken = [at for at, char in enumerate(text) if category(char)[0] in "LMN"]  # M: vowel signs of Hindi
    return text[spoken[0] : spoken[-1] + 1] if spoken else ""


def misheard(figure: Figure, facts: Mapping[str, str], heard: str) -> list[str]:
    """What is not told in its place: title, trump, each play, the hand with a verdict behind each card, the result."""
    words = figure.words
    plays = [
        f"{number}.{what}" for number in range(1, 4) if f"{number}.card" in facts for what in ("seat", "card")
    ]
    order = ["trump", *plays, *(["me.seat", *(card for card, _ in figure.hand)] if figure.hand else [])]
    found = [f"{address} is not shown" for address in order if not words.get(address)]
    at = 0

    def pass_over(what: str, text: str) -> bool:
        nonlocal at
        place = heard.find(text, at)
        if place < 0:
            found.append(f"{what} is not told in its place: {text}")
            return False
        at = place + len(text)
        return True

    pass_over("title", figure.title)
    for address in order[: len(order) - len(figure.hand)]:
        pass_over(address, words.get(address, ""))
    verdicts = set()
    for number, (card, reason) in enumerate(figure.hand):
        if not pass_over(card, words.get(card, "")):
            continue
        following = figure.hand[number + 1][0] if number + 1 < len(figure.hand) else None
        end = heard.find(words.get(following, ""), at) if following else -1
        said = bare(heard[at:end] if end >= 0 else heard[at:])
        if reason:
            expected = words.get(reason, "")
            if not expected or not (said == expected if end >= 0 else said.startswith(expected)):
                found.append(f"{card}: no reason follows, but {said[:40]!r}")
        elif end >= 0:
            verdicts.add(said)
        elif verdicts and not any(said.startswith(verdict) for verdict in verdicts):
            found.append(f"{card}: no verdict follows, but {said[:40]!r}")
    if "" in verdicts or len(verdicts) > 1:
        found.append(f"no one word says what may be played: {sorted(verdicts)}")
    for text in figure.result:
        pass_over("result", text)
    if not figure.result:
        found.append("no result")
    return found


def figures(page: Page, project: Project) -> list[tuple[Figure, Mapping[str, str], str, str]]:
    """The examples of a page that the site's content has: figure, the engine's facts, what is heard, the tree as text."""
    shown = page.locator(FIGURES).evaluate_all(FACTS)
    trees = checks.accessible(page, FIGURES)
    found: list[tuple[Figure, Mapping[str, str], str, str]] = []
    for told, nodes in zip(shown, trees, strict=True):
        if told["example"] not in project.content.examples:
            continue
        engine = project.vocabulary.examples[told["example"]]
        facts = {address: str(fact.value) for address, fact in engine.items()}
        hand = hand_of(facts)
        figure = Figure(told["example"], told["title"], told["facts"], told["result"], hand)
        found.append((figure, facts, checks.spoken(nodes), checks.outline(nodes)))
    return found


def test_examples_are_told_in_order(
    language: str, built: BuiltSite, project: Project, visitor: Visitor, ledger: Ledger
) -> None:
    """In every language a screen reader tells each example in order: trick, hand, behind each card whether it may be
    played or why not, result. The tree of one of them is kept as text."""
    pages = [p for p in built.of(language) if p.found(f"{HANDS}[figcaption]")]
    assert pages
    kept = ledger.folder / "trees" / f"{language}.txt"
    faults = {}
    for built_page in pages:
        page = visitor.open(built_page.url).page
        for figure, facts, heard, tree in figures(page, project):
            place = f"{built_page.path} {figure.example}"
            faults[place] = ledger.faults(language, place, {"tree": misheard(figure, facts, heard)})
            if figure.example == TREE_OF:
                kept.parent.mkdir(exist_ok=True)
                kept.write_text(tree, "utf-8")
        page.close()
    assert {place: found for place, found in faults.items() if found} == {}
    assert kept.is_file()


# quiz -------------------------------------------------------------------------------------------------

VISIBLE = "const seen = e => e.checkVisibility({ visibilityProperty: true, opacityProperty: true });"
RADIOS = f"""const cardOf = radio => {{
  let around = radio.parentElement;
  while (around && !around.querySelector('[data-fact^="hand."]')) around = around.parentElement;
  const cards = around ? new Set([...around.querySelectorAll('[data-fact^="hand."]')].map(e => e.dataset.fact)) : new Set();
  return cards.size === 1 ? [...cards][0] : null;
}};
{VISIBLE}
const radios = [...figure.querySelectorAll('input[type=radio]')].filter(r => seen(r) && cardOf(r));"""
STATE = f"""figure => {{
  {RADIOS}
  const facts = suffix => [...figure.querySelectorAll(`[data-fact$=".${{suffix}}"]`)].filter(seen);
  const live = [...document.querySelectorAll('[role=status]')].map(e => e.textContent.trim()).join(' ').trim();
  return {{
    text: figure.innerText.split(/\\s+/).join(' ').trim(),
    radios: radios.length,
    checked: radios.filter(r => r.checked).map(cardOf),
    focused: document.activeElement?.type === 'radio' && radios.includes(document.activeElement) ? cardOf(document.activeElement) : null,
    reasons: facts('reason').map(e => e.dataset.fact),
    legal: [...figure.querySelectorAll('[data-fact^="legal."]')].filter(e => seen(e) && !e.closest('.explanation')).length,
    status: live,
  }};
}}"""
"""What an example shows at the moment."""


class State(NamedTuple):
    text: str
    radios: int
    checked: list[str]
    focused: str | None
    reasons: list[str]
    legal: int
    status: str


def tabbed_to(page: Page, selector: str, limit: int = 400) -> bool:
    """Press Tab until an element has the focus."""
    for _ in range(limit):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return True
    return False


def added(before: str, after: str) -> str:
    """The words that a text has more than before, in one stretch."""
    old, new = before.split(), after.split()
    most = min(len(old), len(new))
    start = next((at for at in range(most) if old[at] != new[at]), most)
    end = next((at for at in range(most - start) if old[-1 - at] != new[-1 - at]), most - start)
    return bare(" ".join(new[start : len(new) - end]))


def tried(page: Page, selector: str, hand: list[tuple[str, str | None]], script: bool) -> list[str]:
    """The quiz of an example by keyboard: what is not as it should be. On a page of positions it is on already."""
    figure = page.locator(selector)

    def state() -> State:
        return State(**figure.evaluate(STATE))

    found: list[str] = []
    start = state()
    switch = f"{selector} input[type=checkbox]"
    on = page.locator(switch).evaluate_all("all => all.some(box => box.checked)")
    if not on:
        if start.radios:
            found.append("there are cards to choose while the quiz is off")
        if not tabbed_to(page, switch):
            return [*found, "the Tab key does not reach the switch"]
        page.keyboard.press("Space")
    quiz = state()
    if quiz.reasons or quiz.legal:
        found.append(f"the quiz shows its answers: {quiz.reasons}, {quiz.legal} legal cards")
    if quiz.radios != len(hand):
        return [*found, f"{quiz.radios} cards to choose from, {len(hand)} in the hand"]
    if not tabbed_to(page, f"{selector} input[type=radio]", 600 if on else 5):
        return [*found, "the Tab key does not reach the cards"]
    right = set()
    for number, (card, reason) in enumerate(hand):
        page.keyboard.press("ArrowDown" if number else "Space")
        now = state()
        if now.checked != [card] or now.focused != card:
            found.append(f"{card}: chosen is {now.checked}, focused {now.focused}")
        if now.reasons != ([reason] if reason else []):
            found.append(f"{card}: the reason is {reason}, shown is {now.reasons}")
        verdict = added(quiz.text, now.text)
        if not verdict:
            found.append(f"{card}: no verdict")
        if not reason:
            right.add(verdict)
        if script and bare(verdict) not in now.status:
            found.append(f"{card}: {verdict!r} is not announced, but {now.status!r}")
    if len(right) != 1:
        found.append(f"no one word says what may be played: {sorted(right)}")
    if not on:
        page.keyboard.press("Shift+Tab")
        while not page.evaluate("selector => document.activeElement.matches(selector)", switch):
            if page.evaluate("() => document.activeElement === document.body"):
                return [*found, "no way back to the switch"]
            page.keyboard.press("Shift+Tab")
        page.keyboard.press("Space")
        if state()._replace(status="", checked=[]) != start._replace(status="", checked=[]):
            found.append("switched off, the example is not as before")
    return found


SCRIPTED = pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])


@SCRIPTED
def test_the_quiz_goes_by_keyboard(
    script: bool, language: str, built: BuiltSite, project: Project, visitor: Visitor, ledger: Ledger
) -> None:
    """In every language: on with the space bar, through the cards with the arrows, each with its own verdict and
    reason, off again; with script the verdict is announced."""
    page = visitor.open(built.page(f"{language}/play.html").url, script=script).page
    facts = {address: str(fact.value) for address, fact in project.vocabulary.examples[TREE_OF].items()}
    found = tried(page, f'{FIGURES}[data-example="{TREE_OF}"]', hand_of(facts), script)
    page.close()
    assert ledger.faults(language, f"play script={script}", {"quiz": found}) == {}


JUDGED = """figure => [...figure.querySelectorAll('[data-fact^="hand."]')].map(card => [card.dataset.fact,
  card.closest('li').querySelector('[data-fact$=".reason"]')?.dataset.fact ?? null])"""


@SCRIPTED
def test_a_position_goes_by_keyboard(
    script: bool, language: str, built: BuiltSite, visitor: Visitor, ledger: Ledger
) -> None:
    """On the practice pages the quiz is on from the start. Its verdicts are read again at each build."""
    pages = [p for p in built.of(language) if p.slug.startswith("practice-")]
    assert pages, "there are no practice pages"
    page = visitor.open(pages[0].url, script=script).page
    figure = page.locator(FIGURES).first
    hand = [(str(card), reason) for card, reason in figure.evaluate(JUDGED)]
    example = figure.get_attribute("data-example")
    found = tried(page, f'{FIGURES}[data-example="{example}"]', hand, script)
    page.close()
    assert ledger.faults(language, f"{pages[0].path} script={script}", {"quiz": found}) == {}


# positive controls ------------------------------------------------------------------------------------

STYLE = """<style>
  .verdict, .quiz:not(:checked) ~ ul input { display: none }
  .quiz:not(:checked) ~ ul .verdict, input:checked ~ .verdict { display: inline }
</style>"""
QUIZ = """<figure class=example data-example=x><input type=checkbox class=quiz aria-label=try><ul>
<li><input type=radio name=r aria-label=1><b data-fact=hand.1.card>ace</b> <i class=verdict>may be played</i></li>
<li><input type=radio name=r aria-label=2><b data-fact=hand.2.card>ten</b> <i class=verdict data-fact=illegal.1.reason>must follow</i></li>
<li><input type=radio name=r aria-label=3><b data-fact=hand.3.card>two</b> <i class=verdict>may be played</i></li>
</ul></figure>"""
HAND: list[tuple[str, str | None]] = [
    ("hand.1.card", None),
    ("hand.2.card", "illegal.1.reason"),
    ("hand.3.card", None),
]
ANNOUNCED = """<p role=status></p><script>
onchange = e => { document.querySelector('[role=status]').textContent = e.target.parentElement.querySelector('.verdict')?.textContent ?? ''; };
</script>"""


@pytest.mark.parametrize(
    ("find", "put", "fault"),
    [
        ("", "", ""),
        ("input:checked ~ .verdict", "none", "hand.1.card: no verdict"),
        (".verdict, .quiz", ".quiz", "the quiz shows its answers"),
        (
            "class=verdict>may be played</i></li>\n</ul>",
            "class=verdict>yes</i></li>\n</ul>",
            "no one word says",
        ),
        (".quiz:not(:checked) ~ ul input", "none", "while the quiz is off"),
        ("<input type=checkbox", "<input type=checkbox tabindex=-1", "does not reach the switch"),
        ("name=r aria-label=2", "name=s aria-label=2", "chosen is"),
        ("<input type=radio name=r aria-label=3>", "", "2 cards to choose from"),
        ("data-fact=illegal.1.reason", "", "the reason is illegal.1.reason"),
        ("textContent ?? ''", "title", "is not announced"),
    ],
)
@SCRIPTED
def test_a_bad_quiz_is_seen(find: str, put: str, fault: str, script: bool, visitor: Visitor) -> None:
    """Positive control: a quiz that leaks, tells nothing, or cannot be reached is reported, a good one is not."""
    body = STYLE + QUIZ + ANNOUNCED
    assert not find or body.count(find) == 1
    page = visitor.open(checks.document(body.replace(find, put) if find else body), script=script).page
    found = tried(page, FIGURES, HAND, script)
    page.close()
    if not fault or (not script and "announced" in fault):
        assert found == []
    else:
        assert any(fault in line for line in found), found


WORDS = {
    "trump": "hearts",
    "1.seat": "West",
    "1.card": "ace",
    "me.seat": "North",
    "illegal.1.reason": "must follow",
}
WORDS |= {"hand.1.card": "king", "hand.2.card": "ten", "hand.3.card": "two"}
TOLD = (
    "Title hearts West ace North king ✓ may be played ten ✗ must follow two ✓ may be played North must follow"
)


@pytest.mark.parametrize(
    ("find", "put", "faults"),
    [
        ("", "", []),
        ("West ace", "ace West", ["1.card is not told in its place: ace"]),
        ("✗ must follow", "", ["hand.2.card: no reason follows, but ''"]),
        ("✗ must follow", "✓ may be played", ["hand.2.card: no reason follows, but 'may be played'"]),
        ("king ✓ may be played", "king ✓", ["no one word says what may be played: ['']"]),
        ("ten ✗ must follow two", "two ten ✗ must follow", ["hand.3.card is not told in its place: two"]),
        ("two ✓ may be played", "two ✗ must follow", ["hand.3.card: no verdict follows, but 'must follow North must follow'"]),
        (" North must follow", "", ["result is not told in its place: North must follow"]),
    ],
)  # fmt: skip
def test_another_order_is_seen(find: str, put: str, faults: list[str]) -> None:
    """Positive control: what is told in another place, or not at all, is reported."""
    assert not find or TOLD.count(find) == 1
    figure = Figure("x", "Title", WORDS, ["North must follow"], HAND)
    assert misheard(figure, {"1.card": "AS"}, TOLD.replace(find, put) if find else TOLD) == faults


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("✓ may be played,", "may be played"),
        (" ✗ ज़रूरी है", "ज़रूरी है"),
        ("★ يجب. ", "يجب"),
        ("✓ ", ""),
        ("", ""),
    ],
)
def test_marks_are_no_words(text: str, words: str) -> None:
    """Signs around words are left out, signs of words are not."""
    assert bare(text) == words


def test_each_script_is_heard(built: BuiltSite) -> None:
    """The languages of the site are written in four scripts at least, each of which these tests go through."""
    assert {"Latn", "Cyrl", "Deva", "Arab"} <= {script_of(lang) for lang in built.languages}


def test_a_tree_as_text(visitor: Visitor) -> None:
    """The tree is told as a screen reader has it: roles, names, texts; what is hidden is left out."""
    page = visitor.open(
        checks.document(
            "<figure aria-label=x><h3>t</h3><b aria-hidden=true>A</b><label><input type=radio checked> ace</label></figure>"
        )
    ).page
    tree = checks.outline(checks.accessible(page, "figure")[0])
    page.close()
    assert tree == "figure: x\n  heading: t\n    t\n  radio: ace [checked]\n"
