"""States without seals: an edited one is refused where it is wrong, or can be reached by play."""

import pytest

from tests.fuzz.unsealed import Campaign
from tests.helpers.http import post
from tests.helpers.law_game import LawGame
from tests.helpers.random_cases import scale
from tests.helpers.reachable import AT_ONCE, Unreachable, assert_reachable
from tests.helpers.short_campaigns import assert_no_edit_is_taken

#: An offer of a fresh deal, which nobody has to accept: it may be made again and again (docs/law.md, K29).
OFFER = {"seat": "A", "type": "incident", "kind": "offer", "redeal": True}


def test_an_edit_of_a_state_with_irregular_entries_is_found(tell):
    """A short `make fuzz-states IRREGULAR=1`."""
    assert_no_edit_is_taken(Campaign, scale(160, enough=100), 5, tell, "States with irregular entries")


def test_a_deal_with_more_entries_than_a_request_takes_can_be_reached():
    state = post("/v1/deals", {"ruleset": "portland", "dealer": "B", "seed": "a long deal"})["state"]
    for many in (AT_ONCE, 10):
        items = post("/v1/actions/check-many", {"state": state, "actions": [OFFER] * many})["items"]
        state = items[-1]["state"]
    assert len(state["history"]) == AT_ONCE + 10
    assert_reachable(state)
    with pytest.raises(Unreachable):
        assert_reachable(state | {"history": state["history"][:-1]})


def test_of_many_differences_a_hundred_are_told():
    state = LawGame.deal_p().play_p().state
    state.pop("seal", None)
    for event in state["events"]:
        event["points"] += 1
        event["deal_score"] = {seat: points + 1 for seat, points in event["deal_score"].items()}
    assert 3 * len(state["events"]) > 100
    found = post("/v1/states/validate", {"state": state})
    assert (found["valid"], len(found["violations"])) == (False, 100)
