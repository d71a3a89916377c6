"""The referee: `options`, `check`, `apply` and `replay`, on the rules of each part of a deal.

The engine reads the parameters of a ruleset and never its name.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from service.piquet.enumeration import expand
from service.piquet.law import acts
from service.piquet.legal_actions import Option, options
from service.piquet.model import actions as a
from service.piquet.model.events import Event
from service.piquet.model.mutable_state import MutableState, Reader
from service.piquet.model.state import ELDER, NOBODY, PHASES, SEATS, YOUNGER, Phase, State
from service.piquet.model.violations import Violation, violation
from service.piquet.rules.calling import (
    apply_call,
    apply_decline,
    apply_elder_reckoning,
    apply_pass,
    apply_reply,
    apply_tie_break,
    check_call,
    check_decline,
    check_pass,
    check_reply,
    check_tie_break,
)
from service.piquet.rules.carte_blanche import apply_claim, check_claim
from service.piquet.rules.dealing import Deal, check_cards
from service.piquet.rules.exchange import apply_commit, apply_exchange, check_discard, not_held
from service.piquet.rules.left_cards import apply_look, apply_naming, check_look, check_naming
from service.piquet.rules.play import apply_concede, apply_play, check_concede, check_play
from service.piquet.rules.reckoning_terms import apply_younger_reckoning, check_reckon
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.account import log_event
from service.piquet.scoring.settlement import by_seat, dealer_of


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


class IllegalAction(ValueError):
    """Raised for an action that the rules forbid; `violations` has every reason."""

    def __init__(self, violations: tuple[Violation, ...]) -> None:
        super().__init__("; ".join(violation.message for violation in violations))
        self.violations = violations


EITHER, WHO_IS_TO_ACT = 2, 3


class _Verb(NamedTuple):
    name: str
    phases: dict[str, int]  # the phases in which it is possible, each with who may do it
    check: Callable[[Ruleset, Reader, int, Any], tuple[Violation, ...]]
    apply: Callable[[MutableState, int, Any], a.Action]


def _check_reckon(rules: Ruleset, s: Reader, role: int, action: a.Reckon) -> tuple[Violation, ...]:
    if role == YOUNGER:
        if not s.tricks:
            return (violation("reckon.before_lead"),)
        if s.tricks[0].follow >= 0:
            return (violation("reckon.too_late"),)
        if s.reckoned:
            return (violation("reckon.already"),)
    return check_reckon(rules, s, role, action)


def _apply_reckon(d: MutableState, role: int, action: a.Reckon) -> a.Reckon:
    return apply_elder_reckoning(d, action) if role == ELDER else apply_younger_reckoning(d, action)


_EXCHANGES = {Phase.ELDER_EXCHANGE: ELDER, Phase.YOUNGER_EXCHANGE: YOUNGER, Phase.CALLING: ELDER, Phase.PLAY: ELDER}
_LOOKS = dict.fromkeys((Phase.CALLING, Phase.REPLY, Phase.TIE_BREAK, Phase.RECKONING, Phase.PLAY), EITHER)
# A claim is possible in every phase, so that its own rules explain why it comes too early or too late.
_CLAIMS = dict.fromkeys(PHASES[1:-2], EITHER)
_RECKONINGS = {Phase.RECKONING: ELDER, Phase.PLAY: YOUNGER}
_ACTS = dict.fromkeys(PHASES, EITHER)

VERBS: dict[type[a.Action], _Verb] = {
    a.ClaimCarteBlanche: _Verb("claim_carte_blanche", _CLAIMS, check_claim, apply_claim),
    a.CommitDiscard: _Verb("commit_discard", {Phase.COMMIT_DISCARD: YOUNGER}, check_discard, apply_commit),
    a.Exchange: _Verb("exchange", _EXCHANGES, check_discard, apply_exchange),
    a.LookAtLeft: _Verb("look_at_left", _LOOKS, check_look, apply_look),
    a.NameSuit: _Verb("name_suit", {Phase.PLAY: ELDER}, check_naming, apply_naming),
    a.Call: _Verb("call", {Phase.CALLING: ELDER}, check_call, apply_call),
    a.Pass: _Verb("pass", {Phase.CALLING: ELDER}, check_pass, apply_pass),
    a.Reply: _Verb("reply", {Phase.REPLY: YOUNGER}, check_reply, apply_reply),
    a.StateTieBreak: _Verb("state_tie_break", {Phase.TIE_BREAK: ELDER}, check_tie_break, apply_tie_break),
    a.Decline: _Verb("decline", {Phase.TIE_BREAK: ELDER}, check_decline, apply_decline),
    a.Reckon: _Verb("reckon", _RECKONINGS, _check_reckon, _apply_reckon),
    a.Play: _Verb("play", {Phase.PLAY: WHO_IS_TO_ACT}, check_play, apply_play),
    a.Concede: _Verb("concede", {Phase.PLAY: EITHER}, check_concede, apply_concede),
    a.Incident: _Verb("incident", _ACTS, acts.check_incident, acts.apply_incident),
    a.Amend: _Verb("amend", _ACTS, acts.check_amend, acts.apply_amend),
    a.Ruling: _Verb("ruling", _ACTS, acts.check_ruling, acts.apply_ruling),
}

_APPLY = {kind: verb.apply for kind, verb in VERBS.items()}

# The rule that says which action is due in each phase.
_PHASE_RULE = {
    Phase.DEAL: "R2.4",
    Phase.ELDER_EXCHANGE: "R4.1",
    Phase.COMMIT_DISCARD: "R3.3",
    Phase.YOUNGER_EXCHANGE: "R4.2",
    Phase.CALLING: "R5.10",
    Phase.REPLY: "R5.2",
    Phase.TIE_BREAK: "R5.3",
    Phase.RECKONING: "R5.6",
    Phase.PLAY: "R6.1",
    Phase.DEAL_OVER: "R2.4",
    Phase.PARTIE_OVER: "R8.1",
}


def check(rules: Ruleset, s: Reader, action: a.Action) -> tuple[Violation, ...]:
    """Every reason why the action is illegal; empty if it is legal."""
    if action.irregular:
        return acts.check_irregular(rules, s, action)
    verb = VERBS[type(action)]
    role = action.seat ^ 1 ^ s.dealer
    who = verb.phases.get(s.phase, NOBODY)
    if who == WHO_IS_TO_ACT:
        who = s.to_act
    if role == who or who == EITHER:
        return verb.check(rules, s, role, action)
    if who == NOBODY:
        code = "turn.nobody" if s.to_act == NOBODY else "turn.not_now"
        found = violation(code, "type", rule=_PHASE_RULE[s.phase], phase=s.phase, type=verb.name)
    else:
        to_act = SEATS[who ^ 1 ^ s.dealer]
        found = violation("turn.other_seat", "seat", rule=_PHASE_RULE[s.phase], to_act=to_act, type=verb.name)
    return (found, *_not_held(s, role, action))


def _not_held(s: Reader, role: int, action: a.Action) -> tuple[Violation, ...]:
    """The violation for cards that are not in the hand; reported even if the seat is not to act."""
    if isinstance(action, a.Play):
        return not_held(s, role, 1 << action.card, "card")
    if isinstance(action, a.Exchange | a.CommitDiscard):
        return not_held(s, role, action.cards, "cards")
    return ()


class MutableDeal:
    """A deal that changes in place.

    It is faster than `apply` for a series of actions, since no state is made in between.
    """

    def __init__(self, rules: Ruleset, state: State) -> None:
        self._rules = rules
        self._mutable = MutableState(rules, state)

    @property
    def state(self) -> State:
        """The current state."""
        return self._mutable.state()

    @property
    def events(self) -> tuple[Event, ...]:
        """The events since this object was made."""
        return tuple(self._mutable.events)

    def options(self) -> tuple[Option, ...]:
        """The options of the current state."""
        return options(self._rules, self._mutable)

    def expand(self, option: Option) -> Sequence[a.Action]:
        """Every legal action of an option."""
        return expand(self._rules, self._mutable, option)

    def apply(self, action: a.Action) -> a.Action:
        """Apply the action and return it with every open choice filled in. Raises `IllegalAction` if it is illegal."""
        violations = check(self._rules, self._mutable, action)
        if violations:
            raise IllegalAction(violations)
        return self.do(action)

    def do(self, action: a.Action) -> a.Action:
        """Apply the action without checking it. Use it only for an action that `options` allows."""
        mutable = self._mutable
        return _APPLY[type(action)](mutable, action.seat ^ 1 ^ mutable.dealer, action)


def apply(rules: Ruleset, state: State, action: a.Action) -> Outcome:
    """Apply the action. Raises `IllegalAction` if it is illegal."""
    table = MutableDeal(rules, state)
    done = table.apply(action)
    return Outcome(table.state, table.events, done)


def replay(rules: Ruleset, state: State, actions: Iterable[a.Action]) -> Replay:
    """Apply the actions in order, up to the first illegal one."""
    table = MutableDeal(rules, state)
    done: list[a.Action] = []
    refused = None
    for at, action in enumerate(actions):
        try:
            done.append(table.apply(action))
        except IllegalAction as illegal:
            refused = (at, illegal.violations)
            break
    return Replay(table.state, table.events, tuple(done), refused)


def new_partie(first_dealer: int) -> State:
    """A partie before its first deal. `first_dealer` is a seat."""
    return State(first_dealer=first_dealer, dealer=first_dealer)


def deal(rules: Ruleset, state: State, cards: Deal) -> Outcome:
    """Deal the next deal of a partie (R2.2).

    `cards` are elder's and younger's hands, and the talon, top card first. Raises `IllegalAction` if no deal is due, or
    if the cards are not the pack, dealt twelve to each player.
    """
    if state.phase not in (Phase.DEAL, Phase.DEAL_OVER):
        raise IllegalAction((violation("deal.not_now", "phase", phase=state.phase),))
    finished = state.finished
    if state.phase == Phase.DEAL_OVER:
        finished = (*finished, by_seat(state.dealer, state.score))
    violations = check_cards(rules, cards)
    if violations:
        raise IllegalAction(violations)
    return deal_after(rules, state.first_dealer, finished, cards)


def deal_after(rules: Ruleset, first_dealer: int, finished: tuple[tuple[int, int], ...], cards: Deal) -> Outcome:
    """Deal the deal that follows the finished ones of a partie. Unlike `deal` it does not check the cards."""
    hands, talon = cards
    number = len(finished) + 1
    dealer = dealer_of(first_dealer, number)
    dealt = State(
        first_dealer=first_dealer,
        finished=finished,
        dealer=dealer,
        phase=Phase.ELDER_EXCHANGE,
        to_act=ELDER,
        dealt=hands,
        hands=hands,
        talon=talon,
    )
    mutable = MutableState(rules, dealt)
    log_event(mutable, YOUNGER, "dealt", more={"deal": number})
    return Outcome(mutable.state(), tuple(mutable.events), a.Action(dealer))


__all__ = [
    "VERBS",
    "IllegalAction",
    "MutableDeal",
    "Option",
    "Outcome",
    "Replay",
    "apply",
    "check",
    "deal",
    "deal_after",
    "expand",
    "new_partie",
    "options",
    "replay",
]
