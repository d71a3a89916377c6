"""The state of a deal within its partie.

The seats A and B are 0 and 1 for the whole partie. In each deal they have the **roles** ELDER (0) and YOUNGER (1). A
pair of values is by role unless it says that it is by seat.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol, TypeVar

from service.piquet.model.events import Event
from service.piquet.rulesets.parameters import Ruleset

ELDER, YOUNGER, NOBODY = 0, 1, -1
SEATS = ("A", "B")  # no string: a name from outside must not match several letters, or none


class Phase:
    """The phases of a deal, in order. They are plain strings because the rules for each are looked up by phase."""

    DEAL: Final = "deal"
    ELDER_EXCHANGE: Final = "elder_exchange"
    COMMIT_DISCARD: Final = "commit_discard"
    YOUNGER_EXCHANGE: Final = "younger_exchange"
    CALLING: Final = "calling"
    REPLY: Final = "reply"
    TIE_BREAK: Final = "tie_break"
    RECKONING: Final = "reckoning"
    PLAY: Final = "play"
    DEAL_OVER: Final = "deal_over"
    PARTIE_OVER: Final = "partie_over"


PHASES: tuple[str, ...] = tuple(phase for name, phase in vars(Phase).items() if name.isupper())
#: The phases in which a deal is over.
OVER = (Phase.DEAL_OVER, Phase.PARTIE_OVER)

# The steps of R7.1 in which a player reckons in hand. The step of a category is its number plus one.
CARTE_BLANCHE, CARTE_ROUGE = 0, 4
STEPS = ("carte_blanche", "point", "sequence", "set", "carte_rouge")

Pair = tuple[int, int]
_T = TypeVar("_T")


class Called(NamedTuple):
    """A call of elder's in one category, and its result (R5).

    `length` is the number of cards, 0 for a pass. `tie` is the tie-break (see `cards.ranking`), None while withheld.
    `cards` are the cards that elder means, once a tie-break was said. `status` is one of called, asked, stated, good,
    not_good, declined, equal, passed.
    """

    category: int
    length: int = 0
    tie: int | None = None
    status: str = "called"
    asked: bool = False
    cards: int = 0


class Trick(NamedTuple):
    """A trick, with roles and cards. `follow` and `winner` are -1 until the second card is played."""

    leader: int
    lead: int
    follow: int = -1
    winner: int = NOBODY

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards played to it, the one led first."""
        return (self.lead, self.follow) if self.follow >= 0 else (self.lead,)


# ---------------------------------------------------------------- what irregularities add (docs/law.md)


class IncidentRecord(NamedTuple):
    """An irregularity that was entered, reported or raised.

    `number` is that of its entry, 0 for the deal; `kind` is the number of its kind (`K15`). `offender` is a role, -1
    for nobody; `entitled` are roles. `offers` are elections with the time until which each may be made; `until` is the
    first of these times, or that of a correction. `status` is open, lapsed, ruled, amended, harmless or none;
    `election` is the one that was made.
    """

    number: int
    kind: str
    law: str
    offender: int
    entitled: tuple[int, ...]
    offers: tuple[tuple[str, str], ...]
    until: str | None
    status: str
    election: str | None
    public: bool


class LawState(NamedTuple):
    """The part of a state that the law of irregularities adds. Positions are those of the talon as dealt, from 1.

    * `lying`: the positions of the talon that nobody has taken, from the top; `taken`: those that each role took.
    * `incidents`: what was entered, reported or raised, in order.
    * `forfeits`: the law under which a role reckons nothing (E3), or None.
    * `seen`: cards of the other role or of the talon that were exposed to a role, as masks.
    * `ahead`: cards of a run that are not led yet, and surplus answers, in order.
    * `suits_due`: the suits that a role must lead when next in the lead (E8), in order.
    * `dealt_by`: the seat that dealt out of turn; -1 if the deal was in turn.
    * `annulled`: the law by which the deal was annulled; empty if it was not.
    * `lost`: the role that lost the game by a ruling (E10); -1 if none did.
    * `relead_due`: whether elder has first to say whether to lead another card (A4).
    """

    lying: tuple[int, ...] = ()
    taken: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    incidents: tuple[IncidentRecord, ...] = ()
    forfeits: tuple[str | None, str | None] = (None, None)
    seen: Pair = (0, 0)
    ahead: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    suits_due: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    dealt_by: int = -1
    annulled: str = ""
    lost: int = -1
    relead_due: bool = False


# ---------------------------------------------------------------- the state


