"""The review of records over HTTP."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.advice.values import EFFORTS, Effort
from service.api.resources import records
from service.app import create_app
from service.cache import Cache
from service.cache.single_flight import InProcessStore
from service.pool import DeadlineExceeded, Overloaded, Pool, Slot
from service.records import review as record_review
from service.settings.service import Settings
from tests.api.test_records import SHEET, W1, W1_JSON
from tests.cli.test_review import BLUNDER, best_at_once

PATH = "/v1/records/review"
SECOND = """
deal 2
dealer: A
hand A: ST7 HT97 DAQJT CKQT
hand B: SAKJ HAQJ8 D98 CJ87
talon: 9S 8S KH 9C KD QS AC 7D
B exchange SK D98 C87
A exchange S7 H97
"""


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EFFORTS, "quick", Effort("quick", 5_000, 4))


@pytest.fixture
def swift(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_review, "review", best_at_once)


@pytest.fixture
def desk() -> FlaskClient:
    """A client that holds every answer against the contract, of a service with a memory of its own."""
    return create_app(Settings()).test_client()


def asked(client: FlaskClient, body: dict[str, Any], status: int = 200) -> Any:
    response = client.post(PATH, json=body)
    assert response.status_code == status, response.get_data(as_text=True)
    return response.json


@pytest.mark.rule("R6.2", "R6.3")
def test_a_blunder_costs_what_it_cost_whoever_asks(desk: FlaskClient) -> None:
    found = asked(desk, {"record": BLUNDER})
    (deal,) = found["deals"]
    (thrown,) = [made for made in deal["decisions"] if made["step"] == 32]
    assert (thrown["best"]["card"], thrown["cost"], thrown["error"]) == ("8H", 13, 0)
    assert (thrown["exact"], thrown["blamed"]) == (True, True)
    assert deal["stopped"] is None and sum(each["decisions"] for each in found["sums"]) == deal["steps"]
    assert asked(desk, {"record": BLUNDER}) == found, "from the cache"


def test_the_same_record_has_the_same_review_whatever_is_cached(desk: FlaskClient) -> None:
    exchange, forgetful = W1.partition("A call")[0], create_app(Settings(cache_memory_bytes=0)).test_client()
    found, other = (asked(desk, {"record": exchange, "seed": seed}) for seed in ("x", "y"))
    assert asked(forgetful, {"record": exchange, "seed": "x"}) == found != other


@pytest.mark.usefixtures("swift")
def test_text_and_json_have_the_same_review(desk: FlaskClient) -> None:
    exchange = W1.partition("A call")[0]
    as_json = {**W1_JSON, "deals": [{**W1_JSON["deals"][0], "steps": W1_JSON["deals"][0]["steps"][:2]}]}
    for name in ("score", "totals", "notes"):
        as_json["deals"][0].pop(name, None)
    assert asked(desk, {"record": exchange}) == asked(desk, {"record": as_json})


def test_a_record_without_cards_is_not_reviewed(desk: FlaskClient) -> None:
    found = asked(desk, {"record": SHEET})
    stopped = {"step": 1, "code": "no_cards", "message": "the play is not recorded"}
    assert [deal["stopped"] for deal in found["deals"]] == [stopped] * 6
    assert found["sums"] == [] and not any(deal["decisions"] for deal in found["deals"])


@pytest.mark.usefixtures("swift")
def test_bad_input_has_the_problems_of_a_verification(desk: FlaskClient) -> None:
    for record in ("no record", W1.partition("A call")[0].replace("dealer: B\nhand", "dealer: C\nhand"), {"deals": 1}):
        (report,) = desk.post("/v1/records/verify", json={"records": [record]}).json["reports"]
        assert asked(desk, {"record": record})["problems"] == report["problems"] != []
    unknown = W1.replace("portland@1", "nonesuch")
    (problem,) = asked(desk, {"record": unknown})["problems"]
    assert problem["code"] == "ruleset.unknown"


@pytest.mark.parametrize(
    ("body", "status", "fault"),
    [
        ({}, 422, "/record"),
        ({"record": 5}, 422, "/record"),
        ({"record": W1, "deals": []}, 422, "/deals"),
        ({"record": W1, "deals": [0]}, 422, "/deals/0"),
        ({"record": W1, "effort": "endless"}, 422, "/effort"),
        ({"record": W1, "deals": [1, 2]}, 409, "/deals/1"),
        ({"record": W1, "deals": [1, 2, 3, 4], "effort": "full"}, 409, "/deals"),
    ],
)
def test_a_request_that_cannot_be_answered_is_refused(
    desk: FlaskClient, body: dict[str, Any], status: int, fault: str
) -> None:
    assert asked(desk, body, status)["errors"][0]["pointer"] == fault


@pytest.mark.usefixtures("swift")
def test_only_the_deals_that_are_named_are_reviewed_and_only_so_many(
    desk: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = W1.partition("A call")[0] + SECOND
    assert [each["deal"] for each in asked(desk, {"record": two, "deals": [2]})["deals"]] == [2]
    monkeypatch.setitem(record_review.MOST_DEALS, "quick", 1)
    first, second = asked(desk, {"record": two})["deals"]
    assert first["decisions"] and not second["decisions"] and second["stopped"]["code"] == "limit"


# ---------------------------------------------------------------- deadlines


class Hasty(Pool):
    """A pool that computes so many tasks, and then raises an error, once."""

    def __init__(self, tasks: int, error: Exception) -> None:
        self.tasks, self._error, self.done = tasks, error, 0

    @contextmanager
    def acquire(self, wait: float = 0.0) -> Iterator[Slot]:
        yield self  # type: ignore[misc]

    def run(self, compute: Callable[[], Any], decode: Any) -> Any:
        if self.done == self.tasks:
            self.tasks = -1
            raise self._error
        self.done += 1
        return decode(records._encode(compute()))


@pytest.mark.usefixtures("swift")
@pytest.mark.parametrize("error", [DeadlineExceeded(), Overloaded("busy")])
def test_nothing_is_lost_at_a_deadline(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slice has one decision. After five of them and an error, the next request has all but those five to do."""
    monkeypatch.setattr(records, "SLICE", 0.0)
    body = {"record": json.dumps(BLUNDER).encode(), "effort": "quick", "seed": ""}
    cache, pool = Cache(InProcessStore(1 << 20)), Hasty(1 + 5, error)
    with pytest.raises(type(error)):
        records.review_record(cache, pool, body)
    found = records.review_record(cache, pool, body)
    assert pool.done == (1 + 5) + (1 + 34 - 5), "each request reads the record once; the deal has 34 steps"
    again = records.review_record(cache, pool, body)
    assert again == found and pool.done == 36 + 1, "now only the record is read"


def test_a_deadline_is_answered_with_504(desk: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*_: Any) -> Any:
        raise DeadlineExceeded

    monkeypatch.setattr(record_review, "review_slice", late)
    assert asked(desk, {"record": W1}, 504)["code"] == "deadline_exceeded"


@pytest.mark.usefixtures("swift")
def test_an_entry_of_the_cache_that_cannot_be_of_the_deal_is_not_used() -> None:
    body = {"record": json.dumps(BLUNDER).encode(), "effort": "quick", "seed": ""}
    cache, pool = Cache(InProcessStore(1 << 20)), Pool()
    found = records.review_record(cache, pool, body)
    (key,) = cache._local._values
    rows = records._decode_rows(cache._local.get(key) or b"")
    for forged in ([], rows[1:], [*rows, rows[-1]], [rows[0]._replace(cost=-1.0), *rows[1:]]):
        cache._local.put(key, records._encode(forged))
        assert records.review_record(cache, pool, body) == found
