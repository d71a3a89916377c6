"""R4.5 and R4.6: the cards that younger leaves, who may look at them and when, and elder's second exchange."""

import pytest

from tests.helpers.cards import cards, portland
from tests.helpers.game import Game

ELDER = "S AKQJ H AKQJ D AKQJ"
YOUNGER = "S T987 H T987 D T987"
TALON = "C 7A8K9QTJ"  # top first, in no natural order
WAYS = ("after_lead_shared", "revealed_by_dealer", "private_named_suit", "none")
CATEGORIES = ("point", "sequence", "set")

# Elder puts away the diamonds and a knave and takes 7 A 8 K 9 of clubs: S AKQ, H AKQJ, C AK987, and no diamond.
AWAY = "D AKQJ S J"
# What his hand is then worth where all is declared. The point: five clubs against four cards, 5. A quart to the ace and
# two tierces (S AKQ, C 987) against quarts to the ten: 4 + 3 + 3. Three aces and three kings against three tens: 6.
IN_HAND = 5 + 10 + 6


def exchanged(elder: str = AWAY, younger: str = "7D", name: str = "portland", **overrides) -> Game:
    """Elder and younger have exchanged these cards; with the defaults younger leaves the ten and knave of clubs."""
    game = Game.deal(ELDER, YOUNGER, TALON, ruleset={"name": name, "overrides": overrides})
    return game.exchange(elder).exchange(younger)


def way(left_cards: str, calling: str = "dialogue", **more) -> Game:
    return exchanged(left_cards=left_cards, calling=calling, **more)


def to_lead(game: Game) -> Game:
    """Elder has called nothing and is to lead."""
    return game.passes(*CATEGORIES) if game.phase == "calling" else game


def may_look(game: Game) -> list[str]:
    """The seats whose options have a look at the cards left, as the service lists them and as it judges them."""
    listed = sorted({option["seat"] for option in game.options()["options"] if option["type"] == "look_at_left"})
    judged = [seat for seat in "AB" if game.check(seat, "look_at_left", look=False)["legal"]]
    assert listed == judged
    return listed


# -- who may look, and when


@pytest.mark.rule("R4.5")
@pytest.mark.parametrize("calling", ["dialogue", "automatic"])
@pytest.mark.parametrize(
    ("left_cards", "before_a_call", "before_the_lead", "after_the_lead"),
    [
        # S4: younger, after elder's first lead.
        ("after_lead_shared", [], [], ["B"]),
        # S0: younger, before elder's first call.
        ("revealed_by_dealer", ["B"], [], []),
        # S3: younger until his own first card, elder until his lead.
        ("private_named_suit", ["A", "B"], ["A", "B"], ["B"]),
        ("none", [], [], []),
    ],
)
def test_the_window_opens_and_closes(left_cards, calling, before_a_call, before_the_lead, after_the_lead):
    game = Game.deal(ELDER, YOUNGER, TALON, ruleset=portland(left_cards=left_cards, calling=calling))
    for some in (AWAY, "7D"):
        game.refused("younger", "look_at_left", look=True)
        game.refused("elder", "look_at_left", look=True)
        game.exchange(some)
    assert may_look(game) == before_a_call
    if calling == "dialogue":
        assert may_look(game.passes("point")) == before_the_lead
        assert may_look(game.passes("sequence", "set")) == before_the_lead
    game.play("7C")
    assert may_look(game) == after_the_lead
    if calling == "dialogue":
        game.reckon_nothing()
        assert may_look(game) == after_the_lead
    game.play("QC")
    assert may_look(game) == []
    for seat in "AB":
        game.refused(seat, "look_at_left", look=True, rule="R4.5", at="/action/type")
    assert game.state["looked"] == {"A": [], "B": []}


@pytest.mark.rule("R4.5")
@pytest.mark.parametrize("left_cards", WAYS)
def test_where_nothing_is_left_nobody_looks(left_cards):
    game = exchanged(younger="D 789", left_cards=left_cards)
    assert may_look(game) == []
    game.passes(*CATEGORIES).play("7C")
    assert may_look(game) == []
    game.refused("younger", "look_at_left", look=True, rule="R4.5", at="/action/type")


