"""The Arazzo workflows in docs/workflows, which `make workflows` runs: a wrong response fails the run."""

import threading
from collections.abc import Iterator
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

import pytest
from flask import Flask

from tests.helpers.prerequisites import requires
from tools import node_tools
from tools.workflows import WORKFLOWS


@pytest.fixture
def false_service(app: Flask) -> Iterator[str]:
    """The address of a service that says of every record that it agrees."""

    class Silent(WSGIRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

    def agreeing(environ: Any, start: Any) -> list[bytes]:
        begun: list[Any] = []
        body = b"".join(app.wsgi_app(environ, lambda *head: begun.extend(head)))
        told = body.replace(b'"agrees":false', b'"agrees":true')
        headers = [(name, value) for name, value in begun[1] if name != "Content-Length"]
        start(begun[0], [*headers, ("Content-Length", str(len(told)))])
        return [told]

    with make_server("127.0.0.1", 0, agreeing, handler_class=Silent) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@requires("node-tools")
def test_a_wrong_response_fails_the_run(false_service: str) -> None:
    record = next(path for path in WORKFLOWS if path.name == "record.arazzo.yaml")
    done = node_tools.respect(false_service, record)
    assert done.returncode == 1
    failed = [line.partition("✗")[2].strip() for line in done.stdout.partition("Failed tests info")[0].splitlines()]
    criteria = [each.partition(" - ")[2] for each in failed if each.startswith("success criteria check")]
    assert criteria == ["$response.body#/reports/0/agrees == false"], done.stdout
