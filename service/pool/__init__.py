"""Turns for what is dear to compute: few at a time, each with a deadline, in processes beside the worker.

A worker's threads share one processor: a long computation in one of them delays all that the others answer. So what is
dear is handed to a helper process, and no more requests wait for one than leaves threads for the rest.
"""

from service.pool.interface import AtOnce, DeadlineExceeded, Overloaded, Turn, Turns
from service.pool.processes import Processes

__all__ = ["AtOnce", "DeadlineExceeded", "Overloaded", "Processes", "Turn", "Turns", "make_turns"]


def make_turns(processes: int, waiting: int, deadline: float, joining: int = 1) -> Turns:
    """Turns in so many helper processes, for which so many requests more may wait, of `deadline` seconds each, and
    `joining` more for what another computes; with no processes everything is computed where it is asked, without
    bounds."""
    return Processes(processes, waiting, deadline, joining) if processes else AtOnce()
