"""How likely is a hand after the exchange? The fit of the constants of `weights: likely`.

`service/advice/discard_policy.py` takes a hand of the other for likely by what it has, `exp(features * LIKELY)`. Here
both players of random deals exchange by the advice `quick`, or by the rule of thumb (`--player thrown`), and the
constants are those that make their hands most likely among hands drawn at random from the cards that the seat has not
seen (maximum likelihood). The deals are not those of `advice_strength.py`: the seed is another.

Printed are the constants for each role, and how many times likelier than a random hand the true hands are in the mean
(geometric): in the deals of the fit, in as many others, and there with the constants as they are.
"""

import argparse
from math import exp

import numpy as np
from _mirrored import packs
from numpy.typing import NDArray

from service.advice.advising import advise
from service.advice.discard_policy import LIKELY, features, thrown
from service.advice.knowledge import knowledge_of
from service.advice.values import EFFORTS
from service.piquet import engine
from service.piquet.cards.cards import cards_of
from service.piquet.model.actions import Exchange
from service.piquet.model.state import ELDER, YOUNGER
from service.piquet.partie import deal_next, new_partie
from service.piquet.rules.dealing import deal
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.rulesets.published import ruleset
from service.piquet.views import view_of

_OTHERS = 400  # hands drawn at random for each true one
_PENALTY = 0.5  # keeps a constant that nothing shows near 0

Floats = NDArray[np.float64]


def hands_of(rules: Ruleset, player: str, seed: str, number: int) -> list[Floats]:
    """Return of elder and younger after a deal's exchanges the features of the hand, and of random hands after it."""
    dealt = deal_next(rules, new_partie(number % 2), deal(rules, next(packs(rules, seed, number))))
    table = engine.MutableDeal(rules, dealt.state)
    for role in (ELDER, YOUNGER):
        state, seat = table.state, role ^ 1 ^ table.state.dealer
        if player == "quick":
            known = knowledge_of(rules, view_of(rules, state, seat), (*dealt.events, *table.events))
            options = advise(known, EFFORTS["quick"], seed=f"{seed}:{number}").options
            action = next(each.action for each in options if isinstance(each.action, Exchange))
        else:
            count = rules.elder_max if role == ELDER else 3
            action = Exchange(seat, int(thrown(rules, role, (state.hands[role],), count)[0]))
        table.apply(action)
    state, found, rng = table.state, [], np.random.default_rng(number)
    for role in (ELDER, YOUNGER):
        seen = state.hands[1 - role] | state.discards[1 - role]
        cards = np.array([1 << card for card in cards_of(rules.cards & ~seen)], dtype=np.int64)
        drawn = rng.permuted(np.tile(cards, (_OTHERS, 1)), axis=1)[:, :12].sum(axis=1)
        found.append(features(np.concatenate([[state.hands[role]], drawn])))
    return found


def gain(hands: list[Floats], constants: Floats) -> tuple[float, Floats, Floats]:
    """Return the mean logarithm of how many times likelier the true hands are, with its gradient and curvature."""
    total, gradient, curvature = 0.0, np.zeros(len(constants)), np.zeros((len(constants),) * 2)
    for each in hands:
        scores = each @ constants
        weights = np.exp(scores - scores.max())
        weights /= weights.sum()
        mean = weights @ each
        total += np.log(weights[0] * len(each))
        gradient += each[0] - mean
        curvature += (each * weights[:, None]).T @ each - np.outer(mean, mean)
    return total / len(hands), gradient, curvature


def fitted(hands: list[Floats]) -> Floats:
    """Return the constants that make the true hands most likely, by Newton's method."""
    found = np.zeros(hands[0].shape[1])
    for _ in range(12):
        _, gradient, curvature = gain(hands, found)
        penalty = _PENALTY * np.eye(len(found))
        found += np.linalg.solve(curvature + penalty, gradient - _PENALTY * found)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=300, help="deals of the fit, and as many others (300)")
    parser.add_argument("--player", choices=("quick", "thrown"), default="quick", help="who exchanges (quick)")
    parser.add_argument("--ruleset", default="portland", help="(portland)")
    parser.add_argument("--seed", default="likely", help="(likely)")
    parser.add_argument("--quick", action="store_true", help="six deals")
    given = parser.parse_args()
    rules, deals = ruleset(given.ruleset), 6 if given.quick else given.deals
    played = [hands_of(rules, given.player, given.seed, number) for number in range(2 * deals)]
    for role, name in ((ELDER, "elder"), (YOUNGER, "younger")):
        hands = [each[role] for each in played]
        found = fitted(hands[:deals])
        own, others, kept = gain(hands[:deals], found), gain(hands[deals:], found), gain(hands[deals:], LIKELY[role])
        print(f"{name:8} {', '.join(f'{each:.2f}' for each in found)}")
        print(f"         {exp(own[0]):.2f} times likelier, in others {exp(others[0]):.2f}, as it is {exp(kept[0]):.2f}")


if __name__ == "__main__":
    main()
