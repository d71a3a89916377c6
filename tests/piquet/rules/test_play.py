"""R6: tricks, the points of play, the cards, and throwing down."""

import random

import pytest

from tests.helpers.cards import AUTOMATIC, cards, portland
from tests.helpers.game import Game

# Elder: spades on top; younger has none. Both have hearts; elder has no club.
ELDER = "S AKQJT9 H J98 D 987"
YOUNGER = "H AKQ D AKQ C AKQJ98"

# Elder has every master (W4's hand): he wins all twelve by leading them.
MASTERS = "S AKQ H AKQ D AKQ C AKQ"
LOW = "S J98 H J98 D J98 C J98"


def deal(elder: str = ELDER, younger: str = YOUNGER, **overrides) -> Game:
    """With nothing called by elder and nothing reckoned by younger, so that all points are points of play."""
    return Game.exchanged(elder, younger, ruleset=portland(**overrides)).passes("point", "sequence", "set")


def lead(card: str, elder: str = ELDER, younger: str = YOUNGER, **overrides) -> Game:
    return deal(elder, younger, **overrides).play(card).reckon_nothing()


def tricks(game: Game, who: str) -> int:
    return sum(trick["winner"] == game.seat(who) for trick in game.state["tricks"])


# -- R6.1


@pytest.mark.rule("R6.1")
def test_elder_leads_to_the_first_trick():
    game = deal()
    assert (game.phase, game.to_act) == ("play", "A")
    game.refused("younger", "play", card="AH", at="/action/type")
    game.play("JH")
    assert game.state["tricks"] == [{"leader": "A", "cards": ["JH"], "winner": None}]
    game.refused("elder", "play", card="9H", at="/action/type")


@pytest.mark.rule("R6.1", "R4.3")
def test_a_card_out_of_another_hand_is_told_whoever_is_to_play():
    def refused(who: str, card: str) -> list[tuple[str, str, dict]]:
        found = deal().check(who, "play", card=card)["violations"]
        return [(each["code"], each["pointer"], each["params"]) for each in found]

    turn = ("turn.other_seat", "/action/seat", {"to_act": "A", "type": "play"})
    assert refused("younger", "AH") == [turn]
    assert refused("younger", "AS") == [turn, ("cards.not_held", "/action/card", {"cards": ["AS"]})]
    assert refused("elder", "AH") == [("cards.not_held", "/action/card", {"cards": ["AH"]})]


@pytest.mark.rule("R6.1")
def test_suit_is_followed_if_it_can_be():
    game = lead("JH")
    for card in ("AD", "9C"):
        game.refused("younger", "play", card=card, rule="R6.1", at="/action/card")
    for card in ("AH", "KH", "QH"):
        assert game.check("younger", "play", card=card)["legal"]


@pytest.mark.rule("R6.1")
def test_who_cannot_follow_plays_any_card():
    game = lead("AS")
    for card in cards(YOUNGER):
        assert game.check("younger", "play", card=card)["legal"]


@pytest.mark.rule("R6.1")
def test_only_a_card_in_hand_is_played():
    deal().refused("elder", "play", card="AH", at="/action/card")
    lead("JH").refused("younger", "play", card="JH", at="/action/card")
    game = lead("AS").play("AD")
    game.refused("elder", "play", card="AS", at="/action/card")


@pytest.mark.rule("R6.1")
@pytest.mark.parametrize(
    ("led", "followed", "winner"),
    [
        ("JH", "AH", "younger"),  # the higher card of the suit led
        ("JH", "QH", "younger"),
        ("9D", "QD", "younger"),
        ("9S", "AC", "elder"),  # no trumps: a card of another suit wins nothing, whatever its rank
        ("9S", "AH", "elder"),
    ],
)
def test_the_higher_card_of_the_suit_led_wins_and_there_are_no_trumps(led, followed, winner):
    game = lead(led).play(followed)
    assert game.role(game.state["tricks"][0]["winner"]) == winner
    assert game.event("trick_won")["cards"] == [led, followed]
    # The winner leads to the next.
    assert game.role(game.to_act) == winner
    loser = "younger" if winner == "elder" else "elder"
    game.refused(loser, "play", card=game.state["hands"][game.seat(loser)][0], at="/action/type")