@pytest.mark.rule("R4.5")
@pytest.mark.parametrize("left_cards", WAYS[:2])
def test_where_a_look_is_shared_or_nobody_s_elder_has_no_say(left_cards):
    game = way(left_cards)
    for step in range(3):
        game.refused("elder", "look_at_left", look=True, rule="R4.5", at="/action/type")
        game.refused("elder", "look_at_left", look=True, suit="S", at="/action/type")
        if step == 0:
            game.passes(*CATEGORIES)
        if step == 1:
            game.play("7C")


@pytest.mark.rule("R4.5")
@pytest.mark.parametrize("left_cards", WAYS[:3])
@pytest.mark.parametrize("look", [True, False])
def test_what_younger_has_decided_is_final(left_cards, look):
    game = way(left_cards)
    if left_cards == "after_lead_shared":
        game.passes(*CATEGORIES).play("7C")
    game.do("younger", "look_at_left", look=look)
    assert game.happened == ["looked" if look else "not_looked"]
    assert game.state["look"] is look
    for again in (True, False):
        game.refused("younger", "look_at_left", look=again, rule="R4.5", at=("/action/type", "/action/look"))
    assert game.state["looked"]["B"] == (cards("C TJ") if look else [])


# -- S4: shared


@pytest.mark.rule("R4.5")
@pytest.mark.parametrize("calling", ["dialogue", "automatic"])
def test_after_the_lead_both_see_what_younger_looks_at(calling):
    game = to_lead(way("after_lead_shared", calling)).play("7C").do("younger", "look_at_left", look=True)
    assert game.event("looked")["cards"] == cards("C TJ")
    assert game.state["looked"] == {"A": cards("C TJ"), "B": cards("C TJ")}
    assert game.view("elder")["looked"] == game.view("younger")["looked"] == cards("C TJ")
    assert game.state["elder_look"] is None
    assert game.state["named_suit"] is None


# -- S0: turned up for both


@pytest.mark.rule("R4.5")
def test_the_dealer_turns_them_up_for_both_before_the_first_call():
    game = way("revealed_by_dealer").do("younger", "look_at_left", look=True)
    assert game.event("looked")["cards"] == cards("C TJ")
    assert game.state["looked"] == {"A": cards("C TJ"), "B": cards("C TJ")}
    assert game.view("elder")["looked"] == game.view("younger")["looked"] == cards("C TJ")
    assert (game.phase, game.to_act) == ("calling", "A")
    # Only their being turned up is a matter of the dealer's; elder calls as ever, and leads what he likes.
    game.passes(*CATEGORIES).play("AC")


@pytest.mark.rule("R4.5")
def test_a_call_closes_it_as_a_pass_does():
    game = way("revealed_by_dealer").call("point", 5)
    game.refused("younger", "look_at_left", look=True, rule="R4.5", at="/action/type")
    # So it is for the rest of the calls.
    game.good().reckon()
    game.refused("younger", "look_at_left", look=True, rule="R4.5", at="/action/type")


@pytest.mark.rule("R4.5", "R5.14")
@pytest.mark.parametrize("look", [True, False])
def test_what_is_declared_waits_for_the_dealer_s_word(look):
    # S0 turns up before the first call; so elder's scores come with the dealer's decision.
    game = way("revealed_by_dealer", "automatic")
    assert game.score == (0, 0)
    game.do("younger", "look_at_left", look=look)
    assert game.score == (IN_HAND, 0)
    assert game.play("7C").score == (IN_HAND + 1, 0)


@pytest.mark.rule("R4.5", "R5.14")
def test_where_nothing_is_left_to_turn_up_what_is_declared_waits_for_nothing():
    # Elder as before; younger, for three diamonds, Q T J of clubs: S T987, H T987, D T, C QJT. His fours and quarts are
    # not good, but his four tens are: elder has his point and his sequences.
    game = exchanged(younger="D 789", left_cards="revealed_by_dealer", calling="automatic")
    assert game.score == (5 + 10, 0)


# -- S3: each for himself


