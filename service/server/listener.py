"""Stop accepting connections without dropping any.

The kernel completes connections for a listener even if no process accepts them, and resets those that are left when
the listener is closed. One more can always arrive between the last `accept` and the close. Therefore a socket filter
first drops the packets that begin a connection (SYN), while connections that have begun are still completed and
accepted. A client whose packet is dropped sends it again after a second and is then refused, as if there had been no
listener.

The filter belongs to the socket, not to the process. On a listener that other processes keep open it would stay, and no
client could connect. Such a listener needs no filter, because it is not closed: the next process accepts what is left
in its queue.
"""

import ctypes
import errno
import socket
import struct
from contextlib import suppress
from typing import Any

from gunicorn import systemd

_SO_ATTACH_FILTER, _SO_DETACH_FILTER = 26, 27  # Linux; see socket(7)

# A BPF program that drops packets with SYN and keeps all others: (code, jump if true, jump if false, value).
_PROGRAM = (
    (0x30, 0, 0, 13),  # load the byte with the flags
    (0x45, 0, 1, 0x02),  # is SYN set?
    (0x06, 0, 0, 0),  # drop
    (0x06, 0, 0, 0xFFFFFFFF),  # keep
)


def require_free(server: Any) -> None:
    """Raise `SystemExit` with one sentence unless each address of `server`, gunicorn's arbiter, is free.

    Inherited sockets (from systemd, or after SIGUSR2) are not checked.
    """
    if server.master_pid or systemd.listen_fds(unset_environment=False):
        return
    for host, port in (each for each in server.cfg.address if isinstance(each, tuple)):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as gunicorn does
            try:
                probe.bind((host, port))
            except OSError as error:
                in_use = error.errno == errno.EADDRINUSE
                reason = "another program listens there" if in_use else error.strerror or str(error)
                where = f"[{host}]:{port}" if family == socket.AF_INET6 else f"{host}:{port}"
                message = f"cannot listen on {where}: {reason}; HOST and PORT choose another address"
                raise SystemExit(message) from None


def drop_new_connections(listener: socket.socket) -> None:
    """Drop new connections to `listener`, in every process that has it open. Connections that have begun go on.

    Does nothing for Unix sockets, and on systems other than Linux.
    """
    if listener.family not in (socket.AF_INET, socket.AF_INET6):
        return
    code = b"".join(struct.pack("HBBI", *line) for line in _PROGRAM)
    held = ctypes.create_string_buffer(code, len(code))
    with suppress(OSError):
        listener.setsockopt(
            socket.SOL_SOCKET, _SO_ATTACH_FILTER, struct.pack("HP", len(_PROGRAM), ctypes.addressof(held))
        )


def allow_new_connections(listener: socket.socket) -> None:
    """Remove the filter of `drop_new_connections`, which an inherited listener may still have."""
    if listener.family in (socket.AF_INET, socket.AF_INET6):
        with suppress(OSError):  # there is no filter, or it may not be removed
            listener.setsockopt(socket.SOL_SOCKET, _SO_DETACH_FILTER, 0)


def is_shared(server: Any) -> bool:
    """Whether processes other than the workers of `server`, gunicorn's arbiter, may have its listeners open.

    These are the process that passed them on (systemd, or another parent with `fd://`) and, during an upgrade
    (SIGUSR2), the other arbiter.
    """
    inherited = server.systemd or any(isinstance(address, int) for address in server.cfg.address)
    return bool(inherited or server.reexec_pid or server.master_pid)
