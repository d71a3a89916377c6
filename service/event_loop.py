"""The thread of the worker's event loop, which must not wait.

The event loop itself calls the application for requests that usually take less than a millisecond, because handing them
to a thread and back takes as long as checking a card. Code that may wait, for another process or for the network,
calls `require_thread` first.
"""

from threading import get_ident

_event_loop: int | None = None


class WouldWait(BaseException):
    """Raised in the event loop in place of waiting. The server then calls the application again, in a thread.

    Not an `Exception`: only who has to undo something catches it.
    """


def enter_event_loop() -> None:
    """Mark the calling thread as that of the event loop."""
    global _event_loop
    _event_loop = get_ident()


def in_event_loop() -> bool:
    """Whether the calling thread is that of the event loop."""
    return get_ident() == _event_loop


def require_thread() -> None:
    """Raise `WouldWait` in the event loop."""
    if get_ident() == _event_loop:
        raise WouldWait
