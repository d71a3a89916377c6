"""What the other player has said in a deal, and how well a hand agrees with it."""

from collections import Counter

from examples.house_player.cards import RANK
from examples.house_player.client import Json
from examples.house_player.knowledge import Knowledge

#: The members of `POST /v1/hands/evaluate` for each category.
HOLDINGS = {"point": "points", "sequence": "sequences", "set": "sets"}

#: The members of a holding that count first and second.
_MEMBERS = {"point": ("length", "value"), "sequence": ("length", "top"), "set": ("count", "rank")}

#: The factor for each statement that would be unusual with a hand, but possible: players may call less than they hold.
UNUSUAL = 0.05

#: How the best holding of the hand compares with what was called: the least that is possible, and what is usual.
#: -1 is less, 0 is equal, 1 is better. First for what this player has called, then for the other player's replies.
_CALLED = (0, {0})
_REPLIES = {"good": (-1, {-1}), "equal": (0, {0}), "declined": (0, {0, 1}), "not_good": (1, {1})}


class Statements:
    """The calls and replies of the other player, and what they reckoned."""

    def __init__(self, view: Json, known: Knowledge, point_comparison: str) -> None:
        self._other_calls = known.other_side == "elder"
        self._by_pips = point_comparison == "pips"
        self._calls = [call for call in view["calls"] if call["status"] in (*_REPLIES, "passed")]
        others = [event["kind"] for event in view["events"] if event["seat"] not in (view["seat"], None)]
        self._reckoned = Counter(others)

    def agreement(self, evaluated: Json) -> float:
        """1 for a hand that agrees with everything, less for an unusual one, 0 for one that contradicts something."""
        factor = 1.0
        for call in self._calls:
            category, holdings = call["category"], evaluated[HOLDINGS[call["category"]]]
            if call["called"]:
                least, usual = _CALLED if self._other_calls else _REPLIES[call["status"]]
                compared = self._compare(category, holdings, call["called"])
                if compared < least:
                    return 0.0
                factor *= 1 if compared in usual else UNUSUAL
            if self._is_reckoned(call):
                # Of several points one is reckoned, of sequences and sets all.
                expected = min(1, len(holdings)) if category == "point" else len(holdings)
                factor *= 1 if expected == self._reckoned[category] else UNUSUAL
        return factor

    def _is_reckoned(self, call: Json) -> bool:
        """Whether the other has reckoned in this category all that they will."""
        if self._other_calls:
            return call["status"] in (("good",) if call["category"] == "point" else ("good", "passed"))
        return self._reckoned["reckoned"] > 0 and call["status"] in ("not_good", "declined", "passed")

    def _compare(self, category: str, holdings: Json, called: Json) -> int:
        """-1, 0 or 1: the best holding is less than what was called, equal or better, as far as that was said."""
        if not holdings:
            return -1
        size, tie_break = _MEMBERS[category]
        best, other = (
            (
                0 if category == "point" and self._by_pips else holding[size],
                0 if called.get(tie_break) is None else _grade(holding[tie_break]),
            )
            for holding in (holdings[0], called)
        )
        return (best > other) - (best < other)


def _grade(value: str | float) -> float:
    """The value of a point, or the place of a rank. A nought ranks between quints to the ace and to the king."""
    if isinstance(value, str):
        return RANK["A"] - 0.5 if value == "nought" else RANK[value]
    return value
