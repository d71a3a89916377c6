"""A real server that refuses commands: what the documents name is enough, and whatever is refused shows.

The log has it once, `/readyz` with details and the metrics have it, and requests are answered.
"""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from service.app import create_app
from service.cache import make_cache, redis_store
from service.middleware.rate_limits import make_counter
from service.settings.service import MiddlewareSettings, Quota, Settings
from tests.cache.helpers import PATIENT, cache_at, counted, fetch, redis_at, region
from tests.cache.servers import Sentinel, Server
from tests.helpers.waiting import wait_until

ROOT = Path(__file__).parents[2]
#: The line of docs/cache.md that makes the user.
RULES = re.search(r"^ACL SETUSER piquet (.*)$", (ROOT / "docs" / "cache.md").read_text(), re.MULTILINE)


def allow(server: Server, *further: str) -> str:
    """The address of a server for the user of the documents, with further rules."""
    assert RULES is not None
    rules = RULES[1].replace(">password", ">secret").split()
    server.client.execute_command("ACL", "SETUSER", "piquet", "reset", *rules, *further)
    return f"redis://piquet:secret@127.0.0.1:{server.port}/0"


def test_the_commands_of_the_documents_are_enough(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    url = allow(server)
    with cache_at(url, PATIENT) as cache:
        for number in (1, 2, 1, 2):
            fetch(cache, number, region(patience=10.0))
        assert counted("redis hit") == 2
        assert cache.report()["status"] == "ok"
    with redis_at(url, PATIENT) as redis:
        session = redis.session()
        session.put_many({b"piquet:a": b"1"})
        session.release(b"piquet:a")
        assert session.get_many([b"piquet:a", b"piquet:b"]) == [b"1", None]
    one, other = (make_counter(make_cache(Settings(redis_url=url, redis_timeout=PATIENT)).redis) for _ in range(2))
    assert (one("k", 60, 7, 3), other("k", 60, 7, 4)) == (3, 7)
    assert not caplog.records and counted("limits local") == counted("redis refused") == 0


def test_a_cluster_needs_the_two_commands_that_the_documents_add(masters: list[Server]) -> None:
    for master in masters:
        allow(master, "+command", "+cluster|slots")
    try:
        with cache_at(f"redis+cluster://piquet:secret@127.0.0.1:{masters[0].port}", PATIENT) as cache:
            for number in (1, 2, 3, 1, 2, 3):
                fetch(cache, number)
            assert counted("redis hit") == 3
            assert cache.report()["status"] == "ok"
    finally:
        for master in masters:
            master.client.execute_command("ACL", "DELUSER", "piquet")


def test_behind_sentinels_no_further_command_is_needed(directory: Path, server: Server) -> None:
    allow(server)
    with (
        Sentinel(directory / "s", server) as sentinel,
        cache_at(f"redis+sentinel://piquet:secret@127.0.0.1:{sentinel.port}/piquet", PATIENT) as cache,
    ):
        fetch(cache, 1)
        fetch(cache, 1)
        assert counted("redis hit") == 1
        assert cache.report()["status"] == "ok"


@pytest.mark.parametrize("command", ["ping", "set", "getrange", "mget", "del", "incrby", "expire"])
def test_each_command_of_the_documents_is_needed(server: Server, command: str) -> None:
    with cache_at(allow(server, f"-{command}"), PATIENT) as cache:
        assert cache.report() == {"kind": "redis", "status": "degraded"}


@pytest.mark.parametrize("command", ["incrby", "expire"])
def test_a_limit_that_is_counted_alone_shows_in_log_metrics_and_readiness(
    server: Server, command: str, caplog: pytest.LogCaptureFixture
) -> None:
    url = allow(server, f"-{command}")
    options = MiddlewareSettings(quotas=(Quota("minute", 100, 60),), health_details=True, metrics=True)
    client = create_app(Settings(redis_url=url, redis_timeout=PATIENT, middleware=options)).test_client()
    for _ in range(5):
        assert client.get("/v1/rulesets").status_code == 200
    (logged,) = [record.getMessage() for record in caplog.records if record.name == "service.cache"]
    assert "REDIS_URL: the Redis refuses what is needed (NoPermissionError)" in logged
    assert client.get("/readyz").get_json()["cache"]["status"] == "degraded"
    metrics = client.get("/metrics").get_data(as_text=True)
    assert 'piquet_cache_total{outcome="local",tier="limits"} 5.0' in metrics
    assert 'piquet_cache_total{outcome="refused",tier="redis"} 5.0' in metrics


def full(server: Server) -> None:
    server.client.set("large", b"x" * 100_000)
    server.client.config_set("maxmemory-policy", "noeviction")
    server.client.config_set("maxmemory", "1")


def replica(server: Server) -> None:
    server.client.execute_command("REPLICAOF", "127.0.0.1", "1")
    server.client.config_set("replica-serve-stale-data", "yes")


def refuses_writing(server: Server) -> None:
    server.client.execute_command("ACL", "SETUSER", "default", "-set", "-incrby")


def other_keys(server: Server) -> None:
    server.client.execute_command("ACL", "SETUSER", "default", "resetkeys", "~other:*")


def list_under_the_key(server: Server) -> None:
    server.client.lpush("piquet:limits:k/60/7", "x")


def without_counting(server: Server) -> None:
    allow(server, "-incrby")


def wrong_password(server: Server) -> None:
    allow(server)
    server.client.execute_command("ACL", "SETUSER", "piquet", "resetpass", ">another")


@pytest.mark.parametrize(
    ("treat", "said", "step"),
    [
        (without_counting, "NoPermissionError.*'incrby'", "allow its user the keys and commands of docs/cache.md"),
        (full, "OutOfMemoryError.*maxmemory", "allkeys-lfu"),
        (replica, "ReadOnlyError.*read only", "master"),
        (
            wrong_password,
            "AuthenticationError.*WRONGPASS|AuthenticationError.*invalid username",
            "correct the username",
        ),
    ],
)
def test_a_redis_that_answers_and_refuses_does_not_work_which_shows_without_requests(
    server: Server,
    treat: Callable[[Server], None],
    said: str,
    step: str,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(redis_store, "_WATCH_SECONDS", 0.02)
    with redis_at(allow(server), PATIENT) as redis:
        treat(server)
        redis.watch()
        wait_until(lambda: caplog.records and not redis.answers)
        (record,) = caplog.records
        assert re.search(said, record.getMessage()) and step in record.getMessage(), record.getMessage()
        assert "secret" not in record.getMessage()


def test_a_redis_that_refuses_no_longer_works_again(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_store, "_WATCH_SECONDS", 0.02)
    with redis_at(allow(server, "-incrby"), PATIENT) as redis:
        redis.watch()
        wait_until(lambda: not redis.answers)
        allow(server)
        wait_until(lambda: redis.answers)


@pytest.mark.parametrize(
    ("treat", "kind"),
    [
        (full, "OutOfMemoryError"),
        (replica, "ReadOnlyError"),
        (refuses_writing, "NoPermissionError"),
        (other_keys, "NoPermissionError"),
        (list_under_the_key, "WRONGTYPE"),
    ],
)
def test_whatever_a_redis_refuses_is_logged_once(
    server: Server, treat: Callable[[Server], None], kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    count = make_counter(make_cache(Settings(redis_url=server.url, redis_timeout=PATIENT)).redis)
    treat(server)
    assert [count("k", 60, 7, 1) for _ in range(4)] == [1, 2, 3, 4], "it counts in the process"
    (record,) = caplog.records
    assert record.getMessage().startswith(f"REDIS_URL: the Redis refuses what is needed ({kind})")
    assert counted("limits local") == 4
    with cache_at(server.url, PATIENT) as cache:
        assert (cache.report()["status"] == "degraded") == (treat is not list_under_the_key)
