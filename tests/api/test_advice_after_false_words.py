"""Advice in a deal in which something false was said that nobody has noticed yet."""

import pytest

from tests.helpers.http import post, problem

P = "1~portland@1~B~SAKJHAQJ8D98CJ87_ST7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D"
LED = ["AxSKD98C87", "BxS7H97", "Ap5", "Be", "Av49", "Bg", "Ar", "As4-A", "Bg", "Ar", "At3-J", "Bn", "A.AH"]
#: B reckons four aces, of which A holds two.
FALSE = {
    "seat": "B", "type": "reckon", "irregular": True,
    "holdings": [{"category": "set", "cards": ["AS", "AH", "AD", "AC"]}],
}  # fmt: skip


@pytest.mark.parametrize("assume", ["nothing", "candid"])
def test_a_state_in_which_the_other_reckoned_what_they_cannot_hold_is_refused(assume: str) -> None:
    judged = post("/v1/actions/check-many", {"state": P, "actions": [*LED, FALSE, "B.TH"]})["items"]
    assert all(each["legal"] for each in judged)
    refused = problem("/v1/advice", {"state": judged[-1]["state"], "seat": "A", "assume": assume})
    assert refused["code"] == "irregular_state"
    assert [each["pointer"] for each in refused["errors"]] == ["/state/incidents"]


def test_candid_is_refused_where_the_other_has_sunk_something() -> None:
    """A calls a quart of a quint, which is good, and then reckons the quint (R5.8): so A was not candid."""
    dealt = {"A": "QS 8S KH JH 9H 8H 7H AD KD QC JC 7C", "B": "AS KS JS 9S 7S AH QH JD TD KC TC 9C"}
    body = {"dealer": "B", "hands": {seat: hand.split() for seat, hand in dealt.items()}}
    state = post("/v1/deals", {**body, "talon": ["QD", "7D", "8D", "TH", "9D", "TS", "AC", "8C"]})["state"]
    said = ["AxS8HKCQJ", "BxSA9DJT", "Ap5-46", "Bg", "Ar", "At0", "As4-J", "Bg", "ArsHJT987", "A.AD"]
    judged = post("/v1/actions/check-many", {"state": state, "actions": said})["items"]
    assert all(each["legal"] for each in judged), judged[-1]
    state = judged[-1]["state"]
    assert post("/v1/advice", {"state": state, "limit": 1})["seat"] == "B"
    refused = problem("/v1/advice", {"state": state, "assume": "candid"})
    assert refused["code"] == "contradictory_request"
    assert [each["pointer"] for each in refused["errors"]] == ["/assume"]
