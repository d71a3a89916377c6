"""Matches of games (R8.5) and the chouette, from the scores of deals alone."""

import pytest

from tests.helpers.http import post, problem, send


def scores(*deals: tuple[int, int]) -> list[dict[str, int]]:
    return [{"A": a, "B": b} for a, b in deals]


def match(*games: list[tuple[int, int]], ruleset="au-cent"):
    return post("/v1/settlements", {"ruleset": ruleset, "games": [scores(*deals) for deals in games]})


FRENCH = {"name": "french", "overrides": {"match_games": 3, "belle_target": 221}}


@pytest.mark.rule("R8.4", "R8.5")
def test_the_third_game_may_be_played_to_221():
    # S3: two games to 100, and the belle to 221.
    first, second = [(100, 50)], [(70, 40), (20, 62)]
    for third, totals, over in (
        ([(110, 60), (110, 60)], {"A": 220, "B": 120}, False),
        ([(110, 60), (111, 60)], {"A": 221, "B": 120}, True),
    ):
        answer = match(first, second, third, ruleset=FRENCH)
        game = answer["games"][2]
        assert (game["totals"], game["over"], game["settlement"]) == (totals, over, 1 if over else None)
        assert answer["winner"] == ("A" if over else None)
        assert answer["games_won"] == {"A": 2 if over else 1, "B": 1}


@pytest.mark.rule("R8.5")
def test_two_games_of_three_win_and_a_double_one_is_enough():
    ruleset = {"name": "au-cent", "overrides": {"match_games": 3}}
    assert match(SINGLE, SINGLE, ruleset=ruleset)["winner"] == "A"
    assert match(SINGLE, ruleset=ruleset)["winner"] is None
    assert match(DOUBLE, ruleset=ruleset)["winner"] == "A"


@pytest.mark.rule("R8.2")
@pytest.mark.parametrize(
    ("bonus", "crossed", "rubiconed"),
    [
        # 154 to 113 and 154 to 93 (W6): 41 and 247, and the hundred or what is agreed instead.
        (100, 141, 347),
        (50, 91, 297),
        (0, 41, 247),
    ],
)
def test_the_hundred_of_a_partie_may_be_another_number(bonus, crossed, rubiconed):
    ruleset = {"name": "portland", "overrides": {"partie_bonus": bonus}}
    for score, settlement in (((154, 113), crossed), ((154, 93), rubiconed)):
        answer = post("/v1/settlements", {"ruleset": ruleset, "deals": scores(*[(0, 0)] * 5, score)})
        assert answer["settlement"] == settlement


SINGLE, DOUBLE = [(100, 50)], [(100, 49)]


@pytest.mark.rule("R8.5")
def test_reaching_a_hundred_before_the_other_has_fifty_counts_two():
    answer = match(SINGLE, DOUBLE)
    assert [game["settlement"] for game in answer["games"]] == [1, 2]
    assert (answer["games_won"], answer["over"], answer["winner"]) == ({"A": 3, "B": 0}, True, "A")


@pytest.mark.rule("R8.5")
def test_three_games_of_five_win():
    lost = [(50, 100)]
    for games, won, winner in (
        ([SINGLE], (1, 0), None),
        ([SINGLE, SINGLE], (2, 0), None),
        ([SINGLE, SINGLE, lost, lost], (2, 2), None),
        ([SINGLE, SINGLE, lost, lost, SINGLE], (3, 2), "A"),
        ([DOUBLE, [(49, 100)], lost], (2, 3), "B"),
    ):
        answer = match(*games)
        assert (answer["games_won"], answer["winner"]) == ({"A": won[0], "B": won[1]}, winner)
        assert answer["over"] is (winner is not None)


@pytest.mark.rule("R8.5")
def test_the_last_game_may_be_under_way():
    answer = match(SINGLE, [(40, 30), (20, 39)])
    assert answer["games_won"] == {"A": 1, "B": 0}
    last = answer["games"][1]
    assert (last["totals"], last["over"], last["settlement"]) == ({"A": 60, "B": 69}, False, None)


