"""Headers with which a proxy could say what was asked for: the server believes none, from nobody."""

from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.helpers.running_service import Server, running
from tests.helpers.waiting import wait_until
from tests.server.processes import started, status_of

#: What gunicorn believes, from loopback and over unix sockets, if nobody forbids it.
BELIEVED = [
    ("/x/metrics", {"SCRIPT_NAME": "/x"}),
    ("/x/livez", {"SCRIPT_NAME": "/x"}),
    ("/x/livez", {"Script_Name": "/x"}),
    ("/x/livez", {"PATH_INFO": "/livez"}),
]


def ask(server: Server, path: str, headers: dict[str, str] | None = None) -> int:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=60)
    try:
        connection.request("GET", path, headers=headers or {})
        return connection.getresponse().status
    finally:
        connection.close()


@pytest.fixture(scope="module", params=["by default", "all trusted", "a prefix in the environment"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = {
        "by default": {},
        "all trusted": {"FORWARDED_ALLOW_IPS": "*"},
        "a prefix in the environment": {"SCRIPT_NAME": "/x"},
    }[request.param]
    with running(tmp_path_factory.mktemp("forwarders") / "log", METRICS="on", **settings) as started:
        yield started


@pytest.mark.parametrize(("path", "headers"), BELIEVED)
def test_no_header_moves_an_address_past_a_rule_of_a_proxy(server: Server, path: str, headers: dict[str, str]):
    assert ask(server, path, headers) == 404


@pytest.mark.parametrize(
    "headers",
    [{"SCRIPT_NAME": "/other"}, {"PATH_INFO": "/other"}, {"X-Forwarded-Proto": "https", "X-Forwarded-Ssl": "off"}, {}],
)
def test_no_header_fails_a_request(server: Server, headers: dict[str, str]):
    assert ask(server, "/livez", headers) == 200
    assert ask(server, "/metrics", headers) == 200


def test_a_peer_of_a_unix_socket_is_not_believed_either(tmp_path: Path):
    """gunicorn trusts each of them, whatever addresses are allowed."""
    path, log = str(tmp_path / "socket"), tmp_path / "log"
    with started(log, GUNICORN_CMD_ARGS=f"--bind unix:{path}", METRICS="on"):
        wait_until(lambda: status_of(path) == 200, log)
        assert status_of(path, "/x/metrics", b"SCRIPT_NAME: /x\r\n") == 404
        assert status_of(path, "/metrics", b"SCRIPT_NAME: /x\r\nX-Forwarded-Proto: https\r\n") == 200
    assert f"serving on unix:{path}" in log.read_text()
