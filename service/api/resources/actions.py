"""Checking actions, one or many, and listing options: `/v1/actions/…`."""

from collections.abc import Iterable
from typing import Annotated, Any, cast

import msgspec
from marshmallow import fields, validate
from msgspec import Meta

from service.api.action_text import GivenAction, action_of
from service.api.game_states.codec import StateCodec, attempt
from service.api.game_states.given_states import GivenState, is_text, json_size
from service.api.game_states.one_key import refuse_unseen
from service.api.game_states.text import continued
from service.api.game_states.verification import Impossible, Verified
from service.api.game_states.views import own_view, versions
from service.api.http.alternatives import Form, Forms
from service.api.http.request_body import Decoded, RequestBody
from service.api.problems import Fault, Problem, joined, pointer
from service.api.schemas import actions as am
from service.api.schemas import scalars as w
from service.api.schemas import state as m
from service.api.schemas.decode import SEAT, RepeatedCard, read_action
from service.api.schemas.encode import write_event, write_incident_of, write_violation
from service.api.schemas.encode_actions import write_action
from service.api.schemas.responses import Judgement, Violation
from service.api.schemas.ruleset_choice import RulesetName
from service.piquet import ENGINE_VERSION, engine
from service.piquet.law.engine.deal import is_law_act
from service.piquet.law.engine.options import knows_of
from service.piquet.model.actions import Action, Ruling
from service.piquet.model.state import SEATS
from service.piquet.model.violations import Path, violation
from service.piquet.model.violations import Violation as RulesViolation
from service.piquet.notation.option_dicts import option_dicts
from service.piquet.scoring.settlement import by_seat
from service.piquet.views import may_know_of_conceding, visible

MANY = 100
MOST_BYTES = 1 << 22  # of states in a response: each judgement has one, about ten times as long as a line
_encode = msgspec.json.Encoder().encode


class CheckRequest(RequestBody):
    """Body of `POST /v1/actions/check`."""

    state = Decoded(GivenState, required=True)
    action = Decoded(GivenAction, required=True)


# The most characters, so that the URL fits into a request line.
IN_AN_ADDRESS = {"state": 3000, "action": 200}


def _short(name: str) -> fields.String:
    most = IN_AN_ADDRESS[name]
    return fields.String(required=True, validate=validate.Length(max=most, error=f"is longer than {most:,} characters"))


class CheckQuery(RequestBody):
    """A state and an action as text, in a query string."""

    state = _short("state")
    action = _short("action")


def check_line(codec: StateCodec, body: dict[str, Any]) -> Judgement:
    """Checks an action in a state, both as text in the query string."""
    return _judge(codec, msgspec.Raw(_encode(body["state"])), body["action"])


def check(codec: StateCodec, body: dict[str, Any]) -> Judgement:
    """Checks an action in a state and returns the judgement, with the state after a legal action."""
    return _judge(codec, body["state"], body["action"])


def _judge(codec: StateCodec, raw: msgspec.Raw, given: am.Action | str, *path: str | int) -> Judgement:
    """The judgement of an action in a state. If the state is text, the state after it is also returned as text."""
    (before,), (action,) = _read(codec, [(raw, (*path, "state"))], [(given, (*path, "action"))])
    return _judge_verified(codec, raw, before, action, *path)


def _read(
    codec: StateCodec, states: Iterable[tuple[msgspec.Raw, Path]], actions: Iterable[tuple[am.Action | str, Path]]
) -> tuple[list[Verified | Impossible], list[am.Action]]:
    """Decodes states and actions, each with its place in the request. Raises one `Problem` with all faults."""
    found_actions = [attempt(action_of, given, *path) for given, path in actions]
    found_states = codec.read_many(states)
    problems = [each for each in (*found_states, *found_actions) if isinstance(each, Problem)]
    if problems:
        raise joined(problems)
    return cast(list[Verified | Impossible], found_states), cast(list[am.Action], found_actions)


