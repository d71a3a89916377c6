"""The facts on which a ruling on a played deal rests, as the deal shows them."""

from typing import Any

import pytest

from tests.helpers.cards import portland
from tests.helpers.law_game import (
    CALLS_OF_P,
    EXCHANGES_OF_P,
    HEARTS_OF_P,
    KNAVES_AND_LEAD,
    P_12_11_9,
    P_13_11_8,
    P_EXCHANGED,
    POINT_OF_P,
    RECKONED,
    SETS_OF_B,
    LawGame,
    P,
    deal_p,
)
from tests.helpers.law_notation import text_of

Json = Any

FALSE_LIST = f"{POINT_OF_P} As4-A Bg A@rsHAKQJ-sC987 {KNAVES_AND_LEAD} {SETS_OF_B}"


def facts_of(game: LawGame, number: int, kind: str) -> dict[str, Json]:
    ruling = game.ruling(number, kind)
    return {fact["name"]: fact["value"] for fact in ruling["facts"] if fact["from"] == "state"}


@pytest.mark.rule("K3", "K4", "K5", "K7", "K8", "K9", "K10", "K11", "K13", "K26")
@pytest.mark.parametrize(
    ("law", "line", "number", "kind", "facts"),
    [
        ("portland", "Bi-exposed-HJ", 1, "exposed", {"owner": "elder"}),
        ("portland", "Bi-exposed-CK", 1, "exposed", {"owner": "younger"}),
        ("portland", "Bi-exposed-S9", 1, "exposed", {"owner": "stock"}),
        ("portland", "Ai-faced-pack", 1, "faced", {"where": "pack", "exchanged": []}),
        ("portland", "AxSKD98C87 Ai-faced-stock", 2, "faced", {"where": "stock", "exchanged": ["elder"]}),
        ("hoyle", "Ai-faced-stock", 1, "faced", {"faced": 1, "bottom": False}),
        ("old", "Ai-faced-stock Ai-dropped-SA Bi-faced-stock", 3, "faced", {"faced": 2}),
        ("portland", "Ai-pack", 1, "pack", {"taken_up": False}),
        ("portland", "Ai-pack-taken_up", 1, "pack", {"taken_up": True}),
        ("au-cent", "Ai-pack", 1, "pack", {"deal_complete": True}),
        # The exchange: what was due, what was taken and mixed.
        (
            "portland",
            "A@xSKD98C87-k123456",
            1,
            "wrong_exchange",
            {"side": "elder", "taken": [1, 2, 3, 4, 5, 6], "mixed": [1, 2, 3, 4, 5, 6], "due": [1, 2, 3, 4, 5]},
        ),
        ("portland", "A@xSKD98C87-k123456", 1, "long_hand", {"cards": 13, "cause": "exchange", "side": "elder"}),
        (
            "portland",
            "A@xSKD98C8-k12345-m1234-l1",
            1,
            "wrong_exchange",
            {"taken": [1, 2, 3, 4, 5], "mixed": [1, 2, 3, 4], "due": [1, 2, 3, 4], "discarded": 4},
        ),
        (
            "hoyle",
            "B@xS7H9-k123",
            1,
            "wrong_exchange",
            {"side": "younger", "due": [6, 7, 8], "taken": [1, 2, 3]},
        ),
        ("hoyle", "AxSKD98C8 B@xS7H9-k567", 2, "wrong_exchange", {"due": [5, 6, 7, 8], "leaves_some": False}),
        ("portland", "AxSKD98C87 B@xS7H9-k678-l1", 2, "wrong_exchange", {"discarded": 2, "leaves_some": True}),
        ("portland", "AxSKD98C87 B@xS7H9-k678-l0", 2, "wrong_exchange", {"leaves_some": False}),
        ("portland", "B@xS7H9-k56-m6", 1, "wrong_exchange", {"elder_began": False, "mixed": [6]}),
        ("portland", "B@xS7H9-k78", 1, "wrong_exchange", {"taken": [6, 7, 8], "mixed": [6, 7, 8]}),
        ("portland", f"{EXCHANGES_OF_P} Ai-recovered-SK", 3, "recovered", {"side": "elder", "stock": "taken"}),
        ("portland", f"{EXCHANGES_OF_P} Ai-recovered-SK", 3, "long_hand", {"cards": 13, "cause": "exchange"}),
        ("portland", "AxSKD98C87 Ai-buried-C9", 2, "buried", {"source": "hand", "stock": "taken", "side": "elder"}),
        ("portland", "AxSKD98C8 Ai-buried-DK", 2, "buried", {"source": "stock", "stock": "taken"}),
        ("portland", "AxSKD98C87 BxS7H9 Bi-buried-D7", 3, "buried", {"source": "left", "elder_led": False}),
        (
            "portland",
            f"AxSKD98C87 BxS7H9 Bi-buried-D7 {CALLS_OF_P} A.AH",
            3,
            "buried",
            {"source": "left", "elder_led": True},
        ),
        (
            "portland",
            "Bi-peeked-12",
            1,
            "peeked",
            {"side": "younger", "positions": [1, 2], "due": [6, 7, 8], "shown": False},
        ),
        ("portland", "AxSKD98C87 Ai-peeked-6-shown", 2, "peeked", {"due": [], "shown": True}),
        (
            "french",
            "AxSKD98C87 BxS7H9 Bi-peeked-8-together",
            3,
            "peeked",
            {"due": [8], "exchanged": True, "together": True},
        ),
        ("french", "Bi-dealer_saw-12", 1, "dealer_saw", {"positions": [1, 2]}),
        ("portland", "AxSKD98C8 Ai-undeclared", 2, "undeclared", {"taken": 4, "stock": "untouched"}),
        ("portland", "AxSKD98C87 A@b5", 2, "false_blanche", {"courts": True}),
        # Calling and reckoning.
        (
            "portland",
            f"{EXCHANGES_OF_P} Ap4 Bn As4-A Bg Ar {KNAVES_AND_LEAD} B@.TH",
            11,
            "false_reply",
            {"held": True},
        ),
        ("portland", f"{POINT_OF_P} A@.AH", 6, "not_reckoned", {"omitted": "reckoning", "first_card_played": False}),
        (
            "au-cent",
            f"{POINT_OF_P} As4-A Bg A@.AH Br0 B.TH",
            8,
            "not_reckoned",
            {"omitted": "showing", "category": "sequence", "elder_led": True},
        ),
        (
            "portland",
            f"{EXCHANGES_OF_P} {CALLS_OF_P} A.AH B@rpDAQJT7-tSTHTDTCT-tSQDQCQ",
            12,
            "undue_reckoning",
            {"side": "younger", "reason": "category_closed"},
        ),
        (
            "portland",
            f"{RECKONED} B.TH B@rsDQJT",
            14,
            "undue_reckoning",
            {"reason": "too_late", "first_card_played": True},
        ),
        ("portland", f"{RECKONED} B@rtSQDQCQ", 13, "undue_reckoning", {"reason": "twice"}),
        (
            "portland",
            f"{EXCHANGES_OF_P} Ap4-41 Bg A@rpHAKQJ8",
            5,
            "undue_reckoning",
            {"reason": "better_than_called", "side": "elder"},
        ),
        ("portland", f"{POINT_OF_P} As4-A B@n {KNAVES_AND_LEAD}", 7, "false_reply", {"held": False, "mended": "never"}),
        # How far the deal has come: until then the player may correct it (A1 to A4).
        ("portland", f"{POINT_OF_P} As4-A B@n", 7, "false_reply", {"now": "before_next_call"}),
        ("portland", f"{POINT_OF_P} As4-A B@n At3-J", 7, "false_reply", {"now": "before_first_card"}),
        ("portland", f"{POINT_OF_P} A@s5-A", 6, "false_claim", {"now": "before_reply"}),
        ("portland", f"{POINT_OF_P} A@s5-A Bg", 6, "false_claim", {"now": "before_lead"}),
        ("portland", f"{POINT_OF_P} A@s5-A Bg Ar At0 A.AH", 6, "false_claim", {"now": "before_first_card"}),
        ("portland", f"{POINT_OF_P} A@s5-A Aas4-A", 6, "false_claim", {"mended": "before_reply"}),
        ("portland", f"{POINT_OF_P} A@s5-A Bg Ar Aas0", 6, "false_claim", {"mended": "before_lead"}),
        ("portland", f"{POINT_OF_P} A@s5-A Bg Ar At0 A.AH Aas0", 6, "false_claim", {"mended": "before_first_card"}),
        (
            "portland",
            f"{POINT_OF_P} As0 {KNAVES_AND_LEAD} B@rtSTHTDTCT-tSQHQDQCQ BartSTHTDTCT-tSQDQCQ",
            10,
            "false_claim",
            {"mended": "before_first_card"},
        ),
        ("au-cent", f"{POINT_OF_P} A@s5-A Bg Ar", 6, "false_claim", {"own_card_since": False}),
        ("au-cent", f"{POINT_OF_P} A@s5-A Bg Ar At0 A.AH", 6, "false_claim", {"own_card_since": True}),
        (
            "portland",
            f"{FALSE_LIST} B.TH",
            8,
            "false_claim",
            {
                "side": "elder",
                "said": "reckoned",
                "held": False,
                "in_union": True,
                "claimed": ["9C", "8C", "7C"],
                "lacking": ["8C", "7C"],
                "mended": "never",
                "allowed": True,
                "shown": False,
            },
        ),
        (
            "portland",
            f"{POINT_OF_P} As0 {KNAVES_AND_LEAD} {SETS_OF_B}-sDQJT-sCAKQ",
            10,
            "implied",
            {"below_rubicon": True},
        ),
        (
            "au-cent",
            f"{POINT_OF_P} As0 {KNAVES_AND_LEAD} {SETS_OF_B}-sDQJT",
            10,
            "implied",
            {"category": "sequence", "laid": "shown"},
        ),
        # Play.
        (
            "portland",
            f"{RECKONED} {HEARTS_OF_P} A.KD B@.TC A.AS B.QS",
            23,
            "revoke",
            {"side": "younger", "played_since": 2},
        ),
        (
            "portland",
            f"{RECKONED} {HEARTS_OF_P} B@.AC",
            22,
            "lead_out_of_turn",
            {"side": "younger", "answered": False, "elder_led": True},
        ),
        ("portland", f"{RECKONED} {HEARTS_OF_P} B@.AC A.9C", 22, "lead_out_of_turn", {"answered": True}),
    ],
)
def test_the_facts_that_a_deal_shows(law: str, line: str, number: int, kind: str, facts: dict[str, Json]) -> None:
    found = facts_of(deal_p(line, portland(law=law)), number, kind)
    assert {name: found.get(name) for name in facts} == facts
    assert "outcome" not in found


