# Made from asynchronous/deadlines.py by `make clients`. Not to be edited.
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


def bound(client: httpx.Client) -> None:
    """Make each connection that a client opens obey `until`.

    httpx has no setting for what opens its connections, so it is replaced where it is kept. A transport of another
    kind, such as one for tests, keeps its own.
    """
    for transport in (client._transport, *client._mounts.values()):  # pyright: ignore[reportPrivateUsage]
        pool: Any = getattr(transport, "_pool", None)
        if isinstance(pool, httpcore.ConnectionPool):
            pool._network_backend = _Network(pool._network_backend)  # pyright: ignore[reportPrivateUsage]


class _Network(httpcore.NetworkBackend):
    def __init__(self, network: httpcore.NetworkBackend) -> None:
        self._network = network

    def connect_tcp(self, *arguments: Any, **named: Any) -> httpcore.NetworkStream:
        return _Stream(self._network.connect_tcp(*arguments, **named))

    def connect_unix_socket(self, *arguments: Any, **named: Any) -> httpcore.NetworkStream:
        return _Stream(self._network.connect_unix_socket(*arguments, **named))

    def sleep(self, seconds: float) -> None:
        self._network.sleep(seconds)


class _Stream(httpcore.NetworkStream):
    def __init__(self, stream: httpcore.NetworkStream) -> None:
        self._stream = stream

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        left = _END.get() - time.monotonic()
        if left <= 0:
            raise httpcore.ReadTimeout("the response takes too long")
        return self._stream.read(max_bytes, left if timeout is None else min(timeout, left))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, timeout)

    def start_tls(self, *arguments: Any, **named: Any) -> httpcore.NetworkStream:
        return _Stream(self._stream.start_tls(*arguments, **named))

    def close(self) -> None:
        self._stream.close()

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)
