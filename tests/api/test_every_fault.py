"""A request with several faults is told all of them at once (docs/errors.md), at any depth."""

import copy
import json
import random
from typing import Any

import msgspec
import pytest

from service.api.http.request_body import Decoded
from service.api.problems import FAULT_LIMIT
from service.api.schemas.actions import Action
from service.api.schemas.ruleset_choice import RulesetName
from service.api.schemas.state import State
from tests.contract.test_examples import answer_of, request_of
from tests.helpers.random_cases import generator, scale

STATE = request_of("check_action", "w1_exchange")["state"]
ACTION = request_of("check_action", "w1_exchange")["action"]
REQUIRED, UNKNOWN = "is required", "is not a member of this object"


@pytest.fixture
def faults(client: Any, problem: Any) -> Any:
    """`faults(path, body)`: what is wrong with an invalid request, as (pointer, message)."""

    def ask(path: str, body: Any) -> list[tuple[str, str]]:
        document = problem(client.post(path, json=body), "invalid_request")
        return [(fault["pointer"], fault["message"]) for fault in document["errors"]]

    return ask


def damaged(state: dict[str, Any]) -> dict[str, Any]:
    """The state without two of its members, and with one that it does not have."""
    return {name: value for name, value in state.items() if name not in ("talon", "score")} | {"turn": 1}


OF_DAMAGED = {"/state/talon": REQUIRED, "/state/score": REQUIRED, "/state/turn": UNKNOWN}


@pytest.mark.parametrize("path", ["validate", "view"])
def test_every_fault_of_a_state_is_told(faults: Any, path: str) -> None:
    body = {"state": damaged(STATE), **({"seat": "A"} if path == "view" else {})}
    assert dict(faults(f"/v1/states/{path}", body)) == OF_DAMAGED


def test_faults_at_every_depth_are_told_in_the_order_of_the_contract(faults: Any) -> None:
    state = copy.deepcopy(STATE)
    state["partie"]["dealer"] = "C"
    state["partie"]["score"] = {"A": "0", "C": 1}
    state["phase"] = 5
    state["dealt"]["hands"]["B"][3:5] = ["XX", 7]
    state["history"] = [{"type": "play", "card": "AS"}, {"seat": "A", "type": "fly"}, {"seat": "A"}, None]
    assert [pointer for pointer, _ in faults("/v1/states/validate", {"state": state})] == [
        "/state/partie/dealer",
        "/state/partie/score/A",
        "/state/partie/score/B",
        "/state/partie/score/C",
        "/state/phase",
        "/state/dealt/hands/B/3",
        "/state/dealt/hands/B/4",
        "/state/history/0/seat",
        "/state/history/1/type",
        "/state/history/2/type",
        "/state/history/3",
    ]


def test_faults_of_state_and_action_are_told_together(faults: Any) -> None:
    body = {"state": damaged(STATE), "action": {"seat": "C", "type": "play"}, "state_": 1}
    told = faults("/v1/actions/check", body)
    assert {pointer for pointer, _ in told} == {*OF_DAMAGED, "/action/seat", "/action/card", "/state_"}


def test_faults_of_all_items_of_a_batch_are_told_together(faults: Any) -> None:
    items = [
        {"state": damaged(STATE), "action": ACTION},
        {"state": STATE, "action": {**ACTION, "extra": 1}},
        {"state": damaged(STATE)},
    ]
    expected = {f"/items/0{pointer}": why for pointer, why in OF_DAMAGED.items()}
    expected |= {"/items/1/action/extra": UNKNOWN, "/items/2/action": REQUIRED}
    expected |= {f"/items/2{pointer}": why for pointer, why in OF_DAMAGED.items()}
    assert dict(faults("/v1/actions/check-many", {"items": items})) == expected


def test_faults_of_the_states_of_a_batch_are_told_together(faults: Any) -> None:
    items = [{"state": damaged(STATE), "action": ACTION}, {"state": {"seal": 1}, "action": ACTION}]
    pointers = {pointer for pointer, _ in faults("/v1/actions/check-many", {"items": items})}
    assert {f"/items/0{pointer}" for pointer in OF_DAMAGED} < pointers
    assert {"/items/1/state/ruleset", "/items/1/state/phase"} < pointers


def test_faults_of_a_concealed_state_are_told_together(faults: Any) -> None:
    state = {"token": "x", "keys": {"A": "short", "C": 1}, "position": {"number": -1}}
    assert {pointer for pointer, _ in faults("/v1/states/view", {"state": state, "seat": "C"})} == {
        "/state/token",
        "/state/keys/A",
        "/state/keys/C",
        "/state/position/number",
        "/state/position/hash",
        "/seat",
    }


def test_every_missing_unknown_and_wrong_member_is_told_at_once(faults: Any) -> None:
    body = {"side": "dealer", "known": "AS", "x": 1, "y": 2, "limit": 0, "mode": None, "held": [], "available": 1.5,
            "at_most": True, "ruleset": 1, "carte_blanche": "none"}  # fmt: skip
    assert {pointer for pointer, _ in faults("/v1/exchanges/analyse", body)} == {
        "/hand", "/side", "/known", "/x", "/y", "/limit", "/mode", "/available", "/at_most", "/ruleset",
        "/carte_blanche",
    }  # fmt: skip


