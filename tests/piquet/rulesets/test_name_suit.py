"""R4.5: elder names the suit of the first lead, and younger looks at the cards left before it is led."""

import pytest

from tests.helpers.cards import cards, portland
from tests.helpers.game import Game

# Elder exchanges the diamonds and a knave for 7 A 8 K 9 of clubs and holds S AKQ, H AKQJ, C AK987; younger takes the
# queen of clubs and leaves the ten and the knave.
ELDER, YOUNGER, TALON = "S AKQJ H AKQJ D AKQJ", "S T987 H T987 D T987", "C 7A8K9QTJ"
CATEGORIES = ("point", "sequence", "set")
# Where all is declared: five clubs 5, S AKQ, H AKQJ and C 987 10, three aces and three kings 6.
IN_HAND = 5 + 10 + 6


def exchanged(younger: str = "7D", **overrides) -> Game:
    game = Game.deal(ELDER, YOUNGER, TALON, ruleset=portland(**overrides))
    return game.exchange("D AKQJ S J").exchange(younger)


def to_lead(younger: str = "7D", **overrides) -> Game:
    game = exchanged(younger, **overrides)
    return game.passes(*CATEGORIES) if game.phase == "calling" else game


def options_of(game: Game, seat: str) -> list[str]:
    return [option["type"] for option in game.options()["options"] if option["seat"] == seat]


@pytest.mark.rule("R4.5", "R6.1")
@pytest.mark.parametrize("calling", ["dialogue", "automatic"])
@pytest.mark.parametrize("look", [True, False])
def test_younger_looks_once_the_suit_is_named_and_elder_must_lead_it(calling, look):
    game = to_lead(calling=calling)
    game.refused("younger", "look_at_left", look=look, rule="R4.5")
    game.do("elder", "name_suit", suit="H")
    assert game.event("suit_named")["suit"] == game.state["named_suit"] == "H"
    assert (game.phase, game.to_act) == ("play", "A")
    assert options_of(game, "B") == ["look_at_left"]
    game.do("younger", "look_at_left", look=look)
    seen = cards("C TJ") if look else []
    assert game.state["looked"] == {"A": seen, "B": seen}
    assert game.view("elder")["looked"] == game.view("younger")["looked"] == seen
    for card in cards("S AKQ C AK987"):
        refused = game.refused("elder", "play", card=card, rule="R4.5", at="/action/card")
        assert [one["code"] for one in refused] == ["play.named_suit"]
    game.play("KH")


@pytest.mark.rule("R4.5")
def test_who_did_not_look_may_still_look_after_the_lead():
    game = to_lead().do("elder", "name_suit", suit="H").play("AH")
    game.do("younger", "look_at_left", look=True)
    assert game.state["looked"]["A"] == cards("C TJ")


@pytest.mark.rule("R4.5")
def test_elder_names_a_suit_in_hand_and_only_once():
    game = to_lead()
    (option,) = [option for option in game.options()["options"] if option["type"] == "name_suit"]
    assert option == {"seat": "A", "type": "name_suit", "suits": ["S", "H", "C"]}
    named = [action for action in game.options(expand=True)["actions"] if action["type"] == "name_suit"]
    assert named == [{"seat": "A", "type": "name_suit", "suit": suit} for suit in "SHC"]
    refused = game.refused("elder", "name_suit", suit="D", rule="R4.5", at="/action/suit")
    assert [one["code"] for one in refused] == ["look.suit_not_held"]
    game.do("elder", "name_suit", suit="S")
    for suit in "SHC":
        refused = game.refused("elder", "name_suit", suit=suit, rule="R4.5")
        assert [one["code"] for one in refused] == ["name_suit.already_named"]
    assert "name_suit" not in options_of(game, "A")
    # Only the first lead is bound.
    game.play("AS").reckon_nothing().play("7S").play("AH")


@pytest.mark.rule("R4.5", "R5.10")
def test_it_takes_the_place_of_the_lead():
    game = exchanged()
    game.refused("elder", "name_suit", suit="S", at="/action/type")  # the categories are not settled
    game.passes(*CATEGORIES)
    game.refused("younger", "name_suit", suit="S", at="/action/seat")
    game.play("AS")
    refused = game.refused("elder", "name_suit", suit="S", rule="R4.5")
    assert [one["code"] for one in refused] == ["name_suit.after_lead"]


@pytest.mark.rule("R4.5")
@pytest.mark.parametrize(
    ("left_cards", "younger", "code"),
    [
        ("after_lead_shared", "D 789", "look.nothing_left"),
        ("revealed_by_dealer", "7D", "name_suit.not_allowed"),
        ("private_named_suit", "7D", "name_suit.not_allowed"),
        ("none", "7D", "name_suit.not_allowed"),
    ],
)
def test_not_where_nothing_is_left_or_nobody_would_look_for_it(left_cards, younger, code):
    game = to_lead(younger, left_cards=left_cards)
    assert "name_suit" not in options_of(game, "A")
    assert [one["code"] for one in game.refused("elder", "name_suit", suit="S", rule="R4.5")] == [code]


@pytest.mark.rule("R4.5", "R4.6", "R5.14")
def test_naming_waives_the_second_exchange_as_leading_does():
    # Where calling is automatic, what elder declares waits for the second exchange.
    game = exchanged(calling="automatic", elder_second_exchange=True)
    assert game.score == (0, 0)
    game.do("elder", "name_suit", suit="C")
    assert game.score == (IN_HAND, 0)
    game.refused("elder", "exchange", cards="7C", rule="R4.6")
    game.do("younger", "look_at_left", look=True)
    assert game.play("7C").score == (IN_HAND + 1, 0)
