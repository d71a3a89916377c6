"""Whatever becomes of the Redis: the answers are those that there would be without it, no request fails, and none takes
longer than the time-out that is set, beside what it takes to compute."""

import json
import re
import socket
import threading
import time
import zlib
from pathlib import Path

import pytest

from service.cache import Cache
from service.cache.bounded_call import THREAD_NAME, CircuitBreaker
from service.cache.redis_store import HEAD, PLAIN, VERSION, SignedEntries
from tests.cache import impostor
from tests.cache.helpers import (
    SLACK,
    SQUARES,
    TIMEOUT,
    Clock,
    Once,
    cache_at,
    counted,
    fetch,
    key,
    question,
    region,
    squares,
)
from tests.cache.impostor import listening
from tests.cache.servers import Server
from tests.helpers.prerequisites import requires
from tests.helpers.waiting import wait_until

#: How often something is asked: more often than a breaker takes.
OFTEN = 8


def ask(cache: Cache, *numbers: int, of=SQUARES, timeout: float = TIMEOUT) -> None:
    """Asks, and is content with nothing but the right answer, in time."""
    for number in numbers or range(OFTEN):
        began = time.monotonic()
        assert fetch(cache, number, of) == squares(number)
        assert time.monotonic() - began < timeout + SLACK


def assert_used(cache: Cache, number: int, of=SQUARES) -> None:
    """The answer is in the Redis, and taken from there."""
    compute = Once(squares(number))
    assert cache.get_or_create(of, question(number), compute) == squares(number)
    assert compute.times == 0


class TestServer:
    def test_killed_in_the_middle_of_a_request(self, server: Server):
        with cache_at(server.url, 20.0) as cache:
            ask(cache)
            server.pause()  # so that the request is under way when the server is killed
            threading.Timer(0.3, server.kill).start()
            began = time.monotonic()
            assert fetch(cache, 1) == squares(1)
            assert time.monotonic() - began < 8  # far less than the time-out: the end was noticed
            ask(cache)
            assert counted("redis error") >= 1

    def test_restarted_empty(self, server: Server):
        with cache_at(server.url, 5.0) as cache:
            ask(cache, timeout=5.0)
            server.kill()
            server.start()
            assert server.client.dbsize() == 0
            ask(cache, timeout=5.0)
            ask(cache, timeout=5.0)
            assert_used(cache, OFTEN - 1)

    def test_gone_and_back(self, server: Server):
        clock = Clock()
        with cache_at(server.url, 5.0, clock=clock) as cache:
            server.kill()
            ask(cache)
            assert counted("redis error") == 3 and counted("redis skipped") > 0  # asked no more after three failures
            server.start()
            ask(cache)
            assert counted("redis error") == 3  # and so not yet noticed
            clock.now += 60
            ask(cache, 1, 1)
            assert_used(cache, 1)

    def test_paused(self, server: Server):
        clock = Clock()
        with cache_at(server.url, clock=clock) as cache:
            server.pause()
            ask(cache)
            assert counted("redis error") == 3
            clock.now += 60  # one tries again, and the others do not wait with it
            ask(cache)
            assert counted("redis error") == 4
            server.resume()
            clock.now += 60
            wait_until(lambda: fetch(cache, 1) and counted("redis hit"))

    def test_paused_while_many_threads_ask(self, server: Server):
        with cache_at(server.url) as cache:
            ask(cache)
            server.pause()
            wrong: list[BaseException] = []

            def run(start: int) -> None:
                try:
                    ask(cache, *range(start, start + OFTEN), timeout=TIMEOUT + 1)
                except BaseException as raised:
                    wrong.append(raised)

            threads = [threading.Thread(target=run, args=(100 * number,)) for number in range(16)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(60)
            assert wrong == [] and not any(thread.is_alive() for thread in threads)
            server.resume()

    def test_paused_while_it_is_waited_for_another_process(self, server: Server):
        patient = region("patient", patience=20.0)
        with cache_at(server.url, 1.0) as one, cache_at(server.url, 1.0) as other:
            go_on = threading.Event()
            first = threading.Thread(
                target=lambda: one.get_or_create(patient, question(1), lambda: go_on.wait(20) and squares(1))
            )
            first.start()
            wait_until(lambda: server.client.keys(b"*patient*:claim"))
            threading.Timer(0.3, server.pause).start()
            began = time.monotonic()
            assert fetch(other, 1, patient) == squares(1)
            assert time.monotonic() - began < 8  # far less than patience
            go_on.set()
            first.join(20)
            server.resume()

    def test_out_of_memory(self, server: Server):
        with cache_at(server.url, 5.0) as cache:
            ask(cache, 1, timeout=5.0)
            server.client.config_set("maxmemory-policy", "noeviction")
            server.client.config_set("maxmemory", 1)
            ask(cache, timeout=5.0)
            ask(cache, timeout=5.0, of=region("patient", patience=20.0))
            assert counted("redis refused") > 0 and counted("redis error") == counted("redis skipped") == 0
            assert_used(cache, 1)  # what it has it still gives

    def test_asking_for_a_password_that_is_not_known(self, server: Server):
        server.client.config_set("requirepass", "another")
        with cache_at(server.url) as cache:
            ask(cache)
            assert cache.report()["status"] == "degraded"

    def test_not_there(self):
        with cache_at("unix:///nowhere/redis.sock") as cache:
            ask(cache)

    def test_at_a_host_whose_address_is_not_found_in_time(self, monkeypatch):
        go_on = threading.Event()
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: go_on.wait(20) and [])
        with cache_at("redis://cache.example") as cache:
            ask(cache)
            go_on.set()


