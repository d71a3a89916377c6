"""Bodies that cannot be read, and how exactly that is told: which member, what was there, what should be."""

import json
import re
from typing import Any

import pytest

from service.api import problems
from tests.contract.validation import operations
from tools import contract_file


@pytest.fixture
def judge(shell: Any) -> Any:
    """`judge(body)`: the answer to a body, in bytes or to be written as JSON."""

    def ask(body: Any) -> Any:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return shell.post("/v1/judge", data=data, content_type="application/json")

    return ask


@pytest.fixture
def faults(judge: Any, problem: Any) -> Any:
    """`faults(body)`: what is wrong with an invalid request, message by pointer."""
    return lambda body: {
        fault["pointer"]: fault["message"] for fault in problem(judge(body), "invalid_request")["errors"]
    }


def state(**members: Any) -> dict[str, Any]:
    return {"state": {"history": [], **members}, "seat": "A"}


# ------------------------------------------------------------------ not JSON


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        (b"", "the body is empty"),
        (b" \r\n\t", "the body is empty"),
        (b"\xef\xbb\xbf{}", "the body begins with a byte order mark; JSON is sent as UTF-8 without one"),
        ('{"seat": "A"}'.encode("utf-16"), "the body begins with a byte order mark; JSON is sent as UTF-8 without one"),
        (b'{"seat": "\xff"}', "the body is not UTF-8: invalid start byte at byte 10 (line 1, column 11)"),
        (
            b'{"seat": "\xed\xa0\x80"}',
            "the body is not UTF-8: invalid continuation byte at byte 10 (line 1, column 11)",
        ),
        (b'{"seat": "A",\n "state": {', "the body ends in the middle of a value, at byte 25 (line 2, column 12)"),
        (b'{"seat": "A', "the body ends in the middle of a value, at byte 11 (line 1, column 12)"),
        (b'{"seat": "A"} x', "extra data at byte 14 (line 1, column 15)"),
        (b"{'seat': 'A'}", "expecting property name enclosed in double quotes at byte 1 (line 1, column 2)"),
        (b'{"seat": "A\n"}', "invalid control character at byte 11 (line 1, column 12)"),
        (b'{"seat": "\x00"}', "invalid control character at byte 10 (line 1, column 11)"),
        (b'{"seat": 01}', "expecting ',' delimiter at byte 10 (line 1, column 11)"),
        (b'{"seat": "A",}', "illegal trailing comma before end of object at byte 12 (line 1, column 13)"),
        (b'{"seat": "A" ,\n }', "illegal trailing comma before end of object at byte 13 (line 1, column 14)"),
        (b'{"seat": [1, 2,\n]}', "illegal trailing comma before end of array at byte 14 (line 1, column 15)"),
        (b'{"seat": [1,}', "expecting value at byte 12 (line 1, column 13)"),
        (b'{"seat": []]}', "expecting ',' delimiter at byte 11 (line 1, column 12)"),
        (b'{"seat": "\\x"}', "invalid \\escape at byte 10 (line 1, column 11)"),
        (b'{"seat":\nNaN}', "NaN is not a number in JSON, at byte 9 (line 2, column 1)"),
        (b'{"seat": Infinity}', "Infinity is not a number in JSON, at byte 9 (line 1, column 10)"),
        (b'{"seat": -Infinity}', "-Infinity is not a number in JSON, at byte 9 (line 1, column 10)"),
        (b'{"a NaN": NaN7D}', "NaN is not a number in JSON, at byte 10 (line 1, column 11)"),
        (b"-Infinityinity", "-Infinity is not a number in JSON, at byte 0 (line 1, column 1)"),
    ],
)
def test_what_is_not_json_is_refused_and_told_where(judge, problem, body, detail):
    document = problem(judge(body), "malformed_json")
    assert document["detail"] == detail
    assert document["errors"] == []


@pytest.mark.parametrize(
    ("text", "column"),
    [
        (rb"\ud800", 14),
        (rb"\uDFFF", 14),
        (rb"\ud800 and more", 14),
        (rb"\ud800\u0041", 14),
        (rb"\ud800\ud800", 14),
        (rb"\udc00\ud800", 14),
        (rb"\ud83c\udca1\ud800", 26),
        (rb"\\ud800\ud800", 21),
    ],
)
def test_half_of_a_surrogate_pair_is_no_character(judge, problem, text, column):
    for body in (b'{"seat":    "%b"}', b'{"seat":\n{"a":    "%b"}}'):
        detail = problem(judge(body % text), "malformed_json")["detail"]
        assert detail.startswith("a string has half of a surrogate pair, which is not a character, at byte ")
    assert f"column {column})" in problem(judge(b'{"seat":    "%b"}' % text), "malformed_json")["detail"]


