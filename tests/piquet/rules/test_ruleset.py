"""The parameters of portland as the table of the rules (section 9) has them, and what can be said of them."""

import re

import pytest

from service.piquet.rulesets.parameters import PARAMETERS, RulesetError
from service.piquet.rulesets.published import ruleset
from tests.helpers.cards import PACK, portland
from tests.helpers.game import Game
from tests.helpers.http import get, problem

PORTLAND = {
    "first_deal": ("high_cut_chooses", "R2.4"),
    "deal_packet": (2, "R2.3"),
    "carte_blanche_points": (10, "R3.1"),
    "carte_blanche_protocol": ("discard_first", "R3.3"),
    "elder_min": (1, "R4.1"),
    "elder_max": (5, "R4.1"),
    "younger_min": (1, "R4.2"),
    "younger_max": (None, "R4.2"),  # what is left in the talon
    "left_cards": ("after_lead_shared", "R4.5"),
    "elder_second_exchange": (False, "R4.6"),
    "calling": ("dialogue", "R5.14"),
    "tie_break_call": ("when_asked", "R5.4"),
    "point_minimum": (3, "R5.5"),
    "abide_by_call": ("unless_good_against_the_cards", "R5.8"),
    "point_ending_in_four": (False, "R5.12"),
    "trick_scoring": ("lead_and_capture", "R6.2"),
    "last_trick_bonus": (1, "R6.2"),
    "low_cards_uncounted": (False, "R6.2"),
    "uncounted_plays": ("leads_and_captures", "R6.2"),
    "cards_counted": ("end_of_deal", "R6.4"),
    "concession": ("last_deal", "R6.5"),
    "concession_score": (2, "R6.5"),
    "repique_test": ("before_in_order", "R7.2"),
    "repique_by": ("either", "R7.2"),
    "equality_saves_repique": (False, "R7.5"),
    "partie_deals": (6, "R8.1"),
    "rubicon": (100, "R8.2"),
    "tie": ("one_each_then_drawn", "R8.3"),
    "target": (None, "R8.4"),  # six deals instead
    "double_below": (None, "R8.5"),
}


@pytest.mark.parametrize("name", PORTLAND)
def test_portland_is_as_the_table_has_it(name):
    parameters = {parameter["name"]: parameter for parameter in get("/v1/rulesets/portland")["parameters"]}
    value, rule = PORTLAND[name]
    assert parameters[name]["value"] == value
    assert parameters[name]["rule"] == rule
    assert parameters[name]["silent"] is False  # section 9 marks no cell of portland as silent


def test_the_point_is_called_first_and_the_rest_in_either_order():
    parameters = {parameter["name"]: parameter for parameter in get("/v1/rulesets/portland")["parameters"]}
    assert parameters["call_order"]["value"] == "point_first"


@pytest.mark.parametrize(
    "overrides",
    [
        {"elder_max": 6},
        {"deal_packet": 4},
        {"calling": "loud"},
        {"point_minimum": 9},
        {"partie_deals": 5},
        {"no_such_parameter": 1},
        {"uncounted_plays": "captures"},
        {"repique_by": "younger"},
        {"trick_scoring": "one_per_trick", "cards_counted": "seventh_trick"},  # the bonus stands for the cards
    ],
    ids=lambda overrides: "-".join(map(str, overrides)),
)
def test_what_no_ruleset_can_be_is_refused(overrides):
    assert problem("/v1/deals", {"ruleset": portland(**overrides), "dealer": "B", "deck": PACK})["errors"]


def test_near_names_are_looked_up_for_the_first_eight_unknown_parameters():
    with pytest.raises(RulesetError) as refused:
        ruleset("portland", {f"elder_max_{number}": 5 for number in range(9)})
    told = list(refused.value.faults.values())
    assert len(told) == 9
    assert all(why.startswith("is not a parameter (did you mean elder_max") for why in told[:8])
    assert told[8] == "is not a parameter"


@pytest.mark.rule("R6.2")
@pytest.mark.parametrize(("how", "points"), [("lead_and_capture", 1), ("lead_and_take", 0), ("one_per_trick", 10)])
def test_each_way_of_counting_tricks_brings_its_own_last_trick_bonus(how, points):
    game = Game.exchanged("S AKQ H AKQ D AKQ C AKQ", "S J98 H J98 D J98 C J98", ruleset=portland(trick_scoring=how))
    game.passes("point", "sequence", "set").play("AS").reckon_nothing().play("8S").play_out()
    assert sum(event["points"] for event in game.events_of("last_trick")) == points


