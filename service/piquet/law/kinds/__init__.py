"""The kinds of irregularity K1 to K29 as data (docs/law.md): what each is, how it enters, and who is entitled.

Imports nothing of the project. What is offered, and on what that depends, is in the tables of `facts`.
"""

from collections.abc import Mapping
from typing import Final

from service.piquet.law.kinds import calling, dealing, exchange, play
from service.piquet.law.kinds.kind import Kind
from service.piquet.law.kinds.violations import CONDITIONS, VIOLATION_KINDS, Cover

__all__ = ["BY_NAME", "BY_NUMBER", "CONDITIONS", "KINDS", "REPORTED", "VIOLATION_KINDS", "Cover", "Kind"]

#: All kinds, in the order of their numbers.
KINDS: Final = tuple(
    sorted((*dealing.KINDS, *exchange.KINDS, *calling.KINDS, *play.KINDS), key=lambda kind: kind.order)
)

#: The kinds by number, and by name: a name may have several numbers.
BY_NUMBER: Final[Mapping[str, Kind]] = {kind.number: kind for kind in KINDS}
BY_NAME: Final[Mapping[str, tuple[Kind, ...]]] = {
    name: tuple(kind for kind in KINDS if kind.name == name) for name in dict.fromkeys(kind.name for kind in KINDS)
}

#: The members of each kind that an `Incident` reports.
REPORTED: Final[Mapping[str, tuple[str, ...]]] = {
    kind.name: kind.members for kind in KINDS if kind.enters == "incident"
}
