"""The kinds of irregularity before the calling, K1 to K13, K26 and K29, and the limits of their rights."""

import pytest

from tests.helpers.cards import portland
from tests.helpers.http import post, send
from tests.helpers.law_game import (
    CALLS_OF_P,
    EXCHANGES_OF_P,
    P_11_13_8,
    P_12_11_9,
    P_12_13_7,
    P_13_11_8,
    P_13_12_7,
    P_14_10_8,
    LawGame,
    P,
    assert_annulled,
    deal_p,
)
from tests.helpers.law_notation import act, row_of, set_of

# Without a court card in B's hand; A's share of the talon begins with 7H KC QC.
BLANK = "SAKQJHAKQJDAKQCA_ST987HT98DT98C98_7HKCQCJCTC7CJD7D"
# With 36 cards: twelve each and twelve in the talon; and younger dealt one card too few.
P_36 = "SAKQJHAKQJC9876_ST9876HT987DT98_6H7D6DADKDQDJDACKCQCJCTC"
P_36_12_11_13 = "SAKQJHAKQJC9876_ST9876HT987DT9_8D6H7D6DADKDQDJDACKCQCJCTC"


# -- K1, K2: wrong deals


@pytest.mark.rule("L10", "K1")
def test_a_wrong_deal_seen_before_any_hand_is_taken_up_is_put_right() -> None:
    game = LawGame.deal(P_13_11_8, irregular=True)
    assert_annulled(game.after("Au0-rectify-untouched"), "L10")
    assert_annulled(game.after("Au0-redeal-untouched"), "L10")
    game.refuses("Bu0-rectify-untouched", "ruling.not_entitled")
    game.refuses("Au0-rectify", "ruling.not_offered")
    game.does("Bi-exposed-CK").after("Au0-rectify-untouched")  # an incident is no entry that ends it
    game.after("Au0-stand AxSKTD98C87").refuses("Au0-rectify-untouched", "ruling.too_late", "ruling.already")


@pytest.mark.rule("L12", "K1")
def test_until_a_deal_wrong_by_more_is_annulled_nothing_else_may_be_done() -> None:
    game = LawGame.deal(P_12_11_9, irregular=True)
    (found,) = game.refuses("AxSKD98C87", "turn.not_now")
    assert found["message"] == "exchange is not possible in the phase elder_exchange: A is to elect a fresh deal"
    assert found["params"]["type"] == "exchange"
    game.refuses("A@xSKD98C87")
    game.refuses("Au0-stand", "ruling.not_offered")
    assert game.option_types() == {"ruling"}
    assert_annulled(game.after("Bi-exposed-CK Au0-redeal"), "L12")


@pytest.mark.rule("L12", "K1")
def test_a_deal_off_by_two_has_no_choice_under_the_law_of_1651_either() -> None:
    """`many_wrong`: fifteen or more in a hand; below, the same as `portland`, so 14, 10 and 8 too (L-W1)."""
    rules = {"name": "portland", "overrides": {"law_many_wrong": "old"}}
    game = LawGame.deal(P_14_10_8, irregular=True, ruleset=rules)
    assert game.option_types() == {"ruling"}
    assert_annulled(game.after("Au0-redeal"), "L12")


@pytest.mark.rule("E11", "L40", "L41", "L42", "L43")
@pytest.mark.parametrize(
    ("row", "deal", "elders", "exchange", "youngers"),
    [
        # 13, 11, 8: elder takes none to five, and discards one more; younger takes one to three, discarding one fewer.
        ("stand_13", P_13_11_8, (1, 6), "Au0-stand AxSKTD98C87", (0, 2)),
        # 13, 12, 7: elder leaves three, so takes none to four; younger may discard none.
        ("stand_13", P_13_12_7, (1, 5), "Au0-stand AxSK9D98C8", (0, 3)),
        # 11, 13, 8: elder discards one at least, so takes two to five; younger may take none, and discards one more.
        ("stand_11", P_11_13_8, (1, 4), "Au0-stand AxSKD98C8", (1, 4)),
        # 12, 13, 7: elder leaves three, so takes one to four; younger may take none, and discards one more.
        ("stand_7", P_12_13_7, (1, 4), "AxD98C87", (1, 4)),
    ],
)
def test_a_wrong_deal_stands_as_piquet_au_cent_has_it(
    row: str, deal: str, elders: tuple[int, int], exchange: str, youngers: tuple[int, int]
) -> None:
    """The rows `stand_13`, `stand_11` and `stand_7`. Both have twelve cards in the end."""
    rules = {"name": "portland", "overrides": {f"law_{row}": "au-cent"}}
    game = LawGame.deal(deal, irregular=True, ruleset=rules)
    assert (game.after("Au0-stand") if "stand" in exchange else game).exchange_bounds() == elders
    game.does(exchange)
    assert game.exchange_bounds() == youngers
    assert len(game.state["hands"]["A"]) == 12


