"""Load generator: sends requests at a fixed rate or at capacity, and checks every response."""

import asyncio
import itertools
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from stress.questions import Question
from stress.tally import Tally

PATIENCE = 30.0  # seconds

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass
class Client:
    """A client of one port that keeps its connections open. A request without a response after `patience` seconds
    counts as lost."""

    port: int
    headers: tuple[str, ...] = ()
    patience: float = PATIENCE
    idle: list[Streams] = field(default_factory=list)

    async def ask(self, question: Question, tally: Tally) -> None:
        """Send a request, and add its outcome and its time to `tally`."""
        began = time.perf_counter()
        try:
            status, headers, body = await asyncio.wait_for(self._exchange(question), self.patience)
        except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
            tally.add("lost", 0, f"{question.path} {type(error).__name__} {error}")
            return
        outcome = judged(question, status, headers, body)
        tally.add(outcome, time.perf_counter() - began, f"{question.path} {status} {body[:200]!r}")

    async def _exchange(self, question: Question) -> tuple[int, dict[str, str], bytes]:
        reader, writer = self.idle.pop() if self.idle else await asyncio.open_connection("127.0.0.1", self.port)
        kept = False
        try:
            writer.write(question.request(*self.headers))
            await writer.drain()
            status, headers, body = await read_response(reader)
            kept = headers.get("connection", "").lower() != "close"
            return status, headers, body
        finally:
            if kept:
                self.idle.append((reader, writer))
            else:
                writer.close()

    def close(self) -> None:
        for _, writer in self.idle:
            writer.close()
        self.idle.clear()


async def read_response(reader: asyncio.StreamReader) -> tuple[int, dict[str, str], bytes]:
    """Read a response: status, headers by lower-case name, body."""
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines if line)}
    return int(first.split()[1]), headers, await reader.readexactly(int(headers["content-length"]))


def judged(question: Question, status: int, headers: dict[str, str], body: bytes) -> str:
    """The outcome of a response: `answered`, `refused` or `wrong`."""
    if status == 200:
        return "answered" if body == question.answer else "wrong"
    try:
        code = json.loads(body)["code"]
    except (ValueError, KeyError, TypeError):
        return "wrong"
    polite = (code == "overloaded" and status == 503 and "retry-after" in headers) or (
        code == "deadline_exceeded" and status == 504
    )
    return "refused" if polite else "wrong"


async def steadily(client: Client, questions: Sequence[Question], rate: float, seconds: float, tally: Tally) -> None:
    """Send `rate` requests a second for `seconds`, and wait for all responses."""
    under_way: set[asyncio.Task[None]] = set()
    began = time.perf_counter()
    turn = itertools.cycle(questions)
    for number in range(int(rate * seconds)):
        late = time.perf_counter() - began - number / rate
        if late < 0:
            await asyncio.sleep(-late)
        elif number % 20 == 0:
            await asyncio.sleep(0)
        task = asyncio.create_task(client.ask(next(turn), tally))
        under_way.add(task)
        task.add_done_callback(under_way.discard)
    if under_way:
        await asyncio.wait(under_way)


async def at_capacity(
    client: Client, questions: Sequence[Question], clients: int, seconds: float, tally: Tally, pause: float = 0.0
) -> float:
    """Send requests from `clients` at once, each after the previous response and a pause. Returns answers a second."""
    until = time.perf_counter() + seconds

    async def one(turn: int) -> None:
        for question in itertools.islice(itertools.cycle(questions), turn, None):
            if time.perf_counter() > until:
                return
            await client.ask(question, tally)
            if pause:
                await asyncio.sleep(pause)

    await asyncio.gather(*(one(number) for number in range(clients)))
    return tally.counts["answered"] / seconds
