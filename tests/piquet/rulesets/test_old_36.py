"""The old game of 1651 (`old-36`): 36 cards, points compared and scored by their pips, and two cartes blanches."""

import pytest

from tests.helpers.cards import PACK, PACK_36, cards, in_order
from tests.helpers.game import Game
from tests.helpers.http import compare, get, post, problem, settle, violations_of
from tests.piquet.rules.test_shuffle import by_the_page
from tests.piquet.rulesets import table

OLD = "old-36"
CATEGORIES = ("point", "sequence", "set")
MASTERS, LOW = "S AKQ H AKQ D AKQ C AKQ", "S J98 H J98 D J98 C J98"


def old(**overrides):
    """The ruleset with some parameters changed."""
    return {"name": OLD, "overrides": overrides}


def published(name: str) -> dict:
    return {parameter["name"]: parameter["value"] for parameter in get(f"/v1/rulesets/{name}")["parameters"]}


def played(elder: str, younger: str, **overrides) -> Game:
    """These hands after the exchange, nothing called, and elder is to lead."""
    return Game.exchanged(elder, younger, ruleset=old(**overrides)).passes(*CATEGORIES)


# -- the pack, the deal and the exchange


def test_it_differs_from_hoyles_game_in_what_is_stated_and_in_nothing_else():
    mine, theirs = published(OLD), published("hoyle")
    assert {name: mine[name] for name in mine if mine[name] != theirs[name]} == {
        "pack": 36,
        "elder_max": 8,
        "point_comparison": "pips",
        "point_score": "pips",
        "target": 100,
        "law": "old",
    }


@pytest.mark.rule("R2.1", "R2.2", "R2.3")
def test_twelve_cards_each_in_twos_and_twelve_to_the_talon():
    # The pack in order, nine cards to a suit. Elder has cards 1 2, 5 6, 9 10, 13 14, 17 18, 21 22; younger 3 4, 7 8, …
    state = post("/v1/deals", {"ruleset": OLD, "dealer": "B", "deck": PACK_36})["state"]
    assert state["hands"] == {"A": cards("S AKT96 H AJT76 D QJ"), "B": cards("S QJ87 H KQ98 D AKT9")}
    assert state["talon"] == cards("D 876 C AKQJT9876")


@pytest.mark.rule("R2.1", "R2.2")
@pytest.mark.parametrize(
    ("ruleset", "dealt", "codes"),
    [
        ("portland", {"deck": PACK_36}, ["deal.card_unknown"] * 4),
        ("portland", {"deck": [*PACK[:31], "6S"]}, ["deal.card_unknown", "deal.card_missing"]),
        ("portland", {"hands": {"A": PACK[:12], "B": PACK[12:24]}, "talon": [*PACK[24:31], "6C"]},
         ["deal.card_unknown", "deal.card_missing"]),
        (OLD, {"deck": PACK}, ["deal.card_missing"] * 4),
        (OLD, {"hands": {"A": PACK[:12], "B": PACK[12:24]}, "talon": PACK[24:]},
         ["deal.wrong_count", *["deal.card_missing"] * 4]),
        (OLD, {"deck": PACK_36[1:]}, ["deal.card_missing"]),
        (OLD, {"deck": [*PACK_36[:35], "AS"]}, ["deal.card_twice", "deal.card_missing"]),
    ],
    ids=["36 for 32", "a six", "a six in the talon", "32 for 36", "a talon of eight", "35", "twice"],
)  # fmt: skip
def test_the_cards_of_a_deal_are_those_of_the_pack(ruleset, dealt, codes):
    answer = problem("/v1/deals", {"ruleset": ruleset, "dealer": "B"} | dealt)
    assert sorted(violation["code"] for violation in answer["violations"]) == sorted(codes)
    for violation in answer["violations"]:
        if violation["code"] == "deal.card_unknown":
            assert violation["params"]["card"][0] == "6"
            assert violation["rule"] == "R2.1"


@pytest.mark.rule("R2.1")
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/hands/compare", {"elder": ["6S", "AS"], "younger": ["KS"]}),
        ("/v1/parties", {"cut": {"A": "6S", "B": "7S"}}),
    ],
)
def test_nowhere_is_a_six_a_card_of_the_pack_of_32(path, body):
    problem(path, {"ruleset": "portland"} | body)


@pytest.mark.rule("R2.1")
def test_nor_is_it_in_a_state_of_a_deal_of_32():
    state = Game.deal().state
    tampered = state | {"hands": state["hands"] | {"A": [*state["hands"]["A"][:-1], "6S"]}}
    (violation,) = [each for each in violations_of(tampered) if each["code"] == "state.card_unknown"]
    assert (violation["rule"], violation["pointer"]) == ("R2.1", "/state/hands/A/11")


