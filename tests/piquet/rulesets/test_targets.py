"""R8.4 and R8.5: play to a number of points, who gets there first by the order of reckoning, and double games."""

import pytest

from tests.helpers.cards import cards, portland
from tests.helpers.entered_deals import entered
from tests.helpers.game import Game
from tests.helpers.http import problem, settle
from tests.helpers.law_game import EXCHANGES_OF_P
from tests.piquet.rulesets import table
from tests.piquet.rulesets.table import at

CATEGORIES = ("point", "sequence", "set")
MASTERS, LOW = "S AKQ H AKQ D AKQ C AKQ", "S J98 H J98 D J98 C J98"

# Elder: a point of five (49), S AKQJ 4, D T98 3. Younger: a point of five (51), C AKQJT 15, D AKQJ 4, three aces and
# three kings. Younger says *good* to whatever is called (R5.2), so that elder may reckon what he likes to call.
SPADES, CLUBS = "S AKQJ8 H QJ9 D T98 C 7", "H AK D AKQJ7 C AKQJT"


def next_deal(standing: Game, elder: str, younger: str, **more) -> Game:
    """A is elder and holds the first twelve when the exchange is over; B the others."""
    return Game.exchanged(elder, younger, after=standing.state, **more)


def last(game: Game, who: str, kind: str, **members) -> Game:
    """The action with which it is over."""
    if "holdings" in members:
        members["holdings"] = [
            {"category": text.split()[0], "cards": cards(text.split(" ", 1)[1])} for text in members["holdings"]
        ]
    game.run([{"seat": game.seat(who), "type": kind, **members}])
    assert (game.phase, game.state["to_act"]) == ("partie_over", None)
    assert game.happened[-2:] == ["deal_ended", "partie_ended"]
    return game


def totals(game: Game) -> tuple[int, int]:
    score = game.state["partie"]["score"]
    return score["A"], score["B"]


def uncounted(game: Game) -> dict[str, int]:
    """What each seat had reckoned in vain."""
    return {event["seat"]: event["points"] for event in game.events if event["kind"] == "uncounted"}


def winner(game: Game) -> str:
    return game.state["partie"]["result"]["winner"]


# -- in hand


@pytest.mark.rule("R8.4")
def test_nothing_in_hand_decides_before_younger_has_reckoned():
    # 97 and a point of five are 102, a quart 106 and the lead 107; but younger may have had more before them.
    game = next_deal(at(97, 60), SPADES, CLUBS)
    game.call("point", 5).good().reckon("point S AKQJ8")
    assert (game.score, game.phase, game.state["partie"]["result"]) == ((5, 0), "calling", None)
    game.call("sequence", 4).good().reckon("sequence S AKQJ").passes("set").play("AS")
    assert (game.score, game.phase, game.to_act) == ((10, 0), "play", "B")
    assert totals(game) == (97, 60)  # those of the deals that are over
    last(game, "younger", "reckon", holdings=[])
    # The point decided; neither the quart nor the lead scores.
    assert uncounted(game) == {"A": -(4 + 1)}
    assert (game.score, totals(game), winner(game)) == ((5, 0), (102, 60), "A")


@pytest.mark.rule("R8.4", "R7.1")
def test_younger_s_point_comes_before_elder_s_sequence():
    # A, 98, has a tierce good; B, 97, the point, which comes first: 97 + 5.
    game = next_deal(at(98, 97), SPADES, CLUBS).passes("point")
    game.call("sequence", 3).good().reckon("sequence D T98").passes("set").play("AS")
    last(game, "younger", "reckon", holdings=["point C AKQJT"])
    assert (totals(game), winner(game)) == ((98, 102), "B")
    assert uncounted(game) == {"A": -(3 + 1)}


@pytest.mark.rule("R8.4", "R7.1")
def test_elder_s_sequence_comes_before_younger_s_trio():
    game = next_deal(at(98, 97), SPADES, CLUBS).passes("point")
    game.call("sequence", 3).good().reckon("sequence D T98").passes("set").play("AS")
    last(game, "younger", "reckon", holdings=["set AH AD AC"])
    assert (totals(game), winner(game)) == ((101, 97), "A")
    assert uncounted(game) == {"A": -1, "B": -3}


