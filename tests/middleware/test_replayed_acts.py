"""Acts of the law cost more than other actions, and a request with many of them is answered in turn with others.

Each revoke of `revokes` is two acts: the card and the ruling (docs/law.md, L59). A check replays the state to verify
it, and again to apply the action.
"""

from importlib import import_module

import pytest

from service.app import create_app
from service.middleware.rate_limits import InProcessCounter
from service.runtime import worker_threads
from service.runtime.worker_threads import WouldTakeLong, WouldWait, enter_long_thread
from service.settings.service import Settings
from stress.attacks import revokes

ANOTHER_THREAD = -1


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(worker_threads, "_event_loop", None)
    monkeypatch.setattr(worker_threads, "_long_thread", None)
    return create_app(Settings.from_env({"RATE_LIMIT": "100/day", "STATE_MEMORY_BYTES": "0"})).test_client()


def check(client, times: int):
    return client.post("/v1/actions/check", json={"state": revokes(0, times), "action": "B.AD"})


def price(client, times: int) -> int:
    """The units that a check costs after so many revokes."""
    left = []
    for response in (client.post("/v1/hands/compare", json={}), check(client, times)):
        left.append(int(response.headers["RateLimit"].partition("r=")[2].partition(";")[0]))
    assert response.status_code == 200 and response.json["legal"]
    return left[0] - left[1]


@pytest.mark.parametrize(
    ("times", "units"),
    [
        pytest.param(0, 1, id="nothing irregular"),
        pytest.param(2, 1, id="8 acts"),
        pytest.param(3, 2, id="12 acts"),
        pytest.param(46, 19, id="184 acts"),
    ],
)
def test_each_ten_acts_cost_a_unit(client, times: int, units: int):
    assert price(client, times) == units


def test_more_than_48_acts_are_replayed_in_the_thread_for_long_requests(client, monkeypatch):
    monkeypatch.setattr(worker_threads, "_event_loop", ANOTHER_THREAD)
    assert check(client, 12).status_code == 200
    with pytest.raises(WouldTakeLong):
        check(client, 13)
    enter_long_thread()
    assert check(client, 13).status_code == 200


def test_all_states_of_a_request_count_together(client, monkeypatch):
    monkeypatch.setattr(worker_threads, "_event_loop", ANOTHER_THREAD)
    items = [{"state": revokes(number, 5), "action": "B.AD"} for number in range(3)]
    assert client.post("/v1/actions/check-many", json={"items": items[:2]}).status_code == 200
    with pytest.raises(WouldTakeLong):
        client.post("/v1/actions/check-many", json={"items": items})


@pytest.mark.parametrize(
    ("path", "members"),
    [
        ("/v1/actions/options", {"remedies": True}),
        ("/v1/states/validate", {}),
        ("/v1/states/view", {"seat": "A"}),
        ("/v1/states/picture", {}),
        ("/v1/rulings", {}),
    ],
)
def test_every_operation_that_replays_a_state_counts_its_acts(client, monkeypatch, path: str, members: dict):
    body = {"state": revokes(0), **members}
    assert client.post(path, json=body).status_code == 200
    monkeypatch.setattr(worker_threads, "_event_loop", ANOTHER_THREAD)
    with pytest.raises(WouldTakeLong):
        client.post(path, json=body)


def test_a_request_that_would_take_long_is_not_charged(client, monkeypatch):
    before = price(client, 0)
    monkeypatch.setattr(worker_threads, "_event_loop", ANOTHER_THREAD)
    with pytest.raises(WouldTakeLong):
        check(client, 46)
    monkeypatch.setattr(worker_threads, "_event_loop", None)
    assert price(client, 0) == before
    response = check(client, 0)
    assert "r=95;" in response.headers["RateLimit"], "five requests of one unit each"


def test_a_price_is_given_back_once_if_its_rise_is_interrupted(monkeypatch):
    """The counter may ask a Redis, for which the event loop does not wait."""
    count, asked = InProcessCounter(), list[int]()

    def counted(caller: str, seconds: int, window: int, cost: int) -> int:
        asked.append(cost)
        if len(asked) == 3:
            raise WouldWait
        return count(caller, seconds, window, cost)

    monkeypatch.setattr(import_module("service.middleware"), "make_counter", lambda redis: counted)
    client = create_app(Settings.from_env({"RATE_LIMIT": "100/day"})).test_client()
    client.post("/v1/hands/compare", json={})
    with pytest.raises(WouldWait):
        check(client, 3)
    assert asked == [1, 1, 1, -1]
    assert "r=98;" in check(client, 0).headers["RateLimit"], "one for each of the two that are answered"