@pytest.mark.rule("R6.1")
def test_nobody_has_to_win_a_trick():
    # Younger plays the eight under the knave though he holds the ace.
    game = lead("JH", younger="H AKQ7 D AKQ C AKQJ9").play("7H")
    assert game.role(game.state["tricks"][0]["winner"]) == "elder"


@pytest.mark.rule("R6.1")
def test_younger_when_he_has_won_leads_what_he_likes_and_elder_follows():
    game = lead("JH").play("AH").play("AC")
    assert game.state["tricks"][1]["leader"] == "B"
    # Elder has no club.
    for card in ("AS", "9H", "7D"):
        assert game.check("elder", "play", card=card)["legal"]
    game = lead("JH").play("AH").play("AD")
    game.refused("elder", "play", card="AS", rule="R6.1", at="/action/card")
    game.play("7D")


# -- R6.2


@pytest.mark.rule("R6.2")
def test_one_for_each_lead_and_one_for_a_trick_that_the_other_led():
    game = lead("AS")
    assert game.score == (1, 0)
    game.play("8C")
    assert game.score == (1, 0)  # who wins his own lead has nothing more for it
    game.play("JH")
    assert game.scored == [("elder", "lead", 1)]
    game.play("QH")
    assert game.scored == [("younger", "capture", 1)]
    assert game.score == (2, 1)
    game.play("AC")
    assert game.score == (2, 2)


@pytest.mark.rule("R6.2")
def test_the_winner_of_the_last_trick_has_one_more():
    game = deal(MASTERS, LOW).play("AS").reckon_nothing().play("8S").play_out()
    # Twelve leads and one for the last.
    assert [kind for _, kind, _ in game.scored].count("last_trick") == 1
    assert sum(event["points"] for event in game.events_of("lead")) == 12
    assert [(event["seat"], event["points"]) for event in game.events_of("last_trick")] == [("A", 1)]
    assert not game.events_of("capture")


@pytest.mark.rule("R6.2")
def test_a_captured_last_trick_counts_two():
    # Six spades and five diamonds of elder's win; his nine of hearts loses to the ace.
    game = lead("AS", "S AKQJT9 D AKQJT H 9", "H AKQJ C AKQJT987").play("KH KS QH QS JH JS 7C TS 8C 9S 9C")
    game.play("AD TC KD JC QD QC JD KC TD AC 9H AH")
    assert game.scored[-4:] == [
        ("elder", "lead", 1),
        ("younger", "capture", 1),
        ("younger", "last_trick", 1),
        ("elder", "cards", 10),
    ]
    assert game.score == (12 + 10, 2)


# Six spades and three diamonds win for elder; his eight of hearts falls to the queen, and king and ace follow.
NINE_TRICKS = "KD KS QD QS AD JS 8C TS 9C 9S JC 9D QC 8D KC 7D AC 8H QH KH 9H AH JH"


@pytest.mark.rule("R6.2", "R6.3")
def test_both_players_make_thirteen_and_one_for_each_captured_trick():
    # Ten leads of elder's; one capture, two leads and the last trick of younger's: 10 + 4 = 13 + 1. The cards for nine.
    game = lead("AS").play(NINE_TRICKS)
    assert game.score == (10 + 10, 4)


@pytest.mark.rule("R6.2")
def test_w18_over_random_play():
    # Every trick is led (12), one is the last (1), and each trick won by him who did not lead it is a capture (1).
    chance = random.Random(18)
    for number in range(25):
        game = Game.deal(ruleset=AUTOMATIC, **shuffled(chance))
        game.exchange(chance.sample(game.state["hands"]["A"], 5)).exchange(chance.sample(game.state["hands"]["B"], 3))
        game.play_out(chance.choice)
        assert len(game.state["tricks"]) == 12, number
        captured = sum(trick["winner"] != trick["leader"] for trick in game.state["tricks"])
        kinds = ("lead", "capture", "last_trick")
        assert sum(event["points"] for event in game.state["events"] if event["kind"] in kinds) == 13 + captured


