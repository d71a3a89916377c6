"""What a newcomer sends at first: each answer says what to send in its place, and every fault at once."""

import json
from typing import Any

import pytest

from service.piquet.suggestions import SYNONYMS, cards_in, did_you_mean
from tests.contract.test_examples import answer_of, request_of

CHECK = request_of("check_action", "w1_exchange")
STATE, EXCHANGE = CHECK["state"], CHECK["action"]
SEED = {"dealer": "B", "seed": "x"}
KEYS = {"A": "a" * 32}
OF_A_STATE = (
    "is an object around it: score is one member of it; send the value of that member "
    "(partie.deals has the deals before the current one: add the score of the state for that one)"
)


@pytest.fixture
def told(client: Any, problem: Any) -> Any:
    """`told(path, body)`: the message of every fault of an invalid request, by pointer."""

    def ask(path: str, body: Any, code: str = "invalid_request") -> dict[str, str]:
        document = problem(client.post(path, json=body), code)
        return {fault["pointer"]: fault["message"] for fault in document["errors"]}

    return ask


# ---------------------------------------------------------------- whole responses and requests


def whole(member: str, kind: str = "a whole response") -> str:
    return f"is {kind}: {member} is one member of it; send the value of that member"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("deals", SEED),
        ("actions/check", CHECK),
        ("parties", {"first_dealer": "B"}),
    ],
)
@pytest.mark.parametrize("asked", ["actions/options", "actions/check", "states/validate", "states/view", "deals"])
def test_a_whole_response_sent_as_the_state_is_told_in_one_sentence(
    client: Any, told: Any, path: str, body: Any, asked: str
) -> None:
    answer = client.post(f"/v1/{path}", json=body).json
    more = {"actions/check": {"action": EXCHANGE}, "states/view": {"seat": "A"}, "deals": {"seed": "x"}}.get(asked, {})
    assert told(f"/v1/{asked}", {"state": answer, **more}) == {"/state": whole("state")}


def test_the_response_of_many_checks_has_no_state_of_its_own(client: Any, told: Any) -> None:
    answer = client.post("/v1/actions/check-many", json={"items": [CHECK]}).json
    assert told("/v1/actions/options", {"state": answer}) == {"/state": "is a whole response: it has no state"}
    assert told("/v1/actions/options", {"state": answer["items"][0]}) == {"/state": whole("state")}


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        (lambda advice, options: advice, "is a whole response: choose an action of its options"),
        (lambda advice, options: options, "is a whole response: choose an action of its options"),
        (lambda advice, options: advice["options"][0], whole("action", "an object around it")),
        (
            lambda advice, options: options["options"][0],
            "is an option: choose one of its actions, or let `sample` of /v1/actions/options draw some",
        ),
    ],
)
def test_advice_and_options_sent_as_an_action_are_refused_in_one_sentence(
    client: Any, told: Any, sent: Any, why: str
) -> None:
    advice, options = (client.post(f"/v1/{path}", json={"state": STATE}).json for path in ("advice", "actions/options"))
    assert told("/v1/actions/check", {"state": STATE, "action": sent(advice, options)}) == {"/action": why}


@pytest.mark.parametrize("game", ["voleur", "normand"])
def test_a_whole_response_of_another_game_is_told_alike(client: Any, told: Any, game: str) -> None:
    answer = client.post(f"/v1/{game}/deals", json={"dealer": "A", "seed": "x"}).json
    assert told(f"/v1/{game}/actions/options", {"state": answer}) == {"/state": whole("state")}
    items = {"items": [{"state": answer, "action": {"seat": "B", "type": "play", "card": "KS"}}]}
    assert told(f"/v1/{game}/actions/check-many", items) == {"/items/0/state": whole("state")}


@pytest.mark.parametrize("game", ["voleur", "normand"])
def test_a_state_of_another_game_is_told_where_it_belongs(client: Any, told: Any, game: str) -> None:
    theirs = client.post(f"/v1/{game}/deals", json={"dealer": "A", "seed": "x"}).json["state"]
    assert told("/v1/actions/options", {"state": theirs}) == {
        "/state": f"is a state of {game}; send it to the operations under /v1/{game}/"
    }
    assert told(f"/v1/{game}/actions/options", {"state": STATE}) == {
        "/state": "is a state of the game for two; send it to the operations under /v1/"
    }


