"""A span for each request, where the variables of OpenTelemetry say so, and what it tells a collector."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from opentelemetry import trace
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from service.app import create_app
from service.middleware import tracing
from service.middleware.observability import observe
from service.runtime.request_context import RequestContext
from service.runtime.version import VERSION
from service.runtime.worker_threads import WouldWait
from service.settings.service import Settings

TRACE, PARENT = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
SENT = f"00-{TRACE}-{PARENT}-01"


class Collector:
    """Takes what is exported by OTLP over HTTP."""

    def __init__(self) -> None:
        self.received: list[ExportTraceServiceRequest] = []
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                collector.received.append(ExportTraceServiceRequest.FromString(body))
                self.send_response(200)
                self.end_headers()

            def log_message(self, *given: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def spans(self):
        return [
            (span, {each.key: each.value.string_value for each in resource.resource.attributes})
            for request in self.received
            for resource in request.resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]


@pytest.fixture
def collector() -> Iterator[Collector]:
    started = Collector()
    yield started
    started.server.shutdown()
    started.server.server_close()


@pytest.fixture
def traced(collector, monkeypatch):
    """`traced(send)`: the spans of what `send` does with a client of a service that is traced."""

    def of(send, **environ):
        made = []
        begun = tracing.Tracing
        monkeypatch.setattr("service.middleware.Tracing", lambda exporter: made.append(begun(exporter)) or made[0])
        environ = {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.url, **environ}
        for name, value in environ.items():
            monkeypatch.setenv(name, value)
        send(create_app(Settings.from_env(environ)).test_client())
        made[0].close()
        return collector.spans()

    return of


def attributes(span):
    return {
        each.key: [value.string_value for value in each.value.array_value.values]
        or each.value.string_value
        or each.value.int_value
        for each in span.attributes
    }


def test_a_span_tells_the_route_and_the_status_and_no_address(traced):
    def send(client):
        response = client.get("/v1/rulesets/whist", headers={"traceparent": SENT, "X-Request-ID": "mine"})
        told.append(response.headers["traceparent"])

    told: list[str] = []
    ((span, resource),) = traced(send)
    assert (resource["service.name"], resource["service.version"]) == ("piquet-referee", VERSION)
    assert span.name == "GET /v1/rulesets/{name}"
    assert (span.trace_id.hex(), span.parent_span_id.hex()) == (TRACE, PARENT)
    assert told == [f"00-{TRACE}-{span.span_id.hex()}-01"]
    assert attributes(span) == {
        "http.request.method": "GET",
        "http.response.status_code": 404,
        "http.route": "/v1/rulesets/{name}",
        "url.scheme": "http",
        "piquet.request_id": "mine",
        "piquet.problem": ["unknown_ruleset"],
    }


def test_what_nobody_traces_yet_is_traced_from_here_and_named_by_it(traced):
    def send(client):
        headers = client.post("/v1/parties", json={"first_dealer": "A"}).headers
        told.append((headers["traceparent"].split("-")[1], headers["X-Request-ID"]))

    told: list[tuple[str, str]] = []
    ((span, _),) = traced(send)
    assert told == [(span.trace_id.hex(), span.trace_id.hex())]
    assert span.parent_span_id == b""
    assert attributes(span)["piquet.ruleset"] == ["portland@1"]


def test_the_state_of_a_trace_goes_on(traced):
    headers = {"traceparent": SENT, "tracestate": "vendor=1"}
    ((span, _),) = traced(lambda client: client.get("/livez", headers=headers))
    assert span.trace_state == "vendor=1"


def test_a_query_is_told_by_its_method(traced):
    ((span, _),) = traced(lambda client: client.open("/v1/deals", method="QUERY", json={}), HTTP_QUERY="on")
    assert span.name == "QUERY /v1/deals"
    assert attributes(span)["http.request.method"] == "QUERY"


def test_an_odd_method_and_an_unknown_address_make_no_name(traced):
    def send(client):
        client.open("/nowhere/AS", method="BREW")

    ((span, _),) = traced(send)
    assert span.name == "HTTP"
    assert attributes(span)["http.request.method"] == "_OTHER"
    assert "AS" not in str(span)


def test_a_mistake_of_the_service_is_an_error(traced, monkeypatch):
    monkeypatch.setattr("service.api.http.routing.document", lambda *given: 1 / 0)
    ((span, _),) = traced(lambda client: client.get("/v1/rulesets"))
    assert span.status.code == span.status.STATUS_CODE_ERROR


def test_a_trace_that_the_caller_does_not_record_is_not_recorded_here(traced):
    assert traced(lambda client: client.get("/livez", headers={"traceparent": SENT[:-2] + "00"})) == []


@pytest.fixture
def console(monkeypatch: pytest.MonkeyPatch) -> InMemorySpanExporter:
    """The exporter `console`, which keeps its spans here."""
    exporter = InMemorySpanExporter()
    monkeypatch.setattr("opentelemetry.sdk.trace.export.ConsoleSpanExporter", lambda: exporter)
    return exporter


ENVIRON = {"REQUEST_METHOD": "GET", "PATH_INFO": "/a", "wsgi.url_scheme": "http"}


def test_a_span_is_written_to_the_console_when_it_ends(console: InMemorySpanExporter):
    def app(environ: Any, start: Any) -> list[bytes]:
        assert trace.get_current_span() is not trace.INVALID_SPAN
        start("204 No Content", [])
        return []

    headers: list[tuple[str, str]] = []
    observe(app, [], None, tracing.Tracing("console"))(
        {**ENVIRON, "HTTP_TRACEPARENT": SENT}, lambda line, sent: headers.extend(sent) or headers.append
    )
    (span,) = console.get_finished_spans()
    assert span.context is not None and span.instrumentation_scope is not None
    assert (span.name, span.instrumentation_scope.name) == ("GET", "service.middleware")
    assert dict(headers)["traceparent"] == f"00-{TRACE}-{span.context.span_id:016x}-01"
    assert trace.get_current_span() is trace.INVALID_SPAN, "nothing is left of it in this thread"


def test_a_request_that_comes_again_leaves_no_span(console: InMemorySpanExporter):
    def app(environ: Any, start: Any) -> list[bytes]:
        assert trace.get_current_span() is not trace.INVALID_SPAN
        raise WouldWait

    with pytest.raises(WouldWait):
        observe(app, [], None, tracing.Tracing("console"))(dict(ENVIRON), lambda *given: lambda piece: None)
    assert trace.get_current_span() is trace.INVALID_SPAN and console.get_finished_spans() == ()


def ended(console: InMemorySpanExporter, method: str, status: int) -> ReadableSpan:
    """The span of a request to no route."""
    traces, context = tracing.Tracing("console"), RequestContext("mine", TRACE, PARENT)
    environ = {**ENVIRON, "REQUEST_METHOD": method}
    traces.end(traces.begin(environ, context), environ, context, status)
    (span,) = console.get_finished_spans()
    return span


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH"])
def test_a_method_of_http_is_told_and_names_the_span(console: InMemorySpanExporter, method: str):
    """The methods of RFC 9110 and PATCH (RFC 5789)."""
    span = ended(console, method, 404)
    assert span.attributes is not None
    assert (span.name, span.attributes["http.request.method"]) == (method, method)
    assert span.kind == trace.SpanKind.SERVER


@pytest.mark.parametrize(("status", "code"), [(499, "UNSET"), (500, "ERROR")])
def test_only_mistakes_of_the_service_are_errors(console: InMemorySpanExporter, status: int, code: str):
    """The semantic conventions for HTTP: a server leaves the status of a span unset for 4xx."""
    assert ended(console, "GET", status).status.status_code.name == code


@pytest.mark.parametrize(
    "environ", [{"OTEL_SERVICE_NAME": "table-service"}, {"OTEL_RESOURCE_ATTRIBUTES": "service.name=table-service"}]
)
def test_the_service_may_be_named_otherwise(traced, environ):
    ((_, resource),) = traced(lambda client: client.get("/livez"), **environ)
    assert resource["service.name"] == "table-service"
