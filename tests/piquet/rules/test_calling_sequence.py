"""R5 for sequences: the call, the reply, the top card, and all that follows from being good."""

import pytest

from tests.helpers.cards import cards, portland, said
from tests.helpers.game import Game

# S4's example (W10) made up to twelve cards: a quart to the queen and a tierce minor against a quart to the knave.
ELDER = "S QJT9 H 987 D AK7 C AK"
YOUNGER = "S AK8 H AQ D JT98 C QJ8"

# The same for elder; younger has the same quart in clubs, and a tierce besides.
YOUNGER_EQUAL = "S AK8 H AQ D JT9 C QJT9"
# Younger with a higher quart, to the king, and a lower one, to the ten.
YOUNGER_HIGHER = "S AK H KQJT D T98 C JT8"
# Younger with a quint.
YOUNGER_QUINT = "S AK H AQ D QJT98 C QJ8"


def deal(elder: str = ELDER, younger: str = YOUNGER, ruleset="portland", discards: str = "") -> Game:
    """Elder has passed the point."""
    return Game.exchanged(elder, younger, discards, ruleset=ruleset).passes("point")


def refused_call(game: Game, length: int, top: str | None = None, **where) -> None:
    game.refused("elder", "call", category="sequence", **said("sequence", length, top), **where)


def to_younger(game: Game, lead: str = "KD") -> Game:
    return game.passes("set").play(lead)


# -- R5.1


@pytest.mark.rule("R5.1")
@pytest.mark.parametrize(("length", "top"), [(4, None), (4, "Q"), (3, None), (3, "Q"), (3, "J"), (3, "9")])
def test_elder_calls_a_sequence_or_a_stretch_of_it_with_its_top_or_without(length, top):
    # Q J T 9 contains Q J T and J T 9; hearts are 9 8 7.
    game = deal().call("sequence", length, top)
    assert (game.phase, game.to_act) == ("reply", "B")
    assert game.event("called")["length"] == length
    assert game.event("called").get("top") == top
    assert game.state["calls"][-1]["called"] == {"length": length, "top": top}


@pytest.mark.rule("R5.1")
@pytest.mark.parametrize(
    ("length", "top", "at"),
    [
        (5, None, "/action/length"),
        (8, None, "/action/length"),
        (4, "K", "/action/top"),
        (4, "J", "/action/top"),
        (3, "T", "/action/top"),
        (3, "A", "/action/top"),
    ],
)
def test_elder_cannot_call_a_sequence_that_he_does_not_hold(length, top, at):
    # T 9 8 is not his: the ten and nine are spades, the eight a heart. A K 7 is no sequence.
    refused_call(deal(), length, top, rule="R5.1", at=at)


@pytest.mark.rule("R5.1")
def test_a_sequence_is_of_one_suit():
    # A K in two suits and a queen in a third make nothing: no tierce to the ace.
    refused_call(deal(), 3, "A", rule="R5.1")


# -- R5.2, R5.3


@pytest.mark.rule("R5.2", "R5.3")
@pytest.mark.parametrize(
    ("younger", "length", "top", "truths"),
    [
        (YOUNGER, 4, None, {"good", "equal"}),  # a quart of his own: he may ask
        (YOUNGER, 4, "Q", {"good"}),  # to the knave only
        (YOUNGER, 3, None, {"good", "equal", "not_good"}),  # a quart beats a tierce, and contains two
        (YOUNGER, 3, "J", {"good", "equal", "not_good"}),  # J T 9 of diamonds; the quart is better
        (YOUNGER, 3, "Q", {"good", "not_good"}),  # no tierce to the queen
        (YOUNGER, 3, "9", {"good", "not_good"}),
        (YOUNGER_EQUAL, 4, "Q", {"good", "equal"}),
        (YOUNGER_HIGHER, 4, "Q", {"good", "not_good"}),  # to the king
        (YOUNGER_HIGHER, 4, None, {"good", "equal"}),  # higher, not longer
        (YOUNGER_QUINT, 4, "Q", {"good", "equal", "not_good"}),  # Q J T 9 is a part of his quint
        (YOUNGER_QUINT, 4, None, {"good", "equal", "not_good"}),
    ],
)
def test_younger_answers_what_his_cards_bear_out(younger, length, top, truths):
    game = deal(ELDER, younger).call("sequence", length, top)
    for word in ("good", "equal", "not_good"):
        if word in truths:
            assert game.check("younger", "reply", reply=word)["legal"], word
        else:
            game.refused("younger", "reply", reply=word, rule=("R5.2", "R5.3"), at="/action/reply")