def test_the_concealed_state_of_a_response_is_told_with_the_keys_it_lacks(told: Any) -> None:
    answer = answer_of("deal_concealed", "first")
    assert told("/v1/states/view", {"state": answer, "seat": "A"}) == {
        "/state": whole("concealed"),
        "/state/concealed/keys": "is required",
    }


@pytest.mark.parametrize("asked", ["states/validate", "actions/options", "advice"])
def test_a_view_sent_as_the_state_is_told_in_one_sentence(told: Any, asked: str) -> None:
    view = answer_of("view_state", "w1_elder")["view"]
    why = "is a view, not a state: send the state (advice takes a view, as its member view)"
    assert told(f"/v1/{asked}", {"state": view}) == {"/state": why}


@pytest.mark.parametrize("game", ["voleur", "normand"])
def test_a_view_of_another_game_sent_as_the_state_is_told_alike(client: Any, told: Any, game: str) -> None:
    state = client.post(f"/v1/{game}/deals", json={"dealer": "A", "seed": "x"}).json["state"]
    view = client.post(f"/v1/{game}/states/view", json={"state": state, "seat": "B"}).json["view"]
    assert "is a view, not a state" in told(f"/v1/{game}/actions/options", {"state": view})["/state"]


def test_a_whole_request_sent_as_one_of_its_members_is_told(told: Any) -> None:
    assert told("/v1/actions/check", {"state": STATE, "action": CHECK}) == {
        "/action": whole("action", "an object around it")
    }
    assert told("/v1/actions/check-many", {"state": STATE, "actions": [{"action": EXCHANGE}]}) == {
        "/actions/0": whole("action", "an object around it")
    }
    assert told("/v1/parties", {"first_dealer": "A", "ruleset": {"ruleset": "portland"}}) == {
        "/ruleset": whole("ruleset", "an object around it")
    }


def test_what_is_wrong_within_a_wrapped_value_is_told_too(told: Any) -> None:
    wrapped = {"state": {name: value for name, value in STATE.items() if name != "talon"}}
    assert told("/v1/actions/options", {"state": wrapped}) == {
        "/state": whole("state", "an object around it"),
        "/state/state/talon": "is required",
    }


def test_a_whole_response_sent_as_a_request_is_told_what_to_send_of_it(client: Any, told: Any) -> None:
    answer = client.post("/v1/deals", json=SEED).json
    assert told("/v1/actions/options", answer) == {"": "is a whole response: send only state of it"}


def test_a_value_sent_without_its_member_is_told_the_member(told: Any) -> None:
    told_of = told("/v1/actions/options", STATE)
    assert list(told_of) == [""]
    assert told_of[""].endswith('and more, which are members of state: send {"state": { … }}')
    flat = told("/v1/actions/check", {"state": STATE, **EXCHANGE})
    assert list(flat) == [""]
    assert flat[""].endswith('which are members of action: send {"action": { … }}')
    assert told("/v1/rulings", {"kind": "wrong_exchange", "facts": {}}) == {
        "": 'has facts, which is a member of incident: send {"incident": { … }}'
    }


def test_json_in_a_string_is_told_as_such(told: Any) -> None:
    why = (
        "is JSON in a string: in a body, send the JSON itself, without quotation marks around it; an address takes "
        "text only (docs/notation.md#in-one-line)"
    )
    assert told("/v1/actions/options", {"state": json.dumps(STATE)}, "malformed_notation") == {"/state": why}
    body = {"state": STATE, "action": json.dumps(EXCHANGE)}
    assert told("/v1/actions/check", body, "malformed_notation") == {"/action": why}


# ---------------------------------------------------------------- words for words


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("discard", "exchange"), ("draw", "exchange"), ("take", "exchange"), ("change", "exchange"),
        ("announce", "call"), ("declare", "call"), ("bid", "call"), ("meld", "call"),
        ("say", "reply"), ("answer", "reply"), ("respond", "reply"), ("accept", "reply"),
        ("lead", "play"), ("throw", "play"), ("follow", "play"), ("put", "play"),
        ("show", "reckon"), ("score", "reckon"), ("count", "reckon"),
        ("yield", "concede"), ("resign", "concede"), ("give up", "concede"), ("Discard", "exchange"),
    ],
)  # fmt: skip
def test_a_synonym_of_a_type_of_action_is_told_the_type(told: Any, given: str, meant: str) -> None:
    why = told("/v1/actions/check", {"state": STATE, "action": {**EXCHANGE, "type": given}})["/action/type"]
    assert why.endswith(f"(did you mean {meant}?)")


