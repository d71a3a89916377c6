"""What two rulesets differ in, read off the table of section 9 by hand."""

import pytest

from tests.helpers.http import get

TABLE = {
    ("portland", "denexa"): {
        "first_deal": ["high_cut_chooses", "high_cut_deals"],
        "younger_max": [None, 5],
        "left_cards": ["after_lead_shared", "revealed_by_dealer"],
        "call_order": ["point_first", "fixed"],
        "repique_test": ["before_in_order", "opponent_scores_nothing"],
        "trick_scoring": ["lead_and_capture", "lead_and_take"],
        "last_trick_bonus": [1, 0],
        "cards_counted": ["end_of_deal", "seventh_trick"],
    },
    ("parlett", "portland"): {
        "first_deal": ["low_cut_deals", "high_cut_chooses"],
        "carte_blanche_protocol": ["show", "discard_first"],
        "tie": ["two_more_until_broken", "one_each_then_drawn"],
    },
    ("au-cent", "hoyle"): {
        "law": ["au-cent", "hoyle"],
        "younger_min": [0, 1],
        "target": [100, 101],
        "double_below": [50, None],
        "low_cards_uncounted": [False, True],
    },
    # multiplayer.md, section 12.
    ("french", "garraud"): {
        "elder_second_exchange": [True, False],
        "tie_break_call": ["when_asked", "always"],
        "repique_by": ["either", "elder"],
        "low_cards_uncounted": [False, True],
        "uncounted_plays": ["leads_and_captures", "leads"],
        "partie_bonus": [100, 0],
        "target": [100, 150],
    },
    ("wikipedia", "wikipedia"): {},
}


@pytest.mark.parametrize("pair", TABLE)
def test_two_rulesets_differ_in_what_the_table_says(pair):
    answer = get("/v1/rulesets/{}/differences/{}".format(*pair))
    assert answer["rulesets"] == [f"{name}@1" for name in pair]
    assert {each["name"]: each["values"] for each in answer["differences"]} == TABLE[pair]
