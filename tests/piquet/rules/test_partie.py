"""R8: six deals or four, the rubicon, ties and extra deals."""

import functools

import pytest

from service.piquet.rulesets.published import ruleset
from service.piquet.scoring.settlement import Settlement, settle as settlement_of
from tests.helpers.cards import portland
from tests.helpers.game import Game
from tests.helpers.http import problem, settle

# One deal that can be played without a thought. Elder has every master, younger nothing. By the hands alone elder has
# 3 + 12 + 42 and the repique, 117; by play 13 and the capot: 170 (W4).
MASTERS = "S AKQ H AKQ D AKQ C AKQ"
LOW = "S J98 H J98 D J98 C J98"
AUTOMATIC = {"calling": "automatic"}


@functools.cache
def after(deals: int, **overrides) -> Game:
    """A partie, B dealing first, in which elder has made 170 to nothing so many times."""
    before = after(deals - 1, **overrides) if deals > 1 else None
    state = before.state if before else None
    game = Game.exchanged(MASTERS, LOW, ruleset=portland(**AUTOMATIC, **overrides), dealer="B", after=state)
    return game.play_out()


def score_of(game: Game) -> tuple[int, int]:
    return game.state["partie"]["score"]["A"], game.state["partie"]["score"]["B"]


# -- R8.1: the deals of a partie, by playing them


@pytest.mark.rule("R8.1", "R2.4")
def test_six_deals_dealt_in_turn_and_their_sum():
    # A is elder in the first, third and fifth deal.
    totals = [score_of(after(deals)) for deals in range(1, 6)]
    assert totals == [(170, 0), (170, 170), (340, 170), (340, 340), (510, 340)]
    assert [after(deals).dealer for deals in range(1, 7)] == list("BABABA")
    assert after(5).state["partie"]["deal"] == 5
    assert after(5).phase == "deal_over"
    assert [deal["dealer"] for deal in after(5).state["partie"]["deals"]] == list("BABA")
    assert after(5).state["partie"]["deals"][1]["score"] == {"A": 0, "B": 170}


def sixth(who_wins: str = "A", **overrides) -> Game:
    """Five deals as above (510 to 340), then a sixth, in which B is elder and A, or B, has the masters."""
    hands = (MASTERS, LOW) if who_wins == "B" else (LOW, MASTERS)
    game = Game.exchanged(*hands, ruleset=portland(**AUTOMATIC), after=after(5, **overrides).state)
    return game.play("JS").play("AS").play_out() if who_wins == "A" else game.play_out()


@pytest.mark.rule("R8.1", "R8.2")
def test_after_the_sixth_the_higher_total_wins_the_difference_and_a_hundred():
    # B leads a knave, which scores 1; A has 117 in hand, a capture, eleven leads, the last trick and the capot, 170:
    # 680 to 341. Difference 339, and 100.
    game = sixth()
    assert (game.phase, game.state["to_act"]) == ("partie_over", None)
    assert score_of(game) == (680, 341)
    assert game.state["partie"]["result"]["winner"] == "A"
    assert game.state["partie"]["result"]["settlement"] == 439
    assert game.state["partie"]["result"]["rubicon"] is False
    assert game.happened[-1] == "partie_ended"
    assert (game.events[-1]["seat"], game.events[-1]["settlement"]) == ("A", 439)


@pytest.mark.rule("R8.1")
def test_no_deal_follows_the_last():
    body = {"state": sixth().state, "deck": [rank + suit for suit in "SHDC" for rank in "AKQJT987"]}
    problem("/v1/deals", body)


@pytest.mark.rule("R8.1")
def test_no_deal_follows_one_that_is_not_over():
    body = {"state": Game.deal(MASTERS, LOW).state, "deck": [rank + suit for suit in "SHDC" for rank in "AKQJT987"]}
    problem("/v1/deals", body)


# -- R8.1: four deals


