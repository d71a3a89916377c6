"""Parties to a target, brought to any totals by playing their first deals."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from tests.helpers.cards import cards, holding, portland
from tests.helpers.game import Game
from tests.helpers.http import Json

# The deal that is played for a wanted score. Each has a whole suit, elder the low diamonds and younger the high ones;
# elder leads some spades, then a diamond, after which every trick is younger's.
ELDER, YOUNGER = "S AKQJT987 D T987", "H AKQJT987 D AKQJ"
POINTS = (0, 3, 4, 5, 6, 7, 8)
# Lengths of a sequence and what they score.
RUNS = {0: 0, 3: 3, 4: 4, 5: 15, 6: 16, 7: 17, 8: 18}

# Elder's point and sequence (how many cards of spades he calls), younger's (of hearts), and how many spades are led.
Plan = tuple[int, int, int, int, int]
Score = tuple[int, int]


def worth(plan: Plan) -> Score:
    """Elder: the spades and a diamond that he leads; younger: a capture, the leads that are left and the last trick.
    The cards to who has seven tricks, forty to younger if he has twelve."""
    point, run, other_point, other_run, spades = plan
    elder = point + RUNS[run] + spades + 1 + (10 if spades > 6 else 0)
    younger = other_point + RUNS[other_run] + 13 - spades + (40 if spades == 0 else 10 if spades < 6 else 0)
    return elder, younger


def plans(calling: str) -> Iterator[Plan]:
    """Plans in which nobody makes a pique or repique: elder, if younger reckons nothing, stays below thirty."""
    if calling == "automatic":  # eight cards against eight, huitième against huitième: equal, and no sets
        yield from ((0, 0, 0, 0, spades) for spades in range(9))
        return
    for spades in range(9):
        for point in POINTS:
            for run in RUNS:
                for other_point in (0,) if point else POINTS:
                    for other_run in (0,) if run else RUNS:
                        if other_point or other_run or point + RUNS[run] + spades + 1 < 30:
                            yield point, run, other_point, other_run, spades


@functools.cache
def one_deal(calling: str) -> dict[Score, Plan]:
    return {worth(plan): plan for plan in plans(calling)}


@functools.cache
def two_deals(calling: str) -> dict[Score, tuple[Plan, Plan]]:
    """The totals of A and B that two deals can bring, A being elder in the first, and how."""
    return {
        (elder + other_younger, younger + other_elder): (plan, other)
        for (elder, younger), plan in one_deal(calling).items()
        for (other_elder, other_younger), other in one_deal(calling).items()
    }


@functools.cache
def after_deals(number: int, a: int, b: int, calling: str) -> tuple[Plan, ...] | None:
    """How an even number of deals can bring these totals, A being elder in the first; None if they cannot."""
    if number <= 2:
        return two_deals(calling).get((a, b)) if number else () if a == b == 0 else None
    ways = ((plans, after_deals(number - 2, a - x, b - y, calling)) for (x, y), plans in two_deals(calling).items())
    return next(((*rest, *plans) for plans, rest in ways if rest is not None), None)


def play(plan: Plan, after: Json, ruleset: Json, calling: str) -> Game:
    """Play the deal by a plan."""
    point, run, other_point, other_run, spades = plan
    game = Game.exchanged(ELDER, YOUNGER, ruleset=ruleset, after=after)
    elder, younger = game.seat("elder"), game.seat("younger")
    mine, his = cards("S AKQJT987"), cards("H AKQJT987")
    actions: list[Json] = []
    for category, size in (("point", point), ("sequence", run), ("set", 0)):
        if not size:
            actions.append({"seat": elder, "type": "pass", "category": category})
            continue
        actions.append({"seat": elder, "type": "call", "category": category, "length": size})
        actions.append({"seat": younger, "type": "reply", "reply": "good"})
        actions.append({"seat": elder, "type": "reckon", "holdings": [{"category": category, "cards": mine[:size]}]})
    reckons = [f"{name} " + " ".join(his[:size]) for name, size in (("point", other_point), ("sequence", other_run))]
    reckons = [text for text, size in zip(reckons, (other_point, other_run), strict=True) if size]
    # Younger throws his low hearts on the spades, and follows the diamond with his ace; elder's last card is a spade.
    follows = his[8 - spades :] + cards("D AKQJ") + his[: 8 - spades]
    order: list[tuple[str, str]] = []
    for lead, follow in zip(mine[:spades], follows, strict=False):
        order += [(elder, lead), (younger, follow)]
    order += [(elder, "TD"), (younger, "AD")]
    rest = cards("D 987") + mine[spades:]
    for lead, follow in zip(follows[spades + 1 :], rest, strict=True):
        order += [(younger, lead), (elder, follow)]
    turns: list[Json] = [{"seat": seat, "type": "play", "card": card} for seat, card in order]
    if calling == "automatic":
        return game.run(turns)
    reckoning = {"seat": younger, "type": "reckon", "holdings": [holding(text) for text in reckons]}
    return game.run([*actions, turns[0], reckoning, *turns[1:]])


@functools.cache
def at(a: int, b: int, calling: str = "dialogue", **overrides: Json) -> Game:
    """A partie that stands at these totals, A being elder in the deal that is due."""
    ways = (after_deals(number, a, b, calling) for number in (0, 2, 4, 6, 8))
    ruleset = portland(**{"target": 100, "calling": calling} | overrides)
    game, after = None, None
    for plan in next(way for way in ways if way is not None):
        game = play(plan, after, ruleset, calling)
        after = game.state
    assert game is not None and game.state["partie"]["score"] == {"A": a, "B": b}
    assert game.phase == "deal_over"
    return game
