"""How callers reach the server: over standard input and output, or over HTTP."""

import asyncio
import signal
import socket
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterable
from concurrent.futures import Future
from typing import IO, Any, cast

import anyio
import mcp_types
import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.dispatcher import as_request_id
from mcp.shared.message import SessionMessage
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from service.mcp.server import MOST

#: The longest message in bytes: a request with a body of 1 MiB, as the service takes it, and what JSON adds to it.
LONGEST = 2 << 20

#: Seconds in which a request over HTTP is read and answered, once its head has arrived.
SECONDS = 30

#: Seconds that a connection may take to send the head of a request, from when it is accepted or has been answered, and
#: to read the end of an answer.
HEAD_SECONDS = 10

#: The most connections. If there are more, the one that has waited longest without a request ends.
CONNECTIONS = 64

_PATH = "/mcp"


def serve_stdio(server: "Server[Any]") -> None:
    """Answer one caller over standard input and output, until it closes them.

    Raises `OSError` if one of them cannot be read or written; its `filename` is that of standard input.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)  # a thread that waits for input would keep the process from ending

    async def serve() -> None:
        file = open(sys.stdin.fileno(), "rb", closefd=False)  # noqa: SIM115 (Python closes its own at the end)
        # With a file of its own, the SDK would leave what could not be written to the end of the process.
        async with stdio_server(cast("Any", lines_of(file)), anyio.wrap_file(sys.stdout)) as (read, write):
            await server.run(cast("Any", messages(read, write)), write, server.create_initialization_options())

    try:
        asyncio.run(serve())
    except BaseExceptionGroup as group:
        first: BaseException = group
        while isinstance(first, BaseExceptionGroup):
            first = first.exceptions[0]
        raise first from None


async def lines_of(file: IO[bytes]) -> AsyncIterator[bytes]:
    """Yield the lines of a file but for blank ones. One longer than `LONGEST` is replaced by one that is no JSON."""
    read = b"\n"
    while read:
        if read.strip():
            yield read
        line: Future[bytes] = Future()
        line.set_running_or_notify_cancel()  # so that the thread may set it, even if nobody waits for it any more
        # The default executor would keep the process from ending until a line has come.
        threading.Thread(target=_read_line, args=(file, line), daemon=True).start()
        read = await asyncio.wrap_future(line)


def _read_line(file: IO[bytes], line: "Future[bytes]") -> None:
    """Set the future to the next line; to an empty one at the end of the file."""
    try:
        read = end = file.readline(LONGEST)
        while len(end) == LONGEST and not end.endswith(b"\n"):
            read, end = b"too long", file.readline(LONGEST)
        line.set_result(read)
    except OSError as error:
        line.set_exception(OSError(error.errno, error.strerror, "standard input"))


async def messages(read: Any, write: Any) -> AsyncIterator[SessionMessage]:
    """Yield messages, and answer lines that are none. Ends when all requests are answered, or after `SECONDS`.

    The SDK has settings for neither: it passes over such lines, and when the input ends, it cancels the requests that
    have no answer yet (issues 2751 and 2678 of modelcontextprotocol/python-sdk). It answers each in a task of its own.
    """
    others = asyncio.all_tasks()
    async for item in read:
        if isinstance(item, Exception):
            await write.send(_refusal(item))
            continue
        while len(answering := asyncio.all_tasks() - others) >= MOST:
            await asyncio.wait(answering, return_when=asyncio.FIRST_COMPLETED)
        yield item
    if answering := asyncio.all_tasks() - others - {asyncio.current_task()}:
        await asyncio.wait(answering, timeout=SECONDS)


def _refusal(error: Any) -> SessionMessage:
    """Return the answer to a line that is no message, with the id of the request if the line has one."""
    fault = error.errors()[0]
    given = error.errors()[-1]["input"]  # the whole line
    code = mcp_types.PARSE_ERROR if fault["type"] == "json_invalid" else mcp_types.INVALID_REQUEST
    where = ": ".join(map(str, (*fault["loc"][1:], fault["msg"])))
    data = mcp_types.ErrorData(code=code, message=f"a line is a request in UTF-8 of at most {LONGEST} bytes; {where}")
    number = as_request_id(given.get("id")) if isinstance(given, dict) else None
    return SessionMessage(mcp_types.JSONRPCError(jsonrpc="2.0", id=number, error=data))


def serve_http(server: "Server[Any]", host: str, port: int, names: Iterable[str], tell: Callable[[str], None]) -> None:
    """Answer callers over HTTP, under the host and any further names, until a signal ends the process.

    Tells the address once it is open. Raises `OSError` if it cannot be used.
    """
    app = server.streamable_http_app(
        streamable_http_path=_PATH,
        json_response=True,
        stateless_http=True,
        max_request_body_size=LONGEST,
        transport_security=_security(host, names),
    )
    config = uvicorn.Config(
        bounded(app),
        http=Connection,
        log_level="warning",
        ws="none",
        limit_concurrency=CONNECTIONS + 1,  # reached only if all others have a request
        timeout_graceful_shutdown=5,
    )
    with socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET) as listener:
        tell(f"http://{_written(host)}:{listener.getsockname()[1]}{_PATH}")
        asyncio.run(uvicorn.Server(config).serve(sockets=[listener]))


def _security(host: str, names: Iterable[str]) -> TransportSecuritySettings:
    """Return the hosts and origins that requests may name, so that no page elsewhere can send them by DNS rebinding."""
    named = [_written(name) for name in ("127.0.0.1", "localhost", "::1", host, *names)]
    hosts = [f"{name}{port}" for name in named for port in ("", ":*")]
    origins = [f"{scheme}://{each}" for scheme in ("http", "https") for each in hosts]
    return TransportSecuritySettings(allowed_hosts=hosts, allowed_origins=origins)


def _written(host: str) -> str:
    """Return a host as an address has it: an IPv6 address in brackets."""
    return f"[{host}]" if host.count(":") > 1 and "[" not in host else host


class Connection(H11Protocol):
    """A connection that never waits without a limit: uvicorn has limits for idle ones that have sent a request only."""

    _limit: asyncio.TimerHandle
    _busy = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a head, and end the connection that has waited longest if there are too many."""
        super().connection_made(transport)
        self._set_limit(HEAD_SECONDS)
        if len(self.connections) > CONNECTIONS:
            waiting = [each for each in self.connections if isinstance(each, Connection) and not each._busy]
            earliest = min(waiting, key=lambda each: each._limit.when())
            earliest.transport.abort()
            self.connections.discard(earliest)  # the loop reports its end only after it has accepted others

    def data_received(self, data: bytes) -> None:
        """Take bytes. They change the limit only if a head has ended with them."""
        super().data_received(data)
        self._change()

    def on_response_complete(self) -> None:
        """Wait for the next head, if it has not arrived already."""
        self._busy = False
        self._set_limit(HEAD_SECONDS)
        super().on_response_complete()
        self._change()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the limit."""
        self._limit.cancel()
        super().connection_lost(exc)

    def _change(self) -> None:
        """Set the limit for a request that has begun."""
        cycle: RequestResponseCycle | None = self.cycle  # None before the first request
        if not self._busy and cycle and not cycle.response_complete:
            self._busy = True
            self._set_limit(SECONDS + HEAD_SECONDS)

    def _set_limit(self, seconds: float) -> None:
        if hasattr(self, "_limit"):
            self._limit.cancel()
        self._limit = self.loop.call_later(seconds, self.transport.abort)


def bounded(app: ASGIApp) -> ASGIApp:
    """Return an application whose requests have a deadline. It takes no GET: no stream begins at the server."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def watched(message: Any) -> None:
            nonlocal begun
            begun = True
            await send(message)

        if scope["type"] != "http":
            await app(scope, receive, send)
        elif scope["method"] == "GET":
            await Response(status_code=405, headers={"Allow": "POST"})(scope, receive, send)
        else:
            try:
                async with asyncio.timeout(SECONDS):
                    await app(scope, receive, watched)
            except TimeoutError:
                if not begun:
                    await Response(status_code=408, headers={"Connection": "close"})(scope, receive, send)

    return answer
