"""Seats, sides and parameters of the two games (docs/multiplayer.md)."""

from __future__ import annotations

from typing import Any

Rules = dict[str, Any]

SEATS = {"voleur": ("A", "B", "C", "D"), "normand": ("A", "B", "C")}
SIDE_OF = {"voleur": {"A": "AC", "B": "BD", "C": "AC", "D": "BD"}, "normand": {"A": "A", "B": "B", "C": "C"}}
SIDES = {"voleur": ("AC", "BD"), "normand": ("A", "B", "C")}
HAND_SIZE = {"voleur": 8, "normand": 10}
LETTER = {"voleur": "V", "normand": "N"}

# The first value of each parameter is its default.
_BOTH: dict[str, tuple[Any, ...]] = {
    "calling": ("dialogue", "automatic"),
    "single_carte_blanche": (10, 0),
    "opposed_blanche_saves": (False, True),
    "equality": ("void", "first_called"),
    "abide_by_call": ("always",),
    "trick_scoring": ("lead_and_capture", "lead_and_take"),
    "last_trick_bonus": (1, 0),
    "bonuses": ("to_60_and_90", "add_30_and_60"),
    "repique_test": ("before_in_order", "opponent_scores_nothing"),
    "target": (150, 100, 220, 221),
}
CHOICES: dict[str, dict[str, tuple[Any, ...]]] = {
    "voleur": _BOTH
    | {
        "deal_packet": ("3-2-3", "3-3-2", "2-3-3"),
        "opposed_cartes_blanches": ("neither",),
        "point_floor": (30, None),
        "partner_point": (False, True),
        "capture": ("from_other_side", "from_other_player"),
        "low_cards_uncounted": (False, True),
        "target_stop": ("at_once", "end_of_deal"),
    },
    "normand": _BOTH
    | {
        "deal_packet": (2,),
        "dealer_min": (0, 1, 2),
        "opposed_cartes_blanches": ("neither", "each"),
        "point_floor": (None, 30),
        "low_cards_uncounted": (True, False),
        "capot_replaces_cards": (True, False),
        "double_capot": ("winner", "as_written"),
        "target_stop": ("end_of_deal", "at_once"),
    },
}


def rules_of(game: str, overrides: Rules) -> Rules:
    """Every parameter of a game, with these values in place of the defaults."""
    assert overrides.keys() <= CHOICES[game].keys(), overrides
    return {name: values[0] for name, values in CHOICES[game].items()} | overrides


def in_order_of_speaking(game: str, dealer: str) -> tuple[str, ...]:
    """The seats from eldest to the dealer (1.2)."""
    seats = SEATS[game]
    after = seats.index(dealer) + 1
    return seats[after:] + seats[:after]
