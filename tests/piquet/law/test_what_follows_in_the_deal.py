"""What rulings and corrections leave behind: the account, the turn, and what is refused (law.md, §2, §4, §10)."""

import pytest

from service.piquet.engine import MutableDeal
from service.piquet.law.engine.deal_rulings import judge
from service.piquet.legal_actions import PlayOption
from service.piquet.model.actions import Play, Reckon
from service.piquet.model.state import ELDER, YOUNGER
from tests.helpers.entered_deals import enter, entered, refusals, rights, told
from tests.helpers.law_game import (
    CALLS_OF_P,
    EXCHANGES_OF_P,
    EXCHANGES_OF_Q,
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
    """§7.3: one ruling waits for an answer before anything else."""
    game = entered(f"Bi-exposed-DA Ai-dropped-SA {FALSE_AND_UNDUE} BartSTHTDTCT-tSQDQCQ")
    due = [("ruling.due", "L52", "", {})]
    assert refusals(game, "Bu1-stand") == refusals(game, "Au2-waive") == refusals(game, "B.TH") == due


@pytest.mark.rule("A4", "K17", "L56")
def test_a_list_that_is_replaced_leaves_nothing_to_object_to() -> None:
    """§7.9: what was mended is ruled already. The list had a false quatorze and a point that was not due."""
    assert "A12 undue_reckoning L56 object next_deal" in rights(entered(FALSE_AND_UNDUE))
    game = entered(f"{FALSE_AND_UNDUE} BartSTHTDTCT-tSQDQCQ Au12:false_claim-forgo")
    assert rights(game) == []
    assert refusals(game, "Au12:undue_reckoning-object") == [("ruling.already", "L56", "number", {})]


@pytest.mark.rule("A5", "R5.2", "R5.11")
def test_younger_s_turn_is_open_again_for_one_category_alone() -> None:
    """§10: elder calls a point of four after all; younger, with five diamonds, says not good and reckons them."""
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
    """§3, K21: surplus cards answer nothing. After AC has won, younger leads what they like."""
    run = f"{RECKONED} B.TH A.KH A@.QH A@.JH B.7D B.TD B.JD B@.QD"
    game = entered(f"{run} Ba.AD A.9C B.TC B.AC A.JC")
    assert [each.follow >= 0 for each in game.state.tricks] == [True] * 6
    assert game.state.to_act == YOUNGER
    assert refusals(game, "B.KC") == []


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
    """§10, K15: whatever five cards are reckoned, they are the quint to the king that was called."""
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
    """§10, K16; and the tierces that B has sunk are not open again."""
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
    """§10: with one key, no facts and no finding before the ruling is entered; L54 is for claims alone."""
    line = f"{EXCHANGES_OF_P} Ap5-49 B@n As4-A Bg Ar At3-J Bn A.AH {SETS_OF_B} B.TH"
    (ruling,) = judge(entered(line).irregular, 4, role=ELDER, concealed=True)  # type: ignore[arg-type]
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
    (ruling,) = judge(game.irregular, number, "not_reckoned")
    return {fact.name: fact.value for fact in ruling.facts}.get(name)


# ---------------------------------------------------------------- the exchange


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
    """Elder's carte blanche scores once younger has exchanged without showing one (§9, old-36), and once only."""
    game = entered(
        "Ab AxS876HT9876 Bx", "SAT9876HAT9876_DAT9876CAT9876_KSQSJSKHQHJHKDKCQDJDQCJC", "old-36",
        carte_blanche_protocol="show", younger_min=0,
    )  # fmt: skip
    assert game.state.score == (10, 0)
    enter(game, "B@x-k9")
    assert (game.state.score, game.state.phase) == ((10, 0), "calling")