@pytest.mark.rule("R5.3", "R5.7")
def test_how_high_to_the_queen_good():
    # W10 as a dialogue. A quart to the queen is good against one to the knave; all lower ones count with it: 4 + 3.
    game = deal().call("sequence", 4).equal()
    assert (game.phase, game.to_act, game.status("sequence")) == ("tie_break", "A", "asked")
    game.states("Q")
    assert game.event("tie_break")["top"] == "Q"
    assert game.state["calls"][-1]["called"] == {"length": 4, "top": "Q"}
    game.refused("younger", "reply", reply="not_good", rule=("R5.2", "R5.3"), at="/action/reply")
    game.good().reckon("sequence S QJT9", "sequence H 987")
    assert game.scored == [("elder", "sequence", 4), ("elder", "sequence", 3)]
    # Younger's quart counts nothing.
    to_younger(game).refused("younger", "reckon", holdings=["sequence D JT98"], at="/action/holdings/0")


@pytest.mark.rule("R5.3")
def test_elder_states_the_top_of_one_that_he_holds():
    game = deal().call("sequence", 4).equal()
    for top in ("K", "J", "9"):
        game.refused("elder", "state_tie_break", top=top, rule="R5.3", at="/action/top")
    # Of three tierces (to the queen, the knave and the nine) he may state any.
    game = deal().call("sequence", 3).equal()
    for top in ("Q", "J", "9"):
        assert game.check("elder", "state_tie_break", top=top)["legal"]


@pytest.mark.rule("R5.3", "R5.2")
def test_not_good_by_the_top_binds_to_a_higher_one():
    game = deal(ELDER, YOUNGER_HIGHER).call("sequence", 4).equal().states("Q").not_good()
    to_younger(game)
    game.refused("younger", "reckon", holdings=[], rule="R5.2", at="/action/holdings")
    game.refused("younger", "reckon", holdings=["sequence D T98"], rule="R5.2", at="/action/holdings")
    game.reckon("sequence H KQJT", "sequence D T98")
    assert ("younger", "sequence", 4) in game.scored
    assert ("younger", "sequence", 3) in game.scored


@pytest.mark.rule("R5.3")
def test_law_46_is_for_the_point_only():
    # Who has asked how high the quart is may still win by his quint, and scores it: 15.
    game = to_younger(deal(ELDER, YOUNGER_QUINT).call("sequence", 4).equal().states("Q").not_good())
    game.reckon("sequence D QJT98")
    assert game.scored == [("younger", "sequence", 15)]


@pytest.mark.rule("R5.3", "R5.6", "R5.13")
def test_identical_sequences_are_equal_and_neither_reckons_even_second_ones():
    game = deal(ELDER, YOUNGER_EQUAL).call("sequence", 4).equal().states("Q").equal()
    assert game.status("sequence") == "equal"
    assert set(game.event("equal")["cards"]) == set(cards("S QJT9"))
    assert set(game.state["shown"]["A"]) == set(cards("S QJT9"))
    assert (game.phase, game.to_act) == ("calling", "A")  # elder's tierce in hearts is lost with it
    game.refused("elder", "reckon", holdings=["sequence H 987"], at="/action/type")
    to_younger(game).refused("younger", "reckon", holdings=["sequence D JT9"], rule="R5.6", at="/action/holdings/0")


@pytest.mark.rule("R5.2", "R5.3")
def test_with_the_top_given_equal_is_final():
    game = deal(ELDER, YOUNGER_EQUAL).call("sequence", 4, "Q").equal()
    assert game.status("sequence") == "equal"
    assert game.phase == "calling"


@pytest.mark.rule("R5.3")
def test_after_a_decline_younger_may_sink_or_reckons_one_at_least_that_long_then_others():
    game = to_younger(deal(ELDER, YOUNGER_EQUAL).call("sequence", 4).equal().decline())
    assert game.status("sequence") == "declined"
    game.refused("younger", "reckon", holdings=["sequence D JT9"], rule="R5.3")
    assert game.check("younger", "reckon", holdings=[])["legal"]
    assert game.check("younger", "reckon", holdings=["sequence C QJT9"])["legal"]
    game.reckon("sequence D JT9", "sequence C QJT9")
    assert sorted(game.scored) == [("younger", "sequence", 3), ("younger", "sequence", 4)]


@pytest.mark.rule("R5.3")
def test_after_a_decline_a_longer_sequence_will_do():
    game = to_younger(deal(ELDER, YOUNGER_QUINT).call("sequence", 4).equal().decline()).reckon("sequence D QJT98")
    assert game.scored == [("younger", "sequence", 15)]


