"""The command `piquet-referee mcp`: a whole deal, and a process over HTTP.

The example of docs/mcp.md, which tests/test_code_blocks.py runs, talks to a process over standard input and output.
"""

import asyncio
import io
import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from hashlib import sha256
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from service.cli.main import main
from service.mcp import service_client, transports
from service.mcp.server import MOST, make_server
from service.mcp.transports import bounded, lines_of
from service.settings.service import MiddlewareSettings
from tests.helpers.running_service import ROOT, end
from tests.helpers.waiting import wait_until
from tests.mcp.callers import SEAL_KEYS, Caller, connected

COMMAND = [sys.executable, "-m", "service.cli"]
KEYS = {"A": "a" * 32, "B": "b" * 32}
HASHES = {seat: sha256(key.encode()).hexdigest() for seat, key in KEYS.items()}
CARD = re.compile(r'"([6-9TJQKA][SHDC])"')


def cards_in(value: Any) -> set[str]:
    """The cards that a value names, but for the card that a trio is `without`, which the other three tell."""
    return set(CARD.findall(re.sub('"without": "[^"]*"', "", json.dumps(value))))


class Table:
    """A deal between two callers of tools, each of whom has one key. Looks into every answer to a seat for cards that
    only the other one knows."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        dealt = caller.call("deal", dealer="B", key_hashes=HASHES, seed="whole deal")
        self.state, self.looked = dealt["state"], 0

    def ask(self, seat: str, tool: str, **arguments: Any) -> Any:
        other = self.held("B" if seat == "A" else "A", "view")["view"]
        told = cards_in([other.get(name, []) for name in ("events", "tricks", "shown")])
        secret = cards_in([other.get(name, []) for name in ("hand", "discards", "drawn")]) - told
        answer = self.held(seat, tool, **arguments)
        seen = cards_in(answer) & secret
        assert not seen, (seat, tool, seen, answer)
        self.looked += len(secret)
        return answer

    def held(self, seat: str, tool: str, **arguments: Any) -> Any:
        return self._caller.call(tool, state=self.state, key=KEYS[seat], seat=seat, **arguments)


@pytest.mark.rule("R2.4", "R4.1", "R6.1")
def test_a_whole_deal_is_played():
    """Twelve tricks (R6.1), and then the other player deals (R2.4)."""
    with connected(make_server(service_client.in_process({"SEAL_KEYS": SEAL_KEYS}))) as caller:
        table = Table(caller)
        hand = table.ask("A", "view")["view"]["hand"]
        six = {"seat": "A", "type": "exchange", "cards": hand[:6]}
        judged = table.ask("A", "apply", action=six)
        assert [each["rule"] for each in judged["violations"]] == ["R4.1"], "elder exchanges at most five"
        (instead,) = judged["instead"]["options"]
        assert (instead["type"], set(instead["cards"]), instead["max"]) == ("exchange", set(hand), 5)

        # Elder leaves no card, at which elder might look before younger takes it (R4.4).
        judged = table.ask("A", "apply", action={**six, "cards": hand[:5]})
        while judged["view"]["phase"] != "deal_over":
            table.state, seat = judged["state"], judged["view"]["to_act"]
            judged = table.ask(seat, "apply", action=table.ask(seat, "options", expand=True)["actions"][-1])
            assert judged["legal"], judged
        table.state = judged["state"]
        views = [table.ask(seat, "view")["view"] for seat in "AB"]
        assert views[0]["score"] == views[1]["score"] and len(views[0]["tricks"]) == 12
        assert table.looked > 100, "there were cards to keep"

        agreed = table.held("A", "deal")
        assert agreed["awaiting"] == "B" and "events" not in agreed
        table.state = agreed["state"]
        dealt = table.held("B", "deal")
        assert dealt["view"]["partie"]["dealer"] == "A" and len(dealt["view"]["hand"]) == 12


def test_analyses_have_a_deadline_and_callers_neither_keys_nor_quotas(monkeypatch):
    seen: list[Any] = []
    monkeypatch.setattr(service_client, "create_app", lambda settings: seen.append(settings))
    service_client.in_process({})
    service_client.in_process({"ANALYSIS_PROCESSES": "0", "RATE_LIMIT": "1/hour", "API_KEYS": "a:0123456789abcdef"})
    assert [each.analysis_processes for each in seen] == [1, 0], "a process of the pool ends an analysis in time"
    assert [each.middleware for each in seen] == [MiddlewareSettings()] * 2


# ---------------------------------------------------------------- HTTP


@contextmanager
def over_http(log: Path) -> Iterator[str]:
    """The address of the command over HTTP, on a free port."""
    with log.open("wb") as output:
        process = subprocess.Popen([*COMMAND, "mcp", "--http", "--port", "0"], cwd=ROOT, stderr=output)
        try:
            wait_until(lambda: process.poll() is not None or b"/mcp" in log.read_bytes(), log)
            assert process.poll() is None, log.read_text()
            yield re.search(r"http://\S+", log.read_text())[0]
        finally:
            end(process)
    assert process.returncode == 143, log.read_text()


def test_seats_are_kept_apart_over_http_and_other_pages_are_kept_out(tmp_path: Path):
    with over_http(tmp_path / "log") as address:
        with connected(address) as one, connected(address) as other:
            mine = other.call("make_key")
            dealt = one.call("deal", dealer="A", keys_for=["A"], key_hashes={"B": mine["key_hash"]})
            state, key = dealt["state"], dealt["keys"]["A"]
            hand = other.call("view", state=state, seat="B", key=mine["key"])["view"]["hand"]
            exchanged = other.call(
                "apply",
                state=state,
                seat="B",
                key=mine["key"],
                action={"seat": "B", "type": "exchange", "cards": hand[:5]},
            )
            assert exchanged["legal"]
            view = one.call("view", state=exchanged["state"], seat="A", key=key)["view"]
            assert view["to_act"] == "A" and not cards_in(view) & set(hand)
            assert one.refused("view", state=state, seat="B", key=key)["code"] == "wrong_seat_key"
        port = httpx2.URL(address).port
        asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
        for headers, status in (
            ({}, 200),
            ({"Origin": "http://localhost:8080"}, 200),
            ({"Origin": "https://page.example"}, 403),
            ({"Host": "page.example"}, 421),
        ):
            assert answered(port, "POST", json.dumps(asked), headers) == status, headers
        assert answered(port, "POST", " " * (transports.LONGEST + 1)) == 413
        assert answered(port, "GET") == 405


def answered(port: int, method: str, body: str = "", headers: dict[str, str] | None = None) -> int:
    """The status of the answer to a request."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    kinds = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    try:
        connection.request(method, "/mcp", body, {**kinds, **(headers or {})})
        return connection.getresponse().status
    finally:
        connection.close()


