"""The game state of the contract as typed structs.

Member names, limits and closed lists are those of `openapi.yaml`; `docs/reference.md` explains them.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from service.api.schemas import scalars as w
from service.api.schemas.actions import Action
from service.api.schemas.ruleset_choice import RulesetName


class Score(w.BySeat[w.Points]):
    """A number of points for each seat."""


class CardsBySeat(w.BySeat[w.Cards]):
    """Cards for each seat."""


History = Annotated[list[Action], Meta(max_length=200)]


class Event(w.Model, omit_defaults=True):
    """An event of the deal; the members after `deal_score` depend on its kind."""

    seat: w.Seat | None
    kind: w.Word
    points: w.Points
    cards: w.Cards
    rule: w.Word
    deal_score: Score
    deal: w.DealNumber | UnsetType = UNSET
    exchange: w.Count | UnsetType = UNSET
    count: w.Count | UnsetType = UNSET
    category: w.Category | UnsetType = UNSET
    length: w.Count | UnsetType = UNSET
    value: w.Value | UnsetType = UNSET
    top: w.Top | UnsetType = UNSET
    rank: w.Rank | UnsetType = UNSET
    reply: w.ReplyWord | UnsetType = UNSET
    suit: w.Suit | UnsetType = UNSET
    without: w.Card | UnsetType = UNSET
    bonus: w.Word | UnsetType = UNSET
    by: w.Word | UnsetType = UNSET
    totals: Score | UnsetType = UNSET
    rubicon: bool | UnsetType = UNSET
    settlement: w.Points | UnsetType = UNSET
    late: bool | UnsetType = UNSET
    withheld: w.Points | UnsetType = UNSET
    incident: w.Word | UnsetType = UNSET
    number: w.EntryNumber | UnsetType = UNSET
    law: w.Word | UnsetType = UNSET
    election: w.Word | UnsetType = UNSET
    of: w.Word | UnsetType = UNSET


class Called(w.Model):
    """A call of elder; a tie-break that was not stated is null."""

    length: w.Length | UnsetType = UNSET
    value: w.Value | UnsetType | None = UNSET
    top: w.Top | UnsetType | None = UNSET
    count: w.Length | UnsetType = UNSET
    rank: w.Rank | UnsetType = UNSET


class CallEntry(w.Model):
    """Elder's call in a category, or their pass, and how it was answered."""

    category: w.Category
    called: Called | None
    status: Literal["called", "asked", "stated", "good", "not_good", "declined", "equal", "passed"]


class Trick(w.Model):
    """A trick; the winner is null until it is complete."""

    leader: w.Seat
    cards: Annotated[list[w.Card], Meta(min_length=1, max_length=2)]
    winner: w.Seat | None


class Dealt(w.Model):
    """The cards as dealt."""

    hands: CardsBySeat
    talon: w.Cards


class FinishedDeal(w.Model, omit_defaults=True):
    """An earlier deal of the partie: its cards and actions, to replay it, and its score."""

    dealer: w.Seat
    dealt: Dealt
    history: History
    score: Score
    annulled: w.Word | UnsetType = UNSET
    out_of_turn: w.Yes | UnsetType = UNSET

    def __post_init__(self) -> None:
        w.check_yes(self.out_of_turn)


class Result(w.Model):
    """The result of a partie that is over."""

    totals: Score
    winner: w.Seat | None
    rubicon: bool
    settlement: w.Points


class Partie(w.Model):
    """The partie: its earlier deals, scores and result."""

    first_dealer: w.Seat
    deal: w.DealNumber
    dealer: w.Seat | None
    score: Score
    deals: Annotated[list[FinishedDeal], Meta(max_length=199)]
    result: Result | None


class CarteBlanches(w.BySeat[Literal["announced", "shown"] | None]):
    """Whether each seat has announced or shown a carte blanche."""


class Counts(w.BySeat[w.Count | None]):
    """A number of cards for each seat."""


class IncidentRecord(w.Model):
    """An irregularity that was entered, reported or raised, and what may be elected now."""

    number: w.EntryNumber
    kind: w.Word
    law: w.Word
    offender: w.Seat | None
    entitled: Annotated[list[w.Seat], Meta(max_length=2)]
    elections: Annotated[list[w.Word], Meta(max_length=4)]
    until: w.Word | None
    status: w.Word
    election: w.Word | None
    public: bool


class LawsBySeat(w.BySeat[w.Word | None]):
    """The law under which each seat reckons nothing, or null."""


class SuitsBySeat(w.BySeat[w.Suit | None]):
    """The suit that each seat has to lead next, or null."""


class State(w.Model):
    """A game state: the current deal and the partie.

    The members from `incidents` on are empty unless something irregular was entered in the deal, and may be left out.
    """

    ruleset: RulesetName
    partie: Partie
    phase: w.Phase
    to_act: w.Seat | None
    dealt: Dealt | None
    hands: CardsBySeat
    talon: w.Cards
    discards: CardsBySeat
    drawn: CardsBySeat
    committed: w.Cards
    carte_blanche: CarteBlanches
    announced_exchange: w.Count | None
    left: Counts
    looked: CardsBySeat
    look: bool | None
    elder_look: bool | None
    named_suit: w.Suit | None
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
    seal: w.Seal | UnsetType = UNSET
