"""What views, options and one key tell of irregular acts."""

import json

import pytest

from tests.api.test_tokens import CLIENT, begun, held, opened, post as post_concealed, refused
from tests.helpers.http import post, problem
from tests.helpers.law_game import (
    CALLS_OF_P,
    EXCHANGES_OF_P,
    HEARTS_OF_P,
    KNAVES_AND_LEAD,
    POINT_OF_P,
    RECKONED,
    SETS_OF_B,
    LawGame,
    deal_p,
)
from tests.helpers.law_notation import row_of, set_of

QUINT = f"{POINT_OF_P} A@s5-A Bg Ar {KNAVES_AND_LEAD} {SETS_OF_B} B.TH"  # the false call is entry 6


def kinds(view: object) -> list[str]:
    return [one["kind"] for one in view["incidents"]]  # type: ignore[index]


# -- views


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        (QUINT, "false_claim"),
        (f"{POINT_OF_P} As4-A B@n", "false_reply"),
        (f"{EXCHANGES_OF_P} {CALLS_OF_P} A.AH B@rpDAQJT7-tSTHTDTCT-tSQDQCQ", "undue_reckoning"),
        (f"{RECKONED} {HEARTS_OF_P} A.KD B@.TC", "revoke"),
    ],
    ids=["K15", "K16", "K17", "K19"],
)
def test_what_the_other_seat_cannot_know_is_not_in_its_view(line: str, kind: str) -> None:
    game = deal_p(line)
    offender = next(one["offender"] for one in game.state["incidents"] if one["kind"] == kind)
    other = "B" if offender == "A" else "A"
    assert kinds(game.view(offender)) == [kind]
    assert kinds(game.view(other)) == []
    assert "irregular" not in json.dumps(game.view(other))


def test_a_false_claim_looks_like_a_true_one() -> None:
    """A's discards differ, and so does whether the tierce C 987 is held; B cannot tell one game from the other."""
    said = "BxS7H97 Ap5-49 Bg ArpHAKQJ8 As4-A Bg {}rsHAKQJ-sC987"
    true = deal_p(f"AxSKJAD98 {said.format('A')}")
    false = deal_p(f"AxSKD98C87 {said.format('A@')}")
    assert true.score == false.score == (12, 0)
    assert true.view("B") == false.view("B")


def test_what_was_raised_is_in_both_views() -> None:
    game = deal_p(QUINT).does("Bu6-reckon")
    assert kinds(game.view("A")) == kinds(game.view("B")) == ["false_claim"]


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("Bi-exposed-HJ", "exposed"),
        ("A@xSKD98C87-k123456", "wrong_exchange"),
        ("AxSKD98C87 Ai-recovered-SK", "recovered"),
        ("AxSKD98C87 Ai-buried-C9", "buried"),
        ("Bi-peeked-1", "peeked"),
        ("AxSKD98C8 Ai-undeclared", "undeclared"),
        (f"{EXCHANGES_OF_P} A@s4-A", "lost_point"),
        (f"{POINT_OF_P} A@.AH", "not_reckoned"),
        (f"{RECKONED} {HEARTS_OF_P} B@.AC", "lead_out_of_turn"),
        (f"{RECKONED} B.TH Ai-dropped-SA", "dropped"),
        ("Ai-offer-redeal", "offer"),
    ],
)
def test_what_both_can_see_is_in_both_views(line: str, kind: str) -> None:
    game = deal_p(line)
    assert kind in kinds(game.view("A"))
    assert kind in kinds(game.view("B"))


def test_cards_seen_are_those_of_the_seat_that_saw_them() -> None:
    game = deal_p("Bi-peeked-1")  # 9S, elder's
    assert "9S" in json.dumps(game.view("B"))
    assert "9S" not in json.dumps(game.view("A"))


def test_recovered_and_buried_cards_are_not_told_to_the_other_seat() -> None:
    game = deal_p("AxSKD98C87 Ai-recovered-SK BxS7H97")
    assert "KS" in json.dumps(game.view("A"))
    assert "KS" not in json.dumps(game.view("B"))


def test_backs_are_counted_as_they_are() -> None:
    game = deal_p("AxSKD98C87 B@xS7H9-k678")
    assert '"hand_count": 13' in json.dumps(game.view("A"))
    buried = deal_p("AxSKD98C87 Ai-buried-C9")
    assert '"hand_count": 11' in json.dumps(buried.view("B"))