@pytest.mark.rule("R5.3")
def test_younger_may_sink_though_he_could_ask():
    game = deal(ELDER, YOUNGER_HIGHER).call("sequence", 4).good().reckon()
    assert sorted(game.scored) == [("elder", "sequence", 3), ("elder", "sequence", 4)]


# -- R5.4


@pytest.mark.rule("R5.4")
def test_where_the_tie_break_is_always_said_a_bare_length_is_refused():
    game = Game.exchanged(ELDER, YOUNGER, ruleset=portland(tie_break_call="always")).passes("point")
    refused_call(game, 4, rule="R5.4", at=("/action/top", "/action"))
    game.call("sequence", 4, "Q")


@pytest.mark.rule("R5.4")
def test_where_only_the_point_is_said_in_full_a_bare_length_will_do():
    Game.exchanged(ELDER, YOUNGER, ruleset=portland(tie_break_call="point")).passes("point").call("sequence", 4)


# -- R5.6, R5.7


@pytest.mark.rule("R5.6")
def test_good_elder_reckons_what_he_called_and_may_sink_the_others():
    game = deal().call("sequence", 4).good()
    assert (game.phase, game.to_act) == ("reckoning", "A")
    game.refused("elder", "reckon", holdings=[], rule="R5.6", at="/action/holdings")
    game.refused("elder", "reckon", holdings=["sequence H 987"], rule="R5.6", at="/action/holdings")
    game.refused("elder", "reckon", holdings=["sequence S QJT"], rule="R5.6", at="/action/holdings")
    game.reckon("sequence S QJT9")
    assert game.scored == [("elder", "sequence", 4)]
    assert (game.event("sequence")["length"], game.event("sequence")["top"]) == (4, "Q")


@pytest.mark.rule("R5.6", "R5.7")
def test_left_out_the_service_reckons_all():
    game = deal().call("sequence", 4).good().reckon()
    assert sorted(game.scored) == [("elder", "sequence", 3), ("elder", "sequence", 4)]


@pytest.mark.rule("R5.6")
@pytest.mark.parametrize(
    "wrong",
    ["sequence S QJT8", "sequence S QJ9", "sequence S QJT H 9", "sequence D JT98", "sequence S QJ", "set AD AC"],
)
def test_what_is_no_sequence_of_ones_own_is_not_reckoned(wrong):
    deal().call("sequence", 4).good().refused("elder", "reckon", holdings=["sequence S QJT9", wrong])


@pytest.mark.rule("R5.7")
def test_two_pieces_of_one_run_may_be_reckoned_if_they_share_no_card():
    # A septième A to 8. Called as a quart: A K Q J and T 9 8 are a quart and a tierce, 7; or the quart J T 9 8 with
    # A K Q. A K Q J and J T 9 share the knave.
    elder, younger = "S AKQJT98 H 987 D 7 C 7", "H AKQJ D AKQJ C AKQJ"
    game = deal(elder, younger).call("sequence", 4).good()
    twice = ["sequence S AKQJ", "sequence S JT9"]
    game.refused("elder", "reckon", holdings=twice, rule="R5.7", at="/action/holdings")
    assert game.check("elder", "reckon", holdings=["sequence S JT98", "sequence S AKQ"])["legal"]
    game.reckon("sequence S AKQJ", "sequence S T98", "sequence H 987")
    assert sum(points for _, _, points in game.scored) == 4 + 3 + 3


@pytest.mark.rule("R5.7")
def test_the_cards_that_two_pieces_of_one_run_share_are_named():
    # The huitième of spades, called as a quart and good: pieces of it may be reckoned that share no card.
    game = Game.exchanged("S AKQJT987 H 98 D 98", "H AKQJT D AKQJT C A9", "").passes("point").call("sequence", 4)
    pieces = [f"sequence {piece}" for piece in ("S AKQJ", "S JT9", "S T98")]
    found = game.good().check("elder", "reckon", holdings=pieces)["violations"]
    shared = [(each["pointer"], each["params"]) for each in found if each["code"] == "reckon.cards_shared"]
    assert shared == [
        ("/action/holdings/1/cards", {"cards": ["JS"]}),
        ("/action/holdings/2/cards", {"cards": ["TS", "9S"]}),
    ]


@pytest.mark.rule("R5.7")
def test_the_same_sequence_is_not_reckoned_twice():
    game = deal().call("sequence", 4).good()
    game.refused("elder", "reckon", holdings=["sequence S QJT9", "sequence H 987", "sequence H 987"])


