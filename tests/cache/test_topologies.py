"""The ways to a Redis other than straight: by TLS, told by a Sentinel, in parts as a cluster; and what fails there."""

import select
import socket
import ssl
import subprocess
import time

import pytest

from service.cache import Cache
from tests.cache.helpers import SLACK, Clock, Once, cache_at, fetch, question, redis_at, region, squares
from tests.cache.impostor import listening
from tests.cache.servers import Sentinel, Server, cluster
from tests.helpers.prerequisites import requires
from tests.helpers.waiting import wait_until

KIND = region("topology")


def ask(cache: Cache, numbers: range, timeout: float) -> None:
    for number in numbers:
        began = time.monotonic()
        assert fetch(cache, number, KIND) == squares(number)
        assert time.monotonic() - began < timeout + SLACK


def computed(cache: Cache, numbers: range) -> int:
    """How many of the answers are not in the Redis."""
    compute = [Once(squares(number)) for number in numbers]
    for number, once in zip(numbers, compute, strict=True):
        assert cache.get_or_create(KIND, question(number), once) == squares(number)
    return sum(once.times for once in compute)


def cluster_state(master: Server) -> str:
    return master.client.execute_command("CLUSTER INFO")["cluster_state"]


@requires("openssl")
class TestTls:
    """By TLS, through a listener that ends it before the server: not every build of the server can do it."""

    @pytest.fixture
    def certificate(self, directory):
        paths = {"certfile": directory / "cert.pem", "keyfile": directory / "key.pem"}
        make = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost"
        names = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
        files = ["-keyout", str(paths["keyfile"]), "-out", str(paths["certfile"])]
        subprocess.run(
            ["openssl", *make.split(), *names, *files],
            check=True,
            capture_output=True,
        )
        return paths

    @pytest.fixture
    def port(self, certificate, kept_server: Server):
        def forward(caller: socket.socket) -> None:
            with socket.create_connection(("127.0.0.1", kept_server.port)) as behind:
                while True:
                    ready = [caller] if caller.pending() else select.select([caller, behind], [], [])[0]
                    for one, other in ((caller, behind), (behind, caller)):
                        if one in ready:
                            if not (data := one.recv(65536)):
                                return
                            other.sendall(data)

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(**certificate)
        with listening(forward, context) as port:
            yield port

    def test_a_server_with_a_good_certificate_is_used(self, port, certificate):
        with cache_at(f"rediss://localhost:{port}/0?ssl_ca_certs={certificate['certfile']}", 5.0) as cache:
            ask(cache, range(5), 5.0)
            assert computed(cache, range(5)) == 0
            assert cache.report() == {"kind": "redis", "status": "ok"}

    def test_one_that_nobody_vouches_for_is_not_and_the_answers_are_the_same(self, port):
        with cache_at(f"rediss://localhost:{port}/0", 5.0) as cache:
            assert computed(cache, range(5)) == computed(cache, range(5)) == 5
            assert cache.report()["status"] == "degraded"

    def test_unless_it_is_said_that_nobody_need(self, port):
        with cache_at(f"rediss://localhost:{port}/0?ssl_cert_reqs=none&ssl_check_hostname=false", 5.0) as cache:
            ask(cache, range(5), 5.0)
            assert computed(cache, range(5)) == 0


class TestSentinel:
    def test_the_master_is_found_and_the_next_one_when_it_dies(self, directory):
        timeout, clock = 0.5, Clock()
        with Server(directory / "a") as master:
            follow = ("--replicaof", f"127.0.0.1 {master.port}")
            with Server(directory / "b", *follow) as replica, Sentinel(directory / "s", master) as sentinel:
                wait_until(lambda: replica.client.info("replication")["master_link_status"] == "up")
                wait_until(lambda: sentinel.client.sentinel_master("piquet")["num-slaves"] == 1)
                url = f"redis+sentinel://127.0.0.1:1,127.0.0.1:{sentinel.port}/piquet/0"
                with cache_at(url, timeout, clock=clock) as cache:
                    ask(cache, range(10), timeout)
                    assert computed(cache, range(10)) == 0
                    assert master.client.dbsize() == 10
                    master.kill()
                    ask(cache, range(10), timeout)

                    def replaced() -> bool:
                        ask(cache, range(10), timeout)
                        return replica.client.info("replication")["role"] == "master"

                    wait_until(replaced)

                    def used() -> bool:
                        clock.now += 60
                        return computed(cache, range(10, 20)) == 0

                    wait_until(used)
                    assert cache.report() == {"kind": "redis", "status": "ok"}

    def test_a_service_that_the_sentinel_does_not_know_is_a_redis_that_is_not_there(self, directory, kept_server):
        with (
            Sentinel(directory / "s", kept_server) as sentinel,
            cache_at(f"redis+sentinel://127.0.0.1:{sentinel.port}/poker") as cache,
        ):
            ask(cache, range(5), 0.1)
            assert cache.report()["status"] == "degraded"


class TestCluster:
    def test_a_master_of_three_hangs_and_dies_and_the_answers_go_on(self, directory):
        numbers, timeout, clock = range(60), 0.2, Clock()
        with cluster(directory, "--cluster-require-full-coverage", "no") as masters:
            url = "redis+cluster://" + ",".join(f"127.0.0.1:{master.port}" for master in masters)
            with cache_at(url, timeout, clock=clock) as cache:

                def all_are_held() -> bool:
                    clock.now += 60
                    return computed(cache, numbers) == 0

                wait_until(all_are_held)  # on a busy machine some take longer than the timeout, and are not stored
                held = [master.client.dbsize() for master in masters]
                assert sum(held) == 60 and min(held) > 5
                assert cache.report() == {"kind": "redis", "status": "ok"}
                masters[0].pause()
                ask(cache, numbers, timeout)
                masters[0].resume()
                masters[0].kill()
                ask(cache, numbers, timeout)
                assert cache.report() == {"kind": "redis", "status": "degraded"}

                def others_are_used() -> bool:
                    lost = 0
                    for number in numbers:
                        clock.now += 60  # the breaker lets a request try again
                        lost += computed(cache, range(number, number + 1))
                    return lost == held[0]

                wait_until(others_are_used)
                masters[1].kill()  # and the last one, with no majority, refuses everything
                wait_until(lambda: cluster_state(masters[2]) == "fail")
                clock.now += 60
                ask(cache, range(12), timeout)
                assert computed(cache, range(12)) == 12

    def test_a_server_that_is_no_cluster_is_a_redis_that_is_not_there(self, kept_server):
        with cache_at(f"redis+cluster://127.0.0.1:{kept_server.port}") as cache:
            ask(cache, range(5), 0.1)


def test_a_database_is_chosen(kept_server):
    kept_server.client.flushall()
    with redis_at(f"{kept_server.unix_url}?db=3", 5.0) as redis:
        redis.session().put(b"key", b"value")
    assert set(kept_server.client.info("keyspace")) == {"db3"}


def test_a_password_is_given(directory):
    with Server(directory / "one") as server:
        server.client.config_set("requirepass", "a/b@c:d")
        with cache_at(f"redis://:a%2Fb%40c%3Ad@127.0.0.1:{server.port}", 5.0) as cache:
            ask(cache, range(3), 5.0)
            assert computed(cache, range(3)) == 0
