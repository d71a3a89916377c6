"""R5 for the point: the call, the reply, the tie-break, what may be reckoned.

The two hands of the Britannica's example: elder has five hearts making 49 (11 + 10 + 10 + 10 + 8), younger five
diamonds making 48 (11 + 10 + 10 + 10 + 7).
"""

import pytest

from tests.helpers.cards import cards, portland, said
from tests.helpers.game import Game

ELDER = "S AJ98 H AKQJ8 D K C J9"
YOUNGER = "S QT H T D AQJT7 C AKQT"

# Elder with 48, the same value as younger's diamonds: 11 + 10 + 10 + 9 + 8.
ELDER_48 = "S AJ98 H AKQ98 D K C J9"

# Elder with five hearts making 49, against three different suits of six.
ELDER_VS_SIX = "S AJ98 H AKQJ8 D 9 C J9"
SIX_OF_56 = "S QT H T D AKQT87 C AKQ"  # best five A K Q T 8: 49
SIX_OF_58 = "S QT H T D AKQJT7 C AKQ"  # best five A K Q J T: 51
SIX_OF_55 = "S QT H T D KQJT87 C AKQ"  # best five K Q J T 8: 48


def deal(elder: str = ELDER, younger: str = YOUNGER, ruleset="portland", discards: str = "") -> Game:
    return Game.exchanged(elder, younger, discards, ruleset=ruleset)


def refused_call(game: Game, length: int, value: int | None = None, **where) -> None:
    game.refused("elder", "call", category="point", **said("point", length, value), **where)


def to_younger(game: Game, lead: str = "AH") -> Game:
    """Elder passes what is still open and leads: younger's turn to reckon."""
    spoken = {call["category"] for call in game.state["calls"]}
    return game.passes(*(category for category in ("point", "sequence", "set") if category not in spoken)).play(lead)


# -- R5.1: calling what one holds


@pytest.mark.rule("R5.1")
@pytest.mark.parametrize(
    ("length", "value"),
    [(5, None), (5, 49), (4, None), (4, 41), (4, 39), (4, 38), (3, None), (3, 31), (3, 30), (3, 28), (3, 27)],
)
def test_elder_calls_any_part_of_any_suit_with_its_value_or_without(length, value):
    # 41 A K Q J, 39 A K Q 8, 38 K Q J 8 or the spades A J 9 8; 31 A K Q, 30 K Q J, 28 K Q 8, 27 J 9 8.
    game = deal().call("point", length, value)
    assert (game.phase, game.to_act) == ("reply", "B")
    assert game.event("called")["category"] == "point"
    assert game.event("called")["length"] == length
    assert game.event("called").get("value") == value
    assert game.state["calls"][0]["called"] == {"length": length, "value": value}
    assert game.status("point") == "called"
    assert game.scored == []


@pytest.mark.rule("R5.1")
def test_elder_cannot_call_more_cards_than_he_has_of_a_suit():
    refused_call(deal(), 6, rule="R5.1", at="/action/length")
    refused_call(deal(), 8, rule="R5.1", at="/action/length")


@pytest.mark.rule("R5.1")
@pytest.mark.parametrize(("length", "value"), [(5, 48), (5, 50), (4, 40), (4, 42), (3, 26), (3, 32)])
def test_elder_cannot_give_a_value_that_no_such_cards_of_his_make(length, value):
    refused_call(deal(), length, value, rule="R5.1", at="/action/value")


@pytest.mark.rule("R5.1", "R5.10")
def test_elder_may_pass():
    game = deal().passes("point")
    assert game.status("point") == "passed"
    assert game.state["calls"][0]["called"] is None
    assert game.event("passed")["category"] == "point"
    assert (game.phase, game.to_act) == ("calling", "A")


@pytest.mark.rule("R5.1")
def test_each_category_is_spoken_of_once():
    game = deal().passes("point")
    refused_call(game, 5)
    game.refused("elder", "pass", category="point")
    game = deal().call("point", 5).good().reckon()
    refused_call(game, 4)


