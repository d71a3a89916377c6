"""R7: the order in which scores count, repique and pique, what saves them, and when they are awarded."""

import pytest

from tests.helpers.cards import AUTOMATIC, portland
from tests.helpers.game import Game
from tests.helpers.http import compare

S1 = {"repique_test": "opponent_scores_nothing"}

# Elder: point 4 (A K 9 8 of spades, 38), four aces and four kings, no sequence: 4 + 28 = 32.
# Younger: tierces Q J T of spades; four queens and four knaves, which the aces beat.
SETS = "S AK98 H AK87 D AK C AK"
TIERCE = "S QJT H QJ9 D QJ8 C QJ9"

# Elder: point 6, sixième and quint 16 + 15 = 31; 37 in hand. Younger: three aces.
RUNS = "S AKQJT9 H KQJT9 D 7"
ACES = "S 87 H A7 D AKQ9 C AJ98"

# Elder: quint and tierce 18, four tens 14; point of five making 51.
QUINT = "S AKQJT H AKQT D T C T7"
# Younger: six diamonds, of which the best five make 47; a tierce to the king in two suits; three knaves.
SIX = "S 98 H J D KQJ987 C KQJ"

# S4's pique: a quint major good for point and sequence, three aces good: 23 in hand. Younger reckons nothing.
PIQUE = "S AKQJT H A97 D A97 C 8"
AGAINST = "S 9 H KQ8 D KQ8 C KQJ97"

# W14: all twelve are winners. Five spades, quarts A K Q J in two suits (one of them sunk by a card), four aces.
WINNERS = "S AKQJT H AKQJ D AK C A"
LOSERS = "S 98 H T98 D QJT C QJT9"


def deal(elder: str, younger: str, **overrides) -> Game:
    return Game.exchanged(elder, younger, ruleset=portland(**overrides))


# -- R7.1: the order counts, not the order of speaking


@pytest.mark.rule("R7.1", "R7.2", "R7.7")
def test_a_sequence_counts_before_sets_though_it_is_spoken_after_them():
    # Elder has 32 with his sets, spoken before the sequences, which are open: no repique yet.
    game = deal(SETS, TIERCE).call("point", 4).good().reckon().call("set", 4, "A").good().reckon()
    assert game.score == (32, 0)
    game.passes("sequence").play("AS").reckon("sequence S QJT")
    assert game.score == (33, 3)
    assert game.bonuses() == []
    assert ("elder", "repique", "sequence") in game.saved()


@pytest.mark.rule("R7.1", "R7.2", "R7.6", "R7.7")
def test_what_younger_sinks_does_not_save():
    game = deal(SETS, TIERCE).call("point", 4).good().reckon().call("set", 4, "A").good().reckon()
    game.passes("sequence").play("AS")
    assert game.bonuses() == []
    game.reckon_nothing()
    assert game.scored == [("elder", "repique", 60)]
    assert game.score == (32 + 1 + 60, 0)
    assert game.saved() == []


@pytest.mark.rule("R7.1")
def test_the_steps_of_a_comparison_are_in_the_order_of_reckoning():
    # Elder: carte blanche, point, sequences; younger: sets. Point 6; sixième and quint; three aces are younger's.
    answer, _ = compare(RUNS, ACES)
    kinds = [step["kind"] for step in answer["steps"] if step["kind"] in ("point", "sequence", "set")]
    assert kinds == ["point", "sequence", "sequence", "set"]


# -- R7.2: repique


@pytest.mark.rule("R7.2", "R7.7")
def test_thirty_in_hand_before_the_other_has_anything_are_a_repique_at_once():
    # 6 + 31: carte blanche is past, point and sequences are elder's, so nothing can come before: awarded with the
    # sequences, though the sets are still open.
    game = deal(RUNS, ACES).call("point", 6).good().reckon()
    assert game.bonuses() == []
    game.call("sequence", 6).good().reckon()
    assert game.scored[-1] == ("elder", "repique", 60)
    assert game.score == (6 + 31 + 60, 0)


@pytest.mark.rule("R7.2")
def test_what_the_other_reckons_later_in_the_order_does_not_matter():
    game = deal(RUNS, ACES).call("point", 6).good().reckon().call("sequence", 6).good().reckon()
    game.passes("set").play("AS").reckon("set AH AD AC")
    assert game.score == (97 + 1, 3)
    assert game.bonuses() == [("elder", "repique", 60)]


