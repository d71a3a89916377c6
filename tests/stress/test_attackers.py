"""Those who send attacks: they go on when an answer has ended, and count what came back."""

import os
import socket
import threading
from collections.abc import Sequence
from contextlib import closing

import pytest

from stress.attackers import Attackers, Connection, listed
from stress.attacks import Attack
from stress.tally import Tally

REQUEST = b"POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}"
SIZED = b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc"
EMPTY = b"HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n"
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
CLOSED = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc"


def attacked(attack: Attack, scripts: Sequence[Sequence[Sequence[bytes]]]) -> Attackers:
    """One connection of `attack` to a service that takes a connection for each script. A script has for each request
    the pieces of its answer; after the last one the connection is closed."""
    told, end = os.pipe()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        attackers = Attackers(attack, listener.getsockname()[1])
        sending = threading.Thread(target=attackers.attack_until_end_of, args=(told, 1))
        sending.start()
        for script in scripts:
            with closing(listener.accept()[0]) as connection:
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                for pieces in script:
                    assert connection.recv(len(REQUEST), socket.MSG_WAITALL) == REQUEST
                    for piece in pieces:
                        connection.sendall(piece)
                if script is not scripts[-1]:
                    continue
                if attack.request(0):
                    connection.recv(1)  # the next request: what came before it has been counted
                os.close(end)
                sending.join()
    os.close(told)
    return attackers


def in_pieces(answer: bytes, size: int) -> list[bytes]:
    return [answer[at : at + size] for at in range(0, len(answer), size)]


@pytest.mark.parametrize("answer", [SIZED, EMPTY, CHUNKED])
@pytest.mark.parametrize("size", [1, 7, 1000])
def test_the_next_request_follows_on_the_same_connection_when_an_answer_has_ended(answer, size):
    attackers = attacked(Attack(about="", request=lambda number: REQUEST), [[in_pieces(answer, size)] * 3])
    assert attackers.answers == {answer[9:12].decode(): 3}


def test_a_connection_that_is_closed_behind_an_answer_is_made_again():
    attackers = attacked(Attack(about="", request=lambda number: REQUEST), [[[CLOSED]], [[CLOSED]], [[SIZED]]])
    assert attackers.answers == {"503": 2, "200": 1}
    assert listed(attackers.answers) == "1 × 200, 2 × 503"


def test_a_connection_that_is_closed_without_an_answer_is_counted_and_made_again():
    attackers = attacked(Attack(about="", request=lambda number: REQUEST), [[[]], [[SIZED]]])
    assert attackers.answers == {"closed": 1, "200": 1}


def test_every_request_is_another_where_the_attack_makes_another():
    numbers = []
    attack = Attack(about="", request=lambda number: numbers.append(number) or REQUEST)
    attacked(attack, [[[SIZED]] * 3])
    assert len(set(numbers)) == len(numbers) >= 4


def test_a_drip_follows_a_request_and_goes_on():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        attackers = Attackers(Attack(about="", request=lambda number: REQUEST, drip=b"!"), listener.getsockname()[1])
        connection = Connection(attackers)
        with closing(listener.accept()[0]) as heard:
            for key, events in attackers.selector.select():
                key.data.ready(events)
            for _ in range(3):
                connection.tick()
            assert heard.recv(len(REQUEST) + 3, socket.MSG_WAITALL) == REQUEST + b"!!!"
        connection.close()
        attackers.selector.close()


def test_too_few_answers_are_not_all_right_where_so_many_are_to_be_answered():
    tally = Tally("", least=0.6)
    for outcome in ("answered",) * 6 + ("refused",) * 4:
        tally.add(outcome, 0.0)
    assert tally.clean
    tally.add("refused", 0.0)
    assert not tally.clean
    assert Tally("", counts=tally.counts).clean, "where none are asked for, one is enough"
    assert not Tally("").clean and Tally("", None).clean, "or none at all"