@pytest.mark.rule("K13")
def test_the_facts_of_a_false_carte_blanche() -> None:
    """Parlett's rules show the hand at once."""
    found = facts_of(deal_p("A@b", "parlett"), 1, "false_blanche")
    assert found == {"courts": True, "side": "elder", "laid_out": False}


@pytest.mark.rule("K4", "K11", "K13", "L13", "E11")
def test_whoever_takes_no_card_has_exchanged() -> None:
    """By au cent elder with thirteen cards may discard one and take none, and younger may where nobody must draw."""
    au_cent = {"name": "portland", "overrides": {"law_stand_13": "au-cent"}}
    dealt = LawGame.deal(P_13_11_8, irregular=True, ruleset=au_cent).does("Bi-exposed-HJ Au0-stand AxST")
    dealt.refuses("Au1-redeal", "ruling.too_late", rule="L13")
    dealt.does("Ai-faced-stock Ai-undeclared")
    assert facts_of(dealt, 4, "faced")["exchanged"] == ["elder"]
    assert facts_of(dealt, 5, "undeclared") == {"taken": 0, "stock": "untouched"}
    none = portland(younger_min=0)
    assert facts_of(deal_p("B@x Ai-faced-stock", none), 2, "faced")["exchanged"] == ["younger"]
    blank = LawGame.deal("SAKQJHAKQJDAKQCA_ST987HT98DT98C98_7HKCQCJCTC7CJD7D", ruleset=none).does("AxSA Bx B@b")
    found = facts_of(blank, 3, "false_blanche")
    assert (found["courts"], found["exchanged"]) == (False, True)