@pytest.mark.rule("R7.2", "R7.7")
def test_where_the_other_must_score_nothing_a_later_set_saves():
    game = deal(RUNS, ACES, **S1).call("point", 6).good().reckon().call("sequence", 6).good().reckon()
    assert game.score == (37, 0)  # not certain while the sets are open
    game.passes("set").play("AS").reckon("set AH AD AC")
    assert game.bonuses() == []
    assert game.score == (38, 3)
    assert ("elder", "repique", "set") in game.saved()


@pytest.mark.rule("R7.2", "R7.7")
def test_where_the_other_must_score_nothing_it_is_awarded_when_he_has_sunk_it():
    game = deal(RUNS, ACES, **S1).call("point", 6).good().reckon().call("sequence", 6).good().reckon()
    game.passes("set").play("AS").reckon_nothing()
    assert game.score == (98, 0)
    assert game.bonuses() == [("elder", "repique", 60)]


@pytest.mark.rule("R7.2")
def test_younger_may_repique_and_the_one_for_elders_lead_does_not_stop_it():
    # The same hands the other way round; elder passes everything.
    game = deal(ACES, RUNS).passes("point", "sequence", "set").play("AH").reckon()
    assert game.score == (1, 6 + 31 + 60)
    assert game.bonuses() == [("younger", "repique", 60)]


@pytest.mark.rule("R7.2")
@pytest.mark.parametrize(("overrides", "score"), [({}, (4, 97)), (S1, (4, 37))])
def test_elders_sets_come_after_youngers_point_and_sequences(overrides, score):
    game = deal(ACES, RUNS, **overrides).passes("point", "sequence").call("set", 3, "A").good().reckon()
    game.play("AH").reckon()
    assert game.score == score


@pytest.mark.rule("R7.2")
def test_elders_point_saves_him_from_youngers_repique():
    # Elder's four diamonds go as good: younger sinks his six spades and makes 31 in sequences.
    game = deal(ACES, RUNS).call("point", 4).good().reckon().passes("sequence", "set").play("AH").reckon()
    assert game.score == (5, 31)
    assert game.bonuses() == []
    assert ("younger", "repique", "point") in game.saved()


@pytest.mark.rule("R7.2")
def test_elder_s_carte_blanche_saves_him_too():
    # Dealt without a court card. Younger: 5 for the point, two quints, three kings and three queens: 41.
    game = Game.deal("S 87 H A87 D A987 C A98", "S KQJT9 H KQJT9 D KQ", "D T C KQJT S A C 7")
    game.do("elder", "claim_carte_blanche", exchange=1).do("younger", "commit_discard", cards="D KQ")
    game.exchange("C 9").passes("point", "sequence", "set").play("AH").reckon()
    assert game.score == (11, 5 + 30 + 6)
    assert game.bonuses() == []
    assert ("younger", "repique", "carte_blanche") in game.saved()


@pytest.mark.rule("R7.2")
def test_twenty_nine_are_not_thirty():
    # Quint 15 and four knaves 14, the point sunk by both, and the trios with it.
    game = deal("S QJT98 H JT D JT C JT7", "S AK H AKQ D AKQ C AKQ8").passes("point")
    game.call("sequence", 5).good().reckon().call("set", 4, "J").good().reckon("set JS JH JD JC")
    assert game.score == (29, 0)
    # The lead makes thirty: a pique, once younger has let the point go.
    game.play("QS").reckon_nothing()
    assert game.bonuses() == [("elder", "pique", 30)]


# -- R7.3: pique


def pique_hand(**overrides) -> Game:
    return (
        deal(PIQUE, AGAINST, **overrides)
        .call("point", 5).good().reckon()
        .call("sequence", 5).good().reckon()
        .call("set", 3, "A").good().reckon()
    )  # fmt: skip


@pytest.mark.rule("R7.3", "R7.7")
def test_the_britannicas_pique():
    # 5 + 15 + 3 = 23 in hand; the quint led, 28; an ace and another card: 30, and "sixty".
    game = pique_hand()
    assert game.score == (23, 0)
    game.play("AS 9S KS 7C QS 9C JS JC TS QC")
    assert game.score == (28, 0)
    game.play("AH 8H")
    assert (game.score, game.bonuses()) == ((29, 0), [])
    game.play("9H")
    assert game.scored == [("elder", "lead", 1), ("elder", "pique", 30)]
    assert game.score == (60, 0)
    # That younger takes this trick does not matter any more.
    assert game.play("KH").score == (60, 1)


