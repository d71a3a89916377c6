"""One line for each request, and no card in it."""

import json
import logging
import threading
from collections.abc import Callable, Iterator
from hashlib import sha256
from math import ceil
from pathlib import Path
from select import PIPE_BUF

import pytest

from service.middleware.access_log import BufferedWriter, standard_output
from service.piquet.cards.cards import CARDS
from service.runtime.json_logging import JsonFormatter
from service.runtime.request_context import RequestContext
from tests.contract.test_examples import request_of
from tests.helpers.request_contexts import in_request
from tests.middleware.conftest import FIRST_DEAL, KEY

SHOWN = 16 << 10  # docs/monitoring.md: the first 16 KiB of the body


def test_nothing_is_written_unless_it_is_asked_for(service, lines):
    service().get("/livez")
    assert lines() == []


def test_a_line_tells_what_the_request_was(service, lines):
    client = service(ACCESS_LOG="1")
    sent = json.dumps(FIRST_DEAL)
    response = client.post(
        "/v1/deals",
        data=sent,
        content_type="application/json",
        headers={"X-Request-ID": "table-7", "traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"},
    )
    (line,) = lines()
    assert line["request_id"] == "table-7"
    assert line["trace_id"] == "0af7651916cd43dd8448eb211c80319c"
    assert line["span_id"] == response.headers["traceparent"].split("-")[2]
    assert (line["method"], line["route"], line["status"]) == ("POST", "/v1/deals", 200)
    assert (line["bytes_in"], line["bytes_out"]) == (len(sent), len(response.data))
    assert line["rulesets"] == {"portland@1": 1}
    assert line["ms"] > 0 and line["time"].endswith("Z")
    assert (line["level"], line["message"], line["caller"]) == ("INFO", "request", "127.0.0.1")
    assert not {"problem", "violations", "path", "body"} & line.keys()


def test_a_line_tells_the_violations_and_whether_the_state_was_known(service, lines, dealt):
    client = service(ACCESS_LOG="1")
    body = {"state": dealt, "action": {"seat": "A", "type": "exchange", "cards": []}}
    for outcome in ("states miss", "states hit"):
        codes = [reason["code"] for reason in client.post("/v1/actions/check", json=body).json["violations"]]
        (line,) = lines()
        assert codes and line["violations"] == dict.fromkeys(codes, 1)
        assert line["cache"] == {outcome: 1}


def test_a_line_tells_what_the_cache_had(service, lines):
    client = service(ACCESS_LOG="1")
    body = request_of("analyse_play", "w1_second_card")
    told = []
    for _ in range(2):
        client.post("/v1/play/analyse", json=body)
        told += [line["cache"] for line in lines()]
    assert told == [{"states miss": 1, "all miss": 1}, {"states hit": 1, "in_process hit": 1}]


@pytest.mark.parametrize(("memory", "outcome"), [("1000000", "states hit"), ("0", "states concealed")])
def test_a_concealed_state_is_one_that_was_known_or_not_whichever_key_opens_it(service, lines, memory, outcome):
    client = service(ACCESS_LOG="1", SEAL_KEYS=f"one:{'A' * 43}=", STATE_MEMORY_BYTES=memory)
    keys = {seat: f"a key that only {seat} has, for this partie alone" for seat in "AB"}
    hashes = {seat: sha256(key.encode()).hexdigest() for seat, key in keys.items()}
    body = {"ruleset": "portland", "dealer": "B", "key_hashes": hashes}
    token = client.post("/v1/deals/concealed", json=body).json["concealed"]["token"]
    lines()
    for seat, key in keys.items():
        client.post("/v1/states/validate", json={"state": {"token": token, "keys": {seat: key}}})
        (line,) = lines()
        assert line["status"] == 200 and line["cache"] == {outcome: 1}


