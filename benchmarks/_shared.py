"""Shared parts of the benchmarks: states to check, the bare route for comparison, and timing side by side."""

import argparse
import io
import json
import os
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

CHECK, CHECK_MANY = "/v1/actions/check", "/v1/actions/check-many"
App = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


def arguments(
    about: str, cases: Sequence[str] = (), servers: Sequence[str] = (), **more: tuple[int, str]
) -> argparse.Namespace:
    """Parse the options of every benchmark, and further numbers with their defaults and meanings.

    `--quick` only shows that the benchmark runs; its figures mean little. With `cases`, `--only` names one of them,
    and with `servers`, `--server`; the first one is the default.
    """
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="few and short rounds")
    parser.add_argument("--rounds", type=int, help="rounds, each of which measures everything once")
    if cases:
        parser.add_argument("--only", choices=cases, help="this case")
    if servers:
        parser.add_argument("--server", choices=servers, default=servers[0], help=f"this server ({servers[0]})")
    for name, (default, meaning) in more.items():
        parser.add_argument(f"--{name}", type=int, default=default, help=f"{meaning} ({default})")
    given = parser.parse_args()
    given.rounds = given.rounds or (3 if given.quick else 15)
    print(
        f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores, {given.rounds} rounds"
    )
    return given


# The size of the cache of states (`STATE_MEMORY_BYTES`). With so little, a state is evicted before it recurs: each
# request has its full cost, including the storing. Otherwise the default.
FORGETFUL = {"STATE_MEMORY_BYTES": str(1 << 17)}
# With a key, so that an evicted state is recognized by its seal.
SEALING = {**FORGETFUL, "SEAL_KEYS": "bench:" + "A" * 43 + "="}


# As in production: only sealed states are accepted, and all middleware is on: access log, metrics, CORS, API keys,
# rate limit.
KEY = "benchmark-0123456789"
PRODUCTION = {
    "SEAL_KEYS": SEALING["SEAL_KEYS"],
    "REQUIRE_SEAL": "1",
    "ACCESS_LOG": "1",
    "METRICS": "on",
    "CORS_ORIGINS": "https://play.example",
    "API_KEYS": f"benchmark:{KEY}",
    "RATE_LIMIT": "900000000/hour",
}


def service_app(environment: Mapping[str, str] = MappingProxyType({})) -> App:
    """The application as it is deployed, in this process, with the given environment variables."""
    from service.app import create_app
    from service.settings.service import Settings

    return create_app(Settings.from_env(environment))


# ---- one request, in process


def call(app: App, path: str, body: bytes, accept: str = "*/*") -> bytes:
    """POST through the WSGI callable and return the body of the response. Any status but 200 ends the benchmark."""
    seen: list[str] = []
    environ = {
        "REQUEST_METHOD": "POST",
        "SCRIPT_NAME": "",
        "PATH_INFO": path,
        "QUERY_STRING": "",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)),
        "HTTP_HOST": "127.0.0.1",
        "HTTP_ACCEPT": accept,
        "HTTP_X_API_KEY": KEY,
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    answered = app(environ, lambda status, headers, exc_info=None: seen.append(status))
    content = b"".join(answered)
    close = getattr(answered, "close", None)
    if close is not None:
        close()
    if not seen[0].startswith("200"):
        raise SystemExit(f"{path}: {seen[0]}: {content[:400].decode()}")
    return content


def ask(app: App, path: str, body: Any) -> Any:
    """POST an object as JSON and return the decoded response."""
    return json.loads(call(app, path, json.dumps(body).encode()))


# ---- states


def random_action(app: App, state: Any, rng: random.Random) -> Any:
    """A random legal action. Each type of action is equally likely."""
    kinds = ask(app, "/v1/actions/options", {"state": state})["options"]
    kind = rng.choice([option["type"] for option in kinds if option["type"] != "concede"])
    if kind in ("exchange", "commit_discard"):
        option = next(option for option in kinds if option["type"] == kind)
        cards = rng.sample(option["cards"], rng.randint(option["min"], option["max"]))
        return {"seat": option["seat"], "type": kind, "cards": cards}
    listed = ask(app, "/v1/actions/options", {"state": state, "expand": True, "limit": 1000})["actions"]
    return rng.choice([action for action in listed if action["type"] == kind])


def _in_play_after(app: App, tricks: int, rng: random.Random, seed: str) -> tuple[Any, Any]:
    """A state after random legal play with the given number of complete tricks, and a card that may be played."""
    while True:
        state = ask(app, "/v1/deals", {"ruleset": "portland", "dealer": rng.choice("AB"), "seed": seed})["state"]
        while state["phase"] != "deal_over":
            action = random_action(app, state, rng)
            done = sum(trick["winner"] is not None for trick in state["tricks"])
            if state["phase"] == "play" and done == tricks and action["type"] == "play":
                return state, action
            state = ask(app, CHECK, {"state": state, "action": action})["state"]
        seed += "'"


