"""Each violation of the law, and requests that no ruleset understands."""

import pytest

from tests.helpers.cards import portland
from tests.helpers.http import post, send
from tests.helpers.law_game import (
    CALLS_OF_P,
    EXCHANGES_OF_P,
    HEARTS_OF_P,
    KNAVES_AND_LEAD,
    P_12_11_9,
    P_13_11_8,
    POINT_OF_P,
    RECKONED,
    SETS_OF_B,
    LawGame,
    deal_p,
)
from tests.helpers.law_notation import Json, act

QUEENS = f"{EXCHANGES_OF_P} {CALLS_OF_P} A.AH B@rtSTHTDTCT-tSQHQDQCQ"


@pytest.mark.parametrize("line", ["A@xSKD98C87-k123456", "Bi-exposed-HJ", "Aap5", "Au0-redeal"])
def test_without_a_law_no_irregularity_is_known(line: str) -> None:
    deal_p(ruleset=portland(law="none")).refuses(line, "law.none")


@pytest.mark.parametrize(
    ("before", "line"),
    [("", "A@xSKD98C87"), (EXCHANGES_OF_P, "A@p5-49"), (f"{EXCHANGES_OF_P} Ap5-49", "B@g"), (RECKONED, "B@.TH")],
    ids=["exchange", "call", "reply", "card"],
)
def test_a_legal_act_is_not_irregular(before: str, line: str) -> None:
    deal_p(before).refuses(line, "irregular.regular")


@pytest.mark.parametrize(
    ("before", "line"),
    [("", "A@p5"), (EXCHANGES_OF_P, "B@g"), (EXCHANGES_OF_P, "A@xSK"), (RECKONED, "B@.AS"), ("", "B@.TH")],
    ids=["a call before the exchange", "a reply to nothing", "another exchange", "a card not held", "a card at once"],
)
def test_what_the_law_does_not_deal_with_is_refused(before: str, line: str) -> None:
    game = deal_p(before)
    violations = game.refuses(line)
    unmarked = game.refuses(line.replace("@", ""))
    assert "irregular.not_covered" in [one["code"] for one in violations] or violations == unmarked


NOTHING_DRAWN = portland(younger_min=0)


@pytest.mark.rule("R4.1", "R5.1", "R5.10", "L12", "K7", "K14")
@pytest.mark.parametrize(
    ("ruleset", "before", "line", "code"),
    [
        # Nobody holds nine cards of a suit of eight or five of a rank, and what is called has three cards at least.
        ("portland", EXCHANGES_OF_P, "A@p9-49", "call.not_held"),
        ("portland", POINT_OF_P, "A@s9-A", "call.not_held"),
        ("portland", POINT_OF_P, "A@s2-A", "call.not_held"),
        ("portland", POINT_OF_P, "A@t5-A", "call.not_held"),
        # Whoever discards nothing exchanges nothing.
        ("portland", "", "A@x", "exchange.too_few"),
        # Nobody exchanges twice, even if no card was taken the first time.
        (NOTHING_DRAWN, "B@x", "B@xS7H9", "turn.other_seat"),
        # A second taking comes before the other's first call, and before the other's first card.
        ("portland", "AxSKD98C87 BxS7H9 Ap0", "B@x-k8", "turn.other_seat"),
        ("portland", "AxSKD98C87 BxS7H9 A@.AH", "B@x-k8", "turn.other_seat"),
        # The point is not lost by a category out of order that comes after it.
        (portland(call_order="fixed"), POINT_OF_P, "A@t3-J", "call.out_of_order"),
        # A deal wrong by more than a card is annulled before anything is taken from the talon.
        ("a wrong deal", "", "A@x-k1", "turn.not_now"),
    ],
)
def test_a_marked_act_that_is_of_no_kind(ruleset: Json, before: str, line: str, code: str) -> None:
    game = LawGame.deal(P_12_11_9, irregular=True) if ruleset == "a wrong deal" else deal_p(before, ruleset)
    found = [(one["code"], one["params"].get("code")) for one in game.refuses(line)]
    assert found == [("irregular.not_covered", code)]


