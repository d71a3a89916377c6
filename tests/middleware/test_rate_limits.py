"""How much a caller may ask for, and what he is told of it. With a Redis: a real one."""

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from service.api.http.operation import Cost, Operation
from service.api.http.request_body import RequestBody
from service.api.http.streaming import CHUNK
from service.api.problems import Problem
from service.app import create_app
from service.cache import make_cache
from service.middleware import rate_limits
from service.middleware.admission import client_address, normalize_address
from service.middleware.rate_limits import InProcessCounter, RateLimits, make_counter
from service.settings.service import MiddlewareSettings, Quota, Settings
from tests.cache.servers import Server
from tests.contract.validation import operations
from tests.helpers.waiting import wait_until
from tests.middleware.conftest import FIRST_DEAL, KEY

MINUTE = Quota("minute", 10, 60)
# A minute begins here, and an hour and a day besides.
MIDNIGHT = 1_700_006_400.0


class Clock:
    def __init__(self, now: float = MIDNIGHT) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def charge(limits: RateLimits, caller: str = "ann", cost: int = 1) -> dict[str, str]:
    """The headers of a request that is answered, or those of one that is not, with Retry-After."""
    headers: list[tuple[str, str]] = []
    try:
        limits.charge(caller, cost, headers)
    except Problem as refused:
        return dict(headers) | refused.headers
    return dict(headers)


@pytest.fixture
def server(directory: Path) -> Iterator[Server]:
    """A Redis for this test alone, to be treated badly."""
    with Server(directory / "one") as started:
        yield started


# ---------------------------------------------------------------- windows


def test_a_caller_is_told_what_is_left_and_for_how_long():
    clock = Clock(MIDNIGHT + 12.5)
    limits = RateLimits([MINUTE], InProcessCounter(), clock)
    assert charge(limits) == {"RateLimit-Policy": '"minute";q=10;w=60', "RateLimit": '"minute";r=9;t=48'}
    clock.now += 30
    assert charge(limits, cost=4)["RateLimit"] == '"minute";r=5;t=18'


def test_who_has_used_up_his_quota_waits_until_the_window_ends():
    clock = Clock(MIDNIGHT + 59.2)
    limits = RateLimits([MINUTE], InProcessCounter(), clock)
    for left in range(9, -1, -1):
        assert charge(limits)["RateLimit"] == f'"minute";r={left};t=1'
    refused = charge(limits)
    assert (refused["Retry-After"], refused["RateLimit"]) == ("1", '"minute";r=0;t=1')
    clock.now += int(refused["Retry-After"])
    assert charge(limits)["RateLimit"] == '"minute";r=9;t=60'


def test_a_request_that_is_refused_costs_nothing():
    limits = RateLimits([MINUTE], InProcessCounter(), Clock())
    charge(limits, cost=8)
    for _ in range(3):
        assert charge(limits, cost=3)["RateLimit"] == '"minute";r=2;t=60'
    assert "Retry-After" not in charge(limits, cost=2)
    assert "Retry-After" in charge(limits)


def test_what_is_dearer_than_a_whole_quota_takes_the_whole():
    limits = RateLimits([MINUTE], InProcessCounter(), Clock())
    assert charge(limits, cost=50)["RateLimit"] == '"minute";r=0;t=60'
    assert "Retry-After" in charge(limits, cost=50)


def test_callers_do_not_share():
    limits = RateLimits([Quota("day", 1, 86_400)], InProcessCounter(), Clock())
    assert "Retry-After" not in charge(limits, "ann")
    assert charge(limits, "ann")["Retry-After"] == "86400"
    assert "Retry-After" not in charge(limits, "ben")


def test_of_several_quotas_each_is_told_and_the_first_that_is_used_up_refuses():
    clock = Clock()
    limits = RateLimits([Quota("second", 2, 1), Quota("hour", 3, 3600)], InProcessCounter(), clock)
    first = charge(limits)
    assert first["RateLimit-Policy"] == '"second";q=2;w=1, "hour";q=3;w=3600'
    assert first["RateLimit"] == '"second";r=1;t=1, "hour";r=2;t=3600'
    charge(limits)
    assert charge(limits)["Retry-After"] == "1"
    clock.now += 1
    assert charge(limits)["RateLimit"] == '"second";r=1;t=1, "hour";r=0;t=3599'
    assert charge(limits)["Retry-After"] == "3599"


