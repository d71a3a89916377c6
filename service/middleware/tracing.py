"""Tracing: an OpenTelemetry span for each request.

The packages of OpenTelemetry are an extra and are imported only if traces are on; `service.settings.service` has
checked that they are installed.
"""

import os
from typing import TYPE_CHECKING, Any

from service.runtime.request_context import RequestContext
from service.runtime.version import VERSION

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment


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
