"""Requests of every kind, sent to the service in process, and what became of them.

Analyses are computed by the process itself, not by helpers (`ANALYSIS_PROCESSES`): so nothing may be refused as
`overloaded` or `deadline_exceeded`, and every status from 500 on is a mistake.
"""

import ctypes
import faulthandler
import gc
import logging
import random
import resource
import signal
import time
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from service.app import create_app
from service.middleware.access_log import standard_output
from service.settings.service import Settings
from tests.contract.validation import operations
from tests.fuzz.assertions import judge, operation_of
from tests.fuzz.corpus import Corpus, corpus
from tests.fuzz.mutations import damaged, sometimes_as_query, with_mutated_json, with_odd_headers
from tests.fuzz.wire import ask, joined, parts

KEY = "a-key-of-the-fuzzers"

#: The service as it is when nothing is set, and with everything switched on.
CONFIGURATIONS = {
    "plain": {},
    "production": {
        "SEAL_KEYS": f"new:{b64encode(b'n' * 32).decode()},old:{b64encode(b'o' * 32).decode()}",
        "API_KEYS": f"fuzz:{KEY}",
        "RATE_LIMIT": "900000000/day",
        "CORS_ORIGINS": "https://play.example",
        "METRICS": "on",
        "ACCESS_LOG": "on",
        "LOG_CARDS": "on",
        "LOG_FORMAT": "json",
        "COMPRESS_FROM_BYTES": "500",
        "TRUSTED_PROXIES": "1",
    },
}
SENT_WITH = {"plain": [], "production": [("X-API-Key", KEY)]}

#: Where requests come from, and what part of all of them.
SHARES = {"contract": 0.02, "structure": 0.38, "bytes": 0.5, "headers": 0.1}

#: How long the slowest may take, in seconds of the processor: some times what the dearest analysis takes.
LIMIT = 20.0
#: After how many seconds of the clock without a thousand requests the process is ended: something waits, or C hangs.
STUCK = 1800
#: What the memory in use may grow by in the second half, in MiB, once so many requests have filled what is kept.
GROWTH, FILLED = 64, 100_000


class TooLong(BaseException):
    """Nothing in the service catches it."""


@dataclass
class Row:
    """What became of the requests from one source to one configuration."""

    source: str
    configuration: str
    statuses: Counter[int] = field(default_factory=Counter)
    failures: int = 0
    seconds: float = 0.0  # of the processor, as all here
    slowest: tuple[float, str] = (0.0, "")

    def line(self) -> str:
        by_class = Counter({f"{status // 100}xx": 0 for status in (200, 300, 400)})
        for status, count in self.statuses.items():
            by_class[f"{status // 100}xx"] += count
        sent = self.statuses.total()
        cells = " ".join(f"{count:>9,}" for count in (sent, *(by_class[f"{n}xx"] for n in (2, 3, 4)), self.failures))
        took, what = self.slowest
        rate = sent / max(self.seconds, 1e-9)
        return f"{self.source:10} {self.configuration:11} {cells} {rate:>7,.0f} {1000 * took:>7,.0f} {what}"


HEAD = f"{'requests':22} {'sent':>9} {'2xx':>9} {'3xx':>9} {'4xx':>9} {'failed':>9} {'per s':>7} {'slowest, ms'}"