# -- R5.8: called low


@pytest.mark.rule("R5.8")
def test_a_tierce_minor_called_with_a_quart_minor_and_a_tierce_minor_in_hand_reckons_two_tierces():
    # The rule's own example. The quart T 9 8 7 can be cut down to 9 8 7; T 9 8 would be better than what was called.
    game = deal("S T987 H 987 D AK7 C AK", "S AK H AQ D JT98 C QJT8").call("sequence", 3, "9").good()
    game.refused(
        "elder", "reckon", holdings=["sequence S T987", "sequence H 987"], rule="R5.8", at="/action/holdings/0"
    )
    game.refused("elder", "reckon", holdings=["sequence H 987", "sequence S T98"], rule="R5.8", at="/action/holdings/1")
    best = game.check("elder", "reckon")
    assert best["score_delta"]["A"] == 6
    game.reckon("sequence S 987", "sequence H 987")
    assert game.scored == [("elder", "sequence", 3), ("elder", "sequence", 3)]


@pytest.mark.rule("R5.8", "R5.6")
def test_a_bare_tierce_called_low_is_any_tierce():
    game = deal("S T987 H 987 D AK7 C AK", "S AK H AQ D JT98 C QJT8").call("sequence", 3).good()
    game.refused("elder", "reckon", holdings=["sequence S T987"], rule="R5.8", at="/action/holdings/0")
    game.reckon("sequence S T98", "sequence H 987")
    assert game.score == (6, 0)


@pytest.mark.rule("R5.8")
def test_a_quint_called_as_a_quart_is_cut_down_to_a_quart():
    # Younger could have had a quart of hearts or of clubs: bound.
    game = deal("S KQJT9 H 98 D A97 C A7", "H AKQJ D KQJ8 C KQJ8").call("sequence", 4).good()
    game.refused("elder", "reckon", holdings=["sequence S KQJT9"], rule="R5.8", at="/action/holdings/0")
    assert game.check("elder", "reckon", holdings=["sequence S QJT9"])["legal"]
    game.reckon()
    assert game.scored == [("elder", "sequence", 4)]


@pytest.mark.rule("R5.8", "R5.3")
def test_the_top_that_was_stated_binds_like_one_that_was_called():
    # Quarts to the king and to the queen. Asked how high, elder says the queen; clubs or diamonds could beat it.
    game = deal("S KQJT H QJT9 D A7 C A7", "S A H AK D JT98 C KQJ98").call("sequence", 4).equal().states("Q").good()
    game.refused(
        "elder", "reckon", holdings=["sequence H QJT9", "sequence S KQJT"], rule="R5.8", at="/action/holdings/1"
    )
    game.refused("elder", "reckon", holdings=["sequence S KQJT"], rule="R5.8", at="/action/holdings/0")
    # The quart to the king cut down to a tierce, or to no better a quart, of which it has none.
    game.reckon("sequence H QJT9", "sequence S KQJ")
    assert game.score == (7, 0)


@pytest.mark.rule("R5.2")
def test_a_part_of_a_longer_one_may_make_not_good_good():
    # "Not good" to a quart to the queen, with a quint to the king: its quart to the king is better too.
    younger = "S AK H AQ D KQJT9 C QJ8"
    game = deal("S QJT9 H 987 D A87 C AK", younger).call("sequence", 4, "Q").not_good().passes("set").play("AD")
    game.refused("younger", "reckon", holdings=["sequence D QJT9"], rule="R5.2", at="/action/holdings")
    assert game.check("younger", "reckon", holdings=["sequence D KQJT"])["legal"]
    game.reckon("sequence D KQJT9")
    assert game.scored == [("younger", "sequence", 15)]


# Elder holds the four top spades and breaks every other suit with its queen and ten: the best that the cards he has not
# seen can make there is 9 8 7. With the ten of spades among his discards, no quart is left in spades either.
BREAKERS = "S AKQJ H QT7 D QT7 C QT"
AGAINST = "S 9 H AKJ98 D AKJ C KJ8"


@pytest.mark.rule("R5.8")
@pytest.mark.parametrize("top", [None, "A", "K"])
def test_good_against_the_cards_elder_may_reckon_all(top):
    # A tierce to the ace or the king cannot be matched, nor can a quart be made: nothing as good or better is possible.
    game = deal(BREAKERS, AGAINST, discards="S T").call("sequence", 3, top).good().reckon("sequence S AKQJ")
    assert game.scored == [("elder", "sequence", 4)]


