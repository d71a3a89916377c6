"""Rulings from facts on the exchange and the hands (K7 to K9, K13, K26)."""

from typing import Any, Final

from service.piquet.cards.holdings import HAND_SIZE
from service.piquet.law.codes import SHORT_HAND
from service.piquet.law.facts import talon
from service.piquet.law.facts.questions import (
    CARDS,
    ELDER_LED,
    SIDE,
    STOCK,
    Question,
    choice,
    flag,
    number,
)
from service.piquet.law.facts.tables import (
    ELSE,
    PENALTY,
    WAIVE,
    Case,
    Offered,
    Reader,
    Table,
    Then,
    by_side,
    only_when,
    regular,
    settled,
)

_E3: Final = ("E3", "E12")


def _loss(reader: Reader) -> tuple[str, ...]:
    """The loss of a game; where no games are played, the great penalty takes its place."""
    return _E3 if reader.rules.target is None else ("E10",)


def _mixing(reader: Reader) -> tuple[str, ...]:
    """The penalty for mixing a card of the other's."""
    word = reader["law_stock_mixed"]
    if word == "elder_or_five_loses_game":
        lost = reader["side"] == "elder" or talon.five_taken(reader)
    else:
        lost = word == "loses_game"
    return _loss(reader) if lost else _E3


def lifting(reader: Reader) -> tuple[str, ...]:
    """The penalty for taking up or showing a card of the other's."""
    lost = reader["law_stock_shown"] == "younger_loses_game" and reader["side"] == "younger"
    return _loss(reader) if lost else _E3


_MIXED: Final = Then(
    "K7i",
    "{side} mixed a card of the talon that was not theirs with their hand",
    offers=(Offered("enforce", "mixing", "next_deal"), WAIVE),
    shows=("left_for_adversary",),
)
_FRESH_DEAL: Final = Offered("redeal", ("E1",), "own_take", "unless elder was still taking in")
_OR_REDEAL: Final = _MIXED._replace(offers=(_FRESH_DEAL, *_MIXED.offers))
_LIFTED: Final = Then(
    "K7ii",
    "{side} took up a card of the talon that was not theirs, and mixed none",
    offers=(Offered("enforce", "lifting", "next_deal"), WAIVE),
)
_TOGETHER: Final = Then(
    "K7iib", "{side} took up a card that they leave together with the draw, and did not mix it", offers=PENALTY
)
_MORE: Final = Then("K7iii", "{side} took more cards than they discarded", also=("L58",), offers=PENALTY)


def _short(number: str, message: str, **more: Any) -> tuple[Case, ...]:
    return tuple(
        Case({"law_short_hand": word}, settled(number, message, unraised=how, finding=word, **more))
        for word, how in SHORT_HAND.items()
    )


WRONG_EXCHANGE: Final = Table(
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
            {"was": "i", "five_counts": True},
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
                "K7ii",
                "elder had taken some of their cards and left others: taking those up costs nothing unless they are "
                "mixed",
                "harmless",
                law="L29",
                also=("L27",),
            ),
        ),
        Case({"was": "ii"}, _LIFTED),
        Case({"was": "iib"}, by_side(_TOGETHER, _TOGETHER._replace(law="L35"))),
        Case({"was": "iii", "leaves_some": True}, _MORE._replace(law="L35", also=("L31", "L58"))),
        Case({"was": "iii"}, by_side(_MORE, _MORE._replace(also=("L35", "L58")))),
        Case({"was": "iv"}, _short("K7iv", "{side} took fewer cards than they discarded", also=("L57",))),
        Case(ELSE, regular("K7iv", "as many cards were taken as discarded, and none but {side}'s own", law="L23")),
    ),
    {
        "was": talon.exchange_was,
        "five_counts": lambda reader: reader["law_stock_mixed"] == "elder_or_five_loses_game",
        "five_taken": talon.five_taken,
        "mixing": _mixing,
        "lifting": lifting,
        "left_for_adversary": talon.left_for_adversary,
    },
)

# ---------------------------------------------------------------- the discard


