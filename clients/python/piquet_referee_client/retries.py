"""When a request is repeated.

The contract allows any request to be repeated. The client repeats one if no response arrived, or if the response says
that another attempt may succeed: 429, 502, 503, and 504 from a gateway. `deadline_exceeded`, which is the service's own
504, is not repeated, because the same request takes as long again. A concealed deal is not repeated either, because
the service draws its cards.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from random import SystemRandom

from piquet_referee_client.errors import NoResponse, ProblemError, RefereeError

_STATUSES = frozenset({429, 502, 503, 504})
_random = SystemRandom()


@dataclass(frozen=True, kw_only=True)
class Retries:
    """How often and for how long a call tries.

    Attributes:
        attempts: The most requests of one call; 1 repeats nothing.
        total: The seconds in which the last attempt has to begin, pauses included.
        first_pause: The longest pause after the first attempt, in seconds. It doubles with each attempt.
        longest_pause: The longest of these pauses. `Retry-After` may ask for a longer one.
    """

    attempts: int = 4
    total: float = 60.0
    first_pause: float = 0.25
    longest_pause: float = 8.0

    def pause(self, failure: RefereeError, attempt: int, left: float) -> float | None:
        """Return the seconds to wait after a failed attempt, the first being 1; None if the call has failed.

        `left` is what is left of `total`. Pauses are drawn at random, so that clients that failed together do not
        return together.
        """
        if attempt >= self.attempts or not _may_pass(failure):
            return None
        pause = _random.uniform(0, min(self.longest_pause, self.first_pause * 2 ** (attempt - 1)))
        if isinstance(failure, ProblemError) and failure.retry_after is not None:
            pause += failure.retry_after
        return pause if pause < left else None


DEFAULT = Retries()


def _may_pass(failure: RefereeError) -> bool:
    """Whether another attempt may succeed."""
    if isinstance(failure, ProblemError):
        return failure.status in _STATUSES and failure.code != "deadline_exceeded"
    return isinstance(failure, NoResponse)


def seconds_of(retry_after: str | None) -> float | None:
    """Return the seconds that a field `Retry-After` asks for (RFC 9110 §10.2.3); None without a valid one."""
    if retry_after is None:
        return None
    if retry_after.isascii() and retry_after.isdecimal():
        return float(retry_after[:10])
    try:
        date = parsedate_to_datetime(retry_after)
        return max(0.0, (date.astimezone(UTC) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError, IndexError, OverflowError):  # what the standard library raises for other texts
        return None
