"""Tracing: the ids of a request, and an OpenTelemetry span for each.

X-Request-ID and traceparent (W3C Trace Context) are taken from the request or generated. The packages of OpenTelemetry
are an extra and are imported only if traces are on; `service.settings.service` has checked that they are installed.
"""

import os
import re
from typing import TYPE_CHECKING, Any

from service.runtime.request_context import CLIENT_IS_GONE, RequestContext, new_ids
from service.runtime.version import VERSION

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment


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


# ---------------------------------------------------------------- spans


SERVICE = "piquet-referee"
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "QUERY"})
_PROPAGATED = {"HTTP_TRACEPARENT": "traceparent", "HTTP_TRACESTATE": "tracestate"}


class Tracing:
    """Spans by the semantic conventions for HTTP servers. They contain the template of a path, never the path."""

    def __init__(self, exporter: str) -> None:
        from opentelemetry import context, trace
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor, ConsoleSpanExporter, SimpleSpanProcessor
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        env = os.environ
        named = env.get("OTEL_SERVICE_NAME") or "service.name=" in env.get("OTEL_RESOURCE_ATTRIBUTES", "")
        name = {} if named else {"service.name": SERVICE}
        self._provider = TracerProvider(resource=Resource.create({**name, "service.version": VERSION}))
        if exporter == "console":
            self._provider.add_span_processor(SimpleSpanProcessor(ConsoleSpanExporter()))
        else:
            from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

            self._provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        self._tracer = self._provider.get_tracer("service.middleware")
        self._propagator = TraceContextTextMapPropagator()
        self._context, self._trace = context, trace

    def begin(self, environ: "WSGIEnvironment", context: RequestContext) -> tuple[Any, Any, str]:
        """Begin the span of a request and give its ids to `context`. Returns what `end` takes; last the traceparent."""
        trace = self._trace
        carrier = {name: environ[variable] for variable, name in _PROPAGATED.items() if variable in environ}
        span = self._tracer.start_span("HTTP", self._propagator.extract(carrier), kind=trace.SpanKind.SERVER)
        ids = span.get_span_context()
        if context.request_id == context.trace_id:
            context.request_id = f"{ids.trace_id:032x}"
        context.trace_id, context.span_id = f"{ids.trace_id:032x}", f"{ids.span_id:016x}"
        token = self._context.attach(trace.set_span_in_context(span))
        return span, token, f"00-{context.trace_id}-{context.span_id}-{ids.trace_flags:02x}"

    def end(
        self, begun: tuple[Any, Any, str], environ: "WSGIEnvironment", context: RequestContext, status: int
    ) -> None:
        """End the span of a request that was answered with `status`."""
        span, token, _ = begun
        self._context.detach(token)
        if span.is_recording():
            attributes = _attributes(environ, context, status)
            method = attributes["http.request.method"].replace("_OTHER", "HTTP")
            span.update_name(f"{method} {context.route}" if context.route else method)
            span.set_attributes(attributes)
            if status >= 500:
                span.set_status(self._trace.StatusCode.ERROR)
        span.end()

    def abandon(self, begun: tuple[Any, Any, str]) -> None:
        """Drop the span of a request that comes again."""
        self._context.detach(begun[1])

    def close(self) -> None:
        """Export the spans that are left."""
        self._provider.shutdown()


def _attributes(environ: "WSGIEnvironment", context: RequestContext, status: int) -> dict[str, Any]:
    attributes: dict[str, Any] = {
        "http.request.method": environ["REQUEST_METHOD"] if environ["REQUEST_METHOD"] in _METHODS else "_OTHER",
        "http.response.status_code": status,
        "url.scheme": environ["wsgi.url_scheme"],
        "piquet.request_id": context.request_id,
    }
    if context.route:
        attributes["http.route"] = context.route
    return attributes | {f"piquet.{kind}": list(names) for kind, names in context.recorded.items()}
