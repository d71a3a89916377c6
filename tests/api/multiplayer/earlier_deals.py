"""Earlier deals of a partie with totals that are asked for, so that a worked deal can be played after them.

A worked deal that begins with totals cannot be dealt over HTTP by itself: the totals of a state follow from its earlier
deals, which are replayed. The numbers in `SEEDS` were found by a search; `partie_before` asserts that they give the
totals.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from service.multiplayer import engine
from service.multiplayer.engine import PACK, deal_deck
from service.multiplayer.games import GAMES
from service.multiplayer.parameters import Ruleset, ruleset
from service.multiplayer.state import Deal
from service.multiplayer.written import state_of
from service.piquet.rules.dealing import shuffle
from tests.multiplayer.random_play import play
from tests.multiplayer.worked_deals import WorkedDeal

Json = Any

#: The seed of each earlier deal, by the name of the worked deal.
SEEDS: dict[str, tuple[int, ...]] = {
    "VW13": (0, 4, 7, 7, 10, 10, 11),
    "VW22": (9, 7, 10, 7, 10, 12),
    "VW23": (9, 4, 9, 10, 10),
    "NW12": (0, 3, 0, 13, 10, 8, 15),
    "NW17": (0, 5, 2, 14, 10, 15),
}


def earlier_deal(rules: Ruleset, dealer: int, seed: int, finished: tuple[tuple[int, ...], ...] = ()) -> Deal:
    """A deal with random cards that is played to its end at random."""
    first_dealer = (dealer - len(finished)) % len(rules.game.seats)
    d = engine.deal(rules, first_dealer, deal_deck(rules, dealer, shuffle(PACK, f"earlier {seed}")), finished)
    assert d.dealer == dealer
    for _ in play(d, random.Random(seed)):
        pass
    return d


def partie_of(rules: Ruleset, first_dealer: int, seeds: Sequence[int]) -> Json:
    """The state at the end of the last of these deals."""
    deals: list[Json] = []
    finished: tuple[tuple[int, ...], ...] = ()
    state: Json = {}
    for at, seed in enumerate(seeds):
        if state:
            deals.append({name: state[name] for name in ("dealt", "history", "score")})
            deals[-1]["dealer"] = state["partie"]["dealer"]
        d = earlier_deal(rules, (first_dealer + at) % len(rules.game.seats), seed, finished)
        finished = (*finished, d.score)
        state = state_of(d)
    state["partie"]["deals"] = deals
    return state


def partie_before(worked: WorkedDeal) -> Json:
    """The state at the end of the deal before a worked deal."""
    rules, seeds = ruleset(GAMES[worked.game], worked.parameters), SEEDS[worked.name]
    state = partie_of(rules, rules.game.seats.index(worked.dealer) - len(seeds), seeds)
    assert state["partie"]["score"] == worked.before
    return state
