"""Errors that claims carry forward: a claim that rightly adds to a wrong one is not wrong by itself.

A claim rests on the claims before it: a running score on the running score before it, the score of a deal on the last
running score, a total on the total before it and on the score of its deal, the result on the last totals. Its error is
how much it differs from what is computed. If that is the error which follows from the claims it rests on, as they are
written, it carries their errors forward; any other error is its own (docs/notation.md, "Wrong claims").
"""

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from service.piquet.model.state import Pair
from service.piquet.scoring.adjustments import Claim

MOST_ORIGINS = 8  # claims that are told for each number


class Error(NamedTuple):
    """The error of one number: how much the claim differs, and the pointers of the claims that brought it in."""

    points: int = 0
    origins: tuple[str, ...] = ()

    def plus(self, other: "Error", times: int) -> "Error":
        """Return the error of a number that adds the other one, `times` over."""
        points = self.points + times * other.points
        return Error(points, merged(self.origins, other.origins)) if points else NONE


def merged(*origins: Sequence[str]) -> tuple[str, ...]:
    """Return the pointers of several numbers, each once, up to the most that are told."""
    return tuple(dict.fromkeys(chain.from_iterable(origins)))[:MOST_ORIGINS]


NONE = Error()

#: The errors of both seats, A and B.
Errors = tuple[Error, Error]
RIGHT: Errors = (NONE, NONE)


def added(errors: Errors, more: Errors, times: int) -> Errors:
    """Return the errors of totals to which a score is added, `times` over."""
    if errors is RIGHT and more is RIGHT:  # as almost always
        return RIGHT
    return errors[0].plus(more[0], times), errors[1].plus(more[1], times)


class Judged(NamedTuple):
    """A judged claim: its errors by seat, whether it is wrong by itself, and the claims whose errors it carries."""

    errors: Errors
    is_wrong: bool
    carries: tuple[str, ...]

    @property
    def diverges(self) -> bool:
        """Whether the claim differs from what is computed."""
        return self.is_wrong or bool(self.carries)


def judged(claimed: Claim, computed: Pair, expected: Errors, pointer: str) -> Judged:
    """Judge a claim at `pointer`; `expected` are the errors that follow from the claims on which it rests."""
    errors, carries = list(expected), list[str]()
    is_wrong = False
    for seat, (one, real) in enumerate(zip(claimed, computed, strict=True)):
        if one is None:
            continue
        if one == real:
            errors[seat] = NONE
        elif one - real == expected[seat].points:
            carries += expected[seat].origins
        else:
            is_wrong = True
            errors[seat] = Error(one - real, (pointer,))
    return Judged((errors[0], errors[1]), is_wrong, () if is_wrong else merged(carries))


def with_errors(scores: Sequence[Pair], errors: Errors) -> list[Pair]:
    """Return scores of deals that add up to totals with these errors: in the second deal, which never counts double."""
    at = min(1, len(scores) - 1)
    wrong = scores[at][0] + errors[0].points, scores[at][1] + errors[1].points
    return [*scores[:at], wrong, *scores[at + 1 :]]
