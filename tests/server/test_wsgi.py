"""The environ of a request and the bytes of a response: PEP 3333, RFC 9110, RFC 9112."""

import sys
from typing import Any

import pytest

from service.server.wsgi import Response, connection_environ, request_environ
from tests.server.parsed_requests import request_of

GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
CLIENT, SERVER = ("192.0.2.1", 5), ("192.0.2.2", 80)


def environ_of(sent: bytes, client: Any = CLIENT, server: Any = SERVER) -> dict[str, Any]:
    return request_environ(request_of(sent), connection_environ(client, server, 1))


def test_the_environ_has_the_members_of_pep_3333():
    environ = environ_of(
        b"POST /a%20b?c=d HTTP/1.1\r\nHost: x:1\r\nContent-Type: text/x\r\nContent-Length: 2\r\nX-A: 1\r\n\r\n{}"
    )
    expected = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": "/a b",
        "RAW_URI": "/a%20b?c=d",
        "SCRIPT_NAME": "",
        "QUERY_STRING": "c=d",
        "CONTENT_TYPE": "text/x",
        "CONTENT_LENGTH": "2",
        "SERVER_NAME": "192.0.2.2",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "192.0.2.1",
        "REMOTE_PORT": "5",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        "wsgi.input_terminated": True,
        "HTTP_HOST": "x:1",
        "HTTP_X_A": "1",
    }
    assert environ.pop("wsgi.input").read() == b"{}" and environ.pop("wsgi.errors") is sys.stderr
    assert environ == expected


@pytest.mark.parametrize(("workers", "several"), [(1, False), (2, True)])
def test_other_processes_serve_too_where_there_are_several_workers(workers: int, several: bool):
    assert connection_environ(CLIENT, SERVER, workers)["wsgi.multiprocess"] is several


def test_the_version_is_that_of_the_request():
    assert environ_of(b"GET / HTTP/1.0\r\n\r\n")["SERVER_PROTOCOL"] == "HTTP/1.0"


@pytest.mark.parametrize("length", [1, 64, 65, 1000])
def test_a_field_is_a_variable_however_long_its_name_is(length: int):
    assert environ_of(b"GET / HTTP/1.1\r\nHost: x\r\n%b: 1\r\n\r\n" % (b"a" * length))[f"HTTP_{'A' * length}"] == "1"


def test_repeated_fields_are_joined_in_their_order():
    assert environ_of(b"GET / HTTP/1.1\r\nHost: x\r\nX-A: 1\r\nx-b: 3\r\nx-a: 2\r\n\r\n")["HTTP_X_A"] == "1,2"


@pytest.mark.parametrize(
    ("target", "path", "query"),
    [
        (b"/a?b?c", "/a", "b?c"),
        (b"//a/b?c", "//a/b", "c"),
        (b"http://x/a?b", "/a", "b"),
        (b"//a/b#c?d", "//a/b", ""),
        (b"/a#b?c", "/a", ""),
        (b"/a?b#c", "/a", "b"),
        (b"http://x/a?b#c", "/a", "b"),
        (b"/%C3%A9", "/\xc3\xa9", ""),
        (b"/%zz", "/%zz", ""),
    ],
)
def test_a_target_is_split_into_path_and_query(target: bytes, path: str, query: str):
    environ = environ_of(b"GET %b HTTP/1.1\r\nHost: x\r\n\r\n" % target)
    assert (environ["PATH_INFO"], environ["QUERY_STRING"]) == (path, query)


def test_no_field_can_replace_what_the_server_says():
    """A header field becomes a variable with a prefix, and one with an underscore none at all."""
    environ = environ_of(b"GET /a HTTP/1.1\r\nHost: x\r\nScript-Name: /b\r\nRemote_Addr: y\r\nPath-Info: /c\r\n\r\n")
    assert (environ["SCRIPT_NAME"], environ["REMOTE_ADDR"], environ["PATH_INFO"]) == ("", "192.0.2.1", "/a")


def test_an_ipv6_address_is_a_host_and_a_port():
    """Those of Python have a flow and a scope, too."""
    environ = environ_of(GET, client=("2001:db8::1", 5, 0, 0), server=("2001:db8::2", 80, 0, 0))
    assert (environ["REMOTE_ADDR"], environ["REMOTE_PORT"]) == ("2001:db8::1", "5")
    assert (environ["SERVER_NAME"], environ["SERVER_PORT"]) == ("2001:db8::2", "80")


def test_a_client_of_a_unix_socket_has_no_address():
    environ = environ_of(GET, client="", server="/run/x")
    assert (environ["REMOTE_ADDR"], "REMOTE_PORT" in environ) == ("", False)
    assert (environ["SERVER_NAME"], environ["SERVER_PORT"]) == ("localhost", "")


def answer(sent: bytes, status: str, headers: list[tuple[str, str]], *pieces: bytes, closing: bool = False) -> Any:
    """The lines of the head, what follows it, and the response."""
    written: list[bytes] = []
    response = Response(request_of(sent), written.append, closing)
    response.start(status, headers)
    for piece in pieces:
        response.write(piece)
    response.end()
    head, _, body = b"".join(written).partition(b"\r\n\r\n")
    return head.split(b"\r\n"), body, response


