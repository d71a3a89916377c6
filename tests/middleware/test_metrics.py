"""What is counted, and who may read it. With several workers: tests/server/test_middleware.py."""

import re

import pytest
from prometheus_client.parser import text_string_to_metric_families

from service.runtime.request_context import RequestContext
from tests.cache.servers import Server
from tests.contract.test_examples import request_of
from tests.helpers.running_service import ROOT
from tests.middleware.conftest import FIRST_DEAL


@pytest.fixture
def server(directory):
    with Server(directory / "one") as started:
        yield started


def numbers(client, **headers):
    """Every number on the page, by its name and labels, which are in the order of their names."""
    response = client.get("/metrics", headers=headers)
    assert response.status_code == 200
    assert response.mimetype == "text/plain"
    assert response.headers["Cache-Control"] == "no-store"
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(response.text)
        for sample in family.samples
    }


def test_the_metrics_are_those_of_the_documents_with_their_labels_and_buckets(service, dealt):
    client = service(METRICS="on")
    wrong = {"seat": "A", "type": "play", "card": dealt["hands"]["A"][0]}
    client.post("/v1/actions/check", json={"state": dealt, "action": wrong})
    client.get("/nowhere")
    metrics = client.application.extensions["metrics"]
    metrics.on_refusal(503)
    with_cluster = RequestContext("", "", "")
    with_cluster.recorded["cluster"] = {"away": 1}
    metrics.on_response({}, with_cluster, 200, 0, 0.0)
    samples = [
        sample
        for family in text_string_to_metric_families(client.get("/metrics").text)
        for sample in family.samples
        if sample.name.startswith("piquet_")
    ]
    section = (ROOT / "docs" / "monitoring.md").read_text(encoding="utf-8").partition("\n## Metrics\n")[2]
    rows = re.findall(r"^\| `(piquet_\w+)` \| (.+?) \| (.+) \|$", section, re.MULTILINE)
    documented = {name: set(re.findall(r"`(\w+)`", labels)) for name, labels, _ in rows}
    found = {re.sub(r"_(bucket|count|sum)$", "", sample.name): sample.labels.keys() - {"le"} for sample in samples}
    assert found == documented
    (buckets,) = (re.findall(r"[\d.]*\d", about) for name, _, about in rows if name == "piquet_request_seconds")
    bounds = {float(sample.labels["le"]) for sample in samples if "le" in sample.labels}
    assert bounds == {*map(float, buckets), float("inf")}


def test_there_are_no_metrics_unless_they_are_asked_for(client, problem):
    problem(client.get("/metrics"), "not_found")


def test_requests_are_counted_by_route_and_status(service):
    client = service(METRICS="on")
    for path in ("/v1/rulesets/portland", "/v1/rulesets/german", "/v1/rulesets/whist", "/no/where", "/not/here"):
        client.get(path)
    client.post("/v1/deals", json={})
    found = numbers(client)
    assert found["piquet_requests_total", "/v1/rulesets/{name}", "200"] == 2
    assert found["piquet_requests_total", "/v1/rulesets/{name}", "404"] == 1
    assert found["piquet_requests_total", "unknown", "404"] == 2
    assert found["piquet_requests_total", "/v1/deals", "422"] == 1
    assert found["piquet_problems_total", "not_found"] == 2
    assert found["piquet_problems_total", "unknown_ruleset"] == 1
    assert found["piquet_request_seconds_count", "/v1/rulesets/{name}"] == 3
    assert found["piquet_request_seconds_sum", "/v1/rulesets/{name}"] > 0


def test_rulesets_violations_and_what_was_known_are_counted(service, dealt):
    client = service(METRICS="on")
    item = {"state": dealt, "action": {"seat": "A", "type": "play", "card": dealt["hands"]["A"][0]}}
    answer = client.post("/v1/actions/check-many", json={"items": [item] * 3}).json
    overrides = {"name": "german", "overrides": {}}
    assert client.post("/v1/parties", json={"ruleset": overrides, "first_dealer": "A"}).status_code == 200
    found = numbers(client)
    codes = [reason["code"] for each in answer["items"] for reason in each["violations"]]
    assert codes
    for code in codes:
        assert found["piquet_violations_total", code] == codes.count(code)
    assert found["piquet_rulesets_total", "portland@1"] == 3
    assert found["piquet_rulesets_total", "german@1"] == 1
    assert found["piquet_cache_total", "miss", "states"] == 1
    assert found["piquet_cache_total", "hit", "states"] == 2


