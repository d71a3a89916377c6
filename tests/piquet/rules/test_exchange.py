"""R4: discards and draws, and the cards that are left."""

import itertools

import pytest

from tests.helpers.cards import AUTOMATIC, cards, portland, rest_of
from tests.helpers.game import Game

ELDER = "S AKQJ H AKQJ D AKQJ"
YOUNGER = "S T987 H T987 D T987"
TALON = "C 7A8K9QTJ"  # top first, in no natural order


def dealt(ruleset="portland") -> Game:
    return Game.deal(ELDER, YOUNGER, TALON, ruleset=ruleset)


def after(elder: int, younger: int, ruleset="portland") -> Game:
    """The exchange is over: elder has exchanged so many, younger so many."""
    return dealt(ruleset).exchange(cards(ELDER)[:elder]).exchange(cards(YOUNGER)[:younger])


# -- R4.1, R4.2: how many


@pytest.mark.rule("R4.1")
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_elder_exchanges_one_to_five(count):
    game = dealt().exchange(cards(ELDER)[:count])
    assert (game.phase, game.to_act) == ("younger_exchange", "B")
    assert game.event("exchanged")["count"] == count
    assert game.scored == []


@pytest.mark.rule("R4.1")
@pytest.mark.parametrize("count", [0, 6, 8, 12])
def test_elder_exchanges_neither_none_nor_more_than_five(count):
    dealt().refused("elder", "exchange", cards=cards(ELDER)[:count], rule="R4.1", at="/action/cards")


@pytest.mark.rule("R4.1")
def test_the_bounds_for_elder_are_parameters():
    game = dealt(portland(elder_min=3))
    game.refused("elder", "exchange", cards="AS KS", rule="R4.1", at="/action/cards")
    game.exchange("AS KS QS")
    game = dealt(portland(elder_max=3))
    game.refused("elder", "exchange", cards="S AKQJ", rule="R4.1", at="/action/cards")
    game.exchange("AS KS QS")


@pytest.mark.rule("R4.2")
@pytest.mark.parametrize(
    ("elder", "younger"), [(elder, younger) for elder in range(1, 6) for younger in (1, 3, 8 - elder)]
)
def test_younger_exchanges_from_one_to_what_is_left(elder, younger):
    # Three, and one more for each that elder left: 8 - elder.
    game = after(elder, younger)
    assert game.phase == "calling"
    assert (game.state["left"]["A"], game.state["left"]["B"]) == (5 - elder, 8 - elder - younger)


@pytest.mark.rule("R4.2")
@pytest.mark.parametrize(("elder", "younger"), [(5, 0), (5, 4), (4, 5), (3, 6), (1, 0), (1, 8)])
def test_younger_exchanges_neither_none_nor_more_than_is_left(elder, younger):
    game = dealt().exchange(cards(ELDER)[:elder])
    game.refused("younger", "exchange", cards=cards(YOUNGER)[:younger], rule="R4.2", at="/action/cards")


@pytest.mark.rule("R4.2")
def test_younger_may_be_held_to_five():
    game = dealt(portland(younger_max=5)).exchange("AS")
    game.refused("younger", "exchange", cards=cards(YOUNGER)[:6], rule="R4.2", at="/action/cards")
    game.exchange(cards(YOUNGER)[:5])


@pytest.mark.rule("R4.2")
def test_younger_may_be_allowed_to_exchange_none():
    game = dealt(portland(younger_min=0)).exchange("S AKQJ H A").exchange([])
    assert game.phase == "calling"
    assert set(game.state["hands"]["B"]) == set(cards(YOUNGER))
    assert game.state["left"]["B"] == 3


@pytest.mark.rule("R4.1", "R4.2")
def test_elder_exchanges_first_and_each_once():
    game = dealt()
    game.refused("younger", "exchange", cards=["TS"], at="/action/type")
    game.exchange("AS")
    game.refused("elder", "exchange", cards=["KS"], at="/action/type")
    game.exchange("TS")
    game.refused("younger", "exchange", cards=["9S"], at="/action/type")
    game.refused("elder", "exchange", cards=["KS"], at="/action/type")


@pytest.mark.rule("R4.1", "R4.3")
def test_only_cards_in_hand_are_discarded():
    game = dealt()
    game.refused("elder", "exchange", cards=["AS", "7C"], at="/action/cards/1")
    game.refused("elder", "exchange", cards=["TS", "AS"], at="/action/cards/0")
    game.exchange("AS")
    game.refused("younger", "exchange", cards=["TS", "AS"], at="/action/cards/1")


# -- R4.3: strictly from the top