def _final(reader: Reader) -> bool:
    """Whether the discard could no longer be altered (L24)."""
    word = reader["law_discard_final"]
    if reader["stock"] == "touched":
        return word == "touched" or (word == "touched_with_exceptions" and not reader["freed"])
    return bool(reader["stock"] == "taken")


_FREED: Final = flag("freed", "Was the discard free by L11 (a misdeal), L32 (cards left in silence) or L38?")
_NOT_FINAL: Final = Case({"final": False}, regular("K8", "the discard could still be altered", law="L24"))

RECOVERED: Final = Table(
    (SIDE, STOCK, _FREED, CARDS),
    (
        _NOT_FINAL,
        Case(
            ELSE,
            Then("K8", "{side} took cards back from the discard after drawing", also=("L24", "L58"), offers=PENALTY),
        ),
    ),
    {"final": _final},
)

BURIED: Final = Table(
    (
        SIDE,
        STOCK,
        _FREED,
        choice(
            "source",
            "Where did the cards come from: the hand, the talon, or the cards that younger left?",
            "hand",
            "stock",
            "left",
        ),
        ELDER_LED,
        CARDS,
    ),
    (
        Case(
            {"source": "left", "side": "younger", "left_cards": "after_lead_shared", "elder_led": True},
            Then(
                "K9",
                "younger mixed cards that they had left with the discard: elder may see all of it",
                law="L37",
                offers=only_when(
                    "younger buried cards that they had left, and elder has led",
                    Offered("inspect", ("E9",), "deal_over"),
                ),
            ),
        ),
        Case(
            {"source": "left", "side": "younger", "left_cards": "after_lead_shared"},
            Then("K9", "elder may see younger's discard after the first lead", law="L37", until="deal_over"),
        ),
        Case(
            {"source": "left"},
            settled("K9", "the ruleset has no law on cards that were left", "harmless", law="L37"),
        ),
        _NOT_FINAL._replace(then=regular("K9", "the discard could still be altered", law="L24")),
        Case(ELSE, _short("K9", "the cards remain in the discard, and {side} plays without them", also=("L57",))),
    ),
    {"final": _final},
)

_OBJECT: Final = Offered(
    "object", ("E4", "E12"), "next_call", "the hand has a court card, or cards drawn are mixed with it"
)

FALSE_BLANCHE: Final = Table(
    (
        SIDE,
        flag("courts", "Does the hand have a court card?"),
        flag("exchanged", "Had the player exchanged?"),
        Question("mixed", "Were the cards drawn mixed with the hand?", "flag", (True, False), null=True),
        flag("laid_out", "Did the other player lay out a discard for it?"),
    ),
    (
        Case({"good": True}, settled("K13", "the carte blanche counts", "harmless", finding="held")),
        Case(
            {"laid_out": True},
            Then(
                "K13",
                "the carte blanche is struck, and the discard laid out for it is free",
                law="L55",
                offers=(_OBJECT, Offered("alter", (), "next_call", "a discard was laid out for it")),
            ),
        ),
        Case(
            ELSE,
            Then(
                "K13",
                "the carte blanche is struck, without penalty",
                law="L55",
                offers=(_OBJECT,),
            ),
        ),
    ),
    {"good": lambda reader: not reader["courts"] and (not reader["exchanged"] or reader["mixed"] is False)},
)

LONG_HAND: Final = Table(
    (
        number("cards", "How many cards does the hand have after the exchange?", 0, 15, lambda _, known: (11, 12, 13)),
        choice("cause", "What made the hand long: the exchange, or the deal alone?", "exchange", "deal"),
        SIDE,
    ),
    (
        Case({"length": 0}, regular("K26", "the hand has twelve cards")),
        Case({"length": -1}, _short("K26", "the hand is too short, which is not punished", law="L57")),
        Case({"cause": "deal"}, regular("K26", "the deal alone made the hand long: ask about `misdeal`")),
        Case(
            {"law_long_hand": "reckons_nothing"},
            Then("K26", "{side} plays with more than twelve cards", offers=PENALTY),
        ),
    ),
    {"length": lambda reader: (reader["cards"] > HAND_SIZE) - (reader["cards"] < HAND_SIZE)},
)
