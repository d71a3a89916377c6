"""gunicorn with one worker on a free port, and an HTTP client that is cheap enough not to distort the measurement."""

import contextlib
import os
import selectors
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from _shared import KEY, ROOT

THREADS = 4
CONNECTIONS = 4


def request_bytes(path: str, body: bytes) -> bytes:
    """The bytes of a POST request."""
    head = (
        f"POST {path} HTTP/1.1",
        "Host: 127.0.0.1",
        "Content-Type: application/json",
        f"X-API-Key: {KEY}",
        f"Content-Length: {len(body)}",
    )
    return "\r\n".join((*head, "", "")).encode() + body


class Server(NamedTuple):
    """A running gunicorn: its port, and the process id of its master."""

    port: int
    master: int

    def processor_seconds(self) -> float:
        """The processor time that all threads of the workers have taken so far."""
        tasks = Path(f"/proc/{self.master}/task/{self.master}/children").read_text().split()
        times = (file.read_text() for worker in tasks for file in Path(f"/proc/{worker}/task").glob("*/schedstat"))
        return sum(int(time.split()[0]) for time in times) / 1e9


@contextlib.contextmanager
def gunicorn(target: str, *, stock: bool = False, options: Sequence[str] = (), **environment: str) -> Iterator[Server]:
    """Run `target` under gunicorn with one worker: with the settings of the deployment and `options`, or with
    gunicorn's own gthread worker and its default settings if `stock`.

    It keeps connections open for longer than by default, because they wait for their turn."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    deployed = ["--config", str(ROOT / "deploy" / "gunicorn.conf.py"), "--threads", str(THREADS), *options]
    as_it_comes = [
        "--config",
        "/dev/null",
        "--worker-class",
        "gthread",
        "--keep-alive",
        "60",
        "--bind",
        f"127.0.0.1:{port}",
    ]
    command = [sys.executable, "-m", "gunicorn", "--workers", "1", *(as_it_comes if stock else deployed), target]
    paths = os.pathsep.join((str(ROOT), str(Path(__file__).parent)))
    settings = {
        **os.environ,
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "LOG_LEVEL": "warning",
        "GRACEFUL_TIMEOUT": "1",
        "PYTHONPATH": paths,
        **environment,
    }
    with tempfile.TemporaryFile() as log:
        server = subprocess.Popen(command, cwd=ROOT, env=settings, stdout=log, stderr=log)
        try:
            for _ in range(200):
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                if server.poll() is not None:
                    break
                time.sleep(0.05)
            else:
                raise SystemExit(f"{target} does not answer on port {port}")
            if server.poll() is not None:
                log.seek(0)
                raise SystemExit(f"{target} did not start:\n{log.read().decode()}")
            yield Server(port, server.pid)
        finally:
            server.terminate()
            server.wait(20)


class Client:
    """A client with a few persistent connections, each with one request at a time."""

    def __init__(self, port: int, connections: int = CONNECTIONS) -> None:
        self._selector = selectors.DefaultSelector()
        for _ in range(connections):
            connection = socket.create_connection(("127.0.0.1", port), 10)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._selector.register(connection, selectors.EVENT_READ)

    def close(self) -> None:
        for key in list(self._selector.get_map().values()):
            key.fileobj.close()
        self._selector.close()

    def run(self, requests: Sequence[bytes], count: int) -> None:
        """Send `count` requests, repeating `requests`, and read every response."""
        sent = answered = 0
        partial: dict[socket.socket, bytes] = {}
        for key in list(self._selector.get_map().values()):
            if sent < count:
                key.fileobj.sendall(requests[sent % len(requests)])
                sent += 1
        while answered < count:
            for key, _ in self._selector.select():
                connection = key.fileobj
                received = connection.recv(262144)
                if not received:
                    raise SystemExit("the server closed a connection")
                received = partial.pop(connection, b"") + received
                end = received.find(b"\r\n\r\n")
                head = received[:end].lower()
                if end < 0 or len(received) < end + 4 + int(head.partition(b"content-length:")[2].partition(b"\r")[0]):
                    partial[connection] = received
                    continue
                if not received.startswith(b"HTTP/1.1 200"):
                    raise SystemExit(f"answered: {received[:600]!r}")
                answered += 1
                if b"connection: close" in head:
                    raise SystemExit("the server does not keep connections alive")
                if sent < count:
                    connection.sendall(requests[sent % len(requests)])
                    sent += 1