@pytest.mark.rule("R8.1")
def test_four_deals_the_first_and_the_last_counting_double_in_a_settlement():
    # 2 x 10 + 20 + 30 + 2 x 40 = 150 and 2 x 1 + 2 + 3 + 2 x 4 = 15: B below a hundred, 150 + 15 + 100.
    answer = settle((10, 1), (20, 2), (30, 3), (40, 4), ruleset=portland(partie_deals=4))
    assert answer["totals"] == {"A": 150, "B": 15}
    assert (answer["over"], answer["winner"], answer["rubicon"], answer["settlement"]) == (True, "A", True, 265)
    assert answer["deals_due"] == 0


@pytest.mark.rule("R8.1", "R8.2")
def test_the_rubicon_is_judged_on_the_doubled_totals():
    # B: 2 x 25 + 10 + 10 + 2 x 15 = 100, though the four deals are 60 by themselves. A: 2 x 40 + 20 + 20 + 80 = 200.
    answer = settle((40, 25), (20, 10), (20, 10), (40, 15), ruleset=portland(partie_deals=4))
    assert answer["totals"] == {"A": 200, "B": 100}
    assert (answer["rubicon"], answer["settlement"]) == (False, 200)
    # One point less in a single deal is 99.
    answer = settle((40, 25), (20, 9), (20, 10), (40, 15), ruleset=portland(partie_deals=4))
    assert (answer["rubicon"], answer["settlement"]) == (True, 200 + 99 + 100)


@pytest.mark.rule("R8.1")
def test_four_deals_by_playing_them():
    # A elder in the first (doubled) and third, B in the second and fourth (doubled).
    totals = [score_of(after(deals, partie_deals=4)) for deals in range(1, 5)]
    assert totals == [(340, 0), (340, 170), (510, 170), (510, 510)]
    # What each deal was scored is not doubled in the record of the deal.
    assert after(2, partie_deals=4).state["partie"]["deals"][0]["score"] == {"A": 170, "B": 0}
    assert after(1, partie_deals=4).state["score"] == {"A": 170, "B": 0}


@pytest.mark.rule("R8.1", "R8.3")
def test_extra_deals_count_single():
    # Level after four; the fifth and sixth are single.
    assert after(4, partie_deals=4).phase == "deal_over"
    assert score_of(after(5, partie_deals=4)) == (680, 510)
    ruleset = portland(partie_deals=4)
    answer = settle((10, 10), (20, 20), (30, 30), (40, 40), (60, 20), (10, 20), ruleset=ruleset)
    assert answer["totals"] == {"A": 150 + 70, "B": 150 + 40}
    assert (answer["winner"], answer["settlement"]) == ("A", 130)


@pytest.mark.rule("R8.1")
def test_a_partie_of_six_doubles_nothing():
    answer = settle((10, 1), (10, 2), (10, 3), (10, 4), (10, 5), (10, 6))
    assert answer["totals"] == {"A": 60, "B": 21}


# -- R8.2: settlements

# Five deals of nothing, so that the sixth is the total.
NIL = ((0, 0),) * 5


@pytest.mark.rule("R8.2")
@pytest.mark.parametrize(
    ("a", "b", "winner", "rubicon", "settlement"),
    [
        (154, 113, "A", False, 141),  # W6: 154 - 113 + 100
        (154, 93, "A", True, 347),  # W6: 154 + 93 + 100
        (128, 119, "A", False, 109),  # W7: 128 - 119 + 100
        (117, 96, "A", True, 313),  # W7: 117 + 96 + 100
        (113, 154, "B", False, 141),
        (150, 100, "A", False, 150),  # a hundred is enough
        (150, 99, "A", True, 349),
        (80, 60, "A", True, 240),  # whether or not the winner has a hundred
        (99, 98, "A", True, 297),
        (100, 0, "A", True, 200),
        (1, 0, "A", True, 101),
        (101, 100, "A", False, 101),
    ],
)
def test_difference_and_a_hundred_or_the_sum_and_a_hundred(a, b, winner, rubicon, settlement):
    answer = settle(*NIL, (a, b))
    assert answer["totals"] == {"A": a, "B": b}
    assert (answer["over"], answer["winner"]) == (True, winner)
    assert (answer["rubicon"], answer["settlement"]) == (rubicon, settlement)


