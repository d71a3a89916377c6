"""Listeners that outlive a process: stopping must leave them as they were."""

import os
import re
import signal
import socket
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from service.server.listener import allow_new_connections, drop_new_connections, is_shared, require_free
from tests.helpers import program
from tests.helpers.prerequisites import requires
from tests.helpers.running_service import children
from tests.helpers.waiting import wait_until
from tests.server.processes import started, status_of

REQUEST = b"GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as made:
        yield made


@requires("linux")
def test_when_new_connections_are_dropped_those_that_were_made_are_accepted(listener: socket.socket):
    listener.settimeout(20)
    with socket.create_connection(listener.getsockname(), 20) as before, closing(socket.socket()) as late:
        drop_new_connections(listener)
        late.settimeout(0.3)
        with pytest.raises(TimeoutError):
            late.connect(listener.getsockname())
        accepted, _ = listener.accept()
        with accepted:
            before.sendall(b"heard")
            assert accepted.recv(5) == b"heard"
        listener.setblocking(False)
        with pytest.raises(BlockingIOError):
            listener.accept()


@requires("linux")
def test_only_packets_with_syn_are_dropped():
    """The flags of TCP are byte 13 of a packet (RFC 9293, 3.1), which of UDP's has eight bytes before its data."""

    def kept(flags: int) -> bool:
        for data in (bytes([0, 0, 0, 0, 0, flags, 0]), bytes(8)):  # the second is kept in any case
            sender.sendto(data, receiver.getsockname())
        first = receiver.recv(8)
        return len(first) == 7 and len(receiver.recv(8)) == 8

    with socket.socket(type=socket.SOCK_DGRAM) as receiver, socket.socket(type=socket.SOCK_DGRAM) as sender:
        receiver.bind(("127.0.0.1", 0))
        receiver.settimeout(20)
        drop_new_connections(receiver)
        assert [flags for flags in range(256) if not kept(flags)] == [flags for flags in range(256) if flags & 0x02]
        allow_new_connections(receiver)
        assert all(map(kept, range(256)))


def test_new_connections_are_allowed_again(listener: socket.socket):
    allow_new_connections(listener)  # there is nothing to remove yet
    drop_new_connections(listener)
    allow_new_connections(listener)
    socket.create_connection(listener.getsockname(), 20).close()


def has_ipv6() -> bool:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


ipv6 = pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6")


class Arbiter:
    """What gunicorn's first process has of its listeners."""

    def __init__(self, *addresses: Any, **more: Any) -> None:
        self.cfg = SimpleNamespace(address=addresses)
        self.master_pid, self.reexec_pid, self.systemd = 0, 0, False
        self.__dict__ |= more


@pytest.mark.parametrize(
    ("host", "where", "reason"),
    [
        ("127.0.0.1", "127.0.0.1:{port}", "another program listens there"),
        pytest.param("::1", "[::1]:{port}", "another program listens there", marks=ipv6),
        ("192.0.2.1", "192.0.2.1:{port}", "Cannot assign requested address"),  # RFC 5737: no address of any machine
    ],
)
def test_an_address_that_cannot_be_had_is_told_with_the_reason(host: str, where: str, reason: str):
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server(("::1" if ":" in host else "127.0.0.1", 0), family=family) as taken:
        port = taken.getsockname()[1]
        require_free(Arbiter("/run/socket", 3))
        require_free(Arbiter((host, port), master_pid=1))
        with pytest.raises(SystemExit) as refused:
            require_free(Arbiter("/run/socket", (host, port)))
    message = f"cannot listen on {where.format(port=port)}: {reason}; HOST and PORT choose another address"
    assert refused.value.code == message


def test_an_address_that_systemd_has_taken_is_not_checked(listener: socket.socket, monkeypatch: pytest.MonkeyPatch):
    given = {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1"}
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    require_free(Arbiter(listener.getsockname()))
    assert {name: os.environ.get(name) for name in given} == given, "gunicorn reads them, too"


@pytest.mark.parametrize("family", [socket.AF_INET, pytest.param(socket.AF_INET6, marks=ipv6)])
def test_an_address_that_is_free_is_taken(family: socket.AddressFamily):
    host = "::1" if family == socket.AF_INET6 else "127.0.0.1"
    with socket.create_server((host, 0), family=family) as before:
        address = before.getsockname()[:2]
        with socket.create_connection(address) as client, before.accept()[0]:
            pass  # the server closes first, and the address waits for late packets
        client.close()
    require_free(Arbiter(address))


@pytest.mark.parametrize(
    ("server", "shared"),
    [
        (Arbiter(("127.0.0.1", 80)), False),
        (Arbiter("/run/socket"), False),
        (Arbiter(("127.0.0.1", 80), 3), True),
        (Arbiter(("127.0.0.1", 80), systemd=True), True),
        (Arbiter(("127.0.0.1", 80), reexec_pid=7), True),
        (Arbiter(("127.0.0.1", 80), master_pid=7), True),
    ],
)
def test_a_listener_is_shared_with_whoever_passed_it_on_or_succeeds(server: Arbiter, shared: bool):
    assert is_shared(server) is shared


def test_a_unix_socket_has_no_filter(directory: Path):
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(directory / "socket"))
        listener.listen()
        drop_new_connections(listener)
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(str(directory / "socket"))
        allow_new_connections(listener)


