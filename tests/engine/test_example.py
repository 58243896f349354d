"""Examples as data: how they are read, every fault that one can have, and their answers."""

# A case is a line of its table, however long: that is how one compares them.

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from sitegen.engine import (
    ERRORS,
    RANKS,
    TRUMPS,
    DealExample,
    ExampleError,
    PlayExample,
    ScoreExample,
    answer,
    differences,
    read_example,
    read_table,
    score,
    solve,
)
from tests.deals import RULE_SETS, random_hands, random_plays

PLAY: dict[str, Any] = {
    "id": "p",
    "rules": "belote-maison",
    "trump": "hearts",
    "trick": ["W:AS"],
    "seat": "N",
    "hand": ["KS", "7S", "JH"],
}
TRICK: dict[str, Any] = {"rules": "belote-maison", "trump": "hearts", "trick": "S:AS W:10S N:7S E:JH"}
BELOTE: dict[str, Any] = {
    "id": "b",
    "rules": "belote-maison",
    "trump": "hearts",
    "taker": "S",
    "cards": {"NS": 82, "EW": 70},
    "last_trick": "NS",
}
COINCHE: dict[str, Any] = BELOTE | {"id": "c", "rules": "coinche-maison", "contract": 90}
ONE_SUIT_EACH = {
    seat: " ".join(rank + suit for rank in RANKS) for seat, suit in zip("SWNE", "HSDC", strict=True)
}
DEAL: dict[str, Any] = {
    "id": "d",
    "rules": "belote-maison",
    "trump": "hearts",
    "taker": "S",
    "leader": "S",
    "hands": ONE_SUIT_EACH,
    "plays": " ".join(rank + suit for rank in RANKS for suit in "HSDC"),
}


def drop(data: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in keys}


def swap(first: str, second: str, seat: str = "") -> str:
    """The plays of the deal, or a hand of it, with two cards changing places."""
    cards = DEAL["hands"][seat] if seat else DEAL["plays"]
    return " ".join({first: second, second: first}.get(card, card) for card in cards.split())