@pytest.mark.rule("R4.5")
@pytest.mark.parametrize("moment", ["before the calls", "before the lead", "after the lead"])
def test_younger_sees_them_alone(moment):
    game = way("private_named_suit")
    if moment != "before the calls":
        game.passes(*CATEGORIES)
    if moment == "after the lead":
        game.play("7C")
    game.do("younger", "look_at_left", look=True)
    # The other hears that he looked, not what he saw.
    assert game.event("looked")["cards"] == []
    assert game.event("looked").get("suit") is None
    assert game.state["looked"] == {"A": [], "B": cards("C TJ")}
    assert game.view("younger")["looked"] == cards("C TJ")
    assert game.view("elder")["looked"] == []
    for card in ("TC", "JC"):
        assert card not in str(game.view("elder"))


@pytest.mark.rule("R4.5")
def test_elder_sees_them_alone():
    game = way("private_named_suit").do("elder", "look_at_left", look=True, suit="C")
    assert game.event("looked")["cards"] == []
    assert game.event("looked")["suit"] == "C"
    assert game.state["looked"] == {"A": cards("C TJ"), "B": []}
    assert (game.state["look"], game.state["elder_look"], game.state["named_suit"]) == (None, True, "C")
    assert game.view("elder")["looked"] == cards("C TJ")
    view = game.view("younger")
    assert (view["looked"], view["elder_look"], view["named_suit"]) == ([], True, "C")
    for card in ("TC", "JC"):
        assert card not in str(view)


@pytest.mark.rule("R4.5")
def test_each_looks_whether_or_not_the_other_has():
    game = way("private_named_suit").do("younger", "look_at_left", look=True)
    game.do("elder", "look_at_left", look=True, suit="H")
    assert game.state["looked"] == {"A": cards("C TJ"), "B": cards("C TJ")}
    game = way("private_named_suit").do("elder", "look_at_left", look=False).passes(*CATEGORIES).play("7C")
    game.do("younger", "look_at_left", look=True)
    assert game.state["looked"] == {"A": [], "B": cards("C TJ")}


@pytest.mark.rule("R4.5", "R6.1")
@pytest.mark.parametrize("calling", ["dialogue", "automatic"])
@pytest.mark.parametrize(
    ("suit", "led", "others"), [("S", "S AKQ", "H AKQJ C AK987"), ("C", "C AK987", "S AKQ H AKQJ")]
)
def test_elder_leads_the_suit_that_he_named(calling, suit, led, others):
    game = to_lead(way("private_named_suit", calling).do("elder", "look_at_left", look=True, suit=suit))
    for card in cards(others):
        game.refused("elder", "play", card=card, rule="R4.5", at="/action/card")
    (option,) = [option for option in game.options()["options"] if option["type"] == "play"]
    assert set(option["cards"]) == set(cards(led))
    # The promise is of the first lead alone.
    game.play(led.split()[0] + " " + led.split()[1][0])
    if calling == "dialogue":
        game.reckon_nothing()
    younger = [card for card in game.state["hands"]["B"] if card[1] == suit]
    game.play((younger or game.state["hands"]["B"])[0])
    if game.to_act == "A":
        game.play(others.split()[0] + " " + others.split()[1][0])


@pytest.mark.rule("R4.5")
@pytest.mark.parametrize("moment", ["before the calls", "before the lead"])
def test_elder_names_a_suit_that_he_holds(moment):
    game = way("private_named_suit")
    if moment == "before the lead":
        game.passes(*CATEGORIES)
    game.refused("elder", "look_at_left", look=True, suit="D", rule="R4.5", at="/action/suit")
    game.refused("elder", "look_at_left", look=True, rule="R4.5", at="/action/suit")
    (option,) = [one for one in game.options()["options"] if (one["seat"], one["type"]) == ("A", "look_at_left")]
    assert sorted(option["suits"]) == sorted("SHC")
    expanded = game.options(expand=True)["actions"]
    assert sorted(
        str(action.get("suit")) for action in expanded if (action["seat"], action["type"]) == ("A", "look_at_left")
    ) == ["C", "H", "None", "S"]


@pytest.mark.rule("R4.5")
def test_younger_names_no_suit():
    game = way("private_named_suit")
    game.refused("younger", "look_at_left", look=True, suit="S", rule="R4.5", at="/action/suit")
    game = way("revealed_by_dealer")
    game.refused("younger", "look_at_left", look=True, suit="S", rule="R4.5", at="/action/suit")


