"""Waiting for something that comes about in another process or thread."""

import time
from collections.abc import Callable
from pathlib import Path


def wait_until(holds: Callable[[], object], log: Path | None = None, seconds: float = 300) -> None:
    """Wait until `holds()` is true. After `seconds` the test fails, and shows `log`."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, log.read_text() if log else "it did not come about"
        time.sleep(0.02)
