"""Nought, an option of S2: a void suit after the exchange is a point of five worth 50½ and a quint below the ace's.

It is 5 points as a point and 10 as a sequence. Only A K Q J T, or six cards and more, are better.
"""

import pytest

from tests.helpers.cards import cards, portland
from tests.helpers.game import Game
from tests.helpers.http import compare, post, violations_of

NOUGHT = portland(nought=True)
POINT, QUINT = ("point", 5, 50.5), ("sequence", 5, "nought")

# Twelve cards without a club: points of four (37), no sequence, three aces and three kings.
VOID = "S AK97 H AK97 D AK97"
# Hands beside it. All have clubs as their only point of five or more, and queens and knaves enough for quatorzes.
KING_HIGH = "S QJ H QJ D QJ8 C KQJT9"  # 49, a quint to the king
FIFTY = "S QJ H QJ D QJ8 C AKQJ9"  # 50, a quart to the ace
ACE_HIGH = "S QJ H QJ D QJ8 C AKQJT"  # 51, a quint to the ace
SIX = "S QJ H QJ D QJ C QJT987"  # 54, a sixième to the queen
VOID_TOO = "S QJT8 H QJT8 D QJT8"  # no club either; three tierces
VOID_AND_SIX = "H QJT D QJT C QJT987"  # no spade

MASTERS = "S AKQ H AKQ D AKQ C AKQ"


def held(elder: str = VOID, younger: str = KING_HIGH, ruleset=NOUGHT, **more) -> Game:
    return Game.exchanged(elder, younger, ruleset=ruleset, **more)


def at(category: str, elder: str = VOID, younger: str = KING_HIGH, ruleset=NOUGHT, **more) -> Game:
    """The point has been passed if a sequence is to be called."""
    game = held(elder, younger, ruleset, **more)
    return game if category == "point" else game.passes("point")


def passed_and_led(elder: str = KING_HIGH, younger: str = VOID, lead: str = "KC") -> Game:
    return held(elder, younger).passes("point", "sequence", "set").play(lead)


def allowed(game: Game) -> set[str]:
    """The replies that are true: as the service judges them and as it lists them."""
    words = ("good", "not_good", "equal")
    judged = {word for word in words if game.check("younger", "reply", reply=word)["legal"]}
    (option,) = [option for option in game.options()["options"] if option["type"] == "reply"]
    assert set(option["replies"]) == judged
    return judged


# -- what it is and what it scores


@pytest.mark.rule("R5.1", "R5.12")
@pytest.mark.parametrize(("call", "points", "tie"), [(POINT, 5, {"value": 50.5}), (QUINT, 10, {"top": "nought"})])
def test_it_is_called_reckoned_and_written_without_a_card(call, points, tie):
    game = at(call[0]).call(*call)
    called = game.event("called")
    assert (called["category"], called["length"], called["cards"]) == (call[0], 5, [])
    assert tie.items() <= called.items()
    assert game.state["calls"][-1] == {"category": call[0], "called": {"length": 5, **tie}, "status": "called"}
    assert game.state["history"][-1] == {"seat": "A", "type": "call", "category": call[0], "length": 5, **tie}
    game.good().reckon(f"{call[0]} nought")
    event = game.event(call[0])
    assert (event["points"], event["cards"], event["length"]) == (points, [], 5)
    assert tie.items() <= event.items()
    assert game.score == (points, 0)
    assert game.state["shown"] == {"A": [], "B": []}
    assert violations_of(game.state) == []


@pytest.mark.rule("R5.6", "R5.7")
def test_who_leaves_the_choice_reckons_it_and_all_that_is_below_it():
    # Queen, knave and ten of three suits are tierces; the quint is better than each.
    game = at("sequence", VOID_TOO, "S AK97 H AK97 D AK7 C 8").call(*QUINT).good().reckon()
    assert [event["points"] for event in game.events if event["kind"] == "sequence"] == [10, 3, 3, 3]
    assert game.score == (19, 0)