@pytest.mark.rule("R4.5")
def test_elder_who_will_not_look_names_nothing_and_leads_what_he_likes():
    game = way("private_named_suit")
    game.refused("elder", "look_at_left", look=False, suit="S", rule="R4.5", at="/action/suit")
    game.do("elder", "look_at_left", look=False)
    assert game.happened == ["not_looked"]
    assert (game.state["elder_look"], game.state["named_suit"], game.state["looked"]["A"]) == (False, None, [])
    for look, more in ((True, {"suit": "S"}), (False, {})):
        game.refused("elder", "look_at_left", look=look, rule="R4.5", at="/action/type", **more)
    game.passes(*CATEGORIES)
    for card in cards("S AKQ H AKQJ C AK987"):
        assert game.check("elder", "play", card=card)["legal"]


@pytest.mark.rule("R4.5")
def test_elder_who_has_looked_does_not_look_again_and_names_no_other_suit():
    game = way("private_named_suit").do("elder", "look_at_left", look=True, suit="H")
    game.refused("elder", "look_at_left", look=True, suit="S", rule="R4.5", at="/action/type")
    game.passes(*CATEGORIES)
    game.refused("elder", "look_at_left", look=False, rule="R4.5", at="/action/type")
    assert game.state["named_suit"] == "H"


@pytest.mark.rule("R4.5")
def test_elder_may_look_while_younger_replies():
    # His time is until his lead, so a call in between does not take it from him.
    game = way("private_named_suit").call("point", 5)
    assert game.phase == "reply"
    game.do("elder", "look_at_left", look=True, suit="S")
    assert (game.phase, game.to_act) == ("reply", "B")
    game.good()
    assert game.state["looked"]["A"] == cards("C TJ")


@pytest.mark.rule("R4.4", "R4.5")
def test_elder_knows_what_he_left_of_his_own_besides():
    # Elder takes 7 A 8 and leaves K 9; younger takes the king; 9 Q T J stay.
    game = exchanged("D AKQ", "7D", left_cards="private_named_suit")
    assert game.state["looked"] == {"A": cards("C K9"), "B": []}
    game.do("younger", "look_at_left", look=True)
    assert game.state["looked"] == {"A": cards("C K9"), "B": cards("C 9QTJ")}
    game.do("elder", "look_at_left", look=True, suit="D")
    assert set(game.state["looked"]["A"]) == set(cards("C K9QTJ"))
    assert set(game.view("elder")["looked"]) == set(cards("C K9QTJ"))


# -- R4.6: elder's second exchange


def again(younger: str = "7D", calling: str = "dialogue", elder: str = AWAY, **more) -> Game:
    """The first exchange is over in a game with a second one; as S3 has it, each looks for himself."""
    more = {"left_cards": "private_named_suit"} | more
    return exchanged(elder, younger, elder_second_exchange=True, calling=calling, **more)


def bounds(game: Game) -> list[tuple[int, int]]:
    """The fewest and the most that elder may exchange, where he may."""
    return [(option["min"], option["max"]) for option in game.options()["options"] if option["type"] == "exchange"]


@pytest.mark.rule("R4.6")
@pytest.mark.parametrize("calling", ["dialogue", "automatic"])
@pytest.mark.parametrize(("younger", "most"), [("7D", 2), ("D 78", 1)])
def test_elder_exchanges_again_what_younger_left(calling, younger, most):
    game = again(younger, calling)
    assert game.to_act == "A"
    assert bounds(game) == [(1, most)]
    game.refused("elder", "exchange", cards=[], at="/action/cards")
    game.refused("elder", "exchange", cards=cards("C 789")[: most + 1], rule="R4.6", at="/action/cards")
    game.refused("younger", "exchange", cards="8S", at=("/action/type", "/action/seat"))
    game.refused("elder", "exchange", cards="7D", at="/action/cards/0")  # what younger put away
    for count in range(1, most + 1):
        assert game.check("elder", "exchange", cards=cards("C 789")[:count])["legal"]


