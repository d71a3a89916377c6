"""JSON for programs that use the package: a type checker asks for no cast where they read it.

The core itself reads and writes `JsonValue`, of which every use is checked.
"""

from typing import Any

#: A value of JSON.
Json = Any
#: An object of JSON: its values by name.
Members = dict[str, Json]
