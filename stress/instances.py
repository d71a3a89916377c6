"""Instances of the service under gunicorn, each at a port that it keeps over restarts."""

import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Self
from urllib.request import ProxyHandler, build_opener

from tests.cache.servers import free_port
from tests.server import COMMAND, ROOT, children

_open = build_opener(ProxyHandler({})).open


class Instance:
    """One gunicorn with these settings; `log` is where it writes."""

    def __init__(self, log: Path, **settings: str) -> None:
        self.log, self.port = log, free_port()
        kept = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
        self._environ = kept | {"HOST": "127.0.0.1", "PORT": str(self.port), "LOG_LEVEL": "warning"} | settings
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> float:
        """Starts it, and waits until it says that it is ready: how many seconds that took."""
        began = time.monotonic()
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(COMMAND, cwd=ROOT, env=self._environ, stdout=output, stderr=output)
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
