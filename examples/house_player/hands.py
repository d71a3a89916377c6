"""Hands that the other player may hold, drawn by their likelihood."""

from collections import Counter
from itertools import combinations
from math import comb, exp
from random import Random
from typing import NamedTuple

from examples.house_player.cards import usefulness
from examples.house_player.client import Client, Json
from examples.house_player.knowledge import Knowledge
from examples.house_player.statements import Statements

#: The most hands to draw from.
MOST_HANDS = 200
#: How strongly useful cards speak against having been discarded.
CARE = 0.3


class OtherHand(NamedTuple):
    """A hand of the other player, its evaluation with the cards already played, and how often it was drawn."""

    cards: list[str]
    evaluated: Json
    times: int


def likely_hands(client: Client, view: Json, known: Knowledge, rng: Random, count: int) -> list[OtherHand]:
    """Draws this many hands. The more likely a hand is, the more often it is drawn."""
    hands = _possible_hands(known, rng)
    evaluated = client.post(
        "/v1/hands/evaluate",
        ruleset=view["ruleset"],
        hands=[{"cards": [*hand, *known.played]} for hand in hands],
        odds=False,
    )["hands"]
    statements = Statements(view, known, client.parameters(view["ruleset"])["point_comparison"])
    agreements = [statements.agreement(each) for each in evaluated]
    if not any(agreements):
        agreements = [1.0] * len(hands)  # only few of very many hands were looked at
    weights = [agrees * _care(known, hand) for agrees, hand in zip(agreements, hands, strict=True)]
    drawn = Counter(rng.choices(range(len(hands)), weights, k=count))
    return [OtherHand(hands[place], evaluated[place], times) for place, times in drawn.items()]


def _possible_hands(known: Knowledge, rng: Random) -> list[list[str]]:
    """The hands that agree with the cards seen: all if they are few, otherwise some at random."""
    free = [card for card in known.unseen if card[1] not in known.void]
    if known.carte_blanche:
        return [_after_carte_blanche(known, free, rng) for _ in range(MOST_HANDS)]
    missing = known.hand_count - len(known.held)
    if comb(len(free), missing) <= MOST_HANDS:
        return [[*known.held, *chosen] for chosen in combinations(free, missing)]
    return [[*known.held, *rng.sample(free, missing)] for _ in range(MOST_HANDS)]


def _after_carte_blanche(known: Knowledge, free: list[str], rng: Random) -> list[str]:
    """A hand of a player who has shown the twelve cards dealt: all discards are among these."""
    dealt = [card for card in known.carte_blanche or () if card in known.unseen]
    must_go = [card for card in dealt if card not in free]
    may_go = [card for card in dealt if card in free]
    gone = {*must_go, *rng.sample(may_go, known.discard_count - len(must_go))}
    kept = [*known.held, *(card for card in dealt if card not in gone)]
    return [*kept, *rng.sample([card for card in free if card not in dealt], known.hand_count - len(kept))]


def _care(known: Knowledge, hand: list[str]) -> float:
    """How plausible it is to have kept this hand and discarded from the rest."""
    rest = [card for card in known.unseen if card not in hand]
    if not rest:
        return 1.0
    useful = usefulness([*hand, *known.played, *rest])
    discarded = min(1.0, known.discard_count / len(rest))  # the others of the rest are in the talon
    return exp(-CARE * discarded * sum(useful[card] for card in rest))
