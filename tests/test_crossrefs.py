"""What belongs together on the pages: related sections, what switches decide, terms, an index."""

from __future__ import annotations

from functools import cache

from sitegen.content import Block, walk
from sitegen.crossrefs import MOST_RELATED, CrossReferences, sections_of, titles_of
from sitegen.engine import SWITCHES, answer, switch_values, with_switches
from tests.prose import project

CONVENTIONS = {
    "belote": ("belote-maison", "belote-officielles"),
    "coinche": ("coinche-maison", "coinche-officielles"),
}


@cache
def references() -> CrossReferences:
    return project().references


def test_sections_are_the_parts_under_headings_with_an_id() -> None:
    """A section has everything up to the next heading, blocks included; none of it is in two sections."""
    page = next(p for p in project().content.pages if p.slug == "play")
    found = list(sections_of(page))
    assert [s.heading.id for s in found] == [
        "follow", "trump-led", "ruff", "undertrump", "no-trump", "winner",
    ]  # fmt: skip
    shown = [b.arguments[0] for s in found for b in walk(s.parts) if isinstance(b, Block)]
    assert shown == [b.arguments[0] for b in page.blocks() if b.name in ("play", "picture")]


def test_related_sections_state_the_same_rule() -> None:
    """The question about undertrumping leads to the section that states the duty, and back; never to its own
    page, never to more than a few."""
    page = {p.slug: p for p in project().content.pages}
    there = [s.name for s in references().related(page["questions"], "undertrump")]
    assert there[0] == "play#undertrump"
    assert "questions#undertrump" in [s.name for s in references().related(page["play"], "undertrump")]
    for section in references().sections:
        found = references().related(section.page, section.heading.id)
        assert len(found) <= MOST_RELATED
        assert all(s.page.slug != section.page.slug for s in found)


def test_related_sections_do_not_depend_on_what_was_asked_before() -> None:
    """Two readings of the site find the same."""
    again = CrossReferences(project().content, project().vocabulary, project().lexicons["en"])
    for section in reversed(again.sections):
        one = again.related(section.page, section.heading.id)
        assert [s.name for s in one] == [
            s.name for s in references().related(section.page, section.heading.id)
        ]


def test_every_switch_decides_an_example_that_a_page_shows() -> None:
    """Each line of each sheet has an example; set the switch otherwise and its answer changes. Where the turn
    goes the other way, the example cannot be."""
    content = project().content
    for rules in CONVENTIONS.values():
        for switch in content.rules[rules[0]].meanings:
            shown = references().decided(rules, switch)
            assert shown is not None, (rules, switch)
            example = content.examples[shown.example]
            under = [r for r in rules if r == example.example.rules.id] or [rules[0]]
            own = content.rules[under[0]].rules
            before = example.under(own)
            assert before is not None
            value = switch_values(own)[switch]
            others = _others(switch, value)
            after = [example.under(with_switches(own, {switch: other})) for other in others]
            assert any(a is None or answer(a) != answer(before) for a in after), (rules, switch)


def _others(switch: str, value: object) -> list[object]:
    if isinstance(value, int):
        return [value + 10]
    if switch == "contracts":
        assert isinstance(value, tuple)
        return [[v for v in value if v != left_out] for left_out in value]
    if isinstance(value, dict):
        return [{rank: points + 1 for rank, points in value.items()}]
    return [v for v in SWITCHES[switch].values if v != value]


def test_a_switch_leads_to_the_example_that_speaks_of_it() -> None:
    """Of many examples that a switch changes, the one under the words about it."""
    decided = {
        switch: references().decided(CONVENTIONS["belote"], switch)
        for switch in ("turn", "undertrump", "tie", "tie_belote", "belote_counts")
    }
    assert {switch: shown.href for switch, shown in decided.items() if shown} == {
        "turn": "questions.html#example-trump-led-all-round",
        "undertrump": "play.html#example-cannot-overruff-undertrump",
        "tie": "questions-points.html#example-belote-maison-tied-with-belote",
        "tie_belote": "questions-points.html#example-belote-maison-tied-with-belote",
        "belote_counts": "questions-points.html#example-belote-decides",
    }
    for rules in CONVENTIONS.values():
        shown = references().decided(rules, "turn")
        assert shown is not None
        assert (shown.section and shown.section.name, shown.context) == ("questions#turn", None), rules


def test_an_example_stands_under_the_heading_of_its_section() -> None:
    """What an example is called elsewhere: its own title says little without the heading."""
    shown = references().decided(CONVENTIONS["belote"], "belote_counts")
    assert shown is not None
    assert shown.title is not None
    assert shown.context is not None
    assert (shown.context.text.value, shown.title.text.value) == (
        "Does belote count toward the contract?",
        "Belote, house rules",
    )


def test_terms_are_those_that_the_glossary_explains() -> None:
    """Every notion of the source's lexicon but the game that the site is about, each once, and outcomes and
    contracts that have no notion."""
    lexicon = project().lexicons["en"]
    names = [t.name for t in references().terms]
    assert len(set(names)) == len(names)
    assert set(lexicon.terms) - {"belote-game"} == {n for n in names if "." not in n}
    assert {n for n in names if "." in n} == {
        "trump.all-trump", "outcome.failed", "outcome.tied", "contract.generale",
    }  # fmt: skip


def test_an_index_lists_rules_and_examples_and_no_sections_about_the_site() -> None:
    """A section that binds and shows nothing is no rule."""
    titles = {p.slug: [id for id, _ in titles_of(p)] for p in project().content.pages}
    assert titles["checked"] == []
    assert titles["index"] == []
    assert "example-follow-suit" in titles["play"]
    assert titles["conventions"] == ["belote", "coinche"]