@pytest.mark.rule("R5.12")
@pytest.mark.parametrize(
    ("younger", "elders"),
    [(KING_HIGH, 5 + 10), (FIFTY, 5 + 10), (ACE_HIGH, 0), (SIX, 0), (VOID_TOO, 6)],
    ids=["king-high", "fifty", "ace-high", "six", "void"],
)
def test_where_all_is_declared_it_counts_among_the_rest(younger, elders):
    # Sets: the first four of younger's hands have four queens; against the last three aces and three kings are good.
    game = held(younger=younger, ruleset=portland(nought=True, calling="automatic"))
    assert game.score == (elders, 0)


@pytest.mark.rule("R5.12")
@pytest.mark.parametrize(
    ("elder", "youngers"), [(KING_HIGH, 5 + 10), (FIFTY, 5 + 10), (ACE_HIGH, 0), (SIX, 0), (VOID_TOO, 6)]
)
def test_so_it_does_for_younger(elder, youngers):
    game = held(elder, VOID, portland(nought=True, calling="automatic")).play(cards(elder)[-1])
    assert game.score[1] == youngers


@pytest.mark.rule("R5.7")
def test_a_second_void_counts_for_nothing():
    elder, younger = "S AKQ987 H AKQ987", "S JT H JT D QJ98 C QJ98"
    # The point of six is better than it. Four tierces, and one quint.
    game = held(elder, younger, portland(nought=True, calling="automatic"))
    assert game.score == (6 + 10 + 12, 0)
    game = at("sequence", elder, younger).call(*QUINT).good()
    (violation,) = game.refused("elder", "reckon", holdings=["sequence nought", "sequence nought"], rule="R5.7")
    assert (violation["code"], violation["pointer"]) == ("reckon.nought_once", "/action/holdings/1/cards")
    assert game.reckon("sequence nought", "sequence S AKQ").score == (13, 0)


# -- against it, and for it


@pytest.mark.rule("R5.2")
@pytest.mark.parametrize("category", ["point", "sequence"])
@pytest.mark.parametrize(
    ("younger", "replies"),
    [
        (KING_HIGH, {"good"}),
        (FIFTY, {"good"}),
        (ACE_HIGH, {"good", "not_good"}),
        (SIX, {"good", "not_good"}),
        (VOID_TOO, {"good", "equal"}),
        (VOID_AND_SIX, {"good", "not_good", "equal"}),
    ],
    ids=["king-high", "fifty", "ace-high", "six", "void", "void-and-six"],
)
def test_what_is_better_than_elders(category, younger, replies):
    game = at(category, younger=younger).call(*(POINT if category == "point" else QUINT))
    assert allowed(game) == replies


@pytest.mark.rule("R5.2", "R5.3")
@pytest.mark.parametrize(
    ("elder", "call", "replies"),
    [
        # VOID has four cards of 37 besides, and no sequence.
        (KING_HIGH, ("point", 5, 49), {"good", "not_good"}),
        (FIFTY, ("point", 5, 50), {"good", "not_good"}),
        (ACE_HIGH, ("point", 5, 51), {"good"}),
        (SIX, ("point", 6, 54), {"good"}),
        (SIX, ("point", 6), {"good"}),
        (ACE_HIGH, ("point", 5), {"good", "equal"}),
        (ACE_HIGH, ("point", 4), {"good", "not_good", "equal"}),
        (KING_HIGH, ("sequence", 5, "K"), {"good", "not_good"}),
        (ACE_HIGH, ("sequence", 5, "A"), {"good"}),
        (ACE_HIGH, ("sequence", 4, "A"), {"good", "not_good"}),
        (SIX, ("sequence", 6, "Q"), {"good"}),
        (SIX, ("sequence", 6), {"good"}),
        (ACE_HIGH, ("sequence", 5), {"good", "equal"}),
        (ACE_HIGH, ("sequence", 4), {"good", "not_good"}),
    ],
)
def test_what_youngers_is_better_than(elder, call, replies):
    assert allowed(at(call[0], elder, VOID).call(*call)) == replies