# -- options, rulings for a seat, validation


def test_options_offer_what_is_public_and_the_rest_only_on_demand() -> None:
    game = deal_p(QUINT)
    assert game.options("ruling") == []
    assert game.options("amend") == []
    remedies = game.options("ruling", seat="B", remedies=True)
    assert [(one["number"], one["kind"], one["elections"]) for one in remedies] == [(6, "false_claim", ["reckon"])]
    public = deal_p(f"{RECKONED} {HEARTS_OF_P} B@.AC").options("ruling")
    assert {(one["seat"], one["kind"]) for one in public} == {("A", "lead_out_of_turn"), ("B", "lead_out_of_turn")}


def test_options_offer_amendments_on_demand() -> None:
    game = deal_p(f"{EXCHANGES_OF_P} Ap5-49")
    assert game.options("amend") == []
    offered = {(one["seat"], one["of"]) for one in game.options("amend", seat="A", remedies=True)}
    assert offered == {("A", "call"), ("A", "pass")}


def test_a_ruling_for_a_seat_tells_only_what_it_may_elect() -> None:
    game = deal_p(QUINT)
    assert [one["kind"] for one in game.rulings(seat="B")] == ["false_claim"]
    for election in (one for ruling in game.rulings(seat="A") for one in ruling["elections"]):
        assert election["actions"][-1]["seat"] == "A"


def test_every_state_with_such_entries_is_valid_and_no_other() -> None:
    game = deal_p(f"{QUINT} Bu6-reckon")
    assert game.is_valid()
    for change in (
        lambda state: state["history"][5].pop("irregular"),
        lambda state: state["history"].pop(),
        lambda state: state["incidents"].pop(),
        lambda state: state["reckons_nothing"].update(A="L54"),
        lambda state: state["seen"]["A"].append("TS"),
        lambda state: state["score"].update(A=20),
    ):
        changed = LawGame({"state": json.loads(json.dumps(game.state)), "events": []})
        change(changed.state)
        assert not changed.is_valid()


def test_the_analysis_of_play_does_not_take_unequal_hands() -> None:
    game = deal_p(f"AxSKD98C87 Ai-buried-C9 BxS7H97 {CALLS_OF_P} A.AH {SETS_OF_B} {HEARTS_OF_P}")
    answer = problem("/v1/play/analyse", {"state": game.state})
    assert (answer["status"], answer["code"]) == (409, "irregular_state")


@pytest.mark.rule("K1", "E7")
@pytest.mark.parametrize("operation", ["/v1/hands/evaluate", "/v1/exchanges/analyse"])
def test_after_a_deal_from_36_cards_thirteen_may_be_in_the_talon(operation: str) -> None:
    """One of younger's cards is among the talon. No hand is analysed then, neither by the state nor by the view."""
    dealt = post("/v1/deals", {"ruleset": "old-36", "dealer": "B", "seed": "13"})["state"]["dealt"]
    dealt["talon"].append(dealt["hands"]["B"].pop())
    game = LawGame(post("/v1/deals", {"ruleset": "old-36", "dealer": "B", "irregular": True, **dealt}))
    view = post("/v1/states/view", {"state": game.state, "seat": "A"})["view"]
    assert (len(view["hand"]), view["other"]["hand_count"], view["talon_count"]) == (12, 11, 13)
    for body in ({"state": game.state, "seat": "A"}, {"view": view}):
        answer = problem(operation, body)
        assert (answer["status"], answer["code"]) == (409, "irregular_state")


# -- one key


def cards_of(concealed: object) -> tuple[list[str], list[str], list[str]]:
    """A's hand, B's hand and the talon as dealt, with both keys."""
    hand_a, hand_b, talon = opened(concealed).split("~")[3].split("_")[:3]
    return set_of(hand_a), set_of(hand_b), row_of(talon)


@pytest.mark.parametrize(
    "incident",
    [
        {"seat": "A", "kind": "faced", "where": "pack"},
        {"seat": "A", "kind": "pack", "taken_up": False},
        {"seat": "A", "kind": "spoiled", "proof": {"missing": ["8D"], "double": ["7D"]}},
        {"seat": "A", "kind": "peeked", "positions": [6]},
        {"seat": "A", "kind": "misinformed", "about": "point", "answer": 1},
    ],
    ids=lambda incident: incident["kind"],
)
def test_with_one_key_no_incident_is_entered_that_both_must_know(incident: dict[str, object]) -> None:
    state = begun()
    body = {"state": held(state, "A"), "action": {"type": "incident", **incident}}
    assert refused("/v1/actions/check", body)[0] == "concealed"


