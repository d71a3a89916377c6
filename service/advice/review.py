"""The review of a deal that was played: what each decision cost, by what its seat knew at that moment."""

from collections.abc import Iterable, Iterator
from math import hypot
from typing import NamedTuple

from service.advice.advising import advise, alike
from service.advice.knowledge import Knowledge, knowledge_of
from service.advice.values import Effort
from service.piquet.cards.cards import ALL_CARDS, mask_of
from service.piquet.engine import MutableDeal
from service.piquet.law.deal import is_law_act
from service.piquet.model.actions import Action, ClaimCarteBlanche, CommitDiscard, Exchange
from service.piquet.model.events import Event
from service.piquet.model.state import PHASES, Pair, Phase, State
from service.piquet.partie import Partie
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.views import View, view_of

_EXCHANGES = (Phase.ELDER_EXCHANGE, Phase.COMMIT_DISCARD, Phase.YOUNGER_EXCHANGE)
_ROUNDING = 1e-9
_DISCARDS = (Exchange, CommitDiscard)


class Played(NamedTuple):
    """A deal as it was played: its state before the first action, and legal actions.

    `certain` are the cards by seat whose place is known as far as it is the seat's to know. Others stand where they may
    have been, and a view that shows one of them is not known for certain.
    """

    rules: Ruleset
    begun: State
    actions: tuple[Action, ...]
    certain: Pair = (ALL_CARDS, ALL_CARDS)

    @property
    def irregular_from(self) -> int | None:
        """The number of the first act of the law, from which on nothing is reviewed; 0 if the deal itself is one."""
        if self.begun.law is not None:
            return 0
        return next((number for number, action in enumerate(self.actions, 1) if is_law_act(action)), None)

    @property
    def reviewed(self) -> tuple[Action, ...]:
        """The actions before the first act of the law."""
        stop = self.irregular_from
        return self.actions[: None if stop is None else max(0, stop - 1)]


class Turn(NamedTuple):
    """An action of a deal, from 1, and what its seat knew before it; `known` is None if that cannot be valued."""

    number: int
    seat: int
    phase: str
    action: Action
    known: Knowledge | None


class Decision(NamedTuple):
    """What was done, what would have been best by what the seat knew, and what that cost, with its standard error.

    `options` is how many actions were compared: 1 if there was nothing to choose, 0 if the decision was skipped.
    """

    number: int
    seat: int
    phase: str
    done: Action
    best: Action
    cost: float = 0.0
    error: float = 0.0
    exact: bool = True
    options: int = 1

    @property
    def blamed(self) -> bool:
        """Whether the cost is more than its error."""
        return self.cost > self.error + _ROUNDING


class Sum(NamedTuple):
    """The decisions of a seat in a phase.

    So many were `forced`, `skipped` or `blamed`; `cost` and `error` are those of the blamed ones together.
    """

    seat: int
    phase: str
    decisions: int = 0
    forced: int = 0
    skipped: int = 0
    blamed: int = 0
    cost: float = 0.0
    error: float = 0.0

    def plus(self, made: Decision) -> "Sum":
        """Return the sum with one more decision."""
        return self._replace(
            decisions=self.decisions + 1,
            forced=self.forced + (made.options == 1),
            skipped=self.skipped + (made.options == 0),
            blamed=self.blamed + made.blamed,
            cost=self.cost + (made.cost if made.blamed else 0.0),
            error=hypot(self.error, made.error) if made.blamed else self.error,
        )


def turns(played: Played) -> Iterator[Turn]:
    """Yield the actions of a deal up to the first act of the law, each with what its seat knew."""
    rules, begun = played.rules, played.begun
    partie = Partie(rules, begun.first_dealer, begun.finished, begun.dealers)
    deal, events = MutableDeal(rules, begun), list[Event]()
    for number, action in enumerate(played.reviewed, 1):
        state, seat = deal.state, action.seat
        known = None
        if seat == state.to_act ^ 1 ^ state.dealer and not _is_second_exchange(state, action):
            view = view_of(rules, state, seat)
            if not _shown(view) & ~played.certain[seat]:
                known = knowledge_of(rules, view, events, partie)
        done = deal.do(action)
        yield Turn(number, seat, state.phase, done, known)
        events += deal.events_after(len(events))


def _is_second_exchange(state: State, action: Action) -> bool:
    """Whether elder exchanges again (R4.6), which advice does not value."""
    return isinstance(action, _DISCARDS) and state.phase not in _EXCHANGES


def _shown(view: View) -> int:
    """Return the cards of the deal and of the exchange that a view shows."""
    return view.dealt | view.hand | view.discards | (view.other.carte_blanche or 0) | mask_of(view.drawn + view.looked)


def review(played: Played, effort: Effort, *, seed: str = "", after: int = 0) -> Iterator[Decision]:
    """Yield the decisions of a deal, beginning with the first one after the action `after`."""
    for turn in turns(played):
        if turn.number > after:
            yield decision(turn, effort, f"{seed}:{turn.number}")


def decision(turn: Turn, effort: Effort, seed: str) -> Decision:
    """Return what an action cost.

    Of many actions the one that seems best owes that to chance in part. So where not all layouts are used, it is
    compared with the action that was done again: by themselves, in other layouts, and so with a smaller error.
    """
    number, seat, phase, done, known = turn
    if known is None:
        return Decision(number, seat, phase, done, done, options=0)
    options, basis = advise(known, effort, seed=seed, named=(done,))
    best, own = options[0], next(row for row in options if alike(row.action, done))
    exact = basis is None or basis.exact
    if own is not best and not exact and not isinstance(best.action, ClaimCarteBlanche):
        again, basis = advise(known, effort, seed=f"{seed}:again", named=(best.action, own.action), only_named=True)
        own = next(row for row in again if row.action == own.action)
        exact = basis is None or basis.exact
    cost = max(0.0, own.behind)
    if not cost:
        best = own
    return Decision(number, seat, phase, done, best.action, cost, own.behind_error, exact, len(options))


def sums(decisions: Iterable[Decision]) -> list[Sum]:
    """Return the sums of decisions by seat and phase, in the order of the seats and of a deal."""
    found: dict[tuple[int, str], Sum] = {}
    for made in decisions:
        key = made.seat, made.phase
        found[key] = found.get(key, Sum(*key)).plus(made)
    return [found[key] for key in sorted(found, key=lambda key: (key[0], PHASES.index(key[1])))]
