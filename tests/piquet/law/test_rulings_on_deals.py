"""Rulings from facts on the cut, the pack and the deal (law.md, K1 to K6, K27 to K29)."""

from typing import Any

import pytest

from tests.helpers.rulings import needs, offers, ruled, told

BOTH = ["elder", "younger"]
FRESH = {"redeal": ("E1", "taken"), "stand": ("E11", "taken")}
RIGHTS_OF_L10 = {"rectify": ("E1", "untouched"), "redeal": ("E1", "untouched"), "stand": ("", "untouched")}


def misdeal(*dealt: int, ruleset: Any = "portland", **facts: Any) -> Any:
    known = {"dealt": list(dealt), "taken_up": BOTH, "stock": "untouched", **facts}
    return ruled("misdeal", ruleset, **known)


# ---------------------------------------------------------------- K1


@pytest.mark.parametrize("dealt", [(12, 11, 9), (14, 10, 8), (13, 13, 6)])
def test_a_deal_that_is_too_wrong_is_made_again_without_a_choice(dealt: tuple[int, int, int]) -> None:
    # L-W1 (L12, K1b): a talon of nine, or off by two: half of 2 + 2 + 0, half of 1 + 1 + 2.
    ruling = misdeal(*dealt)
    assert (ruling["kind"], ruling["law"], ruling["offender"]) == ("misdeal", "L12", "B")
    assert (ruling["entitled"], offers(ruling)) == (["A", "B"], {"redeal": ("E1", "next_deal")})


@pytest.mark.parametrize(
    ("dealt", "law"), [((13, 11, 8), "L40"), ((13, 12, 7), "L41"), ((11, 13, 8), "L42"), ((12, 13, 7), "L43")]
)
def test_one_card_in_a_wrong_place_is_elders_choice(dealt: tuple[int, int, int], law: str) -> None:
    # L-W2 (L11, K1c): elder may have a fresh deal or stand, until taking up a card.
    ruling = misdeal(*dealt)
    assert (ruling["law"], ruling["also"], ruling["status"]) == ("L11", [law], "open")
    assert (ruling["entitled"], offers(ruling)) == (["A"], FRESH)


def exchanges(*dealt: int, ruleset: Any = "portland") -> list[tuple[int, int, list[int], list[int]]]:
    members = ("elder_discards", "elder_takes", "younger_discards", "younger_takes")
    return [tuple(row[name] for name in members) for row in told(misdeal(*dealt, ruleset=ruleset), "exchanges")]


def test_elder_with_thirteen_discards_one_more_and_younger_one_fewer() -> None:
    # L-W3 (L40, E11): elder puts out 2 to 6 for 1 to 5; after five, younger puts out none for one to two for three.
    rows = exchanges(13, 11, 8)
    assert [row[:2] for row in rows] == [(2, 1), (3, 2), (4, 3), (5, 4), (6, 5)]
    assert rows[-1][2:] == ([0, 2], [1, 3])


def test_with_thirteen_and_a_talon_of_seven_younger_exchanges_evenly() -> None:
    # L-W4 (L41): elder six for five; two are left, which younger exchanges evenly.
    assert exchanges(13, 12, 7)[-1] == (6, 5, [1, 2], [1, 2])


def test_elder_with_eleven_discards_one_fewer_and_younger_one_more() -> None:
    # L-W5 (L42): elder four for five, or none for one; then younger two for one to four for three.
    rows = exchanges(11, 13, 8)
    assert (rows[-1][:2], rows[0][:2]) == ((4, 5), (0, 1))
    assert rows[-1][2:] == ([2, 4], [1, 3])


def test_with_a_talon_of_seven_younger_with_thirteen_discards_one_more() -> None:
    # L-W6 (L43): an ordinary five for five; two are left, and younger puts out two for one or three for two.
    assert exchanges(12, 13, 7)[-1] == (5, 5, [2, 3], [1, 2])


def test_elder_with_twelve_stands_by_exchanging() -> None:
    # L-W6: an ordinary five for five is standing, and no K1d.
    ruling = misdeal(12, 13, 7, stock="taken")
    assert (ruling["law"], ruling["also"], ruling["status"]) == ("L11", ["L43"], "lapsed")
    assert (ruling["elections"], ruling["unraised"], ruling["needs"]) == ([], "the deal stands", [])