def test_a_request_that_takes_too_long_is_answered(monkeypatch):
    monkeypatch.setattr(transports, "SECONDS", 0.01)
    sent: list[Any] = []

    async def never(scope: Scope, receive: Receive, send: Send) -> None:
        await anyio.sleep_forever()

    async def send(message: Any) -> None:
        sent.append(message)

    async def ask() -> None:
        await bounded(never)({"type": "http", "method": "POST"}, None, send)

    anyio.run(ask)
    assert sent[0]["status"] == 408


@pytest.mark.parametrize("sent", [b"", b"POST /mcp HTTP/1.1\r\nHost: x\r\n"])
def test_connections_without_a_request_keep_nobody_out(tmp_path: Path, sent: bytes):
    """Silent connections, or half a head on each: more than there may be connections."""
    asked = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}})
    with over_http(tmp_path / "log") as address, ExitStack() as attack:
        port = httpx2.URL(address).port
        for _ in range(transports.CONNECTIONS + 6):
            attack.enter_context(socket.create_connection(("127.0.0.1", port))).sendall(sent)
        assert [answered(port, "POST", asked) for _ in range(3)] == [200] * 3


HEAD = b"POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n"


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param([b""], id="nothing"),
        pytest.param([HEAD], id="half a head"),
        pytest.param([HEAD + b"\r\n", HEAD], id="half a head after a request"),
        pytest.param([HEAD + b"\r\n" + HEAD], id="half a head with a request"),
        pytest.param([b"X"] * 100_000, id="a byte at a time"),
        pytest.param([HEAD.replace(b": 0", b": 9") + b"\r\n", *[b"x"] * 8], id="half a body"),
    ],
)
def test_a_connection_ends_whatever_it_does_not_send(sent: list[bytes], monkeypatch):
    """It may only end by the limit: uvicorn keeps idle connections for longer than this test waits."""
    reader = anyio.run(_exchanged, sent, b"{}", monkeypatch)
    assert reader.count(b"HTTP/1.1 200") == sum(piece.count(b"\r\n\r\n") for piece in sent if b"9" not in piece)


