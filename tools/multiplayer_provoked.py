"""Requests that provoke each violation of voleur and normand (`tests/contract/multiplayer_violations.yaml`)."""

import json
from pathlib import Path
from typing import Any

import yaml
from flask.testing import FlaskClient

from tools.multiplayer_examples import BLANK, SAMPLES, hands
from tools.provoked import edit

Json = Any

MULTIPLAYER_REQUESTS: dict[str, dict[str, Json]] = yaml.safe_load(
    (Path(__file__).parents[1] / "tests" / "contract" / "multiplayer_violations.yaml").read_text(encoding="utf-8")
)


def provoke_multiplayer(client: FlaskClient, code: str) -> Any:
    """The response to the request for `code`."""
    request = MULTIPLAYER_REQUESTS[code]
    base = f"/v1/{game_of(code)}"
    deal = _deal(request, game_of(code))
    if "deal" in request:
        for operation in request["deal"]:
            edit(deal, **operation)
        return client.post(f"{base}/deals", json=deal)
    state = _state(client, request, base, deal)
    if "deal_next" in request:
        return client.post(f"{base}/deals", json={"state": state, "seed": "x"})
    if "action" in request:
        action = {"seat": state["to_act"], **request["action"]}
        return client.post(f"{base}/actions/check", json={"state": state, "action": action})
    for operation in request["edit"]:
        edit(state, **operation)
    return client.post(f"{base}/states/validate", json={"state": state})


def game_of(code: str) -> str:
    """The game in which the request for a code is sent."""
    return str(MULTIPLAYER_REQUESTS[code].get("game", "voleur"))


def _deal(request: dict[str, Json], game: str) -> Json:
    """The deal of a request."""
    deal = BLANK[game] if "blank" in request else SAMPLES[game].deal
    if "hands" in request:
        deal = {**deal, "hands": hands(**request["hands"])}
    changes = {name: request[name] for name in ("dealer", "talon") if name in request}
    ruleset = {"name": game, "overrides": request.get("overrides", {})}
    return json.loads(json.dumps({**deal, **changes, "ruleset": ruleset}))


def _state(client: FlaskClient, request: dict[str, Json], base: str, deal: Json) -> Json:
    """The state in which a request is made: after the deal and its actions."""
    played = [{"type": "play", "card": card} for card in request.get("plays", "").split()]
    sample = SAMPLES[base.rpartition("/")[2]].actions[: request.get("after", 0)]
    state = client.post(f"{base}/deals", json=deal).get_json()["state"]
    for members in [*sample, *request.get("then", []), *played]:
        action = {"seat": state["to_act"], **members}
        judged = client.post(f"{base}/actions/check", json={"state": state, "action": action}).get_json()
        assert judged["legal"], (action, judged["violations"])
        state = judged["state"]
    if "next" in request:
        state = client.post(f"{base}/deals", json={"state": state, "seed": "x"}).get_json()["state"]
    return state
