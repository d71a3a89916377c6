"""The pool whose computations run on a Dask cluster, and in local processes while the cluster is away."""

import logging
import os
import pickle
import time
from collections.abc import Callable
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any, Final, Literal

from service.pool import dask_client, dask_tasks
from service.pool.dask_client import ClusterError
from service.pool.interface import DeadlineExceeded, Overloaded
from service.pool.processes import ProcessPool
from service.runtime.request_context import record
from service.runtime.version import VERSION

if TYPE_CHECKING:
    from distributed import Client

logger = logging.getLogger("service.pool")

#: What became of a computation, in the metric `piquet_cluster_total`.
#:
#: - `computed`: the cluster computed it.
#: - `refused`: the cluster gave it up, or the deadline passed.
#: - `away`: the cluster was away, and a local process computed it.
#: - `lost`: the cluster went away meanwhile, and a local process computed it.
Outcome = Literal["computed", "refused", "away", "lost"]

CONNECT: Final = 2.0  # seconds until a scheduler counts as away
PROBE: Final = 1.0  # seconds between two questions whether it is still there; it has as long to answer
RETRY: Final = 2.0  # seconds between two attempts to connect
_SLICE: Final = 0.25  # seconds after which a waiting request looks whether the cluster has gone


class DaskPool(ProcessPool):
    """A pool with the slots and the deadlines of `ProcessPool`. No request waits for a cluster that is away."""

    def __init__(self, address: str, processes: int, waiting: int, deadline: float, joining: int) -> None:
        super().__init__(processes, waiting, deadline, joining)
        self._cluster = Connection(address)

    def call(self, compute: Callable[[], Any], until: float) -> bytes:
        reply = self._cluster.call(compute, until)
        return super().call(compute, until) if reply is None else reply

    def prestart(self) -> None:
        """Begin to connect. Local processes start when one is needed."""
        self._cluster.start()

    def close(self) -> None:
        self._cluster.close()
        super().close()


class Connection:
    """The connection of this process to a cluster. A thread of its own makes it, watches it and makes it again."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._client: Client | None = None
        self._reason: str | None = None  # why the cluster is away, as it was logged
        self._thread: Thread | None = None
        self._process: int | None = None  # in which the thread runs: it does not survive a fork
        self._lock = Lock()
        self._wake, self._closed = Event(), Event()

    @property
    def available(self) -> bool:
        """Whether computations go to the cluster."""
        return self._client is not None

    def start(self) -> None:
        """Start the thread, if it does not run in this process."""
        if self._process == os.getpid():
            return
        with self._lock:
            if self._process != os.getpid():
                self._client = None
                self._wake, self._closed = Event(), Event()
                self._thread = Thread(target=self._keep, name="dask-connection", daemon=True)
                self._process = os.getpid()
                self._thread.start()

    def close(self) -> None:
        """End the connection and its thread."""
        if self._thread is not None and self._process == os.getpid():
            self._closed.set()
            self._wake.set()
            self._thread.join()
        self._process = None

    def call(self, compute: Callable[[], Any], until: float) -> bytes | None:
        """Return the reply of a pool process of the cluster, or None if the cluster is away, or goes away meanwhile.

        Raises `DeadlineExceeded` or `Overloaded`.
        """
        self.start()
        client = self._client
        if client is None:
            _count("away")
            return None
        try:
            reply = self._call(client, pickle.dumps(compute), until)
        except (DeadlineExceeded, Overloaded):
            _count("refused")
            raise
        except Exception as error:  # whatever happens to the connection: the local processes can compute it
            self._lose(client, dask_client.disagreement(error) or _summary(error))
            _count("lost")
            return None
        _count("computed")
        return reply

    def _call(self, client: "Client", computation: bytes, until: float) -> bytes:
        from distributed import KilledWorker

        seconds = until - time.monotonic()
        if seconds <= 0:
            raise DeadlineExceeded
        future = dask_client.submit(client, "analysis", dask_tasks.run_limited, VERSION, computation, seconds)
        while True:
            left = until - time.monotonic()
            if left <= 0:
                raise DeadlineExceeded
            try:
                reply: bytes = dask_client.result(future, min(left, _SLICE))
                return reply
            except TimeoutError:
                if self._client is not client:
                    raise ClusterError("the connection was lost") from None
            except KilledWorker:
                raise Overloaded("the analysis was interrupted; try again in a moment") from None

    def _lose(self, client: "Client", reason: str) -> None:
        """Use a client no longer."""
        with self._lock:
            if self._client is client:
                self._client = None
                self._warn(reason)
                self._wake.set()

    def _warn(self, reason: str) -> None:
        if self._reason is None:
            logger.warning("the cluster at %s is away, and local processes compute: %s", self._address, reason)
        self._reason = reason

    # ------------------------------------------------------------ in the thread of the connection

    def _keep(self) -> None:
        while not self._closed.is_set():
            client = None
            try:
                client = dask_client.connect(self._address, CONNECT)
                self._require_workers(client)
                dask_client.require_version(client, VERSION, CONNECT)
                self._use(client)
                while not self._wake.wait(PROBE):
                    self._require_workers(client)
            except ClusterError as error:
                self._lose_now(client, str(error))
            except Exception as error:  # of a library, in a thread that nobody watches: tried again
                self._lose_now(client, _summary(error))
            self._client = None
            if client is not None:
                dask_client.close(client)
            self._closed.wait(RETRY)

    def _require_workers(self, client: "Client") -> None:
        if not dask_client.identity(client, PROBE)[0]:
            raise ClusterError("it has no workers")

    def _use(self, client: "Client") -> None:
        with self._lock:
            self._wake.clear()
            if self._closed.is_set():
                self._wake.set()
                return
            self._client = client
            if self._reason is not None:
                logger.warning("the cluster at %s is back", self._address)
            self._reason = None

    def _lose_now(self, client: "Client | None", reason: str) -> None:
        with self._lock:
            self._client = None
            self._warn(reason)


def _count(outcome: Outcome) -> None:
    record("cluster", outcome)


def _summary(error: Exception) -> str:
    """Return the kind of an error and the first line of what it says."""
    return f"{type(error).__name__} {error}".strip().partition("\n")[0]
