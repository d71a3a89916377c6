"""Sockets that do not wait for ever."""

import errno
import socket
from typing import Any


class PatientSocket(socket.socket):
    """A connection whose other end is waited for `patience` seconds: for the next bytes of it, and until it has taken
    all that it is sent at once. Who is slower is treated as one who has gone."""

    patience = 10.0

    def setblocking(self, flag: bool) -> None:
        self.settimeout(self.patience if flag else 0.0)

    def recv(self, *arguments: Any) -> bytes:
        try:
            return super().recv(*arguments)
        except TimeoutError:
            raise ConnectionResetError(errno.ECONNRESET, "it is too slow") from None

    def sendall(self, *arguments: Any) -> None:
        try:
            super().sendall(*arguments)
        except TimeoutError:
            raise ConnectionResetError(errno.ECONNRESET, "it is too slow") from None
