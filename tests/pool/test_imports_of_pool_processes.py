"""What a pool process runs: it imports neither the HTTP interface nor a web framework."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from service.api.game_states.codec import StateCodec
from service.api.operations import operations
from service.app import create_app
from service.cache import make_cache
from service.pool import Pool, Slot
from service.settings.service import Settings
from tests.api.long_parties import long_line
from tests.contract.test_examples import request_of

ROOT = Path(__file__).resolve().parents[2]
RECORD = (ROOT / "examples" / "partie.piquet").read_text(encoding="utf-8")

#: Requests whose computations go to the pool. Those on records do if they are long.
DEAR: dict[str, Any] = {
    "/v1/states/validate": {"state": long_line(20, "tasks")},
    "/v1/hands/evaluate": {"hands": request_of("evaluate_hands", "w1")["hands"] * 500},
    "/v1/play/analyse": request_of("analyse_play", "followed"),
    "/v1/exchanges/analyse": request_of("analyse_exchange", "w1_elder") | {"limit": 1000},
    "/v1/records/verify": {"records": [RECORD] * 10},
    "/v1/records/convert": {"record": RECORD + "\n# " + "long " * 40_000},
}


class Recording(Pool, Slot):
    """A pool that records the modules of the functions that its slot, itself, runs."""

    def __init__(self) -> None:
        self.modules: list[str] = []

    @contextmanager
    def acquire(self, wait: float = 0.0) -> Iterator[Slot]:
        yield self

    def run(self, compute: Callable[[], Any], decode: Callable[[bytes], Any]) -> Any:
        self.modules.append(compute.func.__module__)  # type: ignore[attr-defined]
        return compute()


def test_a_pool_process_imports_nothing_of_the_http_interface() -> None:
    pool, settings = Recording(), Settings()
    app = create_app(settings, operations(StateCodec(0, pool=pool), make_cache(settings, pool), pool))
    for path, body in DEAR.items():
        before = len(pool.modules)
        response = app.test_client().post(path, data=json.dumps(body), content_type="application/json")
        assert response.status_code == 200, (path, response.json)
        assert len(pool.modules) > before, path
    on_dask = {"service.pool.dask_tasks", "service.records.batch", "service.tournaments.parties"}
    modules = sorted({*pool.modules, *on_dask, "service.pool.worker"})
    program = f"import sys, {', '.join(modules)}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    imported = set(done.stdout.split())
    assert "service.piquet.partie_replay" in imported
    assert not {"flask", "werkzeug", "marshmallow"} & imported
    assert not [name for name in imported if name.startswith("service.api")]
