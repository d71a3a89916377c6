"""What is sent by somebody who means ill, and looks like something else (docs/security.md)."""

import json
import re
from pathlib import Path

import pytest

from tests.contract.test_examples import request_of

ROOT = Path(__file__).parents[2]


@pytest.fixture
def body():
    """A body of `check` that is all right: W1, elder's exchange."""
    return json.loads(json.dumps(request_of("check_action", "w1_exchange")))


# Cyrillic A, Greek Alpha, full width, mathematical, with a joiner, a heart for H, in small letters, with spaces.
LOOK_ALIKES = ["\u0410H", "\u0391H", "\uff21\uff28", "\U0001d400H", "A\u200dH", "A\u2665", "ah", " AH", "AH ", "AH\x00"]


@pytest.mark.parametrize("card", LOOK_ALIKES)
def test_what_only_looks_like_a_card_is_none(client, body, card):
    body["action"]["cards"][0] = card
    response = client.post("/v1/actions/check", json=body)
    assert response.status_code == 422
    assert response.json["errors"][0]["pointer"] == "/action/cards/0"
    assert client.get(f"/v1/hands/{card}KHQHJH").status_code in (404, 409, 422)


@pytest.mark.parametrize("name", ["__proto__", "constructor", "prototype", "__class__", "$where", "toString", ""])
@pytest.mark.parametrize("place", ["", "action", "state"])
def test_a_name_that_means_something_elsewhere_is_an_unknown_member(client, body, name, place):
    (body[place] if place else body)[name] = {"polluted": True}
    response = client.post("/v1/actions/check", json=body)
    assert response.status_code == 422
    (error,) = response.json["errors"]
    assert error["pointer"].startswith(f"/{place}")


@pytest.mark.parametrize("number", ["9" * 500_000, "-" + "9" * 5000, "1e999999", "0." + "1" * 200_000])
def test_a_number_as_long_as_the_body_is_refused_at_once(client, number):
    sent = '{"ruleset": "portland", "scores": [{"A": ' + number + ', "B": 3}]}'
    response = client.post("/v1/settlements", data=sent, content_type="application/json")
    assert response.status_code in (400, 422)
    assert len(response.data) < 2000, "it is not repeated"


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/livez"), ("GET", "/openapi.json"), ("GET", "/docs/errors"), ("GET", "/nowhere"), ("PUT", "/v1/deals")],
)
def test_no_answer_may_be_taken_for_something_else(client, method, path):
    assert client.open(path, method=method).headers["X-Content-Type-Options"] == "nosniff"


def test_what_a_stranger_is_told_of_the_server_has_no_version(client):
    headers = client.get("/livez").headers
    assert not re.search(r"\d", headers.get("Server", "")) and "X-Powered-By" not in headers


def test_every_test_that_the_page_names_exists():
    page = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", page)
    assert len(named) > 25
    for path, name in named:
        assert re.search(rf"^def {name}\(", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE), (path, name)
