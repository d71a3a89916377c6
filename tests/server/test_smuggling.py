"""Requests of which a proxy and the service might see different ends: whoever hides a request behind one gets nothing.

Each is sent to gunicorn with a second request behind it. What RFC 9112 does not allow, or allows and some proxies read
otherwise, is refused and the connection closed, so that what follows is never taken for a request. What it allows ends
where it says, and the second request is answered as one of its own.
"""

import re
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.helpers.running_service import Server, running

BEHIND = b"GET /behind HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
HEAD = b"POST /v1/actions/check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
LENGTH, CODING = b"Content-Length", b"Transfer-Encoding"


def headed(*lines: bytes, body: bytes = b"2\r\n{}\r\n0\r\n\r\n") -> bytes:
    return HEAD + b"".join(line + b"\r\n" for line in lines) + b"\r\n" + body


def chunked(body: bytes) -> bytes:
    return headed(CODING + b": chunked", body=body)


def sized(value: bytes) -> bytes:
    return headed(LENGTH + b":" + value, body=b"{}")


# RFC 9112 6.1 to 6.3: one coding, `chunked`, and no length beside it, or one length, a decimal number.
REFUSED_FOR_THEIR_HEAD = {
    **{
        f"coded {coding.decode('latin-1')!r}": headed(CODING + b": " + coding)
        for coding in (
            b"chunked, identity",
            b"identity, chunked",
            b"identity",
            b"xchunked",
            b"chunkedx",
            b"gzip, chunked",
            b"chunked, gzip",
            b"chunked, chunked",
            b"chunked;q=1",
            b'"chunked"',
            b"",
            b",chunked",
            b"chunked,",
            b"\x0bchunked",
            b"chunked\x00",
            b"chun ked",
            b"\xa0chunked",
        )
    },
    **{
        f"of length {value.decode('latin-1')!r}": sized(value)
        for value in (
            b"",
            b"+2",
            b"-2",
            b"2 0",
            b"2_0",
            b"0x2",
            b"2.0",
            b"2e0",
            b"2,2",
            b"2;",
            b"\x0b2",
            b"\xb2",
            b"\xef\xbc\x92",
            b"\xd9\xa2",
            b"9" * 21,
            b"9" * 5000,
        )
    },
    "space before the colon of the coding": headed(CODING + b" : chunked"),
    "a tab before the colon of the coding": headed(CODING + b"\t: chunked"),
    "space before the colon of the length": headed(LENGTH + b" : 2", body=b"{}"),
    "space before the name": headed(b" " + CODING + b": chunked"),
    "a folded line": headed(CODING + b":\r\n chunked"),
    "a coding within a folded line": headed(b"X-A: b\r\n Transfer-Encoding: chunked", body=b""),
    "two codings, the second none": headed(CODING + b": chunked", CODING + b": identity"),
    "two codings, the first none": headed(CODING + b": identity", CODING + b": chunked"),
    "the same coding twice": headed(CODING + b": chunked", CODING + b": chunked"),
    "a length and a coding": headed(LENGTH + b": 12", CODING + b": chunked"),
    "a coding and a length": headed(CODING + b": chunked", LENGTH + b": 12"),
    "two lengths": headed(LENGTH + b": 2", LENGTH + b": 40", body=b"{}"),
    "the same length twice": headed(LENGTH + b": 2", LENGTH + b": 2", body=b"{}"),
    "a coding behind a bare LF": headed(b"X-A: b\n" + CODING + b": chunked"),
    "a coding behind a bare CR": headed(b"X-A: b\r" + CODING + b": chunked"),
    "nothing but bare LF": headed(LENGTH + b": 2", body=b"{}").replace(b"\r\n", b"\n"),
    "a coding in HTTP/1.0": chunked(b"2\r\n{}\r\n0\r\n\r\n").replace(b"HTTP/1.1", b"HTTP/1.0"),
    "two hosts": headed(b"Host: y", LENGTH + b": 2", body=b"{}"),
    "the same host twice": headed(b"host: x", LENGTH + b": 2", body=b"{}"),
    "no host": headed(LENGTH + b": 2", body=b"{}").replace(b"Host: x\r\n", b""),
    **{
        f"the host {host.decode()!r}": headed(LENGTH + b": 2", body=b"{}").replace(b"Host: x", b"Host: " + host)
        for host in (b"a b", b"a/b", b"u@a", b"a:b", b"a:1:2", b"::1", b"[::1", b"[]", b"a#b", b"a?b", b"a\\b", b'"a"')
    },
    "HTTP/2 without TLS": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
}

