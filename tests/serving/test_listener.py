"""The listener at a stop."""

import socket
from contextlib import closing

import pytest

from service.serving.door import let_nobody_in


def test_at_a_closing_door_who_has_come_is_let_in_and_nobody_else_comes():
    with socket.create_server(("127.0.0.1", 0)) as listener, closing(socket.socket()) as late:
        address = listener.getsockname()
        listener.settimeout(20)
        with socket.create_connection(address, 20) as before:
            let_nobody_in(listener)
            late.settimeout(0.3)
            with pytest.raises(TimeoutError):
                late.connect(address)
            accepted, _ = listener.accept()
            with accepted:
                before.sendall(b"heard")
                assert accepted.recv(5) == b"heard"
            listener.setblocking(False)
            with pytest.raises(BlockingIOError):
                listener.accept()