def test_a_state_that_is_known_by_its_seal_is_no_miss(service, lines):
    """The alert PiquetRefereeReplaysStates counts misses: states that are replayed and need not be."""
    client = service(ACCESS_LOG="1", SEAL_KEYS=f"one:{'A' * 43}=", STATE_MEMORY_BYTES="0")
    sealed = client.post("/v1/deals", json={"ruleset": "portland", "dealer": "B", "seed": "sealed"}).json["state"]
    unsealed = {name: value for name, value in sealed.items() if name != "seal"}
    assert sealed != unsealed
    lines()
    for state, outcome in ((sealed, "states sealed"), (unsealed, "states miss")):
        assert client.post("/v1/states/validate", json={"state": state}).json["valid"]
        (line,) = lines()
        assert line["cache"] == {outcome: 1}


def test_a_line_counts_what_many_actions_have_met(service, lines, dealt):
    client = service(ACCESS_LOG="1")
    item = {"state": dealt, "action": {"seat": "A", "type": "exchange", "cards": []}}
    client.post("/v1/actions/check-many", json={"items": [item] * 3})
    (line,) = lines()
    assert line["cache"] == {"states miss": 1, "states hit": 2}
    assert line["rulesets"] == {"portland@1": 3}
    assert set(line["violations"].values()) == {3}


@pytest.mark.parametrize(
    ("method", "path", "status", "route", "problem"),
    [
        ("GET", "/v1/rulesets/portland", 200, "/v1/rulesets/{name}", None),
        ("GET", "/v1/rulesets/whist", 404, "/v1/rulesets/{name}", "unknown_ruleset"),
        ("GET", "/nowhere/AS", 404, None, "not_found"),
        ("BREW", "/v1/deals", 405, None, "method_not_allowed"),
        ("HEAD", "/v1/rulesets", 200, "/v1/rulesets", None),
        ("OPTIONS", "/v1/deals", 204, "/v1/deals", None),
        ("GET", "/docs/assets/AS", 404, "/docs/{name}", "not_found"),
    ],
)
def test_an_address_is_told_by_its_template(service, lines, method, path, status, route, problem):
    service(ACCESS_LOG="1").open(path, method=method)
    (line,) = lines()
    assert (line["method"], line["status"], line["route"]) == (method, status, route)
    assert line.get("problem") == problem


def cards_in(text: str) -> list[str]:
    return [card for card in CARDS if f'"{card}"' in text or f"/{card}" in text or f",{card}" in text]


def requests(state) -> Iterator[tuple[str, str, dict]]:
    check = {"state": state, "action": {"seat": "A", "type": "exchange", "cards": state["hands"]["A"][:6]}}
    yield "POST", "/v1/actions/check", check
    yield "POST", "/v1/actions/check", {**check, "state": {**state, "hands": {"A": ["AS"] * 12, "B": ["AS"]}}}
    yield "POST", "/v1/states/view", {"state": state, "seat": "A"}
    yield "POST", "/v1/hands/compare", {"elder": state["hands"]["A"], "younger": state["hands"]["B"]}
    yield "POST", "/v1/deals", {**FIRST_DEAL, "deck": ["AS"] * 32}
    yield "GET", "/v1/hands/AS,KS,QS", {}
    yield "GET", "/v1/rulesets?hand=AS,KS", {}


def test_no_line_shows_a_card(service, lines, dealt):
    client = service(ACCESS_LOG="1")
    for method, path, body in requests(dealt):
        client.open(path, method=method, json=body)
        (line,) = lines()
        assert cards_in(json.dumps(line)) == [], line


def test_a_line_shows_what_was_sent_where_that_is_asked_for(service, lines):
    client = service(ACCESS_LOG="1", LOG_CARDS="1")
    client.get("/v1/hands/AS,K%C3%A4?x=1")
    client.post("/v1/deals", json=FIRST_DEAL)
    client.post("/v1/deals", data=b"\xff" + b"x" * (3 * SHOWN), content_type="application/json")
    asked, dealt, broken = lines()
    assert (asked["path"], asked["body"]) == ("/v1/hands/AS,Kä?x=1", "")
    assert json.loads(dealt["body"]) == FIRST_DEAL
    assert broken["body"].startswith("\ufffdxxx") and len(broken["body"]) == SHOWN


