"""The offer of a fresh deal (K29)."""

from typing import Final

from service.piquet.law.kinds.kind import Kind
from service.piquet.law.kinds.questions import SIDE
from service.piquet.law.kinds.tables import ELSE, Case, Offered, Then, table

_KIND: Final = Kind(
    "K29",
    "offer",
    "A player offers a fresh deal.",
    (),
    "incident",
    "adversary",
    "the offer is refused",
    readings=("LR25",),
    members=("redeal",),
)

OFFER: Final = table(
    (_KIND,),
    (SIDE,),
    (Case(ELSE, Then("{other} may accept a fresh deal", offers=(Offered("accept", ("E1",), "next_entry"),))),),
)
