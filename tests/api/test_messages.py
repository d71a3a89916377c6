"""What is said of mistakes that first users made: where, what was expected, and what may have been meant."""

from typing import Any, get_args

import msgspec
import pytest

from service.api.schemas import scalars
from service.piquet.suggestions import counted, did_you_mean, listed
from tests.contract.test_examples import request_of

CHECK = request_of("check_action", "w1_exchange")
STATE = CHECK["state"]
LINE = "1~portland@1~B~SAKJHAQJ8D98CJ87_ST7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D"


@pytest.fixture
def told(client: Any, problem: Any) -> Any:
    """`told(code, path, body)`: the message of every fault of a problem with this code, by pointer."""

    def ask(code: str, path: str, body: Any) -> dict[str, str]:
        document = problem(client.post(path, json=body), code)
        return {fault["pointer"]: fault["message"] for fault in document["errors"]}

    return ask


# ---------------------------------------------------------------- text in the notation

SUIT_BY_SUIT = "cards are written suit by suit, spades first, with T for ten: SAKTHAQ"


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ("", "an action is missing: it is a line of the notation or words, as play AS, in column 1"),
        ("a.TH", "'a.TH' is not an action, and is not a card; a card is its rank, then its suit, in column 1"),
        ("A", "after the seat comes one of b m x l p s t g e d c n u v h r . @ a i, in column 2"),
        ("Az", "after the seat comes one of b m x l p s t g e d c n u v h r . @ a i, in column 2"),
        ("A.HT", "a card is its rank, then its suit: .TH, in column 3"),
        ("At3", "a set is t, its number and its rank: t3-J; no set is t0, in column 3"),
        ("AxS107", f"after x or m come the cards; {SUIT_BY_SUIT}, in column 3"),
        ("Ag1", "nothing follows this letter, in column 3"),
    ],
)
def test_text_that_is_no_action_is_refused_alike_wherever_it_is_sent(
    client: Any, problem: Any, told: Any, action: str, message: str
) -> None:
    assert told("malformed_notation", "/v1/actions/check", {"state": LINE, "action": action}) == {"/action": message}
    many = {"items": [{"state": LINE, "action": action}] * 2}
    assert told("malformed_notation", "/v1/actions/check-many", many) == {
        "/items/0/action": message,
        "/items/1/action": message,
    }
    answer = client.get("/v1/actions/check", query_string={"state": LINE, "action": action})
    assert problem(answer, "malformed_notation")["errors"] == [{"pointer": "/action", "message": message}]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "a position begins with 1~, the version of the notation, in column 1"),
        ("1", "a position begins with 1~, the version of the notation, in column 1"),
        ("2~portland", "a position begins with 1~, the version of the notation, in column 1"),
        ("1~Portland~A", "a ruleset is a name and its overrides, as parlett@1.target-100, in column 3"),
        ("1~portland~A~HKSA__", f"{SUIT_BY_SUIT}, in column 14"),
        ("1~portland~A~SA_HK_S9", "the talon is written card by card, rank then suit: 9S8SKH, in column 20"),
        (f"{LINE}_A.HT", "a card is its rank, then its suit: .TH, in column 69"),
    ],
)
def test_text_that_is_no_state_is_refused_alike_wherever_it_is_sent(told: Any, line: str, message: str) -> None:
    assert told("malformed_notation", "/v1/states/validate", {"state": line}) == {"/state": message}
    assert told("malformed_notation", "/v1/actions/check", {"state": line, "action": "A.TH"}) == {"/state": message}


def test_a_state_and_an_action_that_are_not_in_the_notation_are_told_together(told: Any) -> None:
    assert told("malformed_notation", "/v1/actions/check", {"state": "x", "action": "y"}).keys() == {
        "/state",
        "/action",
    }


def test_texts_of_other_forms_are_told_their_form(told: Any) -> None:
    held = {"token": "e2.", "keys": {"A": "a" * 32}, "position": {"number": 1, "hash": "!"}}
    assert told("invalid_request", "/v1/states/validate", {"state": held}) == {
        "/state/token": "must be a token, which begins with e1.",
        "/state/position/hash": "must be a hash of 22 letters, digits, - and _",
    }
    hashes = {"ruleset": "portland", "dealer": "A", "key_hashes": {"A": "AB", "B": "a" * 64}}
    assert told("invalid_request", "/v1/deals/concealed", hashes) == {
        "/key_hashes/A": "must be a SHA-256 in hexadecimal: 64 of 0-9 and a-f"
    }


