"""States without seals: an edited one is refused where it is wrong, or can be reached by play."""

from collections import Counter
from itertools import islice

import pytest

from tests.fuzz.games import few, irregular
from tests.fuzz.unsealed import Campaign
from tests.helpers.http import post, send
from tests.helpers.law_game import LawGame
from tests.helpers.random_cases import generator, scale
from tests.helpers.reachable import AT_ONCE, Unreachable, assert_reachable
from tests.helpers.short_campaigns import assert_no_edit_is_taken

#: An offer of a fresh deal, which nobody has to accept: it may be made again and again (docs/law.md, K29).
OFFER = {"seat": "A", "type": "incident", "kind": "offer", "redeal": True}


def test_an_edit_of_a_state_with_irregular_entries_is_found(tell):
    """A short `make fuzz-states IRREGULAR=1`."""
    assert_no_edit_is_taken(Campaign, scale(160, enough=100), 5, tell, "States with irregular entries")


def test_what_a_seat_may_ask_of_an_irregular_state_is_answered() -> None:
    """An analysis may refuse a deal that it cannot value. By its view, a hand is worth what it is by the state."""
    asked = 0
    for states in islice(few(irregular, 4)(generator("asked of irregular states"), Counter()), scale(6, enough=1)):
        for given in ({"state": state, "seat": seat} for state in states for seat in "AB"):
            for path in ("/v1/actions/options", "/v1/rulings", "/v1/exchanges/analyse"):
                assert send(path, given)[0] in (200, 409)
            view = post("/v1/states/view", given)["view"]
            (status, by_state), (same, by_view) = (send("/v1/hands/evaluate", one) for one in (given, {"view": view}))
            assert status == same and status in (200, 409)
            assert by_state.get("hands") == by_view.get("hands")
            asked += 1
    assert asked


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
