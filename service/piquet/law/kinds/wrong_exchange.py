"""A wrong exchange (K7)."""

from typing import Final

from service.piquet.law.kinds import talon
from service.piquet.law.kinds.kind import UNEQUAL, Kind
from service.piquet.law.kinds.penalties import E3_ALONE, lifting, loss, short_hand
from service.piquet.law.kinds.questions import SIDE, Question, flag, number
from service.piquet.law.kinds.tables import (
    ELSE,
    PENALTY,
    WAIVE,
    Case,
    Offered,
    Reader,
    Then,
    by_side,
    regular,
    settled,
    table,
)

_KINDS: Final = (
    Kind(
        "K7i",
        "wrong_exchange",
        "A player mixed a card of the other's share of the talon with their hand.",
        ("L28", "L29"),
        "act",
        "adversary",
        UNEQUAL,
        readings=("LR12", "LR13"),
        rows=("stock_mixed",),
    ),
    Kind(
        "K7ii",
        "wrong_exchange",
        "A player took up a card of the other's share of the talon, and mixed none.",
        ("L27",),
        "act",
        "adversary",
        UNEQUAL,
        readings=("LR12",),
        rows=("stock_shown",),
    ),
    Kind(
        "K7iib",
        "wrong_exchange",
        "A player took up one of the cards that they leave together with the draw, and did not mix it.",
        ("L33", "L35"),
        "act",
        "adversary",
        UNEQUAL,
        readings=("LR12",),
    ),
    Kind(
        "K7iii",
        "wrong_exchange",
        "A player took and mixed more cards than they discarded, all of them their own.",
        ("L31", "L35"),
        "act",
        "adversary",
        UNEQUAL,
        readings=("LR12",),
        waives="long_hand",
    ),
    Kind(
        "K7iv",
        "wrong_exchange",
        "A player took fewer cards than they discarded.",
        ("L30",),
        "act",
        "nobody",
        UNEQUAL,
        rows=("short_hand",),
    ),
)


def _mixing(reader: Reader) -> tuple[str, ...]:
    """Return the penalty for mixing a card of the other's."""
    word = reader["law_stock_mixed"]
    if word == "elder_or_five_loses_game":
        lost = reader["side"] == "elder" or talon.five_taken(reader)
    else:
        lost = word == "loses_game"
    return loss(reader) if lost else E3_ALONE


_MIXED: Final = Then(
    "{side} mixed a card of the talon that was not theirs with their hand",
    offers=(Offered("enforce", "mixing", "next_deal"), WAIVE),
    shows=("left_for_adversary",),
)

_FRESH_DEAL: Final = Offered("redeal", ("E1",), "own_take", "unless elder was still taking in")

_OR_REDEAL: Final = _MIXED._replace(offers=(_FRESH_DEAL, *_MIXED.offers))

_LIFTED: Final = Then(
    "{side} took up a card of the talon that was not theirs, and mixed none",
    number="K7ii",
    offers=(Offered("enforce", "lifting", "next_deal"), WAIVE),
)

_TOGETHER: Final = Then(
    "{side} took up a card that they leave together with the draw, and did not mix it",
    number="K7iib",
    offers=PENALTY,
)

_MORE: Final = Then("{side} took more cards than they discarded", number="K7iii", also=("L58",), offers=PENALTY)

WRONG_EXCHANGE: Final = table(
    _KINDS,
    (
        SIDE,
        talon.LEAVES,
        Question("taken", "Which positions of the talon did they take, in order?", "positions", samples=talon.takes),
        Question("mixed", "Which of these positions did they mix with the hand?", "positions", samples=talon.mixes),
        number("discarded", "How many cards did they discard?", 0, 15, talon.discards),
        talon.DUE,
        talon.DEALT,
        flag("leaves_some", "Had younger said that they leave some of their cards?", absent=False),
        flag("elder_began", "Had elder taken some of their cards, and not yet the rest?"),
    ),
    (
        Case(
            {"was": "i", "law_stock_mixed": "reckons_nothing_or_redeal"},
            (
                Case({"side": "elder"}, _OR_REDEAL),
                Case({"elder_began": True}, _MIXED._replace(law="L29", readings=("LR12", "LR13"))),
                Case(ELSE, _OR_REDEAL._replace(law="L29")),
            ),
        ),
        Case(
            {"was": "i", "law_stock_mixed": "elder_or_five_loses_game"},
            (
                Case({"side": "elder"}, _MIXED),
                Case({"five_taken": True}, _MIXED._replace(law="L29", finding="five_taken")),
                Case(ELSE, _MIXED._replace(law="L29")),
            ),
        ),
        Case({"was": "i"}, by_side(_MIXED, _MIXED._replace(law="L29"))),
        Case(
            {"was": "ii", "side": "younger", "elder_began": True},
            settled(
                "elder had taken some of their cards and left others: taking those up costs nothing unless they are "
                "mixed",
                "harmless",
                number="K7ii",
                law="L29",
                also=("L27",),
            ),
        ),
        Case({"was": "ii"}, _LIFTED),
        Case({"was": "iib"}, by_side(_TOGETHER, _TOGETHER._replace(law="L35"))),
        Case({"was": "iii", "leaves_some": True}, _MORE._replace(law="L35", also=("L31", "L58"))),
        Case({"was": "iii"}, by_side(_MORE, _MORE._replace(also=("L35", "L58")))),
        Case({"was": "iv"}, short_hand("{side} took fewer cards than they discarded", number="K7iv", also=("L57",))),
        Case(
            ELSE, regular("as many cards were taken as discarded, and none but {side}'s own", number="K7iv", law="L23")
        ),
    ),
    {
        "was": talon.exchange_was,
        "five_taken": talon.five_taken,
        "mixing": _mixing,
        "lifting": lifting,
        "left_for_adversary": talon.left_for_adversary,
    },
)
