"""Circuit breaker: stops calling a server that does not answer, and tries it again from time to time."""

import time
from collections.abc import Callable
from threading import Lock


class CircuitBreaker:
    """A circuit breaker that opens after `max_failures` failures in a row.

    While it is open, no call is allowed for `pause` seconds, and then one call in each `pause`, until a call succeeds.
    `clock` returns seconds.
    """

    def __init__(self, max_failures: int = 3, pause: float = 2.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._max_failures, self._pause, self._clock = max_failures, pause, clock
        self._failures = 0
        self._next_trial = 0.0
        self._lock = Lock()

    @property
    def closed(self) -> bool:
        """Whether all calls are allowed."""
        return self._failures < self._max_failures

    def allows(self) -> bool:
        """Whether this call is allowed. If so, the caller reports its outcome with `succeeded` or `failed`."""
        if self._failures < self._max_failures:
            return True
        with self._lock:
            now = self._clock()
            if self._failures >= self._max_failures and now < self._next_trial:
                return False
            self._next_trial = now + self._pause  # even if this trial is never reported, the next one follows
            return True

    def succeeded(self) -> bool:
        """Report a success. Returns whether this one closed the circuit."""
        if not self._failures:
            return False
        with self._lock:
            opened, self._failures = self._failures >= self._max_failures, 0
            return opened

    def failed(self) -> bool:
        """Report a failure. Returns whether this one opened the circuit."""
        with self._lock:
            self._failures += 1
            self._next_trial = self._clock() + self._pause
            return self._failures == self._max_failures
