"""The laws as data (docs/law.md): the 78 of the Portland Club's code, and the four that only other codes have.

Imports nothing of the project.
"""

from collections.abc import Mapping
from typing import Final

from service.piquet.law.laws import calling, dealing, elsewhere, exchange, play
from service.piquet.law.laws.law import CATEGORIES, SECTIONS, Law

__all__ = ["CATEGORIES", "LAWS", "SECTIONS", "Law"]

# The laws of the Portland Club's code by section, and the others, which name their sections themselves.
_PORTLANDS: Final[Mapping[str, Mapping[str, Law]]] = {
    "cutting": dealing.CUTTING,
    "dealing": dealing.DEALING,
    "carte_blanche": dealing.CARTE_BLANCHE,
    "exchange": exchange.EXCHANGE,
    "calling": calling.CALLING,
    "play": play.PLAY,
    "scoring": play.SCORING,
    "pack": play.PACK,
}
_SECTIONED = {name: law._replace(section=section) for section, laws in _PORTLANDS.items() for name, law in laws.items()}

#: The laws by their ids: L1 to L78, then LA1 to LA3 and LF1.
LAWS: Final[Mapping[str, Law]] = {name: law._replace(id=name) for name, law in {**_SECTIONED, **elsewhere.LAWS}.items()}
