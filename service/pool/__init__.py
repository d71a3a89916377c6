"""Pool for what is dear to compute: few at a time, each with a deadline, in processes beside the worker.

A worker's threads share one processor: a long computation in one of them delays all that the others answer. So what is
dear is handed to a helper process, and no more requests wait for one than leaves threads for the rest.
"""

from service.pool.interface import DeadlineExceeded, InlinePool, Overloaded, Pool, Slot
from service.pool.processes import ProcessPool

__all__ = ["DeadlineExceeded", "InlinePool", "Overloaded", "Pool", "ProcessPool", "Slot", "make_pool"]


def make_pool(processes: int, waiting: int, deadline: float, joining: int = 1) -> Pool:
    """Pool in so many helper processes, for which so many requests more may wait, of `deadline` seconds each, and
    `joining` more for what another computes; with no processes everything is computed where it is asked, without
    bounds."""
    return ProcessPool(processes, waiting, deadline, joining) if processes else InlinePool()