@pytest.mark.rule("R5.6", "R5.13")
@pytest.mark.parametrize("call", [POINT, QUINT])
def test_two_are_equal_and_nobody_scores(call):
    game = at(call[0], VOID, VOID_TOO).call(*call).equal()
    said = game.event("equal")
    assert (said["seat"], said["category"], said["points"], said["cards"]) == ("A", call[0], 0, [])
    game.passes(*(("sequence", "set") if call is POINT else ("set",))).play("AS")
    # There is an equality to state (R5.11), and from second holdings nothing is reckoned.
    game.refused("younger", "play", card="QS", rule="R5.11")
    if call is QUINT:
        game.refused("younger", "reckon", holdings=["sequence S QJT"], rule="R5.6")
    game.reckon(f"{call[0]} nought")
    said = game.event("equal")
    assert (said["seat"], said["cards"], game.score) == ("B", [], (1, 0))


@pytest.mark.rule("R5.6")
def test_it_has_no_tierce_in_it():
    # Elder calls three cards, so one of the tierces has to be reckoned; the quint without cards has none as a part.
    game = at("sequence", VOID_TOO, VOID).call("sequence", 3).good()
    violations = game.refused("elder", "reckon", holdings=["sequence nought"], rule="R5.6", at="/action/holdings")
    assert "reckon.called_missing" in {violation["code"] for violation in violations}
    assert game.reckon("sequence S QJT").score == (3, 0)


@pytest.mark.rule("R5.3")
def test_elder_is_asked_what_it_makes_and_how_high_it_is():
    game = held(younger=KING_HIGH).call("point", 5).equal()
    assert [option["values"] for option in game.options()["options"] if option["type"] == "state_tie_break"] == [[50.5]]
    game.refused("elder", "state_tie_break", value=50, rule="R5.3", at="/action/value")
    game.states(50.5)
    assert game.event("tie_break")["value"] == 50.5
    assert allowed(game) == {"good"}
    game.good().reckon().call("sequence", 5).equal()
    assert [option["tops"] for option in game.options()["options"] if option["type"] == "state_tie_break"] == [
        ["nought"]
    ]
    game.refused("elder", "state_tie_break", top="K", rule="R5.3", at="/action/top")
    game.states("nought")
    assert game.event("tie_break")["top"] == "nought"
    assert allowed(game) == {"good"}
    assert game.good().reckon().score == (5 + 10, 0)


@pytest.mark.rule("R5.4")
def test_where_the_tie_break_is_said_with_the_call_so_is_its():
    game = held(ruleset=portland(nought=True, tie_break_call="always"))
    game.refused("elder", "call", category="point", length=5, rule="R5.4")
    game.call(*POINT).good().reckon()
    game.refused("elder", "call", category="sequence", length=5, rule="R5.4")
    assert game.call(*QUINT).good().reckon().score == (5 + 10, 0)


@pytest.mark.rule("R5.3")
@pytest.mark.parametrize(("category", "points"), [("point", 5), ("sequence", 15)])
def test_elder_may_decline_to_say_that_it_is_one(category, points):
    # The king-high five would have lost; now it is good.
    game = at(category).call(category, 5).equal().decline()
    game.passes(*(("sequence", "set") if category == "point" else ("set",))).play("AS")
    assert game.reckon(f"{category} C KQJT9").score == (1, points)


@pytest.mark.rule("R5.3")
@pytest.mark.parametrize(
    ("elder", "tie", "replies"),
    [(FIFTY, 50, {"good", "not_good"}), (ACE_HIGH, 51, {"good"}), (VOID_TOO, 50.5, {"good", "equal"})],
)
def test_younger_who_has_asked_holds_it_against_the_value(elder, tie, replies):
    game = held(elder, VOID).call("point", 5).equal().states(tie)
    assert allowed(game) == replies


@pytest.mark.rule("R5.2", "R5.11")
@pytest.mark.parametrize(
    ("call", "lower", "points"), [(("point", 5, 49), "point S AK97", 5), (("sequence", 5, "K"), "sequence nought", 10)]
)
def test_younger_who_has_said_not_good_to_a_five_reckons_it(call, lower, points):
    game = at(call[0], KING_HIGH, VOID).call(*call).not_good()
    game.passes(*(("sequence", "set") if call[0] == "point" else ("set",))).play("KC")
    game.refused("younger", "reckon", holdings=[], rule="R5.2", at="/action/holdings")
    if call[0] == "point":
        game.refused("younger", "reckon", holdings=[lower], rule=("R5.2", "R5.6"), at="/action/holdings")
    game.reckon(f"{call[0]} nought")
    event = game.event(call[0])
    assert (event["seat"], event["points"], event["cards"]) == ("B", points, [])
    assert game.score == (1, points)


