"""Cards of the talon that were looked at (K10)."""

from typing import Final

from service.piquet.law.kinds import talon
from service.piquet.law.kinds.kind import Kind
from service.piquet.law.kinds.penalties import lifting
from service.piquet.law.kinds.questions import SIDE, Question, flag, told
from service.piquet.law.kinds.tables import ELSE, PENALTY, WAIVE, Case, Offered, Reader, Then, by_side, regular, table

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
        return not set(reader["positions"]) <= set(reader["due"])
    if reader["side"] == "elder":
        return any(position > share for position in reader["positions"])
    return any(position <= share - (reader["leaves"] or 0) for position in reader["positions"])


_SEEN: Final = ("seen_by",)

_OF_OTHER: Final = Then(
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
        told("shown", "Did the other player see them, too?", "flag"),
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
                Then("elder took up what they leave with the draw", law="L33", offers=PENALTY, shows=_SEEN),
                Then("younger took up what they leave with the draw", law="L35", offers=PENALTY, shows=_SEEN),
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
        "seen_by": lambda reader: ["elder", "younger"] if reader["shown"] else [reader["side"]],
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
            Then(
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
        "leads": lambda reader: len(reader["positions"]),
    },
    offender="younger",
)
