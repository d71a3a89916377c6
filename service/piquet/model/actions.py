"""The actions that a seat may propose.

`seat` is 0 (A) or 1 (B), cards are ints, and sets of cards are hands (masks).
"""

from dataclasses import dataclass

from service.piquet.cards.holdings import Holding


@dataclass(frozen=True, slots=True)
class Action:
    """An action of a seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class ClaimCarteBlanche(Action):
    """Claim a carte blanche.

    Elder also says how many cards they will `exchange`, where the ruleset asks for it (R3.3).
    """

    exchange: int | None = None


@dataclass(frozen=True, slots=True)
class CommitDiscard(Action):
    """Younger's discard before elder shows a carte blanche (R3.3)."""

    cards: int


@dataclass(frozen=True, slots=True)
class Exchange(Action):
    """Discard these cards and draw as many (R4.1, R4.2)."""

    cards: int


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
    cards meant if the call turns out equal; 0 leaves the choice to the engine.
    """

    category: int
    length: int
    tie: int | None = None
    cards: int = 0


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
    """Score holdings (R5.6, R5.11). None reckons everything that may be reckoned."""

    holdings: tuple[Holding, ...] | None = None


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Lead or follow with a card (R6.1)."""

    card: int


@dataclass(frozen=True, slots=True)
class Concede(Action):
    """Throw down the hand (R6.5)."""
