"""What rulings and corrections leave behind: the account, the turn, and what is refused."""

import pytest

from service.piquet.cards.cards import names
from service.piquet.engine import MutableDeal
from service.piquet.law.deal import rulings_on
from service.piquet.law.facts import knows_of
from service.piquet.legal_actions import PlayOption, RulingOption
from service.piquet.model.actions import Play, Reckon, Ruling
from service.piquet.model.state import ELDER, YOUNGER
from tests.helpers.entered_deals import enter, entered, refusals, rights, told
from tests.helpers.law_game import (
    CALLS_OF_P,
    EXCHANGES_OF_P,
    EXCHANGES_OF_Q,
    HEARTS_OF_P,
    P_13_11_8,
    PLAY_OF_P,
    POINT_OF_P,
    RECKONED,
    REGULAR_P,
    SETS_OF_B,
    Q,
)

FALSE_AND_UNDUE = f"{EXCHANGES_OF_P} {CALLS_OF_P} A.AH B@rtSTHTDTCT-tSQHQDQCQ-pDAQJT7"
#: A has passed everything, and B has sunk all but the tens.
ONLY_TENS = f"{EXCHANGES_OF_P} Ap0 As0 At0 A.AH BrtSTHTDTCT"
#: The scores of five deals: A 100, B 102.
FIVE = ((20, 20), (20, 20), (20, 20), (20, 20), (20, 22))


def all_of(game: MutableDeal, kind: str) -> list[str]:
    return [each for each in told(game.events) if each.split()[1] == kind]


# ---------------------------------------------------------------- corrections


@pytest.mark.rule("A4", "L52")
def test_after_a4_no_other_ruling_is_made_first() -> None:
    """One ruling waits for an answer before anything else."""
    game = entered(f"Bi-exposed-DA Ai-dropped-SA {FALSE_AND_UNDUE} BartSTHTDTCT-tSQDQCQ")
    due = [("ruling.due", "L52", "", {})]
    assert refusals(game, "Bu1-stand") == refusals(game, "Au2-waive") == refusals(game, "B.TH") == due


@pytest.mark.rule("A4", "K17", "L56")
def test_a_list_that_is_replaced_leaves_nothing_to_object_to() -> None:
    """What was mended is ruled already. The list had a false quatorze and a point that was not due."""
    assert "A12 undue_reckoning L56 object next_deal" in rights(entered(FALSE_AND_UNDUE))
    game = entered(f"{FALSE_AND_UNDUE} BartSTHTDTCT-tSQDQCQ Au12:false_claim-forgo")
    assert rights(game) == []
    assert refusals(game, "Au12:undue_reckoning-object") == [("ruling.already", "L56", "number", {})]


@pytest.mark.rule("A5", "R5.2", "R5.11")
def test_younger_s_turn_is_open_again_for_one_category_alone() -> None:
    """Elder calls a point of four after all; younger, with five diamonds, says not good and reckons them."""
    game = entered(f"{ONLY_TENS} Aap4 Bn")
    assert refusals(game, "B.TH") == [("play.reckon_first", "R5.11", "", {})]
    assert refusals(game, "BrsDQJT-pDAQJT7") == [
        ("reckon.category_closed", "R5.6", "holdings/0/category", {"category": "sequence"})
    ]
    before = game.state.score[YOUNGER]
    enter(game, "Br")
    done = game.done[-1]
    assert isinstance(done, Reckon)
    assert [each.category for each in done.holdings or ()] == [0]
    assert (before, game.state.score[YOUNGER]) == (14, 14 + 5)


@pytest.mark.rule("A6", "K21", "L59")
def test_a_surplus_card_that_is_changed_is_surplus_still() -> None:
    """K21: surplus cards answer nothing. After AC has won, younger leads what they like."""
    run = f"{RECKONED} B.TH A.KH A@.QH A@.JH B.7D B.TD B.JD B@.QD"
    game = entered(f"{run} Ba.AD A.9C B.TC B.AC A.JC")
    assert [each.follow >= 0 for each in game.state.tricks] == [True] * 6
    assert game.state.to_act == YOUNGER
    assert refusals(game, "B.KC") == []


