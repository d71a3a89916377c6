"""What a seat takes for possible, against placing the cards in every way and playing the deal again."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb

import pytest

from service.advice.hidden_hands import layouts_of, splits
from service.advice.knowledge import Knowledge
from service.advice.values import EFFORTS
from service.piquet.cards.cards import CARD, RANKS, cards_of, hand_of, mask_of
from service.piquet.cards.holdings import Holding, best_that_can_be_formed
from service.piquet.cards.ranking import SET
from service.piquet.engine import MutableDeal
from service.piquet.model.actions import Call, ClaimCarteBlanche, Decline, Exchange, Pass, Play, Reckon, Reply
from service.piquet.rules.play import playable
from service.piquet.rulesets.published import ruleset
from tests.advice.candid_players import has_sunk
from tests.advice.random_deals import (
    Placing,
    Position,
    fixed_cards,
    random_positions,
    replayed,
    rules_of,
    start_of,
    true_placing,
)
from tests.advice.told_deals import ToldDeal
from tests.helpers.cards import cards
from tests.helpers.random_cases import SCALE, generator, scale, seeds

#: Positions with more placings than this are compared by a sample of them.
MOST = round(130 * SCALE)
SAMPLED = 18


def unseen_cards(position: Position, seat: int) -> int:
    """The cards whose place a seat does not know."""
    placing = true_placing(position, seat)
    return (placing.hand | placing.discards | placing.left) & ~fixed_cards(position, seat)


def placing_count(position: Position, seat: int) -> int:
    """The ways to place the unseen cards, whatever was said."""
    true, unseen = true_placing(position, seat), unseen_cards(position, seat).bit_count()
    return comb(unseen, true.left.bit_count()) * comb(unseen - true.left.bit_count(), true.discards.bit_count())


def every_placing(position: Position, seat: int) -> Iterator[Placing]:
    """The unseen cards in every way that the numbers of cards allow."""
    true, unseen, fixed = true_placing(position, seat), unseen_cards(position, seat), fixed_cards(position, seat)
    for left in map(mask_of, combinations(cards_of(unseen), true.left.bit_count())):
        for discards in map(mask_of, combinations(cards_of(unseen & ~left), true.discards.bit_count())):
            yield Placing(unseen & ~left & ~discards | fixed, discards, left)


def some_placings(position: Position, seat: int, known: Knowledge, rng: random.Random) -> Iterator[Placing]:
    """Placings near the true one, and near others that the service takes for possible."""
    true, unseen, fixed = true_placing(position, seat), unseen_cards(position, seat), fixed_cards(position, seat)
    sizes = [(true.hand & ~fixed).bit_count(), true.discards.bit_count(), true.left.bit_count()]
    found = layouts_of(known).hands.tolist()
    for number in range(SAMPLED):
        hand = list(cards_of((rng.choice(found) if number % 2 else true.hand) & ~fixed))
        rest = list(cards_of(unseen & ~mask_of(hand)))
        rng.shuffle(rest)
        rng.shuffle(hand)
        for _ in range(min(number // 2 % 4, len(hand), len(rest))):
            hand.append(rest.pop())
            rest.insert(0, hand.pop(0))
        assert len(hand) == sizes[0]
        yield Placing(mask_of(hand) | fixed, mask_of(rest[: sizes[1]]), mask_of(rest[sizes[1] :]))


def is_possible(position: Position, seat: int, placing: Placing, *, candid: bool) -> bool:
    """Whether a placing is what a seat may take for possible; if both are candid, nothing was sunk in it."""
    found = replayed(position, seat, placing)
    return found is not None and not (candid and has_sunk(found, 1 - position.view(seat).role))


def is_found(known: Knowledge, hands: set[int], placing: Placing) -> bool:
    """Whether the service takes a placing for possible."""
    return placing.hand in hands and placing.left in splits(known, placing.hand).tolist()


def chosen_positions(number: int, rng: random.Random) -> list[tuple[Position, int]]:
    """Positions of one deal, mostly of its dialogue or soon after it, each with a seat."""
    positions = list(random_positions(rules_of(number), rng))
    if not positions:
        return []
    talking = [each for each in positions if len(each.state.tricks) < 2]
    some = [rng.choice(talking), rng.choice(positions), rng.choice(positions)]
    return [(each, rng.randint(0, 1)) for each in some]


def seen_in(position: Position, seat: int, known: Knowledge) -> set[str]:
    """What of the rules a position tries out."""
    role, other, state = position.view(seat).role, known.other, position.state
    kinds = {event.kind for event in position.events if event.seat != seat}
    found = {each.status for each in state.calls}
    found |= {"asked"} if any(each.asked for each in state.calls) else set()
    found |= {"bare call"} if any(each.tie is None and each.length for each in state.calls) else set()
    found |= {"void"} if known.void else set()
    found |= {"carte blanche"} if known.blanche else set()
    found |= {"looked"} if known.left_seen else set()
    found |= {"drawn"} if known.drawn_known else set()
    found |= {"again"} if state.again and other == 0 else set()
    found |= {"good against"} if known.said.against else set()
    found |= {"named"} if known.said.suits else set()
    found |= {"barred"} if state.barred and role == 0 else set()
    found |= {"nothing to reckon"} if state.reckoned and "reckoned" not in kinds and role == 0 else set()
    better = [event for event in position.events if event.kind == "replied" and len(event.more) > 2]
    return found | ({"better"} if better else set())


#: What comes up in most runs; the rest is in deals of its own.
OFTEN = {"passed", "good", "not_good", "equal", "asked", "bare call", "void", "looked", "drawn", "better"}


def compared(position: Position, seat: int, rng: random.Random, *, candid: bool, most: int = MOST) -> Counter[str]:
    """Compare what a seat takes for possible with what it may; count what was tried.

    Every placing is tried if there are not too many, else some.
    """
    known = position.known(seat, candid=candid)
    layouts = layouts_of(known)
    found = dict(zip(layouts.hands.tolist(), layouts.counts.tolist(), strict=True))
    told = (seat, position.state, position.events)
    whole = placing_count(position, seat) <= most
    placings = every_placing(position, seat) if whole else some_placings(position, seat, known, rng)
    tried, by_hand = Counter[str](), Counter[int]()
    for placing in placings:
        possible = is_possible(position, seat, placing, candid=candid)
        assert is_found(known, found.keys(), placing) == possible, (placing, told)
        by_hand[placing.hand] += possible
        tried["possible" if possible else "impossible"] += 1
    if whole:
        assert found == +by_hand, told
        assert layouts.total == by_hand.total(), told
    tried.update(seen_in(position, seat, known), whole=whole, sampled=not whole)
    return tried


@pytest.mark.rule("R3.4", "R4.3", "R4.4", "R4.5", "R4.6", "R5.1", "R5.2", "R5.3", "R5.8", "R5.11", "R5.13", "R6.1")
@pytest.mark.parametrize(("candid", "number"), [(False, 40), (True, 26)], ids=["nothing assumed", "candid"])
def test_the_layouts_are_the_placings_in_which_the_deal_could_have_gone_as_it_went(candid: bool, number: int) -> None:
    tried: Counter[str] = Counter()
    for count, (_, rng) in enumerate(seeds(f"layouts {candid}", number)):
        for position, seat in chosen_positions(count, rng):
            if not candid or not has_sunk(position, position.known(seat).other):
                tried += compared(position, seat, rng, candid=candid)
    print(tried)
    assert tried["whole"] + tried["sampled"] >= scale(100 if not candid else 25)
    assert min(tried["possible"], tried["impossible"]) >= scale(150)
    assert candid or tried.keys() >= OFTEN, OFTEN - tried.keys()


PORTLAND = ruleset("portland")


@pytest.mark.rule("R5.3", "R7.6")
def test_when_younger_has_reckoned_elder_knows_whether_the_point_was_barred() -> None:
    """Elder's four make 37. Younger's Q J 9 8 7 has no four that beat it: nobody scores the point (Law 46)."""
    told = ToldDeal.exchanged(PORTLAND, "S KT98 H KT D KT7 C KT7", "S 7 H QJ987 D QJ9 C QJ9", "S AQJ D A8", "H A C A8")
    told.calls("point", 4).replies("equal").states(37).replies("not_good").passes("sequence", "set").plays("KS")
    assert told.position.state.barred
    before = compared(told.position, 0, generator("barred"), candid=False, most=500)
    after = compared(told.do(Reckon(1)).position, 0, generator("barred"), candid=False, most=500)
    assert before["whole"]
    assert after["whole"]
    assert 0 < after["possible"] < before["possible"] < 455


@pytest.mark.rule("R5.3")
def test_who_declines_to_state_a_tie_break_holds_what_was_called_and_the_other_as_many() -> None:
    told = ToldDeal.exchanged(PORTLAND, "S KT98 H KT D KT7 C KT7", "S 7 H QJ987 D QJ9 C QJ9", "S AQJ D A8", "H A C A8")
    told.calls("point", 4).replies("equal").do(Decline(0)).passes("sequence", "set").plays("KS")
    tried = compared(told.do(Reckon(1)).position, 0, generator("declined"), candid=False, most=500)
    assert tried["whole"]
    assert tried["declined"]
    assert 0 < tried["possible"] < 455


@pytest.mark.rule("R5.8")
def test_a_low_call_that_was_good_against_the_cards_tells_what_elder_has_put_away() -> None:
    """Elder calls a tierce to the ace and reckons a quart. Had elder neither held nor put away the ten of spades, it
    might have made a quart of younger's 9 8 and the 7 that younger has put away: it is not among the two cards left."""
    told = ToldDeal.exchanged(
        PORTLAND, "S AKQJ H AJT D AJT C AJ", "S 98 H KQ9 D KQ9 C KQ98", "S T C T7 H 7 D 7", "S 7", left="H 8 D 8"
    )
    told.passes("point").calls("sequence", 3, "A").replies("good").passes("set")
    told.plays("AH").do(Reckon(1, ()))
    first_legal_cards(told, 18)
    tried = compared(told.position, 1, generator("good against"), candid=False, most=20_000)
    assert tried["good against"]
    assert tried["whole"]
    assert tried["possible"]
    for left in layouts_left(told.position, 1):
        assert not left & hand_of(["TS"])


