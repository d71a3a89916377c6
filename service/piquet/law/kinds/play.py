"""Irregular play: revokes, cards out of turn, wrong answers, and hands of unequal length (K19 to K23, K26)."""

from typing import Final

from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.law.kinds.tables import FactValue, GivenFacts, Reader, Samples, as_words, table
from service.piquet.rulesets.parameters import Ruleset

# ---------------------------------------------------------------- cards (K19 to K22)

REVOKE: Final = table(
    "revoke",
    {"cards_taken_back": lambda reader: None if reader["played_since"] is None else reader.number("played_since") + 1},
)

LEAD_OUT_OF_TURN: Final = table("lead_out_of_turn")

RUN: Final = table("run")

OVERPLAYED: Final = table("overplayed")

DROPPED: Final = table("dropped")


# ---------------------------------------------------------------- wrong answers (K23)


def _same(reader: Reader) -> bool:
    """Whether an answer is what the player has in hand of the cards declared. Numbers and cards compare by number."""
    answer, held = reader["answer"], reader["declared_in_hand"]
    if isinstance(answer, int) or isinstance(held, int):
        return _count(answer) == _count(held)
    return frozenset(as_words(answer)) == frozenset(as_words(held))


def _count(amount: FactValue) -> int:
    return amount if isinstance(amount, int) else len(as_words(amount))


def _amounts(other: str) -> Samples:
    """Amounts that stand for all others, around another amount."""

    def samples(_: Ruleset, known: GivenFacts) -> tuple[FactValue, ...]:
        given = known.get(other, 1)
        return (given, _count(given) + 1)

    return samples


MISINFORMED: Final = table(
    "misinformed",
    {"true": _same},
    samples={"answer": _amounts("declared_in_hand"), "declared_in_hand": _amounts("answer")},
)


# ---------------------------------------------------------------- long hands (K26)

LONG_HAND: Final = table(
    "long_hand", {"length": lambda reader: (reader.number("cards") > HAND_SIZE) - (reader.number("cards") < HAND_SIZE)}
)


TABLES: Final = (REVOKE, LEAD_OUT_OF_TURN, RUN, OVERPLAYED, DROPPED, MISINFORMED, LONG_HAND)
