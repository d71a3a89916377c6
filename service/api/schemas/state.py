"""Game states, concealed states and views of the contract as typed structs.

Member names, limits and closed lists are those of `openapi.yaml`; `docs/reference/` explains them.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType, field

from service.api.schemas import actions, ruleset_choice, scalars


class Score(scalars.BySeat[scalars.Points]):
    """A number of points for each seat."""


class CardsBySeat(scalars.BySeat[scalars.Cards]):
    """Cards for each seat."""


History = Annotated[list[actions.Action], Meta(max_length=200)]


class Event(scalars.Model, omit_defaults=True):
    """An event of the deal; the members after `deal_score` depend on its kind."""

    seat: scalars.Seat | None
    kind: scalars.Word
    points: scalars.Points
    cards: scalars.Cards
    rule: scalars.Word
    deal_score: Score
    deal: scalars.DealNumber | UnsetType = UNSET
    exchange: scalars.Count | UnsetType = UNSET
    count: scalars.Count | UnsetType = UNSET
    category: scalars.Category | UnsetType = UNSET
    length: scalars.Count | UnsetType = UNSET
    value: scalars.Value | UnsetType = UNSET
    top: scalars.Top | UnsetType = UNSET
    rank: scalars.Rank | UnsetType = UNSET
    reply: scalars.ReplyWord | UnsetType = UNSET
    suit: scalars.Suit | UnsetType = UNSET
    without: scalars.Card | UnsetType = UNSET
    bonus: scalars.Word | UnsetType = UNSET
    by: scalars.Word | UnsetType = UNSET
    totals: Score | UnsetType = UNSET
    rubicon: bool | UnsetType = UNSET
    settlement: scalars.Points | UnsetType = UNSET
    late: bool | UnsetType = UNSET
    withheld: scalars.Points | UnsetType = UNSET
    incident: scalars.Word | UnsetType = UNSET
    number: scalars.EntryNumber | UnsetType = UNSET
    law: scalars.Word | UnsetType = UNSET
    election: scalars.Word | UnsetType = UNSET
    of: scalars.Word | UnsetType = UNSET


class Called(scalars.Model):
    """A call of elder; a tie-break that was not stated is null."""

    length: scalars.Length | UnsetType = UNSET
    value: scalars.Value | UnsetType | None = UNSET
    top: scalars.Top | UnsetType | None = UNSET
    count: scalars.Length | UnsetType = UNSET
    rank: scalars.Rank | UnsetType = UNSET


class CallEntry(scalars.Model):
    """Elder's call in a category, or their pass, and how it was answered."""

    category: scalars.Category
    called: Called | None
    status: Literal["called", "asked", "stated", "good", "not_good", "declined", "equal", "passed"]


class Trick(scalars.Model):
    """A trick; the winner is null until it is complete."""

    leader: scalars.Seat
    cards: Annotated[list[scalars.Card], Meta(min_length=1, max_length=2)]
    winner: scalars.Seat | None


class Dealt(scalars.Model):
    """The cards as dealt."""

    hands: CardsBySeat
    talon: scalars.Cards


class FinishedDeal(scalars.Model, omit_defaults=True):
    """An earlier deal of the partie: its cards and actions, to replay it, and its score."""

    dealer: scalars.Seat
    dealt: Dealt
    history: History
    score: Score
    annulled: scalars.Word | UnsetType = UNSET
    out_of_turn: scalars.Yes | UnsetType = UNSET

    def __post_init__(self) -> None:
        scalars.check_yes(self.out_of_turn)


class Result(scalars.Model):
    """The result of a partie that is over."""

    totals: Score
    winner: scalars.Seat | None
    rubicon: bool
    settlement: scalars.Points


class Partie(scalars.Model):
    """The partie: its earlier deals, scores and result."""

    first_dealer: scalars.Seat
    deal: scalars.DealNumber
    dealer: scalars.Seat | None
    score: Score
    deals: Annotated[list[FinishedDeal], Meta(max_length=199)]
    result: Result | None


class CarteBlanches(scalars.BySeat[Literal["announced", "shown"] | None]):
    """Whether each seat has announced or shown a carte blanche."""


class Counts(scalars.BySeat[scalars.Count | None]):
    """A number of cards for each seat."""


class IncidentRecord(scalars.Model):
    """An irregularity that was entered, reported or raised, and what may be elected now."""

    number: scalars.EntryNumber
    kind: scalars.Word
    law: scalars.Word
    offender: scalars.Seat | None
    entitled: Annotated[list[scalars.Seat], Meta(max_length=2)]
    elections: Annotated[list[scalars.Word], Meta(max_length=4)]
    until: scalars.Word | None
    status: scalars.Word
    election: scalars.Word | None
    public: bool


