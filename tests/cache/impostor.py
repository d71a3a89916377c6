"""What answers where a Redis should be, and is none."""

import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Treatment = Callable[[socket.socket], object]


@contextmanager
def listening(treat: Treatment, tls: ssl.SSLContext | None = None) -> Iterator[int]:
    """The port of a listener that treats every caller so, each in a thread of its own."""
    server = socket.create_server(("127.0.0.1", 0))
    taken: list[socket.socket] = []

    def one(caller: socket.socket) -> None:
        try:
            if tls is not None:
                caller = tls.wrap_socket(caller, server_side=True)
                taken.append(caller)
            treat(caller)
        except (OSError, ValueError):  # the latter from `select`
            caller.close()  # whoever called has gone, or the test has ended

    def serve() -> None:
        while True:
            try:
                caller, _ = server.accept()
            except OSError:
                return
            taken.append(caller)
            threading.Thread(target=one, args=(caller,), daemon=True).start()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield server.getsockname()[1]
    finally:
        server.shutdown(socket.SHUT_RDWR)
        thread.join(10)
        server.close()
        for caller in taken:
            caller.close()


def silent(caller: socket.socket) -> None:
    """Takes the call and never says anything."""


def hanging_up(caller: socket.socket) -> None:
    caller.close()


def saying(reply: bytes) -> Treatment:
    """Says the same to everything."""

    def treat(caller: socket.socket) -> None:
        while caller.recv(65536):
            caller.sendall(reply)

    return treat


def late(seconds: float, reply: bytes) -> Treatment:
    """Says the same to everything, each time so much later."""

    def treat(caller: socket.socket) -> None:
        while caller.recv(65536):
            time.sleep(seconds)
            caller.sendall(reply)

    return treat


def half(caller: socket.socket) -> None:
    """Announces a reply and ends in the middle of it."""
    caller.recv(65536)
    caller.sendall(b"$100\r\nthese are not a hundred")
    caller.close()


def dribbling(caller: socket.socket) -> None:
    """Announces a reply and gives a byte of it now and then, for ever."""
    caller.recv(65536)
    caller.sendall(b"$1000000\r\n")
    while True:
        caller.sendall(b"x")
        time.sleep(0.02)


def flooding(start: bytes) -> Treatment:
    """Begins a reply and never comes to its end, as fast as it can."""

    def treat(caller: socket.socket) -> None:
        caller.recv(65536)
        caller.sendall(start)
        while True:
            caller.sendall(b"x" * 4096)

    return treat
