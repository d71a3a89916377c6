"""`POST /v1/rulings`: what it takes and refuses, and for whom it answers."""

from typing import Any

import pytest

from service.piquet.cards.cards import CARD
from service.piquet.law.decide import QUESTIONS
from service.piquet.law.kinds.tables import FORMS, answer_form
from tests.helpers.http import post, send

Json = Any

PATH = "/v1/rulings"


def incident(kind: str, facts: Json | None = None, **more: Json) -> Json:
    return {"incident": {"kind": kind, "facts": {} if facts is None else facts, **more}}


def fault(body: Json, status: int = 422) -> tuple[str, str]:
    """The place and the message of the only fault."""
    given, answer = send(PATH, body)
    assert given == status, answer
    (error,) = answer["errors"]
    return error["pointer"], error["message"]


def test_an_answer_names_the_ruleset_the_code_and_the_engine() -> None:
    answer = post(PATH, {"ruleset": "hoyle", **incident("offer")})
    assert (answer["ruleset"], answer["code"]) == ("hoyle@1", "hoyle")
    assert post(PATH, incident("offer"))["code"] == "portland"
    without = {"name": "portland", "overrides": {"law": "none"}}
    assert post(PATH, {"ruleset": without, **incident("offer")})["code"] == "none"


def test_a_ruling_has_the_members_of_the_law() -> None:
    (ruling,) = post(PATH, incident("exposed", {"owner": "stock"}))["rulings"]
    assert " ".join(ruling) == (
        "number kind law also readings offender finding facts needs passed status stage entitled until elections "
        "unraised message sentence"
    )
    assert (ruling["number"], ruling["facts"]) == (None, [{"name": "owner", "value": "stock", "from": "request"}])
    assert [list(election) for election in ruling["elections"]] == [
        ["election", "effects", "until", "actions", "events", "score_delta", "phase", "to_act", "sentence"]
    ] * 2


def test_players_are_roles_until_the_dealer_is_known() -> None:
    facts = {"side": "younger", "cards": 13, "cause": "exchange"}
    (roles,) = post(PATH, incident("long_hand", facts))["rulings"]
    assert (roles["offender"], roles["entitled"]) == ("younger", ["elder"])
    for dealer, elder in (("A", "B"), ("B", "A")):
        (seats,) = post(PATH, incident("long_hand", facts, dealer=dealer))["rulings"]
        assert (seats["offender"], seats["entitled"]) == (dealer, [elder])


def test_a_seat_is_told_what_it_may_elect() -> None:
    body = incident("long_hand", {"side": "younger", "cards": 13, "cause": "exchange"}, dealer="B")
    elections = {}
    for seat in "AB":
        (ruling,) = post(PATH, {**body, "seat": seat})["rulings"]
        assert ruling["entitled"] == ["A"]
        elections[seat] = [each["election"] for each in ruling["elections"]]
    assert elections == {"A": ["enforce", "waive"], "B": []}
    assert fault({**incident("offer"), "seat": "A"}, 409) == ("/incident/dealer", "is required with seat")


ROLE = " (a role is that in the deal: the dealer is younger)"


def test_an_unknown_kind_is_refused_with_the_nearest() -> None:
    place, message = fault(incident("revok"))
    assert place == "/incident/kind"
    assert message.startswith("is 'revok', which is not one of misdeal, ") and " revoke, " in message
    assert message.endswith("(did you mean revoke?)")
    assert fault({"incident": {"facts": {}}}) == ("/incident/kind", "is required")


@pytest.mark.parametrize(
    ("kind", "facts", "place", "message"),
    [
        ("exposed", {"ownr": "elder"}, "ownr", "is not a member of this object (did you mean owner?)"),
        ("exposed", {"answered": True}, "answered", "is not a member of this object"),
        ("exposed", {"owner": "A"}, "owner", f"is 'A', which is not one of elder, younger, stock{ROLE}"),
        ("pack", {"taken_up": "yes"}, "taken_up", "must be true or false, not a string; write true"),
        ("long_hand", {"cards": 37}, "cards", "must be an integer <= 36"),
        ("long_hand", {"cards": 12.5}, "cards", "must be an integer, not a number with a fraction"),
        ("misdeal", {"dealt": [13, 11]}, "dealt", "must be an array of length >= 3"),
        ("misdeal", {"dealt": [13, 11, 8, 0]}, "dealt", "must be an array of length <= 3"),
        ("misdeal", {"taken_up": ["A"]}, "taken_up/0", f"is 'A', which is not one of elder, younger{ROLE}"),
        ("wrong_exchange", {"taken": [0]}, "taken/0", "must be an integer >= 1"),
        ("wrong_exchange", {"taken": [1] * 16}, "taken", "must be an array of length <= 15"),
        ("spoiled", {"proof": {"mising": []}}, "proof/mising", None),
        ("dropped", {"cards": ["HJ"]}, "cards/0", None),
        ("sheets", {"written": {"A": {"A": 1, "B": 1}}}, "written/B", "is required"),
        ("misinformed", {"about": "clubs"}, "about", None),
    ],
)  # fmt: skip
def test_facts_are_of_their_kind_and_type(kind: str, facts: Json, place: str, message: str | None) -> None:
    pointer, told = fault(incident(kind, facts))
    assert pointer == f"/incident/facts/{place}"
    assert message in (None, told)


