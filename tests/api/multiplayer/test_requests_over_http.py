"""What is wrong with a request about voleur or normand: all faults together, at their places, and never an error."""

from __future__ import annotations

import json
from typing import Any

import pytest

from service.api.game_states.codec import IN_PLACE
from service.app import create_app
from service.multiplayer.games import GAMES
from service.multiplayer.parameters import ruleset
from service.settings.service import Settings
from tests.api.multiplayer.deals import SEATS, state_after
from tests.api.multiplayer.earlier_deals import partie_of
from tests.helpers.http import get, post, problem, send

Json = Any

OPERATIONS = ("actions/check", "actions/check-many", "actions/options", "states/validate", "states/view", "deals")


def faults(refused: Json) -> dict[str, str]:
    assert refused["code"] == "invalid_request", refused
    return {fault["pointer"]: fault["message"] for fault in refused["errors"]}


@pytest.mark.parametrize("game", SEATS)
def test_faults_of_state_and_action_are_told_together(game: str) -> None:
    state = state_after({"voleur": "VW1", "normand": "NW1"}[game], 0)
    del state["claimed"]
    state["phase"] = "callin"
    body = {"state": state, "action": {"seat": "A", "type": "reckn"}, "sate": 1}
    found = faults(problem(f"/v1/{game}/actions/check", body))
    assert found["/state/claimed"] == "is required"
    assert found["/state/phase"].endswith("(did you mean calling?)")
    assert found["/action/type"].endswith("(did you mean reckon?)")
    assert found["/sate"] == "is not a member of this object (did you mean state?)"


@pytest.mark.parametrize("game", SEATS)
def test_faults_of_many_states_and_actions_are_told_together(game: str) -> None:
    state = state_after({"voleur": "VW1", "normand": "NW1"}[game], 0)
    items = [
        {"state": {**state, "score": {}}, "action": {"seat": "A", "type": "pass", "category": "point"}},
        {"state": state, "action": {"seat": "A", "type": "play", "card": "1S"}},
    ]
    found = faults(problem(f"/v1/{game}/actions/check-many", {"items": items}))
    assert {pointer.rpartition("/")[0] for pointer in found} == {"/items/0/state/score", "/items/1/action"}
    del items[1]
    (first, *_) = faults(problem(f"/v1/{game}/actions/check-many", {"items": items}))
    assert first.startswith("/items/0/state/score/")


def test_normand_has_no_fourth_seat_and_voleur_no_exchange() -> None:
    state = state_after("NW1", 0)
    refused = problem(
        "/v1/normand/actions/check", {"state": state, "action": {"seat": "D", "type": "claim_carte_blanche"}}
    )
    assert list(faults(refused)) == ["/action/seat"]
    state = state_after("VW1", 0)
    refused = problem(
        "/v1/voleur/actions/check", {"state": state, "action": {"seat": "A", "type": "exchange", "cards": []}}
    )
    assert list(faults(refused)) == ["/action/type"]
    body = {"ruleset": "voleur", "dealer": "A", "hands": {seat: [] for seat in "ABCD"}, "talon": []}
    assert faults(problem("/v1/voleur/deals", body)) == {"/talon": "is not a member of this object"}


@pytest.mark.parametrize(
    ("call", "part"),
    [
        ({"category": "point"}, "has length"),
        ({"category": "set", "count": 3}, "has count and rank"),
        ({"category": "sequence", "length": 3, "value": 30}, "has no value"),
        ({"category": "sequence", "length": 3, "cards": ["AS"]}, "has no cards"),
        ({"category": "set", "count": 3, "rank": "A", "top": "K"}, "has no top"),
    ],
)
def test_a_call_has_the_members_of_its_category(call: Json, part: str) -> None:
    state = state_after("VW1", 0)
    body = {"state": state, "action": {"seat": "A", "type": "call", **call}}
    (found,) = faults(problem("/v1/voleur/actions/check", body)).items()
    assert found[0] == "/action"
    assert part in found[1]