@pytest.mark.rule("R2.1", "R2.3")
def test_the_deck_of_a_seed_has_36_cards_and_is_dealt_in_twos():
    deck = by_the_page("piquet", "6789TJQKA")
    state = post("/v1/deals", {"ruleset": OLD, "dealer": "B", "seed": "piquet"})["state"]
    assert state["hands"]["A"] == in_order([card for at, card in enumerate(deck[:24]) if at % 4 < 2])
    assert state["hands"]["B"] == in_order([card for at, card in enumerate(deck[:24]) if at % 4 > 1])
    assert state["talon"] == deck[24:]


@pytest.mark.rule("R2.4")
def test_a_six_is_the_lowest_cut():
    answer = post("/v1/parties", {"ruleset": OLD, "cut": {"A": "7H", "B": "6S"}})
    assert (answer["outcome"], answer["seat"]) == ("deals", "B")


ELDER, YOUNGER, TALON = "S AKQJT9876 H AKQ", "H JT9876 D AKQJT9", "D 876 C AKQJT9876"


def dealt(**overrides) -> Game:
    return Game.deal(ELDER, YOUNGER, TALON, ruleset=old(**overrides))


@pytest.mark.rule("R4.1", "R4.4")
def test_elder_exchanges_one_to_eight_and_looks_at_the_rest_of_his_eight():
    game = dealt()
    (option,) = [option for option in game.options()["options"] if option["type"] == "exchange"]
    assert (option["min"], option["max"]) == (1, 8)
    game.refused("elder", "exchange", cards=[], rule="R4.1", at="/action/cards")
    game.refused("elder", "exchange", cards="S AKQJT9876", rule="R4.1", at="/action/cards")
    game.exchange("S 987")
    assert game.state["drawn"]["A"] == cards("D 876")
    assert [(event["kind"], event["count"]) for event in game.events] == [("exchanged", 3), ("left", 5)]
    assert game.state["looked"] == {"A": cards("C AKQJT"), "B": []}
    assert game.view("elder")["looked"] == cards("C AKQJT")
    assert game.view("younger")["looked"] == []
    # All eight: nothing of his is left.
    game = dealt().exchange("S AKQJT987")
    assert game.state["looked"]["A"] == []
    assert game.happened == ["exchanged"]


@pytest.mark.rule("R4.4", "R4.6")
def test_eight_cards_are_elders_however_few_he_may_exchange():
    # Five of the first eight, D 876 C AK; the other three of them are his to look at. With five he has not taken all
    # that is his, so there is no second exchange.
    game = dealt(elder_max=5, elder_second_exchange=True).exchange("S 9876 H A")
    assert game.state["looked"]["A"] == cards("C QJT")
    assert game.state["left"]["A"] == 3
    game.exchange("H 6")
    assert [option["type"] for option in game.options()["options"] if option["type"] == "exchange"] == []
    game.refused("elder", "exchange", cards="AS", rule="R4.6")


@pytest.mark.rule("R4.2", "R4.3")
@pytest.mark.parametrize(("elders", "most"), [("S AKQJT987", 4), ("S 987", 9), ("6S", 11)])
def test_younger_exchanges_one_to_what_is_left(elders, most):
    game = dealt().exchange(elders)
    (option,) = [option for option in game.options()["options"] if option["type"] == "exchange"]
    assert (option["min"], option["max"]) == (1, most)
    game.refused("younger", "exchange", cards=[], rule="R4.2", at="/action/cards")
    if most < 11:
        game.refused("younger", "exchange", cards=cards(YOUNGER)[: most + 1], rule="R4.2", at="/action/cards")
    # He takes first what elder has left.
    left = cards(TALON)[12 - most :]
    game.exchange(cards(YOUNGER)[:most])
    assert game.state["drawn"]["B"] == left
    assert game.state["talon"] == []


@pytest.mark.rule("R4.5")
def test_what_younger_leaves_may_be_seen_by_both_after_the_lead():
    game = dealt().exchange("S 987").exchange("H 876").passes(*CATEGORIES).play("AS")
    game.do("younger", "look_at_left", look=True)
    assert game.state["looked"]["B"] == cards("C JT9876")
    # Elder had seen the knave and the ten of his own eight.
    assert set(game.view("elder")["looked"]) == set(cards("C AKQJT9876"))


# -- points


