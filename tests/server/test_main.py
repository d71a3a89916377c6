"""What `python -m service.server` asks gunicorn to run."""

import os
import sys
from pathlib import Path

import gunicorn.app.wsgiapp
import pytest

from service.server import __main__ as module
from tests.helpers.running_service import ROOT


def test_the_configuration_of_a_checkout_is_that_of_the_deployment():
    assert module.configuration() == ROOT / "deploy" / "gunicorn.conf.py"


def test_the_configuration_of_an_installed_package_is_within_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "files", lambda package: tmp_path / package)
    (tmp_path / "service").mkdir()
    installed = tmp_path / "service" / "gunicorn.conf.py"
    installed.touch()
    assert module.configuration() == installed


@pytest.mark.parametrize("workers", ["2", "two"])
def test_gunicorn_runs_the_application_whatever_arguments_there_are(monkeypatch: pytest.MonkeyPatch, workers: str):
    found: list[list[str]] = []
    monkeypatch.setattr(
        gunicorn.app.wsgiapp, "run", lambda: found.append([*sys.argv, os.environ.get("WEB_CONCURRENCY", "none")])
    )
    monkeypatch.setattr(sys, "argv", ["server", "--workers", "7"])
    monkeypatch.setenv("WEB_CONCURRENCY", workers)
    module.main()
    assert found == [["server", "--config", str(ROOT / "deploy" / "gunicorn.conf.py"), "service.wsgi:app", workers]]
