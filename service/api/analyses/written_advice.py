"""Advice as responses have it: from its canonical form to the suits and the seat of the request."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import msgspec

from service.advice.canonical import canonical, parameters
from service.advice.knowledge import Knowledge
from service.cache import Cache, Region
from service.piquet.actions import action_of, members_of
from service.piquet.model.state import SEATS
from service.piquet.verbs import VERBS, cards_of
from service.tasks.advice import AdviceAnswer, AdvisedAction

_encode = msgspec.msgpack.Encoder().encode
_REGION: Region[AdviceAnswer] = Region("advice", 2, _encode, msgspec.msgpack.Decoder(AdviceAnswer).decode, patience=3.0)


def fetched(
    cache: Cache,
    known: Knowledge,
    compute: Callable[..., AdviceAnswer],
    *choices: Any,
    limit: int,
    named: Sequence[int] | None = None,
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return the first options of `compute`, and what they rest on, from the cache if they are there.

    `compute` takes what a seat knows, in canonical form, the `choices`, and the sets of cards that are `named`. Raises
    what it raises.
    """
    asked = canonical(known)
    if named is not None:
        choices = (*choices, tuple(map(asked.cards_of, named)))
    region = replace(_REGION, fits=partial(_can_be_of, asked.known))
    key = _encode((compute.__name__, parameters(known.rules), asked.known._replace(rules=None), choices))  # type: ignore[arg-type]
    found = cache.get_or_create(region, key, partial(compute, asked.known, *choices))
    names, seat = asked.names, SEATS[known.seat]
    options = [each.written(_named(each.action, names) | {"seat": seat}) for each in found.options[:limit]]
    return options, msgspec.structs.asdict(found.basis)


def _named(value: Any, names: dict[str, str]) -> Any:
    """Return a member of an action with the suits of the request: cards and suits are renamed wherever they are."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [_named(each, names) for each in value]
    return {name: _named(each, names) for name, each in value.items()} if isinstance(value, dict) else value


def _can_be_of(known: Knowledge, found: AdviceAnswer) -> bool:
    """Whether an answer may be one about what this seat knows. Whether its values are correct is not checked.

    Raises `MembersError` for what is no action.
    """
    valued = [each for each in found.options if each.parts is not None]
    whole = valued == found.options or len(found.options) == 1
    return bool(found.options) and whole and all(_is_possible(known, each) for each in found.options)


def _is_possible(known: Knowledge, advised: AdvisedAction) -> bool:
    """Whether the seat may do this in the phase, with the cards that it has."""
    action = action_of(advised.action)
    verb = VERBS.get(type(action))
    return (
        verb is not None
        and known.state.phase in verb.phases
        and action.seat == known.seat
        and members_of(action) == advised.action
        and not cards_of(action)[0] & ~known.state.hands[known.role]
    )