@pytest.mark.rule("R4.6")
@pytest.mark.parametrize("calling", ["dialogue", "automatic"])
@pytest.mark.parametrize(
    ("elder", "younger"),
    [
        ("D AKQ S J", "7D"),  # elder took four
        ("D A", "7D"),
        (AWAY, "D 789"),  # younger took his three
    ],
)
def test_not_where_elder_left_one_or_younger_none(calling, elder, younger):
    game = again(younger, calling, elder)
    assert bounds(game) == []
    game.refused("elder", "exchange", cards="AC", rule="R4.6")


@pytest.mark.rule("R4.4")
@pytest.mark.parametrize(("elder_max", "away", "left"), [(3, "D AKQ", "C K9"), (4, "D AKQJ", "C 9")])
def test_five_cards_are_elders_however_few_he_may_exchange(elder_max, away, left):
    # Talon 7 A 8 K 9 Q T J: those of the first five that he did not take, whatever `elder_max` is.
    game = Game.deal(ELDER, YOUNGER, TALON, ruleset=portland(elder_max=elder_max)).exchange(away)
    assert game.state["looked"] == {"A": cards(left), "B": []}
    assert game.event("left")["count"] == game.state["left"]["A"] == len(cards(left))


@pytest.mark.rule("R4.6")
@pytest.mark.parametrize("elder_max", [3, 4])
def test_not_where_elder_may_not_take_his_five(elder_max):
    game = Game.deal(ELDER, YOUNGER, TALON, ruleset=portland(elder_second_exchange=True, elder_max=elder_max))
    game.exchange(cards(ELDER)[:elder_max]).exchange("7D")
    assert bounds(game) == []
    game.refused("elder", "exchange", cards="AC", rule="R4.6")


@pytest.mark.rule("R4.6", "R4.2")
def test_not_where_younger_took_nothing():
    # One or two of his three, the rule says; a ruleset may let him take none.
    game = Game.deal(ELDER, YOUNGER, TALON, ruleset=portland(elder_second_exchange=True, younger_min=0))
    game.exchange(AWAY).exchange([])
    game.refused("elder", "exchange", cards="AC", rule="R4.6")


@pytest.mark.rule("R4.6")
@pytest.mark.parametrize(
    "name", ["portland", "parlett", "denexa", "wikipedia", "au-cent", "hoyle", "german", "garraud"]
)
def test_only_the_french_have_it(name):
    # (By the German rule younger takes three, so nothing is left after five.)
    game = exchanged(younger="D 789" if name == "german" else "7D", name=name)
    game.refused("elder", "exchange", cards="AC", rule="R4.6")
    assert bounds(exchanged(name="french")) == [(1, 2)]


@pytest.mark.rule("R4.6", "R4.3")
def test_one_card_from_the_top():
    game = again().do("elder", "exchange", cards="7C")
    assert game.event("exchanged")["count"] == 1
    assert game.state["drawn"] == {"A": cards("C 7A8K9T"), "B": cards("C Q")}
    assert game.state["talon"] == cards("JC")
    assert set(game.state["hands"]["A"]) == set(cards("S AKQ H AKQJ C AKT98"))
    assert set(game.state["discards"]["A"]) == set(cards("D AKQJ S J C 7"))
    assert len(game.state["hands"]["A"]) == len(game.state["hands"]["B"]) == 12
    assert (game.phase, game.to_act) == ("calling", "A")
    # He calls with what he now holds.
    game.call("point", 5, 48).good().reckon("point C AKT98")


@pytest.mark.rule("R4.6", "R5.14")
def test_automatic_calls_follow_the_second_exchange_at_once():
    game = exchanged(name="french", calling="automatic")
    assert (game.phase, game.state["calls"]) == ("play", [])
    game.do("elder", "exchange", cards="7C")
    assert [call["category"] for call in game.state["calls"]] == list(CATEGORIES)


@pytest.mark.rule("R4.6", "R4.3")
def test_two_cards_are_all():
    game = again().do("elder", "exchange", cards="7C JH")
    assert game.state["drawn"]["A"] == cards("C 7A8K9TJ")
    assert game.state["talon"] == []
    assert may_look(game) == []
    game.call("point", 6).good().reckon("point C AKJT98")


