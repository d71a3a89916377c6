"""R5.11: younger's turn, between elder's first lead and his own first card."""

import itertools

import pytest

from tests.helpers.cards import cards
from tests.helpers.game import Game

# The two hands of the Britannica's example. Younger: five diamonds (48), tierces Q J T of diamonds and A K Q of clubs,
# four tens and three queens.
ELDER = "S AJ98 H AKQJ8 D K C J9"
YOUNGER = "S QT H T D AQJT7 C AKQT"
ALL = ("point D AQJT7", "sequence D QJT", "sequence C AKQ", "set TS TH TD TC", "set QS QD QC")

# Younger with no sequence, no set, and no suit of more than three cards.
BEST = "S AKQJ H AKQJ D AK C AK"
NOTHING = "S T87 H T97 D J97 C J98"


def passed(elder: str = ELDER, younger: str = YOUNGER, lead: str = "AH") -> Game:
    """Elder has passed everything and led."""
    return Game.exchanged(elder, younger).passes("point", "sequence", "set").play(lead)


# -- when


@pytest.mark.rule("R5.11")
def test_younger_reckons_after_elders_first_lead_not_before():
    game = Game.exchanged(ELDER, YOUNGER)
    game.refused("younger", "reckon", holdings=list(ALL), at="/action/type")
    game.passes("point", "sequence", "set")
    game.refused("younger", "reckon", holdings=list(ALL), at="/action/type")
    game.play("AH").reckon(*ALL)
    assert game.score == (1, 28)
    assert "reckoned" in game.happened
    assert (game.phase, game.to_act) == ("play", "B")


@pytest.mark.rule("R5.11")
def test_who_could_reckon_must_do_so_before_he_plays():
    game = passed()
    game.refused("younger", "play", card="TH", rule="R5.11", at=("/action/type", "/action/card"))
    game.reckon_nothing().play("TH")
    assert game.score == (1, 0)


@pytest.mark.rule("R5.11")
def test_an_empty_list_is_final():
    game = passed().reckon_nothing()
    assert game.scored == []
    assert "reckoned" in game.happened
    game.refused("younger", "reckon", holdings=list(ALL), at="/action/type")


@pytest.mark.rule("R5.11")
def test_he_reckons_once_for_all_categories():
    game = passed().reckon("set TS TH TD TC")
    game.refused("younger", "reckon", holdings=["point D AQJT7"], at="/action/type")
    game.refused("younger", "reckon", holdings=[], at="/action/type")


@pytest.mark.rule("R5.11")
def test_nothing_can_be_reckoned_once_younger_has_played():
    game = passed().reckon("point D AQJT7").play("TH")
    game.refused("younger", "reckon", holdings=["set TS TD TC"], at="/action/type")
    game.refused("elder", "reckon", holdings=["sequence H AKQJ"], at="/action/type")


@pytest.mark.rule("R5.11")
def test_with_nothing_to_reckon_he_may_play_at_once():
    # Elder's point of four is good, and so are his quarts and his trios; younger has nothing in any category.
    game = Game.exchanged(BEST, NOTHING).call("point", 4).good().reckon().call("sequence", 4).good().reckon()
    game.call("set", 4, "A").good().reckon().play("AS 7S")
    assert game.happened.count("reckoned") == 0


@pytest.mark.rule("R5.11")
def test_with_nothing_to_reckon_an_empty_list_is_no_mistake():
    game = Game.exchanged(BEST, NOTHING).call("point", 4).good().reckon().call("sequence", 4).good().reckon()
    game.call("set", 4, "A").good().reckon().play("AS")
    assert game.check("younger", "reckon", holdings=[])["legal"]
    assert game.check("younger", "reckon")["legal"]
    game.refused("younger", "reckon", holdings=["point S T87"], at="/action/holdings/0")


@pytest.mark.rule("R5.11")
def test_with_nothing_in_hand_in_the_categories_passed_he_may_play_at_once():
    # Elder passes sequences and sets, of which younger has none; the point is good.
    Game.exchanged(BEST, NOTHING).call("point", 4).good().reckon().passes("sequence", "set").play("AS 7S")


# -- what


@pytest.mark.rule("R5.11")
@pytest.mark.parametrize("order", [ALL, ALL[::-1], ALL[2:] + ALL[:2]])
def test_he_reckons_in_any_order(order):
    game = passed().reckon(*order)
    assert sum(points for _, _, points in game.scored) == 5 + 3 + 3 + 14 + 3


@pytest.mark.rule("R5.11", "R5.10")
def test_left_out_the_service_reckons_all():
    game = passed().reckon()
    assert game.score == (1, 28)
    assert sorted(holding["category"] for holding in game.state["history"][-1]["holdings"]) == [
        "point", "sequence", "sequence", "set", "set",
    ]  # fmt: skip


@pytest.mark.rule("R5.11")
def test_he_sinks_what_he_likes():
    points = {"point": 5, "sequence": 3, "set": 14}
    names = {"point": ALL[0], "sequence": ALL[2], "set": ALL[3]}
    for count in (1, 2):
        for chosen in itertools.combinations(points, count):
            game = passed().reckon(*(names[category] for category in chosen))
            assert game.score == (1, sum(points[category] for category in chosen))


@pytest.mark.rule("R5.11", "R5.1")
@pytest.mark.parametrize(
    ("part", "points"),
    [("point D AQJT", 4), ("point C AKQ", 3), ("sequence C AKQ", 3), ("set TS TH TD", 3), ("set QS QD QC", 3)],
)
def test_parts_of_holdings_and_lower_ones_alone_may_be_reckoned_where_elder_passed(part, points):
    assert passed().reckon(part).score == (1, points)


