"""`POST /v1/play/analyse`: what it takes, what it refuses, and what it says that it assumes."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.analysis import exhaustive
from tests.helpers.cards import AUTOMATIC, cards
from tests.helpers.game import Game
from tests.helpers.http import post, problem

PATH = "/v1/play/analyse"


def held(elder: str, younger: str, leader: str = "elder", ruleset: Any = "portland", **more: Any) -> dict[str, Any]:
    hands = {"elder": cards(elder), "younger": cards(younger)}
    return {"ruleset": ruleset, "hands": hands, "leader": leader, **more}


def values(answer: Any) -> dict[str, int]:
    return {each["card"]: each["value"] for each in answer["cards"]}


def sides(elder: int, younger: int) -> dict[str, int]:
    return {"elder": elder, "younger": younger}


# ---------------------------------------------------------------- from hands


@pytest.mark.rule("R6.2")
def test_each_card_has_its_value_and_a_line() -> None:
    """The queen first: 3 to 2 (derived in `test_play_by_hand`). Three cards that nothing stands between are one."""
    answer = post(PATH, held("S AQ", "S KJ"))
    assert (answer["to_act"], answer["value"], answer["points"], answer["best"]) == ("elder", 1, sides(3, 2), ["QS"])
    assert values(answer) == {"AS": 0, "QS": 1}
    assert [each["line"] for each in answer["cards"]] == [["AS", "JS", "QS", "KS"], ["QS", "KS", "JS", "AS"]]
    assert (answer["assumptions"], answer["reckoned"], answer["lacks_for_pique"]) == ([], sides(0, 0), 30)
    alike = post(PATH, held("S AKQ", "S JT9"))
    assert alike["best"] == ["AS", "KS", "QS"]


def test_younger_plays_for_the_least() -> None:
    """Younger leads the ace and has it all: 1 for the lead, 1 for the last trick."""
    answer = post(PATH, held("S K", "S A", leader="younger"))
    assert (answer["to_act"], answer["value"], answer["points"]) == ("younger", -2, sides(0, 2))


@pytest.mark.rule("R7.3")
@pytest.mark.parametrize(
    ("in_hand", "play", "lacks"),
    [
        ((20, 0), (8, 0), 2),
        ((20, 1), (8, 0), None),  # younger has reckoned
        ((20, 0), (8, 1), None),  # or made a point of play
        ((20, 0), (10, 0), None),  # it has been made
        ((31, 0), (8, 0), None),  # that was a repique
    ],
)
def test_a_pique_is_possible_until_younger_has_anything(
    in_hand: tuple[int, int], play: tuple[int, int], lacks: int | None
) -> None:
    answer = post(PATH, held("S AQ", "S KJ", in_hand=sides(*in_hand), play=sides(*play)))
    assert answer["lacks_for_pique"] == lacks
    assert answer["pique"] == (lacks is not None)


@pytest.mark.rule("R6.4", "R7.3")
def test_the_ten_at_the_seventh_trick_are_elders_towards_a_pique() -> None:
    """Seven tricks at two each and ten are 24."""
    answer = post(PATH, held("S AQ", "S KJ", ruleset="denexa", play=sides(14, 0), tricks=sides(7, 0)))
    assert answer["lacks_for_pique"] == 6


def test_hands_that_cannot_be_held_together_are_refused_with_every_reason() -> None:
    answer = problem(PATH, {**held("S AQ 7", "S KJ"), "tricks": sides(6, 4)})
    assert (answer["status"], answer["code"]) == (409, "contradictory_request")
    assert [fault["pointer"] for fault in answer["errors"]] == ["/hands/younger", "/tricks"]
    body = held("S AQ", "S KJ")
    body["hands"] = {"elder": ["AS", "6S"], "younger": ["AS", "KS"]}
    answer = problem(PATH, body)
    assert [fault["pointer"] for fault in answer["errors"]] == ["/hands/elder/1", "/hands/younger/0"]
    assert post(PATH, {**held("S A", "S K"), "ruleset": "old-36", "hands": {"elder": ["6S"], "younger": ["7S"]}})


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"ruleset": "portland", "leader": "elder"},
        {**held("S A", "S K"), "leader": "A"},
        {**held("S A", "S K"), "in_hand": {"elder": 3}},
        {"ruleset": "portland", "leader": "elder", "hands": {"elder": [], "younger": []}},
    ],
)
def test_a_request_without_what_it_takes_is_invalid(body: Any) -> None:
    assert problem(PATH, body)["code"] == "invalid_request"


# ---------------------------------------------------------------- from a card that is led

LOW_UNCOUNTED = {"name": "portland", "overrides": {"low_cards_uncounted": True}}


@pytest.mark.rule("R6.1", "R6.2")
def test_who_follows_may_ask() -> None:
    """Elder leads the queen. The king captures it, 1, and leads the knave, 1, which the ace captures for 1 and the last
    trick for 1: 2 to 2. The knave loses the trick; elder leads the ace, 1, and has the last trick, 1."""
    answer = post(PATH, held("S A", "S KJ", led="QS"))
    assert (answer["to_act"], answer["value"], answer["best"]) == ("younger", 0, ["KS"])
    assert values(answer) == {"KS": 2 - 2, "JS": 2}
    assert [each["line"] for each in answer["cards"]] == [["KS", "JS", "AS"], ["JS", "AS", "KS"]]
    # The other way round, with elder to follow.
    answer = post(PATH, held("S KJ", "S A", leader="younger", led="QS"))
    assert (answer["to_act"], values(answer)) == ("elder", {"KS": 0, "JS": -2})


@pytest.mark.rule("R6.1")
def test_the_last_card_may_be_led() -> None:
    answer = post(PATH, held("", "S A", led="KS", tricks=sides(6, 5)))
    assert (answer["to_act"], answer["best"], answer["points"]) == ("younger", ["AS"], sides(0, 2))


@pytest.mark.rule("R7.3")
@pytest.mark.parametrize(
    ("in_hand", "more", "lacks"),
    [
        ((20, 0), {}, 9),  # the lead alone is in play
        ((20, 0), {"play": sides(5, 0)}, 5),
        ((29, 0), {}, None),  # the lead has made the pique
        ((20, 0), {"play": sides(5, 1)}, None),
        ((20, 0), {"leader": "younger"}, None),  # younger has scored the lead
        ((20, 0), {"leader": "younger", "ruleset": LOW_UNCOUNTED}, 10),  # or not, with a nine
    ],
    ids=str,
)
def test_what_is_led_counts_towards_a_pique(in_hand: tuple[int, int], more: Any, lacks: int | None) -> None:
    hands = ("S AK", "S J") if more.get("leader") == "younger" else ("S A", "S KJ")
    answer = post(PATH, held(*hands, led="9S", in_hand=sides(*in_hand), **more))
    assert answer["lacks_for_pique"] == lacks


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        (held("S A", "S KJ", led="KS"), ["/led"]),
        (held("S A", "S KJ", led="6S"), ["/led"]),
        (held("S AQ", "S KJ", led="TS"), ["/hands/younger"]),
        (held("S A", "S KJ", leader="younger", led="TS"), ["/hands/younger"]),
        (held("S A", "S KJ", led="QS", tricks=sides(6, 5)), ["/tricks"]),
        (held("S A", "S KJ", led="QS", play=sides(0, 3)), ["/play/elder"]),
    ],
    ids=str,
)
def test_a_lead_that_cannot_be_is_refused(body: Any, pointers: list[str]) -> None:
    answer = problem(PATH, body)
    assert (answer["code"], [fault["pointer"] for fault in answer["errors"]]) == ("contradictory_request", pointers)


@pytest.mark.parametrize("body", [{"state": "1~portland@1~B", "led": "AS"}, {"led": "AS"}])
def test_a_lead_needs_hands(body: Any) -> None:
    assert problem(PATH, body)["code"] == "invalid_request"


@pytest.mark.rule("R6.2", "R6.3", "R6.4", "R7.3")
@pytest.mark.parametrize(
    "scoring",
    [
        {},
        {"trick_scoring": "lead_and_take", "last_trick_bonus": 0, "cards_counted": "seventh_trick"},
        {"trick_scoring": "one_per_trick", "last_trick_bonus": 10},
        {"low_cards_uncounted": True},
        {"low_cards_uncounted": True, "uncounted_plays": "leads"},
    ],
    ids=str,
)
def test_every_card_that_may_follow_has_the_value_that_trying_everything_finds(scoring: Any) -> None:
    """Small endings, with the points before them, by `exhaustive`."""
    seed = f"led {sorted(scoring)}"
    print("seed", seed)
    rng = random.Random(seed)
    ruleset = {"name": "portland", "overrides": scoring}
    rules = exhaustive.Scoring(**scoring)
    piques = 0
    for _ in range(25):
        left = rng.randint(1, 4)
        pack = rng.sample([rank + suit for suit in "SH" for rank in "789TJQKA"], 2 * left)
        leader, led = rng.choice(["elder", "younger"]), pack[0]
        follower = exhaustive.other(leader)
        hands = {leader: frozenset(pack[1:left]), follower: frozenset(pack[left:])}
        before = 12 - left
        won = rng.randint(0, before)
        tricks = sides(won, before - won)
        in_hand, earlier = sides(rng.choice([0, 14, 22, 28]), rng.choice([0, 0, 3])), sides(rng.randint(0, 1), 0)
        early = 10 if rules.cards_counted == "seventh_trick" else 0
        counted = {side: early if many > 6 else 0 for side, many in tricks.items()}
        tally = exhaustive.Tally(in_hand=in_hand, play=earlier, cards=counted, tricks=tricks)
        tally = exhaustive.after_lead(rules, tally, leader, led)
        body = {"ruleset": ruleset, "hands": {side: sorted(cards) for side, cards in hands.items()}}
        body |= {"leader": leader, "led": led, "in_hand": in_hand, "play": tally.play, "tricks": tricks}
        answer = post(PATH, body)
        piques += answer["pique"]
        expected = {
            card: exhaustive.after(rules, hands, leader, tally, led, card) - tally.difference()
            for card in exhaustive.legal(hands[follower], led)
        }
        assert values(answer) == expected, (body, expected)
    print("piques", piques)
    assert piques or scoring


# ---------------------------------------------------------------- from a state

# Elder has the aces and kings; younger nothing that reckons against him.
HIGH = "S AK H AK D AK C AK S 9 H 9 D 9 C 9"
LOW = "S QT8 H QT8 D QT8 C JT7"


def dealt(ruleset: Any) -> Game:
    return Game.exchanged(HIGH, LOW, ruleset=ruleset)


@pytest.mark.rule("R5.11")
def test_what_is_still_to_be_reckoned_is_reckoned_and_said() -> None:
    """Elder passes everything; younger's best point is the hearts, queen, ten and eight (28), as good as any of his
    three, and he has four tens and three queens: 3, 14 and 3."""
    game = dealt("portland").passes("point", "sequence", "set")
    before = post(PATH, {"state": game.state})
    led = post(PATH, {"state": game.play("AS").state})
    for answer in (before, led):
        assert answer["reckoned"] == sides(0, 20)
        assert answer["assumptions"] == ["all_reckoned"]
        assert answer["lacks_for_pique"] is None
    assert (before["to_act"], led["to_act"]) == ("elder", "younger")
    after = post(PATH, {"state": game.do("younger", "reckon").state})
    assert (after["reckoned"], after["assumptions"]) == (sides(0, 0), [])
    assert values(after) == values(led)
    assert values(before)["AS"] == after["value"] + 1  # the lead's point was still to be made


@pytest.mark.rule("R5.14", "R7.3")
def test_a_pique_is_still_to_be_made_before_the_first_lead() -> None:
    """Point of four, tierce, four aces and three kings: 24. Younger has nothing good, and elder's ace, king and queen
    of spades, aces and kings of two suits and last ace are eight tricks at once, of which the sixth makes thirty."""
    elder, younger = "S AKQ9 H AK9 D AK9 C A9", "S JT8 H QT8 D QT8 C KJT"
    game = Game.exchanged(elder, younger, ruleset=AUTOMATIC)
    assert game.score == (24, 0)
    answer = post(PATH, {"state": game.state})
    assert (answer["lacks_for_pique"], answer["pique"], answer["reckoned"]) == (6, True, sides(0, 0))


@pytest.mark.rule("R7.3")
def test_a_pique_that_the_first_lead_makes_is_still_to_be_made() -> None:
    """Point of five, quart, tierce, four aces and three kings: 29."""
    game = Game.exchanged("S AKQJ9 H AKQ D AK C A9", "S T87 H J87 D Q87 C T87", ruleset=AUTOMATIC)
    assert game.score == (29, 0)
    answer = post(PATH, {"state": game.state})
    assert (answer["lacks_for_pique"], answer["pique"], answer["reckoned"]) == (1, True, sides(0, 0))


@pytest.mark.rule("R5.3", "R7.6")
def test_a_point_that_is_barred_saves_the_pique() -> None:
    """Younger has asked what the five make (51), and has no better five but six cards: nobody scores the point. Elder's
    quint and tierce, trios of aces, kings and queens are 27."""
    game = Game.exchanged("S AKQJT H Q9 D AKQ C AK", "H AKJT87 D 987 C 987")
    game.call("point", 5).equal().states(51).not_good()
    game.call("sequence", 5, "A").good().reckon().call("set", 3, "A").good().reckon()
    assert game.score == (27, 0)
    answer = post(PATH, {"state": game.state})
    assert (answer["lacks_for_pique"], answer["pique"], answer["reckoned"]) == (None, False, sides(0, 0))


@pytest.mark.rule("R7.2", "R7.3")
def test_after_a_repique_there_is_no_pique() -> None:
    """Point of three (30), four aces and four kings: 31, and no sequence. Younger might have one: that he has none, and
    that there are 60 for elder, shows when he has reckoned (R7.7)."""
    game = dealt(AUTOMATIC)
    assert game.score == (31, 0)
    answer = post(PATH, {"state": game.state})
    assert (answer["lacks_for_pique"], answer["pique"], answer["reckoned"]) == (None, False, sides(60, 0))


def test_a_state_that_is_not_in_play_is_refused() -> None:
    answer = problem(PATH, {"state": Game.deal().state})
    assert (answer["status"], answer["code"], answer["errors"][0]["pointer"]) == (
        409,
        "contradictory_request",
        "/state/phase",
    )


def test_a_state_that_contradicts_itself_is_refused() -> None:
    state = dealt(AUTOMATIC).state
    answer = problem(PATH, {"state": {**state, "score": {"A": 99, "B": 0}}})
    assert (answer["status"], answer["code"]) == (409, "impossible_state")


@pytest.mark.rule("R8.4")
def test_where_a_target_would_stop_the_deal_it_is_played_out_all_the_same() -> None:
    ruleset = {"name": "au-cent", "overrides": {"tie_break_call": "when_asked", "calling": "automatic"}}
    stops = post(PATH, {"state": dealt(ruleset).state})
    assert stops["assumptions"] == ["all_reckoned", "played_out"]
    assert stops["value"] == post(PATH, {"state": dealt(AUTOMATIC).state})["value"]
