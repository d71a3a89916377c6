"""One question has one answer, whichever way it comes in (`make ways-campaign`)."""

from __future__ import annotations

import pytest

from tests.helpers.random_cases import seeds
from tests.properties.ways import play

#: Groups, so that the processes of the suite share them.
GROUPS = 8
PARTIES = 200


@pytest.mark.parametrize("group", range(GROUPS))
def test_every_way_in_gives_the_same_answer(group: int) -> None:
    seen: dict[str, int] = {}
    for number, (_, rng) in enumerate(seeds(f"ways {group}", PARTIES // GROUPS)):
        play(rng, number, seen, share=0.008, proposals=3)
    assert min(seen.get(verdict, 0) for verdict in ("legal", "illegal", "malformed")) > 0, seen
    assert seen["positions of several seats"] > 0, seen
