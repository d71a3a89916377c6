"""One connection: requests that arrive, responses that leave, and how long the client may take over each."""

import asyncio
import io
import socket
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from math import inf
from typing import TYPE_CHECKING, Any

from service.server.error_responses import Refused
from service.server.parser import Request, RequestParser

if TYPE_CHECKING:
    from service.server.worker import Worker

#: Bytes in a second: the least that a client has to send of a request, or to read of a response, once its time is up.
MIN_BYTES_PER_SECOND = 1 << 14

#: What a connection may hold of the worker's memory without being counted, in bytes: large requests never leave no room
#: for small ones.
UNCOUNTED_BYTES = 1 << 14

_PIECE = 1 << 16  # bytes that are received at once
_SLICE = 1 << 12  # bytes that are parsed at once
_CHEAP = 0.0002  # seconds of the processor that parsing a slice may take; usual requests take a tenth of it
_PAUSE = 30  # times as long as a slice took beyond that: no connection takes more than a thirtieth of the event loop
_REFUSAL_PAUSE = 0.1  # seconds before a costly refusal, so that its client cannot repeat it without a pause
_MOST_UNSENT = 1 << 16
_LINGER = 2.0  # seconds


class Connection:
    """A connection between two addresses. The event loop calls its coroutines; a thread that answers a request calls
    `sendall` and `push`, and reads the body of the request.

    With each request a client may keep the service waiting for `request_seconds` of the worker, and longer by each byte
    that moves. At the `deadline` of the event loop's clock the worker ends the connection.
    """

    def __init__(self, worker: "Worker", sock: socket.socket, client: Any, server: Any) -> None:
        sock.setblocking(False)
        self.sock, self.client, self.server = sock, client, server
        self.deadline = inf
        self._worker, self._loop = worker, asyncio.get_running_loop()
        self._parser = RequestParser(worker.cfg, worker.max_body_bytes)
        self._unsent = bytearray()
        self._held = 0

    async def serve(self) -> None:
        """Answers the requests of the client one after the other."""
        self._patience = self._worker.request_seconds
        try:
            while first := self._parser.next_request() or await self._receive():
                self._patience = self._worker.request_seconds
                keep = await self._answer(first)
                await self.flush()
                if not keep:
                    await self._linger()
                    break
                self._patience = self._worker.cfg.keepalive
        except OSError:
            pass  # the client is gone
        finally:
            self._hold(0)
            self.sock.close()

    @property
    def idle(self) -> bool:
        """Whether it waits for a request of which nothing has arrived."""
        return self.deadline < inf and not self._parser.fed

    def end(self) -> None:
        """Wakes up whoever waits for the client, as if it had closed the connection."""
        self.deadline = inf
        with suppress(OSError):
            self.sock.shutdown(socket.SHUT_RDWR)

    async def _answer(self, first: bytes) -> bool:
        """Answers the request that begins with these bytes. Returns whether another may follow."""
        try:
            await self._feed(first)
            while not self._parser.ready:
                await self.receive()
            request = self._take_request()
            keep = await self._worker.answer(self, request)
            if request.costly_refusal:
                await asyncio.sleep(_REFUSAL_PAUSE)
            return keep
        except Refused as refused:
            self._worker.record_refusal(refused)
            await asyncio.sleep(_REFUSAL_PAUSE if self._parser.fed > _SLICE and refused.status != 503 else 0)
            self._unsent += refused.response()
            return False

    def _take_request(self) -> Request:
        parser, request = self._parser, self._parser.request
        assert request is not None
        request.complete, request.length = parser.is_complete, parser.received
        if request.complete:
            request.body = io.BytesIO(parser.body)
            parser.body = bytearray()
        else:
            request.body = _ArrivingBody(self, parser)  # type: ignore[assignment]
            request.must_close = True  # the response says so before the end of the request is known
        return request

    async def _linger(self) -> None:
        """Waits for the client to close first: if the service did, the client could lose the response."""
        self._patience = _LINGER
        self.sock.shutdown(socket.SHUT_WR)
        while await self._receive():
            pass

    async def receive(self) -> None:
        """Parses what comes next. Raises `Refused`."""
        if self._parser.expects_continue:
            self._parser.expects_continue = False
            await self._loop.sock_sendall(self.sock, b"HTTP/1.1 100 Continue\r\n\r\n")
        data = await self._receive()
        if not data:
            raise Refused(400, "the request breaks off")
        self._patience += len(data) / MIN_BYTES_PER_SECOND
        await self._feed(data)

    async def _feed(self, data: bytes) -> None:
        for at in range(0, len(data), _SLICE):
            before = time.thread_time()
            self._parser.feed(data[at : at + _SLICE])
            taken = time.thread_time() - before
            if taken > _CHEAP:
                await asyncio.sleep(taken * _PAUSE)
        if not self._hold(len(self._parser.body)):
            raise Refused(503)

    async def _receive(self) -> bytes:
        with self._waiting():
            data = await self._loop.sock_recv(self.sock, _PIECE)
        await asyncio.sleep(0)  # a client that sends without a pause leaves time for others
        return data

    def sendall(self, data: bytes) -> None:
        """Adds to the response. Waits only if much that was added before is still unsent."""
        if len(self._unsent) > _MOST_UNSENT:
            self.wait_for(self.flush())
        self._unsent += data

    def push(self) -> None:
        """Sends what can be sent at once."""
        with suppress(BlockingIOError):
            del self._unsent[: self.sock.send(self._unsent)]

    async def flush(self) -> None:
        """Sends all that is unsent. Raises `OSError` if the client is gone or too slow."""
        if not self._hold(len(self._unsent)):
            raise ConnectionAbortedError("too much waits for clients to read it")
        while self._unsent:
            piece = self._unsent[:_MOST_UNSENT]
            with self._waiting():
                await self._loop.sock_sendall(self.sock, piece)
            self._patience += len(piece) / MIN_BYTES_PER_SECOND
            del self._unsent[: len(piece)]
            await asyncio.sleep(0)

    def wait_for(self, coroutine: Coroutine[Any, Any, None]) -> None:
        """Waits in a thread. Raises what the coroutine raises, and `Refused` as an `OSError`."""
        try:
            asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()
        except Refused as refused:
            raise ConnectionResetError(refused.detail) from None

    @contextmanager
    def _waiting(self) -> Iterator[None]:
        """The client may take as long as it has left."""
        self.deadline = self._loop.time() + self._patience
        try:
            yield
        finally:
            self._patience, self.deadline = self.deadline - self._loop.time(), inf

    def _hold(self, held: int) -> bool:
        """Counts the bytes that are held from now on. Returns whether there is room for them."""
        held = held if held > UNCOUNTED_BYTES else 0
        self._worker.held += held - self._held
        self._held = held
        return not held or self._worker.held <= self._worker.max_held_bytes


class _ArrivingBody(io.RawIOBase):
    """The body of a request that is answered while it arrives."""

    def __init__(self, connection: Connection, parser: RequestParser) -> None:
        self._connection, self._parser = connection, parser

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        body = self._parser.body
        while not body and not self._parser.is_complete:
            self._connection.wait_for(self._connection.receive())
        taken = min(len(body), len(buffer))
        buffer[:taken] = body[:taken]
        del body[:taken]
        return taken
