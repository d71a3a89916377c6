"""Connections, which receive requests and send responses, each within a time and a memory limit."""

import asyncio
import io
import socket
import time
from collections.abc import Coroutine
from contextlib import suppress
from functools import partial
from math import inf
from typing import Any, Protocol

from service.runtime.request_context import CLIENT_IS_GONE
from service.runtime.worker_threads import in_event_loop
from service.server.parser import Refused, Request, RequestParser
from service.server.wsgi import connection_environ

#: The rate at which a client must send a request or read a response once its time is up: each byte extends the time.
MIN_BYTES_PER_SECOND = 1 << 14

#: Bytes that a connection may hold without being counted, so that large requests cannot keep out small ones.
UNCOUNTED_BYTES = 1 << 14

_RECEIVE_BYTES = 1 << 16  # received at once
_PARSE_BYTES = 1 << 12  # parsed at once
_PARSE_SECONDS = 0.0002  # processor time that parsing _PARSE_BYTES may take; usual requests take a tenth of it
_PAUSE_FACTOR = 30  # beyond that, the connection pauses this many times as long as the parsing took
_REFUSAL_PAUSE = 0.1  # seconds before an expensive refusal, which limits how often a client can repeat it
_MAX_UNSENT_BYTES = 1 << 16
_LINGER_SECONDS = 2.0


class Server(Protocol):
    """What a connection needs of the worker that has accepted it."""

    cfg: Any
    base_path: str
    max_body_bytes: int
    max_held_bytes: int
    request_seconds: float
    held: int
    arrived: int

    async def answer(self, connection: "Connection", request: Request) -> bool: ...
    def record_refusal(self, refused: Refused) -> None: ...


