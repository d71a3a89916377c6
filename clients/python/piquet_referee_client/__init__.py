"""A client of the referee for Piquet, synchronous (`Referee`) and asynchronous (`AsyncReferee`).

    with Referee("http://127.0.0.1:8000") as referee:
        table = referee.table()
        table.apply(table.advice().best)

The types of requests and responses are in `piquet_referee_client.models`.
"""

from piquet_referee_client._contract import VERSION
from piquet_referee_client.advice import Advice as Advice
from piquet_referee_client.asynchronous.client import AsyncReferee as AsyncReferee
from piquet_referee_client.asynchronous.concealed import AsyncConcealedTable as AsyncConcealedTable
from piquet_referee_client.asynchronous.table import AsyncTable as AsyncTable
from piquet_referee_client.errors import (
    Conflict as Conflict,
    IllegalAction as IllegalAction,
    InvalidRequest as InvalidRequest,
    NoResponse as NoResponse,
    NotFound as NotFound,
    ProblemError as ProblemError,
    RefereeError as RefereeError,
    TooManyRequests as TooManyRequests,
    Unauthorized as Unauthorized,
    Unavailable as Unavailable,
    UnusableResponse as UnusableResponse,
    WrongToken as WrongToken,
)
from piquet_referee_client.retries import Retries as Retries
from piquet_referee_client.synchronous.client import Referee as Referee
from piquet_referee_client.synchronous.concealed import ConcealedTable as ConcealedTable, key_hash as key_hash
from piquet_referee_client.synchronous.table import Table as Table

#: The version of the package, which is that of the contract it is made from.
__version__ = VERSION
