"""Observability: WSGI middleware that gives every request its ids, and logs, counts and traces it.

It wraps all of Flask and completes the headers of each response. X-Request-ID and traceparent (W3C Trace Context) are
taken from the request or generated.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol

from service.middleware.tracing import Tracing
from service.runtime.request_context import CLIENT_IS_GONE, RequestContext, current, new_ids
from service.runtime.security_headers import DATA_SECURITY_HEADERS, EMBEDDING, POLICY, SECURITY_HEADERS
from service.runtime.worker_threads import WouldWait

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


# ---------------------------------------------------------------- the ids of a request


#: The request ids that are accepted. Any other value is repeated neither in a response nor in a log.
REQUEST_ID = re.compile(r"[A-Za-z0-9._~:/+=@-]{1,128}")

_TRACEPARENT = re.compile(r"(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(-.*)?")


def new_request_context(environ: "WSGIEnvironment") -> tuple[RequestContext, str]:
    """Make the context of a request, and the traceparent of its response.

    The trace is the caller's, or a new one; the span is new. Without a valid X-Request-ID, the id of the trace is the
    request id.
    """
    (trace_id, span_id), flags = new_ids(), "00"
    sent = environ.get("HTTP_TRACEPARENT")
    if sent is not None:
        match = _TRACEPARENT.fullmatch(sent)
        # Only versions after 00 may have further fields.
        if match and not (match[1] == "00" and match[4]):
            trace_id, flags = match[2], match[3]
    own = environ.get("HTTP_X_REQUEST_ID")
    request_id = own if own is not None and REQUEST_ID.fullmatch(own) else trace_id
    context = RequestContext(request_id, trace_id, span_id)
    context.client_is_gone = environ.get(CLIENT_IS_GONE, context.client_is_gone)
    return context, f"00-{trace_id}-{span_id}-{flags}"


# ---------------------------------------------------------------- pages of other origins


Headers = list[tuple[str, str]]

_REQUEST_HEADERS = (
    "Accept, Authorization, Content-Type, If-None-Match, X-API-Key, X-Request-ID, baggage, traceparent, tracestate"
)
_RESPONSE_HEADERS = "Accept-Query, Allow, ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-ID, traceparent"
_DAY = "86400"


class Cors:
    """CORS headers (Fetch standard) for web pages of the given origins; `*` allows all.

    Credentials are not allowed, since there are no cookies: a page sends its API key in a header.
    """

    def __init__(self, origins: Iterable[str]) -> None:
        self._origins = frozenset(origins)
        self._allow_all = "*" in self._origins
        self._vary: Headers = [] if self._allow_all else [("Vary", "Origin")]

    def headers(self, environ: "WSGIEnvironment", response_headers: Headers) -> Headers:
        """Return the headers to add to a response. To a preflight request, the methods in `Allow` are allowed."""
        origin = environ.get("HTTP_ORIGIN")
        if origin is None or not (self._allow_all or origin in self._origins):
            return self._vary
        added = [*self._vary, ("Access-Control-Allow-Origin", "*" if self._allow_all else origin)]
        added.append(("Access-Control-Expose-Headers", _RESPONSE_HEADERS))
        if environ["REQUEST_METHOD"] == "OPTIONS" and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ:
            added += [("Access-Control-Allow-Methods", value) for name, value in response_headers if name == "Allow"]
            added += [("Access-Control-Allow-Headers", _REQUEST_HEADERS), ("Access-Control-Max-Age", _DAY)]
        return added


# ---------------------------------------------------------------- the middleware


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