@pytest.mark.rule("R8.5")
@pytest.mark.parametrize(
    ("games", "pointer"),
    [
        ([DOUBLE, SINGLE, SINGLE], "/games/2"),  # three games were won
        ([[(60, 30)], SINGLE], "/games/1"),  # the first was not over
        ([[(60, 30), (40, 0), (5, 5)]], "/games/0/2"),  # a deal after the hundred
        ([[(100, 30), (5, 5)]], "/games/0/1"),  # which the first deal reached
        ([[(100, 30), (5, 5), (5, 5)]], "/games/0/1"),
    ],
)
def test_what_was_played_after_the_end_is_named(games, pointer):
    body = {"ruleset": "au-cent", "games": [scores(*deals) for deals in games]}
    answer = problem("/v1/settlements", body)
    assert (answer["code"], [each["pointer"] for each in answer["errors"]]) == ("contradictory_request", [pointer])


@pytest.mark.rule("R8.4")
@pytest.mark.parametrize("deals", [[(100, 0), (5, 5)], [(0, 100), (5, 5)], [(100, 0), (5, 5), (5, 5)]])
def test_a_target_reached_in_the_first_deal_leaves_no_second(deals):
    answer = problem("/v1/settlements", {"ruleset": "au-cent", "deals": scores(*deals)})
    assert (answer["code"], [each["pointer"] for each in answer["errors"]]) == ("contradictory_request", ["/deals/1"])
    assert post("/v1/settlements", {"ruleset": "au-cent", "deals": scores((99, 0), (5, 5))})["winner"] == "A"


@pytest.mark.rule("R8.5")
def test_who_plays_no_matches_has_no_games_to_count():
    answer = problem("/v1/settlements", {"ruleset": "portland", "games": [scores((30, 20))]})
    assert (answer["code"], answer["errors"][0]["pointer"]) == ("contradictory_request", "/games")


@pytest.mark.rule("R8.5")
@pytest.mark.parametrize(
    ("overrides", "parameters"),
    [
        ({"match_games": 5}, ["match_games", "target"]),
        ({"belle_target": 221}, ["belle_target", "match_games"]),
        ({"belle_target": 221, "match_games": 5, "target": 100}, ["belle_target", "match_games"]),
        ({"double_below": 50}, ["double_below", "target"]),
        ({"target": 100, "partie_deals": 4}, ["partie_deals", "target"]),
    ],
)
def test_what_needs_a_target_or_forbids_one_is_refused_with_both_named(overrides, parameters):
    ruleset = {"name": "portland", "overrides": overrides}
    answer = problem("/v1/settlements", {"ruleset": ruleset, "deals": []})
    assert (answer["code"], answer["parameters"]) == ("invalid_ruleset", parameters)


# -- the chouette: 416 is 420, and 840 for the single player

PLAYERS = {"single": "Ann", "opponent": "Ben", "adviser": "Cid"}


def chouette(deals: list[tuple[int, int]], seat: str = "A"):
    body = {"deals": scores(*deals), "chouette": {"seat": seat, **PLAYERS}}
    return post("/v1/settlements", body)