class LawsBySeat(scalars.BySeat[scalars.Word | None]):
    """The law under which each seat reckons nothing, or null."""


class SuitsBySeat(scalars.BySeat[scalars.Suit | None]):
    """The suit that each seat has to lead next, or null."""


class State(scalars.Model):
    """A game state: the current deal and the partie.

    The members from `incidents` on are empty unless something irregular was entered in the deal, and may be left out.
    """

    ruleset: ruleset_choice.RulesetName
    partie: Partie
    phase: scalars.Phase
    to_act: scalars.Seat | None
    dealt: Dealt | None
    hands: CardsBySeat
    talon: scalars.Cards
    discards: CardsBySeat
    drawn: CardsBySeat
    committed: scalars.Cards
    carte_blanche: CarteBlanches
    announced_exchange: scalars.Count | None
    left: Counts
    looked: CardsBySeat
    look: bool | None
    elder_look: bool | None
    named_suit: scalars.Suit | None
    calls: Annotated[list[CallEntry], Meta(max_length=3)]
    shown: CardsBySeat
    tricks: Annotated[list[Trick], Meta(max_length=12)]
    score: Score
    events: Annotated[list[Event], Meta(max_length=1000)]
    history: History
    incidents: Annotated[list[IncidentRecord], Meta(max_length=400)] | UnsetType = UNSET
    reckons_nothing: LawsBySeat | UnsetType = UNSET
    seen: CardsBySeat | UnsetType = UNSET
    ahead: CardsBySeat | UnsetType = UNSET
    called_suit: SuitsBySeat | UnsetType = UNSET
    seal: scalars.Seal | UnsetType = UNSET


# ---------------------------------------------------------------- concealed states


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


# ---------------------------------------------------------------- the view of a seat, as `/v1/states/view` gives it


#: After irregularities a hand or the talon may have any number.
_CardCount = Annotated[int, Meta(ge=0, le=36)]


class ViewedDeal(scalars.Model):
    """An earlier deal of the partie."""

    dealer: scalars.Seat
    score: Score


class ViewedPartie(scalars.Model):
    """The partie of a view: of earlier deals only the scores."""

    first_dealer: scalars.Seat
    deal: scalars.DealNumber
    dealer: scalars.Seat | None
    score: Score
    deals: Annotated[list[ViewedDeal], Meta(max_length=199)]
    result: Result | None


class OtherHand(scalars.Model):
    """The part of a view about the other seat."""

    hand_count: _CardCount
    discard_count: _CardCount
    carte_blanche: scalars.Cards | None
    shown: scalars.Cards


class ViewedOption(Struct, gc=False):
    """An option. Only the bounds of a discard are read."""

    type: scalars.Word
    min: scalars.Count | Raw | UnsetType = UNSET
    max: scalars.Count | Raw | UnsetType = UNSET


class View(scalars.Model):
    """A state as one seat may see it. Those members that a regular deal does not need may be left out."""

    seat: scalars.Seat
    ruleset: ruleset_choice.RulesetName
    partie: ViewedPartie
    phase: scalars.Phase
    to_act: scalars.Seat | None
    dealt: scalars.Cards | None
    hand: scalars.Cards
    drawn: scalars.Cards
    discards: scalars.Cards
    committed: scalars.Cards
    looked: scalars.Cards
    left: Counts
    look: bool | None
    elder_look: bool | None
    named_suit: scalars.Suit | None
    carte_blanche: CarteBlanches
    announced_exchange: scalars.Count | None
    talon_count: _CardCount
    calls: Annotated[list[CallEntry], Meta(max_length=3)]
    tricks: Annotated[list[Trick], Meta(max_length=12)]
    score: Score
    events: Annotated[list[Event], Meta(max_length=1000)]
    shown: scalars.Cards
    other: OtherHand
    options: Annotated[list[ViewedOption], Meta(max_length=1000)]
    incidents: Annotated[list[IncidentRecord], Meta(max_length=400)] = field(default_factory=list)
    reckons_nothing: LawsBySeat | UnsetType = UNSET
    seen: scalars.Cards | UnsetType = UNSET
    ahead: CardsBySeat | UnsetType = UNSET
    called_suit: scalars.Suit | UnsetType | None = UNSET
    awaiting: scalars.Seat | UnsetType = UNSET
