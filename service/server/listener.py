"""Stop accepting connections without dropping any.

The kernel completes connections for a listener whether anybody accepts them or not, and resets those that are left when
the listener is closed. Between the last `accept` and the closing there is always time for one more. So a filter first
drops the packets that begin a connection, while connections that have begun are still completed and accepted. A client
whose packet is dropped sends it again after a second, and is then refused, as if nobody had ever listened.

The filter belongs to the socket and not to a process. On a listener that others keep open it would stay, and nobody
could connect any more; such a listener needs no filter, because it is not closed, and what is left in its queue is
accepted by the next process.
"""

import ctypes
import errno
import socket
import struct
from contextlib import suppress
from typing import Any

from gunicorn import systemd

_SO_ATTACH_FILTER, _SO_DETACH_FILTER = 26, 27  # Linux; see socket(7)

# Of the packets for the listener those with SYN are dropped, all others are kept: (code, if true, if false, value).
_PROGRAM = (
    (0x30, 0, 0, 13),  # load the byte of the flags
    (0x45, 0, 1, 0x02),  # is SYN among them?
    (0x06, 0, 0, 0),  # keep nothing
    (0x06, 0, 0, 0xFFFFFFFF),  # keep all
)


def require_free(server: Any) -> None:
    """Raises `SystemExit` with one sentence unless `server`, gunicorn's arbiter that is about to start, can listen on
    each of its pairs of host and port. Sockets that it inherits (systemd's, or after SIGUSR2) need not be free."""
    if server.master_pid or systemd.listen_fds(unset_environment=False):
        return
    for host, port in (each for each in server.cfg.address if isinstance(each, tuple)):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as gunicorn does
            try:
                probe.bind((host, port))
            except OSError as error:
                taken = error.errno == errno.EADDRINUSE
                reason = "another program listens there" if taken else error.strerror or str(error)
                where = f"[{host}]:{port}" if family == socket.AF_INET6 else f"{host}:{port}"
                told = f"cannot listen on {where}: {reason}; HOST and PORT choose another address"
                raise SystemExit(told) from None


def drop_new_connections(listener: socket.socket) -> None:
    """From now on no connection begins at `listener`, in any process; those that have begun go on. Nothing happens on
    systems other than Linux, or for unix sockets."""
    if listener.family not in (socket.AF_INET, socket.AF_INET6):
        return
    code = b"".join(struct.pack("HBBI", *line) for line in _PROGRAM)
    held = ctypes.create_string_buffer(code, len(code))
    with suppress(OSError):
        listener.setsockopt(
            socket.SOL_SOCKET, _SO_ATTACH_FILTER, struct.pack("HP", len(_PROGRAM), ctypes.addressof(held))
        )


def allow_new_connections(listener: socket.socket) -> None:
    """Removes the filter of `drop_new_connections`, where one was left on a listener that was inherited."""
    if listener.family in (socket.AF_INET, socket.AF_INET6):
        with suppress(OSError):  # there is none, or these are not ours to remove
            listener.setsockopt(socket.SOL_SOCKET, _SO_DETACH_FILTER, 0)


def is_shared(server: Any) -> bool:
    """Whether other processes than the workers of `server`, gunicorn's arbiter, may have its listeners open: whoever
    passed them on (systemd or another parent, `fd://`), or the other side of an upgrade (SIGUSR2)."""
    inherited = server.systemd or any(isinstance(address, int) for address in server.cfg.address)
    return bool(inherited or server.reexec_pid or server.master_pid)
