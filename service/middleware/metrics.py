"""Metrics for Prometheus: counters and histograms, summed over all workers, and the `/metrics` endpoint.

prometheus_client is imported only if metrics are on. Each worker writes its values to a file in the directory that
PROMETHEUS_MULTIPROC_DIR names. deploy/gunicorn.conf.py creates that directory.
"""

import os
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from flask import Flask, Response, request

from service.api.http.responses import Answer
from service.api.http.routing import require_accepts
from service.api.problems import Problem
from service.middleware.admission import ApiKeys
from service.runtime.memory import resident_bytes
from service.runtime.request_context import RequestContext

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment


#: The route of requests whose path is not one of the service.
UNKNOWN = "unknown"

_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """The metrics of this process, and the page that reports those of all workers."""

    def __init__(self, build: Mapping[str, str] = {}, cache_works: Callable[[], bool] = lambda: True) -> None:
        # Imported only if metrics are on. It reads PROMETHEUS_MULTIPROC_DIR when it is imported.
        import prometheus_client as prometheus
        from prometheus_client.multiprocess import MultiProcessCollector

        prometheus.disable_created_metrics()  # type: ignore[no-untyped-call]
        directory = os.environ.get("PROMETHEUS_MULTIPROC_DIR", "")
        own = shown = prometheus.CollectorRegistry()
        if os.path.isdir(directory):
            from service.middleware import metrics_files

            metrics_files.use_allocated_files()
            metrics_files.merge_dead(directory)
            shown = prometheus.CollectorRegistry()
            MultiProcessCollector(shown)  # type: ignore[no-untyped-call]

        def counter(name: str, about: str, *labels: str) -> Any:
            # Cached, so that the child for each combination of labels is looked up once.
            return cache(prometheus.Counter(name, about, labels, registry=own).labels)

        self._requests = counter("piquet_requests", "Responses, by route and status.", "route", "status")
        self._seconds = cache(
            prometheus.Histogram(
                "piquet_request_seconds", "Time to respond.", ["route"], buckets=_SECONDS, registry=own
            ).labels
        )
        self._by_kind = {
            "problem": counter("piquet_problems", "Problems, by code.", "code"),
            "ruleset": counter("piquet_rulesets", "Rulesets and states that were read, by ruleset.", "ruleset"),
            "violation": counter("piquet_violations", "Violations, by code.", "code"),
            "cache": counter("piquet_cache", "Lookups in caches, by tier and outcome.", "tier", "outcome"),
            "cluster": counter("piquet_cluster", "Computations with ANALYSIS_CLUSTER, by outcome.", "outcome"),
        }
        self._refusals = counter("piquet_refusals", "Requests that the server refused before they were read.", "status")

        def gauge(name: str, about: str, mode: Literal["livesum", "livemin"], *labels: str) -> Any:
            return prometheus.Gauge(name, about, labels, multiprocess_mode=mode, registry=own)

        self._of_process: list[tuple[Any, Callable[[], float]]] = [
            (gauge("piquet_workers", "Workers that run.", "livesum"), lambda: 1),
            (gauge("piquet_memory_bytes", "Resident memory of the workers.", "livesum"), resident_bytes),
            (gauge("piquet_cache_works", "Whether the cache works, in every worker.", "livemin"), cache_works),
        ]
        if build:
            runs = gauge("piquet_build_info", "Always 1; its labels say what runs.", "livemin", *build)
            runs.labels(**build).set(1)
        self.on_tick()

        def page() -> bytes:
            if shown is own:
                return prometheus.generate_latest(own)
            with metrics_files.no_merge(directory):
                return prometheus.generate_latest(shown)

        self._page = page
        self.media_type = prometheus.CONTENT_TYPE_LATEST

    def on_response(
        self, environ: "WSGIEnvironment", context: RequestContext, status: int, size: int, seconds: float
    ) -> None:
        """Count a request that was answered."""
        route = context.route or UNKNOWN
        self._requests(route, status).inc()
        self._seconds(route).observe(seconds)
        for kind, names in context.recorded.items():
            labels = self._by_kind.get(kind)
            if labels:
                for name, times in names.items():
                    labels(*name.split()).inc(times)

    def on_tick(self) -> None:
        """Measure this process. A worker does so once a second."""
        for gauge, read in self._of_process:
            gauge.set(read())

    def on_refusal(self, status: int) -> None:
        """Count a request that the server refused before it reached the application."""
        self._refusals(status).inc()

    def page(self) -> bytes:
        """Return the metrics of all workers in the text format of Prometheus."""
        self.on_tick()
        return self._page()


# ---------------------------------------------------------------- the endpoint


def add_metrics_endpoint(app: Flask, metrics: Metrics | None, token: str) -> None:
    """Add `/metrics` to `app`. Without metrics it responds with the problem `not_found`."""
    takes = "the metrics take the value of METRICS_TOKEN, as Authorization: Bearer"
    keys = ApiKeys([("metrics", token)], takes, f"{takes}, and not this one") if token else None

    def page() -> Response:
        if metrics is None:
            raise Problem("not_found", "metrics are off")
        if keys:
            keys.authenticate(request.environ)
        require_accepts("text/plain")
        return Answer(metrics.page(), metrics.media_type, request.environ, app.config["COMPRESS_FROM"])

    app.add_url_rule("/metrics", "metrics", page)
