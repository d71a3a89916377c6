"""Nought, an option of S2: a void is a point of five worth 50½, and a quint between the king's and the ace's."""

import pytest

from tests.kit import Game, compare, portland

NOUGHT = portland(nought=True)
# Elder lacks clubs: points of four (37), no sequence, three aces and three kings. Younger lacks nothing.
VOID, OTHER = "S AK97 H AK97 D AK97", "S QJ8 H QJ8 D QJ8 C AK7"


def deal(younger: str = OTHER, elder: str = VOID, ruleset=NOUGHT) -> Game:
    return Game.exchanged(elder, younger, ruleset=ruleset)


def codes(violations) -> set[str]:
    return {violation["code"] for violation in violations}


@pytest.mark.rule("R5.1", "R5.12")
def test_it_scores_five_as_a_point_and_ten_as_a_quint():
    game = deal().call("point", 5).good().reckon("point")
    (point,) = [event for event in game.events if event["kind"] == "point"]
    assert (point["points"], point["length"], point["value"], point["cards"]) == (5, 5, 50.5, [])
    game.call("sequence", 5).good().reckon("sequence")
    (quint,) = [event for event in game.events if event["kind"] == "sequence"]
    assert (quint["points"], quint["length"], quint["top"], quint["cards"]) == (10, 5, "nought", [])
    assert game.score == (15, 0)
    assert game.view("younger")["other"]["shown"] == []


@pytest.mark.rule("R5.14")
def test_all_is_declared_with_it_where_calling_is_automatic():
    # 5 and 10, and two trios; without the option a point of 4 and the trios.
    assert deal(ruleset=portland(nought=True, calling="automatic")).score == (5 + 10 + 3 + 3, 0)
    assert deal(ruleset=portland(calling="automatic")).score == (4 + 3 + 3, 0)


# Younger's best in clubs, and whether it beats the nought: as a point, and as a sequence.
AGAINST = [
    ("C AKQJ9 S QJ H QJ D QJT", False, False),  # five cards of 50; a quart
    ("C AKQJT S QJ H QJ D QJ8", True, True),  # 51, and a quint to the ace
    ("C KQJT9 S QJ8 H QJ8 D Q", False, False),  # 49, and a quint to the king
    ("C QJT987 S QJ8 H QJ D 8", True, True),  # six cards, and a sixième
    ("C AKJT98 S QJ8 H QJ D 8", True, False),  # six cards, no more than a tierce
]


@pytest.mark.rule("R5.2", "R5.3")
@pytest.mark.parametrize(("younger", "point", "sequence"), AGAINST)
def test_only_51_or_six_cards_beat_it_and_only_a_quint_to_the_ace_or_a_longer_sequence(younger, point, sequence):
    game = deal(younger).call("point", 5, 50.5)
    replies = {reply: game.check("younger", "reply", reply=reply)["legal"] for reply in ("good", "not_good", "equal")}
    assert replies == {"good": True, "not_good": point, "equal": False}
    game.good().reckon("point").call("sequence", 5, "nought")
    replies = {reply: game.check("younger", "reply", reply=reply)["legal"] for reply in ("good", "not_good", "equal")}
    assert replies == {"good": True, "not_good": sequence, "equal": False}


@pytest.mark.rule("R5.3")
def test_its_value_and_its_top_are_stated_when_they_are_asked_for():
    game = deal(AGAINST[0][0]).call("point", 5).equal().states(50.5)
    assert game.events[-1]["value"] == 50.5
    game.refused("younger", "reply", reply="not_good", rule="R5.2")
    game.good().reckon().passes("set")
    game = deal(AGAINST[2][0]).call("point", 4).good().reckon("point S AK97").call("sequence", 5).equal()
    assert game.states("nought").events[-1]["top"] == "nought"
    assert game.good().reckon().score == (4 + 10, 0)


# Younger lacks spades.
BOTH = "C AKQJ H QJT8 D QJT8"


@pytest.mark.rule("R5.2", "R5.6")
def test_two_are_equal():
    game = deal(BOTH).call("point", 5, 50.5)
    game.refused("younger", "reply", reply="not_good", rule="R5.2")
    game.equal()
    (equal,) = [event for event in game.events if event["kind"] == "equal"]
    assert (equal["points"], equal["cards"]) == (0, [])
    game.call("sequence", 5).equal().states("nought").equal().passes("set").play("AS")
    # Younger states his own and reckons nothing: the trios of queens and knaves are his, if he likes.
    game.do("younger", "reckon", holdings=["point", "sequence", "set QC QH QD", "set JC JH JD"])
    assert game.score == (1, 3 + 3)


