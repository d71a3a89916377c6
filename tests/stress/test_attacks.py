"""The attacks of `stress/attacks.py` are the requests that they are said to be."""

import json

import pytest

from service.app import create_app
from service.settings.service import Settings
from stress.attacks import ATTACKS, COST, SERVER, long_line


@pytest.fixture(scope="module")
def client():
    return create_app(Settings()).test_client()


def parts(request: bytes) -> tuple[dict[str, str], bytes]:
    """Headers by their names in small letters, body."""
    head, _, body = request.partition(b"\r\n\r\n")
    lines = (line.partition(": ") for line in head.decode().split("\r\n")[1:])
    return {name.lower(): value for name, _, value in lines}, body


@pytest.mark.parametrize("name", [name for name, each in COST.items() if each.request(0).startswith(b"POST")])
def test_a_request_has_the_length_that_it_says_and_no_more_than_may_be_sent(name):
    headers, body = parts(ATTACKS[name].request(0))
    assert int(headers["content-length"]) == len(body) <= (4 << 20 if name == "verify-nodes" else 1 << 20)


@pytest.mark.parametrize("name", [name for name in SERVER if name.startswith("chunks-")])
def test_a_body_in_chunks_of_one_byte_has_six_bytes_on_the_wire_for_each(name):
    headers, body = parts(ATTACKS[name].request(0))
    assert headers["transfer-encoding"] == "chunked"
    assert body.endswith(b"1\r\n \r\n0\r\n\r\n")
    assert body.removesuffix(b"0\r\n\r\n") == b"1\r\n \r\n" * -(-int(name.split("-")[1]) * 1024 // 6)
    assert ("x-api-key" in headers) == name.endswith("wrong-key") == bool(ATTACKS[name].settings)


@pytest.mark.parametrize("name", ["picture-br", "picture-gzip", "picture-plain"])
def test_pictures_are_of_different_cards_and_in_the_coding_of_their_name(client, name):
    targets = []
    for number in (1, 2):
        head = ATTACKS[name].request(number)
        headers, _ = parts(head)
        targets.append(head.split()[1].decode())
        answer = client.get(targets[-1], headers={"Accept-Encoding": headers.get("accept-encoding", "identity")})
        assert answer.status_code == 200 and answer.mimetype == "image/svg+xml"
        assert answer.headers.get("Content-Encoding", "plain") == name.removeprefix("picture-")
    assert targets[0] != targets[1]


@pytest.mark.parametrize("name", ["long-line", "many-long-lines", "refused-deals", "revokes"])
def test_states_that_are_sent_are_never_the_same_and_always_as_long(name):
    one, other = (ATTACKS[name].request(number) for number in (1, 1000))
    assert one != other and len(one) == len(other)


def test_a_long_line_is_a_partie_of_a_hundred_deals_that_holds(client):
    assert long_line(7).count("~") == 3 + 100
    assert 23_000 < len(long_line(7)) < 24_000
    _, body = parts(ATTACKS["long-line"].request(7))
    assert client.post("/v1/actions/check", data=body, content_type="application/json").json["legal"]


def test_revokes_are_a_deal_that_holds_with_as_many_entries_as_it_may_have(client):
    _, body = parts(ATTACKS["revokes"].request(7))
    assert len(body) < 1100
    judgement = client.post("/v1/actions/check", data=body, content_type="application/json").json
    assert judgement["legal"]
    assert sum(act["type"] == "ruling" for act in judgement["state"]["history"]) == 46


def test_unnumbered_rulings_are_a_short_record_that_only_play_completes(client):
    _, body = parts(ATTACKS["unnumbered-rulings"].request(0))
    assert len(body) < 2100 and body.count(b"A ruling replay") == 46
    converted = client.post("/v1/records/convert", data=body, content_type="application/json").json
    assert converted["problems"] == []
    steps = converted["record"]["deals"][0]["steps"]
    assert [step["action"]["number"] for step in steps if step["action"]["type"] == "ruling"] == [*range(25, 116, 2)]


def test_many_long_lines_are_as_many_as_a_body_has_room_for_and_all_different():
    _, body = parts(ATTACKS["many-long-lines"].request(7))
    items = json.loads(body)["items"]
    assert len({item["state"] for item in items}) == len(items) == 44


def test_a_refused_deal_is_an_earlier_one_that_cannot_have_been_played(client):
    _, body = parts(ATTACKS["refused-deals"].request(7))
    answer = client.post("/v1/actions/check", data=body, content_type="application/json").json
    assert not answer["legal"]
    assert answer["violations"][0]["pointer"].startswith("/state/partie/deals/0/history/0")


def test_the_answer_that_is_remembered_is_asked_for_in_few_bytes(client):
    _, body = parts(ATTACKS["remembered-exchange"].request(0))
    assert len(body) < 135
    assert json.loads(body)["limit"] == 5000
