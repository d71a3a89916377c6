"""A deal may have a hundred and twenty irregular entries, and what follows from each of them may still be open."""

from tests.helpers.http import post

#: A card is missing, so nobody has a choice, and both players may have the cards dealt again (docs/law.md, K6).
SPOILED = {"seat": "A", "type": "incident", "kind": "spoiled", "proof": {"missing": ["8D"], "double": ["7D"]}}


def test_all_that_is_open_is_listed() -> None:
    state = post("/v1/deals", {"ruleset": "portland", "dealer": "B", "seed": "spoiled"})["state"]
    for many in (100, 20):
        state = post("/v1/actions/check-many", {"state": state, "actions": [SPOILED] * many})["items"][-1]["state"]

    options = post("/v1/actions/options", {"state": state})["options"]
    view = post("/v1/states/view", {"state": state, "seat": "A"})["view"]
    rulings = post("/v1/rulings", {"state": state})["rulings"]

    assert len([one for one in options if one["type"] == "ruling"]) == 240
    assert len([one for one in view["options"] if one["type"] == "ruling"]) == 120
    assert len(rulings) == 120
