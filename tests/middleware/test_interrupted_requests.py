"""A quick request that is interrupted where it may wait gives the same answer at the same charge when it comes again.

The event loop interrupts a request at the first such place (`require_thread`, `require_long_thread`); here each place
has its turn, for every operation that the event loop answers.
"""

import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from flask import Flask

from service.app import create_app
from service.runtime import worker_threads
from service.runtime.worker_threads import WouldWait
from service.settings.service import Settings
from tests.api.long_parties import long_line
from tests.cache.servers import Server
from tests.contract.validation import contract

PATHS = sorted(create_app(Settings()).extensions["quick_paths"])


class Interruptions:
    """Stands for `require_thread` and `require_long_thread`: counts the places, and interrupts at one of them."""

    def __init__(self, at: int | None = None) -> None:
        self.places, self.at = 0, at

    def __call__(self) -> None:
        self.places += 1
        if self.places == self.at:
            raise WouldWait


@pytest.fixture(scope="module")
def app() -> Iterator[Flask]:
    """A service that asks a Redis for each request, has a process of its own, and remembers nothing itself."""
    settings = {
        "RATE_LIMIT": "1000000/day",
        "ANALYSIS_PROCESSES": "1",
        "CACHE_MEMORY_BYTES": "0",
        "STATE_MEMORY_BYTES": "0",
    }
    with TemporaryDirectory(prefix="piquet-") as directory, Server(Path(directory)) as redis:
        app = create_app(Settings.from_env({**settings, "REDIS_URL": redis.url, "REDIS_TIMEOUT_MS": "10000"}))
        yield app
        app.extensions["pool"].close()


def examples(path: str) -> list[Any]:
    """The bodies of requests that the contract shows for an operation."""
    content = contract()["paths"][path]["post"]["requestBody"]["content"]["application/json"]
    named = contract()["components"]["examples"]
    found = (
        named[each["$ref"].rpartition("/")[2]] if "$ref" in each else each for each in content["examples"].values()
    )
    return [each["value"] for each in found]


def bodies(path: str) -> list[Any]:
    """Some examples, and requests that wait at more places: for the lock on decoding, and for a process."""
    fraction = {"state": long_line(1, "short"), "limit": 5.0}
    finished_deals = {"state": long_line(20, "long"), "action": "A.AS"}
    more = {"/v1/actions/options": [fraction], "/v1/actions/check": [finished_deals]}
    return examples(path)[:2] + more.get(path, [])


@lru_cache(1)
def waiting(modules: int) -> list[tuple[Any, str]]:
    """Where the service says that it may wait: modules, and their names for it. There are so many modules."""
    originals = (worker_threads.require_thread, worker_threads.require_long_thread)
    return [
        (module, attribute)
        for name, module in list(sys.modules.items())
        if name.startswith("service.")
        for attribute, value in list(vars(module).items())
        if any(value is original for original in originals)
    ]


def answer(app: Flask, path: str, body: Any, interruptions: Interruptions) -> tuple[int, Any, int]:
    """The status and body of the answer, and the units that are left after it."""
    with pytest.MonkeyPatch.context() as patch:
        for module, attribute in waiting(len(sys.modules)):
            patch.setattr(module, attribute, interruptions)
        response = app.test_client().post(path, json=body)
    left = int(response.headers["RateLimit"].partition("r=")[2].partition(";")[0])
    return response.status_code, response.get_data(), left


@pytest.mark.parametrize("path", PATHS)
def test_an_interrupted_request_has_the_same_answer_at_the_same_charge(app: Flask, path: str):
    assert bodies(path)
    for body in bodies(path):
        *expected, before = answer(app, path, body, Interruptions())
        whole = Interruptions()
        left = answer(app, path, body, whole)[-1]
        price = before - left
        assert whole.places and price, "the rate limit asks the Redis"
        for place in range(1, whole.places + 1):
            with pytest.raises(WouldWait):
                answer(app, path, body, Interruptions(at=place))
            left -= price
            assert [*answer(app, path, body, Interruptions())] == [*expected, left], f"interrupted at {place}: {body}"
