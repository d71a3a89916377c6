"""The verbs of the game: for each type of action, when it is possible, whether it is legal, and what it does."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from service.piquet.model import actions
from service.piquet.model.state import ELDER, NOBODY, PHASES, SEATS, YOUNGER, MutableState, Phase, Reader
from service.piquet.model.violations import Violation, violation
from service.piquet.rules import calling, carte_blanche, exchange, play, reckoning
from service.piquet.rulesets.parameters import Ruleset

EITHER, WHO_IS_TO_ACT = 2, 3


class Verb(NamedTuple):
    """A type of action: its name, the phases in which it is possible with who may do it then, its check, its effect.

    In the two-handed game its check takes ruleset, state, role and action, and its effect state, role and action.
    """

    name: str
    phases: Mapping[str, int]
    check: Callable[..., tuple[Violation, ...]]
    apply: Callable[..., actions.Action]


class Turn(Protocol):
    """Whose turn it is, `NOBODY` if no action is due, and the phase."""

    @property
    def to_act(self) -> int: ...
    @property
    def phase(self) -> str: ...


def _check_reckon(rules: Ruleset, s: Reader, role: int, action: actions.Reckon) -> tuple[Violation, ...]:
    if role == YOUNGER:
        if not s.tricks:
            return (violation("reckon.before_lead"),)
        if s.tricks[0].follow >= 0:
            return (violation("reckon.too_late"),)
        if s.reckoned:
            return (violation("reckon.already"),)
    return reckoning.check_reckon(rules, s, role, action)


def _apply_reckon(d: MutableState, role: int, action: actions.Reckon) -> actions.Reckon:
    return calling.apply_elder_reckoning(d, action) if role == ELDER else reckoning.apply_younger_reckoning(d, action)


_EXCHANGES = {Phase.ELDER_EXCHANGE: ELDER, Phase.YOUNGER_EXCHANGE: YOUNGER, Phase.CALLING: ELDER, Phase.PLAY: ELDER}
_LOOKS = dict.fromkeys((Phase.CALLING, Phase.REPLY, Phase.TIE_BREAK, Phase.RECKONING, Phase.PLAY), EITHER)
# A claim is possible in every phase, so that its own rules explain why it comes too early or too late.
_CLAIMS = dict.fromkeys(PHASES[1:-2], EITHER)
_RECKONINGS = {Phase.RECKONING: ELDER, Phase.PLAY: YOUNGER}

VERBS: dict[type[actions.Action], Verb] = {
    actions.ClaimCarteBlanche: Verb(
        "claim_carte_blanche", _CLAIMS, carte_blanche.check_claim, carte_blanche.apply_claim
    ),
    actions.CommitDiscard: Verb(
        "commit_discard", {Phase.COMMIT_DISCARD: YOUNGER}, exchange.check_discard, exchange.apply_commit
    ),
    actions.Exchange: Verb("exchange", _EXCHANGES, exchange.check_discard, exchange.apply_exchange),
    actions.LookAtLeft: Verb("look_at_left", _LOOKS, exchange.check_look, exchange.apply_look),
    actions.NameSuit: Verb("name_suit", {Phase.PLAY: ELDER}, exchange.check_naming, exchange.apply_naming),
    actions.Call: Verb("call", {Phase.CALLING: ELDER}, calling.check_call, calling.apply_call),
    actions.Pass: Verb("pass", {Phase.CALLING: ELDER}, calling.check_pass, calling.apply_pass),
    actions.Reply: Verb("reply", {Phase.REPLY: YOUNGER}, calling.check_reply, calling.apply_reply),
    actions.StateTieBreak: Verb(
        "state_tie_break", {Phase.TIE_BREAK: ELDER}, calling.check_tie_break, calling.apply_tie_break
    ),
    actions.Decline: Verb("decline", {Phase.TIE_BREAK: ELDER}, calling.check_decline, calling.apply_decline),
    actions.Reckon: Verb("reckon", _RECKONINGS, _check_reckon, _apply_reckon),
    actions.Play: Verb("play", {Phase.PLAY: WHO_IS_TO_ACT}, play.check_play, play.apply_play),
    actions.Concede: Verb("concede", {Phase.PLAY: EITHER}, play.check_concede, play.apply_concede),
}

#: The name of each type of action, with the acts of the law of irregularities, which `law.deal` checks.
NAMES: dict[type[actions.Action], str] = {kind: verb.name for kind, verb in VERBS.items()} | {
    actions.Incident: "incident",
    actions.Amend: "amend",
    actions.Ruling: "ruling",
}

APPLY = {kind: verb.apply for kind, verb in VERBS.items()}

# The types of action that are due in each phase, and the rule that says so.
_DUE = {
    Phase.DEAL: ("", "R2.4"),
    Phase.ELDER_EXCHANGE: ("exchange", "R4.1"),
    Phase.COMMIT_DISCARD: ("commit_discard", "R3.3"),
    Phase.YOUNGER_EXCHANGE: ("exchange", "R4.2"),
    Phase.CALLING: ("call or pass", "R5.10"),
    Phase.REPLY: ("reply", "R5.2"),
    Phase.TIE_BREAK: ("state_tie_break or decline", "R5.3"),
    Phase.RECKONING: ("reckon", "R5.6"),
    Phase.PLAY: ("play", "R6.1"),
    Phase.DEAL_OVER: ("", "R2.4"),
    Phase.PARTIE_OVER: ("", "R8.1"),
}


def check(rules: Ruleset, s: Reader, action: actions.Action) -> tuple[Violation, ...]:
    """Every reason why the action is illegal; empty if it is legal."""
    verb = VERBS[type(action)]
    role = action.seat ^ 1 ^ s.dealer
    who = verb.phases.get(s.phase, NOBODY)
    if who == WHO_IS_TO_ACT:
        who = s.to_act
    if role == who or who == EITHER:
        return verb.check(rules, s, role, action)
    possible, whose = (False, s.to_act) if who == NOBODY else (True, who)
    to_act = None if whose == NOBODY else SEATS[whose ^ 1 ^ s.dealer]
    return (
        out_of_turn(verb, s, to_act, possible, *_DUE[s.phase]),
        *exchange.not_held(s, role, *cards_of(action)),
    )


def out_of_turn(verb: Verb, s: Turn, to_act: str | None, possible: bool, due: str, rule: str) -> Violation:
    """Return the violation of an action while the seat `to_act` is to act, who may take such an action if `possible`.

    With None nobody is to act. `due` are the types of action that are due, by a `rule`.
    """
    if to_act is None:
        return violation("turn.nobody", "type", rule=rule, phase=s.phase, type=verb.name)
    if possible:
        return violation("turn.other_seat", "seat", rule=rule, to_act=to_act, type=verb.name)
    return violation("turn.not_now", "type", rule=rule, phase=s.phase, to_act=to_act, due=due, type=verb.name)


def cards_of(action: actions.Action) -> tuple[int, str]:
    """Return the cards that an action plays or puts out, and the member that has them; none if it does neither.

    Cards that are not in the hand are reported even if the seat is not to act.
    """
    if isinstance(action, actions.Play):
        return 1 << action.card, "card"
    return (action.cards, "cards") if isinstance(action, actions.Exchange | actions.CommitDiscard) else (0, "")