@pytest.mark.rule("R5.1")
def test_calling_is_elders():
    deal().refused("younger", "call", category="point", length=5, at="/action/type")
    deal().refused("younger", "pass", category="point", at="/action/type")


# -- R5.2: true replies


@pytest.mark.rule("R5.2")
@pytest.mark.parametrize(
    ("length", "value", "truths"),
    [
        (5, None, {"good", "equal"}),  # five of his own: he may ask, but not a sixth card
        (5, 49, {"good"}),  # 48 is less
        (4, None, {"good", "equal", "not_good"}),  # five diamonds beat four cards, and contain four
        (4, 41, {"good", "equal", "not_good"}),  # A Q J T of diamonds are 41, and five beat it
        (4, 39, {"good", "not_good"}),  # no four of his make 39: 41, 38 and 37 only
        (3, 27, {"good", "equal", "not_good"}),  # J T 7 are 27
    ],
)
def test_younger_answers_what_his_cards_bear_out(length, value, truths):
    game = deal().call("point", length, value)
    for word in ("good", "equal", "not_good"):
        if word in truths:
            assert game.check("younger", "reply", reply=word)["legal"], word
        else:
            game.refused("younger", "reply", reply=word, rule=("R5.2", "R5.3"), at="/action/reply")


@pytest.mark.rule("R5.2")
@pytest.mark.parametrize("younger", [SIX_OF_56, SIX_OF_58, SIX_OF_55])
def test_more_cards_are_better_whatever_they_make(younger):
    game = deal(ELDER_VS_SIX, younger).call("point", 5, 49)
    assert game.check("younger", "reply", reply="not_good")["legal"]


@pytest.mark.rule("R5.2")
@pytest.mark.parametrize(("younger", "holds_49"), [(SIX_OF_56, True), (SIX_OF_58, False), (SIX_OF_55, False)])
def test_a_suit_of_six_holds_points_of_five(younger, holds_49):
    # A K Q T 8 of the first are 49. The second has 51, 48 and less, the third 48 and less.
    game = deal(ELDER_VS_SIX, younger).call("point", 5, 49)
    if holds_49:
        game.equal()
        assert game.status("point") == "equal"
    else:
        game.refused("younger", "reply", reply="equal", rule="R5.2", at="/action/reply")


@pytest.mark.rule("R5.2", "R5.6")
def test_younger_may_sink_a_better_point_by_saying_good():
    game = deal(ELDER_VS_SIX, SIX_OF_58).call("point", 5).good().reckon("point H AKQJ8")
    assert game.score == (5, 0)
    to_younger(game).refused("younger", "reckon", holdings=["point D AKQJT7"], at="/action/holdings/0")


@pytest.mark.rule("R5.2")
def test_the_reply_is_youngers_and_is_due_at_once():
    game = deal().call("point", 5)
    game.refused("elder", "reply", reply="good", at="/action/type")
    game.refused("elder", "pass", category="sequence", at="/action/type")
    game.refused("elder", "play", card="AH", at="/action/type")


@pytest.mark.rule("R5.2", "R5.6", "R5.11")
def test_not_good_binds_younger_to_reckon_a_better_point():
    game = deal(ELDER_VS_SIX, SIX_OF_58).call("point", 5).not_good()
    assert game.status("point") == "not_good"
    assert (game.phase, game.to_act) == ("calling", "A")
    to_younger(game)
    game.refused("younger", "reckon", holdings=[], rule="R5.2", at="/action/holdings")
    game.refused("younger", "reckon", holdings=["set QS QD QC"], rule="R5.2", at="/action/holdings")
    game.reckon("point D AKQJT7")
    assert game.score == (1, 6)


