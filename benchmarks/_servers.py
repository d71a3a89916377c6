"""Other servers for the service: gunicorn's own workers, with the settings of the deployment, and nginx in front."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

GTHREAD = ("--worker-class", "gthread")
ASGI = ("--worker-class", "_asgi_worker.Worker")
TARGET = "service.wsgi:app"

# Bodies and responses are buffered, which is the default, up to more than the service takes. Temporary files and the
# log are in the folder of this file.
_NGINX = """
daemon off;
{user}
worker_processes auto;
worker_rlimit_nofile 8192;
pid nginx.pid;
error_log error.log;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    client_max_body_size 8m;
    client_header_timeout 10s;
    client_body_timeout 10s;
    send_timeout 10s;
    keepalive_timeout 75s;
    keepalive_requests 1000000;
    upstream service {{
        server 127.0.0.1:{upstream};
        keepalive 32;
        keepalive_requests 1000000;
    }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://service;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
        }}
    }}
}}
"""


class Kind(NamedTuple):
    """A server: gunicorn's options beside the configuration of the deployment, and whether nginx is in front of it."""

    options: tuple[str, ...] = ()
    proxied: bool = False

    def command(self, checkout: Path) -> list[str]:
        """The command that starts it in a checkout, on HOST and PORT."""
        if not self.options:
            return [sys.executable, "-m", "service.server"]
        configuration = str(checkout / "deploy" / "gunicorn.conf.py")
        # The folder of this file is for _asgi_worker.
        paths = str(Path(__file__).parent)
        return [
            sys.executable,
            "-m",
            "gunicorn",
            "--config",
            configuration,
            "--pythonpath",
            paths,
            *self.options,
            TARGET,
        ]

    def missing(self) -> str:
        """What the server needs and is not installed; empty if all is there."""
        if self.proxied and not shutil.which("nginx"):
            return "nginx is not on the PATH"
        if self.options == ASGI and not find_spec("a2wsgi"):
            return "the package a2wsgi is not installed"
        return ""


SERVERS = {
    "own": Kind(),
    "gthread": Kind(GTHREAD),
    "gthread-behind-nginx": Kind(GTHREAD, proxied=True),
    "asgi": Kind(ASGI),
}


class Front(NamedTuple):
    """Where clients reach a server: the port, and the processes of a proxy."""

    port: int
    processes: set[int]


@contextmanager
def in_front(kind: Kind, port: int) -> Iterator[Front]:
    """Run what is in front of a server on `port`, if anything is."""
    if kind.proxied:
        with nginx(port) as front:
            yield front
    else:
        yield Front(port, set())


@contextmanager
def nginx(upstream: int) -> Iterator[Front]:
    """Run nginx on a free port, as a buffering proxy of a server on this machine."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    user = "user root;" if os.geteuid() == 0 else ""  # otherwise its workers may not read the folder
    with tempfile.TemporaryDirectory(prefix="piquet-nginx-") as folder:
        Path(folder, "nginx.conf").write_text(_NGINX.format(user=user, upstream=upstream, port=port))
        command = ["nginx", "-p", folder, "-c", "nginx.conf", "-e", "error.log"]
        process = subprocess.Popen(command)
        try:
            while not _listens(port):
                if process.poll() is not None:
                    raise SystemExit(f"nginx did not start:\n{Path(folder, 'error.log').read_text()}")
                time.sleep(0.05)
            yield Front(port, {process.pid})
        finally:
            process.terminate()
            process.wait(20)


def _listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False