class Connection:
    """A connection with a client.

    The event loop runs its coroutines. The thread that answers a request calls `sendall` and `push`, and reads the body
    of the request.

    For each request, the service waits at most `request_seconds` of the worker for the client, plus a little for each
    byte that is transferred. The worker closes the connection at its `deadline` on the event loop's clock.
    """

    def __init__(self, worker: Server, sock: socket.socket, client: Any, server: Any) -> None:
        sock.setblocking(False)
        self.sock = sock
        self.environ = connection_environ(client, server, worker.cfg.workers)
        self.environ[CLIENT_IS_GONE] = partial(_is_closed, sock)
        self.deadline = inf
        self.cool_down = 0  # how many of the next requests are not answered in the event loop, although they are quick
        self._worker, self._loop = worker, asyncio.get_running_loop()
        self._parser = RequestParser(worker.cfg, worker.max_body_bytes)
        self._unsent = bytearray()
        self._held = 0
        self._arrival: asyncio.Future[bytes] | None = None  # the next bytes, while they are waited for
        self._watched = False

    async def serve(self) -> None:
        """Answer the requests of the client one after the other."""
        self._seconds_left = self._worker.request_seconds
        try:
            while first := await self._next_bytes():
                self._seconds_left = self._worker.request_seconds
                keep = await self._answer(first)
                await self.flush()
                if not keep:
                    await self._linger()
                    break
                self._seconds_left = self._worker.cfg.keepalive
        except OSError:
            pass  # the client has disconnected
        finally:
            self._hold(0)
            self._watch(False)
            self.sock.close()

    @property
    def idle(self) -> bool:
        """Whether the connection waits for a request of which no byte has arrived."""
        return self.deadline < inf and not self._parser.fed

    def end(self) -> None:
        """Shut the connection down. Whatever waits for the client goes on as if the client had closed it."""
        self.deadline = inf
        with suppress(OSError):
            self.sock.shutdown(socket.SHUT_RDWR)

    async def _answer(self, first: bytes) -> bool:
        """Answer the request that begins with `first`. Returns whether another may follow."""
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
            await asyncio.sleep(_REFUSAL_PAUSE if self._parser.fed > _PARSE_BYTES and refused.status != 503 else 0)
            self._unsent += refused.response(self._worker.base_path)
            return False

    def _take_request(self) -> Request:
        parser, request = self._parser, self._parser.request
        assert request is not None
        request.complete, request.length = parser.is_complete, parser.received + len(request.query)
        if request.complete:
            request.body = io.BytesIO(parser.body)
            parser.body = bytearray()
        else:
            request.body = _ArrivingBody(self, parser)  # type: ignore[assignment]
            request.must_close = True  # the response announces it before the request is complete
        return request

    async def _linger(self) -> None:
        """Wait for the client to close first. If the service closed first, the client could lose the response."""
        self._seconds_left = _LINGER_SECONDS
        self.sock.shutdown(socket.SHUT_WR)
        while await self._receive():
            pass

    async def receive(self) -> None:
        """Receive and parse the next bytes. Raises `Refused`."""
        if self._parser.expects_continue:
            self._parser.expects_continue = False
            await self._loop.sock_sendall(self.sock, b"HTTP/1.1 100 Continue\r\n\r\n")
        data = await self._receive()
        if not data:
            raise Refused(400, "the request is incomplete")
        self._seconds_left += len(data) / MIN_BYTES_PER_SECOND
        await self._feed(data)

    async def _feed(self, data: bytes) -> None:
        for at in range(0, len(data), _PARSE_BYTES):
            before = time.thread_time()
            self._parser.feed(data[at : at + _PARSE_BYTES])
            taken = time.thread_time() - before
            if taken > _PARSE_SECONDS:
                await asyncio.sleep(taken * _PAUSE_FACTOR)
        if not self._hold(len(self._parser.body)):
            raise Refused(503)

    async def _next_bytes(self) -> bytes:
        """Return the first bytes of the next request, which may have arrived with the one before; empty at the end."""
        rest = self._parser.next_request()
        if not rest:
            return await self._receive()
        await asyncio.sleep(0)  # lets other connections run even if the client sends many requests at once
        return rest

    async def _receive(self) -> bytes:
        self._arrival = self._loop.create_future()
        self._watch(True)
        self._begin_waiting()
        try:
            data = await self._arrival
            self._worker.arrived -= 1
            return data
        finally:
            self._arrival = None
            self._end_waiting()

    def _on_readable(self) -> None:
        """Receive what has arrived, if it is waited for. The socket stays watched: a client usually sends again."""
        if self._arrival is None or self._arrival.done():
            self._watch(False)
            return
        try:
            self._arrival.set_result(self.sock.recv(_RECEIVE_BYTES))
            self._worker.arrived += 1
        except BlockingIOError:
            pass
        except OSError as error:
            self._arrival.set_exception(error)

    def _watch(self, on: bool) -> None:
        if on != self._watched:
            self._watched = on
            if on:
                self._loop.add_reader(self.sock, self._on_readable)
            else:
                self._loop.remove_reader(self.sock)

    def sendall(self, data: bytes) -> None:
        """Append to the response. In a thread, waits if much of it is still unsent."""
        if len(self._unsent) > _MAX_UNSENT_BYTES and not in_event_loop():
            self.wait_for(self.flush())
        self._unsent += data

    def push(self) -> None:
        """Send what can be sent without waiting."""
        with suppress(BlockingIOError):
            del self._unsent[: self.sock.send(self._unsent)]

    async def flush(self) -> None:
        """Send all that is unsent. Raises `OSError` if the client has disconnected or is too slow."""
        if not self._hold(len(self._unsent)):
            raise ConnectionAbortedError("too many bytes of responses are unsent")
        while self._unsent:
            piece = self._unsent[:_MAX_UNSENT_BYTES]
            self._begin_waiting()
            try:
                await self._loop.sock_sendall(self.sock, piece)
            finally:
                self._end_waiting()
            self._seconds_left += len(piece) / MIN_BYTES_PER_SECOND
            del self._unsent[: len(piece)]
            await asyncio.sleep(0)  # lets other connections run even if the client reads without a pause

    def wait_for(self, coroutine: Coroutine[Any, Any, None]) -> None:
        """Wait for a coroutine, in a thread. Raises what it raises, and `OSError` in place of `Refused`."""
        try:
            asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()
        except Refused as refused:
            raise ConnectionResetError(refused.detail) from None

    def _begin_waiting(self) -> None:
        """Set the deadline while the service waits for the client."""
        self.deadline = self._loop.time() + self._seconds_left

    def _end_waiting(self) -> None:
        """Deduct the time that the client took from what is left."""
        self._seconds_left, self.deadline = self.deadline - self._loop.time(), inf

    def _hold(self, held: int) -> bool:
        """Set the bytes that the connection holds. Returns whether the worker has room for them."""
        held = held if held > UNCOUNTED_BYTES else 0
        self._worker.held += held - self._held
        self._held = held
        return not held or self._worker.held <= self._worker.max_held_bytes


def _is_closed(sock: socket.socket) -> bool:
    """Whether the other end has closed a socket that does not block, or has sent all that it will send."""
    try:
        return not sock.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return False
    except OSError:
        return True


class _ArrivingBody(io.RawIOBase):
    """The body of a request that is answered while it arrives, as a file."""

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
