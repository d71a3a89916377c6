"""What a turn is; and turns that are taken at once, where there are no helpers."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Protocol, TypeVar

T = TypeVar("T")

#: Reads an answer that was written as MessagePack.
Decode = Callable[[bytes], T]


class Overloaded(Exception):
    """There are as many waiting as may wait, or helpers have come to an end over this. It may be asked again later."""


class DeadlineExceeded(Exception):
    """The time of a turn has passed without an answer."""


class Slot(Protocol):
    """The right to compute something dear until a deadline."""

    def run(self, compute: Callable[[], T], decode: Decode[T]) -> T:
        """What `compute` returns, or raises. Where a helper computes it, `compute` is pickled, and the answer comes
        back as MessagePack, which `decode` reads. Raises `DeadlineExceeded` or `Overloaded`."""
        ...


class Pool(Protocol):
    """Gives turns, so many at a time."""

    def acquire(self, wait: float = 0.0) -> AbstractContextManager[Slot]:
        """A turn, held while its context lasts; its time begins when it is given. Raises `Overloaded` if there is none,
        at once or after `wait` seconds. Callers who wait hold no more turns together than there are helpers, so that
        there are some left for those who do not."""
        ...

    def join(self) -> AbstractContextManager[object]:
        """A place to wait for what somebody else computes in a turn. Raises `Overloaded` at once if there is none."""
        ...

    def stream(self) -> AbstractContextManager[object]:
        """A place for a stream, held as long as it lasts and no turn; a stream takes one for each part of its work.
        Raises `Overloaded` at once if there is none."""
        ...

    def prestart(self) -> None:
        """Starts what will be needed, so that the first turn does not wait for it."""
        ...

    def close(self) -> None:
        """Ends the helpers."""
        ...


class InlinePool:
    """As many turns as are asked for: everything is computed by who asks."""

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