@pytest.mark.rule("K1", "L39")
def test_the_facts_of_a_wrong_deal() -> None:
    assert deal_p().rulings(number=0) == []
    game = LawGame.deal(P_13_11_8, irregular=True)
    dealt = [{fact["name"]: fact["value"] for fact in one["facts"]} for one in game.rulings(number=0)]
    assert [(one["taken_up"], one.get("stock")) for one in dealt] == [([], None), (["elder", "younger"], "untouched")]
    game.does("A@xSKD98C87")
    found = facts_of(game, 1, "misdeal")
    assert found == {
        "dealt": [13, 11, 8],
        "taken_up": ["elder", "younger"],
        "stock": "taken",
        "cards": 13,
        "long_hand_apart": True,
    }


@pytest.mark.rule("K2", "L16")
def test_the_facts_of_a_deal_out_of_turn() -> None:
    first = LawGame.deal_p().play_p()
    game = LawGame.deal_p(after=first, wrong_dealer="B")
    assert facts_of(game, 0, "deal_out_of_turn") == {"taken_up": []}
    game.does("AxSKD98C87")
    assert facts_of(game, 0, "deal_out_of_turn") == {"deal": 2, "taken_up": ["elder", "younger"]}


@pytest.mark.rule("K2", "L16")
@pytest.mark.parametrize("seat", ["A", "B"])
def test_either_player_may_deal_out_of_turn(seat: str) -> None:
    """The one who dealt the first deal deals the second, too."""
    first = LawGame.deal(P if seat == "B" else P_EXCHANGED, dealer=seat).play_p()
    game = LawGame.deal_p(after=first, wrong_dealer=seat)
    assert (game.dealer, game.incident(0, "deal_out_of_turn")["offender"]) == (seat, seat)
    game.offers(0, "deal_out_of_turn", "AB", "L16", void="untouched")
    regular = LawGame.deal_p(after=first)
    assert (regular.dealer, regular.state["incidents"]) == ({"A": "B", "B": "A"}[seat], [])


