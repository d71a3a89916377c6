"""The connection of the service to a Dask cluster, step by step: docs/dask.md.

`test_dask.py` has real clusters. What happens there at a moment that no test can choose happens here to a cluster that
is played by the test.
"""

import logging
import os
import pickle
import sys
import threading
from collections.abc import Iterator
from functools import cache, partial
from importlib.util import find_spec, module_from_spec
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from service.pool import dask_client, dask_pool, dask_tasks
from service.pool.dask_client import ClusterError
from service.pool.dask_pool import Connection
from service.pool.interface import DeadlineExceeded, Overloaded
from service.runtime.package import PACKAGE
from service.runtime.version import VERSION
from tests.helpers import waiting
from tests.helpers.request_contexts import in_request
from tests.pool import jobs

pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="the extra dask is not installed")

ADDRESS = "tcp://scheduler:8786"
NOW = 1_000.0
COMPUTE = partial(jobs.sleep, 0)
SHORT = 0.01
wait_until = partial(waiting.wait_until, seconds=60)


class Cluster:
    """What the connection has in place of `dask_client`: a cluster that does what a test says."""

    disagreement = staticmethod(dask_client.disagreement)

    def __init__(self) -> None:
        self.workers = 1
        #: What asking for a connection, for the workers, or for their version raises.
        self.no_connection: Exception | None = None
        self.no_answer: Exception | None = None
        self.no_version: Exception | None = None
        #: What one attempt after the other to get a result returns or raises.
        self.results: list[Any] = []
        self.asked: list[tuple[Any, ...]] = []
        self.clients = 0
        self.closed: list[str] = []

    def connect(self, *asked: object) -> str:
        self.asked.append(("connect", *asked))
        if self.no_connection:
            raise self.no_connection
        self.clients += 1
        return f"client {self.clients}"

    def identity(self, *asked: object) -> tuple[int, int]:
        self.asked.append(("identity", *asked))
        if self.no_answer:
            raise self.no_answer
        return self.workers, 3

    def require_version(self, *asked: object) -> None:
        self.asked.append(("version", *asked))
        if self.no_version:
            raise self.no_version

    def submit(self, *asked: object) -> str:
        self.asked.append(("submit", *asked))
        return "future"

    def result(self, future: str, seconds: float) -> Any:
        self.asked.append(("result", future, seconds))
        found = self.results.pop(0)
        if callable(found):
            found = found()
        if isinstance(found, BaseException):
            raise found
        return found

    def close(self, client: str) -> None:
        self.closed.append(client)

    def times(self, name: str) -> int:
        return sum(each[0] == name for each in self.asked)


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Cluster:
    made = Cluster()
    monkeypatch.setattr(dask_pool, "dask_client", made)
    monkeypatch.setattr(dask_pool, "PROBE", SHORT)
    monkeypatch.setattr(dask_pool, "RETRY", SHORT)
    return made


