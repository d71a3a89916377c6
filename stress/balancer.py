"""Load balancer in front of two instances: nginx if it is installed, otherwise a minimal one.

Both keep connections to the instances, and retry with the other instance if one is unreachable or closes the connection
without a response. Every request can be retried, because none changes anything.
"""

import asyncio
import shutil
import subprocess
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from tests.cache.servers import free_port

CONFIGURATION = """
daemon off; worker_processes 1; pid {directory}/pid; error_log {directory}/error.log;
events {{ worker_connections 4096; }}
http {{
  access_log off;
  client_body_temp_path {directory}/body; proxy_temp_path {directory}/proxy; fastcgi_temp_path {directory}/fastcgi;
  uwsgi_temp_path {directory}/uwsgi; scgi_temp_path {directory}/scgi;
  upstream referee {{ {servers} keepalive 32; keepalive_timeout 60s; }}
  server {{
    listen 127.0.0.1:{port} backlog=4096; client_max_body_size 8m;
    location / {{
      proxy_pass http://referee; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_next_upstream error timeout non_idempotent; proxy_next_upstream_tries 5; proxy_connect_timeout 3s;
    }}
  }}
}}
"""


@asynccontextmanager
async def balancer(directory: Path, ports: Sequence[int]) -> AsyncIterator[tuple[str, int]]:
    """Run a load balancer. Yields its name and port."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
    port = free_port()
    if program is None:
        server = await asyncio.start_server(Own(ports).serve, "127.0.0.1", port)
        async with server:
            yield "a small balancer", port
        return
    directory.mkdir(parents=True, exist_ok=True)
    servers = " ".join(f"server 127.0.0.1:{each} max_fails=0;" for each in ports)
    written = directory / "nginx.conf"
    written.write_text(CONFIGURATION.format(directory=directory, servers=servers, port=port))
    process = subprocess.Popen([program, "-c", str(written), "-p", str(directory), "-e", str(directory / "error.log")])
    try:
        while not await _reachable(port):
            assert process.poll() is None, (directory / "error.log").read_text()
            await asyncio.sleep(0.02)
        yield "nginx", port
    finally:
        process.terminate()
        process.wait()


async def _reachable(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    return True


class Own:
    """A minimal load balancer that forwards requests to the instances in turn."""

    def __init__(self, ports: Sequence[int]) -> None:
        self._ports = list(ports)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                request = await _message(reader)
                writer.write(await self._answer(request))
                await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _answer(self, request: bytes) -> bytes:
        for _ in range(5):
            self._ports.append(self._ports.pop(0))
            writer = None
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", self._ports[0])
                writer.write(request)
                # The client keeps its connection even if the instance closes this one.
                return (await _message(reader)).replace(b"Connection: close", b"Connection: keep-alive", 1)
            except (OSError, asyncio.IncompleteReadError):
                continue
            finally:
                if writer is not None:
                    writer.close()
        raise ConnectionError("no instance answers")


async def _message(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0] or 0)
    return head + await reader.readexactly(length)
