"""Store in a Redis, shared by all processes, and the clients of redis-py for a parsed REDIS_URL.

The Redis may be slow, full, unreachable or restarted, and its entries may be damaged. So each entry has a digest that
detects any change:

    byte 0        VERSION of this format
    byte 1        PLAIN or ZLIB
    bytes 2..17   BLAKE2b over the key of the entry, byte 1 and the body; keyed, if there is a secret
    bytes 18..    the body

The digest covers the key, which contains the versions of the engine and of the region: an entry that was copied from
another key is rejected like a truncated one. Without a secret, anyone who can write to the Redis can forge an entry.

redis-py is imported inside the function, because importing it takes longer than importing the rest of the service.

Replies are parsed in Python. hiredis makes the whole list that a reply announces before an element of it arrives, with
the lock of the interpreter held: the first line of a list of 2,147,483,647 elements stops a worker for seconds and
takes 16 GiB.
"""

import hmac
import logging
import os
import time
import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from math import inf
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any, TypeVar, cast

from service.cache.bounded_call import BoundedClients, CircuitBreaker, Watch
from service.cache.outcomes import count
from service.runtime.shared_times import SLOTS, times
from service.runtime.worker_threads import require_thread
from service.settings.redis_url import RedisAddress

if TYPE_CHECKING:
    from redis import Redis

# ---------------------------------------------------------------- clients

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


# ---------------------------------------------------------------- the store

# ---------------------------------------------------------------- signed entries


VERSION, PLAIN, ZLIB = 1, 0, 1
HEAD = 18

#: The maximum size of a value in bytes, compressed or not. Longer ones are neither written, read nor decompressed.
LARGEST = 1 << 20

# Shorter values are not compressed. Longer ones are if that saves at least an eighth.
_MIN_COMPRESSED = 256


class SignedEntries:
    """The encoder and decoder of entries. `secret` may be empty."""

    def __init__(self, secret: str = "") -> None:
        self._secret = blake2b(secret.encode(), digest_size=32).digest() if secret else b""

    def encode(self, key: bytes, value: bytes) -> bytes | None:
        """Return the entry for `value` under `key`; None if the value is too long."""
        if len(value) > LARGEST:
            return None
        coding, body = PLAIN, value
        if len(value) >= _MIN_COMPRESSED:
            compressed = zlib.compress(value)
            if len(compressed) <= len(value) * 7 // 8:
                coding, body = ZLIB, compressed
        return bytes((VERSION, coding)) + self._digest(key, coding, body) + body

    def decode(self, key: bytes, entry: bytes, limit: int = LARGEST) -> bytes | None:
        """Return the value of an entry under `key`.

        None if `encode` did not make the entry for this key, or if the value has more than `limit` bytes.
        """
        if len(entry) < HEAD or entry[0] != VERSION or entry[1] not in (PLAIN, ZLIB):
            return None
        coding, body = entry[1], entry[HEAD:]
        if not hmac.compare_digest(entry[2:HEAD], self._digest(key, coding, body)):
            return None
        return body if coding == PLAIN else _decompress(body, limit)

    def _digest(self, key: bytes, coding: int, body: bytes) -> bytes:
        digest = blake2b(digest_size=HEAD - 2, key=self._secret, person=b"piquet entry")
        digest.update(len(key).to_bytes(4) + key + bytes((coding,)))
        digest.update(body)
        return digest.digest()


def _decompress(body: bytes, limit: int) -> bytes | None:
    decompressor = zlib.decompressobj()
    try:
        value = decompressor.decompress(body, limit)
    except zlib.error:
        return None
    return value if decompressor.eof else None


# ---------------------------------------------------------------- the store


logger = logging.getLogger("service.cache")

# What to do where the Redis refuses, by the name of the exception.
_STEPS = {
    "AuthenticationError": "correct the username and password in REDIS_URL",
    "NoPermissionError": "allow its user the keys and commands of docs/cache.md#run-a-redis",
    "OutOfMemoryError": "set its maxmemory-policy to allkeys-lfu, or give it memory",
    "ReadOnlyError": "let REDIS_URL lead to the master",
}

A = TypeVar("A")

_SILENCE = 600.0
_DOWN = "down"

#: Seconds between two questions of `watch`: as often as a circuit breaker that is open allows one.
_WATCH_SECONDS = 2.0

#: The maximum size in bytes of a value that is read together with others.
SMALL = 1024