@pytest.mark.rule("R4.6", "R4.3")
def test_what_he_draws_is_his_secret():
    game = again().do("elder", "exchange", cards="7C")
    view = game.view("younger")
    for card in ("7C", "TC", "JC"):
        assert card not in str(view)
    assert (view["talon_count"], view["other"]["discard_count"], view["other"]["hand_count"]) == (1, 6, 12)
    view = game.view("elder")
    assert view["drawn"] == cards("C 7A8K9T")
    assert set(view["discards"]) == set(cards("D AKQJ S J C 7"))
    assert "JC" not in str(view)


@pytest.mark.rule("R4.6", "R4.5")
def test_what_he_leaves_then_may_be_looked_at():
    game = again().do("elder", "exchange", cards="7C")
    game.do("younger", "look_at_left", look=True).do("elder", "look_at_left", look=True, suit="C")
    assert game.state["looked"] == {"A": ["JC"], "B": ["JC"]}


@pytest.mark.rule("R4.6")
def test_there_is_no_third():
    game = again().do("elder", "exchange", cards="7C")
    assert bounds(game) == []
    game.refused("elder", "exchange", cards="8C", rule="R4.6")


@pytest.mark.rule("R4.6")
@pytest.mark.parametrize("how", ["call", "pass", "elder looks"])
def test_calling_or_looking_waives_it(how):
    game = again()
    if how == "call":
        game.call("point", 5)
        game.refused("elder", "exchange", cards="7C")
        game.good().reckon()
    elif how == "pass":
        game.passes("point")
    else:
        game.do("elder", "look_at_left", look=True, suit="S")
    assert bounds(game) == []
    game.refused("elder", "exchange", cards="7C", rule="R4.6")


@pytest.mark.rule("R4.6")
@pytest.mark.parametrize("calling", ["dialogue", "automatic"])
@pytest.mark.parametrize("left_cards", ["private_named_suit", "revealed_by_dealer"])
def test_younger_cannot_take_it_away(calling, left_cards):
    # Until elder has exchanged again or waived it younger neither looks nor refuses to.
    game = again(calling=calling, left_cards=left_cards)
    for look in (True, False):
        refused = game.refused("younger", "look_at_left", look=look, rule="R4.6", at="/action/type")
        assert [one["code"] for one in refused] == ["look.elder_may_exchange"]
    assert "B" not in may_look(game)
    assert bounds(game) == [(1, 2)]
    game.do("elder", "exchange", cards="7C").do("younger", "look_at_left", look=True)
    assert game.state["looked"]["B"] == ["JC"]


@pytest.mark.rule("R4.6")
@pytest.mark.parametrize("calling", ["dialogue", "automatic"])
def test_a_refusal_of_elders_waives_nothing(calling):
    game = again(calling=calling).do("elder", "look_at_left", look=False)
    assert (bounds(game), may_look(game), game.score) == ([(1, 2)], [], (0, 0))
    game.do("elder", "exchange", cards="7C")
    # The refusal is final all the same; younger may look at the card that is left now.
    assert may_look(game) == ["B"]


@pytest.mark.rule("R4.6", "R4.5")
@pytest.mark.parametrize("waived_by", ["pass", "look", "lead"])
def test_younger_looks_once_elder_has_waived_it(waived_by):
    game = again(calling="automatic" if waived_by == "lead" else "dialogue")
    if waived_by == "pass":
        game.passes("point")
    elif waived_by == "look":
        game.do("elder", "look_at_left", look=True, suit="S")
    else:
        game.play("7C")
    game.do("younger", "look_at_left", look=True)
    assert game.state["looked"]["B"] == cards("C TJ")


@pytest.mark.rule("R4.6", "R5.14")
@pytest.mark.parametrize(
    ("away", "points"),
    [
        # Clubs A K T 9 8: five; H AKQJ 4, S AKQ 3, C T98 3; three aces, three kings.
        ("7C", 5 + 10 + 6),
        # Clubs A K J T 9 8: six; C JT98 4, S AKQ 3, H AKQ 3; the same sets.
        ("7C JH", 6 + 10 + 6),
    ],
)
def test_what_is_declared_is_the_hand_after_the_second_exchange(away, points):
    game = again(calling="automatic").do("elder", "exchange", cards=away)
    assert game.score == (points, 0)


