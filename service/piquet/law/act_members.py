"""The words and members of the acts of the law: marked actions, incidents, amendments and rulings (docs/law.md)."""

from typing import Final

from service.piquet.law import kinds
from service.piquet.law.data import elections
from service.piquet.law.kinds.play import ASKED_ABOUT
from service.piquet.model import actions as a

#: The actions that may be marked irregular, each with the members that only a marked one has (§7.2).
MARKED: Final[dict[type[a.Action], tuple[str, ...]]] = {
    a.ClaimCarteBlanche: ("mixed",),
    a.CommitDiscard: (),
    a.Exchange: ("taken", "mixed", "leaves"),
    a.LookAtLeft: (),
    a.Call: ("shown",),
    a.Reply: (),
    a.StateTieBreak: (),
    a.Reckon: ("shown",),
    a.Play: (),
}

Own = tuple[tuple[str, ...], tuple[str, ...]]

#: The members that an incident of a kind, or a ruling with an election, may have; it must have the others.
_OPTIONAL = ("together", "shown", "holdings", "untouched", "card")


def _own(members: tuple[str, ...]) -> Own:
    """Return members as those that are required and those that are optional."""
    return (
        tuple(name for name in members if name not in _OPTIONAL),
        tuple(name for name in members if name in _OPTIONAL),
    )


#: The kinds of irregularity that an incident reports, each with its required and its optional members (§3).
REPORTED: Final[dict[str, Own]] = {kind: _own(members) for kind, members in kinds.REPORTED.items()}

#: The kinds that a ruling may be about: all that can stand in a history, as an entry or as its consequence (§3, §10).
KINDS: Final = tuple(dict.fromkeys(kind.name for kind in kinds.KINDS if kind.enters != "facts"))

#: The elections, each with its required and its optional members (§2).
ELECTIONS: Final[dict[str, Own]] = {name: _own(election.members) for name, election in elections.ELECTIONS.items()}

#: The actions that an amendment may put in the place of the last word (§4).
AMENDED: Final[tuple[type[a.Action], ...]] = (a.Call, a.Pass, a.Reply, a.StateTieBreak, a.Reckon, a.Play)

#: Where a card was faced (K4), and what a question about declared cards was about (K23).
PLACES: Final = ("pack", "stock")
QUESTIONS: Final[tuple[str, ...]] = ASKED_ABOUT.values

#: The highest position in the talon: the talon of an irregular deal has up to fifteen cards.
LAST_POSITION: Final = 15
#: The highest number of an entry that a ruling may name.
LAST_ENTRY: Final = 255
