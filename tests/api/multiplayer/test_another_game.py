"""A game of several seats that is added to the tables has every operation, from the same code."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.multiplayer import parameters
from service.multiplayer.games import GAMES, NORMAND
from service.settings.service import Settings

Json = Any


@pytest.fixture
def guest(monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """A service with a game that is Normand under another name, with partners as nobody has them: A alone, B with C."""
    game = replace(NORMAND, name="guest", prefix="G", sides=("A", "BC"), side_of=(0, 1, 1), end_of_partie="first_side")
    monkeypatch.setitem(GAMES, "guest", game)
    monkeypatch.setitem(parameters.PUBLISHED, "guest", parameters.PUBLISHED["normand"]._replace(name="guest"))
    return create_app(Settings()).test_client()


def test_another_game_is_a_record(guest: FlaskClient) -> None:
    def post(path: str, body: Json) -> Json:
        response = guest.post(f"/v1/guest/{path}", json=body)
        assert response.status_code == 200, response.get_data(as_text=True)
        return response.get_json()

    assert guest.get("/v1/guest/rulesets").get_json()["rulesets"][0]["ruleset"] == "guest@1"
    state = post("deals", {"ruleset": "guest", "dealer": "C", "seed": "1"})["state"]
    assert state["score"] == {"A": 0, "BC": 0}
    acted = 0
    while state["to_act"]:
        asked = post("actions/options", {"state": state, "expand": True, "limit": 1})
        judgement = post("actions/check", {"state": state, "action": asked["actions"][0]})
        assert judgement["legal"]
        state, acted = judgement["state"], acted + 1
    assert acted >= 30
    assert {event["rule"][0] for event in state["events"]} == {"G"}
    assert post("states/validate", {"state": state})["valid"]
    assert post("states/view", {"state": state, "seat": "B"})["view"]["score"] == state["score"]
    actions = state["history"]
    begun = post("deals", {"ruleset": "guest", "dealer": "C", "seed": "1"})["state"]
    assert post("actions/check-many", {"state": begun, "actions": actions})["items"][-1]["state"] == state
    assert post("settlements", {"deals": [{"A": 151, "BC": 20}]})["winner"] == "A"
    hands = {seat: [card] for seat, card in zip("ABC", ("AS", "KS", "QS"), strict=True)}
    assert post("hands/compare", {"dealer": "A", "hands": hands})["score"] == {"A": 0, "BC": 0}
