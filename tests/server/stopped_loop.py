"""An event loop whose clock only the test moves."""

import asyncio
from typing import Any


class StoppedLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock stands still, and that notes what fails in it and which files it watches."""

    now = 0.0

    def __init__(self) -> None:
        super().__init__()
        self.failures: list[Any] = []
        self.watched: set[int] = set()
        self.set_exception_handler(lambda _, context: self.failures.append(context))

    def time(self) -> float:
        return self.now

    def add_reader(self, fd: Any, callback: Any, *args: Any) -> None:
        self.watched.add(fd.fileno())
        super().add_reader(fd, callback, *args)

    def remove_reader(self, fd: Any) -> bool:
        self.watched.discard(fd if isinstance(fd, int) else fd.fileno())
        return super().remove_reader(fd)