@pytest.fixture
def connection(cluster: Cluster) -> Iterator[Connection]:
    made = Connection(ADDRESS)
    yield made
    made.close()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The clock of requests, which stands at `NOW`."""
    made = SimpleNamespace(now=NOW, monotonic=lambda: made.now)
    monkeypatch.setattr(dask_pool, "time", made)
    return made


def connected(connection: Connection) -> None:
    connection.start()
    wait_until(lambda: connection.available)


def ask(connection: Connection, until: float = NOW + 10) -> tuple[Any, list[str]]:
    """What the connection returns or raises, and what is counted of it."""
    with in_request() as context:
        try:
            found: Any = connection.call(COMPUTE, until)
        except (DeadlineExceeded, Overloaded) as error:
            found = error
    return found, list(context.recorded["cluster"])


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [each.getMessage() for each in caplog.records if each.name == "service.pool"]


def away(reason: str) -> str:
    return f"the cluster at {ADDRESS} is away, and local processes compute: {reason}"


BACK = f"the cluster at {ADDRESS} is back"


# ---------------------------------------------------------------- a request


def test_a_computation_is_sent_with_the_version_and_the_time_that_is_left(
    cluster: Cluster, connection: Connection, clock: SimpleNamespace
) -> None:
    connected(connection)
    cluster.results = [TimeoutError(), b"reply"]
    assert ask(connection) == (b"reply", ["computed"])
    (sent,) = [each for each in cluster.asked if each[0] == "submit"]
    assert sent[1:4] == ("client 1", "analysis", dask_tasks.run_limited)
    assert (sent[4], pickle.loads(sent[5])(), sent[6:]) == (VERSION, "slept", (10.0,))
    # A request that waits looks several times a second whether the cluster has gone.
    assert [each for each in cluster.asked if each[0] == "result"] == [("result", "future", 0.25)] * 2


@pytest.mark.parametrize("left", [0, 0.1])
def test_no_computation_is_waited_for_after_its_deadline(
    cluster: Cluster, connection: Connection, clock: SimpleNamespace, left: float
) -> None:
    connected(connection)
    cluster.results = [lambda: setattr(clock, "now", NOW + left) or TimeoutError()]
    found, counted = ask(connection, NOW + left)
    assert isinstance(found, DeadlineExceeded) and counted == ["refused"]
    assert (cluster.times("submit"), cluster.times("result")) == ((0, 0) if left == 0 else (1, 1))
    assert not left or ("result", "future", pytest.approx(left)) in cluster.asked
    assert connection.available


def test_a_computation_that_kills_workers_is_refused(
    cluster: Cluster, connection: Connection, clock: SimpleNamespace
) -> None:
    from distributed import KilledWorker

    connected(connection)
    cluster.results = [KilledWorker("analysis", None, 3)]  # type: ignore[no-untyped-call]
    found, counted = ask(connection)
    assert isinstance(found, Overloaded) and counted == ["refused"]
    assert str(found) == "the analysis was interrupted; try again in a moment"
    assert connection.available


def test_nobody_waits_for_a_cluster_that_is_away(
    cluster: Cluster, connection: Connection, caplog: pytest.LogCaptureFixture
) -> None:
    """A request begins to connect, if nothing else has. The reason is logged once."""
    cluster.no_connection = ClusterError("no scheduler")
    assert ask(connection) == (None, ["away"])
    wait_until(lambda: cluster.times("connect") > 2)
    assert told(caplog) == [away("no scheduler")]
    assert not connection.available and cluster.closed == []


# ---------------------------------------------------------------- the cluster goes away, and comes back


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (OSError("broken\npipe"), "OSError broken"),
        (ValueError(), "ValueError"),
        (dask_tasks.OtherVersion("9.9", VERSION), f"a worker has version 9.9 of piquet-referee, and not {VERSION}"),
    ],
)
def test_a_request_whose_cluster_is_lost_is_computed_here_and_the_cluster_used_again(
    cluster: Cluster,
    connection: Connection,
    clock: SimpleNamespace,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    reason: str,
) -> None:
    monkeypatch.setattr(dask_pool, "PROBE", 60)  # the thread is woken all the same
    connected(connection)
    cluster.results = [error]
    cluster.no_connection = ClusterError("no scheduler")
    assert ask(connection) == (None, ["lost"])
    assert not connection.available
    wait_until(lambda: cluster.closed == ["client 1"])
    wait_until(lambda: cluster.times("connect") > 2)
    cluster.no_connection = None
    wait_until(lambda: connection.available)
    assert told(caplog) == [away(reason), BACK]
    cluster.results = [b"reply", error]
    assert ask(connection) == (b"reply", ["computed"])
    assert ask(connection) == (None, ["lost"])
    wait_until(lambda: connection.available)
    assert told(caplog) == [away(reason), BACK] * 2


def test_a_request_that_waits_notices_that_the_connection_is_another_one(
    cluster: Cluster, connection: Connection, clock: SimpleNamespace, caplog: pytest.LogCaptureFixture
) -> None:
    """The thread has lost the cluster meanwhile, and may have it back: that one is kept."""
    connected(connection)

    def other() -> Exception:
        cluster.no_answer = ClusterError("no answer")
        wait_until(lambda: cluster.closed)
        cluster.no_answer = None
        wait_until(lambda: connection.available)
        return TimeoutError()

    cluster.results = [other, b"of another cluster"]
    assert ask(connection) == (None, ["lost"])
    assert connection.available and cluster.closed[0] == "client 1"
    assert told(caplog) == [away("no answer"), BACK]


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ({"workers": 0}, "it has no workers"),
        ({"no_answer": ClusterError("no answer")}, "no answer"),
        ({"no_answer": RuntimeError("of a\nlibrary")}, "RuntimeError of a"),
    ],
)
def test_a_cluster_without_workers_or_answers_is_no_longer_used(
    cluster: Cluster, connection: Connection, caplog: pytest.LogCaptureFixture, fault: dict[str, Any], reason: str
) -> None:
    connected(connection)
    wait_until(lambda: cluster.times("identity") > 2)
    assert told(caplog) == []
    for name, value in fault.items():
        setattr(cluster, name, value)
    wait_until(lambda: len(cluster.closed) > 2)
    assert not connection.available
    assert told(caplog) == [away(reason)]
    assert cluster.closed[:2] == ["client 1", "client 2"]


def test_what_is_asked_before_a_cluster_is_used(
    cluster: Cluster, connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_pool, "PROBE", 60)
    connected(connection)
    assert cluster.asked == [
        ("connect", ADDRESS, 2.0), ("identity", "client 1", 60), ("version", "client 1", VERSION, 2.0)
    ]  # fmt: skip
    thread = connection._thread
    assert thread is not None and thread.name == "dask-connection" and thread.daemon


@pytest.mark.parametrize("fault", [{"no_version": ClusterError("another version")}, {"workers": 0}])
def test_a_cluster_that_cannot_compute_is_not_used(
    cluster: Cluster, connection: Connection, fault: dict[str, Any]
) -> None:
    for name, value in fault.items():
        setattr(cluster, name, value)
    connection.start()
    wait_until(lambda: len(cluster.closed) > 1)
    assert not connection.available and ask(connection) == (None, ["away"])


def test_the_connection_rests_between_two_attempts(
    cluster: Cluster, connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    rests: list[float | None] = []

    class Noting(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            rests.append(timeout)
            return super().wait(timeout)

    monkeypatch.setattr(dask_pool, "Event", Noting)
    monkeypatch.setattr(dask_pool, "RETRY", 60)
    cluster.no_connection = ClusterError("no scheduler")
    connection.start()
    wait_until(lambda: rests)
    assert rests == [60] and cluster.times("connect") == 1


def test_how_long_the_connection_waits() -> None:
    """docs/dask.md: "no answer for a second", "tries to connect every two seconds"."""
    assert (dask_pool.PROBE, dask_pool.RETRY) == (1, 2)


# ---------------------------------------------------------------- the thread


def threads() -> list[threading.Thread]:
    return [each for each in threading.enumerate() if each.name == "dask-connection"]


def test_one_thread_keeps_the_connection_and_ends_with_it(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a process with the number 1, too, as in a container."""
    monkeypatch.setattr(os, "getpid", lambda: 1)
    monkeypatch.setattr(dask_pool, "PROBE", 60)
    monkeypatch.setattr(dask_pool, "RETRY", 60)
    Connection(ADDRESS).close()  # it never ran
    connection = Connection(ADDRESS)
    connection.start()
    wait_until(lambda: connection.available)
    connection.start()
    assert len(threads()) == 1
    connection.close()
    assert threads() == [] and cluster.closed == ["client 1"] and not connection.available
    connection.close()
    connection.start()  # it may be used again
    wait_until(lambda: connection.available)
    connection.close()
    assert threads() == [] and cluster.closed == ["client 1", "client 2"]