@pytest.mark.rule("R5.7", "R5.11")
def test_younger_reckons_it_with_his_other_sequences():
    # 5; 10, the quart to the ace and two tierces; two trios: 31 and the repique.
    game = deal(BOTH).passes("point", "sequence", "set").play("AS").reckon()
    assert game.score == (1, 5 + (10 + 4 + 3 + 3) + 6 + 60)


@pytest.mark.rule("R5.7")
def test_it_is_reckoned_once():
    game = deal().passes("point").call("sequence", 5).good()
    refused = game.refused("elder", "reckon", holdings=["sequence", "sequence"], rule="R5.7")
    assert codes(refused) == {"reckon.nought_once"}


@pytest.mark.rule("R5.7")
def test_a_second_void_counts_for_nothing():
    # No diamond, no club: point 8, huitième 18, tierce 3, one nought 10: 39 and the repique.
    game = deal("D AKQJT9 C AKQJT9", "S AKQJT987 H A987", portland(nought=True, calling="automatic"))
    assert game.score == (8 + 18 + 3 + 10 + 60, 0)


@pytest.mark.rule("R5.1")
def test_who_lacks_no_suit_has_none_nor_has_anybody_where_it_is_not_played():
    full = "S AK97 H AK97 D AK9 C Q"
    for game in (deal(elder=full, younger="S QJ8 H QJ8 D QJ8 C AK7"), deal(ruleset="portland")):
        assert codes(game.refused("elder", "call", category="point", length=5, value=50.5)) >= {"call.not_held"}
        game.refused("elder", "call", category="point", length=5, rule="R5.1", at="/action/length")
        game.call("point", 4).good()
        refused = game.refused("elder", "reckon", holdings=["point"])
        assert "reckon.not_a_holding" in codes(refused)


@pytest.mark.rule("R5.1", "R5.6")
def test_it_is_sunk_like_anything_else():
    game = deal().call("point", 4, 37).good()
    # Called four, he is held to them.
    game.refused("elder", "reckon", holdings=["point"], rule="R5.6")
    assert game.reckon("point S AK97").passes("sequence", "set").score == (4, 0)


# Nobody but elder can have a sequence: two cards of each suit are enough to break it.
BREAKS, BROKEN = "S AKQJ9 H AQ9 D Q9 C Q9", "S T8 H KJT8 D KJT C KJT"


@pytest.mark.rule("R5.8")
def test_a_low_call_is_never_good_against_a_void_that_the_other_may_have():
    # A tierce to the ace is called of a quart. No sequence can be formed of the cards that elder has not seen, so that
    # he may reckon all; but twelve of the fifteen may always lack a suit, one having three of them at the most.
    for ruleset, freed in (("portland", True), (NOUGHT, False)):
        game = deal(BROKEN, BREAKS, ruleset).passes("point").call("sequence", 3, "A").good()
        assert game.check("elder", "reckon", holdings=["sequence S AKQJ"])["legal"] is freed
        assert game.reckon("sequence S AKQ").score == (3, 0)


@pytest.mark.rule("R7.2")
def test_it_counts_towards_a_repique():
    # 5; 10 and three tierces; three trios: 33 and the repique.
    game = deal("S JT9 H JT9 D JT9 C AKQ", "S AKQ7 H AKQ7 D AKQ7", portland(nought=True, calling="automatic"))
    assert game.score == (5 + 19 + 9 + 60, 0)


@pytest.mark.rule("R7.1")
def test_it_has_no_card_that_a_carte_rouge_could_need():
    # Six spades, the sixième, and H and D 987: all twelve cards are reckoned (28), the void besides 10.
    hands = "S 87 H AKQJT D JT C 987", "S AKQJT9 H 987 D 987"
    game = deal(*hands, portland(nought=True, carte_rouge=10, calling="automatic"))
    assert game.score == (28 + 10 + 10 + 60, 0)
    rest = deal(ruleset=portland(nought=True, carte_rouge=10, calling="automatic"))
    assert rest.score == (21, 0)  # six of its twelve cards are in nothing


def test_hands_are_compared_with_it():
    answer, categories = compare(VOID, OTHER, NOUGHT)
    assert categories["point"]["elder"] == {"length": 5, "value": 50.5, "cards": []}
    assert categories["sequence"]["elder"] == {"length": 5, "top": "nought", "cards": []}
    assert answer["score"] == {"elder": 21, "younger": 0}
