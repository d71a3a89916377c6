"""The game of 1651 (§9, `old-36`): thirty-six cards, points by their value, and a carte blanche on both sides."""

import pytest

from tests.kit import PACK, PACK_36, Game, Json, cards, compare, post, problem

OLD = "old-36"


def deal(elder: str = "", younger: str = "", talon: str = "", ruleset: Json = OLD) -> Game:
    return Game.deal(elder, younger, talon, ruleset=ruleset, pack=PACK_36)


def kinds(game: Game) -> list[tuple[str, str | None, int]]:
    return [(event["kind"], event["seat"], event["points"]) for event in game.events]


@pytest.mark.rule("R2.1", "R2.2", "R2.3")
def test_twelve_cards_each_and_twelve_in_the_talon():
    state = post("/v1/deals", {"ruleset": OLD, "dealer": "B", "deck": PACK_36})["state"]
    hands, talon = state["hands"], state["talon"]
    # Twos, elder first: the first and second card, the fifth and sixth, and so on.
    assert set(hands["A"]) == {PACK_36[at] for at in range(24) if at % 4 < 2}
    assert sorted([*hands["A"], *hands["B"], *talon]) == sorted(PACK_36)
    assert talon == PACK_36[24:]


@pytest.mark.rule("R2.1")
def test_the_pack_is_the_rulesets():
    for ruleset, deck, code in (
        ("portland", [*PACK[:31], "6S"], "deal.card_unknown"),
        ("portland", PACK_36, "deal.card_unknown"),
        (OLD, PACK, "deal.card_missing"),
    ):
        answer = problem("/v1/deals", {"ruleset": ruleset, "dealer": "B", "deck": deck})
        assert answer["code"] == "invalid_deal"
        assert code in {violation["code"] for violation in answer["violations"]}


@pytest.mark.rule("R4.1", "R4.2", "R4.4")
def test_elder_may_take_eight_and_looks_at_those_of_them_that_he_leaves():
    game = deal()
    hand = game.state["hands"]["A"]
    game.refused("elder", "exchange", cards=hand[:9], rule="R4.1")
    assert game.check("elder", "exchange", cards=hand[:8])["legal"]
    talon = game.state["talon"]
    game.exchange(hand[:2])
    assert game.state["left"]["A"] == 6
    assert game.view("elder")["looked"] == talon[2:8]
    others = game.state["hands"]["B"]
    game.refused("younger", "exchange", cards=others[:11], rule="R4.2")
    assert game.exchange(others[:10]).state["left"]["B"] == 0


# Elder's point and younger's, who is good, and what it scores: a ten for each ten, and for five over.
POINTS = [
    ("S AKQJ", "H T9876", "elder", 4),  # 41 against five cards of 40
    ("S AKQJ", "H A9876", "equal", 0),  # 41 and 41
    ("S KQ987", "H 876", "elder", 4),  # 44
    ("S AK987", "H 876", "elder", 5),  # 45
    ("S 876", "H 986", "younger", 2),  # 21 against 23
    ("S AKQJT9876", "H 876", "elder", 8),  # 81
]


@pytest.mark.rule("R5.6", "R5.12")
@pytest.mark.parametrize(("elder", "younger", "good", "score"), POINTS)
def test_points_are_compared_and_scored_by_their_value(elder, younger, good, score):
    _, categories = compare(elder, younger, OLD)
    assert categories["point"]["good"] == good
    assert [held["points"] for held in categories["point"]["reckoned"]] == ([score] if score else [])


@pytest.mark.rule("R5.12")
def test_a_sequence_of_nine_scores_nineteen():
    _, categories = compare("S AKQJT9876", "H 876", OLD)
    assert [held["points"] for held in categories["sequence"]["reckoned"]] == [19]


@pytest.mark.rule("R5.2", "R5.4")
def test_the_value_is_said_with_the_call_and_what_is_equal_may_have_other_cards():
    # Four of 41 against A 9 8 7 6, five of 41.
    elder, younger = "S AKQJ H KQ D KQ9 C KQ9", "H A9876 D AT8 C AT8 S T"
    game = Game.exchanged(elder, younger, ruleset=OLD, pack=PACK_36)
    game.refused("elder", "call", category="point", length=4, rule="R5.4")
    game.call("point", 4, 41)
    game.refused("younger", "reply", reply="not_good", rule="R5.2")
    game.equal().passes("sequence", "set").play("AS")
    assert game.check("younger", "reckon", holdings=["point H A9876"])["legal"]
    assert not game.check("younger", "reckon", holdings=["point H A987"])["legal"]


@pytest.mark.rule("R6.2")
def test_a_lead_or_a_capture_with_a_nine_or_less_scores_nothing():
    game = Game.exchanged("S A98 H 987 D 987 C 987", "S KQJ H AKQ D AKQ C AKQ", ruleset=OLD, pack=PACK_36)
    game.passes("point", "sequence", "set").play("9S").reckon_nothing()
    assert game.score == (0, 0)
    assert game.play("JS").score == (0, 1)  # a knave takes it
    game.play("KS")
    assert game.play("AS").score == (1, 1 + 1)  # the lead of a king, and the ace that takes it
    assert game.play("8S").score == (1, 2)
    assert game.play("QS").score == (1, 3)


