"""gunicorn configuration for `service.wsgi:app`, used by `make run`, the container image and Kubernetes.

Everything that differs between them is an environment variable: see docs/configuration.md.
"""

import logging
import os
import secrets
import shutil
import signal
import socket
import sys
import tempfile
import threading
import time
from base64 import b64encode
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from queue import Empty, SimpleQueue

from gunicorn.systemd import sd_notify

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from service.runtime import shared_times, shutdown
from service.runtime.json_logging import JsonFormatter
from service.runtime.memory import fits, memory_limit, worker_memory
from service.runtime.metrics_directory import is_own, make_directory
from service.runtime.package import PACKAGE, module
from service.server.listener import allow_new_connections, drop_new_connections, is_shared, require_free
from service.server.worker import Worker
from service.settings.env import Environment, SettingsError
from service.settings.server import DEFAULT_PORT, ServerSettings

HANDSHAKE_SECONDS = 0.05  # for TCP handshakes that have begun


def set_default(name, value):
    """Set a default for an environment variable that the workers read."""
    if not os.environ.get(name, "").strip():
        os.environ[name] = str(value)


def refuse(sentence):
    """End with a sentence on standard error, which with LOG_FORMAT=json is a line like the others."""
    if os.environ.get("LOG_FORMAT", "").strip().lower() == "json":
        said = {"name": "gunicorn.error", "levelname": "CRITICAL", "msg": sentence}
        sentence = JsonFormatter().format(logging.makeLogRecord(said))
    raise SystemExit(sentence)


def read_settings():
    """Return the settings of the application and of the server, and sentences about variables that have no effect.

    Workers that start later read the same variables.
    """
    set_default("ANALYSIS_PROCESSES", 1)
    loaded, environ = set(sys.modules), Environment(os.environ)
    from service.settings.service import SEAL_KEY_BYTES, TEMPORARY_KEY, Settings

    try:
        settings = Settings.from_env(environ)
        server = ServerSettings.from_env(
            environ, busy=settings.analysis_processes and settings.analysis_processes + settings.analysis_waiting
        )
    except SettingsError as error:
        refuse(str(error))
    if os.environ.get("SEAL_KEYS", "").strip() == "auto" and is_loopback(server.host):
        set_default(TEMPORARY_KEY, b64encode(secrets.token_bytes(SEAL_KEY_BYTES)).decode())
    for name in [name for name in sys.modules if name.startswith(f"{PACKAGE}.") and name not in loaded]:
        del sys.modules[name]  # so that workers started by a reload (SIGHUP) load new code
    spare = server.threads - settings.analysis_processes - settings.analysis_waiting
    set_default("ANALYSIS_JOINING", max(spare - 1, 0))
    # The matrices are small: BLAS threads would wait for each other and take twice the processor time.
    set_default("OPENBLAS_NUM_THREADS", server.blas_threads)
    return settings, server, environ.misspelt() + environ.without_partner()


