"""What may be called, answered and reckoned (R5.1 to R5.8, R5.11)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.oracle.holdings import (
    PACK,
    Collection,
    Grade,
    Holding,
    grade,
    holdings,
    sub_collections,
)


@dataclass
class Call:
    """What elder said in a category, and what became of it."""

    category: str
    number: int = 0
    tie: int | None = None  # the value, the top card or the rank, once it has been said
    asked: bool = False  # younger has answered *equal* to a bare number
    status: str = "called"
    reckoned: bool = False  # elder has reckoned what was good
    meant: tuple[Holding, ...] = ()  # the holdings that elder may have meant


def replies(call: Call, hand: set[str], minimum: int) -> set[str]:
    """The true replies (R5.2, R5.3), and *good*, which is always allowed."""
    grades = [grade(call.category, holding) for holding in holdings(call.category, hand, minimum)]
    allowed = {"good"}
    if call.tie is None:
        if any(number > call.number for number, _ in grades):
            allowed.add("not_good")
        if any(number == call.number for number, _ in grades):
            allowed.add("equal")
    else:
        if any(found > (call.number, call.tie) for found in grades):
            allowed.add("not_good")
        if (call.number, call.tie) in grades:
            allowed.add("equal")
    return allowed


def is_good_against_the_cards(category: str, called: Grade, hand: set[str], discards: set[str]) -> bool:
    """Nothing as good or better can be formed from the cards that elder neither holds nor has put away (R5.8)."""
    unseen = PACK - hand - discards
    return all(grade(category, holding) < called for holding in holdings(category, unseen))


def elders_terms(call: Call, hand: set[str], discards: set[str], rules: dict[str, Any]) -> tuple[set[Collection], bool]:
    """Every collection that elder may reckon after *good*, and whether he was bound to what he called."""
    category = call.category
    held = holdings(category, hand, rules["point_minimum"])

    def is_the_called_one(holding: Holding) -> bool:
        number, tie = grade(category, holding)
        return number == call.number and (call.tie is None or tie == call.tie)

    if category == "point":
        return {frozenset([holding]) for holding in held if is_the_called_one(holding)}, True

    best = max(grade(category, holding) for holding in held if is_the_called_one(holding))
    free = rules["abide_by_call"] != "always" and is_good_against_the_cards(category, best, hand, discards)
    if free:
        called = [holding for holding in held if is_the_called_one(holding)]
        return {some for some in sub_collections(held) if any(one >= part for one in some for part in called)}, False
    no_better = [holding for holding in held if grade(category, holding) <= best]
    return {some for some in sub_collections(no_better) if any(map(is_the_called_one, some))}, True


@dataclass
class YoungersTerms:
    """What younger may reckon, or state equal, in one category; `barred` if his good point may not score (R5.3)."""

    collections: set[Collection]
    scores: bool = True
    barred: bool = False

    @property
    def nothing(self) -> bool:
        """There is nothing that he could reckon or state."""
        return not any(self.collections)


def youngers_terms(call: Call, hand: set[str], rules: dict[str, Any]) -> YoungersTerms:
    """What younger may reckon in a category, going by how the call in it ended."""
    category = call.category
    held = holdings(category, hand, rules["point_minimum"])
    nothing: set[Collection] = {frozenset()}
    everything = {frozenset([one]) for one in held} | nothing if category == "point" else set(sub_collections(held))

    if call.status == "good":
        return YoungersTerms(nothing)
    if call.status == "passed":
        return YoungersTerms(everything)
    if call.status == "equal":
        same = [one for one in held if grade(category, one) == (call.number, call.tie)]
        return YoungersTerms({frozenset([one]) for one in same} | nothing, scores=False)
    if call.status == "declined":
        if category == "point":
            return YoungersTerms({frozenset([one]) for one in held if len(one) == call.number} | nothing)
        return YoungersTerms({some for some in everything if not some or any(len(one) >= call.number for one in some)})

    assert call.status == "not_good"

    def is_better(holding: Holding) -> bool:
        number, tie = grade(category, holding)
        if category == "point" and call.asked and number != call.number:
            return False
        return number > call.number if call.tie is None else (number, tie) > (call.number, call.tie)

    better = {some for some in everything if any(map(is_better, some))}
    if category == "point" and not better:
        return YoungersTerms(nothing, barred=True)
    return YoungersTerms(better)