FAULTS: list[tuple[object, list[str]]] = [
    (None, ["malformed"]),
    ([], ["malformed"]),
    ({}, ["missing-key"]),
    ({"id": "x", "rules": "belote-maison"}, ["missing-key"]),
    # of every kind
    (PLAY | {"id": 5}, ["malformed"]),
    (PLAY | {"id": ["p"]}, ["malformed"]),
    (PLAY | {"colour": 1}, ["unknown-key"]),
    (PLAY | {"taker": "S", "colour": 1}, ["unknown-key", "unknown-key"]),
    (BELOTE | {"hand": "7S"}, ["unknown-key"]),
    (DEAL | {"cards": {"NS": 152, "EW": 0}}, ["unknown-key"]),
    (DEAL | {"belote": "NS"}, ["unknown-key"]),
    (drop(PLAY, "rules"), ["missing-key"]),
    (drop(PLAY, "trump", "seat"), ["missing-key", "missing-key"]),
    (PLAY | {"rules": "bridge"}, ["unknown-rules"]),
    (PLAY | {"rules": ["belote-maison"]}, ["malformed"]),
    (PLAY | {"trump": "H"}, ["unknown-trump"]),
    (PLAY | {"trump": None}, ["malformed"]),
    (PLAY | {"expect": "7S"}, ["malformed"]),
    (PLAY | {"switches": "free"}, ["malformed"]),
    (PLAY | {"switches": {"undertrump": "never"}}, ["malformed"]),
    (PLAY | {"switches": {"undertrump": ["free"]}}, ["malformed"]),
    (PLAY | {"switches": {"joker": 1}}, ["unknown-key"]),
    (PLAY | {"switches": {"base": 160}}, ["unknown-key"]),
    (PLAY | {"switches": {"joker": 1, "belote": -1}}, ["unknown-key", "malformed"]),
    # a play
    (drop(PLAY, "hand"), ["missing-key"]),
    (drop(PLAY, "seat", "hand"), ["missing-key", "missing-key"]),
    (drop(PLAY, "trick", "seat"), ["missing-key"]),
    (PLAY | {"hand": "KS 1S"}, ["unknown-card"]),
    (PLAY | {"hand": "KS ks K♠"}, ["unknown-card", "unknown-card"]),
    (PLAY | {"hand": ["KS", 7]}, ["malformed"]),
    (PLAY | {"hand": ["KS", {}]}, ["malformed"]),
    (PLAY | {"hand": {"KS": 1}}, ["malformed"]),
    (PLAY | {"hand": None}, ["malformed"]),
    (PLAY | {"hand": ""}, ["hand-size"]),
    (PLAY | {"hand": []}, ["hand-size"]),
    (PLAY | {"hand": "7S 8S 9S 10S JS QS KS 7H 8H"}, ["hand-size"]),
    (PLAY | {"hand": "7S 7S"}, ["duplicate-card"]),
    (PLAY | {"hand": "7S AS"}, ["duplicate-card"]),
    (PLAY | {"trick": "W:7S N:7S", "seat": "E"}, ["duplicate-card"]),
    (PLAY | {"trick": "W:1S"}, ["unknown-card"]),
    (PLAY | {"trick": "Z:1S"}, ["unknown-seat", "unknown-card"]),
    (PLAY | {"trick": "AS"}, ["malformed"]),
    (PLAY | {"trick": [["W", "AS"]]}, ["malformed"]),
    (PLAY | {"trick": 7}, ["malformed"]),
    (PLAY | {"seat": "NS"}, ["unknown-seat"]),
    (PLAY | {"seat": 1}, ["malformed"]),
    (PLAY | {"seat": "E"}, ["out-of-turn"]),
    (PLAY | {"trick": "W:AS E:7C"}, ["out-of-turn"]),
    (PLAY | {"switches": {"turn": "anticlockwise"}}, ["out-of-turn"]),
    (PLAY | {"plays": "8S"}, ["illegal-play"]),
    (PLAY | {"plays": "JH"}, ["revoke"]),
    (PLAY | {"plays": "KS 7S"}, ["malformed"]),
    (PLAY | {"plays": ""}, ["malformed"]),
    (PLAY | {"plays": 7}, ["malformed"]),
    (PLAY | {"hand": "7H 8C", "plays": "8C"}, ["illegal-play"]),
    (PLAY | {"trick": "W:8H", "hand": "7H JH 8C", "plays": "7H"}, ["illegal-play"]),
    (PLAY | {"trick": "W:8H", "hand": "7H JH 8C", "plays": "8C"}, ["revoke"]),
    (TRICK | {"seat": "S"}, ["out-of-turn"]),
    (TRICK | {"seat": "S", "hand": "8C", "plays": "8C"}, ["out-of-turn"] * 3),
    (TRICK | {"trick": TRICK["trick"] + " S:8C"}, ["malformed"]),
    (TRICK | {"trick": "S:AS W:1S N:7S E:JH"}, ["unknown-card"]),
    # a score
    (drop(BELOTE, "taker", "last_trick"), ["missing-key", "missing-key"]),
    (BELOTE | {"taker": "NS"}, ["unknown-seat"]),
    (BELOTE | {"last_trick": "N"}, ["unknown-seat"]),
    (BELOTE | {"cards": {"NS": 152}}, ["missing-key"]),
    (BELOTE | {"cards": {"NS": 82, "EW": 70, "N": 0}}, ["unknown-seat"]),
    (BELOTE | {"cards": [82, 70]}, ["malformed"]),
    (BELOTE | {"cards": {"NS": 82.0, "EW": 70}}, ["malformed"]),
    (BELOTE | {"cards": {"NS": True, "EW": 151}}, ["malformed"]),
    (BELOTE | {"cards": {"NS": "82", "EW": 70}}, ["malformed"]),
    (BELOTE | {"cards": {"NS": 10**4000, "EW": 70}}, ["malformed"]),
    (BELOTE | {"cards": {"NS": 162, "EW": -10}}, ["negative"]),
    (BELOTE | {"cards": {"NS": 82, "EW": 80}}, ["points-sum"]),
    (BELOTE | {"trump": "no-trump"}, ["points-sum"]),
    (BELOTE | {"belote": "N"}, ["unknown-seat"]),
    (BELOTE | {"belote": 20}, ["malformed"]),
    (BELOTE | {"belote": {"NS": 2}}, ["malformed"]),
    (BELOTE | {"belote": {"NS": 1, "EW": 1}}, ["malformed"]),
    (BELOTE | {"belote": {"NS": -1}}, ["negative"]),
    (BELOTE | {"trump": "no-trump", "cards": {"NS": 60, "EW": 60}, "belote": "NS"}, ["belote-at-no-trump"]),
    (BELOTE | {"trump": "all-trump", "cards": {"NS": 124, "EW": 124}, "belote": {"NS": 5}}, ["malformed"]),
    (BELOTE | {"declarations": 50}, ["malformed"]),
    (BELOTE | {"declarations": {"NS": -50}}, ["negative"]),
    (BELOTE | {"declarations": {"S": 50}}, ["unknown-seat"]),
    (BELOTE | {"carried": -81}, ["negative"]),
    (BELOTE | {"carried": "81"}, ["malformed"]),
    (BELOTE | {"capot": "NS"}, ["capot-against-points"]),
    (BELOTE | {"capot": "S"}, ["unknown-seat"]),
    (BELOTE | {"cards": {"NS": 152, "EW": 0}, "last_trick": "EW", "capot": "NS"}, ["capot-against-points"]),
    (BELOTE | {"cards": {"NS": 152, "EW": 0}, "capot": "NS", "all_tricks_by": "E"}, ["capot-against-points"]),
    (BELOTE | {"all_tricks_by": "E"}, ["capot-against-points"]),
    (BELOTE | {"all_tricks_by": "NS"}, ["unknown-seat"]),
    (BELOTE | {"contract": 90, "double": "none"}, ["unknown-key", "unknown-key"]),
    (drop(COINCHE, "contract"), ["missing-key"]),
    (COINCHE | {"carried": 81}, ["carried-in-coinche"]),
    (COINCHE | {"contract": 95}, ["unknown-contract"]),
    (COINCHE | {"contract": 250}, ["unknown-contract"]),
    (COINCHE | {"contract": -90}, ["unknown-contract"]),
    (COINCHE | {"contract": "90"}, ["unknown-contract"]),
    (COINCHE | {"contract": 90.0}, ["malformed"]),
    (COINCHE | {"contract": None}, ["malformed"]),
    (COINCHE | {"contract": 16**5000}, ["unknown-contract"]),
    (COINCHE | {"double": "triple"}, ["malformed"]),
    (COINCHE | {"double": 2}, ["malformed"]),
    # a deal
    (drop(DEAL, "leader", "plays", "taker"), ["missing-key"] * 3),
    (DEAL | {"leader": "X"}, ["unknown-seat"]),
    (DEAL | {"hands": []}, ["malformed"]),
    (DEAL | {"hands": drop(ONE_SUIT_EACH, "N")}, ["missing-key"]),
    (DEAL | {"hands": ONE_SUIT_EACH | {"Z": ""}}, ["unknown-seat"]),
    (DEAL | {"hands": ONE_SUIT_EACH | {"N": "7D 8D"}}, ["hand-size"]),
    (DEAL | {"hands": ONE_SUIT_EACH | {"N": "7D 8D 9D 10D JD QD KD AS"}}, ["duplicate-card"]),
    (DEAL | {"hands": ONE_SUIT_EACH | {"N": "7D 8D 9D 10D JD QD KD 1D"}}, ["unknown-card"]),
    (DEAL | {"plays": "7H 7S 7D 7C"}, ["malformed"]),
    (DEAL | {"plays": DEAL["plays"].replace("AC", "1C")}, ["unknown-card"]),
    (DEAL | {"plays": DEAL["plays"].replace("AC", "7C")}, ["duplicate-card"]),
    (DEAL | {"plays": swap("7H", "7S")}, ["illegal-play"]),
    (DEAL | {"hands": ONE_SUIT_EACH | {"S": swap("AH", "7S", "S"), "W": swap("7S", "AH", "W")}, "plays": swap("8S", "7S")}, ["revoke"]),
    (DEAL | {"contract": 80}, ["unknown-key"]),
    (DEAL | {"rules": "coinche-maison"}, ["missing-key"]),
    # many at once
    (PLAY | {"colour": 1, "trump": "H", "hand": "1S 7S 7S", "seat": "X"}, ["unknown-key", "unknown-trump", "unknown-card", "unknown-seat", "duplicate-card"]),
    (BELOTE | {"rules": "x", "taker": "x", "cards": {"NS": -1, "EW": 0}, "last_trick": 1}, ["unknown-rules", "unknown-seat", "negative", "malformed"]),
]  # fmt: skip


