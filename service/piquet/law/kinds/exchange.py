"""Irregular exchanges, and looks at cards of the talon (K7 to K12)."""

from typing import Final

from service.piquet.law.kinds import talon
from service.piquet.law.kinds.dealing import talon_of
from service.piquet.law.kinds.tables import (
    CARDS,
    E3_ALONE,
    ELDER_LED,
    ELSE,
    PENALTY,
    SIDE,
    STOCK,
    WAIVE,
    AnyOf,
    Case,
    GivenFacts,
    Offered,
    Question,
    Reader,
    choice,
    flag,
    lifting,
    loss,
    number,
    only_when,
    reported,
    short_hand,
    table,
)
from service.piquet.rulesets.parameters import Ruleset

# ---------------------------------------------------------------- a wrong exchange (K7)


def _mixing(reader: Reader) -> tuple[str, ...]:
    """Return the penalty for mixing a card of the other's."""
    word = reader["law_stock_mixed"]
    if word == "elder_or_five_loses_game":
        lost = reader["side"] == "elder" or talon.five_taken(reader)
    else:
        lost = word == "loses_game"
    return loss(reader) if lost else E3_ALONE


_MIXED: Final = Case(
    ELSE,
    "{side} mixed a card of the talon that was not theirs with their hand",
    offers=(Offered("enforce", "mixing", "next_deal"), WAIVE),
    shows=("left_for_adversary",),
)

_FRESH_DEAL: Final = Offered("redeal", ("E1",), "own_take", "unless elder was still taking in")

_MAY_REDEAL: Final = {"was": "i", "law_stock_mixed": "reckons_nothing_or_redeal"}

_OR_REDEAL: Final = _MIXED._replace(offers=(_FRESH_DEAL, *_MIXED.offers))

_LIFTED: Final = Case(
    ELSE,
    "{side} took up a card of the talon that was not theirs, and mixed none",
    number="K7ii",
    offers=(Offered("enforce", "lifting", "next_deal"), WAIVE),
)

_TOGETHER: Final = Case(
    ELSE,
    "{side} took up a card that they leave together with the draw, and did not mix it",
    number="K7iib",
    offers=PENALTY,
)

_MORE: Final = Case(ELSE, "{side} took more cards than they discarded", number="K7iii", also=("L58",), offers=PENALTY)

WRONG_EXCHANGE: Final = table(
    "wrong_exchange",
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
        _OR_REDEAL._replace(when={**_MAY_REDEAL, "side": "elder"}),
        _MIXED._replace(when={**_MAY_REDEAL, "elder_began": True}, law="L29", readings=("LR12", "LR13")),
        _OR_REDEAL._replace(when=_MAY_REDEAL, law="L29"),
        _MIXED._replace(when={"was": "i", "side": "elder"}),
        _MIXED._replace(
            when={"was": "i", "law_stock_mixed": "elder_or_five_loses_game", "five_taken": True},
            law="L29",
            finding="five_taken",
        ),
        _MIXED._replace(when={"was": "i"}, law="L29"),
        Case(
            {"was": "ii", "side": "younger", "elder_began": True},
            "elder had taken some of their cards and left others: taking those up costs nothing unless they are mixed",
            "harmless",
            number="K7ii",
            law="L29",
            also=("L27",),
        ),
        _LIFTED._replace(when={"was": "ii"}),
        _TOGETHER._replace(when={"was": "iib", "side": "elder"}),
        _TOGETHER._replace(when={"was": "iib"}, law="L35"),
        _MORE._replace(when={"was": "iii", "leaves_some": True}, law="L35", also=("L31", "L58")),
        _MORE._replace(when={"was": "iii", "side": "elder"}),
        _MORE._replace(when={"was": "iii"}, also=("L35", "L58")),
        *short_hand(Case({"was": "iv"}, "{side} took fewer cards than they discarded", number="K7iv", also=("L57",))),
        Case(
            ELSE, "as many cards were taken as discarded, and none but {side}'s own", "none", number="K7iv", law="L23"
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

_NOT_FINAL: Final = Case({"final": False}, "the discard could still be altered", "none", law="L24")

RECOVERED: Final = table(
    "recovered",
    (SIDE, STOCK, _FREED, CARDS),
    (
        _NOT_FINAL,
        Case(ELSE, "{side} took cards back from the discard after drawing", also=("L24", "L58"), offers=PENALTY),
    ),
    {"final": _final},
)

BURIED: Final = table(
    "buried",
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
            "younger mixed cards that they had left with the discard: elder may see all of it",
            law="L37",
            unraised=_UNSEEN,
            offers=only_when(
                "younger buried cards that they had left, and elder has led",
                Offered("inspect", ("E9",), "deal_over"),
            ),
        ),
        Case(
            {"source": "left", "side": "younger", "left_cards": "after_lead_shared"},
            "elder may see younger's discard after the first lead",
            law="L37",
            until="deal_over",
            unraised=_UNSEEN,
        ),
        Case(
            {"source": "left"}, "the ruleset has no law on cards that were left: nothing follows", "harmless", law="L37"
        ),
        _NOT_FINAL,
        *short_hand(Case(ELSE, "the cards remain in the discard, and {side} plays without them", also=("L57",))),
    ),
    {"final": _final},
)