def test_a_caller_with_a_key_is_told_by_his_name_and_the_key_by_nothing(service, lines):
    client = service(ACCESS_LOG="1", API_KEYS=f"club:{KEY}")
    client.post("/v1/deals", json=FIRST_DEAL, headers={"X-API-Key": KEY})
    client.post("/v1/deals", json=FIRST_DEAL, headers={"X-API-Key": KEY[:-1]})
    known, unknown = lines()
    assert (known["caller"], unknown["caller"]) == ("club", "127.0.0.1")
    assert KEY[:-1] not in json.dumps([known, unknown])


@pytest.mark.parametrize("said", ["-5", "ten", "²", "1" * 20, "9" * 5000, "5.0"])
def test_a_length_that_is_none_is_not_told(service, lines, said):
    response = service(ACCESS_LOG="1").get("/livez", environ_overrides={"CONTENT_LENGTH": said})
    assert response.status_code < 500
    assert lines()[0]["bytes_in"] is None


def test_who_does_not_read_the_lines_loses_them_and_nothing_else(service, monkeypatch):
    def full(fd: int, line: bytes) -> int:
        raise OSError(28, "No space left on device")

    client = service(ACCESS_LOG="1")
    monkeypatch.setattr("os.write", full)
    assert client.get("/livez").status_code == 200
    standard_output.flush()


def test_lines_are_handed_on_together_in_pieces_that_a_pipe_takes_as_a_whole():
    pieces: list[bytes] = []
    gathered = BufferedWriter(pieces.append, pause=3600)
    lines = [b"%d" % number * 300 + b"\n" for number in range(100)]
    for line in lines:
        gathered(line)
    gathered(b"x" * 9000 + b"\n")
    gathered.flush()
    assert b"".join(pieces).splitlines(keepends=True) == [*lines, b"x" * 9000 + b"\n"]
    assert all(len(piece) <= PIPE_BUF for piece in pieces[:-1]) and len(pieces) < 30


