"""Rulings from facts on the exchange and the talon (law.md, K7 to K13, K26)."""

from typing import Any

import pytest

from tests.helpers.rulings import needs, offers, ruled, told

PENALTY = {"enforce": ("E3 E12", "next_deal"), "waive": ("", "next_deal")}
OR_REDEAL = {"redeal": ("E1", "own_take"), **PENALTY}


def exchange(side: str, discarded: int, taken: list[int], mixed: list[int] | None = None, **more: Any) -> Any:
    known: dict[str, Any] = {"leaves": 0, "elder_began": False, **more}
    return ruled("wrong_exchange", side=side, discarded=discarded, taken=taken, mixed=mixed or taken, **known)


# ---------------------------------------------------------------- K7


def test_elder_who_mixes_one_of_the_bottom_three() -> None:
    # L-W14 (K7 i, L28): elder takes six; standing, younger exchanges at most two, AC and 7D.
    ruling = exchange("elder", 5, [1, 2, 3, 4, 5, 6])
    assert (ruling["law"], ruling["offender"], ruling["entitled"]) == ("L28", "A", ["B"])
    assert offers(ruling) == OR_REDEAL
    assert told(ruling, "left_for_adversary") == [7, 8]
    late = exchange("elder", 5, [1, 2, 3, 4, 5, 6])
    assert late["until"] == "own_take"
    taken = ruled(
        "wrong_exchange",
        passed=("own_take",),
        side="elder",
        discarded=5,
        taken=[6],
        mixed=[6],
        leaves=0,
        elder_began=False,
    )
    assert offers(taken) == PENALTY


def test_younger_who_mixes_elders_cards() -> None:
    # L-W15 (K7 i, L29): 9S 8S KH before elder's exchange; elder may still exchange 9C and KD.
    ruling = exchange("younger", 3, [1, 2, 3])
    assert (ruling["law"], ruling["offender"], ruling["entitled"]) == ("L29", "B", ["A"])
    assert offers(ruling) == OR_REDEAL
    assert told(ruling, "left_for_adversary") == [4, 5]


def test_younger_who_takes_while_elder_is_still_taking_in() -> None:
    # L29's end: mixed, there is no fresh deal; not mixed, it costs nothing.
    assert offers(exchange("younger", 3, [4, 5, 6], elder_began=True)) == PENALTY
    unmixed = ruled(
        "wrong_exchange", side="younger", discarded=3, taken=[4, 6, 7], mixed=[6, 7], leaves=0, elder_began=True
    )
    assert (unmixed["law"], unmixed["status"], unmixed["elections"]) == ("L29", "harmless", [])


def test_a_card_that_elder_left_by_word_is_no_more_elders() -> None:
    # L28: "or one that he had left". Said to be left and mixed: i. Not mixed: ii b.
    assert exchange("elder", 4, [1, 2, 3, 4, 5], leaves=1)["law"] == "L28"
    assert exchange("elder", 4, [1, 2, 3, 4, 5], [1, 2, 3, 4], leaves=1)["law"] == "L33"


def test_a_card_of_the_others_that_was_taken_up_but_not_mixed() -> None:
    # L-W16 (K7 ii, L27): elder, taking five, turns up the sixth and puts it back.
    ruling = exchange("elder", 5, [1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5])
    assert (ruling["law"], ruling["entitled"], offers(ruling)) == ("L27", ["B"], PENALTY)


def test_a_card_of_ones_own_that_one_leaves() -> None:
    # L-W17 (K7 ii b, L33): four for four, the fifth with them, not mixed; for younger L35.
    elder = exchange("elder", 4, [1, 2, 3, 4, 5], [1, 2, 3, 4], leaves=None)
    assert (elder["law"], offers(elder)) == ("L33", PENALTY)
    younger = exchange("younger", 2, [6, 7, 8], [6, 7])
    assert (younger["law"], younger["entitled"], offers(younger)) == ("L35", ["A"], PENALTY)


def test_more_cards_than_discarded() -> None:
    # L-W12 (K7 iii, L31, L35, L58): younger puts out two and takes three.
    ruling = exchange("younger", 2, [6, 7, 8])
    assert (ruling["law"], ruling["also"], offers(ruling)) == ("L31", ["L35", "L58"], PENALTY)
    assert exchange("elder", 2, [1, 2, 3], leaves=None)["also"] == ["L58"]


def test_a_card_passed_over_has_to_be_taken() -> None:
    # LR12: elder puts out three and takes 1, 2 and 4; 3 is elder's as well, so that there are four.
    ruling = exchange("elder", 3, [1, 2, 4], leaves=None)
    assert (ruling["law"], ruling["readings"]) == ("L31", ["LR12"])


