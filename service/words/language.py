"""The parts of a language: the words of rulings, of pictures and of the commentary on a record.

A phrase is a template. In the commentary `{name}` is the player who acts and `{other}` the opponent; the other fields
depend on the key (see `service.cli.phrases`), and numbers and cards are in words.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

# ---------------------------------------------------------------- rulings


def kind_name(kinds: Mapping[str, str], kind: str, law: str | None) -> str:
    """Return the name of a kind of irregularity: that under a law (`misdeal L39`), or else that of the kind."""
    return kinds.get(f"{kind} {law}", kinds[kind])


@dataclass(frozen=True)
class RulingWords:
    """The phrases of a language.

    `within` names roles and seats within a sentence. `kinds` names the kinds of irregularity, and `happened` says of
    each what the offender, `{who}`, did; both may have another phrase for a law or a finding (`misdeal L39`).
    `statuses` and `choices` say what comes of it, where `{follows}` is the message of a ruling or what holds if nobody
    raises it.
    `elections` has what may be done by each election, `effects` what comes of it by election and effect (`enforce E3`),
    and `until` the times. An election and an effect may have another phrase for a kind (`replay revoke`,
    `demand E8 dealer_saw`), and a time for the player entitled (`taken elder`). In these `{who}` is the player
    entitled. `{other}` is always the adversary of `{who}`. `of` has names as owners, and `texts` by the English text
    what else rulings say, if that is not English.
    """

    may: str
    colon: str
    conjunction: str
    within: Mapping[str, str]
    of: Mapping[str, str]
    either_player: str
    entitled_player: str
    other_player: str
    some_player: str
    kinds: Mapping[str, str]
    happened: Mapping[str, str]
    elections: Mapping[str, str]
    effects: Mapping[str, str]
    until: Mapping[str, str]
    statuses: Mapping[str, str]
    choices: Mapping[str, str]
    texts: Mapping[str, str]


# ---------------------------------------------------------------- names and pictures


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
class PictureWords(Names):
    """A language: its names, and the words of pictures.

    These are what becomes of an irregularity and of a call, phases, categories, and templates for everything else.
    """

    incidents: Mapping[str, str]
    calls: Mapping[str, str]
    phases: Mapping[str, str]
    categories: tuple[str, str, str]
    other: Mapping[str, str]


# ---------------------------------------------------------------- commentary


@dataclass(frozen=True)
class CommentaryWords(Names):
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


@dataclass(frozen=True)
class Words:
    """A language: its words by what they are for."""

    rulings: RulingWords
    pictures: PictureWords
    commentary: CommentaryWords
