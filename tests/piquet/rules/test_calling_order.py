"""R5: the order of the categories, and how elder comes to his lead."""

import pytest

from tests.helpers.cards import portland
from tests.helpers.game import Game

# The two hands of the Britannica's example: elder has a point of five, a quart and three knaves.
ELDER = "S AJ98 H AKQJ8 D K C J9"
YOUNGER = "S QT H T D AQJT7 C AKQT"
FIXED = portland(call_order="fixed")
IN_PLACE = ("/action/category", "/action/type")


def deal(ruleset="portland") -> Game:
    return Game.exchanged(ELDER, YOUNGER, ruleset=ruleset)


def call_sequence(game: Game) -> dict:
    return game.check("elder", "call", category="sequence", length=4)


def call_set(game: Game) -> dict:
    return game.check("elder", "call", category="set", count=3, rank="J")


@pytest.mark.rule("R5.10")
def test_the_point_comes_first():
    game = deal()
    game.refused("elder", "call", category="sequence", length=4, at=IN_PLACE)
    game.refused("elder", "call", category="set", count=3, rank="J", at=IN_PLACE)
    game.refused("elder", "pass", category="sequence", at=IN_PLACE)
    game.refused("elder", "pass", category="set", at=IN_PLACE)
    assert game.check("elder", "call", category="point", length=5)["legal"]
    assert game.check("elder", "pass", category="point")["legal"]


@pytest.mark.rule("R5.10")
def test_under_portland_sequences_and_sets_follow_in_either_order():
    game = deal().passes("point")
    assert call_sequence(game)["legal"]
    assert call_set(game)["legal"]
    game.call("set", 3, "J").not_good().call("sequence", 4).good().reckon()
    assert game.score == (4, 0)


@pytest.mark.rule("R5.10")
def test_where_the_order_is_fixed_sequences_come_before_sets():
    game = deal(FIXED).passes("point")
    assert call_sequence(game)["legal"]
    game.refused("elder", "call", category="set", count=3, rank="J", at=IN_PLACE)
    game.refused("elder", "pass", category="set", at=IN_PLACE)
    assert call_set(game.passes("sequence"))["legal"]


@pytest.mark.rule("R5.10")
@pytest.mark.parametrize("spoken", [(), ("point",), ("point", "sequence"), ("point", "set")])
def test_elder_does_not_lead_before_each_category_is_called_or_passed(spoken):
    deal().passes(*spoken).refused("elder", "play", card="AH", rule="R5.10", at="/action/type")


@pytest.mark.rule("R5.10")
def test_then_he_leads():
    for order in (("point", "sequence", "set"), ("point", "set", "sequence")):
        game = deal().passes(*order)
        assert (game.phase, game.to_act) == ("play", "A")
        assert game.play("AH").score == (1, 0)


@pytest.mark.rule("R5.10", "R5.6")
def test_a_category_is_finished_before_the_next():
    game = deal().call("point", 5)
    game.refused("elder", "call", category="sequence", length=4)
    game.good().refused("elder", "call", category="sequence", length=4)
    assert call_sequence(game.reckon())["legal"]


@pytest.mark.rule("R5.10", "R5.11")
def test_a_category_that_elder_passed_is_youngers():
    # Four tens 14, three queens 3; five diamonds 5; tierces Q J T of diamonds and A K Q of clubs 6.
    game = deal().passes("point", "sequence", "set").play("AH")
    game.reckon("point D AQJT7", "sequence D QJT", "sequence C AKQ", "set TS TH TD TC", "set QS QD QC")
    assert game.score == (1, 5 + 6 + 17)


@pytest.mark.rule("R5.1", "R5.10")
def test_nothing_is_called_before_the_exchange_is_over():
    game = Game.deal(ELDER, YOUNGER)
    game.refused("elder", "call", category="point", length=5, at="/action/type")
    game.refused("elder", "pass", category="point", at="/action/type")
    game.exchange("AS").refused("elder", "call", category="point", length=5, at="/action/type")