def called_three_queens() -> Knowledge:
    """36 cards: elder called three queens and reckons three aces, too; what younger knows before their first card.

    Elder may have 4,368 hands, each with 462 ways to have put away six of the other cards."""
    rules = ruleset("portland", {"pack": 36, "elder_max": 8})
    elder, younger = "AS QS 8S AH QH 7H 6H AD QD 9D 6D 8C", "TS 9S 6S JH TH KD TD 8D AC KC QC 9C"
    talon = "KS KH JC TC 7S 8H JD 7D JS 6C 7C 9H"
    start = start_of(rules, 1, hand_of(elder.split()), hand_of(younger.split()), tuple(CARD[c] for c in talon.split()))
    table = MutableDeal(rules, start)
    aces, queens = (Holding(SET, hand_of([rank + suit for suit in "SHD"])) for rank in "AQ")
    away = hand_of(["7H", "8S", "6H", "8C", "6D", "9D"])
    did = [Exchange(0, away), Exchange(1, hand_of(["KD"])), Pass(0, 0), Pass(0, 1), Call(0, SET, 3, queen())]
    did += [Reply(1, "good"), Reckon(0, (queens, aces)), Play(0, CARD["8H"])]
    assert not table.apply_all(did)
    return Position(rules, start, tuple(table.done), table.state, table.events).known(1)


