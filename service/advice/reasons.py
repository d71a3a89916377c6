"""Why an action is worth what it is: codes with numbers that a program can put into words."""

from collections.abc import Iterator

import numpy as np

from service.advice.knowledge import Knowledge
from service.advice.layouts import Hands, holds
from service.advice.parts import PARTS
from service.advice.ranking import Floats, Reason
from service.advice.statements import Condition
from service.piquet.cards.holdings import best, maximal
from service.piquet.cards.ranking import BEST, CATEGORIES, POINT, SEQUENCE, SET, said_members
from service.piquet.model import actions as a

_LEAST = 0.005  # chances below this are not told


#: The codes of the chance that a part is the seat's, and that it is the other's.
_CHANCES = {
    "cards": ("wins_cards", "loses_cards"),
    "capot": ("makes_capot", "suffers_capot"),
    "pique": ("makes_pique", "suffers_pique"),
    "repique": ("makes_repique", "suffers_repique"),
}


def of_outcomes(parts: Floats, weights: Floats, worst: Floats) -> Iterator[Reason]:
    """Yield the chances of the cards, capot and bonuses, and how often this saves the capot of the worst action.

    The parts of both are by layout and part.
    """
    for name, (own, others) in _CHANCES.items():
        column = parts[:, PARTS.index(name)]
        for code, cases in ((own, column > 0), (others, column < 0)):
            chance = float(np.average(cases, weights=weights))
            if chance >= _LEAST:
                yield Reason(code, {"chance": chance})
    at = PARTS.index("capot")
    saved = float(np.average(worst[:, at] < 0, weights=weights) - np.average(parts[:, at] < 0, weights=weights))
    if saved >= _LEAST:
        yield Reason("saves_capot", {"chance": saved})


def of_discard(known: Knowledge, discard: int, in_hand: float) -> Iterator[Reason]:
    """Yield what the cards kept have, and what they are expected to reckon."""
    kept, how = known.state.hands[known.role] & ~discard, known.rules.counting
    for category, code in ((POINT, "keeps_point"), (SEQUENCE, "keeps_sequence"), (SET, "keeps_set")):
        held = maximal(category, kept, how)
        for grade, _ in held[:1] if category == POINT else held:
            yield Reason(code, said_members(category, how.said(category, grade)))
    yield Reason("reckons", {"points": in_hand})


def of_saying(known: Knowledge, action: a.Action, hands: Hands, weights: Floats) -> Iterator[Reason]:
    """Yield the chance that a call is good or equal, or that something better is sunk.

    `hands` are the other's hands after the exchange, one for each weight.
    """
    how, own = known.rules.counting, known.state.hands[known.role]
    if isinstance(action, a.Call):
        category, length, tie = action.category, action.length, action.tie
        low, high = how.alike(category, length, tie)
        as_good = holds(how, Condition(category, low, BEST), hands)
        better = holds(how, Condition(category, how.above(category, length, tie), BEST), hands)
        name: dict[str, object] = {"category": CATEGORIES[category]}
        yield Reason("chance_good", {**name, "chance": float(np.average(~as_good, weights=weights))})
        yield Reason("chance_equal", {**name, "chance": float(np.average(as_good & ~better, weights=weights))})
        if best(category, own, how) > high:
            yield Reason("sinks", name)
    elif isinstance(action, a.Pass) and maximal(action.category, own, how):
        yield Reason("sinks", {"category": CATEGORIES[action.category]})
    elif isinstance(action, a.Reply) and action.reply == "good":
        called = known.state.calls[-1]
        if best(called.category, own, how) >= how.alike(called.category, called.length, called.tie)[0]:
            yield Reason("sinks", {"category": CATEGORIES[called.category]})
