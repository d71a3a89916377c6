"""Servers that are started otherwise than `tests.helpers.running_service.running` does, and what is asked of them."""

import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.helpers.running_service import COMMAND, ROOT, end


@contextmanager
def started(log: Path, command: list[str] = COMMAND, more: Any = None, **environ: str) -> Iterator[int]:
    """The process id of a first process, which is ended in the end; `more` is for Popen."""
    given = {"WEB_CONCURRENCY": "1", "ANALYSIS_PROCESSES": "0", "GRACEFUL_TIMEOUT": "10", **environ}
    kept = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, cwd=ROOT, env=kept | given, stdout=output, stderr=subprocess.STDOUT, **(more or {})
        )
        try:
            yield process.pid
        finally:
            end(process)


def status_of(address: str | tuple[str, int], path: str = "/livez", head: bytes = b"") -> int:
    """The status of one request, over TCP or over a unix socket; 0 where nobody answers."""
    family = socket.AF_UNIX if isinstance(address, str) else socket.AF_INET
    sent = b"GET %b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n%b\r\n" % (path.encode(), head)
    with socket.socket(family) as peer, suppress(OSError):
        peer.settimeout(60)
        peer.connect(address)
        peer.sendall(sent)
        answer = peer.recv(65536)
        return int(answer.split()[1]) if answer else 0
    return 0
