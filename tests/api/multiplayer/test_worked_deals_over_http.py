"""Every worked deal of docs/multiplayer.md, dealt and played over HTTP, with all running totals."""

from __future__ import annotations

from itertools import accumulate

import pytest

from tests.api.multiplayer.deals import SIDES, actions_until, check_all, deal_worked, state_after
from tests.helpers.http import post, problem
from tests.multiplayer.worked_deals import WORKED_DEALS, transcript_of


@pytest.mark.parametrize("name", WORKED_DEALS)
def test_a_worked_deal_has_every_running_total(name: str) -> None:
    worked = WORKED_DEALS[name]
    sides = SIDES[worked.game]
    begun = deal_worked(worked)
    assert begun["partie"]["dealer"] == worked.dealer
    assert begun["partie"]["score"] == (worked.before or dict.fromkeys(sides, 0))
    judgements = check_all(worked.game, begun, worked.actions)
    assert [each["violations"] for each in judgements] == [[]] * len(worked.actions)
    end = judgements[-1]["state"]
    assert transcript_of(worked.game, end["events"]) == worked.transcript
    assert end["to_act"] is None

    # The events of a state are those of all answers; each has the score after it.
    assert end["events"] == [*begun["events"], *(event for each in judgements for event in each["events"])]
    for side in sides:
        key = "side" if worked.game == "voleur" else "seat"
        points = [event["points"] if event[key] == side else 0 for event in end["events"]]
        assert [event["deal_score"][side] for event in end["events"]] == list(accumulate(points))
        gained = sum(each["score_delta"][side] for each in judgements)
        assert end["score"][side] == begun["score"][side] + gained
    assert post(f"/v1/{worked.game}/states/validate", {"state": end})["valid"]


@pytest.mark.parametrize("name", ["VW1", "NW1"])
def test_single_checks_give_the_same_as_one_request_for_all(name: str) -> None:
    worked = WORKED_DEALS[name]
    state = deal_worked(worked)
    for action, expected in zip(worked.actions, check_all(worked.game, state, worked.actions), strict=True):
        judgement = post(f"/v1/{worked.game}/actions/check", {"state": state, "action": action})
        assert judgement == expected
        state = judgement["state"]


@pytest.mark.parametrize(
    ("name", "result"),
    [
        # VW13: the sixth lead makes 150 for BD, 134 and 16 (V8.2); AC has 136 and 1.
        ("VW13", {"totals": {"AC": 137, "BD": 150}, "winner": "BD"}),
        # NW12: 114, 158, 151: B wins and leaves, C has the target and more than A (N8.3).
        (
            "NW12",
            {
                "totals": {"A": 114, "B": 158, "C": 151},
                "winner": "B",
                "second": "C",
                "loser": "A",
                "remaining": [],
            },
        ),
    ],
)
def test_a_partie_that_is_won_has_its_result_and_no_further_deal(name: str, result: dict[str, object]) -> None:
    end = state_after(name)
    game = WORKED_DEALS[name].game
    assert (end["phase"], end["to_act"], end["partie"]["result"]) == ("partie_over", None, result)
    assert end["partie"]["score"] == result["totals"]
    refused = problem(f"/v1/{game}/deals", {"state": end, "seed": "next"})
    assert (refused["code"], refused["detail"]) == ("no_deal_due", refused["violations"][0]["message"])
    assert [(each["code"], each["pointer"]) for each in refused["violations"]] == [("deal.not_now", "/state/phase")]


@pytest.mark.parametrize(("name", "eldest"), [("VW2", "B"), ("NW2", "B")])
def test_the_next_deal_is_eldests(name: str, eldest: str) -> None:
    """V1.2, N1.2: A dealt, so that B was eldest and deals next; the finished deal goes into the partie."""
    game, end = WORKED_DEALS[name].game, state_after(name)
    after = post(f"/v1/{game}/deals", {"state": end, "seed": "next"})["state"]
    assert (after["partie"]["dealer"], after["partie"]["deal"]) == (eldest, 2)
    (finished,) = after["partie"]["deals"]
    assert finished == {"dealer": "A", **{member: end[member] for member in ("dealt", "history", "score")}}
    assert after["partie"]["score"] == end["score"]
    assert post(f"/v1/{game}/states/validate", {"state": after})["valid"]


def test_a_reckoning_that_is_left_open_is_filled_in() -> None:
    """V4.7: without a list B reckons all sequences of its hand, which are the quint of hearts to the king."""
    at = actions_until("VW1", "reckon")
    worked, before = WORKED_DEALS["VW1"], state_after("VW1", at)
    action = {"seat": "B", "type": "reckon"}
    assert worked.actions[at]["seat"] == "B"
    judgement = post("/v1/voleur/actions/check", {"state": before, "action": action})
    holding = {"category": "sequence", "cards": ["KH", "QH", "JH", "TH", "9H"]}
    assert judgement["state"]["history"][-1] == {**action, "holdings": [holding]}
    # The history that the caller wrote is accepted, too.
    sent = {**judgement["state"], "history": [*before["history"], action]}
    assert post("/v1/voleur/states/validate", {"state": sent})["valid"]
