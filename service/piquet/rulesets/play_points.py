"""The points for leading or capturing with each card (R6.2)."""

from functools import cache
from typing import Final, NamedTuple

from service.piquet.cards.cards import CARDS

_LOW_RANKS: Final = "6789"


class PlayPoints(NamedTuple):
    """What a lead and a capture score, by card: a capture is a trick that the other player led."""

    lead: tuple[int, ...]
    capture: tuple[int, ...]


@cache  # a few combinations of values
def points_by_card(trick_scoring: str, low_leads_uncounted: bool, low_captures_uncounted: bool) -> PlayPoints:
    """Return the points for each card, computed once, because the engine reads them with every card played."""
    leads_score = trick_scoring != "one_per_trick"
    captures_score = trick_scoring == "lead_and_capture"
    low = [name[0] in _LOW_RANKS for name in CARDS]
    return PlayPoints(
        tuple(int(leads_score and not (is_low and low_leads_uncounted)) for is_low in low),
        tuple(int(captures_score and not (is_low and low_captures_uncounted)) for is_low in low),
    )