@pytest.mark.rule("R7.3")
def test_a_point_of_play_of_youngers_before_thirty_saves():
    # Elder leads his club first: 24. Younger's king takes it: he has reckoned something.
    game = pique_hand().play("8C KC 9S").play("AS KS 7C QS 9C JS JC TS QC AH 8H 9H KH")
    assert game.bonuses() == []
    assert game.score[0] >= 30
    assert ("elder", "pique", "play") in game.saved()


@pytest.mark.rule("R7.3", "R7.7")
def test_thirty_with_the_first_lead_if_every_category_is_settled():
    # Huitième: 8 for the point, 18; three aces 3: 29. The lead makes thirty; younger has nothing to reckon.
    game = deal("S AKQJT987 H A9 D A9", "H KQ8 D KQ8 C KQJ987").call("point", 8).good().reckon()
    game.call("sequence", 8).good().reckon().call("set", 3, "A").good().reckon()
    assert game.score == (29, 0)
    game.play("AS")
    assert game.scored == [("elder", "lead", 1), ("elder", "pique", 30)]


@pytest.mark.rule("R7.3", "R7.7")
@pytest.mark.parametrize("sinks", [True, False])
def test_thirty_with_the_first_lead_waits_for_younger_where_a_category_is_open(sinks):
    # W12: 8 + 18 + 3, and the lead; younger has three tens, which come before the lead if he reckons them.
    game = deal("S AKQJT987 H 987 D 7", "H AT D AKQT C AQJT98").call("point", 8).good().reckon()
    game.call("sequence", 8).good().reckon().passes("set")
    assert game.score == (29, 0)
    game.play("AS")
    assert game.scored == [("elder", "lead", 1)]
    if sinks:
        game.reckon_nothing()
        assert game.scored == [("elder", "pique", 30)]
        assert game.score == (60, 0)
    else:
        game.reckon("set TH TD TC")
        assert game.score == (30, 3)
        assert game.saved() == [("elder", "pique", "set")]
        assert game.bonuses() == []


@pytest.mark.rule("R7.3", "R7.7")
def test_younger_with_nothing_to_reckon_ends_the_waiting_with_his_card():
    # As above, but younger has pairs only: he plays at once, and the pique is certain with that.
    game = deal("S AKQJT987 H 987 D 7", "H AKQ D JT98 C AK987").call("point", 8).good().reckon()
    game.call("sequence", 8).good().reckon().passes("set").play("AS")
    assert game.bonuses() == []
    game.play("8D")
    assert game.bonuses() == [("elder", "pique", 30)]


@pytest.mark.rule("R7.3", "R6.2")
def test_the_last_trick_may_make_the_pique():
    # Four aces and three kings, 17; twelve leads, 29; the last trick, 30: pique; then the capot.
    game = (
        deal(WINNERS, LOSERS)
        .passes("point", "sequence")
        .call("set", 4, "A")
        .good()
        .reckon("set AS AH AD AC", "set KS KH KD")
    )
    game.play("AS").reckon_nothing().play("8S").play_out()
    assert game.bonuses() == [("elder", "pique", 30)]
    assert game.score == (17 + 13 + 30 + 40, 0)
    kinds = [event["kind"] for event in game.state["events"]]
    assert kinds.index("last_trick") < kinds.index("pique") < kinds.index("capot")


@pytest.mark.rule("R7.3", "R5.14")
def test_a_pique_in_automatic_calling_comes_with_the_lead_that_makes_thirty():
    # 29 in hand, and younger has nothing: the first lead.
    game = Game.exchanged("S AKQJT987 H A9 D A9", "H KQ8 D KQ8 C KQJ987", ruleset=AUTOMATIC)
    assert game.score == (29, 0)
    assert game.play("AS").score == (60, 0)
    # 23 in hand: the seventh card led.
    game = Game.exchanged(PIQUE, AGAINST, ruleset=AUTOMATIC).play("AS 9S KS 7C QS 9C JS JC TS QC AH 8H")
    assert game.score == (29, 0)
    assert game.play("9H").score == (60, 0)