@pytest.mark.rule("R5.8")
def test_elders_own_discards_count_in_that_and_without_the_ten_he_is_bound():
    # T 9 8 7 of spades could be with younger: a quart, better than any tierce. (It is not: he has the nine alone.)
    game = deal(BREAKERS, AGAINST, discards="C A97 D 98").call("sequence", 3).good()
    assert not {"TS", "8S", "7S"} & set(game.state["discards"]["A"])
    game.refused("elder", "reckon", holdings=["sequence S AKQJ"], rule="R5.8", at="/action/holdings/0")
    game.reckon()
    assert game.scored == [("elder", "sequence", 3)]


@pytest.mark.rule("R5.8")
def test_a_bare_length_is_judged_by_the_best_of_that_length_that_elder_holds():
    # With a tierce minor of hearts as well: a bare three is judged as A K Q, and frees him: 4 + 3. "To the nine" is
    # judged as 9 8 7, which clubs could match: he is bound to 9 8 7.
    elder, younger = "S AKQJ H Q987 D QT C QT", "S 9 H AKJ D AKJ7 C AK87"
    for top, best in ((None, 7), ("9", 3)):
        game = deal(elder, younger, discards="S T H T D 98").call("sequence", 3, top).good()
        assert game.check("elder", "reckon")["score_delta"]["A"] == best
        freed = game.check("elder", "reckon", holdings=["sequence S AKQJ", "sequence H 987"])
        assert freed["legal"] == (best == 7)


@pytest.mark.rule("R5.8")
def test_au_cent_s_way_knows_no_exception():
    game = Game.exchanged(BREAKERS, AGAINST, "S T", ruleset=portland(abide_by_call="always")).passes("point")
    game.call("sequence", 3).good()
    game.refused("elder", "reckon", holdings=["sequence S AKQJ"], rule="R5.8", at="/action/holdings/0")
    game.reckon()
    assert game.scored == [("elder", "sequence", 3)]


@pytest.mark.rule("R5.7", "R5.8")
@pytest.mark.parametrize("top", [None, "A"])
def test_tierces_are_cut_from_what_is_longer_the_best_first(top):
    # A tierce was called: one of the quart to the ace, and the tierces to the king and to the nine.
    game = Game.exchanged(
        "S AKQJ H 987 D KQJ C 87", "S T98 H AKQ D AT9 C AKQ", ruleset=portland(abide_by_call="always")
    )
    game.passes("point").call("sequence", 3, top).good()
    assert game.check("elder", "reckon", holdings=["sequence S AKQ", "sequence H 987"])["legal"]
    game.reckon()
    assert [(event["length"], event["top"]) for event in game.events] == [(3, "A"), (3, "K"), (3, "9")]


@pytest.mark.rule("R5.7", "R5.8")
def test_a_huitieme_is_cut_into_what_scores_most():
    # A quart was called: A K Q J and T 9 8 7, not K Q J T and a tierce.
    rules = portland(abide_by_call="always")
    game = Game.exchanged("S AKQJT987 H A9 D A9", "H KQ8 D KQ8 C KQJ987", ruleset=rules).passes("point")
    assert game.call("sequence", 4).good().reckon().score == (4 + 4, 0)
    # A quint of a sixième was called: with it the tierces, and the nought, which is below it.
    rules = portland(abide_by_call="always", nought=True)
    game = Game.exchanged("S AKQJT9 H AKQ D AKQ", "S 87 H JT98 D JT98 C AK", ruleset=rules).passes("point")
    assert game.call("sequence", 5, "A").good().reckon().score == (15 + 3 + 3 + 10, 0)


# -- R5.12


@pytest.mark.rule("R5.12")
@pytest.mark.parametrize(
    ("spades", "points"), [("AKQ", 3), ("AKQJ", 4), ("AKQJT", 15), ("AKQJT9", 16), ("AKQJT98", 17), ("AKQJT987", 18)]
)
def test_a_sequence_scores_a_point_a_card_and_ten_more_from_a_quint_up(spades, points):
    # Made up with cards of no sequence: every other one of the red suits, then clubs.
    filler = cards("H J97 D J97 C J97")[: 12 - len(spades)]
    elder = f"S {spades} " + " ".join(filler)
    game = deal(elder, "H AKQ8 D AKQ8 C AKQ8").call("sequence", len(spades), "A").good()
    game.reckon(f"sequence S {spades}")
    assert game.scored == [("elder", "sequence", points)]