def test_fewer_cards_than_discarded() -> None:
    # L-W11 (K7 iv, L30, L57): younger puts out three and takes two; nobody may elect anything.
    ruling = exchange("younger", 3, [6, 7])
    assert (ruling["law"], ruling["also"], ruling["entitled"]) == ("L30", ["L57"], [])
    assert (ruling["status"], ruling["elections"]) == ("ruled", [])


def test_younger_takes_first_what_elder_left() -> None:
    # R4.3, LR11: elder took three; 4 and 5 are younger's.
    assert exchange("younger", 5, [4, 5, 6, 7, 8], leaves=2)["status"] == "none"
    assert exchange("younger", 5, [4, 5, 6, 7, 8], leaves=1)["law"] == "L29"


# ---------------------------------------------------------------- K8 to K11


def test_cards_taken_back_from_the_discard() -> None:
    # K8 (L25, L24)
    ruling = ruled("recovered", side="younger", stock="taken")
    assert (ruling["law"], ruling["entitled"], offers(ruling)) == ("L25", ["A"], PENALTY)
    assert ruled("recovered", side="younger", stock="touched")["status"] == "none"


def test_cards_buried_in_the_discard() -> None:
    # L-W10 (K9, L26): nobody elects; the hand is short (E7).
    ruling = ruled("buried", side="elder", source="hand", stock="taken", cards=["9C"])
    assert (ruling["law"], ruling["status"], ruling["elections"]) == ("L26", "ruled", [])


def test_cards_that_younger_left_and_buried() -> None:
    # K9 (L37 before L26): once elder has led.
    known = {"side": "younger", "source": "left"}
    ruling = ruled("buried", **known, elder_led=True)
    assert (ruling["law"], ruling["entitled"], offers(ruling)) == ("L37", ["A"], {"inspect": ("E9", "deal_over")})
    before = ruled("buried", **known, elder_led=False)
    assert (before["law"], before["status"], before["entitled"], before["elections"]) == ("L37", "open", ["A"], [])
    assert ruled("buried", "denexa", **known, elder_led=True)["status"] == "harmless"


def test_cards_that_were_looked_at() -> None:
    # K10 (L27, L33, L35); elder may look at what elder left (R4.4).
    sixth = ruled("peeked", side="elder", positions=[6], shown=True)
    assert (sixth["law"], sixth["entitled"], offers(sixth)) == ("L27", ["B"], PENALTY)
    assert told(sixth, "seen_by") == ["elder", "younger"]
    # L-W17: the fifth together with the draw; looked at afterwards by itself, nothing.
    with_draw = ruled("peeked", side="elder", positions=[5], together=True)
    assert (with_draw["law"], offers(with_draw), told(with_draw, "seen_by")) == ("L33", PENALTY, ["elder"])
    assert ruled("peeked", side="elder", positions=[5], together=False)["status"] == "none"
    younger = ruled("peeked", side="younger", positions=[8], leaves=0, together=True)
    assert (younger["law"], younger["entitled"], offers(younger)) == ("L35", ["A"], PENALTY)
    assert ruled("peeked", side="younger", positions=[5], leaves=0)["law"] == "L27"
    assert ruled("peeked", side="younger", positions=[5], leaves=None)["law"] == "L27"


@pytest.mark.rule("L36", "R4.5", "LR11")
def test_a_look_at_what_younger_left_is_a_late_look() -> None:
    """K12: the fifth card, which elder left, is younger's (LR11); once younger has drawn, it is one that they left."""
    looked = ruled("looked", side="younger")
    peeked = ruled("peeked", side="younger", positions=[5], leaves=1, together=False)
    assert {**peeked, "facts": []} == {**looked, "facts": [], "needs": peeked["needs"]}
    assert (needs(peeked), offers(peeked)) == (["leaves_some"], {"inspect": ("E9", "deal_over")})
    # Still to be drawn, the law has nothing on it (K10b: "nothing but L13, L27"), and the answer says why.
    before = ruled("peeked", side="younger", positions=[5], leaves=1, together=False, leaves_some=False)
    assert (before["status"], before["elections"]) == ("none", [])
    assert "B was still to draw" in before["message"] and before["message"] in before["sentence"]


