"""Which card to play."""

from random import Random
from time import monotonic

from examples.house_player.cards import RANK
from examples.house_player.client import Client, Json
from examples.house_player.hands import OtherHand, likely_hands
from examples.house_player.knowledge import Knowledge
from examples.house_player.statements import HOLDINGS
from examples.house_player.table import OTHER

#: How many hands of the other player are analysed, by the number of cards in hand. An analysis of twelve cards takes
#: tens of milliseconds, one of six a millisecond.
HANDS = {12: 6, 11: 8, 10: 10, 9: 14, 8: 20}
MOST = 30

_IN_HAND = ("carte_blanche", "point", "sequence", "set", "carte_rouge")
_LOST = ("not_good", "declined", "passed")  # calls after which younger reckons
_IN_PLAY = ("lead", "capture", "trick", "last_trick")


def choose_card(client: Client, view: Json, known: Knowledge, cards: list[str], rng: Random, deadline: float) -> str:
    """The card with the best average over hands that the other may hold, each analysed as if all cards were known.

    No further hand is analysed after the deadline.
    """
    if len(cards) == 1:
        return cards[0]
    position = _position(view, known)
    sign = 1 if known.side == "elder" else -1
    totals = dict.fromkeys(cards, 0)
    for other in likely_hands(client, view, known, rng, HANDS.get(len(known.hand), MOST)):
        hands = {known.side: known.hand, known.other_side: other.cards}
        in_hand = dict(position["in_hand"])
        if not view["tricks"]:
            in_hand["younger"] += _still_to_reckon(view, other)
        analysis = client.post("/v1/play/analyse", **{**position, "hands": hands, "in_hand": in_hand})
        for each in analysis["cards"]:
            if each["card"] in totals:
                totals[each["card"]] += sign * other.times * each["value"]
        if monotonic() > deadline:
            break
    # Of cards that are as good, the lowest.
    return max(cards, key=lambda card: (totals[card], -RANK[card[0]]))


def _position(view: Json, known: Knowledge) -> Json:
    """The members of the request besides the hands."""
    sides = {view["seat"]: known.side, OTHER[view["seat"]]: known.other_side}
    in_hand, play, tricks = ({"elder": 0, "younger": 0} for _ in range(3))
    for event in view["events"]:
        for kinds, points in ((_IN_HAND, in_hand), (_IN_PLAY, play)):
            if event["kind"] in kinds:
                points[sides[event["seat"]]] += event["points"]
    for trick in view["tricks"]:
        if trick["winner"]:
            tricks[sides[trick["winner"]]] += 1
    position = {"ruleset": view["ruleset"], "in_hand": in_hand, "play": play, "tricks": tricks, "leader": known.side}
    last = view["tricks"][-1] if view["tricks"] else None
    if last and last["winner"] is None:
        position |= {"leader": sides[last["leader"]], "led": last["cards"][0]}
    return position


def _still_to_reckon(view: Json, other: OtherHand) -> int:
    """Roughly what younger will reckon after elder's first lead, where elder is not good."""
    lost = [
        HOLDINGS[call["category"]] for call in view["calls"] if call["status"] in ("not_good", "declined", "passed")
    ]
    return sum(other.evaluated[holdings][0]["score"] for holdings in lost if other.evaluated[holdings])