@pytest.mark.parametrize(
    ("overrides", "first", "second", "why"),
    [
        (
            {"point_comparison": "pips", "tie_break_call": "when_asked"},
            "point_comparison",
            "tie_break_call",
            "points compared by value are called by value",
        ),
        (
            {"point_ending_in_four": True, "point_score": "pips"},
            "point_ending_in_four",
            "point_score",
            "a point scored by its value has no such deduction",
        ),
        ({"elder_max": 8}, "elder_max", "pack", "three cards of a talon of eight are younger's"),
        (
            {"trick_scoring": "one_per_trick", "cards_counted": "seventh_trick"},
            "trick_scoring",
            "cards_counted",
            "the bonus for the last trick replaces the cards",
        ),
        ({"double_below": 50}, "double_below", "target", "without a target nothing is doubled"),
        ({"match_games": 3}, "match_games", "target", "without a target there are no games to count"),
        (
            {"target": 100, "match_games": 5, "belle_target": 221},
            "belle_target",
            "match_games",
            "only a match of three games has a belle",
        ),
        (
            {"target": 100, "partie_deals": 4},
            "partie_deals",
            "target",
            "a partie to a target has no fixed number of deals",
        ),
        (
            {"law": "none", "law_faced": "hoyle"},
            "law",
            "law_faced",
            "without a law there is nothing that another code can change",
        ),
    ],
)
def test_parameters_that_conflict_are_both_named_with_the_reason(overrides, first, second, why):
    with pytest.raises(RulesetError) as refused:
        ruleset("portland", overrides)
    assert refused.value.faults == {first: f"conflicts with {second}: {why}", second: f"conflicts with {first}: {why}"}
    assert refused.value.parameters == (first, second)
    assert str(refused.value).startswith(first) and str(refused.value).endswith(f": {why}")


@pytest.mark.parametrize(
    "overrides",
    [
        {"point_comparison": "pips", "tie_break_call": "always"},
        {"point_comparison": "pips", "tie_break_call": "point"},
        {"point_ending_in_four": True, "point_score": "cards"},
        {"point_ending_in_four": False, "point_score": "pips"},
        {"elder_max": 8, "pack": 36},
        {"elder_max": 5, "pack": 36},
        {"elder_min": 3, "elder_max": 3, "younger_min": 3, "younger_max": 3},
        {"trick_scoring": "one_per_trick", "cards_counted": "end_of_deal"},
        {"trick_scoring": "lead_and_take", "cards_counted": "seventh_trick"},
        {"target": 100, "double_below": 50, "match_games": 3, "belle_target": 221},
        {"target": None, "partie_deals": 4},
        {"law": "none"},
        {"law": "hoyle", "law_faced": "portland"},
    ],
    ids=str,
)
def test_parameters_that_agree_are_a_ruleset(overrides):
    found = ruleset("portland", overrides)
    assert {name: getattr(found, name) for name in overrides} == overrides


@pytest.mark.rule("R6.2")
@pytest.mark.parametrize("name", ["portland", "denexa"])
@pytest.mark.parametrize(("how", "points"), [("lead_and_capture", 1), ("lead_and_take", 0), ("one_per_trick", 10)])
def test_a_way_of_counting_tricks_brings_its_bonus_to_any_ruleset(name, how, points):
    overrides = {"trick_scoring": how, "cards_counted": "end_of_deal"}
    assert ruleset(name, overrides).last_trick_bonus == points
    assert ruleset(name, overrides | {"last_trick_bonus": 10}).last_trick_bonus == 10


def test_a_ruleset_is_written_with_its_parameters_alone():
    assert set(re.findall(r"[( ](\w+)=", repr(ruleset("portland")))) == {"name", *PARAMETERS}


@pytest.mark.rule("R4.1", "R4.2")
@pytest.mark.parametrize("role", ["elder", "younger"])
def test_no_fewest_number_of_cards_is_more_than_a_most(role):
    most = [number for number in PARAMETERS[f"{role}_max"].values if number is not None]
    assert max(PARAMETERS[f"{role}_min"].values) <= min(most)


@pytest.mark.rule("R6.2")
def test_a_way_to_score_tricks_that_there_is_not_is_refused_with_those_that_there_are():
    with pytest.raises(RulesetError, match='"lead_and_capture", "lead_and_take" or "one_per_trick"'):
        ruleset("portland", {"trick_scoring": "nobody"})