@pytest.mark.parametrize(
    "body", [b'{"seat": "A",}', b'{"seat" "A"}', b'{"seat": "A" "B"}', b"{", b'{"seat": [', b"nul", b"-", b'"']
)
def test_what_else_is_not_json_is_told_with_a_place(judge, problem, body):
    assert re.search(r" at byte \d+ \(line 1, column \d+\)$", problem(judge(body), "malformed_json")["detail"])


def test_a_whole_pair_and_an_escaped_backslash_are_characters(faults):
    assert faults(rb'{"state": {"history": []}, "seat": "\ud83c\udca1\\ud800"}') == {
        "/seat": "is '\U0001f0a1\\\\ud800', which is not one of A, B"
    }


def test_what_is_malformed_within_a_member_is_told_where_in_the_body(judge, problem):
    detail = problem(judge(b'{"seat": "A",\n "state": {"history": [nul]}}'), "malformed_json")["detail"]
    assert detail == "expecting value at byte 37 (line 2, column 24)"


@pytest.mark.parametrize("opening", [b"[", b'{"a":', b'[{"state":', b'{"ruleset":5,"x":1.0,"hands":['])
@pytest.mark.parametrize("around", [b'{"state":%b}', b'{"state":{"ruleset":5,"x":1.0,"y":%b},"action":"Ap5"}'])
@pytest.mark.parametrize("path", ["actions/check", "states/validate"])
def test_deeper_nesting_than_any_use_has_a_code_of_its_own(problem, client, path, around, opening):
    """In some of them a decoder has found a fault by then, and all is read a second time, for the others."""
    each, outer = (text.count(b"[") + text.count(b"{") for text in (opening, around))
    closing = opening.translate(bytes.maketrans(b"[{", b"]}"), b'"abcdefghijklmnopqrstuvwxyz:,.0123456789')[::-1]

    def told(times, whole=True):
        body = around % (opening * times + b"1" + closing * times)
        sent = body if whole else body[: around.index(b"%b") + len(opening) * times]
        return client.post(f"/v1/{path}", data=sent, content_type="application/json")

    most = (500 - outer) // each  # docs/errors.md, nesting_too_deep
    problem(told(most), "invalid_request")
    for times in (most + 1, *range(900 // each, 1000 // each), 60_000 // each):
        problem(told(times), "nesting_too_deep")
        problem(told(times, whole=False), "nesting_too_deep")
    assert client.get("/livez").status_code == 200


@pytest.mark.parametrize("operation", [name for name, (method, _, _) in operations().items() if method == "POST"])
def test_no_operation_answers_a_body_that_is_too_deep(problem: Any, client: Any, operation: str) -> None:
    """Whatever the operation decodes, or leaves undecoded for a while: the member may be any of those that it has."""
    method, path, told = operations()[operation]
    media = told["requestBody"]["content"]["application/json"]
    body = contract_file.examples()[f"{operation}.{next(iter(media['examples']))}"]["value"]
    assert body
    for name in body:
        for times in (250, 480, 491, 30_000):  # twice as deep; docs/errors.md, nesting_too_deep: 500
            sent = json.dumps({**body, name: "deep"}).replace('"deep"', '[{"state":' * times + "1" + "}]" * times)
            answer = client.open(path, method=method, data=sent, content_type="application/json")
            problem(answer, "nesting_too_deep")


# ------------------------------------------------------------------ not the members


@pytest.mark.parametrize(
    ("body", "noun"),
    [
        (b"[]", "an array"),
        (b"null", "null"),
        (b'"A"', "a string"),
        (b"5", "an integer"),
        (b"5.5", "a number"),
        (b"true", "true or false"),
    ],
)
def test_a_body_that_is_no_object_is_told_at_the_whole_body(faults, body, noun):
    assert faults(body) == {"": f"must be an object, not {noun}"}


def test_every_missing_member_is_named(faults):
    assert faults({}) == {"/state": "is required", "/seat": "is required"}


def test_unknown_members_are_named_beside_the_other_faults(faults):
    assert faults({"state": {"history": []}, "a/b~c": 1}) == {
        "/seat": "is required",
        "/a~1b~0c": "is not a member of this object",
    }
    assert faults({**state(), "expand": True, "x": 1, "y": 2}) == dict.fromkeys(
        ("/x", "/y"), "is not a member of this object"
    )


def test_a_fault_in_each_member_is_told_at_once(faults):
    assert faults({"state": {"history": 5}, "seat": 5, "expand": 1}) == {
        "/state/history": 'must be an array, not an integer, such as [{"type": "play", "card": "7S"}]',
        "/seat": "must be one of A, B, not an integer",
        "/expand": "must be true or false, not an integer; write true",
    }


@pytest.mark.parametrize(
    ("members", "pointer", "message"),
    [
        ({"history": [{"type": "play"}]}, "/state/history/0/card", "is required"),
        ({"history": [{"card": "7S"}]}, "/state/history/0/type", "is required"),
        ({"turn": 1}, "/state/turn", "is not a member of this object"),
        (
            {"history": [{"type": "play", "card": "7S", "by": 1}]},
            "/state/history/0/by",
            "is not a member of this object",
        ),
        ({"history": [{"type": "pass"}]}, "/state/history/0/type", "is 'pass', which is not one of play, exchange"),
        ({"history": [{"type": 5}]}, "/state/history/0/type", "must be one of play, exchange, not an integer"),
        (
            {"history": ["7S"]},
            "/state/history/0",
            'must be an object, not a string, such as {"type": "play", "card": "7S"}',
        ),
        (
            {"history": [{"type": "play", "card": "7S"}, {"type": "play", "card": "XX"}]},
            "/state/history/1/card",
            "is 'XX', which is not one of 7S, 8S, 9S",
        ),
        (
            {"history": [{"type": "exchange", "cards": ["7S", 8]}]},
            "/state/history/0/cards/1",
            'must be a string, not an integer; write "8"',
        ),
        ({"history": [{"type": "exchange", "cards": []}]}, "/state/history/0/cards", "must be an array of length >= 1"),
        ({"history": [{"type": "exchange", "cards": ["7S", "7S"]}]}, "/state/history/0", "has a card twice"),
        ({"deal": 0}, "/state/deal", "must be an integer >= 1"),
        ({"deal": "5"}, "/state/deal", "must be an integer or null, not a string; write 5"),
        ({"deal": True}, "/state/deal", "must be an integer or null, not true or false"),
        ({"deal": 5.5}, "/state/deal", "must be an integer or null, not a number with a fraction"),
        ({"look": 1}, "/state/look", "must be true or false, not an integer; write true"),
        ({"look": "true"}, "/state/look", "must be true or false, not a string; write true"),
        ({"look": None}, "/state/look", "must be true or false, not null; or leave it out"),
        ({"score": {"A": 1, "B": "2"}}, "/state/score/B", "must be an integer, not a string; write 2"),
    ],
)
def test_a_fault_is_told_at_its_place(faults, members, pointer, message):
    assert faults(state(**members)) == {pointer: message}


@pytest.mark.parametrize("number", [b"5", b"5.0", b"50e-1", b"0.5e1"])
def test_a_number_without_a_fraction_is_an_integer_however_it_is_written(judge, number):
    response = judge(b'{"state": {"history": [], "deal": %b}, "seat": "A"}' % number)
    assert response.status_code == 200
    assert b'"deal":5,' in response.data


@pytest.mark.parametrize("number", [b"1e999", b"-1e999", b"9" * 4000, b"1e308", b"1e19", b"-5.0", b"1e-400"])
def test_a_number_out_of_all_bounds_is_told_at_its_place(faults, number):
    assert list(faults(b'{"state": {"history": [], "deal": %b}, "seat": "A"}' % number)) == ["/state/deal"]


def test_a_number_out_of_all_bounds_is_no_name_either(faults):
    assert faults(b'{"state": {"history": []}, "seat": 1e999}') == {"/seat": "is a number out of range"}


def test_of_a_name_that_appears_twice_the_last_counts(judge):
    answer = judge(b'{"seat": 1, "state": {"history": [], "deal": 1, "deal": 2}, "seat": "B"}')
    assert (answer.get_json()["seat"], answer.get_json()["state"]["deal"]) == ("B", 2)


def test_thousands_of_unknown_members_are_refused_shortly(app, problem):
    body = json.dumps({f"m{number}": number for number in range(60_000)}).encode()
    response = app.test_client().post("/v1/states/validate", data=body, content_type="application/json")
    document = problem(response, "invalid_request")
    assert len(document["errors"]) == problems.FAULT_LIMIT
    assert document["detail"].endswith(" (and at least 20 more)")


def test_a_long_name_is_not_repeated(judge, faults):
    assert faults({**state(), "x" * 1000: 1}) == {
        "": "has a member of 1000 letters, which is not a member of this object"
    }
    assert faults(state(**{"x" * 1000: 1})) == {
        "/state": "has a member of 1000 letters, which is not a member of this object"
    }
    (message,) = faults({**state(), "seat": "x" * 1000}).values()
    assert len(message) < 300
