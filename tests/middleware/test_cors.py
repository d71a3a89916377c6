"""Pages of other origins: which may call, what they may send, and what they may see (Fetch standard, CORS protocol)."""

import pytest

from tests.middleware.conftest import FIRST_DEAL, KEY

HERE = "https://play.example"
PREFLIGHT = {
    "Origin": HERE,
    "Access-Control-Request-Method": "POST",
    "Access-Control-Request-Headers": "content-type,x-api-key",
}


def allowed(response):
    return {name for name, _ in response.headers if name.startswith("Access-Control-")}


def test_no_page_may_call_unless_it_is_said(client):
    for response in (
        client.options("/v1/deals", headers=PREFLIGHT),
        client.post("/v1/deals", json=FIRST_DEAL, headers={"Origin": HERE}),
    ):
        assert allowed(response) == set()
        assert "Vary" not in response.headers


def test_a_page_that_may_call_sees_answers_refusals_and_their_headers(service):
    client = service(CORS_ORIGINS=f"{HERE}, http://localhost:5173")
    for response in (
        client.post("/v1/deals", json=FIRST_DEAL, headers={"Origin": HERE}),
        client.post("/v1/deals", json={}, headers={"Origin": HERE}),
        client.get("/nowhere", headers={"Origin": HERE}),
    ):
        assert response.headers["Access-Control-Allow-Origin"] == HERE
        assert "Origin" in response.headers.get_all("Vary")
        shown = response.headers["Access-Control-Expose-Headers"].split(", ")
        assert {"Accept-Query", "ETag", "RateLimit", "Retry-After", "X-Request-ID", "traceparent"} <= set(shown)
        assert "Access-Control-Allow-Credentials" not in response.headers


@pytest.mark.parametrize("origin", ["https://play.example.evil", "http://play.example", "null", "", "https://play"])
def test_another_page_may_not_and_caches_are_told_that_it_matters(service, origin):
    response = service(CORS_ORIGINS=HERE).post("/v1/deals", json=FIRST_DEAL, headers={"Origin": origin})
    assert response.status_code == 200
    assert allowed(response) == set()
    assert response.headers.get_all("Vary") == ["Origin"]


def test_who_is_no_page_is_answered_as_ever(service):
    response = service(CORS_ORIGINS=HERE).post("/v1/deals", json=FIRST_DEAL)
    assert response.status_code == 200
    assert allowed(response) == set()
    assert response.headers.get_all("Vary") == ["Origin"]


def test_all_pages_may_call_where_that_is_said(service):
    response = service(CORS_ORIGINS="*").post("/v1/deals", json=FIRST_DEAL, headers={"Origin": "https://any.example"})
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert "Vary" not in response.headers


@pytest.mark.parametrize(
    ("path", "methods"), [("/v1/deals", "OPTIONS, POST"), ("/v1/rulesets/portland", "GET, HEAD, OPTIONS")]
)
def test_a_browser_that_asks_beforehand_learns_what_it_may_do_without_a_key_and_at_no_cost(service, path, methods):
    client = service(CORS_ORIGINS=HERE, API_KEYS=f"club:{KEY}", RATE_LIMIT="1/day")
    for _ in range(3):
        response = client.options(path, headers=PREFLIGHT)
        assert (response.status_code, response.data) == (204, b"")
        assert response.headers["Access-Control-Allow-Origin"] == HERE
        said = response.headers["Access-Control-Allow-Methods"]
        assert ", ".join(sorted(said.split(", "))) == methods
        may = {name.lower() for name in response.headers["Access-Control-Allow-Headers"].split(", ")}
        assert {"content-type", "x-api-key", "authorization", "x-request-id", "traceparent", "if-none-match"} <= may
        assert int(response.headers["Access-Control-Max-Age"]) > 0


def test_an_options_that_is_no_preflight_is_answered_with_allow_alone(service):
    response = service(CORS_ORIGINS=HERE).options("/v1/deals", headers={"Origin": HERE})
    assert response.status_code == 204
    assert "Access-Control-Allow-Methods" not in response.headers
