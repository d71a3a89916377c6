"""What a seat may know of an irregularity that is not public, and when."""

import pytest

from tests.helpers.law_game import EXCHANGES_OF_P, HEARTS_OF_P, KNAVES_AND_LEAD, POINT_OF_P, RECKONED, SETS_OF_B, deal_p

WRONG_KING = f"{POINT_OF_P} A@s4-K Bg Ar"
NOT_GOOD = f"{POINT_OF_P} As4-A B@n"
REVOKE = f"{RECKONED} {HEARTS_OF_P} A.KD B@.TC"  # B holds AD
REVOKE_OF_A = f"{RECKONED} {HEARTS_OF_P} A.KD B.AD B.AC A@.8S"  # A holds JC and 9C
IMPLIED = f"{POINT_OF_P} As0 {KNAVES_AND_LEAD} {SETS_OF_B}-sDQJT-sCAKQ"


@pytest.mark.rule("K15", "K16", "K17", "K18b", "K19", "K20")
@pytest.mark.parametrize(
    ("line", "number", "kind", "known", "elections"),
    [
        # A false claim, once it can no longer be corrected; who made it knows it at once.
        (WRONG_KING, 6, "false_claim", "A", ""),
        (f"{WRONG_KING} {KNAVES_AND_LEAD} {SETS_OF_B}", 6, "false_claim", "A", ""),
        (f"{WRONG_KING} {KNAVES_AND_LEAD} {SETS_OF_B} B.TH", 6, "false_claim", "AB", "B"),
        # A false reply, once younger has played a card.
        (NOT_GOOD, 7, "false_reply", "B", ""),
        (f"{NOT_GOOD} {KNAVES_AND_LEAD} {SETS_OF_B}", 7, "false_reply", "B", ""),
        (f"{NOT_GOOD} {KNAVES_AND_LEAD} {SETS_OF_B} B.TH", 7, "false_reply", "AB", "A"),
        # What is held but not due, at once; and what elder's cards bar.
        (f"{RECKONED} B@rtSQDQCQ", 13, "undue_reckoning", "AB", "A"),
        (IMPLIED, 10, "implied", "AB", "A"),
        # A revoke, once a card of the suit has been seen in the hand: played, or shown.
        (REVOKE, 23, "revoke", "B", "B"),
        (f"{REVOKE} A.AS B.QS A.JS B.TS", 23, "revoke", "B", "B"),
        (f"{REVOKE} A.AS B.QS A.JS B.TS A.9S B.AD", 23, "revoke", "AB", "AB"),
        (f"{REVOKE} Bi-dropped-CK", 23, "revoke", "B", "B"),
        (f"{REVOKE} Bi-dropped-DA", 23, "revoke", "AB", "AB"),
        (REVOKE_OF_A, 25, "revoke", "A", "A"),
        (f"{REVOKE_OF_A} Ai-dropped-SA", 25, "revoke", "A", "A"),
        (f"{REVOKE_OF_A} Ai-dropped-CJ", 25, "revoke", "AB", "AB"),
        (f"{REVOKE_OF_A} B.KC A.JC", 25, "revoke", "AB", "AB"),
        (f"{REVOKE} Ai-dropped-C9", 23, "revoke", "B", "B"),
        # What is public.
        (f"{RECKONED} {HEARTS_OF_P} B@.AC", 22, "lead_out_of_turn", "AB", "AB"),
    ],
)
def test_who_knows_of_it_and_may_elect(line: str, number: int, kind: str, known: str, elections: str) -> None:
    game = deal_p(line)
    rulings = {seat: game.rulings(number=number, kind=kind, seat=seat) for seat in "AB"}
    assert [seat for seat in "AB" if rulings[seat]] == list(known)
    assert [seat for seat in "AB" if any(one["elections"] for one in rulings[seat])] == list(elections)
    options = {
        seat: [
            one["seat"]
            for one in game.options("ruling", seat=seat, remedies=True)
            if (one["number"], one["kind"]) == (number, kind)
        ]
        for seat in "AB"
    }
    assert options == {seat: [seat] if seat in elections else [] for seat in "AB"}


@pytest.mark.rule("A1", "A3")
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        # Elder's call or tie-break before the reply.
        (f"{POINT_OF_P} As4-A", {("A", "call", "L50"), ("A", "pass", "L50")}),
        (f"{POINT_OF_P} As0 At3-J", {("A", "call", "L50"), ("A", "pass", "L50")}),
        # A false call that was allowed.
        (f"{POINT_OF_P} A@s5-A Bg Ar At0", {("A", "call", "L52"), ("A", "pass", "L52")}),
        (f"{EXCHANGES_OF_P} Ap4 Be Av41", {("A", "state_tie_break", "L50")}),
    ],
)
def test_the_corrections_that_are_offered(line: str, offered: set[tuple[str, str, str]]) -> None:
    game = deal_p(line)
    found = {(one["seat"], one["of"], one["law"]) for one in game.options("amend", remedies=True)}
    assert {each for each in found if each[2] != "L56" and each[2] != "L51"} == offered
    assert game.options("amend") == []
    for seat in "AB":
        own = {(one["seat"], one["of"], one["law"]) for one in game.options("amend", seat=seat, remedies=True)}
        assert own == {each for each in found if each[0] == seat}