def _judge_verified(
    codec: StateCodec, raw: msgspec.Raw, before: Verified | Impossible, action: am.Action, *path: str | int
) -> Judgement:
    """The judgement of an action in a decoded state."""
    if isinstance(before, Impossible):
        return _refused(before.choice, before.violations)
    judgement, after = _proceed(codec, before, action, *path, "action")
    if judgement.legal and is_text(raw):
        judgement.text = codec.write_text(after)
    return judgement


def _refused(choice: RulesetName, violations: list[Violation]) -> Judgement:
    return Judgement(False, violations, choice, ENGINE_VERSION)


def _proceed(codec: StateCodec, before: Verified, action: am.Action, *path: str | int) -> tuple[Judgement, Verified]:
    """The judgement of an action in a verified state, and the state after it."""
    choice, state = before.choice, before.state
    refuse_concealed(before, action, *path)
    try:
        read = read_action(action)
        if isinstance(read, Ruling) and before.viewer is not None and not knows_of(before.irregular().d, read):
            raise engine.IllegalAction((violation("ruling.no_incident", "number"),))
        outcome = engine.apply(before.rules, state, read, before.entries())
    except RepeatedCard as repeated:
        return _refused(choice, [write_violation(repeated.reason, *path)]), before
    except engine.IllegalAction as illegal:
        return _refused(choice, [_explained(before, read, reason, *path) for reason in illegal.violations]), before
    new_events = [write_event(event) for event in outcome.events]
    done = action if outcome.action is read else write_action(outcome.action)
    after = continued(before, outcome.state, new_events, [done])
    was, is_ = by_seat(state.dealer, state.score), by_seat(state.dealer, outcome.state.score)
    delta = m.Score(is_[0] - was[0], is_[1] - was[1])
    extra = {**codec.write(after), **own_view(after)}
    judgement = Judgement(True, [], choice, ENGINE_VERSION, events=new_events, score_delta=delta, **extra)
    if is_law_act(read):
        judgement.incident = write_incident_of(after.state, len(after.history))
    return judgement, after


def _explained(before: Verified, action: Action, reason: RulesViolation, *path: str | int) -> Violation:
    """A violation of an action, with what the law would make of it if it had happened."""
    written = write_violation(reason, *path)
    kind = None if is_law_act(action) else engine.would_be(before.rules, before.state, action, reason, before.entries())
    if kind is not None:
        written.kind, written.law = kind.name, kind.laws[0]
    return written


def refuse_concealed(before: Verified, action: am.Action, *path: str | int) -> None:
    """Refuses actions that the holder of one key may not propose.

    They act for their own seat only, and cannot try an action whose legality depends on the cards of the other seat.
    """
    if before.viewer is None:
        return
    seat = SEAT[action.seat]
    if seat != before.viewer.seat:
        raise Problem("concealed", errors=[Fault(pointer(*path, "seat"), "is not the seat whose key was sent")])
    refuse_unseen(before, action, seat, *path)
    if isinstance(action, am.Concede) and not may_know_of_conceding(before.state, seat):
        why = "depends on the hand of younger until younger has reckoned"
        raise Problem("concealed", errors=[Fault(pointer(*path), why)])


class Item(msgspec.Struct, forbid_unknown_fields=True):
    """A state and an action proposed in it."""

    state: GivenState
    action: GivenAction


class CheckManyRequest(RequestBody):
    """Body of `POST /v1/actions/check-many`."""

    forms = Forms(Form(("items",)), Form(("state", "actions")))

    items = Decoded(Annotated[list[Item], Meta(min_length=1, max_length=MANY)])
    state = Decoded(GivenState)
    actions = Decoded(Annotated[list[GivenAction], Meta(min_length=1, max_length=MANY)])


