"""What a hand is worth by itself."""

import random

import pytest

from service.analysis.odds import evaluate, holdings_odds
from service.piquet.cards.cards import hand_of, names
from service.piquet.cards.ranking import CATEGORIES, POINT
from service.piquet.rulesets.published import ruleset
from tests.analysis import brute
from tests.analysis.test_odds import GAMES, rules_of
from tests.helpers.cards import cards
from tests.helpers.random_cases import generator

PORTLAND = ruleset("portland")


def valued(hand: str, discards: str = "", **overrides: object) -> list[tuple[str, str, int, bool]]:
    """Category, cards, score, whether good against the cards, of each holding."""
    rules = ruleset("portland", overrides)
    found = evaluate(rules, hand_of(cards(hand)), hand_of(cards(discards)))
    return [
        (CATEGORIES[held.category], " ".join(names(held.cards)), held.score, held.good_against_the_cards)
        for held in found.holdings
    ]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.rule("R5.1", "R5.8")
def test_holdings_are_those_found_by_trying_everything(name: str) -> None:
    """And each is good against the cards if nothing among the cards unseen is as good or better, taken together."""
    rng = generator(f"holdings {name}")
    rules = rules_of(name)
    game = brute.game(rules)
    good = 0
    for number in range(200):
        pack = rng.sample(brute.PACKS[rules.pack], rules.pack)
        if number % 4 == 0:  # a suit first: few random hands of the old pack have a good holding
            suit = rng.choice(brute.SUITS)
            pack.sort(key=lambda card: card[1] != suit)
        hand, discards = pack[: rng.randrange(1, 13)], pack[12 : 12 + rng.randrange(6)]
        found = evaluate(rules, hand_of(hand), hand_of(discards))
        unseen = [card for card in pack if card not in (*hand, *discards)]
        against = game.best(unseen)
        if rules.nought and any(sum(card[1] != suit for card in unseen) >= 12 for suit in brute.SUITS):
            against = {
                "point": max(against["point"], game.point(5, 50.5)),
                "sequence": max(against["sequence"], (5, 7.5)),
                "set": against["set"],
            }
        expected = {(category, held): (key > against[category]) for category, key, held in game.holdings(hand)}
        assert {
            (CATEGORIES[held.category], frozenset(names(held.cards))): held.good_against_the_cards
            for held in found.holdings
        } == expected
        good += sum(expected.values())
    assert good > 0


@pytest.mark.rule("R5.8")
def test_what_is_good_against_the_cards_is_good_in_every_hand() -> None:
    rng = random.Random(7)
    sure = 0
    for _ in range(300):
        pack = rng.sample(brute.PACKS[32], 32)
        hand, discards = hand_of(pack[:12]), hand_of(pack[12:17])
        found = evaluate(PORTLAND, hand, discards)
        for held, odds in zip(
            found.holdings, holdings_odds(PORTLAND, found, PORTLAND.cards & ~hand & ~discards), strict=True
        ):
            assert not held.good_against_the_cards or odds.good == odds.of == 455
            sure += held.good_against_the_cards
    assert sure > 50


@pytest.mark.rule("R5.12")
def test_the_six_spades_of_the_regles_du_piquet_score_six() -> None:
    """W8: A K Q J T 8, and the quint in them 15. Against both there are seven diamonds in a row."""
    assert valued("S AKQJT8 H A87 D A C A9") == [
        ("point", "AS KS QS JS TS 8S", 6, False),
        ("point", "AH 8H 7H", 3, False),
        ("sequence", "AS KS QS JS TS", 15, False),
        ("set", "AS AH AD AC", 14, True),
    ]


@pytest.mark.rule("R5.12")
def test_sequences_score_a_card_each_and_ten_from_the_quint_on() -> None:
    for ranks, score in (("987", 3), ("JT98", 4), ("KQJT9", 15), ("QJT987", 16), ("KQJT987", 17), ("AKQJT987", 18)):
        found = valued(f"S {ranks}")
        assert [points for category, _, points, _ in found if category == "sequence"] == [score]
    old = evaluate(ruleset("old-36"), hand_of([rank + "S" for rank in brute.RANKS]))
    assert [held.score for held in old.holdings] == [8, 19]  # 11 + 40 + 9 + 8 + 7 + 6 are 81: the tens of 86


