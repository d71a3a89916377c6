"""The view of a seat in a request, as in the response of `/v1/states/view`."""

from typing import Annotated

from msgspec import UNSET, Meta, Raw, Struct, UnsetType, field

from service.api.schemas import scalars
from service.api.schemas.ruleset_choice import RulesetName
from service.api.schemas.state import (
    CallEntry,
    CardsBySeat,
    CarteBlanches,
    Counts,
    Event,
    IncidentRecord,
    LawsBySeat,
    Result,
    Score,
    Trick,
)

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
    ruleset: RulesetName
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
