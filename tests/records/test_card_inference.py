"""Unknown cards are filled in by cards that the players can have held, and not by others."""

import pytest

from service.piquet.rulesets.published import ruleset
from service.records.model import UNKNOWN, Deal
from service.records.text.parser import read
from service.records.verification.card_inference import Filled, Tries, completions
from service.records.verification.report import DealReport
from service.records.verification.verify import verify
from tests.helpers.records import strictly
from tests.records import irregular as law
from tests.records.test_verify import BLANK, turned

HANDS = "hand A: SAKJ HAQJ8 D98 CJ87\nhand B: ST7 HT97 DAQJT CKQT\n"
TALON = "talon: 9S 8S KH 9C KD QS AC 7D\n"
# A draws 9S 8S KH 9C KD, B QS, and A AC; 7D is left.
TWICE = "A exchange SK D98 C87\nB exchange S7\nA exchange {}\n"
# The twelve cards that A is left with, if the card put away last is one of 9C and 7D.
PLAYED = "A AH; A KH; A QH; A JH; A 8H; A AS; A JS; A KD; A 8S; A AC; A JC; A 9S\n"
JACK_DRAWN = "talon: 9S 8S KH {} KD QS {} ?\n"
ANNOUNCED = BLANK[BLANK.index("A carte") : BLANK.index("A pass")]
TALON_OF_BLANK = "talon: 8H 7H 7D AC TC 9C 8C 7C\n"


def deal_of(lines: str) -> Deal:
    (deal,) = strictly(read(f"piquet-record 1\ndeal 1\n{lines}")).record.deals
    return deal


def filled_in(deal: Deal, dealer: int) -> list[Filled]:
    """Ways to fill in the unknown cards. Each has the cards that are known at their places, and the whole pack."""
    rules = ruleset("french")
    found = list(completions(rules, deal, dealer, [step.action for step in deal.steps], 3, Tries(3)))
    for each in found:
        assert len({*each.hands[0], *each.hands[1], *each.talon}) == rules.pack == 12 + 12 + 8
        assert [len(hand) for hand in each.hands] == [12, 12]
        for cards, known in zip(each.hands, deal.hands, strict=True):
            assert {*(known or ())} - {UNKNOWN} <= {*cards}
        for card, written in zip(each.talon, deal.talon or each.talon, strict=True):
            assert written in (card, UNKNOWN)
    return found


@pytest.mark.rule("R3.1", "R4.3", "R4.6")
@pytest.mark.parametrize(
    ("lines", "fits"),
    [
        (TALON, True),
        (TALON.replace("9S 8S", "? 8S"), True),
        (HANDS.replace("C87", "C8 ?"), True),
        # A's carte blanche has no court card, so that a court card that A plays was drawn.
        (ANNOUNCED + "A KS\n", True),
        (ANNOUNCED + TALON_OF_BLANK, True),
        (ANNOUNCED + TALON_OF_BLANK + "A KS\n", False),
        (ANNOUNCED + TALON_OF_BLANK.replace("TC 9C", "KS 9C") + "A KS\n", True),
        (ANNOUNCED + TALON_OF_BLANK.replace("TC 9C", "TC KS") + "A KS\n", False),  # B draws it
        # What A put away last was dealt, or drawn first, and A played everything else.
        (TALON + TWICE.format("C9") + PLAYED, True),
        (TALON + TWICE.format("?") + PLAYED, True),
        (TALON.replace("9C", "7D").replace("AC 7D", "AC 9C") + TWICE.format("?") + PLAYED, True),
        (TALON.replace("9C", "7D").replace("AC 7D", "AC 9C") + TWICE.format("C9") + PLAYED, False),
        (TALON.replace("AC 7D", "7D ?") + TWICE.format("?") + PLAYED, False),  # drawn last, and not played
        (TALON.replace("AC 7D", "7D ?") + TWICE.format("C9") + PLAYED, False),
        (JACK_DRAWN.format("JS", "7D") + TWICE.format("?") + PLAYED, False),
        (JACK_DRAWN.format("7D", "JS") + TWICE.format("?") + PLAYED, True),
        # Nobody has drawn the last card, so that nobody plays it.
        (TALON + TWICE.format("?") + "A 7D\n", False),
        (TALON + TWICE.format("?") + "B 7D\n", False),
        (TALON + TWICE.format("?") + "B QS\n", True),
        (TALON + TWICE.format("?") + "A QS\n", False),
    ],
)
def test_cards_fit_if_each_was_dealt_or_drawn_by_its_player(lines: str, fits: bool) -> None:
    """B deals; and A does, with the seats the other way round."""
    deal = deal_of(lines)
    assert bool(filled_in(deal, 1)) is bool(filled_in(turned(deal), 0)) is fits


@pytest.mark.rule("R4.6")
def test_a_card_of_the_second_draw_is_not_one_that_was_put_away_before_it() -> None:
    """A has played everything but 9C and AC. AC was drawn in place of the last discard, so that this was 9C."""
    deal = deal_of(TALON + TWICE.format("?") + PLAYED.replace("A AC; ", ""))
    for each, dealer in ((deal, 1), (turned(deal), 0)):
        found = [filled.actions[2]["cards"] for filled in filled_in(each, dealer)]
        assert found == [["9C"]] * 3


def test_cards_are_filled_in_as_often_as_there_are_tries() -> None:
    deal = deal_of("")
    for left in (0, 1, 2):
        tries = Tries(left)
        assert len(list(completions(ruleset("portland"), deal, 1, [], 3, tries))) == left
    assert [Tries(1).take(), Tries(0).take()] == [True, False]


def checked(lines: str) -> DealReport:
    (deal,) = verify(strictly(read(f"{law.HEADER}deal 1\n{lines}"))).deals
    return deal


@pytest.mark.rule("R2.2")
@pytest.mark.parametrize(
    "lines",
    [
        "hand B: ST7 HT97 DAQJT CKQT SAKJ HAQJ8 D98 CJ87\n" + TALON,
        "hand A: ST7 HT97 DAQJT CKQT SAKJ HAQJ8 D98 CJ87\n" + TALON,
        HANDS.replace("CKQT", "CKQT S98 HK C9 DK SQ CA D7"),
    ],
)
def test_all_cards_in_two_lists_have_no_ruling(lines: str) -> None:
    """What the law would say of too many cards depends on who has which, and the third list was not written down."""
    deal = checked(lines)
    assert deal.unknown_cards == 0 and deal.divergence is not None
    assert (deal.divergence.code, deal.divergence.ruling) == ("deal.wrong_count", None)


@pytest.mark.rule("R2.1")
@pytest.mark.parametrize(
    ("lines", "unknown"),
    [
        (HANDS + TALON, 0),
        (HANDS, 8),
        (TALON, 24),
        ("", 32),
        (HANDS + TALON.replace("7D", "?"), 1),
        (HANDS + TALON.replace("7D", "AC"), 1),  # twice the same
        (HANDS + TALON.replace("7D", "7D 6S"), 0),  # one that is not in the pack, and too many
    ],
)
def test_the_cards_of_the_pack_that_are_not_written_down_are_unknown(lines: str, unknown: int) -> None:
    assert checked(lines).unknown_cards == unknown
