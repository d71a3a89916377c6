"""The parts of a locale: phrases, card names, and numbers in words.

A phrase is a template. `{name}` is the player who acts and `{other}` the opponent; the other fields depend on the key
(see `service.cli.commentary`). Numbers and cards are in words. None means that another phrase says it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Language:
    """A language.

    It has its code (`en`), number words, ranks (by letter: singular, plural), suits, sequences (by length), kinds of
    irregularity (by name), and phrases: for actions by type (and by what is said, for a type with several forms), for
    events by kind, and for everything else.
    """

    code: str
    number: Callable[[int], str]
    ranks: Mapping[str, tuple[str, str]]
    suits: Mapping[str, str]
    sequences: Mapping[int, str]
    major: str
    to: str
    conjunction: str
    of_suit: Callable[[Sequence[str], str], str]
    unknown: tuple[str, str]
    actions: Mapping[str, str]
    events: Mapping[str, str | None]
    other: Mapping[str, str]
    kinds: Mapping[str, str]