def test_a_piece_may_be_as_long_as_a_pipe_takes():
    pieces: list[bytes] = []
    gathered = BufferedWriter(pieces.append, pause=3600)
    for _ in range(9):
        gathered(b"x" * (PIPE_BUF // 4 - 1) + b"\n")
    gathered.flush()
    assert [len(piece) for piece in pieces] == [PIPE_BUF, PIPE_BUF, PIPE_BUF // 4]
    gathered.flush()
    assert len(pieces) == 3, "nothing is left"


def test_of_lines_that_nobody_writes_the_oldest_are_dropped():
    pieces: list[bytes] = []
    gathered = BufferedWriter(pieces.append, pause=3600)
    for number in range((1 << 16) + 2):
        gathered(b"%d\n" % number)
    gathered.flush()
    lines = b"".join(pieces).splitlines()
    assert (len(lines), lines[0], lines[-1]) == (1 << 16, b"2", b"65537")


def test_a_line_is_handed_on_without_more_to_come():
    handed_on = threading.Event()
    BufferedWriter(lambda line: handed_on.set(), pause=0.01)(b"{}\n")
    assert handed_on.wait(60)


def test_lines_are_gathered_for_a_twentieth_of_a_second_and_without_any_the_thread_waits(
    monkeypatch: pytest.MonkeyPatch,
):
    """docs/monitoring.md: lines are written together about twenty times a second."""
    given, written, pauses = list[bytes](), list[bytes](), list[tuple[float, int]]()
    handed_on = threading.Event()

    def write(piece: bytes) -> None:
        written.append(piece)
        handed_on.set()

    def pause(seconds: float) -> None:
        pauses.append((seconds, len(given) - len(written)))

    monkeypatch.setattr("service.middleware.access_log.sleep", pause)
    gathered = BufferedWriter(write)
    for line in (b"1\n", b"2\n"):
        given.append(line)
        gathered(line)
        assert handed_on.wait(60)
        handed_on.clear()
    assert written == given
    assert pauses == [(1 / 20, 1)] * 2, "one for each line, which is waiting then"


def test_the_end_of_the_process_loses_no_line_and_waits_for_no_thread(monkeypatch: pytest.MonkeyPatch):
    """With a server: tests/server/test_middleware.py."""
    at_exit, pieces, before = list[Callable[[], None]](), list[bytes](), threading.enumerate()
    monkeypatch.setattr("service.middleware.access_log.atexit.register", at_exit.append)
    BufferedWriter(pieces.append, pause=3600)(b"{}\n")
    started = [each for each in threading.enumerate() if each.name == "access log" and each not in before]
    assert [each.daemon for each in started] == [True]
    (last,) = at_exit
    last()
    assert pieces == [b"{}\n"]


def test_a_mistake_is_logged_without_the_address_that_may_tell_cards(service, caplog, monkeypatch):
    monkeypatch.setattr("service.api.http.routing.document", lambda *given: 1 / 0)
    client = service()
    with caplog.at_level(logging.ERROR, logger="service"):
        assert client.get("/v1/rulesets/AS-KS").status_code == 404
        assert client.get("/v1/rulesets/portland?AS").status_code == 500
    (record,) = caplog.records
    assert record.getMessage().startswith("GET /v1/rulesets/<name> failed (urn:uuid:")


def test_other_logs_are_lines_of_json_with_the_request_that_they_belong_to():
    record = logging.LogRecord("service", logging.WARNING, __file__, 1, "two\nlines of %s", ("it",), None)
    line = json.loads(JsonFormatter().format(record))
    assert (line["level"], line["logger"], line["message"]) == ("WARNING", "service", "two\nlines of it")
    assert "request_id" not in line
    with in_request(RequestContext("mine", "0" * 31 + "1", "0" * 15 + "2")):
        try:
            raise ValueError("why")
        except ValueError as error:
            record.exc_info = (type(error), error, error.__traceback__)
            line = json.loads(JsonFormatter().format(record))
    assert (line["request_id"], line["span_id"]) == ("mine", "0" * 15 + "2")
    assert line["exception"].endswith("ValueError: why")


def test_a_stream_is_told_of_when_it_has_ended_with_all_of_its_bytes(service, lines):
    client = service(ACCESS_LOG="1", METRICS="on", RATE_LIMIT="1000/day", COMPRESS_FROM_BYTES="1")
    record = (Path(__file__).parents[2] / "examples" / "w1.piquet").read_bytes()
    response = client.post(
        "/v1/records/verify",
        data=record * 3,
        content_type="text/plain",
        headers={"Accept-Encoding": "gzip"},
        buffered=False,
    )
    assert lines() == [], "nothing has been read of it"
    assert "Content-Encoding" not in response.headers, "to compress it would be to gather it"
    price = 2 + ceil(4 * len(record * 3) / 1024)  # docs/configuration.md, Rate limits
    assert response.headers["RateLimit"].startswith(f'"day";r={1000 - price};')
    reports = b"".join(response.response)
    response.close()
    (line,) = lines()
    assert (line["route"], line["status"], line["bytes_out"]) == ("/v1/records/verify", 200, len(reports))
    assert len(reports.splitlines()) == 3


def test_of_a_stream_the_beginning_is_shown_where_what_was_sent_is_asked_for(service, lines):
    client = service(ACCESS_LOG="1", LOG_CARDS="1")
    record = (Path(__file__).parents[2] / "examples" / "w1.piquet").read_bytes()
    client.post("/v1/records/verify", data=record, content_type="text/plain", buffered=True)
    (line,) = lines()
    assert line["body"] == record.decode() and len(record) < SHOWN