def test_the_tiers_of_the_cache_are_counted(service, server):
    """Two processes that share a Redis: what the one has computed the other finds there, and then in itself."""
    one, other = (service(METRICS="on", REDIS_URL=server.url, REDIS_TIMEOUT_MS="5000") for _ in range(2))
    body = request_of("analyse_play", "w1_second_card")
    answers = [client.post("/v1/play/analyse", json=body) for client in (one, other, other)]
    assert [answer.status_code for answer in answers] == [200] * 3
    found = {name: count for name, count in numbers(one).items() if name[0] == "piquet_cache_total"}
    assert found == {("piquet_cache_total", "miss", "states"): 1, ("piquet_cache_total", "miss", "all"): 1}
    found = {name[1:]: count for name, count in numbers(other).items() if name[0] == "piquet_cache_total"}
    assert found == {("miss", "states"): 1, ("hit", "states"): 1, ("hit", "redis"): 1, ("hit", "in_process"): 1}


def test_no_caller_can_add_a_label(service):
    client = service(METRICS="on")
    for odd in ("AS", "x" * 100, "%0a"):
        client.get(f"/v1/rulesets/{odd}")
        client.open(f"/{odd}", method=odd[:1])
        client.post("/v1/parties", json={"ruleset": odd, "first_dealer": "A"})
        client.post("/v1/parties", json={"ruleset": {"name": odd, "overrides": {odd: 1}}, "first_dealer": "A"})
    routes = {name[1] for name in numbers(client) if name[0] == "piquet_requests_total"}
    assert routes == {"/v1/rulesets/{name}", "/v1/parties", "unknown"}
    assert not [name for name in numbers(client) if name[0] == "piquet_rulesets_total"]


def test_who_has_a_token_may_read_and_nobody_else(service, problem):
    client = service(METRICS="on", METRICS_TOKEN="let-me-read-them")
    response = client.get("/metrics")
    assert "METRICS_TOKEN" in problem(response, "unauthorized")["detail"]
    assert response.headers["WWW-Authenticate"].startswith("Bearer ")
    wrong = problem(client.get("/metrics", headers={"Authorization": "Bearer let-me-read"}), "unauthorized")
    assert "METRICS_TOKEN" in wrong["detail"] and "API key" not in wrong["detail"] + wrong["title"]
    found = numbers(client, Authorization="Bearer let-me-read-them")
    assert found["piquet_requests_total", "/metrics", "401"] == 2


def test_a_token_that_is_no_text_opens_nothing(service, problem):
    """Python gives bytes of the environment that are no UTF-8 as surrogates (PEP 383)."""
    client = service(METRICS="on", METRICS_TOKEN="\udcff\udcfe")
    problem(client.get("/metrics", headers={"Authorization": "Bearer \xff\xfe"}), "unauthorized")


def test_the_keys_of_the_operations_do_not_open_the_metrics_nor_is_one_needed(service, problem):
    client = service(METRICS="on", API_KEYS="club:correct-horse-battery")
    problem(client.post("/v1/deals", json=FIRST_DEAL), "unauthorized")
    assert numbers(client)["piquet_requests_total", "/v1/deals", "401"] == 1
    client = service(METRICS="on", METRICS_TOKEN="let-me-read-them", API_KEYS="club:correct-horse-battery")
    problem(client.get("/metrics", headers={"X-API-Key": "correct-horse-battery"}), "unauthorized")


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_metrics_are_text(service, problem, accept):
    problem(service(METRICS="on").get("/metrics", headers={"Accept": accept}), "not_acceptable")


def test_prometheus_is_answered(service):
    accept = "application/openmetrics-text;version=1.0.0;q=0.6,text/plain;version=0.0.4;q=0.5,*/*;q=0.1"
    client = service(METRICS="on")
    numbers(client, Accept=accept)
    assert numbers(client, Accept=accept)["piquet_requests_total", "/metrics", "200"] == 1
    assert numbers(client, Accept="text/plain")["piquet_requests_total", "/metrics", "200"] == 2
