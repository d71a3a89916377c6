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
from service.advice.effort import DRAW, Effort
from service.advice.exchanging import exchange_options
from service.advice.knowledge import ImpossibleError, Knowledge
from service.advice.layouts import Hands, Layouts, layouts_of
from service.advice.parts import PARTS
from service.advice.ranking import Basis, Floats, Ranked, ranked
from service.advice.reasons import of_outcomes, of_saying
from service.advice.two_steps import TIES
from service.advice.values import Valuation, valuation
from service.piquet.cards.cards import ALL_CARDS, suit_cards
from service.piquet.engine import options as engine_options
from service.piquet.model import actions as a
from service.piquet.model.state import ELDER, State
from service.piquet.views import visible

# How likely discards are depends on which cards the other has drawn: so often that is drawn at random, over all hands
# and for one hand.
_DRAWS, _FOR_A_HAND = 300, 50
# The share of the work left that the next layouts may take if they are as dear as those before.
_FILLED = 0.8


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
    sampled = _sampled(known, layouts, order, effort, valuation(known, first, tried, named), rng, weights)
    parts, weighed, hands, used = sampled
    rows = ranked(tried, parts.mean(axis=2), weighed, 1 - used / layouts.total)
    in_ties = np.concatenate(np.moveaxis(parts, 2, 0))
    worst = in_ties[:, tried.index(rows[-1].action)]
    told = [
        row._replace(
            because=(
                *of_outcomes(in_ties[:, tried.index(row.action)], np.tile(weighed, len(TIES)), worst),
                *of_saying(known, row.action, hands, weighed),
            )
        )
        for row in rows
    ]
    exact = used == layouts.total and weights == "equal"
    return Advice(_with_the_others(told, before_cards), Basis(used, layouts.total, exact))


class _Sampled(NamedTuple):
    """What actions bring the seat in hands of the other, which stand for the `used` layouts.

    `parts` are by hand, action, tie and part, and `weights` those of the hands, which are the ones after the exchange.
    """

    parts: Floats
    weights: Floats
    hands: Hands
    used: int


def _sampled(
    known: Knowledge,
    layouts: Layouts,
    order: Sequence[int],
    effort: Effort,
    values: Valuation,
    rng: Random,
    weights: str,
) -> _Sampled:
    """Value actions in the layouts in this order, as many as there is room for in the budget."""
    draws = draws_for(len(order)) if weights == "discards" else 0
    budget = effort.left(layouts.work)
    weighed, done, batch = list[float](), 0, 1
    while batch:
        for at in order[done : done + batch]:
            hand = int(layouts.hands[at])
            complete = partial(completed, known, hand, rng)
            likely = fmean(likelihood_of(known, complete()) for _ in range(draws)) if draws else 1.0
            weighed.append(likely * int(layouts.counts[at]))
            values.add(hand, weighed[-1], complete)
        done += batch
        spent = values.finish() + done * draws * DRAW
        room = int(_FILLED * max(0, budget - spent) * done / spent)  # for as many at the same cost each
        batch = min(room, len(order) - done)
    parts = np.array(values.rows(), dtype=np.float64)
    tried = list(order[:done])
    return _Sampled(
        parts if known.role == ELDER else -parts,
        np.array(weighed, dtype=np.float64),
        layouts.hands[tried] | known.played,
        int(layouts.counts[tried].sum()),
    )


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
