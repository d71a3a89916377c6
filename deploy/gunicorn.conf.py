"""How gunicorn serves `service.wsgi:app`: make run, the container image and Kubernetes all read this file.

Everything that differs between them is an environment variable: see docs/operations.md.
"""

import json
import os
import select
import shutil
import socket
import tempfile
from pathlib import Path

from gunicorn import util
from gunicorn.workers.gthread import ThreadWorker

DEFAULT_PORT = 8000

# Matrices here are small: threads of their own only wait for one another, and take twice the processor's time.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def number(name, default):
    text = os.environ.get(name) or str(default)
    if not (text.isascii() and text.isdigit()):
        raise SystemExit(f"{name} takes a whole number, not {text!r}")
    return int(text)


def switched_on(name):
    return os.environ.get(name, "").lower() in {"1", "true", "yes", "on"}


def processors():
    """Those that this process may use, which in a container may be fewer than the machine has."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def port_for(host):
    """PORT; with PORT=auto the usual port, or one that is free where that is taken."""
    if os.environ.get("PORT") != "auto":
        return number("PORT", DEFAULT_PORT)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in (DEFAULT_PORT, 0):
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, candidate))
            except OSError:
                continue
            found = probe.getsockname()[1]
            os.environ["PORT"] = str(found)  # a reload (SIGHUP) reads this file again, and must stay where it is
            return found
    return DEFAULT_PORT  # let gunicorn say what is wrong with this host


def address(host, port):
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def write_problem(sock, status, reason, message):
    """What gunicorn refuses before the application sees it is answered as the application would answer."""
    code, title = (
        ("bad_request", "The request cannot be read")
        if status < 500 or status == 501
        else ("internal_error", "The service has made a mistake")
    )
    problem = {
        "type": f"/docs/errors#{code}",
        "title": title,
        "status": status,
        "detail": message or title,
        "code": code,
        "errors": [],
    }
    body = json.dumps(problem).encode()
    head = (
        f"HTTP/1.1 {status} {reason}\r\n"
        "Connection: close\r\n"
        "Content-Type: application/problem+json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    util.write_nonblock(sock, head.encode("latin-1") + body)


util.write_error = write_problem


class Worker(ThreadWorker):
    """gthread that loses no request when it stops.

    As it comes, the kernel goes on completing connections for a listener from which nobody accepts any more, and resets
    them when the worker ends. This one takes what is waiting, then closes the listener, so that a client that comes too
    late is refused at once and may safely go elsewhere.
    """

    def set_accept_enabled(self, enabled):
        super().set_accept_enabled(enabled)
        if enabled or self.alive:
            return
        for listener in self.sockets:
            listener.setblocking(False)
            for _ in range(self.cfg.backlog):
                if not select.select([listener], [], [], 0)[0]:
                    break
                self.accept(listener)
            listener.close()


def post_worker_init(worker):
    """Say where, once the application has loaded: the port may not be the one that was asked for."""
    if worker.age != 1:
        return
    for listener in worker.sockets:
        url = "http://" + address(*listener.sock.getsockname()[:2])
        where = f"Piquet referee: serving on {url} (the API reference is at {url}/docs)"
        if log_json:
            worker.log.info(where)
        else:
            print(where, flush=True)


def metrics_directory():
    """Where the workers count, each in files of its own; a directory of this process, and none of an earlier one."""
    found = os.environ.get("PROMETHEUS_MULTIPROC_DIR", "")
    prefix = f"piquet-metrics-{os.getpid()}-"
    if not Path(found).name.startswith(prefix):  # a reload (SIGHUP) reads this file again, and the counting goes on
        found = tempfile.mkdtemp(prefix=prefix, dir=memory)
    return found


def on_exit(server):
    if metrics:
        shutil.rmtree(os.environ["PROMETHEUS_MULTIPROC_DIR"], ignore_errors=True)


host = os.environ.get("HOST") or "127.0.0.1"
bind = address(host, port_for(host))

log_json = os.environ.get("LOG_FORMAT", "").lower() == "json"

# What need not survive a restart never waits for a disk.
memory = "/dev/shm" if Path("/dev/shm").is_dir() and os.access("/dev/shm", os.W_OK) else None

metrics = switched_on("METRICS")
if metrics:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = metrics_directory()  # before anything imports prometheus_client

worker_class = Worker
workers = number("WEB_CONCURRENCY", processors())
threads = number("THREADS", 8)
os.environ["ANALYSIS_PROCESSES"] = str(number("ANALYSIS_PROCESSES", 1))
analyses = int(os.environ["ANALYSIS_PROCESSES"])
if analyses and analyses + number("ANALYSIS_WAITING", 3) >= threads:
    raise SystemExit("THREADS takes more than ANALYSIS_PROCESSES and ANALYSIS_WAITING together: the rest is for checks")
worker_connections = 1000
worker_tmp_dir = memory  # the workers' heartbeat

keepalive = number("KEEPALIVE", 75)  # longer than a load balancer keeps an idle connection, which is usually 60 seconds
timeout = number("TIMEOUT", 30)
graceful_timeout = number("GRACEFUL_TIMEOUT", 30)

limit_request_line = 4094
limit_request_fields = 64
limit_request_field_size = 8190

loglevel = (os.environ.get("LOG_LEVEL") or "info").lower()
errorlog = "-"
accesslog = None  # with ACCESS_LOG the application writes a line for each request
if log_json:
    logconfig_dict = {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": "service.gateway.logs.JsonLines"}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "json", "stream": "ext://sys.stderr"}},
        "root": {"level": "WARNING", "handlers": []},
        "loggers": {"gunicorn.error": {"level": loglevel.upper(), "handlers": ["console"], "propagate": False}},
    }
control_socket_disable = True  # no file outside the temporary directory, which may be all that can be written to
proc_name = "piquet-referee"