@pytest.mark.rule("R4.3")
@pytest.mark.parametrize(("elder", "younger"), [(5, 3), (5, 1), (3, 5), (3, 1), (1, 7), (1, 1), (2, 4)])
def test_cards_are_drawn_strictly_from_the_top(elder, younger):
    # Elder has the first so many of the talon, younger those that follow, what elder left first.
    game = after(elder, younger)
    talon = cards(TALON)
    assert game.state["drawn"] == {"A": talon[:elder], "B": talon[elder : elder + younger]}
    assert game.state["talon"] == talon[elder + younger :]
    assert set(game.state["hands"]["A"]) == set(cards(ELDER)[elder:] + talon[:elder])
    assert set(game.state["hands"]["B"]) == set(cards(YOUNGER)[younger:] + talon[elder : elder + younger])


@pytest.mark.rule("R4.3")
def test_nobody_draws_more_or_fewer_than_he_discards():
    for elder, younger in itertools.product((1, 3, 5), (1, 2, 3)):
        game = after(elder, younger)
        for seat in "AB":
            assert len(game.state["drawn"][seat]) == len(game.state["discards"][seat])
            assert len(game.state["hands"][seat]) == 12


@pytest.mark.rule("R4.3")
def test_discards_are_secret_but_their_owner_may_look_at_them_at_any_time():
    game = after(5, 3)
    mine = {"elder": set(cards(ELDER)[:5]), "younger": set(cards(YOUNGER)[:3])}
    for _ in range(2):
        for who, count in (("elder", 3), ("younger", 5)):
            view = game.view(who)
            assert set(view["discards"]) == mine[who]
            assert view["other"]["discard_count"] == count
            # nothing in the view of the one names what the other has put away
            hidden = mine["younger" if who == "elder" else "elder"]
            assert not any(f'"{card}"' in str(view).replace("'", '"') for card in hidden)
        # the same when play has begun: passed all round, a lead of clubs, which younger must follow
        game.passes("point", "sequence", "set").play("7C").reckon_nothing() if game.phase == "calling" else None


@pytest.mark.rule("R4.3")
def test_what_is_drawn_is_known_to_its_owner_alone():
    game = after(5, 3)
    talon = cards(TALON)
    assert game.view("elder")["drawn"] == talon[:5]
    assert game.view("younger")["drawn"] == talon[5:]
    assert not set(talon[5:]) & set(str(game.view("elder")).replace("'", " ").split())
    assert not set(talon[:5]) & set(str(game.view("younger")).replace("'", " ").split())
    assert game.view("elder")["talon_count"] == 0


# -- R4.4: what elder leaves


@pytest.mark.rule("R4.4")
def test_elder_knows_those_of_his_five_that_he_left_and_they_stay_on_top():
    game = dealt().exchange("S AKQ")
    assert game.event("left")["count"] == 2
    assert game.state["left"]["A"] == 2
    assert game.state["looked"]["A"] == cards("C K9")  # the fourth and the fifth
    assert game.state["talon"] == cards("C K9QTJ")
    assert game.view("elder")["looked"] == cards("C K9")
    assert game.view("younger")["looked"] == []
    assert "KC" not in str(game.view("younger"))
    assert game.view("younger")["talon_count"] == 5


@pytest.mark.rule("R4.4")
def test_elder_who_takes_all_five_has_nothing_to_look_at():
    game = dealt().exchange("S AKQJ H A")
    assert game.state["left"]["A"] == 0
    assert game.state["looked"]["A"] == []
    assert "left" not in game.happened


# -- R4.5: what younger leaves


def led(elder=5, younger=1, ruleset="portland") -> Game:
    """Younger has left some cards, elder has passed everything and led the seven of clubs, his first draw."""
    game = after(elder, younger, ruleset)
    if game.phase == "calling":
        game.passes("point", "sequence", "set")
    return game.play("7C")


@pytest.mark.rule("R4.5")
def test_younger_looks_after_elders_lead_and_elder_sees_the_cards_too():
    # Elder took 7 A 8 K 9, younger Q; T and J are left.
    game = led()
    assert game.state["look"] is None
    assert game.state["looked"] == {"A": [], "B": []}
    game.do("younger", "look_at_left", look=True)
    assert game.event("looked")["cards"] == cards("C TJ")
    assert game.state["look"] is True
    assert game.state["looked"] == {"A": cards("C TJ"), "B": cards("C TJ")}
    assert game.view("elder")["looked"] == game.view("younger")["looked"] == cards("C TJ")
    assert game.to_act == "B"


