"""What every store does, in the process or on a real server, asked over TCP, over a Unix socket, or as a cluster."""

import os
from collections.abc import Iterator

import pytest

from service.cache.redis_store import LARGEST, RedisStore, Session, Unavailable
from service.cache.single_flight import InProcessStore
from tests.cache.helpers import counted, redis_at
from tests.helpers.random_cases import generator

NOISE = generator("noise").randbytes(LARGEST + 2000)


@pytest.fixture(params=["in process", "tcp", "unix socket", "cluster"])
def shared(request) -> Iterator[RedisStore | None]:
    """Where the store is, or None for one in the process."""
    match request.param:
        case "in process":
            yield None
            return
        case "tcp":
            url = request.getfixturevalue("kept_server").url
        case "unix socket":
            url = request.getfixturevalue("kept_server").unix_url
        case "cluster":
            masters = request.getfixturevalue("masters")
            url = "redis+cluster://" + ",".join(f"127.0.0.1:{master.port}" for master in masters)
    with redis_at(url, timeout=5.0) as redis:
        yield redis


@pytest.fixture
def store(shared: RedisStore | None) -> InProcessStore | Session:
    return InProcessStore(8 * LARGEST + 10_000) if shared is None else shared.session()


@pytest.fixture
def key(request) -> bytes:
    return b"piquet:test:" + generator(request.node.name).randbytes(8).hex().encode()


class TestContract:
    """The contract of a store."""

    def test_what_was_never_put_is_not_there(self, store, key):
        assert store.get(key) is None

    @pytest.mark.parametrize(
        "value",
        [b"", b"\0", b"good", bytes(range(256)), b"\r\n$-1\r\n", b"seven " * 5000, NOISE[:100_000]],
        ids=["empty", "nought", "short", "all bytes", "protocol", "long and dull", "long and random"],
    )
    def test_what_was_put_is_found_unchanged(self, store, key, value):
        store.put(key, value)
        assert store.get(key) == value

    def test_what_was_put_last_is_found(self, store, key):
        for value in (b"first", b"second"):
            store.put(key, value)
        assert store.get(key) == b"second"

    def test_keys_do_not_get_in_each_others_way(self, store, key):
        for number in range(100):
            store.put(key + b":%d" % number, b"%d" % number)
        assert [store.get(key + b":%d" % number) for number in range(100)] == [b"%d" % n for n in range(100)]

    def test_the_largest_value_is_kept(self, store, key):
        value = NOISE[:LARGEST]
        store.put(key, value)
        assert store.get(key) == value

    def test_a_value_that_is_too_large_is_not_kept_and_does_no_harm(self, store, key):
        store.put(key, NOISE)
        assert store.get(key) is None


@pytest.mark.parametrize("shared", ["tcp", "unix socket", "cluster"], indirect=True)
class TestClaims:
    """What only a store that processes share does, however it is asked."""

    def test_a_value_that_is_too_large_releases_the_claim(self, store, key):
        store.claim(key, 10)
        store.put(key, NOISE)
        assert store.claim(key, 10)

    def test_the_first_claim_is_granted_and_again_when_it_was_released(self, store, key):
        assert store.claim(key, 10)
        store.release(key)
        assert store.claim(key, 10)

    def test_what_was_never_claimed_may_be_released(self, store, key):
        store.release(key)
        assert store.claim(key, 10)

    def test_a_claim_is_no_value(self, store, key):
        store.claim(key, 10)
        assert store.get(key) is None


class TestShared:
    """What only a store that processes share does."""

    @pytest.mark.parametrize("scheme", ["redis", "redis+cluster"])
    def test_after_three_failures_in_a_row_a_redis_is_not_asked_for_a_while(self, scheme):
        with redis_at(f"{scheme}://127.0.0.1:1", timeout=5.0, clock=lambda: 0.0) as redis:
            for skipped in (0, 0, 0, 1):
                with pytest.raises(Unavailable):
                    redis.call(lambda client: client.ping(), 5.0)
                assert counted("redis skipped") == skipped
            assert not redis.works()


class TestInProcess:
    """What only the store in the process does."""

    def test_what_was_not_used_for_longest_goes_first(self):
        store = InProcessStore(10_000)
        for name in b"abcdefgh":
            store.put(bytes([name]), bytes(900))  # 1,200 bytes each with what it takes to keep them: eight fit
            store.get(b"a")
        store.put(b"i", bytes(900))
        assert store.get(b"b") is None
        assert store.get(b"a") == store.get(b"i") == bytes(900)

    def test_it_holds_no_more_than_it_may(self):
        store = InProcessStore(100_000)
        for number in range(1000):
            store.put(b"%d" % number, bytes(1000))
        kept = sum(store.get(b"%d" % number) is not None for number in range(1000))
        assert 50 < kept < 100

    def test_one_value_does_not_drive_out_all_others(self):
        store = InProcessStore(100_000)
        store.put(b"small", b"1")
        store.put(b"large", bytes(20_000))
        assert (store.get(b"small"), store.get(b"large")) == (b"1", None)

    def test_a_value_takes_at_most_an_eighth_with_three_hundred_bytes_to_keep_it(self):
        store = InProcessStore(8 * 1300)
        for size in (1000, 1001):
            store.put(b"%d" % size, bytes(size))
        assert (store.get(b"1000"), store.get(b"1001")) == (bytes(1000), None)

    def test_without_memory_it_keeps_nothing(self):
        store = InProcessStore(0)
        store.put(b"key", b"")
        assert store.get(b"key") is None


class TestRedis:
    """What only a store that processes share does."""

    def test_a_claim_keeps_others_off_until_it_ends_by_itself(self, kept_server, key):
        with redis_at(kept_server.url, 5.0) as one, redis_at(kept_server.unix_url, 5.0) as other:
            assert one.session().claim(key, 60)
            assert not other.session().claim(key, 60)
            (claim,) = kept_server.client.keys(b"*%b*" % key)
            assert 55_000 < kept_server.client.pttl(claim) <= 60_000

    def test_an_entry_ends_by_itself(self, kept_server, key):
        with redis_at(kept_server.url, 5.0, ttl=77) as redis:
            redis.session().put(key, b"value")
            assert 70 < kept_server.client.ttl(key) <= 77

    def test_one_process_finds_what_another_has_put(self, kept_server, key):
        with redis_at(kept_server.url, 5.0) as one, redis_at(kept_server.unix_url, 5.0) as other:
            one.session().put(key, b"value")
            assert other.session().get(key) == b"value"

    @pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
    def test_after_a_fork_nothing_is_shared_with_the_parent(self, kept_server, key):
        with redis_at(kept_server.url, 5.0) as redis:
            redis.session().put(key, b"parent")
            child = os.fork()
            if not child:
                store = redis.session()
                good = store.get(key) == b"parent"
                store.put(key, b"child")
                os._exit(0 if good else 1)
            assert os.waitpid(child, 0)[1] == 0
            assert [redis.session().get(key) for _ in range(3)] == [b"child"] * 3
            assert kept_server.client.info("clients")["connected_clients"] >= 2


def test_a_store_that_was_closed_makes_new_connections(kept_server):
    with redis_at(kept_server.url, timeout=5.0) as redis:
        redis.session().put(b"key", b"value")
        for _ in range(2):
            redis.close()
            assert redis.session().get(b"key") == b"value"
