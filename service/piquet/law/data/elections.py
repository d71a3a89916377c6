"""Elections, their effects, the times at which rights end, and corrections (docs/law.md).

Closed lists as data. A sentence of each says what it does; the names are the same in JSON and in records.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from service.piquet.toml_tables import load


class Effect(NamedTuple):
    """An effect E1 to E12: a short name, and a sentence that says what happens."""

    name: str
    sentence: str


EFFECTS: Final[Mapping[str, Effect]] = load(__file__, "effects", Effect)


class Election(NamedTuple):
    """A choice that the law may offer: a sentence, and the members of a ruling that belong to it."""

    sentence: str
    members: tuple[str, ...] = ()


ELECTIONS: Final[Mapping[str, Election]] = load(__file__, "elections", Election)

#: When a right ends. `none`: it does not end, or there is none.
UNTIL: Final[Mapping[str, str]] = {
    "untouched": "the first entry of the deal",
    "taken": "elder takes up a card of the talon",
    "own_take": "the seat entitled takes up a card of the talon",
    "next_entry": "the very next entry",
    "next_call": "elder's next call or pass, or elder's lead",
    "first_card": "younger's first card",
    "answered": "the trick is played to",
    "deal_over": "the deal is over",
    "next_deal": "the next deal is dealt",
    "end_of_game": "the game is over",
    "none": "no end",
}


class Correction(NamedTuple):
    """A correction by the player who erred (A1 to A6). `row` is the parameter on which its time depends."""

    law: str
    who: str
    what: str
    until: str
    effect: str
    row: str | None = None
    readings: tuple[str, ...] = ()


CORRECTIONS: Final[Mapping[str, Correction]] = load(__file__, "corrections", Correction)