@pytest.mark.rule("R5.2")
@pytest.mark.parametrize(
    "nought",
    [
        False,
        True,
    ],
)
@pytest.mark.parametrize(
    ("elder", "younger", "called", "least"),
    [
        ("S A987 H A87 D A C QJT9", "S KQJT H QJT9 D 87 C 87", "Q", "K"),
        ("S A987 H A87 D A C JT98", "S KQJT H QJT9 D 87 C AK", "J", "Q"),
    ],
)
def test_the_options_say_from_which_sequence_on_younger_is_better(nought, elder, younger, called, least):
    game = at("sequence", elder, younger, portland(nought=nought)).call("sequence", 4, called).not_good()
    game.passes("set").play("AS")
    (option,) = [option for option in game.options()["options"] if option["type"] == "reckon"]
    (terms,) = [terms for terms in option["categories"] if terms["category"] == "sequence"]
    assert terms["needs"]["from"] == {"length": 4, "top": least}


@pytest.mark.rule("R5.3")
@pytest.mark.parametrize("category", ["point", "sequence"])
def test_it_has_the_length_that_younger_asked_for(category):
    # Elder declines: what younger reckons is a point of five cards, or a sequence as long at the least.
    game = at(category, KING_HIGH, VOID).call(category, 5).equal().decline()
    game.passes(*(("sequence", "set") if category == "point" else ("set",))).play("KC")
    if category == "point":
        game.refused("younger", "reckon", holdings=["point S AK97"], rule="R5.3")
    game.reckon(f"{category} nought")
    assert game.score == (1, 5 if category == "point" else 10)


@pytest.mark.rule("R5.3", "R7.6")
def test_it_is_barred_as_a_longer_point_once_younger_has_asked_for_four():
    # A K Q J of clubs are 41, younger's fours 37 each: only the five of his nought is better.
    game = held(ACE_HIGH, VOID).call("point", 4).equal().states(41)
    assert allowed(game) == {"good", "not_good"}
    game.not_good().passes("sequence", "set").play("AC")
    game.refused("younger", "reckon", holdings=["point nought"], rule="R5.3", at="/action/holdings/0")
    assert game.reckon("set AS AH AD").score == (1, 3)


# -- who has none


@pytest.mark.rule("R5.1")
@pytest.mark.parametrize(("elder", "ruleset"), [(VOID, "portland"), (FIFTY, NOUGHT)], ids=["not played", "no void"])
def test_who_has_none_can_neither_call_nor_reckon_it(elder, ruleset):
    younger = KING_HIGH if elder == VOID else VOID
    game = held(elder, younger, ruleset)
    violations = game.refused("elder", "call", category="point", length=5, value=50.5, rule="R5.1")
    assert {violation["code"] for violation in violations} == {"call.not_held"}
    number = 4 if elder == VOID else 5
    game.call("point", number).good()
    violations = game.refused("elder", "reckon", holdings=["point nought"], rule="R5.1", at="/action/holdings/0/cards")
    assert "reckon.not_a_holding" in {violation["code"] for violation in violations}
    game.reckon()
    game.refused("elder", "call", category="sequence", length=5, top="nought", rule="R5.1")


@pytest.mark.rule("R5.1")
@pytest.mark.parametrize("ruleset", ["portland", NOUGHT])
def test_younger_who_has_none_cannot_reckon_it(ruleset):
    game = held(MASTERS, "S J98 H J98 D J98 C J98", ruleset).passes("point", "sequence", "set").play("AS")
    for category in ("point", "sequence"):
        game.refused("younger", "reckon", holdings=[f"{category} nought"], rule="R5.1")


