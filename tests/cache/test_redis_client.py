"""What a client of redis-py is made with, for each form of REDIS_URL. With real servers: test_topologies.py."""

from typing import Any

import pytest
from redis.connection import Connection, SSLConnection, UnixDomainSocketConnection

from service.cache import redis_store
from service.cache.redis_store import connector
from service.settings.redis_url import parse_redis_url

SECONDS = 0.3
WHOLE, THIRD = pytest.approx(0.3), pytest.approx(0.1)  # with several servers, time is left for two others


def made(url: str) -> Any:
    return connector(parse_redis_url(url), SECONDS)(lambda connection: None)


def bounded(options: dict[str, Any], wait: Any) -> None:
    """Every wait of a socket is bounded, nothing is tried again, and the first bytes are a command.

    A Unix socket has no time to connect.
    """
    assert (options["socket_timeout"], options.get("socket_connect_timeout", wait)) == (wait, wait)
    assert options["protocol"] == 2
    assert options["driver_info"] is None
    assert options["retry"].get_retries() == 0


@pytest.mark.parametrize(
    ("url", "kind", "expected"),
    [
        ("redis://cache", Connection, {"host": "cache", "port": 6379, "db": 0}),
        ("redis://:pw@cache:1/2", Connection, {"host": "cache", "port": 1, "db": 2, "password": "pw"}),
        ("redis://me:pw@cache", Connection, {"username": "me", "password": "pw"}),
        ("rediss://cache?ssl_ca_certs=/ca.pem", SSLConnection, {"ssl_ca_certs": "/ca.pem", "host": "cache"}),
        ("unix:///run/redis.sock?db=3", UnixDomainSocketConnection, {"path": "/run/redis.sock", "db": 3}),
    ],
)
def test_a_client_of_one_server(url: str, kind: type, expected: dict[str, Any]) -> None:
    pool = made(url).connection_pool
    assert pool.connection_class is kind
    assert {name: pool.connection_kwargs.get(name) for name in expected} == expected
    bounded(pool.connection_kwargs, WHOLE)


def test_a_client_of_sentinels_has_a_third_of_the_time_for_each_wait_and_two_logins() -> None:
    url = "rediss+sentinel://me:pw@a,b:1/mymaster/4?sentinel_password=other&ssl_check_hostname=false"
    pool = made(url).connection_pool
    assert (pool.service_name, pool.is_master) == ("mymaster", True)
    master = pool.connection_kwargs
    assert (master["db"], master["username"], master["password"]) == (4, "me", "pw")
    bounded(master, THIRD)
    assert issubclass(pool.connection_class, SSLConnection) and master["ssl_check_hostname"] is False
    asked = [each.connection_pool for each in pool.sentinel_manager.sentinels]
    assert [(each.connection_kwargs["host"], each.connection_kwargs["port"]) for each in asked] == [
        ("a", 26379),
        ("b", 1),
    ]
    for each in asked:
        assert each.connection_class is SSLConnection
        assert (each.connection_kwargs.get("username"), each.connection_kwargs["password"]) == (None, "other")
        bounded(each.connection_kwargs, THIRD)


def test_a_client_of_a_cluster_has_a_third_of_the_time_for_each_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cluster:
        def __init__(self, **options: Any) -> None:
            self.options = options

    monkeypatch.setattr("redis.cluster.RedisCluster", Cluster)
    options = made("rediss+cluster://:pw@a:1,b").options
    assert options["driver_info"] is None
    assert [(node.host, node.port) for node in options["startup_nodes"]] == [("a", 1), ("b", 6379)]
    assert (options["socket_timeout"], options["socket_connect_timeout"]) == (THIRD, THIRD)
    assert (options["protocol"], options["ssl"], options["password"]) == (2, True, "pw")
    assert options["retry"].get_retries() == 1, "another node"


class Greeted:
    """A connection that notes what happens to it."""

    def __init__(self) -> None:
        self.events = list[object]()

    def set_parser(self, parser: type) -> None:
        self.events.append(parser.__name__)

    def on_connect(self) -> None:
        self.events.append("redis-py prepares it")

    def send_command(self, *command: object) -> None:
        self.events.append(command)

    def read_response(self) -> None:
        self.events.append("reads the reply")


@pytest.mark.parametrize("topology", ["", "+sentinel", "+cluster"])
@pytest.mark.parametrize("scheme", ["redis", "rediss"])
def test_a_connection_is_watched_before_it_is_used_and_by_tls_a_reply_is_read_first(
    scheme: str, topology: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The watch comes first, because a call is cancelled by closing the connections that it has seen."""

    class Cluster:
        def __init__(self, **options: Any) -> None: ...

        def on_connect(self, connection: Greeted) -> None:
            connection.on_connect()

    monkeypatch.setattr("redis.cluster.RedisCluster", Cluster)
    address = parse_redis_url(f"{scheme}{topology}://a" + "/master" * (topology == "+sentinel"))
    client: Any = connector(address, SECONDS)(lambda connection: connection.events.append("watched"))
    if topology == "+cluster":
        greetings = [client.on_connect]
    else:
        pools = [client.connection_pool]
        if topology:
            pools += [each.connection_pool for each in pools[0].sentinel_manager.sentinels]
        greetings = [pool.connection_kwargs["redis_connect_func"] for pool in pools]
    greeting = [("PING",), "reads the reply"] if scheme == "rediss" else []
    for greet in greetings:
        connection = Greeted()
        greet(connection)
        assert connection.events == ["watched", "_RESP2Parser", "redis-py prepares it", *greeting]


def test_redis_py_is_imported_only_for_a_redis() -> None:
    """Importing it takes longer than importing the rest of the service."""
    origins = {
        getattr(value, "__module__", None) or getattr(value, "__name__", "") for value in vars(redis_store).values()
    }
    assert "service.settings.redis_url" in origins
    assert not [origin for origin in origins if origin.partition(".")[0] == "redis"]