@pytest.mark.parametrize("game", SEATS)
@pytest.mark.parametrize(
    ("ruleset", "code", "pointer"),
    [
        ("portland", "unknown_ruleset", "/ruleset"),
        ("other@1", "unknown_ruleset", "/ruleset"),
        ({"name": "portland"}, "unknown_ruleset", "/ruleset/name"),
        ({"overrides": {"targett": 150}}, "invalid_ruleset", "/ruleset/overrides/targett"),
        ({"overrides": {"target": 151}}, "invalid_ruleset", "/ruleset/overrides/target"),
        ({"overrides": {"opposed_blanche_saves": 1}}, "invalid_ruleset", "/ruleset/overrides/opposed_blanche_saves"),
    ],
)
def test_a_ruleset_that_the_game_does_not_have(game: str, ruleset: Json, code: str, pointer: str) -> None:
    if isinstance(ruleset, dict):
        ruleset = {"name": game, **ruleset}
    refused = problem(f"/v1/{game}/deals", {"ruleset": ruleset, "dealer": "A", "seed": "1"})
    assert refused["code"] == code
    assert [fault["pointer"] for fault in refused["errors"]] == [pointer]


@pytest.mark.parametrize("game", SEATS)
def test_the_published_rulesets(game: str) -> None:
    (found,) = get(f"/v1/{game}/rulesets")["rulesets"]
    assert found["ruleset"] == f"{game}@1"
    parameters = {each["name"]: each for each in found["parameters"]}
    assert len(parameters) == len(found["parameters"]) == {"voleur": 17, "normand": 18}[game]  # the table of section 9
    target = parameters["target"]
    assert (target["value"], target["values"]) == (150, [150, 100, 220, 221])  # V8.1, N8.1
    assert target["rule"] == {"voleur": "V8.1", "normand": "N8.1"}[game]
    assert parameters["abide_by_call"]["silent"]  # 4.7 [S]
    assert ("dealer_min" in parameters) == (game == "normand")
    assert ("capture" in parameters) == (game == "voleur")
    # The two-handed rulesets are a list of their own.
    assert f"{game}@1" not in [each["ruleset"] for each in get("/v1/rulesets")["rulesets"]]


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({}, ["/dealer"]),
        ({"ruleset": "voleur", "seed": "1"}, ["/dealer"]),
        ({"ruleset": "voleur", "dealer": "A", "seed": "1", "deck": []}, ["/deck", ""]),
        ({"ruleset": "voleur", "dealer": "A", "seed": ""}, ["/seed"]),
        ({"ruleset": "voleur", "dealer": "A", "seed": "x" * 201}, ["/seed"]),
        ({"ruleset": "voleur", "dealer": "A", "hands": {"A": []}}, ["/hands/B", "/hands/C", "/hands/D"]),
        ({"ruleset": "v" * 65, "dealer": "A", "seed": "1"}, ["/ruleset"]),
    ],
)
def test_members_of_a_deal_that_are_wrong(body: Json, pointers: list[str]) -> None:
    assert list(faults(problem("/v1/voleur/deals", body))) == pointers


def test_a_further_deal_takes_ruleset_and_dealer_from_the_state() -> None:
    body = {"state": state_after("VW2"), "ruleset": "voleur", "dealer": "B", "seed": "1"}
    assert faults(problem("/v1/voleur/deals", body)) == {
        "/ruleset": "is given by the state",
        "/dealer": "is given by the state",
    }


@pytest.mark.parametrize("game", SEATS)
def test_cards_that_are_not_the_pack(game: str) -> None:
    """V1.1, N1.1."""
    body: Json = {"ruleset": game, "dealer": "A", "deck": ["AS", "6S"] * 16}
    refused = problem(f"/v1/{game}/deals", body)
    assert refused["code"] == "invalid_deal"
    found = [(each["code"], each["pointer"]) for each in refused["violations"]]
    assert found[:2] == [("deal.card_unknown", "/deck/1"), ("deal.card_twice", "/deck/2")]
    hands: Json = {seat: [] for seat in SEATS[game]}
    talon = {"talon": []} if game == "normand" else {}
    refused = problem(f"/v1/{game}/deals", {"ruleset": game, "dealer": "A", "hands": hands, **talon})
    wrong = [each for each in refused["violations"] if each["code"] == "deal.wrong_count"]
    places = [f"/hands/{seat}" for seat in SEATS[game]] + ["/talon"] * bool(talon)
    assert [each["pointer"] for each in wrong] == places
    assert wrong[0]["params"] == {"where": "hands/A", "count": 0, "expected": {"voleur": 8, "normand": 10}[game]}


