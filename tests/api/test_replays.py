"""A state in the very bytes in which the service wrote it is judged as in any other form, altered or not."""

import json
import random
from typing import Any

import msgspec
import pytest

from service.api.game_states.given_states import state_of_history
from service.api.game_states.verification import verify
from service.api.schemas.state import State
from tests.helpers.http import post, send
from tests.helpers.law_game import LawGame
from tests.helpers.tampering import each_leaf_altered

Json = Any


def compact(state: Json) -> bytes:
    return json.dumps(state, separators=(",", ":")).encode()


def played(ruleset: Json, actions: int, seed: str) -> Json:
    """A state after so many actions of the first deals of a partie, drawn from the options."""
    rng = random.Random(seed)
    state = post("/v1/deals", {"ruleset": ruleset, "dealer": "B", "seed": seed})["state"]
    for number in range(actions):
        if state["phase"] == "deal_over":
            state = post("/v1/deals", {"state": state, "seed": f"{seed} {number}"})["state"]
        else:
            listed = post("/v1/actions/options", {"state": state, "expand": True, "limit": 1000})["actions"]
            action = rng.choice([each for each in listed if each["type"] != "concede"])
            state = post("/v1/actions/check", {"state": state, "action": action})["state"]
    return state


STATES = {
    "before the exchange": ("portland", 0),
    "in the play": ("portland", 20),
    "overrides": ({"name": "hoyle", "overrides": {"target": 150}}, 16),
    "a second deal": ("au-cent", 45),
}


@pytest.mark.parametrize("which", STATES)
def test_the_state_of_a_history_is_what_verifying_it_finds(which: str):
    ruleset, actions = STATES[which]
    sent = compact(played(ruleset, actions, which))
    found = state_of_history(sent)
    assert found is not None and msgspec.json.encode(found.written()) == sent
    assert found == verify(msgspec.json.decode(sent, type=State))


@pytest.mark.parametrize("which", ["in the play", "a second deal"])
def test_an_altered_state_gets_the_same_answer_in_both_forms(which: str):
    ruleset, actions = STATES[which]
    answers = 0
    for path, altered in each_leaf_altered(played(ruleset, actions, which)):
        sent = {"state": altered}
        status, answer = send("/v1/states/validate", sent)
        assert (status, answer) == send("/v1/states/validate", sent, blanks=True), path
        assert status != 200 or answer["valid"] is False, path
        answers += status == 200
    assert answers > 100


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda sent: b" " + sent, id="blanks"),
        pytest.param(lambda sent: sent.replace(b'"ruleset":', b'"ruleset": '), id="a blank"),
        pytest.param(lambda sent: sent[:-1] + b',"seal":"s1.a.b.c"}', id="a seal"),
        pytest.param(lambda sent: sent[:-1], id="no end"),
        pytest.param(lambda sent: sent.replace(b'"portland@', b'"nowhere@'), id="an unknown ruleset"),
        pytest.param(lambda sent: sent.replace(b'"history":[', b'"history":[7,'), id="no action"),
        pytest.param(lambda sent: sent.replace(b'"history":[', b'"history":[{"type":"x"},'), id="an unknown action"),
    ],
)
def test_in_any_other_form_nothing_is_replayed_in_advance(change):
    sent = compact(played("portland", 20, "in the play"))
    assert state_of_history(sent) is not None
    assert change(sent) != sent and state_of_history(change(sent)) is None


def test_a_member_that_is_given_twice_counts_once():
    """The last one counts, as in all requests; the service would not write such a state."""
    state = played("portland", 20, "in the play")
    twice = compact(state)[:-1] + b',"score":{"A":90,"B":90}}'
    found = state_of_history(twice)
    assert found is not None and msgspec.json.encode(found.written()) != twice
    _, judged = send("/v1/states/validate", {"state": {**state, "score": {"A": 90, "B": 90}}})
    assert judged["valid"] is False


def test_a_state_with_something_irregular_is_found_alike():
    """B deals out of turn, and A voids the deal (L16, K2): what the law adds follows from the history."""
    first = LawGame.deal_p().play_p()
    second = first.deal_p(after=first, wrong_dealer="B").rule("A", 0, "void", untouched=True)
    sent = compact(second.state)
    found = state_of_history(sent)
    assert found is not None and msgspec.json.encode(found.written()) == sent
    assert found == verify(msgspec.json.decode(sent, type=State))
    for path, altered in each_leaf_altered(second.state):
        if path[0] not in ("partie", "dealt", "history"):
            assert send("/v1/states/validate", {"state": altered}) == send(
                "/v1/states/validate", {"state": altered}, blanks=True
            ), path
