"""A real Dask cluster of several processes: the command and the pool of the service on it, and what becomes of both if
workers or the whole cluster are killed."""

import pickle
import threading
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
import pytest

from service.cli import dask as command_on_dask
from service.cli.dask import Job, Work
from service.cli.main import UNREADABLE, main
from service.pool import dask_client, dask_pool
from service.pool.dask_pool import DaskPool
from service.runtime.version import VERSION
from tests.helpers.dask_cluster import Cluster, free_port, running
from tests.helpers.request_contexts import in_request
from tests.helpers.running_service import children
from tests.helpers.waiting import wait_until
from tests.pool import jobs

# Not `importorskip`: to import it takes half a second, in each process that collects the tests.
pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="the extra dask is not installed")

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
PARTIE = (EXAMPLES / "partie.piquet").read_text(encoding="utf-8")
W1 = (EXAMPLES / "w1.piquet").read_text(encoding="utf-8")
LONG = 60.0


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with running(workers=2) as made:
        yield made


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """A folder with 260 records in three forms. One of them says 118 for 117 (R7.1), and one file has no record."""
    folder = tmp_path / "archive"
    folder.mkdir()
    (folder / "a.piquet").write_text(W1 * 100 + PARTIE.replace("score: 117-7", "score: 118-7") + W1 * 100)
    (folder / "b.ndjson").write_text(_ndjson(58))
    (folder / "c.json").write_text((EXAMPLES / "partie.json").read_text())
    (folder / "d.piquet").write_text("")
    return folder


def _ndjson(number: int) -> str:
    return (msgspec.json.format((EXAMPLES / "w1.json").read_bytes(), indent=-1).decode() + "\n") * number


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of a few records."""
    monkeypatch.setattr("service.cli.record_files._PART", 8 << 10)


Ran = tuple[int, str, str]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Runs the command: its status, its output and its errors."""

    def run(*words: str | Path) -> Ran:
        status = main(list(map(str, words)))
        out, err = capsys.readouterr()
        return status, out, err

    return run


@pytest.mark.parametrize("form", ["--verbose", "--json", "--junit"])
def test_an_archive_has_the_same_reports_as_on_one_machine(
    form: str, cluster: Cluster, archive: Path, small_parts: None, command: Callable[..., Ran]
):
    files = [archive, archive / "nowhere"]
    alone = command("verify", form, "--jobs", "1", *files)
    assert command("verify", form, "--dask", cluster.address, *files) == alone
    assert alone[0] == UNREADABLE and "118" in alone[1] and "nowhere" in alone[1] + alone[2]


def test_boards_and_events_are_the_same_as_on_one_machine(
    cluster: Cluster, small_parts: None, command: Callable[..., Ran]
):
    tables = EXAMPLES / "duplicate"
    alone = command("compare", "--json", tables, "nowhere")
    assert command("compare", "--json", "--dask", cluster.address, tables, "nowhere") == alone
    assert '"matchpoints"' in alone[1]
    events = [EXAMPLES / "tournament" / "with-errors.toml", "nowhere.toml", EXAMPLES / "spring-cup.toml"]
    alone = command("event", "--json", *events)
    assert command("event", "--json", "--dask", cluster.address, *events) == alone
    assert alone[1].count("\n") == 2 and "399" in alone[1]


