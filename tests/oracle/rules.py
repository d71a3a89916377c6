"""The parameters that the oracle knows, with the values of `portland`."""

from __future__ import annotations

from typing import Any

PORTLAND: dict[str, Any] = {
    "calling": "dialogue",
    "elder_min": 1,
    "elder_max": 5,
    "younger_min": 1,
    "younger_max": None,
    "left_cards": "after_lead_shared",
    "carte_blanche_protocol": "discard_first",
    "call_order": "point_first",
    "tie_break_call": "when_asked",
    "point_minimum": 3,
    "abide_by_call": "unless_good_against_the_cards",
    "point_ending_in_four": False,
    "repique_test": "before_in_order",
    "equality_saves_repique": False,
    "trick_scoring": "lead_and_capture",
    "last_trick_bonus": None,  # what goes with `trick_scoring`
    "low_cards_uncounted": False,
    "cards_counted": "end_of_deal",
    "concession": "last_deal",
    "concession_score": 2,
    "partie_deals": 6,
    "tie": "one_each_then_drawn",
}
BONUS_OF_LAST_TRICK = {"lead_and_capture": 1, "lead_and_take": 0, "one_per_trick": 10}


def rules_of(ruleset: Any) -> dict[str, Any]:
    """`"portland"` or `{"name": "portland", "overrides": {…}}` as a dictionary of parameters."""
    overrides = {} if isinstance(ruleset, str) else ruleset.get("overrides", {})
    rules = PORTLAND | {name: value for name, value in overrides.items() if name in PORTLAND}
    if rules["last_trick_bonus"] is None:
        rules["last_trick_bonus"] = BONUS_OF_LAST_TRICK[rules["trick_scoring"]]
    return rules