@pytest.mark.rule("A5", "LR28")
def test_elder_reckons_more_in_one_category_at_a_time() -> None:
    """A5: more of *a* good category."""
    game = entered(f"{POINT_OF_P} As4-A Bg Ar")
    assert refusals(game, "AarpHAKQJ8-sHAKQJ") == [("amend.nothing", "LR28", "action", {})]


@pytest.mark.rule("A2", "L51", "LR22")
def test_the_card_that_a_trio_lacks_ends_the_time_of_the_reply() -> None:
    """B, who holds four tens, has said good to a trio. Of a tierce nothing is told that B could not know."""
    trio = f"{POINT_OF_P} As4-A Bg Ar At3-J Bg"
    assert rights(entered(trio)) == ["B amend L51 reply"]
    assert refusals(entered(f"{trio} Ar"), "Ban") == [("amend.too_late", "L51", "action", {"until": "next_call"})]
    assert rights(entered(f"{POINT_OF_P} As3-K Bg Ar")) == ["B amend L51 reply"]


@pytest.mark.rule("A3", "E4", "R5.13")
def test_what_was_stated_equal_is_shown_still_when_a_false_call_is_struck() -> None:
    """Four hearts make 41, as B's four diamonds do. The quint that A laid down for it is shown no longer."""
    game = entered(f"{EXCHANGES_OF_P} Ap4 Be Av41 Be A@s5-A Bg Ar")
    assert names(game.state.shown[ELDER]) == ("AH", "KH", "QH", "JH", "TH")
    assert names(enter(game, "Aas0").state.shown[ELDER]) == ("AH", "KH", "QH", "JH")


@pytest.mark.rule("K15", "L53")
def test_a_false_tie_break_is_a_misnomer_and_shows_nothing() -> None:
    """A says that the point of five makes 51; it makes 49, and no five cards of A's ever made 51."""
    game = entered(f"{EXCHANGES_OF_P} Ap5 Be A@v51 Bg Ar As0 At0 A.AH Br0 B.TH")
    assert rights(game) == ["B5 false_claim L53 reckon next_deal"]


@pytest.mark.rule("A1", "L50")
@pytest.mark.parametrize("after", ["", "Bg", "Bg Ar"])
def test_a_call_may_be_corrected_after_its_tie_break_was_stated(after: str) -> None:
    """By the French law until elder's first card; by Portland's until the reply, which was *equal*."""
    line = f"{EXCHANGES_OF_P} Ap5 Be Av49 {after}"
    game = entered(line, law="french")
    assert {"A amend L50 call", "A amend L50 pass"} == set(rights(game)) - {"A amend L50 state_tie_break"}
    assert enter(game, "Aap4 Bn As0 At0 A.AH BrpDAQJT7").state.score == (1, 5)
    assert refusals(entered(line), "Aap4") == [("amend.too_late", "L50", "action", {"until": "next_entry"})]


@pytest.mark.rule("A3", "L52")
def test_a_false_call_may_be_corrected_while_its_tie_break_waits_for_a_reply() -> None:
    """A has no six cards of a suit. *Equal* was the reply to the call, which is corrected by A3; the value by A1."""
    line = f"{EXCHANGES_OF_P} A@p6"
    game = entered(f"{line} B@e A@v60")
    assert "A amend L52 call" in rights(game)
    assert enter(game, "Aap5-49 Bg Ar").state.score == (5, 0)


@pytest.mark.rule("K15", "L54")
def test_a_point_that_the_discard_would_make_is_false() -> None:
    """A's spades with the king that A put away make 48; the five hearts in hand make 49."""
    game = entered(f"{EXCHANGES_OF_P} A@p5-48 Bg Ar As0 At0 A.AH Br0 B.TH")
    assert rights(game) == ["B3 false_claim L54 enforce+waive next_deal"]


