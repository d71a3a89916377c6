"""Cards of the talon that were looked at (K10)."""

from typing import Final

from service.piquet.law.kinds import talon
from service.piquet.law.kinds.kind import STANDS, Kind
from service.piquet.law.kinds.penalties import lifting
from service.piquet.law.kinds.questions import SIDE, Question, flag, told
from service.piquet.law.kinds.tables import ELSE, PENALTY, WAIVE, Case, Offered, Reader, Table, Then, by_side, regular

KINDS: Final = (
    Kind(
        "K10",
        "peeked",
        "A player looked at cards of the talon that were not theirs to see, and mixed none.",
        ("L27", "L33", "L35"),
        "incident",
        "adversary",
        STANDS,
        members=("positions", "together", "shown"),
        rows=("stock_shown", "dealer_saw"),
    ),
    Kind(
        "K10b",
        "dealer_saw",
        "The dealer looked at cards of the talon before elder's exchange.",
        ("LF1",),
        "incident",
        "elder",
        STANDS,
        members=("positions",),
        rows=("dealer_saw", "stock_shown"),
    ),
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

TABLES: Final = {"peeked": PEEKED, "dealer_saw": DEALER_SAW}
