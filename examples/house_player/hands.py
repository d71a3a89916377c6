"""Hands that the other player may hold, each with how well it fits what was said, shown and discarded."""

from collections import Counter
from itertools import combinations
from math import comb, exp
from random import Random
from typing import NamedTuple

from examples.house_player.cards import RANK, usefulness
from examples.house_player.client import Client, Json
from examples.house_player.knowledge import Knowledge

#: The most hands that are compared with what was said.
MOST_HANDS = 300
#: The factor for each thing that was said and that would be unusual, but not impossible, with a hand.
UNUSUAL = 0.05
#: How strongly useful cards speak against having been discarded.
CARE = 0.3

CATEGORIES = {"point": "points", "sequence": "sequences", "set": "sets"}


class OtherHand(NamedTuple):
    """A hand that the other player may hold; `original` has the cards already played, too."""

    cards: list[str]
    original: Json


def likely_hands(client: Client, view: Json, known: Knowledge, rng: Random, count: int) -> list[tuple[OtherHand, int]]:
    """Up to `count` hands drawn by their likelihood, with the number of times that each was drawn."""
    hands = _possible_hands(known, rng)
    evaluated = client.post(
        "/v1/hands/evaluate",
        ruleset=view["ruleset"],
        hands=[{"cards": [*hand, *known.played]} for hand in hands],
        odds=False,
    )["hands"]
    statements = _Statements(view, known, client.parameters(view["ruleset"])["point_comparison"])
    fits = [statements.fit(original) for original in evaluated]
    # Where nothing fits, something is not as it seems; then every hand counts as it would if nothing had been said.
    trusted = [fit for fit in fits] if any(fits) else [1.0] * len(fits)
    weights = [fit * _care(known, hand) for fit, hand in zip(trusted, hands, strict=True)]
    drawn = Counter(rng.choices(range(len(hands)), weights, k=count))
    return [(OtherHand(hands[place], evaluated[place]), times) for place, times in drawn.items()]


def _possible_hands(known: Knowledge, rng: Random) -> list[list[str]]:
    """All hands that agree with the cards seen if they are few; otherwise some of them at random."""
    certain, free, discards = known.held, [card for card in known.unseen if card[1] not in known.void], [[]]
    if known.carte_blanche and known.discard_count:
        # The other was dealt these twelve cards: the discards are among them, and the hand has the rest.
        dealt = [card for card in known.carte_blanche if card in known.unseen]
        free = [card for card in free if card not in dealt]
        must = [card for card in dealt if card[1] in known.void]
        may = [card for card in dealt if card not in must]
        discards = [[*must, *more] for more in combinations(may, max(0, known.discard_count - len(must)))]
        rng.shuffle(discards)
        hands = []
        for discarded in discards[:MOST_HANDS]:
            kept = [*certain, *(card for card in dealt if card not in discarded)]
            hands.append([*kept, *rng.sample(free, max(0, min(len(free), known.hand_count - len(kept))))])
        return hands
    wanted = known.hand_count - len(certain)
    if comb(len(free), wanted) <= MOST_HANDS:
        return [[*certain, *chosen] for chosen in combinations(free, wanted)]
    return [[*certain, *rng.sample(free, wanted)] for _ in range(MOST_HANDS)]


def _care(known: Knowledge, hand: list[str]) -> float:
    """How plausible it is that the other kept this hand and discarded the rest of the unseen cards."""
    rest = [card for card in known.unseen if card not in hand]
    if not rest:
        return 1.0
    useful = usefulness([*hand, *known.played, *rest])
    discarded = min(1.0, known.discard_count / len(rest))  # the rest of the rest is in the talon
    return exp(-CARE * discarded * sum(useful[card] for card in rest))


class _Statements:
    """What the other player has said in this deal, to be compared with hands."""

    def __init__(self, view: Json, known: Knowledge, comparison: str) -> None:
        self._side, self._comparison = known.side, comparison
        self._calls = [call for call in view["calls"] if call["status"] not in ("called", "stated")]
        others = [event for event in view["events"] if event["seat"] not in (view["seat"], None)]
        self._reckoned = Counter(event["kind"] for event in others)
        self._has_reckoned = any(event["kind"] == "reckoned" for event in others)

    def fit(self, original: Json) -> float:
        """0 for a hand that contradicts what was said, 1 for one that agrees with it."""
        factor = 1.0
        for call in self._calls:
            holdings = original[CATEGORIES[call["category"]]]
            weigh = self._as_caller if self._side == "younger" else self._as_answerer
            factor *= weigh(call, holdings)
        return factor

    def _as_caller(self, call: Json, holdings: Json) -> float:
        """The other is elder, and has called."""
        called, category = call["called"], call["category"]
        if called is None:
            return UNUSUAL if holdings and category != "point" else 1.0
        if not any(_size(holding) >= _size(called) for holding in holdings):
            return 0.0
        best = self._grade(category, holdings[0])
        if category == "set" and not any(
            holding["rank"] == called["rank"] and holding["count"] >= called["count"] for holding in holdings
        ):
            return 0.0
        usual = _size(holdings[0]) == _size(called) and _is_open(called) or best == self._grade(category, called)
        usual &= category == "point" or call["status"] != "good" or len(holdings) == self._reckoned[category]
        return 1.0 if usual else UNUSUAL

    def _as_answerer(self, call: Json, holdings: Json) -> float:
        """The other is younger, and has answered a call of this seat."""
        called, status, category = call["called"], call["status"], call["category"]
        best = self._grade(category, holdings[0]) if holdings else (0,)
        if status in ("not_good", "declined"):
            if not holdings:
                return 0.0
            grade = best[: None if not _is_open(called) else 1]
            if status == "not_good" and grade < self._grade(category, called)[: len(grade)]:
                return 0.0
        if status == "equal" and not any(_size(holding) >= _size(called) for holding in holdings):
            return 0.0
        usual = True
        if status == "good":
            usual = (
                best[:1] < self._grade(category, called)[:1]
                if _is_open(called)
                else best < self._grade(category, called)
            )
        elif self._has_reckoned and status != "equal":
            usual = bool(holdings) == bool(self._reckoned[category])
            usual &= category == "point" or len(holdings) == self._reckoned[category]
        return 1.0 if usual else UNUSUAL

    def _grade(self, category: str, holding: Json) -> tuple[float, ...]:
        """A holding, or what was called, as numbers that compare as holdings do."""
        if category == "set":
            return holding["count"], RANK[holding["rank"]]
        if category == "sequence":
            top = holding.get("top")
            # A nought ranks between the quints to the ace and to the king.
            return holding["length"], RANK["A"] - 0.5 if top == "nought" else RANK.get(top, -1)
        value = holding.get("value") or 0
        return (value,) if self._comparison == "pips" else (holding["length"], value)


def _size(holding: Json) -> int:
    size: int = holding.get("length") or holding.get("count")
    return size


def _is_open(called: Json) -> bool:
    """Whether a call has left its value or its top card unsaid."""
    return called.get("count") is None and (called.get("value") is None and called.get("top") is None)