def is_loopback(host):
    """Whether only programs of this machine reach `host`."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


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
            port = probe.getsockname()[1]
            os.environ["PORT"] = str(port)  # a reload (SIGHUP) reads this file again and must keep the port
            return port
    return DEFAULT_PORT  # gunicorn reports what is wrong with the host


def address(host, port):
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def on_starting(server):
    global notified
    notified = os.environ.pop("NOTIFY_SOCKET", None)  # where gunicorn would say that it is ready before it has workers
    try:
        require_free(server)  # gunicorn would try five times before it fails
    except SystemExit as error:
        refuse(error.code)
    for sentence in doubts:
        server.log.warning("%s", sentence)
    if not fits(limit, workers, settings.analysis_processes):
        server.log.warning("%d MiB of memory are too few for WEB_CONCURRENCY=%d", limit >> 20, workers)
    elif not fits(limit, workers, settings.analysis_processes, Worker.max_memory_bytes):
        server.log.warning(
            "MAX_WORKER_MEMORY_MB=%d is too much for each worker: all of them share %d MiB",
            Worker.max_memory_bytes >> 20,
            limit >> 20,
        )


def when_ready(server):
    # During an upgrade (SIGUSR2), gunicorn starts the new process by the path of its own module. The folder of that
    # module would then come first in sys.path and hide modules of the standard library.
    server.START_CTX["args"] = [sys.executable, *sys.orig_argv[1:]]
    for listener in server.LISTENERS:
        allow_new_connections(listener.sock)
    if notified:
        notify_when_serving(server)
    name_own_kills(server)
    drain_before_stop(server)


def notify_when_serving(server):
    """Say to systemd that the start is finished when a worker serves: of all processes it listens to this one only."""
    os.environ["NOTIFY_SOCKET"] = notified
    reader, writer = os.pipe()
    Worker.on_serving = staticmethod(lambda: os.write(writer, b"."))

    def wait():
        os.read(reader, 1)
        Worker.on_serving = staticmethod(lambda: None)  # of later workers, of which nobody reads
        sd_notify("READY=1", server.log)

    threading.Thread(target=wait, daemon=True).start()


def name_own_kills(server):
    """Log that this process has killed a worker, where gunicorn would suppose that memory was short."""
    kill, killed = server.kill_worker, set()

    def kill_and_note(pid, number):
        if number == signal.SIGKILL:
            killed.add(pid)
        kill(pid, number)

    def correct(record):
        if "out of memory" in str(record.msg) and record.args[0] in killed:
            killed.discard(record.args[0])
            record.msg = "Worker (pid:%s) was sent %s by its main process: it hung, or the shutdown had to end"
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True

    server.kill_worker = kill_and_note
    server.log.error_log.addFilter(correct)


def drain_before_stop(server):
    """Make a graceful shutdown report first that the service is not ready, and keep serving for DRAIN_SECONDS.

    A second signal ends it: the workers are killed.
    """
    stop, again = server.stop, SimpleQueue()

    def stop_at_once(number, frame):
        server.kill_workers(signal.SIGKILL)
        again.put(number)

    def drain_and_stop(graceful=True):
        if not server.LISTENERS:
            return  # gunicorn stops gracefully again what SIGINT has stopped
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGQUIT):
            signal.signal(number, stop_at_once)
        if graceful:
            shutdown.begin()
            with suppress(Empty):
                again.get(timeout=server_settings.drain_seconds)
            if not is_shared(server):
                for listener in server.LISTENERS:
                    drop_new_connections(listener.sock)
                time.sleep(HANDSHAKE_SECONDS)
        else:
            server.cfg.set("graceful_timeout", 1)  # what a worker computes would otherwise have its time
        stop(graceful)

    server.stop = drain_and_stop


def post_worker_init(worker):
    """Configure the worker after the application has loaded, and print the address: PORT may be 0 or `auto`."""
    extensions = getattr(worker.wsgi, "extensions", {})
    if pool := extensions.get("pool"):
        pool.prestart()
    if redis := extensions.get("redis"):
        redis.watch()
    if metrics := extensions.get("metrics"):
        Worker.count_refusal, Worker.on_tick = metrics.on_refusal, metrics.on_tick
    Worker.quick_paths = extensions.get("quick_paths", Worker.quick_paths)
    Worker.base_path = extensions.get("base_path", "")
    Worker.max_body_bytes = extensions.get("longest_body", Worker.max_body_bytes)
    if worker.age != 1:
        return
    if summary := extensions.get("summary"):
        from service.analysis.double_dummy.kernel import NOT_COMPILED, is_compiled

        worker.log.info(summary(worker.cfg.workers, worker.cfg.threads))  # GUNICORN_CMD_ARGS may have others
        if not is_compiled():
            worker.log.warning(NOT_COMPILED)
        for sentence in extensions["low_quotas"]():
            worker.log.warning(sentence)
    for listener in worker.sockets:
        name = listener.sock.getsockname()
        url = f"unix:{name}" if isinstance(name, str) else "http://" + address(*name[:2])
        said = "Piquet referee: serving on %s (table: %s/table/, documentation: %s/docs/)"
        log = worker.log.error_log
        log.handle(log.makeRecord(log.name, logging.INFO, __file__, 0, said, (url, url, url), None))  # at any LOG_LEVEL


def share_metrics():
    """Create the directory in which the workers share their metrics. Without it, each worker reports its own."""
    if is_own(os.environ.get("PROMETHEUS_MULTIPROC_DIR", "")):
        return  # a reload (SIGHUP) reads this file again and keeps the counts
    os.environ.pop("PROMETHEUS_MULTIPROC_DIR", None)  # inherited from the process that this one replaces (SIGUSR2)
    try:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = make_directory(memory or tempfile.gettempdir())
    except OSError as error:
        print(f"each worker reports its own metrics only: {error}", file=sys.stderr)


def on_exit(server):
    directory = os.environ.get("PROMETHEUS_MULTIPROC_DIR", "")
    if is_own(directory):
        shutil.rmtree(directory, ignore_errors=True)


settings, server_settings, doubts = read_settings()
bind = address(
    server_settings.host, free_port(server_settings.host) if server_settings.port is None else server_settings.port
)
log_json = settings.middleware.log_json

# Files that need not survive a restart are kept in memory, so that no process waits for a disk.
memory = "/dev/shm" if Path("/dev/shm").is_dir() and os.access("/dev/shm", os.W_OK) else None

shared_times.share()
if settings.middleware.metrics:
    share_metrics()  # before anything imports prometheus_client

limit = memory_limit()
workers = server_settings.workers
threads = server_settings.threads
worker_class = Worker
Worker.max_waiting_requests = server_settings.max_waiting
Worker.request_seconds = float(server_settings.request_timeout)
Worker.max_memory_bytes = server_settings.worker_memory
if Worker.max_memory_bytes is None:
    Worker.max_memory_bytes = worker_memory(limit, workers, settings.analysis_processes)
worker_connections = 1000
worker_tmp_dir = memory  # the workers' heartbeat
keepalive = server_settings.keepalive
timeout = server_settings.timeout
graceful_timeout = server_settings.graceful_timeout

limit_request_line = 49_152
limit_request_fields = 64
limit_request_field_size = 8190

loglevel = logging.getLevelName(settings.log_level).lower()
errorlog = "-"
accesslog = None  # with ACCESS_LOG the application writes the access log
if log_json:
    logconfig_dict = {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": module("runtime.json_logging.JsonFormatter")}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "json", "stream": "ext://sys.stderr"}},
        "root": {"level": "WARNING", "handlers": []},
        "loggers": {"gunicorn.error": {"level": loglevel.upper(), "handlers": ["console"], "propagate": False}},
    }
control_socket_disable = True  # it would be a file outside the temporary directory; the rest may be read-only
proc_name = "piquet-referee"
