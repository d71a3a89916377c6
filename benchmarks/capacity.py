"""How many replicas does a number of concurrent games need?

The benchmark measures the cost of a game's requests for one worker under gunicorn, as in production. From that it
derives what 1,000 to 1,000,000 concurrent games need with the manifests of deploy/k8s: pods of two workers that are 60
% busy. Then it simulates one such pod, with requests at random moments and the measured times of one worker, to find
how long callers wait, also if the pod is busier.

The assumed game is random legal play from the deal to its end, with an action every five seconds (`--pause`) and the
requests of a table with two players for each: the check of the action, the next options, and a view for each seat.
"""

import heapq
import random
import statistics
import sys

import _http as http
import _shared as shared

WORKERS, BUSY = 2, 0.60
SEATS = "AB"


def game(app: shared.App, rng: random.Random, seed: str) -> list[tuple[str, bytes]]:
    """The requests of one deal: paths and bodies."""
    state = shared.ask(app, "/v1/deals", {"ruleset": "portland", "dealer": rng.choice(SEATS), "seed": seed})["state"]
    sent = []
    while state["phase"] != "deal_over":
        action = shared.random_action(app, state, rng)
        sent.append((shared.CHECK, {"state": state, "action": action}))
        state = shared.ask(app, shared.CHECK, {"state": state, "action": action})["state"]
        sent.append(("/v1/actions/options", {"state": state}))
        sent += [("/v1/states/view", {"state": state, "seat": seat}) for seat in SEATS]
    return [(path, shared.encoded([body])[0]) for path, body in sent]


def waits(service: list[float], rate: float, workers: int, rng: random.Random, count: int) -> list[float]:
    """The time of each of `count` requests from arrival to response. They arrive at random moments, `rate` a second,
    and the first free worker takes the next."""
    free, now, found = [0.0] * workers, 0.0, []
    for _ in range(count):
        now += rng.expovariate(rate)
        done = max(heapq.heappop(free), now) + rng.choice(service)
        heapq.heappush(free, done)
        found.append(done - now)
    return found


def main() -> None:
    given = shared.arguments(__doc__, pause=(5, "seconds between two actions of a game"))
    seed = 1
    rng = random.Random(seed)
    app = shared.service_app({"SEAL_KEYS": shared.PRODUCTION["SEAL_KEYS"]})
    deals = [game(app, rng, f"capacity {number}") for number in range(2 if given.quick else 8)]
    requests = [http.request_bytes(path, body) for deal in deals for path, body in deal]
    actions = sum(path == shared.CHECK for deal in deals for path, _ in deal)
    each = len(requests) / actions
    print(f"{len(deals)} deals (seed {seed}), {actions / len(deals):.0f} actions a deal, {each:.0f} requests an action")
    with http.gunicorn("service.wsgi:app", **shared.PRODUCTION) as server:
        client = http.Client(server.port)
        client.run(requests, len(requests))
        taken = [shared.seconds(lambda: client.run(requests, len(requests))) for _ in range(given.rounds)]
        client.close()
        alone = http.Client(server.port, 1)
        singly = [shared.seconds(lambda one=one: alone.run([one], 1)) for one in requests]
        alone.close()
    mean = statistics.median(taken) / len(requests)
    print(f"one worker answers {1 / mean:,.0f} of them a second, kept busy: {mean * 1e6:.0f} µs each")
    pod = WORKERS / mean
    print(f"a pod of {WORKERS} workers, {BUSY:.0%} busy: {BUSY * pod:,.0f} a second")
    size = sum(map(len, requests)) / len(requests)
    print("\n     games   requests/s   workers busy   pods   MB/s in")
    for games in (1_000, 10_000, 100_000, 1_000_000):
        rate = games / given.pause * each
        row = (rate, rate * mean, max(2, -(-rate // (BUSY * pod))), rate * size / 1e6)
        print(f"{games:10,} {row[0]:12,.0f} {row[1]:14,.1f} {row[2]:6,.0f} {row[3]:9,.0f}")
    # The time of a single request includes the client's share, so only its spread is used.
    print()
    scale = mean / statistics.mean(singly)
    service = [each * scale for each in singly]
    count = 20_000 if given.quick else 400_000
    for busy in (BUSY, 0.8, 0.9):
        found = sorted(waits(service, busy * pod, WORKERS, rng, count))
        half, most = (found[int(part * len(found))] * 1e3 for part in (0.5, 0.99))
        print(f"simulated, {busy:.0%} busy: half of {count:,} within {half:.1f} ms, 99 % within {most:.1f} ms")


if __name__ == "__main__":
    sys.exit(main())
