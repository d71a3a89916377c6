"""R2: the pack, the deal, and who deals."""

import pytest

from service.piquet.cards.cards import CARDS, PACKS, cards_of, hand_of, mask_of
from service.piquet.rules.dealing import check_cards
from service.piquet.rulesets.published import ruleset
from tests.helpers.cards import AUTOMATIC, PACK, cards, in_order, portland
from tests.helpers.game import Game
from tests.helpers.http import post, problem

HANDS_OF_TWELVE = {
    "elder": "S AKQJT987 H AKQJ",
    "younger": "H T987 D AKQJT987",
    "talon": "C AKQJT987",
}


def dealt(deck: list[str], ruleset="portland", dealer="B", **more):
    return post("/v1/deals", {"ruleset": ruleset, "dealer": dealer, "deck": deck, **more})["state"]


def faults(found) -> list:
    """What a problem names: members of the request, or violations of the rules of the deal."""
    named = found.get("errors", []) + found.get("violations", [])
    assert named
    assert all(violation["rule"] in ("R2.1", "R2.2") for violation in found.get("violations", []))
    return named


def take(deck: list[str], *numbers: int) -> set[str]:
    """Cards of a pack by their place in it, the top card being 1."""
    return {deck[number - 1] for number in numbers}


@pytest.mark.rule("R2.1", "R2.2")
def test_a_deal_is_the_32_cards_twelve_each_and_eight_in_the_talon():
    # 7 8 9 T J Q K A in four suits are 32 cards; 12 + 12 + 8.
    state = dealt(PACK)
    parts = [state["hands"]["A"], state["hands"]["B"], state["talon"]]
    assert [len(part) for part in parts] == [12, 12, 8]
    assert sorted(parts[0] + parts[1] + parts[2]) == sorted(rank + suit for rank in "789TJQKA" for suit in "SHDC")
    assert state["dealt"] == {"hands": state["hands"], "talon": state["talon"]}


@pytest.mark.rule("R2.2")
@pytest.mark.parametrize(
    ("counts", "wrong"),
    [((13, 11, 8), {"elder": 13, "younger": 11}), ((12, 11, 9), {"younger": 11, "talon": 9}), ((12, 12, 8), {})],
)
def test_the_parts_of_a_deal_with_wrong_numbers_are_named(counts, wrong):
    deck, (elder, younger, _) = cards_of(PACKS[32]), counts
    hands = mask_of(deck[:elder]), mask_of(deck[elder : elder + younger])
    found = check_cards(ruleset("portland"), (hands, deck[elder + younger :]))
    assert {each.path: (each.code, each.params["where"], each.params["count"]) for each in found} == {
        (part,): ("deal.wrong_count", part, count) for part, count in wrong.items()
    }


@pytest.mark.rule("R2.1", "R2.2")
@pytest.mark.parametrize(
    ("counts", "irregular", "wrong"),
    [
        ((11, 12, 9), False, {"elder": (11, 12), "talon": (9, 8)}),
        ((12, 13, 7), False, {"younger": (13, 12), "talon": (7, 8)}),
        # docs/law.md, K1: nine to fifteen cards in a hand, and a talon of five to eleven.
        ((9, 12, 11), True, {}),
        ((15, 12, 5), True, {}),
        ((12, 15, 5), True, {}),
        ((8, 13, 11), True, {"elder": (8, 9)}),
        ((16, 9, 7), True, {"elder": (16, 15)}),
        ((10, 10, 12), True, {"talon": (12, 11)}),
        ((14, 14, 4), True, {"talon": (4, 5)}),
    ],
)
def test_a_wrong_number_is_told_with_the_nearest_right_one(counts, irregular, wrong):
    deck, (elder, younger, _) = cards_of(PACKS[32]), counts
    hands = mask_of(deck[:elder]), mask_of(deck[elder : elder + younger])
    found = check_cards(ruleset("portland"), (hands, deck[elder + younger :]), irregular=irregular)
    assert [(each.code, each.path, each.params) for each in found] == [
        ("deal.wrong_count", (part,), {"where": part, "count": count, "expected": expected})
        for part, (count, expected) in wrong.items()
    ]