def test_a_dealer_who_looks_at_the_talon() -> None:
    # L-W40 (K10b, LF1): two cards, so elder names the suit of the dealer's next two leads.
    ruling = ruled("dealer_saw", "french", positions=[1, 2])
    assert (ruling["law"], ruling["offender"], ruling["entitled"]) == ("LF1", "B", ["A"])
    assert offers(ruling) == {"demand": ("E8", "next_deal"), "forgo": ("", "next_deal")}
    assert told(ruling, "leads") == 2
    # K10 then does not apply to the dealer before elder's exchange, but after it.
    known = {"side": "younger", "positions": [1], "leaves": 0}
    early = ruled("peeked", "french", **known, exchanged=False)
    assert (early["kind"], early["law"], told(early, "leads")) == ("dealer_saw", "LF1", 1)
    assert (early["entitled"], offers(early)) == (["A"], offers(ruling))
    assert ruled("peeked", "french", **known, exchanged=True)["law"] == "L27"
    assert ruled("dealer_saw", positions=[1])["law"] == "L27"


def test_cards_left_without_a_word() -> None:
    # L-W18 (K11, L32): elder takes four; younger touches the talon and finds four.
    ruling = ruled("undeclared", taken=4, stock="touched")
    assert (ruling["law"], ruling["offender"], ruling["entitled"]) == ("L32", "A", ["B"])
    assert (offers(ruling), told(ruling, "left")) == ({"alter": ("", "own_take")}, 4)
    assert ruled("undeclared", taken=4, stock="taken")["status"] == "lapsed"
    assert ruled("undeclared", taken=5)["status"] == "none"


# ---------------------------------------------------------------- K12, K13, K26


def test_a_late_look_is_for_both() -> None:
    # K12 (L36, LR31); au cent: LA2; void unless `left_cards` is `after_lead_shared`.
    ruling = ruled("looked", side="younger")
    assert (ruling["law"], ruling["readings"], ruling["entitled"]) == ("L36", ["LR31"], ["A"])
    assert offers(ruling) == {"inspect": ("E9", "deal_over")}
    au_cent = ruled("looked", "au-cent", side="elder")
    assert (au_cent["also"], au_cent["entitled"]) == (["LA2"], ["B"])
    assert offers(au_cent) == {"inspect": ("E9", "deal_over"), "demand": ("E8", "deal_over")}
    assert ruled("looked", "french", side="elder")["status"] == "none"


def test_a_carte_blanche_with_court_cards() -> None:
    # K13 (L55, LR23)
    struck = {"object": ("E4 E12", "next_call")}
    ruling = ruled("false_blanche", side="elder", courts=True, laid_out=False)
    assert (ruling["law"], ruling["entitled"], offers(ruling)) == ("L55", ["B"], struck)
    laid_out = ruled("false_blanche", side="elder", courts=True, laid_out=True)
    assert offers(laid_out) == {**struck, "alter": ("", "next_call")}
    late = {"side": "younger", "courts": False, "exchanged": True, "laid_out": False}
    assert offers(ruled("false_blanche", **late, mixed=True)) == struck
    apart = ruled("false_blanche", **late, mixed=False)
    assert (apart["status"], apart["readings"]) == ("harmless", ["LR23"])


def test_a_hand_that_is_too_long() -> None:
    # K26 (L58); short hands are not punished (L57); not for hands made long by the deal alone.
    ruling = ruled("long_hand", side="younger", cards=13, cause="exchange")
    assert (ruling["law"], ruling["entitled"], offers(ruling)) == ("L58", ["A"], PENALTY)
    assert ruling["unraised"] == "the hands are played with the cards that they have, and all scores stand"
    short = ruled("long_hand", side="younger", cards=11, cause="exchange")
    assert (short["law"], short["status"], short["elections"]) == ("L57", "ruled", [])
    assert ruled("long_hand", side="younger", cards=13, cause="deal")["status"] == "none"
    assert ruled("long_hand", side="younger", cards=12)["status"] == "none"
    assert needs(ruled("long_hand", cards=13)) == ["cause", "side"]


@pytest.mark.parametrize(("ruleset", "effect"), [("au-cent", "E10"), ({"name": "portland"}, "E3 E12")])
def test_the_loss_of_a_game_needs_games(ruleset: Any, effect: str) -> None:
    # L-W38 (AC, E10): au cent's law by itself, in a partie without games, has E3 in its place.
    choice = ruleset if isinstance(ruleset, str) else {**ruleset, "overrides": {"law_stock_mixed": "au-cent"}}
    known = {"side": "elder", "discarded": 5, "taken": [1, 2, 3, 4, 5, 6], "mixed": [1, 2, 3, 4, 5, 6], "leaves": 0}
    assert offers(ruled("wrong_exchange", choice, **known)) == {
        "enforce": (effect, "next_deal"),
        "waive": ("", "next_deal"),
    }
