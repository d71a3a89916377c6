"""Advice as data, which a process of the pool computes and the cache keeps: actions and numbers.

The same data serve all requests that differ only in the names of suits and seats. Their types bound every number and
every name, because somebody may have forged an entry of the cache.
"""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from service.advice import advising, exchanging, ranking, values
from service.advice.knowledge import Knowledge
from service.piquet.actions import members_of

_DIGITS = 4  # decimal places of values and chances
_MOST = 1000  # no deal brings so many points

Count = Annotated[int, Meta(ge=0)]
Points = Annotated[float, Meta(ge=-_MOST, le=_MOST)]
StandardError = Annotated[float, Meta(ge=0, le=_MOST)]
Name = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_]{1,64}\Z")]


class Because(msgspec.Struct, omit_defaults=True):
    """A `Reason` as the contract has it: its code, and the members of a chance, of points or of a holding."""

    code: Name
    category: Name | UnsetType = UNSET
    chance: Annotated[float, Meta(ge=0, le=1)] | UnsetType = UNSET
    points: Points | UnsetType = UNSET
    length: Count | UnsetType = UNSET
    value: Annotated[int, Meta(ge=0)] | Annotated[float, Meta(ge=0, le=_MOST)] | UnsetType = UNSET
    top: Name | UnsetType = UNSET
    count: Count | UnsetType = UNSET
    rank: Name | UnsetType = UNSET


class AdvisedAction(msgspec.Struct, array_like=True):
    """A `Ranked` action: its members in canonical form, its parts in the order of `PARTS`, and its reasons.

    There are no `parts` if it is the only legal action, for which nothing was searched.
    """

    action: dict[str, Any]
    error: StandardError = 0
    behind: Points = 0
    behind_error: StandardError = 0
    parts: tuple[Points, Points, Points, Points, Points, Points] | None = None
    because: Annotated[list[Because], Meta(max_length=40)] = []

    def written(self, action: dict[str, Any]) -> dict[str, Any]:
        """Return the option of the contract, with the action as the request names it."""
        if self.parts is None:
            nothing = dict.fromkeys(("error", "behind", "behind_error"), 0)
            return {"action": action, "value": None, **nothing, "parts": None, "because": []}
        return {
            "action": action,
            "value": round(sum(self.parts), _DIGITS),
            "error": self.error,
            "behind": self.behind,
            "behind_error": self.behind_error,
            "parts": dict(zip(values.PARTS, self.parts, strict=True)),
            "because": self.because,
        }


class AdviceBasis(msgspec.Struct):
    """A `Basis`: how many of the layouts were used, and whether the values are exact."""

    layouts: Count
    of: Count
    exact: bool


class AdviceAnswer(msgspec.Struct, array_like=True):
    """The actions, best first, and what their values rest on."""

    options: list[AdvisedAction]
    basis: AdviceBasis


def advice_for(known: Knowledge, effort: str, weights: str, seed: str) -> AdviceAnswer:
    """Return the advice for a seat. Raises `ImpossibleError`."""
    advice = advising.advise(known, values.EFFORTS[effort], weights=weights, seed=seed)
    if advice.basis is None:
        only = [AdvisedAction(members_of(each.action)) for each in advice.options]
        return AdviceAnswer(only, AdviceBasis(0, 0, True))
    return _answer(advice.options, advice.basis)


def advised_discards(
    known: Knowledge, effort: str, seed: str, first: int, at_most: int | None, named: tuple[int, ...]
) -> AdviceAnswer:
    """Return the ranking of discards with the play: see `discards_played`."""
    return _answer(*exchanging.discards_played(known, values.EFFORTS[effort], seed, named, first, at_most))


def _answer(options: tuple[ranking.Ranked, ...], basis: ranking.Basis) -> AdviceAnswer:
    return AdviceAnswer([_advised(each) for each in options], AdviceBasis(*basis))


def _advised(row: ranking.Ranked) -> AdvisedAction:
    return msgspec.convert(
        (
            members_of(row.action),
            round(row.error, _DIGITS),
            round(row.behind, _DIGITS),
            round(row.behind_error, _DIGITS),
            [round(row.parts[name], _DIGITS) for name in values.PARTS],
            [{"code": reason.code, **_rounded(reason.members)} for reason in row.because],
        ),
        AdvisedAction,
    )


def _rounded(members: Mapping[str, object]) -> dict[str, object]:
    return {name: round(value, _DIGITS) if isinstance(value, float) else value for name, value in members.items()}
