"""W1 and its companions: what the sources count out, and what follows by arithmetic."""

import itertools
import math
import random

import pytest

from tests.helpers.cards import AUTOMATIC, PACK, cards, portland
from tests.helpers.game import Game
from tests.helpers.http import compare, settle

# -- W1: the Britannica's deal

# The words of the text, with what is scored so far in brackets (A, elder, and B).
DEALT_A = "S AKJ H AQJ8 C J87 D 98"
DEALT_B = "S T7 H T97 C KQT D AQJT"
TAKEN = "9S 8S KH 9C KD QS AC 7D"


@pytest.mark.rule(
    "R2.2", "R4.1", "R4.2", "R4.3", "R5.2", "R5.3", "R5.6", "R5.7", "R5.11", "R5.12", "R6.1", "R6.2", "R6.3", "R7.1"
)
def test_w1_the_britannicas_deal_word_by_word():
    game = Game.deal(DEALT_A, DEALT_B, TAKEN, dealer="B")
    totals = []

    def step(played: Game) -> None:
        totals.append(played.score)

    # "He discards king of spades; eight, seven of clubs; and nine, eight of diamonds. He takes in nine, eight of
    # spades; king of hearts; nine of clubs; and king of diamonds."
    game.exchange("KS 8C 7C 9D 8D")
    assert game.state["drawn"]["A"] == cards("9S 8S KH 9C KD")
    # "He discards seven of spades; and nine, seven of hearts. He takes in queen of spades; ace of clubs; and seven of
    # diamonds."
    game.exchange("7S 9H 7H")
    assert game.state["drawn"]["B"] == cards("QS AC 7D")
    assert set(game.state["hands"]["A"]) == set(cards("S AJ98 H AKQJ8 D K C J9"))
    assert set(game.state["hands"]["B"]) == set(cards("S QT H T D AQJT7 C AKQT"))

    # "Five cards." "Equal." "Making forty-nine." "Good." - "Five."
    game.call("point", 5).equal().states(49).good()
    assert game.score == (0, 0)
    step(game.reckon("point H AKQJ8"))
    # "A quart major, nine."
    step(game.call("sequence", 4, "A").good().reckon("sequence H AKQJ"))
    # "Three knaves?" "Not good."
    step(game.call("set", 3, "J").not_good())
    # Leads ace of hearts: "ten." B: "four tens, fourteen, and three queens, seventeen," and plays the ten of hearts.
    step(game.play("AH"))
    step(game.reckon("set TS TH TD TC", "set QS QD QC"))
    step(game.play("TH"))
    # The remaining hearts: "eleven, twelve, thirteen, fourteen."
    for lead, follow in (("KH", "7D"), ("QH", "TD"), ("JH", "JD"), ("8H", "QD")):
        step(game.play(lead))
        step(game.play(follow))
    # King of diamonds: "fifteen." The ace: "eighteen."
    step(game.play("KD"))
    step(game.play("AD"))
    # The winning clubs: "nineteen, twenty, twenty-one, twenty-two." A keeps ace and knave of spades: "fifteen."
    for lead, follow in (("AC", "9C"), ("KC", "JC"), ("QC", "8S"), ("TC", "9S")):
        step(game.play(lead))
        step(game.play(follow))
    # The queen of spades: "twenty-three." The ace: "sixteen." Then the knave: "eighteen" (the lead and the last trick),
    # and ten for the cards, "twenty-eight."
    step(game.play("QS"))
    step(game.play("AS"))
    step(game.play("JS"))
    assert game.scored == [("elder", "lead", 1)]
    step(game.play("TS"))
    assert game.scored == [("elder", "last_trick", 1), ("elder", "cards", 10)]
    assert totals == [
        (5, 0), (9, 0), (9, 0), (10, 0), (10, 17), (10, 17),
        (11, 17), (11, 17), (12, 17), (12, 17), (13, 17), (13, 17), (14, 17), (14, 17),
        (15, 17), (15, 18),
        (15, 19), (15, 19), (15, 20), (15, 20), (15, 21), (15, 21), (15, 22), (15, 22),
        (15, 23), (16, 23), (17, 23), (28, 23),
    ]  # fmt: skip
    assert (game.phase, game.state["partie"]["score"]) == ("deal_over", {"A": 28, "B": 23})
    assert sum(trick["winner"] == "A" for trick in game.state["tricks"]) == 7
    assert game.bonuses() == []


