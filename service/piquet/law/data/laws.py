"""The laws (docs/law.md), and how questions that they leave open are answered."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from service.piquet.toml_tables import load

#: How it is known that a law applies.
CATEGORIES: Final[Mapping[str, str]] = {
    "decided": "The cards, and what was said and done, decide.",
    "reported": "Something must be reported that no ordinary action tells.",
    "told": "Manners, or matters outside the game: told, never judged.",
}

#: The parts of a game, in their order.
SECTIONS: Final[Mapping[str, str]] = {
    "cutting": "Shuffling and cutting",
    "dealing": "Dealing",
    "carte_blanche": "Carte blanche",
    "exchange": "Discarding and taking in",
    "calling": "Calling and showing",
    "play": "Playing",
    "scoring": "Scoring",
    "pack": "Packs and bystanders",
}


class Law(NamedTuple):
    """A law.

    `content` is what it says, with the numbers of the Portland Club's game. `carried_by` has the rules (R), kinds of
    irregularity (K), corrections (A) and elections that bring it about. `reported` is what must be reported, if
    anything must. `effects` are those that it may have, `readings` those that it needs. `digest` is where the article
    S4 has it: the number of a law, or `text`; None if it does not. `digest_note` tells how S4 differs. A law that is
    `told` is never judged. `section` is a key of `SECTIONS`.
    """

    id: str
    section: str
    content: str
    carried_by: tuple[str, ...] = ()
    reported: str = ""
    effects: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    digest: str | None = None
    digest_note: str = ""
    told: bool = False

    @property
    def category(self) -> str:
        """How it is known that the law applies: a key of `CATEGORIES`."""
        if self.told:
            return "told"
        return "reported" if self.reported else "decided"


#: The laws by their ids: L1 to L78, then LA1 to LA3 and LF1, which only other codes have.
LAWS: Final[Mapping[str, Law]] = load(__file__, "laws", Law, "id")


class Reading(NamedTuple):
    """A question, how it was settled, the reason, and what else it could have been, if that was considered."""

    question: str
    settled: str
    reason: str
    alternative: str = ""


#: The readings by their ids, LR1 to LR38.
READINGS: Final[Mapping[str, Reading]] = load(__file__, "readings", Reading)
