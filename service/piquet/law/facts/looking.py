"""Rulings from facts on cards of the talon that were looked at or left (K10 to K12)."""

from typing import Final

from service.piquet.law.facts import talon
from service.piquet.law.facts.exchange import lifting
from service.piquet.law.facts.questions import (
    SIDE,
    STOCK,
    Known,
    Question,
    flag,
    number,
    told,
)
from service.piquet.law.facts.tables import (
    ELSE,
    PENALTY,
    WAIVE,
    AnyOf,
    Case,
    Offered,
    Reader,
    Table,
    Then,
    by_side,
    regular,
    settled,
)
from service.piquet.law.wrong_numbers import talon_of
from service.piquet.rulesets.parameters import Ruleset


def _others(reader: Reader) -> bool:
    """Whether a card looked at belonged to the other player. Elder may look at what elder left (R4.4)."""
    share = reader.rules.elder_share
    if reader["due"] is not None:
        return not set(reader["positions"]) <= set(reader["due"])
    if reader["side"] == "elder":
        return any(position > share for position in reader["positions"])
    return any(position <= share - (reader["leaves"] or 0) for position in reader["positions"])


_SEEN: Final = ("seen_by",)
_OF_OTHER: Final = Then(
    "K10",
    "{side} looked at a card of the other's share of the talon",
    offers=(Offered("enforce", "lifting", "next_deal"), WAIVE),
    shows=_SEEN,
)

PEEKED: Final = Table(
    (
        SIDE,
        Question(
            "positions",
            "Which positions of the talon did they look at?",
            "positions",
            samples=lambda _, known: (*talon.PEEKED, *([known["due"]] if "due" in known else [])),
        ),
        talon.LEAVES,
        talon.DUE,
        flag("together", "Did they take them up together with the draw?"),
        flag("exchanged", "Had elder exchanged?"),
        told("shown", "Did the other player see them, too?", "flag"),
    ),
    (
        Case(
            {"law_dealer_saw": "leads_named_suit", "side": "younger", "exchanged": False},
            regular("K10b", "the dealer looked before elder's exchange: ask about `dealer_saw`", law="LF1"),
        ),
        Case({"others": True}, _OF_OTHER),
        Case(
            {"together": True},
            by_side(
                Then("K10", "elder took up what they leave with the draw", law="L33", offers=PENALTY, shows=_SEEN),
                Then("K10", "younger took up what they leave with the draw", law="L35", offers=PENALTY, shows=_SEEN),
            ),
        ),
        Case({"side": "elder"}, regular("K10", "elder may look at the cards that they left", law="L33")),
        Case(ELSE, regular("K12", "they are cards that younger left: ask about `looked`", law="L36")),
    ),
    {
        "others": _others,
        "lifting": lifting,
        "seen_by": lambda reader: ["elder", "younger"] if reader["shown"] else [reader["side"]],
    },
)

DEALER_SAW: Final = Table(
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
            Then(
                "K10b",
                "elder may name the suit of the dealer's next leads, one for each card seen",
                who="younger",
                offers=(Offered("demand", ("E8",), "next_deal"), Offered("forgo", (), "next_deal")),
                shows=("leads",),
            ),
        ),
        Case(
            {"others": True},
            _OF_OTHER._replace(
                who="younger", message="the dealer looked at a card of elder's share of the talon", shows=()
            ),
        ),
        Case(ELSE, regular("K10", "the code has no law on a dealer who looks at their own cards", who="younger")),
    ),
    {
        "side": lambda reader: "younger",
        "leaves": lambda reader: None,
        "due": lambda reader: None,
        "others": _others,
        "lifting": lifting,
        "leads": lambda reader: len(reader["positions"]),
    },
)


def _taken_by_elder(rules: Ruleset, known: Known) -> tuple[int, ...]:
    return rules.elder_max - 1, rules.elder_max


# When younger may alter a discard, by the word of the row `discard_final`; under the second L32 is an exception.
_FREE: Final = {
    "taken_up": ("untouched", "touched"),
    "touched_with_exceptions": ("untouched", "touched"),
    "touched": ("untouched",),
}

UNDECLARED: Final = Table(
    (
        number("taken", "How many cards did elder take?", 0, 8, _taken_by_elder),
        Question("stock", "Had younger left the talon alone, touched it, or taken up a card?", "choice", STOCK.values),
    ),
    (
        Case({"all_taken": True}, regular("K11", "elder took as many cards as they may", who="elder")),
        Case(
            {"free": True},
            Then(
                "K11",
                "elder left cards and did not say so: younger may alter the discard",
                who="elder",
                offers=(Offered("alter", (), "own_take"),),
                shows=("left",),
            ),
        ),
        Case(
            ELSE,
            settled(
                "K11", "younger's discard is final; the cards left are theirs", "lapsed", who="elder", shows=("left",)
            ),
        ),
    ),
    {
        "all_taken": lambda reader: reader["taken"] >= reader.rules.elder_max,
        "free": lambda reader: reader["stock"] in _FREE[reader["law_discard_final"]],
        "left": lambda reader: talon_of(reader.rules) - reader["taken"],
    },
)

_INSPECT: Final = Offered("inspect", ("E9",), "deal_over")

LOOKED: Final = Table(
    (SIDE,),
    (
        Case(
            {"left_cards": AnyOf(("revealed_by_dealer", "private_named_suit", "none"))},
            regular("K12", "the law is void where the cards left may not be looked at by both"),
        ),
        Case(
            {"law_late_look": "shared_and_suit"},
            Then(
                "K12",
                "{side} looked at the cards left: they are for both to see, and {other} may name a suit to lead",
                also=("LA2",),
                offers=(_INSPECT, Offered("demand", ("E8",), "deal_over", "the code has LA2")),
            ),
        ),
        Case({"law_late_look": "forbidden"}, settled("K12", "the cards left may not be looked at by anybody")),
        Case(
            ELSE,
            Then(
                "K12",
                "{side} looked at the cards left: they are for both to see",
                offers=(_INSPECT,),
            ),
        ),
    ),
)