@pytest.mark.rule("R2.1", "R5.12", "R6.1")
@pytest.mark.parametrize("suits", ["HDCS", "DCSH", "CSHD", "CDHS"])
def test_w1_with_the_suits_exchanged_comes_to_the_same(suits):
    # No suit is better than another. What is reckoned is left to the service here.
    def turned(text: str) -> str:
        return " ".join(card[0] + suits["SHDC".index(card[1])] for card in cards(text))

    game = Game.deal(turned(DEALT_A), turned(DEALT_B), turned(TAKEN))
    game.exchange(turned("KS 8C 7C 9D 8D")).exchange(turned("7S 9H 7H"))
    game.call("point", 5).equal().states(49).good().reckon().call("sequence", 4).good().reckon()
    game.call("set", 3, "J").not_good().play(turned("AH")).reckon()
    assert set(game.state["shown"]["A"]) == set(cards(turned("H AKQJ8")))
    assert set(game.state["shown"]["B"]) == set(cards(turned("TS TH TD TC QS QD QC")))
    game.play(turned("TH KH 7D QH TD JH JD 8H QD KD AD AC 9C KC JC QC 8S TC 9S QS AS JS TS"))
    assert game.score == (28, 23)
    automatic = Game.deal(turned(DEALT_A), turned(DEALT_B), turned(TAKEN), ruleset=AUTOMATIC)
    automatic.exchange(turned("KS 8C 7C 9D 8D")).exchange(turned("7S 9H 7H")).play(turned("AH"))
    assert automatic.score == (10, 17)


# -- W3


@pytest.mark.rule("R7.2", "R7.5")
@pytest.mark.parametrize(
    ("overrides", "points"),
    [({}, 91), ({"repique_test": "opponent_scores_nothing", "equality_saves_repique": True}, 31)],
)
def test_w3_two_quatorzes_and_a_trio_behind_an_equal_point(overrides, points):
    # S2: 14 + 14 + 3 = 31, and 60 more though the point was equal. S1: an equal point, no repique.
    # (That the sequences too are equal, as S2 says, cannot be dealt: see the next test.)
    # Point: clubs K J T 8, 38, and spades A Q T 7, 38. No sequence on either side.
    elder, younger = "C KJT8 H KJ87 D K98 S J", "S AQT7 H AQT D AQT C AQ"
    game = Game.exchanged(elder, younger, ruleset=portland(**overrides)).call("point", 4).equal().states(38).equal()
    game.passes("sequence").call("set", 3, "K").not_good().play("JS").reckon()
    assert game.score == (1, points)
    answer, categories = compare(elder, younger, portland(**overrides))
    assert categories["point"]["good"] == "equal"
    assert categories["sequence"]["good"] is None
    assert answer["score"] == {"elder": 0, "younger": points}


def test_w3_sequences_cannot_be_equal_beside_two_quatorzes_and_a_trio():
    # Eleven cards are of three ranks from the ten up, one is free. A tierce then has two of the three ranks at least,
    # so one of a quatorze: the same tierce in another suit would need a fifth card of that rank.
    for first, second, third in itertools.permutations("AKQJT", 3):
        held = [(rank, suit) for rank in (first, second) for suit in "SHDC"] + [(third, suit) for suit in "SHD"]
        for free in itertools.product("AKQJT987", "SHDC"):
            if free in held:
                continue
            hand = {*held, free}
            for start, suit in itertools.product(range(6), "SHDC"):
                run = "AKQJT987"[start : start + 3]
                if all((rank, suit) in hand for rank in run):
                    assert any(sum(card[0] == rank for card in hand) == 4 for rank in run)


