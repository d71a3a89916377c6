"""The client in Python: which requests it repeats, what it raises, and its tables, synchronous and asynchronous."""

import asyncio
import gzip
import inspect
import json
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import unquote

import httpx
import pytest

import piquet_referee_client as client
from piquet_referee_client.retries import seconds_of
from tests.contract.validation import operations
from tests.helpers.backtracking import verdict
from tools import contract_file
from tools.clients.contract_operations import PATHS

BASE = "http://referee.test"
AT_ONCE = client.Retries(first_pause=0)
LIVE = {"status": "ok"}

Handler = Callable[[httpx.Request], httpx.Response]


def called(handler: Handler, **options: Any) -> Any:
    """What `livez` returns, from the synchronous client; the asynchronous one does the same."""
    kept = {"retries": AT_ONCE, **options}
    with client.Referee(BASE, transport=httpx.MockTransport(handler), **kept) as referee:
        return referee.livez()


def called_asynchronously(handler: Handler, **options: Any) -> Any:
    async def call() -> Any:
        kept = {"retries": AT_ONCE, **options}
        async with client.AsyncReferee(BASE, transport=httpx.MockTransport(handler), **kept) as referee:
            return await referee.livez()

    return asyncio.run(call())


class Reply(NamedTuple):
    """A response; `streamed` as a network has it, else as most transports for tests have it."""

    status: int
    content: bytes = b""
    headers: Mapping[str, str] = MappingProxyType({})
    streamed: bool = False

    def __call__(self, request: httpx.Request) -> httpx.Response:
        if self.streamed:
            return httpx.Response(self.status, stream=httpx.ByteStream(self.content), headers=self.headers)
        return httpx.Response(self.status, content=self.content, headers=self.headers)


class Service:
    """Answers requests with these replies in order, or raises them; the last one again and again."""

    def __init__(self, *replies: Reply | Exception) -> None:
        self.replies = list(replies)
        self.requests: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        if isinstance(reply, Exception):
            raise reply
        return reply(request)


def answer(document: object = LIVE) -> Reply:
    return Reply(200, json.dumps(document).encode())


def problem(status: int, code: str, **headers: str) -> Reply:
    document = {"type": "", "title": "", "status": status, "detail": "", "code": code, "errors": []}
    return Reply(status, json.dumps(document).encode(), headers)


both = pytest.mark.parametrize("call", [called, called_asynchronously], ids=["synchronous", "asynchronous"])


# ---------------------------------------------------------------- repetition


@both
@pytest.mark.parametrize(
    "failure",
    [
        problem(429, "too_many_requests", **{"Retry-After": "0"}),
        problem(503, "overloaded"),
        problem(503, "stopping", **{"Retry-After": "Thu, 01 Jan 1970 00:00:00 GMT"}),
        Reply(502, b"<html>Bad Gateway</html>"),
        Reply(504, b"<html>Gateway Timeout</html>", {}, True),
        httpx.ConnectError("refused"),
        httpx.ReadError("reset"),
        httpx.ReadTimeout("silence"),
        httpx.RemoteProtocolError("closed"),
    ],
)
def test_a_request_is_repeated_when_another_attempt_may_succeed(
    call: Callable[..., Any], failure: Reply | Exception
) -> None:
    service = Service(failure, failure, answer())
    assert call(service) == LIVE
    assert len(service.requests) == 3


@both
@pytest.mark.parametrize(
    ("failure", "kind"),
    [
        (problem(401, "unauthorized"), client.Unauthorized),
        (problem(404, "unknown_law"), client.NotFound),
        (problem(409, "impossible_state"), client.Conflict),
        (problem(413, "body_too_large"), client.ProblemError),
        (problem(422, "invalid_request"), client.InvalidRequest),
        (problem(500, "internal_error"), client.ProblemError),
        (problem(504, "deadline_exceeded"), client.Unavailable),
        (Reply(303, b"", {"Location": "/elsewhere"}), client.ProblemError),
        (Reply(200, b"<html>"), client.UnusableResponse),
    ],
)
def test_a_request_is_not_repeated_when_it_would_fail_again(
    call: Callable[..., Any], failure: Reply, kind: type[client.RefereeError]
) -> None:
    service = Service(failure, answer())
    with pytest.raises(client.RefereeError) as raised:
        call(service)
    assert type(raised.value) is kind
    assert len(service.requests) == 1