# -- the two cartes blanches: all the blank cards of the pack are dealt, the court cards are the talon

ELDER, YOUNGER = "S AT9876 H AT9876", "D AT9876 C AT9876"


def blanks(protocol: str = "discard_first") -> Game:
    return deal(ELDER, YOUNGER, "S KQJ H KQ", {"name": OLD, "overrides": {"carte_blanche_protocol": protocol}})


@pytest.mark.rule("R3.1", "R3.3")
def test_a_claim_scores_once_younger_has_exchanged_without_one():
    game = blanks().do("elder", "claim_carte_blanche", exchange=1).do("younger", "commit_discard", cards=["6D"])
    assert kinds(game) == [("committed", "B", 0), ("shown", "A", 0)]
    assert game.events[-1]["cards"] == cards(ELDER)
    game.exchange("S 6")
    assert ("carte_blanche", "A", 10) in kinds(game) and game.score == (10, 0)


@pytest.mark.rule("R3.1", "R3.3")
@pytest.mark.parametrize("claims_late", [False, True])
def test_if_both_claim_neither_scores(claims_late):
    game = blanks().do("elder", "claim_carte_blanche", exchange=1)
    if not claims_late:
        game.do("younger", "claim_carte_blanche")
    game.do("younger", "commit_discard", cards=["6D"])
    if claims_late:
        game.do("younger", "claim_carte_blanche")
    game.exchange("S 6")
    shown = [(event["seat"], event["cards"]) for event in game.state["events"] if event["kind"] == "shown"]
    assert shown == [("A", cards(ELDER)), ("B", cards(YOUNGER))]
    assert game.score == (0, 0) and game.phase == "calling"


@pytest.mark.rule("R3.1", "R3.3")
def test_youngers_alone_scores_when_elder_has_exchanged_without_one():
    game = blanks().do("younger", "claim_carte_blanche").exchange("S 6")
    assert ("carte_blanche", "B", 10) in kinds(game) and game.score == (0, 10)


@pytest.mark.rule("R3.3")
def test_the_same_where_a_hand_is_shown_at_once():
    game = blanks("show").do("elder", "claim_carte_blanche")
    assert (kinds(game), game.score) == ([("shown", "A", 0)], (0, 0))
    game.exchange("S 6")
    alone = Game({"state": game.state, "events": []}).exchange("D 6")
    assert ("carte_blanche", "A", 10) in kinds(alone) and alone.score == (10, 0)
    both = game.do("younger", "claim_carte_blanche").exchange("D 6")
    assert both.score == (0, 0)


@pytest.mark.rule("R7.2")
@pytest.mark.parametrize("younger_claims", [False, True])
def test_both_are_saved_from_a_repique(younger_claims):
    # Elder keeps his spades and the ace of hearts and draws S KQJ and H KQ: a point of 81 (8), a sequence of nine (19)
    # and a tierce (3): thirty.
    game = blanks().do("elder", "claim_carte_blanche", exchange=5)
    if younger_claims:
        game.do("younger", "claim_carte_blanche")
    game.do("younger", "commit_discard", cards=["6D"]).exchange("H T9876")
    game.call("point", 9, 81).good().reckon().call("sequence", 9, "A").good().reckon()
    if younger_claims:
        assert game.score == (30, 0)
        assert [(event["seat"], event["by"]) for event in game.events if event["kind"] == "saved"] == [
            ("A", "carte_blanche")
        ]
    else:
        assert game.score == (10 + 30 + 60, 0)


@pytest.mark.rule("R5.4", "R5.12", "R4.1")
@pytest.mark.parametrize(
    ("overrides", "parameters"),
    [
        ({"point_comparison": "pips"}, ["point_comparison", "tie_break_call"]),
        ({"point_ending_in_four": True, "point_score": "pips"}, ["point_ending_in_four", "point_score"]),
        ({"elder_max": 8}, ["elder_max", "pack"]),
        ({"trick_scoring": "one_per_trick", "cards_counted": "seventh_trick"}, ["trick_scoring", "cards_counted"]),
    ],
)
def test_what_makes_no_sense_together_is_refused_with_both_named(overrides, parameters):
    ruleset = {"name": "portland", "overrides": overrides}
    answer = problem("/v1/parties", {"ruleset": ruleset, "first_dealer": "A"})
    assert (answer["code"], answer["parameters"]) == ("invalid_ruleset", parameters)


@pytest.mark.parametrize(
    "overrides",
    [
        {"pack": 36},
        {"pack": 36, "elder_max": 8, "nought": True},
        {"point_comparison": "pips", "tie_break_call": "point"},
        {"point_comparison": "pips", "tie_break_call": "always", "calling": "automatic"},
        {"point_score": "pips"},
    ],
)
def test_what_makes_sense_is_played(overrides):
    ruleset = {"name": "portland", "overrides": overrides}
    assert post("/v1/parties", {"ruleset": ruleset, "first_dealer": "A"})["state"]
