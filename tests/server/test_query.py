"""QUERY over the wire: by the worker of the service, and by gunicorn's own (RFC 10008)."""

import json
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from typing import Any

import pytest

from tests.contract.test_examples import request_of
from tests.helpers.running_service import Server, running

JSON, NDJSON = "application/json", "application/x-ndjson"
RECORD = b'"piquet-record 1\\nruleset: portland@1\\n\\ndeal 1\\nscore: 28-23\\n"\n'


@pytest.fixture(scope="module", params=["Worker", "gthread"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    worker = {"gthread": {"GUNICORN_CMD_ARGS": "--worker-class gthread"}}.get(request.param, {})
    settings = {"HTTP_QUERY": "on", **worker}
    with running(tmp_path_factory.mktemp("query") / "log", **settings) as started:
        assert f"Using worker: {request.param}" in started.log.read_text()
        yield started


def ask(connection: HTTPConnection, method: str, path: str, media_type: str, body: Any) -> Any:
    """What a request gets, without what is of this response alone, or depends on when its body arrived."""
    connection.request(method, path, body, {"Content-Type": media_type}, encode_chunked=not isinstance(body, bytes))
    response = connection.getresponse()
    own = ("Date", "X-Request-ID", "traceparent", "Connection")
    return response.status, response.read(), [field for field in response.getheaders() if field[0] not in own]


@pytest.mark.parametrize(
    ("status", "path", "media_type", "pieces"),
    [
        (200, "/v1/actions/check", JSON, [json.dumps(request_of("check_action", "w1_text")).encode()]),
        (200, "/v1/records/verify", NDJSON, [RECORD] * 3),
        (422, "/v1/deals", JSON, [b"{}"]),
        (415, "/v1/deals", "text/plain", [b"{}"]),
        (413, "/v1/deals", JSON, [b" " * (1 << 20), b"{}"]),
    ],
)
def test_a_query_is_answered_as_a_post_is(server: Server, status: int, path: str, media_type: str, pieces: Any) -> None:
    for body in (b"".join(pieces), pieces):  # with its length, and in chunks
        with closing(HTTPConnection("127.0.0.1", server.port, timeout=60)) as connection:
            query = ask(connection, "QUERY", path, media_type, body if isinstance(body, bytes) else iter(body))
        with closing(HTTPConnection("127.0.0.1", server.port, timeout=60)) as connection:
            post = ask(connection, "POST", path, media_type, body if isinstance(body, bytes) else iter(body))
        assert query == post
        assert query[0] == status
        assert ("Accept-Query" in dict(query[2])) and query[1]


def test_queries_share_a_connection_with_other_requests(server: Server) -> None:
    body = b'{"dealer": "B", "seed": "x"}'
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=60)) as connection:
        answers = [ask(connection, method, "/v1/deals", JSON, body) for method in ("QUERY", "POST", "QUERY")]
    assert answers[0] == answers[1] == answers[2]
    assert answers[0][0] == 200