@pytest.mark.rule("L12", "K1")
@pytest.mark.parametrize("moved", [4, 1], ids=["a hand of sixteen", "wrong numbers that are not said to be irregular"])
def test_deals_that_no_law_knows_are_refused(moved: int) -> None:
    hand_a, hand_b, dealt = P.split("_")
    talon = row_of(dealt)
    hands = {"A": set_of(hand_a) + talon[:moved], "B": set_of(hand_b)}
    body = {"ruleset": "portland", "dealer": "B", "hands": hands, "talon": talon[moved:]}
    status, _ = send("/v1/deals", body | ({"irregular": True} if moved == 4 else {}))
    assert 400 <= status < 500


@pytest.mark.rule("L11", "K1")
def test_a_right_to_a_new_deal_is_elders_alone_and_ends_with_the_first_card_taken() -> None:
    game = LawGame.deal(P_12_13_7, irregular=True)
    game.refuses("Bu0-redeal", "ruling.not_entitled")
    game.refuses("Au0-enforce", "ruling.not_offered")
    assert game.option_types() == {"exchange", "ruling"}  # twelve, thirteen and seven: an exchange is standing
    game.does("Au0-stand").refuses("Au0-redeal", "ruling.already", "ruling.too_late")


@pytest.mark.rule("L40", "E11")
def test_the_bounds_of_standing_name_their_law() -> None:
    game = LawGame.deal(P_13_11_8, irregular=True).does("Au0-stand")
    game.refuses("AxSK", "exchange.too_few", rule="L40")
    game.refuses("AxSKJTD98C87", "exchange.too_many", rule="L40")
    game.does("AxSKTD98C87")
    game.refuses("BxS7H97", "exchange.too_many", rule="L40")


@pytest.mark.rule("L39", "K1")
def test_elder_with_thirteen_has_no_exchange_among_the_options_before_standing() -> None:
    game = LawGame.deal(P_13_11_8, irregular=True)
    assert "exchange" not in game.option_types()
    game.refuses("AxSKTD98C87", "exchange.not_stood", rule="L39")


@pytest.mark.rule("L16", "K2")
def test_a_deal_out_of_turn_is_void_only_if_its_hand_was_not_taken_up() -> None:
    game = LawGame.deal_p().play_p()
    game = LawGame.deal(P, "B", irregular=True, after=game)
    game.refuses("Au0-void", "ruling.not_offered", rule="L16")
    assert_annulled(game.after("Au0-void-untouched"), "L16", dealer="A")
    game.refuses("Au0-redeal-untouched", "ruling.not_offered", rule="L16")


# -- K3 to K6: cards shown, the pack


@pytest.mark.rule("L13", "K3")
def test_a_card_is_exposed_before_elder_takes_up_a_card_or_not_at_all() -> None:
    deal_p("AxSKD98C87").refuses("Bi-exposed-HJ", "incident.not_now", "incident.contradicted", rule="L13")
    game = deal_p("Bi-exposed-CA")
    game.offers(1, "exposed", "A", "L13", redeal="taken", stand="taken")
    assert game.state["seen"] == {"A": ["AC"], "B": ["AC"]}  # of the talon, so both see it