@pytest.mark.rule("R5.12")
@pytest.mark.parametrize(
    ("hand", "value", "points"),
    [
        ("S AKQ", 31, 3),
        ("S JT86", 34, 3),
        ("S JT96", 35, 4),
        ("S AKQJ", 41, 4),
        ("S T9876", 40, 4),
        ("S KQ987", 44, 4),
        ("S KQT96", 45, 5),
        ("S AKQJT", 51, 5),
        ("S AKQJ96", 56, 6),
        ("S AKQJT987", 75, 8),
        ("S AKQJT9876", 81, 8),
        ("S 876", 21, 2),
    ],
)
def test_a_point_scores_the_tens_of_its_value_five_and_more_being_a_ten(hand, value, points):
    _, categories = compare(hand, "7H", OLD)
    assert categories["point"]["elder"] == {"length": len(cards(hand)), "value": value, "cards": cards(hand)}
    assert [one["points"] for one in categories["point"]["reckoned"]] == [points]


@pytest.mark.rule("R5.2")
@pytest.mark.parametrize(
    ("elder", "call", "younger", "replies"),
    [
        ("S AKQJ H 987 D 987 C KQ", (4, 41), "C T9876 H T6 D T6 S T98", {"good"}),
        ("C T9876 H T6 D T6 S T98", (5, 40), "S AKQJ H 987 D 987 C KQ", {"good", "not_good"}),
        ("S AKQJ H 987 D 987 C KQ", (4, 41), "C A9876 H T6 D T6 S T98", {"good", "equal"}),
        ("C A9876 H T6 D T6 S T98", (5, 41), "S AKQJ H 987 D 987 C KQ", {"good", "equal"}),
        # A part of a suit makes the same: A 9 8 7 6 of A T 9 8 7 6, which are 51.
        ("S AKQJ H 987 D 987 C KQ", (4, 41), "C AT9876 H T6 D T6 S T9", {"good", "not_good", "equal"}),
        # Of what is worth no more nothing is told by its number: six cards of 50 and five of 51.
        ("S AKQJT H 987 D 98 C KQ", (5, 51), "C JT9876 H T6 D T6 S 98", {"good"}),
    ],
)
def test_points_are_compared_by_their_value_alone(elder, call, younger, replies):
    game = Game.exchanged(elder, younger, ruleset=OLD).call("point", *call)
    words = ("good", "not_good", "equal")
    assert {word for word in words if game.check("younger", "reply", reply=word)["legal"]} == replies


@pytest.mark.rule("R5.2", "R5.6")
def test_four_cards_that_are_better_than_five_are_reckoned():
    game = Game.exchanged("C T9876 H T6 D T6 S T98", "S AKQJ H 987 D 987 C KQ", ruleset=OLD)
    game.call("point", 5, 40).not_good().passes("sequence", "set").play("6H")
    game.refused("younger", "reckon", holdings=["point S AKQ"], rule=("R5.2", "R5.6"), at="/action/holdings")
    game.refused("younger", "reckon", holdings=[], rule="R5.2", at="/action/holdings")
    event = game.reckon("point S AKQJ").event("point")
    assert (event["seat"], event["points"], event["length"], event["value"]) == ("B", 4, 4, 41)


TWO_OF_41 = "S AKQJ C A9876 H T8 D 6", "H AKQ D AKQ S T987 C T D J"


@pytest.mark.rule("R5.6")
@pytest.mark.parametrize(
    ("number", "called", "other"), [(4, "point S AKQJ", "point C A9876"), (5, "point C A9876", "point S AKQJ")]
)
def test_of_two_points_of_one_value_elder_reckons_that_of_which_he_called_the_number(number, called, other):
    game = Game.exchanged(*TWO_OF_41, ruleset=OLD).call("point", number, 41).good()
    game.refused("elder", "reckon", holdings=[other], rule="R5.6", at="/action/holdings")
    assert game.reckon(called).score == (4, 0)


@pytest.mark.rule("R5.6", "R5.8")
def test_nor_is_the_other_refused_as_better():
    game = Game.exchanged(*TWO_OF_41, ruleset=OLD).call("point", 4, 41).good()
    violations = game.refused("elder", "reckon", holdings=["point C A9876"])
    assert {violation["rule"] for violation in violations} == {"R5.6"}


@pytest.mark.rule("R5.6", "R5.11")
def test_equal_values_of_different_numbers_of_cards_are_equal():
    game = (
        Game.exchanged("S AKQJ H 987 D 987 C KQ", "C A9876 H T6 D T6 S T98", ruleset=OLD).call("point", 4, 41).equal()
    )
    assert game.event("equal")["cards"] == cards("S AKQJ")
    game.passes("sequence", "set").play("AS")
    game.refused("younger", "reckon", holdings=["point C 9876"], rule="R5.6", at="/action/holdings")
    game.reckon("point C A9876")
    assert game.event("equal")["cards"] == cards("C A9876")
    assert game.score == (1, 0)


