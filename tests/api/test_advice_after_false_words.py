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
