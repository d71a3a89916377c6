"""A state is its history: whatever in it does not follow from the cards dealt and the actions taken is found out."""

import copy
import functools

import pytest

from tests.helpers.cards import AUTOMATIC, PACK, in_order, other, portland
from tests.helpers.game import Game
from tests.helpers.http import assert_points_into, post, problem, send, violations_of
from tests.helpers.tampering import each_leaf_altered

LAST = "KH 7D QH TD JH JD 8H QD KD AD AC 9C KC JC QC 8S TC 9S QS AS JS TS"


@functools.cache
def example(tricks: int = 12) -> Game:
    """The Britannica's deal (W1), B dealing, after so many tricks. Younger has left no cards."""
    game = Game.deal("S AKJ H AQJ8 C J87 D 98", "S T7 H T97 C KQT D AQJT", "9S 8S KH 9C KD QS AC 7D")
    game.exchange("KS 8C 7C 9D 8D").exchange("7S 9H 7H")
    game.call("point", 5).equal().states(49).good().reckon().call("sequence", 4, "A").good().reckon()
    game.call("set", 3, "J").not_good().play("AH").reckon().play("TH")
    return game.play(" ".join(LAST.split()[: 2 * (tricks - 1)])) if tricks > 1 else game


def state(tricks: int = 12) -> dict:
    return copy.deepcopy(example(tricks).state)


def second() -> dict:
    """The next deal of the same partie, just dealt."""
    return copy.deepcopy(Game.deal("S AKQJT987 H AKQJ", "H T987 D AKQJT987", "C AKQJT987", after=example().state).state)


def leaving() -> dict:
    """Elder has taken two and left three, younger has taken two: four cards are left. Elder has led, nobody looked."""
    game = Game.deal("S AKQJ H AKQJ D AKQJ", "S T987 H T987 D T987", "C 7A8K9QTJ")
    return copy.deepcopy(game.exchange("AS KS").exchange("TS 9S").passes("point", "sequence", "set").play("7C").state)


def assert_found(tampered: dict, *places: str) -> None:
    """The state is invalid, and one of the reasons points to one of these places."""
    pointers = [violation["pointer"] for violation in violations_of(tampered)]
    assert pointers, "not found out"
    assert any(pointer.startswith(tuple("/state" + place for place in places)) for pointer in pointers), pointers


# -- what is true is let alone


@pytest.mark.rule("R2.1", "R4.3", "R5.6", "R6.1", "R7.1")
def test_every_state_of_the_britannicas_deal_is_valid():
    game = Game.deal("S AKJ H AQJ8 C J87 D 98", "S T7 H T97 C KQT D AQJT", "9S 8S KH 9C KD QS AC 7D")
    states = [game.state]
    for action in state()["history"]:
        game.do(who=action["seat"], kind=action["type"], **members(action))
        states.append(game.state)
    assert game.state == state()
    for one in [*states, second(), leaving()]:
        assert violations_of(one) == []


def members(action: dict) -> dict:
    """The members of a recorded action, as the kit takes them."""
    more = {name: value for name, value in action.items() if name not in ("seat", "type") and value is not None}
    if "holdings" in more:
        more["holdings"] = [f"{item['category']} {' '.join(item['cards'])}" for item in more["holdings"]]
    return more


def test_a_state_may_name_its_ruleset_without_the_version_and_leave_reckonings_to_the_service():
    one = state(5) | {"ruleset": "portland"}
    assert violations_of(one) == []
    reckonings = [action for action in one["history"] if action["type"] == "reckon"]
    for action in reckonings:
        del action["holdings"]
    assert len(reckonings) == 3  # point and sequence of elder, and the sets of younger
    assert violations_of(one) == []


# -- ten points more


@pytest.mark.rule("R7.1")
@pytest.mark.parametrize("seat", ["A", "B"])
def test_ten_points_more_in_the_score(seat):
    tampered = state(5)
    tampered["score"][seat] += 10
    assert_found(tampered, "/score")


def ten_more(tampered: dict, kind: str) -> None:
    """Ten points more for the first event of a kind, carried through all totals of the deal."""
    events = tampered["events"]
    place = next(place for place, event in enumerate(events) if event["kind"] == kind)
    seat = events[place]["seat"]
    events[place]["points"] += 10
    for event in events[place:]:
        event["deal_score"][seat] += 10
    tampered["score"][seat] += 10
    if tampered["phase"] == "deal_over":
        tampered["partie"]["score"][seat] += 10


