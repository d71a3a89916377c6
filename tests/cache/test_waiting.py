"""How a process waits for a result that another one computes (docs/cache.md)."""

from typing import Any

import pytest

from service.cache import Cache, Region
from service.cache.single_flight import InProcessStore
from tests.cache.helpers import Once, counted, question, region, squares


class Elsewhere:
    """A shared store in which another process has claimed everything and never stores a result."""

    def __init__(self) -> None:
        self.now, self.pauses, self.claims = 0.0, list[float](), list[float]()
        self.events = list[str]()

    def session(self) -> "Elsewhere":
        return self

    def get(self, key: bytes) -> None:
        return None

    def put(self, key: bytes, value: bytes) -> None:
        self.events.append("put")

    def release(self, key: bytes) -> None:
        self.events.append("release")

    def claim(self, key: bytes, seconds: float) -> bool:
        self.claims.append(seconds)
        return False

    def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds


def waited(patience: float) -> Elsewhere:
    elsewhere = Elsewhere()
    shared: Any = elsewhere
    cache = Cache(InProcessStore(0), shared, clock=lambda: elsewhere.now, sleep=elsewhere.sleep)
    asked = region(patience=patience)
    assert cache.get_or_create(asked, question(3), lambda: squares(3)) == squares(3)
    return elsewhere


def test_it_looks_again_after_pauses_that_double_up_to_fifty_milliseconds_until_its_patience_ends() -> None:
    elsewhere = waited(patience=0.2)
    assert elsewhere.pauses == pytest.approx([0.005, 0.01, 0.02, 0.04, 0.05, 0.05, 0.025])
    assert elsewhere.claims == [0.2] * 8
    assert elsewhere.events == ["put", "release"]


def test_when_its_patience_has_ended_it_does_not_look_again() -> None:
    elsewhere = waited(patience=0.015)  # after pauses of 5 and 10 ms exactly
    assert len(elsewhere.claims) == 3


def test_without_patience_it_computes_at_once_and_releases_nothing() -> None:
    elsewhere = waited(patience=0.0)
    assert elsewhere.pauses == elsewhere.claims == []
    assert elsewhere.events == ["put"]


class Free(Elsewhere):
    """A shared store in which nothing is claimed."""

    def claim(self, key: bytes, seconds: float) -> bool:
        self.events.append("claim")
        return True


class Stored(Free):
    """A shared store in which another process stores a result just before it is claimed here."""

    def get(self, key: bytes) -> Any:
        return region().encode(squares(3)) if "claim" in self.events else None


@pytest.mark.parametrize(
    ("elsewhere", "computed", "events"),
    [(Free(), 1, ["claim", "compute", "put", "release"]), (Stored(), 0, ["claim", "release"])],
)
def test_a_claim_is_kept_until_there_is_a_result(elsewhere: Any, computed: int, events: list[str]) -> None:
    """Released before, it would have other processes compute the same."""
    cache, asked = Cache(InProcessStore(1_000_000), elsewhere), region(patience=1.0)
    compute = Once(squares(3), lambda: elsewhere.events.append("compute"))
    for _ in range(2):
        assert cache.get_or_create(asked, question(3), compute) == squares(3)
    assert (compute.times, elsewhere.events) == (computed, events)
    assert counted("in_process hit") == 1, "the second time, wherever the first result came from"


def test_a_claim_is_released_when_computing_fails() -> None:
    elsewhere: Any = Free()
    with pytest.raises(ArithmeticError):
        Cache(InProcessStore(0), elsewhere).get_or_create(region(patience=1.0), b"", lambda: 1 / 0)
    assert elsewhere.events == ["claim", "release"]


def test_a_kind_is_shared_and_not_waited_for_unless_something_else_is_said() -> None:
    elsewhere: Any = Free()
    kind = Region("kind", 1, str.encode, lambda value: bytes(value).decode())
    assert Cache(InProcessStore(0), elsewhere).get_or_create(kind, b"", lambda: "result") == "result"
    assert elsewhere.events == ["put"]


def test_patience_without_a_shared_store_waits_for_nothing() -> None:
    assert Cache(InProcessStore(0)).get_or_create(region(patience=1.0), b"", lambda: squares(3)) == squares(3)