@pytest.mark.parametrize("game", SEATS)
def test_a_deck_is_dealt_in_packets_to_eldest_first(game: str) -> None:
    """V1.3: 3-2-3; N1.3: twos, and the last two are the talon. A deals, so that B is eldest."""
    deck = [rank + suit for suit in "SHDC" for rank in "AKQJT987"]
    state = post(f"/v1/{game}/deals", {"ruleset": game, "dealer": "A", "deck": deck})["state"]
    hands = state["dealt"]["hands"]
    if game == "voleur":
        assert set(hands["B"]) == {*deck[0:3], *deck[12:14], *deck[20:23]}
        assert set(hands["A"]) == {*deck[9:12], *deck[18:20], *deck[29:32]}
    else:
        assert set(hands["B"]) == {card for at in range(0, 30, 6) for card in deck[at : at + 2]}
        assert state["dealt"]["talon"] == deck[30:]


def test_bounds_of_lists() -> None:
    state = state_after("VW1", 1)
    history = state["history"]
    for changed, pointer in (
        ({"history": history * 65}, "/state/history"),
        ({"events": state["events"] * 101}, "/state/events"),
        ({"claimed": ["A"] * 5}, "/state/claimed"),
        ({"calls": state["calls"] * 4}, "/state/calls"),
        ({"hands": {**state["hands"], "A": ["AS"] * 37}}, "/state/hands/A"),
    ):
        assert list(faults(problem("/v1/voleur/states/validate", {"state": {**state, **changed}}))) == [pointer]
    passing = {"seat": "A", "type": "pass", "category": "point"}
    many = {"state": state, "actions": [passing] * 101}
    assert list(faults(problem("/v1/voleur/actions/check-many", many))) == ["/actions"]
    assert list(faults(problem("/v1/voleur/actions/check-many", {"items": []}))) == ["/items"]


ODD: list[Json] = [None, [], {}, "", 0, -1, 1.5, True, "x" * 5000, [[]] * 50, {"a": {"a": {"a": []}}}, "\u0000", 10**30]


@pytest.mark.parametrize("game", SEATS)
def test_odd_values_never_cause_an_error(game: str) -> None:
    """Each member of a body and of a state is replaced by odd values: `send` fails at a status of 500 or more."""
    state = state_after({"voleur": "VW8", "normand": "NW11"}[game], 9)
    action = {"seat": "A", "type": "pass", "category": "point"}
    statuses = set()
    for odd in ODD:
        statuses |= {send(f"/v1/{game}/states/validate", {"state": {**state, name: odd}})[0] for name in state}
        partie = [{**state["partie"], name: odd} for name in state["partie"]]
        statuses |= {send(f"/v1/{game}/states/validate", {"state": {**state, "partie": each}})[0] for each in partie}
        body: Json
        for operation in OPERATIONS:
            statuses.add(send(f"/v1/{game}/{operation}", {"state": odd})[0])
        for body in (
            {"state": state, "action": odd},
            *({"state": state, "action": {**action, name: odd}} for name in action),
        ):
            statuses.add(send(f"/v1/{game}/actions/check", body)[0])
    assert statuses <= {200, 404, 409, 422}


def test_the_state_of_a_long_partie_is_replayed_in_the_pool() -> None:
    """A state of more than 32 KiB is replayed in another process, with the same answers."""
    app = create_app(Settings(analysis_processes=1, analysis_deadline=300.0, state_memory_bytes=0))
    client = app.test_client()
    state = partie_of(ruleset(GAMES["voleur"], {"target": 221}), 0, range(11))
    assert len(json.dumps(state)) > IN_PLACE
    try:
        assert client.post("/v1/voleur/states/validate", json={"state": state}).get_json()["valid"]
        state["partie"]["deals"][7]["score"]["AC"] += 1
        found = client.post("/v1/voleur/states/validate", json={"state": state}).get_json()["violations"]
        assert [each["pointer"] for each in found] == ["/state/partie/deals/7/score"]
        state["partie"]["deals"][5]["history"].pop()
        found = client.post("/v1/voleur/states/validate", json={"state": state}).get_json()["violations"]
        assert [each["pointer"] for each in found][:1] == ["/state/partie/deals/5/history"]
    finally:
        app.extensions["pool"].close()