@pytest.mark.rule("R5.12", "R6.2", "R6.3")
@pytest.mark.parametrize("kind", ["point", "sequence", "set", "lead", "capture", "last_trick", "cards"])
def test_ten_points_more_in_an_event_and_in_every_total_after_it(kind):
    tampered = state()
    ten_more(tampered, kind)
    assert_found(tampered, "/events")


@pytest.mark.rule("R7.1")
def test_ten_points_more_in_the_running_totals_alone():
    tampered = state(5)
    tampered["events"][-1]["deal_score"]["B"] += 10
    assert_found(tampered, "/events")


@pytest.mark.rule("R8.1")
@pytest.mark.parametrize("seat", ["A", "B"])
def test_ten_points_more_in_the_partie(seat):
    for tampered in (state(5), state(), second()):
        tampered["partie"]["score"][seat] += 10
        assert_found(tampered, "/partie/score")


@pytest.mark.rule("R8.1")
def test_ten_points_more_in_a_finished_deal():
    tampered = second()
    tampered["partie"]["deals"][0]["score"]["A"] += 10
    assert_found(tampered, "/partie/deals/0")
    tampered["partie"]["score"]["A"] += 10  # and in the sum
    assert_found(tampered, "/partie")


@pytest.mark.rule("R8.2")
def test_a_result_that_the_deals_do_not_give():
    game = partie_over()
    for change in ({"settlement": 449}, {"winner": "B"}, {"rubicon": True}):
        tampered = copy.deepcopy(game.state)
        tampered["partie"]["result"] |= change
        assert_found(tampered, "/partie/result")
    tampered = state()
    tampered["partie"]["result"] = copy.deepcopy(game.state["partie"]["result"])
    assert_found(tampered, "/partie/result")


@functools.cache
def partie_over() -> Game:
    """Four deals of automatic play, elder winning each with every master; in the last younger has them."""
    masters, low = "S AKQ H AKQ D AKQ C AKQ", "S J98 H J98 D J98 C J98"
    game = None
    for number in range(4):
        hands = (masters, low) if number < 3 else (low, masters)
        game = Game.exchanged(
            *hands, ruleset=portland(calling="automatic", partie_deals=4), after=game.state if game else None
        ).play_out()
    assert game.phase == "partie_over"
    return game


# -- cards


@pytest.mark.rule("R2.1", "R2.2")
@pytest.mark.parametrize("card", ["KS", "AS", "TH"])
def test_an_extra_card(card):
    # One put away, one in hand already, one played.
    tampered = state(5)
    tampered["hands"]["B"].append(card)
    assert_found(tampered, "/hands")


@pytest.mark.rule("R2.1")
def test_a_missing_card():
    tampered = state(5)
    tampered["hands"]["A"].pop()
    assert_found(tampered, "/hands/A")


@pytest.mark.rule("R2.1", "R4.3")
def test_two_cards_exchanged_between_hands_or_with_a_discard():
    tampered = state(5)
    hands = tampered["hands"]
    hands["A"][0], hands["B"][0] = hands["B"][0], hands["A"][0]
    assert_found(tampered, "/hands")
    tampered = state(5)
    tampered["hands"]["A"][0], tampered["discards"]["A"][0] = tampered["discards"]["A"][0], tampered["hands"]["A"][0]
    assert_found(tampered, "/hands", "/discards")


@pytest.mark.rule("R2.2")
def test_hands_dealt_that_are_not_the_pack():
    for change in ("AS", "KH"):
        tampered = state(5)
        tampered["dealt"]["hands"]["B"][0] = change
        assert_found(tampered, "/dealt")
    tampered = state(5)
    dealt = tampered["dealt"]["hands"]
    dealt["A"], dealt["B"] = dealt["B"], dealt["A"]
    assert_found(tampered, "/")


