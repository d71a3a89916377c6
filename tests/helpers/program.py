"""A program in the first argument: `python -m tests.helpers.program CODE …` runs it as `python -c CODE …` does.

`tests.helpers.preloaded` starts it with the modules of the service imported.
"""

import sys

COMMAND = [sys.executable, "-m", "tests.helpers.program"]

if __name__ == "__main__":
    sys.argv[0] = "-c"
    exec(sys.argv.pop(1), {"__name__": "__main__"})
