"""The bare route as an application for gunicorn. The benchmark passes a file with its response, and the codec."""

import json
import os
from pathlib import Path

from _shared import bare_app

app = bare_app(json.loads(Path(os.environ["BARE_ANSWER"]).read_text()), os.environ["BARE_CODEC"])
