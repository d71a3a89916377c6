"""Wrong numbers of cards (K1)."""

from typing import Any, Final

from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.law.kinds.kind import UNEQUAL, Kind
from service.piquet.law.kinds.questions import STOCK, TAKEN_UP, Known, Question, flag, number
from service.piquet.law.kinds.tables import (
    ELSE,
    PENALTY,
    UNTOUCHED,
    Case,
    Offered,
    Reader,
    Then,
    only_when,
    regular,
    settled,
    table,
)
from service.piquet.law.wrong_numbers import cards_off, elder_takes, has_choice, must_redeal, standing_of, younger_takes
from service.piquet.rulesets.parameters import Ruleset

_KINDS: Final = (
    Kind(
        "K1a",
        "misdeal",
        "The numbers of cards are wrong, and this is noticed before any hand is taken up.",
        ("L10",),
        "deal",
        "elder",
        "what follows depends on how many cards are in the wrong place",
        readings=("LR15",),
    ),
    Kind(
        "K1b",
        "misdeal",
        "More than one card was dealt to the wrong place, or the talon has nine cards.",
        ("L12",),
        "deal",
        "both",
        "the deal stands as it was dealt",
        readings=("LR37",),
        rows=("many_wrong",),
        compulsory=True,
    ),
    Kind(
        "K1c",
        "misdeal",
        "One card was dealt to the wrong place.",
        ("L11", "L40", "L41", "L42", "L43"),
        "deal",
        "elder",
        "the deal stands; elder has lost the choice by exchanging first, unless that itself accepts the deal, as with "
        "twelve cards and a talon that is one card short",
        rows=("one_card_wrong", "stand_13", "stand_11", "stand_7"),
    ),
    Kind(
        "K1d",
        "misdeal",
        "Elder exchanged in a misdeal without standing first: the choice is lost, the discard is final, and elder "
        "leaves three cards.",
        ("L39",),
        "act",
        "adversary",
        UNEQUAL,
        readings=("LR13",),
        rows=("long_hand",),
    ),
)


def exchanges(reader: Reader) -> tuple[dict[str, Any], ...] | None:
    """Return what each player may discard if the deal stands: a row for each number of cards that elder may take.

    None if no law says how a deal with these numbers is played on.
    """
    rules, dealt = reader.rules, reader["dealt"]
    standing = standing_of(dealt)
    if standing is None:
        return None
    says, talon = reader[f"law_{standing.row}"], dealt[2]
    least, most = elder_takes(rules, standing, says, talon)
    rows = []
    for takes in range(least, most + 1):
        younger = younger_takes(rules, standing, says, talon - takes)
        rows.append(
            {
                "elder_takes": takes,
                "elder_discards": takes + standing.elder,
                "younger_takes": list(younger),
                "younger_discards": [count + standing.younger for count in younger],
            }
        )
    return tuple(rows)


_SHAPES: Final = tuple((elder, younger) for elder in range(10, 16) for younger in range(10, 16))


def _deals(rules: Ruleset, known: Known) -> tuple[tuple[int, int, int], ...]:
    """Numbers of cards that stand for all others."""
    return tuple((elder, younger, rules.pack - elder - younger) for elder, younger in _SHAPES)


def _shape(reader: Reader) -> str:
    """How wrong the numbers are: `right`, `one` card off, `many`, or `other`: one that no law names."""
    dealt = reader["dealt"]
    if not cards_off(reader.rules, dealt):
        return "right"
    if must_redeal(reader.rules, dealt, reader["law_many_wrong"]):
        return "many"
    return "one" if has_choice(dealt, reader["law_one_card_wrong"]) else "other"


def _spoke_too_late(reader: Reader) -> bool:
    """Whether elder had taken up a card of the talon or, under one code, touched it."""
    stock, word = reader["stock"], reader["law_one_card_wrong"]
    return bool(stock == "taken" or (stock == "touched" and word == "elder_before_touching"))


def _standing(reader: Reader) -> tuple[str, ...]:
    return ("E11",) if standing_of(reader["dealt"]) else ("E7",)


def _standing_law(reader: Reader) -> str | None:
    standing = standing_of(reader["dealt"])
    return standing.law if standing else None


_CHOICE_OF_ELDER: Final = Then(
    "one card was dealt to the wrong place: elder may have a fresh deal, or play on",
    number="K1c",
    offers=(Offered("redeal", ("E1",), "taken"), Offered("stand", "standing", "taken")),
    shows=("exchanges",),
)

_TOO_LATE: Final = (
    Case(
        {"elder_long": True, "long_hand_apart": True},
        Then(
            "elder exchanged without a word: the choice is lost, and the discard is final; the hand is too long",
            number="K1d",
            status="lapsed",
            also=("L58",),
            who="elder",
            unraised="the choice of a fresh deal is lost",
        ),
    ),
    Case(
        {"elder_long": True},
        Then(
            "elder exchanged without a word: the choice is lost, the discard final, and the hand too long",
            number="K1d",
            also=("L58",),
            who="elder",
            entitled="younger",
            offers=only_when("elder has more than twelve cards", *PENALTY),
        ),
    ),
    Case(
        ELSE,
        Then(
            "elder exchanged without a word: the choice is lost, and the discard is final",
            number="K1d",
            status="lapsed",
            also=("L57",),
            who="elder",
        ),
    ),
)

MISDEAL: Final = table(
    _KINDS,
    (
        Question(
            "dealt", "How many cards were dealt to elder, to younger, and to the talon?", "counts", samples=_deals
        ),
        TAKEN_UP,
        STOCK,
        number("cards", "How many cards does elder have after the exchange?", 0, 36, lambda _, known: (11, 12, 13)),
        flag("long_hand_apart", "Is the long hand a case of its own?", absent=False),
    ),
    (
        Case({"shape": "right"}, regular("the numbers of cards are right", number="K1b")),
        Case(
            {"taken_up": ()},
            Then(
                "no hand was taken up: with elder's leave the deal is put right, or made afresh; if it stands, what "
                "follows depends on how many cards are in the wrong place",
                offers=UNTOUCHED,
            ),
        ),
        Case(
            {"shape": "many"},
            Then(
                "too many cards are in the wrong place: the deal is void",
                number="K1b",
                offers=(Offered("redeal", ("E1",), "next_deal"),),
            ),
        ),
        Case(
            {"shape": "other"},
            settled("the code has no law for these numbers: the deal stands", "harmless", number="K1c"),
        ),
        Case(
            {"spoke_too_late": True, "standing_law": "L43"},
            Then(
                "with twelve cards and a talon that is one short, elder stands by exchanging",
                number="K1c",
                status="lapsed",
                also=("L43",),
                unraised="the deal stands",
                shows=("exchanges",),
            ),
        ),
        Case({"spoke_too_late": True}, _TOO_LATE),
        *(Case({"standing_law": law}, _CHOICE_OF_ELDER._replace(also=(law,))) for law in ("L40", "L41", "L42", "L43")),
        Case(ELSE, _CHOICE_OF_ELDER),
    ),
    {
        "shape": _shape,
        "spoke_too_late": _spoke_too_late,
        "elder_long": lambda reader: reader["cards"] > HAND_SIZE and bool(reader["law_long_hand"]),
        "standing_law": _standing_law,
        "standing": _standing,
        "exchanges": exchanges,
    },
    offender="younger",
)
