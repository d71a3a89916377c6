"""The codes that the service may give, those of the contract and those of docs/errors.md are the same; and a request
over HTTP provokes each. (For problems those requests are the examples of the contract, which `test_examples` sends.)"""

import re
from pathlib import Path

import pytest

from service.api.problems import PROBLEMS
from service.multiplayer.violations import CODES as MULTIPLAYER
from service.piquet.model.violations import CODES
from tests.contract.validation import CheckedClient, contract
from tools import contract_file
from tools.multiplayer_provoked import MULTIPLAYER_REQUESTS, game_of, provoke_multiplayer
from tools.provoked import REQUESTS, provoke
from tools.refresh_examples import OF_THE_MOMENT

ERRORS = (Path(__file__).parents[2] / "docs" / "errors.md").read_text(encoding="utf-8")
# The service's own mistakes are not to be provoked from outside; tests/api/test_http.py makes one in the service.
NOT_FROM_OUTSIDE = set(OF_THE_MOMENT)

# The hands of a state of voleur or normand are lists, whose differences are `state.surplus` and `state.lacking`.
LISTS_ONLY = {"state.hand"}


def listed(member: str) -> set[str]:
    """The codes that the contract's description of `code` lists."""
    schema = contract()["components"]["schemas"][member]["properties"]["code"]
    return set(re.findall(r"`([a-z_.]+)`", schema["description"]))


def documented() -> set[str]:
    return set(re.findall(r'^\| <a id="([\w.]+)"></a>`\1` \|', ERRORS, re.MULTILINE))


def test_violations_are_the_same_in_the_code_the_contract_the_documents_and_the_requests() -> None:
    assert list(REQUESTS) == list(CODES)
    assert MULTIPLAYER_REQUESTS.keys() == MULTIPLAYER.keys() - LISTS_ONLY
    assert listed("Violation") == set(CODES) | set(MULTIPLAYER)
    assert {code for code in documented() if "." in code} == set(CODES) | set(MULTIPLAYER)
    assert {code for code, own in MULTIPLAYER.items() if own.message} == set(MULTIPLAYER) - set(CODES)


def test_problems_are_the_same_in_the_code_the_contract_the_documents_and_the_requests() -> None:
    shown = {name.removeprefix("problem.") for name in contract()["components"]["examples"] if "problem." in name}
    sent = contract_file.beside()["problems"].keys()
    assert listed("Problem") == set(PROBLEMS) == shown == sent | NOT_FROM_OUTSIDE
    assert {code for code in documented() if "." not in code} == set(PROBLEMS)


@pytest.mark.parametrize("code", CODES)
def test_a_violation_is_provoked_over_http(code: str, checked: CheckedClient) -> None:
    request, answer = REQUESTS[code], provoke(checked, code)
    reasons = {reason["code"]: reason for reason in answer.json["violations"]}
    assert answer.status_code == (409 if "deal" in request else 200)
    assert code in reasons, answer.json
    assert reasons[code]["message"] and reasons[code]["rule"] == request.get("rule", CODES[code][0])


@pytest.mark.parametrize("code", MULTIPLAYER_REQUESTS)
def test_a_violation_of_voleur_or_normand_is_provoked_over_http(code: str, checked: CheckedClient) -> None:
    request, answer = MULTIPLAYER_REQUESTS[code], provoke_multiplayer(checked, code)
    reasons = {reason["code"]: reason for reason in answer.json["violations"]}
    assert answer.status_code == (409 if request.keys() & {"deal", "deal_next"} else 200)
    assert code in reasons, answer.json
    rule = game_of(code)[0].upper() + request.get("rule", MULTIPLAYER[code].rule)
    assert reasons[code]["message"] and reasons[code]["rule"] == rule
