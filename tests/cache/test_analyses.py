"""The analyses over HTTP with a real Redis behind them: whatever becomes of it, the answers are those without one."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.settings.service import Settings
from tests.cache.helpers import PATIENT
from tests.cache.servers import Server

HAND = ["QS", "TS", "AH", "KH", "QH", "TH", "QD", "JD", "9D", "AC", "JC", "TC"]
OTHER = ["AS", "KS", "JS", "9S", "8S", "9H", "8H", "AD", "KD", "TD", "KC", "9C"]
# The same up to the names of the suits.
TURNED = str.maketrans("SHDC", "DCSH")
ASKED: dict[str, dict[str, Any]] = {
    "exchange": {"side": "younger", "hand": HAND, "at_most": 2},
    "play": {"ruleset": "portland", "hands": {"elder": HAND, "younger": OTHER}, "leader": "elder"},
}
PATHS = {"exchange": "/v1/exchanges/analyse", "play": "/v1/play/analyse"}


def service(redis_url: str | None = None, timeout: float = PATIENT) -> FlaskClient:
    """A service whose processes remember nothing by themselves."""
    settings = Settings(redis_url=redis_url, redis_timeout=timeout, cache_memory_bytes=0)
    return create_app(settings).test_client()


def ask(client: FlaskClient) -> dict[str, Any]:
    answers = {}
    for name, body in ASKED.items():
        response = client.post(PATHS[name], json=body)
        assert response.status_code == 200, response.get_data(as_text=True)
        answers[name] = response.json
    return answers


@pytest.fixture(scope="module")
def right() -> dict[str, Any]:
    """What is answered without any cache."""
    return ask(service())


def test_another_process_answers_from_the_redis(server: Server, right: dict[str, Any]):
    assert ask(service(server.url)) == right
    assert server.client.dbsize() == len(ASKED)
    assert ask(service(server.url)) == right
    assert server.client.dbsize() == len(ASKED)


def test_the_names_of_the_suits_make_no_difference(server: Server, right: dict[str, Any]):
    client = service(server.url)
    assert ask(client) == right
    hands = {side: [card.translate(TURNED) for card in cards] for side, cards in (("elder", HAND), ("younger", OTHER))}
    turned = client.post(PATHS["play"], json={**ASKED["play"], "hands": hands}).json
    assert turned["value"] == right["play"]["value"]
    assert server.client.dbsize() == len(ASKED)  # found, and not computed again


@pytest.mark.parametrize("fault", ["killed", "restarted empty", "paused", "rubbish", "another's entry", "wrong type"])
def test_the_answers_are_the_same_whatever_becomes_of_it(server: Server, right: dict[str, Any], fault: str):
    timeout = 0.05 if fault == "paused" else PATIENT
    client, redis = service(server.url, timeout), server.client
    assert ask(client) == right
    keys = redis.keys()
    match fault:
        case "killed":
            server.kill()
        case "restarted empty":
            server.kill()
            server.start()
        case "paused":
            server.pause()
        case "rubbish":
            for key in keys:
                redis.set(key, b"\x00rubbish" * 50)
        case "another's entry":
            first, second = (redis.get(key) for key in keys)
            redis.set(keys[0], second)
            redis.set(keys[1], first)
        case "wrong type":
            for key in keys:
                redis.delete(key)
                redis.lpush(key, "a list")
    try:
        assert ask(client) == right
        assert ask(service(server.url, timeout)) == right
    finally:
        if fault == "paused":
            server.resume()


def test_out_of_memory_it_still_answers(server: Server, right: dict[str, Any]):
    server.client.config_set("maxmemory-policy", "noeviction")
    server.client.config_set("maxmemory", "1")
    assert ask(service(server.url)) == right