@pytest.mark.rule("L14", "K4")
def test_a_faced_card_in_the_pack_or_the_talon() -> None:
    pack = deal_p("Ai-faced-pack")
    pack.offers(1, "faced", "AB", "L14", redeal="next_call")
    assert_annulled(pack.after("Bu1-redeal"), "L14")
    deal_p("AxSKD98C87").refuses("Ai-faced-pack", "incident.not_now", rule="L14")
    talon = deal_p("AxSKD98C87 Bi-faced-stock")
    talon.offers(2, "faced", "AB", "L14", redeal="next_call")
    talon.does("BxS7H97")
    assert_annulled(talon.after("Au2-redeal"), "L14")
    talon.does("Ap5").refuses("Au2-redeal", "ruling.too_late", rule="L14")
    deal_p(EXCHANGES_OF_P).refuses("Ai-faced-stock", "incident.not_now", rule="L14")
    nothing_taken = deal_p("AxSKD98C87 Bx", portland(younger_min=0))
    nothing_taken.refuses("Ai-faced-stock", "incident.not_now", rule="L14")


@pytest.mark.rule("L15", "K5")
def test_the_wrong_pack() -> None:
    game = deal_p("Ai-pack")
    assert list(game.elections(1, "pack")) == ["redeal"]
    assert sorted(game.ruling(1, "pack")["entitled"]) == ["A", "B"]
    assert_annulled(game.after("Bu1-redeal"), "L15")
    deal_p("Ai-pack-taken_up").offers_nothing(1, "pack")


@pytest.mark.rule("L75", "K6")
def test_proof_of_an_incorrect_pack_names_a_card() -> None:
    incident = {"type": "incident", "seat": "A", "kind": "spoiled"}
    status, _ = send(
        "/v1/actions/check", {"state": deal_p().state, "action": incident | {"proof": {"missing": [], "double": []}}}
    )
    assert status == 422
    game = deal_p(EXCHANGES_OF_P).do(incident | {"proof": {"missing": ["8D"], "double": ["7D"]}})
    ruling = game.offers(3, "spoiled", "AB", "L75", redeal="next_deal")
    assert {one["name"]: one["value"] for one in ruling["facts"]}["proof"] == {"missing": ["8D"], "double": ["7D"]}


# -- K7: the wrong exchange, case by case


@pytest.mark.rule("L27", "K7")
def test_a_card_of_the_others_that_is_taken_up_and_not_mixed() -> None:
    game = deal_p("A@xSKD98C87-k123456-m12345")
    assert len(game.state["hands"]["A"]) == 12
    game.offers(1, "wrong_exchange", "B", "L27", enforce="next_deal", waive="next_deal")
    assert game.exchange_bounds() == (1, 3)  # it went back to its place
    assert game.after("BxS7H97").holds("B") == "SQTHTDAQJT7CAKQT"


@pytest.mark.rule("L31", "L58", "K7", "K26")
def test_more_of_ones_own_mixed_than_were_put_out() -> None:
    game = deal_p("A@xSKD98-k1234")
    assert len(game.state["hands"]["A"]) == 13
    game.offers(1, "wrong_exchange", "B", "L31", enforce="next_deal", waive="next_deal")
    game.offers(1, "long_hand", "B", "L58", enforce="next_deal", waive="next_deal")


@pytest.mark.rule("L30", "K7")
def test_fewer_taken_than_put_out_is_nobodys_right() -> None:
    """No `complete`. Elder's other two are younger's to take."""
    game = deal_p("A@xSKD98C87-k123")
    assert len(game.state["hands"]["A"]) == 10
    game.offers_nothing(1, "wrong_exchange")
    game.refuses("Bu1-enforce", "ruling.not_offered", "ruling.not_entitled", rule="L30")
    assert game.exchange_bounds() == (1, 5)


@pytest.mark.rule("L33", "K7")
def test_a_card_that_elder_leaves_taken_up_with_the_draw_and_not_mixed() -> None:
    game = deal_p("A@xSKD98C8-k12345-m1234")
    game.offers(1, "wrong_exchange", "B", "L33", enforce="next_deal", waive="next_deal")
    assert len(game.state["hands"]["A"]) == 12
    assert game.exchange_bounds() == (1, 4)


@pytest.mark.rule("L35", "K7")
def test_a_card_that_younger_leaves_taken_up_with_the_draw_and_not_mixed() -> None:
    game = deal_p("AxSKD98C87 B@xS7H9-k678-m67")
    game.offers(2, "wrong_exchange", "A", "L35", enforce="next_deal", waive="next_deal")
    assert game.holds("B") == "SQTHT7DAQJTCAKQT"


