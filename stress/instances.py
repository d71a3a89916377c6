"""Instances of the service under gunicorn, each at a port that it keeps over restarts."""

import asyncio
import os
import signal
import subprocess
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Self
from urllib.request import ProxyHandler, build_opener

from tests.cache.servers import free_port
from tests.server import COMMAND, ROOT, children

_open = build_opener(ProxyHandler({})).open


class Instance:
    """One gunicorn with these settings; `log` is where it writes, `root` the checkout that it serves, `open_files` its
    limit of file descriptors where it is not that of this process."""

    def __init__(self, log: Path, root: Path = ROOT, open_files: int | None = None, **settings: str) -> None:
        self.log, self.port, self._root = log, free_port(), root
        kept = {name: value for name, value in os.environ.items() if name not in ("REDIS_URL", "PYTHONPATH")}
        self._environ = kept | {"HOST": "127.0.0.1", "PORT": str(self.port), "LOG_LEVEL": "warning"} | settings
        self.peak = 0  # bytes of memory, since they have been watched
        limited = ["sh", "-c", 'ulimit -n "$0" && exec "$@"', str(open_files)] if open_files else []
        self._command = [*limited, *COMMAND]
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> float:
        """Starts it, and waits until it says that it is ready: how many seconds that took."""
        began = time.monotonic()
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                self._command, cwd=self._root, env=self._environ, stdout=output, stderr=output
            )
        while not self.is_ready():
            assert self.process.poll() is None and time.monotonic() < began + 60, self.log.read_text()
            time.sleep(0.01)
        return time.monotonic() - began

    def is_ready(self) -> bool:
        try:
            return bool(_open(f"http://127.0.0.1:{self.port}/readyz", timeout=5).status == 200)
        except OSError:
            return False

    def workers(self) -> list[int]:
        """The process ids of its workers."""
        assert self.process is not None
        return children(self.process.pid)

    def memory(self) -> int:
        """Bytes that all its processes have in memory now, those that they share counted for each (Linux)."""
        assert self.process is not None
        parents, pages = {}, {}
        for directory in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # it has ended
                fields = (directory / "stat").read_text().rpartition(")")[2].split()
                parents[int(directory.name)], pages[int(directory.name)] = int(fields[1]), int(fields[21])
        family = {self.process.pid}
        while more := {pid for pid, parent in parents.items() if parent in family} - family:
            family |= more
        return sum(pages.get(pid, 0) for pid in family) * os.sysconf("SC_PAGE_SIZE")

    @asynccontextmanager
    async def watched(self) -> AsyncIterator[None]:
        """Meanwhile `peak` becomes the most memory that it has had."""

        async def watch() -> None:
            while True:
                self.peak = max(self.peak, self.memory())
                await asyncio.sleep(0.05)

        watching = asyncio.create_task(watch())
        try:
            yield
        finally:
            watching.cancel()

    def stop(self) -> None:
        """Tells it to stop, and waits until it has."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *exception: object) -> None:
        if self.process is not None:
            self.stop()