def shuffled(chance: random.Random) -> dict[str, str]:
    pack = [rank + suit for suit in "SHDC" for rank in "AKQJT987"]
    chance.shuffle(pack)
    return {"elder": " ".join(pack[:12]), "younger": " ".join(pack[12:24]), "talon": " ".join(pack[24:])}


@pytest.mark.rule("R6.2")
def test_lead_and_take_counts_each_lead_and_each_trick():
    # Elder leads ten times and wins nine tricks, 19; younger leads twice and wins three, 5; nothing for the last.
    # The cards, ten, are elder's.
    game = lead("AS", trick_scoring="lead_and_take").play(NINE_TRICKS)
    assert game.score == (19 + 10, 5)
    assert not game.events_of("last_trick")
    assert sum(event["points"] for event in game.events_of("trick")) == 12


@pytest.mark.rule("R6.2")
def test_one_per_trick_counts_tricks_and_ten_for_the_last_instead_of_the_cards():
    # Elder nine tricks, younger three and the last: 3 + 10.
    game = lead("AS", trick_scoring="one_per_trick").play(NINE_TRICKS)
    assert game.score == (9, 13)
    assert not any(event["points"] for event in game.events_of("lead"))
    assert not game.events_of("cards")


@pytest.mark.rule("R6.2", "R6.3")
def test_under_one_per_trick_a_capot_is_still_forty():
    # Twelve tricks, ten for the last, forty.
    game = lead("AS", MASTERS, LOW, trick_scoring="one_per_trick").play("8S").play_out()
    assert game.score == (12 + 10 + 40, 0)


@pytest.mark.rule("R6.2")
def test_the_last_trick_may_be_worth_ten():
    game = lead("AS", last_trick_bonus=10).play(NINE_TRICKS)
    assert game.score == (10 + 10, 1 + 2 + 10)


@pytest.mark.rule("R6.2")
def test_low_cards_may_be_uncounted():
    # Elder's leads: A K Q J T of spades count, 9 9 8 7 8 do not: 5. Younger: the capture with the queen and two leads
    # with king and ace, 3, and the last trick, 1, which stays. The cards: 10 for elder.
    game = lead("AS", low_cards_uncounted=True).play(NINE_TRICKS)
    assert game.score == (5 + 10, 4)


@pytest.mark.rule("R6.2")
def test_a_low_capture_is_uncounted_too():
    elder, younger = "S AKQJT9 H J87 D 987", "H AK9 D AKQ C AKQJ98"
    game = lead("8H", elder, younger, low_cards_uncounted=True).play("9H")
    assert game.score == (0, 0)
    assert game.play("AC").score == (0, 1)


@pytest.mark.rule("R6.2")
def test_the_last_trick_counts_even_if_it_is_won_with_a_seven():
    # Leads with A K Q J T and A K Q J count, 9, and the last trick, 1; those with 9, 9 and 7 do not. A capot.
    elder, younger = "S AKQJT9 D AKQJ97", "H AKQJT9 C AKQJT9"
    game = lead("AS", elder, younger, low_cards_uncounted=True).play("9C").play_out()
    assert game.state["tricks"][-1]["cards"][0] == "7D"
    assert game.score == (9 + 1 + 40, 0)


@pytest.mark.rule("R6.2")
def test_the_other_ways_of_counting_pay_a_trick_won_with_a_low_card():
    # The same deal: nine leads that count, twelve tricks, a capot; or twelve tricks, ten for the last, a capot.
    elder, younger = "S AKQJT9 D AKQJ97", "H AKQJT9 C AKQJT9"
    for how, points in (("lead_and_take", 9 + 12), ("one_per_trick", 12 + 10)):
        game = lead("AS", elder, younger, low_cards_uncounted=True, trick_scoring=how).play("9C").play_out()
        assert game.score == (points + 40, 0)


