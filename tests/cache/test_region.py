"""Answers are remembered, and computed once where many ask at once."""

import json
import subprocess
import sys
import threading

import pytest

from service.cache import Cache, Region
from service.cache.single_flight import InProcessStore
from service.piquet import ENGINE_VERSION
from tests.cache.helpers import (
    ROOT,
    SQUARES,
    Once,
    cache_at,
    counted,
    fetch,
    key,
    question,
    redis_at,
    region,
    squares,
    together,
)


@pytest.fixture
def cache() -> Cache:
    return Cache(InProcessStore(1_000_000))


class TestKeys:
    def test_a_key_tells_the_engine_the_kind_and_its_version(self):
        start, digest = region("odds", 3).key(b"any").rsplit(b":", 1)
        assert start == f"piquet:{ENGINE_VERSION}:odds:3".encode()
        assert len(digest) == 40 and int(digest, 16)

    def test_another_kind_version_or_question_has_another_key(self):
        keys = {
            of.key(asked)
            for of in (region("odds", 1), region("odds", 2), region("plays", 1))
            for asked in (b"", b"1", b"2")
        }
        assert len(keys) == 9

    def test_the_same_question_has_the_same_key_in_another_process(self):
        command = "from tests.cache.helpers import key; print(key(7).decode())"
        told = subprocess.run([sys.executable, "-c", command], cwd=ROOT, capture_output=True, text=True, check=True)
        assert told.stdout.strip().encode() == key(7)

    @pytest.mark.parametrize("name", ["", "Odds", "odds:1", "odds of", "{odds}", "odds\n"])
    def test_a_name_that_would_make_keys_ambiguous_is_refused(self, name):
        with pytest.raises(ValueError, match="not a name of a region"):
            region(name)


class TestRemembering:
    def test_a_question_is_computed_once(self, cache):
        compute = Once(squares(3))
        assert [cache.get_or_create(SQUARES, question(3), compute) for _ in range(3)] == [squares(3)] * 3
        assert compute.times == 1
        assert (counted("all miss"), counted("in_process hit")) == (1, 2)

    def test_different_questions_have_different_answers(self, cache):
        for _ in range(2):
            assert [fetch(cache, number) for number in range(50)] == [squares(number) for number in range(50)]

    def test_an_answer_that_is_nothing_is_an_answer(self, cache):
        nothing = Region("nothing", 1, lambda answer: b"", lambda value: None)
        compute = Once(None)
        assert [cache.get_or_create(nothing, b"", compute) for _ in range(3)] == [None] * 3
        assert compute.times == 1

    def test_what_a_caller_does_to_its_answer_is_not_seen_by_others(self, cache):
        for _ in range(3):
            answer = fetch(cache, 3)
            assert answer == squares(3)
            answer.clear()

    def test_what_cannot_be_read_is_computed(self, cache):
        first = region()
        fetch(cache, 1, first)
        second = Region("squares", 1, first.encode, lambda value: json.loads(b"?" + value))
        compute = Once(squares(1))
        assert cache.get_or_create(second, question(1), compute) == squares(1)
        assert compute.times == 1
        assert counted("redis rejected") > 0

    def test_a_kind_that_is_not_shared_does_not_go_to_the_redis(self, kept_server):
        private = region("private", shared=False)
        with cache_at(kept_server.url, 5.0) as cache:
            assert fetch(cache, 1, private) == squares(1)
        assert not kept_server.client.exists(key(1, private))

    def test_what_came_from_the_redis_is_then_in_the_process(self, kept_server):
        told = region("told")
        with redis_at(kept_server.url, 5.0) as redis:
            assert fetch(Cache(InProcessStore(0), redis), 1, told) == squares(1)
            cache = Cache(InProcessStore(1_000_000), redis)
            assert [fetch(cache, 1, told) for _ in range(3)] == [squares(1)] * 3
        assert (counted("redis hit"), counted("in_process hit")) == (1, 2)
        assert counted("all miss") == 1, "by the first cache"

    def test_a_result_made_of_others_is_looked_up_and_stored_without_computing(self, cache):
        assert cache.get(SQUARES, question(3)) is None
        cache.put(SQUARES, question(3), squares(3))
        assert cache.get(SQUARES, question(3)) == squares(3)
        assert cache.get_or_create(SQUARES, question(3), Once(squares(4))) == squares(3)

    def test_it_is_in_the_redis_only_with_a_session_and_if_its_kind_is_shared(self, kept_server):
        with redis_at(kept_server.url, 5.0) as redis:
            writer = Cache(InProcessStore(0), redis)
            session = writer.session()
            writer.put(SQUARES, question(1), squares(1))
            writer.put(region("private", shared=False), question(2), squares(2), session)
            assert kept_server.client.dbsize() == 0
            writer.put(SQUARES, question(3), squares(3), session)
            reader = Cache(InProcessStore(1_000_000), redis)
            assert reader.get(SQUARES, question(3)) is None
            assert reader.get(SQUARES, question(3), reader.session()) == squares(3)
            assert reader.get(SQUARES, question(3)) == squares(3), "it is in the process now"


