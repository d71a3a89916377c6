"""Comparing the hands of voleur and normand over HTTP: the callings of worked deals, in which everything is called."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.http import post, problem
from tests.multiplayer.worked_deals import WORKED_DEALS

Json = Any


def compare(name: str, claimed: tuple[str, ...] = (), **parameters: Any) -> Json:
    """The comparison of the hands dealt in a worked deal."""
    worked = WORKED_DEALS[name]
    ruleset = {"name": worked.game, "overrides": {**worked.parameters, **parameters}}
    body = {"ruleset": ruleset, "dealer": worked.dealer, "hands": worked.hands, "carte_blanche": list(claimed)}
    return post(f"/v1/{worked.game}/hands/compare", body)


def test_a_void_point_and_a_side_that_is_good_in_the_rest() -> None:
    """VW2: 41 of B and of C are equal (V4.5); B has the quart to the ace, D, B's partner, a tierce (V4.8)."""
    found = compare("VW2")
    point, sequence, of_set = found["categories"]
    assert (point["category"], point["status"], point["good"], point["reckoned"]) == ("point", "equal", None, [])
    assert point["best"]["B"] == point["best"]["C"] == point["best"]["D"] == {"length": 4, "value": 41}
    assert (sequence["status"], sequence["good"]) == ("good", "B")
    assert sequence["reckoned"] == [
        {"seat": "B", "cards": ["AS", "KS", "QS", "JS"], "points": 4},
        {"seat": "D", "cards": ["AD", "KD", "QD"], "points": 3},
    ]
    assert (of_set["good"], of_set["best"]["B"]) == ("B", {"count": 3, "rank": "J"})
    assert (found["score"], found["repique"], found["saved"]) == ({"AC": 0, "BD": 10}, None, [])
    assert found["steps"] == [
        {"side": "BD", "kind": "sequence", "points": 4},
        {"side": "BD", "kind": "sequence", "points": 3},
        {"side": "BD", "kind": "set", "points": 3},
    ]


@pytest.mark.parametrize(
    ("name", "claimed", "parameters", "score", "repique", "saved"),
    [
        ("VW4", "", {}, {"AC": 6, "BD": 93}, "BD", []),  # 5 and 15 are 20 before AC has scored (V7.2)
        # V7.2: the same test later, when AC has reckoned its trios
        (
            "VW4",
            "",
            {"repique_test": "opponent_scores_nothing"},
            {"AC": 6, "BD": 23},
            None,
            [{"side": "BD", "bonus": "repique", "by": "set"}],
        ),
        ("VW9", "BD", {}, {"AC": 17, "BD": 90}, "BD", []),  # two cartes blanches of partners (V2.2)
        # V2.2: one carte blanche saves
        (
            "VW11",
            "B",
            {},
            {"AC": 37, "BD": 10},
            None,
            [{"side": "AC", "bonus": "repique", "by": "carte_blanche"}],
        ),
    ],
)
def test_repique_and_what_saves(
    name: str, claimed: str, parameters: Json, score: Json, repique: str | None, saved: Json
) -> None:
    found = compare(name, tuple(claimed), **parameters)
    assert (found["score"], found["repique"], found["saved"]) == (score, repique, saved)


def test_normand() -> None:
    """NW2, in which the dealer exchanges nothing: A is good in the point (38 against 37 of C) and in the sequence."""
    found = compare("NW2")
    point, sequence, of_set = found["categories"]
    assert (point["good"], point["best"]) == (
        "A",
        {"A": {"length": 4, "value": 38}, "B": {"length": 3, "value": 29}, "C": {"length": 4, "value": 37}},
    )
    assert (sequence["good"], of_set["status"]) == ("A", "nobody")
    assert found["score"] == {"A": 7, "B": 0, "C": 0}


HANDS = {"A": ["AS"], "B": ["KS"], "C": ["QS"], "D": ["JS"]}


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({"hands": {**HANDS, "D": ["AS"]}}, ["/hands/D/0"]),
        ({"hands": {**HANDS, "D": ["6S"]}}, ["/hands/D/0"]),
        ({"hands": {**HANDS, "D": ["JS", "TS"]}}, ["/hands/D"]),
        ({"hands": HANDS, "carte_blanche": ["A", "A"]}, ["/carte_blanche/1"]),
        # 20 cards are no court cards: two hands of eight, and no three (multiplayer.md, section 10)
        ({"hands": HANDS, "carte_blanche": ["A", "B", "C"]}, ["/carte_blanche"]),
    ],
)
def test_hands_that_contradict_one_another(body: Json, pointers: list[str]) -> None:
    refused = problem("/v1/voleur/hands/compare", {"dealer": "A", **body})
    assert refused["code"] == "contradictory_request"
    assert [fault["pointer"] for fault in refused["errors"]] == pointers


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({"hands": HANDS}, ["/dealer"]),
        ({"dealer": "A"}, ["/hands"]),
        ({"dealer": "E", "hands": {**HANDS, "A": []}}, ["/dealer", "/hands/A"]),
        ({"dealer": "A", "hands": {**HANDS, "A": ["AS"] * 9}}, ["/hands/A"]),
        ({"dealer": "A", "hands": HANDS, "carte_blanche": ["A"] * 5}, ["/carte_blanche"]),
        ({"dealer": "A", "hands": HANDS, "elder": []}, ["/elder"]),
    ],
)
def test_members_that_are_wrong(body: Json, pointers: list[str]) -> None:
    refused = problem("/v1/voleur/hands/compare", body)
    assert refused["code"] == "invalid_request"
    assert [fault["pointer"] for fault in refused["errors"]] == pointers
