"""A wrong answer about declared cards (K23)."""

from typing import Any, Final

from service.piquet.law.kinds.kind import Kind
from service.piquet.law.kinds.penalties import REPLAY
from service.piquet.law.kinds.questions import SIDE, Known, Question, flag, told
from service.piquet.law.kinds.tables import ELSE, Case, Reader, Then, settled, table
from service.piquet.rulesets.parameters import Ruleset

_KIND: Final = Kind(
    "K23",
    "misinformed",
    "A player answered wrongly what they still held of the cards that they had declared.",
    ("L59",),
    "incident",
    "adversary",
    "play is not taken back",
    members=("about", "answer"),
    readings=("LR21",),
    public_finding=False,
)


def _same(reader: Reader) -> bool:
    """Whether an answer is what the player has in hand of the cards declared. Numbers and cards compare by number."""
    answer, held = reader["answer"], reader["declared_in_hand"]
    if isinstance(answer, int) or isinstance(held, int):
        return bool(_count(answer) == _count(held))
    return frozenset(answer) == frozenset(held)


def _count(amount: Any) -> int:
    return amount if isinstance(amount, int) else len(amount)


def _amounts(other: str) -> Any:
    """Amounts that stand for all others, around another amount."""

    def samples(_: Ruleset, known: Known) -> tuple[Any, ...]:
        given = known.get(other, 1)
        return (given, _count(given) + 1)

    return samples


ABOUT: Final = told(
    "about",
    "What was asked about: a category, a suit, a rank, or all cards?",
    "choice",
    values=("point", "sequence", "set", *"SHDC6789TJQKA", "all"),
)

MISINFORMED: Final = table(
    (_KIND,),
    (
        SIDE,
        ABOUT,
        Question(
            "answer",
            "What was the answer: how many cards, or which?",
            "amount",
            most=36,
            samples=_amounts("declared_in_hand"),
        ),
        Question(
            "declared_in_hand",
            "Of the cards that they had declared, how many of those asked about did they have in hand, or which?",
            "amount",
            most=36,
            samples=_amounts("answer"),
        ),
        flag("asker_played", "Has the player who asked played a card since?", absent=True),
    ),
    (
        Case({"true": True}, settled("the answer was true: nothing follows", "harmless", finding="true")),
        Case(
            {"asker_played": False},
            Then(
                "{side} answered wrongly: there is no card of {other}'s yet to go back to",
                finding="untrue",
                entitled="nobody",
            ),
        ),
        Case(
            ELSE,
            Then(
                "{side} answered wrongly: {other} may go back to their own first card after the answer",
                finding="untrue",
                offers=REPLAY,
            ),
        ),
    ),
    {"true": _same},
)
