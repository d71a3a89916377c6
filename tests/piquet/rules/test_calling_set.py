"""R5 for sets: quatorzes and trios, of which two players never hold equal ones."""

import pytest

from tests.helpers.cards import portland
from tests.helpers.game import Game

# S3's example (W9) made up to twelve cards: four tens and three knaves against three aces and three kings.
ELDER = "S JT87 H JT87 D JT8 C T"
YOUNGER = "S AK9 H AK9 D AK9 C Q98"

# Four aces; elder also has, in hand or put away, one of each rank from the ten to the king, so no quatorze can be
# against him. (The ten of spades is among the discards.)
FOUR_ACES = "S AKQJ H A98 D A98 C A9"
OTHERS = "S 987 H KQJ D KQJ C QJ8"


def deal(elder: str = ELDER, younger: str = YOUNGER, ruleset="portland", discards: str = "") -> Game:
    """Elder has passed point and sequence."""
    return Game.exchanged(elder, younger, discards, ruleset=ruleset).passes("point", "sequence")


def call_is_refused(game: Game, count: int, rank: str, **where) -> None:
    game.refused("elder", "call", category="set", count=count, rank=rank, **where)


@pytest.mark.rule("R5.1")
@pytest.mark.parametrize(("count", "rank"), [(4, "T"), (3, "T"), (3, "J")])
def test_elder_calls_a_quatorze_a_trio_or_three_of_a_quatorze(count, rank):
    game = deal().call("set", count, rank)
    assert (game.phase, game.to_act) == ("reply", "B")
    assert (game.event("called")["count"], game.event("called")["rank"]) == (count, rank)
    assert game.state["calls"][-1]["called"] == {"count": count, "rank": rank}


@pytest.mark.rule("R5.1")
@pytest.mark.parametrize(("count", "rank"), [(4, "J"), (3, "A"), (4, "A"), (3, "Q")])
def test_elder_cannot_call_a_set_that_he_does_not_hold(count, rank):
    call_is_refused(deal(), count, rank, rule="R5.1", at=("/action/count", "/action/rank"))


@pytest.mark.rule("R5.1", "R5.2")
def test_eights_and_nines_make_no_sets():
    # Elder holds three eights and younger four nines: ranks below the ten make no set.
    deal().rejected("elder", "call", category="set", count=3, rank="8")
    deal().passes("set").play("TC").refused("younger", "reckon", holdings=["set 9S 9H 9D 9C"], at="/action/holdings/0")


@pytest.mark.rule("R5.2", "R5.7")
@pytest.mark.parametrize(
    ("count", "rank", "truths"),
    [
        (4, "T", {"good"}),  # any quatorze beats any trio
        (3, "T", {"good", "not_good"}),  # three aces, and three kings
        (3, "J", {"good", "not_good"}),
    ],
)
def test_younger_answers_what_his_cards_bear_out_and_never_equal(count, rank, truths):
    game = deal().call("set", count, rank)
    for word in ("good", "equal", "not_good"):
        if word in truths:
            assert game.check("younger", "reply", reply=word)["legal"], word
        else:
            game.refused("younger", "reply", reply=word, rule="R5.2", at="/action/reply")


@pytest.mark.rule("R5.2")
@pytest.mark.parametrize(
    ("elder", "younger", "count", "rank", "beaten"),
    [
        # three aces against three queens: the rank decides
        ("S AK98 H AK9 D AK C T97", "S QJ7 H QJT8 D QJT C K8", 3, "A", False),
        ("S QJ7 H QJT8 D QJT C K8", "S AK98 H AK9 D AK C T97", 3, "Q", True),
        # four queens against four knaves
        ("S QT8 H QT8 D QT8 C QT8", "S KJ9 H J97 D J97 C J97", 4, "Q", False),
        ("S KJ9 H J97 D J97 C J97", "S QT8 H QT8 D QT8 C QT8", 4, "J", True),
        # three aces against four tens
        ("S A98 H A98 D A98 C K87", "S T7 H JT7 D JT7 C QJT9", 3, "A", True),
        ("S T7 H JT7 D JT7 C QJT9", "S A98 H A98 D A98 C K87", 4, "T", False),
    ],
)
def test_quatorze_before_trio_then_rank(elder, younger, count, rank, beaten):
    game = deal(elder, younger).call("set", count, rank)
    assert game.check("younger", "reply", reply="not_good")["legal"] is beaten