@pytest.mark.rule("R8.4", "R7.1")
def test_elder_s_point_comes_before_younger_s_quint():
    # 95 + 5. B's 85 and a quint would be a hundred as well, but later.
    game = next_deal(at(95, 85), SPADES, CLUBS).call("point", 5).good().reckon("point S AKQJ8")
    game.passes("sequence", "set").play("AS")
    last(game, "younger", "reckon", holdings=["sequence C AKQJT"])
    assert (totals(game), winner(game)) == ((100, 85), "A")
    assert uncounted(game) == {"A": -1, "B": -15}


@pytest.mark.rule("R8.4", "R7.1")
@pytest.mark.parametrize(("trio", "score", "who"), [(True, (99, 100), "B"), (False, (100, 97), "A")])
def test_what_younger_has_in_hand_comes_before_elder_s_first_lead(trio, score, who):
    game = next_deal(at(99, 97), SPADES, CLUBS).passes(*CATEGORIES).play("AS")
    assert game.score == (1, 0)
    last(game, "younger", "reckon", holdings=["set AH AD AC"] if trio else [])
    assert (totals(game), winner(game)) == (score, who)
    assert uncounted(game) == ({"A": -1} if trio else {})


@pytest.mark.rule("R8.4", "R3.2")
def test_a_carte_blanche_comes_first():
    # B, 92, shows ten for a carte blanche; A, 97, has a point of five. Both are beyond a hundred, B before A.
    game = Game.deal("S AKQJ8 H AKQJ D AKQ", "S T97 H T87 D T9 C T987", "H 9 D J87 C AKQJ", after=at(97, 92).state)
    game.exchange("QD").do("younger", "claim_carte_blanche").exchange("7C")
    assert (game.score, game.phase) == ((0, 10), "calling")
    game.call("point", 5).good().reckon("point S AKQJ8").passes("sequence", "set").play("AS")
    last(game, "younger", "reckon", holdings=[])
    assert (totals(game), winner(game)) == ((97, 102), "B")
    assert uncounted(game) == {"A": -(5 + 1)}


@pytest.mark.rule("R8.4", "R7.2")
@pytest.mark.parametrize(
    ("target", "before", "after", "late"),
    [
        # Point 5, two quints 30: thirty in hand with the sequences, and sixty with them. 70 + 5 + 30 + 60.
        (100, 70, 165, 14 + 1),
        # The sixty are needed: 20 + 35 would not do. 20 + 5 + 30 + 60.
        (100, 20, 115, 14 + 1),
        # 50 + 95 are 145: the four aces decide, 159.
        (150, 50, 159, 1),
    ],
)
def test_a_repique_counts_with_the_step_that_makes_thirty(target, before, after, late):
    standing = at(before, 60, target=target)
    game = next_deal(standing, "S AKQJT H AKQJT D A C A", "S 987 H 987 D KQJ C KQJ")
    game.call("point", 5).good().reckon("point S AKQJT")
    game.call("sequence", 5).good().reckon("sequence S AKQJT", "sequence H AKQJT")
    game.call("set", 4, "A").good().reckon("set AS AH AD AC").play("AS")
    assert (game.score, game.bonuses()) == ((5 + 30 + 60 + 14 + 1, 0), [("elder", "repique", 60)])
    last(game, "younger", "reckon", holdings=[])
    assert (totals(game), winner(game)) == ((after, 60), "A")
    assert uncounted(game) == {"A": -late}


@pytest.mark.rule("R8.4", "R7.2")
def test_a_repique_does_not_count_with_a_step_that_makes_twenty_nine():
    # Point 8, huitième and tierce 21: 29. The trio of aces makes thirty: 20 + 32 + 60.
    game = next_deal(at(20, 60), "S AKQJT987 H AKQ D A", "H JT8 D KQ98 C KQJT8").call("point", 8).good().reckon()
    game.call("sequence", 8).good().reckon().call("set", 3, "A").good().reckon().play("AS")
    last(game, "younger", "reckon", holdings=[])
    assert (totals(game), winner(game), uncounted(game)) == ((20 + 32 + 60, 60), "A", {"A": -1})