@pytest.mark.rule("R4.5", "R4.2")
def test_the_number_that_younger_leaves_is_announced():
    game = after(5, 1)
    assert [(event["seat"], event["count"]) for event in game.events_of("left")] == [("B", 2)]


@pytest.mark.rule("R4.4", "R4.5")
def test_cards_left_by_elder_may_be_among_those_left_by_younger():
    # Elder takes 7 A, leaves 8 K 9; younger takes 8; K 9 Q T J are left, of which elder knows K 9 already.
    game = led(2, 1)
    assert game.state["looked"] == {"A": cards("C 8K9"), "B": []}
    game.do("younger", "look_at_left", look=True)
    assert game.event("looked")["cards"] == cards("C K9QTJ")
    assert set(game.state["looked"]["A"]) == set(cards("C 8K9QTJ"))
    assert game.state["looked"]["B"] == cards("C K9QTJ")


@pytest.mark.rule("R4.5")
def test_younger_cannot_look_before_the_lead():
    game = after(5, 1)
    game.refused("younger", "look_at_left", look=True, at="/action/type")
    game.passes("point", "sequence", "set")
    game.refused("younger", "look_at_left", look=True, at="/action/type")


@pytest.mark.rule("R4.5")
@pytest.mark.parametrize("reckons_first", [False, True])
def test_younger_may_look_before_or_after_he_reckons(reckons_first):
    game = led()
    if reckons_first:
        game.reckon_nothing().do("younger", "look_at_left", look=True)
    else:
        game.do("younger", "look_at_left", look=True).reckon_nothing()
    game.play("QC")
    assert game.state["looked"]["A"] == cards("C TJ")


@pytest.mark.rule("R4.5")
def test_a_refusal_to_look_is_final():
    game = led().do("younger", "look_at_left", look=False)
    assert game.state["look"] is False
    assert game.state["looked"] == {"A": [], "B": []}
    game.refused("younger", "look_at_left", look=True, rule="R4.5", at=("/action/type", "/action/look"))


@pytest.mark.rule("R4.5")
def test_he_looks_once():
    game = led().do("younger", "look_at_left", look=True)
    game.refused("younger", "look_at_left", look=True, rule="R4.5", at=("/action/type", "/action/look"))


@pytest.mark.rule("R4.5")
def test_who_does_not_look_needs_no_action_and_his_card_closes_the_window():
    game = led().reckon_nothing().play("QC")
    assert game.state["looked"] == {"A": [], "B": []}
    game.refused("younger", "look_at_left", look=True, rule="R4.5", at="/action/type")


@pytest.mark.rule("R4.5")
def test_the_decision_is_youngers():
    led().refused("elder", "look_at_left", look=True, at="/action/type")


@pytest.mark.rule("R4.5")
def test_nothing_is_looked_at_where_nothing_is_left():
    led(5, 3).refused("younger", "look_at_left", look=True, rule="R4.5", at="/action/type")


@pytest.mark.rule("R4.5")
def test_a_ruleset_may_leave_the_cards_in_the_dark():
    game = led(ruleset=portland(left_cards="none"))
    game.refused("younger", "look_at_left", look=True, rule="R4.5", at="/action/type")


@pytest.mark.rule("R4.5", "R5.14")
def test_looking_is_younger_s_right_where_calling_is_automatic_too():
    game = led(ruleset=AUTOMATIC)
    game.do("younger", "look_at_left", look=True).play("QC")
    assert game.state["looked"]["A"] == cards("C TJ")


# -- the number of discards that elder has


@pytest.mark.rule("R4.1")
def test_elder_has_1585_discards():
    # W17: C(12,1) + C(12,2) + C(12,3) + C(12,4) + C(12,5) = 12 + 66 + 220 + 495 + 792.
    # (Neither hand is a carte blanche, which might be announced instead.)
    game = Game.deal(ELDER, "S T987 H T987 D T98 C J", "C 7A8K9QT D 7")
    first = game.options(expand=True, limit=1000)
    second = game.options(expand=True, limit=1000, offset=1000)
    assert first["total"] == second["total"] == 12 + 66 + 220 + 495 + 792 == 1585
    actions = first["actions"] + second["actions"]
    assert {action["type"] for action in actions} == {"exchange"}
    assert {action["seat"] for action in actions} == {"A"}
    discards = {frozenset(action["cards"]) for action in actions}
    assert len(discards) == 1585
    assert all(1 <= len(discard) <= 5 and discard <= set(cards(ELDER)) for discard in discards)


def test_the_deal_of_this_module_is_the_whole_pack():
    assert rest_of(ELDER, YOUNGER, TALON) == []
