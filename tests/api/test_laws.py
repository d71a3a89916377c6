"""`GET /v1/laws` and `GET /v1/laws/{id}`: law.md, sections 1, 3 and 6, under each code."""

import itertools
import re
from pathlib import Path
from typing import Any

import pytest

from service.piquet.law.data.laws import LAWS
from service.piquet.suggestions import did_you_mean
from tests.helpers.http import client, get

CODES = ("portland", "au-cent", "hoyle", "french", "old")

Json = Any


def rows(code: str) -> dict[str, Json]:
    return {each["name"]: each for each in get(f"/v1/laws?law={code}")["rows"]}


def refused(address: str) -> tuple[int, Json]:
    response = client().get(address)
    assert response.mimetype == "application/problem+json"
    return response.status_code, response.get_json()


@pytest.mark.parametrize("code", CODES)
def test_the_whole_law_is_there_under_each_code(code):
    answer = get(f"/v1/laws?law={code}")
    assert answer["code"] == code
    counts = {name: len(found) for name, found in answer.items() if isinstance(found, list)}
    # 78 laws and four more, 25 rows, E1 to E12, A1 to A6, LR1 to LR38.
    assert (counts["laws"], counts["rows"], counts["effects"]) == (82, 25, 12)
    assert (counts["corrections"], counts["readings"]) == (6, 38)
    # Section 3: the numbers 1 to 29, of which some have letters; section 2: the elections, without `complete`.
    assert {int(re.sub(r"\D", "", kind["id"])) for kind in answer["kinds"]} == set(range(1, 30))
    assert counts["elections"] == 16


def test_what_may_have_happened_is_listed_in_both_languages():
    """Each kind once, by the parts of a game; nobody can choose between two that read the same."""
    answer = get("/v1/laws")
    found = answer["incidents"]
    assert sorted(each["kind"] for each in found) == sorted({kind["name"] for kind in answer["kinds"]})
    groups = [group for group, _ in itertools.groupby(each["group"] for each in found)]
    assert groups == ["dealing", "exchange", "calling", "play", "outside"]
    for lang in ("en", "fr"):
        for text in ("name", "sentence"):
            assert len({each[text][lang] for each in found}) == len(found)
    (revoke,) = (each for each in found if each["kind"] == "revoke")
    assert revoke["group"] == "play"
    assert revoke["sentence"] == {
        "en": "A suit was not followed.",
        "fr": "Un joueur n’a pas fourni la couleur demandée.",
    }
    assert revoke["also"] == ["renounce", "renege", "renegue"]  # as an unknown kind suggests it
    assert all(did_you_mean(word, [each["kind"]]) for each in found for word in each["also"])


def test_the_page_for_arbiters_says_the_same_of_each_kind():
    """Two kinds have one row in common."""
    page = (Path(__file__).parents[2] / "docs" / "arbiters.md").read_text(encoding="utf-8").replace("*", "")
    rows = re.findall(r"^\| (.+?) \| `(\w+)` \|", page, re.M)
    sentences = {each["kind"]: each["sentence"]["en"] for each in get("/v1/laws")["incidents"]}
    assert {kind: f"{what[0].upper()}{what[1:]}." for what, kind in rows if kind in sentences} == {
        kind: sentence for kind, sentence in sentences.items() if kind not in ("run", "overplayed")
    }


def test_the_code_is_portland_if_none_is_named():
    assert get("/v1/laws") == get("/v1/laws?law=portland")
    assert get("/v1/laws/L40") == get("/v1/laws/L40?law=portland")


@pytest.mark.parametrize(
    ("row", "code", "word", "source"),
    [
        ("stand_13", "portland", "twelve_each", "portland"),
        ("stand_13", "hoyle", "one_more_discarded", "hoyle"),
        ("stand_7", "old", "twelve_each", "portland"),
        ("mend_reply", "hoyle", "never", "au-cent"),
        ("count_errors", "hoyle", "end_of_game", "au-cent"),
        ("dealer_saw", "french", "leads_named_suit", "french"),
    ],
)
def test_a_row_under_a_code(row, code, word, source):
    found = rows(code)[row]
    assert (found["value"], found["source"], found["parameter"]) == (word, source, f"law_{row}")


def test_a_law_comes_with_what_it_refers_to():
    answer = get("/v1/laws/L54?law=old")
    assert (answer["code"], answer["law"]["id"], answer["law"]["digest"]) == ("old", "L54", "26")
    # Section 6, R51: E3 without exemption for misnomers.
    (row,) = answer["rows"]
    assert (row["name"], row["value"], row["source"]) == ("false_claim", "reckons_nothing_misnomers_too", "old")
    (kind,) = answer["kinds"]
    assert (kind["id"], kind["entitled"], kind["public"]) == ("K15", "adversary", False)
    assert [each["election"] for each in kind["elections"]] == ["enforce", "waive", "reckon"]
    assert {each["until"] for each in kind["elections"]} == {"next_deal"}
    assert [effect["id"] for effect in answer["effects"]] == ["E3", "E4", "E5", "E12"]
    assert "LR8" in [reading["id"] for reading in answer["readings"]]


def test_a_law_on_a_correction_has_it():
    (correction,) = get("/v1/laws/L50")["corrections"]
    assert (correction["id"], correction["who"], correction["row"]) == ("A1", "elder", "mend_call")


def test_a_law_of_another_code_has_the_row_that_bears_it():
    # LA1: point and sequence are shown under au-cent; under portland nothing has to be.
    assert [row["value"] for row in get("/v1/laws/LA1?law=au-cent")["rows"]] == ["point_and_sequence"]
    assert [row["value"] for row in get("/v1/laws/LA1")["rows"]] == ["never"]


