"""The inner parts of gunicorn that the server rests on are those that it was written for.

A new version of gunicorn may change them without a word: then this fails, before anything else does.
"""

import inspect
from collections.abc import Callable
from hashlib import sha256
from importlib.metadata import version
from typing import Any

import pytest
from gunicorn.arbiter import Arbiter
from gunicorn.asgi.parser import PythonProtocol
from gunicorn.util import split_request_uri
from gunicorn.workers import base

#: What is called or overridden, and the digest of its source.
PARTS: dict[Callable[..., Any], str] = {
    PythonProtocol: "fe72402943fb078d",
    Arbiter.start: "92668bdb3e86b1af",
    Arbiter.stop: "7138b6afd9c46ae0",
    Arbiter.kill_worker: "47e1a8ccdca2b567",
    Arbiter.kill_workers: "00a2eb10d3493fd0",
    Arbiter.reap_workers: "ebcf4187e9ebf378",
    base.Worker.__init__: "e0f1de2d60574066",
    base.Worker.init_process: "114caccd7a0e3c21",
    base.Worker.init_signals: "65442e0602b05f37",
    base.Worker.handle_quit: "2944b41327615dc6",
    base.Worker.handle_abort: "ca347b2ae3685c09",
    base.Worker.load_wsgi: "18b02fc35e964f2b",
    split_request_uri: "6c113a84201fd00b",
}


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__qualname__)
def test_no_inner_part_that_the_server_rests_on_has_changed(part: Callable[..., Any]):
    found = sha256(inspect.getsource(part).encode()).hexdigest()[:16]
    assert found == PARTS[part], (
        f"gunicorn {version('gunicorn')} has another {part.__module__}.{part.__qualname__} than service/server was "
        f"written for. Read what changed, adapt service/server, run tests/server and make stress, and then write "
        f"{found!r} here."
    )