@pytest.mark.rule("R5.14")
@pytest.mark.parametrize(
    ("younger", "before_the_lead", "youngers"),
    [
        # Elder's 41 are good; the quint is better than his quart, S T98 goes with it, and there are four tens.
        ("C T9876 H T6 D T6 S T98", 4, 15 + 3 + 14),
        # 41 too; elder has a quart and two tierces, younger three tens.
        ("C A9876 H T6 D T6 S T98", 4 + 3 + 3, 3),
    ],
)
def test_so_it_is_where_all_is_declared(younger, before_the_lead, youngers):
    game = Game.exchanged("S AKQJ H 987 D 987 C KQ", younger, ruleset=old(calling="automatic"))
    assert game.score == (before_the_lead, 0)
    assert game.play("AS").score == (before_the_lead + 1, youngers)


@pytest.mark.rule("R5.2", "R5.12")
@pytest.mark.parametrize(("category", "replies"), [("point", {"good"}), ("sequence", {"good", "not_good"})])
def test_six_cards_of_50_are_no_better_than_a_nought_but_a_sixieme_is(category, replies):
    game = Game.exchanged("S AK97 H AK97 D AK97", "C JT9876 S QJ H QJ D QJ", ruleset=old(nought=True))
    if category == "sequence":
        game.passes("point")
    game.call(category, 5, 50.5 if category == "point" else "nought")
    words = ("good", "not_good", "equal")
    assert {word for word in words if game.check("younger", "reply", reply=word)["legal"]} == replies


@pytest.mark.rule("R5.4")
def test_the_value_and_the_top_are_said_at_once():
    game = Game.exchanged(MASTERS, LOW, ruleset=OLD)
    game.refused("elder", "call", category="point", length=3, rule="R5.4")
    game.call("point", 3, 31).good().reckon("point S AKQ")
    game.refused("elder", "call", category="sequence", length=3, rule="R5.4")
    assert game.call("sequence", 3, "A").good().reckon().score == (3 + 12, 0)


@pytest.mark.rule("R5.11", "R5.12")
def test_where_the_choice_is_left_the_point_that_scores_most_is_reckoned():
    # Both are better than elder's 31: four cards of 41, and five of 40 that score one more.
    game = Game.exchanged("H AKQ D AKQ H 87 D 87 S 98", "S AKQJ C T9876 H JT D J", ruleset=old(point_score="cards"))
    game.call("point", 3, 31).not_good().passes("sequence", "set").play("9S").reckon()
    assert game.event("point")["points"] == 5


# -- sequences, sets and play


@pytest.mark.rule("R5.12")
@pytest.mark.parametrize(
    ("hand", "length", "top", "points"),
    [
        ("S 876", 3, "8", 3),
        ("S 9876", 4, "9", 4),
        ("S T9876", 5, "T", 15),
        ("S KQJT9876", 8, "K", 18),
        ("S AKQJT9876", 9, "A", 19),
    ],
)
def test_sequences_go_down_to_the_six_and_nine_are_nineteen(hand, length, top, points):
    _, categories = compare(hand, "7H", OLD)
    assert categories["sequence"]["elder"] == {"length": length, "top": top, "cards": cards(hand)}
    assert [one["points"] for one in categories["sequence"]["reckoned"]] == [points]


@pytest.mark.rule("R5.1", "R5.12")
def test_a_sequence_of_nine_is_called_and_reckoned():
    game = Game.exchanged("S AKQJT9876 H AKQ", "H JT9876 D AKQJT9", ruleset=OLD).passes("point")
    assert game.call("sequence", 9, "A").good().reckon("sequence S AKQJT9876").score == (19, 0)
    # Parts that share no card are three tierces as well.
    game = Game.exchanged("S AKQJT9876 H AKQ", "H JT9876 D AKQJT9", ruleset=OLD).passes("point")
    game.call("sequence", 3, "A").good()
    assert game.reckon().score == (3 + 3 + 3 + 3, 0)


@pytest.mark.rule("R5.1")
def test_nines_and_sixes_make_no_set():
    game = Game.exchanged("S 96T H 96T D 96T C 96T", "S AKQ H AKQ D AKQ C J87", ruleset=OLD).passes("point", "sequence")
    for rank in "96":
        game.refused("elder", "call", category="set", count=4, rank=rank, rule="R5.1")
    assert game.call("set", 4, "T").good().reckon().score == (14, 0)