def test_every_text_with_a_pattern_has_its_form_in_words() -> None:
    metas = [meta for type_ in vars(scalars).values() for meta in get_args(type_) if isinstance(meta, msgspec.Meta)]
    patterned = [meta for meta in metas if meta.pattern]
    assert len(patterned) == 3
    assert all(meta.extra and meta.extra["form"] for meta in patterned)


# ---------------------------------------------------------------- cards


@pytest.mark.parametrize(
    ("given", "meant"), [("as", "AS"), ("10H", "TH"), ("HT", "TH"), ("h10", "TH"), (" kd", "KD"), ("XX", "TH")]
)
def test_what_is_no_card_is_told_how_cards_are_written(client: Any, told: Any, given: str, meant: str) -> None:
    how = f"is not a card; a card is its rank, then its suit, as {meant}"
    body = {"state": STATE, "action": {"seat": "A", "type": "play", "card": given}}
    assert told("invalid_request", "/v1/actions/check", body) == {"/action/card": f"is {given!r}, which {how}"}
    action = {"seat": "A", "type": "exchange", "cards": [given]}
    record = {"piquet_record": 1, "deals": [{"dealt": {"talon": [given]}, "steps": [{"action": action}]}]}
    (report,) = client.post("/v1/records/verify", json={"records": [record]}).json["reports"]
    messages = {problem["pointer"]: problem["message"] for problem in report["problems"]}
    assert messages["/deals/0/dealt/talon/0"] == f"this {how}, and ? stands for an unknown card"
    assert messages["/deals/0/steps/0/action/cards/0"] == f"this {how}"


def test_a_hand_in_an_address_is_told_its_first_wrong_card(client: Any, problem: Any) -> None:
    for cards, column, pair, meant in (("HTKS", 1, "HT", "TH"), ("ASHK", 3, "HK", "KH")):
        (fault,) = problem(client.get(f"/v1/hands/{cards}"), "invalid_request")["errors"]
        assert fault == {
            "pointer": "/cards",
            "message": f"has '{pair}' in column {column}, which is not a card; a card is its rank, then its suit, "
            f"as {meant}",
        }
    (fault,) = problem(client.get("/v1/hands/AS10H"), "invalid_request")["errors"]
    assert fault["message"] == "must be one to twelve cards without separators: ASKSQS (did you mean ASTH?)"


# ---------------------------------------------------------------- names that are near


def test_a_misspelt_ruleset_is_told_the_near_one(client: Any, problem: Any) -> None:
    body = {"ruleset": "portlnd", "first_dealer": "A"}
    for answer in (client.post("/v1/parties", json=body), client.get("/v1/rulesets/portlnd")):
        detail = problem(answer, "unknown_ruleset")["detail"]
        assert detail.startswith("there is no ruleset 'portlnd' (did you mean portland?); the rulesets are portland@1,")
    versions = problem(client.get("/v1/rulesets/parlet@1"), "unknown_ruleset")["detail"]
    assert "(did you mean parlett@1?)" in versions


def test_parameters_that_there_are_not_are_all_told_with_near_ones(client: Any, problem: Any) -> None:
    overrides = {"elder_maximum": 4, "rubikon": 100, "zzz": 1}
    body = {"ruleset": {"name": "portland", "overrides": overrides}, "first_dealer": "A"}
    document = problem(client.post("/v1/parties", json=body), "invalid_ruleset")
    assert document["title"] == "The ruleset is invalid"
    assert document["parameters"] == ["elder_maximum", "rubikon", "zzz"]
    assert document["errors"] == [
        {
            "pointer": "/ruleset/overrides/elder_maximum",
            "message": "is not a parameter (did you mean elder_max or elder_min?)",
        },
        {"pointer": "/ruleset/overrides/rubikon", "message": "is not a parameter (did you mean rubicon?)"},
        {"pointer": "/ruleset/overrides/zzz", "message": "is not a parameter"},
    ]


@pytest.mark.parametrize(
    ("ruleset", "code", "pointer"),
    [
        ("portlnd", "unknown_ruleset", "/state/ruleset"),
        ({"name": "portlnd", "overrides": {}}, "unknown_ruleset", "/state/ruleset/name"),
        ({"name": "portland", "overrides": {"rubikon": 100}}, "invalid_ruleset", "/state/ruleset/overrides/rubikon"),
    ],
)
def test_the_ruleset_of_a_state_is_told_with_its_place(told: Any, ruleset: Any, code: str, pointer: str) -> None:
    assert list(told(code, "/v1/actions/check", {**CHECK, "state": {**STATE, "ruleset": ruleset}})) == [pointer]


