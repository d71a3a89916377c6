"""Requests to the service in process, and checks that every response passes."""

from __future__ import annotations

import functools
import io
import itertools
import json
import sys
from typing import Any

import msgspec

from service.app import create_app
from service.settings.service import Settings
from tests.contract.validation import validate_exchange
from tests.helpers.cards import cards

Json = Any

ENVIRON = {
    "REQUEST_METHOD": "POST", "SCRIPT_NAME": "", "QUERY_STRING": "", "CONTENT_TYPE": "application/json",
    "SERVER_NAME": "localhost", "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1", "REMOTE_ADDR": "127.0.0.1",
    "HTTP_HOST": "localhost", "wsgi.version": (1, 0), "wsgi.url_scheme": "http", "wsgi.errors": sys.stderr,
    "wsgi.multithread": False, "wsgi.multiprocess": False, "wsgi.run_once": False,
}  # fmt: skip


@functools.cache
def client() -> Any:
    """One test client for all tests: the service keeps nothing between requests."""
    return create_app(Settings()).test_client()


def ask(application: Any, path: str, data: bytes) -> tuple[int, dict[str, str], Json]:
    """POST to a WSGI application; the status, the headers and the JSON of the answer, which is no failure.

    A test client of Flask takes longer than the service.
    """
    begun: list[Any] = []
    environ = ENVIRON | {"PATH_INFO": path, "CONTENT_LENGTH": str(len(data)), "wsgi.input": io.BytesIO(data)}
    chunks = application(environ, lambda *head: begun.extend(head))
    try:
        answered = b"".join(chunks)
    finally:
        if hasattr(chunks, "close"):
            chunks.close()
    status = int(begun[0][:3])
    assert status < 500, (path, data, answered)
    return status, dict(begun[1]), msgspec.json.decode(answered)


def send(path: str, body: Json, *, blanks: bool = False) -> tuple[int, Json]:
    """POST a body; the status and the JSON of the answer, which is held against the contract.

    Without `blanks` a state that the service wrote is sent in the same bytes.
    """
    data = json.dumps(body).encode() if blanks else msgspec.json.encode(body)
    status, headers, answer = ask(client().application, path, data)
    validate_exchange("POST", path, body, status, headers["Content-Type"].partition(";")[0], answer)
    return status, answer


def post(path: str, body: Json) -> Json:
    """POST a body that the service must accept."""
    status, answer = send(path, body)
    assert status == 200, (answer, body)
    return answer


def get(path: str) -> Json:
    """GET what must be there."""
    response = client().get(path)
    assert response.status_code == 200, response.get_data(as_text=True)
    return response.get_json()


def problem(path: str, body: Json) -> Json:
    """POST a body that the service must refuse with a problem document."""
    status, answer = send(path, body)
    assert status >= 400, answer
    return answer


def leads_to(pointer: str, place: str) -> bool:
    """A violation at a place: of the action as such (`/action/type`), or of a member, into it or down to it."""
    if place == "/action/type":
        return pointer in ("/action", "/action/type", "/action/seat")
    return (
        pointer == place
        or pointer.startswith(place + "/")
        or (place.startswith(pointer + "/") and pointer != "/action")
    )


def violations_of(state: Json) -> list[Json]:
    """What is wrong with a state."""
    answer = post("/v1/states/validate", {"state": state})
    assert answer["valid"] == (answer["violations"] == [])
    for violation in answer["violations"]:
        assert violation["code"] and violation["message"]
        assert violation["pointer"].startswith("/state")
        assert_points_into({"state": state}, violation["pointer"])
    return answer["violations"]


def assert_points_into(document: Json, pointer: str) -> None:
    """A pointer leads to a member, or to where a missing one would be."""
    steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
    for step, last in zip(steps, itertools.chain(itertools.repeat(False, len(steps) - 1), [True]), strict=True):
        if isinstance(document, list):
            assert step.isdigit() or step == "-", pointer
            if last and (step == "-" or int(step) >= len(document)):
                return
            document = document[int(step)]
        else:
            assert isinstance(document, dict), pointer
            if last and step not in document:
                return
            document = document[step]


def compare(
    elder: str, younger: str, ruleset: Json = "portland", carte_blanche: str | None = None
) -> tuple[Json, dict[str, Json]]:
    """`/v1/hands/compare`: the answer, and its categories by name."""
    body = {"ruleset": ruleset, "elder": cards(elder), "younger": cards(younger), "carte_blanche": carte_blanche}
    answer = post("/v1/hands/compare", body)
    return answer, {category["category"]: category for category in answer["categories"]}


def settle(*deals: tuple[int, int], ruleset: Json = "portland") -> Json:
    """`/v1/settlements` for deals given as (A, B)."""
    return post("/v1/settlements", {"ruleset": ruleset, "deals": [{"A": a, "B": b} for a, b in deals]})