def queen() -> int:
    """The rank of queens, as a set has it."""
    return RANKS.index("Q")


@pytest.mark.rule("R5.8")
def test_the_layouts_of_each_hand_are_those_in_which_three_queens_were_good_against_the_cards() -> None:
    """Of younger's cards and the five left no three kings and no quatorze can be formed: both would be as good."""
    known = called_three_queens()
    layouts = layouts_of(known)
    assert not known.said.complete
    counts = dict(zip(layouts.hands.tolist(), layouts.counts.tolist(), strict=True))
    free = cards_of(known.unseen)
    rng = generator("three queens")
    for _ in range(30):
        hand = known.held | mask_of(rng.sample(free, known.missing))
        rest = known.unseen & ~hand
        seen = known.rules.cards & ~(known.unseen | known.held | known.played)
        good = [
            left
            for left in map(mask_of, combinations(cards_of(rest), known.left))
            if best_that_can_be_formed(SET, seen | left, known.rules.counting) < (3, queen())
        ]
        assert counts.get(hand, 0) == len(good)
        assert splits(known, hand).tolist() == good


def test_the_layouts_are_counted_by_arrays() -> None:
    """Python asks about no single one of the two million layouts: its calls are a few for each array."""
    known, calls = called_three_queens(), Counter[str]()
    layouts_of(known)  # makes the tables
    sys.setprofile(lambda frame, event, argument: calls.update([event]))
    try:
        layouts_of(known)
    finally:
        sys.setprofile(None)
    assert calls.total() < 20_000