def test_the_numbers_are_those_of_the_ruleset() -> None:
    # The principle of the rows: a pack of 36 has twelve in the talon, of which elder may take eight.
    assert misdeal(12, 12, 12, ruleset="old-36")["status"] == "none"
    rows = exchanges(13, 11, 12, ruleset="old-36")
    assert rows[-1] == (9, 8, [0, 3], [1, 4])


def test_seen_before_a_hand_is_taken_up_it_may_be_put_right() -> None:
    # K1a (L10, LR15)
    ruling = misdeal(13, 11, 8, taken_up=[])
    assert (ruling["law"], ruling["readings"], ruling["entitled"]) == ("L10", ["LR15"], ["A"])
    assert offers(ruling) == RIGHTS_OF_L10
    assert offers(ruled("misdeal", passed=("untouched",), dealt=[13, 11, 8], taken_up=[], stock="untouched")) == {}


def test_elder_who_exchanges_without_a_word_loses_the_choice() -> None:
    # L-W7 (K1d, L39 and L58): thirteen in hand; until the next deal younger may enforce.
    long = misdeal(13, 11, 8, stock="taken", cards=13)
    assert (long["law"], long["also"], long["offender"], long["entitled"]) == ("L39", ["L58"], "A", ["B"])
    assert offers(long) == {"enforce": ("E3 E12", "next_deal"), "waive": ("", "next_deal")}
    short = misdeal(11, 13, 8, stock="taken", cards=11)
    assert (short["law"], short["status"], offers(short)) == ("L39", "lapsed", {})


def test_twelve_twelve_and_eight_is_no_misdeal() -> None:
    ruling = misdeal(12, 12, 8)
    assert (ruling["status"], ruling["elections"], ruling["entitled"]) == ("none", [], [])


# ---------------------------------------------------------------- K2


def test_a_deal_out_of_turn_found_too_late_stands() -> None:
    # L-W9 (L16): deal 3 is dealt by B, not A; then A, A, B deal. Deal 5 so: A deals the last.
    third = ruled("deal_out_of_turn", deal=3, taken_up=BOTH)
    assert (third["law"], third["status"], third["offender"]) == ("L16", "lapsed", "B")
    assert told(third, "next_dealers") == ["elder", "elder", "younger"]
    fifth = ruled("deal_out_of_turn", deal=5, taken_up=BOTH)
    assert told(fifth, "next_dealers") == ["elder"]
    assert (third["finding"], fifth["finding"]) == ("two_deals", "one_deal")


@pytest.mark.parametrize("known", [{"taken_up": []}, {"taken_up": ["elder"], "noticed": "younger"}])
def test_a_deal_out_of_turn_is_void_while_who_noticed_has_not_looked(known: dict[str, Any]) -> None:
    # L-W9: found before, void.
    ruling = ruled("deal_out_of_turn", deal=3, **known)
    assert (ruling["entitled"], offers(ruling)) == (["A", "B"], {"void": ("E2", "untouched")})


def test_an_extra_deal_counts_as_the_last() -> None:
    # LR16: of eight deals the seventh is the one before the last, of a partie of six it is an extra one.
    assert ruled("deal_out_of_turn", deal=7, taken_up=BOTH)["finding"] == "one_deal"
    assert ruled("deal_out_of_turn", deal=6, deals=8, taken_up=BOTH)["finding"] == "two_deals"


# ---------------------------------------------------------------- K3 to K6


def test_a_card_that_the_dealer_turns_up() -> None:
    # L-W8 (L13, LR14): JH is A's; KC is B's own.
    elders = ruled("exposed", owner="elder", cards=["JH"])
    assert (elders["law"], elders["readings"], elders["entitled"]) == ("L13", ["LR14"], ["A"])
    assert offers(elders) == {"redeal": ("E1", "taken"), "stand": ("", "taken")}
    assert offers(ruled("exposed", owner="stock")) == offers(elders)
    own = ruled("exposed", owner="younger", cards=["KC"])
    assert (own["status"], own["entitled"], own["elections"]) == ("harmless", [], [])
    late = ruled("exposed", passed=("taken",), owner="elder")
    assert (late["status"], late["elections"], late["unraised"]) == ("lapsed", [], "the deal stands")


