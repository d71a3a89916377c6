"""The JSON of the contract as typed structs: what is read from a request and what an answer is written from.

Names, limits and closed lists are those of `openapi.yaml`; `docs/api.md` explains them.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

Seat = Literal["A", "B"]
Category = Literal["point", "sequence", "set"]
Rank = Literal["7", "8", "9", "T", "J", "Q", "K", "A"]
# fmt: off
Card = Literal[
    "7S", "8S", "9S", "TS", "JS", "QS", "KS", "AS", "7H", "8H", "9H", "TH", "JH", "QH", "KH", "AH",
    "7D", "8D", "9D", "TD", "JD", "QD", "KD", "AD", "7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC",
]
# fmt: on
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
Value = Annotated[int, Meta(ge=0, le=120)]
DealNumber = Annotated[int, Meta(ge=0, le=101)]
Points = Annotated[int, Meta(ge=-100000, le=100000)]
Word = Annotated[str, Meta(max_length=64)]
Parameter = Word | Annotated[int, Meta(ge=-1000, le=1000)] | bool | None


class _Model(Struct, forbid_unknown_fields=True, gc=False):
    """What all have in common: a member that the contract does not know is refused. They are trees, so that the
    collector of cycles need not look at them."""


class RulesetChoice(_Model):
    """A ruleset with some parameters changed."""

    name: Word
    overrides: Annotated[dict[Word, Parameter], Meta(max_length=64)] = {}


RulesetName = Word | RulesetChoice


class Score(_Model):
    """A number of points for each seat."""

    A: Points
    B: Points


class CardsBySeat(_Model):
    """Cards for each seat."""

    A: Cards
    B: Cards


# ---------------------------------------------------------------- actions


class ClaimCarteBlanche(_Model, tag="claim_carte_blanche", tag_field="type"):
    seat: Seat
    exchange: Count | UnsetType = UNSET


class CommitDiscard(_Model, tag="commit_discard", tag_field="type"):
    seat: Seat
    cards: Cards


class Exchange(_Model, tag="exchange", tag_field="type"):
    seat: Seat
    cards: Cards


class LookAtLeft(_Model, tag="look_at_left", tag_field="type"):
    seat: Seat
    look: bool


# The members of a call by its category: those it must have, then those it may have.
_CALLS: dict[str, tuple[set[str], set[str]]] = {
    "point": ({"length"}, {"value", "cards"}),
    "sequence": ({"length"}, {"top", "cards"}),
    "set": ({"count", "rank"}, set()),
}


class Call(_Model, tag="call", tag_field="type"):
    seat: Seat
    category: Category
    length: Length | UnsetType = UNSET
    value: Value | UnsetType = UNSET
    top: Rank | UnsetType = UNSET
    count: Length | UnsetType = UNSET
    rank: Rank | UnsetType = UNSET
    cards: Cards | UnsetType = UNSET

    def __post_init__(self) -> None:
        must, may = _CALLS[self.category]
        given = {
            name for name in ("length", "value", "top", "count", "rank", "cards") if getattr(self, name) is not UNSET
        }
        if must - given:
            raise ValueError(f"a call of a {self.category} has {' and '.join(sorted(must))}")
        if given - must - may:
            raise ValueError(f"a call of a {self.category} has no {' or '.join(sorted(given - must - may))}")


class Pass(_Model, tag="pass", tag_field="type"):
    seat: Seat
    category: Category


class Reply(_Model, tag="reply", tag_field="type"):
    seat: Seat
    reply: ReplyWord


class StateTieBreak(_Model, tag="state_tie_break", tag_field="type"):
    seat: Seat
    value: Value | UnsetType = UNSET
    top: Rank | UnsetType = UNSET
    cards: Cards | UnsetType = UNSET

    def __post_init__(self) -> None:
        if (self.value is UNSET) == (self.top is UNSET):
            raise ValueError("a tie-break is either a value or a top")


class Decline(_Model, tag="decline", tag_field="type"):
    seat: Seat


class Holding(_Model):
    category: Category
    cards: Cards


class Reckon(_Model, tag="reckon", tag_field="type"):
    seat: Seat
    holdings: Annotated[list[Holding], Meta(max_length=12)] | UnsetType = UNSET


class Play(_Model, tag="play", tag_field="type"):
    seat: Seat
    card: Card


class Concede(_Model, tag="concede", tag_field="type"):
    seat: Seat


Action = (
    ClaimCarteBlanche
    | CommitDiscard
    | Exchange
    | LookAtLeft
    | Call
    | Pass
    | Reply
    | StateTieBreak
    | Decline
    | Reckon
    | Play
    | Concede
)
History = Annotated[list[Action], Meta(max_length=100)]


# ---------------------------------------------------------------- state


class Event(_Model, omit_defaults=True):
    """Something that happened; the members after `deal_score` depend on the kind."""

    seat: Seat | None
    kind: Word
    points: Points
    cards: Cards
    rule: Word
    deal_score: Score
    deal: DealNumber | UnsetType = UNSET
    exchange: Count | UnsetType = UNSET
    count: Count | UnsetType = UNSET
    category: Category | UnsetType = UNSET
    length: Count | UnsetType = UNSET
    value: Value | UnsetType = UNSET
    top: Rank | UnsetType = UNSET
    rank: Rank | UnsetType = UNSET
    reply: ReplyWord | UnsetType = UNSET
    without: Card | UnsetType = UNSET
    bonus: Word | UnsetType = UNSET
    by: Word | UnsetType = UNSET
    totals: Score | UnsetType = UNSET
    rubicon: bool | UnsetType = UNSET
    settlement: Points | UnsetType = UNSET


class Called(_Model):
    """What elder called; a tie-break not said is null."""

    length: Length | UnsetType = UNSET
    value: Value | UnsetType | None = UNSET
    top: Rank | UnsetType | None = UNSET
    count: Length | UnsetType = UNSET
    rank: Rank | UnsetType = UNSET


class CallEntry(_Model):
    category: Category
    called: Called | None
    status: Literal["called", "asked", "stated", "good", "not_good", "declined", "equal", "passed"]


class Trick(_Model):
    leader: Seat
    cards: Annotated[list[Card], Meta(min_length=1, max_length=2)]
    winner: Seat | None


class Dealt(_Model):
    hands: CardsBySeat
    talon: Cards


class FinishedDeal(_Model):
    """An earlier deal of the partie: all that it takes to play it again, and what it came to."""

    dealer: Seat
    dealt: Dealt
    history: History
    score: Score


class Result(_Model):
    totals: Score
    winner: Seat | None
    rubicon: bool
    settlement: Points


class Partie(_Model):
    first_dealer: Seat
    deal: DealNumber
    dealer: Seat | None
    score: Score
    deals: Annotated[list[FinishedDeal], Meta(max_length=100)]
    result: Result | None


class CarteBlanches(_Model):
    A: Literal["announced", "shown"] | None
    B: Literal["announced", "shown"] | None


class Counts(_Model):
    A: Count | None
    B: Count | None


class State(_Model):
    ruleset: RulesetName
    partie: Partie
    phase: Phase
    to_act: Seat | None
    dealt: Dealt | None
    hands: CardsBySeat
    talon: Cards
    discards: CardsBySeat
    drawn: CardsBySeat
    committed: Cards
    carte_blanche: CarteBlanches
    announced_exchange: Count | None
    left: Counts
    looked: CardsBySeat
    look: bool | None
    calls: Annotated[list[CallEntry], Meta(max_length=3)]
    shown: CardsBySeat
    tricks: Annotated[list[Trick], Meta(max_length=12)]
    score: Score
    events: Annotated[list[Event], Meta(max_length=200)]
    history: History


# ---------------------------------------------------------------- answers


class Violation(Struct, gc=False):
    code: str
    rule: str
    pointer: str
    message: str
    params: Any


class Judgement(Struct, omit_defaults=True, gc=False):
    """The answer to a proposed action."""

    legal: bool
    violations: list[Violation]
    ruleset: RulesetName
    engine_version: str
    state: State | msgspec.Raw | UnsetType = UNSET
    events: list[Event] | UnsetType = UNSET
    score_delta: Score | UnsetType = UNSET
