"""The files that several workers count in: what becomes of those of dead workers, and of a file system that is full."""

import os
import re
import signal
import subprocess
from pathlib import Path
from textwrap import dedent

import pytest

from service.runtime.metrics_directory import make_directory
from tests.helpers import program
from tests.helpers.prerequisites import requires
from tests.helpers.running_service import COMMAND, ROOT, children, running
from tests.helpers.waiting import wait_until
from tests.server.test_middleware import DEAL, ask, numbers

COUNTING = """
    import os, sys
    from service.middleware.metrics import Metrics
    from service.runtime.request_context import RequestContext

    def count(metrics, route, times):
        context = RequestContext("", "", "")
        context.route = route
        for _ in range(times):
            metrics.on_response({}, context, 200, 1, 0.01)

    def shown(metrics):
        found = [line for line in metrics.page().decode().splitlines() if line.startswith("piquet_requests_total")]
        return {line.split('route="')[1].split('"')[0]: float(line.split()[-1]) for line in found}
"""


def run(script: str, directory: Path, *before: str) -> str:
    """What a process of its own prints that runs `script` and counts in `directory`."""
    code = dedent(COUNTING) + dedent(script)
    environ = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(directory)}
    command = [*before, *program.COMMAND, code]
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, (done.returncode, done.stderr)
    return done.stdout


#: What all dead processes counted, and the files of one that lives.
FILES = [
    *("counter_N.db", "counter_merged.db", "gauge_livemin_N.db", "gauge_livesum_N.db"),
    *("histogram_N.db", "histogram_merged.db"),
]


def names(directory: Path) -> list[str]:
    return sorted(file.name for file in directory.glob("*.db"))


def test_the_files_of_dead_processes_become_one_and_no_count_is_lost(tmp_path: Path):
    for number in range(1, 4):
        run(f"count(Metrics(), '/v1/deals', {number})", tmp_path)
    # Each process merges those before it: what the last of them left stays beside the merged files.
    assert [re.sub(r"[0-9]+", "N", name) for name in names(tmp_path)] == FILES
    # 1 + 2 + 3, and one
    assert run("metrics = Metrics(); count(metrics, '/v1/deals', 1); print(shown(metrics))", tmp_path) == (
        "{'/v1/deals': 7.0}\n"
    )


def test_the_files_of_a_process_that_lives_are_left_alone(tmp_path: Path):
    script = """
        metrics = Metrics()
        count(metrics, "/v1/deals", 3)
        if not os.fork():
            count(metrics, "/v1/deals", 4)
            from service.middleware.metrics_files import merge_dead
            merge_dead(os.environ["PROMETHEUS_MULTIPROC_DIR"])
            print(shown(metrics), flush=True)
            os._exit(0)
        os.wait()
    """
    assert run(script, tmp_path) == "{'/v1/deals': 7.0}\n"


# 200 routes, so that the first 64 KiB of each file do not suffice, and that they would have to grow.
MANY = """
    metrics = Metrics()
    count(metrics, "/v1/deals", 1)
    {then}
    for number in range(200):
        count(metrics, f"/v1/{{number}}", 2)
    assert shown(metrics)["/v1/deals"] == 1
    print("counted")
"""


def test_where_files_cannot_grow_a_process_counts_in_its_memory(tmp_path: Path):
    limited = MANY.format(then="import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (70_000, 70_000))")
    assert run(limited, tmp_path) == "counted\n"


def test_where_there_is_no_room_for_a_file_a_process_counts_in_its_memory(tmp_path: Path):
    limited = """
        import resource
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
        metrics = Metrics()
        count(metrics, "/v1/deals", 3)
        print(shown(metrics))
    """
    assert run(limited, tmp_path) == "{}\n"
    assert not names(tmp_path)


@pytest.mark.parametrize("why", ["missing", "a file", "read-only"])
def test_a_directory_that_cannot_be_written_to_fails_no_request(tmp_path: Path, why: str):
    directory = tmp_path / "metrics"
    directory.mkdir()
    spoil = {
        "missing": "import shutil; shutil.rmtree(directory)",
        "a file": "import shutil; shutil.rmtree(directory); open(directory, 'w').close()",
        "read-only": "os.chmod(directory, 0o500); os.geteuid() or os.seteuid(65534)",
    }
    script = f"""
        directory = os.environ["PROMETHEUS_MULTIPROC_DIR"]
        metrics = Metrics()
        {spoil[why]}
        count(metrics, "/v1/deals", 3)
        print(shown(metrics))
    """
    assert run(script, directory) == "{}\n"


