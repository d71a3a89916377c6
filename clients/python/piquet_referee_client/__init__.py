"""A client of the referee for Piquet, synchronous (`Referee`) and asynchronous (`AsyncReferee`).

    with Referee("http://127.0.0.1:8000") as referee:
        table = referee.table()
        table.apply(table.advice().best)

The types of requests and responses are in `piquet_referee_client.models`.
"""

from piquet_referee_client._contract import VERSION
from piquet_referee_client.asynchronous.client import AsyncReferee
from piquet_referee_client.asynchronous.concealed import AsyncConcealedTable
from piquet_referee_client.asynchronous.table import AsyncTable
from piquet_referee_client.errors import (
    Conflict,
    IllegalAction,
    InvalidRequest,
    NoResponse,
    NotFound,
    ProblemError,
    RefereeError,
    TooManyRequests,
    Unauthorized,
    Unavailable,
    UnusableResponse,
    WrongToken,
)
from piquet_referee_client.retries import Retries
from piquet_referee_client.synchronous.client import Referee
from piquet_referee_client.synchronous.concealed import ConcealedTable, key_hash
from piquet_referee_client.synchronous.table import Table

#: The version of the package, which is that of the contract it is made from.
__version__ = VERSION

__all__ = [
    "AsyncConcealedTable",
    "AsyncReferee",
    "AsyncTable",
    "ConcealedTable",
    "Conflict",
    "IllegalAction",
    "InvalidRequest",
    "NoResponse",
    "NotFound",
    "ProblemError",
    "Referee",
    "RefereeError",
    "Retries",
    "Table",
    "TooManyRequests",
    "Unauthorized",
    "Unavailable",
    "UnusableResponse",
    "WrongToken",
    "__version__",
    "key_hash",
]