@pytest.mark.rule("R5.2")
def test_not_good_to_a_stated_value_is_made_good_by_more_cards_or_by_more_pips():
    # 49 was called. Six diamonds are better, and so are A K Q J T, 51; A K Q J 7, 48, are not.
    game = to_younger(deal(ELDER_VS_SIX, SIX_OF_58).call("point", 5, 49).not_good())
    game.refused("younger", "reckon", holdings=["point D AKQJ7"], rule=("R5.2", "R5.6"))
    assert game.check("younger", "reckon", holdings=["point D AKQJT7"])["legal"]
    assert game.check("younger", "reckon", holdings=["point D AKQJT"])["legal"]


# -- R5.3: the tie-break withheld


@pytest.mark.rule("R5.3")
def test_equal_to_a_bare_number_is_the_question_what_it_makes():
    game = deal().call("point", 5).equal()
    assert (game.phase, game.to_act) == ("tie_break", "A")
    assert game.status("point") == "asked"
    game.states(49)
    assert (game.phase, game.to_act) == ("reply", "B")
    assert game.status("point") == "stated"
    assert game.event("tie_break")["category"] == "point"
    assert game.event("tie_break")["value"] == 49
    assert game.state["calls"][0]["called"] == {"length": 5, "value": 49}


@pytest.mark.rule("R5.3")
def test_elder_states_what_some_cards_of_that_number_make():
    game = deal().call("point", 5).equal()
    for value in (48, 50, 41):
        game.refused("elder", "state_tie_break", value=value, rule="R5.3", at="/action/value")
    game.refused("elder", "state_tie_break", top="A")


@pytest.mark.rule("R5.3", "R5.1")
def test_of_a_point_called_low_elder_states_what_any_such_part_makes():
    # Four cards: A K Q J 41, A K Q 8 39, K Q J 8 and the spades 38.
    game = deal().call("point", 4).equal()
    for value in (41, 39, 38):
        assert game.check("elder", "state_tie_break", value=value)["legal"]
    for value in (40, 37, 49):
        game.refused("elder", "state_tie_break", value=value, rule="R5.3", at="/action/value")


@pytest.mark.rule("R5.3")
def test_elder_with_two_suits_of_five_may_state_the_lower():
    # Spades A K Q 9 8 are 48, hearts K Q J 9 8 are 47. Younger's diamonds A K Q J 7 are 48.
    game = deal("S AKQ98 H KQJ98 D T C T", "S T H T D AKQJ7 C AKQJ7").call("point", 5).equal()
    game.refused("elder", "state_tie_break", value=49, rule="R5.3", at="/action/value")
    game.states(47)
    game.refused("younger", "reply", reply="equal", rule=("R5.2", "R5.3"), at="/action/reply")
    assert game.check("younger", "reply", reply="not_good")["legal"]
    # Good: then he reckons the one that he has stated, and not the better one.
    game.good().refused("elder", "reckon", holdings=["point S AKQ98"], at="/action/holdings/0")
    game.reckon("point H KQJ98")
    assert game.event("point")["value"] == 47


@pytest.mark.rule("R5.3")
def test_not_good_at_once_needs_more_cards():
    # Five diamonds making 51 beat elder's 49, but he does not know that yet.
    game = deal(ELDER_VS_SIX, "S QT7 H T D AKQJT C AKQ").call("point", 5)
    game.refused("younger", "reply", reply="not_good", rule=("R5.2", "R5.3"), at="/action/reply")
    game.equal().states(49)
    game.refused("younger", "reply", reply="equal", rule=("R5.2", "R5.3"), at="/action/reply")
    game.not_good()
    assert game.status("point") == "not_good"


@pytest.mark.rule("R5.3")
def test_the_second_reply_goes_by_the_value():
    # 48 against 49: good, and nothing else.
    game = deal().call("point", 5).equal().states(49)
    for word in ("equal", "not_good"):
        game.refused("younger", "reply", reply=word, rule=("R5.2", "R5.3"), at="/action/reply")
    game.good()
    assert (game.phase, game.to_act) == ("reckoning", "A")