# -- R6.3


@pytest.mark.rule("R6.3")
def test_more_than_six_tricks_are_worth_ten():
    game = lead("AS").play(NINE_TRICKS)
    assert (tricks(game, "elder"), tricks(game, "younger")) == (9, 3)
    assert [(event["seat"], event["points"]) for event in game.events_of("cards")] == [("A", 10)]


@pytest.mark.rule("R6.3")
def test_younger_may_make_a_capot_too():
    # He takes the first lead with the ace of hearts, and all his other cards are masters or of suits elder has not.
    game = lead("JH").play("AH").play_out()
    assert tricks(game, "younger") == 12
    assert [(event["seat"], event["points"]) for event in game.events_of("capot")] == [("B", 40)]
    # A capture, eleven leads, the last trick.
    assert game.score == (1, 13 + 40)


@pytest.mark.rule("R6.3")
def test_six_each_the_cards_are_divided_and_score_nothing():
    # Six spades, then a heart: younger has kept A K Q of hearts and three clubs.
    game = lead("AS").play("KD KS QD QS AD JS 8C TS 9C 9S JC")
    game.play("9H QH AH 8H KH JH QC 7D KC 8D AC 9D")
    assert (tricks(game, "elder"), tricks(game, "younger")) == (6, 6)
    # Elder: seven leads. Younger: a capture, five leads, the last trick. No cards.
    assert game.score == (7, 7)
    assert not game.events_of("cards")
    assert not game.events_of("capot")


@pytest.mark.rule("R6.3")
def test_seven_tricks_are_enough():
    # Six spades and a diamond, of which younger has put away his three.
    game = lead("AS").play("KD KS QD QS AD JS 8C TS 9C 9S JC 9D QC")
    game.play("9H QH AH 8H KH JH KC 7D AC 8D")
    assert (tricks(game, "elder"), tricks(game, "younger")) == (7, 5)
    # Elder: eight leads and the cards. Younger: a capture, four leads, the last trick.
    assert game.score == (8 + 10, 6)


@pytest.mark.rule("R6.3")
def test_all_twelve_are_a_capot_forty_instead_of_the_ten():
    game = lead("AS", MASTERS, LOW).play("8S").play_out()
    assert tricks(game, "elder") == 12
    assert [(event["seat"], event["points"]) for event in game.events_of("capot")] == [("A", 40)]
    assert not game.events_of("cards")
    assert game.score == (13 + 40, 0)


@pytest.mark.rule("R6.3", "R6.1")
def test_the_deal_is_over_after_twelve_tricks():
    game = lead("AS", MASTERS, LOW).play("8S").play_out()
    assert (game.phase, game.state["to_act"]) == ("deal_over", None)
    assert game.happened[-1] == "deal_ended"
    game.refused("A", "play", card="AS", at="/action/type")


# -- R6.4


@pytest.mark.rule("R6.4")
def test_the_cards_are_scored_when_the_deal_is_over():
    game = lead("AS").play(NINE_TRICKS)
    kinds = [event["kind"] for event in game.state["events"]]
    assert kinds.index("cards") > max(place for place, kind in enumerate(kinds) if kind == "last_trick")


@pytest.mark.rule("R6.4")
def test_they_may_be_scored_with_the_seventh_trick():
    game = lead("AS", cards_counted="seventh_trick").play("KD KS QD QS AD JS 8C TS 9C 9S JC")
    assert game.score == (6, 0)
    game.play("9D QC")
    assert ("elder", "cards", 10) in game.scored
    assert game.score == (17, 0)
    game.play("8D KC 7D AC 8H QH KH 9H AH JH")
    assert game.score == (20, 4)
    assert len(game.events_of("cards")) == 1