@pytest.mark.rule("R2.1")
@pytest.mark.parametrize(
    ("elder", "talon", "wrong"),
    [
        # A card in hand and talon; an ace that younger has, too; a six, which a pack of 32 has not, in both places.
        ("S AKQJT987 H AKQJ", "C AKQJT98 S 7", [("twice", "7S"), ("missing", "7C")]),
        ("S AKQJT987 H AKQ D A", "C AKQJT987", [("twice", "AD"), ("missing", "JH")]),
        ("S AKQJT987 H AKQ D 6", "C AKQJT987", [("unknown", "6D"), ("missing", "JH")]),
        ("S AKQJT987 H AKQJ", "C AKQJT98 D 6", [("unknown", "6D"), ("missing", "7C")]),
    ],
)
def test_each_card_that_is_twice_unknown_or_missing_is_told(elder, talon, wrong):
    hands = hand_of(cards(elder)), hand_of(cards("H T987 D AKQJT987"))
    found = check_cards(ruleset("portland"), (hands, tuple(CARDS.index(card) for card in cards(talon))))
    assert [(each.code, each.path, each.params) for each in found] == [
        (f"deal.card_{code}", (), {"card": card} | ({"pack": 32} if code == "unknown" else {})) for code, card in wrong
    ]


@pytest.mark.rule("R2.1")
def test_a_card_too_many_is_told_where_the_numbers_may_be_others():
    # Thirteen cards, twelve and eight, as an irregular deal may have: the whole pack, and the ace of diamonds again.
    hands = hand_of(cards("S AKQJT987 H AKQJ D A")), hand_of(cards("H T987 D AKQJT987"))
    talon = tuple(CARDS.index(card) for card in cards("C AKQJT987"))
    (found,) = check_cards(ruleset("portland"), (hands, talon), irregular=True)
    assert (found.code, found.path, found.params) == ("deal.card_twice", (), {"card": "AD"})


@pytest.mark.rule("R2.1")
@pytest.mark.parametrize(
    "deck",
    [PACK[:31], [*PACK, "7C"], [*PACK[:31], "AS"], [*PACK[:31], "6C"]],
    ids=["31 cards", "33 cards", "a card twice", "a six"],
)
def test_a_pack_that_is_not_the_32_cards_is_refused(deck):
    found = problem("/v1/deals", {"ruleset": "portland", "dealer": "B", "deck": deck})
    assert any(fault["pointer"].startswith("/deck") for fault in faults(found))


@pytest.mark.rule("R2.1", "R2.2")
@pytest.mark.parametrize(
    ("elder", "younger", "talon"),
    [
        ("S AKQJT987 H AKQJT", "H 987 D AKQJT987", "C AKQJT987"),  # thirteen and eleven
        ("S AKQJT987 H AKQJ", "H T987 D AKQJT98", "C AKQJT987 D 7"),  # eleven, and nine in the talon
        ("S AKQJT987 H AKQJ", "H T987 D AKQJT98 S A", "C AKQJT987"),  # the ace of spades twice
    ],
)
def test_hands_must_be_of_twelve_with_a_talon_of_eight_and_no_card_twice(elder, younger, talon):
    body = {"ruleset": "portland", "dealer": "B", "talon": cards(talon)}
    younger_hand = cards(younger.removesuffix(" S A")) + (["AS"] if younger.endswith(" S A") else [])
    found = problem("/v1/deals", body | {"hands": {"A": cards(elder), "B": younger_hand}})
    assert any(fault["pointer"].startswith(("/hands", "/talon")) for fault in faults(found))


@pytest.mark.rule("R2.2")
def test_the_talon_keeps_the_order_in_which_it_is_given():
    backwards = "7C 8C 9C TC JC QC KC AC"
    game = Game.deal(HANDS_OF_TWELVE["elder"], HANDS_OF_TWELVE["younger"], backwards)
    assert game.state["talon"] == cards(backwards)
    assert game.state["hands"]["A"] == in_order(HANDS_OF_TWELVE["elder"])
    assert game.happened == ["dealt"]
    assert game.event("dealt")["seat"] == "B"
    assert game.phase == "elder_exchange"
    assert game.to_act == "A"


@pytest.mark.rule("R2.3")
def test_packets_of_two_alternate_from_the_top_elder_first():
    # Elder has cards 1 2, 5 6, 9 10, ..., younger 3 4, 7 8, ...; six packets each make 24, the other eight the talon.
    state = dealt(PACK)
    assert set(state["hands"]["A"]) == take(PACK, 1, 2, 5, 6, 9, 10, 13, 14, 17, 18, 21, 22)
    assert set(state["hands"]["B"]) == take(PACK, 3, 4, 7, 8, 11, 12, 15, 16, 19, 20, 23, 24)
    assert state["talon"] == PACK[24:]


@pytest.mark.rule("R2.3")
def test_packets_of_three():
    # Four packets each: elder 1-3, 7-9, 13-15, 19-21.
    state = dealt(PACK, ruleset=portland(deal_packet=3))
    assert set(state["hands"]["A"]) == take(PACK, 1, 2, 3, 7, 8, 9, 13, 14, 15, 19, 20, 21)
    assert set(state["hands"]["B"]) == take(PACK, 4, 5, 6, 10, 11, 12, 16, 17, 18, 22, 23, 24)
    assert state["talon"] == PACK[24:]


