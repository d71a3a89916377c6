"""Advice: the actions of a seat, ranked by what they are worth from what it knows."""

from collections.abc import Sequence
from functools import partial
from random import Random
from statistics import fmean
from typing import NamedTuple

import numpy as np

from service.advice.candidates import alike, candidates
from service.advice.completion import completed
from service.advice.discard_policy import likelihood
from service.advice.effort import Effort
from service.advice.exchanging import exchange_options
from service.advice.knowledge import ImpossibleError, Knowledge
from service.advice.layouts import layouts_of
from service.advice.parts import PARTS
from service.advice.ranking import Basis, Ranked, Sample, ranked
from service.advice.reasons import of_outcomes, of_saying
from service.advice.values import Valuation
from service.piquet.cards.cards import ALL_CARDS, suit_cards
from service.piquet.engine import options as engine_options
from service.piquet.model import actions as a
from service.piquet.model.state import ELDER, State
from service.piquet.views import visible

# How likely discards are depends on which cards the other has drawn: so often that is drawn at random, over all hands
# and for one hand.
_DRAWS, _FOR_A_HAND = 300, 50


class Advice(NamedTuple):
    """The options of a seat, best first, and what they rest on; `basis` is None where nothing had to be compared."""

    options: tuple[Ranked, ...]
    basis: Basis | None


def advise(
    known: Knowledge,
    effort: Effort,
    *,
    weights: str = "equal",
    seed: str = "",
    named: Sequence[a.Action] = (),
    only_named: bool = False,
) -> Advice:
    """Return the advice for a seat that is to act.

    `weights` are `equal`, or `discards`: each layout weighs as much as it is likely that the other would have thrown
    those discards. `named` are legal actions to compare whatever they promise; with `only_named`, no others are.
    Raises `ImpossibleError` if no layout agrees with what the seat knows.
    """
    if min(known.state.exchanged) < 0:
        discards = [each.cards for each in named if isinstance(each, a.Exchange | a.CommitDiscard)]
        return Advice(*exchange_options(known, effort, seed, discards, only_named=only_named))
    layouts = layouts_of(known)
    if not len(layouts.hands):
        raise ImpossibleError("no cards of the other player agree with what was said and played")
    rng = Random(f"{seed}:layouts")  # noqa: S311
    order = rng.sample(range(len(layouts.hands)), min(len(layouts.hands), effort.most_layouts))
    first = completed(known, int(layouts.hands[order[0]]), rng)
    options = visible(engine_options(known.rules, first), first, known.seat)
    actions = candidates(known.rules, first, options)
    more = [each for each in named if not any(alike(each, action) for action in actions)]
    actions = tuple(named) if only_named else (*actions, *dict.fromkeys(more))
    if len(actions) == 1:
        return Advice((Ranked(actions[0], 0.0, 0.0, 0.0, 0.0, dict.fromkeys(PARTS, 0.0)),), None)
    before_cards = [] if only_named else [action for action in actions if _leaves_the_card(action, actions)]
    tried = [action for action in actions if action not in before_cards]
    valuation = Valuation(known, first, tried)
    sample, used, cost = Sample(1 if known.role == ELDER else -1), 0, 0
    hands: list[int] = []
    draws = draws_for(len(order)) if weights == "discards" else 0
    for at in order:
        hand, count = int(layouts.hands[at]), int(layouts.counts[at])
        complete = partial(completed, known, hand, rng)
        found = valuation.of(hand, complete)
        weight = fmean(likelihood_of(known, complete()) for _ in range(draws)) if draws else 1.0
        sample.add(found, weight * count)
        used += count
        hands.append(hand | known.played)
        cost += effort.overhead(tried, draws, settled=valuation.is_settled)
        if valuation.searched + cost >= effort.budget:
            break
    exact = used == layouts.total and not draws
    parts, weighed = sample.parts, sample.weights
    rows = ranked(tried, parts, weighed, 1 - used / layouts.total)
    worst = parts[:, tried.index(rows[-1].action)]
    told = [
        row._replace(
            because=(
                *of_outcomes(parts[:, tried.index(row.action)], weighed, worst),
                *of_saying(known, row.action, np.array(hands), weighed),
            )
        )
        for row in rows
    ]
    return Advice(_with_the_others(told, before_cards), Basis(used, layouts.total, exact))


def draws_for(hands: int) -> int:
    """Return how many draws of the other are looked at for each of so many hands."""
    return min(_FOR_A_HAND, max(1, _DRAWS // hands))


def likelihood_of(known: Knowledge, state: State) -> float:
    """Return how likely the other would have thrown the discards of a layout, of the hand that they were dealt."""
    other = known.other
    return likelihood(known.rules, other, state.dealt[other], state.discards[other])


def _leaves_the_card(action: a.Action, actions: Sequence[a.Action]) -> bool:
    """Whether an action before a card, which the seat will then choose, is worth what the best card is."""
    return isinstance(action, a.LookAtLeft | a.NameSuit) and any(isinstance(each, a.Play) for each in actions)


def _with_the_others(rows: Sequence[Ranked], before_cards: Sequence[a.Action]) -> tuple[Ranked, ...]:
    """Insert the looks and the suits named, each behind the best card that it leaves."""
    found = list(rows)
    for action in before_cards:
        suit = getattr(action, "suit", None)
        cards = ALL_CARDS if suit is None else suit_cards(suit)
        best = next(row for row in rows if isinstance(row.action, a.Play) and cards >> row.action.card & 1)
        found.insert(found.index(best) + 1, best._replace(action=action))
    return tuple(found)