@pytest.mark.parametrize(
    ("where", "exchanged", "open_"),
    [("pack", [], True), ("pack", ["elder"], False), ("stock", ["elder"], True), ("stock", BOTH, False)],
)
def test_a_faced_card_means_a_fresh_deal(where: str, exchanged: list[str], open_: bool) -> None:
    # K4 (L14): in the pack before the first entry, in the talon until both have exchanged.
    ruling = ruled("faced", where=where, exchanged=exchanged)
    assert (ruling["law"], ruling["status"]) == ("L14", "open" if open_ else "lapsed")
    assert offers(ruling) == ({"redeal": ("E1", "next_call")} if open_ else {})


def test_the_wrong_pack() -> None:
    # K5 (L15)
    in_time = ruled("pack", taken_up=False)
    assert (in_time["law"], in_time["entitled"], offers(in_time)) == ("L15", ["A", "B"], {"redeal": ("E1", "none")})
    late = ruled("pack", taken_up=True)
    assert (late["status"], late["unraised"]) == ("lapsed", "the packs remain exchanged")


def test_an_incorrect_pack() -> None:
    # L-W37 (L75): two sevens of diamonds, no eight.
    ruling = ruled("spoiled", proof={"missing": ["8D"], "double": ["7D"]})
    assert (ruling["law"], ruling["entitled"]) == ("L75", ["A", "B"])
    assert offers(ruling) == {"redeal": ("E1", "next_deal")}


def test_a_strange_card_proves_nothing() -> None:
    # K6, LR33
    known = {"proof": None, "side": "younger"}
    assert ruled("spoiled", **known, where="hand", claimed=False, played=False)["status"] == "harmless"
    assert ruled("spoiled", **known, where="stock")["status"] == "harmless"
    played = ruled("spoiled", **known, where="hand", claimed=False, played=True)
    assert offers(played) == {"replay": ("E6 E12", "next_deal")}
    kept = ruled("spoiled", **known, where="discard")
    assert (kept["kind"], kept["entitled"], list(offers(kept))) == ("long_hand", ["A"], ["enforce", "waive"])
    claim = {"category": "set", "held": False, "allowed": True, "mended": "never", "shown": False, "in_union": True}
    claimed = ruled("spoiled", **known, where="hand", claimed=True, **claim)
    assert (claimed["kind"], claimed["law"], claimed["finding"]) == ("false_claim", "L54", "false")


# ---------------------------------------------------------------- K27 to K29


@pytest.mark.parametrize(
    ("facts", "law", "status", "finding"),
    [
        ({"when": "to_dealer", "sizes": [1, 31]}, "L3", "ruled", "again"),
        ({"when": "to_dealer", "sizes": [31, 1]}, "L3", "ruled", "again"),
        ({"when": "to_dealer", "sizes": [2, 30], "cards": 0, "confused": False}, "L7", "none", None),
        ({"when": "to_dealer", "sizes": [16, 16], "cards": 1}, "L7", "ruled", "again"),
        ({"when": "to_dealer", "sizes": [16, 16], "cards": 0, "confused": True}, "L7", "ruled", "again"),
        ({"when": "for_deal", "cards": 2, "pack_incorrect": False}, "L5", "ruled", "again"),
        ({"when": "for_deal", "cards": 1, "pack_incorrect": False}, "L5", "none", None),
        ({"when": "for_deal", "pack_incorrect": True}, "L6", "harmless", None),
    ],
)
def test_the_cut(facts: dict[str, Any], law: str, status: str, finding: str | None) -> None:
    ruling = ruled("cut", **facts)
    assert (ruling["law"], ruling["status"], ruling["finding"], needs(ruling)) == (law, status, finding, [])


def test_packets() -> None:
    # K28 (L9, LR32)
    seen = ruled("packets", where="hands", taken_up=[])
    assert (seen["law"], seen["also"], seen["entitled"], offers(seen)) == ("L9", ["L10"], ["A"], RIGHTS_OF_L10)
    assert ruled("packets", where="hands", taken_up=["younger"])["status"] == "harmless"
    assert ruled("packets", where="stock")["status"] == "harmless"


def test_a_fresh_deal_that_is_offered() -> None:
    # K29 (LR25): no law; the other seat accepts as the very next entry.
    ruling = ruled("offer", side="elder")
    assert (ruling["law"], ruling["readings"], ruling["entitled"]) == (None, ["LR25"], ["B"])
    assert offers(ruling) == {"accept": ("E1", "next_entry")}
