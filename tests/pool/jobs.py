"""What helpers are given to compute in the tests: they import it by its name."""

import os
import signal
import time
from pathlib import Path


def sleep(seconds: float) -> str:
    time.sleep(seconds)
    return "slept"


def process() -> int:
    return os.getpid()


def fail() -> None:
    raise ValueError("as it was asked to")


def take_memory(size: int) -> int:
    return len(bytearray(size))


def end() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def end_once(mark: str) -> str:
    if not Path(mark).exists():
        Path(mark).touch()
        end()
    return "the second time"


def spin() -> None:
    while True:
        pass
