"""Options as plain data: their members, as docs/reference/actions.md lists them."""

from typing import Any

import pytest

from service.piquet.cards.cards import hand_of
from service.piquet.cards.ranking import ANY_TIE, BEST, NO_TIE, NONE, POINT, SEQUENCE, SET
from service.piquet.legal_actions import (
    AmendOption,
    CallOption,
    ClaimOption,
    ExchangeOption,
    LookOption,
    NameSuitOption,
    Option,
    PassOption,
    PlayOption,
    ReckonOption,
    ReplyOption,
    RulingOption,
    SimpleOption,
    TieBreakOption,
)
from service.piquet.model.actions import CommitDiscard, Concede, Decline
from service.piquet.model.state import State
from service.piquet.rules.reckoning import ReckoningTerms
from service.piquet.rulesets.published import ruleset
from service.piquet.written import option_dicts

A, B = 0, 1
SPADES, DIAMONDS = 0, 2
TWO = hand_of(["AS", "7C"])
ELDER, YOUNGER = hand_of(["AS", "KS", "QS", "JS", "AH", "AD"]), hand_of(["TC", "9C", "8C", "7C"])

# Tie-breaks are in half pips and half ranks; a set's is its rank, of which the ace is 8.
OPTIONS: list[tuple[Option, dict[str, Any]]] = [
    (PlayOption(A, TWO), {"type": "play", "cards": ["AS", "7C"]}),
    (ExchangeOption(A, TWO, 1, 2), {"type": "exchange", "cards": ["AS", "7C"], "min": 1, "max": 2}),
    (
        ExchangeOption(B, TWO, 1, 2, CommitDiscard),
        {"type": "commit_discard", "cards": ["AS", "7C"], "min": 1, "max": 2},
    ),
    (ClaimOption(A, 1, 5), {"type": "claim_carte_blanche", "exchange": {"min": 1, "max": 5}}),
    (ClaimOption(B, 0, 0), {"type": "claim_carte_blanche"}),
    (LookOption(B, ()), {"type": "look_at_left", "look": [True, False]}),
    (LookOption(A, (SPADES, DIAMONDS)), {"type": "look_at_left", "look": [True, False], "suits": ["S", "D"]}),
    (NameSuitOption(A, (SPADES, DIAMONDS)), {"type": "name_suit", "suits": ["S", "D"]}),
    (PassOption(A, SET), {"type": "pass", "category": "set"}),
    (
        CallOption(A, POINT, ((5, 98), (5, None))),
        {"type": "call", "category": "point", "calls": [{"length": 5, "value": 49}, {"length": 5, "value": None}]},
    ),
    (
        CallOption(A, SEQUENCE, ((4, 16), (3, 14), (3, None))),
        {
            "type": "call",
            "category": "sequence",
            "calls": [{"length": 4, "top": "A"}, {"length": 3, "top": "K"}, {"length": 3, "top": None}],
        },
    ),
    (
        CallOption(A, SET, ((4, 8), (3, 4))),
        {"type": "call", "category": "set", "calls": [{"count": 4, "rank": "A"}, {"count": 3, "rank": "T"}]},
    ),
    (
        ReplyOption(B, POINT, ("good", "not_good"), ((6, 110),)),
        {"type": "reply", "replies": ["good", "not_good"], "better": [{"length": 6, "value": 55}]},
    ),
    (TieBreakOption(A, POINT, (98, 62)), {"type": "state_tie_break", "category": "point", "values": [49, 31]}),
    (TieBreakOption(A, SEQUENCE, (16, 14)), {"type": "state_tie_break", "category": "sequence", "tops": ["A", "K"]}),
    (SimpleOption(A, Decline), {"type": "decline"}),
    (SimpleOption(B, Concede), {"type": "concede"}),
    (
        RulingOption(A, 7, "revoke", "L59", ("replay", "waive"), "next_deal"),
        {
            "type": "ruling",
            "number": 7,
            "kind": "revoke",
            "law": "L59",
            "elections": ["replay", "waive"],
            "until": "next_deal",
        },
    ),
    (AmendOption(A, "L52", PassOption(A, SET)), {"type": "amend", "of": "pass", "law": "L52", "category": "set"}),
]


@pytest.mark.parametrize(("option", "members"), OPTIONS, ids=[type(option).__name__ for option, _ in OPTIONS])
def test_an_option_has_the_members_of_the_reference(option: Option, members: dict[str, Any]) -> None:
    written = option_dicts(ruleset("portland"), State(dealer=B), [option])
    assert written == [{"seat": "AB"[option.seat], **members}]


TERMS: list[tuple[ReckoningTerms, dict[str, Any]]] = [
    (
        ReckoningTerms(SEQUENCE, NONE, BEST, needs=((4, 16), (4, 16)), must=True),
        {
            "category": "sequence",
            "from": None,
            "to": None,
            "needs": {"from": {"length": 4, "top": "A"}, "to": {"length": 4, "top": "A"}},
            "must": True,
            "equal": False,
        },
    ),
    # A point of five, and a trio, whatever their tie-break.
    (
        ReckoningTerms(POINT, (5, NO_TIE), (5, ANY_TIE), equal=True),
        {
            "category": "point",
            "from": {"length": 5, "value": None},
            "to": {"length": 5, "value": None},
            "needs": None,
            "must": False,
            "equal": True,
        },
    ),
    (
        ReckoningTerms(SET, (3, 5), (3, ANY_TIE), needs=((3, 6), BEST)),
        {
            "category": "set",
            "from": {"count": 3, "rank": "J"},
            "to": {"count": 3, "rank": None},
            "needs": {"from": {"count": 3, "rank": "Q"}, "to": None},
            "must": False,
            "equal": False,
        },
    ),
]
HOLDINGS = {
    "elder": {"sequence": [["AS", "KS", "QS", "JS"]], "point": [["AS", "KS", "QS", "JS"]], "set": [["AS", "AH", "AD"]]},
    "younger": {"sequence": [["TC", "9C", "8C", "7C"]], "point": [["TC", "9C", "8C", "7C"]], "set": []},
}


@pytest.mark.parametrize(("terms", "members"), TERMS, ids=["needs", "equal", "bounds"])
@pytest.mark.parametrize(("dealer", "seat", "role"), [(B, A, "elder"), (B, B, "younger"), (A, A, "younger")])
def test_an_option_to_reckon_has_the_terms_and_the_longest_holdings_of_its_hand(
    terms: ReckoningTerms, members: dict[str, Any], dealer: int, seat: int, role: str
) -> None:
    state = State(dealer=dealer, hands=(ELDER, YOUNGER))
    (written,) = option_dicts(ruleset("portland"), state, [ReckonOption(seat, (terms,))])
    (found,) = written.pop("categories")
    assert written == {"seat": "AB"[seat], "type": "reckon"}
    assert found == {**members, "holdings": HOLDINGS[role][members["category"]]}
