"""Pages of an analysis of an exchange from every kind of cache are those of a service that remembers nothing."""

import itertools
import random
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.api.resources.exchanges import FEW
from service.app import create_app
from service.cache.redis_store import SignedEntries
from service.settings.service import Settings
from tests.helpers.cards import PACK, in_order

SEED = "exchange rows"
ROWS = 12 + 66 + 220  # the discards of one to three cards (R4.2)
LIMITS = (1, 10, 11, FEW, FEW + 1, 5000)
PATH = "/v1/exchanges/analyse"


def service(memory: int, redis_url: str | None = None) -> FlaskClient:
    settings = Settings(cache_memory_bytes=memory, redis_url=redis_url, redis_timeout=5.0)
    return create_app(settings).test_client()


def asked(client: FlaskClient, body: dict[str, Any]) -> dict[str, Any]:
    response = client.post(PATH, json=body)  # this client holds it against the contract
    assert response.status_code == 200, response.get_data(as_text=True)
    return response.json


def question(rng: random.Random) -> dict[str, Any]:
    """Younger, who may exchange three cards at most; some cards of the other player and of the talon are known."""
    dealt = rng.sample(PACK, 12 + 4)
    return {
        "side": "younger",
        "hand": dealt[:12],
        "held": dealt[12 : 12 + rng.randrange(3)],
        "known": dealt[14 : 14 + rng.randrange(3)],
        "mode": rng.choice(["full", "plain"]),
    }


def turned(body: dict[str, Any], names: str) -> dict[str, Any]:
    """The same question with other names of the suits."""
    table = str.maketrans("SHDC", names)
    return {**body, **{each: [card.translate(table) for card in body[each]] for each in ("hand", "held", "known")}}


def with_names(row: dict[str, Any], names: str) -> tuple[frozenset[str], dict[str, Any]]:
    """A row with other names of the suits: its discard, and the rest of it."""
    table = str.maketrans("SHDC", names)
    rest = {name: value for name, value in row.items() if name != "discard"}
    return frozenset(card.translate(table) for card in row["discard"]), rest


@pytest.mark.parametrize("number", range(2))
def test_a_page_is_the_beginning_of_all_rows_whatever_is_remembered(kept_server, number):
    rng = random.Random(f"{SEED} {number}")
    print("seed", SEED, number)
    body = question(rng)
    whole = asked(service(0), {**body, "limit": 5000})
    assert whole["discards"] == len(whole["rows"]) == ROWS
    # The least memory keeps rows of a few pages only, and no page of all.
    for memory, redis_url in ((0, kept_server.url), (100_000, None), (1 << 24, None), (1 << 24, kept_server.url)):
        client = service(memory, redis_url)
        for limit in rng.choices(LIMITS, k=6):
            page = asked(client, {**body, "limit": limit})
            assert page == {**whole, "rows": whole["rows"][:limit]}, (memory, limit)


def test_a_page_has_the_suits_of_its_request_and_takes_no_other_analysis(kept_server):
    rng = random.Random(SEED)
    print("seed", SEED)
    body = question(rng)
    clients = [service(memory, kept_server.url) for memory in (0, 1 << 24)]
    whole = asked(clients[0], {**body, "limit": ROWS})["rows"]
    assert len(whole) == ROWS
    for limit, names in itertools.product((7, FEW, ROWS), ("HSDC", "CDHS", "".join(rng.sample("SHDC", 4)))):
        for client in clients:
            rows = asked(client, {**turned(body, names), "limit": limit})["rows"]
            assert [with_names(row, "SHDC") for row in rows] == [with_names(row, names) for row in whole[:limit]]
            assert [row["discard"] for row in rows] == [in_order(row["discard"]) for row in rows]
    assert kept_server.client.dbsize() == 2, "the analysis, and its first rows"


def test_all_rows_are_not_taken_for_the_first_ones_nor_the_entry_of_another_region(kept_server):
    rng, signed, redis = random.Random(f"{SEED} regions"), SignedEntries(), kept_server.client
    print("seed", SEED, "regions")
    body, client = question(rng), service(0, kept_server.url)
    right = asked(client, {**body, "limit": FEW})
    (key,) = redis.keys("*:exchange_first_rows:*")
    (whole,) = redis.keys("*:exchange:*")
    for value in (redis.get(whole), signed.encode(key, signed.decode(whole, redis.get(whole)))):
        redis.set(key, value)
        assert asked(client, {**body, "limit": FEW}) == right