@pytest.mark.rule("K18b", "E4", "E5", "L56", "LR36")
def test_what_is_barred_is_struck_before_elder_reckons() -> None:
    """Elder's point shows a tierce to the queen, and so bars younger's. An equal one that stood would bar elder's."""
    deal = "SAQJT7HA98D98C87_SK98HKQ7DQJTCAT9_JHADTHKD7DKCQCJC"
    game = entered("AxC7 BxH7 Ap5 Bg Ar As0 At0 A.AS BrsDQJT", deal)
    assert (rights(game)[0], game.state.score) == ("A9 implied L56 object first_card", (5 + 1, 3))
    assert refusals(game, "Au9-object-sSQJT") == []
    assert enter(game, "Au9-object-sSQJT").state.score == (5 + 3 + 1, 0)


@pytest.mark.rule("K19", "K21", "E6")
def test_a_card_beside_the_replay_of_a_revoke_says_nothing() -> None:
    """`replay` has a `card` in K21 only."""
    game = entered(f"{RECKONED} {HEARTS_OF_P} A.KD B@.TC")
    with_card, without = (refusals(game, f"Au23-replay{card}") for card in ("-TC", ""))
    assert with_card == without == []


@pytest.mark.rule("K9", "L37")
def test_a_buried_discard_is_inspected_until_the_deal_is_over() -> None:
    line = "AxSKD98C87 BxS7H9 Bi-buried-D7 Ap0 As0 At0 A.AH"
    assert rights(entered(line))[0] == "A3 buried L37 inspect deal_over"
    game = entered(f"{line} Br0 Bc", concession="any_deal")
    assert refusals(game, "Au3-inspect") == [("ruling.too_late", "L37", "number", {"until": "deal_over"})]


# ---------------------------------------------------------------- what one key may know


def known(game: MutableDeal, seat: int) -> list[str]:
    assert game.irregular is not None
    found = game.irregular.remedies(seat, concealed=True)
    return [f"{each.number} {each.law} {'+'.join(each.elections)}" for each in found if isinstance(each, RulingOption)]


def may_raise(game: MutableDeal) -> list[bool]:
    """Whether A may know of the revoke: of entry 23, of it by its kind, and by another kind."""
    assert game.irregular is not None
    return [knows_of(game.irregular.d, Ruling(0, 23, "replay", kind)) for kind in (None, "revoke", "overplayed")]


@pytest.mark.rule("K19", "L59")
def test_a_revoke_is_known_once_a_card_of_the_suit_is_seen() -> None:
    """B throws TC on a diamond; AD is the first diamond that B shows. Taken back, it is no revoke any more."""
    game = entered(f"{RECKONED} {HEARTS_OF_P} A.KD B@.TC")
    assert known(game, 0) == known(enter(game, "A.9C B.AC"), 0) == []
    assert may_raise(game) == [False, False, False]
    assert known(enter(game, "B.AD"), 0) == ["23 L59 replay"]
    assert may_raise(game) == [True, True, False]
    assert known(enter(game, "Au23-replay"), 0) == []


@pytest.mark.rule("K15", "L54")
def test_of_a_claim_that_does_not_hold_one_key_knows_no_more() -> None:
    """`false` and `impossible` are told alike. A calls a quint without its ten, which B holds."""
    game = entered(f"{POINT_OF_P} A@s5-A Bg Ar At3-J Bn A.AH {SETS_OF_B}")
    assert known(game, 1) == []
    assert known(enter(game, "B.TH"), 1) == ["6 L54 enforce+waive+reckon"]
    assert rights(game) == ["B6 false_claim L54 reckon next_deal"]


# ---------------------------------------------------------------- hands of unequal length (E7)