@pytest.mark.rule("R6.1", "R6.2")
@pytest.mark.parametrize(
    ("play", "score"),
    [
        ("S 67", (0, 0)),
        ("S 69", (0, 0)),
        ("S 6K", (0, 1)),
        ("S 8K", (0, 1)),
        ("S TK", (1, 1)),
        ("S T9", (1, 0)),
    ],
)
def test_a_lead_or_a_capture_with_a_six_to_a_nine_scores_nothing(play, score):
    game = played("S 68T H AKQ D AKQ C AKQ", "S 79K H J98 D J98 C J98").play(play.split()[0] + " " + play[2])
    assert game.reckon_nothing().play("S " + play[3]).score == score


@pytest.mark.rule("R6.2")
@pytest.mark.parametrize(
    ("scoring", "play", "score"),
    [
        # A lead is uncounted, and what a trick scores as such is not.
        ("lead_and_take", "S 67", (0, 1)),
        ("lead_and_take", "S T9", (1 + 1, 0)),
        ("one_per_trick", "S 67", (0, 1)),
        ("one_per_trick", "S 87", (1, 0)),
    ],
)
def test_the_point_for_a_trick_stays_though_it_is_won_with_a_low_card(scoring, play, score):
    game = played("S 68T H AKQ D AKQ C AKQ", "S 79K H J98 D J98 C J98", trick_scoring=scoring)
    assert game.play("S " + play[2]).reckon_nothing().play("S " + play[3]).score == score


@pytest.mark.rule("R6.2")
def test_elsewhere_a_six_scores_as_any_card():
    game = played("S 68T H AKQ D AKQ C AKQ", "S 79K H J98 D J98 C J98", low_cards_uncounted=False)
    assert game.play("6S").reckon_nothing().play("7S").score == (1, 1)


@pytest.mark.rule("R8.4")
def test_a_hundred_ends_it_at_once():
    # 3 by 31 pips, 12 and 42, and the repique with the sets: 117. The lead comes after that.
    game = Game.exchanged(MASTERS, LOW, ruleset=OLD).call("point", 3, 31).good().reckon("point S AKQ")
    game.call("sequence", 3, "A").good().reckon().call("set", 4, "A").good().reckon()
    assert game.score == (57 + 60, 0)
    game.play("AS").run([{"seat": "B", "type": "reckon", "holdings": []}])
    assert (game.phase, game.score) == ("partie_over", (117, 0))
    assert settle((100, 0), ruleset=OLD)["over"]
    assert not settle((99, 0), ruleset=OLD)["over"]


# -- two cartes blanches

# All blank cards; the talon has the court cards.
BLANK, BLANK_TOO = "S AT9876 H AT9876", "D AT9876 C AT9876"
# Elder takes eight: S AKQJT9 (60), H AKQJ and two kings: 6, 16 + 4, 14. Younger's points are 51 and 50, his sequences
# quints to the ten. (Younger puts his ace of diamonds away for the queen.)
EIGHT, COURTS = "S 876 H T9876", "S KQJ H KQJ KD KC QD JD QC JC"
SHOW = old(carte_blanche_protocol="show")


def blank(ruleset=OLD, younger: str = BLANK_TOO, talon: str = COURTS) -> Game:
    return Game.deal(BLANK, younger, talon, ruleset=ruleset)


def kinds(game: Game) -> list[str]:
    """What the whole deal so far has told, but for calls."""
    return [event["kind"] for event in game.state["events"]][1:]


def shown(game: Game) -> tuple[str | None, str | None]:
    state = game.state["carte_blanche"]
    return state[game.seat("elder")], state[game.seat("younger")]


@pytest.mark.rule("R3.1", "R3.3", "R3.4")
def test_where_both_have_claimed_neither_scores():
    game = blank().do("elder", "claim_carte_blanche", exchange=8).do("younger", "commit_discard", cards="AD")
    # Elder's hand is shown, and what it scores is open.
    assert game.happened == ["committed", "shown"]
    assert game.event("shown")["cards"] == in_order(BLANK)
    assert (game.event("shown")["seat"], game.score) == ("A", (0, 0))
    assert game.view("younger")["other"]["carte_blanche"] == in_order(BLANK)
    game.do("younger", "claim_carte_blanche")
    assert game.happened == ["announced"]
    game.exchange(EIGHT)
    assert [(event["kind"], event["seat"]) for event in game.events] == [
        ("exchanged", "A"),
        ("shown", "B"),
        ("exchanged", "B"),
        ("left", "B"),
    ]
    assert game.event("shown")["cards"] == in_order(BLANK_TOO)
    assert (game.score, shown(game)) == ((0, 0), ("shown", "shown"))
    assert game.events_of("carte_blanche") == []
    assert game.view("elder")["other"]["carte_blanche"] == in_order(BLANK_TOO)


