"""A request that would wait in the event loop leaves nothing behind, because it comes again in a thread."""

from collections.abc import Iterator

import pytest

from service.app import create_app
from service.runtime import worker_threads
from service.runtime.worker_threads import WouldWait, enter_event_loop
from service.settings.service import Settings
from tests.api.long_parties import long_line

SETTINGS = {
    "RATE_LIMIT": "100/day",
    "ACCESS_LOG": "1",
    "METRICS": "on",
    "TRACES": "none",
    "ANALYSIS_PROCESSES": "1",
    "ANALYSIS_DEADLINE_MS": "60000",  # the process starts late on a busy machine
}
#: A check whose finished deals are replayed by another process, because the line is long (docs/capacity.md).
LONG_CHECK = {"state": long_line(20, "long"), "action": "A.AS"}


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Iterator:
    monkeypatch.setattr(worker_threads, "_event_loop", None)
    app = create_app(Settings.from_env(SETTINGS))
    yield app.test_client()
    app.extensions["pool"].close()


def units_left(client) -> int:
    response = client.post("/v1/hands/compare", json={})
    return int(response.headers["RateLimit"].partition("r=")[2].partition(";")[0])


def requests_counted(client) -> int:
    found = [line for line in client.get("/metrics").text.splitlines() if line.startswith("piquet_requests_total")]
    return sum(int(float(line.split()[-1])) for line in found if 'route="/v1/actions/check"' in line)


def test_a_request_that_would_wait_is_neither_charged_nor_counted_nor_logged(client, lines, monkeypatch):
    left = units_left(client)
    lines()
    enter_event_loop()
    with pytest.raises(WouldWait):
        client.post("/v1/actions/check", json=LONG_CHECK)
    monkeypatch.setattr(worker_threads, "_event_loop", None)
    assert requests_counted(client) == 0
    assert [line["route"] for line in lines()] == ["/metrics"]
    assert units_left(client) == left - 1, "the price of asking"
    assert client.post("/v1/actions/check", json=LONG_CHECK).status_code == 200
    assert requests_counted(client) == 1


def test_a_number_with_a_fraction_is_read_in_a_thread(client, monkeypatch):
    """Reading it takes a lock, which a long value may hold for a while."""
    enter_event_loop()
    with pytest.raises(WouldWait):
        client.post("/v1/actions/options", json={"state": LONG_CHECK["state"], "limit": 5.0})
    monkeypatch.setattr(worker_threads, "_event_loop", None)
    assert client.post("/v1/actions/options", json={"state": LONG_CHECK["state"], "limit": 5.0}).status_code == 200
