"""Cards that were left: in silence, or looked at too late (K11, K12)."""

from typing import Final

from service.piquet.law.kinds.kind import Kind
from service.piquet.law.kinds.questions import SIDE, STOCK, Known, Question, number
from service.piquet.law.kinds.tables import ELSE, AnyOf, Case, Offered, Then, regular, settled, table
from service.piquet.law.wrong_numbers import talon_of
from service.piquet.rulesets.parameters import Ruleset

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


def _taken_by_elder(rules: Ruleset, known: Known) -> tuple[int, ...]:
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
            Then(
                "elder left cards and did not say so: younger may alter the discard",
                offers=(Offered("alter", (), "own_take"),),
                shows=("left",),
            ),
        ),
        Case(ELSE, settled("younger's discard is final; the cards left are theirs", "lapsed", shows=("left",))),
    ),
    {
        "all_taken": lambda reader: reader["taken"] >= reader.rules.elder_max,
        "free": lambda reader: reader["stock"] in _FREE[reader["law_discard_final"]],
        "left": lambda reader: talon_of(reader.rules) - reader["taken"],
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
            Then(
                "{side} looked at the cards left: they are for both to see, and {other} may name a suit to lead",
                also=("LA2",),
                offers=(_INSPECT, Offered("demand", ("E8",), "deal_over", "the code has LA2")),
            ),
        ),
        Case({"law_late_look": "forbidden"}, settled("the cards left may not be looked at by anybody")),
        Case(ELSE, Then("{side} looked at the cards left: they are for both to see", offers=(_INSPECT,))),
    ),
)
