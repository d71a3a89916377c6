"""Random deals of the games for three and four: parameters, cards, and players of several tempers.

What is legal is asked of the second implementation, `tests.reference.multiplayer`.
"""

from __future__ import annotations

import random
from typing import Any

from tests.reference.holdings import PACKS, RANKS, SUITS
from tests.reference.multiplayer.deal import Deal
from tests.reference.multiplayer.holdings import held, in_order, total_worth
from tests.reference.multiplayer.tables import CHOICES, HAND_SIZE, SEATS, SIDES, rules_of

Json = Any
Wishes = dict[str, set[str]]

KINDS = ("plain", "plain", "suits", "ranks", "twins", "blank", "lopsided")
TEMPERS = ("eager", "eager", "mixed", "whimsical", "coy")
ODDS_OF_ALL = {"eager": 0.9, "mixed": 0.6, "whimsical": 0.3, "coy": 0.15}
COURT_RANKS = "KQJ"


def random_parameters(game: str, rng: random.Random) -> dict[str, Any]:
    """Overrides of some parameters."""
    chance = rng.choice((0, 0.2, 0.5))
    found = {name: rng.choice(values) for name, values in CHOICES[game].items() if rng.random() < chance}
    # Automatic deals have no words to try, so that they are rarer.
    if found.get("calling") == "automatic" and rng.random() < 0.5:
        del found["calling"]
    return found


def wishes(kind: str, seats: tuple[str, ...], rng: random.Random) -> Wishes:
    """The cards that each seat is likely to be dealt."""
    pack = PACKS[32]
    suits, ranks = rng.sample(SUITS, 4), rng.sample("TJQKA", 5)
    if kind == "suits":
        return {seat: {card for card in pack if card[1] == suit} for seat, suit in zip(seats, suits, strict=False)}
    if kind == "ranks":
        return {seat: {card for card in pack if card[0] == rank} for seat, rank in zip(seats, ranks, strict=False)}
    if kind == "twins":
        some = set(rng.sample(RANKS[1:], rng.randint(3, 5)))
        return {
            seat: {card for card in pack if card[1] == suit and card[0] in some}
            for seat, suit in zip(rng.sample(seats, 3), suits, strict=False)
        }
    if kind == "blank":
        blank = {card for card in pack if card[0] not in COURT_RANKS}
        return dict.fromkeys(rng.sample(seats, rng.choice((1, 2, 2))), blank)
    if kind == "lopsided":
        seat = rng.choice(seats)
        return {seat: {card for card in pack if card[0] in "AKQJT" and card[1] in suits[:3]}}
    return {}


def random_cards(
    game: str, rng: random.Random, kinds: tuple[str, ...] = KINDS
) -> tuple[dict[str, list[str]], list[str]]:
    """Hands and talon, of one of these kinds."""
    seats, size = SEATS[game], HAND_SIZE[game]
    kind = rng.choice(kinds)
    wished = wishes(kind, seats, rng)
    strength = 1 if kind == "blank" else rng.choice((0.8, 0.95, 1))
    hands: dict[str, list[str]] = {seat: [] for seat in seats}
    rest = []
    for card in rng.sample(sorted(PACKS[32]), 32):
        wishing = [seat for seat in wished if card in wished[seat] and len(hands[seat]) < size]
        if wishing and rng.random() < strength:
            hands[rng.choice(wishing)].append(card)
        else:
            rest.append(card)
    # A blank hand is kept free of court cards as long as there is another place for them.
    rest.sort(key=lambda card: card[0] not in COURT_RANKS)
    for card in rest:
        places = [seat for seat in seats if len(hands[seat]) < size]
        better = [seat for seat in places if seat not in wished] or places
        hands[rng.choice(better if kind == "blank" else places)].append(card) if places else None
    dealt = {card for cards in hands.values() for card in cards}
    return hands, rng.sample(sorted(PACKS[32] - dealt), 32 - len(dealt))


def random_totals(game: str, parameters: dict[str, Any], rng: random.Random) -> dict[str, int]:
    """Totals before the deal, below the target; sometimes near it."""
    target = rules_of(game, parameters)["target"]
    least, most = rng.choice(((0, 60), (0, 60), (0, target), (target - 60, target), (target - 20, target)))
    return {side: rng.randrange(least, most) for side in SIDES[game]}


def random_deal(game: str, rng: random.Random) -> dict[str, Any]:
    """The plain data of a deal."""
    parameters = random_parameters(game, rng)
    hands, talon = random_cards(game, rng)
    if rng.random() < 0.1:  # two cartes blanches, which are rare, so that their parameters matter
        hands, talon = random_cards(game, rng, ("blank",))
        parameters["opposed_blanche_saves"] = rng.random() < 0.7
    before = random_totals(game, parameters, rng)
    dealer = rng.choice(SEATS[game])
    return {
        "game": game,
        "parameters": parameters,
        "dealer": dealer,
        "hands": hands,
        "talon": talon,
        "before": before,
    }


