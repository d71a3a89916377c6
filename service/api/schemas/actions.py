"""The actions of the contract as typed structs, distinguished by `type`."""

from collections.abc import Callable, Mapping
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import asdict

from service.api.schemas import scalars as w
from service.piquet.law.act_members import ELECTIONS, KINDS, REPORTED, Own


class ClaimCarteBlanche(w.Markable, tag="claim_carte_blanche", tag_field="type"):
    """A claim of carte blanche (R3.1), with the number of cards to exchange where R3.3 asks for it."""

    marks: ClassVar = ("mixed",)

    seat: w.Seat
    exchange: w.Count | UnsetType = UNSET
    irregular: w.Yes | UnsetType = UNSET
    mixed: bool | UnsetType = UNSET


class CommitDiscard(w.Markable, tag="commit_discard", tag_field="type"):
    """Younger's discard after an announced carte blanche (R3.3)."""

    seat: w.Seat
    cards: w.Cards
    irregular: w.Yes | UnsetType = UNSET


class Exchange(w.Markable, tag="exchange", tag_field="type"):
    """A discard, for which as many cards are drawn (R4.1, R4.2, R4.6)."""

    marks: ClassVar = ("taken", "mixed", "leaves")

    seat: w.Seat
    cards: w.Cards
    irregular: w.Yes | UnsetType = UNSET
    taken: w.Positions | UnsetType = UNSET
    mixed: w.Positions | UnsetType = UNSET
    leaves: w.Count | UnsetType | None = UNSET


class LookAtLeft(w.Markable, tag="look_at_left", tag_field="type"):
    """Whether a seat looks at the cards left, and the suit that elder names first (R4.5)."""

    seat: w.Seat
    look: bool
    suit: w.Suit | UnsetType = UNSET
    irregular: w.Yes | UnsetType = UNSET


class NameSuit(w.Unmarked, tag="name_suit", tag_field="type"):
    """The suit of the first lead, which elder names before leading (R4.5)."""

    seat: w.Seat
    suit: w.Suit


class Call(w.Markable, tag="call", tag_field="type"):
    """A call in one category (R5.1)."""

    marks: ClassVar = ("shown",)

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
        w.Markable.__post_init__(self)


class Pass(w.Unmarked, tag="pass", tag_field="type"):
    """No call in one category (R5.1)."""

    seat: w.Seat
    category: w.Category


class Reply(w.Markable, tag="reply", tag_field="type"):
    """Younger's reply to a call (R5.2), with the better holding if it is named."""

    seat: w.Seat
    reply: w.ReplyWord
    length: w.Length | UnsetType = UNSET
    value: w.Value | UnsetType = UNSET
    top: w.Top | UnsetType = UNSET
    irregular: w.Yes | UnsetType = UNSET


class StateTieBreak(w.Markable, tag="state_tie_break", tag_field="type"):
    """The value or top card that younger asked for (R5.3)."""

    seat: w.Seat
    value: w.Value | UnsetType = UNSET
    top: w.Top | UnsetType = UNSET
    cards: w.Cards | UnsetType = UNSET
    irregular: w.Yes | UnsetType = UNSET

    def __post_init__(self) -> None:
        w.check_tie_break(self)
        w.Markable.__post_init__(self)


class Decline(w.Unmarked, tag="decline", tag_field="type"):
    """A refusal to state the tie-break (R5.3)."""

    seat: w.Seat


class Reckon(w.Markable, tag="reckon", tag_field="type"):
    """The holdings that a seat reckons (R5.6 to R5.8, R5.11)."""

    marks: ClassVar = ("shown",)

    seat: w.Seat
    holdings: w.Holdings | UnsetType = UNSET
    irregular: w.Yes | UnsetType = UNSET
    shown: w.SomeCards | UnsetType = UNSET


class Play(w.Markable, tag="play", tag_field="type"):
    """A card played to a trick (R6.1)."""

    seat: w.Seat
    card: w.Card
    irregular: w.Yes | UnsetType = UNSET


class Concede(w.Unmarked, tag="concede", tag_field="type"):
    """A concession of the remaining tricks (R6.5)."""

    seat: w.Seat


# ---------------------------------------------------------------- acts of the law of irregularities (docs/law.md)

# The closed lists of the law: plain strings for the type checker.
if TYPE_CHECKING:
    Kind = str
    Reported = str
    ElectionName = str
else:
    Kind, Reported, ElectionName = (Literal[tuple(names)] for names in (KINDS, REPORTED, ELECTIONS))
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


def _correction(action: type[w.Model], check: Callable[[Any], None] | None = None) -> Any:
    """Return the struct of an action that takes the place of another: without its seat and its marks."""
    left_out = {"seat", "irregular", *getattr(action, "marks", ())}
    return msgspec.defstruct(
        f"{action.__name__}Correction",
        [
            (field.name, field.type) if field.required else (field.name, field.type, field.default)
            for field in msgspec.structs.fields(action)
            if field.name not in left_out
        ],
        bases=(w.Model,),
        namespace={"__post_init__": check} if check else None,
        module=__name__,
        tag=action.__struct_config__.tag,
        tag_field="type",
    )


#: The struct of each action that may take the place of another.
CORRECTIONS: Mapping[type[w.Model], Any] = {
    Call: _correction(Call, w.check_call),
    Pass: _correction(Pass),
    Reply: _correction(Reply),
    StateTieBreak: _correction(StateTieBreak, w.check_tie_break),
    Reckon: _correction(Reckon),
    Play: _correction(Play),
}
if TYPE_CHECKING:
    Correction = w.Model
else:
    Correction = reduce(or_, CORRECTIONS.values())


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