@pytest.mark.rule("R8.4", "R7.2")
def test_younger_s_repique_counts_with_his_step():
    # Elder has nothing. Younger: point 5, quint and quart 19, three aces and three kings 6: thirty with the sets, so
    # that he has ninety more only there. 20 + 24 and not a hundred with the sequences; 20 + 30 + 60 with the sets.
    game = next_deal(at(98, 20), SPADES, CLUBS).passes(*CATEGORIES).play("AS")
    # (98 and the lead are 99, after all of younger's.)
    holdings = ["point C AKQJT", "sequence C AKQJT", "sequence D AKQJ", "set AH AD AC", "set KH KD KC"]
    last(game, "younger", "reckon", holdings=holdings)
    assert (totals(game), winner(game)) == ((98, 110), "B")
    assert uncounted(game) == {"A": -1}


@pytest.mark.rule("R8.4", "R7.3")
def test_a_pique_counts_with_the_lead_that_makes_thirty():
    # Point 8, huitième 18, tierce 3: 29, and 30 with the lead: 45 + 30 + 30. Younger does not reckon his tens.
    game = next_deal(at(45, 60), "S AKQJT987 H 987 D 7", "H KT D AKQT C AQJT98")
    game.call("point", 8).good().reckon().call("sequence", 8).good()
    game.reckon("sequence S AKQJT987", "sequence H 987").passes("set").play("AS")
    assert (game.score, game.phase) == ((30, 0), "play")
    last(game, "younger", "reckon", holdings=[])
    assert (totals(game), winner(game)) == ((105, 60), "A")
    assert (game.bonuses(), uncounted(game)) == ([("elder", "pique", 30)], {})


@pytest.mark.rule("R8.4", "R7.3")
def test_a_pique_counts_with_the_point_of_play_that_makes_thirty():
    # 26 in hand; the fourth lead makes thirty: 50 + 30 + 30. The fourth trick is not played out.
    game = next_deal(at(50, 60), "S AKQJT987 H 987 D 7", "H KT D AKQT C AQJT98")
    game.call("point", 8).good().reckon().call("sequence", 8).good().reckon("sequence S AKQJT987").passes("set")
    game.play("AS").reckon_nothing().play("8C KS 9C QS TC")
    assert (game.score, game.phase) == ((29, 0), "play")
    last(game, "elder", "play", card="JS")
    assert (totals(game), winner(game)) == ((110, 60), "A")
    assert [len(trick["cards"]) for trick in game.state["tricks"]] == [2, 2, 2, 1]


# -- younger plays without reckoning

# Nothing that younger could reckon: no run of three, no three of a rank, and the point is elder's.
MANY, NOTHING = "S AKQJT H AKQ D AK C AK", "S 98 H JT8 D QJ9 C QT97"


@pytest.mark.rule("R8.4", "R5.11")
def test_younger_s_card_does_not_count_where_the_hands_decide():
    game = next_deal(at(97, 50), MANY, NOTHING).call("point", 5).good().reckon().passes("sequence", "set").play("AS")
    last(game, "younger", "play", card="8S")
    assert (totals(game), winner(game), uncounted(game)) == ((102, 50), "A", {"A": -1})
    assert [trick["cards"] for trick in game.state["tricks"]] == [["AS"]]
    assert set(game.state["hands"]["B"]) == set(cards(NOTHING))
    assert "trick_won" not in game.happened


@pytest.mark.rule("R8.4", "R5.11")
def test_nor_where_elder_s_first_lead_does():
    # (With the point passed younger could reckon one; so elder calls three cards.)
    game = next_deal(at(96, 50), MANY, NOTHING).call("point", 3).good().reckon("point S AKQ").passes("sequence", "set")
    game.play("AS")
    assert (game.score, game.phase) == ((4, 0), "play")
    last(game, "younger", "play", card="8S")
    assert (totals(game), winner(game), uncounted(game)) == ((100, 50), "A", {})
    assert [trick["cards"] for trick in game.state["tricks"]] == [["AS"]]