class Player:
    """Chooses among the legal actions of a deal."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.temper = rng.choice(TEMPERS)

    def choose(self, options: list[Json]) -> Json:
        """A legal action, sometimes with its cards or its holdings left out."""
        rng = self.rng
        of_type: dict[str, list[Json]] = {}
        for option in options:
            of_type.setdefault(option["type"], []).append(option)
        wants_all = rng.random() < ODDS_OF_ALL[self.temper]
        if "claim_carte_blanche" in of_type and (wants_all or rng.random() < 0.3):
            return of_type["claim_carte_blanche"][0]
        of_type.pop("claim_carte_blanche", None)
        if wants_all:
            of_type = {name: some for name, some in of_type.items() if name != "pass" or len(of_type) == 1}
        kind = rng.choice(sorted(of_type))
        some = of_type[kind]
        if kind == "reckon":
            return self.reckon(some, wants_all)
        if kind == "call" and wants_all:
            return some[0]
        return rng.choice(some)

    def reckon(self, some: list[Json], wants_all: bool) -> Json:
        if self.rng.random() < 0.3:
            return {name: value for name, value in some[0].items() if name != "holdings"}
        if not wants_all:
            return self.rng.choice(some)

        def total(option: Json) -> int:
            return sum(total_worth(one["category"], [frozenset(one["cards"])]) for one in option["holdings"])

        most = max(map(total, some))
        return self.rng.choice([option for option in some if total(option) == most])


def with_cards(action: Json, deal: Deal, rng: random.Random) -> Json:
    """A call of a point sometimes names its cards, any that make it."""
    if action["type"] != "call" or action["category"] != "point" or rng.random() < 0.5:
        return action
    hand = in_order(deal.hand(action["seat"]))
    for _ in range(20):
        suit = rng.choice(SUITS)
        cards = [card for card in hand if card[1] == suit]
        if len(cards) >= action["length"]:
            named = {**action, "cards": in_order(rng.sample(cards, action["length"]))}
            if not deal.objections(named):
                return named
    return action


def wrong_actions(deal: Deal, rng: random.Random, number: int) -> list[Json]:
    """Actions of which most are illegal."""
    return [wrong_action(deal, rng) for _ in range(number)]


def wrong_action(deal: Deal, rng: random.Random) -> Json:
    """An action out of turn, out of order, false, or of any other kind."""
    seat = deal.to_act if deal.to_act and rng.random() < 0.75 else rng.choice(deal.order)
    due = deal.due()[2]
    category = due if due and rng.random() < 0.8 else rng.choice(("point", "sequence", "set"))
    hand = in_order(deal.hand(seat))
    kinds = ["claim_carte_blanche", "call", "call", "call", "equal", "equal", "pass", "reckon", "reckon", "play"]
    if deal.game == "normand":
        kinds.append("exchange")
    if deal.phase != "calling" and rng.random() < 0.7:
        kinds = [{"exchange": "exchange", "reckoning": "reckon"}.get(deal.phase, "play")]
    kind = rng.choice(kinds)
    action: Json = {"seat": seat, "type": kind}
    if kind in ("call", "equal", "pass"):
        action["category"] = category
    if kind == "exchange":
        cards = in_order(PACKS[32]) if rng.random() < 0.2 else hand
        action["cards"] = rng.sample(cards, min(len(cards), rng.randint(0, 4)))
    elif kind == "play":
        action["card"] = rng.choice(hand if hand and rng.random() < 0.8 else sorted(PACKS[32]))
    elif kind == "reckon":
        action["holdings"] = [wrong_holding(deal, str(category), hand, rng) for _ in range(rng.randint(0, 3))]
    elif kind == "call":
        action |= wrong_grade(str(category), rng)
        if category == "point" and hand and rng.random() < 0.2:
            action["cards"] = in_order(rng.sample(hand, min(len(hand), rng.randint(1, 5))))
    return action


def wrong_grade(category: str, rng: random.Random) -> Json:
    if category == "set":
        return {"count": rng.choice((3, 4)), "rank": rng.choice("TJQKA")}
    if category == "sequence":
        length = rng.randint(3, 6)
        return {"length": length, "top": rng.choice(RANKS[length:])}
    length = rng.randint(3, 6)
    return {"length": length, "value": sum(rng.choice((7, 8, 9, 10, 10, 10, 10, 11)) for _ in range(length))}


def wrong_holding(deal: Deal, category: str, hand: list[str], rng: random.Random) -> Json:
    """Cards that may be a holding."""
    some = held(category, frozenset(hand))
    if some and rng.random() < 0.7:
        return {"category": category, "cards": in_order(rng.choice(some))}
    of = category if rng.random() < 0.9 else rng.choice(("point", "sequence", "set"))
    alike = rng.choice(hand)[1] if hand and of != "set" else rng.choice("TJQKA")
    cards = [card for card in (hand if rng.random() < 0.95 else in_order(PACKS[32])) if alike in card]
    low = rng.randint(0, max(0, len(cards) - 3))
    return {"category": of, "cards": cards[low : low + rng.randint(3, 5)] or hand[:1] or ["AS"]}