@pytest.mark.rule("R7.2", "R7.5")
def test_w3_with_equal_point_and_sequence_and_a_carte_blanche():
    # Both equal can be had where the thirty are a carte blanche, 10, and two quatorzes, 28. Younger is dealt no court
    # card, shows it, and draws the kings. Point: A K 9 8 7, 45, against Q J T 8 7, 45; sequences: 9 8 7 each.
    game = Game.deal("H QJT87 D QJT C 987 S J", "S AT987 H A D A987 C AT", "S QK H K D K C KQJ H 9")
    game.exchange("S J").do("younger", "claim_carte_blanche").exchange("S T D 987")
    assert set(game.state["hands"]["B"]) == set(cards("S AK987 H AK D AK C AKT"))
    game.call("point", 5, 45).equal().call("sequence", 3, "9").equal().passes("set").play("QH")
    game.reckon("set AS AH AD AC", "set KS KH KD KC")
    assert game.score == (1, 10 + 28 + 60)


# -- W4 and W5: capots


@pytest.mark.rule("R5.5", "R5.7", "R6.3", "R7.2")
def test_w4_ace_king_queen_of_every_suit():
    # Point 3, four tierces 12, three quatorzes 42, repique 60; twelve leads, the last trick, capot 40: 170.
    game = Game.exchanged("S AKQ H AKQ D AKQ C AKQ", "S J98 H J98 D J98 C J98")
    totals = [game.call("point", 3, 31).good().reckon().score]
    totals += [game.call("sequence", 3, "A").good().reckon().score]
    totals += [game.call("set", 4, "A").good().reckon().score]
    assert totals == [(3, 0), (15, 0), (117, 0)]
    game.play("AS 8S").play_out()
    assert game.score == (3 + 12 + 42 + 60 + 12 + 1 + 40, 0) == (170, 0)
    automatic = Game.exchanged("S AKQ H AKQ D AKQ C AKQ", "S J98 H J98 D J98 C J98", ruleset=AUTOMATIC).play_out()
    assert automatic.score == (170, 0)


# Elder's hand of W5 after the exchange, and a younger who throws every card that could take a trick.
W5_PLAY = (
    "AS KH KS QH QS JH JS KD TS QD 9S JD"  # six spades: courts go
    " AH 9H AD 9D AC 9C TH 8H TD 8D TC 8C"
)


@pytest.mark.rule("R3.1", "R3.2", "R3.3", "R7.2", "R6.3")
def test_w5_carte_blanche_and_the_game():
    # 10 + 6 + 16 = 32, repique; four aces, four tens 28; play 13; capot 40: 173.
    game = Game.deal("S AT9 H AT D AT C AT S 87 H 7", "H KQJ98 D KQJ9 C KQJ", "S KQJ C 98 D 8 C 7 D 7")
    game.do("elder", "claim_carte_blanche", exchange=3).do("younger", "commit_discard", cards="C KQJ")
    assert game.score == (10, 0)
    game.exchange("8S 7S 7H")
    assert set(game.state["hands"]["A"]) == set(cards("S AKQJT9 H AT D AT C AT"))
    totals = [game.call("point", 6).good().reckon().score]
    totals += [game.call("sequence", 6).good().reckon().score]
    totals += [game.call("set", 4, "A").good().reckon().score]
    assert totals == [(16, 0), (92, 0), (120, 0)]
    game.play(W5_PLAY)
    assert game.score == (10 + 6 + 16 + 60 + 28 + 13 + 40, 0) == (173, 0)


