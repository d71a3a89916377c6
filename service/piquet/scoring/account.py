"""The score of a deal: points reckoned in hand, pique, repique, and what saves from them (R7)."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from service.piquet.cards.cards import CARDS, names
from service.piquet.cards.holdings import missing_of_trio, said, said_of_claim
from service.piquet.cards.ranking import CATEGORIES, POINT, SEQUENCE, SET, Said, said_members, write_tie
from service.piquet.model.events import RULE, Event
from service.piquet.model.state import (
    CARTE_BLANCHE,
    CARTE_ROUGE,
    ELDER,
    STEPS,
    YOUNGER,
    Called,
    MutableState,
    Phase,
    State,
    replace_role,
)
from service.piquet.model.violations import JsonValue

REPIQUE, PIQUE = "repique", "pique"
REPIQUE_POINTS, PIQUE_POINTS, CARDS_POINTS, CAPOT = 60, 30, 10, 40
THIRTY = 30
_REPIQUE_BY = {"either": (ELDER, YOUNGER), "elder": (ELDER,)}  # the roles that can have one
_NOTHING: Mapping[str, JsonValue] = {}


def log_event(
    d: MutableState,
    role: int,
    kind: str,
    cards: tuple[str, ...] = (),
    points: int = 0,
    more: Mapping[str, JsonValue] = _NOTHING,
    rule: str = "",
) -> None:
    """Log an event, and add its points to the score of the deal.

    `rule` replaces the rule of the table of kinds, for a kind that rests on several.
    """
    elder, younger = d.score
    if points:
        if d.law is not None:
            due, points = points, d.law.enter(role, kind, points, cards)
            more = more if due == points else {**more, "withheld": due}
        elder, younger = d.score = (elder + points, younger) if role == ELDER else (elder, younger + points)
    score = (elder, younger) if d.seats[ELDER] == 0 else (younger, elder)
    # Twice as fast as Event(...): this is the most frequent call.
    d.events.append(tuple.__new__(Event, (d.seats[role], kind, points, cards, rule or RULE[kind], score, more)))


def reckon_in_hand(d: MutableState, role: int, step: int, points: int) -> None:
    """Add the points of a step of R7.1. The caller logs the event."""
    steps = list(d.in_hand[role])
    steps[step] += points
    elder, younger = d.in_hand
    d.in_hand = (tuple(steps), younger) if role == ELDER else (elder, tuple(steps))


def reply_members(better: Mapping[str, int]) -> dict[str, float | str]:
    """Return what younger adds to *not good*, as members of an event or an action."""
    return {name: number if name == "length" else write_tie(name, number) for name, number in better.items()}


def score_holding(d: MutableState, role: int, category: int, cards: int, claimed: Said | None = None) -> None:
    """Score a good holding and show it (R5.12, R5.13). One that is not held scores as `claimed` (docs/law.md, K15)."""
    held = said(category, cards)
    pair = claimed or (held if held != (0, 0) else said_of_claim(category, cards))
    points = d.rules.counting.score(category, pair)
    more = said_members(category, pair)
    if d.law is not None and d.law.late:
        more["late"] = True
    if category == SET and held[0] == 3 and not claimed:
        more["without"] = CARDS[missing_of_trio(cards)]
    reckon_in_hand(d, role, category + 1, points)
    d.counted = replace_role(d.counted, role, d.counted[role] | cards)
    d.shown = replace_role(d.shown, role, d.shown[role] | cards)
    log_event(d, role, CATEGORIES[category], names(cards), points, more)


def score_carte_rouge(d: MutableState, role: int) -> None:
    """Score a carte rouge if every card of the role is part of something it reckoned (docs/rules.md#carte-rouge).

    Call it after all else is reckoned.
    """
    points = d.rules.carte_rouge
    if points and d.counted[role] == d.hands[role] and d.hands[role].bit_count() == 12 and not d.in_hand[role][-1]:
        reckon_in_hand(d, role, CARTE_ROUGE, points)
        log_event(d, role, STEPS[CARTE_ROUGE], names(d.hands[role]), points)


def state_equal(d: MutableState, role: int, category: int, cards: int) -> None:
    """Show an equal holding, which scores nothing (R5.6, R5.13)."""
    d.shown = replace_role(d.shown, role, d.shown[role] | cards)
    log_event(d, role, "equal", names(cards), more={"category": CATEGORIES[category]})


def called_in(s: State | MutableState, category: int) -> Called | None:
    """Elder's call in a category; None if there is none yet."""
    for called in s.calls:
        if called.category == category:
            found: Called = called
            return found
    return None


def _open(d: MutableState, role: int, step: int) -> bool:
    """Whether the role may still reckon in this step, as far as the calls so far show (R7.7)."""
    if step in (CARTE_BLANCHE, CARTE_ROUGE):
        # Bonuses are settled only after both have exchanged; a carte rouge takes a category that is open, too.
        return False
    called = called_in(d, step - 1)
    if called is None or called.status in ("called", "asked", "stated"):
        return True
    if role == ELDER:
        return called.status == "good" and d.phase == Phase.RECKONING and called is d.calls[-1]
    return not d.reckoned and called.status in ("not_good", "declined", "passed")


def _reckoned_steps(d: MutableState, role: int) -> list[str]:
    """Return what the role has that saves from a bonus (R7.6).

    These are the steps that it reckoned in, in order, and a point barred from scoring.
    """
    found = [name for name, points in zip(STEPS, d.in_hand[role], strict=True) if points]
    if d.blanche == ("shown", "shown"):
        found.insert(0, "carte_blanche")  # neither scores, and both players are saved (old-36)
    if role == YOUNGER and d.barred and d.reckoned:  # earlier nobody may know that it is barred
        found.insert(1 if "carte_blanche" in found else 0, "barred_point")
    if d.law is not None and d.law.saves_nothing[role]:
        return [name for name in found if name == "carte_blanche"]  # which is never forfeited
    return found


_STEP_OF = {name: step for step, name in enumerate(STEPS)} | {"barred_point": POINT + 1}


class Decision(NamedTuple):
    """That a bonus is due or saved. `settled` are the bonuses that this settles; `by` is what saves, empty if due."""

    role: int
    kind: str
    rule: str
    points: int
    settled: tuple[tuple[str, int], ...]
    by: str = ""


def step_of_thirty(d: MutableState, role: int) -> int:
    """Return the step with which the role reaches thirty in hand; past the last step if it does not."""
    total = 0
    for step, points in enumerate(d.in_hand[role]):
        total += points
        if total >= THIRTY:
            return step
    return len(STEPS)


def _repique(d: MutableState, role: int) -> Decision | None:
    reached = step_of_thirty(d, role)
    other = 1 - role
    own, pique = (REPIQUE, role), (PIQUE, ELDER)
    last = reached
    if d.rules.repique_test == "opponent_scores_nothing":
        last = len(STEPS) - 1
    elif role == ELDER:
        last -= 1  # within a step elder's comes first: a carte rouge, or what is not due in the category (docs/law.md)
    before = [name for name in _reckoned_steps(d, other) if _STEP_OF[name] <= last]
    if before:
        # What saves from elder's repique saves from the pique, too, which is not logged again.
        return Decision(role, REPIQUE, "R7.2", 0, (own, pique) if role == ELDER else (own,), before[0])
    if d.rules.equality_saves_repique:
        calls = [called_in(d, category) for category in (POINT, SEQUENCE)]
        if any(called and called.status == "equal" for called in calls):
            return Decision(role, REPIQUE, "R7.5", 0, (own,), "equality")
    if any(_open(d, other, step) for step in range(last + 1)):
        return None
    return Decision(role, REPIQUE, "R7.2", REPIQUE_POINTS, (own, pique))


def _pique(d: MutableState) -> Decision | None:
    early_cards = CARDS_POINTS if d.rules.cards_counted == "seventh_trick" and d.won[ELDER] >= 7 else 0
    if not d.play[ELDER] or sum(d.in_hand[ELDER]) + d.play[ELDER] + early_cards < THIRTY:
        return None
    before = _reckoned_steps(d, YOUNGER)
    if before or (d.play[YOUNGER] and not (d.law is not None and d.law.saves_nothing[YOUNGER])):
        return Decision(ELDER, PIQUE, "R7.3", 0, ((PIQUE, ELDER),), before[0] if before else "play")
    if any(_open(d, YOUNGER, step) for step in range(len(STEPS))):
        return None
    return Decision(ELDER, PIQUE, "R7.3", PIQUE_POINTS, ((PIQUE, ELDER),))


def decisions(d: MutableState) -> Iterator[Decision]:
    """Yield the account of R7.2 to R7.7: each repique or pique that is certain by now, or saved, and not settled yet.

    Whoever takes a decision marks it as settled before asking for the next. A role that reckons nothing has none.
    """
    for role in _REPIQUE_BY[d.rules.repique_by]:
        if sum(d.in_hand[role]) >= THIRTY and (REPIQUE, role) not in d.settled and not forfeited(d, role):
            found = _repique(d, role)
            if found:
                yield found
    if (PIQUE, ELDER) not in d.settled and not forfeited(d, ELDER):
        found = _pique(d)
        if found:
            yield found


def forfeited(d: MutableState, role: int) -> bool:
    """Whether the role reckons nothing in the deal, by a ruling (docs/law.md, E3)."""
    return d.law is not None and d.law.forfeits[role] is not None


def enter_decision(d: MutableState, decision: Decision) -> None:
    """Log a bonus, or what saved from it."""
    role, kind, rule, points, _, by = decision
    if by:
        log_event(d, role, "saved", more={"bonus": kind, "by": by}, rule=rule)
    else:
        d.bonus = replace_role(d.bonus, role, d.bonus[role] + points)
        log_event(d, role, kind, points=points, rule=rule)


def settle_bonuses(d: MutableState) -> None:
    """Give every repique or pique that has become certain, or log it as saved (R7.2 to R7.7)."""
    if d.score[ELDER] < THIRTY > d.score[YOUNGER]:
        return
    for decision in decisions(d):
        d.settled = (*d.settled, *decision.settled)
        enter_decision(d, decision)
