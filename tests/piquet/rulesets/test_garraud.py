"""The two-handed game of the book of 1984 (`garraud`): multiplayer.md, section 12."""

import pytest

from tests.helpers.cards import PACK
from tests.helpers.game import Game
from tests.helpers.http import compare, get, post, problem, settle

CATEGORIES = ("point", "sequence", "set")
# The points are equal, 38 each (W3). Younger: two quatorzes and a trio, 31. Elder: three kings and three knaves.
W3 = ("C KJT8 H KJ87 D K98 S J", "S AQT7 H AQT D AQT C AQ")
MASTERS = "S AKQ H AKQ D AKQ C AKQ"


def automatic(**overrides) -> dict:
    return {"name": "garraud", "overrides": {"calling": "automatic", **overrides}}


def led(card: str, hands: tuple[str, str], ruleset="garraud") -> Game:
    """Nothing has been reckoned, and elder has led the card."""
    game = Game.exchanged(*hands, ruleset=ruleset).passes(*CATEGORIES).play(card)
    return game if "reckoned" in game.happened else game.reckon_nothing()


# -- the published values


def test_the_values_that_the_book_does_not_give_are_marked():
    parameters = {parameter["name"]: parameter for parameter in get("/v1/rulesets/garraud")["parameters"]}
    silent = {name for name, parameter in parameters.items() if parameter["silent"]}
    # The list of section 12; a concession's score goes with the concession, and the book has no law.
    assert silent == {
        "first_deal", "deal_packet", "point_minimum", "abide_by_call", "last_trick_bonus", "target_stop", "concession",
        "concession_score", "law",
    }  # fmt: skip
    assert {parameter["source"] for parameter in parameters.values()} == {"G"}
    french = {parameter["name"]: parameter for parameter in get("/v1/rulesets/french")["parameters"]}
    assert {parameters[name]["value"] == french[name]["value"] for name in silent} == {True}


@pytest.mark.rule("R5.4")
def test_the_value_is_said_with_the_call():
    game = Game.exchanged(MASTERS, "S J98 H J98 D J98 C J98", ruleset="garraud")
    game.refused("elder", "call", category="point", length=3, rule="R5.4")
    game.call("point", 3, 31).good().reckon("point S AKQ")
    game.refused("elder", "call", category="sequence", length=3, rule="R5.4")


@pytest.mark.parametrize("overrides", [{"repique_by": "younger"}, {"uncounted_plays": "captures"}, {"target": 222}])
def test_other_values_are_refused(overrides):
    body = {"ruleset": {"name": "garraud", "overrides": overrides}, "dealer": "B", "deck": PACK}
    (fault,) = problem("/v1/deals", body)["errors"]
    assert fault["pointer"].startswith("/ruleset/overrides")


# -- low cards

ACES = ("S AKQJT9 H J87 D 987", "H AK9 D AKQ C AKQJ98")


@pytest.mark.rule("R6.2")
@pytest.mark.parametrize(
    ("ruleset", "after_capture"),
    [
        ("garraud", (0, 1)),
        ({"name": "garraud", "overrides": {"uncounted_plays": "leads_and_captures"}}, (0, 0)),
        # With all cards counted it makes no difference which plays would not be.
        ({"name": "garraud", "overrides": {"low_cards_uncounted": False}}, (1, 1)),
    ],
    ids=str,
)
def test_a_low_lead_scores_nothing_and_a_low_capture_does(ruleset, after_capture):
    game = led("8H", ACES, ruleset)
    (lead,) = game.events_of("lead")
    assert (lead["points"], lead["cards"]) == (after_capture[0], ["8H"])
    game.play("9H")
    assert game.score == after_capture
    game.play("AC")  # an ace that is led scores under any of them
    assert game.score == (after_capture[0], after_capture[1] + 1)


@pytest.mark.rule("R6.2", "R6.3")
def test_a_capot_with_low_leads():
    # Elder leads everything: A K Q J T and A K Q J count, 9, and the last trick, 1; 9, 9 and 7 do not. A capot.
    game = led("AS", ("S AKQJT9 D AKQJ97", "H AKQJT9 C AKQJT9")).play("9C").play_out()
    assert game.score == (9 + 1 + 40, 0)


@pytest.mark.rule("R6.2")
def test_a_trick_scores_under_the_other_ways_whatever_card_takes_it():
    for how, after in (("lead_and_take", (0, 1)), ("one_per_trick", (0, 1))):
        game = led("8H", ACES, {"name": "garraud", "overrides": {"trick_scoring": how}}).play("9H")
        assert (game.score, game.scored) == (after, [("younger", "trick", 1)])


