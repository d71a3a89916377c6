"""Observability: WSGI middleware that logs, counts and traces every request.

It wraps all of Flask and completes the headers of each response.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol

from service.middleware.cors import Cors
from service.middleware.tracing import Tracing, new_request_context
from service.runtime.request_context import RequestContext, current
from service.runtime.security_headers import DATA_SECURITY_HEADERS, EMBEDDING, POLICY, SECURITY_HEADERS
from service.runtime.worker_threads import WouldWait

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class RequestObserver(Protocol):
    """An observer of responses. `on_response` gets the status, the bytes of the body and the time in seconds."""

    def on_response(
        self, environ: "WSGIEnvironment", context: RequestContext, status: int, size: int, seconds: float
    ) -> None: ...


def observe(
    app: "WSGIApplication",
    observers: Sequence[RequestObserver],
    cors: Cors | None,
    tracing: Tracing | None,
    base_path: str = "",
) -> "WSGIApplication":
    """Wrap `app`: set the request context, add the headers, and notify the observers of each response.

    Observers are notified of a complete response before it is sent, and of a stream when it ends or the client
    disconnects.
    """

    def application(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        start_time = perf_counter()
        status = 0
        size: int | None = None  # unknown for a stream
        context, traceparent = new_request_context(environ)
        context.base_path = base_path
        token = current.set(context)
        span = tracing.begin(environ, context) if tracing else None
        if span:
            traceparent = span[-1]

        def start(line: str, headers: list[tuple[str, str]], *error: Any) -> Callable[[bytes], object]:
            nonlocal status, size
            status = int(line[:3])
            security_headers = DATA_SECURITY_HEADERS
            for name, value in headers:
                if name == "Content-Length":
                    size = int(value)
                elif name == POLICY:
                    security_headers = SECURITY_HEADERS
                elif name == EMBEDDING:
                    security_headers = [header for header in security_headers if header[0] != EMBEDDING]
            if cors:
                headers += cors.headers(environ, headers)
            headers += context.headers
            headers += security_headers
            headers += (("X-Request-ID", context.request_id), ("traceparent", traceparent))
            return start_response(line, headers, *error)

        def on_response(size: int) -> None:
            for observer in observers:
                observer.on_response(environ, context, status, size, perf_counter() - start_time)
            if tracing and span:
                tracing.end(span, environ, context, status)

        try:
            body = app(environ, start)
        except WouldWait:  # the request comes again, in a thread
            context.refund()
            if tracing and span:
                tracing.abandon(span)
            current.reset(token)
            raise
        if size is None and status == 200:
            body = _Stream(body, on_response)
        else:
            on_response(size or 0)
        current.reset(token)
        return body

    return application


class _Stream:
    """A streaming response that counts its bytes and reports them when it is closed."""

    def __init__(self, body: Iterable[bytes], on_close: Callable[[int], None]) -> None:
        self._body, self._on_close, self._size = body, on_close, 0

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self._body:
            self._size += len(chunk)
            yield chunk

    def close(self) -> None:
        close = getattr(self._body, "close", None)
        if close:
            close()
        self._on_close(self._size)
