"""What is counted of the cache, and under which names it is recorded with a request."""

import re
from typing import get_args

import pytest

from service.cache.stats import Counters, Event, Stats
from service.runtime.request_context import RequestContext, current
from tests.helpers.running_service import ROOT

#: By event: the tier and the outcome that docs/monitoring.md has for it.
RECORDED = {
    "hits_in_process": "in_process hit",
    "joined": "in_process joined",
    "hits_redis": "redis hit",
    "awaited": "redis awaited",
    "rejected": "redis rejected",
    "refused": "redis refused",
    "errors": "redis error",
    "skipped": "redis skipped",
    "computed": "all miss",
    "failed": "all failed",
}


def test_the_tiers_and_outcomes_are_those_of_the_documents() -> None:
    page = (ROOT / "docs" / "monitoring.md").read_text(encoding="utf-8")
    table = page.partition("| tier | outcome | meaning |\n")[2].partition("\n\n")[0]
    documented = set(re.findall(r"^\| `(\w+)` \| `(\w+)` \|", table, re.MULTILINE))
    assert {tuple(each.split()) for each in RECORDED.values()} == documented
    assert RECORDED.keys() == set(get_args(Event)) == set(Stats.__dataclass_fields__)


@pytest.mark.parametrize("event", get_args(Event))
def test_an_event_is_counted_and_recorded_as_often_as_it_happens(event: Event) -> None:
    counters, context = Counters(), RequestContext("", "", "")
    token = current.set(context)
    try:
        counters.add(event)
        counters.add(event, 0)
        counters.add(event, 2)
    finally:
        current.reset(token)
    assert context.recorded["cache"] == {RECORDED[event]: 3}
    assert counters.stats() == Stats(**{event: 3})


def test_in_the_beginning_nothing_has_happened() -> None:
    assert {getattr(Counters().stats(), name) for name in Stats.__dataclass_fields__} == {0}
    context = RequestContext("", "", "")
    token = current.set(context)
    Counters().add("joined", 0)
    current.reset(token)
    assert "cache" not in context.recorded