@pytest.mark.parametrize(
    ("member", "given", "meant"),
    [
        ("category", "quatorze", "set"), ("category", "tierce", "sequence"), ("category", "suit", "point"),
        ("rank", "jack", "J"), ("rank", "knave", "J"), ("rank", "10", "T"), ("rank", "aces", "A"),
    ],
)  # fmt: skip
def test_a_synonym_in_a_call_is_told_the_word_of_the_contract(told: Any, member: str, given: str, meant: str) -> None:
    call = {"seat": "A", "type": "call", "category": "set", "count": 3, "rank": "J", member: given}
    why = told("/v1/actions/check", {"state": STATE, "action": call})[f"/action/{member}"]
    assert why.endswith(f"(did you mean {meant}?)")


@pytest.mark.parametrize(
    ("action", "pointer", "meant"),
    [
        ({"seat": "B", "type": "reply", "reply": "yes"}, "/action/reply", "good"),
        ({"seat": "B", "type": "reply", "reply": "no"}, "/action/reply", "not_good"),
        ({"seat": "A", "type": "name_suit", "suit": "spades"}, "/action/suit", "S"),
        ({"seat": "A", "type": "name_suit", "suit": "♥"}, "/action/suit", "H"),
        ({"player": "A", "type": "play", "card": "KS"}, "/action/player", "seat"),
        ({"seat": "A", "type": "exchange", "discard": ["KS"]}, "/action/discard", "cards"),
        ({"seat": "A", "type": "call", "category": "point", "length": 5, "pips": 44}, "/action/pips", "value"),
    ],
)  # fmt: skip
def test_a_synonym_of_a_value_or_a_member_is_told(told: Any, action: Any, pointer: str, meant: str) -> None:
    assert told("/v1/actions/check", {"state": STATE, "action": action})[pointer].endswith(f"(did you mean {meant}?)")


def test_the_stock_is_the_talon(told: Any) -> None:
    hands = {"A": ["KS"], "B": ["QS"]}
    why = told("/v1/deals", {"dealer": "B", "hands": hands, "stock": ["7D"]})
    assert why["/stock"] == "is not a member of this object (did you mean talon?)"


def test_synonyms_are_suggested_only_where_their_name_is_expected() -> None:
    assert did_you_mean("discard", ["call", "pass"]) == ""
    assert did_you_mean("lead", ["card", "seat"]) == " (did you mean card?)"
    assert did_you_mean("cal", ["call", "call"]) == " (did you mean call?)"
    assert all(word == word.lower() for word in SYNONYMS)


@pytest.mark.parametrize("role", ["elder", "younger", "dealer"])
def test_a_role_in_place_of_a_seat_is_told_that_seats_stay(told: Any, role: str) -> None:
    why = "(a seat keeps its letter for the whole partie, whatever its role in a deal)"
    assert told("/v1/actions/check", {"state": STATE, "action": {**EXCHANGE, "seat": role}}) == {
        "/action/seat": f"is '{role}', which is not one of A, B {why}"
    }


@pytest.mark.parametrize(
    ("given", "meant"),
    [("knave of hearts", "JH"), ("♠K", "KS"), ("10 of hearts", "TH"), ("seven of clubs", "7C"), ("Kh", "KH")],
)
def test_a_card_in_words_is_told_the_card(told: Any, given: str, meant: str) -> None:
    action = {"seat": "A", "type": "play", "card": given}
    assert told("/v1/actions/check", {"state": STATE, "action": action})["/action/card"].endswith(f"as {meant}")


def test_the_code_of_a_violation_is_told_its_kind(told: Any) -> None:
    code = "exchange.too_many is the code of a violation; its kind is wrong_exchange"
    why = told("/v1/rulings", {"incident": {"kind": "exchange.too_many"}})["/incident/kind"]
    assert why.endswith(f"({code})")
    entered = 'is not reported as an incident: enter the action itself, with "irregular": true)'
    incident = {"seat": "A", "type": "incident"}
    told_of = told("/v1/actions/check", {"state": STATE, "action": {**incident, "kind": "exchange.too_many"}})
    assert told_of["/action/kind"].endswith(f"({code}, which {entered}")
    told_of = told("/v1/actions/check", {"state": STATE, "action": {**incident, "kind": "revoke"}})
    assert told_of["/action/kind"].endswith(f"(revoke {entered}")


