"""The actions of the contract as typed structs, distinguished by `type`."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from service.api.schemas import scalars as w


class ClaimCarteBlanche(w.Model, tag="claim_carte_blanche", tag_field="type"):
    """A claim of carte blanche (R3.1), with the number of cards to exchange where R3.3 asks for it."""

    seat: w.Seat
    exchange: w.Count | UnsetType = UNSET


class CommitDiscard(w.Model, tag="commit_discard", tag_field="type"):
    """Younger's discard after an announced carte blanche (R3.3)."""

    seat: w.Seat
    cards: w.Cards


class Exchange(w.Model, tag="exchange", tag_field="type"):
    """A discard, for which as many cards are drawn (R4.1, R4.2, R4.6)."""

    seat: w.Seat
    cards: w.Cards


class LookAtLeft(w.Model, tag="look_at_left", tag_field="type"):
    """Whether a seat looks at the cards left, and the suit that elder names first (R4.5)."""

    seat: w.Seat
    look: bool
    suit: w.Suit | UnsetType = UNSET


class NameSuit(w.Model, tag="name_suit", tag_field="type"):
    """The suit of the first lead, which elder names before leading (R4.5)."""

    seat: w.Seat
    suit: w.Suit


# The members of a call by its category: the required ones, then the optional ones.
_CALLS: dict[str, tuple[set[str], set[str]]] = {
    "point": ({"length"}, {"value", "cards"}),
    "sequence": ({"length"}, {"top", "cards"}),
    "set": ({"count", "rank"}, set()),
}


class Call(w.Model, tag="call", tag_field="type"):
    """A call in one category (R5.1)."""

    seat: w.Seat
    category: w.Category
    length: w.Length | UnsetType = UNSET
    value: w.Value | UnsetType = UNSET
    top: w.Top | UnsetType = UNSET
    count: w.Length | UnsetType = UNSET
    rank: w.Rank | UnsetType = UNSET
    cards: w.Cards | UnsetType = UNSET

    def __post_init__(self) -> None:
        required, optional = _CALLS[self.category]
        given = {
            name for name in ("length", "value", "top", "count", "rank", "cards") if getattr(self, name) is not UNSET
        }
        if required - given:
            raise ValueError(f"a call of a {self.category} has {' and '.join(sorted(required))}")
        if given - required - optional:
            raise ValueError(f"a call of a {self.category} has no {' or '.join(sorted(given - required - optional))}")


class Pass(w.Model, tag="pass", tag_field="type"):
    """No call in one category (R5.1)."""

    seat: w.Seat
    category: w.Category


class Reply(w.Model, tag="reply", tag_field="type"):
    """Younger's reply to a call (R5.2), with the better holding if it is named."""

    seat: w.Seat
    reply: w.ReplyWord
    length: w.Length | UnsetType = UNSET
    value: w.Value | UnsetType = UNSET
    top: w.Top | UnsetType = UNSET


class StateTieBreak(w.Model, tag="state_tie_break", tag_field="type"):
    """The value or top card that younger asked for (R5.3)."""

    seat: w.Seat
    value: w.Value | UnsetType = UNSET
    top: w.Top | UnsetType = UNSET
    cards: w.Cards | UnsetType = UNSET

    def __post_init__(self) -> None:
        if (self.value is UNSET) == (self.top is UNSET):
            raise ValueError("a tie-break is either a value or a top")


class Decline(w.Model, tag="decline", tag_field="type"):
    """A refusal to state the tie-break (R5.3)."""

    seat: w.Seat


class Holding(w.Model):
    """A holding that is reckoned."""

    category: w.Category
    cards: w.Cards


class Reckon(w.Model, tag="reckon", tag_field="type"):
    """The holdings that a seat reckons (R5.6 to R5.8, R5.11)."""

    seat: w.Seat
    holdings: Annotated[list[Holding], Meta(max_length=12)] | UnsetType = UNSET


class Play(w.Model, tag="play", tag_field="type"):
    """A card played to a trick (R6.1)."""

    seat: w.Seat
    card: w.Card


class Concede(w.Model, tag="concede", tag_field="type"):
    """A concession of the remaining tricks (R6.5)."""

    seat: w.Seat


Action = (
    ClaimCarteBlanche
    | CommitDiscard
    | Exchange
    | LookAtLeft
    | NameSuit
    | Call
    | Pass
    | Reply
    | StateTieBreak
    | Decline
    | Reckon
    | Play
    | Concede
)