class RedisStore:
    """The Redis at `address`. Calls take at most `timeout` seconds; entries expire after `ttl` seconds.

    The cache and the rate limit share it. Threads and connections are made at the first call, and again in a forked
    process.
    """

    def __init__(
        self,
        address: RedisAddress,
        *,
        timeout: float,
        ttl: int,
        secret: str = "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        from redis import exceptions

        cluster = address.topology == "cluster"
        self._error_replies = (exceptions.ResponseError,)  # the server is alive: it has replied
        # The client of a cluster is expensive to make, and continues with the nodes that are left.
        parts_fail = (exceptions.ConnectionError, exceptions.TimeoutError)
        self._kept_after = (*self._error_replies, *parts_fail) if cluster else self._error_replies
        self._connect = connector(address, timeout)
        self.timeout, self.ttl = timeout, ttl
        self.entries = SignedEntries(secret)
        self._breaker = CircuitBreaker(clock=clock)
        self._clock = clock
        self._logged = times()  # when what was logged, by a hash of it
        self._refuses = False  # what `watch` has found
        self._lock = Lock()
        self._closed = Event()
        self._clients: tuple[int, BoundedClients[Redis] | None] = 0, None  # with the id of the process that made them

    def session(self) -> "Session":
        """Return a session for one request."""
        return Session(self)

    @property
    def answers(self) -> bool:
        """Whether the circuit breaker is closed, and `watch` has found that nothing is refused."""
        return self._breaker.closed and not self._refuses

    def works(self) -> bool:
        """Whether the Redis does now what the cache and the rate limit ask of it, and the circuit breaker is closed."""
        try:
            self._own_clients().call(_try_commands, 3 * self.timeout)
        except self._error_replies as error:
            self._log_refusal(error)
            return False
        except Exception:
            return False
        return self.answers

    def call(self, command: Callable[["Redis"], A], seconds: float) -> A | None:
        """Run `command`. Returns None if the reply is an error.

        Raises `Unavailable` if there is no reply after `seconds`, or if the circuit breaker is open.
        """
        require_thread()
        if not self._breaker.allows():
            count("redis skipped")
            raise Unavailable
        try:
            answer = self._own_clients().call(command, seconds)
        except self._error_replies as error:
            count("redis refused")
            self._log_refusal(error)
            answer = None
        except Exception as error:
            count("redis error")
            opened = self._breaker.failed()
            first = opened and self._begins(_DOWN, inf)
            if opened and type(error).__name__ in _STEPS:
                self._log_refusal(error)
            elif first:
                logger.warning(
                    "REDIS_URL: the Redis does not answer (%s); meanwhile each worker caches and counts quotas alone",
                    type(error).__name__,
                )
            raise Unavailable from None
        if self._breaker.succeeded() and self._logged[_slot(_DOWN)] > -inf:
            self._logged[_slot(_DOWN)] = -inf
            logger.info("REDIS_URL: the Redis answers again")
        return answer

    def watch(self) -> None:
        """Begin to ask on a thread of its own, so that what is known of the Redis is true without requests, too."""
        self._closed.clear()
        Thread(target=self._watch, name="redis watch", daemon=True).start()

    def _watch(self) -> None:
        while not self._closed.is_set():
            with suppress(Unavailable):
                self._refuses = self.call(_try_commands, _COMMANDS * self.timeout) is None
            self._closed.wait(_WATCH_SECONDS)

    def _log_refusal(self, error: Exception) -> None:
        """Log that the Redis replied with an error: each kind of error once in `_SILENCE` seconds."""
        kind = "WRONGTYPE" if "WRONGTYPE" in str(error) else type(error).__name__
        if self._begins(kind, _SILENCE):
            logger.warning(
                "REDIS_URL: the Redis refuses what is needed (%s), in its words %.200r; "
                "meanwhile each worker counts quotas alone: %s",
                kind,
                str(error).rpartition(" caused error: ")[2],  # without the command, which names a caller
                _STEPS.get(type(error).__name__, "see docs/cache.md#run-a-redis"),
            )

    def _begins(self, what: str, seconds: float) -> bool:
        """Whether no process of the service has found this within so many seconds. One of them logs it."""
        now = self._clock()
        if now - self._logged[_slot(what)] < seconds:
            return False
        self._logged[_slot(what)] = now
        return True

    def close(self) -> None:
        """End the threads and connections. The next call makes new ones."""
        self._closed.set()
        with self._lock:
            _, clients = self._clients
            self._clients = 0, None
        if clients is not None:
            clients.close()

    def _own_clients(self) -> "BoundedClients[Redis]":
        """Return the clients that this process made."""
        pid, clients = self._clients
        if clients is not None and pid == os.getpid():
            return clients
        with self._lock:
            pid, clients = self._clients
            if clients is None or pid != os.getpid():
                clients = BoundedClients(self._connect, kept_after=self._kept_after)
                self._clients = os.getpid(), clients
            return clients


def _slot(what: str) -> int:
    return zlib.crc32(what.encode()) % SLOTS


#: How many commands `_try_commands` runs, each by itself in a cluster.
_COMMANDS = 8


def _try_commands(redis: "Redis") -> bool:
    """Run each command that the service needs, on keys of its own. Raises what the client raises; returns True."""
    entry, counter = b"piquet:probe", b"piquet:limits:probe"
    # One round trip, but for a cluster: its pipelines have neither PING nor MGET.
    together: Any = redis if hasattr(redis, "mget_nonatomic") else redis.pipeline(transaction=False)
    together.ping()
    together.set(entry, b"", ex=1)
    together.getrange(entry, 0, 0)
    together.mget([entry])
    together.set(_claim(entry), b"", nx=True, px=1000)
    together.delete(_claim(entry))
    together.incrby(counter, 0)
    together.expire(counter, 1)
    if together is not redis:
        together.execute()
    return True


class Unavailable(Exception):
    """The Redis did not answer, or was not called because it had not answered before."""


class Session:
    """The store for one request.

    A fault counts as a miss. All calls together take at most the timeout. After a call without a reply, no further call
    is made.
    """

    def __init__(self, redis: RedisStore) -> None:
        self._redis, self._left = redis, redis.timeout

    def get(self, key: bytes) -> bytes | None:
        """Return the value that was last put under `key`, unchanged; or None."""
        # GETRANGE limits the size that is read, whatever is stored there. A missing key reads as empty.
        found: object = self._call(lambda redis: redis.getrange(key, 0, HEAD + LARGEST - 1), b"")
        if found == b"":
            return None
        return self._decode(key, found, LARGEST)

    def put(self, key: bytes, value: bytes) -> None:
        """Store `value` for a while, if there is room."""
        entry = self._redis.entries.encode(key, value)
        if entry is None:
            self.release(key)
        else:
            self._call(lambda redis: redis.set(key, entry, ex=self._redis.ttl), None)

    def get_many(self, keys: Sequence[bytes]) -> list[bytes | None]:
        """Return the value that was last put under each key, unchanged; or None."""

        # GETRANGE for each key, as in `get`, would limit the size, but so many commands take longer than computing the
        # values. The timeout limits what is read; an entry that is too long is rejected.
        def mget(redis: Any) -> object:
            return getattr(redis, "mget_nonatomic", redis.mget)(keys)  # in a cluster: slot by slot

        found: object = self._call(mget, None)
        if not isinstance(found, list) or len(found) != len(keys):
            return [None] * len(keys)
        return [
            None if entry is None else self._decode(key, entry, SMALL) for key, entry in zip(keys, found, strict=True)
        ]

    def _decode(self, key: bytes, entry: object, limit: int) -> bytes | None:
        value = None
        if isinstance(entry, bytes) and len(entry) <= HEAD + limit:
            value = self._redis.entries.decode(key, entry, limit)
        if value is None:
            count("redis rejected")
        return value

    def put_many(self, values: Mapping[bytes, bytes]) -> None:
        """Store these values for a while, if there is room."""

        def set_all(redis: Any) -> None:
            pipeline = redis.pipeline(transaction=False)
            for key, value in values.items():
                pipeline.set(key, self._redis.entries.encode(key, value), ex=self._redis.ttl)
            pipeline.execute()

        self._call(set_all, None)

    def claim(self, key: bytes, seconds: float) -> bool:
        """Whether the caller should compute the value of `key`.

        False if another process has claimed it within the last `seconds` and has not released it. Without a reply, the
        caller computes.
        """
        px = max(1, round(seconds * 1000))
        return bool(self._call(lambda redis: redis.set(_claim(key), b"1", nx=True, px=px) is not None, True))

    def release(self, key: bytes) -> None:
        """Release a claim: the caller will not put a value under `key`."""
        self._call(lambda redis: redis.delete(_claim(key)), None)

    def _call(self, command: Callable[["Redis"], Any], otherwise: A) -> A:
        """Run `command`; return `otherwise` if anything fails."""
        if self._left <= 0:
            return otherwise
        start = time.monotonic()
        try:
            answer = self._redis.call(command, self._left)
        except Unavailable:
            self._left = 0.0
            return otherwise
        self._left -= time.monotonic() - start
        return otherwise if answer is None else answer


def _claim(key: bytes) -> bytes:
    return b"{%b}:claim" % key  # the hash tag puts the claim into the slot of the entry