@pytest.mark.parametrize(("data", "codes"), FAULTS)
def test_all_faults_are_told(data: object, codes: list[str]) -> None:
    """An example that cannot be is refused with all its faults, each with a code and a sentence."""
    with pytest.raises(ExampleError) as refused:
        read_example(data, RULE_SETS)
    assert codes == [fault.code for fault in refused.value.faults]
    assert all(fault.message for fault in refused.value.faults)
    assert str(refused.value).startswith(refused.value.faults[0].message)
    assert all(fault.message in str(refused.value) for fault in refused.value.faults[:6])


def test_every_error_is_reached() -> None:
    """The tables above reach every code of the closed list but the one of expectations; all codes are explained."""
    assert set(ERRORS) - {"expect-differs"} == {code for _, codes in FAULTS for code in codes}
    assert all(ERRORS.values())


def test_a_message_stays_short() -> None:
    """Of a great many faults the message tells the first few, and how many more there are."""
    with pytest.raises(ExampleError) as refused:
        read_example(PLAY | {"hand": ["x" * 1000] * 1000}, RULE_SETS)
    assert len(refused.value.faults) == 1001
    assert len(str(refused.value)) < 1000
    assert str(refused.value).endswith("and 995 more")


def test_messages_name_what_is_wrong() -> None:
    """The message of a fault says which card, key or seat it is about."""
    for data, words in (
        (PLAY | {"hand": "7S 7S 8S"}, "stands twice: 7S"),
        (PLAY | {"hand": "1S"}, "1S in hand is no card"),
        (PLAY | {"hand": ""}, "hand needs 1 to 8 cards, it has 0"),
        (PLAY | {"plays": "KS 7S"}, "plays needs one card, it has 2"),
        (PLAY | {"seat": "E"}, "E is to play in the turn of N"),
        (PLAY | {"trick": "W:AS E:7C"}, "E:7C is played in the turn of N"),
        (PLAY | {"plays": "8S"}, "8S is not in the hand"),
        (PLAY | {"plays": "JH"}, "JH is illegal: must-follow"),
        (BELOTE | {"carried": 10**6}, "carried is a whole number, at most 999999"),
        (BELOTE | {"cards": {"NS": 82, "EW": 80}}, "cards add up to 162, the deal has 152"),
        (BELOTE | {"capot": "EW"}, "EW is capot, but NS has card points and NS has the last trick"),
        (DEAL | {"plays": swap("7H", "7S")}, "play 1, S:7S, is not in that hand"),
    ):
        with pytest.raises(ExampleError) as refused:
            read_example(data, RULE_SETS)
        assert words == str(refused.value)


