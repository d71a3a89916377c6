"""Streams of records: what they may take of the service, and how they end."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import EnvironBuilder, run_wsgi_app

from service.api.game_states.codec import StateCodec
from service.api.game_states.seals import Seals
from service.api.game_states.tokens import Tokens
from service.api.http import streaming
from service.api.http.streaming import CHUNK
from service.api.operations import operations
from service.api.resources import records
from service.app import create_app
from service.cache import make_cache
from service.pool import DeadlineExceeded, Overloaded, Pool, Slot
from service.settings.service import Settings
from tests.contract.validation import validate_as
from tests.records.irregular import L_W32

W1 = (Path(__file__).parents[2] / "examples" / "w1.piquet").read_bytes()
NDJSON, TEXT = "application/x-ndjson", "text/plain"


class Counted(Pool, Slot):
    """A pool with room for two streams and one task at a time, which counts. `fail_at`: what the task of a number
    raises."""

    def __init__(self) -> None:
        self.streams = 0
        self.taken: list[float] = []
        self.held = False
        self.fail_at: dict[int, Exception] = {}

    @contextmanager
    def acquire(self, wait: float = 0.0) -> Iterator[Slot]:
        assert not self.held
        self.taken.append(wait)
        if len(self.taken) in self.fail_at:
            raise self.fail_at[len(self.taken)]
        self.held = True
        try:
            yield self
        finally:
            self.held = False

    @contextmanager
    def stream(self) -> Iterator[None]:
        if self.streams == 2:
            raise Overloaded("there are two streams")
        self.streams += 1
        try:
            yield
        finally:
            self.streams -= 1


class Body(io.RawIOBase):
    """A body that is made as it is read: `count` times `content`. Calls `on_read` each time."""

    def __init__(self, content: bytes, count: int, on_read: Callable[[], object] = lambda: None) -> None:
        self.pending, self.content, self.left, self.on_read = b"", content, count, on_read
        self.size = len(content) * count

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self.on_read()
        while len(self.pending) < len(buffer) and self.left:
            self.pending += self.content
            self.left -= 1
        taken, self.pending = self.pending[: len(buffer)], self.pending[len(buffer) :]
        buffer[: len(taken)] = taken
        return len(taken)


@pytest.fixture
def pool() -> Counted:
    return Counted()


def app_with(pool: Pool) -> Flask:
    made = Settings()
    codec = StateCodec(1 << 20, Seals({}, False), Tokens({}), pool)
    return create_app(made, operations(codec, make_cache(made, pool), pool))


def begin(app: Flask, body: Body, media_type: str = TEXT) -> tuple[Iterator[bytes], str]:
    """The pieces of an answer, which are computed as they are taken, and its status."""
    environ = EnvironBuilder("/v1/records/verify", method="POST", content_type=media_type).get_environ()
    environ |= {"wsgi.input": body, "CONTENT_LENGTH": str(body.size)}
    answer, status, _ = run_wsgi_app(app, environ, buffered=False)
    return iter(answer), status


def posted(client: FlaskClient, data: bytes, media_type: str = TEXT) -> list[Any]:
    response = client.post("/v1/records/verify", data=data, content_type=media_type)
    assert (response.status_code, response.mimetype) == (200, NDJSON)
    return [json.loads(line) for line in response.data.splitlines()]


# ---------------------------------------------------------------- turns


def test_a_turn_is_held_neither_while_a_stream_is_read_nor_while_it_is_answered(pool: Counted):
    def read() -> None:
        assert not pool.held

    answer, status = begin(app_with(pool), Body(W1 + b"# " + b"x" * 9000 + b"\n", 50, read))
    lines = 0
    for piece in answer:
        assert not pool.held
        lines += piece.count(b"\n")
    assert (status, lines) == ("200 OK", 50)
    assert 50 * 9000 // CHUNK <= len(pool.taken) <= 50, "for what has come together, and not for each"


def test_a_stream_is_refused_where_there_is_no_turn_for_its_first_record(pool: Counted, problem: Any):
    pool.fail_at[1] = Overloaded("all are busy")
    client = app_with(pool).test_client()
    problem(client.post("/v1/records/verify", data=W1, content_type=TEXT), "overloaded")
    assert pool.taken == [0.0], "it does not wait"


def test_a_stream_that_has_begun_waits_for_its_turns(pool: Counted):
    client = app_with(pool).test_client()
    assert len(posted(client, W1 * 300)) == 300
    assert pool.taken[0] == 0.0 and set(pool.taken[1:]) == {records.WAIT}


@pytest.mark.parametrize(
    ("error", "code"), [(Overloaded("all are busy"), "overloaded"), (DeadlineExceeded(), "deadline_exceeded")]
)
def test_a_stream_that_has_no_turn_any_more_says_so_in_its_last_line(pool: Counted, error: Exception, code: str):
    pool.fail_at[2] = error
    *reports, last = posted(app_with(pool).test_client(), W1 * 300)
    assert reports and all(report["agrees"] for report in reports)
    assert last["code"] == code
    validate_as("StreamBroken", last)


def test_a_batch_for_which_a_turn_is_too_short_takes_several(pool: Counted, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(records, "SLICE", 0.0)
    lines = posted(app_with(pool).test_client(), W1 * 20)
    assert [line["record"] for line in lines] == list(range(1, 21))
    assert len(pool.taken) == 20, "one for each record"


# ---------------------------------------------------------------- bounds


@pytest.fixture
def little_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """An eighth of the room that there is for reports, whatever was sent."""
    monkeypatch.setattr(records, "LEAST_ROOM", records.LEAST_ROOM // 8)


@pytest.mark.usefixtures("little_room")
@pytest.mark.parametrize("line", [b"{}\n", b"1\n", b'""\n', b'{"deals":[%b]}\n' % b",".join([b"{}"] * 101)])
def test_an_answer_is_not_much_longer_than_what_was_sent(pool: Counted, line: bytes):
    body = Body(line, 900_000 // len(line))
    answer, _ = begin(app_with(pool), body, NDJSON)
    written = b"".join(answer)
    received = body.size - body.left * len(line)
    assert len(written) < records.LEAST_ROOM + records.ROOM_PER_BYTE * received + 200
    assert json.loads(written.splitlines()[-1])["code"] == "answer_too_large"
    assert body.left > 0, "the rest is not read"


@pytest.mark.usefixtures("little_room")
def test_sheets_of_totals_alone_have_room_for_all_their_reports(pool: Counted):
    sheet = b"piquet-record 1\nruleset: portland@1\n\ndeal 1\nscore: 28-23\n"
    reports = posted(app_with(pool).test_client(), sheet * 1000)
    assert len(reports) == 1000 and reports[-1]["agrees"]


class Clock:
    """A clock that a test sets forward."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def forward(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(streaming, "monotonic", made)
    return made


