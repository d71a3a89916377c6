"""An operation that will go says so in every answer (RFC 9745, RFC 8594)."""

import re
from datetime import UTC, date, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api.http.deprecation import Deprecation
from service.api.http.operation import Operation
from service.api.http.request_body import RequestBody
from service.api.operations import DEPRECATIONS
from service.api.problems import Problem
from service.app import create_app
from service.settings.service import Settings
from tests.contract.validation import operations

LINK = "https://example.org/docs/versions#old"
GOING = Deprecation(since=date(2027, 3, 1), sunset=date(2027, 12, 31), link=LINK)


class Nothing(RequestBody):
    """A request without members."""


def refuse(members: dict[str, Any]) -> Any:
    raise Problem("impossible_state", "it is refused")


def service(deprecation: Deprecation | None, **settings: Any) -> FlaskClient:
    """A service with operations made for the test: one that answers, one that refuses, one that is not deprecated."""
    made = (
        Operation("GET", "/v1/old", "old", None, lambda variables: {}, deprecation=deprecation),
        Operation("POST", "/v1/old", "old_post", Nothing(), lambda members: {}, deprecation=deprecation),
        Operation("POST", "/v1/refusing", "refusing", Nothing(), refuse, deprecation=deprecation),
        Operation("GET", "/v1/new", "new", None, lambda variables: {}),
    )
    return create_app(Settings(**settings), operations=made).test_client()


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/v1/old", None, 200),
        ("POST", "/v1/old", {}, 200),
        ("POST", "/v1/refusing", {}, 409),
        ("POST", "/v1/old", {"unknown": 1}, 422),
    ],
)
def test_every_answer_tells_since_when_and_until_when_and_where_to_read_on(
    method: str, path: str, body: Any, status: int
) -> None:
    response = service(GOING).open(path, method=method, json=body)
    assert response.status_code == status
    seconds = re.fullmatch(r"@(\d+)", response.headers["Deprecation"])
    assert seconds and datetime.fromtimestamp(int(seconds[1]), UTC) == datetime(2027, 3, 1, tzinfo=UTC)
    assert response.headers["Sunset"].endswith(" GMT")
    assert parsedate_to_datetime(response.headers["Sunset"]) == datetime(2027, 12, 31, tzinfo=UTC)
    assert response.headers["Link"] == f'<{LINK}>; rel="deprecation"; type="text/html"'


def test_the_day_of_the_end_may_be_open() -> None:
    response = service(Deprecation(since=date(2027, 3, 1), sunset=None, link=LINK)).get("/v1/old")
    assert "Deprecation" in response.headers and "Link" in response.headers
    assert "Sunset" not in response.headers


def test_who_has_the_answer_already_is_told_too() -> None:
    client = service(GOING)
    etag = client.get("/v1/old").headers["ETag"]
    response = client.get("/v1/old", headers={"If-None-Match": etag})
    assert response.status_code == 304 and "Deprecation" in response.headers


@pytest.mark.parametrize(("deprecation", "path"), [(None, "/v1/old"), (GOING, "/v1/new")])
def test_other_operations_say_nothing_of_the_kind(deprecation: Deprecation | None, path: str) -> None:
    assert not {"Deprecation", "Sunset", "Link"} & {*service(deprecation).get(path).headers.keys()}


def test_nothing_ends_before_it_is_deprecated() -> None:
    with pytest.raises(ValueError, match="must not come before"):
        Deprecation(since=date(2027, 3, 1), sunset=date(2027, 2, 28), link=LINK)


def test_the_contract_deprecates_what_the_code_deprecates_with_the_same_days() -> None:
    in_the_contract = {
        name: (operation["x-deprecated"], operation.get("x-sunset"))
        for name, (_, _, operation) in operations().items()
        if operation.get("deprecated")
    }
    assert in_the_contract == {
        name: (str(one.since), None if one.sunset is None else str(one.sunset)) for name, one in DEPRECATIONS.items()
    }
