"""Irregular exchanges, and looks at cards of the talon (K7 to K12)."""

from typing import Final

from service.piquet.law.kinds import talon
from service.piquet.law.kinds.tables import (
    CARDS,
    E3_ALONE,
    ELDER_LED,
    ELSE,
    PENALTY,
    SIDE,
    STOCK,
    UNEQUAL,
    WAIVE,
    AnyOf,
    Case,
    Conclusion,
    GivenFacts,
    Kind,
    Offered,
    Question,
    Reader,
    by_side,
    choice,
    flag,
    lifting,
    loss,
    number,
    only_when,
    regular,
    reported,
    settled,
    short_hand,
    table,
)
from service.piquet.law.misdeals import talon_of
from service.piquet.rulesets.parameters import Ruleset

# ---------------------------------------------------------------- a wrong exchange (K7)

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


_MIXED: Final = Conclusion(
    "{side} mixed a card of the talon that was not theirs with their hand",
    offers=(Offered("enforce", "mixing", "next_deal"), WAIVE),
    shows=("left_for_adversary",),
)

_FRESH_DEAL: Final = Offered("redeal", ("E1",), "own_take", "unless elder was still taking in")

_OR_REDEAL: Final = _MIXED._replace(offers=(_FRESH_DEAL, *_MIXED.offers))

_LIFTED: Final = Conclusion(
    "{side} took up a card of the talon that was not theirs, and mixed none",
    number="K7ii",
    offers=(Offered("enforce", "lifting", "next_deal"), WAIVE),
)

_TOGETHER: Final = Conclusion(
    "{side} took up a card that they leave together with the draw, and did not mix it",
    number="K7iib",
    offers=PENALTY,
)

_MORE: Final = Conclusion("{side} took more cards than they discarded", number="K7iii", also=("L58",), offers=PENALTY)

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


# ---------------------------------------------------------------- discards altered after drawing (K8, K9)

_RECOVERED: Final = Kind(
    "K8",
    "recovered",
    "A player who had drawn took cards back from the discard.",
    ("L25",),
    "incident",
    "adversary",
    UNEQUAL,
    members=("cards",),
    rows=("discard_final",),
    waives="long_hand",
)

_BURIED: Final = Kind(
    "K9",
    "buried",
    "A player mixed cards of the hand, or cards of the talon that were still due to them, with the discard.",
    ("L26", "L37"),
    "incident",
    "elder",
    UNEQUAL,
    members=("cards",),
    rows=("discard_final", "short_hand"),
)


def _final(reader: Reader) -> bool:
    """Whether the discard could no longer be altered (L24)."""
    word = reader["law_discard_final"]
    if reader["stock"] == "touched":
        return word == "touched" or (word == "touched_with_exceptions" and not reader["freed"])
    return bool(reader["stock"] == "taken")


_FREED: Final = flag(
    "freed",
    "Was the discard still free, since the deal was wrong, elder had left cards in silence, or the talon was counted?",
)

_UNSEEN: Final = "the discard stays unseen"

_NOT_FINAL: Final = Case({"final": False}, regular("the discard could still be altered", law="L24"))

RECOVERED: Final = table(
    (_RECOVERED,),
    (SIDE, STOCK, _FREED, CARDS),
    (
        _NOT_FINAL,
        Case(
            ELSE,
            Conclusion("{side} took cards back from the discard after drawing", also=("L24", "L58"), offers=PENALTY),
        ),
    ),
    {"final": _final},
)

BURIED: Final = table(
    (_BURIED,),
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
            Conclusion(
                "younger mixed cards that they had left with the discard: elder may see all of it",
                law="L37",
                unraised=_UNSEEN,
                offers=only_when(
                    "younger buried cards that they had left, and elder has led",
                    Offered("inspect", ("E9",), "deal_over"),
                ),
            ),
        ),
        Case(
            {"source": "left", "side": "younger", "left_cards": "after_lead_shared"},
            Conclusion(
                "elder may see younger's discard after the first lead",
                law="L37",
                until="deal_over",
                unraised=_UNSEEN,
            ),
        ),
        Case(
            {"source": "left"},
            settled("the ruleset has no law on cards that were left: nothing follows", "harmless", law="L37"),
        ),
        _NOT_FINAL,
        Case(ELSE, short_hand("the cards remain in the discard, and {side} plays without them", also=("L57",))),
    ),
    {"final": _final},
)


# ---------------------------------------------------------------- looks at cards of the talon (K10)

_FOLLOWS: Final = "nothing follows from the look"

_PEEKED: Final = Kind(
    "K10",
    "peeked",
    "A player looked at cards of the talon that were not theirs to see, and mixed none.",
    ("L27", "L33", "L35"),
    "incident",
    "adversary",
    _FOLLOWS,
    members=("positions", "together", "shown"),
    rows=("stock_shown", "dealer_saw"),
)

_DEALER_SAW: Final = Kind(
    "K10b",
    "dealer_saw",
    "The dealer looked at cards of the talon before elder's exchange.",
    ("LF1",),
    "incident",
    "elder",
    _FOLLOWS,
    members=("positions",),
    rows=("dealer_saw", "stock_shown"),
)


def _others(reader: Reader) -> bool:
    """Whether a card looked at belonged to the other player. Elder may look at what elder left (R4.4)."""
    share = reader.rules.elder_share
    if reader["due"] is not None:
        return not set(reader.numbers("positions")) <= set(reader.numbers("due"))
    if reader["side"] == "elder":
        return any(position > share for position in reader.numbers("positions"))
    return any(position <= share - (reader.optional_number("leaves") or 0) for position in reader.numbers("positions"))


_SEEN: Final = ("seen_by",)

