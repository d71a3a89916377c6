"""A deal within its partie: what was dealt, said, shown, played and scored.

Seats and sides are numbers (see `games`). A hand is a set of cards as an int (see `piquet.cards`). Every member but
`events` and `history` is immutable, so that a copy is cheap. A deal is its history: the same cards and the same actions
give the same deal.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from service.multiplayer.games import Game
from service.multiplayer.parameters import Ruleset
from service.piquet.cards.ranking import Grade
from service.piquet.model.actions import Action

NOBODY: Final = -1

#: Members of an object of plain data, as the contract has them.
Members = dict[str, Any]

CALL, EQUAL, PASS = "call", "equal", "pass"
OPEN, GOOD, NOBODYS = "open", "good", "nobody"


class Phase:
    """The phases of a deal, in order."""

    EXCHANGE: Final = "exchange"
    CALLING: Final = "calling"
    RECKONING: Final = "reckoning"
    PLAY: Final = "play"
    DEAL_OVER: Final = "deal_over"
    PARTIE_OVER: Final = "partie_over"


PHASES: tuple[str, ...] = tuple(phase for name, phase in vars(Phase).items() if name.isupper())


@dataclass(frozen=True, slots=True)
class Equal(Action):
    """Say *equal* to the call that stands (V4.5, N4.5)."""

    category: int


class Word(NamedTuple):
    """What a seat said in a round: `call`, `equal` or `pass`; and the grade of a call (V4.2, N4.2).

    `cards` are those that the caller of a point named, 0 if the choice was left to the service.
    """

    seat: int
    said: str
    grade: Grade = (0, 0)
    cards: int = 0


class CallingRound(NamedTuple):
    """The round on a category (V4.1, N4.1). `status` is open, good, equal or nobody; `good` is the call that is good.

    `reckoned` are the seats that have reckoned.
    """

    category: int
    words: tuple[Word, ...] = ()
    status: str = OPEN
    good: Word | None = None
    reckoned: tuple[int, ...] = ()

    @property
    def standing(self) -> Word | None:
        """The call that stands; None as long as nothing is called."""
        return next((word for word in reversed(self.words) if word.said == CALL), None)

    @property
    def equal(self) -> Word | None:
        """The word of the seat that said *equal* to the call that stands; None if nobody did."""
        for word in reversed(self.words):
            if word.said != PASS:
                return word if word.said == EQUAL else None
        return None


class Trick(NamedTuple):
    """A trick: the seat that led, the cards in the order played, and the winner, `NOBODY` until it is complete."""

    leader: int
    cards: tuple[int, ...]
    winner: int = NOBODY


class Event(NamedTuple):
    """An event. `seat` and `side` are None where nobody's; `cards` are names; `score` is by side, after the event."""

    seat: int | None
    side: int | None
    kind: str
    points: int
    cards: tuple[str, ...]
    rule: str
    score: tuple[int, ...]
    more: Mapping[str, Any]


Scores = tuple[int, ...]


@dataclass(slots=True)
class Deal:
    """A deal that changes as it is played. Tuples are by seat, or by side where it says so."""

    rules: Ruleset
    first_dealer: int
    finished: tuple[Scores, ...]  # the scores of the earlier deals, by side
    dealer: int
    dealt: tuple[int, ...]
    talon: tuple[int, ...]  # as dealt, top first
    hands: tuple[int, ...]
    phase: str = Phase.CALLING
    to_act: int = NOBODY
    exchanged: int | None = None  # how many cards the dealer drew
    discards: int = 0  # the dealer's
    claimed: tuple[int, ...] = ()  # the seats that claimed a carte blanche, in that order
    calls: tuple[CallingRound, ...] = ()
    shown: tuple[int, ...] = ()  # what each has reckoned
    tricks: tuple[Trick, ...] = ()
    # by side
    score: Scores = ()
    in_hand: Scores = ()
    in_play: Scores = ()
    # who has scored, with the kind of the event, in order (7.1); the sides that have reached twenty (7.4)
    scored: tuple[tuple[int, str], ...] = ()
    reached: frozenset[int] = frozenset()
    events: list[Event] = field(default_factory=list)
    history: list[Action] = field(default_factory=list)

    def __post_init__(self) -> None:
        nothing = (0,) * len(self.game.sides)
        self.score, self.in_hand, self.in_play = self.score or nothing, self.in_hand or nothing, self.in_play or nothing
        self.shown = self.shown or (0,) * len(self.game.seats)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.rules.game

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in the order of speaking."""
        return self.game.order(self.dealer)

    @property
    def eldest(self) -> int:
        """The seat after the dealer."""
        return self.order[0]

    @property
    def is_over(self) -> bool:
        """Whether the deal is over."""
        return self.phase in (Phase.DEAL_OVER, Phase.PARTIE_OVER)

    @property
    def number(self) -> int:
        """The number of the deal in its partie, counted from 1."""
        return len(self.finished) + 1

    @property
    def totals(self) -> Scores:
        """The totals of the partie by side, this deal included."""
        return tuple(map(sum, zip(*self.finished, self.score, strict=True)))

    def copy(self) -> "Deal":
        """Return a copy that can change on its own."""
        return replace(self, events=[*self.events], history=[*self.history])


def with_item(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    """Return the tuple with one item replaced."""
    return (*values[:at], value, *values[at + 1 :])