@pytest.mark.rule("E9", "K3")
def test_cards_of_the_talon_that_are_shown_are_nobodys() -> None:
    (_, event) = deal_p("Bi-exposed-S9").events
    assert (event["kind"], event["seat"], event["cards"], event["points"]) == ("exposed", None, ["9S"], 0)


@pytest.mark.rule("K8", "L25")
def test_a_card_that_was_recovered_is_no_longer_in_the_discard() -> None:
    game = deal_p("AxSKD98C87 Ai-recovered-SK")
    assert text_of(game.state["discards"]["A"]) == "D98C87"
    assert "KS" in game.state["hands"]["A"]


@pytest.mark.rule("K9", "L26")
def test_a_card_of_the_talon_that_is_buried_no_longer_lies() -> None:
    """Elder leaves DK, the fifth card, which younger might take: four cards were younger's, three are left."""
    game = deal_p("AxSKD98C8")
    assert game.exchange_bounds() == (1, 4)
    game.does("Ai-buried-DK")
    assert game.exchange_bounds() == (1, 3)
    assert "KD" in game.state["discards"]["A"]
    game.refuses("Ai-peeked-5-together", "incident.contradicted", rule="L27")


@pytest.mark.rule("K7", "K8", "K26")
@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        ("A@xSKD98C87-k123456-m12345", ["wrong_exchange"]),
        ("A@xSKD98C87-k1234 Ai-recovered-SK", ["wrong_exchange", "recovered"]),
        ("AxSKD98C87 Ai-recovered-SK", ["recovered", "long_hand"]),
    ],
)
def test_a_hand_of_twelve_is_not_long(line: str, kinds: list[str]) -> None:
    game = deal_p(line)
    assert [one["kind"] for one in game.state["incidents"]] == kinds


