"""Standings of random events against a recount of their own (`recount.py`), in any order of the input."""

import copy
import random
from collections import Counter
from fractions import Fraction
from typing import Any

from service.tournaments.event import SCORINGS, TIE_BREAKS
from tests.helpers.random_cases import scale, seeds
from tests.tournaments.events import rows
from tests.tournaments.random_events import random_event
from tests.tournaments.recount import Recount

Json = Any


def counted(given: Json, until: int) -> list[Any]:
    """The standings in the form of the recount."""
    return [
        (
            row.rank,
            row.player,
            Fraction(row.points),
            {name: None if number is None else Fraction(number) for name, number in row.tie_breaks.items()},
            row.decided_by,
        )
        for row in rows(given, until)
    ]


def shuffled(given: Json, rng: random.Random) -> Json:
    """The event with its players, rounds, tables and byes in another order."""
    found = copy.deepcopy(given)
    for each in (found, *found["rounds"]):
        for name in ("players", "rounds", "tables", "byes"):
            rng.shuffle(each.get(name, []))
    return found


def test_the_standings_are_those_of_the_recount() -> None:
    seen: Counter[str] = Counter()
    every = {*SCORINGS, *TIE_BREAKS, *(f"decided by {name}" for name in TIE_BREAKS)}
    for _, rng in seeds("standings", 500, enough=250, until=lambda: seen.keys() >= every):
        given = random_event(rng)
        until = rng.randint(1, len(given["rounds"]))
        found = counted(given, until)
        assert found == Recount(given, until).standings(), given
        assert counted(shuffled(given, rng), until) == found, given
        seen[given["scoring"]["points"]] += 1
        seen.update(name for _, _, _, told, _ in found for name, number in told.items() if number is not None)
        seen.update(f"decided by {by}" for _, _, _, _, by in found if by)
        seen.update(place for one in given["rounds"] for each in one["tables"] for place in each)
        for name in ("entered", "withdrawn", "returned", "missed"):
            seen[name] += bool(given[name])
    assert seen.keys() >= every
    assert min(seen["forfeit"], seen["adjustments"], seen["withdrawn"]) > scale(50, enough=25), seen
