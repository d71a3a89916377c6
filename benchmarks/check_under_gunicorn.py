"""Which part of the speed of a bare Flask route does the check of an action reach, under gunicorn?

Each server has one worker, and this process sends requests to them in turn over a few persistent connections:
`POST /v1/actions/check` with a state in the middle of the play, and a bare route that decodes the same body and encodes
a response of the same size with the fastest installed JSON codec. The bare route runs under gunicorn's own gthread
worker with its default settings (*stock*), and under the worker and the settings of the deployment (*own*).

There are six cases: many different states that the service does not know (each is verified by replaying it); the same
states with the seals of a service that has keys; the same states concealed, with the view of the player in the
response; the same states in its cache, as when a game sends back what it was given; the same as in production (sealed
states only, access log, metrics, CORS, API key, rate limit); and one state repeatedly.

Ratios: requests per second of the check / of the bare route, and processor time of the worker per request of the bare
route / of the check. Targets: as in production at least 1.0 of stock; unknown 0.70 and concealed 0.55 of own.

`--server` checks actions under another server than that of the deployment.
"""

import json
import statistics
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import _http as http
import _shared as shared
from _servers import SERVERS, TARGET, in_front

CASES = (
    "unknown states",
    "sealed states",
    "concealed states",
    "known states",
    "known states, as in production",
    "one known state",
)


class Times(NamedTuple):
    """Seconds of each round: by the clock, and of the processor in the worker."""

    clock: list[float]
    processor: list[float]


class Side:
    """A server, the requests that it gets, and how long they take."""

    def __init__(self, server: http.Server, requests: Sequence[bytes], count: int, port: int | None = None) -> None:
        self._server, self._requests, self._count = server, requests, count
        self._client = http.Client(port or server.port)
        self.times = Times([], [])

    def run(self, *, measured: bool) -> None:
        before = self._server.processor_seconds()
        clock = shared.seconds(lambda: self._client.run(self._requests, self._count))
        if measured:
            self.times.clock.append(clock)
            self.times.processor.append(self._server.processor_seconds() - before)


def main() -> None:
    given = shared.arguments(__doc__, CASES, tuple(SERVERS))
    kind = SERVERS[given.server]
    app = shared.service_app()
    states = 50 if given.quick else 200
    plain = shared.mid_play(app, states)
    bodies, concealed = shared.encoded(plain), shared.encoded(shared.concealed(app, plain))
    sealed = shared.encoded(shared.mid_play(shared.service_app(shared.SEALING), states))
    answers = [shared.call(app, shared.CHECK, body) for body in bodies]
    codec = shared.faster_codec(bodies, answers)
    requests, with_seals, with_tokens = (
        [http.request_bytes(shared.CHECK, body) for body in some] for some in (bodies, sealed, concealed)
    )
    count = 200 if given.quick else 500
    print(f"{len(requests)} states, {http.CONNECTIONS} connections, {count} requests a round, bare route with {codec}")
    settings = (
        (shared.FORGETFUL, requests),
        (shared.SEALING, with_seals),
        (shared.SEALING, with_tokens),
        ({}, requests),
        (shared.PRODUCTION, with_seals),
        ({}, requests[:1]),
    )
    cases = dict(zip(CASES, settings, strict=True))
    with tempfile.TemporaryDirectory() as folder, ExitStack() as servers:
        answer = Path(folder) / "answer.json"
        answer.write_text(json.dumps(shared.middle(answers)))
        bare = {"BARE_ANSWER": str(answer), "BARE_CODEC": codec}
        stock = servers.enter_context(http.gunicorn("_bare:app", stock=True, **bare))
        own = servers.enter_context(http.gunicorn("_bare:app", **bare))
        for name in [given.only] if given.only else CASES:
            environment, sent = cases[name]
            with (
                http.gunicorn(TARGET, options=kind.options, **environment) as server,
                in_front(kind, server.port) as front,
            ):
                sides = {
                    "check": Side(server, sent, count, front.port),
                    "stock": Side(stock, sent, count),
                    "own": Side(own, sent, count),
                }
                for number in range(given.rounds + 1):
                    for side in sides.values():
                        side.run(measured=number > 0)
            _show(name, {side: measured.times for side, measured in sides.items()}, count)


def _show(name: str, times: dict[str, Times], count: int) -> None:
    """Print the processor time of each side and the four ratios."""
    cells = "  ".join(
        f"{side} {statistics.median(found.processor) / count * 1e6:4.0f} µs" for side, found in times.items()
    )
    ratios = "  ".join(
        f"of {side}: {shared.ratio(times[side].clock, times['check'].clock):.2f} by requests a second, "
        f"{shared.ratio(times[side].processor, times['check'].processor):.2f} by processor time"
        for side in ("stock", "own")
    )
    print(f"{name:30}  {cells}  {ratios}", flush=True)


if __name__ == "__main__":
    main()
