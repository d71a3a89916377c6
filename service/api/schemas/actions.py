"""The actions of the contract as typed structs, distinguished by `type`."""

from msgspec import UNSET, UnsetType

from service.api.schemas import scalars as w
from service.api.schemas.acts import Amend, Incident, RulingAction


class ClaimCarteBlanche(w.Model, tag="claim_carte_blanche", tag_field="type"):
    """A claim of carte blanche (R3.1), with the number of cards to exchange where R3.3 asks for it."""

    seat: w.Seat
    exchange: w.Count | UnsetType = UNSET
    irregular: w.Yes | UnsetType = UNSET
    mixed: bool | UnsetType = UNSET

    def __post_init__(self) -> None:
        if not self.irregular is self.mixed is UNSET:
            w.check_mark(self.irregular, mixed=self.mixed)


class CommitDiscard(w.Model, tag="commit_discard", tag_field="type"):
    """Younger's discard after an announced carte blanche (R3.3)."""

    seat: w.Seat
    cards: w.Cards
    irregular: w.Yes | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.irregular is False:  # said here, because a call takes longer than the rest of the decoding
            raise ValueError(w.NOT_MARKED)


class Exchange(w.Model, tag="exchange", tag_field="type"):
    """A discard, for which as many cards are drawn (R4.1, R4.2, R4.6)."""

    seat: w.Seat
    cards: w.Cards
    irregular: w.Yes | UnsetType = UNSET
    taken: w.Positions | UnsetType = UNSET
    mixed: w.Positions | UnsetType = UNSET
    leaves: w.Count | UnsetType | None = UNSET

    def __post_init__(self) -> None:
        if not self.irregular is self.taken is self.mixed is self.leaves is UNSET:
            w.check_mark(self.irregular, taken=self.taken, mixed=self.mixed, leaves=self.leaves)


class LookAtLeft(w.Model, tag="look_at_left", tag_field="type"):
    """Whether a seat looks at the cards left, and the suit that elder names first (R4.5)."""

    seat: w.Seat
    look: bool
    suit: w.Suit | UnsetType = UNSET
    irregular: w.Yes | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.irregular is False:  # said here, because a call takes longer than the rest of the decoding
            raise ValueError(w.NOT_MARKED)


class NameSuit(w.Unmarked, tag="name_suit", tag_field="type"):
    """The suit of the first lead, which elder names before leading (R4.5)."""

    seat: w.Seat
    suit: w.Suit


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
    irregular: w.Yes | UnsetType = UNSET
    shown: w.SomeCards | UnsetType = UNSET

    def __post_init__(self) -> None:
        w.check_call(self)
        if not self.irregular is self.shown is UNSET:
            w.check_mark(self.irregular, shown=self.shown)


class Pass(w.Unmarked, tag="pass", tag_field="type"):
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
    irregular: w.Yes | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.irregular is False:  # said here, because a call takes longer than the rest of the decoding
            raise ValueError(w.NOT_MARKED)


class StateTieBreak(w.Model, tag="state_tie_break", tag_field="type"):
    """The value or top card that younger asked for (R5.3)."""

    seat: w.Seat
    value: w.Value | UnsetType = UNSET
    top: w.Top | UnsetType = UNSET
    cards: w.Cards | UnsetType = UNSET
    irregular: w.Yes | UnsetType = UNSET

    def __post_init__(self) -> None:
        w.check_tie_break(self)
        if self.irregular is False:  # said here, because a call takes longer than the rest of the decoding
            raise ValueError(w.NOT_MARKED)


class Decline(w.Unmarked, tag="decline", tag_field="type"):
    """A refusal to state the tie-break (R5.3)."""

    seat: w.Seat


class Reckon(w.Model, tag="reckon", tag_field="type"):
    """The holdings that a seat reckons (R5.6 to R5.8, R5.11)."""

    seat: w.Seat
    holdings: w.Holdings | UnsetType = UNSET
    irregular: w.Yes | UnsetType = UNSET
    shown: w.SomeCards | UnsetType = UNSET

    def __post_init__(self) -> None:
        if not self.irregular is self.shown is UNSET:
            w.check_mark(self.irregular, shown=self.shown)


class Play(w.Model, tag="play", tag_field="type"):
    """A card played to a trick (R6.1)."""

    seat: w.Seat
    card: w.Card
    irregular: w.Yes | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.irregular is False:  # said here, because a call takes longer than the rest of the decoding
            raise ValueError(w.NOT_MARKED)


class Concede(w.Unmarked, tag="concede", tag_field="type"):
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
    | Incident
    | Amend
    | RulingAction
)
