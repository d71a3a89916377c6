"""Scalar types of the contract: closed lists, bounded numbers and strings, and the base class of all objects."""

from typing import TYPE_CHECKING, Annotated, Generic, Literal, TypeVar

from msgspec import Meta, Struct, UnsetType

from service.piquet.cards.cards import CARDS, RANKS, SUITS
from service.piquet.cards.ranking import CATEGORIES
from service.piquet.model.state import PHASES, SEATS

T = TypeVar("T")

# The closed lists of the rules: plain strings for the type checker.
if TYPE_CHECKING:
    Card = str
    Seat = str
    Category = str
    Suit = str
    Rank = str
    Phase = str
else:
    Card, Seat, Category, Suit, Rank, Phase = (
        Literal[tuple(values)] for values in (CARDS, SEATS, CATEGORIES, SUITS, RANKS, PHASES)
    )
#: The number of each seat, by its name.
SEAT = {"A": 0, "B": 1}
Top = Rank | Literal["nought"]
ReplyWord = Literal["good", "not_good", "equal"]

Cards = Annotated[list[Card], Meta(max_length=36)]
SomeCards = Annotated[list[Card], Meta(min_length=1, max_length=36)]
#: Positions of the talon. A number in their place may mean how many.
POSITIONS_IN_WORDS = Meta(
    extra={"instead_of_a_number": "the positions of the talon, counted from 1 on top, such as [6, 7], and not how many"}
)
Positions = Annotated[list[Annotated[int, Meta(ge=1, le=15)]], Meta(max_length=15), POSITIONS_IN_WORDS]
Length = Annotated[int, Meta(ge=1, le=12)]
Count = Annotated[int, Meta(ge=0, le=12)]
Value = Annotated[int, Meta(ge=0, le=120)] | Annotated[float, Meta(ge=0, le=120, multiple_of=0.5)]
DealNumber = Annotated[int, Meta(ge=0, le=200)]
EntryNumber = Annotated[int, Meta(ge=0, le=255)]
#: `true`, for a member that is left out where it does not apply. The decoder takes any boolean: see `check_yes`.
Yes = Annotated[bool, Meta(extra={"only": True}, extra_json_schema={"const": True})]
Points = Annotated[int, Meta(ge=-100000, le=100000)]
Word = Annotated[str, Meta(max_length=64)]
Seal = Annotated[str, Meta(max_length=4096)]
Token = Annotated[str, Meta(pattern=r"^e1\.", max_length=1_048_576, extra={"form": "a token, which begins with e1."})]
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


class BySeat(Model, Generic[T]):
    """A value for each seat."""

    A: T
    B: T


class Holding(Model):
    """A holding that is reckoned."""

    category: Category
    cards: Cards


Holdings = Annotated[list[Holding], Meta(max_length=12)]


def check_yes(*given: bool | UnsetType) -> None:
    """Raise `ValueError` for a member that is false instead of being left out."""
    if False in given:
        raise ValueError("a member that does not apply is left out")