class State(NamedTuple):
    """A deal within its partie. Hands are masks; pairs are (elder, younger)."""

    # the partie
    first_dealer: int = 0  # seat
    finished: tuple[Pair, ...] = ()  # scores of the earlier deals by seat, before doubling; annulled ones left out
    dealers: tuple[int, ...] = ()  # who dealt these, as seats; empty if every deal was in turn (R2.4)
    # the deal
    dealer: int = 0  # seat
    phase: str = Phase.DEAL
    to_act: int = NOBODY  # role
    dealt: Pair = (0, 0)
    talon: tuple[int, ...] = ()  # as dealt, top first
    hands: Pair = (0, 0)
    discards: Pair = (0, 0)
    exchanged: Pair = (-1, -1)  # cards drawn by each; -1 before the exchange
    again: int = 0  # cards that elder drew in a second exchange (R4.6)
    blanche: tuple[str | None, str | None] = (None, None)  # None, announced, shown
    announced: int = 0  # cards that elder announced to exchange (R3.3)
    committed: int = 0  # younger's committed discard, before elder shows a carte blanche
    looks: tuple[bool | None, bool | None] = (
        None,
        None,
    )  # whether each looked at the cards left; None: undecided (R4.5)
    named: int | None = None  # the suit that elder named and must lead (R4.5)
    # the calls
    calls: tuple[Called, ...] = ()
    reckoned: bool = False  # whether younger has reckoned, or no longer may
    barred: bool = False  # younger's point is good but may not score (R5.3)
    shown: Pair = (0, 0)  # reckoned or stated equal (R5.13)
    # the scores
    counted: Pair = (0, 0)  # the cards of what was reckoned
    in_hand: tuple[tuple[int, ...], tuple[int, ...]] = ((0,) * len(STEPS), (0,) * len(STEPS))
    play: Pair = (0, 0)  # points of play
    settled: tuple[tuple[str, int], ...] = ()  # bonus and role of each pique or repique that is decided
    bonus: Pair = (0, 0)  # points of pique and repique
    score: Pair = (0, 0)
    # the play
    tricks: tuple[Trick, ...] = ()
    won: Pair = (0, 0)
    law: LawState | None = None  # None as long as nothing irregular was entered


def replace_role(pair: tuple[_T, _T], role: int, value: _T) -> tuple[_T, _T]:
    """Return the pair with the value of one role replaced."""
    return (value, pair[1]) if role == ELDER else (pair[0], value)


# ---------------------------------------------------------------- a state with members that rules may change


class Ledger(Protocol):
    """What the rules ask while a deal with irregularities is played: members of `LawState`, and the items."""

    @property
    def lying(self) -> Sequence[int]: ...
    @property
    def taken(self) -> tuple[Sequence[int], Sequence[int]]: ...
    @property
    def forfeits(self) -> Sequence[str | None]: ...
    @property
    def suits_due(self) -> tuple[Sequence[int], Sequence[int]]: ...
    @property
    def saves_nothing(self) -> Sequence[bool]:
        """Whether what a role has, and does not score, saves it from no pique and repique."""
        ...

    @property
    def late(self) -> bool:
        """Whether what is entered now is a late reckoning (E5)."""
        ...

    def enter(self, role: int, kind: str, points: int, cards: tuple[str, ...]) -> int:
        """Enter an item and return the points that it scores: 0 if the role reckons nothing."""
        ...

    def take(self, role: int, count: int) -> None:
        """Note that a role takes cards from the top of the talon."""
        ...

    def run_of(self, role: int) -> Sequence[int]:
        """Return the cards of a role's run that are not led yet, in order."""
        ...

    def in_play(self) -> Sequence[tuple[int, int]]:
        """Return what scored in play and for the cards, in the order in which it did, as role and points."""
        ...


class MutableState:
    """The members of a `State` as attributes that can be set, and the events of the change.

    The members are listed one by one for speed: unpacking into slots and packing again takes a third of the time of any
    generic way, and happens for every action applied.
    """

    __slots__ = (
        "events",
        "rules",
        "seats",
        *State._fields,
    )

    def __init__(self, rules: Ruleset, state: State) -> None:
        self.rules = rules
        self.events: list[Event] = []
        self.seats = (1 - state.dealer, state.dealer)
        self.law: Ledger | None = None  # that of `service.piquet.law`, once something irregular is entered
        (
            self.first_dealer,
            self.finished,
            self.dealers,
            self.dealer,
            self.phase,
            self.to_act,
            self.dealt,
            self.talon,
            self.hands,
            self.discards,
            self.exchanged,
            self.again,
            self.blanche,
            self.announced,
            self.committed,
            self.looks,
            self.named,
            self.calls,
            self.reckoned,
            self.barred,
            self.shown,
            self.counted,
            self.in_hand,
            self.play,
            self.settled,
            self.bonus,
            self.score,
            self.tricks,
            self.won,
            _,
        ) = state

    def state(self) -> State:
        """Return the current members as a `State`, without the part of the law."""
        packed = (
            self.first_dealer,
            self.finished,
            self.dealers,
            self.dealer,
            self.phase,
            self.to_act,
            self.dealt,
            self.talon,
            self.hands,
            self.discards,
            self.exchanged,
            self.again,
            self.blanche,
            self.announced,
            self.committed,
            self.looks,
            self.named,
            self.calls,
            self.reckoned,
            self.barred,
            self.shown,
            self.counted,
            self.in_hand,
            self.play,
            self.settled,
            self.bonus,
            self.score,
            self.tricks,
            self.won,
            None,
        )
        return tuple.__new__(State, packed)


# What a rule that changes nothing may be given.
Reader = State | MutableState
