"""The codes that the service may give, those of the contract and those of docs/errors.md are the same; and a request
over HTTP provokes each. (For problems those requests are the examples of the contract, which `test_examples` sends.)"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from service.api.problems import PROBLEMS
from service.app import create_app
from service.piquet.violations import CODES
from service.settings import Settings
from tests.contract.validation import CheckedClient, contract

Json = Any

ERRORS = (Path(__file__).parents[2] / "docs" / "errors.md").read_text(encoding="utf-8")
REQUESTS: dict[str, dict[str, Json]] = yaml.safe_load((Path(__file__).parent / "violations.yaml").read_text())
# The service's own mistakes are not to be provoked from outside; tests/api/test_http.py makes one in the service.
NOT_FROM_OUTSIDE = {"internal_error"}


def listed(member: str) -> set[str]:
    """The codes that the contract's description of `code` lists."""
    schema = contract()["components"]["schemas"][member]["properties"]["code"]
    return set(re.findall(r"`([a-z_.]+)`", schema["description"]))


def documented() -> set[str]:
    return set(re.findall(r'^\| <a id="[^"]+"></a>`([\w.]+)` \|', ERRORS, re.MULTILINE))


def test_violations_are_the_same_in_the_code_the_contract_the_documents_and_the_requests() -> None:
    assert list(REQUESTS) == list(CODES)
    assert listed("Violation") == set(CODES)
    assert {code for code in documented() if "." in code} == set(CODES)


def test_problems_are_the_same_in_the_code_the_contract_the_documents_and_the_requests() -> None:
    shown = {name.removeprefix("problem.") for name in contract()["components"]["examples"] if "problem." in name}
    sent = {
        name.removeprefix("problem.")
        for name, example in contract()["components"]["examples"].items()
        if "x-request" in example
    }
    assert listed("Problem") == set(PROBLEMS) == shown == sent | NOT_FROM_OUTSIDE
    assert {code for code in documented() if "." not in code} == set(PROBLEMS)


def at(document: Json, steps: list[str]) -> Json:
    for step in steps:
        document = document[int(step)] if isinstance(document, list) else document[step]
    return document


def edit(document: Json, op: str, path: str, value: Json = None, **more: str) -> None:
    """An operation of JSON Patch: `replace`, `remove`, or `copy` to the end of a list."""
    *steps, last = path.split("/")[1:]
    place = at(document, steps)
    name: Any = int(last) if isinstance(place, list) and last != "-" else last
    if op == "copy":
        assert name == "-"
        place.append(at(document, more["from"].split("/")[1:]))
    elif op == "remove":
        del place[name]
    else:
        assert op == "replace" and place[name] != value
        place[name] = value


@pytest.mark.parametrize("code", CODES)
def test_a_violation_is_provoked_over_http(code: str, checked: CheckedClient) -> None:
    request = REQUESTS[code]
    client = create_app(Settings.from_env(request["settings"])).test_client() if "settings" in request else checked
    if "deal" in request:
        answer = client.post("/v1/deals", json=request["deal"])
    elif "action" in request:
        answer = client.post("/v1/actions/check", json={"state": request["state"], "action": request["action"]})
    else:
        whole = checked.post("/v1/states/validate", json={"state": request["state"]})
        state = json.loads(whole.data)["state"]
        for operation in request["edit"]:
            edit(state, **operation)
        answer = client.post("/v1/states/validate", json={"state": state})
    reasons = {reason["code"]: reason for reason in answer.json["violations"]}
    assert answer.status_code == (409 if "deal" in request else 200)
    assert code in reasons, answer.json
    assert reasons[code]["message"] and reasons[code]["rule"] == request.get("rule", CODES[code][0])
