"""Access log: a line of JSON for each request, written to standard output by a thread of its own."""

import atexit
import os
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from select import PIPE_BUF
from threading import Event, Lock, Thread
from time import sleep
from typing import TYPE_CHECKING, Any

import msgspec

from service.runtime.request_context import RequestContext

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

#: Bytes of a request body that a line may contain.
BODY_LIMIT = 1 << 14

_encode = msgspec.json.Encoder().encode


# The names of the counts of what was recorded.
_COUNTS = {"ruleset": "rulesets", "violation": "violations", "cache": "cache"}


def write_to_standard_output(lines: bytes) -> None:
    """Write to file descriptor 1. The lines are lost if that fails, for example because a pipe has no reader."""
    with suppress(OSError):
        os.write(1, lines)


class BufferedWriter:
    """A buffer of lines that a thread of its own writes a few times a second.

    Writing each line at once would release the interpreter lock to other threads of the worker, which costs a tenth of
    the time of a request. What is left is written when the process ends. Lines are written in pieces that a pipe
    takes atomically, so that the lines of several workers do not mix. If they cannot be written fast enough, the
    oldest are dropped.
    """

    def __init__(self, write: Callable[[bytes], object] = write_to_standard_output, pause: float = 0.05) -> None:
        self._write, self._pause = write, pause
        self._lines: deque[bytes] = deque(maxlen=1 << 16)
        self._waiting = Event()
        self._writing = Lock()
        self._thread: Thread | None = None

    def __call__(self, line: bytes) -> None:
        self._lines.append(line)
        if not self._waiting.is_set():
            self._waiting.set()
            if self._thread is None:  # the lock is not taken again, because it is held while lines are written
                self._start()

    def _start(self) -> None:
        with self._writing:
            if self._thread is None:  # started with the first line: threads do not survive the fork of a worker
                self._thread = Thread(target=self._serve, name="access log", daemon=True)
                self._thread.start()
                atexit.register(self.flush)

    def flush(self) -> None:
        """Write all lines that are left."""
        with self._writing:
            piece = b""
            while self._lines:
                line = self._lines.popleft()
                if len(piece) + len(line) > PIPE_BUF:
                    self._write(piece)
                    piece = b""
                piece += line
            if piece:
                self._write(piece)

    def _serve(self) -> None:
        while True:
            self._waiting.wait()
            sleep(self._pause)
            self._waiting.clear()
            self.flush()


standard_output = BufferedWriter()


class AccessLog:
    """The access log, with a line for each request. With `cards` it has the path and the start of the body, too.

    Otherwise a line contains no cards: the request is logged by the template of its path and the length of its body.
    """

    def __init__(self, *, cards: bool, write: Callable[[bytes], object] = standard_output) -> None:
        self._cards, self._write = cards, write

    def on_response(
        self, environ: "WSGIEnvironment", context: RequestContext, status: int, size: int, seconds: float
    ) -> None:
        """Write the line of a request that was answered."""
        line: dict[str, Any] = {
            "time": datetime.now(UTC),
            "level": "INFO",
            "message": "request",
            "request_id": context.request_id,
            "trace_id": context.trace_id,
            "span_id": context.span_id,
            "method": environ["REQUEST_METHOD"][:16],
            "route": context.route,
            "status": status,
            "ms": round(seconds * 1000, 3),
            "bytes_in": _content_length(environ.get("CONTENT_LENGTH", "")),
            "bytes_out": size,
            "caller": context.caller,
        }
        recorded = context.recorded
        if "problem" in recorded:
            line["problem"] = next(iter(recorded["problem"]))
        line |= {name: recorded[kind] for kind, name in _COUNTS.items() if kind in recorded}
        if self._cards:
            path, query = environ.get("PATH_INFO", ""), environ.get("QUERY_STRING", "")
            line["path"] = (
                (f"{path}?{query}" if query else path).encode("latin-1", "replace").decode("utf-8", "replace")
            )
            line["body"] = context.body[:BODY_LIMIT].decode("utf-8", "replace")
        self._write(_encode(line) + b"\n")


def _content_length(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else None