def test_records_of_an_event_are_told_as_on_one_machine_whatever_is_wrong_with_them(
    cluster: Cluster, tmp_path: Path, command: Callable[..., Ran]
):
    (tmp_path / "two.piquet").write_text(W1 * 2)
    (tmp_path / "wrong.piquet").write_text(PARTIE.replace("score: 117-7", "score: 118-7"))
    (tmp_path / "good.piquet").write_text(PARTIE)
    (tmp_path / "late.piquet").write_text(PARTIE + "adjustment A -5 settlement: no score sheet\n")
    records = ["two.piquet", "wrong.piquet", "nowhere.piquet", "../out.piquet", "good.piquet", "a\0b"]
    tables = [{"table": at, "a": f"a{at}", "b": f"b{at}", "record": each} for at, each in enumerate(records, 1)]
    tables.append({"table": 7, "a": "a7", "b": "b7", "record": PARTIE})
    tables.append({"table": 8, "a": "a8", "b": "b8", "result": {"totals": [120, 80]}})
    slow = {"seat": "A", "points": -10, "of": "deal", "deal": 9, "reason": "slow play"}
    tables.append({"table": 9, "a": "a9", "b": "b9", "record": "late.piquet", "adjustments": [slow]})
    players = [{"id": f"{seat}{at}", "name": "AB"[seat == "b"]} for at in range(1, 10) for seat in "ab"]
    event = {"players": players, "rounds": [{"number": 1, "tables": tables}], "scoring": {"points": "game"}}
    (tmp_path / "event.json").write_bytes(msgspec.json.encode(event))
    alone = command("event", "--json", tmp_path / "event.json")
    assert command("event", "--json", "--dask", cluster.address, tmp_path / "event.json") == alone
    for told in (
        *("the file has 2 records", "117 to 7", "no such file", "in the folder of the event", "null"),
        "the partie has no deal 9",
    ):
        assert told in alone[1]


def test_the_part_of_a_worker_that_is_killed_is_done_again(
    cluster: Cluster, tmp_path: Path, small_parts: None, command: Callable[..., Ran]
):
    mark, file = tmp_path / "mark", tmp_path / "records.piquet"
    file.write_text(W1 * 10 + f"# kill-once:{mark} \n" + W1 * 10)
    alone = command("verify", "--verbose", "--jobs", "1", file)
    assert command("verify", "--verbose", "--dask", cluster.address, file) == alone
    assert mark.read_text() == "x" and "20 records" in alone[1]


def test_a_part_that_kills_three_workers_is_reported_and_stops_no_other(
    cluster: Cluster, tmp_path: Path, small_parts: None, command: Callable[..., Ran]
):
    mark, file, wrong = tmp_path / "mark", tmp_path / "poison.piquet", tmp_path / "wrong.piquet"
    file.write_text(W1 * 3 + f"# kill-always:{mark} \n" + W1)
    wrong.write_text(PARTIE.replace("score: 117-7", "score: 118-7"))
    status, out, err = command("verify", "--verbose", "--dask", cluster.address, file, wrong)
    last = file.read_text().count("\n")
    told = f"{file}: the part from line 1 to line {last} killed 3 workers of the cluster, one after the other, and was"
    assert status == UNREADABLE and told in out + err
    assert "the score of the deal is 117 to 7" in out, "Dask blames what waited beside it, too"
    assert len(mark.read_text()) >= 3, "with another part, and alone"