def wrong_answer() -> bytes:
    """The answer to another question: the shape is good."""
    return json.dumps(squares(99)).encode()


def checked(value: bytes) -> bytes:
    """A wrong entry with a checksum that anybody can make."""
    return bytes([VERSION, PLAIN]) + zlib.crc32(value).to_bytes(HEAD - 2, "big") + value


#: What stands where the answer to question 1 belongs.
ENTRIES = {
    "empty": lambda good: b"\0",
    "not an entry": lambda good: b"hello",
    "truncated": lambda good: good[:-1],
    "truncated in its head": lambda good: good[: HEAD - 1],
    "longer": lambda good: good + b"\0",
    "a bit turned over": lambda good: good[:-1] + bytes([good[-1] ^ 4]),
    "of another version of the form": lambda good: bytes([VERSION + 1]) + good[1:],
    "of another version of the kind": lambda good: SignedEntries().encode(key(1, region(version=2)), wrong_answer()),
    "of another question": lambda good: SignedEntries().encode(key(99), wrong_answer()),
    "forged with a checksum of another sort": lambda good: checked(wrong_answer()),
    "forged by who knows no secret": lambda good: SignedEntries("guess").encode(key(1), wrong_answer()),
    "sealed and still no answer": lambda good: SignedEntries().encode(key(1), b"{"),
    "a giant": lambda good: bytes(50_000_000),
}

TYPES = {
    "a list": lambda redis, name: redis.rpush(name, b"1"),
    "a hash": lambda redis, name: redis.hset(name, "1", b"1"),
    "a set": lambda redis, name: redis.sadd(name, b"1"),
    "a stream": lambda redis, name: redis.xadd(name, {"1": "1"}),
}


class TestEntries:
    @pytest.mark.parametrize("spoil", ENTRIES.values(), ids=ENTRIES)
    def test_that_is_wrong_is_replaced(self, kept_server: Server, spoil):
        redis = kept_server.client
        redis.flushall()
        with cache_at(kept_server.url, 5.0) as cache:
            ask(cache, 1, timeout=5.0)
            redis.set(key(1), spoil(redis.get(key(1))))
            ask(cache, 1, timeout=5.0)
            assert counted("redis rejected") == 1
            assert_used(cache, 1)

    @pytest.mark.parametrize("put", TYPES.values(), ids=TYPES)
    def test_of_another_type_is_replaced(self, kept_server: Server, put):
        redis = kept_server.client
        redis.flushall()
        put(redis, key(1))
        with cache_at(kept_server.url, 5.0) as cache:
            ask(cache, 1, timeout=5.0)
            assert counted("redis refused") == 1
            assert_used(cache, 1)

    def test_with_a_secret_whoever_does_not_know_it_can_forge_none(self, kept_server: Server):
        redis = kept_server.client
        with cache_at(kept_server.url, 5.0, secret="secret") as cache:
            for forged in (
                SignedEntries().encode(key(1), wrong_answer()),
                SignedEntries("guess").encode(key(1), wrong_answer()),
            ):
                redis.set(key(1), forged)
                ask(cache, 1, timeout=5.0)
            assert counted("redis rejected") == 2
            assert_used(cache, 1)

    def test_a_claim_of_another_type_keeps_nobody_waiting_longer_than_patience(self, kept_server: Server):
        patient = region("patient", patience=0.3)
        kept_server.client.rpush(b"{%b}:claim" % key(1, patient), b"1")
        with cache_at(kept_server.url, 5.0) as cache:
            ask(cache, 1, of=patient, timeout=0.3 + 1)
            assert_used(cache, 1, patient)


