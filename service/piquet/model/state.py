"""The state of a deal within its partie.

The seats A and B are 0 and 1 for the whole partie. In each deal they have the **roles** ELDER (0) and YOUNGER (1). A
pair of values is by role unless it says that it is by seat.
"""

from typing import Final, NamedTuple, TypeVar

from service.piquet.model.law_state import LawState

ELDER, YOUNGER, NOBODY = 0, 1, -1
SEATS = "AB"


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
