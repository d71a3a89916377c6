"""The view of a seat in a request, as in the response of `/v1/states/view`."""

from typing import Annotated

from msgspec import UNSET, Meta, Raw, Struct, UnsetType, field

from service.api.schemas import scalars as w
from service.api.schemas import state as m
from service.api.schemas.ruleset_choice import RulesetName

#: After irregularities a hand or the talon may have any number.
_CardCount = Annotated[int, Meta(ge=0, le=36)]


class ViewedDeal(w.Model):
    """An earlier deal of the partie."""

    dealer: w.Seat
    score: m.Score


class ViewedPartie(w.Model):
    """The partie of a view: of earlier deals only the scores."""

    first_dealer: w.Seat
    deal: w.DealNumber
    dealer: w.Seat | None
    score: m.Score
    deals: Annotated[list[ViewedDeal], Meta(max_length=199)]
    result: m.Result | None


class OtherHand(w.Model):
    """The part of a view about the other seat."""

    hand_count: _CardCount
    discard_count: _CardCount
    carte_blanche: w.Cards | None
    shown: w.Cards


class ViewedOption(Struct, gc=False):
    """An option. Only the bounds of a discard are read."""

    type: w.Word
    min: w.Count | Raw | UnsetType = UNSET
    max: w.Count | Raw | UnsetType = UNSET


class View(w.Model):
    """A state as one seat may see it. Those members that a regular deal does not need may be left out."""

    seat: w.Seat
    ruleset: RulesetName
    partie: ViewedPartie
    phase: w.Phase
    to_act: w.Seat | None
    dealt: w.Cards | None
    hand: w.Cards
    drawn: w.Cards
    discards: w.Cards
    committed: w.Cards
    looked: w.Cards
    left: m.Counts
    look: bool | None
    elder_look: bool | None
    named_suit: w.Suit | None
    carte_blanche: m.CarteBlanches
    announced_exchange: w.Count | None
    talon_count: _CardCount
    calls: Annotated[list[m.CallEntry], Meta(max_length=3)]
    tricks: Annotated[list[m.Trick], Meta(max_length=12)]
    score: m.Score
    events: Annotated[list[m.Event], Meta(max_length=1000)]
    shown: w.Cards
    other: OtherHand
    options: Annotated[list[ViewedOption], Meta(max_length=1000)]
    incidents: Annotated[list[m.IncidentRecord], Meta(max_length=400)] = field(default_factory=list)
    reckons_nothing: m.LawsBySeat | UnsetType = UNSET
    seen: w.Cards | UnsetType = UNSET
    ahead: m.CardsBySeat | UnsetType = UNSET
    called_suit: w.Suit | UnsetType | None = UNSET
