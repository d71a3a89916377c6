"""Each parameter matters: two of its values give different answers to the same deal, both worked out by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import pytest

from service.piquet.law.data.codes import code_for
from service.piquet.rulesets.parameters import PARAMETERS
from service.piquet.rulesets.published import ruleset
from tests.helpers.cards import PACK, in_order, pack_of, portland
from tests.helpers.game import Game
from tests.helpers.http import Json, get, post, send, settle
from tests.piquet.rulesets import table

CATEGORIES = ("point", "sequence", "set")
# By the hands alone elder has 3 + 12 + 42 and the repique, 117; in play he takes every trick.
MASTERS, LOW = "S AKQ H AKQ D AKQ C AKQ", "S J98 H J98 D J98 C J98"
HIGH, BLANK, TALON = "S AKQJ H AKQJ D AKQJ", "S T987 H T987 D T987", "C AKQJT987"

Ruleset = Json


def dealt(ruleset: Ruleset) -> Game:
    return Game.deal(HIGH, BLANK, TALON, ruleset=ruleset)


def masters(ruleset: Ruleset) -> Game:
    return Game.exchanged(MASTERS, LOW, ruleset=ruleset)


def led(ruleset: Ruleset) -> Game:
    """Nothing has been reckoned and the ace of spades is led."""
    return masters(ruleset).passes(*CATEGORIES).play("AS").reckon_nothing()


def may(game: Game, who: str, kind: str, **members: Json) -> bool:
    return bool(game.check(who, kind, **members)["legal"])


def row_of_the_law(name: str, chosen: Ruleset, member: str) -> Json:
    """What `/v1/laws` has of a row under the code that the ruleset takes it from; `none` without a law."""
    rules = ruleset(chosen["name"], chosen["overrides"])
    code = code_for(rules, name)
    if code == "none":
        return code
    return next(row for row in get(f"/v1/laws?law={code}")["rows"] if row["name"] == name)[member]


def said_in(row: str) -> Callable[[Ruleset], Json]:
    return lambda chosen: row_of_the_law(row, chosen, "value")


def who_says(row: str) -> Callable[[Ruleset], Json]:
    return lambda chosen: row_of_the_law(row, chosen, "source")


# -- what is asked of the two games


def score_before_play(ruleset: Ruleset) -> Json:
    return masters(ruleset).score


def score_after_the_lead(ruleset: Ruleset) -> Json:
    return masters(ruleset).play("AS").score


def who_deals(ruleset: Ruleset) -> Json:
    answer = post("/v1/parties", {"ruleset": ruleset, "cut": {"A": "KS", "B": "7H"}})
    return answer["outcome"], answer["seat"]


def elder_s_cards(ruleset: Ruleset) -> Json:
    hands = post("/v1/deals", {"ruleset": ruleset, "dealer": "B", "deck": PACK})["state"]["hands"]
    return hands["A"]


def cards_of_the_talon(ruleset: Ruleset) -> Json:
    body = {"ruleset": ruleset, "dealer": "B", "deck": pack_of(ruleset)}
    return len(post("/v1/deals", body)["state"]["talon"])


def elder_exchanges_eight(ruleset: Ruleset) -> Json:
    return may(Game.deal(HIGH, BLANK, ruleset=ruleset), "elder", "exchange", cards="S AKQJ H AKQJ")


def elder_exchanges_two(ruleset: Ruleset) -> Json:
    return may(dealt(ruleset), "elder", "exchange", cards="S AK")


def elder_exchanges_four(ruleset: Ruleset) -> Json:
    return may(dealt(ruleset), "elder", "exchange", cards="S AKQJ")


def younger_exchanges_none(ruleset: Ruleset) -> Json:
    return may(dealt(ruleset).exchange("S AK"), "younger", "exchange", cards=[])


def younger_exchanges_six(ruleset: Ruleset) -> Json:
    return may(dealt(ruleset).exchange("S AK"), "younger", "exchange", cards="S T987 H T9")


def elder_exchanges_again(ruleset: Ruleset) -> Json:
    return may(dealt(ruleset).exchange("S AKQJ H A").exchange("S T"), "elder", "exchange", cards="H K")


def younger_looks_before_the_calls(ruleset: Ruleset) -> Json:
    return may(dealt(ruleset).exchange("S AKQJ H A").exchange("S T"), "younger", "look_at_left", look=True)


def claim_with_a_number(ruleset: Ruleset) -> Json:
    return may(Game.deal(BLANK, HIGH, TALON, ruleset=ruleset), "elder", "claim_carte_blanche", exchange=3)


def sets_before_sequences(ruleset: Ruleset) -> Json:
    return may(masters(ruleset).passes("point"), "elder", "pass", category="set")


def a_point_without_its_value(ruleset: Ruleset) -> Json:
    return may(masters(ruleset), "elder", "call", category="point", length=3)


def four_aces_called_three(ruleset: Ruleset) -> Json:
    # Nobody else can have four of any rank, so three aces are good against the cards.
    game = Game.exchanged("S AKQJT H A987 D A9 C A", "S 987 H KQJ D KQJ C KQJ", ruleset=ruleset)
    game.passes("point", "sequence").call("set", 3, "A").good()
    return may(game, "elder", "reckon", holdings=["set AS AH AD AC"])


def a_point_of_44(ruleset: Ruleset) -> Json:
    # K Q 9 8 7: 10 + 10 + 24.
    game = Game.exchanged("S KQ987 H 987 D 98 C 98", "H AKQJ D AKQJ C AKQJ", ruleset=ruleset)
    return game.call("point", 5, 44).good().reckon("point S KQ987").score


def five_cards_of_40_are_better_than_four_of_41(ruleset: Ruleset) -> Json:
    game = Game.exchanged("S AKQJ H 987 D 987 C KQ", "C T9876 H T6 D T6 S T98", ruleset=ruleset).call("point", 4, 41)
    return may(game, "younger", "reply", reply="not_good")


def thirty_before_a_trio(ruleset: Ruleset) -> Json:
    # Elder: point 8, huitième 18 and a quart 4. Younger: three aces and three kings, after it in the order.
    game = Game.exchanged("S AKQJT987 H QJT9", "H AK D AKQJ C AKQJT9", ruleset=ruleset)
    return game.play("AS").score


def thirty_behind_an_equal_point(ruleset: Ruleset) -> Json:
    # W3: the points are equal, 38 each. Younger: two quatorzes and a trio.
    game = Game.exchanged("C KJT8 H KJ87 D K98 S J", "S AQT7 H AQT D AQT C AQ", ruleset=ruleset)
    return game.play("JS").score


def all_twelve_tricks(ruleset: Ruleset) -> Json:
    return led(ruleset).play("8S").play_out().score


def seven_tricks(ruleset: Ruleset) -> Json:
    return led(ruleset).play("8S KS 9S QS JS AH 8H KH 9H QH JH AD 8D").score


def a_lead_of_an_eight(ruleset: Ruleset) -> Json:
    return Game.exchanged(LOW, MASTERS, ruleset=ruleset).passes(*CATEGORIES).play("8S").score


def a_nine_takes_an_eight(ruleset: Ruleset) -> Json:
    game = Game.exchanged("S AKQJT9 H J87 D 987", "H AK9 D AKQ C AKQJ98", ruleset=ruleset).passes(*CATEGORIES)
    return game.play("8H").reckon_nothing().play("9H").score


def a_hand_thrown_down_in_the_first_deal(ruleset: Ruleset) -> Json:
    return may(led(ruleset), "younger", "concede")


def what_a_hand_thrown_down_scores(ruleset: Ruleset) -> Json:
    return led(ruleset).do("younger", "concede").score


def a_void(ruleset: Ruleset) -> Json:
    # Elder, without a club: four cards against three, no sequence, three aces and three kings.
    return Game.exchanged("S AK97 H AK97 D AK97", "S QJ8 H QJ8 D QJ8 C AK7", ruleset=ruleset).score


def the_first_deal_of_a_partie(ruleset: Ruleset) -> Json:
    return settle((10, 1), ruleset=ruleset)["totals"]


def after_two_extra_deals_that_are_level(ruleset: Ruleset) -> Json:
    return settle(*((30, 30),) * 8, ruleset=ruleset)["over"]


def a_hundred_to_nothing(ruleset: Ruleset) -> Json:
    answer = settle((100, 0), ruleset=ruleset)
    return answer["over"], answer["settlement"]


def a_point_beyond_the_target(ruleset: Ruleset) -> Json:
    # 97 and a point of three, and the lead.
    standing = table.at(97, 60, **ruleset["overrides"])
    game = Game.exchanged(MASTERS, LOW, after=standing.state).call("point", 3).good().reckon("point S AKQ")
    game.passes("sequence", "set").play("AS")
    game.run([{"seat": "B", "type": "reckon", "holdings": []}])
    return game.phase, game.score


class Row(NamedTuple):
    """`what` is asked under two values of a parameter (with `more`): the answers differ."""

    parameter: str
    value: Json
    other: Json
    what: Callable[[Ruleset], Json]
    answer: Json
    other_answer: Json
    more: Mapping[str, Json] = MappingProxyType({})


def fifty_against_forty_each_deal(ruleset: Ruleset) -> Json:
    # 300 to 240, both beyond the rubicon.
    return settle(*((50, 40),) * 6, ruleset=ruleset)["settlement"]


def a_hundred_in_the_third_game(ruleset: Ruleset) -> Json:
    # Each has won a game; in the third A has a hundred.
    games = [[{"A": 100, "B": 60}], [{"A": 60, "B": 100}], [{"A": 100, "B": 60}]]
    status, answer = send("/v1/settlements", {"ruleset": ruleset, "games": games})
    return (answer["games_won"], answer["winner"]) if status == 200 else answer["code"]


def two_games_and_a_double_one(ruleset: Ruleset) -> Json:
    # 100 to 60 is a game; 100 to 20 is a double one, where there are such: three games of five, the better half.
    games = [[{"A": 100, "B": 60}], [{"A": 100, "B": 20}]]
    status, answer = send("/v1/settlements", {"ruleset": ruleset, "games": games})
    return (answer["games_won"], answer["winner"]) if status == 200 else answer["code"]


AUTOMATIC = {"calling": "automatic"}
OLD_PACK = {"pack": 36, "tie_break_call": "always"}
GAMES = {"target": 100, "double_below": 50}
TABLE = (
    Row("calling", "dialogue", "automatic", score_before_play, (0, 0), (117, 0)),
    Row("first_deal", "high_cut_chooses", "high_cut_deals", who_deals, ("chooses", "A"), ("deals", "A")),
    Row("first_deal", "high_cut_deals", "low_cut_deals", who_deals, ("deals", "A"), ("deals", "B")),
    # The pack in order, twos: cards 1 2, 5 6, 9 10 and so on. Threes: 1 to 3, 7 to 9, 13 to 15, 19 to 21. Alternating:
    # 1 2, 5 to 7, 11 12, 15 to 17, 21 22.
    Row("deal_packet", 2, 3, elder_s_cards, in_order("S AKT9 H AKT9 D AKT9"), in_order("S AKQ87 H AT98 D QJT")),
    Row(
        "deal_packet",
        2,
        "alternating",
        elder_s_cards,
        in_order("S AKT9 H AKT9 D AKT9"),
        in_order("S AKT98 H QJ87 D AT9"),
    ),
    Row("pack", 32, 36, cards_of_the_talon, 8, 12),
    Row("elder_min", 1, 3, elder_exchanges_two, True, False),
    Row("elder_max", 5, 3, elder_exchanges_four, True, False),
    Row("elder_max", 5, 8, elder_exchanges_eight, False, True, {"pack": 36}),
    Row("younger_min", 1, 0, younger_exchanges_none, False, True),
    Row("younger_max", None, 5, younger_exchanges_six, True, False),
    Row("elder_second_exchange", False, True, elder_exchanges_again, False, True),
    Row("left_cards", "after_lead_shared", "revealed_by_dealer", younger_looks_before_the_calls, False, True),
    Row("left_cards", "private_named_suit", "none", younger_looks_before_the_calls, True, False),
    Row("carte_blanche_protocol", "discard_first", "show", claim_with_a_number, True, False),
    Row("call_order", "point_first", "fixed", sets_before_sequences, True, False),
    Row("tie_break_call", "when_asked", "point", a_point_without_its_value, True, False),
    Row("tie_break_call", "when_asked", "always", a_point_without_its_value, True, False),
    # (Where elder has no point younger might: the repique is certain when he has reckoned.)
    Row("point_minimum", 3, 4, score_after_the_lead, (117 + 1, 0), (114 + 1, 0), AUTOMATIC),
    Row("abide_by_call", "unless_good_against_the_cards", "always", four_aces_called_three, True, False),
    Row(
        "point_comparison",
        "cards",
        "pips",
        five_cards_of_40_are_better_than_four_of_41,
        True,
        False,
        OLD_PACK,
    ),
    # (44 + 5) / 10.
    Row("point_score", "cards", "pips", a_point_of_44, (5, 0), (4, 0)),
    Row("point_ending_in_four", False, True, a_point_of_44, (5, 0), (4, 0)),
    Row(
        "repique_test",
        "before_in_order",
        "opponent_scores_nothing",
        thirty_before_a_trio,
        (30 + 60 + 1, 6),
        (30 + 1, 6),
        AUTOMATIC,
    ),
    Row("repique_by", "either", "elder", thirty_behind_an_equal_point, (1, 31 + 60), (1, 31), AUTOMATIC),
    Row("equality_saves_repique", False, True, thirty_behind_an_equal_point, (1, 31 + 60), (1, 31), AUTOMATIC),
    # Twelve leads, and the last trick once more; each lead and each trick; each trick, and ten. Capot 40 besides.
    Row("trick_scoring", "lead_and_capture", "lead_and_take", all_twelve_tricks, (13 + 40, 0), (24 + 40, 0)),
    Row("trick_scoring", "lead_and_capture", "one_per_trick", all_twelve_tricks, (13 + 40, 0), (22 + 40, 0)),
    Row("last_trick_bonus", 1, 10, all_twelve_tricks, (12 + 1 + 40, 0), (12 + 10 + 40, 0)),
    Row("last_trick_bonus", 1, 0, all_twelve_tricks, (12 + 1 + 40, 0), (12 + 40, 0)),
    Row("low_cards_uncounted", False, True, a_lead_of_an_eight, (1, 0), (0, 0)),
    # The lead of the eight scores nothing under both; younger's capture with the nine scores under the second.
    Row(
        "uncounted_plays",
        "leads_and_captures",
        "leads",
        a_nine_takes_an_eight,
        (0, 0),
        (0, 1),
        {"low_cards_uncounted": True},
    ),
    Row("cards_counted", "end_of_deal", "seventh_trick", seven_tricks, (7, 0), (17, 0)),
    Row("concession", "last_deal", "any_deal", a_hand_thrown_down_in_the_first_deal, False, True),
    Row("concession", "any_deal", "none", a_hand_thrown_down_in_the_first_deal, True, False),
    Row("concession_score", 2, 0, what_a_hand_thrown_down_scores, (23, 2), (23, 0), {"concession": "any_deal"}),
    # Twelve cards, each of them in a tierce.
    Row("carte_rouge", 0, 20, score_before_play, (57 + 60, 0), (57 + 20 + 60, 0), AUTOMATIC),
    # Point 4 and sets 6; or a nought: point 5, quint 10 and sets 6.
    Row("nought", False, True, a_void, (4 + 6, 0), (5 + 10 + 6, 0), AUTOMATIC),
    Row("partie_deals", 6, 4, the_first_deal_of_a_partie, {"A": 10, "B": 1}, {"A": 20, "B": 2}),
    Row("tie", "one_each_then_drawn", "two_more_until_broken", after_two_extra_deals_that_are_level, True, False),
    Row("target", None, 100, a_hundred_to_nothing, (False, None), (True, 1)),
    Row("target", 100, 101, a_hundred_to_nothing, (True, 1), (False, None)),
    Row(
        "target_stop",
        "at_once",
        "end_of_deal",
        a_point_beyond_the_target,
        ("partie_over", (3, 0)),
        ("play", (4, 0)),
        {"target": 100},
    ),
    Row("double_below", None, 50, a_hundred_to_nothing, (True, 1), (True, 2), {"target": 100}),
    Row("partie_bonus", 100, 50, fifty_against_forty_each_deal, 60 + 100, 60 + 50),
    Row("partie_bonus", 100, 0, fifty_against_forty_each_deal, 60 + 100, 60),
    Row("match_games", 3, 5, a_hundred_in_the_third_game, ({"A": 2, "B": 1}, "A"), ({"A": 2, "B": 1}, None), GAMES),
    Row(
        "belle_target",
        None,
        221,
        a_hundred_in_the_third_game,
        ({"A": 2, "B": 1}, "A"),
        ({"A": 1, "B": 1}, None),
        {"target": 100, "match_games": 3},
    ),
    Row(
        "match_games",
        None,
        5,
        two_games_and_a_double_one,
        "contradictory_request",
        ({"A": 3, "B": 0}, "A"),
        GAMES,
    ),
)

# Where the codes of law differ (law.md, section 6): the row, a code, and what portland and that code say.
LAW_ROWS = (
    ("cut_exposed", "au-cent", "again", "lowest_counts"),
    ("wrong_pack", "au-cent", "taken_up", "deal_complete"),
    ("out_of_turn", "au-cent", "twice_running", "no_remedy"),
    ("one_card_wrong", "french", "elder_before_taking", "nondealer"),
    ("many_wrong", "hoyle", "two_off_or_nine", "over_thirteen"),
    ("stand_13", "au-cent", "twelve_each", "elder_may_take_none"),
    ("stand_11", "hoyle", "twelve_each", "elder_leaves_three"),
    ("stand_7", "au-cent", "twelve_each", "younger_may_take_none"),
    ("faced", "hoyle", "redeal", "redeal_but_bottom"),
    ("discard_final", "hoyle", "taken_up", "touched"),
    ("stock_shown", "au-cent", "reckons_nothing", "younger_loses_game"),
    ("stock_mixed", "au-cent", "reckons_nothing_or_redeal", "loses_game"),
    ("short_hand", "hoyle", "unanswered_tricks", "no_penalty"),
    ("dealer_saw", "french", "nothing_more", "leads_named_suit"),
    ("mend_call", "french", "reply", "own_first_card"),
    ("mend_reply", "hoyle", "next_call", "never"),
    ("mend_claim", "hoyle", "first_card", "own_next_card"),
    ("false_claim", "au-cent", "reckons_nothing", "sets_only"),
    ("must_show", "hoyle", "never", "point"),
    ("shown_bars", "old", "reckoned_or_shown", "nothing"),
    ("false_refusal", "hoyle", "elder_reckons", "elder_reckons_after_lead"),
    ("omitted", "french", "first_card", "own_first_card"),
    ("late_look", "hoyle", "shared", "forbidden"),
    ("count_errors", "old", "next_hand", "bonuses_next_shuffle"),
)
TABLE += (
    Row("law", "portland", "au-cent", said_in("stand_13"), "twelve_each", "elder_may_take_none"),
    Row("law", "portland", "none", said_in("stand_13"), "twelve_each", "none"),
    # All codes have the same penalty for a long hand, so that only who says so differs.
    Row("law_long_hand", None, "hoyle", who_says("long_hand"), "portland", "hoyle"),
    *(Row(f"law_{row}", None, code, said_in(row), word, other) for row, code, word, other in LAW_ROWS),
)

SEVERAL = {name for name, about in PARAMETERS.items() if len(about.values) > 1}


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row.parameter}-{row.value}-{row.other}")
def test_two_values_give_two_answers(row):
    if row.parameter not in SEVERAL:
        pytest.skip("only one value of it can be played")
    assert row.answer != row.other_answer
    assert row.what(portland(**{row.parameter: row.value}, **row.more)) == row.answer
    assert row.what(portland(**{row.parameter: row.other}, **row.more)) == row.other_answer


def test_no_parameter_is_missing():
    assert sorted(SEVERAL - {row.parameter for row in TABLE}) == []
    assert sorted({row.parameter for row in TABLE} - set(PARAMETERS)) == []
