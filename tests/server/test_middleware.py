"""What a gateway meets under gunicorn, with several workers: numbers of all of them, lines that do not mix, traces."""

import json
import os
import signal
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.helpers.running_service import Server, running
from tests.middleware.test_tracing import SENT, TRACE, Collector

SETTINGS = {
    "WEB_CONCURRENCY": "2",
    "ACCESS_LOG": "1",
    "LOG_FORMAT": "json",
    "METRICS": "on",
    "RATE_LIMIT": "1000000/hour",
}
DEAL = json.dumps({"ruleset": "portland", "dealer": "B", "seed": "two workers"})
REQUESTS = 200


def ask(server: Server, method: str, path: str, body: str | None = None, **headers: str) -> tuple[int, bytes]:
    """One request over a connection of its own, which either worker may take."""
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=60)) as connection:
        connection.request(method, path, body, {"Content-Type": "application/json"} | headers)
        response = connection.getresponse()
        return response.status, response.read()


def numbers(server: Server) -> dict[tuple[str, ...], float]:
    status, page = ask(server, "GET", "/metrics")
    assert status == 200
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(page.decode())
        for sample in family.samples
    }


def lines(log: Path) -> list[dict[str, Any]]:
    """Every line of the log that is there as a whole, each of which is JSON."""
    return [json.loads(line) for line in log.read_text().rpartition("\n")[0].splitlines()]


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("gateway") / "log"


@pytest.fixture(scope="module")
def server(log: Path) -> Iterator[Server]:
    """A service of two workers that has answered `REQUESTS` deals, and as many bodies that were none."""
    with running(log, **SETTINGS) as started, ThreadPoolExecutor(8) as pool:
        bodies = [DEAL, "{"] * REQUESTS
        statuses = list(pool.map(lambda body: ask(started, "POST", "/v1/deals", body)[0], bodies))
        assert Counter(statuses) == {200: REQUESTS, 400: REQUESTS}
        yield started


def test_whichever_worker_is_asked_the_numbers_are_those_of_both(server: Server):
    for _ in range(6):
        found = numbers(server)
        assert found["piquet_requests_total", "/v1/deals", "200"] == REQUESTS
        assert found["piquet_requests_total", "/v1/deals", "400"] == REQUESTS
        assert found["piquet_request_seconds_count", "/v1/deals"] == 2 * REQUESTS
        assert found["piquet_problems_total", "malformed_json"] == REQUESTS
        assert found["piquet_rulesets_total", "portland@1"] == REQUESTS


def test_there_is_a_line_of_json_for_each_request_and_all_else_is_json_too(server: Server, log: Path):
    def told_of() -> list[dict[str, Any]]:
        return [line for line in lines(log) if line.get("route") == "/v1/deals"]

    deadline = time.monotonic() + 300  # lines are written together, a moment later
    while len(told := told_of()) < 2 * REQUESTS and time.monotonic() < deadline:
        time.sleep(0.05)
    assert Counter(line["status"] for line in told) == {200: REQUESTS, 400: REQUESTS}
    assert len({line["request_id"] for line in told}) == 2 * REQUESTS
    others = [line for line in lines(log) if "route" not in line]
    assert others and all({"time", "level", "pid", "logger", "message"} <= line.keys() for line in others)


def test_a_reload_goes_on_counting_and_the_end_leaves_nothing_behind(tmp_path: Path):
    log = tmp_path / "log"
    with running(log, **SETTINGS) as server:
        assert ask(server, "POST", "/v1/deals", DEAL)[0] == 200
        server.process.send_signal(signal.SIGHUP)
        deadline = time.monotonic() + 300
        while sum("Worker exiting" in line["message"] for line in lines(log)) < 2:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert ask(server, "POST", "/v1/deals", DEAL)[0] == 200
        assert numbers(server)["piquet_requests_total", "/v1/deals", "200"] == 2
        left = list(_directories(server))
        assert len(left) == 1
        server.process.terminate()
        assert server.process.wait(300) == 0
        assert not list(_directories(server))


def test_a_stop_loses_no_line(tmp_path: Path):
    log = tmp_path / "log"
    with running(log, **SETTINGS) as server:
        assert ask(server, "POST", "/v1/deals", DEAL)[0] == 200
        server.process.terminate()
        assert server.process.wait(300) == 0
    assert [line["status"] for line in lines(log) if line.get("route") == "/v1/deals"] == [200]


def _directories(server: Server) -> Iterator[Path]:
    for folder in (Path("/dev/shm"), Path(os.environ.get("TMPDIR", "/tmp"))):
        yield from folder.glob(f"piquet-metrics-{server.process.pid}-*")


def test_without_settings_there_are_no_lines_no_metrics_and_no_directory(tmp_path: Path):
    log = tmp_path / "log"
    with running(log) as server:
        assert ask(server, "POST", "/v1/deals", DEAL)[0] == 200
        assert ask(server, "GET", "/metrics")[0] == 404
        assert not list(_directories(server))
    assert "{" not in log.read_text()


def test_what_was_traced_reaches_the_collector_before_the_end(tmp_path: Path):
    collector = Collector()
    with running(tmp_path / "log", OTEL_EXPORTER_OTLP_ENDPOINT=collector.url) as server:
        assert ask(server, "POST", "/v1/deals", DEAL, traceparent=SENT)[0] == 200
    ((span, _),) = [found for found in collector.spans() if found[0].trace_id.hex() == TRACE]
    assert span.name == "POST /v1/deals"
    collector.server.shutdown()
    collector.server.server_close()
