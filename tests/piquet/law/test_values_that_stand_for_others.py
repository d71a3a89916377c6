"""The values of a missing fact for which a ruling is tried out: each stands for all others of its sort.

Portland's talon has eight cards, of which five are elder's; with 36 cards it has twelve, of which eight are elder's.
"""

from typing import Any

import pytest

from service.piquet.law.decide import QUESTIONS
from service.piquet.rulesets.published import ruleset

ELDER, YOUNGER = {"side": "elder", "leaves": None}, {"side": "younger", "leaves": None}


def sampled(kind: str, fact: str, name: str = "portland", **known: Any) -> set[Any]:
    (question,) = (each for each in QUESTIONS[kind] if each.name == fact)
    values = question.sampled(ruleset(name), known)
    assert len(set(values)) == len(values)
    return set(values)


def row(first: int, last: int) -> tuple[int, ...]:
    """The positions from one to another."""
    return tuple(range(first, last + 1))


@pytest.mark.parametrize(
    ("kind", "fact", "values"),
    [
        ("cut", "cards", {0, 1, 2}),  # none, one, and several
        ("faced", "faced", {1, 2}),  # one, and several
        ("misdeal", "cards", {11, 12, 13}),  # a short hand, a right one and a long one
        ("long_hand", "cards", {11, 12, 13}),
        ("undeclared", "taken", {4, 5}),  # fewer than elder may take, and all
        ("dealer_saw", "positions", {(1,), (6,)}),  # a card of elder's, and one of younger's
        ("deal_out_of_turn", "deal", {1, 5}),  # one with two more to come, and the last but one
        ("deal_out_of_turn", "deals", {6}),
        ("cut", "sizes", {(16, 16), (1, 31)}),  # packets that are large enough, and one that is not
        ("faced", "exchanged", {(), ("elder",), ("younger",), ("elder", "younger")}),
        ("misdeal", "dealt", {(one, other, 32 - one - other) for one in row(10, 15) for other in row(10, 15)}),
    ],
)
def test_each_sort_of_value_is_tried(kind: str, fact: str, values: set[Any]) -> None:
    assert sampled(kind, fact) == values


def test_the_numbers_are_those_of_the_ruleset() -> None:
    assert sampled("undeclared", "taken", "old-36") == {7, 8}
    assert (12, 12, 12) in sampled("misdeal", "dealt", "old-36")


@pytest.mark.parametrize(("given", "other"), [(0, 1), (2, 3), (("JH", "8H"), 3), ((), 1)])
def test_an_answer_is_right_or_wrong(given: Any, other: int) -> None:
    """K23: what is true, and one card more."""
    for fact, known in (("answer", "declared_in_hand"), ("declared_in_hand", "answer")):
        assert sampled("misinformed", fact, **{known: given}) == {given, other}
        assert sampled("misinformed", fact) == {1, 2}


def test_score_sheets_agree_or_differ_by_a_point() -> None:
    """K25: whether they agree is all that matters."""
    (question,) = QUESTIONS["sheets"]
    differ, agree = question.sampled(ruleset("portland"), {})
    assert agree["A"] == agree["B"] and agree["A"].keys() == {"A", "B"}
    assert sorted(abs(differ["A"][seat] - differ["B"][seat]) for seat in "AB") == [0, 1]


def test_a_pack_is_proved_incorrect_or_not() -> None:
    """K6 (L-W37): an eight of diamonds missing and two sevens, or nothing proved."""
    assert QUESTIONS["spoiled"][0].sampled(ruleset("portland"), {}) == (None, {"missing": ("8D",), "double": ("7D",)})


# ---------------------------------------------------------------- positions of the talon


@pytest.mark.parametrize(("kind", "fact"), [("wrong_exchange", "taken"), ("peeked", "positions")])
def test_elder_leaves_any_number_if_it_is_known_what_was_taken(kind: str, fact: str) -> None:
    assert sampled(kind, "leaves", **{fact: (1,)}) == {None, 1, 2, 3, 4, 5}
    assert sampled(kind, "leaves") == {None, 2}  # nothing, or some


def test_elder_leaves_any_number_if_it_is_known_what_was_mixed() -> None:
    assert sampled("wrong_exchange", "leaves", mixed=()) == {None, 1, 2, 3, 4, 5}


@pytest.mark.parametrize(
    ("known", "values"),
    [
        # For three discarded: two, three and four of one's own, all five and one too many; the last, the first, all.
        (
            ELDER | {"discarded": 3},
            {row(1, 2), row(1, 3), row(1, 4), row(1, 5), row(1, 6), (8,), (1,), row(1, 8)},
        ),
        # Younger's are the last three: two and three of these, no more; the last, the first, and with elder's last.
        (YOUNGER | {"discarded": 3}, {row(6, 7), row(6, 8), (8,), (1,), row(5, 8)}),
        (YOUNGER, {row(6, 7), row(6, 8), (8,), (1,), row(5, 8)}),
        # None, if none is discarded, or if it is known that none is mixed.
        (YOUNGER | {"discarded": 0}, {(), (6,), row(6, 8), (8,), (1,), row(5, 8)}),
        (YOUNGER | {"discarded": 3, "mixed": ()}, {(), row(6, 7), row(6, 8), (8,), (1,), row(5, 8)}),
        # What is mixed was taken.
        (
            ELDER | {"discarded": 1, "mixed": (2,)},
            {(2,), row(1, 2), row(1, 5), row(1, 6), (2, 8), row(1, 8)},
        ),
        # What was due is told: the fourth and the fifth, or nothing any more.
        (
            ELDER | {"discarded": 1, "due": (4, 5)},
            {(), (4,), row(4, 5), row(4, 6), row(4, 8), (8,), (1,), row(3, 8)},
        ),
        (ELDER | {"discarded": 1, "due": ()}, {(), (1,), row(1, 2), row(1, 5), (8,), row(1, 8)}),
    ],
)
def test_positions_taken(known: dict[str, Any], values: set[tuple[int, ...]]) -> None:
    assert sampled("wrong_exchange", "taken", **known) == values


def test_positions_mixed() -> None:
    """None, all, all but the last, those that are elder's, and the others."""
    values = {(), (1, 6, 7), (1, 6), (1,), (6, 7)}
    assert sampled("wrong_exchange", "mixed", **ELDER, taken=(1, 6, 7)) == values
    assert sampled("wrong_exchange", "mixed", **ELDER, taken=(1, 6, 7), due=(6,)) == {
        (), (1, 6, 7), (1, 6), (6,), (1, 7),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "taken", "mixed", "values"),
    [
        ("portland", (), (), {0, 1}),
        # LR12: the second was passed over and counts as taken and mixed: three and two.
        ("portland", (1, 3), (3,), {1, 2, 3, 4}),
        ("old-36", row(1, 12), row(1, 12), {11, 12}),
    ],
)
def test_numbers_discarded(name: str, taken: tuple[int, ...], mixed: tuple[int, ...], values: set[int]) -> None:
    """As many as were taken or mixed, one fewer and one more, of the twelve cards of a hand."""
    assert sampled("wrong_exchange", "discarded", name, **ELDER, taken=taken, mixed=mixed) == values


def test_positions_looked_at() -> None:
    """The first, elder's last and younger's first; and if it is told what was due, that, and each of the others."""
    assert sampled("peeked", "positions", **ELDER) == {(1,), (5,), (6,)}
    assert sampled("peeked", "positions", due=(4, 5)) == {(1,), (5,), (6,), (4, 5), (2,), (3,), (7,), (8,)}
    assert sampled("peeked", "positions", "old-36", **ELDER) == {(1,), (8,), (9,)}
