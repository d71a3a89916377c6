"""The odds of a holding against plain enumeration, and against figures that were published or counted by hand."""

from fractions import Fraction
from math import comb

import pytest

from service.analysis.odds import Evaluation, Odds, evaluate, holdings_odds, odds_of
from service.piquet.cards.cards import PACKS as MASKS, hand_of, names
from service.piquet.cards.holdings import is_carte_blanche
from service.piquet.cards.ranking import CATEGORIES, NOUGHT, PLAIN, POINT, SET
from service.piquet.rulesets.parameters import Ruleset
from service.piquet.rulesets.published import ruleset
from tests.analysis import brute
from tests.helpers.random_cases import generator

GAMES = {
    "portland": {},
    "wikipedia": {},
    "portland with nought": {"nought": True},
    "old-36": {},
    "old-36 with nought": {"nought": True},
    "au-cent with pips": {"point_comparison": "pips", "point_score": "pips"},
}


def rules_of(name: str) -> Ruleset:
    return ruleset(name.split()[0], GAMES[name])


def check(rules: Ruleset, hand: list[str], unseen: list[str], held: list[str]) -> tuple[Evaluation, int]:
    """Holdings and odds are those of plain enumeration; the evaluation, and how many hands the other may have."""
    game = brute.game(rules)
    evaluation = evaluate(rules, hand_of(hand))
    found = {
        (CATEGORIES[valued.category], frozenset(names(valued.cards))): odds
        for valued, odds in zip(
            evaluation.holdings,
            holdings_odds(rules, evaluation, hand_of(unseen), hand_of(held)),
            strict=True,
        )
    }
    others = list(game.others(unseen, held))
    expected = {
        (category, cards): Odds(*brute.odds(key, category, others)) for category, key, cards in game.holdings(hand)
    }
    assert found == expected, (hand, unseen, held)
    return evaluation, len(others)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.rule("R5.2", "R5.6")
def test_odds_are_those_of_plain_enumeration(name: str) -> None:
    rng = generator(f"odds {name}")
    rules = rules_of(name)
    holdings = 0
    for _ in range(60):
        pack = rng.sample(brute.PACKS[rules.pack], rules.pack)
        hand, others = pack[: rng.choice((12, 12, 12, rng.randrange(1, 13)))], pack[12:]
        shown = rng.randrange(13)
        fitting = 12 + rng.randrange(4)
        evaluation, _ = check(rules, hand, others[shown:fitting], others[:shown])
        holdings += len(evaluation.holdings)
    assert holdings > 60


@pytest.mark.parametrize("name", GAMES)
def test_odds_are_those_of_plain_enumeration_where_voids_and_long_suits_are_common(name: str) -> None:
    """Cards that are near one another lie together, so that hands are lopsided."""
    rng = generator(f"lopsided odds {name}")
    rules = rules_of(name)
    for _ in range(12):
        cards = brute.PACKS[rules.pack]
        near = sorted(cards, key=lambda card, cards=cards: cards.index(card) + rng.randrange(10))
        start = rng.randrange(len(near))
        pack = near[start:] + near[:start]
        check(rules, pack[:12], pack[-15:], [])


def test_odds_before_the_exchange_are_those_of_all_hands() -> None:
    rng = generator("odds before the exchange")
    pack = rng.sample(brute.PACKS[32], 32)
    _, others = check(rules_of("portland with nought"), pack[:12], pack[12:], [])
    assert others == 125_970


# ---------------------------------------------------------------- published, or counted by hand


@pytest.mark.rule("R3.1")
def test_a_named_hand_has_a_carte_blanche_once_in_1792_deals() -> None:
    """W16: C(20,12) / C(32,12), published as 1 in 1792.4."""
    blank = [card for card in brute.PACKS[32] if is_carte_blanche(hand_of([card]))]
    chance = Fraction(comb(len(blank), 12), comb(32, 12))
    assert chance == Fraction(comb(20, 12), comb(32, 12))
    assert f"{float(1 / chance):.1f}" == "1792.4"


