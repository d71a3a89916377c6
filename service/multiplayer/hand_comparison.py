"""The comparison of the hands of a deal: who is good in each category, what each seat reckons, and a repique."""

from collections.abc import Sequence
from dataclasses import replace

from service.multiplayer import calling, parameters, written
from service.multiplayer.state import CallingRound, Deal, Event, Members, Phase
from service.piquet.cards.holdings import best
from service.piquet.cards.ranking import CATEGORIES, NONE

_STEPS = ("carte_blanche", *CATEGORIES, "repique")


def compare(rules: parameters.Ruleset, dealer: int, hands: Sequence[int], claimed: Sequence[int] = ()) -> Members:
    """Return what each seat reckons if all say everything that they hold, with the members of `hands/compare`.

    The hands, by seat, may be of any size. `claimed` are the seats that have claimed a carte blanche; what they were
    dealt is not asked. The target is not asked either.
    """
    rules = replace(rules, target_stop="end_of_deal")
    held = tuple(hands)
    d = Deal(rules, dealer, (), dealer, held, (), held, claimed=tuple(claimed))
    d.phase, d.to_act = Phase.CALLING, d.eldest
    calling.declare_all(d, claims=False)
    game = rules.game

    def step(event: Event) -> Members:
        assert event.side is not None
        return {"side": game.sides[event.side], "kind": event.kind, "points": event.points}

    repiques = [event for event in d.events if event.kind == "repique"]
    saved = [event for event in d.events if event.kind == "saved"]
    return {
        "categories": [_category(d, each) for each in d.calls],
        "score": written.by_side(game, d.score),
        "repique": step(repiques[0])["side"] if repiques else None,
        "saved": [{"side": step(event)["side"], **event.more} for event in saved],
        "steps": [step(event) for event in d.events if event.kind in _STEPS],
    }


def _category(d: Deal, each: CallingRound) -> Members:
    game, category = d.game, each.category
    found = [best(category, hand) for hand in d.hands]
    callable_best = [grade if grade >= calling.lowest_call(d, category) else NONE for grade in found]
    return {
        "category": CATEGORIES[category],
        "status": each.status,
        "good": game.seats[each.good.seat] if each.good else None,
        "best": written.by_seat(game, [written.grade_of(category, grade) for grade in callable_best]),
        "reckoned": [
            {"seat": game.seats[event.seat], "cards": list(event.cards), "points": event.points}
            for event in d.events
            if event.kind == CATEGORIES[category] and event.seat is not None
        ],
    }