@pytest.mark.rule("R5.11")
@pytest.mark.parametrize(
    "wrong",
    [
        ["point D AQJT7", "point C AKQT"],  # one point only
        ["sequence D QJT", "sequence D QJT"],  # a holding twice
        ["sequence D AQJ"],  # no sequence
        ["set QS QD QC QH"],  # the queen of hearts is elder's
        ["set QS QD"],
        ["point D AQ"],
        ["point D AQJT7 C A"],
    ],
)
def test_what_is_no_holding_of_his_is_refused(wrong):
    passed().refused("younger", "reckon", holdings=wrong)


@pytest.mark.rule("R5.7", "R5.11")
def test_younger_too_may_cut_a_run_in_two():
    # A sixième, reckoned as two tierces that share no card; or as a quart and a tierce that do.
    game = passed("S AJ98 H AKQJ8 D K C J9", "S QT H T D QJT987 C AKQ")
    game.refused(
        "younger", "reckon", holdings=["sequence D QJT9", "sequence D 987"], rule="R5.7", at="/action/holdings"
    )
    game.reckon("sequence D QJT", "sequence D 987")
    assert game.score == (1, 6)


@pytest.mark.rule("R5.6", "R5.11")
def test_what_elder_was_good_in_is_closed_to_younger():
    game = Game.exchanged(ELDER, YOUNGER).call("point", 5).good().reckon().call("sequence", 4).good().reckon()
    game.passes("set").play("AH")
    game.refused("younger", "reckon", holdings=["point D AQJT7"], rule=("R5.6", "R5.11"), at="/action/holdings/0")
    game.refused("younger", "reckon", holdings=["sequence C AKQ"], rule=("R5.6", "R5.11"), at="/action/holdings/0")
    game.reckon("set TS TH TD TC", "set QS QD QC")
    assert game.score == (10, 17)


@pytest.mark.rule("R5.2", "R5.11")
def test_he_is_held_to_his_not_good_in_every_category():
    # Elder called a point of four and three knaves, and heard "not good" twice.
    game = Game.exchanged(ELDER, YOUNGER).call("point", 4).not_good().passes("sequence").call("set", 3, "J").not_good()
    game.play("AH")
    game.refused("younger", "reckon", holdings=["point D AQJT7"], rule="R5.2", at="/action/holdings")
    game.refused("younger", "reckon", holdings=["set TS TH TD TC"], rule="R5.2", at="/action/holdings")
    # Better than three knaves are three queens and four tens, but not three of the tens.
    game.refused("younger", "reckon", holdings=["point D AQJT7", "set TS TH TD"], rule="R5.2", at="/action/holdings")
    assert game.check("younger", "reckon", holdings=["point D AQJT7", "set QS QD QC"])["legal"]
    game.reckon("point D AQJT7", "set TS TH TD TC")
    assert game.score == (1, 19)


# -- equalities

EQUAL_ELDER = "S AJ98 H AKQ98 D K C J9"  # 48 in hearts, as younger's diamonds A Q J T 7


@pytest.mark.rule("R5.11", "R5.13")
def test_an_equality_may_be_stated_and_then_its_cards_are_shown():
    game = Game.exchanged(EQUAL_ELDER, YOUNGER).call("point", 5, 48).equal().passes("sequence", "set").play("AH")
    game.reckon("point D AQJT7", "set TS TH TD TC")
    equal = game.event("equal")
    assert (equal["seat"], equal["points"], equal["category"]) == ("B", 0, "point")
    assert set(equal["cards"]) == set(cards("D AQJT7"))
    assert game.scored == [("younger", "set", 14)]
    assert set(game.view("elder")["other"]["shown"]) == set(cards("D AQJT7 S T H T C T"))


@pytest.mark.rule("R5.11", "R5.6")
def test_what_is_stated_as_equal_must_be_the_equal():
    game = Game.exchanged(EQUAL_ELDER, YOUNGER).call("point", 5, 48).equal().passes("sequence", "set").play("AH")
    for wrong in ("point C AKQT", "point D AQJT"):
        game.refused("younger", "reckon", holdings=[wrong], at="/action/holdings/0")


@pytest.mark.rule("R5.11")
def test_it_need_not_be_stated():
    game = Game.exchanged(EQUAL_ELDER, YOUNGER).call("point", 5, 48).equal().passes("sequence", "set").play("AH")
    game.reckon("set TS TH TD TC")
    assert "equal" not in game.happened
    assert not set(cards("D AQJ7")) & set(game.view("elder")["other"]["shown"])


@pytest.mark.rule("R5.11")
def test_where_an_equality_could_be_stated_he_must_speak_first():
    # Hearts A K Q 9 8 and diamonds A K J T 7 make 48 each; younger has no sequence and no set.
    game = Game.exchanged("S AJ98 H AKQ98 D Q C J9", "S Q7 H J7 D AKJT7 C T87")
    game.call("point", 5, 48).equal().passes("sequence", "set").play("AH")
    game.refused("younger", "play", card="7H", rule="R5.11", at=("/action/type", "/action/card"))
    assert game.check("younger", "reckon", holdings=["point D AKJT7"])["legal"]
    game.reckon_nothing().play("7H")


# -- R5.13


@pytest.mark.rule("R5.13")
def test_what_younger_reckons_is_shown_and_what_he_sinks_is_not():
    game = passed()
    assert game.view("elder")["other"]["shown"] == []
    game.reckon("set TS TH TD TC")
    assert set(game.state["shown"]["B"]) == {"TS", "TH", "TD", "TC"}
    assert set(game.view("elder")["other"]["shown"]) == {"TS", "TH", "TD", "TC"}
    assert set(game.view("younger")["shown"]) == {"TS", "TH", "TD", "TC"}
