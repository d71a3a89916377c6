"""How long does it take to compute an analysis, compared with fetching it from a Redis and with brute force?

The analyses are the odds of a hand's holdings before the exchange, the play with all cards known, and elder's exchange.
Each is requested in process from a service without caches, and from one that finds the result only in a Redis (started
here, over a Unix socket). The odds are fetched through the cache like the others, although the service computes them.

The exchange is also compared with brute force over the same draws in plain Python, with hands as sets of strings: a
sample of the draws, scaled to all 14.9 million. This is for `plain`; `full` also enumerates the hands of the other
player.

Ratio: the time to compute / to fetch, and of brute force / to compute. Targets for the exchange: 100 and 50.
"""

import itertools
import json
import math
import random
import tempfile
import time
from pathlib import Path
from typing import Any

import _shared as shared
import msgspec

from service.analysis.hand_value import evaluate, holdings_odds
from service.analysis.suit_symmetry import canonical, question
from service.cache import Cache, Region
from service.cache.redis_store import RedisStore
from service.cache.stores import InProcessStore
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
        compute, fetch = of_odds(redis, some)
        taken = shared.side_by_side({"computed": compute, "fetched": fetch}, given.rounds)
        shared.show("odds", taken, "computed", "fetched", len(some), shared.ratio(taken["computed"], taken["fetched"]))
        play = [
            {"ruleset": "portland", "hands": {"elder": elder, "younger": younger}, "leader": "elder"}
            for elder, younger in some
        ]
        exchange = [{"side": "elder", "hand": elder} for elder, _ in itertools.islice(some, 2)]
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
            if name == "exchange, plain":
                computed = sum(taken["computed"]) / len(taken["computed"]) / len(bodies)
                brute = brute_force(exchange[0]["hand"], 500 if given.quick else 20_000)
                print(f"brute force {brute:.0f} s (scaled), computed {computed:.2f} s: ratio {brute / computed:.0f}")
        print(json.dumps(server.client.info("memory")["used_memory_human"]), "in the Redis")
        redis.close()


if __name__ == "__main__":
    main()
