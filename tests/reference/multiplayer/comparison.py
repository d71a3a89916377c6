"""What hands are worth against each other, if everybody says all that they have."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.reference.holdings import CATEGORIES
from tests.reference.multiplayer.account import IN_HAND
from tests.reference.multiplayer.deal import Deal
from tests.reference.multiplayer.holdings import grades_held, members_of


def compare(
    game: str, parameters: dict[str, Any], dealer: str, hands: dict[str, list[str]], claimants: Iterable[str]
) -> dict[str, Any]:
    """The members of `hands/compare`. The hands are those after the exchange, so that claims are told."""
    deal = Deal(game, parameters | {"calling": "dialogue", "target_stop": "end_of_deal"}, dealer, hands)
    deal.put_out = frozenset()
    for seat in claimants:
        deal.do_claim_carte_blanche(seat, {})
    deal.say_all(claims=False)
    events = deal.events
    by = "side" if game == "voleur" else "seat"
    categories = []
    for call in deal.calls():
        category = call["category"]
        best = {}
        for seat in hands:
            grades = grades_held(category, deal.hand(seat), deal.rules["point_floor"])
            best[seat] = members_of(category, max(grades)) if grades else None
        reckoned = [
            {"seat": event["seat"], "cards": event["cards"], "points": event["points"]}
            for event in events
            if event["kind"] == category
        ]
        good = call["good"].seat if call["good"] else None
        categories.append(
            {"category": category, "status": call["status"], "good": good, "best": best, "reckoned": reckoned}
        )
    assert [one["category"] for one in categories] == list(CATEGORIES)
    repiques = [event[by] for event in events if event["kind"] == "repique"]
    saved = [event for event in events if event["kind"] == "saved"]
    return {
        "categories": categories,
        "score": deal.score,
        "repique": repiques[0] if repiques else None,
        "saved": [{"side": event[by], "bonus": event["bonus"], "by": event["by"]} for event in saved],
        "steps": [
            {"side": event[by], "kind": event["kind"], "points": event["points"]}
            for event in events
            if event["kind"] in (*IN_HAND, "repique")
        ],
    }