@pytest.mark.rule("R7.3", "R3.2")
def test_a_carte_blanche_of_youngers_saves_the_pique():
    # Elder: point 8, huitième 18, three aces 3, and the lead: 30. Younger has shown his hand.
    game = Game.deal("S AKQJT98 H A9 C KQJ", "H T87 D T987 C AT987", "D AJ S 7 H K D K H QJ D Q")
    game.exchange("C KQJ").do("younger", "claim_carte_blanche").exchange("C 7")
    game.call("point", 8).good().reckon().call("sequence", 8).good().reckon().call("set", 3, "A").good().reckon()
    game.play("AS")
    assert game.score == (30, 10)
    assert game.bonuses() == []


@pytest.mark.rule("R7.3")
def test_never_a_pique_with_a_repique():
    game = deal(RUNS, ACES).call("point", 6).good().reckon().call("sequence", 6).good().reckon().passes("set")
    game.play("AS").reckon_nothing().play("7S").play_out()
    assert game.bonuses() == [("elder", "repique", 60)]


@pytest.mark.rule("R7.3")
def test_younger_cannot_pique():
    # Younger: four aces and four kings, 28, and all the tricks; elder has had one for his first lead.
    younger = "S AKQJ H AKQ D AK C AKQ"
    game = deal("S T98 H T98 D T98 C T98", younger).passes("point", "sequence", "set").play("TS")
    game.reckon("set AS AH AD AC", "set KS KH KD KC").play("AS").play_out()
    assert game.score == (1, 28 + 13 + 40)
    assert game.bonuses() == []


# -- R7.4


@pytest.mark.rule("R7.4")
def test_neither_capot_nor_cards_count_towards_a_pique():
    # W14 and below: 13 in hand and 13 in play are 26, and the capot makes 66, without a pique.
    game = deal(WINNERS, LOSERS).call("point", 5).good().reckon().call("sequence", 4, "A").good()
    game.reckon("sequence S AKQJ", "sequence H AKQJ").passes("set").play("AS").reckon_nothing().play("8S").play_out()
    assert game.score == (66, 0)
    assert game.bonuses() == []


@pytest.mark.rule("R7.4", "R6.4")
def test_the_cards_count_towards_a_pique_where_they_come_with_the_seventh_trick():
    # 13 in hand, seven leads, 20; the cards, 30: pique. Then five leads, one, and 30 for the capot.
    game = deal(WINNERS, LOSERS, cards_counted="seventh_trick").call("point", 5).good().reckon()
    game.call("sequence", 4, "A").good().reckon("sequence S AKQJ", "sequence H AKQJ").passes("set")
    game.play("AS").reckon_nothing().play("8S KS 9S QS TC JS JC TS QC AH 8H KH 9H")
    assert [kind for _, kind, _ in game.scored[-3:]] == ["lead", "cards", "pique"]
    assert game.score == (60, 0)
    game.play_out()
    assert game.score == (60 + 5 + 1 + 30, 0)


# -- R7.5: equalities

# Elder: Q J T 9 8 of spades, 47, a quint; A K Q of hearts; four tens: 18 + 14 = 32 besides the point.
# Younger: K Q J 9 8 of diamonds, 47.
EQUAL = "S QJT98 H AKQT D T C T7"
FORTY_SEVEN = "S AK7 H J9 D KQJ98 C AK"


def equal_point(**overrides) -> Game:
    game = deal(EQUAL, FORTY_SEVEN, **overrides).call("point", 5, 47).equal()
    return game.call("sequence", 5).good().reckon().call("set", 4, "T").good().reckon()


@pytest.mark.rule("R7.5", "R7.7")
def test_an_equal_category_is_as_if_it_did_not_exist():
    game = equal_point()
    assert game.scored[-1] == ("elder", "repique", 60)
    assert game.score == (32 + 60, 0)


@pytest.mark.rule("R7.5")
def test_where_equality_saves_there_is_no_repique_but_a_pique_with_the_first_point_of_play():
    game = equal_point(equality_saves_repique=True)
    assert game.score == (32, 0)
    assert (game.saved(), game.event("saved")["rule"]) == ([("elder", "repique", "equality")], "R7.5")
    game.play("AH")
    assert game.scored == [("elder", "lead", 1), ("elder", "pique", 30)]
    assert game.bonuses() == [("elder", "pique", 30)]