def test_a_connection_that_is_closed_while_it_is_made_is_not_used(cluster: Cluster) -> None:
    reached, go_on = threading.Event(), threading.Event()
    connection = Connection(ADDRESS)

    def version(*asked: object) -> None:
        reached.set()
        go_on.wait(60)

    cluster.require_version = version  # type: ignore[method-assign]
    connection.start()
    assert reached.wait(60)
    closing = threading.Thread(target=connection.close)
    closing.start()
    wait_until(lambda: connection._closed.is_set())
    go_on.set()
    closing.join(60)
    assert not closing.is_alive()
    assert not connection.available and cluster.closed == ["client 1"]


def test_a_process_that_was_forked_connects_by_itself(
    cluster: Cluster, connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Threads do not survive a fork. Another number stands for the child, whose parent's thread goes on here."""
    connected(connection)
    cluster.no_connection = ClusterError("no scheduler")
    inherited, woken, closed = connection._thread, connection._wake, connection._closed
    with monkeypatch.context() as child:
        child.setattr(os, "getpid", lambda: -2)
        assert ask(connection) == (None, ["away"])
        assert connection._thread is not inherited
        connection.close()
    closed.set()
    woken.set()
    assert inherited is not None
    inherited.join(60)
    assert threads() == []


def test_a_child_does_not_wait_for_the_thread_of_its_parent(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    connection = Connection(ADDRESS)
    connected(connection)
    (inherited,) = threads()
    with monkeypatch.context() as child:
        child.setattr(os, "getpid", lambda: -2)
        connection.close()
    assert inherited.is_alive()
    connection._closed.set()
    connection._wake.set()
    inherited.join(60)


# ---------------------------------------------------------------- the client


class Client:
    """What `distributed` gives: it notes how it is made and closed."""

    made: ClassVar[list[tuple[Any, ...]]]
    raises: Exception | None = None

    def __init__(self, *given: object, **named: object) -> None:
        self.made.append((given, named))
        if self.raises:
            raise self.raises
        self.scheduler = SimpleNamespace(identity="identity")
        self.closed: list[float] = []

    def close(self, timeout: float) -> None:
        self.closed.append(timeout)
        raise OSError

    def sync(self, function: str, n_workers: int, callback_timeout: float) -> dict[str, int]:
        assert (function, n_workers) == ("identity", 0), "no worker is described"
        if callback_timeout < 1:
            raise TimeoutError
        return {"n_workers": 2, "total_threads": 3}


@pytest.fixture
def distributed(monkeypatch: pytest.MonkeyPatch) -> type[Client]:
    import distributed

    class Made(Client):
        made: ClassVar[list[tuple[Any, ...]]] = []

    monkeypatch.setattr(distributed, "Client", Made)
    return Made


def test_a_client_needs_the_address_of_the_scheduler_alone(distributed: type[Client]) -> None:
    """Its loggers are silent: whoever uses it says what is wrong. A record in JSON may have 64 MiB."""
    import dask

    names = ("distributed", "distributed.client", "distributed.gc")
    before = {name: logging.getLogger(name).level for name in names}
    try:
        for name in names:
            logging.getLogger(name).setLevel(logging.INFO)
        dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 MB"})
        client: Any = dask_client.connect(ADDRESS, 1.5)
        assert {logging.getLogger(name).level for name in names} == {logging.CRITICAL}
        assert dask.config.get("distributed.admin.large-graph-warning-threshold") == "1 GB"
    finally:
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)
    of_its_own = {"set_as_default": False, "direct_to_workers": False, "name": "piquet-referee"}
    assert distributed.made == [((ADDRESS,), {"timeout": 1.5, **of_its_own})]
    assert dask_client.identity(client, 1) == (2, 3)
    with pytest.raises(ClusterError, match=r"^the scheduler does not answer \(TimeoutError\)$"):
        dask_client.identity(client, 0.5)
    dask_client.close(client)  # and the cluster has gone
    assert client.closed == [2]


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (ImportError("msgpack 1 and 2"), "its versions do not fit those here: msgpack 1 and 2"),
        (OSError(), "no Dask scheduler answers within 1.5 s"),
        (TimeoutError(), "no Dask scheduler answers within 1.5 s"),
        (ValueError(), "no Dask scheduler answers within 1.5 s"),
    ],
)
def test_why_there_is_no_client_is_told(distributed: type[Client], error: Exception, message: str) -> None:
    distributed.raises = error
    with pytest.raises(ClusterError) as found:
        dask_client.connect(ADDRESS, 1.5)
    assert str(found.value) == message


