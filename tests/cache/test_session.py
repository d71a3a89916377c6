"""What a session asks of a client of redis-py, and what is logged when there is no answer."""

import logging
import os
import random
import threading
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest
from redis import exceptions

from service.cache.redis_store import RedisStore, Session, SignedEntries, Unavailable
from service.runtime import shared_times, worker_threads
from service.settings.redis_url import parse_redis_url
from tests.cache.helpers import Clock, counted


class Client:
    """Notes the options with which something is set, what is read, and what a pipeline executes."""

    def __init__(self) -> None:
        self.options: dict[str, Any] = {}
        self.ranges = list[tuple[bytes, int, int]]()
        self.found: object = None
        self.executed = list[list[tuple[bytes, bytes, dict[str, Any]]]]()

    def set(self, key: bytes, value: bytes, **options: Any) -> bool:
        self.options = options
        return True

    def ping(self) -> bool:
        return True

    def works(self, *_: object) -> int:
        return 1

    delete = incrby = expire = works

    def getrange(self, key: bytes, start: int, end: int) -> bytes:
        self.ranges.append((key, start, end))
        return b""

    def mget(self, keys: list[bytes]) -> object:
        return self.found

    def pipeline(self, *, transaction: bool) -> Any:
        assert not transaction, "one after the other, as in a cluster"
        queued = list[tuple[bytes, bytes, dict[str, Any]]]()
        others = dict.fromkeys(("ping", "getrange", "mget", "delete", "incrby", "expire"), lambda *_: None)
        return SimpleNamespace(
            **others,
            set=lambda key, value, **options: queued.append((key, value, options)),
            execute=lambda: self.executed.append(queued),
        )


class Clients:
    """Calls with one client, or fails."""

    def __init__(self, error: Exception | None = None) -> None:
        self.client, self.error, self.seconds = Client(), error, list[float]()
        self.takes: Any = lambda: None

    def call(self, command: Any, seconds: float) -> Any:
        self.seconds.append(seconds)
        self.takes()
        if self.error:
            raise self.error
        return command(self.client)


@pytest.fixture
def redis() -> RedisStore:
    return RedisStore(parse_redis_url("redis://cache"), timeout=0.5, ttl=60)


def given(redis: RedisStore, error: Exception | None = None) -> Clients:
    clients: Any = Clients(error)
    redis._clients = os.getpid(), clients
    return clients


@pytest.mark.parametrize(("seconds", "milliseconds"), [(1.5, 1500), (0.0004, 1), (0.0, 1), (60.0, 60_000)])
def test_a_claim_expires_after_its_seconds(redis: RedisStore, seconds: float, milliseconds: int) -> None:
    clients = given(redis)
    assert Session(redis).claim(b"key", seconds)
    assert clients.client.options == {"nx": True, "px": milliseconds}


def test_an_entry_expires(redis: RedisStore) -> None:
    clients = given(redis)
    Session(redis).put(b"key", b"value")
    assert clients.client.options == {"ex": 60}
    assert clients.seconds == [0.5]


def test_that_the_redis_does_not_answer_is_logged_once(redis: RedisStore, caplog: pytest.LogCaptureFixture) -> None:
    clients = given(redis, TimeoutError())
    with caplog.at_level(logging.WARNING, logger="service.cache"):
        for _ in range(6):
            with pytest.raises(Unavailable):
                redis.call(lambda client: client.ping(), 0.5)
    assert caplog.record_tuples == [
        (
            "service.cache",
            logging.WARNING,
            "REDIS_URL: the Redis does not answer (TimeoutError); meanwhile each worker caches and counts quotas alone",
        )
    ]
    assert len(clients.seconds) == 3
    assert (counted("redis error"), counted("redis skipped")) == (3, 3)