@pytest.mark.parametrize("name", LAWS)
def test_a_law_alone_is_the_law_of_the_list(name):
    alone, every = get(f"/v1/laws/{name}?law=hoyle"), get("/v1/laws?law=hoyle")
    assert alone["law"] == next(law for law in every["laws"] if law["id"] == name)
    assert [row["name"] for row in alone["rows"]] == alone["law"]["rows"]
    assert [kind["id"] for kind in alone["kinds"]] == alone["law"]["kinds"]
    for part in ("rows", "kinds", "effects", "corrections", "readings"):
        assert [each for each in alone[part] if each not in every[part]] == []


def test_everything_has_its_place_in_the_page():
    page = client().get("/docs/law").get_data(as_text=True)
    places = re.findall(r'"documentation":"/docs/law#([^"]+)"', client().get("/v1/laws").get_data(as_text=True))
    assert len(places) == len(set(places)) > 200
    assert [place for place in places if f'id="{place}"' not in page] == []


def test_an_unknown_law_is_refused_with_the_nearest_name():
    status, problem = refused("/v1/laws/l54")
    assert (status, problem["code"]) == (404, "unknown_law")
    assert problem["detail"] == "there is no law 'l54' (did you mean L54?)"


@pytest.mark.parametrize("name", ["L0", "L79", "LA4", "LF2", "K15", "LR8", "E3", "L054", "L", "54", "x" * 3000, "%00"])
def test_only_laws_are_laws(name):
    status, problem = refused(f"/v1/laws/{name}")
    assert (status, problem["code"]) == (404, "unknown_law")
    assert len(problem["detail"]) < 300


@pytest.mark.parametrize("address", ["/v1/laws", "/v1/laws/L54"])
@pytest.mark.parametrize(
    ("query", "message"),
    [
        (
            "law=hoile",
            "is not a code of law (did you mean hoyle?); the codes are portland, au-cent, hoyle, french and old",
        ),
        ("law=none", "is not a code of law; the codes are portland, au-cent, hoyle, french and old"),
        ("law=", "is not a code of law; the codes are portland, au-cent, hoyle, french and old"),
        ("law=" + "old" * 1000, "is not a code of law; the codes are portland, au-cent, hoyle, french and old"),
        ("law=old&law=old", "is given twice"),
    ],
)
def test_a_code_that_there_is_not_is_refused(address, query, message):
    status, problem = refused(f"{address}?{query}")
    assert (status, problem["code"]) == (422, "invalid_request")
    assert problem["errors"] == [{"pointer": "/law", "message": message}]


def test_an_unknown_member_of_the_query_is_refused():
    status, problem = refused("/v1/laws?code=old")
    assert (status, problem["errors"][0]["pointer"]) == (422, "/code")


def test_caches_may_keep_the_law():
    response = client().get("/v1/laws?law=french")
    assert response.headers["Cache-Control"] == "public, max-age=300"
    again = client().get("/v1/laws?law=french", headers={"If-None-Match": response.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    other = client().get("/v1/laws?law=old")
    assert other.headers["ETag"] != response.headers["ETag"]


def test_a_ruleset_takes_a_row_from_another_code():
    ruleset = {"name": "portland", "overrides": {"law_stand_13": "au-cent", "law": "hoyle"}}
    response = client().post("/v1/parties", json={"ruleset": ruleset, "first_dealer": "A"})
    assert response.get_json()["ruleset"] == {"name": "portland@1", "overrides": ruleset["overrides"]}


def test_without_a_law_a_row_cannot_be_taken_from_another_code():
    ruleset = {"name": "portland", "overrides": {"law": "none", "law_faced": "old"}}
    response = client().post("/v1/parties", json={"ruleset": ruleset, "first_dealer": "A"})
    assert (response.status_code, response.get_json()["code"]) == (409, "invalid_ruleset")
    assert response.get_json()["parameters"] == ["law", "law_faced"]


@pytest.mark.parametrize(
    ("line", "wrong"), [("law_stand_12-old", "law_stand_12"), ("law_stand_13-none", "law_stand_13")]
)
def test_a_wrong_override_in_a_line_is_refused(line, wrong):
    state = f"1~portland@1.{line}~B"
    response = client().post("/v1/states/validate", json={"state": state})
    assert (response.status_code, response.get_json()["code"]) == (409, "invalid_ruleset")
    assert response.get_json()["parameters"] == [wrong]


def test_an_override_in_a_line_may_have_digits_and_hyphens():
    deal = "SAKJHAQJ8D98CJ87_ST7HT97DAQJTCKQT_9S8SKH9CKDQSAC7D"
    state = f"1~portland@1.law_stand_13-au-cent.law_stand_7-old~B~{deal}"
    answer = client().get(f"/v1/actions/check?state={state}&action=AxSKD98C87").get_json()
    assert answer["legal"] and answer["ruleset"]["overrides"] == {"law_stand_13": "au-cent", "law_stand_7": "old"}
    assert answer["text"].startswith(state.removesuffix(deal))


@pytest.mark.parametrize("given", ["L28", "l28"])
def test_a_law_that_is_sent_as_a_code_points_to_the_law(given: str) -> None:
    response = client().get(f"/v1/laws?law={given}")
    (error,) = response.json["errors"]
    assert (response.status_code, error["pointer"]) == (422, "/law")
    assert "/v1/laws/L28" in error["message"] and "portland" in error["message"]
    assert client().get("/v1/laws/L28").status_code == 200
