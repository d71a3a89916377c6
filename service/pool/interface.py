"""The interface of process pools, and the pool without processes."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Protocol, TypeVar

T = TypeVar("T")

#: Decodes a result that was encoded as MessagePack.
Decode = Callable[[bytes | memoryview], T]


class Overloaded(Exception):
    """The queue is full, or the processes died during this computation. The caller may retry later."""


class DeadlineExceeded(Exception):
    """The deadline of a slot has passed without a result."""


class Slot(Protocol):
    """The right to run expensive computations until a deadline."""

    def run(self, compute: Callable[[], T], decode: Decode[T]) -> T:
        """Return what `compute` returns, or raise what it raises.

        If a pool process runs it, `compute` is pickled, and the result comes back as MessagePack for `decode`.
        Raises `DeadlineExceeded` or `Overloaded`.
        """
        ...


class Pool(Protocol):
    """A pool that grants a limited number of slots at a time."""

    def acquire(self, wait: float = 0.0) -> AbstractContextManager[Slot]:
        """Acquire a slot, held while the context lasts. Its deadline counts from then on.

        Raises `Overloaded` if there is no slot, at once or after `wait` seconds. Callers that wait hold at most as many
        slots together as there are processes, so that there are some left for callers that do not.
        """
        ...

    def join(self) -> AbstractContextManager[object]:
        """Reserve a thread that waits for a result that another one computes. Raises `Overloaded` at once."""
        ...

    def stream(self) -> AbstractContextManager[object]:
        """Reserve a thread for a stream. Raises `Overloaded` at once.

        It lasts as long as the stream and holds no slot; a stream acquires a slot for each part of its work.
        """
        ...

    def prestart(self) -> None:
        """Start the processes, so that the first computation does not wait for one to start."""
        ...

    def close(self) -> None:
        """End the processes."""
        ...


class InlinePool:
    """A pool without processes or limits: the calling thread computes."""

    @contextmanager
    def acquire(self, wait: float = 0.0) -> Iterator[Slot]:
        yield self

    def join(self) -> AbstractContextManager[object]:
        return nullcontext()

    def stream(self) -> AbstractContextManager[object]:
        return nullcontext()

    def run(self, compute: Callable[[], T], decode: Decode[T]) -> T:
        return compute()

    def prestart(self) -> None:
        pass

    def close(self) -> None:
        pass