# RFC 9112 7.1: a hexadecimal number, perhaps extensions, CRLF, so many bytes, CRLF; in the end a chunk of none.
REFUSED_FOR_THEIR_CHUNKS = {
    **{
        f"a chunk of {size.decode('latin-1')!r}": chunked(size + b"\r\n{}\r\n0\r\n\r\n")
        for size in (
            b"",
            b"0x2",
            b"+2",
            b"-2",
            b"0_2",
            b" 2",
            b"2 ",
            b"2\t",
            b"2.0",
            b"2,",
            b"2\x00",
            b"\xb2",
            b"\xef\xbc\x92",
            b"g",
            b"2;a\nb",
            b"2;a\rb",
        )
    },
    "bare LF throughout": chunked(b"2\n{}\n0\n\n"),
    "bare LF behind the size": chunked(b"2\n{}\r\n0\r\n\r\n"),
    "bare LF behind the data": chunked(b"2\r\n{}\n0\r\n\r\n"),
    "nothing behind the data": chunked(b"2\r\n{}0\r\n\r\n"),
    "more data than was said": chunked(b"2\r\n{}XX0\r\n\r\n"),
    "bare LF in the end": chunked(b"2\r\n{}\r\n0\n\n"),
    "a length among the trailers": chunked(b"2\r\n{}\r\n0\r\nContent-Length: 50\r\n\r\n"),
    "a coding among the trailers": chunked(b"2\r\n{}\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n"),
    "a trailer that is none": chunked(b"2\r\n{}\r\n0\r\nno colon\r\n\r\n"),
    "a folded trailer": chunked(b"2\r\n{}\r\n0\r\nX: y\r\n z\r\n\r\n"),
    "trailers with bare LF": chunked(b"2\r\n{}\r\n0\r\nX: y\n\n"),
}

TAKEN = {
    "a length": sized(b" 2"),
    "a length with zeros before it": sized(b" 00002"),
    "a length with spaces around it": sized(b"  2 \t"),
    "chunks": chunked(b"2\r\n{}\r\n0\r\n\r\n"),
    "chunks in capitals": headed(b"TRANSFER-ENCODING:CHUNKED\t"),
    "zeros before a size": chunked(b"000002\r\n{}\r\n000\r\n\r\n"),
    "an extension": chunked(b'2;a=b;c="d"\r\n{}\r\n0;e\r\n\r\n'),
    "a long extension": chunked(b"2;" + b"a" * 400 + b"\r\n{}\r\n0\r\n\r\n"),
    "a trailer": chunked(b"2\r\n{}\r\n0\r\nX-Sum: 1\r\n\r\n"),
    "a name that only looks like the length's": headed(LENGTH + b": 2", b"Content_Length: 40", body=b"{}"),
    "a name that only looks like the coding's": headed(LENGTH + b": 2", b"Transfer_Encoding: chunked", body=b"{}"),
}


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("smuggling") / "log"


@pytest.fixture(scope="module")
def server(log: Path) -> Iterator[Server]:
    with running(log, REQUEST_TIMEOUT="1") as started:
        assert statuses(said_to(started, BEHIND)) == [404]  # the worker serves, and has said in the log that it does
        yield started


def said_to(server: Server, sent: bytes) -> bytes:
    """What comes back, up to the end of the connection, which is the service's to make: this side leaves it open."""
    with socket.create_connection(("127.0.0.1", server.port), 5) as connection:
        connection.sendall(sent)
        received = b""
        with suppress(ConnectionResetError):
            while piece := connection.recv(65536):
                received += piece
        return received