#: A is left with one card, and leads it.
ONE_CARD = f"{EXCHANGES_OF_P} Ai-buried-SAJ98HKQJ8DKCJ9 Ap0 As0 At0 A.AH"


@pytest.mark.rule("E7", "R6.1", "R6.2")
def test_the_last_card_of_a_short_hand_is_answered() -> None:
    game = entered(ONE_CARD)
    assert (game.state.to_act, refusals(game, "Br0")) == (YOUNGER, [])
    enter(game, "Br0 B.TH")
    assert len(all_of(game, "unanswered")) == 11
    assert game.state.score == (1, 11 + 1 + 10)  # and the last trick, and the cards


@pytest.mark.rule("E7", "R6.2", "R8.4")
@pytest.mark.parametrize(("scoring", "score"), [("lead_and_capture", (1, 5)), ("lead_and_take", (2, 6))])
def test_unanswered_cards_end_the_game_at_the_target(scoring: str, score: tuple[int, int]) -> None:
    """B has 95. Five leads make 100; the lead and the trick of a card are one item, and three of them make 101."""
    how = {"target": 100, "target_stop": "at_once", "trick_scoring": scoring}
    game = entered(f"{ONE_CARD} Br0 B.TH", before=((50, 95), (0, 0)), **how)
    assert (game.state.score, game.state.phase) == (score, "partie_over")


# ---------------------------------------------------------------- the account anew (E12)


@pytest.mark.rule("E4", "E12", "R8.2")
def test_after_the_last_deal_a_ruling_decides_the_partie_anew() -> None:
    """A has 100 + 28. B has 102 + 23, and five more for a point that is not due until A objects."""
    undue = RECKONED.replace(SETS_OF_B, f"B@{SETS_OF_B[1:]}-pDAQJT7")
    game = entered(f"{undue} {PLAY_OF_P}", before=FIVE)
    assert all_of(game, "partie_ended") == ["B partie_ended R8.2"]
    enter(game, "Au12-object")
    assert all_of(game, "partie_ended") == ["B partie_ended R8.2", "A partie_ended R8.2"]
    assert game.events[-1].more == {"totals": {"A": 128, "B": 125}, "rubicon": False, "settlement": 103}


@pytest.mark.rule("E12", "L44")
def test_a_ruling_that_changes_no_score_ends_nothing_again() -> None:
    game = entered(f"Bi-peeked-1 {REGULAR_P} Au1-waive", before=FIVE)
    assert all_of(game, "partie_ended") == ["A partie_ended R8.2"]


def leads(game: MutableDeal, line: str) -> None:
    """A leads these cards, and B answers each with any card that is legal."""
    for word in line.split():
        enter(game, f"A.{word}")
        (option,) = (each for each in game.options() if isinstance(each, PlayOption))
        game.apply(Play(1, option.cards.bit_length() - 1))


@pytest.mark.rule("R6.4", "R8.4")
def test_the_ten_at_the_seventh_trick_may_reach_the_target() -> None:
    """85, seven leads, and the ten by itself after all points of play of the trick."""
    how = {"target": 100, "target_stop": "at_once", "cards_counted": "seventh_trick"}
    line = f"{EXCHANGES_OF_Q} Ap0 As0 At0 A.AS Br0 B.8H"
    game = entered(line, Q, before=((85, 20), (0, 0)), **how)
    leads(game, "KS QS JS TS AD")
    assert (game.state.score, game.state.phase) == ((6, 0), "play")
    leads(game, "KD")
    assert (game.state.score, game.state.phase) == ((17, 0), "partie_over")


