"""The sentences that a person reads, in English and French: of rulings, of pictures, and of the commentary on records.

A language is a file, `en.toml` or `fr.toml`, which has a table for each class here and is read when it is first needed.
A phrase is a template. In the commentary `{name}` is the player who acts and `{other}` the opponent; the other fields
depend on the key (see `service.cli.commentary`), and numbers and cards are in words.
"""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Final, Literal, get_args

from service.words.numbers import NUMBERS

Language = Literal["en", "fr"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)

# ---------------------------------------------------------------- rulings


@dataclass(frozen=True)
class RulingWords:
    """The phrases of rulings.

    `may_alone` is of an election that either player may make, and `deadline` of one whose consequences come before the
    time `{until}`. `within` names roles and seats within a sentence, `of`
    as owners, `to` as receivers, and `its` those of a deal. `incidents` says of each kind of irregularity what
    happened, by which an arbiter finds it. `happened` says of each kind of irregularity what the offender, `{who}`,
    did; it may have another phrase for a law or a finding (`misdeal L39`), and one of a misdeal may say how many cards
    are `{misplaced}`.
    `statuses` and `choices` say what comes of it, where `{follows}` is the message of a ruling or what holds if nobody
    raises it.
    `elections` has what may be done by each election, `effects` what comes of it by election and effect (`enforce E3`),
    and `until` the times. An election and an effect may have another phrase for a kind (`replay revoke`,
    `demand E8 dealer_saw`), and a time for the player entitled (`taken elder`). In these `{who}` is the player
    entitled. `{other}` is always the adversary of `{who}`. `answers` has the answers to questions by their values, and
    may have another phrase for a fact (`stock where`); `the_player` is the one whom a question is about. `texts` has by
    the English text what else rulings say, if that is not English.
    """

    may: str
    may_alone: str
    colon: str
    deadline: str
    conjunction: str
    within: Mapping[str, str]
    of: Mapping[str, str]
    to: Mapping[str, str]
    its: Mapping[str, str]
    incidents: Mapping[str, str]
    either_player: str
    entitled_player: str
    other_player: str
    some_player: str
    the_player: str
    happened: Mapping[str, str]
    elections: Mapping[str, str]
    effects: Mapping[str, str]
    until: Mapping[str, str]
    statuses: Mapping[str, str]
    choices: Mapping[str, str]
    answers: Mapping[str, str]
    texts: Mapping[str, str]


# ---------------------------------------------------------------- names and pictures


@dataclass(frozen=True)
class Names:
    """The names that every text in a language uses.

    They are those of ranks (by letter: singular, plural), suits, sequences (by length) and kinds of irregularity (by
    name). `major` and `to` are the templates of a sequence with its top card, which may be a `nought`.
    """

    code: str
    ranks: Mapping[str, Sequence[str]]
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

    def kind(self, kind: str, law: str | None) -> str:
        """Return the name of a kind of irregularity: that under a law (`misdeal L39`), or else that of the kind."""
        return self.kinds.get(f"{kind} {law}", self.kinds[kind])


@dataclass(frozen=True)
class PictureWords(Names):
    """The names, and the words of pictures.

    These are what becomes of an irregularity and of a call, phases, categories, and templates for everything else.
    """

    incidents: Mapping[str, str]
    calls: Mapping[str, str]
    phases: Mapping[str, str]
    categories: Sequence[str]
    other: Mapping[str, str]


# ---------------------------------------------------------------- commentary


@dataclass(frozen=True)
class CommentaryWords(Names):
    """The names, number words, and phrases of the commentary.

    `point` is that of decimals. There are phrases for actions by type (and by what is said, for a type with several
    forms), for events by kind, and for everything else.
    """

    number: Callable[[int], str]
    point: str
    conjunction: str
    of_suit: str
    unknown: Sequence[str]
    actions: Mapping[str, str]
    events: Mapping[str, str]
    other: Mapping[str, str]


# ---------------------------------------------------------------- the loader


@dataclass(frozen=True)
class Words:
    """A language: its words by what they are for. `sheets` are headings and phrases of what a tournament prints."""

    rulings: RulingWords
    pictures: PictureWords
    commentary: CommentaryWords
    sheets: Mapping[str, str]


@cache
def words_in(code: str) -> Words:
    """Return the words of a language. Raises `ValueError` if it is none of `LANGUAGES`."""
    if code not in LANGUAGES:
        raise ValueError(f"{code!r:.40} is not a language; lang is {' or '.join(LANGUAGES)}")
    tables = tomllib.loads(Path(__file__).with_name(f"{code}.toml").read_text(encoding="utf-8"))
    names = tables["names"]
    names |= {"code": code, "sequences": dict(enumerate(names["sequences"], 3))}
    texts = {each["en"]: each[code] for each in tables.get("texts", ())}
    return Words(
        RulingWords(**tables["rulings"], texts=texts),
        PictureWords(**names, **tables["pictures"]),
        CommentaryWords(**names, **tables["commentary"], number=partial(NUMBERS[code], **tables["numbers"])),
        tables["sheets"],
    )
