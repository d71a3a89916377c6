"""The responses of the server itself, byte by byte: RFC 9110, RFC 9112, RFC 9457."""

import json
import sys

import pytest

from service.runtime.security_headers import DATA_SECURITY_HEADERS
from service.server.parser import Refused

#: The names of RFC 9110, which Python has from 3.13 on.
NEW_NAMES = sys.version_info >= (3, 13)


@pytest.mark.parametrize(
    ("status", "phrase", "code"),
    [
        (400, "Bad Request", "bad_request"),
        (413, "Content Too Large" if NEW_NAMES else "Request Entity Too Large", "body_too_large"),
        (414, "URI Too Long" if NEW_NAMES else "Request-URI Too Long", "uri_too_long"),
        (417, "Expectation Failed", "bad_request"),
        (431, "Request Header Fields Too Large", "bad_request"),
        (500, "Internal Server Error", "internal_error"),
        (501, "Not Implemented", "bad_request"),
        (503, "Service Unavailable", "overloaded"),
    ],
)
def test_a_refusal_is_a_whole_response_with_a_problem(status: int, phrase: str, code: str) -> None:
    refused = Refused(status, "why")
    head, _, body = refused.response().partition(b"\r\n\r\n")
    first, *lines = head.decode("ascii").split("\r\n")
    assert first == f"HTTP/1.1 {status} {phrase}"
    fields = [tuple(line.split(": ", 1)) for line in lines]
    trace = dict(fields).pop("traceparent")
    assert trace.startswith(f"00-{refused.request_id}-") and trace.endswith("-00") and len(trace) == 55
    assert fields == [
        ("Connection", "close"),
        ("Content-Type", "application/problem+json"),
        ("Content-Length", str(len(body))),
        ("Cache-Control", "no-store"),
        *DATA_SECURITY_HEADERS,
        ("X-Request-ID", refused.request_id),
        ("traceparent", trace),
        *([("Retry-After", "1")] if status == 503 else []),
    ]
    problem = json.loads(body)
    assert (problem["status"], problem["code"], problem["detail"]) == (status, code, "why")


def test_an_overloaded_server_says_what_to_do() -> None:
    assert "try again" in json.loads(Refused(503).response().partition(b"\r\n\r\n")[2])["detail"]
    assert "try again" not in Refused(500).response().decode()


def test_the_log_has_the_detail_unless_it_has_something_else() -> None:
    assert (Refused(400, "why").logged, Refused(400, "why", "where").logged) == ("why", "where")
