"""Whole parties, settlements of random deals, and comparisons of random hands, in both implementations."""

from __future__ import annotations

import random
from typing import Any

from service.multiplayer import engine
from service.multiplayer.games import GAMES
from service.multiplayer.hand_comparison import compare
from service.multiplayer.parameters import ruleset
from service.multiplayer.scoring import Settlement, SettlementError, settle
from service.piquet.cards.cards import hand_of
from tests.multiplayer.random_deals import Player, random_cards, random_parameters
from tests.multiplayer.side_by_side import SideBySide, engine_cards
from tests.reference.multiplayer import comparison as reference
from tests.reference.multiplayer.deal import Deal
from tests.reference.multiplayer.holdings import in_order
from tests.reference.multiplayer.partie import Contradiction, Standing, standing
from tests.reference.multiplayer.tables import HAND_SIZE, SEATS, SIDES, rules_of

Json = Any
Scores = dict[str, int]


def as_standing(game: str, found: Settlement) -> Standing:
    """A settlement of the engine with the names of the sides."""
    sides = SIDES[game]

    def name(side: int | None) -> str | None:
        return None if side is None else sides[side]

    stakes = None if found.stakes is None else dict(zip(sides, found.stakes, strict=True))
    return Standing(
        dict(zip(sides, found.totals, strict=True)),
        found.winner is not None,
        name(found.winner),
        name(found.second),
        name(found.loser),
        [sides[side] for side in found.remaining],
        stakes,
    )


def compare_settlements(game: str, parameters: Json, deals: list[Scores], continued: list[Scores]) -> Standing | None:
    """What both make of these deals; None if both say that they cannot have been played."""
    sides = SIDES[game]
    expected: Standing | tuple[str, int]
    found: Settlement | tuple[str, int]
    try:
        expected = standing(game, deals, rules_of(game, parameters), continued)
    except Contradiction as error:
        expected = error.place
    try:
        found = settle(
            ruleset(GAMES[game], parameters),
            [tuple(deal[side] for side in sides) for deal in deals],
            [{sides.index(seat): points for seat, points in deal.items()} for deal in continued],
        )
    except SettlementError as error:
        found = error.member, error.index
    told = (game, parameters, deals, continued, expected, found)
    if isinstance(found, tuple) and not isinstance(found, Settlement):
        assert found == expected, told
        return None
    assert isinstance(expected, Standing), told
    assert as_standing(game, found) == expected, told
    assert found.over == (expected.over and not expected.remaining), told
    return expected


def random_settlement(game: str, rng: random.Random, seen: dict[str, int]) -> None:
    """The settlement of some deals, not always of a partie that can have been played."""
    parameters = {"target": rng.choice((100, 150)), "target_stop": "end_of_deal"}
    step = rng.choice((10, 25, 50))

    def deal(sides: Any) -> Scores:
        return {side: rng.randrange(0, 80, step) for side in sides}

    deals = [deal(SIDES[game]) for _ in range(rng.randint(1, 9))]
    while len(deals) > 1 and rng.random() < 0.9:  # most of these parties end with their last deal, or go on
        before = standing_or_none(game, deals[:-1], parameters)
        if before is not None and not before.over:
            break
        deals.pop()
    continued: list[Scores] = []
    left = standing_or_none(game, deals, parameters)
    if game == "normand" and rng.random() < 0.8:
        pair = left.remaining if left and left.remaining and rng.random() < 0.9 else rng.sample(SIDES[game], 2)
        continued = [deal(pair) for _ in range(rng.randint(1, 3))]
    found = compare_settlements(game, parameters, deals, continued)
    ended = "contradiction" if found is None else "remaining" if found.remaining else "over" if found.over else "open"
    seen[f"settlement {ended}"] = seen.get(f"settlement {ended}", 0) + 1


def standing_or_none(game: str, deals: list[Scores], parameters: Json) -> Standing | None:
    try:
        return standing(game, deals, rules_of(game, parameters))
    except Contradiction:
        return None


def play_partie(game: str, rng: random.Random, seen: dict[str, int]) -> None:
    """A partie from its first deal to its last: dealers, totals, scores, and the settlement after each deal."""
    parameters = random_parameters(game, rng)
    dealer, player = rng.choice(SEATS[game]), Player(rng)
    scores: list[Scores] = []
    both: SideBySide | None = None
    while both is None or both.deal.phase == "deal_over":
        hands, talon = random_cards(game, rng)
        given = {"game": game, "parameters": parameters, "dealer": dealer, "hands": hands, "talon": talon}
        if scores:
            given["before"] = {side: sum(deal[side] for deal in scores) for side in SIDES[game]}
        number = len(scores) + 1
        dealt = engine.next_deal(both.engine, engine_cards(game, hands, talon)) if both else None
        both = SideBySide(given, seen, Deal(**given, number=number), dealt)
        while both.deal.to_act:
            both.do(player.choose(list(both.deal.options())))
        scores.append(both.deal.score)
        compare_settlements(game, parameters, scores, [])
        dealer = both.deal.order[0]
    assert both.engine.totals == tuple(sum(deal[side] for deal in scores) for side in SIDES[game])
    seen["partie"] = seen.get("partie", 0) + 1


def compare_hands(game: str, rng: random.Random, seen: dict[str, int]) -> None:
    """Random hands of one size compared by both."""
    parameters = random_parameters(game, rng)
    dealt, _ = random_cards(game, rng)
    size = rng.randint(1, HAND_SIZE[game])
    hands = {seat: in_order(rng.sample(cards, size)) for seat, cards in dealt.items()}
    claimants = [seat for seat in SEATS[game] if rng.random() < 0.3]
    dealer = rng.choice(SEATS[game])
    found = compare(
        ruleset(GAMES[game], parameters),
        SEATS[game].index(dealer),
        [hand_of(hands[seat]) for seat in SEATS[game]],
        [SEATS[game].index(seat) for seat in claimants],
    )
    expected = reference.compare(game, parameters, dealer, hands, claimants)
    assert found == expected, (game, parameters, dealer, hands, claimants, found, expected)
    for one in expected["categories"]:
        what = f"compared {one['category']} {one['status']}"
        seen[what] = seen.get(what, 0) + 1
    seen["compared repique"] = seen.get("compared repique", 0) + (expected["repique"] is not None)
    seen["compared saved"] = seen.get("compared saved", 0) + len(expected["saved"])