@pytest.mark.rule("R8.2")
def test_it_is_the_loser_s_total_over_all_deals_that_is_asked():
    # 6 x 17 = 102 and 6 x 20 = 120, although no single deal comes near a hundred.
    answer = settle(*((20, 17),) * 6)
    assert (answer["rubicon"], answer["settlement"]) == (False, 118)


@pytest.mark.rule("R8.1", "R8.2")
@pytest.mark.parametrize("played", range(6))
def test_before_the_last_deal_nothing_is_settled(played):
    answer = settle(*((30, 20),) * played)
    assert answer["over"] is False
    assert answer["deals_due"] == 6 - played
    assert answer["winner"] is None
    assert answer["settlement"] is None
    assert answer["totals"] == {"A": 30 * played, "B": 20 * played}


# -- R8.3: ties

LEVEL = ((100, 100),) * 6


@pytest.mark.rule("R8.3")
def test_a_tie_after_the_sixth_brings_a_deal_each():
    answer = settle(*LEVEL)
    assert (answer["over"], answer["winner"], answer["deals_due"]) == (False, None, 2)


@pytest.mark.rule("R8.3")
def test_after_the_first_of_the_two_the_second_is_due_whoever_leads():
    answer = settle(*LEVEL, (30, 10))
    assert (answer["over"], answer["deals_due"]) == (False, 1)


@pytest.mark.rule("R8.3", "R8.2")
def test_then_the_totals_decide():
    answer = settle(*LEVEL, (30, 10), (10, 20))
    assert (answer["over"], answer["winner"], answer["settlement"]) == (True, "A", 10 + 100)
    # Below a hundred after eight deals: 70 and 80.
    answer = settle(*((10, 10),) * 6, (10, 5), (10, 5))
    assert (answer["winner"], answer["rubicon"], answer["settlement"]) == ("A", True, 80 + 70 + 100)


@pytest.mark.rule("R8.3")
def test_a_second_tie_is_a_drawn_partie_and_settles_at_nothing():
    answer = settle(*LEVEL, (30, 10), (10, 30))
    assert (answer["over"], answer["winner"], answer["settlement"], answer["deals_due"]) == (True, None, 0, 0)
    assert answer["rubicon"] is False


@pytest.mark.rule("R8.3")
def test_two_more_deals_until_it_is_broken():
    ruleset = portland(tie="two_more_until_broken")
    for pairs in range(4):
        answer = settle(*LEVEL, *((30, 10), (10, 30)) * pairs, ruleset=ruleset)
        assert (answer["over"], answer["deals_due"]) == (False, 2)
    answer = settle(*LEVEL, (30, 10), (10, 30), (30, 10), (10, 31), ruleset=ruleset)
    assert (answer["over"], answer["winner"], answer["settlement"]) == (True, "B", 101)


@pytest.mark.rule("R8.3")
def test_no_more_deals_than_there_are_can_be_settled():
    deals = [{"A": 10, "B": 20}] * 7
    problem("/v1/settlements", {"ruleset": "portland", "deals": deals})


@pytest.mark.rule("R8.3")
def test_a_drawn_partie_by_playing_it():
    # Every elder makes 170, so after six deals and after eight it is level.
    assert (after(6).phase, score_of(after(6))) == ("deal_over", (510, 510))
    assert after(6).state["partie"]["result"] is None
    assert (after(7).phase, score_of(after(7))) == ("deal_over", (680, 510))
    game = after(8)
    assert (game.phase, score_of(game)) == ("partie_over", (680, 680))
    assert game.state["partie"]["result"]["winner"] is None
    assert game.state["partie"]["result"]["settlement"] == 0
    assert (game.events[-1]["kind"], game.events[-1]["seat"], game.events[-1]["settlement"]) == (
        "partie_ended",
        None,
        0,
    )


@pytest.mark.rule("R8.3")
def test_where_a_tie_is_played_on_eight_level_deals_are_not_the_end():
    assert after(8, tie="two_more_until_broken").phase == "deal_over"


# -- R6.5: the last deal of a partie


