"""`python -m tests.fuzz.campaign`: a million requests made up at random, in process.

`--number` says how many, `--seed` which; they are shared out among the processors. Half are real requests with their
bytes spoiled, nearly half such with something else in their JSON, the rest made by schemathesis from the contract. What
an answer must be is said by `rig.complaint`. The first that is otherwise, or takes longer than a minute, ends the
campaign with status 1, and its request is written to a file.
"""

import faulthandler
import os
import random
import resource
import signal
import sys
import tempfile
import time
from contextlib import suppress
from typing import Any

import hypothesis
import schemathesis
from schemathesis.generation import GenerationMode

from tests.contract.test_schemathesis import CONTRACT
from tests.fuzz.corpus import KEY, SETTINGS
from tests.fuzz.processors import arguments, shared_out
from tests.fuzz.rig import Answer, Failure, Rig, Tally, judged, one

HANG = 60  # seconds
SHARES = {"bytes": 0.5, "members": 0.45, "schema": 0.05}

Tallies = dict[tuple[str, str], Tally]


def _hung(signal_number: int, frame: Any) -> None:
    raise TimeoutError(f"no answer for {HANG} seconds")


def peak() -> float:
    """The most memory that this process has had, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def campaign(number: int, seed: str) -> tuple[Tallies, list[float]]:
    """So many requests, half to each of the settings; what became of them, and the peak of memory at each tenth."""
    signal.signal(signal.SIGALRM, _hung)
    rigs = [Rig(settings, seed) for settings in SETTINGS]
    tallies: Tallies = {(rig.settings, kind): Tally() for rig in rigs for kind in SHARES}
    rng = random.Random(f"{seed} requests")
    made_up = round(number * SHARES["schema"])
    kinds = rng.choices(["bytes", "members"], [SHARES["bytes"], SHARES["members"]], k=number - made_up)
    peaks = []
    for count, kind in enumerate(kinds):
        rig = rigs[count % 2]
        sent = rig.by_bytes(rng) if kind == "bytes" else rig.by_members(rng)
        signal.setitimer(signal.ITIMER_REAL, HANG)
        one(rig, sent, tallies[rig.settings, kind])
        if count % max(1, len(kinds) // 10) == 0:
            peaks.append(peak())
            faulthandler.dump_traceback_later(1800, exit=True)  # for what no signal wakes
    signal.setitimer(signal.ITIMER_REAL, 0)
    for rig in rigs:
        from_the_contract(rig, made_up // len(rigs), seed, tallies[rig.settings, "schema"])
    peaks.append(peak())
    return tallies, peaks


def from_the_contract(rig: Rig, number: int, seed: str, tally: Tally) -> None:
    """So many requests that schemathesis makes from openapi.yaml: of each operation as many as it allows as not."""
    schema = schemathesis.openapi.from_path(CONTRACT)
    operations = [found.ok() for found in schema.get_all_operations()]
    each = -(-number // (2 * len(operations)))
    settings = hypothesis.settings(
        max_examples=each, database=None, deadline=None, suppress_health_check=list(hypothesis.HealthCheck)
    )
    for operation in operations:
        for mode in GenerationMode:

            @hypothesis.seed(f"{seed} {operation.label} {mode.value}")
            @settings
            @hypothesis.given(case=operation.as_strategy(generation_mode=mode))
            def send(case: Any) -> None:
                began = time.perf_counter()
                signal.setitimer(signal.ITIMER_REAL, HANG)
                response = case.call(app=rig.app, headers={"X-API-Key": KEY, "Accept-Encoding": "identity"})
                signal.setitimer(signal.ITIMER_REAL, 0)
                sent = f"{case.method} {case.as_curl_command()}".encode("utf-8", "replace")
                headers = {name.title(): values[0] for name, values in response.headers.items()}
                judged(Answer(response.status_code, headers, response.content), sent, began, tally)

            with suppress(hypothesis.errors.Unsatisfiable):  # nothing can be sent there that is not allowed
                send()


def part(number: int, seed: str) -> Any:
    """`campaign` in a process of its own, or why it failed. What the service logs goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    try:
        return campaign(number, seed)
    except Failure as failure:
        with tempfile.NamedTemporaryFile(prefix="piquet-fuzz-", suffix=".http", delete=False) as file:
            file.write(failure.sent)
        return f"{failure}\nseed {seed!r}; the request is in {file.name}"


def main() -> int:
    parser = arguments(__doc__ or "")
    parser.add_argument("--number", type=int, default=1_250_000)
    given = parser.parse_args()
    began = time.monotonic()
    parts = shared_out(part, given.number, given)
    failures = [one for one in parts if isinstance(one, str)]
    for failure in failures:
        print(failure)
    if not failures:
        report([one[0] for one in parts], [one[1] for one in parts], time.monotonic() - began)
    return 1 if failures else 0


def report(parts: list[Tallies], peaks: list[list[float]], seconds: float) -> None:
    """The table of what became of all requests; status 0 is what gunicorn refuses before the application."""
    print(
        "| service | made by | requests | statuses | slowest, ms | mean, ms |\n| --- | --- | ---: | --- | ---: | ---: |"
    )
    whole = Tally()
    for settings, kind in parts[0]:
        tally = Tally()
        for tallies in parts:
            tally.merge(tallies[settings, kind])
        whole.merge(tally)
        print(row(settings, kind, tally))
    print(row("all", "", whole))
    sent = sum(whole.statuses.values())
    print(f"{seconds:.0f} s, {sent / seconds:,.0f} requests a second; the slowest began {whole.slowest[1]!r}")
    for each in peaks:
        print("peak of memory in the course of it, MiB:", " ".join(f"{one:.0f}" for one in each))


def row(settings: str, kind: str, tally: Tally) -> str:
    number = sum(tally.statuses.values())
    statuses = ", ".join(f"{status}: {count:,}" for status, count in sorted(tally.statuses.items()))
    mean = 1000 * tally.seconds / max(1, number)
    return f"| {settings} | {kind} | {number:,} | {statuses} | {1000 * tally.slowest[0]:,.0f} | {mean:.2f} |"


if __name__ == "__main__":
    sys.exit(main())