@pytest.mark.rule("R5.1")
def test_a_void_that_is_dealt_and_filled_by_the_exchange_is_none():
    game = Game.deal("S AKQJ H AKQJ D AKQJ", "S T987 H T987 D T987", "C AKQJT987", ruleset=NOUGHT)
    game.exchange("S AKQ H AK").exchange("S T H T D T")
    game.refused("elder", "call", category="point", length=5, value=50.5, rule="R5.1")
    # Younger has drawn clubs too.
    game.passes("point", "sequence", "set").play("AC")
    game.refused("younger", "reckon", holdings=["point nought"], rule="R5.1")


@pytest.mark.rule("R5.1")
def test_it_is_a_point_of_five_worth_50_and_a_half_and_of_nothing_else():
    game = held()
    for length, value in ((5, 50), (5, 51), (4, 50.5), (6, 50.5), (5, 49.5)):
        game.refused("elder", "call", category="point", length=length, value=value, rule="R5.1")
    game.passes("point")
    for length, top in ((4, "nought"), (6, "nought"), (3, "nought"), (5, "K"), (5, "A")):
        game.refused("elder", "call", category="sequence", length=length, top=top, rule="R5.1")


@pytest.mark.rule("R5.1")
def test_there_is_no_set_of_nought():
    game = held().passes("point", "sequence").call("set", 3, "A").good()
    game.refused("elder", "reckon", holdings=["set AS AH AD", "set nought"], rule="R5.1", at="/action/holdings/1")
    body = {"seat": "A", "type": "reckon", "holdings": [{"category": "set", "cards": []}]}
    assert not post("/v1/actions/check", {"state": game.state, "action": body})["legal"]


@pytest.mark.rule("R5.1")
def test_no_cards_are_meant_by_it():
    game = held()
    game.refused("elder", "call", category="point", length=5, value=50.5, cards="S AK97", at="/action/cards")
    game.do("elder", "call", category="point", length=5, value=50.5, cards=[]).good()
    game.refused("elder", "reckon", holdings=["point S AK97"], at="/action/holdings")
    assert game.reckon("point nought").score == (5, 0)


@pytest.mark.rule("R5.1")
def test_the_options_have_it():
    game = held()
    (option,) = [option for option in game.options()["options"] if option["type"] == "call"]
    assert {"length": 5, "value": 50.5} in option["calls"]
    assert {"length": 5, "value": None} in option["calls"]
    game.call(*POINT).good()
    listed = [action["holdings"] for action in game.options(expand=True)["actions"] if action["type"] == "reckon"]
    assert listed == [[{"category": "point", "cards": []}]]
    game.reckon()
    (option,) = [
        option for option in game.options()["options"] if option.get("category") == "sequence" and "calls" in option
    ]
    assert option["calls"] == [{"length": 5, "top": "nought"}, {"length": 5, "top": None}]


# -- calling less than is held


@pytest.mark.rule("R5.1", "R5.8")
def test_it_may_be_sunk_and_a_low_point_binds():
    game = held().call("point", 4).good()
    game.refused("elder", "reckon", holdings=["point nought"], rule="R5.8", at="/action/holdings/0")
    assert game.reckon().score == (4, 0)
    game.passes("sequence", "set").play("AS")
    assert game.score == (4 + 1, 0)


@pytest.mark.rule("R5.11", "R6.5")
@pytest.mark.parametrize("nought", [True, False])
def test_younger_who_has_nothing_else_may_not_play_before_he_reckons_it_or_sinks_it(nought):
    # Neither a sequence nor three of a rank that makes sets, and the point is elder's.
    elder, younger = "C AKQJT987 S K9 H Q D K", "S AQT8 H KJ97 D AQT8"
    game = held(elder, younger, portland(nought=nought, concession="any_deal")).call("point", 8).good().reckon()
    game.passes("sequence", "set").play("AC")
    if nought:
        game.refused("younger", "play", card="8S", rule="R5.11")
        game.refused("elder", "concede", rule="R6.5")
        game.reckon_nothing()
    assert game.check("elder", "concede")["legal"]
    assert game.play("8S").score == (8 + 1, 0)