@pytest.mark.rule("R5.7", "R5.12")
def test_who_is_good_reckons_all_his_sets_whatever_the_other_holds_between():
    # W9: 14 for the tens and 3 for the knaves; three aces and three kings count nothing.
    game = deal().call("set", 4, "T").good().reckon("set TS TH TD TC", "set JS JH JD")
    assert game.scored == [("elder", "set", 14), ("elder", "set", 3)]
    game.play("TC").refused("younger", "reckon", holdings=["set AS AH AD"], at="/action/holdings/0")
    game.reckon_nothing().play("QC")
    assert game.score == (18, 1)


@pytest.mark.rule("R5.6")
def test_good_elder_reckons_what_he_called():
    game = deal().call("set", 4, "T").good()
    game.refused("elder", "reckon", holdings=[], rule="R5.6", at="/action/holdings")
    game.refused("elder", "reckon", holdings=["set JS JH JD"], rule="R5.6", at="/action/holdings")
    game.refused("elder", "reckon", holdings=["set TS TH TD"], rule="R5.6", at="/action/holdings")
    game.refused("elder", "reckon", holdings=["set TS TH TD TC", "set JS JH JC"])
    game.refused("elder", "reckon", holdings=["set TS TH TD TC", "set TS TH TD"])
    game.refused("elder", "reckon", holdings=["set TS TH TD TC", "set JS JH"])
    assert game.check("elder", "reckon", holdings=["set TS TH TD TC"])["legal"]  # the knaves may be sunk
    game.reckon()
    assert game.scored == [("elder", "set", 14), ("elder", "set", 3)]


@pytest.mark.rule("R5.2", "R5.6", "R5.7", "R5.11")
def test_not_good_younger_reckons_a_better_one_and_what_else_he_has():
    game = deal().call("set", 3, "J").not_good()
    assert game.status("set") == "not_good"
    game.play("TC")
    game.refused("younger", "reckon", holdings=[], rule="R5.2", at="/action/holdings")
    assert game.check("younger", "reckon", holdings=["set KS KH KD"])["legal"]
    game.reckon("set AS AH AD", "set KS KH KD")
    assert game.score == (1, 6)


# -- R5.8: called low


@pytest.mark.rule("R5.8", "R5.9")
def test_three_called_of_four_binds_and_the_one_not_reckoned_is_told():
    # Younger could have had three aces, or four: the call was not good against the cards.
    game = deal().call("set", 3, "T").good()
    game.refused("elder", "reckon", holdings=["set TS TH TD TC"], rule="R5.8", at="/action/holdings/0")
    # Three knaves are better than three tens.
    game.refused("elder", "reckon", holdings=["set TS TH TD", "set JS JH JD"], rule="R5.8", at="/action/holdings/1")
    game.reckon("set TS TH TC")
    assert game.scored == [("elder", "set", 3)]
    assert (game.event("set")["count"], game.event("set")["rank"]) == (3, "T")
    assert game.event("set")["without"] == "TD"


@pytest.mark.rule("R5.8")
def test_lower_trios_go_with_a_trio_called_low():
    # Three knaves called, with four tens in hand, cut down to three: two trios.
    game = deal().call("set", 3, "J").good()
    game.refused("elder", "reckon", holdings=["set JS JH JD", "set TS TH TD TC"], rule="R5.8", at="/action/holdings/1")
    game.reckon()
    assert sorted(game.scored) == [("elder", "set", 3), ("elder", "set", 3)]


@pytest.mark.rule("R5.6", "R5.8")
def test_good_against_the_cards_elder_may_reckon_the_quatorze():
    # A trio of aces: nothing as good can be made, and no quatorze: he has seen one of each rank himself. The four aces
    # contain the trio that was called.
    game = deal(FOUR_ACES, OTHERS, discards="S T").call("set", 3, "A").good().reckon("set AS AH AD AC")
    assert game.scored == [("elder", "set", 14)]