@pytest.mark.rule("L23", "L24", "L31", "LR12")
def test_a_card_of_ones_own_that_was_passed_over_is_taken_as_well() -> None:
    """Four out, and 1 2 3 5 taken: 4 is due, too. So elder has 12 − 4 + 5 = 13."""
    game = deal_p("A@xSKD98C8-k1235")
    assert game.holds("A") == "SAJ98HAKQJ8DKCJ97"
    game.offers(1, "wrong_exchange", "B", "L31", enforce="next_deal", waive="next_deal")


@pytest.mark.rule("K7")
def test_a_second_taking_discards_nothing() -> None:
    game = deal_p("A@xSKD98C87-k123 A@x-k45")
    assert game.holds("A") == "SAJ98HAKQJ8DKCJ9"
    game.does("BxS7H97 Ap5").refuses("A@x-k6")
    deal_p("B@xS7H97-k123").refuses("B@xST-k45")  # nor does anybody exchange twice


TALON_OF_P = ("9S", "8S", "KH", "9C", "KD", "QS", "AC", "7D")


@pytest.mark.rule("R4.4", "R4.5", "L23", "L24", "L27", "L28", "L29", "L31", "L33", "LR12")
@pytest.mark.parametrize(
    ("line", "drawn", "seen", "left", "law"),
    [
        # As many of one's own as were put out are mixed, from the top, whatever was passed over or kept apart.
        ("A@xSKD98-k13", (1, 2, 3), (), 2, "L23"),
        ("A@xSKD98-k123-m12", (1, 2, 3), (), 2, "L23"),
        ("A@xSKD98-k1234-m12", (1, 2, 3), (4,), 2, "L33"),
        ("A@xSKD98C87-k123456-m6", (1, 2, 3, 4, 5, 6), (), None, "L28"),
        ("A@xSKD98C87-k26", (1, 2, 6), (), 3, "L28"),
        ("A@xSKD98C87-k126-m12", (1, 2), (6,), 3, "L27"),
        # Elder says what elder leaves, whatever lies there; what was said to be left is not elder's any more.
        ("A@xSKD98-k1234-l2", (1, 2, 3, 4), (), 2, "L28"),
        ("A@xSKD98-k1234-l0", (1, 2, 3, 4), (), None, "L31"),
        ("A@xSKD98-k1234-l2 A@x-k5", (1, 2, 3, 4, 5), (), None, "L28"),
        ("A@xSKD98C8-k1235-l1 A@x-k6", (1, 2, 3, 4, 5, 6), (), None, "L28"),
        ("A@xSKD98C8-k1234-l0 A@x-k5", (1, 2, 3, 4, 5), (), None, "L31"),
        ("A@xSKD98-k6-m-l2 A@x-k4", (1, 2, 3, 4), (6,), 1, "L28"),
        # Silence is no word. A second taking adds to the first.
        ("AxSKD98C8 A@x-k5", (1, 2, 3, 4, 5), (), None, "L31"),
        ("AxSKD98 A@x-k4", (1, 2, 3, 4), (), 1, "L31"),
        ("AxSKD98C8 BxS7H9 A@x-k8", (1, 2, 3, 4, 8), (), 1, "L28"),
        ("AxSKD98C8 BxS7H9 B@x-k7", (5, 6, 7), (), 1, "L31"),
        # Younger's are those that elder left, too, once elder has exchanged.
        ("AxSKD98C8 B@xS7H97-k567", (5, 6, 7), (), 1, "L23"),
        ("AxSKD98C8 B@xS7H97-k67-l2", (5, 6, 7), (), 2, "L23"),
        ("AxSKD98C8 B@xS7H9-k567-m56", (5, 6), (7,), 2, "L35"),
        ("B@xS7H9-k56-m6", (6,), (5,), 7, "L27"),
        ("B@xS7H9-k56", (5, 6), (), 6, "L29"),
    ],
)
def test_what_a_wrong_exchange_mixes(
    line: str, drawn: tuple[int, ...], seen: tuple[int, ...], left: int | None, law: str
) -> None:
    """The positions mixed, those that went back, how many the log says are left, and the law."""
    *before, last = line.split()
    game = deal_p(" ".join(before)).does(last)
    assert game.state["drawn"][last[0]] == [TALON_OF_P[position - 1] for position in drawn]
    assert game.state["seen"][last[0]] == [TALON_OF_P[position - 1] for position in seen]
    said = [(each["kind"], each["rule"], each["count"]) for each in game.events]
    discarded = len(act(last)["cards"])
    assert said[0] == ("exchanged", "R4.3", discarded)
    assert said[1:] == ([("left", "R4.4" if last[0] == "A" else "R4.5", left)] if left else [])
    assert game.ruling(game.number, "wrong_exchange")["law"] == law


