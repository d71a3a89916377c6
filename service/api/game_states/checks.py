"""Checks of actions, one or many: the same in every game, given what happens to one action in a verified state."""

from collections.abc import Callable, Iterable
from typing import Any, Protocol, cast

import msgspec

from service.api.action_text import action_of
from service.api.game_states.codec import Codec, V, attempt
from service.api.game_states.given_states import json_size
from service.api.game_states.verification import Impossible
from service.api.problems import Problem, joined, problem_at
from service.api.schemas.responses import Judgement, Violation
from service.api.schemas.ruleset_choice import RulesetName
from service.piquet import ENGINE_VERSION
from service.piquet.model.violations import Path
from service.runtime.request_context import surcharge

#: How many actions of check-many cost one unit of the caller's quota.
PER_UNIT = 5

MANY = 100
MOST_BYTES = 1 << 22  # of states in a response: each judgement has one, about ten times as long as a line
_encode = msgspec.json.Encoder().encode


class Proceed(Protocol[V]):
    """What a game does with an action in a verified state."""

    def __call__(self, codec: Codec[V], before: V, action: Any, *path: str | int) -> tuple[Judgement, V]:
        """Return the judgement of the action, and the state after it, which is `before` if it is illegal."""


def check(codec: Codec[V], proceed: Proceed[V], raw: msgspec.Raw, given: Any, *path: str | int) -> Judgement:
    """Return the judgement of an action in a state.

    If the state is text, the state after it is also returned as text.
    """
    (before,), (action,) = _read(codec, [(raw, (*path, "state"))], [(given, (*path, "action"))])
    return _judge(codec, proceed, raw, before, action, *path)


def _read(
    codec: Codec[V], states: Iterable[tuple[msgspec.Raw, Path]], actions: Iterable[tuple[Any, Path]]
) -> tuple[list[V | Impossible], list[Any]]:
    """Decode states and actions, each with its place in the request. Raises one `Problem` with all faults."""
    found_actions = [attempt(action_of, given, *path) for given, path in actions]
    found_states = codec.read_many(states)
    problems = [each for each in (*found_states, *found_actions) if isinstance(each, Problem)]
    if problems:
        raise joined(problems)
    return cast("list[V | Impossible]", found_states), found_actions


def _judge(
    codec: Codec[V], proceed: Proceed[V], raw: msgspec.Raw, before: V | Impossible, action: Any, *path: str | int
) -> Judgement:
    """Return the judgement of an action in a decoded state."""
    if isinstance(before, Impossible):
        return refused(before.choice, before.violations)
    judgement, after = proceed(codec, before, action, *path, "action")
    if judgement.legal:
        judgement.text = codec.text_like(raw, after)
    return judgement


def refused(choice: RulesetName, violations: list[Violation]) -> Judgement:
    """Return the judgement of an illegal action."""
    return Judgement(False, violations, choice, ENGINE_VERSION)


def check_many(codec: Codec[V], proceed: Proceed[V], body: dict[str, Any]) -> Any:
    """Check independent pairs of states and actions, or a sequence of actions up to the first illegal one."""
    surcharge(len(body.get("items") or body["actions"]) // PER_UNIT)
    # Each judgement is encoded at once, because a hundred states in memory cost more than encoding them one by one.
    judgements = (
        _independently(codec, proceed, body["items"])
        if "items" in body
        else _in_sequence(codec, proceed, body["state"], body["actions"])
    )
    return {"items": [msgspec.Raw(judgement) for judgement in judgements], "engine_version": ENGINE_VERSION}


def _independently(codec: Codec[V], proceed: Proceed[V], items: list[Any]) -> list[bytes]:
    _refuse_too_much(sum(json_size(item.state) for item in items), "items")
    states, actions = _read(
        codec,
        [(item.state, ("items", at, "state")) for at, item in enumerate(items)],
        [(item.action, ("items", at, "action")) for at, item in enumerate(items)],
    )
    together = zip(items, states, actions, strict=True)
    return [
        _encode(_judge(codec, proceed, item.state, state, action, "items", at))
        for at, (item, state, action) in enumerate(together)
    ]


def _in_sequence(codec: Codec[V], proceed: Proceed[V], raw: msgspec.Raw, given: list[Any]) -> list[bytes]:
    _refuse_too_much(len(given) * json_size(raw), "actions")
    (before,), actions = _read(
        codec, [(raw, ("state",))], [(action, ("actions", at)) for at, action in enumerate(given)]
    )
    if isinstance(before, Impossible):
        return [_encode(refused(before.choice, before.violations))]
    judgements = []
    for at, action in enumerate(actions):
        judgement, before = proceed(codec, before, action, "actions", at)
        judgements.append(_encode(judgement))
        if not judgement.legal:
            break
    return judgements


def _refuse_too_much(size: int, member: str) -> None:
    """Raise the `Problem` `invalid_request` if the states of a response would have too many bytes."""
    if size > MOST_BYTES:
        why = f"would need about {size >> 20} MiB of states in the response; the limit is {MOST_BYTES >> 20} MiB"
        raise problem_at("invalid_request", why, member)


def expanded(body: dict[str, Any], lists: list[Any], write: Callable[[Any], Any]) -> dict[str, Any]:
    """Return the members with the single actions of options: how many there are, and the page that is asked for.

    The `lists` have the actions of each option. They are not joined, since they may be long.
    """
    found: list[Any] = []
    start, stop = body["offset"], body["offset"] + body["limit"]
    for each in lists:
        found += each[max(start, 0) : max(stop, 0)]
        start, stop = start - len(each), stop - len(each)
    return {"total": sum(map(len, lists)), "actions": [write(action) for action in found]}
