"""Advice as responses have it: from its canonical form to the suits and the seat of the request."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import msgspec

from service.advice.canonical import canonical, parameters
from service.advice.knowledge import Knowledge
from service.cache import Cache, Region
from service.piquet.cards.cards import hand_of
from service.piquet.model.state import SEATS
from service.tasks.advice import WrittenAdvice

_encode, _write = msgspec.msgpack.Encoder().encode, msgspec.json.Encoder().encode
_REGION: Region[WrittenAdvice] = Region(
    "advice", 1, _encode, msgspec.msgpack.Decoder(WrittenAdvice).decode, patience=3.0
)


def fetched(
    cache: Cache,
    known: Knowledge,
    compute: Callable[..., WrittenAdvice],
    *choices: Any,
    limit: int,
    named: Sequence[int] | None = None,
) -> tuple[msgspec.Raw, dict[str, Any]]:
    """Return the first options of `compute` as a JSON array, and what they rest on, from the cache if they are there.

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
    options = [_written(*each, names, seat) for each in found.options[:limit]]
    return msgspec.Raw(b"[%b]" % b",".join(options)), found.basis


def _written(action: dict[str, Any], rest: bytes, names: dict[str, str], seat: str) -> bytes:
    """Return an option as JSON, with the cards and the seat of the request."""
    named = {name: _named(value, names) for name, value in action.items()} | {"seat": seat}
    return b'{"action":%b,%b' % (_write(named), rest)


def _named(value: Any, names: dict[str, str]) -> Any:
    """Return a member of an action with the suits of the request: cards and suits are renamed wherever they are."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [_named(each, names) for each in value]
    return {name: _named(each, names) for name, each in value.items()} if isinstance(value, dict) else value


def _can_be_of(known: Knowledge, found: WrittenAdvice) -> bool:
    """Whether an answer may be one about what this seat knows. Whether its values are correct is not checked."""
    hand = known.state.hands[known.role]
    return bool(found.options) and not any(_cards_of(action) & ~hand for action, _ in found.options)


def _cards_of(action: dict[str, Any]) -> int:
    return hand_of([*action.get("cards", ()), *filter(None, [action.get("card")])])