@pytest.mark.rule("R5.14", "R7.1", "L29")
def test_a_second_taking_begins_nothing_anew() -> None:
    """Younger has put 9S back and mixed nothing, so is short of the three cards that they put out; then takes QS."""
    game = deal_p("B@xS7H97-k1-m AxSKD98C87", portland(calling="automatic"))
    phase, score = game.phase, game.score
    game.does("B@x-k6")
    assert [kind for _, kind, _ in game.happened] == ["exchanged", "left"]
    assert (phase, game.phase, game.score) == ("play", "play", score)


@pytest.mark.rule("L29", "E10")
def test_by_the_law_of_hoyle_younger_who_takes_elders_five_cards_loses_the_game() -> None:
    """HO 10: elder has not left two."""
    lost = deal_p("B@xST7H97-k12345", "hoyle").does("Au1:wrong_exchange-enforce")
    assert (lost.phase, lost.state["partie"]["result"]["winner"]) == ("partie_over", "A")
    assert deal_p("B@xST7H9-k1234", "hoyle").does("Au1-enforce").phase == "elder_exchange"


@pytest.mark.rule("L28", "K7")
def test_elder_without_a_choice_takes_as_many_as_they_put_out() -> None:
    """By the law of Hoyle 12, 11 and 9 are nobody's choice, so L39 does not bind elder to their own five."""
    game = LawGame.deal(P_12_11_9, irregular=True, ruleset="hoyle").does("A@xSKD98C87J")
    assert game.state["drawn"]["A"] == ["9S", "8S", "KH", "9C", "KD", "QS"]
    assert game.ruling(1, "wrong_exchange")["law"] == "L28"


@pytest.mark.rule("E11", "L31", "L43")
def test_younger_with_thirteen_who_puts_out_none_takes_none() -> None:
    """Of one more than they take, none can be less: nothing is mixed."""
    game = LawGame.deal(P_12_13_7, irregular=True)
    held = game.holds("B")
    assert game.does("B@x").holds("B") == held


@pytest.mark.rule("E11", "L28", "L40")
def test_nothing_is_left_to_exchange_if_elder_took_the_whole_talon() -> None:
    """Younger has eleven cards, and would put out one card fewer than they take."""
    game = LawGame.deal(P_13_11_8, irregular=True).does("Au0-stand A@xSKTD98C87-k12345678")
    assert game.exchange_bounds() == (0, 0)


@pytest.mark.rule("E11", "L23", "L31", "L40")
@pytest.mark.parametrize(
    ("line", "law"),
    [
        # One more is put out than taken by elder, one fewer by younger; at a second taking nothing is put out.
        ("A@xSKTD98C8-k1234", "L23"),
        ("A@xSKTD98C8-k12345", "L31"),
        ("AxSKTD98C87 B@xS7H9-k678", "L23"),
        ("AxSKTD98C87 BxS7 B@x-k8", "L31"),
    ],
)
def test_a_wrong_exchange_in_a_deal_with_wrong_numbers(line: str, law: str) -> None:
    game = LawGame.deal(P_13_11_8, irregular=True).does(f"Au0-stand {line}")
    assert game.ruling(game.number, "wrong_exchange")["law"] == law


@pytest.mark.rule("L11", "E11", "R4.1")
def test_by_the_law_of_hoyle_eleven_twelve_and_nine_stand_as_they_are() -> None:
    """`one_card_wrong`: elder has a choice with a card too few. No law changes the numbers of the exchange."""
    hand_a, hand_b, talon = P.split("_")
    deal = f"{hand_a.removesuffix('7')}_{hand_b}_{talon}7C"
    game = LawGame.deal(deal, irregular=True, ruleset="hoyle")
    assert (game.option_types(), game.exchange_bounds()) == ({"exchange", "ruling"}, (1, 5))
    game.does("Au0-stand").refuses("AxSKD98C8HJ8", "exchange.too_many", rule="L11")
    game.does("AxSKD98C8")
    assert (len(game.state["hands"]["A"]), game.exchange_bounds()[0]) == (11, 1)