def test_a_concealed_deal_is_not_repeated_because_its_cards_would_differ() -> None:
    service = Service(httpx.ReadError("reset"), answer())
    with (
        client.Referee(BASE, transport=httpx.MockTransport(service), retries=AT_ONCE) as referee,
        pytest.raises(client.NoResponse),
    ):
        referee.deal_concealed(ruleset="portland", dealer="B", seats={"A": "0" * 64, "B": "1" * 64})
    assert len(service.requests) == 1


@both
def test_attempts_are_bounded(call: Callable[..., Any]) -> None:
    service = Service(problem(503, "overloaded"))
    with pytest.raises(client.Unavailable) as raised:
        call(service)
    assert len(service.requests) == AT_ONCE.attempts == 4
    assert (raised.value.status, raised.value.code) == (503, "overloaded")
    broken = Service(httpx.ConnectError("refused"))
    with pytest.raises(client.NoResponse, match=r"^GET /livez: no response in 2 attempts: refused$") as lost:
        call(broken, retries=client.Retries(attempts=2, first_pause=0))
    assert len(broken.requests) == lost.value.attempts == 2
    assert isinstance(lost.value.__cause__, httpx.ConnectError)


@both
def test_a_pause_that_ends_too_late_is_not_begun(call: Callable[..., Any]) -> None:
    service = Service(problem(429, "too_many_requests", **{"Retry-After": "3600"}), answer())
    with pytest.raises(client.TooManyRequests) as raised:
        call(service)
    assert raised.value.retry_after == 3600
    assert len(service.requests) == 1


def test_pauses_double_up_to_a_bound_and_add_what_the_service_asks_for() -> None:
    retries = client.Retries(attempts=10, first_pause=1, longest_pause=3)
    lost = client.NoResponse("", 1, Exception())
    for attempt, bound in [(1, 1), (2, 2), (3, 3), (9, 3)]:
        drawn = [retries.pause(lost, attempt, 60) for _ in range(50)]
        assert all(pause is not None and 0 <= pause <= bound for pause in drawn)
        assert len(set(drawn)) > 1
    assert retries.pause(lost, 10, 60) is None
    busy = client.TooManyRequests("", json.loads(problem(429, "x").content), retry_after=20)
    pause = retries.pause(busy, 1, 60)
    assert pause is not None and 20 <= pause <= 21
    assert retries.pause(busy, 1, 19) is None


@pytest.mark.parametrize(
    ("field", "seconds"),
    [
        ("0", 0), ("120", 120), ("9" * 400, 9999999999), (None, None), ("", None), ("soon", None), ("-1", None),
        ("1.5", None), ("٣", None), ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Thu, 99 Jan 1970 00:00:00 GMT", None),
        ("Fri, 31 Dec 9999 23:59:59 -2359", None), (",", None), ("\x00", None),
    ],
)  # fmt: skip
def test_a_field_retry_after_is_seconds_or_a_date(field: str | None, seconds: float | None) -> None:
    assert seconds_of(field) == seconds


@both
def test_a_response_that_trickles_in_ends_with_the_time_of_the_call(call: Callable[..., Any]) -> None:
    """Each chunk arrives in time, but the call may take no time at all."""
    sent: list[int] = []

    class Trickle(httpx.SyncByteStream, httpx.AsyncByteStream):
        def __iter__(self) -> Iterator[bytes]:
            for number in range(1000):
                sent.append(number)
                yield b" "

        async def __aiter__(self) -> Any:
            for chunk in self:
                yield chunk

    with pytest.raises(client.NoResponse, match="takes too long"):
        call(lambda request: httpx.Response(200, stream=Trickle()), retries=client.Retries(total=0))
    assert sent == [0]


