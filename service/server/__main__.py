"""`python -m service.server`: run gunicorn with the configuration of this service."""

import os
import sys
from importlib.resources import files
from pathlib import Path

from service.runtime.package import PACKAGE, module


def configuration() -> Path:
    """Return the path of gunicorn's configuration file: in the installed package, or in deploy/ of a checkout."""
    package = Path(str(files(PACKAGE)))
    installed = package / "gunicorn.conf.py"
    return installed if installed.exists() else package.parent / "deploy" / "gunicorn.conf.py"


def main() -> None:
    """Run gunicorn in this process."""
    # gunicorn reads this variable when it is imported, and fails with a traceback if it is not a number. The
    # configuration file checks it later, like all settings.
    workers = os.environ.pop("WEB_CONCURRENCY", "")
    from gunicorn.app.wsgiapp import run

    os.environ["WEB_CONCURRENCY"] = workers
    sys.argv[1:] = ["--config", str(configuration()), module("wsgi:app")]
    run()


if __name__ == "__main__":
    main()
