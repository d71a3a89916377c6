"""How callers reach the server: over standard input and output, or over HTTP."""

import asyncio
import ipaddress
import signal
import socket
import sys
from collections.abc import Callable, Iterable
from typing import IO, Any, cast

import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

#: The longest message in bytes: a request with a body of 1 MiB, as the service takes it, and what JSON adds to it.
LONGEST = 2 << 20

#: Seconds in which a request over HTTP is read and answered.
SECONDS = 30

_CONNECTIONS = 64
_PATH = "/mcp"


def serve_stdio(server: "Server[Any]") -> None:
    """Answer one caller over standard input and output, until it closes them."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)  # a thread that waits for input would keep the process from ending

    async def serve() -> None:
        lines = cast("Any", Lines(sys.stdin.buffer))
        async with stdio_server(stdin=lines) as (read, write):
            await server.run(read, write, server.create_initialization_options())

    asyncio.run(serve())


class Lines:
    """The lines of a file, none of which is longer than `LONGEST`: a longer one is replaced by one that is no JSON."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def __aiter__(self) -> "Lines":
        return self

    async def __anext__(self) -> str:
        line = await asyncio.to_thread(self._read)
        if not line:
            raise StopAsyncIteration
        return line

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
        log_level="warning",
        access_log=False,
        ws="none",
        limit_concurrency=_CONNECTIONS,
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
