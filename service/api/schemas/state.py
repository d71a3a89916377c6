"""The game state of the contract as typed structs.

Member names, limits and closed lists are those of `openapi.yaml`; `docs/reference/` explains them.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from service.api.schemas import scalars
from service.api.schemas.actions import Action
from service.api.schemas.ruleset_choice import RulesetName


class Score(scalars.BySeat[scalars.Points]):
    """A number of points for each seat."""


class CardsBySeat(scalars.BySeat[scalars.Cards]):
    """Cards for each seat."""


History = Annotated[list[Action], Meta(max_length=200)]


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

    ruleset: RulesetName
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
