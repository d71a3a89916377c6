"""gunicorn's gthread, which gives a thread to whole requests only, and to no more than can be answered soon.

As it comes, a thread waits for what a client sends, however slowly, and whatever is accepted queues up before the
threads without end. Here the loop that watches the connections collects what they send. Requests that are complete get
a thread; where too many wait for one, the next is refused at once.
"""

import os
import resource
import select
import selectors
import socket
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any

from gunicorn.workers.gthread import TConn, ThreadWorker

from service.serving.incoming import Incoming
from service.serving.patience import PatientSocket
from service.serving.refusals import OVERLOADED, UNKNOWN_CODING

PIECE = 1 << 18
LEAVING = 2.0  # seconds
REST = 0.1  # seconds
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


class Threads(ThreadPoolExecutor):
    """The threads, and how many requests wait for one."""

    @property
    def waiting(self) -> int:
        return self._work_queue.qsize()


class Connection(TConn):  # type: ignore[misc]
    """A connection, and what has arrived of its next request."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.incoming = Incoming()

    def open(self) -> None:
        """Gives the parser what has arrived."""
        self.sock.setblocking(True)
        self.init()
        self.parser.unreader.unread(self.incoming.taken())
        self.incoming = Incoming()


class Worker(ThreadWorker):  # type: ignore[misc]
    """A worker. `limits` are set by deploy/gunicorn.conf.py."""

    alive: bool

    most_waiting = 32  # requests that wait for a thread
    most_unfinished = 2  # threads that may read what has not arrived whole, because it is too long
    most_bytes = 64 << 20  # of all requests that are not there whole
    most_memory = 0  # bytes of memory after which the worker is replaced; 0 for none
    request_seconds = 10.0  # for a request to arrive in

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._bytes = 0
        self._unfinished: set[Connection] = set()
        self._looked = self._refused = 0.0
        self._refusals = 0
        self._leaving: deque[Connection] = deque()

    def get_thread_pool(self) -> Threads:
        return Threads(max_workers=self.cfg.threads)

    # ---------------------------------------------------------------- what arrives

    def accept(self, listener: Any) -> None:
        try:
            accepted, address = listener.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return
        self._make_room()
        self.nr_conns += 1
        sock = PatientSocket(fileno=accepted.detach())
        self._await(Connection(self.cfg, sock, address, listener.getsockname()))

    def on_client_socket_readable(self, conn: Connection, client: Any) -> None:
        """The next request begins on a connection that was kept."""
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self._await(conn)

    def on_pending_socket_readable(self, conn: Connection, client: Any) -> None:
        if self._receive(conn):
            self.poller.unregister(client)
            self.pending_conns.remove(conn)
            self._hand_over(conn)

    def _await(self, conn: Connection) -> None:
        """Takes what is there already, and waits for the rest of it."""
        conn.sock.setblocking(False)
        if (len(conn.incoming) and conn.incoming.whole()) or self._receive(conn):
            self._hand_over(conn)
            return
        conn.timeout = time.monotonic() + self.request_seconds
        self.pending_conns.append(conn)
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self.on_pending_socket_readable, conn))

    def _receive(self, conn: Connection) -> bool:
        """Whether nothing more is to be waited for."""
        try:
            arrived = conn.sock.recv(PIECE)
        except BlockingIOError:
            return False
        except OSError:
            return True
        conn.incoming.add(arrived)
        self._bytes += len(arrived)
        whole = not arrived or conn.incoming.whole()
        if conn.incoming.expects:
            conn.incoming.expects = False
            with suppress(OSError):
                conn.sock.send(CONTINUE)
        return whole or self._bytes > self.most_bytes

    def _hand_over(self, conn: Connection) -> None:
        """Gives the request to a thread, or refuses it; or drops a connection that ended without one."""
        self._bytes -= len(conn.incoming)
        if not len(conn.incoming):
            self._drop(conn)
        elif conn.incoming.coding is not None:
            self.log.warning("a request was refused for its Transfer-Encoding: %a", conn.incoming.coding[:80])
            self._refuse(conn, UNKNOWN_CODING)
        elif self._is_too_much(conn):
            self._refuse(conn, OVERLOADED)
            self._tell_of_overload()
        else:
            conn.data_ready = True
            self.enqueue_req(conn)

    def _is_too_much(self, conn: Connection) -> bool:
        if not conn.incoming.complete():
            if len(self._unfinished) >= self.most_unfinished:
                return True
            self._unfinished.add(conn)
        return self.tpool.waiting >= self.most_waiting and not conn.incoming.is_about_health()

    def _refuse(self, conn: Connection, answer: bytes) -> None:
        self._unfinished.discard(conn)
        with suppress(OSError):
            conn.sock.send(answer)
        self._take_leave(conn)

    def _tell_of_overload(self) -> None:
        self._refusals += 1
        now = time.monotonic()
        if now > self._refused + 1:
            self.log.warning("overloaded: %d requests were refused", self._refusals)
            self._refused, self._refusals = now, 0

    def _drop(self, conn: Connection) -> None:
        self.nr_conns -= 1
        conn.close()

    def _take_leave(self, conn: Connection) -> None:
        """Says that nothing more comes, and waits a little for the other to hear it: what he sends to a connection that
        is closed would make him lose the answer. (gunicorn waits in the loop, up to two seconds for each.)"""
        conn.incoming = Incoming()
        try:
            conn.sock.setblocking(False)
            conn.sock.shutdown(socket.SHUT_WR)
            self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._hear_out, conn))
        except (OSError, ValueError):
            self._drop(conn)
            return
        conn.timeout = time.monotonic() + LEAVING
        self._leaving.append(conn)

    def _hear_out(self, conn: Connection, client: Any) -> None:
        try:
            heard = conn.sock.recv(PIECE)
        except BlockingIOError:
            return
        except OSError:
            heard = b""
        if not heard:
            self._leaving.remove(conn)
            self._drop_idle(conn)

    def _make_room(self) -> None:
        """Where there are too many connections, the oldest of those goes that is doing nothing."""
        if self.nr_conns < self.worker_connections - 1:
            return
        for idle in (self._leaving, self.pending_conns, self.keepalived_conns):
            if idle:
                self._drop_idle(idle.popleft())
                return

    def _drop_idle(self, conn: Connection) -> None:
        self.poller.unregister(conn.sock)
        self._bytes -= len(conn.incoming)
        self._drop(conn)

    def murder_pending(self) -> None:
        """Drops those whose request has not arrived in time, or who do not leave."""
        now = time.monotonic()
        for idle in (self.pending_conns, self._leaving):
            while idle and idle[0].timeout < now:
                self._drop_idle(idle.popleft())

    # ---------------------------------------------------------------- in a thread

    def handle(self, conn: Connection) -> Any:
        if len(conn.incoming):
            conn.open()
        return super().handle(conn)

    def _keepalive_after(self, conn: Connection, keepalive: bool) -> bool:
        """Whether the connection is kept. What was refused before it had been read may have a rest, which has to go
        first. It is not waited for: who sends it byte by byte would hold the thread for an hour."""
        return keepalive and bool(conn.parser.finish_body(deadline=time.monotonic() + REST))

    def finish_request(self, conn: Connection, done: Any) -> None:
        self._unfinished.discard(conn)
        kept = not done.cancelled() and done.exception() is None and done.result()
        ahead = conn.parser.unreader.take_buffered() if kept and conn.parser else b""
        if ahead:  # of the next request, which may not be there whole
            conn.incoming.add(ahead)
            self._bytes += len(ahead)
            self._await(conn)
        elif kept:
            super().finish_request(conn, done)
        else:
            self._take_leave(conn)

    # ---------------------------------------------------------------- the end

    def set_accept_enabled(self, enabled: bool) -> None:
        """Before it closes a listener for good, it takes whoever waits there (see `door`)."""
        super().set_accept_enabled(enabled)
        if enabled or self.alive:
            return
        for listener in self.sockets:
            listener.setblocking(False)
            for _ in range(self.cfg.backlog):
                if not select.select([listener], [], [], 0)[0]:
                    break
                self.accept(listener)
            listener.close()

    def _cap_keepalive(self, deadline: float) -> None:
        super()._cap_keepalive(deadline)
        for conn in self.pending_conns:
            if not len(conn.incoming):
                conn.timeout = min(conn.timeout, deadline)

    def notify(self) -> None:
        super().notify()
        now = time.monotonic()
        if self.most_memory and self.alive and now > self._looked + 1:
            self._looked = now
            taken = _memory()
            if taken > self.most_memory:
                self.log.warning("this worker takes %d MiB and is replaced", taken >> 20)
                self.alive = False


def _memory() -> int:
    """Bytes of memory that this process has now; where that cannot be known, the most that it has had."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
