"""Many small results at once: what is looked up, stored and counted."""

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any, get_args

import pytest

from service.cache import Cache
from service.cache.outcomes import CacheOutcome
from service.cache.single_flight import Batch, InProcessStore
from tests.cache.helpers import counted

KEYS = [b"a", b"b", b"c", b"d"]


class Session:
    """A session of the shared store that finds `values`, and notes what is stored."""

    def __init__(self, *values: bytes | None) -> None:
        self.values = values
        self.stored: list[Mapping[bytes, bytes]] = []

    def get_many(self, keys: Sequence[bytes]) -> Sequence[bytes | None]:
        assert keys == KEYS
        return self.values

    def put_many(self, values: Mapping[bytes, bytes]) -> None:
        self.stored.append(values)


def kept(session: Session, computed: Mapping[int, bytes]) -> tuple[float, dict[str, int]]:
    """The share that was found, and the events."""
    given: Any = session
    batch = Batch(given, KEYS)
    assert batch.values == session.values
    share = batch.keep(computed)
    return share, {event: counted(event) for event in get_args(CacheOutcome) if counted(event)}


def test_what_was_computed_is_stored_at_once_and_counted() -> None:
    session = Session(b"1", None, None, b"4")
    assert kept(session, {1: b"2", 2: b"3"}) == (0.5, {"redis hit": 2, "all miss": 2})
    assert session.stored == [{b"b": b"2", b"c": b"3"}]


def test_what_was_found_but_could_not_be_used_is_rejected_and_replaced() -> None:
    session = Session(b"1", b"no result", b"3", None)
    assert kept(session, {1: b"2", 3: b"4"}) == (0.5, {"redis hit": 2, "all miss": 2, "redis rejected": 1})
    assert session.stored == [{b"b": b"2", b"d": b"4"}]


def test_if_all_was_found_nothing_is_stored() -> None:
    session = Session(b"1", b"2", b"3", b"4")
    assert kept(session, {}) == (1.0, {"redis hit": 4})
    assert session.stored == []


def test_a_batch_needs_a_shared_store() -> None:
    shared: Any = SimpleNamespace(session=lambda: Session(b"1", None, None, None))
    cache = Cache(InProcessStore(0), shared)
    assert cache.is_shared and cache.batch(KEYS).values == (b"1", None, None, None)
    cache = Cache(InProcessStore(0))
    assert not cache.is_shared
    with pytest.raises(ValueError, match="no shared store"):
        cache.batch(KEYS)
