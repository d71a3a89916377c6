"""A service under a prefix, behind a proxy that removes it (`BASE_PATH`)."""

import json
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest
import yaml

from service.settings.env import SettingsError
from service.settings.service import Settings
from tests.helpers.running_service import running

PREFIX = "/games/piquet"


def test_addresses_in_answers_begin_with_the_prefix(tmp_path: Path) -> None:
    with running(tmp_path / "log", BASE_PATH=f"{PREFIX}/") as service:

        def got(path: str) -> bytes:
            connection = HTTPConnection("127.0.0.1", service.port)
            with closing(connection):
                connection.request("GET", path, headers={"Accept": "application/json, application/yaml"})
                return connection.getresponse().read()

        for path in (
            "/v1/nothing",
            f"/v1/actions/check?state={'x' * 9000}&action=A",
            "/v1/actions/check?state=1~x&action=A",
        ):
            problem = json.loads(got(path))
            assert problem["type"] == f"{PREFIX}/docs/errors#{problem['code']}"
        links = json.loads(got("/"))
        assert links["contract"] == f"{PREFIX}/openapi.json"
        assert json.loads(got("/schemas/"))["schemas"][0].startswith(f"{PREFIX}/schemas/")
        for contract in (json.loads(got("/openapi.json")), yaml.safe_load(got("/openapi.yaml"))):
            assert [server["url"] for server in contract["servers"]] == [PREFIX]


@pytest.mark.parametrize("path", ["piquet", "/pi quet", "/piquet?", "https://piquet.example/", "/a//b"])
def test_a_prefix_that_is_no_path_is_refused(path: str) -> None:
    with pytest.raises(SettingsError, match="BASE_PATH takes a path such as /piquet"):
        Settings.from_env({"BASE_PATH": path})
