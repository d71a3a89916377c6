"""A deal may have a hundred and twenty irregular entries, and what follows from each of them may still be open."""

from typing import Any

import pytest

from tests.helpers.http import post

Json = Any

#: A card is missing, so nobody has a choice, and both players may have the cards dealt again (docs/law.md, K6).
SPOILED = {"seat": "A", "type": "incident", "kind": "spoiled", "proof": {"missing": ["8D"], "double": ["7D"]}}


@pytest.fixture(scope="module")
def state() -> Json:
    """The cards of a deal, with 120 entries."""
    state = post("/v1/deals", {"ruleset": "portland", "dealer": "B", "seed": "spoiled"})["state"]
    for many in (100, 20):
        state = post("/v1/actions/check-many", {"state": state, "actions": [SPOILED] * many})["items"][-1]["state"]
    return state


def test_all_that_is_open_is_listed(state: Json) -> None:
    options = post("/v1/actions/options", {"state": state})["options"]
    view = post("/v1/states/view", {"state": state, "seat": "A"})["view"]
    rulings = post("/v1/rulings", {"state": state})["rulings"]

    assert len([one for one in options if one["type"] == "ruling"]) == 240
    assert len([one for one in view["options"] if one["type"] == "ruling"]) == 120
    assert len(rulings) == 120


def test_the_hand_of_such_a_deal_is_evaluated(state: Json) -> None:
    """By the state and by its view alike, which lists more than a hundred options."""
    view = post("/v1/states/view", {"state": state, "seat": "A"})["view"]
    by_view = post("/v1/hands/evaluate", {"view": view})
    by_state = post("/v1/hands/evaluate", {"state": state, "seat": "A"})
    assert by_view["hands"] == by_state["hands"]
    assert by_view["hands"][0]["cards"] == view["hand"]
