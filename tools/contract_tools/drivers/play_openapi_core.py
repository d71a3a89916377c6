"""Play a deal, and hold each request and each answer against the contract with openapi-core.

python play_openapi_core.py CONTRACT URL
"""

import sys
from typing import Any

import plain_play
import requests
from openapi_core import OpenAPI
from openapi_core.contrib.requests import RequestsOpenAPIRequest, RequestsOpenAPIResponse

file, url = sys.argv[1:]
contract = OpenAPI.from_file_path(file)
session = requests.Session()


def send(path: str, body: dict[str, Any]) -> dict[str, Any]:
    request = requests.Request("POST", url + path, json=body)
    answer = session.send(session.prepare_request(request))
    contract.validate_request(RequestsOpenAPIRequest(request))
    contract.validate_response(RequestsOpenAPIRequest(request), RequestsOpenAPIResponse(answer))
    found: dict[str, Any] = answer.json()
    return found


print(plain_play.play(send))
