"""States and actions of requests and responses in the notation, one line each (docs/notation.md)."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from service.api.game_states.finished_deals import Outcome, finished_deals, key_of
from service.api.game_states.verification import OVER, Impossible, Verified, new_partie, read_dealt
from service.api.problems import Fault, Problem, pointer
from service.api.schemas import actions as am
from service.api.schemas import state as m
from service.api.schemas.decode import SEAT, RepeatedCard, read_action
from service.api.schemas.encode import write_action, write_event, write_violation
from service.api.schemas.ruleset_choice import Chosen, RulesetChoice, RulesetName, ruleset_of
from service.piquet import engine
from service.piquet.model.state import SEATS, Pair
from service.piquet.model.violations import Violation, violation
from service.piquet.notation import position as notation
from service.piquet.notation.errors import NotationError
from service.piquet.notation.position import Dealing, Position
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.settlement import by_seat, dealer_of, settle

LONGEST = 65_536  # a partie of a hundred deals

# The patterns are only for the contract. The parser does the matching, because its messages are more precise.
ActionText = Annotated[str, Meta(max_length=200, extra_json_schema={"pattern": f"^(?:{notation.ACTION})$"})]
StateText = Annotated[str, Meta(max_length=LONGEST, extra_json_schema={"pattern": "^1~"})]
#: The first dealer of a partie, the scores of its earlier deals by seat, and these deals.
_Before = tuple[int, tuple[Pair, ...], list[m.FinishedDeal]]
#: An action as members or as text.
GivenAction = am.Action | ActionText

# Dicts become structs by encoding and decoding them, because `msgspec.convert` inspects the type of each action, which
# takes ten times as long.
_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder(list[am.Action]).decode


def action_of(given: Any, *path: str | int) -> am.Action:
    """An action, sent as members or as text, as a struct. Raises a `Problem`: `malformed_notation`."""
    if not isinstance(given, str):
        return given  # type: ignore[no-any-return]
    try:
        members = notation.read_action(given)
    except NotationError as error:
        raise _malformed(error, *path) from None
    return _unpack(_pack([members]))[0]


def write_line(verified: Verified) -> str:
    """A state in one line, in canonical form."""
    choice = verified.choice
    name, overrides = (choice, {}) if isinstance(choice, str) else (choice.name, choice.overrides)
    deals = [_dealing(deal.dealt, deal.history) for deal in verified.deals]
    dealt = verified.written().dealt
    if dealt is not None:
        deals.append(_dealing(dealt, verified.history))
    return notation.write_position(Position(name, dict(overrides), SEATS[verified.state.first_dealer], deals))


def _dealing(dealt: m.Dealt, history: list[am.Action]) -> Dealing:
    hands = list[str](dealt.hands.A), list[str](dealt.hands.B)
    return Dealing(hands, list[str](dealt.talon), msgspec.to_builtins(history))


def read_line(text: str, *path: str | int) -> Verified:
    """The state of a line, replayed. Raises `Impossible`, or a `Problem` if the line is not in the notation."""
    try:
        position = notation.read_position(text)
    except NotationError as error:
        raise _malformed(error, *path) from None
    rules, named = _ruleset_of(position.ruleset, position.overrides, *path)
    try:
        return _replayed(rules, named, position)
    except _Refused as refused:
        raise Impossible(named, [write_violation(reason, *path) for reason in refused.reasons]) from None


def _malformed(error: NotationError, *path: str | int) -> Problem:
    return Problem("malformed_notation", errors=[Fault(pointer(*path), str(error))])


def _ruleset_of(name: str, overrides: dict[str, Any], *path: str | int) -> Chosen:
    try:
        return ruleset_of(RulesetChoice(name, overrides) if overrides else name, *path)
    except Problem as problem:
        faults = [Fault(pointer(*path), fault.message) for fault in problem.errors]
        raise Problem(problem.code, problem.detail, faults, **problem.extra) from None


class _Refused(Exception):
    def __init__(self, reasons: list[Violation], **where: int) -> None:
        """`where` has the numbers of the deal and the action within the line, from 1, for the parameters."""
        self.reasons = [Violation(each.code, each.rule, (), each.message, {**each.params, **where}) for each in reasons]


def _replayed(rules: Ruleset, named: RulesetName, position: Position) -> Verified:
    first_dealer = SEAT[position.first_dealer]
    finished: list[m.FinishedDeal] = []
    scores: tuple[Pair, ...] = ()
    for number, dealing in enumerate(position.deals[:-1], 1):
        deal = _finished(rules, named, dealing, (first_dealer, scores, finished))
        scores = (*scores, (deal.score.A, deal.score.B))
        if settle(rules, scores).over:
            raise _Refused([violation("state.partie_over")], deal=number + 1)
        finished.append(deal)
    if not position.deals:
        return new_partie(rules, named, first_dealer)
    dealing = position.deals[-1]
    return _deal(rules, named, dealing, _unpack(_pack(dealing.actions)), (first_dealer, scores, finished))


def _dealt(dealing: Dealing) -> m.Dealt:
    (a_hand, b_hand), talon, _ = dealing
    return m.Dealt(m.CardsBySeat(a_hand, b_hand), talon)  # type: ignore[arg-type]


def _finished(rules: Ruleset, named: RulesetName, dealing: Dealing, before: _Before) -> m.FinishedDeal:
    """A finished deal, with the deals `before` it."""
    first_dealer, scores, _ = before
    number = len(scores) + 1
    dealt, history = _dealt(dealing), _unpack(_pack(dealing.actions))
    key = key_of(named, first_dealer, scores, dealt, history)
    outcome = finished_deals.get(key)
    if outcome is None or not outcome.complete:
        verified = _deal(rules, named, dealing, history, before)
        if verified.state.phase not in OVER:
            raise _Refused([violation("state.deal_not_over")], deal=number)
        complete = all(one is other for one, other in zip(history, verified.history, strict=True))
        history = verified.history
        outcome = Outcome(verified.state.phase, by_seat(verified.state.dealer, verified.state.score), complete)
        finished_deals.put(key, outcome)
    seat: Any = SEATS[dealer_of(first_dealer, number)]
    return m.FinishedDeal(seat, dealt, history, m.Score(*outcome.score))


def _deal(rules: Ruleset, named: RulesetName, dealing: Dealing, models: list[am.Action], before: _Before) -> Verified:
    """The last deal of a line, replayed with these actions."""
    first_dealer, scores, finished = before
    number = len(scores) + 1
    found: list[Violation] = []
    cards = read_dealt(rules, _dealt(dealing), dealer_of(first_dealer, number), found)
    if cards is None:
        raise _Refused(found, deal=number)
    dealt = engine.deal_after(rules, first_dealer, scores, cards)
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
        model if done is action else write_action(done)
        for model, action, done in zip(models, actions, replay.actions, strict=True)
    ]
    events = [write_event(event) for event in (*dealt.events, *replay.events)]
    return Verified(named, rules, replay.state, events, history, finished)
