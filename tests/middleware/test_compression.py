"""Large answers are compressed as the request likes it, and each coding has its own ETag."""

import json

import pytest

from service.api.http.responses import best_coding
from tests.contract.validation import DECODE, decoded
from tests.middleware.conftest import FIRST_DEAL

LARGE = "/openapi.json"


@pytest.mark.parametrize(
    ("accept", "coding"),
    [
        ("", None),
        ("gzip", "gzip"),
        ("GZIP", "gzip"),
        ("br", "br"),
        ("zstd", "zstd"),
        ("gzip, deflate, br, zstd", "zstd"),
        ("gzip, deflate, br", "br"),
        ("gzip;q=1.0, br;q=0.5", "gzip"),
        ("*", "zstd"),
        ("zstd;q=0, *", "br"),
        ("gzip;q=0", None),
        ("deflate, compress", None),
        ("identity", None),
        ("identity, gzip", "gzip"),
        ("identity;q=1, gzip;q=0.5", None),
        ("identity;q=0.5, gzip;q=0.6", "gzip"),
        ("*;q=0", None),
        ("gzip;q=much", None),
        (",;", None),
    ],
)
def test_the_coding_is_the_one_that_is_liked_best(accept, coding):
    assert best_coding(accept) == coding


@pytest.mark.parametrize("coding", DECODE)
def test_a_large_document_is_compressed_and_says_so(client, coding):
    plain = client.get(LARGE)
    assert "Content-Encoding" not in plain.headers
    assert plain.headers.get_all("Vary") == ["Accept-Encoding"]
    packed = client.get(LARGE, headers={"Accept-Encoding": coding})
    assert packed.headers["Content-Encoding"] == coding
    assert packed.headers.get_all("Vary") == ["Accept-Encoding"]
    assert packed.content_length == len(packed.data) < len(plain.data) / 4
    assert decoded(packed) == plain.data


def test_each_coding_has_a_strong_etag_of_its_own_by_which_it_is_known(client):
    etags = {}
    for coding in ("identity", *DECODE):
        response = client.get(LARGE, headers={"Accept-Encoding": coding})
        etags[coding] = response.headers["ETag"]
        assert not response.headers["ETag"].startswith("W/")
    assert len(set(etags.values())) == 4
    for coding, etag in etags.items():
        again = client.get(LARGE, headers={"Accept-Encoding": coding, "If-None-Match": etag})
        assert (again.status_code, again.data) == (304, b"")
        assert again.headers["ETag"] == etag
        assert again.headers.get_all("Vary") == ["Accept-Encoding"]
        assert not {"Content-Encoding", "Content-Type"} & set(again.headers.keys())
    other = client.get(LARGE, headers={"Accept-Encoding": "gzip", "If-None-Match": etags["br"]})
    assert other.status_code == 200
    assert other.headers["ETag"] == etags["gzip"]


def test_head_tells_what_get_would(client):
    got, head = (ask(LARGE, headers={"Accept-Encoding": "gzip"}) for ask in (client.get, client.head))
    assert head.data == b""
    for name in ("Content-Length", "Content-Encoding", "ETag", "Vary", "Content-Type"):
        assert head.headers[name] == got.headers[name]


def test_a_small_answer_goes_out_as_it_is(client):
    for response in (
        client.get("/livez", headers={"Accept-Encoding": "gzip, br, zstd"}),
        client.post("/v1/deals", json=FIRST_DEAL, headers={"Accept-Encoding": "gzip, br, zstd"}),
    ):
        assert response.status_code == 200
        assert not {"Content-Encoding", "Vary"} & set(response.headers.keys())


@pytest.mark.parametrize("coding", DECODE)
def test_a_large_answer_of_an_operation_is_compressed(client, dealt, coding):
    body = {"state": dealt, "expand": True, "limit": 1000}
    plain = client.post("/v1/actions/options", json=body)
    assert len(plain.data) >= 16_384
    packed = client.post("/v1/actions/options", json=body, headers={"Accept-Encoding": coding})
    assert (packed.headers["Content-Encoding"], packed.headers["Vary"]) == (coding, "Accept-Encoding")
    assert packed.content_length == len(packed.data)
    assert decoded(packed) == plain.data
    assert "ETag" not in packed.headers


def test_what_is_large_can_be_set(service):
    length = len(service().post("/v1/deals", json=FIRST_DEAL).data)
    gzip = {"Accept-Encoding": "gzip"}
    packed = service(COMPRESS_FROM_BYTES=str(length)).post("/v1/deals", json=FIRST_DEAL, headers=gzip)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert json.loads(decoded(packed))["state"]["phase"] == "elder_exchange"
    above = service(COMPRESS_FROM_BYTES=str(length + 1)).post("/v1/deals", json=FIRST_DEAL, headers=gzip)
    assert "Content-Encoding" not in above.headers
    never = service(COMPRESS_FROM_BYTES="0").get(LARGE, headers=gzip)
    assert not {"Content-Encoding", "Vary"} & set(never.headers.keys())


@pytest.mark.parametrize("path", ["/v1/rulesets", "/v1/rulesets/portland", "/v1/rulesets/portland/differences/german"])
def test_what_is_read_is_known_again_and_what_is_posted_is_not_kept(client, path):
    etag = client.get(path).headers["ETag"]
    assert client.get(path, headers={"If-None-Match": etag}).status_code == 304
    response = client.post("/v1/deals", json=FIRST_DEAL, headers={"If-None-Match": "*"})
    assert response.status_code == 200
    assert response.headers["Cache-Control"] == "no-store"
    assert "ETag" not in response.headers
