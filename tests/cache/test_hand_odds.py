"""The odds of many hands, from a real Redis: whatever becomes of it, the answers are those without one."""

import random
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from service.api.resources.hands import LEAST_HANDS, LEAST_SHARE, PROBE, HandOdds
from service.app import create_app
from service.cache import Cache
from service.cache.redis_store import SignedEntries
from service.cache.single_flight import InProcessStore
from service.settings.service import Settings
from tests.cache.helpers import cache_at
from tests.cache.servers import Server
from tests.helpers.running_service import ROOT

PACK = [rank + suit for suit in "SHDC" for rank in "789TJQKA"]
TURNED = str.maketrans("SHDC", "DCSH")
HOLDINGS = 3


def service(redis_url: str | None = None, mode: Any = "on", **more: Any) -> FlaskClient:
    settings = Settings(redis_url=redis_url, cache_evaluations=mode, **{"redis_timeout": 5.0, **more})
    return create_app(settings).test_client()


def hands(count: int, seed: str) -> list[dict[str, Any]]:
    """Hands of twelve, of some of which discards, cards seen and cards of the other are known."""
    rng = random.Random(seed)
    found = []
    for number in range(count):
        cards = rng.sample(PACK, 18)
        more = {"discards": cards[12:15], "known": cards[15:16], "held": cards[16:]} if number % 2 else {}
        found.append({"cards": cards[:12], **more})
    return found


def ask(client: FlaskClient, asked: list[dict[str, Any]], **more: Any) -> Any:
    response = client.post("/v1/hands/evaluate", json={"hands": asked, **more})
    assert response.status_code == 200, response.get_data(as_text=True)
    return response.json


def counted(client: FlaskClient) -> dict[tuple[str, str], float]:
    """What the caches have counted, by tier and outcome."""
    (family,) = [
        each for each in text_string_to_metric_families(client.get("/metrics").text) if each.name == "piquet_cache"
    ]
    return {(each.labels["tier"], each.labels["outcome"]): each.value for each in family.samples}


@pytest.fixture(scope="module")
def asked() -> list[dict[str, Any]]:
    return hands(60, "asked")


@pytest.fixture(scope="module")
def right(asked) -> Any:
    """What is answered without any Redis."""
    return ask(service(), asked)


def test_another_process_finds_all_hands_of_a_batch(server: Server, asked, right):
    assert ask(service(server.url), asked) == right
    assert server.client.dbsize() == len(asked)
    server.client.config_resetstat()
    assert ask(service(server.url), asked) == right
    stats = server.client.info("commandstats")
    assert stats["cmdstat_mget"]["calls"] == 1, "one question for all of them"
    assert "cmdstat_set" not in stats, "nothing was computed again"


def test_what_is_missing_is_computed_and_written_at_once(server: Server, asked, right):
    ask(service(server.url), asked[:20])
    server.client.config_resetstat()
    assert ask(service(server.url), asked) == right
    assert server.client.info("commandstats")["cmdstat_set"]["calls"] == 40
    assert server.client.dbsize() == 60
    (entry, *_) = server.client.keys()
    assert 0 < server.client.ttl(entry) <= Settings().cache_ttl


def test_hands_that_differ_in_the_names_of_the_suits_are_one(server: Server, asked):
    turned = [{name: [card.translate(TURNED) for card in cards] for name, cards in each.items()} for each in asked]
    expected = ask(service(), turned)
    ask(service(server.url), asked)
    server.client.config_resetstat()
    assert ask(service(server.url), turned) == expected
    assert "cmdstat_set" not in server.client.info("commandstats")
    assert server.client.dbsize() == len(asked)


def test_a_batch_in_a_helper_process_finds_and_keeps_the_same(server: Server, asked, right):
    client = service(server.url, analysis_processes=1, analysis_deadline=300.0)
    try:
        for _ in range(2):
            assert ask(client, asked) == right
        assert server.client.dbsize() == len(asked)
        assert server.client.info("commandstats")["cmdstat_set"]["calls"] == len(asked)
    finally:
        client.application.extensions["pool"].close()


@pytest.mark.parametrize("ruleset", ["portland", "old-36", "german"])
def test_under_every_pack_and_ruleset_the_answers_are_the_same(server: Server, asked, ruleset):
    expected = ask(service(), asked, ruleset=ruleset)
    client = service(server.url)
    assert ask(client, asked, ruleset=ruleset) == ask(client, asked, ruleset=ruleset) == expected


@pytest.mark.parametrize(
    ("mode", "count", "odds", "is_asked"),
    [
        ("on", 1, True, True),
        ("on", 1, False, False),  # without odds there is nothing to fetch
        ("off", 60, True, False),
        ("auto", LEAST_HANDS - 1, True, False),
        ("auto", LEAST_HANDS, True, True),
        ("auto", LEAST_HANDS, False, False),
    ],
)
def test_a_redis_is_asked_as_it_was_set(server: Server, mode, count, odds, is_asked):
    ask(service(server.url, mode), hands(count, "set"), odds=odds)
    assert server.client.dbsize() == (count if is_asked else 0)


def test_without_a_redis_nothing_is_asked():
    assert not HandOdds(Cache(InProcessStore(0)), "on").asks(1000)


