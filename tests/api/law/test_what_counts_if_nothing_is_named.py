"""What a reckoning on a false call counts if it names no cards, and what the call then was (K15)."""

from typing import Any

import pytest

from tests.helpers.http import post
from tests.helpers.law_game import EXCHANGES_OF_P, EXCHANGES_OF_Q, POINT_OF_P, LawGame, P, Q, deal_p
from tests.helpers.law_notation import act, text_of

#: Deal P with hearts for clubs and clubs for hearts.
CLUBS_OF_P = P.translate(str.maketrans("HC", "CH"))
EXCHANGES_WITH_CLUBS = EXCHANGES_OF_P.translate(str.maketrans("HC", "CH"))


#: What follows until younger's first card, when a claim is judged, by the category that was called.
REST_OF_P = {"p": "As0 At0 A.AH Br0 B.TH", "s": "At0 A.AH Br0 B.TH", "t": "A.AH Br0 B.TH"}


@pytest.mark.rule("L54", "K15")
@pytest.mark.parametrize(
    ("call", "finding", "cards"),
    [
        # A has S AJ98, H AKQJ8, D K, C J9. No six of a suit: most of it is held in hearts, and the highest besides.
        ("p6", "impossible", "HAKQJT8"),
        ("p7", "impossible", "HAKQJT98"),
        # S AKJ98 lies in the union; five hearts are held.
        ("p5-48", "false", "HAKQJ8"),
        # No sequence of five, or of five to the king: most of it is held in hearts. Of six to the queen three cards in
        # spades and in hearts.
        ("s5-A", "impossible", "HAKQJT"),
        ("s5", "impossible", "HAKQJT"),
        ("s5-K", "impossible", "HKQJT9"),
        ("s6-Q", "impossible", "SQJT987"),
        # The pack has no five cards to the nine, or eight to the seven: the lowest that it has.
        ("s5-9", "impossible", "SJT987"),
        ("s8-7", "impossible", "HAKQJT987"),
        # A quart is held, but not that one.
        ("s4-K", "misnomer", "HAKQJ"),
        ("s3-6", "misnomer", "HAKQ"),  # to a card that is not in the pack
        # Three knaves are held; three kings were, before the discard; four of any rank are not.
        ("t3-Q", "misnomer", "SJHJCJ"),
        ("t3-K", "false", "SJHJCJ"),
        ("t4-A", "impossible", "SAHADACA"),
        ("t4-Q", "impossible", "SQHQDQCQ"),
        ("t4-6", "impossible", "S7H7D7C7"),  # sevens are the lowest of the pack
    ],
)
def test_the_cards_that_count(call: str, finding: str, cards: str) -> None:
    before = {"p": EXCHANGES_OF_P, "s": POINT_OF_P, "t": f"{POINT_OF_P} As0"}[call[0]]
    game = deal_p(f"{before} A@{call} Bg Ar")
    (holding,) = game.state["history"][-1]["holdings"]
    assert text_of(holding["cards"]) == cards
    number = game.number - 2
    assert game.does(REST_OF_P[call[0]]).ruling(number, "false_claim")["finding"] == finding


@pytest.mark.rule("L54", "K15")
@pytest.mark.parametrize(("calls", "cards"), [("A@p6", "CAKQJT8"), ("Ap5 Bg ArpCAKQJ8 A@s5-A", "CAKQJT")])
def test_the_suit_in_which_most_is_held_may_be_the_last(calls: str, cards: str) -> None:
    game = LawGame.deal(CLUBS_OF_P).does(f"{EXCHANGES_WITH_CLUBS} {calls} Bg Ar")
    assert text_of(game.state["history"][-1]["holdings"][0]["cards"]) == cards


@pytest.mark.rule("L54", "K15", "LR8")
def test_a_point_without_its_value_could_have_been_held_in_any_suit() -> None:
    """Q: A has S AKQJT and has put out S98: six spades lie in the union."""
    game = LawGame.deal(Q).does(f"{EXCHANGES_OF_Q} A@p6 Bg Ar As0 At0 A.AS Br0 B.8D")
    assert game.state["history"][4]["holdings"][0]["cards"] == ["AS", "KS", "QS", "JS", "TS", "9S"]
    assert game.ruling(3, "false_claim")["finding"] == "false"


@pytest.mark.rule("K15")
def test_a_call_that_is_held_counts_as_it_was_called_though_other_cards_were_named() -> None:
    """A has H AKQJ and calls a tierce to the king, naming A K Q. KQJ is held."""
    game = LawGame.deal(P).does(POINT_OF_P)
    call = {"seat": "A", "type": "call", "category": "sequence", "length": 3, "top": "K", "irregular": True}
    game.do(call | {"cards": ["AH", "KH", "QH"]}).does("Bg Ar")
    assert game.state["history"][-1]["holdings"] == [{"category": "sequence", "cards": ["KH", "QH", "JH"]}]


