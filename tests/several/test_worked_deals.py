"""The second implementation of the games for three and four against the worked deals (docs/family.md)."""

import pytest

from tests.reference.several.deal import Deal
from tests.several.worked_deals import WORKED_DEALS, transcript_of


@pytest.mark.parametrize("name", WORKED_DEALS)
def test_the_reference_has_every_running_total(name: str) -> None:
    worked = WORKED_DEALS[name]
    deal = Deal(worked.game, worked.parameters, worked.dealer, worked.hands, worked.talon, worked.before)
    for action in worked.actions:
        assert deal.objections(action) == set(), action
        deal.do(action)
    assert transcript_of(worked.game, deal.events) == worked.transcript
    assert deal.to_act is None