@pytest.mark.rule("R6.4")
def test_then_a_capot_brings_thirty_more():
    game = lead("AS", MASTERS, LOW, cards_counted="seventh_trick").play("8S").play_out()
    assert [event["points"] for event in game.events_of("cards")] == [10]
    assert [event["points"] for event in game.events_of("capot")] == [30]
    assert game.score == (13 + 10 + 30, 0)


# -- R6.5


def thrown(who: str, **overrides) -> Game:
    """In any deal: after elder's lead and younger's reckoning."""
    return lead("AS", MASTERS, LOW, concession="any_deal", **overrides).do(who, "concede")


@pytest.mark.rule("R6.5")
def test_who_throws_down_counts_two_and_the_other_thirteen_and_the_cards():
    game = thrown("younger")
    # Elder has 1 for his lead: twelve more make thirteen, then the cards. Younger: 2.
    assert game.scored == [("elder", "concession", 12), ("elder", "cards", 10), ("younger", "concession", 2)]
    assert game.score == (23, 2)
    assert game.phase == "deal_over"
    assert game.happened[-1] == "deal_ended"


@pytest.mark.rule("R6.5")
def test_elder_may_throw_down_too_and_his_lead_is_made_up_to_two():
    game = thrown("elder")
    assert game.scored == [("younger", "concession", 13), ("younger", "cards", 10), ("elder", "concession", 1)]
    assert game.score == (2, 23)


@pytest.mark.rule("R6.5")
def test_the_conceder_may_be_left_without_anything():
    game = thrown("younger", concession_score=0)
    assert game.scored == [("elder", "concession", 12), ("elder", "cards", 10)]
    assert game.score == (23, 0)
    # Elder keeps the point that his lead has brought him already.
    game = thrown("elder", concession_score=0)
    assert game.score == (1, 23)


@pytest.mark.rule("R6.5")
def test_either_seat_whoever_is_to_act():
    game = lead("AS", concession="any_deal")
    assert game.to_act == "B"
    for seat in "AB":
        assert game.check(seat, "concede")["legal"]


@pytest.mark.rule("R6.5")
def test_not_once_the_first_trick_is_complete():
    game = lead("AS", concession="any_deal").play("8C")
    for seat in "AB":
        game.refused(seat, "concede", rule="R6.5", at="/action/type")


@pytest.mark.rule("R6.5")
def test_not_while_anything_is_left_to_reckon_or_state():
    game = Game.exchanged(ELDER, YOUNGER, ruleset=portland(concession="any_deal"))
    for seat in "AB":
        game.refused(seat, "concede", at="/action/type")
    game.passes("point", "sequence", "set")
    for seat in "AB":
        game.refused(seat, "concede", rule="R6.5", at="/action/type")
    game.play("AS")  # younger has a point and sequences to reckon
    for seat in "AB":
        game.refused(seat, "concede", rule="R6.5", at="/action/type")
    game.reckon()
    assert game.check("B", "concede")["legal"]


@pytest.mark.rule("R6.5")
def test_in_a_dialogue_it_follows_the_lead_where_younger_has_nothing_to_say():
    # Younger has no sequence, no set, and elder's point was good.
    game = Game.exchanged("S AKQJ H AKQJ D AK C AK", "S T87 H T97 D J97 C J98", ruleset=portland(concession="any_deal"))
    game.call("point", 4).good().reckon().passes("sequence", "set")
    game.refused("elder", "concede", rule="R6.5", at="/action/type")
    game.play("AS")
    assert game.check("younger", "concede")["legal"]
    assert game.check("elder", "concede")["legal"]


@pytest.mark.rule("R6.5", "R5.14")
def test_where_calling_is_automatic_it_may_come_before_the_first_lead():
    # Elder has scored all there is; younger's turn brings nothing.
    ruleset = portland(calling="automatic", concession="any_deal")
    game = Game.exchanged(MASTERS, LOW, ruleset=ruleset)
    assert game.score == (117, 0)
    game.do("younger", "concede")
    # Nothing led yet: 13, the cards, and 2.
    assert game.scored == [("elder", "concession", 13), ("elder", "cards", 10), ("younger", "concession", 2)]
    assert game.score == (117 + 23, 2)