def activated(listener: socket.socket, log: Path):
    """A service that is given the listener as systemd gives it (LISTEN_FDS)."""
    take = (
        "import os, runpy, sys; os.dup2(int(sys.argv.pop()), 3); "
        "os.environ |= {'LISTEN_PID': str(os.getpid()), 'LISTEN_FDS': '1'}; "
        "runpy.run_module('service.server', run_name='__main__', alter_sys=True)"
    )
    command = [*program.COMMAND, take, str(listener.fileno())]
    return started(log, command, {"pass_fds": [listener.fileno()]})


def test_a_listener_that_another_process_keeps_goes_on_accepting_after_a_stop(listener: socket.socket, tmp_path: Path):
    address, log = listener.getsockname(), tmp_path / "log"
    with activated(listener, log):
        wait_until(lambda: status_of(address) == 200, log)
    with socket.create_connection(address, 20) as between, activated(listener, log):
        between.settimeout(60)
        between.sendall(REQUEST)
        assert between.recv(100).startswith(b"HTTP/1.1 200 ")


def test_a_filter_that_was_left_on_a_listener_is_removed_at_the_start(listener: socket.socket, tmp_path: Path):
    address, log = listener.getsockname(), tmp_path / "log"
    drop_new_connections(listener)
    with activated(listener, log):
        wait_until(lambda: "serving on" in log.read_text(), log)
        assert status_of(address) == 200


@contextmanager
def asked_all_the_time(address: tuple[str, int]) -> Iterator[Counter[int]]:
    """How many requests are answered with which status meanwhile, one connection after the other."""
    statuses: Counter[int] = Counter()
    over = threading.Event()

    def ask() -> None:
        while not over.is_set():
            statuses[status_of(address)] += 1

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        yield statuses
    finally:
        over.set()
        asking.join(300)


@pytest.mark.parametrize("then", ["the successor stops", "the successor is upgraded"])
def test_a_service_is_upgraded_and_no_request_is_lost(tmp_path: Path, then: str):
    """SIGUSR2 starts a successor on the same listener, SIGTERM stops the old service."""
    log = tmp_path / "log"
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = free.getsockname()
    generations = 2 if then == "the successor is upgraded" else 1
    with started(log, PORT=str(address[1]), HOST=address[0], METRICS="on") as old, ExitStack() as later:
        wait_until(lambda: status_of(address) == 200, log)
        with asked_all_the_time(address) as statuses:
            for generation in range(generations):
                new = successor(old, log, later)
                os.kill(old, signal.SIGTERM)
                wait_until(lambda old=old: is_gone(old), log)
                wait_until(lambda count=generation + 1: promotions(log) == count, log)
                before = statuses[200]
                wait_until(lambda before=before: statuses[200] > before + 20, log)
                assert set(statuses) == {200}, (generation, statuses)
                old = new
        os.kill(new, signal.SIGTERM)
        wait_until(lambda: is_gone(new), log)
        assert status_of(address) == 0


def successor(old: int, log: Path, later: ExitStack) -> int:
    """The first process that takes over from `old`, once its worker serves; `later` ends it, whatever happens."""
    before = set(children(old))
    booted = log.read_text().count("Booting worker")
    os.kill(old, signal.SIGUSR2)
    wait_until(lambda: set(children(old)) > before, log)
    (new,) = set(children(old)) - before
    later.callback(end, new)
    wait_until(lambda: log.read_text().count("Booting worker") > booted, log)
    return new


def end(process: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


def promotions(log: Path) -> int:
    """How many successors know that they are alone."""
    return log.read_text().count("Master has been promoted")


def is_gone(process: int) -> bool:
    """Whether a process has ended, waited for or not."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    return True


@requires("linux")  # 127.0.0.2
def test_with_port_auto_another_port_is_served_and_told_where_the_usual_one_is_taken(tmp_path: Path):
    """As `make run` has it."""
    log = tmp_path / "log"
    with ExitStack() as stack:
        with suppress(OSError):  # another program listens there
            stack.enter_context(socket.create_server(("127.0.0.2", 8000)))
        stack.enter_context(started(log, HOST="127.0.0.2", PORT="auto"))
        wait_until(lambda: "serving on" in log.read_text(), log)
        told = re.search(r"serving on (http://(127\.0\.0\.2):(\d+)) \((.*)\)", log.read_text())
        assert told and told[3] != "8000", log.read_text()
        assert told[4] == f"table: {told[1]}/table/, documentation: {told[1]}/docs/"
        assert status_of((told[2], int(told[3]))) == 200


@requires("linux")
def test_workers_and_their_helpers_end_with_the_first_process_even_if_it_is_killed(tmp_path: Path):
    log = tmp_path / "log"
    with started(log, PORT="0", WEB_CONCURRENCY="2", ANALYSIS_PROCESSES="1") as first:
        wait_until(lambda: len([each for worker in children(first) for each in children(worker)]) == 2, log)
        workers = children(first)
        below = [*workers, *(each for worker in workers for each in children(worker))]
        assert len(below) == 4, "two workers, each with its helper"
        end(first)
        wait_until(lambda: all(map(is_gone, below)), log)