@pytest.mark.rule("R5.3", "R5.6", "R5.13")
def test_identical_values_are_equal_and_final():
    game = deal(ELDER_48).call("point", 5).equal().states(48)
    game.refused("younger", "reply", reply="not_good", rule=("R5.2", "R5.3"), at="/action/reply")
    game.equal()
    assert game.status("point") == "equal"
    assert (game.phase, game.to_act) == ("calling", "A")
    assert game.scored == []
    # What is equal may be asked for: elder's hearts are on the record.
    assert set(game.event("equal")["cards"]) == set(cards("H AKQ98"))
    assert set(game.state["shown"]["A"]) == set(cards("H AKQ98"))
    to_younger(game).refused("younger", "reckon", holdings=["point C AKQT"], rule="R5.6", at="/action/holdings/0")


@pytest.mark.rule("R5.2", "R5.6")
def test_equal_by_a_part_of_a_longer_suit_is_equal_all_the_same():
    # A Q J T of his five diamonds are 41 like A K Q J of hearts: he has had his say, and the fifth does not help.
    game = deal().call("point", 4, 41).equal()
    assert game.status("point") == "equal"
    to_younger(game).refused("younger", "reckon", holdings=["point D AQJT7"], rule="R5.6", at="/action/holdings/0")


@pytest.mark.rule("R5.3")
def test_younger_may_still_sink_after_he_has_asked():
    game = deal(ELDER_48).call("point", 5).equal().states(48).good().reckon()
    assert game.scored == [("elder", "point", 5)]


@pytest.mark.rule("R5.3")
def test_the_law_46_bar_whoever_asks_about_five_cannot_score_six():
    # Elder's 49 is beaten by A K Q J T, 51, a part of younger's six: he scores five, and only those.
    game = to_younger(deal(ELDER_VS_SIX, SIX_OF_58).call("point", 5).equal().states(49).not_good())
    game.refused("younger", "reckon", holdings=["point D AKQJT7"], rule="R5.3", at="/action/holdings/0")
    game.refused("younger", "reckon", holdings=["point D AKQJ7"], at="/action/holdings/0")
    game.refused("younger", "reckon", holdings=[], rule="R5.2", at="/action/holdings")
    game.reckon("point D AKQJT")
    assert game.scored == [("younger", "point", 5)]


@pytest.mark.rule("R5.3")
@pytest.mark.parametrize("younger", [SIX_OF_55, SIX_OF_56])
def test_the_law_46_bar_if_only_the_longer_point_beats_the_value_nobody_scores(younger):
    # Best fives of 48 and 49: nothing of five cards is better than 49. He may say "not good" for his six.
    game = deal(ELDER_VS_SIX, younger).call("point", 5).equal().states(49).not_good()
    assert game.status("point") == "not_good"
    to_younger(game)
    six = "D KQJT87" if younger == SIX_OF_55 else "D AKQT87"
    game.refused("younger", "reckon", holdings=[f"point {six}"], rule="R5.3", at="/action/holdings/0")
    game.refused("younger", "reckon", holdings=[f"point {six[:-1]}"], at="/action/holdings/0")
    game.reckon_nothing()
    assert game.score == (1, 0)


@pytest.mark.rule("R5.3")
def test_the_law_46_bar_does_not_stop_him_from_saying_good_or_equal():
    game = deal(ELDER_VS_SIX, SIX_OF_56).call("point", 5).equal().states(49)
    assert game.check("younger", "reply", reply="good")["legal"]
    assert game.check("younger", "reply", reply="equal")["legal"]


@pytest.mark.rule("R5.3")
def test_who_has_six_and_does_not_ask_scores_six():
    game = to_younger(deal(ELDER_VS_SIX, SIX_OF_55).call("point", 5).not_good()).reckon("point D KQJT87")
    assert game.scored == [("younger", "point", 6)]


@pytest.mark.rule("R5.3", "R5.2")
def test_not_good_at_once_to_a_bare_number_must_be_made_good_with_more_cards():
    game = to_younger(deal(ELDER_VS_SIX, SIX_OF_58).call("point", 5).not_good())
    game.refused("younger", "reckon", holdings=["point D AKQJT"], at=("/action/holdings/0", "/action/holdings"))


