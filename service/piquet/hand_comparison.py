"""The comparison of two hands: who is good in each category, what each reckons, and a repique (R5.14, R7.1, R7.2)."""

from dataclasses import replace

from service.piquet.cards.cards import names
from service.piquet.cards.holdings import maximal
from service.piquet.cards.ranking import CATEGORIES, POINT, SEQUENCE, SET, said_members
from service.piquet.model.actions import Reckon
from service.piquet.model.state import CARTE_BLANCHE, ELDER, STEPS, YOUNGER, MutableState, State
from service.piquet.model.violations import JsonValue
from service.piquet.rules import calling, reckoning
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.account import called_in, reckon_in_hand

_Members = dict[str, JsonValue]

ROLES = ("elder", "younger")
_WINNER = {"good": "elder", "not_good": "younger", "equal": "equal"}


def compare(rules: Ruleset, elder: int, younger: int, carte_blanche: str | None) -> _Members:
    """Return what each side reckons if both call everything that they hold.

    The result has the members of `/v1/hands/compare`. The hands may be of any size. `carte_blanche` is the role that
    has claimed one, `"both"` (then neither reckons it), or None.
    """
    declared = replace(rules, calling="automatic", target_stop="end_of_deal")
    hands = (elder, younger)
    # Elder sits at A, so pairs by seat are also pairs by role.
    d = MutableState(declared, State(dealer=1, dealt=hands, hands=hands))
    steps: list[_Members] = []
    if carte_blanche == "both":
        d.blanche = ("shown", "shown")
    elif carte_blanche:
        role = ROLES.index(carte_blanche)
        reckon_in_hand(d, role, CARTE_BLANCHE, rules.carte_blanche_points)
        d.score = (d.in_hand[ELDER][CARTE_BLANCHE], d.in_hand[YOUNGER][CARTE_BLANCHE])
        steps.append({"side": carte_blanche, "kind": STEPS[CARTE_BLANCHE], "points": rules.carte_blanche_points})
    calling.declare_all(d)
    reckoning.apply_younger_reckoning(d, Reckon(1))
    reckoned: dict[str, list[_Members]] = {name: [] for name in CATEGORIES}
    bonuses: list[_Members] = []
    saved: _Members | None = None
    for event in d.events:
        side = ROLES[event.seat] if event.seat is not None else None
        if event.kind in reckoned:
            reckoned[event.kind].append({"side": side, "cards": event.cards, "points": event.points})
        elif event.kind in ("carte_rouge", "repique"):
            bonuses.append({"side": side, "kind": event.kind, "points": event.points})
        elif event.kind == "saved":
            saved = {"side": side, "bonus": event.more["bonus"], "by": event.more["by"]}
    for name in CATEGORIES:
        steps += [{"side": held["side"], "kind": name, "points": held["points"]} for held in reckoned[name]]
    return {
        "categories": [_category(d, category, reckoned[CATEGORIES[category]]) for category in (POINT, SEQUENCE, SET)],
        "score": dict(zip(ROLES, d.score, strict=True)),
        "repique": next((bonus["side"] for bonus in bonuses if bonus["kind"] == "repique"), None),
        "saved": saved,
        "steps": steps + bonuses,
    }


def _category(d: MutableState, category: int, reckoned: list[_Members]) -> _Members:
    called = called_in(d, category)
    best = [maximal(category, d.hands[role], d.rules.counting) for role in (ELDER, YOUNGER)]
    winner = _WINNER.get(called.status) if called else None
    if winner is None and best[YOUNGER]:
        winner = "younger"  # elder had nothing to call
    said = d.rules.counting.said
    held = [
        {**said_members(category, said(category, found[0][0])), "cards": names(found[0][1])} if found else None
        for found in best
    ]
    return {
        "category": CATEGORIES[category],
        "good": winner,
        "elder": held[ELDER],
        "younger": held[YOUNGER],
        "reckoned": reckoned,
    }