_OF_OTHER: Final = Conclusion(
    "{side} looked at a card of {other}'s share of the talon",
    offers=(Offered("enforce", "lifting", "next_deal"), WAIVE),
    shows=_SEEN,
)

PEEKED: Final = table(
    (_PEEKED,),
    (
        SIDE,
        Question(
            "positions",
            "Which positions of the talon did they look at?",
            "positions",
            samples=talon.looks,
        ),
        talon.LEAVES,
        talon.DUE,
        flag("together", "Did they take them up together with the draw?"),
        flag("exchanged", "Had elder exchanged?"),
        reported("shown", "Did the other player see them, too?", "flag"),
    ),
    (
        Case(
            {"law_dealer_saw": "leads_named_suit", "side": "younger", "exchanged": False},
            regular(
                "the dealer looked before elder's exchange, for which the code has a law of its own",
                number="K10b",
                law="LF1",
            ),
        ),
        Case({"others": True}, _OF_OTHER),
        Case(
            {"together": True},
            by_side(
                Conclusion("elder took up what they leave with the draw", law="L33", offers=PENALTY, shows=_SEEN),
                Conclusion("younger took up what they leave with the draw", law="L35", offers=PENALTY, shows=_SEEN),
            ),
        ),
        Case({"side": "elder"}, regular("elder may look at the cards that they left", law="L33")),
        Case(
            ELSE,
            regular("they are cards that younger left, for which there is a law of its own", number="K12", law="L36"),
        ),
    ),
    {
        "others": _others,
        "lifting": lifting,
        "seen_by": lambda reader: ["elder", "younger"] if reader["shown"] else [reader.word("side")],
    },
)

DEALER_SAW: Final = table(
    (_DEALER_SAW,),
    (
        Question(
            "positions",
            "Which positions of the talon did the dealer look at?",
            "positions",
            samples=lambda _, known: ((1,), (6,)),
        ),
    ),
    (
        Case(
            {"law_dealer_saw": "leads_named_suit"},
            Conclusion(
                "elder may name the suit of the dealer's next leads, one for each card seen",
                offers=(Offered("demand", ("E8",), "next_deal"), Offered("forgo", (), "next_deal")),
                shows=("leads",),
            ),
        ),
        Case(
            {"others": True},
            _OF_OTHER._replace(
                number="K10", message="the dealer looked at a card of elder's share of the talon", shows=()
            ),
        ),
        Case(ELSE, regular("the code has no law on a dealer who looks at their own cards", number="K10")),
    ),
    {
        "side": lambda reader: "younger",
        "leaves": lambda reader: None,
        "due": lambda reader: None,
        "others": _others,
        "lifting": lifting,
        "leads": lambda reader: len(reader.numbers("positions")),
    },
    offender="younger",
)


# ---------------------------------------------------------------- cards that were left (K11, K12)

_UNDECLARED: Final = Kind(
    "K11",
    "undeclared",
    "Elder took fewer cards than they may and did not say so.",
    ("L32",),
    "incident",
    "younger",
    "younger's discard is final; the cards that elder left are younger's all the same",
    readings=("LR11",),
    rows=("discard_final",),
)

_LOOKED: Final = Kind(
    "K12",
    "looked",
    "A player looked at the cards left, too early, too late, or after refusing.",
    ("L36",),
    "act",
    "adversary",
    "nothing follows from the look",
    readings=("LR31",),
    rows=("late_look",),
)


def _taken_by_elder(rules: Ruleset, known: GivenFacts) -> tuple[int, ...]:
    return rules.elder_max - 1, rules.elder_max


# When younger may alter a discard, by the word of the row `discard_final`; under the second L32 is an exception.
_FREE: Final = {
    "taken_up": ("untouched", "touched"),
    "touched_with_exceptions": ("untouched", "touched"),
    "touched": ("untouched",),
}

UNDECLARED: Final = table(
    (_UNDECLARED,),
    (
        number("taken", "How many cards did elder take?", 0, 8, _taken_by_elder),
        Question("stock", "Had younger left the talon alone, touched it, or taken up a card?", "choice", STOCK.values),
    ),
    (
        Case({"all_taken": True}, regular("elder took as many cards as they may")),
        Case(
            {"free": True},
            Conclusion(
                "elder left cards and did not say so: younger may alter the discard",
                offers=(Offered("alter", (), "own_take"),),
                shows=("left",),
            ),
        ),
        Case(ELSE, settled("younger's discard is final; the cards left are theirs", "lapsed", shows=("left",))),
    ),
    {
        "all_taken": lambda reader: reader.number("taken") >= reader.rules.elder_max,
        "free": lambda reader: reader["stock"] in _FREE[reader.word("law_discard_final")],
        "left": lambda reader: talon_of(reader.rules) - reader.number("taken"),
    },
    offender="elder",
)

_INSPECT: Final = Offered("inspect", ("E9",), "deal_over")

LOOKED: Final = table(
    (_LOOKED,),
    (SIDE,),
    (
        Case(
            {"left_cards": AnyOf(("revealed_by_dealer", "private_named_suit", "none"))},
            regular("the law is void where the cards left may not be looked at by both"),
        ),
        Case(
            {"law_late_look": "shared_and_suit"},
            Conclusion(
                "{side} looked at the cards left: they are for both to see, and {other} may name a suit to lead",
                also=("LA2",),
                offers=(_INSPECT, Offered("demand", ("E8",), "deal_over", "the code has LA2")),
            ),
        ),
        Case({"law_late_look": "forbidden"}, settled("the cards left may not be looked at by anybody")),
        Case(ELSE, Conclusion("{side} looked at the cards left: they are for both to see", offers=(_INSPECT,))),
    ),
)
