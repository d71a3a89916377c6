# Made from asynchronous/client.py by `make clients`. Not to be edited.
"""The client."""

from __future__ import annotations

import re
import secrets
from time import monotonic, sleep
from typing import Any, Self

import httpx

from piquet_referee_client._contract import VERSION
from piquet_referee_client.bodies import Body
from piquet_referee_client.errors import NoResponse, RefereeError, UnusableResponse, problem_error
from piquet_referee_client.models import Overrides, Seat
from piquet_referee_client.retries import DEFAULT, Retries, seconds_of
from piquet_referee_client.synchronous import deadlines
from piquet_referee_client.synchronous.operations import Operations
from piquet_referee_client.synchronous.table import Table

_JSON = "application/json"
_KEY = re.compile(r"[!-~]([ -~]*[!-~])?")


class Referee(Operations):
    """A service at an address, with a method for each operation of its contract.

    It keeps connections open: close it, or use it in a `with` statement. Threads and tasks may share it.
    """

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str | None = None,
        timeout: float = 30.0,
        retries: Retries = DEFAULT,
        max_response_bytes: int = 16 * 2**20,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        """Take the address of a service, such as `http://127.0.0.1:8000`, with or without /v1.

        Args:
            base_url: The address of the service.
            api_key: A key, if the service takes keys.
            timeout: The seconds to wait for each next part of a response, and for a connection at most five.
            retries: When a request is repeated.
            max_response_bytes: The largest response that is read.
            transport: What sends, such as `httpx.WSGITransport(app)` for a service in the same process.
        """
        if not base_url.startswith(("http://", "https://")):
            raise ValueError(f"the address of a service begins with http:// or https://, not {base_url!r}")
        if api_key is not None and not _KEY.fullmatch(api_key):
            raise ValueError("an API key consists of visible characters of ASCII, with spaces only between them")
        headers = {"Accept-Encoding": "gzip", "User-Agent": f"piquet-referee-client/{VERSION}"}
        if api_key is not None:
            headers["Authorization"] = f"Bearer {api_key}"
        address = re.sub(r"(/v1)?/*$", "", base_url)
        self._http = httpx.Client(base_url=address, headers=headers, transport=transport)
        deadlines.bound(self._http)
        self._timeout = timeout
        self._retries = retries
        self._max_response_bytes = max_response_bytes

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def table(
        self,
        *,
        ruleset: str = "portland",
        overrides: Overrides | None = None,
        first_dealer: Seat = "B",
        seed: str | None = None,
    ) -> Table:
        """Begin a partie and deal its first deal, at random unless a seed is given."""
        dealt = self.deal(
            seed=seed or secrets.token_hex(16),
            dealer=first_dealer,
            ruleset={"name": ruleset, "overrides": overrides} if overrides else ruleset,
        )
        return Table(self, dealt["state"], dealt["events"])

    def _send(
        self,
        method: str,
        path: str,
        *,
        query: dict[str, Any] | None = None,
        body: Any = None,
        accept: str = _JSON,
        repeatable: bool = True,
    ) -> Any:
        if not {".", ".."}.isdisjoint(path.split("/")):
            raise ValueError(f"{path} would be another address: a name in it is not . or ..")
        end = monotonic() + self._retries.total
        parameters = {name: value for name, value in (query or {}).items() if value is not None}
        attempt = 0
        while True:
            attempt += 1
            left = max(end - monotonic(), 0.001)
            wait = httpx.Timeout(min(self._timeout, left), connect=min(5.0, self._timeout, left))
            request = self._http.build_request(
                method, path, params=parameters, json=body, headers={"Accept": accept}, timeout=wait
            )
            try:
                with deadlines.until(end):
                    return self._attempt(request, accept, end)
            except httpx.TransportError as error:
                failure: RefereeError = NoResponse(f"{method} {path}", attempt, error)
            except RefereeError as error:
                failure = error
            pause = self._retries.pause(failure, attempt, end - monotonic()) if repeatable else None
            if pause is None:
                raise failure
            sleep(pause)

    def _attempt(self, request: httpx.Request, accept: str, end: float) -> Any:
        where = f"{request.method} {request.url.path}"
        response = self._http.send(request, stream=True)
        try:
            if response.is_stream_consumed:  # by a transport for tests, which has decompressed it, too
                body = Body(where, None, self._max_response_bytes)
                body.add(response.content)
            else:
                body = Body(where, response.headers.get("Content-Encoding"), self._max_response_bytes)
                for chunk in response.iter_raw():
                    body.add(chunk)
                    if monotonic() > end:
                        raise httpx.ReadTimeout("the response takes too long", request=request)
        finally:
            response.close()
        if response.is_success:
            return body.json() if accept == _JSON else body.text()
        try:
            document = body.json()
        except UnusableResponse:
            document = None
        raise problem_error(
            where,
            response.status_code,
            document,
            retry_after=seconds_of(response.headers.get("Retry-After")),
            request_id=response.headers.get("X-Request-ID"),
        )
