"""What two hands reckon before the first lead if both declare all that they hold (R5.14), in many deals at once.

The engine (`situation_of`) says the same, deal by deal.
"""

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from service.analysis.holding_tables import MASKS, Flags, Ints, in_suits, tables
from service.analysis.play_position import situation_of
from service.piquet.cards.cards import SUIT_SIZE
from service.piquet.cards.ranking import POINT, SEQUENCE, RankingRules
from service.piquet.model.state import CARTE_BLANCHE, CARTE_ROUGE, ELDER, STEPS, YOUNGER, Phase, State
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.account import REPIQUE, REPIQUE_POINTS, THIRTY


class Declared(NamedTuple):
    """What both reckon, by deal.

    `points` are by role and category, with a carte rouge after the categories. `repique` is what elder's repique brings
    less what younger's does, and `towards` are elder's points towards a pique, -1 where none is possible.
    """

    points: tuple[Ints, Ints]
    repique: Ints
    towards: Ints


def declared(rules: Ruleset, state: State, hands: tuple[Ints, Ints]) -> Declared:
    """Return what pairs of hands reckon, each in place of the hands of a state in which nothing was called."""
    if rules.carte_rouge:
        return _by_engine(rules, state, hands)
    blanche, both_shown = [each[CARTE_BLANCHE] for each in state.in_hand], state.blanche == ("shown", "shown")
    mine, theirs = (np.array(in_suits(each)) for each in hands)
    every = tables(rules.counting)
    elder, younger, equals = list[Ints](), list[Ints](), list[Flags]()
    for which, category in enumerate(every.categories):
        (called, score), (other, more) = every.holdings(which, mine), every.holdings(which, theirs)
        good = (called > 0) & (other < category.first[called])
        equal = (called > 0) & ~good & (other <= category.last[called])
        if which == POINT:  # of several points that are better than elder's, younger reckons what scores most
            least = np.where(called > 0, category.last[called] + 1, 1)
            more = _best_point(rules.counting)[least[:, None], theirs.T].max(axis=1)
        elder.append(score * good)
        younger.append(more * ~(good | equal))
        equals.append(equal)
    points = np.array([*elder, 0 * elder[0]]), np.array([*younger, 0 * elder[0]])
    steps = [np.vstack([np.full(len(hands[ELDER]), blanche[role]), points[role]]) for role in (ELDER, YOUNGER)]
    saved = equals[POINT] | equals[SEQUENCE] if rules.equality_saves_repique else np.zeros_like(equals[POINT])
    made = [_repiques(rules, role, steps, both_shown) & ~saved for role in (ELDER, YOUNGER)]
    none = steps[YOUNGER].any(axis=0) | made[ELDER] | both_shown
    towards = np.where(none, -1, steps[ELDER].sum(axis=0))
    return Declared(points, REPIQUE_POINTS * (made[ELDER].astype(np.int64) - made[YOUNGER]), towards)


def _by_engine(rules: Ruleset, state: State, hands: tuple[Ints, Ints]) -> Declared:
    """Return the same as the engine says it."""
    rules = replace(rules, calling="automatic", elder_second_exchange=False, left_cards="none")
    points, repique, towards = np.zeros((2, CARTE_ROUGE, len(hands[ELDER])), dtype=np.int64), [], []
    for at, (elder, younger) in enumerate(zip(*(each.tolist() for each in hands), strict=True)):
        after = state._replace(hands=(elder, younger), exchanged=(0, 0), phase=Phase.PLAY, to_act=ELDER)
        situation, bonus = situation_of(rules, after), 0
        for event in situation.events:
            role = (event.seat or 0) ^ 1 ^ state.dealer
            if event.kind in STEPS:
                points[role, STEPS.index(event.kind) - 1, at] += event.points
            elif event.kind == REPIQUE:
                bonus += event.points if role == ELDER else -event.points
        repique.append(bonus)
        towards.append(situation.position.pique.points if situation.position.pique else -1)
    return Declared((points[ELDER], points[YOUNGER]), np.array(repique), np.array(towards))


def _repiques(rules: Ruleset, role: int, steps: list[Ints], both_shown: bool) -> Flags:
    """Whether a role has thirty in hand, and the other nothing that saves from a repique, but an equality (R7.2)."""
    totals = steps[role].cumsum(axis=0)
    if (rules.repique_by == "elder" and role == YOUNGER) or both_shown:
        return np.zeros(totals.shape[1], dtype=bool)
    others = steps[1 - role].cumsum(axis=0)
    before = others[-1]
    if rules.repique_test == "before_in_order":
        reached = (totals < THIRTY).sum(axis=0) - (role == ELDER)  # within a step elder's comes first
        before = others[np.clip(reached, 0, len(others) - 1), np.arange(len(reached))]
    return np.asarray((totals[-1] >= THIRTY) & (before == 0))


@lru_cache(maxsize=64)
def _best_point(how: RankingRules) -> Ints:
    """Return what the point that scores most scores, by the lowest place that it may have and the ranks of the suit."""
    point, ranks = tables(how).categories[POINT], np.arange(MASKS)
    least = np.arange(len(point.score) + 1)[:, None]
    of_suit = np.where(point.place >= least, point.score[point.place], 0)
    found = of_suit * (ranks > 0)
    for rank in range(SUIT_SIZE):  # a part of a suit is a point, too
        found = np.maximum(found, np.where(ranks >> rank & 1, found[:, ranks & ~(1 << rank)], 0))
    found[:, 0] = of_suit[:, 0]  # a nought
    return found