@pytest.mark.rule("R7.5")
def test_it_does_so_whether_or_not_younger_states_it():
    for said in ((), ("point D KQJ98",)):
        game = equal_point().play("AH")
        game.reckon(*said) if said else game.reckon_nothing()
        assert game.score == (93, 0)


@pytest.mark.rule("R7.5", "R7.2")
@pytest.mark.parametrize(("saves", "bonus"), [(False, 60), (True, 0)])
def test_the_same_for_younger(saves, bonus):
    # Younger has the hand of 32 here; elder calls his 47, equal, and passes the rest.
    game = deal(FORTY_SEVEN, EQUAL, equality_saves_repique=saves).call("point", 5, 47).equal()
    game.passes("sequence", "set").play("AS").reckon("sequence S QJT98", "sequence H AKQ", "set TS TH TD TC")
    assert game.score == (1, 32 + bonus)


# -- R7.6: barred and sunk


@pytest.mark.rule("R7.6", "R5.3")
def test_a_point_barred_from_scoring_saves():
    # Younger asks about five cards and says "not good" to 51 by his sixth diamond (Law 46): nobody scores the point,
    # but elder's 32 in sequences and sets are no repique, and 33 with the lead no pique.
    game = deal(QUINT, SIX).call("point", 5).equal().states(51).not_good()
    game.call("sequence", 5).good().reckon().call("set", 4, "T").good().reckon()
    game.play("AS").reckon_nothing().play("8S")
    assert game.score == (33, 0)
    assert game.bonuses() == []
    assert ("elder", "repique", "barred_point") in game.saved()


@pytest.mark.rule("R7.1", "R7.6", "R5.3")
def test_a_barred_point_saves_before_a_sequence_does():
    # Elder's spades make 40. Of younger's diamonds four make 37, so the five are barred; both tierces are before sets.
    game = deal("S AJT9 H AJT D AJT C AT", "H KQ98 D KQ987 C KQJ").call("point", 4).equal().states(40).not_good()
    game.passes("sequence").call("set", 4, "A").good().reckon().play("AS").reckon("sequence C KQJ")
    assert game.score == (14 + 14 + 3 + 1, 3)
    assert ("elder", "repique", "barred_point") in game.saved()


@pytest.mark.rule("R7.1", "R7.6", "R5.3")
def test_a_barred_point_saves_before_two_other_steps_do():
    # Elder's A K T 9 make 40, the best four of younger's hearts 39. Younger's sequences, 22, make a carte rouge.
    game = deal("S AKT9 H AK D AK98 C AK", "H QJT987 D QJT C QJT", carte_rouge=10).call("point", 4).equal().states(40)
    game.not_good().passes("sequence").call("set", 4, "A").good().reckon().play("AS").reckon().play("7H KS")
    assert game.score == (28 + 2, 22 + 10)
    assert game.saved()[-1] == ("elder", "pique", "barred_point")


@pytest.mark.rule("R3.2", "R7.1", "R7.6")
def test_a_carte_blanche_saves_before_a_barred_point_does():
    # Three of younger's cards make 27 against 31, so the four hearts are barred.
    game = Game.deal("S AKQ H AKQ D A S J H J D J C J7", "S T987 H T987 D T987", "D KQ C AKQ C T98")
    game.exchange("S J H J D J C J7").do("younger", "claim_carte_blanche").exchange("S 7")
    game.call("point", 3).equal().states(31).not_good().call("sequence", 3, "A").good().reckon()
    game.call("set", 4, "A").good().reckon().play("AS").reckon_nothing()
    assert game.score == (4 * 3 + 3 * 14 + 1, 10)
    assert ("elder", "repique", "carte_blanche") in game.saved()


@pytest.mark.rule("R3.2", "R7.1", "R7.6")
def test_a_carte_blanche_saves_from_a_pique_before_a_barred_point_does():
    # The same with the kings and queens sunk: 12 and 14 in hand, and four leads.
    game = Game.deal("S AKQ H AKQ D A S J H J D J C J7", "S T987 H T987 D T987", "D KQ C AKQ C T98")
    game.exchange("S J H J D J C J7").do("younger", "claim_carte_blanche").exchange("S 7")
    game.call("point", 3).equal().states(31).not_good().call("sequence", 3, "A").good().reckon()
    game.call("set", 4, "A").good().reckon("set AS AH AD AC").play("AS").reckon_nothing().play("8S KS 9S QS TS AH")
    assert game.score == (4 * 3 + 14 + 4, 10)
    assert game.saved() == [("elder", "pique", "carte_blanche")]