@pytest.mark.rule("K7")
@pytest.mark.parametrize(("ruleset", "younger"), [("portland", "BxS7H9"), (NOTHING_DRAWN, "Bx")])
def test_a_second_taking_before_the_other_has_spoken(ruleset: Json, younger: str) -> None:
    """The talon ends with 7D, which B has left."""
    game = deal_p(f"AxSKD98C87 {younger} B@x-k8", ruleset)
    assert "7D" in game.state["hands"]["B"]
    assert game.incident(3, "wrong_exchange")["offender"] == "B"


@pytest.mark.rule("K15", "R4.3")
def test_only_cards_of_the_hand_are_laid_open() -> None:
    """TH is younger's: elder calls it falsely, but cannot show it."""
    (found,) = deal_p(POINT_OF_P).refuses("A@s5-A-wHAKQT", "cards.not_held")
    assert (found["pointer"], found["params"]) == ("/action/shown", {"cards": ["TH"]})


@pytest.mark.parametrize(
    ("ruleset", "before", "line", "kind", "law"),
    [
        ("portland", "", "BxS7H9", "wrong_exchange", "L29"),
        (portland(law="none"), "", "BxS7H9", None, None),
        # A pass cannot be marked.
        ("portland", EXCHANGES_OF_P, "As4-A", "lost_point", "L46"),
        ("portland", EXCHANGES_OF_P, "As0", None, None),
    ],
)
def test_what_an_unmarked_act_would_be(
    ruleset: Json, before: str, line: str, kind: str | None, law: str | None
) -> None:
    (found,) = deal_p(before, ruleset).refuses(line)
    assert (found.get("kind"), found.get("law")) == (kind, law)


def test_a_history_keeps_room_for_the_rest_of_the_deal() -> None:
    """After 120 of 200 entries nothing irregular is entered, and a deal needs fifty at most.

    Rulings on the deal itself are always made.
    """
    game = LawGame.deal(P_13_11_8, irregular=True).does_at_once("Ai-dropped-SA " * 119 + "Bi-exposed-SA")
    (violation,) = game.refuses("Ai-dropped-SA", "irregular.too_many")
    assert violation["params"] == {"max": 120}
    game.refuses("A@xSKD98C87", "irregular.too_many")
    game.after("Au120-stand").does("Au0-stand AxSKTD98C87")


def test_an_act_not_covered_names_what_it_breaks() -> None:
    violations = deal_p(EXCHANGES_OF_P).refuses("B@g", "irregular.not_covered")
    assert [one["params"]["code"] for one in violations if one["code"] == "irregular.not_covered"]


#: What a report has to point to: that it comes too early or too late, or the member that the state contradicts.
NOT_NOW = "kind, not now"