@pytest.mark.rule("R3.3")
@pytest.mark.parametrize("first", ["elder", "younger"])
def test_in_whatever_order_they_announce(first):
    game = blank()
    if first == "elder":
        game.do("elder", "claim_carte_blanche", exchange=8).do("younger", "claim_carte_blanche")
    else:
        game.do("younger", "claim_carte_blanche").do("elder", "claim_carte_blanche", exchange=8)
    game.do("younger", "commit_discard", cards="AD").exchange(EIGHT)
    assert (game.score, shown(game)) == ((0, 0), ("shown", "shown"))
    assert game.events_of("carte_blanche") == []


@pytest.mark.rule("R3.1", "R3.3")
@pytest.mark.parametrize("younger", [BLANK_TOO, "D AT9876 C KT9876"], ids=["sinks his", "has none"])
def test_elder_scores_once_younger_has_exchanged_without_a_claim(younger):
    game = blank(younger=younger, talon="").do("elder", "claim_carte_blanche", exchange=8)
    game.do("younger", "commit_discard", cards="AD")
    assert game.score == (0, 0)
    game.exchange(EIGHT)
    assert game.happened == ["exchanged", "exchanged", "left", "carte_blanche"]
    assert game.scored == [("elder", "carte_blanche", 10)]


@pytest.mark.rule("R3.3")
@pytest.mark.parametrize("claims", [True, False])
def test_where_elder_takes_fewer_than_he_said_younger_may_still_claim(claims):
    game = blank().do("elder", "claim_carte_blanche", exchange=8).do("younger", "commit_discard", cards="AD")
    game.exchange("S 876")
    assert game.to_act == "B"
    if claims:
        game.do("younger", "claim_carte_blanche")
        assert game.happened == ["shown"]
    game.exchange("AD")
    assert game.score == ((0, 0) if claims else (10, 0))
    assert game.happened == ["exchanged", "left"] + ([] if claims else ["carte_blanche"])


@pytest.mark.rule("R3.3")
@pytest.mark.parametrize("when", ["before", "after"])
def test_youngers_alone_scores_once_elder_has_exchanged(when):
    game = blank()
    if when == "before":
        game.do("younger", "claim_carte_blanche")
        assert game.score == (0, 0)
        game.exchange(EIGHT)
        assert game.happened == ["exchanged", "carte_blanche"]
    else:
        game.exchange(EIGHT).do("younger", "claim_carte_blanche")
        assert game.happened == ["carte_blanche"]
    assert game.event("carte_blanche")["cards"] == in_order(BLANK_TOO)
    assert game.exchange("AD").score == (0, 10)


@pytest.mark.rule("R3.3")
@pytest.mark.parametrize("claims", [True, False])
def test_where_it_is_shown_at_once_elders_waits_for_youngers_claim_or_exchange(claims):
    game = blank(SHOW).do("elder", "claim_carte_blanche")
    assert (game.happened, game.score) == (["shown"], (0, 0))
    game.refused("younger", "claim_carte_blanche", rule="R3.3")
    game.exchange(EIGHT)
    assert game.score == (0, 0)
    if claims:
        game.do("younger", "claim_carte_blanche")
        assert (game.happened, game.score) == (["shown"], (0, 0))
    game.exchange("AD")
    assert game.score == ((0, 0) if claims else (10, 0))
    assert shown(game) == ("shown", "shown" if claims else None)


@pytest.mark.rule("R3.3")
def test_where_it_is_shown_at_once_youngers_alone_scores_at_once():
    game = blank(SHOW).exchange(EIGHT).do("younger", "claim_carte_blanche")
    assert game.scored == [("younger", "carte_blanche", 10)]


@pytest.mark.rule("R3.1", "R4.6")
@pytest.mark.parametrize("protocol", ["show", "discard_first"])
def test_a_carte_blanche_scores_once_where_elder_exchanges_twice(protocol):
    # Younger takes one of four; elder's ten come with it, and the three cards that are left are elder's to take.
    ruleset = old(elder_second_exchange=True, carte_blanche_protocol=protocol)
    game = blank(ruleset)
    if protocol == "show":
        game.do("elder", "claim_carte_blanche").exchange(EIGHT).exchange("AD")
    else:
        game.do("elder", "claim_carte_blanche", exchange=8).do("younger", "commit_discard", cards="AD").exchange(EIGHT)
    assert game.scored == [("elder", "carte_blanche", 10)]
    game.do("elder", "exchange", cards="S AT9")
    assert game.scored == []
    assert game.score == (10, 0)


