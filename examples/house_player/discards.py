"""Which cards to exchange."""

from collections.abc import Sequence
from random import Random
from time import monotonic

from examples.house_player.cards import least_useful, strength
from examples.house_player.client import Client, Json
from examples.house_player.knowledge import Knowledge

#: The best discards by declarations that are considered, and how many of them are tried out.
ROWS, TRIED = 60, 10
#: The deals in which each is tried out.
DEALS = 16


def choose_discard(client: Client, view: Json, known: Knowledge, rng: Random, deadline: float) -> list[str]:
    """The discard with the best result in deals at random.

    The analysis ranks discards by what they bring in point, sequences and sets. Of the first ones those are tried out
    that keep most for the play as well, until the deadline.
    """
    rows = client.post("/v1/exchanges/analyse", view=view, mode="plain", limit=ROWS)["rows"]
    average = sum(strength([card], known.side) for card in known.unseen) / len(known.unseen)
    promise: dict[tuple[str, ...], float] = {}
    for row in rows:
        kept = [card for card in known.hand if card not in row["discard"]]
        in_play = strength(kept, known.side) + average * len(row["discard"])
        promise[tuple(row["discard"])] = row["worth"]["decimal"] + in_play
    tried = sorted(promise, key=lambda discard: -promise[discard])[:TRIED]
    trial = _Trial(client, view, known)
    results = dict.fromkeys(tried, 0.0)
    for _ in range(DEALS):
        dealt = trial.deal(rng)
        for discard in tried:
            results[discard] += trial.result(dealt, discard)
        if monotonic() > deadline:
            break
    best = max(tried, key=lambda discard: results[discard])
    return list(best)


class _Trial:
    """Deals of the unseen cards, and the result of a discard in each of them."""

    def __init__(self, client: Client, view: Json, known: Knowledge) -> None:
        self._client, self._known, self._ruleset = client, known, view["ruleset"]
        self._younger_max = client.parameters(self._ruleset)["younger_max"]
        self._taken = view["announced_exchange"] or known.discard_count  # elder's, if this seat is younger

    def deal(self, rng: Random) -> tuple[list[str], list[str]]:
        """The cards dealt to the other, and the talon."""
        first = self._known.carte_blanche or self._known.held
        rest = [card for card in self._known.unseen if card not in first]
        rng.shuffle(rest)
        missing = 12 - len(first)
        return [*first, *rest[:missing]], rest[missing:]

    def result(self, dealt: tuple[list[str], list[str]], discard: Sequence[str]) -> float:
        """The points by which this seat does better than the other."""
        known = self._known
        other, talon = dealt
        kept = [card for card in known.hand if card not in discard]
        missing = len(known.hand) - len(kept)
        if known.side == "elder":
            own, left = talon[:missing], talon[missing:]
            taken = min(len(left), self._younger_max or len(left))
            drawn = left[:taken]
        else:
            taken = self._taken
            own, drawn = talon[taken:][:missing], talon[:taken]
        gone = least_useful(other, taken)
        hands = {
            known.side: [*kept, *own],
            known.other_side: [*(card for card in other if card not in gone), *drawn],
        }
        score = self._client.post("/v1/hands/compare", ruleset=self._ruleset, **hands)["score"]
        totals = {side: float(score[side]) + strength(hands[side], side) for side in hands}
        return totals[known.side] - totals[known.other_side]
