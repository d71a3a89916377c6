"""How many parties does `piquet-referee verify` check in a second on a Dask cluster, beside one process and all cores?

The cluster is one of this machine, with a worker for each core: it can only be slower than as many processes. What it
shows is what Dask costs: the processor time of the command, the scheduler and the workers for each partie, and so how
many workers one command and one scheduler can keep busy on many machines.

The parties are those of `records.py`. All outputs are compared byte by byte. With `--kill 1` a worker is killed in the
middle.
"""

import hashlib
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import NamedTuple

import _shared as shared
from records import PARTIES

IDLE = 5.0  # seconds for which the scheduler is watched without a task


class Run(NamedTuple):
    """A run of the command: seconds by the clock and of the processor, and the digest and size of its output."""

    seconds: float
    processor: float
    digest: str
    size: int


def run(*options: str) -> Run:
    """Run the command. The processor time is that of its processes, without those of a cluster."""
    command = [sys.executable, "-m", "service.cli", "verify", "--json", *options]
    begun = time.perf_counter()
    with subprocess.Popen(command, cwd=shared.ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        digest, size = hashlib.sha256(), 0
        while piece := process.stdout.read(1 << 20):
            digest.update(piece)
            size += len(piece)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, process.returncode
    return Run(time.perf_counter() - begun, used.ru_utime + used.ru_stime, digest.hexdigest(), size)


def main() -> None:
    given = shared.arguments(
        __doc__, parties=(20_000, "parties in the file"), kill=(0, "1: kill a worker in the middle")
    )
    try:
        import psutil
        from distributed import LocalCluster
    except ImportError:
        print("dask is not here: make bench installs it")
        return
    count = 400 if given.quick else given.parties
    cores = os.cpu_count() or 1
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "parties.piquet"
        with path.open("wb") as file:
            for number in range(count):
                file.write(PARTIES[number % len(PARTIES)] + b"\n")
        one = run("--jobs", "1", str(path))
        show("one process", count, one)
        every = run("--jobs", str(cores), str(path))
        show(f"{cores} processes", count, every)
        with LocalCluster(n_workers=cores, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as cluster:
            processes = [psutil.Process(worker.pid) for worker in cluster.workers.values()]
            if given.kill:
                timer = threading.Timer(every.seconds / 2, processes[0].send_signal, (signal.SIGKILL,))
                timer.start()
            start = run("--dask", cluster.scheduler_address, str(shared.ROOT / "examples" / "w1.piquet"))
            idle = scheduler_alone()
            workers, scheduler = sum(map(used_by, processes)), time.process_time()
            far = run("--dask", cluster.scheduler_address, str(path))
            scheduler = time.process_time() - scheduler - idle * far.seconds
            show(f"Dask, {cores} workers of one thread", count, far)
            print(f"  output the same bytes ({far.size / 1e6:.0f} MB): {one.digest == every.digest == far.digest}")
            print(f"  of {cores} processes: ratio {every.seconds / far.seconds:.2f}")
            if not given.kill:
                workers = sum(map(used_by, processes)) - workers
                command = far.processor - start.processor
                shares = {"command, without its start": command, "scheduler": scheduler, "workers": workers}
                for name, used in shares.items():
                    print(f"  processor time of the {name}: {used / count * 1e3:.3f} ms a partie")
                print(f"  workers of one thread that one command keeps busy: {workers / command:.0f}")
                print(f"  workers of one thread that one scheduler keeps busy: {workers / scheduler:.0f}")


def scheduler_alone() -> float:
    """The processor time that the scheduler, which runs in this process, takes in each second without a task."""
    begun = time.process_time()
    time.sleep(IDLE)
    return (time.process_time() - begun) / IDLE


def used_by(process: object) -> float:
    """The processor time of a process, in seconds; 0 if it has gone."""
    times = process.cpu_times() if process.is_running() else None  # type: ignore[attr-defined]
    return times.user + times.system if times else 0.0


def show(name: str, count: int, found: Run) -> None:
    print(f"{name}: {count / found.seconds:,.0f} parties a second by the clock")


if __name__ == "__main__":
    sys.exit(main())