@pytest.mark.rule("R3.2", "R7.1", "R5.14")
@pytest.mark.parametrize("calling", ["dialogue", "automatic"])
def test_elders_alone_comes_before_all_else_and_makes_his_repique(calling):
    # 10 + 6 + 20: thirty with the sequences; and the kings.
    game = blank(old(calling=calling, target=221)).do("elder", "claim_carte_blanche", exchange=8)
    game.do("younger", "commit_discard", cards="AD").exchange(EIGHT)
    if calling == "dialogue":
        game.call("point", 6, 60).good().reckon().call("sequence", 6, "A").good().reckon()
        game.call("set", 4, "K").good().reckon()
    scored = [(event["kind"], event["points"]) for event in game.state["events"] if event["points"]]
    assert scored[:2] == [("carte_blanche", 10), ("point", 6)]
    assert game.score == (10 + 6 + 20 + 60 + 14, 0)


@pytest.mark.rule("R3.2", "R7.2", "R7.3", "R7.6")
@pytest.mark.parametrize("claims", ["both", "younger"])
@pytest.mark.parametrize("repique_test", ["before_in_order", "opponent_scores_nothing"])
def test_two_cartes_blanches_save_as_one_of_youngers_does(claims, repique_test):
    game = blank(old(calling="automatic", target=221, repique_test=repique_test))
    if claims == "both":
        game.do("elder", "claim_carte_blanche", exchange=8).do("younger", "claim_carte_blanche")
        game.do("younger", "commit_discard", cards="AD").exchange(EIGHT)
    else:
        game.do("younger", "claim_carte_blanche").exchange(EIGHT).exchange("AD")
    assert game.score == (6 + 20 + 14, 0 if claims == "both" else 10)
    # Nor does the play bring a pique: what saves the one saves the other.
    game.play("AS")
    assert game.bonuses() == []
    assert game.saved() == [("elder", "repique", "carte_blanche")]


@pytest.mark.rule("R3.2", "R7.3", "R7.6")
@pytest.mark.parametrize("both", [True, False])
def test_they_save_from_a_pique(both):
    # Elder sinks his kings, and his quart: 6 + 16 in hand, and thirty with the eighth lead.
    game = blank(old(target=221)).do("elder", "claim_carte_blanche", exchange=8)
    if both:
        game.do("younger", "claim_carte_blanche")
    game.do("younger", "commit_discard", cards="AD").exchange(EIGHT)
    game.call("point", 6, 60).good().reckon().call("sequence", 6, "A").good().reckon("sequence S AKQJT9")
    game.passes("set").play("AS").reckon_nothing()
    if not both:  # 10 + 6 + 16 in hand
        assert game.bonuses() == [("elder", "repique", 60)]
        return
    # Younger has neither a spade nor a heart.
    game.play(game.state["hands"]["B"][-1])
    for lead in cards("S KQJT H AKQ"):
        assert game.saved() == []
        game.play(lead).play(game.state["hands"]["B"][-1])
    assert game.score == (30, 0)
    assert (game.bonuses(), game.saved()) == ([], [("elder", "pique", "carte_blanche")])


@pytest.mark.rule("R3.2", "R7.2", "R7.6")
@pytest.mark.parametrize("both", [True, False])
def test_they_save_elder_from_youngers_repique_too(both):
    # Elder takes the queen of diamonds alone; younger the eight that make 6, 16 + 4 and 14.
    game = Game.deal(BLANK_TOO, BLANK, "QD S KQJ H KQJ KD KC JD QC JC", ruleset=old(target=221))
    game.do("elder", "claim_carte_blanche", exchange=1)
    if both:
        game.do("younger", "claim_carte_blanche")
    game.do("younger", "commit_discard", cards=EIGHT).exchange("AD").passes(*CATEGORIES).play("QD").reckon()
    # Elder's carte blanche saves him, whether it scores or not.
    assert game.score == ((0 if both else 10) + 1, 40)
    assert game.saved() == [("younger", "repique", "carte_blanche")]


@pytest.mark.rule("R3.1", "R7.2")
def test_who_has_not_claimed_is_not_saved():
    game = Game.deal(BLANK_TOO, BLANK, "QD S KQJ H KQJ KD KC JD QC JC", ruleset=old(target=221))
    game.exchange("AD").exchange(EIGHT).passes(*CATEGORIES).play("QD").reckon()
    assert game.score == (1, 40 + 60)


@pytest.mark.rule("R8.4")
@pytest.mark.parametrize("both", [True, False])
def test_one_wins_who_stands_at_95_and_two_win_nothing(both):
    standing = table.at(95, 60, pack=36, elder_max=8, carte_blanche_protocol="show")
    game = Game.deal(BLANK, BLANK_TOO, COURTS, after=standing.state).do("A", "claim_carte_blanche").exchange(EIGHT)
    if both:
        game.do("B", "claim_carte_blanche")
    game.exchange("AD").passes(*CATEGORIES).play("AS").reckon_nothing()
    # What is in hand decides when younger has reckoned, before the lead; or else the lead counts, and the play goes on.
    assert (game.phase, game.score) == (("play", (1, 0)) if both else ("partie_over", (10, 0)))