def test_a_body_of_known_length_is_sent_as_it_is():
    head, body, response = answer(GET, "200 OK", [("Content-Length", "3"), ("X-A", "\xe9")], b"ab", b"c")
    assert head[0] == b"HTTP/1.1 200 OK" and body == b"abc"
    assert {b"Server: piquet-referee", b"Connection: keep-alive", b"Content-Length: 3", b"X-A: \xe9"} <= set(head)
    assert sum(line.startswith(b"Date: ") and line.endswith(b" GMT") for line in head) == 1
    assert not response.must_close


def test_head_and_body_are_sent_together():
    written: list[bytes] = []
    response = Response(request_of(GET), written.append, must_close=False)
    response.start("200 OK", [("Content-Length", "1")])
    response.write(b"a")
    response.end()
    assert len(written) == 1


@pytest.mark.parametrize(("length", "pieces"), [(1 << 16, 1), ((1 << 16) + 1, 2)])
def test_only_a_long_body_is_not_copied_to_be_sent_with_its_head(length: int, pieces: int):
    written: list[bytes] = []
    response = Response(request_of(GET), written.append, must_close=False)
    response.start("200 OK", [("content-length", str(length))])
    assert not response.begun
    response.write(b"a" * length)
    assert response.begun and len(written) == pieces
    assert b"".join(written).partition(b"\r\n\r\n")[2] == b"a" * length


def test_an_empty_piece_sends_the_head_and_no_more():
    written: list[bytes] = []
    response = Response(request_of(GET), written.append, must_close=False)
    response.start("200 OK", [])
    response.write(b"")
    assert b"".join(written).endswith(b"\r\n\r\n")
    response.write(b"")
    assert len(written) == 1


def test_a_body_of_unknown_length_is_chunked():
    head, body, response = answer(GET, "200 OK", [], b"a" * 17, b"", b"b")
    assert b"Transfer-Encoding: chunked" in head and not response.must_close
    assert body == b"11\r\n" + b"a" * 17 + b"\r\n1\r\nb\r\n0\r\n\r\n"


def test_to_http_1_0_a_body_of_unknown_length_ends_with_the_connection():
    head, body, response = answer(b"GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "200 OK", [], b"a")
    assert (head[0], body) == (b"HTTP/1.0 200 OK", b"a")
    assert b"Connection: close" in head and b"Transfer-Encoding: chunked" not in head and response.must_close


@pytest.mark.parametrize("status", ["204 No Content", "304 Not Modified"])
def test_some_responses_have_no_body_whatever_the_application_says(status: str):
    head, body, response = answer(GET, status, [("Content-Length", "1")], b"a")
    assert body == b"" and not response.must_close
    assert (b"Content-Length: 1" in head) == (status[:3] == "304"), "RFC 9110, 8.6"


@pytest.mark.parametrize("status", ["100 Continue", "103 Early Hints", "199 The Last"])
def test_an_informational_response_has_no_body(status: str):
    head, body, response = answer(GET, status, [], b"a")
    assert (body, response.must_close, b"Transfer-Encoding: chunked" in head) == (b"", False, False)


def test_the_response_to_head_has_the_length_and_no_body():
    head, body, _ = answer(b"HEAD / HTTP/1.1\r\nHost: x\r\n\r\n", "200 OK", [("Content-Length", "1")], b"a")
    assert b"Content-Length: 1" in head and body == b""


def test_the_last_response_of_a_connection_says_so():
    head, _, response = answer(GET, "200 OK", [("Content-Length", "0")], closing=True)
    assert b"Connection: close" in head and response.must_close


@pytest.mark.parametrize("value", ["a\r\nX-B: 1", "a\nb", "a\rb", "a\x00", "a\x7f"])
@pytest.mark.parametrize("where", ["name", "value", "status"])
def test_a_control_character_in_a_head_is_an_error(where: str, value: str):
    name, text, status = (value if where == each else "x" for each in ("name", "value", "status"))
    with pytest.raises(ValueError, match="control character"):
        answer(GET, f"200 {status}", [(name, text)])


def test_every_other_byte_may_be_in_a_header_field():
    """RFC 9110, 5.5: tabs, spaces, visible characters and `obs-text`."""

    def is_allowed(byte: int) -> bool:
        try:
            answer(GET, "200 OK", [("X-A", chr(byte))])
        except ValueError:
            return False
        return True

    assert [byte for byte in range(256) if is_allowed(byte)] == [0x09, *range(0x20, 0x7F), *range(0x80, 0x100)]


def test_a_body_longer_than_announced_is_cut_and_a_shorter_one_is_an_error():
    _, body, _ = answer(GET, "200 OK", [("Content-Length", "2")], b"a", b"bc")
    assert body == b"ab"
    with pytest.raises(ValueError, match="1 bytes of the body are missing"):
        answer(GET, "200 OK", [("Content-Length", "2")], b"a")


def test_an_error_before_the_first_byte_replaces_the_response():
    written: list[bytes] = []
    response = Response(request_of(GET), written.append, must_close=False)
    response.start("200 OK", [])
    response.start("500 Internal Server Error", [("Content-Length", "0")], (ValueError, ValueError("x"), None))
    response.end()
    assert b"".join(written).startswith(b"HTTP/1.1 500 ")
    with pytest.raises(ValueError, match="x"):
        response.start("500 Internal Server Error", [], (ValueError, ValueError("x"), None))


def test_without_a_start_nothing_is_sent():
    written: list[bytes] = []
    response = Response(request_of(GET), written.append, must_close=False)
    response.end()
    assert (written, response.begun, response.status) == ([], False, 0)