def check_many(codec: StateCodec, body: dict[str, Any]) -> Any:
    """Checks independent pairs of states and actions, or a sequence of actions up to the first illegal one."""
    # Each judgement is encoded at once, because a hundred states in memory cost more than encoding them one by one.
    judgements = (
        _independently(codec, body["items"]) if "items" in body else _in_sequence(codec, body["state"], body["actions"])
    )
    return {"items": [msgspec.Raw(judgement) for judgement in judgements], "engine_version": ENGINE_VERSION}


def _independently(codec: StateCodec, items: list[Item]) -> list[bytes]:
    refuse_too_much(sum(json_size(item.state) for item in items), "items")
    states, actions = _read(
        codec,
        [(item.state, ("items", at, "state")) for at, item in enumerate(items)],
        [(item.action, ("items", at, "action")) for at, item in enumerate(items)],
    )
    together = zip(items, states, actions, strict=True)
    return [
        _encode(_judge_verified(codec, item.state, state, action, "items", at))
        for at, (item, state, action) in enumerate(together)
    ]


def refuse_too_much(size: int, member: str) -> None:
    """Raises the `Problem` `invalid_request` if the states of a response would have too many bytes."""
    if size > MOST_BYTES:
        why = f"would need about {size >> 20} MiB of states in the response; the limit is {MOST_BYTES >> 20} MiB"
        raise Problem("invalid_request", errors=[Fault(f"/{member}", why)])


def _in_sequence(codec: StateCodec, raw: msgspec.Raw, given: list[am.Action | str]) -> list[bytes]:
    refuse_too_much(len(given) * json_size(raw), "actions")
    (before,), actions = _read(
        codec, [(raw, ("state",))], [(action, ("actions", at)) for at, action in enumerate(given)]
    )
    if isinstance(before, Impossible):
        return [_encode(_refused(before.choice, before.violations))]
    judgements = []
    for at, action in enumerate(actions):
        judgement, before = _proceed(codec, before, action, "actions", at)
        judgements.append(_encode(judgement))
        if not judgement.legal:
            break
    return judgements


class OptionsRequest(RequestBody):
    """Body of `POST /v1/actions/options`."""

    state = Decoded(GivenState, required=True)
    expand = Decoded(bool, load_default=False)
    offset = Decoded(Annotated[int, Meta(ge=0, le=1_000_000_000)], load_default=0)
    limit = Decoded(Annotated[int, Meta(ge=1, le=1000)], load_default=100)
    remedies = Decoded(bool, load_default=False)
    seat = Decoded(w.Seat)


def options(codec: StateCodec, body: dict[str, Any]) -> Any:
    """Lists the options of a state, and with `expand` a page of the single actions."""
    verified = codec.read_possible(body["state"], "state")
    state, viewer = verified.state, verified.viewer
    seat = viewer.seat if viewer else SEATS.index(body["seat"]) if "seat" in body else None
    found = verified.options() if seat is None else visible(verified.options(), state, seat)
    if body["remedies"]:
        found = (
            *(each for each in found if each.type is not Ruling),
            *verified.irregular().remedies(seat, concealed=viewer is not None),
        )
    answer: dict[str, Any] = {
        "to_act": None if state.to_act < 0 else SEATS[state.to_act ^ 1 ^ state.dealer],
        "phase": state.phase,
        "options": option_dicts(verified.rules, state, found),
    }
    if body["expand"]:
        lists = [engine.expand(verified.rules, state, option) for option in found]
        answer["total"] = sum(map(len, lists))
        start, stop = body["offset"], body["offset"] + body["limit"]
        answer["actions"] = [write_action(action) for action in page_of(lists, start, stop)]
    return {**answer, **versions(verified.choice)}


def page_of(lists: list[Any], start: int, stop: int) -> list[Any]:
    """A slice of the concatenated lists, without concatenating them."""
    found: list[Any] = []
    for each in lists:
        found += each[max(start, 0) : max(stop, 0)] if start < len(each) and stop > 0 else []
        start, stop = start - len(each), stop - len(each)
    return found