@pytest.mark.rule("R3.2", "R7.1", "R7.2")
def test_w5_as_a_comparison_and_what_a_carte_blanche_of_the_others_would_do():
    # 10, point 6, sixième 16: 32, repique 60; two quatorzes 28.
    elder, younger = "S AKQJT9 H AT D AT C AT", "H KQJ98 D KQJ98 C 98"
    answer, _ = compare(elder, younger, carte_blanche="elder")
    assert (answer["score"], answer["repique"]) == ({"elder": 120, "younger": 0}, "elder")
    assert answer["steps"][0] == {"side": "elder", "kind": "carte_blanche", "points": 10}
    # With none, 22 before the sets and 50 with them: a repique too, since younger has nothing.
    assert compare(elder, younger)[0]["score"] == {"elder": 50 + 60, "younger": 0}
    # Younger's saves (W2's last words).
    answer, _ = compare(elder, younger, carte_blanche="younger")
    assert (answer["score"], answer["repique"]) == ({"elder": 50, "younger": 10}, None)
    assert answer["saved"] == {"side": "elder", "bonus": "repique", "by": "carte_blanche"}


# -- W6, W7


@pytest.mark.rule("R8.2")
def test_w6_and_w7_parties():
    nil = ((0, 0),) * 5
    assert [settle(*nil, totals)["settlement"] for totals in ((154, 113), (154, 93), (128, 119), (117, 96))] == [
        154 - 113 + 100,
        154 + 93 + 100,
        128 - 119 + 100,
        117 + 96 + 100,
    ]


# -- W8, W9, W10: comparisons


@pytest.mark.rule("R5.2", "R5.12")
def test_w8_six_spades_against_six_diamonds():
    # A K Q J T 8: 11 + 40 + 8 = 59 (S3 prints 58). A K Q 9 8 7: 11 + 20 + 24 = 55. Six points for the spades.
    spades, diamonds = "S AKQJT8", "D AKQ987"
    _, categories = compare(spades, diamonds)
    point = categories["point"]
    assert point["good"] == "elder"
    assert (point["elder"]["value"], point["younger"]["value"]) == (59, 55)
    assert [item["points"] for item in point["reckoned"]] == [6]
    assert compare(diamonds, spades)[1]["point"]["good"] == "younger"
    # As a dialogue.
    game = Game.exchanged(f"{spades} H AK87 C 87", f"{diamonds} H QJ9 C AQJ").call("point", 6).equal().states(59)
    game.refused("younger", "reply", reply="not_good")
    game.good().reckon()
    assert (game.event("point")["points"], game.event("point")["value"]) == (6, 59)


@pytest.mark.rule("R5.7")
def test_w9_a_quatorze_carries_a_lower_trio():
    _, categories = compare("TS TH TD TC JS JH JD", "AS AH AD KS KH KD")
    sets = categories["set"]
    assert sets["good"] == "elder"
    assert sorted(item["points"] for item in sets["reckoned"]) == [3, 14]
    assert sum(item["points"] for item in sets["reckoned"] if item["side"] == "elder") == 17
    _, categories = compare("AS AH AD KS KH KD", "TS TH TD TC JS JH JD")
    assert categories["set"]["good"] == "younger"
    assert {item["side"] for item in categories["set"]["reckoned"]} == {"younger"}


@pytest.mark.rule("R5.7")
def test_w10_a_quart_carries_a_tierce_minor_past_a_lower_quart():
    answer, categories = compare("S QJT9 H 987", "D JT98")
    assert categories["sequence"]["good"] == "elder"
    assert [(item["side"], item["points"]) for item in categories["sequence"]["reckoned"]] == [
        ("elder", 4),
        ("elder", 3),
    ]
    # The first has four points for the point as well (39 to 37).
    assert answer["score"] == {"elder": 4 + 7, "younger": 0}


@pytest.mark.rule("R5.10", "R5.6")
def test_in_a_comparison_younger_is_good_where_elder_has_nothing():
    # No sequence and no set against a tierce and three aces; for the point clubs each, 26 and 30.
    answer, categories = compare("S K9 H Q9 D J9 C T97", "S A H A D A C KQJ")
    assert {name: category["good"] for name, category in categories.items()} == {
        "point": "younger",
        "sequence": "younger",
        "set": "younger",
    }
    assert answer["score"] == {"elder": 0, "younger": 3 + 3 + 3}
    answer, categories = compare("S 97", "H 97")
    assert [category["good"] for category in categories.values()] == [None, None, None]
    assert answer["score"] == {"elder": 0, "younger": 0}


