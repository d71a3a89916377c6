"""The threads of a worker: the event loop, threads for requests that may wait, and one for requests that take long.

The event loop itself calls the application for requests that usually take less than a millisecond, because handing them
to a thread and back takes as long as checking a card. Code that may wait, for another process or for the network,
calls `require_thread` first. Code that computes for long, although the request is short, calls `require_long_thread`:
such requests are answered one after the other, so that they leave time for all others.
"""

from threading import get_ident

_event_loop: int | None = None
_long_thread: int | None = None


class WouldWait(BaseException):
    """Raised in the event loop in place of waiting. The server then calls the application again, in a thread.

    Not an `Exception`: only who has to undo something catches it.
    """


class WouldTakeLong(WouldWait):
    """Raised in place of computing for long. The server then calls the application again, in the thread for that."""


def enter_event_loop() -> None:
    """Mark the calling thread as that of the event loop."""
    global _event_loop
    _event_loop = get_ident()


def enter_long_thread() -> None:
    """Mark the calling thread as the one for requests that take long."""
    global _long_thread
    _long_thread = get_ident()


def in_event_loop() -> bool:
    """Whether the calling thread is that of the event loop."""
    return get_ident() == _event_loop


def require_thread() -> None:
    """Raise `WouldWait` in the event loop."""
    if get_ident() == _event_loop:
        raise WouldWait


def require_long_thread() -> None:
    """Raise `WouldTakeLong` in every other thread of a worker. Other servers have no such thread."""
    if _event_loop is not None and get_ident() != _long_thread:
        raise WouldTakeLong
