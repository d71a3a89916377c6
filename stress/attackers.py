"""Attackers: send an attack over several connections, repeatedly, from a process of its own.

    python -m stress.attackers NAME --port PORT --connections N

It runs until its standard input ends, and then prints how often each status was received. The service is measured, not
this process: requests are built once, responses are discarded unread where possible, and this process has a higher nice
value than the service. A still higher one would make the attack pause whenever the service is busy.
"""

import argparse
import asyncio
import itertools
import json
import os
import resource
import selectors
import socket
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from subprocess import PIPE

from stress.attacks import ATTACKS, ORDINARY, Attack
from stress.client import read_response
from tests.helpers.running_service import ROOT

PAUSE = 0.5  # seconds between two drips, between two sips, and before reconnecting after no response
APART = 0.02  # seconds between two connections at the start
RENEWED = 2.0  # seconds after which a connection whose response is not read is replaced
SIP = 256  # bytes that a slow reader takes at a time
AT_ONCE, OFTEN, REMEMBERED = 4, 4, 40.0  # to fill caches: requests at once, rounds, time limit in seconds
LONGEST = 600.0  # time limit in seconds
PIECE = 1 << 18

NICENESS = 10

SENT = {**ATTACKS, **ORDINARY}

_buffer = bytearray(PIECE)


@asynccontextmanager
async def attacking(name: str, port: int, connections: int) -> AsyncIterator[Counter[str]]:
    """Run an attack while the context lasts.

    Afterwards the counter contains the statuses received, and `closed` for connections closed without a response.
    """
    arguments = ("-m", "stress.attackers", name, f"--port={port}", f"--connections={connections}")
    process = await asyncio.create_subprocess_exec(sys.executable, *arguments, cwd=ROOT, stdin=PIPE, stdout=PIPE)
    assert process.stdin and process.stdout
    found: Counter[str] = Counter()
    try:
        assert await process.stdout.readline() == b"ready\n", f"the attackers of {name} did not start"
        yield found
    finally:
        process.stdin.close()
        found.update(json.loads(await process.stdout.read() or b"{}"))
        await process.wait()


def listed(answers: Counter[str]) -> str:
    """The counts as text."""
    return ", ".join(f"{count:,} × {status}" for status, count in sorted(answers.items())) or "nothing"


async def prepare(name: str, port: int) -> None:
    """Send a request until every worker has cached its result, or until the time limit."""
    attack = SENT[name]
    until = time.monotonic() + REMEMBERED
    answered = 0
    while attack.remembered and answered < OFTEN and time.monotonic() < until:
        statuses = await asyncio.gather(*(_status(port, attack.request(0)) for _ in range(AT_ONCE)))
        answered = answered + 1 if set(statuses) == {200} else 0


async def _status(port: int, request: bytes) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    status, _, _ = await read_response(reader)
    writer.close()
    return status


class Answer:
    """A response that is being received. Its body is discarded."""

    def __init__(self) -> None:
        self.status = ""
        self.close = self.ended = False
        self._unread = b""  # the head, then the last bytes of a body in chunks
        self._left: int | None = None  # bytes left of the body; None for a chunked body

    def receive(self, sock: socket.socket) -> None:
        """Receive available bytes. Raises `OSError` if the connection is closed."""
        if self.status and self._left is not None:  # the kernel discards it without copying
            count = sock.recv_into(_buffer, min(self._left, PIECE), socket.MSG_TRUNC)
            self._left -= count
        else:
            arrived = sock.recv(PIECE)
            count = len(arrived)
            self._read(arrived)
        in_chunks = self._left is None
        self.ended = bool(self.status) and (self._unread == b"0\r\n\r\n" if in_chunks else self._left == 0)
        if not count and not self.ended:
            raise ConnectionResetError

    def _read(self, arrived: bytes) -> None:
        self._unread += arrived
        if not self.status:
            head, found, body = self._unread.partition(b"\r\n\r\n")
            if not found:
                return
            self.status = head[9:12].decode("latin-1")
            lines = head.lower()
            self.close = b"\r\nconnection: close" in lines
            length = lines.partition(b"\r\ncontent-length:")[2].partition(b"\r\n")[0]
            self._left = int(length) - len(body) if length else None
            self._unread = body
        self._unread = self._unread[-5:]


