"""How a process waits for a result that another one computes (docs/cache.md)."""

from typing import Any

import pytest

from service.cache import Cache
from service.cache.in_process_store import InProcessStore
from tests.cache.helpers import question, region, squares


class Elsewhere:
    """A shared store in which another process has claimed everything and never stores a result."""

    def __init__(self) -> None:
        self.now, self.pauses, self.claims = 0.0, list[float](), list[float]()

    def session(self) -> "Elsewhere":
        return self

    def get(self, key: bytes) -> None:
        return None

    def put(self, key: bytes, value: bytes) -> None: ...

    def release(self, key: bytes) -> None: ...

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


def test_without_patience_it_computes_at_once() -> None:
    elsewhere = waited(patience=0.0)
    assert elsewhere.pauses == elsewhere.claims == []
