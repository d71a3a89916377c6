"""Concealed states and the keys of their seats as typed structs."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from service.api.schemas import scalars as w


class Position(w.Model):
    """Where a partie stands: how many deals and actions it has had, and what stands for all of them."""

    number: Annotated[int, Meta(ge=0, le=20_000)]
    hash: w.PositionHash


class ConcealedState(w.Model):
    """A state that whoever carries it cannot read, as it is answered."""

    token: w.Token
    position: Position


class SeatKeys(w.Model, omit_defaults=True):
    """The key of a seat, or of both."""

    A: w.SeatKey | UnsetType = UNSET
    B: w.SeatKey | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.A is UNSET and self.B is UNSET:
            raise ValueError("has the key of neither seat")


class HeldState(w.Model):
    """A concealed state as it is sent: with a key, and with where it should stand."""

    token: w.Token
    keys: SeatKeys
    position: Position | UnsetType = UNSET


class KeyHashes(w.Model):
    """The SHA-256 of the key of each seat."""

    A: w.KeyHash
    B: w.KeyHash