@pytest.mark.rule("R8.4", "R5.11")
def test_his_card_counts_where_they_do_not():
    # 93, the point and the lead are 99: the play goes on, and the next lead decides.
    game = next_deal(at(93, 50), MANY, NOTHING).call("point", 5).good().reckon().passes("sequence", "set").play("AS 8S")
    assert (game.score, game.phase, game.to_act) == ((6, 0), "play", "A")
    last(game, "elder", "play", card="KS")
    assert (totals(game), winner(game)) == ((100, 50), "A")


# -- in play


@pytest.mark.rule("R8.4", "R6.2")
def test_it_stops_in_mid_trick_at_a_lead():
    game = next_deal(at(97, 50), MASTERS, LOW).passes(*CATEGORIES).play("AS").reckon_nothing().play("8S KS 9S")
    assert (game.score, game.phase) == ((2, 0), "play")
    last(game, "elder", "play", card="QS")
    assert game.happened == ["lead", "deal_ended", "partie_ended"]
    assert (totals(game), winner(game)) == ((100, 50), "A")
    assert game.state["tricks"][-1] == {"leader": "A", "cards": ["QS"], "winner": None}
    assert set(game.state["hands"]["B"]) == set(cards("S J H J98 D J98 C J98"))
    game.refused("younger", "play", card="JS", at=("/action/type", "/action/seat"))
    problem("/v1/deals", {"state": game.state, "seed": "one more"})


@pytest.mark.rule("R8.4", "R6.2")
def test_it_stops_at_a_capture():
    game = next_deal(at(50, 99), LOW, MASTERS).passes(*CATEGORIES).play("8S").reckon_nothing()
    assert game.phase == "play"
    last(game, "younger", "play", card="QS")
    assert game.happened == ["trick_won", "capture", "deal_ended", "partie_ended"]
    assert (totals(game), winner(game)) == ((51, 100), "B")


@pytest.mark.rule("R8.4", "R6.2")
def test_a_capture_with_which_younger_plays_without_reckoning_decides_too():
    # Elder leads what younger takes; neither has anything in hand but elder's point of three: the card counts.
    game = next_deal(at(50, 99), "S AKQJT H AKQ D AK C 87", "S 98 H JT8 D QJ9 C QT9A").call("point", 3).good()
    game.reckon("point S AKQ").passes("sequence", "set").play("7C")
    assert (game.score, game.phase) == ((4, 0), "play")
    last(game, "younger", "play", card="AC")
    assert (totals(game), winner(game)) == ((54, 100), "B")


@pytest.mark.rule("R8.4", "R6.2")
def test_the_lead_after_a_capture():
    game = next_deal(at(50, 98), LOW, MASTERS).passes(*CATEGORIES).play("8S").reckon_nothing().play("QS")
    assert (game.score, game.phase) == ((1, 1), "play")
    last(game, "younger", "play", card="KS")
    assert (totals(game), winner(game)) == ((51, 100), "B")


# -- the cards and capot


@pytest.mark.rule("R8.4", "R6.3")
def test_the_cards_may_decide():
    # Seven spades and a diamond: 8 in play and the cards for A, 6 in play for B.
    game = table.play((0, 0, 0, 0, 7), at(85, 50).state, "portland", "dialogue")
    assert game.phase == "partie_over"
    assert game.happened[-4:] == ["last_trick", "cards", "deal_ended", "partie_ended"]
    assert (totals(game), winner(game)) == ((85 + 8 + 10, 50 + 6), "A")


@pytest.mark.rule("R8.4", "R6.3")
def test_the_last_point_of_play_comes_before_the_cards():
    # B, 94, makes a hundred with the last trick; A's ten would be 103 but come later.
    game = table.play((0, 0, 0, 0, 7), at(85, 94).state, "portland", "dialogue")
    assert game.happened[-3:] == ["last_trick", "deal_ended", "partie_ended"]
    assert (totals(game), winner(game)) == ((93, 100), "B")
    assert game.events_of("cards") == []