@requires("mounts")
def test_a_full_file_system_in_memory_ends_no_process(tmp_path: Path):
    """With so many KiB left when the first request is counted. Mapped and full, it would be SIGBUS."""
    mounted = ["unshare", "-rm", "sh", "-c", 'mount -t tmpfs -o size=512k none "$0" && exec "$@"', str(tmp_path)]
    fill = """
        here = os.environ["PROMETHEUS_MULTIPROC_DIR"]
        for free in (0, 8, 64, 100, 200):
            if not os.fork():
                space = os.statvfs(here)
                with open(here + "/full", "wb") as file:
                    file.write(bytes(space.f_bavail * space.f_bsize - (free << 10)))
                metrics = Metrics()
                for number in range(300):
                    count(metrics, f"/v1/{number}", 2)
                metrics.page()
                print("counted", free, flush=True)
                os._exit(0)
            os.wait()
            for file in os.scandir(here):
                os.remove(file)
    """
    assert run(fill, tmp_path, *mounted).split("\n") == [*(f"counted {free}" for free in (0, 8, 64, 100, 200)), ""]


# -- the directory


def gone() -> int:
    """The number of a process that is no more."""
    with subprocess.Popen([*program.COMMAND, ""], cwd=ROOT) as process:
        pass
    return process.pid


def test_a_directory_of_a_dead_process_is_removed_and_those_of_others_are_not(tmp_path: Path):
    living = os.getppid()
    kept = [f"piquet-metrics-{living}-abc", "piquet-metrics-x-abc", f"other-{gone()}-abc"]
    for name in (f"piquet-metrics-{gone()}-abc", *kept):
        (tmp_path / name).mkdir()
        (tmp_path / name / "counter_1.db").write_bytes(b"")
    (tmp_path / f"piquet-metrics-{gone()}-link").symlink_to(tmp_path / kept[0])
    made = Path(make_directory(str(tmp_path)))
    names = {one.name for one in tmp_path.iterdir() if not one.is_symlink()}
    assert names == {*kept, made.name}
    assert (tmp_path / kept[0] / "counter_1.db").exists()


def test_a_directory_that_is_locked_is_in_use_whatever_its_number(tmp_path: Path):
    """As in two containers that share /dev/shm, where the first process has the same number in both."""
    first = make_directory(str(tmp_path))
    left = tmp_path / f"piquet-metrics-{os.getpid()}-left"
    left.mkdir()
    second = make_directory(str(tmp_path))
    assert {str(one) for one in tmp_path.iterdir()} == {first, second}


# -- workers


def directories(pid: int) -> list[Path]:
    folders = (Path("/dev/shm"), Path(os.environ.get("TMPDIR", "/tmp")))
    return [one for folder in folders for one in folder.glob(f"piquet-metrics-{pid}-*")]


def test_workers_that_were_killed_leave_their_counts_and_not_their_files(tmp_path: Path):
    with running(tmp_path / "log", METRICS="on") as server:
        (directory,) = directories(server.process.pid)
        for _ in range(4):
            assert ask(server, "POST", "/v1/deals", DEAL)[0] == 200
            (worker,) = children(server.process.pid)
            os.kill(worker, signal.SIGKILL)
            wait_until(lambda before=worker: children(server.process.pid) not in ([], [before]))
        assert ask(server, "POST", "/v1/deals", DEAL)[0] == 200
        assert numbers(server)["piquet_requests_total", "/v1/deals", "200"] == 5
        assert [re.sub(r"[0-9]+", "N", name) for name in names(directory)] == FILES
        assert numbers(server)["piquet_workers",] == 1


def test_the_directory_of_a_first_process_that_was_killed_is_removed_at_the_next_start(tmp_path: Path):
    with running(tmp_path / "log", METRICS="on") as server:
        (left,) = directories(server.process.pid)
        workers = children(server.process.pid)
        server.process.kill()
        server.process.wait()
        wait_until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))
    with running(tmp_path / "log", METRICS="on") as server:
        # If another service was being started at the same time, it has locked the directory to remove it.
        wait_until(lambda: not left.exists())
        assert len(directories(server.process.pid)) == 1


@requires("mounts")
def test_requests_are_answered_while_the_memory_for_metrics_is_full(tmp_path: Path):
    filled = 'mount -t tmpfs -o size=64k none /dev/shm && head -c 61440 /dev/zero > /dev/shm/full && exec "$@"'
    command = ["unshare", "-rm", "sh", "-c", filled, "sh", *COMMAND]
    with running(tmp_path / "log", command, METRICS="on") as server:
        workers = children(server.process.pid)
        for _ in range(20):
            assert ask(server, "POST", "/v1/deals", DEAL)[0] == 200
        assert ask(server, "GET", "/metrics")[0] == 200
        assert children(server.process.pid) == workers
    assert "counts in memory only" in (tmp_path / "log").read_text()