# -- K8 to K12


@pytest.mark.rule("L25", "L58", "K8")
def test_cards_recovered_from_the_discard() -> None:
    """KS comes back: S AKJ98, H AKQJ8, DK, C J9 are thirteen."""
    deal_p().refuses("Ai-recovered-SK", "incident.not_now", "incident.contradicted", rule="L25")
    game = deal_p("AxSKD98C87")
    game.refuses("Ai-recovered-ST", "incident.contradicted", rule="L25")
    game.does("Ai-recovered-SK")
    assert game.holds("A") == "SAKJ98HAKQJ8DKCJ9"
    game.offers(2, "recovered", "B", "L25", enforce="next_deal", waive="next_deal")
    game.offers(2, "long_hand", "B", "L58", enforce="next_deal", waive="next_deal")
    game.refuses("Au2:recovered-waive", "ruling.not_entitled", rule="L25")
    game.does("Bu2:recovered-waive").refuses("Bu2:long_hand-enforce", "ruling.already")


@pytest.mark.rule("L37", "K9", "E9")
def test_cards_that_younger_leaves_and_buries_open_the_discard_once_elder_has_led() -> None:
    game = deal_p("AxSKD98C87 BxS7H9 Bi-buried-D7")
    assert len(game.state["hands"]["B"]) == 12
    assert "7D" in game.state["discards"]["B"]
    game.refuses("Au3-inspect", "ruling.not_offered", rule="L37")
    game.does(f"{CALLS_OF_P} A.AH =10-0")
    game.offers(3, "buried", "A", "L37", inspect="deal_over")
    game.does("Au3-inspect =10-0")
    assert game.happened[-1] == ("B", "exposed", 0)
    assert set(game.state["seen"]["A"]) == {"7S", "9H", "7D"}
    assert game.state["seen"]["B"] == []


@pytest.mark.rule("L26", "K9")
def test_a_card_that_is_not_due_cannot_be_buried() -> None:
    deal_p("AxSKD98C87").refuses("Ai-buried-CA", "incident.contradicted", rule="L26")
    deal_p("AxSKD98C87").refuses("Ai-buried-ST", "incident.contradicted", rule="L26")


@pytest.mark.rule("L27", "K10")
def test_younger_looks_at_a_card_of_elders_before_elder_exchanges() -> None:
    game = deal_p("Bi-peeked-1")
    game.offers(1, "peeked", "A", "L27", enforce="next_deal", waive="next_deal")
    assert game.state["seen"] == {"A": [], "B": ["9S"]}
    assert game.after("AxSKD98C87").holds("A") == "SAJ98HAKQJ8DKCJ9"
    deal_p("AxSKD98C87").refuses("Bi-peeked-1", "incident.contradicted", rule="L27")


@pytest.mark.rule("LF1", "K10")
def test_a_dealer_who_looks_before_elders_exchange_is_reported_as_the_code_has_it() -> None:
    """K10b: only where `dealer_saw` is E8; K10 then does not apply to the dealer before elder's exchange."""
    deal_p().refuses("Bi-dealer_saw-1", "incident.contradicted", rule="LF1")
    deal_p(ruleset="french").refuses("Bi-peeked-1", "incident.contradicted", rule="L27")
    game = deal_p("Bi-dealer_saw-1", "french")
    ruling = game.offers(1, "dealer_saw", "A", "LF1", demand="next_deal", forgo="next_deal")
    # The first suit stands for the one that elder names.
    assert [one["actions"][0].get("suit") for one in ruling["elections"]] == ["S", None]
    # P's talon ends with QS AC 7D: after elder's exchange 7D is younger's, but elder may not see it.
    elder = deal_p("AxSKD98C87 Ai-peeked-8", "french")
    elder.offers(2, "peeked", "B", "L27", enforce="next_deal", waive="next_deal")


@pytest.mark.rule("L32", "K11")
def test_who_took_all_five_has_left_nothing_undeclared() -> None:
    deal_p("AxSKD98C87").refuses("Ai-undeclared", "incident.contradicted", rule="L32")


