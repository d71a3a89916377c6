"""Samples of legal actions, in which each action is equally likely."""

import json
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from random import Random
from typing import TypeVar

from service.piquet.value_kinds import Members

_Item = TypeVar("_Item")


def sample(described: Sequence[Members], lists: Sequence[Sequence[_Item]], count: int, seed: str) -> Iterator[_Item]:
    """Yield different actions of these options in random order: `count` of them, or all if there are fewer.

    The `lists` have the actions of each option. They are counted and not read through, since they may be long. The draw
    depends on the seed and on the options as they are `described`, so the same seed draws differently for another hand.
    """
    starts = [0, *accumulate(map(len, lists))]
    total = starts[-1]
    drawn = Random(json.dumps([seed, *described], sort_keys=True))  # noqa: S311
    for place in drawn.sample(range(total), min(count, total)):
        at = bisect_right(starts, place) - 1
        yield lists[at][place - starts[at]]
