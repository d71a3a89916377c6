"""Records over HTTP: many at once, converted, and streamed."""

from __future__ import annotations

import io
import json
import socket
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import EnvironBuilder, run_wsgi_app

from service import Table
from service.app import create_app
from service.settings.service import Settings
from tests.contract.validation import operations, validate_as
from tests.helpers.running_service import running

ROOT = Path(__file__).parents[2]
W1 = (ROOT / "examples" / "w1.piquet").read_text(encoding="utf-8")
W1_JSON = json.loads((ROOT / "examples" / "w1.json").read_text(encoding="utf-8"))
SHEET = (ROOT / "examples" / "score-sheet.piquet").read_text(encoding="utf-8")
WRONG = W1.replace("A KH = 11-17", "A KH = 12-17")
NDJSON, TEXT = "application/x-ndjson", "text/plain; charset=utf-8"


def told(response: Any) -> list[Any]:
    """The lines of a streamed answer."""
    assert (response.status_code, response.mimetype) == (200, NDJSON)
    return [json.loads(line) for line in response.data.splitlines()]


def test_a_thousand_records_are_checked_in_one_request(client):
    records = [SHEET] * 997 + [W1, W1_JSON, WRONG]
    response = client.post("/v1/records/verify", json={"records": records})
    reports = response.get_json()["reports"]
    assert [report["agrees"] for report in reports] == [True] * 999 + [False]
    assert reports[-1]["deals"][0]["divergence"]["computed"] == {"A": 11, "B": 17}
    too_many = client.post("/v1/records/verify", json={"records": [SHEET] * 1001})
    assert too_many.status_code == 422


def test_what_is_wrong_in_one_record_does_not_touch_the_others(client):
    records = [W1, "", {}, {"piquet_record": 1, "deals": 5}, "\x00", W1[: W1.index("exchange") + 6], W1]
    reports = client.post("/v1/records/verify", json={"records": records}).get_json()["reports"]
    assert [report["agrees"] for report in reports] == [True, False, False, False, False, False, True]
    assert [problem["code"] for problem in reports[3]["problems"]] == ["member.type"]


def test_the_record_of_a_state_is_that_of_the_partie(client):
    """W1, with its names, tags and notes from another record."""
    table, head = Table.from_record(W1), W1[: W1.index("deal 1")]
    answer = client.post("/v1/records/convert", json={"state": table.line, "record": head, "to": "text"}).get_json()
    assert answer["record"].startswith(head) and answer["record"].endswith("\nscore: 28-23\ntotals: 28-23\n")
    assert Table.from_record(answer["record"]) == table and answer["problems"] == []
    state = client.post("/v1/states/validate", json={"state": table.line}).get_json()["state"]
    record = client.post("/v1/records/convert", json={"state": state}).get_json()["record"]
    assert Table.from_record(record) == table and not {"players", "event"} & record.keys()
    misspelt = {"piquet_record": 1, "evnt": "Final", "players": {"a": "Anne"}}
    problems = client.post("/v1/records/convert", json={"state": table.line, "record": misspelt}).get_json()["problems"]
    assert [each["message"].partition(" (")[2] for each in problems] == ["did you mean event?)", "did you mean A?)"]


@pytest.mark.parametrize(
    ("before", "after", "members"),
    [
        ("portland", "hoyle", "ruleset"),
        ("portland", "nowhere", "ruleset"),
        ("first dealer: B", "first dealer: A", "first_dealer"),
        ("A AH =", "A AS =", "deals"),
        ("score: 28-23", "score: 28-24", "deals"),
        ("totals: 28-23", "totals: 28-24", "deals"),
        ("hand A: SAKJ", "hand A: SAKT", "deals"),
        ("talon: 9S 8S", "talon: 8S 9S", "deals"),
        ("exchange S7 H97", "exchange ???", "deals"),
        ("totals: 28-23\n", "totals: 28-23\n\nresult\nwinner: A\n", "result"),
        ("totals: 28-23\n", "totals: 28-23\nadjustment B +10 partie: a late start\n", "adjustments"),
    ],
)
def test_a_record_of_another_partie_than_the_state_is_refused(client, before, after, members):
    """What the state says itself may be beside it only as it is there: W1 whole, and W1 up to its first trick."""
    line = Table.from_record(W1).line
    for same in (W1, W1_JSON, W1[: W1.index("B TH")] + W1[W1.index("remark") : W1.index("score")]):
        converted = client.post("/v1/records/convert", json={"state": line, "record": same, "to": "text"})
        assert converted.get_json()["record"].count("remark: B keeps the ten of spades") == 1
    assert before in W1
    answer = client.post("/v1/records/convert", json={"state": line, "record": W1.replace(before, after, 1)})
    (error,) = answer.get_json()["errors"]
    assert answer.get_json()["code"] == "contradictory_request" and error["pointer"] == "/record"
    assert error["message"].startswith(f"has {members} of another partie")


