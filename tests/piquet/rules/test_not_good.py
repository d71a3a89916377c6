"""R5.2: what younger may say with *not good* of the better holding."""

import pytest

from tests.helpers.game import Game

# Younger holds H KQT97 (46), D AK987 (45) and S 98; sequences: none but D 987. Elder calls a point of four or five.
ELDER, YOUNGER = "S AKQJ H AJ8 D QJ C KQJ", "H KQT97 D AK987 S 98"
FORTY_FIVE = "C AQ987 S AKQJ H AJ D Q"


def replying(*call, elder: str = ELDER, younger: str = YOUNGER) -> Game:
    game = Game.exchanged(elder, younger)
    if call[0] != "point":
        game.passes("point")
    return game.call(*call)


@pytest.mark.rule("R5.2")
@pytest.mark.parametrize(
    "said",
    [
        {},
        {"length": 5},
        {"value": 46},
        {"length": 5, "value": 46},
        {"value": 45},  # the other suit of five
    ],
    ids=str,
)
def test_a_better_point_may_be_named_by_length_and_value(said):
    game = replying("point", 4, 41).do("younger", "reply", reply="not_good", **said)
    told = game.event("replied")
    assert {name: told[name] for name in ("length", "value", "top") if name in told} == said
    assert told in game.view("elder")["events"]
    assert game.state["history"][-1] == {"seat": "B", "type": "reply", "reply": "not_good", **said}
    # It binds younger to nothing but R5.2: any better point will do.
    game.passes("sequence", "set").play("AS").do("younger", "reckon", holdings=["point D AK987"])
    assert game.scored == [("younger", "point", 5)]


@pytest.mark.rule("R5.2")
@pytest.mark.parametrize(
    ("said", "code", "at"),
    [
        ({"length": 6}, "reply.not_held", "/action/length"),  # no six cards
        ({"length": 4}, "reply.not_held", "/action/length"),  # four cards make 41 at the most: not better
        ({"value": 47}, "reply.not_held", "/action/value"),
        ({"value": 41}, "reply.not_held", "/action/value"),  # not better
        ({"length": 4, "value": 46}, "reply.not_held", "/action/value"),  # 46 are five cards
        ({"top": "A"}, "reply.wrong_kind", "/action/top"),
        ({"value": 46, "top": "A"}, "reply.wrong_kind", "/action/top"),
    ],
    ids=str,
)
def test_what_is_said_of_a_point_must_be_true(said, code, at):
    refused = replying("point", 4, 41).refused("younger", "reply", reply="not_good", rule="R5.2", at=at, **said)
    assert [one["code"] for one in refused] == [code]


@pytest.mark.rule("R5.2", "R5.3")
def test_before_the_value_is_asked_only_more_cards_are_better():
    # Elder has called four without a value: of younger's holdings only those of five are longer.
    game = replying("point", 4)
    game.refused("younger", "reply", reply="not_good", length=4, rule="R5.2")
    game.do("younger", "reply", reply="not_good", length=5)


@pytest.mark.rule("R5.2")
def test_a_better_sequence_may_be_named_by_length_and_top():
    # Elder calls a tierce to the queen; younger holds H AKQJ: better are the quart and the tierces to the ace and king.
    elder, younger = "S QJT H T987 D KQ9 C 98", "H AKQJ S 98 D T87 C AKQ"
    for said, legal in (
        ({"length": 4, "top": "A"}, True),
        ({"length": 3, "top": "K"}, True),
        ({"top": "A"}, True),
        ({"length": 4}, True),
        ({"length": 4, "top": "K"}, False),
        ({"length": 3, "top": "Q"}, False),
        ({"value": 41}, False),
    ):
        game = replying("sequence", 3, "Q", elder=elder, younger=younger)
        assert game.check("younger", "reply", reply="not_good", **said)["legal"] is legal, said


@pytest.mark.rule("R5.2")
def test_of_a_better_set_nothing_is_said():
    game = replying("set", 3, "J", elder="S J98 H J98 D J98 C 987", younger="S AKQ H AKQ D AKQ C AKQ")
    for said in ({"length": 4}, {"value": 44}, {"top": "A"}):
        refused = game.refused("younger", "reply", reply="not_good", rule="R5.2", **said)
        assert [one["code"] for one in refused] == ["reply.wrong_kind"]
    (option,) = [one for one in game.options()["options"] if one["type"] == "reply"]
    assert (option["replies"], option["better"]) == (["good", "not_good"], [])


@pytest.mark.rule("R5.2")
@pytest.mark.parametrize("reply", ["good", "equal"])
def test_it_is_said_with_not_good_only(reply):
    game = replying("point", 5, 45, elder=FORTY_FIVE)
    refused = game.refused("younger", "reply", reply=reply, length=5, value=46, rule="R5.2")
    assert [one["code"] for one in refused] == ["reply.nothing_more"] * 2


@pytest.mark.rule("R5.2")
def test_options_list_what_may_be_said():
    (option,) = [
        one for one in replying("point", 5, 45, elder=FORTY_FIVE).options()["options"] if one["type"] == "reply"
    ]
    assert option["replies"] == ["good", "not_good", "equal"]
    assert option["better"] == [{"length": 5, "value": 46}]
    # The best first.
    (option,) = [one for one in replying("point", 4, 41).options()["options"] if one["type"] == "reply"]
    assert option["better"] == [{"length": 5, "value": 46}, {"length": 5, "value": 45}]