def led(deals: int, **overrides) -> Game:
    """The next deal after so many, elder having led and younger having nothing to reckon (calling is automatic)."""
    state = after(deals, **overrides).state if deals else None
    return Game.exchanged(MASTERS, LOW, ruleset=portland(**AUTOMATIC, **overrides), after=state).play("AS")


@pytest.mark.rule("R6.5")
@pytest.mark.parametrize(("deals", "allowed"), [(0, False), (1, False), (4, False), (5, True), (6, False), (7, True)])
def test_a_hand_is_thrown_down_in_the_sixth_deal_or_the_second_extra_one(deals, allowed):
    game = led(deals)
    for seat in "AB":
        assert game.check(seat, "concede")["legal"] is allowed
        if not allowed:
            game.refused(seat, "concede", rule="R6.5", at="/action/type")


@pytest.mark.rule("R6.5", "R8.1")
@pytest.mark.parametrize(("deals", "allowed"), [(2, False), (3, True), (4, False), (5, True)])
def test_in_a_partie_of_four_it_is_the_fourth(deals, allowed):
    game = led(deals, partie_deals=4)
    for seat in "AB":
        assert game.check(seat, "concede")["legal"] is allowed


@pytest.mark.rule("R6.5", "R8.2")
def test_throwing_down_ends_the_partie():
    # A 510, B 340; B is elder with 117 in hand, and A throws down: B 340 + 117 + 13 + 10 = 480, A 512.
    game = led(5).do("A", "concede")
    assert score_of(game) == (512, 480)
    assert game.phase == "partie_over"
    assert game.state["partie"]["result"]["settlement"] == 32 + 100


@pytest.mark.rule("R6.5", "R8.3")
def test_throwing_down_in_a_tie_played_on_is_for_every_second_extra_deal():
    for deals, allowed in ((8, False), (9, True)):
        game = led(deals, tie="two_more_until_broken")
        assert game.check("A", "concede")["legal"] is allowed


# -- the settlement in full


@pytest.mark.rule("R8.1", "R8.2", "R8.3", "R8.4", "R8.5")
@pytest.mark.parametrize(
    ("name", "deals", "totals", "over", "winner", "rubicon", "points", "due"),
    [
        ("portland", [], (0, 0), False, None, False, 0, 6),
        ("portland", [(20, 30)] * 5, (100, 150), False, None, False, 0, 1),
        ("portland", [(20, 30)] * 6, (120, 180), True, 1, False, 60 + 100, 0),
        ("portland", [(30, 10)] * 6, (180, 60), True, 0, True, 240 + 100, 0),
        # Two extra deals, both of them played; then it is drawn, or goes on by two.
        ("portland", [(20, 20)] * 6, (120, 120), False, None, False, 0, 2),
        ("portland", [*[(20, 20)] * 6, (5, 9)], (125, 129), False, None, False, 0, 1),
        ("portland", [(20, 20)] * 8, (160, 160), True, None, False, 0, 0),
        ("parlett", [(20, 20)] * 8, (160, 160), False, None, False, 0, 2),
        ("parlett", [(20, 20)] * 7, (140, 140), False, None, False, 0, 1),
        # To a target: another deal until there is one total above.
        ("au-cent", [(60, 40)], (60, 40), False, None, False, 0, 1),
        ("au-cent", [(60, 99)], (60, 99), False, None, False, 0, 1),
        ("au-cent", [(100, 50)], (100, 50), True, 0, False, 1, 0),
        ("au-cent", [(49, 100)], (49, 100), True, 1, False, 2, 0),
    ],
)
def test_a_settlement_says_who_wins_what_and_how_many_deals_are_due(
    name, deals, totals, over, winner, rubicon, points, due
):
    expected = Settlement(totals, over, winner, rubicon, points, due)
    assert settlement_of(ruleset(name), deals) == expected


def test_a_partie_lost_by_a_ruling_is_a_single_game():
    # docs/law.md, E10: whatever the totals.
    assert settlement_of(ruleset("au-cent"), [(90, 10)], 0) == Settlement((90, 10), True, 1, False, 1, 0)
