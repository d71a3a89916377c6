"""Ending to listen without losing anybody.

The kernel completes connections for a listener whether anybody accepts them or not, and resets those that are left when
it is closed. Between the last look at them and the closing there is always time for one more. So no new ones are let in
first, while those that have knocked still come in: whoever knocks later hears nothing, knocks again after a second, and
finds the door closed, as if nobody had ever been there; he has not said anything yet, and may safely go elsewhere.
"""

import ctypes
import socket
import struct
from contextlib import suppress

_SO_ATTACH_FILTER = 26  # Linux; see socket(7)

# Of what arrives for the listener a packet with SYN is dropped, all else is kept: (code, if true, if false, value).
_PROGRAM = (
    (0x30, 0, 0, 13),  # load the byte of the flags
    (0x45, 0, 1, 0x02),  # is SYN among them?
    (0x06, 0, 0, 0),  # keep nothing
    (0x06, 0, 0, 0xFFFFFFFF),  # keep all
)


def let_nobody_in(listener: socket.socket) -> None:
    """From now on no connection begins at `listener`, in whichever process; those that have begun go on. Elsewhere than
    on Linux, and for sockets in the file system, nothing happens."""
    if listener.family not in (socket.AF_INET, socket.AF_INET6):
        return
    code = b"".join(struct.pack("HBBI", *line) for line in _PROGRAM)
    held = ctypes.create_string_buffer(code, len(code))
    with suppress(OSError):
        listener.setsockopt(
            socket.SOL_SOCKET, _SO_ATTACH_FILTER, struct.pack("HP", len(_PROGRAM), ctypes.addressof(held))
        )
