"""gunicorn configuration for `service.wsgi:app`, used by make run, the container image and Kubernetes.

Environment variables hold everything that differs between them: see docs/configuration.md.
"""

import logging
import os
import shutil
import socket
import sys
import tempfile
import time
from pathlib import Path

from gunicorn.http import wsgi

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from service import shutdown
from service.memory import fits, memory_limit, worker_memory
from service.metrics_directory import is_own, make_directory
from service.server.listener import allow_new_connections, drop_new_connections, is_shared, require_free
from service.server.worker import Worker
from service.settings.env import SettingsError
from service.settings.server import DEFAULT_PORT, ServerSettings

COMING_IN = 0.05  # seconds that a TCP handshake takes, once it has begun


def provide(name, value):
    """Set a default for an environment variable that the workers read."""
    if not os.environ.get(name, "").strip():
        os.environ[name] = str(value)


def read_settings():
    """Return the settings of the application and of the server. Workers that start later read the same variables."""
    provide("ANALYSIS_PROCESSES", 1)
    kept = set(sys.modules)
    from service.settings.service import Settings

    try:
        settings = Settings.from_env(os.environ)
        server = ServerSettings.from_env(
            os.environ, busy=settings.analysis_processes and settings.analysis_processes + settings.analysis_waiting
        )
    except SettingsError as error:
        raise SystemExit(str(error)) from None
    for name in [name for name in sys.modules if name.startswith("service.") and name not in kept]:
        del sys.modules[name]  # otherwise workers started by a reload (SIGHUP) would not load new code
    spare = server.threads - settings.analysis_processes - settings.analysis_waiting
    provide("ANALYSIS_JOINING", max(spare - 1, 0))
    # Matrices here are small: BLAS threads would only wait for each other, and take twice the processor time.
    provide("OPENBLAS_NUM_THREADS", server.blas_threads)
    return settings, server


def free_port(host):
    """Return the default port, or a free one if it is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in (DEFAULT_PORT, 0):
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, candidate))
            except OSError:
                continue
            found = probe.getsockname()[1]
            os.environ["PORT"] = str(found)  # a reload (SIGHUP) reads this file again, and must keep the port
            return found
    return DEFAULT_PORT  # gunicorn reports what is wrong with this host


def address(host, port):
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


wsgi.SERVER = "piquet-referee"  # hides gunicorn and its version from clients


def on_starting(server):
    require_free(server)  # gunicorn would try five times before it fails
    if not fits(limit, workers, settings.analysis_processes):
        server.log.warning("%d MiB of memory are little for WEB_CONCURRENCY=%d", limit >> 20, workers)
    elif not fits(limit, workers, settings.analysis_processes, Worker.max_memory_bytes):
        server.log.warning(
            "MAX_WORKER_MEMORY_MB=%d is more than a worker may have: all of them share %d MiB",
            Worker.max_memory_bytes >> 20,
            limit >> 20,
        )


def when_ready(server):
    # gunicorn starts its successor (SIGUSR2) by the path of its own module. That module's folder then comes first in
    # sys.path and hides modules of the standard library. The command line of this process avoids that.
    server.START_CTX["args"] = [sys.executable, *sys.orig_argv[1:]]
    for listener in server.LISTENERS:
        allow_new_connections(listener.sock)
    stop_last(server)


def stop_last(server):
    """Make a graceful stop report that the service is not ready, and keep serving for DRAIN_SECONDS first."""
    stop = server.stop

    def then(graceful=True):
        if graceful:
            shutdown.begin()
            time.sleep(chosen.drain_seconds)
            if not is_shared(server):
                for listener in server.LISTENERS:
                    drop_new_connections(listener.sock)
                time.sleep(COMING_IN)
        stop(graceful)

    server.stop = then


def post_worker_init(worker):
    """Configure the worker once the application has loaded, and print the address: the port may differ from PORT."""
    found = getattr(worker.wsgi, "extensions", {})
    if pool := found.get("pool"):
        pool.prestart()
    if metrics := found.get("metrics"):
        Worker.count_refusal = metrics.on_refusal
    Worker.max_body_bytes = found.get("longest_body", Worker.max_body_bytes)
    if worker.age != 1:
        return
    for listener in worker.sockets:
        name = listener.sock.getsockname()
        url = f"unix:{name}" if isinstance(name, str) else "http://" + address(*name[:2])
        where = f"Piquet referee: serving on {url} (its documentation is at {url}/docs/)"
        if log_json:
            worker.log.info(where)
        else:
            print(where, flush=True)


def share_metrics():
    """Create the directory in which the workers share their metrics. Without one each worker shows its own."""
    if is_own(os.environ.get("PROMETHEUS_MULTIPROC_DIR", "")):
        return  # a reload (SIGHUP) reads this file again, and keeps the counts
    os.environ.pop("PROMETHEUS_MULTIPROC_DIR", None)  # it belongs to the process that this one replaces (SIGUSR2)
    try:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = make_directory(memory or tempfile.gettempdir())
    except OSError as error:
        print(f"each worker shows its own metrics only: {error}", file=sys.stderr)


def on_exit(server):
    found = os.environ.get("PROMETHEUS_MULTIPROC_DIR", "")
    if is_own(found):
        shutil.rmtree(found, ignore_errors=True)


settings, chosen = read_settings()
bind = address(chosen.host, free_port(chosen.host) if chosen.port is None else chosen.port)
log_json = settings.middleware.log_json

# Files that do not have to survive a restart are in memory, so that they never wait for a disk.
memory = "/dev/shm" if Path("/dev/shm").is_dir() and os.access("/dev/shm", os.W_OK) else None

if settings.middleware.metrics:
    share_metrics()  # before anything imports prometheus_client

limit = memory_limit()
workers = chosen.workers
threads = chosen.threads
worker_class = Worker
Worker.max_waiting_requests = chosen.max_waiting
Worker.request_seconds = float(chosen.request_timeout)
Worker.max_memory_bytes = chosen.worker_memory
if Worker.max_memory_bytes is None:
    Worker.max_memory_bytes = worker_memory(limit, workers, settings.analysis_processes)
worker_connections = 1000
worker_tmp_dir = memory  # the workers' heartbeat
keepalive = chosen.keepalive
timeout = chosen.timeout
graceful_timeout = chosen.graceful_timeout

# No header may change the path or the scheme of a request. gunicorn would trust SCRIPT_NAME, PATH_INFO and the scheme
# from loopback (or FORWARDED_ALLOW_IPS) and from each peer of a unix socket: /x/metrics would get past a proxy's rule
# for /metrics.
forwarded_allow_ips = ""
forwarder_headers = ""
secure_scheme_headers = {}
os.environ.pop("SCRIPT_NAME", None)  # the service has no prefix: all its links begin at the root

limit_request_line = 4094
limit_request_fields = 64
limit_request_field_size = 8190

loglevel = logging.getLevelName(settings.log_level).lower()
errorlog = "-"
accesslog = None  # with ACCESS_LOG the application writes the access log
if log_json:
    logconfig_dict = {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": "service.json_logging.JsonFormatter"}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "json", "stream": "ext://sys.stderr"}},
        "root": {"level": "WARNING", "handlers": []},
        "loggers": {"gunicorn.error": {"level": loglevel.upper(), "handlers": ["console"], "propagate": False}},
    }
control_socket_disable = True  # no file outside the temporary directory: the rest may be read-only
proc_name = "piquet-referee"