def test_a_stream_that_is_sent_too_slowly_ends_and_says_so(pool: Counted, clock: Clock):
    body = Body(W1, 2000)
    body.on_read = lambda: clock.forward(200.0 if body.left < 1800 else 0.0)
    answer, status = begin(app_with(pool), body)
    *reports, last = b"".join(answer).splitlines()
    assert (status, json.loads(last)["code"]) == ("200 OK", "deadline_exceeded")
    assert 0 < len(reports) < 2000


def test_a_stream_whose_first_bytes_come_too_late_is_refused(pool: Counted, clock: Clock):
    answer, status = begin(app_with(pool), Body(b"x\n", 1, lambda: clock.forward(streaming.PATIENCE + 1)))
    assert status.startswith("504") and json.loads(b"".join(answer))["code"] == "deadline_exceeded"
    assert pool.taken == []


def test_a_stream_whose_answer_is_read_too_slowly_ends_and_says_so(pool: Counted, clock: Clock):
    answer, _ = begin(app_with(pool), Body(W1, 2000))
    lines = []
    for line in answer:
        lines.append(line)
        clock.forward(60.0)
    assert json.loads(lines[-1])["code"] == "deadline_exceeded"
    assert len(lines) < 10


def test_a_stream_that_is_long_in_computing_is_not_slow(pool: Counted, clock: Clock):
    run = pool.run
    pool.run = lambda compute, decode: (clock.forward(600.0), run(compute, decode))[1]  # type: ignore[method-assign]
    assert [report["agrees"] for report in posted(app_with(pool).test_client(), W1 * 300)] == [True] * 300


def test_so_many_streams_are_answered_at_a_time_and_the_next_when_one_has_ended(pool: Counted):
    app = app_with(pool)
    first, second, third = (begin(app, Body(W1, 200)) for _ in range(3))
    assert [status[:3] for _, status in (first, second, third)] == ["200", "200", "503"]
    assert app.test_client().post("/v1/records/verify", json={"records": [W1.decode()]}).status_code == 200
    assert b"".join(first[0]).count(b"\n") == 200
    fourth, status = begin(app, Body(W1, 200))
    assert status == "200 OK"
    second[0].close()  # type: ignore[attr-defined]
    fourth.close()  # type: ignore[attr-defined]
    assert [status[:3] for _, status in [begin(app, Body(W1, 200)) for _ in range(3)]] == ["200", "200", "503"]


# ---------------------------------------------------------------- one record


def test_a_record_of_some_length_is_converted_in_a_turn_and_a_short_one_at_once(pool: Counted):
    client = app_with(pool).test_client()
    assert client.post("/v1/records/convert", json={"record": W1.decode()}).status_code == 200
    assert pool.taken == []
    long = W1.decode() + "# x\n" * records.SMALL
    converted = client.post("/v1/records/convert", json={"record": long, "to": "text"}).get_json()
    assert converted["record"] == W1.decode()
    assert pool.taken == [0.0]


def test_a_record_that_is_played_for_its_conversion_takes_a_turn(pool: Counted):
    # A ruling without the number of its entry is about the latest that is open to its seat, which only play tells:
    # here the revoke, after two exchanges, eight entries of calls, AH, a reckoning, TH, four tricks of two, and KD.
    client = app_with(pool).test_client()
    converted = client.post("/v1/records/convert", json={"record": L_W32, "to": "text"}).get_json()["record"]
    assert pool.taken == [0.0]
    assert "A ruling 23 replay" in converted
    assert client.post("/v1/records/convert", json={"record": converted}).status_code == 200
    assert pool.taken == [0.0]
