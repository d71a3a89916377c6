"""R5.14: both hands declare all they have, and the service says who is good."""

import pytest

from tests.helpers.cards import AUTOMATIC, PACK
from tests.helpers.game import Game
from tests.helpers.http import get, post

ELDER = "S AJ98 H AKQJ8 D K C J9"
YOUNGER = "S QT H T D AQJT7 C AKQT"


def deal(elder: str = ELDER, younger: str = YOUNGER, ruleset=AUTOMATIC, **more) -> Game:
    return Game.exchanged(elder, younger, ruleset=ruleset, **more)


@pytest.mark.rule("R5.14")
def test_elders_scores_come_with_the_end_of_the_exchange():
    # Point 49 against 48: 5. A quart against tierces: 4. Three knaves against four tens: nothing.
    game = deal()
    assert (game.phase, game.to_act) == ("play", "A")
    assert game.scored == [("elder", "point", 5), ("elder", "sequence", 4)]
    assert game.score == (9, 0)


@pytest.mark.rule("R5.14")
def test_youngers_come_with_elders_lead():
    # Four tens and three queens.
    game = deal().play("AH")
    assert game.scored == [("elder", "lead", 1), ("younger", "set", 14), ("younger", "set", 3)]
    assert game.score == (10, 17)
    assert (game.phase, game.to_act) == ("play", "B")
    game.play("TH")
    assert game.score == (10, 17)


@pytest.mark.rule("R5.14")
def test_there_is_nothing_to_say():
    game = deal()
    game.refused("elder", "call", category="point", length=5, at="/action/type")
    game.refused("elder", "pass", category="point", at="/action/type")
    game.play("AH")
    game.refused("younger", "reckon", holdings=["set TS TH TD TC"], at="/action/type")
    game.refused("younger", "reply", reply="good", at="/action/type")


@pytest.mark.rule("R5.14", "R5.6", "R5.7")
def test_who_is_good_scores_every_holding_of_the_category():
    # Elder: quart to the queen and tierce minor (7) against a quart to the knave; four cards, 39 to 37 (4).
    # No sets on either side: A A K K against A A Q Q J J.
    game = deal("S QJT9 H 987 D AK7 C AK", "S AK8 H AQ D JT98 C QJ8")
    assert game.scored == [("elder", "point", 4), ("elder", "sequence", 4), ("elder", "sequence", 3)]
    assert game.play("7H").score == (12, 0)


@pytest.mark.rule("R5.14", "R5.6")
def test_equal_categories_score_for_nobody():
    # A quart to the queen each, and a tierce each besides: nothing. Points: spades Q J T 9 and clubs Q J T 9, 39 each.
    game = deal("S QJT9 H 987 D AK7 C AK", "S AK8 H AQ D JT9 C QJT9").play("7H")
    assert [kind for _, kind, _ in game.scored] == ["lead"]
    assert {event["category"] for event in game.events_of("equal")} <= {"point", "sequence"}
    assert not {event["kind"] for event in game.state["events"]} & {"point", "sequence"}


@pytest.mark.rule("R5.14")
def test_where_nobody_has_any_nothing_is_scored():
    # No set in either hand: at most two of a rank from the ten up.
    game = deal("S QJT9 H 987 D AK7 C AK", "S AK8 H AQ D JT98 C QJ8").play("7H")
    assert not game.events_of("set")


@pytest.mark.rule("R5.14", "R7.2")
def test_a_repique_is_scored_with_the_hand_that_makes_it():
    # Point 3, tierces 12, quatorzes 42; younger has no four of a suit, nothing better. Certain when the exchange ends.
    game = deal("S AKQ H AKQ D AKQ C AKQ", "S J98 H J98 D J98 C J98")
    assert game.score == (3 + 12 + 42 + 60, 0)
    # Younger's comes with elder's lead.
    game = deal("S J98 H J98 D J98 C J98", "S AKQ H AKQ D AKQ C AKQ")
    assert game.score == (0, 0)
    assert game.play("JS").score == (1, 117)


@pytest.mark.rule("R5.14", "R5.13")
def test_what_scores_is_shown():
    game = deal()
    assert set(game.view("younger")["other"]["shown"]) == {"AH", "KH", "QH", "JH", "8H"}
    assert game.view("elder")["other"]["shown"] == []
    game.play("AH")
    assert {"TS", "TH", "TD", "TC", "QS", "QD", "QC"} <= set(game.view("elder")["other"]["shown"])


@pytest.mark.rule("R5.14", "R3.3")
def test_a_carte_blanche_is_still_claimed():
    game = Game.deal("S AT987 H AT987 D 87", "S KQJ H KQJ D AKQJT9", "C AKQJT987", ruleset=AUTOMATIC)
    game.do("elder", "claim_carte_blanche", exchange=3).do("younger", "commit_discard", cards=["9D"])
    assert game.score == (10, 0)
    game.exchange("S 987")
    assert game.phase == "play"


@pytest.mark.rule("R5.14", "R5.4")
@pytest.mark.parametrize("name", [each["ruleset"] for each in get("/v1/rulesets")["rulesets"]])
def test_any_ruleset_can_be_played_that_way(name):
    pack = {each["name"]: each["value"] for each in get(f"/v1/rulesets/{name}")["parameters"]}["pack"]
    deck = PACK if pack == 32 else [*PACK, "6S", "6H", "6D", "6C"]
    ruleset = {"name": name, "overrides": {"calling": "automatic"}}
    game = Game(post("/v1/deals", {"ruleset": ruleset, "dealer": "B", "deck": deck}))
    game.do("elder", "exchange", cards=game.state["hands"]["A"][:3])
    game.do("younger", "exchange", cards=game.state["hands"]["B"][:3])
    assert game.phase == "play"


@pytest.mark.rule("R5.14")
@pytest.mark.parametrize(
    ("elder", "younger"),
    [
        (ELDER, YOUNGER),
        ("S QJT9 H 987 D AK7 C AK", "S AK8 H AQ D JT98 C QJ8"),
        ("S AKQ H AKQ D AKQ C AKQ", "S J98 H J98 D J98 C J98"),
    ],
)
def test_the_result_is_that_of_a_dialogue_in_which_everything_is_called(elder, younger):
    automatic = deal(elder, younger)
    lead = automatic.state["hands"]["A"][0]
    automatic.play(lead)
    best = {
        ELDER: ((5, 49), (4, "A"), (3, "J")),
        "S QJT9 H 987 D AK7 C AK": ((4, 39), (4, "Q"), None),
        "S AKQ H AKQ D AKQ C AKQ": ((3, 31), (3, "A"), (4, "A")),
    }[elder]
    game = deal(elder, younger, "portland")
    for category, call in zip(("point", "sequence", "set"), best, strict=True):
        if call is None:
            game.passes(category)
            continue
        game.call(category, *call)
        better = game.check("younger", "reply", reply="not_good")["legal"]
        game.not_good() if better else game.good().reckon()
    game.play(lead)
    game.do("younger", "reckon")
    assert game.score == automatic.score