def test_a_refusal_by_one_quota_gives_back_what_the_others_took():
    clock = Clock()
    limits = RateLimits([Quota("second", 10, 1), Quota("minute", 12, 60)], InProcessCounter(), clock)
    charge(limits, cost=8)
    clock.now += 1
    for _ in range(3):
        assert charge(limits, cost=6)["RateLimit"] == '"minute";r=4;t=59'
    assert charge(limits, cost=4)["RateLimit"] == '"second";r=6;t=1, "minute";r=0;t=59'


def test_what_is_given_back_after_it_was_forgotten_is_no_credit():
    count = InProcessCounter(callers=1)
    count("ann", 60, 7, 3)
    count("ben", 60, 7, 1)
    count("ann", 60, 7, -3)
    assert count("ann", 60, 7, 1) == 1


def test_who_is_charged_twice_is_told_where_he_stands_once():
    limits, headers = RateLimits([MINUTE], InProcessCounter(), Clock()), list[tuple[str, str]]()
    limits.charge("ann", 1, headers)
    limits.charge("ann", 3, headers)
    assert headers == [("RateLimit-Policy", '"minute";q=10;w=60'), ("RateLimit", '"minute";r=6;t=60')]


@pytest.mark.parametrize(
    ("length", "price"),
    [(0, 3), (1000, 3), (1001, 4), (1000 + 512, 4), (1000 + 513, 5), (1000 + 10_240, 23)],
)
def test_a_price_has_a_base_and_grows_with_the_bytes_beyond_those_included(length, price):
    assert Cost(3, per_kib=2, included=1000).of(length) == price


# ---------------------------------------------------------------- over HTTP


def spent(response) -> int:
    """What a request took of a quota of 100,000."""
    return 100_000 - int(re.findall(r"r=(\d+)", response.headers["RateLimit"])[0])


@pytest.fixture
def priced() -> FlaskClient:
    """A service of two operations, of which one answers each chunk of a stream, within 100,000 a day."""

    def stream(chunks):
        for _ in chunks:
            yield b"{}\n"

    def answer(body):
        return {}

    cost = Cost(2, per_kib=1, included=1024)
    operations = [
        Operation("POST", "/v1/posted", "posted", RequestBody(), answer, cost, streams={"text/plain": stream}),
        Operation("POST", "/v1/longer", "longer", RequestBody(), answer, cost, bodies=2),
        Operation("GET", "/v1/got", "got", RequestBody(), answer, cost),
    ]
    settings = Settings(max_body_bytes=10_240, middleware=MiddlewareSettings(quotas=(Quota("day", 100_000, 86_400),)))
    return create_app(settings, operations).test_client()


def test_a_longer_body_costs_more_and_no_more_than_the_longest_that_is_read(priced):
    def price(length, path="/v1/posted"):
        return spent(priced.post(path, data=b"{}" + b" " * (length - 2), content_type="application/json"))

    assert price(1024) == 2
    assert price(1024 + 2048) == 2 + 4
    assert price(10_240) == 6 + 11
    assert price(200_000) == 17 + 11, "which is not read"
    assert price(200_000, "/v1/longer") == 28 + 21, "of twice the length: 2 and (2 * 10 - 1) KiB"


def test_a_body_of_unknown_length_costs_what_the_longest_does(priced):
    environ = {"CONTENT_LENGTH": "", "wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"}
    sent = {"input_stream": BytesIO(b"{}"), "content_type": "application/json", "environ_overrides": environ}
    response = priced.post("/v1/posted", **sent)
    assert (response.status_code, spent(response)) == (200, 11)


def test_a_length_that_is_none_is_refused_and_costs_nothing(priced):
    response = priced.post("/v1/posted", environ_overrides={"CONTENT_LENGTH": "many"})
    assert response.status_code == 400
    assert "RateLimit" not in response.headers


def test_of_a_get_the_query_string_is_what_counts(priced):
    assert spent(priced.get("/v1/got")) == 2
    assert spent(priced.get("/v1/got?" + "a" * 2048)) == 2 + 3


def test_a_stream_costs_what_a_body_of_its_length_does_and_is_charged_as_it_is_read(priced):
    begun = priced.post("/v1/posted", data=b"a" * (2 * CHUNK), content_type="text/plain", buffered=False)
    assert spent(begun) == 2 + 63, "for the first chunk, beyond the KiB that is included"
    assert spent(priced.get("/v1/got")) == 65 + 2, "the second has not been read"
    assert begun.get_data() == b"{}\n{}\n"
    assert spent(priced.get("/v1/got")) == 67 + 64 + 2