@pytest.mark.rule("K3", "K4", "K8", "K9", "K10", "K10b", "K11", "K22", "K23", "K29", "LR25", "R4.4")
@pytest.mark.parametrize(
    ("ruleset", "before", "line", "rule", "wrong"),
    [
        # The dealer shows a card, of one hand or of the talon, until elder takes up a card.
        ("portland", "", "Bi-exposed-HJ", "L13", ""),
        ("portland", "", "Ai-exposed-HJ", "L13", "seat"),
        ("portland", "", "Bi-exposed-HJCK", "L13", "cards"),
        ("portland", EXCHANGES_OF_P, "Bi-exposed-HJ", "L13", NOT_NOW),
        # The pack is faced before the first entry, the talon until both have exchanged.
        ("portland", "Bi-exposed-HJ", "Ai-faced-pack", "L14", ""),
        ("portland", "AxSKD98C87", "Ai-faced-pack", "L14", NOT_NOW),
        ("portland", "AxSKD98C87", "Ai-faced-stock", "L14", ""),
        ("portland", EXCHANGES_OF_P, "Ai-faced-stock", "L14", NOT_NOW),
        # Only who has drawn takes cards of the discard back, or mixes others with it: of the hand, or due to it.
        ("portland", "", "Ai-recovered-SA", "L25", NOT_NOW),
        ("portland", "AxSKD98C87", "Bi-recovered-S7", "L25", NOT_NOW),
        ("none taken", "AxSKD98C87 Bx", "Bi-buried-S7", "L26", ""),
        ("portland", "AxSKD98C87", "Ai-recovered-SK", "L25", ""),
        ("portland", "AxSKD98C87", "Ai-recovered-ST", "L25", "cards"),
        ("portland", "AxSKD98C87", "Ai-recovered-SKT", "L25", "cards"),
        ("portland", "", "Ai-buried-SA", "L26", NOT_NOW),
        ("portland", "AxSKD98C87", "Bi-buried-S7", "L26", NOT_NOW),
        ("portland", "AxSKD98C87", "Ai-buried-CA", "L26", "cards"),
        ("portland", "AxSKD98C87", "Ai-buried-DK", "L26", ""),
        ("portland", "AxSKD98C8", "Ai-buried-DK", "L26", ""),
        # Cards of the other's are looked at whenever they lie, one's own left ones together with the draw.
        ("portland", "", "Ai-peeked-6", "L27", ""),
        ("portland", "AxSKD98C87", "Ai-peeked-5", "L27", "positions"),
        ("portland", "AxSKD98C87", "Ai-peeked-56", "L27", "positions"),
        ("portland", "AxSKD98C8", "Ai-peeked-5", "L27", "together"),
        ("portland", "AxSKD98C8", "Ai-peeked-5-together", "L27", ""),
        ("portland", "", "Ai-peeked-5-together", "L27", "together"),
        # Where the dealer leads a named suit for it, what they saw before elder's exchange has its own name.
        ("french", "", "Bi-peeked-1", "L27", "kind"),
        ("french", "", "Ai-peeked-6", "L27", ""),
        ("french", "AxSKD98C87 BxS7H9", "Bi-peeked-8-together", "L27", ""),
        ("french", "", "Bi-dealer_saw-1", "LF1", ""),
        ("french", "", "Ai-dealer_saw-1", "LF1", "seat"),
        ("french", "AxSKD98C87", "Bi-dealer_saw-6", "LF1", NOT_NOW),
        ("portland", "", "Bi-dealer_saw-1", "LF1", "kind"),
        # Elder says nothing of what is left, until younger has exchanged.
        ("portland", "", "Ai-undeclared", "L32", NOT_NOW),
        ("portland", "AxSKD98C8", "Ai-undeclared", "L32", ""),
        ("portland", "AxSKD98C8", "Bi-undeclared", "L32", "seat"),
        ("portland", "AxSKD98C87", "Ai-undeclared", "L32", "kind"),
        ("portland", "AxSKD98C8 BxS7H97", "Ai-undeclared", "L32", NOT_NOW),
        # Cards in hand are dropped, and questions are asked once a card is led.
        ("portland", "", "Ai-dropped-SA", "L59", ""),
        ("portland", "", "Bi-dropped-SA", "L59", "cards"),
        ("portland", f"{EXCHANGES_OF_P} {CALLS_OF_P}", "Ai-misinformed-point-5", "L59", NOT_NOW),
        ("portland", f"{EXCHANGES_OF_P} {CALLS_OF_P} A.AH", "Ai-misinformed-point-5", "L59", ""),
        # After the deal only the pack may be found to be incorrect, and in an annulled deal nothing.
        ("over", f"{EXCHANGES_OF_P} Ap0 As0 At0 A.AH Br0 Bc", "Ai-dropped-SA", "L59", NOT_NOW),
        ("over", f"{EXCHANGES_OF_P} Ap0 As0 At0 A.AH Br0 Bc", "Ai-pack", "L15", NOT_NOW),
        ("over", f"{EXCHANGES_OF_P} Ap0 As0 At0 A.AH Br0 Bc", "Ai-offer-redeal", "LR25", NOT_NOW),
        ("over", f"{EXCHANGES_OF_P} Ap0 As0 At0 A.AH Br0 Bc", "Ai-spoiled", "L75", ""),
        ("portland", "Ai-faced-pack Bu1-redeal", "Ai-spoiled", "L75", NOT_NOW),
        ("portland", "Ai-faced-pack Bu1-redeal", "Ai-dropped-SA", "L59", NOT_NOW),
    ],
)
def test_what_may_be_reported_and_when(ruleset: str, before: str, line: str, rule: str, wrong: str) -> None:
    own = {"over": portland(concession="any_deal"), "none taken": portland(younger_min=0)}
    game = LawGame.deal_p(ruleset=own.get(ruleset, ruleset))
    if before:
        game.play_p(before)
    action = act(line.replace("-spoiled", "-dropped-C8"))
    if line.endswith("-spoiled"):
        action = {"seat": "A", "type": "incident", "kind": "spoiled", "proof": {"missing": ["8D"], "double": ["7D"]}}
    answer = game.check(action)
    code = "incident.not_now" if wrong == NOT_NOW else "incident.contradicted"
    due = [(code, rule, f"/action/{wrong.partition(',')[0]}")] if wrong else []
    assert [(one["code"], one["rule"], one["pointer"]) for one in answer["violations"]] == due


