"""Python imports this when it starts. It records the calls of processes that a test starts."""

import os

from tools.mutation.calls import DIRECTORY, CallRecorder

if DIRECTORY in os.environ:
    CallRecorder(os.environ[DIRECTORY]).start()