@pytest.mark.rule("R5.3", "R5.11", "R7.6")
def test_who_has_only_a_barred_point_has_nothing_to_reckon_and_may_play_at_once():
    game = deal(QUINT, SIX).call("point", 5).equal().states(51).not_good()
    game.call("sequence", 5).good().reckon().call("set", 4, "T").good().reckon().play("AS 8S")
    assert game.score == (33, 0)


@pytest.mark.rule("R7.2")
@pytest.mark.parametrize(("last", "points", "bonuses"), [("AD", 30, [("younger", "repique", 60)]), ("7C", 27, [])])
def test_thirty_of_youngers_are_a_repique_and_fewer_are_none(last, points, bonuses):
    # Seven cards 7, a septième 17, a tierce 3 and, with the third ace, a trio 3.
    game = deal("S 7 H JT98 D KQ97 C KQ8", f"S AKQJT98 H AKQ C J {last}")
    game.passes("point", "sequence", "set").play("7S").reckon()
    assert (game.score, game.bonuses()) == ((1, points + 60 * len(bonuses)), bonuses)


@pytest.mark.rule("R7.6", "R7.2")
def test_the_same_point_saves_as_well_when_it_scores():
    game = deal(QUINT, SIX).call("point", 5).not_good()
    game.call("sequence", 5).good().reckon().call("set", 4, "T").good().reckon()
    assert game.bonuses() == []
    game.play("AS").reckon()
    assert game.score == (33, 6)
    assert ("elder", "repique", "point") in game.saved()


@pytest.mark.rule("R7.6")
def test_and_not_when_it_is_sunk():
    game = deal(QUINT, SIX).call("point", 5).good().reckon()
    game.call("sequence", 5).good().reckon().call("set", 4, "T").good().reckon()
    assert game.bonuses() == [("elder", "repique", 60)]
    assert game.score == (5 + 32 + 60, 0)


@pytest.mark.rule("R7.6", "R5.3")
def test_after_a_decline_a_point_saves_only_if_it_is_reckoned():
    for reckons, score in ((True, (33, 5)), (False, (93, 0))):
        game = deal(QUINT, SIX).call("point", 5).equal().decline()
        game.call("sequence", 5).good().reckon().call("set", 4, "T").good().reckon()
        assert game.bonuses() == []
        game.play("AS")
        game.reckon("point D KQJ98") if reckons else game.reckon_nothing()
        assert game.score == score


# -- R7.7: as soon as it is certain


@pytest.mark.rule("R7.7", "R7.2")
def test_a_category_that_elder_passed_is_open_until_younger_has_reckoned():
    # 32 in sequences and sets, the point passed: younger may have one.
    game = deal(QUINT, SIX).passes("point").call("sequence", 5).good().reckon().call("set", 4, "T").good().reckon()
    assert game.bonuses() == []
    assert game.play("AS").bonuses() == []
    game.reckon_nothing()
    assert game.scored == [("elder", "repique", 60)]
    assert game.score == (93, 0)


@pytest.mark.rule("R7.7", "R7.2")
def test_youngers_repique_comes_with_his_reckoning():
    game = deal(ACES, RUNS).passes("point", "sequence", "set").play("AH").reckon()
    kinds = [kind for _, kind, _ in game.scored]
    assert kinds.index("repique") > kinds.index("sequence")
    assert game.happened.count("repique") == 1


@pytest.mark.rule("R7.7", "R5.14")
def test_in_automatic_calling_the_hands_settle_it_when_they_are_recorded():
    game = Game.exchanged(RUNS, ACES, ruleset=AUTOMATIC)
    assert game.score == (97, 0)
    game = Game.exchanged(ACES, RUNS, ruleset=AUTOMATIC)
    # Point and sequences are younger's, the three aces elder's: 3. Then the lead, and younger's 37 + 60.
    assert game.score == (3, 0)
    assert game.play("AH").score == (4, 97)


