"""The actions that a seat may propose.

`seat` is 0 (A) or 1 (B), cards are ints, and sets of cards are hands (masks). Apart from the actions of the rules there
are acts of the law of irregularities (docs/law.md): an action that is `irregular`, an `Incident`, an `Amend` and a
`Ruling`.
"""

from dataclasses import dataclass, field
from typing import Final

from service.piquet.cards.cards import CARDS
from service.piquet.cards.holdings import Holding

#: `Exchange.leaves`: elder said what R4.4 takes for granted, the rest of their own first cards.
AS_DUE: Final = -1


@dataclass(frozen=True, slots=True)
class Action:
    """An action of a seat. If it is `irregular`, it was done although the rules forbid it."""

    seat: int
    irregular: bool = field(default=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class ClaimCarteBlanche(Action):
    """Claim a carte blanche.

    Elder also says how many cards they will `exchange`, where the ruleset asks for it (R3.3). `mixed` is whether the
    cards drawn have been mixed with the hand, in an irregular claim after the exchange (K13).
    """

    exchange: int | None = None
    mixed: bool | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class CommitDiscard(Action):
    """Younger's discard before elder shows a carte blanche (R3.3)."""

    cards: int


@dataclass(frozen=True, slots=True)
class Exchange(Action):
    """Discard these cards and draw as many (R4.1, R4.2).

    An irregular exchange may say which positions of the talon, from 1, were `taken`, in order; which of those were
    `mixed` with the hand; and how many cards elder said that they leave, None if nothing was said (K7).
    """

    cards: int
    taken: tuple[int, ...] | None = field(default=None, kw_only=True)
    mixed: tuple[int, ...] | None = field(default=None, kw_only=True)
    leaves: int | None = field(default=AS_DUE, kw_only=True)


@dataclass(frozen=True, slots=True)
class LookAtLeft(Action):
    """Look at the cards that younger left, or decline for good (R4.5).

    `suit` (0 to 3) is the suit that elder will lead, where the ruleset makes elder name it.
    """

    look: bool
    suit: int | None = None


@dataclass(frozen=True, slots=True)
class NameSuit(Action):
    """Name the suit (0 to 3) of elder's first lead, so that younger may look at the cards left before it (R4.5)."""

    suit: int


@dataclass(frozen=True, slots=True)
class Call(Action):
    """Elder's call (R5.1).

    `length` is the number of cards. `tie` is the tie-break (see `cards.ranking`); None withholds it. `cards` are the
    cards meant if the call turns out equal; 0 leaves the choice to the engine. `shown` are cards of the hand that are
    laid open with an irregular call (K15).
    """

    category: int
    length: int
    tie: int | None = None
    cards: int = 0
    shown: int = field(default=0, kw_only=True)


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Elder's call of nothing in a category (R5.1)."""

    category: int


@dataclass(frozen=True, slots=True)
class Reply(Action):
    """Younger's reply to a call: `good`, `not_good` or `equal` (R5.2).

    With *not good* younger may say what is better: its `length` in cards, the `value` of a point, or the `top` of a
    sequence. Both are tie-breaks (see `cards.ranking`).
    """

    reply: str
    length: int | None = None
    value: int | None = None
    top: int | None = None

    @property
    def better(self) -> dict[str, int]:
        """What younger says of the better holding, by member."""
        members = {"length": self.length, "value": self.value, "top": self.top}
        return {name: value for name, value in members.items() if value is not None}


@dataclass(frozen=True, slots=True)
class StateTieBreak(Action):
    """Elder's answer to an equal reply: the value or the top card (R5.3). `kind` is `value` or `top`."""

    kind: str
    tie: int
    cards: int = 0


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """Elder's refusal to say the tie-break, which concedes the category (R5.3)."""


@dataclass(frozen=True, slots=True)
class Reckon(Action):
    """Score holdings (R5.6, R5.11). None reckons everything that may be reckoned.

    `shown` are cards of the hand that are laid open with an irregular reckoning (K15).
    """

    holdings: tuple[Holding, ...] | None = None
    shown: int = field(default=0, kw_only=True)


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Lead or follow with a card (R6.1)."""

    card: int


#: The plays by seat, of whichever game has most seats, and card. Most actions are plays, so each is made once.
PLAYS: Final = tuple(tuple(Play(seat, card) for card in range(len(CARDS))) for seat in range(4))


@dataclass(frozen=True, slots=True)
class Concede(Action):
    """Throw down the hand (R6.5)."""


@dataclass(frozen=True, slots=True)
class Incident(Action):
    """A report of something irregular that no action carries (docs/law.md, K3 to K6, K8 to K11, K22, K23, K29).

    `kind` is a key of `law.kinds.REPORTED`, which says which of the other members it has. `missing` and `double` are
    the cards that prove a pack incorrect. `answer` is a number of cards, or the cards that were named (a mask) if
    `answer_is_cards`.
    """

    kind: str
    cards: int = 0
    positions: tuple[int, ...] = ()
    where: str = ""
    taken_up: bool = False
    missing: int = 0
    double: int = 0
    together: bool = False
    shown: bool = False
    about: str = ""
    answer: int = 0
    answer_is_cards: bool = False


@dataclass(frozen=True, slots=True)
class Amend(Action):
    """A correction of the last word of the seat: `action` takes its place (docs/law.md, A1 to A6)."""

    action: Action


@dataclass(frozen=True, slots=True)
class Ruling(Action):
    """An election that the law offers to the seat after an irregularity.

    `number` is the number of the entry, counted from 1; 0 is the deal. `kind` is needed where one entry is two
    irregularities. `holdings`, `card` and `suit` belong to elections that take them; `untouched` says that no hand had
    been taken up (K1a, K2).
    """

    number: int
    election: str
    kind: str | None = None
    holdings: tuple[Holding, ...] | None = None
    card: int | None = None
    suit: int | None = None
    untouched: bool = False


#: The actions that may be marked irregular.
MARKABLE: Final = (
    ClaimCarteBlanche,
    CommitDiscard,
    Exchange,
    LookAtLeft,
    Call,
    Reply,
    StateTieBreak,
    Reckon,
    Play,
)