# -- W11 to W14: repique and pique


@pytest.mark.rule("R7.1", "R7.2")
def test_w11_a_point_that_is_not_good_saves_the_repique():
    # Quint 15, tierce 3, quatorze 14: 32. Younger's six diamonds come before them in order.
    elder, younger = "S AKQJT H AKQ D AJ C A7", "D KQT987 H J98 C KJ8"
    game = Game.exchanged(elder, younger).call("point", 5).not_good()
    game.call("sequence", 5).good().reckon().call("set", 4, "A").good().reckon()
    assert game.score == (32, 0)
    game.play("AS").reckon("point D KQT987")
    assert game.score == (33, 6)
    assert game.bonuses() == []
    assert ("elder", "repique", "point") in game.saved()
    answer, _ = compare(elder, younger)
    assert (answer["score"], answer["repique"]) == ({"elder": 32, "younger": 6}, None)
    assert (answer["saved"]["side"], answer["saved"]["bonus"], answer["saved"]["by"]) == ("elder", "repique", "point")


@pytest.mark.rule("R7.1", "R7.3")
def test_w12_three_tens_save_the_pique():
    # Huitième: 8 for the point and 18; a tierce 3: 29, and the lead 30. But the trio comes before the lead.
    game = Game.exchanged("S AKQJT987 H 987 D 7", "H KT D AKQT C AQJT98", ruleset=AUTOMATIC)
    assert game.score == (29, 0)
    game.play("AS")
    assert game.score == (30, 3)
    assert game.bonuses() == []
    assert game.saved() == [("elder", "pique", "set")]


@pytest.mark.rule("R3.2", "R7.2")
def test_w13_carte_blanche_point_and_quint_are_a_repique():
    # 10 + 5 + 15 = 30.
    game = Game.deal("S AT H AT987 D 98 C 987", "H KQJ D AKQJT7 C AKQ", "S KQJ C JT S 987")
    game.do("elder", "claim_carte_blanche", exchange=3).do("younger", "commit_discard", cards="7D")
    game.exchange("D 98 C 7")
    game.call("point", 5, 51).good().reckon("point S AKQJT")
    game.call("sequence", 5).good().reckon("sequence S AKQJT")
    assert game.score == (30 + 60, 0)
    assert game.bonuses() == [("elder", "repique", 60)]


@pytest.mark.rule("R7.3", "R7.4")
def test_w14_a_capot_does_not_make_a_pique():
    # In hand 13: point 6 (A K Q J 9 8), quart 4, three aces 3. In play 13. With the capot 66. Younger has nothing good.
    elder, younger = "S AKQJ98 H AKJ9 D AQ", "S 7 H 87 D JT97 C KQJ98"
    play = "AS 7S KS KC QS QC JS JC 9S 9C 8S 8C AH 7H KH 8H JH 7D 9H 9D AD TD QD JD"
    game = Game.exchanged(elder, younger, ruleset=AUTOMATIC).play(play)
    assert game.score == (6 + 4 + 3 + 13 + 40, 0) == (66, 0)
    assert game.bonuses() == []


# -- W15: the most that a deal can score


