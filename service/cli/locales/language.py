"""What a locale defines: phrases, names of cards, and numbers in words.

A phrase is a template. `{name}` is the player who acts and `{other}` the opponent; the other fields depend on the key
(see `service.cli.replay`). Numbers and cards are spelled out. None means that another phrase says it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Language:
    """A language: its number words, ranks (by letter, one and several), suits, sequences (by length), and phrases: for
    actions (by type and, where there are several forms, what is said), for events (by kind), and for the rest."""

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