# ---------------------------------------------------------------- looks at cards of the talon (K10)

_FOLLOWS: Final = "nothing follows from the look"


def _others(reader: Reader) -> bool:
    """Whether a card looked at belonged to the other player. Elder may look at what elder left (R4.4)."""
    share = reader.rules.elder_share
    if reader["due"] is not None:
        return not set(reader.numbers("positions")) <= set(reader.numbers("due"))
    if reader["side"] == "elder":
        return any(position > share for position in reader.numbers("positions"))
    return any(position <= share - (reader.optional_number("leaves") or 0) for position in reader.numbers("positions"))


_SEEN: Final = ("seen_by",)

_OF_OTHER: Final = Case(
    ELSE,
    "{side} looked at a card of {other}'s share of the talon",
    offers=(Offered("enforce", "lifting", "next_deal"), WAIVE),
    shows=_SEEN,
)

PEEKED: Final = table(
    "peeked",
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
            "the dealer looked before elder's exchange, for which the code has a law of its own",
            "none",
            number="K10b",
            law="LF1",
        ),
        _OF_OTHER._replace(when={"others": True}),
        Case(
            {"together": True, "side": "elder"},
            "elder took up what they leave with the draw",
            law="L33",
            offers=PENALTY,
            shows=_SEEN,
        ),
        Case(
            {"together": True}, "younger took up what they leave with the draw", law="L35", offers=PENALTY, shows=_SEEN
        ),
        Case({"side": "elder"}, "elder may look at the cards that they left", "none", law="L33"),
        Case(
            ELSE,
            "they are cards that younger left, for which there is a law of its own",
            "none",
            number="K12",
            law="L36",
        ),
    ),
    {
        "others": _others,
        "lifting": lifting,
        "seen_by": lambda reader: ["elder", "younger"] if reader["shown"] else [reader.word("side")],
    },
)

DEALER_SAW: Final = table(
    "dealer_saw",
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
            "elder may name the suit of the dealer's next leads, one for each card seen",
            offers=(Offered("demand", ("E8",), "next_deal"), Offered("forgo", (), "next_deal")),
            shows=("leads",),
        ),
        _OF_OTHER._replace(
            when={"others": True},
            number="K10",
            message="the dealer looked at a card of elder's share of the talon",
            shows=(),
        ),
        Case(ELSE, "the code has no law on a dealer who looks at their own cards", "none", number="K10"),
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


def _taken_by_elder(rules: Ruleset, known: GivenFacts) -> tuple[int, ...]:
    return rules.elder_max - 1, rules.elder_max


# When younger may alter a discard, by the word of the row `discard_final`; under the second L32 is an exception.
_FREE: Final = {
    "taken_up": ("untouched", "touched"),
    "touched_with_exceptions": ("untouched", "touched"),
    "touched": ("untouched",),
}

UNDECLARED: Final = table(
    "undeclared",
    (
        number("taken", "How many cards did elder take?", 0, 8, _taken_by_elder),
        Question("stock", "Had younger left the talon alone, touched it, or taken up a card?", "choice", STOCK.values),
    ),
    (
        Case({"all_taken": True}, "elder took as many cards as they may", "none"),
        Case(
            {"free": True},
            "elder left cards and did not say so: younger may alter the discard",
            offers=(Offered("alter", (), "own_take"),),
            shows=("left",),
        ),
        Case(ELSE, "younger's discard is final; the cards left are theirs", "lapsed", shows=("left",)),
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
    "looked",
    (SIDE,),
    (
        Case(
            {"left_cards": AnyOf(("revealed_by_dealer", "private_named_suit", "none"))},
            "the law is void where the cards left may not be looked at by both",
            "none",
        ),
        Case(
            {"law_late_look": "shared_and_suit"},
            "{side} looked at the cards left: they are for both to see, and {other} may name a suit to lead",
            also=("LA2",),
            offers=(_INSPECT, Offered("demand", ("E8",), "deal_over", "the code has LA2")),
        ),
        Case({"law_late_look": "forbidden"}, "the cards left may not be looked at by anybody", "ruled"),
        Case(ELSE, "{side} looked at the cards left: they are for both to see", offers=(_INSPECT,)),
    ),
)


TABLES: Final = (WRONG_EXCHANGE, RECOVERED, BURIED, PEEKED, DEALER_SAW, UNDECLARED, LOOKED)
