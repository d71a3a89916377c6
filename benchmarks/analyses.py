"""How long does it take to compute an analysis, compared with fetching it from a Redis and with brute force?

The analyses are the odds of a hand's holdings before the exchange, the play with all cards known, and elder's exchange.
Each is requested in process from a service without caches, and from one that finds the result only in a Redis (started
here, over a Unix socket). The odds are fetched through the cache like the others, although the service computes them.
For the exchange a third service finds the result in its own memory, and all three are also compared by processor time
on one core, the Redis not included: the least of all rounds for each hand, which depends little on what else runs.

The exchange is also compared with brute force over the same draws in plain Python, with hands as sets of strings: a
sample of the draws, scaled to all 14.9 million. This is for `plain`; `full` also enumerates the hands of the other
player.

Ratio: the time to compute / to fetch, and of brute force / to compute. Targets for the exchange: 100 and 50.
"""

import itertools
import json
import math
import os
import random
import tempfile
import time
from pathlib import Path
from typing import Any

import _shared as shared
import msgspec

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in a process of the pool; read when numpy is imported

from service.analysis.odds import evaluate, holdings_odds
from service.analysis.suit_symmetry import canonical, question
from service.cache import Cache, Region
from service.cache.redis_store import RedisStore
from service.cache.single_flight import InProcessStore
from service.piquet.cards.cards import PACKS, hand_of
from service.piquet.rulesets.published import ruleset
from service.settings.redis_url import parse_redis_url

NOTHING = {"CACHE_MEMORY_BYTES": "0"}
PACK = [rank + suit for suit in "SHDC" for rank in "789TJQKA"]


def hands(count: int) -> list[tuple[list[str], list[str]]]:
    """Pairs of dealt hands, elder's and younger's."""
    rng = random.Random("analyses")
    drawn = (rng.sample(PACK, 24) for _ in range(count))
    return [(cards[:12], cards[12:]) for cards in drawn]


def asks(path: str, bodies: list[Any]) -> Any:
    sent = shared.encoded(bodies)
    return lambda app: [shared.call(app, path, body) for body in sent]


def of_odds(redis: RedisStore, some: list[tuple[list[str], list[str]]]) -> tuple[Any, Any]:
    """Functions that compute and that fetch the odds of these hands."""
    rules, cache = ruleset("portland"), Cache(InProcessStore(0), redis)
    region: Region[Any] = Region("bench_odds", 1, msgspec.msgpack.encode, msgspec.msgpack.decode)
    masks = [hand_of(elder) for elder, _ in some]

    def compute(hand: int) -> Any:
        return [list(odds) for odds in holdings_odds(rules, evaluate(rules, hand, 0), PACKS[32] & ~hand, 0)]

    def fetch() -> None:
        for hand in masks:
            cache.get_or_create(region, question(rules, canonical(hand).sets), lambda hand=hand: compute(hand))

    fetch()
    return lambda: [compute(hand) for hand in masks], fetch


def processor_times(services: dict[str, Any], path: str, bodies: list[Any], rounds: int) -> dict[str, list[float]]:
    """The least processor time of each service for each request. The first one computes; others are asked 20 times."""
    found: dict[str, list[float]] = {name: [] for name in services}
    times = {name: 20 if at else 1 for at, name in enumerate(services)}

    def repeated(name: str, body: bytes) -> Any:
        return lambda: [shared.call(services[name], path, body) for _ in range(times[name])]

    for body in shared.encoded(bodies):
        taken = shared.side_by_side({name: repeated(name, body) for name in services}, rounds, time.process_time)
        for name, each in taken.items():
            found[name].append(min(each) / times[name])
    return found


def show_processor_times(name: str, found: dict[str, list[float]]) -> None:
    """Print the median over the requests for each service, and the median of the ratios to the first one."""
    cold, *_ = found.values()
    cells = [f"{job} {shared.micro(taken, 1)}, ratio {shared.ratio(cold, taken):.0f}" for job, taken in found.items()]
    print(f"{name + ', processor time':42}  {'  '.join(cells)}", flush=True)


def brute_force(hand: list[str], sample: int) -> float:
    """Seconds to evaluate all hands that elder may reach, in plain Python, extrapolated from a sample of draws."""
    from tests.analysis.test_exchange import held

    rng = random.Random("brute force")
    unseen = [card for card in PACK if card not in hand]
    cases = sum(math.comb(12, count) * math.comb(20, count) for count in range(1, 6))
    started = time.perf_counter()
    for _ in range(sample):
        kept, drawn = rng.sample(hand, 7), rng.sample(unseen, 5)
        sum(scores for _, scores in held(frozenset(kept + drawn), {}))
    return (time.perf_counter() - started) / sample * cases


def main() -> None:
    given = shared.arguments(__doc__)
    from tests.cache.servers import Server  # after the path has been set

    some = hands(5 if given.quick else 40)
    with tempfile.TemporaryDirectory(prefix="piquet-") as directory, Server(Path(directory) / "one") as server:
        redis = RedisStore(parse_redis_url(server.unix_url), timeout=5.0, ttl=1000)
        computing = shared.service_app(NOTHING)
        fetching = shared.service_app({**NOTHING, "REDIS_URL": server.unix_url, "REDIS_TIMEOUT_MS": "5000"})
        remembering = shared.service_app({"CACHE_MEMORY_BYTES": str(1 << 24)})
        compute, fetch = of_odds(redis, some)
        taken = shared.side_by_side({"computed": compute, "fetched": fetch}, given.rounds)
        shared.show("odds", taken, "computed", "fetched", len(some), shared.ratio(taken["computed"], taken["fetched"]))
        play = [
            {"ruleset": "portland", "hands": {"elder": elder, "younger": younger}, "leader": "elder"}
            for elder, younger in some
        ]
        exchange = [{"side": "elder", "hand": elder} for elder, _ in itertools.islice(some, 5)]
        plain = [{**body, "mode": "plain"} for body in exchange]
        for name, path, bodies in (
            ("play", "/v1/play/analyse", play),
            ("exchange, plain", "/v1/exchanges/analyse", plain),
            ("exchange, full", "/v1/exchanges/analyse", exchange),
        ):
            ask = asks(path, bodies)
            assert ask(computing) == ask(fetching)  # which fills the Redis
            jobs = {
                "computed": lambda ask=ask: ask(computing),
                "fetched": lambda ask=ask: ask(fetching),
            }
            taken = shared.side_by_side(jobs, min(given.rounds, 5))
            found = shared.ratio(taken["computed"], taken["fetched"])
            shared.show(name, taken, "computed", "fetched", len(bodies), found)
            if path.startswith("/v1/exchanges"):
                services = {"cold": computing, "from the process": remembering, "from a Redis": fetching}
                show_processor_times(name, processor_times(services, path, bodies, min(given.rounds, 5)))
            if name == "exchange, plain":
                computed = sum(taken["computed"]) / len(taken["computed"]) / len(bodies)
                brute = brute_force(exchange[0]["hand"], 500 if given.quick else 20_000)
                print(f"brute force {brute:.0f} s (scaled), computed {computed:.2f} s: ratio {brute / computed:.0f}")
        print(json.dumps(server.client.info("memory")["used_memory_human"]), "in the Redis")
        redis.close()


if __name__ == "__main__":
    main()
