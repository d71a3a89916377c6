"""Advice: the actions of a seat, ranked by what they are worth from what it knows."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from random import Random
from statistics import fmean
from typing import NamedTuple

import numpy as np

from service.advice.discard_policy import likelihood, likelihoods, thrown
from service.advice.exchanging import exchange_options
from service.advice.hidden_hands import Layouts, completed, layouts_of
from service.advice.knowledge import ImpossibleError, Knowledge
from service.advice.ranking import Basis, Ranked, ranked, reasons_of_outcomes, reasons_of_saying
from service.advice.values import ASKED, DRAW, PARTS, TIES, Effort, Valuation, valuation
from service.analysis.holding_tables import Floats, Ints
from service.piquet import legal_actions
from service.piquet.cards.cards import ALL_CARDS, cards_of, suit_cards
from service.piquet.cards.holdings import Holding
from service.piquet.cards.ranking import SET
from service.piquet.engine import options as engine_options
from service.piquet.model import actions
from service.piquet.model.actions import Action, Play
from service.piquet.model.state import ELDER, State
from service.piquet.rules.reckoning import ReckoningTerms, best_choice, check_holdings
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.views import visible

# ---------------------------------------------------------------- the actions that are compared


_TRUTH = ("not_good", "equal", "good")


def candidates(rules: Ruleset, state: State, options: Iterable[legal_actions.Option]) -> tuple[Action, ...]:
    """Return the actions that may be worth doing, without discards, in the order in which a candid player prefers them.

    Of calls there is one for each number of cards, with the tie-break withheld where that is possible; of reckonings
    everything, and everything without one category or more; nothing is added to *not good*.
    """
    known = [option for option in options if type(option) in _ORDER]
    known.sort(key=lambda option: _ORDER.index(type(option)))
    return tuple(action for option in known for action in _of(rules, state, option))


def alike(one: Action, other: Action) -> bool:
    """Whether two actions differ at most in the cards that the engine may choose, and in the order of holdings."""
    return _without_choices(one) == _without_choices(other)


def _without_choices(action: Action) -> Action:
    match action:
        case actions.Call() | actions.StateTieBreak():
            return replace(action, cards=0)
        case actions.Reckon(holdings=tuple(holdings)):
            return replace(action, holdings=tuple(sorted(holdings)))
        case actions.ClaimCarteBlanche():
            return replace(action, exchange=None)
    return action


# What is claimed or said comes first, and a pass or a concession last.
_ORDER: tuple[type[legal_actions.Option], ...] = (
    legal_actions.ClaimOption,
    legal_actions.CallOption,
    legal_actions.ReplyOption,
    legal_actions.TieBreakOption,
    legal_actions.ReckonOption,
    legal_actions.LookOption,
    legal_actions.PlayOption,
    legal_actions.PassOption,
    legal_actions.NameSuitOption,
    legal_actions.ExchangeOption,
    legal_actions.SimpleOption,
)


def _of(rules: Ruleset, state: State, option: legal_actions.Option) -> Iterator[Action]:
    seat = option.seat
    match option:
        case legal_actions.ClaimOption():
            yield actions.ClaimCarteBlanche(seat, option.high or None)
        case legal_actions.CallOption():
            yield from _calls(rules, state, option)
        case legal_actions.PassOption():
            yield actions.Pass(seat, option.category)
        case legal_actions.ReplyOption():
            yield from (actions.Reply(seat, reply) for reply in _TRUTH if reply in option.replies)
        case legal_actions.TieBreakOption():
            kind = "top" if option.category else "value"
            yield from (actions.StateTieBreak(seat, kind, tie) for tie in sorted(option.ties, reverse=True))
        case legal_actions.ReckonOption() if option.terms:
            yield from _reckonings(rules, state, option)
        case legal_actions.LookOption():
            yield from (actions.LookAtLeft(seat, True, suit) for suit in option.suits or (None,))
            yield actions.LookAtLeft(seat, False)
        case legal_actions.NameSuitOption():
            yield from (actions.NameSuit(seat, suit) for suit in option.suits)
        case legal_actions.ExchangeOption():  # a second one (R4.6)
            role = seat ^ 1 ^ state.dealer
            counts = range(option.low, option.high + 1)
            yield from (actions.Exchange(seat, int(thrown(rules, role, (option.cards,), count)[0])) for count in counts)
        case legal_actions.PlayOption():
            yield from (Play(seat, card) for card in cards_of(option.cards))
        case legal_actions.SimpleOption():
            yield option.type(seat)


def _calls(rules: Ruleset, state: State, option: legal_actions.CallOption) -> Iterator[Action]:
    """Yield the calls of a category, the best first: of each number of cards the one that says least.

    A set is called by its rank, and a tie-break that must be said is the best of its number.
    """
    how, category = rules.counting, option.category
    said: dict[object, tuple[int, int | None]] = {}
    for length, tie in option.calls:
        key: object = (length, tie) if category == SET else length
        known = said.get(key)
        if known is None or tie is None or (known[1] is not None and tie > known[1]):
            said[key] = (length, tie)
    calls = sorted(said.values(), key=lambda call: how.alike(category, *call)[1], reverse=True)
    yield from (actions.Call(option.seat, category, *call) for call in calls)


def _reckonings(rules: Ruleset, state: State, option: legal_actions.ReckonOption) -> Iterator[Action]:
    """Yield the reckoning of everything, then those that sink one category or more, or all but what was called."""
    how, hand = rules.counting, state.hands[option.seat ^ 1 ^ state.dealer]
    ways = [[*_ways(rules, terms, hand)] for terms in option.terms]
    for chosen in product(*ways):
        holdings = tuple(holding for some in chosen for holding in some)
        if not check_holdings(how, hand, option.terms, holdings, own_call=len(ways) == 1 and option.terms[0].must):
            yield actions.Reckon(option.seat, holdings)


def _ways(rules: Ruleset, terms: ReckoningTerms, hand: int) -> Iterator[tuple[Holding, ...]]:
    every = tuple(best_choice(rules.counting, terms, hand))
    yield every
    yield from ((one,) for one in every if len(every) > 1)
    if every:
        yield ()


# ---------------------------------------------------------------- the advice


# How likely discards are depends on which cards the other has drawn: so often that is drawn at random, over all hands
# and for one hand.
_DRAWS, _FOR_A_HAND = 300, 50
# The share of the work left that the next layouts may take if they are as dear as those before.
_FILLED = 0.8
# Of so many hands those are taken as they are likely that would be drawn for certain.
_AS_LIKELY = 100


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
    named: Sequence[Action] = (),
    only_named: bool = False,
) -> Advice:
    """Return the advice for a seat that is to act.

    `weights` are `equal`; `likely`: layouts are drawn by how likely the hand is after the exchange; or `discards`: each
    layout weighs as much as it is likely that the other would have thrown those discards. `named` are legal actions to
    compare whatever they promise; with `only_named`, no others are.
    Raises `ImpossibleError` if no layout agrees with what the seat knows.
    """
    if min(known.state.exchanged) < 0:
        discards = [each.cards for each in named if isinstance(each, actions.Exchange | actions.CommitDiscard)]
        return Advice(*exchange_options(known, effort, seed, discards, only_named=only_named))
    layouts = layouts_of(known)
    if not len(layouts.hands):
        raise ImpossibleError("no cards of the other player agree with what was said and played")
    rng = Random(f"{seed}:layouts")  # noqa: S311
    drawn = _drawn(known, layouts, effort.budget // ASKED + 1, rng, weights)  # the budget has no room for more
    first = completed(known, int(layouts.hands[drawn.order[0]]), rng)
    options = visible(engine_options(known.rules, first), first, known.seat)
    choices = candidates(known.rules, first, options)
    more = [each for each in named if not any(alike(each, choice) for choice in choices)]
    choices = tuple(named) if only_named else (*choices, *dict.fromkeys(more))
    if len(choices) == 1:
        return Advice((Ranked(choices[0], 0.0, 0.0, 0.0, 0.0, dict.fromkeys(PARTS, 0.0)),), None)
    before_cards = [] if only_named else [each for each in choices if _leaves_the_card(each, choices)]
    tried = [each for each in choices if each not in before_cards]
    sampled = _sampled(known, layouts, drawn, effort, valuation(known, first, tried, named), rng, weights)
    parts, weighed, hands, used, left_out = sampled
    rows = ranked(tried, parts.mean(axis=2), weighed, left_out)
    in_ties = np.concatenate(np.moveaxis(parts, 2, 0))
    worst = in_ties[:, tried.index(rows[-1].action)]
    explained = [
        row._replace(
            because=(
                *reasons_of_outcomes(in_ties[:, tried.index(row.action)], np.tile(weighed, len(TIES)), worst),
                *reasons_of_saying(known, row.action, hands, weighed),
            )
        )
        for row in rows
    ]
    exact = used == layouts.total and weights != "discards" and drawn.least == 0
    return Advice(_with_the_others(explained, before_cards), Basis(used, layouts.total, exact))


class _Sampled(NamedTuple):
    """What actions bring the seat in hands of the other, which stand for the `used` layouts.

    `parts` are by hand, action, tie and part, and `weights` those of the hands, which are the ones after the exchange.
    """

    parts: Floats
    weights: Floats
    hands: Ints
    used: int
    left_out: float


class _Drawn(NamedTuple):
    """Hands in the order in which they are tried, and how likely each hand is; each counts as the `least` at least."""

    order: Sequence[int]
    likely: Floats
    least: float = 0.0


def _drawn(known: Knowledge, layouts: Layouts, most: int, rng: Random, weights: str) -> _Drawn:
    """Draw hands without replacement; with `likely`, each with the chance that the other has kept and drawn it.

    The likeliest hands, which are certain to be drawn, then count as they are likely, and the others alike.
    """
    count, likely = len(layouts.hands), layouts.counts.astype(np.float64)
    if weights != "likely":
        return _Drawn(rng.sample(range(count), min(count, most)), likely)
    likely *= likelihoods(known.other, layouts.hands | known.played)
    uniform = (np.frombuffer(rng.randbytes(8 * count), dtype="<u8") >> 11 | 1) * 2.0**-53
    order = np.argsort(np.log(-np.log(uniform)) - np.log(likely), kind="stable")
    if count <= _AS_LIKELY:
        return _Drawn(order.tolist(), likely)
    first = -np.sort(-likely)[:_AS_LIKELY]
    rest = (likely.sum() - np.cumsum(first) + first) / np.arange(_AS_LIKELY, 0, -1)
    return _Drawn(order[:most].tolist(), likely, float(rest[np.argmax(first <= rest)]))


def _sampled(
    known: Knowledge,
    layouts: Layouts,
    drawn: _Drawn,
    effort: Effort,
    values: Valuation,
    rng: Random,
    weights: str,
) -> _Sampled:
    """Value actions in the layouts in this order, as many as there is room for in the budget."""
    order = drawn.order
    draws = min(_FOR_A_HAND, max(1, _DRAWS // len(order))) if weights == "discards" and known.discarded else 0
    budget = effort.left(layouts.work)
    weighed, done, batch = list[float](), 0, 1
    while batch:
        for at in order[done : done + batch]:
            hand = int(layouts.hands[at])
            complete = partial(completed, known, hand, rng)
            likely = fmean(likelihood(known.rules, complete(), known.other) for _ in range(draws)) if draws else 1.0
            weighed.append(likely * max(drawn.likely[at], drawn.least))
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
        1 - float(drawn.likely[tried].sum() / drawn.likely.sum()),
    )


def _leaves_the_card(action: Action, choices: Sequence[Action]) -> bool:
    """Whether an action before a card, which the seat will then choose, is worth what the best card is."""
    return isinstance(action, actions.LookAtLeft | actions.NameSuit) and any(isinstance(each, Play) for each in choices)


def _with_the_others(rows: Sequence[Ranked], before_cards: Sequence[Action]) -> tuple[Ranked, ...]:
    """Insert the looks and the suits named, each behind the best card that it leaves."""
    found = list(rows)
    for action in before_cards:
        suit = getattr(action, "suit", None)
        cards = ALL_CARDS if suit is None else suit_cards(suit)
        best = next(row for row in rows if isinstance(row.action, Play) and cards >> row.action.card & 1)
        found.insert(found.index(best) + 1, best._replace(action=action))
    return tuple(found)
