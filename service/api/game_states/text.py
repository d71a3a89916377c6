"""States of requests and responses in the notation, one line each (docs/notation.md)."""

from itertools import zip_longest
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from service.api.action_text import Entry, malformed, read_entry, write_struct
from service.api.game_states.verification import Impossible, ReplayedDeal, Verified, read_dealt, replay_deal
from service.api.problems import Fault, Problem, pointer
from service.api.schemas import actions as am
from service.api.schemas import state as m
from service.api.schemas.decode import SEAT
from service.api.schemas.encode import write_dealt, write_event, write_violation
from service.api.schemas.ruleset_choice import Chosen, RulesetChoice, RulesetName, ruleset_of
from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.model.state import OVER, SEATS, Phase, State
from service.piquet.model.violations import Path, Violation, violation
from service.piquet.notation import position as notation
from service.piquet.notation.errors import NotationError
from service.piquet.partie import Partie
from service.piquet.rulesets.law_parameters import NO_LAW
from service.piquet.rulesets.parameters import Ruleset
from service.tasks.finished_deals import Before, Outcome, finished_deals, key_of, outcome_of, with_deal
from service.tasks.partie_replay import is_superfluous

LONGEST = 131_072  # a partie of two hundred deals

# The pattern is only for the contract. The parser does the matching, because its messages are more precise.
StateText = Annotated[str, Meta(max_length=LONGEST, extra_json_schema={"pattern": "^1~"})]
#: The first dealer of a partie, what its earlier deals come to, and these deals.
_Before = tuple[int, Before, list[m.FinishedDeal]]

_pack = msgspec.msgpack.Encoder().encode


# A `notation.Dealing` and a `notation.Position` with the actions as structs.
_Dealing = tuple[tuple[list[str], list[str]], list[str], list[am.Action], str]
_Position = tuple[str, dict[str, Any], str, list[_Dealing]]

_decode_replayed = msgspec.msgpack.Decoder(tuple[list[Outcome], _Position | None]).decode


def write_line(verified: Verified) -> str:
    """Return a state in one line, in canonical form."""
    if verified.line:
        return verified.line
    choice = verified.choice
    name, overrides = (choice, {}) if isinstance(choice, str) else (choice.name, choice.overrides)
    state, deals = verified.state, _finished_dealings(verified.deals)
    dealt = write_dealt(state)
    if dealt is not None:
        out_of_turn = state.law is not None and state.law.dealt_by >= 0
        deals.append(_dealing(dealt, verified.history, SEATS[state.dealer] if out_of_turn else ""))
    position = notation.Position(name, dict(overrides), SEATS[state.first_dealer], deals)
    return notation.write_position(position, write_struct)


def continued(verified: Verified, state: State, events: list[m.Event], actions: list[am.Action]) -> Verified:
    """Return the state after further `actions` of the deal, which caused these `events`."""
    line = "_".join([verified.line, *map(write_struct, actions)]) if verified.line else ""
    events, history = [*verified.events, *events], [*verified.history, *actions]
    return verified._replace(state=state, events=events, history=history, line=line)


def _finished_dealings(deals: list[m.FinishedDeal]) -> list[notation.Dealing]:
    return [_dealing(deal.dealt, deal.history, deal.dealer if deal.out_of_turn is True else "") for deal in deals]


def _dealing(dealt: m.Dealt, history: list[am.Action], dealt_by: str) -> notation.Dealing:
    """Return a deal as the notation has it; `dealt_by` is the seat that dealt it out of turn, if one did."""
    hands = list[str](dealt.hands.A), list[str](dealt.hands.B)
    regular = [*map(len, hands)] == [HAND_SIZE, HAND_SIZE]
    mark = "" if regular and not dealt_by else f"@{dealt_by}"
    return notation.Dealing(hands, list[str](dealt.talon), history, mark)


def pack_finished_deals(given: m.State) -> bytes:
    """Return the finished deals of a state, as `replay_partie` takes them."""
    choice, partie = given.ruleset, given.partie
    name, overrides = (choice, {}) if isinstance(choice, str) else (choice.name, choice.overrides)
    return _pack(notation.Position(name, dict(overrides), partie.first_dealer, _finished_dealings(partie.deals)))


def outcomes_of(replayed: bytes) -> list[Outcome]:
    """Return the outcomes of a result of `replay_partie`."""
    return _decode_replayed(replayed)[0] if replayed else []


def _unpack_replayed(replayed: bytes) -> tuple[list[Outcome], notation.Position]:
    outcomes, position = _decode_replayed(replayed)
    assert position is not None
    name, overrides, first_dealer, deals = position
    entered = [notation.Dealing(hands, talon, list(map(Entry, actions)), mark) for hands, talon, actions, mark in deals]
    return outcomes, notation.Position(name, overrides, first_dealer, entered)


