"""How long does one check take within `check-many` of 100, compared with a single check?

The same 100 checks of states in the middle of the play are sent as 100 requests and as one request with 100 `items`; in
process and under gunicorn; with states that the service does not know (each is verified by replaying it), with sealed
ones, and with states in its cache. The other form of `check-many` is measured in process: one `state` with the
`actions` of a whole deal, applied in turn, compared with the same actions checked one by one, as a game does.

Ratio: time per check within check-many / of a single check. Target: at most 0.25.
"""

import json
import random

import _http as http
import _shared as shared

Environment = dict[str, str]


def whole_deal(app: shared.App, seed: int) -> tuple[list[bytes], bytes]:
    """A random deal from the first action to the last: as single checks, and as one state with its actions."""
    rng = random.Random(seed)
    dealt = shared.ask(app, "/v1/deals", {"ruleset": "portland", "dealer": "B", "seed": f"in turn {seed}"})
    first = state = dealt["state"]
    singles = []
    while state["phase"] not in ("deal_over", "partie_over"):
        singles.append({"state": state, "action": shared.random_action(app, state, rng)})
        state = shared.ask(app, shared.CHECK, singles[-1])["state"]
    together = {"state": first, "actions": [single["action"] for single in singles]}
    return shared.encoded(singles), shared.encoded([together])[0]


def show(name: str, times: dict[str, list[float]], count: int) -> None:
    shared.show(name, times, "in check-many", "single", count, shared.ratio(times["in check-many"], times["single"]))


def in_process(name: str, app: shared.App, singles: list[bytes], many: list[bytes], rounds: int) -> None:
    def run(path: str, bodies: list[bytes]) -> None:
        for body in bodies:
            shared.call(app, path, body)

    jobs = {"in check-many": lambda: run(shared.CHECK_MANY, many), "single": lambda: run(shared.CHECK, singles)}
    show(name, shared.side_by_side(jobs, rounds), len(singles))


def under_gunicorn(
    name: str, singles: list[bytes], many: list[bytes], rounds: int, environment: dict[str, str]
) -> None:
    with http.gunicorn("service.wsgi:app", **environment) as server:
        for connections in (1, http.CONNECTIONS):
            client = http.Client(server.port, connections)
            ones = [http.request_bytes(shared.CHECK, body) for body in singles]
            hundreds = [http.request_bytes(shared.CHECK_MANY, body) for body in many * connections]
            jobs = {
                "in check-many": lambda client=client, hundreds=hundreds: client.run(hundreds, len(hundreds)),
                "single": lambda client=client, ones=ones, pool=connections: client.run(ones, len(ones) * pool),
            }
            times = shared.side_by_side(jobs, rounds)
            show(f"{name}, gunicorn, {connections} connection(s)", times, len(singles) * connections)
            client.close()


def main() -> None:
    given = shared.arguments(__doc__)
    app, forgetful, sealing = map(shared.service_app, ({}, shared.FORGETFUL, shared.SEALING))
    bodies, sealed = shared.mid_play(app, 100), shared.mid_play(sealing, 100)
    singles, many = shared.encoded(bodies), shared.encoded([{"items": bodies}])
    items = json.loads(shared.call(app, shared.CHECK_MANY, many[0]))["items"]
    if len(items) != 100 or not all(item["legal"] for item in items):
        raise SystemExit("check-many did not find 100 legal actions")
    in_process("unknown states, in process", forgetful, singles, many, given.rounds)
    in_process("known states, in process", app, singles, many, given.rounds)
    under_gunicorn("unknown states", singles, many, given.rounds, shared.FORGETFUL)
    with_seals = shared.encoded(sealed), shared.encoded([{"items": sealed}])
    in_process("sealed states, in process", sealing, *with_seals, given.rounds)
    under_gunicorn("sealed states", *with_seals, given.rounds, shared.SEALING)
    under_gunicorn("known states", singles, many, given.rounds, {})
    deals = [whole_deal(app, seed) for seed in range(2 if given.quick else 10)]
    singles, many = [single for ones, _ in deals for single in ones], [together for _, together in deals]
    in_process("actions in turn, in process", app, singles, many, given.rounds)


if __name__ == "__main__":
    main()