@pytest.mark.rule("R2.3")
def test_packets_of_two_and_three_may_alternate():
    # Rounds of 2, 3, 2, 3, 2: elder 1 2, younger 3 4; 5-7, 8-10; 11 12, 13 14; 15-17, 18-20; 21 22, 23 24.
    state = dealt(PACK, ruleset=portland(deal_packet="alternating"))
    assert set(state["hands"]["A"]) == take(PACK, 1, 2, 5, 6, 7, 11, 12, 15, 16, 17, 21, 22)
    assert set(state["hands"]["B"]) == take(PACK, 3, 4, 8, 9, 10, 13, 14, 18, 19, 20, 23, 24)
    assert state["talon"] == PACK[24:]


@pytest.mark.rule("R2.3")
def test_the_first_packet_goes_to_elder_whoever_deals():
    state = dealt(PACK, dealer="A")
    assert set(state["hands"]["B"]) == take(PACK, 1, 2, 5, 6, 9, 10, 13, 14, 17, 18, 21, 22)
    assert state["to_act"] == "B"


@pytest.mark.rule("R2.3")
@pytest.mark.parametrize("packet", [1, 4, 12])
def test_other_packets_are_refused(packet):
    problem("/v1/deals", {"ruleset": portland(deal_packet=packet), "dealer": "B", "deck": PACK})


@pytest.mark.rule("R2.3")
def test_the_size_of_the_packets_stays_the_same_throughout_a_partie():
    # R2.3: "the same throughout a partie": the second deal is dealt like the first without being told so.
    ruleset = {"name": "portland", "overrides": {"calling": "automatic", "deal_packet": 3}}
    first = Game(post("/v1/deals", {"ruleset": ruleset, "dealer": "B", "deck": PACK}))
    first.exchange(first.state["hands"]["A"][:5]).exchange(first.state["hands"]["B"][:3])
    first.play_out() if first.state["to_act"] == "A" else None
    second = post("/v1/deals", {"state": first.state, "deck": PACK})["state"]
    assert set(second["hands"]["B"]) == take(PACK, 1, 2, 3, 7, 8, 9, 13, 14, 15, 19, 20, 21)


@pytest.mark.rule("R2.4")
def test_the_deal_alternates():
    game = Game.exchanged("S AKQ H AKQ D AKQ C AKQ", "S J98 H J98 D J98 C J98", ruleset=AUTOMATIC, dealer="B")
    game.play_out()
    assert (game.phase, game.state["to_act"]) == ("deal_over", None)
    second = Game.deal(**HANDS_OF_TWELVE, after=game.state)
    assert second.state["partie"]["deal"] == 2
    assert second.dealer == "A"
    assert second.to_act == "B"


def parties(ruleset="portland", **body):
    return post("/v1/parties", {"ruleset": ruleset, **body})


@pytest.mark.rule("R2.4")
@pytest.mark.parametrize(
    ("a", "b", "seat"), [("KS", "9H", "A"), ("9S", "KH", "B"), ("AS", "KH", "A"), ("7D", "8C", "B"), ("TS", "9S", "A")]
)
def test_under_portland_the_higher_card_chooses(a, b, seat):
    # S4, laws 3: the highest has the choice of deal; the ace is the highest card, the seven the lowest.
    answer = parties(cut={"A": a, "B": b})
    assert (answer["outcome"], answer["seat"]) == ("chooses", seat)
    assert answer.get("state") is None


@pytest.mark.rule("R2.4")
@pytest.mark.parametrize("choice", ["A", "B"])
def test_who_cut_high_may_choose_either(choice):
    state = parties(cut={"A": "KS", "B": "9H"}, first_dealer=choice)["state"]
    assert state["phase"] == "deal"
    assert state["to_act"] is None
    assert state["partie"]["first_dealer"] == choice
    assert state["partie"]["deal"] == 0
    assert Game.deal(**HANDS_OF_TWELVE, after=state).dealer == choice


@pytest.mark.rule("R2.4")
@pytest.mark.parametrize(("how", "seat"), [("high_cut_deals", "A"), ("low_cut_deals", "B")])
def test_elsewhere_the_cut_says_who_deals(how, seat):
    answer = parties(portland(first_deal=how), cut={"A": "KS", "B": "9H"})
    assert (answer["outcome"], answer["seat"]) == ("deals", seat)
    assert answer["state"]["partie"]["first_dealer"] == seat


@pytest.mark.rule("R2.4")
@pytest.mark.parametrize("how", ["high_cut_chooses", "high_cut_deals", "low_cut_deals"])
def test_equal_ranks_cut_again(how):
    answer = parties(portland(first_deal=how), cut={"A": "QS", "B": "QD"})
    assert (answer["outcome"], answer["seat"]) == ("cut_again", None)
    assert answer.get("state") is None