def test_with_one_key_nobody_takes_more_than_is_theirs() -> None:
    state = begun()
    hand, _, _ = cards_of(state)
    exchange = {"seat": "A", "type": "exchange", "cards": hand[:5], "irregular": True}
    for taken in ([1, 2, 3, 4, 6], [1, 2, 3, 4, 5, 6]):
        body = {"state": held(state, "A"), "action": exchange | {"taken": taken}}
        assert refused("/v1/actions/check", body)[0] == "concealed"
    both = {"state": held(state, "A", "B"), "action": exchange | {"taken": [1, 2, 3, 4, 5, 6]}}
    assert post_concealed("/v1/actions/check", both)["legal"]


def first_card(state: object, seat: str) -> str:
    """A card that the seat may play, by its options."""
    actions = post_concealed("/v1/actions/options", {"state": held(state, seat), "expand": True})["actions"]
    return next(one["card"] for one in actions if one["type"] == "play")


def called(word: str) -> object:
    """A has called a huitième that nobody can hold, and B said good; A has led, and B has played a first card."""
    state = begun()
    hands = cards_of(state)

    def do(seat: str, **action: object) -> None:
        nonlocal state
        body = {"state": held(state, seat), "action": {"seat": seat, **action}}
        answer = post_concealed("/v1/actions/check", body)
        assert answer["legal"], answer["violations"]
        state = answer["concealed"]

    def play_any_card(seat: str) -> None:
        options = post_concealed("/v1/actions/options", {"state": held(state, seat), "expand": True})["actions"]
        do(seat, type="play", card=next(one["card"] for one in options if one["type"] == "play"))

    do("A", type="exchange", cards=hands[0][:1])
    do("B", type="exchange", cards=hands[1][:1])
    do("A", type="pass", category="point")
    do("A", type="call", category="sequence", length=8, top="A", irregular=True)
    do("B", type="reply", reply="good")
    if word == "before":
        return state
    do("A", type="reckon")
    do("A", type="pass", category="set")
    play_any_card("A")
    do("B", type="reckon", holdings=[])
    play_any_card("B")
    return state


@pytest.mark.rule("L55", "K15")
def test_with_one_key_a_false_claim_is_known_once_it_can_no_longer_be_mended() -> None:
    """The finding is told as `not_held`, whether it is false or impossible."""
    early = called("before")
    ruling = {"seat": "B", "type": "ruling", "number": 4, "election": "enforce"}
    answer = post_concealed("/v1/actions/check", {"state": held(early, "B"), "action": ruling})
    assert [one["code"] for one in answer["violations"]] == ["ruling.no_incident"]
    assert post_concealed("/v1/rulings", {"state": held(early, "B"), "seat": "B"})["rulings"] == []

    late = called("after")
    (told,) = post_concealed("/v1/rulings", {"state": held(late, "B"), "seat": "B", "number": 4})["rulings"]
    assert (told["kind"], told["finding"], told["facts"]) == ("false_claim", "not_held", [])
    assert told["elections"]
    assert all(election["score_delta"] is None for election in told["elections"])


def test_a_view_with_one_key_hides_what_the_other_did_wrong() -> None:
    state = called("before")
    assert kinds(post_concealed("/v1/states/view", {"state": held(state, "A"), "seat": "A"})["view"]) == ["false_claim"]
    assert kinds(post_concealed("/v1/states/view", {"state": held(state, "B"), "seat": "B"})["view"]) == []


def test_concealed_deals_are_never_irregular() -> None:
    response = CLIENT.post("/v1/deals/concealed", json={"ruleset": "portland", "dealer": "B", "irregular": True})
    assert response.status_code == 422


@pytest.mark.rule("LR1")
@pytest.mark.parametrize("keys", ["A", "B", "AB"])
def test_without_a_law_a_ruling_is_refused_for_that_whoever_asks(keys: str) -> None:
    state = held(begun(ruleset={"name": "portland", "overrides": {"law": "none"}}), *keys)
    action = {"seat": keys[0], "type": "ruling", "number": 1, "election": "enforce"}
    answer = post_concealed("/v1/actions/check", {"state": state, "action": action})
    assert [one["code"] for one in answer["violations"]] == ["law.none"]
