"""What is stored is given to everybody at once, however many turns are taken; only computing takes one."""

import threading
from contextlib import contextmanager

import pytest

from service.cache import Memo
from service.cache.stores import InProcess
from service.pool import AtOnce, Overloaded, Processes
from tests.cache.kit import SQUARES, Once, question, redis_at, squares


class Places(Processes):
    """One place, and what takes it is computed in this process."""

    def __init__(self) -> None:
        super().__init__(processes=1, waiting=0, deadline=60)

    @contextmanager
    def take(self):
        with super().take():
            yield AtOnce()


class Computing:
    """A thread that computes the answer 1, and holds the place meanwhile, until it is told to go on."""

    def __init__(self, memo: Memo) -> None:
        self.began, self.go_on, self.outcome = threading.Event(), threading.Event(), None
        self._memo, self._thread = memo, threading.Thread(target=self._run)

    def _run(self):
        self.outcome = self._memo.fetch(SQUARES, question(1), self._compute)

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
        Memo(InProcess(0), redis).fetch(SQUARES, question(2), lambda: squares(2))
        memo = Memo(InProcess(0), redis, turns=Places())
        with Computing(memo):
            assert memo.fetch(SQUARES, question(2), Once(None)) == squares(2)
            with pytest.raises(Overloaded):
                memo.fetch(SQUARES, question(3), Once(None))
    kept_server.client.flushall()


def test_who_asks_for_what_is_being_computed_takes_no_place_and_is_given_it():
    memo = Memo(InProcess(0), turns=Places())
    with Computing(memo) as computing:
        go_on = threading.Timer(0.2, computing.go_on.set)
        go_on.start()
        assert memo.fetch(SQUARES, question(1), Once(None)) == squares(1)
    assert computing.outcome == squares(1)
    assert (memo.stats().computed, memo.stats().joined) == (1, 1)


def test_threads_that_wait_for_another_are_bounded_too():
    """Each of them is one that answers nothing else."""
    turns = Processes(processes=1, waiting=1, deadline=60, joining=1)
    with turns.join(), turns.take(), turns.take(), pytest.raises(Overloaded), turns.join():
        pass
    with turns.join(), turns.join(), turns.join(), pytest.raises(Overloaded), turns.take():
        pass
    with turns.take(), turns.take(), turns.join():
        pass


def test_what_fails_leaves_no_place_taken():
    turns = Processes(processes=1, waiting=0, deadline=60)
    for taking in (turns.take, turns.join):
        for _ in range(3):
            with pytest.raises(ArithmeticError), taking():
                raise ArithmeticError