def test_a_scheduler_that_cannot_be_reached_is_told(
    tmp_path: Path, command: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(command_on_dask, "CONNECT", 0.2)
    address = f"tcp://127.0.0.1:{free_port()}"
    told = f"piquet-referee: {address}: no Dask scheduler answers within 0.2 s\n"
    assert command("verify", "--dask", address, EXAMPLES) == (UNREADABLE, "", told)


def test_another_version_gives_no_report(
    cluster: Cluster, command: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(command_on_dask, "VERSION", "99.0.0")
    told = f"piquet-referee: {cluster.address}: a worker has version {VERSION} of piquet-referee, and not 99.0.0\n"
    assert command("verify", "--dask", cluster.address, EXAMPLES / "w1.piquet") == (UNREADABLE, "", told)


def test_a_worker_without_the_package_is_told(cluster: Cluster):
    """Unpickling fails there as it does where the package is missing."""
    client = dask_client.connect(cluster.address, 10)
    try:
        future = client.submit(pickle.loads, b"cservice.not_there\nrun\n(tR.", pure=False)
        with pytest.raises(ModuleNotFoundError) as error:
            dask_client.result(future, LONG)
        assert "lacks piquet-referee" in (dask_client.disagreement(error.value) or "")
    finally:
        dask_client.close(client)


# ---------------------------------------------------------------- the pool of the service


@pytest.fixture
def quick_to_retry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_pool, "RETRY", 0.1)


def ask(pool: DaskPool, compute: Callable[[], Any]) -> tuple[Any, str]:
    """What is computed, and what is counted of it."""
    with in_request() as context, pool.acquire(wait=LONG) as slot:
        found = slot.run(compute, msgspec.msgpack.decode)
    (outcome,) = context.recorded["cluster"]
    return found, outcome


def test_a_cluster_that_is_killed_under_load_loses_no_request_and_no_part_and_is_used_again(
    quick_to_retry: None, tmp_path: Path, command: Callable[..., Ran], caplog: pytest.LogCaptureFixture
):
    """The scheduler is killed with its workers, and another one started in its place. A command goes on there."""
    port = free_port()
    pool = DaskPool(f"tcp://127.0.0.1:{port}", processes=2, waiting=4, deadline=LONG, joining=0)
    outcomes: list[tuple[Any, str]] = []
    asked = [0] * 4
    stop = threading.Event()

    def load(number: int) -> None:
        while not stop.is_set():
            asked[number] += 1
            outcomes.append(ask(pool, partial(jobs.sleep, 0.02)))

    def seen(outcome: str) -> bool:
        return ("slept", outcome) in outcomes

    def told() -> list[str]:
        return [each.message for each in caplog.records if each.name == "service.pool"]

    try:
        assert ask(pool, partial(jobs.sleep, 0)) == ("slept", "away")
        wait_until(lambda: len(told()) == 1)  # before a cluster is there for its first attempt to find
        threads = [threading.Thread(target=load, args=(number,)) for number in range(4)]
        with running(port) as first:
            wait_until(lambda: pool._cluster.available)
            work = Work(first.address, "test")
            for number in range(3):
                work.put(Job(number, 1, lambda: jobs.process))
            assert work.take()[0] == 0
            for thread in threads:
                thread.start()
            wait_until(lambda: seen("computed"))
            first.kill()
        wait_until(lambda: seen("away"))
        stop.set()
        for thread in threads:
            thread.join()
        assert [found for found, _ in outcomes] == ["slept"] * sum(asked)
        with running(port, workers=1) as second:
            wait_until(lambda: pool._cluster.available)
            assert ask(pool, partial(jobs.sleep, 0)) == ("slept", "computed")
            (one, there), (two, too) = work.take(), work.take()
            assert (one, two) == (1, 2) and there == too, "both were sent again"
            assert work.empty
            work.close()
            assert command("verify", "--dask", second.address, EXAMPLES / "w1.piquet")[0] == 0
        assert [" is back" in each for each in told()] == [False, True, False, True]
    finally:
        stop.set()
        pool.close()


def test_a_pool_whose_cluster_has_another_version_computes_here(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch, quick_to_retry: None, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(dask_pool, "VERSION", "99.0.0")
    pool = DaskPool(cluster.address, processes=1, waiting=0, deadline=LONG, joining=0)
    try:
        pool.prestart()
        wait_until(lambda: bool(caplog.records))
        assert ask(pool, partial(jobs.sleep, 0)) == ("slept", "away")
        assert "99.0.0" in caplog.records[0].message
    finally:
        pool.close()


def test_computations_run_in_processes_of_the_workers(cluster: Cluster):
    pool = DaskPool(cluster.address, processes=1, waiting=0, deadline=LONG, joining=0)
    try:
        pool.prestart()
        wait_until(lambda: pool._cluster.available)
        about, outcome = ask(pool, jobs.circumstances)
        workers = [worker for child in children(cluster.process.pid) for worker in children(child)]
        assert outcome == "computed" and about["parent"] in workers
        assert all(process is None for process in pool._free.queue), "no local process was started"
    finally:
        pool.close()
