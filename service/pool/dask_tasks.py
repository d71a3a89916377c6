"""What the workers of a Dask cluster run. A call begins with the version of its sender, which must fit."""

import pickle
import time
from functools import cache
from threading import Lock
from typing import Any

from service.pool.processes import ProcessPool
from service.runtime.version import VERSION

_lock = Lock()


class OtherVersion(Exception):
    """The version of this worker is not that of the caller."""

    def __init__(self, found: str, asked: str) -> None:
        self.found, self.asked = found, asked


def require_version(version: str) -> None:
    """Raise `OtherVersion` if this worker has another version."""
    if version != VERSION:
        raise OtherVersion(VERSION, version)


def run(version: str, computation: bytes) -> bytes:
    """Run a pickled computation in this thread, and return its result, pickled. Raises what it raises."""
    require_version(version)
    return pickle.dumps(pickle.loads(computation)())  # noqa: S301 (from the client; docs/security.md)


def run_limited(version: str, computation: bytes, seconds: float) -> bytes:
    """Run a pickled computation in a pool process of this worker, as a worker of gunicorn does, and return its reply.

    So it has the same limits of time and memory, and cannot end this worker. Raises `DeadlineExceeded`, `Overloaded`.
    """
    require_version(version)
    until = time.monotonic() + seconds
    from distributed import get_worker

    return _processes(get_worker()).call_pickled(computation, until)


def dask_setup(worker: Any) -> None:
    """Start the pool processes of a worker. Dask calls this in a worker that has `--preload service.pool.dask_tasks`.

    Without it, the first analyses of a worker wait for a process to start.
    """
    _processes(worker).prestart()


def _processes(worker: Any) -> ProcessPool:
    """Return the pool of a worker, with as many processes as it has threads. They end with it."""
    with _lock:
        return _pool(worker.state.nthreads)


@cache
def _pool(processes: int) -> ProcessPool:
    return ProcessPool(processes, waiting=0, deadline=0.0, joining=0)