def test_of_stores_that_share_their_times_the_first_logs_what_all_find(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the workers of a service do. Each of them that logs says so for all."""
    monkeypatch.setattr(shared_times, "_shared", None)
    shared_times.share()
    clock = Clock()
    address = parse_redis_url("redis://cache")
    stores = [RedisStore(address, timeout=0.5, ttl=60, clock=clock) for _ in range(2)]
    for error, level in ((TimeoutError(), logging.WARNING), (None, logging.INFO), (TimeoutError(), logging.WARNING)):
        caplog.clear()
        clock.sleep(10)
        with caplog.at_level(logging.INFO, logger="service.cache"):
            for store in stores:
                given(store, error)
                for _ in range(3):
                    with suppress(Unavailable):
                        store.call(lambda client: client.ping(), 0.5)
        assert [record.levelno for record in caplog.records] == [level]


def test_that_the_redis_answers_again_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    clock = Clock()
    redis = RedisStore(parse_redis_url("redis://cache"), timeout=0.5, ttl=60, clock=clock)
    given(redis, TimeoutError())
    for _ in range(3):
        with pytest.raises(Unavailable):
            redis.call(lambda client: client.ping(), 0.5)
    assert not redis.answers
    given(redis)
    clock.sleep(10)
    caplog.clear()
    with caplog.at_level(logging.INFO, logger="service.cache"):
        for _ in range(2):
            redis.call(lambda client: client.ping(), 0.5)
    assert [record[1:] for record in caplog.record_tuples] == [(logging.INFO, "REDIS_URL: the Redis answers again")]
    assert redis.answers


def test_a_probe_asks_the_redis_and_the_circuit_breaker(redis: RedisStore) -> None:
    clients = given(redis)
    assert redis.works()
    assert clients.seconds == [1.5], "three timeouts: it may have to connect first"
    assert len(clients.client.executed) == 1 and not clients.client.options, "all that it asks is one round trip"
    given(redis, TimeoutError())
    assert not redis.works()
    for _ in range(3):
        with pytest.raises(Unavailable):
            redis.call(lambda client: client.ping(), 0.5)
    given(redis)
    assert not redis.works(), "no request asks it for now"


def test_a_success_between_failures_starts_the_count_anew(redis: RedisStore) -> None:
    """docs/cache.md: three failures in a row"""
    for error in [TimeoutError(), TimeoutError(), None] * 2:
        given(redis, error)
        Session(redis).get(b"key")
    assert (counted("redis error"), counted("redis skipped")) == (4, 0)


def test_an_error_as_a_reply_is_a_miss_of_a_redis_that_answers(redis: RedisStore) -> None:
    clients = given(redis, exceptions.ResponseError("OOM"))
    session = Session(redis)
    assert [session.get(b"key") for _ in range(6)] == [None] * 6
    assert len(clients.seconds) == 6
    assert (counted("redis refused"), counted("redis error"), counted("redis rejected")) == (6, 0, 0)


def test_after_a_call_without_a_reply_a_session_makes_no_other(redis: RedisStore) -> None:
    clients = given(redis, TimeoutError())
    session = Session(redis)
    assert session.get(b"key") is None
    assert session.get_many([b"key", b"other"]) == [None, None]
    assert session.claim(b"key", 1.0), "the caller computes"
    assert clients.seconds == [0.5]


def test_all_calls_of_a_session_take_the_timeout_together(redis: RedisStore, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr("service.cache.redis_store.time", SimpleNamespace(monotonic=clock))
    clients = given(redis)
    clients.takes = lambda: clock.sleep(0.2)
    session = Session(redis)
    for _ in range(5):
        session.get(b"key")
    assert clients.seconds == pytest.approx([0.5, 0.3, 0.1])


def test_no_more_is_read_than_the_largest_entry_may_have(redis: RedisStore) -> None:
    clients = given(redis)
    assert Session(redis).get(b"key") is None
    assert clients.client.ranges == [(b"key", 0, 18 + (1 << 20) - 1)], "the last byte is included"
    assert counted("redis rejected") == 0


NOISE = random.Random("noise").randbytes(1025)


@pytest.mark.parametrize("value", [NOISE, bytes(1025)], ids=["plain", "compressed"])
def test_a_value_that_is_read_with_others_has_at_most_a_kibibyte(redis: RedisStore, value: bytes) -> None:
    entry = SignedEntries().encode
    clients = given(redis)
    clients.client.found = [entry(b"fits", value[:1024]), entry(b"long", value), None]
    assert Session(redis).get_many([b"fits", b"long", b"missing"]) == [value[:1024], None, None]
    assert counted("redis rejected") == 1


@pytest.mark.parametrize("found", [None, b"ab", [], [None], [None] * 3, {b"a": None, b"b": None}])
def test_a_reply_without_an_entry_for_each_key_is_a_miss(redis: RedisStore, found: object) -> None:
    given(redis).client.found = found
    assert Session(redis).get_many([b"a", b"b"]) == [None, None]


def test_the_keys_of_a_cluster_are_read_slot_by_slot(redis: RedisStore) -> None:
    """Its MGET takes only keys of one slot."""
    client: Any = given(redis).client
    client.mget_nonatomic = lambda keys: [SignedEntries().encode(key, key * 2) for key in keys]
    assert Session(redis).get_many([b"a", b"b"]) == [b"aa", b"bb"]


def test_an_entry_that_is_no_text_is_rejected(redis: RedisStore) -> None:
    given(redis).client.found = [1, []]
    assert Session(redis).get_many([b"a", b"b"]) == [None, None]
    assert counted("redis rejected") == 2


def test_many_entries_are_stored_with_one_call_and_expire(redis: RedisStore) -> None:
    clients = given(redis)
    Session(redis).put_many({b"a": b"1", b"b": b"2"})
    entry = SignedEntries().encode
    (stored,) = clients.client.executed
    assert stored == [(b"a", entry(b"a", b"1"), {"ex": 60}), (b"b", entry(b"b", b"2"), {"ex": 60})]
    assert len(clients.seconds) == 1


def test_the_event_loop_calls_no_redis(redis: RedisStore, monkeypatch: pytest.MonkeyPatch) -> None:
    clients = given(redis)
    monkeypatch.setattr(worker_threads, "_event_loop", threading.get_ident())
    with pytest.raises(worker_threads.WouldWait):
        Session(redis).get(b"key")
    assert clients.seconds == []


@pytest.mark.parametrize(
    ("url", "error", "clients"),
    [
        ("redis://cache", exceptions.ResponseError, 1),
        ("redis://cache", exceptions.ConnectionError, 2),
        ("redis://cache", exceptions.TimeoutError, 2),
        ("redis+sentinel://cache/master", exceptions.ConnectionError, 2),
        ("redis+cluster://cache", exceptions.ResponseError, 1),
        ("redis+cluster://cache", exceptions.ConnectionError, 1),
        ("redis+cluster://cache", exceptions.TimeoutError, 1),
        ("redis+cluster://cache", ValueError, 2),
    ],
)
def test_a_client_is_made_anew_unless_the_server_replied_or_it_is_one_of_a_cluster(
    url: str, error: type[Exception], clients: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cluster goes on with the nodes that are left; a server or a master is looked up again."""
    made = list[object]()

    def connect(watch: Any) -> object:
        made.append(watch)
        return made

    def fails(client: object) -> None:
        raise error

    before = set(threading.enumerate())
    monkeypatch.setattr("service.cache.redis_store.connector", lambda address, seconds: connect)
    redis = RedisStore(parse_redis_url(url), timeout=20.0, ttl=60)
    for command in (fails, len):
        Session(redis)._call(command, None)
    assert len(made) == clients
    (thread,) = set(threading.enumerate()) - before
    redis.close()
    assert not thread.is_alive()


def test_clients_that_another_thread_has_just_made_are_used(redis: RedisStore) -> None:
    class Lock:
        def __enter__(self) -> None:
            self.clients = given(redis)

        def __exit__(self, *error: object) -> None: ...

    lock: Any = Lock()
    redis._lock = lock
    Session(redis).get(b"key")
    assert lock.clients.seconds == [0.5]
