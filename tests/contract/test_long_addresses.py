"""Addresses that are longer than the server reads: a problem of the contract at every operation with parameters."""

import re

import pytest

from tests.contract.conftest import Session
from tests.contract.validation import follow, operations, validate_response

#: The operations with parameters in the address.
WITH_PARAMETERS = {
    name
    for name, (_, _, operation) in operations().items()
    if any(follow(parameter)["in"] != "header" for parameter in operation.get("parameters", ()))
}


@pytest.mark.parametrize("name", sorted(WITH_PARAMETERS))
def test_an_address_that_is_too_long_is_a_problem_of_the_contract(name: str, server: Session) -> None:
    _, path, _ = operations()[name]
    address = re.sub(r"\{\w+\}", "x", path)
    response = server.session.get(f"{server.url}{address}?state={'x' * 60_000}")
    assert response.status_code == 414
    assert response.json()["code"] == "uri_too_long"
    validate_response(name, 414, response.json(), response.headers["Content-Type"])
