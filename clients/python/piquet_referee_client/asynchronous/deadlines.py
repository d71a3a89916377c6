"""Reads that end with the time of their call, however slowly a response arrives.

A timeout of httpx is one of each part: a head of which a byte arrives each second would be read for a day.
"""

import time
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import httpcore
import httpx

_END = ContextVar("_END", default=float("inf"))


@contextmanager
def until(end: float) -> Generator[None]:
    """Let no read within this context last beyond `end`, by the clock `time.monotonic`."""
    token = _END.set(end)
    try:
        yield
    finally:
        _END.reset(token)


def bound(client: httpx.AsyncClient) -> None:
    """Make each connection that a client opens obey `until`.

    httpx has no setting for what opens its connections, so it is replaced where it is kept. A transport of another
    kind, such as one for tests, keeps its own.
    """
    for transport in (client._transport, *client._mounts.values()):  # pyright: ignore[reportPrivateUsage]
        pool: Any = getattr(transport, "_pool", None)
        if isinstance(pool, httpcore.AsyncConnectionPool):
            pool._network_backend = _Network(pool._network_backend)  # pyright: ignore[reportPrivateUsage]


class _Network(httpcore.AsyncNetworkBackend):
    def __init__(self, network: httpcore.AsyncNetworkBackend) -> None:
        self._network = network

    async def connect_tcp(self, *arguments: Any, **named: Any) -> httpcore.AsyncNetworkStream:
        return _Stream(await self._network.connect_tcp(*arguments, **named))

    async def connect_unix_socket(self, *arguments: Any, **named: Any) -> httpcore.AsyncNetworkStream:
        return _Stream(await self._network.connect_unix_socket(*arguments, **named))

    async def sleep(self, seconds: float) -> None:
        await self._network.sleep(seconds)


class _Stream(httpcore.AsyncNetworkStream):
    def __init__(self, stream: httpcore.AsyncNetworkStream) -> None:
        self._stream = stream

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        left = _END.get() - time.monotonic()
        if left <= 0:
            raise httpcore.ReadTimeout("the response takes too long")
        return await self._stream.read(max_bytes, left if timeout is None else min(timeout, left))

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        await self._stream.write(buffer, timeout)

    async def start_tls(self, *arguments: Any, **named: Any) -> httpcore.AsyncNetworkStream:
        return _Stream(await self._stream.start_tls(*arguments, **named))

    async def aclose(self) -> None:
        await self._stream.aclose()

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)
