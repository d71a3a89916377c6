"""Violations: their messages, and those that a repeated card does not cause."""

from typing import Any

import pytest

from service.piquet.actions import take_repeated
from service.piquet.model.violations import (
    IllegalAction,
    Violation,
    beside_repeats,
    out_of_bounds,
    violation,
    worded,
)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        # One card and no card are singular, as a text is; of numbers, only one is.
        (("AS",), "AS is"), (("AS", "KS"), "AS and KS are"), (["AS", "KS", "QS"], "AS, KS and QS are"),
        ((), "no card is"), ("AS", "AS is"), (0, "0 are"), (1, "1 is"), (2, "2 are"),
    ],
)  # fmt: skip
def test_a_message_agrees_with_the_number_of_what_it_names(value: Any, said: str) -> None:
    assert worded("any.code", "R1", (), "{cards} {cards:is|are}", {"cards": value}).message == said


@pytest.mark.parametrize(("value", "said"), [(None, "null"), (True, "true"), (False, "false"), (7, "7"), ("x", "x")])
def test_a_message_has_values_as_json_has_them(value: Any, said: str) -> None:
    message = violation("state.unexpected", member="a", given=value, expected=value).message
    assert message == f"a is {said}, but the history gives {said}"


def test_a_violation_may_stand_under_a_longer_path_and_under_another_rule() -> None:
    found = violation("exchange.too_few", "cards", rule="R4.2", count=0, min=1)
    assert (found.rule, found.path, found.params) == ("R4.2", ("cards",), {"count": 0, "min": 1})
    assert violation("exchange.too_few", count=0, min=1).rule == "R4.1"
    moved = found.under("actions", 3)
    assert moved == Violation(found.code, "R4.2", ("actions", 3, "cards"), found.message, found.params)
    illegal = IllegalAction((found, violation("reckon.nought_once")))
    assert str(illegal) == "0 cards are fewer than 1; a nought counts once"
    assert [reason.code for reason in illegal.violations] == ["exchange.too_few", "reckon.nought_once"]


@pytest.mark.rule("R4.1", "R4.2")
@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (0, [("exchange.too_few", {"count": 0, "min": 1})]),
        (1, []),
        (5, []),
        (6, [("exchange.too_many", {"count": 6, "max": 5})]),
    ],
)
def test_a_number_of_cards_has_a_least_and_a_most(count: int, expected: list[tuple[str, dict[str, int]]]) -> None:
    found = out_of_bounds(count, (1, 5), "R4.2", "cards")
    assert [(each.code, each.params) for each in found] == expected
    assert {(each.rule, each.path) for each in found} <= {("R4.2", ("cards",))}


def test_what_holds_with_a_repeated_card_holds_without_it() -> None:
    # A list that names a card twice names too many, or cards that are not held, whether it is counted once or twice.
    repeats = [violation("cards.twice", "cards", cards=("AS",))]
    holds = [
        violation("cards.not_held", "cards", cards=("KS",)),
        violation("exchange.too_many", "cards", count=6, max=5),
        violation("exchange.more_than_announced", "cards", count=3, max=2),
        violation("exchange.too_few", "exchange", count=0, min=1),
    ]
    caused = violation("exchange.too_few", "cards", count=0, min=1)
    assert beside_repeats(repeats, [*holds, caused]) == holds
    assert beside_repeats([], [*holds, caused]) == [*holds, caused]


def test_each_card_is_left_once_in_every_list() -> None:
    members = {
        "cards": ["AS", "KS", "AS", "AS", "KS", "QS"],
        "holdings": [{"cards": ["7H"]}, {"cards": ["7H", "7H"]}],
        "none": [],
        "count": 3,
        "steps": [1, 1],
    }
    assert list(take_repeated(members, "action")) == [
        (("action", "cards"), ("AS", "KS")),
        (("action", "holdings", 1, "cards"), ("7H",)),
    ]
    assert members["cards"] == ["AS", "KS", "QS"] and members["steps"] == [1, 1]
    assert members["holdings"] == [{"cards": ["7H"]}, {"cards": ["7H"]}]