def test_with_auto_a_redis_that_has_little_is_asked_now_and_then_until_it_has_much(server: Server):
    with cache_at(server.url, 5.0) as cache:
        odds = HandOdds(cache, "auto")
        number = 0

        def request(found: bool) -> None:
            nonlocal number
            keys = [b"piquet:test:%d" % (number + at) for at in range(LEAST_HANDS)]
            number += 0 if found else LEAST_HANDS
            batch = cache.batch(keys)
            odds.keep(batch, {at: b"x" for at, value in enumerate(batch.values) if value is None})

        # 0.9 ** 2 is 0.81, and 0.9 ** 3 is 0.73: the third request without a hit is the last that is asked for sure.
        for _ in range(2):
            request(found=False)
            assert odds.asks(LEAST_HANDS)
        request(found=False)
        told = [odds.asks(LEAST_HANDS) for _ in range(2 * PROBE)]
        assert told == ([False] * (PROBE - 1) + [True]) * 2
        assert not odds.asks(LEAST_HANDS)
        number -= LEAST_HANDS
        for _ in range(3):  # 1 - 0.9 ** 3 * (1 - 0.729) is 0.802
            request(found=True)
        assert all(odds.asks(LEAST_HANDS) for _ in range(PROBE))


@pytest.mark.parametrize(
    "fault",
    ["killed", "restarted empty", "paused", "rubbish", "another's entry", "wrong type", "giant", "packed giant"],
)
def test_the_answers_are_the_same_whatever_becomes_of_it(server: Server, asked, right, fault: str):
    assert ask(service(server.url), asked) == right
    redis = server.client
    entries = redis.keys()
    assert len(entries) == len(asked)
    seal = SignedEntries()
    match fault:
        case "killed":
            server.kill()
        case "restarted empty":
            server.kill()
            server.start()
        case "paused":
            server.pause()
        case "rubbish":
            for key in entries:
                redis.set(key, random.Random(repr(key)).randbytes(60))
        case "another's entry":
            values = [redis.get(key) for key in entries]
            for key, value in zip(entries, [*values[1:], values[0]], strict=True):
                redis.set(key, value)
        case "wrong type":
            for key in entries:
                redis.delete(key)
                redis.rpush(key, b"x")
        case "giant":
            redis.set(entries[0], bytes(1 << 20))
        case "packed giant":
            for key in entries:
                redis.set(key, seal.encode(key, bytes(1 << 19)))
    client = service(server.url, redis_timeout=0.05 if fault == "paused" else 5.0)
    try:
        for _ in range(5):
            assert ask(client, asked) == right
    finally:
        if fault == "paused":
            server.resume()


def test_a_redis_that_does_not_answer_is_left_alone_after_three_requests(server: Server, asked, right):
    """As for every other question: three failures, and then none for two seconds (docs/cache.md)."""
    client = service(server.url, redis_timeout=0.05, middleware=Settings.from_env({"METRICS": "on"}).middleware)
    server.pause()
    try:
        for _ in range(6):
            assert ask(client, asked) == right
    finally:
        server.resume()
    assert counted(client)["redis", "error"] == 3
    assert counted(client)["redis", "skipped"] == 3


#: What somebody may write for a hand with three holdings before C(20, 12) = 125,970 hands of the other.
FORGED: list[bytes] = [
    b"",
    b"\xff",
    b"\x91" * 1000,  # nested
    *map(
        msgspec.msgpack.encode,
        [
            None,
            [],
            {"good": 1},
            [[1, 2]] * HOLDINGS,
            [[1, 2, 3]] * HOLDINGS,  # not all hands
            [[-1, 1, 125_970]] * HOLDINGS,
            [["a", "b", "c"]] * HOLDINGS,
            [[0.5, 0.5, 125_969]] * HOLDINGS,
            [[125_970, 0, 0]] * (HOLDINGS - 1),
            [[125_970, 0, 0]] * (HOLDINGS + 1),
            [[1 << 63, 0, 0]] * HOLDINGS,
        ],
    ),
]


@pytest.mark.parametrize("value", FORGED, ids=range(len(FORGED)))
def test_what_cannot_be_the_odds_of_a_hand_is_computed_and_written_again(server: Server, value: bytes):
    """A point of eight, a huitième, four aces."""
    asked = [{"cards": ["AS", "KS", "QS", "JS", "TS", "9S", "8S", "7S", "AH", "KH", "AD", "AC"]}]
    right = ask(service(), asked)
    assert sum(len(right["hands"][0][name]) for name in ("points", "sequences", "sets")) == HOLDINGS
    ask(service(server.url), asked)
    (key,) = server.client.keys()
    kept = server.client.get(key)
    server.client.set(key, SignedEntries().encode(key, value))
    client = service(server.url, middleware=Settings.from_env({"METRICS": "on"}).middleware)
    assert ask(client, asked) == right
    assert counted(client)["redis", "rejected"] == 1
    assert server.client.get(key) == kept


def test_with_a_secret_no_forged_odds_are_taken(server: Server):
    asked = hands(20, "secret")
    right = ask(service(), asked)
    ask(service(server.url, cache_secret="one"), asked)
    for key in server.client.scan_iter():
        odds = msgspec.msgpack.decode(SignedEntries("one").decode(key, server.client.get(key)))
        server.client.set(
            key, SignedEntries().encode(key, msgspec.msgpack.encode([[sum(each), 0, 0] for each in odds]))
        )
    assert ask(service(server.url), asked) != right, "without a secret they would be"
    assert ask(service(server.url, cache_secret="one"), asked) == right


def test_in_a_cluster_the_hands_of_a_batch_are_found_wherever_they_lie(masters: list[Server], asked, right):
    url = "redis+cluster://" + ",".join(f"127.0.0.1:{master.port}" for master in masters)
    for _ in range(2):
        assert ask(service(url), asked) == right
    sizes = [master.client.dbsize() for master in masters]
    assert sum(sizes) == len(asked) and all(sizes)


def test_the_break_even_is_what_the_documents_say():
    text = (ROOT / "docs/cache.md").read_text()
    assert f"{LEAST_HANDS} hands or more" in text
    assert f"at least {LEAST_SHARE:.0%} of them".replace("%", " %") in text
    assert f"one request in {PROBE}" in text
