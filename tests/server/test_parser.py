"""The parser of requests: fed in any pieces it finds the same, and nothing makes it hold or work without bounds."""

from contextlib import nullcontext
from typing import Any

import pytest
from gunicorn.config import Config

from service.server.parser import MAX_FRAMING_BYTES, MAX_HEAD_BYTES, Refused, RequestParser
from tests.helpers.random_cases import generator

HEAD = b"POST /v1/actions/check HTTP/1.1\r\nHost: x\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
MOST_BODY = 1 << 16

REQUESTS = {
    "no body": (b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n", b""),
    "a length": (HEAD + b"Content-Length: 5\r\n\r\n{    ", b"{    "),
    "a length in small letters": (HEAD + b"content-length:2\r\n\r\n{}", b"{}"),
    "a length of many digits": (HEAD + b"Content-Length: " + b"0" * 20 + b"2\r\n\r\n{}", b"{}"),
    "a body like the end of a head": (HEAD + b"Content-Length: 8\r\n\r\n\r\n\r\n\r\n\r\n", b"\r\n" * 4),
    "one chunk": (CHUNKED + b"2\r\n{}\r\n0\r\n\r\n", b"{}"),
    "a size with zeros before it": (CHUNKED + b"00000000002\r\n{}\r\n000000000000\r\n\r\n", b"{}"),
    "chunks with extensions": (CHUNKED + b"A;x=y\r\n0123456789\r\n1\r\n0\r\n0;z\r\n\r\n", b"01234567890"),
    "a long extension": (CHUNKED + b"2;" + b"a" * 400 + b"\r\n{}\r\n0\r\n\r\n", b"{}"),
    "a chunk like the last one": (CHUNKED + b"5\r\n0\r\n\r\n\r\n0\r\n\r\n", b"0\r\n\r\n"),
    "trailers": (CHUNKED + b"1\r\n0\r\n0\r\nX-Sum: 1\r\nX-More: 2\r\n\r\n", b"0"),
}


def parser() -> RequestParser:
    config: Any = Config()
    return RequestParser(config, MOST_BODY)


def refusal(sent: bytes) -> tuple[int, int]:
    """The status with which `sent` is refused, and after how many of its bytes. It comes in pieces of 1 KiB."""
    found = parser()
    for at in range(0, len(sent), 1024):
        try:
            found.feed(sent[at : at + 1024])
        except Refused as refused:
            return refused.status, at + 1024
        if found.ready:
            pytest.fail("it was taken")
    pytest.fail("it was not refused")


@pytest.mark.parametrize("what", REQUESTS)
def test_byte_by_byte_a_request_is_ready_with_its_last_and_not_before(what: str):
    (request, body), found = REQUESTS[what], parser()
    for at in range(len(request)):
        assert not found.ready, request[:at]
        found.feed(request[at : at + 1])
    assert found.ready and found.is_complete and found.body == body


@pytest.mark.parametrize("what", REQUESTS)
def test_in_any_pieces_it_is_the_same_and_what_follows_is_left_for_the_next(what: str):
    rng = generator(f"pieces {what}")
    request, body = REQUESTS[what]
    whole = parser()
    whole.feed(request)
    assert whole.request is not None
    for _ in range(20):
        found, at = parser(), 0
        while at < len(request):
            assert not found.ready
            piece = rng.randint(1, 30)
            found.feed((request + b"GET /")[at : at + piece])
            at += piece
        assert found.ready and found.request is not None
        assert (found.request.headers, found.body) == (whole.request.headers, body)
        assert found.next_request() == (request + b"GET /")[len(request) : at]
        found.feed(request)
        assert found.ready and found.body == body
        assert (found.received, found.fed) == (len(body), len(request)), "nothing is left of the one before"


def test_a_chunked_body_has_its_length_in_the_end():
    found = parser()
    found.feed(CHUNKED + b"2\r\n{}\r\n0\r\n\r\n")
    assert found.request is not None
    assert (b"content-length", b"2") in found.request.headers
    assert b"transfer-encoding" not in dict(found.request.headers)


@pytest.mark.parametrize(
    ("sent", "status", "within"),
    [
        pytest.param(b"G" * 10_000, 414, 8191 + 1024, id="a request line without end"),
        pytest.param(b"GET /?" + b"a" * 10_000 + b" HTTP/1.1\r\n", 414, 8191 + 1024, id="a request line too long"),
        pytest.param(HEAD + b"X: " + b"x" * 100_000, 431, 8190 + 2048, id="a header field without end"),
        pytest.param(HEAD + b"X: y\r\n" * 1000, 431, 100 * 6 + 1024, id="more than a hundred header fields"),
        pytest.param(HEAD + (b"X: " + b"y" * 5000 + b"\r\n") * 90, 431, MAX_HEAD_BYTES + 1024, id="a long head"),
        pytest.param(
            HEAD + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n", 400, 6 * 1024, id="a length of 5000 digits"
        ),
        pytest.param(CHUNKED + b"z" * 10_000, 400, 9 * 1024, id="no size, without end"),
        pytest.param(CHUNKED + b"0" * 100_000, 400, 9 * 1024, id="zeros without end"),
        pytest.param(CHUNKED + b"1;" + b"x" * 100_000, 400, 10 * 1024, id="an extension without end"),
        pytest.param(CHUNKED + b"1\r\n00\r\n\r\n", 400, 1024, id="a chunk that is too long"),
        pytest.param(CHUNKED + b"0\r\n" + b"X: y\r\n" * 20_000, 431, 2048, id="trailers without end"),
        pytest.param(CHUNKED + b"0\r\nX: " + b"y" * 100_000, 431, 10 * 1024, id="a trailer without end"),
        pytest.param(
            CHUNKED + b"0\r\n" + (b"X: " + b"y" * 7000 + b"\r\n") * 90,
            400,
            MAX_FRAMING_BYTES + 9 * 1024,
            id="long trailers",
        ),
        pytest.param(HEAD + b"Expect: a miracle\r\n\r\n", 417, 1024, id="an unknown expectation"),
        pytest.param(
            HEAD + b"Transfer-Encoding: gzip, chunked\r\n\r\n", 501, 1024, id="a coding that is not supported"
        ),
        pytest.param(b"GET http://[ HTTP/1.1\r\n\r\n", 400, 1024, id="an address that is none"),
        pytest.param(b"get / HTTP/1.1\r\n\r\n", 400, 1024, id="a method that is none"),
        pytest.param(b"GET / HTTP/2.0\r\n\r\n", 400, 1024, id="a version that is not supported"),
        pytest.param(HEAD + b"X Y: z\r\n\r\n", 400, 1024, id="a name with a space"),
        pytest.param(CHUNKED + b"0\r\nx\r\n", 400, 1024, id="a trailer without a colon"),
        pytest.param(CHUNKED + b"0\r\nX Y: z\r\n", 400, 1024, id="a trailer whose name has a space"),
        pytest.param(CHUNKED + b"0\r\nX: \x00\r\n", 400, 1024, id="a trailer with a control character"),
    ],
)
def test_what_has_no_end_is_refused_once_it_is_too_long(sent: bytes, status: int, within: int):
    refused, after = refusal(sent)
    assert (refused, after <= within) == (status, True), after


@pytest.mark.parametrize("size", [1, 2, 10])
def test_chunks_that_are_smaller_than_their_framing_are_refused_soon(size: int):
    chunk = b"%x\r\n%b\r\n" % (size, b"x" * size)
    status, after = refusal(CHUNKED + chunk * (MOST_BODY // size))
    framing = len(chunk) - size
    # They are refused when framing * chunks is more than MAX_FRAMING_BYTES and an eighth of the data.
    chunks = MAX_FRAMING_BYTES / (framing - size / 8)
    assert status == 400
    assert after <= len(CHUNKED) + chunks * len(chunk) + 2048


@pytest.mark.parametrize(("framing", "refused"), [(MAX_FRAMING_BYTES + 1000, False), (MAX_FRAMING_BYTES + 1001, True)])
def test_the_framing_may_be_8_kib_and_an_eighth_of_the_body(framing: int, refused: bool):
    found, first = parser(), b"1f40;%b\r\n" % (b"x" * 5000)  # 8,000 bytes follow
    second = b"1;%b\r\n" % (b"x" * (framing - len(first) - len(b"\r\n") - len(b"1;\r\n")))
    with pytest.raises(Refused) if refused else nullcontext():
        found.feed(CHUNKED + first + b"y" * 8000 + b"\r\n" + second)
    assert found.received == 8000


@pytest.mark.parametrize(("size", "number"), [(1, 1500), (64, 1000), (1000, 60)])
def test_chunks_of_a_usual_size_and_a_few_thousand_tiny_ones_are_taken(size: int, number: int):
    found = parser()
    found.feed(CHUNKED + b"%x\r\n%b\r\n" % (size, b"x" * size) * number + b"0\r\n\r\n")
    assert found.ready and found.body == b"x" * size * number


@pytest.mark.parametrize(
    ("sent", "length", "body"),
    [
        pytest.param(HEAD + b"Content-Length: %d\r\n\r\n" % (MOST_BODY + 1), MOST_BODY + 1, b"", id="a length"),
        pytest.param(CHUNKED + b"%x\r\n" % (MOST_BODY + 1), MOST_BODY + 1, b"", id="a chunk"),
        pytest.param(CHUNKED + b"FFFFFFFFFFFFFFFFF\r\n", 16**17 - 1, b"", id="an enormous chunk"),
        pytest.param(
            CHUNKED + b"5\r\nabcde\r\n%x\r\n" % MOST_BODY, MOST_BODY + 5, b"abcde", id="a chunk after another"
        ),
    ],
)
def test_a_body_that_is_said_to_be_too_long_is_not_waited_for(sent: bytes, length: int, body: bytes):
    found = parser()
    found.feed(sent)
    assert found.ready and found.is_complete and found.request is not None
    assert found.request.must_close, "what follows is not read"
    found.feed(b"x" * 10)
    assert [value for name, value in found.request.headers if name == b"content-length"] == [b"%d" % length]
    assert found.body == body


def test_what_comes_after_a_request_in_pieces_is_left_for_the_next():
    found = parser()
    found.feed(CHUNKED + b"2\r\n{}\r\n0\r\n\r\nGET /a")
    found.feed(b" HTTP/1.1\r\n")
    assert found.request is not None and [name for name, _ in found.request.headers].count(b"content-length") == 1
    assert found.next_request() == b"GET /a HTTP/1.1\r\n"


@pytest.mark.parametrize(
    ("head", "end"),
    [(HEAD + b"Content-Length: %d\r\n\r\n" % MOST_BODY, b""), (CHUNKED + b"%x\r\n" % MOST_BODY, b"\r\n0\r\n\r\n")],
)
def test_a_body_as_long_as_may_be_is_waited_for(head: bytes, end: bytes):
    found = parser()
    found.feed(head)
    assert not found.ready
    found.feed(b" " * MOST_BODY + end)
    assert found.ready and not found.request.must_close  # type: ignore[union-attr]


@pytest.mark.parametrize("media_type", [b"text/plain", b"application/x-ndjson; charset=utf-8", b"Text/Plain"])
@pytest.mark.parametrize(
    "length",
    [
        b"Content-Length: %d\r\n\r\n" % (2 * MOST_BODY),
        b"Transfer-Encoding: chunked\r\n\r\n%x\r\n" % (2 * MOST_BODY),
    ],
)
def test_what_is_answered_while_it_arrives_is_not_waited_for_whatever_its_length(media_type: bytes, length: bytes):
    found = parser()
    found.feed(HEAD + b"Content-Type: " + media_type + b"\r\n" + length)
    assert found.ready and not found.is_complete
    assert found.request is not None and not found.request.must_close


def test_a_request_whose_head_is_there_has_no_body_yet_and_was_not_refused():
    found = parser()
    found.feed(HEAD + b"Content-Length: 2\r\n\r\n")
    assert found.request is not None
    assert (found.request.complete, found.request.length, found.request.costly_refusal) == (False, 0, False)


def test_no_request_follows_connect_on_its_connection():
    """What follows would be that of a tunnel (RFC 9110, 9.3.6)."""
    found = parser()
    found.feed(b"CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n")
    assert found.request is not None and found.request.must_close


def test_names_with_an_underscore_are_dropped():
    found = parser()
    found.feed(b"GET / HTTP/1.1\r\nHost: x\r\nScript_Name: /x\r\nX_Forwarded_For: y\r\nX-Kept: z\r\n\r\n")
    assert found.request is not None
    assert found.request.headers == [(b"host", b"x"), (b"x-kept", b"z")]


@pytest.mark.parametrize(
    ("version", "connection", "closes"),
    [
        (b"1.1", None, False),
        (b"1.1", b"close", True),
        (b"1.1", b"close, TE", True),
        (b"1.1", b"TE, Close", True),
        (b"1.1", b"keep-alive", False),
        (b"1.0", None, True),
        (b"1.0", b"keep-alive", False),
    ],
)
def test_whether_the_connection_is_kept_is_as_rfc_9112_has_it(version: bytes, connection: bytes | None, closes: bool):
    found = parser()
    line = b"" if connection is None else b"Connection: " + connection + b"\r\n"
    found.feed(b"GET / HTTP/" + version + b"\r\nHost: x\r\n" + line + b"\r\n")
    assert found.request is not None and found.request.must_close == closes


@pytest.mark.parametrize(
    ("version", "head"),
    [
        (b"1.0", b""),
        *(
            (b"1.1", b"Host: %b\r\n" % host)
            for host in (b"", b"a", b"a.b:80", b"a_b:", b"127.0.0.1:1", b"[::1]", b"[::1]:8")
        ),
    ],
)
def test_a_host_may_be_left_out_in_http_1_0_only(version: bytes, head: bytes):
    """RFC 9112 3.2: a server must answer 400 to a request of HTTP/1.1 without Host, or with an invalid one."""
    found = parser()
    found.feed(b"GET / HTTP/" + version + b"\r\n" + head + b"\r\n")
    assert found.ready


@pytest.mark.parametrize(
    ("version", "expect", "waits"),
    [
        (b"1.1", b"Expect: 100-continue\r\n", True),
        (b"1.1", b"Expect: 100-Continue\r\n", True),
        (b"1.1", b"", False),
        (b"1.0", b"Expect: 100-continue\r\n", False),
    ],
)
def test_a_client_that_waits_for_100_continue_is_known_once_the_head_is_there(
    version: bytes, expect: bytes, waits: bool
):
    """RFC 9110, 10.1.1: one of HTTP/1.0 does not wait."""
    found = parser()
    found.feed(HEAD.replace(b"1.1", version) + expect + b"Content-Length: 2\r\n\r\n")
    assert not found.ready and found.expects_continue == waits


def test_a_head_may_have_64_kib():
    def line(length: int) -> bytes:
        return b"X: " + b"y" * (length - 5) + b"\r\n"

    found = parser()
    lines = HEAD + line(8000) * 8
    found.feed(lines + line(MAX_HEAD_BYTES - len(lines)))
    with pytest.raises(Refused) as refused:
        found.feed(b"\r")
    assert refused.value.status == 431
