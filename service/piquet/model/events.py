"""What happens in a deal: an ordered log, of which the score is the sum.

Events hold only what both players have heard or seen, so that a view may show them as they are.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Event(NamedTuple):
    """One thing that happened. `seat` is 0, 1 or None; `cards` are names; `score` is the deal's, by seat, after the
    event; `more` holds what only this kind has."""

    seat: int | None
    kind: str
    points: int
    cards: tuple[str, ...]
    rule: str
    score: tuple[int, int]
    more: Mapping[str, Any] = {}
