"""The laws as data (docs/law.md): the 78 of the Portland Club's code, and the four that only other codes have.

Imports nothing of the project.
"""

from collections.abc import Mapping
from typing import Final

from service.piquet.law.laws import calling, dealing, elsewhere, exchange, play
from service.piquet.law.laws.law import CATEGORIES, SECTIONS, Law

__all__ = ["CATEGORIES", "LAWS", "SECTIONS", "Law"]

#: The laws by their ids: L1 to L78, then LA1 to LA3 and LF1.
LAWS: Final[Mapping[str, Law]] = {
    law.id: law for law in (*dealing.LAWS, *exchange.LAWS, *calling.LAWS, *play.LAWS, *elsewhere.LAWS)
}