@pytest.mark.rule("R4.6", "R4.5", "R5.14")
def test_the_dealer_may_turn_up_what_is_left_after_it():
    game = again(calling="automatic", left_cards="revealed_by_dealer").do("elder", "exchange", cards="7C")
    assert game.score == (0, 0)
    game.do("younger", "look_at_left", look=True)
    assert game.event("looked")["cards"] == ["JC"]
    assert game.score == (5 + 10 + 6, 0)


@pytest.mark.rule("R4.5", "R5.14")
def test_the_lead_goes_on_without_the_dealer_s_word():
    # The card that he leads is one of those declared: clubs A K 9 8 7, and the tierce at its end.
    game = way("revealed_by_dealer", "automatic").play("7C")
    assert game.scored == [
        ("elder", "point", 5),
        ("elder", "sequence", 4),
        ("elder", "sequence", 3),
        ("elder", "sequence", 3),
        ("elder", "set", 3),
        ("elder", "set", 3),
        ("elder", "lead", 1),
    ]
    assert game.state["look"] is None


@pytest.mark.rule("R4.6", "R5.14")
def test_leading_waives_it_where_calling_is_automatic():
    game = again(calling="automatic")
    assert game.score == (0, 0)  # what elder will hold is not settled
    game.play("7C")
    assert game.score == (IN_HAND + 1, 0)
    game.refused("elder", "exchange", cards="8C")


@pytest.mark.rule("R4.5", "R4.6", "R5.14")
def test_a_look_that_waives_it_has_what_is_declared_recorded():
    # R5.14: elder's scores are recorded when the exchange is over, after the second exchange or its waiver.
    game = again(calling="automatic").do("elder", "look_at_left", look=True, suit="C")
    assert game.score == (IN_HAND, 0)
    assert game.play("7C").score == (IN_HAND + 1, 0)


# -- what the state says of it


def said(game: Game) -> tuple:
    """What elder and younger drew, saw of the cards left, and left."""
    return tuple((game.state[member]["A"], game.state[member]["B"]) for member in ("drawn", "looked", "left"))


@pytest.mark.rule("R4.3", "R4.4", "R4.5")
def test_a_state_says_what_was_drawn_seen_and_left():
    # The talon is 7 A of clubs, which elder takes, 8 K 9, which elder leaves and sees, and Q T J.
    game = Game.deal(ELDER, YOUNGER, TALON)
    assert said(game) == (([], []), ([], []), (None, None))
    game.exchange("S AK")
    assert said(game) == ((["7C", "AC"], []), (["8C", "KC", "9C"], []), (3, None))
    game.exchange("7D")
    assert said(game) == ((["7C", "AC"], ["8C"]), (["8C", "KC", "9C"], []), (3, 5))
    to_lead(game).play("7C").do("younger", "look_at_left", look=True)
    left = ["KC", "9C", "QC", "TC", "JC"]
    assert said(game)[1:] == ((["8C", "KC", "9C", "QC", "TC", "JC"], left), (3, 5))


@pytest.mark.rule("R4.2", "R4.5")
def test_a_state_says_what_younger_left_who_took_none():
    game = exchanged("S AK", "", "au-cent")
    assert said(game) == ((["7C", "AC"], []), (["8C", "KC", "9C"], []), (3, 6))


@pytest.mark.rule("R4.5", "R4.6")
def test_a_state_says_what_elder_drew_again_and_each_saw_alone():
    game = exchanged(AWAY, "7D", "french")
    assert said(game) == ((["7C", "AC", "8C", "KC", "9C"], ["QC"]), ([], []), (0, 2))
    game.exchange("S A")
    assert said(game) == ((["7C", "AC", "8C", "KC", "9C", "TC"], ["QC"]), ([], []), (0, 1))
    game.do("elder", "look_at_left", look=True, suit="H")
    assert said(game)[1:] == ((["JC"], []), (0, 1))
    game.do("younger", "look_at_left", look=True)
    assert said(game)[1:] == ((["JC"], ["JC"]), (0, 1))
