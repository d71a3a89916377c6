"""What a session asks of a client of redis-py, and what is logged when there is no answer."""

import logging
import os
from typing import Any

import pytest

from service.cache.redis_store import RedisStore, Session, Unavailable
from service.settings.redis_url import parse_redis_url
from tests.cache.helpers import counted


class Client:
    """Notes the options with which something is set."""

    def __init__(self) -> None:
        self.options: dict[str, Any] = {}

    def set(self, key: bytes, value: bytes, **options: Any) -> bool:
        self.options = options
        return True

    def ping(self) -> bool:
        return True


class Clients:
    """Calls with one client, or fails."""

    def __init__(self, error: Exception | None = None) -> None:
        self.client, self.error, self.seconds = Client(), error, list[float]()

    def call(self, command: Any, seconds: float) -> Any:
        self.seconds.append(seconds)
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
    assert [record.getMessage() for record in caplog.records] == [
        "the Redis does not answer (TimeoutError) and is not called for a while"
    ]
    assert len(clients.seconds) == 3
    assert (counted("redis error"), counted("redis skipped")) == (3, 3)


def test_a_probe_asks_the_redis_and_the_circuit_breaker(redis: RedisStore) -> None:
    clients = given(redis)
    assert redis.answers()
    assert clients.seconds == [1.5], "three timeouts: it may have to connect first"
    given(redis, TimeoutError())
    assert not redis.answers()
    for _ in range(3):
        with pytest.raises(Unavailable):
            redis.call(lambda client: client.ping(), 0.5)
    given(redis)
    assert not redis.answers(), "no request asks it for now"
