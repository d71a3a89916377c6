"""What does not answer is not asked, and then tried again."""

import threading

from service.cache.bounded_call import CircuitBreaker
from tests.cache.helpers import Clock


def broken(clock: Clock) -> CircuitBreaker:
    breaker = CircuitBreaker(3, 2.0, clock)
    for _ in range(3):
        assert breaker.allows()
        breaker.failed()
    return breaker


def test_failures_in_a_row_stop_the_asking_and_the_last_of_them_says_so():
    breaker = CircuitBreaker(3, 2.0, Clock())
    assert [(breaker.closed, breaker.failed()) for _ in range(3)] == [(True, False), (True, False), (True, True)]
    assert not breaker.allows() and not breaker.closed


def test_failures_with_a_success_between_them_do_not():
    breaker = CircuitBreaker(3, 2.0, Clock())
    for _ in range(5):
        breaker.failed()
        breaker.failed()
        breaker.succeeded()
    assert breaker.allows()


def test_after_the_pause_one_may_try_and_the_others_wait_for_it():
    clock = Clock()
    breaker = broken(clock)
    clock.now += 1.9
    assert not breaker.allows()
    clock.now += 0.2
    assert [breaker.allows() for _ in range(3)] == [True, False, False]


def test_three_failures_make_a_pause_of_two_seconds_unless_something_else_is_said():
    """docs/cache.md"""
    clock = Clock()
    breaker = CircuitBreaker(clock=clock)
    assert [breaker.failed() for _ in range(3)] == [False, False, True]
    for pause in (2.0, 2.0):
        clock.now += pause - 0.25
        assert not breaker.allows()
        clock.now += 0.25
        assert [breaker.allows(), breaker.allows()] == [True, False]


def test_a_trial_that_succeeds_lets_everybody_ask_again():
    clock = Clock()
    breaker = broken(clock)
    clock.now += 2.1
    assert breaker.allows()
    breaker.succeeded()
    assert [breaker.allows() for _ in range(3)] == [True, True, True]
    assert [breaker.failed() for _ in range(3)] == [False, False, True]


def test_a_trial_that_fails_begins_a_new_pause():
    clock = Clock()
    breaker = broken(clock)
    clock.now += 2.1
    assert breaker.allows()
    clock.now += 0.5
    breaker.failed()
    clock.now += 1.9
    assert not breaker.allows()
    clock.now += 0.2
    assert breaker.allows()


def test_a_trial_of_which_nothing_is_heard_does_not_stop_the_next():
    clock = Clock()
    breaker = broken(clock)
    for _ in range(3):
        clock.now += 2.1
        assert breaker.allows()


def test_of_many_threads_one_may_try():
    clock = Clock()
    breaker = broken(clock)
    clock.now += 2.1
    allowed: list[bool] = []
    together = threading.Barrier(16)

    def run() -> None:
        together.wait()
        allowed.append(breaker.allows())

    threads = [threading.Thread(target=run) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(allowed) == [False] * 15 + [True]
