"""Which card to play."""

from random import Random

from examples.house_player.cards import RANK
from examples.house_player.client import Client, Json
from examples.house_player.hands import CATEGORIES, OtherHand, likely_hands
from examples.house_player.knowledge import Knowledge
from examples.house_player.table import OTHER

#: How many hands of the other are analysed, by the number of cards in hand: an analysis of twelve cards takes tens of
#: milliseconds, one of six a millisecond.
HANDS = {12: 8, 11: 10, 10: 14, 9: 20, 8: 28}
MOST = 40

IN_HAND = ("carte_blanche", "point", "sequence", "set", "carte_rouge")
IN_PLAY = ("lead", "capture", "trick", "last_trick")


def choose_card(client: Client, view: Json, known: Knowledge, cards: list[str], rng: Random) -> str:
    """The card with the best average over hands that the other may hold, as if all cards were known."""
    if len(cards) == 1:
        return cards[0]
    position = _position(view, known)
    sign = 1 if known.side == "elder" else -1
    values = dict.fromkeys(cards, 0)
    for other, times in likely_hands(client, view, known, rng, HANDS.get(len(known.hand), MOST)):
        hands = {known.side: known.hand, known.other_side: other.cards}
        in_hand = {**position["in_hand"]}
        if view["phase"] == "play" and not view["tricks"]:
            in_hand["younger"] += _still_to_reckon(view, other)
        analysis = client.post("/v1/play/analyse", **{**position, "hands": hands, "in_hand": in_hand})
        for each in analysis["cards"]:
            if each["card"] in values:
                values[each["card"]] += sign * times * each["value"]
    # Of equal cards the lowest.
    return max(cards, key=lambda card: (values[card], -RANK[card[0]]))


def _position(view: Json, known: Knowledge) -> Json:
    """What a request says besides the hands."""
    sides = {view["seat"]: known.side, OTHER[view["seat"]]: known.other_side}
    points = {kinds: {side: 0 for side in sides.values()} for kinds in (IN_HAND, IN_PLAY)}
    for event in view["events"]:
        for kinds, made in points.items():
            if event["kind"] in kinds:
                made[sides[event["seat"]]] += event["points"]
    tricks = {side: sum(sides.get(trick["winner"]) == side for trick in view["tricks"]) for side in sides.values()}
    table = view["tricks"][-1] if view["tricks"] and view["tricks"][-1]["winner"] is None else None
    position = {"ruleset": view["ruleset"], "in_hand": points[IN_HAND], "play": points[IN_PLAY], "tricks": tricks}
    if table:
        return {**position, "leader": sides[table["leader"]], "led": table["cards"][0]}
    return {**position, "leader": known.side}


def _still_to_reckon(view: Json, other: OtherHand) -> int:
    """What younger will reckon after elder's first lead, roughly: what is good by what was said."""
    open_to_younger = ("not_good", "declined", "passed")
    lost = [CATEGORIES[call["category"]] for call in view["calls"] if call["status"] in open_to_younger]
    return sum(other.original[category][0]["score"] for category in lost if other.original[category])
