"""Decide which part of a worker answers a request, from a few numbers.

The event loop answers what is quick while there is little else to do. Threads answer what may wait, one thread answers
in turn what takes long, and what is too much is refused (docs/adr/0013-quick-requests.md).
"""

from enum import Enum, auto
from typing import NamedTuple


class Answerer(Enum):
    """Who answers a request; `NOBODY` if it is refused with 503."""

    EVENT_LOOP = auto()
    THREAD = auto()
    LONG_THREAD = auto()
    NOBODY = auto()


class Asked(NamedTuple):
    """What decides about a request.

    - `quick`: it usually takes less than a millisecond.
    - `complete`: all of its body has arrived.
    - `long`: its body is long, or the application has said that it would take long.
    - `probe`: it asks whether the service is alive or ready.
    - `detour`: a recent request of its connection would have waited in the event loop, or took long.
    """

    quick: bool = False
    complete: bool = True
    long: bool = False
    probe: bool = False
    detour: bool = False


class Load(NamedTuple):
    """What a worker has to do: numbers of requests, and of connections for `arrived`.

    - `waiting`: for a thread.
    - `computing`: in threads or waiting for one, and not quick.
    - `arriving`: whose bodies threads read as they arrive.
    - `arrived`: connections of which bytes have arrived and are not parsed yet.
    """

    waiting: int = 0
    computing: int = 0
    arriving: int = 0
    arrived: int = 0


def answerer(asked: Asked, load: Load, max_waiting: int, max_arriving: int) -> Answerer:
    """Return who answers a request, while at most `max_waiting` may wait and `max_arriving` bodies may be arriving.

    As many connections may have sent something before the event loop leaves all requests to threads: it would notice an
    overload too late.
    """
    if asked.quick and not (asked.detour or asked.long) and not load.computing and load.arrived <= max_waiting:
        return Answerer.EVENT_LOOP
    if load.waiting >= max_waiting and not asked.probe:
        return Answerer.NOBODY
    if not asked.complete and load.arriving >= max_arriving:
        return Answerer.NOBODY
    if asked.long:
        return Answerer.LONG_THREAD
    return Answerer.THREAD
