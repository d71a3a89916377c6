"""`piquet-referee mcp`: the server of the Model Context Protocol."""

import os
import sys

from service.cli.arguments import AGREES, DIVERGES, UNREADABLE

_HOST, _PORT = "127.0.0.1", 8001
_PACKAGES = {"httpx2", "mcp", "mcp_types", "starlette", "uvicorn"}


def serve(host: str | None, port: int | None, names: list[str], url: str | None, *, http: bool) -> int:
    """Serve until the caller closes the connection, or over HTTP until a signal. Returns the exit status."""
    if not http and (host or port is not None or names):
        return _failed("--host, --port and --allow-host go with --http", UNREADABLE)
    try:
        from service.mcp.server import make_server
        from service.mcp.service_client import at_address, in_process
        from service.mcp.transports import serve_http, serve_stdio
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in _PACKAGES:
            raise
        return _failed(
            "the command mcp needs the extra of that name: make mcp in a checkout, or the wheel installed with [mcp]",
            DIVERGES,
        )
    try:
        server = make_server(at_address(url) if url else in_process(os.environ))
    except ValueError as unusable:  # a setting, or the address of the service
        return _failed(str(unusable), DIVERGES)
    if not http:
        serve_stdio(server)
        return AGREES
    host, port = host or _HOST, _PORT if port is None else port
    try:
        serve_http(server, host, port, names, _tell)
    except OSError as error:
        return _failed(f"port {port} of {host}: {error.strerror or error}", DIVERGES)
    return AGREES


def _failed(why: str, status: int) -> int:
    _tell(why)
    return status


def _tell(what: str) -> None:
    print(f"piquet-referee: {what}", file=sys.stderr, flush=True)