@pytest.mark.rule("L53", "E5", "K15")
def test_under_a_wrong_name_what_is_held_counts_and_the_other_reckons_nothing() -> None:
    """A calls the quart major one to the king, and passes the sets; B could still have reckoned tens and queens."""
    game = LawGame.deal(P).does(f"{POINT_OF_P} A@s4-K Bg Ar At0 A.AH Br0 B.TH =10-0")
    game.does("Bu6-reckon =10-0")
    assert game.ruling(6, "false_claim")["finding"] == "misnomer"


@pytest.mark.rule("L53", "K15")
def test_a_tie_break_that_is_false_is_a_false_claim_like_a_call() -> None:
    """A has five hearts, 49, and says 50, which nobody has: a wrong name."""
    game = deal_p(f"{EXCHANGES_OF_P} Ap5 Be A@v50 Bg Ar =5-0 As0 At0 A.AH Br0 B.TH")
    assert game.ruling(5, "false_claim")["finding"] == "misnomer"
    game.does("Bu5-reckon =6-0")


@pytest.mark.rule("L53", "K15")
def test_a_false_tie_break_belongs_to_the_call_that_was_asked_about() -> None:
    """A passed the point and has a tierce to the ace and one to the ten, none to the queen."""
    game = LawGame.deal("ST87HT97D987CAKQ_SAQJHAKQJDAQTCT9_9S8HKDJDKS7C8CJC").does("AxS7 BxC9 Ap0 As3 Be A@hQ Bg Ar")
    assert game.score == (3, 0)
    game.does("At0 A.9D Br0 B.TD")
    assert game.ruling(6, "false_claim")["finding"] == "misnomer"


@pytest.mark.rule("R5.6", "K15")
@pytest.mark.parametrize(
    ("named", "code", "params"),
    [
        ("sHAKQJ", "reckon.called_missing", {"category": "sequence"}),
        ("tSJHJCJ", "reckon.called_missing", {"category": "sequence"}),
        ("sHAKQJT-sHAKQ", "cards.not_held", {"cards": ["AH", "KH", "QH"]}),
    ],
)
def test_what_is_reckoned_on_a_false_call_names_its_cards_once(named: str, code: str, params: dict[str, Any]) -> None:
    game = deal_p(f"{POINT_OF_P} A@s5-A Bg")
    found = [(one["code"], one["params"]) for one in game.refuses(f"Ar{named}")]
    assert (code, params) in found


@pytest.mark.rule("R5.1", "K15")
@pytest.mark.parametrize(
    ("ruleset", "call", "refused"),
    [
        ("portland", "p8", False),
        ("portland", "p9", True),
        ("portland", "s2-A", True),
        ("portland", "s3-T", False),
        ("portland", "s8-A", False),
        ("portland", "s9-A", True),
        ("portland", "t2-A", True),
        ("portland", "t3-K", False),
        ("portland", "t4-A", False),
        ("portland", "t5-A", True),
        # With 36 cards a suit has nine.
        ("old-36", "p9-0", False),
        ("old-36", "p10-0", True),
    ],
)
def test_what_nobody_can_call_is_no_false_call(ruleset: str, call: str, refused: bool) -> None:
    """A suit has so many cards, a set has three or four, and three are the least of a sequence."""
    if ruleset == "old-36":
        game = LawGame(post("/v1/deals", {"ruleset": ruleset, "dealer": "B", "seed": "K15"}))
        for seat in ("A", "B"):
            game.do({"seat": seat, "type": "exchange", "cards": game.state["hands"][seat][:1]})
    else:
        game = deal_p({"p": EXCHANGES_OF_P, "s": POINT_OF_P, "t": f"{POINT_OF_P} As0"}[call[0]], ruleset)
    answer = game.check(act(f"A@{call}"))
    assert answer["legal"] is not refused
    assert {one["code"] for one in answer["violations"]} == ({"irregular.not_covered"} if refused else set())


@pytest.mark.rule("K15")
def test_a_call_of_what_is_not_held_names_no_cards() -> None:
    game = deal_p(f"{EXCHANGES_OF_P} Ap5-49")
    assert game.state["history"][-1]["cards"] == ["AH", "KH", "QH", "JH", "8H"]
    game = deal_p(f"{EXCHANGES_OF_P} A@p6-60")
    assert "cards" not in game.state["history"][-1]


@pytest.mark.rule("K15", "R5.11")
def test_a_set_that_equals_a_false_call_is_stated() -> None:
    # Younger has four tens besides, which are not what was called.
    game = deal_p(f"{POINT_OF_P} As4-A Bg Ar A@t3-Q Be A.AH =10-0 Br =10-0")
    (stated,) = [event for event in game.events if event["kind"] == "equal" and event["seat"] == "B"]
    assert (stated["category"], stated["cards"]) == ("set", ["QS", "QD", "QC"])
