"""Concealed states and the keys of their seats as typed structs."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from service.api.schemas import scalars


class Position(scalars.Model):
    """The position of a partie: the number of its deals and actions, and a hash of all of them."""

    number: Annotated[int, Meta(ge=0, le=40_200)]
    hash: scalars.PositionHash


class ConcealedState(scalars.Model):
    """A concealed state in a response: a token that its holder cannot read."""

    token: scalars.Token
    position: Position


class SeatKeys(scalars.Model, omit_defaults=True):
    """The key of one seat, or the keys of both."""

    A: scalars.SeatKey | UnsetType = UNSET
    B: scalars.SeatKey | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.A is UNSET and self.B is UNSET:
            raise ValueError("needs the key of at least one seat")


class HeldState(scalars.Model):
    """A concealed state in a request: a token, the keys, and optionally the expected position."""

    token: scalars.Token
    keys: SeatKeys
    position: Position | UnsetType = UNSET


class KeyHashes(scalars.BySeat[scalars.KeyHash]):
    """The SHA-256 of the key of each seat."""