def test_a_connection_that_breaks_off_is_opened_again() -> None:
    """Over real sockets: the first request gets half a response."""
    body = json.dumps(LIVE).encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            for response in (head + body[:3], head + body):
                connection, _ = listener.accept()
                with connection:
                    connection.recv(65536)
                    connection.sendall(response)

        server = threading.Thread(target=serve)
        server.start()
        with client.Referee(f"http://127.0.0.1:{listener.getsockname()[1]}", retries=AT_ONCE) as referee:
            assert referee.livez() == LIVE
        server.join()


async def live_twice(address: str, retries: client.Retries) -> None:
    async with client.AsyncReferee(address, retries=retries) as referee:
        assert await referee.livez() == LIVE
        await referee.livez()


def live_twice_synchronously(address: str, retries: client.Retries) -> None:
    with client.Referee(address, retries=retries) as referee:
        assert referee.livez() == LIVE
        referee.livez()


@pytest.mark.parametrize(
    "call", [live_twice_synchronously, lambda *given: asyncio.run(live_twice(*given))], ids=["sync", "async"]
)
def test_a_head_that_trickles_in_ends_with_the_time_of_the_call(call: Callable[..., Any]) -> None:
    """Over a connection that is open already: each byte arrives in time, the thousandth after more than a minute."""
    body = json.dumps(LIVE).encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    left_early = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.recv(65536)
                connection.sendall(head + body)
                connection.recv(65536)
                connection.settimeout(0.1)
                for byte in b"HTTP/1.1 200 OK\r\nX-Filler: ".ljust(1000, b"x"):
                    try:
                        connection.sendall(bytes([byte]))
                        if connection.recv(1) == b"":
                            left_early.set()
                            return
                    except TimeoutError:
                        continue
                    except OSError:
                        left_early.set()
                        return

        server = threading.Thread(target=serve)
        server.start()
        with pytest.raises(client.NoResponse):
            call(f"http://127.0.0.1:{listener.getsockname()[1]}", client.Retries(attempts=1, total=1))
        server.join()
    assert left_early.is_set()


# ---------------------------------------------------------------- bounds


@both
@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (Reply(200, b" " * 101), "more than 100 bytes"),
        (Reply(200, b" " * 101, streamed=True), "more than 100 bytes"),
        (Reply(200, b"x", {"Content-Encoding": "br"}, streamed=True), "encoded as br"),
        (Reply(200, b"\xff"), "not UTF-8"),
        (Reply(200), "not JSON"),
        (Reply(200, b"[" * 99), "not JSON"),
    ],
)
def test_a_response_is_bounded_and_read_as_the_contract_says(
    call: Callable[..., Any], reply: Reply, reason: str
) -> None:
    with pytest.raises(client.UnusableResponse, match=reason):
        call(reply, max_response_bytes=100)


def test_compressed_responses_are_read_and_others_not_asked_for() -> None:
    packed = gzip.compress(json.dumps(LIVE).encode())

    def respond(content: bytes) -> Handler:
        return lambda request: Reply(200, content, {"Content-Encoding": request.headers["Accept-Encoding"]}, True)(
            request
        )

    assert called(respond(packed)) == LIVE
    for broken in (packed[:-9], b"x" + packed):
        with pytest.raises(client.UnusableResponse, match=r"breaks off|decompressed"):
            called(respond(broken))
    with pytest.raises(client.UnusableResponse, match="not JSON"):
        called(respond(gzip.compress(b"[" * 10**6)))
    with pytest.raises(client.UnusableResponse, match="more than 1,000,000 bytes"):
        called(respond(gzip.compress(b" " * 10**8)), max_response_bytes=10**6)


def test_a_key_is_sent_and_no_error_shows_it() -> None:
    service = Service(problem(401, "unauthorized"))
    with pytest.raises(client.Unauthorized) as raised:
        called(service, api_key="a secret")
    assert service.requests[0].headers["Authorization"] == "Bearer a secret"
    assert "a secret" not in str(raised.value)


@pytest.mark.parametrize("key", ["one\r\nX-Other: two", "one\n", "", " one", "clé"])
def test_a_key_that_no_header_can_have_is_refused_at_once_and_not_quoted(key: str) -> None:
    with pytest.raises(ValueError, match="an API key consists of") as raised:
        client.Referee(BASE, api_key=key)
    assert not key.strip() or key.strip() not in str(raised.value)


