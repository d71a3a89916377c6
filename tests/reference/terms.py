"""What may be called, answered and reckoned (R5.1 to R5.8, R5.11)."""

from __future__ import annotations

from dataclasses import dataclass

from tests.reference.holdings import (
    NOUGHT_AS,
    PACKS,
    SUITS,
    Collection,
    Grade,
    Holding,
    Rules,
    contains,
    grade,
    holdings,
    strength,
    strongest,
    sub_collections,
)


@dataclass
class Call:
    """What elder said in a category, and what became of it."""

    category: str
    number: int = 0
    tie: float | None = None  # the value, the top card or the rank, once it has been said
    asked: bool = False  # younger has answered *equal* to a bare number
    status: str = "called"
    reckoned: bool = False  # elder has reckoned what was good
    meant: tuple[Holding, ...] = ()  # the holdings that elder may have meant
    cards: Holding = frozenset()  # those that elder named


def is_better(call: Call, holding: Holding, rules: Rules) -> bool:
    """Whether a holding is better than what was called: longer, if nothing more has been said (R5.2, R5.3)."""
    number, tie = grade(call.category, holding)
    if call.tie is None:
        return number > call.number
    return strength(call.category, (number, tie), rules) > strength(call.category, (call.number, call.tie), rules)


def is_equal(call: Call, holding: Holding, rules: Rules) -> bool:
    """Whether a holding is equal to what was called: as long, if nothing more has been said."""
    number, tie = grade(call.category, holding)
    if call.tie is None:
        return number == call.number
    return strength(call.category, (number, tie), rules) == strength(call.category, (call.number, call.tie), rules)


def replies(call: Call, hand: set[str], rules: Rules) -> set[str]:
    """The true replies (R5.2, R5.3), and *good*, which is always allowed."""
    held = holdings(call.category, hand, rules)
    allowed = {"good"}
    if any(is_better(call, one, rules) for one in held):
        allowed.add("not_good")
    if any(is_equal(call, one, rules) for one in held):
        allowed.add("equal")
    return allowed


def is_good_against_the_cards(category: str, called: Grade, hand: set[str], away: set[str], rules: Rules) -> bool:
    """Nothing as good or better can be formed from the cards that elder neither holds nor has put away (R5.8)."""
    unseen = PACKS[rules["pack"]] - hand - away
    if strongest(category, holdings(category, unseen, rules), rules) >= called:
        return False
    twelve_lack_a_suit = any(sum(card[1] != suit for card in unseen) >= 12 for suit in SUITS)
    return not (rules["nought"] and category != "set" and twelve_lack_a_suit and NOUGHT_AS[category] >= called)


def elders_terms(call: Call, hand: set[str], discards: set[str], rules: Rules) -> tuple[set[Collection], bool]:
    """Every collection that elder may reckon after *good*, and whether he was bound to what he called."""
    category = call.category
    held = holdings(category, hand, rules)

    def is_the_called_one(holding: Holding) -> bool:
        number, tie = grade(category, holding)
        return number == call.number and (call.tie is None or tie == call.tie)

    if category == "point":
        return {frozenset([holding]) for holding in held if is_the_called_one(holding)}, True

    best = max(grade(category, holding) for holding in held if is_the_called_one(holding))
    free = rules["abide_by_call"] != "always" and is_good_against_the_cards(category, best, hand, discards, rules)
    if free:
        called = [holding for holding in held if is_the_called_one(holding)]
        ways = sub_collections(held)
        return {some for some in ways if any(contains(one, part) for one in some for part in called)}, False
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


def youngers_terms(call: Call, hand: set[str], rules: Rules) -> YoungersTerms:
    """What younger may reckon in a category, going by how the call in it ended."""
    category = call.category
    held = holdings(category, hand, rules)
    nothing: set[Collection] = {frozenset()}
    everything = {frozenset([one]) for one in held} | nothing if category == "point" else set(sub_collections(held))

    def is_as_long(holding: Holding) -> bool:
        return grade(category, holding)[0] == call.number

    def is_no_shorter(holding: Holding) -> bool:
        return grade(category, holding)[0] >= call.number

    if call.status == "good":
        return YoungersTerms(nothing)
    if call.status == "passed":
        return YoungersTerms(everything)
    if call.status == "equal":
        same = [one for one in held if is_equal(call, one, rules)]
        return YoungersTerms({frozenset([one]) for one in same} | nothing, scores=False)
    if call.status == "declined":
        if category == "point":
            return YoungersTerms({frozenset([one]) for one in held if is_as_long(one)} | nothing)
        return YoungersTerms({some for some in everything if not some or any(map(is_no_shorter, some))})

    assert call.status == "not_good"

    def counts(holding: Holding) -> bool:
        held_to_the_length = category == "point" and call.asked
        return is_better(call, holding, rules) and (not held_to_the_length or is_as_long(holding))

    better = {some for some in everything if any(map(counts, some))}
    if category == "point" and not better:
        return YoungersTerms(nothing, barred=True)
    return YoungersTerms(better)
