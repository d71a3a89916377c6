"""A few of the damaged events of the campaign (`make fuzz-events`)."""

from collections import Counter

from tests.helpers.random_cases import seeds
from tests.tournaments.fuzz import run


def test_no_damaged_event_crashes_anything() -> None:
    found: Counter[str] = Counter()
    outcomes = {"unreadable", "faults", "refused", "ranked"}
    for seed, _ in seeds("events", 6, enough=3, until=lambda: found.keys() >= outcomes):
        found.update(run(50, seed))
    assert found.keys() >= outcomes