def test_a_stream_for_which_the_quota_is_used_up_ends_and_says_so():
    def stream(chunks):
        for chunk in chunks:
            yield b"%d\n" % len(chunk)

    cost = Cost(1, per_kib=1)
    operation = Operation(
        "POST", "/v1/posted", "posted", RequestBody(), lambda _: {}, cost, streams={"text/plain": stream}
    )
    settings = Settings(middleware=MiddlewareSettings(quotas=(Quota("day", 150, 86_400),)))
    client = create_app(settings, [operation]).test_client()

    def posted():
        return client.post("/v1/posted", data=b"a" * (3 * CHUNK), content_type="text/plain")

    *answers, last = posted().get_data().splitlines()
    assert answers == [b"65536", b"65536"], "1, 64 and 64 of 150"
    assert json.loads(last)["code"] == "too_many_requests"
    refused = posted()
    assert (refused.status_code, refused.get_json()["code"]) == (429, "too_many_requests"), "before its first line"


def test_without_a_limit_nothing_is_told(client):
    response = client.post("/v1/deals", json=FIRST_DEAL)
    assert not {"RateLimit", "RateLimit-Policy", "Retry-After"} & {name for name, _ in response.headers}


def test_answers_and_refusals_tell_where_the_caller_stands(service, problem):
    client = service(RATE_LIMIT="3/day")
    for left, body in ((2, FIRST_DEAL), (1, {}), (0, FIRST_DEAL)):
        response = client.post("/v1/deals", json=body)
        assert response.status_code == (200 if body else 422)
        assert response.headers["RateLimit-Policy"] == '"day";q=3;w=86400'
        assert re.fullmatch(rf'"day";r={left};t=\d+', response.headers["RateLimit"])
    response = client.get("/v1/rulesets")
    params = problem(response, "too_many_requests")["params"]
    seconds = int(response.headers["Retry-After"])
    assert params == {"quota": "day", "amount": 3, "left": 0, "cost": 1, "seconds": seconds}
    assert 1 <= seconds <= 86_400
    assert response.headers["RateLimit"] == f'"day";r=0;t={seconds}'


def test_a_refusal_after_a_request_was_read_names_its_whole_price():
    """An exchange analysis is charged its base first, and the rest once it is read: 178 units in all."""
    limits, headers = RateLimits((Quota("day", 200, 86_400),), InProcessCounter(), clock=lambda: 0.0), []
    limits.charge("club", 50, headers)
    with pytest.raises(Problem) as unread:
        limits.charge("club", 160, headers)
    assert unread.value.detail.endswith("does not leave the 160 that this operation costs at least")
    limits.charge("club", 20, headers)
    with pytest.raises(Problem) as refused:
        limits.charge("club", 158, headers, paid=20)
    assert refused.value.detail == "the quota of 200 per day does not leave the 178 that this request costs in all"
    left = {"left": 130, "cost": 178, "seconds": 86_400}
    assert refused.value.extra["params"] == {"quota": "day", "amount": 200, **left}


def test_many_actions_cost_more_than_one(service):
    client = service(RATE_LIMIT="100/day")
    before = client.post("/v1/actions/check", json={}).headers["RateLimit"]
    after = client.post("/v1/actions/check-many", json={}).headers["RateLimit"]
    assert [int(re.findall(r"r=(\d+)", told)[0]) for told in (before, after)] == [99, 97]


def test_what_is_dear_to_compute_costs_more_than_all_else(service):
    client, before = service(RATE_LIMIT="100000/day"), 100_000
    dear = {
        *("/v1/actions/check-many", "/v1/hands/evaluate", "/v1/play/analyse", "/v1/exchanges/analyse"),
        *("/v1/records/verify", "/v1/records/convert", "/v1/rulings", "/v1/records/review", "/v1/advice"),
        *("/v1/events/verify", "/v1/standings", "/v1/records/compare"),
        *("/v1/states/picture", "/v1/voleur/states/picture", "/v1/normand/states/picture"),
        *("/v1/voleur/actions/check-many", "/v1/normand/actions/check-many"),
    }
    costs = {}
    for path in {path for method, path, _ in operations().values() if method == "POST"} | dear:
        left = int(re.findall(r"r=(\d+)", client.post(path, json={}).headers["RateLimit"])[0])
        costs[path], before = before - left, left
    assert {path for path, cost in costs.items() if cost > 1} == dear
    dearest = {path for path, cost in costs.items() if cost == max(costs.values())}
    assert dearest == {"/v1/advice"}


