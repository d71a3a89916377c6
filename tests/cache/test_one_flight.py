"""Callers that want the same answer at the same time wait for the one that computes it, but not for long."""

import subprocess
import threading
import time

from service.cache import Cache
from service.cache.single_flight import InProcessStore
from tests.cache.helpers import ROOT, Clock, Once, cache_at, fetch, question, region, squares, together
from tests.helpers.program import COMMAND
from tests.helpers.waiting import wait_until


class Others:
    """A shared store in which another process has claimed everything; `at` is when it puts its answer there."""

    def __init__(self, clock: Clock, at: float, value: bytes, claimed_until: float = float("inf")) -> None:
        self.clock, self.at, self.value, self.claimed_until = clock, at, value, claimed_until
        self.asked = 0

    def session(self) -> "Others":
        return self

    def answers(self) -> bool:
        return True

    def get(self, key: bytes) -> bytes | None:
        self.asked += 1
        return self.value if self.clock.now >= self.at else None

    def put(self, key: bytes, value: bytes) -> None:
        self.at, self.value = 0, value

    def claim(self, key: bytes, seconds: float) -> bool:
        return self.clock.now >= self.claimed_until

    def release(self, key: bytes) -> None:
        self.claimed_until = 0


class TestOneFlightAcrossProcesses:
    patient = region("patient", patience=2.0)

    def cache(self, others: Others) -> Cache:
        return Cache(InProcessStore(0), others, clock=others.clock, sleep=others.clock.sleep)

    def test_what_another_process_computes_is_waited_for(self):
        clock = Clock()
        others = Others(clock, clock.now + 1.0, self.patient.encode(squares(5)))
        compute = Once(squares(5))
        assert self.cache(others).get_or_create(self.patient, question(5), compute) == squares(5)
        assert compute.times == 0
        assert clock.now <= 1001.05  # one longest pause after it was there
        assert others.asked < 50

    def test_what_another_process_stored_just_before_the_claim_is_not_computed_again(self):
        clock = Clock()
        others = Others(clock, float("inf"), b"", claimed_until=0)
        encoded, claim = self.patient.encode(squares(5)), others.claim

        def claim_late(key: bytes, seconds: float) -> bool:
            others.put(key, encoded)  # and released, between the lookup and the claim of this process
            return claim(key, seconds)

        others.claim = claim_late
        others.claimed_until = 500.0
        compute = Once(squares(5))
        assert self.cache(others).get_or_create(self.patient, question(5), compute) == squares(5)
        assert compute.times == 0
        assert others.claimed_until == 0  # its claim is released

    def test_but_for_no_longer_than_patience(self):
        clock = Clock()
        others = Others(clock, float("inf"), b"")
        compute = Once(squares(5))
        assert self.cache(others).get_or_create(self.patient, question(5), compute) == squares(5)
        assert compute.times == 1
        assert 1002.0 <= clock.now < 1002.0 + 1e-6

    def test_nor_longer_than_it_is_claimed(self):
        clock = Clock()
        others = Others(clock, float("inf"), b"", claimed_until=clock.now + 0.5)
        assert fetch(self.cache(others), 5, self.patient) == squares(5)
        assert clock.now <= 1000.55

    def test_a_kind_without_patience_is_computed_at_once(self):
        clock = Clock()
        others = Others(clock, clock.now + 1.0, b"")
        assert fetch(self.cache(others), 5, region("hasty")) == squares(5)
        assert clock.now == 1000.0

    def test_a_computation_that_fails_is_taken_over_by_who_waits(self, kept_server):
        of = region("failing", patience=20.0)
        with cache_at(kept_server.url, 5.0) as one, cache_at(kept_server.unix_url, 5.0) as other:
            started = threading.Event()

            def fails() -> dict[str, object]:
                started.set()
                time.sleep(0.2)
                raise ArithmeticError

            def second() -> dict[str, object]:
                started.wait(20)
                return fetch(other, 1, of)

            began = time.monotonic()
            failed, answer = together(lambda: one.get_or_create(of, question(1), fails), second)
            assert isinstance(failed, ArithmeticError) and answer == squares(1)
            assert time.monotonic() - began < 15  # far less than patience

    def test_processes_that_ask_the_same_at_once_have_it_computed_once(self, kept_server):
        program = """
import sys, time
from tests.cache.helpers import Once, cache_at, region, question, squares
compute = Once(squares(9), lambda: time.sleep(0.5))
with cache_at(sys.argv[1], 5.0) as cache:
    print("ready", flush=True)
    sys.stdin.readline()
    answer = cache.get_or_create(region("many", patience=20.0), question(9), compute)
print(compute.times, answer == squares(9))
"""
        workers = [
            subprocess.Popen(
                [*COMMAND, program, kept_server.url],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for _ in range(4)
        ]
        for worker in workers:
            assert worker.stdout.readline() == "ready\n"
        for worker in workers:
            worker.stdin.write("go\n")
            worker.stdin.flush()
        told = [worker.communicate(timeout=300)[0].strip() for worker in workers]
        assert sorted(told) == ["0 True"] * 3 + ["1 True"]

    def test_a_process_that_dies_while_it_computes_delays_others_no_longer_than_patience(self, kept_server):
        of = region("orphan", patience=0.5)
        program = """
import os, sys
from tests.cache.helpers import cache_at, question, region
with cache_at(sys.argv[1], 5.0) as cache:
    cache.get_or_create(region("orphan", patience=0.5), question(1), lambda: os._exit(7))
"""
        dead = subprocess.run([*COMMAND, program, kept_server.url], cwd=ROOT, check=False)
        assert dead.returncode == 7
        with cache_at(kept_server.url, 5.0) as cache:
            began = time.monotonic()
            assert fetch(cache, 1, of) == squares(1)
            assert time.monotonic() - began < 0.5 + 2
        wait_until(lambda: not kept_server.client.keys(b"*orphan*:claim"))
