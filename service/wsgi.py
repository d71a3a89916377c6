"""The application that a WSGI server imports: ``service.wsgi:app``."""

import gc
import logging
import os

from service.app import create_app
from service.middleware.access_log import JsonFormatter
from service.settings.service import Settings

settings = Settings.from_env(os.environ)
text = logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s")
console = logging.StreamHandler()
console.setFormatter(JsonFormatter() if settings.middleware.log_json else text)
logging.basicConfig(level=settings.log_level, handlers=[console])
app = create_app(settings)

# What has been made by now stays: the collector need not walk it again with every generation.
gc.collect()
gc.freeze()
