"""`python -m service.server`: gunicorn with the configuration of this service."""

import os
import sys
from importlib.resources import files
from pathlib import Path


def configuration() -> Path:
    """gunicorn's configuration file: in the package where it is installed, beside the package in a checkout."""
    package = Path(str(files("service")))
    installed = package / "gunicorn.conf.py"
    return installed if installed.exists() else package.parent / "deploy" / "gunicorn.conf.py"


def main() -> None:
    """Runs gunicorn in this process."""
    # gunicorn reads this variable when it is imported, and fails with a traceback if it is no number. Its configuration
    # file checks all settings, this one included.
    workers = os.environ.pop("WEB_CONCURRENCY", "")
    from gunicorn.app.wsgiapp import run

    os.environ["WEB_CONCURRENCY"] = workers
    sys.argv[1:] = ["--config", str(configuration()), "service.wsgi:app"]
    run()


if __name__ == "__main__":
    main()