@pytest.mark.rule("L23", "L27", "L28", "LF1")
@pytest.mark.parametrize(
    ("ruleset", "before", "line", "rule", "place"),
    [
        ("portland", "AxSKD98C87", "Ai-peeked-66", "L27", "positions"),
        ("french", "", "Bi-dealer_saw-11", "LF1", "positions"),
        ("portland", "", "A@xSKD98C87-k123451", "L23", "taken"),
        ("portland", "", "A@xSKD98C87-k123456-m123455", "L28", "mixed"),
    ],
)
def test_a_position_that_is_named_twice(ruleset: str, before: str, line: str, rule: str, place: str) -> None:
    """One card lies at a position, so nobody sees, takes or mixes it twice; by LF1 each card seen counts once."""
    (found,) = deal_p(before, ruleset).refuses(line, "incident.contradicted", rule=rule)
    assert found["pointer"] == f"/action/{place}"


def test_a_ruling_where_nothing_has_happened() -> None:
    game = deal_p(RECKONED)
    game.refuses("Bu0-redeal", "ruling.no_incident")
    game.refuses("Bu3-enforce", "ruling.no_incident")
    game.refuses("Bu99-enforce", "ruling.no_incident")


def test_a_ruling_by_who_may_not_choose() -> None:
    deal_p("Bi-exposed-HJ").refuses("Bu1-redeal", "ruling.not_entitled", rule="L13")


def test_a_ruling_that_is_not_offered() -> None:
    deal_p("Bi-exposed-HJ").refuses("Au1-enforce", "ruling.not_offered", rule="L13")


@pytest.mark.rule("L10", "L11", "L12", "K1")
@pytest.mark.parametrize(
    ("deal", "line", "code", "rule"),
    [
        # Seen before any hand is taken up (L10) it is one irregularity, seen later (L11, L12) another.
        (P_12_11_9, "Au0-stand", "ruling.not_offered", "L12"),
        (P_12_11_9, "Au0-enforce", "ruling.not_offered", "L12"),
        (P_12_11_9, "Bu0-redeal-untouched", "ruling.not_offered", "L12"),
        (P_13_11_8, "Au0-rectify", "ruling.not_offered", "L11"),
        (P_13_11_8, "Au0-enforce", "ruling.not_offered", "L11"),
        (P_13_11_8, "Bu0-redeal", "ruling.not_entitled", "L11"),
        (P_13_11_8, "Bu0-redeal-untouched", "ruling.not_entitled", "L10"),
        (P_13_11_8, "Bu0-rectify-untouched", "ruling.not_entitled", "L10"),
    ],
)
def test_a_refusal_is_of_the_irregularity_that_is_meant(deal: str, line: str, code: str, rule: str) -> None:
    (found,) = LawGame.deal(deal, irregular=True).refuses(line)
    assert (found["code"], found["rule"]) == (code, rule)


