"""A client of a Dask cluster: what is sent, what comes back, and why there is none.

The package `distributed` is an extra. It is imported only here and only when a cluster is used.
"""

import logging
import pickle
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from service.pool import dask_tasks
from service.runtime.package import PACKAGE

if TYPE_CHECKING:
    from distributed import Client, Future

#: The loggers to which `distributed` gives levels when it is imported.
_LOGGERS = ("distributed", "distributed.client", "distributed.gc")


class ClusterError(Exception):
    """The cluster cannot be used, and why."""


def connect(address: str, seconds: float) -> "Client":
    """Return a client of the scheduler at `address`. Raises `ClusterError` if it cannot be reached in `seconds`."""
    try:
        import dask
        from distributed import Client
    except ImportError:
        raise ClusterError(
            "it needs the extra dask: install the wheel with [dask], or requirements/cluster.txt"
        ) from None
    # Its loggers tell each lost connection with a traceback; the callers of this module say it in a sentence.
    for name in _LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 GB"})  # a record in JSON may have 64 MiB
    try:
        # Results come by way of the scheduler: its address is the only one that the client must reach.
        client: Client = _untyped(Client)(
            address, timeout=seconds, set_as_default=False, direct_to_workers=False, name="piquet-referee"
        )
    except ImportError as error:  # incompatible versions of what both use
        raise ClusterError(f"its versions do not fit those here: {error}") from None
    except (OSError, TimeoutError, ValueError):
        raise ClusterError(f"no Dask scheduler answers within {seconds:g} s") from None
    return client


def close(client: "Client") -> None:
    """Close a client, whose tasks are then dropped. The cluster may have gone, and that is no error here."""
    with suppress(Exception):
        _untyped(client.close)(timeout=2)


def identity(client: "Client", seconds: float) -> tuple[int, int]:
    """Return the number of workers of a cluster, and of their threads. Raises `ClusterError`."""
    try:
        found = _untyped(client.sync)(_untyped(client.scheduler).identity, n_workers=0, callback_timeout=seconds)
    except Exception as error:  # the connection, the loop of the client, or a time limit
        raise ClusterError(f"the scheduler does not answer ({type(error).__name__})") from None
    return found["n_workers"], found["total_threads"]


def require_version(client: "Client", version: str, seconds: float) -> None:
    """Raise `ClusterError` if a worker has another version, or none. One that has no time to say so is trusted."""
    try:
        result(submit(client, "version", dask_tasks.require_version, version), seconds)
    except TimeoutError:
        return
    except Exception as error:
        raise ClusterError(disagreement(error) or f"it does not compute ({type(error).__name__} {error})") from None


def result(future: "Future[Any]", seconds: float, transfer: float = 2.0) -> Any:
    """Return the result of a task, or raise what it raised; `TimeoutError` if there is none after `seconds`.

    A result that is there is transferred at once, and may take `transfer` seconds. Both are limited, because the thread
    would wait for ever if another one closed the client.
    """
    wait(future, seconds)
    return future.result(timeout=transfer)


def wait(future: "Future[Any]", seconds: float) -> None:
    """Wait until a task has ended, however it ended. Raises `TimeoutError` after `seconds`."""
    _untyped(future.exception)(timeout=seconds)  # transfers no result


def submit(client: "Client", name: str, function: Callable[..., Any], *arguments: Any) -> "Future[Any]":
    """Send a call of a function of `dask_tasks`, which begins with the version of the engine of the caller.

    What Dask runs is `pickle.loads`, and unpickling makes the call. A worker or a scheduler could not even read a
    message that named a function of a package which it lacks: the task would wait for ever, without an error.
    """
    call = pickle.dumps(_Call(function, arguments))
    return client.submit(pickle.loads, call, key=f"{name}-{uuid4().hex}", pure=False)


def _untyped(function: Any) -> Any:
    """Return a function of `distributed` that has no types."""
    return function


class _Call:
    """A call that is made when it is unpickled."""

    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self._call = function, arguments

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return self._call


def disagreement(error: BaseException) -> str | None:
    """Return why a worker refused a task because of what is installed there, or None if that is not the reason."""
    if isinstance(error, dask_tasks.OtherVersion):
        return f"a worker has version {error.found} of piquet-referee, and not {error.asked}"
    if isinstance(error, ModuleNotFoundError) and (error.name or "").split(".")[0] == PACKAGE:
        return f"a worker lacks piquet-referee, or has another version of it ({error})"
    if isinstance(error, ImportError | AttributeError) and f"'{PACKAGE}." in str(error):
        return f"a worker has another version of piquet-referee ({error})"
    return None