@pytest.mark.rule("R3.2", "R5.8", "R6.3", "R7.2")
def test_w15_174_with_a_carte_blanche():
    # Dealt without a court card, elder puts away four aces and takes the four knaves: spades J T 9 8 7, hearts J T 9,
    # and knave and ten of the others. Point 5, quint and tierce 18, quatorzes of knaves and tens 28: 51 in hand.
    game = Game.deal(
        "S AT987 H AT9 D AT C AT", "H KQ87 D KQ C KQ S KQ D 9 C 9", "JS JH JD JC D 87 C 87", ruleset=AUTOMATIC
    )
    game.do("elder", "claim_carte_blanche", exchange=4).do("younger", "commit_discard", cards="S KQ D 9 C 9")
    game.exchange("AS AH AD AC")
    assert set(game.state["hands"]["B"]) == set(cards("H KQ87 D KQ87 C KQ87"))
    # Ten, five, eighteen: 33 and the repique; and the sets.
    assert game.score == (10 + 51 + 60, 0)
    # Younger helps: he has no spade, and throws his kings and queens on them; the rest he has to follow.
    game.play("JS KH TS QH 9S KD 8S QD 7S KC JH 8H TH 7H 9H QC JD 8D TD 7D JC 8C TC 7C")
    assert game.score == (10 + 51 + 60 + 13 + 40, 0) == (174, 0)


@pytest.mark.rule("R5.5", "R6.2", "R6.4")
@pytest.mark.parametrize(
    ("overrides", "without", "with_it"),
    [
        ({}, 170, 174),
        # S1: a point of three is none.
        ({"point_minimum": 4, "repique_test": "opponent_scores_nothing", "equality_saves_repique": True}, 167, 174),
        # S0: twelve leads and twelve tricks, 24 instead of 13.
        ({"trick_scoring": "lead_and_take", "cards_counted": "seventh_trick"}, 181, 185),
    ],
)
def test_w15_by_the_scoring_of_each_source(overrides, without, with_it):
    ruleset = portland(calling="automatic", **overrides)
    assert Game.exchanged("S AKQ H AKQ D AKQ C AKQ", "S J98 H J98 D J98 C J98", ruleset=ruleset).play_out().score == (
        without,
        0,
    )
    game = Game.deal("S AT987 H AT9 D AT C AT", "H KQ87 D KQ C KQ S KQ D 9 C 9", "JS JH JD JC D 87 C 87", ruleset)
    game.do("elder", "claim_carte_blanche", exchange=4).do("younger", "commit_discard", cards="S KQ D 9 C 9")
    game.exchange("AS AH AD AC")
    game.play("JS KH TS QH 9S KD 8S QD 7S KC JH 8H TH 7H 9H QC JD 8D TD 7D JC 8C TC 7C")
    assert game.score == (with_it, 0)


RUN = {0: 0, 1: 0, 2: 0, 3: 3, 4: 4, 5: 15, 6: 16, 7: 17, 8: 18}
HIGH, LOW = "AKQJT", "987"


def sequences(ranks: str) -> int:
    """What the runs of one suit score."""
    pieces = "".join(rank if rank in ranks else " " for rank in "AKQJT987").split()
    return sum(RUN[len(piece)] for piece in pieces)


def most_in_hand(court_cards: int) -> int:
    """The most that any twelve cards with so many kings, queens and knaves at most can make, all being good.

    By suits: which of A K Q J T each holds settles the sets; of 9 8 7 only the number matters, each used for the best.
    """
    tops = ["".join(part) for size in range(6) for part in itertools.combinations(HIGH, size)]
    runs = {
        (top, count): max(sequences(top + "".join(low)) for low in itertools.combinations(LOW, count))
        for top in tops
        for count in range(4)
    }
    ceiling = {top: max(runs[top, count] for count in range(4)) for top in tops}
    tops.sort(key=ceiling.__getitem__, reverse=True)  # what is found first excludes most of the rest
    of_sum: dict[int, list[tuple[int, ...]]] = {total: [] for total in range(13)}
    for lows in itertools.product(range(4), repeat=4):
        of_sum[sum(lows)].append(lows)
    best = 0
    for suits in itertools.combinations_with_replacement(tops, 4):
        high = "".join(suits)
        missing = 12 - len(high)
        if missing < 0 or sum(high.count(rank) for rank in "KQJ") > court_cards:
            continue
        sets = sum({3: 3, 4: 14}.get(high.count(rank), 0) for rank in HIGH)
        if sets + sum(ceiling[top] for top in suits) + 8 <= best:
            continue
        for lows in of_sum[missing]:
            point = max(len(top) + count for top, count in zip(suits, lows, strict=True))
            runs_of = sum(runs[top, count] for top, count in zip(suits, lows, strict=True))
            best = max(best, sets + runs_of + (point if point >= 3 else 0))
    return best


