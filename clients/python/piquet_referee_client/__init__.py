"""A client of the referee for Piquet, synchronous (`Referee`) and asynchronous (`AsyncReferee`).

    with Referee("http://127.0.0.1:8000") as referee:
        table = referee.table()
        table.act(table.advice()["options"][0]["action"])

The types of requests and responses are in `piquet_referee_client.models`.
"""

from piquet_referee_client._contract import VERSION
from piquet_referee_client.asynchronous.client import AsyncReferee
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
)
from piquet_referee_client.retries import Retries
from piquet_referee_client.synchronous.client import Referee
from piquet_referee_client.synchronous.table import Table

#: The version of the package, which is that of the contract it is made from.
__version__ = VERSION

__all__ = [
    "AsyncReferee",
    "AsyncTable",
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
    "__version__",
]
