"""What every request meets before its operation: addresses, methods, forms, sizes, and how a mistake is told."""

import io
import logging
import re
from typing import Any

import msgspec
import pytest

from service.api.http.negotiation import best_type, is_json
from service.api.http.operation import Operation
from service.api.problems import PROBLEMS, pointer

BODY = b'{"state": {"history": []}, "seat": "A"}'


def post(client: Any, body: bytes = BODY, content_type: str | None = "application/json", **headers: str) -> Any:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post("/v1/judge", data=body, content_type=content_type, headers=named)


def test_an_operation_is_given_the_members_of_the_body_and_its_answer_is_json(shell):
    response = post(shell)
    assert response.status_code == 200
    assert response.get_json() == {
        "state": {"history": [], "score": {}, "deal": None, "look": False},
        "seat": "A",
        "expand": False,
    }
    assert response.content_type == "application/json"
    assert response.content_length == len(response.data)
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Cache-Control"] == "no-store"


# ------------------------------------------------------------------ addresses and methods


@pytest.mark.parametrize(
    "path", ["/v1/", "/v2", "/v1/judge/", "//v1/judge", "/v1//judge", "/V1/judge", "/%00", "/%FF", "/é"]
)
def test_an_unknown_address_is_not_found_and_never_redirected(shell, problem, path):
    for method in ("GET", "POST", "OPTIONS", "DELETE"):
        problem(shell.open(path, method=method), "not_found")


def test_a_long_address_is_told_shortly(shell, problem):
    assert len(problem(shell.get("/" + "x" * 4000), "not_found")["detail"]) < 300


@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE", "TRACE", "BREW"])
def test_another_method_is_refused_and_told_which_are_allowed(shell, problem, method):
    response = shell.open("/v1/judge", method=method)
    assert problem(response, "method_not_allowed")["detail"].startswith(f"{method} /v1/judge")
    assert response.headers["Allow"] == "OPTIONS, POST"


@pytest.mark.parametrize("method", ["POST", "PUT", "TRACE"])
@pytest.mark.parametrize("path", ["/v1/things", "/v1/things/pack", "/livez", "/readyz", "/openapi.json", "/docs/"])
def test_what_is_only_read_takes_get_and_head(shell, problem, path, method):
    response = shell.open(path, method=method)
    problem(response, "method_not_allowed")
    assert response.headers["Allow"] == "GET, HEAD, OPTIONS"


def test_head_of_a_post_is_refused_without_a_body(shell):
    response = shell.head("/v1/judge")
    assert response.status_code == 405
    assert response.headers["Allow"] == "OPTIONS, POST"
    assert response.data == b""


@pytest.mark.parametrize(
    ("path", "allowed"),
    [("/v1/judge", "OPTIONS, POST"), ("/livez", "GET, HEAD, OPTIONS"), ("/docs", "GET, HEAD, OPTIONS")],
)
def test_options_answers_with_allow_and_no_body(shell, path, allowed):
    response = shell.options(path)
    assert response.status_code == 204
    assert ", ".join(sorted(response.allow)) == allowed
    assert response.data == b""
    assert "Content-Type" not in response.headers


@pytest.mark.parametrize("path", ["/v1/things", "/v1/things/pack", "/livez", "/readyz", "/docs/", "/docs/reference"])
def test_head_is_get_without_the_body(shell, path):
    got, head = shell.get(path), shell.head(path)
    assert got.status_code == head.status_code == 200
    assert head.data == b""
    assert _lasting(head) == _lasting(got)


def _lasting(response: Any) -> dict[str, str]:
    """The headers of an answer but for those that name its request."""
    return {name: value for name, value in response.headers.items() if name not in ("X-Request-ID", "traceparent")}


def test_the_host_of_a_request_does_not_matter(shell):
    assert post(shell, Host="no host at all/").status_code == 200


def test_a_post_without_a_schema_cannot_be_declared():
    with pytest.raises(ValueError, match="judge: a POST needs a schema"):
        Operation("POST", "/v1/judge", "judge", None, dict)


# ------------------------------------------------------------------ reading


def test_a_get_is_given_the_variables_of_its_path(shell):
    assert shell.get("/v1/things/p%C3%A4ck").data == '{"is":"päck"}'.encode()


def test_a_get_is_given_the_members_of_its_query(shell, problem):
    assert shell.get("/v1/things").get_json() == {"limit": 100}
    assert shell.get("/v1/things?limit=5").get_json() == {"limit": 5}
    errors = problem(shell.get("/v1/things?limit=five"), "invalid_request")["errors"]
    assert [fault["pointer"] for fault in errors] == ["/limit"]
    errors = problem(shell.get("/v1/things?limit=5&offset=1"), "invalid_request")["errors"]
    assert errors == [{"pointer": "/offset", "message": "is not a member of this object"}]


@pytest.mark.parametrize("path", ["/v1/things", "/v1/things/pack", "/docs/", "/docs/reference"])
def test_who_has_an_answer_already_is_told_that_it_still_holds(shell, path):
    response = shell.get(path)
    etag = response.headers["ETag"]
    assert re.fullmatch(r'"[0-9a-f]{32}"', etag)
    assert re.fullmatch(r"public, max-age=\d+", response.headers["Cache-Control"])
    for known in (etag, f"W/{etag}", f'"other", {etag}', "*"):
        again = shell.get(path, headers={"If-None-Match": known})
        assert again.status_code == 304
        assert again.data == b""
        assert again.headers["ETag"] == etag
        assert "Content-Type" not in again.headers
    assert shell.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


