"""Checks of actions, one or many: the same in every game, given what happens to one action in a verified state."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, TypeVar, cast

import msgspec

from service.api.game_states.codec import Codec, V, attempt
from service.api.game_states.given_states import json_size
from service.api.game_states.verification import Impossible
from service.api.problems import Problem, joined, problem_at
from service.api.schemas.actions import entry_of_given_text
from service.api.schemas.responses import Judgement, refused
from service.piquet import ENGINE_VERSION
from service.piquet.model.violations import Path
from service.piquet.sampling import sample
from service.piquet.value_kinds import Members
from service.runtime.request_context import surcharge

#: How many actions of check-many cost one unit of the caller's quota.
PER_UNIT = 5

MANY = 100
MOST_BYTES = 1 << 22  # of states in a response: each judgement has one, about ten times as long as a line
_encode = msgspec.json.Encoder().encode


C = TypeVar("C", bound=Codec[Any])
C_contra = TypeVar("C_contra", bound=Codec[Any], contravariant=True)


class Proceed(Protocol[C_contra, V]):
    """What a game, with its codec, does with an action in a verified state."""

    def __call__(self, codec: C_contra, before: V, action: Any, *path: str | int) -> tuple[Judgement, V]:
        """Return the judgement of the action, and the state after it, which is `before` if it is illegal."""


def check(proceed: Proceed[C, V], codec: C, body: dict[str, Any]) -> Judgement:
    """Check an action in a state and return the judgement, with the state after a legal action.

    The action is as `proceed` takes it, or text. Raises one `Problem` with all faults. If the state is text, the state
    after it is also returned as text.
    """
    raw, given = body["state"], body["action"]
    before: V | Impossible | Problem
    try:
        before = codec.read(raw, "state")
    except (Impossible, Problem) as reason:
        before = reason
    if isinstance(given, str):
        given = attempt(entry_of_given_text, given, "action")
    if isinstance(before, Problem) or isinstance(given, Problem):
        raise joined([each for each in (before, given) if isinstance(each, Problem)])
    return _judged(proceed, codec, raw, before, given)


def _refuse_problems(found: Iterable[object]) -> None:
    """Raise one `Problem` with the faults of all that are among these."""
    if problems := [each for each in found if isinstance(each, Problem)]:
        raise joined(problems)


def _judged(
    proceed: Proceed[C, V], codec: C, raw: msgspec.Raw, before: V | Impossible, action: Any, *path: str | int
) -> Judgement:
    """Return the judgement of an action in a decoded state."""
    if isinstance(before, Impossible):
        return refused(before.choice, before.violations)
    judgement, after = proceed(codec, before, action, *path, "action")
    if judgement.legal:
        judgement.text = codec.text_like(raw, after)
    return judgement


def check_many(proceed: Proceed[C, V], codec: C, body: dict[str, Any]) -> Any:
    """Check independent pairs of states and actions, or a sequence of actions up to the first illegal one."""
    surcharge(len(body.get("items") or body["actions"]) // PER_UNIT)
    # Each judgement is encoded at once, because a hundred states in memory cost more than encoding them one by one.
    judgements = (
        _independently(proceed, codec, body["items"])
        if "items" in body
        else _in_sequence(proceed, codec, body["state"], body["actions"])
    )
    return {"items": [msgspec.Raw(judgement) for judgement in judgements], "engine_version": ENGINE_VERSION}


def _read_actions(given: Iterable[tuple[Any, Path]]) -> list[Any]:
    """Return the actions, each with its place in the request, or the problem of one that was sent as text."""
    return [attempt(entry_of_given_text, each, *path) if isinstance(each, str) else each for each, path in given]


def _independently(proceed: Proceed[C, V], codec: C, items: list[Any]) -> list[bytes]:
    _refuse_too_much(sum(json_size(item.state) for item in items), "items")
    actions = _read_actions((item.action, ("items", at, "action")) for at, item in enumerate(items))
    states = codec.read_many([(item.state, ("items", at, "state")) for at, item in enumerate(items)])
    _refuse_problems([*states, *actions])
    together = zip(items, cast("list[V | Impossible]", states), actions, strict=True)
    return [
        _encode(_judged(proceed, codec, item.state, state, action, "items", at))
        for at, (item, state, action) in enumerate(together)
    ]


def _in_sequence(proceed: Proceed[C, V], codec: C, raw: msgspec.Raw, given: list[Any]) -> list[bytes]:
    _refuse_too_much(len(given) * json_size(raw), "actions")
    actions = _read_actions((action, ("actions", at)) for at, action in enumerate(given))
    before = attempt(codec.read, raw, "state")
    _refuse_problems([before, *actions])
    if isinstance(before, Impossible):
        return [_encode(refused(before.choice, before.violations))]
    judgements = []
    state = cast("V", before)
    for at, action in enumerate(actions):
        judgement, state = proceed(codec, state, action, "actions", at)
        judgements.append(_encode(judgement))
        if not judgement.legal:
            break
    return judgements


def _refuse_too_much(size: int, member: str) -> None:
    """Raise the `Problem` `invalid_request` if the states of a response would have too many bytes."""
    if size > MOST_BYTES:
        why = f"would need about {size >> 20} MiB of states in the response; the limit is {MOST_BYTES >> 20} MiB"
        raise problem_at("invalid_request", why, member)


def expanded(
    body: dict[str, Any], options: list[Members], expand: Iterable[Any], write: Callable[[Any], Any]
) -> dict[str, Any]:
    """Return the members with single actions of `options`: how many there are, and the page or the sample asked for.

    There are no such members if neither is. `expand` gives the actions of each option. They are not joined, since they
    may be long.
    """
    if not body["expand"] and "sample" not in body:
        return {}
    lists = list(expand)
    if "sample" in body:
        found = sample(options, lists, body["sample"], body["seed"])
    else:
        found = _page(lists, body["offset"], body["offset"] + body["limit"])
    return {"total": sum(map(len, lists)), "actions": [write(action) for action in found]}


def _page(lists: list[Any], start: int, stop: int) -> Iterator[Any]:
    for each in lists:
        yield from each[max(start, 0) : max(stop, 0)]
        start, stop = start - len(each), stop - len(each)
