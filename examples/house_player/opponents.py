"""Two simple players to compare the house player with."""

from collections import Counter
from random import Random

from examples.house_player.table import Json, Seat

RANK = {rank: place for place, rank in enumerate("6789TJQKA")}
_REPLIES = ("not_good", "equal", "good")


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


def _reply(view: Json, option: Json) -> Json:
    """The truth: *not good* and *equal* may only be said where they are true."""
    return {"reply": next(reply for reply in _REPLIES if reply in option["replies"])}


def _tie_break(view: Json, option: Json) -> Json:
    return {"value": max(option["values"])} if option.get("values") else {"top": option["tops"][0]}


def _discard(view: Json, option: Json) -> Json:
    """The least useful cards: the higher a card is, and the more of its suit or rank there are, the more useful."""
    lengths, ranks = (Counter(card[place] for card in view["hand"]) for place in (1, 0))
    useful = {
        card: RANK[card[0]] + 2 * lengths[card[1]] + (2 * (ranks[card[0]] - 1) if card[0] in "TJQKA" else 0)
        for card in view["hand"]
    }
    return {"cards": sorted(useful, key=lambda card: (useful[card], card))[: option["max"]]}


#: What a greedy player does, the most urgent first.
_GREEDY = {
    "claim_carte_blanche": lambda view, option: {"exchange": option["exchange"]["max"]} if "exchange" in option else {},
    "commit_discard": _discard,
    "reply": _reply,
    "state_tie_break": _tie_break,
    "call": _call,
    "pass": lambda view, option: {"category": option["category"]},
    "reckon": lambda view, option: {},
    "play": lambda view, option: {"card": max(option["cards"], key=lambda card: RANK[card[0]])},
    "exchange": _discard,
}
