"""Slow clients: slow to send the head or the body, or to read the response."""

import asyncio
import json
from contextlib import suppress

BODY = json.dumps({"ruleset": "portland", "side": "elder", "mode": "plain", "limit": 5000}).encode()
HEAD = b"POST /v1/actions/check HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
LONG = HEAD + b"Content-Length: 100000\r\n\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"


async def trickle(port: int, start: bytes, piece: bytes, pause: float) -> None:
    """Send `start`, then `piece` after each pause, without end. Reconnects when the connection is closed."""
    while True:
        writer = None
        with suppress(OSError, asyncio.IncompleteReadError):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(start)
            while not writer.is_closing():
                await writer.drain()
                await asyncio.sleep(pause)
                writer.write(piece)
        if writer is not None:
            writer.close()
        await asyncio.sleep(pause)


async def read_slowly(port: int, request: bytes, pause: float) -> None:
    """Request a long response repeatedly on one connection, and read a little of it after each pause."""
    while True:
        writer = None
        with suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1024)
            for _ in range(20):
                writer.write(request)
            while await reader.read(256):
                await asyncio.sleep(pause)
        if writer is not None:
            writer.close()
        await asyncio.sleep(pause)
