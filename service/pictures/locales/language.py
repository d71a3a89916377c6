"""The parts of a locale: the words in which a picture is labelled and described."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Language:
    """A language.

    It has ranks (by letter: singular, plural), suits, sequences (by length), kinds of irregularity (by name), what
    becomes of an irregularity and of a call, phases, categories, and templates for everything else.
    """

    code: str
    ranks: Mapping[str, tuple[str, str]]
    suits: Mapping[str, str]
    sequences: Mapping[int, str]
    kinds: Mapping[str, str]
    incidents: Mapping[str, str]
    calls: Mapping[str, str]
    phases: Mapping[str, str]
    categories: tuple[str, str, str]
    other: Mapping[str, str]
