"""A player who exchanged and took no card has exchanged (E11)."""

import pytest

from tests.helpers.cards import portland
from tests.helpers.law_game import P_13_11_8, LawGame, deal_p
from tests.helpers.law_notation import act

AU_CENT = portland(law="au-cent", younger_min=0)


def elder_took_none() -> LawGame:
    """By the law of au cent elder with thirteen cards may put out one and take none."""
    game = LawGame.deal(P_13_11_8, ruleset=AU_CENT, irregular=True).does("Au0-stand AxC7")
    assert (game.phase, game.holds("A")) == ("younger_exchange", "SAKJTHAQJ8D98CJ8")
    return game


@pytest.mark.rule("L25", "L26", "L27", "L32", "L33", "R4.3")
def test_elder_who_took_none_has_exchanged() -> None:
    game = elder_took_none()
    game.after("Ai-recovered-C7")
    game.after("Ai-buried-C8")
    game.after("Ai-undeclared")
    # Elder looks at one of the five left in silence, with the draw or afterwards; all are younger's now (LR11).
    assert game.after("Ai-peeked-1-together").ruling(3, "peeked")["law"] == "L33"
    game.refuses("Ai-peeked-1", "incident.contradicted")
    game.refuses("Bi-peeked-1", "incident.contradicted")
    game.refuses("Bi-exposed-DQ", "incident.not_now", "incident.contradicted")
    assert game.after("Bi-faced-stock").ruling(3, "faced")["status"] == "open"
    assert game.exchange_bounds() == (0, 7)  # for one to eight cards, one fewer


@pytest.mark.rule("R4.3", "R4.4", "R4.5")
def test_a_state_says_what_was_drawn_seen_and_left_in_an_irregular_deal() -> None:
    """The talon is 9S 8S KH 9C KD, elder's five, and QS AC 7D."""
    dealt = LawGame.deal(P_13_11_8, ruleset=AU_CENT, irregular=True).state
    assert (dealt["looked"], dealt["left"]) == ({"A": [], "B": []}, {"A": None, "B": None})
    game = elder_took_none()
    five = ["9S", "8S", "KH", "9C", "KD"]
    assert (game.state["drawn"], game.state["talon"][:6]) == ({"A": [], "B": []}, [*five, "QS"])
    assert (game.state["looked"], game.state["left"]) == ({"A": five, "B": []}, {"A": 5, "B": None})
    assert game.events[-1]["count"] == 5
    game.does("BxS7H97")  # three cards for four, since younger has eleven
    assert game.state["drawn"] == {"A": [], "B": ["9S", "8S", "KH", "9C"]}
    assert game.state["talon"] == ["KD", "QS", "AC", "7D"]
    assert (game.state["looked"], game.state["left"]) == ({"A": five, "B": []}, {"A": 5, "B": 4})


@pytest.mark.rule("R4.3", "R4.6")
def test_a_second_exchange_is_drawn_from_the_talon_in_an_irregular_deal() -> None:
    game = deal_p("Bi-dealer_saw-1 Au1-forgo AxSKD98C87 BxS7 AxS9", "french")
    assert game.state["drawn"] == {"A": ["9S", "8S", "KH", "9C", "KD", "AC"], "B": ["QS"]}
    assert (game.state["talon"], game.state["left"]) == (["7D"], {"A": 0, "B": 1})


@pytest.mark.rule("R3.3", "R4.6", "L41")
def test_after_elder_took_none_younger_shows_a_carte_blanche_at_once_and_the_calls_follow() -> None:
    # Thirteen cards and eleven; younger's are all blank.
    deal = "SAKQJHAKQJDAKQJC7_ST987HT987DT98_ACKCQCJCTC9C8C7D"
    game = LawGame.deal(deal, ruleset=AU_CENT, irregular=True).does("Au0-stand AxC7 Bb =0-10")
    assert (game.state["carte_blanche"]["B"], game.phase) == ("shown", "younger_exchange")
    assert game.does("BxS7").phase == "calling"
    game.refuses("AxSA", "exchange.no_second", rule="R4.6")


