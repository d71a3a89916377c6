"""Helper processes: how many, for how long, and what becomes of helpers that fail."""

import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from queue import LifoQueue
from typing import Any

import msgspec
import pytest

from service.app import create_app
from service.pool import DeadlineExceeded, Overloaded, Pool, ProcessPool, make_pool
from service.pool.dask_pool import DaskPool
from service.pool.processes import PARTS
from service.pool.worker import MAX_BYTES
from service.runtime import worker_threads
from service.runtime.worker_threads import WouldWait
from service.settings.service import Settings
from tests.helpers import dask_cluster
from tests.helpers.program import COMMAND
from tests.helpers.request_contexts import in_request
from tests.helpers.waiting import wait_until
from tests.pool import jobs

ROOT = Path(__file__).parents[2]
LONG = 60.0  # seconds; no test waits for them


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a Dask cluster with one worker."""
    pytest.importorskip("distributed", reason="the extra dask is not installed")
    with dask_cluster.running(workers=1) as made:
        yield made.address


@pytest.fixture(params=["local", "dask"])
def processes(request: pytest.FixtureRequest) -> Iterator[ProcessPool]:
    """One helper, for which one more may wait: a process of this one, or of the worker of a cluster."""
    cluster = request.getfixturevalue("cluster") if request.param == "dask" else None
    made = make_pool(processes=1, waiting=1, deadline=LONG, joining=1, cluster=cluster)
    assert isinstance(made, ProcessPool)
    if isinstance(made, DaskPool):
        made.prestart()
        wait_until(lambda: made._cluster.available)
    yield made
    if isinstance(made, DaskPool):
        assert all(process is None for process in made._free.queue), "all was computed on the cluster"
    made.close()


def run(pool: ProcessPool, compute: Callable[[], Any]) -> Any:
    with pool.acquire() as slot:
        return slot.run(compute, msgspec.msgpack.decode)


def is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{process}/stat").read_text().split()[2] != "Z" if Path("/proc").exists() else True


def test_it_is_computed_in_another_process_and_always_in_the_same(processes: ProcessPool):
    first = run(processes, jobs.process)
    assert first != os.getpid()
    assert run(processes, jobs.process) == first


def test_what_is_raised_there_is_raised_here_and_the_helper_goes_on(processes: ProcessPool):
    helper = run(processes, jobs.process)
    with pytest.raises(ValueError, match="as it was asked to"):
        run(processes, jobs.fail)
    assert run(processes, jobs.process) == helper


def test_a_helper_is_bounded_and_ready_and_leaves_signals_to_its_parent(processes: ProcessPool):
    """docs/capacity.md: 256 MiB for each process."""
    about = run(processes, jobs.circumstances)
    assert about["loaded"], "the compiled kernel of double dummy"
    assert about["directory"] == str(ROOT), "where it finds its modules"
    assert about["memory"] == [256 << 20] * 2
    assert about["ignored"] == ["SIGINT", "SIGTERM"]
    assert about["threads_of_blas"] == os.environ.get("OPENBLAS_NUM_THREADS", "1")
    assert (about["parent"] == os.getpid()) == (not isinstance(processes, DaskPool))


def test_a_helper_is_less_urgent_than_its_parent_and_ends_with_the_connection():
    program = (
        "import os, sys; os.nice = lambda by: print(by, flush=True)\n"
        "from service.pool.worker import main; main(int(sys.argv[1]))\n"
        "print('it goes on')\n"
    )
    mine, theirs = socket.socketpair()
    with theirs, mine:
        mine.shutdown(socket.SHUT_WR)
        command = [*COMMAND, program, str(theirs.fileno())]
        done = subprocess.run(command, cwd=ROOT, pass_fds=[theirs.fileno()], capture_output=True, check=True)
    assert done.stdout == b"5\n"


def test_in_the_event_loop_nobody_waits_for_a_helper(processes: ProcessPool, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(worker_threads, "_event_loop", threading.get_ident())
    with pytest.raises(WouldWait):
        processes.acquire().__enter__()


def test_helpers_are_started_before_they_are_needed_and_end_with_the_pool():
    pool = ProcessPool(processes=2, waiting=0, deadline=LONG, joining=1)
    pool.prestart()
    helpers = [process for process in pool._free.queue if process]
    started = {each.process.pid for each in helpers}
    pool.prestart()
    assert {process.process.pid for process in pool._free.queue if process} == started
    assert len(started) == 2 and all(is_there(each) for each in started)
    assert run(pool, jobs.process) in started
    pool.close()
    assert not any(is_there(each) for each in started)
    assert all(each.process.returncode is not None and each._connection.closed for each in helpers), "nothing is left"
    assert run(pool, jobs.process) not in started
    pool.close()


def test_a_helper_that_does_nothing_any_more_is_ended_all_the_same():
    pool = ProcessPool(processes=1, waiting=0, deadline=LONG, joining=1)
    pool.prestart()
    (helper,) = pool._free.queue
    os.kill(helper.process.pid, signal.SIGSTOP)
    closing = threading.Thread(target=pool.close)
    closing.start()
    closing.join(20)
    os.kill(helper.process.pid, signal.SIGCONT) if closing.is_alive() else None
    closing.join()
    assert helper.process.returncode == -signal.SIGKILL


def test_without_helpers_everything_is_computed_here_without_limits():
    pool = make_pool(0, 0, LONG, 1)
    pool.prestart()
    with pool.acquire(), pool.acquire() as slot, pool.join(), pool.join(), pool.stream(), pool.stream():
        assert slot.run(jobs.process, msgspec.msgpack.decode) == os.getpid()
    pool.close()


def test_more_turns_than_helpers_and_places_are_refused_at_once_and_given_again(processes: ProcessPool):
    with processes.acquire(), processes.acquire(), pytest.raises(Overloaded):
        processes.acquire().__enter__()
    assert run(processes, partial(jobs.sleep, 0)) == "slept"


def test_what_overruns_its_deadline_is_ended_and_another_helper_takes_its_place(processes: ProcessPool):
    """Even if it does not notice that its connection is closed."""
    helper = run(processes, jobs.process)
    before = os.listdir("/dev/fd")
    with pytest.raises(DeadlineExceeded) as late:
        processes.call(jobs.stop, time.monotonic() + 0.2)
    wait_until(lambda: not is_there(helper))
    if not isinstance(processes, DaskPool):
        assert len(os.listdir("/dev/fd")) < len(before), f"closed even while {late} is kept"
    assert run(processes, jobs.process) != helper


def test_who_waits_for_a_helper_waits_no_longer_than_his_deadline():
    pool = ProcessPool(processes=1, waiting=1, deadline=0.5, joining=1)
    try:
        with pool.acquire() as slot:
            held = threading.Thread(target=_overdue, args=(slot.run,))
            held.start()
            with pytest.raises(DeadlineExceeded):
                run(pool, jobs.spin)
            held.join()
    finally:
        pool.close()


def _overdue(ask: Callable[..., Any]) -> None:
    with pytest.raises(DeadlineExceeded):
        ask(jobs.spin, msgspec.msgpack.decode)


def test_a_helper_that_is_killed_is_replaced_and_its_question_asked_again(processes: ProcessPool, tmp_path: Path):
    helper = run(processes, jobs.process)
    os.kill(helper, signal.SIGKILL)
    wait_until(lambda: not is_there(helper))
    assert run(processes, jobs.process) != helper
    assert run(processes, partial(jobs.end_once, str(tmp_path / "mark"))) == "the second time"


def test_a_question_that_ends_two_helpers_is_given_up(processes: ProcessPool, tmp_path: Path):
    with pytest.raises(Overloaded):
        run(processes, partial(jobs.mark_and_end, str(tmp_path / "marks")))
    assert (tmp_path / "marks").read_text() == "xx"
    assert run(processes, partial(jobs.sleep, 0)) == "slept"


def test_what_takes_more_memory_than_a_helper_has_is_given_up_and_the_helper_goes_on(processes: ProcessPool):
    helper = run(processes, jobs.process)
    with pytest.raises(Overloaded, match="memory"):
        run(processes, partial(jobs.take_memory, MAX_BYTES))
    assert run(processes, jobs.process) == helper


def test_those_who_wait_for_a_turn_leave_some_for_those_who_do_not():
    pool = ProcessPool(processes=1, waiting=2, deadline=LONG, joining=1)
    try:
        with pool.acquire(wait=LONG):
            with pytest.raises(Overloaded):
                pool.acquire(wait=0.01).__enter__()
            with pool.acquire(), pool.acquire(), pytest.raises(Overloaded):
                pool.acquire().__enter__()
        with pool.acquire(), pool.acquire(), pool.acquire(), pytest.raises(Overloaded):
            pool.acquire(wait=0.01).__enter__()
        with pool.acquire(wait=0.01):
            pass
    finally:
        pool.close()


def test_a_stream_holds_none_of_the_turns_and_is_refused_where_threads_are_few():
    pool = ProcessPool(processes=1, waiting=0, deadline=LONG, joining=2)
    try:
        with pool.stream(), pool.stream(), pytest.raises(Overloaded):
            pool.stream().__enter__()
        with pool.stream(), pool.stream(), pool.acquire():
            pass
    finally:
        pool.close()


def test_who_joins_takes_a_turn_where_no_more_may_join():
    pool = make_pool(1, 1, LONG, 1)
    try:
        with pool.join():
            with pool.join(), pool.join(), pytest.raises(Overloaded):
                pool.join().__enter__()
            with pool.join(), pool.acquire(), pytest.raises(Overloaded):
                pool.acquire().__enter__()
        with pool.join(), pool.acquire(), pool.acquire():
            pass
    finally:
        pool.close()


def test_there_may_be_one_stream_however_few_threads_there_are():
    pool = ProcessPool(processes=1, waiting=0, deadline=LONG, joining=0)
    try:
        with pool.stream(), pool.acquire(wait=LONG), pytest.raises(Overloaded):
            pool.stream().__enter__()
    finally:
        pool.close()


def test_who_waits_for_a_turn_has_it_as_soon_as_there_is_one():
    pool = ProcessPool(processes=1, waiting=0, deadline=LONG, joining=1)
    had: list[str] = []

    def wait() -> None:
        with pool.acquire(wait=LONG):
            had.append("had")

    try:
        with pool.acquire():
            waiting = threading.Thread(target=wait)
            waiting.start()
            assert had == []
        waiting.join()
        assert had == ["had"]
    finally:
        pool.close()


class Question:
    """Something to compute; `copies` counts how often it was made ready to be sent."""

    copies = 0

    def __call__(self) -> None: ...

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        Question.copies += 1
        return partial, (jobs.sleep, 0)


def test_a_question_is_copied_when_there_is_a_helper_for_it_and_not_before(monkeypatch: pytest.MonkeyPatch):
    waited: list[float | None] = []

    class Free(LifoQueue[Any]):
        def get(self, block: bool = True, timeout: float | None = None) -> Any:
            waited.append(timeout)
            return super().get(block, timeout)

    monkeypatch.setattr("service.pool.processes.LifoQueue", Free)
    pool = ProcessPool(processes=1, waiting=1, deadline=LONG, joining=1)
    try:
        with pool.acquire():
            held = pool._process(time.monotonic() + LONG)
            held.__enter__()
            release = threading.Timer(0.2, held.__exit__, (None, None, None))
            release.start()
            with pytest.raises(DeadlineExceeded):
                pool.call(Question(), time.monotonic())  # it does not wait for what is free too late
            release.join()
            assert Question.copies == 0
            assert waited[-1] == 0, "there is no time left"
        assert run(pool, Question()) == "slept"
        assert Question.copies == 1
    finally:
        pool.close()


def test_a_helper_ends_with_its_parent_even_in_the_middle_of_a_computation():
    program = (
        "import threading, time; from service.pool import ProcessPool; from tests.pool import jobs\n"
        "pool = ProcessPool(1, 0, 60, 1)\n"
        "with pool.acquire() as turn:\n"
        "    import msgspec; print(turn.run(jobs.process, msgspec.msgpack.decode), flush=True)\n"
        "    turn.run(jobs.spin, msgspec.msgpack.decode)\n"
    )
    with subprocess.Popen([*COMMAND, program], cwd=ROOT, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        helper = int(parent.stdout.readline())
        parent.kill()
    wait_until(lambda: not is_there(helper))


PACK = [rank + suit for suit in "SHDC" for rank in "AKQJT987"]
QUESTIONS = {
    "/v1/exchanges/analyse": {"side": "younger", "hand": PACK[::2][:12], "mode": "plain"},
    "/v1/play/analyse": {"hands": {"elder": PACK[:12], "younger": PACK[12:24]}, "leader": "elder"},
    "/v1/hands/evaluate": {"hands": [{"cards": PACK[at : at + 8]} for at in range(24)] * 2},
    "/v1/records/verify": {"records": [(ROOT / "examples" / "partie.piquet").read_text()]},
    "/v1/records/compare": {"records": [(ROOT / "examples" / "w1.piquet").read_text()] * 2},
    "/v1/events/verify": {"event": {"players": [{"id": "a", "name": "A"}], "rounds": [{"number": 1}]}},
    "/v1/standings": {"event": {"players": [{"id": "a", "name": "A"}], "scoring": {"points": "game"}}},
}


def test_every_answer_is_the_same_whether_a_helper_computes_it_or_not(cluster: str):
    helped, alone = (create_app(Settings(analysis_processes=number, analysis_deadline=300.0)) for number in (1, 0))
    far = create_app(Settings(analysis_processes=1, analysis_deadline=300.0, analysis_cluster=cluster))
    far.extensions["pool"].prestart()
    wait_until(lambda: far.extensions["pool"]._cluster.available)
    try:
        for path, body in QUESTIONS.items():
            sent = body if "records" in body or "event" in body else {**body, "ruleset": "portland"}
            found = [app.test_client().post(path, json=sent) for app in (helped, far, alone)]
            assert found[0].status_code == 200, found[0].json
            assert found[0].data == found[1].data == found[2].data
        assert all(process is None for process in far.extensions["pool"]._free.queue), "it computed on the cluster"
    finally:
        helped.extensions["pool"].close()
        far.extensions["pool"].close()


# ---------------------------------------------------------------- the request that a slot is for


@pytest.fixture(params=[0, 1])
def pool(request: pytest.FixtureRequest) -> Iterator[Pool]:
    """Without a process, and with one."""
    made = make_pool(processes=request.param, waiting=0, deadline=LONG, joining=0)
    yield made
    made.close()


def test_there_is_no_slot_for_a_client_that_has_left(pool: Pool):
    gone = iter([False, True])
    with in_request() as context:
        context.client_is_gone = lambda: next(gone)
        with pool.acquire():
            pass
        with pytest.raises(DeadlineExceeded), pool.acquire():
            pass


def test_all_slots_of_a_request_have_one_deadline():
    pool = make_pool(processes=1, waiting=0, deadline=LONG, joining=0)
    with in_request() as context:
        with pool.acquire():
            pass
        context.began -= PARTS * LONG
        for wait in (0.0, LONG):
            with pytest.raises(DeadlineExceeded), pool.acquire(wait):
                pass


def test_the_last_slot_of_a_request_ends_with_the_request():
    pool = make_pool(processes=1, waiting=0, deadline=LONG, joining=0)
    with in_request() as context:
        context.began -= PARTS * LONG - 0.2
        with pytest.raises(DeadlineExceeded), pool.acquire() as slot:
            slot.run(partial(time.sleep, LONG), msgspec.msgpack.decode)
    pool.close()