@pytest.mark.rule("R5.3")
def test_declining_concedes_the_category():
    game = deal().call("point", 5).equal().decline()
    assert game.status("point") == "declined"
    assert game.event("declined")["category"] == "point"
    assert (game.phase, game.to_act) == ("calling", "A")
    to_younger(game).reckon("point D AQJT7")
    assert game.score == (1, 5)


@pytest.mark.rule("R5.3", "R5.11")
def test_after_a_decline_younger_may_sink():
    game = to_younger(deal().call("point", 5).equal().decline()).reckon_nothing()
    assert game.score == (1, 0)


@pytest.mark.rule("R5.3")
def test_after_a_decline_younger_reckons_exactly_the_number_he_asked_about():
    game = to_younger(deal(ELDER_VS_SIX, SIX_OF_58).call("point", 5).equal().decline())
    game.refused("younger", "reckon", holdings=["point D AKQJT7"], rule="R5.3", at="/action/holdings/0")
    game.refused("younger", "reckon", holdings=["point D AKQJ"], rule="R5.3", at="/action/holdings/0")
    # Any five will do: nothing was stated that it would have to beat.
    assert game.check("younger", "reckon", holdings=["point D KQJT7"])["legal"]
    game.reckon("point D AKQJT")
    assert game.scored == [("younger", "point", 5)]


@pytest.mark.rule("R5.3")
def test_there_is_nothing_to_state_or_to_decline_before_the_question():
    for game in (deal(), deal().call("point", 5), deal().call("point", 5).good()):
        game.refused("elder", "state_tie_break", value=49, at="/action/type")
        game.refused("elder", "decline", at="/action/type")
    game = deal().call("point", 5).equal()
    game.refused("younger", "decline", at="/action/type")


@pytest.mark.rule("R5.2", "R5.3")
def test_with_the_value_given_there_is_no_question():
    game = deal(ELDER_48).call("point", 5, 48).equal()
    assert game.status("point") == "equal"
    assert game.phase == "calling"


# -- R5.4, R5.5: parameters


@pytest.mark.rule("R5.4")
@pytest.mark.parametrize("how", ["point", "always"])
def test_a_ruleset_may_want_the_value_with_the_call(how):
    game = deal(ruleset=portland(tie_break_call=how))
    refused_call(game, 5, rule="R5.4", at=("/action/value", "/action"))
    game.call("point", 5, 49)


@pytest.mark.rule("R5.4")
def test_under_portland_it_is_given_when_asked():
    deal().call("point", 5)
    deal().call("point", 5, 49)


@pytest.mark.rule("R5.5")
def test_three_cards_are_a_point_and_may_be_called_from_a_longer_suit():
    deal().call("point", 3)
    # as the best suit of a 3-3-3-3 hand
    game = deal("S AKQ H AKQ D AKQ C AKQ", "S J98 H J98 D J98 C J98").call("point", 3, 31).good().reckon()
    assert game.scored == [("elder", "point", 3)]


@pytest.mark.rule("R5.5")
def test_where_four_are_the_least_three_are_none():
    game = deal(ruleset=portland(point_minimum=4))
    refused_call(game, 3, rule=("R5.5", "R5.1"), at="/action/length")
    game.call("point", 4).good().reckon()
    assert game.scored == [("elder", "point", 4)]
    # and younger, where elder passes
    game = to_younger(deal(ruleset=portland(point_minimum=4)).passes("point"))
    game.refused("younger", "reckon", holdings=["point C AKQ"], at="/action/holdings/0")
    assert game.check("younger", "reckon", holdings=["point C AKQT"])["legal"]


# -- R5.6, R5.8: reckoning what was good