KINGS = ["KS", "KH", "KD", "KC", "QS", "JS", "9S", "8H", "7H", "9D", "7C", "8C"]


@pytest.mark.rule("R5.2")
def test_four_kings_are_beaten_by_four_aces_only() -> None:
    """The other has them in C(16,8) of C(20,12) hands; equal sets there are none."""
    unseen = MASKS[32] & ~hand_of(KINGS)
    assert odds_of(PLAIN, SET, [(4, brute.RANKS.index("K"))], unseen) == [
        Odds(comb(20, 12) - comb(16, 8), 0, comb(16, 8))
    ]


@pytest.mark.rule("R5.13")
def test_an_ace_that_was_shown_makes_the_other_three_likelier() -> None:
    """Of C(19,11) hands with the ace, C(16,8) have the other three."""
    ace = hand_of(["AS"])
    unseen = MASKS[32] & ~hand_of(KINGS) & ~ace
    (odds,) = odds_of(PLAIN, SET, [(4, brute.RANKS.index("K"))], unseen, ace)
    assert odds == Odds(comb(19, 11) - comb(16, 8), 0, comb(16, 8))


def test_after_elder_took_five_the_other_may_hold_455_hands() -> None:
    discards = hand_of(["AS", "AH", "AD", "TC", "TD"])
    (odds,) = odds_of(PLAIN, SET, [(4, brute.RANKS.index("K"))], MASKS[32] & ~hand_of(KINGS) & ~discards)
    assert odds == Odds(455, 0, 0)
    assert odds.of == comb(15, 12)


@pytest.mark.rule("R5.1")
def test_a_point_of_pips_is_equal_however_many_cards_make_it() -> None:
    """old-36: knave, ten, eight, seven and six are 41, and so are ace, king, queen and ten."""
    how = ruleset("old-36").counting
    held = hand_of(["JH", "TH", "8H", "7H", "6H", "7D", "6D", "7C", "6C", "7S", "6S", "8S"])
    assert odds_of(how, POINT, [how.grade(POINT, (4, 2 * 41))], 0, held) == [Odds(0, 1, 0)]
    assert odds_of(how, POINT, [how.grade(POINT, (4, 2 * 40))], 0, held) == [Odds(0, 0, 1)]
    assert odds_of(how, POINT, [how.grade(POINT, (5, 2 * 42))], 0, held) == [Odds(1, 0, 0)]


def test_a_void_of_the_other_counts_where_noughts_do() -> None:
    """Spades are all in one's own hand: each of the other's hands has a point of 50½ and a quint below the ace's."""
    plain, nought = ruleset("portland").counting, ruleset("portland", {"nought": True}).counting
    spades = [rank + "S" for rank in "AKQJT987"]
    unseen = MASKS[32] & ~hand_of([*spades, "AH", "AD", "AC", "KH"])
    for category in (0, 1):
        (above, equal), (below,) = {
            0: ([(5, 2 * 51), NOUGHT[0]], [(4, 2 * 41)]),
            1: ([(5, 2 * 8), NOUGHT[1]], [(5, 2 * 7)]),
        }[category]
        found = odds_of(nought, category, [above, equal, below], unseen)
        assert [odds.beaten == comb(20, 12) for odds in found] == [False, False, True]
        assert found[1].good == 0 and found[1].equal > 0
        assert found[0].beaten == odds_of(plain, category, [above], unseen)[0].beaten


def test_what_fits_no_hand_is_refused() -> None:
    with pytest.raises(ValueError, match="no hand of 12"):
        odds_of(PLAIN, SET, [(4, 8)], hand_of(["AS"]), 0)
    with pytest.raises(ValueError, match="no hand of 1"):
        odds_of(PLAIN, SET, [(4, 8)], 0, hand_of(["AS", "KS"]), 1)
