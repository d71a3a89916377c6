"""What a seat may know of the law of irregularities and of a concession."""

import pytest

from service.piquet.legal_actions import PassOption, SimpleOption
from service.piquet.model.actions import Concede
from service.piquet.model.state import IncidentRecord, LawState, State
from service.piquet.views import visible, visible_law

A, B = 0, 1


def incident(offender: int, *, public: bool) -> IncidentRecord:
    return IncidentRecord(3, "K15", "L54", offender, (1 - offender,), (), None, "open", None, public)


@pytest.mark.parametrize("dealer", [A, B])
def test_a_seat_knows_what_is_public_or_its_own_of_the_law(dealer: int) -> None:
    # Pairs are of elder and younger: what each has seen and the suits that each has to lead are for itself alone.
    of_elder, of_younger, told = incident(0, public=False), incident(1, public=False), incident(0, public=True)
    law = LawState(
        lying=(7, 8), taken=((1, 2), (6,)), incidents=(of_elder, of_younger, told), forfeits=("L54", None), seen=(5, 9),
        ahead=((1,), (2,)), suits_due=((2,), (3,)), dealt_by=A, annulled="L12", lost=1, relead_due=True,
    )  # fmt: skip
    state = State(dealer=dealer, law=law)
    known = LawState(forfeits=("L54", None), ahead=((1,), (2,)), annulled="L12", lost=1)
    assert visible_law(state, 1 - dealer) == known._replace(
        incidents=(of_elder, told), seen=(5, 0), suits_due=((2,), ())
    )
    assert visible_law(state, dealer) == known._replace(incidents=(of_younger, told), seen=(0, 9), suits_due=((), (3,)))
    assert visible_law(State(dealer=dealer), A) == LawState()


@pytest.mark.rule("R6.5")
@pytest.mark.parametrize("dealer", [A, B])
@pytest.mark.parametrize("reckoned", [False, True])
def test_elder_does_not_know_if_conceding_is_legal_before_younger_has_reckoned(dealer: int, reckoned: bool) -> None:
    found = [option for seat in (A, B) for option in (PassOption(seat, 0), SimpleOption(seat, Concede))]
    state, elder = State(dealer=dealer, reckoned=reckoned), 1 - dealer
    assert visible(found, state, dealer) == (PassOption(dealer, 0), SimpleOption(dealer, Concede))
    assert visible(found, state, elder) == (PassOption(elder, 0), *[SimpleOption(elder, Concede)] * reckoned)
