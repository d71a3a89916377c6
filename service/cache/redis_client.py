"""Clients of redis-py for an address. The import is here, since it takes longer than the rest of the service."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from service.cache.bounded_call import Watch
from service.settings.redis_url import RedisAddress

if TYPE_CHECKING:
    from redis import Redis

#: Makes a client, and tells of each of its connections before anything is read from it.
Connect = Callable[[Watch], "Redis"]

# What a single wait of a socket takes of the whole time-out: where there are others to ask, some is left for them.
_SHARES = {"single": 1.0, "sentinel": 1 / 3, "cluster": 1 / 3}


def connector(address: RedisAddress, seconds: float) -> Connect:
    """Makes clients for `address`, each for one thread. None tries the same twice: trying again is the next request."""
    from redis import Redis
    from redis.backoff import NoBackoff
    from redis.cluster import ClusterNode, RedisCluster
    from redis.retry import Retry
    from redis.sentinel import Sentinel

    wait = seconds * _SHARES[address.topology]
    wire: dict[str, Any] = {
        "socket_timeout": wait,
        "socket_connect_timeout": wait,
        "protocol": 2,  # nothing to be agreed upon, so that a new connection may be used at once
        "driver_info": None,
        **({"ssl": True, **address.tls} if address.tls is not None else {}),
    }
    data = {**wire, **address.login}

    def greet(connection: Any) -> None:
        # What a server of TLS 1.3 sends of itself is read with the first reply. Before one, the client takes it for an
        # answer that nobody asked for, and does not use the connection.
        if address.tls is not None:
            connection.send_command("PING", check_health=False)
            connection.read_response()

    def watched(watch: Watch) -> dict[str, Any]:
        def on_connect(connection: Any) -> None:
            watch(connection)
            connection.on_connect()
            greet(connection)

        return {"retry": Retry(NoBackoff(), 0), "redis_connect_func": on_connect}

    def single(watch: Watch) -> "Redis":
        if address.path:
            return Redis(unix_socket_path=address.path, db=address.db, **data, **watched(watch))
        ((host, port),) = address.hosts
        return Redis(host=host, port=port, db=address.db, **data, **watched(watch))

    def sentinel(watch: Watch) -> "Redis":
        telling = {**wire, **address.sentinel_login, **watched(watch)}
        sentinels = Sentinel(address.hosts, sentinel_kwargs=telling)  # type: ignore[no-untyped-call]
        found = sentinels.master_for(  # type: ignore[no-untyped-call]
            address.service, db=address.db, **data, **watched(watch)
        )
        return cast("Redis", found)

    def cluster(watch: Watch) -> Any:
        class Watched(RedisCluster):
            def on_connect(self, connection: Any) -> None:
                watch(connection)
                super().on_connect(connection)  # type: ignore[no-untyped-call]
                greet(connection)

        nodes = [ClusterNode(*host) for host in address.hosts]  # type: ignore[no-untyped-call]
        # The second try is at another node, for what any of them can tell.
        return Watched(startup_nodes=nodes, retry=Retry(NoBackoff(), 1), **data)

    return {"single": single, "sentinel": sentinel, "cluster": cluster}[address.topology]
