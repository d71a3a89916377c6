"""A client of the operations that a table and a player need."""

import json
from typing import Any
from urllib.parse import quote

from examples.house_player.transport import Transport

Json = Any


class ServiceProblem(Exception):
    """The service returned a problem document."""

    def __init__(self, path: str, status: int, problem: Json) -> None:
        super().__init__(f"{path}: {status} {problem.get('code')}: {problem.get('detail')} {problem.get('errors', '')}")
        self.status, self.problem = status, problem


class Client:
    """Sends JSON and returns JSON. It keeps the parameters of the rulesets that were asked for."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._parameters: dict[str, Json] = {}

    def get(self, path: str) -> Json:
        return self._send("GET", path, b"")

    def post(self, path: str, **body: Json) -> Json:
        """POST an object with these members."""
        return self._send("POST", path, json.dumps(body).encode())

    def parameters(self, ruleset: Json) -> dict[str, Json]:
        """The value of every parameter of a ruleset, given by its name or with overrides."""
        name, overrides = (ruleset, {}) if isinstance(ruleset, str) else (ruleset["name"], ruleset["overrides"])
        if name not in self._parameters:
            catalogued = self.get(f"/v1/rulesets/{quote(name, safe='@')}")["parameters"]
            self._parameters[name] = {parameter["name"]: parameter["value"] for parameter in catalogued}
        return self._parameters[name] | overrides

    def _send(self, method: str, path: str, body: bytes) -> Json:
        status, response = self._transport.send(method, path, body)
        if status != 200:
            raise ServiceProblem(path, status, json.loads(response))
        return json.loads(response)