#: What answers instead of a Redis.
TREATMENTS = {
    "silence": impostor.silent,
    "hanging up": impostor.hanging_up,
    "half a reply": impostor.half,
    "another protocol": impostor.saying(b"HTTP/1.1 400 Bad Request\r\n\r\n"),
    "noise": impostor.saying(b"\xff\x00\r\n\x80"),
    "a reply too many": impostor.saying(b"$5\r\nhello\r\n" * 3),
    "a short value": impostor.saying(b"$5\r\nhello\r\n"),
    "a value of the right shape": impostor.saying(
        b"$%d\r\n%b\r\n" % (len(checked(wrong_answer())), checked(wrong_answer()))
    ),
    "a number": impostor.saying(b":5\r\n"),
    "nothing": impostor.saying(b"$-1\r\n"),
    "OK": impostor.saying(b"+OK\r\n"),
    "a list": impostor.saying(b"*2\r\n:1\r\n$-1\r\n"),
    "no list": impostor.saying(b"*-1\r\n"),
    "a map": impostor.saying(b"%1\r\n+a\r\n:1\r\n"),
    "a push": impostor.saying(b">2\r\n+invalidate\r\n*0\r\n"),
    "an error": impostor.saying(b"-ERR what\r\n"),
    "an error of a cluster": impostor.saying(b"-MOVED 1 127.0.0.1:1\r\n"),
    "loading": impostor.saying(b"-LOADING loading\r\n"),
    "a length that cannot be": impostor.saying(b"$99999999999999999999\r\n"),
    "the longest list": impostor.saying(b"*2147483647\r\n"),
    "lists in lists": impostor.saying(b"*1\r\n" * 100_000),
    "a byte now and then": impostor.dribbling,
    "a value without end": impostor.flooding(b"$1000000000\r\n"),
    "a line without end": impostor.flooding(b"+"),
}


REPLIES_WITHOUT_END = {
    name: TREATMENTS[name] for name in ("a byte now and then", "a line without end", "the longest list")
}


def forget_the_peak() -> None:
    """From now on `peak` is that of what comes (proc(5), clear_refs). An earlier test may have needed more."""
    Path("/proc/self/clear_refs").write_text("5")


def peak() -> int:
    """The most memory that this process has had since then, in KiB."""
    found = re.search(r"^VmHWM:\s+(\d+) kB$", Path("/proc/self/status").read_text(), re.M)
    assert found is not None
    return int(found[1])


@requires("linux")
def test_the_peak_is_measured_from_the_mark():
    spent = b"x" * (200 << 20)
    del spent
    forget_the_peak()
    before = peak()
    held = b"x" * (100 << 20)
    assert 90 << 10 < peak() - before < 110 << 10, len(held)


def lines() -> int:
    return sum(thread.name == THREAD_NAME for thread in threading.enumerate())


class TestRubbish:
    @pytest.mark.parametrize("treat", TREATMENTS.values(), ids=TREATMENTS)
    def test_is_not_believed_nor_waited_for(self, treat):
        with listening(treat) as port, cache_at(f"redis://127.0.0.1:{port}") as cache:
            ask(cache)
            assert counted("redis hit") == 0

    def test_all_that_is_asked_for_one_request_takes_the_time_out_together(self):
        # To look for the answer, to claim it and to put it there are three questions, each answered just in time.
        with listening(impostor.late(0.9, b"$0\r\n\r\n")) as port, cache_at(f"redis://127.0.0.1:{port}", 1.0) as cache:
            ask(cache, 1, of=region("patient", patience=20.0), timeout=1.0)

    @requires("linux")
    @pytest.mark.parametrize("treat", REPLIES_WITHOUT_END.values(), ids=REPLIES_WITHOUT_END)
    def test_a_reply_without_end_keeps_no_thread_and_no_memory(self, treat, monkeypatch):
        monkeypatch.setattr(CircuitBreaker, "allows", lambda self: True)  # the worst case: it is asked again and again
        forget_the_peak()
        before, before_lines = peak(), lines()
        with listening(treat) as port:
            with cache_at(f"redis://127.0.0.1:{port}") as cache:
                ask(cache, *range(2 * OFTEN))
                assert counted("redis error") == 2 * OFTEN
            wait_until(lambda: lines() <= before_lines)
        assert peak() - before < 400_000

    @pytest.mark.parametrize("scheme", ["redis+sentinel", "redis+cluster"])
    @pytest.mark.parametrize(
        "treatment", ["silence", "noise", "the longest list", "OK", "a byte now and then", "an error"]
    )
    def test_nor_from_a_sentinel_or_a_node_of_a_cluster(self, scheme, treatment):
        with listening(TREATMENTS[treatment]) as port:
            path = "/piquet" if scheme == "redis+sentinel" else ""
            with cache_at(f"{scheme}://127.0.0.1:{port}{path}") as cache:
                ask(cache, *range(100, 100 + 3 * OFTEN))
                assert counted("redis hit") == 0