def test_a_caller_is_known_by_his_key_wherever_he_calls_from(service):
    client = service(RATE_LIMIT="1/day", API_KEYS=f"club:{KEY},club:{KEY}-2,ann:{KEY}-3")

    def status(key, remote):
        sent = {"headers": {"X-API-Key": key}, "environ_overrides": {"REMOTE_ADDR": remote}}
        return client.get("/v1/rulesets", **sent).status_code

    assert status(KEY, "192.0.2.1") == 200
    assert status(f"{KEY}-2", "192.0.2.2") == 429
    assert status(f"{KEY}-3", "192.0.2.1") == 200


def test_who_has_no_key_is_charged_nothing(service):
    client = service(RATE_LIMIT="1/day", API_KEYS=f"club:{KEY}")
    for _ in range(3):
        response = client.get("/v1/rulesets")
        assert response.status_code == 401
        assert "RateLimit" not in response.headers


# ---------------------------------------------------------------- addresses


def from_address(remote: str, forwarded: str | None = None, trusted: int = 0) -> str:
    environ = {"REMOTE_ADDR": remote} | ({} if forwarded is None else {"HTTP_X_FORWARDED_FOR": forwarded})
    return client_address(environ, trusted)


def test_what_anybody_can_write_is_believed_of_ones_own_proxies_only():
    forwarded = "203.0.113.9, 192.0.2.7, 10.0.0.2"
    assert from_address("10.0.0.1", forwarded) == "10.0.0.1"
    assert from_address("10.0.0.1", forwarded, 1) == "10.0.0.2"
    assert from_address("10.0.0.1", forwarded, 2) == "192.0.2.7"
    assert from_address("10.0.0.1", "192.0.2.7", 1) == "192.0.2.7"


@pytest.mark.parametrize("forwarded", [None, "", "nonsense", "192.0.2.7, ", "1" * 5000])
def test_where_a_proxy_did_not_say_it_is_the_proxy_that_calls(forwarded):
    assert from_address("10.0.0.1", forwarded, 1) == "10.0.0.1"
    assert from_address("10.0.0.1", "192.0.2.7", 2) == "10.0.0.1"


def test_a_socket_in_the_file_system_has_no_address():
    assert from_address("") == "local"


def test_a_network_of_version_six_is_one_caller():
    assert normalize_address("2001:db8:1:2:3:4:5:6") == normalize_address("2001:db8:1:2::9") == "2001:db8:1:2::/64"
    assert normalize_address("2001:db8:1:3::9") == "2001:db8:1:3::/64"
    assert normalize_address("::ffff:192.0.2.7") == normalize_address("192.0.2.7") == "192.0.2.7"
    assert normalize_address("fe80::1%eth0") == "fe80::/64"


# ---------------------------------------------------------------- in the process


def test_what_is_counted_is_forgotten_when_the_next_window_begins():
    count = InProcessCounter()
    assert [count("ann", 60, 7, 3), count("ann", 60, 7, -1), count("ben", 60, 7, 5), count("ann", 1, 420, 9)] == [
        3,
        2,
        5,
        9,
    ]
    assert [count("ann", 60, 8, 1), count("ann", 60, 8, 1), count("ann", 1, 420, 1)] == [1, 2, 10]


def test_the_first_window_of_the_epoch_is_one_like_all_others():
    """A machine whose clock is not set begins there."""
    count = InProcessCounter()
    assert [count("ann", 86_400, 0, 3), count("ann", 86_400, 0, 1), count("ann", 86_400, 1, 1)] == [3, 4, 1]


def test_who_comes_late_to_a_window_does_not_begin_it_anew():
    """Threads take their turn in any order, and a clock may be set back."""
    count = InProcessCounter()
    assert [count("ann", 60, 8, 5), count("ann", 60, 7, 1), count("ann", 60, 8, 1)] == [5, 6, 7]


def test_no_more_callers_are_kept_in_mind_than_there_is_room_for():
    count = InProcessCounter(callers=3)
    for caller in "abcd":
        count(caller, 60, 7, 1)
    assert [count(caller, 60, 7, 1) for caller in "dcb"] == [2, 2, 2]
    assert count("a", 60, 7, 1) == 1


def test_a_worker_remembers_100_000_callers():
    """docs/configuration.md, Rate limits."""
    count = InProcessCounter()
    for number in range(100_000):
        count(str(number), 60, 7, 1)
    assert count("0", 60, 7, 1) == 2
    count("one more", 60, 7, 1)
    assert [count("0", 60, 7, 1), count("1", 60, 7, 1)] == [1, 1], "each of them for another"


