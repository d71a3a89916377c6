"""Random cases that are the same in each run.

`PROPERTY_SEED` draws others, and `PROPERTY_SCALE` multiplies their number. Whatever a test draws comes from here. As a
plugin of pytest, this module prints the command that repeats a failed test.
"""

import os
import random
import shlex
import sys
from collections.abc import Callable, Generator, Iterator

import pytest

SEED = os.environ.get("PROPERTY_SEED", "piquet")
SCALE = float(os.environ.get("PROPERTY_SCALE", "1"))
#: How many times as many cases there may be until something rare is among them.
MOST = 100


def scale(number: int, enough: int | None = None) -> int:
    """How many of something to do, `number` of them if nothing is set; at least one.

    Where `enough` is given, the suite is content with so many, and a campaign goes by `number` all the same.
    """
    return max(1, round(number * SCALE)) if enough is None or SCALE != 1 else enough


def generator(name: str) -> random.Random:
    """A source of randomness for the test or case with this name."""
    return random.Random(f"{SEED}:{name}")


def seeds(
    name: str, number: int, enough: int | None = None, until: Callable[[], bool] = lambda: True
) -> Iterator[tuple[str, random.Random]]:
    """So many sources of randomness, see `scale`, each with its seed. The last printed is the one that failed.

    There are more of them, up to `MOST` times as many, while `until` does not hold. So a test that has to see something
    rare, and that asserts that it did, passes with every `PROPERTY_SEED`.
    """
    least = scale(number, enough)
    for count in range(MOST * least):
        if count >= least and until():
            return
        seed = f"{SEED}:{name}:{count}"
        print("seed", seed)
        yield seed, random.Random(seed)


def fresh_seed() -> str:
    """A seed never used before, for a campaign that is started by hand."""
    return str(random.SystemRandom().randrange(1 << 32))


def pytest_collection_finish() -> None:
    """Keep Hypothesis from drawing constants of those modules that happen to be imported in a process."""
    if "hypothesis" in sys.modules:
        from hypothesis.internal.conjecture import providers

        providers._get_local_constants = lambda: providers._local_constants


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        report.sections.append(("to repeat it", _command_that_repeats(item.nodeid)))
    return report


def _command_that_repeats(test: str) -> str:
    """The command that runs a test again, by its pytest node id, with the random cases of this run."""
    scaled = f"PROPERTY_SCALE={SCALE:g} " if SCALE != 1 else ""
    return f"PROPERTY_SEED={shlex.quote(SEED)} {scaled}make test ARGS={shlex.quote(f'-n0 {shlex.quote(test)}')}"