def test_the_most_points() -> None:
    """As many points as may be given are taken as they are."""
    example = read_example(BELOTE | {"carried": 999_999}, RULE_SETS)
    assert isinstance(example, ScoreExample)
    assert example.given.carried == 999_999


def test_an_example_becomes_typed_values() -> None:
    """The three kinds, lists and texts alike; `title` and `note` are not looked at, missing points are 0."""
    play = read_example(PLAY | {"title": 1, "note": [], "plays": "KS"}, RULE_SETS)
    assert isinstance(play, PlayExample)
    assert (
        play.id,
        " ".join(map(str, play.trick)),
        " ".join(map(str, play.hand)),
        str(play.added),
    ) == ("p", "W:AS", "KS 7S JH", "KS")
    again = read_example(PLAY | {"trick": "W:AS", "hand": "KS  7S JH", "plays": ["KS"]}, RULE_SETS)
    assert again == play
    given = read_example(BELOTE | {"belote": "EW", "declarations": {"NS": 50}}, RULE_SETS)
    assert isinstance(given, ScoreExample)
    assert (given.given.belote, given.given.declarations) == ({"NS": 0, "EW": 1}, {"NS": 50, "EW": 0})
    alone = read_example(
        COINCHE | {"cards": {"NS": 152, "EW": 0}, "contract": "generale", "all_tricks_by": "S"}, RULE_SETS
    )
    assert isinstance(alone, ScoreExample)
    assert (alone.given.capot, alone.given.all_tricks_by, alone.given.double) == ("NS", "S", "none")
    deal = read_example(DEAL, RULE_SETS)
    assert isinstance(deal, DealExample)
    assert (len(deal.tricks), deal.given.capot, deal.given.all_tricks_by) == (8, "NS", "S")