@pytest.mark.rule("L36", "K12", "E9")
@pytest.mark.parametrize("refused_first", [True, False], ids=["after refusing", "after the first card"])
def test_looking_at_the_cards_left_too_late_lets_the_other_see_them(refused_first: bool) -> None:
    """B leaves 7D, and holds H T7 and no 7D: TH answers the lead in either case."""
    game = deal_p(f"AxSKD98C87 BxS7H9 {CALLS_OF_P} A.AH BrtSTHTDTCT-tSQDQCQ =10-17")
    if refused_first:
        game.does("Bln B@ly")
    else:
        game.does("B.TH B@ly")
    number = game.number
    game.offers(number, "looked", "A", "L36", inspect="deal_over")
    assert game.rule("A", number, "inspect").state["seen"]["A"] == ["7D"]


@pytest.mark.rule("L36", "K12")
def test_at_hoyle_nobody_else_sees_the_cards_left_after_a_late_look() -> None:
    """`late_look`: they are not to be looked at (20)."""
    rules = {"name": "portland", "overrides": {"law_late_look": "hoyle"}}
    game = deal_p(f"AxSKD98C87 BxS7H9 {CALLS_OF_P} A.AH BrtSTHTDTCT-tSQDQCQ B.TH B@ly =10-17", rules)
    assert game.elections(game.number, "looked") == {}
    game.refuses(f"Au{game.number}-inspect", "ruling.not_offered")


# -- K13, K26, K29


@pytest.mark.rule("L55", "K13", "E4")
def test_a_carte_blanche_with_court_cards_is_struck_without_a_penalty() -> None:
    """Parlett's rules show the hand at once; the law is Portland's."""
    game = deal_p("A@b =10-0", "parlett")
    assert game.ruling(1, "false_blanche")["entitled"] == ["B"]
    assert set(game.elections(1, "false_blanche").values()) == {"next_call"}
    objected = game.after("Bu1-object =0-0")
    assert objected.state["reckons_nothing"] == {"A": None, "B": None}
    game.does(f"{EXCHANGES_OF_P} Ap5").refuses("Bu1-object", "ruling.too_late")


@pytest.mark.rule("L55", "K13", "R3.3")
def test_a_discard_that_was_laid_out_for_a_carte_blanche_with_court_cards_is_free() -> None:
    """A announces an exchange of five. B lays out three cards, which follow by themselves if B says nothing."""
    game = deal_p("A@b5")
    assert set(game.elections(1, "false_blanche")) == {"object"}
    assert game.after("Bu1-object").phase == "elder_exchange"
    game.does("BmS7H97 =10-0")
    game.offers(1, "false_blanche", "B", "L55", object="next_call", alter="next_call")
    assert game.after("AxSKD98C87").state["drawn"]["B"] == ["QS", "AC", "7D"]
    for election, score in ("alter", (10, 0)), ("object", (0, 0)):
        free = game.after(f"Bu1-{election}")
        assert (free.state["committed"], free.score) == ([], score)
        free.does("AxSKD98C87")
        assert (free.phase, free.exchange_bounds()) == ("younger_exchange", (1, 3))
        assert free.does("BxST").state["drawn"]["B"] == ["QS"]
        free.refuses("Bu1-alter", "ruling.already")


@pytest.mark.rule("LR23", "K13")
def test_a_carte_blanche_after_the_exchange_counts_if_nothing_was_mixed() -> None:
    claim = {"seat": "B", "type": "claim_carte_blanche", "irregular": True}
    game = LawGame.deal(BLANK).does("AxSJHJDQ BxS7C8 =0-0")
    apart = game.copy().do(claim | {"mixed": False})
    assert apart.score == (0, 10)
    apart.offers_nothing(3, "false_blanche")
    mixed = game.copy().do(claim | {"mixed": True})
    assert mixed.score == (0, 10)
    assert "object" in mixed.elections(3, "false_blanche")
    assert mixed.after("Au3-object").score == (0, 0)


@pytest.mark.rule("R3.3", "R4.3", "L23")
def test_the_exchange_that_younger_committed_follows_after_an_irregularity_too() -> None:
    # A has no court card, and draws the three cards on top of the talon; the two that B committed are the next.
    deal = "SAT987HAT987D87_SKQJHKQJDAKQJT9_ACKCQCJCTC9C8C7C"
    game = LawGame.deal(deal).does("Bi-peeked-1 Ab3 BmSJHQ =10-0 AxS987 =10-0")
    assert game.state["drawn"] == {"A": ["AC", "KC", "QC"], "B": ["JC", "TC"]}
    assert game.state["talon"] == ["9C", "8C", "7C"]


