"""How long does it take to fetch a result from the cache, compared with computing it?

A value of the given size (`--bytes`, compressible like JSON) is fetched in turn from the memory of the process; from a
Redis over a Unix socket and over TCP, both through the store alone and through `Cache` (key, single flight, digest,
decompression); and, for comparison, with the bare client over the same Unix socket. A miss is a `Cache` that finds
nothing in the Redis, computes nothing, and stores the result there. The benchmark starts the Redis.

Ratio: the time of each / of a computation of `--work` microseconds. Below 1 the cache pays.
"""

import itertools
import json
import statistics
import tempfile
import time
from pathlib import Path

import _shared as shared

from service.cache import Cache, Region
from service.cache.redis_store import RedisStore
from service.cache.single_flight import InProcessStore
from service.settings.redis_url import parse_redis_url


def work(microseconds: float) -> None:
    """A computation of the given length."""
    until = time.perf_counter() + microseconds / 1e6
    while time.perf_counter() < until:
        pass


def main() -> None:
    given = shared.arguments(__doc__, bytes=(400, "bytes of a value"), work=(1000, "microseconds of a computation"))
    from tests.cache.servers import Server  # after the path has been set

    value = json.dumps({"odds": [number * 7919 % 1000 for number in range(10_000)]}).encode()[: given.bytes]
    region: Region[bytes] = Region("bench", 1, bytes, bytes)
    count = 50 if given.quick else 500
    fresh = (b"%d" % number for number in itertools.count())

    def never() -> bytes:
        raise AssertionError("it was not there")

    def times(job):
        return lambda: [job() for _ in range(count)]

    with tempfile.TemporaryDirectory(prefix="piquet-") as directory, Server(Path(directory) / "one") as server:
        unix, tcp = (RedisStore(parse_redis_url(url), timeout=1.0, ttl=1000) for url in (server.unix_url, server.url))
        local = Cache(InProcessStore(1 << 24))
        caches = {"unix": Cache(InProcessStore(0), unix), "tcp": Cache(InProcessStore(0), tcp)}
        for cache in (local, *caches.values()):
            cache.get_or_create(region, b"known", lambda: value)
        key = region.key(b"known")
        bare = server.client
        jobs = {
            "in process, Cache": lambda: local.get_or_create(region, b"known", never),
            "Unix socket, bare client": lambda: bare.get(key),
            "Unix socket, store": lambda: unix.session().get(key),
            "Unix socket, Cache": lambda: caches["unix"].get_or_create(region, b"known", never),
            "TCP, store": lambda: tcp.session().get(key),
            "TCP, Cache": lambda: caches["tcp"].get_or_create(region, b"known", never),
            "Unix socket, Cache, a miss": lambda: caches["unix"].get_or_create(region, next(fresh), lambda: value),
            "computing": lambda: work(given.work),
        }
        taken = shared.side_by_side({name: times(job) for name, job in jobs.items()}, given.rounds)
        print(f"{len(value)} bytes, {len(bare.get(key))} as an entry")
        for name in jobs:
            found = shared.ratio(taken[name], taken["computing"])
            print(f"{name:28} {shared.micro(taken[name], count)}  ratio {found:.4f}")
        per = {name: statistics.median(seconds) / count * 1e6 for name, seconds in taken.items()}
        print(f"a Redis pays from {per['Unix socket, Cache']:.0f} (Unix socket) or {per['TCP, Cache']:.0f} µs (TCP)")
        for redis in (unix, tcp):
            redis.close()


if __name__ == "__main__":
    main()
