"""Instances of the service under gunicorn. Each keeps its port when it is restarted."""

import asyncio
import os
import signal
import subprocess
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Self
from urllib.request import ProxyHandler, build_opener

from tests.cache.servers import free_port
from tests.helpers.running_service import COMMAND, ROOT, children

_open = build_opener(ProxyHandler({})).open


class Instance:
    """An instance of gunicorn with the given settings.

    `log` is its output, `root` the checkout that it serves, `open_files` its limit of file descriptors (None: the limit
    of this process), and `command` what starts it.
    """

    def __init__(
        self,
        log: Path,
        root: Path = ROOT,
        open_files: int | None = None,
        command: Sequence[str] = COMMAND,
        **settings: str,
    ) -> None:
        self.log, self.port, self._root = log, free_port(), root
        kept = {name: value for name, value in os.environ.items() if name not in ("REDIS_URL", "PYTHONPATH")}
        self._environ = kept | {"HOST": "127.0.0.1", "PORT": str(self.port), "LOG_LEVEL": "warning"} | settings
        self.peak = 0  # bytes of memory, while `watched`
        self.beside: set[int] = set()  # other processes whose memory counts
        limited = ["sh", "-c", 'ulimit -n "$0" && exec "$@"', str(open_files)] if open_files else []
        self._command = [*limited, *command]
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> float:
        """Start the instance and wait until it is ready. Returns the seconds that it took."""
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
        """The process ids of the workers."""
        assert self.process is not None
        return children(self.process.pid)

    def memory(self) -> int:
        """Resident memory of all its processes in bytes; shared memory counts for each (Linux)."""
        assert self.process is not None
        parents, pages = {}, {}
        for directory in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # the process has ended
                fields = (directory / "stat").read_text().rpartition(")")[2].split()
                parents[int(directory.name)], pages[int(directory.name)] = int(fields[1]), int(fields[21])
        family = {self.process.pid} | self.beside
        while more := {pid for pid, parent in parents.items() if parent in family} - family:
            family |= more
        return sum(pages.get(pid, 0) for pid in family) * os.sysconf("SC_PAGE_SIZE")

    @asynccontextmanager
    async def watched(self) -> AsyncIterator[None]:
        """Record the highest memory use in `peak` while the context lasts."""

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
        """Stop the instance gracefully and wait for its end."""
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