class Campaign:
    """Sends requests, judges what is answered, keeps what fails under `kept`, and counts."""

    def __init__(self, seed: str, kept: Path | None, limit: float = LIMIT) -> None:
        self.seed, self._kept, self._limit = seed, kept, limit
        self.apps: dict[str, Any] = {
            name: create_app(Settings.from_env(environ)) for name, environ in CONFIGURATIONS.items()
        }
        self.rows = {(source, name): Row(source, name) for source in SHARES for name in CONFIGURATIONS}
        self.failures: list[str] = []
        self.answered: Counter[str] = Counter()  # by operation: those that were no refusals
        self.in_use: dict[int, int] = {}
        self._rounds = 0
        self._turn, self._corpora = 0, dict[str, Corpus]()

    def send(self, source: str, configuration: str, raw: bytes) -> None:
        """One request: its answer is judged and counted."""
        row = self.rows[source, configuration]
        began = time.process_time()
        try:
            with watched(self._limit):
                answer = ask(self.apps[configuration], raw)
            took = time.process_time() - began
            row.statuses[answer.status] += 1
            judge(raw, answer)
            if answer.status < 400:
                self.answered[operation_of(raw) or "none"] += 1
        except (Exception, TooLong) as error:
            took = time.process_time() - began
            row.failures += 1
            self._fail(row, raw, f"{type(error).__name__}: {str(error)[:500]}")
        row.seconds += took
        if took > row.slowest[0]:
            row.slowest = took, repr(parts(raw)[0][:60])[2:-1]

    def _fail(self, row: Row, raw: bytes, why: str) -> None:
        told = f"{row.source}, {row.configuration}, seed {self.seed}: {why}"
        if self._kept and len(self.failures) < 100:
            self._kept.mkdir(parents=True, exist_ok=True)
            path = self._kept / f"{row.configuration}-{row.source}-{len(self.failures)}.http"
            path.write_bytes(raw)
            told += f"\n   python -m tests.fuzz --repeat {path}"
        else:
            told += f"\n   {raw!r}"
        self.failures.append(told)

    def run(
        self,
        number: int,
        rounds: int,
        progress: Callable[[str], None] = print,
        sources: Iterable[str] = tuple(SHARES),
    ) -> None:
        """So many requests, from all `sources` in turn, in rounds: each begins with another deal.

        When it is called again, they are others.
        """
        began, sent = time.monotonic(), 0
        for turn in range(rounds):
            self._turn, self._corpora = self._rounds, {}
            self._rounds += 1
            for source in sources:
                share = SHARES[source]
                for name in CONFIGURATIONS:
                    rng = random.Random(f"{self.seed} {self._turn} {source} {name}")
                    count = round(number * share / rounds / len(CONFIGURATIONS))
                    for raw in self._requests(source, name, rng, count):
                        if sent % 1000 == 0:
                            faulthandler.dump_traceback_later(STUCK, exit=True)
                        self.send(source, name, raw)
                        sent += 1
            percent = 100 * (turn + 1) // rounds
            self.in_use[percent] = in_use()
            progress(
                f"{percent:3} %: {sent:,} requests, {time.monotonic() - began:,.0f} s, "
                f"{len(self.failures)} failed, {self.in_use[percent]} MiB in use, at most {peak()}"
            )
        faulthandler.cancel_dump_traceback_later()

    def _requests(self, source: str, configuration: str, rng: random.Random, count: int) -> Iterator[bytes]:
        if source == "contract":
            from tests.fuzz.contract import made_up  # schemathesis takes a while to import

            own = "".join(f"{name}: {value}\r\n" for name, value in SENT_WITH[configuration]).encode().rstrip(b"\r\n")
            for raw in made_up(rng, count):
                line, its_headers, body = parts(raw)
                yield joined(line, b"\r\n".join(filter(None, (own, its_headers))), body)
            return
        whole = self.corpus(configuration)
        for _ in range(count):
            raw = sometimes_as_query(rng, whole.pick(rng, with_body=source == "structure"))
            if source == "structure":
                yield with_mutated_json(rng, raw)
            elif source == "bytes":
                yield damaged(rng, raw, whole.pick(rng))
            else:
                yield with_odd_headers(rng, raw)

    def corpus(self, configuration: str) -> Corpus:
        """The requests that others are made from: one deal for each round, with a request for each operation."""
        if configuration not in self._corpora:
            rng = random.Random(f"{self.seed} {self._turn} {configuration}")
            self._corpora[configuration] = corpus(self.apps[configuration], rng, SENT_WITH[configuration])
        return self._corpora[configuration]

    def growth(self) -> int:
        """By how many MiB the memory in use has grown since half of it was done."""
        half = min((percent for percent in self.in_use if percent >= 50), default=100)
        return self.in_use[100] - self.in_use[half] if self.in_use else 0

    def table(self) -> Iterator[str]:
        """What there is to tell at the end."""
        yield HEAD
        for row in self.rows.values():
            yield row.line()
        total: Counter[int] = sum((row.statuses for row in self.rows.values()), Counter())
        yield f"{total.total():,} requests, seed {self.seed}; " + ", ".join(
            f"{status}: {count:,}" for status, count in sorted(total.items())
        )
        never = sorted(operations().keys() - self.answered.keys())
        yield f"never answered but with a refusal: {', '.join(never) or 'none'}"


def peak() -> int:
    """The most memory that the process has had, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def in_use() -> int:
    """The memory that the process has now, in MiB, without what is free in it; without a /proc the most it has had."""
    gc.collect()
    with suppress(OSError, AttributeError):  # another C library than GNU's
        ctypes.CDLL(None).malloc_trim(0)
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return peak()
    return pages * resource.getpagesize() >> 20


@contextmanager
def watched(limit: float) -> Iterator[None]:
    """Ends what takes the processor for longer than `limit` seconds."""

    def end(*_: Any) -> None:
        raise TooLong(f"no answer after {limit:g} s of the processor")

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, limit)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@contextmanager
def logged_nowhere() -> Iterator[None]:
    """Lets nothing that the service logs be written, neither the lines of requests nor its mistakes."""
    write, standard_output._write = standard_output._write, lambda lines: None
    logger = logging.getLogger("service")
    logger.disabled = True
    try:
        yield
        standard_output.flush()
    finally:
        standard_output._write = write
        logger.disabled = False