@pytest.mark.rule("E9", "K3", "K10", "K22")
@pytest.mark.parametrize(
    ("line", "seen"),
    [
        ("Bi-exposed-HJ", {"A": [], "B": ["JH"]}),
        ("Bi-exposed-CK", {"A": ["KC"], "B": []}),
        ("Bi-exposed-S9", {"A": ["9S"], "B": ["9S"]}),
        ("Ai-dropped-SA", {"A": [], "B": ["AS"]}),
        ("Bi-dropped-DA", {"A": ["AD"], "B": []}),
        ("Ai-peeked-6", {"A": ["QS"], "B": []}),
        ("Ai-peeked-8-shown", {"A": ["7D"], "B": ["7D"]}),
        ("Bi-peeked-1-shown", {"A": ["9S"], "B": ["9S"]}),
        ("Bi-peeked-1 Ai-peeked-6 Bi-peeked-2", {"A": ["QS"], "B": ["9S", "8S"]}),
        # Taken up and put back.
        ("A@xSKD98C87-k123456-m12345", {"A": ["QS"], "B": []}),
        ("B@xS7H9-k56-m6", {"A": [], "B": ["KD"]}),
    ],
)
def test_the_cards_that_were_seen(line: str, seen: dict[str, list[str]]) -> None:
    assert deal_p(line).state["seen"] == seen


@pytest.mark.rule("K29", "LR25")
def test_an_offer_rests_on_a_reading() -> None:
    """No law has it: neither the report, nor the ruling, nor the refusal of an offer when the deal is over."""
    game = deal_p("Ai-offer-redeal")
    assert game.incident(1, "offer")["law"] == "LR25"
    assert [event["rule"] for event in game.events if event["kind"] == "irregularity"] == ["LR25"]
    over = deal_p().play_p()
    over.refuses("Ai-offer-redeal", "incident.not_now", rule="LR25")


@pytest.mark.rule("E2", "E3")
@pytest.mark.parametrize(
    ("line", "seat"),
    [("A@xSKD98C87-k123456 Bu1:wrong_exchange-enforce", "A"), ("B@xS7H9-k123 Au1:wrong_exchange-enforce", "B")],
)
def test_what_is_raised_is_told_of_the_offender(line: str, seat: str) -> None:
    game = deal_p(line)
    told = [
        (event["seat"], event["kind"])
        for event in game.events
        if event["kind"] in ("irregularity", "ruled", "forfeited")
    ]
    other = {"A": "B", "B": "A"}[seat]
    assert told == [(seat, "irregularity"), (other, "ruled"), (seat, "forfeited")]


def test_what_was_reported_is_not_told_again_with_its_ruling() -> None:
    """An irregularity is told when it is reported, or raised."""
    game = deal_p("Bi-peeked-1 Au1-enforce")
    assert [event["kind"] for event in game.state["events"]] == ["dealt", "irregularity", "ruled", "forfeited"]


# ---------------------------------------------------------------- what came of it


