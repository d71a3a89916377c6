"""The acts of the law of irregularities as typed structs (docs/law.md): incidents, amendments and rulings."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import asdict

from service.api.schemas import scalars as w
from service.piquet.law.act_members import ELECTIONS, REPORTED, Own

Kind = Literal[
    "misdeal",
    "deal_out_of_turn",
    "exposed",
    "faced",
    "pack",
    "spoiled",
    "wrong_exchange",
    "recovered",
    "buried",
    "peeked",
    "dealer_saw",
    "undeclared",
    "looked",
    "false_blanche",
    "lost_point",
    "false_claim",
    "false_reply",
    "undue_reckoning",
    "not_reckoned",
    "implied",
    "revoke",
    "lead_out_of_turn",
    "run",
    "overplayed",
    "dropped",
    "misinformed",
    "long_hand",
    "offer",
]
Reported = Literal[
    "exposed",
    "faced",
    "pack",
    "spoiled",
    "recovered",
    "buried",
    "peeked",
    "dealer_saw",
    "undeclared",
    "dropped",
    "misinformed",
    "offer",
]
ElectionName = Literal[
    "enforce",
    "waive",
    "redeal",
    "void",
    "rectify",
    "stand",
    "withdraw",
    "replay",
    "relead",
    "forgo",
    "reckon",
    "object",
    "alter",
    "demand",
    "inspect",
    "accept",
]
About = w.Category | w.Suit | w.Rank | Literal["all"]


class Proof(w.Model):
    """The proof that a pack is incorrect: cards that are missing, and cards that are there twice (K6)."""

    missing: w.SomeCards | UnsetType = UNSET
    double: w.SomeCards | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.missing is UNSET and self.double is UNSET:
            raise ValueError("a proof has cards that are missing or double")


class Incident(w.Unmarked, tag="incident", tag_field="type"):
    """A report of something irregular that no action carries."""

    seat: w.Seat
    kind: Reported
    cards: w.SomeCards | UnsetType = UNSET
    where: Literal["pack", "stock"] | UnsetType = UNSET
    taken_up: bool | UnsetType = UNSET
    proof: Proof | UnsetType = UNSET
    positions: Annotated[w.Positions, Meta(min_length=1)] | UnsetType = UNSET
    together: w.Yes | UnsetType = UNSET
    shown: w.Yes | UnsetType = UNSET
    about: About | UnsetType = UNSET
    answer: Annotated[int, Meta(ge=0, le=36)] | w.SomeCards | UnsetType = UNSET  # a hand may be long
    redeal: w.Yes | UnsetType = UNSET

    def __post_init__(self) -> None:
        given = _given(self) - {"seat", "kind"}
        _check(f"the incident {self.kind}", given, REPORTED[self.kind])
        w.check_yes(self.together, self.shown, self.redeal)


def _given(struct: Any) -> set[str]:
    return {name for name, value in asdict(struct).items() if value is not UNSET}


def _check(what: str, given: set[str], own: Own) -> None:
    must, may = own
    if missing := [name for name in must if name not in given]:
        raise ValueError(f"{what} has {' and '.join(missing)}")
    if others := sorted(given - {*must, *may}):
        raise ValueError(f"{what} has no {' or '.join(others)}")


class CallCorrection(w.Model, tag="call", tag_field="type"):
    """The call that takes the place of another."""

    category: w.Category
    length: w.Length | UnsetType = UNSET
    value: w.Value | UnsetType = UNSET
    top: w.Top | UnsetType = UNSET
    count: w.Length | UnsetType = UNSET
    rank: w.Rank | UnsetType = UNSET
    cards: w.Cards | UnsetType = UNSET

    def __post_init__(self) -> None:
        w.check_call(self)


class PassCorrection(w.Model, tag="pass", tag_field="type"):
    """The pass that takes the place of a call."""

    category: w.Category


class ReplyCorrection(w.Model, tag="reply", tag_field="type"):
    """The reply that takes the place of another."""

    reply: w.ReplyWord
    length: w.Length | UnsetType = UNSET
    value: w.Value | UnsetType = UNSET
    top: w.Top | UnsetType = UNSET


class TieBreakCorrection(w.Model, tag="state_tie_break", tag_field="type"):
    """The value or top card that takes the place of another."""

    value: w.Value | UnsetType = UNSET
    top: w.Top | UnsetType = UNSET
    cards: w.Cards | UnsetType = UNSET

    def __post_init__(self) -> None:
        w.check_tie_break(self)


class ReckoningCorrection(w.Model, tag="reckon", tag_field="type"):
    """The reckoning that takes the place of another."""

    holdings: w.Holdings | UnsetType = UNSET


class PlayCorrection(w.Model, tag="play", tag_field="type"):
    """The card that takes the place of another."""

    card: w.Card


Correction = (
    CallCorrection | PassCorrection | ReplyCorrection | TieBreakCorrection | ReckoningCorrection | PlayCorrection
)


class Amend(w.Unmarked, tag="amend", tag_field="type"):
    """A correction of the last word of the seat (A1 to A6)."""

    seat: w.Seat
    action: Correction


class RulingAction(w.Unmarked, tag="ruling", tag_field="type"):
    """An election that the law offers after an irregularity."""

    seat: w.Seat
    number: w.EntryNumber
    election: ElectionName
    kind: Kind | UnsetType = UNSET
    holdings: w.Holdings | UnsetType = UNSET
    card: w.Card | UnsetType = UNSET
    suit: w.Suit | UnsetType = UNSET
    untouched: w.Yes | UnsetType = UNSET

    def __post_init__(self) -> None:
        given = _given(self) - {"seat", "number", "election", "kind"}
        _check(f"the election {self.election}", given, ELECTIONS[self.election])
        w.check_yes(self.untouched)
