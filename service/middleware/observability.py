"""What happens to every request, whatever comes of it: it has a name, is logged, counted and traced, and its
answer is guarded."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol

from service.middleware.cors import Cors
from service.middleware.trace_context import new_request_context
from service.middleware.tracing import Tracing
from service.request_context import RequestContext, current
from service.security_headers import DATA_SECURITY_HEADERS, POLICY, SECURITY_HEADERS

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class RequestObserver(Protocol):
    """Is told of each request, once it has been answered: its status, the bytes of the answer, and how long it took."""

    def on_response(
        self, environ: "WSGIEnvironment", context: RequestContext, status: int, size: int, seconds: float
    ) -> None: ...


def observe(
    app: "WSGIApplication", observers: Sequence[RequestObserver], cors: Cors | None, tracing: Tracing | None
) -> "WSGIApplication":
    """`app` with all that around it. Of an answer that is there as a whole what is told is told before it is sent; of a
    stream when it has ended, or the caller has gone."""

    def called(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        began = perf_counter()
        status = 0
        size: int | None = None  # of a stream it is not known
        context, traceparent = new_request_context(environ)
        token = current.set(context)
        span = tracing.begin(environ, context) if tracing else None
        if span:
            traceparent = span[-1]

        def start(line: str, headers: list[tuple[str, str]], *error: Any) -> Callable[[bytes], object]:
            nonlocal status, size
            status = int(line[:3])
            guards = DATA_SECURITY_HEADERS
            for name, value in headers:
                if name == "Content-Length":
                    size = int(value)
                elif name == POLICY:
                    guards = SECURITY_HEADERS
            if cors:
                headers += cors.headers(environ, headers)
            headers += context.headers
            headers += guards
            headers += (("X-Request-ID", context.request_id), ("traceparent", traceparent))
            return start_response(line, headers, *error)

        def on_response(size: int) -> None:
            for observer in observers:
                observer.on_response(environ, context, status, size, perf_counter() - began)
            if tracing and span:
                tracing.end(span, environ, context, status)

        body = app(environ, start)
        if size is None and status == 200:
            body = _Stream(body, on_response)
        else:
            on_response(size or 0)
        current.reset(token)
        return body

    return called


class _Stream:
    """An answer of which it is told how many bytes it had, in the end."""

    def __init__(self, body: Iterable[bytes], on_response: Callable[[int], None]) -> None:
        self._body, self._tell, self._size = body, on_response, 0

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self._body:
            self._size += len(chunk)
            yield chunk

    def close(self) -> None:
        close = getattr(self._body, "close", None)
        if close:
            close()
        self._tell(self._size)
