"""Whatever is sent, the answer is an answer or a problem, never a mistake of the service: a short `make fuzz`."""

import copy
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.contract.validation import operations
from tests.fuzz.assertions import judge, operation_of
from tests.fuzz.campaign import CONFIGURATIONS, SHARES, Campaign, logged_nowhere
from tests.fuzz.irregular import ACTS
from tests.fuzz.mutations import mutated
from tests.fuzz.wire import Answer, ask, joined, parts, request
from tests.helpers.random_cases import MOST, SEED, generator, scale

JSON = ("Content-Type", "application/json")


@pytest.fixture(scope="module")
def campaign() -> Iterator[Campaign]:
    with logged_nowhere():
        yield Campaign(SEED, None)


def test_no_request_makes_the_service_fail(campaign: Campaign, tell: Any) -> None:
    # What schemathesis makes up has a test of its own, with its full number of requests.
    sources = [source for source in SHARES if source != "contract"]
    rows = [row for row in campaign.rows.values() if row.source in sources]
    for _ in range(MOST):
        campaign.run(scale(800, enough=300), rounds=1, sources=sources)
        assert campaign.failures == []
        if all(min(row.statuses, default=400) < 300 for row in rows):  # some were answered and not refused
            break
    else:
        pytest.fail(f"nothing was answered: {rows}")
    tell(f"Requests at random: {sum(row.statuses.total() for row in campaign.rows.values()):,}.")


def test_requests_made_up_from_the_contract_are_among_them(campaign: Campaign) -> None:
    from tests.fuzz.contract import made_up  # takes a while to import

    names = {"get_hand", "compare_hands"}
    sent = list(made_up(generator("made up"), 40, only=names))
    assert sent == list(made_up(generator("made up"), 40, only=names)), "the same requests each time"
    assert {operation_of(raw) for raw in sent} >= names
    for raw in sent:
        campaign.send("contract", "plain", raw)
    assert campaign.failures == []


@pytest.mark.parametrize("configuration", CONFIGURATIONS)
def test_there_is_a_request_that_is_answered_for_every_operation(campaign: Campaign, configuration: str) -> None:
    found = campaign.corpus(configuration)
    assert found.requests.keys() == operations().keys()
    media_types = {
        header.split(b": ")[1]
        for raw in found.requests["verify_records"]
        for header in parts(raw)[1].split(b"\r\n")
        if header.startswith(b"Content-Type")
    }
    assert media_types == {b"application/json", b"application/x-ndjson", b"text/plain"}


def test_a_request_can_be_taken_to_its_parts_and_put_together_again() -> None:
    for raw in (request("GET", "/livez"), request("POST", "/v1/deals?a=b", [JSON, ("A", "b")], b"{}\r\n\r\n")):
        assert joined(*parts(raw)) == raw


# ---------------------------------------------------------------- the campaign finds what is wrong


def planted(behave: Any) -> Campaign:
    """A campaign against something that does not answer as the service does."""
    campaign = Campaign("planted", None, limit=0.2)
    campaign.apps["plain"] = behave
    campaign.send("bytes", "plain", request("GET", "/livez"))
    return campaign


def answering(status: str, content: str, body: bytes) -> Any:
    def app(environ: Any, start_response: Any) -> list[bytes]:
        start_response(status, [("Content-Type", content)])
        return [body]

    return app


def raising(environ: Any, start_response: Any) -> list[bytes]:
    raise ZeroDivisionError


def hanging(environ: Any, start_response: Any) -> list[bytes]:
    while True:
        try:
            for _ in itertools.count():
                pass
        except Exception:  # as the service does with what nobody expected
            continue


PROBLEM = b'{"type":"/docs/errors#%b","title":"t","status":%d,"detail":"d","code":"%b","errors":[]}'


@pytest.mark.parametrize(
    ("behave", "told"),
    [
        (raising, "ZeroDivisionError"),
        (hanging, "no answer after 0.2 s"),
        (answering("500 No", "application/json", b"{}"), "answered 500"),
        (answering("200 OK", "application/json", b"{"), "JSONDecodeError"),
        (answering("200 OK", "application/json", b'{"more":1}'), "livez answered 200"),
        (answering("404 No", "text/html", b"<p>"), "a refusal is sent as text/html"),
        (
            answering("404 No", "application/problem+json", PROBLEM % (b"not_found", 405, b"not_found")),
            "AssertionError",
        ),
        (answering("418 No", "application/problem+json", PROBLEM % (b"teapot", 418, b"teapot")), "KeyError"),
    ],
)
def test_a_mistake_is_told_with_the_request_that_it_was_made_for(behave: Any, told: str) -> None:
    campaign = planted(behave)
    (failure,) = campaign.failures
    assert told in failure and "GET /livez" in failure
    assert campaign.rows["bytes", "plain"].failures == 1


def test_a_mutation_changes_nothing_that_it_is_made_from() -> None:
    rng = generator("mutations")
    sent = {"a": [1, {"b": None}], "c": "d"}
    before = copy.deepcopy((sent, ACTS))
    mutated_twice = [mutated(rng, mutated(rng, sent)) for _ in range(2000)]
    assert any(one != sent for one in mutated_twice)
    assert (sent, ACTS) == before


def test_what_failed_is_kept_as_it_was_sent(tmp_path: Path) -> None:
    campaign, raw = Campaign("kept", tmp_path), request("POST", "/v1/deals", [JSON], b"\xff\r\n{")
    campaign.apps["plain"] = raising
    campaign.send("bytes", "plain", raw)
    (kept,) = tmp_path.iterdir()
    assert kept.read_bytes() == raw and kept.name in campaign.failures[0]


# ---------------------------------------------------------------- what it has found


def problem_of(app: Any, raw: bytes) -> tuple[int, str]:
    answer: Answer = ask(app, raw)
    judge(raw, answer)
    code = answer.body.partition(b'"code":"')[2].partition(b'"')[0]
    return answer.status, code.decode()


@pytest.mark.parametrize("query", [b"state=\xff&action=PH7", b"st\xc3ate=1", b"\xed\xa0\x80"])
def test_a_query_that_is_no_utf_8_is_refused(app: Any, query: bytes) -> None:
    """RFC 3986 has no such bytes in an address, but servers pass them on."""
    for path in (b"/v1/actions/check", b"/v1/hands/AS"):
        assert problem_of(app, b"GET %b?%b HTTP/1.1\r\n\r\n" % (path, query)) == (422, "invalid_request")


@pytest.mark.parametrize("said", ["ten", "10,12", "-1", "1_0", "٣", "0x10", "9" * 5000])
def test_a_length_that_is_none_is_refused(app: Any, said: str) -> None:
    """RFC 9112 §6.3: 400. gunicorn sees to it; another server may not."""
    for path, content in (
        ("/v1/parties", "application/json"),
        ("/v1/records/verify", "application/x-ndjson"),
        ("/v1/records/verify", "text/plain"),
    ):
        raw = request("POST", path, [("Content-Type", content), ("Content-Length", said)], b"{}")
        assert problem_of(app, raw) == (400, "bad_request")


@pytest.mark.parametrize("path", ["//livez", "///v1/rulesets", "//v1/rulesets/portland", "//metrics", "livez"])
def test_an_address_has_one_slash_before_it(app: Any, path: str) -> None:
    """Or who denies `/metrics` in his proxy would have denied less than he thinks."""
    assert problem_of(app, request("GET", path)) == (404, "not_found")