def test_without_the_extra_its_name_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dask", None)
    with pytest.raises(ClusterError, match=r"^it needs the extra dask: install the wheel with \[dask\]"):
        dask_client.connect(ADDRESS, 1.5)


@pytest.mark.parametrize("name", ["service.pool.dask_client", "service.pool.dask_pool"])
def test_nothing_is_imported_of_the_extra_before_a_cluster_is_used(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    for package in ("dask", "distributed"):
        monkeypatch.setitem(sys.modules, package, None)
    spec = find_spec(name)
    assert spec is not None and spec.loader is not None
    spec.loader.exec_module(module_from_spec(spec))


class Task:
    """A task that ends after some seconds, with a result that is there after some more."""

    def __init__(self, ends: float, transfer: float = 0, raises: Exception | None = None) -> None:
        self.ends, self.transfer, self.raises = ends, transfer, raises

    def exception(self, timeout: float) -> Exception | None:
        if timeout < self.ends:
            raise TimeoutError
        return self.raises

    def result(self, timeout: float) -> str:
        if timeout < self.transfer:
            raise TimeoutError
        if self.raises:
            raise self.raises
        return "result"


def test_a_task_is_waited_for_and_so_is_its_result() -> None:
    get: Any = dask_client.result
    assert get(Task(ends=5, transfer=2), 5) == "result"
    assert get(Task(ends=0, transfer=3), 0, 3) == "result"
    for late in Task(ends=5, transfer=2.1), Task(ends=5.1):
        with pytest.raises(TimeoutError):
            get(late, 5)


class Submitting:
    """A client that runs what it is sent, as a worker does, and answers with a task."""

    def __init__(self, task: Task | None = None) -> None:
        self.task = task
        self.keys: list[str] = []

    def submit(self, function: Any, call: bytes, *, key: str, pure: bool) -> Task:
        assert function is pickle.loads and not pure, "each call is made, even if it was made before"
        self.keys.append(key)
        if self.task is not None:
            return self.task
        try:
            function(call)
        except Exception as error:
            return Task(ends=0, raises=error)
        return Task(ends=0)


def test_a_worker_of_another_version_is_refused() -> None:
    client: Any = Submitting()
    dask_client.require_version(client, VERSION, 2)
    with pytest.raises(ClusterError, match=f"^a worker has version {VERSION} of piquet-referee, and not 99.0.0$"):
        dask_client.require_version(client, "99.0.0", 2)
    one, other = client.keys
    assert one != other and one.startswith("version-") and other.startswith("version-")
    busy: Any = Submitting(Task(ends=2.1))
    dask_client.require_version(busy, "99.0.0", 2)  # it has no time to say so, and each task says it again
    broken: Any = Submitting(Task(ends=0, raises=OSError("no disk")))
    with pytest.raises(ClusterError, match=r"^it does not compute \(OSError no disk\)$"):
        dask_client.require_version(broken, VERSION, 2)


LACKS = "a worker lacks piquet-referee, or has another version of it"
OTHER = "a worker has another version of piquet-referee"


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (dask_tasks.OtherVersion("1", "2"), "a worker has version 1 of piquet-referee, and not 2"),
        (ModuleNotFoundError("no module", name=f"{PACKAGE}.pool"), f"{LACKS} (no module)"),
        (ModuleNotFoundError("no module", name=f"other.{PACKAGE}"), None),
        (ModuleNotFoundError("no module"), None),
        (ImportError("no module", name=PACKAGE), None),
        (ImportError(f"no name in '{PACKAGE}.pool'"), f"{OTHER} (no name in '{PACKAGE}.pool')"),
        (AttributeError(f"module '{PACKAGE}.pool' has no a"), f"{OTHER} (module '{PACKAGE}.pool' has no a)"),
        (ImportError("no name in 'other.pool'"), None),
        (ValueError(f"'{PACKAGE}.pool'"), None),
    ],
)
def test_what_a_worker_lacks_is_told(error: Exception, reason: str | None) -> None:
    assert dask_client.disagreement(error) == reason