@pytest.mark.rule("R5.2", "R5.6")
def test_younger_sinks_it_with_good():
    game = held(FIFTY, VOID).call("point", 5, 50).good().reckon().passes("sequence", "set").play("AC")
    game.refused("younger", "reckon", holdings=["point nought"], rule="R5.6", at="/action/holdings/0")
    assert game.reckon("sequence nought").score == (5 + 1, 10)


# Twelve cards without a club: A K Q J T of spades, and no other sequence.
QUINT_AND_VOID, BESIDE = "S AKQJT H AK97 D KT9", "S 98 H QJ8 D QJ8 C QJ98"


@pytest.mark.rule("R5.8", "R5.6")
@pytest.mark.parametrize("abide", ["unless_good_against_the_cards", "always"])
def test_who_calls_it_below_his_quint_may_reckon_that_cut_down(abide):
    # A nought as good as his could be made of cards that he has not seen: twelve of the fifteen lack some suit.
    game = at("sequence", QUINT_AND_VOID, BESIDE, portland(nought=True, abide_by_call=abide)).call(*QUINT).good()
    game.refused("elder", "reckon", holdings=["sequence nought", "sequence S AKQJT"], rule="R5.8")
    game.refused("elder", "reckon", holdings=["sequence S AKQJ"], rule="R5.6", at="/action/holdings")
    assert game.reckon("sequence nought", "sequence S AKQJ").score == (14, 0)
    again = at("sequence", QUINT_AND_VOID, BESIDE, portland(nought=True, abide_by_call=abide)).call(*QUINT).good()
    assert again.reckon().score == (14, 0)


@pytest.mark.rule("R5.8")
def test_it_is_better_than_a_quart_that_was_called():
    game = at("sequence", QUINT_AND_VOID, BESIDE).call("sequence", 4, "A").good()
    game.refused("elder", "reckon", holdings=["sequence S AKQJ", "sequence nought"], rule="R5.8")
    assert game.reckon().score == (4, 0)


@pytest.mark.rule("R5.6", "R5.8")
def test_five_called_without_a_top_may_be_either():
    def called() -> Game:
        return at("sequence", QUINT_AND_VOID, BESIDE).call("sequence", 5).good()

    assert called().reckon("sequence nought").score == (10, 0)
    assert called().reckon("sequence S AKQJT").score == (15, 0)
    assert called().reckon().score == (25, 0)


# A K Q J of spades, and all aces and tens. Nothing else of his is a sequence.
QUART, AWAY = "S AKQJ H AT D AT C AT87", "S 8 H 7 D 7 C K9"


@pytest.mark.rule("R5.8")
@pytest.mark.parametrize(("nought", "bound"), [(False, False), (True, True)])
def test_a_tierce_is_not_good_against_cards_of_which_a_hand_without_a_suit_can_be_formed(nought, bound):
    # Unseen: S T97, H KQJ98, D KQJ98, C QJ. Tierces to the king are the best of them, but for thirteen without a club.
    game = at("sequence", QUART, "S T97 H KQJ9 D KQJ C QJ", portland(nought=nought), discards=AWAY)
    game.call("sequence", 3, "A").good()
    if bound:
        game.refused("elder", "reckon", holdings=["sequence S AKQJ"], rule="R5.8", at="/action/holdings")
        assert game.reckon().score == (3, 0)
    else:
        assert game.reckon("sequence S AKQJ").score == (4, 0)