def test_the_items_of_a_list_that_is_too_long_are_told_as_well(faults: Any) -> None:
    hand = ["AS"] * 12 + ["XX"]
    told = dict(faults("/v1/hands/compare", {"elder": ["XX", *hand], "younger": []}))
    assert told.keys() == {"/elder", "/elder/0", "/younger"}
    assert told["/elder"] == "must be an array of length <= 12"
    assert told["/younger"] == "must be an array of length >= 1"


def test_each_override_of_the_wrong_type_is_told(faults: Any) -> None:
    overrides = {"elder_max": [5], "target": 1001, "concession": "none"}
    told = faults("/v1/parties", {"ruleset": {"name": "portland", "overrides": overrides}, "first_dealer": "A"})
    assert [pointer for pointer, _ in told] == ["/ruleset/overrides/elder_max", "/ruleset/overrides/target"]


def test_records_that_are_none_are_told_together(faults: Any) -> None:
    assert [pointer for pointer, _ in faults("/v1/records/verify", {"records": [1, {}, None, "", []]})] == [
        "/records/0",
        "/records/2",
        "/records/4",
    ]


def test_every_fault_of_an_action_of_a_record_is_told(client: Any) -> None:
    action = {"seat": "C", "type": "call", "category": "point", "length": 13, "lenght": 5, "by": "A"}
    record = {"piquet_record": 1, "deals": [{"steps": [{"action": action}, {"action": {"type": "play"}}]}]}
    (report,) = client.post("/v1/records/verify", json={"records": [record]}).json["reports"]
    told = {problem["pointer"] for problem in report["problems"] if problem["code"] == "action.malformed"}
    first, second = "/deals/0/steps/0/action", "/deals/0/steps/1/action"
    assert told == {f"{first}/{name}" for name in ("seat", "length", "lenght", "by")} | {
        f"{second}/{name}" for name in ("seat", "card")
    }


def test_faults_of_a_query_are_told_together(client: Any, problem: Any) -> None:
    query = {"state": "x" * 3001, "action": ["y" * 1001, "z"], "odds": "A"}
    document = problem(client.get("/v1/actions/check", query_string=query), "invalid_request")
    assert {(fault["pointer"], fault["message"]) for fault in document["errors"]} == {
        ("/state", "is longer than 3,000 characters"),
        ("/action", "is longer than 1,000 characters"),
        ("/action", "is given twice"),
        ("/odds", UNKNOWN),
    }


def test_as_many_faults_are_told_as_the_documents_say(client: Any, problem: Any) -> None:
    hands = [{"cards": ["XX"], "x": 1} for _ in range(FAULT_LIMIT)]
    document = problem(client.post("/v1/hands/evaluate", json={"hands": hands}), "invalid_request")
    assert len(document["errors"]) == FAULT_LIMIT == 20
    assert document["errors"][-1]["pointer"] == "/hands/9/x"
    assert document["detail"].endswith(f" (and at least {FAULT_LIMIT} more)")


def test_a_whole_number_with_a_point_hides_no_fault_and_is_none(faults: Any) -> None:
    body = b'{"side": 1, "limit": 5.0, "available": 1e0, "at_most": 1.5, "hand": []}'
    told = dict(faults("/v1/exchanges/analyse", json.loads(body)))
    assert told.keys() == {"/side", "/at_most", "/hand"}


# ---------------------------------------------------------------- the decoder and what tells its faults agree


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every value within a value."""
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for name, each in below for place in _places(each, (*path, name)))]


JUNK = (None, True, -1, 5, 5.0, 0.5, 10**6, "", "A", "XX", "AS", "point", [], ["AS"], ["AS"] * 40, {}, {"A": 1})


def _damage(value: Any, draw: random.Random) -> Any:
    """The value with something replaced, left out or added."""
    path = draw.choice(_places(value))
    if not path:
        return copy.deepcopy(draw.choice(JUNK))
    inner = value
    for name in path[:-1]:
        inner = inner[name]
    match draw.randrange(3):
        case 0:
            inner[path[-1]] = copy.deepcopy(draw.choice(JUNK))
        case 1:
            del inner[path[-1]]
        case _ if isinstance(inner, dict):
            inner[draw.choice(["x", "type", "cards", "seat", "value"])] = copy.deepcopy(draw.choice(JUNK))
        case _:
            inner.insert(draw.randrange(len(inner) + 1), copy.deepcopy(draw.choice(JUNK)))
    return value


@pytest.mark.parametrize("damages", [1, 2, 5])
def test_there_are_faults_exactly_where_the_decoder_refuses(damages: int) -> None:
    draw = generator(f"faults {damages}")
    whole = answer_of("check_action", "w1_last_card")["state"]
    choice = {"name": "portland", "overrides": {"elder_max": 5, "concession": "none"}}
    fields = {Decoded(State): whole, Decoded(Action): ACTION, Decoded(RulesetName): choice}
    refused = 0
    for _ in range(scale(60, enough=30)):
        for field, valid in fields.items():
            value = copy.deepcopy(valid)
            for _ in range(damages):
                value = _damage(value, draw)
            raw = msgspec.Raw(json.dumps(value).encode())
            found = list(field.faults(raw))
            try:
                field.deserialize(raw)
            except Exception:
                refused += 1
                assert found, value
            else:
                assert not found, value
    assert refused > scale(60, enough=30)