@pytest.mark.parametrize("name", [".", ".."])
def test_a_name_that_would_be_another_address_is_refused(name: str) -> None:
    service = Service(answer({}))
    with (
        client.Referee(BASE, transport=httpx.MockTransport(service)) as referee,
        pytest.raises(ValueError, match="would be another address"),
    ):
        referee.get_law(name)
    assert service.requests == []


HOSTILE: dict[str, Any] = {
    "no list": {"errors": 5},
    "no objects": {"errors": [None, 7]},
    "no texts": {"errors": [{"pointer": 1, "message": None}]},
    "a list": {"detail": []},
    "violations of another form": {"violations": [{"rule": 3}]},
    "violations that are none": {"violations": {}},
}


@pytest.mark.parametrize("changed", HOSTILE.values(), ids=HOSTILE)
def test_a_problem_of_another_form_is_an_unknown_one(changed: dict[str, Any]) -> None:
    document = {"type": "", "title": "t", "detail": "d", "code": "overloaded", "errors": [], **changed}
    with pytest.raises(client.ProblemError) as raised:
        called(Service(Reply(422, json.dumps(document).encode())))
    assert (raised.value.code, raised.value.status) == ("unknown", 422)


def test_the_names_that_a_text_suggests_are_found_in_linear_time() -> None:
    """Forty thousand beginnings of a suggestion in 560 KB, none with an end."""
    assert verdict(client.errors._NEAREST.pattern, 0, searched=True) == "linear"
    detail = "(did you mean " * 40_000
    document = {"type": "", "title": "t", "detail": detail, "code": "c", "errors": []}
    with pytest.raises(client.ProblemError) as raised:
        called(Service(Reply(422, json.dumps(document).encode())))
    assert raised.value.nearest == []


@pytest.mark.parametrize("address", ["127.0.0.1:8000", "", "ftp://127.0.0.1"])
def test_an_address_begins_with_its_scheme(address: str) -> None:
    with pytest.raises(ValueError, match="begins with http:// or https://"):
        client.Referee(address)


# ---------------------------------------------------------------- operations


def requests_in_the_contract() -> Iterator[tuple[str, str, str, Any, dict[str, str]]]:
    """Each operation with a request of the contract: method, path, body, and the values of its parameters."""
    examples = contract_file.examples()
    for name, (method, path, operation) in operations().items():
        if path.startswith(PATHS):
            body, values = None, {}
            if method == "POST":
                (example, *_) = operation["requestBody"]["content"]["application/json"]["examples"].values()
                body = example.get("value") or examples[example["$ref"].rpartition("/")[2]]["value"]
            for parameter in operation.get("parameters", ()):
                if "examples" in parameter:
                    (value, *_) = parameter["examples"].values()
                    values[parameter["name"]] = value["value"]
            yield name, method, path, body, values


@pytest.mark.parametrize("kind", ["Referee", "AsyncReferee"])
def test_each_operation_sends_the_request_of_the_contract(kind: str) -> None:
    requests = list(requests_in_the_contract())
    assert len(requests) > 45
    for name, method, path, body, values in requests:
        service = Service(answer({"operation": name}))
        referee = getattr(client, kind)(BASE, transport=httpx.MockTransport(service))
        call = getattr(referee, name)
        in_path = [values.pop(each) for each in list(values) if f"{{{each}}}" in path]
        accept = {"accept": "text/plain"} if "accept" in inspect.signature(call).parameters else {}
        result = call(*in_path, **values, **(body or {}), **accept)
        if inspect.isawaitable(result):
            result = asyncio.run(result)
        (sent,) = service.requests
        assert sent.method == method
        for value in in_path:
            path = path.replace(path[path.index("{") : path.index("}") + 1], value, 1)
        assert unquote(sent.url.path) == path
        assert dict(sent.url.params) == {each: str(value) for each, value in values.items()}
        assert (json.loads(sent.content) if sent.content else None) == body
        assert (json.loads(result) if accept else result) == {"operation": name}