@pytest.mark.rule("R7.7")
def test_a_bonus_stands_after_what_made_it_certain():
    game = pique_hand().play("AS 9S KS 7C QS 9C JS JC TS QC AH 8H 9H")
    kinds = [event["kind"] for event in game.state["events"]]
    assert kinds.index("pique") == len(kinds) - 1
    assert kinds[-2] == "lead"
    bonus = game.state["events"][-1]
    assert (bonus["rule"], bonus["deal_score"]) == ("R7.3", {"A": 60, "B": 0})


@pytest.mark.rule("R7.3")
def test_twenty_nine_is_no_pique_and_the_thirtieth_point_makes_it():
    # 23 in hand; five spades and the ace of hearts make 29 with their leads, the ace of diamonds thirty.
    game = Game.exchanged(PIQUE, AGAINST).call("point", 5).good().reckon().call("sequence", 5).good().reckon()
    game.call("set", 3, "A").good().reckon()
    assert game.score == (23, 0)
    game.play("AS").reckon_nothing().play("9S KS 7C QS 9C JS JC TS QC AH 8H")
    assert (game.score, game.bonuses()) == ((29, 0), [])
    game.play("AD")
    assert (game.score, game.bonuses()) == ((60, 0), [("elder", "pique", 30)])


@pytest.mark.rule("R7.7", "R5.3")
def test_a_sequence_that_elder_declined_to_state_is_open_until_younger_has_reckoned():
    # The aces, kings and queens make 42 with the sets; younger has asked after a tierce, and has one.
    game = Game.exchanged("S AKQ H AKQ D AKQ C AKQ", "S JT9 H J98 D J98 C J98").passes("point")
    game.call("sequence", 3).equal().decline().call("set", 4, "A").good().reckon()
    assert (game.score, game.bonuses()) == ((42, 0), [])
    assert game.play("AS").bonuses() == []
    sunk = Game({"state": game.state, "events": []}).reckon_nothing()
    assert (sunk.score, sunk.bonuses()) == ((43 + 60, 0), [("elder", "repique", 60)])
    assert game.reckon("sequence S JT9").score == (43, 3)
    assert game.saved() == [("elder", "repique", "sequence")]


@pytest.mark.rule("R7.2")
def test_thirty_of_younger_s_exactly_are_a_repique():
    # Point 8, huitième 18 and quart 4.
    game = Game.exchanged("H T987 D T987 C T987", "S AKQJT987 H AKQJ").passes("point", "sequence", "set")
    assert game.play("TH").reckon().score == (1, 30 + 60)


@pytest.mark.rule("R7.1", "R7.3")
def test_of_several_things_that_save_from_a_pique_the_first_is_told():
    # Four aces and four kings make 28, two leads thirty. Younger has the point of five, a quint and a tierce.
    game = Game.exchanged("S AK98 H AK87 D AK C AK", "S QJT H QJ D QJ C QJT98").call("point", 4).not_good()
    game.passes("sequence").call("set", 4, "A").good().reckon().play("AS").reckon().play("TS KS")
    assert game.score == (28 + 2, 5 + 15 + 3)
    assert game.saved() == [("elder", "pique", "point")]


@pytest.mark.rule("R6.5", "R7.7")
def test_a_hand_thrown_down_settles_a_repique():
    # Younger may have a sequence, and has none: point 3, aces, kings and queens 42. Then 13, and 10 for the cards.
    game = Game.exchanged(
        "S AKQ H AKQ D AKQ C AKQ",
        "S J98 H J98 D J98 C J98",
        ruleset=portland(concession="any_deal", concession_score=0),
    )
    game.call("point", 3, 31).good().reckon().passes("sequence").call("set", 4, "A").good().reckon().play("AS")
    assert (game.score, game.bonuses()) == ((46, 0), [])
    game.do("younger", "concede")
    assert game.score == (3 + 42 + 60 + 13 + 10, 0)
    assert game.happened == ["repique", "concession", "cards", "deal_ended"]


@pytest.mark.rule("R6.2", "R6.5")
def test_a_hand_thrown_down_brings_no_cards_where_the_last_trick_stands_for_them():
    # Twelve tricks and ten for the last.
    rules = portland(concession="any_deal", trick_scoring="one_per_trick")
    game = Game.exchanged("S AKQ H AKQ D AKQ C AKQ", "S J98 H J98 D J98 C J98", ruleset=rules)
    game.passes("point", "sequence", "set").play("AS").reckon_nothing().do("younger", "concede")
    assert game.scored == [("elder", "concession", 22), ("younger", "concession", 2)]
