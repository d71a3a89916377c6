"""Not asking what does not answer."""

import time
from collections.abc import Callable
from threading import Lock


class CircuitBreaker:
    """Says whether something may be asked: not for `pause` seconds after `most` failures in a row, and then by one
    caller in each `pause`, until it answers again. `clock` gives seconds."""

    def __init__(self, most: int = 3, pause: float = 2.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._pause, self._clock = most, pause, clock
        self._failures = 0
        self._next_trial = 0.0
        self._lock = Lock()

    @property
    def closed(self) -> bool:
        """Whether everybody may ask."""
        return self._failures < self._most

    def allows(self) -> bool:
        """Whether this caller may ask; a caller who may tells with `succeeded` or `failed` how it went."""
        if self._failures < self._most:
            return True
        with self._lock:
            now = self._clock()
            if self._failures >= self._most and now < self._next_trial:
                return False
            self._next_trial = now + self._pause  # this caller tries; one who never tells delays the next by a pause
            return True

    def succeeded(self) -> None:
        if self._failures:
            with self._lock:
                self._failures = 0

    def failed(self) -> bool:
        """Notes a failure. True for the one with which the asking stops."""
        with self._lock:
            self._failures += 1
            self._next_trial = self._clock() + self._pause
            return self._failures == self._most
