"""Two hands held against each other under every ruleset."""

import pytest

from tests.helpers.cards import cards
from tests.helpers.http import compare, get, post, problem

NAMES = [each["ruleset"] for each in get("/v1/rulesets")["rulesets"]]


@pytest.mark.rule("R5.5", "R5.12", "R7.2", "R8.4")
@pytest.mark.parametrize("name", NAMES)
def test_a_hand_counts_in_full_whatever_the_target(name):
    # W4: a point of three, four tierces, three quatorzes, the repique: 3 + 12 + 42 + 60, more than a target of 100.
    # A point has four cards at the least under wikipedia; by its value of 31 it counts three as well.
    answer, _ = compare("S AKQ H AKQ D AKQ C AKQ", "S JT9 H JT9 D JT9 C JT9", name)
    assert answer["score"] == {"elder": 114 if name == "wikipedia@1" else 117, "younger": 0}
    assert answer["repique"] == "elder"


@pytest.mark.rule("R3.1", "R7.1")
def test_two_cartes_blanches_of_the_old_pack_score_nothing():
    # Points of 51 and sequences to the ten on both sides.
    hands = [f"A{s} T{s} 9{s} 8{s} 7{s} 6{s} A{t} T{t} 9{t} 8{t} 7{t} 6{t}" for s, t in ("SH", "DC")]
    body = {"ruleset": "old-36", "elder": hands[0].split(), "younger": hands[1].split()}
    for claimed, score in (("both", (0, 0)), ("elder", (10, 0)), ("younger", (0, 10)), (None, (0, 0))):
        answer = post("/v1/hands/compare", {**body, "carte_blanche": claimed})
        assert (answer["score"]["elder"], answer["score"]["younger"]) == score


@pytest.mark.rule("R7.6")
def test_two_cartes_blanches_save_both_players_from_a_repique():
    # Elder: a point of 51, which counts 5 by its pips, a quint, a quart and four tens: 5 + 15 + 4 + 14 = 38.
    elder = cards("S AT9876 H T987 D T C T")
    body = {"ruleset": "old-36", "elder": elder, "younger": cards("H A6 D A9876 C A9876")}
    for claimed, score, saved in (("elder", 108, None), ("both", 38, "carte_blanche"), (None, 98, None)):
        answer = post("/v1/hands/compare", {**body, "carte_blanche": claimed})
        assert answer["score"] == {"elder": score, "younger": 0}
        assert answer["saved"] == (saved and {"side": "elder", "bonus": "repique", "by": saved})


@pytest.mark.rule("R7.2", "R7.6")
@pytest.mark.parametrize(
    ("elder", "younger", "score", "by"),
    [
        # Four kings, queens and knaves and four tierces, 42 + 12, against a point of four.
        ("S KQJ H KQJ D KQJ C KQJ", "S AT87", (54, 4), "point"),
        # A point of 50 against one of 44, four kings and queens, 5 + 28, against a quint.
        ("S AKQJ9 H KQ D KQJ C KQ", "H JT987", (33, 15), "sequence"),
    ],
)
def test_a_repique_is_saved_by_the_first_category_in_which_the_other_player_is_good(elder, younger, score, by):
    answer, _ = compare(elder, younger, "portland")
    assert (answer["score"], answer["repique"]) == ({"elder": score[0], "younger": score[1]}, None)
    assert answer["saved"] == {"side": "elder", "bonus": "repique", "by": by}


def test_both_cannot_have_one_out_of_thirty_two_cards():
    body = {"elder": ["AS"], "younger": ["AH"], "carte_blanche": "both"}
    assert problem("/v1/hands/compare", body)["errors"][0]["pointer"] == "/carte_blanche"


def test_a_six_is_in_the_pack_of_thirty_six_only():
    body = {"elder": ["AS", "6H"], "younger": ["AH"]}
    assert problem("/v1/hands/compare", body)["errors"][0]["pointer"] == "/elder/1"
    assert post("/v1/hands/compare", {**body, "ruleset": "old-36"})["categories"]