@pytest.mark.rule("L15", "K5")
def test_an_election_of_both_begins_with_the_first_who_is_entitled() -> None:
    ruling = deal_p("Ai-pack").ruling(1, "pack")
    assert ruling["entitled"] == ["A", "B"]
    assert [one["actions"][0]["seat"] for one in ruling["elections"]] == ["A"]


def test_what_is_ruled_is_told_only_if_its_entry_is_asked_about() -> None:
    """Without a number these are the rulings on everything open."""
    game = deal_p("Bi-exposed-HJ Au1-stand Ai-pack")
    assert [one["kind"] for one in game.rulings()] == ["pack"]
    assert [one["status"] for one in game.rulings(number=1)] == ["ruled"]


def test_a_ruling_made_already() -> None:
    deal_p("Bi-exposed-HJ Au1-stand").refuses("Au1-redeal", "ruling.already", rule="L13")


def test_a_ruling_too_late_says_when_it_ended() -> None:
    violations = deal_p("Bi-exposed-HJ AxSKD98C87").refuses("Au1-redeal", "ruling.too_late", rule="L13")
    assert [one["params"]["until"] for one in violations if one["code"] == "ruling.too_late"] == ["taken"]


def test_an_amendment_too_late_says_when_it_ended() -> None:
    violations = deal_p(f"{EXCHANGES_OF_P} Ap4 Bn").refuses("Aap5-49", "amend.too_late", rule="L50")
    assert [one["code"] for one in violations] == ["amend.too_late"]


def test_after_a4_elder_speaks_first() -> None:
    game = deal_p(f"{QUEENS} BartSTHTDTCT-tSQDQCQ")
    game.refuses("A.KH", "ruling.due", rule="L52")
    game.refuses("B.TH", "ruling.due", rule="L52")
    assert game.option_types() == {"ruling"}


def test_a_late_holding_that_is_barred_or_not_held() -> None:
    game = deal_p(f"{POINT_OF_P} A@s5-A Bg Ar {KNAVES_AND_LEAD} {SETS_OF_B} B.TH")
    game.refuses("Bu6-reckon-pDAQJT7", "ruling.not_good", rule="L54")  # A's point was a correct call, and better
    game.refuses("Bu6-reckon-sDKQJ", "ruling.not_good", rule="L54")  # DK is A's


def test_an_amendment_of_nothing() -> None:
    deal_p(EXCHANGES_OF_P).refuses("Ban", "amend.nothing")


def test_an_amendment_that_the_law_does_not_let_be() -> None:
    deal_p(RECKONED).refuses("BartSTHTDTCT", "amend.no_correction")