def test_values_that_parameters_cannot_have_are_all_told_with_those_they_can(told: Any) -> None:
    overrides = {"elder_second_exchange": 1, "partie_deals": 5, "younger_max": 9}
    ruleset = {"name": "portland", "overrides": overrides}
    assert told("invalid_ruleset", "/v1/parties", {"ruleset": ruleset, "first_dealer": "A"}) == {
        "/ruleset/overrides/elder_second_exchange": "cannot be 1; it can be false or true",
        "/ruleset/overrides/partie_deals": "cannot be 5; it can be 6 or 4",
        "/ruleset/overrides/younger_max": "cannot be 9; it can be null, 3, 4, 5 or 6",
    }


def test_parameters_that_contradict_each_other_are_told_which(told: Any) -> None:
    ruleset = {"name": "portland", "overrides": {"elder_max": 8}}
    why = "three cards of a talon of eight are younger's"
    assert told("invalid_ruleset", "/v1/parties", {"ruleset": ruleset, "first_dealer": "A"}) == {
        "/ruleset/overrides/elder_max": f"conflicts with pack: {why}",
        "/ruleset/overrides/pack": f"conflicts with elder_max: {why}",
    }


def test_misspelt_members_and_words_are_told_the_near_ones(told: Any) -> None:
    body = {"state": {**STATE, "discard": {}}, "action": {"seat": "a", "type": "exchnge", "cards": []}, "sate": 1}
    assert told("invalid_request", "/v1/actions/check", body) == {
        "/state/discard": "is not a member of this object (did you mean discards?)",
        "/action/type": "is 'exchnge', which is not one of claim_carte_blanche, commit_discard, exchange, "
        "look_at_left, name_suit, call, pass, reply, state_tie_break, decline, reckon, play, concede, incident, amend, "
        "ruling (did you mean exchange?)",
        "/sate": "is not a member of this object (did you mean state?)",
    }


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("/v1/deal", "/v1/deals"),
        ("/v1/action/check", "/v1/actions/check"),
        ("/v1/actions/chek-many", "/v1/actions/check-many"),
        ("/v1/ruleset/portland", "/v1/rulesets/portland"),
        ("/v1/deals/", "/v1/deals"),
        ("/v1//deals", "/v1/deals"),
        ("/v1/rulesets/portland/", "/v1/rulesets/portland"),
        ("/opanapi.yaml", "/openapi.yaml"),
        ("/v1/check", "/v1/actions/check?)"),
        ("/options", "/v1/actions/options?)"),
        ("/v1/state/views", "/v1/states/view?)"),
        ("/api/v2/normand/deal", "/v1/normand/deals?)"),
        ("/v1/record", "/v1/records/compare, /v1/records/convert, /v1/records/review or /v1/records/verify?)"),
    ],
)
def test_an_address_with_a_typo_or_a_slash_too_many_is_told_the_near_one(
    client: Any, problem: Any, path: str, meant: str
) -> None:
    detail = problem(client.post(path, json={}), "not_found")["detail"]
    assert detail.startswith(f"{path} is not an address of this service (did you mean {meant}"), detail
    assert ("none at its end" in detail) == (path.strip("/").replace("//", "/") == meant.strip("/"))


@pytest.mark.parametrize("path", ["/v1/nothing/like/it", "/x" * 5000, "/v1/" + "deals" * 30])
def test_an_address_that_is_near_none_is_told_none(client: Any, problem: Any, path: str) -> None:
    assert "did you mean" not in problem(client.get(path), "not_found")["detail"]


def test_names_are_compared_up_to_a_length(monkeypatch: Any) -> None:
    """Or a caller could have long names compared, which takes time with the square of their length."""
    known = ["rubicon", "r" * 40]
    assert did_you_mean("rubicom", known) == " (did you mean rubicon?)"
    assert did_you_mean("r" * 41, known) == did_you_mean("r" * 10_000, known) == ""


# ---------------------------------------------------------------- members that go together


APART = "which do not go together; it takes one of these"