def partie(a: int, b: int) -> list[tuple[int, int]]:
    """Six deals with these totals, a seventh part of both in each deal but the last."""
    return [*[(a // 7, b // 7)] * 5, (a - 5 * (a // 7), b - 5 * (b // 7))]


def test_the_single_player_wins_double_and_stays():
    # 428 to 112: 316 and 100.
    answer = chouette(partie(428, 112))
    assert answer["settlement"] == 416
    assert answer["chouette"]["points"] == {"single": 840, "opponent": -420, "adviser": -420}
    assert answer["chouette"]["next"] == {"single": "Ann", "opponent": "Cid", "adviser": "Ben"}


def test_who_beats_the_single_player_takes_his_place():
    answer = chouette(partie(428, 112), seat="B")
    assert answer["chouette"]["points"] == {"single": -840, "opponent": 420, "adviser": 420}
    assert answer["chouette"]["next"] == {"single": "Ben", "opponent": "Cid", "adviser": "Ann"}


@pytest.mark.parametrize(("difference", "tens"), [(5, 100), (6, 110), (10, 110), (15, 110), (16, 120)])
def test_units_of_six_and_more_count_up_and_of_five_and_less_down(difference, tens):
    answer = chouette(partie(150 + difference, 150))
    assert answer["chouette"]["points"] == {"single": 2 * tens, "opponent": -tens, "adviser": -tens}


def test_after_a_drawn_partie_nobody_moves():
    answer = chouette([*partie(150, 150), (20, 20), (20, 20)])
    assert answer["winner"] is None and answer["over"]
    assert answer["chouette"] == {"points": {"single": 0, "opponent": 0, "adviser": 0}, "next": PLAYERS}


def test_while_the_partie_goes_on_nothing_is_settled():
    assert chouette([(28, 23)])["chouette"] is None


def test_a_game_to_a_target_is_no_chouette():
    body = {"ruleset": "french", "deals": [], "chouette": {"seat": "A", **PLAYERS}}
    assert problem("/v1/settlements", body)["errors"][0]["pointer"] == "/chouette"


def test_three_players_have_three_names():
    body = {"deals": [], "chouette": {"seat": "A", **PLAYERS, "adviser": "Ann"}}
    assert problem("/v1/settlements", body)["errors"][0]["pointer"] == "/chouette/adviser"


@pytest.mark.parametrize("members", [{}, {"deals": [], "games": [[]]}, {"chouette": {"seat": "A", **PLAYERS}}])
def test_there_is_a_partie_or_a_match_to_settle(members):
    status, answer = send("/v1/settlements", members)
    assert (status, answer["code"]) == (422, "invalid_request")


# -- scores that no deal can have (W15)


@pytest.mark.rule("R7.1")
@pytest.mark.parametrize(
    ("ruleset", "impossible", "most"),
    [
        ("portland", (5000, -400), 174),
        ("portland", (0, -1), 174),  # no rule takes points away
        ("portland", (175, 0), 174),  # a carte blanche, 51 in hand, a repique, 13 points of play and a capot (W15)
        ("portland", (0, 175), 174),
        ("denexa", (186, 0), 185),  # the last trick and each lead and capture (W15)
        ({"name": "portland", "overrides": {"target": 100}}, (1000, 3), 174),
    ],
)
def test_a_score_that_no_deal_can_have_is_named(ruleset, impossible: tuple[int, int], most: int):
    answer = problem("/v1/settlements", {"ruleset": ruleset, "deals": scores((28, 23), impossible, (28, 23))})
    assert answer["code"] == "contradictory_request"
    message = f"is a score that no deal can have: each number is from 0 to {most}"
    assert answer["errors"] == [{"pointer": "/deals/1", "message": message}]


@pytest.mark.rule("R7.1")
@pytest.mark.parametrize(("ruleset", "most"), [("portland", 174), ("denexa", 185)])
def test_the_most_that_a_deal_can_score_settles(ruleset: str, most: int):
    body = {"ruleset": ruleset, "deals": scores((most, 0), (0, most))}
    assert post("/v1/settlements", body)["totals"] == {"A": most, "B": most}


@pytest.mark.rule("R8.5")
def test_every_impossible_deal_of_a_game_is_named():
    games = [scores((28, 23), (72, 12)), scores((500, 2), (28, 23), (-3, 28))]
    answer = problem("/v1/settlements", {"ruleset": "au-cent", "games": games})
    assert [error["pointer"] for error in answer["errors"]] == ["/games/1/0", "/games/1/2"]
