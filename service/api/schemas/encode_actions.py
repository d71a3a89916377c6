"""Encoder from the actions of `service.piquet` to those of the contract."""

from collections.abc import Callable
from typing import Any

import msgspec

from service.api.schemas import actions as am
from service.piquet.cards.cards import names
from service.piquet.model import actions as a
from service.piquet.notation.action_dicts import members_of

# Dicts become structs by encoding and decoding them, because `msgspec.convert` inspects the type of each action, which
# takes ten times as long.
_pack = msgspec.msgpack.Encoder().encode
_unpack: Callable[[bytes], am.Action] = msgspec.msgpack.Decoder(am.Action).decode


def card_list(hand: int) -> list[str]:
    """Return a hand as a list of cards, in canonical order."""
    return list(names(hand))


def struct_of(members: dict[str, Any]) -> am.Action:
    """Return an action of the contract with these members."""
    return _unpack(_pack(members))


def write_action(action: a.Action) -> am.Action:
    """Return an action of the engine as an action of the contract."""
    return struct_of(members_of(action))
