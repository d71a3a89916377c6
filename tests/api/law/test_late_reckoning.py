"""What is reckoned late, and the account that is drawn up anew (law.md, E5 and E12)."""

import pytest

from tests.helpers.cards import portland
from tests.helpers.law_game import EXCHANGES_OF_P, EXCHANGES_OF_Q, SETS_OF_B, LawGame, Q


def deal_p(line: str, ruleset: object = "portland") -> LawGame:
    return LawGame.deal_p(ruleset=ruleset).does(line)


# -- E5


@pytest.mark.rule("E5", "R5.6", "LR17", "K16")
def test_elder_reckons_late_what_was_called_and_not_other_pieces_of_the_run() -> None:
    """Six spades, and a quart to the king called: 4. AKQ and JT9, which would make 6, leave it out."""
    line = "AxS8HJDT9CQ BxS7H7D7 Ap6-60 Bg Ar =6-0 As4-K B@n At0 A.AS =7-0 B.8D Au7-reckon =11-0"
    LawGame.deal(Q, ruleset="au-cent").does(line)


@pytest.mark.rule("E5", "R5.8", "LR17", "K16")
def test_a_call_is_good_against_the_cards_whatever_was_played_since() -> None:
    """Three aces called of four. No other rank has three cards outside A's hand and discard, so all four count: 14."""
    game = LawGame.deal(Q).does(f"{EXCHANGES_OF_Q} Ap5 Bg Ar =5-0 As0 At3-A B@n A.AS =6-0 Br0 B.8D")
    game.does("A.AH B.8H A.AD B.JD =8-0 Au8-reckon =22-0")


@pytest.mark.rule("E5", "LR17", "K16", "K17")
def test_a_call_that_counts_as_good_is_not_barred_by_an_equal_holding_reckoned_out_of_time() -> None:
    """Deal P: B refuses a tierce to the ace, and once a card is played reckons the equal one in clubs, 3."""
    game = deal_p(f"{EXCHANGES_OF_P} Ap5-49 Bg Ar =5-0 As3-A B@n At0 A.AH =6-0 Br0 B.TH B@rsCAKQ =6-3")
    game.does("Au7-reckon =9-3")


@pytest.mark.rule("E5", "R5.6", "K15")
def test_a_better_set_lets_every_set_be_reckoned_late() -> None:
    """B's kings are correct, and the tierce is not B's. A's aces are better, and so the tens count, too: 4 + 14 + 3."""
    game = LawGame.deal("SAT7HAT7DAT7CA87_SK98HK98DK98CQT9_JSQDQSQHJHJDKCJC")
    game.does("AxC7 BxCT Ap0 As0 At0 A.AS B@rsDKQJ-tSKHKDK =1-6 B.8S")
    game.does("Au7-reckon-pSAJT7-tSAHADACA-tSTHTDT =22-3")


@pytest.mark.rule("E5", "R5.6", "K15")
def test_what_is_reckoned_late_must_beat_the_best_of_what_is_correct() -> None:
    """B's tierces to the king and to the nine are correct, the one to the queen is not B's. A's is to the ten.

    A: the lead, 4 for four spades, and 14 for the aces.
    """
    game = LawGame.deal("SAT98HAKDA97CAKT_SKHQJ7DKQJ8CQ987_8H7SQSJSTH9HTDJC")
    game.does("AxD7 BxD8 Ap0 As0 At0 A.AS B@rsHQJT-sDKQJ-sC987 =1-9 B.7S")
    game.does("Au7-reckon =19-6")


@pytest.mark.rule("E5", "R5.11", "L51")
def test_a_turn_to_reckon_that_younger_let_pass_replaces_nothing_later() -> None:
    """B mends a reply, which opens the sequences again (docs/law.md, A2), and plays. The four queens are three.

    B then reckons two quarts and three tens late, and three kings that are not all B's, which stand until A objects.
    """
    game = LawGame.deal("HAKQJ987DJT987_SKJT87CAQJT987_QDKDKCQSADTHAS9S")
    game.does("AxH987D87 BxS7C87 Ap0 As0 A@t4-Q Bg ArtSQHQDQCQ A.TD =15-0 Aas3-A Bg ArsDAKQ =18-0 BrpSAKJT98 =18-6")
    game.does("Ban =15-6 B@.QC A.JH B.TH =16-6 Bu5-reckon-sCQJT9-sSJT98-tSTHTCT =2-17 B@rtSKHKDK =2-20")


