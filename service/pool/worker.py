"""Pool process: `python -m service.pool.worker FD` runs the computations that it receives over the socket `FD`.

One thread receives and another one computes, so that the process ends at once when its parent has ended, even if the
parent was killed. Threads that answer requests have priority: this process has a higher nice value.
"""

import os
import pickle
import resource
import signal
import sys
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from typing import Any

import msgspec

from service.pool.interface import Overloaded
from service.pool.processes import ERROR, RESULT

NICENESS = 5
MAX_BYTES = 256 << 20  # of writable memory; the most expensive analysis takes half of it


def _compute(connection: "Connection[Any, Any]", computations: "SimpleQueue[bytes]") -> None:
    encoder = msgspec.msgpack.Encoder()
    while True:
        reply = bytearray(RESULT)
        try:
            encoder.encode_into(pickle.loads(computations.get())(), reply, len(RESULT))  # noqa: S301 (from the parent)
        except MemoryError:
            reply = bytearray(ERROR + pickle.dumps(Overloaded("the analysis takes more memory than it may use")))
        except Exception as error:
            reply = bytearray(ERROR + pickle.dumps(error))
        connection.send_bytes(reply)


def main(descriptor: int) -> None:
    """Run computations until the other end closes the socket."""
    for number in (signal.SIGINT, signal.SIGTERM):  # they are for the parent; this process ends after it
        signal.signal(number, signal.SIG_IGN)
    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_DATA, (MAX_BYTES, MAX_BYTES))
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the matrices are small, and each thread takes memory
    connection: Connection[Any, Any] = Connection(descriptor)
    computations: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_compute, args=(connection, computations), daemon=True).start()
    # The most frequent analyses are imported before the first request.
    import service.analysis.exchange  # noqa: F401
    from service.analysis.double_dummy import chosen_solver

    chosen_solver()  # loads the compiled kernel

    try:
        while True:
            computations.put(connection.recv_bytes())
    except (EOFError, OSError):
        os._exit(0)


if __name__ == "__main__":
    main(int(sys.argv[1]))
