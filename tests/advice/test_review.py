"""The review of a deal: what its decisions cost."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from service.advice.advising import advise, alike
from service.advice.review import Decision, Played, Turn, decision, review, sums, turns
from service.advice.values import EFFORTS, Effort
from service.piquet import engine
from service.piquet.actions import action_of
from service.piquet.cards.cards import CARD, hand_of
from service.piquet.model.actions import Action, Call, ClaimCarteBlanche, Exchange, Pass, Play, Reckon, Reply
from service.piquet.model.state import Phase
from service.piquet.partie import Partie
from service.piquet.rulesets.published import ruleset

RULES = ruleset("portland")
QUICK, SHORT = EFFORTS["quick"], Effort("short", 60_000, 8)
A, B = 0, 1

# A (elder) keeps seven hearts and draws the ace of spades and four diamonds. Whatever B may have kept of the four
# spades that A has not seen, the ace beats it.
HANDS = ("AH KH QH JH TH 9H 8H KS QS JS AC 7C", "7H QC JC TC 9C 8C JD QD KD 7S 8S TS")
TALON = "AS 7D 8D 9D TD AD KC 9S"
CARDS = "AH 7H KH QC QH JC JH TC TH 9C 9H 8C 7D JD KD 8D QD 9D AD TD KC"  # after 20 of them A has six tricks, B four
BLUNDER, CLEVER = "AS 9S 8H", "8H 9S AS"


def played(cards: str = f"{CARDS} {BLUNDER}") -> Played:
    """The deal in which B leads the king of clubs to the eleventh trick, and A throws the ace of spades."""
    dealt = hand_of(HANDS[A].split()), hand_of(HANDS[B].split())
    talon = tuple(CARD[card] for card in TALON.split())
    begun = Partie(RULES, B).deal((dealt, talon)).state
    said: Sequence[Action] = (
        Exchange(A, hand_of(["KS", "QS", "JS", "AC", "7C"])),
        Exchange(B, hand_of(["7S", "8S", "TS"])),
        Call(A, 0, 7),
        Reply(B, "good"),
        Reckon(A),
        Call(A, 1, 7),
        Reply(B, "good"),
        Reckon(A),
        Pass(A, 2),
    )
    deal = engine.MutableDeal(RULES, begun)
    assert not deal.apply_all(said)
    for at, card in enumerate(cards.split()):
        if at == 1:
            deal.apply(Reckon(B, ()))
        deal.apply(Play(deal.state.to_act ^ 1 ^ B, CARD[card]))
    return Played(RULES, begun, tuple(deal.done))


THROWN = 10 + 1 + 21  # the number of A's card to the king of clubs: nine words, the lead, the reckoning, and 20 cards


@pytest.mark.rule("R6.2", "R6.3")
def test_throwing_away_the_last_trick_with_the_cards_costs_thirteen():
    """With the eight of hearts thrown, A captures the last trick (1 + 1), has seven tricks (10), and B leads to it (1):
    +11. With the ace thrown, B leads to the last trick and wins it (1 + 1), and each has six tricks: -2."""
    thrown, *forced = review(played(), QUICK, after=THROWN - 1)
    assert (thrown.number, thrown.seat, thrown.phase) == (THROWN, A, Phase.PLAY)
    assert thrown.done == Play(A, CARD["AS"]) and thrown.best == Play(A, CARD["8H"])
    assert (thrown.cost, thrown.error, thrown.exact, thrown.blamed) == (13, 0, True, True)
    assert [made.options for made in forced] == [1, 1], "the last cards are no choice"


def test_the_best_card_costs_nothing():
    kept, *_ = review(played(f"{CARDS} {CLEVER}"), QUICK, after=THROWN - 1)
    assert kept.done == kept.best and (kept.cost, kept.blamed, kept.options) == (0, False, 2)


@pytest.mark.parametrize(("cost", "error", "blamed"), [(1.0, 1.5, False), (1.5, 1.5, False), (1.6, 1.5, True)])
def test_a_decision_within_its_error_is_not_blamed(cost: float, error: float, blamed: bool):
    made = Decision(1, A, Phase.PLAY, Play(A, 0), Play(A, 1), cost, error, exact=False, options=2)
    assert made.blamed == blamed
    (found,) = sums([made])
    assert (found.decisions, found.blamed, found.cost, found.error) == ((1, 1, cost, error) if blamed else (1, 0, 0, 0))


def test_the_sums_are_by_seat_and_phase_in_the_order_of_a_deal():
    card, call = Play(A, 0), Pass(A, 0)
    made = [
        Decision(1, B, Phase.PLAY, card, card),
        Decision(2, A, Phase.PLAY, card, card, 3.0, 0.3, options=4),
        Decision(3, A, Phase.CALLING, call, call, options=0),
        Decision(4, A, Phase.PLAY, card, card, 4.0, 0.4, options=4),
    ]
    found = sums(made)
    assert [(each.seat, each.phase) for each in found] == [(A, Phase.CALLING), (A, Phase.PLAY), (B, Phase.PLAY)]
    assert [each.skipped for each in found] == [1, 0, 0] and [each.forced for each in found] == [0, 0, 1]
    assert found[1].cost == 7 and found[1].error == pytest.approx(0.5), "errors of different layouts add in squares"


def test_nothing_is_reviewed_from_the_first_act_of_the_law_on():
    deal = played()
    revoke = replace(deal.actions[20], irregular=True)
    broken = deal._replace(actions=(*deal.actions[:20], revoke, *deal.actions[21:]))
    assert broken.irregular_from == 21
    assert [turn.number for turn in turns(broken)] == list(range(1, 21))
    assert deal.irregular_from is None and len([*turns(deal)]) == len(deal.actions)


def test_a_decision_is_skipped_if_the_cards_of_its_seat_are_not_certain():
    deal = played()
    of_a, of_b = hand_of(f"{HANDS[A]} {TALON[:14]}".split()), hand_of(f"{HANDS[B]} {TALON[15:]}".split())
    lacking = of_a & ~hand_of(["9D"])  # a card that A drew
    judged = [(turn.seat, turn.number > 1) for turn in turns(deal._replace(certain=(lacking, of_b))) if turn.known]
    assert (A, False) in judged and (A, True) not in judged and (B, True) in judged
    skipped = next(iter(review(deal._replace(certain=(0, 0)), QUICK)))
    assert (skipped.options, skipped.cost, skipped.blamed) == (0, 0, False)


def test_a_review_that_goes_on_later_finds_the_same():
    every = list(review(played(), QUICK, seed="x", after=20))
    assert every[5:] == list(review(played(), QUICK, seed="x", after=25))


# ---------------------------------------------------------------- actions that are named


def turn_of(deal: Played, number: int) -> Turn:
    return next(turn for turn in turns(deal) if turn.number == number)


def test_an_odd_discard_is_compared_to_the_end_and_costs_much():
    """A throws the five best hearts and keeps the rest: no repique, no capot, not even the cards."""
    thrown = Exchange(A, hand_of(["AH", "KH", "QH", "JH", "TH"]))
    made = decision(turn_of(played(), 1)._replace(action=thrown), SHORT, "odd")
    assert made.done == thrown != made.best and made.blamed
    assert made.cost > 60, "a repique alone is worth sixty"


def test_an_odd_call_is_compared_with_the_candidates():
    turn = turn_of(played(), 3)
    assert turn.known is not None
    odd = Call(A, 0, 4, action_of({"type": "call", "seat": "A", "category": "point", "length": 4, "value": 40}).tie)
    plain = advise(turn.known, SHORT)
    assert not any(alike(row.action, odd) for row in plain.options)
    named = advise(turn.known, SHORT, named=(odd,))
    assert {row.action for row in named.options} == {row.action for row in plain.options} | {odd}
    only = advise(turn.known, SHORT, named=(plain.options[0].action, odd), only_named=True)
    assert {row.action for row in only.options} == {plain.options[0].action, odd}


def test_the_cards_that_the_engine_chooses_make_no_other_action():
    hearts = hand_of(["AH", "KH", "QH", "JH", "TH", "9H", "8H"])
    assert alike(Call(A, 0, 7), Call(A, 0, 7, cards=hearts))
    assert not alike(Call(A, 0, 7), Call(A, 0, 6))
    assert alike(ClaimCarteBlanche(A, 5), ClaimCarteBlanche(A, 4))
