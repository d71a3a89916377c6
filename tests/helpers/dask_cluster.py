"""A Dask cluster of several processes on this machine, run by a process of its own.

    python -m tests.helpers.dask_cluster PORT WORKERS

It has workers with one thread each, and no dashboard. It ends when its standard input is closed, and all of it at once
when it is killed: it is a session of its own.
"""

import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]

#: How many workers a task may kill.
FAILURES = 3


class Cluster(NamedTuple):
    """A cluster: the address of its scheduler, and the process that runs it."""

    address: str
    process: "subprocess.Popen[bytes]"

    def kill(self) -> None:
        """Kill the scheduler and all workers."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@contextmanager
def running(port: int = 0, workers: int = 2) -> Iterator[Cluster]:
    """A cluster, which is up when the context is entered and gone when it is left."""
    command = [sys.executable, "-m", "tests.helpers.dask_cluster", str(port), str(workers)]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    assert process.stdin is not None and process.stdout is not None
    with process.stdin, process.stdout:
        try:
            yield Cluster(json.loads(process.stdout.readline()), process)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def dask_setup(worker: object) -> None:
    """Make this worker one that some contents kill: Dask calls this in each worker that it starts."""
    from service.pool import dask_tasks

    run = dask_tasks.run

    def killed_by(engine: str, computation: bytes) -> bytes:
        for word in (b"kill-once:", b"kill-always:"):
            _, found, rest = computation.partition(word)
            if found:
                mark = Path(os.fsdecode(rest.split()[0]))
                if not mark.exists() or word == b"kill-always:":
                    with mark.open("a") as file:
                        file.write("x")
                    os.kill(os.getpid(), signal.SIGKILL)
        return run(engine, computation)

    dask_tasks.run = killed_by


def main(port: int, workers: int) -> None:
    import dask
    from distributed import LocalCluster
    from distributed.utils import get_mp_context

    dask.config.set(
        {
            "distributed.scheduler.allowed-failures": FAILURES - 1,
            "distributed.worker.profile.enabled": False,
            "distributed.worker.multiprocessing-method": "forkserver",  # which imports what workers need once
        }
    )
    get_mp_context().set_forkserver_preload(["distributed", "service.records.batch", "service.tournaments.parties"])
    with LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        host="127.0.0.1",
        scheduler_port=port,
        dashboard_address=None,
        preload="tests.helpers.dask_cluster",
    ) as cluster:
        print(json.dumps(cluster.scheduler_address), flush=True)
        # A worker that is killed while it starts is not restarted by its nanny: another one takes its place.
        while not select.select([sys.stdin], [], [], 1.0)[0]:
            cluster.scale(workers)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
