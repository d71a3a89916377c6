"""What happens to every request, whatever comes of it: it has a name, and is logged, counted and traced."""

from collections.abc import Callable, Iterable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol

from service.gateway.cors import Cors
from service.gateway.ids import named
from service.gateway.tracing import Tracing
from service.trail import Trail, current

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class Teller(Protocol):
    """Is told of each request, once it has been answered: its status, the bytes of the answer, and how long it took."""

    def tell(self, environ: "WSGIEnvironment", trail: Trail, status: int, size: int, seconds: float) -> None: ...


def surrounded(
    app: "WSGIApplication", tellers: Sequence[Teller], cors: Cors | None, tracing: Tracing | None
) -> "WSGIApplication":
    """`app` with all that around it. Answers are lists of bytes, so what is told is told before they are sent."""

    def called(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        began = perf_counter()
        status = size = 0
        trail, traceparent = named(environ)
        token = current.set(trail)
        span = tracing.begin(environ, trail) if tracing else None
        if span:
            traceparent = span[-1]

        def start(line: str, headers: list[tuple[str, str]], *error: Any) -> Callable[[bytes], object]:
            nonlocal status, size
            status = int(line[:3])
            for name, value in headers:
                if name == "Content-Length":
                    size = int(value)
            if cors:
                headers += cors.headers(environ, headers)
            headers += trail.headers
            headers += (("X-Request-ID", trail.request_id), ("traceparent", traceparent))
            return start_response(line, headers, *error)

        body = app(environ, start)
        for teller in tellers:
            teller.tell(environ, trail, status, size, perf_counter() - began)
        if tracing and span:
            tracing.end(span, environ, trail, status)
        current.reset(token)
        return body

    return called
