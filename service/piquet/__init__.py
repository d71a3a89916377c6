"""The rules of Piquet: a pure library on the standard library, without HTTP, JSON, a clock or randomness.

`Table` is the facade for other programs. It is imported when it is first used, so that a module which needs one part of
the package does not import all of it.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.piquet.table import Table

ENGINE_VERSION = "1.0.0"

__all__ = ["ENGINE_VERSION", "Table"]


def __getattr__(name: str) -> "type[Table]":
    if name != "Table":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from service.piquet.table import Table

    return Table
