"""A few of the damaged events of the campaign (`make fuzz-events`)."""

from tests.helpers.random_cases import SEED, scale
from tests.tournaments.fuzz import run


def test_no_damaged_event_crashes_anything() -> None:
    number = scale(300, enough=150)
    found = run(number, f"{SEED}:events")
    assert min(found[kind] for kind in ("unreadable", "faults", "refused", "ranked")) > number / 100, found
