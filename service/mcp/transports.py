"""How callers reach the server: over standard input and output, or over HTTP."""

import asyncio
import ipaddress
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import IO, Any, cast

import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

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
        lines = cast("Any", Lines(file))
        async with stdio_server(stdin=lines) as (read, write):
            await server.run(read, write, server.create_initialization_options())

    try:
        asyncio.run(serve())
    except BaseExceptionGroup as group:
        first: BaseException = group
        while isinstance(first, BaseExceptionGroup):
            first = first.exceptions[0]
        raise first from None


class Lines:
    """The lines of a file, none of which is longer than `LONGEST`: a longer one is replaced by one that is no JSON."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def __aiter__(self) -> "Lines":
        return self

    async def __anext__(self) -> str:
        loop = asyncio.get_running_loop()
        line: asyncio.Future[str] = loop.create_future()
        # The default executor would keep the process from ending until a line has come.
        threading.Thread(target=self._read_for, args=(loop, line), daemon=True).start()
        if not await line:
            raise StopAsyncIteration
        return line.result()

    def _read_for(self, loop: asyncio.AbstractEventLoop, line: "asyncio.Future[str]") -> None:
        """Read a line, and give it to who waits for it, if the loop still runs."""
        give: Callable[[], None]
        try:
            give = partial(line.set_result, self._read())
        except OSError as error:
            give = partial(line.set_exception, OSError(error.errno, error.strerror, "standard input"))
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(lambda: None if line.done() else give())

    def _read(self) -> str:
        line = self._file.readline(LONGEST)
        if len(line) < LONGEST or line.endswith(b"\n"):
            return line.decode(errors="replace")
        while line and not line.endswith(b"\n"):
            line = self._file.readline(LONGEST)
        return f"a message has more than {LONGEST} bytes"


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
        Bounded(app),
        http=Connection,
        log_level="warning",
        access_log=False,
        ws="none",
        limit_concurrency=CONNECTIONS + 1,  # reached only if all others have a request
        timeout_graceful_shutdown=5,
    )
    with socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET) as listener:
        tell(f"http://{_written(host)}:{listener.getsockname()[1]}{_PATH}")
        asyncio.run(uvicorn.Server(config).serve(sockets=[listener]))


def _security(host: str, names: Iterable[str]) -> TransportSecuritySettings:
    """Return the hosts and origins that requests may name, so that no page elsewhere can send them by DNS rebinding."""
    hosts = [_written(name) for name in ("127.0.0.1", "localhost", "::1", host, *names)]
    return TransportSecuritySettings(
        allowed_hosts=[*hosts, *(f"{name}:*" for name in hosts)],
        allowed_origins=[
            f"{scheme}://{name}{port}" for name in hosts for scheme in ("http", "https") for port in ("", ":*")
        ],
    )


def _written(host: str) -> str:
    """Return a host as an address has it: an IPv6 address in brackets."""
    try:
        return f"[{host}]" if ipaddress.ip_address(host).version == 6 else host
    except ValueError:
        return host


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


class Bounded:
    """An application whose requests have a deadline. It takes no GET: there is no stream that begins at the server."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
        elif scope["method"] == "GET":
            await Response(status_code=405, headers={"Allow": "POST"})(scope, receive, send)
        else:
            await self._in_time(scope, receive, send)

    async def _in_time(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def watched(message: Any) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            async with asyncio.timeout(SECONDS):
                await self._app(scope, receive, watched)
        except TimeoutError:
            if not begun:
                await Response(status_code=408, headers={"Connection": "close"})(scope, receive, send)