@pytest.mark.rule("R5.8", "R4.6")
@pytest.mark.parametrize(
    ("first", "then", "younger", "put_away", "bound"),
    [
        # Unseen: S T97, H KQJ9, D KQJ9, C QJ: thirteen, and without the clubs eleven.
        (AWAY, "H 8 D 8", "S T97 H KQJ9 D KQJ C QJ", "9D", False),
        # Unseen: S T97, H KQJ9, D KQJ98, C J: without the club twelve.
        ("S 8 H 78 D 7 C 9", "C KQ", "S T97 H KQJ9 D KQJ8 C J", "9D", True),
    ],
)
def test_where_elder_exchanges_twice_so_few_are_unseen_that_there_may_be_none(first, then, younger, put_away, bound):
    kept, drawn, more = "S AKQJ H A", "TH AD TD AC TC", "C 87"
    drawn_by_younger = cards(younger)[-1]
    dealt = [card for card in cards(younger) if card != drawn_by_younger] + [put_away]
    game = Game.deal(
        f"{kept} {first} {then}",
        " ".join(dealt),
        f"{drawn} {drawn_by_younger} {more}",
        ruleset=portland(nought=True, elder_second_exchange=True),
    )
    game.exchange(first).exchange(put_away).exchange(then).passes("point").call("sequence", 3, "A").good()
    if bound:
        game.refused("elder", "reckon", holdings=["sequence S AKQJ"], rule="R5.8", at="/action/holdings")
    else:
        assert game.reckon("sequence S AKQJ").score == (4, 0)


@pytest.mark.rule("R5.6", "R5.8", "R4.6")
def test_no_shorter_sequence_is_a_part_of_it():
    # Without a club, and a quart to the king. It is good against the cards: unseen are S A87, H KJ97, D KJ97, C A9.
    ruleset = portland(nought=True, elder_second_exchange=True)
    talon = "QH TH 8H AD QD 9C TD 8D"
    game = Game.deal("S KQJT H A S 9 C KQJT C 87", "S A87 H KJ97 D KJ97 C A", talon, ruleset=ruleset)
    game.exchange("S 9 C KQJT").exchange("7D").exchange("C 87").passes("point").call("sequence", 4, "K").good()
    game.refused("elder", "reckon", holdings=["sequence nought"], rule="R5.6", at="/action/holdings")
    assert game.reckon("sequence nought", "sequence S KQJT").score == (14, 0)


# -- what comes of it


# Without a club: three points of four (38), three tierces, three aces, kings and queens.
THIRTY, JACKS = "S AKQ7 H AKQ7 D AKQ7", "S JT98 H JT98 D JT9 C 8"


@pytest.mark.rule("R7.2")
@pytest.mark.parametrize("calling", ["dialogue", "automatic"])
def test_it_counts_towards_a_repique(calling):
    # 5, 10 and three tierces, three trios: 33.
    game = held(THIRTY, JACKS, portland(nought=True, calling=calling))
    if calling == "dialogue":
        game.call(*POINT).good().reckon().call(*QUINT).good().reckon().call("set", 3, "A").good().reckon()
    assert game.score == (5 + 10 + 9 + 9 + 60, 0)
    # Without it the point is 4, younger's quarts are better than the tierces, and the trios 9.
    assert held(THIRTY, JACKS, portland(calling="automatic")).score == (4 + 9, 0)


@pytest.mark.rule("R7.2", "R7.6")
@pytest.mark.parametrize("reckons", [True, False])
def test_youngers_saves_him_from_one_if_he_does_not_sink_it(reckons):
    game = held(MASTERS, "S JT98 H JT98 D JT98").passes("point").call("sequence", 3, "A").good().reckon()
    game.call("set", 4, "A").good().reckon().play("AS").reckon(*(["point nought"] if reckons else ["point S JT98"]))
    assert game.saved() == [("elder", "repique", "point")]
    game = held(MASTERS, "S JT98 H JT98 D JT98").passes("point").call("sequence", 3, "A").good().reckon()
    game.call("set", 4, "A").good().reckon().play("AS").reckon_nothing()
    assert game.bonuses() == [("elder", "repique", 60)]


@pytest.mark.rule("R7.5")
@pytest.mark.parametrize(
    ("saves", "bonus"), [(False, ("elder", "repique", 60)), (True, ("elder", "pique", 30))], ids=["portland", "S1"]
)
def test_two_that_are_equal_save_from_a_repique_where_an_equality_does(saves, bonus):
    # Younger sinks his as a quint: 10 and three quarts, four trios, 34; the lead makes the pique.
    elder, younger = "S AKQJ H AKQJ D AKQJ", "H T987 D T987 C AK87"
    game = held(elder, younger, portland(nought=True, equality_saves_repique=saves)).call(*POINT).equal()
    game.call(*QUINT).good().reckon().call("set", 3, "A").good().reckon()
    game.play("AS").reckon("point nought")
    assert game.bonuses() == [bonus]
    assert game.score == (34 + 1 + bonus[2], 0)