FIRST = "/partie/deals/0"
WRONG = [
    # What is changed in the second deal of the partie: where, to what; the reason, where it is, its rule, its params.
    (f"{FIRST}/dealer", "A", "state.partie", f"{FIRST}/dealer", "R2.4",
     {"member": "dealer", "given": "A", "expected": "B"}),
    (f"{FIRST}/score", {"A": 29, "B": 23}, "state.partie", f"{FIRST}/score", "R8.1",
     {"member": "score", "given": {"A": 29, "B": 23}, "expected": {"A": 28, "B": 23}}),
    (f"{FIRST}/score", {"A": 28, "B": 22}, "state.partie", f"{FIRST}/score", "R8.1",
     {"member": "score", "given": {"A": 28, "B": 22}, "expected": {"A": 28, "B": 23}}),
    (f"{FIRST}/history/-1", None, "state.deal_not_over", f"{FIRST}/history", "R8.1", {}),
    (f"{FIRST}/history/0/cards/1", "KS", "cards.twice", f"{FIRST}/history/0/cards", "R2.1", {"cards": ["KS"]}),
    (f"{FIRST}/history/1/cards/1", "7S", "cards.twice", f"{FIRST}/history/1/cards", "R2.1", {"cards": ["7S"]}),
    (f"{FIRST}/history/1/cards/0", "AS", "cards.not_held", f"{FIRST}/history/1/cards", "R4.3", {"cards": ["AS"]}),
    (f"{FIRST}/dealt/talon/-1", None, "deal.wrong_count", f"{FIRST}/dealt/talon", "R2.2",
     {"where": "talon", "count": 7, "expected": 8}),
    (f"{FIRST}/dealt/talon/-1", None, "deal.card_missing", f"{FIRST}", "R2.1", {"card": "7D"}),
    ("/dealt/hands/A/-1", None, "deal.wrong_count", "/dealt/hands/A", "R2.2",
     {"where": "hands/A", "count": 11, "expected": 12}),
    ("/dealt/hands/B/-1", None, "deal.wrong_count", "/dealt/hands/B", "R2.2",
     {"where": "hands/B", "count": 11, "expected": 12}),
    ("/dealt/hands/B/0", "6S", "deal.card_unknown", "/dealt/hands/B/0", "R2.1", {"card": "6S", "pack": 32}),
    ("/dealt/hands/B/12", "AS", "deal.wrong_count", "/dealt/hands/B", "R2.2",
     {"where": "hands/B", "count": 13, "expected": 12}),
    ("/dealt/hands/A/12", "AC", "deal.wrong_count", "/dealt/hands/A", "R2.2",
     {"where": "hands/A", "count": 13, "expected": 12}),
    ("/dealt/talon/8", "AS", "deal.wrong_count", "/dealt/talon", "R2.2", {"where": "talon", "count": 9, "expected": 8}),
    ("/dealt/talon/3", "AC", "deal.card_twice", "/dealt/talon/3", "R2.1", {"card": "AC"}),
    ("/talon/3", "AC", "state.card_twice", "/talon/3", "R2.1", {"card": "AC"}),
    ("/hands/A/-1", None, "state.card_missing", "", "R2.1", None),
]  # fmt: skip


@pytest.mark.parametrize(("where", "value", "code", "place", "rule", "params"), WRONG)
def test_what_is_wrong_is_named_with_its_place_and_what_it_should_be(where, value, code, place, rule, params):
    wrong = second()
    inner = wrong
    *path, last = where.split("/")[1:]
    for token in path:
        inner = inner[int(token) if isinstance(inner, list) else token]
    key = int(last) if isinstance(inner, list) else last
    if value is None:
        del inner[key]
    elif key == len(inner):
        inner.append(value)
    else:
        inner[key] = value
    found = [each for each in violations_of(wrong) if each["code"] == code and each["pointer"] == f"/state{place}"]
    assert [each["rule"] for each in found] == [rule], violations_of(wrong)
    if params is not None:
        assert found[0]["params"] == params


MOVED = [
    # From where a card is moved, to where; the places with wrong numbers, and these.
    ("talon", "hands/A", {"hands/A": 13, "talon": 7}),
    ("talon", "hands/B", {"hands/B": 13, "talon": 7}),
    ("hands/A", "talon", {"hands/A": 11, "talon": 9}),
    ("hands/B", "hands/A", {"hands/A": 13, "hands/B": 11}),
    ("hands/A", "hands/B", {"hands/A": 11, "hands/B": 13}),
]


