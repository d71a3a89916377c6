"""Whoever asks waits no longer than they want to, whatever becomes of the answer."""

import threading
import time

import pytest

from service.cache.bounded_call import THREAD_NAME, BoundedClients, CallTimeout, _ClientThread
from tests.helpers.waiting import wait_until


class Client:
    """Has one connection, on which a question waits until it is answered or cut off."""

    def __init__(self, watch) -> None:
        self.answered = threading.Event()
        self.cut_off = False
        watch(self)

    def disconnect(self) -> None:
        self.cut_off = True
        self.answered.set()

    def question(self) -> str:
        self.answered.wait(20)
        return "answer"


class Clients:
    """Makes clients and keeps them for the test to look at."""

    def __init__(self) -> None:
        self.made: list[Client] = []

    def __call__(self, watch) -> Client:
        self.made.append(Client(watch))
        return self.made[-1]


@pytest.fixture
def clients():
    return Clients()


def test_answers_and_errors_come_back_to_who_asked(clients):
    lines = BoundedClients(clients, kept_after=(KeyError,))
    assert lines.call(lambda client: 42, 5) == 42
    with pytest.raises(KeyError):
        lines.call(lambda client: {}[1], 5)
    assert lines.call(lambda client: None, 5) is None
    lines.close()


def test_one_client_serves_one_caller_after_another_through_errors_that_matter_little(clients):
    lines = BoundedClients(clients, kept_after=(KeyError,))
    for _ in range(5):
        lines.call(lambda client: 1, 5)
        with pytest.raises(KeyError):
            lines.call(lambda client: {}[1], 5)
    assert len(clients.made) == 1
    assert not clients.made[0].cut_off
    lines.close()
    assert clients.made[0].cut_off


def test_after_any_other_error_the_connections_are_closed_and_there_is_a_new_client(clients):
    lines = BoundedClients(clients)
    with pytest.raises(ZeroDivisionError):
        lines.call(lambda client: 1 / 0, 5)
    assert clients.made[0].cut_off
    assert lines.call(lambda client: client is clients.made[1], 5)
    lines.close()


def test_a_client_that_cannot_be_made_is_an_error_and_tried_again():
    tries = []

    def connect(watch) -> str:
        tries.append(1)
        if len(tries) == 1:
            raise ConnectionRefusedError
        return "client"

    lines = BoundedClients(connect)
    with pytest.raises(ConnectionRefusedError):
        lines.call(lambda client: client, 5)
    assert lines.call(lambda client: client, 5) == "client"
    lines.close()


def test_who_waits_too_long_goes_and_what_was_under_way_is_cut_off(clients):
    lines = BoundedClients(clients, max_threads=1)
    lines.call(lambda client: 1, 5)
    with pytest.raises(CallTimeout):
        lines.call(Client.question, 0.05)
    assert clients.made[0].cut_off
    assert lines.call(lambda client: client is clients.made[1], 5)
    lines.close()


def test_a_late_answer_is_nobody_elses(clients):
    lines = BoundedClients(clients, max_threads=1)
    go_on = threading.Event()
    with pytest.raises(CallTimeout):
        lines.call(lambda client: go_on.wait(20) and "late", 0.05)
    threading.Timer(0.05, go_on.set).start()
    assert lines.call(lambda client: "mine", 5) == "mine"
    lines.close()


@pytest.mark.parametrize(("options", "allowed"), [({"max_threads": 3}, 3), ({}, 8)])
def test_no_more_threads_than_allowed_get_stuck_and_they_come_back(options, allowed):
    before = set(threading.enumerate())
    lines = BoundedClients(lambda watch: "client", **options)
    go_on = threading.Event()
    for _ in range(allowed + 2):
        with pytest.raises(CallTimeout):
            lines.call(lambda client: go_on.wait(20), 0.01)
    started = set(threading.enumerate()) - before
    assert [thread.name for thread in started] == [THREAD_NAME] * allowed
    assert all(thread.daemon for thread in started), "they do not keep the process from ending"
    go_on.set()
    assert lines.call(lambda client: "free again", 5) == "free again"
    wait_until(lambda: lines._free.qsize() == allowed)
    lines.close()
    assert not any(thread.is_alive() for thread in started)


def test_a_line_that_is_busy_when_all_are_closed_ends_when_it_comes_back(clients):
    lines = BoundedClients(clients, max_threads=1)
    asked = threading.Thread(target=lines.call, args=(Client.question, 20))
    asked.start()
    wait_until(lambda: bool(clients.made))
    lines.close()
    clients.made[0].answered.set()
    asked.join(20)
    wait_until(lambda: clients.made[0].cut_off)


def test_many_callers_share_few_lines_and_each_gets_their_own_answer(clients):
    lines = BoundedClients(clients, max_threads=2)
    answers: dict[int, int] = {}

    def run(number: int) -> None:
        for _ in range(50):
            answers[number] = lines.call(lambda client: number, 20)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {number: number for number in range(16)}
    assert len(clients.made) <= 2
    lines.close()


def test_a_connection_that_comes_about_when_nobody_waits_any_more_is_given_up():
    go_on, watched = threading.Event(), []

    def connect(watch) -> Client:
        go_on.wait(20)  # looking for the address of a host, say
        try:
            return Client(watch)
        except CallTimeout as overdue:
            watched.append(overdue)
            raise

    lines = BoundedClients(connect, max_threads=1)
    began = time.monotonic()
    with pytest.raises(CallTimeout):
        lines.call(lambda client: 1, 0.05)
    assert time.monotonic() - began < 10
    go_on.set()
    assert lines.call(lambda client: 2, 5) == 2
    assert len(watched) == 1
    lines.close()


def test_a_call_without_time_left_is_given_up_at_once(clients):
    lines = BoundedClients(clients, max_threads=1)
    go_on = threading.Event()
    with pytest.raises(CallTimeout):
        lines.call(lambda client: go_on.wait(0.3) or "late", 0)  # what waits longer has the answer
    go_on.set()
    lines.close()


def test_when_all_are_closed_the_connections_of_free_threads_are_closed():
    class Slow(Client):
        def disconnect(self) -> None:
            time.sleep(0.05)
            super().disconnect()

    made: list[Slow] = []
    lines = BoundedClients(lambda watch: made.append(Slow(watch)) or made[0])
    lines.call(lambda client: 1, 5)
    lines.close()
    assert made[0].cut_off


def test_a_call_that_has_just_ended_is_not_cut_off(clients):
    """Its connection may serve the next caller already."""

    def cut_off(seconds: float) -> bool:
        go_on = threading.Event()
        thread = _ClientThread(clients, (), lambda _: go_on.wait(60))  # ended, and the caller not yet told
        thread.call(lambda client: go_on.set(), 60)
        go_on.clear()
        with pytest.raises(CallTimeout):
            thread.call(lambda client: 1, seconds)
        found = clients.made[-1].cut_off
        go_on.set()
        thread.close()
        return found

    assert not all(cut_off(seconds) for seconds in (0.05, 0.5, 20)), "the call may begin late on a busy machine"