@pytest.mark.rule("R5.6", "R5.12")
def test_good_elder_must_reckon_what_he_called():
    game = deal().call("point", 5).good()
    assert (game.phase, game.to_act) == ("reckoning", "A")
    game.refused("elder", "reckon", holdings=[], rule="R5.6", at="/action/holdings")
    game.refused("elder", "reckon", holdings=["point H AKQJ"], rule="R5.6")
    game.refused("elder", "pass", category="sequence")
    game.refused("elder", "play", card="AH")
    game.reckon("point H AKQJ8")
    event = game.event("point")
    assert (event["points"], event["length"], event["value"]) == (5, 5, 49)
    assert set(event["cards"]) == set(cards("H AKQJ8"))


@pytest.mark.rule("R5.6")
def test_a_bare_number_may_be_reckoned_with_any_suit_that_long():
    elder = "S AKQ98 H KQJ98 D T C T"
    for suit in ("S AKQ98", "H KQJ98"):
        game = deal(elder, "S T H T D AKQJ7 C AKQJ7").call("point", 5).good().reckon(f"point {suit}")
        assert game.scored == [("elder", "point", 5)]


@pytest.mark.rule("R5.6")
def test_the_value_that_was_said_binds():
    # Four cards making 38: A J 9 8 of spades or K Q J 8 of hearts, and not A K Q J, 41.
    for suit in ("S AJ98", "H KQJ8"):
        assert deal().call("point", 4, 38).good().check("elder", "reckon", holdings=[f"point {suit}"])["legal"]
    deal().call("point", 4, 38).good().refused("elder", "reckon", holdings=["point H AKQJ"], at="/action/holdings/0")


@pytest.mark.rule("R5.6")
def test_only_held_cards_of_one_suit_are_reckoned_and_only_once():
    game = deal().call("point", 4).good()
    for wrong in ("point H AKQT", "point H AKQ S A", "point H AKQ", "sequence H AKQJ", "set JS JH JC"):
        game.refused("elder", "reckon", holdings=[wrong])
    game.refused("elder", "reckon", holdings=["point H AKQJ", "point S AJ98"])


@pytest.mark.rule("R5.6")
def test_left_out_the_service_reckons_it():
    game = deal().call("point", 5).good().reckon()
    assert game.scored == [("elder", "point", 5)]
    assert set(game.event("point")["cards"]) == set(cards("H AKQJ8"))
    assert game.state["history"][-1]["holdings"][0]["category"] == "point"


@pytest.mark.rule("R5.6")
def test_a_longer_point_of_the_value_that_was_called_does_not_contain_it():
    # With 36 cards, K Q J T and 9 8 7 6 with a ten both make 40.
    game = deal("S KQJT H T9876 D A C AK", "S 9876 H AKQJ D KQ C QJ", portland(pack=36))
    game.call("point", 4, 40).good()
    violations = game.refused("elder", "reckon", holdings=["point H T9876"], rule="R5.6", at="/action/holdings")
    assert "reckon.called_missing" in {violation["code"] for violation in violations}
    assert game.reckon("point S KQJT").score == (4, 0)


@pytest.mark.rule("R5.1", "R5.3")
def test_the_history_has_the_cards_that_make_what_was_said():
    # Of elder's points only the five hearts make 49.
    hearts = {"cards": cards("H AKQJ8")}
    assert deal().call("point", 5, 49).state["history"][-1].items() >= hearts.items()
    game = deal().call("point", 5)
    assert "cards" not in game.state["history"][-1]
    assert game.equal().states(49).state["history"][-1].items() >= hearts.items()


@pytest.mark.rule("R5.8")
@pytest.mark.parametrize("value", [None, 41])
def test_a_low_point_binds(value):
    game = deal().call("point", 4, value).good()
    game.refused("elder", "reckon", holdings=["point H AKQJ8"], rule="R5.8", at="/action/holdings/0")
    game.reckon("point H AKQJ")
    assert game.scored == [("elder", "point", 4)]


