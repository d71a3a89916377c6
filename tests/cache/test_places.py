"""What is stored is given to everybody at once, however many turns are taken; only computing takes one."""

import threading
from contextlib import contextmanager
from contextvars import copy_context

import pytest

from service.cache import Cache
from service.cache.single_flight import InProcessStore
from service.pool import Overloaded, ProcessPool, Slot
from tests.cache.helpers import SQUARES, Once, counted, question, redis_at, squares


class Places(ProcessPool):
    """One place, and what takes it is computed in this process."""

    def __init__(self) -> None:
        super().__init__(processes=1, waiting=0, deadline=300, joining=1)

    @contextmanager
    def acquire(self):
        with super().acquire():
            yield Slot()


class Computing:
    """A thread that computes the answer 1, and holds the place meanwhile, until it is told to go on."""

    def __init__(self, cache: Cache) -> None:
        self.began, self.go_on, self.outcome = threading.Event(), threading.Event(), None
        self._cache, self._thread = cache, threading.Thread(target=copy_context().run, args=(self._run,))

    def _run(self):
        self.outcome = self._cache.get_or_create(SQUARES, question(1), self._compute)

    def _compute(self):
        self.began.set()
        assert self.go_on.wait(30)
        return squares(1)

    def __enter__(self):
        self._thread.start()
        assert self.began.wait(30)
        return self

    def __exit__(self, *error):
        self.go_on.set()
        self._thread.join(30)


def test_an_answer_in_a_redis_is_given_while_all_places_are_taken(kept_server):
    with redis_at(kept_server.url, 5.0) as redis:
        Cache(InProcessStore(0), redis).get_or_create(SQUARES, question(2), lambda: squares(2))
        cache = Cache(InProcessStore(0), redis, pool=Places())
        with Computing(cache):
            assert cache.get_or_create(SQUARES, question(2), Once(None)) == squares(2)
            with pytest.raises(Overloaded):
                cache.get_or_create(SQUARES, question(3), Once(None))
    kept_server.client.flushall()


def test_who_asks_for_what_is_being_computed_takes_no_place_and_is_given_it():
    cache = Cache(InProcessStore(0), pool=Places())
    with Computing(cache) as computing:
        go_on = threading.Timer(0.2, computing.go_on.set)
        go_on.start()
        assert cache.get_or_create(SQUARES, question(1), Once(None)) == squares(1)
    assert computing.outcome == squares(1)
    assert (counted("all miss"), counted("in_process joined")) == (1, 1)


def test_threads_that_wait_for_another_are_bounded_too():
    """Each of them is one that answers nothing else."""
    pool = ProcessPool(processes=1, waiting=1, deadline=300, joining=1)
    with pool.join(), pool.acquire(), pool.acquire(), pytest.raises(Overloaded), pool.join():
        pass
    with pool.join(), pool.join(), pool.join(), pytest.raises(Overloaded), pool.acquire():
        pass
    with pool.acquire(), pool.acquire(), pool.join():
        pass


def test_what_fails_leaves_no_place_taken():
    pool = ProcessPool(processes=1, waiting=0, deadline=300, joining=1)
    for taking in (pool.acquire, pool.join):
        for _ in range(3):
            with pytest.raises(ArithmeticError), taking():
                raise ArithmeticError