@pytest.mark.rule("R6.5", "R5.14")
def test_elder_throwing_down_before_his_lead_is_made_up_to_two():
    ruleset = portland(calling="automatic", concession="any_deal")
    game = Game.exchanged(MASTERS, LOW, ruleset=ruleset).do("elder", "concede")
    assert game.scored == [("younger", "concession", 13), ("younger", "cards", 10), ("elder", "concession", 2)]
    assert game.score == (117 + 2, 23)


@pytest.mark.rule("R6.5", "R5.11")
def test_an_equality_to_state_is_something_left():
    # Hearts A K Q 9 8 and diamonds A K J T 7 make 48 each; younger has no sequence and no set.
    game = Game.exchanged("S AJ98 H AKQ98 D Q C J9", "S Q7 H J7 D AKJT7 C T87", ruleset=portland(concession="any_deal"))
    game.call("point", 5, 48).equal().passes("sequence", "set").play("AH")
    for seat in "AB":
        game.refused(seat, "concede", rule="R6.5", at="/action/type")
    game.reckon_nothing().do("elder", "concede")
    assert game.score == (2, 23)


@pytest.mark.rule("R6.5", "R5.14")
def test_but_not_if_younger_has_something_to_come():
    ruleset = portland(calling="automatic", concession="any_deal")
    game = Game.exchanged(ELDER, YOUNGER, ruleset=ruleset)  # younger has trios, elder none
    for seat in "AB":
        game.refused(seat, "concede", rule="R6.5", at="/action/type")
    game.play("AS")
    for seat in "AB":
        assert game.check(seat, "concede")["legal"]


@pytest.mark.rule("R6.5", "R7.3")
def test_no_pique_and_no_capot_come_of_it():
    # Elder's quatorzes of aces and kings, 28, and his lead make 29: thirty would be a pique, but the points that make
    # up thirteen bring none.
    game = Game.exchanged(MASTERS, LOW, ruleset=portland(concession="any_deal")).passes("point", "sequence")
    game.call("set", 4, "A").good().reckon("set AS AH AD AC", "set KS KH KD KC").play("AS").reckon_nothing()
    assert game.score == (29, 0)
    game.do("younger", "concede")
    assert game.score == (28 + 13 + 10, 2)
    assert game.bonuses() == []
    assert not game.events_of("capot")


@pytest.mark.rule("R6.5")
def test_under_portland_it_is_for_the_last_deal():
    game = lead("AS")
    for seat in "AB":
        game.refused(seat, "concede", rule="R6.5", at="/action/type")


@pytest.mark.rule("R6.5")
def test_a_ruleset_may_not_know_it():
    game = lead("AS", concession="none")
    for seat in "AB":
        game.refused(seat, "concede", rule="R6.5", at="/action/type")


@pytest.mark.rule("R6.5", "R6.2")
def test_thirteen_is_what_leading_and_winning_every_trick_gives():
    # With a last trick of ten it is 22; counting leads and tricks it is 24.
    assert thrown("younger", last_trick_bonus=10).score == (22 + 10, 2)
    assert thrown("younger", trick_scoring="lead_and_take").score == (24 + 10, 2)


@pytest.mark.rule("R6.5", "R7.3", "R7.7")
def test_a_pique_that_the_lead_has_made_is_not_lost_by_youngers_concession():
    # Huitième: 8 for the point and 18, a tierce 3: 29, and the lead 30. Elder passes the sets; younger, who has none,
    # throws down his hand without a word: the pique is of the lead. 12 more in play and the cards; younger's two.
    game = Game.exchanged("S AKQJT987 H 987 D 7", "H AK D AQJ98 C KQ987", ruleset=portland(concession="any_deal"))
    game.call("point", 8).good().reckon().call("sequence", 8).good().reckon().passes("set").play("AS")
    assert game.score == (30, 0)
    game.do("younger", "concede")
    assert game.score == (30 + 30 + 12 + 10, 2)
