"""What a kind of irregularity is, and sentences that several kinds share."""

from typing import Final, NamedTuple

DEAL_STANDS: Final = "the deal stands"
UNEQUAL: Final = "the hands are played with the cards that they have, and all scores stand"


class Kind(NamedTuple):
    """A kind of irregularity.

    `enters` says how it comes into a history: by an irregular `act`, by the `deal`, as a reported `incident`, or on
    `asking` only. A kind that enters from `facts` is in no history, only in rulings from facts. `members` are those of
    a reported incident. `entitled` says who may elect: elder, younger, the adversary of the offender, the offender,
    both, or nobody. A `compulsory` kind leaves no choice. `unraised` says what holds if nobody raises it in time.
    `rows` are the rows of the codes on which it depends. A waiver waives the kind `waives` of the same entry, too.
    `public_finding` says whether both players can see what is found, if they can see that it happened.
    """

    number: str
    name: str
    what: str
    laws: tuple[str, ...]
    enters: str
    entitled: str
    unraised: str
    public: bool = True
    members: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    compulsory: bool = False
    waives: str = ""
    public_finding: bool = True

    @property
    def order(self) -> int:
        """The number without its letters."""
        return int("".join(filter(str.isdigit, self.number)))