@pytest.mark.rule("R2.2")
@pytest.mark.parametrize("law", ["portland", "none"])
@pytest.mark.parametrize(("source", "target", "wrong"), MOVED)
def test_a_card_dealt_to_another_place_is_told_where_it_is_missing_and_where_it_is_too_much(source, target, wrong, law):
    """A finished deal may have been dealt so under a law of irregularities (L40), but not without one."""
    for place in ("dealt", "partie/deals/0/dealt")[: 2 if law == "none" else 1]:
        tampered = second()
        tampered["ruleset"] = {"name": "portland@1", "overrides": {"law": law}}
        assert violations_of(tampered) == []
        dealt = within(tampered, place)
        within(dealt, target).append(within(dealt, source).pop())
        found = [each for each in violations_of(tampered) if each["code"].startswith("deal.")]
        told = {each["pointer"]: (each["rule"], each["params"]["count"], each["params"]["expected"]) for each in found}
        assert told == {
            f"/state/{place}/{where}": ("R2.2", count, 8 if where == "talon" else 12) for where, count in wrong.items()
        }


def within(value, place: str):
    """The value at a place within another."""
    for token in place.split("/"):
        value = value[int(token) if isinstance(value, list) else token]
    return value


@pytest.mark.rule("R2.1")
@pytest.mark.parametrize("place", ["hands/A", "hands/B", "talon", "discards/A", "discards/B", "tricks/0/cards"])
def test_a_card_that_is_in_a_place_twice_is_named_there(place):
    tampered = leaving()
    cards = within(tampered, place)
    cards.append(cards[0])
    found = [each for each in violations_of(tampered) if each["code"].startswith("state.card_")]
    assert [(each["code"], each["rule"], each["pointer"], each["params"]["card"]) for each in found] == [
        ("state.card_twice", "R2.1", f"/state/{place}/{len(cards) - 1}", cards[0])
    ]


def test_a_history_before_the_first_deal_is_named():
    partie = post("/v1/parties", {"ruleset": "portland", "first_dealer": "B"})["state"]
    partie["history"] = [{"seat": "A", "type": "pass", "category": "point"}]
    (found,) = violations_of(partie)
    assert (found["code"], found["pointer"]) == ("state.unexpected", "/state/history")
    assert found["params"] == {"member": "history", "given": "not empty", "expected": "[]"}


def test_no_more_than_a_hundred_reasons_are_given():
    wrong = second()
    (deal,) = wrong["partie"]["deals"]
    wrong["partie"]["deals"] = [{**deal, "dealer": "A", "score": {"A": 0, "B": 0}}]
    wrong["events"] = example().state["events"] * 4
    assert len(violations_of(wrong)) == 100


@pytest.mark.rule("R4.3")
def test_a_talon_in_another_order():
    tampered = leaving()
    tampered["talon"].reverse()
    assert_found(tampered, "/talon")
    tampered = leaving()
    tampered["dealt"]["talon"].reverse()
    assert_found(tampered, "/")


@pytest.mark.rule("R4.3")
def test_a_draw_that_was_not_from_the_top():
    # Younger has drawn 8 K of clubs after elder's 7 A. He would rather have had the last one, the knave.
    tampered = leaving()
    assert tampered["drawn"]["B"] == ["8C", "KC"]
    tampered["drawn"]["B"] = ["8C", "JC"]
    tampered["talon"][tampered["talon"].index("JC")] = "KC"
    tampered["hands"]["B"] = in_order([card for card in tampered["hands"]["B"] if card != "KC"] + ["JC"])
    assert_found(tampered, "/drawn/B", "/hands/B")


@pytest.mark.rule("R4.1", "R4.2", "R4.3")
def test_an_exchange_that_was_not_possible():
    for wrong in (["AS", "TS"], [], ["AS", "KS", "QS", "JS", "AH", "KH"]):
        tampered = leaving()
        tampered["history"][0]["cards"] = wrong
        assert_found(tampered, "/history/0")