def test_a_connection_ends_that_does_not_read_its_answer(monkeypatch):
    anyio.run(_exchanged, [HEAD + b"\r\n"], b"x" * (64 << 20), monkeypatch)


async def _exchanged(sent: list[bytes], answer: bytes, monkeypatch) -> bytes:
    """What a server with limits of a moment answers to these bytes until it has ended the connection."""
    monkeypatch.setattr(transports, "HEAD_SECONDS", 0.2)
    monkeypatch.setattr(transports, "SECONDS", 0.2)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        while (await receive()).get("more_body"):
            pass
        await send(
            {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(answer))]}
        )
        await send({"type": "http.response.body", "body": answer})

    config = uvicorn.Config(app, http=transports.Connection, lifespan="off", timeout_keep_alive=600)
    config.load()
    state = ServerState()
    server = await asyncio.get_running_loop().create_server(
        lambda: transports.Connection(config, state, {}), "127.0.0.1", 0
    )
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    received = b""
    with suppress(ConnectionError):
        for piece in sent:
            writer.write(piece)
            await writer.drain()
            if len(sent) > 3:
                await asyncio.sleep(0.01)
            elif piece.endswith(b"\r\n\r\n") and len(answer) == 2:
                received += await reader.readuntil(answer)
    async with asyncio.timeout(60):
        if len(answer) == 2:
            with suppress(ConnectionError):
                received += await reader.read()
        while state.connections:
            await asyncio.sleep(0.01)
    writer.close()
    server.close()
    return received


def test_names_other_than_the_loopback_are_answered_only_if_they_are_given():
    given = transports._security("0.0.0.0", ["referee.example"])
    assert given.enable_dns_rebinding_protection
    assert {"referee.example", "referee.example:*", "[::1]:*"} <= set(given.allowed_hosts)
    assert "https://referee.example" in given.allowed_origins and "*" not in given.allowed_hosts


# ---------------------------------------------------------------- standard input, and what cannot start


def test_a_line_that_is_too_long_is_passed_over(monkeypatch):
    monkeypatch.setattr(transports, "LONGEST", 8)
    file = io.BytesIO(b"12345678\n1234567\n" + b"x" * 40 + b"\n\n \n123456789")

    async def read() -> list[bytes]:
        return [line async for line in lines_of(file)]

    assert anyio.run(read) == [b"too long", b"1234567\n", b"too long", b"too long"]


def request(method: str, number: int, **params: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode()


BEGIN = [
    request("initialize", 0, protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "x", "version": "1"}),
    b'{"jsonrpc": "2.0", "method": "notifications/initialized"}',
]


def piped(tmp_path: Path, *lines: bytes) -> dict[Any, Any]:
    """The answers of a process to lines after which its input ends at once, by the id of the request."""
    given = tmp_path / "input"
    given.write_bytes(b"\n".join(lines))
    environ = {**os.environ, "ANALYSIS_DEADLINE_MS": "300000"}  # the machine may be busy
    with given.open("rb") as file:
        done = subprocess.run(
            [*COMMAND, "mcp"], cwd=ROOT, env=environ, stdin=file, capture_output=True, timeout=300, check=False
        )
    assert (done.returncode, done.stderr) == (0, b"")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    found = {each["id"]: each for each in answers if each["id"] is not None}
    return found | {None: [each["error"]["code"] for each in answers if each["id"] is None]}