# ---------------------------------------------------------------- another form


@pytest.mark.parametrize(
    ("path", "body", "pointer", "message"),
    [
        ("deals", {"dealer": "B", "seed": 42}, "/seed", 'must be a string, not an integer; write "42"'),
        ("deals", {"dealer": "B", "seed": None}, "/seed", "must be a string, not null; or leave it out"),
        (
            "deals",
            {**SEED, "ruleset": None},
            "/ruleset",
            "must be a string or an object, not null; or leave it out",
        ),
        ("settlements", {"deals": [[28, 23]]}, "/deals/0", 'must be an object, not an array; write {"A": 28, "B": 23}'),
        ("settlements", {"deals": ["28-23"]}, "/deals/0", 'must be an object, not a string; write {"A": 28, "B": 23}'),
        ("settlements", {"deals": [{"A": "28", "B": 1}]}, "/deals/0/A", "must be an integer, not a string; write 28"),
        ("settlements", {"deals": [{"dealer": "B", "score": {"A": 28, "B": 1}}]}, "/deals/0", OF_A_STATE),
        ("voleur/settlements", {"deals": [{"dealer": "B", "score": {"AC": 28, "BD": 1}}]}, "/deals/0", OF_A_STATE),
        ("normand/settlements", {"deals": [{"deal": 1, "score": {"A": 9, "B": 1, "C": 0}}]}, "/deals/0", OF_A_STATE),
        ("records/verify", {"records": "x"}, "/records", "must be an array, not a string; put it into an array: [ … ]"),
        (
            "rulings",
            {"incident": "revoke"},
            "/incident",
            'must be an object, not a string; write {"kind":"revoke"}',
        ),
        (
            "actions/options",
            {"state": STATE, "expand": "yes"},
            "/expand",
            "must be true or false, not a string; write true",
        ),
        ("actions/options", {"state": STATE, "limit": "9"}, "/limit", "must be an integer, not a string; write 9"),
        (
            "actions/check-many",
            {"state": STATE, "actions": "A.KS"},
            "/actions",
            'must be an array, not a string; write ["A.KS"]',
        ),
    ],
)  # fmt: skip
def test_a_value_of_another_json_type_is_told_the_value_to_write(
    told: Any, path: str, body: Any, pointer: str, message: str
) -> None:
    assert told(f"/v1/{path}", body) == {pointer: message}


#: A number of cards in place of their positions may not be taken for a position.
POSITIONS = "the positions of the talon, counted from 1 on top, such as [6, 7], and not how many"


def test_how_many_cards_were_taken_is_not_taken_for_a_position(told: Any) -> None:
    facts = {"side": "younger", "discarded": 3, "taken": 5}
    found = told("/v1/rulings", {"incident": {"kind": "wrong_exchange", "facts": facts}})
    assert found == {"/incident/facts/taken": f"must be an array, not an integer: {POSITIONS}"}


@pytest.mark.parametrize(
    ("member", "given", "end"),
    [
        ("taken", 6, f"must be an array, not an integer: {POSITIONS}"),
        ("taken", "6", "must be an array, not a string, such as [1]"),
        ("cards", "KS", 'must be an array, not a string; write ["KS"]'),
        ("cards", "KS, JS 9d", 'must be an array, not a string; write ["KS", "JS", "9D"]'),
        ("cards", "SKJD9", 'must be an array, not a string; write ["KS", "JS", "9D"]'),
        ("cards", None, 'must be an array, not null, such as ["TH", "QS"]'),
        ("irregular", "true", "must be true or false, not a string; write true"),
        ("seat", 0, "must be one of A, B, not an integer"),
    ],
)  # fmt: skip
def test_members_of_an_action_in_another_form_are_told_it(told: Any, member: str, given: Any, end: str) -> None:
    action = {**EXCHANGE, "irregular": True, member: given}
    assert told("/v1/actions/check", {"state": STATE, "action": action})[f"/action/{member}"] == end