# -- what goes together


@pytest.mark.parametrize(
    ("name", "overrides", "parameters"),
    [
        ("portland", {"point_comparison": "pips"}, {"point_comparison", "tie_break_call"}),
        (OLD, {"tie_break_call": "when_asked"}, {"point_comparison", "tie_break_call"}),
        (OLD, {"point_ending_in_four": True}, {"point_ending_in_four", "point_score"}),
        ("portland", {"point_score": "pips", "point_ending_in_four": True}, {"point_ending_in_four", "point_score"}),
        ("portland", {"elder_max": 8}, {"elder_max", "pack"}),
        (OLD, {"pack": 32}, {"elder_max", "pack"}),
    ],
)
def test_what_contradicts_itself_is_refused_and_both_are_named(name, overrides, parameters):
    body = {"ruleset": {"name": name, "overrides": overrides}, "first_dealer": "A"}
    answer = problem("/v1/parties", body)
    assert set(answer["parameters"]) == parameters
    assert {error["pointer"] for error in answer["errors"]} == {f"/ruleset/overrides/{each}" for each in parameters}


@pytest.mark.parametrize(
    ("name", "overrides"),
    [
        ("portland", {"point_comparison": "pips", "tie_break_call": "point"}),
        ("portland", {"point_comparison": "pips", "tie_break_call": "always"}),
        ("portland", {"point_score": "pips"}),
        ("portland", {"pack": 36}),
        ("portland", {"pack": 36, "elder_max": 8}),
        ("french", {"pack": 36, "elder_max": 8}),
        (OLD, {"pack": 32, "elder_max": 5}),
        (OLD, {"elder_max": 5}),
        (OLD, {"point_score": "cards", "point_ending_in_four": True}),
        (OLD, {"point_comparison": "cards", "tie_break_call": "when_asked"}),
        (OLD, {"nought": True, "carte_rouge": 20}),
        (OLD, {"calling": "automatic"}),
    ],
)
def test_what_makes_sense_is_accepted(name, overrides):
    ruleset = {"name": name, "overrides": overrides}
    state = post("/v1/parties", {"ruleset": ruleset, "first_dealer": "A"})["state"]
    state = post("/v1/deals", {"state": state, "seed": "piquet"})["state"]
    pack = PACK if overrides.get("pack", published(name)["pack"]) == 32 else PACK_36
    everywhere = state["hands"]["A"] + state["hands"]["B"] + state["talon"]
    assert sorted(everywhere) == sorted(pack)
    assert len(state["talon"]) == len(pack) - 24


@pytest.mark.rule("R2.1", "R5.1")
@pytest.mark.parametrize("suit", "SHDC")
def test_the_six_of_every_suit_counts(suit):
    # K 8 7 6: 31 pips, ⌊36 / 10⌋ for the point; the tierce to the 8.
    answer, categories = compare(f"{suit} K876", "S 9" if suit != "S" else "H 9", OLD)
    assert categories["point"]["elder"]["value"] == 31
    scored = {step["kind"]: step["points"] for step in answer["steps"] if step["side"] == "elder" and step["points"]}
    assert (scored["point"], scored["sequence"]) == (3, 3)


@pytest.mark.rule("R3.2", "R7.1", "R7.3")
def test_where_both_have_shown_a_carte_blanche_it_is_what_saves_first():
    # Elder has the kings and queens, 28, and thirty with the second lead; younger the point of 51 and a quint.
    game = blank(ruleset=SHOW, talon="S KQ H KQ D KQ C KQ S J").do("elder", "claim_carte_blanche")
    game.exchange("S 9876 H 9876").do("younger", "claim_carte_blanche").exchange("D A")
    game.call("point", 4, 41).not_good().passes("sequence").call("set", 4, "K").good().reckon()
    game.play("KS").reckon("point C AT9876", "sequence C T9876").play("JS QS")
    assert game.score == (28 + 2, 5 + 15)
    assert game.saved() == [("elder", "pique", "carte_blanche")]


@pytest.mark.rule("R5.6", "R5.12")
def test_a_point_with_the_six_of_spades_is_reckoned_as_it_was_called():
    # 11 + 10 + 10 + 9 + 7 + 6 are 53 pips, which score 5.
    game = Game.exchanged("S AKQ976 H AK D AK C AK", "S J8 H J987 D J98 C J98", ruleset=OLD)
    assert game.call("point", 6, 53).good().reckon("point S AKQ976").score == (5, 0)
