"""How soft is the choice of discards? The fit of the one constant of `weights: discards`.

`service/advice/discard_policy.py` takes a discard for likely by what the cards kept promise, `exp(promise / SOFTNESS)`,
among all discards of as many cards. Here both players of random deals exchange by the advice `quick`, and the constant
is the one that makes these discards most likely (maximum likelihood, with the standard error from the curvature). The
deals are not those of `advice_strength.py` or `play_methods.py`: the seed is another.

Printed are the fit for each role and for both; the mean chance of the discards that were chosen (geometric) with it,
with the constant as it is, and if every discard were as likely; and how often the discard that promises most was
chosen.
"""

import argparse
from math import exp, log, sqrt
from typing import NamedTuple

import numpy as np
from _mirrored import packs
from numpy.typing import NDArray

from service.advice.advising import advise
from service.advice.discard_policy import SOFTNESS, promise
from service.advice.knowledge import knowledge_of
from service.advice.values import EFFORTS
from service.analysis.exchange_knowledge import choices_of
from service.piquet import engine
from service.piquet.model.actions import Exchange
from service.piquet.model.state import ELDER, YOUNGER
from service.piquet.partie import deal_next, new_partie
from service.piquet.rules.dealing import deal
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.rulesets.published import ruleset
from service.piquet.views import view_of

_LEAST, _MOST = 0.05, 50.0  # the constant is sought between these


class Chosen(NamedTuple):
    """What each discard of as many cards promised, less what the chosen one did."""

    role: int
    behind: NDArray[np.float64]

    def surprise(self, softness: float) -> float:
        """Return the negative logarithm of the chance of the chosen discard."""
        scaled = self.behind / softness
        most = float(scaled.max())
        return most + log(float(np.exp(scaled - most).sum()))


def choices(rules: Ruleset, seed: str, number: int) -> list[Chosen]:
    """Return what both players of a deal chose to discard."""
    dealt = deal_next(rules, new_partie(number % 2), deal(rules, next(packs(rules, seed, number))))
    table, found = engine.MutableDeal(rules, dealt.state), []
    for role in (ELDER, YOUNGER):
        state = table.state
        known = knowledge_of(rules, view_of(rules, state, role ^ 1 ^ state.dealer), (*dealt.events, *table.events))
        options = advise(known, EFFORTS["quick"], seed=f"{seed}:{number}").options
        action = next(each.action for each in options if isinstance(each.action, Exchange))
        hand, count = state.hands[role], action.cards.bit_count()
        (every,) = choices_of(hand, count=count)
        promised = promise(rules, role, hand & ~every, count)
        found.append(Chosen(role, promised - promised[every == action.cards]))
        table.apply(action)
    return found


def surprise(found: list[Chosen], softness: float) -> float:
    """Return the negative logarithm of the chance of all chosen discards."""
    return sum(each.surprise(softness) for each in found)


def fitted(found: list[Chosen]) -> tuple[float, float]:
    """Return the constant that makes the discards most likely, and its standard error."""
    low, high = log(_LEAST), log(_MOST)
    for _ in range(60):  # the function has one minimum: cut off a third of the interval
        third = (high - low) / 3
        if surprise(found, exp(low + third)) < surprise(found, exp(high - third)):
            high -= third
        else:
            low += third
    best = exp((low + high) / 2)
    step = best / 20
    around = [surprise(found, best + each * step) for each in (-1, 0, 1)]
    curvature = (around[0] - 2 * around[1] + around[2]) / step**2
    return best, 1 / sqrt(curvature) if curvature > 0 else float("inf")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=300, help="deals (300)")
    parser.add_argument("--ruleset", default="portland", help="(portland)")
    parser.add_argument("--seed", default="softness", help="(softness)")
    parser.add_argument("--quick", action="store_true", help="three deals")
    given = parser.parse_args()
    rules, found = ruleset(given.ruleset), []
    for number in range(3 if given.quick else given.deals):
        found += choices(rules, given.seed, number)
    for name, some in (
        ("elder", [each for each in found if each.role == ELDER]),
        ("younger", [each for each in found if each.role == YOUNGER]),
        ("both", found),
    ):
        best, error = fitted(some)
        chances = [exp(-surprise(some, each) / len(some)) for each in (best, SOFTNESS, 1e9)]
        first = sum(each.behind.max() <= 0 for each in some) / len(some)
        print(
            f"{name:8} {len(some):4} discards  softness {best:.2f} ± {error:.2f}  mean chance {chances[0]:.3f}, "
            f"with {SOFTNESS} {chances[1]:.3f}, all alike {chances[2]:.4f}  the most promising {first:.0%}"
        )


if __name__ == "__main__":
    main()