def test_a_card_as_an_object_is_told_the_card(told: Any) -> None:
    action = {"seat": "A", "type": "play", "card": {"rank": "10", "suit": "H"}}
    assert told("/v1/actions/check", {"state": STATE, "action": action}) == {
        "/action/card": 'must be a card, not an object; write "TH"'
    }


def test_a_type_under_another_name_is_told_where_it_stands(told: Any) -> None:
    action = {"seat": "A", "action": "play", "card": "KS"}
    assert told("/v1/actions/check", {"state": STATE, "action": action}) == {
        "/action/type": "is required; play stands in action"
    }


def test_what_is_written_for_a_long_value_is_left_out(told: Any) -> None:
    (why,) = told("/v1/deals", {"dealer": "B", "deck": "KS " * 3000}).values()
    assert why == 'must be an array, not a string, such as ["TH", "QS"]'


def test_a_list_of_cards_is_read_with_and_without_separators() -> None:
    assert cards_in("ks;10h|9D") == cards_in("KSTH9D") == ["KS", "TH", "9D"]
    assert cards_in("KS and 9D") is None
    assert cards_in("KS " * 100) is None


# ---------------------------------------------------------------- every reason at once


@pytest.mark.rule("R2.1", "R4.3")
def test_a_card_that_is_not_held_and_another_named_twice_are_both_told(client: Any) -> None:
    theirs, (own, *_) = STATE["hands"]["B"][0], STATE["hands"]["A"]
    action = {"seat": "A", "type": "exchange", "cards": [theirs, own, own]}
    violations = client.post("/v1/actions/check", json={"state": STATE, "action": action}).json["violations"]
    assert [each["message"] for each in violations] == [f"{own} is named twice", f"{theirs} is not in the hand"]
    assert [each["pointer"] for each in violations] == ["/action/cards"] * 2


@pytest.mark.rule("R2.1", "R4.1", "R4.3")
def test_a_repeated_card_hides_no_other_reason(client: Any) -> None:
    hand = STATE["hands"]["A"]
    six = {"seat": "A", "type": "exchange", "cards": [*hand[:6], hand[0]]}
    of_other_seat = {"seat": "B", "type": "exchange", "cards": [STATE["hands"]["B"][0]] * 2}
    codes = []
    for action in (six, of_other_seat):
        answer = client.post("/v1/actions/check", json={"state": STATE, "action": action}).json
        codes.append([each["code"] for each in answer["violations"]])
    assert codes == [["cards.twice", "exchange.too_many"], ["cards.twice", "turn.other_seat"]]


def test_two_lists_with_a_repeated_card_are_both_told(client: Any) -> None:
    holdings = [{"category": "point", "cards": ["KS", "KS"]}, {"category": "set", "cards": ["AS", "AS"]}]
    action = {"seat": "A", "type": "reckon", "holdings": holdings}
    violations = client.post("/v1/actions/check", json={"state": STATE, "action": action}).json["violations"]
    twice = [each["pointer"] for each in violations if each["code"] == "cards.twice"]
    assert twice == ["/action/holdings/0/cards", "/action/holdings/1/cards"]


def test_a_repeated_card_hides_no_other_reason_in_other_games(client: Any) -> None:
    state = client.post("/v1/normand/deals", json={"dealer": "C", "seed": "x"}).json["state"]
    theirs, own = state["hands"]["A"][0], state["hands"]["C"][0]
    action = {"seat": "C", "type": "exchange", "cards": [own, own, theirs]}
    answer = client.post("/v1/normand/actions/check", json={"state": state, "action": action}).json
    assert [each["code"] for each in answer["violations"]] == ["cards.twice", "cards.not_held"]


def test_a_misspelt_parameter_and_missing_cards_are_told_together(told: Any) -> None:
    ruleset = {"name": "portland", "overrides": {"eldr_max": 4}}
    assert told("/v1/deals", {"ruleset": ruleset, "dealer": "B", "hands": {"A": [], "B": []}}) == {
        "/ruleset/overrides/eldr_max": "is not a parameter (did you mean elder_max or elder_min?)",
        "/talon": "is required with hands",
    }
    told_of = told("/v1/deals", {"ruleset": "portlnd", "dealr": "B"})
    assert told_of.keys() == {"/ruleset", "/dealr", "/dealer"}
    assert told_of["/ruleset"].startswith("there is no ruleset 'portlnd' (did you mean portland?)")


