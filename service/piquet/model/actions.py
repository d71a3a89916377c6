"""What a seat may propose. `seat` is 0 (A) or 1 (B); cards are ints, sets of cards are hands (masks)."""

from dataclasses import dataclass

from service.piquet.cards.holdings import Holding


@dataclass(frozen=True, slots=True)
class Action:
    """An action of a seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class ClaimCarteBlanche(Action):
    """Claim ten for a dealt hand without court cards; elder says how many cards he will `exchange` (R3.3)."""

    exchange: int | None = None


@dataclass(frozen=True, slots=True)
class CommitDiscard(Action):
    """Younger's discard before he sees elder's carte blanche (R3.3)."""

    cards: int


@dataclass(frozen=True, slots=True)
class Exchange(Action):
    """Discard these cards and draw as many (R4.1, R4.2)."""

    cards: int


@dataclass(frozen=True, slots=True)
class LookAtLeft(Action):
    """Look at the cards that younger left, or refuse for good; `suit` (0 to 3) where elder names the one he will lead
    (R4.5)."""

    look: bool
    suit: int | None = None


@dataclass(frozen=True, slots=True)
class NameSuit(Action):
    """Elder names the suit (0 to 3) of the first lead, so that younger may look at the cards left before it (R4.5)."""

    suit: int


@dataclass(frozen=True, slots=True)
class Call(Action):
    """Elder's call (R5.1): category, number of cards, and `tie` (value of a point, rank of a sequence's top, rank
    of a set) or None. `cards`: which are meant if the call turns out equal; 0 leaves the choice to the service."""

    category: int
    length: int
    tie: float | None = None
    cards: int = 0


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Elder calls nothing in a category (R5.1)."""

    category: int


@dataclass(frozen=True, slots=True)
class Reply(Action):
    """Younger's `good`, `not_good` or `equal` (R5.2). With *not good* younger may say what is better: its number of
    cards, `length`, the `value` of a point, the rank of a sequence's `top` card."""

    reply: str
    length: int | None = None
    value: float | None = None
    top: float | None = None

    @property
    def said(self) -> dict[str, float]:
        """What is said of the better holding, by member."""
        members = {"length": self.length, "value": self.value, "top": self.top}
        return {name: said for name, said in members.items() if said is not None}


@dataclass(frozen=True, slots=True)
class StateTieBreak(Action):
    """Elder says the value or the top card that he was asked for (R5.3). `kind` is `value` or `top`."""

    kind: str
    tie: float
    cards: int = 0


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """Elder does not say it and concedes the category (R5.3)."""


@dataclass(frozen=True, slots=True)
class Reckon(Action):
    """Score holdings (R5.6, R5.11). None: all that may be reckoned."""

    holdings: tuple[Holding, ...] | None = None


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Lead or follow (R6.1)."""

    card: int


@dataclass(frozen=True, slots=True)
class Concede(Action):
    """Throw down the hand (R6.5)."""
