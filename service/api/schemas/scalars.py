"""Scalar types of the contract: closed lists, bounded numbers and strings, and the base class of all objects."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Seat = Literal["A", "B"]
Category = Literal["point", "sequence", "set"]
Suit = Literal["S", "H", "D", "C"]
Rank = Literal["6", "7", "8", "9", "T", "J", "Q", "K", "A"]
# fmt: off
Card = Literal[
    "6S", "7S", "8S", "9S", "TS", "JS", "QS", "KS", "AS", "6H", "7H", "8H", "9H", "TH", "JH", "QH", "KH", "AH",
    "6D", "7D", "8D", "9D", "TD", "JD", "QD", "KD", "AD", "6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC",
]
# fmt: on
Top = Rank | Literal["nought"]
Phase = Literal[
    "deal",
    "elder_exchange",
    "commit_discard",
    "younger_exchange",
    "calling",
    "reply",
    "tie_break",
    "reckoning",
    "play",
    "deal_over",
    "partie_over",
]
ReplyWord = Literal["good", "not_good", "equal"]

Cards = Annotated[list[Card], Meta(max_length=36)]
Length = Annotated[int, Meta(ge=1, le=12)]
Count = Annotated[int, Meta(ge=0, le=12)]
Value = Annotated[int, Meta(ge=0, le=120)] | Annotated[float, Meta(ge=0, le=120, multiple_of=0.5)]
DealNumber = Annotated[int, Meta(ge=0, le=101)]
EntryNumber = Annotated[int, Meta(ge=0, le=255)]
Points = Annotated[int, Meta(ge=-100000, le=100000)]
Word = Annotated[str, Meta(max_length=64)]
Seal = Annotated[str, Meta(max_length=4096)]
Token = Annotated[str, Meta(pattern=r"^e1\.", max_length=131_072, extra={"form": "a token, which begins with e1."})]
SeatKey = Annotated[str, Meta(min_length=32, max_length=200)]
KeyHash = Annotated[
    str,
    Meta(pattern="^[0-9a-f]{64}$", max_length=64, extra={"form": "a SHA-256 in hexadecimal: 64 of 0-9 and a-f"}),
]
PositionHash = Annotated[
    str,
    Meta(pattern="^[A-Za-z0-9_-]{22}$", max_length=22, extra={"form": "a hash of 22 letters, digits, - and _"}),
]
Parameter = Word | Annotated[int, Meta(ge=-1000, le=1000)] | bool | None


class Model(Struct, forbid_unknown_fields=True, gc=False):
    """Base class of all objects: it refuses members that the contract does not have.

    Objects are trees without cycles, so the garbage collector does not track them (`gc=False`).
    """