@pytest.mark.rule("R5.12")
def test_old_points_score_by_their_pips() -> None:
    """Four cards of 41 score 4, as do five of 40: A T 7 6 6 cannot be, but T 9 8 7 6 are 40."""
    old = ruleset("old-36")
    found = evaluate(old, hand_of(["AS", "KS", "QS", "TS", "TH", "9H", "8H", "7H", "6H"]))
    assert [(held.said, held.score) for held in found.holdings if held.category == POINT] == [
        ((4, 2 * 41), 4),
        ((5, 2 * 40), 4),
    ]
    ending = valued("S AKQT7 H A KQ8 D A", point_ending_in_four=True)[:2]
    assert [held[2] for held in ending] == [5, 4]  # 48, and 11 + 10 + 10 + 8 = 39


@pytest.mark.rule("R5.8")
def test_three_aces_are_good_against_the_cards_when_no_quatorze_can_be_against_them() -> None:
    """A king, a queen, a knave and a ten of one's own, or discarded, are needed."""
    hand = "S A K H A Q D A J98 C 7 8 9 S 7"
    assert ("set", "AS AH AD", 3, False) in valued(hand)
    assert ("set", "AS AH AD", 3, True) in valued(hand, "TS")


@pytest.mark.rule("R3.1")
def test_a_carte_blanche_is_of_twelve_cards_as_dealt() -> None:
    blank = hand_of(cards("S AT97 H AT87 D A98 C A"))
    assert evaluate(PORTLAND, blank).carte_blanche == 10
    assert evaluate(PORTLAND, blank, hand_of(["8S"])).carte_blanche == 0
    assert evaluate(PORTLAND, blank & ~hand_of(["AC"])).carte_blanche == 0
    assert evaluate(PORTLAND, blank & ~hand_of(["AC"]) | hand_of(["JC"])).carte_blanche == 0


@pytest.mark.rule("R7.1")
def test_a_carte_rouge_needs_every_card_in_something_and_one_point_only() -> None:
    red = ruleset("portland", {"carte_rouge": 20})

    def carte_rouge(hand: str) -> int:
        return evaluate(red, hand_of(cards(hand))).carte_rouge

    assert carte_rouge("S AKQJT H QJT C QJT9") == 20  # sequences
    assert carte_rouge("S AKQ97 H A K Q D A K Q C T") == 0  # the ten is in nothing
    assert carte_rouge("S AKQ97 H A K Q D A K Q C A") == 20  # the point, three trios and a quatorze
    assert carte_rouge("S AKQ97 H AK87 D AK C A") == 0  # two points would be needed
    assert carte_rouge("S AKQ9 H AKQ87 D A KQ") == 0
    assert carte_rouge("S AKQ H AKQ87 D AKQ C A") == 20
    assert carte_rouge("S AKQ H AKQ87 D AKQ") == 0  # eleven cards
    assert evaluate(PORTLAND, hand_of(cards("S AKQJT H QJT C QJT9"))).carte_rouge == 0


@pytest.mark.rule("R5.1")
def test_a_nought_is_a_point_of_five_and_a_quint_without_cards() -> None:
    """Nought: 50½ and 5 points; below the quint to the ace and above that to the king, and 10 points."""
    hand = "S AKQJT H KQJT9 D 7 8"
    found = valued(hand, nought=True)
    assert [held for held in found if held[0] != "set"] == [
        ("point", "AS KS QS JS TS", 5, False),
        ("point", "", 5, False),
        ("point", "KH QH JH TH 9H", 5, False),
        ("sequence", "AS KS QS JS TS", 15, False),
        ("sequence", "", 10, False),
        ("sequence", "KH QH JH TH 9H", 15, False),
    ]
    assert evaluate(ruleset("portland", {"nought": True}), hand_of(cards(hand))).nought
    assert not evaluate(PORTLAND, hand_of(cards(hand))).nought
    assert "" not in [held[1] for held in valued(hand)]
