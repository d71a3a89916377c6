"""From how many hands, and from which share of hits, is a Redis faster than computing the odds of hands?

Requests of /v1/hands/evaluate go in process to a service that computes all odds (CACHE_EVALUATIONS=off), and to one
that uses a Redis (on), which is started here and listens on a Unix socket and, with --tcp 1, on TCP. A share of the
hands of each request is in the Redis; the others are always new: a miss costs the lookup, the computation and the
write.

Then a day of games is simulated: each hand of many deals, before and after the exchange, is evaluated by its player,
two spectators, a bot and a reader of the record. Each request combines what tables ask at the same time; two workers
answer in turn and share the Redis.

Ratio: the time to compute / to use the Redis, request by request; above 1 the Redis pays.
"""

import random
import tempfile
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import _shared as shared

PATH = "/v1/hands/evaluate"
PACK = [rank + suit for suit in "SHDC" for rank in "789TJQKA"]
COUNTS, SHARES = (1, 4, 8, 16, 40, 200, 1000), (0.0, 0.5, 0.75, 1.0)
ASKED_BY = 5  # a player, two spectators, a bot, a reader


def dealt(rng: random.Random) -> dict[str, Any]:
    """A dealt hand."""
    return {"cards": rng.sample(PACK, 12)}


def exchanged(rng: random.Random) -> dict[str, Any]:
    """A hand after its exchange, with the discards that its player knows."""
    cards = rng.sample(PACK, 16)
    return {"cards": cards[:12], "discards": cards[12:]}


def bodies(old: list[Any], count: int, share: float, rng: random.Random) -> Iterator[bytes]:
    """Yield requests without end, with the given share of known hands; the others are new."""
    while True:
        hits = round(count * share)
        hands = [*rng.sample(old, hits), *(dealt(rng) for _ in range(count - hits))]
        yield shared.encoded([{"hands": hands}])[0]


def job(app: shared.App, requests: Iterator[bytes]) -> Callable[[], object]:
    return lambda: shared.call(app, PATH, next(requests))


def service(mode: str, url: str) -> shared.App:
    return shared.service_app({"REDIS_URL": url, "REDIS_TIMEOUT_MS": "5000", "CACHE_EVALUATIONS": mode})


def a_day(deals: int, together: int, rng: random.Random) -> list[bytes]:
    """The requests of a day in order. Those for the same hand are within a few hundred hands of each other."""
    hands = [make(rng) for _ in range(2 * deals) for make in (dealt, exchanged)]
    places = [(at + rng.uniform(0, 400), hand) for at, hand in enumerate(hands) for _ in range(ASKED_BY)]
    asked = [hand for _, hand in sorted(places, key=lambda place: place[0])]
    return shared.encoded([{"hands": asked[at : at + together]} for at in range(0, len(asked), together)])


def through_the_day(mode: str, url: str, requests: list[bytes]) -> float:
    """Seconds that two workers take for the requests, which they answer in turn."""
    workers = [service(mode, url) for _ in range(2)]
    pairs = list(zip(cycle(workers), requests, strict=False))
    return shared.seconds(lambda: [shared.call(app, PATH, body) for app, body in pairs])


def main() -> None:
    given = shared.arguments(__doc__ or "", deals=(400, "deals of the day"), tcp=(0, "1: over TCP"))
    from tests.cache.servers import Server  # after the path has been set

    rng = random.Random("hand odds")
    old = [dealt(rng) for _ in range(1000)]
    with tempfile.TemporaryDirectory(prefix="piquet-") as directory, Server(Path(directory) / "one") as server:
        url = server.url if given.tcp else server.unix_url
        off, on = service("off", url), service("on", url)
        shared.call(on, PATH, shared.encoded([{"hands": old}])[0])
        for count in COUNTS[:3] if given.quick else COUNTS:
            for share in SHARES:
                if count == 1 and 0 < share < 1:
                    continue
                seeds = [rng.random() for _ in range(2)]
                jobs = {
                    "computed": job(off, bodies(old, count, share, random.Random(seeds[0]))),
                    "asked": job(on, bodies(old, count, share, random.Random(seeds[1]))),
                }
                taken = shared.side_by_side(jobs, given.rounds)
                found = shared.ratio(taken["computed"], taken["asked"])
                shared.show(f"{count:4} hands, {share:.0%} found", taken, "computed", "asked", count, found)
        deals = 20 if given.quick else given.deals
        for together in (4, 40, 200):
            requests = a_day(deals, together, random.Random("a day"))
            computed = through_the_day("off", url, requests)
            for mode in ("on", "auto"):
                server.client.flushdb()
                before = server.client.info("stats")
                took = through_the_day(mode, url, requests)
                after = server.client.info("stats")
                hits, misses = (after[name] - before[name] for name in ("keyspace_hits", "keyspace_misses"))
                share = hits / max(hits + misses, 1)
                print(
                    f"a day of {deals} deals, {together:3} hands a request, {mode:4}: off {computed:.2f} s, "
                    f"{took:.2f} s, ratio {computed / took:.2f}; {hits + misses} asked for, {share:.0%} found",
                    flush=True,
                )


if __name__ == "__main__":
    main()
