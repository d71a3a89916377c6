"""Concealed states and the keys of their seats as typed structs."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from service.api.schemas import scalars as w


class Position(w.Model):
    """The position of a partie: the number of its deals and actions, and a hash of all of them."""

    number: Annotated[int, Meta(ge=0, le=40_200)]
    hash: w.PositionHash


class ConcealedState(w.Model):
    """A concealed state in a response: a token that its holder cannot read."""

    token: w.Token
    position: Position


class SeatKeys(w.Model, omit_defaults=True):
    """The key of one seat, or the keys of both."""

    A: w.SeatKey | UnsetType = UNSET
    B: w.SeatKey | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.A is UNSET and self.B is UNSET:
            raise ValueError("needs the key of at least one seat")


class HeldState(w.Model):
    """A concealed state in a request: a token, the keys, and optionally the expected position."""

    token: w.Token
    keys: SeatKeys
    position: Position | UnsetType = UNSET


class KeyHashes(w.BySeat[w.KeyHash]):
    """The SHA-256 of the key of each seat."""
