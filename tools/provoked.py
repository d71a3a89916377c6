"""Requests that provoke each violation (`tests/contract/violations.yaml`)."""

import json
from pathlib import Path
from typing import Any

import yaml
from flask.testing import FlaskClient

from service.app import create_app
from service.settings.service import Settings

Json = Any

REQUESTS: dict[str, dict[str, Json]] = yaml.safe_load(
    (Path(__file__).parents[1] / "tests" / "contract" / "violations.yaml").read_text(encoding="utf-8")
)


def provoke(client: FlaskClient, code: str) -> Any:
    """The response to the request for `code`, from `client` or from a service with the request's settings."""
    request, default_client = REQUESTS[code], client
    if "settings" in request:
        client = create_app(Settings.from_env(request["settings"])).test_client()
    if "deal" in request:
        return client.post("/v1/deals", json=request["deal"])
    if "action" in request:
        return client.post("/v1/actions/check", json={"state": request["state"], "action": request["action"]})
    validated = default_client.post("/v1/states/validate", json={"state": request["state"]})
    state = json.loads(validated.data)["state"]
    for operation in request["edit"]:
        edit(state, **operation)
    return client.post("/v1/states/validate", json={"state": state})


def at(document: Json, steps: list[str]) -> Json:
    """The value at the steps of a JSON Pointer in `document`."""
    for step in steps:
        document = document[int(step)] if isinstance(document, list) else document[step]
    return document


def edit(document: Json, op: str, path: str, value: Json = None, **more: str) -> None:
    """Apply an operation of JSON Patch: `replace`, `remove`, or `copy` to the end of a list."""
    *steps, last = path.split("/")[1:]
    parent = at(document, steps)
    name: Any = int(last) if isinstance(parent, list) and last != "-" else last
    if op == "copy":
        assert name == "-"
        parent.append(at(document, more["from"].split("/")[1:]))
    elif op == "remove":
        del parent[name]
    else:
        assert op == "replace" and parent[name] != value
        parent[name] = value
