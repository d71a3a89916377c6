"""The events of a deal: an ordered log whose points add up to the score.

Events contain only what both players have heard or seen, so a view of either player may show all of them.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Event(NamedTuple):
    """An event. `seat` is 0, 1 or None; `cards` are names; `score` is the score of the deal by seat after the event.

    `more` has the members that only this kind of event has.
    """

    seat: int | None
    kind: str
    points: int
    cards: tuple[str, ...]
    rule: str
    score: tuple[int, int]
    more: Mapping[str, Any] = {}