@pytest.mark.rule("R8.4", "R6.3")
@pytest.mark.parametrize(("before", "phase"), [(47, "partie_over"), (46, "deal_over")])
def test_capot_comes_last_of_all(before, phase):
    # Twelve leads, the last trick, and 40: 47 + 53 are a hundred.
    game = next_deal(at(before, 40), MASTERS, LOW).passes(*CATEGORIES).play("AS").reckon_nothing().play("8S").play_out()
    assert (game.phase, totals(game)) == (phase, (before + 53, 40))


# -- where calling is automatic


@pytest.mark.rule("R8.4", "R5.14")
def test_where_calling_is_automatic_the_hands_decide_with_the_lead():
    # Four deals in which all is equal in hand, and in play eight spades are led (19 and 5) or one (2 and 22).
    # A as elder 19, as younger 22, 19, 22: 82; B 5, 2, 5, 2: 14. Masters: 3 for the point and 12: 97. Aces and kings
    # and queens, 42, with the repique: 97 + 42 + 60 = 199.
    standing = at(82, 14, "automatic")
    game = next_deal(standing, MASTERS, LOW)
    assert (game.score, game.phase) == ((3 + 12 + 42 + 60, 0), "play")
    last(game, "elder", "play", card="AS")
    assert (totals(game), winner(game), uncounted(game)) == ((199, 14), "A", {"A": -1})


@pytest.mark.rule("R8.4", "R5.14")
def test_where_calling_is_automatic_younger_s_hand_comes_with_the_lead():
    # The same, and B has the masters. A's lead is the only thing that comes after them.
    game = next_deal(at(82, 14, "automatic"), LOW, MASTERS)
    assert game.score == (0, 0)
    last(game, "elder", "play", card="JS")
    assert (totals(game), winner(game), uncounted(game)) == ((82, 14 + 117), "B", {"A": -1})


# -- with the deal


@pytest.mark.rule("R8.4")
def test_at_the_end_of_the_deal_the_higher_total_wins_whoever_was_first():
    # Three spades are led: 4 for A, who reaches a hundred with the third, and 10 and the cards for B.
    standing = at(97, 90, target_stop="end_of_deal")
    game = table.play((0, 0, 0, 0, 3), standing.state, "portland", "dialogue")
    assert (game.phase, totals(game), winner(game)) == ("partie_over", (101, 110), "B")
    assert len(game.state["tricks"]) == 12
    # At once, A has won with his third lead (the rest of the deal is not played).
    game = next_deal(at(97, 90), table.ELDER, table.YOUNGER).passes(*CATEGORIES).play("AS").reckon_nothing()
    game.play("7H KS 8H")
    last(game, "elder", "play", card="QS")
    assert (totals(game), winner(game)) == ((100, 90), "A")


@pytest.mark.rule("R8.4")
def test_at_the_end_of_the_deal_what_is_reckoned_later_scores():
    game = next_deal(at(97, 60, target_stop="end_of_deal"), MASTERS, LOW).call("point", 3).good().reckon("point S AKQ")
    game.passes("sequence", "set").play("AS").reckon_nothing().play("8S")
    assert game.phase == "play"
    # Point 3, play 13, capot 40.
    assert totals(game.play_out()) == (97 + 56, 60)


@pytest.mark.rule("R8.4")
def test_at_the_end_of_the_deal_equal_totals_play_on():
    # Six spades are led: 7 points each, and the cards divided.
    standing = at(97, 97, target_stop="end_of_deal")
    game = table.play((0, 0, 0, 0, 6), standing.state, "portland", "dialogue")
    assert (game.phase, totals(game), game.state["partie"]["result"]) == ("deal_over", (104, 104), None)
    # Then B is elder and leads eight: 9 and the cards, and 5 for A.
    game = table.play((0, 0, 0, 0, 8), game.state, "portland", "dialogue")
    assert (game.phase, totals(game), winner(game)) == ("partie_over", (109, 123), "B")


@pytest.mark.rule("R8.4")
def test_below_the_target_the_next_deal_is_due():
    game = table.play((0, 0, 0, 0, 6), at(92, 92).state, "portland", "dialogue")
    assert (game.phase, totals(game)) == ("deal_over", (99, 99))


# -- R8.5