class TestOneFlightInTheProcess:
    def test_threads_that_ask_the_same_at_once_have_it_computed_once(self, cache):
        waiting = threading.Event()
        compute = Once(squares(3), lambda: waiting.wait(20))
        threading.Timer(0.2, waiting.set).start()
        answers = together(*[lambda: cache.get_or_create(SQUARES, question(3), compute)] * 16)
        assert answers == [squares(3)] * 16
        assert compute.times == 1
        assert counted("in_process joined") + counted("in_process hit") == 15

    def test_even_if_the_answer_is_not_kept(self):
        cache = Cache(InProcessStore(0))
        started, go_on = threading.Event(), threading.Event()

        def slowly() -> dict[str, object]:
            started.set()
            go_on.wait(20)
            return squares(3)

        def second() -> dict[str, object]:
            started.wait(20)
            threading.Timer(0.2, go_on.set).start()
            return cache.get_or_create(SQUARES, question(3), lambda: squares(4))

        assert together(lambda: cache.get_or_create(SQUARES, question(3), slowly), second) == [squares(3)] * 2

    def test_a_thread_that_asks_later_has_it_computed_anew_if_it_was_not_kept(self):
        cache, compute = Cache(InProcessStore(0)), Once(squares(3))
        for _ in range(2):
            cache.get_or_create(SQUARES, question(3), compute)
        together(lambda: cache.get_or_create(SQUARES, question(3), compute))
        assert compute.times == 3

    def test_threads_that_ask_different_things_do_not_wait_for_each_other(self, cache):
        meeting = threading.Barrier(2)  # passed only if both are computed at the same time

        def compute(number: int) -> dict[str, object]:
            meeting.wait(20)
            return squares(number)

        jobs = [
            lambda number=number: cache.get_or_create(SQUARES, question(number), lambda: compute(number))
            for number in (1, 2)
        ]
        assert together(*jobs) == [squares(1), squares(2)]

    def test_a_computation_that_fails_fails_for_nobody_else(self, cache):
        started, go_on = threading.Event(), threading.Event()

        def fails() -> dict[str, object]:
            started.set()
            go_on.wait(20)
            raise ArithmeticError

        def another() -> dict[str, object]:
            started.wait(20)
            return fetch(cache, 3)

        threading.Timer(0.2, go_on.set).start()
        failed, *others = together(lambda: cache.get_or_create(SQUARES, question(3), fails), *[another] * 8)
        assert isinstance(failed, ArithmeticError)
        assert others == [squares(3)] * 8
        assert counted("all failed") == 1

    def test_after_a_failure_the_question_is_computed_anew(self, cache):
        with pytest.raises(ZeroDivisionError):
            cache.get_or_create(SQUARES, question(3), lambda: 1 / 0)
        assert fetch(cache, 3) == squares(3)

    def test_a_computation_may_ask_others_and_even_itself(self, cache):
        def inner() -> dict[str, object]:
            return cache.get_or_create(SQUARES, question(2), lambda: squares(2))

        def outer() -> dict[str, object]:
            inner()
            return cache.get_or_create(SQUARES, question(1), lambda: squares(1))

        (answer,) = together(lambda: cache.get_or_create(SQUARES, question(1), outer))
        assert answer == squares(1)


class TestReport:
    """What a probe is told."""

    def test_a_cache_in_the_process_is_always_well(self):
        assert Cache(InProcessStore(0)).report() == {"kind": "in_process", "status": "ok"}

    def test_a_redis_that_answers_is_well(self, kept_server):
        with cache_at(kept_server.url, 5.0) as cache:
            assert cache.report() == {"kind": "redis", "status": "ok"}

    def test_a_redis_that_does_not_answer_is_told(self):
        with cache_at("redis://127.0.0.1:1") as cache:
            assert cache.report() == {"kind": "redis", "status": "degraded"}