@pytest.mark.rule("E5", "R5.8", "LR17", "K16")
def test_a_low_point_binds_though_it_is_good_against_the_cards() -> None:
    """A calls five, 51, of seven spades. A never saw J T 9 8 7 of three suits. Late: 5, and the lead."""
    game = LawGame.deal("SAKQJT987HAKDACA_HJT98DJT98CJT98_QHKDQDKCQC7H7D7C")
    game.does("AxS7HAKDACA BxH8D8C8 Ap5-51 B@n As0 At0 A.AS =1-0 Br0 B.7H Au4-reckon =6-0")


@pytest.mark.rule("E5", "R5.11", "K15")
def test_what_younger_may_still_reckon_is_not_reckoned_late_as_well() -> None:
    """By Hoyle's law the quint is raised once elder has led: 15 go, the tierces count 6. The sets come then, 17."""
    line = f"{EXCHANGES_OF_P} Ap5-49 Bg Ar A@s5-A Bg ArsHAKQJT =20-0 At3-J Bn A.AH =21-0 Bu6-reckon =6-6"
    game = deal_p(f"{line} {SETS_OF_B} =6-23", "hoyle")
    assert [one["kind"] for one in game.state["events"] if one.get("late")] == ["sequence", "sequence"]


@pytest.mark.rule("L53", "L54", "K15", "E5")
@pytest.mark.parametrize(("election", "score"), [("waive", "10-3"), ("enforce", "10-0")])
def test_a_misnomer_beside_a_false_claim_costs_nothing(election: str, score: str) -> None:
    """B names H97, put out, with TH as a point, and a trio of knaves that stands for the queens.

    A: the lead, 5 and 4. The queens bar A's three knaves.
    """
    game = deal_p(f"{EXCHANGES_OF_P} Ap0 As0 At0 A.AH =1-0 B@rpHT97-tSJHJCJ =1-6 B.TH")
    game.does(f"Au7-{election} ={score}")


@pytest.mark.rule("L53", "LR5", "K15")
def test_by_the_law_of_1651_a_misnomer_is_punished_like_a_false_claim() -> None:
    """L-W24 there: the quart to the king is struck, waived or not. A: 5 and the lead; no call bars B's two tierces."""
    line = f"{EXCHANGES_OF_P} Ap5-49 Bg Ar A@s4-K Bg ArsHAKQJ =9-0 At0 A.AH =10-0 {SETS_OF_B} B.TH =10-17"
    game = deal_p(line, portland(law="old"))
    assert set(game.elections(6, "false_claim")) == {"enforce", "waive"}
    game.does("Bu6-waive =6-23")


# -- E12


@pytest.mark.rule("E12", "R7.1", "R7.2")
def test_what_younger_reckons_in_the_step_of_thirty_comes_after_elders() -> None:
    """Deal Q: 34 with the four aces, and 60; the lead makes 95. The trio that B does not hold comes after the aces."""
    line = f"Bi-peeked-1 {EXCHANGES_OF_Q} Ap5 Bg Ar As5-A Bg Ar At4-A Bg Ar =94-0 A.AS B@rtSTHTCT =95-3"
    LawGame.deal(Q).does(f"{line} Au1-waive =95-3")


@pytest.mark.rule("E12", "R6.4", "R7.3")
def test_the_ten_of_the_seventh_trick_count_in_their_place_when_the_account_is_drawn_up_anew() -> None:
    """`denexa`, deal Q: 15 in hand, seven tricks led and won, 29, and ten for them make a pique, which stays."""
    line = f"Bi-peeked-1 {EXCHANGES_OF_Q} Ap0 As5-A Bg Ar At0 A.AS Br0 B.8C A.KS B.JC A.QS B.8H A.JS B.9H A.TS B.TH"
    game = LawGame.deal(Q, ruleset="denexa").does_at_once(f"{line} A.AD B.8D A.KD B.JD")
    game.does("=69-0 Au1-enforce =69-0")


@pytest.mark.rule("R5.3", "R7.6", "K16")
def test_a_false_not_good_after_asking_bars_nothing() -> None:
    """Deal Q: B asks with five hearts of 47 and refuses 51. No longer point saves from the pique: 29, the lead, 30."""
    game = LawGame.deal(Q).does(f"{EXCHANGES_OF_Q} Ap5 Be Av51 B@n As5-A Bg Ar At4-A Bg Ar =29-0 A.AS =30-0")
    game.does("B.8D =60-0")


