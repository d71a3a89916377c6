"""Rulings as plain data: what an election does to the deal."""

import pytest

from service.piquet.law.decide import ElectionOffer
from service.piquet.model.state import State
from service.piquet.written import result_of_election

A, B = 0, 1
ELDER, YOUNGER, NOBODY = 0, 1, -1


@pytest.mark.parametrize(
    ("dealer", "to_act", "delta", "seat"),
    [
        # Elder had 5 and has 20, younger had 9 and has 7. Who does not deal is elder.
        (B, ELDER, {"A": 15, "B": -2}, "A"),
        (B, YOUNGER, {"A": 15, "B": -2}, "B"),
        (A, ELDER, {"A": -2, "B": 15}, "B"),
        (A, YOUNGER, {"A": -2, "B": 15}, "A"),
        (A, NOBODY, {"A": -2, "B": 15}, None),
    ],
)
def test_an_election_changes_scores_by_seat_and_says_who_is_to_act(
    dealer: int, to_act: int, delta: dict[str, int], seat: str | None
) -> None:
    state = State(dealer=dealer, phase="play", to_act=to_act, score=(20, 7))
    offer = ElectionOffer("enforce", ("E3",), "next_deal", state=state)
    assert result_of_election(offer, (5, 9)) == {"score_delta": delta, "phase": "play", "to_act": seat}


def test_what_an_election_does_is_not_told_if_its_state_is_not_known() -> None:
    offer = ElectionOffer("enforce", ("E3",), "next_deal")
    assert result_of_election(offer, (5, 9)) == {"score_delta": None, "phase": None, "to_act": None}
