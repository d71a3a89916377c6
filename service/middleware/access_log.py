"""Logs as lines of JSON: one for each request, and all others where they are asked for in this form."""

import atexit
import logging
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
from msgspec import UNSET, UnsetType

from service.request_context import RequestContext, current

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

#: How much of a body stands in a line.
BODY_LIMIT = 1 << 14

_encode = msgspec.json.Encoder().encode


class Line(msgspec.Struct, kw_only=True):
    """What a request has been. Nothing in it shows a card: an address is told by its template, and of the body only how
    long it was. How often a ruleset, a violation or an outcome of a cache was noted stands behind its name."""

    time: datetime
    level: str = "INFO"
    message: str = "request"
    request_id: str
    trace_id: str
    span_id: str
    method: str
    route: str | None
    status: int
    ms: float
    bytes_in: int | None
    bytes_out: int
    caller: str | None
    problem: str | UnsetType = UNSET
    rulesets: dict[str, int] | UnsetType = UNSET
    violations: dict[str, int] | UnsetType = UNSET
    cache: dict[str, int] | UnsetType = UNSET
    path: str | UnsetType = UNSET
    body: str | UnsetType = UNSET


def to_standard_output(lines: bytes) -> None:
    """Who does not read them loses them."""
    with suppress(OSError):
        os.write(1, lines)


class BufferedWriter:
    """Hands lines on a few times a second, from a thread of its own, and at the end of the process what is left: to
    write each as it comes would let another thread of the worker go first, which costs a tenth of a request's time.

    They are handed on in pieces that a pipe takes as a whole, so that the lines of several workers do not mix. Where
    nobody takes them the oldest are forgotten.
    """

    def __init__(self, write: Callable[[bytes], object] = to_standard_output, pause: float = 0.05) -> None:
        self._write, self._pause = write, pause
        self._lines: deque[bytes] = deque(maxlen=1 << 16)
        self._waiting = Event()
        self._writing = Lock()
        self._thread: Thread | None = None

    def __call__(self, line: bytes) -> None:
        self._lines.append(line)
        if not self._waiting.is_set():
            self._waiting.set()
            self._start()

    def _start(self) -> None:
        with self._writing:
            if self._thread is None:  # not before there is a line: a worker has no threads of before its fork
                self._thread = Thread(target=self._serve, name="access log", daemon=True)
                self._thread.start()
                atexit.register(self.flush)

    def flush(self) -> None:
        """Hands on what there is."""
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
    """Writes the lines. Only with `cards` do they have what was sent: the path, and the beginning of the body."""

    def __init__(self, *, cards: bool, write: Callable[[bytes], object] = standard_output) -> None:
        self._cards, self._write = cards, write

    def on_response(
        self, environ: "WSGIEnvironment", context: RequestContext, status: int, size: int, seconds: float
    ) -> None:
        """Writes the line of a request that was answered."""
        notes = context.notes
        line = Line(
            time=datetime.now(UTC),
            request_id=context.request_id,
            trace_id=context.trace_id,
            span_id=context.span_id,
            method=environ["REQUEST_METHOD"][:16],
            route=context.route,
            status=status,
            ms=round(seconds * 1000, 3),
            bytes_in=_length(environ.get("CONTENT_LENGTH", "")),
            bytes_out=size,
            caller=context.caller,
            problem=next(iter(notes.get("problem", ())), UNSET),
            rulesets=notes.get("ruleset", UNSET),
            violations=notes.get("violation", UNSET),
            cache=notes.get("cache", UNSET),
        )
        if self._cards:
            path, query = environ.get("PATH_INFO", ""), environ.get("QUERY_STRING", "")
            line.path = (f"{path}?{query}" if query else path).encode("latin-1", "replace").decode("utf-8", "replace")
            line.body = context.body[:BODY_LIMIT].decode("utf-8", "replace")
        self._write(_encode(line) + b"\n")


def _length(said: str) -> int | None:
    """How many bytes were announced; None if that was not said, or is no number."""
    return int(said) if said.isascii() and said.isdigit() and len(said) < 20 else None


class JsonFormatter(logging.Formatter):
    """A record of Python's logging as a line of JSON, with the id of the request that it belongs to."""

    def format(self, record: logging.LogRecord) -> str:
        context = current.get()
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if context is not None:
            line |= {"request_id": context.request_id, "trace_id": context.trace_id, "span_id": context.span_id}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return _encode(line).decode()
