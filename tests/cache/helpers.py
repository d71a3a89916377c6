"""What the tests of the cache share: a question with an answer that is easy to know, and memos that ask a Redis."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from pathlib import Path

from service.cache import Cache, Region
from service.cache.outcomes import CacheOutcome
from service.cache.redis_store import RedisStore
from service.cache.single_flight import InProcessStore
from service.runtime.request_context import current
from service.settings.redis_url import parse_redis_url

ROOT = Path(__file__).resolve().parent.parent.parent

#: Seconds that the tests allow a Redis, and what a busy machine may add to a measurement of it.
TIMEOUT = 0.1
SLACK = 3.0

#: Seconds that a sound Redis is allowed, so that it is used however busy the machine is.
PATIENT = 60.0


def squares(number: int) -> dict[str, object]:
    """The answer to a question; long enough to be packed."""
    return {"number": number, "squares": [number * other for other in range(200)]}


def _encode(answer: dict[str, object]) -> bytes:
    return json.dumps(answer).encode()


def region(name: str = "squares", version: int = 1, *, patience: float = 0.0, shared: bool = True) -> Region:
    return Region(name, version, _encode, json.loads, shared=shared, patience=patience)


SQUARES = region()


def question(number: int) -> bytes:
    return str(number).encode()


def key(number: int, of: Region = SQUARES) -> bytes:
    return of.key(question(number))


def fetch(cache: Cache, number: int, of: Region = SQUARES) -> dict[str, object]:
    return cache.get_or_create(of, question(number), lambda: squares(number))


@contextmanager
def redis_at(url: str, timeout: float = TIMEOUT, **settings) -> Iterator[RedisStore]:
    """A Redis as the service sees it."""
    redis = RedisStore(parse_redis_url(url), timeout=timeout, **{"ttl": 1000, **settings})
    try:
        yield redis
    finally:
        redis.close()


@contextmanager
def cache_at(url: str, timeout: float = TIMEOUT, **settings) -> Iterator[Cache]:
    """A cache that keeps nothing in the process, so that the Redis is asked each time."""
    with redis_at(url, timeout, **settings) as redis:
        yield Cache(InProcessStore(0), redis)


def counted(event: CacheOutcome) -> int:
    """How often the current test has had an event of the cache. Threads have its context only from `together`."""
    context = current.get()
    assert context is not None
    return context.recorded.get("cache", {}).get(event, 0)


class Clock:
    """Time that passes when it is told to, or when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


class Once:
    """A computation that counts how often it is done, and may have something happen meanwhile."""

    def __init__(self, answer: object, meanwhile: Callable[[], object] = lambda: None) -> None:
        self.answer, self.meanwhile, self.times = answer, meanwhile, 0

    def __call__(self):
        self.times += 1
        self.meanwhile()
        return self.answer


def together(*jobs: Callable[[], object]) -> list[object]:
    """What the jobs return or raise, each in a thread of its own."""
    outcomes: list[object] = [None] * len(jobs)

    def run(at: int) -> None:
        try:
            outcomes[at] = jobs[at]()
        except Exception as raised:
            outcomes[at] = raised

    threads = [threading.Thread(target=copy_context().run, args=(run, at)) for at in range(len(jobs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return outcomes
