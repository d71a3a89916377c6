"""The service under gunicorn, as `make run` starts it, on a free port of this machine."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from tests.helpers.prerequisites import need

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "service.server"]


class Server:
    """A running service: its port, its address, its process and the file of its output."""

    def __init__(self, port: int, process: subprocess.Popen[bytes], log: Path) -> None:
        self.port, self.process, self.log = port, process, log
        self.url = f"http://127.0.0.1:{port}"

    def answers(self) -> bool:
        """Whether a worker answers. The port is open earlier, before there is any worker."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request("GET", "/livez")
            return connection.getresponse().status == 200
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()


def children(process: int) -> list[int]:
    """The process ids of the processes that it has started and not waited for. Linux only."""
    need("linux")
    found = []
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # the process has ended
            _, parent, *_ = file.read_text().rpartition(")")[2].split()
            if int(parent) == process:
                found.append(int(file.parent.name))
    return sorted(found)


def end(process: subprocess.Popen[bytes]) -> None:
    """Ends a process that was started here, by SIGKILL if it takes more than 30 seconds."""
    process.terminate()
    try:
        process.wait(30)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextmanager
def running(log: Path, command: list[str] = COMMAND, folder: Path = ROOT, **settings: str) -> Iterator[Server]:
    """The service with these settings in its environment, ended by its process id; what it says goes to `log`.

    It is started in a folder, and without analysis processes: each takes half a second to start.
    """
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environ = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    patient = {"ANALYSIS_DEADLINE_MS": "300000"}  # the machine may be busy
    environ |= {"HOST": "127.0.0.1", "PORT": str(port), "WEB_CONCURRENCY": "1", "ANALYSIS_PROCESSES": "0"}
    environ |= patient | settings
    with log.open("wb") as output:
        process = subprocess.Popen(command, cwd=folder, env=environ, stdout=output, stderr=subprocess.STDOUT)
        server = Server(port, process, log)
        try:
            deadline = time.monotonic() + 300
            while not server.answers():
                assert process.poll() is None and time.monotonic() < deadline, log.read_text()
                time.sleep(0.05)
            yield server
        finally:
            end(process)