def statuses(answer: bytes) -> list[int]:
    return [int(found) for found in re.findall(rb"HTTP/1\.[01] (\d{3}) ", answer)]


def refusals(what: str) -> set[int]:
    """The statuses with which RFC 9112 lets a request be refused: 501 for a coding that is not understood (6.1), 400
    for one that does not end with `chunked` (6.3) and for all else; 413 for a number of 21 digits."""
    if what == f"of length {'9' * 21!r}":
        return {413}
    return {400, 501} if what.startswith(("coded ", "two codings")) else {400}


@pytest.mark.parametrize("what", REFUSED_FOR_THEIR_HEAD | REFUSED_FOR_THEIR_CHUNKS)
def test_who_says_unclearly_where_a_request_ends_is_refused_and_nothing_behind_it_is_read(server: Server, what: str):
    answer = said_to(server, (REFUSED_FOR_THEIR_HEAD | REFUSED_FOR_THEIR_CHUNKS)[what] + BEHIND)
    (status,) = statuses(answer)
    assert status in refusals(what), answer
    assert b"application/problem+json" in answer and b"/behind" not in answer


@pytest.mark.parametrize("size", [b"F" * 8, b"F" * 15, b"F" * 17])
def test_a_chunk_that_is_far_too_long_is_refused_before_it_arrives(server: Server, size: bytes):
    answer = said_to(server, chunked(size + b"\r\n{}\r\n0\r\n\r\n") + BEHIND)
    assert statuses(answer) == [413] and b"/behind" not in answer
    assert b"\r\nConnection: close\r\n" in answer


def test_who_was_refused_before_he_had_sent_all_holds_no_thread_with_the_rest(server: Server):
    with socket.create_connection(("127.0.0.1", server.port), 30) as connection:
        connection.sendall(sized(b"9" * 21))
        received = b""
        for _ in range(600):  # every fifth of a second a byte, which never lets a time limit for one byte run out
            with suppress(TimeoutError):
                connection.settimeout(0.2)
                piece = connection.recv(65536)
                if not piece:
                    break
                received += piece
            with suppress(OSError):
                connection.sendall(b"x")
        else:
            pytest.fail("it was read on and on")
        assert statuses(received) == [413]


@pytest.mark.parametrize("what", TAKEN)
def test_what_says_clearly_where_it_ends_ends_there(server: Server, what: str):
    answer = said_to(server, TAKEN[what] + BEHIND)
    assert statuses(answer) == [422, 404], "the state is missing, and then the address is none"
    assert b"/behind is not an address" in answer


@pytest.mark.parametrize(
    "sent",
    [
        b"GE\x1b[2JT /livez HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /livez\x1b[2J HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /livez HTTP/1.1\r\nX\x1b[2J: y\r\n\r\n",
        b"GET /livez HTTP/1.1\r\nHost: x\r\nX: a\r[INFO] all is well\r\n\r\n",
        b"GET /livez HTTP/1.1\r\nHost: x\r\nX: a\n[INFO] all is well\r\n\r\n",
        b"GET /livez HTTP/1.1\x1b[2J\r\nHost: x\r\n\r\n",
        headed(CODING + b": \x1b[2J\xe2\x80\xaechunked"),
        headed(CODING + b": chunked;\x85[INFO] all is well"),
    ],
)
def test_what_is_refused_has_a_line_in_the_log_and_writes_none_of_its_own(server: Server, log: Path, sent: bytes):
    before = len(log.read_text().splitlines())
    answer = said_to(server, sent + BEHIND)
    new = log.read_text().splitlines()[before:]
    (status,) = statuses(answer)
    assert status == (501 if b"\x85" in sent else 400), "a coding that is not understood, or no request"
    assert len(new) == 1 and "[WARNING]" in new[0]
    assert all(line.isprintable() and not line.startswith("[INFO]") for line in new), new