def read_line(text: str, *path: str | int, replayed: bytes = b"") -> Verified:
    """Return the state of a line. Raises `Impossible`, or a `Problem` if the line is not in the notation.

    `replayed` is the result of `replay_partie` for the line, if there is one. The outcomes in it are not checked again.
    """
    try:
        outcomes, position = _unpack_replayed(replayed) if replayed else ([], notation.read_position(text, read_entry))
    except NotationError as error:
        raise malformed(error, text, *path) from None
    rules, named = _ruleset_of(position.ruleset, position.overrides, *path)
    try:
        return _replayed(rules, named, position, outcomes)
    except _Refused as refused:
        raise Impossible(named, [write_violation(reason, *path) for reason in refused.reasons]) from None


def _ruleset_of(name: str, overrides: dict[str, Any], *path: str | int) -> Chosen[Ruleset]:
    try:
        return ruleset_of(RulesetChoice(name, overrides) if overrides else name, *path)
    except Problem as problem:
        faults = [Fault(pointer(*path), fault.message) for fault in problem.errors]
        raise Problem(problem.code, problem.detail, faults, **problem.extra) from None


class _Refused(Exception):
    def __init__(self, reasons: list[Violation], deal: int) -> None:
        """`deal` is the number of the deal within the line, from 1, for the parameters; that of the action is added."""
        self.reasons = [
            Violation(each.code, each.rule, (), each.message, {**each.params, "deal": deal, **_action_at(each.path)})
            for each in reasons
        ]


def _action_at(path: Path) -> dict[str, int]:
    """Return the number of the action at the path of a violation, from 1, if it is one of an action."""
    return {"action": int(path[1]) + 1} if path[:1] == ("history",) else {}


def _replayed(rules: Ruleset, named: RulesetName, position: notation.Position, outcomes: list[Outcome]) -> Verified:
    first_dealer = SEAT[position.first_dealer]
    finished: list[m.FinishedDeal] = []
    before: Before = (), ()
    for number, (dealing, known) in enumerate(zip_longest(position.deals[:-1], outcomes), 1):
        due = Partie(rules, first_dealer, *before).due
        deal, outcome = _finished(rules, named, dealing, (first_dealer, before, finished), known)
        before = with_deal(first_dealer, before, due, outcome)
        if outcome.phase == Phase.PARTIE_OVER:
            raise _Refused([violation("state.partie_over")], number + 1)
        finished.append(deal)
    if not position.deals:
        return Verified.begun(rules, named, first_dealer)
    last = _deal(rules, position.deals[-1], (first_dealer, before, finished))
    return Verified(named, rules, last.state, list(map(write_event, last.events)), last.history, finished)


def _dealt(dealing: notation.Dealing) -> m.Dealt:
    a_hand, b_hand = dealing.hands
    return m.Dealt(m.CardsBySeat(a_hand, b_hand), dealing.talon)


def _finished(
    rules: Ruleset, named: RulesetName, dealing: notation.Dealing, before: _Before, known: Outcome | None
) -> tuple[m.FinishedDeal, Outcome]:
    """Return a finished deal, with the deals `before` it. If the outcome is `known`, it is not replayed."""
    first_dealer, scores, finished = before
    dealt, history = _dealt(dealing), [entry.struct for entry in dealing.actions]
    key = b"" if known else key_of(named, first_dealer, scores, dealing.mark, dealt, history)
    outcome = known or finished_deals.get(key)
    if outcome is None or not (known or outcome.complete):
        deal = _deal(rules, dealing, before)
        if deal.state.phase not in OVER:
            raise _Refused([violation("state.deal_not_over")], len(finished) + 1)
        history = deal.history
        outcome = outcome_of(deal.state, complete=deal.complete)
        finished_deals.put(key, outcome)
    seat = SEATS[outcome.dealer]
    annulled = outcome.annulled or msgspec.UNSET
    out_of_turn = True if dealing.mark[1:] else msgspec.UNSET
    return m.FinishedDeal(seat, dealt, history, m.Score(*outcome.score), annulled, out_of_turn), outcome


def _deal(rules: Ruleset, dealing: notation.Dealing, before: _Before) -> ReplayedDeal:
    """Return the last deal of a line, replayed."""
    first_dealer, (scores, dealers), finished = before
    number = len(finished) + 1
    found: list[Violation] = []
    due = Partie(rules, first_dealer, scores, dealers).due
    dealer = SEAT[dealing.mark[1:]] if dealing.mark[1:] else due
    if dealing.mark and rules.law == NO_LAW:
        raise _Refused([violation("law.none")], number)
    cards = read_dealt(rules, _dealt(dealing), dealer, found, irregular=bool(dealing.mark))
    if cards is None:
        raise _Refused(found, number)
    if is_superfluous(rules, dealing.mark, due, dealer, dealing):
        raise _Refused([violation("irregular.regular")], number)
    deal = replay_deal(rules, first_dealer, (scores, dealers), cards, dealer, dealing.actions, found)
    if deal is None:
        raise _Refused(found, number)
    return deal
