"""States and actions as text, in one line each (docs/notation.md), wherever a request has a state or an action."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from service.api import action_models as am
from service.api import models as m
from service.api.consistency import Impossible, Verified, read_dealt
from service.api.problems import Fault, Problem, pointer
from service.api.reading import SEAT, RepeatedCard, read_action, ruleset_of
from service.api.writing import write_action, write_event, write_violation
from service.piquet import engine, notation
from service.piquet.notation import Dealing, NotationError, Position
from service.piquet.parameters import Ruleset
from service.piquet.settlement import by_seat, dealer_of, settle
from service.piquet.state import SEATS
from service.piquet.violations import Violation, violation

LONGEST = 65_536  # a partie of a hundred deals

ActionText = Annotated[str, Meta(pattern=f"^(?:{notation.ACTION})$", max_length=200)]
StateText = Annotated[str, Meta(pattern="^1~", max_length=LONGEST)]
#: An action as members or as text.
GivenAction = am.Action | ActionText

_OVER = ("deal_over", "partie_over")


def action_of(given: Any, *place: str | int) -> am.Action:
    """An action as its model, however it was written."""
    if not isinstance(given, str):
        return given  # type: ignore[no-any-return]
    try:
        members = notation.read_action(given)
    except NotationError as error:
        raise Problem("invalid_request", errors=[Fault(pointer(*place), error.reason)]) from None
    action: am.Action = msgspec.convert(members, am.Action)
    return action


def write_line(holds: Verified) -> str:
    """A state in one line, canonically."""
    choice = holds.choice
    name, overrides = (choice, {}) if isinstance(choice, str) else (choice.name, choice.overrides)
    deals = [_dealing(deal.dealt, deal.history) for deal in holds.deals]
    dealt = holds.written().dealt
    if dealt is not None:
        deals.append(_dealing(dealt, holds.history))
    return notation.write_position(Position(name, dict(overrides), SEATS[holds.state.first_dealer], deals))


def _dealing(dealt: m.Dealt, history: list[am.Action]) -> Dealing:
    hands = list[str](dealt.hands.A), list[str](dealt.hands.B)
    return Dealing(hands, list[str](dealt.talon), msgspec.to_builtins(history))


def read_line(text: str, *place: str | int) -> Verified:
    """The state that a line comes to. Raises `Impossible`, or a `Problem` if it is none."""
    try:
        position = notation.read_position(text)
    except NotationError as error:
        fault = Fault(pointer(*place), str(error))
        raise Problem("malformed_notation", errors=[fault]) from None
    choice: m.RulesetName = position.ruleset
    if position.overrides:
        choice = m.RulesetChoice(position.ruleset, position.overrides)
    try:
        rules, named = ruleset_of(choice, *place)
    except Problem as problem:
        faults = [Fault(pointer(*place), fault.message) for fault in problem.errors]
        raise Problem(problem.code, problem.detail, faults, **problem.extra) from None
    try:
        return _replayed(rules, named, position)
    except _Refused as refused:
        raise Impossible(named, [write_violation(reason, *place) for reason in refused.reasons]) from None


class _Refused(Exception):
    def __init__(self, reasons: list[Violation], **where: int) -> None:
        """The place within the line is told by the numbers of deal and action, from 1."""
        self.reasons = [Violation(each.code, each.rule, (), each.message, {**each.params, **where}) for each in reasons]


def _replayed(rules: Ruleset, named: m.RulesetName, position: Position) -> Verified:
    first_dealer = SEAT[position.first_dealer]
    finished: list[m.FinishedDeal] = []
    scores: tuple[tuple[int, int], ...] = ()
    holds = Verified(named, rules, engine.new_partie(first_dealer), [], [], finished)
    for number, dealing in enumerate(position.deals, 1):
        dealer = dealer_of(first_dealer, number)
        if number > 1:
            if holds.state.phase not in _OVER:
                raise _Refused([violation("state.deal_not_over")], deal=number - 1)
            score = by_seat(1 - dealer, holds.state.score)
            scores = (*scores, score)
            if settle(rules, scores).over:
                raise _Refused([violation("state.partie_over")], deal=number)
            before = position.deals[number - 2]
            seat: Any = SEATS[1 - dealer]
            finished.append(m.FinishedDeal(seat, _dealt(before), holds.history, m.Score(*score)))
        holds = _deal(rules, named, dealing, number, (first_dealer, scores, finished))
    return holds


def _dealt(dealing: Dealing) -> m.Dealt:
    (a_hand, b_hand), talon, _ = dealing
    return m.Dealt(m.CardsBySeat(a_hand, b_hand), talon)  # type: ignore[arg-type]


def _deal(rules: Ruleset, named: m.RulesetName, dealing: Dealing, number: int, before: Any) -> Verified:
    first_dealer, scores, finished = before
    found: list[Violation] = []
    cards = read_dealt(rules, _dealt(dealing), dealer_of(first_dealer, number), found)
    if cards is None:
        raise _Refused(found, deal=number)
    dealt = engine.deal_after(rules, first_dealer, scores, cards)
    models = [msgspec.convert(members, am.Action) for members in dealing.actions]
    actions = []
    for at, model in enumerate(models, 1):
        try:
            actions.append(read_action(model))
        except RepeatedCard as repeated:
            raise _Refused([repeated.reason], deal=number, action=at) from None
    replay = engine.replay(rules, dealt.state, actions)
    if replay.refused:
        at, reasons = replay.refused
        raise _Refused(list(reasons), deal=number, action=at + 1)
    history = [
        said if done is action else write_action(done)
        for said, action, done in zip(models, actions, replay.actions, strict=True)
    ]
    events = [write_event(event) for event in (*dealt.events, *replay.events)]
    return Verified(named, rules, replay.state, events, history, finished)
