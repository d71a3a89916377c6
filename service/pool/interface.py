"""The interface of process pools: a pool without processes, which they extend."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TypeVar

from service.runtime.request_context import current

T = TypeVar("T")

#: Decodes a result that was encoded as MessagePack.
Decode = Callable[[bytes | memoryview], T]


class Overloaded(Exception):
    """The queue is full, or the processes died during this computation. The caller may retry later."""


class DeadlineExceeded(Exception):
    """The deadline of a slot or of a request has passed without a result, or nobody waits for the result any more."""


def require_client() -> None:
    """Raise `DeadlineExceeded` if the client of the current request has gone."""
    context = current.get()
    if context is not None and context.client_is_gone():
        raise DeadlineExceeded("the client has closed the connection")


class Slot:
    """The right to run expensive computations until a deadline. This one has none, and the calling thread computes."""

    def run(self, compute: Callable[[], T], decode: Decode[T]) -> T:
        """Return what `compute` returns, or raise what it raises.

        If a pool process runs it, `compute` is pickled, and the result comes back as MessagePack for `decode`.
        Raises `DeadlineExceeded` or `Overloaded`.
        """
        return compute()


class Pool:
    """A pool that grants slots, a limited number at a time. This one has neither processes nor limits."""

    @contextmanager
    def acquire(self, wait: float = 0.0) -> Iterator[Slot]:
        """Acquire a slot, held while the context lasts. Its deadline counts from then on.

        Raises `Overloaded` if there is no slot, at once or after `wait` seconds, and `DeadlineExceeded` if the current
        request has taken too long with all its parts, or if its client has gone. Callers that wait hold at most as many
        slots together as there are processes, so that there are some left for callers that do not.
        """
        require_client()
        yield Slot()

    def join(self) -> AbstractContextManager[None]:
        """Reserve a thread that waits for a result that another one computes. Raises `Overloaded` at once."""
        return nullcontext()

    def stream(self) -> AbstractContextManager[None]:
        """Reserve a thread for a stream. Raises `Overloaded` at once.

        It lasts as long as the stream and holds no slot; a stream acquires a slot for each part of its work.
        """
        return nullcontext()

    def prestart(self) -> None:
        """Start the processes, so that the first computation does not wait for one to start."""

    def close(self) -> None:
        """End the processes."""
