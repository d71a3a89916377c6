"""QUERY (RFC 10008): a POST that says that it is safe and idempotent, and is answered as POST is."""

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.settings.service import Settings
from tests.contract.validation import operations
from tools import contract_file

POSTS = [name for name, (method, _, _) in operations().items() if method == "POST"]

#: Without a seed, its cards are random: the contract, "Repetition".
NO_QUERY = "deal_concealed"

#: RFC 9651 §3.1, §3.3.4: a list of tokens, and these are media types.
TOKENS = re.compile(r"[a-z]+/[a-z-]+(, [a-z]+/[a-z-]+)*")


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app(Settings.from_env({"HTTP_QUERY": "on"})).test_client()


@pytest.mark.parametrize("path", ["/v1/deals", "/v1/actions/check", "/v1/records/verify", "/v1/voleur/deals"])
def test_without_the_setting_no_address_takes_or_offers_a_query(problem: Any, app: Any, path: str) -> None:
    for method in ("QUERY", "PUT", "OPTIONS"):
        response = app.test_client().open(path, method=method, json={})
        if method != "OPTIONS":
            problem(response, "method_not_allowed")
        assert "POST" in response.allow and "QUERY" not in response.allow
        assert "Accept-Query" not in response.headers


def example(operation: str) -> Any:
    """The body of the first request that the contract shows for an operation."""
    examples = operations()[operation][2]["requestBody"]["content"]["application/json"]["examples"]
    return contract_file.examples()[f"{operation}.{next(iter(examples))}"]["value"]


def answered(client: Any, method: str, path: str, **sent: Any) -> tuple[int, bytes, dict[str, str]]:
    """What a request gets, without the ids that each response has of its own."""
    response = client.open(path, method=method, **sent)
    own = ("X-Request-ID", "traceparent")
    return response.status_code, response.data, {name: of for name, of in response.headers if name not in own}


@pytest.mark.parametrize("operation", [name for name in POSTS if name != NO_QUERY])
def test_a_query_is_answered_as_a_post_is(client: Any, operation: str) -> None:
    path = operations()[operation][1]
    for status, sent in (
        (200, {"json": example(operation)}),
        (422, {"json": {"nothing": "of this"}}),
        (415, {"data": b"{}"}),  # RFC 10008 §2: it fails without a Content-Type
        (400, {"data": b"{", "content_type": "application/json"}),
    ):
        query, post = (answered(client, method, path, **sent) for method in ("QUERY", "POST"))
        assert query == post
        assert query[0] == status
        assert TOKENS.fullmatch(query[2]["Accept-Query"])
        assert query[2]["Cache-Control"] == "no-store"


def test_a_query_may_be_a_stream_and_is_told_so(client: Any) -> None:
    stream = {"data": b'"piquet-record 1\\n"\n{}\n', "content_type": "application/x-ndjson"}
    query, post = (answered(client, method, "/v1/records/verify", **stream) for method in ("QUERY", "POST"))
    assert query == post
    assert [json.loads(line)["record"] for line in query[1].splitlines()] == [1, 2]
    types = query[2]["Accept-Query"].split(", ")
    assert sorted(types) == ["application/json", "application/x-ndjson", "text/plain"]


@pytest.mark.parametrize("method", ["OPTIONS", "GET", "PUT"])
def test_an_address_says_that_it_takes_a_query(client: Any, method: str) -> None:
    response = client.open("/v1/deals", method=method)
    assert response.status_code == (204 if method == "OPTIONS" else 405)
    assert sorted(response.allow) == ["OPTIONS", "POST", "QUERY"]
    assert response.headers["Accept-Query"] == "application/json"


def test_an_answer_to_a_get_says_so_too(client: Any) -> None:
    """RFC 10008 §3: the field is about the address, whatever the method."""
    path = "/v1/actions/check"
    assert client.get(path).headers["Accept-Query"] == "application/json"
    assert sorted(client.options(path).allow) == ["GET", "HEAD", "OPTIONS", "POST", "QUERY"]


@pytest.mark.parametrize(
    ("path", "allowed"),
    [("/v1/deals/concealed", ["OPTIONS", "POST"]), ("/v1/rulesets", ["GET", "HEAD", "OPTIONS"])],
)
def test_an_address_that_takes_no_query_refuses_it_and_offers_none(problem, client, path, allowed):
    response = client.open(path, method="QUERY", json=example(NO_QUERY))
    problem(response, "method_not_allowed")
    assert sorted(response.allow) == allowed
    assert "Accept-Query" not in response.headers
    assert "Accept-Query" not in client.options(path).headers
