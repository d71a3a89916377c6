"""What helpers are given to compute in the tests: they import it by its name."""

import os
import resource
import signal
import time
from pathlib import Path
from typing import Any

from service.analysis.double_dummy import kernel


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


def stop() -> None:
    os.kill(os.getpid(), signal.SIGSTOP)
    spin()  # until all threads have stopped


def mark_and_end(marks: str) -> None:
    with Path(marks).open("a") as file:
        file.write("x")
    end()


def circumstances() -> dict[str, Any]:
    """How this process runs."""
    handled = (signal.SIGINT, signal.SIGTERM, signal.SIGUSR1)
    return {
        "directory": str(Path.cwd()),
        "memory": resource.getrlimit(resource.RLIMIT_DATA),
        "ignored": [each.name for each in handled if signal.getsignal(each) == signal.SIG_IGN],
        "threads_of_blas": os.environ.get("OPENBLAS_NUM_THREADS"),
        "parent": os.getppid(),
        "loaded": kernel._installed.cache_info().currsize == 1,
    }


def end_once(mark: str) -> str:
    if not Path(mark).exists():
        Path(mark).touch()
        end()
    return "the second time"


def spin() -> None:
    while True:
        pass
