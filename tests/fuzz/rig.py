"""The service in this process, from the bytes of a connection to those of the answer, and what must hold of each."""

import json
import random
import re
import time
from collections import Counter
from typing import Any, NamedTuple

from gunicorn.config import Config
from gunicorn.http import wsgi
from gunicorn.http.errors import NoMoreData, ParseException
from gunicorn.http.parser import RequestParser

from service.app import create_app
from service.serving.incoming import Incoming
from service.settings import Settings
from tests.contract.validation import decoded
from tests.fuzz.corpus import HEADS, SETTINGS, Request, corpus
from tests.fuzz.mutations import corrupted, encoded, mutated

_ADDRESS = ("127.0.0.1", 50000)


class Answer(NamedTuple):
    """What came back: status 0 where gunicorn refuses the bytes before the application sees them."""

    status: int
    headers: dict[str, str]
    data: bytes


class _Socket:
    """Where gunicorn says that a body may come (`Expect: 100-continue`)."""

    def send(self, said: bytes) -> int:
        return len(said)


class Rig:
    """The application with one of `corpus.SETTINGS`, and requests that it answers."""

    def __init__(self, settings: str, seed: str) -> None:
        self.settings = settings
        self.app = create_app(Settings.from_env(SETTINGS[settings]))
        self.corpus = corpus(settings, random.Random(f"{seed} corpus"))
        self._all = [request for requests in self.corpus.values() for request in requests]
        self._config = Config()

    def send(self, sent: bytes) -> Answer:
        """What is answered to these bytes, read as gunicorn reads them, and as our worker looks at them before."""
        incoming = Incoming()
        incoming.add(sent)
        incoming.whole()
        try:
            request = next(RequestParser(self._config, iter([sent]), _ADDRESS))
        except (ParseException, NoMoreData, StopIteration, OSError):
            return Answer(0, {}, b"")
        _, environ = wsgi.create(request, _Socket(), _ADDRESS, _ADDRESS, self._config)
        told: list[Any] = []

        def start(status: str, headers: list[tuple[str, str]], error: Any = None) -> Any:
            told[:] = int(status[:3]), dict(headers)

        answered = self.app.wsgi_app(environ, start)
        try:
            data = b"".join(answered)
        finally:
            if hasattr(answered, "close"):
                answered.close()
        return Answer(told[0], told[1], data)

    # ---------------------------------------------------------------- what is sent

    def by_bytes(self, rng: random.Random) -> bytes:
        """A request of any operation with its bytes spoiled: of all, the head, the address, or the body alone."""
        request = self._some(rng)
        if rng.random() < 0.5:
            request = request._replace(headers=(*request.headers, *rng.sample(HEADS, rng.randrange(1, 4))))
        other = rng.choice(self._all).raw()
        match rng.randrange(4):
            case 0:  # wherever it hits
                return corrupted(rng, request.raw(chunked=rng.random() < 0.2), other)
            case 1:  # the address and the head
                head, _, body = request.raw().partition(b"\r\n\r\n")
                return corrupted(rng, head, other) + b"\r\n\r\n" + body
            case 2:  # the address, which remains one
                target = corrupted(rng, request.target.encode(), other).decode("latin-1")
                return request._replace(target="/" + re.sub(r"[\s\x00-\x20]", "%0a", target.lstrip("/"))).raw()
            case _:
                return request._replace(body=corrupted(rng, request.body, other)).raw(chunked=rng.random() < 0.1)

    def by_members(self, rng: random.Random) -> bytes:
        """A request with something else in its JSON; of some the bytes of that are spoiled besides."""
        while not (request := self._some(rng)).body.startswith(b"{"):
            pass
        body = encoded(rng, mutated(rng, json.loads(request.body.splitlines()[0])))
        return request._replace(body=corrupted(rng, body) if rng.random() < 0.2 else body).raw()

    def _some(self, rng: random.Random) -> Request:
        return rng.choice(self.corpus[rng.choice(list(self.corpus))])


class _Told(NamedTuple):
    """An answer as `decoded` takes it."""

    headers: dict[str, str]
    data: bytes


def complaint(answer: Answer, head: bool = False) -> str | None:
    """What is wrong with an answer, if anything is: it failed, or is neither an answer nor a problem that says so."""
    status, headers, data = answer
    if status == 0:
        return None
    if status >= 500 or status < 200:
        return f"status {status}"
    kind = headers.get("Content-Type", "").partition(";")[0]
    if status >= 400 and kind != "application/problem+json":
        return f"status {status} as {kind}"
    if head or not data:
        return None if head or status in (204, 304, 308) or kind.endswith("ndjson") else f"no body with {status}"
    if not kind.endswith("json"):
        return None
    text = decoded(_Told(headers, data))
    try:
        documents = [json.loads(line) for line in text.splitlines()] if kind.endswith("ndjson") else [json.loads(text)]
    except ValueError:
        return "a body that is not JSON"
    if status >= 400 and not documents[0].get("code"):
        return "a problem without a code"
    return None


class Tally:
    """What became of requests of one kind."""

    def __init__(self) -> None:
        self.statuses: Counter[int] = Counter()
        self.seconds = 0.0
        self.slowest = (0.0, b"")

    def add(self, answer: Answer, sent: bytes, took: float) -> None:
        self.statuses[answer.status] += 1
        self.seconds += took
        self.slowest = max(self.slowest, (took, sent[:200]))

    def merge(self, other: "Tally") -> None:
        self.statuses += other.statuses
        self.seconds += other.seconds
        self.slowest = max(self.slowest, other.slowest)


class Failure(AssertionError):
    """An answer that must not be; `sent` is what it was given to."""

    def __init__(self, why: str, sent: bytes) -> None:
        super().__init__(why)
        self.sent = sent


def one(rig: Rig, sent: bytes, tally: Tally) -> None:
    """Sends a request and judges the answer."""
    began = time.perf_counter()
    try:
        answer = rig.send(sent)
    except Exception as error:
        raise Failure(f"{type(error).__name__}: {error}", sent) from error
    judged(answer, sent, began, tally)


def judged(answer: Answer, sent: bytes, began: float, tally: Tally) -> None:
    """Counts an answer, and raises a `Failure` if it must not be. `began` is when it was asked for."""
    tally.add(answer, sent, time.perf_counter() - began)
    why = complaint(answer, head=sent.startswith(b"HEAD "))
    if why:
        raise Failure(f"{why}: {answer.data[:300]!r}", sent)
