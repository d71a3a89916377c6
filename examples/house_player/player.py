"""The house player: it sees the view of its seat, and asks the service for advice about that view."""

import json
from math import exp, inf
from random import Random
from typing import NamedTuple

from examples.house_player.table import Json, Seat
from piquet_referee_client import Conflict, Referee
from piquet_referee_client.models import Effort


class Level(NamedTuple):
    """How well the house plays.

    It takes one of the best options, at most `most` of them, none of which is more than `within` points behind the
    best. An option that is `softness` points further behind than another is chosen about a third as often.
    """

    most: int
    within: float = inf
    softness: float = inf
    effort: Effort = "quick"


LEVELS = {
    "easy": Level(most=3),
    "medium": Level(most=10, within=6, softness=2),
    "strong": Level(most=1),
    "full": Level(most=1, effort="full"),
}


class HousePlayer:
    """Decides by the view of its seat alone: the same view, level and seed give the same action."""

    def __init__(self, referee: Referee, seed: str, level: str = "strong") -> None:
        self._referee, self._seed, self._level = referee, seed, LEVELS[level]

    def deals_first(self) -> bool:
        return True  # who deals the first deal is elder in the last one

    def decide(self, seat: Seat) -> Json:
        try:
            return self.act(seat.view())
        except Conflict:  # the refusal of advice for a deal with irregular entries
            return seat.actions(0, 1)["actions"][0]

    def act(self, view: Json) -> Json:
        """The action to take in this view of a deal without irregular entries."""
        advice = self._referee.advise(view=view, effort=self._level.effort, weights="likely")
        return self._choose(advice["options"], view)["action"]

    def _choose(self, options: list[Json], view: Json) -> Json:
        """One of the options at random, as the level says. It concedes only where nothing is worth more."""
        likely = [option for at, option in enumerate(options) if at == 0 or option["action"]["type"] != "concede"]
        best = [option for option in likely[: self._level.most] if option["behind"] <= self._level.within]
        rng = Random(f"{self._seed} {json.dumps(view, sort_keys=True)}")
        return rng.choices(best, [exp(-option["behind"] / self._level.softness) for option in best])[0]
