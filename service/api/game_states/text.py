"""States and actions of requests and responses in the notation, one line each (docs/notation.md)."""

from itertools import zip_longest
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from service.api.game_states.verification import Impossible, Verified, new_partie, read_dealt
from service.api.problems import Fault, Problem, pointer
from service.api.schemas import actions as am
from service.api.schemas import state as m
from service.api.schemas.decode import SEAT, RepeatedCard, read_action
from service.api.schemas.encode import write_action, write_event, write_violation
from service.api.schemas.ruleset_choice import Chosen, RulesetChoice, RulesetName, ruleset_of
from service.piquet import engine
from service.piquet.model.state import OVER, SEATS, Pair
from service.piquet.model.violations import Violation, violation
from service.piquet.notation import position as notation
from service.piquet.notation.action_lines import ACTION
from service.piquet.notation.action_lines import read_action as read_action_line
from service.piquet.notation.errors import NotationError
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.scoring.settlement import by_seat, dealer_of, settle
from service.tasks.finished_deals import Outcome, finished_deals, key_of

LONGEST = 131_072  # a partie of two hundred deals

# The patterns are only for the contract. The parser does the matching, because its messages are more precise.
ActionText = Annotated[str, Meta(max_length=200, extra_json_schema={"pattern": f"^(?:{ACTION})$"})]
StateText = Annotated[str, Meta(max_length=LONGEST, extra_json_schema={"pattern": "^1~"})]
#: The first dealer of a partie, the scores of its earlier deals by seat, and these deals.
_Before = tuple[int, tuple[Pair, ...], list[m.FinishedDeal]]
#: An action as members or as text.
GivenAction = am.Action | ActionText

# Dicts become structs by encoding and decoding them, because `msgspec.convert` inspects the type of each action, which
# takes ten times as long.
_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder(list[am.Action]).decode


class _Dealing(NamedTuple):
    """A `notation.Dealing` with the actions as structs."""

    hands: tuple[list[str], list[str]]
    talon: list[str]
    actions: list[am.Action]
    mark: str = ""


class _Position(NamedTuple):
    """A `notation.Position` with the actions as structs."""

    ruleset: str
    overrides: dict[str, Any]
    first_dealer: str
    deals: list[_Dealing]


_unpack_replayed = msgspec.msgpack.Decoder(tuple[list[Outcome], _Position | None]).decode


def action_of(given: Any, *path: str | int) -> am.Action:
    """An action, sent as members or as text, as a struct. Raises a `Problem`: `malformed_notation`."""
    if not isinstance(given, str):
        return given  # type: ignore[no-any-return]
    try:
        members = read_action_line(given)
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
    return notation.write_position(notation.Position(name, dict(overrides), SEATS[verified.state.first_dealer], deals))


def _dealing(dealt: m.Dealt, history: list[am.Action]) -> notation.Dealing:
    hands = list[str](dealt.hands.A), list[str](dealt.hands.B)
    return notation.Dealing(hands, list[str](dealt.talon), msgspec.to_builtins(history))


def pack_finished_deals(given: m.State) -> bytes:
    """The finished deals of a state, as `replay_partie` takes them."""
    choice = given.ruleset
    name, overrides = (choice, {}) if isinstance(choice, str) else (choice.name, choice.overrides)
    deals = [((deal.dealt.hands.A, deal.dealt.hands.B), deal.dealt.talon, deal.history) for deal in given.partie.deals]
    return _pack((name, overrides, given.partie.first_dealer, deals))


def outcomes_of(replayed: bytes) -> list[Outcome]:
    """The outcomes of a result of `replay_partie`."""
    return _unpack_replayed(replayed)[0] if replayed else []


def read_line(text: str, *path: str | int, replayed: bytes = b"") -> Verified:
    """The state of a line. Raises `Impossible`, or a `Problem` if the line is not in the notation.

    `replayed` is the result of `replay_partie` for the line, if there is one. The outcomes in it are not checked again.
    """
    try:
        outcomes, position = _unpack_replayed(replayed or _pack(([], notation.read_position(text))))
    except NotationError as error:
        raise _malformed(error, *path) from None
    assert position is not None
    rules, named = _ruleset_of(position.ruleset, position.overrides, *path)
    try:
        return _replayed(rules, named, position, outcomes)
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


def _replayed(rules: Ruleset, named: RulesetName, position: _Position, outcomes: list[Outcome]) -> Verified:
    first_dealer = SEAT[position.first_dealer]
    finished: list[m.FinishedDeal] = []
    scores: tuple[Pair, ...] = ()
    for number, dealing in enumerate(position.deals, 1):
        if dealing.mark:
            raise _Refused([violation("law.none")], deal=number)
    for number, (dealing, known) in enumerate(zip_longest(position.deals[:-1], outcomes), 1):
        deal = _finished(rules, named, dealing, (first_dealer, scores, finished), known)
        scores = (*scores, (deal.score.A, deal.score.B))
        if settle(rules, scores).over:
            raise _Refused([violation("state.partie_over")], deal=number + 1)
        finished.append(deal)
    if not position.deals:
        return new_partie(rules, named, first_dealer)
    dealing = position.deals[-1]
    return _deal(rules, named, dealing, (first_dealer, scores, finished))


def _dealt(dealing: _Dealing) -> m.Dealt:
    a_hand, b_hand = dealing.hands
    return m.Dealt(m.CardsBySeat(a_hand, b_hand), dealing.talon)  # type: ignore[arg-type]


def _finished(
    rules: Ruleset, named: RulesetName, dealing: _Dealing, before: _Before, known: Outcome | None
) -> m.FinishedDeal:
    """A finished deal, with the deals `before` it. If the outcome is `known`, it is not replayed."""
    first_dealer, scores, _ = before
    number = len(scores) + 1
    dealt, history = _dealt(dealing), dealing.actions
    key = b"" if known else key_of(named, first_dealer, scores, dealt, history)
    outcome = known or finished_deals.get(key)
    if outcome is None or not (known or outcome.complete):
        verified = _deal(rules, named, dealing, before)
        if verified.state.phase not in OVER:
            raise _Refused([violation("state.deal_not_over")], deal=number)
        complete = all(one is other for one, other in zip(history, verified.history, strict=True))
        history = verified.history
        outcome = Outcome(verified.state.phase, by_seat(verified.state.dealer, verified.state.score), complete)
        finished_deals.put(key, outcome)
    seat: Any = SEATS[dealer_of(first_dealer, number)]
    return m.FinishedDeal(seat, dealt, history, m.Score(*outcome.score))


def _deal(rules: Ruleset, named: RulesetName, dealing: _Dealing, before: _Before) -> Verified:
    """The last deal of a line, replayed."""
    first_dealer, scores, finished = before
    number = len(scores) + 1
    found: list[Violation] = []
    cards = read_dealt(rules, _dealt(dealing), dealer_of(first_dealer, number), found)
    if cards is None:
        raise _Refused(found, deal=number)
    dealt = engine.deal_after(rules, first_dealer, scores, cards)
    actions = []
    for at, model in enumerate(dealing.actions, 1):
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
        for model, action, done in zip(dealing.actions, actions, replay.actions, strict=True)
    ]
    events = [write_event(event) for event in (*dealt.events, *replay.events)]
    return Verified(named, rules, replay.state, events, history, finished)