@pytest.mark.rule("R5.3", "R7.6", "K16", "LR17")
def test_a_point_that_younger_asked_about_and_kept_back_saves_nothing() -> None:
    """Of six hearts KQT9 are better than 35, and due. 29 in hand and the lead; and with the call good 33 in hand."""
    game = LawGame.deal("SAKQJTHADA8CA987_HKQT987DKQ7CKQJ_9D7S9S8SJHJDTDTC")
    game.does("AxD8 BxD7 Ap4 Be Av35 Bn As5-A Bg ArsSAKQJT At4-A Bg ArtSAHADACA =29-0 A.AS =30-0 B@.7S =60-0")
    game.does("Au14:false_reply-reckon =94-0")


# A's quint to the ace is impossible, and A's point and B's sets are reckoned: entry 6 is the call.
IMPOSSIBLE = f"{EXCHANGES_OF_P} Ap5-49 Bg ArpHAKQJ8 A@s5-A Bg ArsHAKQJT At0 A.AH {SETS_OF_B} B.TH =21-17"


@pytest.mark.rule("E5", "L54", "K15")
@pytest.mark.parametrize(
    ("holdings", "score"),
    [("", "6-23"), ("-sDQJT-sCAKQ", "6-23"), ("-sCAKQ", "6-20"), ("-sDQJT", "6-20")],
)
def test_the_adversary_chooses_what_to_reckon_late(holdings: str, score: str) -> None:
    """B has two tierces, and has played TH; left out, all that may be reckoned is."""
    game = deal_p(IMPOSSIBLE)
    assert game.rule("B", 6, "reckon", holdings=[]).written_score == "6-17"
    game.does(f"Bu6-reckon{holdings} ={score}")


@pytest.mark.rule("E5", "L54", "K15")
@pytest.mark.parametrize(
    ("holdings", "wrong"),
    [
        ("sCAKQ-pDAQJT7", [1]),  # A's point was correct, and better
        ("sDQJT-sDQJT", [1]),  # a card twice
        ("tSTHTDTCT", [0]),  # reckoned already
        ("tSTHTDT-sCAKQ", [0]),
        ("sDJT9", [0]),  # not held
        ("sDAQJ", [0]),  # no sequence
        ("pDAQJT7-pCAKQT", [0, 1]),
    ],
)
def test_what_may_not_be_reckoned_late(holdings: str, wrong: list[int]) -> None:
    violations = deal_p(IMPOSSIBLE).refuses(f"Bu6-reckon-{holdings}", "ruling.not_good")
    assert {one["code"] for one in violations} == {"ruling.not_good"}
    assert [one["pointer"] for one in violations] == [f"/action/holdings/{at}/cards" for at in wrong]


@pytest.mark.rule("E5", "L54", "K15")
def test_of_the_point_one_is_reckoned_late() -> None:
    """A's point of S AKJ98 is false, and no correct one is left: B reckons D AQJT7 or C AKQT, and not both."""
    line = f"{EXCHANGES_OF_P} A@p5-48 Bg ArpSAKJ98 As4-A Bg Ar At0 A.AH {SETS_OF_B} B.TH =10-17"
    game = deal_p(line)
    game.after("Bu3-waive-pDAQJT7 =5-22")
    game.after("Bu3-waive-pCAKQT =5-21")
    (one,) = game.refuses("Bu3-waive-pDAQJT7-pCAKQT", "ruling.not_good")
    assert one["pointer"] == "/action/holdings/1/cards"
    # The quart was correct, and bars tierces.
    game.refuses("Bu3-waive-sCAKQ", "ruling.not_good")
    game.after("Bu3-enforce =0-22")


@pytest.mark.rule("E5", "L54", "L56", "K15", "K18")
def test_a_correct_call_bars_though_elder_never_reckoned_it() -> None:
    """A's point of S AKJ98 is false. The quart was good, and is lost by the lead: B's tierces do not beat it."""
    line = f"{EXCHANGES_OF_P} A@p5-48 Bg ArpSAKJ98 As4-A Bg A@.AH {SETS_OF_B} B.TH =6-17"
    game = deal_p(line)
    game.refuses("Bu3-waive-sCAKQ", "ruling.not_good")
    game.does("Bu3-waive =1-22")


@pytest.mark.rule("E5", "R5.5", "L54", "L56", "K15", "K18")
def test_a_correct_call_of_a_length_bars_as_the_best_of_that_length() -> None:
    """A's point with 8H is false. Of A's two quarts the one to the ace was called as four: B's to the king is less."""
    game = LawGame.deal("SAKHAKQJD98CT987_SQJ98HT9DKQJTCAK_7DAD7S8H7HQCJCTS").does("AxD98 BxHT")
    game.does("A@p5-49 Bg ArpHAKQJ8 As4 Bg A@.AH Br0 B.9H")
    game.refuses("Bu3-reckon-sDKQJT", "ruling.not_good")
    game.does("Bu3-reckon-pSQJ987 =1-5")
