"""A helper process: `python -m service.pool.worker FD` computes what it is sent over the socket `FD`.

It listens in one thread and computes in another, so that it ends at once when nobody is there any more to hear the
answer, even if that one was killed. Those who answer requests come first for the processor.
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
MOST_BYTES = 256 << 20  # of memory that can be written to; the dearest analysis takes half of it


def _compute(connection: "Connection[Any, Any]", questions: "SimpleQueue[bytes]") -> None:
    encoder = msgspec.msgpack.Encoder()
    while True:
        said = bytearray(RESULT)
        try:
            encoder.encode_into(pickle.loads(questions.get())(), said, len(RESULT))  # noqa: S301 (from the parent)
        except MemoryError:
            said = bytearray(ERROR + pickle.dumps(Overloaded("the analysis takes more memory than there is for it")))
        except Exception as error:
            said = bytearray(ERROR + pickle.dumps(error))
        connection.send_bytes(said)


def main(descriptor: int) -> None:
    """Serves until the other end is closed."""
    for number in (signal.SIGINT, signal.SIGTERM):  # meant for the parent, after whom this one ends
        signal.signal(number, signal.SIG_IGN)
    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # each has memory of its own, and there is little for them to do
    connection: Connection[Any, Any] = Connection(descriptor)
    questions: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_compute, args=(connection, questions), daemon=True).start()
    # What is asked for most is there before it is asked for.
    import service.analysis.double_dummy
    import service.analysis.exchange  # noqa: F401

    try:
        while True:
            questions.put(connection.recv_bytes())
    except (EOFError, OSError):
        os._exit(0)


if __name__ == "__main__":
    main(int(sys.argv[1]))
