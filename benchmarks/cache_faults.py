"""How does the service behave when its Redis has a fault?

For each fault, a service without caches of its own and with a real Redis (started here) analyses the play of the same
small positions over the HTTP interface in process. Printed are the requests, the responses that differ from those
without a cache, the failed requests, and how much longer than without a cache the median request and the slowest one
took. `REDIS_TIMEOUT_MS` is 50, the default: the slowest request may take that much longer, plus the noise of the
machine.
"""

import json
import logging
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import _shared as shared

PATH = "/v1/play/analyse"
PACK = [rank + suit for suit in "SHDC" for rank in "789TJQKA"]
NOTHING = {"CACHE_MEMORY_BYTES": "0"}


def questions(count: int) -> list[bytes]:
    """Positions with six cards each, which take a millisecond."""
    rng = random.Random("faults")
    hands = [rng.sample(PACK, 12) for _ in range(count)]
    return shared.encoded(
        [{"ruleset": "portland", "hands": {"elder": h[:6], "younger": h[6:]}, "leader": "elder"} for h in hands]
    )


def spoil(change: Callable[[Any, bytes], None]) -> Callable[[Any], None]:
    """A fault that changes each entry with the given function."""

    def every(server: Any) -> None:
        for key in server.client.scan_iter():
            change(server.client, key)

    return every


def wrong_type(redis: Any, key: bytes) -> None:
    redis.delete(key)
    redis.lpush(key, "a list")


def out_of_memory(server: Any) -> None:
    server.client.flushall()
    server.client.config_set("maxmemory-policy", "noeviction")
    server.client.config_set("maxmemory", 1)


def restart(server: Any) -> None:
    server.kill()
    server.start()


def flip(value: bytes) -> bytes:
    return value[:-1] + bytes([value[-1] ^ 1])


# The faults of the server, or of its entries, after it has been filled.
FAULTS: dict[str, Callable[[Any], None]] = {
    "none": lambda server: None,
    "killed": lambda server: server.kill(),
    "restarted empty": restart,
    "paused": lambda server: server.pause(),
    "out of memory, noeviction": out_of_memory,
    "entries of rubbish": spoil(lambda redis, key: redis.set(key, b"rubbish" * 40)),
    "entries cut short": spoil(lambda redis, key: redis.set(key, redis.get(key)[:-9])),
    "entries with one bit changed": spoil(lambda redis, key: redis.set(key, flip(redis.get(key)))),
    "entries of another version": spoil(lambda redis, key: redis.set(key, b"\xff" + redis.get(key)[1:])),
    "entries of another type": spoil(wrong_type),
}


def measure(app: Any, sent: list[bytes], right: list[Any]) -> tuple[int, int, list[float]]:
    """Wrong responses, failures, and the seconds of each request."""
    wrong = failed = 0
    seconds = []
    for body, answer in zip(sent, right, strict=True):
        started = time.perf_counter()
        try:
            told = json.loads(shared.call(app, PATH, body))
        except SystemExit:
            failed += 1
            continue
        finally:
            seconds.append(time.perf_counter() - started)
        wrong += told != answer
    return wrong, failed, seconds


def main() -> None:
    given = shared.arguments(__doc__)
    from tests.cache.impostor import flooding, listening
    from tests.cache.servers import Server, cluster

    logging.disable(logging.WARNING)

    sent = questions(30 if given.quick else 300)
    bare = shared.service_app(NOTHING)
    right = [json.loads(shared.call(bare, PATH, body)) for body in sent]
    _, _, without = measure(bare, sent, right)
    print(f"without a cache: median {statistics.median(without) * 1e3:.1f} ms, slowest {max(without) * 1e3:.1f} ms\n")
    print("| fault | requests | wrong | failed | median, ms more | slowest, ms more |")
    print("| --- | --- | --- | --- | --- | --- |")

    def show(name: str, url: str, do: Callable[[], None] = lambda: None) -> None:
        app = shared.service_app({**NOTHING, "REDIS_URL": url})
        measure(app, sent, right)  # fills it
        do()
        wrong, failed, seconds = measure(app, sent, right)
        more = sorted(now - then for now, then in zip(seconds, without, strict=True))
        figures = f"{statistics.median(more) * 1e3:.1f} | {more[-1] * 1e3:.1f}"
        print(f"| {name} | {len(sent)} | {wrong} | {failed} | {figures} |", flush=True)

    for name, fault in FAULTS.items():
        with tempfile.TemporaryDirectory(prefix="piquet-") as path, Server(Path(path) / "one") as server:
            show(name, server.url, lambda fault=fault, server=server: fault(server))
            if name == "paused":
                server.resume()
    with listening(flooding(b"$")) as port:
        show("something else answers, without end", f"redis://127.0.0.1:{port}/0")
    with ExitStack() as stack:
        path = stack.enter_context(tempfile.TemporaryDirectory(prefix="piquet-"))
        masters = stack.enter_context(cluster(Path(path)))
        places = ",".join(f"127.0.0.1:{master.port}" for master in masters)
        show("a cluster of three masters, one dies", f"redis+cluster://{places}", masters[0].kill)


if __name__ == "__main__":
    main()
