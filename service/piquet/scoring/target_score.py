"""A target that ends the partie at once: who reaches it first in the order of reckoning (R8.4)."""

from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import CARTE_BLANCHE, ELDER, STEPS, YOUNGER, Pair, Phase
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.account import PIQUE_POINTS, REPIQUE_POINTS, THIRTY, forfeited, log_event, step_of_thirty
from service.piquet.scoring.settlement import by_seat, end_deal, totals


def decide_hands(d: MutableState) -> bool:
    """Whether the points in hand, or elder's first lead, reach the target. Call it once younger has reckoned.

    If they do, the deal ends, and nothing after the deciding item in the order of reckoning scores. In an irregular
    deal, where what counts in hand may change during play, all points of play are asked too (docs/law.md, E12).
    """
    target = stops_at(d.rules)
    if target is None:
        return False
    start = _before(d)
    running = [0, 0]
    for role, points in _items(d):
        running[role] += points
        if start[role] + running[role] >= target:
            for other in (ELDER, YOUNGER):
                over = d.score[other] - running[other]
                if over:
                    log_event(d, other, "uncounted", points=-over)
            if d.phase != Phase.DEAL_OVER:
                end_deal(d)
            return True
    return False


def decide_play(d: MutableState) -> bool:
    """Whether a point of play, or the cards, reaches the target. If so, the deal ends."""
    target = stops_at(d.rules)
    if target is None or not d.reckoned:
        return False
    start = _before(d)
    if any(start[role] + d.score[role] >= target for role in (ELDER, YOUNGER)):
        end_deal(d)
        return True
    return False


def stops_at(rules: Ruleset) -> int | None:
    """Return the total that ends the partie at once; None if no total does."""
    return rules.target if rules.target_stop == "at_once" else None


def _before(d: MutableState) -> Pair:
    """Return the totals before this deal, elder's and younger's."""
    return by_seat(d.dealer, totals(d.rules, d.finished))


def _items(d: MutableState) -> list[Pair]:
    """Return the points so far in the order of R7.1, as role and points.

    A repique counts with the step that makes thirty, a pique with the point of play that does.
    """
    items = []
    for step in range(len(STEPS)):
        for role in (ELDER, YOUNGER):
            due = 0 if step != CARTE_BLANCHE and forfeited(d, role) else d.in_hand[role][step]
            repique = d.bonus[role] == REPIQUE_POINTS and step_of_thirty(d, role) == step
            items.append((role, due + (REPIQUE_POINTS if repique else 0)))
    total, pique = sum(d.in_hand[ELDER]), d.bonus[ELDER] == PIQUE_POINTS
    for role, points in [(ELDER, d.play[ELDER])] if d.law is None else d.law.in_play():
        total += points if role == ELDER else 0
        made = pique and role == ELDER and total >= THIRTY
        pique = pique and not made
        items.append((role, points + (PIQUE_POINTS if made else 0)))
    return items