def test_all_faults_of_form_are_told_together() -> None:
    status, answer = send(PATH, {**incident("exposed", {"owner": 1, "cards": "JH"}, passed=["now"]), "seats": "A"})
    assert status == 422
    places = {error["pointer"] for error in answer["errors"]}
    assert places == {"/incident/facts/owner", "/incident/facts/cards", "/incident/passed/0", "/seats"}


@pytest.mark.parametrize(
    ("kind", "facts", "place", "message"),
    [
        ("misdeal", {"dealt": [13, 11, 9]}, "dealt", "adds up to 33 cards; the pack has 32"),
        ("cut", {"sizes": [16, 17]}, "sizes", "adds up to 33 cards; the pack has 32"),
        ("wrong_exchange", {"taken": [1, 1]}, "taken", "names a position twice"),
        ("peeked", {"positions": [9]}, "positions", "names a position below the last of the 8 cards"),
        ("wrong_exchange", {"taken": [1], "mixed": [2]}, "mixed", "names a position that was not taken"),
        ("wrong_exchange", {"leaves": 6}, "leaves", "is more than elder's 5 cards of the talon"),
        ("deal_out_of_turn", {"deal": 7, "deals": 6}, "deal", "is greater than the number of deals, 6"),
    ],
)
def test_facts_that_contradict_one_another(kind: str, facts: Json, place: str, message: str) -> None:
    assert fault(incident(kind, facts), 409) == (f"/incident/facts/{place}", message)


def test_the_pack_is_that_of_the_ruleset() -> None:
    body = {"ruleset": "old-36", **incident("peeked", {"side": "elder", "positions": [9]})}
    assert post(PATH, body)["rulings"][0]["law"] == "L27"


def test_a_time_that_is_past_implies_the_earlier_ones() -> None:
    for time in ("taken", "first_card", "next_deal", "end_of_game"):
        (ruling,) = post(PATH, incident("exposed", {"owner": "elder"}, passed=[time]))["rulings"]
        assert (ruling["status"], ruling["elections"]) == ("lapsed", []), time
    (ruling,) = post(PATH, incident("exposed", {"owner": "elder"}, passed=["untouched"]))["rulings"]
    assert ruling["status"] == "open"


@pytest.mark.parametrize("kind", QUESTIONS)
def test_an_incident_needs_no_facts(kind: str) -> None:
    assert len(post(PATH, {"incident": {"kind": kind}})["rulings"]) == 1


def test_a_request_without_an_incident() -> None:
    assert fault({"ruleset": "portland"}) == ("/incident", "is required with ruleset")
    assert fault({}) == ("", "needs one of these: incident; state")
    status, answer = send(PATH, {"ruleset": "bridge", **incident("offer")})
    assert (status, answer["code"]) == (404, "unknown_ruleset")


@pytest.mark.parametrize("law", ["portland", "none"])
def test_an_action_that_is_not_in_the_notation_is_refused_where_there_is_nothing_to_rule_on(
    law: str,
) -> None:
    """docs/notation.md: such a text is always refused. Before a deal, and without a law, no act is ruled on."""
    ruleset = {"name": "portland", "overrides": {"law": law}}
    begun = post("/v1/parties", {"ruleset": ruleset, "first_dealer": "A"})["state"]
    assert post(PATH, {"state": begun, "action": "B.TH"})["rulings"] == []
    pointer, _ = fault({"state": begun, "action": "AAA"}, 409)
    assert pointer == "/action"


# ---------------------------------------------------------------- in words