@pytest.mark.parametrize(
    "action",
    [
        {"type": "incident", "kind": "thunderstorm"},
        {"type": "incident", "kind": "exposed"},
        {"type": "incident", "kind": "undeclared", "cards": ["7D"]},
        {"type": "incident", "kind": "miscounted"},
        {"type": "incident", "kind": "exposed", "cards": ["7D"] * 40},
        {"type": "incident", "kind": "peeked", "positions": [0]},
        {"type": "incident", "kind": "peeked", "positions": [1] * 100},
        {"type": "ruling", "number": 1, "election": "apologize"},
        {"type": "ruling", "number": -1, "election": "redeal"},
        {"type": "ruling", "election": "redeal"},
        {"type": "ruling", "number": 1, "election": "redeal", "kind": "thunderstorm"},
        {"type": "amend"},
        {"type": "amend", "action": {"type": "amend", "action": {"type": "pass", "category": "point"}}},
        {"type": "amend", "action": {"seat": "A", "type": "pass", "category": "point"}},
        {"type": "exchange", "cards": ["KS"], "taken": [1]},
        {"type": "play", "card": "AH", "taken": [1], "irregular": True},
        {"type": "exchange", "cards": ["KS"], "taken": [1, 1], "irregular": True},
        {"type": "exchange", "cards": ["KS"], "taken": [13], "irregular": True},
        {"type": "exchange", "cards": ["KS"], "taken": [1], "mixed": [2], "irregular": True},
        {"type": "call", "category": "sequence", "length": 3, "shown": ["AH"]},
        {"type": "pass", "category": "point", "irregular": True},
        {"type": "concede", "irregular": True},
        {"type": "exchange", "cards": ["KS"], "irregular": "yes"},
    ],
    ids=str,
)
def test_malformed_acts_get_a_clear_error(action: dict[str, object]) -> None:
    body = {"state": deal_p().state, "action": {"seat": "A", **action}}
    status, answer = send("/v1/actions/check", body)
    if status == 200:
        assert answer["legal"] is False
        assert answer["violations"][0]["code"]
    else:
        assert (status, answer["code"]) == (422, "invalid_request")
        assert answer["errors"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"ruleset": "portland"},
        {"ruleset": "portland", "incident": {"kind": "thunderstorm", "facts": {}}},
        {"ruleset": "portland", "incident": {"kind": "false_claim", "facts": {"weather": "fine"}}},
        {"ruleset": "portland", "incident": {"kind": "false_claim"}, "number": 3},
        {"number": 3},
    ],
    ids=str,
)
def test_malformed_requests_for_rulings_get_a_clear_error(body: dict[str, object]) -> None:
    status, answer = send("/v1/rulings", body)
    assert (status, answer["code"]) == (422, "invalid_request")
    assert answer["errors"]


def test_an_unmarked_revoke_is_refused_as_ever_and_says_what_it_would_be() -> None:
    game = deal_p(f"{RECKONED} {HEARTS_OF_P} A.KD")
    violations = game.refuses("B.TC", "play.must_follow_suit", rule="R6.1")
    assert [(one.get("law"), one.get("kind")) for one in violations] == [("L59", "revoke")]


def test_check_says_what_a_marked_act_is() -> None:
    game = deal_p(f"{RECKONED} {HEARTS_OF_P} A.KD")
    answer = game.check({"seat": "B", "type": "play", "card": "TC", "irregular": True})
    assert answer["legal"]
    incident = answer["incident"]
    assert (incident["kind"], incident["law"], incident["offender"]) == ("revoke", "L59", "B")
    assert incident["number"] == game.number + 1


def test_a_revoke_in_the_notation_of_the_service() -> None:
    game = deal_p(f"{RECKONED} {HEARTS_OF_P} A.KD")
    answer = post("/v1/actions/check", {"state": game.state, "action": "B@.TC"})
    assert answer["legal"]
    assert answer["state"] == game.after("B@.TC").state


def test_what_an_unmarked_act_would_be_depends_on_what_went_before() -> None:
    """L-W34: one more card right after the answers to a run is K21, and no lead out of turn (K20 and K21)."""
    line = f"{RECKONED} B.TH A.KH A@.QH A@.JH B.7D B.TD B.JD"
    game = deal_p(line)
    violations = game.refuses("B.QD", "turn.other_seat")
    assert [one.get("kind") for one in violations if one["code"] == "turn.other_seat"] == ["overplayed"]
    game.does("B@.QD")
    assert game.ruling(game.number, "overplayed")["offender"] == "B"