@pytest.mark.rule("R4.4", "R4.5")
def test_cards_looked_at_that_were_not():
    tampered = leaving()
    tampered["looked"]["B"] = ["9C", "QC", "TC", "JC"]
    assert_found(tampered, "/looked")
    tampered = leaving()
    tampered["look"] = True
    assert_found(tampered, "/look")
    tampered = leaving()
    tampered["left"]["A"] = 2
    assert_found(tampered, "/left")


# -- what was said


@pytest.mark.rule("R5.1")
@pytest.mark.parametrize("wrong", [{"length": 6}, {"length": 5, "value": 50}, {"length": 2}])
def test_a_call_that_was_not_possible(wrong):
    tampered = state(5)
    place = next(place for place, action in enumerate(tampered["history"]) if action["type"] == "call")
    tampered["history"][place] |= wrong
    status, answer = send("/v1/states/validate", {"state": tampered})
    assert status == 200
    assert any(violation["pointer"].startswith(f"/state/history/{place}/") for violation in answer["violations"])


@pytest.mark.rule("R5.2")
@pytest.mark.parametrize(("number", "wrong"), [(0, "not_good"), (1, "equal"), (2, "not_good"), (3, "equal")])
def test_a_reply_that_was_not_possible(number, wrong):
    # To five cards, to their making 49, to the quart major, to three knaves.
    tampered = state(5)
    replies = [place for place, action in enumerate(tampered["history"]) if action["type"] == "reply"]
    tampered["history"][replies[number]]["reply"] = wrong
    assert_found(tampered, f"/history/{replies[number]}")


@pytest.mark.rule("R5.2", "R5.6")
def test_calls_that_are_not_those_of_the_history():
    for change in ({"status": "not_good"}, {"called": {"length": 5, "value": 48}}, {"category": "sequence"}):
        tampered = state(5)
        tampered["calls"][0] |= change
        assert_found(tampered, "/calls")
    tampered = state(5)
    tampered["calls"].pop()
    assert_found(tampered, "/calls")


@pytest.mark.rule("R5.11")
def test_a_reckoning_of_what_was_not_held():
    tampered = state(5)
    place = [place for place, action in enumerate(tampered["history"]) if action["type"] == "reckon"][-1]
    tampered["history"][place]["holdings"].append({"category": "set", "cards": ["KS", "KH", "KC"]})
    assert_found(tampered, f"/history/{place}")


@pytest.mark.rule("R5.13")
def test_cards_shown_that_were_not():
    tampered = state(5)
    tampered["shown"]["A"] = in_order([*tampered["shown"]["A"], "JS"])
    assert_found(tampered, "/shown")


@pytest.mark.rule("R3.1", "R3.3")
def test_a_carte_blanche_that_was_not():
    tampered = state(5)
    tampered["carte_blanche"]["A"] = "shown"
    assert_found(tampered, "/carte_blanche")
    tampered = second()
    tampered["announced_exchange"] = 3
    assert_found(tampered, "/announced_exchange")
    tampered = second()
    tampered["committed"] = ["7H"]
    assert_found(tampered, "/committed")


# -- play


@pytest.mark.rule("R6.1")
def test_a_trick_that_was_not_won():
    for place in (0, 3):
        tampered = state(5)
        tampered["tricks"][place]["winner"] = other(tampered["tricks"][place]["winner"])
        assert_found(tampered, "/tricks")


@pytest.mark.rule("R6.1")
def test_a_trick_won_in_the_history_against_the_cards():
    # Younger follows the king of hearts with the seven of diamonds. Had he led next, the order of seats would not fit.
    tampered = state(5)
    plays = [place for place, action in enumerate(tampered["history"]) if action["type"] == "play"]
    for action in (tampered["history"][plays[2]], tampered["history"][plays[3]]):
        action["seat"] = other(action["seat"])
    assert_found(tampered, f"/history/{plays[2]}")


@pytest.mark.rule("R6.1")
def test_a_card_that_did_not_follow_suit():
    # To the ace of hearts younger must play the ten.
    tampered = state(5)
    place = [place for place, action in enumerate(tampered["history"]) if action["type"] == "play"][1]
    tampered["history"][place]["card"] = "7D"
    assert_found(tampered, f"/history/{place}")