@pytest.mark.rule("R5.8")
def test_four_tens_that_elder_has_not_seen_bind_him():
    # The same with no ten among his discards: all four may be with younger (who holds one, and has put away three).
    game = deal(FOUR_ACES, "S T87 H KQJ D KQJ C QJ8", discards="S 9 H 7 D 7 C K7").call("set", 3, "A").good()
    game.refused("elder", "reckon", holdings=["set AS AH AD AC"], rule="R5.8", at="/action/holdings/0")
    game.reckon()
    assert game.scored == [("elder", "set", 3)]


@pytest.mark.rule("R5.8")
@pytest.mark.parametrize(
    ("elder", "younger", "discards", "free"),
    [
        # Elder has seen two aces, a queen, a knave and a ten: three kings cannot be matched.
        ("S AKQJ H AK98 D K98 C K", "S 987 H QJT D QJT C QJT", "S T H 7 D 7 C 98", True),
        # One ace only: three may be against him.
        ("S AKQJ H K987 D K98 C K", "S 98 H AQJT D QJT C QJT", "S T7 D 7 C 98", False),
    ],
)
def test_a_trio_of_kings_called_of_four(elder, younger, discards, free):
    game = deal(elder, younger, discards=discards).call("set", 3, "K").good()
    assert game.check("elder", "reckon", holdings=["set KS KH KD KC"])["legal"] is free
    game.reckon()
    assert game.scored == [("elder", "set", 14 if free else 3)]


@pytest.mark.rule("R5.8")
def test_au_cent_s_way_binds_in_any_case():
    game = deal(FOUR_ACES, OTHERS, portland(abide_by_call="always"), "S T").call("set", 3, "A").good()
    game.refused("elder", "reckon", holdings=["set AS AH AD AC"], rule="R5.8", at="/action/holdings/0")
    game.reckon()
    assert game.scored == [("elder", "set", 3)]


@pytest.mark.rule("R5.7", "R5.8")
def test_of_a_lower_quatorze_a_trio_may_be_reckoned_and_of_a_higher_one_nothing():
    # Three kings were called: the kings, and three of the four knaves; no trio of the four aces.
    game = Game.exchanged(
        "S AKJ H AKJ D AKJ C AJ9", "S QT9 H QT9 D QT9 C KQT", ruleset=portland(abide_by_call="always")
    )
    game.passes("point", "sequence").call("set", 3, "K").good()
    game.refused("elder", "reckon", holdings=["set KS KH KD", "set AS AH AD"], rule="R5.8", at="/action/holdings/1")
    game.reckon()
    # Of the knaves the last suit is left out; the king of clubs is younger's.
    assert sorted((event["rank"], event["points"], event["without"]) for event in game.events) == [
        ("J", 3, "JC"),
        ("K", 3, "KC"),
    ]


# -- R5.9, R5.13


@pytest.mark.rule("R5.9")
@pytest.mark.parametrize(("holding", "without"), [("set JS JH JD", "JC")])
def test_the_suit_that_a_trio_lacks_is_told(holding, without):
    game = deal().call("set", 3, "J").good().reckon(holding)
    assert game.event("set")["without"] == without


@pytest.mark.rule("R5.9")
def test_so_does_younger():
    game = deal().passes("set").play("TC").reckon("set AS AH AD")
    assert game.event("set")["without"] == "AC"


@pytest.mark.rule("R5.9")
def test_a_quatorze_lacks_none():
    game = deal().call("set", 4, "T").good().reckon("set TS TH TD TC")
    assert game.event("set").get("without") is None


@pytest.mark.rule("R5.13")
def test_what_is_reckoned_is_shown_while_it_is_in_hand():
    game = deal().call("set", 4, "T").good().reckon("set TS TH TD TC")
    assert set(game.view("younger")["other"]["shown"]) == {"TS", "TH", "TD", "TC"}
    assert set(game.view("elder")["shown"]) == {"TS", "TH", "TD", "TC"}
    game.play("TC").reckon_nothing().play("QC")
    assert {"TS", "TH", "TD"} <= set(game.view("younger")["other"]["shown"])
