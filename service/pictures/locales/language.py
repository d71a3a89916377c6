"""The parts of a locale: the words in which a picture is labelled and described."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Names:
    """The names that every text in a language uses.

    They are those of ranks (by letter: singular, plural), suits, sequences (by length) and kinds of irregularity (by
    name). `major` and `to` are the templates of a sequence with its top card, which may be a `nought`.
    """

    code: str
    ranks: Mapping[str, tuple[str, str]]
    suits: Mapping[str, str]
    sequences: Mapping[int, str]
    major: str
    to: str
    nought: str
    kinds: Mapping[str, str]

    def rank(self, top: str) -> str:
        """Return the name of a rank, or of a nought."""
        return self.ranks[top][0] if top in self.ranks else self.nought

    def sequence(self, name: str, top: str) -> str:
        """Return a sequence of this name with its top card."""
        return (self.major if top == "A" else self.to).format(sequence=name, rank=self.rank(top))


@dataclass(frozen=True)
class Language(Names):
    """A language: its names, and the words of pictures.

    These are what becomes of an irregularity and of a call, phases, categories, and templates for everything else.
    """

    incidents: Mapping[str, str]
    calls: Mapping[str, str]
    phases: Mapping[str, str]
    categories: tuple[str, str, str]
    other: Mapping[str, str]