def test_all_requests_are_answered_whose_input_ends_after_them(tmp_path: Path):
    """More than are answered at once, and one that takes longer than others."""
    state = "1~portland@1~B~SAKJHAQJ8D98CJ87_ST7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D"
    calls = [request("tools/call", number, name="make_key", arguments={}) for number in range(2, MOST + 5)]
    advise = request("tools/call", 1, name="advise", arguments={"state": state, "seat": "A", "limit": 1})
    answers = piped(tmp_path, *BEGIN, advise, *calls)
    assert answers.keys() == {*range(MOST + 5), None}
    assert not [each for each in answers.values() if each and ("error" in each or each["result"].get("isError"))]


def test_what_is_no_message_is_answered_with_an_error(tmp_path: Path):
    """JSON-RPC 2.0, section 5.1: -32700 if it is no JSON, -32600 if it is no request, with the id if there is one."""
    no_json = [b"nope", b'{"jsonrpc": "2.0", "id": "\xff", "method": "ping"}', b"x" * (50 << 20), b"[" * 10_000]
    no_request = [b"[]", b"7", b'"text"', b"null", b'{"jsonrpc": "2.0"}', b'{"id": {}, "method": "ping"}']
    with_id = [b'{"jsonrpc": "2.0", "id": 1}', b'{"jsonrpc": "2.0", "id": 2, "method": "ping", "params": [1]}']
    answers = piped(tmp_path, *no_json, b"", *no_request, *with_id, *BEGIN, request("ping", 3), request("nothing", 4))
    assert answers.pop(None) == [-32700] * len(no_json) + [-32600] * len(no_request)
    codes = {number: each.get("error", {}).get("code") for number, each in answers.items()}
    assert codes == {0: None, 1: -32600, 2: -32600, 3: None, 4: -32601}
    assert "method" in answers[1]["error"]["message"] and "params" in answers[2]["error"]["message"]


def test_a_request_before_initialize_is_told_what_to_send_first(tmp_path: Path):
    """Before it only pings should be sent (MCP 2025-06-18, Lifecycle). A wrong member is named after it, too."""
    early = [request("tools/list", 1), request("tools/call", 2, name="make_key", arguments={})]
    late = [request("tools/call", 4, name=7), request("tools/list", 5)]
    answers = piped(tmp_path, request("ping", 3), *early, *BEGIN, *late)
    assert "result" in answers[3] and "result" in answers[5]
    for number in (1, 2):
        assert answers[number]["error"]["code"] == -32600
        assert answers[number]["error"]["message"].startswith("send initialize first")
    assert answers[4]["error"]["code"] == -32602 and "name" in answers[4]["error"]["message"]


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["--port", "9000"], 2, "--host, --port and --allow-host go with --http"),
        (["--url", "referee.example"], 1, "not the address of a service, such as http://127.0.0.1:8000"),
        (["--url", "http://[nowhere"], 1, "http://[nowhere"),
        (["--http", "--host", "256.0.0.1"], 1, "port 8001 of 256.0.0.1"),
    ],
)
def test_what_cannot_start_says_why(arguments: list[str], status: int, said: str, capsys):
    assert main(["mcp", *arguments]) == status
    assert said in capsys.readouterr().err


def test_a_setting_that_cannot_be_used_is_named(monkeypatch, capsys):
    monkeypatch.setenv("SEAL_KEYS", "short:AAAA")
    assert main(["mcp"]) == 1
    assert "SEAL_KEYS takes" in capsys.readouterr().err


def test_without_the_extra_the_command_says_what_to_install(monkeypatch, capsys):
    for name in [each for each in sys.modules if each.startswith("service.mcp.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "httpx2", None)
    assert main(["mcp"]) == 1
    assert "make mcp in a checkout" in capsys.readouterr().err