@pytest.mark.rule("R3.3", "R4.2", "R4.6")
def test_after_an_irregularity_an_exchange_has_the_bounds_of_the_rules() -> None:
    """A announces three cards, so five are left for B. In the French game B leaves two of three, which A may take."""
    (commit,) = deal_p("A@b3").options("commit_discard")
    assert (commit["min"], commit["max"]) == (1, 5)
    assert deal_p("Bi-dealer_saw-12 AxSKD98C87 BxS7", "french").exchange_bounds() == (1, 2)


@pytest.mark.rule("R4.3", "R4.4", "R4.5", "L23")
def test_what_is_drawn_left_and_seen_is_the_same_after_an_irregularity() -> None:
    """A leaves two of the first five cards, which only A sees and which B draws; two of B's are left."""
    game = deal_p("Bi-peeked-1 AxSKD98")
    assert (game.state["left"], game.state["talon"]) == ({"A": 2, "B": None}, ["9C", "KD", "QS", "AC", "7D"])
    assert [looked_at(game, seat) for seat in "AB"] == [["9C", "KD"], []]
    game.does("BxS7H97")
    assert game.state["drawn"] == {"A": ["9S", "8S", "KH"], "B": ["9C", "KD", "QS"]}
    assert (game.state["left"], game.state["talon"]) == ({"A": 2, "B": 2}, ["AC", "7D"])
    assert [looked_at(game, seat) for seat in "AB"] == [["9C", "KD"], []]
    game.does("Ap0 As0 At0 A.AH Bly")
    assert [looked_at(game, seat) for seat in "AB"] == [["9C", "KD", "AC", "7D"], ["AC", "7D"]]


def looked_at(game: LawGame, seat: str) -> list[str]:
    """The cards left that a seat has seen."""
    return list(post("/v1/states/view", {"state": game.state, "seat": seat})["view"]["looked"])


@pytest.mark.rule("LR25", "K29")
def test_an_offer_of_a_new_deal_is_taken_at_once_or_refused() -> None:
    game = deal_p("AxSKD98C87 Ai-offer-redeal")
    game.offers(2, "offer", "B", game.ruling(2, "offer")["law"], accept="next_entry")
    game.refuses("Au2-accept", "ruling.not_entitled")
    taken = game.after("Bu2-accept")
    assert (taken.score, taken.state["to_act"]) == ((0, 0), None)
    game.does("BxS7H97").refuses("Bu2-accept", "ruling.too_late")


# -- as many cards as there may be


@pytest.mark.rule("K26", "L58")
def test_a_hand_may_have_more_than_fifteen_cards() -> None:
    """36 cards: B puts out one card and takes five. Sixteen cards are a long hand, on the state and from bare facts."""
    rules = {"name": "portland", "overrides": {"pack": 36, "elder_max": 8}}
    game = LawGame.deal(P_36, ruleset=rules).does("AxC76 B@xS6-k34567")
    ruling = game.ruling(2, "long_hand")
    facts = {fact["name"]: fact["value"] for fact in ruling["facts"] if fact["from"] == "state"}
    assert facts["cards"] == 16
    incident = {"kind": "long_hand", "facts": facts, "dealer": "B", "passed": ruling["passed"]}
    (bare,) = post("/v1/rulings", {"ruleset": rules, "incident": incident})["rulings"]
    assert [one["election"] for one in bare["elections"]] == ["enforce", "waive"]


@pytest.mark.rule("R4.2", "R4.3", "K1")
def test_nobody_is_offered_to_put_out_more_cards_than_there_are_in_the_hand() -> None:
    """36 cards, by Hoyle's law: 12, 11 and 13, which elder stands. A takes one, and twelve are left for B's eleven."""
    rules = {"name": "portland", "overrides": {"pack": 36, "elder_max": 8, "law": "hoyle"}}
    game = LawGame.deal(P_36_12_11_13, irregular=True, ruleset=rules).does("AxC7")
    assert game.exchange_bounds() == (1, 11)