# ---------------------------------------------------------------- the worker


def test_a_task_of_another_version_is_not_run() -> None:
    compute = pickle.dumps(jobs.fail)
    for run in (partial(dask_tasks.run, "99.0.0", compute), partial(dask_tasks.run_limited, "99.0.0", compute, 1.0)):
        with pytest.raises(dask_tasks.OtherVersion) as error:
            run()
        assert (error.value.found, error.value.asked) == (VERSION, "99.0.0")
        assert error.value.args == (VERSION, "99.0.0"), "which is what a pickle of it keeps"
    assert pickle.loads(dask_tasks.run(VERSION, pickle.dumps(COMPUTE))) == "slept"


def test_the_preload_starts_as_many_processes_as_a_worker_has_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for one: the scheduler gives a worker no more tasks than it has threads."""
    made: list[tuple[Any, ...]] = []

    class Pool:
        def __init__(self, processes: int, **others: float) -> None:
            made.append(("made", processes, others))

        def prestart(self) -> None:
            made.append(("started",))

    monkeypatch.setattr(dask_tasks, "ProcessPool", Pool)
    monkeypatch.setattr(dask_tasks, "_pool", cache(dask_tasks._pool.__wrapped__))
    worker = SimpleNamespace(state=SimpleNamespace(nthreads=3))
    dask_tasks.dask_setup(worker)
    dask_tasks.dask_setup(worker)
    assert made == [("made", 3, {"waiting": 0, "deadline": 0, "joining": 0}), ("started",), ("started",)]
