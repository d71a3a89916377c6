"""A state of voleur or normand that does not follow from its history is found, wherever it was changed."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.api.multiplayer.deals import actions_until, check_all, state_after
from tests.helpers.http import assert_points_into, post, problem, send
from tests.helpers.tampering import each_leaf_altered, with_value
from tests.multiplayer.worked_deals import WORKED_DEALS

Json = Any

GAMES = {"voleur": "VW8", "normand": "NW11"}  # each with a carte blanche, so that `claimed` has a seat


def violations_of(game: str, state: Json) -> list[Json]:
    """What is wrong with a state; every pointer leads into it."""
    answer = post(f"/v1/{game}/states/validate", {"state": state})
    assert answer["valid"] == (answer["violations"] == [])
    for violation in answer["violations"]:
        assert violation["rule"].startswith("V" if game == "voleur" else "N")
        assert_points_into({"state": state}, violation["pointer"])
    return answer["violations"]


@pytest.mark.parametrize("game", GAMES)
def test_every_altered_value_is_found(game: str) -> None:
    """Each value of a state in the first trick is changed in turn: the state is impossible, or no state at all."""
    name = GAMES[game]
    state = state_after(name, actions_until(name, "play") + 2)
    tried = 0
    for path, altered in each_leaf_altered(state):
        if path[0] == "events" and path[1] not in (0, 1, len(state["events"]) - 1):
            continue  # the same comparison many times over
        status, answer = send(f"/v1/{game}/states/validate", {"state": altered})
        assert status in (404, 422) or answer["valid"] is False, path
        if status in (404, 422):
            assert all(fault["pointer"].startswith("/state") for fault in answer["errors"])
        tried += 1
    assert tried >= 200


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("member", "code", "number"),
    [
        ("phase", "state.turn", "1.2"),
        ("score", "state.score", "7.1"),
        ("hands", "state.surplus", "1.1"),
        ("tricks", "state.trick", "6.1"),
        ("calls", "state.call", "4.2"),
    ],
)
def test_a_difference_is_a_violation_at_its_place(game: str, member: str, code: str, number: str) -> None:
    name = GAMES[game]
    state = state_after(name, actions_until(name, "play") + 1)
    eldest = state["to_act"]
    hand, letter = state["hands"][eldest], {"voleur": "V", "normand": "N"}[game]
    changes: dict[str, tuple[tuple[str | int, ...], Json]] = {
        "phase": (("phase",), "calling"),
        "score": (("score", next(iter(state["score"]))), 99),
        "hands": (("hands", eldest, 0), next(card for card in ("7S", "8S", "9S") if card not in hand)),
        "tricks": (("tricks", 0, "leader"), eldest),
        "calls": (("calls", 0, "status"), "nobody"),
    }
    path, value = changes[member]
    found = violations_of(game, with_value(state, path, value))
    place = "/state/" + "/".join(map(str, path))
    assert (code, letter + number, place) in [(each["code"], each["rule"], each["pointer"]) for each in found]


@pytest.mark.parametrize("game", GAMES)
def test_an_illegal_action_of_the_history_is_found_at_its_place(game: str) -> None:
    """V6.1, N6.1: the last card was played by a seat that is not to act again."""
    name = GAMES[game]
    state = state_after(name, actions_until(name, "play") + 1)
    at = len(state["history"])
    state["history"].append(state["history"][-1])
    codes = [(each["code"], each["pointer"]) for each in violations_of(game, state)]
    assert codes[0] == ("turn.other_seat", f"/state/history/{at}/seat")
    assert ("cards.not_held", f"/state/history/{at}/card") in codes


@pytest.mark.parametrize(("game", "name"), [("voleur", "VW1"), ("normand", "NW1")])
def test_a_card_that_an_action_names_twice_is_found(game: str, name: str) -> None:
    at = actions_until(name, "reckon")
    state = state_after(name, at + 1)
    (holding,) = state["history"][at]["holdings"]
    card = holding["cards"][0]
    holding["cards"].append(card)
    (first, *_) = violations_of(game, state)
    assert (first["code"], first["pointer"]) == ("cards.twice", f"/state/history/{at}/holdings/0/cards")
    assert first["params"] == {"cards": [card]}


@pytest.mark.parametrize("game", GAMES)
def test_the_cards_dealt_are_the_pack(game: str) -> None:
    """V1.1, N1.1."""
    state = state_after(GAMES[game], 0)
    seat, other = "A", "B"
    card, lost = state["dealt"]["hands"][seat][0], state["dealt"]["hands"][other][0]
    state["dealt"]["hands"][other][0] = card
    found = violations_of(game, state)
    codes = {(each["code"], each["pointer"]) for each in found}
    assert ("deal.card_twice", "/state/dealt/hands/B/0") in codes
    assert ("deal.card_missing", "/state") in codes
    assert {"card": lost} in [each["params"] for each in found if each["code"] == "deal.card_missing"]


@pytest.mark.parametrize("game", GAMES)
def test_the_order_of_the_cards_of_a_hand_does_not_matter(game: str) -> None:
    state = state_after(GAMES[game], 3)
    for hand in (*state["hands"].values(), *state["dealt"]["hands"].values()):
        hand.reverse()
    assert violations_of(game, state) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_ruleset_may_come_without_its_version(game: str) -> None:
    begun = post(f"/v1/{game}/deals", {"ruleset": game, "dealer": "A", "seed": "1"})
    assert begun["ruleset"] == begun["state"]["ruleset"] == f"{game}@1"
    assert violations_of(game, {**begun["state"], "ruleset": game}) == []
    # The same cards and words under another target are another partie, but no contradiction.
    assert violations_of(game, {**begun["state"], "ruleset": {"name": game, "overrides": {"target": 220}}}) == []


def second_deal(game: str) -> Json:
    end = state_after({"voleur": "VW2", "normand": "NW2"}[game])
    return post(f"/v1/{game}/deals", {"state": end, "seed": "next"})["state"]


@pytest.mark.parametrize("game", GAMES)
def test_earlier_deals_are_replayed(game: str) -> None:
    state = second_deal(game)
    place = "/state/partie/deals/0"
    side = next(iter(state["score"]))
    changed = copy.deepcopy(state)
    changed["partie"]["deals"][0]["score"][side] += 1
    assert [(each["code"], each["pointer"]) for each in violations_of(game, changed)] == [
        ("state.partie", f"{place}/score")
    ]
    changed = copy.deepcopy(state)
    changed["partie"]["deals"][0]["dealer"] = "C"
    assert ("state.partie", f"{place}/dealer") in [
        (each["code"], each["pointer"]) for each in violations_of(game, changed)
    ]
    changed = copy.deepcopy(state)
    changed["partie"]["deals"][0]["history"].pop()
    assert ("state.deal_not_over", f"{place}/history") in [
        (each["code"], each["pointer"]) for each in violations_of(game, changed)
    ]
    changed = copy.deepcopy(state)
    changed["partie"]["deals"][0]["history"].insert(0, {"seat": "A", "type": "pass", "category": "set"})
    assert [
        each["pointer"] for each in violations_of(game, changed) if each["pointer"].startswith(f"{place}/history/0")
    ]


def test_nothing_follows_a_deal_that_won_the_partie() -> None:
    """V8.2, V8.3: VW4 and VW3 are 22-98 and 23-23: 45-121. To 150 that is no partie, to 100 BD has won it."""
    end = state_after("VW4")
    second = post("/v1/voleur/deals", {"state": end, "hands": WORKED_DEALS["VW3"].hands})["state"]
    end = check_all("voleur", second, WORKED_DEALS["VW3"].actions)[-1]["state"]
    assert end["partie"]["score"] == {"AC": 45, "BD": 121}
    third = post("/v1/voleur/deals", {"state": end, "seed": "third"})["state"]
    assert violations_of("voleur", third) == []
    third["ruleset"] = {"name": "voleur", "overrides": {"target": 100, "target_stop": "end_of_deal"}}
    assert [(each["code"], each["pointer"]) for each in violations_of("voleur", third)] == [
        ("state.partie_over", "/state/partie/deals/1")
    ]


@pytest.mark.parametrize("operation", ["actions/options", "states/view", "deals"])
@pytest.mark.parametrize("game", GAMES)
def test_other_operations_refuse_an_impossible_state(game: str, operation: str) -> None:
    state = state_after(GAMES[game], 2)
    state["phase"] = "play"
    more = {"actions/options": {}, "states/view": {"seat": "A"}, "deals": {"seed": "1"}}[operation]
    refused = problem(f"/v1/{game}/{operation}", {"state": state, **more})
    assert refused["code"] == "impossible_state"
    assert [each["pointer"] for each in refused["violations"]] == ["/state/phase"]


@pytest.mark.parametrize("game", GAMES)
def test_a_state_of_one_game_is_no_state_of_the_other(game: str) -> None:
    other = {"voleur": "normand", "normand": "voleur"}[game]
    state = state_after(GAMES[game], 2)
    post(f"/v1/{game}/states/validate", {"state": state})  # is then in memory
    assert problem(f"/v1/{other}/states/validate", {"state": state})["code"] == "invalid_request"
    assert problem("/v1/states/validate", {"state": state})["code"] == "invalid_request"
