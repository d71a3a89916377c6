"""Requests to the service: to the application in this process, or to a service elsewhere."""

import json
import os
import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

import httpx2
import msgspec

from service.api.problems import Problem
from service.app import create_app
from service.settings.service import SEAL_KEY_BYTES, MiddlewareSettings, Settings

#: Seconds for which a service elsewhere may be silent. Its own deadlines are shorter.
_PATIENCE = 30

#: The environment variable with the API key for a service elsewhere.
API_KEY = "PIQUET_API_KEY"


class Refused(Exception):
    """The service answered with a problem: `document` has its members."""

    def __init__(self, document: dict[str, Any]) -> None:
        super().__init__(document.get("code"))
        self.document = document


class ServiceClient:
    """Sends JSON to the operations of the service and returns their JSON. Threads may share it."""

    def __init__(self, client: httpx2.Client) -> None:
        self._client = client

    def get(self, path: str, **query: str) -> dict[str, Any]:
        """GET the answer of an operation. Raises `Refused`."""
        return self._answer("GET", path, params=query)

    def post(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """POST a body and return the answer. Raises `Refused`, or a `Problem` if it is no JSON."""
        try:
            content = json.dumps(body, allow_nan=False).encode()
        except ValueError:
            raise Problem("malformed_json", "an argument has a number that is infinite or NaN") from None
        return self._answer("POST", path, content=content, headers={"Content-Type": "application/json"})

    def _answer(self, method: str, path: str, **request: Any) -> dict[str, Any]:
        try:
            response = self._client.request(method, path, **request)
            answer = msgspec.json.decode(response.content)
        except (httpx2.HTTPError, msgspec.DecodeError) as error:
            detail = f"{self._client.base_url} gave no answer that can be read: {type(error).__name__}"
            raise Refused({"detail": detail, "code": "unreachable"}) from None
        if response.status_code != 200:
            raise Refused(answer)
        found: dict[str, Any] = answer
        return found


def in_process(environ: Mapping[str, str]) -> ServiceClient:
    """Return a client of the application in this process. Raises `SettingsError`.

    Its callers are not strangers on a network, so it has neither API keys nor quotas. Without keys in the environment
    it makes a secret for concealed states, which ends with the process. Analyses have a process, and so a deadline.
    """
    settings = Settings.from_env({**environ, "ANALYSIS_PROCESSES": environ.get("ANALYSIS_PROCESSES") or "1"})
    keys = settings.seal_keys or {"mcp": secrets.token_bytes(SEAL_KEY_BYTES)}
    app = create_app(replace(settings, seal_keys=keys, middleware=MiddlewareSettings()))
    return ServiceClient(httpx2.Client(transport=httpx2.WSGITransport(app=app), base_url="http://localhost"))


def at_address(url: str) -> ServiceClient:
    """Return a client of the service at `url`, which may have a path. Raises `ValueError`."""
    try:
        address = urlsplit(url)
        valid = address.scheme in ("http", "https") and address.hostname and address.port != 0
    except ValueError:  # of a port or an IPv6 address
        valid = False
    if not valid:
        raise ValueError(f"{url} is not the address of a service, such as http://127.0.0.1:8000")
    key = os.environ.get(API_KEY)
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    return ServiceClient(httpx2.Client(base_url=url, headers=headers, timeout=_PATIENCE))
