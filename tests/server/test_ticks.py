"""What a worker does once a second: it stops when it has to, and says why."""

import os
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from service.server import worker as module
from service.server.worker import Worker


class Loop:
    """An event loop of which only the clock is asked."""

    def __init__(self) -> None:
        self.later: list[tuple[float, Callable[[], None]]] = []

    def call_later(self, seconds: float, call: Callable[[], None]) -> None:
        self.later.append((seconds, call))

    def time(self) -> float:
        return 100.0


class TickingWorker:
    """The worker's periodic tasks."""

    tick: Any = Worker._tick
    _end_if: Any = Worker._end_if

    def __init__(self, alive: bool, most: int) -> None:
        self.alive, self.max_memory_bytes, self.ppid = alive, most, os.getppid()
        self._loop, self._overloads = Loop(), 0
        self._connections: dict[Any, Any] = {}
        self.done: list[Any] = []
        self.log = SimpleNamespace(warning=lambda text, *more: self.done.append(text % more))

    def _tick(self) -> None: ...

    def notify(self) -> None:
        self.done.append("notified")

    def on_tick(self) -> None: ...

    def _accept_more(self, more: bool) -> None:
        self.done.append(more)

    def _stop(self) -> None:
        self.done.append("stopped")


MIB = 1 << 20


@pytest.mark.parametrize(
    ("alive", "most", "used", "expected"),
    [
        pytest.param(True, 0, 900 * MIB, [], id="there is no limit"),
        pytest.param(True, 128 * MIB, 128 * MIB, [], id="at the limit"),
        pytest.param(
            True,
            128 * MIB,
            130 * MIB,
            ["this worker uses 130 MiB and is replaced", "stopped"],
            id="beyond the limit",
        ),
        pytest.param(False, 128 * MIB, 130 * MIB, ["stopped"], id="it stops already"),
        pytest.param(False, 0, 0, ["stopped"], id="it stops already, without a limit"),
    ],
)
def test_a_worker_that_uses_too_much_memory_stops(
    monkeypatch: pytest.MonkeyPatch, alive: bool, most: int, used: int, expected: list[str]
):
    monkeypatch.setattr(module, "resident_bytes", lambda: used)
    worker = TickingWorker(alive, most)
    worker.tick()
    assert worker.done == ["notified", alive, *expected]
    assert worker._loop.later == [(1, worker._tick)]


def test_a_worker_whose_parent_is_gone_stops():
    worker = TickingWorker(alive=True, most=0)
    worker.ppid += 1
    worker.tick()
    assert worker.done == ["notified", True, "stopped"]


def test_refusals_are_logged_once_a_second_with_their_number():
    worker = TickingWorker(alive=True, most=0)
    worker._overloads = 7
    for _ in range(2):
        worker.tick()
    assert worker.done == ["notified", True, "overloaded: refused 7 requests", "notified", True]


def test_connections_whose_time_is_up_are_ended():
    ended: list[float] = []
    worker = TickingWorker(alive=True, most=0)
    for deadline in (99.9, 100.0, 100.1):
        worker._connections[deadline] = SimpleNamespace(
            deadline=deadline, end=lambda deadline=deadline: ended.append(deadline)
        )
    worker.tick()
    assert ended == [99.9]
