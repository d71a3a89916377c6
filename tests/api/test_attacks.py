"""What is sent by somebody who means ill, and looks like something else (docs/assurance.md)."""

import gzip
import json
import re
from functools import partial
from pathlib import Path

import pytest

from service.app import create_app
from service.multiplayer import parameters
from service.multiplayer.games import VOLEUR
from service.piquet.rulesets import published
from service.piquet.rulesets.parameters import RulesetError
from service.settings.service import MiddlewareSettings, Settings
from tests.contract.test_examples import ANSWERED, answered, request_of
from tests.contract.validation import operations

ROOT = Path(__file__).parents[2]


@pytest.fixture
def body():
    """A body of `check` that is all right: W1, elder's exchange."""
    return json.loads(json.dumps(request_of("check_action", "w1_exchange")))


# Cyrillic A, Greek Alpha, full width, mathematical, with a joiner, a heart for H, in small letters, with spaces.
LOOK_ALIKES = ["\u0410H", "\u0391H", "\uff21\uff28", "\U0001d400H", "A\u200dH", "A\u2665", "ah", " AH", "AH ", "AH\x00"]


@pytest.mark.parametrize("card", LOOK_ALIKES)
def test_what_only_looks_like_a_card_is_none(client, body, card):
    body["action"]["cards"][0] = card
    response = client.post("/v1/actions/check", json=body)
    assert response.status_code == 422
    assert response.json["errors"][0]["pointer"] == "/action/cards/0"
    assert client.get(f"/v1/hands/{card}KHQHJH").status_code in (404, 409, 422)


@pytest.mark.parametrize("name", ["__proto__", "constructor", "prototype", "__class__", "$where", "toString", ""])
@pytest.mark.parametrize("place", ["", "action", "state"])
def test_a_name_that_means_something_elsewhere_is_an_unknown_member(client, body, name, place):
    (body[place] if place else body)[name] = {"polluted": True}
    response = client.post("/v1/actions/check", json=body)
    assert response.status_code == 422
    (error,) = response.json["errors"]
    assert error["pointer"].startswith(f"/{place}")


RULESETS_READ = {"piquet": partial(published.ruleset, "portland"), "voleur": partial(parameters.ruleset, VOLEUR)}


@pytest.mark.parametrize("game", RULESETS_READ)
def test_near_names_are_looked_up_for_the_first_unknown_parameters_only(game):
    # A hundred states of a request may have 64 each, and comparing a name with all parameters takes long.
    with pytest.raises(RulesetError) as refused:
        RULESETS_READ[game]({f"targets_{number}": 1 for number in range(64)})
    suggested = ["did you mean target" in fault for fault in refused.value.faults.values()]
    assert suggested == [True] * 8 + [False] * 56


@pytest.mark.parametrize("number", ["9" * 500_000, "-" + "9" * 5000, "1e999999", "0." + "1" * 200_000])
def test_a_number_as_long_as_the_body_is_refused_at_once(client, number):
    sent = '{"ruleset": "portland", "scores": [{"A": ' + number + ', "B": 3}]}'
    response = client.post("/v1/settlements", data=sent, content_type="application/json")
    assert response.status_code == 422
    assert len(response.data) < 2000, "it is not repeated"


@pytest.fixture(scope="module")
def bomb():
    """A hundred mebibytes, in less than the mebibyte that is read."""
    packed = gzip.compress(b"[" * (100 << 20), 1)
    assert len(packed) < 1 << 20
    return packed


@pytest.mark.parametrize("coding", ["gzip", "GZip", "x-gzip", "identity, gzip", "deflate", "br", "zstd", " gzip "])
@pytest.mark.parametrize("media_type", ["application/json", "application/x-ndjson", "text/plain"])
@pytest.mark.parametrize("path", ["/v1/actions/check", "/v1/records/verify"])
def test_a_small_body_that_unpacks_to_a_large_one_is_not_unpacked(client, bomb, path, media_type, coding):
    headers = {"Content-Type": media_type, "Content-Encoding": coding}
    response = client.post(path, data=bomb, headers=headers)
    assert response.status_code == 415
    assert response.json["code"] == "unsupported_media_type"


# ---------------------------------------------------------------- what a browser may make of an answer

# OWASP's REST Security Cheat Sheet asks for the first three of every answer; its Cache-Control is below, its
# Strict-Transport-Security is the proxy's, which ends TLS. The others cost as little.
SECURITY_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def assert_guarded(response):
    """The headers are there, each once; the policy of a page, which has one of its own, lets nobody frame it."""
    guards = dict(SECURITY_HEADERS)
    if response.content_type == "text/html; charset=utf-8" and response.status_code == 200:
        (policy,) = response.headers.getlist("Content-Security-Policy")
        assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy and "object-src 'none'" in policy
        assert response.headers["Cross-Origin-Opener-Policy"] == "same-origin"
        del guards["Content-Security-Policy"]
    if response.request.method == "GET" and response.request.path.endswith("/picture") and response.status_code == 200:
        guards["Cross-Origin-Resource-Policy"] = "cross-origin"  # it has nothing but what its address says
    assert {name: response.headers.getlist(name) for name in guards} == {name: [guards[name]] for name in guards}


@pytest.mark.parametrize("settings", [{}, {"api_keys": (("club", "k" * 20),), "cors_origins": ("*",), "metrics": True}])
def test_every_answer_of_every_address_is_guarded(settings):
    app = create_app(Settings(middleware=MiddlewareSettings(**settings)))
    client, seen = app.test_client(), set()
    for rule in app.url_map.iter_rules():
        path = re.sub(r"<[^>]*>", "Nothing", rule.rule)
        for method in ("GET", "HEAD", "POST", "PUT", "OPTIONS"):
            response = client.open(path, method=method, headers={"Origin": "https://play.example"})
            assert_guarded(response)
            seen.add(response.status_code)
    assert_guarded(client.get("/nowhere"))
    etag = client.get("/openapi.json").headers["ETag"]
    assert_guarded(client.get("/openapi.json", headers={"If-None-Match": etag}))
    assert seen >= {200, 204, 308, 404, 405, 401 if settings else 415}


def test_a_mistake_of_the_service_is_guarded_too(shell):
    response = shell.post("/v1/stumble", json={"code": "x"})
    assert response.status_code == 500
    assert_guarded(response)


@pytest.mark.parametrize(("operation", "name"), ANSWERED, ids=[".".join(each) for each in ANSWERED])
def test_an_answer_with_cards_is_guarded_and_no_cache_on_its_way_keeps_it(operation, name, client):
    response = answered(operation, name, client)
    assert response.status_code == 200
    assert_guarded(response)
    kept = response.headers["Cache-Control"]
    if "ruleset" in operation or "law" in operation:
        assert kept == "public, max-age=300", "which have no cards"
    elif operations()[operation][0] == "GET" and operation not in ("livez", "readyz", "index", "version_index"):
        assert kept == "private, max-age=300", "its cards stood in the address"
    else:
        assert kept == "no-store"


def test_every_test_that_the_page_names_exists():
    page = (ROOT / "docs" / "assurance.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", page)
    assert len(named) > 25
    threats = page.partition("## Threats")[2].partition("\n## ")[0]
    rows = [line for line in threats.splitlines() if re.match(r"\| (?!threat |---)", line)]
    assert len(rows) > 50
    assert all(re.search(r"`tests/[\w/]+\.py::\w+` \|$", row) for row in rows), "a threat without a test"
    for path, name in named:
        assert re.search(rf"^def {name}\(", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE), (path, name)