@pytest.mark.rule("R5.8")
def test_a_low_point_binds_even_if_it_was_good_against_the_cards():
    # Elder has all the spades and three of every other suit in hand or put away: nobody can have six of anything.
    game = deal("S AKQJT987 H A D A C A7", "H KQJ98 D KQJ C KQJ8", discards="H T7 D T7 C T")
    game.call("point", 6).good()
    game.refused("elder", "reckon", holdings=["point S AKQJT987"], rule="R5.8", at="/action/holdings/0")
    game.reckon()
    assert game.scored == [("elder", "point", 6)]


@pytest.mark.rule("R5.6")
def test_not_good_elder_reckons_nothing_and_goes_on():
    game = deal(ELDER_VS_SIX, SIX_OF_58).call("point", 5).not_good()
    game.refused("elder", "reckon", holdings=["point H AKQJ8"], at="/action/type")
    assert game.phase == "calling"


# -- R5.13: what is known


@pytest.mark.rule("R5.13")
def test_what_is_reckoned_is_shown_and_what_is_not_good_is_not():
    game = deal().call("point", 5).good().reckon()
    assert set(game.state["shown"]["A"]) == set(cards("H AKQJ8"))
    assert set(game.view("younger")["other"]["shown"]) == set(cards("H AKQJ8"))
    game = deal(ELDER_VS_SIX, SIX_OF_58).call("point", 5, 49).not_good()
    assert game.state["shown"] == {"A": [], "B": []}
    assert game.view("younger")["other"]["shown"] == []
    assert game.view("elder")["other"]["shown"] == []


@pytest.mark.rule("R5.13")
def test_call_reply_and_value_are_public():
    game = deal().call("point", 5).equal().states(49).good()
    for who in ("elder", "younger"):
        view = game.view(who)
        assert view["calls"] == game.state["calls"]
        assert [event["kind"] for event in view["events"]][-4:] == ["called", "replied", "tie_break", "replied"]


@pytest.mark.rule("R5.13")
def test_elder_may_say_which_cards_he_means():
    # 38 with the spades, not with K Q J 8 of hearts; A Q J 7 of diamonds are 38 too.
    game = deal().call("point", 4, 38, "S AJ98")
    assert game.state["shown"]["A"] == []
    game.equal()
    assert set(game.state["shown"]["A"]) == set(cards("S AJ98"))
    deal().refused("elder", "call", category="point", length=4, value=38, cards="H AKQJ", at="/action/cards")
    game = deal().call("point", 4).equal().states(38, "S AJ98").equal()
    assert set(game.event("equal")["cards"]) == set(cards("S AJ98"))


# -- R5.12


@pytest.mark.rule("R5.12")
@pytest.mark.parametrize(
    ("elder", "length", "value", "points"),
    [
        ("H KQ987 S AJ9 D AJ C J7", 5, 44, 4),  # 10 + 10 + 9 + 8 + 7
        ("H AKQJ8 S AJ9 D AJ C J7", 5, 49, 5),
        ("H K987 S AJ9 D AJ9 C J7", 4, 34, 3),  # 10 + 9 + 8 + 7
        ("H AK87 S AJ9 D AJ9 C J7", 4, 36, 4),
    ],
)
def test_a_point_ending_in_four_may_count_one_less(elder, length, value, points):
    younger = "S KQT7 D KQT7 C KQT H T"
    game = deal(elder, younger, portland(point_ending_in_four=True)).call("point", length, value).good().reckon()
    assert game.scored == [("elder", "point", points)]
    game = deal(elder, younger).call("point", length, value).good().reckon()
    assert game.scored == [("elder", "point", length)]


@pytest.mark.rule("R5.12")
def test_a_point_scores_one_a_card_whatever_it_makes():
    for length in (3, 4, 5, 6, 7, 8):
        elder = " ".join(cards("S AKQJT987")[:length]) + " " + " ".join(cards("H AQ9 D AQ9 C AQ9")[: 12 - length])
        game = deal(elder, "H KJT8 D KJT8 C KJT8").call("point", length).good().reckon()
        assert game.scored == [("elder", "point", length)]