def test_toml_tables() -> None:
    """A table's name is its id; what is no table, or gives an id, is refused under that name."""
    assert read_example(BELOTE, RULE_SETS) == read_table("b", drop(BELOTE, "id"), RULE_SETS)
    for table, code in (
        (7, "malformed"),
        (BELOTE, "unknown-key"),
        (drop(BELOTE, "id", "taker"), "missing-key"),
    ):
        with pytest.raises(ExampleError) as refused:
            read_table("b", table, RULE_SETS)
        assert ("b", [code]) == (refused.value.id, [fault.code for fault in refused.value.faults])


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (
            PLAY | {"hand": ["KS", "7S", "JH", "9C", "10D"]},
            '{"id":"p","kind":"play","duty":"follow","legal":["KS","7S"],'
            '"illegal":{"JH":"must-follow","9C":"must-follow","10D":"must-follow"},"holder":"W"}',
        ),
        (
            PLAY | {"plays": "KS"},
            '{"id":"p","kind":"play","duty":"follow","legal":["KS","7S"],"illegal":{"JH":"must-follow"},"holder":"W"}',
        ),
        (
            drop(PLAY, "trick"),
            '{"id":"p","kind":"play","duty":"lead","legal":["KS","7S","JH"],"illegal":{},"holder":null}',
        ),
        (
            TRICK,
            '{"id":null,"kind":"play","holder":"E","winner":"E","points":41,"card_points":[11,10,0,20]}',
        ),
        (
            TRICK | {"id": "t", "trick": "S:AS W:10S N:7S", "seat": "E", "hand": "JH KD", "plays": "JH"},
            '{"id":"t","kind":"play","duty":"ruff","legal":["JH"],"illegal":{"KD":"must-ruff"},'
            '"holder":"E","winner":"E","points":41,"card_points":[11,10,0,20]}',
        ),
        (
            BELOTE
            | {
                "id": "b",
                "rules": "coinche-officielles",
                "contract": 100,
                "double": "none",
                "cards": {"NS": 98, "EW": 54},
            },
            '{"id":"b","kind":"score","outcome":"made","totals":{"NS":108,"EW":54},"score":{"NS":210,"EW":50},"held":0,'
            '"lines":[{"side":"NS","name":"cards","points":98},{"side":"NS","name":"last-trick","points":10},'
            '{"side":"NS","name":"rounding","points":2},{"side":"NS","name":"contract","points":100},'
            '{"side":"EW","name":"cards","points":54},{"side":"EW","name":"rounding","points":-4}]}',
        ),
    ],
)
def test_answers(data: dict[str, Any], expected: str) -> None:
    """An answer has its keys in their order, as the documentation of `solve` shows them."""
    assert expected == json.dumps(answer(solve(read_example(data, RULE_SETS))), separators=(",", ":"))


def test_a_deal_answers_its_tricks_and_the_score_of_its_points() -> None:
    """The answer to a random deal has eight tricks of four cards, and the score of the same points given."""
    random = Random(2)
    for n in range(300):
        rules, trump = RULE_SETS["belote-officielles"], TRUMPS[n % 6]
        hands = random_hands(random)
        cards = random_plays(random, rules, trump, "E", hands)
        data = {
            "rules": rules.id,
            "trump": trump,
            "taker": "W",
            "leader": "E",
            "hands": {seat: [card.text for card in hand] for seat, hand in hands.items()},
            "plays": [card.text for card in cards],
            "declarations": {"EW": 20},
            "carried": 81,
        }
        example = read_example(data, RULE_SETS)
        assert isinstance(example, DealExample)
        result: dict[str, Any] = answer(solve(example))
        assert list(result) == ["id", "kind", "tricks", "outcome", "totals", "score", "held", "lines"]
        assert [card.text for card in cards] == [
            text for trick in result["tricks"] for text in trick["plays"]
        ]
        assert result["tricks"][0]["leader"] == "E"
        assert [t["winner"] for t in result["tricks"]][:-1] == [t["leader"] for t in result["tricks"]][1:]
        again = score(rules, example.given)
        assert (again.score, again.held) == (result["score"], result["held"])


@pytest.mark.parametrize(
    ("expect", "keys"),
    [
        ({}, []),
        ({"outcome": "made", "held": 0, "score": {"EW": 70, "NS": 92}}, []),
        ({"outcome": "failed"}, ["expect.outcome"]),
        ({"held": False}, ["expect.held"]),
        ({"held": 0.0}, ["expect.held"]),
        ({"score": {"NS": 92}}, ["expect.score"]),
        ({"legal": ["7S"], "held": 1}, ["expect.legal", "expect.held"]),
    ],
)
def test_differences(expect: dict[str, object], keys: list[str]) -> None:
    """Every key that is expected must be in the answer with that value, of that kind; the message names both."""
    found = differences(answer(solve(read_example(BELOTE, RULE_SETS))), expect)
    assert [("expect-differs", key) for key in keys] == [(fault.code, fault.key) for fault in found]
    for fault in found:
        assert fault.key.removeprefix("expect.") in fault.message
