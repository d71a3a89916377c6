"""The referee: `options`, `check`, `apply` and `replay`, on the rules of each part of a deal.

The engine reads the parameters of a ruleset and never its name.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.enumeration import expand
from service.piquet.law.dealers import dealers_in_turn, next_dealer
from service.piquet.law.engine import marks
from service.piquet.law.engine.deal import IrregularDeal, WouldBe, is_law_act, start_of
from service.piquet.legal_actions import Option
from service.piquet.legal_actions import options as regular_options
from service.piquet.model import actions as a
from service.piquet.model.events import RULE, Event
from service.piquet.model.law_state import LawState
from service.piquet.model.mutable_state import MutableState
from service.piquet.model.state import ELDER, OVER, YOUNGER, Pair, Phase, State
from service.piquet.model.violations import IllegalAction, Violation, violation
from service.piquet.rules.dealing import Deal, check_cards
from service.piquet.rulesets.law_parameters import NO_LAW
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.settlement import by_seat, dealer_of
from service.piquet.verbs import APPLY
from service.piquet.verbs import check as check_regular


class Outcome(NamedTuple):
    """The result of an action: the state, its events, and the action with every open choice filled in."""

    state: State
    events: tuple[Event, ...]
    action: a.Action


class Replay(NamedTuple):
    """The result of a list of actions.

    `refused` has the index of the first illegal one and its violations, else None.
    """

    state: State
    events: tuple[Event, ...]
    actions: tuple[a.Action, ...]
    refused: tuple[int, tuple[Violation, ...]] | None


class MutableDeal:
    """A deal that changes in place.

    It is faster than `apply` for a series of actions, since no state is made in between. From the first act of the law
    of irregularities on, an `IrregularDeal` judges it; for that the `history` of the deal before `state` is needed.
    `done` are the actions since then, with every open choice filled in.
    """

    def __init__(self, rules: Ruleset, state: State, history: Iterable[a.Action] = ()) -> None:
        self._rules = rules
        self._history = history
        self.done: list[a.Action] = []
        self._mutable = MutableState(rules, state)
        self._irregular: IrregularDeal | None = None
        if state.law is not None:
            self._switch()

    @property
    def state(self) -> State:
        """The current state."""
        return self._irregular.state if self._irregular else self._mutable.state()

    @property
    def events(self) -> tuple[Event, ...]:
        """The events since this object was made."""
        return tuple(self.events_after(0))

    def events_after(self, count: int) -> Sequence[Event]:
        """Return the events since this object was made, without the first ones."""
        return self._irregular.events[self._before + count :] if self._irregular else self._mutable.events[count:]

    @property
    def irregular(self) -> "IrregularDeal | None":
        """The deal as the law of irregularities judges it; None as long as nothing irregular was entered."""
        return self._irregular

    def options(self) -> tuple[Option, ...]:
        """Return the options of the current state."""
        return self._irregular.options() if self._irregular else regular_options(self._rules, self._mutable)

    def expand(self, option: Option) -> Sequence[a.Action]:
        """Every legal action of an option."""
        return expand(self._rules, self._irregular.d if self._irregular else self._mutable, option)

    def check(self, action: a.Action) -> tuple[Violation, ...]:
        """Every reason why the action is illegal; empty if it is legal."""
        if self._irregular is None:
            if not is_law_act(action):
                return check_regular(self._rules, self._mutable, action)
            self._switch()
        assert self._irregular is not None
        return self._irregular.check(action)

    def apply(self, action: a.Action) -> a.Action:
        """Apply the action and return it with every open choice filled in. Raises `IllegalAction` if it is illegal."""
        violations = self.apply_all((action,))
        if violations:
            raise IllegalAction(violations)
        return self.done[-1]

    def apply_all(self, actions: Iterable[a.Action]) -> tuple[Violation, ...]:
        """Apply the actions up to the first illegal one, and return its violations."""
        rules, mutable, done = self._rules, self._mutable, self.done
        for action in actions:
            effect = APPLY.get(type(action))
            if effect is None or action.irregular or self._irregular is not None:
                violations = self.check(action)
                if not violations:
                    self.do(action)
            else:
                violations = check_regular(rules, mutable, action)
                if not violations:
                    done.append(effect(mutable, action.seat ^ 1 ^ mutable.dealer, action))
            if violations:
                return violations
        return ()

    def do(self, action: a.Action) -> a.Action:
        """Apply the action without checking it. Use it only for an action that `options` allows."""
        if self._irregular is not None:
            done = self._irregular.do(action)
        else:
            done = APPLY[type(action)](self._mutable, action.seat ^ 1 ^ self._mutable.dealer, action)
        self.done.append(done)
        return done

    def _switch(self) -> None:
        """Let the law of irregularities judge the deal from now on."""
        self._irregular = IrregularDeal(self._rules, start_of(self._mutable.state()), [*self._history, *self.done])
        self._before = len(self._irregular.events) - len(self._mutable.events)


def check(rules: Ruleset, state: State, action: a.Action, history: Iterable[a.Action] = ()) -> tuple[Violation, ...]:
    """Every reason why the action is illegal; empty if it is legal. `history` as in `MutableDeal`."""
    if state.law is None and not is_law_act(action):
        return check_regular(rules, state, action)
    return MutableDeal(rules, state, history).check(action)


def options(rules: Ruleset, state: State, history: Iterable[a.Action] = ()) -> tuple[Option, ...]:
    """Return the options of a state. `history` as in `MutableDeal`."""
    return regular_options(rules, state) if state.law is None else MutableDeal(rules, state, history).options()


def irregular_deal(rules: Ruleset, state: State, history: Iterable[a.Action]) -> IrregularDeal:
    """Return the deal in hand as the law of irregularities judges it, even if nothing irregular was entered."""
    return IrregularDeal(rules, start_of(state), history)


def would_be(
    rules: Ruleset, state: State, action: a.Action, reason: Violation, history: Iterable[a.Action] = ()
) -> WouldBe | None:
    """Return what an illegal action would be if it had happened; None if the law has nothing for it.

    `history` as in `MutableDeal`.
    """
    if state.law is None and marks.would_be(IrregularDeal(rules, state, ()).d, action, reason) is None:
        return None  # in a deal that was regular so far that does not depend on the history
    return irregular_deal(rules, state, history).would_be(action, reason)


def apply(rules: Ruleset, state: State, action: a.Action, history: Iterable[a.Action] = ()) -> Outcome:
    """Apply the action. Raises `IllegalAction` if it is illegal. `history` as in `MutableDeal`."""
    table = MutableDeal(rules, state, history)
    done = table.apply(action)
    return Outcome(table.state, table.events, done)


def replay(rules: Ruleset, state: State, actions: Iterable[a.Action]) -> Replay:
    """Apply the actions in order, up to the first illegal one."""
    table = MutableDeal(rules, state)
    violations = table.apply_all(actions)
    refused = (len(table.done), violations) if violations else None
    return Replay(table.state, table.events, tuple(table.done), refused)


def new_partie(first_dealer: int) -> State:
    """Return a partie before its first deal. `first_dealer` is a seat."""
    return State(first_dealer=first_dealer, dealer=first_dealer)


def deal(rules: Ruleset, state: State, cards: Deal, *, irregular: bool = False, dealer: int | None = None) -> Outcome:
    """Deal the next deal of a partie (R2.2).

    `cards` are elder's and younger's hands, and the talon, top card first. An `irregular` deal may have other numbers
    of cards, or a `dealer` whose turn it is not (docs/law.md, K1 and K2). Raises `IllegalAction` if no deal is due, or
    if the cards are not the pack, dealt twelve to each player.
    """
    if state.phase not in (Phase.DEAL, Phase.DEAL_OVER):
        raise IllegalAction((violation("deal.not_now", "phase", phase=state.phase),))
    finished, dealers = finished_with(state)
    due = dealer_due(rules, state.first_dealer, finished, dealers)
    violations = check_cards(rules, cards, irregular=irregular)
    if irregular and rules.law == NO_LAW:
        violations = (violation("law.none"),)
    elif irregular and not violations and dealer in (None, due) and not check_cards(rules, cards):
        violations = (violation("irregular.regular", "irregular"),)
    if violations:
        raise IllegalAction(violations)
    return deal_after(rules, state.first_dealer, finished, cards, dealers=dealers, dealer=dealer)


def finished_with(state: State) -> tuple[tuple[Pair, ...], tuple[int, ...]]:
    """Return the scores of the finished deals of a state, with the deal in hand if it is over, and who dealt them."""
    if state.phase not in OVER or (state.law is not None and state.law.annulled):
        return state.finished, state.dealers
    dealers = state.dealers
    if dealers or (state.law is not None and state.law.dealt_by >= 0):
        dealers = (*(dealers or dealers_in_turn(state.first_dealer, len(state.finished))), state.dealer)
    return (*state.finished, by_seat(state.dealer, state.score)), dealers


def dealer_due(rules: Ruleset, first_dealer: int, finished: tuple[Pair, ...], dealers: tuple[int, ...]) -> int:
    """Return the seat that deals after the finished deals."""
    return next_dealer(rules, first_dealer, dealers) if dealers else dealer_of(first_dealer, len(finished) + 1)


def deal_after(
    rules: Ruleset,
    first_dealer: int,
    finished: tuple[Pair, ...],
    cards: Deal,
    *,
    dealers: tuple[int, ...] = (),
    dealer: int | None = None,
) -> Outcome:
    """Deal the deal that follows the finished ones of a partie. Unlike `deal` it does not check the cards."""
    hands, talon = cards
    due = dealer_due(rules, first_dealer, finished, dealers)
    dealt_by = due if dealer is None else dealer
    dealt = State(
        first_dealer=first_dealer,
        finished=finished,
        dealers=dealers,
        dealer=dealt_by,
        phase=Phase.ELDER_EXCHANGE,
        to_act=ELDER,
        dealt=hands,
        hands=hands,
        talon=talon,
    )
    state = dealt
    if dealt_by != due or not hands[ELDER].bit_count() == hands[YOUNGER].bit_count() == HAND_SIZE:
        law = LawState(dealt_by=dealt_by if dealt_by != due else -1)
        state = MutableDeal(rules, dealt._replace(law=law)).state
    told = Event(dealt_by, "dealt", 0, (), RULE["dealt"], (0, 0), {"deal": len(finished) + 1})
    return Outcome(state, (told,), a.Action(dealt_by))


__all__ = [
    "IllegalAction",
    "MutableDeal",
    "Option",
    "Outcome",
    "Replay",
    "apply",
    "check",
    "deal",
    "deal_after",
    "dealer_due",
    "expand",
    "finished_with",
    "irregular_deal",
    "new_partie",
    "options",
    "replay",
    "would_be",
]