@pytest.mark.rule("E1", "E3", "E10", "LR30")
@pytest.mark.parametrize(
    ("ruleset", "line", "number", "kind", "outcome"),
    [
        ("portland", "Bi-peeked-1 Au1-enforce", 1, "peeked", "enforce"),
        ("portland", "Bi-peeked-1 Au1-waive", 1, "peeked", "waive"),
        ("portland", "Bi-peeked-1 Ai-faced-pack", 1, "peeked", None),
        ("portland", "Bi-peeked-1 Ai-faced-stock Bu2-redeal", 1, "peeked", "annulment"),
        # By the law of au cent the game is lost: elder's, and younger's.
        ("au-cent", "Ai-peeked-6 A@xSKD98C87-k123456 Bu2:wrong_exchange-enforce", 1, "peeked", "loss_of_game"),
        ("au-cent", "Ai-peeked-6 B@xS7H97-k123 Au2-enforce", 1, "peeked", "loss_of_game"),
    ],
)
def test_what_came_of_an_irregularity(ruleset: str, line: str, number: int, kind: str, outcome: str | None) -> None:
    game = deal_p(line, ruleset)
    found = facts_of(game, number, kind)
    assert found.get("outcome") == outcome
    ruling = game.ruling(number, kind)
    status = {None: "open", "enforce": "ruled", "waive": "ruled"}.get(outcome, "lapsed")
    if outcome == "loss_of_game":
        assert (game.phase, game.state["to_act"], game.score) == ("partie_over", None, (0, 0))
    assert (ruling["status"], ruling["elections"] == []) == (status, outcome is not None)


# ---------------------------------------------------------------- questions about declared cards


@pytest.mark.rule("K23", "LR21")
@pytest.mark.parametrize(
    ("seat", "about", "held"),
    [
        # After AH TH, KH 7D A has left of H AKQJ8, reckoned as a point and in part as a quart, QH JH 8H.
        ("A", "point", 3),
        ("A", "sequence", 2),
        ("A", "set", 0),
        ("A", "all", 3),
        ("A", "H", 3),
        ("A", "S", 0),
        ("A", "J", 1),
        ("A", "K", 0),
        # B has left of four tens and three queens all but TH.
        ("B", "set", 6),
        ("B", "point", 0),
        ("B", "all", 6),
        ("B", "T", 3),
        ("B", "S", 2),
        ("B", "D", 2),
    ],
)
def test_how_many_declared_cards_are_in_hand(seat: str, about: str, held: int) -> None:
    game = deal_p().does_at_once(" ".join(word for word in RECKONED.split() if word[0] != "="))
    game.does(f"B.TH A.KH B.7D {seat}i-misinformed-{about}-{held} {seat}i-misinformed-{about}-{held + 1}")
    right, wrong = game.number - 1, game.number
    assert facts_of(game, wrong, "misinformed")["declared_in_hand"] == held
    assert game.ruling(right, "misinformed")["status"] == "harmless"
    assert game.ruling(wrong, "misinformed")["status"] == "open"


@pytest.mark.rule("K23", "L59")
def test_cards_that_were_named_are_compared_with_the_cards() -> None:
    game = deal_p(f"{RECKONED} B.TH A.KH B.7D Ai-misinformed-point-HQJ8 Ai-misinformed-point-HQJ")
    found = facts_of(game, game.number, "misinformed")
    assert found["answer"] == ["QH", "JH"]
    assert sorted(found["declared_in_hand"]) == ["8H", "JH", "QH"]
    assert found["asker_played"] is False
    assert game.ruling(game.number - 1, "misinformed")["status"] == "harmless"
    number = game.number
    game.does("A.QH B.TD")
    assert facts_of(game, number, "misinformed")["asker_played"] is True


# ---------------------------------------------------------------- K1: how a deal with too few cards is recorded


@pytest.mark.rule("L12", "K1b")
def test_a_deal_that_is_too_wrong_has_two_incidents() -> None:
    """Seen before any hand is taken up it may be put right; else nobody has a choice."""
    game = LawGame.deal(P_12_11_9, irregular=True)
    assert [(one["number"], one["kind"]) for one in game.state["incidents"]] == [(0, "misdeal"), (0, "misdeal")]
    assert [one["law"] for one in game.state["incidents"]] == ["L10", "L12"]
    assert LawGame.deal(P).state["incidents"] == []
