"""The shell around the operations, with operations of its own that say what reached them."""

from typing import Annotated, Any, Literal

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient
from marshmallow import fields

from service.api.http.operation import Operation
from service.api.http.request_body import Decoded, RequestBody
from service.api.problems import PROBLEMS, Fault, Problem
from service.app import create_app
from service.settings.service import Settings

LIMIT = 4096


class Play(msgspec.Struct, forbid_unknown_fields=True, tag="play", tag_field="type"):
    card: Literal["7S", "8S", "9S"]


class Exchange(msgspec.Struct, forbid_unknown_fields=True, tag="exchange", tag_field="type"):
    cards: Annotated[list[str], msgspec.Meta(min_length=1, max_length=5)]

    def __post_init__(self) -> None:
        if len(set(self.cards)) < len(self.cards):
            raise ValueError("has a card twice")


class Position(msgspec.Struct, forbid_unknown_fields=True):
    history: list[Play | Exchange]
    score: dict[str, int] = {}
    deal: Annotated[int, msgspec.Meta(ge=1, le=106)] | None = None
    look: bool = False


class JudgeRequest(RequestBody):
    state = Decoded(Position, required=True)
    seat = Decoded(Literal["A", "B"], required=True)
    expand = Decoded(bool, load_default=False)


class RaiseRequest(RequestBody):
    code = Decoded(str, required=True)


class FindRequest(RequestBody):
    limit = fields.Integer(load_default=100)


def echo(body: dict[str, Any]) -> Any:
    return body


def stumble(body: dict[str, Any]) -> Any:
    raise ZeroDivisionError("a secret of the inside")


def complain(body: dict[str, Any]) -> Any:
    raise Problem(body["code"], errors=[Fault("/code", "is complained of")], violations=[])


OPERATIONS = (
    Operation("POST", "/v1/judge", "judge", JudgeRequest(), echo),
    Operation("POST", "/v1/stumble", "stumble", RaiseRequest(), stumble),
    Operation("POST", "/v1/complain", "complain", RaiseRequest(), complain),
    Operation("GET", "/v1/things", "list_things", FindRequest(), echo),
    Operation(
        "GET", "/v1/things/<name>", "get_thing", None, lambda variables: b'{"is":"%b"}' % variables["name"].encode()
    ),
)


@pytest.fixture(scope="session")
def shell_app() -> Flask:
    return create_app(Settings(max_body_bytes=LIMIT), OPERATIONS)


@pytest.fixture
def shell(shell_app: Flask) -> FlaskClient:
    """Sends requests to the shell with operations of the tests' own; a body may have 4,096 bytes."""
    return shell_app.test_client()


def assert_problem(response: Any, code: str) -> dict[str, Any]:
    """The problem document in `response`, once it has been seen to be one with this code."""
    document: dict[str, Any] = response.get_json(force=True)
    assert document["code"] == code, document
    kind = PROBLEMS[code]
    assert response.status_code == document["status"] == kind.status
    assert response.content_type == "application/problem+json"
    assert response.headers["Cache-Control"] == "no-store"
    assert document["type"] == f"/docs/errors#{code}"
    assert document["title"] == kind.title
    assert document["detail"]
    assert all(set(fault) == {"pointer", "message"} for fault in document["errors"])
    return document


@pytest.fixture(scope="session")
def problem() -> Any:
    """`problem(response, code)`: the problem document in `response`, seen to have this code and the right form."""
    return assert_problem
