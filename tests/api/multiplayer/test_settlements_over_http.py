"""Settlements of voleur and normand over HTTP (V8.1 to V8.3, N8.1 to N8.4)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.http import post, problem

Json = Any


def settle(game: str, deals: list[Json], **more: Any) -> Json:
    return post(f"/v1/{game}/settlements", {"deals": deals, **more})


def three(a: int, b: int, c: int) -> Json:
    return {"A": a, "B": b, "C": c}


def two(ac: int, bd: int) -> Json:
    return {"AC": ac, "BD": bd}


@pytest.mark.parametrize(
    ("deals", "totals", "winner"),
    [
        ([], two(0, 0), None),
        ([two(148, 96)], two(148, 96), None),
        ([two(148, 96), two(12, 60)], two(160, 156), "AC"),  # both have the target: the higher total (V8.3)
        ([two(90, 100), two(60, 50)], two(150, 150), None),  # equal totals play on
        ([two(0, 150)], two(0, 150), "BD"),
    ],
)
def test_voleur(deals: list[Json], totals: Json, winner: str | None) -> None:
    found = settle("voleur", deals)
    assert (found["totals"], found["over"], found["winner"]) == (totals, winner is not None, winner)
    assert found["ruleset"] == "voleur@1"


@pytest.mark.parametrize(
    ("scores", "over", "winner", "places", "remaining"),
    [
        (three(155, 140, 50), False, "A", (None, None), ["B", "C"]),  # A leaves, B and C go on (N8.3, N8.4)
        (three(160, 155, 90), True, "A", ("B", "C"), []),  # settled at once
        (three(155, 155, 80), False, None, (None, None), []),  # equal highest totals play on, all three
        (three(160, 152, 152), False, "A", (None, None), ["B", "C"]),  # A leaves, the others are equal
        (three(10, 20, 149), False, None, (None, None), []),
    ],
)
def test_normand(scores: Json, over: bool, winner: str | None, places: tuple[Any, Any], remaining: list[str]) -> None:
    found = settle("normand", [scores])
    assert (found["totals"], found["over"], found["winner"]) == (scores, over, winner)
    assert ((found["second"], found["loser"]), found["remaining"]) == (places, remaining)
    assert found["stakes"] == (three(1, 0, -1) if over else None)


def test_the_two_that_remain_go_on_with_two_handed_deals() -> None:
    """N8.4: 155-140-50, then B 12 and C 20: 152-70, so that B is second and C loses: +1, 0, -1."""
    found = settle("normand", [three(155, 140, 50)], continued=[{"B": 12, "C": 20}])
    assert found["totals"] == three(155, 152, 70)
    assert (found["over"], found["winner"], found["second"], found["loser"]) == (True, "A", "B", "C")
    assert (found["remaining"], found["stakes"]) == ([], three(1, 0, -1))


def test_two_that_remain_with_equal_totals_play_on() -> None:
    """N8.4: 160-152-152 and 5 each are 157-157; then C has more."""
    begun = [three(160, 152, 152)]
    found = settle("normand", begun, continued=[{"B": 5, "C": 5}])
    assert (found["over"], found["remaining"], found["stakes"]) == (False, ["B", "C"], None)
    found = settle("normand", begun, continued=[{"B": 5, "C": 5}, {"B": 0, "C": 1}])
    assert (found["over"], found["second"], found["loser"]) == (True, "C", "B")
    assert found["stakes"] == three(1, -1, 0)


@pytest.mark.parametrize(
    ("game", "body", "pointer"),
    [
        ("voleur", {"deals": [two(150, 0), two(1, 1)]}, "/deals/1"),
        ("normand", {"deals": [three(155, 140, 50), three(1, 1, 1)]}, "/deals/1"),  # after the first has left
        ("normand", {"deals": [three(10, 20, 30)], "continued": [{"B": 1, "C": 2}]}, "/continued/0"),
        ("normand", {"deals": [three(155, 140, 50)], "continued": [{"A": 1, "C": 2}]}, "/continued/0"),
        (
            "normand",
            {"deals": [three(155, 140, 50)], "continued": [{"B": 12, "C": 20}, {"B": 1, "C": 2}]},
            "/continued/1",
        ),
        ("voleur", {"deals": [two(-1, 10)]}, "/deals/0"),
        ("voleur", {"deals": [two(0, 10), two(301, 10)]}, "/deals/1"),
        ("normand", {"deals": [three(155, 140, 50)], "continued": [{"B": 1001, "C": 2}]}, "/continued/0"),
    ],
)
def test_deals_that_cannot_have_been_played(game: str, body: Json, pointer: str) -> None:
    refused = problem(f"/v1/{game}/settlements", body)
    assert refused["code"] == "contradictory_request"
    assert [fault["pointer"] for fault in refused["errors"]] == [pointer]


@pytest.mark.parametrize(
    ("game", "body", "pointers"),
    [
        ("voleur", {}, ["/deals"]),
        ("voleur", {"deals": [{"A": 1, "C": 2}]}, ["/deals/0/AC", "/deals/0/BD", "/deals/0/A", "/deals/0/C"]),
        ("voleur", {"deals": [], "continued": []}, ["/continued"]),
        ("normand", {"deals": [three(1, 2, 3)] * 201}, ["/deals"]),
        ("normand", {"deals": [], "continued": [{"B": 1}]}, ["/continued/0"]),
        ("normand", {"deals": [], "continued": [{"B": 1, "D": 1}]}, ["/continued/0"]),
        ("normand", {"deals": [], "continued": [{"B": 1, "C": "2"}]}, ["/continued/0/C"]),
        ("normand", {"deals": [], "continued": [{"B": 1, "C": 1}] * 201}, ["/continued"]),
    ],
)
def test_members_that_are_wrong(game: str, body: Json, pointers: list[str]) -> None:
    refused = problem(f"/v1/{game}/settlements", body)
    assert refused["code"] == "invalid_request"
    assert [fault["pointer"] for fault in refused["errors"]] == pointers


def test_another_target() -> None:
    """V8.1."""
    deals = [two(150, 96)]
    ruleset = {"name": "voleur", "overrides": {"target": 220}}
    found = settle("voleur", deals, ruleset=ruleset)
    assert (found["over"], found["ruleset"]) == (False, {"name": "voleur@1", "overrides": {"target": 220}})