@pytest.mark.parametrize(
    ("path", "body", "pointers"),
    [
        ("parties", {"ruleset": "portlnd", "first_dealer": "C"}, {"/ruleset", "/first_dealer"}),
        ("settlements", {"ruleset": "portlnd", "deal": []}, {"/ruleset", "/deal", ""}),
        ("voleur/deals", {"ruleset": "volleur", "dealer": "E"}, {"/ruleset", "/dealer"}),
        ("deals/concealed", {"ruleset": "portlnd", "dealer": "A"}, {"/ruleset", "/key_hashes"}),
        ("rulings", {"ruleset": "portlnd"}, {"/ruleset", "/incident"}),
    ],
)
def test_an_unknown_ruleset_is_told_with_the_other_faults(told: Any, path: str, body: Any, pointers: set[str]) -> None:
    assert told(f"/v1/{path}", body).keys() == pointers


def test_faults_of_different_codes_are_told_together(told: Any) -> None:
    damaged = {name: value for name, value in STATE.items() if name != "talon"}
    assert told("/v1/actions/check", {"state": damaged, "action": "x"}).keys() == {"/state/talon", "/action"}


def test_contradictions_of_members_are_told_together(told: Any) -> None:
    cut = {"ruleset": "portland", "cut": {"A": "6S", "B": "6S"}}
    assert told("/v1/parties", cut, "contradictory_request").keys() == {"/cut/A", "/cut/B"}
    ruleset = {"name": "portland", "overrides": {"target": 100, "match_games": 3}}
    games = {"ruleset": ruleset, "games": [[{"A": 999, "B": 0}], [{"A": 0, "B": 999}]]}
    assert told("/v1/settlements", games, "contradictory_request").keys() == {"/games/0/0", "/games/1/0"}


# ---------------------------------------------------------------- the ruleset of a deal


def test_a_deal_without_a_ruleset_is_of_portland(client: Any) -> None:
    dealt = client.post("/v1/deals", json=SEED).json
    assert dealt == client.post("/v1/deals", json={**SEED, "ruleset": "portland"}).json
    assert dealt["state"]["ruleset"] == "portland@1"


@pytest.mark.parametrize("game", ["voleur", "normand"])
def test_a_deal_of_another_game_without_a_ruleset_has_that_of_the_game(client: Any, game: str) -> None:
    dealt = client.post(f"/v1/{game}/deals", json={"dealer": "A", "seed": "x"}).json
    assert dealt["state"]["ruleset"] == f"{game}@1"


@pytest.mark.rule("R2.3")
@pytest.mark.parametrize("path", ["deals", "voleur/deals", "normand/deals"])
def test_a_deal_without_cards_or_a_seed_draws_a_seed_that_deals_the_same_again(client: Any, path: str) -> None:
    drawn, other = (client.post(f"/v1/{path}", json={"dealer": "B"}).json for _ in range(2))
    assert drawn["seed"] != other["seed"] and drawn["state"]["dealt"] != other["state"]["dealt"]
    assert client.post(f"/v1/{path}", json={"dealer": "B", "seed": drawn["seed"]}).json == drawn
    deck = request_of("deal", "w1_deck")
    assert "seed" not in client.post("/v1/deals", json=deck).json
    begun = client.post("/v1/parties", json={"first_dealer": "A"}).json["state"]
    assert client.post("/v1/deals", json={"state": begun}).json["state"]["phase"] == "elder_exchange"


def test_the_state_still_gives_the_ruleset_of_the_next_deal(client: Any, told: Any) -> None:
    begun = client.post("/v1/parties", json={"ruleset": "au-cent", "first_dealer": "A"}).json["state"]
    assert client.post("/v1/deals", json={"state": begun, "seed": "x"}).json["state"]["ruleset"] == "au-cent@1"
    assert told("/v1/deals", {"state": begun, "seed": "x", "ruleset": "portland"}) == {
        "/ruleset": "is given by the state"
    }


def test_double_dummy_without_a_ruleset_is_of_portland(client: Any) -> None:
    body = {"leader": "elder", "hands": {"elder": ["AS", "KS"], "younger": ["7S", "8S"]}}
    answer = client.post("/v1/play/analyse", json=body).json
    assert answer == client.post("/v1/play/analyse", json={**body, "ruleset": "portland"}).json
    assert answer["ruleset"] == "portland@1"