def mid_play(app: App, count: int = 200, seed: int = 1) -> list[dict[str, Any]]:
    """Bodies of `check`: different states in the middle of the play (3 to 8 complete tricks), each with a
    legal card."""
    rng = random.Random(seed)
    found = (_in_play_after(app, rng.randint(3, 8), rng, f"mid-play {seed} {number}") for number in range(count))
    return [{"state": state, "action": action} for state, action in found]


def concealed(app: App, bodies: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same checks with concealed states, by the player to act, for a service with `SEALING`."""
    from service.api.game_states.tokens import Charter, Tokens
    from service.settings.service import Settings

    tokens = Tokens(Settings.from_env(SEALING).seal_keys)
    keys = {seat: f"the key of seat {seat}, for a benchmark only" for seat in "AB"}
    charter = Charter(tuple(sha256(key.encode()).digest() for key in keys.values()), bytes(32))
    found = []
    for body in bodies:
        seat = body["action"]["seat"]
        line = json.loads(call(app, "/v1/states/validate", encoded([{"state": body["state"]}])[0]))["text"]
        held = {"token": tokens.write(line, charter), "keys": {seat: keys[seat]}}
        found.append({"state": held, "action": body["action"]})
    return found


def encoded(bodies: Iterable[Any]) -> list[bytes]:
    """The bodies as compact JSON."""
    return [json.dumps(body, separators=(",", ":")).encode() for body in bodies]


# ---- the bare route


def codecs() -> dict[str, tuple[Callable[[bytes], Any], Callable[[Any], bytes]]]:
    """The installed fast JSON codecs: their decode and encode functions."""
    import msgspec

    found = {"msgspec": (msgspec.json.Decoder().decode, msgspec.json.Encoder().encode)}
    try:
        import orjson
    except ImportError:
        return found
    return {**found, "orjson": (orjson.loads, orjson.dumps)}


def faster_codec(requests: Sequence[bytes], answers: Sequence[bytes]) -> str:
    """The codec that takes less time for these requests and responses, measured now."""
    objects = [json.loads(answer) for answer in answers]

    def once(decode: Callable[[bytes], Any], encode: Callable[[Any], bytes]) -> None:
        for request in requests:
            decode(request)
        for item in objects:
            encode(item)

    jobs = {name: (lambda pair=pair: once(*pair)) for name, pair in codecs().items()}
    times = {name: statistics.median(found) for name, found in side_by_side(jobs, 5).items()}
    return min(times, key=times.__getitem__)


def middle(answers: Sequence[bytes]) -> Any:
    """The response of median size, which the bare route returns. It is always the same, so that it stays in the CPU
    caches."""
    return json.loads(sorted(answers, key=len)[len(answers) // 2])


def bare_app(answer: Any, codec: str) -> App:
    """A bare Flask route that decodes the body and encodes `answer`."""
    from flask import Flask, Response, request

    decode, encode = codecs()[codec]
    app = Flask("bare")

    @app.post(CHECK)
    def check() -> Response:
        decode(request.get_data())
        return Response(encode(answer), mimetype="application/json")

    return app


# ---- timing


def seconds(job: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """The seconds that a job takes."""
    start = clock()
    job()
    return clock() - start


def side_by_side(
    jobs: dict[str, Callable[[], object]], rounds: int, clock: Callable[[], float] = time.perf_counter
) -> dict[str, list[float]]:
    """Seconds of each job in each round (A B A B …), after a warm-up round; of the processor with its `clock`."""
    times: dict[str, list[float]] = {name: [] for name in jobs}
    for number in range(rounds + 1):
        for name, job in jobs.items():
            taken = seconds(job, clock)
            if number:
                times[name].append(taken)
    return times


def ratio(above: Sequence[float], below: Sequence[float]) -> float:
    """The median of the ratios of each round, because a disturbance affects both jobs of a round."""
    return statistics.median(a / b for a, b in zip(above, below, strict=True))


def micro(seconds: Sequence[float], count: int) -> str:
    """The median time of one of `count` in microseconds, as text."""
    return f"{statistics.median(seconds) / count * 1e6:8.1f} µs"


def rate(taken: Sequence[float]) -> str:
    """The median rate in pieces a second, as text."""
    return f"{1 / statistics.median(taken):9,.0f}"


def show(name: str, times: dict[str, list[float]], ours: str, theirs: str, count: int, found: float) -> None:
    """Print a line with the median times of both and their ratio."""
    cells = "  ".join(f"{job} {micro(times[job], count)}" for job in (ours, theirs))
    print(f"{name:42}  {cells}  ratio {found:.2f}", flush=True)
