r"""Clients of redis-py for a parsed REDIS_URL.

redis-py is imported inside the function, because importing it takes longer than importing the rest of the service.

Replies are parsed in Python. hiredis makes the whole list that a reply announces before an element of it arrives, with
the lock of the interpreter held: the thirteen bytes `*2147483647\r\n` stop a worker for seconds and take 16 GiB.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from service.cache.bounded_call import Watch
from service.settings.redis_url import RedisAddress

if TYPE_CHECKING:
    from redis import Redis

#: Makes a client. It passes each of its connections to `Watch` before it reads from it.
Connect = Callable[[Watch], "Redis"]

# The part of the whole timeout that one wait of a socket may take. With several servers, time is left for the others.
_SHARES = {"single": 1.0, "sentinel": 1 / 3, "cluster": 1 / 3}


def connector(address: RedisAddress, seconds: float) -> Connect:
    """Make a function that makes clients for `address`, each for one thread. Clients do not retry."""
    from redis import Redis
    from redis._parsers import _RESP2Parser
    from redis.backoff import NoBackoff
    from redis.cluster import ClusterNode, RedisCluster
    from redis.retry import Retry
    from redis.sentinel import Sentinel

    wait = seconds * _SHARES[address.topology]
    wire: dict[str, Any] = {
        "socket_timeout": wait,
        "socket_connect_timeout": wait,
        "protocol": 2,  # RESP2 needs no handshake, so that a new connection can be used at once
        "driver_info": None,
        **({"ssl": True, **address.tls} if address.tls is not None else {}),
    }
    data = {**wire, **address.login}

    def prepare(watch: Watch, connection: Any) -> None:
        watch(connection)
        connection.set_parser(_RESP2Parser)

    def greet(connection: Any) -> None:
        # With TLS 1.3 the server sends session tickets unasked, which are read with the first reply. Before that,
        # redis-py takes them for an unexpected reply and does not use the connection.
        if address.tls is not None:
            connection.send_command("PING")
            connection.read_response()

    def connection_options(watch: Watch) -> dict[str, Any]:
        def on_connect(connection: Any) -> None:
            prepare(watch, connection)
            connection.on_connect()
            greet(connection)

        return {"retry": Retry(NoBackoff(), 0), "redis_connect_func": on_connect}

    def single(watch: Watch) -> "Redis":
        if address.path:
            return Redis(unix_socket_path=address.path, db=address.db, **data, **connection_options(watch))
        ((host, port),) = address.hosts
        return Redis(host=host, port=port, db=address.db, **data, **connection_options(watch))

    def sentinel(watch: Watch) -> "Redis":
        sentinel_options = {**wire, **address.sentinel_login, **connection_options(watch)}
        sentinels = Sentinel(address.hosts, sentinel_kwargs=sentinel_options)  # type: ignore[no-untyped-call]
        master = sentinels.master_for(  # type: ignore[no-untyped-call]
            address.service, db=address.db, **data, **connection_options(watch)
        )
        return cast("Redis", master)

    def cluster(watch: Watch) -> Any:
        class WatchedCluster(RedisCluster):
            def on_connect(self, connection: Any) -> None:
                prepare(watch, connection)
                super().on_connect(connection)  # type: ignore[no-untyped-call]
                greet(connection)

        nodes = [ClusterNode(*host) for host in address.hosts]  # type: ignore[no-untyped-call]
        # One retry: commands that any node can answer go to another node.
        return WatchedCluster(startup_nodes=nodes, retry=Retry(NoBackoff(), 1), **data)

    return {"single": single, "sentinel": sentinel, "cluster": cluster}[address.topology]