def test_different_answers_have_different_etags(shell):
    assert shell.get("/v1/things/a").headers["ETag"] != shell.get("/v1/things/b").headers["ETag"]


# ------------------------------------------------------------------ forms


@pytest.mark.parametrize(
    "content_type",
    [
        "application/json",
        "application/json; charset=utf-8",
        'Application/JSON;charset="UTF-8"',
        "application/json; profile=piquet",
        "application/vnd.piquet+json",
    ],
)
def test_json_by_whatever_name_is_read(shell, content_type):
    assert is_json(content_type)
    assert post(shell, content_type=content_type).status_code == 200


@pytest.mark.parametrize(
    "content_type",
    [
        None,
        "",
        "text/plain",
        "text/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/+json",
        "application/jsonlines",
        "application/json; charset=utf-16",
        "application/json; charset=latin-1",
        "application",
        ";",
    ],
)
def test_a_body_in_another_form_is_refused(shell, problem, content_type):
    response = post(shell, content_type=content_type)
    problem(response, "unsupported_media_type")
    assert response.headers["Accept"] == "application/json"


def test_a_compressed_body_is_refused(shell, problem):
    response = post(shell, Content_Encoding="gzip")
    assert "gzip" in problem(response, "unsupported_media_type")["detail"]
    assert response.headers["Accept-Encoding"] == "identity"
    assert post(shell, Content_Encoding="identity").status_code == 200


def test_an_operation_that_takes_streams_names_their_types_too(client, problem) -> None:
    response = client.post("/v1/records/verify", data=b"piquet-record 1", content_type="text/csv")
    found = problem(response, "unsupported_media_type")
    assert "as application/json, application/x-ndjson or text/plain in UTF-8" in found["detail"]
    assert response.headers["Accept"] == "application/json, application/x-ndjson, text/plain"


@pytest.mark.parametrize(
    "accept",
    [
        "",
        "*/*",
        "application/json",
        "Application/JSON",
        "application/*",
        "text/html, */*;q=0.1",
        "application/problem+json, application/json",
        "application/json; charset=utf-8",
        "application/json;q=0.5",
        "*/*;q=0, application/json",
        "application/*;q=0,application/json;q=1",
    ],
)
def test_whoever_takes_json_is_answered(shell, accept):
    assert best_type(accept, ("application/json",))
    assert post(shell, Accept=accept).status_code == 200


@pytest.mark.parametrize(
    "accept",
    [
        "text/html",
        "application/xml, text/*",
        "application/json;q=0",
        "*/*, application/json; q=0.0",
        "application/problem+json",
        "application/json;q=much",
        "application",
        ",",
    ],
)
def test_whoever_excludes_json_is_told(shell, problem, accept):
    problem(post(shell, Accept=accept), "not_acceptable")
    problem(shell.get("/v1/things", headers={"Accept": accept}), "not_acceptable")
    problem(shell.get("/livez", headers={"Accept": accept}), "not_acceptable")


# ------------------------------------------------------------------ sizes


def test_a_body_up_to_the_limit_is_read_and_one_byte_more_is_not(shell, problem):
    assert post(shell, BODY.ljust(4096)).status_code == 200
    assert "4096" in problem(post(shell, BODY.ljust(4097)), "body_too_large")["detail"]


def test_the_limit_holds_for_a_body_that_does_not_say_its_length(shell, problem):
    def chunked(body: bytes) -> Any:
        environ = {"wsgi.input": io.BytesIO(body), "wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"}
        return shell.post("/v1/judge", content_type="application/json", environ_overrides=environ)

    assert chunked(BODY).status_code == 200
    problem(chunked(BODY.ljust(5000)), "body_too_large")


def test_a_body_that_breaks_off_is_a_bad_request(shell, problem):
    environ = {"wsgi.input": io.BytesIO(BODY), "CONTENT_LENGTH": "1000"}
    problem(shell.post("/v1/judge", content_type="application/json", environ_overrides=environ), "bad_request")


# ------------------------------------------------------------------ problems


@pytest.mark.parametrize("code", PROBLEMS)
def test_every_code_has_its_status_and_its_form(shell, problem, code):
    response = shell.post("/v1/complain", json={"code": code})
    document = problem(response, code)
    assert document["detail"] == "/code is complained of"
    assert document["errors"] == [{"pointer": "/code", "message": "is complained of"}]
    assert document["violations"] == []


def test_a_mistake_of_the_service_is_logged_whole_and_told_without_a_word_of_the_inside(shell, problem, caplog):
    with caplog.at_level(logging.ERROR, logger="service"):
        response = shell.post("/v1/stumble", json={"code": "x"})
    document = problem(response, "internal_error")
    assert "secret" not in response.text
    assert "Traceback" not in response.text
    (record,) = caplog.records
    assert document["instance"] in record.getMessage()
    assert record.exc_info is not None
    assert isinstance(record.exc_info[1], ZeroDivisionError)


def test_the_name_of_a_code_that_is_not_in_the_table_is_a_mistake_of_the_service(shell, problem):
    problem(shell.post("/v1/complain", json={"code": "no_such_code"}), "internal_error")


def test_a_pointer_escapes_what_has_a_meaning_in_it():
    assert pointer() == ""
    assert pointer("state", "history", 3, "a/b~c", "") == "/state/history/3/a~1b~0c/"


def test_a_problem_is_a_document_that_a_json_reader_takes(shell):
    document = msgspec.json.decode(shell.get("/nowhere").data)
    assert list(document) == ["type", "title", "status", "detail", "code", "errors"]