@pytest.mark.rule("R8.5")
@pytest.mark.parametrize(
    ("below", "loser", "games"), [(50, 49, 2), (50, 50, 1), (51, 50, 2), (51, 51, 1), (None, 20, 1)]
)
def test_a_game_is_double_where_the_loser_is_below_half(below, loser, games):
    more = {} if below is None else {"double_below": below}
    game = next_deal(at(99, loser, **more), SPADES, CLUBS).passes(*CATEGORIES).play("AS")
    last(game, "younger", "reckon", holdings=[])
    result = game.state["partie"]["result"]
    assert (totals(game), result["winner"], result["settlement"]) == ((100, loser), "A", games)
    assert result["rubicon"] is False
    assert game.event("partie_ended")["settlement"] == games


@pytest.mark.rule("R8.4", "R8.5")
def test_what_came_too_late_does_not_save_him_from_a_double_game():
    # B, 40, has a quint, which would be 55; but A's point was first.
    game = next_deal(at(95, 40, double_below=50), SPADES, CLUBS).call("point", 5).good().reckon("point S AKQJ8")
    game.passes("sequence", "set").play("AS")
    last(game, "younger", "reckon", holdings=["sequence C AKQJT"])
    assert (totals(game), game.state["partie"]["result"]["settlement"]) == ((100, 40), 2)


# -- settlements


@pytest.mark.rule("R8.4")
@pytest.mark.parametrize("target", [100, 101, 150, 221])
def test_a_settlement_waits_for_the_target(target):
    ruleset = portland(target=target)
    answer = settle((50, 30), (target - 61, 30), (10, 39), ruleset=ruleset)
    assert (answer["over"], answer["winner"], answer["settlement"], answer["deals_due"]) == (False, None, None, 1)
    answer = settle((50, 30), (target - 61, 30), (11, 39), ruleset=ruleset)
    assert answer["totals"] == {"A": target, "B": 99}
    assert (answer["over"], answer["winner"], answer["settlement"], answer["deals_due"]) == (True, "A", 1, 0)
    assert answer["rubicon"] is False


@pytest.mark.rule("R8.4", "R8.5")
@pytest.mark.parametrize(
    ("ruleset", "deals", "winner", "games"),
    [
        ("au-cent", ((60, 20), (40, 29)), "A", 2),  # 100 to 49
        ("au-cent", ((60, 20), (40, 30)), "A", 1),  # 100 to 50
        ("au-cent", ((20, 60), (29, 40)), "B", 2),
        ("german", ((60, 20), (41, 30)), "A", 2),  # 101 to 50
        ("german", ((60, 20), (41, 31)), "A", 1),  # 101 to 51
        ("hoyle", ((60, 0), (41, 0)), "A", 1),  # no double games
        ("french", ((60, 0), (40, 0)), "A", 1),
    ],
)
def test_the_games_of_the_rulesets_with_a_target(ruleset, deals, winner, games):
    answer = settle(*deals, ruleset=ruleset)
    assert (answer["over"], answer["winner"], answer["settlement"]) == (True, winner, games)
    assert answer["rubicon"] is False


@pytest.mark.rule("R8.4")
@pytest.mark.parametrize(("ruleset", "last_deal"), [("hoyle", (40, 30)), ("german", (40, 30))])
def test_a_hundred_is_not_a_hundred_and_one(ruleset, last_deal):
    assert settle((60, 20), last_deal, ruleset=ruleset)["over"] is False


@pytest.mark.rule("R8.4")
def test_a_partie_to_a_target_has_as_many_deals_as_it_takes():
    answer = settle(*((10, 9),) * 9, ruleset="french")
    assert (answer["over"], answer["totals"]) == (False, {"A": 90, "B": 81})
    answer = settle(*((10, 9),) * 10, ruleset="french")
    assert (answer["over"], answer["totals"], answer["winner"]) == (True, {"A": 100, "B": 90}, "A")
    problem("/v1/settlements", {"ruleset": "french", "deals": [{"A": 10, "B": 9}] * 11})


