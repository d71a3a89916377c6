"""Two simple players to compare the house player with."""

from random import Random

from examples.house_player.calls import choose_reply, choose_tie_break
from examples.house_player.cards import RANK, least_useful
from examples.house_player.client import Json
from examples.house_player.table import Seat


class RandomPlayer:
    """Takes any legal action, each with the same probability."""

    def __init__(self, seed: str) -> None:
        self._rng = Random(seed)

    def deals_first(self) -> bool:
        return self._rng.random() < 0.5

    def decide(self, seat: Seat) -> Json:
        total = seat.actions(0, 1)["total"]
        return seat.actions(self._rng.randrange(total), 1)["actions"][0]


class GreedyPlayer:
    """Keeps the best cards by rule of thumb, calls and reckons all that it holds, and plays its highest card."""

    def deals_first(self) -> bool:
        return True

    def decide(self, seat: Seat) -> Json:
        view = seat.view()
        options = {option["type"]: option for option in reversed(view["options"])}
        for kind in filter(options.__contains__, _GREEDY):
            return {"seat": view["seat"], "type": kind, **_GREEDY[kind](view, options[kind])}
        raise ValueError(f"nothing to do in phase {view['phase']}")


def _call(view: Json, option: Json) -> Json:
    best = option["calls"][0]
    return {"category": option["category"], **{name: value for name, value in best.items() if value is not None}}


def _discard(view: Json, option: Json) -> Json:
    return {"cards": least_useful(view["hand"], option["max"])}


#: What a greedy player does, the most urgent first.
_GREEDY = {
    "claim_carte_blanche": lambda view, option: {"exchange": option["exchange"]["max"]} if "exchange" in option else {},
    "commit_discard": _discard,
    "reply": lambda view, option: choose_reply(option),
    "state_tie_break": lambda view, option: choose_tie_break(option),
    "call": _call,
    "pass": lambda view, option: {"category": option["category"]},
    "reckon": lambda view, option: {},
    "play": lambda view, option: {"card": max(option["cards"], key=lambda card: RANK[card[0]])},
    "exchange": _discard,
}
