"""What a diagnostic means, and how the engine comes to its answer to an example: the text of `explain`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from difflib import get_close_matches

from sitegen.content import LoadedExample
from sitegen.diagnostics import CODES
from sitegen.docs import change_lines, failing_example
from sitegen.engine import (
    ERRORS,
    Card,
    Play,
    Score,
    ScoreInput,
    SolvedDeal,
    SolvedPlay,
    action,
    holder,
    partner,
)

DUTIES: dict[str, str] = {
    "lead": "the hand leads: any card",
    "follow": "the hand holds the suit led and must follow it",
    "overtrump": "trump was led and the hand can go higher: it must",
    "ruff": "the hand lacks the suit led, an opponent holds the trick: it must ruff",
    "overruff": "an opponent has ruffed and the hand can go higher: it must",
    "undertrump": "an opponent has ruffed and the hand cannot go higher: it must play a lower trump",
    "free": "nothing binds the hand: any card",
}
"""Duty → what it says of the hand."""


KNOWN_CODES = frozenset([*CODES, *ERRORS])
"""What `explain_code` can explain."""


def unknown(what: str, examples: Collection[str]) -> str:
    """What to say of something that is neither a code nor an example."""
    near = get_close_matches(what, [*examples, *KNOWN_CODES], 1)
    hint = f" Did you mean {near[0]}?" if near else ""
    return f"{what} is neither an example that can be read nor a code.{hint}"


def explain_code(code: str) -> str:
    """What a code means, a change to a site that brings it about, and how to mend it."""
    if code in ERRORS:
        return f"{code}: an error of `sitegen solve`, and of an example (C201)\n\n{ERRORS[code]}\n"
    about = CODES[code]
    out = [
        f"{code} {about.name}, {'an error' if about.severity == 'error' else 'a warning'}",
        "",
        about.meaning,
    ]
    failing = failing_example(code)
    if failing is not None:
        out += ["", f"For example: {failing.about}", ""]
        out += [f"    {line}".rstrip() for change in failing.changes for line in change_lines(change)]
    return "\n".join([*out, "", f"To mend it: {about.fix}"]) + "\n"


def explain_example(id: str, loaded: LoadedExample) -> str:
    """The engine's reasoning about an example, step by step."""
    rules, solved = loaded.example.rules, loaded.solved
    lines = [f"{id} ({loaded.place.path}:{loaded.place.line})", f"rules    {rules.id}"]
    if isinstance(solved, SolvedPlay):
        lines += _play(solved)
    else:
        if isinstance(solved, SolvedDeal):
            lines += [
                f"trick    {' '.join(map(str, t.plays))}: {t.winner} takes {t.points}"
                for t in solved.example.tricks
            ]
        lines += _score(solved.example.given, solved.score)
    return "\n".join(lines) + "\n"


def _play(solved: SolvedPlay) -> Iterator[str]:
    example, rules = solved.example, solved.example.rules
    points = rules.points(example.trump)
    yield f"trump    {example.trump}"

    def step(plays: tuple[Play, ...], index: int) -> str:
        play = plays[index]
        held = holder(rules, example.trump, plays[: index + 1]) == index
        did = action(rules, example.trump, plays, index)
        takes = ", holds the trick" if held else ""
        return f"play {index + 1}   {play.seat} {play.card.text}: {did}, {points[play.card]} points{takes}"

    for index in range(len(example.trick)):
        yield step(example.trick, index)
    if solved.legal is not None and example.seat is not None:
        yield f"hand     {example.seat}: {_cards(example.hand)}"
        if example.trick:
            best = example.trick[holder(rules, example.trump, example.trick)]
            who = "the partner" if best.seat == partner(example.seat) else "an opponent"
            yield f"holder   {best.seat} with {best.card.text}, {who} of {example.seat}"
        yield f"duty     {solved.legal.duty}: {DUTIES[solved.legal.duty]}"
        yield f"legal    {_cards(solved.legal.cards)}"
        for card, reason in solved.legal.illegal.items():
            yield f"illegal  {card.text}: {reason}"
    if example.added is not None:
        yield step(solved.trick, len(solved.trick) - 1)
    if solved.winner is not None:
        yield f"winner   {solved.winner}"
        yield f"points   {' + '.join(map(str, solved.card_points))} = {sum(solved.card_points)}"


def _score(given: ScoreInput, result: Score) -> Iterator[str]:
    yield f"trump    {given.trump}"
    yield f"taker    {given.taker}"
    if result.contract:
        yield f"contract {given.contract}, worth {result.contract}; {given.double}, times {result.multiplier}"
    yield f"cards    NS {given.cards['NS']}, EW {given.cards['EW']}; last trick {given.last_trick}"
    if given.capot is not None:
        yield f"capot    {given.capot}"
    yield f"compared NS {result.totals['NS']} with EW {result.totals['EW']}"
    yield f"outcome  {result.outcome}"
    for side, score in result.score.items():
        for line in result.lines:
            if line.side == side:
                yield f"{side}       {line.points:+5} {line.name}"
        yield f"{side}       {score:5} written"
    if given.carried or result.held:
        yield f"held     {given.carried} before, {result.held} after"


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(card.text for card in cards)
