"""WSGI entry point: `service.wsgi:app`."""

import gc
import logging
import os

from gunicorn.glogging import Logger

from service.app import create_app
from service.runtime.json_logging import JsonFormatter
from service.settings.service import Settings

settings = Settings.from_env(os.environ)
text = logging.Formatter(Logger.error_fmt, Logger.datefmt)  # as gunicorn writes its own lines
console = logging.StreamHandler()
console.setFormatter(JsonFormatter() if settings.middleware.log_json else text)
logging.basicConfig(level=settings.log_level, handlers=[console])
app = create_app(settings)

# The objects made so far stay alive: exempt them from garbage collection.
gc.collect()
gc.freeze()
