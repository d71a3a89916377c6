"""Counters for Prometheus, right with any number of workers: each writes its own to a file that all can read, in the
directory that PROMETHEUS_MULTIPROC_DIR names (deploy/gunicorn.conf.py sees to it)."""

import os
from functools import cache
from typing import TYPE_CHECKING, Any

from service.request_context import RequestContext

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

#: Where an address is none of the service's.
UNKNOWN = "unknown"

_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """What is counted, and the page that shows it."""

    def __init__(self) -> None:
        # It looks for the directory when it is imported, and is imported only where there are metrics.
        import prometheus_client as prometheus
        from prometheus_client.multiprocess import MultiProcessCollector

        prometheus.disable_created_metrics()  # type: ignore[no-untyped-call]
        directory = os.environ.get("PROMETHEUS_MULTIPROC_DIR", "")
        own = shown = prometheus.CollectorRegistry()
        if os.path.isdir(directory):
            from service.middleware.metrics import worker_files

            worker_files.use_allocated_files()
            worker_files.merge_dead(directory)
            shown = prometheus.CollectorRegistry()
            MultiProcessCollector(shown)  # type: ignore[no-untyped-call]

        def counter(name: str, about: str, *labels: str) -> Any:
            # The children, so that a label is looked up once.
            return cache(prometheus.Counter(name, about, labels, registry=own).labels)

        self._requests = counter("piquet_requests", "Requests that were answered.", "route", "status")
        self._seconds = cache(
            prometheus.Histogram(
                "piquet_request_seconds", "How long answers took.", ["route"], buckets=_SECONDS, registry=own
            ).labels
        )
        self._noted = {
            "problem": counter("piquet_problems", "Requests that had no answer, by the code of the problem.", "code"),
            "ruleset": counter("piquet_rulesets", "Rulesets and states by ruleset that were read.", "ruleset"),
            "violation": counter("piquet_violations", "Reasons why not, by their code.", "code"),
            "cache": counter("piquet_cache", "Questions to caches, by tier and outcome.", "tier", "outcome"),
        }
        self._refusals = counter("piquet_refusals", "Requests that the server refused before they were read.", "status")

        def page() -> bytes:
            if shown is own:
                return prometheus.generate_latest(own)
            with worker_files.reading(directory):
                return prometheus.generate_latest(shown)

        self._page = page
        self.media_type = prometheus.CONTENT_TYPE_LATEST

    def on_response(
        self, environ: "WSGIEnvironment", context: RequestContext, status: int, size: int, seconds: float
    ) -> None:
        """Counts a request that was answered."""
        route = context.route or UNKNOWN
        self._requests(route, status).inc()
        self._seconds(route).observe(seconds)
        for kind, names in context.notes.items():
            counted = self._noted.get(kind)
            if counted:
                for name, times in names.items():
                    counted(*name.split()).inc(times)

    def refused(self, status: int) -> None:
        """Counts a request that the server refused, which nothing else is told of."""
        self._refusals(status).inc()

    def page(self) -> bytes:
        """All metrics of all workers."""
        return self._page()