@pytest.mark.rule("L13")
def test_a_ruling_and_its_elections_have_sentences_in_the_language_that_is_asked_for() -> None:
    """L-W8: the dealer turns up a card of elder's. B dealt, so A has the choice."""
    told = {"kind": "exposed", "dealer": "B", "facts": {"owner": "elder"}}
    found = {lang: post(PATH, {"incident": told, "lang": lang})["rulings"][0] for lang in ("en", "fr")}
    assert found["en"]["sentence"] == "B (younger) turned up a card while dealing. A (elder) has the choice."
    assert found["fr"]["sentence"] == "B (le dernier) a découvert une carte en donnant. A (le premier) a le choix."
    assert [each["sentence"] for each in found["fr"]["elections"]] == [
        "A peut faire redonner les cartes, avant de relever une carte du talon.",
        "A peut laisser la donne comme elle est, avant de relever une carte du talon.",
    ]
    assert post(PATH, {"incident": told})["rulings"] == [found["en"]]
    assert fault({"incident": told, "lang": "de"})[0] == "/lang"


def test_what_is_asked_for_says_how_it_is_written_with_an_example() -> None:
    (ruling,) = post(PATH, incident("wrong_exchange", {"side": "elder"}))["rulings"]
    taken = next(need for need in ruling["needs"] if need["name"] == "taken")
    assert (taken["values"], taken["sample"]) == ([], [1, 2, 3])
    assert taken["form"] == "a list of positions of the talon, counted from 1 on top; empty for none"


def test_a_question_has_all_that_a_form_needs() -> None:
    """K7: who, what elder left, which positions, of these which, and how many; each answer is sent with the others."""
    facts: Json = {}
    asked = []
    for answer in ("younger", None, [6, 7], [6], 2):
        (ruling,) = post(PATH, incident("wrong_exchange", facts, dealer="B"))["rulings"]
        need = ruling["needs"][0]
        asked.append((need["name"], need["type"], need["least"], need["most"]))
        offered = [option["value"] for option in need["options"]]
        assert all(each in offered for each in (answer if isinstance(answer, list) else [answer])) or answer == 2
        facts[need["name"]] = answer
    assert asked == [
        ("side", "choice", None, None),
        ("leaves", "number", 0, 5),
        ("taken", "positions", 0, 8),
        ("mixed", "positions", 0, 2),
        ("discarded", "number", 0, 15),
    ]
    (ruling,) = post(PATH, incident("wrong_exchange", facts, dealer="B"))["rulings"]
    assert (ruling["law"], ruling["needs"], ruling["stage"]) == ("L23", [], "none")  # younger took what they discarded


def test_the_example_of_every_question_is_an_answer_to_it() -> None:
    """It may contradict the rules or need another fact, but it has the right form."""
    asked = [(kind, question) for kind, questions in QUESTIONS.items() for question in questions]
    assert len(asked) > 50
    for kind, question in asked:
        example = answer_form(question).example
        status, answer = send(PATH, incident(kind, {question.name: example}))
        assert status in (200, 409), (kind, question.name, example, answer)


def test_the_examples_of_answers_are_facts_of_an_irregularity() -> None:
    """Numbers add up to Portland's pack of 32 cards, and what is compared differs."""
    examples = {form: example for form, (_, example) in FORMS.items()}
    elder, younger, talon = examples["counts"]
    assert elder + younger + talon == sum(examples["packets"]) == 32
    assert (elder, younger, talon) != (12, 12, 8) and min(examples["packets"]) >= 2
    assert examples["positions"] == (1, 2, 3)  # from the top
    assert set(examples["cards"]) <= CARD.keys() and len(set(examples["cards"])) == 2
    assert examples["flag"] is True
    (missing,), (double,) = examples["proof"]["missing"], examples["proof"]["double"]
    assert {missing, double} <= CARD.keys() and missing != double
    assert 0 < examples["amount"] < 12


def test_the_example_of_score_sheets_is_a_difference_of_one_point() -> None:
    """A's own sheet is right about A, B's about B (L74)."""
    sheets = FORMS["sheets"].example
    (ruling,) = post(PATH, incident("sheets", {"written": sheets}))["rulings"]
    (own,) = [fact["value"] for fact in ruling["facts"] if fact["name"] == "own_sheets"]
    assert own == {seat: sheets[seat][seat] for seat in "AB"}
    assert sorted(abs(sheets["A"][seat] - sheets["B"][seat]) for seat in "AB") == [0, 1]