@pytest.mark.rule("K7", "R3.3")
@pytest.mark.parametrize("early", ["B@xSA", "B@x"])
def test_a_carte_blanche_is_shown_at_once_to_younger_who_has_exchanged_already(early: str) -> None:
    """There is no exchange of younger's to commit, and none that follows elder's."""
    game = LawGame.deal("ST987HT987DT987_SAKQJHAKQJDAKQJ_ACKCQCJCTC9C8C7C", ruleset=AU_CENT).does(early)
    assert (game.phase, game.state["to_act"]) == ("elder_exchange", "A")
    game.does("Ab3 =10-0")
    assert [kind for _, kind, _ in game.happened] == ["announced", "carte_blanche"]
    assert (game.phase, game.state["to_act"]) == ("elder_exchange", "A")
    game.does("AxST98 =10-0")
    assert [(seat, kind) for seat, kind, _ in game.happened] == [("A", "exchanged"), ("A", "left")]
    assert (game.phase, game.state["to_act"]) == ("calling", "A")


@pytest.mark.rule("L14", "L25", "L32")
def test_younger_who_took_none_has_exchanged() -> None:
    """Under au cent younger may take none."""
    game = deal_p("AxSKD98C8", AU_CENT).does("Ai-undeclared").does("Bx")
    assert (game.phase, game.holds("B")) == ("calling", "ST7HT97DAQJTCKQT")
    game.refuses("Ai-undeclared", "incident.not_now", rule="L32")
    game.refuses("Ai-faced-stock", "incident.not_now", rule="L14")
    game.refuses("Bi-recovered-S7", "incident.contradicted")
    game.after("Bi-buried-S7")
    assert game.after("Bi-peeked-8-together").ruling(4, "peeked")["law"] == "L35"


@pytest.mark.rule("L14", "L25", "L26", "L32")
def test_who_has_not_exchanged_yet() -> None:
    game = deal_p("AxSKD98C8")
    for word in ("Bi-recovered-S7", "Bi-buried-S7"):
        game.refuses(word, "incident.not_now")
    game.after("Ai-faced-stock")
    untouched = deal_p()
    for word in ("Ai-recovered-SK", "Ai-buried-SK", "Ai-undeclared"):
        untouched.refuses(word, "incident.not_now")
    untouched.refuses("Ai-peeked-1-together", "incident.contradicted")


@pytest.mark.rule("K7", "L31")
@pytest.mark.parametrize(
    ("before", "line", "allowed"),
    [
        # Elder who left one in silence takes it, before younger's first word.
        ("AxSKD98C8", "A@x-k5", True),
        ("AxSKD98C8 BxS7H9", "A@x-k8", True),
        ("AxSKD98C8 BxS7H9 Ap5-49", "A@x-k8", True),
        ("AxSKD98C8 BxS7H9 Ap5-49 Bg", "A@x-k8", False),
        # Younger who left one takes it, before elder's first call.
        ("AxSKD98C87 BxS7H9", "B@x-k8", True),
        ("AxSKD98C87 BxS7H9 Ap5-49", "B@x-k8", False),
        ("AxSKD98C87 BxS7H9 Ap0", "B@x-k8", False),
        # It is no first exchange, and nothing is discarded with it.
        ("AxSKD98C8", "B@x-k5", True),
        ("AxSKD98C8", "A@xSA-k5", False),
        ("AxSKD98C87 BxS7H97", "B@x-k8", False),
        ("AxSKD98C87 BxS7H97", "A@x-k1", False),
    ],
)
def test_a_second_taking(before: str, line: str, allowed: bool) -> None:
    """K7: by a seat that has exchanged, and before the other's first call or card."""
    game = deal_p(before)
    assert game.check(act(line))["legal"] is allowed


@pytest.mark.rule("R5.2", "L26", "K9")
def test_younger_does_not_owe_what_was_buried() -> None:
    """B says not good to four cards, holding D AQJT7, and puts two of these to the discard. The sets are reckoned."""
    calls = "As4-A Bg Ar At3-J Bn A.AH"
    owing = deal_p(f"AxSKD98C87 BxS7H97 Ap4-41 Bn {calls}")
    owing.refuses("BrtSTHTDTCT", "reckon.better_missing")
    deal_p(f"AxSKD98C87 BxS7H97 Ap4-41 Bn Bi-buried-DA7 {calls} BrtSTHTDTCT =5-14")


@pytest.mark.rule("L29", "LR11", "R4.1")
def test_elder_of_whose_five_cards_younger_mixed_every_one_exchanges_none() -> None:
    """At most two are left to elder if younger mixed three (L-W15), and none if five; at least one, if there is one."""
    three = deal_p("B@xS7H97 Au1-waive")
    assert three.exchange_bounds() == (1, 2)
    five = deal_p("B@xS7H97DJT Au1-waive")
    assert five.exchange_bounds() == (0, 0)
    five.refuses("AxSK", "exchange.too_many", rule="R4.1")
    assert five.does("Ax").phase == "calling"