def test_the_work_to_find_layouts_is_deducted_from_the_search() -> None:
    """As far as it is more than a pack of 32 cards can need: 125,970 hands, compared with up to six statements."""
    quick = EFFORTS["quick"]
    assert quick.left(125_970 * 10 // 64) == quick.budget
    assert 0 < quick.left(quick.positions // 2) < quick.budget
    assert quick.left(2 * quick.positions) == 0


def first_legal_cards(told: ToldDeal, tricks: int) -> None:
    """Play so many cards, each the first in the order of the service that is legal."""
    for _ in range(tricks):
        state = told.position.state
        told.do(Play(state.to_act, cards_of(playable(state, state.to_act))[0]))


def layouts_left(position: Position, seat: int) -> Iterator[int]:
    """The cards left in each layout."""
    known = position.known(seat)
    for hand in layouts_of(known).hands.tolist():
        yield from splits(known, hand).tolist()


@pytest.mark.rule("R3.4", "R4.6")
def test_of_a_carte_blanche_elder_may_keep_more_after_a_second_exchange() -> None:
    """Elder has shown twelve cards, put away five of them, and then two more, which may be two of the five drawn."""
    blank = "S T98 H T98 D T987 C 98"
    told = ToldDeal(ruleset("french"), blank, "S AKQJ H AKQJ D AKQJ", "S 7 H 7 C 7 C AKQJT")
    told.do(ClaimCarteBlanche(0), Exchange(0, hand_of(cards("S T98 C 98"))))
    told.do(Exchange(1, hand_of(["JS"])), Exchange(0, hand_of(["7H", "TH"])))
    told.passes("point", "sequence", "set").plays("TD").do(Reckon(1))
    first_legal_cards(told, 16)
    tried = compared(told.position, 1, generator("again"), candid=False, most=500)
    assert tried["again"]
    assert tried["carte blanche"]
    assert tried["whole"]
    assert tried["possible"]
    assert tried["impossible"]


@pytest.mark.rule("R5.11")
def test_a_nought_that_was_reckoned_is_held_though_it_shows_no_cards() -> None:
    """Younger lacks spades, and reckons a point of 50½ and a quint of the nought."""
    rules = ruleset("portland", {"nought": True})
    told = ToldDeal.exchanged(rules, "S AKQJT98 H A D A C A87", "H KQJ9 D KQJ9 C KQJ9", "S 7 H 87 D 87", "H T D T C T")
    told.passes("point", "sequence", "set").plays("AH").do(Reckon(1, (Holding(0, 0), Holding(1, 0))))
    tried = compared(told.position, 0, generator("nought"), candid=False, most=500)
    assert tried["whole"]
    (hand, *_) = layouts_of(told.position.known(0)).hands.tolist()
    assert not hand & hand_of(cards("S 7"))


@pytest.mark.rule("R5.2")
def test_the_length_that_is_said_to_be_better_is_held_where_pips_decide() -> None:
    """36 cards: younger says *not good, six*; the six beat elder's call by their pips."""
    rng, told = generator("pips"), 0
    while told < 3:
        for position in random_positions(ruleset("old-36"), rng):
            better = [each.more for each in position.events if each.kind == "replied" and "length" in each.more]
            if len(position.state.tricks) == 3 and better and better[0]["category"] == "point":
                compared(position, 1 - position.state.dealer, rng, candid=False)
                told += 1
                break