@pytest.mark.parametrize(
    ("path", "body", "faults"),
    [
        ("/v1/deals", {"deck": 1, "seed": 1}, {"": f"has deck and seed, {APART}: deck; hands and talon; seed"}),
        ("/v1/deals", {"hands": 1}, {"/talon": "is required with hands"}),
        ("/v1/actions/check-many", {}, {"": "needs one of these: items; state and actions"}),
        ("/v1/actions/check-many", {"actions": 1}, {"/state": "is required with actions"}),
        ("/v1/settlements", {"chouette": 1}, {"/deals": "is required with chouette"}),
        ("/v1/settlements", {"deals": 1, "games": 1}, {"": f"has deals and games, {APART}: deals; games"}),
        ("/v1/parties", {}, {"": "needs one of these: first_dealer; cut"}),
        (
            "/v1/play/analyse",
            {"tricks": 1, "leader": 1},
            {"/hands": "is required with leader and tricks"},
        ),
    ],
)
def test_members_that_make_no_request_are_told_what_goes_together(
    told: Any, path: str, body: dict[str, Any], faults: dict[str, str]
) -> None:
    deck = request_of("deal", "w1_deck")["deck"]
    hands = request_of("deal", "w1_hands")
    values: dict[str, Any] = {
        "deck": deck, "seed": "x", "hands": hands["hands"], "actions": ["A.TH"], "tricks": {"elder": 0, "younger": 0},
        "chouette": {"seat": "A", "single": "x", "opponent": "y", "adviser": "z"}, "deals": [], "games": [[]],
        "leader": "elder",
    }  # fmt: skip
    begun = {"ruleset": "portland", "dealer": "A"} if path == "/v1/deals" else {}
    assert told("invalid_request", path, {**begun, **{name: values[name] for name in body}}) == faults


def test_what_is_wrong_with_both_origin_and_cards_of_a_deal_is_told_at_once(told: Any) -> None:
    assert told("invalid_request", "/v1/deals", {"talon": ["AS"]}) == {
        "/dealer": "is required without a state",
        "/hands": "is required with talon",
    }


# ---------------------------------------------------------------- grammar


def refused(client: Any, action: dict[str, Any]) -> list[str]:
    answer = client.post("/v1/actions/check", json={"state": STATE, "action": action}).json
    return [violation["message"] for violation in answer["violations"]]


@pytest.mark.rule("R4.3", "R2.1", "R4.1", "R5.10")
@pytest.mark.parametrize(
    ("action", "message"),
    [
        ({"seat": "A", "type": "exchange", "cards": ["TS"]}, "TS is not in the hand"),
        ({"seat": "A", "type": "exchange", "cards": ["TS", "7S"]}, "TS and 7S are not in the hand"),
        ({"seat": "A", "type": "exchange", "cards": ["TS", "7S", "TH"]}, "TS, 7S and TH are not in the hand"),
        ({"seat": "A", "type": "exchange", "cards": ["AS", "AS"]}, "AS is named twice"),
        ({"seat": "A", "type": "exchange", "cards": ["AS", "AS", "KS", "KS"]}, "AS and KS are named twice"),
        ({"seat": "A", "type": "exchange", "cards": []}, "0 cards are fewer than 1"),
        ({"seat": "B", "type": "exchange", "cards": ["TS"]}, "it is A's turn"),
    ],
)
def test_reasons_agree_in_number(client: Any, action: dict[str, Any], message: str) -> None:
    assert refused(client, action) == [message]


def test_counts_agree_in_number(client: Any, told: Any) -> None:
    body = {"ruleset": "portland", "leader": "elder", "hands": {"elder": ["AS", "KS"], "younger": ["7S"]}}
    assert told("contradictory_request", "/v1/play/analyse", body) == {
        "/hands/younger": "has 1 card, while elder has 2"
    }
    dealt = {"ruleset": "portland", "dealer": "B", "hands": {"A": ["AS"], "B": ["KS"]}, "talon": []}
    messages = [each["message"] for each in client.post("/v1/deals", json=dealt).json["violations"]]
    assert "hands/A has 1 card instead of 12" in messages
    assert "talon has 0 cards instead of 8" in messages


def test_words_are_listed_and_counted() -> None:
    assert [listed(["A"]), listed(["A", "B"]), listed(["A", "B", "C"], "or")] == ["A", "A and B", "A, B or C"]
    assert [counted(0, "card"), counted(1, "card"), counted(2, "card")] == ["0 cards", "1 card", "2 cards"]
