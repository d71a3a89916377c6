"""The parameters that the oracle knows, and the rulesets, as docs/rulesets.md has them."""

from __future__ import annotations

from typing import Any

PORTLAND: dict[str, Any] = {
    "pack": 32,
    "calling": "dialogue",
    "elder_min": 1,
    "elder_max": 5,
    "younger_min": 1,
    "younger_max": None,
    "elder_second_exchange": False,
    "left_cards": "after_lead_shared",
    "carte_blanche_protocol": "discard_first",
    "call_order": "point_first",
    "tie_break_call": "when_asked",
    "point_minimum": 3,
    "point_comparison": "cards",
    "point_score": "cards",
    "point_ending_in_four": False,
    "abide_by_call": "unless_good_against_the_cards",
    "nought": False,
    "carte_rouge": 0,
    "repique_test": "before_in_order",
    "repique_by": "either",
    "equality_saves_repique": False,
    "trick_scoring": "lead_and_capture",
    "last_trick_bonus": None,  # what goes with `trick_scoring`
    "low_cards_uncounted": False,
    "uncounted_plays": "leads_and_captures",
    "cards_counted": "end_of_deal",
    "concession": "last_deal",
    "concession_score": 2,
    "partie_deals": 6,
    "partie_bonus": 100,
    "tie": "one_each_then_drawn",
    "target": None,
    "target_stop": "at_once",
    "double_below": None,
    "match_games": None,
    "belle_target": None,
}
AU_CENT = {
    "younger_min": 0,
    "tie_break_call": "always",
    "abide_by_call": "always",
    "concession": "none",
    "target": 100,
    "double_below": 50,
    "match_games": 5,
}
HOYLE = AU_CENT | {"younger_min": 1, "target": 101, "double_below": None, "low_cards_uncounted": True}
FRENCH = {
    "elder_second_exchange": True,
    "left_cards": "private_named_suit",
    "carte_blanche_protocol": "show",
    "call_order": "fixed",
    "concession": "none",
    "target": 100,
}
RULESETS: dict[str, dict[str, Any]] = {
    "portland": {},
    "parlett": {"carte_blanche_protocol": "show", "tie": "two_more_until_broken"},
    "denexa": {
        "younger_max": 5,
        "left_cards": "revealed_by_dealer",
        "call_order": "fixed",
        "repique_test": "opponent_scores_nothing",
        "trick_scoring": "lead_and_take",
        "cards_counted": "seventh_trick",
    },
    "wikipedia": {
        "younger_max": 5,
        "carte_blanche_protocol": "show",
        "call_order": "fixed",
        "point_minimum": 4,
        "repique_test": "opponent_scores_nothing",
        "equality_saves_repique": True,
    },
    "french": FRENCH,
    "au-cent": AU_CENT,
    "hoyle": HOYLE,
    "old-36": HOYLE | {"pack": 36, "elder_max": 8, "point_comparison": "pips", "point_score": "pips", "target": 100},
    "german": {"elder_min": 3, "younger_min": 3, "target": 101, "double_below": 51},
    "garraud": FRENCH
    | {
        "elder_second_exchange": False,
        "tie_break_call": "always",
        "low_cards_uncounted": True,
        "uncounted_plays": "leads",
        "repique_by": "elder",
        "partie_bonus": 0,
        "target": 150,
    },
}
BONUS_OF_LAST_TRICK = {"lead_and_capture": 1, "lead_and_take": 0, "one_per_trick": 10}


def uncounted(rules: dict[str, Any], play: str, card: str) -> bool:
    """Whether a card that leads, or captures (`play`: lead, capture), is too low to score (R6.2)."""
    if not rules["low_cards_uncounted"] or card[0] not in "6789":
        return False
    return play == "lead" or rules["uncounted_plays"] == "leads_and_captures"


def rules_of(ruleset: Any) -> dict[str, Any]:
    """`"portland"` or `{"name": "portland", "overrides": {…}}` as a dictionary of parameters."""
    name, overrides = (ruleset, {}) if isinstance(ruleset, str) else (ruleset["name"], ruleset.get("overrides", {}))
    rules = (
        PORTLAND
        | RULESETS[name.partition("@")[0]]
        | {name: value for name, value in overrides.items() if name in PORTLAND}
    )
    if rules["last_trick_bonus"] is None:
        rules["last_trick_bonus"] = BONUS_OF_LAST_TRICK[rules["trick_scoring"]]
    return rules