@pytest.mark.rule("E6", "E12", "R7.3", "K19")
def test_what_play_brought_is_taken_back_for_the_pique_too() -> None:
    """20 in hand: thirty is reached with the tenth lead. The trick that younger won, which would save, is gone."""
    game = entered(f"{EXCHANGES_OF_Q} Ap5 Bg ArpSAKQJT As5-A Bg Ar At0 A.AS B.8H A.AH B@.8D A.7C B.TC", Q)
    assert game.state.score == (20 + 3, 1)
    enter(game, "Au13-replay B.9H")
    leads(game, "KS QS JS TS AD KD AC")
    assert (game.state.score, all_of(game, "pique")) == ((29, 0), [])
    enter(game, "A.JH")
    assert (game.state.score, all_of(game, "pique")) == ((60, 0), ["A pique R7.3"])


@pytest.mark.rule("K15", "R5.12")
def test_a_false_call_that_is_allowed_scores_as_it_was_called() -> None:
    """K15: whatever five cards are reckoned, they are the quint to the king that was called."""
    game = entered(f"{POINT_OF_P} A@s5-K Bg ArsHAKQJ8")
    assert (game.state.score, game.events[-1].more) == ((5 + 15, 0), {"length": 5, "top": "K"})


@pytest.mark.rule("K15", "L55")
def test_cards_laid_open_that_are_no_sequence_count_for_nothing() -> None:
    """A quart to the king is called and a quart to the ace is held, which counts; what is shown with it is none."""
    game = entered(f"{POINT_OF_P} A@s4-K-wHKQJ8 Bg Ar At0 A.AH Br0 B.TH Bu6-reckon")
    assert told(game.events)[-2:] == ["A struck E4", "A sequence R5.12"]
    assert game.events[-1].cards == ("AH", "KH", "QH", "JH")


@pytest.mark.rule("K15", "K18")
def test_what_a_false_reckoning_leaves_out_is_part_of_it() -> None:
    """The quart that was called is not among what elder reckons, since a false one is in its place."""
    law = entered(f"{POINT_OF_P} As4-A Bg A@rsHAKQT").state.law
    assert law is not None
    assert [(each.number, each.kind) for each in law.incidents] == [(8, "K15")]


@pytest.mark.rule("K16", "R5.2", "R5.11")
def test_after_a_false_not_good_nothing_need_be_reckoned_in_the_open_category() -> None:
    """K16; and the tierces that B has sunk are not open again."""
    game = entered(f"{ONLY_TENS} Aap5-49 B@n")
    assert refusals(game, "B.TH") == []


@pytest.mark.rule("K16", "L46", "R5.3", "R7.6")
def test_a_point_that_is_barred_saves_though_another_reply_was_false() -> None:
    """B, with five hearts, has asked what a point of four makes. A has 15 + 14 in hand, and thirty with the lead."""
    calls = "Ap4 Be Av41 Bn As5-A Bg Ar At4-A B@n Bag Ar"
    game = entered(f"{EXCHANGES_OF_Q} {calls} A.AS Br0", Q)
    assert game.state.score == (15 + 14 + 1, 0)
    (saved,) = (event for event in game.events if event.kind == "saved")
    assert (saved.rule, saved.more) == ("R7.3", {"bonus": "pique", "by": "barred_point"})


@pytest.mark.rule("K16", "LR17")
def test_what_is_not_public_is_told_without_what_was_found() -> None:
    """With one key, no facts and no finding before the ruling is entered; L54 is for claims alone."""
    line = f"{EXCHANGES_OF_P} Ap5-49 B@n As4-A Bg Ar At3-J Bn A.AH {SETS_OF_B} B.TH"
    (ruling,) = rulings_on(entered(line).irregular, 4, role=ELDER, concealed=True)  # type: ignore[arg-type]
    assert (ruling.law, ruling.finding, ruling.facts) == ("L46", None, ())
    assert [(each.election, each.effects, each.events) for each in ruling.elections] == [("reckon", ("E5", "E12"), ())]