def test_records_come_back_from_either_form(client):
    as_json = client.post("/v1/records/convert", json={"record": W1}).get_json()
    assert as_json["record"] == W1_JSON and as_json["problems"] == []
    as_text = client.post("/v1/records/convert", json={"record": W1_JSON}).get_json()
    assert as_text["record"] == W1
    same = client.post("/v1/records/convert", json={"record": W1.replace("\n", "\r\n"), "to": "text"}).get_json()
    assert same["record"] == W1
    lost = client.post("/v1/records/convert", json={"record": W1 + "nonsense\n"}).get_json()
    assert [problem["line"] for problem in lost["problems"]] == [W1.count("\n") + 1]


def test_a_record_takes_a_row_of_the_law_from_another_code_in_either_form(client):
    text = W1.replace("ruleset: portland@1", "ruleset: portland@1.law_stand_13-au-cent")
    as_json = client.post("/v1/records/convert", json={"record": text}).get_json()["record"]
    assert as_json["ruleset"] == {"name": "portland@1", "overrides": {"law_stand_13": "au-cent"}}
    assert client.post("/v1/records/convert", json={"record": as_json}).get_json()["record"] == text
    reports = client.post("/v1/records/verify", json={"records": [text, as_json]}).get_json()["reports"]
    assert [(report["agrees"], report["problems"]) for report in reports] == [(True, []), (True, [])]
    (wrong,) = client.post("/v1/records/verify", json={"records": [text.replace("stand_13", "stand_12")]}).get_json()[
        "reports"
    ]
    assert [problem["code"] for problem in wrong["problems"]] == ["ruleset.unknown"]


def test_records_as_text_are_answered_one_by_one(client):
    text = W1 + "\n" + WRONG + SHEET
    lines = told(client.post("/v1/records/verify", data=text, content_type=TEXT))
    assert [(line["record"], line["agrees"]) for line in lines] == [(1, True), (2, False), (3, True)]
    begins = [number for number, line in enumerate(text.split("\n"), 1) if line.startswith("piquet-record")]
    assert [line["line"] for line in lines] == begins
    divergence = lines[1]["deals"][0]["divergence"]
    assert text.split("\n")[divergence["line"] - 1] == "A KH = 12-17; B 7D"


def test_ndjson_is_answered_line_by_line(client):
    body = "\n".join([json.dumps(W1_JSON), "", json.dumps(W1), "{", "[]", json.dumps(W1_JSON)])
    lines = told(client.post("/v1/records/verify", data=body, content_type=NDJSON))
    assert [(line["line"], line["agrees"]) for line in lines] == [
        (1, True), (3, True), (4, False), (5, False), (6, True)]  # fmt: skip
    assert lines[2]["problems"][0]["message"] == (
        "this is not JSON; docs/notation.md#records describes the format of records"
    )


def test_nothing_at_all_is_answered_with_nothing(client):
    assert told(client.post("/v1/records/verify", data=b"", content_type=NDJSON)) == []


@pytest.mark.parametrize("media_type", ["text/html", "application/xml", "text/plainer", ""])
def test_other_media_types_are_refused(client, media_type):
    response = client.post("/v1/records/verify", data=W1, content_type=media_type)
    assert (response.status_code, response.get_json()["code"]) == (415, "unsupported_media_type")


def test_a_stream_that_is_packed_or_an_answer_that_is_not_wanted_is_refused(client):
    packed = client.post("/v1/records/verify", data=W1, content_type=TEXT, headers={"Content-Encoding": "gzip"})
    assert packed.status_code == 415
    unwanted = client.post("/v1/records/verify", data=W1, content_type=TEXT, headers={"Accept": "application/json"})
    assert unwanted.status_code == 406


class Endless(io.RawIOBase):
    """Records without number, made as they are read."""

    def __init__(self, record: bytes, count: int) -> None:
        self._pending, self._record, self._left = b"", record, count

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while len(self._pending) < len(buffer) and self._left:
            self._pending += self._record
            self._left -= 1
        taken, self._pending = self._pending[: len(buffer)], self._pending[len(buffer) :]
        buffer[: len(taken)] = taken
        return len(taken)