class Connection:
    """Sends a request, receives the response and repeats, on a new socket if the service has closed the old one."""

    def __init__(self, crowd: "Attackers") -> None:
        self._crowd, self._attack = crowd, crowd.attack
        self._sock: socket.socket | None = None
        self._open()

    def _open(self) -> None:
        self.close()
        self._sock = sock = socket.socket()
        sock.setblocking(False)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self._attack.reads != "all":
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)  # the kernel raises it to its minimum
        sock.connect_ex(self._crowd.address)
        self._opened = time.monotonic()
        self._begin()

    def close(self) -> None:
        if self._sock is not None:
            self._watch(0)
            self._sock.close()
            self._sock = None

    def _watch(self, events: int) -> None:
        """Wait for `events`, but not for responses that are not read."""
        selector, sock = self._crowd.selector, self._sock
        assert sock is not None
        if self._attack.reads != "all":
            events &= ~selectors.EVENT_READ
        registered = sock.fileno() in selector.get_map()
        if registered and events:
            selector.modify(sock, events, self)
        elif events:
            selector.register(sock, events, self)
        elif registered:
            selector.unregister(sock)

    def _begin(self) -> None:
        self._answer = Answer()
        self._unsent = memoryview(self._attack.request(next(self._crowd.numbers)))
        self._watch(selectors.EVENT_READ | selectors.EVENT_WRITE)

    def ready(self, events: int) -> None:
        try:
            if events & selectors.EVENT_READ:
                self._receive()
            elif events & selectors.EVENT_WRITE:
                self._send()
        except BlockingIOError:
            pass
        except OSError:
            self._lost()

    def _send(self) -> None:
        assert self._sock is not None
        while self._unsent:
            self._unsent = self._unsent[self._sock.send(self._unsent[:PIECE]) :]
        if self._answer.ended:
            self._begin()
        else:
            self._watch(selectors.EVENT_READ)

    def _receive(self) -> None:
        assert self._sock is not None
        if self._answer.ended:  # it ended before the whole request was sent
            raise ConnectionResetError
        self._answer.receive(self._sock)
        if not self._answer.ended:
            return
        self._crowd.answers[self._answer.status] += 1
        if self._answer.close:
            self._open()
        elif not self._unsent:
            self._begin()
        else:
            self._watch(selectors.EVENT_WRITE)

    def _lost(self) -> None:
        """Handle a closed connection: reconnect at once after a response, otherwise after a pause."""
        if self._answer.ended:
            self._open()
            return
        self._crowd.answers[self._answer.status or "closed"] += 1
        self.close()

    def tick(self) -> None:
        """Run the periodic action: reconnect, read a sip, or send a drip."""
        try:
            if self._sock is None or (self._attack.reads == "nothing" and time.monotonic() > self._opened + RENEWED):
                self._open()
            elif self._attack.reads == "slowly" and not self._unsent and not self._sock.recv(SIP):
                self._lost()
            elif self._attack.drip and not self._unsent:
                self._sock.send(self._attack.drip)
        except BlockingIOError:
            pass
        except OSError:
            self._lost()


class Attackers:
    """The connections of an attack."""

    def __init__(self, attack: Attack, port: int) -> None:
        self.attack, self.address = attack, ("127.0.0.1", port)
        self.selector = selectors.DefaultSelector()
        self.answers: Counter[str] = Counter()
        self.numbers = itertools.count(time.time_ns() % (1 << 40))  # different from those of earlier runs

    def attack_until_end_of(self, pipe: int, connections: int) -> None:
        """Attack until `pipe` ends. Connections are opened one by one, so that every worker accepts some."""
        self.selector.register(pipe, selectors.EVENT_READ)
        crowd: list[Connection] = []
        try:
            self._attack(crowd, connections * self.attack.sockets)
        finally:
            for connection in crowd:
                connection.close()
            self.selector.close()

    def _attack(self, crowd: list[Connection], most: int) -> None:
        now = time.monotonic()
        end, next_tick, next_one = now + LONGEST, now + PAUSE, now
        while now < end:
            for key, events in self.selector.select(max(0, min(next_tick, next_one) - now)):
                if key.data is None:
                    return
                key.data.ready(events)
            now = time.monotonic()
            if now >= next_one:
                crowd += [Connection(self) for _ in range(self.attack.sockets)]
                next_one = now + APART if len(crowd) < most else end
            if now >= next_tick:
                next_tick = now + PAUSE
                for connection in crowd:
                    connection.tick()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=SENT)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--connections", type=int, required=True)
    given = parser.parse_args()
    attack = SENT[given.name]
    attack.request(0)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with suppress(OSError):
        os.nice(NICENESS)
    print("ready", flush=True)
    attackers = Attackers(attack, given.port)
    attackers.attack_until_end_of(sys.stdin.fileno(), given.connections)
    print(json.dumps(attackers.answers))


if __name__ == "__main__":
    main()