@pytest.mark.rule("R7.3")
def test_it_counts_towards_a_pique():
    # 5, 10 and three tierces, three aces, the kings and queens sunk: 27. Three leads make thirty.
    game = held(THIRTY, JACKS).call(*POINT).good().reckon().call(*QUINT).good().reckon()
    game.call("set", 3, "A").good().reckon("set AS AH AD").play("AS").reckon_nothing()
    assert game.score == (5 + 10 + 9 + 3 + 1, 0)
    game.play("8S KS 9S")
    assert game.bonuses() == []
    game.play("QS")
    assert game.bonuses() == [("elder", "pique", 30)]


# Without a club: A K Q 7 of spades (38), J T 9 8 of hearts and of diamonds (37).
COVERED, AGAINST = "S AKQ7 H JT98 D JT98", "S JT9 H AKQ D AQ7 C 78T"


@pytest.mark.rule("R7.1")
def test_it_puts_no_card_into_a_carte_rouge():
    def played(calling: str, **more) -> Game:
        return held(COVERED, AGAINST, portland(calling=calling, carte_rouge=10, **more))

    # The point has the seven, the sequences the rest: 4, 3 + 4 + 4, and the carte rouge.
    assert played("automatic").score == (4 + 11 + 10, 0)
    # A nought for the point leaves the seven out: 5 and 10 + 11.
    game = played("automatic", nought=True)
    assert game.score == (5 + 10 + 11, 0)
    assert game.events_of("carte_rouge") == []
    # Who sinks it as a point has his twelve cards.
    game = played("dialogue", nought=True).call("point", 4).good().reckon("point S AKQ7").call(*QUINT).good().reckon()
    assert game.passes("set").score == (4 + 10 + 11 + 10, 0)


@pytest.mark.rule("R5.12")
def test_a_point_that_ends_in_four_is_another_matter():
    game = held(ruleset=portland(nought=True, point_ending_in_four=True)).call(*POINT).good().reckon()
    assert game.score == (5, 0)


@pytest.mark.rule("R5.12")
@pytest.mark.parametrize(("younger", "replies"), [(FIFTY, {"good"}), (ACE_HIGH, {"good", "not_good"})])
def test_by_pips_it_is_worth_its_value_whatever_the_number_of_cards(younger, replies):
    # (50½ + 5) / 10 and what is over left out.
    ruleset = portland(nought=True, point_comparison="pips", point_score="pips", tie_break_call="point")
    game = held(younger=younger, ruleset=ruleset).call(*POINT)
    assert allowed(game) == replies
    assert game.good().reckon().score == (5, 0)


# -- who is told


@pytest.mark.rule("R5.13")
def test_both_seats_hear_of_it_and_no_card_is_shown():
    game = held().call(*POINT).good().reckon()
    for who in ("elder", "younger"):
        view = game.view(who)
        assert view["calls"] == [{"category": "point", "called": {"length": 5, "value": 50.5}, "status": "good"}]
        (event,) = [event for event in view["events"] if event["kind"] == "point"]
        assert (event["value"], event["cards"]) == (50.5, [])
        assert view["shown"] == view["other"]["shown"] == []


@pytest.mark.rule("R5.1", "R5.14")
def test_two_hands_held_against_each_other():
    answer, categories = compare(VOID, KING_HIGH, NOUGHT)
    assert categories["point"]["good"] == categories["sequence"]["good"] == "elder"
    assert categories["point"]["elder"] == {"length": 5, "value": 50.5, "cards": []}
    assert categories["sequence"]["elder"] == {"length": 5, "top": "nought", "cards": []}
    assert answer["score"] == {"elder": 5 + 10, "younger": 28}
    # Eleven cards are no hand after the exchange.
    _, categories = compare("S AK97 H AK97 D AK9", KING_HIGH, NOUGHT)
    assert categories["point"]["elder"]["length"] == 4
    assert categories["sequence"]["elder"] is None
