"""The analyses refuse deals in which irregularities have changed what they count on (docs/law.md, E3, E7, E8, K21)."""

import pytest

from tests.helpers.http import post, send
from tests.helpers.law_game import CALLS_OF_P, EXCHANGES_OF_P, RECKONING_OF_P, LawGame

# Elder takes six cards for five discarded, and mixes them: thirteen (K7). Younger then has one card less to take.
LONG = "A@xSKD98C87-k123456 BxS7H9"
PASSES = "Ap0 As0 At0 A.AH"


def refused(path: str, **body: object) -> list[str]:
    """The messages of the problem `irregular_state` with which a request is refused."""
    status, answer = send(path, body)
    assert (status, answer["code"]) == (409, "irregular_state"), answer
    return [fault["message"] for fault in answer["errors"]]


@pytest.mark.rule("E7")
def test_play_with_unequal_hands_is_not_analysed() -> None:
    state = LawGame.deal_p().does(f"{LONG} {PASSES}").state
    assert refused("/v1/play/analyse", state=state) == ["has 13 cards for elder and 12 for younger (E7)"]


@pytest.mark.rule("E7")
@pytest.mark.parametrize("seat", ["A", "B"])
@pytest.mark.parametrize("path", ["/v1/hands/evaluate", "/v1/exchanges/analyse"])
def test_hands_and_exchanges_with_unequal_hands_are_not_analysed(path: str, seat: str) -> None:
    state = LawGame.deal_p().does(LONG).state
    assert refused(path, state=state, seat=seat) == ["has 13 cards for A, not 12 (E7)"]
    view = post("/v1/states/view", {"state": state, "seat": seat})["view"]
    assert refused(path, view=view) == ["has 13 cards for A, not 12 (E7)"]


@pytest.mark.rule("E3", "E7")
def test_play_of_a_seat_that_reckons_nothing_is_not_analysed() -> None:
    state = LawGame.deal_p().does(f"{LONG} Bu1:long_hand-enforce {PASSES}").state
    assert refused("/v1/play/analyse", state=state) == [
        "has 13 cards for elder and 12 for younger (E7)",
        "has a seat that reckons nothing (E3)",
    ]


@pytest.mark.rule("E7")
def test_a_deal_with_an_irregularity_that_changes_no_hand_is_analysed() -> None:
    # B, dealing, showed a card of the talon; A let the deal stand (L13).
    state = LawGame.deal_p().does(f"Bi-exposed-HJ Au1-stand {EXCHANGES_OF_P} {CALLS_OF_P} {RECKONING_OF_P}").state
    assert post("/v1/play/analyse", {"state": state})["to_act"] == "younger"
    assert post("/v1/hands/evaluate", {"state": state, "seat": "A"})["hands"]
    view = post("/v1/states/view", {"state": state, "seat": "B"})["view"]
    assert post("/v1/hands/evaluate", {"view": view})["hands"]


def test_a_view_of_an_earlier_release_is_taken() -> None:
    state = LawGame.deal_p().state
    view = post("/v1/states/view", {"state": state, "seat": "A"})["view"]
    older = {
        name: value
        for name, value in view.items()
        if name not in ("incidents", "reckons_nothing", "seen", "ahead", "called_suit")
    }
    assert post("/v1/exchanges/analyse", {"view": older}) == post("/v1/exchanges/analyse", {"view": view})
