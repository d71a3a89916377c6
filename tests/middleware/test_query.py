"""A QUERY (RFC 10008) costs, needs and is told what a POST does."""

from tests.middleware.conftest import FIRST_DEAL, KEY
from tests.middleware.test_metrics import numbers
from tests.middleware.test_prices import left

SHEETS = {"records": ["piquet-record 1\nruleset: portland@1\n\ndeal 1\nscore: 28-23\n"] * 9}


def test_a_query_costs_what_a_post_costs(service):
    client = service(HTTP_QUERY="on", RATE_LIMIT="1000/day")
    before = 1000
    costs = []
    for method in ("POST", "QUERY"):
        for path, body in (("/v1/deals", FIRST_DEAL), ("/v1/records/verify", SHEETS)):
            now = left(client.open(path, method=method, json=body))
            costs.append(before - now)
            before = now
    assert costs[:2] == costs[2:]
    assert costs[0] == 1 and costs[1] > 2


def test_a_query_needs_a_key_where_a_post_does(service, problem):
    client = service(HTTP_QUERY="on", API_KEYS=f"club:{KEY}")
    problem(client.open("/v1/deals", method="QUERY", json=FIRST_DEAL), "unauthorized")
    sent = {"X-API-Key": KEY}
    assert client.open("/v1/deals", method="QUERY", json=FIRST_DEAL, headers=sent).status_code == 200


def test_a_query_is_counted_and_logged(service, lines):
    client = service(HTTP_QUERY="on", ACCESS_LOG="1", METRICS="on")
    for method in ("POST", "QUERY"):
        client.open("/v1/deals", method=method, json=FIRST_DEAL)
    assert [(line["method"], line["route"], line["status"]) for line in lines()] == [
        ("POST", "/v1/deals", 200),
        ("QUERY", "/v1/deals", 200),
    ]
    assert numbers(client)["piquet_requests_total", "/v1/deals", "200"] == 2


def test_a_query_is_compressed_as_a_post_is(service):
    client = service(HTTP_QUERY="on", COMPRESS_FROM_BYTES="500")
    query, post = (
        client.open("/v1/deals", method=method, json=FIRST_DEAL, headers={"Accept-Encoding": "gzip"})
        for method in ("QUERY", "POST")
    )
    assert query.headers["Content-Encoding"] == "gzip"
    assert query.data == post.data
