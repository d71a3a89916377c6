"""Requests and responses of the tests are held against the contract, and a state that was returned once only."""

from typing import Any

import pytest

from tests.contract.validation import validate_exchange
from tests.helpers.http import post

PATH = "/v1/actions/check"
ACTION = {"seat": "A", "type": "play", "card": "AS"}


def check(body: dict[str, Any], answer: dict[str, Any]) -> None:
    validate_exchange("POST", PATH, body, 200, "application/json", answer)


@pytest.fixture
def returned() -> tuple[dict[str, Any], dict[str, Any]]:
    """A state that the service has returned, and its answer to an action in it."""
    state = post("/v1/deals", {"ruleset": "portland", "dealer": "B", "seed": "validation"})["state"]
    return state, post(PATH, {"state": state, "action": ACTION})


def test_a_state_that_was_returned_may_be_sent_back(returned: Any) -> None:
    state, answer = returned
    check({"state": state, "action": ACTION}, answer)


@pytest.mark.parametrize("changed", [{"score": {"A": "0", "B": 0}}, {"phase": "tea"}, {"more": 1}])
def test_a_state_that_was_returned_and_then_changed_is_validated(returned: Any, changed: dict[str, Any]) -> None:
    state, answer = returned
    with pytest.raises(AssertionError, match="request of check_action"):
        check({"state": state | changed, "action": ACTION}, answer)


@pytest.mark.parametrize("changed", [{"action": {"type": "play"}}, {"more": 1}])
def test_what_is_sent_with_a_state_that_was_returned_is_validated(returned: Any, changed: dict[str, Any]) -> None:
    state, answer = returned
    with pytest.raises(AssertionError, match="request of check_action"):
        check({"state": state, "action": ACTION} | changed, answer)


def test_a_response_is_validated(returned: Any) -> None:
    state, answer = returned
    with pytest.raises(AssertionError, match="check_action answered 200"):
        check({"state": state, "action": ACTION}, answer | {"legal": "no"})
