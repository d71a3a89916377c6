"""One question has one answer, whichever way it comes in (`make ways-campaign`)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from service.pool.processes import ProcessPool
from tests.helpers.random_cases import seeds
from tests.properties.ways import IN_PROCESSES, Run, play

#: Groups, so that the processes of the suite share them.
GROUPS = 8
PARTIES = 200
ASKED = ("legal", "illegal", "malformed", "positions of several seats")


@pytest.fixture
def pool() -> Iterator[ProcessPool]:
    """A pool with one process."""
    made = ProcessPool(1, 1, deadline=120.0, joining=1)
    yield made
    made.close()


@pytest.mark.parametrize("group", range(1, GROUPS))
def test_every_way_in_gives_the_same_answer(group: int) -> None:
    asked_everything(group, Run())


def test_processes_of_the_pool_and_of_the_command_give_the_same_answer_too(pool: ProcessPool) -> None:
    """These take longest to start, so that one group has them."""
    run = Run(pool)
    asked_everything(0, run)
    run.verify_by_process()
    assert run.missing(IN_PROCESSES) == []


def asked_everything(group: int, run: Run) -> None:
    """Play the parties of a group. Every way must have answered every question, so that no comparison is empty."""

    def missing() -> list[str]:
        return run.missing() + [each for each in ASKED if not run.seen[each]]

    for number, (_, rng) in enumerate(seeds(f"ways {group}", PARTIES // GROUPS, until=lambda: not missing())):
        play(rng, number, run, share=0.008, proposals=3)
    assert missing() == []