def long_stream(app, count: int, **more: Any) -> dict[str, Any]:
    """The environ of a stream of records of nine kilobytes each, most of it in a remark for nobody.

    One is verified before, because what is made once takes memory, too.
    """
    sheet = SHEET.encode() + b"# " + b"x" * 9000 + b"\n"
    app.test_client().post("/v1/records/verify", data=sheet, content_type=TEXT)
    environ = EnvironBuilder("/v1/records/verify", method="POST", content_type=TEXT, **more).get_environ()
    return environ | {"wsgi.input": Endless(sheet, count), "CONTENT_LENGTH": str(count * len(sheet))}


def test_a_stream_longer_than_a_body_may_be_takes_no_memory(app):
    count = 200
    environ = long_stream(app, count)
    tracemalloc.start()
    lines, status, _ = run_wsgi_app(app, environ, buffered=False)
    answered = agreed = 0
    for line in lines:
        answered += line.count(b"\n")
        agreed += line.count(b'"agrees":true,"complete"')
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert status == "200 OK"
    assert answered == agreed == count
    assert most < 1 << 20 < int(environ["CONTENT_LENGTH"])


def test_reports_come_while_records_are_still_being_sent(tmp_path):
    """Over a connection to the running server: the first report is there before the second record is sent."""
    with running(tmp_path / "log") as server:
        host, port = server.url.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), timeout=30) as connection:
            head = "POST /v1/records/verify HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n"
            connection.sendall((head + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n").encode())
            filled = W1 + "# " + "x" * 9000 + "\n"
            for _ in range(20):  # more than the server takes at a time
                connection.sendall(_chunk(filled))
            received = connection.recv(1 << 16)
            while b'"agrees":true' not in received:
                piece = connection.recv(1 << 16)
                assert piece, "it was closed before a report came"
                received += piece
            connection.sendall(_chunk(WRONG) + b"0\r\n\r\n")
            for part in iter(lambda: connection.recv(1 << 16), b""):
                received += part
    assert received.startswith(b"HTTP/1.1 200")
    assert received.count(b'"agrees":true,"complete"') == 20
    assert received.count(b'"agrees":false,"complete"') == 1


def _chunk(text: str) -> bytes:
    content = text.encode()
    return b"%x\r\n%b\r\n" % (len(content), content)


def test_a_stream_that_breaks_off_says_so_in_its_last_line(client):
    response = client.post(
        "/v1/records/verify", data=W1, content_type=TEXT, environ_overrides={"CONTENT_LENGTH": str(len(W1) + 100)}
    )
    *reports, last = told(response)
    assert [report["agrees"] for report in reports] == [True]
    assert last["code"] == "bad_request"


def test_every_line_of_a_stream_is_what_the_contract_says(client):
    text = W1 + WRONG + SHEET + "nonsense\n" + W1.replace("QD AC 7D", "AS ? ?")
    ndjson = "\n".join([json.dumps(W1_JSON), "{", "[]", json.dumps(SHEET)])
    for content_type, body in ((TEXT, text), (NDJSON, ndjson)):
        response = client.post(
            "/v1/records/verify",
            data=body,
            content_type=content_type,
            environ_overrides={"CONTENT_LENGTH": str(len(body.encode()) + 9)},
        )
        *reports, broken = told(response)
        assert len(reports) == 4
        for line in reports:
            validate_as("StreamedReport", line)
        validate_as("StreamBroken", broken)


def test_the_streams_that_the_contract_shows_are_answered_as_it_shows(client):
    operation = operations()["verify_records"][2]
    shown = operation["responses"]["200"]["content"][NDJSON]["example"]
    for media_type in ("text/plain", NDJSON):
        media = operation["requestBody"]["content"][media_type]
        body = media.get("example") or media["x-example"]
        assert told(client.post("/v1/records/verify", data=body, content_type=media_type)) == [json.loads(shown)]


@pytest.mark.parametrize("coding", ["gzip", "br", "zstd"])
def test_a_stream_behind_a_gateway_takes_no_more_memory_and_is_not_gathered(coding):
    app = create_app(
        Settings.from_env({"ACCESS_LOG": "1", "METRICS": "on", "RATE_LIMIT": "100000/day", "COMPRESS_FROM_BYTES": "1"})
    )
    count = 200
    environ = long_stream(app, count, headers={"Accept-Encoding": coding})
    tracemalloc.start()
    lines, _, headers = run_wsgi_app(app, environ, buffered=False)
    first = next(iter(lines))
    assert json.loads(first.splitlines()[0])["record"] == 1 and environ["wsgi.input"]._left > count // 2
    answered = first.count(b"\n") + sum(line.count(b"\n") for line in lines)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert answered == count and "Content-Encoding" not in headers
    assert most < 1 << 20