def test_threads_lose_no_count():
    count = InProcessCounter()
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda turn: count("ann", 3600, 7, 1), range(4000)))
    assert count("ann", 3600, 7, 0) == 4000


# ---------------------------------------------------------------- together with others


#: Seconds that a question to a Redis may take: to a sound one, however busy the machine is, and to one that is silent.
PATIENT, SHORT = 60.0, 0.5


def worker(url: str | None, amount: int, timeout: float = PATIENT) -> FlaskClient:
    settings = MiddlewareSettings(quotas=(Quota("day", amount, 86_400),))
    return create_app(Settings(redis_url=url, redis_timeout=timeout, middleware=settings)).test_client()


def test_all_workers_count_together_in_a_redis(server):
    workers = [worker(server.url, 5) for _ in range(2)]
    statuses = [workers[turn % 2].get("/v1/rulesets").status_code for turn in range(7)]
    assert statuses == [200] * 5 + [429] * 2


def test_the_client_of_a_redis_is_imported_only_with_one():
    assert "Redis" not in vars(rate_limits)


def test_without_a_redis_each_counts_alone():
    workers = [worker(None, 1) for _ in range(2)]
    assert [worker.get("/v1/rulesets").status_code for worker in (*workers, *workers)] == [200, 200, 429, 429]


def test_a_refusal_gives_back_what_was_counted_in_a_redis(server):
    shared = make_counter(make_cache(Settings(redis_url=server.url, redis_timeout=PATIENT)).redis)
    limits = RateLimits([Quota("minute", 10, 60), Quota("day", 3, 86_400)], shared, Clock())
    charge(limits, cost=2)
    assert charge(limits, cost=2)["RateLimit"] == '"day";r=1;t=86400'
    assert sorted(map(int, server.client.mget(server.client.keys("*")))) == [2, 2]


@pytest.mark.parametrize("by", ["port", "socket"])
def test_what_is_counted_in_a_redis_is_forgotten_there(server, by):
    settings = Settings(redis_url=server.url if by == "port" else server.unix_url, redis_timeout=PATIENT)
    one, other = (make_counter(make_cache(settings).redis) for _ in range(2))
    assert (one("k", 60, 7, 3), other("k", 60, 7, 4), one("k", 60, 7, -4)) == (3, 7, 3)
    (key,) = server.client.keys("*")
    assert 0 < server.client.ttl(key) <= 60
    assert "cmdstat_multi" not in server.client.info("commandstats"), "no transaction, which would be two commands more"


def test_a_redis_that_is_gone_refuses_nobody_and_is_asked_again(server):
    count = make_counter(make_cache(Settings(redis_url=server.url, redis_timeout=PATIENT)).redis)
    assert [count("k", 60, 7, 1) for _ in range(3)] == [1, 2, 3]
    server.kill()
    assert [count("k", 60, 7, 1) for _ in range(3)] == [1, 2, 3], "it goes on in the process, from the beginning"
    server.start()
    wait_until(lambda: count("other", 60, 7, 1) and server.client.exists("piquet:limits:other/60/7"))


def test_the_metrics_show_that_the_redis_of_the_quotas_is_gone_though_nothing_is_cached(server):
    server.kill()
    settings = {"METRICS": "on", "RATE_LIMIT": "100/minute", "REDIS_URL": server.url}
    app = create_app(Settings.from_env(settings))
    client = app.test_client()

    def works() -> str:
        app.extensions["metrics"].on_tick()
        return next(line for line in client.get("/metrics").text.splitlines() if line.startswith("piquet_cache_works "))

    assert works() == "piquet_cache_works 1.0", "nobody has asked it"
    while works() == "piquet_cache_works 1.0":
        assert client.get("/v1/rulesets").status_code == 200
    assert works() == "piquet_cache_works 0.0"


def test_a_redis_that_refuses_to_count_refuses_nobody(server):
    server.client.set("piquet:limits:k/60/7", "no number")
    count = make_counter(make_cache(Settings(redis_url=server.url, redis_timeout=PATIENT)).redis)
    assert [count("k", 60, 7, 1) for _ in range(3)] == [1, 2, 3]


def test_a_redis_that_says_nothing_refuses_nobody(server):
    client = worker(server.url, 2, SHORT)
    assert client.get("/v1/rulesets").status_code == 200
    server.pause()
    other = {"REMOTE_ADDR": "192.0.2.1"}  # of whom nothing has been counted, whether or not there was a reply before
    assert [client.get("/v1/rulesets", environ_base=other).status_code for _ in range(3)] == [200, 200, 429]
    server.resume()
