"""X-Request-ID and traceparent: taken over, or made where they are missing, and told in the answer."""

import re

import pytest

TRACE = "0af7651916cd43dd8448eb211c80319c"
SENT = f"00-{TRACE}-b7ad6b7169203331-01"
TRACEPARENT = re.compile(r"00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})")


def told(response):
    match = TRACEPARENT.fullmatch(response.headers["traceparent"])
    assert match, response.headers["traceparent"]
    return (response.headers["X-Request-ID"], *match.groups())


@pytest.mark.parametrize("sent", ["a", "0b7d2c6e-9f1e", "Root=1-67891233-abcdef", "urn:uuid:1/2+3~4@x", "x" * 128])
def test_a_request_keeps_the_name_that_it_has(client, sent):
    assert client.get("/livez", headers={"X-Request-ID": sent}).headers["X-Request-ID"] == sent


@pytest.mark.parametrize(
    "sent", ["", " ", "a b", "x" * 129, 'a"b', "a\\b", "a{b", "é", "a\x00b", "a\tb", "<script>", "a,b"]
)
def test_a_name_that_might_be_read_as_something_else_is_not_repeated(client, sent):
    request_id, trace, _, _ = told(client.get("/livez", headers={"X-Request-ID": sent}))
    assert request_id == trace


def test_a_line_break_in_a_name_ends_up_nowhere(service, lines):
    client = service(ACCESS_LOG="1")
    environ = {"HTTP_X_REQUEST_ID": 'x\n{"level":"CRITICAL"}', "HTTP_TRACEPARENT": SENT + "\n"}
    response = client.get("/livez", environ_overrides=environ)
    (line,) = lines()
    assert line["request_id"] == response.headers["X-Request-ID"] == line["trace_id"] != TRACE


def test_two_requests_without_names_are_given_different_ones(client):
    first, second = told(client.get("/livez")), told(client.get("/livez"))
    assert first[0] == first[1] and second[0] == second[1]
    assert first[:3] != second[:3] and first[3] == "00"


@pytest.mark.parametrize(
    "sent", [SENT, f"01-{TRACE}-b7ad6b7169203331-01-what-may-come", f"cc-{TRACE}-b7ad6b7169203331-01"]
)
def test_a_trace_goes_on_with_a_step_of_the_services_own(client, sent):
    _, trace, step, flags = told(client.get("/livez", headers={"traceparent": sent}))
    assert (trace, flags) == (TRACE, "01")
    assert step != "b7ad6b7169203331"


@pytest.mark.parametrize(
    "sent",
    [
        "",
        "nonsense",
        SENT.upper(),
        SENT + "-more",
        f"ff-{TRACE}-b7ad6b7169203331-01",
        f"00-{'0' * 32}-b7ad6b7169203331-01",
        f"00-{TRACE}-{'0' * 16}-01",
        f"00-{TRACE[1:]}-b7ad6b7169203331-01",
        f"00-{TRACE}-b7ad6b7169203331",
    ],
)
def test_a_trace_that_cannot_be_read_is_begun_anew(client, sent):
    _, trace, _, flags = told(client.get("/livez", headers={"traceparent": sent}))
    assert trace != TRACE and trace != "0" * 32
    assert flags == "00"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/nowhere", 404), ("GET", "/v1/deals", 405), ("POST", "/v1/deals", 415), ("OPTIONS", "/v1/deals", 204)],
)
def test_whatever_comes_of_a_request_its_answer_names_it(client, method, path, status):
    response = client.open(path, method=method, headers={"X-Request-ID": "mine", "traceparent": SENT})
    assert response.status_code == status
    assert told(response)[:2] == ("mine", TRACE)


def test_what_still_holds_and_what_is_only_looked_at_is_named_too(client):
    etag = client.get("/v1/rulesets").headers["ETag"]
    for response in (client.get("/v1/rulesets", headers={"If-None-Match": etag}), client.head("/v1/rulesets")):
        assert told(response)[0] == told(response)[1]