@pytest.mark.rule("R7.3")
def test_a_low_lead_makes_no_pique():
    # Point 6, sixième 16, tierce 3 and three aces 3: 28. The ace is 29, the nine nothing, the king 30: pique.
    game = Game.exchanged("S AKQJT9 D AKQ H A87", "H KQJT D JT9 C KQJ98", ruleset=automatic())
    assert game.score == (28, 0)
    assert game.play("AS 8C 9S 9C").score == (29, 0)
    assert game.play("KS").score == (60, 0)
    assert game.bonuses() == [("elder", "pique", 30)]


# -- the dealer has neither bonus


@pytest.mark.rule("R7.2")
@pytest.mark.parametrize(
    ("ruleset", "points", "bonuses"),
    [
        (automatic(), 31, []),
        (automatic(repique_by="either"), 91, [("younger", "repique", 60)]),
        # Where an equal point would save it, there is nothing to be saved, either.
        (automatic(equality_saves_repique=True), 31, []),
    ],
    ids=str,
)
def test_a_dealer_with_thirty_in_hand_has_no_repique(ruleset, points, bonuses):
    game = Game.exchanged(*W3, ruleset=ruleset).play("JS")
    assert (game.score, game.bonuses(), game.saved()) == ((1, points), bonuses, [])


@pytest.mark.rule("R7.2")
@pytest.mark.parametrize(("by", "saved"), [("elder", []), ("either", [("younger", "repique", "point")])])
def test_nothing_is_saved_from_a_dealer(by, saved):
    # As W3, but elder's point has five cards and is good: 5 and the lead. Younger's 31 come after it.
    hands = ("C KJT87 H KJ8 D K98 S J", W3[1])
    game = Game.exchanged(*hands, ruleset=automatic(repique_by=by)).play("JS")
    assert (game.score, game.bonuses(), game.saved()) == ((5 + 1, 31), [], saved)


@pytest.mark.rule("R7.2")
def test_elder_s_repique_is_saved_by_what_younger_reckons():
    # Three quatorzes are 42. Younger's point of five comes before them, and so do the quint and the tierce.
    game = Game.exchanged(MASTERS, "S JT987 H JT D JT C JT9", ruleset=automatic()).play("AS")
    assert game.score == (42 + 1, 5 + 15 + 3)
    assert (game.bonuses(), game.saved()) == ([], [("elder", "repique", "point")])


@pytest.mark.rule("R7.2")
def test_elder_has_a_repique_as_ever():
    # W4: 3 + 12 + 42.
    game = Game.exchanged(MASTERS, "S J98 H J98 D J98 C J98", ruleset=automatic(target=None))
    assert (game.score, game.bonuses()) == ((57 + 60, 0), [("elder", "repique", 60)])


@pytest.mark.rule("R7.2")
@pytest.mark.parametrize(("ruleset", "score", "repique"), [("garraud", 31, None), ("french", 91, "younger")])
def test_two_hands_compared(ruleset, score, repique):
    answer, _ = compare(*W3, ruleset)
    assert answer["score"] == {"elder": 0, "younger": score}
    assert (answer["repique"], answer["saved"]) == (repique, None)


@pytest.mark.rule("R7.2")
def test_a_discard_of_the_dealer_brings_no_repique():
    # Fourteen for the aces, a point and a quart: with more drawn that may be thirty, for elder only.
    hand = ["AS", "KS", "QS", "JS", "AH", "KH", "QH", "AD", "KD", "QD", "AC", "KC"]
    body = {"hand": hand, "ruleset": "garraud", "at_most": 1, "limit": 3}
    chances = {
        side: [row["repique"]["numerator"] for row in post("/v1/exchanges/analyse", body | {"side": side})["rows"]]
        for side in ("elder", "younger")
    }
    assert chances["younger"] == [0, 0, 0]
    assert min(chances["elder"]) > 0


# -- the partie


@pytest.mark.rule("R8.4")
@pytest.mark.parametrize(
    ("target", "last", "over"), [(150, 59, False), (150, 60, True), (220, 129, False), (220, 130, True)]
)
def test_the_target_is_150_or_220(target, last, over):
    ruleset = {"name": "garraud", "overrides": {"target": target}}
    answer = settle((90, 10), (last, 10), ruleset=ruleset)
    assert (answer["over"], answer["winner"]) == (over, "A" if over else None)


@pytest.mark.rule("R8.1", "R8.2")
def test_for_money_the_hundred_is_not_added():
    # Four deals, the first and the last doubled: 80 + 20 + 15 + 20 to 20 + 30 + 25 + 40.
    ruleset = {"name": "garraud", "overrides": {"target": None, "partie_deals": 4}}
    answer = settle((40, 10), (20, 30), (15, 25), (10, 20), ruleset=ruleset)
    assert (answer["totals"], answer["settlement"]) == ({"A": 135, "B": 115}, 20)
