"""What is counted of the cache, and under which names it is recorded with a request."""

import re
from typing import get_args

import pytest

from service.cache.outcomes import CacheOutcome, count
from tests.cache.helpers import counted
from tests.helpers.running_service import ROOT


def test_the_tiers_and_outcomes_are_those_of_the_documents() -> None:
    page = (ROOT / "docs" / "monitoring.md").read_text(encoding="utf-8")
    table = page.partition("| tier | outcome | meaning |\n")[2].partition("\n\n")[0]
    documented = set(re.findall(r"^\| `(\w+)` \| `(\w+)` \|", table, re.MULTILINE))
    assert documented
    assert {tuple(event.split()) for event in get_args(CacheOutcome)} == documented


@pytest.mark.parametrize("event", get_args(CacheOutcome))
def test_an_event_is_recorded_as_often_as_it_happens(event: CacheOutcome) -> None:
    assert counted(event) == 0
    count(event, 0)
    assert counted(event) == 0
    count(event)
    count(event, 2)
    assert [other for other in get_args(CacheOutcome) if counted(other)] == [event]
    assert counted(event) == 3