@pytest.mark.rule("LA1", "K18", "L56")
def test_each_lead_without_showing_names_what_it_loses() -> None:
    """Where point and sequence must be shown before the lead, A shows neither: the point at first, then the quart."""
    line = f"{EXCHANGES_OF_P} Ap5-49 Bg A@.AH Aas4-A Bg A@.KH"
    game = entered(line, law_must_show="au-cent")
    assert [fact_of(game, number, "category") for number in (5, 8)] == ["point", "sequence"]
    assert [fact_of(game, number, "omitted") for number in (5, 8)] == ["showing", "showing"]


@pytest.mark.rule("LA1", "K18", "L56")
def test_a_set_need_not_be_shown() -> None:
    """The point was lost by not showing it; the trio of knaves, called later, is a good call that is not reckoned."""
    line = f"{EXCHANGES_OF_P} Ap5-49 Bg A@.AH Aat3-J Bg A@.KH"
    game = entered(line, law_must_show="au-cent")
    assert [fact_of(game, number, "omitted") for number in (5, 8)] == ["showing", "reckoning"]


def fact_of(game: MutableDeal, number: int, name: str) -> object:
    """What the ruling on an entry says that the state tells."""
    assert game.irregular is not None
    (ruling,) = rulings_on(game.irregular, number, "not_reckoned")
    return {fact.name: fact.value for fact in ruling.facts}.get(name)


# ---------------------------------------------------------------- the exchange


@pytest.mark.rule("K13", "E4", "L55")
def test_after_a_false_carte_blanche_elder_exchanges_as_ever() -> None:
    """Younger was to lay out a discard before elder's exchange (R3.3)."""
    game = entered("A@b5")
    assert (game.state.phase, rights(game)) == ("commit_discard", ["B1 false_blanche L55 object next_call"])
    enter(game, "Bu1-object")
    assert (game.state.phase, game.state.to_act, refusals(game, "AxSKD98C8")) == ("elder_exchange", ELDER, [])


@pytest.mark.rule("L11", "E11")
def test_a_misdeal_that_no_law_puts_right_stands_by_l11() -> None:
    """HO 5 and 22: thirteen cards each and a talon of six are elder's choice, and then exchanged as ever."""
    game = entered("Au0-stand", "SAKJ9HAQJ8D98CJ87_ST87HT97DAQJTCKQT_KH9CKDQSAC7D", "hoyle")
    assert refusals(game, "AxSKD98C87H8") == [("exchange.too_many", "L11", "cards", {"count": 6, "max": 5})]


@pytest.mark.rule("L40", "E11")
def test_elder_who_takes_none_has_exchanged() -> None:
    """AC: with thirteen cards elder may take none, and discards one. Younger, with eleven, takes one more than that."""
    game = entered("Au0-stand AxSK BxS7H9", P_13_11_8, "au-cent")
    assert game.state.phase == "calling"
    assert [hand.bit_count() for hand in game.state.hands] == [12, 12]


@pytest.mark.rule("K7", "R3.1")
def test_a_second_taking_ends_no_exchange_again() -> None:
    """Elder's carte blanche scores once younger has exchanged without showing one (old-36), and once only."""
    game = entered(
        "Ab AxS876HT9876 Bx", "SAT9876HAT9876_DAT9876CAT9876_KSQSJSKHQHJHKDKCQDJDQCJC", "old-36",
        carte_blanche_protocol="show", younger_min=0,
    )  # fmt: skip
    assert game.state.score == (10, 0)
    enter(game, "B@x-k9")
    assert (game.state.score, game.state.phase) == ((10, 0), "calling")


@pytest.mark.rule("K7", "L28")
def test_only_the_adversary_s_own_take_ends_the_right_to_a_fresh_deal() -> None:
    """Elder, who has mixed a sixth card, takes a seventh; younger has taken none."""
    game = entered("A@xSKD98C87-k123456 A@x-k7")
    assert "B1 wrong_exchange L28 redeal+enforce+waive own_take" in rights(game)
    assert "B1 wrong_exchange L28 enforce+waive next_deal" in rights(enter(game, "BxS7"))
