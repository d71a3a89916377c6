"""The values that members may have, on both sides of each bound (docs/reference/, docs/notation.md)."""

from typing import Any

import pytest

from service.piquet.actions import action_of, members_of
from service.piquet.value_kinds import MembersError, one_of


def exchange(name: str, positions: list[int]) -> dict[str, Any]:
    return {"type": "exchange", "cards": ["AS"], "irregular": True, name: positions}


def ruling(number: int) -> dict[str, Any]:
    return {"type": "ruling", "number": number, "election": "waive"}


def misinformed(answer: Any) -> dict[str, Any]:
    return {"type": "incident", "kind": "misinformed", "about": "point", "answer": answer}


# The talon of an irregular deal has up to 15 cards, a deal up to 255 entries, and a pack up to 36 cards.
ALL = list(range(1, 16))
WITHIN = [
    *(exchange(name, positions) for name in ("taken", "mixed") for positions in ([], [1], [15], ALL)),
    {"type": "incident", "kind": "peeked", "positions": ALL},
    ruling(0),
    ruling(255),
    misinformed(0),
    misinformed(36),
    misinformed(["AS"]),
]
BEYOND = [
    *((exchange(name, [*ALL, 1]), (name,)) for name in ("taken", "mixed")),
    *((exchange("taken", [1, position]), ("taken", 1)) for position in (0, 16)),
    ({"type": "incident", "kind": "peeked", "positions": []}, ("positions",)),
    ({"type": "incident", "kind": "peeked", "positions": [*ALL, 1]}, ("positions",)),
    (ruling(-1), ("number",)),
    (ruling(256), ("number",)),
    (misinformed(-1), ("answer",)),
    (misinformed(37), ("answer",)),
    (misinformed([]), ("answer",)),
    ({"type": "reckon", "holdings": [{"category": "points", "cards": []}]}, ("holdings", 0, "category")),
    ({"type": "reckon", "holdings": [{"category": "set", "cards": ["1S"]}]}, ("holdings", 0, "cards", 0)),
]


@pytest.mark.parametrize("members", WITHIN, ids=str)
def test_values_within_the_bounds_are_read_and_written(members: dict[str, Any]) -> None:
    assert members_of(action_of({"seat": "A", **members})) == {"seat": "A", **members}


@pytest.mark.parametrize(("members", "path"), BEYOND, ids=str)
def test_values_beyond_the_bounds_are_refused(members: dict[str, Any], path: tuple[str | int, ...]) -> None:
    with pytest.raises(MembersError) as refused:
        action_of({"seat": "A", **members})
    assert [place for place, _ in refused.value.faults] == [refused.value.path] == [path]


@pytest.mark.parametrize(
    ("members", "least"),
    [(exchange("taken", [*ALL, 1]), 0), ({"type": "incident", "kind": "peeked", "positions": []}, 1)],
)
def test_a_refusal_says_how_many_positions_are_allowed(members: dict[str, Any], least: int) -> None:
    with pytest.raises(MembersError) as refused:
        action_of({"seat": "A", **members})
    assert str(refused.value) == f"is not a list of {least} to 15 positions"


def test_every_fault_of_an_amendment_is_told_with_its_place() -> None:
    inner = {"type": "call", "category": "pont", "sizes": 5}
    with pytest.raises(MembersError) as refused:
        action_of({"seat": "A", "type": "amend", "action": inner})
    assert [place for place, _ in refused.value.faults] == [("action", "sizes"), ("action", "category")]
    # The first of them is the fault of the whole.
    assert refused.value.path == ("action", "sizes")
    assert str(refused.value).startswith("is not a member of call")


@pytest.mark.parametrize(
    ("members", "paths"),
    [
        ({"type": "call", "category": "point", "length": 13, "value": "x"}, ["length", "value"]),
        ({"type": "call", "category": "point", "count": 3, "top": "A"}, ["count", "top", "length"]),
        ({"type": "reply", "reply": "maybe", "length": 0}, ["reply", "length"]),
        ({"type": "ruling", "number": 256, "kind": "luck", "election": "mercy"}, ["number", "kind", "election"]),
        ({"type": "incident", "kind": "misinformed", "about": "luck", "cards": ["AS"]}, ["cards", "answer", "about"]),
    ],
    ids=str,
)
def test_every_member_at_fault_is_named(members: dict[str, Any], paths: list[str]) -> None:
    with pytest.raises(MembersError) as refused:
        action_of({"seat": "A", **members})
    assert [place for place, _ in refused.value.faults] == [(path,) for path in paths]


@pytest.mark.parametrize("number", [1, 2, 12, 13])
def test_up_to_twelve_words_are_listed(number: int) -> None:
    words = [f"w{count}" for count in range(number)]
    with pytest.raises(MembersError) as refused:
        one_of(words, 7)
    assert str(refused.value) == f"is not one of {', '.join(words[:12])}{', …' if number > 12 else ''}"
