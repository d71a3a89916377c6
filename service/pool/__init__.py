"""Process pool for expensive computations, with a bounded queue and a deadline for each.

The threads of a worker share one processor, so a long computation in one of them delays all other responses. Expensive
computations therefore run in pool processes, and the queue is short enough to leave threads for other requests.
With a cluster they run there, in processes of the same kind. Imports `analysis`, the version of the engine, and leaves.
"""

from service.pool.interface import DeadlineExceeded, Decode, Overloaded, Pool, Slot
from service.pool.processes import ProcessPool

__all__ = ["DeadlineExceeded", "Decode", "Overloaded", "Pool", "ProcessPool", "Slot", "make_pool"]


def make_pool(processes: int, waiting: int, deadline: float, joining: int, cluster: str | None = None) -> Pool:
    """Make a pool of `processes`; with 0, everything is computed by the calling thread, without limits.

    With the address of a `cluster`, they compute only while it is away.

    `waiting` further requests may wait for a process, and each has `deadline` seconds. `joining` more may wait for a
    result that another request computes.
    """
    if processes and cluster:
        from service.pool.dask_pool import DaskPool

        return DaskPool(cluster, processes, waiting, deadline, joining)
    return ProcessPool(processes, waiting, deadline, joining) if processes else Pool()
