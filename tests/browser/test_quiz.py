"""The quiz of an example: with and without a script, by pointer and by keyboard, seen and heard."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page

from tests.browser.conftest import Visitor

ANSWERS = (".legal", ".result", ".explanation", ".holding", ".verdict")
"""What the quiz hides."""


@pytest.fixture(params=[True, False], ids=["script", "no script"])
def page(request: pytest.FixtureRequest, browser: Browser, server: str) -> Iterator[Page]:
    """A page with examples, in a window that runs scripts or does not."""
    context = browser.new_context(java_script_enabled=request.param, viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(f"{server}en/play.html")
    yield page
    context.close()


def example(page: Page) -> Locator:
    """An example whose hand has cards that may be played and cards that may not."""
    return page.locator('figure.example[data-example="follow-suit"]')


def visible(figure: Locator, selector: str) -> list[str]:
    """What is seen of some elements: their words."""
    return [e.inner_text() for e in figure.locator(selector).all() if e.is_visible()]


def test_before_the_quiz_the_answers_are_seen(page: Page) -> None:
    """Every answer is there; no radio and no prompt is, and the keyboard does not reach the cards."""
    figure = example(page)
    assert {selector: bool(visible(figure, selector)) for selector in ANSWERS} == dict.fromkeys(ANSWERS, True)
    assert visible(figure, ".whole input, .prompt, .reasons") == []
    figure.locator(".quiz").focus()
    page.keyboard.press("Tab")
    assert page.locator(".whole input:focus").count() == 0


def test_a_chosen_card_shows_its_own_verdict(page: Page) -> None:
    """The quiz hides every answer; a legal card, then a barred one, each show what is said of them alone."""
    figure = example(page)
    figure.locator(".try").click()
    assert {selector: visible(figure, selector) for selector in ANSWERS} == {s: [] for s in ANSWERS}
    for item in figure.locator(".whole li").all():
        item.locator("label").click()
        assert visible(figure, ".verdict") == [item.locator(".verdict").inner_text()]
        assert item.locator("input").is_checked()
    figure.locator("summary").click()
    told = visible(figure, ".reasons li")
    assert len(told) == figure.locator(".whole li").count()
    figure.locator(".try").click()
    assert visible(figure, ".result") != []


def test_the_keyboard_goes_through_the_quiz(page: Page) -> None:
    """Space begins it, Tab leads to the cards, arrows choose among them."""
    figure = example(page)
    figure.locator(".quiz").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    assert figure.locator(".whole input:focus").count() == 1
    page.keyboard.press("Space")
    first = visible(figure, ".verdict")
    page.keyboard.press("ArrowRight")
    second = visible(figure, ".verdict")
    assert (len(first), len(second)) == (1, 1)
    assert figure.locator(".whole li:nth-child(2) input").is_checked()


def test_targets_are_large_enough(page: Page) -> None:
    """What is to be tapped measures at least 24 pixels each way."""
    figure = example(page)
    figure.locator(".try").click()
    boxes = [e.bounding_box() for e in figure.locator(".try, .whole label, .whole input, summary").all()]
    assert boxes
    assert all(box and min(box["width"], box["height"]) >= 24 for box in boxes)


def test_the_script_tells_and_remembers(server: str, visitor: Visitor) -> None:
    """A verdict is announced, a quiz begins anew, the colours of the suits stay chosen on the next page."""
    page = visitor.open(f"{server}en/play.html").page
    figure = example(page)
    figure.locator(".try").click()
    item = figure.locator(".whole li.barred").first
    item.locator("label").click()
    status = page.locator("[role=status]").inner_text()
    assert item.locator(".name").inner_text() in status
    assert item.locator(".verdict").inner_text() in status
    figure.locator(".try").click()
    figure.locator(".try").click()
    assert figure.locator(".whole input:checked").count() == 0

    def colours() -> set[str]:
        found: list[str] = page.evaluate(
            "() => ['s', 'h', 'd', 'c'].map(s => getComputedStyle(document.querySelector(`.suit-${s}`)).color)"
        )
        return set(found)

    assert len(colours()) == 2
    page.locator("#four").click()
    assert len(colours()) == 4
    page.goto(f"{server}fr/play.html")
    assert len(colours()) == 4
    page.locator("#four").click()
    page.close()
