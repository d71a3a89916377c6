"""Carte rouge, an option of S2: every one of the twelve cards is part of something that its holder reckons."""

import pytest

from tests.helpers.cards import portland
from tests.helpers.game import Game

# Elder: six spades (6), the sixième (16) and two tierces minor (3 each): 28 with all twelve cards. Younger: no set, and
# neither a point of six nor a sixième.
ELDER = "S AKQJT9 H 987 D 987"
YOUNGER = "S 87 H AKQJT D JT C 987"


def automatic(**overrides):
    return Game.exchanged(ELDER, YOUNGER, ruleset=portland(calling="automatic", **overrides))


@pytest.mark.rule("R7.1")
@pytest.mark.parametrize("points", [10, 20, 40, 50])
def test_it_scores_what_the_ruleset_says_once_all_else_is_reckoned(points):
    game = automatic(carte_rouge=points)
    assert game.score == (28 + points, 0)
    assert [event["kind"] for event in game.state["events"] if event["points"]][-1] == "carte_rouge"


@pytest.mark.rule("R7.1", "R7.2", "R7.7")
def test_it_counts_towards_a_repique_which_waits_for_youngers_sets_as_they_come_before_it():
    game = automatic(carte_rouge=10)
    assert game.score == (38, 0)
    # The lead, and younger has nothing: thirty was reached with the carte rouge, in hand.
    assert game.play("AS").score == (38 + 1 + 60, 0)
    # Without the option 28 and the lead are 29.
    assert automatic().play("AS").score == (29, 0)


@pytest.mark.rule("R7.1")
def test_sets_make_a_carte_rouge_like_sequences():
    # Point 3, four tierces 12, aces, kings and queens 42: thirty with the sets, and every card is in one of them.
    rules = portland(calling="automatic", carte_rouge=10)
    game = Game.exchanged("S AKQ H AKQ D AKQ C AKQ", "S J98 H J98 D J98 C J98", ruleset=rules)
    assert game.score == (3 + 12 + 42 + 60 + 10, 0)


@pytest.mark.rule("R7.1")
def test_what_is_sunk_makes_no_carte_rouge():
    game = Game.exchanged(ELDER, YOUNGER, ruleset=portland(carte_rouge=10))
    game.call("point", 6).good().reckon().call("sequence", 6).good().reckon("sequence S AKQJT9", "sequence H 987")
    assert game.passes("set").score == (6 + 16 + 3, 0)


@pytest.mark.rule("R7.1", "R7.2")
def test_youngers_counts_for_him_and_is_saved_from_by_what_elder_reckoned():
    # The same hands with the seats changed: younger's 28 and 10 with the carte rouge make a repique of elder's pass.
    game = Game.exchanged(YOUNGER, ELDER, ruleset=portland(carte_rouge=10)).passes("point", "sequence", "set")
    assert game.play("AH").reckon().score == (1, 28 + 10 + 60)
    saved = Game.exchanged(YOUNGER, ELDER, ruleset=portland(carte_rouge=10)).call("point", 5).good().reckon()
    saved.passes("sequence", "set").play("AH").reckon()
    # Younger said good to the point: his three sequences are 22, and every spade, heart and diamond is in them: 32.
    assert saved.score == (5 + 1, 22 + 10)


@pytest.mark.rule("R3.2", "R7.1")
def test_a_carte_blanche_does_not_stand_in_its_way():
    # The knave of spades is drawn for the seven of diamonds: a point of 44, a quint to the knave, a quart, a tierce.
    rules = portland(calling="automatic", carte_blanche_protocol="show", carte_rouge=20)
    game = Game.deal("S T987 H T987 D T987", "S AKQ H AKQJ D AKQJ C A", "S J C KQJT987", ruleset=rules)
    game.do("elder", "claim_carte_blanche").exchange("7D").exchange("C A")
    assert game.score == (10 + 5 + (15 + 4 + 3) + 20 + 60, 0)
