"""What has arrived of a request: it is known to be whole when, and only when, its last byte is there."""

import random

import pytest

from service.serving.incoming import MOST_BYTES, MOST_HEAD, Incoming

HEAD = b"POST /v1/actions/check HTTP/1.1\r\nHost: x\r\n"
REQUESTS = {
    "no body": b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n",
    "a length": HEAD + b"Content-Length: 5\r\n\r\n{    ",
    "a length in small letters": HEAD + b"content-length:2\r\n\r\n{}",
    "a body like the end of a head": HEAD + b"Content-Length: 8\r\n\r\n\r\n\r\n\r\n\r\n",
    "one chunk": HEAD + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    "chunks with extensions": HEAD + b"transfer-encoding: Chunked\r\n\r\nA;x=y\r\n0123456789\r\n1\r\n0\r\n0;z\r\n\r\n",
    "a chunk like the last one": HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\n0\r\n\r\n\r\n0\r\n\r\n",
    "trailers": HEAD + b"Transfer-Encoding: chunked\r\n\r\n1\r\n0\r\n0\r\nX-Sum: 1\r\nX-More: 2\r\n\r\n",
}


@pytest.mark.parametrize("what", REQUESTS)
def test_byte_by_byte_it_is_whole_with_its_last_and_not_before(what: str):
    request, incoming = REQUESTS[what], Incoming()
    for at in range(len(request)):
        incoming.add(request[at : at + 1])
        last = at == len(request) - 1
        assert (incoming.whole(), incoming.complete()) == (last, last), request[: at + 1]
    assert incoming.taken() == request


@pytest.mark.parametrize("what", REQUESTS)
def test_in_any_pieces_it_comes_to_the_same_and_the_next_request_may_be_behind_it(what: str):
    seed = random.randrange(1 << 32)
    print("seed", seed)
    rng = random.Random(seed)
    for _ in range(50):
        request, incoming, at = REQUESTS[what], Incoming(), 0
        while at < len(request):
            assert not incoming.complete()
            piece = rng.randint(1, 30)
            incoming.add((request + b"GET /")[at : at + piece])
            at += piece
        assert incoming.whole() and incoming.complete()


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(b"x" * (MOST_HEAD + 1), id="a head without end"),
        pytest.param(HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"z" * 300, id="no chunk"),
        pytest.param(HEAD + b"Transfer-Encoding: chunked\r\n\r\n1\r\n00\r\n\r\n" + b"z" * 300, id="a chunk too long"),
    ],
)
def test_what_can_be_no_request_is_not_waited_for(sent: bytes):
    incoming = Incoming()
    incoming.add(sent)
    assert incoming.whole()


def test_what_is_too_long_to_be_kept_is_whole_before_it_is_complete():
    incoming = Incoming()
    incoming.add(HEAD + b"Content-Length: %d\r\n\r\n" % (2 * MOST_BYTES))
    assert not incoming.whole()
    incoming.add(b" " * MOST_BYTES)
    assert incoming.whole() and not incoming.complete()


@pytest.mark.parametrize("media_type", [b"text/plain", b"application/x-ndjson; charset=utf-8"])
def test_what_is_answered_while_it_is_read_is_not_waited_for(media_type: bytes):
    incoming = Incoming()
    incoming.add(HEAD + b"Content-Type: " + media_type + b"\r\nTransfer-Encoding: chunked\r\n\r\n")
    assert incoming.whole() and not incoming.complete()


def test_who_waits_to_be_encouraged_is_known_once_his_head_is_there():
    incoming = Incoming()
    incoming.add(HEAD + b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n")
    assert not incoming.whole() and incoming.expects