def test_w15_no_hand_makes_more():
    # Any hand: 57 (W4's). A carte blanche keeps 7 dealt cards if elder's, so 5 court cards at most; younger, if elder
    # leaves him four of his five, may draw 7: 51 either way. (A run cut in two is never more: 18 = 15 + 3.)
    # In play the most is 13 (twelve leads and the last, or for younger a capture, eleven leads and the last); a repique
    # excludes a pique; the capot is 40.
    assert most_in_hand(12) + 60 + 13 + 40 == 170
    blanche = most_in_hand(7)
    assert most_in_hand(5) == blanche == 51
    assert 10 + blanche + 60 + 13 + 40 == 174


# -- W16, W17, W18


@pytest.mark.rule("R3.1")
def test_w16_a_carte_blanche_is_rare():
    assert math.comb(20, 12) == 125970
    assert math.comb(32, 12) == 225792840
    assert round(math.comb(32, 12) / math.comb(20, 12), 1) == 1792.4


@pytest.mark.rule("R3.1")
def test_w16_the_service_knows_one_when_it_sees_one():
    # Twelve of the twenty blank cards are always one; with one court card among them, never.
    chance = random.Random(16)
    blank = [card for card in PACK if card[0] not in "KQJ"]
    court = [card for card in PACK if card[0] in "KQJ"]
    for _ in range(40):
        hand = chance.sample(blank, 12)
        assert Game.deal(" ".join(hand)).check("elder", "claim_carte_blanche", exchange=1)["legal"]
        hand[chance.randrange(12)] = chance.choice(court)
        assert not Game.deal(" ".join(hand)).check("elder", "claim_carte_blanche", exchange=1)["legal"]
    for _ in range(40):
        pack = chance.sample(PACK, 32)
        game = Game.deal(" ".join(pack[:12]), " ".join(pack[12:24]), " ".join(pack[24:]))
        for who, dealt, more in (("elder", pack[:12], {"exchange": 1}), ("younger", pack[12:24], {})):
            is_blank = not any(card[0] in "KQJ" for card in dealt)
            assert game.check(who, "claim_carte_blanche", **more)["legal"] is is_blank


@pytest.mark.rule("R4.1")
def test_w17_elder_has_1585_discards():
    # 12 + 66 + 220 + 495 + 792: subsets of twelve with one to five cards.
    game = Game.deal("S AKQJ H AKQJ D AKQJ", "S T987 H T987 D T98 C J")
    assert game.options(expand=True, limit=1)["total"] == sum(math.comb(12, size) for size in range(1, 6)) == 1585


@pytest.mark.rule("R6.2")
def test_w18_the_points_of_play_are_13_and_one_for_each_captured_trick():
    # Twelve leads, the last trick, and a capture for each trick won by him who did not lead it.
    chance = random.Random(1882)
    for number in range(25):
        pack = chance.sample(PACK, 32)
        game = Game.deal(" ".join(pack[:12]), " ".join(pack[12:24]), " ".join(pack[24:]), ruleset=AUTOMATIC)
        game.exchange(chance.sample(game.state["hands"]["A"], 5)).exchange(chance.sample(game.state["hands"]["B"], 3))
        game.play_out(chance.choice)
        captured = sum(trick["winner"] != trick["leader"] for trick in game.state["tricks"])
        kinds = ("lead", "capture", "last_trick")
        points = sum(event["points"] for event in game.state["events"] if event["kind"] in kinds)
        assert points == 13 + captured, number