@pytest.mark.rule("R6.1")
def test_the_wrong_seat_to_act_or_the_wrong_phase():
    for tampered in (state(5), second(), leaving()):
        tampered["to_act"] = other(tampered["to_act"])
        assert_found(tampered, "/to_act")
    for phase in ("calling", "deal_over", "younger_exchange"):
        tampered = state(5)
        tampered["phase"] = phase
        assert_found(tampered, "/phase")


@pytest.mark.rule("R6.1")
def test_history_cut_short_or_made_up():
    tampered = state(5)
    tampered["history"].pop()
    assert_found(tampered, "/")
    tampered = state(5)
    tampered["history"].append({"seat": "A", "type": "play", "card": "KD"})
    assert_found(tampered, "/")


# -- bonuses


@pytest.mark.rule("R7.2", "R7.3", "R6.3")
@pytest.mark.parametrize(
    ("kind", "points"), [("repique", 60), ("pique", 30), ("capot", 40), ("cards", 10), ("last_trick", 1)]
)
def test_a_bonus_that_was_not_earned(kind, points):
    tampered = state(5)
    bonus = copy.deepcopy(next(event for event in tampered["events"] if event["kind"] == "lead"))
    score = dict(tampered["score"])
    score["A"] += points
    tampered["events"].append(
        {**bonus, "kind": kind, "points": points, "rule": "R7.2", "cards": [], "deal_score": score}
    )
    tampered["score"] = dict(score)
    status, answer = send("/v1/states/validate", {"state": tampered})
    assert status == 200
    place = f"/state/events/{len(tampered['events']) - 1}"
    assert any(violation["pointer"].startswith(place) for violation in answer["violations"])


@pytest.mark.rule("R7.7")
def test_an_event_left_out_or_moved():
    for change in (lambda events: events.pop(), lambda events: events.pop(3), lambda events: events.reverse()):
        tampered = state(5)
        change(tampered["events"])
        assert_found(tampered, "/events")


# -- the frame


@pytest.mark.rule("R2.4", "R8.1")
def test_another_dealer_or_number_of_the_deal():
    for name, value in (("dealer", "A"), ("first_dealer", "A"), ("deal", 2), ("deals", [])):
        tampered = second() if name == "deals" else state(5)
        tampered["partie"][name] = value
        assert_found(tampered, "/partie", "/")


@pytest.mark.rule("R6.2")
def test_another_ruleset_than_the_deal_was_scored_by():
    # With ten for the last trick the log would read otherwise.
    tampered = state()
    tampered["ruleset"] = portland(last_trick_bonus=10)
    assert_found(tampered, "/events", "/score")
    tampered = state(5)
    tampered["ruleset"] = AUTOMATIC
    assert_found(tampered, "/")


# -- every single member


@pytest.mark.rule("R2.1", "R4.3", "R5.6", "R6.1", "R6.2", "R7.1", "R8.1")
@pytest.mark.parametrize(
    "make",
    [lambda: state(3), second, leaving, lambda: partie_over().state],
    ids=["play", "second deal", "left", "over"],
)
def test_no_single_member_can_be_altered(make):
    # A value of a wrong kind may be refused as a request instead.
    whole, judged = make(), 0
    for path, tampered in each_leaf_altered(whole):
        status, answer = send("/v1/states/validate", {"state": tampered})
        assert status in (404, 409, 422) or answer["valid"] is False, path
        if status == 200:
            judged += 1
            for violation in answer["violations"]:
                assert_points_into({"state": tampered}, violation["pointer"])
    assert judged > 100


# -- everywhere


@pytest.mark.rule("R7.1")
def test_no_operation_goes_on_from_a_tampered_state():
    tampered = state(5)
    tampered["score"]["A"] += 10
    action = {"seat": "A", "type": "play", "card": "8H"}
    answer = post("/v1/actions/check", {"state": tampered, "action": action})
    assert answer["legal"] is False
    assert any(violation["pointer"].startswith("/state/score") for violation in answer["violations"])
    answer = post("/v1/actions/check-many", {"state": tampered, "actions": [action]})
    assert answer["items"][0]["legal"] is False
    for path, more in (("/v1/actions/options", {}), ("/v1/states/view", {"seat": "A"})):
        assert problem(path, {"state": tampered, **more})["violations"]
    tampered = state()
    tampered["partie"]["score"]["A"] += 10
    assert problem("/v1/deals", {"state": tampered, "deck": PACK})["violations"]
