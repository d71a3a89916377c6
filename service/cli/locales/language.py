"""The parts of a locale: phrases, card names, and numbers in words.

A phrase is a template. `{name}` is the player who acts and `{other}` the opponent; the other fields depend on the key
(see `service.cli.commentary`). Numbers and cards are in words.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from service.pictures.locales.language import Names


@dataclass(frozen=True)
class Language(Names):
    """A language: its names, number words, and phrases.

    There are phrases for actions by type (and by what is said, for a type with several forms), for events by kind, and
    for everything else.
    """

    number: Callable[[int], str]
    point: str  # of decimals
    conjunction: str
    of_suit: Callable[[Sequence[str], str], str]
    unknown: tuple[str, str]
    actions: Mapping[str, str]
    events: Mapping[str, str]
    other: Mapping[str, str]
