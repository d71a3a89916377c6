"""Whether the process lives and may be sent requests; a cache that is gone is told and changes nothing."""

import pytest

from service.analysis import double_dummy
from service.app import create_app
from service.piquet import ENGINE_VERSION
from service.settings.service import MiddlewareSettings, Settings
from tests.cache.impostor import hanging_up, listening, saying, silent
from tests.cache.servers import Server

DETAILS = MiddlewareSettings(health_details=True)


def test_a_live_service_tells_the_version_of_its_engine(shell):
    response = shell.get("/livez")
    assert response.status_code == 200
    assert response.get_json() == {"status": "ok", "engine_version": ENGINE_VERSION}
    assert response.headers["Cache-Control"] == "no-store"


def test_a_service_that_takes_requests_says_so(shell):
    response = shell.get("/readyz")
    assert response.status_code == 200
    assert response.get_json() == {"status": "ready", "engine_version": ENGINE_VERSION}
    assert response.headers["Cache-Control"] == "no-store"


def test_a_stranger_is_told_nothing_of_the_cache_and_makes_nobody_ask_it():
    asked = []

    def hang_up(caller):
        asked.append(caller)
        caller.close()

    with listening(hang_up) as port:
        url = f"redis://reader:a-password@127.0.0.1:{port}/0"
        client = create_app(Settings(redis_url=url, redis_timeout=5)).test_client()
        for path in ("/livez", "/readyz"):
            response = client.get(path)
            assert response.status_code == 200
            assert response.get_json().keys() == {"status", "engine_version"}
        assert not asked
        create_app(Settings(redis_url=url, redis_timeout=5, middleware=DETAILS)).test_client().get("/readyz")
        assert asked, "it is there to be asked"


def test_without_a_redis_the_cache_is_in_the_process():
    response = create_app(Settings(middleware=DETAILS)).test_client().get("/readyz")
    assert response.get_json()["cache"] == {"kind": "in_process", "status": "ok"}


@pytest.mark.parametrize(("compiled", "name"), [(False, "python"), (True, "compiled")])
def test_with_details_it_is_told_which_solver_double_dummy_uses(compiled, name, monkeypatch):
    monkeypatch.setattr(double_dummy, "is_compiled", lambda: compiled)
    response = create_app(Settings(middleware=DETAILS)).test_client().get("/readyz")
    assert response.get_json()["double_dummy"] == name


def readiness(url: str) -> dict[str, object]:
    response = create_app(Settings(redis_url=url, middleware=DETAILS)).test_client().get("/readyz")
    assert response.status_code == 200
    document: dict[str, object] = response.get_json()
    assert document["status"] == "ready"
    return document


@pytest.mark.parametrize("treat", [silent, saying(b"HTTP/1.1 400 Bad Request\r\n\r\n"), hanging_up])
def test_a_redis_that_does_not_do_its_part_leaves_the_service_ready_and_is_not_waited_for(treat):
    """`silent` never answers, as long as this test runs."""
    with listening(treat) as port:
        assert readiness(f"redis://127.0.0.1:{port}/0")["cache"] == {"kind": "redis", "status": "degraded"}


@pytest.mark.parametrize("url", ["redis://127.0.0.1:1/0", "unix:///nowhere/redis.sock"])
def test_a_redis_that_is_not_there_leaves_the_service_ready(url):
    assert readiness(url)["cache"] == {"kind": "redis", "status": "degraded"}


def test_a_redis_that_goes_and_comes_back_is_told_each_time(directory):
    server = Server(directory / "one")
    client = create_app(Settings(redis_url=server.unix_url, redis_timeout=2, middleware=DETAILS)).test_client()

    def cache() -> dict[str, str]:
        report: dict[str, str] = client.get("/readyz").get_json()["cache"]
        return report

    assert cache() == {"kind": "redis", "status": "degraded"}
    for _ in range(2):
        with server:
            assert cache() == {"kind": "redis", "status": "ok"}
        assert cache() == {"kind": "redis", "status": "degraded"}