@pytest.mark.rule("R8.4")
def test_in_a_settlement_at_the_end_of_the_deal_equal_totals_play_on():
    ruleset = portland(target=100, target_stop="end_of_deal")
    answer = settle((50, 60), (55, 45), ruleset=ruleset)
    assert (answer["over"], answer["winner"], answer["deals_due"]) == (False, None, 1)
    answer = settle((50, 60), (55, 45), (1, 20), ruleset=ruleset)
    assert (answer["over"], answer["winner"], answer["totals"]) == (True, "B", {"A": 106, "B": 125})
    answer = settle((50, 60), (56, 45), ruleset=ruleset)
    assert (answer["winner"], answer["settlement"]) == ("A", 1)


# -- concession


@pytest.mark.rule("R8.4", "R6.5")
@pytest.mark.parametrize(
    ("before", "phase", "after"),
    [
        ((70, 50), "deal_over", (70 + 13 + 10, 50 + 2)),
        # 80, 13 for the play, 10 for the cards: 103. The conceder's two come after it.
        ((80, 50), "partie_over", (103, 50)),
        ((80, 99), "partie_over", (103, 99)),
        # 90 and 13 are 103 without the cards.
        ((90, 50), "partie_over", (103, 50)),
        # 75, 13 and 10 are 98, so that the conceder's two make a hundred.
        ((75, 98), "partie_over", (98, 100)),
    ],
)
def test_a_hand_that_is_thrown_down_counts_as_far_as_the_target(before, phase, after):
    game = next_deal(at(*before, concession="any_deal"), MASTERS, LOW).passes(*CATEGORIES).play("AS").reckon_nothing()
    game.run([{"seat": "B", "type": "concede"}])
    assert (game.phase, totals(game)) == (phase, after)


# -- the cards at the seventh trick, which is the twelfth of the deal

SIX_TRICKS, FIVE_TRICKS = "S AKQJT9 H A D 987 C 87", "H KQJT987 D AKQ C AK"
# Elder leads his spades and a diamond, younger takes it and leads until the ace of hearts takes the last trick.
TO_THE_LAST_TRICK = "AS 7H KS 8H QS 9H JS TH TS JH 9S QH 9D AD KD 8D QD 7D AC 8C KC 7C KH"


@pytest.mark.rule("R8.4", "R6.4")
@pytest.mark.parametrize(
    ("before", "score", "over"),
    [
        # Seven leads, and the ace of hearts captures the last trick: 8; the last trick, 9; the ten for the cards, 19.
        (92, 8, True),
        (91, 9, True),
        (90, 19, True),
        (81, 19, True),
        (80, 19, False),
    ],
)
def test_at_the_twelfth_trick_the_last_trick_comes_before_the_ten(before, score, over):
    standing = at(before, 60, cards_counted="seventh_trick")
    game = next_deal(standing, SIX_TRICKS, FIVE_TRICKS).passes(*CATEGORIES).play("AS").reckon_nothing()
    game.play(TO_THE_LAST_TRICK[3:]).run([{"seat": "A", "type": "play", "card": "AH"}])
    assert (game.score[0], game.phase) == (score, "partie_over" if over else "deal_over")
    scored = [("elder", "capture", 1), ("elder", "last_trick", 1), ("elder", "cards", 10)]
    assert game.scored == scored[: {8: 1, 9: 2, 19: 3}[score]]


@pytest.mark.rule("R6.4", "R8.4")
def test_so_it_is_where_no_target_is_played():
    game = Game.exchanged(SIX_TRICKS, FIVE_TRICKS, ruleset=portland(cards_counted="seventh_trick"))
    game.passes(*CATEGORIES).play("AS").reckon_nothing().play(TO_THE_LAST_TRICK[3:]).play("AH")
    assert game.happened[-4:] == ["capture", "last_trick", "cards", "deal_ended"]
    assert game.score == (19, 6)


@pytest.mark.rule("R6.5", "R8.4")
def test_a_concession_that_reaches_the_target_ends_the_game_before_the_cards():
    """The lead and twelve more are thirteen points of play: with 95, more than a hundred. The ten do not count."""
    line = f"{EXCHANGES_OF_P} Ap0 As0 At0 A.AH Br0 Bc"
    game = entered(line, target=100, target_stop="at_once", concession="any_deal", before=((95, 50), (0, 0)))
    assert (game.state.score, game.state.phase) == ((13, 0), "partie_over")
