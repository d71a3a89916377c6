"""Cards that were left: in silence, or looked at too late (K11, K12)."""

from typing import Final

from service.piquet.law.kinds.kind import STANDS, Kind
from service.piquet.law.kinds.questions import SIDE, STOCK, Known, Question, number
from service.piquet.law.kinds.tables import ELSE, AnyOf, Case, Offered, Table, Then, regular, settled
from service.piquet.law.wrong_numbers import talon_of
from service.piquet.rulesets.parameters import Ruleset

KINDS: Final = (
    Kind(
        "K11",
        "undeclared",
        "Elder took fewer cards than they may and did not say so.",
        ("L32",),
        "incident",
        "younger",
        "younger's discard is final; the cards that elder left are younger's all the same",
        readings=("LR11",),
        rows=("discard_final",),
    ),
    Kind(
        "K12",
        "looked",
        "A player looked at the cards left, too early, too late, or after refusing.",
        ("L36",),
        "act",
        "adversary",
        STANDS,
        readings=("LR31",),
        rows=("late_look",),
    ),
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

TABLES: Final = {"undeclared": UNDECLARED, "looked": LOOKED}
